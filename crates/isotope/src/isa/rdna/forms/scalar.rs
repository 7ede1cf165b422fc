//! Scalar instructions: SOP1, SOP2, SOPC, SOPK, SOPP, SMEM.
use crate::table::Row;

pub(super) static ROWS: &[Row] = &[];
