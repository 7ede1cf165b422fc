//! Isotope for C and C++: operations on arrays, launches of kernels, explanations. `include/isotope.h` is made from these files.
//!
//! Everything is decided by the library `isotope`; here pointers become slices, and errors numbers with a text. No function aborts or unwinds
//! into C: a panic is [`Status::Bug`]. Pointers to handles may be null, which is an error in words; what else a caller must keep is the
//! safety section of each function, the same for all of them: pointers point to what their types say, for as many elements as are said, and
//! handles come from here and were not freed.

mod image;
mod launch;
mod op;
mod options;

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

pub use image::*;
pub use launch::*;
pub use op::*;

/// How a call ended. The four kinds of results of GPU code never mix: what the caller did wrong, what the modelled machine does, what no document
/// settles, what Isotope does not model.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// As asked. A launch has completed.
    Ok = 0,
    /// What the caller did wrong; `isotope_last_error` says what was expected, found, and where.
    Error = 1,
    /// The machine faults.
    Fault = 2,
    /// The launch never ends, which is proven.
    Deadlock = 3,
    /// The launch was given up; whether it ends is not known.
    Undecided = 4,
    /// The documents leave open what happens.
    Unspecified = 5,
    /// Isotope does not model what was asked for.
    NotModelled = 6,
    /// A mistake of Isotope; its message went to stderr.
    Bug = 101,
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// What stops a call: its status, and why.
struct Failure(Status, String);

type Result<T, E = Failure> = std::result::Result<T, E>;

impl From<isotope::Error> for Failure {
    fn from(error: isotope::Error) -> Failure {
        Failure(if error.is_not_modelled() { Status::NotModelled } else { Status::Error }, error.to_string())
    }
}

/// What the caller did wrong.
fn wrong(text: impl Into<String>) -> Failure {
    Failure(Status::Error, text.into())
}

/// Text for C; a zero in it ends it.
fn text(text: &str) -> CString {
    CString::new(text.split('\0').next().unwrap_or("")).unwrap_or_default()
}

fn remember(why: &str) {
    // A thread that is ending has no place for it any more.
    let _ = LAST.try_with(|last| *last.borrow_mut() = text(why));
}

/// Runs the inside of a function of the interface: nothing unwinds past it.
fn guarded(inside: impl FnOnce() -> Result<()>) -> Status {
    isotope::option::spell(options::spelling);
    let why = match catch_unwind(AssertUnwindSafe(inside)) {
        Ok(Ok(())) => return Status::Ok,
        Ok(Err(failure)) => failure,
        Err(panic) => {
            let said =
                panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
            Failure(Status::Bug, format!("a bug of Isotope, please report it: {}", said.unwrap_or("no message")))
        }
    };
    remember(&why.1);
    why.0
}

/// The same for functions that give a value, and `otherwise` where there is none.
fn value<T>(otherwise: T, inside: impl FnOnce() -> Result<T>) -> T {
    let mut out = None;
    let _ = guarded(|| {
        out = Some(inside()?);
        Ok(())
    });
    out.unwrap_or(otherwise)
}

/// A handle that is there.
///
/// # Safety
/// `handle` is null, or points to a `T` that lives and that no other thread changes meanwhile.
unsafe fn handle<'a, T>(handle: *const T, what: &str) -> Result<&'a T> {
    // SAFETY: the caller of this function promises it.
    unsafe { handle.as_ref() }.ok_or_else(|| wrong(format!("{what}: expected a handle, found NULL")))
}

/// A handle that is there, to change.
///
/// # Safety
/// `handle` is null, or points to a `T` that lives and that no other thread uses meanwhile.
unsafe fn handle_mut<'a, T>(handle: *mut T, what: &str) -> Result<&'a mut T> {
    // SAFETY: the caller of this function promises it.
    unsafe { handle.as_mut() }.ok_or_else(|| wrong(format!("{what}: expected a handle, found NULL")))
}

/// Text of the caller.
///
/// # Safety
/// `text` is null, or points to bytes that end with a zero and stay as they are.
unsafe fn words<'a>(text: *const c_char, what: &str) -> Result<&'a str> {
    if text.is_null() {
        return Err(wrong(format!("{what}: expected text, found NULL")));
    }
    // SAFETY: it is not null, and the caller of this function promises the rest.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map_err(|_| wrong(format!("{what}: expected text in UTF-8")))
}

