//! Compiler output files as one neutral [`Image`].
//!
//! This crate handles files, sections, symbols and attributes. It contains no opcode, decodes no instruction, assigns no
//! address and performs no I/O: bytes go in, an [`Image`] or a [`LoadError`] comes out. Every offset, length and count
//! in a file is checked before use, and the bytes copied from a file never exceed a small multiple of its
//! length.
//!
//! The vendor crates read the files: each implements the formats of its compilers.
//!
//! [`sniff`] detects the type of a file without reading all of it.

pub mod container;
pub mod elf;
mod error;
pub mod lines;
pub mod name;
pub mod raw;
pub mod variables;

pub use error::{LoadError, quote};

use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// `e_machine` of NVIDIA CUDA.
pub const NVIDIA: u16 = 190;
/// `e_machine` of AMDGPU.
pub const AMD: u16 = 224;
/// `e_machine` of Intel graphics.
pub const INTEL: u16 = 205;
/// The first bytes of a fatbin.
pub const FATBIN: [u8; 4] = [0x50, 0xed, 0x55, 0xba];

/// The type of a file, detected from its first bytes only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// An ELF file for NVIDIA GPUs (machine 190).
    Cubin,
    /// NVIDIA's bundle of several cubins and PTX texts.
    Fatbin,
    /// An ELF file for AMD GPUs (machine 224).
    AmdCodeObject,
    /// Clang's bundle of objects for a host and its GPUs; `clang-offload-bundler` extracts them.
    OffloadBundle,
    /// Intel's binary vISA (`.isa`, magic `CISA`).
    VisaIsa,
    /// Intel's `.zeinfo` with the vISA code of its kernels in separate files.
    VisaText,
    /// An ELF file for Intel GPUs (machine 205).
    Zebin,
    /// An ELF file for another machine.
    OtherElf {
        /// `e_machine`.
        machine: u16,
        /// Its usual name, or `unknown`.
        name: &'static str,
    },
    /// Printable text: assembly, PTX, JSON, YAML.
    Text,
}

/// The type of a file with these bytes; `None` if it is unknown.
///
/// # Examples
/// ```
/// use isotope_object::{Format, sniff};
/// assert_eq!(sniff(b"CISA\x04\x01"), Some(Format::VisaIsa));
/// assert_eq!(sniff(b".version 8.1\n"), Some(Format::Text));
/// assert_eq!(sniff(&[0, 1, 2, 3]), None);
/// ```
pub fn sniff(bytes: &[u8]) -> Option<Format> {
    if bytes.starts_with(b"\x7fELF") {
        let machine = elf::u16_at(bytes, 0x12)?;
        return Some(match machine {
            NVIDIA => Format::Cubin,
            AMD => Format::AmdCodeObject,
            INTEL => Format::Zebin,
            _ => Format::OtherElf { machine, name: elf::machine_name(machine) },
        });
    }
    if bytes.starts_with(b"__CLANG_OFFLOAD_BUNDLE__") {
        return Some(Format::OffloadBundle);
    }
    match bytes.first_chunk::<4>() {
        Some(b"CISA") => return Some(Format::VisaIsa),
        Some(&FATBIN) => return Some(Format::Fatbin),
        _ => {}
    }
    let head = &bytes[..bytes.len().min(4096)];
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        // The cut at 4096 bytes may split a character; any other invalid character means that it is not text.
        Err(error) if error.error_len().is_none() && head.len() < bytes.len() => {
            std::str::from_utf8(&head[..error.valid_up_to()]).unwrap_or("")
        }
        Err(_) => return None,
    };
    let printable = |c: char| !c.is_control() || matches!(c, '\n' | '\r' | '\t' | '\u{c}');
    (!text.is_empty() && text.chars().all(printable)).then_some(Format::Text)
}

/// The machine that a file's code is for, by its name in the registry of targets.
///
/// # Examples
/// ```
/// let image = isotope_nvidia::cubin::parse(include_bytes!("../samples/histogram256.cubin")).unwrap();
/// assert_eq!(image.target.to_string(), "sm_50");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TargetId(&'static str);

impl TargetId {
    /// A target with this name.
    pub const fn new(name: &'static str) -> TargetId {
        TargetId(name)
    }

