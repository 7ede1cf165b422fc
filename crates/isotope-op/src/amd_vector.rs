//! Functions of AMD's vector unit that need more than one primitive: scaling, exponent and significand of a float, the three steps of a
//! division, sums of bytes, pairs of 16-bit integers. The tables of [`crate::alu`] name them.
//!
//! # Source
//! **spec**: RDNA3 ISA guide, pseudo-code of the instruction named with each function, unless said otherwise. Gaps and errors of the
//! pseudo-code for divisions are noted there. The three steps together give the correctly rounded quotient; the tests check this.

use crate::domain::{Bits, Bool, Domain, W16, W32, W64, Width};
use crate::float::{self, Cond, FloatOp, FloatPolicy, Flush, MinMax, NanRule};
use core::ops::{Shl, Shr};

/// The exponent field, right-aligned.
#[inline(always)]
fn field<D: Domain, W: Width>(x: Bits<D, W>) -> Bits<D, W> {
    float::magnitude(x).shr(W::MAN)
}

/// `a * 2^n` before the policy's NaN and output flush, `n` signed. Rounded once.
///
/// Three multiplications. A step down keeps `MAN + 1` bits in reserve: if one product had to be rounded, the next one is so small that only
/// the fact that it is not zero matters.
#[inline(always)]
fn scale<D: Domain, W: Width>(p: FloatPolicy, a: Bits<D, W>, n: Bits<D, W>) -> Bits<D, W> {
    let bias = W::BIAS as u64;
    let (up, down) = (a.k((2 * bias) << W::MAN), a.k((W::MAN as u64 + 2) << W::MAN));
    let (most, least) = (n.k(bias), -n.k(bias - 1));
    let step = bias - 1 - (W::MAN as u64 + 1);
    let (mut y, mut n) = (a, n);
    let mul = |x: Bits<D, W>, by: Bits<D, W>| x.float::<W>(FloatOp::Mul(p.round), by, x.k(0));
    for _ in 0..2 {
        let (over, under) = (most.slt(n), n.slt(least));
        y = over.pick(mul(y, up), under.pick(mul(y, down), y));
        n = over.pick(n - bias, under.pick(n + step, n));
    }
    let n = n.smin(most).smax(least);
    mul(y, (n + bias).shl(W::MAN))
}

/// `a * 2^n` under a policy. `v_ldexp_f32`, `v_ldexp_f64`.
#[inline(always)]
pub(crate) fn ldexp<D: Domain, W: Width>(p: FloatPolicy, a: Bits<D, W>, n: Bits<D, W>) -> Bits<D, W> {
    let a = float::flush(p.input, a);
    let r = float::flush(p.output, scale(p, a, n));
    float::is_nan(a).pick(float::quiet(a), r)
}

/// Leading zeros of a subnormal within the significand.
#[inline(always)]
fn shortfall<D: Domain, W: Width>(a: Bits<D, W>) -> Bits<D, W> {
    float::magnitude(a).clz() - (W::BITS as u64 - 1 - W::MAN as u64)
}

/// The significand in 0.5..1 with the sign; zeros, infinities and NaNs are themselves. `v_frexp_mant_*`.
#[inline(always)]
pub(crate) fn frexp_mant<D: Domain, W: Width>(p: FloatPolicy, a: Bits<D, W>) -> Bits<D, W> {
    let a = float::flush(p.input, a);
    let magnitude = float::magnitude(a);
    let special = magnitude.is(0) | magnitude.uge(a.k(W::EXP_MASK));
    let man = field(a).is(0).pick(magnitude.shl_by(shortfall(a)), a) & W::MAN_MASK;
    let half = a.k((W::BIAS as u64 - 1) << W::MAN);
    let itself = float::is_nan(a).pick(float::quiet(a), a);
    special.pick(itself, (a & W::SIGN) | half | man)
}

