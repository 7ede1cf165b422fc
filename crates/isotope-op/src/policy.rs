//! The units of each vendor as values: the rules of an atomic of that unit. The source and grade of each rule is in [`crate::claim`].
//!
//! Everything here is made from an [`Assumptions`], so that an undocumented rule can be switched by name. This module does not say which
//! (operation, size) pairs an instruction set allows.

use crate::assume::{
    AMD_CAS_FAIL_FLUSH, AMD_FIRST_OPERAND_LDS_ADD, AMD_FIRST_OPERAND_LDS_MINMAX, AMD_FIRST_OPERAND_MEMORY_ADD,
    AMD_FIRST_OPERAND_MEMORY_MINMAX, AMD_FLAT_LDS, AMD_INF_MINUS_INF, AMD_LDS_OUTPUT_TININESS, AMD_MEMORY_ADD_OUTPUT,
    AMD_MINMAX_ORDER, AMD_MINMAX_SNAN, AMD_TWO_QUIET_NANS, Assumptions, FlatLds, INTEL_DENORMALS, INTEL_MINMAX_ZERO,
    NV_F16X2_MINMAX_NAN, NV_L2_F64_NAN, NV_L2_NAN, NV_SM52_F16X2_FLUSH, QuietNans,
};
use crate::atomic::{AtomicOp, CasRoles, First, Packing, Returned, Rmw, Size};
use crate::float::{BothNan, FloatPolicy, Flush, MinMax, NanRule, OneNan, Rounding, SnanRule, ZeroOrder};

/// NVIDIA L2, `.F32.FTZ.RN`.
pub const fn nvidia_l2_f32_ftz_rn(a: &Assumptions) -> FloatPolicy {
    FloatPolicy { round: Rounding::NearestEven, input: Flush::Zero, output: Flush::Zero, nan: a.get(NV_L2_NAN) }
}

/// NVIDIA L2, `.F16x2.FTZ.RN` of sm_52.
pub const fn nvidia_l2_f16x2_ftz_rn(a: &Assumptions) -> FloatPolicy {
    FloatPolicy {
        round: Rounding::NearestEven,
        input: a.get(NV_SM52_F16X2_FLUSH),
        output: a.get(NV_SM52_F16X2_FLUSH),
        nan: a.get(NV_L2_NAN),
    }
}

/// NVIDIA L2, `.F16x2.RN` of sm_60: subnormals kept.
pub const fn nvidia_l2_f16x2_rn(a: &Assumptions) -> FloatPolicy {
    FloatPolicy { round: Rounding::NearestEven, input: Flush::Keep, output: Flush::Keep, nan: a.get(NV_L2_NAN) }
}

/// NVIDIA L2, `.F64.RN` of sm_60: subnormals kept.
pub const fn nvidia_l2_f64_rn(a: &Assumptions) -> FloatPolicy {
    FloatPolicy { round: Rounding::NearestEven, input: Flush::Keep, output: Flush::Keep, nan: a.get(NV_L2_F64_NAN) }
}

/// An integer atomic of NVIDIA: it returns the old value, compares `Rb` and writes `Rc`.
pub const fn nvidia_int(op: AtomicOp, size: Size) -> Rmw {
    Rmw::int(op, size)
}

/// A float atomic of NVIDIA's L2 under one of the policies above. `.MIN` and `.MAX` give the number when one operand is
/// a NaN and order -0 below +0, as FMNMX does.
pub const fn nvidia_float(op: AtomicOp, size: Size, packing: Packing, float: FloatPolicy, a: &Assumptions) -> Rmw {
    Rmw {
        packing,
        float,
        minmax: MinMax { both: a.get(NV_F16X2_MINMAX_NAN), ..Rmw::int(op, size).minmax },
        ..Rmw::int(op, size)
    }
}

/// An integer atomic of Intel vISA: `cmpxchg` compares src1 and writes src0; PREDEC returns the new value.
pub const fn intel_int(op: AtomicOp, size: Size) -> Rmw {
    Rmw::int(op, size).with_cas(CasRoles::CompareSrc1)
}

