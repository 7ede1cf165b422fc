//! Finds the instructions of a launch that depend on an assumption or on a rule that no document gives, and whether their results reached
//! memory.
//!
//! There are two methods. An assumption that can be switched is switched: a step depends on it if lifting the kernel under another
//! alternative gives other micro-operations ([`Basis`]), and it changes memory if a run under that alternative leaves other bytes; the
//! caller makes these runs. For all other assumptions [`Assumption::concerns`] names the instructions, and [`Flow`] tracks their results
//! through registers and shared memory to the stores.
//!
//! This module runs nothing itself. It does not track values through global memory back into registers, because they have reached memory
//! then.

mod order;

use std::collections::HashMap;

use isotope_op::assume::{self, Assumption, Assumptions};
use isotope_op::atomic::OpenRule;

pub use order::{Between, Meeting, Orders};

use isotope_ir::effect::{Control, Entry, List, Operand, Reach, Space, Special, Uop};
use isotope_ir::program::Program;
use isotope_ir::program::def_use::{Location, words};
use isotope_machine::{Observer, Place};

/// A set of assumptions, by index in [`assume::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Set([u128; 2]);

const _: () = assert!(assume::ALL.len() <= 256, "a set has 256 places");

impl Set {
    fn of(place: usize) -> Set {
        let mut set = Set::default();
        set.0[place / 128] = 1 << (place % 128);
        set
    }
    /// The set of one assumption.
    pub fn only(place: usize) -> Set {
        Set::of(place)
    }
    /// The assumptions in this set that are not in the other.
    pub fn without(self, other: Set) -> Set {
        Set([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }
    /// The assumptions in either set.
    pub fn union(self, other: Set) -> Set {
        Set([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }
    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == [0; 2]
    }
    /// Whether an assumption is in the set.
    pub fn has(self, place: usize) -> bool {
        self.0[place / 128] >> (place % 128) & 1 != 0
    }
    /// The assumptions of the set with their indices.
    pub fn iter(self) -> impl Iterator<Item = (usize, &'static Assumption)> {
        assume::ALL.iter().enumerate().filter(move |(i, _)| self.has(*i))
    }
}

/// An alternative of an assumption that is not chosen.
#[derive(Clone, Copy, Debug)]
pub struct Alternative {
    /// Index of the assumption in [`assume::ALL`].
    pub place: usize,
    /// Its name.
    pub word: &'static str,
    /// All choices, with this alternative chosen.
    pub assumptions: Assumptions,
}

impl Alternative {
    /// The assumption.
    pub fn assumption(&self) -> &'static Assumption {
        &assume::ALL[self.place]
    }
}

/// The assumptions whose ids begin with a prefix, with their indices.
fn of_vendor(prefix: &str) -> impl Iterator<Item = (usize, &'static Assumption)> {
    assume::ALL.iter().enumerate().filter(move |(_, a)| a.id.starts_with(prefix))
}

/// The index in [`assume::ALL`] of a vendor's assumption on a topic such as `wave_order`. `prefix` begins the ids of its assumptions,
/// `nv.`.
pub fn place_of(prefix: &str, topic: &str) -> Option<usize> {
    of_vendor(prefix).find(|(_, a)| a.id.split_once('.').is_some_and(|(_, t)| t == topic)).map(|(place, _)| place)
}

/// Every other alternative of a vendor's assumptions, one at a time.
pub fn alternatives(prefix: &str, given: &Assumptions) -> Vec<Alternative> {
    let mut all: Vec<Alternative> = Vec::new();
    for (place, a) in of_vendor(prefix) {
        for word in [a.default].iter().chain(a.alternatives) {
            let mut assumptions = *given;
            let known = assumptions.set(a.id, word);
            let new = |r: &Alternative| r.place != place || r.assumptions != assumptions;
            if known && assumptions != *given && all.iter().all(new) {
                all.push(Alternative { place, word, assumptions });
            }
        }
    }
    all
}

/// The assumptions on which each step of a program depends.
#[derive(Clone, Debug, Default)]
pub struct Basis {
    /// By step.
    pub steps: Vec<Set>,
    /// The assumptions on which the launch depends before its first step.
    pub launch: Set,
    /// Unspecified rules, by step: if a step needs one, the launch stops.
    pub open: Vec<(u32, &'static OpenRule)>,
}

impl Basis {
    /// Makes it for a launch's program. `others` are the programs of the same launch under [`alternatives`], `None` if there is none.
    pub fn new(prefix: &str, program: &Program, others: &[(Alternative, Option<&Program>)]) -> Basis {
        let mut basis = Basis { steps: vec![Set::default(); program.steps.len()], ..Basis::default() };
        for (place, a) in of_vendor(prefix) {
            let mine = Set::of(place);
            if a.concerns_launches() {
                basis.launch = basis.launch.union(mine);
                // Every operand depends on the addresses of buffers, so these say nothing about a step.
                continue;
            }
            // If the other program differs, the differing steps depend on the assumption. Some choices are read when the machine runs, and
            // some cannot be switched.
            for (_, other) in others.iter().filter(|(r, _)| r.place == place) {
                let Some(other) = other.filter(|o| o.steps.len() == program.steps.len()) else { continue };
                for (at, set) in basis.steps.iter_mut().enumerate() {
                    if !same(program, other, at) {
                        *set = set.union(mine);
                    }
                }
            }
            if a.id.ends_with(".clock") {
                let clocked = program.steps.iter().map(|step| program.uops_of(step).iter().any(reads_clock));
                let marked = basis.steps.iter_mut().zip(clocked).filter(|(_, clocked)| *clocked);
                marked.for_each(|(set, _)| *set = set.union(mine));
            } else if a.alternatives.is_empty() || a.asked_when_running {
                let marked = basis.steps.iter_mut().zip(&program.texts).filter(|(_, text)| a.concerns(text));
                marked.for_each(|(set, _)| *set = set.union(mine));
            }
        }
        for (at, step) in program.steps.iter().enumerate() {
            let mut rules = Vec::new();
            let mut note = |operand: Operand<'_>| {
                if let Operand::Names(List::Rmws, rmw) = operand {
                    rules.push(&program.rmws[*rmw as usize]);
                }
            };
            program.uops_of(step).iter().for_each(|uop| { *uop }.operands(&mut Entry::None, &mut note));
            { step.control }.operands(&mut program.entry_of(step.control), &mut note);
            let open = rules.into_iter().filter(|rmw| rmw.may_be_unspecified());
            let open = open.map(|rmw| (at as u32, rmw.open_rule()));
            basis.open.extend(open);
        }
        basis.open.dedup();
        basis
    }
}

fn reads_clock(uop: &Uop) -> bool {
    let (Uop::Special { what, .. } | Uop::ScalarSpecial { what, .. }) = uop else { return false };
    matches!(what, Special::Clock { .. })
}

/// Whether a step is the same in two programs, regardless of the list indices in its operations.
fn same(a: &Program, b: &Program, at: usize) -> bool {
    let (x, y) = (&a.steps[at], &b.steps[at]);
    let control = match (x.control, y.control) {
        (Control::Refuse(i), Control::Refuse(j)) => same_entry(a, b, List::Refusals, i as usize, j as usize),
        (Control::Request(i), Control::Request(j)) => same_entry(a, b, List::Requests, i as usize, j as usize),
        (Control::Host(i), Control::Host(j)) => same_entry(a, b, List::Calls, i as usize, j as usize),
        (i, j) => i == j,
    };
    let uops = a.uops_of(x).iter().zip(b.uops_of(y)).all(|(u, v)| same_uop(a, b, *u, *v));
    x.guard == y.guard && x.count == y.count && control && uops
}

fn same_uop(a: &Program, b: &Program, mut u: Uop, v: Uop) -> bool {
    let mut theirs = Vec::new();
    { v }.operands(&mut Entry::None, |operand| theirs.extend(operand.name().map(|(_, j)| *j)));
    let (mut n, mut same) = (0, true);
    u.operands(&mut Entry::None, |operand| {
        if let Some((list, i)) = operand.name()
            && let Some(&j) = theirs.get(n)
        {
            same &= same_entry(a, b, list, *i as usize, j as usize);
            (*i, n) = (j, n + 1);
        }
    });
    same && u == v
}

fn same_entry(a: &Program, b: &Program, list: List, i: usize, j: usize) -> bool {
    match list {
        List::Rmws => a.rmws[i].plain() == b.rmws[j].plain(),
        List::Surfaces => a.surfaces[i] == b.surfaces[j],
        List::Buffers => a.buffers[i] == b.buffers[j],
        List::Images => a.images[i] == b.images[j],
        List::Typed => a.typed[i] == b.typed[j],
        List::Maps => a.maps[i] == b.maps[j],
        List::Requests => a.requests[i] == b.requests[j],
        List::Calls => a.calls[i] == b.calls[j],
        List::Refusals => a.refusals[i] == b.refusals[j],
    }
}

/// How often a step was run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Number of times that a wave ran it.
    pub waves: u64,
    /// Number of lanes, summed over these times.
    pub lanes: u64,
}

/// The assumptions on which parts of a wave's state depend.
#[derive(Default)]
struct Taint {
    registers: HashMap<u32, Set>,
    scalars: HashMap<u16, Set>,
    private: Set,
    /// The assumptions on which the wave's control flow depends.
    control: Set,
}

impl Taint {
    fn is_clean(&self) -> bool {
        self.registers.is_empty() && self.scalars.is_empty() && self.private.is_empty() && self.control.is_empty()
    }

