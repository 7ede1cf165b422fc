//! Every execution once, up to the order of independent steps: optimal dynamic partial-order reduction with wake-up trees.
//!
//! Two executions are *equivalent* if one becomes the other by swapping adjacent independent steps of different waves: steps that share no
//! word, or only read it. An atomic that does not change the word is a read, such as a failing compare-and-swap. Arrivals of waves of a
//! group at a barrier are independent too; requests to the synchronization unit are not. One execution of each class is run.
//!
//! Where orders of lanes or of branches are explored, a step can have several outcomes. Outcomes that write the same and lead to the same
//! node are merged; executions in which a step has different outcomes are not equivalent.
//!
//! A wave that would return to its current state without having written anything, if it ran alone, *waits*: it takes no step until a word
//! that it reads there has changed. So a waiting loop is one step, the one that leaves it.
//!
//! With symmetry reduction, executions are also merged if they become each other by renaming identical waves. Each identical wave takes its
//! first step after that of the one before it, as if that one had started it; so at least one execution of each class is run. Classes are
//! told apart by the histories of steps: what a step did, and the histories of the steps that happened before it, without wave names. Two
//! steps with equal histories conflict with the same steps (they touch the same words, and a step between them would be part of a history),
//! so equal histories are one class.
//!
//! The algorithm is that of "Optimal dynamic partial order reduction" (POPL 2014), with races searched at the end of an execution, and
//! three changes: a step that is tried for the first time at a point is tried with all its outcomes before others; a race whose later step
//! cannot run earlier because it waits is tried again before earlier steps on which it depends; and so are steps that wait at the end.

mod history;

use std::collections::{BTreeMap, HashMap};

use isotope_ir::ordering::Ordering;
use isotope_machine::mem::Memory;
use isotope_machine::{Dispatch, Session, Stop};

use crate::automaton::{Halt, Orders, Outcome, Stand};
use crate::bounds::Bounds;
use crate::divergence::{Diverged, Diverging};
use crate::error::Error;
use crate::options::{Limit, MemoryRange};
use crate::races::{Finder, Races, Taken};
use crate::schedule::Schedule;
use crate::system::{Move, Setup, Symmetry, System};
use crate::until::Until;
use crate::watch::Touch;
use history::Histories;

/// What to explore, and how far.
#[derive(Clone, Debug)]
pub struct TraceOptions {
    /// Most executions.
    pub max_executions: u64,
    /// Memory limit in bytes.
    pub max_bytes: usize,
    /// Time limit.
    pub until: Until,
    /// Which part of how many, from 0. The executions of all parts are those of the whole, each in one part: the first steps are tried in
    /// all orders, until there are enough prefixes, and parts take prefixes in turn. There may be more redundant executions.
    pub shard: (u64, u64),
    /// Most visible steps of one execution.
    pub max_depth: usize,
    /// Most instructions that a wave may run between two visible steps.
    pub local_steps: u64,
    /// Which orders inside a wave are explored.
    pub orders: Orders,
    /// Symmetry reduction: merge executions that differ only by renaming identical waves.
    pub symmetry: bool,
    /// Places that outcomes show.
    pub observe: Vec<MemoryRange>,
    /// Searches data races, on a machine that guarantees this order.
    pub races: Option<&'static Ordering>,
    /// Also searches races between lanes of a wave.
    pub lanes: bool,
}

impl Default for TraceOptions {
    fn default() -> TraceOptions {
        TraceOptions {
            max_executions: u64::MAX,
            max_bytes: 4 << 30,
            until: Until::default(),
            shard: (0, 1),
            max_depth: 10_000,
            local_steps: 1_000_000,
            orders: Orders::default(),
            symmetry: false,
            observe: Vec::new(),
            races: None,
            lanes: false,
        }
    }
}

/// Number of executions with one ending, and one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Executions.
    pub executions: u64,
    /// The first that was found.
    pub schedule: Schedule,
}

