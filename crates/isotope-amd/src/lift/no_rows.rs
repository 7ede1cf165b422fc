//! Instructions of the processor without a row; a kernel with one is refused by the name of the instruction. For other instructions that
//! do not decode, the encoding is known, so a kernel is refused by encoding name and the code after them is still decoded correctly.

use std::borrow::Cow;

use crate::encodings::NoRow;
use crate::processor::Gfx;

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
