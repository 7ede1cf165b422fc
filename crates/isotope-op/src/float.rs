//! Float rules as data, and float operations written once over any domain.
//!
//! A unit's behaviour is a [`FloatPolicy`] value: rounding, the treatment of subnormal operands and results, and the bits of a NaN result.
//! The functions here combine a correctly rounded primitive ([`FloatOp`]) with the policy. NaN bits, flushing, comparisons, minimum and
//! maximum are plain bit operations, so they mean the same in every domain.
//!
//! There are no exceptions, flags or traps: the modelled atomics have none.

use crate::domain::{B16, Bits, Bool, Domain, Note, W32, Width};
use core::ops::{Shl, Shr};

/// How an inexact result is rounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rounding {
    /// To the nearest, ties to the even last bit (`.RN`).
    #[default]
    NearestEven,
    /// Toward zero (`.RZ`, `.TRUNC`).
    TowardZero,
    /// Toward minus infinity (`.RM`, `.FLOOR`).
    Down,
    /// Toward plus infinity (`.RP`, `.CEIL`).
    Up,
}

/// The treatment of a subnormal. A flush keeps the sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flush {
    /// Subnormals are ordinary numbers.
    #[default]
    Keep,
    /// A subnormal operand, or a result that is subnormal once rounded, becomes zero.
    Zero,
    /// For results: a result whose exact value is below the smallest normal becomes zero, even if rounding gives the smallest normal. For
    /// operands the same as [`Flush::Zero`].
    ZeroBeforeRounding,
}

impl Flush {
    /// `Zero` when `on`.
    pub const fn when(on: bool) -> Flush {
        if on { Flush::Zero } else { Flush::Keep }
    }
}

/// The bits of a NaN result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NanRule {
    /// Sign 0 and all other bits 1: 0x7fff, 0x7fffffff. Payloads are lost. NVIDIA's f16 and f32.
    #[default]
    AllOnes,
    /// Positive, quiet, no payload: 0x7fc00000. Payloads are lost.
    QuietPositive,
    /// Negative, quiet, no payload: 0xffc00000. Payloads are lost.
    QuietNegative,
    /// The first NaN operand with its quiet bit set; 0xffc00000-like when no operand is a NaN. AMD.
    FirstQuieted,
    /// As `FirstQuieted`, but 0x7fc00000-like when no operand is a NaN.
    FirstQuietedPositive,
    /// The NaN of the second operand, else of the third, else of the first, with its quiet bit set; 0xffc00000-like when no
    /// operand is a NaN. NVIDIA's f64 arithmetic.
    SecondQuieted,
    /// As `SecondQuieted`, but with the quiet bit unchanged. NVIDIA's f64 in the L2 unit, where memory is the first operand.
    SecondUnchanged,
    /// The documents do not specify it. An atomic reports the value as unspecified; a lane operation gives `QuietPositive`.
    Unspecified,
}

impl NanRule {
    /// The NaN for an invalid operation on operands that are not NaNs.
    #[inline]
    pub const fn invalid<W: Width>(self) -> u64 {
        match self {
            NanRule::AllOnes => W::MASK >> 1,
            NanRule::QuietNegative | NanRule::FirstQuieted | NanRule::SecondQuieted | NanRule::SecondUnchanged => {
                W::SIGN | W::EXP_MASK | W::QUIET
            }
            NanRule::QuietPositive | NanRule::FirstQuietedPositive | NanRule::Unspecified => W::EXP_MASK | W::QUIET,
        }
    }
    /// True when an operand's payload reaches the result.
    #[inline]
    pub const fn propagates(self) -> bool {
        matches!(
            self,
            NanRule::FirstQuieted | NanRule::FirstQuietedPositive | NanRule::SecondQuieted | NanRule::SecondUnchanged
        )
    }
    /// True when the first operand has the lowest priority.
    #[inline]
    const fn second_first(self) -> bool {
        matches!(self, NanRule::SecondQuieted | NanRule::SecondUnchanged)
    }
    /// A NaN operand as the result: quieted, unless the rule keeps its bits.
    #[inline(always)]
    fn handed_on<D: Domain, W: Width>(self, x: Bits<D, W>) -> Bits<D, W> {
        if matches!(self, NanRule::SecondUnchanged) { x } else { quiet(x) }
    }
}

