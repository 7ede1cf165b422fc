//! Stores before a signal, and loads after a wait.

use std::collections::{BTreeSet, HashSet};

use isotope_ir::effect::{Control, FenceKind, MaintenanceAction, Mask, Scope, Spaces, Src, Uop};
use isotope_ir::ordering::{Class, Finish, Ordering};
use isotope_option::OptionName;

use super::{Broken, Level, LintRule};
use crate::access::Touch;
use crate::source::{At, Code, KernelInput, Ran};

/// A signal that can become visible before earlier stores.
pub const RELEASE: LintRule = LintRule {
    name: "missing-release",
    level: Level::Warning,
    statement: "others wait for what this writes, and can see it before what the wave has written before",
    advice: "put a fence or wait for the device between the two",
    decided_by: &[OptionName::ExploreRaces],
    source: "spec: PTX ISA, memory consistency model; LLVM AMDGPU usage guide, memory model of gfx10 and gfx11; vISA: fence; how each is taken: the help of isotope explore",
};

/// A read after a wait that can return an older value.
pub const ACQUIRE: LintRule = LintRule {
    name: "missing-acquire",
    level: Level::Warning,
    statement: "the wave has waited for another one, and can read here what was in memory before, or what a cache held",
    advice: "put a fence for the device, or what drops the caches' lines, behind the wait",
    decided_by: &[OptionName::ExploreRaces],
    source: "spec: PTX ISA, memory consistency model; LLVM AMDGPU usage guide, memory model of gfx10 and gfx11: buffer_gl0_inv behind a load that \
             acquires; vISA: fence; how each is taken: the help of isotope explore",
};

/// A fence that is sufficient within a group.
pub const SCOPE: LintRule = LintRule {
    name: "group-fence",
    level: Level::Note,
    statement: "the fence before this signal holds within a work-group: it is enough if those who wait are of the same one",
    advice: "use a fence for the device if they are not",
    decided_by: &[OptionName::ExploreRaces],
    source: RELEASE.source,
};

/// A wait: a loop and the word that it reads, or a read-modify-write whose returned value shows that all other waves have arrived.
pub(super) struct Wait<'t, 'a> {
    pub by: &'t Touch<'a>,
    /// Where the wave continues.
    pub to: Vec<u32>,
    /// The steps of the loop.
    pub body: Option<&'t BTreeSet<u32>>,
}

pub(super) fn look(code: &Code<'_>, touches: &[Touch<'_>], ordering: &Ordering, found: &mut Vec<Broken>) {
    let (mut signals, waits) = waited(code, touches);
    signals.extend(waits.iter().filter(|w| w.by.writes && is_last(code, w.by)).map(|w| w.by.at));
    for signal in touches.iter().filter(|t| signals.contains(&t.at)) {
        // The reader is this wave, after the signal, or a wave that waits for the signal.
        let data =
            |t: &Touch<'_>| t.writes && t.rmw.is_none() && t.is_global() && !t.pointers.is_empty() && !t.meets(signal);
        let fence = |uop: &Uop| released(uop, ordering);
        match unfenced(code, touches, signal.at, &data, &fence) {
            Some((before, None)) => {
                let detail = format!("{} may be seen after it", code.place(before.step));
                found.push(Broken { rule: &RELEASE, step: signal.at.step, detail });
            }
            Some((before, Some(fence))) => {
                let detail = format!("{} is between it and {}", code.place(fence.step), code.place(before.step));
                found.push(Broken { rule: &SCOPE, step: signal.at.step, detail });
            }
            None => {}
        }
    }
    let written: BTreeSet<KernelInput> =
        touches.iter().filter(|t| t.writes && t.is_global()).flat_map(|t| t.pointers.iter().copied()).collect();
    for wait in &waits {
        let data = |t: &Touch<'_>| {
            !t.writes
                && t.is_plain()
                && t.is_global()
                && !t.meets(wait.by)
                && t.pointers.iter().any(|p| written.contains(p))
        };
        // Each kind of read has a cache of its own.
        for scalar in [false, true] {
            let data = |t: &Touch<'_>| t.scalar == scalar && data(t);
            let acquires = |uop: &Uop| acquires(uop, ordering, scalar);
            if let Some(read) = undropped(code, touches, wait, &data, &acquires) {
                let detail = format!("it waited by {}", code.place(wait.by.at.step));
                found.push(Broken { rule: &ACQUIRE, step: read.step, detail });
            }
        }
    }
}

/// The signals and the waits of a kernel.
pub(super) fn waited<'t, 'a>(code: &'t Code<'a>, touches: &'t [Touch<'a>]) -> (BTreeSet<At>, Vec<Wait<'t, 'a>>) {
    let (mut signals, mut waits) = (BTreeSet::new(), Vec::new());
    for of in &code.graph.loops {
        let sources = code.sources(&code.leaving(of), Some(&of.body));
        let inside = |t: &&Touch<'_>| of.body.contains(&t.at.step);
        let looks = |t: &&Touch<'_>| {
            t.is_global()
                && t.dst.is_some()
                && sources.uops.contains(&t.at)
                && code.stays(t, &of.body)
                && !t.pointers.is_empty()
        };
        // A loop that retries until no other wave interferes does not wait for another wave.
        let tries = |t: &Touch<'_>| code.wanted(t).is_some_and(|w| !code.is_steady(t.at, &w, &of.body));
        if touches.iter().filter(inside).any(|t| t.rmw.is_some() && tries(t)) {
            continue;
        }
        for touch in touches.iter().filter(inside).filter(looks) {
            waits.push(Wait { by: touch, to: of.exits.iter().map(|(_, to)| *to).collect(), body: Some(&of.body) });
            let writes = |t: &&Touch<'_>| {
                t.writes
                    && t.meets(touch)
                    && t.at != touch.at
                    && !code.are_apart(t, touch)
                    && !of.body.contains(&t.at.step)
            };
            signals.extend(touches.iter().filter(writes).map(|t| t.at));
        }
    }
    // The last wave to count takes another path than the other waves.
    for touch in touches.iter().filter(|t| t.is_global() && t.writes && is_last(code, t)) {
        waits.push(Wait { by: touch, to: code.graph.next[touch.at.step as usize].clone(), body: None });
    }
    (signals, waits)
}

