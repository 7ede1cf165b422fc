//! Barriers that only some lanes of a group reach.

use std::collections::HashSet;

use isotope_ir::effect::{BarrierKind, Control};
use isotope_option::OptionName;

use super::{Broken, Level, LintRule};
use crate::source::{At, Code};

/// A barrier behind a condition that differs between lanes.
pub const DIVERGENT: LintRule = LintRule {
    name: "divergent-barrier",
    level: Level::Warning,
    statement: "the barrier is behind a condition on the lane: work-items that fail it never come to this barrier",
    advice: "move the barrier out of the condition; instead of an early return, skip the work and go to the barrier",
    decided_by: &[OptionName::CheckRules, OptionName::Explore],
    source: "spec: OpenCL C 3.0, work-group barriers; spec: CUDA C++ Programming Guide, __syncthreads in conditional code; spec: PTX ISA, bar.sync, \
             which every thread of a warp must execute",
};

pub(super) fn look(code: &Code<'_>, found: &mut Vec<Broken>) {
    let steps = 0..code.graph.next.len() as u32;
    let mut told = HashSet::new();
    for step in steps.filter(|step| code.graph.is_reached(*step) && is_of_group(code, *step)) {
        let own = code.condition(step).and_then(|condition| code.decides(condition));
        let test = own.or_else(|| code.narrowed(code.end(step))).or_else(|| behind_branch(code, step));
        // Report one barrier for each condition.
        if let Some(test) = test.filter(|test| told.insert(*test)) {
            let detail = format!("{} decides, which depends on the lane", code.place(test.step));
            found.push(Broken { rule: &DIVERGENT, step, detail });
        }
    }
}

/// Whether all work-items of the group must arrive: there is no expected count, and a wave waits or signals its arrival.
fn is_of_group(code: &Code<'_>, step: u32) -> bool {
    use BarrierKind::{Reduce, Signal, Sync, Wave};
    matches!(
        code.program.steps[step as usize].control,
        Control::Barrier { kind: Sync | Wave | Signal | Reduce { .. }, expected: None, .. }
    )
}

/// The test of a branch of which one side leads to the barrier; the other side does not, or only after it reaches the branch again.
fn behind_branch(code: &Code<'_>, barrier: u32) -> Option<At> {
    let graph = &code.graph;
    let dominators = (0..graph.next.len() as u32).filter(|step| graph.is_reached(*step) && *step != barrier);
    dominators.filter(|step| graph.dominates(*step, barrier)).find_map(|step| {
        let ends = matches!(code.program.steps[step as usize].control, Control::Exit);
        let sides = &graph.next[step as usize];
        if sides.len() < 2 && !ends {
            return None;
        }
        let misses = ends || sides.iter().any(|side| *side == step || !graph.leads(*side, barrier, step));
        // Lanes that stay in a loop may leave it later.
        let comes_back = sides.iter().any(|side| {
            graph
                .loops
                .iter()
                .any(|of| of.body.contains(&step) && of.body.contains(side) && !of.body.contains(&barrier))
        });
        (misses && !comes_back).then(|| code.condition(step)).flatten().and_then(|condition| code.decides(condition))
    })
}
