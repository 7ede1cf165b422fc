//! The texture header: 32 bytes that describe a surface to the texture unit.
//!
//! The layout is that of the first Maxwell generation (class B097). A [`Header`] has every field that surface instructions can depend on;
//! fields of sampling quality (anisotropy, LOD bias and similar) are not stored and encode as 0. The Kepler layout, which uses the same
//! bits differently, is not supported. [`surface`](super::surface) defines the effect of the fields on an access.
//!
//! # Source
//! spec: NVIDIA open-gpu-doc, `clb097tex.h`; cross-read with Mesa's `nil` (which writes these headers for Maxwell).
//! Behaviour of reserved values: assumed, refused here.

/// Bytes of one header.
pub const HEADER_BYTES: usize = 32;

/// A texture header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Header {
    /// Layout of the texels in memory.
    pub layout: Layout,
    /// Address of the first texel in bytes, 48 bits; a multiple of 32 for pitch and of 512 for block-linear layouts.
    pub address: u64,
    /// The kind of surface, for instructions.
    pub texture_type: TextureType,
    /// The components of a texel and their widths.
    pub components: Components,
    /// Data types of R, G, B and A.
    pub data_types: [DataType; 4],
    /// Sources of x, y, z and w when sampled: 0 zero, 2 R, 3 G, 4 B, 5 A, 6 integer one, 7 float one.
    pub sources: [u8; 4],
    /// Width in texels, from 1; at most 65536, and 2^32 for a one-dimensional buffer.
    pub width: u64,
    /// Height in rows, from 1 to 65536.
    pub height: u32,
    /// Depth in slices, or layers of an array, from 1 to 16384.
    pub depth: u32,
    /// Index of the last mip level in memory.
    pub max_mip_level: u8,
    /// First visible mip level; surface instructions access this level.
    pub view_min_mip_level: u8,
    /// Last visible mip level; less than the first if the surface is disabled.
    pub view_max_mip_level: u8,
    /// Samples per texel as a code; 0 is one.
    pub multi_sample_count: u8,
    /// Smallest level of detail, in 1/256 levels (12 bits).
    pub min_lod_clamp: u16,
    /// Whether values are sRGB when sampled.
    pub srgb: bool,
    /// Whether coordinates are normalised when sampled; surface instructions always count texels or bytes.
    pub normalized: bool,
    /// `SECTOR_PROMOTION` code.
    pub sector_promotion: u8,
    /// `BORDER_SIZE` code.
    pub border_size: u8,
}

/// The layout of texels in memory (`HEADER_VERSION` and its fields).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Layout {
    /// One row of up to 2^32 texels at any address.
    OneDBuffer,
    /// Consecutive rows.
    Pitch {
        /// Distance between rows in bytes, a multiple of 32 below 2^21.
        pitch: u32,
        /// Whether texels of one colour are transparent when sampled.
        color_key: bool,
    },
    /// Blocks of groups of bytes (GOBs, 64 bytes by 8 rows).
    BlockLinear(Blocks),
}

/// The fields of a block-linear layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Blocks {
    /// log2 of the block's height in GOBs, 0 to 5.
    pub log2_height: u8,
    /// log2 of the block's depth in GOBs, 0 to 5.
    pub log2_depth: u8,
    /// `GOB_DEPTH_OFFSET`, 2 bits.
    pub depth_offset: u8,
    /// Whether parts of the memory may be absent.
    pub sparse: bool,
    /// `TILE_WIDTH_IN_GOBS`: log2 of the tile width of a sparse surface.
    pub log2_tile_width: u8,
    /// `GOB3D`: whether GOBs extend in depth.
    pub gob_3d: bool,
    /// `USE_ARRAY_TILE_ALIGNMENT`.
    pub array_alignment: bool,
    /// Whether texels of one colour are transparent when sampled.
    pub color_key: bool,
}

/// The kind of surface, for instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum TextureType {
    OneD = 0,
    TwoD = 1,
    ThreeD = 2,
    Cube = 3,
    OneDArray = 4,
    TwoDArray = 5,
    OneDBuffer = 6,
    TwoDNoMipmap = 7,
    CubeArray = 8,
}

