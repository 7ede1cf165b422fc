//! The rows, by family.
mod atomic;
mod control;
mod convert;
mod float;
mod graphics;
mod half;
mod integer;
mod logic;
mod memory;
mod texture;
mod video;

use isotope_table::Row;

/// All rows of SPA 5.0.
pub static ROWS: &[&[Row]] = &[
    atomic::ROWS,
    integer::ROWS,
    logic::ROWS,
    float::ROWS,
    convert::ROWS,
    memory::ROWS,
    control::ROWS,
    graphics::ROWS,
    half::ROWS,
    texture::ROWS,
    video::ROWS,
    video::VADD,
    video::VADD_ZERO,
    video::VADD_PO,
    video::VMAD,
    video::VMAD_PO,
    video::VMAD_60,
    video::VMAD_PO_60,
    video::VABSDIFF,
    video::VMNMX,
    video::VSET,
    video::VSETP,
    video::VSHL,
    video::VSHR,
];
