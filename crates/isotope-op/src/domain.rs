//! The values over which operations are defined: one definition, several uses.
//!
//! An operation such as `uinc_wrap` is a generic function over [`Domain`]. With [`Concrete`] it computes with machine integers and inlines
//! to the code that a person would write by hand. With the term graph of `isotope-term` the same function builds an expression that can be
//! printed, proved or compiled.
//!
//! This module has no memory, no lanes and no instruction set, and it never fails.
//!
//! Three contracts hold in every domain:
//! * a shift by the width or more gives 0, and for [`Bits::sar`] the sign in every bit;
//! * a quotient by 0 has all bits set, and a remainder of a division by 0 is the dividend, as in SMT-LIB;
//! * [`Bool::pick`] is eager: both sides are evaluated, so neither may depend on the condition being true;
//! * all arithmetic is modulo 2^width.

use crate::float::FloatOp;
use core::fmt::Debug;
use core::hash::Hash;
use core::ops::{Add, BitAnd, BitOr, BitXor, Mul, Neg, Not, Shl, Shr, Sub};

mod sealed {
    pub trait Sealed {}
}

/// A machine integer that represents a width in the [`Concrete`] domain. Shifts follow the module's contract.
#[allow(missing_docs)]
pub trait Word: sealed::Sealed + Copy + Eq + Ord + Debug + Hash + Default + Send + Sync + 'static {
    /// The low bits of `bits`.
    fn from_u64(bits: u64) -> Self;
    /// Zero-extended.
    fn to_u64(self) -> u64;
    /// Sign-extended.
    fn to_i64(self) -> i64;
    fn add(self, b: Self) -> Self;
    fn sub(self, b: Self) -> Self;
    fn mul(self, b: Self) -> Self;
    fn udiv(self, b: Self) -> Self;
    fn urem(self, b: Self) -> Self;
    fn and(self, b: Self) -> Self;
    fn or(self, b: Self) -> Self;
    fn xor(self, b: Self) -> Self;
    fn not(self) -> Self;
    fn slt(self, b: Self) -> bool;
    fn shl(self, n: Self) -> Self;
    fn shr(self, n: Self) -> Self;
    fn sar(self, n: Self) -> Self;
    fn clz(self) -> Self;
    fn popc(self) -> Self;
    fn rev(self) -> Self;
}

/// Methods that are always inlined: `name(arguments) -> result = value`.
macro_rules! inlined {
    ($($name:ident($($arg:ident $(: $type:ty)?),*) -> $result:ty = $value:expr;)*) => {$(
        #[inline(always)]
        fn $name($($arg $(: $type)?),*) -> $result {
            $value
        }
    )*};
}

macro_rules! word {
    ($u:ident, $i:ident) => {
        impl sealed::Sealed for $u {}

        impl Word for $u {
            inlined! {
                from_u64(bits: u64) -> $u = bits as $u;
                to_u64(self) -> u64 = self as u64;
                to_i64(self) -> i64 = self as $i as i64;
                add(self, b: $u) -> $u = self.wrapping_add(b);
                sub(self, b: $u) -> $u = self.wrapping_sub(b);
                mul(self, b: $u) -> $u = self.wrapping_mul(b);
                udiv(self, b: $u) -> $u = self.checked_div(b).unwrap_or($u::MAX);
                urem(self, b: $u) -> $u = self.checked_rem(b).unwrap_or(self);
                and(self, b: $u) -> $u = self & b;
                or(self, b: $u) -> $u = self | b;
                xor(self, b: $u) -> $u = self ^ b;
                not(self) -> $u = !self;
                slt(self, b: $u) -> bool = (self as $i) < (b as $i);
                shl(self, n: $u) -> $u = if n < $u::BITS as $u { self.wrapping_shl(n as u32) } else { 0 };
                shr(self, n: $u) -> $u = if n < $u::BITS as $u { self.wrapping_shr(n as u32) } else { 0 };
                sar(self, n: $u) -> $u = (self as $i).wrapping_shr(n.min($u::BITS as $u - 1) as u32) as $u;
                clz(self) -> $u = self.leading_zeros() as $u;
                popc(self) -> $u = self.count_ones() as $u;
                rev(self) -> $u = self.reverse_bits();
            }
        }
    };
}
word!(u8, i8);
word!(u16, i16);
word!(u32, i32);
word!(u64, i64);

