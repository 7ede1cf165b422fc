//! Findings for barriers that not all work-items of a group reach. OpenCL C and CUDA C++ forbid this, so every target is checked.

use isotope_machine::{BarrierRule, BarrierWatch, Dispatch, Divergence, Elsewhere, Party};

use super::finding::{Finding, Others, Seen, Spot};

const STATEMENT: &str = "every work-item of a group must reach the same barrier";
const SOURCE: &str = "spec: OpenCL C 3.0, work-group barriers; spec: CUDA C++ Programming Guide, __syncthreads in conditional code; \
                      spec: PTX ISA, bar.sync, which every thread of a warp must execute";

/// Short names of the rules.
fn id(rule: BarrierRule) -> &'static str {
    match rule {
        BarrierRule::Lanes => "barrier-lanes",
        BarrierRule::Pair => "barrier-pair",
        BarrierRule::Ended => "barrier-ended",
    }
}

/// The finding for a divergence that was seen `count` times.
pub fn finding(dispatch: &Dispatch, divergence: &Divergence, count: u64) -> Finding {
    let Divergence { rule, group, here, there, elsewhere, branch } = *divergence;
    let spot = |step: u32| Spot {
        address: dispatch.program.steps[step as usize].address,
        text: dispatch.program.texts[step as usize].clone(),
        location: None,
    };
    let at = here.step.map(spot).unwrap_or_default();
    let (others, branch) = (there.step.map(spot), branch.map(spot));
    let place = |before: &str| others.as_ref().map(|spot| format!("{before}{spot}")).unwrap_or_default();
    let lanes = lanes_of(there.lanes);
    let items = items_of(dispatch, there);
    let who = if there.wave == here.wave {
        format!("{lanes} ({items})")
    } else {
        format!("{lanes} of wave {} ({items})", there.wave)
    };
    let are = if there.lanes.count_ones() == 1 { "is" } else { "are" };
    let others_do = match elsewhere {
        Elsewhere::Waiting if there.lanes.count_ones() == 1 => format!("{who} waits{}", place(" at ")),
        Elsewhere::Waiting => format!("{who} wait{}", place(" at ")),
        Elsewhere::Predicated => format!("for {who} its predicate is false"),
        Elsewhere::Masked => format!("{who} {are} inactive{}", place(" since ")),
        Elsewhere::Ended if rule == BarrierRule::Lanes => format!("{who} {are} at the end{}", place(", since ")),
        Elsewhere::Ended => {
            let after = branch.as_ref().map(|spot| format!(", after the branch at {spot}")).unwrap_or_default();
            format!("wave {} ({items}) has ended{}{after}", there.wave, place(" at "))
        }
        Elsewhere::AtBarrier => format!("{who} at another{}, and the two let each other through", place(", ")),
    };
    let detail =
        format!("{} of wave {} ({}) wait here, {others_do}", lanes_of(here.lanes), here.wave, items_of(dispatch, here));
    let lane = (here.lanes != 0).then(|| here.lanes.trailing_zeros());
    Finding {
        kernel: dispatch.program.name.clone(),
        address: at.address,
        text: at.text,
        rule: id(rule),
        statement: STATEMENT,
        source: SOURCE,
        note: false,
        detail,
        seen: Some(Seen { group, wave: here.wave, lane }),
        count,
        location: None,
        others: Some(Others {
            arrived: here.lanes,
            wave: there.wave,
            lanes: there.lanes,
            state: elsewhere,
            at: others,
            branch,
        }),
        from: None,
    }
}

/// The findings of a watcher.
pub(super) fn findings(dispatch: &Dispatch, watch: &BarrierWatch<'_>) -> Vec<Finding> {
    watch.found().iter().map(|(divergence, count)| finding(dispatch, divergence, *count)).collect()
}

/// Numbers as ranges: `0-15, 20`.
fn ranges(bits: u64, base: u32) -> String {
    let mut left = bits;
    let mut parts = Vec::new();
    while left != 0 {
        let first = left.trailing_zeros();
        let count = (left >> first).trailing_ones();
        left &= if first + count == 64 { 0 } else { u64::MAX << (first + count) };
        let (from, to) = (base + first, base + first + count - 1);
        parts.push(if from == to { from.to_string() } else { format!("{from}-{to}") });
    }
    parts.join(", ")
}

/// Most ranges that are printed; if there are more, a mask is printed.
const RANGES: u32 = 4;

fn is_long(lanes: u64) -> bool {
    (lanes & !(lanes << 1)).count_ones() > RANGES
}

fn lanes_of(lanes: u64) -> String {
    if is_long(lanes) {
        return format!("{} lanes ({lanes:#x})", lanes.count_ones());
    }
    format!("lane{} {}", if lanes.count_ones() == 1 { "" } else { "s" }, ranges(lanes, 0))
}

/// Work-items, by their number in the group.
fn items_of(dispatch: &Dispatch, Party { wave, lanes, .. }: Party) -> String {
    let plural = if lanes.count_ones() == 1 { "" } else { "s" };
    let base = wave * dispatch.wave_size();
    if is_long(lanes) {
        return format!(
            "work-items between {} and {}",
            base + lanes.trailing_zeros(),
            base + 63 - lanes.leading_zeros()
        );
    }
    format!("work-item{plural} {}", ranges(lanes, base))
}