/// The rules of one float unit. Four bytes.
///
/// ```
/// use isotope_op::domain::{Bits, W32};
/// use isotope_op::float::{fadd, Flush, FloatPolicy};
/// let ftz = FloatPolicy { input: Flush::Zero, output: Flush::Zero, ..FloatPolicy::default() };
/// let tiny = Bits::<_, W32>::of(0x8000_0001);
/// assert_eq!(fadd(ftz, tiny, tiny).get(), 0x8000_0000);
/// assert_eq!(fadd(FloatPolicy::default(), tiny, tiny).get(), 0x8000_0002);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default, serde::Serialize, serde::Deserialize)]
pub struct FloatPolicy {
    /// Rounding of the result.
    pub round: Rounding,
    /// Subnormal operands.
    pub input: Flush,
    /// Subnormal results.
    pub output: Flush,
    /// NaN results.
    pub nan: NanRule,
}

impl FloatPolicy {
    /// Round to nearest, subnormals kept, NaN all ones: the plain NVIDIA `.RN`.
    pub const RN: FloatPolicy =
        FloatPolicy { round: Rounding::NearestEven, input: Flush::Keep, output: Flush::Keep, nan: NanRule::AllOnes };
    /// Round to nearest, subnormals flushed both ways, NaN all ones: the plain NVIDIA `.FTZ.RN`.
    pub const FTZ_RN: FloatPolicy = FloatPolicy { input: Flush::Zero, output: Flush::Zero, ..FloatPolicy::RN };
}

/// A float primitive: correctly rounded, subnormals kept.
///
/// The bits of a NaN result are unspecified, so that a domain may use a fast instruction; the functions of this module always replace the
/// NaN by the policy's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum FloatOp {
    /// `a + b`
    Add(Rounding),
    /// `a * b`
    Mul(Rounding),
    /// `a * b + c`, rounded once
    Fma(Rounding),
    /// `(a * b + c) * 2^n`, rounded once
    FmaScaled(Rounding, i16),
    /// Square root
    Sqrt(Rounding),
    /// `1 / a`
    Rcp(Rounding),
    /// `1 / sqrt(a)`, formats of at most 32 bits
    Rsqrt(Rounding),
    /// From one format to another
    Convert(Rounding),
    /// To an integer in the same format
    Integral(Rounding),
    /// Float to integer, clamped to the range; 0 for NaN
    ToInt {
        /// How a fraction is rounded
        round: Rounding,
        /// Two's complement or unsigned
        signed: bool,
    },
    /// Integer to float
    FromInt {
        /// How an inexact result is rounded
        round: Rounding,
        /// Two's complement or unsigned
        signed: bool,
    },
}

/// A condition over the four relations of two floats. The discriminant is a mask of less 1, equal 2, greater 4, unordered 8, which is also
/// NVIDIA's encoding order.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Cond {
    F = 0,
    Lt = 1,
    Eq = 2,
    Le = 3,
    Gt = 4,
    Ne = 5,
    Ge = 6,
    Num = 7,
    Nan = 8,
    Ltu = 9,
    Equ = 10,
    Leu = 11,
    Gtu = 12,
    Neu = 13,
    Geu = 14,
    T = 15,
}

impl Cond {
    /// All sixteen, by discriminant.
    pub const ALL: [Cond; 16] = {
        use Cond::*;
        [F, Lt, Eq, Le, Gt, Ne, Ge, Num, Nan, Ltu, Equ, Leu, Gtu, Neu, Geu, T]
    };
}

/// The rule of minimum and maximum for one signalling NaN operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SnanRule {
    /// As for any other NaN.
    #[default]
    AsQuiet,
    /// The first signalling operand, made quiet, is the result. AMD.
    FirstQuieted,
    /// The signalling operand is the result, its bits unchanged; for two different ones the result is unspecified. Intel.
    WinsUnchanged,
    /// Unspecified: a NaN or the other operand. SPIR-V and OpenCL.
    Unspecified,
}