/// The executions of a launch, up to equivalence.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Traces {
    /// In which every wave ended.
    pub complete: u64,
    /// In which waves wait at barriers, in queues or after a refusal, and no wave can take a step.
    pub deadlocked: u64,
    /// In which waves wait in loops for words that no wave will change, and all other waves have ended or wait.
    pub waiting: u64,
    /// Stopped by a step.
    pub stopped: u64,
    /// Cut off, because they were longer than allowed.
    pub bounded: u64,
    /// Found to be equivalent to others after steps had been taken. The algorithm guarantees none.
    pub redundant: u64,
    /// Whether executions were left out because of a limit.
    pub limit: Limit,
    /// Visible steps that were taken.
    pub steps: u64,
    /// Number of executions without symmetry reduction, not counting those that were cut off.
    pub apart: u64,
    /// Identical waves; `None` without symmetry reduction.
    pub symmetry: Option<Symmetry>,
    /// Final contents of the observed places, as for states.
    pub outcomes: BTreeMap<Vec<Vec<u8>>, Tally>,
    /// Where waves are that wait for ever.
    pub deadlocks: Vec<(Vec<String>, Tally)>,
    /// What stopped launches.
    pub stops: Vec<(Stop, Tally)>,
    /// Barriers that not all work-items of a group reach.
    pub diverged: Vec<Diverged>,
    /// Races, where they were looked for.
    pub races: Option<Races>,
}

/// A step of the current execution.
#[derive(Clone, Debug)]
struct Event {
    thread: u16,
    outcome: u32,
    /// Its number among the steps of its wave, from 1.
    number: u32,
}

/// A wake-up tree: a sequence of steps to be taken.
#[derive(Clone, Debug)]
struct Branch {
    thread: u16,
    outcome: u32,
    /// Whether the other outcomes of the step are to be tried after this one.
    open: bool,
    then: Vec<Branch>,
}

/// A point of the current execution.
#[derive(Default)]
struct Level {
    state: Vec<u32>,
    /// Sleep set: waves whose step was taken from here, or from an earlier point and is independent of all steps since.
    asleep: Vec<(u16, u32)>,
    /// The wake-up tree; the first branch is being taken.
    branches: Vec<Branch>,
}

/// Vector clock: for each wave, how many of its steps happened before.
type Clock = Vec<u32>;

fn join(clock: &mut [u32], other: &[u32]) {
    clock.iter_mut().zip(other).for_each(|(mine, other)| *mine = (*mine).max(*other));
}

/// What barriers remember for the order that they make.
#[derive(Clone, Default)]
struct Arrivals {
    /// For each barrier with arrivals: the group, its number, what happened before.
    at: Vec<(u32, u32, Clock)>,
    /// For each group, what happened before the ends of its waves.
    ended: Vec<(u32, Clock)>,
}

struct Search<'s, 'a> {
    system: &'s mut System<'a>,
    options: &'s TraceOptions,
    levels: Vec<Level>,
    events: Vec<Event>,
    /// The clock of each step, up to the first one that is not yet computed.
    clocks: Vec<Clock>,
    /// For each wave, a lower bound of the clock of its next step, after those steps.
    bases: Vec<Vec<Clock>>,
    arrivals: Vec<Arrivals>,
    found: Totals,
    histories: Histories,
    spare: Vec<Level>,
    /// Length of prefixes in which all orders are tried, so that parts can be told apart.
    split: usize,
    /// Number of prefixes so far.
    beginnings: u64,
    finder: Option<&'s mut Finder<'a>>,
}

#[derive(Default)]
struct Totals {
    complete: u64,
    deadlocked: u64,
    waiting: u64,
    stopped: u64,
    bounded: u64,
    redundant: u64,
    limit: Limit,
    steps: u64,
    /// Approximate bytes of the results.
    bytes: usize,
    apart: u64,
    /// Final states, their counts, and steps that lead to them.
    finals: HashMap<Box<[u32]>, (u64, Vec<Move>)>,
    deadlocks: HashMap<Box<[u32]>, (u64, Vec<Move>)>,
    stops: Vec<(Stop, u64, Vec<Move>)>,
    diverging: Diverging,
}

