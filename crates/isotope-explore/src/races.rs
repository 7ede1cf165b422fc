//! Data races: two accesses of different waves (or of different lanes, where these are kept apart) to the same bytes, one of them a write,
//! that are not ordered by happens-before, unless both are atomic with respect to each other.
//!
//! Every execution that `traces` runs is walked with a vector clock for each wave. Executions are sequentially consistent. Happens-before
//! in them follows from the order and scope that the machine code states, and from what the machine guarantees for these ([`Ordering`]).
//! Two racing accesses are dependent, so executions in which they are adjacent are among those that are run.
//!
//! `traces` leaves out rounds of waiting loops, because they change nothing. Their reads can race. So one round is added where a wave
//! begins to wait, after each change of what it reads; and, in a copy of the execution, as early as the wave can have arrived there.
//!
//! Where lanes are kept apart, each execution is walked a second time with a clock for each lane. Then all accesses count, also those to
//! words that only one wave touches; the program order of a wave does not order its lanes.

mod walk;

use std::collections::{BTreeSet, HashMap, HashSet};

use isotope_ir::ordering::{Ordering, Silent};
use isotope_machine::state::Status;
use isotope_machine::{Dispatch, Session, Storage};
use smallvec::SmallVec;

use crate::automaton::{Halt, Node, Ran};
use crate::deeds::{Access, Deed, Recorder, Spot, resource, together};
use crate::error::Error;
use crate::schedule::Schedule;
use crate::system::{Move, System};
use crate::watch::{Room, Word};
use walk::{Lens, Step, Walk};

/// Most kinds of races: pairs of instructions.
const KINDS: usize = 1000;

/// One of two racing accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaceSide {
    /// Group number, in the order of the grid.
    pub group: u32,
    /// The wave of the group.
    pub wave: u32,
    /// Index of the step.
    pub step: u32,
    /// The lanes that access the word.
    pub lanes: u64,
    /// It reads.
    pub reads: bool,
    /// It writes.
    pub writes: bool,
    /// It is atomic.
    pub atomic: bool,
}

/// What would order two racing accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Missing {
    /// No synchronization between them: no barrier, atomic or request.
    Synchronisation,
    /// The synchronizing write before the second access is not a release.
    Release,
    /// The synchronizing read is not an acquire.
    Acquire,
    /// Both.
    Order,
    /// A fence or an atomic with a wider scope.
    Scope,
    /// A cache invalidation before the second access, which reads.
    CacheOperation,
    /// Both are atomic, but not on the same bytes.
    Size,
    /// Lanes of one instruction: memory serves them in an undefined order.
    Instruction,
}

/// The threads of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Between {
    /// Waves; the lanes of a wave count as one thread.
    Waves,
    /// Lanes of one wave: ordered only if the wave runs in lockstep.
    Lanes,
    /// Lanes of one instruction of a wave.
    Instruction,
    /// Lanes of two waves, ordered only through another lane of one of the waves, in lockstep.
    LanesOfWaves,
    /// Lanes of one instruction that store the same value: no race.
    Agreeing,
}

/// When a race between lanes shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exposed {
    /// Lanes of all such accesses of the two instructions.
    pub lanes: [u64; 2],
    /// Waves of at most this many lanes have two such lanes in different waves; 0 if they are in different waves already.
    pub width: u32,
}

impl Missing {
    /// In a word or two: order, scope or cache operation.
    pub fn name(self) -> &'static str {
        match self {
            Missing::Synchronisation | Missing::Release | Missing::Acquire | Missing::Order => "order",
            Missing::Scope => "scope",
            Missing::CacheOperation => "cache operation",
            Missing::Size => "size",
            Missing::Instruction => "order of lanes",
        }
    }

    /// As a sentence.
    pub fn what(self) -> &'static str {
        match self {
            Missing::Synchronisation => "order: no barrier, atomic or request leads from one to the other",
            Missing::Release => {
                "order: a release between the first and what tells of it (a fence, or a wait until it is over)"
            }
            Missing::Acquire => {
                "order: an acquire between what tells of the first and the second (a fence, or a wait and an invalidation)"
            }
            Missing::Order => "order: a release behind the first and an acquire in front of the second",
            Missing::Scope => "scope: the fence or the atomic between them is for too few",
            Missing::CacheOperation => "cache operation: the second may be served by a line from before the first",
            Missing::Size => "size: both are atomic, but not on the same bytes",
            Missing::Instruction => "order of lanes: nothing says which lane of an instruction memory serves last",
        }
    }
}

