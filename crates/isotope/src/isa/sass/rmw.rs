//! Which operation an atomic instruction performs: mnemonic and size to [`Rmw`].
//!
//! This is the one place where SPA spellings meet the neutral operations. It reads the names that the rows print, so no
//! opcode appears here.

use isotope_op::assume::Assumptions;
use isotope_op::atomic::{AtomicOp, Packing, Rmw, Size};
use isotope_op::policy;

use super::Profile;
use crate::table::Inst;

/// The operation of an ATOM, ATOMS, RED, SURED or SUATOM, whether or not the documents allow its size.
///
/// `signed_format` says whether the surface that `.SD32` and `.SD64` take their signedness from is signed. `None` for
/// other instructions and for reserved operations and sizes.
///
/// # Source
/// spec: seed 000, atomic operations table; seed 002, reduction operations table.
pub fn of(profile: Profile, inst: &Inst, signed_format: bool, a: &Assumptions) -> Option<Rmw> {
    if !matches!(inst.form.mnemonic, "ATOM" | "ATOMS" | "RED" | "SURED" | "SUATOM") {
        return None;
    }
    let size = inst.text(profile.bit(), "sz");
    let is_cas = inst.form.syntax.contains(".CAS") || inst.text(profile.bit(), "kind") == "CAS";
    let op = if is_cas { "CAS" } else { inst.text(profile.bit(), "op") };
    named(op, size, signed_format, a)
}

/// The operation with these names, as in `.op{.sz}` of the seeds' tables.
pub fn named(op: &str, size: &str, signed_format: bool, a: &Assumptions) -> Option<Rmw> {
    let (width, signed) = match size {
        "" | "U32" | "32" => (Size::B32, false),
        "S32" => (Size::B32, true),
        "U64" | "64" => (Size::B64, false),
        "S64" => (Size::B64, true),
        "SD32" => (Size::B32, signed_format),
        "SD64" => (Size::B64, signed_format),
        _ => return float(op, size, a),
    };
    let op = match (op, signed) {
        ("ADD", _) => AtomicOp::Add,
        ("MIN", false) => AtomicOp::Umin,
        ("MIN", true) => AtomicOp::Smin,
        ("MAX", false) => AtomicOp::Umax,
        ("MAX", true) => AtomicOp::Smax,
        ("INC", _) => AtomicOp::UincWrap,
        ("DEC", _) => AtomicOp::UdecWrap,
        ("AND", _) => AtomicOp::And,
        ("OR", _) => AtomicOp::Or,
        ("XOR", _) => AtomicOp::Xor,
        ("EXCH", _) => AtomicOp::Xchg,
        ("SAFEADD", _) => AtomicOp::PutPointer,
        ("CAS", _) => AtomicOp::Cas,
        _ => return None,
    };
    Some(policy::nvidia_int(op, width))
}

fn float(op: &str, size: &str, a: &Assumptions) -> Option<Rmw> {
    let op = match op {
        "ADD" => AtomicOp::FAdd,
        "MIN" => AtomicOp::FMin,
        "MAX" => AtomicOp::FMax,
        _ => return None,
    };
    let (width, packing, rules) = match size {
        "F32.FTZ.RN" => (Size::B32, Packing::Scalar, policy::nvidia_l2_f32_ftz_rn(a)),
        "F16x2.FTZ.RN" => (Size::B32, Packing::Pair16, policy::nvidia_l2_f16x2_ftz_rn(a)),
        "F16x2.RN" => (Size::B32, Packing::Pair16, policy::nvidia_l2_f16x2_rn(a)),
        "F64.RN" => (Size::B64, Packing::Scalar, policy::nvidia_l2_f64_rn(a)),
        _ => return None,
    };
    Some(policy::nvidia_float(op, width, packing, rules, a))
}
