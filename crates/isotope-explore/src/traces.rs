//! Every execution once, up to the order of steps that commute: optimal dynamic partial-order reduction with wake-up trees.
//!
//! Two executions are *equivalent* when one becomes the other by swapping neighbouring steps of different waves that commute: that
//! touch no word in common, or only read those. An atomic that leaves the word as it was reads, such as a
//! compare-and-swap whose comparison fails. Arrivals of all waves of a group at a
//! barrier commute, too; requests to the synchronisation unit do not. One execution of each class is run.
//!
//! Where orders of lanes or of branches are choices, a step can go in several ways. Ways that write the same and lead to the same are one;
//! executions in which a step goes in different ways are not equivalent.
//!
//! A wave that would come back to where it is without having written anything, if it ran alone, *waits*: it takes no step until a word
//! that it reads there has changed. So a waiting loop is one step, the one that leads out of it.
//!
//! With symmetry, executions are one, too, that become each other when waves change places that are alike. Of those waves each takes its
//! first step behind that of the one in front of it, as if that one had begun it; so at least one execution of each kind is run. Of
//! those that are run, kinds are told apart by the histories of their steps: what a step did, and the histories of what came before it,
//! without a word of whose steps they were. Two steps of the same history meet the same steps (they touch the same words, and who of
//! others stands before one of them and behind the other would be part of a history), so that equal histories are one kind.
//!
//! The algorithm is that of "Optimal dynamic partial order reduction" (POPL 2014), its races looked for at the end of an execution,
//! with three changes: a step that is tried for the first time at a point is tried in all its ways there, before others; a race whose
//! later step cannot run earlier because it waits is tried again before earlier steps that it depends on; and so are steps that wait at
//! the end.

mod history;

use std::collections::{BTreeMap, HashMap};

use isotope_ir::ordering::Ordering;
use isotope_machine::mem::Memory;
use isotope_machine::{Dispatch, Session, Stop};

use crate::automaton::{Cell, Halt, Orders, Outcome, Stand};
use crate::bounds::Bounds;
use crate::divergence::{Diverged, Diverging};
use crate::error::Error;
use crate::graph::Limit;
use crate::races::{Finder, Races, Taken};
use crate::schedule::Schedule;
use crate::states::Place;
use crate::system::{Move, Setup, Symmetry, System};
use crate::until::Until;
use crate::watch::Touch;
use history::Histories;

/// What to explore, and how far.
#[derive(Clone, Debug)]
pub struct TraceOptions {
    /// Executions at most.
    pub max_executions: u64,
    /// Bytes at most.
    pub max_bytes: usize,
    /// How long.
    pub until: Until,
    /// Do this part of so many, counted from 0. The executions of all parts are those of the whole, each in one part: steps are tried in all orders
    /// as far as so many beginnings are told apart, and parts take beginnings in turn. What is redundant may be more.
    pub shard: (u64, u64),
    /// Visible steps of one execution at most.
    pub max_depth: usize,
    /// Instructions that a wave may run by itself between two steps that others can see.
    pub local_steps: u64,
    /// Which orders inside a wave are choices.
    pub orders: Orders,
    /// Whether executions that differ in which of the waves that are alike does what are one.
    pub symmetry: bool,
    /// What outcomes show.
    pub observe: Vec<Place>,
    /// Look for races, on a machine that keeps this order.
    pub races: Option<&'static Ordering>,
    /// Look for races between lanes of a wave, too.
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

/// How many executions ended in one way, and one of them.
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
    /// In which waves wait at barriers, in queues or after a refusal, and nobody can take a step.
    pub deadlocked: u64,
    /// In which waves wait in loops for words that nobody will change, and the others have ended or wait, too.
    pub waiting: u64,
    /// That a step stopped.
    pub stopped: u64,
    /// That were cut off, because they were longer than allowed.
    pub bounded: u64,
    /// That turned out to be equivalent to others after steps had been taken. The algorithm promises none.
    pub redundant: u64,
    /// Whether executions were left out because there were as many as allowed.
    pub limit: Limit,
    /// Visible steps that were taken.
    pub steps: u64,
    /// How many executions there are where waves keep their places, without those that were cut off: without symmetry all.
    pub apart: u64,
    /// Waves that are alike; none where nobody asked.
    pub symmetry: Option<Symmetry>,
    /// What can be in the observed places when all waves have ended, as for states.
    pub outcomes: BTreeMap<Vec<Vec<u8>>, Tally>,
    /// Where waves stand that wait for ever.
    pub stuck: Vec<(Vec<String>, Tally)>,
    /// What stopped launches.
    pub stops: Vec<(Stop, Tally)>,
    /// Barriers that not all work-items of a group reach.
    pub diverged: Vec<Diverged>,
    /// Races, where they were looked for.
    pub races: Option<Races>,
}

