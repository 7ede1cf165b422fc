//! What a step will touch that other waves can see. A schedule explorer decides from it which steps are independent.

use super::fault::Place;
use super::observe::{Deed, MemoryAccess, Observer, Storage, Synchronisation};

/// Bytes that a step reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Touch {
    /// Where: global memory, memory of the group, or of the synchronisation unit.
    pub storage: Storage,
    /// Byte address in global memory, byte offset in the others.
    pub at: u64,
    /// Bytes.
    pub bytes: u8,
    /// It reads them.
    pub reads: bool,
    /// It may write them. An atomic does, whether it changes them or not.
    pub writes: bool,
}

/// What the next step of a wave touches; see [`Session::footprint`](super::Session::footprint).
///
/// # Contents
/// Each lane's access separately, in serving order, without those of faulting lanes. Private memory and constants are left out too: no
/// other wave sees them change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    /// The group of the wave.
    pub group: [u32; 3],
    /// Memory.
    pub touches: Vec<Touch>,
    /// The barrier of the group at which the wave arrives.
    pub barrier: Option<u32>,
    /// It makes a request to the synchronization unit or to a host process, whose state every request can change.
    pub unit: bool,
    /// The wave ends, which affects barriers and the unit.
    pub ends: bool,
    /// The launch stops, so nothing follows.
    pub stops: bool,
}

impl Footprint {
    /// Whether no other wave can see or influence the step.
    pub fn is_empty(&self) -> bool {
        self.touches.is_empty() && self.barrier.is_none() && !self.unit && !self.ends && !self.stops
    }

    /// Whether two steps of different waves are dependent. Atomics on the same bytes are dependent even where they commute, because their
    /// returned values do not.
    pub fn meets(&self, other: &Footprint) -> bool {
        let same_group = self.group == other.group;
        let counts = |x: &Footprint| x.barrier.is_some() || x.ends;
        let barrier = same_group
            && (self.barrier.is_some() && counts(other) || other.barrier.is_some() && counts(self))
            && (self.barrier.is_none() || other.barrier.is_none() || self.barrier == other.barrier);
        let unit = (self.unit || self.ends) && (other.unit || other.ends) && (self.unit || other.unit);
        let stops = self.stops && !other.is_empty() || other.stops && !self.is_empty();
        barrier || unit || stops || self.touches.iter().any(|a| other.touches.iter().any(|b| a.meets(b, same_group)))
    }

    fn touch(&mut self, access: &MemoryAccess) {
        if let Storage::Global | Storage::Shared | Storage::Device = access.storage {
            let (reads, writes) = match access.deed {
                Deed::Load => (true, false),
                Deed::Store(_) => (false, true),
                Deed::Atomic { .. } => (true, true),
            };
            self.touches.push(Touch { storage: access.storage, at: access.at, bytes: access.bytes, reads, writes });
        }
    }
}

impl Touch {
    fn meets(&self, other: &Touch, same_group: bool) -> bool {
        let apart = self.storage != other.storage || self.storage == Storage::Shared && !same_group;
        let (end, other_end) = (self.at + u64::from(self.bytes), other.at + u64::from(other.bytes));
        !apart && (self.writes || other.writes) && self.at < other_end && other.at < end
    }
}

impl Observer for Footprint {
    fn looks_inside(&self) -> bool {
        true
    }

    fn step(&mut self, _: Place, _: u32, _: u64) {}

    fn access(&mut self, access: &MemoryAccess) {
        self.touch(access);
    }

    fn beside(&mut self, access: &MemoryAccess) {
        self.touch(access);
    }

    fn synchronises(&mut self, _: Place, what: &Synchronisation) {
        match *what {
            // A wave that waits for its own signal changes nothing, but its result depends on other waves.
            Synchronisation::Barrier { kind: _, id, lanes: _ } => self.barrier = Some(id),
            Synchronisation::Request(..) => self.unit = true,
            // Each of these orders only the wave's own accesses.
            Synchronisation::Fence { .. } | Synchronisation::Maintain(..) | Synchronisation::Wait(_) => {}
        }
    }
}