/// Whether two steps of different waves are dependent.
pub(crate) fn depend(a: &Outcome, b: &Outcome) -> bool {
    let barriers = match (a.counts, b.counts) {
        (Some(a), Some(b)) => {
            let same = a.id.is_none() || b.id.is_none() || a.id == b.id;
            a.group == b.group && same && !(a.adds && b.adds)
        }
        _ => false,
    };
    barriers || a.unit && b.unit || a.stop.is_some() || b.stop.is_some() || Touch::any_meet(&a.touches, &b.touches)
}

impl Search<'_, '_> {
    fn outcome(&self, number: u32) -> &Outcome {
        &self.system.automaton.outcomes[number as usize]
    }

    fn depend(&self, a: u32, b: u32) -> bool {
        depend(self.outcome(a), self.outcome(b))
    }

    fn run(&mut self) -> Result<(), Halt> {
        let state = self.system.first.to_vec();
        self.levels.push(Level { state, ..Level::default() });
        loop {
            let depth = self.levels.len() - 1;
            let fresh = self.levels[depth].branches.is_empty();
            let skipped = fresh && depth == self.split && !self.is_mine();
            if skipped || fresh && !self.choose()? {
                if !skipped && (depth >= self.split || self.is_mine()) {
                    self.end()?;
                }
                if !self.back() {
                    return Ok(());
                }
                continue;
            }
            if depth >= self.options.max_depth {
                self.found.bounded += 1;
                self.look()?;
                if !self.back() {
                    return Ok(());
                }
                continue;
            }
            let level = &mut self.levels[depth];
            let branch = &mut level.branches[0];
            let (thread, then) = (branch.thread, std::mem::take(&mut branch.then));
            let choice = self.system.automaton.outcomes[branch.outcome as usize].choice;
            self.found.steps += 1;
            let mut new = self.spare.pop().unwrap_or_default();
            let outcome = self.system.step(&level.state, Move { thread, choice }, &mut new.state)?;
            branch.outcome = outcome;
            new.asleep.clear();
            let did = &self.system.automaton.outcomes[outcome as usize];
            let stops = did.stop.is_some();
            for (other, number) in &self.levels[depth].asleep {
                if *other != thread && !depend(did, &self.system.automaton.outcomes[*number as usize]) {
                    new.asleep.push((*other, *number));
                }
            }
            new.branches = then;
            let number = self.events.iter().rev().find(|e| e.thread == thread).map_or(0, |e| e.number) + 1;
            self.events.push(Event { thread, outcome, number });
            self.levels.push(new);
            let diverges = &self.system.automaton.outcomes[outcome as usize].diverges;
            if !diverges.is_empty() {
                let mut diverging = std::mem::take(&mut self.found.diverging);
                diverging.note(diverges, || self.path());
                self.found.diverging = diverging;
            }
            if stops {
                if self.events.len() > self.split || self.is_mine() {
                    self.stop(outcome)?;
                }
                if !self.back() {
                    return Ok(());
                }
            }
            if self.found.complete + self.found.waiting + self.found.deadlocked + self.found.stopped
                >= self.options.max_executions
            {
                self.found.limit = Limit::States;
                return Ok(());
            }
            if self.system.is_full(self.bytes()) {
                self.found.limit = Limit::Memory;
                return Ok(());
            }
            if self.system.is_up() {
                self.found.limit = Limit::Time;
                return Ok(());
            }
        }
    }

    /// Whether the next prefix belongs to this part.
    fn is_mine(&mut self) -> bool {
        let (part, parts) = self.options.shard;
        self.beginnings += 1;
        (self.beginnings - 1) % parts == part
    }

    /// Approximate bytes of everything except the automata.
    fn bytes(&self) -> usize {
        let threads = self.system.threads();
        let clocks = self.bases.len() * threads * (4 * threads + 24) + self.clocks.len() * (4 * threads + 24);
        self.found.bytes + clocks + self.levels.len() * (4 * self.system.width + 128)
    }

