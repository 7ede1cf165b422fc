//! Transitions of the machine: instructions of waves, and what memory does by itself.

use std::collections::HashSet;

use isotope_machine::{Dispatch, Session, Stop};
use smallvec::SmallVec;

use super::nodes::{Nodes, Visit};
use super::placement::{Placement, placements};
use super::plan::{AccessKind, InstructionKind, LOADS, SHARED, STORES};
use super::row::{Ask, Op, Request, WeakState};
use super::table::MemorySystem;
use crate::automaton::{Cell, Halt};
use crate::schedule::{Does, Turn};
use crate::watch::Word;

/// A transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move {
    pub thread: u16,
    /// Which of several outcomes.
    pub choice: u16,
    pub does: Does,
}

/// Most words of a load that caches may hold; each of them can be a hit or a miss.
const HELD: usize = 16;

/// The target of a transition.
pub(super) struct Edge {
    pub step: Move,
    pub to: Result<WeakState, Stop>,
}

pub(super) struct Machine<'a> {
    pub nodes: Nodes<'a>,
    pub placements: Vec<Placement>,
    /// Whether all placements of waves on cores are explored.
    pub all_placed: bool,
    system: &'static MemorySystem,
}

impl<'a> Machine<'a> {
    pub fn new(
        dispatch: &'a Dispatch,
        session: Session<'a>,
        system: &'static MemorySystem,
        wide: bool,
        local_steps: u64,
    ) -> Machine<'a> {
        let nodes = Nodes::new(dispatch, session, system, local_steps);
        let groups: Vec<usize> = nodes.threads.iter().map(|(group, _)| *group).collect();
        let (placements, all_placed) = placements(&groups, system.cores[usize::from(wide)]);
        Machine { nodes, placements, all_placed, system }
    }

    fn threads(&self) -> usize {
        self.nodes.threads.len()
    }

    /// The cache that an access of a wave goes through.
    fn cache(&self, row: &WeakState, thread: u16, scalar: bool) -> u8 {
        let placement = &self.placements[usize::from(row.placement)];
        let caches = if scalar { &placement.scalars } else { &placement.cores };
        caches[usize::from(thread)]
    }

    fn array(&self, row: &WeakState, core: u8) -> u8 {
        self.placements[usize::from(row.placement)].arrays[usize::from(core)]
    }

    /// The state before the first step, for a placement.
    pub fn first(&mut self, placement: u16) -> Result<WeakState, Halt> {
        let threads = self.threads();
        let cells = self.nodes.cells.len();
        let cores = self.placements[usize::from(placement)].arrays.len();
        let memory = self.nodes.cells.iter().map(|word| self.nodes.start_value(*word)).collect();
        let nodes = (0..threads as u16).map(|thread| self.nodes.first(thread)).collect();
        let (near, middle) = (vec![None; cells * cores].into(), vec![None; cells * cores].into());
        let ops = vec![Vec::new(); threads].into();
        let mut row = WeakState { placement, nodes, ops, requests: Vec::new(), memory, near, middle };
        self.settle(&mut row)?;
        Ok(row)
    }

    /// The turns that say which wave runs on which core.
    pub fn stands(&self, placement: u16) -> Vec<Turn> {
        let cores = &self.placements[usize::from(placement)].cores;
        let of = |(thread, core): (usize, &u8)| Move {
            thread: thread as u16,
            choice: 0,
            does: Does::Stands { core: *core },
        };
        cores.iter().enumerate().map(|at| self.turn(of(at))).collect()
    }

    /// A transition as a turn of a schedule.
    pub fn turn(&self, Move { thread, choice, does }: Move) -> Turn {
        let (group, wave) = self.nodes.threads[usize::from(thread)];
        let steps = u32::from(does == Does::Runs);
        Turn { choice, does, ..Turn::run(group as u32, wave as u32, steps) }
    }

    /// The text of the instruction of a transition: the next one of a wave, or that of the access that memory performs.
    pub fn said(&self, row: &WeakState, thread: u16, does: Does) -> String {
        let asked = |r: &&Request| {
            let address = 4 * self.nodes.cells[r.cell as usize].at;
            let fits = match does {
                Does::Reads { at, .. } => at == address && matches!(r.ask, Ask::Read { .. }),
                Does::Writes { at } => at == address && matches!(r.ask, Ask::Write(_)),
                Does::Updates { at } => at == address && r.ask == Ask::Update,
                Does::Shares => r.ask == Ask::Shared,
                Does::Runs | Does::Stands { .. } => false,
            };
            fits && r.thread == thread
        };
        let node = match row.requests.iter().find(asked) {
            Some(request) => row.ops[usize::from(thread)][usize::from(request.op)].issued,
            None => row.nodes[usize::from(thread)],
        };
        self.nodes.text(node).to_string()
    }

    pub fn is_over(&self, row: &WeakState) -> bool {
        row.requests.is_empty() && row.nodes.iter().all(|node| self.nodes.ended(*node))
    }

    fn at(&self, cache: u8, cell: Cell) -> usize {
        usize::from(cache) * self.nodes.cells.len() + cell as usize
    }

    /// The value below the caches of an array's cores.
    fn below(&self, row: &WeakState, array: u8, cell: Cell) -> u32 {
        row.middle[self.at(array, cell)].unwrap_or(row.memory[cell as usize])
    }

    // ---- waves ----

    /// Lets waves run as long as the time of their steps cannot be observed.
    fn settle(&mut self, row: &mut WeakState) -> Result<(), Halt> {
        loop {
            for thread in 0..self.threads() as u16 {
                let (mut seen, mut met) = (HashSet::new(), Vec::new());
                while self.run_quietly(row, thread, &mut met)? {
                    let at = (row.nodes[usize::from(thread)], row.ops[usize::from(thread)].clone());
                    if !seen.insert(at) {
                        // It waits for words to change that only it has touched so far. Whether other waves change them remains to be seen.
                        return Err(self.nodes.share(row.nodes[usize::from(thread)], &met));
                    }
                }
            }
            if !(0..self.threads() as u16).any(|thread| self.meet(row, thread)) {
                break;
            }
        }
        self.tidy(row);
        Ok(())
    }

    /// If all waves of the group are in front of a barrier, and this is the first of them, lets them pass.
    fn meet(&mut self, row: &mut WeakState, thread: u16) -> bool {
        let group = self.nodes.threads[usize::from(thread)].0;
        let waits = |t: &u16| {
            let node = row.nodes[usize::from(*t)];
            self.nodes.threads[usize::from(*t)].0 == group && !self.nodes.ended(node)
        };
        let threads: Vec<u16> = (0..self.threads() as u16).filter(waits).collect();
        let here = |t: &u16| self.nodes.plan(row.nodes[usize::from(*t)]).kind == InstructionKind::Barrier;
        if threads.first() != Some(&thread) || !threads.iter().all(here) {
            return false;
        }
        let nodes: Vec<_> = threads.iter().map(|t| row.nodes[usize::from(*t)]).collect();
        for (t, next) in threads.iter().zip(self.nodes.meet(&threads, &nodes)) {
            row.nodes[usize::from(*t)] = next;
        }
        true
    }

    fn run_quietly(&mut self, row: &mut WeakState, thread: u16, met: &mut Vec<Word>) -> Result<bool, Halt> {
        let node = row.nodes[usize::from(thread)];
        if self.nodes.ended(node) {
            self.end(row, thread);
            return Ok(false);
        }
        let quiet = row.ops[usize::from(thread)].iter().all(|op| self.nodes.writes(op.issued).is_empty());
        if !quiet && !self.touched(row, thread).is_empty() {
            return Ok(false);
        }
        match self.nodes.plan(node).kind.clone() {
            InstructionKind::Plain => match self.nodes.run_alone(node, quiet)? {
                Ok((next, _)) => row.nodes[usize::from(thread)] = next,
                Err(_) => return Ok(false),
            },
            InstructionKind::Wait(waits) => {
                if !self.can_pass(row, thread, &waits) {
                    return Ok(false);
                }
                self.pass(row, thread, &waits);
                let next = self.nodes.run_alone(row.nodes[usize::from(thread)], false)?;
                let Ok((next, _)) = next else { return Ok(false) };
                row.nodes[usize::from(thread)] = next;
            }
            InstructionKind::Memory(memory) => {
                let visit = self.nodes.visit(node)?;
                let core = self.cache(row, thread, memory.scalar);
                let others = (0..self.threads() as u16).filter(|t| self.cache(row, *t, memory.scalar) == core);
                let alone = others.count() == 1;
                let holds = |cell: &Cell| row.near[self.at(core, *cell)].is_some();
                let settled = visit.global.is_empty()
                    || alone && (memory.deed != AccessKind::Load || memory.bypasses || !visit.global.iter().any(holds));
                if visit.stops || !settled || !self.has_room(row, thread, memory.counters) {
                    return Ok(false);
                }
                met.extend(&visit.own);
                self.issue(row, thread, &visit, 0)?;
            }
            // If nothing can be dropped, it is dropped now: a later drop could only remove what is not needed.
            InstructionKind::Drop { near, middle, scalar } => {
                let (core, array) = (self.cache(row, thread, false), self.array(row, self.cache(row, thread, false)));
                let is_empty = |held: &[Option<u32>], cache: u8| {
                    let first = self.at(cache, 0);
                    held[first..first + self.nodes.cells.len()].iter().all(Option::is_none)
                };
                let idle = (!near || is_empty(&row.near, core))
                    && (!middle || is_empty(&row.middle, array))
                    && (!scalar || is_empty(&row.near, self.cache(row, thread, true)));
                if !idle {
                    return Ok(false);
                }
                let Ok((next, _)) = self.nodes.run_alone(node, false)? else { return Ok(false) };
                row.nodes[usize::from(thread)] = next;
            }
            InstructionKind::Barrier | InstructionKind::Outside(_) => return Ok(false),
        }
        Ok(true)
    }

    /// An ended wave receives no more values; its stores continue.
    fn end(&self, row: &mut WeakState, thread: u16) {
        row.requests.retain(|r| r.thread != thread || !matches!(r.ask, Ask::Read { .. }));
        let mut op = 0;
        while op < row.ops[usize::from(thread)].len() {
            if row.is_done(thread, op, |_| true) {
                row.remove(thread, op);
            } else {
                // Its result is never used.
                let of = &mut row.ops[usize::from(thread)][op];
                (of.counters, of.values) = (0, SmallVec::new());
                op += 1;
            }
        }
    }

    fn has_room(&self, row: &WeakState, thread: u16, counters: u8) -> bool {
        let ops = &row.ops[usize::from(thread)];
        [LOADS, STORES, SHARED]
            .iter()
            .filter(|bit| counters & **bit != 0)
            .all(|bit| ops.iter().filter(|op| op.counters & bit != 0).count() < self.system.most)
    }

    /// Issues an access. Bits of `hits` say which words of a load are cache hits, of those that the core's cache holds.
    fn issue(&mut self, row: &mut WeakState, thread: u16, visit: &Visit, hits: u32) -> Result<(), Halt> {
        let node = row.nodes[usize::from(thread)];
        let InstructionKind::Memory(memory) = self.nodes.plan(node).kind else { return Ok(()) };
        let (next, stored) = self.nodes.issue(node)?;
        row.nodes[usize::from(thread)] = next;
        let (core, op) = (self.cache(row, thread, memory.scalar), row.ops[usize::from(thread)].len() as u8);
        let mut values = SmallVec::new();
        let mut held = 0;
        let mut asks = false;
        for cell in &visit.global {
            let at = self.at(core, *cell);
            let ask = match memory.deed {
                AccessKind::Load => {
                    let found = row.near[at].filter(|_| !memory.bypasses);
                    held += u32::from(found.is_some());
                    if let Some(found) = found.filter(|_| hits >> (held - 1) & 1 != 0) {
                        values.push((*cell, found));
                        continue;
                    }
                    row.near[at] = None;
                    Ask::Read { bypasses: memory.bypasses }
                }
                AccessKind::Store => {
                    let value = stored.iter().find(|(c, _)| c == cell).map_or(0, |(_, value)| *value);
                    row.near[at] = Some(value);
                    Ask::Write(value)
                }
                AccessKind::Update => {
                    row.near[at] = None;
                    Ask::Update
                }
            };
            asks = true;
            row.ask(Request { core, cell: *cell, thread, op, ask });
        }
        if let Some(cell) = visit.shared.first() {
            asks = true;
            row.ask(Request { core, cell: *cell, thread, op, ask: Ask::Shared });
        }
        if asks || !self.nodes.writes(node).is_empty() {
            row.ops[usize::from(thread)].push(Op { issued: node, counters: memory.counters, values });
        }
        Ok(())
    }

    /// Whether memory has performed the words of an access that a counter counts.
    fn is_done_for(&self, row: &WeakState, thread: u16, op: usize, counter: u8) -> bool {
        let both = row.ops[usize::from(thread)][op].counters.count_ones() > 1;
        row.is_done(thread, op, |r| !both || (r.ask == Ask::Shared) == (counter == SHARED))
    }

    /// The accesses that a counter counts, and whether they complete in order.
    fn counted(&self, row: &WeakState, thread: u16, counter: u8) -> (Vec<usize>, bool) {
        let ops = &row.ops[usize::from(thread)];
        let list: Vec<usize> = (0..ops.len()).filter(|op| ops[*op].counters & counter != 0).collect();
        let ordered = |op: &usize| match self.nodes.plan(ops[*op].issued).kind {
            InstructionKind::Memory(memory) => !(counter == SHARED && (memory.scalar || memory.counters != SHARED)),
            _ => true,
        };
        let in_order = list.iter().all(ordered);
        (list, in_order)
    }

    fn can_pass(&self, row: &WeakState, thread: u16, waits: &[(u8, usize)]) -> bool {
        waits.iter().all(|(counter, at_most)| {
            let (list, in_order) = self.counted(row, thread, *counter);
            let excess = list.len().saturating_sub(*at_most);
            let done = |op: &&usize| self.is_done_for(row, thread, **op, *counter);
            match in_order {
                true => list[..excess].iter().all(|op| done(&op)),
                false => list.iter().filter(done).count() >= excess,
            }
        })
    }

    fn pass(&mut self, row: &mut WeakState, thread: u16, waits: &[(u8, usize)]) {
        for (counter, at_most) in waits {
            let (list, in_order) = self.counted(row, thread, *counter);
            // For accesses that complete in any order, it is unknown which one completed.
            if in_order || *at_most == 0 {
                for op in &list[..list.len().saturating_sub(*at_most)] {
                    row.ops[usize::from(thread)][*op].counters &= !counter;
                }
            }
        }
        while let Some(op) = row.ops[usize::from(thread)].iter().position(|op| op.counters == 0) {
            self.deliver(row, thread, op);
        }
    }

    /// Writes what an access has found to the registers of its wave.
    fn deliver(&mut self, row: &mut WeakState, thread: u16, op: usize) {
        let op = row.remove(thread, op);
        if !self.nodes.writes(op.issued).is_empty() {
            let node = row.nodes[usize::from(thread)];
            row.nodes[usize::from(thread)] = self.nodes.deliver(node, op.issued, &op.values);
        }
    }

    /// The outstanding accesses whose registers the next instruction of a wave reads or writes.
    fn touched(&self, row: &WeakState, thread: u16) -> Vec<usize> {
        let plan = self.nodes.plan(row.nodes[usize::from(thread)]);
        let ops = &row.ops[usize::from(thread)];
        let program = &self.nodes.dispatch.program;
        (0..ops.len()).filter(|op| plan.meets(self.nodes.writes(ops[*op].issued), program)).collect()
    }

    /// The accesses that have returned when this one has: earlier ones that return in order with it. `None` as long as memory has not
    /// performed one of them.
    fn back_with(&self, row: &WeakState, thread: u16, op: usize) -> Option<Vec<usize>> {
        let ops = &row.ops[usize::from(thread)];
        let memory = |op: usize| match self.nodes.plan(ops[op].issued).kind {
            InstructionKind::Memory(memory) => (memory.counters & LOADS != 0, memory.scalar),
            _ => (false, false),
        };
        let class = memory(op);
        let returns = |of: &usize| !self.nodes.writes(ops[*of].issued).is_empty();
        let list: Vec<usize> = match class.1 {
            true => vec![op],
            false => (0..=op).filter(|of| memory(*of) == class).filter(returns).collect(),
        };
        list.iter().all(|of| row.is_done(thread, *of, |_| true)).then_some(list)
    }

    /// All outcomes of the next instruction of a wave.
    fn runs(&mut self, row: &WeakState, thread: u16, edges: &mut Vec<Edge>) -> Result<(), Halt> {
        let mut step = Move { thread, choice: 0, does: Does::Runs };
        // Accesses may have returned into registers that the instruction touches without a wait.
        let touched = self.touched(row, thread);
        let mut starts = vec![row.clone()];
        for op in touched.iter().rev() {
            if let Some(list) = self.back_with(row, thread, *op) {
                let mut back = row.clone();
                list.iter().rev().for_each(|of| self.deliver(&mut back, thread, *of));
                if !starts.contains(&back) {
                    starts.push(back);
                }
            }
        }
        for start in starts {
            for to in self.execute(&start, thread)? {
                let to = match to {
                    Ok(mut to) => {
                        self.settle(&mut to)?;
                        Ok(to)
                    }
                    Err(stop) => Err(stop),
                };
                edges.push(Edge { step, to });
                step.choice += 1;
            }
        }
        Ok(())
    }

    fn execute(&mut self, row: &WeakState, thread: u16) -> Result<Vec<Result<WeakState, Stop>>, Halt> {
        let node = row.nodes[usize::from(thread)];
        let mut to = row.clone();
        match self.nodes.plan(node).kind.clone() {
            InstructionKind::Plain => match self.nodes.run_alone(node, false)? {
                Ok((next, _)) => to.nodes[usize::from(thread)] = next,
                Err(stop) => return Ok(vec![Err(stop)]),
            },
            InstructionKind::Memory(memory) => {
                let visit = self.nodes.visit(node)?;
                if visit.stops {
                    let Err(stop) = self.nodes.run_alone(node, false)? else { return Ok(Vec::new()) };
                    return Ok(vec![Err(stop)]);
                }
                if !self.has_room(row, thread, memory.counters) {
                    return Ok(Vec::new());
                }
                let core = self.cache(row, thread, memory.scalar);
                let loads = memory.deed == AccessKind::Load && !memory.bypasses;
                let held =
                    visit.global.iter().filter(|cell| loads && row.near[self.at(core, **cell)].is_some()).count();
                // Each of them can be a hit or a miss.
                if held > HELD {
                    return Err(self.nodes.outside(node, "a load of more than 16 words that a cache can still hold"));
                }
                let mut all = Vec::new();
                for hits in 0..1_u32 << held {
                    let mut to = row.clone();
                    self.issue(&mut to, thread, &visit, hits)?;
                    all.push(Ok(to));
                }
                return Ok(all);
            }
            InstructionKind::Drop { near, middle, scalar } => {
                let (next, _) = match self.nodes.run_alone(node, false)? {
                    Ok(next) => next,
                    Err(stop) => return Ok(vec![Err(stop)]),
                };
                to.nodes[usize::from(thread)] = next;
                let cells = self.nodes.cells.len() as Cell;
                let core = self.cache(row, thread, false);
                let mut all = vec![to];
                for cell in (0..cells).filter(|_| middle) {
                    let array = self.array(row, core);
                    all = all.into_iter().flat_map(|row| self.drop_middle(row, array, cell, None)).collect();
                }
                for cache in [(near, core), (scalar, self.cache(row, thread, true))] {
                    let (true, cache) = cache else { continue };
                    let first = self.at(cache, 0);
                    all.iter_mut().for_each(|row| row.near[first..first + cells as usize].fill(None));
                }
                return Ok(all.into_iter().map(Ok).collect());
            }
            // Waves pass a barrier as soon as all have arrived, because the time cannot be observed.
            InstructionKind::Barrier | InstructionKind::Wait(_) => return Ok(Vec::new()),
            InstructionKind::Outside(what) => return Err(self.nodes.outside(node, what)),
        }
        Ok(vec![Ok(to)])
    }

    // ---- memory ----

    /// All transitions of a state.
    pub fn edges(&mut self, row: &WeakState) -> Result<Vec<Edge>, Halt> {
        let mut edges = Vec::new();
        for thread in 0..self.threads() as u16 {
            if !self.nodes.ended(row.nodes[usize::from(thread)]) {
                self.runs(row, thread, &mut edges)?;
            }
        }
        for at in 0..row.requests.len() {
            for (does, tos) in self.serve(row, at) {
                let mut step = Move { thread: row.requests[at].thread, choice: 0, does };
                for mut to in tos {
                    self.settle(&mut to)?;
                    edges.push(Edge { step, to: Ok(to) });
                    step.choice += 1;
                }
            }
        }
        Ok(edges)
    }

    /// All outcomes of a request.
    fn serve(&mut self, row: &WeakState, at: usize) -> Vec<(Does, Vec<WeakState>)> {
        let request = row.requests[at];
        let Request { core, cell, thread, op, ask } = request;
        let word = self.nodes.cells[cell as usize];
        let mut to = row.clone();
        to.requests.remove(at);
        let find =
            |row: &mut WeakState, value: u32| row.ops[usize::from(thread)][usize::from(op)].values.push((cell, value));
        // Requests of a core to one word stay in order, except loads of different waves.
        let overtakes = row.requests[..at].iter().any(|r| {
            (r.core, r.cell) == (core, cell)
                && (r.thread == thread || !matches!((r.ask, ask), (Ask::Read { .. }, Ask::Read { .. })))
        });
        let address = 4 * word.at;
        let array = self.array(row, core);
        if ask == Ask::Shared {
            // A wave's accesses to the group's memory are performed in order, each as a whole.
            let earlier = |r: &Request| r.thread == thread && r.ask == Ask::Shared && r.op < op;
            if row.requests.iter().any(earlier) {
                return Vec::new();
            }
            let issued = row.ops[usize::from(thread)][usize::from(op)].issued;
            let Ok(visit) = self.nodes.visit(issued) else { return Vec::new() };
            let values = visit.shared.iter().map(|cell| (*cell, row.memory[*cell as usize])).collect();
            let after = self.nodes.perform(issued, &values);
            to.ops[usize::from(thread)][usize::from(op)].values.extend(values);
            after.iter().for_each(|(cell, value)| to.memory[*cell as usize] = *value);
            return vec![(Does::Shares, vec![to])];
        }
        if overtakes {
            return Vec::new();
        }
        match ask {
            Ask::Read { bypasses } => {
                let mut found = Vec::new();
                let held = row.middle[self.at(array, cell)];
                if let Some(value) = held.filter(|_| !bypasses) {
                    let mut to = to.clone();
                    find(&mut to, value);
                    found.push((Does::Reads { level: 1, at: address }, vec![to]));
                }
                find(&mut to, row.memory[cell as usize]);
                found.push((Does::Reads { level: 2, at: address }, self.drop_middle(to, array, cell, Some(core))));
                found
            }
            Ask::Write(value) => vec![(Does::Writes { at: address }, self.write(to, core, cell, value))],
            Ask::Update => {
                let before = row.memory[cell as usize];
                let issued = row.ops[usize::from(thread)][usize::from(op)].issued;
                let after = self.nodes.perform(issued, &SmallVec::from_slice(&[(cell, before)]));
                find(&mut to, before);
                vec![(Does::Updates { at: address }, self.write(to, core, cell, after[0].1))]
            }
            Ask::Shared => Vec::new(),
        }
    }

    /// Caches above a level whose value `was` and changes now: they may have loaded the old value before, and keep it.
    fn keep_above(&self, rows: Vec<WeakState>, array: u8, cell: Cell, was: u32, by: Option<u8>) -> Vec<WeakState> {
        let mut rows = rows;
        let cores = self.placements[usize::from(rows[0].placement)].arrays.len() as u8;
        for core in (0..cores).filter(|core| Some(*core) != by) {
            let at = self.at(core, cell);
            if self.array(&rows[0], core) != array {
                continue;
            }
            let mut all = Vec::new();
            for mut row in rows {
                // A request of the core takes the same path, and comes after it.
                let busy = row.requests.iter().any(|r| (r.core, r.cell) == (core, cell) && r.ask != Ask::Shared);
                match row.near[at] {
                    _ if busy => {}
                    None => row.near[at] = Some(was),
                    Some(held) if held != was => {
                        let mut taken = row.clone();
                        taken.near[at] = Some(was);
                        all.push(taken);
                    }
                    Some(_) => {}
                }
                all.push(row);
            }
            rows = all;
        }
        rows
    }

    /// An array's cache drops a word.
    fn drop_middle(&self, mut row: WeakState, array: u8, cell: Cell, by: Option<u8>) -> Vec<WeakState> {
        let at = self.at(array, cell);
        match row.middle[at].take() {
            Some(was) if was != row.memory[cell as usize] => self.keep_above(vec![row], array, cell, was, by),
            _ => vec![row],
        }
    }

    /// A core writes a word of memory.
    fn write(&self, mut row: WeakState, core: u8, cell: Cell, value: u32) -> Vec<WeakState> {
        let was = std::mem::replace(&mut row.memory[cell as usize], value);
        let mine = self.array(&row, core);
        let mut arrays = self.placements[usize::from(row.placement)].arrays.clone();
        arrays.sort_unstable();
        arrays.dedup();
        let mut rows = vec![row];
        for array in arrays {
            let at = self.at(array, cell);
            let mut all = Vec::new();
            for row in rows {
                let held = row.middle[at];
                let shown = held.unwrap_or(was);
                let now: SmallVec<[Option<u32>; 2]> = match held {
                    // The store passed through this cache and removed its copy.
                    _ if array == mine => SmallVec::from_slice(&[None]),
                    None => SmallVec::from_slice(&[Some(was)]),
                    Some(held) if held == was => SmallVec::from_slice(&[Some(was)]),
                    // Its copy is older; or it dropped the copy and loaded the value that is replaced now.
                    Some(held) => SmallVec::from_slice(&[Some(held), Some(was)]),
                };
                for middle in now {
                    let mut row = row.clone();
                    row.middle[at] = middle;
                    let below = self.below(&row, array, cell);
                    match below == shown {
                        true => all.push(row),
                        false => {
                            let by = (array == mine).then_some(core);
                            all.extend(self.keep_above(vec![row], array, cell, shown, by));
                        }
                    }
                }
            }
            rows = all;
        }
        rows
    }

    /// Removes what carries no information: a copy equal to the level below, stores that are complete.
    fn tidy(&self, row: &mut WeakState) {
        let placement = &self.placements[usize::from(row.placement)];
        let cores = placement.arrays.len() as u8;
        for cell in 0..self.nodes.cells.len() as Cell {
            for core in 0..cores {
                let (at, array) = (self.at(core, cell), self.array(row, core));
                let middle = self.at(core, cell);
                if row.middle[middle] == Some(row.memory[cell as usize]) {
                    row.middle[middle] = None;
                }
                let below = self.below(row, array, cell);
                let pending = |r: &Request| (r.core, r.cell) == (core, cell) && matches!(r.ask, Ask::Write(_));
                if row.near[at] == Some(below) && !row.requests.iter().any(pending) {
                    row.near[at] = None;
                }
            }
        }
        for thread in 0..self.threads() as u16 {
            // Stores complete in order; a completed store is not waited for.
            while let Some(op) = {
                let ops = &row.ops[usize::from(thread)];
                let first = (0..ops.len()).find(|op| ops[*op].counters & STORES != 0);
                first.filter(|op| ops[*op].counters == STORES && row.is_done(thread, *op, |_| true))
            } {
                row.remove(thread, op);
            }
        }
    }
}
