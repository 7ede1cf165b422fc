//! Observers of a launch, and what they are shown.

use isotope_op::atomic::{Rmw, Update};

use super::failure::Cause;
use super::fault::Place;
use super::interp::Flow;
use super::model::Reachable;
use super::state::Wave;
use crate::mem::Store;
use crate::sync::WaitPoint;
use isotope_ir::effect::{Access, Ask, BarrierKind, FenceKind, LANES, Scope, Space, Spaces, Uop, Upkeep, Wait};

/// Which memory an access reached, independent of the address that led there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Storage {
    /// Memory that every work-group sees.
    Global,
    /// Memory of the work-group.
    Shared,
    /// Memory of the lane.
    Private,
    /// A constant bank.
    Constant,
    /// Memory of the synchronisation unit; one lane is served.
    Device,
}

/// What a lane did to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// It read.
    Load,
    /// It wrote these words, the low one first, up to the width of the access.
    Store([u32; 4]),
    /// It read, computed and wrote.
    Atomic {
        /// The operation.
        rmw: Rmw,
        /// Its operands.
        data: [u64; 2],
        /// Old value; `None` if the access is dropped.
        old: Option<u64>,
        /// New and returned value; `None` if the access is dropped or the result is unspecified.
        update: Option<Update>,
    },
}

/// One lane's access to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryAccess {
    /// The lane, 63:0.
    pub lane: u32,
    /// The memory that it reached.
    pub storage: Storage,
    /// Byte address in global memory, or byte offset in the others.
    pub at: u64,
    /// The address that the instruction computed.
    pub formed: u64,
    /// Bytes.
    pub bytes: u8,
    /// What it did.
    pub deed: Deed,
}

/// The result of a request to the synchronization unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answered {
    /// It was served.
    Served,
    /// The wave waits in a queue of the unit.
    Queued,
    /// It was refused (NACK), and the wave is halted.
    Refused,
    /// No lane had anything to send.
    NotSent,
}

/// What a wave did to order memory or to meet other waves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Synchronisation {
    /// It executed a fence in these lanes.
    Fence {
        /// The kind of accesses that it orders.
        kind: FenceKind,
        /// Its scope.
        scope: Scope,
        /// The memory that it orders.
        spaces: Spaces,
        /// Lanes of a half that execute it.
        lanes: u32,
    },
    /// It did cache maintenance in these lanes.
    Maintain(Upkeep, u32),
    /// It waited for one of its counters; here nothing is ever outstanding.
    Wait(Wait),
    /// It arrived at a barrier of its group.
    Barrier {
        /// The kind of arrival.
        kind: BarrierKind,
        /// The barrier's number.
        id: u32,
        /// Lanes that take part.
        lanes: u32,
    },
    /// It made a request to the synchronization unit.
    Request(Ask, Answered),
}

/// An observer of every step.
pub trait Observer {
    /// Whether it is shown what happens inside a step: every access, fence, wait, barrier and request. Asked once for each launch or step;
    /// if so, the fast loops are not used.
    fn looks_inside(&self) -> bool {
        false
    }

    /// A wave with these active lanes, 31:0, is about to take a step. Only for observers that look inside.
    fn active(&mut self, _: Place, _: u32) {}

    /// A wave takes the step with this index on these lanes, 63:0.
    fn step(&mut self, place: Place, index: u32, lanes: u64);

    /// A micro-operation of the step is about to run on these lanes of a half. Only for observers that look inside.
    fn before(&mut self, _: &Wave, _: &Uop, _lanes: u32) {}

    /// It has run; the rest of the step runs on these lanes. Only for observers that look inside.
    fn after(&mut self, _: &Wave, _: &Uop, _lanes: u32) {}

    /// A lane's access was served or dropped. Lanes come in serving order.
    fn access(&mut self, _: &MemoryAccess) {}

