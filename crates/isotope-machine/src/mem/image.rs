//! The image descriptor of gfx11 (T#): 256 or 128 bits that map texel coordinates to an address, or drop the access.
//!
//! [`Descriptor::locate`] is the address computation of one lane of an image instruction: the coordinates that are used, the range
//! check, and the layout. Atomics treat the texel as one component of 32 or 64 bits, independent of its format; loads and stores
//! use the same addresses and convert as [`format`](super::format) defines. Supported: linear images of every dimension with their mip
//! chains, cubes as arrays of their faces, and the tiled layouts of [`tiling`](super::tiling). Refused as not modelled:
//! compressed images, layouts that depend on the board, and therefore multisampled images, which have no other layouts.
//!
//! | word | bits |
//! | --- | --- |
//! | 0, 1 | 39:0 base address / 256; 51:48 max_mip; 59:52 format; 63:62 width - 1, low |
//! | 2 | 11:0 width - 1, high; 27:14 height - 1 |
//! | 3 | 11:0 dst_sel; 15:12 base_level; 19:16 last_level; 24:20 sw_mode; 31:28 type |
//! | 4 | 12:0 last slice or depth - 1, or 13:0 pitch - 1 of plain 1D and 2D; 28:16 base_array |
//! | 5 | 3:0 array_pitch |
//! | 6 | 21 compression |
//!
//! # Source
//! spec: RDNA3.5 ISA guide 10.2 (coordinates), 10.4 (operands of atomics) and 10.5 (resource table); ROCr's
//! `resource_gfx11.h` and Mesa's `ac_descriptors.c` agree. Linear layouts: AMD's address library, `gfx11addrlib.cpp`.
//! The assumptions are `amd.image_*` in `docs/assumptions.md`.

pub use isotope_ir::effect::ImageDim;

use super::tiling::{Pattern, sw};
use isotope_op::assume::{AMD_IMAGE_DIM, Assumptions};

/// The first `count` coordinates from address registers with A16: two 16-bit components per dword, the first one in the low half.
///
/// # Source
/// spec: RDNA3 ISA guide, image address tables; register counts: oracle, llvm-mc 19.
pub fn unpack16(words: [u32; 4], count: usize) -> [u32; 4] {
    std::array::from_fn(|i| if i < count { words[i / 2] >> (16 * (i % 2)) & 0xffff } else { 0 })
}

/// Format codes of gfx11.
///
/// # Source
/// spec: ROCr's `resource_gfx11.h`, `FORMAT`.
#[allow(missing_docs)]
pub mod format {
    pub const R32_UINT: u8 = 20;
    pub const R32_SINT: u8 = 21;
    pub const R32_FLOAT: u8 = 22;
    pub const R32G32_UINT: u8 = 48;
    pub const R32G32_SINT: u8 = 49;
    pub const R32G32_FLOAT: u8 = 50;

    /// Bytes per texel; `None` for codes that are not image formats, and for compressed and subsampled formats.
    pub fn texel_bytes(code: u8) -> Option<u32> {
        match code {
            // 8; 4_4
            1..=6 | 64 | 72 => Some(1),
            // 16; 8_8; 5_6_5 and similar; 4_4_4_4
            7..=19 | 65 | 68..=71 => Some(2),
            // 32; 16_16; 10_11_11 and similar; 2_10_10_10 and similar; 8_8_8_8; 5_9_9_9; 32 clamped; 24 with 8
            20..=47 | 66 | 67 | 75..=79 => Some(4),
            // 32_32; 16_16_16_16; 32 with 24 and 8
            48..=57 | 80 | 81 => Some(8),
            // 32_32_32_32
            61..=63 => Some(16),
            _ => None,
        }
    }
}

/// The address of an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Located {
    /// This byte address.
    At(u64),
    /// Out of range or unbound: writes are dropped, reads and atomics return 0.
    Dropped,
    /// Not modelled; the reason.
    NotModelled(&'static str),
}

