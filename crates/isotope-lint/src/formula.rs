//! The lanes that are active at a micro-operation: sets of lanes as formulas over tests.
//!
//! The results of opaque tests (atoms) are arbitrary; a statement counts only if it holds for all of them.

use std::collections::{BTreeSet, HashMap};

use isotope_ir::effect::{ACTIVE, Control, Mask, MaskOp, Src, Uop, Wide};
use isotope_ir::program::def_use::Location;
use isotope_op::alu::{Alu, Alu64};

use crate::lanes::{Spread, join};
use crate::source::{At, Code, Def};

/// A set of lanes; operands are earlier entries of [`Formulas::nodes`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Node {
    All,
    /// Opaque definitions of a word, and the test if they are a lane-dependent one.
    Atom(u16, Vec<Def>, Option<At>),
    Not(usize),
    And(usize, usize),
    Or(usize, usize),
    Xor(usize, usize),
}

/// Most atoms whose combinations are all tried.
const MOST_ATOMS: usize = 10;
/// Longest chain of definitions that is followed.
const DEEPEST: u32 = 200;

/// Formulas with shared nodes.
struct Formulas<'c, 'a> {
    code: &'c Code<'a>,
    nodes: Vec<Node>,
    index: HashMap<Node, usize>,
    known: HashMap<(Def, u16), usize>,
}

impl Code<'_> {
    /// A lane-dependent test that, on at least one path, decides which lanes are active here: all of them have passed it, or all have
    /// failed it.
    pub fn narrowed(&self, at: At) -> Option<At> {
        let part = Location::Scalar { word: ACTIVE, bits: u32::MAX };
        self.defs(at, part, None).iter().find_map(|def| {
            let mut formulas = Formulas::of(self);
            let formula = formulas.def(*def, ACTIVE, u32::MAX, 0);
            formulas.implied(formula)
        })
    }

    /// Whether no lane is active at both micro-operations, according to the conditions before them.
    pub fn are_apart_in_lanes(&self, a: At, b: At) -> bool {
        let mut formulas = Formulas::of(self);
        let (a, b) = (formulas.word(a, ACTIVE, u32::MAX, 0), formulas.word(b, ACTIVE, u32::MAX, 0));
        let both = formulas.and(a, b);
        formulas.table(both).is_some_and(|(_, table)| !table.contains(&true))
    }

    /// A lane-dependent test that a mask depends on.
    pub fn decides(&self, (at, mask): (At, Mask)) -> Option<At> {
        let mut formulas = Formulas::of(self);
        let formula = formulas.mask(at, mask, 0);
        formulas.deciding(formula)
    }

    /// The mask that decides where lanes branch at a step, or whether they arrive at its barrier: its guard, or the mask that narrows it.
    pub fn condition(&self, step: u32) -> Option<(At, Mask)> {
        let of = &self.program.steps[step as usize];
        if !matches!(
            of.control,
            Control::Branch { .. }
                | Control::Goto { .. }
                | Control::Pop { .. }
                | Control::Exit
                | Control::Barrier { .. }
        ) {
            return None;
        }
        let under = self.uops(step).iter().rev().find_map(|ran| match ran.uop {
            Uop::Under { base, also } if *base == Mask::of(ACTIVE) && *also != Mask::ALL => Some((ran.at, *also)),
            _ => None,
        });
        under.or_else(|| (of.guard != Mask::ALL && of.guard != Mask::NONE).then(|| (self.end(step), of.guard)))
    }
}

impl<'c, 'a> Formulas<'c, 'a> {
    fn of(code: &'c Code<'a>) -> Self {
        Formulas { code, nodes: Vec::new(), index: HashMap::new(), known: HashMap::new() }
    }

