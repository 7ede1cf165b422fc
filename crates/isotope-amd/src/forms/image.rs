//! MIMG: image loads, stores and atomics.
//!
//! The number of data registers depends on `dmask`, `tfe` and `d16`; the number of address registers on `dim` and `a16`.
use super::super::fields::*;
use isotope_table::*;

const ENCODING: Pattern = Pattern::bits(26, 6, 0b111100);
/// No sampler.
const NO_SAMPLER: Pattern = Pattern::bits(58, 5, 0);
const NO_D16: Pattern = Pattern::bits(17, 1, 0);

const fn opcode(op: u128) -> Pattern {
    ENCODING.and(Pattern::bits(18, 8, op)).and(NO_SAMPLER)
}

static VGPR: RegFile = vgprs(1);
static RESOURCE: RegFile = RegFile { ranges: SGPRS, names: &[(124, "null")], count: 8, literal: None };

static DIM: Names = closed(&[
    name(0, "SQ_RSRC_IMG_1D"),
    name(1, "SQ_RSRC_IMG_2D"),
    name(2, "SQ_RSRC_IMG_3D"),
    name(3, "SQ_RSRC_IMG_CUBE"),
    name(4, "SQ_RSRC_IMG_1D_ARRAY"),
    name(5, "SQ_RSRC_IMG_2D_ARRAY"),
    name(6, "SQ_RSRC_IMG_2D_MSAA"),
    name(7, "SQ_RSRC_IMG_2D_MSAA_ARRAY"),
    name(0, "1D"),
    name(1, "2D"),
    name(2, "3D"),
    name(3, "CUBE"),
    name(4, "1D_ARRAY"),
    name(5, "2D_ARRAY"),
    name(6, "2D_MSAA"),
    name(7, "2D_MSAA_ARRAY"),
]);

/// Number of coordinates for each `dim`.
const COORDINATES: [u8; 8] = [1, 2, 3, 3, 2, 3, 3, 4];

/// Number of address registers by `dim` and `a16`, with `more` operands in addition to the coordinates; none if fewer than `least`.
const fn addresses(more: u8, least: u8) -> [u8; 16] {
    let mut counts = [0; 16];
    let mut i = 0;
    while i < 16 {
        let operands = COORDINATES[i % 8] + more;
        let count = if i < 8 { operands } else { operands.div_ceil(2) };
        counts[i] = if count < least || least > 1 && count > 5 { 0 } else { count };
        i += 1;
    }
    counts
}
/// Number of data registers by `dmask`, `tfe` and `d16`: one per bit of the mask, two components per register with `d16`, one for the
/// status.
const fn components() -> [u8; 64] {
    let mut counts = [0; 64];
    let mut i = 0;
    while i < 64 {
        let mask = (i as u8 & 15).count_ones() as u8;
        let mask = if mask == 0 { 1 } else { mask };
        let count = if i < 32 { mask } else { mask.div_ceil(2) };
        counts[i] = count + (i as u8 >> 4 & 1);
        i += 1;
    }
    counts
}

const BY_DIM: &[&str] = &["dim", "a16"];
const REST: &[&str] = &["addr1", "addr2", "addr3", "addr4"];
const fn group(counts: &'static [u8]) -> Sized {
    Sized { file: &VGPR, by: BY_DIM, counts, rest: &[] }
}
const fn list(counts: &'static [u8]) -> Sized {
    Sized { file: &VGPR, by: BY_DIM, counts, rest: REST }
}
static GROUP: Sized = group(&const { addresses(0, 1) });
static LIST: Sized = list(&const { addresses(0, 2) });
static MIP_GROUP: Sized = group(&const { addresses(1, 1) });
static MIP_LIST: Sized = list(&const { addresses(1, 2) });
/// Number of data registers by `tfe` and `d16`.
static SAMPLES: Sized = Sized { file: &VGPR, by: &["tfe", "d16"], counts: &[4, 5, 2, 3], rest: &[] };
static DATA: Sized = Sized { file: &VGPR, by: &["dmask", "tfe"], counts: &const { components() }, rest: &[] };
static D16_DATA: Sized =
    Sized { file: &VGPR, by: &["dmask", "tfe", "d16"], counts: &const { components() }, rest: &[] };

const COMMON: &[Field] = &[
    names("dim", 2, 4, &DIM),
    flag("unorm", 7),
    Field::new("dmask", 8, 11, FieldKind::Int(Int { signed: false, scale: 0, hex: true, alone: Alone::Number })),
    flag("slc", 12),
    flag("dlc", 13),
    flag("glc", 14),
    flag("r128", 15),
    flag("a16", 16),
    Field::new("srsrc", 48, 52, FieldKind::Reg(&RESOURCE)).times(2),
    flag("tfe", 53),
    flag("lwe", 54),
];
const D16: &[Field] = &[flag("d16", 17)];

