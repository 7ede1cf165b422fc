//! What a micro-operation reads and writes, precisely enough to move it.

use super::Program;
use smallvec::SmallVec;

use crate::effect::{Entry, In, Keeps, LANES, Mask, Operand, Slot, Src, Step, Uop, Wide, Width};

/// Location of a wave's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// Words of the register file: the lanes in `lanes` of the vector at `first`.
    Vector {
        /// Word of the register file that lane 0 has.
        first: u32,
        /// One bit per lane.
        lanes: u32,
    },
    /// Words that the lanes of a map of byte addresses lie in.
    Map {
        /// Index into [`Program::maps`].
        map: u32,
        /// One bit per lane.
        lanes: u32,
    },
    /// The whole register file.
    Registers,
    /// Bits of a scalar word.
    Scalar {
        /// Index into the scalar file.
        word: u16,
        /// Which bits.
        bits: u32,
    },
}

impl Location {
    /// Whether the two have a bit in common; may return true where they have not.
    pub fn meets(self, other: Location, maps: &[[u32; LANES]]) -> bool {
        use Location::{Map, Registers, Scalar, Vector};
        match (self, other) {
            (Scalar { word: a, bits: x }, Scalar { word: b, bits: y }) => a == b && x & y != 0,
            (Scalar { .. }, _) | (_, Scalar { .. }) => false,
            (Registers, _) | (_, Registers) => true,
            (Vector { first: a, lanes: x }, Vector { first: b, lanes: y }) => {
                let shifted = |lanes: u32, by: u32| lanes.checked_shr(by).unwrap_or(0);
                if a <= b { shifted(x, b - a) & y != 0 } else { shifted(y, a - b) & x != 0 }
            }
            (Map { map, lanes }, Vector { first, lanes: y }) | (Vector { first, lanes: y }, Map { map, lanes }) => {
                words(&maps[map as usize], lanes).any(|w| {
                    let l = w.wrapping_sub(first);
                    l < LANES as u32 && y >> l & 1 != 0
                })
            }
            (Map { map: a, lanes: x }, Map { map: b, lanes: y }) => {
                let (a, b) = (&maps[a as usize], &maps[b as usize]);
                words(a, x).any(|v| words(b, y).any(|w| v == w))
            }
        }
    }
}

/// The words of the register file that contain the lanes of a map.
pub fn words(map: &[u32; LANES], lanes: u32) -> impl Iterator<Item = u32> {
    map.iter().enumerate().filter(move |(l, _)| lanes >> l & 1 != 0).map(|(_, at)| at / 4)
}

/// Everything a micro-operation touches when it runs on some lanes.
#[derive(Clone, Debug, Default)]
pub struct DefUse {
    /// What it reads.
    pub reads: SmallVec<[Location; 4]>,
    /// What it writes, if the lane runs.
    pub writes: SmallVec<[Location; 1]>,
    /// It touches memory or can stop the launch: such operations keep their order.
    pub ordered: bool,
    /// What a lane writes depends only on that lane's sources.
    pub by_lane: bool,
    /// It must not be moved.
    pub fixed: bool,
}

impl DefUse {
    /// Adds an operand of an operation that runs on at most `lanes`.
    #[inline]
    fn add(&mut self, operand: Operand<'_>, lanes: u32, program: &Program) {
        let bits = |width: In| if width == In::Any { u32::MAX } else { lanes };
        let vector = |slot: Slot, i: u32, lanes: u32| Location::Vector { first: slot.0 + i * LANES as u32, lanes };
        let scalars = |first: u16| (first..program.scalar_words).map(|word| Location::Scalar { word, bits: u32::MAX });
        match operand {
            Operand::Read(src, width) => {
                if let Some(part) = read(*src, bits(width)) {
                    self.reads.push(part);
                }
            }
            Operand::ReadMask(mask, width) => {
                if let Some(part) = read(Src::Mask(*mask), bits(width)) {
                    self.reads.push(part);
                }
            }
            Operand::Write(slot, count, width) => {
                for i in 0..count {
                    self.writes.push(vector(*slot, i, bits(width)));
                }
            }
            Operand::WriteWord(word, width) => self.writes.push(Location::Scalar { word: *word, bits: bits(width) }),
            Operand::ReadMap(map) => self.reads.push(Location::Map { map: *map, lanes }),
            Operand::WriteMap(map) => self.writes.push(Location::Map { map: *map, lanes }),
            Operand::ReadRegisters => self.reads.push(Location::Registers),
            Operand::WriteRegisters => self.writes.push(Location::Registers),
            // Which word is known only at run time.
            Operand::ReadScalars(first) => self.reads.extend(scalars(first)),
            Operand::WriteScalars(first) => self.writes.extend(scalars(first)),
            Operand::Names(..) => {}
        }
    }

    /// Whether an operation that touches `self` must stay before a later one that touches `later`.
    pub fn before(&self, later: &DefUse, maps: &[[u32; LANES]]) -> bool {
        let meet = |x: &[Location], y: &[Location]| x.iter().any(|a| y.iter().any(|b| a.meets(*b, maps)));
        self.ordered && later.ordered
            || meet(&self.writes, &later.reads)
            || meet(&self.writes, &later.writes)
            || meet(&self.reads, &later.writes)
    }
}

/// The part that a source reads in `lanes`.
#[inline]
pub fn read(src: Src, lanes: u32) -> Option<Location> {
    match src {
        Src::Slot(Slot(first)) => Some(Location::Vector { first, lanes }),
        Src::Word(Slot(first)) => Some(Location::Vector { first, lanes: 1 }),
        Src::Scalar(word) => Some(Location::Scalar { word, bits: u32::MAX }),
        Src::Mask(Mask { word, .. }) if word != Mask::ALWAYS => Some(Location::Scalar { word, bits: lanes }),
        Src::Mask(_) | Src::Imm(_) | Src::Uniform(_) => None,
    }
}

impl Uop {
    /// What it touches when it runs on at most `lanes`.
    #[inline]
    pub fn def_use(&self, lanes: u32, program: &Program) -> DefUse {
        let nature = self.nature();
        let splits = match self {
            Uop::Atomic { rmw, .. } => !program.rmws[*rmw as usize].may_be_unspecified(),
            _ => true,
        };
        let mut t = DefUse {
            ordered: nature.keeps != Keeps::Operands,
            by_lane: nature.width == Width::Lane && splits,
            fixed: nature.keeps == Keeps::Place,
            ..DefUse::default()
        };
        let mut entry = if self.has_entry() { program.entry(*self) } else { Entry::None };
        { *self }.operands(&mut entry, |operand| t.add(operand, lanes, program));
        t
    }
}

impl Step {
    /// What its guard and its control effect read and write.
    pub fn steered(&self, program: &Program) -> DefUse {
        let mut t = DefUse { fixed: true, ..DefUse::default() };
        let (mut guard, mut control) = (self.guard, self.control);
        t.add(Operand::ReadMask(&mut guard, In::Any), u32::MAX, program);
        control.operands(&mut program.entry_of(self.control), |operand| t.add(operand, u32::MAX, program));
        t
    }
}

/// Whether a 64-bit source is the pair of vectors at `slot`.
pub fn is_pair(source: Wide, slot: Slot) -> bool {
    source == super::wide(slot)
}