    /// The name: `sm_50`, `gfx1100`, `visa`.
    pub const fn name(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for TargetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// The data of a file that is needed to run its kernels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// The type of the file.
    pub format: Format,
    /// The machine its code is for.
    pub target: TargetId,
    /// The kernels, in file order: of their sections (cubin), of the metadata (AMD).
    pub kernels: Vec<Kernel>,
    /// Functions that kernels can call and that have their own sections.
    pub functions: Vec<Function>,
    /// Constant banks that all kernels of the file share (CUDA: bank 3 user constants, bank 4 addresses of globals).
    pub banks: Vec<Bank>,
    /// Sections of global memory with initial data in the file.
    pub globals: Vec<GlobalSection>,
    /// Named objects in global memory and in shared constant banks.
    pub objects: Vec<Symbol>,
    /// Values to be written when addresses and handles are known; see [`Image::resolve`].
    pub relocations: Vec<Relocation>,
    /// The whole file, if it has line tables ([`lines::Tables`] reads them).
    pub debug: Option<Arc<[u8]>>,
    /// The container that this image was read from, if the file has code for several machines.
    pub container: Option<Box<container::Container>>,
}

/// One kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kernel {
    /// The name that a launch uses.
    pub name: String,
    /// The whole code section, in memory order. Shared between kernels of one section.
    pub code: Arc<[u8]>,
    /// Name of the code section.
    pub section: String,
    /// Offset in bytes of the code section in the file.
    pub file_offset: u64,
    /// Offset in bytes in `code` of the first instruction (cubin: of its bundle).
    pub entry: u32,
    /// Length in bytes of the kernel from `entry`, as its symbol gives it (cubin: including device functions after it).
    pub size: u32,
    /// Parameters by ordinal, without those that only the runtime uses.
    pub params: Vec<Param>,
    /// Number of 32-bit registers per lane that the compiler used.
    pub register_count: u32,
    /// Static shared memory in bytes per workgroup; dynamic shared memory starts after it.
    pub shared_static_bytes: u32,
    /// Private (local) memory in bytes per lane: the stack frames of the kernel and of its callees.
    pub local_bytes_per_lane: u32,
    /// False if recursion makes the size unbounded; `local_bytes_per_lane` is then only the kernel's own frame, and
    /// the launch must choose a limit.
    pub local_bytes_are_bounded: bool,
    /// The only workgroup size (x, y, z) that the code was compiled for, if the file gives one.
    pub required_threads: Option<[u32; 3]>,
    /// Functions and labels in `code`, by offset. Shared between kernels of one section.
    pub symbols: Arc<[CodeSymbol]>,
    /// Data that only kernels of this vendor have.
    pub vendor: Vendor,
}

/// The vendor-specific part of a [`Kernel`]: a value of a type of the vendor's crate.
#[derive(Debug)]
pub struct Vendor(Box<dyn AnyDetails>);

/// Functions that the vendor-specific part of every kernel provides.
pub trait Details: fmt::Debug + Clone + PartialEq + Send + Sync + 'static {
    /// Number of work-items per wave (NVIDIA: warp; Intel: hardware thread).
    fn wave_width(&self) -> u32;
    /// Maximum number of work-items of a group, if the file gives it.
    fn most_items(&self) -> Option<u64> {
        None
    }
    /// Constant banks of this kernel only.
    fn banks(&self) -> &[Bank] {
        &[]
    }
    /// Private memory in bytes per lane, if it differs from [`Kernel::local_bytes_per_lane`].
    fn private_bytes(&self) -> Option<u32> {
        None
    }
}

/// [`Details`] with an erased type.
trait AnyDetails: Any + fmt::Debug + Send + Sync {
    fn wave_width(&self) -> u32;
    fn most_items(&self) -> Option<u64>;
    fn banks(&self) -> &[Bank];
    fn private_bytes(&self) -> Option<u32>;
    fn copy(&self) -> Box<dyn AnyDetails>;
    fn equals(&self, other: &dyn Any) -> bool;
}

impl<T: Details> AnyDetails for T {
    fn wave_width(&self) -> u32 {
        Details::wave_width(self)
    }
    fn most_items(&self) -> Option<u64> {
        Details::most_items(self)
    }
    fn banks(&self) -> &[Bank] {
        Details::banks(self)
    }
    fn private_bytes(&self) -> Option<u32> {
        Details::private_bytes(self)
    }
    fn copy(&self) -> Box<dyn AnyDetails> {
        Box::new(self.clone())
    }
    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<T>() == Some(self)
    }
}

impl Vendor {
    /// The vendor-specific part with these details.
    pub fn new(details: impl Details) -> Vendor {
        Vendor(Box::new(details))
    }
}

impl Clone for Vendor {
    fn clone(&self) -> Vendor {
        Vendor(self.0.copy())
    }
}

