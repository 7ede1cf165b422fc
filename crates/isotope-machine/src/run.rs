//! Running a dispatch: which group and wave comes next, on how many host threads, and when to give up.
//!
//! Groups start in order, one at a time. While none ends, more join after every round, so groups may wait for each other; if all of them
//! wait, as many again join. In a round, every wave that can run gets a turn. Seed 0 takes waves in order with long turns, in which waves
//! that a barrier of their group releases go on, except in a cooperative launch; any other seed draws order and length of turns from a generator, so the same seed gives
//! the same run on one host thread.
//!
//! How many groups may be in flight together is part of the modelled machine ([`Options::resident`]), and no verdict is given before all of
//! these are in flight.
//!
//! A deadlock is proven, not guessed: when nothing has changed for a while, each wave runs alone until its own state repeats. If memory
//! does not change and every wave repeats, no schedule can ever change anything. Otherwise a wave computes; the next attempt comes after
//! twice as many steps and may take twice as many. A launch whose whole state repeats (livelock) is recognized on one host thread under
//! seed 0, or where one wave runs ([`super::recur`]). [`super::team`] says how several threads share a launch.

use isotope_op::random::Random;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::dispatch::{Dispatch, Spare};
use super::fault::{Place, Stop};
use super::interp::{Context, Flow, Stats, release};
use super::model::Sequential;
use super::native::{Members, Native, Room, Turn};
use super::observe::{Observer, Sight, Unobserved, Watched};
use super::recur::{self, Trail};
use super::reduce::Own;
use super::request::wake;
use super::state::{Barrier, Group, Status, Wave};
use super::stuck::{self, DeadlockProof, Hang, Verdict, Wait};
use super::team::Team;
use crate::mem::{Exclusive, Memory, Sharing};
use isotope_ir::program::Program;

/// How to run.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// Chooses the schedule, and random choices within a wave; 0 takes waves in order.
    pub seed: u64,
    /// Host threads.
    pub threads: usize,
    /// How long the first thread works alone; by default, until helping threads are worth it.
    pub opening: Option<Duration>,
    /// Wave instructions, of all host threads together, after which a launch is given up.
    pub max_steps: u64,
    /// Wave instructions without the end of a wave after which a launch is given up.
    pub idle_steps: u64,
    /// Most groups in flight on the modelled machine; unlimited by default.
    pub resident: Option<u32>,
    /// Bytes of state that groups in flight may take on this host. If this keeps back groups for which others may wait, there is no
    /// verdict.
    pub state_bytes: u64,
    /// Grows by one for each group that has ended, for a progress display.
    pub finished: Option<&'a AtomicU64>,
    /// Native code for this dispatch, which is used where possible.
    pub native: Option<&'a dyn Native>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            seed: 0,
            threads: 1,
            opening: None,
            max_steps: u64::MAX,
            idle_steps: 1 << 30,
            resident: None,
            state_bytes: 1 << 30,
            finished: None,
            native: None,
        }
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
    /// It does not end, or that could not be determined.
    Hung(Hang),
}

/// What a launch did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How it ended.
    pub outcome: Outcome,
    /// Counts.
    pub stats: Stats,
}

/// Run a dispatch to its end. Memory holds the effects, also when the launch stops early.
pub fn launch(dispatch: &Dispatch, memory: &Memory, options: Options<'_>) -> Report {
    begin(dispatch, memory);
    let queue = Queue::new(dispatch, options);
    let threads = options.threads.clamp(1, dispatch.group_count().max(1) as usize);
    if threads == 1 {
        return Worker::<Exclusive>::new(dispatch, memory, &queue, options).finish(&mut Unobserved);
    }
    Team::new((dispatch, memory, &queue), options, threads).finish()
}

/// Run a dispatch on one host thread and show every step to `observer`.
pub fn launch_observed(
    dispatch: &Dispatch,
    memory: &Memory,
    options: Options<'_>,
    observer: &mut dyn Observer,
) -> Report {
    begin(dispatch, memory);
    let queue = Queue::new(dispatch, options);
    Worker::<Exclusive>::new(dispatch, memory, &queue, options).finish(&mut Watched::by(observer))
}

