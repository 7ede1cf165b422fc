//! Every state of the machine, and replay of one schedule.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use isotope_machine::mem::Memory;
use isotope_machine::{Dispatch, Stop};

use super::machine::{Edge, Machine, Move};
use super::row::WeakState;
use super::table::MemorySystem;
use crate::automaton::Halt;
use crate::bounds::Bounds;
use crate::error::Error;
use crate::options::{Limit, MemoryRange};
use crate::schedule::{Does, Schedule, Turn};
use crate::states::{Ending, States};
use crate::system::WAVES;
use crate::until::Until;
use crate::watch::{Room, Word};

/// What to explore, and how far.
#[derive(Clone, Debug)]
pub struct WeakOptions {
    /// The machine.
    pub system: &'static MemorySystem,
    /// Whether a group is spread over more than one core.
    pub wide: bool,
    /// Most states.
    pub max_states: usize,
    /// Most bytes for states.
    pub max_bytes: usize,
    /// Time limit.
    pub until: Until,
    /// Most instructions that a wave may run by itself.
    pub local_steps: u64,
    /// Places that outcomes show.
    pub observe: Vec<MemoryRange>,
}

impl WeakOptions {
    /// All states of a machine, nothing observed.
    pub fn new(system: &'static MemorySystem, wide: bool) -> WeakOptions {
        let (max_states, max_bytes, local_steps) = (50_000_000, 4 << 30, 1_000_000);
        WeakOptions { system, wide, max_states, max_bytes, until: Until::default(), local_steps, observe: Vec::new() }
    }
}

/// The states that were found.
#[derive(Default)]
struct SearchResult {
    rows: Vec<Rc<WeakState>>,
    index: HashMap<Rc<WeakState>, u32>,
    /// Predecessor and transition; the first states have no transition.
    parents: Vec<(u32, Option<Move>)>,
    bytes: usize,
}

impl SearchResult {
    fn insert(&mut self, state: WeakState, parent: (u32, Option<Move>)) {
        if self.index.contains_key(&state) {
            return;
        }
        let state = Rc::new(state);
        self.bytes += state.bytes() + 48;
        self.index.insert(Rc::clone(&state), self.rows.len() as u32);
        self.rows.push(state);
        self.parents.push(parent);
    }

    fn path(&self, machine: &Machine<'_>, mut id: u32) -> Schedule {
        let mut turns = Vec::new();
        while let (from, Some(step)) = self.parents[id as usize] {
            turns.push(machine.turn(step));
            id = from;
        }
        turns.extend(machine.stands(self.rows[id as usize].placement).into_iter().rev());
        turns.reverse();
        turns.dedup_by(|next, last| {
            let same = next.does == Does::Runs && Turn { steps: next.steps, ..last.clone() } == *next;
            last.steps += if same { next.steps } else { 0 };
            same
        });
        Schedule { turns, cycle: Vec::new() }
    }
}

fn machine<'a>(
    dispatch: &'a Dispatch,
    memory: &Memory,
    options: &WeakOptions,
    bounds: &Bounds,
) -> Result<Machine<'a>, Error> {
    // Cores, and the caches of groups' scalar loads after them, are numbered in one byte: at most 127 of each.
    let session = bounds.session(dispatch, memory, WAVES.min(127))?;
    Ok(Machine::new(dispatch, session, options.system, options.wide, options.local_steps))
}

/// Searches all states of a launch on a machine with weak memory.
///
/// # Errors
/// Where the launch cannot be explored at all, or does something that the model does not cover. Reaching a limit is not an error.
pub fn weak(dispatch: &Dispatch, memory: &Memory, options: &WeakOptions) -> Result<States, Error> {
    let bounds = Bounds::new(options.max_bytes, &options.until);
    let mut machine = machine(dispatch, memory, options, &bounds)?;
    loop {
        match search(&mut machine, options, &bounds) {
            Ok(states) => return Ok(states),
            Err(Halt::Error(error)) => return Err(error),
            // What was found so far took a shared word for one wave's own.
            Err(Halt::Restart) => machine.nodes.forget(),
        }
    }
}

fn search(machine: &mut Machine<'_>, options: &WeakOptions, bounds: &Bounds) -> Result<States, Halt> {
    let mut found = SearchResult::default();
    for placement in 0..machine.placements.len() as u16 {
        let first = machine.first(placement)?;
        found.insert(first, (0, None));
    }
    let mut outcomes: BTreeMap<Vec<Vec<u8>>, (u64, u32)> = BTreeMap::new();
    let mut deadlocks: BTreeMap<Vec<String>, (u64, u32)> = BTreeMap::new();
    let mut stops: Vec<(Stop, u64, u32, Move)> = Vec::new();
    let mut limit = Limit::None;
    let mut next = 0;
    while next < found.rows.len() {
        let state = Rc::clone(&found.rows[next]);
        let edges = machine.edges(&state)?;
        if edges.is_empty() {
            let ending = match machine.is_over(&state) {
                true => {
                    let seen = options.observe.iter().map(|place| bytes(machine, &state, *place)).collect();
                    outcomes.entry(seen).or_insert((0, next as u32))
                }
                false => deadlocks.entry(places(machine, &state)).or_insert((0, next as u32)),
            };
            ending.0 += 1;
        }
        for Edge { step, to } in edges {
            match to {
                Ok(to) => found.insert(to, (next as u32, Some(step))),
                Err(stop) => match stops.iter_mut().find(|(known, ..)| *known == stop) {
                    Some((_, count, ..)) => *count += 1,
                    None => stops.push((stop, 1, next as u32, step)),
                },
            }
        }
        next += 1;
        let over = [
            (found.rows.len() > options.max_states, Limit::States),
            (found.bytes > bounds.bytes, Limit::Memory),
            (bounds.until.is_up(), Limit::Time),
        ];
        if let Some((_, which)) = over.iter().find(|(over, _)| *over && next < found.rows.len()) {
            limit = *which;
            break;
        }
    }
    if limit == Limit::None && !machine.all_placed {
        limit = Limit::Placements;
    }
    let ending = |states, id| Ending { states, schedule: found.path(machine, id) };
    let stops = stops.into_iter().map(|(stop, count, from, step)| {
        let mut ending = ending(count, from);
        ending.schedule.turns.push(machine.turn(step));
        (stop, ending)
    });
    Ok(States {
        diverged: Vec::new(),
        states: found.rows.len(),
        apart: found.rows.len() as u64,
        symmetry: None,
        bytes: found.bytes,
        limit,
        outcomes: outcomes.into_iter().map(|(seen, (count, id))| (seen, ending(count, id))).collect(),
        deadlocks: deadlocks.into_iter().map(|(places, (count, id))| (places, ending(count, id))).collect(),
        stops: stops.collect(),
        progress: Vec::new(),
    })
}

