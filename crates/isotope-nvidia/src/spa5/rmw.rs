//! The operation of an atomic instruction: maps the names in its row to an [`Rmw`].
//!
//! The only place that maps SPA names to neutral operations. The rows take their names from here, so each name is
//! written once; no opcode appears here.

use isotope_op::assume::Assumptions;
use isotope_op::atomic::{AtomicOp, Packing, Rmw, Size};
use isotope_op::float::FloatPolicy;
use isotope_op::policy;

use super::Profile;
use isotope_table::ReadFields;

/// A value of `.op` in the rows, and its operation for each kind of number.
#[derive(Debug, PartialEq, Eq)]
pub struct Operation {
    /// The name.
    pub text: &'static str,
    unsigned: AtomicOp,
    signed: AtomicOp,
    float: Option<AtomicOp>,
}

const fn operation(text: &'static str, op: AtomicOp) -> Operation {
    Operation { text, unsigned: op, signed: op, float: None }
}

/// Sum.
pub const ADD: Operation = Operation { float: Some(AtomicOp::FAdd), ..operation("ADD", AtomicOp::Add) };
/// Minimum.
pub const MIN: Operation =
    Operation { signed: AtomicOp::Smin, float: Some(AtomicOp::FMin), ..operation("MIN", AtomicOp::Umin) };
/// Maximum.
pub const MAX: Operation =
    Operation { signed: AtomicOp::Smax, float: Some(AtomicOp::FMax), ..operation("MAX", AtomicOp::Umax) };
/// Increment with wrap: one more, up to a limit.
pub const INC: Operation = operation("INC", AtomicOp::UincWrap);
/// Decrement with wrap: one less, down from a limit.
pub const DEC: Operation = operation("DEC", AtomicOp::UdecWrap);
/// Bitwise and.
pub const AND: Operation = operation("AND", AtomicOp::And);
/// Bitwise or.
pub const OR: Operation = operation("OR", AtomicOp::Or);
/// Bitwise exclusive or.
pub const XOR: Operation = operation("XOR", AtomicOp::Xor);
/// Exchange.
pub const EXCH: Operation = operation("EXCH", AtomicOp::Xchg);
/// Adds a pointer to a buffer.
pub const SAFEADD: Operation = operation("SAFEADD", AtomicOp::PutPointer);
/// Compare and swap.
pub const CAS: Operation = operation("CAS", AtomicOp::Cas);
/// In the encoding only: no public document defines their results.
pub const CASTS: [&str; 2] = ["CAST", "CAST.SPIN"];

static OPERATIONS: [Operation; 11] = [ADD, MIN, MAX, INC, DEC, AND, OR, XOR, EXCH, SAFEADD, CAS];

/// A value of `.sz` in the rows: the data size and the kind of number.
#[derive(Debug)]
pub struct Data {
    /// The name, as printed.
    pub text: &'static str,
    size: Size,
    /// The kind of number.
    pub number: Number,
}

/// A kind of number.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// Without a sign.
    Unsigned,
    /// Two's complement.
    Signed,
    /// The signedness of the surface's format.
    OfSurface,
    /// One float or two, with their float rules.
    Float(Packing, fn(&Assumptions) -> FloatPolicy),
}

const fn data(text: &'static str, size: Size, number: Number) -> Data {
    Data { text, size, number }
}

/// 32 bits, printed as an empty name.
pub const U32: Data = data("", Size::B32, Number::Unsigned);
/// 32 bits.
pub const S32: Data = data("S32", Size::B32, Number::Signed);
/// 64 bits.
pub const U64: Data = data("U64", Size::B64, Number::Unsigned);
/// 64 bits of a compare and swap.
pub const WIDE: Data = data("64", Size::B64, Number::Unsigned);
/// 64 bits.
pub const S64: Data = data("S64", Size::B64, Number::Signed);
/// 32 bits.
pub const SD32: Data = data("SD32", Size::B32, Number::OfSurface);
/// 64 bits.
pub const SD64: Data = data("SD64", Size::B64, Number::OfSurface);
/// f32.
pub const F32: Data = data("F32.FTZ.RN", Size::B32, Number::Float(Packing::Scalar, policy::nvidia_l2_f32_ftz_rn));
/// Two binary16 numbers, flushed.
pub const F16X2_FTZ: Data =
    data("F16x2.FTZ.RN", Size::B32, Number::Float(Packing::Pair16, policy::nvidia_l2_f16x2_ftz_rn));
/// Two binary16 numbers.
pub const F16X2: Data = data("F16x2.RN", Size::B32, Number::Float(Packing::Pair16, policy::nvidia_l2_f16x2_rn));
/// f64.
pub const F64: Data = data("F64.RN", Size::B64, Number::Float(Packing::Scalar, policy::nvidia_l2_f64_rn));

static DATA: [Data; 11] = [U32, S32, U64, WIDE, S64, SD32, SD64, F32, F16X2_FTZ, F16X2, F64];

/// The names of the operation and the size, as the rows print them. A row without a name for the operation is a compare
/// and swap.
pub fn words(profile: Profile, inst: &impl ReadFields) -> (&'static str, &'static str) {
    let bit = profile.bit();
    let op = ["op", "kind"].into_iter().find(|f| inst.try_get(f).is_some());
    (op.map_or(CAS.text, |field| inst.text(bit, field)), inst.text(bit, "sz"))
}

/// The operation and data of an ATOM, ATOMS, RED, SURED or SUATOM, even if the documents do not allow the combination; `None`
/// for reserved operations and sizes.
pub fn spelled(profile: Profile, inst: &impl ReadFields) -> Option<(&'static Operation, &'static Data)> {
    let (op, size) = words(profile, inst);
    Some((OPERATIONS.iter().find(|o| o.text == op)?, DATA.iter().find(|d| d.text == size)?))
}

/// The operation of an ATOM, ATOMS, RED, SURED or SUATOM, even if the documents do not allow its size.
///
/// `signed_format` is the signedness of the surface, used by `.SD32` and `.SD64`. `None` for
/// reserved operations and sizes.
///
/// # Source
/// spec: NVIDIA's ATOM page, atomic operations table; NVIDIA's SURED page, reduction operations table.
pub fn of(profile: Profile, inst: &impl ReadFields, signed_format: bool, a: &Assumptions) -> Option<Rmw> {
    let (op, data) = spelled(profile, inst)?;
    let int = |op| policy::nvidia_int(op, data.size);
    Some(match data.number {
        Number::Unsigned => int(op.unsigned),
        Number::Signed => int(op.signed),
        Number::OfSurface => int(if signed_format { op.signed } else { op.unsigned }),
        Number::Float(packing, rules) => policy::nvidia_float(op.float?, data.size, packing, rules(a), a),
    })
}