/// The width of a value as a type, with the layout of the binary float format that fills it.
pub trait Width: sealed::Sealed + Copy + Eq + Debug + Hash + Default + Send + Sync + 'static {
    /// The machine integer of this width.
    type Repr: Word;
    /// Bits in all.
    const BITS: u32;
    /// Exponent bits of the float format of this width.
    const EXP: u32;
    /// Stored mantissa bits of the float format of this width.
    const MAN: u32;

    /// All bits of the width, right-aligned.
    const MASK: u64 = u64::MAX >> (64 - Self::BITS);
    /// The sign bit.
    const SIGN: u64 = 1 << (Self::BITS - 1);
    /// The exponent field; also the bits of +infinity.
    const EXP_MASK: u64 = ((1 << Self::EXP) - 1) << Self::MAN;
    /// The mantissa field.
    const MAN_MASK: u64 = (1 << Self::MAN) - 1;
    /// The mantissa bit that makes a NaN quiet.
    const QUIET: u64 = 1 << (Self::MAN - 1);
    /// The exponent bias.
    const BIAS: i32 = (1 << (Self::EXP - 1)) - 1;
}

macro_rules! widths {
    ($($(#[$doc:meta])* $name:ident: $repr:ident $bits:literal $exp:literal $man:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
        pub struct $name;

        impl sealed::Sealed for $name {}

        impl Width for $name {
            type Repr = $repr;
            const BITS: u32 = $bits;
            const EXP: u32 = $exp;
            const MAN: u32 = $man;
        }
    )*};
}

widths! {
    /// 8 bits. As a float: an IEEE-style 1-4-3 format with infinities and NaNs, small enough to test every pair.
    W8: u8 8 4 3;
    /// 16 bits. As a float: IEEE binary16.
    W16: u16 16 5 10;
    /// 16 bits. As a float: bfloat16, the upper half of a binary32.
    B16: u16 16 8 7;
    /// 32 bits. As a float: IEEE binary32.
    W32: u32 32 8 23;
    /// 64 bits. As a float: IEEE binary64.
    W64: u64 64 11 52;
}

/// Calls a function that is generic over a [`Width`] with the width of a [`Size`](crate::atomic::Size).
///
/// ```
/// use isotope_op::{at_width, atomic::Size, domain::Width};
/// fn bits<W: Width>(more: u32) -> u32 {
///     W::BITS + more
/// }
/// assert_eq!(at_width!(Size::B16, bits(1)), 17);
/// ```
#[macro_export]
macro_rules! at_width {
    ($size:expr, $function:ident($($arg:expr),*)) => {
        match $size {
            $crate::atomic::Size::B8 => $function::<$crate::domain::W8>($($arg),*),
            $crate::atomic::Size::B16 => $function::<$crate::domain::W16>($($arg),*),
            $crate::atomic::Size::B32 => $function::<$crate::domain::W32>($($arg),*),
            $crate::atomic::Size::B64 => $function::<$crate::domain::W64>($($arg),*),
        }
    };
}

/// A remark on a value for readers of the term graph; it never changes the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Note {
    /// The value is the argument with a subnormal replaced by zero of the same sign.
    Flush,
    /// The value is the float result (first argument) with every NaN replaced by the policy's NaN.
    NanRule,
    /// The value is a key in whose unsigned order floats are sorted, -0 below +0.
    OrderKey,
    /// The truth value says that the argument is a NaN.
    IsNan,
    /// The truth value says that the argument is a signalling NaN.
    IsSignalling,
    /// The truth value says that the arguments are equal as floats: no NaN, +0 equals -0.
    FloatEqual,
    /// The truth value says that the first argument is less than the second as floats: no NaN, +0 equals -0.
    FloatLess,
}

/// The operations on a value. `Copy`: a domain is a handle (zero-sized, or a reference to an arena).
///
/// Definitions use the operators of [`Bits`] and [`Bool`]; a new domain implements the methods of this trait.
#[allow(missing_docs)]
pub trait Domain: Copy {
    /// A truth value.
    type B: Copy;
    /// A bit pattern of a width.
    type V<W: Width>: Copy;

