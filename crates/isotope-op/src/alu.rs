//! Lane arithmetic: the small neutral operations to which instructions are lifted, each defined once.
//!
//! [`Alu`] gives a 32-bit result from up to three 32-bit sources, [`Alu64`] works on 64-bit values, [`Test`] and [`Test64`] give a truth
//! value per lane. One table defines each operation. The table generates the generic function (for any domain) and the loop over the 32
//! lanes of a wave, which selects the operation once, outside the loop.
//!
//! ```
//! use isotope_op::alu::{lanes32, tests32, Alu, Test};
//! let a = [0xf0; 32];
//! let b: [u32; 32] = core::array::from_fn(|lane| lane as u32);
//! let mut out = [0; 32];
//! lanes32(Alu::Lop3 { lut: 0xf8 }, &a, &b, &[2; 32], &mut out); // a | (b & c)
//! assert_eq!(out[3], 0xf2);
//! assert_eq!(tests32(Test::Ult, &b, &[4; 32], &[0; 32]), 0b1111);
//! ```
//!
//! This module has no predicates, lane masks, register files or condition-code registers. Unused sources are ignored.

use crate::amd_vector::{self, Clamp16, Int16};
use crate::atomic::Size;
use crate::domain::{Bits, Bool, Concrete, Domain, W8, W16, W32, W64, Width};
use crate::dot::{self, Dot2};
use crate::float::{self, BothNan, Cond, FloatOp, FloatPolicy, Flush, MinMax, OneNan, Rounding, SnanRule, ZeroOrder};
use core::ops::{Shl, Shr};

/// The vendor rules for minimum, maximum and clamping. One byte; the default is [`Unit::NVIDIA`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default, serde::Serialize, serde::Deserialize)]
pub struct Unit(u8);

impl Unit {
    /// One NaN gives the other operand, two give the policy's NaN; clamping turns a NaN into +0.
    ///
    /// # Source
    /// **spec**: PTX `min.f32`, `max.f32`, `.sat`
    pub const NVIDIA: Unit = Unit(0);
    const AMD: u8 = 1;
    const IEEE: u8 = 2;
    const DX10_CLAMP: u8 = 4;
    const HOLD: u8 = 8;

    /// AMD: one quiet NaN gives the other operand, two give the first. With MODE.IEEE a signalling NaN is the result, made quiet; without
    /// it, a signalling NaN counts as a quiet one. With MODE.DX10_CLAMP clamping turns a NaN into +0; without it, the NaN stays.
    ///
    /// # Source
    /// **spec**: RDNA3 ISA guide, `V_MIN_F32`, `V_MAX_F32`, MODE
    pub const fn amd(ieee: bool, dx10_clamp: bool) -> Unit {
        Unit(Unit::AMD | (ieee as u8 * Unit::IEEE) | (dx10_clamp as u8 * Unit::DX10_CLAMP))
    }
    /// MODE.FP16_OVFL: a binary16 result that overflows is the largest finite number. Infinite operands and divisions by zero still give
    /// infinities.
    ///
    /// # Source
    /// **spec**: RDNA3 ISA guide, MODE
    pub const fn holding(self, on: bool) -> Unit {
        Unit(self.0 & !Unit::HOLD | (on as u8 * Unit::HOLD))
    }
    const fn has(self, bit: u8) -> bool {
        self.0 & bit != 0
    }
}

/// How a lane's float operation rounds, flushes, makes NaNs and saturates. Six bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default, serde::Serialize, serde::Deserialize)]
pub struct Fp {
    /// Rounding, subnormals, NaN.
    pub policy: FloatPolicy,
    /// Clamp the result to 0..1 (`.SAT`, AMD `clamp`).
    pub sat: bool,
    /// Minimum, maximum and clamping.
    pub unit: Unit,
}

