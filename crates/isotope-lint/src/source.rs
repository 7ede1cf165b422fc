//! Where values come from: backwards from a use, over every way that leads there.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use isotope_ir::effect::{ACTIVE, Entry, LANES, Mask, Operand, Slot, Special, Src, Step, Uop, Wide};
use isotope_ir::program::def_use::{Location, read, words};
use isotope_ir::program::{ConstWord, Program};
use isotope_op::alu::{Alu, Alu64};
use smallvec::SmallVec;

use crate::graph::Graph;

/// A micro-operation of a program, with its step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct At {
    /// The step.
    pub step: u32,
    /// Index into [`Program::uops`]; that behind the last of the step stands for its control effect.
    pub uop: u32,
}

/// What put something into a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Def {
    /// A micro-operation.
    Uop(At),
    /// The control effect of a step.
    Control(u32),
    /// Nobody: it is what the wave began with.
    Entry,
}

/// What a value depends on.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// Micro-operations that computed it, those that read memory among them.
    pub uops: BTreeSet<At>,
    /// What the kernel is told: words that only the high word of a pointer can come from are told apart by where they are.
    pub given: BTreeSet<Given>,
    /// A value of one round of a loop goes into the next one's.
    pub turns: bool,
}

/// A word that a kernel is given from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Given {
    /// A word of a constant bank: bank, byte offset.
    Constant(u8, u32),
    /// A word of memory at a byte offset from where the wave's first registers point.
    Argument(i64),
    /// A word of the register file, the same in every lane.
    Word(u32),
    /// A vector of the register file: something of each lane's own.
    Vector(u32),
    /// A scalar word.
    Scalar(u16),
}

/// Which words of 64-bit values are followed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    Low,
    Both,
}

/// A place where a part is read, how much of it counts, and what reads it.
type Use = (At, Location, Half, Option<(At, Half)>);

/// A program with its graph.
#[derive(Debug)]
pub struct Code<'a> {
    /// The program.
    pub program: &'a Program,
    /// The ways through it.
    pub graph: Graph,
    /// Lanes that exist.
    existing: u32,
    /// Scalar words that always hold the same mask.
    masks: HashMap<u16, u32>,
    /// The micro-operations of each step.
    uops: Vec<Vec<Ran<'a>>>,
    /// Steps that write something of a part, in order, as they are asked for.
    writers: RefCell<HashMap<Part, Rc<[u32]>>>,
    /// Who put a value there, on any way, as it is asked for.
    known: RefCell<Defs>,
}

/// A register and which words of it.
type Part = ((u8, u32), u32);

/// Who put what is read at a place there.
type Defs = HashMap<(At, Part), Rc<[Def]>>;

/// A micro-operation as it runs in its step.
#[derive(Clone, Debug)]
pub struct Ran<'a> {
    /// Where it stands.
    pub at: At,
    /// What it is.
    pub uop: &'a Uop,
    /// The lanes that it runs on at most.
    pub lanes: u32,
    /// Whether all active ones of them do.
    pub whole: bool,
    /// What it writes.
    writes: SmallVec<[Location; 1]>,
}

impl<'a> Code<'a> {
    /// Of a program.
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

    /// Where a step's control effect stands.
    pub fn end(&self, step: u32) -> At {
        let of = &self.program.steps[step as usize];
        At { step, uop: of.first + of.count }
    }

    /// The lanes that a micro-operation runs on at most.
    pub fn lanes(&self, at: At) -> u32 {
        let first = self.program.steps[at.step as usize].first;
        self.uops(at.step).get((at.uop - first) as usize).map_or(self.existing, |ran| ran.lanes)
    }

    /// What put a value where it is read: the last on each way, on ways inside `within` alone where that is given.
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

    /// Steps that write something of a part.
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
            // Back along the straight way, from writer to writer.
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

    /// The place behind all that a step does.
    fn behind(&self, step: u32) -> At {
        let end = self.end(step);
        At { uop: end.uop + 1, ..end }
    }

    /// Looks at a step backwards from a place; true where what is before it cannot be read any more.
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