/// The result of minimum and maximum when both operands are NaNs (and no [`SnanRule`] applied).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BothNan {
    /// The policy's NaN for an invalid operation.
    #[default]
    Policy,
    /// The first operand's bits.
    First,
    /// The second operand's bits.
    Second,
    /// One of the two; unspecified which, unless they are equal.
    Unspecified,
}

/// How minimum and maximum order the zeros.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ZeroOrder {
    /// -0 is less than +0; on equal values the first operand is the result.
    #[default]
    Signed,
    /// -0 is less than +0. On equal values the second operand is the result; equal values have different bits if a flush made them equal.
    SignedSecond,
    /// +0 and -0 are equal, and on equal values the first operand is the result.
    EqualFirst,
    /// +0 and -0 are equal, and on equal values the second operand is the result.
    EqualSecond,
    /// +0 and -0 are equal, and it is unspecified which of the two is the result.
    Unspecified,
}

/// The result of minimum and maximum when one operand is a NaN and the other a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OneNan {
    /// The number.
    #[default]
    Number,
    /// The NaN that the policy makes of it. Two NaNs then also give the policy's NaN, regardless of the other rules. LLVM's `fmaximum`.
    Nan,
    /// Unspecified: the number or a NaN. Two NaNs give a NaN. C++'s `fetch_max`.
    Either,
}

/// The rules of minimum and maximum that the [`FloatPolicy`] does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default, serde::Serialize, serde::Deserialize)]
pub struct MinMax {
    /// One NaN.
    #[serde(default)]
    pub one: OneNan,
    /// Signalling NaNs.
    pub snan: SnanRule,
    /// Two NaNs.
    pub both: BothNan,
    /// Zeros of different sign.
    pub zero: ZeroOrder,
    /// True: input flushing affects only the comparison, the result is an unmodified copy of an operand (AMD). False: the result is the
    /// flushed operand (NVIDIA `.FTZ`).
    pub copy: bool,
}

/// The magnitude: all bits but the sign.
#[inline(always)]
pub fn magnitude<D: Domain, W: Width>(x: Bits<D, W>) -> Bits<D, W> {
    x & (W::MASK >> 1)
}

/// True for every NaN.
#[inline(always)]
pub fn is_nan<D: Domain, W: Width>(x: Bits<D, W>) -> Bool<D> {
    x.k(W::EXP_MASK).ult(magnitude(x)).note(Note::IsNan, x, x)
}

/// True for a signalling NaN: quiet bit 0.
#[inline(always)]
pub fn is_snan<D: Domain, W: Width>(x: Bits<D, W>) -> Bool<D> {
    (is_nan(x) & (x & W::QUIET).is(0)).note(Note::IsSignalling, x, x)
}

/// True for +0 and -0.
#[inline(always)]
pub fn is_zero<D: Domain, W: Width>(x: Bits<D, W>) -> Bool<D> {
    magnitude(x).is(0)
}

/// `x` with a subnormal replaced by zero of the same sign.
#[inline(always)]
pub fn flush<D: Domain, W: Width>(mode: Flush, x: Bits<D, W>) -> Bits<D, W> {
    match mode {
        Flush::Keep => x,
        Flush::Zero | Flush::ZeroBeforeRounding => (x & W::EXP_MASK).is(0).pick(x & W::SIGN, x).note(Note::Flush, x),
    }
}

/// `x` with the quiet bit set.
#[inline(always)]
pub fn quiet<D: Domain, W: Width>(x: Bits<D, W>) -> Bits<D, W> {
    x | W::QUIET
}

/// `r`; if `r` is a NaN, [`nan_of`] the operands.
#[inline(always)]
fn nan_rule<D: Domain, W: Width, const N: usize>(
    rule: NanRule,
    operands: [Bits<D, W>; N],
    r: Bits<D, W>,
) -> Bits<D, W> {
    is_nan(r).pick(nan_of(rule, operands), r).note(Note::NanRule, r)
}

