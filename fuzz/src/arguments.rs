//! Arguments as they are typed, places of the machine with values, and `.npy` files: read or refused in one line, never more memory than the text asks for.

use isotope::{argument, npy};
use isotope_target::setup::Setup;
use isotope_targets::TARGETS;

/// What must hold for any bytes.
pub fn run(data: &[u8]) {
    match npy::read(data, None) {
        Ok(array) => assert!(array.bytes.len() <= data.len() && array.bytes.len().is_multiple_of(array.ty.size())),
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
    let Ok(text) = std::str::from_utf8(data) else { return };
    for line in text.lines().take(8) {
        if let Err(error) = argument(line) {
            assert!(!error.to_string().contains('\n'), "{error}");
        }
        for target in TARGETS.newest() {
            if let Err(error) = Setup::read(line.split(' '), &target.isa().machine) {
                assert!(!error.to_string().contains('\n'), "{error}");
            }
        }
    }
}
