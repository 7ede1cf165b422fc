//! The effect of an atomic on one memory location: `(old, src0, src1) -> (new, returned)`.
//!
//! An operation is a value, [`Rmw`]: the [`AtomicOp`], the width, one value or a pair, the float rules, and the returned value. Vendor
//! differences are fields, not branches elsewhere. Addresses, masks, faults and ordering are *not* here: an atomic is a pure function.
//!
//! ```
//! use isotope_op::atomic::{AtomicOp, Rmw, Size};
//! let inc = Rmw::int(AtomicOp::UincWrap, Size::B32);
//! let update = inc.apply(7, 9, 0).unwrap();
//! assert_eq!((update.new, update.returned), (8, 7));
//! assert_eq!(inc.apply(9, 9, 0).unwrap().new, 0);
//! ```

use crate::domain::{B16, Bits, Bool, Concrete, Domain, W8, W16, W32, W64, Width, Word};
use crate::float::{self, Cond, FloatPolicy, Flush, MinMax, NanRule};
use core::ops::{Shl, Shr};

/// The list of operations, passed to a macro that uses each row. A row has the name in code, the name in text (that of LLVM's `atomicrmw`
/// if it has one), and the [`Facts`]. `src` is src0.
macro_rules! operations {
    ($then:ident) => {
        $then! {
            Integer {
                /// `new = src`. NVIDIA `.EXCH`, Intel `xchg`, AMD `swap`, `storexchg`.
                Xchg "xchg" { sources: 1, joins: None, counts: false, zero_keeps: false }
                /// `new = old + src`. NVIDIA `.ADD`, Intel `add`, AMD `add_u`.
                Add "add" { sources: 1, joins: Some(Add), counts: true, zero_keeps: true }
                /// `new = old - src`. Intel `sub`, AMD `sub_u`.
                Sub "sub" { sources: 1, joins: Some(Add), counts: true, zero_keeps: true }
                /// `new = src - old`. AMD `rsub_u`.
                SubReverse "sub_reverse" { sources: 1, joins: None, counts: false, zero_keeps: false }
                /// `new = if old < src { 0 } else { old - src }`, unsigned. AMD `csub_u32`.
                UsubSat "usub_sat" { sources: 1, joins: None, counts: false, zero_keeps: true }
                /// `new = if old < src { old } else { old - src }`, unsigned. LLVM `usub_cond`.
                UsubCond "usub_cond" { sources: 1, joins: None, counts: false, zero_keeps: true }
                /// `new = old & src`. All vendors `and`.
                And "and" { sources: 1, joins: Some(And), counts: false, zero_keeps: false }
                /// `new = !(old & src)`. LLVM `nand`.
                Nand "nand" { sources: 1, joins: None, counts: false, zero_keeps: false }
                /// `new = old | src`. All vendors `or`.
                Or "or" { sources: 1, joins: Some(Or), counts: false, zero_keeps: true }
                /// `new = old ^ src`. All vendors `xor`.
                Xor "xor" { sources: 1, joins: Some(Xor), counts: false, zero_keeps: true }
                /// `new = (old & !src0) | src1`. AMD `mskor`.
                MaskOr "mask_or" { sources: 2, joins: None, counts: false, zero_keeps: false }
                /// Smaller, unsigned. NVIDIA `.MIN` (`.U32`, `.U64`), Intel `min`, AMD `min_u`.
                Umin "umin" { sources: 1, joins: Some(Umin), counts: false, zero_keeps: false }
                /// Larger, unsigned. NVIDIA `.MAX` (`.U32`, `.U64`), Intel `max`, AMD `max_u`.
                Umax "umax" { sources: 1, joins: Some(Umax), counts: false, zero_keeps: true }
                /// Smaller, signed. NVIDIA `.MIN` (`.S32`, `.S64`), Intel `minsint`, AMD `min_i`.
                Smin "smin" { sources: 1, joins: Some(Smin), counts: false, zero_keeps: false }
                /// Larger, signed. NVIDIA `.MAX` (`.S32`, `.S64`), Intel `maxsint`, AMD `max_i`.
                Smax "smax" { sources: 1, joins: Some(Smax), counts: false, zero_keeps: false }
                /// `new = if old >= src { 0 } else { old + 1 }`. NVIDIA `.INC`, AMD `inc_u`.
                UincWrap "uinc_wrap" { sources: 1, joins: None, counts: true, zero_keeps: false }
                /// `new = if old == 0 or old > src { src } else { old - 1 }`. NVIDIA `.DEC`, AMD `dec_u`.
                UdecWrap "udec_wrap" { sources: 1, joins: None, counts: true, zero_keeps: false }
                /// `new = old + 1`, no operand, wraps at the width. Intel `inc`.
                Inc "inc" { sources: 0, joins: Some(Add), counts: true, zero_keeps: false }
                /// `new = old - 1`, no operand, wraps at the width. Intel `dec`.
                Dec "dec" { sources: 0, joins: Some(Add), counts: true, zero_keeps: false }
                /// `new = old - 1`; it returns `new`. Intel PREDEC.
                Predec "predec" { sources: 0, joins: None, counts: true, zero_keeps: false }
                /// `new = if old >= src0 { old - src0 } else { old + src1 }`, unsigned. AMD `wrap_rtn_b32`.
                RingWrap "ring_wrap" { sources: 2, joins: None, counts: false, zero_keeps: false }
                /// `new = if old == comparand { value } else { old }`, bits compared; [`CasRoles`] gives the roles of the sources. NVIDIA
                /// `.CAS`, Intel `cmpxchg`, AMD `cmpstore_b`, `cmpswap_b`.
                Cas "cas" { sources: 2, joins: None, counts: false, zero_keeps: false }
                /// `new = if src has its highest bit { src without that bit } else { old }`. AMD `condxchg32` (a pair).
                CondXchg "cond_xchg" { sources: 1, joins: None, counts: false, zero_keeps: true }
            }
            Float {
                /// Float sum. NVIDIA `.ADD.F32.FTZ.RN` and kin, Intel `fadd`, AMD `add_f32`.
                FAdd "fadd" { sources: 1, joins: None, counts: false, zero_keeps: false }
                /// Float difference `old - src`. Intel `fsub`.
                FSub "fsub" { sources: 1, joins: None, counts: false, zero_keeps: false }
                /// Float minimum. NVIDIA `.MIN.F16x2`, Intel `fmin`, AMD `min_f`.
                FMin "fmin" { sources: 1, joins: None, counts: false, zero_keeps: false }
                /// Float maximum. NVIDIA `.MAX.F16x2`, Intel `fmax`, AMD `max_f`.
                FMax "fmax" { sources: 1, joins: None, counts: false, zero_keeps: false }
                /// As [`AtomicOp::Cas`], compared as floats: NaN equals nothing, -0 equals +0. Intel `fcmpwr`, AMD `cmpstore_f`.
                FCas "fcas" { sources: 2, joins: None, counts: false, zero_keeps: false }
            }
            Unknown {
                /// Advances the put pointer of a circular queue. The arithmetic is not public, so the result is always unspecified. NVIDIA
                /// `.SAFEADD`.
                PutPointer "put_pointer" { sources: 1, joins: None, counts: false, zero_keeps: false }
            }
        }
    };
}