/// The NaN that the rule gives for the operands, in order.
#[inline(always)]
fn nan_of<D: Domain, W: Width, const N: usize>(rule: NanRule, operands: [Bits<D, W>; N]) -> Bits<D, W> {
    let mut nan = operands[0].k(rule.invalid::<W>());
    if rule.propagates() {
        let mut i = N;
        while i > 0 {
            i -= 1;
            let operand = operands[if rule.second_first() { (i + 1) % N } else { i }];
            nan = is_nan(operand).pick(rule.handed_on(operand), nan);
        }
    }
    nan
}

/// Flushes the rounded result `r`. `truncated` is the same result rounded toward zero, used if tininess is detected before rounding.
#[inline(always)]
fn flush_out<D: Domain, W: Width>(mode: Flush, r: Bits<D, W>, truncated: impl FnOnce() -> Bits<D, W>) -> Bits<D, W> {
    match mode {
        Flush::ZeroBeforeRounding => {
            let t = truncated();
            (t & W::EXP_MASK).is(0).pick(t & W::SIGN, r)
        }
        _ => flush(mode, r),
    }
}

/// `a + b` under a policy.
///
/// A sum below the smallest normal is always exact (every float is a multiple of the smallest subnormal), so detecting tininess before or
/// after rounding gives the same result.
#[inline(always)]
pub fn fadd<D: Domain, W: Width>(p: FloatPolicy, a: Bits<D, W>, b: Bits<D, W>) -> Bits<D, W> {
    fadd_of(p, a, b, false)
}

/// `a + b`, rounded once; the bits of a NaN are unspecified.
#[inline(always)]
fn sum<D: Domain, W: Width>(round: Rounding, a: Bits<D, W>, b: Bits<D, W>) -> Bits<D, W> {
    if W::BITS == B16::BITS && W::MAN == B16::MAN {
        brain_sum(a, b)
    } else {
        a.float::<W>(FloatOp::Add(round), b, a.k(0))
    }
}

/// A sum of bfloat16, to nearest even, computed in binary32: 24 bits of significand are more than twice 8 plus two, so that rounding twice
/// gives the same result as rounding once. No modelled unit sums bfloat16 with another rounding.
#[inline(always)]
fn brain_sum<D: Domain, W: Width>(a: Bits<D, W>, b: Bits<D, W>) -> Bits<D, W> {
    let wide = |x: Bits<D, W>| x.zext::<W32>().shl(16);
    let (x, y) = (wide(a), wide(b));
    let s = x.float::<W32>(FloatOp::Add(Rounding::NearestEven), y, x.k(0));
    let up = (s.shr(16) & 1) + 0x7fff;
    is_nan(s).pick(a.k(W::EXP_MASK | W::QUIET), (s + up).shr(16).trunc::<W>())
}

/// As [`fadd`]; if `reversed`, the NaN rule calls `b` the first operand. The sum itself is the same in both orders, and so is its term.
#[inline(always)]
pub fn fadd_of<D: Domain, W: Width>(p: FloatPolicy, a: Bits<D, W>, b: Bits<D, W>, reversed: bool) -> Bits<D, W> {
    let (a, b) = (flush(p.input, a), flush(p.input, b));
    flush(p.output, nan_rule(p.nan, if reversed { [b, a] } else { [a, b] }, sum(p.round, a, b)))
}

/// `a - b` under a policy: `a + (-b)`, but a NaN `b` keeps its sign.
#[inline(always)]
pub fn fsub<D: Domain, W: Width>(p: FloatPolicy, a: Bits<D, W>, b: Bits<D, W>) -> Bits<D, W> {
    let (a, b) = (flush(p.input, a), flush(p.input, b));
    flush(p.output, nan_rule(p.nan, [a, b], sum(p.round, a, b ^ W::SIGN)))
}