/// Tells the synchronization unit that waves are numbered from 0 again.
pub(super) fn begin(dispatch: &Dispatch, memory: &Memory) {
    if !dispatch.program.requests.is_empty()
        && let Some(mut unit) = memory.unit()
    {
        unit.begin_dispatch();
    }
}

/// The work of one host thread, and how it ended the launch if it did.
pub(super) struct Share {
    pub(super) stats: Stats,
    pub(super) ended: Option<Outcome>,
    /// Steps taken by native code.
    pub(super) by_code: u64,
    /// How many steps without change its deadlock proofs had reached; the next thread need not repeat the failed attempts.
    pub(super) patience: u64,
}

/// Why a round of turns ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Round {
    /// Every group has had its turn.
    Whole,
    /// Time is up, or the launch is over.
    Late,
    /// Another thread has no groups.
    Short,
}

enum End {
    Finished,
    /// Nothing has changed for long.
    Stalled,
    /// One thread alone must examine the launch, or it is over.
    Parted,
    /// Its budget is used up.
    Spent,
    Ended(Outcome),
}

/// Why some groups have not started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    /// All have started.
    Nothing,
    /// They will start later.
    Order,
    /// The modelled machine holds no more.
    Resident,
    /// This host holds no more.
    Host,
}

/// What the host threads of a launch share beside memory.
pub(super) struct Queue {
    /// Groups of the launch.
    count: u32,
    /// Most groups in flight, on the modelled machine and on this host.
    resident: u32,
    fitting: u32,
    /// The first group that has not started.
    next: AtomicU32,
    /// Groups that have started and not ended.
    in_flight: AtomicU32,
    /// Groups that their thread could not advance. A thread that advances continues them: its own waves may be the ones that these wait
    /// for, and may loop until these have moved.
    handed: Mutex<Vec<Group>>,
    /// Whether there are any.
    any: AtomicBool,
    /// Threads that work together and have groups; those of them that no longer expect to advance; those that wait for groups.
    working: AtomicU32,
    stalled: AtomicU32,
    waiting: AtomicU32,
    /// Threads must stop working together: the launch is over, or none of them advances.
    over: AtomicBool,
    /// Wave instructions of all threads, and their number when a wave last ended.
    steps: AtomicU64,
    ended_at: AtomicU64,
}

impl Queue {
    fn new(dispatch: &Dispatch, options: Options<'_>) -> Queue {
        Queue {
            count: dispatch.group_count(),
            resident: options.resident.unwrap_or(u32::MAX).max(1),
            fitting: u32::try_from(options.state_bytes / dispatch.group_bytes()).unwrap_or(u32::MAX).max(1),
            next: AtomicU32::new(0),
            in_flight: AtomicU32::new(0),
            handed: Mutex::default(),
            any: AtomicBool::new(false),
            working: AtomicU32::new(0),
            stalled: AtomicU32::new(0),
            waiting: AtomicU32::new(0),
            over: AtomicBool::new(false),
            steps: AtomicU64::new(0),
            ended_at: AtomicU64::new(0),
        }
    }

    /// Number of the group that starts now.
    fn start(&self) -> Option<u32> {
        let limit = self.resident.min(self.fitting);
        self.in_flight.fetch_update(Relaxed, Relaxed, |n| (n < limit).then_some(n + 1)).ok()?;
        let next = self.next.fetch_update(Relaxed, Relaxed, |n| (n < self.count).then_some(n + 1)).ok();
        if next.is_none() {
            self.in_flight.fetch_sub(1, Relaxed);
        }
        next
    }

    /// Estimated remaining steps, if groups that have not ended take as many as those that have.
    pub(super) fn left(&self) -> u64 {
        let [going, next] = [&self.in_flight, &self.next].map(|n| u128::from(n.load(Relaxed)));
        let all = u128::from(self.total()) * (u128::from(self.not_started()) + going);
        all.checked_div(next - going).map_or(u64::MAX, |left| u64::try_from(left).unwrap_or(u64::MAX))
    }

