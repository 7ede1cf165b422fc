//! Makes one list of the steps of a superblock and shortens it.

use std::collections::HashMap;

use smallvec::{SmallVec, smallvec};

use isotope_op::alu::{Alu, Alu64, Test, alu};
use isotope_op::domain::{Bits, Concrete};

use isotope_ir::effect::{ACTIVE, Control, Keeps, LANES, Mask, Slot, Src, Step, Uop, Wide};
use isotope_ir::program::Program;
use isotope_ir::program::def_use::{DefUse, Location, is_pair, read, words};

use crate::{Origin, Superblock, Superblocks};

mod widen;

/// Number of earlier operations among which an operation searches a partner.
const REACH: usize = 64;

/// Most steps of a superblock: a longer one would not fit in a turn, and would take long to process.
const LONGEST: usize = 256;
/// Number of searches for unread results: removing one result may make another one unread.
const ROUNDS: usize = 8;
/// Most constants that get a vector of their own in each wave.
const MOST_VECTORS: usize = 32;

/// Lanes that an operation runs on: those in `fixed` that are active (if `active`) and in `also`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LaneSet {
    active: bool,
    fixed: u32,
    also: Option<Mask>,
}

impl LaneSet {
    const ACTIVE: LaneSet = LaneSet { active: true, fixed: u32::MAX, also: None };

    /// Whether every lane of `other` is in `self`, for any active lanes.
    fn covers(self, other: LaneSet) -> bool {
        self.also.is_none() && (!self.active || other.active) && other.fixed & !self.fixed == 0
    }
}

/// An operation of a superblock.
#[derive(Clone, Debug)]
struct Entry {
    uop: Uop,
    lanes: LaneSet,
    /// Lanes and step of each operation that was joined into it.
    parts: SmallVec<[(u32, u32); 1]>,
    /// The steps whose temporaries it may read.
    steps: SmallVec<[u32; 2]>,
    touched: DefUse,
}

/// The superblocks of a bound program. Vectors of constants and maps that they need are added to its lists.
pub fn superblocks(program: &mut Program) -> Superblocks {
    let Some(temporaries) = program.temporaries.filter(|_| !program.reads_clock) else {
        return Superblocks::default();
    };
    let targets = targets(program);
    let mut drafts: Vec<(usize, usize, Vec<Entry>)> = Vec::new();
    let mut from = 0;
    while from < program.steps.len() {
        let mut draft = Vec::new();
        let mut to = from;
        while to < program.steps.len() && to - from < LONGEST && (to == from || !targets[to]) {
            let known = draft.len();
            if !append_step(&mut draft, program, &program.steps[to], (to - from) as u32) {
                draft.truncate(known);
                break;
            }
            to += 1;
        }
        if to - from >= 2 {
            drafts.push((from, to, Pass { program, temporaries, entries: draft }.shorten()));
        }
        from = to.max(from + 1);
    }
    drop_dead_registers(program, &mut drafts);
    for (_, _, draft) in &mut drafts {
        *draft = Pass { program, temporaries, entries: std::mem::take(draft) }.widen();
    }
    let steps = program.steps.len();
    let mut blocks = Superblocks { at: vec![0; steps], within: vec![false; steps], ..Superblocks::default() };
    for (from, to, draft) in drafts {
        let first = blocks.uops.len() as u32;
        emit(program, &draft, &mut blocks);
        let count = blocks.uops.len() as u32 - first;
        let writes = |e: &Entry| matches!(e.uop, Uop::Store { .. } | Uop::Atomic { .. });
        let joins_writes = draft.iter().any(|e| e.parts.len() > 1 && writes(e));
        blocks.list.push(Superblock { first, count, steps: (to - from) as u32, joins_writes });
        blocks.at[from] = blocks.list.len() as u32;
        blocks.within[from + 1..to].fill(true);
    }
    blocks
}

