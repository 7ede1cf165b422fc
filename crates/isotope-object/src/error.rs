//! What can be wrong with a file that should hold kernels.
//!
//! One line per error: what was expected, what was found, where, and what to do. The name of the file is the caller's
//! to add: nothing here performs I/O.

use std::borrow::Cow;

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
        hint: Cow<'static, str>,
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
        hint: Cow<'static, str>,
    },
    /// A file that is whole and has nothing that runs here: code for another processor, of another version or not linked, or no kernel.
    #[error("expected {expected}, found {found}: {hint}")]
    Unsupported {
        /// What is read.
        expected: String,
        /// What the file has.
        found: String,
        /// Why that is not read, and what to do.
        hint: Cow<'static, str>,
    },
    /// Code that is not understood. The file may be whole: compilers change what they write.
    #[error("{place} is not understood: {why}")]
    Unknown {
        /// Where it stands.
        place: String,
        /// What is wrong with it, and what to do.
        why: String,
    },
    /// A part of a kernel that something else in the file names, or the other way round.
    #[error("expected {expected} for kernel `{kernel}`, found none: {why}; {again}")]
    MissingPart {
        /// What is missing.
        expected: String,
        /// The kernel's name.
        kernel: String,
        /// Why it is needed.
        why: &'static str,
        /// What to build again.
        again: &'static str,
    },
    /// A host program with several modules, and no kernel named.
    #[error(
        "expected the name of a kernel (--kernel), the file has {modules} modules with {found}: choose one of these"
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
    #[error("expected the name of a kernel (--kernel), the file has {found}: choose one of these")]
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
    /// A file that has nothing that runs here.
    pub fn unsupported(
        expected: impl Into<String>,
        found: impl Into<String>,
        hint: impl Into<Cow<'static, str>>,
    ) -> LoadError {
        LoadError::Unsupported { expected: expected.into(), found: found.into(), hint: hint.into() }
    }

    /// Something that is not what it must be: where, what was expected, what was found.
    pub fn malformed(place: impl Into<String>, expected: impl Into<String>, found: impl Into<String>) -> LoadError {
        LoadError::Malformed { place: place.into(), expected: expected.into(), found: found.into() }
    }
}
