//! Atomic operations on memory and surfaces: NVIDIA's ATOM page and NVIDIA's SURED page.
use super::super::fields::*;
use super::super::rmw;
use super::memory;
use isotope_table::*;

const ATOM_TABLE: &str = "NVIDIA's ATOM page, atomic operations table";
const SURED_TABLE: &str = "NVIDIA's SURED page, reduction operations table";
const ATOM_SOURCE: &str = "syntax: NVIDIA's ATOM page; bits: nvdisasm 11.8, 12.4 and 12.8";
const SURED_SOURCE: &str = "syntax: NVIDIA's SURED page; bits: nvdisasm 11.8, 12.4 and 12.8";

/// The operations that have the same number in all their fields; some fields have fewer values.
const OPS: &[Name] = &[
    name(0, rmw::ADD.text),
    name(1, rmw::MIN.text),
    name(2, rmw::MAX.text),
    name(3, rmw::INC.text),
    name(4, rmw::DEC.text),
    name(5, rmw::AND.text),
    name(6, rmw::OR.text),
    name(7, rmw::XOR.text),
    name(8, rmw::EXCH.text),
    name(10, rmw::SAFEADD.text),
];
static OP: Names = open(OPS, "INVALIDATOMOP");
static RED_OP: Names = closed(OPS.split_at(8).0);
static SHARED_OP: Names = open(OPS.split_at(9).0, "INVALIDATOMSOP");

static SIZE: Names = open(
    &[
        name(0, rmw::U32.text),
        name(0, "U32"),
        name(0, "32"),
        name(1, rmw::S32.text),
        name(2, rmw::U64.text),
        name(2, "64"),
        name(3, rmw::F32.text),
        name_in(4, "U128", SM50, NameStatus::Reserved),
        name_in(4, "128", SM50, NameStatus::Illegal),
        name_in(4, rmw::F16X2_FTZ.text, SM52, NameStatus::Ok),
        name_in(4, rmw::F16X2.text, SM60, NameStatus::Ok),
        name(5, rmw::S64.text),
        name_in(6, rmw::F64.text, SM60, NameStatus::Ok),
    ],
    "INVALIDATOMICSIZE",
);
static SHARED_SIZE: Names = closed(&[
    name(0, rmw::U32.text),
    name(0, "U32"),
    name(0, "32"),
    name(1, rmw::S32.text),
    name(2, rmw::U64.text),
    name(2, "64"),
    name(3, rmw::S64.text),
]);
static SURFACE_SIZE: Names = open(
    &[
        name(0, rmw::U32.text),
        name(0, "U32"),
        name(0, "32"),
        name(1, rmw::S32.text),
        name(2, rmw::U64.text),
        name(2, "64"),
        name(3, rmw::F32.text),
        name_in(4, rmw::F16X2_FTZ.text, SM52, NameStatus::Ok),
        name_in(4, rmw::F16X2.text, SM60, NameStatus::Ok),
        name(5, rmw::S64.text),
        name(6, rmw::SD32.text),
        name(7, rmw::SD64.text),
    ],
    "INVALIDATOMICSIZE",
);
static ONLY_CAS: Names = open(&list([rmw::CAS.text]), "???");
static DIM: Names = open(&list(["1D", "1D_BUFFER", "1D_ARRAY", "2D", "2D_ARRAY", "3D"]), "INVALIDSURFACEDIM");
static CLAMP: Names = open(&[name(0, "IGN"), name(1, ""), name(1, "NEAR"), name(2, "TRAP")], "INVALIDSURFACECLAMP");
static WIDE: Names = closed(&[
    name(0, rmw::U32.text),
    name(0, "U32"),
    name(0, rmw::S32.text),
    name(0, "32"),
    name(1, rmw::WIDE.text),
    name(1, rmw::U64.text),
]);

static CAS: Pair = Pair { layout: "lay", wide: "sz", second: "Rc", file: &GPR };
const CAS_RB: Field = Field::new("Rb", 20, 27, FieldKind::Pair(&CAS));
const fn cas_at(lay: u16) -> Field {
    Field::new("lay", lay, lay + 1, FieldKind::Int(Int { signed: false, scale: 0, hex: false, alone: Alone::Number }))
}

/// One rule per line: these operations accept these sizes.
macro_rules! takes {
    ($source:expr; $($op:expr => $sizes:expr),* $(,)?) => {
        &[$(Rule { when: &[("op", &$op)], need: Need::OneOf("sz", &$sizes), hard: false, what: "size", source: $source }),*]
    };
}

