//! Arithmetic on pairs of half floats. The hardware exists from sm_53 on; nvdisasm decodes it for sm_52 and sm_60.
use super::super::fields::*;
use isotope_table::*;

const LATER: Profiles = SM52 | SM60;
/// The written part: both halves, one float, or one half with the other preserved.
static WRITE: Names = closed(&list(["", "F32", "MRG_H0", "MRG_H1"]));
/// The read part: both halves, the whole register as a float, or one half twice.
static READ: Names = closed(&list(["", "F32", "H0_H0", "H1_H1"]));
static FMZ: Names = closed(&list(["", "FTZ", "FMZ", "INVALID"]));
static FMZ_C: Names = open(&list(["", "FTZ", "FMZ"]), "INVALIDFMZ");
static SET_BOP: Names = open(&list(["AND", "OR", "XOR"]), "???");

const HALF: Row = Row { profiles: LATER, ..ALU };
const HALF_SUM: Row = Row { profiles: LATER, ..ADDER };
const HALF_ONTO: Row = Row { profiles: LATER, ..ONTO };
const A: Field = names("Ra.read", 47, 48, &READ);
const SIGN_A: &[Field] = &[A, flag("-Ra", 43), flag("|Ra|", 44)];
const ABS_A: &[Field] = &[A, flag("|Ra|", 44)];
const B: &[Field] = &[reg("B", 20), names("B.read", 28, 29, &READ)];
const WRITE_AT: Field = names("write", 49, 50, &WRITE);
/// Upper ten bits of each half.
const PAIR: Float = Float { width: 16, shift: 6 };
const BOTH: &[Field] = &[
    Field::new("B.hi", 30, 38, FieldKind::Float(PAIR)).high(56, 56),
    Field::new("B.lo", 20, 29, FieldKind::Float(PAIR)),
];
const FULL: &[Field] = &[
    Field::new("B.hi", 36, 51, FieldKind::Float(Float { width: 16, shift: 0 })),
    Field::new("B.lo", 20, 35, FieldKind::Float(Float { width: 16, shift: 0 })),
    names("Ra.read", 53, 54, &READ),
];
const CMP: &[Field] = &[PP[0], PP[1]];
const NUMBERS: &[(&str, &str)] = &[("{-}|B|", "B.hi, B.lo"), ("{-}B", "B.hi, B.lo")];

const fn by(op: u16, mask: u16, operands: Substitution, fields: &'static [Field]) -> [Variant; 1] {
    [variant(op, mask, operands, fields)]
}