    /// A literal. `bits` fits in the width.
    fn lit<W: Width>(self, bits: u64) -> Self::V<W>;
    fn not<W: Width>(self, a: Self::V<W>) -> Self::V<W>;
    fn and<W: Width>(self, a: Self::V<W>, b: Self::V<W>) -> Self::V<W>;
    fn or<W: Width>(self, a: Self::V<W>, b: Self::V<W>) -> Self::V<W>;
    fn xor<W: Width>(self, a: Self::V<W>, b: Self::V<W>) -> Self::V<W>;
    fn add<W: Width>(self, a: Self::V<W>, b: Self::V<W>) -> Self::V<W>;
    fn sub<W: Width>(self, a: Self::V<W>, b: Self::V<W>) -> Self::V<W>;
    fn mul<W: Width>(self, a: Self::V<W>, b: Self::V<W>) -> Self::V<W>;
    /// Unsigned quotient; all ones for a division by 0.
    fn udiv<W: Width>(self, a: Self::V<W>, b: Self::V<W>) -> Self::V<W>;
    /// Unsigned remainder; `a` for a division by 0.
    fn urem<W: Width>(self, a: Self::V<W>, b: Self::V<W>) -> Self::V<W>;
    fn shl<W: Width>(self, a: Self::V<W>, n: Self::V<W>) -> Self::V<W>;
    fn shr<W: Width>(self, a: Self::V<W>, n: Self::V<W>) -> Self::V<W>;
    fn sar<W: Width>(self, a: Self::V<W>, n: Self::V<W>) -> Self::V<W>;
    /// Leading zero bits; the width for 0.
    fn clz<W: Width>(self, a: Self::V<W>) -> Self::V<W>;
    /// One bits.
    fn popc<W: Width>(self, a: Self::V<W>) -> Self::V<W>;
    /// Bits in reverse order.
    fn rev<W: Width>(self, a: Self::V<W>) -> Self::V<W>;
    /// `R` is at least as wide as `A`.
    fn zext<A: Width, R: Width>(self, a: Self::V<A>) -> Self::V<R>;
    /// `R` is at least as wide as `A`.
    fn sext<A: Width, R: Width>(self, a: Self::V<A>) -> Self::V<R>;
    /// `R` is at most as wide as `A`.
    fn trunc<A: Width, R: Width>(self, a: Self::V<A>) -> Self::V<R>;
    fn eq<W: Width>(self, a: Self::V<W>, b: Self::V<W>) -> Self::B;
    fn ult<W: Width>(self, a: Self::V<W>, b: Self::V<W>) -> Self::B;
    fn slt<W: Width>(self, a: Self::V<W>, b: Self::V<W>) -> Self::B;
    fn ite<W: Width>(self, c: Self::B, a: Self::V<W>, b: Self::V<W>) -> Self::V<W>;
    fn truth(self, b: bool) -> Self::B;
    fn not_b(self, a: Self::B) -> Self::B;
    fn and_b(self, a: Self::B, b: Self::B) -> Self::B;
    fn or_b(self, a: Self::B, b: Self::B) -> Self::B;
    fn xor_b(self, a: Self::B, b: Self::B) -> Self::B;
    /// A float primitive; unused operands are literals 0. The bits of a NaN result are unspecified, so every caller replaces them (see
    /// [`FloatOp`]).
    fn float<A: Width, R: Width>(self, op: FloatOp, a: Self::V<A>, b: Self::V<A>, c: Self::V<A>) -> Self::V<R>;
    /// Calls `f`, a long definition. A domain that makes values for later use compiles it apart from its callers, once for each width.
    #[inline(always)]
    fn apart<R>(f: impl FnOnce() -> R) -> R {
        f()
    }
    /// Attaches a remark and returns the value unchanged.
    #[inline(always)]
    fn note<W: Width>(self, _note: Note, _arg: Self::V<W>, value: Self::V<W>) -> Self::V<W> {
        value
    }
    /// Attaches a remark to a truth value and returns it unchanged.
    #[inline(always)]
    fn note_b<W: Width>(self, _note: Note, _a: Self::V<W>, _b: Self::V<W>, value: Self::B) -> Self::B {
        value
    }
}

