//! Float operations of four lanes on the host's floats.
//!
//! The host rounds to nearest even. Every other direction starts from that result: a comparison with the exact value says whether rounding
//! went the wrong way, and then the result is one unit off. The exact value of an f32 operation is an f64, or an f64 that was *rounded to
//! odd*: an inexact value gets the last bit 1, so that it stays on its side of every f32 and of every midpoint between two.
//!
//! NaN results may have any bits, because every definition replaces them.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{InstBuilder, Type, Value, types};
use isotope_op::domain::{Domain, W32, Width};
use isotope_op::float::{FloatOp, Rounding};

use super::{Strip, Val, ins};
use crate::frame;
use Rounding::{Down, NearestEven, TowardZero, Up};

/// A pair of vectors with two lanes of 64 bits each.
pub(super) type Pair = [Value; 2];

/// Whether the host rounds floats to integers in vectors.
#[cfg(target_arch = "x86_64")]
pub(super) fn rounds_vectors() -> bool {
    std::arch::is_x86_feature_detected!("sse4.1")
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) fn rounds_vectors() -> bool {
    true
}

/// Maps both halves of a pair.
macro_rules! both {
    ($e:expr, $name:ident($a:expr)) => {{
        let a = $a;
        [0, 1].map(|i| ins!($e, $name(a[i])))
    }};
    ($e:expr, $name:ident($a:expr, $b:expr)) => {{
        let (a, b) = ($a, $b);
        [0, 1].map(|i| ins!($e, $name(a[i], b[i])))
    }};
}

pub(super) use both;

impl<'e, 'f> Strip<'e, 'f> {
    fn f32s(self, v: Val) -> Value {
        self.0.cast(types::F32X4, self.value(v))
    }

    fn f64s(self, v: Val) -> Pair {
        self.pair(v).map(|x| self.0.cast(types::F64X2, x))
    }

    fn bits32(self, x: Value) -> Val {
        Val::One(self.0.cast(types::I32X4, x))
    }

    fn bits64(self, x: Pair) -> Val {
        Val::Two(x.map(|x| self.0.cast(types::I64X2, x)))
    }

    pub(super) fn f32_of(self, x: f32) -> Value {
        self.0.cast(types::F32X4, self.0.splat(x.to_bits().into()))
    }

    pub(super) fn f64_of(self, x: f64) -> Value {
        self.0.cast(types::F64X2, self.0.splat64(x.to_bits()))
    }

    fn shifted_up(self, x: Value, n: u32) -> Value {
        ins!(self.0, ishl(x, self.0.int(types::I32, n.into())))
    }

    fn shifted_down(self, x: Value, n: u32) -> Value {
        ins!(self.0, ushr(x, self.0.int(types::I32, n.into())))
    }

    /// The two upper words of a vector, as its lower ones.
    fn upper(self, x: Value) -> Value {
        self.0.shuffle(x, x, [2, 3, 2, 3])
    }

    /// f32 as f64.
    pub(super) fn promoted(self, x: Value) -> Pair {
        let upper = self.0.cast(types::F32X4, self.upper(x));
        [x, upper].map(|half| ins!(self.0, fvpromote_low(half)))
    }

    /// f64 as f32, to nearest.
    pub(super) fn demoted(self, x: Pair) -> Value {
        let [low, high] = x.map(|half| ins!(self.0, fvdemote(half)));
        self.0.cast(types::F32X4, self.0.shuffle(low, high, [0, 1, 4, 5]))
    }

    /// A comparison of f64 lanes as lanes of 32 bits.
    pub(super) fn compared(self, cc: FloatCC, a: Pair, b: Pair) -> Value {
        self.0.low([0, 1].map(|i| ins!(self.0, fcmp(cc, a[i], b[i]))))
    }

    /// 32-bit integers as f64, exact.
    pub(super) fn of_ints(self, x: Value, signed: bool) -> Pair {
        [x, self.upper(x)].map(|half| {
            if signed {
                ins!(self.0, fcvt_from_sint(types::F64X2, ins!(self.0, swiden_low(half))))
            } else {
                ins!(self.0, fcvt_from_uint(types::F64X2, ins!(self.0, uwiden_low(half))))
            }
        })
    }

