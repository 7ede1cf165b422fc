//! Accesses that the machine drops: past the end of shared memory or of the synchronisation unit's memory, where writes do nothing and reads give 0.
//!
//! No fault reports them, and nearly always the cause is a launch without the shared memory that the kernel needs.

use std::cell::Cell;
use std::fmt;

use super::fault::Place;
use super::interp::Context;
use super::model::Model;
use super::observe::{Sight, Storage};
use super::state::Wave;
use isotope_ir::effect::{LANES, Uop};

/// An access of a lane that the machine dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// The instruction.
    pub place: Place,
    /// The lane.
    pub lane: u32,
    /// [`Storage::Shared`], or [`Storage::Device`] for the memory of the synchronisation unit.
    pub storage: Storage,
    /// Address.
    pub address: u64,
    /// Bytes of the access.
    pub bytes: u8,
    /// Bytes of shared memory that the group has.
    pub size: u64,
}

impl fmt::Display for Dropped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Dropped { place, lane, storage, address, bytes, size } = self;
        write!(f, "{place} lane {lane}: {bytes}-byte access at ")?;
        match storage {
            Storage::Device => write!(f, "GDS {address:#x}, beyond what M0 or the process allows"),
            _ => write!(f, "shared {address:#x}, past the group's shared memory of {size:#x} bytes"),
        }
    }
}

/// How many accesses were dropped, and the first one in the group that comes first in the grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drops {
    /// Their number, one for each lane.
    pub count: u64,
    /// The first.
    pub first: Option<Dropped>,
}

impl std::ops::AddAssign for Drops {
    fn add_assign(&mut self, other: Drops) {
        self.count += other.count;
        self.first = match (self.first, other.first) {
            (Some(own), Some(new)) if order(new.place.group) < order(own.place.group) => Some(new),
            (own, new) => own.or(new),
        };
    }
}

/// Position of a group in the grid.
fn order([x, y, z]: [u32; 3]) -> [u32; 3] {
    [z, y, x]
}

/// Drops of the current micro-operation, which does not know its instruction.
#[derive(Debug, Default)]
pub(super) struct Fresh {
    count: Cell<u64>,
    first: Cell<Option<(u32, Storage, u64, u8)>>,
}

impl Fresh {
    /// Records one.
    #[cold]
    pub fn note(&self, lane: u32, storage: Storage, address: u64, bytes: u8) {
        if self.count.replace(self.count.get() + 1) == 0 {
            self.first.set(Some((lane, storage, address, bytes)));
        }
    }

    /// Whether there are any.
    #[inline(always)]
    pub fn any(&self) -> bool {
        self.count.get() != 0
    }
}

impl<M: Model, O: Sight> Context<'_, M, O> {
    /// Counts the drops of a micro-operation, with the address of its instruction.
    #[cold]
    pub(super) fn settle_drops(&mut self, wave: &Wave, uop: Option<&Uop>) {
        let count = self.fresh.count.take();
        let Some((lane, storage, address, bytes)) = self.fresh.first.take().filter(|_| self.model.writes()) else {
            return;
        };
        if self.stats.drops.first.is_some_and(|first| order(first.place.group) <= order(self.group)) {
            self.stats.drops.count += count;
            return;
        }
        // Inside a superblock the wave's step is not always known; the micro-operation tells it.
        let step = uop.and_then(|uop| self.step_of(uop, lane)).unwrap_or(wave.pc);
        let steps = &self.dispatch.program.steps;
        let place = self.place(wave, steps.get(step as usize).map_or(0, |step| step.address));
        let first = Some(Dropped { place, lane, storage, address, bytes, size: self.shared.len() });
        self.stats.drops += Drops { count, first };
    }

    /// The step that a micro-operation of a lane belongs to.
    fn step_of(&self, uop: &Uop, lane: u32) -> Option<u32> {
        let (program, blocks) = (&self.dispatch.program, &self.dispatch.superblocks);
        let within = |list: &[Uop]| {
            let at = std::ptr::from_ref(uop).addr().checked_sub(list.as_ptr().addr())? / size_of::<Uop>();
            (at < list.len()).then_some(at as u32)
        };
        let holds = |first: u32, count: u32, at: u32| (first..first + count).contains(&at);
        if let Some(at) = within(&blocks.uops) {
            let mut places = 0..program.steps.len() as u32;
            let block = places.find(|&pc| blocks.at(pc).is_some_and(|block| holds(block.first, block.count, at)))?;
            return Some(block + blocks.origin(at, Some(lane % LANES as u32)).0);
        }
        let at = within(&program.uops)?;
        let step = program.steps.iter().position(|step| holds(step.first, step.count, at))?;
        Some(step as u32)
    }
}