    /// A lane's surface access is dropped for this cause; `detail` says more, or is empty. Only for observers that look inside.
    fn drops(&mut self, _lane: u32, _cause: Cause, _detail: &str) {}

    /// Like [`Observer::access`], for accesses of the wave as a whole, or of elements of formatted buffers and images.
    fn beside(&mut self, _: &MemoryAccess) {}

    /// The rest of the step runs on these lanes of a half.
    fn under(&mut self, _: u32) {}

    /// The lanes of the wave that take part in a request to the synchronisation unit, 63:0.
    fn request(&mut self, _: u64) {}

    /// The wave orders its accesses or meets other waves. Only for observers that look inside.
    fn synchronises(&mut self, _: Place, _: &Synchronisation) {}

    /// The synchronization unit makes the wave wait there, in the step that [`Observer::synchronises`] showed. Only for observers that look
    /// inside.
    fn waits(&mut self, _: Place, _: &WaitPoint) {}

    /// Other lanes read registers of these lanes of a half.
    fn reads_lanes(&mut self, _: u32) {}

    /// The wave at this position of a group has arrived at a barrier or ended; barriers that this opens are still closed.
    fn meets(&mut self, _group: [u32; 3], _waves: &[&Wave], _at: usize, _flow: Flow) {}

    /// Every wave of a group has ended.
    fn ended(&mut self, _: [u32; 3]) {}

    /// The micro-operations of a step are done: the wave and memory after them. Only for observers that look inside.
    fn settled(&mut self, _: &Wave, _: Reachable<'_>) {}
}

/// The observer of a launch that is not observed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {
    fn step(&mut self, _: Place, _: u32, _: u64) {}
}

/// Two observers, one after the other.
impl<A: Observer, B: Observer> Observer for (A, B) {
    fn looks_inside(&self) -> bool {
        self.0.looks_inside() || self.1.looks_inside()
    }

    fn step(&mut self, place: Place, index: u32, lanes: u64) {
        self.0.step(place, index, lanes);
        self.1.step(place, index, lanes);
    }

    fn before(&mut self, wave: &Wave, uop: &Uop, lanes: u32) {
        self.0.before(wave, uop, lanes);
        self.1.before(wave, uop, lanes);
    }

    fn after(&mut self, wave: &Wave, uop: &Uop, lanes: u32) {
        self.0.after(wave, uop, lanes);
        self.1.after(wave, uop, lanes);
    }

    fn access(&mut self, access: &MemoryAccess) {
        self.0.access(access);
        self.1.access(access);
    }

    fn drops(&mut self, lane: u32, cause: Cause, detail: &str) {
        self.0.drops(lane, cause, detail);
        self.1.drops(lane, cause, detail);
    }

    fn under(&mut self, lanes: u32) {
        self.0.under(lanes);
        self.1.under(lanes);
    }

    fn request(&mut self, lanes: u64) {
        self.0.request(lanes);
        self.1.request(lanes);
    }

    fn active(&mut self, place: Place, active: u32) {
        self.0.active(place, active);
        self.1.active(place, active);
    }

    fn beside(&mut self, access: &MemoryAccess) {
        self.0.beside(access);
        self.1.beside(access);
    }

    fn synchronises(&mut self, place: Place, what: &Synchronisation) {
        self.0.synchronises(place, what);
        self.1.synchronises(place, what);
    }

    fn waits(&mut self, place: Place, at: &WaitPoint) {
        self.0.waits(place, at);
        self.1.waits(place, at);
    }

    fn reads_lanes(&mut self, lanes: u32) {
        self.0.reads_lanes(lanes);
        self.1.reads_lanes(lanes);
    }

    fn meets(&mut self, group: [u32; 3], waves: &[&Wave], at: usize, flow: Flow) {
        self.0.meets(group, waves, at, flow);
        self.1.meets(group, waves, at, flow);
    }

    fn ended(&mut self, group: [u32; 3]) {
        self.0.ended(group);
        self.1.ended(group);
    }

