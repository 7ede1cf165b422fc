//! Cubins, and fatbins and host programs with fatbins: any bytes are refused with one line, or are an image whose kernels can be lifted and launched.
//!
//! Input: a file.

use isotope_nvidia::cubin;

use crate::launch;

/// Checks an input.
pub fn run(data: &[u8]) {
    let _ = isotope_object::sniff(data);
    let _ = cubin::target(data);
    match isotope_targets::TARGETS.load(data) {
        Ok(image) if image.container.is_some() => launch::kernels(&image),
        Ok(_) => {}
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
    match cubin::parse(data) {
        Ok(image) => launch::kernels(&image),
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
}
