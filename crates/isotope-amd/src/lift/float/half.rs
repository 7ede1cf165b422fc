//! binary16, one value at a time.
//!
//! # Sources
//! spec: RDNA3 ISA guide, VOP1, VOP2 and VOP3.

use isotope_op::alu::{Alu, Fp, Test};
use isotope_op::float::{Flush, Rounding};

use super::super::{Emit, Lift, Lifted, OfHalfFloats};
use super::{SIGN, rounded};
use isotope_ir::effect::{Approximation, Src};

/// Conversions from and to integers, and functions computed in f32, which represents every binary16 value.
pub(in super::super) const MEANINGS: &[(&str, Emit)] = &[
    ("v_frexp_exp_i16_f16", |l| {
        let a = l.widened(0);
        let value = l.alu(Alu::FFrexpExp { ftz: Flush::Keep }, &[a]);
        l.put16(value)
    }),
    ("v_cvt_f16_u16", |l| l.f16_from_integer(false)),
    ("v_cvt_f16_i16", |l| l.f16_from_integer(true)),
    ("v_cvt_u16_f16", |l| l.integer_from_f16(false)),
    ("v_cvt_i16_f16", |l| l.integer_from_f16(true)),
    ("v_cvt_norm_i16_f16", |l| l.norm_from_f16(true)),
    ("v_cvt_norm_u16_f16", |l| l.norm_from_f16(false)),
    ("v_rcp_f16", |l| l.through_f32(|p| Alu::FRcp { p })),
    ("v_rsq_f16", |l| l.through_f32(|p| Alu::FRsq { p })),
    ("v_sqrt_f16", |l| l.through_f32(|p| Alu::FSqrt { p })),
    ("v_frexp_mant_f16", |l| l.through_f32(|p| Alu::FFrexpMant { p })),
    ("v_trunc_f16", |l| l.through_f32(|p| Alu::FRound { p: rounded(p, Rounding::TowardZero) })),
    ("v_ceil_f16", |l| l.through_f32(|p| Alu::FRound { p: rounded(p, Rounding::Up) })),
    ("v_rndne_f16", |l| l.through_f32(|p| Alu::FRound { p: rounded(p, Rounding::NearestEven) })),
    ("v_floor_f16", |l| l.through_f32(|p| Alu::FRound { p: rounded(p, Rounding::Down) })),
    ("v_exp_f16", |l| l.approximated(Approximation::Exp2)),
    ("v_log_f16", |l| l.approximated(Approximation::Log2)),
    ("v_sin_f16", |l| l.approximated(Approximation::SinTurns)),
    ("v_cos_f16", |l| l.approximated(Approximation::CosTurns)),
];

/// The exponent is an integer without sign modifiers.
pub(in super::super) const LDEXP: (&str, Emit) = ("v_ldexp_f16", |l| {
    let a = l.widened(0);
    let n = l.src16(1, true);
    // Beyond these bounds every binary16 value overflows or underflows.
    let n = l.alu(Alu::SMax, &[n, Src::Imm(-64i32 as u32)]);
    let n = l.alu(Alu::SMin, &[n, Src::Imm(64)]);
    let value = l.alu(Alu::FLdexp { p: l.exact(32, false) }, &[a, n]);
    l.narrowed(value)
});

/// Sums and products, by pairwise operations with an empty upper half, under the float rules before an output modifier.
pub(in super::super) const SUMS: &[(&str, OfHalfFloats)] = &[
    ("v_add_f16", |l, p| l.f16_op::<2>(Alu::HAdd2 { p })),
    ("v_sub_f16", |l, p| l.difference_f16(p, [0, 1])),
    ("v_subrev_f16", |l, p| l.difference_f16(p, [1, 0])),
    ("v_mul_f16", |l, p| l.f16_op::<2>(Alu::HMul2 { p })),
    ("v_fma_f16", |l, p| {
        let addend = l.f16(2);
        let src = [l.f16(0), l.f16(1), addend];
        l.alu(Alu::HFma2 { p }, &src)
    }),
    ("v_fmac_f16", |l, p| {
        let addend = l.accumulator();
        let src = [l.f16(0), l.f16(1), addend];
        l.alu(Alu::HFma2 { p }, &src)
    }),
    ("v_fmamk_f16", |l, p| {
        let [a, b] = [l.f16(0), l.f16(1)];
        l.alu(Alu::HFma2 { p }, &[a, l.half_literal(), b])
    }),
    ("v_fmaak_f16", |l, p| {
        let [a, b] = [l.f16(0), l.f16(1)];
        l.alu(Alu::HFma2 { p }, &[a, b, l.half_literal()])
    }),
    ("v_fract_f16", |l, p| l.half_fraction(p)),
    ("v_min_f16", |l, p| l.f16_op::<2>(Alu::HMin2 { p })),
    ("v_max_f16", |l, p| l.f16_op::<2>(Alu::HMax2 { p })),
    ("v_min3_f16", |l, p| l.half_extremes(|p| Alu::HMin2 { p }, Alu::HMin2 { p })),
    ("v_max3_f16", |l, p| l.half_extremes(|p| Alu::HMax2 { p }, Alu::HMax2 { p })),
    ("v_minmax_f16", |l, p| l.half_extremes(|p| Alu::HMin2 { p }, Alu::HMax2 { p })),
    ("v_maxmin_f16", |l, p| l.half_extremes(|p| Alu::HMax2 { p }, Alu::HMin2 { p })),
    ("v_med3_f16", |l, p| l.f16_op::<3>(Alu::HMed3 { p })),
    ("v_div_fixup_f16", |l, p| l.f16_op::<3>(Alu::HDivFixup { p })),
];