const fn vaddr(kind: FieldKind) -> Field {
    Field::new("vaddr", 32, 39, kind)
}
const fn vdata(data: &'static Sized) -> Field {
    Field::new("vdata", 40, 47, FieldKind::Sized(data))
}
/// The second dword of addresses.
const MORE: [Field; 5] = [flag("nsa", 0), v("addr1", 64, 1), v("addr2", 72, 1), v("addr3", 80, 1), v("addr4", 88, 1)];

const GROUPED: Pattern = Pattern::bits(0, 1, 0);
const LISTED: Pattern = Pattern::bits(0, 1, 1);

const NULL: Rule = Rule::new(
    Need::NoneOf("srsrc", &[124]),
    "`null` is no image resource",
    "llvm-mc 19.1.7 decodes it and does not assemble it",
);
const fn dmask(values: &'static [u64], what: &'static str) -> Rule {
    Rule::new(Need::OneOf("dmask", values), what, "RDNA3 ISA guide, image atomics: DMASK says 32 or 64 bits")
}
const LEGAL: &[Rule] = &[NULL];
const ONE: &[Rule] = &[NULL, dmask(&[1, 3], "invalid atomic image dmask: 0x1 is for 32 bits, 0x3 for 64")];
const TWO: &[Rule] = &[NULL, dmask(&[3, 15], "invalid atomic image dmask: 0x3 is for 32 bits, 0xf for 64")];

macro_rules! image_row {
    ($verb:literal $modifiers:literal, $fixed:expr, $fields:expr, $data:expr, $op:literal $name:literal $legal:ident,
        $addresses:expr, $bits:literal, $more:expr) => {
        Row {
            syntax: concat!(
                "image_",
                $verb,
                $name,
                " vdata, vaddr, srsrc{ 'dmask:'dmask} 'dim:'dim{ unorm}",
                "{+glc slc dlc}{ r128}{ a16}{ tfe}{ lwe}",
                $modifiers
            ),
            ops: &one(opcode($op).and($fixed)),
            fields: &[&[vaddr($addresses), vdata($data)], COMMON, $fields, $more],
            legal: &[$legal],
            bits: $bits,
            ..ROW
        }
    };
}

/// A row with the addresses in separate registers, and one with consecutive registers.
macro_rules! image {
    ($verb:literal $modifiers:literal, $fixed:expr, $fields:expr, $data:expr;
        $($op:literal $name:literal $group:ident $list:ident $legal:ident;)*) => {
        &[$(
            image_row!($verb $modifiers, LISTED.and($fixed), $fields, $data, $op $name $legal,
                FieldKind::List(&$list), 96, &MORE),
            image_row!($verb $modifiers, GROUPED.and($fixed), $fields, $data, $op $name $legal,
                FieldKind::Sized(&$group), 64, &[]),
        )*]
    };
}

pub(super) static ATOMICS: &[Row] = image! { "atomic_" "", NO_D16, &[], &DATA;
    0x0a "swap" GROUP LIST ONE;
    0x0b "cmpswap" GROUP LIST TWO;
    0x0c "add" GROUP LIST ONE;
    0x0d "sub" GROUP LIST ONE;
    0x0e "smin" GROUP LIST ONE;
    0x0f "umin" GROUP LIST ONE;
    0x10 "smax" GROUP LIST ONE;
    0x11 "umax" GROUP LIST ONE;
    0x12 "and" GROUP LIST ONE;
    0x13 "or" GROUP LIST ONE;
    0x14 "xor" GROUP LIST ONE;
    0x15 "inc" GROUP LIST ONE;
    0x16 "dec" GROUP LIST ONE;
};

const ANY: Pattern = Pattern { value: 0, mask: 0 };
pub(super) static ELEMENTS: &[Row] = image! { "" "{ d16}", ANY, D16, &D16_DATA;
    0x00 "load" GROUP LIST LEGAL;
    0x01 "load_mip" MIP_GROUP MIP_LIST LEGAL;
    0x06 "store" GROUP LIST LEGAL;
    0x07 "store_mip" MIP_GROUP MIP_LIST LEGAL;
};
/// One component of each of four samples.
pub(super) static MSAA: &[Row] = image! { "" "{ d16}", ANY, D16, &SAMPLES;
    0x18 "msaa_load" GROUP LIST LEGAL;
};
/// The size of an image; the address is a mip level.
pub(super) static SIZE: &[Row] = &[image_row!("" "", GROUPED.and(NO_D16), &[], &DATA, 0x17 "get_resinfo" LEGAL,
    FieldKind::Reg(&VGPR), 64, &[])];
/// Elements with their unconverted bits.
pub(super) static PACKED: &[Row] = image! { "" "", NO_D16, &[], &DATA;
    0x02 "load_pck" GROUP LIST LEGAL;
    0x03 "load_pck_sgn" GROUP LIST LEGAL;
    0x04 "load_mip_pck" MIP_GROUP MIP_LIST LEGAL;
    0x05 "load_mip_pck_sgn" MIP_GROUP MIP_LIST LEGAL;
    0x08 "store_pck" GROUP LIST LEGAL;
    0x09 "store_mip_pck" MIP_GROUP MIP_LIST LEGAL;
};