impl TextureType {
    const ALL: [TextureType; 9] = [
        TextureType::OneD,
        TextureType::TwoD,
        TextureType::ThreeD,
        TextureType::Cube,
        TextureType::OneDArray,
        TextureType::TwoDArray,
        TextureType::OneDBuffer,
        TextureType::TwoDNoMipmap,
        TextureType::CubeArray,
    ];

    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            TextureType::OneD => "1D",
            TextureType::TwoD => "2D",
            TextureType::ThreeD => "3D",
            TextureType::Cube => "cube",
            TextureType::OneDArray => "1D array",
            TextureType::TwoDArray => "2D array",
            TextureType::OneDBuffer => "1D buffer",
            TextureType::TwoDNoMipmap => "2D without mip levels",
            TextureType::CubeArray => "cube array",
        }
    }
}

/// The `COMPONENTS` code, 7 bits: the components and their numbers of bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Components(pub u8);

#[allow(missing_docs)]
impl Components {
    pub const R32_G32_B32_A32: Components = Components(0x01);
    pub const R16_G16_B16_A16: Components = Components(0x03);
    pub const R32_G32: Components = Components(0x04);
    pub const A8B8G8R8: Components = Components(0x08);
    pub const R16_G16: Components = Components(0x0c);
    pub const R32: Components = Components(0x0f);
    pub const G8R8: Components = Components(0x18);
    pub const R16: Components = Components(0x1b);
    pub const R8: Components = Components(0x1d);

    /// Bytes per texel; `None` for codes whose size is not implemented (compressed and packed formats).
    pub fn texel_bytes(self) -> Option<u8> {
        Some(match self {
            Components::R32_G32_B32_A32 => 16,
            Components::R16_G16_B16_A16 | Components::R32_G32 => 8,
            Components::A8B8G8R8 | Components::R16_G16 | Components::R32 => 4,
            Components::G8R8 | Components::R16 => 2,
            Components::R8 => 1,
            _ => return None,
        })
    }
}

/// The number format of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum DataType {
    Reserved = 0,
    Snorm = 1,
    Unorm = 2,
    Sint = 3,
    Uint = 4,
    SnormForceFp16 = 5,
    UnormForceFp16 = 6,
    Float = 7,
}

impl DataType {
    fn from_code(code: u32) -> DataType {
        match code {
            1 => DataType::Snorm,
            2 => DataType::Unorm,
            3 => DataType::Sint,
            4 => DataType::Uint,
            5 => DataType::SnormForceFp16,
            6 => DataType::UnormForceFp16,
            7 => DataType::Float,
            _ => DataType::Reserved,
        }
    }
}

/// A header that is invalid, or that its 32 bytes cannot hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("texture header field {field}: expected {expected}, found {found:#x}")]
pub struct HeaderError {
    /// The field's name in the class header.
    pub field: &'static str,
    /// The valid values.
    pub expected: &'static str,
    /// The value found.
    pub found: u64,
}

/// Returns an error for `found` unless `holds`.
fn check(holds: bool, field: &'static str, expected: &'static str, found: u64) -> Result<(), HeaderError> {
    if holds { Ok(()) } else { Err(HeaderError { field, expected, found }) }
}

/// The 256 bits; field positions are those of the class header. No field crosses a 32-bit word.
struct Bits([u32; 8]);

impl Bits {
    fn mask(high: usize, low: usize) -> u32 {
        u32::MAX >> (31 - (high - low))
    }

    fn get(&self, high: usize, low: usize) -> u32 {
        self.0[low / 32] >> (low % 32) & Bits::mask(high, low)
    }

    fn set(&mut self, high: usize, low: usize, value: u32) {
        self.0[low / 32] |= (value & Bits::mask(high, low)) << (low % 32);
    }
}