/// `a * b` under a policy.
#[inline(always)]
pub fn fmul<D: Domain, W: Width>(p: FloatPolicy, a: Bits<D, W>, b: Bits<D, W>) -> Bits<D, W> {
    let (a, b) = (flush(p.input, a), flush(p.input, b));
    let op = |round| a.float::<W>(FloatOp::Mul(round), b, a.k(0));
    let r = flush_out(p.output, op(p.round), || op(Rounding::TowardZero));
    nan_rule(p.nan, [a, b], r)
}

/// `a * b + c`, rounded once, under a policy.
#[inline(always)]
pub fn ffma<D: Domain, W: Width>(p: FloatPolicy, a: Bits<D, W>, b: Bits<D, W>, c: Bits<D, W>) -> Bits<D, W> {
    let (a, b, c) = (flush(p.input, a), flush(p.input, b), flush(p.input, c));
    let op = |round| a.float::<W>(FloatOp::Fma(round), b, c);
    let r = flush_out(p.output, op(p.round), || op(Rounding::TowardZero));
    nan_rule(p.nan, [a, b, c], r)
}

/// A correctly rounded function of one operand (`Sqrt`, `Rcp`, `Rsqrt`) under a policy.
#[inline(always)]
pub fn funary<D: Domain, W: Width>(p: FloatPolicy, op: impl Fn(Rounding) -> FloatOp, a: Bits<D, W>) -> Bits<D, W> {
    let a = flush(p.input, a);
    let z = a.k(0);
    let r = flush_out(p.output, a.float::<W>(op(p.round), z, z), || a.float::<W>(op(Rounding::TowardZero), z, z));
    nan_rule(p.nan, [a], r)
}

/// `a` rounded to an integer in its own format, under a policy.
#[inline(always)]
pub fn fintegral<D: Domain, W: Width>(p: FloatPolicy, a: Bits<D, W>) -> Bits<D, W> {
    let a = flush(p.input, a);
    nan_rule(p.nan, [a], a.float::<W>(FloatOp::Integral(p.round), a.k(0), a.k(0)))
}

/// `a` in the format of `R`, under a policy; a propagated NaN keeps its sign and the high bits of its payload.
#[inline(always)]
pub fn fconvert<D: Domain, A: Width, R: Width>(p: FloatPolicy, a: Bits<D, A>) -> Bits<D, R> {
    let a = flush(p.input, a);
    let z = a.k(0);
    let op = |round| a.float::<R>(FloatOp::Convert(round), z, z);
    let r = flush_out(p.output, op(p.round), || op(Rounding::TowardZero));
    let mut nan = r.k(p.nan.invalid::<R>());
    if p.nan.propagates() {
        let man = a & A::MAN_MASK;
        let payload = if R::BITS >= A::BITS {
            man.zext::<R>().shl(R::MAN.saturating_sub(A::MAN))
        } else {
            man.shr(A::MAN.saturating_sub(R::MAN)).trunc::<R>()
        };
        let sign = (a & A::SIGN).ne(z).pick(r.k(R::SIGN), r.k(0));
        nan = payload | sign | (R::EXP_MASK | R::QUIET);
    }
    is_nan(a).pick(nan, r)
}

/// The relation of `a` and `b`: (less, equal, greater, unordered), exactly one true; +0 equals -0.
#[inline(always)]
pub fn relation<D: Domain, W: Width>(a: Bits<D, W>, b: Bits<D, W>) -> [Bool<D>; 4] {
    let nan = is_nan(a) | is_nan(b);
    let equal = ((a.eq(b) | magnitude(a | b).is(0)) & !nan).note(Note::FloatEqual, a, b);
    let less = (order_key(a).ult(order_key(b)) & !equal & !nan).note(Note::FloatLess, a, b);
    [less, equal, !(less | equal | nan), nan]
}

/// A key whose unsigned order is -NaN < -inf < ... < -0 < +0 < ... < +inf < +NaN.
#[inline(always)]
pub fn order_key<D: Domain, W: Width>(x: Bits<D, W>) -> Bits<D, W> {
    (x ^ (x.sar(W::BITS - 1) | W::SIGN)).note(Note::OrderKey, x)
}

