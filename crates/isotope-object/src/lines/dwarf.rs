//! Line tables in DWARF 2 to 5, as ptxas and clang write them, parsed with the crate `gimli`.
//!
//! `.debug_line` alone is sufficient: all line programs are read in sequence, because ptxas `-lineinfo` writes no `.debug_info`.
//! Inlining is described in `.debug_info` (clang), or in the line program itself (ptxas, from PTX with `inlined_at`). The ranges of
//! inlined functions in `.debug_info` of ptxas are not read: they refer to PTX before its instructions were reordered.
//!
//! Code sections of a cubin have no address; relocations of the table name the section. Addresses in [`Tables`] are therefore keyed: if
//! a section has no address, its number is stored above bit 48.
//!
//! # Source
//! spec: DWARF 5, sections 6.2 (line number information) and 3.3.8 (inlined subroutines). oracle: nvdisasm 12.8 `-g` and `-gi`,
//! llvm-dwarfdump 19 `--debug-line`. assumed, from files of ptxas 12.4 and the output of nvdisasm `-gi` for them: the extended opcode 0x90
//! has the number of the calling row, counted from 1 in its sequence, 0 for none, followed by the offset of the function's name.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use gimli::{
    AttributeValue, DebugLineOffset, Dwarf, EndianSlice, LineInstruction, LineProgramHeader, LittleEndian, Reader,
    Relocate, RelocateReader, Unit,
};

use super::{Inlined, SourceLines, Span, Spot};
use crate::elf::{Elf, FLAG_CODE, SECTION_REL, SECTION_RELA};

/// Maximum number of rows in all tables of a file; large libraries have several hundred thousand.
const MOST_ROWS: usize = 1 << 22;
/// Maximum number of ranges of inlined functions.
const MOST_INLINED: usize = 1 << 20;
/// Maximum size in bytes of all file names.
const MOST_TEXT: usize = 1 << 26;
/// Maximum size in bytes of data that units parse besides their own: abbreviations and headers of line programs, which units may share.
const MOST_HEADS: usize = 1 << 29;
/// Maximum number of attributes parsed per byte of `.debug_info`: abbreviations may have many attributes that take no bytes.
const ATTRIBUTES_PER_BYTE: usize = 4;
/// Bit position of the section number in a keyed address.
const KEY: u32 = 48;
/// `DW_LNE` of ptxas: the function that follows was inlined at a row.
const INLINED_CALL: u8 = 0x90;
/// `SHF_COMPRESSED`.
pub(crate) const COMPRESSED: u64 = 0x800;

pub(crate) type Bytes<'a> = RelocateReader<EndianSlice<'a, LittleEndian>, &'a Relocations>;

/// The line tables of a file.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// By keyed address.
    lines: SourceLines,
    /// Name, keyed address and size.
    sections: Vec<(String, u64, u64)>,
}

impl Tables {
    /// Reads the tables of an ELF file; they are empty for other files and without debug information.
    ///
    /// # Examples
    /// ```
    /// use isotope_object::lines::Tables;
    /// let tables = Tables::read(include_bytes!("../../samples/lines.cubin"));
    /// let lines = tables.part(".text.fill", 0);
    /// assert_eq!(lines.find(0x8).unwrap().to_string(), "lines.cl:13");
    /// ```
    pub fn read(file: &[u8]) -> Tables {
        let mut tables = Tables::default();
        if let Err(why) = tables.fill(file) {
            tables.lines.damage = Some(why);
        }
        tables.lines.sort();
        tables
    }

    /// The error in the tables, in one line.
    pub fn damage(&self) -> Option<&str> {
        self.lines.damage()
    }

    /// The lines of a code section whose first byte has address `at`.
    pub fn part(&self, section: &str, at: u64) -> SourceLines {
        self.parts(&[(section, at)])
    }

