//! DS: LDS and GDS, Global Wave Sync, ordered count.
use crate::table::Row;

pub(super) static ROWS: &[Row] = &[];
