//! Sums of two products of 16-bit floats as AMD's matrix unit computes them, and the bits of 2 / pi.
//!
//! The alternative assumption for a dot product, two multiply-adds in sequence, uses two [`Alu::FFma`](crate::alu::Alu) and needs no code
//! here.

use crate::domain::{Bits, Domain, W32, W64};
use core::ops::{Shl, Shr};

/// Formats of a sum of two products.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, serde::Serialize, serde::Deserialize)]
pub struct Dot2 {
    /// Factors are bfloat16; otherwise binary16.
    pub brain: bool,
    /// The third operand and the result have the factors' format; otherwise f32.
    pub narrow: bool,
    /// A binary16 result that overflows is the largest finite number (MODE.FP16_OVFL).
    pub held: bool,
}

/// A significand of at most 24 bits (or the product of two), its shift, and a sign.
struct Term<D: Domain> {
    significand: Bits<D, W64>,
    exponent: Bits<D, W64>,
    sign: Bits<D, W64>,
}

/// Exponent of a zero: below that of any product.
const NONE: i64 = -1024;

impl<D: Domain> Term<D> {
    /// Exponent of the leading bit.
    #[inline(always)]
    fn leading(&self) -> Bits<D, W64> {
        let s = self.significand;
        s.is(0).pick(s.k(NONE as u64), self.exponent + (s.k(63) - s.clz()))
    }
}

/// The parts of a factor.
struct Factor<D: Domain> {
    term: Term<D>,
    /// Exponent of the bit before the binary point, whether that bit is 1 or 0.
    scale: Bits<D, W64>,
    nan: Bits<D, W64>,
    infinite: Bits<D, W64>,
}

#[inline(always)]
fn factor<D: Domain>(brain: bool, x: Bits<D, W64>) -> Factor<D> {
    let (man, bias) = if brain { (7u32, 127u64) } else { (10, 15) };
    let infinity = x.k(if brain { 0x7f80 } else { 0x7c00 });
    let magnitude = x & 0x7fff;
    let (field, fraction) = (magnitude.shr(man), magnitude & ((1 << man) - 1));
    // Subnormals are not zero, except those of bfloat16.
    let small = if brain { x.k(0) } else { fraction };
    let significand = field.is(0).pick(small, fraction | (1 << man));
    let scale = field.umax(x.k(1)) - bias;
    let term = Term { significand, exponent: scale - u64::from(man), sign: x.shr(15) };
    let (nan, infinite) = (infinity.ult(magnitude).bit(), magnitude.eq(infinity).bit());
    Factor { term, scale, nan, infinite }
}

/// `value >> by`, rounded to nearest even; a left shift for a negative `by`.
#[inline(always)]
fn rounded<D: Domain>(value: Bits<D, W64>, by: Bits<D, W64>) -> Bits<D, W64> {
    let one = value.k(1);
    let tail = value & (one.shl_by(by) - 1);
    let half = one.shl_by(by - 1);
    let kept = value.shr_by(by);
    let up = half.ult(tail) | (tail.eq(half) & (kept & 1).is(1));
    by.sle(value.k(0)).pick(value.shl_by(-by), kept + up.bit())
}

/// Bits of f32: `units * 2^grid`, where `units` counts in the direction of `sign`. Results below the smallest normal are +0.
#[inline(always)]
fn single<D: Domain>(units: Bits<D, W64>, grid: Bits<D, W64>, sign: Bits<D, W64>) -> Bits<D, W64> {
    let zero = units.k(0);
    let negative = units.slt(zero);
    let magnitude = negative.pick(-units, units);
    let sign = (sign ^ negative.bit()).shl(31);
    let top = units.k(63) - magnitude.clz();
    let kept = rounded(magnitude, top - 23);
    let carried = kept.is(1 << 24);
    let exponent = top + grid + carried.bit();
    let fraction = carried.pick(zero, kept & 0x7f_ffff);
    let number = sign | (exponent + 127).shl(23) | fraction;
    let large = units.k(127).slt(exponent).pick(sign | 0x7f80_0000, number);
    (units.is(0) | exponent.slt(units.k(-126i64 as u64))).pick(zero, large)
}

