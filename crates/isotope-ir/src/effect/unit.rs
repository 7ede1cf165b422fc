//! Requests of instructions to the synchronization unit.
//!
//! Instruction fields only: the machine computes the unit's answers.

use serde::{Deserialize, Serialize};

/// An operation of global wave sync.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GwsOp {
    /// Sets the counter.
    Init,
    /// Releases one semaphore credit.
    SemaV,
    /// Releases many.
    SemaBr,
    /// Acquires one, or waits.
    SemaP,
    /// Releases one for each waiting wave.
    SemaReleaseAll,
    /// Waits at the barrier.
    Barrier,
}

impl GwsOp {
    /// All of them.
    pub const ALL: [GwsOp; 6] =
        [GwsOp::Init, GwsOp::SemaV, GwsOp::SemaBr, GwsOp::SemaP, GwsOp::SemaReleaseAll, GwsOp::Barrier];

    /// Whether it carries a value.
    pub fn takes_value(self) -> bool {
        matches!(self, GwsOp::Init | GwsOp::SemaBr | GwsOp::Barrier)
    }
}

/// An operation on a GS register.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GsOp {
    /// ds_add_gs_reg_rtn.
    Add,
    /// ds_sub_gs_reg_rtn.
    Sub,
}
