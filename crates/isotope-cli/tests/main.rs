//! The command as a user runs it: one binary, a module per subject. `cargo test -p isotope-cli claims` runs one.

mod batch;
mod browser;
mod claims;
mod code_objects;
mod common;
mod decides;
mod equiv;
mod explain;
mod explore;
mod fidelity;
mod grades;
mod info;
mod launches;
mod legality;
mod lift;
mod lines;
mod orders;
mod pages;
mod proofs;
mod readings;
mod run;
mod solvers;
mod sources;
mod status;
mod text;
mod vectors;
