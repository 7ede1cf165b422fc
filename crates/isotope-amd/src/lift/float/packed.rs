//! VOP3P: two 16-bit operations at once, dot products of bytes, and multiply-adds of mixed precision.
//!
//! # Sources
//! spec: RDNA3 ISA guide, VOP3P: op_sel selects the half of each operand that the low result reads, op_sel_hi the one for
//! the high result; neg_lo and neg_hi negate them. In the mixed operations op_sel_hi marks a binary16 operand, op_sel
//! selects its half, and neg_hi is the absolute value.

use isotope_op::alu::{Alu, PermMode};
use isotope_op::amd_vector::{Clamp16, Int16};
use isotope_op::float::{Flush, Rounding};

use super::super::super::operands::Holds;
use super::super::{Emit, Lift, Lifted, UnderRules};
use isotope_ir::effect::{Control, Src};

/// Multiply-adds of mixed precision.
pub(in super::super) const MEANINGS: &[(&str, Emit)] = &[
    ("v_fma_mix_f32", |l| {
        let src = l.mixed_sources();
        let p = l.fp(32, l.flag("clamp"));
        let value = l.alu(Alu::FFma { p }, &src);
        l.put(value)
    }),
    ("v_fma_mixlo_f16", |l| l.mixed_half(false)),
    ("v_fma_mixhi_f16", |l| l.mixed_half(true)),
];

/// Operations on two floats.
pub(in super::super) const FLOATS: &[(&str, UnderRules)] = &[
    ("v_pk_fma_f16", |p| Alu::HFma2 { p }),
    ("v_pk_add_f16", |p| Alu::HAdd2 { p }),
    ("v_pk_mul_f16", |p| Alu::HMul2 { p }),
    ("v_pk_min_f16", |p| Alu::HMin2 { p }),
    ("v_pk_max_f16", |p| Alu::HMax2 { p }),
];

/// Operations on two integers, the saturation of a clamp, and the operand order. They have no sign modifiers.
pub(in super::super) const INTEGERS: &[(&str, Int16, Clamp16, [usize; 3])] = &[
    ("v_pk_mad_i16", Int16::Mad, Clamp16::Signed, STRAIGHT),
    ("v_pk_mad_u16", Int16::Mad, Clamp16::Unsigned, STRAIGHT),
    ("v_pk_mul_lo_u16", Int16::Mul, Clamp16::Unsigned, STRAIGHT),
    ("v_pk_add_i16", Int16::Add, Clamp16::Signed, STRAIGHT),
    ("v_pk_add_u16", Int16::Add, Clamp16::Unsigned, STRAIGHT),
    ("v_pk_sub_i16", Int16::Sub, Clamp16::Signed, STRAIGHT),
    ("v_pk_sub_u16", Int16::Sub, Clamp16::Unsigned, STRAIGHT),
    ("v_pk_lshlrev_b16", Int16::Shl, Clamp16::Unsigned, REVERSED),
    ("v_pk_lshrrev_b16", Int16::Shr, Clamp16::Unsigned, REVERSED),
    ("v_pk_ashrrev_i16", Int16::Sar, Clamp16::Signed, REVERSED),
    ("v_pk_min_i16", Int16::SMin, Clamp16::Signed, STRAIGHT),
    ("v_pk_min_u16", Int16::UMin, Clamp16::Unsigned, STRAIGHT),
    ("v_pk_max_i16", Int16::SMax, Clamp16::Signed, STRAIGHT),
    ("v_pk_max_u16", Int16::UMax, Clamp16::Unsigned, STRAIGHT),
];
const STRAIGHT: [usize; 3] = [0, 1, 2];
const REVERSED: [usize; 3] = [1, 0, 2];

/// Dot products of signed or unsigned bytes or nibbles; neg_lo selects the signedness of the factors.
pub(in super::super) const ANY_SIGN: &[(&str, Emit)] =
    &[("v_dot4_i32_iu8", |l| l.dot4(true)), ("v_dot8_i32_iu4", |l| l.dot8(true))];

/// Dot products of unsigned bytes or nibbles.
pub(in super::super) const UNSIGNED: &[(&str, Emit)] =
    &[("v_dot4_u32_u8", |l| l.dot4(false)), ("v_dot8_u32_u4", |l| l.dot8(false))];

