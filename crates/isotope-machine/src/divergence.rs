//! Barriers that the work-items of a group do not all reach.
//!
//! OpenCL C and CUDA C++ require that every work-item of a group reaches the same barrier. The machine does not: a wave counts once, with
//! any number of remaining lanes. So a violation stops nothing; [`BarrierWatch`] observes the launch and reports it.
//!
//! [`divergences`] finds what a step violates from the states of the waves alone, so that an explorer can call it for a state. Only an
//! observer knows the past: which instruction deactivated lanes, and where a wave ended.
//!
//! A barrier that counts a given number of threads (`bar.sync 1, 64`, named barriers of vISA) joins parts of a group on purpose, and one
//! that does not wait (`bar.arrive`) is the other half of such a barrier. For these, only the lanes of the wave are checked, not other
//! waves.

use std::collections::HashMap;

use super::dispatch::Dispatch;
use super::fault::Place;
use super::interp::Flow;
use super::observe::Observer;
use super::state::{EntryKind, Status, Wave};
use isotope_ir::effect::{BarrierKind, Control, LANES};
use isotope_ir::program::Program;

/// How a barrier is not reached by all work-items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BarrierRule {
    /// Lanes of the wave, or all lanes of another wave, do not take part.
    Lanes,
    /// Two waves wait at different barriers that open together.
    Pair,
    /// A wave has ended.
    Ended,
}

/// Where work-items are that do not take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Elsewhere {
    /// They wait in front of the step: at a reconvergence point, or on the other side of a branch.
    Waiting,
    /// The predicate of the barrier is false for them.
    Predicated,
    /// They are inactive; the step is the last one that they ran.
    Masked,
    /// They have ended; the step is the last one that they ran.
    Ended,
    /// They are at the step, another barrier.
    AtBarrier,
}

/// Some lanes of a wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Party {
    /// The wave.
    pub wave: u32,
    /// The lanes, 63:0.
    pub lanes: u64,
    /// A step of the program; `None` if only the past of the wave would tell, which was not observed.
    pub step: Option<u32>,
}

/// Work-items at a barrier, and work-items of the group that are elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Divergence {
    /// The violated rule.
    pub rule: BarrierRule,
    /// The group.
    pub group: [u32; 3],
    /// The work-items at the barrier.
    pub here: Party,
    /// The work-items elsewhere.
    pub there: Party,
    /// Where those are.
    pub elsewhere: Elsewhere,
    /// The last branch that the other wave took before it ended.
    pub branch: Option<u32>,
}

impl Divergence {
    /// Findings with equal keys are the same: the rule and the two places.
    pub fn key(&self) -> (BarrierRule, Option<u32>, Elsewhere, Option<u32>) {
        (self.rule, self.here.step, self.elsewhere, self.there.step)
    }
}

/// What the last step of a wave violates, before barriers open; `flow` is the state of the wave after it.
pub fn divergences(
    dispatch: &Dispatch,
    group: [u32; 3],
    waves: &[&Wave],
    at: usize,
    flow: Flow,
    found: &mut dyn FnMut(Divergence),
) {
    let scene = Scene { dispatch, group, waves };
    match flow {
        Flow::Barrier(id) => scene.arrival(at, id, found),
        Flow::Done => scene.end(at, found),
        Flow::Ready | Flow::Queued => {}
    }
}

struct Scene<'s> {
    dispatch: &'s Dispatch,
    group: [u32; 3],
    waves: &'s [&'s Wave],
}

