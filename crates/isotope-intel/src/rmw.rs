//! Which operation an atomic instruction performs: the code of its operation and its width to an [`Rmw`].
//!
//! The one place where Intel's names meet the neutral operations. It does *not* know operands, lanes or addresses.
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

/// What an operation computes at a width.
pub fn definition(op: AtomicOp, size: Size, a: &Assumptions) -> Rmw {
    if op.is_float() { policy::intel_float(op, size, a) } else { policy::intel_int(op, size) }
}

/// What `svm_atomic`, `dword_atomic` or `typed_atomic` computes; `None` for other instructions.
pub fn of_instruction(inst: &Inst, a: &Assumptions) -> Option<Rmw> {
    let atomic = Atomic::of(inst)?;
    let size = match atomic.width {
        16 => Size::B16,
        64 => Size::B64,
        _ => Size::B32,
    };
    Some(definition(operation(atomic.op)?, size, a))
}
