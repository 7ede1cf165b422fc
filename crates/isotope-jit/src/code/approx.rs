//! Approximations of the multifunction unit in compiled code.
//!
//! The interpreter computes them in f64 and rounds to f32. A short polynomial in f64 is more exact than f32 by far, so it rounds to the same
//! f32 unless it is close to the midpoint of two. There, and near the limits of f32, the result is *unsettled*, and the interpreter's
//! function computes it.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{InstBuilder, Value, types};
use isotope_ir::effect::Approximation;

use super::float::{Pair, both, rounds_vectors};
use super::{Strip, Val, ins};
use crate::frame::{self, FUNCTIONS};

/// `2^x` for -0.5 to 0.5, with an error of 2^-45. All coefficients here are those of Chebyshev interpolation.
const EXP2: [f64; 10] = [
    1.0000000000000135,
    0.6931471805599462,
    0.2402265069564034,
    0.05550410866465167,
    0.009618129193934313,
    0.0013333558200794592,
    0.0001540343375125101,
    1.5252672924850737e-05,
    1.325964524488711e-06,
    1.0205905413765595e-07,
];
/// `log2((1 + s) / (1 - s)) / s` of `s * s`, for a quotient between the roots of 1/2 and 2, with a relative error of 2^-45.
const LOG2: [f64; 6] = [
    2.8853900817778504,
    0.9617966941123595,
    0.5770779426302618,
    0.41220922733052445,
    0.3199066608891474,
    0.28288718263073565,
];
/// `sin(x) / x` of `x * x`, to a quarter of pi, with a relative error of 2^-47.
const SIN: [f64; 6] = [
    0.9999999999999957,
    -0.1666666666661666,
    0.008333333323874375,
    -0.00019841263296432765,
    2.7555271485395277e-06,
    -2.475652937959251e-08,
];
/// `cos(x)` of `x * x`, to a quarter of pi, with a relative error of 2^-52.
const COS: [f64; 7] = [
    1.0,
    -0.4999999999999925,
    0.04166666666647221,
    -0.001388888886997111,
    2.4801578535940913e-05,
    -2.7555233469269026e-07,
    2.063042988376311e-09,
];
/// `sin(x) / x` of `x * x`, to half of pi, with a relative error of 2^-52.
const SIN_TO_HALF_PI: [f64; 8] = [
    0.9999999999999999,
    -0.16666666666666072,
    0.008333333333282726,
    -0.00019841269824853736,
    2.7557316608034622e-06,
    -2.5051881879351066e-08,
    1.6048166167666442e-10,
    -7.374360691567403e-13,
];
/// Half of pi in two parts. A product of the first, of 33 bits, with a number of turns is exact.
const HALF_PI: [f64; 2] = [1.5707963267341256, 6.077100506506192e-11];
/// The sum with it of a number below 2^51 has the number's nearest integer in its low bits.
const TO_INTEGER: f64 = 6_755_399_441_055_744.0;
/// Units in the last place of f64 around a midpoint within which a result is unsettled: eight times the error of the polynomials.
const MARGIN: u32 = 1 << 11;
/// Bits of the NaN that the functions return.
const NAN: u64 = 0x7fff_ffff;

/// Four results of 32 bits, and where they are unsettled.
pub(super) struct Estimate {
    pub value: Value,
    pub unsettled: Option<Value>,
}

impl<'e, 'f> Strip<'e, 'f> {
    /// A polynomial by Estrin's scheme: neighbouring terms are joined, then pairs of terms, and so on. It waits for fewer results than Horner's.
    fn polynomial(self, coefficients: &[f64], x: Pair) -> Pair {
        let e = self.0;
        let mut terms: Vec<Pair> = coefficients.iter().map(|c| [self.f64_of(*c); 2]).collect();
        let mut power = x;
        loop {
            let joined = |pair: &[Pair]| match *pair {
                [low, high] if e.fma => [0, 1].map(|i| ins!(e, fma(high[i], power[i], low[i]))),
                [low, high] => both!(e, fadd(both!(e, fmul(high, power)), low)),
                _ => pair[0],
            };
            terms = terms.chunks(2).map(joined).collect();
            if let [sum] = terms[..] {
                return sum;
            }
            power = both!(e, fmul(power, power));
        }
    }