impl Header {
    /// Reads a header. Reserved bits and sampling quality fields are ignored.
    ///
    /// # Errors
    /// [`HeaderError`] for a `HEADER_VERSION`, `TEXTURE_TYPE` or block size that the class header does not define.
    pub fn parse(bytes: &[u8; HEADER_BYTES]) -> Result<Header, HeaderError> {
        let (words, _) = bytes.as_chunks::<4>();
        let bits = Bits(std::array::from_fn(|index| words.get(index).map_or(0, |word| u32::from_le_bytes(*word))));
        let flag = |bit| bits.get(bit, bit) != 0;
        let version = bits.get(87, 85);
        let high = u64::from(bits.get(79, 64)) << 32;
        let mut width = u64::from(bits.get(143, 128));
        let (layout, low) = match version {
            0 => {
                width |= u64::from(bits.get(111, 96)) << 16;
                (Layout::OneDBuffer, bits.get(63, 32))
            }
            1 | 2 => (Layout::Pitch { pitch: bits.get(111, 96) << 5, color_key: version == 1 }, bits.get(63, 37) << 5),
            3 | 4 => {
                let size = |field, high, low, limit, expected| {
                    let code = bits.get(high, low);
                    check(code <= limit, field, expected, code.into()).map(|()| code as u8)
                };
                size("GOBS_PER_BLOCK_WIDTH", 98, 96, 0, "0 (one GOB)")?;
                let blocks = Blocks {
                    log2_height: size("GOBS_PER_BLOCK_HEIGHT", 101, 99, 5, "0 to 5 (1 to 32 GOBs)")?,
                    log2_depth: size("GOBS_PER_BLOCK_DEPTH", 104, 102, 5, "0 to 5 (1 to 32 GOBs)")?,
                    depth_offset: bits.get(38, 37) as u8,
                    sparse: flag(105),
                    log2_tile_width: bits.get(108, 106) as u8,
                    gob_3d: flag(109),
                    array_alignment: flag(110),
                    color_key: version == 4,
                };
                (Layout::BlockLinear(blocks), bits.get(63, 41) << 9)
            }
            other => {
                return Err(HeaderError { field: "HEADER_VERSION", expected: "0 to 4", found: other.into() });
            }
        };
        let code = bits.get(154, 151) as usize;
        let texture_type = TextureType::ALL.get(code).copied();
        Ok(Header {
            layout,
            address: high | u64::from(low),
            texture_type: texture_type.ok_or(HeaderError {
                field: "TEXTURE_TYPE",
                expected: "0 to 8",
                found: code as u64,
            })?,
            components: Components(bits.get(6, 0) as u8),
            data_types: std::array::from_fn(|index| DataType::from_code(bits.get(9 + 3 * index, 7 + 3 * index))),
            sources: std::array::from_fn(|index| bits.get(21 + 3 * index, 19 + 3 * index) as u8),
            width: width + 1,
            height: bits.get(175, 160) + 1,
            depth: bits.get(189, 176) + 1,
            max_mip_level: bits.get(127, 124) as u8,
            view_min_mip_level: bits.get(227, 224) as u8,
            view_max_mip_level: bits.get(231, 228) as u8,
            multi_sample_count: bits.get(235, 232) as u8,
            min_lod_clamp: bits.get(247, 236) as u16,
            srgb: flag(150),
            normalized: flag(191),
            sector_promotion: bits.get(156, 155) as u8,
            border_size: bits.get(159, 157) as u8,
        })
    }

