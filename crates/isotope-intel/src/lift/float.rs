//! Float arithmetic of the execution unit.
//!
//! # Sources
//! spec: the public vISA documentation. NaN results, subnormals, and functions that are specified up to an error are assumed
//! (`intel.eu_nan`, `intel.eu_denormals`, `intel.math`; for binary16 through f32). A division is a product with the inverse, both
//! rounded (spec).

use isotope_op::alu::{Alu, Alu64, Fp, Test, Test64};
use isotope_op::assume::{INTEL_EU_DENORMALS, INTEL_EU_NAN};
use isotope_op::float::{Cond, FloatPolicy, Flush, Rounding};

use super::super::inst::Type;
use super::operand::Value;
use super::{Lift, Refused, not_modelled, operand_constant};
use isotope_ir::effect::{Approximation, Src, Uop, Wide};

/// An operation on floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Float {
    Inv,
    Sqrt,
    Rsqrt,
    Log,
    Exp,
    Sin,
    Cos,
    Frc,
    Rndd,
    Rndu,
    Rnde,
    Rndz,
    Sqrtm,
    Add,
    Mul,
    Min,
    Max,
    Cmp,
    Div,
    Divm,
    Pow,
    Mad,
}

/// The same rules with another rounding.
pub(super) fn with_rounding(p: Fp, round: Rounding) -> Fp {
    Fp { policy: FloatPolicy { round, ..p.policy }, ..p }
}

