//! Checks functions of LLVM IR as lowerings: whether `load`, loop and `cmpxchg`, or another `atomicrmw`, as the pass atomic-expand writes
//! them, are equal to one atomic operation.
//!
//! The function's pointer is the operation's location, its other parameters are the sources in order, its result is the returned value. A
//! value narrower than the swapped word (a half in an i32) is tried at every position that its alignment allows. The following is checked
//! for every memory, every operand and every stale value read:
//!
//! * *stored*: when the function returns, memory holds a value that the operation permits, and no other bit has changed;
//! * *returned*: the returned value is the value that memory held;
//! * *harmless*: a round that does not return changes nothing;
//! * *ends*: if no other thread writes, the round after one that has read memory returns: a first guess may be anything;
//! * *defined*: nothing that is swapped, branched on or returned is poison;
//! * *ordered*: every returning path orders memory at least as required (`order.rs`).
//!
//! A path that returns without a swap takes effect at its read: the claims hold for memory at that time.
//!
//! Where an instruction may give one of several results (which NaN, which zero), all of them must be permitted.
//!
//! Conditions on `mem` are about memory when the operation takes effect. Stale values may be anything, also under conditions.

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
