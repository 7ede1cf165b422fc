//! Running a dispatch: which group and wave comes next, on how many host threads, and when to give up.
//!
//! Groups start in order, one at a time; while none finishes, more join after every round, so that groups may wait for
//! each other, and as many again where all of them only wait. Within a round every wave that can run gets a turn. Seed 0 takes waves in order with long turns; any
//! other seed draws order and length of turns from a generator, so that the same seed gives the same run on one host thread.
//!
//! How many groups may be in flight together is part of the modelled machine ([`Options::resident`]), and no verdict comes
//! before all that may be in flight are.
//!
//! A launch that cannot progress is recognised, not guessed: when nothing has changed for a while, each wave is run alone
//! until its own state repeats. If memory stands still and every wave repeats, no schedule can ever change anything. If it
//! does not, a wave computes; the next attempt comes after twice as many steps, and may take twice as many. A launch that goes
//! round, memory and all, is recognised on one host thread under seed 0, or where one wave runs ([`super::recur`]). How several share a
//! launch is said in [`super::team`].

use isotope_op::random::Random;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::dispatch::{Dispatch, Spare};
use super::fault::{Place, Stop};
use super::interp::{Context, Flow, Stats, release};
use super::model::Sequential;
use super::native::{Native, Room};
use super::observe::{Inside, Observer, Outside, Sight, Unobserved};
use super::recur::{self, Trail};
use super::reduce::Own;
use super::request::wake;
use super::state::{Barrier, Group, Status, Wave};
use super::stuck::{self, Standstill, Stuck, Verdict, Wait};
use super::team::Team;
use crate::mem::{Exclusive, Memory, Sharing};
use isotope_ir::program::Program;

/// How to run.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// Chooses the schedule, and what is drawn within a wave; 0 takes waves in order.
    pub seed: u64,
    /// Host threads.
    pub threads: usize,
    /// How long the first works alone; unless given, as long as it takes before others pay.
    pub opening: Option<Duration>,
    /// Wave instructions, of all host threads together, after which a launch is given up.
    pub max_steps: u64,
    /// Wave instructions without the end of a wave after which a launch is given up.
    pub idle_steps: u64,
    /// Groups in flight at most, on the modelled machine: as many as there are unless given.
    pub resident: Option<u32>,
    /// Bytes of state that groups in flight may take on this host. Where that keeps back groups for which others may wait,
    /// there is no verdict.
    pub state_bytes: u64,
    /// Grows by one for each group that has ended, for a progress display.
    pub finished: Option<&'a AtomicU64>,
    /// Code of the host for this dispatch, which is used where it may be.
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
    /// It does not end, or that could not be found out.
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
    let worker = Worker::<Exclusive>::new(dispatch, memory, &queue, options);
    if observer.looks_inside() { worker.finish(&mut Inside(observer)) } else { worker.finish(&mut Outside(observer)) }
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
pub(super) struct Share {
    pub(super) stats: Stats,
    pub(super) ended: Option<Outcome>,
    /// Steps that code of the host took.
    pub(super) by_code: u64,
    /// What its proofs of standstill had come to: whoever goes on need not begin with those that failed.
    pub(super) patience: u64,
}

/// Why a round of turns is over.
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
    /// The launch is to be looked at by one thread alone, or is over.
    Parted,
    /// Its budget is used up.
    Spent,
    Ended(Outcome),
}

/// Why groups that have not started do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    /// All have.
    Nothing,
    /// They will.
    Order,
    /// As many are in flight as the modelled machine holds.
    Resident,
    /// As many are in flight as this host holds.
    Host,
}

/// What the host threads of a launch share beside memory.
pub(super) struct Queue {
    /// Groups of the launch.
    count: u32,
    /// Groups in flight at most, on the modelled machine and on this host.
    resident: u32,
    fitting: u32,
    /// The first group that nobody has started.
    next: AtomicU32,
    /// Groups that have started and not ended.
    in_flight: AtomicU32,
    /// Groups that their thread could not advance. A thread that can goes on with them: its own waves may be the ones
    /// that these wait for, and may go on until these have been seen to move.
    handed: Mutex<Vec<Group>>,
    /// Whether there are any.
    any: AtomicBool,
    /// Threads that work together and have groups, those of them that no longer expect to advance, and those that wait for groups.
    working: AtomicU32,
    stalled: AtomicU32,
    waiting: AtomicU32,
    /// Threads are to work together no longer: the launch is over, or none of them advances.
    over: AtomicBool,
    /// Wave instructions of all threads, and how many of them there were when a wave ended last.
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

    /// Steps that are left if groups that have not ended take as many as those that have.
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