fn word(machine: &Machine<'_>, state: &WeakState, word: Word) -> u32 {
    if let Some(cell) = machine.nodes.cells.iter().position(|cell| *cell == word) {
        return state.memory[cell];
    }
    let own = |node: &u32| machine.nodes.own(*node).iter().find(|(own, _)| *own == word).map(|(_, value)| *value);
    state.nodes.iter().find_map(own).unwrap_or_else(|| machine.nodes.start_value(word))
}

fn bytes(machine: &Machine<'_>, state: &WeakState, place: MemoryRange) -> Vec<u8> {
    let byte = |at: u64| word(machine, state, Word { room: Room::Global, at: at / 4 }).to_le_bytes()[at as usize % 4];
    (place.address..place.address + u64::from(place.bytes)).map(byte).collect()
}

fn places(machine: &Machine<'_>, state: &WeakState) -> Vec<String> {
    let waits = state.nodes.iter().filter(|node| !machine.nodes.ended(**node));
    waits.map(|node| machine.nodes.place(*node)).collect()
}

/// Result of a schedule of a weak machine.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WeakReplay {
    /// Each turn: its instruction, and the contents of the observed places.
    pub turns: Vec<(Turn, String, Vec<Vec<u8>>)>,
    /// Final contents of the observed places.
    pub left: Vec<Vec<u8>>,
    /// Whether every wave has ended and memory has performed all requests.
    pub over: bool,
    /// What stopped the launch, if anything.
    pub stop: Option<Stop>,
}

/// Runs a schedule that [`weak`] returned.
///
/// # Errors
/// When a turn cannot be taken.
pub fn replay_weak(
    dispatch: &Dispatch,
    memory: &Memory,
    options: &WeakOptions,
    schedule: &Schedule,
) -> Result<WeakReplay, Error> {
    let bounds = Bounds::new(options.max_bytes, &options.until);
    let mut machine = machine(dispatch, memory, options, &bounds)?;
    // The set of shared words decides which transitions exist, and only the whole state space determines it.
    loop {
        match search(&mut machine, options, &bounds) {
            Ok(_) => break,
            Err(Halt::Error(error)) => return Err(error),
            Err(Halt::Restart) => machine.nodes.forget(),
        }
    }
    loop {
        match follow(&mut machine, options, schedule) {
            Ok(replayed) => return Ok(replayed),
            Err(Halt::Error(error)) => return Err(error),
            Err(Halt::Restart) => machine.nodes.forget(),
        }
    }
}

fn follow(machine: &mut Machine<'_>, options: &WeakOptions, schedule: &Schedule) -> Result<WeakReplay, Halt> {
    let refuse = |entry: usize, turn: &Turn, what: &str| {
        Halt::Error(Error::Schedule { entry: entry + 1, what: format!("`{turn}`: {what}") })
    };
    let stands = schedule.turns.iter().take_while(|turn| matches!(turn.does, Does::Stands { .. })).count();
    let (cores, turns) = schedule.turns.split_at(stands);
    let placement = (0..machine.placements.len() as u16).find(|placement| machine.stands(*placement) == cores);
    let Some(placement) = placement else {
        let expected: Vec<String> = machine.stands(0).iter().map(Turn::to_string).collect();
        let what = format!("expected first on which core each wave runs, such as `{}`", expected.join(" "));
        return Err(Halt::Error(Error::Schedule { entry: 1, what }));
    };
    let mut state = machine.first(placement)?;
    let look =
        |machine: &Machine<'_>, state: &WeakState| options.observe.iter().map(|p| bytes(machine, state, *p)).collect();
    let mut replayed = WeakReplay { turns: Vec::new(), left: Vec::new(), over: false, stop: None };
    for (entry, turn) in turns.iter().enumerate() {
        let entry = entry + stands;
        let thread = machine.nodes.threads.iter().position(|t| *t == (turn.group as usize, turn.wave as usize));
        let thread = thread.ok_or_else(|| refuse(entry, turn, "there is no such wave"))?;
        let text = machine.said(&state, thread as u16, turn.does);
        replayed.turns.push((turn.clone(), text, look(machine, &state)));
        for _ in 0..turn.steps.max(1) {
            let wanted = Move { thread: thread as u16, choice: turn.choice, does: turn.does };
            let edge = machine.edges(&state)?.into_iter().find(|edge| edge.step == wanted);
            match edge.ok_or_else(|| refuse(entry, turn, "this cannot happen here"))?.to {
                Ok(to) => state = to,
                Err(stop) => replayed.stop = Some(stop),
            }
        }
    }
    replayed.left = look(machine, &state);
    replayed.over = machine.is_over(&state);
    Ok(replayed)
}
