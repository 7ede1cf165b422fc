//! Where a launch is to stop: in front of instructions, and after accesses to memory.

use std::collections::BTreeSet;

use isotope::case::ElementType;
use isotope::machine::{Deed, MemoryAccess, Observer, Place, Storage};
use isotope::memory_trace::operation;
use isotope::plain;

use crate::expression::{Expression, Space};
use crate::history::WaveAt;

/// Which accesses stop a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessKind {
    /// Writes that leave another value.
    Change,
    /// Every write.
    Write,
    /// Every read.
    Read,
    /// Every access.
    Any,
}

/// A place in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WatchedMemory {
    /// Which memory.
    pub space: Space,
    /// Whose, where it is a group's.
    pub group: usize,
    /// Byte address or offset.
    pub at: u64,
    /// Bytes, eight at most.
    pub bytes: u32,
    /// What they are.
    pub ty: Option<ElementType>,
}

/// What a breakpoint is about.
#[derive(Clone, Debug, PartialEq)]
pub enum On {
    /// Instructions, as positions in the program.
    Steps(BTreeSet<u32>),
    /// Memory.
    Memory(WatchedMemory, AccessKind),
    /// Barriers that not all work-items of a group reach.
    Barriers,
    /// Values that were never written and that reach memory, an address or a branch.
    Uninit,
}

/// Where to stop.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Breakpoint {
    /// Its number, from 1.
    pub id: u32,
    /// What it is about.
    pub on: On,
    /// The same in words.
    pub text: String,
    /// Only this wave.
    pub wave: Option<WaveAt>,
    /// Only where this holds: in some active lane, where it depends on the lane.
    pub condition: Option<Expression>,
    /// How often the launch stopped there.
    pub hits: u64,
}

/// What an access did to a place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WatchHit {
    /// The place.
    pub place: WatchedMemory,
    /// The lane, the last one that wrote where several did.
    pub lane: u32,
    /// What it is: load, store, or the operation of an atomic.
    pub operation: String,
    /// What was there before the step.
    pub old: Option<u64>,
    /// What is there after it.
    pub new: Option<u64>,
}

impl AccessKind {
    /// Its name in commands and events.
    pub fn name(self) -> &'static str {
        match self {
            AccessKind::Change => "change",
            AccessKind::Write => "write",
            AccessKind::Read => "read",
            AccessKind::Any => "access",
        }
    }
}

impl WatchedMemory {
    /// Its value as text.
    pub fn value(&self, bits: Option<u64>) -> String {
        match (bits, self.ty) {
            (None, _) => "?".into(),
            (Some(bits), Some(ty)) => plain(ty, bits),
            (Some(bits), None) => format!("{bits:#0digits$x}", digits = 2 + 2 * self.bytes as usize),
        }
    }

    fn meets(&self, access: &MemoryAccess, group: usize) -> bool {
        let space = match access.storage {
            Storage::Global => Space::Global,
            Storage::Shared => Space::Shared,
            Storage::Private => Space::Private,
            Storage::Device => Space::Gds,
            Storage::Constant => return false,
        };
        let mine = space != Space::Shared || group == self.group;
        let end = access.at.saturating_add(access.bytes.into());
        space == self.space && mine && access.at < self.at.saturating_add(self.bytes.into()) && self.at < end
    }
}

/// Whether it writes.
pub fn writes(deed: &Deed) -> bool {
    match deed {
        Deed::Load => false,
        Deed::Store(_) => true,
        Deed::Atomic { update, old, .. } => update.is_some() && old.is_some(),
    }
}

/// Whether it reads.
pub fn reads(deed: &Deed) -> bool {
    match deed {
        Deed::Load => true,
        Deed::Store(_) => false,
        Deed::Atomic { old, .. } => old.is_some(),
    }
}

/// What a step did with memory.
#[derive(Default)]
pub struct StepAccesses {
    /// Lanes that took it, 63:0.
    pub lanes: u64,
    /// In the order in which they were served.
    pub accesses: Vec<MemoryAccess>,
}

impl Observer for StepAccesses {
    fn looks_inside(&self) -> bool {
        true
    }

    fn step(&mut self, _: Place, _: u32, lanes: u64) {
        self.lanes = lanes;
    }

    fn access(&mut self, access: &MemoryAccess) {
        self.accesses.push(*access);
    }

    fn beside(&mut self, access: &MemoryAccess) {
        self.accesses.push(*access);
    }
}

impl StepAccesses {
    /// What the step did to a place, if it is what is asked for; `old` and `new` are its bits before and after.
    pub fn touched(
        &self,
        place: &WatchedMemory,
        access: AccessKind,
        group: usize,
        [old, new]: [Option<u64>; 2],
    ) -> Option<WatchHit> {
        let all = self.accesses.iter().rev().filter(|a| place.meets(a, group));
        let wanted = |a: &&MemoryAccess| match access {
            AccessKind::Change | AccessKind::Write => writes(&a.deed),
            AccessKind::Read => reads(&a.deed),
            AccessKind::Any => true,
        };
        let last = { all }.find(wanted)?;
        let changed = access != AccessKind::Change || old != new;
        changed.then(|| WatchHit { place: *place, lane: last.lane, operation: operation(&last.deed), old, new })
    }
}