impl Scene<'_> {
    /// The lanes that a wave began with.
    fn existing(&self, wave: &Wave) -> u64 {
        let items: u32 = self.dispatch.size_of(self.group).iter().product();
        let size = self.dispatch.wave_size();
        let count = items.saturating_sub(wave.index * size).min(size);
        let all = if count == 0 { 0 } else { u64::MAX >> (64 - count) };
        all & (u64::from(self.dispatch.active) | u64::from(u32::MAX) << 32)
    }

    /// The lanes of a wave that run the step in front of which the wave was.
    fn taking_part(&self, wave: &Wave, step: u32) -> u64 {
        let program = &self.dispatch.program;
        let upper = program.upper.map_or(0, |word| wave.scalars[usize::from(word)]);
        u64::from(wave.active() & wave.mask(program.steps[step as usize].guard)) | u64::from(upper) << 32
    }

    /// A wave at a barrier: all lanes that take part.
    fn party(&self, wave: &Wave) -> Option<Party> {
        let step = wave.pc.checked_sub(1)?;
        let lanes = self.taking_part(wave, step) & self.existing(wave);
        Some(Party { wave: wave.index, lanes, step: Some(arrival_of(&self.dispatch.program, step)) })
    }

    /// A wave of which only is known that none of its lanes takes part.
    fn absent(&self, wave: &Wave) -> Party {
        Party { wave: wave.index, lanes: self.existing(wave), step: None }
    }

    /// Whether this step is a barrier at which every wave of the group must arrive.
    fn is_of_group(&self, step: u32) -> bool {
        let control = self.dispatch.program.steps[step as usize].control;
        matches!(control, Control::Barrier { kind, expected: None, .. } if kind != BarrierKind::Arrive)
    }

    fn arrival(&self, at: usize, id: u8, found: &mut dyn FnMut(Divergence)) {
        let me = self.waves[at];
        let Some(here) = self.party(me) else { return };
        let program = &self.dispatch.program;
        let taken = &program.steps[me.pc as usize - 1].control;
        if !matches!(taken, Control::Barrier { kind, .. } if *kind != BarrierKind::Await) {
            return;
        }
        let (group, branch) = (self.group, None);
        if here.lanes != 0 {
            for (lanes, elsewhere, step) in self.missing(me, here.lanes) {
                let there = Party { wave: me.index, lanes, step };
                found(Divergence { rule: BarrierRule::Lanes, group, here, there, elsewhere, branch });
            }
        }
        if !self.is_of_group(me.pc - 1) {
            return;
        }
        let others = || self.waves.iter().copied().enumerate().filter(|(n, _)| *n != at).map(|(_, wave)| wave);
        let ended =
            |wave: &&Wave| wave.status == Status::Done && wave.signalled >> id & 1 == 0 && self.existing(wave) != 0;
        if let Some(wave) = others().find(ended)
            && here.lanes != 0
        {
            let there = self.absent(wave);
            found(Divergence { rule: BarrierRule::Ended, group, here, there, elsewhere: Elsewhere::Ended, branch });
        }
        let standing = others().filter(|wave| wave.status == Status::AtBarrier(id)).filter_map(|wave| {
            let party = self.party(wave)?;
            party.step.is_some_and(|step| self.is_of_group(step)).then_some((wave, party))
        });
        let (mut apart, mut empty) = (false, false);
        for (wave, there) in standing {
            let address = |party: &Party| party.step.map(|step| program.steps[step as usize].address);
            match (here.lanes, there.lanes) {
                (0, 0) => {}
                // A wave without active lanes runs past branches that others take: its work-items are not here.
                (0, _) if !empty => {
                    empty = true;
                    let (here, there) = (there, self.absent(me));
                    let elsewhere = Elsewhere::Masked;
                    found(Divergence { rule: BarrierRule::Lanes, group, here, there, elsewhere, branch });
                }
                (_, 0) if !empty => {
                    empty = true;
                    let there = self.absent(wave);
                    let elsewhere = Elsewhere::Masked;
                    found(Divergence { rule: BarrierRule::Lanes, group, here, there, elsewhere, branch });
                }
                (0, _) | (_, 0) => {}
                _ if !apart && address(&here) != address(&there) => {
                    apart = true;
                    let elsewhere = Elsewhere::AtBarrier;
                    found(Divergence { rule: BarrierRule::Pair, group, here, there, elsewhere, branch });
                }
                _ => {}
            }
        }
    }

    /// The lanes of a wave that are not in `lanes`, grouped by where they are.
    fn missing(&self, wave: &Wave, lanes: u64) -> Vec<(u64, Elsewhere, Option<u32>)> {
        let mut left = self.existing(wave) & !lanes;
        let mut parts = Vec::new();
        let mut part = |of: u64, elsewhere, step| {
            let of = of & left;
            left &= !of;
            if of != 0 {
                parts.push((of, elsewhere, step));
            }
        };
        let exists = self.existing(wave) as u32;
        part(u64::from(wave.ended & exists), Elsewhere::Ended, None);
        part(u64::from(wave.active()), Elsewhere::Predicated, wave.pc.checked_sub(1));
        // The uppermost entry says where a lane continues; tokens below it say where it meets others later.
        for entry in wave.stack.iter().rev() {
            let step = match entry.kind {
                EntryKind::Diverged | EntryKind::Token(_) | EntryKind::Waiting => entry.pc,
            };
            part(u64::from(entry.lanes), Elsewhere::Waiting, Some(step));
        }
        part(u64::MAX, Elsewhere::Masked, None);
        parts
    }

    fn end(&self, at: usize, found: &mut dyn FnMut(Divergence)) {
        let me = self.waves[at];
        let waiting = self.waves.iter().find_map(|wave| {
            let Status::AtBarrier(id) = wave.status else { return None };
            let party = self.party(wave)?;
            let counts = me.signalled >> id & 1 == 0 && party.lanes != 0;
            (counts && party.step.is_some_and(|step| self.is_of_group(step))).then_some(party)
        });
        if let Some(here) = waiting {
            let (rule, there) = (BarrierRule::Ended, self.absent(me));
            let elsewhere = Elsewhere::Ended;
            found(Divergence { rule, group: self.group, here, there, elsewhere, branch: None });
        }
    }
}