    /// Chooses a step at the last point if the wake-up tree is empty (all steps inside a prefix); returns whether there is one.
    fn choose(&mut self) -> Result<bool, Halt> {
        let level = self.levels.len() - 1;
        for thread in 0..self.system.threads() {
            let state = &self.levels[level].state;
            if !self.system.enabled(state, thread) {
                continue;
            }
            let first = self.system.outcomes(state, thread)?;
            let Some(outcome) = self.awake(level, thread as u16, first) else { continue };
            if !self.system.ready(&self.levels[level].state, thread)? {
                continue;
            }
            let branch = Branch { thread: thread as u16, outcome, open: true, then: Vec::new() };
            self.levels[level].branches.push(branch);
            if level >= self.split {
                return Ok(true);
            }
        }
        Ok(!self.levels[level].branches.is_empty())
    }

    /// The first outcome of a wave's step, from this one on, that is not in the sleep set of a point.
    fn awake(&self, level: usize, thread: u16, from: u32) -> Option<u32> {
        let Outcome { choice, choices, .. } = *self.outcome(from);
        let asleep = &self.levels[level].asleep;
        let sleeps = |way: u16| asleep.iter().any(|(t, known)| *t == thread && self.outcome(*known).choice == way);
        (choice..choices).find(|way| !sleeps(*way)).map(|way| from + u32::from(way - choice))
    }

    /// Goes back to the next step to be taken from an earlier point; returns whether there is one.
    fn back(&mut self) -> bool {
        loop {
            let Some(mut level) = self.levels.pop() else { return false };
            level.branches.clear();
            self.spare.push(level);
            let (Some(event), Some(level)) = (self.events.pop(), self.levels.last_mut()) else { return false };
            let Branch { thread, outcome, open, .. } = level.branches.remove(0);
            level.asleep.push((event.thread, event.outcome));
            let depth = self.events.len();
            if open {
                let first = outcome - u32::from(self.outcome(outcome).choice);
                if let Some(outcome) = self.awake(depth, thread, first) {
                    self.levels[depth].branches.insert(0, Branch { thread, outcome, open, then: Vec::new() });
                }
            }
            self.clocks.truncate(depth);
            self.bases.truncate(depth + 1);
            self.arrivals.truncate(depth + 1);
            if !self.levels[depth].branches.is_empty() {
                return true;
            }
        }
    }

    fn path(&self) -> Vec<Move> {
        let step = |event: &Event| Move { thread: event.thread, choice: self.outcome(event.outcome).choice };
        self.events.iter().map(step).collect()
    }

    /// The current execution was stopped.
    fn stop(&mut self, outcome: u32) -> Result<(), Halt> {
        if !self.is_new() {
            return self.races(true);
        }
        self.found.stopped += 1;
        if let Some(stop) = self.outcome(outcome).stop.clone() {
            match self.found.stops.iter_mut().find(|(known, ..)| *known == *stop) {
                Some((_, executions, _)) => *executions += 1,
                None => {
                    let path = self.path();
                    self.found.stops.push((*stop, 1, path));
                }
            }
        }
        self.races(true)?;
        self.look()
    }

    /// Searches data races in the current execution.
    fn look(&mut self) -> Result<(), Halt> {
        let Some(finder) = self.finder.take() else { return Ok(()) };
        self.order();
        let taken = |e: &Event| Taken { thread: e.thread, outcome: e.outcome, number: e.number };
        let taken: Vec<Taken> = self.events.iter().map(taken).collect();
        let (levels, bases) = (&self.levels, &self.bases);
        let state = |at: usize| &levels[at].state[..];
        let looked = finder.look(self.system, &taken, state, |at, thread| &bases[at][thread]);
        self.finder = Some(finder);
        looked
    }

