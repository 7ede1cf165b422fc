//! Errors of files with kernels.
//!
//! One line per error: what was expected, what was found, where, and what to do. The caller adds the name of the file:
//! this crate performs no I/O.

use std::borrow::Cow;

use isotope_option::OptionName;

/// Why a file could not be loaded.
///
/// Names that come from the file are escaped and shortened, so a message is always one printable line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file ends inside data that its headers announce.
    #[error(
        "expected {need:#x} bytes of {what} at file offset {offset:#x}, found the end of the file at {length:#x}: the \
         file is truncated or its headers are damaged; copy or build it again"
    )]
    Truncated {
        /// The expected data.
        what: String,
        /// File offset in bytes where it starts.
        offset: u64,
        /// Its expected size in bytes.
        need: u64,
        /// Length of the file in bytes.
        length: u64,
    },
    /// The file is not an ELF file.
    #[error("expected an ELF file (7f 45 4c 46 at file offset 0), found {found}: {hint}")]
    NotElf {
        /// The apparent type of the file.
        found: String,
        /// What to do.
        hint: Cow<'static, str>,
    },
    /// An ELF file with 32 bits or big-endian byte order.
    #[error(
        "expected a 64-bit little-endian ELF file (class 2, data 1 at file offset 0x4), found class {class}, data \
         {data}: {hint}"
    )]
    WrongClass {
        /// `EI_CLASS`.
        class: u8,
        /// `EI_DATA`.
        data: u8,
        /// What to do.
        hint: &'static str,
    },
    /// An ELF file for another machine than the requested one.
    #[error("expected ELF machine {expected} at file offset 0x12, found {machine} ({name}): {hint}")]
    WrongMachine {
        /// Number and name of the requested machine.
        expected: &'static str,
        /// `e_machine`.
        machine: u16,
        /// Its usual name.
        name: &'static str,
        /// What to do.
        hint: Cow<'static, str>,
    },
    /// A valid file that is not supported: code for another processor, of another version or not linked, or no kernel.
    #[error("expected {expected}, found {found}: {hint}")]
    Unsupported {
        /// The supported content.
        expected: String,
        /// The content of the file.
        found: String,
        /// Why it is not supported, and what to do.
        hint: Cow<'static, str>,
    },
    /// Code that cannot be parsed. The file may be valid: compilers change their output.
    #[error("{place} is not understood: {why}")]
    Unknown {
        /// Its place in the file.
        place: String,
        /// The error, and what to do.
        why: String,
    },
    /// A part of a kernel that another part of the file names and that is missing.
    #[error("expected {expected} for kernel `{kernel}`, found none: {why}; {again}")]
    MissingPart {
        /// The missing part.
        expected: String,
        /// The kernel's name.
        kernel: String,
        /// Why it is needed.
        why: &'static str,
        /// The file to build again.
        again: &'static str,
    },
    /// A host program with several modules, without a kernel name to choose one.
    #[error(
        "expected the name of a kernel ({}), the file has {modules} modules with {found}: choose one of these",
        OptionName::Kernel
    )]
    SeveralModules {
        /// Number of modules with kernels for the machine.
        modules: usize,
        /// Their kernels.
        found: String,
    },
    /// The file has no data with the requested name.
    #[error("expected data of the file named `{wanted}`, found {found}: choose one of these")]
    NoSuchObject {
        /// The requested name.
        wanted: String,
        /// The names in the file.
        found: String,
    },
    /// The size of a value differs from that of its object.
    #[error("expected {expected} bytes for `{object}`, found {found}; give all of it")]
    ObjectSize {
        /// The object.
        object: String,
        /// Its size.
        expected: u64,
        /// Size of the given value in bytes.
        found: usize,
    },
    /// An object whose bytes are not in the file.
    #[error("expected `{object}` in the data of the file, found it elsewhere: link the file that defines it")]
    ObjectElsewhere {
        /// The object.
        object: String,
    },
    /// A partial name that matches several kernels.
    #[error("`{wanted}` names several: {found}; give more of the name")]
    SeveralKernels {
        /// The requested name.
        wanted: String,
        /// The kernels that it matches.
        found: String,
    },
    /// The file does not have exactly one kernel, and no name is given.
    #[error("expected the name of a kernel ({}), the file has {found}: choose one of these", OptionName::Kernel)]
    NoKernelNamed {
        /// The names in the file.
        found: String,
    },
    /// The file has no kernel with the requested name.
    #[error("expected a kernel named `{wanted}`, found {found}: choose one of these")]
    NoSuchKernel {
        /// The requested name.
        wanted: String,
        /// The names in the file.
        found: String,
    },
    /// A header, attribute, symbol or relocation that contradicts the format.
    #[error(
        "expected {expected} in {place}, found {found}: the file is damaged or made by an unknown tool; build it again"
    )]
    Malformed {
        /// Section and byte offset, or header field.
        place: String,
        /// What the format requires.
        expected: String,
        /// What was found.
        found: String,
    },
    /// A relocation that cannot be applied.
    #[error("expected {expected} for the relocation of `{symbol}` at {place}, found {found}: {hint}")]
    Relocation {
        /// Name of the symbol.
        symbol: String,
        /// The place that it patches.
        place: String,
        /// What is needed.
        expected: &'static str,
        /// What was found.
        found: String,
        /// What to do.
        hint: &'static str,
    },
}

/// A name from a file, for a message: escaped, at most 80 characters.
pub fn quote(name: &str) -> String {
    let mut out: String = name.chars().take(80).flat_map(char::escape_debug).collect();
    if name.chars().nth(80).is_some() {
        out.push('…');
    }
    out
}

impl LoadError {
    /// The error for a valid file that is not supported.
    pub fn unsupported(
        expected: impl Into<String>,
        found: impl Into<String>,
        hint: impl Into<Cow<'static, str>>,
    ) -> LoadError {
        LoadError::Unsupported { expected: expected.into(), found: found.into(), hint: hint.into() }
    }

    /// The error for a value that the format does not allow: where, what was expected, what was found.
    pub fn malformed(place: impl Into<String>, expected: impl Into<String>, found: impl Into<String>) -> LoadError {
        LoadError::Malformed { place: place.into(), expected: expected.into(), found: found.into() }
    }
}
