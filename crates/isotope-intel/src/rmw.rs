//! The operation of an atomic instruction: maps its operation code and access size to an [`Rmw`].
//!
//! The only place that maps Intel's names to neutral operations. It does *not* handle operands, lanes or addresses.
use isotope_op::assume::Assumptions;
use isotope_op::atomic::{AtomicOp, Rmw, Size};
use isotope_op::policy;

use super::forms::atomic::OPERATIONS;
use super::inst::Inst;
use super::legal::Atomic;

/// The operation with that code.
///
/// ```
/// use isotope_intel::rmw;
/// use isotope_op::atomic::AtomicOp;
/// assert_eq!(rmw::operation(13), Some(AtomicOp::Predec));
/// assert_eq!(rmw::operation(14), None);
/// ```
pub fn operation(code: u64) -> Option<AtomicOp> {
    OPERATIONS.iter().find(|(name, _)| name.value == code).map(|&(_, op)| op)
}

/// The definition of an operation at an access size.
pub fn definition(op: AtomicOp, size: Size, a: &Assumptions) -> Rmw {
    if op.is_float() { policy::intel_float(op, size, a) } else { policy::intel_int(op, size) }
}

/// The operation of `svm_atomic`, `dword_atomic` or `typed_atomic`; `None` for other instructions.
pub fn of_instruction(inst: &Inst, a: &Assumptions) -> Option<Rmw> {
    let atomic = Atomic::of(inst)?;
    let size = match atomic.width {
        16 => Size::B16,
        64 => Size::B64,
        _ => Size::B32,
    };
    Some(definition(operation(atomic.op)?, size, a))
}
