//! Intel's zebin: an ELF file of several kernels with their compiler's metadata, program-scope data, and vISA
//! if the compiler was asked to keep it.
//!
//! The main code of a zebin is native (`.text.*`). It is not executed here, and its relocations are not applied. Isotope executes vISA:
//! the `.visaasm` sections, or files beside the zebin. The line table is about native code, too; vISA has `FILE` and `LOC`.
//!
//! # Source
//! oracle: files of ocloc 22.43 (IGC 1.0.12504) for skl, icllp, tgllp, adls, dg1 and dg2. They contain vISA only with
//! `-internal_options -ze-emit-zebin-visa-sections`: a `.visaasm` section for each kernel in their order, and a `.visaasm.NAME`
//! for each function after the kernel that calls it. A dump (`IGC_ShaderDumpEnable=1`) is the same text. Files of ocloc 26.27 (IGC 2.40.14)
//! for tgllp, dg2 and pvc: zero-initialised data has its own section (`.bss.global`, `.bss.const`) and follows `.data.global` or
//! `.data.const`, at the addresses that symbols give; strings (`.data.const.string`) are not marked as allocated.

use std::collections::BTreeMap;

use isotope_object::container::Choice;
use isotope_object::elf::{self, Elf, Section, Wanted};
use isotope_object::{
    Format, GlobalSection, Image, LoadError, Relocation, RelocationKind, SectionId, Symbol, TargetId, quote, sniff,
};
use isotope_target::Beside;

use super::{devices, ze, zeinfo};

/// Machine number in the ELF header.
const MACHINE: u16 = isotope_object::INTEL;
/// Type of a `.ze_info` section.
const ZE_INFO: u32 = 0xff00_0011;
/// Prefix of the names of native code sections.
const CODE: &str = ".text.";
/// Type of a `.visaasm` section.
const VISAASM: u32 = 0xff00_0013;
/// Prefixes of the names of data sections, and of sections of zero-initialised data.
const DATA: &str = ".data.";
const ZEROS: &str = ".bss.";
/// A kernel that the compiler adds to hold the names of functions; its code is empty.
pub(crate) const SYMBOL_TABLE: &str = "Intel_Symbol_Table_Void_Program";
/// Advice for a file without vISA.
pub(crate) const KEEP_VISA: &str = "compile with `ocloc compile --format zebin -internal_options \
     -ze-emit-zebin-visa-sections`, or put the `.visaasm` of each kernel beside the file, dumped with \
     `IGC_ShaderDumpEnable=1`";

const WANTED: Wanted =
    Wanted { hint: "give a file made by `ocloc --format zebin`", class_hint: "zebin files have 64 bits" };

/// Relocations of data that are applied: type, written value, and size of the patched field in bytes.
pub const RELOCATIONS: [(u32, RelocationKind, u64); 3] =
    [(1, RelocationKind::Address64, 8), (2, RelocationKind::Address32, 4), (3, RelocationKind::AddressHigh32, 4)];

/// Reads a zebin. `beside` returns the vISA of a kernel by name, in text or in a container, if the file has none.
///
/// # Errors
/// The file is damaged or has no kernel, or a kernel has no vISA.
///
/// # Examples
/// ```
/// let native = include_bytes!("../samples/native.zebin");
/// let error = isotope_intel::zebin::parse(native, |_| None).unwrap_err();
/// assert!(error.to_string().contains("-ze-emit-zebin-visa-sections"));
/// let text = b".version 4.1\n.kernel \"k\"".to_vec();
/// let image = isotope_intel::zebin::parse(native, |_| Some(text.clone())).unwrap();
/// assert_eq!((image.target.name(), image.kernels.len()), ("tgllp", 2));
/// ```
pub fn parse(file: &[u8], mut beside: impl FnMut(&str) -> Option<Vec<u8>>) -> Result<Image, LoadError> {
    let header = elf::header(file, &WANTED)?;
    if header.machine != MACHINE {
        return Err(LoadError::WrongMachine {
            expected: "205 (Intel graphics)",
            machine: header.machine,
            name: elf::machine_name(header.machine),
            hint: WANTED.hint.into(),
        });
    }
    let elf = Elf::parse(file)?;
    let Some(info) = elf.sections.iter().find(|s| s.kind == ZE_INFO) else {
        // ocloc always describes kernels if there are any.
        return Err(match elf.sections.iter().find(|s| s.name.starts_with(CODE)) {
            Some(code) => {
                let found = format!("none, but code in `{}`", quote(code.name));
                LoadError::malformed("the ELF file", "a section `.ze_info`", found)
            }
            None => no_kernels(),
        });
    };
    let mut infos = zeinfo::parse(text(info)?)?;
    let mut code = visa(&elf, &infos)?;
    infos.retain(|info| info.name != SYMBOL_TABLE);
    if infos.is_empty() {
        return Err(no_kernels());
    }
    let mut image = ze::image(infos, |name| {
        code.remove(name)
            .or_else(|| beside(name))
            .ok_or_else(|| ze::no_visa(name, "the zebin holds its native code only", KEEP_VISA))
    })?;
    image.format = Format::Zebin;
    if let Some(device) = family(&elf).and_then(devices::of_family) {
        image.target = TargetId::new(device.name);
        ze::set_register(&mut image, device.register);
    }
    image.debug = elf.sections.iter().any(|section| section.name == ".debug_info").then(|| elf.file.into());
    data(&elf, &mut image)?;
    Ok(image)
}

