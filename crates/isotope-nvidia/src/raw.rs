//! Instructions without a file, as a kernel whose arguments begin at `c[0x0][0x140]`.

use isotope_object::raw::{end, image, kernel};
use isotope_object::{Format, Image, Param, TargetId, Vendor};

use crate::cubin;

/// Offset of the parameters of such a kernel in constant bank 0.
const PARAMETERS: u32 = 0x140;

/// A kernel of bundles for sm_50 to sm_62; `entry` is the offset of the first bundle.
///
/// # Errors
/// A wrong length or entry, as text.
pub fn of_code(target: TargetId, code: &[u8], entry: u32, params: Vec<Param>) -> Result<Image, String> {
    if code.is_empty() || !code.len().is_multiple_of(32) {
        return Err(format!("expected bundles of 32 bytes, found {} bytes", code.len()));
    }
    if !entry.is_multiple_of(32) || entry as usize >= code.len() {
        return Err(format!("expected the offset of a bundle, a multiple of 32 below {}, found {entry}", code.len()));
    }
    let details = cubin::Details { param_base: PARAMETERS, param_bytes: end(&params), ..cubin::Details::default() };
    // R255 is RZ.
    let kernel = kernel(code.into(), entry, 255, params, Vendor::new(details));
    Ok(image(target, Format::Cubin, kernel, Vec::new()))
}
