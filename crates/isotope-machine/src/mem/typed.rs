//! Typed surfaces: elements of one format in up to three dimensions, stored row by row.
//!
//! A launch describes such a surface by a [`Shape`]; its bytes are in a buffer. Pure functions from coordinates to a byte
//! offset: nothing here reads memory, converts formats, or supports tiling, multisampling or compression.
//!
//! # Source
//! spec: the public vISA documentation, typed messages: coordinates, out of bounds, order of channels. assumed: the linear layout
//! (`intel.typed_layout`).

pub use isotope_ir::effect::ElementPart;

/// The number format of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// Unsigned integers.
    Uint,
    /// Signed integers.
    Sint,
    /// Floats.
    Float,
    /// 0 to 1; the largest code means 1.
    Unorm,
    /// -1 to 1; the largest code means 1.
    Snorm,
}

/// The format of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Format {
    /// Number of channels: 1, 2 or 4.
    pub channels: u8,
    /// Size of a channel in bytes: 1, 2, 4 or 8.
    pub channel_bytes: u8,
    /// Its number format.
    pub number: Number,
}

impl Format {
    /// The format with a name such as `r32_uint`, `r32g32b32a32_float` or `r8g8b8a8_unorm`.
    ///
    /// ```
    /// use isotope_machine::mem::typed::{Format, Number};
    /// let format = Format::from_name("r32g32_sint").unwrap();
    /// assert_eq!(format, Format { channels: 2, channel_bytes: 4, number: Number::Sint });
    /// assert_eq!(format.bytes(), 8);
    /// assert_eq!(Format::from_name("r32b32_sint"), None);
    /// assert_eq!(Format::from_name("r32_unorm"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Format> {
        let (channels, number) = name.split_once('_')?;
        let number = match number {
            "uint" => Number::Uint,
            "sint" => Number::Sint,
            "float" => Number::Float,
            "unorm" => Number::Unorm,
            "snorm" => Number::Snorm,
            _ => return None,
        };
        let bits = channels.strip_prefix('r').map(|rest| rest.split('g').next().unwrap_or(rest))?;
        let channel_bytes = match bits {
            "8" => 1,
            "16" => 2,
            "32" => 4,
            "64" => 8,
            _ => return None,
        };
        if matches!(number, Number::Unorm | Number::Snorm) && channel_bytes > 2 {
            return None;
        }
        let all: [(u8, String); 3] =
            [(1, format!("r{bits}")), (2, format!("r{bits}g{bits}")), (4, format!("r{bits}g{bits}b{bits}a{bits}"))];
        let channels = all.iter().find(|(_, text)| text == channels)?.0;
        Some(Format { channels, channel_bytes, number })
    }

    /// Size of an element in bytes.
    pub fn bytes(self) -> u32 {
        u32::from(self.channels) * u32::from(self.channel_bytes)
    }
}

/// A typed surface without its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// The format of an element.
    pub format: Format,
    /// Number of elements per row.
    pub width: u32,
    /// Number of rows per slice, or layers of a one-dimensional array.
    pub height: u32,
    /// Number of slices, or layers of a two-dimensional array.
    pub depth: u32,
    /// Distance between rows in bytes.
    pub row_pitch: u32,
    /// Distance between slices in bytes.
    pub slice_pitch: u32,
}

/// The address of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Located {
    /// This byte offset from the start of the surface.
    At(u64),
    /// Dropped: writes do nothing, reads return [`Shape::fill`].
    Dropped,
    /// The access would need a conversion.
    NotModelled(&'static str),
}

impl Shape {
    /// A surface whose rows and slices are contiguous; `None` if their sizes do not fit 32 bits.
    pub fn packed(format: Format, [width, height, depth]: [u32; 3]) -> Option<Shape> {
        let row_pitch = width.checked_mul(format.bytes())?;
        let slice_pitch = row_pitch.checked_mul(height)?;
        Some(Shape { format, width, height, depth, row_pitch, slice_pitch })
    }

    /// Size in bytes from the first to the end of the last element.
    pub fn bytes(&self) -> u64 {
        if self.width == 0 || self.height == 0 || self.depth == 0 {
            return 0;
        }
        let row = u64::from(self.width) * u64::from(self.format.bytes());
        self.start(u64::from(self.height - 1), u64::from(self.depth - 1)).saturating_add(row)
    }

    /// Start of a row; a launch may set any pitches and extents.
    fn start(&self, row: u64, slice: u64) -> u64 {
        let slices = slice.saturating_mul(u64::from(self.slice_pitch));
        slices.saturating_add(row.saturating_mul(u64::from(self.row_pitch)))
    }

