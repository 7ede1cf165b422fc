//! Fields, register files and patterns that many RDNA3 rows share.
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
    aliases: &[],
    source: "syntax and bits: llvm-mc 19.1.7; RDNA3 ISA guide, microcode formats",
};

/// `count` consecutive vector registers.
pub(super) const fn vgprs(count: u8) -> RegFile {
    RegFile { ranges: &[(0, 255, "v")], names: &[], count, literal: None }
}
static V1: RegFile = vgprs(1);
static V2: RegFile = vgprs(2);
static V3: RegFile = vgprs(3);
static V4: RegFile = vgprs(4);

/// Scalar registers by number: SGPRs and trap temporaries.
pub(super) const SGPRS: &[(u64, u64, &str)] = &[(0, 105, "s"), (108, 123, "ttmp")];

/// Vector registers in the byte from bit `lo` on.
pub(super) const fn v(name: &'static str, lo: u16, count: u8) -> Field {
    let file = match count {
        1 => &V1,
        2 => &V2,
        3 => &V3,
        _ => &V4,
    };
    Field::new(name, lo, lo + 7, Kind::Reg(file))
}
pub(super) const fn flag(name: &'static str, at: u16) -> Field {
    Field::new(name, at, at, Kind::Flag)
}
pub(super) const fn uint(name: &'static str, lo: u16, hi: u16) -> Field {
    Field::new(name, lo, hi, Kind::Int(Int { signed: false, scale: 0, hex: false, alone: Alone::Number }))
}
pub(super) const fn sint(name: &'static str, lo: u16, hi: u16) -> Field {
    Field::new(name, lo, hi, Kind::Int(Int { signed: true, scale: 0, hex: false, alone: Alone::Number }))
}
pub(super) const fn names(name: &'static str, lo: u16, hi: u16, list: &'static Names) -> Field {
    Field::new(name, lo, hi, Kind::Names(list))
}

/// The only encoding of a row.
pub(super) const fn one(opcode: Pattern) -> [Variant; 1] {
    [Variant { opcode, operands: &[], fields: &[] }]
}

/// The bytes from bit 32 to bit 63 that no field is in are zero.
pub(super) const fn unused(fields: &[Field]) -> Pattern {
    let mut mask = 0xffff_ffff << 32;
    let mut i = 0;
    while i < fields.len() {
        let at = fields[i].at[0];
        if at.lo >= 32 && at.lo < 64 {
            mask &= !(((1 << at.len) - 1) << at.lo);
        }
        i += 1;
    }
    Pattern { value: 0, mask }
}

/// A rule that the encoding enforces: the field has this value.
pub(super) const fn must(
    field: &'static str,
    values: &'static [u64],
    what: &'static str,
    source: &'static str,
) -> Rule {
    Rule { when: &[], need: Need::OneOf(field, values), hard: true, what, source }
}
