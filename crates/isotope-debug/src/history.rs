//! A launch with its history: the turns that were taken, and snapshots of the state between them.
//!
//! To step back, the last snapshot before the position is restored and the recorded turns are run again. Snapshots share equal parts. When
//! there are too many, every other one is dropped: memory is bounded, and a step back repeats at most a fixed part of the run.

use isotope::error::{Result, ensure};
use isotope::explore::{Does, Schedule, Turn};
use isotope::machine::state::Status;
use isotope::machine::{Observer, Session, Stepped, Stop};
use isotope::option::OptionName;

use crate::set::Change;

/// Group and wave.
pub type WaveAt = (usize, usize);

/// Most snapshots, and the bytes that they may take if every wave has moved between any two of them.
const STATES: usize = 64;
const BYTES: u64 = 512 << 20;
/// Steps between two snapshots at first.
const APART: u64 = 256;

/// Steps of one wave, one after another.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RecordedTurn {
    /// Steps before it.
    start: u64,
    wave: WaveAt,
    steps: u32,
    /// Lanes that go first in the last step.
    first: Vec<u8>,
}

/// A position in the launch: the number of steps before it, and the wave that takes the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Steps before it.
    pub at: u64,
    /// The wave that takes the next step.
    pub wave: WaveAt,
}

/// A launch with its past, and with what is recorded of its future.
pub struct History<'a> {
    now: Session<'a>,
    at: u64,
    turns: Vec<RecordedTurn>,
    /// Steps of all turns.
    end: u64,
    /// In order; the first is the start.
    kept: Vec<(u64, Session<'a>)>,
    apart: u64,
    most: usize,
    /// What stopped the launch in the last step of all.
    stop: Option<Stop>,
    /// Values that were set by hand, in order of their steps. A state that is kept is in front of those that were set at its step.
    changes: Vec<Change>,
}

/// Lets a wave go on that the synchronization unit has released; whether it can take a step.
fn ready(session: &mut Session<'_>, (group, wave): WaveAt) -> bool {
    match session.wave(group, wave).status {
        Status::Ready => true,
        Status::Queued | Status::Halted => {
            session.step(group, wave);
            session.wave(group, wave).status == Status::Ready
        }
        Status::AtBarrier(_) | Status::Done => false,
    }
}

impl<'a> History<'a> {
    /// A launch before its first step; `bytes` is what a state of it takes.
    pub fn new(session: Session<'a>, bytes: u64) -> History<'a> {
        let most = usize::try_from(BYTES / bytes.max(1)).unwrap_or(STATES).clamp(4, STATES);
        let kept = vec![(0, session.clone())];
        History {
            now: session,
            at: 0,
            turns: Vec::new(),
            end: 0,
            kept,
            apart: APART,
            most,
            stop: None,
            changes: Vec::new(),
        }
    }

    /// Values that were set by hand, those ahead of this point, too.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Sets a value here; what was recorded behind this point no longer holds.
    pub fn change(&mut self, change: Change) {
        self.forget_future();
        change.apply(&mut self.now);
        self.changes.push(change);
    }

    /// Sets in a state in front of a step what was set there by hand.
    fn apply(changes: &[Change], at: u64, session: &mut Session<'a>) {
        let from = changes.partition_point(|change| change.at < at);
        changes[from..].iter().take_while(|change| change.at == at).for_each(|change| change.apply(session));
    }

    /// The launch as it stands.
    pub fn now(&self) -> &Session<'a> {
        &self.now
    }

    /// Steps that led here.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// Steps that are recorded.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// What stopped the launch, if it stands where it was stopped.
    pub fn stop(&self) -> Option<&Stop> {
        self.stop.as_ref().filter(|_| self.at == self.end)
    }

    /// The turn that a step belongs to.
    fn turn(&self, at: u64) -> Option<&RecordedTurn> {
        let turn = self.turns.get(self.turns.partition_point(|turn| turn.start <= at).checked_sub(1)?)?;
        (at < turn.start + u64::from(turn.steps)).then_some(turn)
    }

    /// Whose step is recorded here.
    pub fn recorded(&self, at: u64) -> Option<WaveAt> {
        self.turn(at).map(|turn| turn.wave)
    }

    /// The wave that took the last step, and how many it has taken since another one did.
    pub fn last(&self) -> Option<(WaveAt, u64)> {
        let turn = self.turn(self.at.checked_sub(1)?)?;
        Some((turn.wave, self.at - turn.start))
    }

    /// The lanes that go first in a recorded step.
    fn first(&self, at: u64) -> &[u8] {
        match self.turn(at) {
            Some(turn) if turn.start + u64::from(turn.steps) == at + 1 => &turn.first,
            _ => &[],
        }
    }

    /// What is recorded behind this point no longer holds.
    fn forget_future(&mut self) {
        if self.at == self.end {
            return;
        }
        let at = self.at;
        self.turns.retain(|turn| turn.start < at);
        if let Some(last) = self.turns.last_mut()
            && last.start + u64::from(last.steps) > at
        {
            last.steps = (at - last.start) as u32;
            last.first.clear();
        }
        (self.end, self.stop) = (at, None);
        self.kept.retain(|(kept, _)| *kept <= at);
        self.changes.retain(|change| change.at <= at);
    }

