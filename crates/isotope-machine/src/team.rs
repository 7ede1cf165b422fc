//! Several host threads on one launch: which of them work, and for how long.
//!
//! Threads that use the same memory pay for it: with copies of what they reduce into, with atomic instructions of the host, with lines of caches
//! that go to and fro. So one begins alone, because what is over soon is over before others could help. When more is left, they work together
//! for a while and one of them alone for a shorter one; the way that took more steps in the same time goes on, until both are tried
//! again. What comes of a launch does not depend on it more than on any other choice of the host's.
//!
//! What no thread can advance by itself, one advances alone, or proves that nothing can.

use std::ops::ControlFlow::{self, Break, Continue};
use std::time::{Duration, Instant};

use super::dispatch::Dispatch;
use super::interp::Stats;
use super::observe::Unobserved;
use super::reduce::{Claims, LARGEST, MOST, Own};
use super::run::{Options, Outcome, PATIENCE, Queue, Report, Share, Worker};
use super::state::Group;
use crate::mem::{Concurrent, Exclusive, Memory};

/// What one does alone before others begin; with code of the host much longer, because those that share memory need code of their own.
const OPENING: Duration = Duration::from_millis(1);
const WITH_CODE: Duration = Duration::from_millis(8);
/// How long a copy of a byte takes, with adding it to memory.
const BYTE: Duration = Duration::from_nanos(2);
/// How long threads work together when that is tried first; one works alone for a part of that, and whichever is better goes on for
/// many times as long.
const TRIAL: Duration = Duration::from_millis(4);
const PART: u32 = 4;
const TIMES: u32 = 8;
/// How much longer the next trial is, if the last ones do not speak clearly, and the time until then.
const LONGER: u32 = 4;
/// How many times as fast as those before the next of some trials is when there are to be more, and how many there may be.
const SETTLED: f64 = 1.2;
const TRIALS: usize = 5;
/// Groups that may join, and an eighth of those in flight, without another trial.
const CROWDING: u32 = 64;
/// How many times as fast threads are together when that is worth it.
const GAIN: f64 = 1.1;
/// How long one may work alone until most steps are code's: before, nobody knows what a launch takes.
const COLD: Duration = Duration::from_millis(40);
/// How many times as long as code took to make must be left, for it to be worth the while to make it again for several threads: it is for every
/// other kernel or so, and then gains a third of that.
const WORTH: u32 = 8;
/// Steps without any change after which threads no longer wait for what others may write, and those that one takes then; next time
/// twice as many of both.
const PARTING: u64 = 1 << 26;
const ALONE: u64 = 1 << 21;

/// Steps a second.
type Rate = f64;

/// The host threads of a launch.
pub(super) struct Team<'a> {
    dispatch: &'a Dispatch,
    memory: &'a Memory,
    queue: &'a Queue,
    options: Options<'a>,
    threads: usize,
    stats: Stats,
    /// Steps without any change after which threads part, and those that one takes then.
    parting: u64,
    steps: u64,
    /// What proofs of standstill have come to.
    patience: u64,
    /// What each way to work came to when it was tried last.
    rates: [Rate; 2],
    /// Whether code took most steps of the last trial of one alone.
    warm: bool,
}

/// A way to work.
#[derive(Clone, Copy)]
enum Way {
    Together,
    Alone,
}

impl<'a> Team<'a> {
    pub(super) fn new(
        (dispatch, memory, queue): (&'a Dispatch, &'a Memory, &'a Queue),
        options: Options<'a>,
        threads: usize,
    ) -> Team<'a> {
        Team {
            dispatch,
            memory,
            queue,
            options,
            threads,
            stats: Stats::default(),
            parting: PARTING,
            steps: ALONE,
            patience: PATIENCE,
            rates: [0.0; 2],
            warm: false,
        }
    }

    /// Run to the end.
    pub(super) fn finish(mut self) -> Report {
        let outcome = match self.work() {
            Break(outcome) => outcome,
            Continue(never) => match never {},
        };
        Report { outcome, stats: self.stats }
    }

    fn work(&mut self) -> ControlFlow<Outcome, std::convert::Infallible> {
        let code = self.options.native.is_some();
        let opening = self.options.opening.unwrap_or(if code { WITH_CODE } else { OPENING });
        let begun = Instant::now();
        while !opening.is_zero() {
            let rate = if code { self.settled(opening, Way::Alone)? } else { self.alone(Some(opening), u64::MAX)? };
            let cold = code && !self.warm && begun.elapsed() < COLD;
            let making = self.options.native.map_or(Duration::ZERO, |native| native.making());
            let worth = (WORTH * making).max(2 * opening);
            if !cold && self.queue.left() as f64 > rate * worth.as_secs_f64() {
                break;
            }
        }
        let copies = self.memory.regions().iter().map(|region| region.len).filter(|len| *len <= LARGEST).sum::<u64>();
        let mut trial = TRIAL + BYTE.saturating_mul(copies.min(MOST) as u32);
        let (mut long, mut last) = (trial.saturating_mul(TIMES), None);
        loop {
            let both = self.settled(trial, Way::Together)?;
            let one = self.settled(trial / PART, Way::Alone)?;
            let together = both > GAIN * one;
            if together {
                self.together(long)?;
            } else {
                self.alone(Some(long), u64::MAX)?;
            }
            long = long.saturating_mul(LONGER);
            // What came out twice, and not by a hair, comes out as well in as long a trial.
            let clear = both > GAIN * GAIN * one || GAIN * both < one;
            if !clear || last != Some(together) {
                trial = trial.saturating_mul(LONGER);
            }
            last = Some(together);
        }
    }

