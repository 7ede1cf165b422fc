//! AMD code objects, as clang and `ld.lld` write them.
//!
//! A code object is a shared ELF file. Its metadata note lists the kernels; kernel `K` has code at symbol `K` in `.text` and
//! a [`Descriptor`] at symbol `K.kd` in `.rodata`, which gives the start of the code. The file is loaded as a whole: its
//! `PT_LOAD` segments keep their distances, because code accesses data relative to its own address. Each segment becomes a
//! [`GlobalSection`] with an [`address`](GlobalSection::address), including the code, as on the device.
//!
//! Line tables are read on demand ([`isotope_object::lines`]). Not read: other debug information, notes of other owners, names and types of
//! arguments.
//!
//! # Source
//! spec: LLVM 19, AMDGPU usage guide, "Code Object" (versions 4 to 6). oracle: clang and ld.lld 19.1.7 write the files;
//! the tests compare with the output of llvm-readelf 19.1.7.

pub mod descriptor;
mod metadata;
mod names;

pub use descriptor::Descriptor;
pub use metadata::{HIDDEN, Hidden, HiddenRow, PrintFormat};
pub use names::{RELOCATIONS, processor_name, relocation_name};

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::processor::{Gfx, Processors, Waves};
use isotope_object::elf;
use isotope_object::elf::{
    Elf, FLAG_ALLOCATED, FLAG_CODE, SECTION_DYNAMIC_SYMBOLS, SECTION_NOBITS, SECTION_NOTE, SECTION_REL, SECTION_RELA,
    SEGMENT_LOAD, SYMBOL_FUNCTION, SYMBOL_OBJECT, SYMBOL_SECTION, Segment,
};
use isotope_object::lines;
use isotope_object::{
    CodeSymbol, Format, GlobalSection, Image, Kernel, LoadError, Param, ParamKind, ParamSpace, Relocation,
    RelocationKind, SectionId, Symbol, Vendor, quote, sniff,
};
use isotope_table::either;
use metadata::{ArgKind, KernelNote};

/// `e_machine` of AMDGPU.
const MACHINE: u16 = isotope_object::AMD;
/// `ELFOSABI_AMDGPU_HSA`.
const OS_ABI: u8 = 64;
/// `EF_AMDGPU_MACH`.
const MACHINE_MASK: u32 = 0xff;
/// Maximum address of the file loaded at 0: the range of a 32-bit distance.
const MAX_EXTENT: u64 = 1 << 31;
/// The remedy for a file that lacks a part.
const AGAIN: &str = "build the code object again";
/// The expected format, for errors about the file header.
const WANTED: elf::Wanted = elf::Wanted {
    hint: "give a code object made by clang and ld.lld",
    class_hint: "code objects of the amdgcn target have no such variant; give one made by clang and ld.lld",
};

/// Data that only a kernel of a code object has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Details {
    /// The processor of the code.
    pub gfx: Gfx,
    /// Version of the code object format: 4, 5 or 6.
    pub code_object_version: u8,
    /// The descriptor.
    pub descriptor: Descriptor,
    /// Address of the descriptor when the file is loaded at 0.
    pub descriptor_address: u64,
    /// Address of [`Kernel::code`] when the file is loaded at 0.
    pub code_address: u64,
    /// Size of the argument segment in bytes, including hidden arguments.
    pub kernarg_bytes: u32,
    /// Alignment in bytes of the argument segment, a power of two.
    pub kernarg_align: u32,
    /// Hidden arguments in order of offset.
    pub hidden: Vec<HiddenArg>,
    /// The maximum number of work-items of a group that the code was compiled for.
    pub max_items: u32,
    /// Whether it was compiled for launches in which all groups have the same size.
    pub uniform_groups: bool,
    /// Number of lanes of a wave, 32 or 64.
    pub wave_size: u32,
    /// Number of SGPRs that the compiler used, including VCC and others.
    pub sgpr_count: u32,
    /// printf formats of the file's kernels.
    pub formats: Arc<[PrintFormat]>,
}

