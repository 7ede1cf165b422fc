//! Operand shapes of arithmetic instructions: the columns of the vector tables.
use super::draft::{SRC, vgpr};
use crate::fields::leak;
use crate::operands::{Constant, Half, Holds, MASK, Source};
use isotope_table::*;

/// One instruction: opcode, name, operands, and the features of its VOP3 encoding.
#[derive(Clone, Copy)]
pub(super) struct Op {
    /// Opcode in the encoding named by [`Op::short`], or in VOP3.
    pub op: u16,
    pub name: &'static str,
    pub dst: Out,
    pub src: &'static [In],
    pub flags: u16,
}

/// The result can be clamped.
pub(super) const CLAMP: u16 = 1;
/// The result can be multiplied by 2, 4 or 1/2.
pub(super) const OMOD: u16 = 2;
/// Both.
pub(super) const FLOAT: u16 = CLAMP | OMOD;
/// LLVM 19's text has a list of the halves of operands and result.
pub(super) const OP_SEL: u16 = 4;
/// Only the halves of the third operand and of the result can be selected.
pub(super) const OP_SEL_DOT: u16 = 8;
/// Two bits written as `op_sel` that select a mode, not halves.
pub(super) const OP_SEL_TWO: u16 = 16;
/// No DPP, although the operands are small enough.
pub(super) const NO_DPP: u16 = 32;
/// The destination is also an operand.
pub(super) const TIED: u16 = 64;
/// Has a carry or scale mask as second result.
pub(super) const SDST: u16 = 128;
/// Reads VCC in its short encoding, and `src2` in VOP3.
pub(super) const CARRY_IN: u16 = 256;
/// There is no VOP3 encoding.
pub(super) const NO_E64: u16 = 512;
/// Packed operations: halves of operands and their signs are lists.
pub(super) const PACKED: u16 = 1024;
/// Packed encodings whose operands have the usual sign modifiers.
pub(super) const FLOAT_SIGNS: u16 = 2048;
/// A packed operation that allows DPP.
pub(super) const DPP_OK: u16 = 4096;

/// The second source selects a lane and cannot be a literal.
pub(super) const CHOICE: u16 = 8192;

/// LLVM 19's text names halves in the short encodings, and has no long encoding.
pub(super) const HALVED: u16 = 32768;

/// The long encoding reads VCC without naming it.
pub(super) const READS_VCC: u16 = 16384;

/// The kind of destination.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Out {
    /// A VGPR of which 16 bits are used; short encodings have v0 to v127.
    D16,
    /// VGPRs.
    V(u8),
    /// One SGPR.
    Scalar,
    /// A mask with one bit per lane.
    Lanes,
    /// EXEC.
    Exec,
}
pub(super) const D16: Out = Out::D16;
pub(super) const D32: Out = Out::V(1);
pub(super) const D64: Out = Out::V(2);
pub(super) const D128: Out = Out::V(4);

/// The kind of a source operand.
#[derive(Clone, Copy)]
pub(super) struct In {
    /// Number of VGPRs.
    pub vector: u8,
    /// Number of SGPRs.
    pub scalar: u8,
    /// The kind of constants.
    pub holds: Option<Holds>,
    /// The kind of constants in the text, if it differs.
    pub spelled: Option<Holds>,
    /// Its sign modifiers.
    pub signs: Flags,
    /// Whether it has 16 bits, so that it is half of a VGPR: short encodings have v0 to v127.
    pub half: bool,
}

/// The sign modifiers of an operand in the long encodings.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Flags {
    None,
    /// Negation and absolute value.
    Float,
    /// Negation only.
    Neg,
    /// Sign extension, which only the text has; the bit for the absolute value is ignored.
    Sext,
    /// Like a float in the long encoding; sign extension with DPP in the short encoding.
    Mixed,
    /// The bits are ignored.
    Ignored,
}