fn text<'a>(section: &Section<'a>) -> Result<&'a str, LoadError> {
    let bytes = section.bytes.strip_suffix(&[0]).unwrap_or(section.bytes);
    std::str::from_utf8(bytes).map_err(|e| {
        let at = e.valid_up_to();
        LoadError::malformed(format!("section `{}`", quote(section.name)), "text", format!("another byte at {at:#x}"))
    })
}

/// The vISA of each kernel by name, followed by that of the functions that it calls. Functions whose addresses are taken follow
/// a kernel that the compiler adds for them ([`SYMBOL_TABLE`]); each kernel that names one or calls by address gets them.
fn visa(elf: &Elf<'_>, infos: &[zeinfo::Info]) -> Result<BTreeMap<String, Vec<u8>>, LoadError> {
    let mut all: Vec<Vec<&str>> = Vec::new();
    for section in elf.sections.iter().filter(|s| s.kind == VISAASM) {
        let code = text(section)?;
        match all.last_mut().filter(|_| function_name(code).is_some()) {
            Some(kernel) => kernel.push(code),
            None => all.push(vec![code]),
        }
    }
    if !all.is_empty() && all.len() != infos.len() {
        let found = format!("{} for {} kernels", all.len(), infos.len());
        return Err(LoadError::malformed("the sections `.visaasm`", "one for each kernel of `.ze_info`", found));
    }
    let mut all: BTreeMap<&str, Vec<&str>> = infos.iter().map(|info| info.name.as_str()).zip(all).collect();
    let shown = all.remove(SYMBOL_TABLE).unwrap_or_default();
    let joined = all.into_iter().map(|(name, mut code)| {
        let names = |word: &str| shown.iter().any(|function| function_name(function) == Some(word));
        let calls = |line: &str| match line.split_whitespace().find(|word| ["ifcall", "fcall", "faddr"].contains(word))
        {
            Some("ifcall") => true,
            Some(_) => line.split_whitespace().any(names),
            None => false,
        };
        let own: Vec<_> = code.iter().filter_map(|part| function_name(part)).collect();
        if !shown.is_empty() && code.iter().any(|part| part.lines().any(calls)) {
            let others = shown.iter().filter(|part| function_name(part).is_some_and(|name| !own.contains(&name)));
            code.extend(others.copied().collect::<Vec<_>>());
        }
        (name.to_string(), code.join("\n").into_bytes())
    });
    Ok(joined.collect())
}

/// The function name of a section; `None` if it holds a kernel.
fn function_name(code: &str) -> Option<&str> {
    let line = code.lines().find_map(|line| line.trim_start().strip_prefix(".global_function"))?;
    Some(line.trim().trim_matches('"'))
}

/// The product family number of the file.
fn family(elf: &Elf<'_>) -> Option<u32> {
    let notes = elf.sections.iter().find(|s| s.kind == elf::SECTION_NOTE && s.name == ".note.intelgt.compat")?;
    let mut at = 0usize;
    loop {
        let [name, bytes, kind] = [0, 4, 8].map(|more| elf::u32_at(notes.bytes, at.checked_add(more)?));
        let padded = |n: u32| usize::try_from(n).ok()?.checked_next_multiple_of(4);
        let value = at.checked_add(12)?.checked_add(padded(name?)?)?;
        if kind? == 1 && bytes? == 4 {
            return elf::u32_at(notes.bytes, value);
        }
        at = value.checked_add(padded(bytes?)?)?;
    }
}

/// Whether a section is data that kernels access. IGC 2 does not mark strings as allocated if only `printf` uses them.
fn is_data(section: &Section<'_>) -> bool {
    let marked = section.flags & elf::FLAG_ALLOCATED != 0 && section.flags & elf::FLAG_CODE == 0;
    marked || section.name.starts_with(DATA) || section.name.starts_with(ZEROS)
}

/// The data section that precedes a section of zeros, by name: `.data.global` for `.bss.global`.
fn in_front<'a>(elf: &'a Elf<'a>, zeros: &Section<'_>) -> Option<(usize, &'a Section<'a>)> {
    let rest = zeros.name.strip_prefix(ZEROS)?;
    elf.sections.iter().enumerate().find(|(_, other)| is_data(other) && other.name.strip_prefix(DATA) == Some(rest))
}