/// The exponent for the significand of [`frexp_mant`], signed; 0 for zeros, infinities and NaNs. `v_frexp_exp_*`.
#[inline(always)]
pub(crate) fn frexp_exp<D: Domain, W: Width>(input: Flush, a: Bits<D, W>) -> Bits<D, W> {
    let a = float::flush(input, a);
    let magnitude = float::magnitude(a);
    let special = magnitude.is(0) | magnitude.uge(a.k(W::EXP_MASK));
    let bias = W::BIAS as u64 - 1;
    let normal = field(a) - bias;
    let subnormal = a.k(1) - shortfall(a) - bias;
    special.pick(a.k(0), field(a).is(0).pick(subnormal, normal))
}

/// Whether the class of `a` is among those of `mask`: bits 0 signalling NaN, 1 quiet NaN, 2 -inf, 3 negative normal, 4
/// negative subnormal, 5 -0, 6 +0, 7 positive subnormal, 8 positive normal, 9 +inf. `v_cmp_class_*`.
#[inline(always)]
pub(crate) fn is_class<D: Domain, W: Width>(a: Bits<D, W>, mask: Bits<D, W>) -> Bool<D> {
    let magnitude = float::magnitude(a);
    let negative = (a & W::SIGN).ne(a.k(0));
    let of = |minus: u32, plus: u32| negative.pick(a.k(minus as u64), a.k(plus as u64));
    let number = magnitude.is(0).pick(of(5, 6), field(a).is(0).pick(of(4, 7), of(3, 8)));
    let nan = (a & W::QUIET).is(0).pick(a.k(0), a.k(1));
    let class = float::is_nan(a).pick(nan, magnitude.is(W::EXP_MASK).pick(of(2, 9), number));
    (mask.shr_by(class) & 1).is(1)
}

/// The median of three; with a NaN among them, the minimum of all. `v_med3_f32`.
#[inline(always)]
pub(crate) fn median<D: Domain, W: Width>(
    p: FloatPolicy,
    rule: MinMax,
    a: Bits<D, W>,
    b: Bits<D, W>,
    c: Bits<D, W>,
) -> Bits<D, W> {
    let extreme = |max, x, y| float::fminmax(p, rule, max, x, y).0;
    let largest = extreme(true, extreme(true, a, b), c);
    let equal = |x| float::fcmp(Cond::Eq, p.input, largest, x);
    let among = equal(a).pick(extreme(true, b, c), equal(b).pick(extreme(true, a, c), extreme(true, a, b)));
    let nan = float::is_nan(a) | float::is_nan(b) | float::is_nan(c);
    nan.pick(extreme(false, extreme(false, a, b), c), among)
}

/// The exponent of the power of two by which the steps of a division scale.
const fn div_scale_exponent<W: Width>() -> u64 {
    if W::BITS == 64 { 128 } else { 64 }
}

/// The properties of denominator and numerator that the first step of a division needs.
struct Division<D: Domain> {
    zero: Bool<D>,
    /// The quotient is close to overflow.
    large: Bool<D>,
    /// The denominator is subnormal.
    small_denominator: Bool<D>,
    /// The reciprocal of the denominator is subnormal.
    large_denominator: Bool<D>,
    /// The quotient is subnormal, or may be.
    small: Bool<D>,
    /// The numerator is so small that a remainder could be lost.
    small_numerator: Bool<D>,
}

/// Classifies the operands of a division. The limits are those of the pseudo-code: `large` is its "N/D near MAX_FLOAT".
#[inline(always)]
fn classify_division<D: Domain, W: Width>(den: Bits<D, W>, num: Bits<D, W>) -> Division<D> {
    let bias = W::BIAS as u64;
    let difference = field(num) - field(den);
    let limit = if W::BITS == 64 { 768 } else { 96 };
    Division {
        zero: float::is_zero(den) | float::is_zero(num),
        large: den.k(limit).sle(difference),
        small_denominator: field(den).is(0),
        large_denominator: den.k((2 * bias - 1) << W::MAN).ult(float::magnitude(den))
            & float::magnitude(den).ult(den.k(W::EXP_MASK)),
        small: difference.sle(-den.k(bias - 1)),
        small_numerator: field(num).ule(den.k(W::MAN as u64)),
    }
}

