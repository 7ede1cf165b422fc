//! Tests of single parts of the crate.

mod descriptor;
mod processors;
mod rdna_hostcall;
mod rdna_launch;
mod rdna_meaning;
mod rdna_ops;
mod rdna_registers;
mod rdna_rmw;