/// U32 0, S32 1, U64 2, F32 3, F16x2 4, S64 5, F64 6.
const ATOM_LEGAL: &[Rule] = takes!(ATOM_TABLE;
    [0] => [0, 1, 2, 3, 4, 6],
    [1, 2] => [0, 1, 2, 5, 4],
    [3, 4] => [0],
    [5, 6, 7] => [0, 1, 2],
    [8] => [0, 1, 2],
    [10] => [2],
);
/// The sizes of [`ATOM_LEGAL`] for which a compiler uses the no-return form. Assumption `nv.red64` is about the 64-bit ones
/// other than ADD ([`super::super::ops::red64`]).
const RED_LEGAL: &[Rule] = takes!("what ptxas 11.8 to 12.9.86 emit as RED, of the atomic operations of NVIDIA's ATOM page";
    [0] => [0, 1, 2, 3, 4, 6],
    [1, 2] => [0, 1, 2, 5, 4],
    [3, 4] => [0],
    [5, 6, 7] => [0, 2],
);
/// U32 0, S32 1, U64 2, S64 3.
const ATOMS_LEGAL: &[Rule] = takes!("what ptxas 11.8, 12.4, 12.8 and 12.9 emit, as no document describes ATOMS";
    [0, 1, 2] => [0, 1],
    [3, 4, 5, 6, 7] => [0],
    [8] => [0, 2],
);
/// U32 0, S32 1, U64 2, F32 3, F16x2 4, S64 5, SD32 6, SD64 7.
macro_rules! surface {
    ($source:expr) => {
        takes!($source;
            [0] => [0, 1, 6, 2, 3, 4],
            [1, 2] => [0, 1, 6, 2, 5, 7, 4],
            [3, 4] => [0],
            [5, 6, 7] => [0, 1, 6, 2],
        )
    };
}
const SURED_LEGAL: &[Rule] = surface!(SURED_TABLE);
const SUATOM_LEGAL: &[Rule] = surface!("as NVIDIA's SURED page says of SURED, since no document describes SUATOM");
const SUATOM_EXCH: &[Rule] = takes!("as for the bitwise operations of SURED, which has no EXCH";
    [8] => [0, 1, 6, 2],
);

const fn even(field: &'static str, n: u64, what: &'static str, source: &'static str) -> Rule {
    rule(Need::Multiple(field, n), what, source)
}
const ALIGN: &str = "NVIDIA's ATOM page: even-odd registers for 64-bit ops; ptxas 11.8, 12.4, 12.8 and 12.9 keep it";
const AS_ALIGN: &str =
    "as NVIDIA's ATOM page says of ATOM: even-odd registers for 64-bit ops; ptxas 11.8, 12.4, 12.8 and 12.9 keep it";
