//! The isotope command.
fn main() {}
