//! Containers: what a vendor's compiler wrote, as one neutral [`Image`].
//!
//! This crate knows files, sections, symbols and attributes. It knows no opcode, decodes no instruction, assigns no
//! address and performs no I/O: bytes come in, an [`Image`] or a [`LoadError`] goes out. Every offset, length and count
//! in the file is checked before it is used, and what is copied out of a file never exceeds a small multiple of its
//! length.
//!
//! The crates of the vendors read the files: each knows the formats of its compilers.
//!
//! [`sniff`] says what a file is without reading it.

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

/// What kind of file some bytes are, judged by their first bytes only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// An ELF file for NVIDIA GPUs (machine 190).
    Cubin,
    /// NVIDIA's bundle of several cubins and PTX texts.
    Fatbin,
    /// An ELF file for AMD GPUs (machine 224).
    AmdCodeObject,
    /// Clang's bundle of objects for a host and its GPUs; `clang-offload-bundler` takes it apart.
    OffloadBundle,
    /// Intel's binary vISA (`.isa`, magic `CISA`).
    VisaIsa,
    /// Intel's `.zeinfo` with the vISA code of its kernels beside it.
    VisaText,
    /// An ELF file for Intel GPUs (machine 205).
    Zebin,
    /// An ELF file for another machine.
    OtherElf {
        /// `e_machine`.
        machine: u16,
        /// Its usual name, `unknown` where there is none.
        name: &'static str,
    },
    /// Printable text: assembly, PTX, JSON, YAML.
    Text,
}

/// What kind of file these bytes are; `None` when nothing fits.
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
        // The cut at 4096 bytes may fall inside a character; anything else is no text.
        Err(error) if error.error_len().is_none() && head.len() < bytes.len() => {
            std::str::from_utf8(&head[..error.valid_up_to()]).unwrap_or("")
        }
        Err(_) => return None,
    };
    let printable = |c: char| !c.is_control() || matches!(c, '\n' | '\r' | '\t' | '\u{c}');
    (!text.is_empty() && text.chars().all(printable)).then_some(Format::Text)
}

/// The machine that a file's code is for, by the name under which the registry of targets has it.
///
/// # Examples
/// ```
/// let image = isotope_nvidia::cubin::parse(include_bytes!("../samples/histogram256.cubin")).unwrap();
/// assert_eq!(image.target.to_string(), "sm_50");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TargetId(&'static str);

impl TargetId {
    /// A target of this name.
    pub const fn new(name: &'static str) -> TargetId {
        TargetId(name)
    }

    /// The name: `sm_50`, `gfx1100`, `visa`.
    pub const fn name(self) -> &'static str {
        self.0
    }
}

impl std::fmt::Display for TargetId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// Everything a file holds that running its kernels needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// What kind of file it was.
    pub format: Format,
    /// The machine its code is for.
    pub target: TargetId,
    /// The kernels, in the order of the file: of their sections (cubin), of the metadata (AMD).
    pub kernels: Vec<Kernel>,
    /// Code that kernels can call and that lies in sections of its own.
    pub functions: Vec<Function>,
    /// Constant banks that all kernels of the file share (CUDA: bank 3 user constants, bank 4 addresses of globals).
    pub banks: Vec<Bank>,
    /// Sections of global memory that the file brings along.
    pub globals: Vec<GlobalSection>,
    /// Named objects in global memory and in shared constant banks.
    pub objects: Vec<Symbol>,
    /// Values to be filled in when addresses and handles are known; see [`Image::resolve`].
    pub relocations: Vec<Relocation>,
    /// The whole file, where it has line tables ([`lines::Tables`] reads them).
    pub debug: Option<Arc<[u8]>>,
    /// What else was in the file that this image was taken out of, where it was one with code for several machines.
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
    /// Length in bytes of the kernel from `entry` as its symbol states it (cubin: device functions behind it included).
    pub size: u32,
    /// Parameters by ordinal; those that only the runtime knows of are not among them.
    pub params: Vec<Param>,
    /// Registers of 32 bits per lane that the compiler used.
    pub register_count: u32,
    /// Shared memory in bytes per workgroup that the code uses; dynamic shared memory starts behind it.
    pub shared_static_bytes: u32,
    /// Private (local) memory in bytes per lane: stack frame of the kernel and of what it calls.
    pub local_bytes_per_lane: u32,
    /// False where recursion makes the need unbounded; `local_bytes_per_lane` is then only the kernel's own frame, and
    /// the launch has to choose a limit.
    pub local_bytes_are_bounded: bool,
    /// The only workgroup size (x, y, z) the code was compiled for, where the file states one.
    pub required_threads: Option<[u32; 3]>,
    /// Functions and labels in `code`, by offset. Shared between kernels of one section.
    pub symbols: Arc<[CodeSymbol]>,
    /// What only this vendor's kernels have.
    pub vendor: Vendor,
}

/// The part of a [`Kernel`] that has no meaning for other vendors: a value of a type of the vendor's crate.
#[derive(Debug)]
pub struct Vendor(Box<dyn AnyDetails>);