impl isotope_object::Details for Details {
    fn wave_width(&self) -> u32 {
        self.wave_size
    }
    fn most_items(&self) -> Option<u64> {
        Some(self.max_items.into())
    }
}

impl Details {
    /// The processor and the wave size of the kernel.
    pub fn waves(&self) -> Waves {
        self.gfx.waves(self.wave_size == 64)
    }
}

/// A hidden argument and its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HiddenArg {
    /// Its kind.
    pub kind: Hidden,
    /// Byte offset in the argument segment.
    pub offset: u32,
    /// Size in bytes.
    pub size: u32,
}

/// Reads a code object for one of these processors.
///
/// # Errors
/// [`LoadError`], one line: truncated file, not an ELF file, ELF file for another machine, code object for another processor,
/// of another version or not linked, no metadata, contradiction between metadata, symbols and descriptor.
///
/// # Examples
/// ```
/// let error = isotope_amd::amdgpu::parse(&isotope_amd::RDNA, b"\x7fELF\x01\x01").unwrap_err();
/// assert!(error.to_string().contains("ELF file header"));
/// ```
pub fn parse(processors: &'static Processors, file: &[u8]) -> Result<Image, LoadError> {
    let (gfx, version) = target(processors, file)?;
    let elf = Elf::parse(file)?;
    Loader::new(&elf, gfx, version)?.load()
}

/// The processor of a code object and the version of its format, from its file header only.
///
/// # Errors
/// As [`parse`]; sections are not checked.
pub fn target(processors: &'static Processors, file: &[u8]) -> Result<(Gfx, u8), LoadError> {
    let first = processors.at(0);
    let not_elf = |found: &str, hint: Cow<'static, str>| Err(LoadError::NotElf { found: found.into(), hint });
    match sniff(file) {
        _ if file.is_empty() => return not_elf("an empty file", WANTED.hint.into()),
        Some(Format::Text) => {
            return not_elf(
                "text",
                "assemble it with `llvm-mc --filetype=obj` and link it with `ld.lld -shared`".into(),
            );
        }
        Some(Format::OffloadBundle) => {
            return not_elf(
                "a clang offload bundle",
                format!("take the code object for {} out of it with `clang-offload-bundler --unbundle`", first.name)
                    .into(),
            );
        }
        Some(Format::Fatbin) => return not_elf("an NVIDIA fatbin", "load it as sm_50".into()),
        Some(Format::VisaIsa) => return not_elf("an Intel vISA binary (magic `CISA`)", "load it as vISA".into()),
        None if !file.starts_with(b"\x7fELF") => {
            let shown: Vec<String> = file.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
            return not_elf(&shown.join(" "), WANTED.hint.into());
        }
        _ => {}
    }
    let header = elf::header(file, &WANTED)?;
    if header.machine != MACHINE {
        return Err(LoadError::WrongMachine {
            expected: "224 (AMDGPU)",
            machine: header.machine,
            name: elf::machine_name(header.machine),
            hint: match header.machine {
                190 => "this is an NVIDIA cubin; load it as sm_50".into(),
                isotope_object::INTEL => "this is an Intel zebin; load it as vISA".into(),
                _ => {
                    let how = "this is not a GPU kernel file for AMD; give one made by `clang";
                    format!("{how} -mcpu={}` and ld.lld", first.name).into()
                }
            },
        });
    }
    let name = processor_name((header.flags & MACHINE_MASK) as u8);
    let gfx = processors.each().find(|gfx| name.is_some_and(|name| gfx.files.contains(&name))).ok_or_else(|| {
        let known = processors.each().flat_map(|gfx| gfx.files).map(|name| name.to_string());
        LoadError::unsupported(
            format!("a code object for {}", either(known)),
            format!(
                "{} (number {:#04x}, ELF flags {:#x} at file offset 0x30)",
                name.unwrap_or("a processor without a name here"),
                header.flags & MACHINE_MASK,
                header.flags
            ),
            format!(
                "its instructions are encoded or behave differently; compile the source again with `-mcpu={}`",
                first.name
            ),
        )
    })?;
    let version = match (header.os_abi, header.abi_version) {
        (OS_ABI, version @ 2..=4) => version + 2,
        (os_abi, version) => {
            return Err(LoadError::unsupported(
                "an HSA code object of version 4, 5 or 6 (OS/ABI 64 at file offset 0x7, ABI version 2, 3 or 4 at 0x8)",
                format!("OS/ABI {os_abi}, ABI version {version}"),
                "compile again with `-target amdgcn-amd-amdhsa -mcode-object-version=5`",
            ));
        }
    };
    if header.kind != 3 {
        return Err(LoadError::unsupported(
            "a linked code object (ELF type 3 at file offset 0x10)",
            format!("type {}", header.kind),
            "addresses are still open; run `ld.lld -shared` on it",
        ));
    }
    Ok((gfx, version))
}

