//! Reaching definitions: from a use backwards over every path that leads to it.

mod base;
mod gather;

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use isotope_ir::effect::{ACTIVE, LANES, Mask, Src, Step, Uop};
use isotope_ir::program::Program;
use isotope_ir::program::def_use::{Location, read, words};
use smallvec::SmallVec;

pub use base::Base;
pub use gather::{KernelInput, Sources};

use crate::graph::Graph;

/// A micro-operation of a program, with its step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct At {
    /// The step.
    pub step: u32,
    /// Index into [`Program::uops`]; the index after the step's last one is its control effect.
    pub uop: u32,
}

/// A definition of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Def {
    /// A micro-operation.
    Uop(At),
    /// The control effect of a step.
    Control(u32),
    /// None: the initial value.
    Entry,
}

/// A program with its graph.
#[derive(Debug)]
pub struct Code<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its control-flow graph.
    pub graph: Graph,
    /// Lanes that exist.
    existing: u32,
    /// Scalar words that always hold the same mask.
    masks: HashMap<u16, u32>,
    /// The micro-operations of each step.
    uops: Vec<Vec<Ran<'a>>>,
    /// Steps that write some of a register, in order; computed on demand.
    writers: RefCell<HashMap<PartKey, Rc<[u32]>>>,
    /// Reaching definitions, computed on demand.
    known: RefCell<Defs>,
}

/// A register and which words of it.
type PartKey = ((u8, u32), u32);

/// Reaching definitions by use.
type Defs = HashMap<(At, PartKey), Rc<[Def]>>;

/// A micro-operation as it runs in its step.
#[derive(Clone, Debug)]
pub struct Ran<'a> {
    /// Its position.
    pub at: At,
    /// Its content.
    pub uop: &'a Uop,
    /// A superset of the lanes that run it.
    pub lanes: u32,
    /// Whether all active lanes among these run it.
    pub whole: bool,
    /// The registers that it writes.
    writes: SmallVec<[Location; 1]>,
}

impl<'a> Code<'a> {
    /// The analysis of a program.
    pub fn of(program: &'a Program) -> Code<'a> {
        let lanes = if program.lanes == 0 { LANES as u32 } else { program.lanes };
        let mut masks: HashMap<u16, u32> = program.constants.iter().copied().collect();
        for uop in &program.uops {
            for part in uop.def_use(u32::MAX, program).writes {
                if let Location::Scalar { word, .. } = part {
                    masks.remove(&word);
                }
            }
        }
        let existing = u32::MAX >> (LANES as u32 - lanes.clamp(1, LANES as u32));
        let graph = Graph::of(program);
        let mut code = Code {
            program,
            existing,
            masks,
            uops: Vec::new(),
            writers: RefCell::default(),
            known: RefCell::default(),
            graph,
        };
        code.uops = (0..code.graph.next.len() as u32).map(|step| code.ran(step)).collect();
        code
    }

    /// The micro-operations of a step.
    pub fn uops(&self, step: u32) -> &[Ran<'a>] {
        &self.uops[step as usize]
    }

    fn ran(&self, step: u32) -> Vec<Ran<'a>> {
        let of: &Step = &self.program.steps[step as usize];
        let mut lanes = (self.existing, of.guard == Mask::ALL);
        let mut found = Vec::new();
        for n in of.first..of.first + of.count {
            let uop = &self.program.uops[n as usize];
            if let Uop::Under { base, also } = uop {
                let known = |mask: &Mask| match mask {
                    _ if *mask == Mask::ALL => Some(u32::MAX),
                    Mask { word, negate } => self.masks.get(word).map(|m| if *negate { !m } else { *m }),
                };
                let all = |mask: &Mask| known(mask).is_some() || *mask == Mask::of(ACTIVE);
                let part = |mask: &Mask| known(mask).unwrap_or(u32::MAX);
                lanes = (self.existing & part(base) & part(also), all(base) && all(also));
            }
            let writes = uop.def_use(lanes.0, self.program).writes;
            found.push(Ran { at: At { step, uop: n }, uop, lanes: lanes.0, whole: lanes.1, writes });
        }
        found
    }

    /// The position of a step's control effect.
    pub fn end(&self, step: u32) -> At {
        let of = &self.program.steps[step as usize];
        At { step, uop: of.first + of.count }
    }

    /// A superset of the lanes that run a micro-operation.
    pub fn lanes(&self, at: At) -> u32 {
        let first = self.program.steps[at.step as usize].first;
        self.uops(at.step).get((at.uop - first) as usize).map_or(self.existing, |ran| ran.lanes)
    }

    /// Whether all active lanes run a micro-operation.
    pub fn is_whole(&self, at: At) -> bool {
        let first = self.program.steps[at.step as usize].first;
        self.uops(at.step).get((at.uop - first) as usize).is_some_and(|ran| ran.whole)
    }

    /// The constant mask of a scalar word; lanes that do not exist count as existing ones.
    pub fn constant_mask(&self, word: u16) -> Option<u32> {
        let mask = *self.masks.get(&word)?;
        Some(if mask & self.existing == self.existing { u32::MAX } else { mask & self.existing })
    }

    /// The definitions that reach a use, the last on each path; with `within`, only on paths inside these steps.
    pub fn defs(&self, from: At, of: Location, within: Option<&BTreeSet<u32>>) -> Rc<[Def]> {
        if within.is_some() {
            return self.find_defs(from, of, within).into();
        }
        let key = (from, (part_of(of), lanes_of(of)));
        if let Some(known) = self.known.borrow().get(&key) {
            return Rc::clone(known);
        }
        let found: Rc<[Def]> = self.find_defs(from, of, None).into();
        self.known.borrow_mut().insert(key, Rc::clone(&found));
        found
    }