/// The first step of a division: `a`, the denominator or the numerator, scaled so that the intermediate steps stay in range.
/// `v_div_scale_*`.
///
/// # Source
/// * order of the cases and thresholds: **spec**, pseudo-code
/// * a denominator above 2^(bias-1) with a subnormal quotient is scaled down: **assumed**; the pseudo-code scales it up,
///   which overflows
/// * the difference of the exponents decides whether the quotient counts as subnormal: **assumed** from tests that a public emulator
///   reports to pass on a gfx1100 (smallest normal by 1.0 sets VCC)
#[inline(always)]
pub(crate) fn div_scale<D: Domain, W: Width>(
    p: FloatPolicy,
    a: Bits<D, W>,
    den: Bits<D, W>,
    num: Bits<D, W>,
) -> Bits<D, W> {
    let [a, den, num] = [a, den, num].map(|x| float::flush(p.input, x));
    let d = classify_division(den, num);
    let by = a.k(div_scale_exponent::<W>());
    let (up, down) = (scale(p, a, by), scale(p, a, -by));
    let (is_den, is_num) = (a.eq(den), a.eq(num));
    let mut r = d.small_numerator.pick(up, a);
    r = d.small.pick(is_num.pick(up, a), r);
    r = d.large_denominator.pick(down, r);
    r = (d.large_denominator & d.small).pick(is_den.pick(down, a), r);
    r = d.small_denominator.pick(up, r);
    r = d.large.pick(is_den.pick(up, a), r);
    let special = d.zero | float::is_nan(r);
    special.pick(r.k(NanRule::QuietPositive.invalid::<W>()), r)
}

/// Whether the quotient of the scaled operands differs from the quotient by a power of two: the value that `v_div_scale_*` writes to VCC.
///
/// # Source
/// As [`div_scale`]; for a zero operand **assumed** true, as the same public tests report.
#[inline(always)]
pub(crate) fn div_scaled<D: Domain, W: Width>(input: Flush, den: Bits<D, W>, num: Bits<D, W>) -> Bool<D> {
    let [den, num] = [den, num].map(|x| float::flush(input, x));
    let d = classify_division(den, num);
    d.zero | d.large | (!d.small_denominator & d.small)
}

/// The last multiply-add of a division whose quotient was scaled: `a * b + c` scaled back and rounded once. `c` is the approximate quotient
/// and gives the direction: at 2.0 and above it was scaled down. `v_div_fmas_*` under VCC.
///
/// # Source
/// * direction and amount: **assumed** from the same public tests. The pseudo-code has 2^32 (2^64 for f64) and no direction, which does not
///   undo the first step
/// * one rounding: **assumed**; two would not give the correctly rounded quotient where it is subnormal
#[inline(always)]
pub(crate) fn div_fma<D: Domain, W: Width>(p: FloatPolicy, a: Bits<D, W>, b: Bits<D, W>, c: Bits<D, W>) -> Bits<D, W> {
    let [a, b, c] = [a, b, c].map(|x| float::flush(p.input, x));
    let by = div_scale_exponent::<W>() as i16;
    let op = |by| a.float::<W>(FloatOp::FmaScaled(p.round, by), b, c);
    let r = field(c).ugt(a.k(W::BIAS as u64)).pick(op(by), op(-by));
    let nan = |x: Bits<D, W>, rest| float::is_nan(x).pick(float::quiet(x), rest);
    let quiet = nan(a, nan(b, nan(c, a.k(NanRule::FirstQuieted.invalid::<W>()))));
    float::is_nan(r).pick(quiet, float::flush(p.output, r))
}

