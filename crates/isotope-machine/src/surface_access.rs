//! Surface accesses of a wave: coordinates to addresses by the surface's header; then, for atomics, the bytes.

use isotope_op::assume::{
    InvalidTexture, NV_BA_CLAMP_UNIT, NV_INVALID_TEXTURE, NV_LAYER_CLAMP, NV_SD32_SIGN, OtherSign,
};
use isotope_op::atomic::{Rmw, Update};

use super::access::{Operands, apply};
use super::descriptor::{Lane, spread};
use super::failure::Cause;
use super::fault::{Fault, FaultKind, Stop};
use super::interp::Context;
use super::lanes::give;
use super::model::Model;
use super::observe::{Deed, MemoryAccess, Sight, Storage};
use super::state::Wave;
use crate::mem::surface::{self, Coordinate, Located, SurfaceFault};
use crate::mem::texture::{HEADER_BYTES, Header};
use isotope_ir::effect::{Access, Address, LANES, Slot, Space, Src, SurfaceAccess, Wide};
use std::cell::RefCell;

/// Lanes whose accesses are dropped, each with its cause and detail.
type Drops = Vec<(usize, Cause, String)>;

/// Why a located access is dropped: a disabled surface drops every one, otherwise the clamp dropped it.
fn left_out(header: &Header) -> (Cause, String) {
    let disabled = header.is_disabled();
    (if disabled { Cause::SurfaceDisabled } else { Cause::SurfaceIgnore }, String::new())
}

