//! The transition system that every exploration walks: states of a few words, and steps between them.

use isotope_machine::Dispatch;
use isotope_machine::mem::Memory;
use isotope_op::random::Random;

use smallvec::SmallVec;

use crate::automaton::{Alike, Automaton, Halt, Node, Orders, Outcome, Ran, Scene, Stand};
use crate::bounds::Bounds;
use crate::error::Error;
use crate::options::MemoryRange;
use crate::schedule::{Schedule, Turn};
use crate::watch::{Room, Word};

/// Most visible steps of a loop that is checked for waiting.
const WALK: usize = 64;

/// Most waves of an exploration.
pub(crate) const WAVES: usize = 1024;

/// What is explored.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Setup {
    /// Groups that the machine holds at once; they start in order. `None` for all.
    pub resident: Option<u32>,
    /// Whether states record which waves have begun.
    pub started: bool,
    /// Which orders are choices.
    pub orders: Orders,
    /// Whether identical waves are interchangeable.
    pub symmetry: bool,
    /// Whether identical waves begin in order, each after the one before it.
    pub chained: bool,
}

/// A step of a wave, with one of its outcomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Move {
    pub thread: u16,
    pub choice: u16,
}

/// Identical waves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Symmetry {
    /// Classes, with group and wave of each member.
    pub alike: Vec<Vec<(u32, u32)>>,
    /// Why there are none.
    pub none: Option<String>,
}

/// The result of a path that had been walked before, and so shares no further words.
fn walked<T>(found: Result<T, Halt>) -> Result<T, Error> {
    found.map_err(|halt| match halt {
        Halt::Error(error) => error,
        Halt::Restart => unreachable!("a path that was walked shares no other words"),
    })
}

/// Number of distinct arrangements of things, some of which are equal.
pub(crate) fn arrangements<T: PartialEq>(things: &[T]) -> u64 {
    let equal = |n: usize| things[..n].iter().filter(|thing| **thing == things[n]).count() as u64;
    // Each partial product is a number of arrangements.
    (0..things.len())
        .fold(1, |ways: u128, n| (ways * (n as u128 + 1) / u128::from(1 + equal(n))).min(u128::from(u64::MAX)))
        as u64
}

/// A launch as states and steps.
///
/// A state is a row of words: the node of each wave, the barriers of each group, the state beside memory, which waves have begun, the
/// values of shared words.
pub(crate) struct System<'a> {
    pub automaton: Automaton<'a>,
    pub setup: Setup,
    pub bounds: Bounds,
    /// Words of a state.
    pub width: usize,
    barriers_at: Option<usize>,
    beside_at: Option<usize>,
    started_at: Option<usize>,
    cells_at: usize,
    /// The state before the first visible step, and what waves ran to get there.
    pub first: Box<[u32]>,
    pub lead: Vec<Ran>,
    /// Classes of identical waves, and why there are none.
    pub classes: Vec<Vec<u16>>,
    pub unlike: Option<String>,
}

impl<'a> System<'a> {
    pub fn new(
        dispatch: &'a Dispatch,
        memory: &Memory,
        setup: Setup,
        local_steps: u64,
        bounds: Bounds,
    ) -> Result<Self, Error> {
        let session = bounds.session(dispatch, memory, WAVES)?;
        Ok(System {
            automaton: Automaton::new(dispatch, session, setup.orders, local_steps)?,
            setup,
            bounds,
            width: 0,
            barriers_at: None,
            beside_at: None,
            started_at: None,
            cells_at: 0,
            first: Box::new([]),
            lead: Vec::new(),
            classes: Vec::new(),
            unlike: None,
        })
    }

    /// How many waves there are.
    pub fn threads(&self) -> usize {
        self.automaton.threads.len()
    }

    /// Whether time is up.
    pub fn is_up(&self) -> bool {
        self.bounds.until.is_up()
    }

    /// Whether the search exceeds its memory limit, with `bytes` of its own.
    pub fn is_full(&self, bytes: usize) -> bool {
        bytes + self.automaton.bytes > self.bounds.bytes
    }

    /// Explores, and starts again as long as words turn out to be shared.
    pub fn settled<T>(&mut self, mut explore: impl FnMut(&mut Self) -> Result<T, Halt>) -> Result<T, Error> {
        loop {
            match self.begin().and_then(|()| explore(self)) {
                Ok(found) => return Ok(found),
                Err(Halt::Error(error)) => return Err(error),
                Err(Halt::Restart) => {}
            }
        }
    }