#[rustfmt::skip]
pub(super) static ROWS: &[Row] = &[
    Row { syntax: "HADD2{.write}{.FTZ}{.SAT} Rd, {-}|Ra{.read}|, {-}|B{.read}|", ops: &by(0x5d10, 0xfff8, &[], B),
        fields: &[GDA, SIGN_A, &[WRITE_AT, flag("|B|", 30), flag("-B", 31), flag("SAT", 32), flag("FTZ", 39)]], ..HALF_SUM },
    Row { syntax: "HADD2{.write}{.FTZ}{.SAT} Rd, {-}|Ra{.read}|, {-}|B|", ops: &by(0x7a80, 0xfe80, C, B_CONST),
        fields: &[GDA, SIGN_A, &[WRITE_AT, flag("|B|", 54), flag("-B", 56), flag("SAT", 52), flag("FTZ", 39)]], ..HALF_SUM },
    Row { syntax: "HADD2{.write}{.FTZ}{.SAT} Rd, {-}|Ra{.read}|, {-}|B|", ops: &by(0x7a00, 0xfe80, NUMBERS, BOTH),
        fields: &[GDA, SIGN_A, &[WRITE_AT, flag("SAT", 52), flag("FTZ", 39)]], ..HALF_SUM },
    Row { syntax: "HADD2_32I{.FTZ}{.SAT} Rd, {-}Ra{.read}, {-}B", ops: &by(0x2c00, 0xfe00, NUMBERS, FULL),
        fields: &[GDA, &[flag("SAT", 52), flag("FTZ", 55), flag("-Ra", 56)]], ..HALF_SUM },
    Row { syntax: "HMUL2{.write}{.fmz}{.SAT} Rd, |Ra{.read}|, {-}|B{.read}|", ops: &by(0x5d08, 0xfff8, &[], B),
        fields: &[GDA, ABS_A, &[WRITE_AT, flag("|B|", 30), flag("-B", 31), flag("SAT", 32), names("fmz", 39, 40, &FMZ)]], ..HALF },
    Row { syntax: "HMUL2{.write}{.fmz}{.SAT} Rd, |Ra{.read}|, {-}|B|", ops: &by(0x7880, 0xfe80, C, B_CONST),
        fields: &[GDA, ABS_A, &[WRITE_AT, flag("|B|", 54), flag("-B", 43), flag("SAT", 52), names("fmz", 39, 40, &FMZ)]], ..HALF },
    Row { syntax: "HMUL2{.write}{.fmz}{.SAT} Rd, {-}|Ra{.read}|, {-}|B|", ops: &by(0x7800, 0xfe80, NUMBERS, BOTH),
        fields: &[GDA, SIGN_A, &[WRITE_AT, flag("SAT", 52), names("fmz", 39, 40, &FMZ)]], ..HALF },
    Row { syntax: "HMUL2_32I{.fmz}{.SAT} Rd, Ra{.read}, {-}B", ops: &by(0x2a00, 0xfe00, NUMBERS, FULL),
        fields: &[GDA, &[flag("SAT", 52), names("fmz", 55, 56, &FMZ)]], ..HALF },
    Row { syntax: "HFMA2{.write}{.fmz}{.SAT} Rd, Ra{.read}, {-}B{.read}, {-}C{.read}", ops: &by(0x5d00, 0xfff8, &[], B),
        fields: &[GDA, &[A, WRITE_AT, reg("C", 39), flag("-C", 30), flag("-B", 31), flag("SAT", 32), names("C.read", 35, 36, &READ), names("fmz", 37, 38, &FMZ)]], ..HALF },
    Row { syntax: "HFMA2{.write}{.fmz}{.SAT} Rd, Ra{.read}, {-}B, {-}C{.read}",
        ops: &[variant(0x7080, 0xf880, C, HFMA2_CONST), variant(0x7000, 0xf880, NUMBERS, BOTH)],
        fields: &[GDA, HFMA2, &[reg("C", 39), names("C.read", 53, 54, &READ), names("fmz", 57, 58, &FMZ)]], ..HALF },
    Row { syntax: "HFMA2{.write}{.fmz}{.SAT} Rd, Ra{.read}, {-}B{.read}, {-}C", ops: &by(0x6080, 0xf880, SWAPPED, C_CONST),
        fields: &[GDA, HFMA2, &[flag("-B", 56), names("B.read", 53, 54, &READ), names("fmz", 57, 58, &FMZ_C)]], ..HALF },
    Row { syntax: "HFMA2_32I{.fmz} Rd, Ra{.read}, {-}B, {-}Rd", ops: &by(0x2800, 0xfe00, NUMBERS, FULL),
        fields: &[GDA, &[flag("-Rd", 52), names("fmz", 55, 56, &FMZ_C)]], ..HALF_ONTO },
    Row { syntax: "HSET2{.BF}.cmp{.FTZ}.bop Rd, {-}|Ra{.read}|, {-}|B{.read}|, {!}Pp", ops: &by(0x5d18, 0xfff8, &[], B),
        fields: &[GDA, SIGN_A, CMP, &[names("bop", 45, 46, &SET_BOP), names("cmp", 35, 38, &FCMP), flag("|B|", 30), flag("-B", 31), flag("BF", 49), flag("FTZ", 50)]], ..HALF },
    Row { syntax: "HSET2{.BF}.cmp{.FTZ}.bop Rd, {-}|Ra{.read}|, {-}B, {!}Pp", ops: &[variant(0x7c80, 0xfe80, C, HFMA2_CONST), variant(0x7c00, 0xfe80, NUMBERS, BOTH)],
        fields: &[GDA, SIGN_A, CMP, &[names("bop", 45, 46, &SET_BOP), names("cmp", 49, 52, &FCMP), flag("BF", 53), flag("FTZ", 54)]], ..HALF },
    Row { syntax: "HSETP2.cmp{.H_AND}{.FTZ}.bop Pd, Pq, {-}|Ra{.read}|, {-}|B{.read}|, {!}Pp", ops: &by(0x5d20, 0xfff8, &[], B),
        fields: &[GA, &PDQ, SIGN_A, CMP, &[names("bop", 45, 46, &BOP), names("cmp", 35, 38, &FCMP), flag("|B|", 30), flag("-B", 31), flag("H_AND", 49), flag("FTZ", 6)]], ..HALF },
    Row { syntax: "HSETP2.cmp{.H_AND}{.FTZ}.bop Pd, Pq, {-}|Ra{.read}|, {-}|B|, {!}Pp",
        ops: &[variant(0x7e80, 0xfe80, C, SETP_CONST), variant(0x7e00, 0xfe80, NUMBERS, BOTH)],
        fields: &[GA, &PDQ, SIGN_A, CMP, &[names("bop", 45, 46, &BOP), names("cmp", 49, 52, &FCMP), flag("H_AND", 53), flag("FTZ", 6)]], ..HALF },
];

const HFMA2: &[Field] = &[A, WRITE_AT, flag("-C", 51), flag("SAT", 52)];
const HFMA2_CONST: &[Field] = &[B_CONST[0], B_CONST[1], flag("-B", 56)];
const SETP_CONST: &[Field] = &[B_CONST[0], B_CONST[1], flag("-B", 56), flag("|B|", 54)];