impl<M: Model, O: Sight> Context<'_, M, O> {
    /// Read, modify and write an element of a surface in each lane.
    pub(super) fn surface(
        &mut self,
        wave: &mut Wave,
        access: &SurfaceAccess,
        rmws: [Rmw; 2],
        data: [Wide; 2],
        dst: Option<Slot>,
        lanes: u32,
    ) -> Result<(), Stop> {
        let lanes = lanes & wave.coverage;
        self.stats.lane_atomics += u64::from(lanes.count_ones());
        let rules = &self.dispatch.assumptions;
        let handles = wave.fetch(access.handle);
        let coords = access.coords.map(|c| wave.fetch(c));
        let data = Operands::fetch(wave, data, access.shape.access_size);
        let mut returned = [0u64; LANES];
        let (mut served, mut changes) = (0u32, 0u64);
        let mut known: Option<(u32, Result<Header, SurfaceFault>)> = None;
        let mut drops = Drops::new();
        let mut seen = Vec::new();
        let sequence = self.sequence(wave, false);
        let result = sequence.each(lanes, |l| {
            served |= 1 << l;
            let header = match &known {
                Some((handle, header)) if *handle == handles[l] => header,
                _ => {
                    let header = self.header(handles[l], l)?;
                    &known.insert((handles[l], header)).1
                }
            };
            let mut drop = |(cause, detail)| {
                if self.sight.looks_inside() {
                    drops.push((l, cause, detail));
                }
                Ok(())
            };
            let header = match header {
                Ok(header) => header,
                Err(fault) => return drop((Cause::SurfaceInvalid, fault.to_string())),
            };
            let at = surface::locate_with(rules, header, access.shape, coords.map(|c| c[l]));
            let address = match at {
                Ok(Located::At(address)) => address,
                // A disabled surface drops the update (NVIDIA's SURED page).
                Ok(Located::Dropped) => return drop(left_out(header)),
                Err(fault) => {
                    self.surface_fault(&fault, access.shape.byte_address, l)?;
                    return drop((Cause::SurfaceInvalid, fault.to_string()));
                }
            };
            let flat = Access {
                space: Space::Global,
                address: Address { lo: Src::Imm(0), hi: None, offset: 0 },
                bytes: access.shape.access_size,
                aligned: true,
                upper: false,
                qualifiers: access.qualifiers,
            };
            let target = self.resolve(&wave.private, &flat, address, l)?;
            let signed = match (header.signed(), rules.get(NV_SD32_SIGN)) {
                (Some(signed), _) => signed,
                (None, OtherSign::Unsigned) => false,
                (None, OtherSign::Signed) => true,
                (None, OtherSign::Unspecified) if rmws[0] == rmws[1] => false,
                (None, OtherSign::Unspecified) => {
                    let by = rules.chosen(NV_SD32_SIGN);
                    let rule = format!("{by}: the surface's data type is neither signed nor unsigned");
                    return Err(Stop::Unspecified { rule });
                }
            };
            let rmw = rmws[usize::from(signed)];
            let bytes = access.shape.access_size;
            let mut note = |old, update| {
                if self.sight.looks_inside() {
                    let deed = Deed::Atomic { rmw, data: data.of(l), old, update };
                    let (lane, storage) = (l as u32, Storage::Global);
                    seen.push(MemoryAccess { lane, storage, at: address, formed: address, bytes, deed });
                }
            };
            if let Some(store) = target.store {
                let offset = address - target.base;
                let place = self.global(self.who(wave, l), &access.qualifiers, (store, offset), address);
                let (old, new, given) = apply(self.model, place, rmw, data.of(l)).map_err(|rule| {
                    note(Some(self.model.load(place, bytes.into())), None);
                    Stop::open(&rule, &self.dispatch.assumptions)
                })?;
                note(Some(old), Some(Update { new, returned: given }));
                changes += u64::from(old != new);
                returned[l] = given;
            }
            Ok(())
        });
        self.show(&seen);
        self.show_drops(&drops);
        self.changes += changes;
        give(wave, dst, &returned, access.shape.access_size, served);
        result
    }

    /// The address of each lane's element, and the lanes that have one; a clamp or a disabled surface drops the other lanes.
    pub(super) fn surface_address(
        &mut self,
        wave: &mut Wave,
        access: usize,
        dst: Slot,
        valid: u16,
        lanes: u32,
    ) -> Result<(), Stop> {
        let access = &self.dispatch.program.surfaces[access];
        let handles = wave.fetch(access.handle);
        let coords = access.coords.map(|c| wave.fetch(c));
        let drops = RefCell::new(Drops::new());
        let found = spread(wave, dst, valid, lanes, |l| {
            let drop = |(cause, detail)| {
                if self.sight.looks_inside() {
                    drops.borrow_mut().push((l, cause, detail));
                }
                Ok(Lane::Dropped)
            };
            let header = match self.header(handles[l], l)? {
                Ok(header) => header,
                Err(fault) => return drop((Cause::SurfaceInvalid, fault.to_string())),
            };
            let rules = &self.dispatch.assumptions;
            match surface::locate_with(rules, &header, access.shape, coords.map(|c| c[l])) {
                Ok(Located::At(address)) => Ok(Lane::At(address)),
                Ok(Located::Dropped) => drop(left_out(&header)),
                Err(fault) => {
                    self.surface_fault(&fault, access.shape.byte_address, l)?;
                    drop((Cause::SurfaceInvalid, fault.to_string()))
                }
            }
        });
        self.show_drops(&drops.into_inner());
        found
    }

    fn show_drops(&mut self, drops: &Drops) {
        drops.iter().for_each(|(lane, cause, detail)| self.sight.observer().drops(*lane as u32, *cause, detail));
    }

    /// The header behind a surface handle, or why accesses through it are dropped.
    fn header(&self, handle: u32, lane: usize) -> Result<Result<Header, SurfaceFault>, Stop> {
        let Some(pool) = &self.dispatch.headers else {
            let detail = format!("handle {handle:#x} is used but the launch has no header pool");
            return Err(Stop::Fault(Fault { kind: FaultKind::InvalidSurface, lane: Some(lane as u32), detail }));
        };
        let address = match pool.header_address(handle) {
            Ok(address) => address,
            Err(fault) => return self.surface_fault(&fault, false, lane).map(|()| Err(fault)),
        };
        let found = self.find(address, HEADER_BYTES as u32);
        let Some(bytes) = found.and_then(|_| self.memory.read(address, HEADER_BYTES as u32)) else {
            let detail =
                format!("the header of handle {handle:#x} would be at {address:#x}, where nothing is allocated");
            return Err(Stop::Fault(Fault { kind: FaultKind::OutOfRange, lane: Some(lane as u32), detail }));
        };
        match Header::parse(&bytes.try_into().expect("as many bytes as were asked for")) {
            Ok(header) => Ok(Ok(header)),
            Err(error) => {
                let fault = SurfaceFault::InvalidHeader(error);
                self.surface_fault(&fault, false, lane).map(|()| Err(fault))
            }
        }
    }

    /// Effect of an invalid surface: the access is dropped, or the launch stops.
    fn surface_fault(&self, fault: &SurfaceFault, byte_address: bool, lane: usize) -> Result<(), Stop> {
        let invalid = fault.is_invalid_texture();
        if invalid && self.dispatch.assumptions.get(NV_INVALID_TEXTURE) == InvalidTexture::Drop {
            return Ok(());
        }
        let kind = match fault {
            SurfaceFault::Unspecified(rule) => return Err(Stop::Unspecified { rule: (*rule).into() }),
            SurfaceFault::Misaligned { .. } => FaultKind::Misaligned,
            SurfaceFault::OutOfRange { .. } => FaultKind::SurfaceBounds,
            _ => FaultKind::InvalidSurface,
        };
        let rules = &self.dispatch.assumptions;
        let by = match fault {
            SurfaceFault::OutOfRange { coordinate: Coordinate::Layer, .. } => Some(rules.chosen(NV_LAYER_CLAMP)),
            SurfaceFault::OutOfRange { coordinate: Coordinate::X, .. } if byte_address => {
                Some(rules.chosen(NV_BA_CLAMP_UNIT))
            }
            _ => invalid.then(|| rules.chosen(NV_INVALID_TEXTURE)),
        };
        let assumed = by.map(|by| format!(" ({by})")).unwrap_or_default();
        Err(Stop::Fault(Fault { kind, lane: Some(lane as u32), detail: format!("{fault}{assumed}") }))
    }
}