impl PartialEq for Vendor {
    fn eq(&self, other: &Vendor) -> bool {
        let other: &dyn Any = &*other.0;
        self.0.equals(other)
    }
}

impl Eq for Vendor {}

/// One kernel parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Param {
    /// Position in the declaration, from 0.
    pub ordinal: u32,
    /// Byte offset from the start of the parameters.
    pub offset: u32,
    /// Size in bytes.
    pub size: u32,
    /// Its kind in the file.
    pub kind: ParamKind,
    /// Its source name; empty if the file does not give it (cubins never do).
    pub name: String,
    /// Its source type, such as `float*`; empty if the file does not give it.
    pub ty: String,
}

/// The kind of a parameter, as far as the file gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParamKind {
    /// A value without further information; many pointers are marked this way.
    Plain,
    /// A pointer into a known address space.
    Pointer {
        /// The address space.
        space: ParamSpace,
        /// log2 of the alignment in bytes of the pointed-to data.
        log2_align: u8,
    },
    /// A texture reference; it has no bytes in the parameters.
    Texture,
    /// A surface reference; it has no bytes in the parameters.
    Surface,
    /// The address of an object that the vendor's runtime creates, as the file names it: `image`, `sampler`, `pipe`,
    /// `queue`.
    Handle(&'static str),
    /// An unknown code.
    Other(u8),
}

/// The address space that a pointer parameter points into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParamSpace {
    /// Private (local) memory.
    Private,
    /// Shared memory.
    Shared,
    /// A constant bank.
    Constant,
    /// Global memory.
    Global,
    /// Any address space.
    Generic,
}

/// The initial bytes of one constant bank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bank {
    /// Number of the bank, as in `c[bank][offset]`.
    pub number: u8,
    /// Its bytes; reads past the end are out of range.
    pub bytes: Vec<u8>,
    /// Alignment in bytes that the file requests.
    pub align: u32,
}

/// A device function with its own section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The whole section.
    pub code: Arc<[u8]>,
    /// Name of the section.
    pub section: String,
    /// Offset in bytes in `code` of its first bundle.
    pub entry: u32,
    /// Registers of 32 bits per lane.
    pub register_count: u32,
}

/// A symbol in the code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeSymbol {
    /// Its name.
    pub name: String,
    /// Byte offset in the code section.
    pub offset: u32,
    /// Length in bytes, 0 for a label.
    pub size: u32,
    /// True for a function, false for a label.
    pub function: bool,
}

/// A section of global memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GlobalSection {
    /// Its name in the file.
    pub name: String,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes, a power of two.
    pub align: u64,
    /// Initial bytes, at most `size`; the rest, and everything for `None`, is zeros.
    pub bytes: Option<Vec<u8>>,
    /// Its address if the file is loaded at address 0. Sections with an address must keep their distances, because code
    /// accesses one relative to another.
    pub address: Option<u64>,
}

/// A named object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// The part of the image that contains it.
    pub place: SectionId,
    /// Byte offset in that part.
    pub offset: u64,
    /// Size in bytes.
    pub size: u64,
}

/// A part of an [`Image`] that has its own bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SectionId {
    /// The code of `kernels[kernel]`.
    Code {
        /// Index in [`Image::kernels`].
        kernel: usize,
    },
    /// The code of `functions[function]`.
    Function {
        /// Index in [`Image::functions`].
        function: usize,
    },
    /// Constant bank `bank` of `kernels[kernel]`.
    KernelBank {
        /// Index in [`Image::kernels`].
        kernel: usize,
        /// Number of the bank.
        bank: u8,
    },
    /// Constant bank `bank` of the whole file.
    FileBank {
        /// Number of the bank.
        bank: u8,
    },
    /// `globals[section]`.
    Global {
        /// Index in [`Image::globals`].
        section: usize,
    },
    /// Static shared memory of `kernels[kernel]`.
    Shared {
        /// Index in [`Image::kernels`].
        kernel: usize,
    },
    /// Not in this file: another file, the driver, or a texture or surface reference.
    Outside,
}

/// A value to be written when addresses and handles are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relocation {
    /// The part of the image that is patched.
    pub place: SectionId,
    /// Byte offset in that part.
    pub offset: u64,
    /// The value to be written.
    pub kind: RelocationKind,
    /// The symbol it depends on.
    pub symbol: Symbol,
    /// The addend; `None` means that it is stored at the relocated place.
    pub addend: Option<i64>,
}