/// A value of a domain and a width, with operators.
///
/// ```
/// use isotope_op::domain::{Bits, Domain, W32};
/// fn average<D: Domain>(a: Bits<D, W32>, b: Bits<D, W32>) -> Bits<D, W32> {
///     (a & b) + ((a ^ b) >> 1)
/// }
/// assert_eq!(average(Bits::of(u32::MAX), Bits::of(1)).get(), 0x8000_0000);
/// ```
#[derive(Clone, Copy)]
pub struct Bits<D: Domain, W: Width> {
    /// The domain's handle.
    pub d: D,
    /// The domain's value.
    pub v: D::V<W>,
}

/// A truth value of a domain, with operators.
#[derive(Clone, Copy)]
pub struct Bool<D: Domain> {
    /// The domain's handle.
    pub d: D,
    /// The domain's value.
    pub b: D::B,
}

macro_rules! binary {
    ($($trait:ident $method:ident $name:ident),*) => {$(
        impl<D: Domain, W: Width> $trait for Bits<D, W> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, b: Self) -> Self {
                Bits { d: self.d, v: self.d.$name(self.v, b.v) }
            }
        }
        impl<D: Domain, W: Width> $trait<u64> for Bits<D, W> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, b: u64) -> Self {
                $trait::$method(self, self.k(b))
            }
        }
    )*};
}
binary!(Add add add, Sub sub sub, Mul mul mul, BitAnd bitand and, BitOr bitor or, BitXor bitxor xor);

/// [`Bits::shl_by`] a constant.
impl<D: Domain, W: Width> Shl<u32> for Bits<D, W> {
    type Output = Self;
    #[inline(always)]
    fn shl(self, n: u32) -> Self {
        self.shl_by(self.k(n as u64))
    }
}
/// [`Bits::shr_by`] a constant.
impl<D: Domain, W: Width> Shr<u32> for Bits<D, W> {
    type Output = Self;
    #[inline(always)]
    fn shr(self, n: u32) -> Self {
        self.shr_by(self.k(n as u64))
    }
}

impl<D: Domain, W: Width> Not for Bits<D, W> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Bits { d: self.d, v: self.d.not(self.v) }
    }
}

impl<D: Domain, W: Width> Neg for Bits<D, W> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.k(0) - self
    }
}

impl<D: Domain, W: Width> Bits<D, W> {
    /// A literal of the width.
    #[inline(always)]
    pub fn lit(d: D, bits: u64) -> Self {
        debug_assert!(bits & !W::MASK == 0, "a literal fits its width");
        Bits { d, v: d.lit(bits) }
    }
    /// A literal of the same domain and width as `self`.
    #[inline(always)]
    pub fn k(self, bits: u64) -> Self {
        Self::lit(self.d, bits)
    }
    #[inline(always)]
    fn bool(self, b: D::B) -> Bool<D> {
        Bool { d: self.d, b }
    }
    /// `self == bits`
    #[inline(always)]
    pub fn is(self, bits: u64) -> Bool<D> {
        self.eq(self.k(bits))
    }
    /// [`Bits::sar_by`] a constant
    #[inline(always)]
    pub fn sar(self, n: u32) -> Self {
        self.sar_by(self.k(n as u64))
    }
    /// Zero-extended to `R`
    #[inline(always)]
    pub fn zext<R: Width>(self) -> Bits<D, R> {
        Bits { d: self.d, v: self.d.zext::<W, R>(self.v) }
    }
    /// Sign-extended to `R`
    #[inline(always)]
    pub fn sext<R: Width>(self) -> Bits<D, R> {
        Bits { d: self.d, v: self.d.sext::<W, R>(self.v) }
    }
    /// The low bits as `R`
    #[inline(always)]
    pub fn trunc<R: Width>(self) -> Bits<D, R> {
        Bits { d: self.d, v: self.d.trunc::<W, R>(self.v) }
    }
    /// A float primitive with `self` as first operand
    #[inline(always)]
    pub fn float<R: Width>(self, op: FloatOp, b: Self, c: Self) -> Bits<D, R> {
        Bits { d: self.d, v: self.d.float::<W, R>(op, self.v, b.v, c.v) }
    }
    /// Attaches a remark about `arg` to this value
    #[inline(always)]
    pub fn note(self, note: Note, arg: Self) -> Self {
        Bits { d: self.d, v: self.d.note(note, arg.v, self.v) }
    }
}

