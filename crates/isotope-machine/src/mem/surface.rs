//! The address of a surface access: coordinates, clamping, layouts, handles.
//!
//! Pure functions from a texture header and coordinates to a byte address. Nothing here reads or updates memory, or
//! contains an operation. Compressed and packed formats, sparse and multi-sampled surfaces are not modelled and are returned
//! as [`SurfaceFault::Unspecified`].
//!
//! Assumptions replace missing documents: `nv.surface_*`, `nv.layer_clamp`, `nv.ba_clamp_unit` in [`isotope_op::assume`].
//!
//! # Source
//! spec: NVIDIA's SURED page (SURED): packing of coordinates, `.BA`, clamps, handle, disabled surfaces. oracle: ptxas 12.4 for
//! the registers of each coordinate. spec: NVIDIA open-gpu-doc `clb097tex.h` for the header. The block-linear
//! formula: public emulators and drivers (Ryujinx, yuzu, Mesa), which agree.

use isotope_op::assume::{Assumptions, ClampUnit, LayerClamp, NV_BA_CLAMP_UNIT, NV_LAYER_CLAMP};

pub use isotope_ir::effect::{Clamp, Dim, SurfaceShape};

use super::texture::{Header, HeaderError, Layout, TextureType};

/// Whether an instruction with this dimension may access the surface.
fn fits(dim: Dim, header: &Header) -> bool {
    let buffer = matches!(header.layout, Layout::OneDBuffer);
    match (dim, header.texture_type) {
        (Dim::Buffer1, TextureType::OneDBuffer) => buffer,
        (Dim::D1, TextureType::OneD)
        | (Dim::Array1, TextureType::OneDArray)
        | (Dim::D2, TextureType::TwoD | TextureType::TwoDNoMipmap)
        | (Dim::Array2, TextureType::TwoDArray)
        | (Dim::D3, TextureType::ThreeD) => !buffer,
        _ => false,
    }
}

/// The address of an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Located {
    /// This byte address.
    At(u64),
    /// Dropped: memory is unchanged.
    Dropped,
}

/// One coordinate of an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Coordinate {
    /// x, in bytes.
    X,
    /// y, in rows.
    Y,
    /// z, in slices.
    Z,
    /// The layer of an array.
    Layer,
}

impl std::fmt::Display for Coordinate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Coordinate::X => "byte x",
            Coordinate::Y => "row y",
            Coordinate::Z => "slice z",
            Coordinate::Layer => "layer",
        })
    }
}

/// A fault of a surface access, or a case that is not modelled.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SurfaceFault {
    /// A byte coordinate or the resulting address is not a multiple of the access size.
    #[error("misaligned {access_size}-byte surface access at {what} {value:#x} (must be a multiple of {access_size})")]
    Misaligned {
        /// `byte x` or `address`.
        what: &'static str,
        /// Its value in the register or the address.
        value: u64,
        /// Size of the access in bytes.
        access_size: u8,
    },
    /// A coordinate outside the surface with `.TRAP`.
    #[error("surface {coordinate} {value} out of range (must be 0 to {last})")]
    OutOfRange {
        /// The coordinate.
        coordinate: Coordinate,
        /// Its value.
        value: i64,
        /// The last valid value; −1 if there is none.
        last: i64,
    },
    /// The handle selects a header beyond the pool.
    #[error(
        "invalid texture: handle {handle:#010x} names header {index:#x}, beyond the pool's maximum index {maximum:#x}"
    )]
    InvalidHandle {
        /// The handle.
        handle: u32,
        /// Its header index, bits 19:0.
        index: u32,
        /// `MAXIMUM_INDEX` of the pool.
        maximum: u32,
    },
    /// The header has an undefined form.
    #[error("invalid texture: {0}")]
    InvalidHeader(#[from] HeaderError),
    /// The header describes another kind of surface than the instruction accesses.
    #[error("invalid texture: a .{} instruction met a header of type {} in {layout} layout", dim.name(), texture_type.name())]
    WrongType {
        /// The instruction's dimension.
        dim: Dim,
        /// The header's type.
        texture_type: TextureType,
        /// The header's layout, as text.
        layout: &'static str,
    },
    /// The documents do not define the behaviour, and there is no assumption for it.
    #[error("unspecified: {0}")]
    Unspecified(&'static str),
}

impl SurfaceFault {
    /// Whether NVIDIA's SURED page calls this an "invalid" texture.
    pub fn is_invalid_texture(&self) -> bool {
        matches!(
            self,
            SurfaceFault::InvalidHandle { .. } | SurfaceFault::InvalidHeader(_) | SurfaceFault::WrongType { .. }
        )
    }
}

/// The table of texture headers that handles index (`SET_TEX_HEADER_POOL_A/B/C`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeaderPool {
    /// Address of header 0 in bytes, 40 bits.
    pub base: u64,
    /// `MAXIMUM_INDEX`: the index of the last header.
    pub maximum_index: u32,
}