/// An image descriptor. [`Descriptor::linear`] creates the usual ones; set fields for others. [`Descriptor::words`] truncates a
/// field that is wider than its bits; fields that only sampling and border colours use are lost.
///
/// # Examples
/// ```
/// use isotope_machine::mem::image::{format, Descriptor, ImageDim, Located};
/// let image = Descriptor::linear(ImageDim::D2, 0x10000, [40, 3, 1], format::R32_UINT);
/// // Rows are padded to 256 bytes.
/// assert_eq!(image.locate(ImageDim::D2, [39, 2, 0, 0], 4, false), Located::At(0x10000 + 2 * 256 + 39 * 4));
/// assert_eq!(image.locate(ImageDim::D2, [40, 2, 0, 0], 4, false), Located::Dropped);
/// assert_eq!(Descriptor::new(image.words()), image);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Descriptor {
    /// Byte address of the image, a multiple of 256 below 2^48.
    pub base: u64,
    /// Last mip level in memory.
    pub max_mip: u8,
    /// Texel format, 8 bits; 0 is invalid. See [`mod@format`].
    pub format: u8,
    /// Width of level 0 in texels, from 1.
    pub width: u32,
    /// Height of level 0 in rows, from 1.
    pub height: u32,
    /// The sources of x, y, z and w of a load.
    pub dst_sel: [u8; 4],
    /// First level of the view; unsampled accesses use it.
    pub base_level: u8,
    /// Last level of the view.
    pub last_level: u8,
    /// Layout; see [`sw`].
    pub sw_mode: u8,
    /// Type: 8 is 1D, the following codes are in the order of [`ImageDim`].
    pub kind: u8,
    /// Last layer of an array, last slice of a 3D image; for plain 1D and 2D the row pitch in texels minus 1, which is used
    /// if it is larger than the width.
    pub depth: u32,
    /// First layer of the view.
    pub base_array: u32,
    /// If 1, slices of a 3D image count from `base_array`.
    pub array_pitch: u8,
    /// Whether the image has compression metadata.
    pub compressed: bool,
}

impl Descriptor {
    /// Decodes the eight words of a descriptor.
    pub const fn new(words: [u32; 8]) -> Descriptor {
        let [w0, w1, w2, w3, w4, w5, w6, _] = words;
        Descriptor {
            base: (w0 as u64 | ((w1 & 0xff) as u64) << 32) << 8,
            max_mip: (w1 >> 16 & 15) as u8,
            format: (w1 >> 20) as u8,
            width: (w1 >> 30 | (w2 & 0xfff) << 2) + 1,
            height: (w2 >> 14 & 0x3fff) + 1,
            dst_sel: [(w3 & 7) as u8, (w3 >> 3 & 7) as u8, (w3 >> 6 & 7) as u8, (w3 >> 9 & 7) as u8],
            base_level: (w3 >> 12 & 15) as u8,
            last_level: (w3 >> 16 & 15) as u8,
            sw_mode: (w3 >> 20 & 31) as u8,
            kind: (w3 >> 28) as u8,
            depth: w4 & 0x3fff,
            base_array: w4 >> 16 & 0x1fff,
            array_pitch: (w5 & 15) as u8,
            compressed: w6 >> 21 & 1 != 0,
        }
    }

    /// A linear image with one mip level; `size` is width, height, and depth or layers.
    pub fn linear(dim: ImageDim, base: u64, size: [u32; 3], format: u8) -> Descriptor {
        let [width, height, depth] = size;
        Descriptor {
            base,
            max_mip: 0,
            format,
            width,
            height,
            dst_sel: [4, 5, 6, 7],
            base_level: 0,
            last_level: 0,
            sw_mode: sw::LINEAR,
            kind: dim.type_code(),
            depth: depth.saturating_sub(1),
            base_array: 0,
            array_pitch: 0,
            compressed: false,
        }
    }

    /// The eight words.
    pub const fn words(&self) -> [u32; 8] {
        let (width, height) = (self.width.wrapping_sub(1), self.height.wrapping_sub(1));
        let sel = self.dst_sel;
        [
            (self.base >> 8) as u32,
            (self.base >> 40) as u32 & 0xff
                | (self.max_mip as u32 & 15) << 16
                | (self.format as u32) << 20
                | (width & 3) << 30,
            width >> 2 & 0xfff | (height & 0x3fff) << 14,
            sel[0] as u32 & 7
                | (sel[1] as u32 & 7) << 3
                | (sel[2] as u32 & 7) << 6
                | (sel[3] as u32 & 7) << 9
                | (self.base_level as u32 & 15) << 12
                | (self.last_level as u32 & 15) << 16
                | (self.sw_mode as u32 & 31) << 20
                | (self.kind as u32 & 15) << 28,
            self.depth & 0x3fff | (self.base_array & 0x1fff) << 16,
            self.array_pitch as u32 & 15,
            (self.compressed as u32) << 21,
            0,
        ]
    }