/// How an operation interprets values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Interpretation {
    /// As integers: the result does not depend on the float rules.
    Integer,
    /// As floats.
    Float,
    /// No document specifies it.
    Unknown,
}

/// Facts about an operation that its definition does not state.
#[derive(Clone, Copy)]
struct Facts {
    name: &'static str,
    kind: Interpretation,
    /// Number of source operands.
    sources: usize,
    /// [`AtomicOp::joins`].
    joins: Option<AtomicOp>,
    /// [`AtomicOp::counts`].
    counts: bool,
    /// [`AtomicOp::zero_keeps`].
    zero_keeps: bool,
}

macro_rules! define {
    ($($kind:ident { $($(#[$doc:meta])* $op:ident $name:literal { $($fact:tt)* })* })*) => {
        /// The operations, under the names of LLVM's `atomicrmw` if it has them. `src` is src0.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum AtomicOp {
            $($($(#[$doc])* $op,)*)*
        }

        impl AtomicOp {
            /// Every operation, in declaration order.
            pub const ALL: [AtomicOp; [$($(AtomicOp::$op,)*)*].len()] = [$($(AtomicOp::$op,)*)*];

            #[inline]
            const fn facts(self) -> Facts {
                use AtomicOp::*;
                match self {
                    $($($op => Facts { name: $name, kind: Interpretation::$kind, $($fact)* },)*)*
                }
            }
        }
    };
}
operations!(define);

impl AtomicOp {
    /// The name used in text and tests.
    pub const fn name(self) -> &'static str {
        self.facts().name
    }
    /// True when the value is read as a float.
    #[inline]
    pub const fn is_float(self) -> bool {
        matches!(self.facts().kind, Interpretation::Float)
    }
    /// Number of source operands: 0 for `inc` and `dec`, 2 for compare-and-swap and `mask_or`.
    pub const fn sources(self) -> usize {
        self.facts().sources
    }
    /// The operation that combines the operands of two operations into one, if several of them leave the same memory in any order. An
    /// operation without operands counts as an addition of 1 or -1.
    pub const fn joins(self) -> Option<AtomicOp> {
        self.facts().joins
    }
    /// Whether it changes a counter, so that the old value is the number of earlier operations.
    pub const fn counts(self) -> bool {
        self.facts().counts
    }
    /// Whether an operand of zero leaves memory unchanged.
    pub const fn zero_keeps(self) -> bool {
        self.facts().zero_keeps
    }
}

/// The width of the memory access.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Size {
    /// One byte. Used by tests: no modelled instruction has it.
    B8,
    /// Two bytes.
    B16,
    /// Four bytes.
    B32,
    /// Eight bytes.
    B64,
}

impl Size {
    /// Width in bits.
    pub const fn bits(self) -> u32 {
        8 << self as u32
    }
    /// Width in bytes.
    #[inline]
    pub const fn bytes(self) -> u32 {
        1 << self as u32
    }
    /// All bits of the width, right-aligned.
    pub const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }
}

/// One value, or two half-width values updated independently.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Packing {
    /// One value of the access width.
    Scalar,
    /// Two 16-bit values in 32 bits, the first in the low half (`.F16x2`).
    Pair16,
    /// Two 32-bit values in 64 bits, the first in the low half (`condxchg32`).
    Pair32,
    /// One value of 16 bits; a float is a bfloat16.
    Brain,
    /// Two bfloat16 values in 32 bits, the first in the low half (`.bf16x2`).
    Brains,
}

/// The value that the destination register receives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Returned {
    /// The bits in memory before the operation, unchanged by any flush.
    Old,
    /// The bits written.
    New,
}

/// The source of a compare-and-swap that is compared with memory; the other source is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CasRoles {
    /// src0 compared, src1 written. NVIDIA (`Rb`, `Rc`), Intel `fcmpwr`.
    CompareSrc0,
    /// src1 compared, src0 written. Intel `cmpxchg`, AMD `cmpstore` and `cmpswap`.
    CompareSrc1,
}

