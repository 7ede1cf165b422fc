//! Counters that are reset while other waves may still wait for them.

use std::collections::{BTreeSet, HashSet};

use isotope_ir::effect::Uop;
use isotope_op::atomic::AtomicOp;
use isotope_option::OptionName;

use super::fence::{Wait, waited};
use super::{Broken, Level, LintRule};
use crate::access::Touch;
use crate::source::{Base, Code};

/// A counter of arrivals that is reset to 0.
pub const RESET: LintRule = LintRule {
    name: "counter-reset",
    level: Level::Warning,
    statement: "a counter that others wait for is set back to 0 here: a wave that has not looked yet misses the value that it waits for, and never ends",
    advice: "count generations and wait for the generation to change, or let the counter grow and wait for a multiple",
    decided_by: &[OptionName::Explore],
    source: "spec: PTX ISA, memory consistency model: a read that is repeated may skip a value that another write replaces",
};

pub(super) fn look(code: &Code<'_>, touches: &[Touch<'_>], found: &mut Vec<Broken>) {
    let (_, waits) = waited(code, touches);
    for back in touches.iter().filter(|t| t.is_global() && sets_to_zero(code, t)) {
        let here = |t: &&Touch<'_>| at_same_place(code, t, back);
        let changes = |t: &&Touch<'_>| t.writes && here(t) && t.at != back.at && !sets_to_zero(code, t);
        // Counters of arrivals only count up: a loop that waits for 0 belongs to a lock, a countdown or a flag.
        let counts = |t: &Touch<'_>| t.rmw.is_some_and(|rmw| rmw.op == AtomicOp::Add) && adds_up(code, t);
        let mut others = touches.iter().filter(changes).peekable();
        if others.peek().is_none() || !others.all(counts) {
            continue;
        }
        let arrives: Vec<&Touch<'_>> = touches.iter().filter(|t| t.rmw.is_some() && here(t) && counts(t)).collect();
        for (wait, body) in waits.iter().filter(|w| here(&w.by)).filter_map(|w| Some((w, w.body?))) {
            if body.contains(&back.at.step) {
                continue;
            }
            let behind = |to: u32| wait.to.iter().any(|from| leads(code, &waits, wait, *from, to));
            // In this iteration the lanes that reset it may differ from those that wait; in the next they wait too.
            let again = arrives.iter().any(|a| behind(a.at.step));
            if behind(back.at.step) && (again || !of_other_lanes(code, body, back)) {
                let detail = format!("{} waits for it in a loop", code.place(wait.by.at.step));
                found.push(Broken { rule: &RESET, step: back.at.step, detail });
                break;
            }
        }
    }
}

/// Whether no lane that resets a counter enters a loop: both sides of a condition may run one after the other.
fn of_other_lanes(code: &Code<'_>, body: &BTreeSet<u32>, back: &Touch<'_>) -> bool {
    let outside = |step: &&u32| !body.contains(step);
    let mut entries = body.iter().flat_map(|step| code.graph.before[*step as usize].iter().filter(outside));
    entries.all(|from| code.are_apart_in_lanes(code.end(*from), back.at))
}

/// Whether a path continues without another wait, after which all other waves may have continued too.
fn leads(code: &Code<'_>, waits: &[Wait<'_, '_>], of: &Wait<'_, '_>, from: u32, to: u32) -> bool {
    let loops = || waits.iter().filter_map(|w| w.body);
    let own = |body: &BTreeSet<u32>| body.contains(&of.by.at.step);
    let stops = |step: u32| loops().any(|body| body.contains(&step) && !own(body)) || of.by.at.step == step;
    let (mut open, mut seen) = (vec![from], HashSet::from([from]));
    while let Some(at) = open.pop() {
        if at == to {
            return true;
        }
        if !stops(at) {
            open.extend(code.graph.next[at as usize].iter().filter(|next| seen.insert(**next)));
        }
    }
    false
}

/// Whether two accesses certainly access the same word.
fn at_same_place(code: &Code<'_>, a: &Touch<'_>, b: &Touch<'_>) -> bool {
    let place = |t: &Touch<'_>| {
        let (base, above) = code.base(t.at, t.access.address.lo);
        (base, above + i64::from(t.access.address.offset), t.access.bytes)
    };
    let (x, y) = (place(a), place(b));
    x == y && x.0 != Base::Unknown && a.meets(b)
}

/// A store of 0, or an exchange with it.
fn sets_to_zero(code: &Code<'_>, touch: &Touch<'_>) -> bool {
    let zero = |src| code.base(touch.at, src) == (Base::Number, 0);
    match code.program.uops[touch.at.uop as usize] {
        Uop::Store { src, .. } => zero(src[0]),
        Uop::Atomic { src0, .. } => touch.rmw.is_some_and(|rmw| rmw.op == AtomicOp::Xchg) && zero(src0.lo),
        _ => false,
    }
}

/// Whether the operand of an atomic addition is known not to be negative.
fn adds_up(code: &Code<'_>, touch: &Touch<'_>) -> bool {
    let Uop::Atomic { src0, .. } = code.program.uops[touch.at.uop as usize] else { return false };
    !matches!(code.base(touch.at, src0.lo), (Base::Number, n) if n <= 0)
}