/// Methods of values of one width: `name(arguments) -> result = value`.
macro_rules! methods {
    ($($(#[$doc:meta])* $name:ident($a:ident $(, $b:ident)?) -> $result:ty = $value:expr;)*) => {
        impl<D: Domain, W: Width> Bits<D, W> {$(
            $(#[$doc])*
            #[inline(always)]
            pub fn $name($a $(, $b: Self)?) -> $result {
                $value
            }
        )*}
    };
}

methods! {
    /// `self == b`
    eq(self, b) -> Bool<D> = self.bool(self.d.eq(self.v, b.v));
    /// `self != b`
    ne(self, b) -> Bool<D> = !self.eq(b);
    /// `self < b`, unsigned
    ult(self, b) -> Bool<D> = self.bool(self.d.ult(self.v, b.v));
    /// `self <= b`, unsigned
    ule(self, b) -> Bool<D> = !b.ult(self);
    /// `self > b`, unsigned
    ugt(self, b) -> Bool<D> = b.ult(self);
    /// `self >= b`, unsigned
    uge(self, b) -> Bool<D> = !self.ult(b);
    /// `self < b`, signed
    slt(self, b) -> Bool<D> = self.bool(self.d.slt(self.v, b.v));
    /// `self <= b`, signed
    sle(self, b) -> Bool<D> = !b.slt(self);
    /// `self > b`, signed
    sgt(self, b) -> Bool<D> = b.slt(self);
    /// `self >= b`, signed
    sge(self, b) -> Bool<D> = !self.slt(b);
    /// The smaller, unsigned; `self` when equal.
    umin(self, b) -> Self = b.ult(self).pick(b, self);
    /// The larger, unsigned; `self` when equal.
    umax(self, b) -> Self = b.ugt(self).pick(b, self);
    /// The smaller, signed; `self` when equal.
    smin(self, b) -> Self = b.slt(self).pick(b, self);
    /// The larger, signed; `self` when equal.
    smax(self, b) -> Self = b.sgt(self).pick(b, self);
    /// `self / b`, unsigned; all ones when `b` is 0
    udiv(self, b) -> Self = Bits { d: self.d, v: self.d.udiv(self.v, b.v) };
    /// `self % b`, unsigned; `self` when `b` is 0
    urem(self, b) -> Self = Bits { d: self.d, v: self.d.urem(self.v, b.v) };
    /// `self << n`, 0 when `n` is the width or more
    shl_by(self, n) -> Self = Bits { d: self.d, v: self.d.shl(self.v, n.v) };
    /// `self >> n`, unsigned, 0 when `n` is the width or more
    shr_by(self, n) -> Self = Bits { d: self.d, v: self.d.shr(self.v, n.v) };
    /// `self >> n`, signed, the sign in every bit when `n` is the width or more
    sar_by(self, n) -> Self = Bits { d: self.d, v: self.d.sar(self.v, n.v) };
    /// Leading zero bits; the width for 0
    clz(self) -> Self = Bits { d: self.d, v: self.d.clz(self.v) };
    /// One bits
    popc(self) -> Self = Bits { d: self.d, v: self.d.popc(self.v) };
    /// Bits in reverse order
    rev(self) -> Self = Bits { d: self.d, v: self.d.rev(self.v) };
}

impl<D: Domain> Bool<D> {
    /// A literal.
    #[inline(always)]
    pub fn lit(d: D, b: bool) -> Self {
        Bool { d, b: d.truth(b) }
    }
    /// `if self { a } else { b }`, both sides evaluated
    #[inline(always)]
    pub fn pick<W: Width>(self, a: Bits<D, W>, b: Bits<D, W>) -> Bits<D, W> {
        Bits { d: self.d, v: self.d.ite(self.b, a.v, b.v) }
    }
    /// Attaches a remark about `a` and `b` to this truth value
    #[inline(always)]
    pub fn note<W: Width>(self, note: Note, a: Bits<D, W>, b: Bits<D, W>) -> Self {
        Bool { d: self.d, b: self.d.note_b::<W>(note, a.v, b.v, self.b) }
    }
    /// 1 or 0
    #[inline(always)]
    pub fn bit<W: Width>(self) -> Bits<D, W> {
        self.pick(Bits::lit(self.d, 1), Bits::lit(self.d, 0))
    }
}

impl<D: Domain> Not for Bool<D> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Bool { d: self.d, b: self.d.not_b(self.b) }
    }
}

macro_rules! logic {
    ($($trait:ident $method:ident $name:ident),*) => {$(
        impl<D: Domain> $trait for Bool<D> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, b: Self) -> Self {
                Bool { d: self.d, b: self.d.$name(self.b, b.b) }
            }
        }
    )*};
}
logic!(BitAnd bitand and_b, BitOr bitor or_b, BitXor bitxor xor_b);