/// A float atomic of Intel vISA: `fcmpwr` compares src0; a signalling NaN is the result of minimum and maximum, unchanged.
pub const fn intel_float(op: AtomicOp, size: Size, a: &Assumptions) -> Rmw {
    Rmw {
        cas: CasRoles::CompareSrc0,
        float: FloatPolicy {
            round: Rounding::NearestEven,
            input: a.get(INTEL_DENORMALS),
            output: a.get(INTEL_DENORMALS),
            nan: NanRule::Unspecified,
        },
        minmax: MinMax {
            one: OneNan::Number,
            snan: SnanRule::WinsUnchanged,
            both: BothNan::Unspecified,
            zero: a.get(INTEL_MINMAX_ZERO),
            copy: true,
        },
        ..Rmw::int(op, size)
    }
}

/// The unit that performs an AMD float atomic. It decides the treatment of subnormals, and which of two NaNs is the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum AmdUnit {
    /// LDS, by a DS instruction.
    Lds,
    /// GDS, by a DS instruction: `amd.gds_denormals`.
    Gds,
    /// Memory, by a FLAT, GLOBAL or BUFFER instruction.
    #[default]
    Memory,
    /// LDS, reached by a FLAT instruction through the shared aperture.
    LdsThroughFlat,
}

/// AMD's MODE.FP_DENORM, bits 7:4 of MODE: for f32 bit 0 allows subnormal operands and bit 1 subnormal results; bits 2
/// and 3 do so for f64 (and f16).
///
/// ```
/// use isotope_op::{atomic::Size, policy::FpDenorm};
/// let mode = FpDenorm::new(0b0110);
/// assert!(!mode.allows_input(Size::B32) && mode.allows_output(Size::B32));
/// assert!(mode.allows_input(Size::B64) && !mode.allows_output(Size::B64));
/// ```
///
/// # Source
/// **spec**: AMD's RDNA3 chapter 13, denormal rules; RDNA3 ISA guide, MODE register
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct FpDenorm(u8);

impl FpDenorm {
    /// Every subnormal is kept: the setting of a launch unless its program changes it.
    pub const ALL: FpDenorm = FpDenorm(15);

    /// The low four bits of `bits`.
    pub const fn new(bits: u8) -> FpDenorm {
        FpDenorm(bits & 15)
    }
    /// The four bits.
    pub const fn bits(self) -> u8 {
        self.0
    }
    const fn pair(self, size: Size) -> u8 {
        if matches!(size, Size::B32) { self.0 & 3 } else { self.0 >> 2 }
    }
    /// Whether operands of this size may be subnormal.
    pub const fn allows_input(self, size: Size) -> bool {
        self.pair(size) & 1 != 0
    }
    /// Whether results of this size may be subnormal.
    pub const fn allows_output(self, size: Size) -> bool {
        self.pair(size) & 2 != 0
    }
}

/// The flushes of a unit for subnormal operands and results of a float atomic.
///
/// | | LDS, GDS | memory | LDS through FLAT |
/// | --- | --- | --- | --- |
/// | add | in and out by MODE | in flushed, out kept | `amd.flat_lds` |
/// | min, max, compare-and-swap | in by MODE | in by MODE | `amd.flat_lds` |
pub const fn amd_flushes(op: AtomicOp, size: Size, unit: AmdUnit, mode: FpDenorm, a: &Assumptions) -> (Flush, Flush) {
    let unit = match (unit, a.get(AMD_FLAT_LDS)) {
        (AmdUnit::LdsThroughFlat, FlatLds::AsMemory) => AmdUnit::Memory,
        (AmdUnit::LdsThroughFlat, FlatLds::AsLds) | (AmdUnit::Gds, _) => AmdUnit::Lds,
        (AmdUnit::LdsThroughFlat, FlatLds::Never) => return (Flush::Keep, Flush::Keep),
        (unit, _) => unit,
    };
    let by_mode = Flush::when(!mode.allows_input(size));
    match (op, unit) {
        (AtomicOp::FAdd, AmdUnit::Lds) => {
            (by_mode, if mode.allows_output(size) { Flush::Keep } else { a.get(AMD_LDS_OUTPUT_TININESS) })
        }
        (AtomicOp::FAdd, _) => (Flush::Zero, a.get(AMD_MEMORY_ADD_OUTPUT)),
        _ => (by_mode, Flush::Keep),
    }
}