/// A step of the execution at hand.
#[derive(Clone, Debug)]
struct Event {
    thread: u16,
    outcome: u32,
    /// Its place among the steps of its wave, from 1 on.
    number: u32,
}

/// A sequence of steps to be taken, as a tree.
#[derive(Clone, Debug)]
struct Branch {
    thread: u16,
    outcome: u32,
    /// Whether the other ways of the step are to be tried behind this one.
    open: bool,
    then: Vec<Branch>,
}

/// A point of the execution at hand.
#[derive(Default)]
struct Level {
    state: Vec<u32>,
    /// Waves whose step was taken from here, or from a point from which it commutes with all on the way here.
    asleep: Vec<(u16, u32)>,
    /// What is to be taken from here; the first is being taken.
    branches: Vec<Branch>,
}

/// For each wave, how many of its steps are known to come before.
type Clock = Vec<u32>;

fn join(clock: &mut [u32], other: &[u32]) {
    clock.iter_mut().zip(other).for_each(|(mine, other)| *mine = (*mine).max(*other));
}

/// What barriers remember, for the order that they make.
#[derive(Clone, Default)]
struct Arrivals {
    /// For each barrier that somebody has come to: the group, its number, what came before.
    at: Vec<(u32, u32, Clock)>,
    /// For each group, what came before the ends of its waves.
    ended: Vec<(u32, Clock)>,
}

struct Search<'s, 'a> {
    system: &'s mut System<'a>,
    options: &'s TraceOptions,
    levels: Vec<Level>,
    events: Vec<Event>,
    /// What comes before each step, for the first of them.
    clocks: Vec<Clock>,
    /// For each wave, what came before its next step at least, after those steps.
    bases: Vec<Vec<Clock>>,
    arrivals: Vec<Arrivals>,
    found: Found,
    histories: Histories,
    spare: Vec<Level>,
    /// Steps of a beginning, in which all orders are tried so that parts can be told apart.
    split: usize,
    /// Beginnings that have been met.
    beginnings: u64,
    finder: Option<&'s mut Finder<'a>>,
}

#[derive(Default)]
struct Found {
    complete: u64,
    deadlocked: u64,
    waiting: u64,
    stopped: u64,
    bounded: u64,
    redundant: u64,
    limit: Limit,
    steps: u64,
    /// What is known of ends takes, about.
    bytes: usize,
    apart: u64,
    /// Final states, how often, and by which steps.
    finals: HashMap<Box<[u32]>, (u64, Vec<Move>)>,
    stuck: HashMap<Box<[u32]>, (u64, Vec<Move>)>,
    stops: Vec<(Stop, u64, Vec<Move>)>,
    diverging: Diverging,
}

/// Whether two steps of different waves do not commute.
pub(crate) fn depend(a: &Outcome, b: &Outcome) -> bool {
    let barriers = match (a.counts, b.counts) {
        (Some(a), Some(b)) => {
            let same = a.id.is_none() || b.id.is_none() || a.id == b.id;
            a.group == b.group && same && !(a.adds && b.adds)
        }
        _ => false,
    };
    barriers || a.unit && b.unit || a.stop.is_some() || b.stop.is_some() || touches_meet(&a.touches, &b.touches)
}

