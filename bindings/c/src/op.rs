//! Operations on arrays.

use std::ffi::{CString, c_char};

use isotope::{Element, LeftOpen, Results};

use crate::{
    Failure, Result, Status, free, give, guarded, handle, slice, slice_mut, string, text, value, words, wrong,
};

/// An operation by its name. It does not change: threads may share it.
pub struct Op {
    op: isotope::Op,
    rule: CString,
}

/// Reads `TARGET:OP[,KEY=VALUE]..`, such as `gfx1100:ds_max_rtn_f32,fp_denorm=15`; the keys are those of `isotope op`.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_op_new(spec: *const c_char, out: *mut *mut Op) -> Status {
    // SAFETY: both are the caller's promise.
    unsafe {
        give(out, || {
            let op = isotope::Op::parse(words(spec, "spec")?)?;
            let rule = op.operation.rmw.map_or_else(|rule| rule, |rmw| rmw.open_rule());
            let rule = text(&format!("{}: {}", rule.id, rule.text));
            Ok(Op { op, rule })
        })
    }
}

/// Frees an operation. NULL does nothing.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_op_free(op: *mut Op) {
    // SAFETY: the caller's promise.
    unsafe { free(op) }
}

/// The width in bits of its elements; where the width of memory decides, the smaller one. 0 where no document defines the operation, and on errors.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_op_width(op: *const Op) -> u32 {
    // SAFETY: the caller's promise.
    value(0, || Ok(unsafe { handle(op, "op") }?.op.widths().into_iter().min().unwrap_or(0)))
}

/// How many sources it takes beside memory: 0, 1 or 2.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_op_sources(op: *const Op) -> u32 {
    // SAFETY: the caller's promise.
    value(0, || Ok(sources_of(&unsafe { handle(op, "op") }?.op) as u32))
}

/// The rule that decides where results are open (`isotope_op_apply_u32`), its stable name and a sentence. It lives as long as the operation.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_op_open_rule(op: *const Op) -> *const c_char {
    // SAFETY: the caller's promise.
    value(std::ptr::null(), || Ok(unsafe { handle(op, "op") }?.rule.as_ptr()))
}

/// The formula and the rules that decide, with grade and source, as lines. To be freed with `isotope_string_free`; NULL on errors.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_op_explain(op: *const Op) -> *mut c_char {
    // SAFETY: the caller's promise.
    string(|| Ok(unsafe { handle(op, "op") }?.op.explain()))
}

/// The same, and before it how the operation comes to its result on these bits. Sources that it does not take are not looked at.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_op_explain_bits(op: *const Op, mem: u64, src0: u64, src1: u64) -> *mut c_char {
    string(|| {
        // SAFETY: the caller's promise.
        let op = &unsafe { handle(op, "op") }?.op;
        let (width, sources) = (op.widths().into_iter().min().unwrap_or(64), sources_of(op));
        let bits = |at: usize, bits: u64| {
            if at > sources { "-".into() } else { format!("{bits:#0w$x}", w = 2 + width as usize / 4) }
        };
        let texts = [bits(0, mem), bits(1, src0), bits(2, src1)];
        let mut out = String::new();
        op.operation.path(texts.each_ref().map(String::as_str), &mut out).map_err(wrong)?;
        Ok(out + &op.explain())
    })
}

/// Sources beside memory; the most there are where the operation is open.
fn sources_of(op: &isotope::Op) -> usize {
    op.operation.rmw.map_or(2, |rmw| rmw.op.sources())
}

/// The addresses of an array.
fn span<T>(values: *const T, count: usize) -> std::ops::Range<usize> {
    values.addr()..values.addr().saturating_add(count.saturating_mul(size_of::<T>()))
}

/// What a call of one width is given.
struct Call<T> {
    op: *const Op,
    count: usize,
    mem: *const T,
    src: [(*const T, usize); 2],
    new: *mut T,
    returned: *mut T,
    open: *mut u8,
    left_open: *mut usize,
}