impl Fp {
    /// NVIDIA's default: nearest even, subnormals kept, NaN 0x7fffffff.
    pub const RN: Fp = Fp { policy: FloatPolicy::RN, sat: false, unit: Unit::NVIDIA };
    /// The same with `.FTZ`.
    pub const FTZ_RN: Fp = Fp { policy: FloatPolicy::FTZ_RN, ..Fp::RN };
    /// NVIDIA's f64 rule: nearest even, subnormals kept, a NaN without payload is 0xfff8000000000000 (see `nv.f64_nan`).
    pub const F64_RN: Fp =
        Fp { policy: FloatPolicy { nan: float::NanRule::SecondQuieted, ..FloatPolicy::RN }, ..Fp::RN };
    /// AMD with every subnormal kept, IEEE and DX10_CLAMP on: the mode in which compilers launch.
    pub const AMD: Fp = Fp::amd(Rounding::NearestEven, Flush::Keep, Flush::Keep, false, true, true);
    /// The same with subnormals flushed both ways.
    pub const AMD_FTZ: Fp = Fp::amd(Rounding::NearestEven, Flush::Zero, Flush::Zero, false, true, true);
    /// NVIDIA's f32 rules for a rounding mode, `.FTZ` and `.SAT`.
    pub const fn nvidia(round: Rounding, ftz: bool, sat: bool) -> Fp {
        let flush = Flush::when(ftz);
        Fp { policy: FloatPolicy { round, input: flush, output: flush, nan: float::NanRule::AllOnes }, sat, ..Fp::RN }
    }
    /// AMD's rules under the fields of MODE: a NaN result is the first NaN operand made quiet.
    pub const fn amd(round: Rounding, input: Flush, output: Flush, clamp: bool, ieee: bool, dx10_clamp: bool) -> Fp {
        let policy = FloatPolicy { round, input, output, nan: float::NanRule::FirstQuieted };
        Fp { policy, sat: clamp, unit: Unit::amd(ieee, dx10_clamp) }
    }
    /// A binary16 result `x` of `operands`. If the unit clamps overflow ([`Unit::holding`]), an overflow gives the largest finite number.
    #[inline(always)]
    fn held<D: Domain, A: Width, const N: usize>(self, x: Bits<D, W16>, operands: [Bits<D, A>; N]) -> Bits<D, W16> {
        if !self.unit.has(Unit::HOLD) {
            return x;
        }
        let mut over = float::magnitude(x).is(W16::EXP_MASK);
        for operand in operands {
            over = over & float::magnitude(operand).ne(operand.k(A::EXP_MASK));
        }
        over.pick(x - 1, x)
    }
    #[inline(always)]
    fn done<D: Domain, W: Width>(self, x: Bits<D, W>) -> Bits<D, W> {
        match self.sat {
            false => x,
            true if self.unit == Unit::NVIDIA || self.unit.has(Unit::DX10_CLAMP) => float::saturate(x),
            true => float::is_nan(x).pick(x, float::saturate(x)),
        }
    }
    /// The rules of minimum and maximum.
    const fn minmax(self) -> MinMax {
        let both = if self.unit.has(Unit::AMD) { BothNan::First } else { BothNan::Policy };
        let snan = if self.unit.has(Unit::IEEE) { SnanRule::FirstQuieted } else { SnanRule::AsQuiet };
        MinMax { one: OneNan::Number, snan, both, zero: ZeroOrder::Signed, copy: false }
    }
    #[inline(always)]
    fn extreme<D: Domain, W: Width>(self, max: bool, a: Bits<D, W>, b: Bits<D, W>) -> Bits<D, W> {
        let r = float::fminmax(self.policy, self.minmax(), max, a, b).0;
        self.done(if self.unit.has(Unit::AMD) { float::flush(self.policy.output, r) } else { r })
    }
}

/// How a byte permutation reads its selector.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PermMode {
    /// Four nibbles, one per result byte: byte number, and bit 3 to replicate that byte's sign.
    Index,
    /// Bytes n, n+1, n+2, n+3.
    F4e,
    /// Bytes n, n-1, n-2, n-3 (modulo 8).
    B4e,
    /// Byte n four times.
    Rc8,
    /// Bytes of the first source, numbers below n raised to n.
    Ecl,
    /// Bytes of the first source, numbers above n lowered to n.
    Ecr,
    /// Half n twice.
    Rc16,
    /// AMD `v_perm_b32`: four selectors of one byte; 0..7 a byte, 8..11 the sign of half 0..3, 12 zero, higher ones 0xff.
    Amd,
}

/// Runs a loop over lanes. A caller that knows wider vectors than every host has runs the loop in a function that may use them; the results
/// are the same.
pub trait Around: Copy {
    /// Runs `f`.
    fn run<R>(self, f: impl FnOnce() -> R) -> R;
}

/// Makes each loop a separate function, so that a short loop does not save the registers of a long one.
#[derive(Clone, Copy, Debug)]
pub struct Apart;

impl Around for Apart {
    #[inline(never)]
    fn run<R>(self, f: impl FnOnce() -> R) -> R {
        f()
    }
}

/// Inlines a loop: for loops so short that a call takes longer.
#[derive(Clone, Copy)]
struct Inside;

impl Around for Inside {
    #[inline(always)]
    fn run<R>(self, f: impl FnOnce() -> R) -> R {
        f()
    }
}

