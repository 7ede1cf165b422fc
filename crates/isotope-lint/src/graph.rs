//! The control-flow graph of a kernel: successors, dominators, loops.

use std::collections::{BTreeSet, HashMap, HashSet};

use isotope_ir::effect::{Control, Src, Token};
use isotope_ir::program::{Flow, Program};

/// Most states of control that are visited: a step, and the tokens pushed before it.
const STANDS: usize = 1 << 17;

/// A loop: the steps from which its first one is reached again without leaving it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// Its header: the step at which every path enters it.
    pub header: u32,
    /// Its steps.
    pub body: BTreeSet<u32>,
    /// Its exits: the last step inside, and the first outside.
    pub exits: Vec<(u32, u32)>,
}

/// The control-flow graph of a program.
#[derive(Clone, Debug)]
pub struct Graph {
    /// Successors of each step.
    pub next: Vec<Vec<u32>>,
    /// Predecessors of each step.
    pub before: Vec<Vec<u32>>,
    /// Loops, those with the lowest first step first.
    pub loops: Vec<Loop>,
    /// The first step of each step's basic block.
    pub straight: Vec<u32>,
    /// Every path is known: no jump goes through a register, and the limit of states was not reached.
    pub whole: bool,
    /// The immediate dominator of each step; the step itself for the first and for unreachable ones.
    dominator: Vec<u32>,
    /// Position of each step in an order in which dominators come first.
    place: Vec<u32>,
}

/// The pushed tokens, the last first, each with the target of its lanes.
type Stack = Vec<(Token, u32)>;

impl Graph {
    /// Of the first variant of a program.
    pub fn of(program: &Program) -> Graph {
        let count = if program.block == 0 { program.steps.len() } else { program.block as usize };
        let (next, whole) = ways(program, count);
        let mut before = vec![Vec::new(); count];
        for (from, to) in next.iter().enumerate().flat_map(|(from, next)| next.iter().map(move |to| (from, *to))) {
            before[to as usize].push(from as u32);
        }
        let order = order(&next, program.entry);
        let mut graph = Graph {
            dominator: (0..count as u32).collect(),
            place: vec![u32::MAX; count],
            loops: Vec::new(),
            straight: straight(&next, &before, program.entry),
            next,
            before,
            whole,
        };
        order.iter().enumerate().for_each(|(place, step)| graph.place[*step as usize] = place as u32);
        graph.dominate(&order, program.entry);
        graph.find_loops(&order);
        graph
    }

    /// Whether a step is reachable.
    pub fn is_reached(&self, step: u32) -> bool {
        self.place[step as usize] != u32::MAX
    }

    /// Whether `by` dominates `step`, or is it.
    pub fn dominates(&self, by: u32, mut step: u32) -> bool {
        while self.place[step as usize] > self.place[by as usize] {
            step = self.dominator[step as usize];
        }
        step == by
    }

    /// Whether a path leads from one step to another without a third.
    pub fn leads(&self, from: u32, to: u32, avoiding: u32) -> bool {
        let (mut open, mut seen) = (vec![from], HashSet::from([from]));
        while let Some(at) = open.pop() {
            if at == to {
                return true;
            }
            if at != avoiding {
                open.extend(self.next[at as usize].iter().filter(|next| seen.insert(**next)));
            }
        }
        false
    }

    fn dominate(&mut self, order: &[u32], entry: u32) {
        let mut changed = true;
        while changed {
            changed = false;
            for &step in order.iter().filter(|step| **step != entry) {
                let known = |from: &&u32| **from == entry || self.dominator[**from as usize] != **from;
                let mut least = None;
                for &from in self.before[step as usize].iter().filter(known) {
                    least = Some(least.map_or(from, |least| self.common(least, from)));
                }
                if let Some(least) = least.filter(|least| self.dominator[step as usize] != *least) {
                    self.dominator[step as usize] = least;
                    changed = true;
                }
            }
        }
    }

    fn common(&self, mut a: u32, mut b: u32) -> u32 {
        let place = |step: u32| self.place[step as usize];
        while a != b {
            if place(a) > place(b) {
                a = self.dominator[a as usize];
            } else {
                b = self.dominator[b as usize];
            }
        }
        a
    }

