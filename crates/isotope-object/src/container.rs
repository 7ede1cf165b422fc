//! Files with code for several machines: their entries, and the selection of one.

use std::ops::Range;

/// The content type of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum EntryKind {
    /// Machine code: a cubin.
    Cubin,
    /// PTX, which a driver compiles.
    Ptx,
    /// A type number without a known meaning.
    Other(u16),
}

/// The compression method of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    /// Not compressed.
    None,
    /// One LZ4 block.
    Lz4,
    /// A Zstandard frame.
    Zstd,
    /// An unknown compression method.
    Unknown,
}

/// One entry of a fatbin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its content type.
    pub kind: EntryKind,
    /// The number after `sm_` or `compute_`.
    pub sm: u32,
    /// The name from its producer, usually a file name; empty if it has none.
    pub name: String,
    /// Index of its fatbin in the file: host programs have one for each source file.
    pub module: usize,
    /// Its compression method.
    pub compression: Compression,
    /// Size of its contents in bytes, unpacked.
    pub bytes: u64,
    /// File range of its stored bytes.
    pub stored: Range<usize>,
    /// Size in bytes of the unpacked data.
    pub unpacked: u64,
    /// The range of the unpacked data that belongs to this entry.
    pub part: Range<u64>,
}

/// The container that a cubin was read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Container {
    /// All entries in file order.
    pub entries: Vec<Entry>,
    /// Index of the entry that was read.
    pub chosen: usize,
}

/// The requested part of a file with code for several machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Choice<'a> {
    /// The machine; by default `sm_50`, else the oldest supported one.
    pub target: Option<&'a str>,
    /// The kernel, for files with several modules.
    pub kernel: Option<&'a str>,
}

impl Entry {
    /// `cubin for sm_50`, `PTX for compute_75`.
    pub fn title(&self) -> String {
        match self.kind {
            EntryKind::Cubin => format!("cubin for sm_{}", self.sm),
            EntryKind::Ptx => format!("PTX for compute_{}", self.sm),
            EntryKind::Other(kind) => format!("entry of unknown kind {kind:#x} for sm_{}", self.sm),
        }
    }
}