/// R255 is RZ, so a pair cannot begin with R254.
const fn pair(field: &'static str, what: &'static str, source: &'static str) -> Rule {
    rule(Need::NoneOf(field, &[254]), what, source)
}
const fn rd_even(source: &'static str) -> Rule {
    even("Rd", 2, "64-bit data needs an even destination register", source)
}
const NO_DATA: &str = "the register behind R254 is RZ, which holds no data";
const fn rd_pair(source: &'static str) -> Rule {
    pair("Rd", NO_DATA, source)
}
/// 64-bit data in a register pair, at the sizes of each family.
macro_rules! wide {
    ($sizes:expr, $source:expr) => {
        &[
            Rule { when: &[("sz", &$sizes)], ..rd_even($source) },
            Rule { when: &[("sz", &$sizes)], ..rd_pair($source) },
            Rule { when: &[("sz", &$sizes)], ..even("Rb", 2, "64-bit data needs an even register Rb", $source) },
            Rule { when: &[("sz", &$sizes)], ..pair("Rb", NO_DATA, $source) },
        ]
    };
}
const WIDE_DATA: &[Rule] = wide!([2, 5, 6], ALIGN);
const WIDE_RED: &[Rule] = wide!([2, 5, 6], AS_ALIGN);
const WIDE_SHARED: &[Rule] = wide!([2, 3], AS_ALIGN);
const WIDE_SURFACE: &[Rule] = wide!([2, 5, 7], AS_ALIGN);
macro_rules! extended {
    ($source:expr) => {
        &[
            Rule { when: &[("E", &[1])], ..even("Ra", 2, "an extended address needs an even register Ra", $source) },
            Rule {
                when: &[("E", &[1])],
                ..pair("Ra", "the register behind R254 is RZ, which holds no half of an address", $source)
            },
        ]
    };
}
const EXTENDED: &[Rule] = extended!("NVIDIA's ATOM page: .E requires two registers");
const EXTENDED_RED: &[Rule] = extended!("as NVIDIA's ATOM page says of ATOM: .E requires two registers");
const NATURAL: &str = "NVIDIA's ATOM page: {Rb,Rc} naturally aligned, Rb not RZ, Rc = Rb+1 (.64: Rb+2) or RZ";
macro_rules! cas {
    ($source:expr, $align:expr) => {
        &[
            rule(Need::NoneOf("lay", &[2]), "RZ is not allowed as compare operand", $source),
            rule(Need::NoneOf("Rb", &[255]), "RZ is not allowed as compare operand", $source),
            Rule { when: &[("sz", &[0])], ..even("Rb", 2, "the compare operand must be an even register", $source) },
            Rule {
                when: &[("sz", &[1])],
                ..even("Rb", 4, "the 64-bit compare operand must be a multiple of 4", $source)
            },
            // If Rc is RZ, only Rb is read.
            Rule {
                when: &[("sz", &[1]), ("lay", &[0])],
                ..rule(
                    Need::NoneOf("Rb", &[252]),
                    "the pair behind R252, R253 ends in RZ, which holds no data",
                    $source,
                )
            },
            Rule {
                when: &[("sz", &[0]), ("lay", &[0])],
                ..pair("Rb", "the register behind R254 is RZ: write RZ as Rc", $source)
            },
            Rule { when: &[("sz", &[1])], ..rd_even($align) },
            Rule { when: &[("sz", &[1])], ..rd_pair($align) },
            hard(Need::NoneOf("lay", &[3]), "reserved operand layout", "nvdisasm 11.8, 12.4 and 12.8 reject it"),
        ]
    };
}
const CAS_LEGAL: &[Rule] = cas!(NATURAL, ALIGN);
const SHARED_CAS_LEGAL: &[Rule] = cas!(
    "as NVIDIA's ATOM page says of ATOM.CAS: {Rb,Rc} naturally aligned, Rb not RZ, Rc = Rb+1 (.64: Rb+2) or RZ",
    AS_ALIGN
);
/// The sparse forms have no absolute addresses.
const SPARSE: &[Rule] = &[hard(
    Need::NoneOf("Ra", &[255]),
    "the sparse forms have no absolute address",
    "nvdisasm 11.8, 12.4 and 12.8 reject it",
)];
macro_rules! not_rz {
    ($source:expr) => {
        &[
            rule(Need::NoneOf("Ra", &[255]), "Ra cannot be RZ", $source),
            rule(Need::NoneOf("Rc", &[255]), "Rc cannot be RZ", $source),
        ]
    };
}
const NOT_RZ: &[Rule] = not_rz!("NVIDIA's SURED page: Ra/Rc cannot be RZ register");
const NOT_RZ_SUATOM: &[Rule] = not_rz!("as NVIDIA's SURED page says of SURED: Ra/Rc cannot be RZ register");
macro_rules! coordinates {
    ($source:expr) => {
        &[
            Rule { when: &[("dim", &[2, 3])], ..even("Ra", 2, "two coordinates need an even register Ra", $source) },
            Rule {
                when: &[("dim", &[2, 3])],
                ..pair("Ra", "the register behind R254 is RZ, which holds no coordinate", $source)
            },
            Rule {
                when: &[("dim", &[4, 5])],
                ..even("Ra", 4, "three coordinates need a register Ra that is a multiple of 4", $source)
            },
        ]
    };
}
const COORDINATES: &[Rule] =
    coordinates!("NVIDIA's SURED page: Ra must follow register alignment rules; ptxas 12.4.99 keeps them");
const COORDINATES_SUATOM: &[Rule] = coordinates!(
    "as NVIDIA's SURED page says of SURED: Ra must follow register alignment rules; ptxas 12.4.99 keeps them"
);
const fn raw(source: &'static str) -> Rule {
    rule(Need::OneOf("dim", &[]), "the formatted mode `.P` is not documented", source)
}
const RAW: &[Rule] = &[raw("NVIDIA's SURED page has `.D` only")];
const RAW_SUATOM: &[Rule] = &[raw("as NVIDIA's SURED page, which has `.D` only, says of SURED")];

