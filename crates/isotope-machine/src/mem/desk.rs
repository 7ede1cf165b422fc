//! What a process on the host remembers between two calls. Plain data: it is copied, compared and hashed with the memory beside which
//! it lies.

use std::collections::BTreeMap;
use std::ops::Range;

/// What a process on the host remembers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Desk {
    /// What it was asked to print, in the order of the schedule.
    pub text: Vec<u8>,
    /// Messages of which a part has come, by their numbers.
    pub messages: BTreeMap<u64, Vec<u64>>,
    /// Messages that have begun.
    pub begun: u64,
    /// Addresses of the device's heap that nobody has asked for.
    pub heap: Range<u64>,
}
