//! Memory accesses of a wave: addresses, spaces, alignment, faults, then the bytes.
//!
//! Lanes are served one after another, in the order of the launch ([`Orders`](isotope_op::assume::Orders)). A fault stops at the lane that
//! broke the rule; earlier lanes keep their effects. (Hardware does not define which lanes were served: spec, "errors are not precise".)
//!
//! Order of checks per lane (assumed; the public record does not give one): window, alignment, mapping.

use isotope_op::assume::{
    BranchOrder, HighAddress, INTEL_SLM_BOUNDS, LaneOrder, NV_E_ADDRESS_HIGH, NV_WINDOW_BASES, SlmBounds,
};

use isotope_op::atomic::{Rmw, Unspecified, Update};

use super::dispatch::{PastShared, Window};
use super::fault::{Fault, FaultKind, Stop};
use super::interp::Context;
use super::lanes::{ZERO, give, view};
use super::lockstep::{self, Done, Lockstep};
use super::model::{Model, Reference, Who};
use super::observe::{Deed, MemoryAccess, Seen, Sight, Storage};
use super::reduce::Reduction;
use super::state::{Sequence, Vector, Wave};
use crate::mem::{ADDRESS_BITS, Sharing, Store};
use isotope_ir::effect::{Access, Address, LANES, Qualifiers, Slot, Space, Src, Wide};

/// Bytes that an address of one lane leads to, and how far they reach.
#[derive(Clone, Copy)]
pub(super) struct Reached<'a> {
    /// `None` for a sparse region.
    pub store: Option<&'a Store>,
    /// Address of the store's first byte.
    pub base: u64,
    /// Addresses up to here, relative to `base`, hold the whole access.
    pub limit: u64,
    /// Added to the relative address to give the offset in the store.
    pub lane_offset: u64,
    /// Other lanes may use the same store.
    pub common: bool,
}

/// The store that all lanes go to.
struct Common<'a> {
    store: &'a Store,
    /// Whether only this host thread uses it at the same time.
    alone: bool,
}

fn space_name(space: Space) -> &'static str {
    match space {
        Space::Global | Space::GenericGlobal => "global",
        Space::Shared => "shared",
        Space::Private | Space::Wave => "private",
        Space::Generic => "generic",
        Space::Constant(_) | Space::ConstantBanks => "constant",
    }
}

