//! Files with kernels.

use std::ffi::{CString, c_char};

use crate::{Result, Status, free, give, handle, slice, string, text, value, wrong};

/// A file with kernels. It does not change: threads may share it.
pub struct Image {
    pub(crate) image: isotope::Image,
    target: CString,
    names: Vec<CString>,
}

fn made(image: isotope::Image) -> Image {
    let names = image.kernels.iter().map(|kernel| text(&kernel.name)).collect();
    Image { target: text(image.target.name()), names, image }
}

/// Reads the bytes of a cubin, an AMD code object, or a zebin that has its code.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_image_load(bytes: *const u8, size: usize, out: *mut *mut Image) -> Status {
    // SAFETY: the caller's promise.
    unsafe { give(out, || Ok(made(isotope::load(slice(bytes, size, "bytes")?)?))) }
}

/// Reads what Intel's compiler wrote for one kernel: the text of a `.zeinfo`, or a zebin, and the kernel's vISA, text or binary.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_image_load_visa(
    info: *const u8,
    info_size: usize,
    code: *const u8,
    code_size: usize,
    out: *mut *mut Image,
) -> Status {
    // SAFETY: the caller's promise.
    unsafe {
        give(out, || {
            let (info, code) = (slice(info, info_size, "info")?, slice(code, code_size, "code")?);
            Ok(made(isotope::load_with(info, |_| Some(code.to_vec()))?))
        })
    }
}

/// Frees a file. NULL does nothing. Launches that were made of it go on to work.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_image_free(image: *mut Image) {
    // SAFETY: the caller's promise.
    unsafe { free(image) }
}

/// Whose code it is, such as `sm_50`. It lives as long as the file.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_image_target(image: *const Image) -> *const c_char {
    // SAFETY: the caller's promise.
    value(std::ptr::null(), || Ok(unsafe { handle(image, "image") }?.target.as_ptr()))
}

/// How many kernels it has.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_image_kernel_count(image: *const Image) -> usize {
    // SAFETY: the caller's promise.
    value(0, || Ok(unsafe { handle(image, "image") }?.names.len()))
}

/// The name of one, counted from 0; NULL when there are fewer. It lives as long as the file.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_image_kernel_name(image: *const Image, index: usize) -> *const c_char {
    value(std::ptr::null(), || {
        // SAFETY: the caller's promise.
        let names = &unsafe { handle(image, "image") }?.names;
        let name = names
            .get(index)
            .ok_or_else(|| wrong(format!("index: expected less than {}, found {index}", names.len())))?;
        Ok(name.as_ptr())
    })
}

/// What it holds, as `isotope info --json` has it: kernels, arguments, registers, what is not modelled. A launch of each kernel is tried. To be freed
/// with `isotope_string_free`; NULL on errors.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_image_info(image: *const Image) -> *mut c_char {
    string(|| -> Result<String> {
        // SAFETY: the caller's promise.
        let image = &unsafe { handle(image, "image") }?.image;
        Ok(isotope::info(image, None)?.json(&["FILE".into()]).to_string())
    })
}
