//! Every reading of ours where the public documents are silent, as data: what we assume, what else it could be, and
//! who uses it.
//!
//! [`ALL`] is the list from which `docs/assumptions.md` is printed; [`Assumptions`] holds the choices that can be
//! switched, and the policies of [`crate::policy`] are made from it. What this module does *not* hold: values that a
//! document settles.

use crate::float::{BothNan, Flush, NanRule, SnanRule};

pub mod sync;
pub mod vector;

pub use sync::SyncRules;
pub use vector::DotSums;

/// How well a statement is supported.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Grade {
    /// A document says so.
    Spec,
    /// A vendor's tool shows it.
    Oracle,
    /// Measured on a device.
    Hardware,
    /// Our reading; nothing public settles it.
    Assumed,
}

impl Grade {
    /// The word used in documents.
    pub const fn name(self) -> &'static str {
        match self {
            Grade::Spec => "spec",
            Grade::Oracle => "oracle",
            Grade::Hardware => "hardware",
            Grade::Assumed => "assumed",
        }
    }
}

/// One assumption.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assumption {
    /// Stable name, `vendor.topic`.
    pub id: &'static str,
    /// What is open, in one sentence.
    pub statement: &'static str,
    /// The choice made unless told otherwise.
    pub default: &'static str,
    /// The other choices. The first words are the values [`Assumptions::set`] takes; empty when nothing can be switched.
    pub alternatives: &'static [&'static str],
    /// Where the default comes from.
    pub source: &'static str,
    /// How well that supports it.
    pub grade: Grade,
    /// Instructions or modules that depend on it.
    pub used_in: &'static str,
}

