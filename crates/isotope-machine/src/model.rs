//! The memory model: how the accesses of waves reach the bytes, and what fences do.
//!
//! Every access of an instruction goes through a [`Model`], with its order, scope and cache policy. Launches use [`Sequential`]; a
//! [`Session`](super::Session) uses [`Interleaved`] or another model. A model stores what it delays, and writes through the [`Reference`]
//! when other waves are to see it.
//!
//! # What does not go through it
//! Constant banks and surface headers, which do not change while a launch runs; requests to the synchronization unit, which are served in
//! the order in which they are made.

use std::marker::PhantomData;

use super::delta::Deltas;
use super::observe::{Storage, Synchronisation};
use crate::mem::{Exclusive, Frozen, Memory, Sharing, Store};
use isotope_ir::effect::Qualifiers;

/// Group, wave and lane of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Who {
    /// Index of the group.
    pub group: [u32; 3],
    /// Index of the wave in its group.
    pub wave: u32,
    /// The lane in its half; 0 for an access of the wave as a whole.
    pub lane: u32,
}

/// A reference to memory: who makes it, where it goes, and its qualifiers.
#[derive(Clone, Copy, Debug)]
pub struct Reference<'a> {
    /// Group, wave and lane.
    pub who: Who,
    /// Order, scope and cache policy.
    pub says: &'a Qualifiers,
    /// The other memory of the wave.
    pub reach: Reachable<'a>,
    /// The bytes; in a session, as they were at the start.
    pub(super) store: &'a Store,
    /// Offset in the store.
    pub(super) offset: u64,
    /// Which memory that is.
    pub storage: Storage,
    /// The byte address in global memory, or the offset in the others: it identifies the place, whichever store holds it.
    pub at: u64,
}

impl Reference<'_> {
    /// The same reference, `by` bytes further.
    #[inline(always)]
    pub(super) fn further(self, by: u64) -> Self {
        Reference { offset: self.offset + by, at: self.at.wrapping_add(by), ..self }
    }
}

/// What a wave can access, for a model that performs delayed writes.
#[derive(Clone, Copy, Debug)]
pub struct Reachable<'a> {
    /// Global memory.
    pub(super) memory: &'a Memory,
    /// Memory of the wave's group.
    pub(super) shared: &'a Store,
    /// Differences of both from the start, in a session.
    pub(super) deltas: Option<Deltas<'a>>,
}

impl<'a> Reachable<'a> {
    /// A reference to a place that [`Reference::storage`] and [`Reference::at`] named before; `None` if there are no bytes.
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

    /// The current value of a byte: 0 in a sparse region, `None` if nothing is mapped.
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
/// Accesses have 1, 2, 4 or 8 bytes; wider ones are split. They need not be aligned, except for read-modify-write.
pub trait Model {
    /// How host threads share the cells of stores.
    type Sharing: Sharing;
    /// Whether every access happens at once, whatever its qualifiers: only then are lanes served together, and steps run as superblocks.
    const PLAIN: bool = false;

    /// Whether anything is written. A caller that asks for the next step without taking it says no.
    #[doc(hidden)]
    #[inline(always)]
    fn writes(&self) -> bool {
        Self::Sharing::WRITES
    }

    /// The model of most sessions, if this is it: the interpreter is compiled for that one apart.
    #[doc(hidden)]
    fn interleaved(&self) -> Option<&Interleaved> {
        None
    }

    /// Read.
    fn load(&self, at: Reference<'_>, bytes: u32) -> u64;

    /// Writes; returns what a read would have returned before.
    fn store(&self, at: Reference<'_>, bytes: u32, value: u64) -> u64;

    /// Reads, and writes `f` of the value, atomically for other waves; returns the value read.
    fn update(&self, at: Reference<'_>, bytes: u32, f: impl FnMut(u64) -> u64) -> u64;

    /// A fence, a wait, cache maintenance, a barrier or a request, before it takes effect.
    fn synchronise(&self, _: Who, _: Reachable<'_>, _: &Synchronisation) {}

    /// The wave has ended.
    fn ended(&self, _: Who, _: Reachable<'_>) {}
}

/// Sequential consistency: an access completes before the next one, and other waves see it then.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sequential<S>(pub PhantomData<S>);

/// The same in a [`Session`](super::Session), whose copies share unmodified memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Interleaved;

impl Model for Interleaved {
    type Sharing = Exclusive;

    fn interleaved(&self) -> Option<&Interleaved> {
        Some(self)
    }

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

/// The functions of a [`Model`] for a pointer to it.
pub(super) trait AnyModel {
    fn load(&self, at: Reference<'_>, bytes: u32) -> u64;
    fn store(&self, at: Reference<'_>, bytes: u32, value: u64) -> u64;
    fn update(&self, at: Reference<'_>, bytes: u32, f: &mut dyn FnMut(u64) -> u64) -> u64;
    fn synchronise(&self, who: Who, reach: Reachable<'_>, what: &Synchronisation);
    fn ended(&self, who: Who, reach: Reachable<'_>);
    fn writes(&self) -> bool;
}

impl<M: Model> AnyModel for M {
    fn load(&self, at: Reference<'_>, bytes: u32) -> u64 {
        Model::load(self, at, bytes)
    }

    fn store(&self, at: Reference<'_>, bytes: u32, value: u64) -> u64 {
        Model::store(self, at, bytes, value)
    }

    fn update(&self, at: Reference<'_>, bytes: u32, f: &mut dyn FnMut(u64) -> u64) -> u64 {
        Model::update(self, at, bytes, f)
    }

    fn synchronise(&self, who: Who, reach: Reachable<'_>, what: &Synchronisation) {
        Model::synchronise(self, who, reach, what);
    }

    fn ended(&self, who: Who, reach: Reachable<'_>) {
        Model::ended(self, who, reach);
    }

    fn writes(&self) -> bool {
        Model::writes(self)
    }
}

/// The model of a session behind a pointer: the interpreter is compiled once for all of them, and not again in each crate that has one.
#[derive(Clone, Copy)]
pub(super) struct Behind<'a> {
    model: &'a dyn AnyModel,
    writes: bool,
}

impl<'a> Behind<'a> {
    pub fn new(model: &'a dyn AnyModel) -> Behind<'a> {
        Behind { model, writes: model.writes() }
    }
}

impl Model for Behind<'_> {
    type Sharing = Exclusive;

    #[inline(always)]
    fn writes(&self) -> bool {
        self.writes
    }

    #[inline(always)]
    fn load(&self, at: Reference<'_>, bytes: u32) -> u64 {
        self.model.load(at, bytes)
    }

    #[inline(always)]
    fn store(&self, at: Reference<'_>, bytes: u32, value: u64) -> u64 {
        self.model.store(at, bytes, value)
    }

    #[inline(always)]
    fn update(&self, at: Reference<'_>, bytes: u32, mut f: impl FnMut(u64) -> u64) -> u64 {
        self.model.update(at, bytes, &mut f)
    }

    fn synchronise(&self, who: Who, reach: Reachable<'_>, what: &Synchronisation) {
        self.model.synchronise(who, reach, what);
    }

    fn ended(&self, who: Who, reach: Reachable<'_>) {
        self.model.ended(who, reach);
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