/// Removes operations whose results no operation of the program can read, after copies have been propagated. A superblock is entered only
/// at its first step; an engine that runs its steps one by one computes these results itself.
fn drop_dead_registers(program: &Program, drafts: &mut [(usize, usize, Vec<Entry>)]) {
    let Some(outside) = read_outside(program, drafts) else { return };
    for _ in 0..ROUNDS {
        let mut read = outside.clone();
        let mut reads = drafts.iter().flat_map(|(_, _, draft)| draft).flat_map(|e| &e.touched.reads);
        if !reads.all(|part| note(&mut read, *part, program)) {
            return;
        }
        let mut found = false;
        for (_, _, draft) in drafts.iter_mut() {
            draft.retain(|entry| {
                let unread = |part: &Location| match *part {
                    Location::Vector { first, lanes } => {
                        (0..LANES).all(|l| lanes >> l & 1 == 0 || !read.get(first as usize + l).is_some_and(|r| *r))
                    }
                    Location::Map { map, lanes } => {
                        words(&program.maps[map as usize], lanes).all(|w| !read.get(w as usize).is_some_and(|r| *r))
                    }
                    Location::Registers | Location::Scalar { .. } => false,
                };
                let useless = !entry.touched.ordered && entry.touched.writes.iter().all(unread);
                found |= useless;
                !useless
            });
        }
        if !found {
            return;
        }
    }
}

/// Marks the words of the register file that a location covers; returns whether they are known.
fn note(read: &mut [bool], part: Location, program: &Program) -> bool {
    let mut set = |word: u32| {
        if let Some(known) = read.get_mut(word as usize) {
            *known = true;
        }
    };
    match part {
        Location::Vector { first, lanes: u32::MAX } => (first..first + LANES as u32).for_each(set),
        Location::Vector { first, lanes } => {
            (0..LANES as u32).filter(|l| lanes >> l & 1 != 0).for_each(|l| set(first + l));
        }
        Location::Map { map, lanes } => words(&program.maps[map as usize], lanes).for_each(set),
        Location::Registers => return false,
        Location::Scalar { .. } => {}
    }
    true
}

/// The words of the register file that steps outside superblocks read; `None` if that is not known.
fn read_outside(program: &Program, drafts: &[(usize, usize, Vec<Entry>)]) -> Option<Vec<bool>> {
    let mut read = vec![false; program.register_words as usize];
    let mut inside = vec![false; program.steps.len()];
    for (from, to, _) in drafts {
        inside[*from..*to].fill(true);
    }
    for (step, _) in program.steps.iter().zip(&inside).filter(|(_, inside)| !**inside) {
        // Steps that can be entered from anywhere may be inside a superblock.
        if let Control::BranchIndirect { .. } | Control::JumpTo { .. } = step.control {
            return None;
        }
        let of_uops = program.uops_of(step).iter().map(|uop| uop.def_use(u32::MAX, program));
        for touched in of_uops.chain([step.steered(program)]) {
            if !touched.reads.iter().all(|part| note(&mut read, *part, program)) {
                return None;
            }
        }
    }
    Some(read)
}

/// Steps that control can reach from a step other than the previous one.
fn targets(program: &Program) -> Vec<bool> {
    let mut targets = vec![false; program.steps.len()];
    for step in &program.steps {
        if let Control::Branch { target }
        | Control::Goto { target }
        | Control::Push { target, .. }
        | Control::Call { target }
        | Control::Jump { target, .. } = step.control
            && let Some(known) = targets.get_mut(target as usize)
        {
            *known = true;
        }
    }
    targets
}

/// Appends the operations of a step; returns whether it can be part of a superblock.
fn append_step(draft: &mut Vec<Entry>, program: &Program, step: &Step, number: u32) -> bool {
    if step.control != Control::Next || step.guard != Mask::ALL {
        return false;
    }
    let mut lanes = LaneSet::ACTIVE;
    let mut written: Vec<u16> = Vec::new();
    for &uop in program.uops_of(step) {
        if uop.nature().keeps == Keeps::Nothing {
            continue;
        }
        if let Uop::Under { base, also } = uop {
            match lanes_under(program, base, also) {
                Some(known) => lanes = known,
                None => return false,
            }
            written.clear();
            continue;
        }
        let mut touched = uop.def_use(lanes.fixed, program);
        if touched.fixed {
            return false;
        }
        for part in &touched.writes {
            if let Location::Scalar { word, .. } = *part {
                written.push(word);
            }
        }
        if let Some(mask) = lanes.also {
            touched.reads.extend(read(Src::Mask(mask), u32::MAX));
        }
        draft.push(Entry { uop, lanes, parts: smallvec![(lanes.fixed, number)], steps: smallvec![number], touched });
        // Following operations of the step use the lanes that were selected before it.
        let chosen_by = lanes.also.map(|m| m.word);
        if written.iter().any(|&w| w == ACTIVE || Some(w) == program.upper || Some(w) == chosen_by) {
            return false;
        }
    }
    true
}