    /// Everything that goes into what is read at a place, on ways inside `within` alone where that is given. What memory gives back is not
    /// followed further.
    pub fn sources(&self, from: &[(At, Location)], within: Option<&BTreeSet<u32>>) -> Sources {
        self.gather(from, within, Half::Both, true)
    }

    /// Words of arguments that only the high word of an address comes from: pointers, and no index.
    pub fn pointers(&self, at: At, lo: Src, hi: Option<Src>) -> BTreeSet<Given> {
        let lanes = self.lanes(at);
        let of = |src: Src, half: Half, masks: bool| {
            let mut found =
                read(src, lanes).map(|part| self.gather(&[(at, part)], None, half, masks).given).unwrap_or_default();
            found.extend(self.constant(src));
            found
        };
        let Some(hi) = hi else { return BTreeSet::new() };
        let low = of(lo, Half::Low, true);
        of(hi, Half::Both, false).difference(&low).filter(|g| !matches!(g, Given::Vector(_))).copied().collect()
    }

    fn constant(&self, src: Src) -> Option<Given> {
        let Src::Uniform(n) = src else { return None };
        let ConstWord { bank, offset } = self.program.uniforms[n as usize];
        Some(Given::Constant(bank, offset))
    }

    fn gather(&self, from: &[(At, Location)], within: Option<&BTreeSet<u32>>, half: Half, masks: bool) -> Sources {
        let mut sources = Sources::default();
        let mut open: Vec<Use> = from.iter().map(|(at, part)| (*at, *part, half, None)).collect();
        let mut seen = HashSet::new();
        let mut edges: HashMap<(At, bool), Vec<(At, bool)>> = HashMap::new();
        while let Some((at, part, half, user)) = open.pop() {
            for &def in self.defs(at, part, within).iter() {
                let def = match def {
                    Def::Uop(def) => def,
                    Def::Control(step) => self.end(step),
                    Def::Entry => {
                        sources.given.insert(match part {
                            Location::Vector { first, lanes } if lanes.is_power_of_two() => {
                                Given::Word(first + lanes.trailing_zeros())
                            }
                            Location::Vector { first, .. } => Given::Vector(first),
                            Location::Scalar { word, .. } => Given::Scalar(word),
                            Location::Map { map, .. } => Given::Vector(self.program.maps[map as usize][0] / 4),
                            Location::Registers => Given::Vector(0),
                        });
                        continue;
                    }
                };
                let low = half == Half::Low && self.is_low(def, part);
                if let Some((user, half)) = user {
                    edges.entry((user, half == Half::Low)).or_default().push((def, low));
                }
                if !seen.insert((def, part_of(part), lanes_of(part), low)) {
                    continue;
                }
                sources.uops.insert(def);
                if let Some(given) = self.argument(def, part) {
                    sources.given.insert(given);
                    continue;
                }
                for (read, mask) in self.reads(def, part, low, &mut sources.given) {
                    if masks || !mask {
                        let half = if low { Half::Low } else { half };
                        open.push((def, read, half, Some((def, if low { Half::Low } else { Half::Both }))));
                    }
                }
            }
        }
        sources.turns = has_circle(&edges);
        sources
    }

    /// Whether what is read is the low word of a 64-bit result that low words alone go into.
    fn is_low(&self, def: At, part: Location) -> bool {
        let Some(Uop::Alu64 { op, dst: Slot(first), .. }) = self.program.uops.get(def.uop as usize) else {
            return true;
        };
        use Alu64 as A;
        let by_low = matches!(op, A::Mov | A::Add | A::Sub | A::Mul | A::And | A::Or | A::Xor | A::Shl | A::Not);
        by_low && matches!(part, Location::Vector { first: at, .. } if at < first + LANES as u32)
    }