/// Reads sections of data, the objects in them, and the relocations of addresses in them.
fn data(elf: &Elf<'_>, image: &mut Image) -> Result<(), LoadError> {
    let mut places: BTreeMap<usize, SectionId> = BTreeMap::new();
    let mut sizes: BTreeMap<usize, u64> = BTreeMap::new();
    for (index, section) in elf.sections.iter().enumerate() {
        if !is_data(section) || in_front(elf, section).is_some() {
            continue;
        }
        places.insert(index, SectionId::Global { section: image.globals.len() });
        let bytes = (section.kind != elf::SECTION_NOBITS).then(|| section.bytes.to_vec());
        let (mut size, mut align) = (section.size, section.align.max(1));
        // Sections of zeros: symbols place them directly after this section, without a gap.
        let zeros = elf.sections.iter().filter(|other| in_front(elf, other).is_some_and(|(front, _)| front == index));
        for more in zeros {
            size = size.saturating_add(more.size);
            align = align.max(more.align);
        }
        sizes.insert(index, size);
        image.globals.push(GlobalSection { name: quote(section.name), size, align, bytes, address: None });
    }
    let symbols = elf.symbols()?;
    let symbol = |index: usize| -> Result<Symbol, LoadError> {
        let found = symbols.get(index).ok_or_else(|| {
            LoadError::malformed("a relocation", format!("a symbol below {}", symbols.len()), index.to_string())
        })?;
        let place = places.get(&usize::from(found.section)).copied().unwrap_or(SectionId::Outside);
        Ok(Symbol { name: quote(found.name), place, offset: found.value, size: found.size })
    };
    for (index, found) in symbols.iter().enumerate() {
        let Some(&size) = sizes.get(&usize::from(found.section)) else { continue };
        if found.kind == elf::SYMBOL_SECTION {
            continue;
        }
        if found.value.checked_add(found.size).is_none_or(|end| end > size) {
            let (place, expected) =
                (format!("symbol `{}`", quote(found.name)), format!("an extent inside {size:#x} bytes"));
            let found = format!("offset {:#x}, size {:#x}", found.value, found.size);
            return Err(LoadError::malformed(place, expected, found));
        }
        image.objects.push(symbol(index)?);
    }
    for section in elf.sections.iter().filter(|s| matches!(s.kind, elf::SECTION_REL | elf::SECTION_RELA)) {
        let Some(&place) = places.get(&(section.info as usize)) else { continue };
        let limit = sizes.get(&(section.info as usize)).copied().unwrap_or(0);
        for raw in elf.relocations(section)? {
            let known = RELOCATIONS.iter().find(|(kind, ..)| *kind == raw.kind);
            let (kind, width) = known.map_or((other(raw.kind), 0), |(_, kind, width)| (*kind, *width));
            if raw.offset.checked_add(width).is_none_or(|end| end > limit) {
                let (place, expected) =
                    (format!("section `{}`", quote(section.name)), format!("an offset inside {limit:#x} bytes"));
                return Err(LoadError::malformed(place, expected, format!("{:#x}", raw.offset)));
            }
            let symbol = symbol(raw.symbol as usize)?;
            image.relocations.push(Relocation { place, offset: raw.offset, kind, symbol, addend: raw.addend });
        }
    }
    Ok(())
}

fn no_kernels() -> LoadError {
    LoadError::unsupported(
        "at least one kernel in the zebin (`.ze_info`)",
        "none",
        "the file is whole, and its source has only data, functions that no kernel calls, or nothing; compile a source with a `__kernel` function",
    )
}

/// The kernels of an Intel file: a zebin, or a `.zeinfo` with its code in other files.
pub(crate) fn load(file: &[u8], _: Choice<'_>, beside: Option<Beside<'_>>) -> Option<Result<Image, LoadError>> {
    let text = || std::str::from_utf8(file).ok().filter(|text| text.contains("kernels:"));
    let (found, hint) = match (sniff(file), beside) {
        (Some(Format::Zebin), Some(code)) => return Some(parse(file, code)),
        (Some(Format::Zebin), None) => return Some(parse(file, |_| None)),
        (Some(Format::Text), Some(code)) => return text().map(|text| ze::parse(text, code)),
        (Some(Format::VisaIsa), _) => ("an Intel vISA binary (magic `CISA`)", "load it as vISA, not as a cubin"),
        (None, _) if file.starts_with(b"CTNI") => {
            ("an Intel patch-token binary", "compile with `ocloc --format zebin`")
        }
        _ if file.starts_with(b"!<arch>") => {
            ("an archive", "if it is a binary of ocloc for several devices, take one out of it with `ar x`")
        }
        _ => return None,
    };
    Some(Err(LoadError::NotElf { found: found.into(), hint: hint.into() }))
}

/// A relocation that is not applied.
fn other(kind: u32) -> RelocationKind {
    RelocationKind::Other { kind, name: None, hint: "only addresses of data are written into data" }
}