/// The condition between `a` and `b`, subnormals flushed first if the mode says so.
#[inline(always)]
pub fn fcmp<D: Domain, W: Width>(cond: Cond, input: Flush, a: Bits<D, W>, b: Bits<D, W>) -> Bool<D> {
    let [less, equal, greater, nan] = relation(flush(input, a), flush(input, b));
    let m = cond as u8;
    let on = |bit: u8| Bool::lit(a.d, m & bit != 0);
    (less & on(1)) | (equal & on(2)) | (greater & on(4)) | (nan & on(8))
}

/// The smaller (`max` false) or larger of two operands, and whether the documents leave the result unspecified.
///
/// `a` is the first operand of the rules.
#[inline(always)]
pub fn fminmax<D: Domain, W: Width>(
    p: FloatPolicy,
    rule: MinMax,
    max: bool,
    a: Bits<D, W>,
    b: Bits<D, W>,
) -> (Bits<D, W>, Bool<D>) {
    let (fa, fb) = (flush(p.input, a), flush(p.input, b));
    let (ra, rb) = if rule.copy { (a, b) } else { (fa, fb) };
    let (na, nb) = (is_nan(a), is_nan(b));
    let [less, equal, ..] = relation(fa, fb);
    let no = Bool::lit(a.d, false);
    let mut open = no;
    // Numbers. Different zeros are the only equal values with different bits, once flushed.
    let take_b = match rule.zero {
        ZeroOrder::Signed => {
            let (ka, kb) = (order_key(fa), order_key(fb));
            if max { kb.ugt(ka) } else { kb.ult(ka) }
        }
        ZeroOrder::SignedSecond => {
            let (ka, kb) = (order_key(fa), order_key(fb));
            if max { kb.uge(ka) } else { kb.ule(ka) }
        }
        ZeroOrder::EqualFirst | ZeroOrder::Unspecified => {
            if max {
                less
            } else {
                !(less | equal)
            }
        }
        ZeroOrder::EqualSecond => {
            if max {
                less | equal
            } else {
                !less
            }
        }
    };
    if rule.zero == ZeroOrder::Unspecified {
        open = open | (equal & ra.ne(rb));
    }
    let mut r = take_b.pick(rb, ra);
    if rule.one != OneNan::Number {
        let nan = nan_of(p.nan, [a, b]);
        let any = na | nb;
        let which = rule.one == OneNan::Either || p.nan == NanRule::Unspecified;
        open = open & !any;
        return (any.pick(nan, r), if which { open | any } else { open });
    }
    // NaNs, weakest rule first.
    r = na.pick(rb, nb.pick(ra, r));
    let both = na & nb;
    let nan = match rule.both {
        BothNan::Policy => {
            let canonical = r.k(p.nan.invalid::<W>());
            match p.nan {
                nan if nan.second_first() => nan.handed_on(b),
                nan if nan.propagates() => nan.handed_on(a),
                _ => canonical,
            }
        }
        BothNan::First | BothNan::Unspecified => a,
        BothNan::Second => b,
    };
    r = both.pick(nan, r);
    match (rule.both, p.nan) {
        (BothNan::Unspecified, _) => open = open | (both & a.ne(b)),
        (BothNan::Policy, NanRule::Unspecified) => open = open | both,
        _ => {}
    }
    match rule.snan {
        SnanRule::AsQuiet => {}
        SnanRule::Unspecified => open = open | is_snan(a) | is_snan(b),
        SnanRule::FirstQuieted => {
            let (sa, sb) = (is_snan(a), is_snan(b));
            r = sa.pick(quiet(a), sb.pick(quiet(b), r));
            open = open & !(sa | sb);
        }
        SnanRule::WinsUnchanged => {
            let (sa, sb) = (is_snan(a), is_snan(b));
            r = sa.pick(a, sb.pick(b, r));
            if rule.both == BothNan::Unspecified {
                // One signalling and one quiet NaN: the signalling NaN is the result, which is specified.
                open = open & !(sa ^ sb);
            }
        }
    }
    (r, open)
}