    /// `p + c` rounded to odd: f64 lanes, or f32 lanes, the sums of which neither overflow nor lose bits below the smallest subnormal.
    fn odd_sum(self, (float, int): (Type, Type), p: Value, c: Value) -> Value {
        let e = self.0;
        let sum = ins!(e, fadd(p, c));
        // The error of the sum, exact.
        let part = ins!(e, fsub(sum, p));
        let (of_p, of_c) = (ins!(e, fsub(p, ins!(e, fsub(sum, part)))), ins!(e, fsub(c, part)));
        let error = ins!(e, fadd(of_p, of_c));
        let zero = if int == types::I64X2 { self.f64_of(0.0) } else { self.f32_of(0.0) };
        let one = if int == types::I64X2 { e.splat64(1) } else { e.splat(1) };
        let below = ins!(e, fcmp(FloatCC::LessThan, error, zero));
        // False for the NaNs that infinities make.
        let inexact = ins!(e, bor(below, ins!(e, fcmp(FloatCC::GreaterThan, error, zero))));
        let negative = ins!(e, fcmp(FloatCC::LessThan, sum, zero));
        // The magnitude was rounded up if error and sum differ in sign. Subtract one, then set the last bit.
        let up = ins!(e, band(inexact, ins!(e, bxor(below, negative))));
        let bits = ins!(e, iadd(e.cast(int, sum), up));
        e.cast(float, ins!(e, bor(bits, ins!(e, band(inexact, one)))))
    }

    fn odd_sums(self, p: Pair, c: Pair) -> Pair {
        [0, 1].map(|i| self.odd_sum((types::F64X2, types::I64X2), p[i], c[i]))
    }

    /// Rounds a magnitude that was rounded to nearest in another direction, by one unit where necessary. `over` and `under`: where the
    /// number is above and below the exact value. `width`: bits of the number.
    fn directed(self, round: Rounding, bits: Value, (over, under): (Value, Value), width: u32) -> Value {
        let e = self.0;
        // -1 for negative numbers, else 0.
        let raised = if width < 32 { self.shifted_up(bits, 32 - width) } else { bits };
        let negative = ins!(e, icmp(IntCC::SignedLessThan, raised, e.splat(0)));
        // Toward plus infinity is one unit up in magnitude for a positive number, and one down for a negative one.
        let step = ins!(e, bor(negative, e.splat(1)));
        match round {
            NearestEven => bits,
            Down => ins!(e, isub(bits, ins!(e, band(over, step)))),
            Up => ins!(e, iadd(bits, ins!(e, band(under, step)))),
            TowardZero => ins!(e, iadd(bits, ins!(e, bitselect(negative, under, over)))),
        }
    }

    /// f64 lanes, exact or rounded to odd, as f32.
    fn rounded(self, round: Rounding, exact: Pair) -> Val {
        let near = self.demoted(exact);
        if round == NearestEven {
            return self.bits32(near);
        }
        let back = self.promoted(near);
        let [over, under] = [FloatCC::GreaterThan, FloatCC::LessThan].map(|cc| self.compared(cc, back, exact));
        let bits = self.0.cast(types::I32X4, near);
        Val::One(self.directed(round, bits, (over, under), 32))
    }

    /// A sum of which `signs` are the bits of both addends: toward minus infinity, a zero is negative unless both are positive.
    fn zero_of_sum(self, round: Rounding, sum: Val, is_zero: Value, signs: [Val; 2], sign: u64) -> Val {
        if round != Down {
            return sum;
        }
        let signs = self.and::<W32>(self.or::<W32>(signs[0], signs[1]), Val::Lit(sign));
        self.or::<W32>(sum, self.and::<W32>(signs, Val::One(is_zero)))
    }

