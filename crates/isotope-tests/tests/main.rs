//! The tests of the library that need kernels and corpora: one binary, one module per subject. `cargo test -p isotope-tests foreign` runs
//! one module.

mod batch;
mod bits;
mod case_checks;
mod cases;
mod compilers;
mod extra_kernels;
mod failures;
mod foreign;
mod kernels;
mod language;
mod layers;
mod lines;
mod memory_model;
mod modelled;
mod neutral_form;
mod orders;
mod scenarios;
mod session;
mod setups;
mod single;
mod states;
mod steps;
mod stuck;
mod superblocks;
mod targets;
mod term;
mod torture;
mod units;
mod unwritten;
mod words;

use isotope_tests as common;