impl<M: Model, O: Sight> Context<'_, M, O> {
    /// Whether the lowest lane is served first. If nothing is written, the order cannot be observed.
    #[inline(always)]
    pub(super) fn in_order(&self) -> bool {
        !self.model.writes() || self.dispatch.orders.lanes == LaneOrder::Ascending && self.first().is_empty()
    }

    /// The order in which the lanes of the next operation are served, for one half of the wave.
    #[inline(always)]
    pub(super) fn sequence(&self, wave: &mut Wave, upper: bool) -> Sequence {
        if self.in_order() {
            Sequence::ASCENDING
        } else {
            wave.sequence(self.dispatch.orders.lanes).after(self.first(), upper)
        }
    }

    /// Like [`Self::in_order`], for a plain store.
    #[inline(always)]
    pub(super) fn stores_in_order(&self) -> bool {
        !self.model.writes() || self.dispatch.orders.stores == LaneOrder::Ascending && self.first().is_empty()
    }

    /// Like [`Self::sequence`], for a plain store.
    pub(super) fn store_sequence(&self, wave: &mut Wave, upper: bool) -> Sequence {
        if self.stores_in_order() {
            Sequence::ASCENDING
        } else {
            wave.sequence(self.dispatch.orders.stores).after(self.first(), upper)
        }
    }

    /// The lanes that go first in this step. Only a session that is stepped by hand chooses some.
    #[inline(always)]
    pub(super) fn first(&self) -> &[u8] {
        if M::PLAIN { &[] } else { self.deltas.map_or(&[], |deltas| deltas.first) }
    }

    /// Which side runs first of a branch that these lanes take.
    pub(super) fn side(&self, taken: u32) -> BranchOrder {
        match self.first() {
            [] => self.dispatch.orders.branches,
            [lane, ..] if usize::from(*lane) < LANES && taken >> lane & 1 != 0 => BranchOrder::Taken,
            _ => BranchOrder::FallThrough,
        }
    }

    /// Group, wave and lane of an access.
    #[inline(always)]
    pub(super) fn who(&self, wave: &Wave, lane: usize) -> Who {
        Who { group: self.group, wave: wave.index, lane: lane as u32 }
    }

    /// A reference to global memory.
    #[inline(always)]
    pub(super) fn global<'s>(
        &'s self,
        who: Who,
        says: &'s Qualifiers,
        (store, offset): (&'s Store, u64),
        at: u64,
    ) -> Reference<'s> {
        Reference { who, says, reach: self.reachable(), store, offset, storage: Storage::Global, at }
    }

    /// A reference to the bytes that an address resolved to.
    #[inline(always)]
    pub(super) fn reference<'s>(
        &'s self,
        who: Who,
        access: &'s Access,
        (store, offset): (&'s Store, u64),
        formed: u64,
    ) -> Reference<'s> {
        let is_shared = || std::ptr::eq(store, self.shared);
        let storage = match access.space {
            Space::Shared => Storage::Shared,
            Space::Private | Space::Wave => Storage::Private,
            Space::Constant(_) | Space::ConstantBanks => Storage::Constant,
            Space::Global | Space::GenericGlobal => Storage::Global,
            // A window leads there. This matters only to memory models that delay accesses.
            Space::Generic if !M::PLAIN && is_shared() => Storage::Shared,
            Space::Generic if !M::PLAIN && self.dispatch.windows.private.holds(formed) => Storage::Private,
            Space::Generic => Storage::Global,
        };
        let at = if storage == Storage::Global { formed } else { offset };
        Reference { who, says: &access.qualifiers, reach: self.reachable(), store, offset, storage, at }
    }

    /// The byte address in every lane.
    #[inline(always)]
    fn addresses(&self, wave: &Wave, address: &Address) -> [u64; LANES] {
        view!(wave, address.lo => lo, room_lo);
        let mut out = [0; LANES];
        match address.hi {
            None => {
                for l in 0..LANES {
                    out[l] = u64::from(lo[l].wrapping_add(address.offset as u32));
                }
            }
            Some(hi) => {
                view!(wave, hi => hi, room_hi);
                let offset = i64::from(address.offset) as u64;
                for l in 0..LANES {
                    out[l] = (u64::from(hi[l]) << 32 | u64::from(lo[l])).wrapping_add(offset);
                }
                if self.dispatch.assumptions.get(NV_E_ADDRESS_HIGH) == HighAddress::Ignore {
                    out.iter_mut().for_each(|a| *a &= (1 << ADDRESS_BITS) - 1);
                }
            }
        }
        out
    }

    /// Where `address` leads in `lane`.
    #[cold]
    pub(super) fn resolve<'a>(
        &'a self,
        private: &'a Store,
        access: &Access,
        address: u64,
        lane: usize,
    ) -> Result<Reached<'a>, Stop> {
        let bytes = u64::from(access.bytes);
        let fault = |kind, detail| Stop::Fault(Fault { kind, lane: Some(lane as u32), detail });
        let windows = self.dispatch.windows;
        let key = if windows.before_offset {
            address.wrapping_add_signed(-i64::from(access.address.offset))
        } else {
            address
        };
        let hits = |window: Window| window.holds(key);
        let misaligned = || {
            let space = space_name(access.space);
            let detail = format!("{bytes}-byte access at {space} {address:#x} (must be a multiple of {bytes})");
            fault(FaultKind::Misaligned, detail)
        };
        let outside = |what: &str, len: u64| {
            let space = space_name(access.space);
            let detail = if len == 0 {
                format!("{bytes}-byte access at {space} {address:#x} ({what})")
            } else {
                format!("{bytes}-byte access at {space} {address:#x} ({what} of {len:#x} bytes)")
            };
            let constant = matches!(access.space, Space::Constant(_) | Space::ConstantBanks);
            fault(if constant { FaultKind::InvalidConstant } else { FaultKind::OutOfRange }, detail)
        };
        let within = |store: &'a Store, base: u64, len: u64, lane_offset: u64, common: bool, what: &str| {
            let relative = address.wrapping_sub(base);
            if access.aligned && !address.is_multiple_of(bytes) {
                Err(misaligned())
            } else if len < bytes || relative > len - bytes {
                Err(outside(what, len))
            } else {
                Ok(Reached { store: Some(store), base, limit: len - bytes, lane_offset, common })
            }
        };
        let dropped = Reached { store: None, base: address, limit: 0, lane_offset: 0, common: false };
        let shared = |base: u64, common: bool| {
            let len = self.shared.len();
            match within(self.shared, base, len, 0, common, "past the group's shared memory") {
                Err(Stop::Fault(Fault { kind: FaultKind::OutOfRange, .. }))
                    if self.dispatch.past_shared == PastShared::Drop =>
                {
                    let lane = lane as u32 + if access.upper { LANES as u32 } else { 0 };
                    self.fresh.note(lane, Storage::Shared, address.wrapping_sub(base), access.bytes);
                    Ok(dropped)
                }
                // Other vendors' documents make this a fault; Intel's only under this alternative.
                Err(Stop::Fault(mut fault))
                    if fault.kind == FaultKind::OutOfRange
                        && self.dispatch.assumptions.get(INTEL_SLM_BOUNDS) == SlmBounds::Fault =>
                {
                    let by = self.dispatch.assumptions.chosen(INTEL_SLM_BOUNDS);
                    fault.detail.push_str(&format!(" ({by})"));
                    Err(Stop::Fault(fault))
                }
                result => result,
            }
        };
        let own = |base: u64| {
            let size = u64::from(self.dispatch.private_bytes);
            let lane = lane + if access.upper { LANES } else { 0 };
            within(private, base, size, size * lane as u64, false, "past the lane's private memory")
        };
        match access.space {
            Space::Shared => return shared(0, true),
            Space::Private => return own(0),
            Space::Wave => {
                let size = u64::from(self.dispatch.private_bytes) * u64::from(self.dispatch.wave_size());
                return within(private, 0, size, 0, false, "past the thread's private memory");
            }
            Space::Generic if hits(windows.shared) => return shared(windows.shared.base, false),
            Space::Generic if hits(windows.private) && access.aligned && access.bytes > windows.private_aligned => {
                let detail = format!("{bytes}-byte atomic at {address:#x} falls into the private window");
                return Err(fault(FaultKind::InvalidAddressSpace, detail));
            }
            Space::Generic if hits(windows.private) => return own(windows.private.base),
            Space::GenericGlobal if hits(windows.shared) || hits(windows.private) => {
                let window = if hits(windows.shared) { "shared" } else { "private" };
                let by = windows.assumption.map(|by| format!(" ({by})")).unwrap_or_default();
                let detail = format!("{bytes}-byte access at {address:#x} falls into the {window} window{by}");
                return Err(fault(FaultKind::InvalidAddressSpace, detail));
            }
            Space::Constant(bank) => {
                let Some((_, store)) = self.dispatch.banks.iter().find(|(number, _)| *number == bank) else {
                    let detail = format!("constant bank {bank:#x} does not exist");
                    return Err(fault(FaultKind::InvalidConstant, detail));
                };
                return within(store, 0, store.len(), 0, true, "past the constant bank");
            }
            Space::ConstantBanks => {
                let Some((_, store)) =
                    self.dispatch.banks.iter().find(|(number, _)| u64::from(*number) == address >> 16)
                else {
                    let detail = format!("constant address {address:#x} lies in no bank (bits 31:16 are its number)");
                    return Err(fault(FaultKind::InvalidConstant, detail));
                };
                return within(store, address & !0xffff, store.len(), 0, true, "past the constant bank");
            }
            Space::Global | Space::Generic | Space::GenericGlobal => {}
        }
        if access.aligned && !address.is_multiple_of(bytes) {
            return Err(misaligned());
        }
        let Some(region) = self.find(address, u32::from(access.bytes)) else {
            let what = self.dispatch.nothing_at(address);
            // Only for NVIDIA do the documents leave open what these bits do.
            if address >> ADDRESS_BITS != 0 && windows.assumption.is_some_and(|by| by.id == NV_WINDOW_BASES.id) {
                let by = self.dispatch.assumptions.chosen(NV_E_ADDRESS_HIGH);
                return Err(outside(&format!("{what}; {by}"), 0));
            }
            return Err(outside(what, 0));
        };
        let (base, limit) = (region.base, region.len - bytes);
        // Above 4 GiB, a region does not overlap windows.
        let common = access.space == Space::Global || base > u64::from(u32::MAX);
        Ok(Reached { store: region.store.as_ref(), base, limit, lane_offset: 0, common })
    }

    /// The store of an element in global memory, and the offset in it; `None` where the region is sparse.
    pub(super) fn element<'a>(
        &'a self,
        wave: &'a Wave,
        address: u64,
        bytes: u32,
        lane: usize,
    ) -> Result<Option<(&'a Store, u64)>, Stop> {
        let nowhere = Address { lo: Src::Imm(0), hi: None, offset: 0 };
        let access = Access {
            space: Space::Global,
            address: nowhere,
            bytes: bytes as u8,
            aligned: false,
            upper: false,
            qualifiers: Qualifiers::PLAIN,
        };
        let target = self.resolve(&wave.private, &access, address, lane)?;
        Ok(target.store.map(|store| (store, address - target.base)))
    }

    /// The store that contains every lane's access, if there is one and all accesses are well-formed: the common case, in which lanes need
    /// no checks of their own. The addresses become offsets in place, because a copy of data that was just written in parts would stall.
    #[inline(always)]
    fn common<'a>(
        &'a self,
        access: &Access,
        addresses: &mut [u64; LANES],
        lanes: u32,
        reduces: Option<Reduction>,
    ) -> Option<Common<'a>> {
        let bytes = u64::from(access.bytes);
        let (store, base, region) = match access.space {
            Space::Shared => (self.shared, 0, None),
            Space::Global | Space::Generic | Space::GenericGlobal => {
                let first = addresses[lanes.trailing_zeros() as usize & (LANES - 1)];
                let at = self.memory.number(first, u32::from(access.bytes))?;
                let region = &self.memory.regions()[at];
                // Above 4 GiB there are no windows.
                if access.space != Space::Global && region.base <= u64::from(u32::MAX) {
                    return None;
                }
                (region.store.as_ref()?, region.base, Some(at))
            }
            Space::Private | Space::Wave | Space::Constant(_) | Space::ConstantBanks => return None,
        };
        let limit = store.len().checked_sub(bytes)?;
        // Sign bits tell without a branch for each lane: a relative address is negative or above the limit.
        let (mut outside, mut low) = (0u64, 0u64);
        if lanes == u32::MAX {
            for offset in addresses.iter_mut() {
                *offset = offset.wrapping_sub(base);
                outside |= *offset | limit.wrapping_sub(*offset);
                low |= *offset;
            }
        } else {
            for (l, offset) in addresses.iter_mut().enumerate() {
                let taken = if lanes & (1 << l) != 0 { u64::MAX } else { 0 };
                *offset = offset.wrapping_sub(base);
                outside |= (*offset | limit.wrapping_sub(*offset)) & taken;
                low |= *offset & taken;
            }
        }
        // A store begins at a multiple of every access width.
        let aligned = low & (bytes - 1) == 0;
        if outside >> 63 != 0 || !aligned {
            addresses.iter_mut().for_each(|address| *address = address.wrapping_add(base));
            return None;
        }
        let Some(region) = region else { return Some(Common { store, alone: true }) };
        if !M::Sharing::ALONE
            && let Some(own) = self.own
            && let Some(store) = own.reach(region, reduces, self.stats.lane_atomics)
        {
            return Some(Common { store, alone: true });
        }
        Some(Common { store, alone: false })
    }

    /// Call `f` with the store and offset of each lane.
    #[inline(always)]
    fn each_target<'a>(
        &'a self,
        private: &'a Store,
        access: &Access,
        addresses: &[u64; LANES],
        (lanes, sequence): (u32, Sequence),
        mut f: impl FnMut(usize, Option<&'a Store>, u64),
    ) -> Result<(), Stop> {
        let align = if access.aligned { u64::from(access.bytes) - 1 } else { 0 };
        // Each lane may resolve to another store, but an address inside the last store needs no second look-up if lanes share it.
        let mut last: Option<Reached<'a>> = None;
        sequence.each(lanes, |l| {
            let address = addresses[l];
            let near = last.filter(|t| address.wrapping_sub(t.base) <= t.limit && address & align == 0);
            let target = match near {
                Some(target) => target,
                None => {
                    let target = self.resolve(private, access, address, l)?;
                    last = target.common.then_some(target);
                    target
                }
            };
            f(l, target.store, address - target.base + target.lane_offset);
            Ok(())
        })
    }

    /// Read memory.
    #[inline(always)]
    pub(super) fn load(
        &mut self,
        wave: &mut Wave,
        access: &Access,
        dst: Option<Slot>,
        signed: bool,
        lanes: u32,
    ) -> Result<(), Stop> {
        if M::PLAIN && !self.sight.looks_inside() && lanes == 0 {
            return Ok(());
        }
        let mut addresses = self.addresses(wave, &access.address);
        if M::PLAIN
            && !self.sight.looks_inside()
            && access.bytes.is_power_of_two()
            && let Some(Common { store, .. }) = self.common(access, &mut addresses, lanes, None)
        {
            if let Some(dst) = dst {
                lockstep::load::<M::Sharing>(store, wave, (access.bytes, signed), dst, (lanes, &addresses));
            }
            return Ok(());
        }
        self.load_each(wave, access, dst, signed, (lanes, &addresses))
    }

    /// Reads memory lane by lane, resolving each address.
    #[inline(never)]
    fn load_each(
        &mut self,
        wave: &mut Wave,
        access: &Access,
        dst: Option<Slot>,
        signed: bool,
        (lanes, addresses): (u32, &[u64; LANES]),
    ) -> Result<(), Stop> {
        let bytes = u32::from(access.bytes);
        let mut words = [[0u32; LANES]; 4];
        let mut served = 0u32;
        let mut seen = Seen::new(
            self.sight.looks_inside(),
            self.shared,
            &wave.private,
            access,
            addresses,
            self.dispatch.private_bytes,
        );
        let all = (lanes, Sequence::ASCENDING);
        let (model, by) = (self.model, &*wave);
        let result = self.each_target(&wave.private, access, addresses, all, |l, store, offset| {
            served |= 1 << l;
            seen.note(l, store, offset, Deed::Load);
            let Some(store) = store else { return };
            let place = self.reference(self.who(by, l), access, (store, offset), addresses[l]);
            let get = |by: u64, bytes| model.load(place.further(by), bytes);
            match bytes {
                4 => words[0][l] = get(0, 4) as u32,
                n if n > 4 && !access.aligned => {
                    for (i, w) in words.iter_mut().enumerate().take(n as usize / 4) {
                        w[l] = get(4 * i as u64, 4) as u32;
                    }
                }
                8 => {
                    let v = get(0, 8);
                    (words[0][l], words[1][l]) = (v as u32, (v >> 32) as u32);
                }
                16 => {
                    let (a, b) = (get(0, 8), get(8, 8));
                    (words[0][l], words[1][l]) = (a as u32, (a >> 32) as u32);
                    (words[2][l], words[3][l]) = (b as u32, (b >> 32) as u32);
                }
                n => {
                    let v = get(0, n) as u32;
                    let unused = 32 - 8 * n;
                    words[0][l] = if signed { ((v << unused) as i32 >> unused) as u32 } else { v };
                }
            }
        });
        let seen = seen.list;
        self.show(&seen);
        if let Some(Slot(first)) = dst {
            for (i, w) in words.iter().enumerate().take(access.bytes.div_ceil(4) as usize) {
                wave.set_lanes(Slot(first + (i * LANES) as u32), w, served);
            }
        }
        result
    }

    /// Write memory.
    #[inline(always)]
    pub(super) fn store(&mut self, wave: &mut Wave, access: &Access, src: &[Src; 4], lanes: u32) -> Result<(), Stop> {
        if M::PLAIN && !self.sight.looks_inside() && lanes == 0 {
            return Ok(());
        }
        if self.stores_in_order() {
            let mut addresses = self.addresses(wave, &access.address);
            if M::PLAIN
                && M::Sharing::WRITES
                && !self.sight.looks_inside()
                && access.bytes.is_power_of_two()
                && let Some(to) = self.common(access, &mut addresses, lanes, None)
            {
                let changed = match to.alone {
                    true => lockstep::store::<<M::Sharing as Sharing>::Group>(
                        to.store,
                        wave,
                        access.bytes,
                        src,
                        (lanes, &addresses),
                    ),
                    false => lockstep::store::<M::Sharing>(to.store, wave, access.bytes, src, (lanes, &addresses)),
                };
                self.changes += u64::from(changed);
                return Ok(());
            }
            self.store_as(wave, access, src, (lanes, Sequence::ASCENDING))
        } else {
            self.store_reordered(wave, access, src, lanes)
        }
    }

    #[cold]
    #[inline(never)]
    fn store_reordered(&mut self, wave: &mut Wave, access: &Access, src: &[Src; 4], lanes: u32) -> Result<(), Stop> {
        let sequence = self.store_sequence(wave, access.upper);
        self.store_as(wave, access, src, (lanes, sequence))
    }

    #[inline(never)]
    fn store_as(&mut self, wave: &Wave, access: &Access, src: &[Src; 4], lanes: (u32, Sequence)) -> Result<(), Stop> {
        let addresses = self.addresses(wave, &access.address);
        let bytes = u32::from(access.bytes);
        let mut words = [[0u32; LANES]; 4];
        for (w, s) in words.iter_mut().zip(src).take(access.bytes.div_ceil(4) as usize) {
            *w = wave.fetch(*s);
        }
        let mut changed = 0u64;
        let mut seen = Seen::new(
            self.sight.looks_inside(),
            self.shared,
            &wave.private,
            access,
            &addresses,
            self.dispatch.private_bytes,
        );
        let model = self.model;
        let result = self.each_target(&wave.private, access, &addresses, lanes, |l, store, offset| {
            seen.note(l, store, offset, Deed::Store(words.map(|w| w[l])));
            let Some(store) = store else { return };
            let place = self.reference(self.who(wave, l), access, (store, offset), addresses[l]);
            let low = u64::from(words[1][l]) << 32 | u64::from(words[0][l]);
            let mut put = |by: u64, n, value: u64| {
                let kept = value & (u64::MAX >> (64 - 8 * n));
                changed |= model.store(place.further(by), n, value) ^ kept;
            };
            match bytes {
                n if n > 4 && !access.aligned => {
                    for (i, w) in words.iter().enumerate().take(n as usize / 4) {
                        put(4 * i as u64, 4, u64::from(w[l]));
                    }
                }
                4 => put(0, 4, u64::from(words[0][l])),
                8 => put(0, 8, low),
                16 => {
                    put(0, 8, low);
                    put(8, 8, u64::from(words[3][l]) << 32 | u64::from(words[2][l]));
                }
                n => put(0, n, u64::from(words[0][l])),
            }
        });
        self.changes += u64::from(changed != 0);
        let seen = seen.list;
        self.show(&seen);
        result
    }

    /// Shows accesses to the observer.
    pub(super) fn show(&mut self, seen: &[MemoryAccess]) {
        seen.iter().for_each(|access| self.sight.observer().access(access));
    }

    /// The lanes that take part in an atomic.
    pub(super) fn covered(&self, wave: &Wave, access: &Access, lanes: u32) -> u32 {
        match access.space {
            Space::Global | Space::Generic | Space::GenericGlobal => lanes & wave.coverage,
            _ => lanes,
        }
    }

    /// Read, modify and write in each lane.
    #[inline(always)]
    pub(super) fn atomic(
        &mut self,
        wave: &mut Wave,
        access: &Access,
        rmw: Rmw,
        data: [Wide; 2],
        to: Results,
        lanes: u32,
    ) -> Result<(), Stop> {
        let lanes = self.covered(wave, access, lanes);
        self.stats.lane_atomics += u64::from(lanes.count_ones());
        if lanes == 0 {
            return Ok(());
        }
        let mut addresses = self.addresses(wave, &access.address);
        if access.bytes >= 4
            && u32::from(access.bytes) == rmw.size.bytes()
            && M::PLAIN
            && M::Sharing::WRITES
            && !self.sight.looks_inside()
            && self.in_order()
            && let reduces = if M::Sharing::ALONE || to.dst.is_some() { None } else { Reduction::of(&rmw) }
            && let Some(Common { store, alone }) = self.common(access, &mut addresses, lanes, reduces)
        {
            let run = Lockstep {
                cells: store.cells(),
                offsets: &addresses,
                lanes,
                returned: rmw.returned,
                wave: &mut *wave,
                data,
                dst: to.dst,
            };
            let Done { changed, left } = if alone {
                run.visit::<<M::Sharing as Sharing>::Group>(&rmw, access.bytes)
            } else {
                run.visit::<M::Sharing>(&rmw, access.bytes)
            };
            self.changes += u64::from(changed);
            if let Some(word) = to.sparse {
                wave.set_mask(word, 0, lanes & !left);
            }
            if left == 0 {
                return Ok(());
            }
            // The next lane's result is unspecified; the general path says why.
            addresses = self.addresses(wave, &access.address);
            return self.atomic_each(wave, access, rmw, data, to, (left, &addresses));
        }
        self.atomic_each(wave, access, rmw, data, to, (lanes, &addresses))
    }

    /// Reads, modifies and writes lane by lane, resolving each address.
    #[inline(never)]
    fn atomic_each(
        &mut self,
        wave: &mut Wave,
        access: &Access,
        rmw: Rmw,
        data: [Wide; 2],
        Results { dst, sparse }: Results,
        (lanes, addresses): (u32, &[u64; LANES]),
    ) -> Result<(), Stop> {
        let sequence = self.sequence(wave, access.upper);
        let data = Operands::fetch(wave, data, access.bytes);
        let mut returned = [0u64; LANES];
        let (mut served, mut unbacked, mut changed) = (0u32, 0u32, false);
        let mut open = None;
        let mut seen = Seen::new(
            self.sight.looks_inside(),
            self.shared,
            &wave.private,
            access,
            addresses,
            self.dispatch.private_bytes,
        );
        let result = {
            let (model, by) = (self.model, &*wave);
            let mut serve = |l: usize, store: Option<&Store>, offset: u64| {
                if open.is_some() {
                    return;
                }
                served |= 1 << l;
                let deed = |old, update| Deed::Atomic { rmw, data: data.of(l), old, update };
                match store {
                    None => {
                        unbacked |= 1 << l;
                        seen.note(l, None, offset, deed(None, None));
                    }
                    Some(store) => {
                        let place = self.reference(self.who(by, l), access, (store, offset), addresses[l]);
                        match apply(model, place, rmw, data.of(l)) {
                            Ok((old, new, given)) => {
                                changed |= old != new;
                                returned[l] = given;
                                let update = Some(Update { new, returned: given });
                                seen.note(l, Some(store), offset, deed(Some(old), update));
                            }
                            Err(rule) => {
                                open = Some(rule);
                                let old = model.load(place, access.bytes.into());
                                seen.note(l, Some(store), offset, deed(Some(old), None));
                            }
                        }
                    }
                }
            };
            self.each_target(&wave.private, access, addresses, (lanes, sequence), &mut serve)
        };
        let seen = seen.list;
        self.show(&seen);
        self.changes += u64::from(changed);
        give(wave, dst, &returned, access.bytes, served);
        if let Some(word) = sparse {
            wave.set_mask(word, unbacked, served);
        }
        if let Some(rule) = open {
            return Err(Stop::open(&rule, &self.dispatch.assumptions));
        }
        result
    }
}