    /// `(a * b + c) * 2^n` in f32; `factors` are the bits of `a` and `b`.
    fn sum_of_product(self, round: Rounding, n: i16, p: Pair, c: Val, sign: Val) -> Val {
        let sum = self.odd_sums(p, self.promoted(self.f32s(c)));
        let zero = self.compared(FloatCC::Equal, sum, [self.f64_of(0.0); 2]);
        let scaled = match n {
            0 => sum,
            // Far from the limits of f64: exact.
            n => both!(self.0, fmul(sum, [self.f64_of(f64::from_bits(((1023 + i64::from(n)) as u64) << 52)); 2])),
        };
        self.zero_of_sum(round, self.rounded(round, scaled), zero, [sign, c], W32::SIGN)
    }

    /// binary16 as f32, exact.
    fn widened16(self, v: Val) -> Value {
        let e = self.0;
        let half = self.value(v);
        let sign = self.shifted_up(ins!(e, band(half, e.splat(0x8000))), 16);
        let magnitude = self.shifted_up(ins!(e, band(half, e.splat(0x7fff))), 13);
        // A multiplication by 2^112 moves the exponent and normalises subnormals.
        let by = self.f32_of(f32::from_bits((127 + 112) << 23));
        let moved = e.cast(types::I32X4, ins!(e, fmul(e.cast(types::F32X4, magnitude), by)));
        let special = ins!(e, icmp(IntCC::SignedGreaterThan, magnitude, e.splat(0x0f7f_ffff)));
        let special = ins!(e, band(special, e.splat(0x7f80_0000)));
        e.cast(types::F32X4, ins!(e, bor(ins!(e, bor(sign, moved)), special)))
    }

    /// f32 as binary16.
    fn halved(self, round: Rounding, x: Value) -> Val {
        let e = self.0;
        let bits = e.cast(types::I32X4, x);
        let sign = ins!(e, band(self.shifted_down(bits, 16), e.splat(0x8000)));
        let m = ins!(e, band(bits, e.splat(0x7fff_ffff)));
        // Below 2^-14, the sum with 0.5 is rounded at 2^-24.
        let sum = ins!(e, fadd(e.cast(types::F32X4, m), self.f32_of(0.5)));
        let tiny = ins!(e, isub(e.cast(types::I32X4, sum), e.splat(0x3f00_0000)));
        let odd = ins!(e, band(self.shifted_down(m, 13), e.splat(1)));
        let normal = ins!(e, iadd(ins!(e, iadd(m, odd)), e.splat(u64::from(0xfff_u32.wrapping_sub(112 << 23)))));
        let normal = self.shifted_down(normal, 13);
        let above = |limit: u32| ins!(e, icmp(IntCC::SignedGreaterThan, m, e.splat(limit.into())));
        let r = ins!(e, bitselect(above(0x387f_ffff), normal, tiny));
        let r = ins!(e, bitselect(above(0x477f_ffff), e.splat(0x7c00), r));
        let r = ins!(e, bitselect(above(0x7f80_0000), e.splat(0x7e00), r));
        let near = ins!(e, bor(sign, r));
        if round == NearestEven {
            return Val::One(near);
        }
        let back = self.widened16(Val::One(near));
        let [over, under] = [FloatCC::GreaterThan, FloatCC::LessThan].map(|cc| ins!(e, fcmp(cc, back, x)));
        Val::One(self.directed(round, near, (over, under), 16))
    }

    /// Rounded to an integer; the host must have the instruction.
    fn whole(self, round: Rounding, x: Value) -> Value {
        match round {
            NearestEven => ins!(self.0, nearest(x)),
            TowardZero => ins!(self.0, trunc(x)),
            Down => ins!(self.0, floor(x)),
            Up => ins!(self.0, ceil(x)),
        }
    }

    /// f32 as an integer of `width` bits, clamped.
    fn to_int(self, round: Rounding, signed: bool, width: u32, x: Value) -> Val {
        let e = self.0;
        let x = if round == TowardZero { x } else { self.whole(round, x) };
        if width == 32 && !signed {
            return Val::One(ins!(e, fcvt_to_uint_sat(types::I32X4, x)));
        }
        let int = ins!(e, fcvt_to_sint_sat(types::I32X4, x));
        if width == 32 {
            return Val::One(int);
        }
        let (low, high) = match signed {
            true => (-1i32 << (width - 1), (1 << (width - 1)) - 1),
            false => (0, (1 << width) - 1),
        };
        let int = ins!(e, smin(int, e.splat(high as u64)));
        let int = ins!(e, smax(int, e.splat(low as u32 as u64)));
        Val::One(ins!(e, band(int, e.splat((1 << width) - 1))))
    }

