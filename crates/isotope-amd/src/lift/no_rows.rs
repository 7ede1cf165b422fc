//! Instructions that the processor has and no row describes, so that a kernel with one is refused by their name. Of others that
//! do not decode the encoding is known, so that a kernel is refused by that and the code behind them is still read in step.

use std::borrow::Cow;

use crate::processor::Gfx;

/// A family of words.
pub struct NoRow {
    /// Bits of the first word, and what they are.
    mask: u32,
    value: u32,
    /// Operation codes, where the family has them.
    codes: std::ops::RangeInclusive<u32>,
    /// Its instructions, and what to do.
    pub names: &'static str,
    /// What to do.
    pub hint: &'static str,
}

/// Image instructions have their operation in bits 25:18.
const IMAGE: u32 = 0xf000_0000;

/// The families that gfx11 has. Kernels with one of the first are refused when they are launched, others where they reach it.
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

/// What is known of an instruction that does not decode.
#[derive(Clone, Copy)]
pub(super) enum Unknown {
    /// Its family.
    Family(&'static NoRow),
    /// Its encoding alone.
    Encoding(&'static str),
}

/// How a refusal ends of an instruction of which the encoding alone is known.
const UNDECODED: &str = "that Isotope cannot decode";

impl Unknown {
    pub(super) fn what(self) -> Cow<'static, str> {
        match self {
            Unknown::Family(family) => family.names.into(),
            Unknown::Encoding(name) => format!("an instruction of the encoding {name} {UNDECODED}").into(),
        }
    }
}

/// Whether a refusal says that an instruction does not decode, though its encoding is one of the processor's.
pub fn is_undecoded(text: &str) -> bool {
    text.ends_with(UNDECODED)
}

/// What is known of the instruction at the start of `bytes`, which no row describes, and how many bytes it has; `None` where no encoding
/// of the processor has such bits.
pub(super) fn unknown(gfx: Gfx, bytes: &[u8]) -> Option<(Unknown, u32)> {
    let encoding = (gfx.encodings)(bytes)?;
    let word = u32::from_le_bytes(*bytes.first_chunk()?);
    let code = word >> 18 & 0xff;
    let family = gfx.no_rows.iter().find(|row| word & row.mask == row.value && row.codes.contains(&code));
    Some((family.map_or(Unknown::Encoding(encoding.name), Unknown::Family), encoding.length))
}
