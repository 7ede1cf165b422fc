//! NVIDIA cubins, the output of `ptxas` for sm_50 to sm_62.
//!
//! A cubin is an ELF file. Kernel `K` is spread over `.text.K` (code), `.nv.info.K` (attributes),
//! `.nv.constant0.K` (the contents of bank 0 up to the end of the parameters), and optionally `.nv.constant2.K` (compiler
//! constants) and `.nv.shared.K` (a size). The file may also have `.nv.constant3` (user constants),
//! `.nv.constant4` (addresses of globals), `.nv.global` and `.nv.global.init`.
//!
//! Line tables are read on demand ([`isotope_object::lines`]). Not read: other debug information, the call graph, `.nv.rel.action` (for
//! newer machines), relocatable objects.
//!
//! # Source
//! oracle: ptxas 12.4.99 writes the files; cuobjdump 12.8.55 `-elf` names sections, attributes and relocations, and the
//! tests compare with its output. spec: ELF-64. `e_flags` of ABI version 8: assumed from LLVM's `ELF.h`
//! (`EF_CUDA_SM_OFFSET`), used only to name the machine of a refused file.

mod names;
mod record;

pub use names::{RELOCATIONS, attribute_name, relocation_name};
use record::{Record, records};

use crate::processors::PROCESSORS;
use isotope_object::elf::{Elf, SECTION_NOBITS, SECTION_REL, SECTION_RELA, SYMBOL_FUNCTION, SYMBOL_SECTION, u16_at};
use isotope_object::{
    Attribute, Bank, CodeSymbol, Format, Function, GlobalSection, Image, IndirectBranch, Kernel, LoadError, Param,
    ParamKind, ParamSpace, Relocation, RelocationKind, SectionId, Symbol, TargetId, Vendor, elf, lines, quote, sniff,
};
use isotope_table::either;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Advice for a file that is not a cubin.
pub(crate) const HINT: &str = "give a file made by ptxas";
/// The expected format, for errors about the file header.
const WANTED: elf::Wanted =
    elf::Wanted { hint: HINT, class_hint: "cubins have no such variant; give a file made by ptxas" };
/// `e_machine` of NVIDIA CUDA.
const MACHINE: u16 = isotope_object::NVIDIA;
/// The target with this number, if it is supported.
pub(crate) fn by_number(sm: u32) -> Option<TargetId> {
    PROCESSORS.iter().find(|row| u32::from(row.number) == sm).map(|row| TargetId::new(row.name))
}

/// The number of the target with this name.
pub(crate) fn number(name: &str) -> Option<u32> {
    PROCESSORS.iter().find(|row| row.name == name).map(|row| row.number.into())
}

/// The supported targets, oldest first.
pub(crate) fn targets() -> impl Iterator<Item = TargetId> {
    PROCESSORS.iter().map(|row| TargetId::new(row.name))
}

/// The name of the earliest target.
fn first() -> &'static str {
    PROCESSORS[0].name
}

/// How to compile for a supported target.
pub(crate) fn again() -> String {
    let compute = PROCESSORS[0].number;
    let sm = first();
    format!("compile the source again for compute_{compute} and {sm} (`nvcc -arch={sm}`) {LAST_TOOLKIT}")
}

/// The last toolkit whose compiler supports these targets.
pub(crate) const LAST_TOOLKIT: &str =
    "with CUDA 12.9 or earlier, the last toolkit that compiles for Maxwell and Pascal";

/// A kernel without a required section.
fn missing(section: &str, kernel: &str, why: &'static str) -> LoadError {
    let expected = format!("section `{section}`");
    LoadError::MissingPart { expected, kernel: quote(kernel), why, again: "build the cubin again" }
}

/// `st_other` bit of a kernel's symbol.
const ENTRY: u8 = 0x10;
/// `STT_CUDA_OBJECT`, which relocatable files use instead of `STT_OBJECT`.
const SYMBOL_CUDA_OBJECT: u8 = 13;

/// Stack size of recursive functions, for which the compiler cannot compute a bound.
const UNKNOWN: u32 = u32::MAX;