    /// An operation whose operands and result are f32, or integers of at most 32 bits.
    fn float32(self, op: FloatOp, [a, b, c]: [Val; 3], width: u32) -> Option<Val> {
        let e = self.0;
        let one = || self.f32_of(1.0);
        let directed = |round, near: Value, over_and_under| {
            let bits = e.cast(types::I32X4, near);
            Some(Val::One(self.directed(round, bits, over_and_under, 32)))
        };
        let product = || both!(e, fmul(self.promoted(self.f32s(a)), self.promoted(self.f32s(b))));
        Some(match op {
            FloatOp::ToInt { round, signed } if round == TowardZero || rounds_vectors() => {
                self.to_int(round, signed, width, self.f32s(a))
            }
            _ if width != 32 => return None,
            FloatOp::Add(NearestEven) => self.bits32(ins!(e, fadd(self.f32s(a), self.f32s(b)))),
            FloatOp::Mul(NearestEven) => self.bits32(ins!(e, fmul(self.f32s(a), self.f32s(b)))),
            FloatOp::Fma(NearestEven) if e.fma => self.bits32(ins!(e, fma(self.f32s(a), self.f32s(b), self.f32s(c)))),
            FloatOp::Add(round) => self.sum_of_product(round, 0, self.promoted(self.f32s(a)), b, a),
            FloatOp::Mul(round) => self.rounded(round, product()),
            FloatOp::Fma(round) => self.sum_of_product(round, 0, product(), c, self.xor::<W32>(a, b)),
            FloatOp::FmaScaled(round, n) if n.abs() < 500 => {
                self.sum_of_product(round, n, product(), c, self.xor::<W32>(a, b))
            }
            FloatOp::Sqrt(round) => {
                let x = self.f32s(a);
                let root = ins!(e, sqrt(x));
                if round == NearestEven {
                    return Some(self.bits32(root));
                }
                // The square of 24 bits is exact.
                let (square, exact) = (self.promoted(root), self.promoted(x));
                let square = both!(e, fmul(square, square));
                let [over, under] =
                    [FloatCC::GreaterThan, FloatCC::LessThan].map(|cc| self.compared(cc, square, exact));
                return directed(round, root, (over, under));
            }
            FloatOp::Rcp(round) => {
                let x = self.f32s(a);
                let inverse = ins!(e, fdiv(one(), x));
                if round == NearestEven {
                    return Some(self.bits32(inverse));
                }
                // The product with the operand is exact; it is above 1 where the magnitude was rounded up.
                let product = both!(e, fmul(self.promoted(inverse), self.promoted(x)));
                let ones = [self.f64_of(1.0); 2];
                let [large, small] =
                    [FloatCC::GreaterThan, FloatCC::LessThan].map(|cc| self.compared(cc, product, ones));
                let negative = ins!(e, icmp(IntCC::SignedLessThan, self.value(a), e.splat(0)));
                let over = ins!(e, bitselect(negative, small, large));
                let under = ins!(e, bitselect(negative, large, small));
                return directed(round, inverse, (over, under));
            }
            // No f32 has a reciprocal root so close to an f32, or to a midpoint of two, that the errors of two f64 operations matter:
            // `tests.rs` tries all.
            FloatOp::Rsqrt(round) => {
                let root = both!(e, sqrt(self.promoted(self.f32s(a))));
                self.rounded(round, both!(e, fdiv([self.f64_of(1.0); 2], root)))
            }
            FloatOp::Integral(round) if rounds_vectors() => self.bits32(self.whole(round, self.f32s(a))),
            FloatOp::FromInt { round: NearestEven, signed } => {
                let x = self.value(a);
                self.bits32(if signed {
                    ins!(e, fcvt_from_sint(types::F32X4, x))
                } else {
                    ins!(e, fcvt_from_uint(types::F32X4, x))
                })
            }
            FloatOp::FromInt { round, signed } => self.rounded(round, self.of_ints(self.value(a), signed)),
            _ => return None,
        })
    }

