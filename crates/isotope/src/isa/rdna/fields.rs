//! Fields and register files that many RDNA3 rows share.
use crate::table::*;

/// The one profile of this room.
pub const GFX1100: u8 = 1;

/// What most rows have; `..ROW` fills it in.
pub(super) const ROW: Row = Row {
    syntax: "",
    ops: &[],
    fields: &[],
    legal: &[],
    profiles: GFX1100,
    bits: 64,
    reuse: false,
    source: "syntax and bits: llvm-mc 19.1.7; RDNA3 ISA guide, microcode formats",
};
