//! A process on the host that serves waves while a launch runs: it looks at what they left for it after every turn of a wave.
//!
//! What waves and the process say to each other is a protocol of the vendor's runtime, which a target brings along
//! ([`Service`]); what the process remembers between two calls lies beside memory ([`Desk`](crate::mem::Desk)). A [`Session`](crate::Session)
//! has no host: a wave that waits for one goes round there.

use std::ops::Range;

use crate::fault::Stop;
use crate::mem::Memory;

/// What a process on the host does for the waves of a launch.
#[derive(Clone, Copy, Debug)]
pub struct Service {
    /// Address of what both sides know.
    pub at: u64,
    /// Serves what lies there, and says whether there was anything.
    pub serve: fn(&Memory, u64) -> Result<bool, Stop>,
}

/// Addresses that stand for something that is not there, so that what follows them can be named.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Absent {
    /// The addresses.
    pub addresses: Range<u64>,
    /// What they stand for, and what to do.
    pub what: String,
}