/// Surface index or handle register.
const fn bound(op: u16, mask: u16) -> Variant {
    variant(op, mask, &[("S", "idx")], const { &[uimm("idx", 36, 48)] })
}
const fn handle(op: u16, mask: u16) -> Variant {
    variant(op, mask, &[("S", "Rc")], &[RC])
}

#[rustfmt::skip]
pub(super) static ROWS: &[Row] = &[
    Row { syntax: "ATOM{.E}.op{.sz} Rd, [Ra+off], Rb", ops: &op(0xed00, 0xff00),
        fields: &[GDA, &[RB, off(28, 47), flag("E", 48), names("sz", 49, 51, &SIZE), names("op", 52, 55, &OP)]],
        legal: &[ATOM_LEGAL, EXTENDED, WIDE_DATA], source: ATOM_SOURCE, ..ROW },
    Row { syntax: "ATOM{.E}.CAS{.sz} Rd, [Ra+off], Rb, Rc", ops: &op(0xeef0, 0xfff0),
        fields: &[GDA, &[CAS_RB, off(28, 47), flag("E", 48), names("sz", 49, 49, &WIDE), cas_at(50)]],
        legal: &[CAS_LEGAL, EXTENDED], source: ATOM_SOURCE, ..ROW },
    Row { syntax: "ATOM{.E}.op{.sz} Ps, Rd, [Ra], Rb", ops: &op(0xee60, 0xfff0),
        fields: &[GDA, &[RB, PS41, names("op", 44, 47, &OP), flag("E", 48), names("sz", 49, 51, &SIZE)]],
        legal: &[ATOM_LEGAL, EXTENDED, WIDE_DATA, SPARSE], profiles: SM52 | SM60, source: ATOM_SOURCE, ..ROW },
    Row { syntax: "ATOM{.E}.CAS{.sz} Ps, Rd, [Ra], Rb, Rc", ops: &op(0xee70, 0xfff0),
        fields: &[GDA, &[CAS_RB, PS41, flag("E", 48), names("sz", 49, 49, &WIDE), cas_at(50)]],
        legal: &[CAS_LEGAL, EXTENDED, SPARSE], profiles: SM52 | SM60, source: ATOM_SOURCE, ..ROW },
    Row { syntax: "RED{.E}.op{.sz} [Ra+off], Rb", ops: &op(0xebf8, 0xfff8),
        fields: &[GA, &[reg("Rb", 0), names("sz", 20, 22, &SIZE), names("op", 23, 25, &RED_OP), off(28, 47), flag("E", 48)]],
        legal: &[RED_LEGAL, EXTENDED_RED, WIDE_RED], ..ROW },
    Row { syntax: "ATOMS.op{.sz} Rd, [Ra+off], Rb", ops: &op(0xec00, 0xff00),
        fields: &[GDA, &[RB, names("sz", 28, 29, &SHARED_SIZE), off4(30, 51), names("op", 52, 55, &SHARED_OP)]],
        legal: &[ATOMS_LEGAL, WIDE_SHARED], ..ROW },
    Row { syntax: "ATOMS.kind{.sz} Rd, [Ra+off], Rb, Rc", ops: &op(0xee00, 0xff80),
        fields: &[GDA, &[CAS_RB, cas_at(28), off4(30, 51), names("sz", 52, 52, &WIDE),
            names("kind", 53, 54, &closed(&list([rmw::CASTS[0], rmw::CASTS[1], rmw::CAS.text])))]],
        legal: &[SHARED_CAS_LEGAL], ..ROW },
    Row { syntax: "SURED.D{.BA}.dim.op{.sz}{.clamp} [Ra], Rb, S", ops: &[bound(0xeb58, 0xfff8), handle(0xeb50, 0xfff8)],
        fields: &[GA, &[reg("Rb", 0), names("sz", 20, 22, &SURFACE_SIZE), flag("BA", 23), names("op", 24, 26, &RED_OP),
            names("dim", 33, 35, &DIM), names("clamp", 49, 50, &CLAMP)]],
        legal: &[SURED_LEGAL, NOT_RZ, COORDINATES, WIDE_SURFACE], source: SURED_SOURCE, ..ROW },
    Row { syntax: "SURED.P.dim.op{.clamp} [Ra], Rb, S", ops: &[bound(0xeb48, 0xfff8), handle(0xeb40, 0xfff8)],
        fields: &[GA, &[reg("Rb", 0), names("op", 24, 26, &RED_OP), names("dim", 33, 35, &DIM),
            names("clamp", 49, 50, &CLAMP)]],
        legal: &[RAW], ..ROW },
    Row { syntax: "SUATOM.D{.BA}.dim.op{.sz}{.clamp} Rd, [Ra], Rb, S",
        ops: &[variant(0xea00, 0xffc0, &[("S", "idx")], &[uimm("idx", 36, 48), names("sz", 51, 53, &SURFACE_SIZE)])],
        fields: &[GDA, SUATOM], legal: &[SUATOM_LEGAL, SUATOM_EXCH, NOT_RZ_SUATOM, COORDINATES_SUATOM, WIDE_SURFACE], ..ROW },
    Row { syntax: "SUATOM.D{.BA}.dim.op{.sz}{.clamp} Rd, [Ra], Rb, S",
        ops: &[variant(0xea70, 0xfff8, &[("S", "Rc")], &[RC, names("sz", 36, 38, &SURFACE_SIZE)])],
        fields: &[GDA, SUATOM], legal: &[SUATOM_LEGAL, SUATOM_EXCH, NOT_RZ_SUATOM, COORDINATES_SUATOM, WIDE_SURFACE], ..ROW },
    Row { syntax: "SUATOM.P.dim.op{.clamp} Rd, [Ra], Rb, S", ops: &[bound(0xea68, 0xfff8), handle(0xea60, 0xfff8)],
        fields: &[GDA, &[RB, names("op", 29, 32, &SHARED_OP), names("dim", 33, 35, &DIM), names("clamp", 49, 50, &CLAMP)]], legal: &[RAW_SUATOM], ..ROW },
    Row { syntax: "SUATOM.D{.BA}.dim.CAS{.sz}{.clamp} {Ps, }Rd, [Ra], Rb, S",
        ops: &[variant(0xea80, 0xffc0, &[("S", "idx")], &[uimm("idx", 36, 48), names("sz", 51, 53, &SURFACE_SIZE)])],
        fields: &[GDA, SUCAS], legal: &[SUCAS_LEGAL, NOT_RZ_SUATOM, COORDINATES_SUATOM, WIDE_SURFACE], ..ROW },
    Row { syntax: "SUATOM.D{.BA}.dim.CAS{.sz}{.clamp} {Ps, }Rd, [Ra], Rb, S",
        ops: &[variant(0xead0, 0xfff8, &[("S", "Rc")], &[RC, names("sz", 36, 38, &SURFACE_SIZE)])],
        fields: &[GDA, SUCAS], legal: &[SUCAS_LEGAL, NOT_RZ_SUATOM, COORDINATES_SUATOM, WIDE_SURFACE], ..ROW },
    Row { syntax: "SUATOM.P.dim.op{.clamp} Rd, [Ra], Rb, S", ops: &[bound(0xeac8, 0xfff8), handle(0xeac0, 0xfff8)],
        fields: &[GDA, &[RB, names("op", 29, 32, &ONLY_CAS), names("dim", 33, 35, &DIM), names("clamp", 49, 50, &CLAMP)]], legal: &[RAW_SUATOM], ..ROW },
    Row { syntax: "SUATOM.D{.BA}.dim.op{.sz}{.clamp} Ps, Rd, [Ra], Rb, Rc", ops: &op(0xeb80, 0xffc0),
        fields: &[GDA, SUATOM, &[RC, names("sz", 36, 38, &SURFACE_SIZE), Field::new("Ps", 51, 53, FieldKind::Reg(&INVERTED))]],
        legal: &[SUATOM_LEGAL, SUATOM_EXCH, NOT_RZ_SUATOM, COORDINATES_SUATOM, WIDE_SURFACE], profiles: SM52 | SM60, ..ROW },
    Row { syntax: "SULD.D{.BA}.dim{.cop}{.sz}{.clamp} Rd, [Ra], S", ops: &[bound(0xeb18, 0xfff8), handle(0xeb10, 0xfff8)],
        fields: &[GDA, IMAGE_RAW, &[names("cop", 24, 25, &memory::LOAD)]], profiles: SM50, ..ROW },
    Row { syntax: "SULD.P.dim{.cop}{.rgba}{.clamp} Rd, [Ra], S", ops: &[bound(0xeb08, 0xfff8), handle(0xeb00, 0xfff8)],
        fields: &[GDA, IMAGE_FORMATTED, &[names("cop", 24, 25, &memory::LOAD)]], profiles: SM50, ..ROW },
    Row { syntax: "SULD.D{.BA}.dim{.cop}{.sz}{.clamp} {Ps, }Rd, [Ra], S", ops: &[bound(0xeb18, 0xfff8), handle(0xeb10, 0xfff8)],
        fields: &[GDA, IMAGE_RAW, &[names("cop", 24, 25, &memory::LOAD), names("Ps", 30, 32, &CAS_PS)]], profiles: SM52 | SM60, ..ROW },
    Row { syntax: "SULD.P.dim{.cop}{.rgba}{.clamp} {Ps, }Rd, [Ra], S", ops: &[bound(0xeb08, 0xfff8), handle(0xeb00, 0xfff8)],
        fields: &[GDA, IMAGE_FORMATTED, &[names("cop", 24, 25, &memory::LOAD), names("Ps", 30, 32, &CAS_PS)]], profiles: SM52 | SM60, ..ROW },
    Row { syntax: "SUST.D{.BA}.dim{.cop}{.sz}{.clamp} [Ra], Rd, S", ops: &[bound(0xeb38, 0xfff8), handle(0xeb30, 0xfff8)],
        fields: &[GDA, IMAGE_RAW, &[names("cop", 24, 25, &memory::STORE)]], ..ROW },
    Row { syntax: "SUST.P.dim{.cop}{.rgba}{.clamp} [Ra], Rd, S", ops: &[bound(0xeb28, 0xfff8), handle(0xeb20, 0xfff8)],
        fields: &[GDA, IMAGE_FORMATTED, &[names("cop", 24, 25, &memory::STORE)]], ..ROW },
];