/// Two racing accesses.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Race {
    /// Which memory: global, shared, or that of the synchronization unit (`Device`).
    pub storage: Storage,
    /// Byte address in global memory, byte offset in the others.
    pub at: u64,
    /// Bytes that both access.
    pub bytes: u32,
    /// The access that comes first in this execution.
    pub first: RaceSide,
    /// The second access.
    pub second: RaceSide,
    /// What is missing.
    pub missing: Missing,
    /// How many executions have such a race of these two instructions.
    pub executions: u64,
    /// A schedule that runs up to the second access.
    pub schedule: Schedule,
    /// The threads.
    pub between: Between,
    /// When it shows, for lanes of a wave.
    pub exposed: Option<Exposed>,
}

/// The result of the search for races.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Races {
    /// One race for each pair of instructions.
    pub found: Vec<Race>,
    /// Number of executions.
    pub executions: u64,
    /// Why the launch is not proven free of races although none was found.
    pub unknown: Vec<String>,
    /// Indices of two steps that race unless both are atomic. The instruction of the first does not say whether it is: a plain access is
    /// compiled to the same instruction.
    pub unsettled: Vec<[u32; 2]>,
    /// Where lanes are kept apart: instructions of which several lanes store the same value into a word, which is not a race.
    pub agreeing: Vec<Race>,
}

/// The steps of two accesses, the lower one first, and whether each writes.
type Key = (u32, u32, bool, bool);

/// Two accesses of an execution, by the position of the second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sighting {
    pub threads: [u16; 2],
    pub accesses: [Access; 2],
    pub strong: [bool; 2],
    /// What is missing if both are atomic, but not with respect to each other.
    pub clash: Option<Missing>,
    pub between: Between,
    /// Lanes of all such accesses, and the widest wave in which some of them are in different waves.
    pub lanes: [u64; 2],
    pub width: u32,
    /// Position of the step of the second; `None` before the first step.
    pub at: Option<usize>,
}

impl Sighting {
    fn key(&self) -> Key {
        let side = |n: usize| (self.accesses[n].step, self.accesses[n].writes);
        let (low, high) = if side(0) <= side(1) { (side(0), side(1)) } else { (side(1), side(0)) };
        (low.0, high.0, low.1, high.1)
    }

    fn is_same(&self, other: &Sighting) -> bool {
        let place = |s: &Sighting| (s.at, s.threads, s.accesses.map(|a| (a.step, a.spot, a.at, a.lanes, a.instance)));
        place(self) == place(other)
    }

    /// Merges another sighting of the same kind.
    fn join(&mut self, other: &Sighting) {
        // The two accesses may have come in either order.
        let lanes = if self.accesses[0].step == other.accesses[0].step {
            other.lanes
        } else {
            [other.lanes[1], other.lanes[0]]
        };
        self.lanes.iter_mut().zip(lanes).for_each(|(all, lanes)| *all |= lanes);
        self.width = self.width.max(other.width);
    }
}

struct RaceKind {
    seen: Sighting,
    missing: Missing,
    path: Vec<Move>,
    executions: u64,
}

/// A step of this execution: the wave, its outcome, its number in its wave.
pub(crate) struct Taken {
    pub thread: u16,
    pub outcome: u32,
    pub number: u32,
}

/// What waves did that order depends on, in order.
type Deeds = Box<[(u16, Deed)]>;

/// Searches races in one execution after another.
pub(crate) struct Finder<'a> {
    rules: &'static Ordering,
    dispatch: &'a Dispatch,
    /// The launch before its first step.
    base: Session<'a>,
    /// What waves did before their first visible step, and in each step.
    lead: Option<Deeds>,
    deeds: HashMap<u32, Deeds>,
    /// Number of lanes of each wave, and what the lanes did, where lanes are kept apart.
    lanes: Option<Vec<u32>>,
    lane_lead: Deeds,
    lane_deeds: HashMap<u32, Deeds>,
    /// Words whose unmarked accesses are atomic.
    atomic: HashSet<(Spot, u64)>,
    kinds: Vec<RaceKind>,
    index: HashMap<(Between, Key), usize>,
    unknown: BTreeSet<String>,
    unsettled: BTreeSet<[u32; 2]>,
    executions: u64,
    /// Prefixes of executions that were already checked with the earliest round of a waiting loop.
    early: HashSet<Vec<(u16, u32, bool)>>,
}

