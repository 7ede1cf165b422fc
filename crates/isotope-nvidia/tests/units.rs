//! Tests of single parts of the crate.

mod sass_launch;
mod sass_meaning;
mod sass_ops;