/// The operand that the NaN and tie rules call first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum First {
    /// The value in memory.
    Memory,
    /// The value from the register.
    Data,
}

/// One atomic operation, completely described. `Copy`; at most 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, serde::Serialize, serde::Deserialize)]
pub struct Rmw {
    /// The operation.
    pub op: AtomicOp,
    /// Width of the access.
    pub size: Size,
    /// One value or a pair.
    pub packing: Packing,
    /// The returned value.
    pub returned: Returned,
    /// Roles of a compare-and-swap's sources.
    pub cas: CasRoles,
    /// The flush of the value that stays in memory if the comparison of a float compare-and-swap fails.
    pub miss: Flush,
    /// The operand that is first for NaNs and ties.
    pub first: First,
    /// Float rules; ignored by integer operations.
    pub float: FloatPolicy,
    /// Rules of float minimum and maximum.
    pub minmax: MinMax,
}

/// The result of an atomic in any domain.
#[derive(Clone, Copy)]
pub struct Outcome<D: Domain, W: Width> {
    /// The bits written to memory.
    pub new: Bits<D, W>,
    /// The bits returned.
    pub returned: Bits<D, W>,
    /// True when the documents leave `new` unspecified; `new` is then one permitted value.
    pub unspecified: Bool<D>,
}

/// The result of an atomic on concrete bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Update {
    /// The bits written to memory.
    pub new: u64,
    /// The bits returned.
    pub returned: u64,
}

/// A rule that the documents leave unspecified.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct OpenRule {
    /// Stable name.
    pub id: &'static str,
    /// The rule in one sentence.
    pub text: &'static str,
}

/// No public document specifies the value that this operation writes.
pub const PUT_POINTER: OpenRule = OpenRule {
    id: "nv.safeadd",
    text: "SAFEADD increments the put pointer of a circular queue; no public document gives the arithmetic or the \
           layout of the pointer",
};
/// A NaN result whose bits no document specifies.
pub const NAN_RESULT: OpenRule =
    OpenRule { id: "float.nan", text: "the result is a NaN, and no document says which bits this unit writes" };
/// A minimum or maximum for which two operands are equally correct.
pub const MINMAX_CHOICE: OpenRule = OpenRule {
    id: "float.minmax",
    text: "operands are NaNs, or zeros that differ in sign, and the documents leave open what is written",
};

/// The documents leave the new value unspecified. This is a result, not an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Unspecified {
    /// The rule that is unspecified.
    pub rule: &'static OpenRule,
    /// The returned value, if it is specified.
    pub returned: Option<u64>,
}