    /// Finds shared words by a few runs.
    pub fn learn(&mut self, runs: u64, steps: usize) -> Result<(), Error> {
        for seed in 0..runs {
            self.settled(|system| {
                let (mut random, mut state, mut next) = (Random(seed), system.first.to_vec(), Vec::new());
                for _ in 0..steps {
                    if system.is_up() || system.is_full(0) {
                        break;
                    }
                    let enabled: Vec<usize> = (0..system.threads()).filter(|t| system.enabled(&state, *t)).collect();
                    let Some(thread) = enabled.get(random.draw() as usize % enabled.len().max(1)) else { break };
                    let first = system.outcomes(&state, *thread)?;
                    let choices = system.automaton.alternatives(first).len() as u64;
                    let number = first + if choices > 1 { random.draw() % choices } else { 0 } as u32;
                    system.take(&state, *thread, number, &mut next);
                    if system.automaton.outcomes[number as usize].stop.is_some() {
                        break;
                    }
                    std::mem::swap(&mut state, &mut next);
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    /// The state before the first step.
    fn begin(&mut self) -> Result<(), Halt> {
        let threads = self.threads();
        self.automaton.alike = Alike::none(threads);
        self.automaton.forget();
        let mut state = Vec::new();
        self.lead.clear();
        for thread in 0..threads {
            if self.is_up() {
                return Err(Error::Time.into());
            }
            let (node, ran) = self.automaton.first_node(thread as u16)?;
            state.push(node);
            self.lead.push(Ran::new(thread as u16, ran));
        }
        if self.setup.symmetry {
            match self.automaton.find_alike(&state) {
                Err(why) => self.unlike = Some(why),
                Ok(alike) => {
                    self.unlike = None;
                    self.automaton.alike = alike;
                    self.automaton.forget();
                    for (thread, node) in state.iter_mut().enumerate() {
                        let first = self.automaton.alike.first(thread as u16);
                        *node = self.automaton.first_node(first)?.0;
                    }
                }
            }
            self.classes = self.automaton.alike.classes();
        }
        self.lead.retain(|ran| ran.steps != 0);
        self.barriers_at = None;
        if self.automaton.has_barriers() {
            self.barriers_at = Some(state.len());
            let groups = 0..self.automaton.group_count();
            state.extend(groups.map(|group| self.automaton.first_barriers(group)));
        }
        self.beside_at = None;
        if let Some(beside) = self.automaton.first_beside() {
            self.beside_at = Some(state.len());
            state.push(beside);
        }
        self.started_at = None;
        if self.setup.started || self.setup.resident.is_some() || self.setup.chained {
            self.started_at = Some(state.len());
            state.extend(vec![0; threads.div_ceil(32)]);
        }
        self.cells_at = state.len();
        let cells = 0..self.automaton.cells.len() as u32;
        state.extend(cells.map(|cell| self.automaton.first_value(cell)));
        self.width = state.len();
        self.first = state.into_boxed_slice();
        Ok(())
    }

    /// State of a wave.
    pub fn stand(&self, state: &[u32], thread: usize) -> Stand {
        self.automaton.nodes[state[thread] as usize].stand
    }

    /// Whether a wave has taken a visible step. Only for states that record it.
    pub fn has_started(&self, state: &[u32], thread: usize) -> bool {
        self.started_at.is_some_and(|at| state[at + thread / 32] >> (thread % 32) & 1 != 0)
    }

    fn beside(&self, state: &[u32]) -> Option<u32> {
        self.beside_at.map(|at| state[at])
    }

    /// What a wave's step can depend on.
    fn scene<'s>(&self, state: &'s [u32], thread: usize) -> Scene<'s> {
        let group = self.automaton.threads[thread].0;
        Scene {
            cells: &state[self.cells_at..],
            mates: &state[..self.threads()],
            barriers: self.barriers_at.map(|at| state[at + group]),
            beside: self.beside(state),
        }
    }

    /// Whether a wave can take a step.
    pub fn enabled(&self, state: &[u32], thread: usize) -> bool {
        self.automaton.can_step(state[thread], self.beside(state))
            && self.has_room(state, thread)
            && (!self.setup.chained
                || self.automaton.alike.before(thread).is_none_or(|before| self.has_started(state, before)))
    }

    /// Whether a wave can take a step that leads somewhere: it can take one, and would not return to its current state by itself without
    /// having written anything.
    pub fn ready(&mut self, state: &[u32], thread: usize) -> Result<bool, Halt> {
        Ok(self.enabled(state, thread) && self.round(state, thread)?.is_none())
    }

    /// The steps of a wave's waiting loop, if it returns to its current state by itself without having written anything; `None` for a loop
    /// with choices.
    pub fn round(&mut self, state: &[u32], thread: usize) -> Result<Option<SmallVec<[u32; 8]>>, Halt> {
        let first = state[thread];
        let scene = self.scene(state, thread);
        let mut node = first;
        let mut walk: SmallVec<[Node; 8]> = SmallVec::new();
        let mut did: SmallVec<[u32; 8]> = SmallVec::new();
        loop {
            walk.push(node);
            if walk.len() > WALK || self.automaton.nodes[node as usize].counts_or_asks() {
                return Ok(None);
            }
            let number = self.automaton.outcome(node, scene)?;
            let outcomes = self.automaton.alternatives(number);
            if outcomes.iter().any(Outcome::is_seen) {
                return Ok(None);
            }
            if outcomes.len() > 1 {
                return Ok((!self.leads_out(state, thread)?).then(SmallVec::new));
            }
            node = outcomes[0].nodes[0].1;
            did.push(number);
            if self.automaton.nodes[node as usize].stand != Stand::Ready {
                return Ok(None);
            }
            if let Some(from) = walk.iter().position(|seen| *seen == node) {
                self.automaton.waits(&walk[from..])?;
                // Compilers put a copy of a waiting loop's first round in front of it. Steps that do what those of the loop do belong to
                // it: a wave that waits there can as well have waited before.
                let (way, round) = walk.split_at(from);
                for (n, node) in way.iter().enumerate().rev() {
                    let twin = round[(round.len() - (from - n) % round.len()) % round.len()];
                    if !self.automaton.is_twin(*node, twin)? {
                        return Ok(None);
                    }
                }
                self.automaton.waiting.extend(&walk);
                return Ok(Some(did));
            }
        }
    }

    /// The same where choices are on the way: the wave waits if it has written nothing and returns for every choice.
    fn leads_out(&mut self, state: &[u32], thread: usize) -> Result<bool, Halt> {
        let scene = self.scene(state, thread);
        let mut nodes = vec![state[thread]];
        let mut leads: Vec<Vec<usize>> = Vec::new();
        while leads.len() < nodes.len() {
            let node = nodes[leads.len()];
            let of = &self.automaton.nodes[node as usize];
            if nodes.len() > WALK || of.counts_or_asks() || of.stand != Stand::Ready {
                return Ok(true);
            }
            let number = self.automaton.outcome(node, scene)?;
            let mut to = Vec::new();
            for outcome in self.automaton.alternatives(number) {
                if outcome.is_seen() {
                    return Ok(true);
                }
                let next = outcome.nodes[0].1;
                let at = nodes.iter().position(|known| *known == next).unwrap_or(nodes.len());
                if at == nodes.len() {
                    nodes.push(next);
                }
                to.push(at);
            }
            leads.push(to);
        }
        // Each of them has to lead back.
        let mut back = vec![false; nodes.len()];
        back[0] = true;
        while let Some(at) = (0..nodes.len()).find(|at| !back[*at] && leads[*at].iter().any(|to| back[*to])) {
            back[at] = true;
        }
        if back.contains(&false) {
            return Ok(true);
        }
        self.automaton.waits(&nodes)?;
        Ok(false)
    }

    /// Whether the next step of a wave, which was not taken, may conflict with what a step has touched.
    pub fn may_meet(&self, state: &[u32], thread: u16, outcome: u32) -> bool {
        let did = &self.automaton.outcomes[outcome as usize];
        let of = &self.automaton.nodes[state[usize::from(thread)] as usize];
        did.stop.is_some() || of.asks() && did.unit || of.may_meet(&did.touches)
    }

    /// Whether the machine holds the wave's group.
    fn has_room(&self, state: &[u32], thread: usize) -> bool {
        let Some(resident) = self.setup.resident else { return true };
        let of = self.automaton.threads[thread].0;
        let mut held = 0;
        for group in 0..=of {
            let mine = || (0..self.threads()).filter(|t| self.automaton.threads[*t].0 == group);
            let begun = mine().any(|t| self.has_started(state, t));
            let ended = mine().all(|t| self.stand(state, t) == Stand::Ended);
            if group == of && begun {
                return true;
            }
            // They start in order, so one that has not begun still takes its place.
            held += u32::from(!ended);
        }
        held <= resident
    }

    /// The number of the first outcome of a wave's step.
    pub fn outcomes(&mut self, state: &[u32], thread: usize) -> Result<u32, Halt> {
        self.automaton.outcome(state[thread], self.scene(state, thread))
    }

    /// Lets a wave take a step; `next` is the successor. Returns the number of the outcome.
    pub fn step(&mut self, state: &[u32], step: Move, next: &mut Vec<u32>) -> Result<u32, Halt> {
        let number = self.outcomes(state, step.thread.into())? + u32::from(step.choice);
        self.take(state, step.thread.into(), number, next);
        Ok(number)
    }

    /// The same for a step with this outcome.
    pub fn take(&self, state: &[u32], thread: usize, number: u32, next: &mut Vec<u32>) {
        let group = self.automaton.threads[thread].0;
        let outcome = &self.automaton.outcomes[number as usize];
        next.clear();
        next.extend_from_slice(state);
        for (moved, node) in &outcome.nodes {
            next[self.who(thread, *moved)] = *node;
        }
        for (cell, mask, value) in &outcome.writes {
            let word = &mut next[self.cells_at + *cell as usize];
            *word = *word & !mask | value;
        }
        if let (Some(at), Some(barriers)) = (self.barriers_at, outcome.barriers) {
            next[at + group] = barriers;
        }
        if let (Some(at), Some(beside)) = (self.beside_at, outcome.beside) {
            next[at] = beside;
        }
        if let Some(at) = self.started_at {
            next[at + thread / 32] |= 1 << (thread % 32);
        }
    }

    /// The wave that moves when this one takes a step and the outcome of the shared nodes names `moved`.
    fn who(&self, thread: usize, moved: u16) -> usize {
        if moved == self.automaton.alike.first(thread as u16) { thread } else { moved.into() }
    }

    /// The representative of all states that differ only by renaming identical waves.
    pub fn canonical(&self, state: &mut [u32]) {
        for class in &self.classes {
            let mut nodes: SmallVec<[Node; 16]> = class.iter().map(|thread| state[usize::from(*thread)]).collect();
            nodes.sort_unstable();
            class.iter().zip(nodes).for_each(|(thread, node)| state[usize::from(*thread)] = node);
        }
    }

    /// The identical wave that must begin after this one.
    pub fn behind(&self, thread: u16) -> Option<usize> {
        if self.classes.is_empty() { None } else { self.automaton.alike.behind(thread.into()) }
    }

    /// How many states this one represents.
    pub fn stands_for(&self, state: &[u32]) -> u64 {
        let ways = |class: &Vec<u16>| {
            let nodes: Vec<Node> = class.iter().map(|thread| state[usize::from(*thread)]).collect();
            arrangements(&nodes)
        };
        self.classes.iter().map(ways).fold(1, u64::saturating_mul)
    }

    /// Whether an earlier identical wave is in the same state.
    pub fn is_double(&self, state: &[u32], thread: usize) -> bool {
        !self.classes.is_empty()
            && self.automaton.alike.before(thread).is_some_and(|before| state[before] == state[thread])
    }

    /// The state at the end of a path of representatives, with waves that keep their names.
    pub fn end(&mut self, path: &[Move]) -> Result<Vec<u32>, Error> {
        Ok(walked(self.concrete(path))?.1)
    }

    /// Steps between representatives, as steps of waves that keep their names, and the state that they lead to.
    fn concrete(&mut self, path: &[Move]) -> Result<(Vec<Move>, Vec<u32>), Halt> {
        let (mut canonical, mut state, mut next) = (self.first.to_vec(), self.first.to_vec(), Vec::new());
        let mut steps = Vec::new();
        for step in path {
            let first = self.automaton.alike.first(step.thread);
            let node = canonical[usize::from(step.thread)];
            let stands = |t: &usize| self.automaton.alike.first(*t as u16) == first && state[*t] == node;
            let thread = (0..self.threads()).find(stands).map_or(step.thread, |t| t as u16);
            let step = Move { thread, choice: step.choice };
            self.step(&state, step, &mut next)?;
            std::mem::swap(&mut state, &mut next);
            canonical.clone_from(&state);
            self.canonical(&mut canonical);
            steps.push(step);
        }
        Ok((steps, state))
    }

    /// The identical waves; `None` without symmetry reduction.
    pub fn symmetry(&self) -> Option<Symmetry> {
        let place = |thread: &u16| {
            let (group, wave) = self.automaton.threads[usize::from(*thread)];
            (group as u32, wave as u32)
        };
        let alike = || self.classes.iter().map(|class| class.iter().map(place).collect()).collect();
        self.setup.symmetry.then(|| Symmetry { alike: alike(), none: self.unlike.clone() })
    }

    /// A word of memory in a state.
    pub fn word(&self, state: &[u32], word: Word) -> u32 {
        if let Some(cell) = self.automaton.cells.iter().position(|cell| *cell == word) {
            return state[self.cells_at + cell];
        }
        let own = |thread: usize| {
            let own = self.automaton.own(state[thread]);
            own.binary_search_by_key(&word, |(word, _)| *word).ok().map(|at| own[at].1)
        };
        (0..self.threads()).find_map(own).unwrap_or_else(|| self.automaton.start_value(word))
    }

    /// Bytes of global memory in a state.
    pub fn bytes(&self, state: &[u32], address: u64, bytes: usize) -> Vec<u8> {
        let end = address + bytes as u64;
        let words = address / 4..end.div_ceil(4);
        let all = words.flat_map(|at| self.word(state, Word { room: Room::Global, at }).to_le_bytes());
        all.skip(address as usize % 4).take(bytes).collect()
    }

    /// Bytes of places in a state, then the text that was printed, if a host process prints.
    pub fn observed(&self, state: &[u32], places: &[MemoryRange]) -> Vec<Vec<u8>> {
        let all = places.iter().map(|p| self.bytes(state, p.address, p.bytes as usize));
        all.chain(self.beside(state).and_then(|beside| self.automaton.printed(beside))).collect()
    }

    /// Whether every wave has ended.
    pub fn is_over(&self, state: &[u32]) -> bool {
        (0..self.threads()).all(|thread| self.stand(state, thread) == Stand::Ended)
    }

    /// Where each wave is that has not ended, as text.
    pub fn places(&self, state: &[u32]) -> Vec<String> {
        let place = |thread: usize| {
            let (group, wave) = self.automaton.threads[thread];
            let text = self.automaton.text(state[thread]);
            let what = match self.stand(state, thread) {
                Stand::Ended => return None,
                Stand::Ready if self.setup.resident.is_some() => {
                    format!("has not begun, for want of room, in front of `{text}`")
                }
                Stand::Ready => format!("waits in a loop, in front of `{text}`"),
                Stand::AtBarrier(id) => format!("waits at barrier {id}"),
                Stand::Queued => match self.beside(state).and_then(|b| self.automaton.queue(state[thread], b)) {
                    Some(queue) => format!("waits in {queue}"),
                    None => "waits in a queue of the synchronization unit".into(),
                },
                Stand::Halted => format!("halted at `{text}`: the request was not acknowledged (NACK)"),
                Stand::Endless => format!("runs for ever by itself, at `{text}`"),
            };
            Some(format!("group {group}, wave {wave}: {what}"))
        };
        (0..self.threads()).filter_map(place).collect()
    }

    /// The turns of a path of visible steps, the last `cycle` of them separately.
    pub fn turns(&mut self, path: &[Move], cycle: usize) -> Result<(Vec<Turn>, Vec<Turn>), Error> {
        let path = match self.classes.is_empty() || self.setup.chained {
            true => path.to_vec(),
            false => walked(self.concrete(path))?.0,
        };
        let (mut state, mut next) = (self.first.to_vec(), Vec::new());
        let mut turns = [Vec::new(), Vec::new()];
        let turn = |threads: &[(usize, usize)], who: usize, ran: &Ran| {
            let (group, wave) = threads[who];
            Turn { first: ran.first.to_vec(), ..Turn::run(group as u32, wave as u32, ran.steps) }
        };
        for ran in &self.lead {
            Schedule::push(&mut turns[0], turn(&self.automaton.threads, ran.thread.into(), ran));
        }
        for (at, step) in path.iter().enumerate() {
            let number = walked(self.step(&state, *step, &mut next))?;
            let part = usize::from(at >= path.len() - cycle);
            for ran in &self.automaton.outcomes[number as usize].ran {
                let who = self.who(step.thread.into(), ran.thread);
                Schedule::push(&mut turns[part], turn(&self.automaton.threads, who, ran));
            }
            std::mem::swap(&mut state, &mut next);
        }
        let [turns, cycle] = turns;
        Ok((turns, cycle))
    }
}
