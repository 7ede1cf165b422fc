//! Attribute records of an `.nv.info` section.

use super::attribute_name;
use isotope_object::elf::u32_at;
use isotope_object::{LoadError, quote};

/// One attribute record: its number and value, and its position, for messages.
#[derive(Clone, Copy)]
pub(super) struct Record<'a> {
    pub(super) id: u8,
    pub(super) value: &'a [u8],
    pub(super) section: &'a str,
    pub(super) offset: usize,
}

impl<'a> Record<'a> {
    pub(super) fn bad(&self, expected: impl Into<String>, found: impl Into<String>) -> LoadError {
        let name = attribute_name(self.id);
        let place =
            format!("attribute {:#04x} ({name}) at offset {:#x} of `{}`", self.id, self.offset, quote(self.section));
        LoadError::malformed(place, expected, found)
    }

    /// The value as exactly `N` words of 32 bits.
    pub(super) fn words<const N: usize>(&self) -> Result<[u32; N], LoadError> {
        if self.value.len() != 4 * N {
            return Err(self.bad(format!("a value of {} bytes", 4 * N), format!("{}", self.value.len())));
        }
        Ok(std::array::from_fn(|index| u32_at(self.value, 4 * index).unwrap_or(0)))
    }

    /// The value as any number of words of 32 bits.
    pub(super) fn list(&self) -> Result<Vec<u32>, LoadError> {
        let (words, rest) = self.value.as_chunks::<4>();
        if !rest.is_empty() {
            return Err(self.bad("a value of whole 32-bit words", format!("{} bytes", self.value.len())));
        }
        Ok(words.iter().map(|word| u32::from_le_bytes(*word)).collect())
    }

    /// The value as one number of 1 to 4 bytes, in any of the formats.
    pub(super) fn number(&self) -> Result<u32, LoadError> {
        match *self.value {
            [a] => Ok(a.into()),
            [a, b] => Ok(u16::from_le_bytes([a, b]).into()),
            [a, b, c, d] => Ok(u32::from_le_bytes([a, b, c, d])),
            _ => Err(self.bad("a value of 1, 2 or 4 bytes", format!("{} bytes", self.value.len()))),
        }
    }
}

/// Splits an `.nv.info` section into records: format byte, number, then nothing (1), a byte (2), a 16-bit value (3),
/// or a 16-bit length and that many bytes, padded to 4 (4).
pub(super) fn records<'a>(section: &'a str, bytes: &'a [u8]) -> Result<Vec<Record<'a>>, LoadError> {
    let mut records = Vec::new();
    let mut offset = 0;
    while offset < bytes.len() {
        let place = || format!("`{}` at offset {offset:#x}", quote(section));
        let Some(&[format, id, low, high]) = bytes.get(offset..).and_then(|rest| rest.first_chunk::<4>()) else {
            let found = format!("{} bytes", bytes.len() - offset);
            return Err(LoadError::malformed(place(), "an attribute record of at least 4 bytes", found));
        };
        let start = offset + 4;
        let (from, to) = match format {
            1 => (start, start),
            2 => (offset + 2, offset + 3),
            3 => (offset + 2, offset + 4),
            4 => (start, start + usize::from(u16::from_le_bytes([low, high]))),
            other => return Err(LoadError::malformed(place(), "attribute format 1, 2, 3 or 4", other.to_string())),
        };
        let value = bytes.get(from..to).ok_or_else(|| {
            let expected = format!("{} bytes for attribute {id:#04x} ({})", to - from, attribute_name(id));
            LoadError::malformed(place(), expected, format!("{} before the end of the section", bytes.len() - start))
        })?;
        records.push(Record { id, value, section, offset });
        offset = if format == 4 { to.next_multiple_of(4) } else { start };
    }
    Ok(records)
}