    /// The lines of several sections, in order of their addresses.
    pub fn parts(&self, parts: &[(&str, u64)]) -> SourceLines {
        let SourceLines { files, spots, damage, spans, inlined } = &self.lines;
        let mut lines = SourceLines {
            files: files.clone(),
            spots: spots.clone(),
            damage: damage.clone(),
            ..SourceLines::default()
        };
        for (name, at) in parts {
            let Some((_, from, size)) = self.sections.iter().find(|(known, ..)| known == name) else { continue };
            let to = from.saturating_add(*size);
            let moved = |address: u64| address.clamp(*from, to) - from + at;
            let here = &spans[spans.partition_point(|s| s.start < *from)..spans.partition_point(|s| s.start < to)];
            let here = here.iter().map(|s| Span { start: moved(s.start), end: moved(s.end), ..*s });
            lines.spans.extend(here);
            let here =
                &inlined[inlined.partition_point(|i| i.start < *from)..inlined.partition_point(|i| i.start < to)];
            let here = here.iter().map(|i| Inlined { start: moved(i.start), end: moved(i.end), ..*i });
            lines.inlined.extend(here);
        }
        lines.sort();
        lines
    }

    fn fill(&mut self, file: &[u8]) -> Result<(), String> {
        let Ok(elf) = Elf::parse(file) else { return Ok(()) };
        if !has_lines(&elf) {
            return Ok(());
        }
        let key = |index: usize| keyed(&elf, index);
        for (index, section) in elf.sections.iter().enumerate().filter(|(_, s)| s.flags & FLAG_CODE != 0) {
            self.sections.push((section.name.into(), key(index).wrapping_add(section.address), section.size));
        }
        if let Some(packed) = elf.sections.iter().find(|s| s.name.starts_with(".debug_") && s.flags & COMPRESSED != 0) {
            return Err(format!("`{}` is compressed; build without -gz", crate::error::quote(packed.name)));
        }
        let relocations = Relocations::read(&elf, key)?;
        let bytes = |name: &str| debug_section(&elf, &relocations, name);
        let dwarf = Dwarf::load(|id| Ok::<_, gimli::Error>(bytes(id.name()))).map_err(|e| e.to_string())?;
        let mut walk = Walk {
            dwarf: &dwarf,
            lines: &mut self.lines,
            names: BTreeMap::new(),
            files: Vec::new(),
            spots: Vec::new(),
            rows: 0,
            text: MOST_TEXT,
        };
        let done = walk.rows(bytes(".debug_line").len()).map_err(|e| format!("`.debug_line`: {e}"));
        // Code without addresses comes from ptxas.
        let linked = elf.sections.iter().any(|s| s.flags & FLAG_CODE != 0 && s.address != 0);
        let done = done.and_then(|()| match linked {
            false => Ok(()),
            true => {
                let head = bytes(".debug_abbrev").len().saturating_add(bytes(".debug_line").len());
                let budget = bytes(".debug_info").len().saturating_mul(ATTRIBUTES_PER_BYTE);
                walk.units(head, budget).map_err(|e| format!("`.debug_info`: {e}"))
            }
        });
        let Walk { files, spots, .. } = walk;
        (self.lines.files, self.lines.spots) = (Arc::new(files), Arc::new(spots));
        done
    }
}

/// The key of a code section's addresses.
pub(crate) fn keyed(elf: &Elf<'_>, index: usize) -> u64 {
    match elf.sections.get(index) {
        Some(section) if section.address == 0 => (index as u64) << KEY,
        _ => 0,
    }
}

/// The bytes of a section with its relocations; empty if the file does not have it.
pub(crate) fn debug_section<'a>(elf: &Elf<'a>, all: &'a BTreeMap<usize, Relocations>, name: &str) -> Bytes<'a> {
    static NONE: Relocations = Relocations(BTreeMap::new());
    let index = elf.sections.iter().position(|section| section.name == name);
    let bytes = index.map_or(&[][..], |index| elf.sections[index].bytes);
    let relocations = index.and_then(|index| all.get(&index)).unwrap_or(&NONE);
    RelocateReader::new(EndianSlice::new(bytes, LittleEndian), relocations)
}

