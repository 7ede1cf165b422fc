//! The neutral form of a kernel: what its instructions do, without any vendor's opcodes or mnemonics.
//!
//! [`effect`] defines it: steps, micro-operations, control; order, scope and caches of accesses; one table of what each micro-operation
//! reads, writes and touches. [`program`] holds a kernel in this form, builds it from a target's instructions, and writes it as text that
//! can be read back. [`ordering`] says which order and scope a machine guarantees.
//!
//! Data only: nothing is executed here.

pub mod effect;
mod fault;
pub mod ordering;
pub mod program;

pub use fault::FaultKind;