/// Data that only a kernel of a cubin has.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Details {
    /// Byte offset in constant bank 0 at which the parameters start.
    pub param_base: u32,
    /// Size of the parameters in bytes.
    pub param_bytes: u32,
    /// Bytes of call and reconvergence stack per wave, if the file gives a bound.
    pub call_stack_bytes: Option<u32>,
    /// Number of workgroup barriers.
    pub barriers: u32,
    /// The maximum workgroup size (x, y, z) that the code was compiled for, if the file gives it.
    pub max_threads: Option<[u32; 3]>,
    /// Constant banks of this kernel only: bank 0 with launch values and parameters, bank 2 with compiler constants.
    pub banks: Vec<Bank>,
    /// The constant bank that holds the handles of bound surface instructions, if the file gives it.
    pub surface_bank: Option<u32>,
    /// Byte offsets in the code of instructions that end a lane.
    pub exits: Vec<u32>,
    /// Byte offsets in the code of instructions that read the workgroup's index.
    pub workgroup_index_reads: Vec<u32>,
    /// Byte offsets in the code of instructions that communicate across the wave.
    pub wave_wide: Vec<u32>,
    /// Branches whose targets are not in the instruction itself.
    pub indirect_branches: Vec<IndirectBranch>,
    /// Functions that the code calls and the file does not contain.
    pub externals: Vec<String>,
    /// Attributes without a field above, as in the file.
    pub attributes: Vec<Attribute>,
}

impl isotope_object::Details for Details {
    fn wave_width(&self) -> u32 {
        32
    }
    fn most_items(&self) -> Option<u64> {
        self.max_threads.map(|size| size.iter().fold(1u64, |n, d| n.saturating_mul((*d).into())))
    }
    fn banks(&self) -> &[Bank] {
        &self.banks
    }
}

/// Reads a cubin.
///
/// # Errors
/// [`LoadError`], one line: truncated file, not an ELF file, ELF file for another machine, cubin for another SM, relocatable
/// object, missing section, contradictory header or attribute.
///
/// # Examples
/// ```
/// let error = isotope_nvidia::cubin::parse(b".version 8.1\n.target sm_50\n").unwrap_err();
/// assert!(error.to_string().contains("found text"));
/// ```
pub fn parse(file: &[u8]) -> Result<Image, LoadError> {
    let target = target(file)?;
    let elf = Elf::parse(file)?;
    let symbols = elf.symbols()?;
    Loader::new(&elf, &symbols)?.load(target)
}

/// The machine of a cubin, from its file header only.
///
/// # Errors
/// As [`parse`]; sections are not checked.
pub fn target(file: &[u8]) -> Result<TargetId, LoadError> {
    let not_elf = |found: &str, hint: &'static str| Err(LoadError::NotElf { found: found.into(), hint: hint.into() });
    match sniff(file) {
        _ if file.is_empty() => return not_elf("an empty file", HINT),
        Some(Format::Text) => {
            let hint = format!("if it is PTX, compile it first with `ptxas -arch={}`", first()).into();
            return Err(LoadError::NotElf { found: "text".into(), hint });
        }
        Some(Format::VisaIsa) => {
            return not_elf("an Intel vISA binary (magic `CISA`)", "load it as vISA, not as a cubin");
        }
        Some(Format::Fatbin) => {
            return not_elf("an NVIDIA fatbin", "read it with `fatbin::parse`, which takes the cubin out of it");
        }
        None if !file.starts_with(b"\x7fELF") => {
            let shown: Vec<String> = file.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
            return not_elf(&shown.join(" "), HINT);
        }
        _ => {}
    }
    let header = elf::header(file, &WANTED)?;
    if header.machine != MACHINE {
        return Err(LoadError::WrongMachine {
            expected: "190 (NVIDIA CUDA)",
            machine: header.machine,
            name: elf::machine_name(header.machine),
            hint: match header.machine {
                224 => "this is an AMD code object; load it as gfx1100".into(),
                isotope_object::INTEL => "this is an Intel zebin; load it as vISA".into(),
                _ => format!("this is not a GPU kernel file for NVIDIA; give a file made by `ptxas -arch={}`", first())
                    .into(),
            },
        });
    }
    // Version 1 files (OS/ABI 0x33) have the SM number in the low byte, version 2 files (0x41) one byte higher.
    let sm = if header.os_abi == 0x41 { header.flags >> 8 } else { header.flags } & 0xff;
    let target = by_number(sm).ok_or_else(|| {
        LoadError::unsupported(
            format!("a cubin for {}", either(targets().map(|target| target.name().to_string()))),
            format!("sm_{sm} (ELF flags {:#x} at file offset 0x30)", header.flags),
            format!("its instructions are encoded differently; {}", again()),
        )
    })?;
    if header.kind != 2 {
        return Err(LoadError::unsupported(
            "a linked cubin (ELF type 2 at file offset 0x10)",
            format!("type {}", header.kind),
            "addresses are still open; run ptxas without -c, or link with nvlink",
        ));
    }
    Ok(target)
}