impl HeaderPool {
    /// Address of the 32-byte header that a handle selects: the header index is in bits 19:0; bits 31:20, the sampler, are ignored
    /// by surface instructions.
    ///
    /// # Faults
    /// [`SurfaceFault::InvalidHandle`] if the index is above the pool's maximum.
    ///
    /// # Source
    /// spec: NVIDIA's SURED page, operand `tsPtrIdxU13`. Whether an invalid texture drops the update or traps is not documented.
    pub fn header_address(&self, handle: u32) -> Result<u64, SurfaceFault> {
        let index = handle & 0xf_ffff;
        if index > self.maximum_index {
            return Err(SurfaceFault::InvalidHandle { handle, index, maximum: self.maximum_index });
        }
        Ok(self.base.wrapping_add(32 * u64::from(index)))
    }
}

impl Header {
    /// Whether the surface is disabled: updates are silently dropped.
    ///
    /// # Source
    /// spec: NVIDIA's SURED page ("If the surface being accessed is disabled, the update will be silently dropped"). assumed
    /// (`nv.surface_disabled`): the header of a disabled surface, from the null descriptor of Mesa, whose view has first level 1 and
    /// last level 0.
    pub fn is_disabled(&self) -> bool {
        !matches!(self.layout, Layout::OneDBuffer) && self.view_min_mip_level > self.view_max_mip_level
    }

    fn layout_name(&self) -> &'static str {
        match self.layout {
            Layout::OneDBuffer => "one-dimensional buffer",
            Layout::Pitch { .. } => "pitch",
            Layout::BlockLinear(_) => "block-linear",
        }
    }
}

/// The start address of one lane's surface access.
///
/// `coords` are the registers Ra, Ra+1, Ra+2; those that the dimension does not use are ignored. x is in bytes with
/// `byte_address` (`.BA`) and otherwise in units of the access size. `access_size` is 1, 2, 4, 8 or 16 bytes.
///
/// # Semantics
/// ```text
/// x = byte_address ? Ra : Ra * access_size          (signed; unsigned for 1D_BUFFER without .NEAR)
/// layer = low 16 bits of the last coordinate        (1D_ARRAY, 2D_ARRAY)
/// any coordinate out of range:  .IGN drops,  .NEAR clamps each to the nearest,  .TRAP faults
/// address = base + layout(x, y, z or layer)
/// ```
///
/// # Faults
/// Misaligned x with `.BA`; out of range with `.TRAP`; invalid texture; cases that are not modelled.
///
/// # Source
/// spec: NVIDIA's SURED page. assumed: the assumptions named in the module header, at their defaults; [`locate_with`] accepts others.
///
/// # Examples
/// ```
/// use isotope_machine::mem::surface::{Clamp, Dim, Located, locate};
/// use isotope_machine::mem::texture::Header;
/// let header = Header::pitch_1d(0x1000, 224)?;
/// assert_eq!(locate(&header, Dim::D1, true, Clamp::Ignore, 4, [220, 0, 0])?, Located::At(0x10dc));
/// assert_eq!(locate(&header, Dim::D1, true, Clamp::Ignore, 4, [224, 0, 0])?, Located::Dropped);
/// assert_eq!(locate(&header, Dim::D1, false, Clamp::Near, 4, [u32::MAX, 0, 0])?, Located::At(0x1000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn locate(
    header: &Header,
    dim: Dim,
    byte_address: bool,
    clamp: Clamp,
    access_size: u8,
    coords: [u32; 3],
) -> Result<Located, SurfaceFault> {
    locate_with(&Assumptions::DEFAULT, header, SurfaceShape { dim, byte_address, clamp, access_size }, coords)
}

