//! Several host threads on one launch: which of them work, and for how long.
//!
//! Sharing memory between threads costs copies of reduced allocations, atomic host instructions and cache-line transfers. So one thread
//! begins alone, because short launches end before others could help. If enough work is left, all threads work together for a while, then
//! one alone for a shorter while. The way with more steps in the same time continues, until both are tried again. This affects the result
//! of a launch no more than any other choice of the host.
//!
//! If no thread can advance by itself, one thread advances alone, or proves that nothing can.

use std::ops::ControlFlow::{self, Break, Continue};
use std::time::{Duration, Instant};

use super::dispatch::Dispatch;
use super::interp::Stats;
use super::observe::Unobserved;
use super::reduce::{Claims, LARGEST, MOST, Own};
use super::run::{Options, Outcome, PATIENCE, Queue, Report, Share, Worker};
use super::state::Group;
use crate::mem::{Concurrent, Exclusive, Memory};

/// How long one thread works alone before others begin; with native code much longer, because threads that share memory need code of their
/// own.
const OPENING: Duration = Duration::from_millis(1);
const WITH_CODE: Duration = Duration::from_millis(8);
/// Time to copy a byte and to add it to memory later.
const BYTE: Duration = Duration::from_nanos(2);
/// How long threads work together in the first trial; then one works alone for a part of that, and the faster way continues for many times
/// as long.
const TRIAL: Duration = Duration::from_millis(4);
const PART: u32 = 4;
const TIMES: u32 = 8;
/// Factor by which the next trial, if the last ones were not clear, and the time until then get longer.
const LONGER: u32 = 4;
/// A trial is repeated while its rate is at least this many times that of the trials before; and the most repetitions.
const SETTLED: f64 = 1.2;
const TRIALS: usize = 5;
/// Number of groups that may join, beside an eighth of those in flight, without another trial.
const CROWDING: u32 = 64;
/// Sharing is worth it from this ratio of rates on.
const GAIN: f64 = 1.1;
/// How long one thread may work alone until most steps run in native code: before that, the cost of the launch is unknown.
const COLD: Duration = Duration::from_millis(40);
/// Native code is compiled again for several threads only if this many times the compile time is left: sharing pays for about every second
/// kernel, and then gains a third.
const WORTH: u32 = 8;
/// Steps without any change after which threads stop waiting for writes of others, and the steps that one thread then takes alone; both
/// double each time.
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
    /// Steps without any change after which threads stop sharing, and the steps that one then takes.
    parting: u64,
    steps: u64,
    /// How many steps without change the deadlock proofs have reached.
    patience: u64,
    /// The rate of each way in its last trial.
    rates: [Rate; 2],
    /// Whether native code took most steps of the last trial of one thread.
    warm: bool,
}

/// A way to use the host threads.
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
            // After two clear results, trials are long enough: the next one is not longer.
            let clear = both > GAIN * GAIN * one || GAIN * both < one;
            if !clear || last != Some(together) {
                trial = trial.saturating_mul(LONGER);
            }
            last = Some(together);
        }
    }

    /// The rate of a way once it has settled: in the first trials code is compiled, memory is looked up, and many groups join.
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

    /// Lets one thread work for some time, or some steps.
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

    /// Lets all threads work for some time. If none of them can advance, one does for a while.
    fn together(&mut self, time: Duration) -> ControlFlow<Outcome, Rate> {
        let (begun, before) = (Instant::now(), self.queue.total());
        let deadline = begun.checked_add(time);
        // A host process reads memory by itself, and is locked while it does.
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
        // The first thread to begin would otherwise take the share of the others.
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
