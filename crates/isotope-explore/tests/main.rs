//! Kernels of three vendors' compilers, explored.

mod brute;
mod common;
mod containment;
mod counts;
mod lanes;
mod orders;
mod programs;
mod progress;
mod race_pairs;
mod races;
#[path = "../../isotope-op/tests/common/sweep.rs"]
mod sweep;
mod symmetry;
mod weak;