/// What is asked of the vendor's part of every kernel.
pub trait Details: fmt::Debug + Clone + PartialEq + Send + Sync + 'static {
    /// Work-items that step together: of a warp, of a wave, of a hardware thread.
    fn wave_width(&self) -> u32;
    /// Work-items of a group at most, where the file states a bound.
    fn most_items(&self) -> Option<u64> {
        None
    }
    /// Constant banks of this kernel alone.
    fn banks(&self) -> &[Bank] {
        &[]
    }
    /// Private memory in bytes per lane, where it is not [`Kernel::local_bytes_per_lane`].
    fn private_bytes(&self) -> Option<u32> {
        None
    }
}

/// [`Details`] of a type that is not known.
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
    /// The part of a kernel of a vendor.
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
    /// What the file says about its use.
    pub kind: ParamKind,
    /// Its name in the source; empty where the file does not say (cubins never do).
    pub name: String,
    /// Its type in the source's words, such as `float*`; empty where the file does not say.
    pub ty: String,
}

/// What a file says about a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParamKind {
    /// A value of no stated meaning; pointers are often so marked too.
    Plain,
    /// A pointer into a stated space.
    Pointer {
        /// The space.
        space: ParamSpace,
        /// log2 of the alignment in bytes of what it points to.
        log2_align: u8,
    },
    /// A texture reference; it takes no bytes among the parameters.
    Texture,
    /// A surface reference; it takes no bytes among the parameters.
    Surface,
    /// The address of something that the vendor's runtime makes, in the file's word for it: `image`, `sampler`, `pipe`,
    /// `queue`.
    Handle(&'static str),
    /// A code this library has no name for.
    Other(u8),
}

/// The space a pointer parameter points into.
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
    /// Any of them.
    Generic,
}

/// The initial bytes of one constant bank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bank {
    /// Number of the bank, as in `c[bank][offset]`.
    pub number: u8,
    /// Its bytes; reading behind them is out of range.
    pub bytes: Vec<u8>,
    /// Alignment in bytes that the file asks for.
    pub align: u32,
}

/// A device function in a section of its own.
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

/// A name for a place in the code.
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
    /// Initial bytes, at most `size` of them; the rest, and all for `None`, are zeros.
    pub bytes: Option<Vec<u8>>,
    /// Where it lies if the file is loaded at address 0. Sections that have one must keep their distances: code reaches
    /// one from another.
    pub address: Option<u64>,
}

/// A named object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// Where it lies.
    pub place: SectionId,
    /// Byte offset there.
    pub offset: u64,
    /// Size in bytes.
    pub size: u64,
}

/// A part of an [`Image`] that has bytes of its own.
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
    /// Nowhere in this file: another file, the driver, or a texture or surface reference.
    Outside,
}

/// A value to be written once addresses and handles are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relocation {
    /// What is to be changed.
    pub place: SectionId,
    /// Byte offset in it.
    pub offset: u64,
    /// What is to be written.
    pub kind: RelocationKind,
    /// The symbol it depends on.
    pub symbol: Symbol,
    /// Bytes to add; `None` means that they are stored at the place itself.
    pub addend: Option<i64>,
}

/// What a relocation writes.
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
    /// 32 bits of the address in its own space, from bit 20 of the 64-bit instruction word at the place: its low ones
    /// (`R_CUDA_ABS32_20`, `R_CUDA_ABS32_LO_20`), or bits 63:32 (`R_CUDA_ABS32_HI_20`).
    Field {
        /// Bits 63:32 of the address.
        high: bool,
    },
    /// Anything else, most of them fields of instructions; not carried out here.
    Other {
        /// Its number.
        kind: u32,
        /// Its name, where it is known.
        name: Option<&'static str>,
        /// What to do about it.
        hint: &'static str,
    },
}

/// A value that [`Image::resolve`] worked out, to be written at `relocation.place` + `offset`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patch {
    /// The place.
    pub place: SectionId,
    /// Byte offset in it.
    pub offset: u64,
    /// Bytes to write, 4 or 8, little-endian.
    pub width: u8,
    /// Their value.
    pub value: u64,
}

/// A branch whose targets the file lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndirectBranch {
    /// Byte offset of the instruction in the code section.
    pub offset: u32,
    /// True for a call.
    pub call: bool,
    /// Byte offsets it may go to; empty where they lie outside the file.
    pub targets: Vec<u32>,
}

/// One attribute as the file holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    /// Its number.
    pub id: u8,
    /// Its name where it is known, `unknown` otherwise.
    pub name: &'static str,
    /// Its value.
    pub bytes: Vec<u8>,
}

/// Bytes of data of a file at most that are looked into; a launch maps no more.
const MAX_DATA: u64 = 1 << 30;

impl Kernel {
    /// What only kernels of the vendor with these details have.
    pub fn details<T: Details>(&self) -> Option<&T> {
        let details: &dyn Any = &*self.vendor.0;
        details.downcast_ref()
    }

