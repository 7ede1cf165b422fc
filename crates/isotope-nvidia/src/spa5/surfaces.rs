//! Surfaces as texture headers: surface N is header N of the pool, so its handle is N.

use isotope_machine::Dispatch;
use isotope_machine::mem::Memory;
use isotope_machine::mem::surface::HeaderPool;
use isotope_machine::mem::texture::{Components, DataType, HEADER_BYTES, Header, TextureType};
use isotope_machine::mem::typed::{Format, Number};

use isotope_target::setup::{Arrangement, SetupError, Surface, SurfaceKind, bail, ensure};

/// Writes headers after or before those of the launch; numbers in between without a surface are invalid.
///
/// # Errors
/// A surface that no header can describe, or a number that an argument of the launch already has.
pub fn place(surfaces: &[Surface], dispatch: &mut Dispatch, memory: &mut Memory) -> Result<(), SetupError> {
    let taken = dispatch.headers.map_or(0, |pool| pool.maximum_index + 1);
    let size = surfaces.iter().map(|s| s.number + 1).max().unwrap_or(0).max(taken) as usize * HEADER_BYTES;
    let mut bytes = vec![0; size];
    if let Some(old) = dispatch.headers.and_then(|pool| memory.read(pool.base, taken * HEADER_BYTES as u32)) {
        bytes[..old.len()].copy_from_slice(&old);
    }
    for surface in surfaces {
        let at = |e: SetupError| e.at(&format!("surface[{}]", surface.number));
        if surface.number < taken {
            let why = format!("the surfaces among the arguments have the numbers below {taken}; give a higher one");
            return Err(at(SetupError::new(why)));
        }
        let header = header(surface, memory).map_err(at)?;
        bytes[surface.number as usize * HEADER_BYTES..][..HEADER_BYTES].copy_from_slice(&header);
    }
    let count = memory.regions().iter().filter(|r| r.name.starts_with(".headers")).count();
    let base = memory.allocate(&format!(".headers.{count}"), &bytes).map_err(SetupError::new)?;
    dispatch.headers = Some(HeaderPool { base, maximum_index: (size / HEADER_BYTES) as u32 - 1 });
    Ok(())
}

/// The header of a surface.
fn header(surface: &Surface, memory: &Memory) -> Result<[u8; HEADER_BYTES], SetupError> {
    let address = surface.place.address(memory)?;
    let components = components(surface.format)?;
    let [width, height, depth] = surface.extent;
    let texel = surface.format.bytes();
    let header = match (surface.kind, surface.arrangement) {
        (SurfaceKind::Raw, _) => Header::pitch_1d(address, width),
        (SurfaceKind::Buffer1, Arrangement::Pitch { row: None, slice: None }) => {
            Header::buffer(address, components, width.into())
        }
        (SurfaceKind::Buffer1, _) => {
            bail!("a 1D_BUFFER surface is one row at any address; leave `pitch` and `block` out")
        }
        (SurfaceKind::D1, Arrangement::Pitch { row: None, slice: None }) => {
            let bytes = width.saturating_mul(texel);
            Header::pitch_1d(address, bytes.next_multiple_of(4)).map(|h| Header {
                width: width.into(),
                components,
                ..h
            })
        }
        (SurfaceKind::D2, Arrangement::Pitch { row, slice: None }) => {
            // In hardware, rows begin at multiples of 32 bytes.
            let row = row.unwrap_or_else(|| width.saturating_mul(texel).next_multiple_of(32));
            Header::pitch_2d(address, components, width, height, row)
        }
        (kind, Arrangement::Pitch { .. }) => bail!(
            "pitch layout of a {} surface: the documents do not say how far its layers or slices are apart; give `block`, or a 2D \
             surface without slices",
            kind.name()
        ),
        (kind, Arrangement::Block { log2_height, log2_depth }) => {
            let (ty, extent) = match kind {
                SurfaceKind::D1 => (TextureType::OneD, [width, 1, 1]),
                SurfaceKind::D2 => (TextureType::TwoD, [width, height, 1]),
                SurfaceKind::D3 => (TextureType::ThreeD, [width, height, depth]),
                SurfaceKind::Array1 => (TextureType::OneDArray, [width, 1, height]),
                _ => (TextureType::TwoDArray, [width, height, depth]),
            };
            ensure!(
                kind == SurfaceKind::D3 || log2_depth == 0,
                "d: only blocks of 3D surfaces have a depth; leave it out"
            );
            Header::block_linear(address, ty, components, extent, [log2_height, log2_depth])
        }
    };
    let mut header = header.map_err(SetupError::new)?.with_data_type(match surface.format.number {
        Number::Uint => DataType::Uint,
        Number::Sint => DataType::Sint,
        Number::Float => DataType::Float,
        Number::Unorm => DataType::Unorm,
        Number::Snorm => DataType::Snorm,
    });
    if surface.disabled {
        ensure!(
            surface.kind != SurfaceKind::Buffer1,
            "a 1D_BUFFER surface has no mip levels, without which one is disabled"
        );
        (header.view_min_mip_level, header.view_max_mip_level) = (1, 0);
    }
    header.encode().map_err(SetupError::new)
}

/// The components of a format.
fn components(format: Format) -> Result<Components, SetupError> {
    Ok(match (format.channel_bytes, format.channels) {
        (4, 1) => Components::R32,
        (4, 2) => Components::R32_G32,
        (4, 4) => Components::R32_G32_B32_A32,
        (2, 1) => Components::R16,
        (2, 2) => Components::R16_G16,
        (2, 4) => Components::R16_G16_B16_A16,
        (1, 1) => Components::R8,
        (1, 2) => Components::G8R8,
        (1, 4) => Components::A8B8G8R8,
        _ => bail!("headers have channels of 8, 16 or 32 bits, found {}", 8 * u32::from(format.channel_bytes)),
    })
}