    /// No step can be taken.
    fn end(&mut self) -> Result<(), Halt> {
        let last = self.levels.len() - 1;
        if !self.levels[last].asleep.is_empty() {
            // A wave could continue, but its step was taken elsewhere (sleep set).
            self.found.redundant += 1;
            // With separate prefixes, sleeping waves may be all that is left; the execution still shows races.
            return if self.split == 0 { Ok(()) } else { self.races(false) };
        }
        if !self.is_new() {
            return self.races(false);
        }
        let state = &self.levels[last].state;
        let stands = |stand: fn(&Stand) -> bool| {
            (0..self.system.threads()).any(|thread| stand(&self.system.stand(state, thread)))
        };
        let over = self.system.is_over(state);
        let spins = stands(|stand| matches!(stand, Stand::Ready | Stand::Endless));
        let path = self.path();
        let state = &self.levels[last].state;
        let map = match (over, spins) {
            (true, _) => {
                self.found.complete += 1;
                &mut self.found.finals
            }
            (false, true) => {
                self.found.waiting += 1;
                &mut self.found.deadlocks
            }
            (false, false) => {
                self.found.deadlocked += 1;
                &mut self.found.deadlocks
            }
        };
        match map.get_mut(&state[..]) {
            Some((executions, _)) => *executions += 1,
            None => {
                self.found.bytes += 4 * (state.len() + path.len()) + 128;
                map.insert(state.clone().into_boxed_slice(), (1, path));
            }
        }
        self.races(false)?;
        self.look()
    }

    /// Whether no execution was found before that becomes the current one by renaming identical waves.
    fn is_new(&mut self) -> bool {
        let stands_for = match self.system.classes.is_empty() {
            true => 1,
            false => self.histories.stands_for(self.system, &self.events),
        };
        self.found.apart = self.found.apart.saturating_add(stands_for);
        stands_for != 0
    }

    /// Updates the clocks of steps.
    fn order(&mut self) {
        let threads = self.system.threads();
        if self.bases.is_empty() {
            self.bases.push(vec![vec![0; threads]; threads]);
            self.arrivals.push(Arrivals::default());
        }
        for at in self.clocks.len()..self.events.len() {
            let Event { thread, outcome, number } = self.events[at];
            let mut bases = self.bases[at].clone();
            let mut arrivals = self.arrivals[at].clone();
            let mut clock = bases[usize::from(thread)].clone();
            for before in (0..at).rev() {
                let event = &self.events[before];
                if clock[usize::from(event.thread)] < event.number && self.depend(event.outcome, outcome) {
                    join(&mut clock, &self.clocks[before]);
                }
            }
            clock[usize::from(thread)] = number;
            let did = &self.system.automaton.outcomes[outcome as usize];
            bases[usize::from(thread)] = clock.clone();
            if number == 1
                && let Some(behind) = self.system.behind(thread)
            {
                join(&mut bases[behind], &clock);
            }
            if let Some(counts) = did.counts {
                arrivals.come(counts.group, counts.id, &clock);
                let waits = |(other, node): &(u16, u32)| {
                    *other == thread && matches!(self.system.automaton.nodes[*node as usize].stand, Stand::AtBarrier(_))
                };
                let opened = did.nodes.iter().any(|(other, _)| *other != thread)
                    || counts.id.is_some() && !did.nodes.iter().any(waits);
                if opened {
                    let before = arrivals.open(counts.group, counts.id, threads);
                    for (other, _) in &did.nodes {
                        join(&mut bases[usize::from(*other)], &before);
                    }
                }
            }
            self.clocks.push(clock);
            self.bases.push(bases);
            self.arrivals.push(arrivals);
        }
    }

    /// Adds steps to the wake-up trees of earlier points, for each race.
    fn races(&mut self, stopped: bool) -> Result<(), Halt> {
        self.order();
        // Also for steps shared with the previous execution: sequences inserted before them include steps that are new now.
        for later in self.split..self.events.len() {
            let Event { thread, outcome, .. } = self.events[later];
            let base = self.bases[later][usize::from(thread)].clone();
            self.reverse(later, thread, Some(outcome), base)?;
        }
        // Steps that could no longer be taken.
        let last = self.levels.len() - 1;
        for thread in 0..self.system.threads() {
            let stand = self.system.stand(&self.levels[last].state, thread);
            let pending = match stand {
                Stand::Ready | Stand::Queued => true,
                Stand::Ended | Stand::AtBarrier(_) | Stand::Halted | Stand::Endless => false,
            };
            let stopper = self.events.last().map(|event| usize::from(event.thread));
            if pending && !(stopped && stopper == Some(thread)) {
                let base = self.bases[self.events.len()][thread].clone();
                self.reverse(self.events.len(), thread as u16, None, base)?;
            }
        }
        Ok(())
    }

