//! Block accesses: contiguous owords, and rectangles of two-dimensional surfaces. The execution mask is ignored; the lanes
//! of a step share the work: each moves an oword, a dword or a byte.
//!
//! # Sources
//! spec: the public vISA documentation: units of offsets, alignment, order in registers, reads out of bounds. assumed: which part
//! of a block is out of bounds, and media reads there (`intel.block_bounds`); where a block without `.unaligned` may begin
//! (`intel.block_alignment`).

use isotope_op::alu::{Alu, Test};
use isotope_op::assume::{Assumptions, BlockAlignment, INTEL_BLOCK_ALIGNMENT};

use super::super::inst::{Exec, Inst, Operand, Region};
use super::meaning::{self, Meaning};
use super::memory::Base;
use super::operand::Elements;
use super::reader::Reader;
use super::{Lift, Refused, not_modelled, operand_constant};
use isotope_ir::effect::{ElementPart, LANES, Special, Src, Wide};

/// Bytes of an oword.
const OWORD: u32 = 16;

/// Maximum number of owords of a block.
const MOST: u32 = 8;

/// A kind of block access.
#[derive(Clone, Copy)]
pub(super) enum Block {
    /// Owords of a surface. Offsets count owords, or bytes if the block may be unaligned.
    Owords { store: bool, aligned: bool },
    /// Owords at virtual addresses.
    Addresses { store: bool },
    /// Rectangles.
    Media { store: bool },
}

/// Block instructions.
pub(super) const MEANINGS: &[(&str, Block)] = &[
    ("oword_ld", Block::Owords { store: false, aligned: true }),
    ("oword_ld_unaligned", Block::Owords { store: false, aligned: false }),
    ("oword_st", Block::Owords { store: true, aligned: true }),
    ("svm_block_ld", Block::Addresses { store: false }),
    ("svm_block_st", Block::Addresses { store: true }),
    ("media_ld", Block::Media { store: false }),
    ("media_st", Block::Media { store: true }),
];

fn owords_of(log2: u64) -> u32 {
    1 << log2.min(7)
}

/// Number of owords of a block; the operand holds its log2.
fn owords(inst: &Inst) -> u32 {
    owords_of(inst.number("owords"))
}

/// The lanes that process each part of a block instruction; empty for other instructions.
pub(super) fn lanes(inst: &Inst, assumptions: &Assumptions) -> Vec<Exec> {
    let run = |lanes: u32| Exec { size: lanes as u8, mask: 0, nm: true };
    let owords = owords(inst).min(MOST);
    match meaning::of(inst.form) {
        Meaning::Block(Block::Owords { aligned: true, .. }) => vec![run(owords)],
        Meaning::Block(Block::Addresses { store })
            if inst.word("unaligned").is_empty()
                && (store || assumptions.get(INTEL_BLOCK_ALIGNMENT) == BlockAlignment::Oword) =>
        {
            vec![run(owords)]
        }
        Meaning::Block(Block::Owords { .. } | Block::Addresses { .. }) => vec![run(4 * owords)],
        Meaning::Block(Block::Media { .. }) => {
            let width = inst.number("width").clamp(1, 64) as u32;
            (0..width).step_by(LANES).map(|first| run((width - first).min(LANES as u32))).collect()
        }
        _ => Vec::new(),
    }
}

