//! The memory model: how the accesses of waves reach the bytes, and what fences do.
//!
//! Everything that a wave reads or writes through an instruction comes through a [`Model`], with what the instruction says of order,
//! scope and caches. [`Sequential`] is the one that launches use. Another can be put in its place in a
//! [`Session`](super::Session): what it delays, it keeps itself, and it writes through to the stores when it wants others to see it.
//!
//! # What does not come through it
//! Constant banks and surface headers, which nobody writes while a launch runs; requests to the synchronisation unit, which serves
//! them in the order in which they are made.

use std::marker::PhantomData;

use super::observe::{Storage, Synchronisation};
use crate::mem::{Memory, Sharing, Store};
use isotope_ir::effect::Qualifiers;

/// Who makes an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Who {
    /// Index of the group.
    pub group: [u32; 3],
    /// Index of the wave in its group.
    pub wave: u32,
    /// The lane in its half; 0 for what the wave does once.
    pub lane: u32,
}

/// A reference to memory: who makes it, where it goes, what the instruction says of it.
#[derive(Clone, Copy, Debug)]
pub struct Reference<'a> {
    /// Who.
    pub who: Who,
    /// What is said of order, scope and caches.
    pub says: &'a Qualifiers,
    /// What else the wave can reach.
    pub reach: Reachable<'a>,
    /// The bytes.
    pub store: &'a Store,
    /// Where in them.
    pub offset: u64,
    /// Which memory that is.
    pub storage: Storage,
    /// The byte address in global memory, or the offset in the others: it names the place, whatever store holds it.
    pub at: u64,
}

impl Reference<'_> {
    /// So many bytes further on.
    #[inline(always)]
    pub(super) fn further(self, by: u64) -> Self {
        Reference { offset: self.offset + by, at: self.at.wrapping_add(by), ..self }
    }
}

/// What a wave can reach, for a model that writes what it has delayed.
#[derive(Clone, Copy, Debug)]
pub struct Reachable<'a> {
    /// Global memory.
    pub memory: &'a Memory,
    /// Memory of the wave's group.
    pub shared: &'a Store,
}

/// How accesses reach memory.
///
/// Accesses are of 1, 2, 4 or 8 bytes; wider ones come as several. They need not be aligned, except for read-modify-write.
pub trait Model {
    /// How the cells of stores are shared between host threads.
    type Sharing: Sharing;
    /// Whether every access reaches the bytes at once, whatever it says: only then are lanes served together, and steps in runs.
    const PLAIN: bool = false;

    /// Read.
    fn load(&self, at: Reference<'_>, bytes: u32) -> u64;

    /// Write; gives what would have been read there before.
    fn store(&self, at: Reference<'_>, bytes: u32, value: u64) -> u64;

    /// Read, and write `f` of it, in one step as far as others can see; gives what was read.
    fn update(&self, at: Reference<'_>, bytes: u32, f: impl FnMut(u64) -> u64) -> u64;

    /// A fence, a wait, work on caches, a barrier or a request, before it is made.
    fn synchronise(&self, _: Who, _: Reachable<'_>, _: &Synchronisation) {}

    /// The wave has ended.
    fn ended(&self, _: Who, _: Reachable<'_>) {}
}

/// Sequential consistency: an access is over before the next one is made, and others see it then.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sequential<S>(pub PhantomData<S>);

impl<S> PartialEq for Sequential<S> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<S: Sharing> Model for Sequential<S> {
    type Sharing = S;
    const PLAIN: bool = true;

    #[inline(always)]
    fn load(&self, at: Reference<'_>, bytes: u32) -> u64 {
        at.store.load_any::<S>(at.offset, bytes)
    }

    #[inline(always)]
    fn store(&self, at: Reference<'_>, bytes: u32, value: u64) -> u64 {
        at.store.store_any::<S>(at.offset, bytes, value)
    }

    #[inline(always)]
    fn update(&self, at: Reference<'_>, bytes: u32, f: impl FnMut(u64) -> u64) -> u64 {
        if at.storage == Storage::Shared {
            at.store.update::<S::Group>(at.offset, bytes, f)
        } else {
            at.store.update::<S>(at.offset, bytes, f)
        }
    }
}