    /// One step of a wave; none where it cannot take one, and nothing has changed then. What was recorded for this point is followed if it is
    /// a step of this wave, and else forgotten.
    pub fn step(&mut self, wave: WaveAt, observer: &mut dyn Observer) -> Option<Stepped> {
        if self.stop().is_some() {
            return None;
        }
        let follows = self.recorded(self.at) == Some(wave);
        let waited = self.now.wave(wave.0, wave.1).status != Status::Ready;
        if waited {
            let before = self.now.clone();
            if !ready(&mut self.now, wave) {
                self.now = before;
                return None;
            }
        }
        let first = if follows { self.first(self.at).to_vec() } else { Vec::new() };
        if !follows {
            self.forget_future();
            match self.turns.last_mut() {
                // A turn begins with leaving a queue.
                Some(last) if last.wave == wave && last.first.is_empty() && !waited && last.steps < u32::MAX => {
                    last.steps += 1;
                }
                _ => self.turns.push(RecordedTurn { start: self.at, wave, steps: 1, first: Vec::new() }),
            }
            self.end += 1;
        }
        let stepped = self.now.step_ordered(wave.0, wave.1, &first, observer);
        self.at += 1;
        if let Stepped::Stopped(stop) = &stepped {
            // A recorded future behind it cannot be.
            self.forget_future();
            self.stop = Some(stop.clone());
        }
        self.keep();
        Self::apply(&self.changes, self.at, &mut self.now);
        Some(stepped)
    }

    fn keep(&mut self) {
        let last = self.kept.last().map_or(0, |(at, _)| *at);
        if self.at < last + self.apart {
            return;
        }
        self.kept.push((self.at, self.now.clone()));
        if self.kept.len() > self.most {
            let mut n = 0;
            self.kept.retain(|_| {
                n += 1;
                n % 2 == 1
            });
            self.apart *= 2;
        }
    }

    /// Repeats recorded steps from the last kept state at or before `from` up to `to`; `see` takes each step that begins at `from` or later
    /// with the state in front of it, and does it.
    pub fn repeat(&self, from: u64, to: u64, mut see: impl FnMut(Moment, &mut Session<'a>, &[u8])) -> Session<'a> {
        let index = self.kept.partition_point(|(at, _)| *at <= from).saturating_sub(1);
        let (start, state) = &self.kept[index];
        let (mut at, mut session) = (*start, state.clone());
        loop {
            Self::apply(&self.changes, at, &mut session);
            if at >= to {
                break;
            }
            let Some(wave) = self.recorded(at) else { break };
            if !ready(&mut session, wave) {
                break;
            }
            if at >= from {
                see(Moment { at, wave }, &mut session, self.first(at));
            } else {
                session.step_ordered(wave.0, wave.1, self.first(at), &mut isotope::machine::Unobserved);
            }
            at += 1;
        }
        session
    }

    /// Kept points in front of this one, the last first; each with the end of its part.
    pub fn parts(&self, before: u64) -> Vec<(u64, u64)> {
        let starts: Vec<u64> = self.kept.iter().map(|(at, _)| *at).filter(|at| *at < before).collect();
        let ends = starts.iter().skip(1).copied().chain([before]);
        let mut parts: Vec<_> = starts.iter().copied().zip(ends).collect();
        parts.reverse();
        parts
    }

    /// Goes to a point of what is recorded.
    pub fn go(&mut self, to: u64) {
        let to = to.min(self.end);
        let plain = |moment: Moment, session: &mut Session<'a>, first: &[u8]| {
            session.step_ordered(moment.wave.0, moment.wave.1, first, &mut isotope::machine::Unobserved);
        };
        self.now = self.repeat(to, to, plain);
        self.at = to;
    }

    /// The turns that led here, in the notation of `explore --replay` and `run --schedule`.
    pub fn schedule(&self) -> Schedule {
        let turn = |taken: &RecordedTurn| {
            let left = self.at.checked_sub(taken.start).filter(|left| *left > 0)?;
            let whole = left >= u64::from(taken.steps);
            let steps = if whole { taken.steps } else { left as u32 };
            let mut turn = Turn::run(taken.wave.0 as u32, taken.wave.1 as u32, steps);
            turn.first = if whole { taken.first.clone() } else { Vec::new() };
            Some(turn)
        };
        Schedule { turns: self.turns.iter().filter_map(turn).collect(), cycle: Vec::new() }
    }

    /// Goes to the start, with a schedule as what is recorded.
    ///
    /// # Errors
    /// Where a turn is none of this launch. That a wave cannot run so far is found where it happens.
    pub fn record(&mut self, schedule: &Schedule) -> Result<()> {
        ensure!(
            schedule.cycle.is_empty(),
            "schedule: the turns in parentheses repeat for ever; expected turns that run once: leave out the parentheses"
        );
        let (mut turns, mut start) = (Vec::new(), 0);
        for turn in &schedule.turns {
            let wave = (turn.group as usize, turn.wave as usize);
            ensure!(
                turn.does == Does::Runs && turn.choice == 0,
                "schedule: `{turn}`: expected a wave that runs, found a step of a weak memory model, which only {} takes",
                OptionName::Replay
            );
            let groups = self.now.group_count();
            let waves = if wave.0 < groups { self.now.wave_count(wave.0) } else { 0 };
            ensure!(
                wave.1 < waves,
                "schedule: `{turn}`: expected a group below {groups} and a wave of it, found group {} wave {}",
                wave.0,
                wave.1
            );
            turns.push(RecordedTurn { start, wave, steps: turn.steps, first: turn.first.clone() });
            start += u64::from(turn.steps);
        }
        self.kept.truncate(1);
        (self.now, self.at, self.apart, self.stop) = (self.kept[0].1.clone(), 0, APART, None);
        (self.turns, self.end) = (turns, start);
        self.changes.clear();
        Ok(())
    }

    /// Forgets what is recorded behind this point.
    pub fn cut(&mut self) {
        self.forget_future();
    }
}