/// `x` clamped to 0..1; a NaN gives +0, and so does -0.
#[inline(always)]
pub fn saturate<D: Domain, W: Width>(x: Bits<D, W>) -> Bits<D, W> {
    let one = x.k((W::BIAS as u64) << W::MAN);
    let high = magnitude(x).ult(one).pick(x, one);
    // Negative, -0 or NaN.
    ((x & W::SIGN).ne(x.k(0)) | is_nan(x)).pick(x.k(0), high)
}

/// `a + b` with bit operations only: the written reference for [`FloatOp::Add`], in every rounding mode.
///
/// The significand is at the left end of the width with three guard bits, so a format needs `EXP + 1 >= 5`, which every width has. The NaN
/// is the default quiet one.
#[inline(always)]
pub fn add_by_bits<D: Domain, W: Width>(round: Rounding, a: Bits<D, W>, b: Bits<D, W>) -> Bits<D, W> {
    let (one, zero) = (a.k(1), a.k(0));
    let swap = magnitude(a).ult(magnitude(b));
    let (x, y) = (swap.pick(b, a), swap.pick(a, b));
    let (mx, my) = (magnitude(x), magnitude(y));
    // Exponent field, 1 for subnormals; significand with hidden bit and three guard bits.
    let field = |m: Bits<D, W>| m.shr(W::MAN);
    let (fx, fy) = (field(mx), field(my));
    let (ex, ey) = (fx.is(0).pick(one, fx), fy.is(0).pick(one, fy));
    let sig = |m: Bits<D, W>, f: Bits<D, W>| ((m & W::MAN_MASK) | f.is(0).pick(zero, a.k(1 << W::MAN))).shl(3);
    let (sx, sy) = (sig(mx, fx), sig(my, fy));
    // Align the smaller operand; lost bits are collected in the lowest bit.
    let distance = ex - ey;
    let shifted = sy.shr_by(distance);
    let lost = shifted.shl_by(distance).ne(sy);
    let aligned = shifted | lost.bit();
    let negative = (x & W::SIGN).ne(zero);
    let same = ((x ^ y) & W::SIGN).is(0);
    let sum = same.pick(sx + aligned, sx - aligned);
    // Bring the leading bit to MAN + 3, but not below exponent 1.
    let carry = (sum & (1 << (W::MAN + 4))).ne(zero);
    let right = sum.shr(1) | (sum & 1);
    let room = ex - 1;
    let want = sum.clz() - (W::BITS as u64 - 1 - (W::MAN as u64 + 3));
    let left = room.umin(carry.pick(zero, want));
    let s = carry.pick(right, sum.shl_by(left));
    let e = carry.pick(ex + 1, ex - left);
    // The hidden bit adds 1 to the exponent field, and so does a carry out of rounding.
    let packed = (e - 1).shl(W::MAN) + s.shr(3);
    let rest = s & 7;
    let up = match round {
        Rounding::NearestEven => rest.ugt(a.k(4)) | (rest.is(4) & (packed & 1).is(1)),
        Rounding::TowardZero => Bool::lit(a.d, false),
        Rounding::Down => negative & rest.ne(zero),
        Rounding::Up => !negative & rest.ne(zero),
    };
    let rounded = packed + up.bit();
    let (inf, largest) = (a.k(W::EXP_MASK), a.k(W::EXP_MASK - 1));
    let over = match round {
        Rounding::NearestEven => inf,
        Rounding::TowardZero => largest,
        Rounding::Down => negative.pick(inf, largest),
        Rounding::Up => negative.pick(largest, inf),
    };
    let finite = rounded.ult(inf).pick(rounded, over);
    let cancelled = if round == Rounding::Down { a.k(W::SIGN) } else { zero };
    let number = sum.is(0).pick(same.pick(x & W::SIGN, cancelled), finite | (x & W::SIGN));
    // Specials: x has the larger magnitude.
    let nan = inf.ult(mx) | (my.eq(inf) & !same);
    nan.pick(a.k(W::EXP_MASK | W::QUIET), mx.eq(inf).pick(x, number))
}
