//! Branches, the reconvergence stack, barriers.
use super::super::fields::*;
use isotope_table::*;

/// Condition code test; `T` is not printed.
static BRANCH_TEST: Names = closed(&list([
    "F", "LT", "EQ", "LE", "GT", "NE", "GE", "NUM", "NAN", "LTU", "EQU", "LEU", "GTU", "NEU", "GEU", "", "OFF", "LO",
    "SFF", "LS", "HI", "SFT", "HS", "OFT", "CSM_TA", "CSM_TR", "CSM_MX", "FCSM_TA", "FCSM_TR", "FCSM_MX", "RLE", "RGT",
]));
static INC: Names = closed(&[name(0, "NOINC"), name(1, "")]);
static RED: Names = open(&list(["POPC", "AND", "OR"]), "INVALIDBARMODE");
static RTT: Names = closed(&list(["", "TERMINATE", "FALLTHROUGH", "PREEMPTED"]));
static BPT: Names = open(
    &[
        name(0, "DRAIN_ILLEGAL"),
        name(1, "CAL"),
        name(2, "PAUSE"),
        name(3, "TRAP"),
        name(4, "INT"),
        name(5, "DRAIN"),
        name_in(6, "PAUSE_QUIET", SM60, NameStatus::Ok),
    ],
    "???",
);

const TESTED: &[Field] = &[G[0], G[1], names("cc", 0, 4, &BRANCH_TEST)];
const TARGET: Field = Field::new("target", 20, 43, FieldKind::Target);
const CBANK: &[Field] = &[uimm("bank", 36, 40), simm("off", 20, 35)];
const IMM: Pattern = Pattern::bits(5, 1, 0);
const CONST: Pattern = Pattern::bits(5, 1, 1);

const fn either(op: u16) -> [Variant; 2] {
    let near = variant(op, 0xfff0, &[("X", "target")], &[TARGET]);
    let table = variant(op, 0xfff0, &[("X", "c[bank][off]")], CBANK);
    [Variant { opcode: near.opcode.and(IMM), ..near }, Variant { opcode: table.opcode.and(CONST), ..table }]
}
const fn absolute(op: u16) -> [Variant; 2] {
    let far = variant(op, 0xfff0, &[("X", "target")], const { &[uimm("target", 20, 51)] });
    [Variant { opcode: far.opcode.and(IMM), ..far }, either(op)[1]]
}
const fn indexed(op: u16, last: u16) -> [Variant; 2] {
    let offset = if last == 43 { const { &[simm("off", 20, 43)] } } else { const { &[simm("off", 20, 51)] } };
    let near = variant(op, 0xfff0, &[("X", "Ra{ off}")], offset);
    let place = const { &[uimm("bank", 36, 40), Field::new("off", 20, 35, int(true, 0, Alone::Signed))] };
    let table = variant(op, 0xfff0, &[("X", "c[bank][Ra+off]")], place);
    [Variant { opcode: near.opcode.and(IMM), ..near }, Variant { opcode: table.opcode.and(CONST), ..table }]
}
const fn stack(code: u16) -> [Variant; 1] {
    op(code, 0xfff0)
}

