//! A bounds-checked reader of 64-bit little-endian ELF files: header, sections, segments, symbols, relocations.
//!
//! All data is borrowed from the file, and every number in it is checked. The reader does not interpret sections, nor
//! symbol versions.
//!
//! Written by hand instead of taken from a crate, because an error must say what was expected at which file offset,
//! and because only six fixed-size records are needed.

use super::error::{LoadError, quote};
use super::{Format, sniff};

/// `SHT_SYMTAB`.
pub const SECTION_SYMBOLS: u32 = 2;
/// `SHT_RELA`.
pub const SECTION_RELA: u32 = 4;
/// `SHT_NOBITS`.
pub const SECTION_NOBITS: u32 = 8;
/// `SHT_REL`.
pub const SECTION_REL: u32 = 9;
/// `SHT_NOTE`.
pub const SECTION_NOTE: u32 = 7;
/// `SHT_DYNSYM`.
pub const SECTION_DYNAMIC_SYMBOLS: u32 = 11;
/// `SHF_ALLOC`.
pub const FLAG_ALLOCATED: u64 = 2;
/// `SHF_EXECINSTR`.
pub const FLAG_CODE: u64 = 4;
/// `PT_LOAD`.
pub const SEGMENT_LOAD: u32 = 1;
/// `STT_OBJECT`.
pub const SYMBOL_OBJECT: u8 = 1;
/// `STT_FUNC`.
pub const SYMBOL_FUNCTION: u8 = 2;
/// `STT_SECTION`.
pub const SYMBOL_SECTION: u8 = 3;
/// Maximum length of a symbol or section name in bytes; C++ names are far shorter.
const LONGEST_NAME: usize = 0xffff;

/// What a caller of [`header`] expects, for its error messages.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// Advice for a file that is not an ELF file.
    pub hint: &'static str,
    /// Why another class or byte order is wrong.
    pub class_hint: &'static str,
}

/// The fields of the file header that identify the file.
#[derive(Debug, Clone, Copy)]
pub struct Header {
    /// `EI_OSABI`.
    pub os_abi: u8,
    /// `EI_ABIVERSION`.
    pub abi_version: u8,
    /// Type.
    pub kind: u16,
    /// `e_machine`.
    pub machine: u16,
    /// Flags.
    pub flags: u32,
}

/// One section header with its name.
#[derive(Debug, Clone, Copy)]
pub struct Section<'a> {
    /// Name.
    pub name: &'a str,
    /// Type.
    pub kind: u32,
    /// Flags.
    pub flags: u64,
    /// `sh_addr`: the address of the section if the file is loaded at address 0.
    pub address: u64,
    /// Offset in bytes.
    pub offset: u64,
    /// Size in bytes.
    pub size: u64,
    /// `sh_link`.
    pub link: u32,
    /// `sh_info`.
    pub info: u32,
    /// Alignment in bytes.
    pub align: u64,
    /// Size of an entry in bytes.
    pub entry_size: u64,
    /// Its bytes in the file; empty for `NOBITS`.
    pub bytes: &'a [u8],
}

/// One program header.
#[derive(Debug, Clone, Copy)]
pub struct Segment<'a> {
    /// Type.
    pub kind: u32,
    /// Offset in bytes.
    pub offset: u64,
    /// `p_vaddr`.
    pub address: u64,
    /// `p_memsz`; bytes beyond those in the file are zeros.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// The bytes in the file.
    pub bytes: &'a [u8],
}

/// One symbol with its name.
#[derive(Debug, Clone, Copy)]
pub struct Symbol<'a> {
    /// Name.
    pub name: &'a str,
    /// `STT_*`: low four bits of `st_info`.
    pub kind: u8,
    /// `st_other`.
    pub other: u8,
    /// Index of its section.
    pub section: u16,
    /// `st_value`.
    pub value: u64,
    /// Size in bytes.
    pub size: u64,
}

impl Section<'_> {
    /// The error for contents that the format does not allow.
    pub fn malformed(&self, expected: impl Into<String>, found: impl Into<String>) -> LoadError {
        LoadError::malformed(format!("section `{}`", quote(self.name)), expected, found)
    }
}

