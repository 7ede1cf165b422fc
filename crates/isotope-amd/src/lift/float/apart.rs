//! Float instructions that scale, classify or decompose, the steps of a division, and packing conversions.
//!
//! # Sources
//! spec: RDNA3 ISA guide, VOP1 and VOP3. Divisions: see [`isotope_op::lane`] and the assumption `amd.division`.

use isotope_op::alu::{Alu, Alu64, Test, Test64};
use isotope_op::atomic::Size;
use isotope_op::float::{Cond, Flush, Rounding};

use super::super::{CompareResult, Emit, Lift, Lifted};
use super::rounded;
use isotope_ir::effect::{Mask, Src, Wide};

/// Steps of divisions, powers of two, mantissas and exponents.
pub(in super::super) const MEANINGS: &[(&str, Emit)] = &[
    ("v_med3_f32", |l| {
        let p = l.before_factor(32);
        l.f32_op::<3>(Alu::FMed3 { p })
    }),
    ("v_ldexp_f32", |l| {
        let p = l.before_factor(32);
        let src = [l.f32(0), l.src(1)];
        l.put_f32(Alu::FLdexp { p }, &src)
    }),
    ("v_ldexp_f64", |l| {
        let p = l.before_factor(64);
        let (value, lo) = (l.f64(0), l.src(1));
        let hi = l.alu(Alu::Sar, &[lo, Src::Imm(31)]);
        l.put_f64(Alu64::DLdexp { p }, &[value, Wide { lo, hi }])
    }),
    ("v_frexp_mant_f32", |l| {
        let p = l.before_factor(32);
        l.f32_op::<1>(Alu::FFrexpMant { p })
    }),
    ("v_frexp_mant_f64", |l| {
        let p = l.before_factor(64);
        l.f64_op::<1>(Alu64::DFrexpMant { p })
    }),
    ("v_frexp_exp_i32_f32", |l| {
        let a = l.f32(0);
        let value = l.alu(Alu::FFrexpExp { ftz: l.mode.policy(32).input }, &[a]);
        l.put(value)
    }),
    ("v_frexp_exp_i32_f64", |l| {
        let a = l.f64(0);
        let value = l.alu64(Alu64::DFrexpExp { ftz: l.mode.policy(64).input }, &[a]);
        l.put(value.lo)
    }),
    ("v_rsq_f64", |l| {
        let p = l.before_factor(64);
        l.f64_op::<1>(Alu64::DRsq { p })
    }),
    ("v_div_fmas_f32", |l| {
        let p = l.before_factor(32);
        let src = [0, 1, 2].map(|i| l.f32(i));
        let (plain, scaled) = (l.alu(Alu::FFma { p }, &src), l.alu(Alu::FDivFma { p }, &src));
        let vcc = l.vcc();
        l.put_f32(Alu::Sel, &[vcc, scaled, plain])
    }),
    ("v_div_fmas_f64", |l| {
        let p = l.before_factor(64);
        let src = [0, 1, 2].map(|i| l.f64(i));
        let (plain, scaled) = (l.alu64(Alu64::DFma { p }, &src), l.alu64(Alu64::DDivFma { p }, &src));
        let vcc = l.vcc();
        l.put_f64(Alu64::Sel, &[Wide::narrow(vcc), scaled, plain])
    }),
    ("v_div_fixup_f32", |l| {
        let p = l.before_factor(32);
        l.f32_op::<3>(Alu::FDivFixup { p })
    }),
    ("v_div_fixup_f64", |l| {
        let p = l.before_factor(64);
        l.f64_op::<3>(Alu64::DDivFixup { p })
    }),
    ("v_trig_preop_f64", |l| l.piece_of_two_over_pi()),
    ("v_fract_f64", |l| l.fraction64()),
    ("v_cvt_pk_i16_f32", |l| l.pack_truncated(true)),
    ("v_cvt_pk_u16_f32", |l| l.pack_truncated(false)),
    ("v_cvt_pk_norm_i16_f32", |l| l.pack_norms(true)),
    ("v_cvt_pk_norm_u16_f32", |l| l.pack_norms(false)),
    ("v_cvt_pk_norm_i16_f16", |l| l.pack_half_norms(true)),
    ("v_cvt_pk_norm_u16_f16", |l| l.pack_half_norms(false)),
    ("v_cvt_pk_i16_i32", |l| {
        l.pack_each(|l, i| {
            let low = l.alu(Alu::SMax, &[l.src(i), Src::Imm(i16::MIN as u32)]);
            let held = l.alu(Alu::SMin, &[low, Src::Imm(i16::MAX as u32)]);
            l.alu(Alu::Zext16, &[held])
        })
    }),
    ("v_cvt_pk_u16_u32", |l| l.pack_each(|l, i| l.alu(Alu::UMin, &[l.src(i), Src::Imm(0xffff)]))),
    ("v_cvt_pk_u8_f32", |l| l.put_byte()),
    ("v_cvt_f32_ubyte0", |l| l.byte_as_f32(0)),
    ("v_cvt_f32_ubyte1", |l| l.byte_as_f32(1)),
    ("v_cvt_f32_ubyte2", |l| l.byte_as_f32(2)),
    ("v_cvt_f32_ubyte3", |l| l.byte_as_f32(3)),
    ("v_cvt_off_f32_i4", |l| {
        // -8..7 in sixteenths.
        let n = l.alu(Alu::Sbfe, &[l.src(0), Src::Imm(0), Src::Imm(4)]);
        let value = l.alu(Alu::IToF { round: Rounding::NearestEven, signed: true }, &[n]);
        let p = l.before_factor(32);
        l.put_f32(Alu::FMul { p }, &[value, Src::Imm(0.0625f32.to_bits())])
    }),
    ("v_cvt_nearest_i32_f32", |l| {
        // floor(a + 0.5), as in the guide; the sum is rounded once.
        let a = l.f32(0);
        let p = l.fp(32, false);
        let sum = l.alu(Alu::FAdd { p }, &[a, Src::Imm(0.5f32.to_bits())]);
        l.floored(sum)
    }),
    ("v_cvt_floor_i32_f32", |l| {
        let a = l.f32(0);
        l.floored(a)
    }),
];