    /// `(a * b + c) * 2^n` in f64. The product with the power of two is exact if both sides of it are normal numbers.
    fn scaled_sum(self, n: i16, [a, b, c]: [Pair; 3]) -> Pair {
        let e = self.0;
        let by = self.f64_of(f64::from_bits(((1023 + i64::from(n)) as u64) << 52));
        let sum = [0, 1].map(|i| ins!(e, fma(a[i], b[i], c[i])));
        let scaled = both!(e, fmul(sum, [by; 2]));
        let ranges = [sum, scaled].map(|x| {
            let size = x.map(|x| ins!(e, fabs(x)));
            let normal = self.compared(FloatCC::GreaterThan, size, [self.f64_of(f64::MIN_POSITIVE); 2]);
            ins!(e, band(normal, self.compared(FloatCC::LessThan, size, [self.f64_of(f64::INFINITY); 2])))
        });
        let normal = ins!(e, band(ranges[0], ranges[1]));
        let operands = [a, b, c].concat();
        let function = (frame::scaled_sums as *const () as usize, n as u64);
        e.settled(ins!(e, bnot(normal)), scaled, function, &operands)
    }

    /// An operation whose operands and result are f64.
    fn float64(self, op: FloatOp, [a, b, c]: [Val; 3]) -> Option<Val> {
        let e = self.0;
        Some(self.bits64(match op {
            FloatOp::Add(NearestEven) => both!(e, fadd(self.f64s(a), self.f64s(b))),
            FloatOp::Mul(NearestEven) => both!(e, fmul(self.f64s(a), self.f64s(b))),
            FloatOp::Fma(NearestEven) if e.fma => {
                let (x, y, z) = (self.f64s(a), self.f64s(b), self.f64s(c));
                [0, 1].map(|i| ins!(e, fma(x[i], y[i], z[i])))
            }
            FloatOp::FmaScaled(NearestEven, n) if e.fma && n.abs() < 500 => {
                self.scaled_sum(n, [a, b, c].map(|v| self.f64s(v)))
            }
            FloatOp::Sqrt(NearestEven) => both!(e, sqrt(self.f64s(a))),
            FloatOp::Rcp(NearestEven) => both!(e, fdiv([self.f64_of(1.0); 2], self.f64s(a))),
            FloatOp::Integral(round) if rounds_vectors() => self.f64s(a).map(|x| self.whole(round, x)),
            _ => return None,
        }))
    }

    /// An operation whose operands and result are binary16. f32 has more than twice its bits plus two, so rounding a sum, a product or
    /// a quotient twice gives the same as rounding once.
    fn float16(self, op: FloatOp, [a, b, c]: [Val; 3]) -> Option<Val> {
        let e = self.0;
        let wide = |v| self.widened16(v);
        Some(match op {
            FloatOp::Add(NearestEven) => self.halved(NearestEven, ins!(e, fadd(wide(a), wide(b)))),
            FloatOp::Mul(round) => self.halved(round, ins!(e, fmul(wide(a), wide(b)))),
            FloatOp::Add(round) => self.half_sum(round, wide(a), b, a),
            FloatOp::Fma(round) => self.half_sum(round, ins!(e, fmul(wide(a), wide(b))), c, self.xor::<W32>(a, b)),
            _ => return None,
        })
    }

    /// `p + c` as binary16, where `p` has the bits of `sign`; the sum in f32 is rounded to odd.
    fn half_sum(self, round: Rounding, p: Value, c: Val, sign: Val) -> Val {
        let sum = self.odd_sum((types::F32X4, types::I32X4), p, self.widened16(c));
        let zero = ins!(self.0, fcmp(FloatCC::Equal, sum, self.f32_of(0.0)));
        self.zero_of_sum(round, self.halved(round, sum), zero, [sign, c], 0x8000)
    }

