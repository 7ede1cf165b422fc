//! Shifts, logic, bit fields, and data exchange between lanes.
use super::super::fields::*;
use isotope_table::*;

static SHR_X: Names = open(&[name(0, ""), name(2, "X"), name(3, "XHI")], "INVALIDSHRXMODE");
static SHF_X: Names = closed(&list(["", "HI", "X", "XHI"]));
static SHF_MAX: Names = open(&list(["", "INVALIDMAXSHIFT3", "U64", "S64"]), "INVALIDMAXSHIFT");
static LOGIC: Names = closed(&list(["AND", "OR", "XOR", "PASS_B"]));
static POP: Names = closed(&list(["", "T", "Z", "NZ"]));
static PRMT: Names = open(&list(["", "F4E", "B4E", "RC8", "ECL", "ECR", "RC16", "INVALIDPMODE7"]), "???");
static VTG: Names = open(&list(["R", "A", "RA"]), "INVALIDVTGMODE");
static VOTE: Names = open(&list(["ALL", "ANY", "EQ"]), "INVALIDVMODE");
static SHFL: Names = closed(&list(["IDX", "UP", "DOWN", "BFLY"]));
static STATE: Names = closed(&list(["PR", "CC"]));

const LOP3_WIDE: &[Field] = &[uimm("lut", 48, 55)];