/// Every named assumption.
pub const ALL: &[Assumption] = &[
    Assumption {
        id: "nv.l2_nan",
        statement: "Which NaN the L2 atomic unit writes when a float add gives a NaN.",
        default: "all-ones",
        alternatives: &["quiet", "first-quieted", "unspecified"],
        source: "PTX documents 0x7fffffff for f32 arithmetic of the SM; no document covers the L2 unit",
        grade: Grade::Assumed,
        used_in: "ATOM, RED, SUATOM, SURED .ADD.F32.FTZ.RN and .F16x2",
    },
    Assumption {
        id: "nv.l2_f64_nan",
        statement: "Which NaN the L2 atomic unit writes when an f64 add gives a NaN.",
        default: "quiet-negative",
        alternatives: &["all-ones", "quiet", "first-quieted", "unspecified"],
        source: "by analogy with DADD (see nv.f64_nan)",
        grade: Grade::Assumed,
        used_in: "ATOM, RED .ADD.F64.RN (sm_60)",
    },
    Assumption {
        id: "nv.ftz_tininess",
        statement: "Whether `.FTZ` judges a result subnormal after or before rounding. Atomic adds cannot tell: a sum \
                    below the smallest normal is exact.",
        default: "after",
        alternatives: &["before"],
        source: "PTX says subnormal results are flushed, without the order",
        grade: Grade::Assumed,
        used_in: "FMUL, FFMA, F2F, MUFU with .FTZ",
    },
    Assumption {
        id: "nv.f16x2_minmax_nan",
        statement: "What .MIN and .MAX .F16x2 write when one half is a NaN (the other operand) and when both are (the \
                    NaN of nv.l2_nan).",
        default: "number",
        alternatives: &["first", "second", "unspecified"],
        source: "by analogy with FMNMX; the extension NV_shader_atomic_fp16_vector gives no rule",
        grade: Grade::Assumed,
        used_in: "ATOM, RED, SURED .MIN/.MAX.F16x2",
    },
    Assumption {
        id: "nv.sm52_f16x2_flush",
        statement: "Whether .F16x2.FTZ.RN of sm_52 flushes subnormal halves, in and out.",
        default: "flush",
        alternatives: &["keep"],
        source: "the modifier .FTZ in the seed's and nvdisasm's spelling",
        grade: Grade::Assumed,
        used_in: "ATOM, RED, SURED .F16x2.FTZ.RN on sm_52",
    },
    Assumption {
        id: "nv.e_address_high",
        statement: "What a .E address with a non-zero bit 63..40 does.",
        default: "out-of-range",
        alternatives: &["ignore"],
        source: "seed 000: addresses are 40 bits wide and an address outside allocated memory is an error",
        grade: Grade::Assumed,
        used_in: "ATOM.E, RED.E, LDG.E, STG.E",
    },
    Assumption {
        id: "nv.safeadd",
        statement: "What .SAFEADD writes.",
        default: "unspecified",
        alternatives: &[],
        source: "seed 000 says only: increment put pointer in a circular queue",
        grade: Grade::Assumed,
        used_in: "ATOM.SAFEADD.U64",
    },
    Assumption {
        id: "nv.invalid_texture",
        statement: "What a surface reduction does when its header index lies above the pool's maximum.",
        default: "drop",
        alternatives: &["trap"],
        source: "seed 002 calls it an invalid texture and drops updates to disabled surfaces",
        grade: Grade::Assumed,
        used_in: "SURED, SUATOM",
    },
    Assumption {
        id: "nv.layer_clamp",
        statement: "What happens to an array layer index beyond the last layer.",
        default: "as-coordinate",
        alternatives: &["clamp", "drop"],
        source: "seed 002 reads the index as U16 and gives .clamp for out of bounds addresses",
        grade: Grade::Assumed,
        used_in: "SURED, SUATOM .1D_ARRAY, .2D_ARRAY",
    },
    Assumption {
        id: "nv.sd32_sign",
        statement: "Whether .MIN/.MAX.SD32 compare signed when the surface's data type is neither SINT nor UINT.",
        default: "unsigned",
        alternatives: &["signed", "unspecified"],
        source: "SINT compares signed and UINT unsigned by the type's name; other types are open",
        grade: Grade::Assumed,
        used_in: "SURED, SUATOM .SD32, .SD64",
    },
    Assumption {
        id: "nv.ba_clamp_unit",
        statement: "Whether .BA coordinates are clamped in bytes or in samples.",
        default: "bytes",
        alternatives: &["samples"],
        source: "seed 002: with .BA the x-coordinate is in bytes",
        grade: Grade::Assumed,
        used_in: "SURED.D.BA with .NEAR",
    },
    Assumption {
        id: "nv.red64",
        statement: "Whether RED performs 64-bit MIN, MAX, AND, OR, XOR.",
        default: "illegal",
        alternatives: &["as-atom"],
        source: "the encoding has them, ptxas 12.4 emits ATOM with RZ instead",
        grade: Grade::Assumed,
        used_in: "RED .U64, .S64 other than .ADD",
    },
    Assumption {
        id: "nv.check_order",
        statement: "Which error an access reports when several apply.",
        default: "alignment, space, range",
        alternatives: &[],
        source: "order of the sentences in seed 000; no document ranks them",
        grade: Grade::Assumed,
        used_in: "ATOM, RED, LD, ST",
    },
    Assumption {
        id: "nv.window_bases",
        statement: "Where the shared and local windows lie in the generic address space.",
        default: "shared at 0x01000000, local at 0x02000000, 16 MiB each",
        alternatives: &[],
        source: "constant bank 0 words 0 and 4 hold the bases; the driver chooses them",
        grade: Grade::Assumed,
        used_in: "generic ATOM, RED, LD, ST",
    },
    Assumption {
        id: "nv.mufu",
        statement: "MUFU.RCP, RSQ and SQRT are correctly rounded.",
        default: "correctly-rounded",
        alternatives: &[],
        source: "PTX gives error bounds (about 1 ulp), not bits",
        grade: Grade::Assumed,
        used_in: "MUFU",
    },
    Assumption {
        id: "nv.f2i_nan",
        statement: "What F2I gives for a NaN.",
        default: "zero for 32 bits and less, 0x8000000000000000 for 64",
        alternatives: &["zero"],
        source: "PTX: NaN converts to 0 for results of 32 bits and less, the 64-bit value is from experiments reported \
                 in public",
        grade: Grade::Assumed,
        used_in: "F2I",
    },
    Assumption {
        id: "nv.f64_nan",
        statement: "Which NaN DADD, DMUL and DFMA give.",
        default: "quiet-negative",
        alternatives: &["first-quieted", "all-ones", "quiet"],
        source: "0xfff8000000000000 for invalid operations; whether an operand's payload survives is reported both \
                 ways",
        grade: Grade::Assumed,
        used_in: "DADD, DMUL, DFMA, DMNMX, F2F.F64",
    },
    Assumption {
        id: "amd.apertures",
        statement: "Where LDS and scratch lie in the address space of FLAT instructions.",
        default: "LDS at 0x0001000000000000, scratch at 0x0002000000000000, 4 GiB each",
        alternatives: &[],
        source: "the driver chooses them; these are the bases that the Linux amdkfd driver has used since gfx9",
        grade: Grade::Assumed,
        used_in: "FLAT, src_shared_base, src_private_base",
    },
    Assumption {
        id: "amd.first_registers",
        statement: "What registers hold at the start of a wave where the kernel descriptor does not say.",
        default: "zero",
        alternatives: &[],
        source: "LLVM AMDGPU usage guide, initial kernel execution state: undefined",
        grade: Grade::Assumed,
        used_in: "every kernel",
    },
    Assumption {
        id: "amd.unbounded_stack",
        statement: "Scratch of a lane when the compiler states no bound (recursion, calls through pointers).",
        default: "16 KiB beyond what the descriptor states",
        alternatives: &[],
        source: "the runtime chooses a limit",
        grade: Grade::Assumed,
        used_in: "kernels with a dynamic stack",
    },
    Assumption {
        id: "amd.first_operand",
        statement: "Which operand of a float atomic the rules for NaNs call src0.",
        default: "memory",
        alternatives: &["data"],
        source: "sub is memory minus data and rsub is called reversed; the guide's pseudo-code of ds_add_f32 writes \
                 data first",
        grade: Grade::Assumed,
        used_in: "ds_add_f32, *_min_f32, *_max_f32 and kin, where both operands are NaNs",
    },
    Assumption {
        id: "amd.inf_minus_inf",
        statement: "Which NaN infinity minus infinity gives. Seed 004 says it twice: mantissa zero but for its \
                    highest bit, and -QNAN.",
        default: "negative",
        alternatives: &["positive"],
        source: "both sentences together are 0xffc00000, which the RDNA4 guide spells out",
        grade: Grade::Spec,
        used_in: "ds_add_f32, ds_add_rtn_f32, *_atomic_add_f32",
    },
    Assumption {
        id: "amd.minmax_snan",
        statement: "What minimum and maximum write for a signalling NaN: seed 004 makes it quiet, and says that the \
                    result is an unmodified copy of a source.",
        default: "quieted",
        alternatives: &["unmodified"],
        source: "seed 004 lists the rule for signalling NaNs first",
        grade: Grade::Spec,
        used_in: "ds_min_*, ds_max_*, *_atomic_min_f32, *_atomic_max_f32",
    },
    Assumption {
        id: "amd.minmax_order",
        statement: "Whether minimum and maximum order -0 below +0, or take them for equal and keep memory.",
        default: "signed-zero",
        alternatives: &["equal-zeros"],
        source: "seed 004 lists -0 and +0 in the order; the guide's pseudo-code, read as an IEEE comparison, would \
                 not tell them apart",
        grade: Grade::Spec,
        used_in: "ds_min_*, ds_max_*, *_atomic_min_f32, *_atomic_max_f32",
    },
    Assumption {
        id: "amd.two_quiet_nans",
        statement: "Which operand minimum and maximum write when both are quiet NaNs.",
        default: "memory",
        alternatives: &["data", "unspecified"],
        source: "they stand at one place in the order, and on equal values the guide's pseudo-code keeps memory",
        grade: Grade::Assumed,
        used_in: "ds_min_*, ds_max_*, *_atomic_min_f32, *_atomic_max_f32",
    },
    Assumption {
        id: "amd.cas_fail_flush",
        statement: "Whether a float compare-and-swap that fails writes a subnormal back as zero, where subnormal \
                    operands are flushed.",
        default: "keep",
        alternatives: &["flush"],
        source: "seed 004 says that the result is flushed, and gives the compare as the condition of the swap",
        grade: Grade::Assumed,
        used_in: "ds_cmpstore_f32, ds_cmpstore_f64, *_atomic_cmpswap_f32",
    },
    Assumption {
        id: "amd.lds_output_tininess",
        statement: "Whether LDS judges a sum subnormal after or before rounding. Sums cannot tell: one below the \
                    smallest normal is exact.",
        default: "after",
        alternatives: &["before"],
        source: "seed 004 has MODE control the flush of results and does not mention rounding",
        grade: Grade::Assumed,
        used_in: "ds_add_f32, ds_add_rtn_f32",
    },
    Assumption {
        id: "amd.memory_add_output",
        statement: "Whether an add in memory flushes a subnormal sum.",
        default: "keep",
        alternatives: &["flush"],
        source: "the guide: memory never flushes results; LLVM 19 takes the instruction for one without subnormals",
        grade: Grade::Spec,
        used_in: "global_atomic_add_f32, flat_atomic_add_f32, buffer_atomic_add_f32",
    },
    Assumption {
        id: "amd.flat_lds",
        statement: "How a float atomic treats subnormals when a FLAT instruction lands in LDS.",
        default: "as-memory",
        alternatives: &["as-lds", "never"],
        source: "the guide: LDS uses all bits of MODE for DS instructions, but not for FLAT; RDNA4 never flushes there",
        grade: Grade::Assumed,
        used_in: "flat_atomic_*_f32 on an address in the shared aperture",
    },
    Assumption {
        id: "amd.mode_ieee",
        statement: "Whether MODE.IEEE and MODE.DX10_CLAMP change a float atomic.",
        default: "they do not",
        alternatives: &[],
        source: "neither is mentioned with atomics",
        grade: Grade::Assumed,
        used_in: "every float atomic",
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
    sync::GWS_BARRIER,
    sync::GWS_ID_RANGE,
    sync::GWS_RELEASE_ALL,
    sync::GWS_COUNTER_WRAP,
    sync::GWS_TYPE_CHANGE,
    sync::GWS_EXEC0,
    sync::ORDERED_EXEC0,
    sync::ORDERED_WAVE_END,
    sync::ORDERED_WALKER,
    sync::ORDERED_BASE,
    sync::ORDERED_WRAP,
    sync::APPEND_M0,
    sync::GS_REG_HIGH,
    Assumption {
        id: "amd.division",
        statement: "What the steps of a division scale by, in which direction, and how often they round.",
        default: "what gives the correctly rounded quotient: 2^64 (2^128 for f64), down where the quotient is 2.0 or \
                  more, rounded once; VCC also for zero operands",
        alternatives: &[],
        source: "tests of a public emulator that it reports to pass on gfx1100; the guide's pseudo-code has 2^32 and no \
                 direction, and scales a large denominator up",
        grade: Grade::Assumed,
        used_in: "v_div_scale_*, v_div_fmas_*, v_div_fixup_*",
    },
    vector::DOT2,
    vector::WMMA,
    vector::TRANSCENDENTAL,
    vector::TRIG_PREOP,
    vector::SUBVECTOR,
    vector::WAVE_STATE,
    vector::SCALAR_NULL,
    Assumption {
        id: "intel.minmax_zero",
        statement: "What fmin and fmax write for zeros of different sign.",
        default: "keep-old",
        alternatives: &["ordered", "unspecified"],
        source: "the OpenCL extension allows either; documents are silent",
        grade: Grade::Assumed,
        used_in: "svm_atomic, dword_atomic fmin, fmax",
    },
    Assumption {
        id: "intel.denormals",
        statement: "Whether float atomics flush subnormals.",
        default: "keep",
        alternatives: &["flush"],
        source: "documents are silent",
        grade: Grade::Assumed,
        used_in: "svm_atomic, dword_atomic fadd, fsub, fmin, fmax, fcmpwr",
    },
    Assumption {
        id: "intel.sums_of_products",
        statement: "Where instructions that add products round.",
        default: "every product and every sum, from left to right",
        alternatives: &[],
        source: "documents give formulas without rounding",
        grade: Grade::Assumed,
        used_in: "dp2, dp3, dp4, dph, line, plane, lrp",
    },
    Assumption {
        id: "intel.typed_layout",
        statement: "How the elements of a typed surface lie in memory.",
        default: "row after row and slice after slice, at the pitches that the launch gives, one mip level; layers of an \
                  array are rows or slices",
        alternatives: &[],
        source: "the driver chooses tilings, which no kernel sees; documents give coordinates only",
        grade: Grade::Assumed,
        used_in: "typed_atomic, gather4_typed, scatter4_typed, lsc_*.tgm, media_ld, media_st",
    },
    Assumption {
        id: "intel.block_bounds",
        statement: "Which part of a block that reaches out of its surface reads 0 and is not written.",
        default: "aligned blocks: each oword that is not wholly inside; unaligned ones: each dword; media blocks: each byte",
        alternatives: &[],
        source: "documents say that zeros are returned, for media blocks that it depends on the format",
        grade: Grade::Assumed,
        used_in: "oword_ld, oword_ld_unaligned, oword_st, media_ld, media_st",
    },
    Assumption {
        id: "intel.split_barrier",
        statement: "What waits at a barrier in two halves, and for whom.",
        default: "a wait behind the thread's own signal, until all threads of the group (of a named barrier: as many as it \
                  says) have signalled; a wait without a signal goes on; barrier, sbarrier and named barrier 0 are one",
        alternatives: &[],
        source: "documents describe a signal followed by a wait",
        grade: Grade::Assumed,
        used_in: "sbarrier, nbarrier",
    },
    Assumption {
        id: "nv.surface_order",
        statement: "In which order a lane checks a surface access.",
        default: "handle, header, disabled surface, alignment of x, then x, y, z and layer",
        alternatives: &[],
        source: "no document gives an order",
        grade: Grade::Assumed,
        used_in: "SURED, SUATOM",
    },
    Assumption {
        id: "nv.surface_type",
        statement: "What a surface is whose TEXTURE_TYPE does not fit the instruction's dimension.",
        default: "an invalid texture",
        alternatives: &[],
        source: "the class header names the types, nothing says what a mismatch does",
        grade: Grade::Assumed,
        used_in: "SURED, SUATOM",
    },
    Assumption {
        id: "nv.surface_disabled",
        statement: "Which surfaces are disabled.",
        default: "those whose view has no mip level (first above last), and an all-zero header",
        alternatives: &[],
        source: "the null descriptor of Mesa",
        grade: Grade::Assumed,
        used_in: "SURED, SUATOM",
    },
    Assumption {
        id: "nv.surface_level",
        statement: "Which mip level an access goes to.",
        default: "the first of the view",
        alternatives: &[],
        source: "the instruction has no level operand",
        grade: Grade::Assumed,
        used_in: "SURED, SUATOM",
    },
    Assumption {
        id: "nv.surface_shrink",
        statement: "How blocks of small surfaces are arranged.",
        default: "a block is halved while it is at least twice as large as the surface, at every level",
        alternatives: &[],
        source: "texture units do so for small levels (public emulators)",
        grade: Grade::Assumed,
        used_in: "SURED, SUATOM on block-linear surfaces",
    },
    Assumption {
        id: "nv.surface_layer_stride",
        statement: "How far apart layers lie.",
        default: "one full mip chain, with several levels rounded up to a block of 512 << height bytes",
        alternatives: &[],
        source: "public emulators",
        grade: Grade::Assumed,
        used_in: "SURED, SUATOM .1D_ARRAY, .2D_ARRAY",
    },
    Assumption {
        id: "nv.surface_small",
        statement: "What .NEAR does where not even one access fits into a row.",
        default: "drops the update",
        alternatives: &[],
        source: "there is no nearest place",
        grade: Grade::Assumed,
        used_in: "SURED, SUATOM",
    },
    Assumption {
        id: "nv.lane_order",
        statement: "In which order the lanes of a wave perform an atomic on one address.",
        default: "lowest lane first",
        alternatives: &[],
        source: "seeds: serialised in an unspecified order",
        grade: Grade::Assumed,
        used_in: "every atomic",
    },
    Assumption {
        id: "nv.branch_order",
        statement: "Which side of a divergent branch runs first.",
        default: "the fall-through side",
        alternatives: &[],
        source: "no document; only timing shows it",
        grade: Grade::Assumed,
        used_in: "BRA, BRX",
    },
    Assumption {
        id: "nv.barrier_partial",
        statement: "How a wave counts at a barrier when only some of its lanes execute it.",
        default: "as a whole, once",
        alternatives: &[],
        source: "PTX manual: barriers count warps",
        grade: Grade::Assumed,
        used_in: "BAR",
    },
    Assumption {
        id: "nv.lea_window",
        statement: "What the predicate of LEA.HI.X tells.",
        default: "that the 64-bit sum is in neither the shared nor the private window",
        alternatives: &[],
        source: "the code ptxas 12.4 makes for generic atomics",
        grade: Grade::Oracle,
        used_in: "LEA.HI.X with a predicate",
    },
    Assumption {
        id: "nv.imnmx_chain",
        statement: "How IMNMX.XHI and .XMED hand a comparison on in the condition code.",
        default: "zero flag: equal so far; carry flag: a not below b",
        alternatives: &[],
        source: "only IMNMX.XMED and .XLO read it",
        grade: Grade::Assumed,
        used_in: "IMNMX.XHI, .XMED, .XLO",
    },
    Assumption {
        id: "nv.fchk",
        statement: "When FCHK.DIVIDE asks for the slow path of a division.",
        default: "always",
        alternatives: &[],
        source: "both paths give the correctly rounded quotient",
        grade: Grade::Assumed,
        used_in: "FCHK",
    },
    Assumption {
        id: "nv.rro",
        statement: "What RRO hands to the multifunction unit.",
        default: "the argument itself",
        alternatives: &[],
        source: "its format is internal to the unit",
        grade: Grade::Assumed,
        used_in: "RRO, MUFU",
    },
    Assumption {
        id: "nv.p2r_cc",
        statement: "In which order P2R and R2P see the flags of the condition code.",
        default: "zero, sign, carry, overflow from bit 0",
        alternatives: &[],
        source: "ptxas 12.4 only saves and restores them",
        grade: Grade::Assumed,
        used_in: "P2R, R2P with CC",
    },
    Assumption {
        id: "nv.x_zero",
        statement: "Whether .X.CC sums and .X logic accumulate the zero flag over the words of a value.",
        default: "they do",
        alternatives: &[],
        source: "a 128-bit comparison for equality by ptxas 12.4 needs it of LOP.X and LOP3.X; sums by analogy",
        grade: Grade::Oracle,
        used_in: "IADD.X, LOP.X, LOP3.X with .CC",
    },
    Assumption {
        id: "nv.wave_ids",
        statement: "What a lane reads as the number of its SM and of its warp.",
        default: "SM 0; warps are numbered within their group",
        alternatives: &[],
        source: "PTX manual: any numbering is allowed and may change",
        grade: Grade::Assumed,
        used_in: "S2R SR_VIRTID, SR_VIRTCFG",
    },
    Assumption {
        id: "nv.register_granularity",
        statement: "From which register on an access is above the kernel's allocation.",
        default: "the kernel's register count rounded up to a multiple of 8",
        alternatives: &[],
        source: "registers are handed out eight at a time",
        grade: Grade::Assumed,
        used_in: "every instruction",
    },
    Assumption {
        id: "amd.buffer_offset_carry",
        statement: "Whether the sum of a lane's offset and the instruction's offset (and of index and lane number) keeps \
                    its carry out of 32 bits when a buffer access is checked and addressed.",
        default: "keep",
        alternatives: &["wrap"],
        source: "LLVM keeps negative offsets out of VADDR even where the immediate would make the sum positive again",
        grade: Grade::Assumed,
        used_in: "BUFFER_*",
    },
    Assumption {
        id: "amd.buffer_soffset_excess",
        statement: "What a raw buffer checks against when SOFFSET is larger than NUM_RECORDS.",
        default: "0 bytes: every access is out of range",
        alternatives: &[],
        source: "the RDNA3.5 ISA guide (9.4.1) subtracts SOFFSET from NUM_RECORDS and is silent on a negative difference",
        grade: Grade::Assumed,
        used_in: "BUFFER_* with OOB_SELECT 3",
    },
    Assumption {
        id: "amd.buffer_swizzle_split",
        statement: "How a load or store of several dwords meets the elements of a swizzled buffer.",
        default: "each dword is addressed by itself",
        alternatives: &[],
        source: "by analogy with the range check per dword; the RDNA3.5 ISA guide (9.4.2) only forbids units above the \
                 element, and Mesa loads 16 bytes from scratch with elements of 4",
        grade: Grade::Assumed,
        used_in: "BUFFER_LOAD_B64.., BUFFER_STORE_B64..",
    },
    Assumption {
        id: "amd.buffer_raw_stride",
        statement: "Whether the stride of a raw buffer (OOB_SELECT 3, linear) times the index moves the address.",
        default: "counts",
        alternatives: &["ignored"],
        source: "the RDNA3.5 ISA guide has the stride in the general equation (11.2) and calls it ignored for raw \
                 buffers (9.4.1.2); drivers write 0",
        grade: Grade::Assumed,
        used_in: "BUFFER_* with IDXEN or add_tid",
    },
    Assumption {
        id: "amd.descriptor_kind",
        statement: "What a load or atomic returns whose descriptor is an image's for a buffer or a buffer's for an image.",
        default: "0",
        alternatives: &[],
        source: "the RDNA3.5 ISA guide (9.6) says the instruction is ignored and loads return nothing",
        grade: Grade::Assumed,
        used_in: "BUFFER_*, IMAGE_*",
    },
    Assumption {
        id: "amd.image_dim",
        statement: "What an image instruction does whose DIM has fewer coordinates than the descriptor's type.",
        default: "zero",
        alternatives: &["not-modelled"],
        source: "LLVM makes such code without complaint; coordinates that were not given are taken as 0",
        grade: Grade::Assumed,
        used_in: "IMAGE_*",
    },
    Assumption {
        id: "amd.image_range",
        statement: "What an image access outside of the level or the layers of a view does.",
        default: "stores and atomics are dropped, loads and returned values are 0",
        alternatives: &[],
        source: "Mesa offers robustImageAccess2 on this hardware without code in the shader; the RDNA3.5 ISA guide only \
                 excludes MEMVIOL",
        grade: Grade::Assumed,
        used_in: "IMAGE_ATOMIC_*, IMAGE_LOAD, IMAGE_STORE",
    },
    Assumption {
        id: "amd.image_pitch",
        statement: "What a linear image does whose given row pitch is not a multiple of 256 bytes.",
        default: "rows are that far apart",
        alternatives: &[],
        source: "Mesa asks for a multiple; nothing says what another value does",
        grade: Grade::Assumed,
        used_in: "IMAGE_*",
    },
    Assumption {
        id: "amd.image_unbound",
        statement: "What an image descriptor with format 0 does that is not all zero.",
        default: "it is unbound: nothing is written, what is read is 0",
        alternatives: &[],
        source: "the RDNA3.5 ISA guide says so of an all-zero descriptor (10.5), and of format 0 for buffers (9.6)",
        grade: Grade::Assumed,
        used_in: "IMAGE_*",
    },
    Assumption {
        id: "amd.format_missing",
        statement: "What a load gives for a component that the format does not have.",
        default: "0, and 1 for w",
        alternatives: &[],
        source: "OpenCL C and Vulkan fill missing components so, and Mesa relies on DST_SEL for nothing but order",
        grade: Grade::Assumed,
        used_in: "BUFFER_LOAD_FORMAT_*, IMAGE_LOAD",
    },
    Assumption {
        id: "amd.format_out_of_range",
        statement: "What a load with format conversion gives out of range or without a resource.",
        default: "0 in every component",
        alternatives: &[],
        source: "the RDNA3.5 ISA guide (9.4.1) says loads out of range give 0, before or after DST_SEL it does not say",
        grade: Grade::Assumed,
        used_in: "BUFFER_LOAD_FORMAT_*, IMAGE_LOAD",
    },
    Assumption {
        id: "amd.format_invalid",
        statement: "What an access with format conversion does where the descriptor's format is 0 and the lane number \
                    is added to the index.",
        default: "nothing: loads give 0",
        alternatives: &[],
        source: "the RDNA3.5 ISA guide (9.6) calls format 0 unbound unless the lane number is added; without a format \
                 nothing can be converted",
        grade: Grade::Assumed,
        used_in: "BUFFER_LOAD_FORMAT_*, BUFFER_STORE_FORMAT_*",
    },
    Assumption {
        id: "amd.format_rounding",
        statement: "How a float becomes one with fewer bits in memory or in 16 bits of a register.",
        default: "nearest-even",
        alternatives: &["toward-zero"],
        source: "OpenCL C 8.3.1 allows both; Direct3D 11 rounds towards zero",
        grade: Grade::Assumed,
        used_in: "BUFFER_STORE_FORMAT_*, IMAGE_STORE, loads with D16",
    },
    Assumption {
        id: "amd.format_integers",
        statement: "What a store does with an integer outside of the format's range.",
        default: "clamp",
        alternatives: &["cut"],
        source: "OpenCL C 8.3.4 asks for saturation, and ROCm's device library leaves it to the instruction",
        grade: Grade::Assumed,
        used_in: "BUFFER_STORE_FORMAT_*, IMAGE_STORE",
    },
    Assumption {
        id: "amd.format_scaled",
        statement: "How a store rounds a float to a scaled integer.",
        default: "towards zero, ends of the range beyond it, NaN to 0",
        alternatives: &[],
        source: "as conversions from float to integer do elsewhere; no document says",
        grade: Grade::Assumed,
        used_in: "BUFFER_STORE_FORMAT_*",
    },
    Assumption {
        id: "amd.format_d16_integers",
        statement: "What a D16 load makes of an integer of more than 16 bits.",
        default: "its low 16 bits",
        alternatives: &[],
        source: "no document says",
        grade: Grade::Assumed,
        used_in: "BUFFER_LOAD_D16_FORMAT_*, IMAGE_LOAD with D16",
    },
    Assumption {
        id: "amd.format_store",
        statement: "Which component of memory a store writes each value to.",
        default: "the one that DST_SEL would load it from; components that no value goes to become 0",
        alternatives: &[],
        source: "Mesa stores to images with swapped colours through the descriptors that it loads with",
        grade: Grade::Assumed,
        used_in: "BUFFER_STORE_FORMAT_*, IMAGE_STORE",
    },
    Assumption {
        id: "amd.buffer_lds",
        statement: "Where a buffer load to LDS puts the value of a lane.",
        default: "at M0[15:0] + offset of the instruction + 4 * lane, extended to 32 bits; 0 where it is out of range",
        alternatives: &[],
        source: "AMD's CDNA3 ISA guide 9.1.9; the RDNA3 guide leaves the opcodes out, llvm-mc and Mesa have them",
        grade: Grade::Assumed,
        used_in: "BUFFER_LOAD_LDS_*",
    },
    Assumption {
        id: "amd.image_cube",
        statement: "What the third coordinate of a cube image is for loads, stores and atomics.",
        default: "the face, counted on from cube to cube, as a layer of an array",
        alternatives: &[],
        source: "Mesa describes cubes that are stored to as arrays of six layers each",
        grade: Grade::Assumed,
        used_in: "IMAGE_* with DIM CUBE",
    },
    Assumption {
        id: "amd.image_dmask",
        statement: "What an image load or store with an empty DMASK does.",
        default: "it moves x",
        alternatives: &[],
        source: "llvm-mc 19 counts one register",
        grade: Grade::Assumed,
        used_in: "IMAGE_LOAD, IMAGE_STORE",
    },
    Assumption {
        id: "amd.image_pck",
        statement: "What image accesses without conversion move.",
        default: "the bits of each component by itself, whatever DST_SEL says; 0 for components that the format does \
                  not have",
        alternatives: &[],
        source: "the RDNA3 ISA guide says only that 8 and 16 bits are extended",
        grade: Grade::Assumed,
        used_in: "IMAGE_LOAD_PCK*, IMAGE_STORE_PCK",
    },
    Assumption {
        id: "amd.image_level",
        statement: "What an image access to a mip level that the view does not have does.",
        default: "as outside of the image",
        alternatives: &[],
        source: "by analogy with amd.image_range",
        grade: Grade::Assumed,
        used_in: "IMAGE_LOAD_MIP*, IMAGE_STORE_MIP*",
    },
    Assumption {
        id: "amd.resinfo",
        statement: "What IMAGE_GET_RESINFO tells where the guide is silent.",
        default: "1 where an axis is missing, layers of the view, 0 as size of a level that the view does not have, \
                  all 0 without an image",
        alternatives: &[],
        source: "the RDNA3 ISA guide names the four values; Direct3D 11 asks for size 0 of a missing level",
        grade: Grade::Assumed,
        used_in: "IMAGE_GET_RESINFO",
    },
    Assumption {
        id: "amd.gds_narrow",
        statement: "Whether GDS has loads and stores below 32 bits.",
        default: "as LDS has them",
        alternatives: &[],
        source: "llvm-mc 19 assembles them; the RDNA3 ISA guide does not limit them to LDS",
        grade: Grade::Assumed,
        used_in: "DS_LOAD_U8.., DS_STORE_B8.. with GDS",
    },
    Assumption {
        id: "amd.gds_lanes",
        statement: "What a swizzle and a load or store at the lane's number do with GDS set.",
        default: "illegal instruction parameter",
        alternatives: &[],
        source: "they are about many lanes, and the GDS serves one (seed 004); the RDNA3 ISA guide describes them for \
                 LDS",
        grade: Grade::Assumed,
        used_in: "DS_SWIZZLE_B32, DS_LOAD_ADDTID_B32, DS_STORE_ADDTID_B32 with GDS",
    },
    Assumption {
        id: "amd.messages",
        statement: "What messages that ask for a doorbell, a dispatch number or the place of a trap handler give back.",
        default: "0",
        alternatives: &[],
        source: "the model has no host queue and no trap handler",
        grade: Grade::Assumed,
        used_in: "S_SENDMSG_RTN_*",
    },
];

/// The entry with this id.
pub fn find(id: &str) -> Option<&'static Assumption> {
    ALL.iter().find(|a| a.id == id)
}

