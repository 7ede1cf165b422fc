//! binary16, one value at a time.
//!
//! # Sources
//! spec: RDNA3 ISA guide, VOP1, VOP2 and VOP3.

use isotope_op::alu::{Alu, Test};
use isotope_op::float::{Flush, Rounding};

use super::super::{Lift, Lifted};
use super::SIGN;
use crate::effect::{Approximation, Src};

impl Lift<'_> {
    /// binary16 operand `i` as f32: exact, flushed as MODE says.
    pub(super) fn widened(&mut self, i: usize) -> Src {
        let half = self.f16(i);
        let mut p = self.fp(16, false);
        p.policy.output = Flush::Keep;
        self.alu(Alu::F16ToF32 { p }, &[half])
    }

    /// Write an f32 as binary16 under MODE.
    fn narrowed(&mut self, value: Src) -> Lifted {
        let mut p = self.before_factor(16);
        p.policy.input = Flush::Keep;
        let value = self.alu(Alu::F32ToF16 { p }, &[value]);
        self.put_f16(value)
    }

    /// Write a binary16 result, computed under the rules before an output modifier.
    pub(super) fn put_f16(&mut self, value: Src) -> Lifted {
        let Some(factor) = self.factor(16) else { return self.put16(value) };
        let value = self.alu(Alu::HAdd2 { p: self.unsigned_zero(16) }, &[value, Src::Imm(0)]);
        let factor = if factor == 0.5 { 0x3800 } else { 0x3c00 + 0x400 * (factor as u32 / 2) };
        let p = self.fp(16, self.flag("clamp"));
        let value = self.alu(Alu::HMul2 { p }, &[value, Src::Imm(factor)]);
        self.put16(value)
    }

    /// binary16. Sums and products go through the pairwise operations with an empty upper half, functions of one operand
    /// through f32, which holds every binary16 value.
    pub(super) fn half(&mut self) -> Option<Lifted> {
        self.half_integers().or_else(|| self.half_sums())
    }

    /// Conversions from and to integers.
    fn half_integers(&mut self) -> Option<Lifted> {
        let p = self.before_factor(16);
        match self.name {
            "v_frexp_exp_i16_f16" => {
                let a = self.widened(0);
                let value = self.alu(Alu::FFrexpExp { ftz: Flush::Keep }, &[a]);
                Some(self.put16(value))
            }
            "v_cvt_f16_u16" | "v_cvt_f16_i16" => {
                let signed = self.name.ends_with("i16");
                let a = self.src16(0, signed);
                let mut value = self.alu(Alu::IToF16 { round: p.policy.round, signed }, &[a]);
                if self.mode.fp16_ovfl && !signed {
                    value = self.alu(Alu::UMin, &[value, Src::Imm(0x7bff)]);
                }
                // Adding -0 leaves what the clamp is applied to.
                let value = self.alu(Alu::HAdd2 { p }, &[value, Src::Imm(SIGN[1])]);
                Some(self.put_f16(value))
            }
            "v_cvt_u16_f16" | "v_cvt_i16_f16" => {
                let signed = self.name == "v_cvt_i16_f16";
                let a = self.widened(0);
                let value = self.half_integer(a, signed);
                Some(self.put16(value))
            }
            "v_cvt_norm_i16_f16" | "v_cvt_norm_u16_f16" => {
                let signed = self.name == "v_cvt_norm_i16_f16";
                let a = self.widened(0);
                let value = self.alu(Alu::FToNorm16 { ftz: Flush::Keep, signed }, &[a]);
                Some(self.put16(value))
            }
            _ => None,
        }
    }

    fn half_sums(&mut self) -> Option<Lifted> {
        let p = self.before_factor(16);
        let stem = self.name.strip_suffix("_f16")?.strip_prefix("v_")?;
        // Intermediate results keep everything.
        let mut exact = self.fp(32, false);
        (exact.policy.input, exact.policy.output) = (Flush::Keep, Flush::Keep);
        exact.policy.round = Rounding::NearestEven;
        let value = match stem {
            "add" | "sub" | "subrev" => {
                let (mut a, mut b) = (self.f16(0), self.f16(1));
                if stem == "subrev" {
                    std::mem::swap(&mut a, &mut b);
                }
                let b = if stem == "add" { b } else { self.alu(Alu::Xor, &[b, Src::Imm(SIGN[1])]) };
                self.alu(Alu::HAdd2 { p }, &[a, b])
            }
            "mul" => {
                let src = [self.f16(0), self.f16(1)];
                self.alu(Alu::HMul2 { p }, &src)
            }
            "fma" | "fmac" => {
                let addend = if stem == "fma" { self.f16(2) } else { self.accumulator() };
                let src = [self.f16(0), self.f16(1), addend];
                self.alu(Alu::HFma2 { p }, &src)
            }
            "fmamk" | "fmaak" => {
                let literal = Src::Imm(self.inst.get("literal") as u32 & 0xffff);
                let [a, b] = [self.f16(0), self.f16(1)];
                let src = if stem == "fmamk" { [a, literal, b] } else { [a, b, literal] };
                self.alu(Alu::HFma2 { p }, &src)
            }
            "fract" => {
                // The difference to the integer below is exact in f32 and rounded once; it stays below 1.
                let a = self.widened(0);
                let mut down = exact;
                down.policy.round = Rounding::Down;
                let floor = self.alu(Alu::FRound { p: down }, &[a]);
                let floor = self.negated(floor);
                let difference = self.alu(Alu::FAdd { p: exact }, &[a, floor]);
                let mut narrow = p;
                narrow.policy.input = Flush::Keep;
                let value = self.alu(Alu::F32ToF16 { p: narrow }, &[difference]);
                let one = self.b.test(Test::Eq, &[value, Src::Imm(0x3c00)]);
                self.alu(Alu::Sel, &[Src::Mask(one), Src::Imm(0x3bff), value])
            }
            "min" | "max" => {
                let src = [self.f16(0), self.f16(1)];
                self.alu(if stem == "min" { Alu::HMin2 { p } } else { Alu::HMax2 { p } }, &src)
            }
            "min3" | "max3" | "minmax" | "maxmin" => {
                let extreme = |max, p| if max { Alu::HMax2 { p } } else { Alu::HMin2 { p } };
                let [a, b, c] = [0, 1, 2].map(|i| self.f16(i));
                // Only the last result is clamped.
                let inner = self.alu(extreme(stem.starts_with("max"), self.fp(16, false)), &[a, b]);
                self.alu(extreme(matches!(stem, "max3" | "minmax"), p), &[inner, c])
            }
            "med3" => {
                let src = [0, 1, 2].map(|i| self.f16(i));
                self.alu(Alu::HMed3 { p }, &src)
            }
            "div_fixup" => {
                let src = [0, 1, 2].map(|i| self.f16(i));
                self.alu(Alu::HDivFixup { p }, &src)
            }
            "ldexp" => {
                let a = self.widened(0);
                let n = self.src16(1, true);
                // Beyond these nothing is left of any binary16 value.
                let n = self.alu(Alu::SMax, &[n, Src::Imm(-64i32 as u32)]);
                let n = self.alu(Alu::SMin, &[n, Src::Imm(64)]);
                let value = self.alu(Alu::FLdexp { p: exact }, &[a, n]);
                return Some(self.narrowed(value));
            }
            _ => {
                let mut round = exact;
                round.policy.round = super::rounding(stem);
                let op = match stem {
                    "rcp" => Alu::FRcp { p: exact },
                    "rsq" => Alu::FRsq { p: exact },
                    "sqrt" => Alu::FSqrt { p: exact },
                    "frexp_mant" => Alu::FFrexpMant { p: exact },
                    "trunc" | "ceil" | "rndne" | "floor" => Alu::FRound { p: round },
                    "exp" | "log" => {
                        let what = if stem == "exp" { Approximation::Exp2 } else { Approximation::Log2 };
                        let src = self.widened(0);
                        let value = self.approximate(what, src);
                        return Some(self.narrowed(value));
                    }
                    "sin" | "cos" => {
                        let what = if stem == "sin" { Approximation::SinTurns } else { Approximation::CosTurns };
                        let src = self.widened(0);
                        let value = self.approximate(what, src);
                        return Some(self.narrowed(value));
                    }
                    _ => return None,
                };
                let a = self.widened(0);
                let value = self.alu(op, &[a]);
                return Some(self.narrowed(value));
            }
        };
        Some(self.put_f16(value))
    }

    /// The destination as third operand: of `v_fmac_f16` the half that is written.
    fn accumulator(&mut self) -> Src {
        let whole = self.vsrc("vdst");
        if self.high_result() { self.alu(Alu::Shr, &[whole, Src::Imm(16)]) } else { whole }
    }
}