    /// Where f64 lanes, which are normal numbers of f32, are close to the midpoint of two of these.
    fn near_midpoint(self, y: Pair) -> Value {
        let e = self.0;
        let low = e.low(y.map(|y| e.cast(types::I64X2, y)));
        // The 29 bits that f32 does not have, from the lower end of the margin.
        let rest = ins!(e, iadd(low, e.splat(u64::from(MARGIN.wrapping_sub(1 << 28)))));
        let rest = ins!(e, band(rest, e.splat(0x1fff_ffff)));
        ins!(e, icmp(IntCC::SignedLessThan, rest, e.splat(u64::from(2 * MARGIN))))
    }

    fn tested(self, cc: FloatCC, x: Value, limit: f32) -> Value {
        ins!(self.0, fcmp(cc, x, self.f32_of(limit)))
    }

    fn below(self, x: Value, limit: u32) -> Value {
        ins!(self.0, icmp(IntCC::SignedLessThan, x, self.0.splat(limit.into())))
    }

    fn exp2(self, x: Value) -> Estimate {
        let e = self.0;
        let wide = self.promoted(x);
        let shifter = [self.f64_of(TO_INTEGER); 2];
        let shifted = both!(e, fadd(wide, shifter));
        let part = both!(e, fsub(wide, both!(e, fsub(shifted, shifter))));
        let power = self.polynomial(&EXP2, part);
        let y = [0, 1].map(|i| {
            let n = ins!(e, ishl(e.cast(types::I64X2, shifted[i]), e.int(types::I32, 52)));
            e.cast(types::F64X2, ins!(e, iadd(e.cast(types::I64X2, power[i]), n)))
        });
        let near = e.cast(types::I32X4, self.demoted(y));
        // Below -127 the result is flushed. Down to there from -125, rounding and flushing matter.
        let flushed = self.tested(FloatCC::LessThan, x, -127.0);
        let value = ins!(e, band_not(near, flushed));
        let value = ins!(e, bitselect(self.tested(FloatCC::GreaterThanOrEqual, x, 128.0), e.splat(0x7f80_0000), value));
        let value = ins!(e, bitselect(ins!(e, fcmp(FloatCC::Unordered, x, x)), e.splat(NAN), value));
        let small = self.tested(FloatCC::LessThan, x, -125.0);
        let usual = ins!(e, band_not(self.tested(FloatCC::LessThan, x, 128.0), small));
        let edge = ins!(e, band_not(small, flushed));
        let unsettled = ins!(e, bor(edge, ins!(e, band(usual, self.near_midpoint(y)))));
        Estimate { value, unsettled: Some(unsettled) }
    }

    fn log2(self, x: Value) -> Estimate {
        let e = self.0;
        let bits = e.cast(types::I32X4, x);
        // A significand between the roots of 1/2 and 2, and its exponent.
        let root = 0.5f32.sqrt().to_bits();
        let from_root = ins!(e, isub(bits, e.splat(root.into())));
        let exponent = ins!(e, sshr(from_root, e.int(types::I32, 23)));
        let significand = ins!(e, band(from_root, e.splat(0x007f_ffff)));
        let significand = ins!(e, iadd(significand, e.splat(root.into())));
        let m = self.promoted(e.cast(types::F32X4, significand));
        let one = [self.f64_of(1.0); 2];
        let s = both!(e, fdiv(both!(e, fsub(m, one)), both!(e, fadd(m, one))));
        let log = both!(e, fmul(s, self.polynomial(&LOG2, both!(e, fmul(s, s)))));
        let y = both!(e, fadd(self.of_ints(exponent, true), log));
        let near = e.cast(types::I32X4, self.demoted(y));
        let (low, finite) = (self.below(bits, 0x0080_0000), self.below(bits, 0x7f80_0000));
        let magnitude = ins!(e, band(bits, e.splat(0x7fff_ffff)));
        let value = ins!(e, bitselect(low, e.splat(NAN), near));
        let value = ins!(e, bitselect(self.below(magnitude, 0x0080_0000), e.splat(0xff80_0000), value));
        let infinite = ins!(e, icmp(IntCC::Equal, bits, e.splat(0x7f80_0000)));
        let above = ins!(e, bitselect(infinite, bits, e.splat(NAN)));
        let value = ins!(e, bitselect(finite, value, above));
        let usual = ins!(e, band_not(finite, low));
        Estimate { value, unsettled: Some(ins!(e, band(usual, self.near_midpoint(y)))) }
    }