/// As [`single`] for binary16, where subnormals are kept.
#[inline(always)]
fn half<D: Domain>(held: bool, units: Bits<D, W64>, grid: Bits<D, W64>, sign: Bits<D, W64>) -> Bits<D, W64> {
    let zero = units.k(0);
    let negative = units.slt(zero);
    let magnitude = negative.pick(-units, units);
    let sign = (sign ^ negative.bit()).shl(15);
    let top = units.k(63) - magnitude.clz();
    let exponent = top + grid;
    let subnormal = exponent.slt(units.k(-14i64 as u64));
    let kept = rounded(magnitude, subnormal.pick(units.k(-24i64 as u64) - grid, top - 10));
    // A carry out of the significand adds 1 to the exponent.
    let normal = (exponent + 14).shl(10) + kept;
    let bits = subnormal.pick(kept, normal);
    let over = if held { 0x7bff } else { 0x7c00 };
    let bits = units.k(0x7c00).sle(bits).pick(units.k(over), bits);
    (units.is(0) | bits.is(0)).pick(zero, sign | bits)
}

/// A binary16 value as f32 bits, subnormals too; a NaN keeps its payload.
#[inline(always)]
fn widened<D: Domain>(x: Bits<D, W64>) -> Bits<D, W64> {
    let sign = (x & 0x8000).shl(16);
    let (field, fraction) = (x.shr(10) & 0x1f, x & 0x3ff);
    let shift = fraction.clz() - 53;
    let small = (x.k(113) - shift).shl(23) | (fraction.shl_by(shift) & 0x3ff).shl(13);
    let number = field.is(0).pick(fraction.is(0).pick(x.k(0), small), (field + 112).shl(23) | fraction.shl(13));
    sign | field.is(31).pick(fraction.shl(13) | 0x7f80_0000, number)
}

/// An infinity or NaN of f32 in the result's format.
#[inline(always)]
fn special<D: Domain>(dot: Dot2, x: Bits<D, W64>) -> Bits<D, W64> {
    match (dot.narrow, dot.brain) {
        (false, _) => x,
        (true, true) => x.shr(16),
        (true, false) => (x.shr(16) & 0x8000) | (x.shr(13) & 0x3ff) | 0x7c00,
    }
}

/// `a.lo * b.lo + a.hi * b.hi + c`: products and sum are exact up to a grid on which terms are cut off, then rounded once to nearest even.
/// Subnormal bfloat16 and f32 count as zero. MODE has no effect.
///
/// # Source
/// **hardware**, as reported: AMD's emulator rocjitsu (gfx11_dot2) models results captured on a Radeon Pro W7900 (gfx1100, 2026-09), see
/// `amd.dot2`. The guide's pseudo-code is two additions to the third operand and does not mention rounding.
/// * A term whose sign differs from that of `c` is counted as the complement of its magnitude, one less than its negative.
/// * The grid is 26 bits below the highest leading bit, but not more than 24 below the product of larger scale.
/// * NaN 0xffc00a3d (0xfe3d, 0xfffd) for a NaN factor, 0xffc00000 for an invalid sum or product, both before a NaN in `c`.
pub(crate) fn dot2<D: Domain>(dot: Dot2, a: Bits<D, W32>, b: Bits<D, W32>, c: Bits<D, W32>) -> Bits<D, W32> {
    let wide = |x: Bits<D, W32>| x.zext::<W64>();
    let [a, b, c] = [wide(a), wide(b), wide(c)];
    let c = match (dot.narrow, dot.brain) {
        (false, _) => c,
        (true, true) => (c & 0xffff).shl(16),
        (true, false) => widened(c & 0xffff),
    };
    let [x0, x1, y0, y1] = [a & 0xffff, a.shr(16), b & 0xffff, b.shr(16)].map(|x| factor(dot.brain, x));

    let product = |x: &Factor<D>, y: &Factor<D>| Term {
        significand: x.term.significand * y.term.significand,
        exponent: x.term.exponent + y.term.exponent,
        sign: x.term.sign ^ y.term.sign,
    };
    let (p, q) = (product(&x0, &y0), product(&x1, &y1));
    let field = c.shr(23) & 0xff;
    let r = Term {
        significand: field.is(0).pick(c.k(0), (c & 0x7f_ffff) | 0x80_0000),
        exponent: field - 150,
        sign: c.shr(31),
    };

    let none = c.k(NONE as u64);
    let scale = |t: &Term<D>, x: &Factor<D>, y: &Factor<D>| t.significand.is(0).pick(none, x.scale + y.scale);
    let products = scale(&p, &x0, &y0).smax(scale(&q, &x1, &y1)) - 24;
    let least = if dot.narrow && !dot.brain { -14 } else { NONE };
    let lead = r.leading().smax(c.k(least as u64)).smax(p.leading()).smax(q.leading());
    let grid = products.smax(lead - 26);
    let units = |t: &Term<D>| {
        let by = t.exponent - grid;
        let n = by.slt(c.k(0)).pick(t.significand.shr_by(-by), t.significand.shl_by(by));
        t.sign.eq(r.sign).pick(n, !n)
    };
    let total = units(&r) + units(&p) + units(&q);
    let nothing = (r.significand | p.significand | q.significand).is(0);
    let number = match (dot.narrow, dot.brain) {
        (true, false) => half(dot.held, total, grid, r.sign),
        (true, true) => single(total, grid, r.sign).shr(16),
        (false, _) => single(total, grid, r.sign),
    };
    let number = nothing.pick(c.k(0), number);

    // Zero times infinity; then infinities by sign.
    let invalid = |x: &Factor<D>, y: &Factor<D>| {
        (x.infinite & y.term.significand.is(0).bit()) | (y.infinite & x.term.significand.is(0).bit())
    };
    let infinite = |x: &Factor<D>, y: &Factor<D>| x.infinite | y.infinite;
    let (ip, iq) = (infinite(&x0, &y0), infinite(&x1, &y1));
    let minus = (ip & p.sign) | (iq & q.sign);
    let plus = (ip & (p.sign ^ 1)) | (iq & (q.sign ^ 1));
    let c_minus = c.is(0xff80_0000).bit();
    let c_plus = c.is(0x7f80_0000).bit();
    let at = |bits: u64| special(dot, c.k(bits));
    let (all_minus, all_plus) = (minus | c_minus, plus | c_plus);
    let mut v = all_plus.is(0).pick(number, at(0x7f80_0000));
    v = all_minus.is(0).pick(v, at(0xff80_0000));
    v = (all_minus & all_plus).is(0).pick(v, at(0xffc0_0000));
    let c_nan = c.k(0x7f80_0000).ult(c & 0x7fff_ffff);
    v = c_nan.pick(special(dot, c | 0x40_0000), v);
    v = (invalid(&x0, &y0) | invalid(&x1, &y1) | (minus & plus)).is(0).pick(v, at(0xffc0_0000));
    let nan = if dot.narrow { if dot.brain { 0xfffd } else { 0xfe3d } } else { 0xffc0_0a3d };
    v = (x0.nan | x1.nan | y0.nan | y1.nan).is(0).pick(v, c.k(nan));
    v.trunc()
}