impl Symbol<'_> {
    /// The error for an extent that the format does not allow.
    pub fn malformed(&self, expected: impl Into<String>) -> LoadError {
        let place = format!("symbol `{}`", quote(self.name));
        LoadError::malformed(place, expected, format!("{:#x} bytes at {:#x}", self.size, self.value))
    }
}

/// One relocation; `addend` is `None` if it is stored at the relocated place.
#[derive(Debug, Clone, Copy)]
pub struct RawRelocation {
    /// Offset in bytes.
    pub offset: u64,
    /// Index of its symbol.
    pub symbol: u32,
    /// Type.
    pub kind: u32,
    /// The addend, if the table gives it.
    pub addend: Option<i64>,
}

/// `N` bytes at `offset`, if the slice has them.
pub fn bytes_at<const N: usize>(data: &[u8], offset: usize) -> Option<[u8; N]> {
    data.get(offset..offset.checked_add(N)?)?.try_into().ok()
}

/// A little-endian `u16` at `offset`.
pub fn u16_at(data: &[u8], offset: usize) -> Option<u16> {
    bytes_at(data, offset).map(u16::from_le_bytes)
}

/// A little-endian `u32` at `offset`.
pub fn u32_at(data: &[u8], offset: usize) -> Option<u32> {
    bytes_at(data, offset).map(u32::from_le_bytes)
}

/// A little-endian `u64` at `offset`.
pub fn u64_at(data: &[u8], offset: usize) -> Option<u64> {
    bytes_at(data, offset).map(u64::from_le_bytes)
}

fn slice(file: &[u8], offset: u64, size: u64, what: impl FnOnce() -> String) -> Result<&[u8], LoadError> {
    let range = usize::try_from(offset).ok().zip(usize::try_from(size).ok());
    range.and_then(|(offset, size)| file.get(offset..offset.checked_add(size)?)).ok_or_else(|| LoadError::Truncated {
        what: what(),
        offset,
        need: size,
        length: file.len() as u64,
    })
}

/// The NUL-terminated name at `offset` in a string table.
fn name_at(strings: &[u8], offset: u32, place: impl Fn() -> String) -> Result<&str, LoadError> {
    let rest = usize::try_from(offset).ok().and_then(|offset| strings.get(offset..)).ok_or_else(|| {
        LoadError::malformed(
            place(),
            format!("a name offset below {:#x}, the size of the string table", strings.len()),
            format!("{offset:#x}"),
        )
    })?;
    let window = &rest[..rest.len().min(LONGEST_NAME + 1)];
    let end = window.iter().position(|&byte| byte == 0).ok_or_else(|| {
        LoadError::malformed(
            place(),
            format!("a name of at most {LONGEST_NAME} bytes that ends in 0"),
            format!("no 0 in the {} bytes after string table offset {offset:#x}", window.len()),
        )
    })?;
    std::str::from_utf8(&window[..end]).map_err(|_| {
        LoadError::malformed(place(), "a name in UTF-8", format!("other bytes at string table offset {offset:#x}"))
    })
}

/// A parsed ELF file.
#[derive(Debug)]
pub struct Elf<'a> {
    /// The whole file.
    pub file: &'a [u8],
    /// Its sections.
    pub sections: Vec<Section<'a>>,
    segment_table: &'a [u8],
    segment_size: usize,
}

/// Reads only the file header, so that a file for another machine is reported before other errors.
pub fn header(file: &[u8], wanted: &Wanted) -> Result<Header, LoadError> {
    let truncated =
        |need: u64| LoadError::Truncated { what: "ELF file header".into(), offset: 0, need, length: file.len() as u64 };
    if bytes_at::<4>(file, 0) != Some(*b"\x7fELF") {
        return Err(LoadError::NotElf { found: "other bytes".into(), hint: wanted.hint.into() });
    }
    let ident: [u8; 16] = bytes_at(file, 0).ok_or_else(|| truncated(64))?;
    if (ident[4], ident[5]) != (2, 1) {
        return Err(LoadError::WrongClass { class: ident[4], data: ident[5], hint: wanted.class_hint });
    }
    (|| {
        file.get(..64)?;
        Some(Header {
            os_abi: ident[7],
            abi_version: ident[8],
            kind: u16_at(file, 0x10)?,
            machine: u16_at(file, 0x12)?,
            flags: u32_at(file, 0x30)?,
        })
    })()
    .ok_or_else(|| truncated(64))
}