/// Whether a file has a line table.
pub fn has_lines(elf: &Elf<'_>) -> bool {
    elf.sections.iter().any(|section| section.name == ".debug_line" && !section.bytes.is_empty())
}

impl SourceLines {
    /// Sorts all entries; of overlapping spans, the one that begins later wins.
    fn sort(&mut self) {
        self.spans.sort_by_key(|span| span.start);
        self.inlined.sort_by_key(|inlined| (inlined.start, inlined.depth));
        let mut reach = 0;
        for inlined in &mut self.inlined {
            reach = reach.max(inlined.end);
            inlined.reach = reach;
        }
    }
}

/// The values to write in a section, by offset.
#[derive(Debug, Default)]
pub(crate) struct Relocations(BTreeMap<usize, u64>);

impl Relocations {
    /// The relocations of each section, by its number.
    pub(crate) fn read(elf: &Elf<'_>, key: impl Fn(usize) -> u64) -> Result<BTreeMap<usize, Relocations>, String> {
        let mut all: BTreeMap<usize, Relocations> = BTreeMap::new();
        let symbols = elf.symbols().map_err(|e| e.to_string())?;
        for section in elf.sections.iter().filter(|s| matches!(s.kind, SECTION_REL | SECTION_RELA)) {
            let target = section.info as usize;
            let Some(bytes) = elf.sections.get(target).filter(|s| s.name.starts_with(".debug_")).map(|s| s.bytes)
            else {
                continue;
            };
            let places = &mut all.entry(target).or_default().0;
            for raw in elf.relocations(section).map_err(|e| e.to_string())? {
                let (Ok(at), Some(symbol)) = (usize::try_from(raw.offset), symbols.get(raw.symbol as usize)) else {
                    continue;
                };
                let index = usize::from(symbol.section);
                // References to debug sections are offsets, which need no key.
                let code = elf.sections.get(index).is_some_and(|s| s.flags & FLAG_CODE != 0);
                let stored = || crate::elf::u64_at(bytes, at).unwrap_or(0);
                let addend = raw.addend.map_or_else(stored, |addend| addend as u64);
                let base = if code { key(index) } else { 0 };
                places.insert(at, base.wrapping_add(symbol.value).wrapping_add(addend));
            }
        }
        Ok(all)
    }
}

impl Relocate for &Relocations {
    fn relocate_address(&self, offset: usize, value: u64) -> gimli::Result<u64> {
        Ok(self.0.get(&offset).copied().unwrap_or(value))
    }

    fn relocate_offset(&self, offset: usize, value: usize) -> gimli::Result<usize> {
        // An offset may have 4 bytes although the stored addend was read as 8.
        Ok(self.0.get(&offset).map_or(value, |found| *found as u32 as usize))
    }
}

/// State of reading the sections.
struct Walk<'a, 'b> {
    dwarf: &'b Dwarf<Bytes<'a>>,
    lines: &'b mut SourceLines,
    /// File numbers by name.
    names: BTreeMap<String, u32>,
    files: Vec<Arc<str>>,
    spots: Vec<Spot>,
    rows: usize,
    /// Remaining limit for the bytes of names.
    text: usize,
}

