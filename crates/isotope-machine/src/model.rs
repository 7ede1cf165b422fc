//! The memory model: how the accesses of waves reach the bytes, and what fences do.
//!
//! Everything that a wave reads or writes through an instruction comes through a [`Model`], with what the instruction says of order,
//! scope and caches. [`Sequential`] is the one that launches use, [`Interleaved`] that of a [`Session`](super::Session), in which
//! another can be put in its place: what it delays, it keeps itself, and it writes through the [`Reference`] when it wants others to
//! see it.
//!
//! # What does not come through it
//! Constant banks and surface headers, which nobody writes while a launch runs; requests to the synchronisation unit, which serves
//! them in the order in which they are made.

use std::marker::PhantomData;

use super::delta::Deltas;
use super::observe::{Storage, Synchronisation};
use crate::mem::{Exclusive, Frozen, Memory, Sharing, Store};
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
    /// The bytes, as they were at the start where a session keeps what differs.
    pub(super) store: &'a Store,
    /// Where in them.
    pub(super) offset: u64,
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
    pub(super) memory: &'a Memory,
    /// Memory of the wave's group.
    pub(super) shared: &'a Store,
    /// What of both differs from the start, in a session.
    pub(super) deltas: Option<Deltas<'a>>,
}

impl<'a> Reachable<'a> {
    /// A reference to a place that was named by [`Reference::storage`] and [`Reference::at`] before; none where no bytes are.
    pub fn place(self, who: Who, storage: Storage, at: u64, bytes: u32) -> Option<Reference<'a>> {
        let (store, offset) = match storage {
            Storage::Global => {
                let region = self.memory.find(at, bytes)?;
                (region.store.as_ref()?, at - region.base)
            }
            Storage::Shared if at.checked_add(bytes.into())? <= self.shared.len() => (self.shared, at),
            Storage::Shared | Storage::Private | Storage::Constant | Storage::Device => return None,
        };
        Some(Reference { who, says: &Qualifiers::PLAIN, reach: self, store, offset, storage, at })
    }

    /// A byte as it is now: of a sparse region 0, and none where nothing is.
    pub fn byte(self, storage: Storage, at: u64) -> Option<u8> {
        let nobody = Who { group: [0; 3], wave: 0, lane: 0 };
        match self.place(nobody, storage, at, 1) {
            Some(place) => Some(place.load(1) as u8),
            None if storage == Storage::Global => self.memory.find(at, 1).map(|_| 0),
            None => None,
        }
    }
}

/// How accesses reach memory.
///
/// Accesses are of 1, 2, 4 or 8 bytes; wider ones come as several. They need not be aligned, except for read-modify-write.
pub trait Model {
    /// How the cells of stores are shared between host threads.
    type Sharing: Sharing;
    /// Whether every access reaches the bytes at once, whatever it says: only then are lanes served together, and steps as superblocks.
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

/// The same in a [`Session`](super::Session), whose copies share what none of them has written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Interleaved;

impl Model for Interleaved {
    type Sharing = Exclusive;

    #[inline(always)]
    fn load(&self, at: Reference<'_>, bytes: u32) -> u64 {
        at.load(bytes)
    }

    #[inline(always)]
    fn store(&self, at: Reference<'_>, bytes: u32, value: u64) -> u64 {
        at.store(bytes, value)
    }

    #[inline(always)]
    fn update(&self, at: Reference<'_>, bytes: u32, mut f: impl FnMut(u64) -> u64) -> u64 {
        let old = at.load(bytes);
        at.store(bytes, f(old));
        old
    }
}

/// Reads as [`Interleaved`] does, and writes nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Peek;

impl Model for Peek {
    type Sharing = Frozen;

    fn load(&self, at: Reference<'_>, bytes: u32) -> u64 {
        at.load(bytes)
    }

    fn store(&self, at: Reference<'_>, bytes: u32, _: u64) -> u64 {
        at.load(bytes)
    }

    fn update(&self, at: Reference<'_>, bytes: u32, mut f: impl FnMut(u64) -> u64) -> u64 {
        let old = at.load(bytes);
        f(old);
        old
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