impl core::fmt::Display for Unspecified {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "unspecified ({}): {}", self.rule.id, self.rule.text)
    }
}
impl core::error::Error for Unspecified {}

/// The new value, and whether it is unspecified, for one value.
#[inline(always)]
fn scalar<D: Domain, W: Width>(k: &Rmw, old: Bits<D, W>, src0: Bits<D, W>, src1: Bits<D, W>) -> (Bits<D, W>, Bool<D>) {
    D::apart(
        #[inline(always)]
        || defined(k, old, src0, src1),
    )
}

/// The definition of every operation, for one value.
#[inline(always)]
fn defined<D: Domain, W: Width>(k: &Rmw, old: Bits<D, W>, src0: Bits<D, W>, src1: Bits<D, W>) -> (Bits<D, W>, Bool<D>) {
    let d = old.d;
    let no = Bool::lit(d, false);
    let (first, second) = match k.first {
        First::Memory => (old, src0),
        First::Data => (src0, old),
    };
    let (comparand, value) = match k.cas {
        CasRoles::CompareSrc0 => (src0, src1),
        CasRoles::CompareSrc1 => (src1, src0),
    };
    let zero = old.k(0);
    let new = match k.op {
        AtomicOp::Xchg => src0,
        AtomicOp::Add => old + src0,
        AtomicOp::Sub => old - src0,
        AtomicOp::SubReverse => src0 - old,
        AtomicOp::UsubSat => old.ult(src0).pick(zero, old - src0),
        AtomicOp::UsubCond => old.ult(src0).pick(old, old - src0),
        AtomicOp::And => old & src0,
        AtomicOp::Nand => !(old & src0),
        AtomicOp::Or => old | src0,
        AtomicOp::Xor => old ^ src0,
        AtomicOp::MaskOr => (old & !src0) | src1,
        AtomicOp::Umin => old.umin(src0),
        AtomicOp::Umax => old.umax(src0),
        AtomicOp::Smin => old.smin(src0),
        AtomicOp::Smax => old.smax(src0),
        AtomicOp::UincWrap => old.uge(src0).pick(zero, old + 1),
        AtomicOp::UdecWrap => (old.is(0) | old.ugt(src0)).pick(src0, old - 1),
        AtomicOp::Inc => old + 1,
        AtomicOp::Dec | AtomicOp::Predec => old - 1,
        AtomicOp::RingWrap => old.uge(src0).pick(old - src0, old + src1),
        AtomicOp::Cas => old.eq(comparand).pick(value, old),
        AtomicOp::CondXchg => (src0 & W::SIGN).is(0).pick(old, src0 & (W::MASK >> 1)),
        AtomicOp::FAdd => {
            let r = float::fadd_of(k.float, old, src0, matches!(k.first, First::Data));
            return (r, nan_is_open(k, r));
        }
        AtomicOp::FSub => {
            // The minuend is memory, even if the register is first for NaNs.
            let r = float::fsub(k.float, old, src0);
            return (r, nan_is_open(k, r));
        }
        AtomicOp::FMin => return float::fminmax(k.float, k.minmax, false, first, second),
        AtomicOp::FMax => return float::fminmax(k.float, k.minmax, true, first, second),
        AtomicOp::FCas => {
            let hit = float::fcmp(Cond::Eq, k.float.input, old, comparand);
            hit.pick(float::flush(k.float.input, value), float::flush(k.miss, old))
        }
        AtomicOp::PutPointer => return (old, Bool::lit(d, true)),
    };
    (new, no)
}

/// Both halves, independently.
#[inline(always)]
fn pair<D: Domain, W: Width, H: Width>(
    k: &Rmw,
    old: Bits<D, W>,
    src0: Bits<D, W>,
    src1: Bits<D, W>,
) -> (Bits<D, W>, Bool<D>) {
    let low = |x: Bits<D, W>| x.trunc::<H>();
    let high = |x: Bits<D, W>| x.shr(H::BITS).trunc::<H>();
    let (l, lu) = scalar(k, low(old), low(src0), low(src1));
    let (h, hu) = scalar(k, high(old), high(src0), high(src1));
    (l.zext::<W>() | h.zext::<W>().shl(H::BITS), lu | hu)
}

#[inline(always)]
fn nan_is_open<D: Domain, W: Width>(k: &Rmw, r: Bits<D, W>) -> Bool<D> {
    if k.float.nan == NanRule::Unspecified { float::is_nan(r) } else { Bool::lit(r.d, false) }
}