/// [`locate`] under the given assumptions.
///
/// # Faults
/// As [`locate`].
pub fn locate_with(
    rules: &Assumptions,
    header: &Header,
    shape: SurfaceShape,
    coords: [u32; 3],
) -> Result<Located, SurfaceFault> {
    let SurfaceShape { dim, byte_address, clamp, access_size } = shape;
    if !matches!(access_size, 1 | 2 | 4 | 8 | 16) {
        return Err(SurfaceFault::Unspecified("surface accesses of other sizes than 1, 2, 4, 8 and 16 bytes"));
    }
    if !fits(dim, header) {
        return Err(SurfaceFault::WrongType { dim, texture_type: header.texture_type, layout: header.layout_name() });
    }
    if header.is_disabled() {
        return Ok(Located::Dropped);
    }
    let level = Level::of_view(header)?;
    let size = i64::from(access_size);

    // x in bytes; 2^32 * 8 cannot overflow an i64.
    let unsigned = dim == Dim::Buffer1 && clamp != Clamp::Near;
    let x = if unsigned { i64::from(coords[0]) } else { i64::from(coords[0] as i32) };
    if byte_address && x % size != 0 {
        return Err(SurfaceFault::Misaligned { what: "byte x", value: coords[0].into(), access_size });
    }
    let x = if byte_address { x } else { x * size };
    let signed = |index: usize| i64::from(coords[index] as i32);
    let layer = |index: usize| i64::from(coords[index] & 0xffff);
    let (y, z, l) = match dim {
        Dim::D1 | Dim::Buffer1 => (0, 0, 0),
        Dim::Array1 => (0, 0, layer(1)),
        Dim::D2 => (signed(1), 0, 0),
        Dim::Array2 => (signed(1), 0, layer(2)),
        Dim::D3 => (signed(1), signed(2), 0),
    };
    let (height, depth, layers) = match dim {
        Dim::D1 | Dim::Buffer1 => (1, 1, 1),
        Dim::Array1 => (1, 1, i64::from(header.depth)),
        Dim::D2 => (level.height, 1, 1),
        Dim::Array2 => (level.height, 1, i64::from(header.depth)),
        Dim::D3 => (level.height, level.depth, 1),
    };
    // The last position in a row at which a whole aligned access fits; negative if there is none.
    let last_x = match rules.get(NV_BA_CLAMP_UNIT) {
        ClampUnit::Bytes => (level.row_bytes.div_euclid(size) - 1) * size,
        ClampUnit::Samples => {
            let texel = i64::from(header.components.texel_bytes().unwrap_or(1));
            (level.row_bytes - texel).div_euclid(size) * size
        }
    };
    let inside = |coordinate, value: i64, last: i64| -> Result<Option<i64>, SurfaceFault> {
        match clamp {
            _ if (0..=last).contains(&value) => Ok(Some(value)),
            Clamp::Ignore => Ok(None),
            Clamp::Near if last < 0 => Ok(None),
            Clamp::Near => Ok(Some(value.clamp(0, last))),
            Clamp::Trap => Err(SurfaceFault::OutOfRange { coordinate, value, last }),
        }
    };
    let x = inside(Coordinate::X, x, last_x.max(-1))?;
    let y = inside(Coordinate::Y, y, height - 1)?;
    let z = inside(Coordinate::Z, z, depth - 1)?;
    let l = match rules.get(NV_LAYER_CLAMP) {
        LayerClamp::AsCoordinate => inside(Coordinate::Layer, l, layers - 1)?,
        LayerClamp::Clamp => Some(l.min(layers - 1)),
        LayerClamp::Drop => Some(l).filter(|&l| l < layers),
    };
    let (Some(x), Some(y), Some(z), Some(l)) = (x, y, z, l) else { return Ok(Located::Dropped) };
    // All four are in range here, so none is negative.
    let offset = level.offset(x as u64, y as u64, z as u64, l as u64)?;
    let address = header.address.wrapping_add(offset);
    if !address.is_multiple_of(u64::from(access_size)) {
        return Err(SurfaceFault::Misaligned { what: "address", value: address, access_size });
    }
    Ok(Located::At(address))
}

/// One mip level: its extent and its layout.
struct Level {
    row_bytes: i64,
    height: i64,
    depth: i64,
    /// Total size in bytes of the levels before it.
    start: u64,
    arrangement: Arrangement,
}

enum Arrangement {
    Linear,
    Pitch { pitch: u64 },
    Blocks { log2_height: u32, log2_depth: u32, layer_stride: u64 },
}

