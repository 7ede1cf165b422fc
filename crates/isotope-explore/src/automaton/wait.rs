//! Waiting loops, and steps that do the same as other steps.

use super::{Automaton, Cell, Halt, Node, Outcome, Restart, Scene};

impl Automaton<'_> {
    /// A wave loops through these nodes and waits: a write to a word that one of them reads may release it.
    pub fn waits(&mut self, nodes: &[Node]) -> Result<(), Restart> {
        let mut all: Vec<Cell> = Vec::new();
        nodes.iter().for_each(|n| all.extend(self.nodes[*n as usize].reads.iter().map(|(cell, _)| *cell)));
        all.sort_unstable();
        all.dedup();
        self.awaited.extend(&all);
        let mut again = false;
        for node in nodes {
            let of = &self.nodes[*node as usize];
            let covered = |cell: &Cell| of.touches.iter().any(|t| t.word == *cell && t.reads);
            let more: Vec<Cell> = all.iter().copied().filter(|cell| !covered(cell)).collect();
            if !more.is_empty() {
                let key = (of.thread, of.wave.wave().pc);
                self.waits.entry(key).or_default().extend(more);
                again = true;
            }
        }
        if again { Err(Restart) } else { Ok(()) }
    }

    /// Whether the step of a node does what that of another node does: it reads the same words, and the same values lead to the same node
    /// or to a twin of it. This is assumed until a value disproves it.
    pub fn is_twin(&mut self, node: Node, other: Node) -> Result<bool, Halt> {
        let (mine, others) = (&self.nodes[node as usize], &self.nodes[other as usize]);
        if node == other || mine.twins.contains(&other) {
            return Ok(true);
        }
        let key = (mine.thread, mine.wave.wave().pc, others.wave.wave().pc);
        if mine.reads != others.reads || self.distinct.contains(&key) {
            return Ok(false);
        }
        let seen: Vec<_> = mine.known.iter().cloned().chain(mine.many.clone()).collect();
        self.nodes[node as usize].twins.push(other);
        for (values, outcome) in seen {
            let mut cells = vec![0; self.cells.len()];
            let reads = &self.nodes[node as usize].reads;
            reads.iter().zip(values).for_each(|((cell, _), value)| cells[*cell as usize] = value);
            self.check_twin(node, other, &cells, outcome)?;
        }
        Ok(true)
    }

    /// Checks that a node's twin does what its step has done.
    pub(super) fn check_twin(&mut self, node: Node, twin: Node, cells: &[u32], outcome: u32) -> Result<(), Halt> {
        let other = self.outcome(twin, Scene { cells, mates: &[], barriers: None, beside: None })?;
        let [mine, others] = [outcome, other].map(|n| self.alternatives(n));
        let to = |outcome: &Outcome| outcome.nodes[0].1;
        let same = |(mine, others): (&Outcome, &Outcome)| {
            let (from, there) = (to(mine), to(others));
            let same_node = from == there || self.nodes[from as usize].twins.contains(&there);
            same_node && mine.writes == others.writes && mine.stop == others.stop
        };
        if mine.len() == others.len() && mine.iter().zip(others).all(same) {
            return Ok(());
        }
        let pc = |node: Node| self.nodes[node as usize].wave.wave().pc;
        self.distinct.insert((self.nodes[node as usize].thread, pc(node), pc(twin)));
        Err(Halt::Restart)
    }
}