/// Whether a read-modify-write counts and its returned value decides a branch, outside any loop around it.
fn is_last(code: &Code<'_>, touch: &Touch<'_>) -> bool {
    let counts = touch.rmw.is_some_and(|rmw| rmw.op.counts());
    let looped = code.graph.loops.iter().any(|of| of.body.contains(&touch.at.step));
    counts
        && !looped
        && touch.dst.is_some()
        && (0..code.graph.next.len() as u32)
            .filter(|step| splits(code, *step) && code.graph.leads(touch.at.step, *step, u32::MAX))
            .filter(|step| !code.graph.loops.iter().any(|of| of.body.contains(step)))
            .any(|step| code.sources(&code.steering(step), None).uops.contains(&touch.at))
}

/// Whether lanes may diverge at a step, or some of them end there.
fn splits(code: &Code<'_>, step: u32) -> bool {
    let of = &code.program.steps[step as usize];
    code.graph.next[step as usize].len() > 1 || matches!(of.control, Control::Exit) && of.guard != Mask::ALL
}

/// The scope in which a micro-operation makes earlier stores visible.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Nothing,
    InGroup,
    InDevice,
}

/// The scope in which earlier stores become visible before later accesses.
fn released(uop: &Uop, ordering: &Ordering) -> Holds {
    match (uop, ordering.finish) {
        (Uop::Fence { kind, scope, spaces }, Finish::Fences) => match scope {
            _ if *kind == FenceKind::Instructions || spaces.0 & Spaces::GLOBAL.0 == 0 => Holds::Nothing,
            Scope::Lane => Holds::Nothing,
            Scope::Group | Scope::Local => Holds::InGroup,
            _ => Holds::InDevice,
        },
        (Uop::Wait(wait), Finish::Waits(counters)) => {
            let counts = |class| counters.iter().any(|(c, classes)| *c == wait.counter && classes.contains(&class));
            if wait.at_most == Src::Imm(0) && counts(Class::Writes) { Holds::InDevice } else { Holds::Nothing }
        }
        _ => Holds::Nothing,
    }
}

/// Whether later reads return what the awaited waves had written.
pub(super) fn acquires(uop: &Uop, ordering: &Ordering, scalar: bool) -> bool {
    match (uop, ordering.finish) {
        (Uop::Fence { .. }, Finish::Fences) => released(uop, ordering) != Holds::Nothing,
        (Uop::Maintain(upkeep), Finish::Waits(_)) => {
            let near = if scalar { ordering.drops_for_scalars } else { ordering.drops_for_group };
            upkeep.action == MaintenanceAction::Invalidate && near.iter().any(|c| upkeep.caches.0 & c.0 != 0)
        }
        _ => false,
    }
}

/// The nearest access of a kind before a position, on a path without a fence for the device; with the last fence for the group, if all paths have
/// one.
fn unfenced(
    code: &Code<'_>,
    touches: &[Touch<'_>],
    from: At,
    data: &dyn Fn(&Touch<'_>) -> bool,
    fence: &dyn Fn(&Uop) -> Holds,
) -> Option<(At, Option<At>)> {
    let (mut open, mut seen) = (vec![(from, None)], HashSet::new());
    let mut within = None;
    while let Some((at, mut group)) = open.pop() {
        let mut closed = false;
        for &Ran { at: here, uop, .. } in code.uops(at.step).iter().rev().filter(|ran| ran.at.uop < at.uop) {
            match fence(uop) {
                Holds::InDevice => {
                    closed = true;
                    break;
                }
                Holds::InGroup => group = group.or(Some(here)),
                Holds::Nothing => {}
            }
            if touches.iter().any(|t| t.at == here && data(t)) {
                match group {
                    None => return Some((here, None)),
                    Some(_) => within = within.or(Some((here, group))),
                }
                closed = true;
                break;
            }
        }
        if !closed {
            let before = code.graph.before[at.step as usize].iter().filter(|b| seen.insert((**b, group.is_some())));
            open.extend(before.map(|b| (code.end(*b), group)));
        }
    }
    within
}

/// The nearest read of a kind after a wait, on a path without an acquire. Reads inside the waiting loop do not count; cache invalidations there
/// do.
fn undropped(
    code: &Code<'_>,
    touches: &[Touch<'_>],
    wait: &Wait<'_, '_>,
    data: &dyn Fn(&Touch<'_>) -> bool,
    acquires: &dyn Fn(&Uop) -> bool,
) -> Option<At> {
    let (mut open, mut seen) = (vec![wait.by.at.step], HashSet::from([wait.by.at.step]));
    while let Some(step) = open.pop() {
        let inside = wait.body.is_some_and(|body| body.contains(&step)) || step == wait.by.at.step;
        let mut closed = false;
        for &Ran { at: here, uop, .. } in code.uops(step) {
            if acquires(uop) {
                closed = true;
                break;
            }
            if !inside && touches.iter().any(|t| t.at == here && data(t)) {
                return Some(here);
            }
        }
        if !closed {
            open.extend(code.graph.next[step as usize].iter().filter(|n| seen.insert(**n)));
        }
    }
    None
}
