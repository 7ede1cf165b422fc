//! Addresses that come from buffer and image descriptors.

use super::dispatch::{Dispatch, TableEntry};
use super::fault::{Fault, FaultKind, Stop};
use super::scalar::after;
use super::state::{FULL, Vector, Wave};
use crate::mem::buffer::{self, Element};
use crate::mem::{image, typed};
use isotope_ir::effect::{BufferAccess, ElementPart, LANES, Slot, Src};

/// A lane's address, or that the lane has none.
pub(super) enum Lane {
    At(u64),
    Dropped,
}

/// What the lanes of a buffer access supply.
pub(super) struct Elements {
    pub(super) descriptor: buffer::Descriptor,
    index: Vector,
    offset: Vector,
    element: Element,
}

/// Surfaces are as large as buffers, rounded up to it (spec: Intel's compute runtime, `EncodeSurfaceState`).
const SURFACE_UNIT: u64 = 4;
const LAST_BYTES: &str = "an access past the end of a surface whose bytes are no multiple of 4, which a driver rounds up; give the buffer a multiple of 4 bytes";

impl Elements {
    pub(super) fn read(wave: &Wave, access: &BufferAccess) -> Elements {
        let vector = |src: Option<Src>| src.map_or([0; LANES], |src| wave.fetch(src));
        let element = Element {
            base: wave.one(access.base),
            immediate: access.immediate,
            has_index: access.index.is_some(),
            has_offset: access.offset.is_some(),
            lane: if access.upper { LANES as u32 } else { 0 },
            ..Element::default()
        };
        let descriptor = buffer::Descriptor::new(access.descriptor.map(|word| wave.one(word)));
        Elements { descriptor, index: vector(access.index), offset: vector(access.offset), element }
    }

    pub(super) fn of(&self, l: usize, bytes: u32) -> Element {
        let lane = self.element.lane + l as u32;
        Element { index: self.index[l], offset: self.offset[l], lane, bytes, ..self.element }
    }
}

pub(super) fn found(located: buffer::Located) -> Result<Lane, Stop> {
    match located {
        buffer::Located::At(address) => Ok(Lane::At(address)),
        buffer::Located::Dropped => Ok(Lane::Dropped),
        buffer::Located::Unspecified(rule) => Err(Stop::Unspecified { rule: rule.into() }),
    }
}

pub(super) fn found_texel(located: image::Located) -> Result<Lane, Stop> {
    match located {
        image::Located::At(address) => Ok(Lane::At(address)),
        image::Located::Dropped => Ok(Lane::Dropped),
        image::Located::NotModelled(what) => Err(Stop::NotModelled { text: what.into() }),
    }
}

impl Dispatch {
    /// Addresses of a buffer access.
    pub(super) fn buffer_address(
        &self,
        wave: &mut Wave,
        access: usize,
        dst: Slot,
        valid: u16,
        lanes: u32,
    ) -> Result<(), Stop> {
        let access = &self.program.buffers[access];
        let rules = &self.assumptions;
        let elements = Elements::read(wave, access);
        spread(wave, dst, valid, lanes, |l| {
            let element = elements.of(l, u32::from(access.bytes));
            found(match access.word {
                Some(word) => elements.descriptor.locate_word(element, u32::from(word), rules),
                None => elements.descriptor.locate_with(element, rules),
            })
        })
    }