/// An atomic of AMD on one value: integer operations by [`amd_int`], float operations by [`amd_float`] with the unit's treatment of
/// subnormals.
///
/// ```
/// use isotope_op::assume::Assumptions;
/// use isotope_op::atomic::{AtomicOp, Size};
/// use isotope_op::policy::{amd, AmdUnit, FpDenorm};
/// let a = Assumptions::default();
/// // The smallest subnormal plus 0 is flushed in memory whatever MODE says, and kept in LDS where MODE allows it.
/// let add = |unit| amd(AtomicOp::FAdd, Size::B32, unit, FpDenorm::ALL, &a);
/// assert_eq!(add(AmdUnit::Memory).apply(1, 0, 0).unwrap().new, 0);
/// assert_eq!(add(AmdUnit::Lds).apply(1, 0, 0).unwrap().new, 1);
/// ```
pub const fn amd(op: AtomicOp, size: Size, unit: AmdUnit, mode: FpDenorm, a: &Assumptions) -> Rmw {
    if !op.is_float() {
        return amd_int(op, size);
    }
    let (input, output) = amd_flushes(op, size, unit, mode, a);
    amd_float(op, size, unit, input, output, a)
}

/// An integer atomic of AMD: compare-and-swap compares the second data operand and writes the first.
pub const fn amd_int(op: AtomicOp, size: Size) -> Rmw {
    Rmw::int(op, size).with_cas(CasRoles::CompareSrc1)
}

/// The operand of an AMD float atomic that the NaN rules call first.
pub const fn amd_first(op: AtomicOp, unit: AmdUnit, a: &Assumptions) -> First {
    match (op, unit) {
        (AtomicOp::FAdd, AmdUnit::Memory) => a.get(AMD_FIRST_OPERAND_MEMORY_ADD),
        (AtomicOp::FAdd, _) => a.get(AMD_FIRST_OPERAND_LDS_ADD),
        (_, AmdUnit::Memory) => a.get(AMD_FIRST_OPERAND_MEMORY_MINMAX),
        _ => a.get(AMD_FIRST_OPERAND_LDS_MINMAX),
    }
}

/// A float atomic of AMD under given flushes; [`amd`] takes them from the unit and MODE.
pub const fn amd_float(op: AtomicOp, size: Size, unit: AmdUnit, input: Flush, output: Flush, a: &Assumptions) -> Rmw {
    // On equal values memory keeps its bits, regardless of which operand is first.
    let first = amd_first(op, unit, a);
    let (memory, data) = match first {
        First::Memory => (BothNan::First, BothNan::Second),
        First::Data => (BothNan::Second, BothNan::First),
    };
    let zeros_are_equal = a.get(AMD_MINMAX_ORDER);
    let zero = match (zeros_are_equal, first) {
        (false, First::Memory) => ZeroOrder::Signed,
        (false, First::Data) => ZeroOrder::SignedSecond,
        (true, First::Memory) => ZeroOrder::EqualFirst,
        (true, First::Data) => ZeroOrder::EqualSecond,
    };
    let both = match a.get(AMD_TWO_QUIET_NANS) {
        QuietNans::Memory => memory,
        QuietNans::Data => data,
        QuietNans::Unspecified => BothNan::Unspecified,
    };
    let flushes_on_miss = a.get(AMD_CAS_FAIL_FLUSH);
    Rmw {
        returned: Returned::Old,
        cas: CasRoles::CompareSrc1,
        miss: if flushes_on_miss { input } else { Flush::Keep },
        first,
        float: FloatPolicy { round: Rounding::NearestEven, input, output, nan: a.get(AMD_INF_MINUS_INF) },
        minmax: MinMax { one: OneNan::Number, snan: a.get(AMD_MINMAX_SNAN), both, zero, copy: true },
        ..Rmw::int(op, size)
    }
}