impl<'a> Finder<'a> {
    pub fn new(
        rules: &'static Ordering,
        dispatch: &'a Dispatch,
        base: Session<'a>,
        lanes: Option<Vec<u32>>,
    ) -> Finder<'a> {
        Finder {
            lanes,
            lane_lead: Deeds::default(),
            lane_deeds: HashMap::new(),
            rules,
            dispatch,
            base,
            lead: None,
            deeds: HashMap::new(),
            atomic: HashSet::new(),
            kinds: Vec::new(),
            index: HashMap::new(),
            unknown: BTreeSet::new(),
            unsettled: BTreeSet::new(),
            executions: 0,
            early: HashSet::new(),
        }
    }

    /// The exploration starts again. Which words are atomic is kept.
    pub fn restart(&mut self) {
        self.kinds.clear();
        self.index.clear();
        self.unknown.clear();
        self.unsettled.clear();
        self.early.clear();
        self.lead = None;
        self.deeds.clear();
        self.lane_deeds.clear();
        self.executions = 0;
    }

    fn silent(&self, spot: Spot) -> Silent {
        match spot {
            Spot::Room(Room::Global) => self.rules.global,
            Spot::Room(Room::Shared(_)) | Spot::Unit => self.rules.near,
        }
    }

    /// Words for which waves wait count as atomic where loads are unmarked.
    fn learn(&mut self, system: &System<'_>) -> Result<(), Halt> {
        let mut again = false;
        for cell in &system.automaton.awaited {
            let word = system.automaton.cells[*cell as usize];
            let spot = Spot::Room(word.room);
            again |= self.silent(spot).loads && self.atomic.insert((spot, word.at));
        }
        if again { Err(Halt::Restart) } else { Ok(()) }
    }

    /// Checks an execution: its steps, the states before each and after the last, and what happened before each wave's next step.
    pub fn look<'s>(
        &mut self,
        system: &mut System<'_>,
        taken: &[Taken],
        state: impl Fn(usize) -> &'s [u32],
        base: impl Fn(usize, usize) -> &'s [u32],
    ) -> Result<(), Halt> {
        self.learn(system)?;
        self.executions += 1;
        let threads = system.threads();
        let mut steps: Vec<Step> = Vec::new();
        let mut last: Vec<Option<(Node, SmallVec<[u32; 8]>)>> = vec![None; threads];
        for at in 0..=taken.len() {
            let state = state(at);
            for thread in 0..threads {
                let node = state[thread];
                if !system.automaton.waiting.contains(&node) || !system.enabled(state, thread) {
                    continue;
                }
                let Some(round) = system.round(state, thread)? else { continue };
                let round = Some((node, round));
                if last[thread] != round {
                    let did = round.iter().flat_map(|(_, did)| did);
                    steps.extend(did.map(|outcome| Step { thread: thread as u16, outcome: *outcome, extra: true }));
                    last[thread] = round;
                }
            }
            if let Some(Taken { thread, outcome, .. }) = taken.get(at) {
                steps.push(Step { thread: *thread, outcome: *outcome, extra: false });
                last[usize::from(*thread)] = None;
            }
        }
        self.check(system, &steps, true)?;
        for at in 0..taken.len() {
            let thread = usize::from(taken[at].thread);
            if !system.automaton.waiting.contains(&state(at)[thread]) {
                continue;
            }
            let known = base(at, thread);
            let before = |step: &&Taken| step.number <= known[usize::from(step.thread)];
            let early = |step: &Taken| Step { thread: step.thread, outcome: step.outcome, extra: false };
            let mut steps: Vec<Step> = taken[..at].iter().filter(before).map(early).collect();
            if steps.len() == at {
                continue;
            }
            let (mut row, mut next) = (system.first.to_vec(), Vec::new());
            for step in &steps {
                system.take(&row, usize::from(step.thread), step.outcome, &mut next);
                std::mem::swap(&mut row, &mut next);
            }
            if !system.enabled(&row, thread) {
                continue;
            }
            let Some(round) = system.round(&row, thread)? else { continue };
            steps.extend(round.iter().map(|outcome| Step { thread: thread as u16, outcome: *outcome, extra: true }));
            steps.extend(taken[..at].iter().filter(|step| !before(step)).map(early));
            let key = steps.iter().map(|s| (s.thread, s.outcome, s.extra)).collect();
            if self.early.insert(key) {
                self.check(system, &steps, false)?;
            }
        }
        Ok(())
    }

    /// Records what waves do in new steps, by running the machine up to them.
    fn record(&mut self, system: &System<'_>, steps: &[Step]) {
        let unmet = |finder: &Self, step: &Step| !finder.deeds.contains_key(&step.outcome);
        if self.lead.is_some() && !steps.iter().any(|step| unmet(self, step)) {
            return;
        }
        let cells: HashSet<Word> = system.automaton.cells.iter().copied().collect();
        let mut session = self.base.clone();
        let (lead, of_lanes) = self.ran(system, &mut session, &cells, None, &system.lead);
        (self.lead, self.lane_lead) = (Some(lead), of_lanes);
        for step in steps {
            let outcome = &system.automaton.outcomes[step.outcome as usize];
            let (deeds, of_lanes) = self.ran(system, &mut session, &cells, Some(step.thread), &outcome.ran);
            self.deeds.entry(step.outcome).or_insert(deeds);
            self.lane_deeds.entry(step.outcome).or_insert(of_lanes);
        }
    }

    /// Lets waves run, after releasing one from a queue if it is in one. Returns what they did that other waves can depend on, and what
    /// their lanes did where lanes are kept apart.
    fn ran(
        &self,
        system: &System<'_>,
        session: &mut Session<'a>,
        cells: &HashSet<Word>,
        first: Option<u16>,
        ran: &[Ran],
    ) -> (Deeds, Deeds) {
        let program = &self.dispatch.program;
        let mut deeds: Vec<(u16, Deed)> = Vec::new();
        if let Some(thread) = first {
            let (group, wave) = system.automaton.threads[usize::from(thread)];
            if session.wave(group, wave).status == Status::Queued {
                let asked = resource(program, session.wave(group, wave));
                session.step(group, wave);
                deeds.extend(asked.map(|(ask, resource)| (thread, Deed::Request { ask, resource, served: true })));
            }
        }
        let (apart, mut instance) = (self.lanes.is_some(), 0);
        for Ran { thread, steps, first } in ran {
            let (group, wave) = system.automaton.threads[usize::from(*thread)];
            let mut recorder = Recorder::new(program, group as u32, apart);
            recorder.instance = instance;
            for done in 1..=*steps {
                recorder.before(session.wave(group, wave));
                let first: &[u8] = if done == *steps { first } else { &[] };
                session.step_ordered(group, wave, first, &mut recorder);
            }
            instance = recorder.instance;
            deeds.extend(recorder.deeds.into_iter().map(|deed| (*thread, deed)));
        }
        let of_lanes = if apart { deeds.clone().into_boxed_slice() } else { Deeds::default() };
        // What only one wave touches matters only for its lanes.
        deeds.retain(|(_, deed)| match deed {
            Deed::Access(Access { spot: Spot::Room(room), at, .. }) => cells.contains(&Word { room: *room, at: *at }),
            _ => true,
        });
        (if apart { together(&deeds) } else { deeds }.into_boxed_slice(), of_lanes)
    }

    /// A walk of waves or of lanes; only for one sighting, if one is given.
    fn walk(
        &self,
        system: &System<'_>,
        steps: &[Step],
        lens: Lens,
        apart: bool,
        sought: Option<&Sighting>,
    ) -> Walk<'_> {
        let lanes = self.lanes.as_deref().filter(|_| apart);
        let mut walk = Walk::new(self.rules, &self.atomic, lens, &system.automaton.threads, lanes);
        if let Some(sought) = sought {
            walk = walk.seeking(sought);
        }
        let (lead, deeds) = match apart {
            true => (&*self.lane_lead, &self.lane_deeds),
            false => (self.lead.as_deref().unwrap_or_default(), &self.deeds),
        };
        walk.run(&system.automaton, lead, deeds, steps);
        walk
    }

    fn check(&mut self, system: &mut System<'_>, steps: &[Step], counts: bool) -> Result<(), Halt> {
        self.record(system, steps);
        self.judge(system, steps, counts, false)?;
        if self.lanes.is_some() { self.judge(system, steps, counts, true) } else { Ok(()) }
    }

    /// Searches races of waves or of lanes.
    fn judge(&mut self, system: &mut System<'_>, steps: &[Step], counts: bool, apart: bool) -> Result<(), Halt> {
        let walk = self.walk(system, steps, Lens::default(), apart, None);
        let Walk { sightings, mut found_atomic, unsettled, unknown, .. } = walk;
        found_atomic.retain(|(spot, _)| {
            let Silent { loads, stores } = self.silent(*spot);
            loads || stores
        });
        if !found_atomic.is_empty() {
            self.atomic.extend(found_atomic);
            return Err(Halt::Restart);
        }
        self.unknown.extend(unknown);
        self.unsettled.extend(unsettled);
        let mut known: Vec<usize> = Vec::new();
        for seen in sightings {
            let index = (seen.between, seen.key());
            let kind = match self.index.get(&index) {
                Some(kind) => {
                    self.kinds[*kind].seen.join(&seen);
                    *kind
                }
                None if self.kinds.len() >= KINDS => continue,
                None => {
                    let steps = &steps[..seen.at.map_or(0, |at| at + 1)];
                    let missing = self.missing(system, steps, &seen);
                    let choice = |outcome: u32| system.automaton.outcomes[outcome as usize].choice;
                    let turn = |step: &Step| Move { thread: step.thread, choice: choice(step.outcome) };
                    let path = steps.iter().map(turn).collect();
                    self.index.insert(index, self.kinds.len());
                    self.kinds.push(RaceKind { seen, missing, path, executions: 0 });
                    self.kinds.len() - 1
                }
            };
            if !known.contains(&kind) && (counts || self.kinds[kind].executions == 0) {
                known.push(kind);
                self.kinds[kind].executions += 1;
            }
        }
        Ok(())
    }

    /// What two accesses lack: the weakest addition that would order them.
    fn missing(&self, system: &System<'_>, steps: &[Step], seen: &Sighting) -> Missing {
        if let Some(missing) = seen.clash {
            return missing;
        }
        let tries = [
            (Missing::Scope, Lens { wide: true, ..Lens::default() }),
            (Missing::CacheOperation, Lens { fresh: true, ..Lens::default() }),
            (Missing::Release, Lens { released: true, ..Lens::default() }),
            (Missing::Acquire, Lens { acquired: true, fresh: true, ..Lens::default() }),
            (Missing::Order, Lens { released: true, acquired: true, fresh: true, wide: true }),
        ];
        let apart = seen.between != Between::Waves;
        let orders = |lens: Lens| self.walk(system, steps, lens, apart, Some(seen)).sightings.is_empty();
        let found = tries.into_iter().find(|(_, lens)| orders(*lens));
        found.map_or(Missing::Synchronisation, |(missing, _)| missing)
    }

    /// The result after all executions.
    pub fn races(self, system: &mut System<'_>) -> Result<Races, Error> {
        let (mut found, mut agreeing) = (Vec::new(), Vec::new());
        for RaceKind { seen, missing, path, executions } in self.kinds {
            // This is already reported as a race of waves.
            if seen.between == Between::LanesOfWaves && self.index.contains_key(&(Between::Waves, seen.key())) {
                continue;
            }
            let side = |n: usize| {
                let (group, wave) = system.automaton.threads[usize::from(seen.threads[n])];
                let Access { step, lanes, reads, writes, .. } = seen.accesses[n];
                RaceSide { group: group as u32, wave: wave as u32, step, lanes, reads, writes, atomic: seen.strong[n] }
            };
            let (first, second) = (side(0), side(1));
            let both = seen.accesses[0].bytes & seen.accesses[1].bytes;
            let storage = match seen.accesses[0].spot {
                Spot::Room(Room::Global) => Storage::Global,
                Spot::Room(Room::Shared(_)) => Storage::Shared,
                Spot::Unit => Storage::Device,
            };
            let at = 4 * seen.accesses[0].at + u64::from(both.trailing_zeros());
            let schedule = Schedule { turns: system.turns(&path, 0)?.0, cycle: Vec::new() };
            let bytes = both.count_ones();
            let between = seen.between;
            let exposed = (between != Between::Waves).then_some(Exposed { lanes: seen.lanes, width: seen.width });
            let race = Race { storage, at, bytes, first, second, missing, executions, schedule, between, exposed };
            if between == Between::Agreeing { agreeing.push(race) } else { found.push(race) }
        }
        found.sort_by_key(|race| (race.between, race.first.step, race.second.step));
        Ok(Races {
            found,
            executions: self.executions,
            unknown: self.unknown.into_iter().collect(),
            unsettled: self.unsettled.into_iter().collect(),
            agreeing,
        })
    }
}
