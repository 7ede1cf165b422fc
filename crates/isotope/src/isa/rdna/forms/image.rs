//! MIMG: image atomics.
use crate::table::Row;

pub(super) static ROWS: &[Row] = &[];
