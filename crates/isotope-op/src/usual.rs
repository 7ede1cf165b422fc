//! Loops of operations whose rules are selected once: each float operation under a vendor's usual rules, and each integer operation, has
//! one.
//!
//! ```
//! use isotope_op::assume::Assumptions;
//! use isotope_op::atomic::{AtomicOp, Size};
//! use isotope_op::policy;
//! use isotope_op::usual::OpenVisitor;
//! /// Whether one of these leaves the result open.
//! struct Any<'a>(&'a [[u32; 2]]);
//! impl OpenVisitor<u32> for Any<'_> {
//!     type Out = bool;
//!     fn visit(self, _may_be_open: bool, new: impl Fn(u32, u32, u32) -> (u32, bool)) -> bool {
//!         self.0.iter().any(|&[old, src0]| new(old, src0, 0).1)
//!     }
//! }
//! let add = policy::intel_float(AtomicOp::FAdd, Size::B32, &Assumptions::DEFAULT);
//! // Infinity less infinity is a NaN, and which one is open.
//! assert!(add.visit_open(Any(&[[0x7f80_0000, 0xff80_0000]])));
//! assert!(!add.visit_open(Any(&[[0x7f80_0000, 0x7f80_0000]])));
//! ```

use crate::assume::Assumptions;
use crate::atomic::{AtomicOp, Packing, Rmw, Size, Visitor, rmw, visit};
use crate::domain::{Bits, Concrete, W16, W32, W64, Width, Word};
use crate::policy::{self, AmdUnit, FpDenorm};
use crate::slices::Chunks;

/// A machine integer that values of operations can be.
pub trait Element: Word {
    /// The width that it represents.
    type Width: Width<Repr = Self>;
    /// The size of the operations on it.
    const SIZE: Size;
    /// The loops of [`Rmw::apply_slices`]: here, so that no other crate compiles them again.
    #[doc(hidden)]
    fn in_chunks(rmw: &Rmw, chunks: Chunks<'_, Self>) -> bool;
}

macro_rules! elements {
    ($($repr:ident $width:ident $size:ident)*) => {$(
        impl Element for $repr {
            type Width = $width;
            const SIZE: Size = Size::$size;
            fn in_chunks(rmw: &Rmw, chunks: Chunks<'_, Self>) -> bool {
                chunks.run(rmw)
            }
        }
    )*};
}
elements!(u16 W16 B16 u32 W32 B32 u64 W64 B64);

/// A loop that takes an operation as a closure, with results that may be unspecified; see [`Rmw::visit_open`].
pub trait OpenVisitor<T> {
    /// The result of the loop.
    type Out;
    /// Runs the loop. `new` maps (old, src0, src1) to the new value, and to whether the documents leave it unspecified, which is always
    /// false unless `may_be_open`.
    fn visit(self, may_be_open: bool, new: impl Fn(T, T, T) -> (T, bool)) -> Self::Out;
}

/// An operation whose results are all specified, for a loop that also handles unspecified ones.
struct Settled<V>(V);

impl<T: Element, V: OpenVisitor<T>> Visitor<T> for Settled<V> {
    type Out = V::Out;
    #[inline(always)]
    fn visit(self, new: impl Fn(T, T, T) -> T) -> V::Out {
        self.0.visit(
            false,
            #[inline(always)]
            |old, src0, src1| (new(old, src0, src1), false),
        )
    }
}

#[inline(always)]
fn value<T: Element>(k: &Rmw, old: T, src0: T, src1: T) -> (T, bool) {
    let out = rmw::<Concrete, T::Width>(k, Bits::of(old), Bits::of(src0), Bits::of(src1));
    (out.new.v, out.unspecified.b)
}

/// The default assumptions.
const A: Assumptions = Assumptions::DEFAULT;

impl Rmw {
    /// Passes the operation to `visitor` as a closure of its own type. For usual rules the closure has the rules as constants; all other
    /// rules share one closure, which reads the rules for each element.
    ///
    /// # Panics
    /// When `T` has another size than the operation.
    pub fn visit_open<T: Element, V: OpenVisitor<T>>(&self, visitor: V) -> V::Out {
        assert_eq!(self.size, T::SIZE, "the elements have the size of the operation");
        let k = self;
        if !k.op.is_float() && !k.may_be_unspecified() {
            return visit::<T::Width, _>(k, Settled(visitor));
        }
        let plain = k.plain();
        macro_rules! usual {
            ($($rmw:expr),* $(,)?) => {
                $(if plain == const { $rmw }.plain() {
                    // A separate closure, in which the rules are a constant.
                    let may_be_open = const { $rmw.may_be_unspecified() };
                    return visitor.visit(
                        may_be_open,
                        #[inline(always)]
                        |old, src0, src1| value(&const { $rmw }, old, src0, src1),
                    );
                })*
            };
        }
        macro_rules! of_amd {
            ($($op:ident $unit:ident $mode:literal),* $(,)?) => {
                usual!($(policy::amd(AtomicOp::$op, T::SIZE, AmdUnit::$unit, FpDenorm::new($mode), &A)),*)
            };
        }
        macro_rules! of_nvidia {
            ($($op:ident $packing:ident $policy:ident),* $(,)?) => {
                usual!($(policy::nvidia_float(AtomicOp::$op, T::SIZE, Packing::$packing, policy::$policy(&A), &A)),*)
            };
        }
        macro_rules! of_intel {
            ($($op:ident),*) => { usual!($(policy::intel_float(AtomicOp::$op, T::SIZE, &A)),*) };
        }
        // Only rules of this operation are compared: this runs for each instruction.
        match plain.op {
            AtomicOp::FAdd => {
                match T::SIZE {
                    Size::B32 => {
                        of_nvidia!(FAdd Scalar nvidia_l2_f32_ftz_rn);
                        of_nvidia!(FAdd Pair16 nvidia_l2_f16x2_ftz_rn, FAdd Pair16 nvidia_l2_f16x2_rn);
                    }
                    Size::B64 => of_nvidia!(FAdd Scalar nvidia_l2_f64_rn),
                    _ => {}
                }
                of_amd!(FAdd Lds 15, FAdd Lds 0, FAdd Memory 15);
                of_intel!(FAdd);
            }
            AtomicOp::FSub => of_intel!(FSub),
            AtomicOp::FMin => {
                of_amd!(FMin Lds 15, FMin Lds 0, FMin Memory 15, FMin Memory 0);
                of_intel!(FMin);
                if T::SIZE == Size::B32 {
                    of_nvidia!(FMin Pair16 nvidia_l2_f16x2_ftz_rn, FMin Pair16 nvidia_l2_f16x2_rn);
                }
            }
            AtomicOp::FMax => {
                of_amd!(FMax Lds 15, FMax Lds 0, FMax Memory 15, FMax Memory 0);
                of_intel!(FMax);
                if T::SIZE == Size::B32 {
                    of_nvidia!(FMax Pair16 nvidia_l2_f16x2_ftz_rn, FMax Pair16 nvidia_l2_f16x2_rn);
                }
            }
            AtomicOp::FCas => {
                of_amd!(FCas Lds 15, FCas Lds 0, FCas Memory 15, FCas Memory 0);
                of_intel!(FCas);
            }
            _ => {}
        }
        if k.may_be_unspecified() {
            return visitor.visit(true, |old, src0, src1| value(k, old, src0, src1));
        }
        visit::<T::Width, _>(k, Settled(visitor))
    }
}
