//! What must hold for any input, one module per fuzz target.
//!
//! Each module has one function, `run`, which panics when something does not hold. The binaries in `fuzz_targets/` give
//! it libFuzzer's inputs; `tests/seeds.rs` gives it the seeds, without a fuzzer.
pub mod arguments;
pub mod case;
pub mod code_object;
pub mod cubin;
pub mod debug;
/// Inputs as numbers and choices; the tests of the two engines draw their programs in the same way.
#[path = "../../crates/isotope-jit/tests/neutral/draw.rs"]
mod draw;
pub mod engines;
mod launch;
pub mod lines;
pub mod litmus;
pub mod proof_text;
pub mod rdna_text;
pub mod rdna_words;
pub mod run_words;
pub mod schedule;
pub mod text;
pub mod trace;
pub mod visa_isa;
pub mod visa_text;
pub mod visa_zeinfo;
pub mod words;
pub mod zebin;

use isotope_nvidia::spa5::Profile;

use draw::Bytes;

/// The profile that a byte chooses.
fn profile(byte: u8) -> Profile {
    [Profile::Sm50, Profile::Sm52, Profile::Sm60][usize::from(byte) % 3]
}

/// What every message must be.
fn one_line(error: impl std::fmt::Display) {
    let error = error.to_string();
    assert!(!error.is_empty() && !error.contains('\n'), "{error}");
}