/// Scaled operands of a division; they have no output modifier.
pub(in super::super) const SCALED: &[(&str, Emit)] = &[
    ("v_div_scale_f32", |l| {
        let p = l.before_factor(32);
        let [a, den, num] = [0, 1, 2].map(|i| l.f32(i));
        let scaled = l.b.test(Test::FDivScaled { ftz: p.policy.input }, &[den, num]);
        let value = l.alu(Alu::FDivScale { p }, &[a, den, num]);
        l.put_mask("sdst", scaled);
        l.put(value)
    }),
    ("v_div_scale_f64", |l| {
        let p = l.before_factor(64);
        let [a, den, num] = [0, 1, 2].map(|i| l.f64(i));
        let scaled = l.b.test64(Test64::DDivScaled { ftz: p.policy.input }, [den, num]);
        let value = l.alu64(Alu64::DDivScale { p }, &[a, den, num]);
        l.put_mask("sdst", scaled);
        l.put64(value)
    }),
];

/// Copies two halves; it has no clamp.
pub(in super::super) const PACK: (&str, Emit) = ("v_pack_b32_f16", |l| {
    l.pack_each(|l, i| {
        let a = l.f16(i);
        l.alu(Alu::Zext16, &[a])
    })
});

/// Two halves without an output modifier.
pub(in super::super) const PACK_TOWARD_ZERO: (&str, Emit) = ("v_cvt_pk_rtz_f16_f32", |l| {
    let mut p = l.fp(16, l.flag("clamp"));
    (p.policy.round, p.policy.input) = (Rounding::TowardZero, l.mode.policy(32).input);
    l.pack_each(|l, i| {
        let a = l.f32(i);
        l.alu(Alu::F32ToF16 { p }, &[a])
    })
});

