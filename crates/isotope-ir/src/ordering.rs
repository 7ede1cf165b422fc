//! What order a machine keeps among accesses of different waves, as values: who asks whether two accesses race reads it.
//!
//! What an instruction says of order and scope stands in [`Qualifiers`](crate::effect::Qualifiers) and in fences; here is what it is
//! worth on a machine, and what of it no document settles.

use crate::effect::{Caches, Counter, Spaces};

/// Accesses that a machine finishes together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Reads of global memory, and read-modify-writes of it that give a value back.
    Reads,
    /// Writes of global memory, and read-modify-writes of it that give nothing back.
    Writes,
    /// All of the memory of the group, and of the synchronisation unit; scalar loads.
    Near,
}

impl Class {
    /// All of them.
    pub const ALL: [Class; 3] = [Class::Reads, Class::Writes, Class::Near];

    /// Whether a fence for these kinds of memory holds it back.
    pub fn is_in(self, spaces: Spaces) -> bool {
        let of = match self {
            Class::Reads | Class::Writes => Spaces::GLOBAL.0 | Spaces::GLOBAL_LOW.0 | Spaces::TYPED.0,
            Class::Near => Spaces::SHARED.0,
        };
        spaces.0 & of != 0
    }
}

/// What makes a wave's accesses before it seen before those behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// Fences, in both directions, with a scope.
    Fences,
    /// Waits until a counter is zero: what was counted is over, and seen wherever it can be. What others have let this wave see is over, too.
    Waits(&'static [(Counter, &'static [Class])]),
}

/// What a barrier of the group is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// Every access of a wave before it comes before every access of another behind it.
    Orders,
    /// Only those do that were finished before the wave came.
    Meets,
}

/// Accesses that say nothing of order and are atomic all the same, where others to the word are. Plain ones cannot be told from these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Silent {
    /// Loads.
    pub loads: bool,
    /// Stores.
    pub stores: bool,
}

/// Something that no document settles, and how it is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// A name.
    pub name: &'static str,
    /// In a sentence.
    pub what: &'static str,
}

/// The order that a machine keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ordering {
    /// What finishes accesses.
    pub finish: Finish,
    /// What a barrier is worth.
    pub meeting: Meeting,
    /// The same for accesses to memory of the group.
    pub near_meeting: Meeting,
    /// Caches, the far ones first, whose lines a wave drops before its plain loads see what a wave of its group has written.
    pub drops_for_group: &'static [Caches],
    /// The same for what a wave of another group has written.
    pub drops_for_device: &'static [Caches],
    /// Whether the group has the first of these caches in common, so that one wave drops lines for all.
    pub shares_far: bool,
    /// Whether the device is one tile, so that what holds in a tile holds in the device.
    pub one_tile: bool,
    /// The same for scalar loads, whoever has written.
    pub drops_for_scalars: &'static [Caches],
    /// Global memory.
    pub global: Silent,
    /// Memory of the group, and of the synchronisation unit.
    pub near: Silent,
    /// What no document settles.
    pub taken: &'static [Taken],
}

/// Nothing is silent.
pub const LOUD: Silent = Silent { loads: false, stores: false };
