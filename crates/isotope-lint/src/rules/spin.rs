//! Locks for which lanes of one wave compete.

use isotope_ir::effect::{Control, Mask};
use isotope_op::atomic::AtomicOp;
use isotope_option::OptionName;

use super::{Broken, Level, LintRule};
use crate::access::Touch;
use crate::graph::Loop;
use crate::source::Code;

/// A lock that is released after the loop that acquires it.
pub const SPIN: LintRule = LintRule {
    name: "lock-in-wave",
    level: Level::Warning,
    statement: "lanes of a wave that want the same lock wait for the lane that has it, which waits for them at the end of the loop",
    advice: "give the lock back inside the loop that takes it, or let one lane of the wave take it",
    decided_by: &[OptionName::Explore],
    source: "spec: lanes of a wave meet behind a loop before any goes on (SPA 5.0: SSY and SYNC; RDNA3 ISA guide: EXEC; vISA: goto and join)",
};

pub(super) fn look(code: &Code<'_>, touches: &[Touch<'_>], found: &mut Vec<Broken>) {
    for of in &code.graph.loops {
        let inside = |touch: &&Touch<'_>| of.body.contains(&touch.at.step);
        let sources = code.sources(&code.leaving(of), Some(&of.body));
        let takes = |touch: &&Touch<'_>| {
            matches!(touch.rmw, Some(rmw) if matches!(rmw.op, AtomicOp::Cas | AtomicOp::FCas | AtomicOp::Xchg))
                && sources.uops.contains(&touch.at)
                && code.stays(touch, &of.body)
                && code.wanted(touch).is_some_and(|w| code.is_steady(touch.at, &w, &of.body))
        };
        let tries: Vec<&Touch<'_>> = touches.iter().filter(inside).filter(takes).collect();
        for touch in &tries {
            let gives_back =
                |other: &&Touch<'_>| other.writes && tries.iter().all(|t| t.at != other.at) && same(other, touch);
            let behind =
                |other: &&Touch<'_>| of.exits.iter().any(|(_, to)| code.graph.leads(*to, other.at.step, of.header));
            let Some(back) = touches.iter().filter(gives_back).find(|t| !of.body.contains(&t.at.step) && behind(t))
            else {
                continue;
            };
            let given_inside = touches.iter().filter(gives_back).any(|t| of.body.contains(&t.at.step));
            let ends_otherwise = of.exits.iter().any(|(from, _)| leaves_without_memory(code, *from, of));
            if given_inside || ends_otherwise || one_lane(code, of) {
                continue;
            }
            let detail = format!(
                "it is given back by {}, behind the loop from {}",
                code.place(back.at.step),
                code.place(of.header)
            );
            found.push(Broken { rule: &SPIN, step: touch.at.step, detail });
        }
    }
}

/// Whether two accesses may be to the same lock.
fn same(a: &Touch<'_>, b: &Touch<'_>) -> bool {
    a.meets(b)
        && (a.is_global() || a.access.address == b.access.address || a.access.address.offset == b.access.address.offset)
}

/// Whether lanes leave a loop at a step for a reason that does not depend on memory.
fn leaves_without_memory(code: &Code<'_>, step: u32, of: &Loop) -> bool {
    if matches!(code.program.steps[step as usize].control, Control::Exit | Control::End | Control::Trap) {
        return true;
    }
    let steering = code.steering(step);
    if steering.is_empty() {
        return false;
    }
    let sources = code.sources(&steering, Some(&of.body));
    !sources.uops.iter().any(|at| code.program.uops.get(at.uop as usize).is_some_and(|u| u.nature().reach.is_shared()))
}

/// Whether a condition on the lane's number stands before the loop.
fn one_lane(code: &Code<'_>, of: &Loop) -> bool {
    let before = (0..code.graph.next.len() as u32).filter(|step| !of.body.contains(step));
    before
        .filter(|step| code.graph.is_reached(*step) && code.graph.dominates(*step, of.header))
        .filter(|step| {
            let at = &code.program.steps[*step as usize];
            let ends = matches!(at.control, Control::Exit) && at.guard != Mask::ALL;
            let mut ways = code.graph.next[*step as usize].iter().map(|to| code.graph.leads(*to, of.header, *step));
            ends || ways.clone().any(|leads| leads) && !ways.all(|leads| leads)
        })
        .any(|step| code.is_of_lane(&code.sources(&code.steering(step), None)))
}