/// What a `.E` address with high bits does; `nv.e_address_high`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum HighAddress {
    /// The access is out of range.
    #[default]
    OutOfRange,
    /// Bits 63..40 are dropped.
    Ignore,
}

/// What an invalid texture does; `nv.invalid_texture`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum InvalidTexture {
    /// The update is dropped silently.
    #[default]
    Drop,
    /// The access traps.
    Trap,
}

/// How a layer index is limited; `nv.layer_clamp`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum LayerClamp {
    /// By the instruction's `.clamp`, like a coordinate.
    #[default]
    AsCoordinate,
    /// To the last layer, always.
    Clamp,
    /// The access is dropped, always.
    Drop,
}

/// The unit in which `.BA` coordinates are clamped; `nv.ba_clamp_unit`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum ClampUnit {
    /// Bytes.
    #[default]
    Bytes,
    /// Samples.
    Samples,
}

/// How `.SD32` compares for data types that are neither SINT nor UINT; `nv.sd32_sign`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum OtherSign {
    /// Unsigned.
    #[default]
    Unsigned,
    /// Signed.
    Signed,
    /// The result is unspecified.
    Unspecified,
}

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

/// The current choices. `default()` is the documented set of defaults.
///
/// ```
/// use isotope_op::assume::Assumptions;
/// let mut a = Assumptions::default();
/// assert!(a.set("nv.l2_nan", "quiet"));
/// assert!(!a.set("nv.l2_nan", "whatever"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Assumptions {
    /// `nv.l2_nan`
    pub l2_nan: NanRule,
    /// `nv.l2_f64_nan`
    pub l2_f64_nan: NanRule,
    /// `nv.ftz_tininess`: how `.FTZ` treats results.
    pub ftz_output: Flush,
    /// `nv.f16x2_minmax_nan`
    pub f16x2_both_nan: BothNan,
    /// `nv.sm52_f16x2_flush`
    pub sm52_f16x2: Flush,
    /// `nv.e_address_high`
    pub high_address: HighAddress,
    /// `nv.invalid_texture`
    pub invalid_texture: InvalidTexture,
    /// `nv.layer_clamp`
    pub layer_clamp: LayerClamp,
    /// `nv.sd32_sign`
    pub sd32_other: OtherSign,
    /// `nv.ba_clamp_unit`
    pub ba_clamp: ClampUnit,
    /// `nv.red64`: true when RED does 64-bit operations as ATOM does.
    pub red64_as_atom: bool,
    /// `nv.f2i_nan`: what a 64-bit F2I gives for a NaN.
    pub f2i64_nan: u64,
    /// `nv.f64_nan`
    pub f64_nan: NanRule,
    /// `nv.window_bases`: base of the shared window, 16 MiB long.
    pub shared_window: u32,
    /// `nv.window_bases`: base of the local window, 16 MiB long.
    pub local_window: u32,
    /// `amd.first_operand`: true when the value in memory is src0.
    pub amd_memory_first: bool,
    /// `amd.gws_*`, `amd.ordered_*`, `amd.append_m0`, `amd.gs_reg_high`
    pub sync: SyncRules,
    /// `amd.buffer_offset_carry`: true when sums of offsets are wider than 32 bits.
    pub amd_buffer_carry: bool,
    /// `amd.buffer_raw_stride`: true when the stride of raw buffers counts.
    pub amd_buffer_raw_stride: bool,
    /// `amd.image_dim`: true when coordinates that DIM does not have are 0.
    pub amd_image_dim_zero: bool,
    /// `amd.format_rounding`: true when floats are cut.
    pub amd_format_toward_zero: bool,
    /// `amd.format_integers`: true when integers are cut.
    pub amd_format_cut: bool,
    /// `amd.inf_minus_inf`: the NaN rule of AMD's float adds.
    pub amd_invalid: NanRule,
    /// `amd.minmax_snan`
    pub amd_minmax_snan: SnanRule,
    /// `amd.minmax_order`: true when -0 and +0 are equal.
    pub amd_zeros_equal: bool,
    /// `amd.two_quiet_nans`
    pub amd_two_quiet_nans: QuietNans,
    /// `amd.cas_fail_flush`: true when a failing float compare flushes memory.
    pub amd_cas_fail_flush: bool,
    /// `amd.lds_output_tininess`: how LDS flushes a sum where MODE asks for it.
    pub amd_lds_output: Flush,
    /// `amd.memory_add_output`: what memory does to a subnormal sum.
    pub amd_memory_output: Flush,
    /// `amd.flat_lds`
    pub amd_flat_lds: FlatLds,
    /// `amd.dot2`
    pub amd_dot2: DotSums,
    /// `intel.minmax_zero`
    pub intel_zero: crate::float::ZeroOrder,
    /// `intel.denormals`
    pub intel_flush: Flush,
}