/// The domain of machine integers: a value of width 32 is a `u32`, a truth value is a `bool`. Zero-sized.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct Concrete;

impl<W: Width> Bits<Concrete, W> {
    /// A concrete value.
    #[inline(always)]
    pub fn of(v: W::Repr) -> Self {
        Bits { d: Concrete, v }
    }
    /// The machine integer.
    #[inline(always)]
    pub fn get(self) -> W::Repr {
        self.v
    }
}

/// Operations of [`Word`] as operations of [`Concrete`].
macro_rules! words {
    ($($name:ident($a:ident $(, $b:ident)?)),*) => {$(
        #[inline(always)]
        fn $name<W: Width>(self, $a: W::Repr $(, $b: W::Repr)?) -> W::Repr {
            $a.$name($($b)?)
        }
    )*};
}

impl Domain for Concrete {
    type B = bool;
    type V<W: Width> = W::Repr;

    words!(
        not(a),
        and(a, b),
        or(a, b),
        xor(a, b),
        add(a, b),
        sub(a, b),
        mul(a, b),
        udiv(a, b),
        urem(a, b),
        shl(a, n),
        shr(a, n),
        sar(a, n),
        clz(a),
        popc(a),
        rev(a)
    );

    #[inline(always)]
    fn lit<W: Width>(self, bits: u64) -> W::Repr {
        W::Repr::from_u64(bits)
    }
    #[inline(always)]
    fn zext<A: Width, R: Width>(self, a: A::Repr) -> R::Repr {
        R::Repr::from_u64(a.to_u64())
    }
    #[inline(always)]
    fn sext<A: Width, R: Width>(self, a: A::Repr) -> R::Repr {
        R::Repr::from_u64(a.to_i64() as u64)
    }
    #[inline(always)]
    fn trunc<A: Width, R: Width>(self, a: A::Repr) -> R::Repr {
        R::Repr::from_u64(a.to_u64())
    }
    #[inline(always)]
    fn eq<W: Width>(self, a: W::Repr, b: W::Repr) -> bool {
        a == b
    }
    #[inline(always)]
    fn ult<W: Width>(self, a: W::Repr, b: W::Repr) -> bool {
        a < b
    }
    #[inline(always)]
    fn slt<W: Width>(self, a: W::Repr, b: W::Repr) -> bool {
        a.slt(b)
    }
    #[inline(always)]
    fn ite<W: Width>(self, c: bool, a: W::Repr, b: W::Repr) -> W::Repr {
        if c { a } else { b }
    }
    inlined! {
        truth(self, b: bool) -> bool = b;
        not_b(self, a: bool) -> bool = !a;
        and_b(self, a: bool, b: bool) -> bool = a & b;
        or_b(self, a: bool, b: bool) -> bool = a | b;
        xor_b(self, a: bool, b: bool) -> bool = a ^ b;
    }
    #[inline(always)]
    fn float<A: Width, R: Width>(self, op: FloatOp, a: A::Repr, b: A::Repr, c: A::Repr) -> R::Repr {
        R::Repr::from_u64(crate::host::float::<A, R>(op, a.to_u64(), b.to_u64(), c.to_u64()))
    }
}