/// The error for a file that no reader accepts. `text` is the advice for text, `machines` the expected machines.
pub fn refusal(file: &[u8], wanted: &Wanted, text: &'static str, machines: &'static str) -> LoadError {
    let not_elf = |found: String, hint: &'static str| LoadError::NotElf { found, hint: hint.into() };
    match sniff(file) {
        _ if file.is_empty() => return not_elf("an empty file".into(), wanted.hint),
        Some(Format::Text) => return not_elf("text".into(), text),
        None if !file.starts_with(b"\x7fELF") => {
            let shown: Vec<String> = file.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
            return not_elf(shown.join(" "), wanted.hint);
        }
        _ => {}
    }
    match header(file, wanted) {
        Ok(Header { machine, .. }) => LoadError::WrongMachine {
            expected: machines,
            machine,
            name: machine_name(machine),
            hint: wanted.hint.into(),
        },
        Err(error) => error,
    }
}

impl<'a> Elf<'a> {
    /// Reads all section headers of a file whose [`header`] was accepted, and checks that every section lies inside
    /// the file.
    pub fn parse(file: &'a [u8]) -> Result<Elf<'a>, LoadError> {
        let field = |offset| u16_at(file, offset).map_or(0, u64::from);
        let (table, entry, count, names) = (u64_at(file, 0x28).unwrap_or(0), field(0x3a), field(0x3c), field(0x3e));
        if count == 0 {
            return Err(LoadError::malformed("the ELF file header (offset 0x3c)", "at least one section header", "0"));
        }
        if entry != 64 {
            let found = entry.to_string();
            return Err(LoadError::malformed(
                "the ELF file header (offset 0x3a)",
                "section headers of 64 bytes",
                found,
            ));
        }
        let table = slice(file, table, count * 64, || format!("{count} section headers"))?;
        // Not every caller reads the segments, but a file that ends inside their table is truncated.
        let (segments, segment_count, segment_size) = (u64_at(file, 0x20).unwrap_or(0), field(0x38), field(0x36));
        let segment_table =
            slice(file, segments, segment_count * segment_size, || format!("{segment_count} program headers"))?;
        let raw = |index: usize| -> Option<(u32, Section<'a>)> {
            let entry = table.get(index * 64..index * 64 + 64)?;
            Some((
                u32_at(entry, 0)?,
                Section {
                    name: "",
                    kind: u32_at(entry, 4)?,
                    flags: u64_at(entry, 8)?,
                    address: u64_at(entry, 16)?,
                    offset: u64_at(entry, 24)?,
                    size: u64_at(entry, 32)?,
                    link: u32_at(entry, 40)?,
                    info: u32_at(entry, 44)?,
                    align: u64_at(entry, 48)?,
                    entry_size: u64_at(entry, 56)?,
                    bytes: &[],
                },
            ))
        };
        let strings = raw(names as usize).ok_or_else(|| {
            let expected = format!("an index below {count} of the section name table");
            LoadError::malformed("the ELF file header (offset 0x3e)", expected, names.to_string())
        })?;
        let strings = slice(file, strings.1.offset, strings.1.size, || "section name table".into())?;
        let mut sections = Vec::with_capacity(count as usize);
        for index in 0..count as usize {
            let Some((name, mut section)) = raw(index) else { break };
            section.name = name_at(strings, name, || format!("section header {index}"))?;
            // Section 0 is the null section; NOBITS sections have a size and no bytes.
            if index != 0 && section.kind != SECTION_NOBITS {
                section.bytes =
                    slice(file, section.offset, section.size, || format!("section `{}`", quote(section.name)))?;
            }
            sections.push(section);
        }
        Ok(Elf { file, sections, segment_table, segment_size: segment_size as usize })
    }

    /// The program headers; each segment is checked to be inside the file.
    pub fn segments(&self) -> Result<Vec<Segment<'a>>, LoadError> {
        const SIZE: usize = 56;
        if !self.segment_table.is_empty() && self.segment_size != SIZE {
            let (expected, found) = (format!("program headers of {SIZE} bytes"), self.segment_size.to_string());
            return Err(LoadError::malformed("the ELF file header (offset 0x36)", expected, found));
        }
        let mut segments = Vec::with_capacity(self.segment_table.len() / SIZE);
        for (index, entry) in self.segment_table.as_chunks::<SIZE>().0.iter().enumerate() {
            let word = |offset| u64_at(entry, offset).unwrap_or(0);
            let (offset, file_size) = (word(8), word(32));
            segments.push(Segment {
                kind: word(0) as u32,
                offset,
                address: word(16),
                size: word(40),
                align: word(48),
                bytes: slice(self.file, offset, file_size, || format!("segment {index}"))?,
            });
        }
        Ok(segments)
    }

