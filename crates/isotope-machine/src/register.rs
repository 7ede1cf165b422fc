//! Registers by their vendor names, for setting and reading the state of a wave.

use std::collections::BTreeSet;

use super::state::Wave;
use isotope_ir::effect::{LANES, Mask, Slot, Src, Uop, Wide};
use isotope_ir::program::Program;
use isotope_ir::program::def_use::{Location, words};

/// Where a register is in a wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cells {
    /// A word per lane: lanes 31:0, and 63:32 where the wave has them.
    Vector(Slot, Option<Slot>),
    /// A bit per lane: a scalar word.
    Mask(u16),
    /// A scalar word as one value.
    Scalar(u16),
    /// Elements side by side in the register file.
    Packed {
        /// Byte of the first.
        byte: u32,
        /// Bytes of each.
        bytes: u8,
        /// How many.
        count: u32,
    },
}

impl Cells {
    /// The word of the register file that lane `i` of a vector is.
    fn word(self, i: u32) -> usize {
        let Cells::Vector(Slot(low), high) = self else { return 0 };
        let first = if i >= LANES as u32 { high.map_or(low, |Slot(high)| high) } else { low };
        first as usize + i as usize % LANES
    }
}

/// A value for one lane or element of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Given {
    /// The register.
    pub cells: Cells,
    /// Lane or element.
    pub element: u32,
    /// The value; the low bits count.
    pub value: u64,
}

impl Given {
    /// Writes the value to the wave.
    pub fn set(&self, wave: &mut Wave) {
        let Given { cells, element: i, value } = *self;
        match cells {
            Cells::Vector(..) => wave.registers[cells.word(i)] = value as u32,
            Cells::Mask(word) => wave.set_mask(word, if value & 1 != 0 { u32::MAX } else { 0 }, 1 << (i % 32)),
            Cells::Scalar(word) => wave.scalars[usize::from(word)] = value as u32,
            Cells::Packed { byte, bytes, .. } => {
                for n in 0..u32::from(bytes) {
                    let at = byte + i * u32::from(bytes) + n;
                    let shift = 8 * (at % 4);
                    if let Some(word) = wave.registers.get_mut(at as usize / 4) {
                        *word = *word & !(0xff << shift) | ((value >> (8 * n)) as u32 & 0xff) << shift;
                    }
                }
            }
        }
    }
}

/// A register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub cells: Cells,
    /// Another register has the same cells and is the one that is printed.
    pub is_alias: bool,
}

impl Register {
    /// A register of its own.
    pub fn new(name: impl Into<String>, cells: Cells) -> Register {
        Register { name: name.into(), cells, is_alias: false }
    }

    /// Number of lanes or elements.
    pub fn elements(&self) -> u32 {
        match self.cells {
            Cells::Vector(_, upper) => LANES as u32 * if upper.is_some() { 2 } else { 1 },
            Cells::Mask(_) => LANES as u32,
            Cells::Scalar(_) => 1,
            Cells::Packed { count, .. } => count,
        }
    }

    /// Bits of a lane or element.
    pub fn bits(&self) -> u32 {
        match self.cells {
            Cells::Vector(..) | Cells::Scalar(_) => 32,
            Cells::Mask(_) => 1,
            Cells::Packed { bytes, .. } => 8 * u32::from(bytes),
        }
    }

    /// The value of lane or element `i`.
    pub fn get(&self, wave: &Wave, i: u32) -> u64 {
        match self.cells {
            Cells::Vector(..) => u64::from(wave.registers[self.word(i)]),
            Cells::Mask(word) => u64::from(wave.scalars[usize::from(word)] >> (i % 32) & 1),
            Cells::Scalar(word) => u64::from(wave.scalars[usize::from(word)]),
            Cells::Packed { byte, bytes, .. } => {
                let first = byte + i * u32::from(bytes);
                let at =
                    |n: u32| wave.registers.get(n as usize / 4).map_or(0, |w| u64::from(*w >> (8 * (n % 4)) & 0xff));
                (0..u32::from(bytes)).fold(0, |v, n| v | at(first + n) << (8 * n))
            }
        }
    }

