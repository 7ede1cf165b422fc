//! Assumptions about AMD's RDNA3, except vector arithmetic ([`super::vector`]), buffers and images (`memory.rs`) and the synchronization
//! unit ([`super::sync`]): the entries, and types for their values.

use super::{Fill, LaneOrder, Values};
use crate::atomic::First;
use crate::float::{Flush, NanRule, SnanRule};

/// The operand that the NaN rules call first; the default is memory.
const MEMORY_FIRST: Values<First> = &[("memory", First::Memory), ("data", First::Data)];
/// The operand that the NaN rules call first; the default is the register.
const DATA_FIRST: Values<First> = &[MEMORY_FIRST[1], MEMORY_FIRST[0]];

assumptions! {
    AMD_APERTURES = "amd.apertures" {
        statement: "Where LDS and scratch lie in the address space of FLAT instructions.",
        always: "LDS at 0x0001000000000000, scratch at 0x0002000000000000, 4 GiB each",
        source: "the driver chooses them; these are the bases that the Linux amdkfd driver has used since gfx9",
        used_in: "flat_*, s_mov_b64 (of an aperture)",
    }
    AMD_PRINTF_BUFFER = "amd.printf_buffer" {
        statement: "Bytes of the buffer that printf writes into; what does not fit is not printed, and the kernel is told.",
        always: "4 MiB, two words at its start included",
        source: "OpenCL asks for at least 1 MiB; the runtime of ROCm is not documented",
        used_in: "hidden_printf_buffer (an argument of the kernel)",
    }
    AMD_HOSTCALL = "amd.hostcall" {
        statement: "What the host does with hostcalls, and when.",
        always: "after a turn of a wave, oldest first, lane by lane: prints messages when their last part has come and answers with \
                  the bytes printed; hands out the first part of the heap that fits, slabs of 2 MiB and more on 2 MiB, other memory on 4 KiB; \
                  a packet for every wave of the launch, 2^16 at most",
        source: "the device's side in rocm-device-libs (__ockl_hostcall_internal, __ockl_printf_*, __ockl_dm_alloc) says what it expects",
        used_in: "hidden_hostcall_buffer (an argument of the kernel)",
    }
    AMD_FIRST_REGISTERS: Fill = "amd.first_registers" {
        statement: "What registers hold at the start of a wave where the kernel descriptor does not say.",
        values: Fill::VALUES,
        source: "LLVM AMDGPU usage guide, initial kernel execution state: undefined",
        used_in: "the launch",
    }
    AMD_UNBOUNDED_STACK = "amd.unbounded_stack" {
        statement: "Scratch of a lane when the compiler states no bound (recursion, calls through pointers).",
        always: "16 KiB beyond what the descriptor states",
        source: "the runtime chooses a limit",
        used_in: "scratch_* (kernels with a dynamic stack)",
    }
    AMD_FIRST_OPERAND_LDS_ADD: First = "amd.first_operand_lds_add" {
        statement: "Which operand of a float add in LDS is the first, whose NaN comes of two.",
        values: DATA_FIRST,
        source: "AMD's emulator rocjitsu takes the operand's NaN first in LDS and nowhere else; the RDNA3 guide's pseudo-code of \
                 ds_add_f32 writes the operand first too. Against it: sub is memory minus data, and rsub is called reversed",
        grade: Oracle,
        used_in: "ds_*add*_f32 (both operands NaNs), flat_atomic_add_f32 (addresses in the shared aperture)",
    }
    AMD_FIRST_OPERAND_MEMORY_ADD: First = "amd.first_operand_memory_add" {
        statement: "Which operand of a float add in memory is the first, whose NaN comes of two.",
        values: MEMORY_FIRST,
        source: "AMD's emulator rocjitsu takes memory's NaN first on this generation (on RDNA4 the operand's)",
        grade: Oracle,
        used_in: "*_atomic_add_f32",
    }
    AMD_FIRST_OPERAND_LDS_MINMAX: First = "amd.first_operand_lds_minmax" {
        statement: "Which operand of a float minimum or maximum in LDS is the first: whose signalling NaN comes of two.",
        values: MEMORY_FIRST,
        source: "AMD's emulator rocjitsu looks at memory's first, in LDS as in memory",
        grade: Oracle,
        used_in: "ds_*min*_f32, ds_*max*_f32, ds_*min*_f64, ds_*max*_f64, flat_atomic_min_f32 (addresses in the shared aperture), flat_atomic_max_f32 (addresses in the shared aperture)",
    }
    AMD_FIRST_OPERAND_MEMORY_MINMAX: First = "amd.first_operand_memory_minmax" {
        statement: "Which operand of a float minimum or maximum in memory is the first: whose signalling NaN comes of two.",
        values: MEMORY_FIRST,
        source: "AMD's emulator rocjitsu looks at memory's first, in LDS as in memory",
        grade: Oracle,
        used_in: "*_atomic_min_f32, *_atomic_max_f32",
    }
    AMD_INF_MINUS_INF: NanRule = "amd.inf_minus_inf" {
        statement: "Which NaN infinity minus infinity gives. AMD's RDNA3 chapter 13 says it twice: mantissa zero but for its \
                    highest bit, and -QNAN.",
        values: &[("negative", NanRule::FirstQuieted), ("positive", NanRule::FirstQuietedPositive)],
        source: "both sentences together are 0xffc00000, which the RDNA4 guide spells out",
        grade: Spec,
        used_in: "ds_add_f32, ds_add_rtn_f32, *_atomic_add_f32",
    }
    AMD_MINMAX_SNAN: SnanRule = "amd.minmax_snan" {
        statement: "What minimum and maximum write for a signalling NaN: AMD's RDNA3 chapter 13 makes it quiet, and says that the \
                    result is an unmodified copy of a source.",
        values: &[("quieted", SnanRule::FirstQuieted), ("unmodified", SnanRule::WinsUnchanged)],
        source: "AMD's RDNA3 chapter 13 lists the rule for signalling NaNs first",
        grade: Spec,
        used_in: "ds_*min*_f32, ds_*max*_f32, ds_*min*_f64, ds_*max*_f64, *_atomic_min_f32, *_atomic_max_f32",
    }
    AMD_MINMAX_ORDER: bool = "amd.minmax_order" {
        statement: "Whether minimum and maximum order -0 below +0, or take them for equal and keep memory.",
        values: &[("signed-zero", false), ("equal-zeros", true)],
        source: "AMD's RDNA3 chapter 13 lists -0 and +0 in the order; the RDNA3 guide's pseudo-code, read as an IEEE comparison, would \
                 not tell them apart",
        grade: Spec,
        used_in: "ds_*min*_f32, ds_*max*_f32, ds_*min*_f64, ds_*max*_f64, *_atomic_min_f32, *_atomic_max_f32",
    }
    AMD_TWO_QUIET_NANS: enum QuietNans = "amd.two_quiet_nans" {
        statement: "Which operand minimum and maximum write when both are quiet NaNs.",
        variants: {
            /// The NaN in memory.
            Memory = "memory",
            /// The NaN from the register.
            Data = "data",
            /// The result is unspecified.
            Unspecified = "unspecified",
        },
        source: "they stand at one place in the order, and on equal values the RDNA3 guide's pseudo-code keeps memory",
        used_in: "ds_*min*_f32, ds_*max*_f32, ds_*min*_f64, ds_*max*_f64, *_atomic_min_f32, *_atomic_max_f32",
    }
    AMD_CAS_FAIL_FLUSH: bool = "amd.cas_fail_flush" {
        statement: "Whether a float compare-and-swap that fails writes a subnormal back as zero, where subnormal \
                    operands are flushed.",
        values: &[("flush", true), ("keep", false)],
        source: "AMD's RDNA3 chapter 13 says that the result is flushed and makes no exception of a compare that fails; AMD's emulator rocjitsu \
                 writes the flushed value then",
        grade: Oracle,
        used_in: "ds_cmpstore*_f32, ds_cmpstore*_f64, *_atomic_cmpswap_f32",
    }
    AMD_LDS_OUTPUT_TININESS: Flush = "amd.lds_output_tininess" {
        statement: "Whether LDS judges a sum subnormal after or before rounding. Sums cannot tell: one below the \
                    smallest normal is exact.",
        values: &[("after", Flush::Zero), ("before", Flush::ZeroBeforeRounding)],
        source: "AMD's RDNA3 chapter 13 has MODE control the flush of results and does not mention rounding",
        used_in: "ds_add_f32, ds_add_rtn_f32",
    }
    AMD_MEMORY_ADD_OUTPUT: Flush = "amd.memory_add_output" {
        statement: "Whether an add in memory flushes a subnormal sum.",
        values: &[("keep", Flush::Keep), ("flush", Flush::Zero)],
        source: "RDNA3 guide: memory never flushes results; LLVM 19 takes the instruction for one without subnormals",
        grade: Spec,
        used_in: "global_atomic_add_f32, flat_atomic_add_f32, buffer_atomic_add_f32",
    }
    AMD_FLAT_LDS: enum FlatLds = "amd.flat_lds" {
        statement: "How a float atomic treats subnormals when a FLAT instruction lands in LDS.",
        variants: {
            /// As in memory.
            AsMemory = "as-memory",
            /// As a DS instruction.
            AsLds = "as-lds",
            /// Keeps them.
            Never = "never",
        },
        source: "RDNA3 guide: LDS uses all bits of MODE for DS instructions, but not for FLAT; RDNA4 never flushes there",
        used_in: "flat_atomic_*_f32 (addresses in the shared aperture)",
    }
    AMD_GDS_DENORMALS = "amd.gds_denormals" {
        statement: "How a float atomic in GDS treats subnormals.",
        always: "as in LDS, by MODE",
        source: "RDNA3 ISA guide has one description of DS instructions, with gds or without; AMD's RDNA3 chapter 13 gives LDS and memory, and does \
                 not mention GDS",
        used_in: "ds_add_f32, ds_min_f*, ds_max_f*, ds_cmpstore_f* (with gds)",
    }
    AMD_MODE_IEEE = "amd.mode_ieee" {
        statement: "Whether MODE.IEEE and MODE.DX10_CLAMP change a float atomic.",
        always: "they do not",
        source: "neither is mentioned with atomics",
        used_in: "ds_*add*_f32, ds_*min*_f*, ds_*max*_f*, ds_cmpstore*_f*, *_atomic_*_f32",
    }
    AMD_CSUB_GLC = "amd.csub_glc" {
        statement: "What csub does without glc, which the guide asks for.",
        always: "the same, and returns nothing",
        source: "LLVM 19 assembles and decodes it",
        grade: Oracle,
        used_in: "global_atomic_csub_u32, buffer_atomic_csub_u32",
    }
    AMD_DIVISION = "amd.division" {
        statement: "What the steps of a division scale by, in which direction, and how often they round.",
        always: "what gives the correctly rounded quotient: 2^64 (2^128 for f64), down where the quotient is 2.0 or \
                  more, rounded once; VCC also for zero operands",
        source: "tests of a public emulator that it reports to pass on gfx1100; the RDNA3 guide's pseudo-code has 2^32 and no \
                 direction, and scales a large denominator up",
        used_in: "v_div_scale_*, v_div_fmas_*, v_div_fixup_*",
    }
    AMD_LANE_ORDER: LaneOrder = "amd.lane_order" {
        statement: "In which order memory serves the lanes of one instruction; a wave of 64 is served in halves, the lower one \
                    first. It decides what each lane gets back where atomics meet, and what is left where stores meet. \
                    `drawn`: anew for every instruction, from the seed of the launch.",
        values: LaneOrder::VALUES,
        source: "the RDNA3 guide says that each lane is atomic by itself, and nothing of their order; its pseudo-code of ds_permute has one. \
                 The order of the sides of a branch is not open: programs choose it themselves by EXEC",
        used_in: "*_atomic_*, *_store_*, image_store*, ds_add*, ds_sub*, ds_rsub*, ds_inc*, ds_dec*, ds_min*, ds_max*, ds_and*, ds_or*, \
                  ds_xor*, ds_mskor*, ds_storexchg*, ds_cmpstore*, ds_condxchg*, ds_wrap*",
        asked_when_running: true,
    }
}