    /// The symbols of the file; empty without a symbol table.
    pub fn symbols(&self) -> Result<Vec<Symbol<'a>>, LoadError> {
        self.symbols_of(SECTION_SYMBOLS)
    }

    /// The symbols of the first table with this section type; empty without one.
    pub fn symbols_of(&self, kind: u32) -> Result<Vec<Symbol<'a>>, LoadError> {
        let Some(table) = self.sections.iter().find(|section| section.kind == kind) else {
            return Ok(Vec::new());
        };
        if table.entry_size != 24 || !table.bytes.len().is_multiple_of(24) {
            let found = format!("{:#x} bytes in entries of {}", table.size, table.entry_size);
            return Err(table.malformed("symbols of 24 bytes", found));
        }
        let strings = self.sections.get(table.link as usize).ok_or_else(|| {
            let expected = format!("a string table index below {}", self.sections.len());
            table.malformed(expected, table.link.to_string())
        })?;
        let mut symbols = Vec::with_capacity(table.bytes.len() / 24);
        for (index, entry) in table.bytes.as_chunks::<24>().0.iter().enumerate() {
            let word = |offset| u32_at(entry, offset).unwrap_or(0);
            symbols.push(Symbol {
                name: name_at(strings.bytes, word(0), || format!("symbol {index}"))?,
                kind: entry[4] & 0xf,
                other: entry[5],
                section: u16_at(entry, 6).unwrap_or(0),
                value: u64_at(entry, 8).unwrap_or(0),
                size: u64_at(entry, 16).unwrap_or(0),
            });
        }
        Ok(symbols)
    }

    /// The relocations in a `REL` or `RELA` section.
    pub fn relocations(&self, section: &Section<'a>) -> Result<Vec<RawRelocation>, LoadError> {
        let explicit = section.kind == SECTION_RELA;
        let size = if explicit { 24 } else { 16 };
        if section.entry_size != size as u64 || !section.bytes.len().is_multiple_of(size) {
            let found = format!("{:#x} bytes in entries of {}", section.size, section.entry_size);
            return Err(section.malformed(format!("relocations of {size} bytes"), found));
        }
        let word = |entry: &[u8], offset| u64_at(entry, offset).unwrap_or(0);
        let relocation = |entry: &[u8]| RawRelocation {
            offset: word(entry, 0),
            kind: word(entry, 8) as u32,
            symbol: (word(entry, 8) >> 32) as u32,
            addend: explicit.then(|| word(entry, 16) as i64),
        };
        Ok(section.bytes.chunks_exact(size).map(relocation).collect())
    }
}

/// The usual name of an `e_machine` value.
pub fn machine_name(machine: u16) -> &'static str {
    match machine {
        0 => "none",
        2 | 18 | 43 => "SPARC",
        3 => "x86, 32 bits",
        8 => "MIPS",
        20 => "PowerPC",
        21 => "PowerPC, 64 bits",
        22 => "IBM S/390",
        40 => "ARM, 32 bits",
        50 => "IA-64",
        62 => "x86-64",
        183 => "AArch64",
        190 => "NVIDIA CUDA",
        205 => "Intel graphics",
        224 => "AMDGPU",
        243 => "RISC-V",
        247 => "BPF",
        251 => "NEC VE",
        252 => "C-SKY",
        258 => "LoongArch",
        _ => "unknown",
    }
}
