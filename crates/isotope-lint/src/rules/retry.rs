//! Loops around a compare-and-swap that compare the wrong value.

use std::collections::HashSet;

use isotope_ir::effect::{Src, Uop};
use isotope_ir::program::def_use::read;
use isotope_op::alu::{Alu, Test, Test64};

use super::{Broken, Level, LintRule};
use crate::access::Touch;
use crate::graph::Loop;
use crate::source::{At, Code, Def};

/// A loop that compares the new value with what a compare-and-swap returned.
pub const NEW: LintRule = LintRule {
    name: "cas-loop-compares-new",
    level: Level::Warning,
    statement: "the loop compares the value that a compare-and-swap writes with the one that it returns: it returns the old value, so the loop goes on \
                after a success and stores again, without end if each round changes the value",
    advice: "compare the returned value with the expected one",
    decided_by: &[],
    source: "spec: PTX ISA, atom.cas; CUDA C++ Programming Guide, atomicCAS; RDNA3 ISA guide, atomic memory operations; public vISA documentation, \
             dword_atomic: each returns what was in memory before",
};

/// The expected and the new value of an exchange.
type Exchanged = (Vec<Src>, Vec<Src>);

pub(super) fn look(code: &Code<'_>, touches: &[Touch<'_>], found: &mut Vec<Broken>) {
    let is_innermost = |of: &Loop, step: u32| {
        code.graph.loops.iter().all(|other| !other.body.contains(&step) || other.body.len() >= of.body.len())
    };
    for of in &code.graph.loops {
        // One compare-and-swap of the source can be several here, each for some lanes.
        let exchanges: Vec<(&Touch<'_>, Exchanged)> = touches
            .iter()
            .filter(|t| of.body.contains(&t.at.step) && is_innermost(of, t.at.step))
            .filter_map(|t| Some((t, code.exchanged(t)?)))
            // A lock, a flag or an entry of a table: comparing with the new value asks whether another lane was first.
            .filter(|(t, (expected, new))| is_made_of(code, t.at, new, expected, of))
            .collect();
        if exchanges.is_empty() {
            continue;
        }
        let origins = |at: At, src: Src| origins(code, at, src, of);
        let all = |words: fn(&Exchanged) -> &[Src]| -> HashSet<Def> {
            let each = exchanges.iter().flat_map(|(t, of)| words(of).iter().map(|src| (t.at, *src)));
            each.flat_map(|(at, src)| origins(at, src)).collect()
        };
        let (expected, new) = (all(|(expected, _)| expected), all(|(_, new)| new));
        let returned = |def: &Def| exchanges.iter().find(|(t, _)| *def == Def::Uop(t.at)).map(|(t, _)| *t);
        let is_new = |value: &[Def]| {
            !value.is_empty()
                && value.iter().all(|def| new.contains(def))
                && !value.iter().any(|def| expected.contains(def))
        };
        let sources = code.sources(&code.leaving(of), Some(&of.body));
        for test in &sources.uops {
            let Some((at, pairs)) = compared(code, *test) else { continue };
            let wrong = pairs.iter().find_map(|[a, b]| {
                let (a, b) = (origins(at, *a), origins(at, *b));
                let of_result = |result: &[Def], other: &[Def]| {
                    let touch = returned(result.first()?)?;
                    (result.iter().all(|def| returned(def).is_some()) && is_new(other)).then_some(touch)
                };
                of_result(&a, &b).or_else(|| of_result(&b, &a))
            });
            if let Some(touch) = wrong {
                let detail = format!("{} is the compare-and-swap", code.place(touch.at.step));
                found.push(Broken { rule: &NEW, step: test.step, detail });
                break;
            }
        }
    }
}

/// The definitions that reach a use inside a loop, before copies.
fn origins(code: &Code<'_>, at: At, src: Src, of: &Loop) -> Vec<Def> {
    read(src, code.lanes(at)).map(|part| code.origins(at, part, Some(&of.body))).unwrap_or_default()
}

/// Whether a value is computed from another inside a loop.
fn is_made_of(code: &Code<'_>, at: At, value: &[Src], of: &[Src], within: &Loop) -> bool {
    let parts: Vec<_> = value.iter().filter_map(|src| Some((at, read(*src, code.lanes(at))?))).collect();
    let sources = code.sources(&parts, Some(&within.body)).uops;
    let mut defs = of.iter().flat_map(|src| origins(code, at, *src, within));
    defs.any(|def| matches!(def, Def::Uop(def) if sources.contains(&def)))
}

/// The pairs of words that a test for equality compares, and where they are read.
fn compared(code: &Code<'_>, at: At) -> Option<(At, Vec<[Src; 2]>)> {
    match *code.program.uops.get(at.uop as usize)? {
        Uop::Test { op: Test::Eq | Test::Ne, src: [difference, Src::Imm(0), _], .. } => {
            Some(subtracted(code, at, difference).unwrap_or((at, vec![[difference, Src::Imm(0)]])))
        }
        Uop::Test { op: Test::Eq | Test::Ne | Test::FCmp { .. }, src: [a, b, _], .. }
        | Uop::ScalarTest { op: Test::Eq | Test::Ne, src: [a, b, _], .. } => Some((at, vec![[a, b]])),
        Uop::Test64 { op: Test64::Eq | Test64::Ne, src: [a, b], .. } => Some((at, vec![[a.lo, b.lo], [a.hi, b.hi]])),
        _ => None,
    }
}

/// The two words whose difference is tested for 0, as compilers compare 64 bits: `a + !b`, and a carry.
fn subtracted(code: &Code<'_>, at: At, difference: Src) -> Option<(At, Vec<[Src; 2]>)> {
    let single = |at: At, src: Src| match code.defs(at, read(src, code.lanes(at))?, None)[..] {
        [Def::Uop(def)] => Some((def, code.program.uops[def.uop as usize])),
        _ => None,
    };
    let (sum, uop) = single(at, difference)?;
    let Uop::Alu { op: Alu::Add3, src: [a, b, _], .. } = uop else { return None };
    let Uop::Alu { op: Alu::Not, src: [b, ..], .. } = single(sum, b)?.1 else { return None };
    Some((sum, vec![[a, b]]))
}