    /// The sine of an angle in radians, or the cosine, which is the sine a quarter of a turn further.
    fn sine(self, x: Value, cosine: bool) -> Estimate {
        let e = self.0;
        let wide = self.promoted(x);
        let shifter = self.f64_of(TO_INTEGER);
        let mut numbers = Vec::new();
        let y = wide.map(|x| {
            let turns = ins!(e, fmul(x, self.f64_of(std::f64::consts::FRAC_2_PI)));
            let shifted = ins!(e, fadd(turns, shifter));
            let quarters = ins!(e, fsub(shifted, shifter));
            let [high, low] = HALF_PI.map(|part| ins!(e, fmul(quarters, self.f64_of(part))));
            let r = ins!(e, fsub(ins!(e, fsub(x, high)), low));
            let number = e.cast(types::I64X2, shifted);
            numbers.push(if cosine { ins!(e, iadd(number, e.splat64(1))) } else { number });
            r
        });
        let squares = both!(e, fmul(y, y));
        let sines = both!(e, fmul(y, self.polynomial(&SIN, squares)));
        let cosines = self.polynomial(&COS, squares);
        let y = [0, 1].map(|i| {
            // Odd quarters have the cosine; the second bit of their number is the sign.
            let odd = ins!(e, band(numbers[i], e.splat64(1)));
            let odd = ins!(e, isub(e.splat64(0), odd));
            let [sine, cosine] = [sines[i], cosines[i]].map(|y| e.cast(types::I64X2, y));
            let sign = ins!(e, band(numbers[i], e.splat64(2)));
            let y = ins!(e, bitselect(odd, cosine, sine));
            e.cast(types::F64X2, ins!(e, bxor(y, ins!(e, ishl(sign, e.int(types::I32, 62))))))
        });
        let near = e.cast(types::I32X4, self.demoted(y));
        let bits = e.cast(types::I32X4, x);
        let magnitude = ins!(e, band(bits, e.splat(0x7fff_ffff)));
        let mut value = near;
        if !cosine {
            // A subnormal operand counts as zero.
            let zero = ins!(e, band(bits, e.splat(0x8000_0000)));
            value = ins!(e, bitselect(self.below(magnitude, 0x0080_0000), zero, near));
        }
        let finite = self.below(magnitude, 0x7f80_0000);
        let value = ins!(e, bitselect(finite, value, e.splat(NAN)));
        // With more turns, the two parts of pi are not enough.
        let usual = self.below(magnitude, 65536f32.to_bits());
        let unsettled = ins!(e, bor(ins!(e, bnot(usual)), self.near_midpoint(y)));
        Estimate { value, unsettled: Some(ins!(e, band(finite, unsettled))) }
    }