impl Lift<'_> {
    /// One of [`FLOATS`].
    pub(in super::super) fn pair_of_floats(&mut self, op: UnderRules) -> Lifted {
        let src = [0, 1, 2].map(|i| self.both_halves(i, true));
        let value = self.alu(op(self.fp(16, self.flag("clamp"))), &src);
        self.put(value)
    }

    /// One of [`INTEGERS`].
    pub(in super::super) fn pair_of_integers(&mut self, op: Int16, clamp: Clamp16, order: [usize; 3]) -> Lifted {
        let src = [0, 1, 2].map(|i| self.both_halves(i, false));
        let clamp = if self.flag("clamp") { clamp } else { Clamp16::Wrap };
        let value = self.alu(Alu::Pair16 { op, clamp }, &order.map(|i| src[i]));
        self.put(value)
    }

    pub(super) fn chosen(&self, field: &str, i: usize) -> bool {
        self.inst.bits(field, 1 << i) != 0
    }

    /// Both halves of operand `i`, selected and modified; zero for an operand that the form does not have.
    pub(super) fn both_halves(&mut self, i: usize, float: bool) -> Src {
        if self.inst.form.field(["src0", "src1", "src2"][i]).is_none() {
            return Src::Imm(0);
        }
        let value = self.src(i);
        let (low, high) = (self.chosen("op_sel", i), self.chosen("op_sel_hi", i));
        let value = if (low, high) == (false, true) {
            value
        } else {
            let half = |upper: bool| if upper { 0x32 } else { 0x10 };
            let selector = Src::Imm(half(high) << 8 | half(low));
            self.alu(Alu::Perm { mode: PermMode::Index }, &[value, selector, Src::Imm(0)])
        };
        let sign = |on: bool, at: u32| u32::from(float && on) << at;
        match sign(self.chosen("neg_lo", i), 15) | sign(self.chosen("neg_hi", i), 31) {
            0 => value,
            signs => self.alu(Alu::Xor, &[value, Src::Imm(signs)]),
        }
    }

    /// Products of bytes; neg_lo selects the signed operands.
    fn dot4(&mut self, any: bool) -> Lifted {
        let signed = [any && self.chosen("neg_lo", 0), any && self.chosen("neg_lo", 1), any];
        let op = Alu::Dot4 { signed, clamp: self.flag("clamp") };
        let src = [0, 1, 2].map(|i| self.src(i));
        let value = self.alu(op, &src);
        self.put(value)
    }

    /// Products of nibbles; neg_lo selects the signed operands.
    fn dot8(&mut self, any: bool) -> Lifted {
        use Alu::*;
        let words = [0, 1].map(|i| self.src(i));
        let signed = [0, 1].map(|i| any && self.chosen("neg_lo", i));
        let sum = self.nibbles(words, signed, Src::Imm(0));
        let add = match (self.flag("clamp"), any) {
            (false, _) => Add,
            (true, true) => SatAddS,
            (true, false) => SatAddU,
        };
        let c = self.src(2);
        let value = self.alu(add, &[sum, c]);
        self.put(value)
    }

    /// The sum of eight products of nibbles, added to `sum`.
    pub(super) fn nibbles(&mut self, words: [Src; 2], signed: [bool; 2], mut sum: Src) -> Src {
        for at in (0..32).step_by(4) {
            let [x, y] = [0, 1].map(|i| {
                let field = if signed[i] { Alu::Sbfe } else { Alu::Ubfe };
                self.alu(field, &[words[i], Src::Imm(at), Src::Imm(4)])
            });
            sum = self.alu(Alu::Mad, &[x, y, sum]);
        }
        sum
    }

    /// Operands of either format as f32.
    fn mixed_sources(&mut self) -> [Src; 3] {
        let keep = |mut p: isotope_op::alu::Fp| {
            p.policy.output = Flush::Keep;
            p
        };
        [0, 1, 2].map(|i| {
            let half = self.chosen("op_sel_hi", i);
            let value = self.src_as(i, if half { Holds::F16 } else { Holds::F32 });
            let value = if half {
                let value = if self.chosen("op_sel", i) { self.alu(Alu::Shr, &[value, Src::Imm(16)]) } else { value };
                let p = keep(self.fp(16, false));
                self.alu(Alu::F16ToF32 { p }, &[value])
            } else {
                value
            };
            self.signed(i, value, 0x8000_0000)
        })
    }

    /// `a * b + c` as one half. Rounded to f32 and then to binary16, the second time to nearest (assumed).
    fn mixed_half(&mut self, high: bool) -> Lifted {
        let src = self.mixed_sources();
        let value = self.alu(Alu::FFma { p: self.fp(32, false) }, &src);
        let mut p = self.fp(16, self.flag("clamp"));
        (p.policy.input, p.policy.round) = (Flush::Keep, Rounding::NearestEven);
        let value = self.alu(Alu::F32ToF16 { p }, &[value]);
        if let Some(dst) = self.vdst("vdst", 1) {
            self.put_half(dst, high, value);
        }
        Ok(Control::Next)
    }
}