    /// What a definition reads, each with whether it is a mask; nothing of what reads memory.
    fn reads(&self, def: At, part: Location, low: bool, given: &mut BTreeSet<Given>) -> Vec<(Location, bool)> {
        let program = self.program;
        let step = &program.steps[def.step as usize];
        if def.uop >= step.first + step.count {
            return step.steered(program).reads.iter().map(|part| (*part, false)).collect();
        }
        let mut uop = program.uops[def.uop as usize];
        if uop.nature().reach != isotope_ir::effect::Reach::Nothing {
            return Vec::new();
        }
        let lanes = needed(&uop, part, self.lanes(def));
        let mut found = Vec::new();
        if let (true, Uop::Alu64 { src, .. }) = (low, uop) {
            for Wide { lo, hi: _ } in src {
                found.extend(read(lo, lanes).map(|part| (part, matches!(lo, Src::Mask(_)))));
                given.extend(self.constant(lo));
            }
            return found;
        }
        let mut entry = if uop.has_entry() { program.entry(uop) } else { Entry::None };
        uop.operands(&mut entry, |operand| match operand {
            Operand::Read(src, _) => {
                found.extend(read(*src, lanes).map(|part| (part, matches!(src, Src::Mask(_)))));
                given.extend(self.constant(*src));
            }
            Operand::ReadMask(mask, _) => found.extend(read(Src::Mask(*mask), lanes).map(|part| (part, true))),
            Operand::ReadMap(map) => found.push((Location::Map { map: *map, lanes }, false)),
            Operand::ReadRegisters => found.push((Location::Registers, false)),
            Operand::ReadScalars(_)
            | Operand::Write(..)
            | Operand::WriteWord(..)
            | Operand::WriteMap(_)
            | Operand::Names(..)
            | Operand::WriteRegisters
            | Operand::WriteScalars(_) => {}
        });
        found
    }

    /// The word of an argument that a read gives: of a constant bank, or behind a pointer that the wave began with.
    fn argument(&self, def: At, part: Location) -> Option<Given> {
        use isotope_ir::effect::Space;
        match *self.program.uops.get(def.uop as usize)? {
            Uop::ScalarLoad { address, dst, .. } => {
                let Location::Scalar { word, .. } = part else { return None };
                let from = read(address.lo, u32::MAX)?;
                let began = self.defs(def, from, None)[..] == [Def::Entry];
                began.then(|| Given::Argument(i64::from(address.offset) + 4 * i64::from(word.wrapping_sub(dst))))
            }
            Uop::Load { access, dst: Some(Slot(dst)), .. } => {
                let (Space::Constant(bank), Src::Imm(base)) = (access.space, access.address.lo) else { return None };
                let Location::Vector { first, .. } = part else { return None };
                let word = first.wrapping_sub(dst) / LANES as u32;
                Some(Given::Constant(bank, base.wrapping_add_signed(access.address.offset) + 4 * word))
            }
            _ => None,
        }
    }

    /// A value as something that it is a constant number above: followed over sums with constants and copies while one place alone defines it.
    pub fn base(&self, at: At, src: Src) -> (Base, i64) {
        self.base_of(at, src, 0)
    }

    fn base_of(&self, at: At, src: Src, depth: u32) -> (Base, i64) {
        let lanes = self.lanes(at);
        match read(src, lanes) {
            Some(part) => self.base_in(at, part, depth),
            None => match src {
                Src::Imm(n) => (Base::Number, i64::from(n as i32)),
                Src::Uniform(n) => (Base::Uniform(n), 0),
                _ => (Base::Unknown, 0),
            },
        }
    }