    /// Leave groups to others, those first that are to go on first.
    fn hand_over(&self, groups: Vec<Group>) {
        let mut handed = self.handed.lock().unwrap_or_else(PoisonError::into_inner);
        handed.extend(groups);
        self.any.store(!handed.is_empty(), Relaxed);
    }

    /// What was handed over, unless threads wait for it.
    fn take(&self) -> Vec<Group> {
        if self.any.load(Relaxed) && self.waiting.load(Relaxed) == 0 { self.take_share(1) } else { Vec::new() }
    }

    /// So many threads begin to work together.
    pub(super) fn begin(&self, threads: usize) {
        self.working.store(threads as u32, Relaxed);
    }

    /// They have all parted.
    pub(super) fn end(&self) {
        self.over.store(false, Relaxed);
    }

    /// Groups that have started and not ended.
    pub(super) fn in_flight(&self) -> u32 {
        self.in_flight.load(Relaxed)
    }

    /// Whether a thread waits for groups, and there are none for it.
    fn is_short(&self) -> bool {
        self.waiting.load(Relaxed) != 0 && !self.any.load(Relaxed)
    }

    /// Wait, without groups, for some of those that others have, until they have none themselves or it is late.
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

    /// One of `parts` parts of what was handed over, beginning with what was handed over first.
    pub(super) fn take_share(&self, parts: usize) -> Vec<Group> {
        let mut handed = self.handed.lock().unwrap_or_else(PoisonError::into_inner);
        let share = handed.len().div_ceil(parts);
        let rest = handed.split_off(share);
        self.any.store(!rest.is_empty(), Relaxed);
        std::mem::replace(&mut *handed, rest)
    }
}

