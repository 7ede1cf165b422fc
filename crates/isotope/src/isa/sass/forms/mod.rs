//! The rows, by family.
mod atomic;
mod control;
mod convert;
mod float;
mod integer;
mod logic;
mod memory;

use crate::table::Row;

/// All rows of SPA 5.0.
pub static ROWS: &[&[Row]] =
    &[atomic::ROWS, integer::ROWS, logic::ROWS, float::ROWS, convert::ROWS, memory::ROWS, control::ROWS];
