//! Vector arithmetic: VOP1, VOP2, VOP3, VOP3P, VOPC, VOPD, DPP.
use crate::table::Row;

pub(super) static ROWS: &[Row] = &[];
