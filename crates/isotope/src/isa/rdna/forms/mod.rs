//! The rows, by family.
mod buffer;
mod ds;
mod flat;
mod image;
mod scalar;
mod vector;

use crate::table::Row;

/// All rows of RDNA3.
pub static ROWS: &[&[Row]] = &[
    ds::ROWS,
    ds::PAIRS,
    ds::GDS,
    ds::LOCAL,
    ds::OTHER,
    flat::ROWS,
    buffer::ROWS,
    image::ROWS,
    scalar::ROWS,
    vector::ROWS,
];
