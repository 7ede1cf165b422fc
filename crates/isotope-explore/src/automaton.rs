//! What each wave can do, as an automaton whose table is computed on demand.
//!
//! What a wave does from one visible step to the next depends only on its registers and on the words that the step reads. So a wave is an
//! automaton. A *node* is a wave in front of a visible step. For the values of the words that the step reads, an *outcome* says which words
//! it writes and which node follows. Machine code runs once for each outcome; an exploration then takes steps of a few table look-ups, on
//! states of a few words.
//!
//! # Which steps are visible
//! Steps that touch a word that another wave also touches, one of the two writing; that arrive at a barrier; that make a request to the
//! synchronization unit. Which words are shared is found on the way: a word counts as the wave's own, or as read-only, until a second wave
//! disproves it. Then the exploration starts again with that word visible from the start ([`Restart`]). The values of a wave's own words are
//! part of its nodes.

mod choice;
mod settle;
mod symmetry;
mod wait;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use isotope_ir::effect::{BarrierKind, Control};
use isotope_machine::state::{BARRIERS, Barrier, Status};
use isotope_machine::{Beside, Dispatch, Divergence, DivergenceLog, Session, State, Stepped, Stop, WaveState};
use smallvec::SmallVec;

use crate::error::Error;
use crate::watch::{Touch, Watch, Word};

pub use choice::Orders;
pub(crate) use choice::{First, ORDERS};

use settle::Settled;
pub(crate) use symmetry::Alike;

/// Number of a node.
pub(crate) type Node = u32;
/// Number of a word that several waves touch.
pub(crate) type Cell = u32;

/// Another word has turned out to be shared: the exploration so far is invalid and starts again.
#[derive(Debug)]
pub(crate) struct Restart;

/// Why a transition cannot be computed.
#[derive(Debug)]
pub(crate) enum Halt {
    /// See [`Restart`].
    Restart,
    Error(Error),
}

impl From<Restart> for Halt {
    fn from(_: Restart) -> Halt {
        Halt::Restart
    }
}

impl From<Error> for Halt {
    fn from(error: Error) -> Halt {
        Halt::Error(error)
    }
}

/// The state of a wave at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stand {
    /// It can take a step.
    Ready,
    /// It has ended.
    Ended,
    /// It waits at a barrier of its group.
    AtBarrier(u8),
    /// It waits in a queue of the synchronization unit, and asks again.
    Queued,
    /// Its request was refused.
    Halted,
    /// It runs for ever without another visible step (livelock).
    Endless,
}

/// A wave in front of a visible step.
#[derive(Debug)]
pub(crate) struct NodeData {
    pub thread: u16,
    pub stand: Stand,
    wave: WaveState,
    /// Words that only this wave touches and that it has changed.
    own: Box<[(Word, u32)]>,
    /// Shared words that its step reads, with the bytes read.
    reads: Box<[(Cell, u8)]>,
    /// Shared words that it may touch.
    touches: Box<[Touch<Cell>]>,
    /// Nodes whose steps do the same, as far as is known.
    twins: SmallVec<[Node; 2]>,
    /// Whether the step affects barriers of the group.
    group: bool,
    /// Whether the step makes a request to the unit.
    unit: bool,
    /// Outcomes by the values read: a list while there are few, then a map.
    known: Vec<(SmallVec<[u32; 4]>, u32)>,
    many: HashMap<SmallVec<[u32; 4]>, u32>,
}

impl NodeData {
    /// Whether its step makes a request to the unit.
    pub fn asks(&self) -> bool {
        self.unit
    }

    /// Whether its step depends on more than memory and registers.
    pub fn counts_or_asks(&self) -> bool {
        self.group || self.unit
    }

    /// Whether its step may touch what another step touches, one of the two writing.
    pub fn may_meet(&self, others: &[Touch<Cell>]) -> bool {
        Touch::any_meet(&self.touches, others)
    }
}

/// A word that is read.
fn read(word: Cell) -> Touch<Cell> {
    Touch { word, bytes: 0xf, reads: true, writes: false, changes: false }
}

/// What a step of a node can depend on: a state, as far as the node's group sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene<'s> {
    /// Values of the shared words.
    pub cells: &'s [u32],
    /// Nodes of all threads.
    pub mates: &'s [Node],
    /// The barriers of the group, if there are any.
    pub barriers: Option<u32>,
    /// The state beside memory.
    pub beside: Option<u32>,
}