fn touches_meet(a: &[Touch<Cell>], b: &[Touch<Cell>]) -> bool {
    a.iter().any(|a| b.iter().any(|b| a.word == b.word && a.bytes & b.bytes != 0 && (a.writes || b.writes)))
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

    /// Whether the next beginning belongs to this part.
    fn is_mine(&mut self) -> bool {
        let (part, parts) = self.options.shard;
        self.beginnings += 1;
        (self.beginnings - 1) % parts == part
    }

    /// What all of it but the waves takes, about.
    fn bytes(&self) -> usize {
        let threads = self.system.threads();
        let clocks = self.bases.len() * threads * (4 * threads + 24) + self.clocks.len() * (4 * threads + 24);
        self.found.bytes + clocks + self.levels.len() * (4 * self.system.width + 128)
    }

    /// Choose a step at the last point, where nothing is told, or all that there are where parts are told apart; whether there is one.
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

    /// The first way of a wave's step, from this one on, that is not asleep at a point.
    fn awake(&self, level: usize, thread: u16, from: u32) -> Option<u32> {
        let Outcome { choice, choices, .. } = *self.outcome(from);
        let asleep = &self.levels[level].asleep;
        let sleeps = |way: u16| asleep.iter().any(|(t, known)| *t == thread && self.outcome(*known).choice == way);
        (choice..choices).find(|way| !sleeps(*way)).map(|way| from + u32::from(way - choice))
    }

    /// Leave the last point for the next step to be taken from an earlier one; whether there is one.
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

    /// The execution at hand has ended in a stop.
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

    /// Look for data races in the execution at hand.
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
            // Somebody could go on, whose step was taken elsewhere.
            self.found.redundant += 1;
            // Where beginnings are cut off from each other, who sleeps may be all that is left, and what was run still tells of orders.
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
                &mut self.found.stuck
            }
            (false, false) => {
                self.found.deadlocked += 1;
                &mut self.found.stuck
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

    /// Whether no other execution was found that becomes the one at hand when waves that are alike change places.
    fn is_new(&mut self) -> bool {
        let stands_for = match self.system.classes.is_empty() {
            true => 1,
            false => self.histories.stands_for(self.system, &self.events),
        };
        self.found.apart = self.found.apart.saturating_add(stands_for);
        stands_for != 0
    }

    /// Bring what comes before each step up to date.
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

    /// Tell earlier points of the steps that should be tried there.
    fn races(&mut self, stopped: bool) -> Result<(), Halt> {
        self.order();
        // Also those of steps that the execution before had: what is tried in front of them takes along what comes behind them now.
        for later in self.split..self.events.len() {
            let Event { thread, outcome, .. } = self.events[later];
            let base = self.bases[later][usize::from(thread)].clone();
            self.reverse(later, thread, Some(outcome), base)?;
        }
        // Steps that could not be taken any more.
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

    /// Try the step of a wave, the one at `later` or one that was not taken, before each step with which it is in a race.
    fn reverse(&mut self, later: usize, thread: u16, outcome: Option<u32>, mut clock: Clock) -> Result<(), Halt> {
        // In front of that, all orders are tried anyway.
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

    /// Before a step, try what follows it without depending on it, and then a wave's step. Whether that step can be taken there.
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
        // Somebody who sleeps here and could begin it has been tried: so has all of it, and of the last step all ways.
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
                    // A branch that is tried in all ways begins with each of them, and so does the last step.
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

    /// A branch behind the first of a point, by its place among its like, step by step.
    fn branch(&mut self, level: usize, path: &[usize]) -> &mut Branch {
        let (first, rest) = path.split_first().expect("a way to a branch has a step");
        let branch = &mut self.levels[level].branches[1 + first];
        rest.iter().fold(branch, |branch, step| &mut branch.then[*step])
    }

    /// Whether a sequence is equivalent to one that begins with a wave's step, or commutes with all of it; where in it that step is.
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

    /// What comes before all that follows a barrier, or one of several where the end of a wave has opened it.
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

/// How many steps tell enough beginnings apart for so many parts.
fn beginning(waves: u64, parts: u64) -> usize {
    if parts <= 1 {
        return 0;
    }
    let wanted = parts.saturating_mul(8);
    (1..16).find(|steps| waves.saturating_pow(*steps) >= wanted).unwrap_or(16) as usize
}

/// Work-items at most whose lanes are told apart: each has a clock of all.
const LANES: u64 = 512;

/// Run one execution of each class.
///
/// # Errors
/// Where the launch cannot be explored at all.
pub fn traces(dispatch: &Dispatch, memory: &Memory, options: &TraceOptions) -> Result<Traces, Error> {
    // All groups are on the machine: where one has to end before another begins, steps without a word in common do not commute.
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
            found: Found::default(),
            histories: Histories::default(),
            spare: Vec::new(),
            split,
            beginnings: 0,
            finder: finder.as_mut(),
        };
        search.run()?;
        Ok(search.found)
    })?;
    let Found { complete, deadlocked, waiting, stopped, bounded, redundant, limit, steps, apart, .. } = found;
    let mut outcomes: BTreeMap<Vec<Vec<u8>>, Tally> = BTreeMap::new();
    // In an order that does not depend on how maps are hashed.
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
    for (row, (executions, path)) in &sorted(found.stuck) {
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
    let stuck = places.into_iter().collect();
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
        stuck,
        stops,
        diverged,
        races,
    })
}

/// How many lanes each wave has, in the order of groups and waves.
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
