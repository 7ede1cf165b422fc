//! Kernels of three vendors' compilers, explored.

mod common;
mod counts;
mod programs;
mod progress;
mod races;
#[path = "../../isotope-op/tests/common/sweep.rs"]
mod sweep;
mod weak;
