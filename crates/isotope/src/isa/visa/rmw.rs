//! shim
use super::Inst;
use isotope_op::assume::Assumptions;
use isotope_op::atomic::{AtomicOp, Rmw, Size};
use isotope_op::policy;
pub fn of(inst: &Inst, a: &Assumptions) -> Option<Rmw> {
    let size = match inst.word("width") { "16" => Size::B16, "64" => Size::B64, _ => Size::B32 };
    use AtomicOp::*;
    let op = match inst.number("op") { 0 => Add, 1 => Sub, 2 => Inc, 3 => Dec, 4 => Umin, 5 => Umax, 6 => Xchg, 7 => Cas, 8 => And, 9 => Or, 10 => Xor, 11 => Smin, 12 => Smax, 13 => Predec, 16 => FMax, 17 => FMin, 18 => FCas, 19 => FAdd, 20 => FSub, _ => return None };
    Some(if op.is_float() { policy::intel_float(op, size, a) } else { policy::intel_int(op, size) })
}