impl Assumptions {
    /// The documented defaults.
    pub const DEFAULT: Assumptions = Assumptions {
        l2_nan: NanRule::AllOnes,
        l2_f64_nan: NanRule::QuietNegative,
        ftz_output: Flush::Zero,
        f16x2_both_nan: BothNan::Policy,
        sm52_f16x2: Flush::Zero,
        high_address: HighAddress::OutOfRange,
        invalid_texture: InvalidTexture::Drop,
        layer_clamp: LayerClamp::AsCoordinate,
        sd32_other: OtherSign::Unsigned,
        ba_clamp: ClampUnit::Bytes,
        red64_as_atom: false,
        f2i64_nan: 1 << 63,
        f64_nan: NanRule::QuietNegative,
        shared_window: 0x0100_0000,
        local_window: 0x0200_0000,
        amd_memory_first: true,
        sync: SyncRules::DEFAULT,
        amd_buffer_carry: true,
        amd_buffer_raw_stride: true,
        amd_image_dim_zero: true,
        amd_format_toward_zero: false,
        amd_format_cut: false,
        amd_invalid: NanRule::FirstQuieted,
        amd_minmax_snan: SnanRule::FirstQuieted,
        amd_zeros_equal: false,
        amd_two_quiet_nans: QuietNans::Memory,
        amd_cas_fail_flush: false,
        amd_lds_output: Flush::Zero,
        amd_memory_output: Flush::Keep,
        amd_flat_lds: FlatLds::AsMemory,
        amd_dot2: DotSums::Grid,
        intel_zero: crate::float::ZeroOrder::EqualFirst,
        intel_flush: Flush::Keep,
    };