#[rustfmt::skip]
pub(super) static ROWS: &[Row] = &[
    Row { syntax: "BRA{.U}{.LMT} {'CC'.cc, }X", ops: &either(0xe240), fields: &[TESTED, &[flag("LMT", 6), flag("U", 7)]], ..ROW },
    Row { syntax: "BRX{.LMT} {'CC'.cc, }X", ops: &indexed(0xe250, 43), fields: &[TESTED, &[flag("LMT", 6), RA]], ..ROW },
    Row { syntax: "JMP{.U}{.LMT} {'CC'.cc, }X", ops: &absolute(0xe210), fields: &[TESTED, &[flag("LMT", 6), flag("U", 7)]], ..ROW },
    Row { syntax: "JMX{.LMT} {'CC'.cc, }X", ops: &indexed(0xe200, 51), fields: &[TESTED, &[flag("LMT", 6), RA]], ..ROW },
    Row { syntax: "CAL{.inc} X", ops: &either(0xe260), fields: &[&[names("inc", 6, 6, &INC)]], ..ROW },
    Row { syntax: "JCAL{.inc} X", ops: &absolute(0xe220), fields: &[&[names("inc", 6, 6, &INC)]], ..ROW },
    Row { syntax: "PRET{.inc} X", ops: &either(0xe270), fields: &[&[names("inc", 6, 6, &INC)]], ..ROW },
    Row { syntax: "SSY X", ops: &either(0xe290), ..ROW },
    Row { syntax: "PBK X", ops: &either(0xe2a0), ..ROW },
    Row { syntax: "PCNT X", ops: &either(0xe2b0), ..ROW },
    Row { syntax: "PLONGJMP X", ops: &either(0xe280), ..ROW },
    Row { syntax: "PEXIT target", ops: &op(0xe230, 0xfff0), fields: &[&[TARGET]], ..ROW },
    Row { syntax: "EXIT{.KEEPREFCOUNT}{ 'CC'.cc}", ops: &stack(0xe300), fields: &[TESTED, &[flag("KEEPREFCOUNT", 5)]], ..ROW },
    Row { syntax: "LONGJMP{ 'CC'.cc}", ops: &stack(0xe310), fields: &[TESTED], ..ROW },
    Row { syntax: "RET{ 'CC'.cc}", ops: &stack(0xe320), fields: &[TESTED], ..ROW },
    Row { syntax: "KIL{ 'CC'.cc}", ops: &stack(0xe330), fields: &[TESTED], ..ROW },
    Row { syntax: "BRK{ 'CC'.cc}", ops: &stack(0xe340), fields: &[TESTED], ..ROW },
    Row { syntax: "CONT{ 'CC'.cc}", ops: &stack(0xe350), fields: &[TESTED], ..ROW },
    Row { syntax: "SYNC{ 'CC'.cc}", ops: &op(0xf0f8, 0xfff8), fields: &[TESTED], ..ROW },
    Row { syntax: "RTT{.mode}", ops: &stack(0xe360), fields: &[&[names("mode", 0, 1, &RTT)]], ..ROW },
    Row { syntax: "SAM", ops: &stack(0xe370), ..ROW },
    Row { syntax: "RAM", ops: &stack(0xe380), ..ROW },
    Row { syntax: "NOP{.TRIG}{ imm}", ops: &op_and(0x50b0, 0xfff8, Pattern::bits(8, 5, 15)),
        fields: &[G, &[flag("TRIG", 13), uimm("imm", 20, 35)]], ..ROW },
    Row { syntax: "NOP{.TRIG} 'CC'.cc{, imm}", ops: &op(0x50b0, 0xfff8), fields: &[G, &[names("cc", 8, 12, &TEST), flag("TRIG", 13), uimm("imm", 20, 35)]], ..ROW },
    Row { syntax: "BPT.mode{ imm}", ops: &op(0xe3a0, 0xfff0), fields: &[&[names("mode", 6, 8, &BPT), uimm("imm", 20, 39)]], ..ROW },
    Row { syntax: "DEPBAR.LE sb, count{, set}", ops: &op_and(0xf0f0, 0xfff8, Pattern::bits(29, 1, 1)),
        fields: &[G, &[Field::new("set", 0, 5, FieldKind::Set), uimm("count", 20, 25), names("sb", 26, 28, &SB)]], ..ROW },
    Row { syntax: "DEPBAR{ set}", ops: &op_and(0xf0f0, 0xfff8, Pattern::bits(29, 1, 0)), fields: &[G, &[Field::new("set", 0, 5, FieldKind::Set)]], ..ROW },
    Row { syntax: "BAR.SYNC b, n", ops: &bar(0, true, N), fields: &[G], ..ROW },
    Row { syntax: "BAR.ARV b, n", ops: &bar(1, true, &[]), fields: &[G], ..ROW },
    Row { syntax: "BAR.RED.red b, n, {!}Pp", ops: &bar(2, false, N), fields: &[G, &PP, &[names("red", 35, 36, &RED)]], ..ROW },
    Row { syntax: "BAR.SCAN b, n, {!}Pp", ops: &bar(3, false, N), fields: &[G, &PP], ..ROW },
    Row { syntax: "B2R{.mode} Rd, b", ops: &op(0xf0b8, 0xfff8), fields: &[GD, &[uimm("b", 8, 15), names("mode", 32, 33, &B2R)]], ..ROW },
    Row { syntax: "B2R.RESULT Rd{, Pd}", ops: &b2r(1), fields: &[GD, &[pred("Pd", 45)]], ..ROW },
    Row { syntax: "B2R.WARP Rd", ops: &b2r(2), fields: &[GD], ..ROW },
    Row { syntax: "R2B{.mode} b, Rb", ops: &op(0xf0c0, 0xfff8), fields: &[G, &[RB, uimm("b", 28, 31), names("mode", 32, 33, &R2B)]], ..ROW },
];
static B2R: Names = closed(&[name(0, ""), reserved(3, "INVALID")]);
static R2B: Names = closed(&list(["", "RESULT", "WARP", "INVALID"]));
/// The state of a barrier without its number.
const fn b2r(mode: u128) -> [Variant; 1] {
    op_and(0xf0b8, 0xfff8, Pattern::bits(32, 2, mode).and(Pattern::bits(8, 8, 255)))
}
static SB: Names = open(&list(["SB0", "SB1", "SB2", "SB3", "SB4", "SB5"]), "???");

/// All except `BAR.ARV` omit a thread count of zero.
const N: Substitution = &[("b, n", "b{, n}")];

type Operands = (Substitution, &'static [Field]);

/// Barrier and thread count as registers or numbers; in a form without a predicate operand its bits must be PT.
const fn bar(mode: u128, no_predicate: bool, number: Substitution) -> [Variant; 4] {
    const fn one(mode: Pattern, op: [Operands; 4], i: usize) -> Variant {
        let v = variant(0xf0a8, 0xfff8, op[i].0, op[i].1);
        Variant { opcode: v.opcode.and(mode).and(Pattern::bits(43, 2, i as u128)), ..v }
    }
    let mut fixed = Pattern::bits(32, 3, mode);
    if no_predicate {
        fixed = fixed.and(Pattern::bits(39, 4, 7));
    }
    let ops: [Operands; 4] = [
        (&[], const { &[reg("b", 8), reg("n", 20)] }),
        (number, const { &[reg("b", 8), uimm("n", 20, 31)] }),
        (&[], const { &[uimm("b", 8, 15), reg("n", 20)] }),
        (number, const { &[uimm("b", 8, 15), uimm("n", 20, 31)] }),
    ];
    [one(fixed, ops, 0), one(fixed, ops, 1), one(fixed, ops, 2), one(fixed, ops, 3)]
}