/// The effect of `rmw`, in any domain. `W` is the width that `rmw.size` names; the caller keeps them equal.
///
/// `src1` is used only by operations with two sources ([`AtomicOp::sources`]).
#[inline(always)]
pub fn rmw<D: Domain, W: Width>(rmw: &Rmw, old: Bits<D, W>, src0: Bits<D, W>, src1: Bits<D, W>) -> Outcome<D, W> {
    debug_assert_eq!(rmw.size.bits(), W::BITS, "the width type agrees with the operation's size");
    let (new, unspecified) = match rmw.packing {
        Packing::Scalar => scalar(rmw, old, src0, src1),
        Packing::Pair16 => pair::<D, W, W16>(rmw, old, src0, src1),
        Packing::Pair32 => pair::<D, W, W32>(rmw, old, src0, src1),
        Packing::Brain => {
            let of = |x: Bits<D, W>| x.trunc::<B16>();
            let (new, open) = scalar(rmw, of(old), of(src0), of(src1));
            (new.zext::<W>(), open)
        }
        Packing::Brains => pair::<D, W, B16>(rmw, old, src0, src1),
    };
    let returned = match rmw.returned {
        Returned::Old => old,
        Returned::New => new,
    };
    Outcome { new, returned, unspecified }
}

/// Whether `rmw` may leave `x` in memory: its result if that is specified, otherwise one of the results that the documents permit. `W` is
/// as in [`rmw`].
///
/// ```
/// use isotope_op::assume::Assumptions;
/// use isotope_op::atomic::{AtomicOp, Rmw, Size, permits};
/// use isotope_op::domain::{Bits, W32};
/// use isotope_op::policy;
/// let add = policy::intel_float(AtomicOp::FAdd, Size::B32, &Assumptions::DEFAULT);
/// let of = Bits::<_, W32>::of;
/// // Infinity less infinity is a NaN, and which one is open.
/// let left = |x| permits(&add, of(0x7f80_0000), of(0xff80_0000), of(0), of(x)).b;
/// assert!(left(0x7fc0_0000) && left(0xffc0_1234) && !left(0));
/// ```
#[inline(always)]
pub fn permits<D: Domain, W: Width>(
    rmw: &Rmw,
    old: Bits<D, W>,
    src0: Bits<D, W>,
    src1: Bits<D, W>,
    x: Bits<D, W>,
) -> Bool<D> {
    match rmw.packing {
        Packing::Scalar => element_permits(rmw, old, src0, src1, x),
        Packing::Pair16 => halves_permit::<D, W, W16>(rmw, [old, src0, src1, x]),
        Packing::Pair32 => halves_permit::<D, W, W32>(rmw, [old, src0, src1, x]),
        Packing::Brain => {
            let of = |x: Bits<D, W>| x.trunc::<B16>();
            element_permits(rmw, of(old), of(src0), of(src1), of(x))
        }
        Packing::Brains => halves_permit::<D, W, B16>(rmw, [old, src0, src1, x]),
    }
}

#[inline(always)]
fn halves_permit<D: Domain, W: Width, H: Width>(k: &Rmw, values: [Bits<D, W>; 4]) -> Bool<D> {
    let [a, b, c, x] = values.map(|v| v.trunc::<H>());
    let low = element_permits(k, a, b, c, x);
    let [a, b, c, x] = values.map(|v| v.shr(H::BITS).trunc::<H>());
    low & element_permits(k, a, b, c, x)
}

#[inline(always)]
fn element_permits<D: Domain, W: Width>(
    k: &Rmw,
    old: Bits<D, W>,
    src0: Bits<D, W>,
    src1: Bits<D, W>,
    x: Bits<D, W>,
) -> Bool<D> {
    let (new, open) = scalar(k, old, src0, src1);
    let permitted = match k.op {
        AtomicOp::PutPointer => Bool::lit(x.d, true),
        AtomicOp::FMin | AtomicOp::FMax => {
            let shown = |v| if k.minmax.copy { v } else { float::flush(k.float.input, v) };
            let either = x.eq(shown(old)) | x.eq(shown(src0));
            let any = float::is_nan(old) | float::is_nan(src0);
            let nan = match (k.minmax.one, k.minmax.snan, k.minmax.both) {
                (float::OneNan::Number, float::SnanRule::Unspecified, _) => float::is_nan(x) | either,
                (float::OneNan::Number, _, float::BothNan::Unspecified) => either,
                (float::OneNan::Either, ..) => float::is_nan(x) | either,
                _ => float::is_nan(x),
            };
            (any & nan) | (!any & either)
        }
        _ => float::is_nan(x),
    };
    (open & permitted) | (!open & x.eq(new))
}