    /// Makes a choice by name; false when the assumption or the value is not known, or nothing can be switched.
    pub fn set(&mut self, id: &str, value: &str) -> bool {
        use crate::float::ZeroOrder;
        fn nan(value: &str) -> Option<NanRule> {
            Some(match value {
                "all-ones" => NanRule::AllOnes,
                "quiet" => NanRule::QuietPositive,
                "quiet-negative" => NanRule::QuietNegative,
                "first-quieted" => NanRule::FirstQuieted,
                "unspecified" => NanRule::Unspecified,
                _ => return None,
            })
        }
        fn put<T>(place: &mut T, value: Option<T>) -> bool {
            value.map(|v| *place = v).is_some()
        }
        let pick = |names: &[&str]| names.iter().position(|n| *n == value);
        match id {
            "nv.l2_nan" => put(&mut self.l2_nan, nan(value)),
            "nv.l2_f64_nan" => put(&mut self.l2_f64_nan, nan(value)),
            "nv.f64_nan" if value != "unspecified" => put(&mut self.f64_nan, nan(value)),
            "nv.ftz_tininess" => put(
                &mut self.ftz_output,
                pick(&["after", "before"]).map(|i| [Flush::Zero, Flush::ZeroBeforeRounding][i]),
            ),
            "nv.f16x2_minmax_nan" => put(
                &mut self.f16x2_both_nan,
                pick(&["number", "first", "second", "unspecified"])
                    .map(|i| [BothNan::Policy, BothNan::First, BothNan::Second, BothNan::Unspecified][i]),
            ),
            "nv.sm52_f16x2_flush" => {
                put(&mut self.sm52_f16x2, pick(&["flush", "keep"]).map(|i| [Flush::Zero, Flush::Keep][i]))
            }
            "nv.e_address_high" => put(
                &mut self.high_address,
                pick(&["out-of-range", "ignore"]).map(|i| [HighAddress::OutOfRange, HighAddress::Ignore][i]),
            ),
            "nv.invalid_texture" => put(
                &mut self.invalid_texture,
                pick(&["drop", "trap"]).map(|i| [InvalidTexture::Drop, InvalidTexture::Trap][i]),
            ),
            "nv.layer_clamp" => put(
                &mut self.layer_clamp,
                pick(&["as-coordinate", "clamp", "drop"])
                    .map(|i| [LayerClamp::AsCoordinate, LayerClamp::Clamp, LayerClamp::Drop][i]),
            ),
            "nv.sd32_sign" => put(
                &mut self.sd32_other,
                pick(&["unsigned", "signed", "unspecified"])
                    .map(|i| [OtherSign::Unsigned, OtherSign::Signed, OtherSign::Unspecified][i]),
            ),
            "nv.ba_clamp_unit" => {
                put(&mut self.ba_clamp, pick(&["bytes", "samples"]).map(|i| [ClampUnit::Bytes, ClampUnit::Samples][i]))
            }
            "nv.red64" => put(&mut self.red64_as_atom, pick(&["illegal", "as-atom"]).map(|i| i == 1)),
            "nv.f2i_nan" => put(
                &mut self.f2i64_nan,
                match value {
                    "zero" => Some(0),
                    "indefinite" => Some(1 << 63),
                    _ => None,
                },
            ),
            "amd.first_operand" => put(&mut self.amd_memory_first, pick(&["memory", "data"]).map(|i| i == 0)),
            "amd.buffer_offset_carry" => put(&mut self.amd_buffer_carry, pick(&["keep", "wrap"]).map(|i| i == 0)),
            "amd.buffer_raw_stride" => {
                put(&mut self.amd_buffer_raw_stride, pick(&["counts", "ignored"]).map(|i| i == 0))
            }
            "amd.image_dim" => put(&mut self.amd_image_dim_zero, pick(&["zero", "not-modelled"]).map(|i| i == 0)),
            "amd.format_rounding" => {
                put(&mut self.amd_format_toward_zero, pick(&["nearest-even", "toward-zero"]).map(|i| i == 1))
            }
            "amd.format_integers" => put(&mut self.amd_format_cut, pick(&["clamp", "cut"]).map(|i| i == 1)),
            "amd.inf_minus_inf" => put(
                &mut self.amd_invalid,
                pick(&["negative", "positive"]).map(|i| [NanRule::FirstQuieted, NanRule::FirstQuietedPositive][i]),
            ),
            "amd.minmax_snan" => put(
                &mut self.amd_minmax_snan,
                pick(&["quieted", "unmodified"]).map(|i| [SnanRule::FirstQuieted, SnanRule::WinsUnchanged][i]),
            ),
            "amd.minmax_order" => put(&mut self.amd_zeros_equal, pick(&["signed-zero", "equal-zeros"]).map(|i| i == 1)),
            "amd.two_quiet_nans" => put(
                &mut self.amd_two_quiet_nans,
                pick(&["memory", "data", "unspecified"])
                    .map(|i| [QuietNans::Memory, QuietNans::Data, QuietNans::Unspecified][i]),
            ),
            "amd.cas_fail_flush" => put(&mut self.amd_cas_fail_flush, pick(&["keep", "flush"]).map(|i| i == 1)),
            "amd.lds_output_tininess" => put(
                &mut self.amd_lds_output,
                pick(&["after", "before"]).map(|i| [Flush::Zero, Flush::ZeroBeforeRounding][i]),
            ),
            "amd.memory_add_output" => {
                put(&mut self.amd_memory_output, pick(&["keep", "flush"]).map(|i| [Flush::Keep, Flush::Zero][i]))
            }
            "amd.flat_lds" => put(
                &mut self.amd_flat_lds,
                pick(&["as-memory", "as-lds", "never"]).map(|i| [FlatLds::AsMemory, FlatLds::AsLds, FlatLds::Never][i]),
            ),
            "amd.dot2" => put(&mut self.amd_dot2, pick(&["grid", "steps"]).map(|i| [DotSums::Grid, DotSums::Steps][i])),
            "intel.minmax_zero" => put(
                &mut self.intel_zero,
                pick(&["keep-old", "ordered", "unspecified"])
                    .map(|i| [ZeroOrder::EqualFirst, ZeroOrder::Signed, ZeroOrder::Unspecified][i]),
            ),
            "intel.denormals" => {
                put(&mut self.intel_flush, pick(&["keep", "flush"]).map(|i| [Flush::Keep, Flush::Zero][i]))
            }
            _ => self.sync.set(id, value),
        }
    }
}

impl Default for Assumptions {
    fn default() -> Self {
        Assumptions::DEFAULT
    }
}