/// Declares an operation table: the enum, the generic function, the loop over lanes.
macro_rules! table {
    (
        $(#[$doc:meta])* enum $enum:ident;
        $(#[$fdoc:meta])* fn $function:ident;
        $(#[$ldoc:meta])* fn $lanes:ident, $within:ident;
        sources $a:ident $b:ident $c:ident: $width:ident $repr:ident;
        result $kind:ident;
        $( $(#[$vdoc:meta])* $variant:ident $({ $($field:ident: $type:ty),* })? $([$brief:ident])? $(fast $fp:ident: $($common:ident)*)? => $body:expr, )*
    ) => {
        $(#[$doc])*
        #[allow(missing_docs)]
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum $enum {
            $( $(#[$vdoc])* $variant $({ $($field: $type),* })?, )*
        }

        $(#[$fdoc])*
        #[inline(always)]
        #[allow(unused_variables)]
        pub fn $function<D: Domain>(
            op: $enum, $a: Bits<D, $width>, $b: Bits<D, $width>, $c: Bits<D, $width>,
        ) -> table!(@result $kind D $width) {
            D::apart(#[inline(always)] || match op {
                $( $enum::$variant $({ $($field),* })? => $body, )*
            })
        }

        table!(@lanes $kind $(#[$ldoc])* $enum $lanes $within $a $b $c $width $repr
            $( $variant [$($brief)?] [$($($field)*)?] [$($($common $fp)*)?] ($body) )*);
    };
    (@around $around:ident) => { $around };
    (@around $around:ident brief) => { Inside };
    (@result value $d:ident $width:ident) => { Bits<$d, $width> };
    (@result truth $d:ident $width:ident) => { Bool<$d> };

    (@lanes value $(#[$ldoc:meta])* $enum:ident $lanes:ident $within:ident $a:ident $b:ident $c:ident $width:ident $repr:ident
        $( $variant:ident [$($brief:ident)?] [$($field:ident)*] [$($common:ident $fp:ident)*] ($body:expr) )*) => {
        $(#[$ldoc])*
        pub fn $lanes(op: $enum, a: &[$repr; 32], b: &[$repr; 32], c: &[$repr; 32], out: &mut [$repr; 32]) {
            *out = $within(Apart, op, a, b, c);
        }

        #[doc = concat!("The same as [`", stringify!($lanes), "`], each loop within `around`.")]
        #[inline(always)]
        #[allow(unused_variables)]
        pub fn $within(
            around: impl Around, op: $enum, a: &[$repr; 32], b: &[$repr; 32], c: &[$repr; 32],
        ) -> [$repr; 32] {
            #[inline(always)]
            fn each(
                around: impl Around, a: &[$repr; 32], b: &[$repr; 32], c: &[$repr; 32],
                f: impl Fn(Bits<Concrete, $width>, Bits<Concrete, $width>, Bits<Concrete, $width>) -> Bits<Concrete, $width>,
            ) -> [$repr; 32] {
                around.run(#[inline(always)] || {
                    // A fresh local cannot alias the sources, so the loop vectorizes.
                    let mut out = [0; 32];
                    for i in 0..32 {
                        out[i] = f(Bits::of(a[i]), Bits::of(b[i]), Bits::of(c[i])).v;
                    }
                    out
                })
            }
            match op {
                $( $enum::$variant { $($field),* } => {
                    $(
                        if $fp == Fp::$common {
                            let $fp = Fp::$common;
                            return each(around, a, b, c, #[inline(always)] |$a, $b, $c| $body);
                        }
                    )*
                    each(table!(@around around $($brief)?), a, b, c, #[inline(always)] |$a, $b, $c| $body)
                } )*
            }
        }
    };
    (@lanes truth $(#[$ldoc:meta])* $enum:ident $lanes:ident $within:ident $a:ident $b:ident $c:ident $width:ident $repr:ident
        $( $variant:ident [$($brief:ident)?] [$($field:ident)*] [$($common:ident $fp:ident)*] ($body:expr) )*) => {
        $(#[$ldoc])*
        pub fn $lanes(op: $enum, a: &[$repr; 32], b: &[$repr; 32], c: &[$repr; 32]) -> u32 {
            $within(Apart, op, a, b, c)
        }

        #[doc = concat!("The same as [`", stringify!($lanes), "`], each loop within `around`.")]
        #[inline(always)]
        #[allow(unused_variables)]
        pub fn $within(around: impl Around, op: $enum, a: &[$repr; 32], b: &[$repr; 32], c: &[$repr; 32]) -> u32 {
            #[inline(always)]
            fn each(
                around: impl Around, a: &[$repr; 32], b: &[$repr; 32], c: &[$repr; 32],
                f: impl Fn(Bits<Concrete, $width>, Bits<Concrete, $width>, Bits<Concrete, $width>) -> Bool<Concrete>,
            ) -> u32 {
                around.run(#[inline(always)] || {
                    let mut mask = 0;
                    for i in 0..32 {
                        let all = 0u32.wrapping_sub(f(Bits::of(a[i]), Bits::of(b[i]), Bits::of(c[i])).b as u32);
                        mask |= all & 1 << i;
                    }
                    mask
                })
            }
            match op {
                $( $enum::$variant { $($field),* } => {
                    each(table!(@around around $($brief)?), a, b, c, #[inline(always)] |$a, $b, $c| $body)
                } )*
            }
        }
    };
}

table! {
    /// A 32-bit result from 32-bit sources `a`, `b`, `c`.
    enum Alu;
    /// One lane of an [`Alu`] operation, in any domain.
    fn alu;
    /// All 32 lanes of an [`Alu`] operation.
    fn lanes32, lanes32_in;
    sources a b c: W32 u32;
    result value;

    /// `a`
    Mov [brief] => a,
    /// `!a`
    Not [brief] => !a,
    /// `-a`
    Neg [brief] => -a,
    /// `|a|`, signed; 0x80000000 stays
    Abs => a.slt(a.k(0)).pick(-a, a),
    /// `a + b`
    Add [brief] => a + b,
    /// `a + b + c`
    Add3 [brief] => a + b + c,
    /// `a - b`
    Sub [brief] => a - b,
    /// `a * b`, low word
    Mul [brief] => a * b,
    /// `a * b + c`, low word
    Mad [brief] => a * b + c,
    /// `a * b`, high word, unsigned
    MulHiU => (a.zext::<W64>() * b.zext::<W64>()).shr(32).trunc::<W32>(),
    /// `a * b`, high word, signed
    MulHiS => (a.sext::<W64>() * b.sext::<W64>()).shr(32).trunc::<W32>(),
    /// `a / b`, unsigned; all ones if `b` is 0
    UDiv => a.udiv(b),
    /// `a % b`, unsigned; `a` if `b` is 0
    URem => a.urem(b),
    /// `a & b`
    And [brief] => a & b,
    /// `a | b`
    Or [brief] => a | b,
    /// `a ^ b`
    Xor [brief] => a ^ b,
    /// Any function of three bits: bit `4*a + 2*b + c` of `lut`
    Lop3 { lut: u8 } => lop3(lut, a, b, c),
    /// `a << b`; 0 for 32 and more
    Shl [brief] => a.shl_by(b),
    /// `a >> b`, unsigned; 0 for 32 and more
    Shr [brief] => a.shr_by(b),
    /// `a >> b`, signed; the sign for 32 and more
    Sar [brief] => a.sar_by(b),
    /// `a << n`; 0 for 32 and more
    ShlBy { n: u8 } [brief] => a << n as u32,
    /// `a >> n`, unsigned; 0 for 32 and more
    ShrBy { n: u8 } [brief] => a >> n as u32,
    /// High word of `(b:a) << c`, `c` at most 32
    FunnelShl => b.shl_by(c) | a.shr_by(c.k(32) - c),
    /// Low word of `(b:a) >> c`, `c` at most 32
    FunnelShr => a.shr_by(c) | b.shl_by(c.k(32) - c),
    /// Smaller, unsigned
    UMin [brief] => a.umin(b),
    /// Larger, unsigned
    UMax [brief] => a.umax(b),
    /// Smaller, signed
    SMin [brief] => a.smin(b),
    /// Larger, signed
    SMax [brief] => a.smax(b),
    /// `if a != 0 { b } else { c }`
    Sel [brief] => a.is(0).pick(c, b),
    /// One bits of `a`
    Popc => a.popc(),
    /// Leading zero bits of `a`; 32 for 0
    Clz => a.clz(),
    /// Bits of `a` in reverse order
    Rev => a.rev(),
    /// `c` bits of `a` from position `b`, zero-extended; bits beyond 31 read as 0
    Ubfe => a.shr_by(b) & ones(c),
    /// `c` bits of `a` from position `b`, sign-extended from the field's highest bit, or from bit 31 if the field goes
    /// beyond it; 0 when `c` is 0
    Sbfe => sbfe(a, b, c),
    /// `b` ones from position `a`
    Bfm => ones(b).shl_by(a),
    /// `(a & b) | (!a & c)`
    Mux [brief] => (a & b) | (!a & c),
    /// Low byte, sign-extended
    Sext8 => a.trunc::<W8>().sext::<W32>(),
    /// Low half, sign-extended
    Sext16 => a.trunc::<W16>().sext::<W32>(),
    /// Low byte, zero-extended
    Zext8 [brief] => a & 0xff,
    /// Low half, zero-extended
    Zext16 [brief] => a & 0xffff,
    /// Four bytes of the eight in `c:a`, chosen by `b`
    Perm { mode: PermMode } => perm(mode, a, b, c),
    /// `a + b`, signed, clamped to the range
    SatAddS => sat_add_s(a, b),
    /// `a + b`, unsigned, clamped to the range
    SatAddU => (a + b).ult(a).pick(a.k(0xffff_ffff), a + b),
    /// `a + b` in f32
    FAdd { p: Fp } fast p: RN FTZ_RN AMD AMD_FTZ => p.done(float::fadd(p.policy, a, b)),
    /// `a * b` in f32
    FMul { p: Fp } fast p: RN FTZ_RN AMD AMD_FTZ => p.done(float::fmul(p.policy, a, b)),
    /// `a * b + c` in f32, rounded once
    FFma { p: Fp } fast p: RN FTZ_RN AMD AMD_FTZ => p.done(float::ffma(p.policy, a, b, c)),
    /// Smaller in f32; NaNs by the unit; -0 is below +0; `.FTZ` flushes the result
    FMin { p: Fp } fast p: RN FTZ_RN AMD AMD_FTZ => p.extreme(false, a, b),
    /// Larger in f32; NaNs by the unit; -0 is below +0; `.FTZ` flushes the result
    FMax { p: Fp } fast p: RN FTZ_RN AMD AMD_FTZ => p.extreme(true, a, b),
    /// `a` with sign 0
    FAbs => a & 0x7fff_ffff,
    /// `a` with the sign inverted
    FNeg => a ^ 0x8000_0000,
    /// `a` clamped to 0..1 in f32; NaN gives +0
    FSat => float::saturate(a),
    /// `a` with a subnormal replaced by zero of its sign
    FFlush => float::flush(Flush::Zero, a),
    /// `a` rounded to an integer, in f32
    FRound { p: Fp } => p.done(float::fintegral(p.policy, a)),
    /// `1 / a` in f32, correctly rounded
    FRcp { p: Fp } fast p: RN FTZ_RN => p.done(float::funary(p.policy, FloatOp::Rcp, a)),
    /// `1 / sqrt(a)` in f32, correctly rounded
    FRsq { p: Fp } => p.done(float::funary(p.policy, FloatOp::Rsqrt, a)),
    /// `sqrt(a)` in f32, correctly rounded
    FSqrt { p: Fp } => p.done(float::funary(p.policy, FloatOp::Sqrt, a)),
    /// The low half, binary16, as f32
    F16ToF32 { p: Fp } fast p: RN => p.done(float::fconvert::<_, W16, W32>(p.policy, a.trunc())),
    /// f32 as binary16, zero-extended
    F32ToF16 { p: Fp } fast p: RN => p.done(p.held(float::fconvert::<_, W32, W16>(p.policy, a), [a])).zext(),
    /// f32 as an integer of `size` (at most 32 bits), clamped to its range and extended; NaN gives 0
    FToI { round: Rounding, ftz: Flush, signed: bool, size: Size } => f_to_i(round, ftz, signed, size, a),
    /// A 32-bit integer as f32
    IToF { round: Rounding, signed: bool } => a.float::<W32>(FloatOp::FromInt { round, signed }, a.k(0), a.k(0)),
    /// A 32-bit integer as binary16, zero-extended
    IToF16 { round: Rounding, signed: bool } =>
        a.float::<W16>(FloatOp::FromInt { round, signed }, a.k(0), a.k(0)).zext(),
    /// Sum of binary16 pairs, each half by itself
    HAdd2 { p: Fp } fast p: RN FTZ_RN => pair(a, b, c, |x, y, _| p.done(p.held(float::fadd(p.policy, x, y), [x, y]))),
    /// Product of binary16 pairs, each half by itself
    HMul2 { p: Fp } fast p: RN FTZ_RN => pair(a, b, c, |x, y, _| p.done(p.held(float::fmul(p.policy, x, y), [x, y]))),
    /// `a * b + c` of binary16 pairs, each half by itself, rounded once
    HFma2 { p: Fp } fast p: RN FTZ_RN => pair(a, b, c, |x, y, z| p.done(p.held(float::ffma(p.policy, x, y, z), [x, y, z]))),
    /// Smaller of binary16 pairs, each half by itself; NaNs by the unit
    HMin2 { p: Fp } => pair(a, b, c, |x, y, _| p.extreme(false, x, y)),
    /// Larger of binary16 pairs, each half by itself; NaNs by the unit
    HMax2 { p: Fp } => pair(a, b, c, |x, y, _| p.extreme(true, x, y)),
    /// The median of three in f32
    FMed3 { p: Fp } => p.done(amd_vector::median(p.policy, p.minmax(), a, b, c)),
    /// The median of three binary16 values, each half by itself
    HMed3 { p: Fp } => pair(a, b, c, |x, y, z| p.done(amd_vector::median(p.policy, p.minmax(), x, y, z))),
    /// `a * 2^b` in f32, `b` signed
    FLdexp { p: Fp } => p.done(amd_vector::ldexp(p.policy, a, b)),
    /// The significand of f32 `a`, in 0.5..1
    FFrexpMant { p: Fp } => p.done(amd_vector::frexp_mant(p.policy, a)),
    /// The exponent of f32 `a` for a significand in 0.5..1, signed; 0 for zeros, infinities and NaNs
    FFrexpExp { ftz: Flush } => amd_vector::frexp_exp(ftz, a),
    /// f32 `a`, scaled for a division of `c` by `b`
    FDivScale { p: Fp } => amd_vector::div_scale(p.policy, a, b, c),
    /// `a * b + c` in f32, with the scaling of `FDivScale` undone
    FDivFma { p: Fp } => p.done(amd_vector::div_fma(p.policy, a, b, c)),
    /// f32 quotient `a` of `c` by `b`, or the result for special operands
    FDivFixup { p: Fp } => p.done(amd_vector::div_fixup(p.policy, a, b, c)),
    /// `FDivFixup` for binary16 in the low halves, zero-extended
    HDivFixup { p: Fp } => p.done(amd_vector::div_fixup(p.policy, a.trunc::<W16>(), b.trunc(), c.trunc())).zext(),
    /// f32 -1..1 as a 16-bit integer of the full range, zero-extended; 0..1 if unsigned
    FToNorm16 { ftz: Flush, signed: bool } => amd_vector::to_norm16(ftz, signed, a),
    /// Sum of absolute differences of `bits`-wide parts, plus `c`; `masked`: a zero part of `b` adds nothing
    Sad { bits: u8, masked: bool } => amd_vector::sad(bits as u32, masked, a, b, c),
    /// Sum of four products of bytes, plus `c`; `signed` is for `a`, for `b`, and for `c` and the result
    Dot4 { signed: [bool; 3], clamp: bool } => amd_vector::dot4(signed, clamp, a, b, c),
    /// Sum of the products of the 16-bit floats in `a` and `b`, plus `c`, which has the result's format
    Dot2 { dot: Dot2 } => dot::dot2(dot, a, b, c),
    /// An operation on 16-bit integers, each half by itself
    Pair16 { op: Int16, clamp: Clamp16 } => pair(a, b, c, |x, y, z| amd_vector::int16(op, clamp, x, y, z)),
}

table! {
    /// A 64-bit result from 64-bit sources `a`, `b`, `c`. A 32-bit source or result is in the low half; the high half of such a result is
    /// 0.
    enum Alu64;
    /// One lane of an [`Alu64`] operation, in any domain.
    fn alu64;
    /// All 32 lanes of an [`Alu64`] operation.
    fn lanes64, lanes64_in;
    sources a b c: W64 u64;
    result value;

    /// `a`
    Mov [brief] => a,
    /// `!a`
    Not => !a,
    /// `-a`
    Neg => -a,
    /// `a + b`
    Add [brief] => a + b,
    /// `a - b`
    Sub [brief] => a - b,
    /// `a * b`, low 64 bits
    Mul => a * b,
    /// `a & b`
    And [brief] => a & b,
    /// `a | b`
    Or [brief] => a | b,
    /// `a ^ b`
    Xor [brief] => a ^ b,
    /// `a << b`; 0 for 64 and more
    Shl [brief] => a.shl_by(b),
    /// `a >> b`, unsigned; 0 for 64 and more
    Shr [brief] => a.shr_by(b),
    /// `a >> b`, signed; the sign for 64 and more
    Sar [brief] => a.sar_by(b),
    /// Smaller, unsigned
    UMin => a.umin(b),
    /// Larger, unsigned
    UMax => a.umax(b),
    /// Smaller, signed
    SMin => a.smin(b),
    /// Larger, signed
    SMax => a.smax(b),
    /// `if a != 0 { b } else { c }`
    Sel => a.is(0).pick(c, b),
    /// One bits of `a`
    Popc => a.popc(),
    /// Leading zero bits of `a`; 64 for 0
    Clz => a.clz(),
    /// Bits of `a` in reverse order
    Rev => a.rev(),
    /// Low words multiplied to 64 bits, unsigned
    MulWideU [brief] => (a & 0xffff_ffff) * (b & 0xffff_ffff),
    /// Low words multiplied to 64 bits, signed
    MulWideS => a.trunc::<W32>().sext::<W64>() * b.trunc::<W32>().sext::<W64>(),
    /// Low words multiplied to 64 bits, unsigned, plus `c`
    MadWideU [brief] => (a & 0xffff_ffff) * (b & 0xffff_ffff) + c,
    /// Low words multiplied to 64 bits, signed, plus `c`
    MadWideS => a.trunc::<W32>().sext::<W64>() * b.trunc::<W32>().sext::<W64>() + c,
    /// `a + b` in f64
    DAdd { p: Fp } fast p: F64_RN AMD => p.done(float::fadd(p.policy, a, b)),
    /// `a * b` in f64
    DMul { p: Fp } fast p: F64_RN AMD => p.done(float::fmul(p.policy, a, b)),
    /// `a * b + c` in f64, rounded once
    DFma { p: Fp } fast p: F64_RN AMD => p.done(float::ffma(p.policy, a, b, c)),
    /// Smaller in f64; NaNs by the unit; -0 is below +0
    DMin { p: Fp } fast p: F64_RN AMD => p.extreme(false, a, b),
    /// Larger in f64; NaNs by the unit; -0 is below +0
    DMax { p: Fp } fast p: F64_RN AMD => p.extreme(true, a, b),
    /// `a` with sign 0
    DAbs => a & (u64::MAX >> 1),
    /// `a` with the sign inverted
    DNeg => a ^ (1 << 63),
    /// `a` rounded to an integer, in f64
    DRound { p: Fp } => p.done(float::fintegral(p.policy, a)),
    /// `1 / a` in f64, correctly rounded
    DRcp { p: Fp } => p.done(float::funary(p.policy, FloatOp::Rcp, a)),
    /// `sqrt(a)` in f64, correctly rounded
    DSqrt { p: Fp } => p.done(float::funary(p.policy, FloatOp::Sqrt, a)),
    /// `1 / sqrt(a)` in f64, rounded from the reciprocal of the correctly rounded root
    DRsq { p: Fp } => {
        let root = FloatPolicy { output: Flush::Keep, ..p.policy };
        p.done(float::funary(p.policy, FloatOp::Rcp, float::funary(root, FloatOp::Sqrt, a)))
    },
    /// `a * 2^b` in f64, `b` signed
    DLdexp { p: Fp } => p.done(amd_vector::ldexp(p.policy, a, b)),
    /// The significand of f64 `a`, in 0.5..1
    DFrexpMant { p: Fp } => p.done(amd_vector::frexp_mant(p.policy, a)),
    /// The exponent of f64 `a` for a significand in 0.5..1, signed; 0 for zeros, infinities and NaNs
    DFrexpExp { ftz: Flush } => amd_vector::frexp_exp(ftz, a),
    /// 53 bits of 2 / pi from bit `a` after the point
    TwoOverPi => dot::two_over_pi(a),
    /// f64 `a`, scaled for a division of `c` by `b`
    DDivScale { p: Fp } => amd_vector::div_scale(p.policy, a, b, c),
    /// `a * b + c` in f64, with the scaling of `DDivScale` undone
    DDivFma { p: Fp } => p.done(amd_vector::div_fma(p.policy, a, b, c)),
    /// f64 quotient `a` of `c` by `b`, or the result for special operands
    DDivFixup { p: Fp } => p.done(amd_vector::div_fixup(p.policy, a, b, c)),
    /// The low word, f32, as f64
    F32ToF64 { p: Fp } fast p: F64_RN RN AMD => p.done(float::fconvert::<_, W32, W64>(p.policy, a.trunc())),
    /// f64 as f32, zero-extended
    F64ToF32 { p: Fp } fast p: F64_RN RN AMD => p.done(float::fconvert::<_, W64, W32>(p.policy, a)).zext(),
    /// f64 as an integer of `size`, clamped to its range. A result below 32 bits is extended to 32; all results are then zero-extended. NaN
    /// gives the highest bit of the size if `nan_high`, else 0
    F64ToI { round: Rounding, signed: bool, size: Size, nan_high: bool } =>
        f64_to_i(round, signed, size, nan_high, a),
    /// The low word, f32, as a 64-bit integer, clamped to its range. NaN as in `F64ToI`
    F32ToI64 { round: Rounding, ftz: Flush, signed: bool, nan_high: bool } =>
        f32_to_i64(round, ftz, signed, nan_high, a.trunc()),
    /// The low word, a 32-bit integer, as f64
    I32ToF64 { signed: bool } => {
        let x = a.trunc::<W32>();
        x.float::<W64>(FloatOp::FromInt { round: Rounding::NearestEven, signed }, x.k(0), x.k(0))
    },
    /// A 64-bit integer as f64
    I64ToF64 { round: Rounding, signed: bool } => a.float::<W64>(FloatOp::FromInt { round, signed }, a.k(0), a.k(0)),
    /// A 64-bit integer as f32, zero-extended
    I64ToF32 { round: Rounding, signed: bool } =>
        a.float::<W32>(FloatOp::FromInt { round, signed }, a.k(0), a.k(0)).zext(),
}

table! {
    /// A truth value from 32-bit sources.
    enum Test;
    /// One lane of a [`Test`], in any domain.
    fn test;
    /// All 32 lanes of a [`Test`]; bit i is lane i.
    fn tests32, tests32_in;
    sources a b c: W32 u32;
    result truth;

    /// `a == b`
    Eq [brief] => a.eq(b),
    /// `a != b`
    Ne [brief] => a.ne(b),
    /// `a < b`, unsigned
    Ult [brief] => a.ult(b),
    /// `a <= b`, unsigned
    Ule [brief] => a.ule(b),
    /// `a > b`, unsigned
    Ugt [brief] => a.ugt(b),
    /// `a >= b`, unsigned
    Uge [brief] => a.uge(b),
    /// `a < b`, signed
    Slt [brief] => a.slt(b),
    /// `a <= b`, signed
    Sle [brief] => a.sle(b),
    /// `a > b`, signed
    Sgt [brief] => a.sgt(b),
    /// `a >= b`, signed
    Sge [brief] => a.sge(b),
    /// Carry out of `a + b + c`, `c` 0 or 1
    Carry3 => (a + b).ult(a) | (a + b + c).ult(a + b),
    /// Signed overflow of `a + b + c`, `c` 0 or 1
    Overflow3 => {
        let sum = a + b + c;
        ((a ^ sum) & (b ^ sum)).slt(a.k(0))
    },
    /// Bit `b` of `a`; false for 32 and more
    Bit => (a.shr_by(b) & 1).is(1),
    /// The condition between f32 `a` and `b`
    FCmp { cond: Cond, ftz: Flush } => float::fcmp(cond, ftz, a, b),
    /// Whether f32 `a` is of a class in the mask `b`
    FClass => amd_vector::is_class(a, b),
    /// Whether binary16 in the low half of `a` is of a class in the mask `b`
    HClass => amd_vector::is_class(a.trunc::<W16>(), b.trunc()),
    /// Whether a division of f32 `b` by `a` is scaled by `FDivScale`
    FDivScaled { ftz: Flush } => amd_vector::div_scaled(ftz, a, b),
}

table! {
    /// A truth value from 64-bit sources.
    enum Test64;
    /// One lane of a [`Test64`], in any domain.
    fn test64;
    /// All 32 lanes of a [`Test64`]; bit i is lane i.
    fn tests64, tests64_in;
    sources a b c: W64 u64;
    result truth;

    /// `a == b`
    Eq [brief] => a.eq(b),
    /// `a != b`
    Ne [brief] => a.ne(b),
    /// `a < b`, unsigned
    Ult [brief] => a.ult(b),
    /// `a <= b`, unsigned
    Ule [brief] => a.ule(b),
    /// `a > b`, unsigned
    Ugt [brief] => a.ugt(b),
    /// `a >= b`, unsigned
    Uge [brief] => a.uge(b),
    /// `a < b`, signed
    Slt [brief] => a.slt(b),
    /// `a <= b`, signed
    Sle [brief] => a.sle(b),
    /// `a > b`, signed
    Sgt [brief] => a.sgt(b),
    /// `a >= b`, signed
    Sge [brief] => a.sge(b),
    /// Bit `b` of `a`; false for 64 and more
    Bit => (a.shr_by(b) & 1).is(1),
    /// The condition between f64 `a` and `b`
    DCmp { cond: Cond } => float::fcmp(cond, Flush::Keep, a, b),
    /// `DCmp` with subnormals flushed first
    DCmpFlushed { cond: Cond } => float::fcmp(cond, Flush::Zero, a, b),
    /// Whether f64 `a` is of a class in the mask `b`
    DClass => amd_vector::is_class(a, b),
    /// Whether a division of f64 `b` by `a` is scaled by `DDivScale`
    DDivScaled { ftz: Flush } => amd_vector::div_scaled(ftz, a, b),
}

/// A mask of the lowest `n` bits; all bits if `n` is the width or more.
#[inline(always)]
fn ones<D: Domain, W: Width>(n: Bits<D, W>) -> Bits<D, W> {
    n.k(1).shl_by(n) - 1
}

#[inline(always)]
fn lop3<D: Domain>(lut: u8, a: Bits<D, W32>, b: Bits<D, W32>, c: Bits<D, W32>) -> Bits<D, W32> {
    // Each level takes the half of the table for a source bit of 0, and XORs the difference of the halves where the source bit is 1.
    let table = |bits: u8| a.k(if bits & 1 != 0 { 0xffff_ffff } else { 0 });
    let by_c = |bits: u8| table(bits) ^ (c & table(bits ^ bits >> 1));
    let by_b = |bits: u8| by_c(bits) ^ (b & by_c(bits ^ bits >> 2));
    by_b(lut) ^ (a & by_b(lut ^ lut >> 4))
}

#[inline(always)]
fn sbfe<D: Domain>(a: Bits<D, W32>, pos: Bits<D, W32>, len: Bits<D, W32>) -> Bits<D, W32> {
    let field = a.shr_by(pos) & ones(len);
    let real = ones(len) & a.k(0xffff_ffff).shr_by(pos);
    let top = (pos + len - 1).umin(a.k(31));
    let negative = (a.shr_by(top) & 1).is(1) & len.ne(a.k(0));
    negative.pick(field | !real, field)
}

#[inline(always)]
fn perm<D: Domain>(mode: PermMode, a: Bits<D, W32>, sel: Bits<D, W32>, b: Bits<D, W32>) -> Bits<D, W32> {
    let pool = b.zext::<W64>().shl(32) | a.zext::<W64>();
    if mode == PermMode::Amd {
        return perm_amd(pool, sel);
    }
    let n = sel & 3;
    let byte = |j: u32| {
        let k = sel.k(j as u64);
        let index = match mode {
            PermMode::Index => sel.shr(4 * j) & 7,
            PermMode::F4e => n + k,
            PermMode::B4e => (n - k) & 7,
            PermMode::Rc8 => n,
            PermMode::Ecl => n.umax(k),
            PermMode::Ecr => n.umin(k),
            PermMode::Rc16 | PermMode::Amd => (n & 1).shl(1) + (k & 1),
        };
        let value = pool.shr_by(index.shl(3).zext()).trunc::<W8>();
        let value = match mode {
            PermMode::Index => (sel.shr(4 * j) & 8).is(0).pick(value, value.sar(7)),
            _ => value,
        };
        value.zext::<W32>().shl(8 * j)
    };
    byte(0) | byte(1) | byte(2) | byte(3)
}

#[inline(always)]
fn perm_amd<D: Domain>(pool: Bits<D, W64>, sel: Bits<D, W32>) -> Bits<D, W32> {
    let byte = |j: u32| {
        let n = sel.shr(8 * j) & 0xff;
        let plain = pool.shr_by((n & 7).shl(3).zext()).trunc::<W8>();
        // Selectors 8 to 11 name bits 15, 31, 47 and 63.
        let sign = pool.shr_by(((n & 3).shl(4) + 15).zext()).trunc::<W8>().shl(7).sar(7);
        let rest = n.is(12).pick(plain.k(0), plain.k(0xff));
        let value = n.ult(n.k(8)).pick(plain, n.ult(n.k(12)).pick(sign, rest));
        value.zext::<W32>().shl(8 * j)
    };
    byte(0) | byte(1) | byte(2) | byte(3)
}

#[inline(always)]
fn sat_add_s<D: Domain>(a: Bits<D, W32>, b: Bits<D, W32>) -> Bits<D, W32> {
    let sum = a + b;
    let overflow = ((a ^ sum) & (b ^ sum)).slt(a.k(0));
    overflow.pick(a.sar(31) ^ 0x7fff_ffff, sum)
}

/// An operation on each binary16 half of 32-bit words.
#[inline(always)]
fn pair<D: Domain>(
    a: Bits<D, W32>,
    b: Bits<D, W32>,
    c: Bits<D, W32>,
    f: impl Fn(Bits<D, W16>, Bits<D, W16>, Bits<D, W16>) -> Bits<D, W16>,
) -> Bits<D, W32> {
    let high = |x: Bits<D, W32>| x.shr(16).trunc::<W16>();
    let low = f(a.trunc(), b.trunc(), c.trunc());
    low.zext::<W32>() | f(high(a), high(b), high(c)).zext::<W32>().shl(16)
}

/// An integer result of a byte or a half, extended to 32 bits.
#[inline(always)]
fn extend<D: Domain, W: Width>(signed: bool, x: Bits<D, W>) -> Bits<D, W32> {
    if signed { x.sext() } else { x.zext() }
}

#[inline(always)]
fn f_to_i<D: Domain>(round: Rounding, ftz: Flush, signed: bool, size: Size, a: Bits<D, W32>) -> Bits<D, W32> {
    let a = float::flush(ftz, a);
    let op = FloatOp::ToInt { round, signed };
    match size {
        Size::B8 => extend(signed, a.float::<W8>(op, a.k(0), a.k(0))),
        Size::B16 => extend(signed, a.float::<W16>(op, a.k(0), a.k(0))),
        _ => a.float::<W32>(op, a.k(0), a.k(0)),
    }
}

#[inline(always)]
fn f64_to_i<D: Domain>(round: Rounding, signed: bool, size: Size, nan_high: bool, a: Bits<D, W64>) -> Bits<D, W64> {
    let op = FloatOp::ToInt { round, signed };
    let z = a.k(0);
    fn done<D: Domain, W: Width>(nan: Bool<D>, high: bool, n: Bits<D, W>) -> Bits<D, W> {
        nan.pick(n.k((high as u64) << (W::BITS - 1)), n)
    }
    let nan = float::is_nan(a);
    match size {
        Size::B8 => extend(signed, done(nan, nan_high, a.float::<W8>(op, z, z))).zext(),
        Size::B16 => extend(signed, done(nan, nan_high, a.float::<W16>(op, z, z))).zext(),
        Size::B32 => done(nan, nan_high, a.float::<W32>(op, z, z)).zext(),
        Size::B64 => done(nan, nan_high, a.float::<W64>(op, z, z)),
    }
}

#[inline(always)]
fn f32_to_i64<D: Domain>(round: Rounding, ftz: Flush, signed: bool, nan_high: bool, a: Bits<D, W32>) -> Bits<D, W64> {
    let a = float::flush(ftz, a);
    let n = a.float::<W64>(FloatOp::ToInt { round, signed }, a.k(0), a.k(0));
    float::is_nan(a).pick(n.k((nan_high as u64) << 63), n)
}
