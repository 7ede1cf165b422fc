//! Fields and register files that many RDNA3 rows share.
use crate::table::*;

/// Profile bit of gfx1100 in wave32 mode: lane masks are one SGPR.
pub const GFX1100: u8 = 1;
/// Profile bit of gfx1100 in wave64 mode: lane masks are two SGPRs.
pub const WAVE64: u8 = 2;
/// Both modes.
pub const ALL: u8 = GFX1100 | WAVE64;

/// Rows are made when the table is built and stay.
pub(super) fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

/// What most rows have; `..ROW` fills it in.
pub(super) const ROW: Row = Row {
    syntax: "",
    ops: &[],
    fields: &[],
    legal: &[],
    profiles: ALL,
    bits: 64,
    reuse: false,
    aliases: &[],
    source: "syntax and bits: llvm-mc 19.1.7; RDNA3 ISA guide, microcode formats",
};
