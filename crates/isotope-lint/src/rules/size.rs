//! Atomics of different sizes on one word, and misaligned atomics.

use super::{Broken, Level, LintRule};
use crate::access::Touch;
use crate::source::{Base, Code};

/// Accesses of different sizes to common bytes.
pub const MIXED: LintRule = LintRule {
    name: "mixed-size-atomics",
    level: Level::Warning,
    statement: "two atomics share bytes but not all: no document says that one is atomic towards the other",
    advice: "use one size for each location",
    decided_by: &[],
    source: "spec: PTX ISA, memory consistency model: accesses that overlap without being the same size and place are a race whatever they say; \
             the RDNA3 and vISA documents are silent",
};

/// An atomic whose address cannot be a multiple of its size.
pub const UNALIGNED: LintRule = LintRule {
    name: "unaligned-atomic",
    level: Level::Error,
    statement: "the address of an atomic is not a multiple of its size",
    advice: "align it",
    decided_by: &[],
    source: "spec: the documents of all three vendors ask for natural alignment of atomics; the instruction's page: isotope docs",
};

pub(super) fn look(code: &Code<'_>, touches: &[Touch<'_>], found: &mut Vec<Broken>) {
    let placed: Vec<(&Touch<'_>, Base, i64)> = touches
        .iter()
        .map(|touch| {
            let (base, above) = code.base(touch.at, touch.access.address.lo);
            (touch, base, above + i64::from(touch.access.address.offset))
        })
        .collect();
    for (n, (touch, base, above)) in placed.iter().enumerate().filter(|(_, (touch, ..))| touch.rmw.is_some()) {
        let size = i64::from(touch.access.bytes);
        if *base == Base::Number && above.rem_euclid(size) != 0 {
            let detail = format!("{:#x} is not a multiple of {size}", above);
            found.push(Broken { rule: &UNALIGNED, step: touch.at.step, detail });
        }
        if *base == Base::Unknown {
            continue;
        }
        let near = |other: &(&Touch<'_>, Base, i64)| {
            other.1 == *base && other.0.access.space == touch.access.space && other.0.at != touch.at
        };
        for (m, (other, _, there)) in placed.iter().enumerate().filter(|(_, other)| near(other)) {
            let bytes = i64::from(other.access.bytes);
            let share = above < &(there + bytes) && there < &(above + size);
            if share && (above, size) != (there, bytes) && other.rmw.is_some() && n > m {
                let detail = format!(
                    "{} has {bytes} bytes from {} bytes behind the first of its {size}",
                    code.place(other.at.step),
                    there - above
                );
                found.push(Broken { rule: &MIXED, step: touch.at.step, detail });
            }
            let least = size.min(bytes);
            if other.rmw.is_some() && n > m && (above - there).rem_euclid(least) != 0 && *base != Base::Number {
                let detail = format!(
                    "{} is {} bytes away: one of the two is not aligned",
                    code.place(other.at.step),
                    above - there
                );
                found.push(Broken { rule: &UNALIGNED, step: touch.at.step, detail });
            }
        }
    }
}
