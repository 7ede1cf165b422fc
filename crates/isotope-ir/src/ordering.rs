//! The order that a machine keeps among accesses of different waves, as values; race detection and lint read it.
//!
//! [`Qualifiers`](crate::effect::Qualifiers) and fences hold order and scope as the instruction states them. This module says what they
//! guarantee on a machine, and which guarantees no document settles.

use crate::effect::{Caches, Counter, Spaces};

/// Accesses whose completion a machine tracks together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Reads of global memory, and atomics on it that return the old value.
    Reads,
    /// Writes of global memory, and atomics on it that do not return the old value.
    Writes,
    /// All accesses to memory of the group and of the synchronization unit; scalar loads.
    Near,
}

impl Class {
    /// All of them.
    pub const ALL: [Class; 3] = [Class::Reads, Class::Writes, Class::Near];

    /// Whether a fence for these kinds of memory orders it.
    pub fn is_in(self, spaces: Spaces) -> bool {
        let of = match self {
            Class::Reads | Class::Writes => Spaces::GLOBAL.0 | Spaces::GLOBAL_LOW.0 | Spaces::TYPED.0,
            Class::Near => Spaces::SHARED.0,
        };
        spaces.0 & of != 0
    }
}

/// What makes a wave's earlier accesses visible before its later ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// Fences, in both directions, with a scope.
    Fences,
    /// Waits until a counter is zero: the counted accesses are complete, and visible wherever they can be. Accesses of other waves that
    /// this wave has observed are complete too.
    Waits(&'static [(Counter, &'static [Class])]),
}

/// What a barrier of the group guarantees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// Every access of a wave before it happens before every access of another wave after it.
    Orders,
    /// Only accesses that were complete before the wave arrived do.
    Meets,
}

/// Accesses without an order that are nevertheless atomic, if other accesses to the word are. They cannot be told apart from plain ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Silent {
    /// Loads.
    pub loads: bool,
    /// Stores.
    pub stores: bool,
}

/// Something that no document settles, and the reading taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// A name.
    pub name: &'static str,
    /// As a sentence.
    pub what: &'static str,
}

/// The order that a machine keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ordering {
    /// What completes accesses.
    pub finish: Finish,
    /// What a barrier guarantees.
    pub meeting: Meeting,
    /// The same for accesses to memory of the group.
    pub near_meeting: Meeting,
    /// Caches, the far ones first, whose lines a wave must drop before its plain loads see what a wave of its group has written.
    pub drops_for_group: &'static [Caches],
    /// The same for what a wave of another group has written.
    pub drops_for_device: &'static [Caches],
    /// Whether the group shares the first of these caches, so that one wave drops lines for all.
    pub shares_far: bool,
    /// Whether the device is one tile, so that scope tile equals scope device.
    pub one_tile: bool,
    /// The same for scalar loads, for any writer.
    pub drops_for_scalars: &'static [Caches],
    /// Global memory.
    pub global: Silent,
    /// Memory of the group, and of the synchronization unit.
    pub near: Silent,
    /// Guarantees that no document settles.
    pub taken: &'static [Taken],
}

/// No access is silent.
pub const LOUD: Silent = Silent { loads: false, stores: false };