/// Why reading stops.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Stop {
    #[error("expected DWARF 2 to 5, found a damaged table ({0})")]
    Damaged(#[from] gimli::Error),
    #[error("more {0} than a table of an honest compiler has")]
    TooMuch(&'static str),
}

impl<'a> Walk<'a, '_> {
    /// Reads all line programs in sequence.
    fn rows(&mut self, length: usize) -> Result<(), Stop> {
        let mut at = 0;
        while at < length {
            let program = self.dwarf.debug_line.program(DebugLineOffset(at), 8, None, None)?;
            let header = program.header();
            at = at
                .saturating_add(header.unit_length())
                .saturating_add(usize::from(header.format().initial_length_size()));
            self.program(program)?;
        }
        Ok(())
    }

    fn program(&mut self, program: gimli::IncompleteLineProgram<Bytes<'a>>) -> Result<(), Stop> {
        let calls = calls(program.header())?;
        // The first row of the sequence and its spot: calls refer to rows of their own sequence.
        let (mut start_row, mut first) = (0, self.spots.len());
        let mut numbers = BTreeMap::new();
        let mut rows = program.rows();
        let mut open: Option<(u64, u32)> = None;
        let (mut count, mut next, mut caller) = (0, calls.iter().peekable(), None);
        while let Some((header, row)) = rows.next_row()? {
            self.rows += 1;
            if self.rows > MOST_ROWS {
                return Err(Stop::TooMuch("rows"));
            }
            while let Some((_, row)) = next.next_if(|(before, _)| *before <= count) {
                caller = usize::try_from(*row)
                    .ok()
                    .and_then(|row| row.checked_sub(1))
                    .filter(|row| *row < count - start_row);
            }
            count += 1;
            if let Some((start, spot)) = open.take()
                && start < row.address()
            {
                self.lines.spans.push(Span { start, end: row.address(), spot });
            }
            if row.end_sequence() {
                (start_row, first, caller) = (count, self.spots.len(), None);
                continue;
            }
            let file = self.file(header, row.file_index(), &mut numbers)?;
            let spot = Spot {
                file,
                line: row.line().map_or(0, |line| u32::try_from(line.get()).unwrap_or(0)),
                column: match row.column() {
                    gimli::ColumnType::LeftEdge => 0,
                    gimli::ColumnType::Column(column) => u32::try_from(column.get()).unwrap_or(0),
                },
                caller: caller.map(|row| (first + row) as u32),
            };
            open = Some((row.address(), self.spot(spot, calls.is_empty())));
        }
        Ok(())
    }

    /// The number of a spot; reuses the previous one if it is equal and `share` is set.
    fn spot(&mut self, spot: Spot, share: bool) -> u32 {
        if !share || self.spots.last() != Some(&spot) {
            self.spots.push(spot);
        }
        self.spots.len() as u32 - 1
    }

    /// The global number of a file in a line program; `known` caches the mapping.
    fn file(
        &mut self,
        header: &LineProgramHeader<Bytes<'a>>,
        index: u64,
        known: &mut BTreeMap<u64, u32>,
    ) -> Result<u32, Stop> {
        if let Some(number) = known.get(&index) {
            return Ok(*number);
        }
        let name = path(self.dwarf, header, index)?;
        self.text = self.text.checked_sub(name.len()).ok_or(Stop::TooMuch("names of files"))?;
        let files = &mut self.files;
        let number = *self.names.entry(name).or_insert_with_key(|name| {
            files.push(name.as_str().into());
            files.len() as u32 - 1
        });
        known.insert(index, number);
        Ok(number)
    }

    /// Reads the inlined functions of all units.
    fn units(&mut self, head: usize, mut budget: usize) -> Result<(), Stop> {
        let (mut headers, mut heads) = (self.dwarf.units(), MOST_HEADS);
        while let Some(header) = headers.next()? {
            heads = heads.checked_sub(head).ok_or(Stop::TooMuch("units"))?;
            let unit = self.dwarf.unit(header)?;
            self.unit(&unit, &mut budget)?;
        }
        Ok(())
    }

    /// Reads the inlined functions of a unit, within a budget of attributes.
    fn unit(&mut self, unit: &Unit<Bytes<'a>>, budget: &mut usize) -> Result<(), Stop> {
        let Some(program) = &unit.line_program else { return Ok(()) };
        let (mut entries, mut numbers) = (unit.entries(), BTreeMap::new());
        // Depths of the enclosing inlined functions.
        let mut open: Vec<isize> = Vec::new();
        while let Some(entry) = entries.next_dfs()? {
            *budget = budget.checked_sub(1 + entry.attrs().len()).ok_or(Stop::TooMuch("attributes"))?;
            let depth = entry.depth();
            while open.last().is_some_and(|outer| *outer >= depth) {
                open.pop();
            }
            if entry.tag() != gimli::DW_TAG_inlined_subroutine {
                continue;
            }
            open.push(depth);
            let number = |name| entry.attr_value(name).and_then(|value| value.udata_value()).unwrap_or(0);
            let line = u32::try_from(number(gimli::DW_AT_call_line)).unwrap_or(0);
            let column = u32::try_from(number(gimli::DW_AT_call_column)).unwrap_or(0);
            let index = match entry.attr_value(gimli::DW_AT_call_file) {
                Some(AttributeValue::FileIndex(index)) => index,
                other => other.and_then(|value| value.udata_value()).unwrap_or(0),
            };
            let file = self.file(program.header(), index, &mut numbers)?;
            let spot = self.spot(Spot { file, line, column, caller: None }, true);
            for (start, end) in ranges(self.dwarf, unit, entry, MOST_INLINED - self.lines.inlined.len())? {
                self.lines.inlined.push(Inlined { start, end, depth: open.len() as u32, spot, reach: 0 });
            }
        }
        Ok(())
    }
}