/// The lanes that [`Uop::Under`] selects; `None` if a [`LaneSet`] cannot express them.
fn lanes_under(program: &Program, base: Mask, also: Mask) -> Option<LaneSet> {
    let mut lanes = LaneSet { active: false, fixed: u32::MAX, also: None };
    for mask in [base, also] {
        let constant = program.constants.iter().find(|(word, _)| *word == mask.word);
        match (mask, constant) {
            (Mask { word: Mask::ALWAYS, negate }, _) => lanes.fixed &= if negate { 0 } else { u32::MAX },
            (Mask { negate, .. }, Some(&(_, value))) => lanes.fixed &= if negate { !value } else { value },
            (Mask { word: ACTIVE, negate: false }, _) => lanes.active = true,
            (mask, None) if lanes.also.is_none() => lanes.also = Some(mask),
            _ => return None,
        }
    }
    // `emit` writes one `Uop::Under`, whose two masks can express only two of `active`, `fixed` and `also`.
    (lanes.also.is_none() || lanes.fixed == u32::MAX || !lanes.active).then_some(lanes)
}

struct Pass<'a> {
    program: &'a mut Program,
    /// First vector and first scalar word that hold nothing between steps.
    temporaries: (Slot, u16),
    entries: Vec<Entry>,
}

impl Pass<'_> {
    /// All passes over one superblock but the last.
    fn shorten(mut self) -> Vec<Entry> {
        self.join();
        self.propagate_copies();
        self.drop_dead_temporaries();
        self.write_directly();
        self.entries
    }

    /// Computes again what the operation at `at` reads and writes, after a change.
    fn touch(&mut self, at: usize) {
        let Entry { uop, lanes, .. } = self.entries[at];
        let mut touched = uop.def_use(lanes.fixed, self.program);
        if let Some(mask) = lanes.also {
            touched.reads.extend(read(Src::Mask(mask), u32::MAX));
        }
        self.entries[at].touched = touched;
    }

    /// Joins operations that differ only in their lanes. A later operation moves up to its partner, so nothing between them may depend on it.
    fn join(&mut self) {
        if self.entries.iter().all(|e| e.lanes.fixed == u32::MAX) {
            return;
        }
        for entry in std::mem::take(&mut self.entries) {
            match self.partner(&entry) {
                Some((at, uop)) => {
                    let kept = &mut self.entries[at];
                    kept.uop = uop;
                    kept.lanes.fixed |= entry.lanes.fixed;
                    kept.parts.extend(entry.parts);
                    kept.steps.extend(entry.steps);
                    self.touch(at);
                }
                None => self.entries.push(entry),
            }
        }
    }

    /// The earlier operation that `entry` can join, and the joined operation.
    fn partner(&mut self, entry: &Entry) -> Option<(usize, Uop)> {
        if !entry.touched.by_lane || entry.lanes.fixed == u32::MAX {
            return None;
        }
        for at in (self.entries.len().saturating_sub(REACH)..self.entries.len()).rev() {
            let earlier = &self.entries[at];
            let apart = LaneSet { fixed: earlier.lanes.fixed, ..entry.lanes } == earlier.lanes
                && earlier.lanes.fixed & entry.lanes.fixed == 0
                // Operations whose lanes share registers or memory keep their order.
                && earlier.lanes.fixed.leading_zeros() >= 32 - entry.lanes.fixed.trailing_zeros().min(32);
            let feeds = || {
                let reads = &entry.touched.reads;
                earlier.touched.writes.iter().any(|w| reads.iter().any(|r| w.meets(*r, &self.program.maps)))
            };
            if apart && !feeds() {
                let lanes = [earlier.lanes.fixed, entry.lanes.fixed];
                if let Some(uop) = together(self.program, earlier.uop, entry.uop, lanes) {
                    return Some((at, uop));
                }
            }
            if self.entries[at].touched.before(&entry.touched, &self.program.maps) {
                return None;
            }
        }
        None
    }

    /// Propagates copies (replaces reads of a copy by reads of its source) and folds constants.
    fn propagate_copies(&mut self) {
        // The known copies: destination, lanes, source, and the operation that copied.
        let mut copies: Vec<(Slot, LaneSet, Src, usize)> = Vec::new();
        // The known results of tests, by the scalar word that a test wrote: the test and its operation.
        let mut tests: HashMap<u16, (Uop, usize)> = HashMap::new();
        // The known contents of regions: map, lanes, and the source that was written there.
        let mut written: Vec<(u32, LaneSet, Src)> = Vec::new();
        for at in 0..self.entries.len() {
            let Entry { mut uop, lanes, .. } = self.entries[at];
            let lane_wise = self.entries[at].touched.by_lane;
            if lane_wise && !matches!(uop, Uop::ReadRegion { .. }) {
                let mut from = Vec::new();
                uop.for_each_src(&mut |src| {
                    let copy = copies.iter().rev().find(|(slot, to, ..)| Src::Slot(*slot) == *src && to.covers(lanes));
                    if let Some((_, _, value, by)) = copy {
                        *src = *value;
                        from.push(*by);
                    }
                });
                for by in from {
                    let steps = self.entries[by].steps.clone();
                    self.entries[at].steps.extend(steps);
                }
            }
            uop = match uop {
                Uop::Alu { op, dst, src } => simplify(op, dst, src),
                Uop::Test {
                    op: Test::Ne,
                    dst,
                    src: [Src::Mask(Mask { word, negate: false }), Src::Imm(0), _],
                    clear,
                } => match tests.get(&word) {
                    Some(&(Uop::Test { op, src, .. }, by)) if lanes == LaneSet::ACTIVE => {
                        let steps = self.entries[by].steps.clone();
                        self.entries[at].steps.extend(steps);
                        Uop::Test { op, dst, src, clear }
                    }
                    _ => uop,
                },
                Uop::ReadRegion { dst, map, bytes: 4, base: None, .. } => {
                    let maps = &self.program.maps;
                    let same = |of: u32| {
                        let (a, b) = (&maps[of as usize], &maps[map as usize]);
                        (0..LANES).all(|l| lanes.fixed >> l & 1 == 0 || a[l] == b[l])
                    };
                    match written.iter().rev().find(|(of, to, _)| to.covers(lanes) && same(*of)) {
                        Some((_, _, value)) => Uop::Alu { op: Alu::Mov, dst, src: [*value, Src::Imm(0), Src::Imm(0)] },
                        None => uop,
                    }
                }
                other => other,
            };
            self.entries[at].uop = uop;
            self.touch(at);
            // After a write, copies of the old value are invalid.
            let maps = &self.program.maps;
            let writes = &self.entries[at].touched.writes;
            let kept = |part: Option<Location>| part.is_none_or(|p| !writes.iter().any(|w| w.meets(p, maps)));
            let vector = |slot: Slot, lanes: LaneSet| Some(Location::Vector { first: slot.0, lanes: lanes.fixed });
            copies.retain(|(slot, to, value, _)| kept(vector(*slot, *to)) && kept(read(*value, to.fixed)));
            written.retain(|(map, to, value)| {
                kept(Some(Location::Map { map: *map, lanes: to.fixed })) && kept(read(*value, to.fixed))
            });
            tests.retain(|word, (test, _)| {
                let mut same = kept(read(Src::Scalar(*word), u32::MAX));
                test.for_each_src(&mut |src| same &= kept(read(*src, u32::MAX)));
                same
            });
            let changed = |src: Src| read(src, u32::MAX).is_some_and(|p| writes.iter().any(|w| w.meets(p, maps)));
            let temporary = |src: Src| read(src, u32::MAX).is_some_and(|p| self.is_temporary(p));
            // If a temporary is copied to a kept vector, a direct write to the vector is better.
            let worth_propagating = |dst: Slot, value: Src| {
                let kept = dst < self.temporaries.0;
                !(kept && matches!(value, Src::Slot(from) if from >= self.temporaries.0))
            };
            match uop {
                Uop::Alu { op: Alu::Mov, dst, src: [value, ..] }
                    if !changed(value) && worth_propagating(dst, value) =>
                {
                    copies.push((dst, lanes, value, at));
                }
                Uop::Alu64 { op: Alu64::Mov, dst, src: [Wide { lo, hi }, ..] }
                    if !changed(lo) && !changed(hi) && worth_propagating(dst, lo) =>
                {
                    copies.push((dst, lanes, lo, at));
                    copies.push((Slot(dst.0 + LANES as u32), lanes, hi, at));
                }
                Uop::Test { dst, src, clear: false, .. }
                    if lanes == LaneSet::ACTIVE && dst >= self.temporaries.1 && !src.iter().any(|s| changed(*s)) =>
                {
                    tests.insert(dst, (uop, at));
                }
                Uop::WriteRegion { src, map, bytes: 4, base: None }
                    if !changed(src) && !temporary(src) && distinct(&maps[map as usize], lanes.fixed) =>
                {
                    written.push((map, lanes, src));
                }
                _ => {}
            }
        }
    }

    /// Removes operations that only write temporaries which nothing reads.
    fn drop_dead_temporaries(&mut self) {
        let mut at = self.entries.len();
        while at > 0 {
            at -= 1;
            let entry = &self.entries[at];
            let idle = matches!(entry.uop, Uop::Alu { op: Alu::Mov, dst, src: [from, ..] } if from == Src::Slot(dst));
            let writes = &entry.touched.writes;
            let unread = !entry.touched.ordered
                && writes.iter().all(|w| self.is_temporary(*w))
                && !self.is_read_later(writes, at);
            if idle || unread {
                self.entries.remove(at);
            }
        }
    }

    /// Whether a location is never read after the step that wrote it.
    fn is_temporary(&self, part: Location) -> bool {
        let (slots, scalars) = self.temporaries;
        match part {
            Location::Vector { first, .. } => first >= slots.0,
            Location::Scalar { word, .. } => word >= scalars,
            Location::Map { .. } | Location::Registers => false,
        }
    }

    /// Whether operations of the same steps after the one at `at` read one of these temporaries.
    fn is_read_later(&self, parts: &[Location], at: usize) -> bool {
        self.is_read_from(at + 1, parts, at)
    }

    /// As [`Self::is_read_later`], for operations from `from` on.
    fn is_read_from(&self, from: usize, parts: &[Location], at: usize) -> bool {
        let maps = &self.program.maps;
        let steps = &self.entries[at].steps;
        let related = |e: &&Entry| e.steps.iter().any(|step| steps.contains(step));
        let reads = |e: &Entry| e.touched.reads.iter().any(|r| parts.iter().any(|p| p.meets(*r, maps)));
        self.entries[from..].iter().filter(related).any(reads)
    }

    /// Lets operations write the destination of a later copy directly.
    fn write_directly(&mut self) {
        let mut at = self.entries.len();
        while at > 0 {
            at -= 1;
            let Entry { uop, lanes, .. } = self.entries[at];
            let (from, to, pair) = match uop {
                Uop::Alu { op: Alu::Mov, dst, src: [Src::Slot(from), ..] } => (from, dst, false),
                Uop::Alu64 { op: Alu64::Mov, dst, src: [Wide { lo: Src::Slot(from), hi }, ..] }
                    if is_pair(Wide { lo: Src::Slot(from), hi }, from) =>
                {
                    (from, dst, true)
                }
                _ => continue,
            };
            if from >= self.temporaries.0 {
                self.sink(at, from, to, pair, lanes);
            }
        }
    }

    /// Replaces the copy at `copy` by the operation that computes its source.
    fn sink(&mut self, copy: usize, from: Slot, to: Slot, pair: bool, lanes: LaneSet) {
        let maps = &self.program.maps;
        let mut part = vec![Location::Vector { first: from.0, lanes: u32::MAX }];
        if pair {
            part.push(Location::Vector { first: from.0 + LANES as u32, lanes: u32::MAX });
        }
        let meets = |parts: &[Location]| parts.iter().any(|p| part.iter().any(|q| p.meets(*q, maps)));
        let start = copy.saturating_sub(REACH);
        let Some(producer) = (start..copy).rev().find(|&i| meets(&self.entries[i].touched.writes)) else { return };
        let mut made = self.entries[producer].clone();
        if let Uop::Load { access, dst: Some(dst), .. } = &mut made.uop
            && (*dst, pair) == (from, false)
            && access.bytes <= 4
        {
            // The operation keeps its place, so operations in between must not use the destination.
            let kept = Location::Vector { first: to.0, lanes: u32::MAX };
            let taken = |parts: &[Location]| parts.iter().any(|p| p.meets(kept, maps));
            let between = &self.entries[producer + 1..copy];
            let free =
                !between.iter().any(|e| meets(&e.touched.reads) || taken(&e.touched.reads) || taken(&e.touched.writes));
            if made.lanes == lanes && free && !self.is_read_later(&part, copy) {
                *dst = to;
                self.entries[producer] = made;
                self.touch(producer);
                self.entries.remove(copy);
            }
            return;
        }
        match &mut made.uop {
            Uop::Alu { dst, .. } if !pair && *dst == from => *dst = to,
            Uop::Alu64 { dst, .. } if pair && *dst == from => *dst = to,
            _ => return,
        }
        let between = &self.entries[producer + 1..copy];
        let moves = !between.iter().any(|e| made.touched.before(&e.touched, maps));
        if made.lanes != lanes || !moves || self.is_read_later(&part, copy) {
            return;
        }
        self.entries[copy] = made;
        self.touch(copy);
        self.entries.remove(producer);
    }
}

