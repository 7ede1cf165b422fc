//! `svm_atomic`, `dword_atomic`, `typed_atomic`.
use isotope_op::atomic::AtomicOp::{self, *};

use super::*;

/// The operations: code, word, meaning.
pub(in super::super) const OPERATIONS: [(Word, AtomicOp); 21] = [
    (word(0, "add"), Add),
    (word(1, "sub"), Sub),
    (word(2, "inc"), Inc),
    (word(3, "dec"), Dec),
    (word(4, "min"), Umin),
    (word(5, "max"), Umax),
    (word(6, "xchg"), Xchg),
    (word(7, "cmpxchg"), Cas),
    (word(8, "and"), And),
    (word(9, "or"), Or),
    (word(10, "xor"), Xor),
    (word(11, "minsint"), Smin),
    (seed(11, "imin"), Smin),
    (word(12, "maxsint"), Smax),
    (seed(12, "imax"), Smax),
    // The tool has no spelling: it prints an empty word.
    (seed(13, "predec"), Predec),
    (word(16, "fmax"), FMax),
    (word(17, "fmin"), FMin),
    (word(18, "fcmpwr"), FCas),
    (word(19, "fadd"), FAdd),
    (word(20, "fsub"), FSub),
];
const OP: &[Word] = &{
    let mut words = [word(0, ""); OPERATIONS.len()];
    let mut i = 0;
    while i < words.len() {
        words[i] = OPERATIONS[i].0;
        i += 1;
    }
    words
};
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