impl<T: Element> Call<T> {
    /// # Safety
    /// As the module says; arrays that are written may be arrays that are read, and may not lie in each other.
    unsafe fn run(self) -> Result<()> {
        let Call { op, count, mem, src, new, returned, open, left_open } = self;
        // SAFETY: the caller's promise.
        let op = &unsafe { handle(op, "op") }?.op;
        let sources = sources_of(op);
        // Those that do not count are not looked at.
        let src = [0, 1].map(|i| if i < sources { src[i] } else { (std::ptr::null(), 0) });
        let written = [(new.cast_const(), "new_values"), (returned.cast_const(), "returned")];
        if !returned.is_null() && overlap(&span(written[0].0, count), &span(written[1].0, count)) {
            return Err(wrong("returned: expected memory of its own, found some of new_values"));
        }
        let read = [(mem, count), src[0], src[1]];
        let shared = written.iter().any(|(values, _)| {
            !values.is_null() && read.iter().any(|(from, n)| overlap(&span(*values, count), &span(*from, *n)))
        });
        let mut marks = vec![false; if open.is_null() && left_open.is_null() { 0 } else { count }];
        let mut marked = (!marks.is_empty()).then_some(&mut marks[..]);
        if shared {
            // Results go where operands still are: computed apart.
            let (mut made, mut back) = (vec![T::default(); count], vec![T::default(); count]);
            let mut own = vec![false; count];
            let left = {
                // SAFETY: nothing is written while these live.
                let (mem, src) = unsafe {
                    (
                        slice(mem, count, "mem")?,
                        [slice(src[0].0, src[0].1, "src0")?, slice(src[1].0, src[1].1, "src1")?],
                    )
                };
                let returned = Some(&mut back[..]);
                op.apply_slices(mem, src, Results { new: &mut made, returned, open: Some(&mut own) })?
            };
            // SAFETY: what was read above is not used any more, and the two do not lie in each other.
            let (new, returned) =
                unsafe { (slice_mut(new, count, "new_values")?, optional(returned, count, "returned")?) };
            for i in (0..count).filter(|i| !own[*i]) {
                new[i] = made[i];
            }
            if let Some(returned) = returned {
                let open_too = left.is_some_and(|left| left.returned);
                (0..count).filter(|i| !(open_too && own[*i])).for_each(|i| returned[i] = back[i]);
            }
            if let Some(marked) = &mut marked {
                marked.copy_from_slice(&own);
            }
        } else {
            // SAFETY: none of the arrays that are written lies in another one, which was looked at.
            let (mem, src, new, returned) = unsafe {
                let src = [slice(src[0].0, src[0].1, "src0")?, slice(src[1].0, src[1].1, "src1")?];
                (
                    slice(mem, count, "mem")?,
                    src,
                    slice_mut(new, count, "new_values")?,
                    optional(returned, count, "returned")?,
                )
            };
            let _: Option<LeftOpen> = op.apply_slices(mem, src, Results { new, returned, open: marked })?;
        }
        // SAFETY: the caller's promise; the arrays above are not used any more.
        let (open, left_open) = unsafe { (optional(open, count, "open")?, left_open.as_mut()) };
        if let Some(open) = open {
            open.iter_mut().zip(&marks).for_each(|(to, mark)| *to = u8::from(*mark));
        }
        if let Some(left_open) = left_open {
            *left_open = marks.iter().filter(|mark| **mark).count();
        }
        Ok(())
    }
}

/// An array that may be left out.
///
/// # Safety
/// As [`slice_mut`].
unsafe fn optional<'a, T>(values: *mut T, count: usize, what: &str) -> Result<Option<&'a mut [T]>, Failure> {
    if values.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller's promise.
    unsafe { slice_mut(values, count, what) }.map(Some)
}

fn overlap(a: &std::ops::Range<usize>, b: &std::ops::Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

/// Computes the operation on `count` elements of 32 bits: `new_values` is what memory holds afterwards, `returned` the returned values (NULL if they are
/// not wanted). A source has `count` elements, or one that counts for all; sources that the operation does not take are not looked at. Floats
/// are their bits. `new_values` and `returned` may be arrays that are read, and must not overlap each other.
///
/// Elements that the documents leave open are not written; `open` (NULL where that is not wanted) is 1 there and 0 elsewhere, `left_open` (or
/// NULL) how many there are, and `isotope_op_open_rule` the rule.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_op_apply_u32(
    op: *const Op,
    count: usize,
    mem: *const u32,
    src0: *const u32,
    src0_count: usize,
    src1: *const u32,
    src1_count: usize,
    new_values: *mut u32,
    returned: *mut u32,
    open: *mut u8,
    left_open: *mut usize,
) -> Status {
    let src = [(src0, src0_count), (src1, src1_count)];
    // SAFETY: the caller's promise.
    guarded(|| unsafe { Call { op, count, mem, src, new: new_values, returned, open, left_open }.run() })
}

/// The same on elements of 64 bits.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_op_apply_u64(
    op: *const Op,
    count: usize,
    mem: *const u64,
    src0: *const u64,
    src0_count: usize,
    src1: *const u64,
    src1_count: usize,
    new_values: *mut u64,
    returned: *mut u64,
    open: *mut u8,
    left_open: *mut usize,
) -> Status {
    let src = [(src0, src0_count), (src1, src1_count)];
    // SAFETY: the caller's promise.
    guarded(|| unsafe { Call { op, count, mem, src, new: new_values, returned, open, left_open }.run() })
}

/// The same on elements of 16 bits.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_op_apply_u16(
    op: *const Op,
    count: usize,
    mem: *const u16,
    src0: *const u16,
    src0_count: usize,
    src1: *const u16,
    src1_count: usize,
    new_values: *mut u16,
    returned: *mut u16,
    open: *mut u8,
    left_open: *mut usize,
) -> Status {
    let src = [(src0, src0_count), (src1, src1_count)];
    // SAFETY: the caller's promise.
    guarded(|| unsafe { Call { op, count, mem, src, new: new_values, returned, open, left_open }.run() })
}