/// Whether the lanes of a map are in different registers.
fn distinct(map: &[u32; LANES], lanes: u32) -> bool {
    let mut seen: Vec<u32> = (0..LANES).filter(|l| lanes >> l & 1 != 0).map(|l| map[l] / 4).collect();
    seen.sort_unstable();
    seen.windows(2).all(|w| w[0] != w[1])
}

/// Two operations on different lanes as one.
fn together(program: &mut Program, a: Uop, b: Uop, lanes: [u32; 2]) -> Option<Uop> {
    if a == b {
        return Some(a);
    }
    let mut map = |a: u32, b: u32| {
        let (x, y) = (program.maps[a as usize], program.maps[b as usize]);
        let joined = std::array::from_fn(|l| if lanes[1] >> l & 1 != 0 { y[l] } else { x[l] });
        let known = program.maps.iter().position(|m| *m == joined);
        known.unwrap_or_else(|| {
            program.maps.push(joined);
            program.maps.len() - 1
        }) as u32
    };
    Some(match (a, b) {
        (Uop::ReadRegion { dst, map: x, bytes, signed, base }, Uop::ReadRegion { map: y, .. }) => {
            if b != (Uop::ReadRegion { dst, map: y, bytes, signed, base }) {
                return None;
            }
            Uop::ReadRegion { dst, map: map(x, y), bytes, signed, base }
        }
        (Uop::WriteRegion { src, map: x, bytes, base }, Uop::WriteRegion { map: y, .. }) => {
            if b != (Uop::WriteRegion { src, map: y, bytes, base }) {
                return None;
            }
            Uop::WriteRegion { src, map: map(x, y), bytes, base }
        }
        _ => return None,
    })
}