/// The value that a relocation writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RelocationKind {
    /// The low 32 bits of the address in its own space (`R_CUDA_32`, `R_AMDGPU_ABS32_LO`).
    Address32,
    /// The 64-bit address in its own space (`R_CUDA_64`, `R_AMDGPU_ABS64`, `R_AMDGPU_RELATIVE64`).
    Address64,
    /// Bits 63:32 of the address in its own space (`R_AMDGPU_ABS32_HI`).
    AddressHigh32,
    /// The low 32 bits of the generic address (`R_CUDA_G32`).
    Generic32,
    /// The 64-bit generic address (`R_CUDA_G64`).
    Generic64,
    /// The 32-bit texture handle (`R_CUDA_TEX_HEADER_INDEX`).
    TextureHandle,
    /// The 32-bit surface handle (`R_CUDA_SURF_HEADER_INDEX`).
    SurfaceHandle,
    /// 32 bits of the address in its own space, written from bit 20 of the 64-bit instruction word: the low ones
    /// (`R_CUDA_ABS32_20`, `R_CUDA_ABS32_LO_20`), or bits 63:32 (`R_CUDA_ABS32_HI_20`).
    Field {
        /// Bits 63:32 instead of the low ones.
        high: bool,
    },
    /// Any other kind, mostly fields of instructions; not applied here.
    Other {
        /// Its number.
        kind: u32,
        /// Its name, if known.
        name: Option<&'static str>,
        /// What to do.
        hint: &'static str,
    },
}

/// A value computed by [`Image::resolve`], to be written at `relocation.place` + `offset`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patch {
    /// The place.
    pub place: SectionId,
    /// Byte offset in that part.
    pub offset: u64,
    /// Bytes to write, 4 or 8, little-endian.
    pub width: u8,
    /// Their value.
    pub value: u64,
}

/// An indirect branch whose targets the file lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndirectBranch {
    /// Byte offset of the instruction in the code section.
    pub offset: u32,
    /// True for a call.
    pub call: bool,
    /// Byte offsets of its targets; empty if they are outside the file.
    pub targets: Vec<u32>,
}

/// One attribute as in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    /// Its number.
    pub id: u8,
    /// Its name, or `unknown`.
    pub name: &'static str,
    /// Its value.
    pub bytes: Vec<u8>,
}

/// Maximum size in bytes of a file's data that is read; a launch maps no more.
const MAX_DATA: u64 = 1 << 30;

impl Kernel {
    /// The vendor-specific details, if they have this type.
    pub fn details<T: Details>(&self) -> Option<&T> {
        let details: &dyn Any = &*self.vendor.0;
        details.downcast_ref()
    }

    /// [`Kernel::details`], mutable.
    pub fn details_mut<T: Details>(&mut self) -> Option<&mut T> {
        let details: &mut dyn Any = &mut *self.vendor.0;
        details.downcast_mut()
    }

    /// Number of work-items per wave (NVIDIA: warp; Intel: hardware thread).
    pub fn wave_width(&self) -> u32 {
        self.vendor.0.wave_width()
    }

    /// Maximum number of work-items of a group, if the file gives it.
    pub fn most_items(&self) -> Option<u64> {
        let product = |size: [u32; 3]| size.iter().fold(1u64, |n, d| n.saturating_mul((*d).into()));
        self.required_threads.map(product).or_else(|| self.vendor.0.most_items())
    }

    /// Private memory in bytes per lane.
    pub fn private_bytes(&self) -> u32 {
        self.vendor.0.private_bytes().unwrap_or(self.local_bytes_per_lane)
    }

    /// Constant banks of this kernel only.
    pub fn banks(&self) -> &[Bank] {
        self.vendor.0.banks()
    }

    /// Constant bank `number` of this kernel.
    pub fn bank(&self, number: u8) -> Option<&Bank> {
        self.banks().iter().find(|bank| bank.number == number)
    }
}

impl GlobalSection {
    /// All its initial bytes. The caller must check `size` first.
    pub fn contents(&self) -> Vec<u8> {
        let mut bytes = self.bytes.clone().unwrap_or_default();
        bytes.resize(self.size as usize, 0);
        bytes
    }
}

