//! Zebins: any bytes are refused with one line, or are an image whose kernels can be lifted and launched.
//!
//! Input: a file.

use isotope_intel::zebin;

use crate::launch;

/// Checks an input.
pub fn run(data: &[u8]) {
    let beside = |_: &str| Some(b".version 4.1\n.kernel \"k\"\nret (M1, 1)\n".to_vec());
    match zebin::parse(data, beside) {
        Ok(image) => launch::kernels(&image),
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
}