    /// Conversions between 64-bit integers and floats, or from f64 to a 32-bit integer. Hosts have most of them for single values only.
    fn converted<A: Width, R: Width>(self, op: FloatOp, a: Val) -> Option<Val> {
        let e = self.0;
        let lane = |l: u8| match A::BITS {
            64 => ins!(e, extractlane(self.f64s(a)[usize::from(l / 2)], l % 2)),
            _ => ins!(e, extractlane(self.f32s(a), l)),
        };
        let int = Type::int(R::BITS as u16)?;
        let to_int = |round, signed, l| {
            let x = if round == TowardZero { lane(l) } else { self.whole(round, lane(l)) };
            if signed { ins!(e, fcvt_to_sint_sat(int, x)) } else { ins!(e, fcvt_to_uint_sat(int, x)) }
        };
        match (A::BITS, R::BITS, op) {
            (_, 64, FloatOp::ToInt { round, signed }) if round == TowardZero || rounds_vectors() => {
                Some(Val::Two([0, 2].map(|l| {
                    let low = ins!(e, splat(types::I64X2, to_int(round, signed, l)));
                    ins!(e, insertlane(low, to_int(round, signed, l + 1), 1))
                })))
            }
            (64, 32, FloatOp::ToInt { round, signed }) if round == TowardZero || rounds_vectors() => {
                let low = ins!(e, splat(types::I32X4, to_int(round, signed, 0)));
                Some(Val::One((1..4).fold(low, |all, l| ins!(e, insertlane(all, to_int(round, signed, l), l)))))
            }
            (64, 64, FloatOp::FromInt { round: NearestEven, signed: true }) => {
                Some(self.bits64(self.pair(a).map(|x| ins!(e, fcvt_from_sint(types::F64X2, x)))))
            }
            (64, 64, FloatOp::FromInt { round: NearestEven, signed: false }) => {
                Some(self.bits64(self.pair(a).map(|x| ins!(e, fcvt_from_uint(types::F64X2, x)))))
            }
            (64, 32, FloatOp::FromInt { round: NearestEven, signed }) => {
                let ints = self.pair(a);
                let of = |l: u8| {
                    let x = ins!(e, extractlane(ints[usize::from(l / 2)], l % 2));
                    if signed { ins!(e, fcvt_from_sint(types::F32, x)) } else { ins!(e, fcvt_from_uint(types::F32, x)) }
                };
                let low = ins!(e, splat(types::F32X4, of(0)));
                Some(self.bits32((1..4).fold(low, |all, l| ins!(e, insertlane(all, of(l), l)))))
            }
            _ => None,
        }
    }

    /// A float primitive; `None` if the host has no code for it.
    pub(super) fn host_float<A: Width, R: Width>(self, op: FloatOp, [a, b, c]: [Val; 3]) -> Option<Val> {
        // 16 bits are binary16 or bfloat16.
        if [(A::BITS, A::MAN), (R::BITS, R::MAN)].contains(&(16, 7)) {
            return None;
        }
        match (A::BITS, R::BITS, op) {
            (32, 32, op) => self.float32(op, [a, b, c], 32),
            (32, width @ (8 | 16), op @ FloatOp::ToInt { .. }) => self.float32(op, [a, b, c], width),
            (64, 64 | 32, FloatOp::ToInt { .. } | FloatOp::FromInt { .. }) | (32, 64, FloatOp::ToInt { .. }) => {
                self.converted::<A, R>(op, a)
            }
            (64, 64, op) => self.float64(op, [a, b, c]),
            (16, 16, op) => self.float16(op, [a, b, c]),
            (32, 64, FloatOp::Convert(_)) => Some(self.bits64(self.promoted(self.f32s(a)))),
            (32, 64, FloatOp::FromInt { signed, .. }) => Some(self.bits64(self.of_ints(self.value(a), signed))),
            (64, 32, FloatOp::Convert(round)) => Some(self.rounded(round, self.f64s(a))),
            (16, 32, FloatOp::Convert(_)) => Some(self.bits32(self.widened16(a))),
            (32, 16, FloatOp::Convert(round)) => Some(self.halved(round, self.f32s(a))),
            // Integers that f32 cannot hold are beyond all of binary16.
            (32, 16, FloatOp::FromInt { round, signed }) => {
                let wide = self.float32(FloatOp::FromInt { round: NearestEven, signed }, [a, b, c], 32)?;
                Some(self.halved(round, self.f32s(wide)))
            }
            _ => None,
        }
    }
}