/// The code ranges of an entry, up to a limit.
pub(crate) fn ranges<R: Reader<Offset = usize>>(
    dwarf: &Dwarf<R>,
    unit: &Unit<R>,
    entry: &gimli::DebuggingInformationEntry<R>,
    most: usize,
) -> Result<Vec<(u64, u64)>, Stop> {
    let mut found = Vec::new();
    if let Some(value) = entry.attr_value(gimli::DW_AT_ranges)
        && let Some(mut list) = dwarf.attr_ranges(unit, value)?
    {
        while let Some(range) = list.next()? {
            if found.len() >= most {
                return Err(Stop::TooMuch("inlined functions"));
            }
            found.push((range.begin, range.end));
        }
        return Ok(found);
    }
    let address = |value: Option<AttributeValue<R>>| value.and_then(|v| dwarf.attr_address(unit, v).ok().flatten());
    let Some(low) = address(entry.attr_value(gimli::DW_AT_low_pc)) else { return Ok(found) };
    let high = match entry.attr_value(gimli::DW_AT_high_pc) {
        Some(AttributeValue::Udata(size)) => low.checked_add(size),
        other => address(other),
    };
    if most == 0 {
        return Err(Stop::TooMuch("inlined functions"));
    }
    found.extend(high.filter(|high| *high > low).map(|high| (low, high)));
    Ok(found)
}

/// The inline calls of a line program: the number of rows before the call, and the calling row.
fn calls<R: Reader<Offset = usize>>(header: &LineProgramHeader<R>) -> Result<Vec<(usize, u64)>, Stop> {
    let mut calls = Vec::new();
    let (mut instructions, mut rows) = (header.instructions(), 0);
    while let Some(instruction) = instructions.next_instruction(header)? {
        match instruction {
            LineInstruction::Special(_) | LineInstruction::Copy | LineInstruction::EndSequence => rows += 1,
            LineInstruction::UnknownExtended(opcode, mut operands) if opcode.0 == INLINED_CALL => {
                calls.push((rows, operands.read_uleb128()?));
            }
            _ => {}
        }
    }
    Ok(calls)
}

/// The file name in a line program, with its directory unless that is the compiler's working directory.
fn path<R: Reader<Offset = usize>>(
    dwarf: &Dwarf<R>,
    header: &LineProgramHeader<R>,
    index: u64,
) -> Result<String, Stop> {
    let Some(file) = header.file(index) else { return Ok("?".into()) };
    let text = |value| -> Result<String, Stop> {
        let bytes = dwarf.attr_line_string(value)?;
        let text = bytes.to_slice().map(|bytes: Cow<'_, [u8]>| String::from_utf8_lossy(&bytes).into_owned())?;
        Ok(text.chars().take(4096).collect())
    };
    let name = text(file.path_name())?;
    if file.directory_index() == 0 || name.starts_with('/') {
        return Ok(name);
    }
    let folder = file.directory(header).map(text).transpose()?.unwrap_or_default();
    Ok(if matches!(&*folder, "" | ".") { name } else { format!("{}/{name}", folder.trim_end_matches('/')) })
}
