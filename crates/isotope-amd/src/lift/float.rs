//! Float arithmetic, conversions and compares of the vector unit.
//!
//! # Sources
//! spec: RDNA3 ISA guide, VOP1, VOP2, VOP3, VOPC, and MODE. A NaN result is the first NaN operand made quiet; clamp, output
//! modifier, negate and absolute value are applied around the operation.
//! assumed: the guide defines `v_rcp`, `v_rsq`, `v_sqrt`, `v_exp`, `v_log`, `v_sin`, `v_cos` only up to an error; here
//! the exact value is rounded (`amd.transcendental`).

pub(super) mod apart;
pub(super) mod cube;
pub(super) mod dot;
pub(super) mod half;
pub(super) mod matrix;
pub(super) mod packed;

pub(super) use dot::DOT2;

use isotope_op::alu::{Alu, Alu64, Fp, Test, Test64};
use isotope_op::assume::AMD_VALU_NAN;
use isotope_op::atomic::Size;
use isotope_op::float::{Cond, FloatPolicy, Flush, Rounding};

use super::operand::constant;
use super::{CompareResult, Emit, Lift, Lifted, OfFloats};
use isotope_ir::effect::{Approximation, Src, Uop, Wide};

/// Sign bits of f32 and binary16.
const SIGN: [u32; 2] = [0x8000_0000, 0x8000];

/// Arithmetic on f32, under the float rules before an output modifier.
pub(super) const SINGLES: &[(&str, OfFloats)] = &[
    ("v_add_f32", |l, p| l.f32_op::<2>(Alu::FAdd { p })),
    ("v_sub_f32", |l, p| l.difference_f32(p, [0, 1])),
    ("v_subrev_f32", |l, p| l.difference_f32(p, [1, 0])),
    ("v_mul_f32", |l, p| l.f32_op::<2>(Alu::FMul { p })),
    ("v_mul_dx9_zero_f32", |l, p| {
        let [a, b] = [l.f32(0), l.f32(1)];
        let product = l.alu(Alu::FMul { p }, &[a, b]);
        // Zero times anything is +0.
        let value = l.if_zero(a, Src::Imm(0), product);
        let value = l.if_zero(b, Src::Imm(0), value);
        l.put_f32(Alu::Mov, &[value])
    }),
    ("v_fma_f32", |l, p| {
        let addend = l.f32(2);
        l.fused(p, addend)
    }),
    ("v_fmac_f32", |l, p| l.fused(p, l.vsrc("vdst"))),
    ("v_fma_dx9_zero_f32", |l, p| {
        let addend = l.f32(2);
        l.fused_or_zero(p, addend)
    }),
    ("v_fmac_dx9_zero_f32", |l, p| l.fused_or_zero(p, l.vsrc("vdst"))),
    ("v_fmamk_f32", |l, p| {
        let [a, b] = [l.f32(0), l.f32(1)];
        l.put_f32(Alu::FFma { p }, &[a, l.literal(), b])
    }),
    ("v_fmaak_f32", |l, p| {
        let [a, b] = [l.f32(0), l.f32(1)];
        l.put_f32(Alu::FFma { p }, &[a, b, l.literal()])
    }),
    ("v_min_f32", |l, p| l.f32_op::<2>(Alu::FMin { p })),
    ("v_max_f32", |l, p| l.f32_op::<2>(Alu::FMax { p })),
    ("v_min3_f32", |l, p| l.extremes(|p| Alu::FMin { p }, Alu::FMin { p })),
    ("v_max3_f32", |l, p| l.extremes(|p| Alu::FMax { p }, Alu::FMax { p })),
    ("v_minmax_f32", |l, p| l.extremes(|p| Alu::FMin { p }, Alu::FMax { p })),
    ("v_maxmin_f32", |l, p| l.extremes(|p| Alu::FMax { p }, Alu::FMin { p })),
    ("v_rcp_f32", |l, p| l.f32_op::<1>(Alu::FRcp { p: nearest(p) })),
    ("v_rcp_iflag_f32", |l, p| l.f32_op::<1>(Alu::FRcp { p: nearest(p) })),
    ("v_rsq_f32", |l, p| l.f32_op::<1>(Alu::FRsq { p: nearest(p) })),
    ("v_sqrt_f32", |l, p| l.f32_op::<1>(Alu::FSqrt { p: nearest(p) })),
    ("v_exp_f32", |l, p| l.exponential(Approximation::Exp2, p)),
    ("v_log_f32", |l, p| l.exponential(Approximation::Log2, p)),
    ("v_sin_f32", |l, p| l.circular(Approximation::SinTurns, p)),
    ("v_cos_f32", |l, p| l.circular(Approximation::CosTurns, p)),
    ("v_trunc_f32", |l, p| l.f32_op::<1>(Alu::FRound { p: rounded(p, Rounding::TowardZero) })),
    ("v_ceil_f32", |l, p| l.f32_op::<1>(Alu::FRound { p: rounded(p, Rounding::Up) })),
    ("v_rndne_f32", |l, p| l.f32_op::<1>(Alu::FRound { p: rounded(p, Rounding::NearestEven) })),
    ("v_floor_f32", |l, p| l.f32_op::<1>(Alu::FRound { p: rounded(p, Rounding::Down) })),
    ("v_fract_f32", |l, p| l.fraction(p)),
];