    /// The same, to be changed.
    pub fn details_mut<T: Details>(&mut self) -> Option<&mut T> {
        let details: &mut dyn Any = &mut *self.vendor.0;
        details.downcast_mut()
    }

    /// Work-items that step together: of a warp, of a wave, of a hardware thread.
    pub fn wave_width(&self) -> u32 {
        self.vendor.0.wave_width()
    }

    /// Work-items of a group at most, where the file states a bound.
    pub fn most_items(&self) -> Option<u64> {
        let product = |size: [u32; 3]| size.iter().fold(1u64, |n, d| n.saturating_mul((*d).into()));
        self.required_threads.map(product).or_else(|| self.vendor.0.most_items())
    }

    /// Private memory in bytes per lane.
    pub fn private_bytes(&self) -> u32 {
        self.vendor.0.private_bytes().unwrap_or(self.local_bytes_per_lane)
    }

    /// Constant banks of this kernel alone.
    pub fn banks(&self) -> &[Bank] {
        self.vendor.0.banks()
    }

    /// Constant bank `number` of this kernel.
    pub fn bank(&self, number: u8) -> Option<&Bank> {
        self.banks().iter().find(|bank| bank.number == number)
    }
}

impl GlobalSection {
    /// All its initial bytes. The caller has to find `size` acceptable first.
    pub fn contents(&self) -> Vec<u8> {
        let mut bytes = self.bytes.clone().unwrap_or_default();
        bytes.resize(self.size as usize, 0);
        bytes
    }
}

impl Image {
    /// The kernel of this name, or, for `None`, the only kernel.
    ///
    /// # Errors
    /// [`LoadError::NoSuchKernel`] or [`LoadError::NoKernelNamed`], which list the kernels there are.
    pub fn kernel(&self, name: Option<&str>) -> Result<&Kernel, LoadError> {
        let found = match (name, &self.kernels[..]) {
            (Some(name), kernels) => kernels.iter().find(|kernel| kernel.name == name),
            (None, [only]) => Some(only),
            (None, _) => None,
        };
        found.ok_or_else(|| {
            let mut names: Vec<String> = self.kernels.iter().take(20).map(|kernel| name::shown(&kernel.name)).collect();
            if self.kernels.len() > names.len() {
                names.push(format!("and {} more", self.kernels.len() - names.len()));
            }
            let found = if names.is_empty() { "no kernel".into() } else { names.join(", ") };
            match name {
                Some(name) => LoadError::NoSuchKernel { wanted: error::quote(name), found },
                None => LoadError::NoKernelNamed { found },
            }
        })
    }

    /// The kernel that a name means, as [`name::position`] reads it, or, for `None`, the only kernel.
    ///
    /// # Errors
    /// As [`Image::kernel`], and where the name fits several.
    pub fn find(&self, name: Option<&str>) -> Result<&Kernel, LoadError> {
        let Some(wanted) = name else { return self.kernel(None) };
        let names: Vec<&str> = self.kernels.iter().map(|kernel| &*kernel.name).collect();
        Ok(&self.kernels[name::position(&names, wanted)?])
    }

    /// The object that a name means, as [`name::position`] reads it.
    ///
    /// # Errors
    /// [`LoadError::NoSuchObject`], which lists what there is.
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

    /// Gives an object other initial bytes.
    ///
    /// # Errors
    /// Where it is not as large, or its place in the file cannot be written: it lies elsewhere, or past the end of its section.
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

    /// The initial bytes of an object; `None` where it is not in the data of the file.
    pub fn object_bytes(&self, object: &Symbol) -> Option<Vec<u8>> {
        let size = usize::try_from(object.size).ok()?;
        let offset = usize::try_from(object.offset).ok()?;
        let contents = match object.place {
            SectionId::Global { section } => {
                let section = self.globals.get(section)?;
                object.offset.checked_add(object.size).filter(|end| *end <= section.size.min(MAX_DATA))?;
                section.bytes.as_deref().unwrap_or_default()
            }
            SectionId::FileBank { bank } => {
                let bank = self.banks.iter().find(|b| b.number == bank)?;
                return bank.bytes.get(offset..offset.checked_add(size)?).map(<[u8]>::to_vec);
            }
            _ => return None,
        };
        let mut bytes: Vec<u8> = contents.iter().skip(offset).take(size).copied().collect();
        bytes.resize(size, 0);
        Some(bytes)
    }

    /// The bytes at a place, where the image holds them.
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
    /// `global_bases` gives the address of each of [`Image::globals`], in order; `handle` gives the 32-bit handle of
    /// a texture or surface reference by name. Global addresses and their generic addresses are the same number.
    ///
    /// # Errors
    /// [`LoadError::Relocation`] when the symbol lies outside the file, has no handle, or when the kind is one that
    /// rewrites fields of instructions.
    ///
    /// # Source
    /// oracle: cuobjdump 12.8 names the kinds; spec: ELF, `REL` keeps the addend at the place. assumed: where a
    /// relocation names a constant bank or code, its address is the byte offset there.
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