/// The same operation in a simpler form.
fn simplify(op: Alu, dst: Slot, src: [Src; 3]) -> Uop {
    use Src::Imm;
    let mov = |value| Uop::Alu { op: Alu::Mov, dst, src: [value, Imm(0), Imm(0)] };
    match (op, src) {
        (_, [Imm(a), Imm(b), Imm(c)]) => mov(Imm(alu::<Concrete>(op, Bits::of(a), Bits::of(b), Bits::of(c)).v)),
        (Alu::Add | Alu::Or | Alu::Xor, [Imm(0), x, _])
        | (Alu::Add | Alu::Sub | Alu::Or | Alu::Xor | Alu::Shl | Alu::Shr | Alu::Sar, [x, Imm(0), _]) => mov(x),
        (Alu::Shl, [x, Imm(n @ 1..32), _]) => Uop::Alu { op: Alu::ShlBy { n: n as u8 }, dst, src: [x, Imm(0), Imm(0)] },
        (Alu::Shr, [x, Imm(n @ 1..32), _]) => Uop::Alu { op: Alu::ShrBy { n: n as u8 }, dst, src: [x, Imm(0), Imm(0)] },
        (Alu::Mul, [Imm(0), ..] | [_, Imm(0), _]) => mov(Imm(0)),
        (Alu::Add3, [Imm(0), x, y] | [x, Imm(0), y] | [x, y, Imm(0)]) => simplify(Alu::Add, dst, [x, y, Imm(0)]),
        (Alu::Mad, [Imm(0), _, c] | [_, Imm(0), c]) => mov(c),
        (Alu::Mux, [Imm(m), Imm(x), c]) if x & m == 0 => simplify(Alu::And, dst, [c, Imm(!m), Imm(0)]),
        (Alu::Mux, [Imm(m), x, Imm(c)]) if c & !m == 0 => simplify(Alu::And, dst, [x, Imm(m), Imm(0)]),
        _ => Uop::Alu { op, dst, src },
    }
}

