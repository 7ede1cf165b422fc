//! Float instructions that scale, classify or take apart, the steps of a division, and conversions that pack.
//!
//! # Sources
//! spec: RDNA3 ISA guide, VOP1 and VOP3. Divisions: see [`isotope_op::lane`] and the assumption `amd.division`.

use isotope_op::alu::{Alu, Alu64, Test, Test64};
use isotope_op::atomic::Size;
use isotope_op::float::{Cond, Flush, Rounding};

use super::super::{Lift, Lifted};
use crate::effect::{Control, Mask, Src, Uop, Wide};

impl Lift<'_> {
    /// An instruction of this file, if it is one.
    pub(super) fn apart(&mut self) -> Option<Lifted> {
        self.scaled().or_else(|| self.packing())
    }

    /// The compare against a mask of classes.
    pub(super) fn class(&mut self, ty: &str) -> Option<Lifted> {
        let mask = self.src(1);
        match ty {
            "f32" => {
                let value = self.f32(0);
                Some(self.give_compare(Test::FClass, [value, mask]))
            }
            "f16" => {
                let value = self.f16(0);
                Some(self.give_compare(Test::HClass, [value, mask]))
            }
            "f64" => {
                let src = [self.f64(0), Wide::narrow(mask)];
                let dst = self.compare_word();
                self.b.push(Uop::Test64 { op: Test64::DClass, dst, src, clear: true });
                Some(Ok(Control::Next))
            }
            _ => None,
        }
    }

    fn scaled(&mut self) -> Option<Lifted> {
        let (p, d) = (self.before_factor(32), self.before_factor(64));
        let (ftz, ftz64) = (p.policy.input, d.policy.input);
        Some(match self.name {
            "v_med3_f32" => {
                let src = [self.f32(0), self.f32(1), self.f32(2)];
                self.put_f32(Alu::FMed3 { p }, &src)
            }
            "v_ldexp_f32" => {
                let src = [self.f32(0), self.src(1)];
                self.put_f32(Alu::FLdexp { p }, &src)
            }
            "v_ldexp_f64" => {
                let (value, lo) = (self.f64(0), self.src(1));
                let hi = self.alu(Alu::Sar, &[lo, Src::Imm(31)]);
                self.put_f64(Alu64::DLdexp { p: d }, &[value, Wide { lo, hi }])
            }
            "v_frexp_mant_f32" => {
                let a = self.f32(0);
                self.put_f32(Alu::FFrexpMant { p }, &[a])
            }
            "v_frexp_mant_f64" => {
                let a = self.f64(0);
                self.put_f64(Alu64::DFrexpMant { p: d }, &[a])
            }
            "v_frexp_exp_i32_f32" => {
                let a = self.f32(0);
                let value = self.alu(Alu::FFrexpExp { ftz }, &[a]);
                self.put(value)
            }
            "v_frexp_exp_i32_f64" => {
                let a = self.f64(0);
                let value = self.alu64(Alu64::DFrexpExp { ftz: ftz64 }, &[a]);
                self.put(value.lo)
            }
            "v_rsq_f64" => {
                let a = self.f64(0);
                self.put_f64(Alu64::DRsq { p: d }, &[a])
            }
            "v_div_scale_f32" => {
                let [a, den, num] = [0, 1, 2].map(|i| self.f32(i));
                let scaled = self.b.test(Test::FDivScaled { ftz }, &[den, num]);
                let value = self.alu(Alu::FDivScale { p }, &[a, den, num]);
                self.put_mask("sdst", scaled);
                self.put(value)
            }
            "v_div_scale_f64" => {
                let [a, den, num] = [0, 1, 2].map(|i| self.f64(i));
                let scaled = self.b.test64(Test64::DDivScaled { ftz: ftz64 }, [den, num]);
                let value = self.alu64(Alu64::DDivScale { p: d }, &[a, den, num]);
                self.put_mask("sdst", scaled);
                self.put64(value)
            }
            "v_div_fmas_f32" => {
                let src = [0, 1, 2].map(|i| self.f32(i));
                let (plain, scaled) = (self.alu(Alu::FFma { p }, &src), self.alu(Alu::FDivFma { p }, &src));
                let vcc = self.vcc();
                self.put_f32(Alu::Sel, &[vcc, scaled, plain])
            }
            "v_div_fmas_f64" => {
                let src = [0, 1, 2].map(|i| self.f64(i));
                let (plain, scaled) =
                    (self.alu64(Alu64::DFma { p: d }, &src), self.alu64(Alu64::DDivFma { p: d }, &src));
                let vcc = self.vcc();
                self.put_f64(Alu64::Sel, &[Wide::narrow(vcc), scaled, plain])
            }
            "v_div_fixup_f32" => {
                let src = [0, 1, 2].map(|i| self.f32(i));
                self.put_f32(Alu::FDivFixup { p }, &src)
            }
            "v_div_fixup_f64" => {
                let src = [0, 1, 2].map(|i| self.f64(i));
                self.put_f64(Alu64::DDivFixup { p: d }, &src)
            }
            "v_trig_preop_f64" => {
                let (a, piece) = (self.f64(0), self.src(1));
                let exponent = self.alu(Alu::Ubfe, &[a.hi, Src::Imm(20), Src::Imm(11)]);
                let excess = self.alu(Alu::Sub, &[exponent, Src::Imm(1077)]);
                let excess = self.alu(Alu::SMax, &[excess, Src::Imm(0)]);
                let piece = self.alu(Alu::And, &[piece, Src::Imm(31)]);
                let shift = self.alu(Alu::Mad, &[piece, Src::Imm(53), excess]);
                let bits = self.alu64(Alu64::TwoOverPi, &[Wide::narrow(shift)]);
                let value = self.alu64(Alu64::I64ToF64 { round: Rounding::NearestEven, signed: false }, &[bits]);
                // Large operands get a piece that is larger, so that products with it stay in range.
                let large = self.b.test(Test::Uge, &[exponent, Src::Imm(1968)]);
                let scale = self.alu(Alu::Sel, &[Src::Mask(large), Src::Imm(75), Src::Imm(-53i32 as u32)]);
                let lo = self.alu(Alu::Sub, &[scale, shift]);
                let hi = self.alu(Alu::Sar, &[lo, Src::Imm(31)]);
                let mut p = d;
                p.policy.round = Rounding::TowardZero;
                self.put_f64(Alu64::DLdexp { p }, &[value, Wide { lo, hi }])
            }
            "v_fract_f64" => {
                let a = self.f64(0);
                let mut down = d;
                down.policy.round = Rounding::Down;
                let floor = self.alu64(Alu64::DRound { p: down }, &[a]);
                let minus = self.alu64(Alu64::DNeg, &[floor]);
                let difference = self.alu64(Alu64::DAdd { p: d }, &[a, minus]);
                // The result stays below 1; a NaN stays a NaN.
                let below_one = super::constant(0x3fef_ffff_ffff_ffff);
                let least = self.alu64(Alu64::DMin { p: d }, &[difference, below_one]);
                let number = self.b.test64(Test64::DCmp { cond: Cond::Num }, [difference, difference]);
                self.put_f64(Alu64::Sel, &[Wide::narrow(Src::Mask(number)), least, difference])
            }
            _ => return None,
        })
    }

    fn vcc(&mut self) -> Src {
        Src::Mask(Mask::of(self.mask_word(106)))
    }

    /// f32 to a 16-bit integer, truncated and held in its range, in the low half.
    pub(super) fn half_integer(&mut self, value: Src, signed: bool) -> Src {
        let op = Alu::FToI { round: Rounding::TowardZero, ftz: Flush::Keep, signed, size: Size::B16 };
        let value = self.alu(op, &[value]);
        self.alu(Alu::Zext16, &[value])
    }

    fn packing(&mut self) -> Option<Lifted> {
        let ftz = self.mode.policy(32).input;
        Some(match self.name {
            "v_cvt_pk_rtz_f16_f32" | "v_cvt_pkrtz_f16_f32" => {
                let mut p = self.fp(16, self.flag("clamp"));
                (p.policy.round, p.policy.input) = (Rounding::TowardZero, ftz);
                self.pack_each(|lift, i| {
                    let a = lift.f32(i);
                    lift.alu(Alu::F32ToF16 { p }, &[a])
                })
            }
            "v_cvt_pk_i16_f32" | "v_cvt_pk_u16_f32" => {
                let signed = self.name == "v_cvt_pk_i16_f32";
                self.pack_each(|lift, i| {
                    let a = lift.f32(i);
                    lift.half_integer(a, signed)
                })
            }
            "v_cvt_pk_norm_i16_f32" | "v_cvt_pk_norm_u16_f32" => {
                let signed = self.name == "v_cvt_pk_norm_i16_f32";
                self.pack_each(|lift, i| {
                    let a = lift.f32(i);
                    lift.alu(Alu::FToNorm16 { ftz, signed }, &[a])
                })
            }
            "v_cvt_pk_norm_i16_f16" | "v_cvt_pk_norm_u16_f16" => {
                let signed = self.name == "v_cvt_pk_norm_i16_f16";
                self.pack_each(|lift, i| {
                    let a = lift.widened(i);
                    lift.alu(Alu::FToNorm16 { ftz: Flush::Keep, signed }, &[a])
                })
            }
            "v_cvt_pk_i16_i32" | "v_cvt_pk_u16_u32" => {
                let signed = self.name == "v_cvt_pk_i16_i32";
                self.pack_each(|lift, i| {
                    let a = lift.src(i);
                    if !signed {
                        return lift.alu(Alu::UMin, &[a, Src::Imm(0xffff)]);
                    }
                    let low = lift.alu(Alu::SMax, &[a, Src::Imm(i16::MIN as u32)]);
                    let held = lift.alu(Alu::SMin, &[low, Src::Imm(i16::MAX as u32)]);
                    lift.alu(Alu::Zext16, &[held])
                })
            }
            "v_pack_b32_f16" => self.pack_each(|lift, i| {
                let a = lift.f16(i);
                lift.alu(Alu::Zext16, &[a])
            }),
            "v_cvt_pk_u8_f32" => {
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
            "v_cvt_f32_ubyte0" | "v_cvt_f32_ubyte1" | "v_cvt_f32_ubyte2" | "v_cvt_f32_ubyte3" => {
                let n = u32::from(self.name.as_bytes()[self.name.len() - 1] - b'0');
                let a = self.src(0);
                let byte = self.alu(Alu::Ubfe, &[a, Src::Imm(8 * n), Src::Imm(8)]);
                let value = self.alu(Alu::IToF { round: Rounding::NearestEven, signed: false }, &[byte]);
                self.put_exact_f32(value)
            }
            "v_cvt_off_f32_i4" => {
                // -8..7 in sixteenths.
                let a = self.src(0);
                let n = self.alu(Alu::Sbfe, &[a, Src::Imm(0), Src::Imm(4)]);
                let value = self.alu(Alu::IToF { round: Rounding::NearestEven, signed: true }, &[n]);
                let p = self.before_factor(32);
                self.put_f32(Alu::FMul { p }, &[value, Src::Imm(0.0625f32.to_bits())])
            }
            "v_cvt_nearest_i32_f32" | "v_cvt_floor_i32_f32" => {
                let a = self.f32(0);
                let (value, round) = if self.name == "v_cvt_floor_i32_f32" {
                    (a, Rounding::Down)
                } else {
                    // floor(a + 0.5), as the guide writes it; rounded once, from the sum.
                    let p = self.fp(32, false);
                    (self.alu(Alu::FAdd { p }, &[a, Src::Imm(0.5f32.to_bits())]), Rounding::Down)
                };
                let value = self.alu(Alu::FToI { round, ftz, signed: true, size: Size::B32 }, &[value]);
                self.put(value)
            }
            _ => return None,
        })
    }

    /// Two 16-bit results in one word, the first in the low half.
    fn pack_each(&mut self, mut value: impl FnMut(&mut Self, usize) -> Src) -> Lifted {
        let (low, high) = (value(self, 0), value(self, 1));
        let high = self.alu(Alu::Shl, &[high, Src::Imm(16)]);
        let both = self.alu(Alu::Or, &[low, high]);
        self.put(both)
    }
}
