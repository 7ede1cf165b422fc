//! `svm_atomic`, `dword_atomic`, `typed_atomic`.
use isotope_op::atomic::AtomicOp::{self, *};

use super::*;

/// The operations: code, name, meaning.
pub(in super::super) const OPERATIONS: [(Name, AtomicOp); 21] = [
    (name(0, "add"), Add),
    (name(1, "sub"), Sub),
    (name(2, "inc"), Inc),
    (name(3, "dec"), Dec),
    (name(4, "min"), Umin),
    (name(5, "max"), Umax),
    (name(6, "xchg"), Xchg),
    (name(7, "cmpxchg"), Cas),
    (name(8, "and"), And),
    (name(9, "or"), Or),
    (name(10, "xor"), Xor),
    (name(11, "minsint"), Smin),
    (seed(11, "imin"), Smin),
    (name(12, "maxsint"), Smax),
    (seed(12, "imax"), Smax),
    // The tool has no name for it: it prints an empty string.
    (seed(13, "predec"), Predec),
    (name(16, "fmax"), FMax),
    (name(17, "fmin"), FMin),
    (name(18, "fcmpwr"), FCas),
    (name(19, "fadd"), FAdd),
    (name(20, "fsub"), FSub),
];
const OP: &[Name] = &{
    let mut words = [name(0, ""); OPERATIONS.len()];
    let mut i = 0;
    while i < words.len() {
        words[i] = OPERATIONS[i].0;
        i += 1;
    }
    words
};
/// Bits 7..5 of the operation. The tool decodes 3 as 2, and 4 and above as 0.
const WIDTH_SVM: &[Name] = &[
    name(0, ""),
    name(0, "32"),
    name(1, "16"),
    name(2, "64"),
    name(3, "64"),
    name(4, ""),
    name(5, ""),
    name(6, ""),
    name(7, ""),
];
/// The tool decodes every value except 1 as 0.
const WIDTH: &[Name] = &list(0, ["", "16", "", "", "", "", "", ""]);

const WHAT: &[Field] = &[names("op", OP), names("width", WIDTH)];
const SURFACE: Field = part("surface", FieldKind::Surface);
const DATA: &[Field] = &[raw("src0"), raw("src1"), raw("dst")];

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "svm_atomic",
        code: &[0x4e, 0x05],
        text: ".op{.width} exec addr dst src0 src1",
        bytes: "exec pred op:5+width:3 addr src0 src1 dst",
        parts: &[&[names("op", OP), names("width", WIDTH_SVM), raw("addr")], DATA],
        source: "Intel's SVM_ATOMIC page; text and bytes: GenX_IR 1.0.12504.6",
        ..ROW
    },
    Row {
        name: "dword_atomic",
        code: &[0x7d],
        text: ".op{.width} exec surface offset src0 src1 dst",
        bytes: "op:5+width:3 exec pred surface offset src0 src1 dst",
        parts: &[WHAT, &[SURFACE, raw("offset")], DATA],
        source: "Intel's DWORD_ATOMIC page; text and bytes: GenX_IR 1.0.12504.6",
        ..ROW
    },
    Row {
        name: "typed_atomic",
        code: &[0x73],
        text: ".op{.width} exec surface u v r lod src0 src1 dst",
        bytes: "op:5+width:3 exec pred surface u v r lod src0 src1 dst",
        parts: &[WHAT, &[SURFACE, raw("u"), raw("v"), raw("r"), raw("lod")], DATA],
        source: "Intel's DWORD_ATOMIC page, table of operations; text and bytes: GenX_IR 1.0.12504.6",
        ..ROW
    },
];