/// Instructions that a wave ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    pub thread: u16,
    pub steps: u32,
    /// Lanes that went first in the last of them.
    pub first: First,
}

impl Ran {
    pub fn new(thread: u16, steps: u32) -> Ran {
        Ran { thread, steps, first: First::default() }
    }
}

/// What a step did, in one of the possible orders.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    /// Which of the step's outcomes this is, and how many there are; they have consecutive numbers.
    pub choice: u16,
    pub choices: u16,
    /// Nodes afterwards: of the wave that took the step, and of waves that a barrier released.
    pub nodes: Box<[(u16, Node)]>,
    /// Changed bytes of words.
    pub writes: Box<[(Cell, u32, u32)]>,
    /// What it touched of shared words, to decide whether two steps are independent.
    pub touches: Box<[Touch<Cell>]>,
    /// The barriers of its group afterwards.
    pub barriers: Option<u32>,
    /// The state beside memory afterwards.
    pub beside: Option<u32>,
    /// Instructions that waves ran, in this order: the step, and what follows up to the next visible one.
    pub ran: SmallVec<[Ran; 1]>,
    /// Its effect on barriers: whether it is an arrival that is independent of others.
    pub counts: Option<Counts>,
    /// It made a request to the unit.
    pub unit: bool,
    /// The step stopped the launch.
    pub stop: Option<Box<Stop>>,
    /// Barriers that not all work-items of the group reach, as this step shows.
    pub diverges: Box<[Divergence]>,
}

impl Outcome {
    /// Whether it does more than read memory.
    pub fn is_seen(&self) -> bool {
        self.stop.is_some() || self.touches.iter().any(|t| t.changes)
    }
}

/// The effect of a step on the barriers of its group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counts {
    pub group: u32,
    /// The barrier; `None` for the end of a wave, which affects all barriers.
    pub id: Option<u32>,
    /// It only adds to the counts, so its order among other such steps cannot be observed.
    pub adds: bool,
}

/// How words of memory are used, as far as is known.
#[derive(Clone, Copy, Debug)]
struct Use {
    thread: u16,
    written: bool,
    cell: Option<Cell>,
}

pub(crate) struct Automaton<'a> {
    dispatch: &'a Dispatch,
    base: Session<'a>,
    /// Group and wave of each thread.
    pub threads: Vec<(usize, usize)>,
    pub nodes: Vec<NodeData>,
    index: HashMap<(u16, Box<[u8]>), Node>,
    pub outcomes: Vec<Outcome>,
    words: HashMap<Word, Use>,
    /// The shared words.
    pub cells: Vec<Word>,
    /// For loops that read more than one step does: the words that decide whether a wave in front of a step waits.
    waits: HashMap<(u16, u32), Vec<Cell>>,
    /// Pairs of steps of a wave that do different things.
    distinct: HashSet<(u16, u32, u32)>,
    barriers: Vec<[Barrier; BARRIERS]>,
    besides: Vec<Beside>,
    beside_index: HashMap<State, u32>,
    /// Whether ends of waves matter, at barriers or in the unit.
    ends_count: bool,
    /// Whether there is a synchronization unit.
    has_unit: bool,
    /// Where waves and a host process communicate.
    service: Option<Range<u64>>,
    local_steps: u64,
    /// Which orders are explored.
    orders: Orders,
    /// Approximate bytes of nodes, outcomes and states of the unit.
    pub bytes: usize,
    /// Shared words that waves wait for in loops, and nodes that lead into such a loop.
    pub awaited: HashSet<Cell>,
    pub waiting: HashSet<Node>,
    /// Identical waves, which share their nodes.
    pub alike: Alike,
    /// Whether an atomic that does not change its word counts as a write.
    pub exact: bool,
}

/// A mask of bits for a mask of bytes.
pub(crate) fn bits(bytes: u8) -> u32 {
    (0..4).filter(|i| bytes >> i & 1 != 0).fold(0, |mask, i| mask | 0xff << (8 * i))
}