    fn read(&self, program: &Program, part: Location) -> Set {
        let of = |words: &mut dyn Iterator<Item = u32>| {
            words.fold(Set::default(), |s, w| s.union(self.registers.get(&w).copied().unwrap_or_default()))
        };
        if self.registers.is_empty() && self.scalars.is_empty() {
            return Set::default();
        }
        match part {
            Location::Vector { first, lanes } => of(&mut (0..32).filter(|l| lanes >> l & 1 != 0).map(|l| first + l)),
            Location::Map { map, lanes } => of(&mut words(&program.maps[map as usize], lanes)),
            Location::Registers => self.registers.values().fold(Set::default(), |s, t| s.union(*t)),
            Location::Scalar { word, .. } => self.scalars.get(&word).copied().unwrap_or_default(),
        }
    }

    /// A set with the assumptions of these registers.
    fn with_reads(&self, program: &Program, set: Set, parts: &[Location]) -> Set {
        parts.iter().fold(set, |set, part| set.union(self.read(program, *part)))
    }

    /// Records a write. With `whole`, the old value is overwritten.
    fn write(&mut self, program: &Program, part: Location, set: Set, whole: bool) {
        let put = |old: Option<Set>| Some(if whole { set } else { set.union(old.unwrap_or_default()) });
        let mut word = |w: u32| match put(self.registers.get(&w).copied()) {
            Some(set) if !set.is_empty() => _ = self.registers.insert(w, set),
            _ => _ = self.registers.remove(&w),
        };
        match part {
            Location::Vector { first, lanes } => (0..32).filter(|l| lanes >> l & 1 != 0).for_each(|l| word(first + l)),
            Location::Map { map, lanes } => words(&program.maps[map as usize], lanes).for_each(word),
            // Somewhere in the register file: no old value is certainly overwritten, and every later read may read the new one.
            Location::Registers => (0..program.register_words).for_each(|w| {
                let old = self.registers.get(&w).copied().unwrap_or_default();
                if !set.union(old).is_empty() {
                    self.registers.insert(w, set.union(old));
                }
            }),
            Location::Scalar { word, bits } => {
                let old = self.scalars.get(&word).copied().unwrap_or_default();
                let set = if whole && bits == u32::MAX { set } else { set.union(old) };
                if set.is_empty() {
                    self.scalars.remove(&word);
                } else {
                    self.scalars.insert(word, set);
                }
            }
        }
    }
}

/// Tracks a launch: how often each step runs, and where values that depend on an assumption go. It may report that a value reached memory
/// when only its neighbour in a vector did; the reverse cannot happen.
pub struct Flow<'a> {
    program: &'a Program,
    basis: &'a Basis,
    /// By step.
    pub counts: Vec<Count>,
    /// For each assumption (by index), the first step that wrote a value which depends on it to memory.
    pub reached: Vec<Option<u32>>,
    waves: HashMap<([u32; 3], u32), Taint>,
    shared: HashMap<[u32; 3], Set>,
}

