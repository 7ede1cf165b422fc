//! The canonical frame address at an instruction, from `.debug_frame`; other rules of that section are ignored.
//!
//! Parsed here and not by `gimli` because of the register numbers, as for expressions.
//!
//! # Source
//! spec: DWARF 5, section 6.4.

use gimli::Reader;

/// Rows by code address: from, to, the register and the number to add.
#[derive(Clone, Debug, Default)]
pub(super) struct Frames(Vec<(u64, u64, u64, i64)>);

/// The used fields of a common information entry.
#[derive(Clone, Debug)]
struct Common<R> {
    at: usize,
    code: u64,
    data: i64,
    rules: R,
}

impl Frames {
    pub(super) fn at(&self, address: u64) -> Option<(u64, i64)> {
        let row = self.0.iter().find(|(from, to, ..)| (*from..*to).contains(&address))?;
        Some((row.2, row.3))
    }

    /// Converts to the addresses of a launch; drops rows of other code.
    pub(super) fn moved(self, place: impl Fn(u64, u64) -> Option<(u64, u64)>) -> Frames {
        let rows = self.0.into_iter();
        Frames(rows.filter_map(|(from, to, r, n)| place(from, to).map(|(from, to)| (from, to, r, n))).collect())
    }

    /// Parses the section.
    pub(super) fn read<R: Reader<Offset = usize>>(section: R) -> gimli::Result<Frames> {
        let (mut rows, mut commons): (Vec<_>, Vec<Common<R>>) = (Vec::new(), Vec::new());
        let mut rest = section.clone();
        while !rest.is_empty() {
            let at = rest.offset_from(&section);
            let (length, format) = rest.read_initial_length()?;
            let mut entry = rest.split(length)?;
            let id = entry.read_offset(format)?;
            let common_id = if format == gimli::Format::Dwarf64 { usize::MAX } else { 0xffff_ffff };
            if id == common_id {
                let version = entry.read_u8()?;
                let augmented = entry.read_null_terminated_slice()?;
                if !augmented.is_empty() {
                    continue;
                }
                if version >= 4 {
                    entry.skip(2)?;
                }
                let (code, data) = (entry.read_uleb128()?, entry.read_sleb128()?);
                let _ = if version == 1 { entry.read_u8()?.into() } else { entry.read_uleb128()? };
                commons.push(Common { at, code, data, rules: entry });
                continue;
            }
            let (from, size) = (entry.read_address(8)?, entry.read_u64()?);
            let Some(common) = commons.iter().find(|common| common.at == id) else { continue };
            let mut row = (0, 0);
            let (mut here, end) = (from, from.saturating_add(size));
            run(common.rules.clone(), common, &mut row, |_, _| {})?;
            run(entry, common, &mut row, |step, (register, offset)| {
                let next = here.saturating_add(step).min(end);
                rows.push((here, next, register, offset));
                here = next;
            })?;
            rows.push((here, end, row.0, row.1));
        }
        Ok(Frames(rows))
    }
}

/// Executes call frame instructions; `advance` is called for each advance of the location, with the rule up to there.
fn run<R: Reader<Offset = usize>>(
    mut rules: R,
    common: &Common<R>,
    row: &mut (u64, i64),
    mut advance: impl FnMut(u64, (u64, i64)),
) -> gimli::Result<()> {
    let mut remembered = Vec::new();
    while !rules.is_empty() {
        let code = rules.read_u8()?;
        match code {
            0x40..=0x7f => advance(u64::from(code & 0x3f) * common.code, *row),
            0x80..=0xbf => _ = rules.read_uleb128()?,
            0xc0..=0xff | 0x00 => {}
            0x01 => return Ok(()),
            0x02 => advance(u64::from(rules.read_u8()?) * common.code, *row),
            0x03 => advance(u64::from(rules.read_u16()?) * common.code, *row),
            0x04 => advance(u64::from(rules.read_u32()?) * common.code, *row),
            0x05 | 0x09 | 0x14 => {
                rules.read_uleb128()?;
                rules.read_uleb128()?;
            }
            0x06..=0x08 => _ = rules.read_uleb128()?,
            0x0a => remembered.push(*row),
            0x0b => *row = remembered.pop().unwrap_or(*row),
            0x0c => *row = (rules.read_uleb128()?, rules.read_uleb128()? as i64),
            0x0d => row.0 = rules.read_uleb128()?,
            0x0e => row.1 = rules.read_uleb128()? as i64,
            0x0f => {
                let length = rules.read_uleb128_u16()?;
                rules.skip(length.into())?;
            }
            0x10 | 0x16 => {
                rules.read_uleb128()?;
                let length = rules.read_uleb128_u16()?;
                rules.skip(length.into())?;
            }
            0x11 | 0x15 => {
                rules.read_uleb128()?;
                rules.read_sleb128()?;
            }
            0x12 => *row = (rules.read_uleb128()?, rules.read_sleb128()?.saturating_mul(common.data)),
            0x13 => row.1 = rules.read_sleb128()?.saturating_mul(common.data),
            // Nothing after an unknown instruction can be parsed.
            _ => return Ok(()),
        }
    }
    Ok(())
}
