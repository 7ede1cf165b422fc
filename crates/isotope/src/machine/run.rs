//! Running a dispatch: which group and wave comes next, on how many host threads, and when to give up.
//!
//! Groups start in order, one at a time; while none finishes, more join after every round, so that groups may wait for
//! each other. Within a round every wave that can run gets a turn. Seed 0 takes waves in order with long turns; any
//! other seed draws order and length of turns from a generator, so that the same seed gives the same run.
//!
//! A launch that cannot progress is recognised, not guessed: when nothing has changed for a while, each wave is run alone
//! until its own state repeats. If memory stands still and every wave repeats, no schedule can ever change anything. If it
//! does not, a wave computes; the next attempt comes after twice as many steps, and may take as many.

use isotope_op::random::Random;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::dispatch::Dispatch;
use super::fault::{Place, Stop};
use super::interp::{Context, Flow, Stats};
use super::observe::{Observer, Unobserved};
use super::request::wake;
use super::state::{Barrier, Group, Status, Wave};
use super::stuck::{self, Stuck};
use crate::mem::{Concurrent, Exclusive, Memory, Sharing};

/// How to run.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// Chooses the schedule; 0 takes waves in order.
    pub seed: u64,
    /// Host threads.
    pub threads: usize,
    /// Wave instructions after which a launch counts as not progressing.
    pub max_steps: u64,
    /// Groups in flight at most, per host thread.
    pub resident_groups: usize,
    /// Grows by one for each group that has ended, for a progress display.
    pub finished: Option<&'a AtomicU64>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options { seed: 0, threads: 1, max_steps: 20_000_000_000, resident_groups: 1024, finished: None }
    }
}

/// How a launch ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every wave has ended.
    Done,
    /// A wave stopped the launch.
    Stopped {
        /// Where it was.
        place: Place,
        /// Why.
        stop: Stop,
    },
    /// It cannot progress, or its budget ran out.
    Stuck(Stuck),
}

/// What a launch did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How it ended.
    pub outcome: Outcome,
    /// What ran.
    pub stats: Stats,
}

/// Run a dispatch to its end. Memory holds the effects, also when the launch stops early.
pub fn launch(dispatch: &Dispatch, memory: &Memory, options: Options<'_>) -> Report {
    begin(dispatch, memory);
    let queue = Queue::default();
    let threads = options.threads.clamp(1, dispatch.group_count().max(1) as usize);
    if threads == 1 {
        return Worker::<Exclusive>::new(dispatch, memory, &queue, options).finish(&mut Unobserved);
    }
    let parts: Vec<Part> = std::thread::scope(|scope| {
        let start = |_| scope.spawn(|| Worker::<Concurrent>::new(dispatch, memory, &queue, options).part());
        let handles: Vec<_> = (0..threads).map(start).collect();
        handles.into_iter().map(|h| h.join().unwrap_or_else(|e| std::panic::resume_unwind(e))).collect()
    });
    let mut stats = Stats::default();
    for part in parts {
        stats += part.stats;
        if let Some(outcome) = part.stopped {
            return Report { outcome, stats };
        }
    }
    let mut rest = Worker::<Exclusive>::new(dispatch, memory, &queue, options);
    rest.groups = queue.take();
    // What no thread could advance alone, one thread advances together, or proves that nothing can.
    rest.steps = stats.wave_instructions;
    let mut report = rest.finish(&mut Unobserved);
    report.stats += stats;
    report
}

/// Run a dispatch on one host thread and show every step to `observer`.
pub fn launch_observed(
    dispatch: &Dispatch,
    memory: &Memory,
    options: Options<'_>,
    observer: &mut impl Observer,
) -> Report {
    begin(dispatch, memory);
    Worker::<Exclusive>::new(dispatch, memory, &Queue::default(), options).finish(observer)
}

/// Tell the synchronisation unit that waves are numbered anew.
pub(super) fn begin(dispatch: &Dispatch, memory: &Memory) {
    if !dispatch.program.requests.is_empty()
        && let Some(mut unit) = memory.unit()
    {
        unit.begin_dispatch();
    }
}

/// What one host thread did, and how it ended the launch if it did.
struct Part {
    stats: Stats,
    stopped: Option<Outcome>,
}

enum End {
    Finished,
    Stalled(Vec<Group>),
    Ended(Outcome),
}

/// What the host threads of a launch share beside memory.
#[derive(Default)]
struct Queue {
    /// The first group that nobody has started.
    next: AtomicU32,
    /// Groups that their thread could not advance. A thread that can goes on with them: its own waves may be the ones
    /// that these wait for, and may go on until these have been seen to move.
    handed: Mutex<Vec<Group>>,
    /// Whether there are any.
    any: AtomicBool,
}