impl Lift<'_> {
    /// The rules of float arithmetic.
    pub(super) fn rules(&self) -> Fp {
        let a = &self.env.assumptions;
        let (input, output) = (a.get(INTEL_EU_DENORMALS), a.get(INTEL_EU_DENORMALS));
        let policy = FloatPolicy { round: self.rounding(), input, output, nan: a.get(INTEL_EU_NAN) };
        Fp { policy, ..Fp::RN }
    }

    /// The widest type among the operands; all floats are computed in it.
    pub(super) fn common(&self, values: &[Value]) -> Type {
        let has = |ty| values.iter().any(|v| v.ty == ty);
        if has(Type::Df) {
            Type::Df
        } else if has(Type::F) || values.iter().any(|v| !v.ty.is_float()) {
            Type::F
        } else {
            Type::Hf
        }
    }

    /// Converts a value to a float of type `to`.
    pub(super) fn float_as(&mut self, v: Value, to: Type) -> Result<Wide, Refused> {
        let p = self.exact();
        if !v.ty.is_float() {
            let round = self.rounding();
            let x = self.int32(v)?;
            return match (to, v.ty.bytes()) {
                (Type::F, 1..=4) => Ok(Wide::narrow(self.alu(Alu::IToF { round, signed: v.is_signed() }, &[x]))),
                _ => Err(not_modelled("an integer among floats of this type")),
            };
        }
        let x = self.float_bits(v);
        Ok(match (v.ty, to) {
            (a, b) if a == b => x,
            (Type::Hf, Type::F) => Wide::narrow(self.alu(Alu::F16ToF32 { p }, &[x.lo])),
            (Type::F, Type::Df) => self.alu64(Alu64::F32ToF64 { p }, &[x]),
            (Type::Hf, Type::Df) => {
                let single = self.alu(Alu::F16ToF32 { p }, &[x.lo]);
                self.alu64(Alu64::F32ToF64 { p }, &[Wide::narrow(single)])
            }
            _ => return Err(not_modelled("this mixture of float types")),
        })
    }

    /// Writes a float of type `from`, converted to the destination's type and saturated.
    pub(super) fn put_float(&mut self, x: Wide, from: Type) -> Result<(), Refused> {
        let to = self.type_of("dst");
        let p = self.rules();
        let same = from == to;
        let x = match (from, to) {
            _ if same => x,
            (Type::Df, Type::F) => self.alu64(Alu64::F64ToF32 { p }, &[x]),
            (Type::F, Type::Df) => self.alu64(Alu64::F32ToF64 { p }, &[x]),
            (Type::F, Type::Hf) => Wide::narrow(self.alu(Alu::F32ToF16 { p }, &[x.lo])),
            (Type::Hf, Type::F) => Wide::narrow(self.alu(Alu::F16ToF32 { p }, &[x.lo])),
            (Type::Hf, Type::Df) => {
                let single = self.alu(Alu::F16ToF32 { p }, &[x.lo]);
                self.alu64(Alu64::F32ToF64 { p }, &[Wide::narrow(single)])
            }
            (Type::F, Type::Ud | Type::D) => return Err(not_modelled("an integer result of float arithmetic")),
            _ => return Err(not_modelled("this float conversion")),
        };
        let x = if self.inst.saturates() {
            match to {
                Type::F => Wide::narrow(self.alu(Alu::FSat, &[x.lo])),
                Type::Hf => {
                    let exact = self.exact();
                    let single = self.alu(Alu::F16ToF32 { p: exact }, &[x.lo]);
                    let value = self.alu(Alu::FSat, &[single]);
                    Wide::narrow(self.alu(Alu::F32ToF16 { p: exact }, &[value]))
                }
                // If one operand is NaN, the result is the other, as in FSat.
                Type::Df => {
                    let p = self.exact();
                    let positive = self.alu64(Alu64::DMax { p }, &[x, operand_constant(0)]);
                    self.alu64(Alu64::DMin { p }, &[positive, operand_constant(1f64.to_bits())])
                }
                _ => return Err(not_modelled("saturation of this float type")),
            }
        } else {
            x
        };
        if to == Type::Df { self.write64("dst", x) } else { self.write32("dst", x.lo) }
    }

    /// Lifts a float instruction.
    pub(super) fn float(&mut self, op: Float, sources: &[&'static str]) -> Result<(), Refused> {
        use Float::*;
        // Compilers implement integer division with `inv` and sums that round toward zero.
        let rounds = [Add, Mul, Mad, Min, Max, Cmp, Rndd, Rndu, Rnde, Rndz, Inv];
        if self.rounding() != Rounding::NearestEven && !rounds.contains(&op) {
            return Err(not_modelled("a function under a rounding that `%cr0` changed"));
        }
        let values = sources.iter().map(|source| self.source(source)).collect::<Result<Vec<_>, _>>()?;
        let ty = self.common(&values);
        let x = values.into_iter().map(|v| self.float_as(v, ty)).collect::<Result<Vec<_>, _>>()?;
        let p = self.rules();
        if op == Float::Cmp {
            return self.float_compare(ty, x[0], x[1]);
        }
        let low: Vec<Src> = x.iter().map(|w| w.lo).collect();
        let value = match ty {
            Type::Df => self.double(op, &x, p)?,
            Type::F => Wide::narrow(self.single(op, &low, p)?),
            _ => Wide::narrow(self.half(op, &low, p)?),
        };
        self.put_float(value, ty)
    }

    fn single(&mut self, op: Float, x: &[Src], p: Fp) -> Result<Src, Refused> {
        let rounded = |round| Alu::FRound { p: with_rounding(p, round) };
        Ok(match op {
            Float::Add => self.alu(Alu::FAdd { p }, x),
            Float::Mul => self.alu(Alu::FMul { p }, x),
            // src0 * src1 + src2, rounded once.
            Float::Mad => self.alu(Alu::FFma { p }, x),
            Float::Min | Float::Max => self.alu(if op == Float::Min { Alu::FMin { p } } else { Alu::FMax { p } }, x),
            // Round to nearest, independent of `%cr0` (`intel.math`).
            Float::Inv => self.alu(Alu::FRcp { p: with_rounding(p, Rounding::NearestEven) }, x),
            Float::Div => {
                let inverse = self.alu(Alu::FRcp { p }, &[x[1]]);
                self.alu(Alu::FMul { p }, &[x[0], inverse])
            }
            Float::Divm => self.quotient(x[0], x[1], p),
            Float::Sqrt | Float::Sqrtm => self.alu(Alu::FSqrt { p }, x),
            Float::Rsqrt => self.alu(Alu::FRsq { p }, x),
            Float::Rndd => self.alu(rounded(Rounding::Down), x),
            Float::Rndu => self.alu(rounded(Rounding::Up), x),
            Float::Rnde => self.alu(rounded(Rounding::NearestEven), x),
            Float::Rndz => self.alu(rounded(Rounding::TowardZero), x),
            Float::Frc => {
                let floor = self.alu(rounded(Rounding::Down), x);
                let negative = self.alu(Alu::FNeg, &[floor]);
                self.alu(Alu::FAdd { p }, &[x[0], negative])
            }
            Float::Log | Float::Exp | Float::Sin | Float::Cos => {
                let what = match op {
                    Float::Log => Approximation::Log2,
                    Float::Exp => Approximation::Exp2,
                    Float::Sin => Approximation::Sin,
                    _ => Approximation::Cos,
                };
                let dst = self.b.temp();
                self.b.push(Uop::Approximate { what, dst, src: x[0] });
                Src::Slot(dst)
            }
            _ => return Err(not_modelled("this float operation")),
        })
    }

    /// The correctly rounded quotient of f32, computed in f64. The first estimate is within two units in the last place, and one correction
    /// makes it exact if the quotient is exact; no quotient of 24-bit numbers is closer to the midpoint of two f32 values.
    fn quotient(&mut self, a: Src, b: Src, p: Fp) -> Src {
        let wide = Alu64::F32ToF64 { p: self.exact() };
        let (n, d) = (self.alu64(wide, &[Wide::narrow(a)]), self.alu64(wide, &[Wide::narrow(b)]));
        let inverse = self.alu64(Alu64::DRcp { p }, &[d]);
        let guess = self.alu64(Alu64::DMul { p }, &[n, inverse]);
        let sign = self.alu(Alu::Xor, &[guess.hi, Src::Imm(0x8000_0000)]);
        let rest = self.alu64(Alu64::DFma { p }, &[Wide { lo: guess.lo, hi: sign }, d, n]);
        let better = self.alu64(Alu64::DFma { p }, &[rest, inverse, guess]);
        // Zeros keep their sign; infinities need no correction.
        let usable = self.b.test64(Test64::DCmp { cond: Cond::Eq }, [better, better]);
        let nonzero = self.b.test64(Test64::DCmp { cond: Cond::Neu }, [guess, operand_constant(0)]);
        let corrected = self.b.mask(isotope_ir::effect::MaskOp::And, usable, nonzero);
        let lo = self.alu(Alu::Sel, &[Src::Mask(corrected), better.lo, guess.lo]);
        let hi = self.alu(Alu::Sel, &[Src::Mask(corrected), better.hi, guess.hi]);
        self.alu64(Alu64::F64ToF32 { p }, &[Wide { lo, hi }]).lo
    }

    /// The correctly rounded quotient of f64. Operands are scaled to a range without overflow or loss of bits. After one correction the
    /// quotient is within one unit in the last place, so the second correction with the rounded inverse rounds correctly
    /// (Markstein's theorem). The last step scales back with the same rounding.
    fn quotient_of_doubles(&mut self, a: Wide, b: Wide, p: Fp) -> Wide {
        let keep = self.nearest();
        let fma = Alu64::DFma { p: keep };
        let d = self.alu64(Alu64::DDivScale { p }, &[b, b, a]);
        let n = self.alu64(Alu64::DDivScale { p }, &[a, b, a]);
        let scaled = self.b.test64(Test64::DDivScaled { ftz: p.policy.input }, [b, a]);
        let inverse = self.alu64(Alu64::DRcp { p: keep }, &[d]);
        let minus = self.alu64(Alu64::DNeg, &[d]);
        let guess = self.alu64(Alu64::DMul { p: keep }, &[n, inverse]);
        let rest = self.alu64(fma, &[minus, guess, n]);
        let close = self.alu64(fma, &[rest, inverse, guess]);
        let rest = self.alu64(fma, &[minus, close, n]);
        let plain = self.alu64(fma, &[rest, inverse, close]);
        let back = self.alu64(Alu64::DDivFma { p: keep }, &[rest, inverse, close]);
        let quotient = self.chosen(scaled, back, plain, true);
        let quotient = self.alu64(Alu64::DDivFixup { p }, &[quotient, b, a]);
        // The unit determines which NaN is returned.
        let inverse = self.alu64(Alu64::DRcp { p }, &[b]);
        let nan = self.alu64(Alu64::DMul { p }, &[a, inverse]);
        let number = self.b.test64(Test64::DCmp { cond: Cond::Eq }, [quotient, quotient]);
        self.chosen(number, quotient, nan, true)
    }

    fn double(&mut self, op: Float, x: &[Wide], p: Fp) -> Result<Wide, Refused> {
        let rounded = |round| Alu64::DRound { p: with_rounding(p, round) };
        Ok(match op {
            Float::Add => self.alu64(Alu64::DAdd { p }, x),
            Float::Mul => self.alu64(Alu64::DMul { p }, x),
            Float::Mad => self.alu64(Alu64::DFma { p }, x),
            Float::Min | Float::Max => {
                self.alu64(if op == Float::Min { Alu64::DMin { p } } else { Alu64::DMax { p } }, x)
            }
            Float::Inv => self.alu64(Alu64::DRcp { p }, x),
            Float::Divm => self.quotient_of_doubles(x[0], x[1], p),
            Float::Div => {
                let inverse = self.alu64(Alu64::DRcp { p }, &[x[1]]);
                self.alu64(Alu64::DMul { p }, &[x[0], inverse])
            }
            Float::Rsqrt => self.alu64(Alu64::DRsq { p }, x),
            Float::Rndd => self.alu64(rounded(Rounding::Down), x),
            Float::Rndu => self.alu64(rounded(Rounding::Up), x),
            Float::Rnde => self.alu64(rounded(Rounding::NearestEven), x),
            Float::Rndz => self.alu64(rounded(Rounding::TowardZero), x),
            Float::Frc => {
                let floor = self.alu64(rounded(Rounding::Down), x);
                let negative = self.alu(Alu::Xor, &[floor.hi, Src::Imm(0x8000_0000)]);
                self.alu64(Alu64::DAdd { p }, &[x[0], Wide { lo: floor.lo, hi: negative }])
            }
            Float::Sqrt | Float::Sqrtm => self.alu64(Alu64::DSqrt { p }, x),
            _ => return Err(not_modelled("this operation on f64")),
        })
    }

    /// A binary16 operation, computed by the pairwise operations with an empty upper half.
    fn half(&mut self, op: Float, x: &[Src], p: Fp) -> Result<Src, Refused> {
        Ok(match op {
            Float::Add => self.alu(Alu::HAdd2 { p }, x),
            Float::Mul => self.alu(Alu::HMul2 { p }, x),
            Float::Mad => self.alu(Alu::HFma2 { p }, x),
            // Compute in f32 and convert back: exact for roundings, minimum and maximum, within the error bound for the others.
            _ => {
                let exact = self.exact();
                let wide: Vec<Src> = x.iter().map(|&s| self.alu(Alu::F16ToF32 { p: exact }, &[s])).collect();
                let value = self.single(op, &wide, p)?;
                self.alu(Alu::F32ToF16 { p }, &[value])
            }
        })
    }

    fn float_compare(&mut self, ty: Type, a: Wide, b: Wide) -> Result<(), Refused> {
        let (cond, ..) = self.relation()?;
        if ty == Type::Df {
            return self.give_test64(Test64::DCmp { cond }, [a, b]);
        }
        let (a, b) = if ty == Type::Hf {
            let p = self.exact();
            (self.alu(Alu::F16ToF32 { p }, &[a.lo]), self.alu(Alu::F16ToF32 { p }, &[b.lo]))
        } else {
            (a.lo, b.lo)
        };
        self.give_test(Test::FCmp { cond, ftz: Flush::Keep }, [a, b])
    }
}
