//! Fetches from textures: texels by the launch's description of the texture behind a handle, filtered.

use isotope_op::assume::{Assumptions, NV_TEXTURE_BOUNDS, NV_TEXTURE_SUM, NV_TEXTURE_TIE};

use super::fault::{Fault, FaultKind, Stop};
use super::interp::Context;
use super::model::Model;
use super::observe::{Deed, MemoryAccess, Sight};
use super::state::{Sequence, Wave};
use super::typed::{chunks, element_access, give};
use crate::mem::format::Format;
use crate::mem::sample::{FIRST_HANDLE, Tap, Texture, converter};
use isotope_ir::effect::{Fetch, LANES, Qualifiers, TextureAccess, Transfer, TypedAccess};

/// What a lane asks for.
struct Asked {
    coords: [u32; 3],
    layer: u32,
}

impl<M: Model, O: Sight> Context<'_, M, O> {
    /// Fetch from a texture, or ask for its size, in each lane.
    pub(super) fn texture(
        &mut self,
        wave: &mut Wave,
        access: &TypedAccess,
        texture: &TextureAccess,
        lanes: u32,
    ) -> Result<(), Stop> {
        let handles = wave.fetch(texture.handle);
        let coords = texture.coords.map(|c| wave.fetch(c));
        let layers = wave.fetch(texture.layer);
        let levels = wave.fetch(texture.level);
        let mut loaded = [[0; LANES]; 4];
        let (mut served, mut seen) = (0, Vec::new());
        let result = Sequence::ASCENDING.each(lanes, |l| {
            let found = self.texture_of(handles[l], l)?;
            let asked = Asked { coords: coords.map(|c| c[l]), layer: layers[l] };
            let values = if access.transfer == Transfer::Size {
                one_level(levels[l])?;
                let shape = found.shape;
                [shape.width, shape.height, shape.depth, 1]
            } else {
                fits(texture, access.components, &found)?;
                if matches!(texture.fetch, Fetch::Texel) {
                    one_level(levels[l])?;
                }
                self.fetched(wave, texture, &found, &asked, l, &mut seen)?
            };
            (0..4).for_each(|i| loaded[i][l] = values[i]);
            served |= 1 << l;
            Ok(())
        });
        seen.iter().for_each(|access| self.sight.observer().beside(access));
        give(wave, access, &loaded, served);
        result
    }

    /// The texture that a handle names.
    fn texture_of(&self, handle: u32, lane: usize) -> Result<Texture, Stop> {
        let index = handle.checked_sub(FIRST_HANDLE).map(|index| index as usize);
        index.and_then(|index| self.dispatch.textures.get(index)).copied().ok_or_else(|| {
            let detail = format!(
                "handle {handle:#x} names no texture of the launch, which has {}",
                self.dispatch.textures.len()
            );
            Stop::Fault(Fault { kind: FaultKind::InvalidSurface, lane: Some(lane as u32), detail })
        })
    }

    fn fetched(
        &self,
        wave: &Wave,
        texture: &TextureAccess,
        found: &Texture,
        asked: &Asked,
        l: usize,
        seen: &mut Vec<MemoryAccess>,
    ) -> Result<[u32; 4], Stop> {
        let rules: &Assumptions = &self.dispatch.assumptions;
        let open = |rule: &str| Stop::Unspecified { rule: rule.into() };
        let mut texel = |at: Option<[u32; 3]>| match at {
            Some(at) => self.texel(wave, found, at, l, seen),
            None => Ok([0; 4]),
        };
        match texture.fetch {
            Fetch::Texel => texel(found.texel(asked.coords, asked.layer, rules.get(NV_TEXTURE_BOUNDS))),
            Fetch::Sample => {
                let taps = found.sample(asked.coords, asked.layer, rules.get(NV_TEXTURE_TIE)).map_err(open)?;
                let texels = taps.iter().map(|Tap { at, weight }| Ok((*weight, texel(*at)?)));
                let texels = texels.collect::<Result<Vec<_>, Stop>>()?;
                Ok(found.filtered(&texels, rules.get(NV_TEXTURE_SUM)))
            }
            Fetch::Gather(component) => {
                let places = found.gather(asked.coords, asked.layer, rules.get(NV_TEXTURE_TIE)).map_err(open)?;
                let mut values = [0; 4];
                for (value, at) in values.iter_mut().zip(places) {
                    *value = texel(at)?[usize::from(component & 3)];
                }
                Ok(values)
            }
        }
    }

    /// The components of one texel.
    fn texel(
        &self,
        wave: &Wave,
        found: &Texture,
        at: [u32; 3],
        l: usize,
        seen: &mut Vec<MemoryAccess>,
    ) -> Result<[u32; 4], Stop> {
        let format: Format = converter(found.shape.format);
        let address = found.address(at);
        if self.sight.looks_inside() {
            seen.push(element_access(l, address, format, Deed::Load));
        }
        let mut element = 0;
        if let Some((store, offset)) = self.element(wave, address, format.bytes(), l)? {
            for (first, len) in chunks(format.bytes()) {
                let place = self.global(self.who(wave, l), &Qualifiers::PLAIN, (store, offset), address);
                element |= u128::from(self.model.load(place.further(first.into()), len)) << (8 * first);
            }
        }
        Ok(found.decoded(element))
    }
}

/// Refuses a fetch that does not fit the launch's texture.
fn fits(access: &TextureAccess, components: u8, found: &Texture) -> Result<(), Stop> {
    let refused = |text: String| Err(Stop::NotModelled { text });
    // ptxas turns a fetch from a texture with one coordinate into a 2D fetch at row 0.
    let row = (access.dims, found.dims) == (2, 1) && !found.layered && access.fetch == Fetch::Sample;
    if access.array != found.layered || access.dims != found.dims && !row {
        let array = |layered: bool| if layered { " array" } else { "" };
        return refused(format!(
            "a {}D{} fetch from a {}D{} texture",
            access.dims,
            array(access.array),
            found.dims,
            array(found.layered)
        ));
    }
    let channels = found.shape.format.channels;
    let most = match access.fetch {
        Fetch::Gather(component) => component + 1,
        _ => (8 - components.leading_zeros()) as u8,
    };
    if most > channels {
        let rule = format!("component {most} of a texture with {channels}");
        return Err(Stop::Unspecified { rule });
    }
    Ok(())
}

/// Textures of launches have one level.
fn one_level(level: u32) -> Result<(), Stop> {
    match level {
        0 => Ok(()),
        _ => {
            Err(Stop::NotModelled { text: format!("level {level} of a texture: those of launches have level 0 alone") })
        }
    }
}
