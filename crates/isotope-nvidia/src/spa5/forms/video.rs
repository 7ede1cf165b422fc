//! Byte and half-word arithmetic on video data, and the multiply-add of narrow integers.
use super::super::fields::*;
use isotope_table::*;

/// Types of the parts of a register, in the order of the field's values: four bytes, two halves, the word; then the signed ones.
static PART: Names = closed(
    &const {
        let mut all =
            list(["U8", "U8", "U8", "U8", "U16", "U16", "U32", "", "S8", "S8", "S8", "S8", "S16", "S16", "S32", ""]);
        (all[7], all[15]) = (reserved(7, "INVALIDSEL6"), reserved(15, "INVALIDSEL7"));
        all
    },
);
/// The same for a field of three bits.
static UNSIGNED_PART: Names = closed(&list(["U8", "U8", "U8", "U8", "U16", "U16", "U32", "INVALIDSEL7"]));
/// The part of the register for each value of the same field.
static PART_OF: Names = closed(&list(["", "B1", "B2", "B3", "", "H1", "", "", "", "B1", "B2", "B3", "", "H1", "", ""]));

/// The operation with the third operand.
static THEN: Names = closed(&list(["MRG_16H", "MRG_16L", "MRG_8B0", "MRG_8B2", "ACC", "MIN", "MAX", ""]));
static UD: Names = closed(&list(["UD", ""]));
static SCALE: Names = open(&list(["", "SHR_7", "SHR_15"]), "INVALIDVMADSCALE");
static SIGNS: Names = closed(&list(["U8.U8", "S8.U8", "U8.S8", ""]));
static SIGNS_U: Names = closed(&list(["U8.U8", "S8.U8"]));
static SIGNS_S: Names = closed(&list(["U8.S8", ""]));
static ACC: Names = open(&list(["", "ACC"]), "INVALIDRED");
/// Bits 36, 37, 51 and 52 select Z, W, X and Y.
static LANES: Names =
    closed(&list(["???0", "Z", "W", "ZW", "X", "XZ", "XW", "XZW", "Y", "YZ", "YW", "YZW", "XY", "XYZ", "XYW", ""]));
static ASEL: Names = closed(&[
    name(0, "0000"),
    name(1, "1111"),
    name(2, "2222"),
    name(3, "3333"),
    name(4, ""),
    name(5, "4321"),
    name(6, "5432"),
    name(7, "6543"),
    name(8, "3201"),
    name(9, "3012"),
    name(10, "0213"),
    name(11, "3120"),
    name(12, "1230"),
    name(13, "2310"),
    reserved(14, "INVALIDASEL4E"),
    reserved(15, "INVALIDASEL4F"),
]);
static BSEL: Names = closed(&[
    name(0, "4444"),
    name(1, "5555"),
    name(2, "6666"),
    name(3, "7777"),
    name(4, ""),
    name(5, "6543"),
    name(6, "5432"),
    name(7, "4321"),
    name(8, "4567"),
    name(9, "6745"),
    name(10, "5476"),
    reserved(11, "INVALIDBSEL4B"),
    reserved(12, "INVALIDBSEL4C"),
    reserved(13, "INVALIDBSEL4D"),
    reserved(14, "INVALIDBSEL4E"),
]);

const A: &[Field] = &[names("a", 36, 38, &PART).high(48, 48).or(14), Field::view("Ra.part", &PART_OF, "a")];
const B: &[Field] =
    &[reg("B", 20), names("b", 28, 30, &PART).high(49, 49).or(14), Field::view("B.part", &PART_OF, "b")];
const SHIFT: &[Field] = &[reg("B", 20), names("b", 28, 30, &UNSIGNED_PART).or(6), Field::view("B.part", &PART_OF, "b")];
const U16: &[Field] = &[uimm("B.imm", 20, 35)];
const S16: &[Field] = &[simm("B.imm", 20, 35)];
const REGISTER: Pattern = Pattern::bits(50, 1, 1);
const NUMBER: Pattern = Pattern::bits(50, 1, 0);
const UNSIGNED: Pattern = Pattern::bits(49, 2, 0);
const SIGNED: Pattern = Pattern::bits(49, 2, 1);