const fn number(vector: u8, holds: Holds, signs: Flags) -> In {
    In { vector, scalar: vector, holds: Some(holds), spelled: None, signs, half: false }
}
/// 16 bits.
const fn half(holds: Holds, signs: Flags) -> In {
    In { half: true, ..number(1, holds, signs) }
}
pub(super) const I16: In = half(Holds::I16, Flags::None);
/// With `op_sel` also in LLVM 19's text.
pub(super) const H16: In = half(Holds::I16, Flags::Ignored);
/// 16 bits with sign modifiers.
pub(super) const S16: In = half(Holds::I16, Flags::Float);
pub(super) const F16: In = half(Holds::F16, Flags::Float);
pub(super) const I32: In = number(1, Holds::I32, Flags::None);
/// 16 bits with the constants of 32 bits.
pub(super) const L16: In = half(Holds::I32, Flags::None);
/// 32 bits, with other operands that have `op_sel`.
pub(super) const H32: In = number(1, Holds::I32, Flags::Ignored);
pub(super) const F32: In = number(1, Holds::F32, Flags::Float);
pub(super) const N32: In = number(1, Holds::F32, Flags::Neg);
/// The exponent of `v_ldexp_f16`: an integer, but its constants are those of a float (as LLVM 19.1.7 compiles it).
pub(super) const X16: In = half(Holds::F16, Flags::Mixed);
pub(super) const X32: In = number(1, Holds::I32, Flags::Sext);
pub(super) const I64: In = number(2, Holds::I64, Flags::None);
/// Signed.
pub(super) const S64: In = number(2, Holds::S64, Flags::None);
pub(super) const F64: In = number(2, Holds::F64, Flags::Float);
pub(super) const N64: In = number(2, Holds::F64, Flags::Neg);
/// A pair of f16.
pub(super) const PF: In = number(1, Holds::H16, Flags::Float);
/// A bf16.
pub(super) const BF: In = half(Holds::B16, Flags::Float);
/// A pair of bf16.
pub(super) const PB: In = number(1, Holds::C16, Flags::Float);
/// One VGPR.
pub(super) const V32: In = In { signs: Flags::None, ..In::vgprs(1) };
pub(super) const V128: In = In { signs: Flags::None, ..In::vgprs(4) };
/// An SGPR or a constant.
pub(super) const K32: In = In { vector: 0, ..I32 };
/// A mask with one bit per lane.
pub(super) const LANES: In = In { scalar: MASK, signs: Flags::None, ..In::vgprs(0) };

impl In {
    /// Two halves in 32 bits.
    pub const fn packed(holds: Holds) -> In {
        number(1, holds, Flags::Ignored)
    }
    /// Only VGPRs.
    pub const fn vgprs(vector: u8) -> In {
        In { vector, scalar: 0, holds: None, spelled: None, signs: Flags::Ignored, half: false }
    }
    /// VGPRs or a constant, which is written with the size of the group.
    pub const fn accumulator(vector: u8, holds: Holds) -> In {
        let spelled = Some(if vector > 4 { Holds::F64 } else { Holds::F32 });
        In { holds: Some(holds), spelled, ..In::vgprs(vector) }
    }
    /// The operand as the literal itself.
    pub fn constant(self) -> &'static Constant {
        leak(Constant(self.holds.unwrap_or(Holds::I32), false))
    }
    /// The operand as a source field of 9 bits.
    pub fn wide(self, literal: bool) -> &'static Source {
        leak(Source {
            scalar: self.scalar,
            vector: self.vector,
            first: 256,
            vgprs: 256,
            holds: self.holds,
            spelled: self.spelled,
            literal: literal && self.holds.is_some(),
            special: self.scalar != 0,
            direct: self.holds.is_some() && self.vector == 1,
            exec: self.scalar != MASK,
            m0: true,
            absorbs: false,
        })
    }
    /// The operand as an 8-bit VGPR field of a short encoding.
    pub fn narrow(self) -> &'static dyn Operand {
        if self.half { halves(*vgpr(1, 128)) } else { vgpr(self.vector, 256) }
    }
    pub fn large(self) -> bool {
        self.vector > 1
    }
    /// The operand as a 9-bit field of a short encoding. The sign modifiers of a number become part of it.
    pub fn short(self, absorbs: bool) -> &'static dyn Operand {
        let vgprs = if self.half { 128 } else { 256 };
        let source = Source { vgprs, absorbs, ..*self.wide(true) };
        if self.half { halves(source) } else { leak(source) }
    }
    /// Source `i` of a long encoding. With DPP the first source is in another dword.
    pub fn field(self, i: usize, lanes: bool, signs: Signs) -> Field {
        let at = 32 + 9 * i as u16;
        let (lo, hi, operand) = match (lanes, i) {
            (false, _) => (at, at + 8, self.wide(true)),
            (true, 0) => (64, 71, vgpr(self.vector, 256)),
            (true, _) => (at, at + 8, self.wide(false)),
        };
        Field::new(SRC[i], lo, hi, FieldKind::Own(operand, signs))
    }
}

/// VGPRs whose halves are selected by the highest bit of their number.
pub(super) fn halves(source: Source) -> &'static Half {
    leak(Half { source, always: false })
}