impl Rmw {
    /// An integer operation with the rules of most units: it returns the old value, and src0 is the comparand.
    #[inline(always)]
    pub const fn int(op: AtomicOp, size: Size) -> Rmw {
        Rmw {
            op,
            size,
            packing: Packing::Scalar,
            returned: if matches!(op, AtomicOp::Predec) { Returned::New } else { Returned::Old },
            cas: CasRoles::CompareSrc0,
            miss: Flush::Keep,
            first: First::Memory,
            float: FloatPolicy::RN,
            minmax: MinMax {
                one: float::OneNan::Number,
                snan: float::SnanRule::AsQuiet,
                both: float::BothNan::Policy,
                zero: float::ZeroOrder::Signed,
                copy: false,
            },
        }
    }

    /// The same operation with a fixed value for every rule that does not affect it, so that operations which differ only in such a rule
    /// are equal.
    ///
    /// ```
    /// use isotope_op::atomic::{AtomicOp, Rmw, Size, CasRoles};
    /// let add = Rmw::int(AtomicOp::Add, Size::B32);
    /// assert_ne!(add.with_cas(CasRoles::CompareSrc1), add);
    /// assert_eq!(add.with_cas(CasRoles::CompareSrc1).plain(), add.plain());
    /// ```
    #[inline]
    pub fn plain(self) -> Rmw {
        let unused = Rmw { packing: self.packing, returned: self.returned, ..Rmw::int(self.op, self.size) };
        match self.op {
            AtomicOp::Cas => Rmw { cas: self.cas, ..unused },
            AtomicOp::FCas => {
                let float = FloatPolicy { input: self.float.input, ..unused.float };
                Rmw { cas: self.cas, miss: self.miss, float, ..unused }
            }
            // The first operand only matters if a NaN operand becomes the result.
            AtomicOp::FAdd if self.float.nan.propagates() => Rmw { first: self.first, float: self.float, ..unused },
            AtomicOp::FAdd | AtomicOp::FSub => Rmw { float: self.float, ..unused },
            AtomicOp::FMin | AtomicOp::FMax => {
                let by_policy = self.minmax.both == float::BothNan::Policy || self.minmax.one != float::OneNan::Number;
                let nan = if by_policy { self.float.nan } else { unused.float.nan };
                let float = FloatPolicy { input: self.float.input, nan, ..unused.float };
                Rmw { first: self.first, minmax: self.minmax, float, ..unused }
            }
            _ => unused,
        }
    }

    /// The operation on one element of a packed operation; the operation itself if it is scalar.
    ///
    /// ```
    /// use isotope_op::atomic::{AtomicOp, Packing, Rmw, Size};
    /// let pair = Rmw { packing: Packing::Pair16, ..Rmw::int(AtomicOp::FAdd, Size::B32) };
    /// assert_eq!((pair.element().size, pair.element().packing), (Size::B16, Packing::Scalar));
    /// ```
    pub const fn element(self) -> Rmw {
        match self.packing {
            Packing::Scalar | Packing::Brain => self,
            Packing::Pair16 => Rmw { packing: Packing::Scalar, size: Size::B16, ..self },
            Packing::Brains => Rmw { packing: Packing::Brain, size: Size::B16, ..self },
            Packing::Pair32 => Rmw { packing: Packing::Scalar, size: Size::B32, ..self },
        }
    }

    /// Whether it updates two values independently.
    pub const fn is_pair(&self) -> bool {
        matches!(self.packing, Packing::Pair16 | Packing::Pair32 | Packing::Brains)
    }

    /// The same operation with other roles for the sources of a compare-and-swap.
    pub const fn with_cas(self, cas: CasRoles) -> Rmw {
        Rmw { cas, ..self }
    }

    /// Applies the operation to concrete bits; bits of the arguments above the size are ignored.
    ///
    /// # Errors
    /// [`Unspecified`] if the documents leave the new value unspecified.
    pub fn apply(&self, old: u64, src0: u64, src1: u64) -> Result<Update, Unspecified> {
        let (update, open) = self.choose(old, src0, src1);
        if open {
            return Err(Unspecified {
                rule: self.open_rule(),
                returned: (self.returned == Returned::Old).then_some(old & self.size.mask()),
            });
        }
        Ok(update)
    }

    /// As [`Rmw::apply`], but with one permitted value if the documents leave the new value unspecified; the flag says whether they do.
    pub fn choose(&self, old: u64, src0: u64, src1: u64) -> (Update, bool) {
        match self.size {
            Size::B32 => self.choose_as::<W32>(old, src0, src1),
            Size::B64 => self.choose_as::<W64>(old, src0, src1),
            Size::B16 => self.choose_as::<W16>(old, src0, src1),
            Size::B8 => self.choose_as::<W8>(old, src0, src1),
        }
    }