impl Image {
    /// The kernel with this name, or, for `None`, the only kernel.
    ///
    /// # Errors
    /// [`LoadError::NoSuchKernel`] or [`LoadError::NoKernelNamed`], which list the kernels.
    pub fn kernel(&self, name: Option<&str>) -> Result<&Kernel, LoadError> {
        let found = match (name, &self.kernels[..]) {
            (Some(name), kernels) => kernels.iter().find(|kernel| kernel.name == name),
            (None, [only]) => Some(only),
            (None, _) => None,
        };
        found.ok_or_else(|| {
            let found = name::listed(self.kernels.iter().map(|kernel| &*kernel.name));
            match name {
                Some(name) => LoadError::NoSuchKernel { wanted: error::quote(name), found },
                None => LoadError::NoKernelNamed { found },
            }
        })
    }

    /// The kernel that a name selects by the rules of [`name::position`], or, for `None`, the only kernel.
    ///
    /// # Errors
    /// As [`Image::kernel`], and if the name matches several kernels.
    pub fn find(&self, name: Option<&str>) -> Result<&Kernel, LoadError> {
        let Some(wanted) = name else { return self.kernel(None) };
        let names: Vec<&str> = self.kernels.iter().map(|kernel| &*kernel.name).collect();
        Ok(&self.kernels[name::position(&names, wanted)?])
    }

    /// The object that a name selects by the rules of [`name::position`].
    ///
    /// # Errors
    /// [`LoadError::NoSuchObject`], which lists the objects.
    pub fn object(&self, name: &str) -> Result<&Symbol, LoadError> {
        let names: Vec<&str> = self.objects.iter().map(|object| &*object.name).collect();
        let found = name::position(&names, name).map_err(|error| match error {
            LoadError::NoSuchKernel { wanted, found } if self.objects.is_empty() => {
                LoadError::NoSuchObject { wanted, found: found.replace("no kernel", "no named data") }
            }
            LoadError::NoSuchKernel { wanted, found } => LoadError::NoSuchObject { wanted, found },
            other => other,
        })?;
        Ok(&self.objects[found])
    }

    /// Replaces the initial bytes of an object.
    ///
    /// # Errors
    /// The size differs, or the object cannot be written: it is outside the file's data or past the end of its section.
    ///
    /// # Examples
    /// ```
    /// let mut image = isotope_nvidia::cubin::parse(include_bytes!("../samples/data.cubin"))?;
    /// let table = image.object("table")?.clone();
    /// image.set_object("table", &[1; 16])?;
    /// assert_eq!(image.object_bytes(&table), Some(vec![1; 16]));
    /// assert!(image.set_object("table", &[1; 15]).is_err());
    /// # Ok::<(), isotope_object::LoadError>(())
    /// ```
    pub fn set_object(&mut self, name: &str, bytes: &[u8]) -> Result<(), LoadError> {
        let object = self.object(name)?.clone();
        let name = error::quote(&object.name);
        if object.size != bytes.len() as u64 {
            return Err(LoadError::ObjectSize { object: name, expected: object.size, found: bytes.len() });
        }
        let to = match object.place {
            SectionId::Global { section } => self.globals.get_mut(section).and_then(|section| {
                let end = object.offset.checked_add(object.size).filter(|end| *end <= section.size.min(MAX_DATA))?;
                let contents = section.bytes.get_or_insert_default();
                if (contents.len() as u64) < end {
                    contents.resize(end as usize, 0);
                }
                Some(contents)
            }),
            SectionId::FileBank { bank } => self.banks.iter_mut().find(|b| b.number == bank).map(|b| &mut b.bytes),
            _ => None,
        };
        let range = object.offset as usize..(object.offset as usize).saturating_add(bytes.len());
        let to = to.and_then(|contents| contents.get_mut(range));
        to.ok_or(LoadError::ObjectElsewhere { object: name })?.copy_from_slice(bytes);
        Ok(())
    }

    /// The initial bytes of an object; `None` if it is not in the file's data.
    pub fn object_bytes(&self, object: &Symbol) -> Option<Vec<u8>> {
        let size = usize::try_from(object.size).ok()?;
        let offset = usize::try_from(object.offset).ok()?;
        let contents = match object.place {
            SectionId::Global { section } => {
                let section = self.globals.get(section)?;
                object.offset.checked_add(object.size).filter(|end| *end <= section.size.min(MAX_DATA))?;
                section.bytes.as_deref().unwrap_or_default()
            }
            SectionId::FileBank { .. } => {
                return self.bytes(object.place)?.get(offset..offset.checked_add(size)?).map(<[u8]>::to_vec);
            }
            _ => return None,
        };
        let mut bytes: Vec<u8> = contents.iter().skip(offset).take(size).copied().collect();
        bytes.resize(size, 0);
        Some(bytes)
    }