/// Arithmetic on f64, under the float rules before an output modifier.
pub(super) const DOUBLES: &[(&str, OfFloats)] = &[
    ("v_add_f64", |l, p| l.f64_op::<2>(Alu64::DAdd { p })),
    ("v_mul_f64", |l, p| l.f64_op::<2>(Alu64::DMul { p })),
    ("v_fma_f64", |l, p| l.f64_op::<3>(Alu64::DFma { p })),
    ("v_min_f64", |l, p| l.f64_op::<2>(Alu64::DMin { p })),
    ("v_max_f64", |l, p| l.f64_op::<2>(Alu64::DMax { p })),
    ("v_rcp_f64", |l, p| l.f64_op::<1>(Alu64::DRcp { p })),
    ("v_sqrt_f64", |l, p| l.f64_op::<1>(Alu64::DSqrt { p })),
    ("v_trunc_f64", |l, p| l.f64_op::<1>(Alu64::DRound { p: rounded(p, Rounding::TowardZero) })),
    ("v_ceil_f64", |l, p| l.f64_op::<1>(Alu64::DRound { p: rounded(p, Rounding::Up) })),
    ("v_rndne_f64", |l, p| l.f64_op::<1>(Alu64::DRound { p: rounded(p, Rounding::NearestEven) })),
    ("v_floor_f64", |l, p| l.f64_op::<1>(Alu64::DRound { p: rounded(p, Rounding::Down) })),
];

/// Conversions. Float to integer truncates, integer to float rounds by MODE.
pub(super) const CONVERSIONS: &[(&str, Emit)] = &[
    ("v_cvt_f32_i32", |l| l.f32_from_integer(true)),
    ("v_cvt_f32_u32", |l| l.f32_from_integer(false)),
    ("v_cvt_i32_f32", |l| l.integer_from_f32(true)),
    ("v_cvt_u32_f32", |l| l.integer_from_f32(false)),
    ("v_cvt_f64_i32", |l| l.f64_from_integer(true)),
    ("v_cvt_f64_u32", |l| l.f64_from_integer(false)),
    ("v_cvt_i32_f64", |l| l.integer_from_f64(true)),
    ("v_cvt_u32_f64", |l| l.integer_from_f64(false)),
    ("v_cvt_f64_f32", |l| {
        let a = l.f32(0);
        let p = l.reading(64, 32);
        l.put_f64(Alu64::F32ToF64 { p }, &[Wide::narrow(a)])
    }),
    ("v_cvt_f32_f64", |l| {
        let a = l.f64(0);
        let p = l.reading(32, 64);
        let value = l.alu64(Alu64::F64ToF32 { p }, &[a]);
        l.put_f32(Alu::Mov, &[value.lo])
    }),
    ("v_cvt_f32_f16", |l| {
        let a = l.f16(0);
        let p = l.reading(32, 64);
        l.put_f32(Alu::F16ToF32 { p }, &[a])
    }),
    ("v_cvt_f16_f32", |l| {
        let a = l.f32(0);
        let p = l.reading(16, 32);
        let value = l.alu(Alu::F32ToF16 { p }, &[a]);
        l.put_f16(value)
    }),
];

/// Conditions of float comparisons.
const CONDITIONS: [(&str, Cond); 16] = [
    ("f", Cond::F),
    ("lt", Cond::Lt),
    ("eq", Cond::Eq),
    ("le", Cond::Le),
    ("gt", Cond::Gt),
    ("lg", Cond::Ne),
    ("ge", Cond::Ge),
    ("o", Cond::Num),
    ("u", Cond::Nan),
    ("nge", Cond::Ltu),
    ("nlg", Cond::Equ),
    ("ngt", Cond::Leu),
    ("nle", Cond::Gtu),
    ("neq", Cond::Neu),
    ("nlt", Cond::Geu),
    ("t", Cond::T),
];