const THEN_AT: Field = names("then", 51, 53, &THEN);
const REST: &[Field] = &[RC, CC, THEN_AT, flag("SAT", 55)];
const UD54: Field = names("UD", 54, 54, &UD);

const NOT_PO: &[Rule] = &[not_po("-B")];
const NOT_PO_C: &[Rule] = &[not_po("-Rc")];

/// The three kinds of second operand: part of a register, unsigned number, signed number (printed signed or not).
macro_rules! rows {
    ($head:literal, $mid:literal, $b:literal, $end:literal, $op:expr, $mask:expr, $more:expr, $legal:expr, [$($fields:expr),*], $reg:literal, $types:literal, $signed:expr, $profiles:expr, $like:expr) => {
        &[
            Row { syntax: concat!($head, $reg, $mid, "Ra{.part}, ", $b, "B{.part}", $end),
                ops: &op_and($op, $mask, REGISTER.and($more)), fields: &[$($fields,)* A, B], legal: $legal, profiles: $profiles, ..$like },
            Row { syntax: concat!($head, ".a.U16", $mid, "Ra{.part}, ", $b, "B.imm", $end),
                ops: &op_and($op, $mask, UNSIGNED.and($more)), fields: &[$($fields,)* A, U16], legal: $legal, profiles: $profiles, ..$like },
            Row { syntax: concat!($head, $types, $mid, "Ra{.part}, ", $b, "B.imm", $end),
                ops: &op_and($op, $mask, SIGNED.and($more)), fields: &[$($fields,)* A, $signed], legal: $legal, profiles: $profiles, ..$like },
        ]
    };
}
/// The same for shifts, whose second operand is unsigned.
macro_rules! shifts {
    ($head:literal, $op:expr) => {
        &[
            Row {
                syntax: concat!($head, "{.UD}{.a.b}{.W}{.SAT}{.then} Rd{.CC}, Ra{.part}, B{.part}, Rc"),
                ops: &op_and($op, 0xff00, REGISTER),
                fields: &[GDA, REST, &[UD54, flag("W", 49)], A, SHIFT],
                ..ALU
            },
            Row {
                syntax: concat!($head, "{.UD}{.a.U16}{.W}{.SAT}{.then} Rd{.CC}, Ra{.part}, B.imm, Rc"),
                ops: &op_and($op, 0xff00, NUMBER),
                fields: &[GDA, REST, &[UD54, flag("W", 49)], A, U16],
                ..ALU
            },
        ]
    };
}
const ZERO: Pattern = Pattern::bits(20, 16, 0);
const ANY: Pattern = Pattern { value: 0, mask: 0 };

#[rustfmt::skip]
pub(super) static VADD: &[Row] = rows!("VADD{.UD}", "{.SAT}{.then} Rd{.CC}, {-}", "{-}", ", Rc", 0x2000, 0xfc00, ANY, &[NOT_PO],
    [GDA, REST, &[UD54, flag("-B", 56), flag("-Ra", 57)]], "{.a.b}", "{.a.S16}", U16, ALL, ALU);
/// Zero is printed without a sign.
#[rustfmt::skip]
pub(super) static VADD_ZERO: &[Row] = &[
    Row { syntax: "VADD{.UD}.a.U16{.SAT}{.then} Rd{.CC}, Ra{.part}, 0x0, Rc", ops: &op_and(0x2100, 0xff00, UNSIGNED.and(ZERO)),
        fields: &[GDA, REST, &[UD54], A], ..ALU },
    Row { syntax: "VADD{.UD}{.a.S16}{.SAT}{.then} Rd{.CC}, Ra{.part}, 0x0, Rc", ops: &op_and(0x2100, 0xff00, SIGNED.and(ZERO)),
        fields: &[GDA, REST, &[UD54], A], ..ALU },
];
#[rustfmt::skip]
pub(super) static VADD_PO: &[Row] = rows!("VADD{.UD}", ".PO{.SAT}{.then} Rd{.CC}, ", "", ", Rc", 0x2300, 0xff00, ANY, &[],
    [GDA, REST, &[UD54]], "{.a.b}", "{.a.S16}", U16, ALL, ALU);