    /// The address of an access of one lane to one texel.
    ///
    /// # Semantics
    /// ```text
    /// x, y, slice = coordinates by DIM; those DIM has not are 0
    /// out of range: x >= width(level), y >= height(level), or slice past the last one
    /// linear: base + slice * slice_bytes + level_offset + (y * pitch + x) * texel_bytes
    /// pitch  = given if above the width, else width rounded up to 256 bytes; the smallest level comes first
    /// unbound (all zero, or format 0), or a buffer's descriptor: dropped
    /// ```
    ///
    /// # Units
    /// Coordinates in texels; `bytes` is the size of the access and must equal the texel size.
    ///
    /// # Source
    /// Those of the module. assumed: `amd.image_range`, `amd.image_dim`, `amd.image_pitch`, `amd.image_unbound`,
    /// `amd.descriptor_kind`.
    pub fn locate(&self, dim: ImageDim, coords: [u32; 4], bytes: u32, r128: bool) -> Located {
        self.locate_with(dim, coords, bytes, r128, &Assumptions::DEFAULT)
    }

    /// [`Descriptor::locate`] under the given assumptions.
    pub fn locate_with(&self, dim: ImageDim, coords: [u32; 4], bytes: u32, r128: bool, rules: &Assumptions) -> Located {
        if !r128 {
            return self.texel(dim, coords, bytes, rules).unwrap_or_else(|refused| refused);
        }
        // The lower half has all fields of plain 1D and 2D images.
        if !matches!(ImageDim::from_type(self.kind), Some(ImageDim::D1 | ImageDim::D2) | None) {
            return Located::NotModelled("a 128-bit descriptor of an image that needs 256 bits");
        }
        let short = Descriptor { depth: 0, base_array: 0, array_pitch: 0, compressed: false, ..*self };
        short.texel(dim, coords, bytes, rules).unwrap_or_else(|refused| refused)
    }

    /// The address in another mip level of the view; a level outside the view is out of range.
    pub fn locate_level(
        &self,
        dim: ImageDim,
        coords: [u32; 4],
        level: u32,
        r128: bool,
        rules: &Assumptions,
    ) -> Located {
        let Some(view) = self.level(level) else { return Located::Dropped };
        let bytes = format::texel_bytes(self.format).unwrap_or(0);
        view.locate_with(dim, coords, bytes, r128, rules)
    }

    /// The view that begins at a level of this view.
    fn level(&self, level: u32) -> Option<Descriptor> {
        let level = u32::from(self.base_level).checked_add(level)?;
        (level == u32::from(self.base_level) || level <= u32::from(self.last_level))
            .then_some(Descriptor { base_level: level as u8, ..*self })
    }

    /// The result of IMAGE_GET_RESINFO for a level: width, height, depth or layers or faces, and the number of levels.
    ///
    /// # Source
    /// spec: RDNA3 ISA guide, image instructions. assumed: `amd.resinfo`.
    pub fn size(&self, level: u32) -> [u32; 4] {
        let Some(own) = ImageDim::from_type(self.kind).filter(|_| self.format != 0) else { return [0; 4] };
        let levels = u32::from(self.last_level.saturating_sub(self.base_level)) + 1;
        let Some(view) = self.level(level) else { return [0, 0, 0, levels] };
        let (first, last) = view.slices(own);
        let along = |size| level_size(size, view.base_level) as u32;
        [along(self.width), along(self.rows(own)), (last + 1).saturating_sub(first) as u32, levels]
    }

    fn texel(&self, dim: ImageDim, coords: [u32; 4], bytes: u32, rules: &Assumptions) -> Result<Located, Located> {
        let refuse = |why| Err(Located::NotModelled(why));
        if self.kind == 0 || self.format == 0 {
            return Err(Located::Dropped);
        }
        let Some(own) = ImageDim::from_type(self.kind) else {
            return refuse("a descriptor with a reserved type");
        };
        let Some(texel_bytes) = format::texel_bytes(self.format) else {
            return refuse("texels of this format");
        };
        if bytes != texel_bytes {
            return refuse("an access whose size is not the texel's");
        }
        if self.compressed {
            return refuse("a compressed image");
        }
        if self.base_level > self.max_mip {
            return refuse("a view that begins above the last mip level");
        }
        let [x, y, slice] = place(dim, own, coords, rules)?;
        let (width, height) = (level_size(self.width, self.base_level), level_size(self.rows(own), self.base_level));
        let (first, last) = self.slices(own);
        let slice = first + slice;
        if x >= width || y >= height || slice > last {
            return Err(Located::Dropped);
        }
        let offset = if self.sw_mode == sw::LINEAR {
            self.linear_offset(own, u64::from(texel_bytes), [x, y, slice])?
        } else {
            self.tiled_offset(own, u64::from(texel_bytes), [x, y, slice])?
        };
        Ok(Located::At(self.base + offset))
    }

