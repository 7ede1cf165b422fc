//! Moves, selection, comparison, predicates, addresses, surface variables.
use super::*;

const RELATION: &[Name] = &[name(0, "eq"), name(1, "ne"), name(2, "gt"), name(3, "ge"), name(4, "lt"), name(5, "le")];
const A: Classes = Classes::ADDRESS;
const P: Classes = Classes::PREDICATE;
const STATE: Classes = Classes::STATE;

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "mov",
        code: &[0x29],
        text: "{.sat} exec dst src0",
        bytes: "exec pred dst src0",
        parts: &[&[
            part("dst", FieldKind::Dst(GI.or(A))),
            part("src0", FieldKind::Src(GI_IMM.or(A).or(P).or(Classes::ADDRESS_OF))),
        ]],
        ..ROW
    },
    Row {
        name: "sel",
        code: &[0x2a],
        text: "{.sat} exec dst src0 src1",
        bytes: "exec pred dst src0 src1",
        parts: &[&[dst("dst"), src("src0"), src("src1")]],
        ..ROW
    },
    Row {
        name: "setp",
        code: &[0x2b],
        text: " exec dst src0",
        bytes: "exec dst src0",
        parts: &[&[part("dst", FieldKind::Dst(P)), src("src0")]],
        types: INTEGER,
        ..ROW
    },
    Row {
        name: "cmp",
        code: &[0x2c],
        text: ".relation exec dst src0 src1",
        bytes: "exec relation dst src0 src1",
        parts: &[&[
            part("relation", FieldKind::Names(closed(RELATION))),
            part("dst", FieldKind::Dst(GI.or(P))),
            src("src0"),
            src("src1"),
        ]],
        ..ROW
    },
    Row {
        name: "movs",
        code: &[0x2d],
        text: " exec dst src0",
        bytes: "exec dst src0",
        parts: &[&[part("dst", FieldKind::Dst(G.or(STATE))), part("src0", FieldKind::Src(GI_IMM.or(STATE)))]],
        ..ROW
    },
    Row {
        name: "addr_add",
        code: &[0x28],
        text: " exec dst src0 src1",
        bytes: "exec dst src0 src1",
        parts: &[&[
            part("dst", FieldKind::Dst(A)),
            part("src0", FieldKind::Src(A.or(Classes::ADDRESS_OF))),
            part("src1", FieldKind::Src(GI_IMM.or(Classes::ADDRESS_OF))),
        ]],
        ..ROW
    },
];
