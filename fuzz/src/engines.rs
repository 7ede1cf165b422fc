//! Programs in neutral form on both engines: the same memory, registers, counts and stops.

use crate::draw;

#[path = "../../crates/isotope-jit/tests/neutral/program.rs"]
mod program;
#[allow(dead_code)]
#[path = "../../crates/isotope-jit/tests/neutral/run.rs"]
mod run;

/// Checks an input.
pub fn run(data: &[u8]) {
    let case = program::case(&mut draw::Bytes(data));
    if let Err(what) = run::compare(&case) {
        panic!("{what}{}", run::text(&case));
    }
}
