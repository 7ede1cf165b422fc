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
        self.visit_open(Chunks { mem, src, new, open })
    }
}

/// A loop over all elements.
struct Chunks<'a, T> {
    mem: &'a [T],
    src: [&'a [T]; 2],
    new: &'a mut [T],
    open: Option<&'a mut [bool]>,
}

impl<T: Element> Chunks<'_, T> {
    /// The loop over parts that fit the L1 cache. `part` computes one part; a source of one element is repeated for it.
    #[inline(always)]
    fn parts(&mut self, mut part: impl FnMut(&mut [T], &[T], [&[T]; 2], Option<&mut [bool]>)) {
        let Chunks { mem, src, new, open } = self;
        let repeated = src.map(|values| [values[0]; CHUNK]);
        let mut at = 0;
        for (mem, new) in mem.chunks(CHUNK).zip(new.chunks_mut(CHUNK)) {
            let all = at..at + mem.len();
            let of = |i: usize| if src[i].len() == 1 { &repeated[i][..mem.len()] } else { &src[i][all.clone()] };
            part(new, mem, [of(0), of(1)], open.as_mut().map(|open| &mut open[all.clone()]));
            at = all.end;
        }
    }

    /// An operation whose results are all specified.
    #[inline(always)]
    fn settled(mut self, f: impl Fn(T, T, T) -> T) {
        self.parts(|new, mem, [src0, src1], _| {
            for (((new, &old), &a), &b) in new.iter_mut().zip(mem).zip(src0).zip(src1) {
                *new = f(old, a, b);
            }
        });
    }

    /// An operation that the documents leave unspecified for some operands; returns whether an element has such operands.
    #[inline(always)]
    fn open(mut self, f: impl Fn(T, T, T) -> (T, bool)) -> bool {
        let mut any = false;
        self.parts(|new, mem, [src0, src1], marks| {
            let mut left = [false; CHUNK];
            for ((((new, &old), &a), &b), left) in new.iter_mut().zip(mem).zip(src0).zip(src1).zip(&mut left) {
                let (value, open) = f(old, a, b);
                *new = if open { *new } else { value };
                *left = open;
            }
            let left = &left[..mem.len()];
            if left.contains(&true) {
                any = true;
                marks.into_iter().flatten().zip(left).for_each(|(mark, left)| *mark |= left);
            }
        });
        any
    }

    /// An operation with or without such operands.
    #[inline(always)]
    fn run(self, may_be_open: bool, f: impl Fn(T, T, T) -> (T, bool)) -> bool {
        if may_be_open {
            return self.open(f);
        }
        self.settled(|old, src0, src1| f(old, src0, src1).0);
        false
    }
}

impl<T: Element> OpenVisitor<T> for Chunks<'_, T> {
    type Out = bool;
    #[inline(always)]
    fn visit(self, may_be_open: bool, new: impl Fn(T, T, T) -> (T, bool)) -> bool {
        self.run(may_be_open, new)
    }
}