/// The memory in which waves leave messages for a host process.
fn service(dispatch: &Dispatch, base: &Session<'_>) -> Option<Range<u64>> {
    let at = dispatch.service?.at;
    let memory = base.memory();
    let region = memory.find(at, 1)?;
    Some(region.base..region.end())
}

impl<'a> Automaton<'a> {
    pub fn new(
        dispatch: &'a Dispatch,
        base: Session<'a>,
        orders: Orders,
        local_steps: u64,
    ) -> Result<Automaton<'a>, Error> {
        if let Some(rule) = choice::draws(&dispatch.orders, orders) {
            return Err(Error::Drawn { rule });
        }
        let waves = |g: usize| (0..base.wave_count(g)).map(move |w| (g, w));
        let threads: Vec<_> = (0..base.group_count()).flat_map(waves).collect();
        let alike = Alike::none(threads.len());
        let steps = &dispatch.program.steps;
        let has_unit = base.beside().is_some_and(|beside| beside.has_unit());
        let ends_count = has_unit || steps.iter().any(|s| matches!(s.control, Control::Barrier { .. }));
        let mut automaton = Automaton {
            dispatch,
            threads,
            nodes: Vec::new(),
            index: HashMap::new(),
            outcomes: Vec::new(),
            words: HashMap::new(),
            cells: Vec::new(),
            waits: HashMap::new(),
            distinct: HashSet::new(),
            barriers: Vec::new(),
            besides: Vec::new(),
            beside_index: HashMap::new(),
            ends_count,
            has_unit,
            service: service(dispatch, &base),
            local_steps,
            orders,
            bytes: 0,
            base,
            awaited: HashSet::new(),
            waiting: HashSet::new(),
            alike,
            exact: false,
        };
        automaton.forget();
        Ok(automaton)
    }

    /// Forgets everything except which words are shared: nodes and outcomes contain the values of words that counted as a wave's own.
    pub fn forget(&mut self) {
        self.nodes.clear();
        self.index.clear();
        self.outcomes.clear();
        self.words.retain(|_, of| of.cell.is_some());
        self.barriers.clear();
        self.besides.clear();
        self.beside_index.clear();
        self.bytes = 0;
        self.waiting.clear();
    }

    pub fn has_barriers(&self) -> bool {
        self.ends_count
    }

    pub fn group_count(&self) -> usize {
        self.base.group_count()
    }

    /// The barriers of a group before the first step.
    pub fn first_barriers(&mut self, group: usize) -> u32 {
        let barriers = *self.base.barriers(group);
        self.barriers_number(barriers)
    }

    /// The state beside memory before the first step.
    pub fn first_beside(&mut self) -> Option<u32> {
        let beside = self.base.beside()?;
        Some(self.beside_number(beside))
    }

    /// A shared word before the first step.
    pub fn first_value(&self, cell: Cell) -> u32 {
        self.cells[cell as usize].value(&self.base)
    }

    /// Any word before the first step.
    pub fn start_value(&self, word: Word) -> u32 {
        word.value(&self.base)
    }

    /// The node of a wave before its first visible step or choice, and how many instructions it ran to get there.
    pub fn first_node(&mut self, thread: u16) -> Result<(Node, u32), Halt> {
        let Settled { node, ran } = self.lead(thread, self.base.clone(), HashMap::new())?;
        Ok((node, ran.iter().map(|ran| ran.steps).sum()))
    }

    /// Text printed through a host process, if there is one.
    pub fn printed(&self, beside: u32) -> Option<Vec<u8>> {
        self.besides[beside as usize].printed()
    }

    fn barriers_number(&mut self, barriers: [Barrier; BARRIERS]) -> u32 {
        let at = self.barriers.iter().position(|known| *known == barriers).unwrap_or_else(|| {
            self.barriers.push(barriers);
            self.barriers.len() - 1
        });
        at as u32
    }

    fn beside_number(&mut self, beside: Beside) -> u32 {
        let next = self.besides.len() as u32;
        let state = beside.state();
        let bytes = state.as_bytes().len();
        let number = *self.beside_index.entry(state).or_insert(next);
        if number == next {
            self.bytes += 3 * bytes + 128;
            self.besides.push(beside);
        }
        number
    }

    /// The place of a wave, as text.
    pub fn place(&self, thread: u16, session: &Session<'_>) -> String {
        let (group, wave) = self.threads[usize::from(thread)];
        let text = session.next_text(group, wave).unwrap_or("its end");
        format!("group {group}, wave {wave}, in front of `{text}`")
    }

    /// Text of the step of a node.
    pub fn text(&self, node: Node) -> &str {
        let wave = self.nodes[node as usize].wave.wave();
        self.dispatch.program.texts.get(wave.pc as usize).map_or("", String::as_str)
    }

    /// Index of that step.
    pub fn step_index(&self, node: Node) -> u32 {
        self.nodes[node as usize].wave.wave().pc
    }

    /// Whether a node can take a step, as far as this does not depend on memory.
    pub fn can_step(&self, node: Node, beside: Option<u32>) -> bool {
        let of = &self.nodes[node as usize];
        match of.stand {
            Stand::Ready => true,
            Stand::Queued => beside.is_some_and(|b| self.besides[b as usize].can_go_on(of.wave.wave())),
            Stand::Ended | Stand::AtBarrier(_) | Stand::Halted | Stand::Endless => false,
        }
    }

    /// The queue in which a wave waits, as text.
    pub fn queue(&self, node: Node, beside: u32) -> Option<String> {
        self.besides[beside as usize].place(self.nodes[node as usize].wave.wave())
    }

    /// The words that only this wave touches and that it has changed.
    pub fn own(&self, node: Node) -> &[(Word, u32)] {
        &self.nodes[node as usize].own
    }

    /// What the step of a node does for these values of shared words: the number of its first outcome, which says how many there are.
    /// `mates` are the nodes of all threads.
    pub fn outcome(&mut self, node: Node, scene: Scene<'_>) -> Result<u32, Halt> {
        let mut key = self.key(node, scene);
        let of = &self.nodes[node as usize];
        let found = match of.many.is_empty() {
            true => of.known.iter().find(|(k, _)| *k == key).map(|(_, outcome)| *outcome),
            false => of.many.get(&key).copied(),
        };
        if let Some(outcome) = found {
            return Ok(outcome);
        }
        let mut outcomes = self.run(node, scene)?;
        while outcomes.is_empty() {
            // It has read more than was known.
            key = self.key(node, scene);
            outcomes = self.run(node, scene)?;
        }
        let number = self.outcomes.len() as u32;
        let lists = |of: &Outcome| 8 * of.nodes.len() + 12 * of.writes.len() + 12 * of.touches.len();
        self.bytes += outcomes.iter().map(|of| size_of::<Outcome>() + lists(of)).sum::<usize>() + 64 + 4 * key.len();
        self.outcomes.extend(outcomes);
        let of = &mut self.nodes[node as usize];
        if of.known.len() < 8 && of.many.is_empty() {
            of.known.push((key, number));
        } else {
            of.many.extend(of.known.drain(..));
            of.many.insert(key, number);
        }
        for twin in self.nodes[node as usize].twins.clone() {
            self.check_twin(node, twin, scene.cells, number)?;
        }
        Ok(number)
    }

    /// The values that determine the outcome of a node's step.
    fn key(&self, node: Node, Scene { cells, mates, barriers, beside }: Scene<'_>) -> SmallVec<[u32; 4]> {
        let of = &self.nodes[node as usize];
        let mut key: SmallVec<[u32; 4]> =
            of.reads.iter().map(|(cell, bytes)| cells[*cell as usize] & bits(*bytes)).collect();
        if of.group {
            let group = self.threads[usize::from(of.thread)].0;
            let all = self.threads.iter().zip(mates).filter(|(t, _)| t.0 == group);
            key.extend(all.map(|(_, node)| *node));
            key.extend(barriers);
        }
        if of.unit {
            key.extend(beside);
        }
        key
    }

    /// Checks that a step has read no more than its node knows. Otherwise the node records it, and its outcomes for too few values are
    /// forgotten. How far a host process reads depends on what it reads: a string ends where it ends.
    fn knows(&mut self, node: Node, touches: &[Touch<Cell>]) -> bool {
        let of = &mut self.nodes[node as usize];
        let mut reads = of.reads.to_vec();
        for touch in touches.iter().filter(|t| t.reads) {
            match reads.iter_mut().find(|(cell, _)| *cell == touch.word) {
                Some((_, bytes)) => *bytes |= touch.bytes,
                None => reads.push((touch.word, touch.bytes)),
            }
        }
        reads.sort_unstable();
        if *reads == *of.reads {
            return true;
        }
        let more = touches.iter().filter(|t| t.reads && !t.writes);
        of.touches = of.touches.iter().chain(more).copied().collect();
        of.reads = reads.into_boxed_slice();
        of.known.clear();
        of.many.clear();
        false
    }

    /// All outcomes of a step, of which `first` is the first.
    pub fn alternatives(&self, first: u32) -> &[Outcome] {
        let first = first as usize;
        &self.outcomes[first..first + usize::from(self.outcomes[first].choices)]
    }

    /// Runs the machine code of a step, in each order that is explored and makes a difference. Empty if the step depends on more than was
    /// known.
    fn run(&mut self, node: Node, Scene { cells, mates, barriers, beside }: Scene<'_>) -> Result<Vec<Outcome>, Halt> {
        let NodeData { thread, group: counts, .. } = self.nodes[node as usize];
        let (group, wave) = self.threads[usize::from(thread)];
        let mut session = self.base.clone();
        session.stats = Default::default();
        for (other, at) in self.threads.iter().zip(mates).filter(|(t, _)| t.0 == group && counts) {
            session.set_wave(other.0, other.1, &self.nodes[*at as usize].wave);
        }
        let of = &self.nodes[node as usize];
        session.set_wave(group, wave, &of.wave);
        for (word, value) in &of.own {
            word.put(&mut session, *value, 0xf);
        }
        for (cell, bytes) in &of.reads {
            self.cells[*cell as usize].put(&mut session, cells[*cell as usize], *bytes);
        }
        if let Some(number) = barriers.filter(|_| counts) {
            session.set_barriers(group, &self.barriers[number as usize]);
        }
        if let Some(number) = beside {
            session.set_beside(&self.besides[number as usize]);
        }
        let ways = self.ways(&session, thread)?;
        let mut found = Vec::new();
        for first in ways {
            let outcomes = self.run_as(node, &session, mates, first)?;
            if outcomes.is_empty() {
                return Ok(Vec::new());
            }
            found.extend(outcomes);
        }
        if found.len() > 1 {
            let mut seen = HashSet::new();
            found.retain(|of: &Outcome| {
                let left = (of.nodes.clone(), of.writes.clone(), of.barriers, of.beside);
                seen.insert((left, of.stop.as_ref().map(|stop| format!("{stop:?}"))))
            });
        }
        if found.len() > choice::ORDERS {
            return Err(Error::Ways { ways: found.len(), place: self.place(thread, &session) }.into());
        }
        let choices = found.len() as u16;
        found.iter_mut().enumerate().for_each(|(n, of)| (of.choice, of.choices) = (n as u16, choices));
        Ok(found)
    }

    /// The same, with lanes that go first in it.
    fn run_as(&mut self, node: Node, from: &Session<'a>, mates: &[u32], first: First) -> Result<Vec<Outcome>, Halt> {
        let NodeData { thread, group: counts, unit, .. } = self.nodes[node as usize];
        let (group, wave) = self.threads[usize::from(thread)];
        let mut session = from.clone();
        let mut own: HashMap<Word, u32> = self.nodes[node as usize].own.iter().copied().collect();
        let mut outcome = Outcome { unit, ..Outcome::default() };
        let barrier = session.footprint(group, wave).barrier;
        let expected = |s: &Session<'_>| barrier.map_or(0, |id| s.barriers(group)[id as usize].expected);
        let before = expected(&session);
        let mut watch = Watch::new(group as u32);
        watch.exact = self.exact;
        let mut log = DivergenceLog::new(self.dispatch);
        let stepped = session.step_ordered(group, wave, &first, &mut (&mut watch, &mut log));
        outcome.diverges = log.found.into_boxed_slice();
        let own_steps = session.stats.wave_instructions as u32;
        let touches = Touch::merge(watch.touches);
        let shared = self.classify(thread, &touches)?;
        if !self.knows(node, &shared) {
            return Ok(Vec::new());
        }
        self.keep(&session, &touches, &mut own);
        let mut writes: Vec<(Cell, u32, u32)> = Vec::new();
        for touch in shared.iter().filter(|t| t.writes) {
            let mask = bits(touch.bytes);
            let value = self.cells[touch.word as usize].value(&session) & mask;
            match writes.iter_mut().find(|(cell, ..)| *cell == touch.word) {
                Some((_, bits, all)) => (*bits, *all) = (*bits | mask, *all & !mask | value),
                None => writes.push((touch.word, mask, value)),
            }
        }
        outcome.writes = writes.into_boxed_slice();
        let mut shared = shared;
        if let Some(cells) = self.waits.get(&(thread, self.step_index(node))) {
            shared.extend(cells.iter().map(|cell| read(*cell)));
        }
        outcome.touches = shared.into_boxed_slice();
        if counts {
            // If not all waves are expected, the order of arrivals matters.
            let all = [before, expected(&session)].iter().all(|n| *n == 0 || *n as usize >= session.wave_count(group));
            let adds = barrier.is_none() || all && self.waits_there(node);
            outcome.counts = Some(Counts { group: group as u32, id: barrier, adds });
            outcome.barriers = Some(self.barriers_number(*session.barriers(group)));
        }
        if unit {
            outcome.beside = session.beside().map(|beside| self.beside_number(beside));
        }
        outcome.ran.push(Ran { thread, steps: own_steps, first });
        if let Stepped::Stopped(stop) = stepped {
            outcome.stop = Some(Box::new(stop));
            outcome.nodes = Box::new([(thread, node)]);
            return Ok(vec![outcome]);
        }
        // Nodes that waves can have afterwards: the one that took the step, and those that a barrier released. Arrivals at barriers are
        // independent, so a choice that a wave makes after one must not depend on which wave came last: it is a step of its own.
        let settle = |automaton: &mut Self, thread, session, own| match counts {
            true => automaton.lead(thread, session, own).map(|settled| vec![settled]),
            false => automaton.settle(thread, session, own),
        };
        let mut moved = vec![(thread, settle(self, thread, session.clone(), own)?)];
        let mates = if counts { mates } else { &[] };
        for (other, at) in mates.iter().enumerate() {
            let (was, place) = (self.nodes[*at as usize].stand, self.threads[other]);
            let now = session.wave(place.0, place.1).status;
            if place.0 != group
                || other == usize::from(thread)
                || !matches!(was, Stand::AtBarrier(_))
                || now != Status::Ready
            {
                continue;
            }
            let mut alone = session.clone();
            let own: HashMap<Word, u32> = self.nodes[*at as usize].own.iter().copied().collect();
            own.iter().for_each(|(word, value)| word.put(&mut alone, *value, 0xf));
            moved.push((other as u16, settle(self, other as u16, alone, own)?));
        }
        // Each combination.
        let all: usize = moved.iter().map(|(_, ways)| ways.len()).product();
        if all > choice::ORDERS {
            return Err(Error::Ways { ways: all, place: self.place(thread, from) }.into());
        }
        let outcomes = (0..all).map(|mut number| {
            let (mut outcome, mut nodes) = (outcome.clone(), Vec::new());
            for (thread, ways) in &moved {
                let settled = &ways[number % ways.len()];
                number /= ways.len();
                nodes.push((*thread, settled.node));
                for ran in settled.ran.iter().filter(|ran| ran.steps != 0) {
                    match outcome.ran.last_mut() {
                        Some(last) if last.thread == ran.thread && last.first.is_empty() => {
                            last.steps += ran.steps;
                            last.first.clone_from(&ran.first);
                        }
                        _ => outcome.ran.push(ran.clone()),
                    }
                }
            }
            outcome.nodes = nodes.into_boxed_slice();
            outcome
        });
        Ok(outcomes.collect())
    }

    /// Whether a node is in front of a barrier at which it also waits, so that no wave arrives twice before it opens.
    fn waits_there(&self, node: Node) -> bool {
        let step = self.dispatch.program.steps.get(self.step_index(node) as usize);
        let waits = |kind: &BarrierKind| match kind {
            BarrierKind::Sync | BarrierKind::Wave | BarrierKind::Reduce { .. } => true,
            BarrierKind::Arrive | BarrierKind::Signal | BarrierKind::Await => false,
        };
        step.is_some_and(|s| matches!(&s.control, Control::Barrier { kind, .. } if waits(kind)))
    }
}