impl<'a> Flow<'a> {
    /// Tracks a launch of this program.
    pub fn new(program: &'a Program, basis: &'a Basis) -> Flow<'a> {
        let counts = vec![Count::default(); program.steps.len()];
        let reached = vec![None; assume::ALL.len()];
        Flow { program, basis, counts, reached, waves: HashMap::new(), shared: HashMap::new() }
    }

    fn reach(&mut self, set: Set, index: u32) {
        for (place, _) in set.iter() {
            self.reached[place].get_or_insert(index);
        }
    }
}

impl Observer for Flow<'_> {
    fn step(&mut self, place: Place, index: u32, lanes: u64) {
        let count = &mut self.counts[index as usize];
        (count.waves, count.lanes) = (count.waves + 1, count.lanes + u64::from(lanes.count_ones()));
        let own = self.basis.steps[index as usize];
        let key = (place.group, place.wave);
        let mut shared = self.shared.get(&place.group).copied().unwrap_or_default();
        if own.is_empty() && shared.is_empty() && self.waves.get(&key).is_none_or(Taint::is_clean) {
            return;
        }
        let mut wave = self.waves.remove(&key).unwrap_or_default();
        let (program, mut reached) = (self.program, Set::default());
        let step = &program.steps[index as usize];
        // Operations that select their lanes themselves, as those of a wave of 64 do for each half, may run in any lanes.
        let by_itself = program.upper.is_some() || program.uops_of(step).iter().any(|u| matches!(u, Uop::Under { .. }));
        let (executing, whole) = if by_itself { (u32::MAX, false) } else { (lanes as u32, true) };
        let steered = step.steered(program);
        let guard = wave.with_reads(program, own.union(wave.control), &steered.reads);
        for uop in program.uops_of(step) {
            let touched = uop.def_use(executing, program);
            let mut set = wave.with_reads(program, guard, &touched.reads);
            let nature = uop.nature();
            let space = match nature.reach {
                Reach::Space(space) => Some(space),
                Reach::Elements => Some(Space::Global),
                Reach::Nothing | Reach::Fence => None,
            };
            match space {
                Some(Space::Shared) => set = set.union(shared),
                Some(Space::Private | Space::Wave) => set = set.union(wave.private),
                Some(Space::Generic) => set = set.union(shared).union(wave.private),
                _ => {}
            }
            if nature.writes {
                match space {
                    Some(Space::Shared) => shared = set,
                    Some(Space::Private | Space::Wave) => wave.private = set,
                    Some(Space::Generic) => {
                        (shared, wave.private, reached) = (set, set, reached.union(set));
                    }
                    Some(_) => reached = reached.union(set),
                    None => {}
                }
            }
            for part in touched.writes {
                wave.write(program, part, set, whole);
            }
        }
        match step.control {
            Control::Next | Control::Join | Control::Push { .. } | Control::Refuse(_) | Control::Barrier { .. } => {}
            Control::Request(_) => reached = reached.union(guard),
            // The host may copy what it reads from memory.
            Control::Host(_) => {
                let all = shared.union(wave.private);
                reached = wave.with_reads(program, reached.union(guard).union(all), &steered.reads);
            }
            // The following instructions depend on it.
            Control::Branch { .. }
            | Control::Goto { .. }
            | Control::BranchIndirect { .. }
            | Control::Pop { .. }
            | Control::Call { .. }
            | Control::Exit
            | Control::Jump { .. }
            | Control::JumpTo { .. }
            | Control::Variant { .. }
            | Control::End
            | Control::Trap => {
                wave.control = wave.with_reads(program, own.union(wave.control), &steered.reads);
            }
        }
        for part in steered.writes {
            wave.write(program, part, guard, false);
        }
        self.reach(reached, index);
        if !shared.is_empty() {
            self.shared.insert(place.group, shared);
        }
        if !wave.is_clean() {
            self.waves.insert(key, wave);
        }
    }

    fn ended(&mut self, group: [u32; 3]) {
        self.shared.remove(&group);
        self.waves.retain(|(of, _), _| *of != group);
    }
}
