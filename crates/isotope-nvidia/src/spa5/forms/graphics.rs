//! Attributes, interpolation, primitives, pixels, and other instructions that only graphics and drivers use.
use super::super::fields::*;
use isotope_table::*;

static WORDS: Names = closed(&list(["", "64", "96", "128"]));
static OUT: Names = closed(&list(["INVALIDOUTSTYPE0", "EMIT", "CUT", "EMIT_THEN_CUT"]));
static BUFFER: Names = closed(&list(["", "PATCH", "PRIM", "ATTR"]));
static BUFFER_SIZE: Names = closed(&list(["", "U16", "32", "???3"]));
static PIXEL: Names =
    closed(&list(["", "COVMASK", "COVERED", "OFFSET", "CENTROID_OFFSET", "MY_INDEX", "INVALID0", "INVALID1"]));
static IPA: Names = closed(&list(["PASS", "", "CONSTANT", "SC"]));
static SAMPLE: Names = closed(&list(["", "CENTROID", "OFFSET", "INVALID"]));
static EN: Names = closed(&list(["EN", ""]));

const ATTRIBUTE: &[Field] = &[reg("Rc", 39).or(255), names("sz", 47, 48, &WORDS)];
/// Without base register.
const ABSOLUTE: &[Field] = &[RA, off(20, 29)];
const INDEXED: &[Field] = &[RA, off(20, 30)];
const O: &[Field] = &[flag("O", 32)];
const PHYSICAL: Pattern = Pattern::bits(20, 12, 0);
const fn p(bit: u128) -> Pattern {
    Pattern::bits(31, 1, bit)
}
const NO_BASE: &[Rule] = &[base(Need::OneOf("Ra", &[255]))];
const BASE: &[Rule] = &[base(Need::NoneOf("Ra", &[255]))];
const fn base(need: Need) -> Rule {
    hard(need, "this form depends on Ra being RZ", DISASSEMBLER)
}
const IPA_AT: &[Field] = &[
    G[0],
    G[1],
    RD,
    RB,
    reg("Rc", 39).or(255),
    pred("Pp", 47),
    flag("!Pp", 50),
    flag("SAT", 51),
    names("sample", 52, 53, &SAMPLE),
    names("mode", 54, 55, &IPA),
];
const IPA_ABSOLUTE: Pattern = Pattern::bits(8, 8, 255).and(Pattern::bits(38, 1, 0));

/// Signs of the four lanes of a quad: two letters per lane, the first lane last.
static QUAD: Names = closed(
    &const {
        let mut out = list([""; 256]);
        let mut i = 0;
        while i < 256 {
            if let Ok(text) = std::str::from_utf8(&LETTERS[i]) {
                out[i].text = text;
            }
            i += 1;
        }
        out
    },
);
const LETTERS: &[[u8; 8]; 256] = &{
    let lane = [*b"PP", *b"NP", *b"PN", *b"ZP"];
    let mut out = [[0; 8]; 256];
    let mut i = 0;
    while i < 256 {
        let mut k = 0;
        while k < 8 {
            out[i][k] = lane[i >> (6 - k / 2 * 2) & 3][k % 2];
            k += 1;
        }
        i += 1;
    }
    out
};

