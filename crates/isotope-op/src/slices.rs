//! An operation on slices: operation and rules are selected once for all elements.
//!
//! ```
//! use isotope_op::atomic::{AtomicOp, Rmw, Size};
//! let inc = Rmw::int(AtomicOp::UincWrap, Size::B32);
//! let mut new = [0; 3];
//! inc.apply_slices::<u32>(&[7, 8, 9], [&[9], &[0]], &mut new, None);
//! assert_eq!(new, [8, 9, 0]);
//! ```
//!
//! Elements are independent: no element depends on a write to another.

use crate::atomic::Rmw;
use crate::usual::OpenVisitor;

pub use crate::usual::Element;

/// Elements per part: few enough for the L1 cache.
const CHUNK: usize = 512;

impl Rmw {
    /// Computes the new memory value of each element. A source of one element applies to all; sources that the operation does not have are
    /// ignored. The returned value is `mem` or `new` ([`Rmw::returned`]).
    ///
    /// If the documents leave an element unspecified, its `new` is not written and its `open` is set to true. Other elements of `open` are
    /// not written. Returns whether an element is unspecified.
    ///
    /// # Panics
    /// When `T` has another size than the operation, `new` or `open` have another length than `mem`, or a source that the operation has is
    /// neither of that length nor of length 1.
    pub fn apply_slices<T: Element>(
        &self,
        mem: &[T],
        src: [&[T]; 2],
        new: &mut [T],
        open: Option<&mut [bool]>,
    ) -> bool {
        assert_eq!(self.size, T::SIZE, "the elements have the size of the operation");
        assert_eq!(mem.len(), new.len(), "as many results as elements");
        let nothing = [T::default()];
        let src = [0, 1].map(|i| if i < self.op.sources() { src[i] } else { &nothing[..] });
        for values in src {
            assert!(values.len() == 1 || values.len() == mem.len(), "as many operands as elements, or one");
        }
        if let Some(open) = &open {
            assert_eq!(mem.len(), open.len(), "as many marks as elements");
        }
        T::in_chunks(self, Chunks { mem, src, new, open })
    }
}

/// The arguments of [`Rmw::apply_slices`].
#[doc(hidden)]
#[derive(Debug)]
pub struct Chunks<'a, T> {
    mem: &'a [T],
    src: [&'a [T]; 2],
    new: &'a mut [T],
    open: Option<&'a mut [bool]>,
}

impl<T: Element> Chunks<'_, T> {
    /// Runs the operation over parts that fit the L1 cache; returns whether an element is unspecified. A source of one element is repeated
    /// for a part.
    pub(crate) fn run(self, rmw: &Rmw) -> bool {
        let Chunks { mem, src, new, mut open } = self;
        let repeated = src.map(|values| [values[0]; CHUNK]);
        let (mut at, mut any) = (0, false);
        for (mem, new) in mem.chunks(CHUNK).zip(new.chunks_mut(CHUNK)) {
            let all = at..at + mem.len();
            let of = |i: usize| if src[i].len() == 1 { &repeated[i][..mem.len()] } else { &src[i][all.clone()] };
            let mut left = [false; CHUNK];
            let left = &mut left[..mem.len()];
            rmw.visit_open(Part { mem, src: [of(0), of(1)], new, left: &mut *left });
            if rmw.may_be_unspecified() && left.contains(&true) {
                any = true;
                if let Some(open) = &mut open {
                    open[all.clone()].iter_mut().zip(left).for_each(|(mark, left)| *mark |= *left);
                }
            }
            at = all.end;
        }
        any
    }
}

/// A part of all elements, and which of them are unspecified.
struct Part<'a, T> {
    mem: &'a [T],
    src: [&'a [T]; 2],
    new: &'a mut [T],
    left: &'a mut [bool],
}

impl<T: Element> OpenVisitor<T> for Part<'_, T> {
    type Out = ();
    // A function for each operation: together in one, they take several times as long to compile.
    #[inline(never)]
    fn visit(self, _may_be_open: bool, f: impl Fn(T, T, T) -> (T, bool)) {
        let Part { mem, src: [src0, src1], new, left } = self;
        for ((((new, &old), &a), &b), left) in new.iter_mut().zip(mem).zip(src0).zip(src1).zip(left) {
            let (value, open) = f(old, a, b);
            *new = if open { *new } else { value };
            *left = open;
        }
    }
}
