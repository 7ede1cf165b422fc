//! What an instruction asks of the synchronisation unit.
//!
//! Words of instructions: what the unit answers is the business of the machine.

use serde::{Deserialize, Serialize};

/// An operation of global wave sync.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GwsOp {
    /// Sets the counter.
    Init,
    /// Gives one.
    SemaV,
    /// Gives many.
    SemaBr,
    /// Takes one, or waits.
    SemaP,
    /// Gives one to each waiting wave.
    SemaReleaseAll,
    /// Waits for the others.
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
