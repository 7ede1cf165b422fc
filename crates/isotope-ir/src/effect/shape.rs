//! The shape that an instruction assumes of its surface or image, and the part of an element that it accesses.
//!
//! Instruction fields only: the machine's memory computes addresses.

use serde::{Deserialize, Serialize};

/// The dimension of a surface instruction (`.dim`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dim {
    /// `.1D`: x.
    D1,
    /// `.1D_BUFFER`: x, unsigned unless the clamp is `.NEAR`.
    Buffer1,
    /// `.1D_ARRAY`: x, layer.
    Array1,
    /// `.2D`: x, y.
    D2,
    /// `.2D_ARRAY`: x, y, layer.
    Array2,
    /// `.3D`: x, y, z.
    D3,
}

impl Dim {
    /// All dimensions, by their code in instructions.
    pub const ALL: [Dim; 6] = [Dim::D1, Dim::Buffer1, Dim::Array1, Dim::D2, Dim::Array2, Dim::D3];

    /// How many registers carry coordinates.
    pub fn coordinate_count(self) -> usize {
        match self {
            Dim::D1 | Dim::Buffer1 => 1,
            Dim::Array1 | Dim::D2 => 2,
            Dim::Array2 | Dim::D3 => 3,
        }
    }

    /// Its spelling without the dot.
    pub fn name(self) -> &'static str {
        match self {
            Dim::D1 => "1D",
            Dim::Buffer1 => "1D_BUFFER",
            Dim::Array1 => "1D_ARRAY",
            Dim::D2 => "2D",
            Dim::Array2 => "2D_ARRAY",
            Dim::D3 => "3D",
        }
    }
}

/// What happens to coordinates outside the surface (`.clamp`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Clamp {
    /// `.IGN`: the update is dropped.
    Ignore,
    /// `.NEAR`: each coordinate becomes the nearest one inside.
    Near,
    /// `.TRAP`: the wave takes an error.
    Trap,
}

/// Fields of an access beside its coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SurfaceShape {
    /// `.dim`.
    pub dim: Dim,
    /// `.BA`: x counts bytes.
    pub byte_address: bool,
    /// `.clamp`.
    pub clamp: Clamp,
    /// Bytes of the access: 4 or 8 of an atomic, 1 to 16 of a load or store.
    pub access_size: u8,
}

/// The shape that an instruction assumes of an image (DIM).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
#[allow(missing_docs)]
pub enum ImageDim {
    D1 = 0,
    D2 = 1,
    D3 = 2,
    Cube = 3,
    D1Array = 4,
    D2Array = 5,
    D2Msaa = 6,
    D2MsaaArray = 7,
}

impl ImageDim {
    /// All of them, by their code.
    pub const ALL: [ImageDim; 8] = {
        use ImageDim::*;
        [D1, D2, D3, Cube, D1Array, D2Array, D2Msaa, D2MsaaArray]
    };

    /// The dimension of a DIM field; `None` above 7.
    pub fn from_code(code: u32) -> Option<ImageDim> {
        ImageDim::ALL.get(code as usize).copied()
    }

    /// The dimension of a descriptor's TYPE; `None` for a buffer's.
    pub fn from_type(kind: u8) -> Option<ImageDim> {
        ImageDim::from_code(u32::from(kind).checked_sub(8)?)
    }

    /// The TYPE code of a descriptor of this dimension.
    pub fn type_code(self) -> u8 {
        self as u8 + 8
    }

    /// Coordinates that an unsampled access takes.
    pub fn coordinates(self) -> usize {
        match self {
            ImageDim::D1 => 1,
            ImageDim::D2 | ImageDim::D1Array => 2,
            ImageDim::D3 | ImageDim::Cube | ImageDim::D2Array | ImageDim::D2Msaa => 3,
            ImageDim::D2MsaaArray => 4,
        }
    }
}

/// Which part of an element is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ElementPart {
    /// The first bytes of an element: this many.
    Element(u8),
    /// A channel of 32 bits, 0 red to 3 alpha.
    Channel(u8),
    /// A channel of fewer bits.
    Narrow {
        /// Which one.
        channel: u8,
        /// Bytes that it has.
        bytes: u8,
    },
    /// One byte; the first coordinate counts bytes instead of elements.
    Byte,
}