    /// The address of an access at column, row, slice and mip level. A surface has one level.
    pub fn locate(&self, [x, y, z, level]: [u32; 4], part: ElementPart) -> Located {
        let element = self.format.bytes();
        let (unit, offset) = match part {
            ElementPart::Byte => (1, 0),
            ElementPart::Element(bytes) if u32::from(bytes) <= element => (element, 0),
            ElementPart::Element(_) => return Located::NotModelled("an access wider than an element of the surface"),
            ElementPart::Channel(_) if self.format.channel_bytes != 4 => {
                return Located::NotModelled(
                    "channels of other than 32 bits, where the code computes which surface it is",
                );
            }
            ElementPart::Narrow { bytes, .. } if self.format.channel_bytes != bytes => {
                return Located::NotModelled("channels of another size than those of the surface");
            }
            ElementPart::Narrow { channel, .. } if channel >= self.format.channels => return Located::Dropped,
            ElementPart::Narrow { channel, bytes } => (element, u64::from(bytes) * u64::from(channel)),
            ElementPart::Channel(channel) if channel >= self.format.channels => return Located::Dropped,
            ElementPart::Channel(channel) => (element, 4 * u64::from(channel)),
        };
        let columns = u64::from(self.width) * u64::from(element / unit);
        if u64::from(x) >= columns || y >= self.height || z >= self.depth || level != 0 {
            return Located::Dropped;
        }
        let within = u64::from(x) * u64::from(unit) + offset;
        Located::At(self.start(u64::from(y), u64::from(z)).saturating_add(within))
    }

    /// The result of a read out of bounds: the bits of one in alpha, zero in other channels.
    pub fn fill(&self, part: ElementPart) -> u32 {
        let (ElementPart::Channel(channel) | ElementPart::Narrow { channel, .. }) = part else { return 0 };
        if channel != 3 {
            return 0;
        }
        let bits = 8 * u32::from(self.format.channel_bytes.min(4));
        match self.format.number {
            Number::Uint | Number::Sint => 1,
            Number::Float if bits == 16 => 0x3c00,
            Number::Float => 1f32.to_bits(),
            Number::Unorm => u32::MAX >> (32 - bits),
            Number::Snorm => u32::MAX >> (33 - bits),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_channels_and_bytes() {
        let format = Format::from_name("r32g32_float").unwrap();
        let shape = Shape { format, width: 5, height: 3, depth: 2, row_pitch: 64, slice_pitch: 256 };
        assert_eq!(shape.bytes(), 256 + 2 * 64 + 40);
        assert_eq!(shape.locate([4, 2, 1, 0], ElementPart::Element(8)), Located::At(256 + 128 + 32));
        assert_eq!(shape.locate([4, 2, 1, 0], ElementPart::Channel(1)), Located::At(256 + 128 + 36));
        assert_eq!(shape.locate([4, 2, 1, 0], ElementPart::Channel(2)), Located::Dropped);
        assert_eq!(shape.locate([39, 0, 0, 0], ElementPart::Byte), Located::At(39));
        for outside in [[5, 0, 0, 0], [0, 3, 0, 0], [0, 0, 2, 0], [0, 0, 0, 1], [u32::MAX, 0, 0, 0]] {
            assert_eq!(shape.locate(outside, ElementPart::Element(4)), Located::Dropped);
        }
        assert_eq!(shape.locate([40, 0, 0, 0], ElementPart::Byte), Located::Dropped);
        assert!(matches!(shape.locate([0; 4], ElementPart::Element(16)), Located::NotModelled(_)));
        assert_eq!(shape.fill(ElementPart::Channel(3)), 0x3f80_0000);
        let vast = Shape { height: u32::MAX, depth: u32::MAX, row_pitch: u32::MAX, slice_pitch: u32::MAX, ..shape };
        assert_eq!(vast.bytes(), u64::MAX);
        assert_eq!(vast.locate([0, u32::MAX - 1, u32::MAX - 1, 0], ElementPart::Byte), Located::At(u64::MAX));
        let narrow = Shape::packed(Format::from_name("r16_uint").unwrap(), [8, 1, 1]).unwrap();
        assert!(matches!(narrow.locate([0; 4], ElementPart::Channel(0)), Located::NotModelled(_)));
        assert_eq!(narrow.locate([3, 0, 0, 0], ElementPart::Narrow { channel: 0, bytes: 2 }), Located::At(6));
        assert_eq!(narrow.locate([3, 0, 0, 0], ElementPart::Narrow { channel: 1, bytes: 2 }), Located::Dropped);
        for (name, one) in [
            ("r8_uint", 1),
            ("r16g16_sint", 1),
            ("r16g16b16a16_float", 0x3c00),
            ("r8_unorm", 255),
            ("r8g8_snorm", 127),
            ("r16g16_unorm", 0xffff),
            ("r16_snorm", 0x7fff),
        ] {
            let shape = Shape::packed(Format::from_name(name).unwrap(), [8, 1, 1]).unwrap();
            let bytes = shape.format.channel_bytes;
            let fill = |channel| shape.fill(ElementPart::Narrow { channel, bytes });
            assert_eq!([0, 1, 2, 3].map(fill), [0, 0, 0, one], "{name}");
        }
        assert_eq!((narrow.locate([7, 0, 0, 0], ElementPart::Element(2)), narrow.bytes()), (Located::At(14), 16));
    }
}