impl Lift<'_> {
    /// Lifts a block instruction.
    pub(super) fn blocks(&mut self, block: Block) -> Result<(), Refused> {
        let parts = lanes(self.inst.reading(&["owords", "unaligned", "width"]), &self.env.assumptions);
        let mut first = 0;
        for exec in parts {
            let mut inst = Inst { exec, ..self.inst.whole().clone() };
            // Offsets and addresses are scalars.
            for operand in &mut inst.operands {
                if let Operand::General { region, .. } | Operand::Indirect { region, .. } = operand {
                    *region = Region::src(0, 1, 0);
                }
            }
            let (b, inst) = (&mut *self.b, Reader::new(&inst));
            let mut part = Lift { b, inst, predicated: false, only: None, ..*self };
            part.execute_under(false)?;
            part.block(block, first)?;
            self.inst.absorb(&part.inst);
            first += u32::from(exec.size);
        }
        Ok(())
    }

    fn block(&mut self, block: Block, first: u32) -> Result<(), Refused> {
        match block {
            Block::Owords { store, aligned } => {
                let offset = |l: &mut Self| {
                    let offset = l.source32("offset")?;
                    let bytes = if aligned { l.alu(Alu::Shl, &[offset, Src::Imm(4)]) } else { offset };
                    match l.surface()? {
                        Base::Flat | Base::Scratch(_) if l.is_argument() => {
                            Ok((Base::Flat, l.argument(Wide::narrow(bytes))?))
                        }
                        Base::Flat if l.takes_arguments() => Err(not_modelled(
                            "an address of `%scratch` that does not come from register 0 in straight code",
                        )),
                        base => Ok((base, Wide::narrow(bytes))),
                    }
                };
                self.owords(offset, store)
            }
            Block::Addresses { store } => {
                let address = |l: &mut Self| {
                    let address = l.source("addr")?;
                    Ok((Base::Flat, l.int64(address)?))
                };
                self.owords(address, store)
            }
            Block::Media { store } => self.media(first, store),
        }
    }

    fn owords(
        &mut self,
        place: impl FnOnce(&mut Self) -> Result<(Base, Wide), Refused>,
        store: bool,
    ) -> Result<(), Refused> {
        let owords = owords_of(self.inst.number("owords"));
        if owords > MOST {
            return Err(not_modelled("more than eight owords"));
        }
        let (base, start) = place(self)?;
        let unit = OWORD * owords / u32::from(self.inst.exec.size);
        let lane = self.special(Special::LaneId);
        let within = self.alu(Alu::Mul, &[lane, Src::Imm(unit)]);
        let at = self.alu64(isotope_op::alu::Alu64::Add, &[start, Wide::narrow(within)]);
        let words = unit / 4;
        let word = |lift: &Self, word: u32| lift.raw_spaced("data", unit, 4 * word);
        if store {
            let mut src = [Src::Imm(0); 4];
            for (n, src) in src.iter_mut().enumerate().take(words as usize) {
                let data = word(self, n as u32)?;
                // IGC stores an oword from a variable that covers only its first half (IGC 2.40.14 saves a caller's frame this way). The
                // rest of the register was never written.
                let behind =
                    |at: u64| Src::Imm(self.env.assumptions.intel_launch().registers.word(u64::from(self.index), at));
                *src = match self.words_in_variable(&data, unit) {
                    Some(0) => behind(n as u64),
                    Some(inside) => {
                        let behind = behind(inside.into());
                        let value = self.gathered(&data, |lane| lane.min(inside - 1))?;
                        let here = self.b.test(Test::Ult, &[lane, Src::Imm(inside)]);
                        self.alu(Alu::Sel, &[Src::Mask(here), value, behind])
                    }
                    None => self.read_word(&data, 0)?,
                };
            }
            return self.store(base, at, 0, unit as u8, src);
        }
        let loaded = self.load(base, at, 0, unit as u8)?;
        for (n, value) in loaded.into_iter().enumerate().take(words as usize) {
            let data = word(self, n as u32)?;
            self.write_raw(data, Wide::narrow(value))?;
        }
        Ok(())
    }

    /// How many of the words that lanes take from one oword, `unit` bytes apart, lie in the variable; `None` if all do, or if the block
    /// is longer.
    fn words_in_variable(&self, data: &Elements, unit: u32) -> Option<u32> {
        let lanes = u32::from(self.inst.exec.size);
        let inside = (0..lanes).take_while(|lane| data.base + lane * unit + 4 <= data.limit).count() as u32;
        (data.dynamic.is_none() && unit * lanes == OWORD && inside < lanes).then_some(inside)
    }

    /// Columns from `first` on, one per lane, of every row. In registers, a row takes its size rounded up to a power of two,
    /// at least four bytes.
    fn media(&mut self, first: u32, store: bool) -> Result<(), Refused> {
        if !matches!(self.inst.word("mode"), "nomod" | "modified") || self.inst.number("plane") != 0 {
            return Err(not_modelled("fields and planes of media surfaces"));
        }
        let (width, height) = (self.inst.number("width") as u32, self.inst.number("height") as u32);
        let pitch = width.next_power_of_two().max(4);
        if !(1..=64).contains(&width) || height == 0 || pitch * height > 256 {
            return Err(not_modelled("a block of this size"));
        }
        let entry = self.surface_entry()?;
        let (x, y) = (self.source("x")?, self.source("y")?);
        let (x, y) = (self.int32(x)?, self.int32(y)?);
        let lane = self.special(Special::LaneId);
        let column = self.alu(Alu::Add, &[x, lane]);
        let column = self.alu(Alu::Add, &[column, Src::Imm(first)]);
        for row in 0..height {
            let line = self.alu(Alu::Add, &[y, Src::Imm(row)]);
            let coords = [column, line, Src::Imm(0), Src::Imm(0)];
            let data: Elements = self.raw_elements("data", 1, row * pitch + first)?;
            let base = Base::Element { entry, coords, part: ElementPart::Byte };
            self.transfer((base, operand_constant(0), 0), 1, data, store)?;
        }
        Ok(())
    }
}
