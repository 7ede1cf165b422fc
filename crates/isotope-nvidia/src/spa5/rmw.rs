//! Which operation an atomic instruction performs: the words of its row to [`Rmw`].
//!
//! This is the one place where SPA spellings meet the neutral operations. The rows take their words from here, so each is
//! typed once; no opcode appears here.

use isotope_op::assume::Assumptions;
use isotope_op::atomic::{AtomicOp, Packing, Rmw, Size};
use isotope_op::float::FloatPolicy;
use isotope_op::policy;

use super::Profile;
use isotope_table::ReadFields;

/// A word `.op` of the rows, and what it is for each kind of number.
#[derive(Debug, PartialEq, Eq)]
pub struct Operation {
    /// The word.
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
/// One more, up to a limit.
pub const INC: Operation = operation("INC", AtomicOp::UincWrap);
/// One less, from a limit on.
pub const DEC: Operation = operation("DEC", AtomicOp::UdecWrap);
/// Bits of both.
pub const AND: Operation = operation("AND", AtomicOp::And);
/// Bits of either.
pub const OR: Operation = operation("OR", AtomicOp::Or);
/// Bits of one of both.
pub const XOR: Operation = operation("XOR", AtomicOp::Xor);
/// Exchange.
pub const EXCH: Operation = operation("EXCH", AtomicOp::Xchg);
/// A pointer put into a buffer.
pub const SAFEADD: Operation = operation("SAFEADD", AtomicOp::PutPointer);
/// Compare and swap.
pub const CAS: Operation = operation("CAS", AtomicOp::Cas);
/// In the encoding only: no public document says what these write.
pub const CASTS: [&str; 2] = ["CAST", "CAST.SPIN"];

static OPERATIONS: [Operation; 11] = [ADD, MIN, MAX, INC, DEC, AND, OR, XOR, EXCH, SAFEADD, CAS];

/// A word `.sz` of the rows: how wide the data is, and what kind of number.
#[derive(Debug)]
pub struct Data {
    /// The word, as it is printed.
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
    /// Whichever the format of the surface is.
    OfSurface,
    /// One float or two, with their rules.
    Float(Packing, fn(&Assumptions) -> FloatPolicy),
}

const fn data(text: &'static str, size: Size, number: Number) -> Data {
    Data { text, size, number }
}

/// 32 bits, which are not spelled out.
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

/// The words of the operation and of the size, as the rows print them. A row without a word for the operation is a compare
/// and swap.
pub fn words(profile: Profile, inst: &impl ReadFields) -> (&'static str, &'static str) {
    let bit = profile.bit();
    let op = ["op", "kind"].into_iter().find(|f| inst.try_get(f).is_some());
    (op.map_or(CAS.text, |field| inst.text(bit, field)), inst.text(bit, "sz"))
}

/// What the words of an ATOM, ATOMS, RED, SURED or SUATOM stand for, whether or not the documents allow them together; `None`
/// for reserved operations and sizes.
pub fn spelled(profile: Profile, inst: &impl ReadFields) -> Option<(&'static Operation, &'static Data)> {
    let (op, size) = words(profile, inst);
    Some((OPERATIONS.iter().find(|o| o.text == op)?, DATA.iter().find(|d| d.text == size)?))
}

/// The operation of an ATOM, ATOMS, RED, SURED or SUATOM, whether or not the documents allow its size.
///
/// `signed_format` says whether the surface that `.SD32` and `.SD64` take their signedness from is signed. `None` for
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
