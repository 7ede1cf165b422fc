//! `.zeinfo`: any text is refused with one line, or describes kernels that can be launched.
//!
//! Input: the text; the code of its kernels is one of a few of the suite.

use isotope_intel::ze;

use crate::launch;

const CODE: [&str; 4] = [
    include_str!("../../kernels/extra/visa/k01_hist_global.tgllp.visaasm"),
    include_str!("../../kernels/extra/visa/k02_reduce_slm.dg2.visaasm"),
    include_str!("../../kernels/extra/visa/k03_float_cas_add.pvc.visaasm"),
    include_str!("../../kernels/extra/visa/k05_ring_append.tgllp.a64.visaasm"),
];

/// Checks an input.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    // The kernel of that name, or the one that the length of the text picks.
    let code = |name: &str| {
        let named = CODE.iter().find(|code| code.contains(&format!("\"{name}\"")));
        Some(named.unwrap_or(&CODE[text.len() % CODE.len()]).as_bytes().to_vec())
    };
    match ze::parse(&text, code) {
        Ok(image) => launch::kernels(&image),
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
}
