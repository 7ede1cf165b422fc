//! Moves, selection, comparison, predicates, addresses, surface variables.
use super::*;

const RELATION: Field = names("relation", &list(0, ["eq", "ne", "gt", "ge", "lt", "le"]));
const A: Classes = Classes::ADDRESS;
const P: Classes = Classes::PREDICATE;
const STATE: Classes = Classes::STATE;
const OF: Classes = Classes::ADDRESS_OF;
const fn written(classes: Classes) -> Field {
    part("dst", FieldKind::Dst(classes))
}
const fn read(name: Text, classes: Classes) -> Field {
    part(name, FieldKind::Src(classes))
}

const MOV: &[Field] = &[written(GI.or(A)), read("src0", GI_IMM.or(A).or(P).or(OF))];
const SEL: &[Field] = &[dst("dst"), src("src0"), src("src1")];
const CMP: &[Field] = &[RELATION, written(GI.or(P)), src("src0"), src("src1")];
const MOVS: &[Field] = &[written(G.or(STATE)), read("src0", GI_IMM.or(STATE))];
const ADDR_ADD: &[Field] = &[written(A), read("src0", A.or(OF)), read("src1", GI_IMM.or(OF))];

pub(super) static ROWS: &[Row] = &[
    row("mov", &[0x29], "{.sat} exec dst src0", "exec pred dst src0", &[MOV]),
    row("sel", &[0x2a], "{.sat} exec dst src0 src1", "exec pred dst src0 src1", &[SEL]),
    Row { types: INTEGER, ..row("setp", &[0x2b], " exec dst src0", "exec dst src0", &[&[written(P), src("src0")]]) },
    row("cmp", &[0x2c], ".relation exec dst src0 src1", "exec relation dst src0 src1", &[CMP]),
    row("movs", &[0x2d], " exec dst src0", "exec dst src0", &[MOVS]),
    row("addr_add", &[0x28], " exec dst src0 src1", "exec dst src0 src1", &[ADDR_ADD]),
];