/// A comparison of floats with this number of bits.
#[derive(Clone, Copy)]
pub(crate) enum FloatCompared {
    By(Cond, u32),
    /// With a class mask.
    Class(u32),
}

/// The suffixes of float comparisons, and the comparisons.
pub(super) fn compares() -> impl Iterator<Item = (String, FloatCompared)> {
    [16, 32, 64].into_iter().flat_map(|bits| {
        let by = CONDITIONS.map(|(name, cond)| (format!("{name}_f{bits}"), FloatCompared::By(cond, bits)));
        by.into_iter().chain([(format!("class_f{bits}"), FloatCompared::Class(bits))])
    })
}

/// Functions of one operand flush subnormals and round to nearest, independent of MODE.
fn nearest(p: Fp) -> Fp {
    let (round, input, output) = (Rounding::NearestEven, Flush::Zero, Flush::Zero);
    Fp { policy: FloatPolicy { round, input, output, ..p.policy }, ..p }
}

/// The same rules with another rounding.
fn rounded(mut p: Fp, round: Rounding) -> Fp {
    p.policy.round = round;
    p
}

impl Lift<'_> {
    /// Operand `i` as f32 after its modifiers.
    pub(super) fn f32(&mut self, i: usize) -> Src {
        let value = self.src(i);
        self.signed(i, value, SIGN[0])
    }

    /// Operand `i` as f64 after its modifiers.
    fn f64(&mut self, i: usize) -> Wide {
        let Wide { lo, hi } = self.src64(i);
        Wide { lo, hi: self.signed(i, hi, SIGN[0]) }
    }

    /// Operand `i` as binary16 after its modifiers, in the low half of a word.
    fn f16(&mut self, i: usize) -> Src {
        let value = self.src(i);
        let value = self.chosen_half(i, value);
        self.signed(i, value, SIGN[1])
    }

    fn signed(&mut self, i: usize, value: Src, sign: u32) -> Src {
        let (abs, neg) = (self.flag(["abs0", "abs1", "abs2"][i]), self.flag(["neg0", "neg1", "neg2"][i]));
        if let Src::Imm(v) = value {
            let v = if abs { v & !sign } else { v };
            return Src::Imm(if neg { v ^ sign } else { v });
        }
        let value = if abs { self.alu(Alu::And, &[value, Src::Imm(!sign)]) } else { value };
        if neg { self.alu(Alu::Xor, &[value, Src::Imm(sign)]) } else { value }
    }

    /// The factor of the output modifier, if there is one. It has no effect if subnormal results are kept, nor with MODE.IEEE
    /// (spec: RDNA3 ISA guide, output modifiers).
    fn factor(&self, bits: u32) -> Option<f32> {
        let factor = [None, Some(2.0), Some(4.0), Some(0.5)][self.inst.get("omod") as usize & 3];
        factor.filter(|_| self.mode.policy(bits).output != Flush::Keep && !self.mode.ieee)
    }

    /// Float rules of arithmetic on floats of `bits` bits.
    pub(super) fn fp(&self, bits: u32, clamp: bool) -> Fp {
        let mut p = self.mode.fp(bits, clamp);
        p.policy.nan = self.env.assumptions.get(AMD_VALU_NAN);
        p
    }

    /// Float rules of a result before the output modifier, which precedes the clamp.
    pub(super) fn before_factor(&self, bits: u32) -> Fp {
        self.fp(bits, self.flag("clamp") && self.factor(bits).is_none())
    }

    /// Float rules of an addition of +0, which converts -0 to +0 and changes nothing else: the effect of output modifiers on zeros.
    fn unsigned_zero(&self, bits: u32) -> Fp {
        rounded(self.fp(bits, false), Rounding::NearestEven)
    }

    /// Writes the f32 result of `op` under the float rules of MODE.
    fn put_f32(&mut self, op: Alu, src: &[Src]) -> Lifted {
        let mut value = self.alu(op, src);
        if let Some(factor) = self.factor(32) {
            value = self.alu(Alu::FAdd { p: self.unsigned_zero(32) }, &[value, Src::Imm(0)]);
            let p = self.fp(32, self.flag("clamp"));
            value = self.alu(Alu::FMul { p }, &[value, Src::Imm(factor.to_bits())]);
        }
        self.put(value)
    }

    /// Writes an f32 result of an operation without float rules: only result modifiers are applied.
    pub(super) fn put_exact_f32(&mut self, value: Src) -> Lifted {
        if !self.flag("clamp") || self.factor(32).is_some() {
            return self.put_f32(Alu::Mov, &[value]);
        }
        // Adding -0 preserves the operand of the clamp.
        self.put_f32(Alu::FAdd { p: self.exact(32, true) }, &[value, Src::Imm(SIGN[0])])
    }

    /// Float rules that flush nothing and round to nearest.
    fn exact(&self, bits: u32, clamp: bool) -> Fp {
        let mut p = self.fp(bits, clamp);
        p.policy = FloatPolicy { round: Rounding::NearestEven, input: Flush::Keep, output: Flush::Keep, ..p.policy };
        p
    }

    /// The same for f64.
    fn put_exact_f64(&mut self, value: Wide) -> Lifted {
        if !self.flag("clamp") || self.factor(64).is_some() {
            return self.put_f64(Alu64::Mov, &[value]);
        }
        self.put_f64(Alu64::DAdd { p: self.exact(64, true) }, &[value, constant(1 << 63)])
    }

    fn put_f64(&mut self, op: Alu64, src: &[Wide]) -> Lifted {
        let mut value = self.alu64(op, src);
        if let Some(factor) = self.factor(64) {
            value = self.alu64(Alu64::DAdd { p: self.unsigned_zero(64) }, &[value, constant(0)]);
            let p = self.fp(64, self.flag("clamp"));
            value = self.alu64(Alu64::DMul { p }, &[value, constant(f64::from(factor).to_bits())]);
        }
        self.put64(value)
    }

    /// A table function of f32 `src`: a NaN is made quiet, an invalid operand returns 0xffc00000.
    fn approximate(&mut self, what: Approximation, src: Src) -> Src {
        let dst = self.b.temp();
        self.b.push(Uop::Approximate { what, dst, src });
        let nan = Test::FCmp { cond: Cond::Nan, ftz: Flush::Keep };
        let given = self.b.test(nan, &[src, src]);
        let quiet = self.alu(Alu::Or, &[src, Src::Imm(0x0040_0000)]);
        let quiet = self.alu(Alu::Sel, &[Src::Mask(given), quiet, Src::Imm(0xffc0_0000)]);
        let invalid = self.b.test(nan, &[Src::Slot(dst), Src::Slot(dst)]);
        self.alu(Alu::Sel, &[Src::Mask(invalid), quiet, Src::Slot(dst)])
    }

    /// The literal as a word.
    pub(super) fn literal(&self) -> Src {
        Src::Imm(self.inst.get("literal") as u32)
    }

    fn difference_f32(&mut self, p: Fp, [first, second]: [usize; 2]) -> Lifted {
        let (x, y) = (self.f32(0), self.f32(1));
        let (a, b) = ([x, y][first], [x, y][second]);
        let b = self.negated(b);
        self.put_f32(Alu::FAdd { p }, &[a, b])
    }

    fn fused(&mut self, p: Fp, addend: Src) -> Lifted {
        let src = [self.f32(0), self.f32(1), addend];
        self.put_f32(Alu::FFma { p }, &src)
    }

    fn fused_or_zero(&mut self, p: Fp, addend: Src) -> Lifted {
        let [a, b] = [self.f32(0), self.f32(1)];
        let sum = self.alu(Alu::FFma { p }, &[a, b, addend]);
        // Zero times anything is zero; the addend still goes through an addition, like every result.
        let alone = self.alu(Alu::FAdd { p }, &[addend, Src::Imm(SIGN[0])]);
        let value = self.if_zero(a, alone, sum);
        let value = self.if_zero(b, alone, value);
        self.put_f32(Alu::Mov, &[value])
    }

    /// Minimum and maximum of three operands; only the last result is clamped.
    fn extremes(&mut self, inner: fn(Fp) -> Alu, outer: Alu) -> Lifted {
        let [a, b, c] = [self.f32(0), self.f32(1), self.f32(2)];
        let inner = self.alu(inner(self.fp(32, false)), &[a, b]);
        self.put_f32(outer, &[inner, c])
    }

    /// An operation on the first `N` operands as f32.
    fn f32_op<const N: usize>(&mut self, op: Alu) -> Lifted {
        let src: [Src; N] = std::array::from_fn(|i| self.f32(i));
        self.put_f32(op, &src)
    }

    /// An operation on the first `N` operands as f64.
    fn f64_op<const N: usize>(&mut self, op: Alu64) -> Lifted {
        let src: [Wide; N] = std::array::from_fn(|i| self.f64(i));
        self.put_f64(op, &src)
    }

    fn exponential(&mut self, what: Approximation, p: Fp) -> Lifted {
        let src = self.f32(0);
        let value = self.approximate(what, src);
        self.put_f32(Alu::FAdd { p: nearest(p) }, &[value, Src::Imm(SIGN[0])])
    }

    fn circular(&mut self, what: Approximation, p: Fp) -> Lifted {
        let src = self.f32(0);
        let src = self.alu(Alu::FAdd { p: self.fp(32, false) }, &[src, Src::Imm(SIGN[0])]);
        let value = self.approximate(what, src);
        self.put_f32(Alu::FAdd { p }, &[value, Src::Imm(SIGN[0])])
    }

    fn fraction(&mut self, p: Fp) -> Lifted {
        let a = self.f32(0);
        let floor = self.alu(Alu::FRound { p: rounded(p, Rounding::Down) }, &[a]);
        let floor = self.negated(floor);
        // The result is always below 1.
        let below_one = Src::Imm(0x3f7f_ffff);
        let difference = self.alu(Alu::FAdd { p }, &[a, floor]);
        let number = self.b.test(Test::FCmp { cond: Cond::Num, ftz: Flush::Keep }, &[difference, difference]);
        let least = self.alu(Alu::FMin { p }, &[difference, below_one]);
        let value = self.alu(Alu::Sel, &[Src::Mask(number), least, difference]);
        self.put_f32(Alu::Mov, &[value])
    }

    /// `then` if f32 `factor` is zero, otherwise `value`.
    pub(super) fn if_zero(&mut self, factor: Src, then: Src, value: Src) -> Src {
        let zero = self.b.test(Test::FCmp { cond: Cond::Eq, ftz: self.mode.policy(32).input }, &[factor, Src::Imm(0)]);
        self.alu(Alu::Sel, &[Src::Mask(zero), then, value])
    }

    fn negated(&mut self, value: Src) -> Src {
        match value {
            Src::Imm(v) => Src::Imm(v ^ SIGN[0]),
            other => self.alu(Alu::FNeg, &[other]),
        }
    }

    /// Float rules of a conversion to `bits` bits, before the output modifier, from operands of `from` bits.
    fn reading(&self, bits: u32, from: u32) -> Fp {
        let mut p = self.before_factor(bits);
        p.policy.input = self.mode.policy(from).input;
        p
    }

    fn f32_from_integer(&mut self, signed: bool) -> Lifted {
        let a = self.src(0);
        let round = self.mode.policy(32).round;
        let value = self.alu(Alu::IToF { round, signed }, &[a]);
        self.put_exact_f32(value)
    }

    fn integer_from_f32(&mut self, signed: bool) -> Lifted {
        let a = self.f32(0);
        let (round, ftz) = (Rounding::TowardZero, self.mode.policy(32).input);
        let value = self.alu(Alu::FToI { round, ftz, signed, size: Size::B32 }, &[a]);
        self.put(value)
    }

    fn f64_from_integer(&mut self, signed: bool) -> Lifted {
        let a = self.src(0);
        let value = self.alu64(Alu64::I32ToF64 { signed }, &[Wide::narrow(a)]);
        self.put_exact_f64(value)
    }

    fn integer_from_f64(&mut self, signed: bool) -> Lifted {
        let a = self.f64(0);
        let op = Alu64::F64ToI { round: Rounding::TowardZero, signed, size: Size::B32, nan_high: false };
        let value = self.alu64(op, &[a]);
        self.put(value.lo)
    }

    /// A float comparison that writes to the given destination.
    pub(super) fn float_compare(&mut self, compared: FloatCompared, to: CompareResult) -> Lifted {
        match compared {
            FloatCompared::Class(bits) => self.class(bits, to),
            FloatCompared::By(cond, 32) => {
                let src = [self.f32(0), self.f32(1)];
                self.give_compare(Test::FCmp { cond, ftz: self.mode.policy(32).input }, src, to)
            }
            FloatCompared::By(cond, 64) => {
                let src = [self.f64(0), self.f64(1)];
                self.give_compare64(Test64::DCmp { cond }, src, to)
            }
            FloatCompared::By(cond, _) => {
                // Exact in f32, so the comparison there is equivalent.
                let flush = self.mode.policy(16).input;
                let widen = |lift: &mut Self, i| {
                    let half = lift.f16(i);
                    let mut p = lift.fp(32, false);
                    (p.policy.input, p.policy.output) = (flush, Flush::Keep);
                    lift.alu(Alu::F16ToF32 { p }, &[half])
                };
                let src = [widen(self, 0), widen(self, 1)];
                self.give_compare(Test::FCmp { cond, ftz: Flush::Keep }, src, to)
            }
        }
    }
}