    /// Rows of level 0; a 1D image has one, independent of its height field.
    fn rows(&self, own: ImageDim) -> u32 {
        if matches!(own, ImageDim::D1 | ImageDim::D1Array) { 1 } else { self.height }
    }

    /// First and last slice of the view.
    fn slices(&self, own: ImageDim) -> (u64, u64) {
        let (first, last) = (u64::from(self.base_array), u64::from(self.depth & 0x1fff));
        match own {
            ImageDim::D1Array | ImageDim::D2Array | ImageDim::Cube | ImageDim::D2MsaaArray => (first, last),
            ImageDim::D3 if self.array_pitch == 1 => (first, last),
            // The depth field counts slices of level 0.
            ImageDim::D3 => (0, level_size((self.depth & 0x1fff) + 1, self.base_level) - 1),
            _ => (0, 0),
        }
    }

    fn linear_offset(&self, own: ImageDim, texel_bytes: u64, [x, y, slice]: [u64; 3]) -> Result<u64, Located> {
        let align = 256 / texel_bytes;
        let rows = self.rows(own);
        let plain = matches!(own, ImageDim::D1 | ImageDim::D2);
        let pitch = |level: u8| padded_size(self.width, level).next_multiple_of(align);
        let level_bytes = |level: u8| pitch(level) * padded_size(rows, level) * texel_bytes;
        let given = u64::from(self.depth) + 1;
        let own_pitch = if !plain || given <= u64::from(self.width) {
            pitch(self.base_level)
        } else if self.max_mip != 0 {
            return Err(Located::NotModelled("a row pitch given for an image with mip levels"));
        } else {
            given
        };
        let slice_bytes: u64 = (0..=self.max_mip).map(level_bytes).sum();
        let level_offset: u64 = (self.base_level + 1..=self.max_mip).map(level_bytes).sum();
        Ok(slice * slice_bytes + level_offset + (y * own_pitch + x) * texel_bytes)
    }

    fn tiled_offset(&self, own: ImageDim, texel_bytes: u64, at: [u64; 3]) -> Result<u64, Located> {
        if self.max_mip != 0 {
            return Err(Located::NotModelled("a tiled image with mip levels"));
        }
        if matches!(own, ImageDim::D1 | ImageDim::D1Array) {
            return Err(Located::NotModelled("a tiled one-dimensional image"));
        }
        let Some(pattern) = Pattern::of(self.sw_mode, own == ImageDim::D3, texel_bytes) else {
            return Err(Located::NotModelled("a tiled layout that depends on the board or does not fit the image"));
        };
        Ok(pattern.offset(u64::from(self.width), u64::from(self.height), at))
    }
}

/// x, y and slice of an access with dimension `dim` to an image of dimension `own`.
fn place(dim: ImageDim, own: ImageDim, coords: [u32; 4], rules: &Assumptions) -> Result<[u64; 3], Located> {
    use ImageDim::{Cube, D1, D1Array, D2, D2Array, D2Msaa, D2MsaaArray, D3};
    if matches!(dim, D2Msaa | D2MsaaArray) || matches!(own, D2Msaa | D2MsaaArray) {
        return Err(Located::NotModelled("multisampled images, whose layouts depend on the board"));
    }
    // An extra coordinate would have to mean something in an image without that dimension.
    let fits = match dim {
        D1 => true,
        D2 => matches!(own, D2 | D2Array | D3 | Cube),
        D2Array => matches!(own, D2Array | Cube),
        D1Array => matches!(own, D1Array | D2Array),
        _ => dim == own,
    };
    // The faces of cubes are layers (`amd.image_cube`).
    let same = dim == own || (dim, own) == (D2Array, Cube);
    let missing_is_zero = rules.get(AMD_IMAGE_DIM);
    if !fits || !same && !missing_is_zero {
        return Err(Located::NotModelled(match fits {
            true => "an instruction's DIM that is not the descriptor's type (amd.image_dim=not-modelled)",
            false => "an instruction's DIM that is not the descriptor's type",
        }));
    }
    let [a, b, c, _] = coords.map(u64::from);
    Ok(match dim {
        D1Array => [a, 0, b],
        D1 => [a, 0, 0],
        D2 => [a, b, 0],
        _ => [a, b, c],
    })
}

/// Texels of a level along one axis, as visible to accesses.
fn level_size(size: u32, level: u8) -> u64 {
    u64::from(size >> level).max(1)
}

/// Texels of a level along one axis in the memory layout.
fn padded_size(size: u32, level: u8) -> u64 {
    u64::from(size).div_ceil(1 << level)
}

#[cfg(test)]
#[path = "image_tests.rs"]
mod tests;
