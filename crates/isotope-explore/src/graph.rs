//! The graph of all states: each state once, compared in full.

use crate::automaton::Halt;
use crate::divergence::Diverging;
use crate::options::{Limit, Options};
use crate::system::{Move, System};

/// Number of a state.
pub(crate) type Id = u32;

/// No state.
pub(crate) const NONE: Id = u32::MAX;

/// States by number, each with the successor of each wave's step.
#[derive(Default)]
pub(crate) struct Graph {
    width: usize,
    threads: usize,
    rows: Vec<u32>,
    /// Open addressing: numbers of states, by their hash.
    table: Vec<Id>,
    /// For each state and wave: the successor of its step. The state itself if the step changes nothing, [`NONE`] if it takes none.
    edges: Vec<Id>,
    /// Further successors of steps with several outcomes: state, step, successor; sorted by state.
    more: Vec<(Id, Move, Id)>,
    /// How each state was found: predecessor and step.
    parents: Vec<(Id, Move)>,
    /// Steps that stop the launch: state, step, outcome.
    pub stops: Vec<(Id, Move, u32)>,
    /// Barriers that not all work-items reach, as steps show.
    pub diverging: Diverging,
    /// States whose steps are all known.
    pub finished: usize,
}

/// Bytes that the search for components takes for each state, beside the graph.
const SEARCHED: usize = 24;