    /// Wave instructions of all threads.
    pub(super) fn total(&self) -> u64 {
        self.steps.load(Relaxed)
    }

    fn not_started(&self) -> u32 {
        self.count - self.next.load(Relaxed)
    }

    pub(super) fn held(&self) -> Held {
        let in_flight = self.in_flight.load(Relaxed);
        match self.not_started() {
            0 => Held::Nothing,
            _ if in_flight >= self.resident => Held::Resident,
            _ if in_flight >= self.fitting => Held::Host,
            _ => Held::Order,
        }
    }

    /// Leaves groups to other threads, in the order in which they should continue.
    fn hand_over(&self, groups: Vec<Group>) {
        let mut handed = self.handed.lock().unwrap_or_else(PoisonError::into_inner);
        handed.extend(groups);
        self.any.store(!handed.is_empty(), Relaxed);
    }

    /// The groups that were handed over, unless threads wait for them.
    fn take(&self) -> Vec<Group> {
        if self.any.load(Relaxed) && self.waiting.load(Relaxed) == 0 { self.take_share(1) } else { Vec::new() }
    }

    /// This many threads begin to work together.
    pub(super) fn begin(&self, threads: usize) {
        self.working.store(threads as u32, Relaxed);
    }

    /// All of them have stopped.
    pub(super) fn end(&self) {
        self.over.store(false, Relaxed);
    }

    /// Groups that have started and not ended.
    pub(super) fn in_flight(&self) -> u32 {
        self.in_flight.load(Relaxed)
    }

    /// Whether a thread waits for groups and there are none for it.
    fn is_short(&self) -> bool {
        self.waiting.load(Relaxed) != 0 && !self.any.load(Relaxed)
    }

    /// Waits, without groups, for some of another thread's, until no thread has any or time is up.
    fn wait(&self, deadline: Option<Instant>) -> Vec<Group> {
        self.waiting.fetch_add(1, Relaxed);
        self.working.fetch_sub(1, Relaxed);
        let mut groups = Vec::new();
        loop {
            if self.any.load(Relaxed) {
                groups = self.take_share(self.waiting.load(Relaxed).max(1) as usize);
            }
            let late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if !groups.is_empty() || self.working.load(Relaxed) == 0 || self.over.load(Relaxed) || late() {
                break;
            }
            std::thread::sleep(NAP);
        }
        self.working.fetch_add(1, Relaxed);
        self.waiting.fetch_sub(1, Relaxed);
        groups
    }

    /// One of `parts` parts of the groups that were handed over, the first ones first.
    pub(super) fn take_share(&self, parts: usize) -> Vec<Group> {
        let mut handed = self.handed.lock().unwrap_or_else(PoisonError::into_inner);
        let share = handed.len().div_ceil(parts);
        let rest = handed.split_off(share);
        self.any.store(!rest.is_empty(), Relaxed);
        std::mem::replace(&mut *handed, rest)
    }
}

/// Steps of a wave's turn when the schedule is not random; a turn runs on to the end of the superblock in which it ends.
const TURN: u64 = 4096;
/// Steps without any change after which a deadlock proof is first tried.
pub(super) const PATIENCE: u64 = 1 << 18;
/// The fraction of the steps without any change that each wave may take in an attempt, except the first: most attempts are made because a
/// wave computes, and single steps take up to a hundred times as long as native code.
const BRIEF: u64 = 512;
const FIRST: u64 = 4096;
/// Steps without the end of a wave after which the launch is checked for a repeating state.
const WATCHING: u64 = 1 << 22;
/// The fraction of its budget that a launch may use before groups join although a wave computes.
const RESERVE: u64 = 4;
/// How long an idle host thread sleeps before it checks again.
const NAP: Duration = Duration::from_micros(50);
/// From this many groups in flight on a thread, more join only after [`PAUSE`] rounds in which none ended.
const CROWD: usize = 1024;
const PAUSE: usize = 16;
/// Most ended waves whose storage is kept, not counting those of one more group.
const SPARE: usize = 64;