/// A section of code and the facts about the symbols in it.
struct Text<'a> {
    index: usize,
    name: &'a str,
    code: Arc<[u8]>,
    symbols: Vec<(usize, elf::Symbol<'a>)>,
}

/// Per-function facts from the file-wide `.nv.info`.
#[derive(Default, Clone, Copy)]
struct FunctionFacts {
    registers: Option<u32>,
    stack_bytes: u32,
    /// The function is recursive: the compiler gives no bound.
    unbounded: bool,
}

struct Loader<'a> {
    elf: &'a Elf<'a>,
    symbols: &'a [elf::Symbol<'a>],
    by_name: BTreeMap<&'a str, usize>,
    facts: BTreeMap<u32, FunctionFacts>,
    /// Number of bytes that may still be copied from the file.
    budget: u64,
}

impl<'a> Loader<'a> {
    fn new(elf: &'a Elf<'a>, symbols: &'a [elf::Symbol<'a>]) -> Result<Loader<'a>, LoadError> {
        let mut by_name = BTreeMap::new();
        for (index, section) in elf.sections.iter().enumerate().skip(1) {
            by_name.entry(section.name).or_insert(index);
        }
        let budget = 8 * elf.file.len() as u64 + 0x1_0000;
        let mut loader = Loader { elf, symbols, by_name, facts: BTreeMap::new(), budget };
        loader.read_file_attributes()?;
        Ok(loader)
    }

    /// Sections and names may overlap in a damaged file; valid files copy each byte at most a few times.
    fn spend(&mut self, bytes: usize) -> Result<(), LoadError> {
        self.budget = self.budget.checked_sub(bytes as u64).ok_or_else(|| {
            LoadError::malformed(
                "the section and symbol tables",
                format!("contents of at most eight times the file's {:#x} bytes", self.elf.file.len()),
                "sections or names that overlap many times",
            )
        })?;
        Ok(())
    }

    fn name(&mut self, name: &str) -> Result<String, LoadError> {
        self.spend(name.len() + size_of::<Symbol>())?;
        Ok(name.to_owned())
    }

    fn section(&self, name: &str) -> Option<&elf::Section<'a>> {
        self.by_name.get(name).and_then(|&index| self.elf.sections.get(index))
    }

    fn read_file_attributes(&mut self) -> Result<(), LoadError> {
        let Some(section) = self.section(".nv.info").copied() else { return Ok(()) };
        for record in records(section.name, section.bytes)? {
            match record.id {
                0x2f => {
                    let [symbol, registers] = record.words()?;
                    self.facts.entry(symbol).or_default().registers = Some(registers);
                }
                // Frame size, minimum and maximum stack size: lanes need the largest of them.
                0x11 | 0x12 | 0x23 => {
                    let [symbol, bytes] = record.words()?;
                    let facts = self.facts.entry(symbol).or_default();
                    match bytes {
                        UNKNOWN => facts.unbounded = true,
                        _ => facts.stack_bytes = facts.stack_bytes.max(bytes),
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn load(mut self, target: TargetId) -> Result<Image, LoadError> {
        let texts = self.texts()?;
        let mut image = Image {
            format: Format::Cubin,
            target,
            kernels: Vec::new(),
            functions: Vec::new(),
            banks: Vec::new(),
            globals: Vec::new(),
            objects: Vec::new(),
            relocations: Vec::new(),
            debug: lines::has_lines(self.elf).then(|| self.elf.file.into()),
            container: None,
        };
        // Section index -> the section id in the image; kernels in one section share the entry of the first one.
        let mut places: BTreeMap<usize, SectionId> = BTreeMap::new();
        for text in &texts {
            let first = image.kernels.len();
            for (index, symbol) in &text.symbols {
                if symbol.kind == SYMBOL_FUNCTION && symbol.other & ENTRY != 0 {
                    let kernel = self.kernel(text, *index, symbol, &mut places, image.kernels.len())?;
                    image.kernels.push(kernel);
                }
            }
            if image.kernels.len() > first {
                places.insert(text.index, SectionId::Code { kernel: first });
            } else {
                let place = SectionId::Function { function: image.functions.len() };
                places.insert(text.index, place);
                image.functions.push(self.function(text)?);
            }
        }
        self.check_orphans(&texts, &image)?;
        if image.kernels.is_empty() {
            return Err(LoadError::unsupported(
                "at least one kernel (a function symbol with the entry mark in a .text section)",
                format!("none in {} .text sections", texts.len()),
                "the file holds only data or device functions; compile PTX that has a `.entry`",
            ));
        }
        self.file_sections(&mut image, &mut places)?;
        self.objects(&mut image, &places)?;
        self.relocations(&mut image, &places)?;
        Ok(image)
    }

    /// Every `.text.*` section with its symbols.
    fn texts(&mut self) -> Result<Vec<Text<'a>>, LoadError> {
        let mut by_section: BTreeMap<usize, Vec<(usize, elf::Symbol<'a>)>> = BTreeMap::new();
        for (index, symbol) in self.symbols.iter().enumerate() {
            by_section.entry(usize::from(symbol.section)).or_default().push((index, *symbol));
        }
        let mut texts = Vec::new();
        for (index, section) in self.elf.sections.iter().enumerate().skip(1) {
            let Some(name) = section.name.strip_prefix(".text.") else { continue };
            let found = || format!("{:#x} bytes", section.bytes.len());
            if section.kind == SECTION_NOBITS || section.bytes.is_empty() || !section.bytes.len().is_multiple_of(32) {
                return Err(bad_section(section, "code in bundles of 32 bytes", found()));
            }
            if u32::try_from(section.bytes.len()).is_err() {
                return Err(bad_section(section, "at most 4 GiB of code", found()));
            }
            self.spend(section.bytes.len())?;
            let symbols = by_section.remove(&index).unwrap_or_default();
            for (_, symbol) in &symbols {
                let place = || format!("symbol `{}` of section `{}`", quote(symbol.name), quote(section.name));
                check_extent(symbol, section.size, place)?;
            }
            texts.push(Text { index, name, code: section.bytes.into(), symbols });
        }
        Ok(texts)
    }

    /// The header fields of a code section: registers and barriers.
    fn text_header(&self, text: &Text<'a>) -> (u32, u32) {
        let section = &self.elf.sections[text.index];
        (section.info >> 24, (section.flags >> 20) as u32 & 0x7f)
    }

    fn registers(&self, text: &Text<'a>, symbol: Option<usize>) -> Result<u32, LoadError> {
        let (header, _) = self.text_header(text);
        let facts = symbol.and_then(|index| self.facts.get(&(index as u32))).and_then(|facts| facts.registers);
        match facts {
            // The header counts the section's own code; `.nv.info` also counts functions in other sections.
            Some(registers) if registers < header => Err(LoadError::malformed(
                format!("the header of section `.text.{}` (info bits 31:24)", quote(text.name)),
                format!("at most {registers} registers, as `.nv.info` says"),
                header.to_string(),
            )),
            facts => Ok(facts.unwrap_or(header)),
        }
    }

    fn function(&mut self, text: &Text<'a>) -> Result<Function, LoadError> {
        let first = text.symbols.iter().find(|(_, symbol)| symbol.kind == SYMBOL_FUNCTION);
        Ok(Function {
            name: self.name(first.map_or(text.name, |(_, symbol)| symbol.name))?,
            code: Arc::clone(&text.code),
            section: self.name(self.elf.sections[text.index].name)?,
            entry: first.map_or(0, |(_, symbol)| symbol.value as u32),
            register_count: self.registers(text, first.map(|(index, _)| *index))?,
        })
    }

    fn kernel(
        &mut self,
        text: &Text<'a>,
        symbol_index: usize,
        symbol: &elf::Symbol<'a>,
        places: &mut BTreeMap<usize, SectionId>,
        number: usize,
    ) -> Result<Kernel, LoadError> {
        let name = symbol.name;
        let section = self.elf.sections[text.index];
        let missing = |section: String, why| missing(&section, name, why);
        let info = *self
            .section(&format!(".nv.info.{name}"))
            .ok_or_else(|| missing(format!(".nv.info.{}", quote(name)), "it lists the parameters"))?;
        if !symbol.value.is_multiple_of(32) {
            let (place, found) = (format!("symbol `{}`", quote(name)), format!("offset {:#x}", symbol.value));
            return Err(LoadError::malformed(place, "a kernel that starts at a bundle of 32 bytes", found));
        }
        let facts = self.facts.get(&(symbol_index as u32)).copied().unwrap_or_default();
        let mut kernel = Kernel {
            name: self.name(name)?,
            code: Arc::clone(&text.code),
            section: self.name(section.name)?,
            file_offset: section.offset,
            entry: symbol.value as u32,
            size: symbol.size as u32,
            params: Vec::new(),
            register_count: self.registers(text, Some(symbol_index))?,
            shared_static_bytes: 0,
            local_bytes_per_lane: facts.stack_bytes,
            local_bytes_are_bounded: !facts.unbounded,
            required_threads: None,
            symbols: Arc::default(),
            vendor: Vendor::new(Details::default()),
        };
        let mut details = Details { barriers: self.text_header(text).1, ..Details::default() };
        let mut symbols = Vec::new();
        for (_, label) in &text.symbols {
            if label.kind != SYMBOL_SECTION {
                symbols.push(CodeSymbol {
                    name: self.name(label.name)?,
                    offset: label.value as u32,
                    size: label.size as u32,
                    function: label.kind == SYMBOL_FUNCTION,
                });
            }
        }
        symbols.sort_by_key(|label| label.offset);
        kernel.symbols = symbols.into();
        self.attributes(&mut kernel, &mut details, &info)?;
        self.kernel_sections(&mut kernel, &mut details, places, number)?;
        self.check_params(&kernel, &details)?;
        kernel.vendor = Vendor::new(details);
        Ok(kernel)
    }

    /// Reads `.nv.info.K`.
    fn attributes(
        &mut self,
        kernel: &mut Kernel,
        details: &mut Details,
        info: &elf::Section<'a>,
    ) -> Result<(), LoadError> {
        // Everything copied below consists of 32-bit words of this section, so one charge covers it.
        self.spend(4 * info.bytes.len())?;
        let mut stated_bytes = None;
        for record in records(info.name, info.bytes)? {
            match record.id {
                0x05 => details.max_threads = Some(record.words()?),
                0x10 => kernel.required_threads = Some(record.words()?),
                0x0a => {
                    let [_, packed] = record.words()?;
                    (details.param_base, details.param_bytes) = (packed & 0xffff, packed >> 16);
                }
                0x19 => stated_bytes = Some((record, record.number()?)),
                0x17 => kernel.params.push(param(&record)?),
                0x16 => details.surface_bank = Some(record.number()?),
                0x1c => details.exits.extend(self.offsets(kernel, &record)?),
                0x1d => details.workgroup_index_reads.extend(self.offsets(kernel, &record)?),
                0x31 => details.wave_wide.extend(self.offsets(kernel, &record)?),
                0x1e => details.call_stack_bytes = Some(record.number()?).filter(|&bytes| bytes != UNKNOWN),
                0x34 => indirect_branches(kernel, details, &record)?,
                0x0f => {
                    for symbol in record.list()? {
                        let symbol = self.symbols.get(symbol as usize).ok_or_else(|| {
                            record.bad(format!("a symbol below {}", self.symbols.len()), symbol.to_string())
                        })?;
                        details.externals.push(self.name(symbol.name)?);
                    }
                }
                id => details.attributes.push(Attribute { id, name: attribute_name(id), bytes: record.value.to_vec() }),
            }
        }
        if let Some((record, stated)) = stated_bytes
            && stated != details.param_bytes
        {
            let expected = format!("{} bytes, as attribute 0x0a (EIATTR_PARAM_CBANK) says", details.param_bytes);
            return Err(record.bad(expected, stated.to_string()));
        }
        kernel.params.sort_by_key(|param| param.ordinal);
        Ok(())
    }

    /// Parses a list of code offsets.
    fn offsets(&self, kernel: &Kernel, record: &Record<'a>) -> Result<Vec<u32>, LoadError> {
        let offsets = record.list()?;
        for &offset in &offsets {
            check_code_offset(kernel, record, offset)?;
        }
        Ok(offsets)
    }

    /// Constant banks and shared memory of one kernel.
    fn kernel_sections(
        &mut self,
        kernel: &mut Kernel,
        details: &mut Details,
        places: &mut BTreeMap<usize, SectionId>,
        number: usize,
    ) -> Result<(), LoadError> {
        for bank in 0..32u8 {
            let name = format!(".nv.constant{bank}.{}", kernel.name);
            let Some(&index) = self.by_name.get(name.as_str()) else { continue };
            let section = self.elf.sections[index];
            details.banks.push(self.bank(bank, &section)?);
            places.insert(index, SectionId::KernelBank { kernel: number, bank });
        }
        if let Some(&index) = self.by_name.get(format!(".nv.shared.{}", kernel.name).as_str()) {
            let section = &self.elf.sections[index];
            kernel.shared_static_bytes = u32::try_from(section.size).map_err(|_| {
                bad_section(section, "shared memory of less than 4 GiB", format!("{:#x} bytes", section.size))
            })?;
            places.insert(index, SectionId::Shared { kernel: number });
        }
        let needed = u64::from(details.param_base) + u64::from(details.param_bytes);
        match details.banks.iter().find(|bank| bank.number == 0) {
            None if details.param_bytes > 0 => {
                let section = format!(".nv.constant0.{}", quote(&kernel.name));
                Err(missing(&section, &kernel.name, "its parameters go there"))
            }
            Some(bank) if (bank.bytes.len() as u64) < needed => Err(LoadError::malformed(
                format!("section `.nv.constant0.{}`", quote(&kernel.name)),
                format!("at least {needed:#x} bytes, up to the end of the parameters"),
                format!("{:#x}", bank.bytes.len()),
            )),
            _ => Ok(()),
        }
    }

    fn bank(&mut self, number: u8, section: &elf::Section<'a>) -> Result<Bank, LoadError> {
        // A constant bank has at most 64 KiB, and instructions cannot form higher addresses.
        if section.kind == SECTION_NOBITS || section.bytes.len() > 0x1_0000 {
            let found = format!("{:#x} bytes of section type {:#x}", section.size, section.kind);
            return Err(bad_section(section, "constant data of at most 0x10000 bytes", found));
        }
        self.spend(section.bytes.len())?;
        Ok(Bank { number, bytes: section.bytes.to_vec(), align: section.align.clamp(1, 0x1_0000) as u32 })
    }

    fn check_params(&self, kernel: &Kernel, details: &Details) -> Result<(), LoadError> {
        let mut taken: Vec<(u32, u32)> = Vec::new();
        for (index, param) in kernel.params.iter().enumerate() {
            let place = || format!("parameter {index} of kernel `{}`", quote(&kernel.name));
            if param.ordinal as usize != index {
                return Err(LoadError::malformed(place(), "ordinals 0, 1, 2, … once each", param.ordinal.to_string()));
            }
            if matches!(param.kind, ParamKind::Texture | ParamKind::Surface) && param.size == 0 {
                continue;
            }
            let end = param.offset + param.size;
            if end > details.param_bytes {
                let expected = format!("an extent inside {:#x} bytes of parameters", details.param_bytes);
                let found = format!("offset {:#x}, size {:#x}", param.offset, param.size);
                return Err(LoadError::malformed(place(), expected, found));
            }
            taken.push((param.offset, end));
        }
        taken.sort_unstable();
        if let Some(pair) = taken.windows(2).find(|pair| pair[0].1 > pair[1].0) {
            let place = format!("the parameters of kernel `{}`", quote(&kernel.name));
            let found = format!("overlapping ones at offsets {:#x} and {:#x}", pair[0].0, pair[1].0);
            return Err(LoadError::malformed(place, "parameters side by side", found));
        }
        Ok(())
    }

    /// Rejects attributes of a kernel without code.
    fn check_orphans(&self, texts: &[Text<'a>], image: &Image) -> Result<(), LoadError> {
        let known: BTreeSet<&str> =
            image.kernels.iter().map(|kernel| kernel.name.as_str()).chain(texts.iter().map(|text| text.name)).collect();
        let mut described = self.elf.sections.iter().filter_map(|section| section.name.strip_prefix(".nv.info."));
        let Some(name) = described.find(|name| !known.contains(name)) else { return Ok(()) };
        let why = "attributes for it are there, its code or its symbol is not";
        Err(missing(&format!(".text.{}", quote(name)), name, why))
    }

    /// Constant banks and global memory of the whole file.
    fn file_sections(&mut self, image: &mut Image, places: &mut BTreeMap<usize, SectionId>) -> Result<(), LoadError> {
        for (index, section) in self.elf.sections.iter().enumerate().skip(1) {
            let number = section.name.strip_prefix(".nv.constant").and_then(|number| number.parse::<u8>().ok());
            if let Some(bank) = number {
                if bank >= 32 || image.banks.iter().any(|other| other.number == bank) {
                    let expected = "each constant bank 0 to 31 once";
                    return Err(bad_section(section, expected, "another or a repeated number"));
                }
                image.banks.push(self.bank(bank, section)?);
                places.insert(index, SectionId::FileBank { bank });
            }
            if matches!(section.name, ".nv.global" | ".nv.global.init") {
                let align = section.align.max(1);
                // A 40-bit address space has 2^40 bytes.
                if !align.is_power_of_two() || align > 1 << 20 || section.size > 1 << 40 {
                    let expected = "at most 2^40 bytes, aligned to a power of two up to 1 MiB";
                    let found = format!("{:#x} bytes, aligned to {align:#x}", section.size);
                    return Err(bad_section(section, expected, found));
                }
                let stored = section.kind != SECTION_NOBITS;
                self.spend(if stored { section.bytes.len() } else { 0 })?;
                let bytes = stored.then(|| section.bytes.to_vec());
                places.insert(index, SectionId::Global { section: image.globals.len() });
                let name = self.name(section.name)?;
                image.globals.push(GlobalSection { name, size: section.size, align, bytes, address: None });
            }
        }
        Ok(())
    }

    /// Named objects in global memory and shared constant banks.
    fn objects(&mut self, image: &mut Image, places: &BTreeMap<usize, SectionId>) -> Result<(), LoadError> {
        for symbol in self.symbols {
            let place = places.get(&usize::from(symbol.section)).copied();
            let Some(place @ (SectionId::Global { .. } | SectionId::FileBank { .. })) = place else { continue };
            if !matches!(symbol.kind, 1 | SYMBOL_CUDA_OBJECT) {
                continue;
            }
            let extent = self.elf.sections[usize::from(symbol.section)].size;
            check_extent(symbol, extent, || format!("symbol `{}`", quote(symbol.name)))?;
            let name = self.name(symbol.name)?;
            image.objects.push(Symbol { name, place, offset: symbol.value, size: symbol.size });
        }
        Ok(())
    }

    fn relocations(&mut self, image: &mut Image, places: &BTreeMap<usize, SectionId>) -> Result<(), LoadError> {
        for section in self.elf.sections.iter().filter(|s| matches!(s.kind, SECTION_REL | SECTION_RELA)) {
            // Relocations of debug information and similar sections have no effect on execution.
            let Some(&place) = places.get(&(section.info as usize)) else { continue };
            let extent = self.elf.sections[section.info as usize].bytes.len() as u64;
            for (index, raw) in self.elf.relocations(section)?.into_iter().enumerate() {
                let where_ = || format!("relocation {index} of `{}`", quote(section.name));
                let symbol = self.symbols.get(raw.symbol as usize).ok_or_else(|| {
                    let expected = format!("a symbol below {}", self.symbols.len());
                    LoadError::malformed(where_(), expected, raw.symbol.to_string())
                })?;
                let known = RELOCATIONS.iter().find(|(kind, ..)| *kind == raw.kind);
                // The size that other types write is unknown; some occur where less than a word is left.
                let (kind, width) = known.map_or((not_carried_out(raw.kind), 1), |(_, kind, width)| (*kind, *width));
                if raw.offset.checked_add(width).is_none_or(|end| end > extent) {
                    let expected = format!("a place of {width} bytes inside {extent:#x}");
                    return Err(LoadError::malformed(where_(), expected, format!("offset {:#x}", raw.offset)));
                }
                let name = self.name(symbol.name)?;
                let at = places.get(&usize::from(symbol.section)).copied().unwrap_or(SectionId::Outside);
                let symbol = Symbol { name, place: at, offset: symbol.value, size: symbol.size };
                self.spend(size_of::<Relocation>() / 2)?;
                image.relocations.push(Relocation { place, offset: raw.offset, kind, symbol, addend: raw.addend });
            }
        }
        Ok(())
    }
}

fn bad_section(section: &elf::Section<'_>, expected: &str, found: impl Into<String>) -> LoadError {
    LoadError::malformed(format!("section `{}`", quote(section.name)), expected, found)
}

/// Checks that a symbol lies inside the `limit` bytes of its section.
fn check_extent(symbol: &elf::Symbol<'_>, limit: u64, place: impl Fn() -> String) -> Result<(), LoadError> {
    if symbol.value.checked_add(symbol.size).is_some_and(|end| end <= limit) {
        return Ok(());
    }
    let found = format!("offset {:#x}, size {:#x}", symbol.value, symbol.size);
    Err(LoadError::malformed(place(), format!("an extent inside {limit:#x} bytes"), found))
}

/// `EIATTR_KPARAM_INFO`: index, ordinal and offset, then a packed word.
fn param(record: &Record<'_>) -> Result<Param, LoadError> {
    let [_, _, packed] = record.words::<3>()?;
    let half = |offset| u16_at(record.value, offset).map_or(0, u32::from);
    let (log2_align, space) = (packed as u8, (packed >> 8) as u8 & 0xf);
    let pointer = |space| ParamKind::Pointer { space, log2_align };
    Ok(Param {
        ordinal: half(4),
        offset: half(6),
        size: packed >> 18,
        kind: match space {
            0 => ParamKind::Plain,
            1 => pointer(ParamSpace::Private),
            2 => pointer(ParamSpace::Shared),
            3 => pointer(ParamSpace::Constant),
            4 => pointer(ParamSpace::Global),
            5 => pointer(ParamSpace::Generic),
            6 => ParamKind::Texture,
            7 => ParamKind::Surface,
            other => ParamKind::Other(other),
        },
        name: String::new(),
        ty: String::new(),
    })
}

/// `EIATTR_INDIRECT_BRANCH_TARGETS`: offset, kind (1 is a call), count, then the targets; an attribute may have several such groups.
fn indirect_branches(kernel: &Kernel, details: &mut Details, record: &Record<'_>) -> Result<(), LoadError> {
    let words = record.list()?;
    let mut rest = &words[..];
    while let Some((&[offset, kind, count], tail)) = rest.split_first_chunk::<3>() {
        let Some((targets, after)) = tail.split_at_checked(count as usize) else {
            return Err(record.bad(format!("{count} branch targets"), format!("{} words", tail.len())));
        };
        for &place in [offset].iter().chain(targets) {
            check_code_offset(kernel, record, place)?;
        }
        details.indirect_branches.push(IndirectBranch { offset, call: kind == 1, targets: targets.to_vec() });
        rest = after;
    }
    if !rest.is_empty() {
        return Err(record.bad("whole groups of offset, kind, count, targets", format!("{} words left", rest.len())));
    }
    Ok(())
}

fn check_code_offset(kernel: &Kernel, record: &Record<'_>, offset: u32) -> Result<(), LoadError> {
    // Offset 0 of a bundle is its control word, never an instruction; branch targets may still name it.
    if !offset.is_multiple_of(8) || offset as usize >= kernel.code.len() {
        return Err(record.bad(format!("an instruction offset below {:#x}", kernel.code.len()), format!("{offset:#x}")));
    }
    Ok(())
}

/// A relocation that is not applied.
pub fn not_carried_out(kind: u32) -> RelocationKind {
    let hint = "it rewrites an instruction; link the file with nvlink or compile without separate device code";
    RelocationKind::Other { kind, name: relocation_name(kind), hint }
}
