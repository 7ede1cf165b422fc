//! Moves, integer arithmetic, comparison.
use super::super::fields::*;
use isotope_table::*;

static HALF: Names = open(&list(["", "H0", "H1"]), "???");
static IADD3_SHIFT: Names = open(&list(["", "RS", "LS"]), "???");
static SIGNS: Names = closed(&list(["U32.U32", "S32.U32", "U32.S32", ""]));
static XMAD_SIGNS: Names = closed(&list(["", "S16.U16", "U16.S16", "S16.S16"]));
static XMAD_UNSIGNED: Names = closed(&[name(0, ""), name(1, "S16.U16")]);
static XMAD_SIGNED: Names = closed(&[name(2, "U16.S16"), name(3, "S16.S16")]);
static XMAD_MODE: Names = open(&list(["", "CLO", "CHI", "CSFU", "CBCC"]), "???");
static XMAD_MODE_C: Names = closed(&list(["", "CLO", "CHI", "CSFU"]));
static XMODE: Names = closed(&list(["", "XLO", "XMED", "XHI"]));

/// Both negation bits together mean plus one.
const PO: Pattern = Pattern::bits(48, 2, 3);
const NOT_PO: &[Rule] = &[not_po("-B")];
const NEG: &[Field] = &[flag("-B", 48), flag("-Ra", 49)];
const IADD: &[Field] = &[flag("X", 43), CC, flag("SAT", 50)];
const SHIFT5: Field = uimm("shift", 39, 43);
const IADD3_R: &[Field] = &[
    B_REG[0],
    names("Rc.half", 31, 32, &HALF),
    names("B.half", 33, 34, &HALF),
    names("Ra.half", 35, 36, &HALF),
    names("shift", 37, 38, &IADD3_SHIFT),
];
const LEA: &[Field] = &[SHIFT5, flag("-Ra", 45), flag("X", 46), CC, pred("Pd", 48)];
const LEA_HI_R: &[Field] = &[B_REG[0], uimm("shift", 28, 32), flag("-Ra", 37), flag("X", 38)];
const LEA_HI_C: &[Field] = &[B_CONST[0], B_CONST[1], uimm("shift", 51, 55), flag("-Ra", 56), flag("X", 57)];
const XMAD: &[Field] = &[CC, names("signs", 48, 49, &XMAD_SIGNS), flag("Ra.H1", 53)];
const XMAD_I: &[Field] = &[
    CC,
    flag("PSL", 36),
    flag("MRG", 37),
    flag("X", 38),
    reg("C", 39),
    names("mode", 50, 52, &XMAD_MODE),
    flag("Ra.H1", 53),
];
const IADD32I: &[Field] = &[IMM32, flag("CC", 52), flag("X", 53), flag("SAT", 54)];
const IMAD: &[Field] =
    &[CC, names("signs", 48, 48, &SIGNS).high(53, 53), flag("X", 49), flag("SAT", 50), flag("HI", 54)];
const IMAD32I: &[Field] = &[IMM32, flag("CC", 52), flag("HI", 53), names("signs", 54, 54, &SIGNS).high(57, 57)];
const IMAD_PO: Pattern = Pattern::bits(51, 2, 3);
const IMAD_NOT_PO: &[Rule] = &[not_po("-C"), not_po("-Rd")];
const CMP: &[Field] = &[names("bop", 45, 46, &BOP), PP[0], PP[1]];
const ICMP_AT: &[Field] = &[names("U32", 48, 48, &U32), names("cmp", 49, 51, &ICMP)];

static SIGNED_8: Names = closed(&list(["U8", "S8"]));
static SIGNED_16: Names = closed(&list(["U16", "S16"]));
static LOW_OR_HIGH: Names = closed(&list(["LO", "HI"]));

/// Register or constant `B`, with further fixed bits.
const fn dots(more: Pattern) -> [Variant; 2] {
    [
        Variant { opcode: top(0x53f8, 0xfff8).and(more), operands: &[], fields: B_REG },
        Variant { opcode: top(0x53d8, 0xfff8).and(more), operands: C, fields: B_CONST },
    ]
}