/// A code section and its symbols.
type Text = (Arc<[u8]>, Arc<[CodeSymbol]>);

struct Loader<'a> {
    elf: &'a Elf<'a>,
    gfx: Gfx,
    version: u8,
    symbols: Vec<elf::Symbol<'a>>,
    /// Non-empty `PT_LOAD` segments in file order; `image.globals` has the same order.
    segments: Vec<Segment<'a>>,
    /// Code sections by index, with their symbols; shared by their kernels.
    texts: BTreeMap<usize, Text>,
    /// Number of bytes that may still be copied from the file.
    budget: u64,
}

impl<'a> Loader<'a> {
    fn new(elf: &'a Elf<'a>, gfx: Gfx, version: u8) -> Result<Loader<'a>, LoadError> {
        let mut symbols = elf.symbols()?;
        if symbols.is_empty() {
            symbols = elf.symbols_of(SECTION_DYNAMIC_SYMBOLS)?;
        }
        let mut segments = Vec::new();
        for (index, segment) in elf.segments()?.into_iter().enumerate() {
            if segment.kind != SEGMENT_LOAD || segment.size == 0 {
                continue;
            }
            let align = segment.align.max(1);
            let end = segment.address.checked_add(segment.size);
            let fits = end.is_some_and(|end| end <= MAX_EXTENT) && segment.bytes.len() as u64 <= segment.size;
            if !fits || !align.is_power_of_two() || align > 1 << 20 {
                return Err(LoadError::malformed(
                    format!("segment {index}"),
                    format!(
                        "an end at or below {MAX_EXTENT:#x}, at least as much memory as file, and a power of two up to 1 MiB as alignment"
                    ),
                    format!(
                        "{:#x} bytes at {:#x}, {:#x} of them in the file, aligned to {align:#x}",
                        segment.size,
                        segment.address,
                        segment.bytes.len()
                    ),
                ));
            }
            segments.push(segment);
        }
        if let Some((a, b)) = overlapping(&segments) {
            let found = format!("overlapping ones at {a:#x} and {b:#x}");
            return Err(LoadError::malformed("the program headers", "segments side by side", found));
        }
        let budget = 8 * elf.file.len() as u64 + 0x1_0000;
        Ok(Loader { elf, gfx, version, symbols, segments, texts: BTreeMap::new(), budget })
    }

    /// Sections and segments may overlap in a damaged file; valid files copy each byte at most a few times.
    fn spend(&mut self, bytes: usize) -> Result<(), LoadError> {
        self.budget = self.budget.checked_sub(bytes as u64).ok_or_else(|| {
            LoadError::malformed(
                "the section and symbol tables",
                format!("contents of at most eight times the file's {:#x} bytes", self.elf.file.len()),
                "sections, segments or names that overlap many times",
            )
        })?;
        Ok(())
    }

    /// Loads the file. The file header has determined the processor. Compilers write its name in `amdhsa.target` in several ways, and tools
    /// that rewrite files leave old names there, so that name is ignored.
    fn load(mut self) -> Result<Image, LoadError> {
        let note = self.note()?;
        if note.version[0] != 1 {
            let (place, found) = ("`amdhsa.version` of the metadata note", note.version[0].to_string());
            return Err(LoadError::malformed(place, "major version 1", found));
        }
        if note.kernels.is_empty() {
            return Err(LoadError::unsupported(
                "at least one kernel in the metadata note (`amdhsa.kernels`)",
                "none",
                "the file holds only data or device functions; compile a source with a `__kernel` function",
            ));
        }
        let mut kernels: Vec<Kernel> = Vec::with_capacity(note.kernels.len());
        let mut names = std::collections::BTreeSet::new();
        let formats: Arc<[PrintFormat]> = note.formats.into();
        for kernel in &note.kernels {
            if !names.insert(&kernel.name) {
                return Err(LoadError::malformed(
                    "`amdhsa.kernels` of the metadata note",
                    "each kernel once",
                    format!("`{}` again", quote(&kernel.name)),
                ));
            }
            kernels.push(self.kernel(kernel, &formats)?);
        }
        self.check_descriptors(&note.kernels)?;
        let mut image = Image {
            format: Format::AmdCodeObject,
            target: self.gfx.id(),
            kernels,
            functions: Vec::new(),
            banks: Vec::new(),
            globals: self.globals()?,
            objects: Vec::new(),
            relocations: Vec::new(),
            debug: lines::has_lines(self.elf).then(|| self.elf.file.into()),
            container: None,
        };
        self.objects(&mut image)?;
        self.relocations(&mut image)?;
        Ok(image)
    }

    fn note(&self) -> Result<metadata::Metadata, LoadError> {
        for section in self.elf.sections.iter().filter(|section| section.kind == SECTION_NOTE) {
            if let Some(content) = metadata::find(section.name, section.bytes)? {
                return metadata::read(content);
            }
        }
        Err(LoadError::malformed("the sections of type 7 (notes)", "the metadata note (type 32, owner AMDGPU)", "none"))
    }

    fn symbol(&self, name: &str, kind: u8) -> Option<&elf::Symbol<'a>> {
        self.symbols.iter().find(|symbol| symbol.name == name && symbol.kind == kind && symbol.section != 0)
    }

    /// The segment that contains `bytes` bytes from `address` on, and the offset in it.
    fn locate(&self, address: u64, bytes: u64) -> Option<(usize, u64)> {
        let index = self.segments.iter().position(|segment| {
            address
                .checked_sub(segment.address)
                .is_some_and(|offset| offset <= segment.size && bytes <= segment.size - offset)
        })?;
        Some((index, address - self.segments[index].address))
    }

    fn kernel(&mut self, note: &KernelNote, formats: &Arc<[PrintFormat]>) -> Result<Kernel, LoadError> {
        let symbol = *self.symbol(&note.symbol, SYMBOL_OBJECT).ok_or_else(|| LoadError::MissingPart {
            expected: format!("an object symbol `{}`", quote(&note.symbol)),
            kernel: quote(&note.name),
            why: "it is the descriptor that the metadata names",
            again: AGAIN,
        })?;
        let place = format!("descriptor symbol `{}`", quote(symbol.name));
        let found = self.locate(symbol.value, descriptor::SIZE);
        let bytes = found.and_then(|(segment, at)| elf::bytes_at::<64>(self.segments[segment].bytes, at as usize));
        let bytes = bytes
            .filter(|_| symbol.size == descriptor::SIZE)
            .ok_or_else(|| symbol.malformed("a descriptor of 64 bytes inside the file's part of a segment"))?;
        let descriptor = Descriptor::read(&bytes).map_err(|at| {
            let expected = format!("zeros in reserved fields for {}", self.gfx.name);
            LoadError::malformed(&place, expected, format!("others at offset {at:#x}"))
        })?;
        self.agree(note, &descriptor)?;
        let entry = symbol.value.checked_add_signed(descriptor.kernel_code_entry_byte_offset);
        let (text, entry) = entry.and_then(|entry| self.code_at(entry)).ok_or_else(|| {
            LoadError::malformed(
                &place,
                "an entry on a 256-byte boundary of a code section in a loaded segment",
                format!("offset {:#x} from {:#x}", descriptor.kernel_code_entry_byte_offset, symbol.value),
            )
        })?;
        let section = self.elf.sections[text];
        let address = section.address + u64::from(entry);
        let function = self.symbol(&note.name, SYMBOL_FUNCTION).copied();
        if let Some(function) = function.filter(|function| function.value != address) {
            return Err(LoadError::malformed(
                format!("symbol `{}`", quote(function.name)),
                format!("{address:#x}, the entry that its descriptor states"),
                format!("{:#x}", function.value),
            ));
        }
        let rest = section.size - u64::from(entry);
        let size = match function {
            None | Some(elf::Symbol { size: 0, .. }) => rest,
            Some(function) if function.size <= rest => function.size,
            Some(function) => return Err(outside(&function, &section)),
        };
        let (params, hidden) = arguments(note)?;
        let (code, symbols) = self.text(text)?;
        self.spend(2 * note.name.len() + size_of::<Kernel>() / 4 + section.name.len())?;
        Ok(Kernel {
            name: note.name.clone(),
            code,
            section: section.name.to_owned(),
            file_offset: section.offset,
            entry,
            size: size as u32,
            params,
            register_count: note.vgpr_count,
            shared_static_bytes: descriptor.group_segment_fixed_size,
            local_bytes_per_lane: descriptor.private_segment_fixed_size,
            local_bytes_are_bounded: !note.uses_dynamic_stack && descriptor.properties.uses_dynamic_stack() == 0,
            required_threads: note.reqd_workgroup_size,
            symbols,
            vendor: Vendor::new(Details {
                gfx: self.gfx,
                code_object_version: self.version,
                descriptor,
                descriptor_address: symbol.value,
                code_address: section.address,
                kernarg_bytes: note.kernarg_segment_size,
                kernarg_align: note.kernarg_segment_align,
                hidden,
                max_items: note.max_flat_workgroup_size,
                uniform_groups: note.uniform_groups,
                wave_size: note.wavefront_size,
                sgpr_count: note.sgpr_count,
                formats: formats.clone(),
            }),
        })
    }

    /// Checks that the parts of the descriptor that the metadata repeats are equal.
    fn agree(&self, note: &KernelNote, descriptor: &Descriptor) -> Result<(), LoadError> {
        let pairs = [
            (".group_segment_fixed_size", note.group_segment_fixed_size, descriptor.group_segment_fixed_size),
            (".private_segment_fixed_size", note.private_segment_fixed_size, descriptor.private_segment_fixed_size),
            (".kernarg_segment_size", note.kernarg_segment_size, descriptor.kernarg_size),
            (".wavefront_size", note.wavefront_size, descriptor.wave_size()),
        ];
        let bad = |what: &str, expected: String, found: String| {
            LoadError::malformed(format!("`{what}` of kernel `{}`", quote(&note.name)), expected, found)
        };
        if let Some((key, noted, stated)) = pairs.iter().find(|(_, noted, stated)| noted != stated) {
            return Err(bad(key, format!("{stated}, as its descriptor says"), noted.to_string()));
        }
        let (needed, count) = (descriptor.property_sgprs(), descriptor.rsrc2.user_sgpr_count());
        if needed > count || count > self.gfx.user_sgprs {
            let found = format!("{count} for properties that take {needed}");
            return Err(bad("user_sgpr_count", format!("a count of at most {} that fits", self.gfx.user_sgprs), found));
        }
        if descriptor.rsrc2.enable_vgpr_workitem_id() > 2 {
            return Err(bad("enable_vgpr_workitem_id", "0, 1 or 2".into(), "3".into()));
        }
        if !note.kernarg_segment_align.is_power_of_two() || note.kernarg_segment_align > 4096 {
            let found = note.kernarg_segment_align.to_string();
            return Err(bad(".kernarg_segment_align", "a power of two up to 4096".into(), found));
        }
        Ok(())
    }

    /// The code section that contains a possible entry address, and the offset in it.
    fn code_at(&self, address: u64) -> Option<(usize, u32)> {
        const WANTED: u64 = FLAG_ALLOCATED | FLAG_CODE;
        let (index, section) = self.elf.sections.iter().enumerate().find(|(_, section)| {
            section.flags & WANTED == WANTED
                && section.kind != SECTION_NOBITS
                && address.checked_sub(section.address).is_some_and(|offset| offset < section.size)
        })?;
        // The section must map to the same bytes of the file as its segment.
        let (segment, at) = self.locate(section.address, section.size)?;
        if !address.is_multiple_of(256) || self.segments[segment].offset.checked_add(at) != Some(section.offset) {
            return None;
        }
        Some((index, u32::try_from(address - section.address).ok()?))
    }

    /// The code of a section and its symbols.
    fn text(&mut self, index: usize) -> Result<Text, LoadError> {
        if let Some(text) = self.texts.get(&index) {
            return Ok(text.clone());
        }
        let section = self.elf.sections[index];
        if section.size > MAX_EXTENT || !section.size.is_multiple_of(4) || !section.address.is_multiple_of(4) {
            let found = format!("{:#x} bytes at {:#x}", section.size, section.address);
            return Err(section.malformed("code in whole words of 32 bits", found));
        }
        self.spend(section.bytes.len())?;
        let mut symbols = Vec::new();
        let named = |symbol: &&elf::Symbol<'a>| usize::from(symbol.section) == index && symbol.kind != SYMBOL_SECTION;
        let inside: Vec<_> = self.symbols.iter().filter(named).copied().collect();
        for symbol in inside {
            let offset = symbol.value.checked_sub(section.address);
            let offset = offset.filter(|o| *o <= section.size && symbol.size <= section.size - o);
            let offset = offset.ok_or_else(|| outside(&symbol, &section))?;
            self.spend(symbol.name.len() + size_of::<CodeSymbol>())?;
            symbols.push(CodeSymbol {
                name: symbol.name.to_owned(),
                offset: offset as u32,
                size: symbol.size as u32,
                function: symbol.kind == SYMBOL_FUNCTION,
            });
        }
        symbols.sort_by_key(|symbol| symbol.offset);
        let text: Text = (section.bytes.into(), symbols.into());
        self.texts.insert(index, text.clone());
        Ok(text)
    }

    /// Checks that every descriptor in the symbol table belongs to a kernel of the metadata.
    fn check_descriptors(&self, notes: &[KernelNote]) -> Result<(), LoadError> {
        let known: std::collections::BTreeSet<&str> = notes.iter().map(|note| note.symbol.as_str()).collect();
        let orphan = self.symbols.iter().find(|symbol| {
            symbol.kind == SYMBOL_OBJECT && symbol.name.ends_with(".kd") && !known.contains(symbol.name)
        });
        orphan.map_or(Ok(()), |symbol| {
            Err(LoadError::MissingPart {
                expected: "an entry of `amdhsa.kernels` in the metadata note".into(),
                kernel: quote(symbol.name.trim_end_matches(".kd")),
                why: "its descriptor is there, but not what arguments it takes",
                again: AGAIN,
            })
        })
    }

    /// The loaded segments, named after the sections in them.
    fn globals(&mut self) -> Result<Vec<GlobalSection>, LoadError> {
        let mut globals = Vec::with_capacity(self.segments.len());
        for segment in self.segments.clone() {
            let inside = |section: &&elf::Section<'a>| {
                let offset = section.address.checked_sub(segment.address);
                section.flags & FLAG_ALLOCATED != 0 && offset.is_some_and(|offset| offset < segment.size)
            };
            let names: Vec<&str> = self.elf.sections.iter().filter(inside).map(|section| section.name).collect();
            let name = names.join(" ");
            self.spend(name.len() + segment.bytes.len())?;
            globals.push(GlobalSection {
                name,
                size: segment.size,
                align: segment.align.max(1),
                bytes: (!segment.bytes.is_empty()).then(|| segment.bytes.to_vec()),
                address: Some(segment.address),
            });
        }
        Ok(globals)
    }

    /// The section and offset of a symbol of the file.
    fn place(&self, symbol: &elf::Symbol<'a>) -> Result<(SectionId, u64), LoadError> {
        if symbol.section == 0 {
            return Ok((SectionId::Outside, 0));
        }
        let found = self.locate(symbol.value, symbol.size);
        let (section, offset) = found.ok_or_else(|| symbol.malformed("an extent inside a loaded segment"))?;
        Ok((SectionId::Global { section }, offset))
    }

    /// Named objects, without descriptors.
    fn objects(&mut self, image: &mut Image) -> Result<(), LoadError> {
        for symbol in self.symbols.clone() {
            if symbol.kind != SYMBOL_OBJECT || symbol.section == 0 || symbol.name.ends_with(".kd") {
                continue;
            }
            self.spend(symbol.name.len() + size_of::<Symbol>())?;
            let (place, offset) = self.place(&symbol)?;
            image.objects.push(Symbol { name: symbol.name.to_owned(), place, offset, size: symbol.size });
        }
        Ok(())
    }

    /// Relocations of loaded segments; those of debug information have no effect on execution.
    fn relocations(&mut self, image: &mut Image) -> Result<(), LoadError> {
        let dynamic = self.elf.symbols_of(SECTION_DYNAMIC_SYMBOLS)?;
        for section in &self.elf.sections {
            if !matches!(section.kind, SECTION_REL | SECTION_RELA) || section.flags & FLAG_ALLOCATED == 0 {
                continue;
            }
            for (index, raw) in self.elf.relocations(section)?.into_iter().enumerate() {
                let name = || format!("relocation {index} of `{}`", quote(section.name));
                if raw.kind == 0 {
                    continue;
                }
                let known = RELOCATIONS.iter().find(|(kind, ..)| *kind == raw.kind);
                let (kind, width) = known.map_or((not_carried_out(raw.kind), 4), |(_, kind, width)| (*kind, *width));
                let place = self.locate(raw.offset, width).filter(|_| raw.offset.is_multiple_of(width));
                let (target, offset) = place.ok_or_else(|| {
                    let expected = format!("an aligned place of {width} bytes in a loaded segment");
                    LoadError::malformed(name(), expected, format!("{:#x}", raw.offset))
                })?;
                self.spend(size_of::<Relocation>() / 2)?;
                // A relative relocation gives an address in the file instead of a symbol.
                let (symbol, addend) = if raw.kind == 13 {
                    let to = raw.addend.map(|addend| addend as u64);
                    let (section, offset) = to.and_then(|to| self.locate(to, 0)).ok_or_else(|| {
                        let found = format!("{:#x}", to.unwrap_or(0));
                        LoadError::malformed(name(), "an address inside a loaded segment", found)
                    })?;
                    (Symbol { name: String::new(), place: SectionId::Global { section }, offset, size: 0 }, Some(0))
                } else {
                    let symbol = dynamic.get(raw.symbol as usize).ok_or_else(|| {
                        let expected = format!("a symbol below {}", dynamic.len());
                        LoadError::malformed(name(), expected, raw.symbol.to_string())
                    })?;
                    self.spend(symbol.name.len())?;
                    let (place, offset) = self.place(symbol)?;
                    (Symbol { name: symbol.name.to_owned(), place, offset, size: symbol.size }, raw.addend)
                };
                let place = SectionId::Global { section: target };
                image.relocations.push(Relocation { place, offset, kind, symbol, addend });
            }
        }
        Ok(())
    }
}

