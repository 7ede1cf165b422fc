//! `svm_atomic`, `dword_atomic`, `typed_atomic`.
use super::*;

const OP: &[Word] = &[
    word(0, "add"),
    word(1, "sub"),
    word(2, "inc"),
    word(3, "dec"),
    word(4, "min"),
    word(5, "max"),
    word(6, "xchg"),
    word(7, "cmpxchg"),
    word(8, "and"),
    word(9, "or"),
    word(10, "xor"),
    word(11, "minsint"),
    seed(11, "imin"),
    word(12, "maxsint"),
    seed(12, "imax"),
    // The tool has no spelling: it prints an empty word.
    seed(13, "predec"),
    word(16, "fmax"),
    word(17, "fmin"),
    word(18, "fcmpwr"),
    word(19, "fadd"),
    word(20, "fsub"),
];
/// Bits 7..5 of the operation. The tool reads 3 as 2, and 4 and more as 0.
const WIDTH_SVM: &[Word] = &[
    word(0, ""),
    word(0, "32"),
    word(1, "16"),
    word(2, "64"),
    word(3, "64"),
    word(4, ""),
    word(5, ""),
    word(6, ""),
    word(7, ""),
];
/// The tool reads every value but 1 as 0.
const WIDTH: &[Word] =
    &[word(0, ""), word(1, "16"), word(2, ""), word(3, ""), word(4, ""), word(5, ""), word(6, ""), word(7, "")];

const WHAT: &[Part] = &[part("op", Kind::Words(OP)), part("width", Kind::Words(WIDTH))];
const SURFACE: Part = part("surface", Kind::Surface);
const DATA: &[Part] = &[raw("src0"), raw("src1"), raw("dst")];

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "svm_atomic",
        code: &[0x4e, 0x05],
        text: ".op{.width} exec addr dst src0 src1",
        bytes: "exec pred op:5+width:3 addr src0 src1 dst",
        parts: &[&[part("op", Kind::Words(OP)), part("width", Kind::Words(WIDTH_SVM)), raw("addr")], DATA],
        source: "seed 001; text and bytes: GenX_IR 1.0.12504.6",
        ..ROW
    },
    Row {
        name: "dword_atomic",
        code: &[0x7d],
        text: ".op{.width} exec surface offset src0 src1 dst",
        bytes: "op:5+width:3 exec pred surface offset src0 src1 dst",
        parts: &[WHAT, &[SURFACE, raw("offset")], DATA],
        source: "seed 003; text and bytes: GenX_IR 1.0.12504.6",
        ..ROW
    },
    Row {
        name: "typed_atomic",
        code: &[0x73],
        text: ".op{.width} exec surface u v r lod src0 src1 dst",
        bytes: "op:5+width:3 exec pred surface u v r lod src0 src1 dst",
        parts: &[WHAT, &[SURFACE, raw("u"), raw("v"), raw("r"), raw("lod")], DATA],
        source: "seed 003, table of operations; text and bytes: GenX_IR 1.0.12504.6",
        ..ROW
    },
];