#[rustfmt::skip]
pub(super) static ROWS: &[Row] = &[
    Row { syntax: "SHL{.W}{.X} Rd{.CC}, Ra, B", ops: &rci(0x5c48, 0xfff8, INT), fields: &[GDA, &[flag("W", 39), flag("X", 43), CC]], ..ALU },
    Row { syntax: "SHR{.U32}{.W}{.xmode}{.BREV} Rd{.CC}, Ra, B", ops: &rci(0x5c28, 0xfff8, INT),
        fields: &[GDA, &[flag("W", 39), flag("BREV", 40), names("xmode", 43, 44, &SHR_X), CC, names("U32", 48, 48, &U32)]], ..ALU },
    Row { syntax: "SHF.L{.W}{.max}{.xmode} Rd{.CC}, Ra, B, Rc", ops: &[rci(0x5bf8, 0xfff8, SHIFT)[0], rci(0x5bf8, 0xfff8, SHIFT)[2]],
        fields: &[GDA, SHF], ..ALU },
    Row { syntax: "SHF.R{.W}{.max}{.xmode} Rd{.CC}, Ra, B, Rc", ops: &[rci(0x5cf8, 0xfff8, SHIFT)[0], rci(0x5cf8, 0xfff8, SHIFT)[2]],
        fields: &[GDA, SHF], ..ALU },
    Row { syntax: "LOP.op{.X}{.pop} {Pd, }Rd{.CC}, {~}Ra, {~}B", ops: &rci(0x5c40, 0xfff8, INT),
        fields: &[GDA, &[flag("~Ra", 39), flag("~B", 40), names("op", 41, 42, &LOGIC), flag("X", 43), names("pop", 44, 45, &POP), CC, pred("Pd", 48)]], ..ALU },
    Row { syntax: "LOP32I.op{.X} Rd{.CC}, {~}Ra, B.imm{.INV=~B}", ops: &op(0x0400, 0xfc00),
        fields: &[GDA, &[UIMM32, flag("CC", 52), names("op", 53, 54, &LOGIC), flag("~Ra", 55), flag("~B", 56), flag("X", 57)]], ..ALU },
    Row { syntax: "LOP3.LUT{.X}{.pop} {Pd, }Rd{.CC}, Ra, B, Rc, lut", ops: &op(0x5be0, 0xfff8),
        fields: &[GDA, B_REG, &[RC, uimm("lut", 28, 35), names("pop", 36, 37, &POP), flag("X", 38), CC, pred("Pd", 48)]], ..ALU },
    Row { syntax: "LOP3.LUT{.X} Rd{.CC}, Ra, B, Rc, lut", ops: &[variant(0x0200, 0xfe00, C, B_CONST)],
        fields: &[GDA, LOP3_WIDE, &[RC, CC, flag("X", 56)]], ..ALU },
    Row { syntax: "LOP3.LUT{.X} Rd{.CC}, Ra, B, Rc, lut", ops: &[variant(0x3c00, 0xfc00, &[("B", "B.imm")], INT)],
        fields: &[GDA, LOP3_WIDE, &[RC, CC, flag("X", 57)]], ..ALU },
    Row { syntax: "POPC Rd, {~}B", ops: &rci(0x5c08, 0xfff8, INT), fields: &[GD, &[flag("~B", 40)]], ..ROW },
    Row { syntax: "FLO{.U32}{.SH} Rd{.CC}, {~}B", ops: &rci(0x5c30, 0xfff8, INT),
        fields: &[GD, &[flag("~B", 40), flag("SH", 41), CC, names("U32", 48, 48, &U32)]], ..ROW },
    Row { syntax: "BFE{.U32}{.BREV} Rd{.CC}, Ra, B", ops: &rci(0x5c00, 0xfff8, INT),
        fields: &[GDA, &[flag("BREV", 40), CC, names("U32", 48, 48, &U32)]], ..ALU },
    Row { syntax: "BFI Rd{.CC}, Ra, B, C", ops: &rci3(0x5bf0, 0xfff8, INT_C), fields: &[GDA, &[CC]], ..ALU },
    Row { syntax: "PRMT{.mode} Rd, Ra, B, C", ops: &rci3(0x5bc0, 0xfff0, INT_C), fields: &[GDA, &[names("mode", 48, 51, &PRMT)]], ..ALU },
    Row { syntax: "VOTE.mode {Rd, }Pd, {!}Pp", ops: &op(0x50d8, 0xfff8),
        fields: &[G, &[reg("Rd", 0).or(255)], &PP, &[pred("Pd", 45), names("mode", 48, 49, &VOTE)]], ..ROW },
    Row { syntax: "VOTE.VTG.mode imm", ops: &op(0x50e0, 0xfff8),
        fields: &[G, &[uimm("imm", 20, 47), names("mode", 48, 49, &VTG)]], ..ROW },
    Row { syntax: "SHFL.mode Pd, Rd, Ra, B, C",
        ops: &[shfl(0, &[reg("B", 20), reg("C", 39)]), shfl(1, &[uimm("B", 20, 24), reg("C", 39)]),
               shfl(2, &[reg("B", 20), uimm("C", 34, 46)]), shfl(3, &[uimm("B", 20, 24), uimm("C", 34, 46)])],
        fields: &[GDA, &[names("mode", 30, 31, &SHFL), pred("Pd", 48)]], ..ROW },
    Row { syntax: "R2P state, Ra{.byte}, B", ops: &rci(0x5cf0, 0xfff8, INT_BITS),
        fields: &[GA, &[names("state", 40, 40, &STATE), names("byte", 41, 42, &BYTE)]], ..ALU },
    Row { syntax: "P2R{.byte} Rd, state, Ra, B", ops: &rci(0x5ce8, 0xfff8, INT),
        fields: &[GDA, &[names("state", 40, 40, &STATE), names("byte", 41, 42, &BYTE)]], ..ALU },
];

const SHF: &[Field] = &[names("max", 37, 38, &SHF_MAX), RC, CC, names("xmode", 48, 49, &SHF_X), flag("W", 50)];

/// Bit 28: the lane is an immediate; bit 29: clamp and mask are an immediate.
const fn shfl(immediates: u128, fields: &'static [Field]) -> Variant {
    let v = variant(0xef10, 0xfff8, &[], fields);
    Variant { opcode: v.opcode.and(Pattern::bits(28, 2, immediates)), ..v }
}