/// Emits the operations of a superblock, each under its lanes.
fn emit(program: &mut Program, entries: &[Entry], blocks: &mut Superblocks) {
    let mut current = LaneSet::ACTIVE;
    for entry in entries {
        let scalar = entry.uop.is_scalar() && !matches!(entry.uop, Uop::Test { .. } | Uop::Test64 { .. });
        if !scalar && entry.lanes != current {
            current = entry.lanes;
            let fixed = match current.fixed {
                u32::MAX => Mask::ALL,
                bits => Mask::of(constant(program, bits)),
            };
            let base = if current.active { Mask::of(ACTIVE) } else { fixed };
            let also = match current.also {
                Some(also) => also,
                None if current.active => fixed,
                None => Mask::ALL,
            };
            blocks.uops.push(Uop::Under { base, also });
        }
        if entry.touched.ordered {
            let uop = blocks.uops.len() as u32;
            blocks.origins.extend(entry.parts.iter().map(|&(lanes, step)| Origin { uop, lanes, step }));
        }
        let mut uop = entry.uop;
        if entry.touched.by_lane && !matches!(uop, Uop::ReadRegion { .. } | Uop::WriteRegion { .. }) {
            uop.for_each_src(&mut |src| {
                if let Src::Imm(value @ 1..) = *src {
                    *src = vector(program, value);
                }
            });
        }
        blocks.uops.push(uop);
        // The mask has changed, so it is read again.
        let chosen_by = current.also.map(|m| Location::Scalar { word: m.word, bits: u32::MAX });
        if chosen_by.is_some_and(|by| entry.touched.writes.iter().any(|w| w.meets(by, &program.maps))) {
            current.fixed = 0;
        }
    }
}

/// A vector that always holds `value`, unless the limit is reached.
fn vector(program: &mut Program, value: u32) -> Src {
    let known = program.vectors.iter().find(|(_, v)| *v == value).map(|(slot, _)| *slot);
    let Some(slot) = known else {
        if program.vectors.len() >= MOST_VECTORS {
            return Src::Imm(value);
        }
        let slot = Slot(program.register_words);
        program.register_words += LANES as u32;
        program.vectors.push((slot, value));
        return Src::Slot(slot);
    };
    Src::Slot(slot)
}

/// A scalar word that always holds `value`.
fn constant(program: &mut Program, value: u32) -> u16 {
    if let Some((word, _)) = program.constants.iter().find(|(_, v)| *v == value) {
        return *word;
    }
    let word = program.scalar_words;
    program.scalar_words += 1;
    program.constants.push((word, value));
    word
}