fn hash(row: &[u32]) -> u64 {
    let mix = |sum: u64, word: u64| (sum.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let sum = row.chunks(2).fold(row.len() as u64, |sum, pair| {
        mix(sum, u64::from(pair[0]) | u64::from(pair.get(1).copied().unwrap_or(0)) << 32)
    });
    sum ^ sum >> 29
}

impl Graph {
    /// Breadth-first search from the first state on.
    pub fn explore(system: &mut System<'_>, options: &Options) -> Result<(Graph, Limit), Halt> {
        let mut graph = Graph { width: system.width, threads: system.threads(), ..Graph::default() };
        graph.table = vec![NONE; 1 << 10];
        let first = system.first.clone();
        graph.insert(&first, (NONE, Move::default()));
        let mut next = Vec::with_capacity(graph.width);
        let mut row = Vec::with_capacity(graph.width);
        let mut limit = Limit::None;
        while graph.finished < graph.len() {
            let from = graph.finished as Id;
            row.clear();
            row.extend_from_slice(graph.row(from));
            for thread in 0..graph.threads {
                let mut to = NONE;
                if system.enabled(&row, thread) && !system.is_double(&row, thread) {
                    let first = system.outcomes(&row, thread)?;
                    for choice in 0..system.automaton.outcomes[first as usize].choices {
                        let (step, number) = (Move { thread: thread as u16, choice }, first + u32::from(choice));
                        let diverges = &system.automaton.outcomes[number as usize].diverges;
                        if !diverges.is_empty() {
                            let mut diverging = std::mem::take(&mut graph.diverging);
                            diverging.note(diverges, || graph.path(from).into_iter().chain([step]).collect());
                            graph.diverging = diverging;
                        }
                        if system.automaton.outcomes[number as usize].stop.is_some() {
                            graph.stops.push((from, step, number));
                            continue;
                        }
                        system.take(&row, thread, number, &mut next);
                        system.canonical(&mut next);
                        let leads = graph.insert(&next, (from, step));
                        match choice {
                            0 => to = leads,
                            _ => graph.more.push((from, step, leads)),
                        }
                    }
                }
                graph.edges.push(to);
            }
            graph.finished += 1;
            if graph.len() > options.max_states {
                limit = Limit::States;
            } else if system.is_full(graph.bytes() + SEARCHED * graph.len()) {
                limit = Limit::Memory;
            } else if system.is_up() {
                limit = Limit::Time;
            }
            if limit != Limit::None && graph.finished < graph.len() {
                break;
            }
            limit = Limit::None;
        }
        Ok((graph, limit))
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Approximate size in bytes.
    pub fn bytes(&self) -> usize {
        let words = self.rows.capacity() + self.table.capacity() + self.edges.capacity();
        4 * words + 8 * self.parents.capacity() + 12 * self.more.capacity()
    }

    pub fn row(&self, id: Id) -> &[u32] {
        &self.rows[id as usize * self.width..(id as usize + 1) * self.width]
    }

    /// The successors in the order of waves; empty for a state that is not expanded.
    pub fn steps(&self, id: Id) -> impl Iterator<Item = (Move, Id)> + '_ {
        let from = id as usize * self.threads;
        let edges = self.edges.get(from..from + self.threads).unwrap_or(&[]).iter().enumerate();
        let edges = edges.filter(|(_, to)| **to != NONE);
        let edges = edges.map(|(thread, to)| (Move { thread: thread as u16, choice: 0 }, *to));
        edges.chain(self.more(id).iter().map(|(_, step, to)| (*step, *to)))
    }

    fn more(&self, id: Id) -> &[(Id, Move, Id)] {
        let from = self.more.partition_point(|of| of.0 < id);
        let rest = &self.more[from..];
        &rest[..rest.partition_point(|of| of.0 == id)]
    }

    /// The successor of a step, by number: each wave's, then further outcomes. `None` after the last, [`NONE`] if a wave takes no step.
    fn successor(&self, id: Id, number: usize) -> Option<Id> {
        let from = id as usize * self.threads;
        if number < self.threads {
            return self.edges.get(from + number).copied();
        }
        self.more(id).get(number - self.threads).map(|of| of.2)
    }

    /// The steps that lead from the first state to this one.
    pub fn path(&self, mut id: Id) -> Vec<Move> {
        let mut path = Vec::new();
        while self.parents[id as usize].0 != NONE {
            let (from, step) = self.parents[id as usize];
            path.push(step);
            id = from;
        }
        path.reverse();
        path
    }

    fn insert(&mut self, row: &[u32], parent: (Id, Move)) -> Id {
        if self.len() * 2 >= self.table.len() {
            self.grow();
        }
        let mask = self.table.len() - 1;
        let mut at = hash(row) as usize & mask;
        loop {
            match self.table[at] {
                NONE => break,
                id if self.row(id) == row => return id,
                _ => at = (at + 1) & mask,
            }
        }
        let id = self.len() as Id;
        self.table[at] = id;
        self.rows.extend_from_slice(row);
        self.parents.push(parent);
        id
    }

    fn grow(&mut self) {
        let size = 4 * self.table.len();
        let mut table = vec![NONE; size];
        for id in 0..self.len() as Id {
            let mut at = hash(self.row(id)) as usize & (size - 1);
            while table[at] != NONE {
                at = (at + 1) & (size - 1);
            }
            table[at] = id;
        }
        self.table = table;
    }
}

/// The strongly connected components of the states for which `inside` holds, each with an edge inside it.
pub(crate) fn components(graph: &Graph, inside: impl Fn(Id) -> bool) -> Vec<Vec<Id>> {
    // Tarjan's algorithm with an explicit stack.
    let mut order = vec![NONE; graph.len()];
    let mut low = vec![0; graph.len()];
    let mut open = vec![false; graph.len()];
    let (mut opened, mut stack, mut found) = (0, Vec::new(), Vec::new());
    for root in (0..graph.len() as Id).filter(|id| inside(*id)) {
        if order[root as usize] != NONE {
            continue;
        }
        let mut calls: Vec<(Id, usize)> = vec![(root, 0)];
        while let Some(&mut (id, ref mut next)) = calls.last_mut() {
            let i = id as usize;
            if order[i] == NONE {
                (order[i], low[i], open[i]) = (opened, opened, true);
                opened += 1;
                stack.push(id);
            }
            if let Some(to) = graph.successor(id, *next) {
                *next += 1;
                if to == NONE || to == id || !inside(to) {
                    continue;
                }
                if order[to as usize] == NONE {
                    calls.push((to, 0));
                } else if open[to as usize] {
                    low[i] = low[i].min(order[to as usize]);
                }
                continue;
            }
            calls.pop();
            if let Some((parent, _)) = calls.last() {
                low[*parent as usize] = low[*parent as usize].min(low[i]);
            }
            if order[i] == low[i] {
                let from = stack.iter().rposition(|of| *of == id).unwrap_or(0);
                let component = stack.split_off(from);
                component.iter().for_each(|of| open[*of as usize] = false);
                if component.len() > 1 || graph.steps(id).any(|(_, to)| to == id) {
                    found.push(component);
                }
            }
        }
    }
    found
}
