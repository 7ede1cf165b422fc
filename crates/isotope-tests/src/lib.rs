//! Nothing but tests: of the targets against the data, kernels and documents of this repository, and of the house itself.
//!
//! They are a package of their own so that they are compiled without optimisation, which takes a quarter of the time, while the
//! crates that they run are optimised (`[profile.test]` in the workspace's `Cargo.toml`).
