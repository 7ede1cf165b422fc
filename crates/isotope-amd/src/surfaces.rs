//! Surfaces as descriptors: the descriptor of surface N begins in SGPR N, four words for a buffer or eight for an image.

use isotope_machine::mem::image::{self, ImageDim};
use isotope_machine::mem::{Memory, buffer};
use isotope_machine::register::Cells;
use isotope_machine::{Dispatch, Given};

use super::{images, state};
use isotope_target::setup::{Arrangement, SetupError, Surface, SurfaceKind, bail, ensure};

/// Number of SGPRs that can hold descriptors.
const SGPRS: u32 = 104;

/// Lets waves start with descriptors in their SGPRs.
///
/// # Errors
/// A surface that no descriptor can describe, or SGPRs that cannot hold the descriptor.
pub fn place(surfaces: &[Surface], dispatch: &mut Dispatch, memory: &mut Memory) -> Result<(), SetupError> {
    for surface in surfaces {
        let words = words(surface, memory).map_err(|e| e.at(&format!("surface[{}]", surface.number)))?;
        let given = words.iter().zip(surface.number..).map(|(&value, n)| Given {
            cells: Cells::Scalar(state::word(n.into())),
            element: 0,
            value: value.into(),
        });
        dispatch.start.given.extend(given);
    }
    Ok(())
}

fn words(surface: &Surface, memory: &Memory) -> Result<Vec<u32>, SetupError> {
    let image = !matches!(surface.kind, SurfaceKind::Raw | SurfaceKind::Buffer1);
    let count = if image { 8 } else { 4 };
    ensure!(
        surface.number.is_multiple_of(4) && surface.number + count <= SGPRS,
        "expected the first SGPR of a descriptor, a multiple of 4 of at most {}",
        SGPRS - count
    );
    ensure!(!surface.disabled, "descriptors have no disabled surfaces; leave `disabled` out");
    if matches!(surface.arrangement, Arrangement::Block { .. }) {
        bail!("this target has no block-linear surfaces; images are linear here (`pitch`)");
    }
    let address = surface.place.address(memory)?;
    let [width, height, depth] = surface.extent;
    if surface.kind == SurfaceKind::Raw {
        return Ok(buffer::Descriptor::raw(address, width).words().to_vec());
    }
    let shape = surface.shape()?;
    let Some(format) = images::code(&shape) else {
        bail!("expected integers of 8, 16 or 32 bits, floats of 16 or 32, unorm or snorm of 8 or 16")
    };
    let dst_sel = images::channels(&shape);
    if surface.kind == SurfaceKind::Buffer1 {
        let records = buffer::Descriptor::structured(address, shape.format.bytes(), width);
        return Ok(buffer::Descriptor { format, dst_sel, ..records }.words().to_vec());
    }
    ensure!(address.is_multiple_of(256), "an image begins at a multiple of 256 bytes, found {address:#x}");
    let (dim, size) = match surface.kind {
        SurfaceKind::D1 => (ImageDim::D1, [width, 1, 1]),
        SurfaceKind::D2 => (ImageDim::D2, [width, height, 1]),
        SurfaceKind::D3 => (ImageDim::D3, [width, height, depth]),
        SurfaceKind::Array1 => (ImageDim::D1Array, [width, 1, height]),
        _ => (ImageDim::D2Array, [width, height, depth]),
    };
    let mut image = image::Descriptor::linear(dim, address, size, format);
    image.dst_sel = dst_sel;
    if let Arrangement::Pitch { row: Some(row), .. } = surface.arrangement {
        let texel = shape.format.bytes();
        ensure!(
            dim == ImageDim::D2 && row.is_multiple_of(texel),
            "only 2D images have a pitch of their own, a multiple of the element's {texel} bytes; leave `pitch=` out"
        );
        image.depth = row / texel - 1;
    }
    Ok(image.words().to_vec())
}
