//! Conversions between number formats.
use super::super::fields::*;
use isotope_table::*;

static TO: Names = open(&[name(1, "F16"), name(2, "F32"), name(3, "F64")], "INVALIDFPDEST");
static FROM: Names = open(&[name(1, "F16"), name(2, "F32"), name(3, "F64")], "INVALIDFPSRC");
static FROM16: Names = closed(&[name(1, "F16")]);
static FROM32: Names = closed(&[name(2, "F32"), reserved(0, "INVALIDFPSRC0")]);
static FROM64: Names = closed(&[name(3, "F64")]);
static ONLY0: Names = closed(&[reserved(0, "INVALIDFPDEST0")]);
static FROM0: Names = closed(&[reserved(0, "INVALIDFPSRC0")]);
static ONLY32: Names = closed(&[name(2, "F32")]);
static F2I_TO: Names = closed(&list(["INVALID0", "U16", "U32", "U64", "INVALID1", "S16", "S32", "S64"]));
static FROM_HALF: Names = closed(&[name(1, "U16"), name(5, "S16")]);
static FROM_INT: Names =
    closed(&[name(0, "U8"), name(2, "U32"), name(3, "U64"), name(4, "S8"), name(6, "S32"), name(7, "S64")]);
static I2I_TO: Names = closed(&list(["U8", "U16", "U32", "???6", "S8", "S16", "S32", "???7"]));
static I2I_FROM: Names = closed(&[
    name(0, "U8"),
    name(2, "U32"),
    reserved(3, "INVALID6"),
    name(4, "S8"),
    name(6, "S32"),
    reserved(7, "INVALID7"),
]);
static HALF: Names = closed(&list(["", "H1"]));
static HALF_OF_BYTES: Names = open(&[name(0, ""), name(2, "H1")], "INVALIDSIZE");
static TO_INT: Names = closed(&list(["", "FLOOR", "CEIL", "TRUNC"]));
/// Rounding to an integer in the same format: bits 39, 40 and 42.
static SAME: Names = closed(&list(["", "PASS", "PASS", "PASS", "ROUND", "FLOOR", "CEIL", "TRUNC"]));

const SIGN: &[Field] = &[GD[0], GD[1], GD[2], flag("-B", 45), flag("|B|", 49), CC];
const F2F: &[Field] = &[flag("FTZ", 44), flag("SAT", 50)];
const F2F_SAME: Field = names("rnd", 39, 40, &SAME).high(42, 42);
const F2F_RND: Field = names("rnd", 39, 40, &RND);
const F2I: &[Field] = &[
    names("to", 8, 9, &F2I_TO).high(12, 12),
    names("rnd", 39, 40, &TO_INT),
    names("half", 41, 41, &HALF),
    flag("FTZ", 44),
];
const I2F: &[Field] = &[names("to", 8, 9, &FROM), names("rnd", 39, 40, &RND)];
const I2I: &[Field] = &[names("to", 8, 9, &I2I_TO).high(12, 12), flag("SAT", 50)];
const HALF41: Field = names("half", 41, 41, &HALF);

/// The same format on both sides belongs to another row.
const DIFFERENT: &[Rule] = &[differ(&[0]), differ(&[1]), differ(&[2]), differ(&[3])];
const fn differ(same: &'static [u64]) -> Rule {
    let when: &'static [(&'static str, &'static [u64])] = match same[0] {
        0 => &[("from", &[0])],
        1 => &[("from", &[1])],
        2 => &[("from", &[2])],
        _ => &[("from", &[3])],
    };
    Rule { when, ..hard(Need::NoneOf("to", same), "both formats are the same", DISASSEMBLER) }
}

/// Constants of these rows are printed with a blank.
const SPACED: &[(&str, &str)] = &[("B", "c[B.bank] [B.off]")];
const fn spaced(op: u16, imm: &'static [Field]) -> [Variant; 3] {
    let [r, c, i] = rci(op, 0xfff8, imm);
    [r, Variant { operands: SPACED, ..c }, i]
}

const F2F_ROW: Row = converts(&[("to", &[3]), ("from", &[3])], &[]);
const F2I_ROW: Row = converts(&[("to", &[3, 7]), ("from", &[3])], &[("from", &[1])]);
const I2F_ROW: Row = converts(&[("to", &[3]), ("from", &[3, 7])], &[]);

