//! The rows, by family.
mod buffer;
mod ds;
mod flat;
mod image;
mod scalar;
mod scalar_control;
mod scalar_memory;
mod vector;
mod vector_compare;
mod vector_dual;
mod vector_lanes;
mod vector_one;
mod vector_packed;
mod vector_three;
mod vector_two;

use crate::table::Row;

/// All rows of RDNA3.
pub fn rows() -> Vec<&'static [Row]> {
    let made = [scalar::rows(), scalar_control::rows(), scalar_memory::rows(), vector::rows()];
    let made = made.into_iter().map(|rows| &*rows.leak());
    [ds::ROWS, flat::ROWS, buffer::ROWS, image::ROWS].into_iter().chain(made).collect()
}
