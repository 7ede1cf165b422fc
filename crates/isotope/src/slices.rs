//! An operation on slices: what [`Op::apply`] gives, decided once for all elements.

use isotope_op::atomic::{Returned, Rmw};
pub use isotope_op::slices::Element;
use isotope_target::operation::Other;

use crate::error::{Result, bail, ensure};
use crate::{Op, SOURCES};

/// Why some elements have no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOpen {
    /// The rule that is missing, by its stable name.
    pub id: &'static str,
    /// The rule in a sentence.
    pub text: &'static str,
    /// Whether the returned value is unspecified in the same elements, too.
    pub returned: bool,
}

/// Where results of an operation on slices go. Elements that the documents leave open are not written.
#[derive(Debug)]
pub struct Results<'a, T> {
    /// What memory holds afterwards.
    pub new: &'a mut [T],
    /// What is given back, where that is wanted.
    pub returned: Option<&'a mut [T]>,
    /// Set where `new` is open, where that is wanted; not written elsewhere.
    pub open: Option<&'a mut [bool]>,
}

/// What decides where mnemonic and mode do not.
const DATA_TYPE: LeftOpen = LeftOpen {
    id: "format",
    text: "the surface's data type decides, signed or unsigned; add format=sint or format=uint",
    returned: false,
};

impl Op {
    /// The widths in bits that elements of memory can have; more than one where the width of memory decides.
    pub fn widths(&self) -> Vec<u32> {
        let wide = if let Some(Other::Wide(wide)) = self.operation.other { Some(wide) } else { None };
        self.operation.rmw.into_iter().chain(wide).map(|rmw| rmw.size.bits()).collect()
    }

    /// What it leaves in memory and gives back for many elements. A source of one element counts for all, and sources that it does not take
    /// are not looked at. Gives the rule that is open for some of these elements, if there is one.
    ///
    /// # Shape
    /// Elements of 16, 32 or 64 bits, as wide as the operation ([`Op::widths`]): floats are their bits, and a packed operation has two values
    /// in one element.
    /// # Errors
    /// Elements of another width, and slices whose lengths do not fit each other.
    ///
    /// # Examples
    /// ```
    /// use isotope::{Op, Results};
    /// let min = Op::parse("visa:svm_atomic.fmin")?;
    /// let (mem, src) = ([0x3f80_0000_u32, 0x7fc0_0001], [0x4000_0000, 0x7fc0_0002]);
    /// let (mut new, mut open) = ([0; 2], [false; 2]);
    /// let results = Results { new: &mut new, returned: None, open: Some(&mut open) };
    /// let left = min.apply_slices(&mem, [&src, &[]], results)?.expect("two NaNs meet");
    /// assert_eq!((new, open, left.id), ([0x3f80_0000, 0], [false, true], "float.minmax"));
    /// # Ok::<(), isotope::Error>(())
    /// ```
    pub fn apply_slices<T: Element>(
        &self,
        mem: &[T],
        src: [&[T]; 2],
        results: Results<'_, T>,
    ) -> Result<Option<LeftOpen>> {
        let Results { new, returned, open } = results;
        let count = mem.len();
        let fits = |name: &str, found: usize| -> Result<()> {
            ensure!(found == count, "{name}: expected {count} elements, as many as mem has, found {found}");
            Ok(())
        };
        fits("new", new.len())?;
        returned.iter().try_for_each(|returned| fits("returned", returned.len()))?;
        open.iter().try_for_each(|open| fits("open", open.len()))?;
        let rmw = match (self.operation.rmw, self.operation.other) {
            (Err(rule), _) => {
                open.into_iter().flatten().for_each(|open| *open = true);
                return Ok((count != 0).then_some(LeftOpen { id: rule.id, text: rule.text, returned: true }));
            }
            (_, Some(Other::Wide(wide))) if wide.size == T::SIZE => wide,
            (Ok(rmw), _) => rmw,
        };
        let widths = || self.widths().iter().map(u32::to_string).collect::<Vec<_>>().join(" or ");
        ensure!(
            rmw.size == T::SIZE,
            "`{}`: expected elements of {} bits, found {}",
            self.text,
            widths(),
            T::SIZE.bits()
        );
        for (name, values) in SOURCES.iter().zip(src).take(rmw.op.sources()) {
            if values.len() != 1 && values.len() != count {
                bail!("{name}: expected 1 or {count} elements, found {}", values.len());
            }
        }
        if let Some(Other::Signed(signed)) = self.operation.other {
            let left = either(&rmw, &signed, mem, src, new, open);
            returned.into_iter().for_each(|returned| returned.copy_from_slice(mem));
            return Ok(left.then_some(DATA_TYPE));
        }
        let Some(returned) = returned else {
            let rule = left(&rmw);
            return Ok(rmw.apply_slices(mem, src, new, open).then_some(rule));
        };
        if rmw.returned == Returned::Old {
            returned.copy_from_slice(mem);
            return Ok(rmw.apply_slices(mem, src, new, open).then_some(left(&rmw)));
        }
        let any = rmw.apply_slices(mem, src, new, open);
        // The same again leaves the same elements alone.
        rmw.apply_slices(mem, src, returned, None);
        Ok(any.then_some(left(&rmw)))
    }
}

/// The rule that an operation lacks where it is open.
fn left(rmw: &Rmw) -> LeftOpen {
    let rule = rmw.open_rule();
    LeftOpen { id: rule.id, text: rule.text, returned: rmw.returned == Returned::New }
}

/// The results on which two operations agree; gives whether they differ somewhere. Neither is open itself.
fn either<T: Element>(
    first: &Rmw,
    second: &Rmw,
    mem: &[T],
    src: [&[T]; 2],
    new: &mut [T],
    open: Option<&mut [bool]>,
) -> bool {
    let mut results = [vec![T::default(); mem.len()], vec![T::default(); mem.len()]];
    for (rmw, result) in [first, second].into_iter().zip(&mut results) {
        rmw.apply_slices(mem, src, result, None);
    }
    let (mut any, mut open) = (false, open);
    for (i, (a, b)) in results[0].iter().zip(&results[1]).enumerate() {
        if a == b {
            new[i] = *a;
            continue;
        }
        any = true;
        open.iter_mut().for_each(|open| open[i] = true);
    }
    any
}