#[rustfmt::skip]
pub(super) static ROWS: &[Row] = &[
    Row { syntax: "F2F{.FTZ}.to.from{.rnd}{.SAT} Rd{.CC}, {-}|B{.half}|", ops: &spaced(0x5ca8, F16),
        fields: &[SIGN, F2F, &[F2F_SAME, names("to", 8, 9, &FROM16), names("from", 10, 11, &FROM16), HALF41]], ..F2F_ROW },
    Row { syntax: "F2F{.FTZ}.to.from{.rnd}{.SAT} Rd{.CC}, {-}|B|", ops: &rci(0x5ca8, 0xfff8, F32),
        fields: &[SIGN, F2F, &[F2F_SAME, names("to", 8, 9, &ONLY32), names("from", 10, 11, &ONLY32)]], ..F2F_ROW },
    Row { syntax: "F2F{.FTZ}.to.from{.rnd}{.SAT} Rd{.CC}, {-}|B|", ops: &rci(0x5ca8, 0xfff8, F64),
        fields: &[SIGN, F2F, &[F2F_SAME, names("to", 8, 9, &FROM64), names("from", 10, 11, &FROM64)]], ..F2F_ROW },
    Row { syntax: "F2F{.FTZ}.to.from{.rnd}{.SAT} Rd{.CC}, {-}|B|", ops: &rci(0x5ca8, 0xfff8, F32),
        fields: &[SIGN, F2F, &[F2F_SAME, names("to", 8, 9, &ONLY0), names("from", 10, 11, &FROM0)]], ..F2F_ROW },
    Row { syntax: "F2F{.FTZ}.to.from{.rnd}{.SAT} Rd{.CC}, {-}|B{.half}|", ops: &spaced(0x5ca8, F16),
        fields: &[SIGN, F2F, &[F2F_RND, names("to", 8, 9, &TO), names("from", 10, 11, &FROM16), HALF41]], legal: &[DIFFERENT], ..F2F_ROW },
    Row { syntax: "F2F{.FTZ}.to.from{.rnd}{.SAT} Rd{.CC}, {-}|B|", ops: &rci(0x5ca8, 0xfff8, F32),
        fields: &[SIGN, F2F, &[F2F_RND, names("to", 8, 9, &TO), names("from", 10, 11, &FROM32)]], legal: &[DIFFERENT], ..F2F_ROW },
    Row { syntax: "F2F{.FTZ}.to.from{.rnd}{.SAT} Rd{.CC}, {-}|B|", ops: &rci(0x5ca8, 0xfff8, F64),
        fields: &[SIGN, F2F, &[F2F_RND, names("to", 8, 9, &TO), names("from", 10, 11, &FROM64)]], legal: &[DIFFERENT], ..F2F_ROW },

    Row { syntax: "F2I{.FTZ}.to.from{.rnd} Rd{.CC}, {-}|B{.half}|", ops: &[spaced(0x5cb0, F32)[0], spaced(0x5cb0, F32)[1]],
        fields: &[SIGN, F2I, &[names("from", 10, 11, &FROM)]], ..F2I_ROW },
    Row { syntax: "F2I{.FTZ}.to.from{.rnd} Rd{.CC}, {-}|B{.half}|", ops: &[spaced(0x5cb0, F16)[2]],
        fields: &[SIGN, F2I, &[names("from", 10, 11, &FROM16)]], ..F2I_ROW },
    Row { syntax: "F2I{.FTZ}.to.from{.rnd} Rd{.CC}, {-}|B{.half}|", ops: &[spaced(0x5cb0, F32)[2]],
        fields: &[SIGN, F2I, &[names("from", 10, 11, &FROM32)]], ..F2I_ROW },
    Row { syntax: "F2I{.FTZ}.to.from{.rnd} Rd{.CC}, {-}|B{.half}|", ops: &[spaced(0x5cb0, F64)[2]],
        fields: &[SIGN, F2I, &[names("from", 10, 11, &FROM64)]], ..F2I_ROW },

    Row { syntax: "I2F.to.from{.rnd} Rd{.CC}, {-}|B{.half}|", ops: &spaced(0x5cb8, INT),
        fields: &[SIGN, I2F, &[names("from", 10, 11, &FROM_HALF).high(13, 13), names("half", 41, 42, &HALF_OF_BYTES)]], ..ROW },
    Row { syntax: "I2F.to.from{.rnd} Rd{.CC}, {-}|B{.byte}|", ops: &spaced(0x5cb8, INT),
        fields: &[SIGN, I2F, &[names("from", 10, 11, &FROM_INT).high(13, 13), names("byte", 41, 42, &BYTE)]], ..I2F_ROW },
    Row { syntax: "I2I.to.from{.SAT} Rd{.CC}, {-}|B{.half}|", ops: &spaced(0x5ce0, INT),
        fields: &[SIGN, I2I, &[names("from", 10, 11, &FROM_HALF).high(13, 13), names("half", 41, 42, &HALF_OF_BYTES)]], ..ROW },
    Row { syntax: "I2I.to.from{.SAT} Rd{.CC}, {-}|B{.byte}|", ops: &spaced(0x5ce0, INT),
        fields: &[SIGN, I2I, &[names("from", 10, 11, &I2I_FROM).high(13, 13), names("byte", 41, 42, &BYTE)]], ..ROW },
];
