//! Accesses to shared memory that are outstanding when a wave arrives at a barrier.

use std::collections::HashSet;

use isotope_ir::effect::{BarrierKind, Control, FenceKind, Uop};
use isotope_ir::ordering::{Class, Finish, Meeting, Ordering};
use isotope_option::OptionName;

use super::{Broken, Level, LintRule};
use crate::access::Touch;
use crate::source::{Base, Code, Ran};

/// A barrier that a wave may pass before its access to shared memory ends.
pub const OUTSTANDING: LintRule = LintRule {
    name: "barrier-before-access-ends",
    level: Level::Warning,
    statement: "an access to memory of the group can still be under way when the wave comes to this barrier, and others touch the word behind it",
    advice: "wait before the barrier: s_waitcnt lgkmcnt(0) on gfx1100, a fence for shared local memory on vISA; in the source, a barrier with a local memory \
             fence (barrier(CLK_LOCAL_MEM_FENCE), __syncthreads) instead of a bare one",
    decided_by: &[OptionName::ExploreRaces],
    source: "spec: LLVM AMDGPU usage guide, memory model of gfx10 and gfx11: a release in a work-group is s_waitcnt lgkmcnt(0), which s_barrier does not \
             contain; spec: public vISA documentation, BARRIER, which says nothing of memory, and FENCE; oracle: LLVM 22 emits no wait before a bare \
             s_barrier, where LLVM 19 did",
};

pub(super) fn look(code: &Code<'_>, touches: &[Touch<'_>], ordering: &Ordering, found: &mut Vec<Broken>) {
    if ordering.near_meeting != Meeting::Meets {
        return;
    }
    let near: Vec<&Touch<'_>> =
        touches.iter().filter(|t| t.access.space == isotope_ir::effect::Space::Shared).collect();
    let steps = (0..code.graph.next.len() as u32).filter(|step| code.graph.is_reached(*step));
    for step in steps.filter(|step| arrives(code, *step)) {
        let before = before(code, &near, ordering, step);
        let behind = behind(code, &near, step);
        let pair = before.iter().find_map(|a| {
            let other = behind.iter().find(|b| (a.writes || b.writes) && may_meet(code, a, b))?;
            Some((a, other))
        });
        if let Some((access, other)) = pair {
            let detail =
                format!("{}, and behind the barrier {}", code.place(access.at.step), code.place(other.at.step));
            found.push(Broken { rule: &OUTSTANDING, step, detail });
        }
    }
}

fn arrives(code: &Code<'_>, step: u32) -> bool {
    matches!(
        code.program.steps[step as usize].control,
        Control::Barrier { kind, .. } if kind != BarrierKind::Await
    )
}

/// Whether it waits for earlier accesses to shared memory.
fn finishes(uop: &Uop, ordering: &Ordering) -> bool {
    match (uop, ordering.finish) {
        (Uop::Fence { kind, spaces, .. }, Finish::Fences) => {
            *kind != FenceKind::Instructions && Class::Near.is_in(*spaces)
        }
        (Uop::Wait(wait), Finish::Waits(counters)) => {
            counters.iter().any(|(counter, classes)| *counter == wait.counter && classes.contains(&Class::Near))
        }
        _ => false,
    }
}

/// Accesses from which a path without a wait leads to a barrier.
fn before<'t, 'a>(code: &Code<'a>, near: &[&'t Touch<'a>], ordering: &Ordering, barrier: u32) -> Vec<&'t Touch<'a>> {
    let (mut open, mut seen, mut found) = (vec![code.end(barrier)], HashSet::new(), Vec::new());
    while let Some(at) = open.pop() {
        let mut closed = false;
        for &Ran { at: here, uop, .. } in code.uops(at.step).iter().rev().filter(|ran| ran.at.uop < at.uop) {
            if finishes(uop, ordering) {
                closed = true;
                break;
            }
            found.extend(near.iter().filter(|t| t.at == here));
        }
        if !closed {
            let before = code.graph.before[at.step as usize].iter();
            let before = before.filter(|b| !arrives(code, **b) && seen.insert(**b));
            open.extend(before.map(|b| code.end(*b)));
        }
    }
    found
}

/// Accesses after a barrier and before the next one.
fn behind<'t, 'a>(code: &Code<'a>, near: &[&'t Touch<'a>], barrier: u32) -> Vec<&'t Touch<'a>> {
    let mut open: Vec<u32> = code.graph.next[barrier as usize].clone();
    let (mut seen, mut found) = (open.iter().copied().collect::<HashSet<u32>>(), Vec::new());
    while let Some(step) = open.pop() {
        found.extend(near.iter().filter(|t| t.at.step == step));
        if !arrives(code, step) {
            open.extend(code.graph.next[step as usize].iter().filter(|next| seen.insert(**next)));
        }
    }
    found
}

/// Whether lanes of two waves can access one word: not if each lane has its own word, or the two addresses are known to differ.
fn may_meet(code: &Code<'_>, a: &Touch<'_>, b: &Touch<'_>) -> bool {
    let place = |t: &Touch<'_>| {
        let (base, above) = code.base(t.at, t.access.address.lo);
        (base, above + i64::from(t.access.address.offset))
    };
    let (x, y) = (place(a), place(b));
    let own = x == y && !matches!(x.0, Base::Number | Base::Uniform(_) | Base::Unknown);
    !own && !code.are_apart(a, b)
}