    fn settled(&mut self, wave: &Wave, reach: Reachable<'_>) {
        self.0.settled(wave, reach);
        self.1.settled(wave, reach);
    }
}

/// One that may be absent.
impl<O: Observer> Observer for Option<O> {
    fn looks_inside(&self) -> bool {
        self.as_ref().is_some_and(O::looks_inside)
    }

    fn step(&mut self, place: Place, index: u32, lanes: u64) {
        if let Some(observer) = self {
            observer.step(place, index, lanes);
        }
    }

    fn before(&mut self, wave: &Wave, uop: &Uop, lanes: u32) {
        if let Some(observer) = self {
            observer.before(wave, uop, lanes);
        }
    }

    fn after(&mut self, wave: &Wave, uop: &Uop, lanes: u32) {
        if let Some(observer) = self {
            observer.after(wave, uop, lanes);
        }
    }

    fn access(&mut self, access: &MemoryAccess) {
        if let Some(observer) = self {
            observer.access(access);
        }
    }

    fn drops(&mut self, lane: u32, cause: Cause, detail: &str) {
        if let Some(observer) = self {
            observer.drops(lane, cause, detail);
        }
    }

    fn under(&mut self, lanes: u32) {
        if let Some(observer) = self {
            observer.under(lanes);
        }
    }

    fn request(&mut self, lanes: u64) {
        if let Some(observer) = self {
            observer.request(lanes);
        }
    }

    fn active(&mut self, place: Place, active: u32) {
        if let Some(observer) = self {
            observer.active(place, active);
        }
    }

    fn beside(&mut self, access: &MemoryAccess) {
        if let Some(observer) = self {
            observer.beside(access);
        }
    }

    fn synchronises(&mut self, place: Place, what: &Synchronisation) {
        if let Some(observer) = self {
            observer.synchronises(place, what);
        }
    }

    fn waits(&mut self, place: Place, at: &WaitPoint) {
        if let Some(observer) = self {
            observer.waits(place, at);
        }
    }

    fn reads_lanes(&mut self, lanes: u32) {
        if let Some(observer) = self {
            observer.reads_lanes(lanes);
        }
    }

    fn meets(&mut self, group: [u32; 3], waves: &[&Wave], at: usize, flow: Flow) {
        if let Some(observer) = self {
            observer.meets(group, waves, at, flow);
        }
    }

    fn ended(&mut self, group: [u32; 3]) {
        if let Some(observer) = self {
            observer.ended(group);
        }
    }

    fn settled(&mut self, wave: &Wave, reach: Reachable<'_>) {
        if let Some(observer) = self {
            observer.settled(wave, reach);
        }
    }
}

/// A borrowed observer.
impl<O: Observer + ?Sized> Observer for &mut O {
    fn looks_inside(&self) -> bool {
        (**self).looks_inside()
    }

    fn step(&mut self, place: Place, index: u32, lanes: u64) {
        (**self).step(place, index, lanes);
    }

    fn before(&mut self, wave: &Wave, uop: &Uop, lanes: u32) {
        (**self).before(wave, uop, lanes);
    }

    fn after(&mut self, wave: &Wave, uop: &Uop, lanes: u32) {
        (**self).after(wave, uop, lanes);
    }

    fn access(&mut self, access: &MemoryAccess) {
        (**self).access(access);
    }

    fn drops(&mut self, lane: u32, cause: Cause, detail: &str) {
        (**self).drops(lane, cause, detail);
    }

    fn under(&mut self, lanes: u32) {
        (**self).under(lanes);
    }

    fn request(&mut self, lanes: u64) {
        (**self).request(lanes);
    }

    fn active(&mut self, place: Place, active: u32) {
        (**self).active(place, active);
    }

    fn beside(&mut self, access: &MemoryAccess) {
        (**self).beside(access);
    }

