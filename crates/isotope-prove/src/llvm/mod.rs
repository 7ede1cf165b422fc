//! Functions of LLVM IR as lowerings: whether `load`, loop and `cmpxchg`, or another `atomicrmw`, as the pass atomic-expand writes
//! them, do what one atomic operation does.
//!
//! The function's pointer is where the operation works, its other parameters are the sources in order, what it returns is what comes
//! back. Words that hold less than is swapped (a half in an i32) are at every place that their alignment allows. Checked is, for every
//! memory, every operand and every value that was read too early:
//!
//! * *stored*: when the function returns, memory holds what the operation permits, and no other bit has changed;
//! * *returned*: and what comes back is what memory held;
//! * *harmless*: a round that does not return changes nothing;
//! * *ends*: when nobody else writes, the round after one that found what memory holds returns: a first guess may be anything;
//! * *defined*: nothing that is swapped, branched on or returned is poison;
//! * *ordered*: every way that returns orders memory at least as is asked (`order.rs`).
//!
//! A way that returns without a swap took place when it read: the claims hold of memory as it was then.
//!
//! Where an instruction may give one of several results (which NaN, which zero), all of them have to be permitted.
//!
//! Conditions on `mem` are about memory when the operation takes place; what was read too early may be anything, under conditions too.

mod inst;
mod lowering;
mod order;
mod text;
mod value;
mod walk;

pub use inst::{Function, Module};
pub use lowering::{Requirement, check, joined, wide};
pub use order::{Asked, Ordering, Scope};
pub use text::{read, read_some};
