//! Tests only: of the targets against the data, kernels and documents of this repository, and of the repository's own rules.
//!
//! They are a separate package so that they are compiled without optimisation, which takes a quarter of the time, while the
//! crates under test are optimised (`[profile.test]` in the workspace's `Cargo.toml`).
