//! Unwritten operands of compare-and-swaps.

use std::ops::Range;

use isotope_ir::effect::{Src, Uop};
use isotope_ir::program::def_use::{Location, read, words};
use isotope_op::atomic::AtomicOp;

use super::{Broken, Level, LintRule};
use crate::access::Touch;
use crate::source::{At, Code, Def};

/// A compare-and-swap whose operand is a register that nothing writes.
pub const UNWRITTEN: LintRule = LintRule {
    name: "unwritten-cas-operand",
    level: Level::Error,
    statement: "a compare-and-swap takes an operand from a register that no instruction before it writes: it compares with, or stores, whatever the \
                register holds",
    advice: "write the register, or look at how inline assembly packs its operands: outputs are not inputs",
    decided_by: &[],
    source: "spec: LLVM AMDGPU usage guide, initial kernel execution state: the registers that are set before a wave starts; assumed: on sm_50 none is, \
             on vISA inputs and predefined variables are",
};

pub(super) fn look(
    code: &Code<'_>,
    touches: &[Touch<'_>],
    begins: &dyn Fn() -> Option<Vec<Range<u32>>>,
    found: &mut Vec<Broken>,
) {
    let mut known = None;
    for touch in touches.iter().filter(|t| t.rmw.is_some_and(|r| matches!(r.op, AtomicOp::Cas | AtomicOp::FCas))) {
        let Some((compare, new)) = code.exchanged(touch) else { continue };
        let operands = [("compared with", compare), ("written", new)];
        for (what, src) in operands.iter().flat_map(|(what, words)| words.iter().map(move |src| (what, *src))) {
            let Some(parts) = unwritten(code, touch.at, src) else { continue };
            let begins = known.get_or_insert_with(begins);
            let Some(given) = begins else { return };
            let is_given = |word: &u32| given.iter().any(|range| range.contains(word));
            if !parts.iter().any(is_given) && !parts.is_empty() {
                let detail = format!("nothing writes the register of the value that is {what}");
                found.push(Broken { rule: &UNWRITTEN, step: touch.at.step, detail });
            }
        }
    }
}

/// The words of the register file from which an operand comes, if it can only be an initial value.
fn unwritten(code: &Code<'_>, at: At, src: Src) -> Option<Vec<u32>> {
    let mut open = vec![(at, read(src, code.lanes(at))?)];
    let (mut found, mut rounds) = (Vec::new(), 0);
    while let Some((at, part)) = open.pop() {
        rounds += 1;
        if rounds > 64 {
            return None;
        }
        for def in code.defs(at, part, None).iter() {
            match *def {
                Def::Control(_) => return None,
                Def::Entry => match part {
                    Location::Vector { first, lanes } => {
                        found.extend((0..32).filter(|lane| lanes >> lane & 1 != 0).map(|lane| first + lane));
                    }
                    Location::Map { map, lanes } => found.extend(words(&code.program.maps[map as usize], lanes)),
                    Location::Scalar { .. } | Location::Registers => return None,
                },
                Def::Uop(def) => match code.program.uops[def.uop as usize] {
                    Uop::Alu { .. } | Uop::ReadRegion { .. } | Uop::WriteRegion { .. } => {
                        open.push((def, code.copied_from(def, part)?));
                    }
                    _ => return None,
                },
            }
        }
    }
    Some(found)
}