#[rustfmt::skip]
pub(super) static VMAD: &[Row] = rows!("VMAD", "{.scale}{.SAT} Rd{.CC}, {-}", "", ", {-}Rc", 0x5f00, 0xff00, ANY, &[NOT_PO_C],
    [GDA, &[RC, CC, names("scale", 51, 52, &SCALE), flag("-Rc", 53), flag("-Ra", 54), flag("SAT", 55)]], "{.a.b}", "{.a.S16}", U16, SM50 | SM52, NARROW);
#[rustfmt::skip]
pub(super) static VMAD_PO: &[Row] = rows!("VMAD", ".PO{.scale}{.SAT} Rd{.CC}, ", "", ", Rc", 0x5f60, 0xff60, ANY, &[],
    [GDA, &[RC, CC, names("scale", 51, 52, &SCALE), flag("SAT", 55)]], "{.a.b}", "{.a.S16}", U16, SM50 | SM52, NARROW);
// sm_60 always prints the types.
#[rustfmt::skip]
pub(super) static VMAD_60: &[Row] = rows!("VMAD", "{.scale}{.SAT} Rd{.CC}, {-}", "", ", {-}Rc", 0x5f00, 0xff00, ANY, &[NOT_PO_C],
    [GDA, &[RC, CC, names("scale", 51, 52, &SCALE), flag("-Rc", 53), flag("-Ra", 54), flag("SAT", 55)]], ".a.b", ".a.S16", U16, SM60, NARROW);
#[rustfmt::skip]
pub(super) static VMAD_PO_60: &[Row] = rows!("VMAD", ".PO{.scale}{.SAT} Rd{.CC}, ", "", ", Rc", 0x5f60, 0xff60, ANY, &[],
    [GDA, &[RC, CC, names("scale", 51, 52, &SCALE), flag("SAT", 55)]], ".a.b", ".a.S16", U16, SM60, NARROW);
#[rustfmt::skip]
pub(super) static VABSDIFF: &[Row] = rows!("VABSDIFF{.SD}", "{.SAT}{.then} Rd{.CC}, ", "", ", Rc", 0x5400, 0xff00, ANY, &[],
    [GDA, REST, &[flag("SD", 54)]], "{.a.b}", "{.a.S16}", S16, ALL, ALU);
#[rustfmt::skip]
pub(super) static VMNMX: &[Row] = rows!("VMNMX{.UD}", "{.MX}{.SAT}{.then} Rd{.CC}, ", "", ", Rc", 0x3a00, 0xfe00, ANY, &[],
    [GDA, REST, &[UD54, flag("MX", 56)]], "{.a.b}", "{.a.S16}", S16, ALL, ALU);
#[rustfmt::skip]
pub(super) static VSET: &[Row] = rows!("VSET.cmp", "{.then} Rd{.CC}, ", "", ", Rc", 0x4000, 0xfe00, ANY, &[],
    [GDA, &[RC, CC, THEN_AT, names("cmp", 54, 56, &ICMP)]], "{.a.b}", "{.a.S16}", S16, ALL, ALU);
#[rustfmt::skip]
pub(super) static VSETP: &[Row] = rows!("VSETP.cmp", ".bop Pd, Pq, ", "", ", {!}Pp", 0x50f0, 0xfff8, ANY, &[],
    [GA, &PDQ, &PP, &[names("bop", 45, 46, &BOP), names("cmp", 43, 44, &ICMP).high(47, 47)]], "{.a.b}", ".a.S16", S16, ALL, ALU);