    /// The header's 32 bytes; [`Header::parse`] returns the same header.
    ///
    /// # Errors
    /// [`HeaderError`] for a field that does not fit: sizes, alignment of the address, codes.
    pub fn encode(&self) -> Result<[u8; HEADER_BYTES], HeaderError> {
        let mut bits = Bits([0; 8]);
        check(self.components.0 < 0x80, "COMPONENTS", "a code below 0x80", self.components.0.into())?;
        bits.set(6, 0, self.components.0.into());
        for (index, (&data_type, &source)) in self.data_types.iter().zip(&self.sources).enumerate() {
            check(source < 8, "SOURCE", "a code below 8", source.into())?;
            bits.set(9 + 3 * index, 7 + 3 * index, data_type as u32);
            bits.set(21 + 3 * index, 19 + 3 * index, source.into());
        }
        check(self.address < 1 << 48, "ADDRESS", "at most 48 bits", self.address)?;
        bits.set(79, 64, (self.address >> 32) as u32);
        let low = self.address as u32;
        let mut widest = 1 << 16;
        let version = match self.layout {
            Layout::OneDBuffer => {
                widest = 1 << 32;
                bits.set(63, 32, low);
                bits.set(111, 96, (self.width.wrapping_sub(1) >> 16) as u32);
                0
            }
            Layout::Pitch { pitch, color_key } => {
                check(low.is_multiple_of(32), "ADDRESS", "a multiple of 32 bytes for pitch layout", self.address)?;
                check(
                    pitch.is_multiple_of(32) && pitch < 1 << 21,
                    "PITCH",
                    "a multiple of 32 below 2^21",
                    pitch.into(),
                )?;
                bits.set(63, 37, low >> 5);
                bits.set(111, 96, pitch >> 5);
                if color_key { 1 } else { 2 }
            }
            Layout::BlockLinear(blocks) => {
                check(
                    low.is_multiple_of(512),
                    "ADDRESS",
                    "a multiple of 512 bytes for block-linear layout",
                    self.address,
                )?;
                let sizes = [
                    ("GOBS_PER_BLOCK_HEIGHT", 101, 99, blocks.log2_height, 5),
                    ("GOBS_PER_BLOCK_DEPTH", 104, 102, blocks.log2_depth, 5),
                    ("GOB_DEPTH_OFFSET", 38, 37, blocks.depth_offset, 3),
                    ("TILE_WIDTH_IN_GOBS", 108, 106, blocks.log2_tile_width, 7),
                ];
                for (field, high, low, value, limit) in sizes {
                    check(value <= limit, field, "a code of the field's range", value.into())?;
                    bits.set(high, low, value.into());
                }
                bits.set(63, 41, low >> 9);
                bits.set(105, 105, blocks.sparse.into());
                bits.set(109, 109, blocks.gob_3d.into());
                bits.set(110, 110, blocks.array_alignment.into());
                if blocks.color_key { 4 } else { 3 }
            }
        };
        bits.set(87, 85, version);
        let extents = [
            ("WIDTH_MINUS_ONE", self.width, widest, 143, 128),
            ("HEIGHT_MINUS_ONE", self.height.into(), 1 << 16, 175, 160),
            ("DEPTH_MINUS_ONE", self.depth.into(), 1 << 14, 189, 176),
        ];
        for (field, value, limit, high, low) in extents {
            check((1..=limit).contains(&value), field, "an extent from 1 to the field's range", value)?;
            bits.set(high, low, value.wrapping_sub(1) as u32);
        }
        let codes = [
            ("MAX_MIP_LEVEL", 127, 124, u32::from(self.max_mip_level)),
            ("RES_VIEW_MIN_MIP_LEVEL", 227, 224, self.view_min_mip_level.into()),
            ("RES_VIEW_MAX_MIP_LEVEL", 231, 228, self.view_max_mip_level.into()),
            ("MULTI_SAMPLE_COUNT", 235, 232, self.multi_sample_count.into()),
            ("MIN_LOD_CLAMP", 247, 236, self.min_lod_clamp.into()),
            ("SECTOR_PROMOTION", 156, 155, self.sector_promotion.into()),
            ("BORDER_SIZE", 159, 157, self.border_size.into()),
            ("S_R_G_B_CONVERSION", 150, 150, self.srgb.into()),
            ("NORMALIZED_COORDS", 191, 191, self.normalized.into()),
            ("TEXTURE_TYPE", 154, 151, self.texture_type as u32),
        ];
        for (field, high, low, value) in codes {
            check(value <= Bits::mask(high, low), field, "a code of the field's width", value.into())?;
            bits.set(high, low, value);
        }
        let mut bytes = [0; HEADER_BYTES];
        for (chunk, word) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(bits.0) {
            *chunk = word.to_le_bytes();
        }
        Ok(bytes)
    }

    /// Whether the data type of R is signed, as `.SD32` and `.SD64` use it; `None` for types that are not integers.
    ///
    /// # Source
    /// spec: PTX ISA, `sured.p` (`.b32` is `u32` on a `UINT` surface and `s32` on a `SINT` surface); oracle: ptxas 12.4
    /// encodes exactly that case as `.SD32`. Other data types: unconfirmed, hence `None`.
    pub fn signed(&self) -> Option<bool> {
        match self.data_types[0] {
            DataType::Sint => Some(true),
            DataType::Uint => Some(false),
            _ => None,
        }
    }

