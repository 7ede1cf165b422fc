//! FLAT, GLOBAL and SCRATCH: 64-bit addresses, 64-bit addresses with a scalar base, and per-lane scratch memory.
use super::super::fields::*;
use super::memory::{atomics, csub, loads, stores};
use isotope_table::*;

const ENCODING: Pattern = Pattern::bits(26, 6, 0b110111);
/// No scalar address: the code of `null`.
const OFF: Pattern = Pattern::bits(48, 7, 124);
const NO_SVE: Pattern = Pattern::bits(55, 1, 0);
const SVE: Pattern = Pattern::bits(55, 1, 1);
const FLAT: Pattern = ENCODING.and(Pattern::bits(16, 2, 0)).and(NO_SVE).and(OFF);
const SCRATCH: Pattern = ENCODING.and(Pattern::bits(16, 2, 1));
const GLOBAL: Pattern = ENCODING.and(Pattern::bits(16, 2, 2)).and(NO_SVE);

/// Base addresses: pairs of SGPRs; 124 means no base.
static SADDR: RegFile = RegFile { ranges: SGPRS, names: &[(106, "vcc"), (126, "exec")], count: 2, literal: None };
/// Scratch offsets. `null` is an alternative name of `off`.
static SOFFSET: RegFile = RegFile {
    ranges: SGPRS,
    names: &[(106, "vcc_lo"), (107, "vcc_hi"), (124, "null"), (125, "m0"), (126, "exec_lo")],
    count: 1,
    literal: None,
};

const fn opcode(op: u128) -> Pattern {
    Pattern::bits(18, 7, op)
}
const fn addr(count: u8) -> Field {
    v("addr", 32, count)
}
const fn data(count: u8) -> Field {
    v("data", 40, count)
}
const fn vdst(count: u8) -> Field {
    v("vdst", 56, count)
}
const CACHE: &[Field] = &[flag("dlc", 13), flag("glc", 14), flag("slc", 15)];
const SIGNED: Field = sint("offset", 0, 12);
const UNSIGNED: Field = uint("offset", 0, 12);
const BASE: Field = Field::new("saddr", 48, 54, FieldKind::Reg(&SADDR));
const SCRATCH_BASE: Field = Field::new("saddr", 48, 54, FieldKind::Reg(&SOFFSET));

const GUIDE: &str = "RDNA3 ISA guide, FLAT: the instruction offset is 13 bits, and for FLAT its MSB is forced to zero";
const POSITIVE: &[Rule] = &[Rule::new(Need::AtMost("offset", 4095), "a 12-bit unsigned offset", GUIDE)];
const GLC: &str = "RDNA3 ISA guide, FLAT: GLC makes an atomic return the value before the operation";
const RETURNS: &[Rule] = &[must("glc", &[1], "instruction must use `glc`: it has a destination", GLC)];
const SILENT: &[Rule] = &[must("glc", &[0], "instruction must not use `glc`: it has no destination", GLC)];

/// Without and with a scalar base.
macro_rules! global {
    ($op:literal) => {
        &[
            Variant { opcode: GLOBAL.and(opcode($op)).and(OFF), operands: &[("saddr", "off")], fields: &[addr(2)] },
            Variant { opcode: GLOBAL.and(opcode($op)), operands: &[], fields: &[addr(1), BASE] },
        ]
    };
}

const fn scratch_variant(
    opcode: Pattern,
    operands: &'static [(&'static str, &'static str)],
    fields: &'static [Field],
) -> Variant {
    Variant { opcode: SCRATCH.and(opcode), operands, fields }
}

/// Without and with an address in a vector register, each without and with an address in a scalar register.
macro_rules! scratch {
    ($op:literal, $operands:literal, $off_off:literal, $off:literal, $no_base:literal) => {
        &[
            scratch_variant(opcode($op).and(NO_SVE).and(OFF), &[($operands, $off_off)], &[]),
            scratch_variant(opcode($op).and(SVE).and(OFF), &[($operands, $no_base)], &[addr(1), flag("sve", 55)]),
            scratch_variant(opcode($op).and(NO_SVE), &[($operands, $off)], &[SCRATCH_BASE]),
            scratch_variant(opcode($op).and(SVE), &[], &[addr(1), flag("sve", 55), SCRATCH_BASE]),
        ]
    };
}