#[rustfmt::skip]
pub(super) static VSHL: &[Row] = shifts!("VSHL", 0x5700);
#[rustfmt::skip]
pub(super) static VSHR: &[Row] = shifts!("VSHR", 0x5600);

const LANE: &[Field] = &[
    RC,
    CC,
    flag("SD", 38),
    names("lanes", 36, 37, &LANES).high(51, 52),
    names("Ra.sel", 32, 35, &ASEL),
    flag("SAT", 50),
    names("acc", 53, 54, &ACC),
];
const BYTE_NUMBER: Pattern = Pattern::bits(28, 4, 15);

/// First factor of IMADSP, unsigned and signed.
static A_U: Names = closed(&[name(0, "U32"), name(2, "U24"), name(4, "U16H0"), name(6, "U16H1")]);
static A_S: Names = closed(&[name(1, "S32"), name(3, "S24"), name(5, "S16H0"), name(7, "S16H1")]);
static B_U: Names = closed(&[name(0, "U24"), name(2, "U16H0")]);
static B_S: Names = closed(&[name(1, "S24"), name(3, "S16H0")]);
static B_ANY: Names = closed(&list(["U24", "S24", "U16H0", "S16H0"]));
static C_U: Names = closed(&list(["U32", "U24", "U16H0"]));
static C_S: Names = closed(&list(["S32", "S24", "S16H0"]));

const fn imadsp(a: &'static Names, b: &'static Names, c: &'static Names) -> [Field; 4] {
    [CC, names("type1", 48, 50, a), names("type3", 51, 52, c), names("type2", 53, 54, b)]
}

#[rustfmt::skip]
pub(super) static ROWS: &[Row] = &[
    Row { syntax: "VABSDIFF4{.SD}{.signs}{.SAT}{.acc}{.lanes} Rd{.CC}, Ra{.sel}, B{.sel}, Rc", ops: &op(0x5000, 0xff80),
        fields: &[GDA, LANE, &[names("signs", 48, 49, &SIGNS), reg("B", 20), names("B.sel", 28, 31, &BSEL)]], ..ALU },
    Row { syntax: "VABSDIFF4{.SD}{.signs}{.SAT}{.acc}{.lanes} Rd{.CC}, Ra{.sel}, B.imm, Rc",
        ops: &op_and(0x5000, 0xff80, BYTE_NUMBER.and(Pattern::bits(49, 1, 0))),
        fields: &[GDA, LANE, &[names("signs", 48, 48, &SIGNS_U), uimm("B.imm", 20, 27)]], ..ALU },
    Row { syntax: "VABSDIFF4{.SD}{.signs}{.SAT}{.acc}{.lanes} Rd{.CC}, Ra{.sel}, B.imm, Rc",
        ops: &op_and(0x5000, 0xff80, BYTE_NUMBER.and(Pattern::bits(49, 1, 1))),
        fields: &[GDA, LANE, &[names("signs", 48, 48, &SIGNS_S), simm("B.imm", 20, 27)]], ..ALU },
    // The third operand is signed if one of the others is.
    Row { syntax: "IMADSP.type1.type2.type3 Rd{.CC}, Ra, B, C", ops: &rci3(0x5a80, 0xff80, INT_C), fields: &[GDA, &imadsp(&A_U, &B_U, &C_U)], ..ROW },
    Row { syntax: "IMADSP.type1.type2.type3 Rd{.CC}, Ra, B, C", ops: &rci3(0x5a80, 0xff80, INT_C), fields: &[GDA, &imadsp(&A_U, &B_S, &C_S)], ..ROW },
    Row { syntax: "IMADSP.type1.type2.type3 Rd{.CC}, Ra, B, C", ops: &rci3(0x5a80, 0xff80, INT_C), fields: &[GDA, &imadsp(&A_S, &B_ANY, &C_S)], ..ROW },
];
