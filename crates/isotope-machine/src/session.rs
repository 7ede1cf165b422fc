//! Stepping a launch by hand, with all of its state in view.

use std::marker::PhantomData;

use super::dispatch::Dispatch;
use super::fault::Stop;
use super::footprint::Footprint;
use super::interp::{Context, Stats};
use super::model::{Model, Sequential};
use super::observe::{Observer, Unobserved};
use super::request::wake;
use super::run::{begin, settle};
use super::state::{Group, Status, Wave};
use crate::mem::{Exclusive, Frozen, Memory};
use crate::sync::WaveId;
use isotope_ir::effect::Control;

/// What a step of a [`Session`] did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stepped {
    /// The wave can go on.
    Ready,
    /// The wave waits at a barrier or in a queue, or was halted.
    Waiting,
    /// The wave has ended.
    Ended,
    /// The wave stopped the launch.
    Stopped(Stop),
}

/// A launch whose whole state is plain data: all groups in flight at once, and the memory.
///
/// The state can be cloned, compared and hashed, so a caller may explore schedules by copying it.
#[derive(Clone, Debug)]
pub struct Session<'a, M = Sequential<Exclusive>> {
    dispatch: &'a Dispatch,
    /// How accesses reach memory, with what it has delayed.
    pub model: M,
    /// Global memory.
    pub memory: Memory,
    /// Every group of the dispatch.
    pub groups: Vec<Group>,
    /// What ran so far.
    pub stats: Stats,
}

impl<M: PartialEq> PartialEq for Session<'_, M> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.dispatch, other.dispatch)
            && self.model == other.model
            && self.memory == other.memory
            && self.groups == other.groups
    }
}

impl<'a> Session<'a> {
    /// A launch before its first step.
    pub fn new(dispatch: &'a Dispatch, memory: Memory) -> Session<'a> {
        Session::with_model(dispatch, memory, Sequential(PhantomData))
    }
}

impl<'a, M: Model> Session<'a, M> {
    /// The same under another memory model.
    pub fn with_model(dispatch: &'a Dispatch, memory: Memory, model: M) -> Session<'a, M> {
        begin(dispatch, &memory);
        let start = |n| {
            let mut group = dispatch.group(n);
            group.seed(0);
            group
        };
        let groups = (0..dispatch.group_count()).map(start).collect();
        Session { dispatch, model, memory, groups, stats: Stats::default() }
    }

    /// The waves that can take a step, as (group, wave).
    pub fn enabled(&self) -> impl Iterator<Item = (usize, usize)> {
        self.groups.iter().enumerate().flat_map(|(g, group)| {
            let can = |w: &Wave| match w.status {
                Status::Ready => true,
                Status::Queued => self.memory.unit().is_some_and(|unit| unit.can_go_on(WaveId(w.id))),
                _ => false,
            };
            group.waves.iter().enumerate().filter(move |(_, w)| can(w)).map(move |(w, _)| (g, w))
        })
    }

    /// Text of the instruction that a wave runs next.
    pub fn next_text(&self, group: usize, wave: usize) -> Option<&str> {
        let pc = self.groups.get(group)?.waves.get(wave)?.pc;
        self.dispatch.program.texts.get(pc as usize).map(String::as_str)
    }

    /// Let one wave take one step. A wave that cannot run stays as it is.
    ///
    /// # Panics
    /// If there is no such group or wave.
    pub fn step(&mut self, group: usize, wave: usize) -> Stepped {
        self.step_observed(group, wave, &mut Unobserved)
    }

    /// The same with somebody who watches.
    ///
    /// # Panics
    /// If there is no such group or wave.
    pub fn step_observed(&mut self, group: usize, wave: usize, observer: &mut impl Observer) -> Stepped {
        match self.groups[group].waves[wave].status {
            Status::Ready => {}
            Status::Queued => {
                let woken = wake(self.dispatch, &self.memory, &mut self.groups[group].waves[wave]);
                return if woken { Stepped::Ready } else { Stepped::Waiting };
            }
            Status::AtBarrier(_) | Status::Halted => return Stepped::Waiting,
            Status::Done => return Stepped::Ended,
        }
        let Group { waves, shared, barriers, index } = &mut self.groups[group];
        let mut context = Context {
            dispatch: self.dispatch,
            memory: &self.memory,
            shared,
            barriers,
            group: *index,
            stats: &mut self.stats,
            changes: 0,
            observer,
            model: &self.model,
        };
        match context.run(&mut waves[wave], 1) {
            Err((_, stop)) => return Stepped::Stopped(stop),
            Ok((flow, _)) => settle(self.dispatch, &self.memory, &mut self.groups[group], flow),
        }
        match self.groups[group].waves[wave].status {
            Status::Ready => Stepped::Ready,
            Status::AtBarrier(_) | Status::Queued | Status::Halted => Stepped::Waiting,
            Status::Done => Stepped::Ended,
        }
    }

    /// Let one wave run until its next step would touch what other waves see, or it stops. Everything up to there
    /// commutes with the other waves, so a schedule explorer needs no choice in between. `None` where that takes more than
    /// `max_steps` steps, as in a loop that only counts.
    ///
    /// # Panics
    /// If there is no such group or wave.
    pub fn run_to_visible(&mut self, group: usize, wave: usize, max_steps: u64) -> Option<Stepped> {
        for _ in 0..max_steps {
            if self.is_at_visible(group, wave) {
                return Some(Stepped::Ready);
            }
            match self.step(group, wave) {
                Stepped::Ready => {}
                other => return Some(other),
            }
        }
        self.is_at_visible(group, wave).then_some(Stepped::Ready)
    }

    fn is_at_visible(&self, group: usize, wave: usize) -> bool {
        let pc = self.groups[group].waves[wave].pc as usize;
        self.dispatch.program.steps.get(pc).is_some_and(|s| s.visible)
    }

    /// What the next step of a wave will touch that other waves can see, without taking it. Empty for a wave that cannot run.
    /// Addresses follow from registers, so they are the same under every memory model; what a model has delayed is not looked at.
    ///
    /// # Panics
    /// If there is no such group or wave.
    pub fn footprint(&self, group: usize, wave: usize) -> Footprint {
        let of = &self.groups[group];
        let mut copy = match of.waves[wave].status {
            Status::Ready => of.waves[wave].clone(),
            // It asks the unit again.
            Status::Queued => return Footprint { group: of.index, unit: true, ..Footprint::default() },
            Status::AtBarrier(_) | Status::Halted | Status::Done => return Footprint::default(),
        };
        let mut footprint = Footprint { group: of.index, ..Footprint::default() };
        let (mut stats, mut barriers) = (Stats::default(), of.barriers);
        let mut context = Context {
            dispatch: self.dispatch,
            memory: &self.memory,
            shared: &of.shared,
            barriers: &mut barriers,
            group: of.index,
            stats: &mut stats,
            changes: 0,
            observer: &mut footprint,
            model: &Sequential::<Frozen>(PhantomData),
        };
        let stops = context.run(&mut copy, 1).is_err();
        footprint.stops = stops;
        footprint.ends = copy.status == Status::Done;
        let step = self.dispatch.program.steps.get(of.waves[wave].pc as usize);
        footprint.unit = step.is_some_and(|step| matches!(step.control, Control::Request(_)));
        footprint
    }

    /// Whether the next steps of two waves may not change places: taken in the other order, they may leave another state.
    ///
    /// # Panics
    /// If there is no such group or wave.
    pub fn depends(&self, a: (usize, usize), b: (usize, usize)) -> bool {
        a == b || self.footprint(a.0, a.1).meets(&self.footprint(b.0, b.1))
    }
}