    fn node(&mut self, node: Node) -> usize {
        if let Some(known) = self.index.get(&node) {
            return *known;
        }
        self.nodes.push(node.clone());
        self.index.insert(node, self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    /// Whether a set is a subset of another, according to its conjunctions.
    fn is_below(&self, a: usize, b: usize) -> bool {
        a == b
            || self.nodes[b] == Node::All
            || matches!(self.nodes[a], Node::And(x, y) if self.is_below(x, b) || self.is_below(y, b))
    }

    fn not(&mut self, a: usize) -> usize {
        if let Node::Not(of) = self.nodes[a] { of } else { self.node(Node::Not(a)) }
    }

    fn and(&mut self, a: usize, b: usize) -> usize {
        match (self.is_below(a, b), self.is_below(b, a)) {
            (true, _) => a,
            (_, true) => b,
            _ => self.node(Node::And(a, b)),
        }
    }

    fn or(&mut self, a: usize, b: usize) -> usize {
        match (self.is_below(a, b), self.is_below(b, a)) {
            (true, _) => b,
            (_, true) => a,
            _ => self.node(Node::Or(a, b)),
        }
    }

    fn none(&mut self) -> usize {
        let all = self.node(Node::All);
        self.not(all)
    }

    fn mask(&mut self, at: At, mask: Mask, depth: u32) -> usize {
        let positive = match mask.word {
            Mask::ALWAYS => self.node(Node::All),
            word => self.word(at, word, self.code.lanes(at), depth),
        };
        if mask.negate { self.not(positive) } else { positive }
    }

    fn word(&mut self, at: At, word: u16, bits: u32, depth: u32) -> usize {
        match self.code.constant_mask(word) {
            Some(0) => return self.none(),
            Some(u32::MAX) => return self.node(Node::All),
            _ => {}
        }
        let defs = self.code.defs(at, Location::Scalar { word, bits }, None);
        match defs[..] {
            [def] if depth < DEEPEST => self.def(def, word, bits, depth),
            _ => {
                let of_lane = self.in_parts(&defs, bits);
                self.node(Node::Atom(word, defs.to_vec(), of_lane))
            }
        }
    }

    /// The first of several tests, each of some lanes, that are one test in the source.
    fn in_parts(&self, defs: &[Def], bits: u32) -> Option<At> {
        let mut before = None;
        let mut parts = 0;
        // Definitions that together write all lanes hide the initial value.
        for def in defs.iter().filter(|def| **def != Def::Entry) {
            let Def::Uop(at) = *def else { return None };
            let Uop::Test { op, src, .. } = self.code.program.uops.get(at.uop as usize)? else { return None };
            let lanes = self.code.lanes(at);
            if before.is_some_and(|before| before != op) || parts & lanes != 0 || !self.is_of_lane(at, src) {
                return None;
            }
            (before, parts) = (Some(op), parts | lanes);
        }
        let first = defs.iter().find_map(|def| if let Def::Uop(at) = def { Some(*at) } else { None });
        first.filter(|_| parts & bits == bits)
    }

    /// Whether the result of a test differs between lanes.
    fn is_of_lane(&self, at: At, src: &[Src]) -> bool {
        let each: Vec<_> = src.iter().map(|s| Some(self.code.spread(at, *s))).collect();
        join(&each) == Some(Spread::Lanes)
    }

    fn def(&mut self, def: Def, word: u16, bits: u32, depth: u32) -> usize {
        if let Some(known) = self.known.get(&(def, word)) {
            return *known;
        }
        let made = self.make(def, word, bits, depth);
        self.known.insert((def, word), made);
        made
    }

    fn source(&mut self, at: At, src: Src, word: u16, bits: u32, depth: u32) -> usize {
        match src {
            Src::Imm(0) => self.none(),
            Src::Imm(u32::MAX) => self.node(Node::All),
            Src::Scalar(word) => self.word(at, word, bits, depth + 1),
            _ => self.node(Node::Atom(word, vec![Def::Uop(at)], None)),
        }
    }

    fn make(&mut self, def: Def, word: u16, bits: u32, depth: u32) -> usize {
        let opaque = Node::Atom(word, vec![def], None);
        let Def::Uop(at) = def else {
            let begins = def == Def::Entry && word == ACTIVE;
            return self.node(if begins { Node::All } else { opaque });
        };
        let Some(uop) = self.code.program.uops.get(at.uop as usize) else { return self.node(opaque) };
        let whole = self.code.is_whole(at);
        let of = |all: &mut Self, src: Src| all.source(at, src, word, bits, depth);
        match *uop {
            Uop::Scalar { op: Alu::Mov, src: [a, ..], .. } => of(self, a),
            Uop::Scalar { op: Alu::Not, src: [a, ..], .. } => {
                let a = of(self, a);
                self.not(a)
            }
            Uop::Scalar { op, src: [a, b, _], .. } => {
                let (a, b) = (of(self, a), of(self, b));
                self.two(op, a, b).unwrap_or_else(|| self.node(opaque))
            }
            Uop::Scalar64 { op, dst, src } => {
                let half = |w: Wide| if dst[0] == word { w.lo } else { w.hi };
                let (a, b) = (of(self, half(src[0])), of(self, half(src[1])));
                match op {
                    Alu64::Mov => a,
                    Alu64::Not => self.not(a),
                    Alu64::And => self.and(a, b),
                    Alu64::Or => self.or(a, b),
                    Alu64::Xor => self.node(Node::Xor(a, b)),
                    _ => self.node(opaque),
                }
            }
            Uop::Test { clear, src, .. } if clear || whole => self.test(at, word, clear, &src, depth),
            Uop::Test64 { clear, src, .. } if clear || whole => {
                self.test(at, word, clear, &[src[0].lo, src[1].lo], depth)
            }
            Uop::Mask { op, a, b, .. } if whole => {
                let (a, b) = (self.mask(at, a, depth + 1), self.mask(at, b, depth + 1));
                match op {
                    MaskOp::And => self.and(a, b),
                    MaskOp::Or => self.or(a, b),
                    MaskOp::Xor => self.node(Node::Xor(a, b)),
                }
            }
            _ => self.node(opaque),
        }
    }

    fn two(&mut self, op: Alu, a: usize, b: usize) -> Option<usize> {
        Some(match op {
            Alu::And => self.and(a, b),
            Alu::Or => self.or(a, b),
            Alu::Xor => self.node(Node::Xor(a, b)),
            // Two operands, each possibly negated: a conjunction, or the complement of one.
            Alu::Lop3 { lut } if lut & 0x55 == lut >> 1 & 0x55 => {
                let on: Vec<u8> = (0..4).filter(|n| lut >> (2 * n) & 1 != 0).collect();
                let (cell, negate) = match on[..] {
                    [cell] => (cell, false),
                    [_, _, _] => ((0..4).find(|n| !on.contains(n))?, true),
                    _ => return None,
                };
                let a = if cell & 2 != 0 { a } else { self.not(a) };
                let b = if cell & 1 != 0 { b } else { self.not(b) };
                let both = self.and(a, b);
                if negate { self.not(both) } else { both }
            }
            _ => return None,
        })
    }

    /// The lanes that pass a test; only active ones if the other lanes get 0.
    fn test(&mut self, at: At, word: u16, clear: bool, src: &[Src], depth: u32) -> usize {
        let of_lane = self.is_of_lane(at, src).then_some(at);
        let atom = self.node(Node::Atom(word, vec![Def::Uop(at)], of_lane));
        if !clear {
            return atom;
        }
        let active = self.word(at, ACTIVE, u32::MAX, depth + 1);
        self.and(active, atom)
    }

    /// The truth table of a formula, with its atoms; `None` if it has too many.
    fn table(&self, formula: usize) -> Option<(Vec<usize>, Vec<bool>)> {
        let (mut open, mut parts) = (vec![formula], BTreeSet::new());
        while let Some(at) = open.pop() {
            if parts.insert(at) {
                match self.nodes[at] {
                    Node::All | Node::Atom(..) => {}
                    Node::Not(a) => open.push(a),
                    Node::And(a, b) | Node::Or(a, b) | Node::Xor(a, b) => open.extend([a, b]),
                }
            }
        }
        let atoms: Vec<usize> = parts.iter().copied().filter(|at| matches!(self.nodes[*at], Node::Atom(..))).collect();
        if atoms.len() > MOST_ATOMS {
            return None;
        }
        let mut value = vec![false; formula + 1];
        let given = (0..1usize << atoms.len()).map(|given| {
            for &at in &parts {
                value[at] = match self.nodes[at] {
                    Node::All => true,
                    Node::Atom(..) => atoms.iter().position(|atom| *atom == at).is_some_and(|n| given >> n & 1 != 0),
                    Node::Not(a) => !value[a],
                    Node::And(a, b) => value[a] && value[b],
                    Node::Or(a, b) => value[a] || value[b],
                    Node::Xor(a, b) => value[a] != value[b],
                };
            }
            value[formula]
        });
        let table = given.collect();
        Some((atoms, table))
    }

    fn lane_test(&self, atom: usize) -> Option<At> {
        if let Node::Atom(_, _, of_lane) = self.nodes[atom] { of_lane } else { None }
    }

    /// A lane-dependent test that all lanes of a set have passed, or all have failed.
    fn implied(&self, formula: usize) -> Option<At> {
        let (atoms, table) = self.table(formula)?;
        let held: Vec<usize> = (0..table.len()).filter(|given| table[*given]).collect();
        let first = *held.first()?;
        let same = |n: usize| held.iter().all(|given| given >> n & 1 == first >> n & 1);
        atoms.iter().enumerate().filter(|(n, _)| same(*n)).find_map(|(_, atom)| self.lane_test(*atom))
    }

    /// A lane-dependent test that a set depends on.
    fn deciding(&self, formula: usize) -> Option<At> {
        let (atoms, table) = self.table(formula)?;
        let depends = |n: usize| (0..table.len()).any(|given| table[given] != table[given ^ 1 << n]);
        atoms.iter().enumerate().filter(|(n, _)| depends(*n)).find_map(|(_, atom)| self.lane_test(*atom))
    }
}