impl Level {
    /// The first level of a header's view.
    fn of_view(header: &Header) -> Result<Level, SurfaceFault> {
        let texel = header
            .components
            .texel_bytes()
            .ok_or(SurfaceFault::Unspecified("surfaces of compressed, packed or reserved component codes"))?;
        if header.multi_sample_count != 0 {
            return Err(SurfaceFault::Unspecified("multi-sampled surfaces"));
        }
        let texel = i64::from(texel);
        let (width, height, depth) = (header.width as i64, i64::from(header.height), i64::from(header.depth));
        let array = matches!(header.texture_type, TextureType::OneDArray | TextureType::TwoDArray);
        let blocks = match header.layout {
            Layout::OneDBuffer => {
                let row_bytes = width * texel;
                return Ok(Level { row_bytes, height: 1, depth: 1, start: 0, arrangement: Arrangement::Linear });
            }
            Layout::Pitch { pitch, .. } => {
                if array || header.texture_type == TextureType::ThreeD {
                    return Err(SurfaceFault::Unspecified("the distance between layers or slices in pitch layout"));
                }
                if header.view_min_mip_level != 0 {
                    return Err(SurfaceFault::Unspecified("mip levels in pitch layout"));
                }
                let arrangement = Arrangement::Pitch { pitch: pitch.into() };
                return Ok(Level { row_bytes: width * texel, height, depth: 1, start: 0, arrangement });
            }
            Layout::BlockLinear(blocks) => blocks,
        };
        if blocks.sparse || blocks.log2_tile_width != 0 || blocks.gob_3d || blocks.depth_offset != 0 {
            return Err(SurfaceFault::Unspecified("sparse, tiled or three-dimensional GOB arrangements"));
        }
        let view = header.view_min_mip_level;
        let last = header.max_mip_level.max(view);
        let one_d = matches!(header.texture_type, TextureType::OneD | TextureType::OneDArray);
        let three_d = header.texture_type == TextureType::ThreeD;
        let at = |level: u8| {
            let part = |extent: i64| (extent >> level).max(1);
            let height = if one_d { 1 } else { part(height) };
            let depth = if three_d { part(depth) } else { 1 };
            let log2_height = shrink(blocks.log2_height, 8, height);
            let log2_depth = shrink(blocks.log2_depth, 1, depth);
            (part(width) * texel, height, depth, log2_height, log2_depth)
        };
        let bytes = |level: u8| {
            let (row_bytes, height, depth, log2_height, log2_depth) = at(level);
            (row_bytes as u64).div_ceil(64)
                * (height as u64).div_ceil(8 << log2_height)
                * (depth as u64).div_ceil(1 << log2_depth)
                * (512 << (log2_height + log2_depth))
        };
        let start = (0..view).map(bytes).sum();
        let chain: u64 = (0..=last).map(bytes).sum();
        let layer_stride =
            if last == 0 { chain } else { chain.next_multiple_of(512 << shrink(blocks.log2_height, 8, height)) };
        let (row_bytes, height, depth, log2_height, log2_depth) = at(view);
        let arrangement = Arrangement::Blocks { log2_height, log2_depth, layer_stride };
        Ok(Level { row_bytes, height, depth, start, arrangement })
    }

    /// Byte offset of a byte of this level from the surface's address; all coordinates are in range.
    fn offset(&self, x: u64, y: u64, z: u64, layer: u64) -> Result<u64, SurfaceFault> {
        Ok(match self.arrangement {
            Arrangement::Linear => x,
            Arrangement::Pitch { pitch } => y * pitch + x,
            Arrangement::Blocks { log2_height, log2_depth, layer_stride } => {
                let block = BlockLinear {
                    row_bytes: self.row_bytes as u64,
                    height: self.height as u64,
                    log2_height,
                    log2_depth,
                };
                layer * layer_stride + self.start + block.offset(x, y, z)
            }
        })
    }
}

/// The actual block size for a level of `extent` rows or slices: halved while it is at least twice as large as the extent.
fn shrink(log2: u8, unit: i64, extent: i64) -> u32 {
    let mut log2 = u32::from(log2);
    while log2 > 0 && extent <= unit << (log2 - 1) {
        log2 -= 1;
    }
    log2
}

/// The block-linear layout of one level of one layer.
///
/// Memory is a sequence of blocks, x fastest, then y, then z. A block is one GOB wide, `1 << log2_height` GOBs high and
/// `1 << log2_depth` slices deep; its GOBs are ordered downwards, then in depth. A GOB is 64 bytes by 8 rows, 512 bytes,
/// with address bits from 8 down: x5, y2, y1, x4, y0, x3, x2, x1, x0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockLinear {
    /// Bytes of one row of texels.
    pub row_bytes: u64,
    /// Rows.
    pub height: u64,
    /// log2 of the block's height in GOBs.
    pub log2_height: u32,
    /// log2 of the block's depth in slices.
    pub log2_depth: u32,
}

impl BlockLinear {
    /// Byte offset of byte `x` of row `y` of slice `z`, which must be in range.
    pub fn offset(&self, x: u64, y: u64, z: u64) -> u64 {
        let BlockLinear { row_bytes, height, log2_height, log2_depth } = *self;
        let row = row_bytes.div_ceil(64) * (512 << (log2_height + log2_depth));
        let slice = height.div_ceil(8 << log2_height) * row;
        let gob_row = y >> 3;
        let in_block = |value: u64, log2: u32| value & ((1 << log2) - 1);
        (z >> log2_depth) * slice
            + (gob_row >> log2_height) * row
            + ((x >> 6) << (9 + log2_height + log2_depth))
            + (in_block(z, log2_depth) << (9 + log2_height))
            + (in_block(gob_row, log2_height) << 9)
            + ((x >> 5 & 1) << 8)
            + ((y >> 1 & 3) << 6)
            + ((x >> 4 & 1) << 5)
            + ((y & 1) << 4)
            + (x & 15)
    }
}

#[cfg(test)]
#[path = "surface_tests.rs"]
mod tests;
