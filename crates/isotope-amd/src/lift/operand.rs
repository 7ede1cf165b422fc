//! Operands: the value of a source code.

use super::super::operands::Holds;
use super::super::state;
use super::Lift;
use isotope_ir::effect::{LANES, Slot, Src, Wide};
use isotope_ir::program::wide;
use isotope_op::alu::Alu;
use isotope_op::assume::{AMD_APERTURE_WORD, AMD_PAIR_CONSTANT};
use isotope_table::FieldKind;

const SHARED_BASE: u64 = 235;
const SHARED_LIMIT: u64 = 236;
const PRIVATE_BASE: u64 = 237;
const PRIVATE_LIMIT: u64 = 238;
const SCC: u64 = 253;
/// Code of a literal.
pub(super) const LITERAL: u64 = 255;
/// Code of VGPR 0 in nine-bit sources.
const VGPRS: u64 = 256;

impl Lift<'_> {
    /// The code of source operand `i`, as in a nine-bit source field.
    pub(super) fn code(&self, i: usize) -> u64 {
        let names = [["src0", "ssrc0"], ["src1", "ssrc1"], ["src2", "ssrc2"]][i];
        let vector = ["vsrc0", "vsrc1", "vsrc2"][i];
        if self.inst.form.field(vector).is_some() {
            return VGPRS + self.register(vector);
        }
        let Some(name) = names.into_iter().find(|n| self.inst.form.field(n).is_some()) else { return 128 };
        // With DPP the first source is an 8-bit VGPR number.
        let narrow = names[0] == "src0" && self.is_dpp();
        self.register(name) + if narrow { VGPRS } else { 0 }
    }

    /// The bit of a field that selects the high half of a register; 0 if its value has none.
    fn half_bit(&self, at: usize) -> u64 {
        match self.inst.form.fields[at].kind {
            FieldKind::Own(operand, _) => match operand.high() {
                bits @ 1.. if self.inst.whole().vals[at] & bits == bits => 1 << bits.trailing_zeros(),
                _ => 0,
            },
            _ => 0,
        }
    }

    /// The value of a field without the bit that selects a half, which is not marked as read.
    pub(super) fn register(&self, field: &str) -> u64 {
        self.inst.form.field(field).map_or(0, |at| self.inst.bits_at(at, !self.half_bit(at)))
    }

    /// Whether a field selects the high half of its register.
    pub(super) fn names_high(&self, field: &str) -> bool {
        self.inst.form.field(field).is_some_and(|at| self.inst.bits_at(at, self.half_bit(at)) != 0)
    }

    /// Whether source operand `i` is the high half of its register.
    pub(super) fn is_high(&self, i: usize) -> bool {
        let names = [["src0", "vsrc0"], ["src1", "vsrc1"], ["src2", "vsrc2"]][i];
        self.op_sel(i) || names.iter().any(|name| self.names_high(name))
    }

    /// The bits of source operand `i` if it is a constant, by the kind in its row.
    pub(super) fn constant(&self, i: usize) -> Option<u64> {
        let names = [["src0", "ssrc0"], ["src1", "ssrc1"], ["src2", "ssrc2"]][i];
        names.into_iter().find_map(|n| self.constant_in(n))
    }

    /// The bits of the constant in `field`, if it is one.
    pub(super) fn constant_in(&self, field: &str) -> Option<u64> {
        let at = self.inst.form.field(field)?;
        let FieldKind::Own(operand, _) = self.inst.form.fields[at].kind else { return None };
        let value = self.inst.whole().vals[at];
        let literal = if value == LITERAL { self.inst.get("literal") as u32 } else { 0 };
        let bits = operand.constant(value, literal)?;
        self.inst.value(at);
        // Assumption `amd.pair_constant`.
        let zero_above = self.env.assumptions.get(AMD_PAIR_CONSTANT);
        let low = zero_above && value != LITERAL && operand.fills_both_halves(value);
        Some(if low { bits & 0xffff } else { bits })
    }

    /// Source operand `i` as 32 bits.
    pub(super) fn src(&self, i: usize) -> Src {
        if let (0, Some(value)) = (i, self.dpp_value) {
            return value;
        }
        match self.constant(i) {
            Some(bits) => Src::Imm(bits as u32),
            None => self.source(self.code(i)),
        }
    }

    /// The same if modifiers determine the kind of the operand.
    pub(super) fn src_as(&self, i: usize, holds: Holds) -> Src {
        let code = self.code(i);
        match holds.inline(code) {
            Some(bits) => Src::Imm(bits as u32),
            None => self.src(i),
        }
    }

    /// Whether DPP permutes the first source.
    pub(super) fn is_dpp(&self) -> bool {
        self.inst.try_get("dpp_ctrl").is_some() || self.inst.try_get("dpp8").is_some()
    }

    /// Source operand `i` as 64 bits.
    pub(super) fn src64(&self, i: usize) -> Wide {
        match self.constant(i) {
            Some(bits) => constant(bits),
            None => self.source64(self.code(i)),
        }
    }

    /// The 32-bit value of a source code that is not a constant; also of a constant if the row has no operand kind
    /// for it.
    pub(super) fn source(&self, code: u64) -> Src {
        match code {
            state::NULL_CODE => Src::Imm(0),
            0..=127 => Src::Scalar(state::word(code)),
            SHARED_BASE..=PRIVATE_LIMIT => {
                let Wide { lo, hi } = self.source64(code);
                let upper = self.env.assumptions.get(AMD_APERTURE_WORD);
                if upper { hi } else { lo }
            }
            SCC => Src::Scalar(state::SCC),
            LITERAL => Src::Imm(self.inst.get("literal") as u32),
            VGPRS.. => Src::Slot(self.vgpr((code - VGPRS) as u32)),
            _ => match Holds::I32.inline(code) {
                Some(bits) => Src::Imm(bits as u32),
                None => {
                    self.unknown.set(true);
                    Src::Imm(0)
                }
            },
        }
    }

    /// The 64-bit value of a source code that is not a constant.
    pub(super) fn source64(&self, code: u64) -> Wide {
        match code {
            state::NULL_CODE => Wide::narrow(Src::Imm(0)),
            0..=127 => Wide { lo: Src::Scalar(state::word(code)), hi: Src::Scalar(state::word(code + 1)) },
            SHARED_BASE => constant(self.env.shared_base),
            SHARED_LIMIT => constant(self.env.shared_base | 0xffff_ffff),
            PRIVATE_BASE => constant(self.env.private_base),
            PRIVATE_LIMIT => constant(self.env.private_base | 0xffff_ffff),
            VGPRS.. => wide(self.vgpr((code - VGPRS) as u32)),
            _ => match Holds::I64.inline(code) {
                Some(bits) => constant(bits),
                None => Wide::narrow(self.source(code)),
            },
        }
    }

    /// Consecutive words from the VGPR in `field` on.
    pub(super) fn words(&self, field: &str, first: u32) -> [Src; 4] {
        let n = self.register(field) as u32 + first;
        std::array::from_fn(|i| Src::Slot(self.vgpr(n + i as u32)))
    }

    /// One word of the VGPR in `field`.
    pub(super) fn vsrc(&self, field: &str) -> Src {
        Src::Slot(self.vgpr(self.register(field) as u32))
    }

    /// A pair of VGPRs.
    pub(super) fn vsrc64(&self, field: &str, first: u32) -> Wide {
        let [lo, hi, ..] = self.words(field, first);
        Wide { lo, hi }
    }

    /// Copies consecutive vectors.
    pub(super) fn copy(&mut self, dst: Slot, from: Slot, words: u32) {
        for word in 0..words {
            self.b.alu_to(after(dst, word), Alu::Mov, &[Src::Slot(after(from, word))]);
        }
    }
}

/// A 64-bit constant.
pub(super) const fn constant(v: u64) -> Wide {
    Wide { lo: Src::Imm(v as u32), hi: Src::Imm((v >> 32) as u32) }
}

/// The vector `n` after `slot`.
pub(super) const fn after(slot: Slot, n: u32) -> Slot {
    Slot(slot.0 + n * LANES as u32)
}