impl Lift<'_> {
    /// binary16 operand `i` as f32: exact, flushed by MODE.
    pub(super) fn widened(&mut self, i: usize) -> Src {
        let half = self.f16(i);
        let mut p = self.fp(16, false);
        p.policy.output = Flush::Keep;
        self.alu(Alu::F16ToF32 { p }, &[half])
    }

    /// Writes an f32 as binary16 under MODE.
    fn narrowed(&mut self, value: Src) -> Lifted {
        let mut p = self.before_factor(16);
        p.policy.input = Flush::Keep;
        let value = self.alu(Alu::F32ToF16 { p }, &[value]);
        self.put_f16(value)
    }

    /// Writes a binary16 result, computed under the float rules before an output modifier.
    pub(in super::super) fn put_f16(&mut self, value: Src) -> Lifted {
        let Some(factor) = self.factor(16) else { return self.put16(value) };
        let value = self.alu(Alu::HAdd2 { p: self.unsigned_zero(16) }, &[value, Src::Imm(0)]);
        let factor = if factor == 0.5 { 0x3800 } else { 0x3c00 + 0x400 * (factor as u32 / 2) };
        let p = self.fp(16, self.flag("clamp"));
        let value = self.alu(Alu::HMul2 { p }, &[value, Src::Imm(factor)]);
        self.put16(value)
    }

    /// An operation on the first `N` operands.
    fn f16_op<const N: usize>(&mut self, op: Alu) -> Src {
        let src: [Src; N] = std::array::from_fn(|i| self.f16(i));
        self.alu(op, &src)
    }

    fn f16_from_integer(&mut self, signed: bool) -> Lifted {
        let p = self.before_factor(16);
        let a = self.src16(0, signed);
        let mut value = self.alu(Alu::IToF16 { round: p.policy.round, signed }, &[a]);
        if self.mode.fp16_ovfl && !signed {
            value = self.alu(Alu::UMin, &[value, Src::Imm(0x7bff)]);
        }
        // Adding -0 preserves the operand of the clamp.
        let value = self.alu(Alu::HAdd2 { p }, &[value, Src::Imm(SIGN[1])]);
        self.put_f16(value)
    }

    fn integer_from_f16(&mut self, signed: bool) -> Lifted {
        let a = self.widened(0);
        let value = self.half_integer(a, signed);
        self.put16(value)
    }

    fn norm_from_f16(&mut self, signed: bool) -> Lifted {
        let a = self.widened(0);
        let value = self.alu(Alu::FToNorm16 { ftz: Flush::Keep, signed }, &[a]);
        self.put16(value)
    }

    /// The low half of the literal.
    fn half_literal(&self) -> Src {
        Src::Imm(self.inst.get("literal") as u32 & 0xffff)
    }

    /// A function of one operand in f32.
    fn through_f32(&mut self, op: fn(Fp) -> Alu) -> Lifted {
        let a = self.widened(0);
        let value = self.alu(op(self.exact(32, false)), &[a]);
        self.narrowed(value)
    }

    fn approximated(&mut self, what: Approximation) -> Lifted {
        let src = self.widened(0);
        let value = self.approximate(what, src);
        self.narrowed(value)
    }

    fn difference_f16(&mut self, p: Fp, [first, second]: [usize; 2]) -> Src {
        let (x, y) = (self.f16(0), self.f16(1));
        let (a, b) = ([x, y][first], [x, y][second]);
        let b = self.alu(Alu::Xor, &[b, Src::Imm(SIGN[1])]);
        self.alu(Alu::HAdd2 { p }, &[a, b])
    }

    /// Minimum and maximum of three operands; only the last result is clamped.
    fn half_extremes(&mut self, inner: fn(Fp) -> Alu, outer: Alu) -> Src {
        let [a, b, c] = [0, 1, 2].map(|i| self.f16(i));
        let inner = self.alu(inner(self.fp(16, false)), &[a, b]);
        self.alu(outer, &[inner, c])
    }

    fn half_fraction(&mut self, p: Fp) -> Src {
        // The difference to the integer below is exact in f32 and rounded once; it stays below 1.
        let exact = self.exact(32, false);
        let a = self.widened(0);
        let floor = self.alu(Alu::FRound { p: rounded(exact, Rounding::Down) }, &[a]);
        let floor = self.negated(floor);
        let difference = self.alu(Alu::FAdd { p: exact }, &[a, floor]);
        let mut narrow = p;
        narrow.policy.input = Flush::Keep;
        let value = self.alu(Alu::F32ToF16 { p: narrow }, &[difference]);
        let one = self.b.test(Test::Eq, &[value, Src::Imm(0x3c00)]);
        self.alu(Alu::Sel, &[Src::Mask(one), Src::Imm(0x3bff), value])
    }

    /// The destination as third operand; `v_fmac_f16` uses the half that is written.
    fn accumulator(&mut self) -> Src {
        let whole = self.vsrc("vdst");
        if self.high_result() { self.alu(Alu::Shr, &[whole, Src::Imm(16)]) } else { whole }
    }
}