impl Queue {
    fn hand_over(&self, groups: Vec<Group>) {
        let mut handed = self.handed.lock().unwrap_or_else(PoisonError::into_inner);
        handed.extend(groups);
        self.any.store(true, Relaxed);
    }

    fn take(&self) -> Vec<Group> {
        if !self.any.load(Relaxed) {
            return Vec::new();
        }
        let mut handed = self.handed.lock().unwrap_or_else(PoisonError::into_inner);
        self.any.store(false, Relaxed);
        std::mem::take(&mut *handed)
    }
}

/// Turns of a wave when the schedule is not drawn.
const TURN: u64 = 4096;
/// Steps without any change after which a proof of standstill is first tried.
const PATIENCE: u64 = 1 << 18;
/// Steps without any change after which a host thread no longer waits for what others may write.
const PARTING: u64 = 1 << 26;
/// Bytes of state that the groups in flight on one host thread may take together.
const RESIDENT_BYTES: u64 = 1 << 30;

struct Worker<'a, S> {
    dispatch: &'a Dispatch,
    memory: &'a Memory,
    queue: &'a Queue,
    options: Options<'a>,
    sharing: PhantomData<S>,
    groups: Vec<Group>,
    stats: Stats,
    steps: u64,
    random: Random,
    /// Grows with every changed byte, opened barrier and ended wave.
    progress: u64,
    /// Steps without any change after which a proof of standstill is tried.
    patience: u64,
    /// Groups in flight at most.
    resident: usize,
}

impl<'a, S: Sharing> Worker<'a, S> {
    fn new(dispatch: &'a Dispatch, memory: &'a Memory, queue: &'a Queue, options: Options<'a>) -> Self {
        let random = Random(options.seed);
        let stats = Stats::default();
        let fitting = usize::try_from(RESIDENT_BYTES / dispatch.group_bytes()).unwrap_or(usize::MAX);
        Worker {
            dispatch,
            memory,
            queue,
            options,
            sharing: PhantomData,
            groups: Vec::new(),
            stats,
            steps: 0,
            random,
            progress: 0,
            patience: PATIENCE,
            resident: options.resident_groups.min(fitting).max(1),
        }
    }

    /// Run until every group has ended or nothing can.
    fn finish<O: Observer>(mut self, observer: &mut O) -> Report {
        loop {
            let outcome = match self.advance(observer) {
                End::Finished => Outcome::Done,
                End::Ended(outcome) => outcome,
                End::Stalled(groups) => match self.prove(&groups) {
                    Some(stuck) => Outcome::Stuck(stuck),
                    None => {
                        self.groups = groups;
                        continue;
                    }
                },
            };
            return Report { outcome, stats: self.stats };
        }
    }

    /// Try a proof of standstill; after a failure the next one is tried later.
    fn prove(&mut self, groups: &[Group]) -> Option<Stuck> {
        let stuck = stuck::prove(self.dispatch, self.memory, groups, self.patience);
        if stuck.is_none() {
            self.patience = self.patience.saturating_mul(2);
        }
        stuck
    }

    /// Run until every group has ended or this thread cannot advance by itself.
    fn part(mut self) -> Part {
        loop {
            match self.advance(&mut Unobserved) {
                // A wave that computes needs nobody else.
                End::Stalled(groups) if self.prove(&groups).is_none() && self.patience <= PARTING => {
                    self.groups = groups;
                }
                End::Stalled(groups) => {
                    self.queue.hand_over(groups);
                    return Part { stats: self.stats, stopped: None };
                }
                End::Finished => return Part { stats: self.stats, stopped: None },
                End::Ended(outcome) => return Part { stats: self.stats, stopped: Some(outcome) },
            }
        }
    }

    fn admit(&mut self) -> bool {
        if self.groups.len() >= self.resident {
            return false;
        }
        let n = self.queue.next.fetch_add(1, Relaxed);
        if n >= self.dispatch.group_count() {
            self.queue.next.store(self.dispatch.group_count(), Relaxed);
            return false;
        }
        let mut group = self.dispatch.group(n);
        group.seed(self.options.seed);
        self.groups.push(group);
        true
    }

