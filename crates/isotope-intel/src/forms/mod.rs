//! The rows, by family.
mod arithmetic;
pub(super) mod atomic;
mod control;
mod lsc;
mod memory;
mod moves;

use super::form::{Classes, DOCUMENTS, Field, FieldKind, Row, Types};
use super::inst::Type;
use isotope_table::{Name, closed, name};

/// Every row.
pub(super) fn rows() -> impl Iterator<Item = &'static Row> {
    let families = [arithmetic::ROWS, atomic::ROWS, control::ROWS, lsc::ROWS, memory::ROWS, moves::ROWS];
    families.into_iter().flatten()
}

/// Rows whose text and bytes the vendor's tool confirms.
const ORACLE: &str = "text and bytes: GenX_IR 1.0.12504.6";
/// Rows whose bytes are only in the documentation.
const SPEC: &str = "vISA documentation, not confirmed by bytes of a tool";

type Text = &'static str;
type Bytes = &'static [u8];
type Parts = &'static [&'static [Field]];

/// A row without restrictions of types.
const fn row(name: Text, code: Bytes, text: Text, bytes: Text, parts: Parts) -> Row {
    Row { name, code, text, bytes, parts, types: Types::ANY, source: ORACLE }
}
const ROW: Row = row("", &[], "", "", &[]);

const INTEGER: Types =
    Types::of(&[Type::Ud, Type::D, Type::Uw, Type::W, Type::Ub, Type::B, Type::Uq, Type::Q, Type::V, Type::Uv]);
const FLOAT: Types = Types::of(&[Type::F, Type::Df, Type::Hf, Type::Bf, Type::Vf]);

const G: Classes = Classes::GENERAL;
const GI: Classes = G.or(Classes::INDIRECT);
const GI_IMM: Classes = GI.or(Classes::IMMEDIATE);

const fn part(name: &'static str, kind: FieldKind) -> Field {
    Field { name, kind }
}
const fn dst(name: &'static str) -> Field {
    part(name, FieldKind::Dst(GI))
}
const fn src(name: &'static str) -> Field {
    part(name, FieldKind::Src(GI_IMM))
}
const fn raw(name: &'static str) -> Field {
    part(name, FieldKind::Raw)
}
const fn bare(name: &'static str) -> Field {
    part(name, FieldKind::Bare)
}
const fn names(name: &'static str, list: &'static [Name]) -> Field {
    part(name, FieldKind::Names(closed(list)))
}
/// Names for the values from `first` on.
const fn list<const N: usize>(first: u64, texts: [&'static str; N]) -> [Name; N] {
    let mut out = [name(0, ""); N];
    let mut i = 0;
    while i < N {
        out[i] = name(first + i as u64, texts[i]);
        i += 1;
    }
    out
}
/// A name from the documents, or from this project if they have none.
const fn seed(value: u64, text: &'static str) -> Name {
    Name { profiles: DOCUMENTS, ..name(value, text) }
}
