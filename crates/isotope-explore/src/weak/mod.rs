//! A launch on a machine with weak memory, by an operational model.
//!
//! # The model
//! A wave issues its instructions in order and does not wait for its accesses: it waits for counters. The cache of its core (*near*) sees
//! an access when it is issued. A load that misses there becomes a *request*, and so does each word of a store. The memory that all share
//! performs requests at any time and in any order, except that requests of a core to one word stay in order. A load from there passes the
//! cache of the array of cores (*middle*), which may have an older value. The loaded value is written to its registers when its wave has
//! waited for it, or at any time before: an instruction that uses the registers without a wait may find the old or the new value.
//!
//! # Caches
//! A cache may load any word from the level below at any time, and may drop it. So it may hold any value that the level below had since its
//! last invalidation, and it never goes back: after one value it does not show an older one. For each cache and word, a state stores the
//! value that it may still hold, if that differs from the current value below: no choice is needed until the level below changes.
//!
//! Cores, caches, counters and the bits that bypass caches are a table ([`MemorySystem`]). `docs/explore.md` gives the source of each rule.

mod machine;
mod nodes;
mod placement;
mod plan;
mod row;
mod search;
mod table;

pub use placement::PLACEMENTS;
pub use search::{WeakOptions, WeakReplay, replay_weak, weak};
pub use table::{Level, MemorySystem, RDNA3};
