//! `.isa` containers: any bytes are refused with one line, or hold kernels that are printed, written again, and launched.
//!
//! Input: a file.

use isotope_intel::ze;
use isotope_intel::{file, listing};

use crate::launch;

/// What a compiler would say about a kernel of this name: two pointers and a number.
fn info(name: &str) -> String {
    let mut text = format!(
        "kernels:\n  - name: {name}\n    execution_env:\n      simd_size: 16\n      slm_size: 64\n    \
         per_thread_payload_arguments:\n      - arg_type: local_id\n        offset: 0\n        size: 96\n    \
         payload_arguments:\n"
    );
    for (n, (kind, size)) in [("arg_bypointer", 8), ("arg_bypointer", 8), ("arg_byvalue", 4)].into_iter().enumerate() {
        let offset = 32 + 8 * n;
        text += &format!(
            "      - arg_type: {kind}\n        offset: {offset}\n        size: {size}\n        arg_index: {n}\n"
        );
    }
    text + "    binding_table_indices:\n      - bti_value: 0\n        arg_index: 0\n      - bti_value: 1\n        arg_index: 1\n"
}

/// Checks an input.
pub fn run(data: &[u8]) {
    let _ = isotope_object::sniff(data);
    let kernels = match file::read(data) {
        Ok(kernels) => kernels,
        Err(error) => return assert!(!error.to_string().contains('\n'), "{error}"),
    };
    let printed = listing::print_all(&kernels);
    let bytes = file::write(&kernels).unwrap_or_else(|e| panic!("{e}"));
    let again = file::read(&bytes).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(listing::print_all(&again), printed);
    for kernel in kernels.iter().filter(|k| k.function.is_none()).take(2) {
        if kernel.name.is_empty() || !kernel.name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
            continue;
        }
        if let Ok(image) = ze::parse(&info(&kernel.name), |_| Some(data.to_vec())) {
            launch::kernels(&image);
        }
    }
}