pub(super) struct Worker<'a, S> {
    pub(super) dispatch: &'a Dispatch,
    pub(super) memory: &'a Memory,
    pub(super) queue: &'a Queue,
    pub(super) options: Options<'a>,
    sharing: PhantomData<S>,
    pub(super) groups: Vec<Group>,
    /// For groups that start.
    spare: Spare,
    pub(super) stats: Stats,
    /// State of native code.
    room: Room,
    /// This thread's copies of memory.
    pub(super) own: Option<Own<'a>>,
    /// Steps of this thread.
    steps: u64,
    random: Random,
    /// Steps that are left in the turns of a group's waves.
    turns: Vec<u64>,
    /// Grows with every changed byte, opened barrier and ended wave.
    progress: u64,
    /// Steps without any change after which a deadlock proof is tried.
    pub(super) patience: u64,
    /// Steps without any change after which it no longer waits for writes of other threads.
    pub(super) parting: u64,
    /// Steps, and the time, after which this thread hands over its groups.
    pub(super) limit: u64,
    pub(super) deadline: Option<Instant>,
    /// Its steps when it last read the clock.
    looked: u64,
    /// Whether it no longer expects to advance.
    stalled: bool,
    /// A stored state that may repeat.
    trail: Option<Trail>,
}

impl<'a, S: Sharing> Worker<'a, S> {
    pub(super) fn new(dispatch: &'a Dispatch, memory: &'a Memory, queue: &'a Queue, options: Options<'a>) -> Self {
        Worker {
            dispatch,
            memory,
            queue,
            options,
            sharing: PhantomData,
            groups: Vec::new(),
            spare: Spare::default(),
            stats: Stats::default(),
            room: Room::default(),
            own: None,
            steps: 0,
            random: Random(options.seed),
            turns: Vec::new(),
            progress: 0,
            patience: PATIENCE,
            parting: u64::MAX,
            limit: u64::MAX,
            deadline: None,
            looked: 0,
            stalled: false,
            trail: None,
        }
    }

    /// Runs until every group has ended or none can, as the only host thread.
    fn finish(self, sight: &mut impl Sight) -> Report {
        let Share { ended, stats, .. } = self.alone(sight);
        Report { outcome: ended.unwrap_or(Outcome::Done), stats }
    }

    /// Runs as the only host thread; no outcome if its limit ended the run.
    pub(super) fn alone(mut self, sight: &mut impl Sight) -> Share {
        let outcome = loop {
            match self.advance(sight) {
                End::Finished => break Some(Outcome::Done),
                End::Ended(outcome) => break Some(outcome),
                End::Spent => break Some(Outcome::Hung(self.spent())),
                End::Stalled => {
                    if let Some(proof) = self.prove(self.brief()) {
                        break Some(Outcome::Hung(self.deadlock(proof)));
                    }
                }
                End::Parted => {
                    self.queue.hand_over(std::mem::take(&mut self.groups));
                    break None;
                }
            }
        };
        Share { stats: self.stats, ended: outcome, by_code: self.room.taken, patience: self.patience }
    }

    /// Tries a deadlock proof with this many steps for each wave; after a failure the next one is tried later.
    fn prove(&mut self, each: u64) -> Option<DeadlockProof> {
        let proof = stuck::prove(self.dispatch, self.memory, &self.groups, (self.patience, each));
        if proof.is_none() {
            self.patience = self.patience.saturating_mul(2);
        }
        proof
    }

    /// Steps of each wave in an attempt that is not the last.
    fn brief(&self) -> u64 {
        FIRST.max(self.patience / BRIEF)
    }

