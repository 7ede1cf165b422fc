//! The lane that sends for a wave: GDS and GWS are one lane wide.
//!
//! # Source
//! **spec**: AMD's RDNA3 chapter 13, "GDS / GWS are one lane wide" and the two paragraphs on EXEC == 0.

use isotope_op::assume::sync::{GwsExec0, OrderedExec0};
use isotope_op::assume::{AMD_GWS_EXEC0, AMD_ORDERED_EXEC0, Assumptions};

/// How an instruction behaves when EXEC is zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum OpClass {
    /// ds_ordered_count.
    Ordered,
    /// GWS with a value: init, sema_br, barrier.
    GwsValue,
    /// GWS without a value: sema_v, sema_p, sema_release_all.
    GwsPlain,
    /// All other instructions with the gds bit: loads, stores, atomics, append, consume, GS registers.
    Gds,
}

/// The lane and value that are sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Lane {
    /// The value (and address) of this lane.
    Send(u32),
    /// EXEC is zero and lane 0 sends anyway; no lane is active to receive a result.
    AsIfLane0,
    /// EXEC is zero and the operation is performed with the value 0.
    Zero,
    /// EXEC is zero: no effect, no result.
    SentNothing,
}

/// The lane of `exec` that sends for an instruction of this class.
///
/// # Examples
/// ```
/// use isotope_op::assume::Assumptions;
/// use isotope_machine::sync::{Lane, OpClass, lane};
/// assert_eq!(lane(0b1100, OpClass::Gds, &Assumptions::DEFAULT), Lane::Send(2));
/// assert_eq!(lane(0, OpClass::GwsValue, &Assumptions::DEFAULT), Lane::AsIfLane0);
/// assert_eq!(lane(0, OpClass::Gds, &Assumptions::DEFAULT), Lane::SentNothing);
/// ```
pub fn lane(exec: u64, class: OpClass, rules: &Assumptions) -> Lane {
    if exec != 0 {
        return Lane::Send(exec.trailing_zeros());
    }
    match class {
        OpClass::GwsValue => Lane::AsIfLane0,
        OpClass::Ordered => match rules.get(AMD_ORDERED_EXEC0) {
            OrderedExec0::Lane0 => Lane::AsIfLane0,
            OrderedExec0::Zero => Lane::Zero,
        },
        OpClass::GwsPlain => match rules.get(AMD_GWS_EXEC0) {
            GwsExec0::AsLane0 => Lane::AsIfLane0,
            GwsExec0::Nothing => Lane::SentNothing,
        },
        OpClass::Gds => Lane::SentNothing,
    }
}
