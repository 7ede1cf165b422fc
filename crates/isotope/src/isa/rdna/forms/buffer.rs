//! MUBUF: buffer loads, stores and atomics.
use crate::table::Row;

pub(super) static ROWS: &[Row] = &[];