    fn advance<O: Observer>(&mut self, observer: &mut O) -> End {
        let mut last_change = (self.progress, self.steps);
        let mut rounds = 0;
        if self.groups.is_empty() {
            self.admit();
        }
        while !self.groups.is_empty() {
            let (before, earlier) = (self.groups.len(), self.progress);
            if let Err((place, stop)) = self.round(observer) {
                return End::Ended(Outcome::Stopped { place, stop });
            }
            if self.progress != last_change.0 {
                last_change = (self.progress, self.steps);
            }
            // Rounds in which no group ended: as many groups join, so that a barrier across many opens soon.
            rounds = if self.groups.len() == before { rounds + 1 } else { usize::from(self.groups.is_empty()) };
            let grown = (0..rounds).take_while(|_| self.admit()).count() != 0;
            if self.steps >= self.options.max_steps {
                let places = stuck::places(self.dispatch, self.memory, &self.groups);
                return End::Ended(Outcome::Stuck(Stuck { proven: false, steps: self.steps, places }));
            }
            let idle = self.steps - last_change.1;
            // Those handed over may be what these waves wait for, or the other way round.
            let handed = self.queue.take();
            let grown = grown || !handed.is_empty();
            self.groups.extend(handed);
            // A queued wave may have been released after its turn, so a round in which something happened is not the last.
            let asleep = self.progress == earlier
                && !self.groups.iter().flat_map(|g| &g.waves).any(|w| w.status == Status::Ready);
            if !grown && !self.groups.is_empty() && (asleep || idle > self.patience) {
                return End::Stalled(std::mem::take(&mut self.groups));
            }
        }
        End::Finished
    }

    /// Give every wave of every group in flight a turn.
    fn round<O: Observer>(&mut self, observer: &mut O) -> Result<(), (Place, Stop)> {
        let mut groups = std::mem::take(&mut self.groups);
        if self.options.seed != 0 {
            self.random.shuffle(&mut groups);
        }
        let mut result = Ok(());
        for group in &mut groups {
            result = self.turn(group, observer);
            if result.is_err() {
                break;
            }
        }
        let running = groups.len();
        groups.retain(|g| {
            if O::LOOKS && g.is_done() {
                observer.ended(g.index);
            }
            !g.is_done()
        });
        if let Some(finished) = self.options.finished {
            finished.fetch_add((running - groups.len()) as u64, Relaxed);
        }
        self.groups = groups;
        result
    }

    /// Give every wave of a group a turn.
    fn turn<O: Observer>(&mut self, group: &mut Group, observer: &mut O) -> Result<(), (Place, Stop)> {
        let count = group.waves.len();
        let first = if self.options.seed == 0 { 0 } else { self.random.below(count as u64) as usize };
        for i in 0..count {
            let at = (first + i) % count;
            let turn = if self.options.seed == 0 { TURN } else { 1 + self.random.below(256) };
            let mut left = turn.min(self.options.max_steps.saturating_sub(self.steps));
            if group.waves[at].status == Status::Queued && wake(self.dispatch, self.memory, &mut group.waves[at]) {
                self.progress += 1;
            }
            while left != 0 && group.waves[at].status == Status::Ready {
                let Group { waves, shared, barriers, index } = &mut *group;
                let before = self.stats.wave_instructions;
                let mut context = Context {
                    dispatch: self.dispatch,
                    memory: self.memory,
                    shared,
                    barriers,
                    group: *index,
                    stats: &mut self.stats,
                    changes: 0,
                    observer,
                    sharing: PhantomData::<S>,
                };
                let result = context.run(&mut waves[at], left);
                self.progress += context.changes;
                self.steps += self.stats.wave_instructions - before;
                let (flow, rest) = result?;
                left = rest;
                self.progress += u64::from(flow != Flow::Ready);
                settle(self.dispatch, self.memory, group, flow);
            }
        }
        Ok(())
    }
}

/// Open the barriers that a wave's step completed.
pub(super) fn settle(dispatch: &Dispatch, memory: &Memory, group: &mut Group, flow: Flow) {
    let ids = match flow {
        Flow::Ready | Flow::Queued => return,
        Flow::Barrier(id) => usize::from(id)..usize::from(id) + 1,
        Flow::Done => 0..group.barriers.len(),
    };
    let live = group.waves.iter().filter(|w| w.status != Status::Done).count() as u32;
    for id in ids {
        let barrier = group.barriers[id];
        let expected = if barrier.expected == 0 { live } else { barrier.expected };
        if barrier.arrived == 0 || barrier.arrived < expected {
            continue;
        }
        group.barriers[id] = Barrier::default();
        group.waves.iter_mut().for_each(|w| w.signalled &= !(1 << id));
        let Group { waves, shared, barriers, index } = &mut *group;
        let context = Context {
            dispatch,
            memory,
            shared,
            barriers,
            group: *index,
            stats: &mut Stats::default(),
            changes: 0,
            observer: &mut Unobserved,
            sharing: PhantomData::<Exclusive>,
        };
        let waiting = |w: &&mut Wave| w.status == Status::AtBarrier(id as u8);
        waves.iter_mut().filter(waiting).for_each(|w| context.release(w, &barrier));
    }
}
