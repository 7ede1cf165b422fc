//! What is open about AMD's RDNA3, beside its vector arithmetic ([`super::vector`]), its buffers and images
//! (`memory.rs`) and its synchronisation unit ([`super::sync`]): the entries, and the choices as values.

use super::{Assumption, Grade};
use crate::atomic::First;

/// How a FLAT float atomic in LDS treats subnormals; `amd.flat_lds`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum FlatLds {
    /// As in memory.
    #[default]
    AsMemory,
    /// As a DS instruction.
    AsLds,
    /// Keeps them.
    Never,
}

/// Which operand of a float atomic the NaN rules call the first, by unit and operation; `amd.first_operand_*`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct FirstOperands {
    /// Adds in LDS.
    pub lds_add: First,
    /// Adds in memory.
    pub memory_add: First,
    /// Minimum and maximum in LDS.
    pub lds_minmax: First,
    /// Minimum and maximum in memory.
    pub memory_minmax: First,
}

impl FirstOperands {
    /// The documented defaults.
    pub const DEFAULT: FirstOperands = FirstOperands {
        lds_add: First::Data,
        memory_add: First::Memory,
        lds_minmax: First::Memory,
        memory_minmax: First::Memory,
    };
}

/// Which of two quiet NaNs an AMD minimum or maximum writes; `amd.two_quiet_nans`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum QuietNans {
    /// The one in memory.
    #[default]
    Memory,
    /// The one from the register.
    Data,
    /// The result is unspecified.
    Unspecified,
}

