//! Elements whose format a descriptor names: loads, stores, and image sizes.

use super::descriptor::{Elements, Lane, found, found_texel};
use super::fault::Stop;
use super::interp::Context;
use super::model::Model;
use super::observe::{Deed, MemoryAccess, Sight, Storage};
use super::state::{Sequence, Vector, Wave};
use crate::mem::format::{self, Format};
use crate::mem::image;
use isotope_ir::effect::{Convert, LANES, Slot, Through, Transfer, TypedAccess};

/// What lanes ask of a descriptor of any kind. It lives on the stack for one access.
#[allow(clippy::large_enum_variant)]
enum Found {
    Elements(Elements, Format),
    Texels {
        view: image::Descriptor,
        coords: [Vector; 4],
        levels: Vector,
        format: Option<Format>,
    },
    /// The descriptor is not bound.
    Nothing,
}

impl<M: Model, O: Sight> Context<'_, M, O> {
    /// Loads, stores or measures an element in each lane.
    pub(super) fn typed(&mut self, wave: &mut Wave, access: usize, lanes: u32) -> Result<(), Stop> {
        let access = self.dispatch.program.typed[access];
        if let Through::Texture(texture) = &access.through {
            return self.texture(wave, &access, texture, lanes);
        }
        let found = find(wave, &access)?;
        match access.transfer {
            Transfer::Load => self.typed_load(wave, &access, &found, lanes),
            Transfer::Store => self.typed_store(wave, &access, &found, lanes),
            Transfer::Size => {
                let mut sizes = [[0; LANES]; 4];
                if let Found::Texels { view, coords, .. } = &found {
                    for l in 0..LANES {
                        let size = view.size(coords[0][l]);
                        (0..4).for_each(|i| sizes[i][l] = size[i]);
                    }
                }
                give(wave, &access, &sizes, lanes);
                Ok(())
            }
        }
    }

    fn typed_load(&mut self, wave: &mut Wave, access: &TypedAccess, found: &Found, lanes: u32) -> Result<(), Stop> {
        let mut loaded = [[0; LANES]; 4];
        let (mut served, mut seen) = (0, Vec::new());
        let result = Sequence::ASCENDING.each(lanes, |l| {
            if let (Lane::At(address), Some(format)) = self.element_at(access, found, l)? {
                if self.sight.looks_inside() {
                    seen.push(element_access(l, address, format, Deed::Load));
                }
                let mut element = 0;
                if let Some((store, at)) = self.element(wave, address, format.bytes(), l)? {
                    for (first, len) in chunks(format.bytes()) {
                        let place = self.global(self.who(wave, l), &access.qualifiers, (store, at), address);
                        element |= u128::from(self.model.load(place.further(first.into()), len)) << (8 * first);
                    }
                }
                let values = self.loaded(access.convert, found, format, element);
                (0..4).for_each(|i| loaded[i][l] = values[i]);
            }
            served |= 1 << l;
            Ok(())
        });
        seen.iter().for_each(|access| self.sight.observer().beside(access));
        give(wave, access, &loaded, served);
        result
    }

    /// The registers' components of an element.
    fn loaded(&self, convert: Convert, found: &Found, format: Format, element: u128) -> [u32; 4] {
        let rules = &self.dispatch.assumptions;
        if let Convert::Raw(signed) = convert {
            return format.split(element, signed);
        }
        let values = format::select(found.dst_sel(), format.decode(element), format.number.one());
        if convert == Convert::Half { values.map(|v| format.shorten(v, rules)) } else { values }
    }

    fn typed_store(&mut self, wave: &mut Wave, access: &TypedAccess, found: &Found, lanes: u32) -> Result<(), Stop> {
        let data = access.data.map(|src| wave.fetch(src));
        let (mut changed, mut seen) = (0, Vec::new());
        let sequence = self.store_sequence(wave, false);
        let result = sequence.each(lanes, |l| {
            let (Lane::At(address), Some(format)) = self.element_at(access, found, l)? else { return Ok(()) };
            let mut values = [0; 4];
            let taking_part = (0..4).filter(|i| access.components >> i & 1 != 0);
            taking_part.zip(&data).for_each(|(i, from)| values[i] = from[l]);
            let element = self.stored(access.convert, found, format, values);
            if self.sight.looks_inside() {
                let words = std::array::from_fn(|i| (element >> (32 * i)) as u32);
                seen.push(element_access(l, address, format, Deed::Store(words)));
            }
            if let Some((store, at)) = self.element(wave, address, format.bytes(), l)? {
                for (first, len) in chunks(format.bytes()) {
                    let value = (element >> (8 * first)) as u64 & (u64::MAX >> (64 - 8 * len));
                    let place = self.global(self.who(wave, l), &access.qualifiers, (store, at), address);
                    changed |= self.model.store(place.further(first.into()), len, value) ^ value;
                }
            }
            Ok(())
        });
        seen.iter().for_each(|access| self.sight.observer().beside(access));
        self.changes += u64::from(changed != 0);
        result
    }

    /// The element of the registers' components.
    fn stored(&self, convert: Convert, found: &Found, format: Format, values: [u32; 4]) -> u128 {
        let values = match convert {
            Convert::Raw(_) => return format.join(values),
            Convert::Half => values.map(|v| format.lengthen(v)),
            Convert::Full => values,
        };
        format.encode(format::unselect(found.dst_sel(), values), &self.dispatch.assumptions)
    }

    /// Address and format of a lane's element.
    fn element_at(&self, access: &TypedAccess, asked: &Found, l: usize) -> Result<(Lane, Option<Format>), Stop> {
        let rules = &self.dispatch.assumptions;
        match asked {
            Found::Nothing => Ok((Lane::Dropped, None)),
            Found::Elements(elements, format) => {
                let located = elements.descriptor.locate_with(elements.of(l, format.bytes()), rules);
                Ok((found(located)?, Some(*format)))
            }
            Found::Texels { view, coords, levels, format } => {
                let Through::Image { access: image, .. } = &access.through else { return Ok((Lane::Dropped, None)) };
                let at = coords.map(|c| c[l]);
                let lane = found_texel(view.locate_level(image.dim, at, levels[l], image.short, rules))?;
                if matches!(lane, Lane::At(_)) && format.is_none() {
                    return Err(no_conversion());
                }
                Ok((lane, *format))
            }
        }
    }
}

