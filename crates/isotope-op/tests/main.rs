//! Compares operations with independent references: one binary, a module per subject.

mod alu;
mod amd_float;
mod amd_int;
mod amd_vector;
mod atomic;
mod common;
mod soft;
