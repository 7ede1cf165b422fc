//! Operands: what a source code stands for.

use super::super::state;
use super::Lift;
use crate::effect::{LANES, Slot, Src, Wide};
use crate::program::wide;

/// How an operand's constants read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Type {
    /// Integers and bits of 32 or fewer bits.
    B32,
    /// Signed or unsigned 64 bits: a literal is zero-extended.
    B64,
    /// Signed 64 bits: a literal is sign-extended.
    I64,
    /// binary16 in the low half.
    F16,
    /// Two bfloat16: a float constant is the upper half of the f32, in both halves (as AMD's emulator rocjitsu reports from a
    /// gfx1100).
    BF16,
    /// binary32.
    F32,
    /// binary64: a literal is the upper half.
    F64,
}

/// Codes of the inline float constants from 240 up, as f32.
const FLOATS: [f32; 8] = [0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 4.0, -4.0];
/// The same as binary16.
const HALVES: [u32; 8] = [0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400];
/// 1 / (2 pi) as binary16, binary32 and binary64.
const INV_2PI: (u32, u32, u64) = (0x3118, 0x3e22_f983, 0x3fc4_5f30_6dc9_c882);
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
    /// The code of source operand `i`, as a nine-bit source names it.
    pub(super) fn code(&self, i: usize) -> u64 {
        let names = [["src0", "ssrc0"], ["src1", "ssrc1"], ["src2", "ssrc2"]][i];
        let vector = ["vsrc0", "vsrc1", "vsrc2"][i];
        if let Some(n) = self.inst.try_get(vector) {
            return VGPRS + n;
        }
        let Some(at) = names.into_iter().find_map(|n| self.inst.form.field(n)) else { return 128 };
        // Behind a DPP control dword the first source is a VGPR of eight bits.
        let narrow = names[0] == "src0" && self.is_dpp();
        self.inst.vals[at] + if narrow { VGPRS } else { 0 }
    }

    /// Source operand `i` as 32 bits.
    pub(super) fn src(&self, i: usize, ty: Type) -> Src {
        if let (0, Some(value)) = (i, self.dpp_value) {
            return value;
        }
        self.source(self.code(i), ty)
    }

    /// Whether the first source is permuted among lanes.
    pub(super) fn is_dpp(&self) -> bool {
        self.inst.try_get("dpp_ctrl").is_some() || self.inst.try_get("dpp8").is_some()
    }

    /// Source operand `i` as 64 bits.
    pub(super) fn src64(&self, i: usize, ty: Type) -> Wide {
        self.source64(self.code(i), ty)
    }

    /// What a source code stands for, as 32 bits.
    pub(super) fn source(&self, code: u64, ty: Type) -> Src {
        match code {
            124 => Src::Imm(0),
            0..=127 => Src::Scalar(state::word(code)),
            128..=192 => Src::Imm(code as u32 - 128),
            193..=208 => Src::Imm(192u32.wrapping_sub(code as u32)),
            SHARED_BASE => Src::Imm((self.env.shared_base >> 32) as u32),
            SHARED_LIMIT => Src::Imm(u32::MAX),
            PRIVATE_BASE => Src::Imm((self.env.private_base >> 32) as u32),
            PRIVATE_LIMIT => Src::Imm(u32::MAX),
            240..=247 if ty == Type::F16 => Src::Imm(HALVES[code as usize - 240]),
            240..=247 if ty == Type::BF16 => Src::Imm(twice(FLOATS[code as usize - 240].to_bits())),
            240..=247 => Src::Imm(FLOATS[code as usize - 240].to_bits()),
            248 if ty == Type::F16 => Src::Imm(INV_2PI.0),
            248 if ty == Type::BF16 => Src::Imm(twice(INV_2PI.1)),
            248 => Src::Imm(INV_2PI.1),
            SCC => Src::Scalar(state::SCC),
            LITERAL => Src::Imm(self.inst.get("literal") as u32),
            VGPRS.. => Src::Slot(self.vgpr((code - VGPRS) as u32)),
            _ => Src::Imm(0),
        }
    }

    /// What a source code stands for, as 64 bits.
    pub(super) fn source64(&self, code: u64, ty: Type) -> Wide {
        match code {
            124 => Wide::narrow(Src::Imm(0)),
            0..=127 => Wide { lo: Src::Scalar(state::word(code)), hi: Src::Scalar(state::word(code + 1)) },
            193..=208 => Wide { lo: self.source(code, ty), hi: Src::Imm(u32::MAX) },
            SHARED_BASE => constant(self.env.shared_base),
            SHARED_LIMIT => constant(self.env.shared_base | 0xffff_ffff),
            PRIVATE_BASE => constant(self.env.private_base),
            PRIVATE_LIMIT => constant(self.env.private_base | 0xffff_ffff),
            240..=247 if ty == Type::F64 => constant(f64::from(FLOATS[code as usize - 240]).to_bits()),
            248 if ty == Type::F64 => constant(INV_2PI.2),
            LITERAL => {
                let literal = self.inst.get("literal") as u32;
                match ty {
                    Type::F64 => Wide { lo: Src::Imm(0), hi: Src::Imm(literal) },
                    Type::I64 => constant(literal as i32 as i64 as u64),
                    _ => constant(u64::from(literal)),
                }
            }
            VGPRS.. => wide(self.vgpr((code - VGPRS) as u32)),
            _ => Wide::narrow(self.source(code, ty)),
        }
    }

    /// Consecutive words from the VGPR that `field` names.
    pub(super) fn words(&self, field: &str, first: u32) -> [Src; 4] {
        let n = self.inst.get(field) as u32 + first;
        std::array::from_fn(|i| Src::Slot(self.vgpr(n + i as u32)))
    }

    /// One word of the VGPR that `field` names.
    pub(super) fn vsrc(&self, field: &str) -> Src {
        Src::Slot(self.vgpr(self.inst.get(field) as u32))
    }

    /// A pair of VGPRs.
    pub(super) fn vsrc64(&self, field: &str, first: u32) -> Wide {
        let [lo, hi, ..] = self.words(field, first);
        Wide { lo, hi }
    }
}

/// The upper half of a word in both halves.
const fn twice(v: u32) -> u32 {
    v & 0xffff_0000 | v >> 16
}

/// A 64-bit constant.
pub(super) const fn constant(v: u64) -> Wide {
    Wide { lo: Src::Imm(v as u32), hi: Src::Imm((v >> 32) as u32) }
}

/// The vector after `slot`.
pub(super) const fn next(slot: Slot) -> Slot {
    Slot(slot.0 + LANES as u32)
}