    fn choose_as<W: Width>(&self, old: u64, src0: u64, src1: u64) -> (Update, bool) {
        let of = |x: u64| Bits::<Concrete, W>::of(W::Repr::from_u64(x));
        let out = rmw(self, of(old), of(src0), of(src1));
        (Update { new: out.new.v.to_u64(), returned: out.returned.v.to_u64() }, out.unspecified.b)
    }

    /// Whether the operation may leave `x` in memory; see [`permits`].
    pub fn permits(&self, [old, src0, src1]: [u64; 3], x: u64) -> bool {
        fn of<W: Width>(rmw: &Rmw, values: [u64; 4]) -> bool {
            let [old, src0, src1, x] = values.map(|x| Bits::<Concrete, W>::of(W::Repr::from_u64(x)));
            permits(rmw, old, src0, src1, x).b
        }
        let values = [old, src0, src1, x];
        match self.size {
            Size::B32 => of::<W32>(self, values),
            Size::B64 => of::<W64>(self, values),
            Size::B16 => of::<W16>(self, values),
            Size::B8 => of::<W8>(self, values),
        }
    }

    /// The rule that is unspecified when this operation reports an unspecified result.
    pub const fn open_rule(&self) -> &'static OpenRule {
        match self.op {
            AtomicOp::PutPointer => &PUT_POINTER,
            AtomicOp::FMin | AtomicOp::FMax => &MINMAX_CHOICE,
            _ => &NAN_RESULT,
        }
    }

    /// True when some operands make the result unspecified; false guarantees that [`Rmw::apply`] succeeds and that a [`Rmw::visit32`] loop
    /// is complete.
    pub const fn may_be_unspecified(&self) -> bool {
        match self.op {
            AtomicOp::PutPointer => true,
            AtomicOp::FAdd | AtomicOp::FSub => matches!(self.float.nan, NanRule::Unspecified),
            AtomicOp::FMin | AtomicOp::FMax => {
                let float::MinMax { one, snan, both, zero, .. } = self.minmax;
                let open_nan = matches!(self.float.nan, NanRule::Unspecified);
                let nans = match one {
                    float::OneNan::Nan => open_nan,
                    float::OneNan::Either => true,
                    float::OneNan::Number => {
                        matches!(both, float::BothNan::Unspecified)
                            || matches!(snan, float::SnanRule::Unspecified)
                            || matches!(both, float::BothNan::Policy) && open_nan
                    }
                };
                nans || matches!(zero, float::ZeroOrder::Unspecified)
            }
            _ => false,
        }
    }

    /// The operation that combines the operands of two operations into one, if no returned value is used: one such operation leaves the
    /// same memory as a sequence of operations, in any order. `None` if order or grouping may change the result, or if a result may be
    /// unspecified.
    ///
    /// An operation without operands counts as an addition of 1 or -1.
    ///
    /// ```
    /// use isotope_op::atomic::{AtomicOp, Rmw, Size};
    /// let joined = |op| Rmw::int(op, Size::B32).joined().map(|rmw| rmw.op);
    /// assert_eq!(joined(AtomicOp::Sub), Some(AtomicOp::Add));
    /// assert_eq!(joined(AtomicOp::Umax), Some(AtomicOp::Umax));
    /// assert_eq!(joined(AtomicOp::UincWrap), None);
    /// ```
    pub const fn joined(&self) -> Option<Rmw> {
        let Some(op) = self.op.joins() else { return None };
        if matches!(self.packing, Packing::Scalar) { Some(Rmw { op, ..*self }) } else { None }
    }

    /// Passes the 32-bit operation to `visitor` as a closure of its own type, so that a loop inside the visitor compiles to straight
    /// machine code for that one operation. `None` unless the size is 32 bits and no result is unspecified.
    ///
    /// ```
    /// use isotope_op::atomic::{AtomicOp, Rmw, Size, Visitor};
    /// struct Fold<'a>(&'a [u32]);
    /// impl Visitor<u32> for Fold<'_> {
    ///     type Out = u32;
    ///     fn visit(self, new: impl Fn(u32, u32, u32) -> u32) -> u32 {
    ///         self.0.iter().fold(0, |memory, &x| new(memory, x, 0))
    ///     }
    /// }
    /// let max = Rmw::int(AtomicOp::Umax, Size::B32);
    /// assert_eq!(max.visit32(Fold(&[3, 9, 4])), Some(9));
    /// ```
    pub fn visit32<V: Visitor<u32>>(&self, visitor: V) -> Option<V::Out> {
        if self.size != Size::B32 || self.may_be_unspecified() {
            return None;
        }
        Some(visit::<W32, V>(self, visitor))
    }

    /// [`Rmw::visit32`] for 64-bit operations.
    pub fn visit64<V: Visitor<u64>>(&self, visitor: V) -> Option<V::Out> {
        if self.size != Size::B64 || self.may_be_unspecified() {
            return None;
        }
        Some(visit::<W64, V>(self, visitor))
    }

    /// The operation as a plain function from (old, src0, src1) to new, for integer operations of 32 bits: get it once per instruction,
    /// call it per lane. `None` for float operations, other sizes and unspecified results.
    pub fn kernel32(&self) -> Option<Kernel<u32>> {
        if self.size != Size::B32 || self.packing != Packing::Scalar {
            return None;
        }
        kernel::<W32>(self)
    }

    /// [`Rmw::kernel32`] for 64-bit operations.
    pub fn kernel64(&self) -> Option<Kernel<u64>> {
        if self.size != Size::B64 || self.packing != Packing::Scalar {
            return None;
        }
        kernel::<W64>(self)
    }
}