    fn base_in(&self, mut at: At, mut part: Location, depth: u32) -> (Base, i64) {
        let mut above = 0i64;
        loop {
            part = single(part);
            let defs = self.defs(at, part, None);
            let [Def::Uop(def)] = defs[..] else {
                return (if defs[..] == [Def::Entry] { Base::Began(part_of(part)) } else { Base::Unknown }, above);
            };
            if let Some(copied) = self.copied_from(def, part) {
                (at, part) = (def, copied);
                continue;
            }
            let number =
                |src: Src| if let Src::Imm(n) = src { Some(i64::from(n as i32)) } else { self.number(def, src) };
            let on = match self.program.uops[def.uop as usize] {
                Uop::Alu { op: Alu::Mov, src, .. } | Uop::Scalar { op: Alu::Mov, src, .. } => Some((src[0], 0)),
                Uop::WriteRegion { src, .. } => Some((src, 0)),
                Uop::Alu { op: Alu::Add | Alu::Add3, src, .. } | Uop::Scalar { op: Alu::Add | Alu::Add3, src, .. } => {
                    match src.map(number) {
                        [None, Some(a), Some(b)] => Some((src[0], a + b)),
                        [Some(a), None, Some(b)] => Some((src[1], a + b)),
                        _ => None,
                    }
                }
                Uop::Alu64 { op: Alu64::Add, dst, src } if part_of(part) == (0, dst.0) => {
                    match [src[0].lo, src[1].lo].map(number) {
                        [None, Some(n)] => Some((src[0].lo, n)),
                        [Some(n), None] => Some((src[1].lo, n)),
                        _ => None,
                    }
                }
                _ => None,
            };
            let Some((next, more)) = on else { return (self.made(def, depth), above) };
            above += more;
            let lanes = needed(&self.program.uops[def.uop as usize], part, self.lanes(def));
            match read(next, lanes) {
                Some(from) => (at, part) = (def, from),
                None => {
                    let (base, number) = self.base_of(def, next, depth);
                    return (base, above + number);
                }
            }
        }
    }

    /// What a micro-operation copies into a part, where it does nothing else.
    fn copied_from(&self, def: At, part: Location) -> Option<Location> {
        let uop = &self.program.uops[def.uop as usize];
        let lanes = needed(uop, part, self.lanes(def));
        match *uop {
            Uop::Alu { op: Alu::Mov, src: [src, ..], .. } | Uop::Scalar { op: Alu::Mov, src: [src, ..], .. } => {
                read(src, lanes)
            }
            Uop::ReadRegion { map, bytes: 4, base: None, .. } => Some(Location::Map { map, lanes }),
            Uop::WriteRegion { src, bytes: 4, base: None, .. } => read(src, lanes),
            _ => None,
        }
    }

    /// What put a value where it is read, before it was copied from register to register.
    pub fn origins(&self, at: At, part: Location, within: Option<&BTreeSet<u32>>) -> Vec<Def> {
        let (mut found, mut seen, mut open) = (Vec::new(), HashSet::new(), vec![(at, part)]);
        while let Some((at, part)) = open.pop() {
            for &def in self.defs(at, part, within).iter() {
                let copied = match def {
                    Def::Uop(def) => self.copied_from(def, part).map(|from| (def, from)),
                    _ => None,
                };
                match copied {
                    Some((def, from)) if seen.insert((def, part_of(from), lanes_of(from))) => open.push((def, from)),
                    Some(_) => {}
                    None => found.push(def),
                }
            }
        }
        found
    }

    /// What a micro-operation computes: the same thing wherever the same is done with the same things.
    fn made(&self, def: At, depth: u32) -> Base {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hash = DefaultHasher::new();
        let sources = match self.program.uops[def.uop as usize] {
            Uop::Alu { op, src, .. } | Uop::Scalar { op, src, .. } => {
                op.hash(&mut hash);
                src.to_vec()
            }
            Uop::Alu64 { op, src, .. } => {
                op.hash(&mut hash);
                src.iter().flat_map(|w| [w.lo, w.hi]).collect()
            }
            Uop::Special { what, .. } => {
                what.hash(&mut hash);
                Vec::new()
            }
            _ => return Base::Computed(def),
        };
        if depth > 8 {
            return Base::Computed(def);
        }
        for src in sources {
            let (mut base, above) = self.base_of(def, src, depth + 1);
            if base == Base::Unknown {
                return Base::Computed(def);
            }
            if let Base::Computed(at) = base {
                base = Base::Computed(At { step: 0, uop: at.uop });
            }
            (base, above).hash(&mut hash);
        }
        Base::Made(hash.finish())
    }

    fn number(&self, at: At, src: Src) -> Option<i64> {
        if let Src::Imm(n) = src {
            return Some(i64::from(n as i32));
        }
        let part = read(src, self.lanes(at))?;
        let [Def::Uop(def)] = self.defs(at, part, None)[..] else { return None };
        match self.program.uops[def.uop as usize] {
            Uop::Alu { op: Alu::Mov, src: [Src::Imm(n), ..], .. } => Some(i64::from(n as i32)),
            Uop::Scalar { op: Alu::Mov, src: [Src::Imm(n), ..], .. } => Some(i64::from(n as i32)),
            _ => None,
        }
    }