/// The bits of 2 / pi after the point, the first 1201 of them.
const TWO_OVER_PI: [u32; 38] = [
    0xa2f9_836e,
    0x4e44_1529,
    0xfc27_57d1,
    0xf534_ddc0,
    0xdb62_9599,
    0x3c43_9041,
    0xfe51_63ab,
    0xdebb_c561,
    0xb724_6e3a,
    0x424d_d2e0,
    0x0649_2eea,
    0x09d1_921c,
    0xfe1d_eb1c,
    0xb129_a73e,
    0xe882_35f5,
    0x2ebb_4484,
    0xe99c_7026,
    0xb45f_7e41,
    0x3991_d639,
    0x8353_39f4,
    0x9c84_5f8b,
    0xbdf9_283b,
    0x1ff8_97ff,
    0xde05_980f,
    0xef2f_118b,
    0x5a0a_6d1f,
    0x6d36_7ecf,
    0x27cb_09b7,
    0x4f46_3f66,
    0x9e5f_ea2d,
    0x7527_bac7,
    0xebe5_f17b,
    0x3d07_39f7,
    0x8a52_92ea,
    0x6bfb_5fb1,
    0x1f8d_5d08,
    0x5603_3046,
    0xfc7b_0000,
];

/// 53 bits of 2 / pi from bit `shift` after the point, as an integer; zeros after the 1201st. `v_trig_preop_f64`.
///
/// # Source
/// **spec**: RDNA3 ISA guide, `V_TRIG_PREOP_F64`. The bits that reach the whole part are kept, and not the last ones, according to its
/// comment and not to its mask.
pub(crate) fn two_over_pi<D: Domain>(shift: Bits<D, W64>) -> Bits<D, W64> {
    let (word, bit) = (shift.shr(5), shift & 31);
    let at = |n: u64| {
        let mut value = shift.k(0);
        for (i, bits) in TWO_OVER_PI.iter().enumerate() {
            value = (word + n).is(i as u64).pick(shift.k(u64::from(*bits)), value);
        }
        value
    };
    // 96 bits from the word's start; 64 of them from `bit`.
    let high = at(0).shl(32) | at(1);
    let window = high.shl_by(bit) | at(2).shr_by(shift.k(32) - bit);
    window.shr(11)
}