    /// The verdict that the groups in flight are deadlocked.
    fn deadlock(&self, proof: DeadlockProof) -> Hang {
        let (places, rests_on) = proof.report(self.dispatch, self.memory, &self.groups);
        // Blocked groups may wait for a group that does not fit.
        let verdict = match self.queue.held() {
            Held::Host => Verdict::HostLimit { groups: self.groups.len(), bytes: self.options.state_bytes },
            _ => Verdict::Deadlock,
        };
        Hang { places, rests_on, ..self.stuck(verdict) }
    }

    /// The budget is used up, which decides nothing; a proof may.
    fn spent(&mut self) -> Hang {
        if matches!(self.queue.held(), Held::Nothing | Held::Resident)
            && let Some(proof) = self.prove(self.patience)
        {
            return self.deadlock(proof);
        }
        self.stuck(Verdict::Budget { quiet: self.queue.total() - self.queue.ended_at.load(Relaxed) })
    }

    /// A report of where each wave is.
    pub(super) fn stuck(&self, verdict: Verdict) -> Hang {
        Hang {
            verdict,
            steps: self.queue.total(),
            places: stuck::places(self.dispatch, self.memory, &self.groups),
            resident: self.options.resident,
            not_started: self.queue.not_started(),
            rests_on: Vec::new(),
            reads_clock: self.dispatch.program.reads_clock,
        }
    }

    /// Run until every group has ended or this thread cannot advance by itself.
    pub(super) fn part(mut self) -> Share {
        let stopped = loop {
            match self.advance(&mut Unobserved) {
                // A wave that computes needs no other wave; and writes of other threads may be what a blocked one waits for.
                End::Stalled if self.prove(self.brief()).is_none() && !self.give_up() => {}
                End::Finished => {
                    if let Some(own) = &self.own {
                        own.rest();
                    }
                    self.groups = self.queue.wait(self.deadline);
                    if self.groups.is_empty() {
                        break None;
                    }
                }
                End::Ended(outcome) => {
                    self.queue.over.store(true, Relaxed);
                    break Some(outcome);
                }
                End::Stalled | End::Parted | End::Spent => break None,
            }
        };
        drop(self.own.take());
        self.mark(false);
        self.queue.hand_over(self.groups);
        self.queue.working.fetch_sub(1, Relaxed);
        Share { stats: self.stats, ended: stopped, by_code: self.room.taken, patience: self.patience }
    }

    /// Whether neither this thread nor any other is expected to advance, which one thread alone must then check.
    fn give_up(&mut self) -> bool {
        if self.patience <= self.parting {
            return false;
        }
        self.mark(true);
        let all = self.queue.stalled.load(Relaxed) >= self.queue.working.load(Relaxed);
        if all {
            self.queue.over.store(true, Relaxed);
        }
        all
    }

    /// Tells other threads whether this one still expects to advance.
    fn mark(&mut self, stalled: bool) {
        if std::mem::replace(&mut self.stalled, stalled) != stalled {
            // Adding `u32::MAX` subtracts one, by wrapping.
            self.queue.stalled.fetch_add(if stalled { 1 } else { u32::MAX }, Relaxed);
        }
    }

    /// Lets a group start. Stale registers are visible only to observers (`looks`).
    fn admit(&mut self, looks: bool) -> bool {
        let Some(n) = self.queue.start() else { return false };
        let needed = self.options.native.filter(|_| !looks).and_then(|native| native.needed());
        let mut group = self.dispatch.group_within(n, &mut self.spare, needed);
        group.seed(self.options.seed);
        self.groups.push(group);
        true
    }

    /// Starts up to `wanted` groups; returns whether any started.
    fn admit_many(&mut self, wanted: usize, looks: bool) -> bool {
        (0..wanted).take_while(|_| self.admit(looks)).count() != 0
    }

