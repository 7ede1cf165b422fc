//! Acquires by one lane, followed by reads of the other waves of its group.

use std::collections::{BTreeSet, HashSet};

use isotope_ir::effect::{BarrierKind, Control};
use isotope_ir::ordering::{Finish, Ordering};
use isotope_option::OptionName;

use super::fence::{acquires, waited};
use super::{Broken, Level, LintRule};
use crate::access::Touch;
use crate::source::{At, Code, KernelInput, Ran};

/// A read that may be served by the stale cache of another compute unit.
pub const LANE: LintRule = LintRule {
    name: "acquire-of-one-lane",
    level: Level::Warning,
    statement: "one lane has waited for another group and dropped the lines of its own cache; other waves of its group may run on the other compute unit, \
                and read here what their cache held before",
    advice: "let every wave drop its lines behind the barrier (buffer_gl0_inv): in the source, a barrier with a fence for global memory",
    decided_by: &[OptionName::ExploreRdna3],
    source: "spec: LLVM AMDGPU usage guide, memory model of gfx10 and gfx11, work-groups in WGP mode: each compute unit has a vector L0 of its own",
};

pub(super) fn look(code: &Code<'_>, touches: &[Touch<'_>], ordering: &Ordering, found: &mut Vec<Broken>) {
    if ordering.drops_for_group.is_empty() || !matches!(ordering.finish, Finish::Waits(_)) {
        return;
    }
    let (_, waits) = waited(code, touches);
    let written: BTreeSet<KernelInput> =
        touches.iter().filter(|t| t.writes && t.is_global()).flat_map(|t| t.pointers.iter().copied()).collect();
    for wait in waits.iter().filter(|wait| code.narrowed(wait.by.at).is_some()) {
        let data = |t: &Touch<'_>| {
            !t.writes
                && !t.scalar
                && t.is_plain()
                && t.is_global()
                && !t.meets(wait.by)
                && t.pointers.iter().any(|p| written.contains(p))
        };
        if let Some(read) = stale(code, touches, ordering, wait.by.at.step, &data)
            && code.narrowed(read).is_none()
        {
            let detail = format!("the lane waited by {}", code.place(wait.by.at.step));
            found.push(Broken { rule: &LANE, step: read.step, detail });
        }
    }
}

/// The progress of a path since the wait.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Stage {
    Waited,
    Acquired,
    Met,
}

/// The nearest read of a kind after an acquire and a barrier, without a cache invalidation between barrier and read.
fn stale(
    code: &Code<'_>,
    touches: &[Touch<'_>],
    ordering: &Ordering,
    from: u32,
    data: &dyn Fn(&Touch<'_>) -> bool,
) -> Option<At> {
    let mut open: Vec<(u32, Stage)> = vec![(from, Stage::Waited)];
    let mut seen: HashSet<(u32, Stage)> = open.iter().copied().collect();
    while let Some((step, mut stage)) = open.pop() {
        let mut closed = false;
        for &Ran { at: here, uop, .. } in code.uops(step) {
            if acquires(uop, ordering, false) {
                closed = stage == Stage::Met;
                stage = stage.max(Stage::Acquired);
            }
            if !closed && stage == Stage::Met && touches.iter().any(|t| t.at == here && data(t)) {
                return Some(here);
            }
        }
        let meets = matches!(
            code.program.steps[step as usize].control,
            Control::Barrier { kind, .. } if !matches!(kind, BarrierKind::Arrive | BarrierKind::Signal)
        );
        if meets && stage == Stage::Acquired {
            stage = Stage::Met;
        }
        if !closed {
            open.extend(code.graph.next[step as usize].iter().map(|to| (*to, stage)).filter(|to| seen.insert(*to)));
        }
    }
    None
}