    /// The rate of a way to work once it has settled: in the first trials code is made, memory found, and many groups join.
    fn settled(&mut self, time: Duration, way: Way) -> ControlFlow<Outcome, Rate> {
        let (mut best, mut before): (Rate, Rate) = (0.0, self.rates[way as usize]);
        for _ in 0..TRIALS {
            let (begun, groups) = (Instant::now(), self.queue.in_flight());
            let rate = match way {
                Way::Together => self.together(time)?,
                Way::Alone => self.alone(Some(time), u64::MAX)?,
            };
            let crowding = self.queue.in_flight() > CROWDING + groups + groups / 8;
            let settled = rate < SETTLED * before && begun.elapsed() < 2 * time && !crowding;
            best = rate.max(best);
            before = before.max(best);
            if settled {
                break;
            }
        }
        self.rates[way as usize] = best;
        Continue(best)
    }

    /// Let one thread work for some time, or some steps.
    fn alone(&mut self, time: Option<Duration>, steps: u64) -> ControlFlow<Outcome, Rate> {
        let (begun, before) = (Instant::now(), self.queue.total());
        let mut worker = Worker::<Exclusive>::new(self.dispatch, self.memory, self.queue, self.options);
        (worker.groups, worker.limit, worker.patience) = (self.queue.take_share(1), steps, self.patience);
        worker.deadline = time.and_then(|time| begun.checked_add(time));
        let ran = worker.alone(&mut Unobserved);
        self.stats += ran.stats;
        self.patience = ran.patience;
        self.warm = 2 * ran.by_code > self.queue.total() - before;
        match ran.ended {
            Some(outcome) => Break(outcome),
            None => Continue(self.rate(begun, before)),
        }
    }

    /// Let all work for some time. If none of them can advance, one does for a while.
    fn together(&mut self, time: Duration) -> ControlFlow<Outcome, Rate> {
        let (begun, before) = (Instant::now(), self.queue.total());
        let deadline = begun.checked_add(time);
        // A process on the host looks at memory by itself, and its desk is locked while it does.
        let copies = self.dispatch.service.is_none() && self.dispatch.program.calls.is_empty();
        let claims = Claims::new(self.memory);
        self.queue.begin(self.threads);
        let (patience, parting) = (self.patience.min(self.parting / 8), self.parting);
        let work = |groups: Vec<Group>| {
            let mut worker = Worker::<Concurrent>::new(self.dispatch, self.memory, self.queue, self.options);
            (worker.groups, worker.deadline) = (groups, deadline);
            (worker.patience, worker.parting) = (patience, parting);
            worker.own = copies.then(|| Own::new(&claims, self.memory));
            worker.part()
        };
        // Who begins first would take those of the others with what nobody has.
        let mut shares: Vec<Vec<Group>> = (1..=self.threads).rev().map(|left| self.queue.take_share(left)).collect();
        let own = shares.pop().unwrap_or_default();
        let parts: Vec<Share> = std::thread::scope(|scope| {
            let others: Vec<_> = shares.into_iter().map(|share| scope.spawn(|| work(share))).collect();
            let first = work(own);
            let join = |thread: std::thread::ScopedJoinHandle<'_, Share>| {
                thread.join().unwrap_or_else(|e| std::panic::resume_unwind(e))
            };
            std::iter::once(first).chain(others.into_iter().map(join)).collect()
        });
        self.queue.end();
        parts.iter().for_each(|part| self.stats += part.stats);
        self.patience = parts.iter().map(|part| part.patience).max().unwrap_or(self.patience);
        let place =
            |o: &Outcome| if let Outcome::Stopped { place, .. } = o { (place.group, place.wave) } else { ([0; 3], 0) };
        if let Some(outcome) = parts.into_iter().filter_map(|part| part.ended).min_by_key(place) {
            return Break(outcome);
        }
        let rate = self.rate(begun, before);
        if deadline.is_none_or(|deadline| Instant::now() < deadline) {
            self.alone(None, self.steps)?;
            self.steps = self.steps.saturating_mul(2);
            self.parting = self.parting.saturating_mul(2);
        }
        Continue(rate)
    }

    fn rate(&self, begun: Instant, before: u64) -> Rate {
        (self.queue.total() - before) as f64 / begun.elapsed().as_secs_f64().max(1e-9)
    }
}