    /// Sets lane or element `i` to the low bits of `value`.
    pub fn set(&self, wave: &mut Wave, i: u32, value: u64) {
        Given { cells: self.cells, element: i, value }.set(wave);
    }

    /// Whether waves of the program have it.
    pub fn fits(&self, program: &Program) -> bool {
        let within = |end: u32| end <= program.register_words;
        match self.cells {
            Cells::Vector(low, high) => {
                within(low.0 + LANES as u32) && high.is_none_or(|high| within(high.0 + LANES as u32))
            }
            Cells::Mask(word) | Cells::Scalar(word) => word < program.scalar_words.max(1),
            Cells::Packed { byte, bytes, count } => byte + u32::from(bytes) * count <= 4 * program.register_words,
        }
    }

    /// The word of the register file that lane `i` of a vector is.
    fn word(&self, i: u32) -> usize {
        self.cells.word(i)
    }

    fn meets(&self, vectors: &BTreeSet<u32>, scalars: &BTreeSet<u16>) -> bool {
        let any = |first: u32, count: u32| vectors.range(first..first.saturating_add(count)).next().is_some();
        match self.cells {
            Cells::Vector(low, high) => any(low.0, LANES as u32) || high.is_some_and(|high| any(high.0, LANES as u32)),
            Cells::Mask(word) | Cells::Scalar(word) => scalars.contains(&word),
            Cells::Packed { byte, bytes, count } => {
                let end = (byte + count * u32::from(bytes)).div_ceil(4);
                any(byte / 4, end - byte / 4)
            }
        }
    }
}

/// The operation without operands and upper words of them that it does not need: lifting may name them.
fn needed(uop: &Uop, program: &Program) -> Uop {
    let mut uop = *uop;
    if let Uop::Atomic { rmw, src0, src1, .. } | Uop::Surface { rmw, src0, src1, .. } = &mut uop {
        let rmw = &program.rmws[*rmw as usize];
        for (n, src) in [src0, src1].into_iter().enumerate() {
            if n >= rmw.op.sources() {
                *src = Wide::narrow(Src::Imm(0));
            } else if rmw.size.bits() < 64 {
                src.hi = Src::Imm(0);
            }
        }
    }
    uop
}

/// Registers whose values a step reads when it runs on `lanes`, as indices into `registers`. Values that the step wrote itself do not
/// count; registers that are indexed by another one are not known here.
pub fn read_by(program: &Program, step: usize, lanes: u32, registers: &[Register]) -> Vec<usize> {
    let Some(step) = program.steps.get(step) else { return Vec::new() };
    let (mut vectors, mut scalars) = (BTreeSet::new(), BTreeSet::new());
    let (mut written, mut set) = (BTreeSet::new(), BTreeSet::new());
    let list = |part: &Location| -> Vec<u32> {
        match *part {
            Location::Vector { first, lanes } => {
                (0..LANES as u32).filter(|l| lanes >> l & 1 != 0).map(|l| first + l).collect()
            }
            Location::Map { map, lanes } => words(&program.maps[map as usize], lanes).collect(),
            Location::Registers | Location::Scalar { .. } => Vec::new(),
        }
    };
    let mut read = |part: &Location, written: &BTreeSet<u32>, set: &BTreeSet<u16>| match part {
        Location::Scalar { word, .. } => scalars.extend((!set.contains(word)).then_some(*word)),
        part => vectors.extend(list(part).into_iter().filter(|w| !written.contains(w))),
    };
    if step.guard.word != Mask::ALWAYS {
        read(&Location::Scalar { word: step.guard.word, bits: u32::MAX }, &written, &set);
    }
    for uop in program.uops_of(step) {
        let touched = needed(uop, program).def_use(lanes, program);
        touched.reads.iter().for_each(|part| read(part, &written, &set));
        for part in &touched.writes {
            match part {
                Location::Scalar { word, .. } => _ = set.insert(*word),
                part => written.extend(list(part)),
            }
        }
    }
    step.steered(program).reads.iter().for_each(|part| read(part, &written, &set));
    (0..registers.len()).filter(|&i| registers[i].meets(&vectors, &scalars)).collect()
}