/// The last step of a division: the quotient `q`, or the result for zeros, infinities, NaNs and extreme exponents. `v_div_fixup_*`.
///
/// # Source
/// **spec**, pseudo-code; a quotient that is a NaN although no operand is one becomes infinity: **assumed** from the same public tests.
#[inline(always)]
pub(crate) fn div_fixup<D: Domain, W: Width>(
    p: FloatPolicy,
    q: Bits<D, W>,
    den: Bits<D, W>,
    num: Bits<D, W>,
) -> Bits<D, W> {
    let [q, den, num] = [q, den, num].map(|x| float::flush(p.input, x));
    let sign = (den ^ num) & W::SIGN;
    let inf = |x: Bits<D, W>| float::magnitude(x).is(W::EXP_MASK);
    let (zero, infinity) = (q.k(0), q.k(W::EXP_MASK));
    let mut r = float::is_nan(q).pick(infinity, float::magnitude(q));
    if W::BITS != 16 {
        // An exponent difference below -150 (-1075) gives a quotient below half the smallest subnormal, 2^-149 (2^-1074), for all mantissas:
        // the rounding mode decides the result.
        let least = q.k(1 << W::MAN);
        let tiny = (sign | least).float::<W>(FloatOp::Mul(p.round), least, zero);
        let limit = if W::BITS == 64 { 1075 } else { 150 };
        r = (field(num) - field(den)).slt(-q.k(limit)).pick(float::magnitude(tiny), r);
    }
    r = (inf(den) | float::is_zero(num)).pick(zero, r);
    r = (float::is_zero(den) | inf(num)).pick(infinity, r);
    r = sign | float::flush(p.output, r);
    let invalid = (float::is_zero(den) & float::is_zero(num)) | (inf(den) & inf(num));
    r = invalid.pick(r.k(NanRule::QuietNegative.invalid::<W>()), r);
    r = float::is_nan(den).pick(float::quiet(den), r);
    float::is_nan(num).pick(float::quiet(num), r)
}

/// A float in -1..1 as a 16-bit integer of the full range (or 0..1, unsigned), to nearest even; 0 for a NaN.
/// `v_cvt_pk_norm_*`. Source: rounding **assumed**.
#[inline(always)]
pub(crate) fn to_norm16<D: Domain>(input: Flush, signed: bool, a: Bits<D, W32>) -> Bits<D, W32> {
    let a = float::flush(input, a);
    let wide = a.float::<W64>(FloatOp::Convert(float::Rounding::NearestEven), a.k(0), a.k(0));
    let range: f64 = if signed { 32767.0 } else { 65535.0 };
    // 24 bits by 16 bits: exact.
    let product = wide.float::<W64>(FloatOp::Mul(float::Rounding::NearestEven), wide.k(range.to_bits()), wide.k(0));
    let op = FloatOp::ToInt { round: float::Rounding::NearestEven, signed };
    let n = product.float::<W32>(op, product.k(0), product.k(0));
    let n = if signed { n.smin(n.k(32767)).smax(-n.k(32767)) & 0xffff } else { n.umin(n.k(65535)) };
    float::is_nan(a).pick(a.k(0), n)
}

/// Sum of the absolute differences of the bytes (or halves) of `a` and `b`, plus `c`; with `masked` a zero part of `b` adds nothing.
/// `v_sad_u8`, `v_sad_u16`, `v_msad_u8`.
#[inline(always)]
pub(crate) fn sad<D: Domain>(
    bits: u32,
    masked: bool,
    a: Bits<D, W32>,
    b: Bits<D, W32>,
    c: Bits<D, W32>,
) -> Bits<D, W32> {
    let mut sum = c;
    let mask = (1u64 << bits) - 1;
    for i in 0..32 / bits {
        let (x, y) = (a.shr(bits * i) & mask, b.shr(bits * i) & mask);
        let difference = x.umax(y) - x.umin(y);
        let difference = if masked { y.is(0).pick(y, difference) } else { difference };
        sum = sum + difference;
    }
    sum
}