/// Where an atomic writes its results.
#[derive(Clone, Copy)]
pub(super) struct Results {
    /// The returned value.
    pub dst: Option<Slot>,
    /// Whether the page is sparse, as a mask.
    pub sparse: Option<u16>,
}

/// Data operands of an atomic, per lane.
pub(super) struct Operands {
    lo: [Vector; 2],
    hi: [Vector; 2],
}

impl Operands {
    #[inline(always)]
    pub(super) fn fetch(wave: &Wave, data: [Wide; 2], bytes: u8) -> Operands {
        let hi = |w: Wide| if bytes == 8 { wave.fetch(w.hi) } else { [0; LANES] };
        Operands { lo: data.map(|w| wave.fetch(w.lo)), hi: data.map(hi) }
    }

    #[inline(always)]
    pub(super) fn of(&self, lane: usize) -> [u64; 2] {
        [0, 1].map(|i| u64::from(self.hi[i][lane]) << 32 | u64::from(self.lo[i][lane]))
    }
}

/// One atomic: old, new and returned value.
#[inline(always)]
pub(super) fn apply(
    model: &impl Model,
    place: Reference<'_>,
    rmw: Rmw,
    data: [u64; 2],
) -> Result<(u64, u64, u64), Unspecified> {
    let mut done = Ok((0, 0, 0));
    model.update(place, rmw.size.bytes(), |old| match rmw.apply(old, data[0], data[1]) {
        Ok(update) => {
            done = Ok((old, update.new, update.returned));
            update.new
        }
        Err(rule) => {
            done = Err(rule);
            old
        }
    });
    done
}
