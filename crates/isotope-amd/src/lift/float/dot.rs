//! Dot products of pairs of 16-bit floats, and the packed multiply-add with two operands.
//!
//! # Sources
//! spec: RDNA3 ISA guide, `V_DOT2_F32_F16` and similar, VOP2 `V_PK_FMAC_F16`. The rounding of sums: `amd.dot2`.

use isotope_op::alu::Alu;
use isotope_op::assume::{AMD_DOT2, DotSums};
use isotope_op::dot::Dot2;
use isotope_op::float::Rounding;

use super::super::{Emit, Lift, Lifted};
use super::SIGN;
use isotope_ir::effect::Src;

/// Sign bits of both halves.
const SIGNS: u32 = SIGN[0] | SIGN[1];

/// binary16 factors, f32 sums.
pub(in super::super) const DOT2: Dot2 = Dot2 { brain: false, narrow: false, held: false };

/// Sums of two products of halves.
pub(in super::super) const MEANINGS: &[(&str, Emit)] =
    &[("v_dot2_f16_f16", |l| l.dot2_of_halves(false)), ("v_dot2_bf16_bf16", |l| l.dot2_of_halves(true))];

/// The same in f32; the third operand has no sign modifier for an upper half.
pub(in super::super) const SINGLE: &[(&str, Emit)] =
    &[("v_dot2_f32_f16", |l| l.dot2_of_words(false)), ("v_dot2_f32_bf16", |l| l.dot2_of_words(true))];

/// The destination is the third operand, without sign modifiers.
pub(in super::super) const ACCUMULATED: &[(&str, Emit)] = &[
    ("v_dot2acc_f32_f16", |l| {
        let src = [l.src(0), l.src(1), l.vsrc("vdst")];
        let value = l.dot2(src, DOT2, 32);
        l.put(value)
    }),
    ("v_pk_fmac_f16", |l| {
        let src = [l.src(0), l.src(1), l.vsrc("vdst")];
        let value = l.alu(Alu::HFma2 { p: l.fp(16, false) }, &src);
        l.put(value)
    }),
];

impl Lift<'_> {
    fn dot2_of_words(&mut self, brain: bool) -> Lifted {
        let (a, b) = (self.both_halves(0, true), self.both_halves(1, true));
        let c = self.src(2);
        let c = if self.chosen("neg_lo", 2) { self.negated(c) } else { c };
        let value = self.dot2([a, b, c], Dot2 { brain, ..DOT2 }, 32);
        // Adding -0 preserves the operand of the clamp.
        let mut p = self.fp(32, true);
        (p.policy.input, p.policy.output) = Default::default();
        let value = if self.flag("clamp") { self.alu(Alu::FAdd { p }, &[value, Src::Imm(SIGN[0])]) } else { value };
        self.put(value)
    }

    fn dot2_of_halves(&mut self, brain: bool) -> Lifted {
        let [a, b] = [0, 1].map(|i| {
            let value = self.src(i);
            self.signed(i, value, SIGNS)
        });
        let c = self.src(2);
        // Only the halves of the third operand and of the result can be selected.
        let c = if self.op_sel(0) { self.alu(Alu::Shr, &[c, Src::Imm(16)]) } else { c };
        let c = self.signed(2, c, SIGN[1]);
        let value = self.dot2([a, b, c], Dot2 { brain, narrow: true, held: self.mode.fp16_ovfl }, 16);
        self.put16(value)
    }

    /// `a.lo * b.lo + a.hi * b.hi + c`, in the format of `bits` bits given by `dot`.
    pub(in super::super) fn dot2(&mut self, [a, b, c]: [Src; 3], dot: Dot2, bits: u32) -> Src {
        if self.env.assumptions.get(AMD_DOT2) == DotSums::Grid {
            return self.alu(Alu::Dot2 { dot }, &[a, b, c]);
        }
        // One multiply-add after the other, as in the pseudo-code.
        let mut p = self.fp(bits, false);
        let [x, y] = [a, b].map(|v| [0, 16].map(|at| self.half_of(v, at)));
        match (dot.narrow, dot.brain) {
            (true, false) => {
                let sum = self.alu(Alu::HFma2 { p }, &[x[0], y[0], c]);
                self.alu(Alu::HFma2 { p }, &[x[1], y[1], sum])
            }
            (narrow, brain) => {
                p = self.fp(32, false);
                let mut sum = if narrow { self.alu(Alu::Shl, &[c, Src::Imm(16)]) } else { c };
                for i in 0..2 {
                    let [x, y] = [x[i], y[i]].map(|v| self.as_single(v, brain));
                    sum = self.alu(Alu::FFma { p }, &[x, y, sum]);
                    if narrow {
                        sum = self.alu(Alu::And, &[sum, Src::Imm(0xffff_0000)]);
                    }
                }
                if narrow { self.alu(Alu::Shr, &[sum, Src::Imm(16)]) } else { sum }
            }
        }
    }

    fn half_of(&mut self, value: Src, at: u32) -> Src {
        self.alu(Alu::Ubfe, &[value, Src::Imm(at), Src::Imm(16)])
    }

    /// Converts a 16-bit float to f32, exactly.
    fn as_single(&mut self, value: Src, brain: bool) -> Src {
        if brain {
            return self.alu(Alu::Shl, &[value, Src::Imm(16)]);
        }
        let mut p = self.fp(16, false);
        (p.policy.output, p.policy.round) = (Default::default(), Rounding::NearestEven);
        self.alu(Alu::F16ToF32 { p }, &[value])
    }
}