    fn advance<O: Sight>(&mut self, sight: &mut O) -> End {
        let mut last_change = (self.progress, self.steps);
        let mut rounds = 0;
        if self.groups.is_empty() {
            self.admit(sight.looks());
        }
        while !self.groups.is_empty() {
            let (before, earlier) = (self.groups.len(), self.progress);
            let round = match self.round(sight) {
                Ok(round) => round,
                Err((place, stop)) => return End::Ended(Outcome::Stopped { place, stop }),
            };
            if self.queue.over.load(Relaxed) || round == Round::Late {
                return End::Parted;
            }
            self.share();
            if round == Round::Short {
                continue;
            }
            if self.progress != last_change.0 {
                last_change = (self.progress, self.steps);
                self.mark(false);
            }
            // After each round in which no group ended, that many groups join, so that a barrier across many groups opens soon.
            rounds = if self.groups.len() == before { rounds + 1 } else { usize::from(self.groups.is_empty()) };
            let wanted = match self.groups.len() {
                0..CROWD => rounds,
                many if rounds % PAUSE == PAUSE - 1 => many,
                _ => 0,
            };
            let mut grown = self.admit_many(wanted, sight.looks());
            let (total, ended_at) = (self.queue.total(), self.queue.ended_at.load(Relaxed));
            let quiet = total.saturating_sub(ended_at);
            if !self.groups.is_empty() && (total >= self.options.max_steps || quiet >= self.options.idle_steps) {
                return End::Spent;
            }
            let idle = self.steps - last_change.1;
            // Groups that were handed over may be what these waves wait for, or the reverse.
            let handed = self.queue.take();
            grown |= !handed.is_empty();
            self.groups.extend(handed);
            // A queued wave may have been released after its turn, so a round with progress is not the last.
            let asleep = self.progress == earlier
                && !self.groups.iter().flat_map(|g| &g.waves).any(|w| w.status == Status::Ready);
            if asleep || idle > self.patience {
                // Groups that have not started may be what all others wait for. If a wave computes, this is unlikely, but it is tried
                // before the launch is given up.
                let more = self.queue.held() == Held::Order;
                let ending = quiet >= self.options.idle_steps.min(self.options.max_steps) / RESERVE;
                if more && (asleep || ending || self.prove(self.brief()).is_some()) {
                    grown |= self.admit_many(self.groups.len(), sight.looks());
                }
                if !grown && !more && !self.groups.is_empty() {
                    return End::Stalled;
                }
            }
            if self.steps > self.limit || self.is_late() {
                return End::Parted;
            }
            if quiet > WATCHING
                && S::ALONE
                && let Some(stuck) = self.watch(grown)
            {
                return End::Ended(Outcome::Hung(stuck));
            }
        }
        End::Finished
    }

    /// Leaves half of the groups to a thread without any.
    fn share(&mut self) {
        if self.groups.len() > 1 && self.queue.is_short() {
            self.queue.hand_over(self.groups.split_off(self.groups.len().div_ceil(2)));
        }
    }

    /// Whether a round ends before all groups have had their turns.
    fn cut(&mut self) -> Option<Round> {
        if self.queue.over.load(Relaxed) || self.is_late() {
            return Some(Round::Late);
        }
        self.queue.is_short().then_some(Round::Short)
    }

    /// Whether time is up; the clock is read after about each turn.
    fn is_late(&mut self) -> bool {
        let Some(deadline) = self.deadline.filter(|_| self.steps - self.looked >= TURN) else { return false };
        self.looked = self.steps;
        Instant::now() >= deadline
    }

    /// Whether only one wave runs and all others wait for it, so that turns make no difference.
    fn has_one_wave(&self) -> bool {
        let can = |w: &&Wave| matches!(w.status, Status::Ready | Status::Queued);
        self.groups.iter().flat_map(|g| &g.waves).filter(can).nth(1).is_none()
    }

    /// Checks for a repeating state; `grown` if groups have joined since the last check.
    fn watch(&mut self, grown: bool) -> Option<Hang> {
        let certain = self.options.seed == 0 || self.has_one_wave();
        if grown || !certain || !matches!(self.queue.held(), Held::Nothing | Held::Resident) {
            self.trail = None;
            return None;
        }
        let Some(trail) = &mut self.trail else {
            self.trail = Trail::new(self.memory, &self.groups, self.queue.total());
            return None;
        };
        if !trail.comes_again(self.memory, &self.groups, self.queue.total()) {
            return None;
        }
        let trail = self.trail.take()?;
        recur::report(self, trail)
    }

