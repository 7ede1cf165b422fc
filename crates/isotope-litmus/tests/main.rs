//! The one test binary of this crate.

mod corpus;
mod random;
mod shapes;
#[path = "../../isotope-op/tests/common/sweep.rs"]
mod sweep;