/// An operation as a plain function from (old, src0, src1) to new.
pub type Kernel<T> = fn(T, T, T) -> T;

/// A loop that takes an operation as a closure; see [`Rmw::visit32`].
pub trait Visitor<T> {
    /// The result of the loop.
    type Out;
    /// Runs the loop; `new` maps (old, src0, src1) to the new value.
    fn visit(self, new: impl Fn(T, T, T) -> T) -> Self::Out;
}

#[inline(always)]
fn new_value<W: Width>(k: &Rmw, old: W::Repr, src0: W::Repr, src1: W::Repr) -> W::Repr {
    rmw::<Concrete, W>(k, Bits::of(old), Bits::of(src0), Bits::of(src1)).new.v
}

/// The size of a width type.
const fn size_of<W: Width>() -> Size {
    match W::BITS {
        8 => Size::B8,
        16 => Size::B16,
        32 => Size::B32,
        _ => Size::B64,
    }
}

/// The loop of an operation whose results are all specified.
pub(crate) fn visit<W: Width, V: Visitor<W::Repr>>(k: &Rmw, visitor: V) -> V::Out {
    // Common float rules get a separate loop: as constants they leave no branch inside it.
    macro_rules! special {
        ($($op:ident $packing:ident $policy:ident)*) => {
            $(if k.op == AtomicOp::$op && k.packing == Packing::$packing && k.float == FloatPolicy::$policy {
                return visitor.visit(#[inline(always)] |o, a, b| {
                    let packing = Packing::$packing;
                    let k = Rmw { packing, float: FloatPolicy::$policy, ..Rmw::int(AtomicOp::$op, size_of::<W>()) };
                    new_value::<W>(&k, o, a, b)
                });
            })*
        };
    }
    special!(FAdd Scalar FTZ_RN FAdd Scalar RN FAdd Pair16 FTZ_RN FAdd Pair16 RN);
    macro_rules! arms {
        (Integer { $($(#[$doc:meta])* $op:ident $name:literal $facts:tt)* } Float $floats:tt Unknown $unknown:tt) => {
            match k.op {
                _ if k.packing != Packing::Scalar => {
                    let k = *k;
                    visitor.visit(move |o, a, b| new_value::<W>(&k, o, a, b))
                }
                AtomicOp::Cas if k.cas == CasRoles::CompareSrc1 => {
                    visitor.visit(#[inline(always)] |o, a, b| if o == b { a } else { o })
                }
                $(AtomicOp::$op => {
                    visitor.visit(#[inline(always)] |o, a, b| new_value::<W>(&Rmw::int(AtomicOp::$op, size_of::<W>()), o, a, b))
                })*
                _ => {
                    let k = *k;
                    visitor.visit(move |o, a, b| new_value::<W>(&k, o, a, b))
                }
            }
        };
    }
    operations!(arms)
}

fn kernel<W: Width>(k: &Rmw) -> Option<Kernel<W::Repr>> {
    macro_rules! arms {
        (Integer { $($(#[$doc:meta])* $op:ident $name:literal $facts:tt)* } Float $floats:tt Unknown $unknown:tt) => {
            match (k.op, k.cas) {
                (AtomicOp::Cas, CasRoles::CompareSrc1) => |o, a, b| if o == b { a } else { o },
                $((AtomicOp::$op, _) => {
                    |o, a, b| new_value::<W>(&Rmw::int(AtomicOp::$op, size_of::<W>()), o, a, b)
                })*
                _ => return None,
            }
        };
    }
    Some(operations!(arms))
}
