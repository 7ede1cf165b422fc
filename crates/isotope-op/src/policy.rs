//! The units of each vendor as values: which rules an atomic of that unit follows, each with its source.
//!
//! Everything here is made from an [`Assumptions`], so that a rule nobody has documented can be switched by name. What
//! this module does *not* do: it does not say which (operation, size) pairs an instruction set allows.

use crate::assume::Assumptions;
use crate::atomic::{AtomicOp, CasRoles, First, Packing, Returned, Rmw, Size};
use crate::float::{BothNan, FloatPolicy, Flush, MinMax, NanRule, Rounding, SnanRule, ZeroOrder};

/// NVIDIA L2, `.F32.FTZ.RN`.
///
/// # Source
/// * rounding to nearest even: **spec**, the modifier `.RN`
/// * subnormals flushed in and out, sign kept: **spec** for `.FTZ`; the sign is **assumed** as on the SM
/// * NaN 0x7fffffff: **assumed**, `nv.l2_nan`
pub const fn nvidia_l2_f32_ftz_rn(a: &Assumptions) -> FloatPolicy {
    FloatPolicy { round: Rounding::NearestEven, input: Flush::Zero, output: Flush::Zero, nan: a.l2_nan }
}

/// NVIDIA L2, `.F16x2.FTZ.RN` of sm_52.
///
/// # Source
/// * rounding: **spec**, `.RN`
/// * flushing: **assumed** from the spelling, `nv.sm52_f16x2_flush`
/// * NaN 0x7fff: **assumed**, `nv.l2_nan`
pub const fn nvidia_l2_f16x2_ftz_rn(a: &Assumptions) -> FloatPolicy {
    FloatPolicy { round: Rounding::NearestEven, input: a.sm52_f16x2, output: a.sm52_f16x2, nan: a.l2_nan }
}

/// NVIDIA L2, `.F16x2.RN` of sm_60: subnormals kept.
///
/// # Source
/// * rounding: **spec**, `.RN`
/// * subnormals kept: **spec**, PTX names the operation `.noftz`
/// * NaN 0x7fff: **assumed**, `nv.l2_nan`
pub const fn nvidia_l2_f16x2_rn(a: &Assumptions) -> FloatPolicy {
    FloatPolicy { round: Rounding::NearestEven, input: Flush::Keep, output: Flush::Keep, nan: a.l2_nan }
}

/// NVIDIA L2, `.F64.RN` of sm_60: subnormals kept.
///
/// # Source
/// * rounding, subnormals: **spec**, PTX `atom.add.f64` follows IEEE
/// * NaN: **assumed**, `nv.l2_f64_nan`
pub const fn nvidia_l2_f64_rn(a: &Assumptions) -> FloatPolicy {
    FloatPolicy { round: Rounding::NearestEven, input: Flush::Keep, output: Flush::Keep, nan: a.l2_f64_nan }
}

/// An integer atomic of NVIDIA: old comes back, `Rb` is compared and `Rc` written.
///
/// # Source
/// **spec**: seed 000, table of atomic operations
pub const fn nvidia_int(op: AtomicOp, size: Size) -> Rmw {
    Rmw::int(op, size)
}

/// A float atomic of NVIDIA's L2 under one of the policies above. `.MIN` and `.MAX` give the number when one operand is
/// a NaN and order -0 below +0 (**assumed**, `nv.f16x2_minmax_nan`, as FMNMX does).
pub const fn nvidia_float(op: AtomicOp, size: Size, packing: Packing, float: FloatPolicy, a: &Assumptions) -> Rmw {
    Rmw {
        packing,
        float,
        minmax: MinMax { snan: SnanRule::AsQuiet, both: a.f16x2_both_nan, zero: ZeroOrder::Signed, copy: false },
        ..Rmw::int(op, size)
    }
}

/// An integer atomic of Intel vISA: `cmpxchg` compares src1 and writes src0; PREDEC gives the new value back.
///
/// # Source
/// **spec**: seeds 001 and 003, tables of operations
pub const fn intel_int(op: AtomicOp, size: Size) -> Rmw {
    Rmw::int(op, size).with_cas(CasRoles::CompareSrc1)
}

/// A float atomic of Intel vISA: `fcmpwr` compares src0; a signalling NaN wins minimum and maximum unchanged.
///
/// # Source
/// * roles: **spec**, seeds 001 and 003
/// * NaN rules of `fmin`, `fmax`, `fcmpwr`: **spec**, GL_INTEL_shader_atomic_float_minmax
/// * zeros: **assumed**, `intel.minmax_zero`; subnormals: **assumed**, `intel.denormals`
/// * NaN results of `fadd`, `fsub`: unspecified
pub const fn intel_float(op: AtomicOp, size: Size, a: &Assumptions) -> Rmw {
    Rmw {
        cas: CasRoles::CompareSrc0,
        float: FloatPolicy {
            round: Rounding::NearestEven,
            input: a.intel_flush,
            output: a.intel_flush,
            nan: NanRule::Unspecified,
        },
        minmax: MinMax { snan: SnanRule::WinsUnchanged, both: BothNan::Unspecified, zero: a.intel_zero, copy: true },
        ..Rmw::int(op, size)
    }
}

/// An integer atomic of AMD: compare-and-swap compares the second data and writes the first.
///
/// # Source
/// **spec**: RDNA3 ISA guide, LDS and memory atomics; seed 004
pub const fn amd_int(op: AtomicOp, size: Size) -> Rmw {
    Rmw::int(op, size).with_cas(CasRoles::CompareSrc1)
}

/// A float atomic of AMD under given flushes, which the caller takes from the unit and MODE.fp_denorm.
///
/// # Source
/// * NaN, order and tie rules: **spec**, seed 004
/// * which operand is first: **assumed**, `amd.first_operand`
pub const fn amd_float(op: AtomicOp, size: Size, input: Flush, output: Flush, a: &Assumptions) -> Rmw {
    Rmw {
        returned: Returned::Old,
        cas: CasRoles::CompareSrc1,
        first: if a.amd_memory_first { First::Memory } else { First::Data },
        float: FloatPolicy { round: Rounding::NearestEven, input, output, nan: NanRule::FirstQuieted },
        minmax: MinMax { snan: SnanRule::FirstQuieted, both: BothNan::First, zero: ZeroOrder::Signed, copy: true },
        ..Rmw::int(op, size)
    }
}