#[rustfmt::skip]
pub(super) static ROWS: &[Row] = &[
    Row { syntax: "IDP.4A.a.b Rd, Ra, B, Rc", ops: &dots(Pattern::bits(48, 1, 0).and(Pattern::bits(50, 1, 0))), profiles: SM61,
        fields: &[GDA, &[RC, names("b", 47, 47, &SIGNED_8), names("a", 49, 49, &SIGNED_8)]], ..ALU },
    Row { syntax: "IDP.2A.half.a.b Rd, Ra, B, Rc", ops: &dots(Pattern::bits(48, 1, 1)), profiles: SM61,
        fields: &[GDA, &[RC, names("b", 47, 47, &SIGNED_8), names("a", 49, 49, &SIGNED_16), names("half", 50, 50, &LOW_OR_HIGH)]], ..ALU },
    Row { syntax: "MOV Rd, B{, mask}", ops: &rci(0x5c98, 0xfff8, INT), fields: &[GD, &[uimm("mask", 39, 42).or(15)]], ..ALU },
    Row { syntax: "MOV32I Rd, B.imm{, mask}", ops: &op(0x0100, 0xfff0), fields: &[GD, &[uimm("mask", 12, 15).or(15), UIMM32]], ..ROW },
    Row { syntax: "IADD{.SAT}{.X} Rd{.CC}, {-}Ra, {-}B", ops: &rci(0x5c10, 0xfff8, INT), fields: &[GDA, IADD, NEG], legal: &[NOT_PO], ..ALU },
    Row { syntax: "IADD.PO{.SAT}{.X} Rd{.CC}, Ra, B", ops: &rci_and(0x5c10, 0xfff8, INT, PO), fields: &[GDA, IADD], ..ALU },
    Row { syntax: "IADD3{.shift}{.X} Rd{.CC}, {-}Ra{.half}, {-}B{.half}, {-}Rc{.half}",
        ops: &[variant(0x5cc0, 0xfff0, &[], IADD3_R)],
        fields: &[GDA, IADD3], ..ALU },
    Row { syntax: "IADD3{.X} Rd{.CC}, {-}Ra, {-}B, {-}Rc",
        ops: &[variant(0x4cc0, 0xfff0, C, B_CONST), variant(0x38c0, 0xfef0, &[("{-}B", "B.imm{.NEG=-B}")], INT_BITS)],
        fields: &[GDA, IADD3], ..ALU },
    Row { syntax: "IADD32I{.SAT}{.X} Rd{.CC}, {-}Ra, B.imm", ops: &op(0x1c00, 0xfe80), fields: &[GDA, IADD32I, &[flag("-Ra", 56)]], ..ALU },
    Row { syntax: "IADD32I.PO{.SAT}{.X} Rd{.CC}, Ra, B.imm", ops: &op(0x1d80, 0xff80), fields: &[GDA, IADD32I], ..ALU },
    Row { syntax: "ISCADD Rd{.CC}, {-}Ra, {-}B, shift", ops: &rci(0x5c18, 0xfff8, INT), fields: &[GDA, NEG, &[SHIFT5, CC]], legal: &[NOT_PO], ..ALU },
    Row { syntax: "ISCADD.PO Rd{.CC}, Ra, B, shift", ops: &rci_and(0x5c18, 0xfff8, INT, PO), fields: &[GDA, &[SHIFT5, CC]], ..ALU },
    Row { syntax: "ISCADD32I Rd{.CC}, Ra, B.imm, shift", ops: &op(0x1400, 0xfc00),
        fields: &[GDA, &[IMM32, flag("CC", 52), uimm("shift", 53, 57)]], ..ALU },
    Row { syntax: "LEA{.X} {Pd, }Rd{.CC}, {-}Ra, B{, shift}", ops: &rci(0x5bd0, 0xfff8, INT), fields: &[GDA, LEA], ..ALU },
    Row { syntax: "LEA.HI{.X} {Pd, }Rd{.CC}, {-}Ra, B, Rc{, shift}",
        ops: &[variant(0x5bd8, 0xfff8, &[], LEA_HI_R), variant(0x1800, 0xfc00, C, LEA_HI_C)],
        fields: &[GDA, &[RC, CC, pred("Pd", 48)]], ..ALU },
    Row { syntax: "XMAD{.signs}{.PSL}{.mode}{.MRG}{.X} Rd{.CC}, Ra{.H1}, B{.H1}, C",
        ops: &[variant(0x5b00, 0xffc0, &[], const { &[B_REG[0], flag("B.H1", 35)] })],
        fields: &[GDA, XMAD, &[flag("PSL", 36), flag("MRG", 37), flag("X", 38), reg("C", 39), names("mode", 50, 52, &XMAD_MODE)]], ..ALU },
    Row { syntax: "XMAD{.signs}{.PSL}{.mode}{.MRG}{.X} Rd{.CC}, Ra{.H1}, B{.H1}, C",
        ops: &[variant(0x4e00, 0xfe00, &[("B", "c[B.bank] [B.off]")], B_CONST)],
        fields: &[GDA, XMAD, &[flag("PSL", 55), flag("MRG", 56), flag("X", 54), flag("B.H1", 52), reg("C", 39), names("mode", 50, 51, &XMAD_MODE_C)]], ..ALU },
    Row { syntax: "XMAD{.signs}{.mode}{.X} Rd{.CC}, Ra{.H1}, B{.H1}, C", ops: &[variant(0x5100, 0xff80, SWAPPED, C_CONST)],
        fields: &[GDA, XMAD, &[flag("X", 54), flag("B.H1", 52), names("mode", 50, 51, &XMAD_MODE_C)]], ..ALU },
    Row { syntax: "XMAD{.signs}{.PSL}{.mode}{.MRG}{.X} Rd{.CC}, Ra{.H1}, B.imm, C", ops: &op(0x3600, 0xfec0),
        fields: &[GDA, XMAD_I, &[uimm("B.imm", 20, 35), names("signs", 48, 49, &XMAD_UNSIGNED)]], ..ALU },
    Row { syntax: "XMAD{.signs}{.PSL}{.mode}{.MRG}{.X} Rd{.CC}, Ra{.H1}, B.imm, C", ops: &op(0x3600, 0xfec0),
        fields: &[GDA, XMAD_I, &[simm("B.imm", 20, 35), names("signs", 48, 49, &XMAD_SIGNED)]], ..ALU },
    Row { syntax: "IMUL{.signs}{.HI} Rd{.CC}, Ra, B", ops: &rci(0x5c38, 0xfff8, INT),
        fields: &[GDA, &[flag("HI", 39), names("signs", 40, 41, &SIGNS), CC]], ..ROW },
    Row { syntax: "IMUL32I{.signs}{.HI} Rd{.CC}, Ra, B.imm", ops: &op(0x1f00, 0xff00),
        fields: &[GDA, &[IMM32, flag("CC", 52), flag("HI", 53), names("signs", 54, 55, &SIGNS)]], ..ROW },
    Row { syntax: "IMAD{.signs}{.HI}{.SAT}{.X} Rd{.CC}, {-}Ra, B, {-}C", ops: &rci3(0x5a00, 0xff80, INT_C),
        fields: &[GDA, IMAD, &[flag("-C", 51), flag("-Ra", 52)]], legal: &[IMAD_NOT_PO], ..ROW },
    Row { syntax: "IMAD{.signs}{.HI}.PO{.SAT}{.X} Rd{.CC}, Ra, B, C", ops: &rci3_and(0x5a00, 0xff80, INT_C, IMAD_PO),
        fields: &[GDA, IMAD], ..ROW },
    Row { syntax: "IMAD32I{.signs}{.HI} Rd{.CC}, {-}Ra, B.imm, {-}Rd", ops: &op(0x1000, 0xfc00),
        fields: &[GDA, IMAD32I, &[flag("-Rd", 55), flag("-Ra", 56)]], legal: &[IMAD_NOT_PO], ..ROW },
    Row { syntax: "IMAD32I{.signs}{.HI}.PO Rd{.CC}, Ra, B.imm, Rd", ops: &op_and(0x1000, 0xfc00, Pattern::bits(55, 2, 3)),
        fields: &[GDA, IMAD32I], ..ROW },
    Row { syntax: "ISETP.cmp{.U32}{.X}.bop Pd, Pq, Ra, B, {!}Pp", ops: &rci(0x5b60, 0xfff0, INT),
        fields: &[GA, &PDQ, CMP, ICMP_AT, &[flag("X", 43)]], ..ALU },
    Row { syntax: "ISET{.BF}.cmp{.U32}{.X}.bop Rd{.CC}, Ra, B, {!}Pp", ops: &rci(0x5b50, 0xfff0, INT),
        fields: &[GDA, CMP, ICMP_AT, &[flag("X", 43), flag("BF", 44), CC]], ..ALU },
    Row { syntax: "ICMP.cmp{.U32} Rd, Ra, B, C", ops: &rci3(0x5b40, 0xfff0, INT_C), fields: &[GDA, ICMP_AT], ..ALU },
    Row { syntax: "PSETP.bop1.bop Pd, Pq, {!}Pa, {!}Pb, {!}Pp", ops: &op(0x5090, 0xfff8),
        fields: &[G, &PDQ, CMP, PAB, &[names("bop1", 24, 25, &BOP)]], ..ROW },
    Row { syntax: "PSET{.BF}.bop1.bop Rd{.CC}, {!}Pa, {!}Pb, {!}Pp", ops: &op(0x5088, 0xfff8),
        fields: &[GD, CMP, PAB, &[names("bop1", 24, 25, &BOP), flag("BF", 44), CC]], ..ROW },
    Row { syntax: "CSETP.cc.bop Pd, Pq, 'CC', {!}Pp", ops: &op(0x50a0, 0xfff8),
        fields: &[G, &PDQ, CMP, &[names("cc", 8, 12, &TEST)]], ..ROW },
    Row { syntax: "CSET{.BF}.cc.bop Rd{.CC}, 'CC', {!}Pp", ops: &op(0x5098, 0xfff8),
        fields: &[GD, CMP, &[names("cc", 8, 12, &TEST), flag("BF", 44), CC]], ..ROW },
    Row { syntax: "IMNMX{.U32}{.mode} Rd{.CC}, Ra, B, {!}Pp", ops: &rci(0x5c20, 0xfff8, INT),
        fields: &[GDA, &PP, &[names("mode", 43, 44, &XMODE), CC, names("U32", 48, 48, &U32)]], ..ALU },
    Row { syntax: "SEL Rd, Ra, B, {!}Pp", ops: &rci(0x5ca0, 0xfff8, INT), fields: &[GDA, &PP], ..ALU },
];

const IADD3: &[Field] = &[RC, CC, flag("X", 48), flag("-Rc", 49), flag("-B", 50), flag("-Ra", 51)];
const PAB: &[Field] = &[pred("Pa", 12), flag("!Pa", 15), pred("Pb", 29), flag("!Pb", 32)];
