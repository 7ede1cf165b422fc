//! Accesses to memory, and requests to the synchronization unit.

use serde::{Deserialize, Serialize};

use super::{GsOp, GwsOp, ImageDim, Qualifiers, Slot, Src, SurfaceShape};

/// Which memory an access goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Space {
    /// Memory that every work-group sees, by byte address.
    Global,
    /// Memory of one work-group, by byte offset.
    Shared,
    /// Memory of one lane, by byte offset.
    Private,
    /// Memory of one wave, by byte offset: the private memory of all its lanes as one.
    Wave,
    /// An address that may fall into the window of shared or private memory.
    Generic,
    /// A generic address that must be global: a hit in a window is a fault (SPA 5.0 `ATOM`, NVIDIA's ATOM page).
    GenericGlobal,
    /// A constant bank, by byte offset.
    Constant(u8),
    /// All constant banks as one space: the bank in bits 31:16 of the address, the byte offset in 15:0.
    ConstantBanks,
}

/// How a byte address is formed in each lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Address {
    /// Low word of the base.
    pub lo: Src,
    /// High word; absent for a 32-bit address, which wraps modulo 2^32 and is then zero-extended.
    pub hi: Option<Src>,
    /// Signed byte offset.
    pub offset: i32,
}

/// One memory access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Access {
    /// Where it goes.
    pub space: Space,
    /// How each lane forms its address.
    pub address: Address,
    /// Bytes per lane: 1, 2, 4, 8, 12 or 16.
    pub bytes: u8,
    /// Whether an address that is not a multiple of `bytes` is a fault; otherwise any address is served. Atomics are always
    /// aligned.
    pub aligned: bool,
    /// The lanes are 63:32 of a wave.
    pub upper: bool,
    /// Order and cache policy of the instruction.
    #[serde(default, skip_serializing_if = "Qualifiers::is_plain")]
    pub qualifiers: Qualifiers,
}

/// One access through a buffer descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BufferAccess {
    /// The descriptor's four words.
    pub descriptor: [Src; 4],
    /// Index of the element.
    pub index: Option<Src>,
    /// Byte offset in the element, per lane.
    pub offset: Option<Src>,
    /// Byte offset, the same for every lane.
    pub base: Src,
    /// Byte offset in the instruction.
    pub immediate: u32,
    /// Bytes per lane.
    pub bytes: u8,
    /// Which word of a load or store of several words; each is in range or not separately. An atomic is checked as a whole.
    pub word: Option<u8>,
    /// The lanes are 63:32 of a wave.
    pub upper: bool,
}

/// One access to an element of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ImageAccess {
    /// The descriptor's eight words.
    pub descriptor: [Src; 8],
    /// Coordinates, array slice and fragment, in the order of the address registers.
    pub coords: [Src; 4],
    /// Shape that the instruction names.
    pub dim: ImageDim,
    /// Coordinates are two 16-bit values per word.
    pub packed: bool,
    /// The descriptor has four words only.
    pub short: bool,
    /// Bytes per lane.
    pub bytes: u8,
}

/// An access to elements whose format a descriptor names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TypedAccess {
    /// The descriptor.
    pub through: Through,
    /// The operation.
    pub transfer: Transfer,
    /// Components that take part: bit 0 is x.
    pub components: u8,
    /// The conversion of their bits.
    pub convert: Convert,
    /// What a store writes, one source per component that takes part.
    pub data: [Src; 4],
    /// What a load writes: one vector per component that takes part, in lanes that execute.
    pub dst: Slot,
    /// Order and cache policy of the instruction.
    #[serde(default, skip_serializing_if = "Qualifiers::is_plain")]
    pub qualifiers: Qualifiers,
}

/// The descriptor of a [`TypedAccess`]. Sizes in the access are ignored; the descriptor has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Through {
    /// A buffer's.
    Buffer(BufferAccess),
    /// An image's.
    Image {
        /// The element.
        access: ImageAccess,
        /// The mip level of the view is the coordinate after those of the shape; else it is the first one.
        level: bool,
    },
    /// A texture's, with its sampler.
    Texture(TextureAccess),
}

/// A fetch from a texture, whose format, extent and sampler the launch knows by its handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TextureAccess {
    /// The handle of texture and sampler.
    pub handle: Src,
    /// Coordinates x, y and z: floats, or integers of a texel.
    pub coords: [Src; 3],
    /// The layer of an array.
    pub layer: Src,
    /// The level of a texel, or of a size query.
    pub level: Src,
    /// Coordinates that count: 1 to 3.
    pub dims: u8,
    /// The texture is an array of layers.
    pub array: bool,
    /// What is fetched.
    pub fetch: Fetch,
}

/// What a fetch from a texture returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fetch {
    /// The sampler's result for float coordinates.
    Sample,
    /// The texel at integer coordinates.
    Texel,
    /// One component of the four texels around float coordinates.
    Gather(u8),
}

/// The operation of a [`TypedAccess`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Transfer {
    /// Reads an element; zeros where there is none.
    Load,
    /// Writes an element.
    Store,
    /// Returns width, height, depth or layers, and number of levels.
    Size,
}

/// The conversion of the bits of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Convert {
    /// Between the format and 32 bits.
    Full,
    /// Between the format and 16 bits.
    Half,
    /// None; with true, loads extend signs.
    Raw(bool),
}

/// A request of a wave to the device's synchronization unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    /// Global Wave Sync.
    Gws(GwsOp),
    /// An ordered count.
    Ordered,
    /// A register of the unit.
    Register(GsOp),
    /// Add the number of active lanes to a counter in the unit's memory, or subtract it.
    Append {
        /// Add.
        add: bool,
    },
    /// Read, write, or read-modify-write the unit's memory.
    Memory {
        /// Bytes per location.
        bytes: u8,
        /// Byte offsets of the locations.
        offsets: [u32; 2],
        /// Number of locations.
        count: u8,
        /// Index into [`Program::rmws`](crate::program::Program); a plain access otherwise.
        rmw: Option<u32>,
        /// A plain access writes.
        write: bool,
        /// A load below a word is sign-extended: to 16 bits if it goes to a half, else to 32.
        signed: bool,
        /// Only one half of the register takes part in a plain access; true is the upper one.
        half: Option<bool>,
    },
}

/// A request to the device's synchronization unit. One lane sends for the wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Request {
    /// The request.
    pub ask: Ask,
    /// The wave's base and size, as AMD's M0 holds them.
    pub base: Src,
    /// Offset fields of the instruction: low byte, high byte.
    pub offset: [u8; 2],
    /// Address or value per lane: lanes 31:0, lanes 63:32.
    pub address: [Src; 2],
    /// Words of data per lane, likewise.
    pub data: [[Src; 4]; 2],
    /// First vector of the result, likewise.
    pub dst: Option<[Slot; 2]>,
}

/// One surface access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SurfaceAccess {
    /// Packed `samplerPtr | headerPtr`.
    pub handle: Src,
    /// x, y, z or array index, in the order of the coordinate registers.
    pub coords: [Src; 3],
    /// Dimension, unit of x, clamp and width.
    pub shape: SurfaceShape,
    /// Order and cache policy of the instruction.
    #[serde(default, skip_serializing_if = "Qualifiers::is_plain")]
    pub qualifiers: Qualifiers,
}