    /// The sine of a number of turns, or the cosine, in the interpreter's steps up to the last.
    fn sine_of_turns(self, x: Value, cosine: bool) -> Estimate {
        let e = self.0;
        let (quarter, half, zero) = (self.f64_of(0.25), self.f64_of(0.5), self.f64_of(0.0));
        let angle = self.promoted(x).map(|x| {
            let part = ins!(e, fsub(x, ins!(e, nearest(x))));
            let size = ins!(e, fabs(part));
            let near = if cosine {
                ins!(e, fsub(quarter, size))
            } else {
                let far = ins!(e, fcmp(FloatCC::GreaterThan, size, quarter));
                let sign = ins!(e, band(e.cast(types::I64X2, part), e.splat64(1 << 63)));
                let half = ins!(e, bor(e.cast(types::I64X2, half), sign));
                let opposite = ins!(e, fsub(e.cast(types::F64X2, half), part));
                // A zero keeps its sign.
                let is_zero = ins!(e, fcmp(FloatCC::Equal, x, zero));
                let [part, opposite, x] = [part, opposite, x].map(|y| e.cast(types::I64X2, y));
                let near = ins!(e, bitselect(is_zero, x, ins!(e, bitselect(far, opposite, part))));
                e.cast(types::F64X2, near)
            };
            ins!(e, fmul(near, self.f64_of(std::f64::consts::TAU)))
        });
        let y = both!(e, fmul(angle, self.polynomial(&SIN_TO_HALF_PI, both!(e, fmul(angle, angle)))));
        let near = e.cast(types::I32X4, self.demoted(y));
        let magnitude = ins!(e, band(e.cast(types::I32X4, x), e.splat(0x7fff_ffff)));
        let finite = self.below(magnitude, 0x7f80_0000);
        let value = ins!(e, bitselect(finite, near, e.splat(NAN)));
        let mut unsettled = self.near_midpoint(y);
        if !cosine {
            // The result is subnormal, or may be.
            let tiny = self.below(magnitude, 2f32.powi(-100).to_bits());
            unsettled = ins!(e, bor(unsettled, tiny));
            let is_zero = ins!(e, icmp(IntCC::Equal, magnitude, e.splat(0)));
            unsettled = ins!(e, band_not(unsettled, is_zero));
        }
        Estimate { value, unsettled: Some(ins!(e, band(finite, unsettled))) }
    }

    /// The high word of a function of the f64 whose high word is given.
    fn of_high(self, bits: Value, f: impl Fn(Value) -> Value) -> Estimate {
        let e = self.0;
        let y = e.wide(e.splat(0), bits).map(|x| f(e.cast(types::F64X2, x)));
        let nan = self.compared(FloatCC::Unordered, y, y);
        let high = e.high(y.map(|y| e.cast(types::I64X2, y)));
        Estimate { value: ins!(e, bitselect(nan, e.splat(NAN), high)), unsettled: None }
    }

    /// Whether the host has code for a function.
    pub(crate) fn approximates(what: Approximation) -> bool {
        !matches!(what, Approximation::SinTurns | Approximation::CosTurns) || rounds_vectors()
    }

    /// A function in each lane, with the bits of the interpreter.
    pub(crate) fn approximated(self, what: Approximation, operand: Val) -> Val {
        let e = self.0;
        let Estimate { value, unsettled } = self.estimate(what, operand);
        let Some(unsettled) = unsettled else { return Val::One(value) };
        let number = FUNCTIONS.iter().position(|known| *known == what).expect("it has all functions");
        let function = (frame::approximated as *const () as usize, number as u64);
        let [value] = e.settled(unsettled, [value], function, &[self.value(operand)]);
        Val::One(value)
    }

    /// Estimates a function.
    pub(super) fn estimate(self, what: Approximation, operand: Val) -> Estimate {
        let e = self.0;
        let bits = self.value(operand);
        let x = e.cast(types::F32X4, bits);
        match what {
            Approximation::Exp2 => self.exp2(x),
            Approximation::Log2 => self.log2(x),
            Approximation::Sin => self.sine(x, false),
            Approximation::Cos => self.sine(x, true),
            Approximation::SinTurns => self.sine_of_turns(x, false),
            Approximation::CosTurns => self.sine_of_turns(x, true),
            Approximation::RcpHigh64 => self.of_high(bits, |x| ins!(e, fdiv(self.f64_of(1.0), x))),
            Approximation::RsqHigh64 => self.of_high(bits, |x| ins!(e, fdiv(self.f64_of(1.0), ins!(e, sqrt(x))))),
        }
    }
}