    /// Gives every wave of every group in flight a turn, unless the round ends early; groups without a turn are first in the next round.
    pub(super) fn round<O: Sight>(&mut self, sight: &mut O) -> Result<Round, (Place, Stop)> {
        let mut groups = std::mem::take(&mut self.groups);
        if self.options.seed != 0 {
            self.random.shuffle(&mut groups);
        }
        let (running, mut turns) = (groups.len(), 0);
        let result = loop {
            let Some(group) = groups.get_mut(turns) else { break Ok(Round::Whole) };
            turns += 1;
            if let Err(stop) = self.turn(group, sight) {
                break Err(stop);
            }
            if turns != running
                && let Some(cut) = self.cut()
            {
                break Ok(cut);
            }
        };
        groups.rotate_left(turns % running.max(1));
        for mut ended in groups.extract_if(.., |group| group.is_done()) {
            if sight.looks() {
                sight.observer().ended(ended.index);
            }
            if self.spare.groups.len() * ended.waves.len() < SPARE {
                ended.waves.iter_mut().for_each(Wave::shed);
                self.spare.groups.push(ended);
            }
        }
        self.queue.in_flight.fetch_sub((running - groups.len()) as u32, Relaxed);
        if let Some(finished) = self.options.finished {
            finished.fetch_add((running - groups.len()) as u64, Relaxed);
        }
        self.groups = groups;
        result
    }

    /// Gives every wave of a group a turn. Where turns are not random and groups do not wait for each other, a wave that a barrier of the group
    /// releases goes on with the rest of its turn, so that a group with barriers ends before many others begin and their state drives its own out
    /// of the host's caches.
    fn turn<O: Sight>(&mut self, group: &mut Group, sight: &mut O) -> Result<(), (Place, Stop)> {
        let drawn = self.options.seed != 0;
        let goes_on = !drawn && !self.dispatch.cooperative;
        let Group { waves, shared, barriers, index } = group;
        let (count, index, mut live) = (waves.len(), *index, waves.live());
        let (first, lived) = (if drawn { self.random.below(count as u64) as usize } else { 0 }, live);
        let begun = self.steps;
        let budget = self.options.max_steps.saturating_sub(self.queue.total());
        // Whether something happens after the turn of each wave.
        let apart = drawn || self.dispatch.service.is_some() || self.own.is_some();
        let mut context = Context {
            dispatch: self.dispatch,
            memory: self.memory,
            shared,
            barriers,
            group: index,
            stats: &mut self.stats,
            changes: 0,
            sight,
            model: &Sequential::<S>(PhantomData),
            deltas: None,
            native: self.options.native.map(|native| (native, &mut self.room)),
            own: self.own.as_ref(),
            fresh: Default::default(),
        };
        self.turns.clear();
        self.turns.resize(count, TURN);
        let (mut begins, mut released) = (true, true);
        while std::mem::take(&mut released) {
            let mut i = 0;
            while i < count {
                let mut at = (first + i) % count;
                if begins {
                    if drawn {
                        self.turns[at] = 1 + self.random.below(256);
                    }
                    if matches!(waves[at].status, Status::Queued | Status::Halted)
                        && wake(self.dispatch, self.memory.unit(), &mut waves[at])
                    {
                        self.progress += 1;
                    }
                }
                let can = |wave: &Wave| wave.status == Status::Ready;
                let (ran, from) = (can(&waves[at]), i);
                while self.turns[at] != 0 && can(&waves[at]) {
                    let before = context.stats.wave_instructions;
                    let rest = budget.saturating_sub(self.steps - begun);
                    let mut turn = Turn::new(self.turns[at], rest);
                    if drawn {
                        turn.over = 0;
                    }
                    if turn.left == 0 {
                        break;
                    }
                    let end = if apart { at + 1 } else { count };
                    let (waves_from, turns) = (&mut waves[at..end], &mut self.turns[at..end]);
                    let mut members = Members { waves: waves_from, turns, at: 0, live };
                    let result = context.run_members(&mut members, turn);
                    (live, i) = (members.live, i + members.at);
                    at += members.at;
                    self.progress += std::mem::take(&mut context.changes);
                    self.steps += context.stats.wave_instructions - before;
                    let flow;
                    (flow, self.turns[at]) = result?;
                    if let Some(own) = &self.own {
                        own.look(context.stats.lane_atomics);
                    }
                    self.progress += u64::from(flow != Flow::Ready);
                    live -= u32::from(flow == Flow::Done);
                    if context.sight.looks() && matches!(flow, Flow::Barrier(_) | Flow::Done) {
                        let waves: Vec<&Wave> = waves.iter().collect();
                        context.sight.observer().meets(index, &waves, at, flow);
                    }
                    let members = &mut Living { waves, live };
                    released |= settle(&self.dispatch.program, context.barriers, members, flow) && goes_on;
                }
                if let Some(service) = self.dispatch.service.filter(|_| begins || ran) {
                    let served = (service.serve)(self.memory, service.at);
                    let place = |stop| (stuck::waiting(self.dispatch, index, &waves[at], Wait::Running).place, stop);
                    self.progress += u64::from(served.map_err(place)?);
                }
                debug_assert!(i == from || !apart);
                i += 1;
            }
            begins = false;
        }
        debug_assert_eq!(live, waves.live());
        let steps = self.steps - begun;
        let total = self.queue.steps.fetch_add(steps, Relaxed) + steps;
        if live != lived {
            self.queue.ended_at.store(total, Relaxed);
        }
        Ok(())
    }
}

