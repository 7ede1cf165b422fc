//! Float arithmetic and comparison.
use super::super::fields::*;
use isotope_table::*;

static FMZ: Names = open(&list(["", "FTZ", "FMZ"]), "INVALIDFMZ");
static SCALE: Names = closed(&list(["", "D2", "D4", "D8", "M8", "M4", "M2", "INVALIDSCALE37"]));
static FCMP_GT: Names =
    closed(&list(["F", "LT", "EQ", "LE", "", "NE", "GE", "NUM", "NAN", "LTU", "EQU", "LEU", "GTU", "NEU", "GEU", "T"]));
static MUFU: Names = closed(&[
    name(0, "COS"),
    name(1, "SIN"),
    name(2, "EX2"),
    name(3, "LG2"),
    name(4, "RCP"),
    name(5, "RSQ"),
    name(6, "RCP64H"),
    name(7, "RSQ64H"),
    name_in(8, "INVALIDMUFUOPCODE8", SM50, NameStatus::Reserved),
    name_in(8, "SQRT", SM52 | SM60, NameStatus::Ok),
    reserved(9, "INVALIDMUFUOPCODE9"),
    reserved(10, "INVALIDMUFUOPCODEA"),
    reserved(11, "INVALIDMUFUOPCODEB"),
    reserved(12, "INVALIDMUFUOPCODEC"),
    reserved(13, "INVALIDMUFUOPCODED"),
    reserved(14, "INVALIDMUFUOPCODEE"),
    reserved(15, "INVALIDMUFUOPCODEF"),
]);
static RRO: Names = closed(&list(["SINCOS", "EX2"]));
static CHECK: Names = open(&list(["DIVIDE"]), "INVALIDCHKMODE");

const RND39: Field = names("rnd", 39, 40, &RND);
/// Signs of two-operand arithmetic.
const AB: &[Field] = &[flag("-B", 45), flag("|Ra|", 46), flag("-Ra", 48), flag("|B|", 49)];
const SET: &[Field] = &[
    flag("-Ra", 43),
    flag("|B|", 44),
    names("bop", 45, 46, &BOP),
    PP[0],
    PP[1],
    CC,
    names("cmp", 48, 51, &FCMP),
    flag("BF", 52),
    flag("-B", 53),
    flag("|Ra|", 54),
];
const SETP: &[Field] = &[
    PDQ[0],
    PDQ[1],
    flag("-B", 6),
    flag("|Ra|", 7),
    flag("-Ra", 43),
    flag("|B|", 44),
    names("bop", 45, 46, &BOP),
    PP[0],
    PP[1],
    names("cmp", 48, 51, &FCMP),
];
const FTZ44: Field = flag("FTZ", 44);