/// The error for a symbol that its section does not contain.
fn outside(symbol: &elf::Symbol<'_>, section: &elf::Section<'_>) -> LoadError {
    symbol.malformed(format!("an extent inside section `{}`", quote(section.name)))
}

/// The addresses of two segments that overlap in memory.
fn overlapping(segments: &[Segment<'_>]) -> Option<(u64, u64)> {
    let mut extents: Vec<_> =
        segments.iter().map(|segment| (segment.address, segment.address + segment.size)).collect();
    extents.sort_unstable();
    extents.windows(2).find(|pair| pair[0].1 > pair[1].0).map(|pair| (pair[0].0, pair[1].0))
}

/// The source arguments and the hidden arguments; each must be inside the argument segment, without overlap.
fn arguments(note: &KernelNote) -> Result<(Vec<Param>, Vec<HiddenArg>), LoadError> {
    let (mut params, mut hidden, mut taken) = (Vec::new(), Vec::new(), Vec::new());
    for (index, arg) in note.args.iter().enumerate() {
        let place = || format!("argument {index} of kernel `{}`", quote(&note.name));
        let end =
            arg.offset.checked_add(arg.size).filter(|&end| end <= note.kernarg_segment_size).ok_or_else(|| {
                LoadError::malformed(
                    place(),
                    format!("an extent inside {:#x} bytes of arguments", note.kernarg_segment_size),
                    format!("offset {:#x}, size {:#x}", arg.offset, arg.size),
                )
            })?;
        taken.push((arg.offset, end));
        let pointer = |space, align: u64| ParamKind::Pointer { space, log2_align: align.trailing_zeros() as u8 };
        let kind = match &arg.kind {
            ArgKind::Hidden(kind) => {
                hidden.push(HiddenArg { kind: kind.clone(), offset: arg.offset, size: arg.size });
                continue;
            }
            ArgKind::Value => ParamKind::Plain,
            ArgKind::Handle(what) => ParamKind::Handle(what),
            ArgKind::DynamicShared(align) if align.is_power_of_two() => pointer(ParamSpace::Shared, *align),
            ArgKind::DynamicShared(align) => {
                return Err(LoadError::malformed(place(), "a power of two as `.pointee_align`", align.to_string()));
            }
            ArgKind::Buffer(space) => match space.as_deref() {
                Some("global") => pointer(ParamSpace::Global, 1),
                Some("constant") => pointer(ParamSpace::Constant, 1),
                Some("local") => pointer(ParamSpace::Shared, 1),
                Some("private") => pointer(ParamSpace::Private, 1),
                Some("generic") | None => pointer(ParamSpace::Generic, 1),
                Some(other) => {
                    return Err(LoadError::malformed(
                        place(),
                        "the address space global, constant, local, private or generic",
                        format!("`{}`", quote(other)),
                    ));
                }
            },
        };
        let (name, ty) = (arg.name.clone(), arg.ty.clone());
        params.push(Param { ordinal: params.len() as u32, offset: arg.offset, size: arg.size, kind, name, ty });
    }
    taken.sort_unstable();
    if let Some(pair) = taken.windows(2).find(|pair| pair[0].1 > pair[1].0) {
        return Err(LoadError::malformed(
            format!("the arguments of kernel `{}`", quote(&note.name)),
            "arguments side by side",
            format!("overlapping ones at offsets {:#x} and {:#x}", pair[0].0, pair[1].0),
        ));
    }
    hidden.sort_by_key(|arg| arg.offset);
    Ok((params, hidden))
}

/// A relocation that is not applied.
pub fn not_carried_out(kind: u32) -> RelocationKind {
    let hint = "it rewrites an instruction; link the file with `ld.lld -shared`";
    RelocationKind::Other { kind, name: relocation_name(kind), hint }
}
