//! MUBUF: buffer loads, stores and atomics.
use super::super::fields::*;
use super::memory::{atomics, csub, loads, stores};
use isotope_table::*;

const ENCODING: Pattern = Pattern::bits(26, 6, 0b111000);
const NO_TFE: Pattern = Pattern::bits(53, 1, 0);
const OFFEN: Pattern = Pattern::bits(54, 1, 1);
const IDXEN: Pattern = Pattern::bits(55, 1, 1);
const NEITHER: Pattern = Pattern::bits(54, 2, 0);

const fn opcode(op: u128) -> Pattern {
    ENCODING.and(Pattern::bits(18, 8, op))
}

const fn vaddr(count: u8) -> Field {
    v("vaddr", 32, count)
}

static RESOURCE: RegFile = RegFile { ranges: SGPRS, names: &[(124, "null")], count: 4, literal: None };
static SOFFSET: RegFile = RegFile { ranges: SGPRS, names: SCALARS, count: 1, literal: None };

const COMMON: &[Field] = &[
    // llvm-mc 19 accepts 16 bits and silently drops the upper four.
    uint("offset", 0, 11).reads(16),
    flag("slc", 12),
    flag("dlc", 13),
    flag("glc", 14),
    Field::new("srsrc", 48, 52, FieldKind::Reg(&RESOURCE)).times(2),
    Field::new("soffset", 56, 63, FieldKind::Reg(&SOFFSET)),
];

const NOT_ASSEMBLED: &str = "llvm-mc 19.1.7 decodes it and does not assemble it";
const LEGAL: &[Rule] = &[
    Rule::new(Need::NoneOf("srsrc", &[124]), "`null` is no buffer resource", NOT_ASSEMBLED),
    Rule::new(
        Need::NoneOf("soffset", &[239, 251, 252]),
        "this scalar source does not exist on this processor",
        NOT_ASSEMBLED,
    ),
];

/// The four addressing modes: neither index nor offset, one of them, both with the index first.
macro_rules! addressed {
    ($opcode:expr) => {
        &[
            Variant { opcode: $opcode.and(NEITHER), operands: &[("vaddr", "off")], fields: &[] },
            Variant {
                opcode: $opcode.and(OFFEN).and(Pattern::bits(55, 1, 0)),
                operands: &[("soffset", "soffset offen")],
                fields: &[vaddr(1), flag("offen", 54)],
            },
            Variant {
                opcode: $opcode.and(IDXEN).and(Pattern::bits(54, 1, 0)),
                operands: &[("soffset", "soffset idxen")],
                fields: &[vaddr(1), flag("idxen", 55)],
            },
            Variant {
                opcode: $opcode.and(OFFEN).and(IDXEN),
                operands: &[("soffset", "soffset idxen offen")],
                fields: &[vaddr(2), flag("offen", 54), flag("idxen", 55)],
            },
        ]
    };
}

/// Data of 1 to 4 registers; `tfe` adds a status register.
const fn status(counts: &'static [u8; 2]) -> Sized {
    Sized { file: &VGPR, by: &["tfe"], counts, rest: &[] }
}
static VGPR: RegFile = vgprs(1);
static WITH_STATUS: [Sized; 4] = [status(&[1, 2]), status(&[2, 3]), status(&[3, 4]), status(&[4, 5])];

macro_rules! transfer_rows {
    ($verb:literal: $($op:literal $name:literal [$($old:literal)*] $count:literal;)*) => {
        &[$(Row {
            syntax: concat!(
                "buffer_", $verb, $name, " vdata, vaddr, srsrc, soffset{ 'offset:'offset}{+glc slc dlc}{ tfe}"
            ),
            ops: addressed!(opcode($op)),
            fields: &[
                &[Field::new("vdata", 40, 47, FieldKind::Sized(&WITH_STATUS[$count - 1])), flag("tfe", 53)],
                COMMON,
            ],
            legal: &[LEGAL],
            aliases: &[$(concat!("buffer_", $verb, $old)),*],
            ..ROW
        }),*]
    };
}
macro_rules! load_rows {
    ($($line:tt)*) => { transfer_rows! { "load_": $($line)* } };
}
macro_rules! store_rows {
    ($($line:tt)*) => { transfer_rows! { "store_": $($line)* } };
}

macro_rules! atomic_rows {
    ($($op:literal $name:literal [$($old:literal)*] $data:literal $returned:literal;)*) => {
        &[$(Row {
            syntax: concat!(
                "buffer_atomic_", $name, " vdata, vaddr, srsrc, soffset{ 'offset:'offset}{+glc slc dlc}"
            ),
            ops: addressed!(opcode($op).and(NO_TFE)),
            fields: &[&[v("vdata", 40, $data)], COMMON],
            legal: &[LEGAL],
            aliases: &[$(concat!("buffer_atomic_", $old)),*],
            ..ROW
        }),*]
    };
}

macro_rules! lds_rows {
    ($($op:literal $name:literal;)*) => {
        &[$(Row {
            syntax: concat!("buffer_load_lds_", $name, " vaddr, srsrc, soffset{ 'offset:'offset}{+glc slc dlc}"),
            ops: addressed!(opcode($op).and(NO_TFE)),
            fields: &[COMMON],
            legal: &[LEGAL],
            ..ROW
        }),*]
    };
}

pub(super) static LOADS: &[Row] = loads!(load_rows);
pub(super) static STORES: &[Row] = stores!(store_rows);
pub(super) static ATOMICS: &[Row] = atomics!(atomic_rows);
pub(super) static CSUB: &[Row] = csub!(atomic_rows);

/// Elements in the format of the resource; with `d16` two per register.
pub(super) static FORMAT_LOADS: &[Row] = transfer_rows! { "load_":
    0x00 "format_x" [] 1;
    0x01 "format_xy" [] 2;
    0x02 "format_xyz" [] 3;
    0x03 "format_xyzw" [] 4;
    0x08 "d16_format_x" ["format_d16_x"] 1;
    0x09 "d16_format_xy" ["format_d16_xy"] 1;
    0x0a "d16_format_xyz" ["format_d16_xyz"] 2;
    0x0b "d16_format_xyzw" ["format_d16_xyzw"] 2;
    0x26 "d16_hi_format_x" ["format_d16_hi_x"] 1;
};
pub(super) static FORMAT_STORES: &[Row] = transfer_rows! { "store_":
    0x04 "format_x" [] 1;
    0x05 "format_xy" [] 2;
    0x06 "format_xyz" [] 3;
    0x07 "format_xyzw" [] 4;
    0x0c "d16_format_x" ["format_d16_x"] 1;
    0x0d "d16_format_xy" ["format_d16_xy"] 1;
    0x0e "d16_format_xyz" ["format_d16_xyz"] 2;
    0x0f "d16_format_xyzw" ["format_d16_xyzw"] 2;
    0x27 "d16_hi_format_x" ["format_d16_hi_x"] 1;
};

/// Loads into LDS at M0.
pub(super) static LDS: &[Row] = lds_rows! {
    0x2d "u8";
    0x2e "i8";
    0x2f "u16";
    0x30 "i16";
    0x31 "b32";
    0x32 "format_x";
};

const PLAIN: Pattern = NEITHER.and(NO_TFE).and(Pattern::bits(13, 2, 0));
/// Cache invalidation.
pub(super) static CACHES: &[Row] = &[
    Row { syntax: "buffer_gl0_inv", ops: &one(opcode(0x2b).and(PLAIN)), ..ROW },
    Row { syntax: "buffer_gl1_inv", ops: &one(opcode(0x2c).and(PLAIN)), ..ROW },
];