/// A row: its mnemonic as prefix and name, its operands, its encodings, its own fields and its rules.
macro_rules! row {
    ($prefix:literal $name:literal [$($old:literal)*] $operands:literal, $ops:expr, $fields:expr, $legal:expr) => {
        Row {
            syntax: concat!($prefix, $name, $operands, "{ 'offset:'offset}{+glc slc dlc}"),
            ops: $ops,
            fields: &[$fields, CACHE],
            legal: $legal,
            aliases: &[$(concat!($prefix, $old)),*],
            ..ROW
        }
    };
}

macro_rules! load_rows {
    ($($op:literal $name:literal [$($old:literal)*] $count:literal;)*) => {
        &[$(
            row!("flat_load_" $name [$($old)*] " vdst, addr", &one(FLAT.and(opcode($op))),
                &[vdst($count), addr(2), UNSIGNED], &[POSITIVE]),
            row!("global_load_" $name [$($old)*] " vdst, addr, saddr", global!($op), &[vdst($count), SIGNED], &[]),
            row!("scratch_load_" $name [$($old)*] " vdst, addr, saddr",
                scratch!($op, "addr, saddr", "off, off", "off, saddr", "addr, off"), &[vdst($count), SIGNED], &[]),
        )*]
    };
}

macro_rules! store_rows {
    ($($op:literal $name:literal [$($old:literal)*] $count:literal;)*) => {
        &[$(
            row!("flat_store_" $name [$($old)*] " addr, data", &one(FLAT.and(opcode($op))),
                &[addr(2), data($count), UNSIGNED], &[POSITIVE]),
            row!("global_store_" $name [$($old)*] " addr, data, saddr", global!($op), &[data($count), SIGNED], &[]),
            row!("scratch_store_" $name [$($old)*] " addr, data, saddr",
                scratch!($op, "addr, data, saddr", "off, data, off", "off, data, saddr", "addr, data, off"),
                &[data($count), SIGNED], &[]),
        )*]
    };
}

macro_rules! flat_atomic_rows {
    ($($op:literal $name:literal [$($old:literal)*] $data:literal $returned:literal;)*) => {
        &[$(
            row!("flat_atomic_" $name [$($old)*] " addr, data", &one(FLAT.and(opcode($op))),
                &[addr(2), data($data), UNSIGNED], &[SILENT, POSITIVE]),
            row!("flat_atomic_" $name [$($old)*] " vdst, addr, data", &one(FLAT.and(opcode($op))),
                &[vdst($returned), addr(2), data($data), UNSIGNED], &[RETURNS, POSITIVE]),
        )*]
    };
}

macro_rules! global_atomic_rows {
    ($($op:literal $name:literal [$($old:literal)*] $data:literal $returned:literal;)*) => {
        &[$(
            row!("global_atomic_" $name [$($old)*] " addr, data, saddr", global!($op),
                &[data($data), SIGNED], &[SILENT]),
            row!("global_atomic_" $name [$($old)*] " vdst, addr, data, saddr", global!($op),
                &[vdst($returned), data($data), SIGNED], &[RETURNS]),
        )*]
    };
}

pub(super) static LOADS: &[Row] = loads!(load_rows);
pub(super) static STORES: &[Row] = stores!(store_rows);
pub(super) static FLAT_ATOMICS: &[Row] = atomics!(flat_atomic_rows);
pub(super) static GLOBAL_ATOMICS: &[Row] = atomics!(global_atomic_rows);
pub(super) static CSUB: &[Row] = csub!(global_atomic_rows);

/// Without and with a scalar base, and without an address in a vector register.
macro_rules! base {
    ($op:literal) => {
        &[
            Variant { opcode: GLOBAL.and(opcode($op)).and(OFF), operands: &[("saddr", "off")], fields: &[] },
            Variant { opcode: GLOBAL.and(opcode($op)), operands: &[], fields: &[BASE] },
        ]
    };
}

/// The lane number times four is added to the address.
pub(super) static ADDTID: &[Row] = &[
    row!("global_load_" "addtid_b32" ["dword_addtid"] " vdst, saddr", base!(0x28), &[vdst(1), SIGNED], &[]),
    row!("global_store_" "addtid_b32" ["dword_addtid"] " data, saddr", base!(0x29), &[data(1), SIGNED], &[]),
];