    /// Tries the step of a wave, the one at `later` or one that was not taken, before each step with which it races.
    fn reverse(&mut self, later: usize, thread: u16, outcome: Option<u32>, mut clock: Clock) -> Result<(), Halt> {
        // Inside a prefix, all orders are tried anyway.
        for before in (self.split..later).rev() {
            let event = &self.events[before];
            if event.thread == thread || clock[usize::from(event.thread)] >= event.number {
                continue;
            }
            let meets = match outcome {
                Some(outcome) => self.depend(event.outcome, outcome),
                None => self.system.may_meet(&self.levels[later].state, thread, event.outcome),
            };
            if !meets {
                continue;
            }
            if self.insert(before, thread)? {
                join(&mut clock, &self.clocks[before]);
            }
        }
        Ok(())
    }

    /// Before a step, inserts the steps after it that do not depend on it, and then a wave's step. Returns whether that step can be taken
    /// there.
    fn insert(&mut self, before: usize, thread: u16) -> Result<bool, Halt> {
        let Event { thread: of, number, .. } = self.events[before];
        let mut rest: Vec<(u16, u32)> = Vec::new();
        let mut state = self.levels[before].state.clone();
        let mut next = Vec::new();
        for later in before + 1..self.events.len() {
            if self.clocks[later][usize::from(of)] < number {
                let event = &self.events[later];
                rest.push((event.thread, event.outcome));
                let step = Move { thread: event.thread, choice: self.outcome(event.outcome).choice };
                self.system.step(&state, step, &mut next)?;
                std::mem::swap(&mut state, &mut next);
            }
        }
        if !self.system.ready(&state, usize::from(thread))? {
            return Ok(false);
        }
        let outcome = self.system.outcomes(&state, usize::from(thread))?;
        let ways = u32::from(self.outcome(outcome).choices);
        rest.push((thread, outcome));
        // If a wave in the sleep set could begin the sequence, the whole sequence was tried, with all outcomes of its last step.
        let begins = |rest: &[(u16, u32)]| {
            self.levels[before].asleep.iter().any(|(other, number)| self.begins(*other, *number, rest).is_some())
        };
        let last = rest.len() - 1;
        let tried = |way: u32| {
            let mut rest = rest.clone();
            rest[last].1 = way;
            begins(&rest)
        };
        let Some(outcome) = (outcome..outcome + ways).find(|way| !tried(*way)) else { return Ok(true) };
        rest[last].1 = outcome;
        let mut path: Vec<usize> = Vec::new();
        loop {
            let mut branches = &self.levels[before].branches[1..];
            for step in &path {
                branches = &branches[*step].then;
            }
            let at = branches.iter().enumerate().find_map(|(n, branch)| {
                let place = self.begins(branch.thread, branch.outcome, &rest).or_else(|| {
                    // A branch that is tried with all outcomes begins with each of them, and so does the last step.
                    let at = rest.iter().position(|(other, _)| *other == branch.thread)?;
                    let all = branch.open || at + 1 == rest.len();
                    if all { self.begins(branch.thread, rest[at].1, &rest) } else { None }
                });
                place.map(|place| (n, place, branch.then.is_empty()))
            });
            let Some((n, place, is_leaf)) = at else { break };
            path.push(n);
            if place.is_some_and(|place| place + 1 == rest.len()) && ways > 1 {
                self.branch(before, &path).open = true;
            }
            if let Some(place) = place {
                rest.remove(place);
            }
            if is_leaf || rest.is_empty() {
                return Ok(true);
            }
        }
        let new = rest
            .into_iter()
            .rev()
            .fold(Vec::new(), |then, (thread, outcome)| vec![Branch { thread, outcome, open: then.is_empty(), then }]);
        match path.is_empty() {
            true => self.levels[before].branches.extend(new),
            false => self.branch(before, &path).then.extend(new),
        }
        Ok(true)
    }