/// The step by which a wave arrived that waits at this one: for a split barrier, the nearest arrival in front of it.
fn arrival_of(program: &Program, step: u32) -> u32 {
    let kind = |step: u32| match program.steps[step as usize].control {
        Control::Barrier { kind, .. } => Some(kind),
        _ => None,
    };
    if kind(step) != Some(BarrierKind::Await) {
        return step;
    }
    (0..step).rev().find(|before| kind(*before) == Some(BarrierKind::Signal)).unwrap_or(step)
}

/// Collects what steps violate: every occurrence, without information about the past.
pub struct DivergenceLog<'a> {
    dispatch: &'a Dispatch,
    /// In the order of occurrence.
    pub found: Vec<Divergence>,
}

impl<'a> DivergenceLog<'a> {
    /// An empty one.
    pub fn new(dispatch: &'a Dispatch) -> DivergenceLog<'a> {
        DivergenceLog { dispatch, found: Vec::new() }
    }
}

impl Observer for DivergenceLog<'_> {
    fn step(&mut self, _: Place, _: u32, _: u64) {}

    fn meets(&mut self, group: [u32; 3], waves: &[&Wave], at: usize, flow: Flow) {
        divergences(self.dispatch, group, waves, at, flow, &mut |divergence| self.found.push(divergence));
    }
}

/// What a wave did last.
struct Trail {
    step: u32,
    lanes: u64,
    /// For each lane, its last step before it stopped taking part.
    last: [u32; 2 * LANES],
    branch: Option<u32>,
}

/// Watches a launch for barriers that not all work-items of a group reach.
pub struct BarrierWatch<'a> {
    dispatch: &'a Dispatch,
    /// Whether the program has barriers.
    watches: bool,
    trails: HashMap<([u32; 3], u32), Trail>,
    found: Vec<(Divergence, u64)>,
}

impl<'a> BarrierWatch<'a> {
    /// An observer of a launch before its first step.
    pub fn new(dispatch: &'a Dispatch) -> BarrierWatch<'a> {
        let watches = dispatch.program.steps.iter().any(|step| matches!(step.control, Control::Barrier { .. }));
        BarrierWatch { dispatch, watches, trails: HashMap::new(), found: Vec::new() }
    }

    /// The findings in order of first occurrence, each pair of places once with its count.
    pub fn found(&self) -> &[(Divergence, u64)] {
        &self.found
    }

    /// Adds what only the past tells.
    fn complete(&self, divergence: &mut Divergence) {
        let there = &mut divergence.there;
        let Some(trail) = self.trails.get(&(divergence.group, there.wave)) else { return };
        let steps = &self.dispatch.program.steps;
        match divergence.elsewhere {
            Elsewhere::Ended if divergence.rule == BarrierRule::Ended => {
                there.step = Some(trail.step);
                let certain = steps[trail.step as usize].guard == isotope_ir::effect::Mask::ALL;
                divergence.branch = trail.branch.filter(|_| certain);
            }
            Elsewhere::Ended | Elsewhere::Masked => {
                let lane = there.lanes.trailing_zeros() as usize;
                let off = trail.lanes >> lane & 1 == 0;
                there.step = Some(if off { trail.last[lane] } else { trail.step });
            }
            Elsewhere::Waiting | Elsewhere::Predicated | Elsewhere::AtBarrier => {}
        }
    }
}

impl Observer for BarrierWatch<'_> {
    fn step(&mut self, place: Place, index: u32, lanes: u64) {
        if !self.watches {
            return;
        }
        let new = || Trail { step: index, lanes, last: [index; 2 * LANES], branch: None };
        let trail = self.trails.entry((place.group, place.wave)).or_insert_with(new);
        let mut left = trail.lanes & !lanes;
        while left != 0 {
            trail.last[left.trailing_zeros() as usize] = trail.step;
            left &= left - 1;
        }
        if index != trail.step && index != trail.step + 1 {
            trail.branch = Some(trail.step);
        }
        (trail.step, trail.lanes) = (index, lanes);
    }

    fn meets(&mut self, group: [u32; 3], waves: &[&Wave], at: usize, flow: Flow) {
        if !self.watches {
            return;
        }
        let mut log = DivergenceLog::new(self.dispatch);
        log.meets(group, waves, at, flow);
        for mut divergence in log.found {
            self.complete(&mut divergence);
            match self.found.iter_mut().find(|(known, _)| known.key() == divergence.key()) {
                Some((_, count)) => *count += 1,
                None => self.found.push((divergence, 1)),
            }
        }
    }

    fn ended(&mut self, group: [u32; 3]) {
        self.trails.retain(|(of, _), _| *of != group);
    }
}
