//! A launch on a machine whose memory is weak, by an operational model.
//!
//! # The model
//! A wave issues its instructions in order, and does not wait for its accesses: it waits for counters. The cache of its core (*near*)
//! sees an access when it is issued. A load that is not served there becomes a *request*, and so does each word of a store; memory that all share
//! sees requests at any time and in any order, but those of a core to one word stay in order. A load that comes from there passes the cache of the
//! array of cores (*middle*), which may have an older value. What a load has found comes to its registers when its wave has waited for it, or at any
//! time before: an instruction that touches the registers without a wait finds the one or the other.
//!
//! # Caches
//! A cache may take any word at any time from what is below it, and let go of it. So what it may hold is what was below it at any time since it was
//! invalidated last, and it never goes back: having shown one value it does not show an older one. A state keeps for each cache and word the value that it may still
//! hold, if that is not what is below it now: nothing has to be chosen until something below changes.
//!
//! Cores, caches, counters and the bits that pass caches by are a table ([`MemorySystem`]). What each rule stands on is in `docs/explore.md`.

mod machine;
mod nodes;
mod placement;
mod plan;
mod row;
mod search;
mod table;

pub use placement::PLACEMENTS;
pub use search::{Relayed, WeakOptions, relay, weak};
pub use table::{Level, MemorySystem, RDNA3};
