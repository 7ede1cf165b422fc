//! The rows, by family.
mod buffer;
mod ds;
mod flat;
mod image;
mod memory;
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
    flat::LOADS,
    flat::STORES,
    flat::FLAT_ATOMICS,
    flat::GLOBAL_ATOMICS,
    flat::CSUB,
    flat::ADDTID,
    buffer::LOADS,
    buffer::STORES,
    buffer::FORMAT_LOADS,
    buffer::FORMAT_STORES,
    buffer::LDS,
    buffer::ATOMICS,
    buffer::CSUB,
    buffer::CACHES,
    image::ATOMICS,
    image::ELEMENTS,
    image::PACKED,
    scalar::ROWS,
    vector::ROWS,
];