#[rustfmt::skip]
pub(super) static ROWS: &[Row] = &[
    Row { syntax: "AL2P{.O}{.sz} {Pd, }Rd{, off}", ops: &op_and(0xefa0, 0xfff8, Pattern::bits(8, 8, 255)),
        fields: &[GD, O, &[uimm("off", 20, 29), pred("Pd", 44), names("sz", 47, 48, &WORDS)]], ..ROW },
    Row { syntax: "AL2P{.O}{.sz} {Pd, }Rd, Ra{, off}", ops: &op(0xefa0, 0xfff8),
        fields: &[GDA, O, &[simm("off", 20, 30), pred("Pd", 44), names("sz", 47, 48, &WORDS)]], ..ROW },
    Row { syntax: "ALD{.O}.P{.sz} Rd, a[Ra+off]{, Rc}", ops: &op_and(0xefd8, 0xfff8, p(1)), fields: &[GD, O, ABSOLUTE, ATTRIBUTE], legal: &[NO_BASE], ..ROW },
    Row { syntax: "ALD{.O}.P{.sz} Rd, a[Ra+off]{, Rc}", ops: &op_and(0xefd8, 0xfff8, p(1)), fields: &[GD, O, INDEXED, ATTRIBUTE], legal: &[BASE], ..ROW },
    Row { syntax: "ALD{.O}{.sz} Rd, a[Ra+off]{, Rc}", ops: &op_and(0xefd8, 0xfff8, p(0)), fields: &[GD, O, ABSOLUTE, ATTRIBUTE], legal: &[NO_BASE], ..ROW },
    Row { syntax: "ALD{.O}.PHYS{.sz} Rd, a[Ra]{, Rc}", ops: &op_and(0xefd8, 0xfff8, PHYSICAL), fields: &[GDA, O, ATTRIBUTE], legal: &[BASE], ..ROW },
    Row { syntax: "AST.P{.sz} a[Ra+off], Rd{, Rc}", ops: &op_and(0xeff0, 0xfff8, p(1)), fields: &[GD, ABSOLUTE, ATTRIBUTE], legal: &[NO_BASE], ..ROW },
    Row { syntax: "AST.P{.sz} a[Ra+off], Rd{, Rc}", ops: &op_and(0xeff0, 0xfff8, p(1)), fields: &[GD, INDEXED, ATTRIBUTE], legal: &[BASE], ..ROW },
    Row { syntax: "AST{.sz} a[Ra+off], Rd{, Rc}", ops: &op_and(0xeff0, 0xfff8, p(0)), fields: &[GD, ABSOLUTE, ATTRIBUTE], legal: &[NO_BASE], ..ROW },
    Row { syntax: "AST.PHYS{.sz} a[Ra], Rd{, Rc}", ops: &op_and(0xeff0, 0xfff8, PHYSICAL), fields: &[GDA, ATTRIBUTE], legal: &[BASE], ..ROW },
    Row { syntax: "IPA{.mode}{.sample}{.SAT} Rd, a[off], Rb{, Rc}{, {!}Pp}", ops: &op_and(0xe000, 0xff00, IPA_ABSOLUTE),
        fields: &[IPA_AT, &[uimm("off", 28, 37)]], ..ROW },
    Row { syntax: "IPA.IDX{.mode}{.sample}{.SAT} Rd, a[Ra], Rb{, Rc}, {!}Pp", ops: &op_and(0xe000, 0xff00, Pattern::bits(38, 1, 1)),
        fields: &[IPA_AT, &[RA]], ..ROW },
    Row { syntax: "ISBERD{.O}{.buffer}{.SKEW}{.sz} Rd, [Ra]", ops: &op(0xefd0, 0xfff8),
        fields: &[GDA, O, &[flag("SKEW", 31), names("buffer", 33, 34, &BUFFER), names("sz", 47, 48, &BUFFER_SIZE)]], ..ROW },
    Row { syntax: "OUT.mode Rd, Ra, B", fields: &[GDA, &[names("mode", 39, 40, &OUT)]],
        ops: &[variant(0xfbe0, 0xfff8, &[], B_REG), variant(0xebe0, 0xfff8, C, B_CONST), variant(0xf6e0, 0xfef8, I, INT)], ..ROW },
    Row { syntax: "PIXLD{.mode} Rd, {Pd, }[Ra+off]", ops: &op(0xefe8, 0xfff8),
        fields: &[GDA, &[off(20, 27), names("mode", 31, 33, &PIXEL), pred("Pd", 45)]], ..ROW },
    Row { syntax: "FSWZADD{.FTZ}{.rnd}{.NDV} Rd{.CC}, Ra, Rb, signs", ops: &op(0x50f8, 0xfff8),
        fields: &[GDA, &[RB, CC, flag("FTZ", 44), names("rnd", 39, 40, &RND), flag("NDV", 38), names("signs", 28, 35, &QUAD)]], ..ADDER },
    Row { syntax: "STP{.WAIT} imm", ops: &op(0xeea0, 0xfff8), fields: &[&[uimm("imm", 20, 27), flag("WAIT", 31)]], ..PHASED },
    Row { syntax: "LEPC Rd", ops: &op(0x50d0, 0xfff8), fields: &[GD], ..ROW },
    Row { syntax: "GETCRSPTR Rd", ops: &op(0xe2c0, 0xfff0), fields: &[&[RD]], ..ROW },
    Row { syntax: "GETLMEMBASE Rd", ops: &op(0xe2d0, 0xfff0), fields: &[&[RD]], ..ROW },
    Row { syntax: "SETCRSPTR Ra", ops: &op(0xe2e0, 0xfff0), fields: &[&[RA]], ..ROW },
    Row { syntax: "SETLMEMBASE Ra", ops: &op(0xe2f0, 0xfff0), fields: &[&[RA]], ..ROW },
    Row { syntax: "IDE{.en} imm", ops: &op(0xe390, 0xfff0), fields: &[&[names("en", 5, 5, &EN), uimm("imm", 20, 35)]], ..ROW },
];
