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
const POSITIVE: &[Rule] = &[Rule {
    when: &[],
    need: Need::AtMost("offset", 4095),
    hard: false,
    what: "a 12-bit unsigned offset",
    source: GUIDE,
}];
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

/// Without and with an address in a vector register, each without and with an address in a scalar register.
macro_rules! scratch {
    ($op:literal, $operands:literal, $off_off:literal, $off:literal, $no_base:literal) => {
        &[
            Variant {
                opcode: SCRATCH.and(opcode($op)).and(NO_SVE).and(OFF),
                operands: &[($operands, $off_off)],
                fields: &[],
            },
            Variant {
                opcode: SCRATCH.and(opcode($op)).and(SVE).and(OFF),
                operands: &[($operands, $no_base)],
                fields: &[addr(1), flag("sve", 55)],
            },
            Variant {
                opcode: SCRATCH.and(opcode($op)).and(NO_SVE),
                operands: &[($operands, $off)],
                fields: &[SCRATCH_BASE],
            },
            Variant {
                opcode: SCRATCH.and(opcode($op)).and(SVE),
                operands: &[],
                fields: &[addr(1), flag("sve", 55), SCRATCH_BASE],
            },
        ]
    };
}

macro_rules! load_rows {
    ($($op:literal $name:literal [$($old:literal)*] $count:literal;)*) => {
        &[$(
            Row {
                syntax: concat!("flat_load_", $name, " vdst, addr{ 'offset:'offset}{+glc slc dlc}"),
                ops: &one(FLAT.and(opcode($op))),
                fields: &[&[vdst($count), addr(2), UNSIGNED], CACHE],
                legal: &[POSITIVE],
                aliases: &[$(concat!("flat_load_", $old)),*],
                ..ROW
            },
            Row {
                syntax: concat!("global_load_", $name, " vdst, addr, saddr{ 'offset:'offset}{+glc slc dlc}"),
                ops: global!($op),
                fields: &[&[vdst($count), SIGNED], CACHE],
                aliases: &[$(concat!("global_load_", $old)),*],
                ..ROW
            },
            Row {
                syntax: concat!("scratch_load_", $name, " vdst, addr, saddr{ 'offset:'offset}{+glc slc dlc}"),
                ops: scratch!($op, "addr, saddr", "off, off", "off, saddr", "addr, off"),
                fields: &[&[vdst($count), SIGNED], CACHE],
                aliases: &[$(concat!("scratch_load_", $old)),*],
                ..ROW
            },
        )*]
    };
}

macro_rules! store_rows {
    ($($op:literal $name:literal [$($old:literal)*] $count:literal;)*) => {
        &[$(
            Row {
                syntax: concat!("flat_store_", $name, " addr, data{ 'offset:'offset}{+glc slc dlc}"),
                ops: &one(FLAT.and(opcode($op))),
                fields: &[&[addr(2), data($count), UNSIGNED], CACHE],
                legal: &[POSITIVE],
                aliases: &[$(concat!("flat_store_", $old)),*],
                ..ROW
            },
            Row {
                syntax: concat!("global_store_", $name, " addr, data, saddr{ 'offset:'offset}{+glc slc dlc}"),
                ops: global!($op),
                fields: &[&[data($count), SIGNED], CACHE],
                aliases: &[$(concat!("global_store_", $old)),*],
                ..ROW
            },
            Row {
                syntax: concat!("scratch_store_", $name, " addr, data, saddr{ 'offset:'offset}{+glc slc dlc}"),
                ops: scratch!($op, "addr, data, saddr", "off, data, off", "off, data, saddr", "addr, data, off"),
                fields: &[&[data($count), SIGNED], CACHE],
                aliases: &[$(concat!("scratch_store_", $old)),*],
                ..ROW
            },
        )*]
    };
}

macro_rules! flat_atomic_rows {
    ($($op:literal $name:literal [$($old:literal)*] $data:literal $returned:literal;)*) => {
        &[$(
            Row {
                syntax: concat!("flat_atomic_", $name, " addr, data{ 'offset:'offset}{+glc slc dlc}"),
                ops: &one(FLAT.and(opcode($op))),
                fields: &[&[addr(2), data($data), UNSIGNED], CACHE],
                legal: &[SILENT, POSITIVE],
                aliases: &[$(concat!("flat_atomic_", $old)),*],
                ..ROW
            },
            Row {
                syntax: concat!("flat_atomic_", $name, " vdst, addr, data{ 'offset:'offset}{+glc slc dlc}"),
                ops: &one(FLAT.and(opcode($op))),
                fields: &[&[vdst($returned), addr(2), data($data), UNSIGNED], CACHE],
                legal: &[RETURNS, POSITIVE],
                aliases: &[$(concat!("flat_atomic_", $old)),*],
                ..ROW
            },
        )*]
    };
}

macro_rules! global_atomic_rows {
    ($($op:literal $name:literal [$($old:literal)*] $data:literal $returned:literal;)*) => {
        &[$(
            Row {
                syntax: concat!("global_atomic_", $name, " addr, data, saddr{ 'offset:'offset}{+glc slc dlc}"),
                ops: global!($op),
                fields: &[&[data($data), SIGNED], CACHE],
                legal: &[SILENT],
                aliases: &[$(concat!("global_atomic_", $old)),*],
                ..ROW
            },
            Row {
                syntax: concat!("global_atomic_", $name, " vdst, addr, data, saddr{ 'offset:'offset}{+glc slc dlc}"),
                ops: global!($op),
                fields: &[&[vdst($returned), data($data), SIGNED], CACHE],
                legal: &[RETURNS],
                aliases: &[$(concat!("global_atomic_", $old)),*],
                ..ROW
            },
        )*]
    };
}

pub(super) static LOADS: &[Row] = loads!(load_rows);
pub(super) static STORES: &[Row] = stores!(store_rows);
pub(super) static FLAT_ATOMICS: &[Row] = atomics!(flat_atomic_rows);
pub(super) static GLOBAL_ATOMICS: &[Row] = atomics!(global_atomic_rows);
pub(super) static CSUB: &[Row] = csub!(global_atomic_rows);

/// The lane number times four is added to the address.
pub(super) static ADDTID: &[Row] = &[
    Row {
        syntax: "global_load_addtid_b32 vdst, saddr{ 'offset:'offset}{+glc slc dlc}",
        ops: &[
            Variant { opcode: GLOBAL.and(opcode(0x28)).and(OFF), operands: &[("saddr", "off")], fields: &[] },
            Variant { opcode: GLOBAL.and(opcode(0x28)), operands: &[], fields: &[BASE] },
        ],
        fields: &[&[vdst(1), SIGNED], CACHE],
        aliases: &["global_load_dword_addtid"],
        ..ROW
    },
    Row {
        syntax: "global_store_addtid_b32 data, saddr{ 'offset:'offset}{+glc slc dlc}",
        ops: &[
            Variant { opcode: GLOBAL.and(opcode(0x29)).and(OFF), operands: &[("saddr", "off")], fields: &[] },
            Variant { opcode: GLOBAL.and(opcode(0x29)), operands: &[], fields: &[BASE] },
        ],
        fields: &[&[data(1), SIGNED], CACHE],
        aliases: &["global_store_dword_addtid"],
        ..ROW
    },
];