    /// Steps that write some of a register.
    fn writers(&self, of: Location) -> Rc<[u32]> {
        let key = (part_of(of), lanes_of(of));
        if let Some(known) = self.writers.borrow().get(&key) {
            return Rc::clone(known);
        }
        let maps = &self.program.maps;
        let writes = |step: &u32| {
            self.uops(*step).iter().any(|ran| ran.writes.iter().any(|part| part.meets(of, maps)))
                || self.program.steps[*step as usize]
                    .steered(self.program)
                    .writes
                    .iter()
                    .any(|part| part.meets(of, maps))
        };
        let found: Rc<[u32]> = (0..self.graph.next.len() as u32).filter(writes).collect();
        self.writers.borrow_mut().insert(key, Rc::clone(&found));
        found
    }

    fn find_defs(&self, from: At, of: Location, within: Option<&BTreeSet<u32>>) -> Vec<Def> {
        let writers = self.writers(of);
        let (mut found, mut seen) = (Vec::new(), HashSet::new());
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            // Backwards through the basic block, from writer to writer.
            let first = self.graph.straight[at.step as usize];
            let ways = writers[..writers.partition_point(|w| *w <= at.step)].iter().rev().take_while(|w| **w >= first);
            let mut closed = false;
            for &writer in ways {
                let here = if writer == at.step { at } else { self.behind(writer) };
                if self.last(here, of, &mut found) {
                    closed = true;
                    break;
                }
            }
            if closed {
                continue;
            }
            if first == self.program.entry && !found.contains(&Def::Entry) {
                found.push(Def::Entry);
            }
            for &before in &self.graph.before[first as usize] {
                if within.is_none_or(|body| body.contains(&before)) && seen.insert(before) {
                    open.push(self.behind(before));
                }
            }
        }
        found
    }

    /// The position after a step.
    fn behind(&self, step: u32) -> At {
        let end = self.end(step);
        At { uop: end.uop + 1, ..end }
    }

    /// Searches a step backwards from a position; true if no earlier definition can reach.
    fn last(&self, from: At, of: Location, found: &mut Vec<Def>) -> bool {
        let maps = &self.program.maps;
        let mut add = |def: Def| {
            if !found.contains(&def) {
                found.push(def);
            }
        };
        let step = &self.program.steps[from.step as usize];
        if from.uop > step.first + step.count
            && step.steered(self.program).writes.iter().any(|part| part.meets(of, maps))
        {
            add(Def::Control(from.step));
            return true;
        }
        for ran in self.uops(from.step).iter().rev().filter(|ran| ran.at.uop < from.uop) {
            if !ran.writes.iter().any(|part| part.meets(of, maps)) {
                continue;
            }
            add(Def::Uop(ran.at));
            let clears = matches!(ran.uop, Uop::Test { clear: true, .. } | Uop::Test64 { clear: true, .. });
            if (ran.whole || ran.uop.is_scalar() || clears)
                && ran.writes.iter().any(|part| covers(*part, of, maps, self.existing))
            {
                return true;
            }
        }
        false
    }

    /// The registers that decide where lanes branch at a step.
    pub fn steering(&self, step: u32) -> Vec<(At, Location)> {
        let of = &self.program.steps[step as usize];
        let end = self.end(step);
        let mut parts: Vec<(At, Location)> = of.steered(self.program).reads.iter().map(|part| (end, *part)).collect();
        for Ran { at, uop, .. } in self.uops(step) {
            if let Uop::Under { base, also } = uop {
                let known = |mask: &&Mask| !self.masks.contains_key(&mask.word) && mask.word != ACTIVE;
                let masks = [base, also].into_iter().filter(known);
                parts.extend(masks.filter_map(|mask| Some((*at, read(Src::Mask(*mask), self.existing)?))));
            }
        }
        parts
    }
}

/// A register, without its lanes.
pub(crate) fn part_of(part: Location) -> (u8, u32) {
    match part {
        Location::Vector { first, .. } => (0, first),
        Location::Scalar { word, .. } => (1, word.into()),
        Location::Map { map, .. } => (2, map),
        Location::Registers => (3, 0),
    }
}

/// Whether a write covers a read completely.
fn covers(written: Location, of: Location, maps: &[[u32; LANES]], existing: u32) -> bool {
    match (written, of) {
        (Location::Scalar { word: a, bits: by }, Location::Scalar { word: b, bits }) => {
            a == b && bits & existing & !by == 0 && (by == u32::MAX || bits & !by & existing == 0)
        }
        (Location::Scalar { .. }, _) | (_, Location::Scalar { .. }) => false,
        _ => {
            let all = |part: Location| -> Option<BTreeSet<u32>> {
                Some(match part {
                    Location::Vector { first, lanes } => {
                        (0..LANES as u32).filter(|l| lanes >> l & 1 != 0).map(|l| first + l).collect()
                    }
                    Location::Map { map, lanes } => words(&maps[map as usize], lanes & existing).collect(),
                    _ => return None,
                })
            };
            matches!((all(written), all(of)), (Some(by), Some(of)) if of.is_subset(&by))
        }
    }
}

/// The words of a register that a location names.
pub(crate) fn lanes_of(part: Location) -> u32 {
    match part {
        Location::Vector { lanes, .. } | Location::Map { lanes, .. } => lanes,
        Location::Scalar { bits, .. } => bits,
        Location::Registers => u32::MAX,
    }
}