    /// A header with one mip level, one sample, unsigned components and the identity swizzle.
    fn plain(layout: Layout, texture_type: TextureType, address: u64, components: Components) -> Header {
        Header {
            layout,
            address,
            texture_type,
            components,
            data_types: [DataType::Uint; 4],
            sources: [2, 3, 4, 5],
            width: 1,
            height: 1,
            depth: 1,
            max_mip_level: 0,
            view_min_mip_level: 0,
            view_max_mip_level: 0,
            multi_sample_count: 0,
            min_lod_clamp: 0,
            srgb: false,
            normalized: false,
            sector_promotion: 0,
            border_size: 0,
        }
    }

    /// The same header with another data type for all components.
    #[must_use]
    pub fn with_data_type(self, data_type: DataType) -> Header {
        Header { data_types: [data_type; 4], ..self }
    }

    /// A one-dimensional pitch surface over `bytes` bytes, with texels of 4 bytes (2 or 1 if the size is not divisible by 4).
    ///
    /// # Errors
    /// [`HeaderError`] if the address is not a multiple of 32, or if there are no bytes or more than 65536 texels.
    ///
    /// # Examples
    /// ```
    /// use isotope_machine::mem::texture::Header;
    /// let header = Header::pitch_1d(0x1000, 224)?;
    /// assert_eq!(header.width, 56);
    /// assert_eq!(Header::parse(&header.encode()?)?, header);
    /// # Ok::<(), isotope_machine::mem::texture::HeaderError>(())
    /// ```
    pub fn pitch_1d(address: u64, bytes: u32) -> Result<Header, HeaderError> {
        let components = match bytes % 4 {
            0 => Components::R32,
            2 => Components::R16,
            _ => Components::R8,
        };
        let width = u64::from(bytes / u32::from(components.texel_bytes().unwrap_or(1)));
        check((1..=1 << 16).contains(&width), "WIDTH_MINUS_ONE", "1 to 65536 texels in a 1D surface", width)?;
        // The pitch of a single row is never used; set it to the row's own length if it fits.
        let pitch = bytes.next_multiple_of(32).min((1 << 21) - 32);
        let layout = Layout::Pitch { pitch, color_key: false };
        Header { width, ..Header::plain(layout, TextureType::OneD, address, components) }.checked()
    }

    /// A two-dimensional pitch surface; `pitch` is in bytes.
    ///
    /// # Errors
    /// [`HeaderError`] as for [`Header::encode`]; also if a row is longer than the pitch.
    pub fn pitch_2d(
        address: u64,
        components: Components,
        width: u32,
        height: u32,
        pitch: u32,
    ) -> Result<Header, HeaderError> {
        let row = u64::from(width) * u64::from(components.texel_bytes().unwrap_or(0));
        check(row <= pitch.into(), "PITCH", "at least the bytes of a row", pitch.into())?;
        let plain =
            Header::plain(Layout::Pitch { pitch, color_key: false }, TextureType::TwoDNoMipmap, address, components);
        Header { width: width.into(), height, ..plain }.checked()
    }

    /// A one-dimensional buffer of `texels` texels at any address.
    ///
    /// # Errors
    /// [`HeaderError`] as for [`Header::encode`].
    pub fn buffer(address: u64, components: Components, texels: u64) -> Result<Header, HeaderError> {
        let plain = Header::plain(Layout::OneDBuffer, TextureType::OneDBuffer, address, components);
        Header { width: texels, ..plain }.checked()
    }

    /// A block-linear surface with one mip level: `extent` is width, height and depth or layers.
    ///
    /// # Errors
    /// [`HeaderError`] as for [`Header::encode`].
    pub fn block_linear(
        address: u64,
        texture_type: TextureType,
        components: Components,
        extent: [u32; 3],
        log2_block: [u8; 2],
    ) -> Result<Header, HeaderError> {
        let blocks = Blocks { log2_height: log2_block[0], log2_depth: log2_block[1], ..Blocks::default() };
        let plain = Header::plain(Layout::BlockLinear(blocks), texture_type, address, components);
        Header { width: extent[0].into(), height: extent[1], depth: extent[2], ..plain }.checked()
    }

    fn checked(self) -> Result<Header, HeaderError> {
        self.encode().map(|_| self)
    }
}