impl Found {
    fn dst_sel(&self) -> [u8; 4] {
        match self {
            Found::Elements(elements, _) => elements.descriptor.dst_sel,
            Found::Texels { view, .. } => view.dst_sel,
            Found::Nothing => [0; 4],
        }
    }
}

pub(super) fn element_access(lane: usize, at: u64, format: Format, deed: Deed) -> MemoryAccess {
    let bytes = format.bytes() as u8;
    MemoryAccess { lane: lane as u32, storage: Storage::Global, at, formed: at, bytes, deed }
}

fn no_conversion() -> Stop {
    Stop::NotModelled { text: "conversion of texels of this format".into() }
}

/// Reads the descriptor and the operands of the lanes.
fn find(wave: &Wave, access: &TypedAccess) -> Result<Found, Stop> {
    match &access.through {
        // Its description is the launch's.
        Through::Texture(_) => Ok(Found::Nothing),
        Through::Buffer(buffer) => {
            let elements = Elements::read(wave, buffer);
            // Format 0 is unbound, whether or not the lane number is added (`amd.format_invalid`).
            Ok(Format::of(elements.descriptor.format).map_or(Found::Nothing, |f| Found::Elements(elements, f)))
        }
        Through::Image { access: image, level } => {
            let view = image::Descriptor::new(image.descriptor.map(|word| wave.one(word)));
            let mut coords = image.coords.map(|src| wave.fetch(src));
            let count = image.dim.coordinates() + usize::from(*level);
            if image.packed {
                for l in 0..LANES {
                    let at = image::unpack16(coords.map(|c| c[l]), count);
                    (0..4).for_each(|i| coords[i][l] = at[i]);
                }
            }
            let levels = if *level { coords[(count - 1).min(3)] } else { [0; LANES] };
            let format = Format::of(view.format);
            let raw = matches!(access.convert, Convert::Raw(_));
            let whole = |f: Format| f.bits.iter().all(|b| matches!(b, 0 | 8 | 16 | 32));
            if raw && access.transfer != Transfer::Size && format.is_some_and(|f| !whole(f)) {
                return Err(no_conversion());
            }
            Ok(Found::Texels { view, coords, levels, format })
        }
    }
}

/// Offsets and lengths of the parts in which an element is read and written.
pub(super) fn chunks(bytes: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..bytes).step_by(4).map(move |first| (first, (bytes - first).min(4)))
}

/// Write the components that take part, one vector after another.
pub(super) fn give(wave: &mut Wave, access: &TypedAccess, values: &[Vector; 4], lanes: u32) {
    let Slot(first) = access.dst;
    for (i, component) in (0..4).filter(|i| access.components >> i & 1 != 0).enumerate() {
        wave.set_lanes(Slot(first + (i * LANES) as u32), &values[component], lanes);
    }
}