pub(super) const ALL: &[Assumption] = &[
    Assumption {
        id: "amd.apertures",
        statement: "Where LDS and scratch lie in the address space of FLAT instructions.",
        default: "LDS at 0x0001000000000000, scratch at 0x0002000000000000, 4 GiB each",
        alternatives: &[],
        source: "the driver chooses them; these are the bases that the Linux amdkfd driver has used since gfx9",
        grade: Grade::Assumed,
        used_in: "flat_*, s_mov_b64 (of an aperture)",
    },
    Assumption {
        id: "amd.printf_buffer",
        statement: "Bytes of the buffer that printf writes into; what does not fit is not printed, and the kernel is told.",
        default: "4 MiB, two words at its start included",
        alternatives: &[],
        source: "OpenCL asks for at least 1 MiB; the runtime of ROCm is not documented",
        grade: Grade::Assumed,
        used_in: "hidden_printf_buffer (an argument of the kernel)",
    },
    Assumption {
        id: "amd.hostcall",
        statement: "What the host does with hostcalls, and when.",
        default: "after a turn of a wave, oldest first, lane by lane: prints messages when their last part has come and answers with \
                  the bytes printed; hands out the first part of the heap that fits, slabs of 2 MiB and more on 2 MiB, other memory on 4 KiB; \
                  a packet for every wave of the launch, 2^16 at most",
        alternatives: &[],
        source: "the device's side in rocm-device-libs (__ockl_hostcall_internal, __ockl_printf_*, __ockl_dm_alloc) says what it expects",
        grade: Grade::Assumed,
        used_in: "hidden_hostcall_buffer (an argument of the kernel)",
    },
    Assumption {
        id: "amd.first_registers",
        statement: "What registers hold at the start of a wave where the kernel descriptor does not say.",
        default: "zero",
        alternatives: &["ones", "drawn"],
        source: "LLVM AMDGPU usage guide, initial kernel execution state: undefined",
        grade: Grade::Assumed,
        used_in: "the launch",
    },
    Assumption {
        id: "amd.unbounded_stack",
        statement: "Scratch of a lane when the compiler states no bound (recursion, calls through pointers).",
        default: "16 KiB beyond what the descriptor states",
        alternatives: &[],
        source: "the runtime chooses a limit",
        grade: Grade::Assumed,
        used_in: "scratch_* (kernels with a dynamic stack)",
    },
    Assumption {
        id: "amd.first_operand_lds_add",
        statement: "Which operand of a float add in LDS is the first, whose NaN comes of two.",
        default: "data",
        alternatives: &["memory"],
        source: "AMD's emulator rocjitsu takes the operand's NaN first in LDS and nowhere else; the RDNA3 guide's pseudo-code of \
                 ds_add_f32 writes the operand first too. Against it: sub is memory minus data, and rsub is called reversed",
        grade: Grade::Oracle,
        used_in: "ds_*add*_f32 (both operands NaNs), flat_atomic_add_f32 (addresses in the shared aperture)",
    },
    Assumption {
        id: "amd.first_operand_memory_add",
        statement: "Which operand of a float add in memory is the first, whose NaN comes of two.",
        default: "memory",
        alternatives: &["data"],
        source: "AMD's emulator rocjitsu takes memory's NaN first on this generation (on RDNA4 the operand's)",
        grade: Grade::Oracle,
        used_in: "*_atomic_add_f32",
    },
    Assumption {
        id: "amd.first_operand_lds_minmax",
        statement: "Which operand of a float minimum or maximum in LDS is the first: whose signalling NaN comes of two.",
        default: "memory",
        alternatives: &["data"],
        source: "AMD's emulator rocjitsu looks at memory's first, in LDS as in memory",
        grade: Grade::Oracle,
        used_in: "ds_*min*_f32, ds_*max*_f32, ds_*min*_f64, ds_*max*_f64, flat_atomic_min_f32 (addresses in the shared aperture), flat_atomic_max_f32 (addresses in the shared aperture)",
    },
    Assumption {
        id: "amd.first_operand_memory_minmax",
        statement: "Which operand of a float minimum or maximum in memory is the first: whose signalling NaN comes of two.",
        default: "memory",
        alternatives: &["data"],
        source: "AMD's emulator rocjitsu looks at memory's first, in LDS as in memory",
        grade: Grade::Oracle,
        used_in: "*_atomic_min_f32, *_atomic_max_f32",
    },
    Assumption {
        id: "amd.inf_minus_inf",
        statement: "Which NaN infinity minus infinity gives. AMD's RDNA3 chapter 13 says it twice: mantissa zero but for its \
                    highest bit, and -QNAN.",
        default: "negative",
        alternatives: &["positive"],
        source: "both sentences together are 0xffc00000, which the RDNA4 guide spells out",
        grade: Grade::Spec,
        used_in: "ds_add_f32, ds_add_rtn_f32, *_atomic_add_f32",
    },
    Assumption {
        id: "amd.minmax_snan",
        statement: "What minimum and maximum write for a signalling NaN: AMD's RDNA3 chapter 13 makes it quiet, and says that the \
                    result is an unmodified copy of a source.",
        default: "quieted",
        alternatives: &["unmodified"],
        source: "AMD's RDNA3 chapter 13 lists the rule for signalling NaNs first",
        grade: Grade::Spec,
        used_in: "ds_*min*_f32, ds_*max*_f32, ds_*min*_f64, ds_*max*_f64, *_atomic_min_f32, *_atomic_max_f32",
    },
    Assumption {
        id: "amd.minmax_order",
        statement: "Whether minimum and maximum order -0 below +0, or take them for equal and keep memory.",
        default: "signed-zero",
        alternatives: &["equal-zeros"],
        source: "AMD's RDNA3 chapter 13 lists -0 and +0 in the order; the RDNA3 guide's pseudo-code, read as an IEEE comparison, would \
                 not tell them apart",
        grade: Grade::Spec,
        used_in: "ds_*min*_f32, ds_*max*_f32, ds_*min*_f64, ds_*max*_f64, *_atomic_min_f32, *_atomic_max_f32",
    },
    Assumption {
        id: "amd.two_quiet_nans",
        statement: "Which operand minimum and maximum write when both are quiet NaNs.",
        default: "memory",
        alternatives: &["data", "unspecified"],
        source: "they stand at one place in the order, and on equal values the RDNA3 guide's pseudo-code keeps memory",
        grade: Grade::Assumed,
        used_in: "ds_*min*_f32, ds_*max*_f32, ds_*min*_f64, ds_*max*_f64, *_atomic_min_f32, *_atomic_max_f32",
    },
    Assumption {
        id: "amd.cas_fail_flush",
        statement: "Whether a float compare-and-swap that fails writes a subnormal back as zero, where subnormal \
                    operands are flushed.",
        default: "flush",
        alternatives: &["keep"],
        source: "AMD's RDNA3 chapter 13 says that the result is flushed and makes no exception of a compare that fails; AMD's emulator rocjitsu \
                 writes the flushed value then",
        grade: Grade::Oracle,
        used_in: "ds_cmpstore*_f32, ds_cmpstore*_f64, *_atomic_cmpswap_f32",
    },
    Assumption {
        id: "amd.lds_output_tininess",
        statement: "Whether LDS judges a sum subnormal after or before rounding. Sums cannot tell: one below the \
                    smallest normal is exact.",
        default: "after",
        alternatives: &["before"],
        source: "AMD's RDNA3 chapter 13 has MODE control the flush of results and does not mention rounding",
        grade: Grade::Assumed,
        used_in: "ds_add_f32, ds_add_rtn_f32",
    },
    Assumption {
        id: "amd.memory_add_output",
        statement: "Whether an add in memory flushes a subnormal sum.",
        default: "keep",
        alternatives: &["flush"],
        source: "RDNA3 guide: memory never flushes results; LLVM 19 takes the instruction for one without subnormals",
        grade: Grade::Spec,
        used_in: "global_atomic_add_f32, flat_atomic_add_f32, buffer_atomic_add_f32",
    },
    Assumption {
        id: "amd.flat_lds",
        statement: "How a float atomic treats subnormals when a FLAT instruction lands in LDS.",
        default: "as-memory",
        alternatives: &["as-lds", "never"],
        source: "RDNA3 guide: LDS uses all bits of MODE for DS instructions, but not for FLAT; RDNA4 never flushes there",
        grade: Grade::Assumed,
        used_in: "flat_atomic_*_f32 (addresses in the shared aperture)",
    },
    Assumption {
        id: "amd.gds_denormals",
        statement: "How a float atomic in GDS treats subnormals.",
        default: "as in LDS, by MODE",
        alternatives: &[],
        source: "RDNA3 ISA guide has one description of DS instructions, with gds or without; AMD's RDNA3 chapter 13 gives LDS and memory, and does \
                 not mention GDS",
        grade: Grade::Assumed,
        used_in: "ds_add_f32, ds_min_f*, ds_max_f*, ds_cmpstore_f* (with gds)",
    },
    Assumption {
        id: "amd.mode_ieee",
        statement: "Whether MODE.IEEE and MODE.DX10_CLAMP change a float atomic.",
        default: "they do not",
        alternatives: &[],
        source: "neither is mentioned with atomics",
        grade: Grade::Assumed,
        used_in: "ds_*add*_f32, ds_*min*_f*, ds_*max*_f*, ds_cmpstore*_f*, *_atomic_*_f32",
    },
    Assumption {
        id: "amd.csub_glc",
        statement: "What csub does without glc, which the guide asks for.",
        default: "the same, and returns nothing",
        alternatives: &[],
        source: "LLVM 19 assembles and decodes it",
        grade: Grade::Oracle,
        used_in: "global_atomic_csub_u32, buffer_atomic_csub_u32",
    },
    Assumption {
        id: "amd.division",
        statement: "What the steps of a division scale by, in which direction, and how often they round.",
        default: "what gives the correctly rounded quotient: 2^64 (2^128 for f64), down where the quotient is 2.0 or \
                  more, rounded once; VCC also for zero operands",
        alternatives: &[],
        source: "tests of a public emulator that it reports to pass on gfx1100; the RDNA3 guide's pseudo-code has 2^32 and no \
                 direction, and scales a large denominator up",
        grade: Grade::Assumed,
        used_in: "v_div_scale_*, v_div_fmas_*, v_div_fixup_*",
    },
    Assumption {
        id: "amd.lane_order",
        statement: "In which order memory serves the lanes of one instruction; a wave of 64 is served in halves, the lower one \
                    first. It decides what each lane gets back where atomics meet, and what is left where stores meet. \
                    `drawn`: anew for every instruction, from the seed of the launch.",
        default: "ascending",
        alternatives: &["descending", "drawn"],
        source: "the RDNA3 guide says that each lane is atomic by itself, and nothing of their order; its pseudo-code of ds_permute has one. \
                 The order of the sides of a branch is not open: programs choose it themselves by EXEC",
        grade: Grade::Assumed,
        used_in: "*_atomic_*, *_store_*, image_store*, ds_add*, ds_sub*, ds_rsub*, ds_inc*, ds_dec*, ds_min*, ds_max*, ds_and*, ds_or*, \
                  ds_xor*, ds_mskor*, ds_storexchg*, ds_cmpstore*, ds_condxchg*, ds_wrap*",
    },
];