const PS41: Field = Field::new("Ps", 41, 43, FieldKind::Reg(&INVERTED));
const SUATOM: &[Field] =
    &[RB, flag("BA", 28), names("op", 29, 32, &SHARED_OP), names("dim", 33, 35, &DIM), names("clamp", 49, 50, &CLAMP)];
static RGBA: Names = closed(&[
    reserved(0, "???0"),
    name(1, "R"),
    name(2, "G"),
    name(3, "RG"),
    name(4, "B"),
    name(5, "RB"),
    name(6, "GB"),
    name(7, "RGB"),
    name(8, "A"),
    name(9, "RA"),
    name(10, "GA"),
    name(11, "RGA"),
    name(12, "BA"),
    name(13, "RBA"),
    name(14, "GBA"),
    name(15, ""),
    name(15, "RGBA"),
]);
const IMAGE_RAW: &[Field] =
    &[names("sz", 20, 22, &memory::SIZE), flag("BA", 23), names("dim", 33, 35, &DIM), names("clamp", 49, 50, &CLAMP)];
const IMAGE_FORMATTED: &[Field] =
    &[names("rgba", 20, 23, &RGBA), names("dim", 33, 35, &DIM), names("clamp", 49, 50, &CLAMP)];
/// Not printed when PT; sm_50 has no other value.
static CAS_PS: Names = closed(&[
    name(0, ""),
    name_in(1, "P6", SM52 | SM60, NameStatus::Ok),
    name_in(2, "P5", SM52 | SM60, NameStatus::Ok),
    name_in(3, "P4", SM52 | SM60, NameStatus::Ok),
    name_in(4, "P3", SM52 | SM60, NameStatus::Ok),
    name_in(5, "P2", SM52 | SM60, NameStatus::Ok),
    name_in(6, "P1", SM52 | SM60, NameStatus::Ok),
    name_in(7, "P0", SM52 | SM60, NameStatus::Ok),
]);
const SUCAS: &[Field] =
    &[RB, flag("BA", 28), names("Ps", 30, 32, &CAS_PS), names("dim", 33, 35, &DIM), names("clamp", 49, 50, &CLAMP)];
const SUCAS_LEGAL: &[Rule] = &[rule(
    Need::OneOf("sz", &[0, 1, 2, 6]),
    "size",
    "as NVIDIA's ATOM page says of ATOM.CAS, since no document describes SUATOM",
)];