/// The waves of a group, in any container.
pub(super) trait Waves {
    /// How many have not ended.
    fn live(&self) -> u32;
    /// Change those of which this holds.
    fn change(&mut self, which: impl Fn(&Wave) -> bool, change: impl FnMut(&mut Wave));
}

impl Waves for Vec<Wave> {
    fn live(&self) -> u32 {
        self.iter().filter(|w| w.status != Status::Done).count() as u32
    }

    fn change(&mut self, which: impl Fn(&Wave) -> bool, change: impl FnMut(&mut Wave)) {
        self.iter_mut().filter(|w| which(w)).for_each(change);
    }
}

/// The waves of a group, counted.
struct Living<'g> {
    waves: &'g mut Vec<Wave>,
    /// How many have not ended.
    live: u32,
}

impl Waves for Living<'_> {
    fn live(&self) -> u32 {
        self.live
    }

    fn change(&mut self, which: impl Fn(&Wave) -> bool, change: impl FnMut(&mut Wave)) {
        self.waves.change(which, change);
    }
}

/// Opens the barriers that a wave's step completed; returns whether any opened.
pub(super) fn settle(program: &Program, barriers: &mut [Barrier], waves: &mut impl Waves, flow: Flow) -> bool {
    let ids = match flow {
        Flow::Ready | Flow::Queued => return false,
        Flow::Barrier(id) => usize::from(id)..usize::from(id) + 1,
        // Most groups have no barrier at which waves wait.
        Flow::Done if barriers.iter().fold(0, |any, barrier| any | barrier.arrived) == 0 => return false,
        Flow::Done => 0..barriers.len(),
    };
    let (live, mut opened) = (waves.live(), false);
    for id in ids {
        let barrier = barriers[id];
        if !barrier.is_complete(live) {
            continue;
        }
        barriers[id] = Barrier::default();
        opened = true;
        waves.change(|w| w.signalled >> id & 1 != 0, |w| w.signalled &= !(1 << id));
        waves.change(|w| w.status == Status::AtBarrier(id as u8), |w| release(program, w, &barrier));
    }
    opened
}
