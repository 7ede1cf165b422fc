//! The rows, by family.
mod buffer;
mod draft;
mod ds;
mod flat;
mod image;
mod memory;
mod older;
pub(crate) mod scalar;
mod scalar_control;
mod scalar_memory;
mod shapes;
mod vector;
mod vector_compare;
mod vector_dual;
mod vector_lanes;
mod vector_one;
mod vector_packed;
mod vector_parameter;
mod vector_three;
mod vector_two;

use isotope_table::{Lot, Row};

/// All rows of RDNA3.
pub fn lots() -> Vec<Lot> {
    let mut lots: Vec<Lot> = MEMORY.iter().copied().flat_map(Lot::written).collect();
    scalar::lots(&mut lots);
    scalar_control::lots(&mut lots);
    scalar_memory::lots(&mut lots);
    vector::lots(&mut lots);
    lots
}

/// Rows of memory instructions.
static MEMORY: &[&[Row]] = &[
    ds::ROWS,
    ds::PAIRS,
    ds::GDS,
    ds::LOCAL,
    ds::SWIZZLE,
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
    image::MSAA,
    image::SIZE,
];
