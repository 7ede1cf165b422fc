//! Instructions of the processor without a row; a kernel with one is refused by the name of the instruction. For other instructions that
//! do not decode, the encoding is known, so a kernel is refused by encoding name and the code after them is still decoded correctly.

use std::borrow::Cow;

use crate::processor::Gfx;

/// A family of instruction words.
pub struct NoRow {
    /// Mask of the first word, and the value under it.
    mask: u32,
    value: u32,
    /// Opcodes, if the family has them.
    codes: std::ops::RangeInclusive<u32>,
    /// Its instructions, and advice.
    pub names: &'static str,
    /// Advice.
    pub hint: &'static str,
}

/// Image instructions have their opcode in bits 25:18.
const IMAGE: u32 = 0xf000_0000;

/// The families of gfx11. Kernels with an instruction of the first family are refused at launch, others when they reach the instruction.
pub const NO_ROWS: &[NoRow] = &[
    NoRow {
        mask: 0xfc00_0000,
        value: IMAGE,
        codes: 0x1b..=0xff,
        names: "image_sample*, image_gather4*, image_get_lod: images with a sampler",
        hint: "read the image without a sampler, as in read_imagef(image, coordinates)",
    },
    NoRow {
        mask: 0xfc00_0000,
        value: IMAGE,
        codes: 0x19..=0x1a,
        names: "image_bvh_intersect_ray, image_bvh64_intersect_ray: rays",
        hint: "follow the tree in the program",
    },
    NoRow {
        mask: 0xfc00_0000,
        value: 0xe800_0000,
        codes: 0..=0xff,
        names: "tbuffer_*: typed buffers that say their own format",
        hint: "use buffer_load_format_* and buffer_store_format_*, whose format the descriptor says",
    },
    NoRow {
        mask: 0xfc00_0000,
        value: 0xf800_0000,
        codes: 0..=0xff,
        names: "exp: exports of graphics",
        hint: "store to memory",
    },
];

/// Facts about an instruction that does not decode.
#[derive(Clone, Copy)]
pub(super) enum Unknown {
    /// Its family.
    Family(&'static NoRow),
    /// Only its encoding.
    Encoding(&'static str),
}

/// The end of a refusal for an instruction of which only the encoding is known.
const UNDECODED: &str = "that Isotope cannot decode";

impl Unknown {
    pub(super) fn what(self) -> Cow<'static, str> {
        match self {
            Unknown::Family(family) => family.names.into(),
            Unknown::Encoding(name) => format!("an instruction of the encoding {name} {UNDECODED}").into(),
        }
    }
}

/// Whether a refusal is for an instruction that does not decode but has an encoding of the processor.
pub fn is_undecoded(text: &str) -> bool {
    text.ends_with(UNDECODED)
}

/// The facts about an instruction without a row at the start of `bytes`, and its length in bytes; `None` if the processor has no encoding
/// with these bits.
pub(super) fn unknown(gfx: Gfx, bytes: &[u8]) -> Option<(Unknown, u32)> {
    let encoding = (gfx.encodings)(bytes)?;
    let word = u32::from_le_bytes(*bytes.first_chunk()?);
    let code = word >> 18 & 0xff;
    let family = gfx.no_rows.iter().find(|row| word & row.mask == row.value && row.codes.contains(&code));
    Some((family.map_or(Unknown::Encoding(encoding.name), Unknown::Family), encoding.length))
}
