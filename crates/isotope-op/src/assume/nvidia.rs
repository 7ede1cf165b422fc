//! Assumptions about NVIDIA's SPA 5.0: the entries, and types for their values.

use super::{BranchOrder, LaneOrder};
use crate::float::{BothNan, Flush, NanRule};

/// The result of a sign modifier in a conversion of the smallest number; [`NV_CONVERT_SIGN`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ConvertSign {
    /// The same number.
    Wrap,
    /// Its magnitude.
    Exact,
}

/// Addresses of the windows in the generic address space, 16 MiB each; [`NV_WINDOW_BASES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct WindowBases {
    /// The first address of the shared window.
    pub shared: u32,
    /// The first address of the local window.
    pub local: u32,
}

assumptions! {
    NV_L2_NAN: NanRule = "nv.l2_nan" {
        statement: "Which NaN the L2 atomic unit writes when a float add gives a NaN.",
        values: &[
            ("all-ones", NanRule::AllOnes),
            ("quiet", NanRule::QuietPositive),
            ("first-quieted", NanRule::FirstQuieted),
            ("unspecified", NanRule::Unspecified),
        ],
        source: "an H100 (results-h100.md of hw/nvidia) agrees on 20 million vectors of f32 and f16x2, and with no other \
                 definite reading; it is newer than SPA 5.0. PTX documents 0x7fffffff for f32 arithmetic of the SM",
        grade: Hardware,
        used_in: "ATOM*.ADD.F32, ATOM*.F16x2, RED*.ADD.F32, RED*.F16x2, SUATOM*.ADD.F32, SURED*.ADD.F32, SURED*.F16x2",
    }
    NV_L2_F64_NAN: NanRule = "nv.l2_f64_nan" {
        statement: "Which NaN the L2 atomic unit writes when an f64 add gives a NaN.",
        values: &[
            ("data-unchanged", NanRule::SecondUnchanged),
            ("quiet-negative", NanRule::QuietNegative),
            ("all-ones", NanRule::AllOnes),
            ("quiet", NanRule::QuietPositive),
            ("first-quieted", NanRule::FirstQuieted),
            ("unspecified", NanRule::Unspecified),
        ],
        source: "an H100 (results-h100.md of hw/nvidia) agrees on 10 million vectors, and with no other reading: the NaN of \
                 the register, else that of memory, as it is; 0xfff8000000000000 for infinities of both signs",
        grade: Hardware,
        used_in: "ATOM*.ADD.F64, RED*.ADD.F64",
    }
    NV_FTZ_TININESS: Flush = "nv.ftz_tininess" {
        statement: "Whether `.FTZ` judges a result subnormal after or before rounding. Atomic adds cannot tell: a sum \
                    below the smallest normal is exact.",
        values: &[("after", Flush::Zero), ("before", Flush::ZeroBeforeRounding)],
        source: "an H100 (tests/data/nvidia/h100.txt) gives results that `before` does not; it is newer than SPA 5.0. PTX \
                 says subnormal results are flushed, without the order",
        grade: Hardware,
        used_in: "FMUL*.FTZ, FMUL32I*.FTZ, FFMA*.FTZ, FFMA32I*.FTZ, F2F*.FTZ, HMUL2*.FTZ, HFMA2*.FTZ",
    }
    NV_F16X2_MINMAX_NAN: BothNan = "nv.f16x2_minmax_nan" {
        statement: "What .MIN and .MAX .F16x2 write when one half is a NaN (the other operand) and when both are (the \
                    NaN of nv.l2_nan).",
        values: &[
            ("number", BothNan::Policy),
            ("first", BothNan::First),
            ("second", BothNan::Second),
            ("unspecified", BothNan::Unspecified),
        ],
        source: "an H100 (results-h100.md of hw/nvidia) agrees on 20 million vectors of .v2.f16, and with no other definite \
                 reading; it is newer than SPA 5.0. The extension NV_shader_atomic_fp16_vector gives no rule",
        grade: Hardware,
        used_in: "ATOM*.MIN.F16x2, ATOM*.MAX.F16x2, RED*.MIN.F16x2, RED*.MAX.F16x2, SURED*.MIN.F16x2, SURED*.MAX.F16x2",
    }
    NV_SM52_F16X2_FLUSH: Flush = "nv.sm52_f16x2_flush" {
        statement: "Whether .F16x2.FTZ.RN of sm_52 flushes subnormal halves, in and out.",
        values: &[("flush", Flush::Zero), ("keep", Flush::Keep)],
        source: "the modifier .FTZ as NVIDIA's ATOM page and nvdisasm 11.8, 12.4 and 12.8 spell it",
        used_in: "ATOM*.F16x2.FTZ (sm_52), RED*.F16x2.FTZ (sm_52), SURED*.F16x2.FTZ (sm_52)",
    }
    NV_E_ADDRESS_HIGH: enum HighAddress = "nv.e_address_high" {
        statement: "What a .E address with a non-zero bit 63..40 does.",
        variants: {
            /// The access is out of range.
            OutOfRange = "out-of-range",
            /// Bits 63..40 are dropped.
            Ignore = "ignore",
        },
        source: "NVIDIA's ATOM page: addresses are 40 bits wide and an address outside allocated memory is an error",
        used_in: "ATOM.E, RED.E, LDG.E, STG.E",
        asked_when_running: true,
    }
    NV_SAFEADD = "nv.safeadd" {
        statement: "What .SAFEADD writes.",
        always: "unspecified",
        source: "NVIDIA's ATOM page says only: increment put pointer in a circular queue",
        used_in: "ATOM.SAFEADD.U64",
    }
    NV_INVALID_TEXTURE: enum InvalidTexture = "nv.invalid_texture" {
        statement: "What a surface instruction does when its header index lies above the pool's maximum.",
        variants: {
            /// The update is dropped silently.
            Drop = "drop",
            /// The access traps.
            Trap = "trap",
        },
        source: "NVIDIA's SURED page calls it an invalid texture and drops updates to disabled surfaces",
        used_in: "SURED, SUATOM, SULD, SUST",
        asked_when_running: true,
    }
    NV_LAYER_CLAMP: enum LayerClamp = "nv.layer_clamp" {
        statement: "What happens to an array layer index beyond the last layer.",
        variants: {
            /// By the instruction's `.clamp`, like a coordinate.
            AsCoordinate = "as-coordinate",
            /// To the last layer, always.
            Clamp = "clamp",
            /// The access is dropped, always.
            Drop = "drop",
        },
        source: "an H100 (programs-h100.md of hw/nvidia) takes 16 bits of it, clamps it and drops the access as it \
                 does with coordinates; it is newer than SPA 5.0. NVIDIA's SURED page reads the index as U16 and gives .clamp \
                 for out of bounds addresses",
        grade: Hardware,
        used_in: "SURED*.*D_ARRAY, SUATOM*.*D_ARRAY, SULD*.*D_ARRAY, SUST*.*D_ARRAY",
        asked_when_running: true,
    }
    NV_SD32_SIGN: enum OtherSign = "nv.sd32_sign" {
        statement: "Whether .MIN/.MAX.SD32 compare signed when the surface's data type is neither SINT nor UINT.",
        variants: {
            /// Unsigned.
            Unsigned = "unsigned",
            /// Signed.
            Signed = "signed",
            /// The result is unspecified.
            Unspecified = "unspecified",
        },
        source: "an H100 (programs-h100.md of hw/nvidia) compares unsigned on a surface of floats; it is newer than \
                 SPA 5.0. SINT and UINT it compares as their names say",
        grade: Hardware,
        used_in: "SURED*.SD32, SUATOM*.SD32, SURED*.SD64, SUATOM*.SD64",
        asked_when_running: true,
    }
    NV_TEXTURE_TIE: enum TextureTie = "nv.texture_tie" {
        statement: "How a linear filter rounds a coordinate midway between two of its 256 steps from texel to texel.",
        variants: {
            /// Up.
            Up = "up",
            /// To the even step.
            Even = "even",
            /// Down.
            Down = "down",
        },
        source: "CUDA C++ Programming Guide: the fraction has 8 bits and is rounded to the nearest (its example of \
                 `tex2Dgather`); a tie is not spoken of",
        used_in: "TEX, TEXS, TLD4, TLD4S, TXD",
        asked_when_running: true,
    }
    NV_TEXTURE_SUM: enum TextureSum = "nv.texture_sum" {
        statement: "How a linear filter rounds its weighted sum: once, from double precision, or to f32 after each product and \
                    sum, along x, y and z. A texel of weight 0 takes no part.",
        variants: {
            /// Once, from double precision.
            Once = "once",
            /// After each product and each sum.
            Each = "each",
        },
        source: "CUDA C++ Programming Guide gives the weights and the formula without a rounding",
        used_in: "TEX, TEXS, TXD",
        asked_when_running: true,
    }
    NV_TEXTURE_BOUNDS: enum TextureBounds = "nv.texture_bounds" {
        statement: "What a fetch by integer coordinates outside the texture gives.",
        variants: {
            /// Zeros.
            Zero = "zero",
            /// The texel at the edge.
            Clamp = "clamp",
        },
        source: "CUDA C++ Programming Guide: address modes do not count for linear memory; what counts is not said. Surfaces read \
                 zeros outside",
        used_in: "TLD, TLDS",
        asked_when_running: true,
    }
    NV_BA_CLAMP_UNIT: enum ClampUnit = "nv.ba_clamp_unit" {
        statement: "Whether .BA coordinates are clamped in bytes or in samples.",
        variants: {
            /// Bytes.
            Bytes = "bytes",
            /// Samples.
            Samples = "samples",
        },
        source: "an H100 (programs-h100.md of hw/nvidia) clamps two bytes behind a row of words to its last two; it \
                 is newer than SPA 5.0. NVIDIA's SURED page: with .BA the x-coordinate is in bytes",
        grade: Hardware,
        used_in: "SURED.D.BA with .NEAR, SUATOM.D.BA with .NEAR, SULD.D.BA with .NEAR, SUST.D.BA with .NEAR",
        asked_when_running: true,
    }
    NV_RED64: bool = "nv.red64" {
        statement: "Whether RED performs 64-bit MIN, MAX, AND, OR, XOR.",
        values: &[("as-atom", true), ("illegal", false)],
        source: "as-atom: ptxas 12.9.86 emits them for sm_50 to sm_61 and the encoding has them; NVIDIA's ATOM page gives ATOM \
                 these sizes and does not mention RED. illegal: ptxas 11.8.89, 12.4.131 and 12.8.61 emit ATOM with RZ instead",
        grade: Oracle,
        used_in: "RED*.U64 (other than .ADD), RED*.S64 (other than .ADD)",
    }
    NV_CHECK_ORDER = "nv.check_order" {
        statement: "Which error an access reports when several apply.",
        always: "space, alignment, range",
        source: "order of the sentences in NVIDIA's ATOM page; no document ranks them",
        used_in: "a fault",
    }
    NV_WINDOW_BASES: WindowBases = "nv.window_bases" {
        statement: "Where the shared and local windows lie in the generic address space.",
        values: &[
            ("low", WindowBases { shared: 0x0100_0000, local: 0x0200_0000 }),
            ("high", WindowBases { shared: 0xfe00_0000, local: 0xff00_0000 }),
        ],
        source: "constant bank 0 words 0 and 4 hold the bases; the driver chooses them. low: shared at 0x01000000, local at \
                 0x02000000; high: at 0xfe000000 and 0xff000000; 16 MiB each",
        used_in: "ATOM (generic addresses), RED (generic addresses), LD, ST",
        asked_when_running: true,
    }
    NV_MUFU = "nv.mufu" {
        statement: "MUFU.RCP, RSQ and SQRT are correctly rounded.",
        always: "correctly-rounded",
        source: "PTX gives error bounds (about 1 ulp), not bits",
        used_in: "MUFU",
    }
    NV_F2I_NAN: u64 = "nv.f2i_nan" {
        statement: "What F2I gives for a NaN where source or result has 64 bits (elsewhere it gives 0): `indefinite` is the \
                    highest bit of the result alone.",
        values: &[("indefinite", 1 << 63), ("zero", 0)],
        source: "PTX ISA 9.0, cvt; an H100 agrees (tests/data/nvidia/h100.txt)",
        grade: Hardware,
        used_in: "F2I",
    }
    NV_F64_NAN: NanRule = "nv.f64_nan" {
        statement: "Which NaN DADD, DMUL and DFMA give.",
        values: &[
            ("second-quieted", NanRule::SecondQuieted),
            ("first-quieted", NanRule::FirstQuieted),
            ("quiet-negative", NanRule::QuietNegative),
            ("all-ones", NanRule::AllOnes),
            ("quiet", NanRule::QuietPositive),
        ],
        source: "an H100 agrees, and with no other reading (tests/data/nvidia/h100.txt): the NaN of the second operand, else of \
                 the third, else of the first, made quiet; 0xfff8000000000000 for invalid operations. It is newer than SPA 5.0",
        grade: Hardware,
        used_in: "DADD, DMUL, DFMA, DMNMX, F2F*.F64",
    }
    NV_SURFACE_ORDER = "nv.surface_order" {
        statement: "In which order a lane checks a surface access.",
        always: "handle, header, disabled surface, alignment of x, then x, y, z and layer",
        source: "no document gives an order",
        used_in: "SURED, SUATOM, SULD, SUST",
    }
    NV_SURFACE_TYPE = "nv.surface_type" {
        statement: "What a surface is whose TEXTURE_TYPE does not fit the instruction's dimension.",
        always: "an invalid texture",
        source: "the class header names the types, nothing says what a mismatch does",
        used_in: "SURED, SUATOM, SULD, SUST",
    }
    NV_SURFACE_DISABLED = "nv.surface_disabled" {
        statement: "Which surfaces are disabled.",
        always: "those whose view has no mip level (first above last), and an all-zero header",
        source: "the null descriptor of Mesa",
        used_in: "SURED, SUATOM, SULD, SUST",
    }
    NV_SURFACE_LEVEL = "nv.surface_level" {
        statement: "Which mip level an access goes to.",
        always: "the first of the view",
        source: "the instruction has no level operand",
        used_in: "SURED, SUATOM, SULD, SUST",
    }
    NV_SURFACE_SHRINK = "nv.surface_shrink" {
        statement: "How blocks of small surfaces are arranged.",
        always: "a block is halved while it is at least twice as large as the surface, at every level",
        source: "texture units do so for small levels (public emulators)",
        used_in: "SURED (block-linear surfaces), SUATOM (block-linear surfaces), SULD (block-linear surfaces), SUST (block-linear surfaces)",
    }
    NV_SURFACE_LAYER_STRIDE = "nv.surface_layer_stride" {
        statement: "How far apart layers lie.",
        always: "one full mip chain, with several levels rounded up to a block of 512 << height bytes",
        source: "public emulators",
        used_in: "SURED*.*D_ARRAY, SUATOM*.*D_ARRAY, SULD*.*D_ARRAY, SUST*.*D_ARRAY",
    }
    NV_SURFACE_SMALL = "nv.surface_small" {
        statement: "What .NEAR does where not even one access fits into a row.",
        always: "drops the access",
        source: "an H100 (programs-h100.md of hw/nvidia) loads zeros; it is newer than SPA 5.0. There is no nearest place",
        grade: Hardware,
        used_in: "SURED, SUATOM, SULD, SUST",
    }
    NV_LANE_ORDER: LaneOrder = "nv.lane_order" {
        statement: "In which order memory serves the lanes of one atomic. It decides what each lane gets back where they meet. \
                    `drawn`: anew for every instruction, from the seed of the launch.",
        values: LaneOrder::VALUES,
        source: "NVIDIA's ATOM page: each update is atomic; it gives no order of lanes. An H100 served atomics in ascending order in each of 9,000 launches",
        used_in: "ATOM, ATOMS, RED, SURED, SUATOM",
        asked_when_running: true,
    }
    NV_STORE_ORDER: LaneOrder = "nv.store_order" {
        statement: "In which order memory serves the lanes of one plain store. It decides what is left where they meet. `drawn`: anew \
                    for every instruction, from the seed of the launch.",
        values: LaneOrder::VALUES,
        source: "PTX: which value is left is not specified. On an H100 the lowest lane's value stayed in each of 1,000 launches, for \
                 st.global and st.shared, as `descending` has it",
        used_in: "SUST, ST, STG, STS, STL",
        asked_when_running: true,
    }
    NV_BRANCH_ORDER: BranchOrder = "nv.branch_order" {
        statement: "Which side of a branch that splits a wave runs first. It decides what lanes find in memory that both sides \
                    use, and whether a loop ends in which one side waits for the other. An indirect branch goes where its \
                    lowest lane goes under `fall-through`, where its highest goes under `taken`. `drawn`: anew for every \
                    branch, from the seed of the launch.",
        values: &[
            ("fall-through", BranchOrder::FallThrough),
            ("taken", BranchOrder::Taken),
            ("drawn", BranchOrder::Drawn),
        ],
        source: "no document says; kernels may depend on it",
        used_in: "BRA, BRX",
        asked_when_running: true,
    }
    NV_BARRIER_PARTIAL = "nv.barrier_partial" {
        statement: "How a wave counts at a barrier when only some of its lanes execute it.",
        always: "as a whole, once",
        source: "PTX manual: barriers count warps",
        used_in: "BAR",
    }
    NV_LEA_WINDOW = "nv.lea_window" {
        statement: "What the predicate of LEA.HI.X tells.",
        always: "that the 64-bit sum is in neither the shared nor the private window, where bits 31:24 of Ra and the high word of the sum decide",
        source: "the code that ptxas 11.8, 12.4 and 12.9 make for generic atomics, and for generic accesses at a constant offset from a pointer",
        grade: Oracle,
        used_in: "LEA.HI.X (with a predicate)",
    }
    NV_IMNMX_CHAIN = "nv.imnmx_chain" {
        statement: "How IMNMX.XHI and .XMED hand a comparison on in the condition code.",
        always: "zero flag: equal so far; carry flag: a not below b",
        source: "only IMNMX.XMED and .XLO read it",
        used_in: "IMNMX*.XHI, IMNMX*.XMED, IMNMX*.XLO",
    }
    NV_FCHK = "nv.fchk" {
        statement: "When FCHK.DIVIDE asks for the slow path of a division.",
        always: "always",
        source: "both paths give the correctly rounded quotient",
        used_in: "FCHK",
    }
    NV_RRO = "nv.rro" {
        statement: "What RRO hands to the multifunction unit.",
        always: "the argument itself",
        source: "its format is internal to the unit",
        used_in: "RRO, MUFU",
    }
    NV_P2R_CC = "nv.p2r_cc" {
        statement: "In which order P2R and R2P see the flags of the condition code.",
        always: "zero, sign, carry, overflow from bit 0",
        source: "ptxas 11.8, 12.4, 12.8 and 12.9 only save and restore them",
        used_in: "P2R with CC, R2P with CC",
    }
    NV_X_ZERO = "nv.x_zero" {
        statement: "Whether .X.CC sums and .X logic accumulate the zero flag over the words of a value.",
        always: "they do",
        source: "comparisons for equality of 64 and 128 bits by ptxas 11.8, 12.4, 12.8 and 12.9 need it of LOP.X, and by ptxas 12.4 of LOP3.X; sums by analogy",
        grade: Oracle,
        used_in: "IADD*.X with .CC, LOP*.X with .CC, LOP3*.X with .CC",
    }
    NV_CC_LOGIC = "nv.cc_logic" {
        statement: "Which carry and overflow flags a comparison, a logic operation or a conversion with .CC leaves behind.",
        always: "both clear",
        source: "ptxas 11.8, 12.4, 12.8 and 12.9 ask for the zero flag of such a result only",
        used_in: "ISET* with .CC, FSET* with .CC, DSET* with .CC, PSET* with .CC, CSET* with .CC, LOP* with .CC, I2I* with .CC",
    }
    NV_CONVERT_SIGN: ConvertSign = "nv.convert_sign" {
        statement: "What |x| and -x in a conversion without .SAT make of the smallest signed number. It decides `(float)abs(x)` and \
                    `(float)(unsigned)abs(x)` of INT_MIN, both of which ptxas makes `I2F.F32.S32 |R|`: it is right about one \
                    of them.",
        values: &[("wrap", ConvertSign::Wrap), ("exact", ConvertSign::Exact)],
        source: "wrap: that number again, as ptxas 11.8, 12.4 and 12.9 need it for neg.s16 before I2I and I2F, and as the translator of \
                 a public emulator singles it out (yuzu, I2F); exact: its magnitude, which fits an unsigned number. That ptxas also \
                 moves neg.s32 into a .SAT form, which has another result, weakens what its neg.s16 shows",
        used_in: "I2F with |, I2F with -R, I2F with -c, I2I with | (not .SAT), I2I with -R (not .SAT), I2I with -c (not .SAT)",
    }
    NV_CONVERT_SAT: ConvertSign = "nv.convert_sat" {
        statement: "What |x| and -x in a conversion with .SAT make of the smallest signed number before it is clamped. \
                    `I2I.S32.S32.SAT R, -R` is settled: the exact negation is clamped, to 0x7fffffff.",
        values: &[("exact", ConvertSign::Exact), ("wrap", ConvertSign::Wrap)],
        source: "exact: its magnitude. ptxas 11.8, 12.4 and 12.9 make `I2I.S32.S32.SAT R, -R` of `sub.sat.s32` from zero, which PTX clamps, \
                 and NVRTC 11.8 and 12.9 of __vnegss2; other widths, unsigned results and |x| are taken to be alike. wrap: that number again, \
                 which neg.s16, neg.s32 and abs.s32 before a saturating cvt would need: ptxas 11.8, 12.4 and 12.9 move them into these \
                 forms, but neg.s32 before add.sat.s32 too, into the form that is settled otherwise. 64-bit operands have no I2I: ptxas \
                 clamps them with comparisons",
        used_in: "I2I*.SAT with |, I2I*.SAT with -R, I2I*.SAT with -c",
    }
    NV_SHFL_INACTIVE: enum InactiveLane = "nv.shfl_inactive" {
        statement: "What a shuffle reads of a lane that does not execute it: one that waits elsewhere, has ended, is guarded off or \
                    was never there. `register`: its register as it stands.",
        variants: {
            /// Zero.
            Zero = "zero",
            /// The current register of that lane.
            Register = "register",
        },
        source: "PTX, shfl: undefined. An H100 (programs-h100.md of hw/nvidia) reads zero in all four cases, whatever the \
                 register holds; it is newer than SPA 5.0. NVIDIA's sample `reduction` counts on zero",
        grade: Hardware,
        used_in: "SHFL",
    }
    NV_I2I_BYTE: bool = "nv.i2i_byte" {
        statement: "The bits above bit 15 where I2I makes a signed half of a signed byte.",
        values: &[("zero", false), ("sign", true)],
        source: "ptxas 11.8, 12.4, 12.8 and 12.9 make it of cvt.s16.s8, take the result for an unsigned half where one is needed, and write BFE where a signed one is",
        grade: Oracle,
        used_in: "I2I*.S16.S8",
    }
    NV_IADD3_CARRY: bool = "nv.iadd3_carry" {
        statement: "How much a three-operand sum hands on to IADD3.X.",
        values: &[("two", false), ("one", true)],
        source: "two: the carry of the sum, 0, 1 or 2, and one for each negated operand, as chains of 64-bit sums by ptxas 11.8, 12.4 \
                 and 12.9 need it; one: a single bit, as other instructions set it",
        grade: Oracle,
        used_in: "IADD3*.X, IADD3* with .CC",
    }
    NV_WAVE_IDS = "nv.wave_ids" {
        statement: "What a lane reads as the number of its SM and of its warp.",
        always: "SM 0; warps are numbered within their group",
        source: "PTX manual: any numbering is allowed and may change",
        used_in: "S2R with SR_VIRTID, S2R with SR_VIRTCFG",
    }
    NV_HALF_FLOAT = "nv.half_float" {
        statement: "What HADD2, HMUL2, HFMA2, HSET2 and HSETP2 make of an f32 operand (a constant of a bank, or a register with .F32) that \
                    is no binary16 number.",
        always: "it is rounded toward zero first",
        source: "ptxas 11.8, 12.4 and 12.9 for sm_60 write HADD2.SAT with .F32 and -0 for cvt.rz.sat.f16.f32, and no other that would tell",
        grade: Oracle,
        used_in: "HADD2*.F32, HMUL2*.F32, HFMA2*.F32, HADD2 with a constant, HMUL2 with a constant, HFMA2 with a constant",
    }
    NV_DEVICE_RUNTIME = "nv.device_runtime" {
        statement: "What functions of CUDA's device runtime do where its guide says nothing.",
        always: "vprintf prints at the call, lane by lane, and loses nothing (the guide's buffer overwrites its oldest text after 1 MiB); \
                  a string at 0 is (null); conversions that the guide has not are unspecified, and beyond 32 arguments they are printed as they \
                  stand; malloc hands out the first part of the heap that fits, and what it holds is left there; the constants of a file lie \
                  in generic memory, too, where a store to them is not seen",
        source: "CUDA C++ Programming Guide, formatted output and dynamic global memory: order and place are the driver's. An H100 with \
                 CUDA 13.0 prints so, counts no argument of %hh, %.* and %z, reads past the arguments for a 33rd, where the guide has it \
                 printed as it stands, keeps a part of the heap for itself, and ends the launch where a block is given back twice",
        used_in: "vprintf (a function that the kernel calls), malloc (a function that the kernel calls)",
    }
    NV_REGISTER_GRANULARITY = "nv.register_granularity" {
        statement: "From which register on an access is above the kernel's allocation.",
        always: "the kernel's register count rounded up to a multiple of 8",
        source: "registers are handed out eight at a time",
        used_in: "the launch",
    }
}