/// Elements of the caller. None may be null.
///
/// # Safety
/// `values` is null, or points to `count` elements that no other thread changes meanwhile.
unsafe fn slice<'a, T>(values: *const T, count: usize, what: &str) -> Result<&'a [T]> {
    check_slice(values, count, what)?;
    if count == 0 {
        return Ok(&[]);
    }
    // SAFETY: it is neither null nor askew nor longer than memory; the caller of this function promises that the elements are there.
    Ok(unsafe { std::slice::from_raw_parts(values, count) })
}

/// Elements of the caller, to change.
///
/// # Safety
/// `values` is null, or points to `count` elements that no other thread uses meanwhile; every pattern of bits is a `T`.
unsafe fn slice_mut<'a, T>(values: *mut T, count: usize, what: &str) -> Result<&'a mut [T]> {
    check_slice(values, count, what)?;
    if count == 0 {
        return Ok(&mut []);
    }
    // SAFETY: it is neither null nor askew nor longer than memory; the caller of this function promises that the elements are there.
    Ok(unsafe { std::slice::from_raw_parts_mut(values, count) })
}

fn check_slice<T>(values: *const T, count: usize, what: &str) -> Result<()> {
    if count == 0 {
        return Ok(());
    }
    if values.is_null() {
        return Err(wrong(format!("{what}: expected {count} elements, found NULL")));
    }
    if !values.is_aligned() {
        return Err(wrong(format!(
            "{what}: expected an address that is a multiple of {}, found {values:p}",
            align_of::<T>()
        )));
    }
    match count.checked_mul(size_of::<T>()) {
        Some(bytes) if bytes <= isize::MAX as usize => Ok(()),
        _ => Err(wrong(format!("{what}: expected elements that fit memory, found {count}"))),
    }
}

/// Gives a new handle to the caller.
///
/// # Safety
/// `out` is null, or a place for a pointer.
unsafe fn give<T>(out: *mut *mut T, made: impl FnOnce() -> Result<T>) -> Status {
    guarded(|| {
        // SAFETY: the caller of this function promises it.
        let out = unsafe { handle_mut(out, "out") }?;
        *out = ptr::null_mut();
        *out = Box::into_raw(Box::new(made()?));
        Ok(())
    })
}

/// Takes a handle back.
///
/// # Safety
/// `handle` is null, or comes from [`give`] and is not used afterwards.
unsafe fn free<T>(handle: *mut T) {
    if !handle.is_null() {
        // SAFETY: the caller of this function promises that it comes from `Box::into_raw` and that this is the only time.
        let owned = unsafe { Box::from_raw(handle) };
        let _ = guarded(|| {
            drop(owned);
            Ok(())
        });
    }
}

/// Gives text to the caller, to be freed with `isotope_string_free`.
fn string(inside: impl FnOnce() -> Result<String>) -> *mut c_char {
    value(ptr::null_mut(), || Ok(text(&inside()?).into_raw()))
}

/// The version, such as `0.2.0`. It lives for ever.
#[unsafe(no_mangle)]
pub extern "C" fn isotope_version() -> *const c_char {
    const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => c"",
    };
    VERSION.as_ptr()
}

/// Why the last call of this thread that did not end with `ISOTOPE_STATUS_OK`, or gave NULL or 0 for want of an answer, did so; empty where there was
/// none. Calls that do what is asked leave it alone, and it lives until another one fails.
#[unsafe(no_mangle)]
pub extern "C" fn isotope_last_error() -> *const c_char {
    LAST.try_with(|last| last.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}

/// Frees text that a function gave to be freed. NULL does nothing.
///
/// # Safety
/// `string` is NULL, or text from this library that is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_string_free(string: *mut c_char) {
    if !string.is_null() {
        // SAFETY: the caller promises that it comes from `CString::into_raw` and that this is the only time.
        drop(unsafe { CString::from_raw(string) });
    }
}

/// Builds the tables of all instruction sets, some milliseconds each, which otherwise happens at their first use. They stay until the process ends, and
/// checkers of leaks may tell of them: call this where they do not look, as the example does.
#[unsafe(no_mangle)]
pub extern "C" fn isotope_warm_up() {
    let _ = guarded(|| {
        for target in isotope::TARGETS.all() {
            let mnemonics = target.mnemonics();
            mnemonics.first().map(|mnemonic| target.samples(mnemonic));
        }
        Ok(())
    });
}

/// What a panic inside becomes: for tests of who embeds the library. Always `ISOTOPE_STATUS_BUG`.
#[unsafe(no_mangle)]
pub extern "C" fn isotope_try_a_bug() -> Status {
    guarded(|| panic!("this one was asked for"))
}