    /// The bytes of a part, if the image has them.
    pub fn bytes(&self, place: SectionId) -> Option<&[u8]> {
        match place {
            SectionId::Code { kernel } => self.kernels.get(kernel).map(|kernel| &kernel.code[..]),
            SectionId::Function { function } => self.functions.get(function).map(|function| &function.code[..]),
            SectionId::KernelBank { kernel, bank } => self.kernels.get(kernel)?.bank(bank).map(|bank| &bank.bytes[..]),
            SectionId::FileBank { bank } => {
                self.banks.iter().find(|other| other.number == bank).map(|bank| &bank.bytes[..])
            }
            SectionId::Global { section } => self.globals.get(section)?.bytes.as_deref(),
            SectionId::Shared { .. } | SectionId::Outside => None,
        }
    }

    /// The value that a relocation writes.
    ///
    /// `global_bases` are the addresses of [`Image::globals`], in order; `handle` returns the 32-bit handle of
    /// a texture or surface reference by name. A global address equals its generic address.
    ///
    /// # Errors
    /// [`LoadError::Relocation`] if the symbol is outside the file or has no handle, or if the kind patches
    /// fields of instructions.
    ///
    /// # Source
    /// oracle: cuobjdump 12.8 names the kinds; spec: ELF, `REL` stores the addend at the relocated place. assumed: if a
    /// relocation refers to a constant bank or code, its address is the byte offset there.
    pub fn resolve(
        &self,
        relocation: &Relocation,
        global_bases: &[u64],
        handle: impl FnOnce(&str) -> Option<u32>,
    ) -> Result<Patch, LoadError> {
        let refuse = |expected, found: String, hint| LoadError::Relocation {
            symbol: error::quote(&relocation.symbol.name),
            place: format!("{:?} offset {:#x}", relocation.place, relocation.offset),
            expected,
            found,
            hint,
        };
        use RelocationKind as Kind;
        let width = match relocation.kind {
            Kind::Address32 | Kind::AddressHigh32 | Kind::Generic32 | Kind::TextureHandle | Kind::SurfaceHandle => 4,
            Kind::Address64 | Kind::Generic64 | Kind::Field { .. } => 8,
            Kind::Other { kind, name, hint } => {
                let found = name.map_or_else(|| format!("type {kind}"), str::to_owned);
                return Err(refuse("a relocation of whole words", found, hint));
            }
        };
        let symbol = &relocation.symbol;
        let base = match (relocation.kind, symbol.place) {
            (Kind::TextureHandle | Kind::SurfaceHandle, _) => u64::from(handle(&symbol.name).ok_or_else(|| {
                refuse("a texture or surface bound to this name", "none".into(), "bind one before the launch")
            })?),
            (_, SectionId::Global { section }) => {
                let base = global_bases.get(section).ok_or_else(|| {
                    refuse(
                        "an address for its section",
                        format!("addresses for {} sections", global_bases.len()),
                        "place every section of `globals` first",
                    )
                })?;
                base.wrapping_add(symbol.offset)
            }
            (_, SectionId::Outside) => {
                return Err(refuse(
                    "a symbol of this file",
                    "one that another file or the driver would supply".into(),
                    "link the object that defines it into the file",
                ));
            }
            _ => symbol.offset,
        };
        let stored = || {
            let bytes = self.bytes(relocation.place).unwrap_or(&[]);
            let offset = usize::try_from(relocation.offset).unwrap_or(usize::MAX);
            match width {
                4 => elf::u32_at(bytes, offset).map_or(0, u64::from),
                _ => elf::u64_at(bytes, offset).unwrap_or(0),
            }
        };
        if let Kind::Field { high } = relocation.kind {
            let (word, mask) = (stored(), u64::from(u32::MAX) << 20);
            let shift = if high { 32 } else { 0 };
            let addend = relocation.addend.map_or((word & mask) >> 20 << shift, |addend| addend as u64);
            let value = word & !mask | (base.wrapping_add(addend) >> shift) << 20 & mask;
            return Ok(Patch { place: relocation.place, offset: relocation.offset, width, value });
        }
        let addend = relocation.addend.map_or_else(stored, |addend| addend as u64);
        let value = base.wrapping_add(addend);
        let value = if relocation.kind == Kind::AddressHigh32 { value >> 32 } else { value };
        let value = if width == 4 { value & 0xffff_ffff } else { value };
        Ok(Patch { place: relocation.place, offset: relocation.offset, width, value })
    }
}