impl Lift<'_> {
    /// The class comparison of floats with this number of bits.
    pub(super) fn class(&mut self, bits: u32, to: CompareResult) -> Lifted {
        let mask = self.src(1);
        let mask = if bits == 16 { self.chosen_half(1, mask) } else { mask };
        match bits {
            32 => {
                let value = self.f32(0);
                self.give_compare(Test::FClass, [value, mask], to)
            }
            16 => {
                let value = self.f16(0);
                self.give_compare(Test::HClass, [value, mask], to)
            }
            _ => {
                let src = [self.f64(0), Wide::narrow(mask)];
                self.give_compare64(Test64::DClass, src, to)
            }
        }
    }

    fn piece_of_two_over_pi(&mut self) -> Lifted {
        let (a, piece) = (self.f64(0), self.src(1));
        let exponent = self.alu(Alu::Ubfe, &[a.hi, Src::Imm(20), Src::Imm(11)]);
        let excess = self.alu(Alu::Sub, &[exponent, Src::Imm(1077)]);
        let excess = self.alu(Alu::SMax, &[excess, Src::Imm(0)]);
        let piece = self.alu(Alu::And, &[piece, Src::Imm(31)]);
        let shift = self.alu(Alu::Mad, &[piece, Src::Imm(53), excess]);
        let bits = self.alu64(Alu64::TwoOverPi, &[Wide::narrow(shift)]);
        let value = self.alu64(Alu64::I64ToF64 { round: Rounding::NearestEven, signed: false }, &[bits]);
        // Large operands get a larger piece, so that products with it stay in range.
        let large = self.b.test(Test::Uge, &[exponent, Src::Imm(1968)]);
        let scale = self.alu(Alu::Sel, &[Src::Mask(large), Src::Imm(75), Src::Imm(-53i32 as u32)]);
        let lo = self.alu(Alu::Sub, &[scale, shift]);
        let hi = self.alu(Alu::Sar, &[lo, Src::Imm(31)]);
        let p = rounded(self.before_factor(64), Rounding::TowardZero);
        self.put_f64(Alu64::DLdexp { p }, &[value, Wide { lo, hi }])
    }

    fn fraction64(&mut self) -> Lifted {
        let p = self.before_factor(64);
        let a = self.f64(0);
        let floor = self.alu64(Alu64::DRound { p: rounded(p, Rounding::Down) }, &[a]);
        let minus = self.alu64(Alu64::DNeg, &[floor]);
        let difference = self.alu64(Alu64::DAdd { p }, &[a, minus]);
        // The result is always below 1; a NaN stays a NaN.
        let below_one = super::constant(0x3fef_ffff_ffff_ffff);
        let least = self.alu64(Alu64::DMin { p }, &[difference, below_one]);
        let number = self.b.test64(Test64::DCmp { cond: Cond::Num }, [difference, difference]);
        self.put_f64(Alu64::Sel, &[Wide::narrow(Src::Mask(number)), least, difference])
    }

    fn vcc(&mut self) -> Src {
        Src::Mask(Mask::of(self.mask_word(106)))
    }

    /// f32 to a 16-bit integer, truncated and saturated, in the low half.
    pub(super) fn half_integer(&mut self, value: Src, signed: bool) -> Src {
        let op = Alu::FToI { round: Rounding::TowardZero, ftz: Flush::Keep, signed, size: Size::B16 };
        let value = self.alu(op, &[value]);
        self.alu(Alu::Zext16, &[value])
    }

    fn pack_truncated(&mut self, signed: bool) -> Lifted {
        self.pack_each(|l, i| {
            let a = l.f32(i);
            l.half_integer(a, signed)
        })
    }

    fn pack_norms(&mut self, signed: bool) -> Lifted {
        let ftz = self.mode.policy(32).input;
        self.pack_each(|l, i| {
            let a = l.f32(i);
            l.alu(Alu::FToNorm16 { ftz, signed }, &[a])
        })
    }

    fn pack_half_norms(&mut self, signed: bool) -> Lifted {
        self.pack_each(|l, i| {
            let a = l.widened(i);
            l.alu(Alu::FToNorm16 { ftz: Flush::Keep, signed }, &[a])
        })
    }

    /// Replaces a byte of the third operand.
    fn put_byte(&mut self) -> Lifted {
        let ftz = self.mode.policy(32).input;
        let (a, at, old) = (self.f32(0), self.src(1), self.src(2));
        let op = Alu::FToI { round: Rounding::TowardZero, ftz, signed: false, size: Size::B8 };
        let byte = self.alu(op, &[a]);
        let at = self.alu(Alu::And, &[at, Src::Imm(3)]);
        let at = self.alu(Alu::Shl, &[at, Src::Imm(3)]);
        let mask = self.alu(Alu::Shl, &[Src::Imm(0xff), at]);
        let placed = self.alu(Alu::Shl, &[byte, at]);
        let value = self.alu(Alu::Mux, &[mask, placed, old]);
        self.put(value)
    }

    fn byte_as_f32(&mut self, n: u32) -> Lifted {
        let byte = self.alu(Alu::Ubfe, &[self.src(0), Src::Imm(8 * n), Src::Imm(8)]);
        let value = self.alu(Alu::IToF { round: Rounding::NearestEven, signed: false }, &[byte]);
        self.put_exact_f32(value)
    }

    fn floored(&mut self, value: Src) -> Lifted {
        let ftz = self.mode.policy(32).input;
        let value = self.alu(Alu::FToI { round: Rounding::Down, ftz, signed: true, size: Size::B32 }, &[value]);
        self.put(value)
    }

    /// Packs two 16-bit results into one word, the first in the low half.
    fn pack_each(&mut self, mut value: impl FnMut(&mut Self, usize) -> Src) -> Lifted {
        let (low, high) = (value(self, 0), value(self, 1));
        let high = self.alu(Alu::Shl, &[high, Src::Imm(16)]);
        let both = self.alu(Alu::Or, &[low, high]);
        self.put(both)
    }
}