#[rustfmt::skip]
pub(super) static ROWS: &[Row] = &[
    Row { syntax: "FADD{.FTZ}{.rnd}{.SAT} Rd{.CC}, {-}|Ra|, {-}|B|", ops: &rci(0x5c58, 0xfff8, F32),
        fields: &[GDA, AB, &[RND39, FTZ44, CC, flag("SAT", 50)]], ..ADDER },
    Row { syntax: "FADD32I{.FTZ} Rd{.CC}, {-}|Ra|, B.imm{.NEG=-B}{.ABS=|B|}", ops: &op(0x0800, 0xfc00),
        fields: &[GDA, &[F32I, flag("CC", 52), flag("-B", 53), flag("|Ra|", 54), flag("FTZ", 55), flag("-Ra", 56), flag("|B|", 57)]], ..ALU },
    Row { syntax: "FMUL{.fmz}{.scale}{.rnd}{.SAT} Rd{.CC}, Ra, {-}B", ops: &rci(0x5c68, 0xfff8, F32),
        fields: &[GDA, &[RND39, names("scale", 41, 43, &SCALE), names("fmz", 44, 45, &FMZ), CC, flag("-B", 48), flag("SAT", 50)]], ..ALU },
    Row { syntax: "FMUL32I{.fmz}{.SAT} Rd{.CC}, Ra, B.imm", ops: &op(0x1e00, 0xff00),
        fields: &[GDA, &[F32I, flag("CC", 52), names("fmz", 53, 54, &FMZ), flag("SAT", 55)]], ..ALU },
    Row { syntax: "FFMA{.fmz}{.rnd}{.SAT} Rd{.CC}, Ra, {-}B, {-}C", ops: &rci3(0x5980, 0xff80, F32_C),
        fields: &[GDA, &[CC, flag("-B", 48), flag("-C", 49), flag("SAT", 50), names("rnd", 51, 52, &RND), names("fmz", 53, 54, &FMZ)]], ..ALU },
    Row { syntax: "FFMA32I{.fmz}{.SAT} Rd{.CC}, {-}Ra, B.imm, {-}Rd", ops: &op(0x0c00, 0xfc00),
        fields: &[GDA, &[F32I, flag("CC", 52), names("fmz", 53, 54, &FMZ), flag("SAT", 55), flag("-Ra", 56), flag("-Rd", 57)]], ..ONTO },
    Row { syntax: "FMNMX{.FTZ} Rd{.CC}, {-}|Ra|, {-}|B|, {!}Pp", ops: &rci(0x5c60, 0xfff8, F32),
        fields: &[GDA, AB, &PP, &[FTZ44, CC]], ..ALU },
    Row { syntax: "FSET{.BF}.cmp{.FTZ}.bop Rd{.CC}, {-}|Ra|, {-}|B|, {!}Pp", ops: &rci(0x5800, 0xff00, F32),
        fields: &[GDA, SET, &[flag("FTZ", 55)]], ..ALU },
    Row { syntax: "FSETP.cmp{.FTZ}.bop Pd, Pq, {-}|Ra|, {-}|B|, {!}Pp", ops: &rci(0x5bb0, 0xfff0, F32),
        fields: &[GA, SETP, &[flag("FTZ", 47)]], ..ALU },
    Row { syntax: "FCMP{.cmp}{.FTZ} Rd, Ra, B, C", ops: &rci3(0x5ba0, 0xfff0, F32_C),
        fields: &[GDA, &[flag("FTZ", 47), names("cmp", 48, 51, &FCMP_GT)]], ..ALU },
    Row { syntax: "FCHK.mode Pd, {-}|Ra|, {-}|B|", ops: &rci(0x5c88, 0xfff8, F32),
        fields: &[GA, AB, &[pred("Pd", 3), names("mode", 39, 44, &CHECK)]], ..ALU },
    Row { syntax: "MUFU.op{.SAT} Rd, {-}|Ra|", ops: &op(0x5080, 0xfff8),
        fields: &[GDA, &[names("op", 20, 23, &MUFU), flag("|Ra|", 46), flag("-Ra", 48), flag("SAT", 50)]], ..ROW },
    Row { syntax: "RRO.mode Rd, {-}|B|", ops: &rci(0x5c90, 0xfff8, F32),
        fields: &[GD, &[names("mode", 39, 39, &RRO), flag("-B", 45), flag("|B|", 49)]], ..ALU },
    Row { syntax: "DADD{.rnd} Rd{.CC}, {-}|Ra|, {-}|B|", ops: &rci(0x5c70, 0xfff8, F64), fields: &[GDA, AB, &[RND39, CC]], ..ADDER },
    Row { syntax: "DMUL{.rnd} Rd{.CC}, Ra, {-}B", ops: &rci(0x5c80, 0xfff8, F64), fields: &[GDA, &[RND39, CC, flag("-B", 48)]], ..ALU },
    Row { syntax: "DFMA{.rnd} Rd{.CC}, Ra, {-}B, {-}C", ops: &rci3(0x5b70, 0xfff0, F64_C),
        fields: &[GDA, &[CC, flag("-B", 48), flag("-C", 49), names("rnd", 50, 51, &RND)]], ..ALU },
    Row { syntax: "DMNMX Rd{.CC}, {-}|Ra|, {-}|B|, {!}Pp", ops: &rci(0x5c50, 0xfff8, F64), fields: &[GDA, AB, &PP, &[CC]], ..DOUBLE },
    Row { syntax: "DSET{.BF}.cmp.bop Rd{.CC}, {-}|Ra|, {-}|B|, {!}Pp", ops: &rci(0x5900, 0xff80, F64), fields: &[GDA, SET], ..DOUBLE },
    Row { syntax: "DSETP.cmp.bop Pd, Pq, {-}|Ra|, {-}|B|, {!}Pp", ops: &rci(0x5b80, 0xfff0, F64), fields: &[GA, SETP], ..DOUBLE },
];
