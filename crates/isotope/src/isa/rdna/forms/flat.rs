//! FLAT, GLOBAL and SCRATCH.
use crate::table::Row;

pub(super) static ROWS: &[Row] = &[];