    fn synchronises(&mut self, place: Place, what: &Synchronisation) {
        (**self).synchronises(place, what);
    }

    fn waits(&mut self, place: Place, at: &WaitPoint) {
        (**self).waits(place, at);
    }

    fn reads_lanes(&mut self, lanes: u32) {
        (**self).reads_lanes(lanes);
    }

    fn meets(&mut self, group: [u32; 3], waves: &[&Wave], at: usize, flow: Flow) {
        (**self).meets(group, waves, at, flow);
    }

    fn ended(&mut self, group: [u32; 3]) {
        (**self).ended(group);
    }

    fn settled(&mut self, wave: &Wave, reach: Reachable<'_>) {
        (**self).settled(wave, reach);
    }
}

/// How much of a step is observed. The interpreter is compiled once without observers and once for all of them.
pub(super) trait Sight {
    /// Whether anything is observed.
    fn looks(&self) -> bool;

    /// Whether the inside of steps is, too.
    fn looks_inside(&self) -> bool;

    /// The observer.
    fn observer(&mut self) -> &mut (dyn Observer + '_);
}

/// A step with an observer, or one without that runs in the same code.
pub(super) struct Watched<'a> {
    observer: &'a mut (dyn Observer + 'a),
    looks: bool,
    inside: bool,
}

impl<'a> Watched<'a> {
    pub fn by(observer: &'a mut (dyn Observer + 'a)) -> Watched<'a> {
        let inside = observer.looks_inside();
        Watched { observer, looks: true, inside }
    }

    pub fn by_none(observer: &'a mut Unobserved) -> Watched<'a> {
        Watched { observer, looks: false, inside: false }
    }
}

impl Sight for Unobserved {
    #[inline(always)]
    fn looks(&self) -> bool {
        false
    }

    #[inline(always)]
    fn looks_inside(&self) -> bool {
        false
    }

    fn observer(&mut self) -> &mut (dyn Observer + '_) {
        self
    }
}

impl Sight for Watched<'_> {
    #[inline(always)]
    fn looks(&self) -> bool {
        self.looks
    }

    #[inline(always)]
    fn looks_inside(&self) -> bool {
        self.inside
    }

    fn observer(&mut self) -> &mut (dyn Observer + '_) {
        self.observer
    }
}

/// What an observer that looks inside will be shown; for other observers it does nothing.
pub(super) struct Seen<'a> {
    inside: bool,
    shared: &'a Store,
    private: &'a Store,
    access: &'a Access,
    addresses: &'a [u64; LANES],
    private_bytes: u32,
    pub list: Vec<MemoryAccess>,
}

impl<'a> Seen<'a> {
    #[inline(always)]
    pub fn new(
        inside: bool,
        shared: &'a Store,
        private: &'a Store,
        access: &'a Access,
        addresses: &'a [u64; LANES],
        private_bytes: u32,
    ) -> Self {
        Seen { inside, shared, private, access, addresses, private_bytes, list: Vec::new() }
    }

    #[inline(always)]
    pub fn note(&mut self, lane: usize, store: Option<&Store>, offset: u64, deed: Deed) {
        if !self.inside {
            return;
        }
        let formed = self.addresses[lane];
        let is = |other| store.is_some_and(|store| std::ptr::eq(store, other));
        let (storage, at) = match self.access.space {
            Space::Constant(_) | Space::ConstantBanks => (Storage::Constant, offset),
            Space::Shared => (Storage::Shared, formed),
            _ if is(self.shared) => (Storage::Shared, offset),
            Space::Wave => (Storage::Private, offset),
            _ if is(self.private) => (Storage::Private, offset % u64::from(self.private_bytes.max(1))),
            _ => (Storage::Global, formed),
        };
        let lane = lane as u32 + if self.access.upper { LANES as u32 } else { 0 };
        self.list.push(MemoryAccess { lane, storage, at, formed, bytes: self.access.bytes, deed });
    }
}
