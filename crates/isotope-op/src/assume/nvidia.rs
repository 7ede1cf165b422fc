//! What is open about NVIDIA's SPA 5.0: the entries, and the choices as values.

use super::{Assumption, Grade};

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

/// What a sign in a conversion makes of the smallest number; `nv.convert_sign`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum ConvertSign {
    /// That number again.
    #[default]
    Wrap,
    /// Its magnitude.
    Exact,
}

/// What a shuffle reads of a lane that does not execute it; `nv.shfl_inactive`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum InactiveLane {
    /// Zero.
    #[default]
    Zero,
    /// The register of that lane as it stands.
    Register,
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

/// How a coordinate midway between two steps of a linear filter is rounded; `nv.texture_tie`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum TextureTie {
    /// Up.
    #[default]
    Up,
    /// To the even step.
    Even,
    /// Down.
    Down,
}

/// How the weighted sum of a linear filter is rounded; `nv.texture_sum`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum TextureSum {
    /// Once, from double precision.
    #[default]
    Once,
    /// After each product and each sum.
    Each,
}

/// What a fetch of a texel outside the texture gives; `nv.texture_bounds`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum TextureBounds {
    /// Zeros.
    #[default]
    Zero,
    /// The texel at the edge.
    Clamp,
}

pub(super) const ALL: &[Assumption] = &[
    Assumption {
        id: "nv.l2_nan",
        statement: "Which NaN the L2 atomic unit writes when a float add gives a NaN.",
        default: "all-ones",
        alternatives: &["quiet", "first-quieted", "unspecified"],
        source: "an H100 (results-h100.md of hw/nvidia) agrees on 20 million vectors of f32 and f16x2, and with no other \
                 definite reading; it is newer than SPA 5.0. PTX documents 0x7fffffff for f32 arithmetic of the SM",
        grade: Grade::Hardware,
        used_in: "ATOM*.ADD.F32, ATOM*.F16x2, RED*.ADD.F32, RED*.F16x2, SUATOM*.ADD.F32, SURED*.ADD.F32, SURED*.F16x2",
    },
    Assumption {
        id: "nv.l2_f64_nan",
        statement: "Which NaN the L2 atomic unit writes when an f64 add gives a NaN.",
        default: "data-unchanged",
        alternatives: &["quiet-negative", "all-ones", "quiet", "first-quieted", "unspecified"],
        source: "an H100 (results-h100.md of hw/nvidia) agrees on 10 million vectors, and with no other reading: the NaN of \
                 the register, else that of memory, as it is; 0xfff8000000000000 for infinities of both signs",
        grade: Grade::Hardware,
        used_in: "ATOM*.ADD.F64, RED*.ADD.F64",
    },
    Assumption {
        id: "nv.ftz_tininess",
        statement: "Whether `.FTZ` judges a result subnormal after or before rounding. Atomic adds cannot tell: a sum \
                    below the smallest normal is exact.",
        default: "after",
        alternatives: &["before"],
        source: "an H100 (tests/data/nvidia/h100.txt) gives results that `before` does not; it is newer than SPA 5.0. PTX \
                 says subnormal results are flushed, without the order",
        grade: Grade::Hardware,
        used_in: "FMUL*.FTZ, FMUL32I*.FTZ, FFMA*.FTZ, FFMA32I*.FTZ, F2F*.FTZ, HMUL2*.FTZ, HFMA2*.FTZ",
    },
    Assumption {
        id: "nv.f16x2_minmax_nan",
        statement: "What .MIN and .MAX .F16x2 write when one half is a NaN (the other operand) and when both are (the \
                    NaN of nv.l2_nan).",
        default: "number",
        alternatives: &["first", "second", "unspecified"],
        source: "an H100 (results-h100.md of hw/nvidia) agrees on 20 million vectors of .v2.f16, and with no other definite \
                 reading; it is newer than SPA 5.0. The extension NV_shader_atomic_fp16_vector gives no rule",
        grade: Grade::Hardware,
        used_in: "ATOM*.MIN.F16x2, ATOM*.MAX.F16x2, RED*.MIN.F16x2, RED*.MAX.F16x2, SURED*.MIN.F16x2, SURED*.MAX.F16x2",
    },
    Assumption {
        id: "nv.sm52_f16x2_flush",
        statement: "Whether .F16x2.FTZ.RN of sm_52 flushes subnormal halves, in and out.",
        default: "flush",
        alternatives: &["keep"],
        source: "the modifier .FTZ as NVIDIA's ATOM page and nvdisasm 11.8, 12.4 and 12.8 spell it",
        grade: Grade::Assumed,
        used_in: "ATOM*.F16x2.FTZ (sm_52), RED*.F16x2.FTZ (sm_52), SURED*.F16x2.FTZ (sm_52)",
    },
    Assumption {
        id: "nv.e_address_high",
        statement: "What a .E address with a non-zero bit 63..40 does.",
        default: "out-of-range",
        alternatives: &["ignore"],
        source: "NVIDIA's ATOM page: addresses are 40 bits wide and an address outside allocated memory is an error",
        grade: Grade::Assumed,
        used_in: "ATOM.E, RED.E, LDG.E, STG.E",
    },
    Assumption {
        id: "nv.safeadd",
        statement: "What .SAFEADD writes.",
        default: "unspecified",
        alternatives: &[],
        source: "NVIDIA's ATOM page says only: increment put pointer in a circular queue",
        grade: Grade::Assumed,
        used_in: "ATOM.SAFEADD.U64",
    },
    Assumption {
        id: "nv.invalid_texture",
        statement: "What a surface instruction does when its header index lies above the pool's maximum.",
        default: "drop",
        alternatives: &["trap"],
        source: "NVIDIA's SURED page calls it an invalid texture and drops updates to disabled surfaces",
        grade: Grade::Assumed,
        used_in: "SURED, SUATOM, SULD, SUST",
    },
    Assumption {
        id: "nv.layer_clamp",
        statement: "What happens to an array layer index beyond the last layer.",
        default: "as-coordinate",
        alternatives: &["clamp", "drop"],
        source: "an H100 (programs-h100.md of hw/nvidia) takes 16 bits of it, clamps it and drops the access as it \
                 does with coordinates; it is newer than SPA 5.0. NVIDIA's SURED page reads the index as U16 and gives .clamp \
                 for out of bounds addresses",
        grade: Grade::Hardware,
        used_in: "SURED*.*D_ARRAY, SUATOM*.*D_ARRAY, SULD*.*D_ARRAY, SUST*.*D_ARRAY",
    },
    Assumption {
        id: "nv.sd32_sign",
        statement: "Whether .MIN/.MAX.SD32 compare signed when the surface's data type is neither SINT nor UINT.",
        default: "unsigned",
        alternatives: &["signed", "unspecified"],
        source: "an H100 (programs-h100.md of hw/nvidia) compares unsigned on a surface of floats; it is newer than \
                 SPA 5.0. SINT and UINT it compares as their names say",
        grade: Grade::Hardware,
        used_in: "SURED*.SD32, SUATOM*.SD32, SURED*.SD64, SUATOM*.SD64",
    },
    Assumption {
        id: "nv.texture_tie",
        statement: "How a linear filter rounds a coordinate midway between two of its 256 steps from texel to texel.",
        default: "up",
        alternatives: &["even", "down"],
        source: "CUDA C++ Programming Guide: the fraction has 8 bits and is rounded to the nearest (its example of \
                 `tex2Dgather`); a tie is not spoken of",
        grade: Grade::Assumed,
        used_in: "TEX, TEXS, TLD4, TLD4S, TXD",
    },
    Assumption {
        id: "nv.texture_sum",
        statement: "How a linear filter rounds its weighted sum: once, from double precision, or to f32 after each product and \
                    sum, along x, y and z. A texel of weight 0 takes no part.",
        default: "once",
        alternatives: &["each"],
        source: "CUDA C++ Programming Guide gives the weights and the formula without a rounding",
        grade: Grade::Assumed,
        used_in: "TEX, TEXS, TXD",
    },
    Assumption {
        id: "nv.texture_bounds",
        statement: "What a fetch by integer coordinates outside the texture gives.",
        default: "zero",
        alternatives: &["clamp"],
        source: "CUDA C++ Programming Guide: address modes do not count for linear memory; what counts is not said. Surfaces read \
                 zeros outside",
        grade: Grade::Assumed,
        used_in: "TLD, TLDS",
    },
    Assumption {
        id: "nv.ba_clamp_unit",
        statement: "Whether .BA coordinates are clamped in bytes or in samples.",
        default: "bytes",
        alternatives: &["samples"],
        source: "an H100 (programs-h100.md of hw/nvidia) clamps two bytes behind a row of words to its last two; it \
                 is newer than SPA 5.0. NVIDIA's SURED page: with .BA the x-coordinate is in bytes",
        grade: Grade::Hardware,
        used_in: "SURED.D.BA with .NEAR, SUATOM.D.BA with .NEAR, SULD.D.BA with .NEAR, SUST.D.BA with .NEAR",
    },
    Assumption {
        id: "nv.red64",
        statement: "Whether RED performs 64-bit MIN, MAX, AND, OR, XOR.",
        default: "as-atom",
        alternatives: &["illegal"],
        source: "as-atom: ptxas 12.9.86 emits them for sm_50 to sm_61 and the encoding has them; NVIDIA's ATOM page gives ATOM \
                 these sizes and does not mention RED. illegal: ptxas 11.8.89, 12.4.131 and 12.8.61 emit ATOM with RZ instead",
        grade: Grade::Oracle,
        used_in: "RED*.U64 (other than .ADD), RED*.S64 (other than .ADD)",
    },
    Assumption {
        id: "nv.check_order",
        statement: "Which error an access reports when several apply.",
        default: "space, alignment, range",
        alternatives: &[],
        source: "order of the sentences in NVIDIA's ATOM page; no document ranks them",
        grade: Grade::Assumed,
        used_in: "a fault",
    },
    Assumption {
        id: "nv.window_bases",
        statement: "Where the shared and local windows lie in the generic address space.",
        default: "low",
        alternatives: &["high"],
        source: "constant bank 0 words 0 and 4 hold the bases; the driver chooses them. low: shared at 0x01000000, local at \
                 0x02000000; high: at 0xfe000000 and 0xff000000; 16 MiB each",
        grade: Grade::Assumed,
        used_in: "ATOM (generic addresses), RED (generic addresses), LD, ST",
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
        statement: "What F2I gives for a NaN where source or result has 64 bits (elsewhere it gives 0): `indefinite` is the \
                    highest bit of the result alone.",
        default: "indefinite",
        alternatives: &["zero"],
        source: "PTX ISA 9.0, cvt; an H100 agrees (tests/data/nvidia/h100.txt)",
        grade: Grade::Hardware,
        used_in: "F2I",
    },
    Assumption {
        id: "nv.f64_nan",
        statement: "Which NaN DADD, DMUL and DFMA give.",
        default: "second-quieted",
        alternatives: &["first-quieted", "quiet-negative", "all-ones", "quiet"],
        source: "an H100 agrees, and with no other reading (tests/data/nvidia/h100.txt): the NaN of the second operand, else of \
                 the third, else of the first, made quiet; 0xfff8000000000000 for invalid operations. It is newer than SPA 5.0",
        grade: Grade::Hardware,
        used_in: "DADD, DMUL, DFMA, DMNMX, F2F*.F64",
    },
    Assumption {
        id: "nv.surface_order",
        statement: "In which order a lane checks a surface access.",
        default: "handle, header, disabled surface, alignment of x, then x, y, z and layer",
        alternatives: &[],
        source: "no document gives an order",
        grade: Grade::Assumed,
        used_in: "SURED, SUATOM, SULD, SUST",
    },
    Assumption {
        id: "nv.surface_type",
        statement: "What a surface is whose TEXTURE_TYPE does not fit the instruction's dimension.",
        default: "an invalid texture",
        alternatives: &[],
        source: "the class header names the types, nothing says what a mismatch does",
        grade: Grade::Assumed,
        used_in: "SURED, SUATOM, SULD, SUST",
    },
    Assumption {
        id: "nv.surface_disabled",
        statement: "Which surfaces are disabled.",
        default: "those whose view has no mip level (first above last), and an all-zero header",
        alternatives: &[],
        source: "the null descriptor of Mesa",
        grade: Grade::Assumed,
        used_in: "SURED, SUATOM, SULD, SUST",
    },
    Assumption {
        id: "nv.surface_level",
        statement: "Which mip level an access goes to.",
        default: "the first of the view",
        alternatives: &[],
        source: "the instruction has no level operand",
        grade: Grade::Assumed,
        used_in: "SURED, SUATOM, SULD, SUST",
    },
    Assumption {
        id: "nv.surface_shrink",
        statement: "How blocks of small surfaces are arranged.",
        default: "a block is halved while it is at least twice as large as the surface, at every level",
        alternatives: &[],
        source: "texture units do so for small levels (public emulators)",
        grade: Grade::Assumed,
        used_in: "SURED (block-linear surfaces), SUATOM (block-linear surfaces), SULD (block-linear surfaces), SUST (block-linear surfaces)",
    },
    Assumption {
        id: "nv.surface_layer_stride",
        statement: "How far apart layers lie.",
        default: "one full mip chain, with several levels rounded up to a block of 512 << height bytes",
        alternatives: &[],
        source: "public emulators",
        grade: Grade::Assumed,
        used_in: "SURED*.*D_ARRAY, SUATOM*.*D_ARRAY, SULD*.*D_ARRAY, SUST*.*D_ARRAY",
    },
    Assumption {
        id: "nv.surface_small",
        statement: "What .NEAR does where not even one access fits into a row.",
        default: "drops the access",
        alternatives: &[],
        source: "an H100 (programs-h100.md of hw/nvidia) loads zeros; it is newer than SPA 5.0. There is no nearest place",
        grade: Grade::Hardware,
        used_in: "SURED, SUATOM, SULD, SUST",
    },
    Assumption {
        id: "nv.lane_order",
        statement: "In which order memory serves the lanes of one atomic. It decides what each lane gets back where they meet. \
                    `drawn`: anew for every instruction, from the seed of the launch.",
        default: "ascending",
        alternatives: &["descending", "drawn"],
        source: "NVIDIA's ATOM page: each update is atomic; it gives no order of lanes. An H100 served atomics in ascending order in each of 9,000 launches",
        grade: Grade::Assumed,
        used_in: "ATOM, ATOMS, RED, SURED, SUATOM",
    },
    Assumption {
        id: "nv.store_order",
        statement: "In which order memory serves the lanes of one plain store. It decides what is left where they meet. `drawn`: anew \
                    for every instruction, from the seed of the launch.",
        default: "ascending",
        alternatives: &["descending", "drawn"],
        source: "PTX: which value is left is not specified. On an H100 the lowest lane's value stayed in each of 1,000 launches, for \
                 st.global and st.shared, as `descending` has it",
        grade: Grade::Assumed,
        used_in: "SUST, ST, STG, STS, STL",
    },
    Assumption {
        id: "nv.branch_order",
        statement: "Which side of a branch that splits a wave runs first. It decides what lanes find in memory that both sides \
                    use, and whether a loop ends in which one side waits for the other. An indirect branch goes where its \
                    lowest lane goes under `fall-through`, where its highest goes under `taken`. `drawn`: anew for every \
                    branch, from the seed of the launch.",
        default: "fall-through",
        alternatives: &["taken", "drawn"],
        source: "no document says; kernels may depend on it",
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
        default: "that the 64-bit sum is in neither the shared nor the private window, where bits 31:24 of Ra and the high word of the sum decide",
        alternatives: &[],
        source: "the code that ptxas 11.8, 12.4 and 12.9 make for generic atomics, and for generic accesses at a constant offset from a pointer",
        grade: Grade::Oracle,
        used_in: "LEA.HI.X (with a predicate)",
    },
    Assumption {
        id: "nv.imnmx_chain",
        statement: "How IMNMX.XHI and .XMED hand a comparison on in the condition code.",
        default: "zero flag: equal so far; carry flag: a not below b",
        alternatives: &[],
        source: "only IMNMX.XMED and .XLO read it",
        grade: Grade::Assumed,
        used_in: "IMNMX*.XHI, IMNMX*.XMED, IMNMX*.XLO",
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
        source: "ptxas 11.8, 12.4, 12.8 and 12.9 only save and restore them",
        grade: Grade::Assumed,
        used_in: "P2R with CC, R2P with CC",
    },
    Assumption {
        id: "nv.x_zero",
        statement: "Whether .X.CC sums and .X logic accumulate the zero flag over the words of a value.",
        default: "they do",
        alternatives: &[],
        source: "comparisons for equality of 64 and 128 bits by ptxas 11.8, 12.4, 12.8 and 12.9 need it of LOP.X, and by ptxas 12.4 of LOP3.X; sums by analogy",
        grade: Grade::Oracle,
        used_in: "IADD*.X with .CC, LOP*.X with .CC, LOP3*.X with .CC",
    },
    Assumption {
        id: "nv.cc_logic",
        statement: "Which carry and overflow flags a comparison, a logic operation or a conversion with .CC leaves behind.",
        default: "both clear",
        alternatives: &[],
        source: "ptxas 11.8, 12.4, 12.8 and 12.9 ask for the zero flag of such a result only",
        grade: Grade::Assumed,
        used_in: "ISET* with .CC, FSET* with .CC, DSET* with .CC, PSET* with .CC, CSET* with .CC, LOP* with .CC, I2I* with .CC",
    },
    Assumption {
        id: "nv.convert_sign",
        statement: "What |x| and -x in a conversion without .SAT make of the smallest signed number. It decides `(float)abs(x)` and \
                    `(float)(unsigned)abs(x)` of INT_MIN, both of which ptxas makes `I2F.F32.S32 |R|`: it is right about one \
                    of them.",
        default: "wrap",
        alternatives: &["exact"],
        source: "wrap: that number again, as ptxas 11.8, 12.4 and 12.9 need it for neg.s16 before I2I and I2F, and as the translator of \
                 a public emulator singles it out (yuzu, I2F); exact: its magnitude, which fits an unsigned number. That ptxas also \
                 moves neg.s32 into a .SAT form, which has another result, weakens what its neg.s16 shows",
        grade: Grade::Assumed,
        used_in: "I2F with |, I2F with -R, I2F with -c, I2I with | (not .SAT), I2I with -R (not .SAT), I2I with -c (not .SAT)",
    },
    Assumption {
        id: "nv.convert_sat",
        statement: "What |x| and -x in a conversion with .SAT make of the smallest signed number before it is clamped. \
                    `I2I.S32.S32.SAT R, -R` is settled: the exact negation is clamped, to 0x7fffffff.",
        default: "exact",
        alternatives: &["wrap"],
        source: "exact: its magnitude. ptxas 11.8, 12.4 and 12.9 make `I2I.S32.S32.SAT R, -R` of `sub.sat.s32` from zero, which PTX clamps, \
                 and NVRTC 11.8 and 12.9 of __vnegss2; other widths, unsigned results and |x| are taken to be alike. wrap: that number again, \
                 which neg.s16, neg.s32 and abs.s32 before a saturating cvt would need: ptxas 11.8, 12.4 and 12.9 move them into these \
                 forms, but neg.s32 before add.sat.s32 too, into the form that is settled otherwise. 64-bit operands have no I2I: ptxas \
                 clamps them with comparisons",
        grade: Grade::Assumed,
        used_in: "I2I*.SAT with |, I2I*.SAT with -R, I2I*.SAT with -c",
    },
    Assumption {
        id: "nv.shfl_inactive",
        statement: "What a shuffle reads of a lane that does not execute it: one that waits elsewhere, has ended, is guarded off or \
                    was never there. `register`: its register as it stands.",
        default: "zero",
        alternatives: &["register"],
        source: "PTX, shfl: undefined. An H100 (programs-h100.md of hw/nvidia) reads zero in all four cases, whatever stands in the \
                 register; it is newer than SPA 5.0. NVIDIA's sample `reduction` counts on zero",
        grade: Grade::Hardware,
        used_in: "SHFL",
    },
    Assumption {
        id: "nv.i2i_byte",
        statement: "What stands above bit 15 where I2I makes a signed half of a signed byte.",
        default: "zero",
        alternatives: &["sign"],
        source: "ptxas 11.8, 12.4, 12.8 and 12.9 make it of cvt.s16.s8, take the result for an unsigned half where one is needed, and write BFE where a signed one is",
        grade: Grade::Oracle,
        used_in: "I2I*.S16.S8",
    },
    Assumption {
        id: "nv.iadd3_carry",
        statement: "How much a three-operand sum hands on to IADD3.X.",
        default: "two",
        alternatives: &["one"],
        source: "two: the carry of the sum, 0, 1 or 2, and one for each negated operand, as chains of 64-bit sums by ptxas 11.8, 12.4 \
                 and 12.9 need it; one: a single bit, as other instructions set it",
        grade: Grade::Oracle,
        used_in: "IADD3*.X, IADD3* with .CC",
    },
    Assumption {
        id: "nv.wave_ids",
        statement: "What a lane reads as the number of its SM and of its warp.",
        default: "SM 0; warps are numbered within their group",
        alternatives: &[],
        source: "PTX manual: any numbering is allowed and may change",
        grade: Grade::Assumed,
        used_in: "S2R with SR_VIRTID, S2R with SR_VIRTCFG",
    },
    Assumption {
        id: "nv.half_float",
        statement: "What HADD2, HMUL2, HFMA2, HSET2 and HSETP2 make of an f32 operand (a constant of a bank, or a register with .F32) that \
                    is no binary16 number.",
        default: "it is rounded toward zero first",
        alternatives: &[],
        source: "ptxas 11.8, 12.4 and 12.9 for sm_60 write HADD2.SAT with .F32 and -0 for cvt.rz.sat.f16.f32, and no other that would tell",
        grade: Grade::Oracle,
        used_in: "HADD2*.F32, HMUL2*.F32, HFMA2*.F32, HADD2 with a constant, HMUL2 with a constant, HFMA2 with a constant",
    },
    Assumption {
        id: "nv.device_runtime",
        statement: "What functions of CUDA's device runtime do where its guide says nothing.",
        default: "vprintf prints at the call, lane by lane, and loses nothing (the guide's buffer overwrites its oldest text after 1 MiB); \
                  a string at 0 is (null); conversions that the guide has not are unspecified, and beyond 32 arguments they are printed as they \
                  stand; malloc hands out the first part of the heap that fits, and what it holds is left there; the constants of a file lie \
                  in generic memory, too, where nobody sees that they are written",
        alternatives: &[],
        source: "CUDA C++ Programming Guide, formatted output and dynamic global memory: order and place are the driver's. An H100 with \
                 CUDA 13.0 prints so, counts no argument of %hh, %.* and %z, reads past the arguments for a 33rd, where the guide has it \
                 printed as it stands, keeps a part of the heap for itself, and ends the launch where a block is given back twice",
        grade: Grade::Assumed,
        used_in: "vprintf (a function that the kernel calls), malloc (a function that the kernel calls)",
    },
    Assumption {
        id: "nv.register_granularity",
        statement: "From which register on an access is above the kernel's allocation.",
        default: "the kernel's register count rounded up to a multiple of 8",
        alternatives: &[],
        source: "registers are handed out eight at a time",
        grade: Grade::Assumed,
        used_in: "the launch",
    },
];