    fn find_loops(&mut self, order: &[u32]) {
        let mut bodies: HashMap<u32, BTreeSet<u32>> = HashMap::new();
        for &from in order {
            for &header in self.next[from as usize].iter().filter(|to| self.dominates(**to, from)) {
                let body = bodies.entry(header).or_insert_with(|| BTreeSet::from([header]));
                let mut open = vec![from];
                while let Some(at) = open.pop() {
                    if body.insert(at) {
                        open.extend(self.before[at as usize].iter().filter(|b| self.is_reached(**b)));
                    }
                }
            }
        }
        let mut loops: Vec<Loop> = bodies
            .into_iter()
            .map(|(header, body)| {
                let leaving = |from: &u32| {
                    let (from, body) = (*from, &body);
                    self.next[from as usize].iter().filter(|to| !body.contains(to)).map(move |to| (from, *to))
                };
                Loop { header, exits: body.iter().flat_map(leaving).collect(), body }
            })
            .collect();
        loops.sort_by_key(|l| l.header);
        self.loops = loops;
    }
}

/// The first step of each basic block: after a step with several successors, or a step with several predecessors.
fn straight(next: &[Vec<u32>], before: &[Vec<u32>], entry: u32) -> Vec<u32> {
    let mut first = Vec::with_capacity(next.len());
    for step in 0..next.len() as u32 {
        let goes_on =
            step != entry && step > 0 && before[step as usize] == [step - 1] && next[step as usize - 1].len() == 1;
        first.push(if goes_on { first[step as usize - 1] } else { step });
    }
    first
}

/// The successors of each step. Control states with different tokens are separate, because lanes return to what they pushed themselves.
fn ways(program: &Program, count: usize) -> (Vec<Vec<u32>>, bool) {
    let flow = Flow::of(program);
    let mut next = vec![Vec::new(); count];
    let mut whole = true;
    let start = (program.entry, Stack::new());
    let (mut open, mut seen) = (vec![start.clone()], HashSet::from([start]));
    while let Some((at, stack)) = open.pop() {
        // A kernel may have no step.
        let Some(step) = program.steps.get(at as usize) else { continue };
        let behind = |whole: bool| (!whole).then(|| (at + 1, stack.clone()));
        let to: Vec<(u32, Stack)> = match step.control {
            Control::Push { token, target } => vec![(at + 1, pushed(&stack, token, target))],
            // A jump without a condition.
            Control::Jump { target, words: [Src::Imm(a), Src::Imm(b)], nonzero } => {
                vec![(if (a | b != 0) == nonzero { target % count as u32 } else { at + 1 }, stack.clone())]
            }
            Control::Call { target } => vec![(target, pushed(&stack, Token::Call, at + 1))],
            Control::Pop { token } => {
                let found = stack.iter().rposition(|(kind, _)| *kind == token);
                let popped = found.map(|n| (stack[n].1, stack[..n].to_vec()));
                popped.into_iter().chain(behind(flow.is_whole(at as usize))).collect()
            }
            _ => match flow.next(at as usize) {
                Some(next) => next.into_iter().map(|to| (to % count as u32, stack.clone())).collect(),
                None => {
                    whole = false;
                    Vec::new()
                }
            },
        };
        for (to, stack) in to.into_iter().filter(|(to, _)| (*to as usize) < count) {
            let known: &mut Vec<u32> = &mut next[at as usize];
            if !known.contains(&to) {
                known.push(to);
            }
            if seen.len() >= STANDS {
                whole = false;
            } else if seen.insert((to, stack.clone())) {
                open.push((to, stack));
            }
        }
    }
    (next, whole)
}

/// Pushes a token; a token that a loop pushes again without popping it is kept once.
fn pushed(stack: &Stack, token: Token, target: u32) -> Stack {
    let mut stack = stack.clone();
    if let Some(n) = stack.iter().position(|known| *known == (token, target)) {
        stack.truncate(n);
    }
    stack.push((token, target));
    stack
}

/// The reachable steps, dominators first.
fn order(next: &[Vec<u32>], entry: u32) -> Vec<u32> {
    // A kernel of labels alone has no step.
    if next.is_empty() {
        return Vec::new();
    }
    let (mut order, mut seen) = (Vec::new(), HashSet::from([entry]));
    let mut open = vec![(entry, 0)];
    while let Some((at, n)) = open.pop() {
        match next[at as usize].get(n) {
            Some(to) => {
                open.push((at, n + 1));
                if seen.insert(*to) {
                    open.push((*to, 0));
                }
            }
            None => order.push(at),
        }
    }
    order.reverse();
    order
}