    /// A branch after the first of a point, by its index at each level.
    fn branch(&mut self, level: usize, path: &[usize]) -> &mut Branch {
        let (first, rest) = path.split_first().expect("a way to a branch has a step");
        let branch = &mut self.levels[level].branches[1 + first];
        rest.iter().fold(branch, |branch, step| &mut branch.then[*step])
    }

    /// Whether a sequence is equivalent to one that begins with a wave's step, or is independent of it; returns the index of that step.
    fn begins(&self, thread: u16, outcome: u32, rest: &[(u16, u32)]) -> Option<Option<usize>> {
        match rest.iter().position(|(other, _)| *other == thread) {
            Some(place) => {
                let mine = rest[place].1;
                let way = |number| self.outcome(number).choice;
                let first =
                    way(mine) == way(outcome) && !rest[..place].iter().any(|(_, other)| self.depend(*other, mine));
                first.then_some(Some(place))
            }
            None => (!rest.iter().any(|(_, other)| self.depend(*other, outcome))).then_some(None),
        }
    }
}

impl Arrivals {
    fn come(&mut self, group: u32, id: Option<u32>, clock: &Clock) {
        let Some(id) = id else {
            return match self.ended.iter_mut().find(|(of, _)| *of == group) {
                Some((_, known)) => join(known, clock),
                None => self.ended.push((group, clock.clone())),
            };
        };
        match self.at.iter_mut().find(|(of, number, _)| (*of, *number) == (group, id)) {
            Some((.., known)) => join(known, clock),
            None => self.at.push((group, id, clock.clone())),
        }
    }

    /// The clock of all steps after a barrier, or after several that the end of a wave has opened.
    fn open(&mut self, group: u32, id: Option<u32>, threads: usize) -> Clock {
        let mut clock = vec![0; threads];
        self.ended.iter().filter(|(of, _)| *of == group).for_each(|(_, known)| join(&mut clock, known));
        let concerned = |of: &(u32, u32, Clock)| of.0 == group && id.is_none_or(|id| id == of.1);
        self.at.iter().filter(|of| concerned(of)).for_each(|of| join(&mut clock, &of.2));
        if id.is_some() {
            self.at.retain(|of| !concerned(of));
        }
        clock
    }
}

/// Length of prefixes that gives enough of them for this many parts.
fn beginning(waves: u64, parts: u64) -> usize {
    if parts <= 1 {
        return 0;
    }
    let wanted = parts.saturating_mul(8);
    (1..16).find(|steps| waves.saturating_pow(*steps) >= wanted).unwrap_or(16) as usize
}

/// Most work-items whose lanes are kept apart: each has a clock of all lanes.
const LANES: u64 = 512;

