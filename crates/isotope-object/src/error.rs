//! What can be wrong with a file that should hold kernels.
//!
//! One line per error: what was expected, what was found, where, and what to do. The name of the file is the caller's
//! to add: nothing here performs I/O.

use isotope_option::OptionName;

/// Why a file could not be loaded.
///
/// Names that come from the file are escaped and shortened, so a message is always one printable line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file ends inside something that its own headers announce.
    #[error(
        "expected {need:#x} bytes of {what} at file offset {offset:#x}, found the end of the file at {length:#x}: the \
         file is truncated or its headers are damaged; copy or build it again"
    )]
    Truncated {
        /// What the bytes were to be.
        what: String,
        /// File offset in bytes where they start.
        offset: u64,
        /// How many bytes were expected there.
        need: u64,
        /// Length of the file in bytes.
        length: u64,
    },
    /// The file is no ELF file.
    #[error("expected an ELF file (7f 45 4c 46 at file offset 0), found {found}: {hint}")]
    NotElf {
        /// What the file seems to be.
        found: String,
        /// What to do instead.
        hint: &'static str,
    },
    /// An ELF file of 32 bits or of big-endian byte order.
    #[error(
        "expected a 64-bit little-endian ELF file (class 2, data 1 at file offset 0x4), found class {class}, data \
         {data}: {hint}"
    )]
    WrongClass {
        /// `EI_CLASS`.
        class: u8,
        /// `EI_DATA`.
        data: u8,
        /// What to do instead.
        hint: &'static str,
    },
    /// An ELF file for another machine than the one asked for.
    #[error("expected ELF machine {expected} at file offset 0x12, found {machine} ({name}): {hint}")]
    WrongMachine {
        /// Number and name of the machine asked for.
        expected: &'static str,
        /// `e_machine`.
        machine: u16,
        /// Its usual name.
        name: &'static str,
        /// What to do instead.
        hint: &'static str,
    },
    /// A cubin for an architecture whose code is not understood.
    #[error(
        "expected a cubin for sm_50, sm_52, sm_53, sm_60, sm_61 or sm_62, found sm_{sm} (ELF flags {flags:#x} at file \
         offset 0x30): its instructions are encoded differently; compile the source again for compute_50 and sm_50 \
         (`nvcc -arch=sm_50`) with CUDA 12.9 or earlier, the last toolkit that compiles for Maxwell and Pascal"
    )]
    UnsupportedSm {
        /// The number after `sm_`.
        sm: u16,
        /// `e_flags`.
        flags: u32,
    },
    /// An AMD code object for a processor whose code is not understood.
    #[error(
        "expected a code object for gfx1100 or gfx11-generic, found {name} (number {number:#04x}, ELF flags {flags:#x} at \
         file offset 0x30): its instructions are encoded or behave differently; compile the source again with \
         `-mcpu=gfx1100`"
    )]
    UnsupportedGfx {
        /// Its name, where the number has one.
        name: &'static str,
        /// Its number: the low byte of the flags.
        number: u8,
        /// `e_flags`.
        flags: u32,
    },
    /// An AMD code object in a layout that is not read.
    #[error(
        "expected an HSA code object of version 4, 5 or 6 (OS/ABI 64 at file offset 0x7, ABI version 2, 3 or 4 at 0x8), \
         found OS/ABI {os_abi}, ABI version {version}: compile again with `-target amdgcn-amd-amdhsa \
         -mcode-object-version=5`"
    )]
    UnsupportedAbi {
        /// `EI_OSABI`.
        os_abi: u8,
        /// `EI_ABIVERSION`.
        version: u8,
    },
    /// A relocatable AMD object instead of a linked one.
    #[error(
        "expected a linked code object (ELF type 3 at file offset 0x10), found type {found}: addresses are still open; \
         run `ld.lld -shared` on it"
    )]
    NotSharedObject {
        /// `e_type`.
        found: u16,
    },
    /// A kernel that the metadata of a code object names and the file lacks, or the other way round.
    #[error("expected {expected} for kernel `{kernel}`, found none: {why}; build the code object again")]
    MissingPart {
        /// What is missing.
        expected: String,
        /// The kernel's name.
        kernel: String,
        /// Why it is needed.
        why: &'static str,
    },
    /// A kernel of Intel's whose vISA is missing.
    #[error("expected the vISA of kernel `{kernel}`, found none: {holds}; {hint}")]
    NoVisa {
        /// The kernel's name.
        kernel: String,
        /// What is there of it.
        holds: &'static str,
        /// What to do.
        hint: &'static str,
    },
    /// A line of a kernel's vISA that is not understood. The file may be whole: compilers change what they write.
    #[error(
        "line {line} of the vISA of kernel `{kernel}` is not understood: {why}; {release}: report the line, or compile with one of \
         those that were tried"
    )]
    UnknownVisa {
        /// The kernel's name.
        kernel: String,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
        /// Which compiler made it.
        release: String,
    },
    /// An AMD code object without a kernel.
    #[error(
        "expected at least one kernel in the metadata note (`amdhsa.kernels`), found none: the file holds only data or \
         device functions; compile a source with a `__kernel` function"
    )]
    NoKernelsInNote,
    /// A zebin of Intel's without a kernel.
    #[error(
        "expected at least one kernel in the zebin (`.ze_info`), found none: the file is whole, and its source has only data, \
         functions that no kernel calls, or nothing; compile a source with a `__kernel` function"
    )]
    NoKernelsInZebin,
    /// A relocatable object instead of a linked cubin.
    #[error(
        "expected a linked cubin (ELF type 2 at file offset 0x10), found type {found}: addresses are still open; run \
         ptxas without -c, or link with nvlink"
    )]
    NotLinked {
        /// `e_type`.
        found: u16,
    },
    /// The file has no kernel at all.
    #[error(
        "expected at least one kernel (a function symbol with the entry mark in a .text section), found none in {texts} \
         .text sections: the file holds only data or device functions; compile PTX that has a `.entry`"
    )]
    NoKernels {
        /// How many `.text.*` sections there are.
        texts: usize,
    },
    /// A file with code for several machines that has none for the machine asked for.
    #[error("expected a cubin for {wanted} in the fatbin, found {found}: {hint}")]
    NoEntry {
        /// The machines asked for.
        wanted: String,
        /// What the file has.
        found: String,
        /// What to do.
        hint: String,
    },
    /// A host program with several modules, and no kernel named.
    #[error(
        "expected the name of a kernel ({}), the file has {modules} modules with {found}: choose one of these",
        OptionName::Kernel
    )]
    SeveralModules {
        /// How many have kernels for the machine.
        modules: usize,
        /// Their kernels.
        found: String,
    },
    /// The file has no data of the name asked for.
    #[error("expected data of the file named `{wanted}`, found {found}: choose one of these")]
    NoSuchObject {
        /// The name asked for.
        wanted: String,
        /// The names in the file.
        found: String,
    },
    /// A value of another size than the object that it is for.
    #[error("expected {expected} bytes for `{object}`, found {found}; give all of it")]
    ObjectSize {
        /// The object.
        object: String,
        /// Its size.
        expected: u64,
        /// Bytes given.
        found: usize,
    },
    /// An object whose bytes are not in the file.
    #[error("expected `{object}` in the data of the file, found it elsewhere: link the file that defines it")]
    ObjectElsewhere {
        /// The object.
        object: String,
    },
    /// A name that several kernels have in part.
    #[error("`{wanted}` names several: {found}; give more of the name")]
    SeveralKernels {
        /// What was asked for.
        wanted: String,
        /// The kernels that it fits.
        found: String,
    },
    /// The file has not one kernel, and none is named.
    #[error("expected the name of a kernel ({}), the file has {found}: choose one of these", OptionName::Kernel)]
    NoKernelNamed {
        /// The names in the file.
        found: String,
    },
    /// The file has no kernel of the name asked for.
    #[error("expected a kernel named `{wanted}`, found {found}: choose one of these")]
    NoSuchKernel {
        /// The name asked for.
        wanted: String,
        /// The names in the file.
        found: String,
    },
    /// A kernel without one of the sections it needs.
    #[error("expected section `{section}` for kernel `{kernel}`, found none: {why}; build the cubin again")]
    MissingSection {
        /// The section's name.
        section: String,
        /// The kernel's name.
        kernel: String,
        /// Why the section is needed.
        why: &'static str,
    },
    /// A header, attribute, symbol or relocation that contradicts the format.
    #[error(
        "expected {expected} in {place}, found {found}: the file is damaged or made by an unknown tool; build it again"
    )]
    Malformed {
        /// Section and byte offset, or header field.
        place: String,
        /// What the format asks for.
        expected: String,
        /// What is there.
        found: String,
    },
    /// A relocation that cannot be carried out.
    #[error("expected {expected} for the relocation of `{symbol}` at {place}, found {found}: {hint}")]
    Relocation {
        /// Name of the symbol.
        symbol: String,
        /// Where the value is to be written.
        place: String,
        /// What is needed.
        expected: &'static str,
        /// What there is.
        found: String,
        /// What to do.
        hint: &'static str,
    },
}

/// A name from a file as it may stand in a message: escaped, at most 80 characters.
pub fn quote(name: &str) -> String {
    let mut out: String = name.chars().take(80).flat_map(char::escape_debug).collect();
    if name.chars().nth(80).is_some() {
        out.push('…');
    }
    out
}

impl LoadError {
    /// Something that is not what it must be: where, what was expected, what was found.
    pub fn malformed(place: impl Into<String>, expected: impl Into<String>, found: impl Into<String>) -> LoadError {
        LoadError::Malformed { place: place.into(), expected: expected.into(), found: found.into() }
    }
}