    /// What decides where lanes go from a step.
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

    /// Whether a value that differs from lane to lane by what the lane is goes into it.
    pub fn is_of_lane(&self, sources: &Sources) -> bool {
        let special = |at: &At| {
            let Some(Uop::Special { what, .. }) = self.program.uops.get(at.uop as usize) else { return false };
            use Special::*;
            matches!(what, LaneId | LocalId(_) | LocalIdPacked | LocalIdPacked10 | LaneMask(_))
        };
        sources.uops.iter().any(special) || sources.given.iter().any(|given| matches!(given, Given::Vector(_)))
    }
}

/// Something that an address is a number of bytes above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// Nothing: the address is the number.
    Number,
    /// A constant word, by its index.
    Uniform(u32),
    /// What the wave began with in a register.
    Began((u8, u32)),
    /// What this micro-operation gave, such as what it read.
    Computed(At),
    /// The same operations on the same things, told apart by a hash.
    Made(u64),
    /// Different things on different ways.
    Unknown,
}

impl Base {
    /// Whether it is what the wave began with.
    pub fn is_given(self) -> bool {
        matches!(self, Base::Began(_) | Base::Uniform(_))
    }
}

/// A register, whichever lanes of it.
fn part_of(part: Location) -> (u8, u32) {
    match part {
        Location::Vector { first, .. } => (0, first),
        Location::Scalar { word, .. } => (1, word.into()),
        Location::Map { map, .. } => (2, map),
        Location::Registers => (3, 0),
    }
}

/// Whether what is written is all that is read.
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

/// Which lanes of those that a micro-operation runs on put something into a part.
fn needed(uop: &Uop, part: Location, lanes: u32) -> u32 {
    let dst = match uop {
        Uop::Alu { dst, .. } | Uop::Narrow { dst, .. } => dst.0,
        Uop::Alu64 { dst, .. } if matches!(part, Location::Vector { first, .. } if first >= dst.0 + LANES as u32) => {
            dst.0 + LANES as u32
        }
        Uop::Alu64 { dst, .. } => dst.0,
        _ => return lanes,
    };
    let Location::Vector { first, lanes: read } = part else { return lanes };
    let wanted = |l: &u32| (dst + l).checked_sub(first).is_some_and(|at| at < LANES as u32 && read >> at & 1 != 0);
    let needed = (0..LANES as u32).filter(|l| lanes >> l & 1 != 0).filter(wanted).fold(0, |all, l| all | 1 << l);
    if needed == 0 { lanes } else { needed }
}

/// A part of one word as that word.
fn single(part: Location) -> Location {
    match part {
        Location::Vector { first, lanes } if lanes.is_power_of_two() => {
            Location::Vector { first: first + lanes.trailing_zeros(), lanes: 1 }
        }
        _ => part,
    }
}

/// Which words of a register count.
fn lanes_of(part: Location) -> u32 {
    match part {
        Location::Vector { lanes, .. } | Location::Map { lanes, .. } => lanes,
        Location::Scalar { bits, .. } => bits,
        Location::Registers => u32::MAX,
    }
}

fn has_circle(edges: &HashMap<(At, bool), Vec<(At, bool)>>) -> bool {
    let mut state: HashMap<(At, bool), bool> = HashMap::new();
    for root in edges.keys() {
        let mut open = vec![(*root, 0)];
        if state.contains_key(root) {
            continue;
        }
        state.insert(*root, true);
        while let Some((at, n)) = open.pop() {
            match edges.get(&at).and_then(|to| to.get(n)) {
                Some(to) => {
                    open.push((at, n + 1));
                    match state.get(to) {
                        Some(true) => return true,
                        Some(false) => {}
                        None => {
                            state.insert(*to, true);
                            open.push((*to, 0));
                        }
                    }
                }
                None => {
                    state.insert(at, false);
                }
            }
        }
    }
    false
}