/// Runs one execution of each class.
///
/// # Errors
/// Where the launch cannot be explored at all.
pub fn traces(dispatch: &Dispatch, memory: &Memory, options: &TraceOptions) -> Result<Traces, Error> {
    // All groups are on the machine: if one had to end before another starts, steps without a common word would be dependent.
    let (orders, symmetry) = (options.orders, options.symmetry);
    if symmetry && options.shard.1 > 1 {
        return Err(Error::Symmetry);
    }
    let setup = Setup { orders, symmetry, chained: symmetry, ..Setup::default() };
    let bounds = Bounds::new(options.max_bytes, &options.until);
    let mut system = System::new(dispatch, memory, setup, options.local_steps, bounds)?;
    let session = || Session::on_copy(dispatch, memory);
    let mut finder = None;
    if let Some(rules) = options.races {
        let base = session()?;
        let lanes = options.lanes.then(|| lanes(dispatch, &base)).transpose()?;
        finder = Some(Finder::new(rules, dispatch, base, lanes));
    }
    system.automaton.exact = finder.is_some();
    system.learn(8, 10_000)?;
    let split = beginning(system.threads() as u64, options.shard.1);
    let found = system.settled(|system| {
        if let Some(finder) = &mut finder {
            finder.restart();
        }
        let mut search = Search {
            system,
            options,
            levels: Vec::new(),
            events: Vec::new(),
            clocks: Vec::new(),
            bases: Vec::new(),
            arrivals: Vec::new(),
            found: Totals::default(),
            histories: Histories::default(),
            spare: Vec::new(),
            split,
            beginnings: 0,
            finder: finder.as_mut(),
        };
        search.run()?;
        Ok(search.found)
    })?;
    let Totals { complete, deadlocked, waiting, stopped, bounded, redundant, limit, steps, apart, .. } = found;
    let mut outcomes: BTreeMap<Vec<Vec<u8>>, Tally> = BTreeMap::new();
    // Sorted, so that the result does not depend on hashing.
    let sorted = |map: HashMap<Box<[u32]>, (u64, Vec<Move>)>| {
        let mut all: Vec<_> = map.into_iter().collect();
        all.sort_by(|(_, a), (_, b)| a.1.cmp(&b.1));
        all
    };
    for (row, (executions, path)) in &sorted(found.finals) {
        let seen = system.observed(row, &options.observe);
        match outcomes.get_mut(&seen) {
            Some(tally) => tally.executions += executions,
            None => {
                outcomes.insert(seen, Tally { executions: *executions, schedule: schedule(&mut system, path)? });
            }
        }
    }
    let mut places: BTreeMap<Vec<String>, Tally> = BTreeMap::new();
    for (row, (executions, path)) in &sorted(found.deadlocks) {
        let at = system.places(row);
        match places.get_mut(&at) {
            Some(tally) => tally.executions += executions,
            None => {
                places.insert(at, Tally { executions: *executions, schedule: schedule(&mut system, path)? });
            }
        }
    }
    let mut stops = Vec::new();
    for (stop, executions, path) in found.stops {
        stops.push((stop, Tally { executions, schedule: schedule(&mut system, &path)? }));
    }
    let diverged = found.diverging.finish(&mut system)?;
    let deadlocks = places.into_iter().collect();
    let mut races = finder.map(|finder| finder.races(&mut system)).transpose()?;
    if let Some(races) = &mut races {
        let left_out = [
            (limit != Limit::None, "executions beyond a limit"),
            (options.shard.1 > 1, "executions of other parts"),
            (bounded != 0, "executions that were cut off"),
        ];
        races.unknown.extend(left_out.into_iter().filter(|(is, _)| *is).map(|(_, what)| what.to_string()));
    }
    let symmetry = system.symmetry();
    Ok(Traces {
        complete,
        deadlocked,
        waiting,
        stopped,
        bounded,
        redundant,
        limit,
        steps,
        apart,
        symmetry,
        outcomes,
        deadlocks,
        stops,
        diverged,
        races,
    })
}

/// Number of lanes of each wave, in the order of groups and waves.
fn lanes(dispatch: &Dispatch, base: &Session<'_>) -> Result<Vec<u32>, Error> {
    let size = dispatch.wave_size();
    let items = |group: usize| dispatch.size_of(base.group_index(group)).iter().product::<u32>();
    let of_group = |group| (0..base.wave_count(group) as u32).map(move |wave| (items(group) - wave * size).min(size));
    let lanes: Vec<u32> = (0..base.group_count()).flat_map(of_group).collect();
    let found = lanes.iter().map(|lanes| u64::from(*lanes)).sum();
    if found > LANES { Err(Error::Lanes { found, limit: LANES }) } else { Ok(lanes) }
}

fn schedule(system: &mut System<'_>, path: &[Move]) -> Result<Schedule, Error> {
    Ok(Schedule { turns: system.turns(path, 0)?.0, cycle: Vec::new() })
}