/// Sum of four products of bytes, plus `c`; with `clamp` clamped to the range of the result. `signed` is for `a`, for `b`, and for `c` and
/// the result: `v_dot4_i32_iu8`, whose operands are each signed or unsigned, and `v_dot4_u32_u8`.
#[inline(always)]
pub(crate) fn dot4<D: Domain>(
    signed: [bool; 3],
    clamp: bool,
    a: Bits<D, W32>,
    b: Bits<D, W32>,
    c: Bits<D, W32>,
) -> Bits<D, W32> {
    let part = |x: Bits<D, W32>, i: u32, signed: bool| {
        let byte = x.shr(8 * i).trunc::<crate::domain::W8>();
        if signed { byte.sext::<W64>() } else { byte.zext::<W64>() }
    };
    let mut sum = if signed[2] { c.sext::<W64>() } else { c.zext::<W64>() };
    for i in 0..4 {
        sum = sum + part(a, i, signed[0]) * part(b, i, signed[1]);
    }
    match (clamp, signed[2]) {
        (false, _) => sum.trunc(),
        (true, true) => sum.smin(sum.k(i32::MAX as u64)).smax(sum.k(i32::MIN as i64 as u64)).trunc(),
        (true, false) => sum.smin(sum.k(u32::MAX as u64)).smax(sum.k(0)).trunc(),
    }
}

/// An operation on 16-bit integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Int16 {
    /// `a + b`
    Add,
    /// `a - b`
    Sub,
    /// `a * b`, low half
    Mul,
    /// `a * b + c`, low half
    Mad,
    /// `a << b`, `b` modulo 16
    Shl,
    /// `a >> b`, unsigned, `b` modulo 16
    Shr,
    /// `a >> b`, signed, `b` modulo 16
    Sar,
    /// Smaller, unsigned
    UMin,
    /// Larger, unsigned
    UMax,
    /// Smaller, signed
    SMin,
    /// Larger, signed
    SMax,
}

/// The treatment of a 16-bit sum or product out of range.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Clamp16 {
    /// It wraps.
    Wrap,
    /// The operands are unsigned and the result is clamped to 0..65535.
    Unsigned,
    /// The operands are signed and the result is clamped to -32768..32767.
    Signed,
}

/// One 16-bit operation. `v_add_nc_u16` and kin, and each half of `v_pk_add_u16` and kin.
#[inline(always)]
pub(crate) fn int16<D: Domain>(
    op: Int16,
    clamp: Clamp16,
    a: Bits<D, W16>,
    b: Bits<D, W16>,
    c: Bits<D, W16>,
) -> Bits<D, W16> {
    let signed = clamp == Clamp16::Signed;
    // 64 bits hold every exact value here.
    let wide = |x: Bits<D, W16>| if signed { x.sext::<W64>() } else { x.zext::<W64>() };
    let exact = match op {
        Int16::Add => wide(a) + wide(b),
        Int16::Sub => wide(a) - wide(b),
        Int16::Mul => wide(a) * wide(b),
        Int16::Mad => wide(a) * wide(b) + wide(c),
        Int16::Shl => return a.shl_by(b & 15),
        Int16::Shr => return a.shr_by(b & 15),
        Int16::Sar => return a.sar_by(b & 15),
        Int16::UMin => return a.umin(b),
        Int16::UMax => return a.umax(b),
        Int16::SMin => return a.smin(b),
        Int16::SMax => return a.smax(b),
    };
    let held = |low: i64, high: i64| exact.smin(exact.k(high as u64)).smax(exact.k(low as u64));
    match clamp {
        Clamp16::Wrap => exact.trunc(),
        Clamp16::Unsigned => held(0, 0xffff).trunc(),
        Clamp16::Signed => held(-0x8000, 0x7fff).trunc(),
    }
}
