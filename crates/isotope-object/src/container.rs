//! Files with code for several machines: what they hold, and what is wanted of them.

use std::ops::Range;

/// What an entry holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum EntryKind {
    /// Machine code: a cubin.
    Cubin,
    /// PTX, which a driver compiles.
    Ptx,
    /// A number without a known meaning.
    Other(u16),
}

/// How the contents of an entry are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    /// As they are.
    None,
    /// One LZ4 block.
    Lz4,
    /// A Zstandard frame.
    Zstd,
    /// In a way that has no known name.
    Unknown,
}

/// One entry of a fatbin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What it holds.
    pub kind: EntryKind,
    /// The number after `sm_` or `compute_`.
    pub sm: u32,
    /// What its maker called it, mostly a file; empty where it has no name.
    pub name: String,
    /// Index of its fatbin in the file: host programs have one for each source file.
    pub module: usize,
    /// How it is stored.
    pub compression: Compression,
    /// Bytes of its contents, unpacked.
    pub bytes: u64,
    /// Where its stored bytes are in the file.
    pub stored: Range<usize>,
    /// Bytes that unpacking gives.
    pub unpacked: u64,
    /// Which of the bytes that unpacking gives are this entry's.
    pub part: Range<u64>,
}

/// What a file held besides the cubin that was taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Container {
    /// All entries in the order of the file.
    pub entries: Vec<Entry>,
    /// Index of the entry that was taken.
    pub chosen: usize,
}

/// What is wanted of a file that holds code for several machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Choice<'a> {
    /// The machine; without it `sm_50`, else the earliest whose code is understood.
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
