//! The neutral form of a kernel: what its instructions do, without the words of any vendor.
//!
//! [`effect`] defines it: steps, micro-operations, control; order, scope and caches of accesses; one table of what each
//! micro-operation reads, writes and touches. [`program`] holds a kernel of it, builds one from a target's instructions, and
//! writes it as text that reads back. [`ordering`] says what of order and scope is worth what on a machine.
//!
//! Data only: nothing is executed here.

pub mod effect;
mod fault;
pub mod ordering;
pub mod program;

pub use fault::FaultKind;