/// Turns of a wave when the schedule is not drawn, in steps; one goes on to the end of the superblock in which it ends.
const TURN: u64 = 4096;
/// Steps without any change after which a proof of standstill is first tried.
pub(super) const PATIENCE: u64 = 1 << 18;
/// What part of the steps without any change each wave may take in an attempt, but for the first: most attempts are made because a wave
/// computes, and steps are taken one by one there, which takes up to a hundred times as long as code does.
const BRIEF: u64 = 512;
const FIRST: u64 = 4096;
/// Steps without the end of a wave after which the state of the launch is looked at for one that comes again.
const WATCHING: u64 = 1 << 22;
/// What part of its budget a launch may use up before groups join although one computes.
const RESERVE: u64 = 4;
/// How long a host thread that has nothing to do sleeps before it asks again.
const NAP: Duration = Duration::from_micros(50);
/// Groups in flight on a thread from which on more join only after [`PAUSE`] rounds in which none ended.
const CROWD: usize = 1024;
const PAUSE: usize = 16;
/// Waves that have ended whose files are kept; those of one more group may be.
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
    /// What code of the host keeps.
    room: Room,
    /// What this thread does beside memory.
    pub(super) own: Option<Own<'a>>,
    /// Steps of this thread.
    steps: u64,
    random: Random,
    /// Grows with every changed byte, opened barrier and ended wave.
    progress: u64,
    /// Steps without any change after which a proof of standstill is tried.
    pub(super) patience: u64,
    /// Steps without any change after which it no longer waits for what others may write.
    pub(super) parting: u64,
    /// Steps, and the time, after which this thread parts from its groups.
    pub(super) limit: u64,
    pub(super) deadline: Option<Instant>,
    /// Its steps when it last looked at the clock.
    looked: u64,
    /// Whether it no longer expects to advance.
    stalled: bool,
    /// A state that may come again.
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

    /// Run until every group has ended or nothing can, on the only host thread.
    fn finish(self, sight: &mut impl Sight) -> Report {
        let Share { ended, stats, .. } = self.alone(sight);
        Report { outcome: ended.unwrap_or(Outcome::Done), stats }
    }

    /// Run as the only host thread; no outcome if it was to part.
    pub(super) fn alone(mut self, sight: &mut impl Sight) -> Share {
        let outcome = loop {
            match self.advance(sight) {
                End::Finished => break Some(Outcome::Done),
                End::Ended(outcome) => break Some(outcome),
                End::Spent => break Some(Outcome::Stuck(self.spent())),
                End::Stalled => {
                    if let Some(standstill) = self.prove(self.brief()) {
                        break Some(Outcome::Stuck(self.standstill(standstill)));
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

    /// Try a proof of standstill, in so many steps of each wave; after a failure the next one is tried later.
    fn prove(&mut self, each: u64) -> Option<Standstill> {
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

    /// The verdict that the groups in flight stand still.
    fn standstill(&self, standstill: Standstill) -> Stuck {
        let (places, rests_on) = standstill.report(self.dispatch, self.memory, &self.groups);
        // What stands still may wait for a group that finds no room.
        let verdict = match self.queue.held() {
            Held::Host => Verdict::HostLimit { groups: self.groups.len(), bytes: self.options.state_bytes },
            _ => Verdict::Standstill,
        };
        Stuck { places, rests_on, ..self.stuck(verdict) }
    }

    /// The budget is used up, which says nothing; perhaps a proof does.
    fn spent(&mut self) -> Stuck {
        if matches!(self.queue.held(), Held::Nothing | Held::Resident)
            && let Some(standstill) = self.prove(self.patience)
        {
            return self.standstill(standstill);
        }
        self.stuck(Verdict::Budget { quiet: self.queue.total() - self.queue.ended_at.load(Relaxed) })
    }

    /// A report of where each wave is.
    pub(super) fn stuck(&self, verdict: Verdict) -> Stuck {
        Stuck {
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
                // A wave that computes needs nobody else, and what others still do may be what it waits for.
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

    /// Whether neither this thread nor any other can be expected to advance, which is then for one alone to see.
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

    /// Tell others whether this thread still expects to advance.
    fn mark(&mut self, stalled: bool) {
        if std::mem::replace(&mut self.stalled, stalled) != stalled {
            // Wraps around where one is taken off.
            self.queue.stalled.fetch_add(if stalled { 1 } else { u32::MAX }, Relaxed);
        }
    }

    /// Let a group start. Only who looks at registers could see what a program does not read.
    fn admit(&mut self, looks: bool) -> bool {
        let Some(n) = self.queue.start() else { return false };
        let needed = self.options.native.filter(|_| !looks).and_then(|native| native.needed());
        let mut group = self.dispatch.group_within(n, &mut self.spare, needed);
        group.seed(self.options.seed);
        self.groups.push(group);
        true
    }

    /// As many of `wanted` groups as may start; whether any did.
    fn admit_many(&mut self, wanted: usize, looks: bool) -> bool {
        (0..wanted).take_while(|_| self.admit(looks)).count() != 0
    }

    fn advance<O: Sight>(&mut self, sight: &mut O) -> End {
        let mut last_change = (self.progress, self.steps);
        let mut rounds = 0;
        if self.groups.is_empty() {
            self.admit(O::LOOKS);
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
            // Rounds in which no group ended: as many groups join, so that a barrier across many opens soon.
            rounds = if self.groups.len() == before { rounds + 1 } else { usize::from(self.groups.is_empty()) };
            let wanted = match self.groups.len() {
                0..CROWD => rounds,
                many if rounds % PAUSE == PAUSE - 1 => many,
                _ => 0,
            };
            let mut grown = self.admit_many(wanted, O::LOOKS);
            let (total, ended_at) = (self.queue.total(), self.queue.ended_at.load(Relaxed));
            let quiet = total.saturating_sub(ended_at);
            if !self.groups.is_empty() && (total >= self.options.max_steps || quiet >= self.options.idle_steps) {
                return End::Spent;
            }
            let idle = self.steps - last_change.1;
            // Those handed over may be what these waves wait for, or the other way round.
            let handed = self.queue.take();
            grown |= !handed.is_empty();
            self.groups.extend(handed);
            // A queued wave may have been released after its turn, so a round in which something happened is not the last.
            let asleep = self.progress == earlier
                && !self.groups.iter().flat_map(|g| &g.waves).any(|w| w.status == Status::Ready);
            if asleep || idle > self.patience {
                // Those that have not started may be what all others wait for. Where a wave computes it is hardly so, but a launch is not
                // given up before that is tried.
                let more = self.queue.held() == Held::Order;
                let ending = quiet >= self.options.idle_steps.min(self.options.max_steps) / RESERVE;
                if more && (asleep || ending || self.prove(self.brief()).is_some()) {
                    grown |= self.admit_many(self.groups.len(), O::LOOKS);
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
                return End::Ended(Outcome::Stuck(stuck));
            }
        }
        End::Finished
    }

    /// Leave half of the groups to a thread that has none.
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

    /// Whether its time is over; the clock is looked at after each turn or so.
    fn is_late(&mut self) -> bool {
        let Some(deadline) = self.deadline.filter(|_| self.steps - self.looked >= TURN) else { return false };
        self.looked = self.steps;
        Instant::now() >= deadline
    }

    /// Whether one wave runs and all others wait for it, so that turns make no difference.
    fn has_one_wave(&self) -> bool {
        let can = |w: &&Wave| matches!(w.status, Status::Ready | Status::Queued);
        self.groups.iter().flat_map(|g| &g.waves).filter(can).nth(1).is_none()
    }

    /// Look for a state that comes again; `grown` when groups have joined since the last look.
    fn watch(&mut self, grown: bool) -> Option<Stuck> {
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

    /// Give every wave of every group in flight a turn, unless something else comes first; those that have had none are the first of
    /// the next.
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
        groups.retain_mut(|g| {
            let ended = g.is_done();
            if O::LOOKS && ended {
                sight.observer().ended(g.index);
            }
            if ended && self.spare.files.len() < SPARE {
                self.spare.files.extend(g.waves.drain(..).map(Wave::into_files));
            }
            !ended
        });
        self.queue.in_flight.fetch_sub((running - groups.len()) as u32, Relaxed);
        if let Some(finished) = self.options.finished {
            finished.fetch_add((running - groups.len()) as u64, Relaxed);
        }
        self.groups = groups;
        result
    }

    /// Give every wave of a group a turn.
    fn turn<O: Sight>(&mut self, group: &mut Group, sight: &mut O) -> Result<(), (Place, Stop)> {
        let count = group.waves.len();
        let first = if self.options.seed == 0 { 0 } else { self.random.below(count as u64) as usize };
        let begun = self.steps;
        let budget = self.options.max_steps.saturating_sub(self.queue.total());
        let mut ended = false;
        for i in 0..count {
            let at = (first + i) % count;
            let drawn = self.options.seed != 0;
            let turn = if drawn { 1 + self.random.below(256) } else { TURN };
            let mut left = turn.min(budget.saturating_sub(self.steps - begun));
            if matches!(group.waves[at].status, Status::Queued | Status::Halted)
                && wake(self.dispatch, self.memory.unit(), &mut group.waves[at])
            {
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
                    sight,
                    model: &Sequential::<S>(PhantomData),
                    deltas: None,
                    native: self.options.native.map(|native| (native, &mut self.room)),
                    own: self.own.as_ref(),
                    fresh: Default::default(),
                };
                // A turn that is not drawn ends where a superblock does: to leave one in its midst would cost its gain.
                let rest = budget.saturating_sub(self.steps - begun) - left;
                let result = context.run(&mut waves[at], left, if drawn { 0 } else { rest });
                self.progress += context.changes;
                self.steps += self.stats.wave_instructions - before;
                let (flow, rest) = result?;
                left = rest;
                if let Some(own) = &self.own {
                    own.look(self.stats.lane_atomics);
                }
                self.progress += u64::from(flow != Flow::Ready);
                ended |= flow == Flow::Done;
                if O::LOOKS && matches!(flow, Flow::Barrier(_) | Flow::Done) {
                    let waves: Vec<&Wave> = group.waves.iter().collect();
                    sight.observer().meets(group.index, &waves, at, flow);
                }
                settle(&self.dispatch.program, &mut group.barriers, &mut group.waves, flow);
            }
            if let Some(service) = self.dispatch.service {
                let served = (service.serve)(self.memory, service.at);
                let place =
                    |stop| (stuck::waiting(self.dispatch, group.index, &group.waves[at], Wait::Running).place, stop);
                self.progress += u64::from(served.map_err(place)?);
            }
        }
        let steps = self.steps - begun;
        let total = self.queue.steps.fetch_add(steps, Relaxed) + steps;
        if ended {
            self.queue.ended_at.store(total, Relaxed);
        }
        Ok(())
    }
}

/// The waves of a group, however they are kept.
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

/// Open the barriers that a wave's step completed.
pub(super) fn settle(program: &Program, barriers: &mut [Barrier], waves: &mut impl Waves, flow: Flow) {
    let ids = match flow {
        Flow::Ready | Flow::Queued => return,
        Flow::Barrier(id) => usize::from(id)..usize::from(id) + 1,
        // Most groups have no barrier at which waves wait.
        Flow::Done if barriers.iter().fold(0, |any, barrier| any | barrier.arrived) == 0 => return,
        Flow::Done => 0..barriers.len(),
    };
    let live = waves.live();
    for id in ids {
        let barrier = barriers[id];
        let expected = if barrier.expected == 0 { live } else { barrier.expected };
        if barrier.arrived == 0 || barrier.arrived < expected {
            continue;
        }
        barriers[id] = Barrier::default();
        waves.change(|w| w.signalled >> id & 1 != 0, |w| w.signalled &= !(1 << id));
        waves.change(|w| w.status == Status::AtBarrier(id as u8), |w| release(program, w, &barrier));
    }
}