    /// Addresses in a surface of the binding table.
    ///
    /// # Source
    /// spec: Intel's DWORD_ATOMIC page: reads out of bounds give 0, writes are dropped.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn table_address(
        &self,
        wave: &mut Wave,
        entry: u32,
        offset: Src,
        bytes: u8,
        [dst]: [Slot; 1],
        valid: u16,
        lanes: u32,
    ) -> Result<(), Stop> {
        let &TableEntry { base, bytes: size, .. } = self.entry(entry, lanes)?;
        let offsets = wave.fetch(offset);
        spread(wave, dst, valid, lanes, |l| {
            let end = u64::from(offsets[l]) + u64::from(bytes);
            if end > size && size % SURFACE_UNIT != 0 && end <= size.next_multiple_of(SURFACE_UNIT) {
                // It would read bytes beyond the buffer.
                return Err(Stop::NotModelled { text: LAST_BYTES.into() });
            }
            Ok(if end <= size { Lane::At(base + u64::from(offsets[l])) } else { Lane::Dropped })
        })
    }

    fn entry(&self, entry: u32, lanes: u32) -> Result<&TableEntry, Stop> {
        self.table.iter().find(|t| t.entry == entry).ok_or_else(|| {
            let detail = format!("binding table entry {entry} is used, but the launch binds nothing to it");
            let lane = Some(lanes.trailing_zeros() % LANES as u32);
            Stop::Fault(Fault { kind: FaultKind::InvalidSurface, lane, detail })
        })
    }

    /// Addresses of elements of a typed surface of the binding table, and what reads out of bounds return.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn element_address(
        &self,
        wave: &mut Wave,
        entry: u32,
        coords: &[Src; 4],
        part: ElementPart,
        [dst]: [Slot; 1],
        valid: u16,
        lanes: u32,
    ) -> Result<(), Stop> {
        let &TableEntry { base, shape, .. } = self.entry(entry, lanes)?;
        let Some(shape) = shape else {
            let detail = format!("binding table entry {entry} is a buffer; the instruction asks for a typed surface");
            let lane = Some(lanes.trailing_zeros() % LANES as u32);
            return Err(Stop::Fault(Fault { kind: FaultKind::InvalidSurface, lane, detail }));
        };
        let coords = coords.map(|src| wave.fetch(src));
        spread(wave, dst, valid, lanes, |l| match shape.locate(coords.map(|c| c[l]), part) {
            typed::Located::At(offset) => Ok(Lane::At(base.wrapping_add(offset))),
            typed::Located::Dropped => Ok(Lane::Dropped),
            typed::Located::NotModelled(what) => Err(Stop::NotModelled { text: what.into() }),
        })?;
        wave.set_lanes(after(after(dst)), &[shape.fill(part); LANES], lanes);
        Ok(())
    }

    /// Addresses of an image access.
    pub(super) fn image_address(
        &self,
        wave: &mut Wave,
        access: usize,
        dst: Slot,
        valid: u16,
        lanes: u32,
    ) -> Result<(), Stop> {
        let access = &self.program.images[access];
        let descriptor = image::Descriptor::new(access.descriptor.map(|word| wave.one(word)));
        let coords = access.coords.map(|src| wave.fetch(src));
        let rules = &self.assumptions;
        spread(wave, dst, valid, lanes, |l| {
            let mut at = coords.map(|c| c[l]);
            if access.packed {
                at = image::unpack16(at, access.dim.coordinates());
            }
            found_texel(descriptor.locate_with(access.dim, at, u32::from(access.bytes), access.short, rules))
        })
    }
}

/// Writes the address of each lane, and the mask of lanes that have one.
pub(super) fn spread(
    wave: &mut Wave,
    dst: Slot,
    valid: u16,
    lanes: u32,
    locate: impl Fn(usize) -> Result<Lane, Stop>,
) -> Result<(), Stop> {
    let (mut lo, mut hi, mut have) = ([0; LANES], [0; LANES], 0);
    super::state::Sequence::ASCENDING.each(lanes, |l| {
        if let Lane::At(address) = locate(l)? {
            (lo[l], hi[l]) = (address as u32, (address >> 32) as u32);
            have |= 1 << l;
        }
        Ok::<(), Stop>(())
    })?;
    wave.set_lanes(dst, &lo, lanes);
    wave.set_lanes(after(dst), &hi, lanes);
    wave.set_mask(valid, have, FULL);
    Ok(())
}
