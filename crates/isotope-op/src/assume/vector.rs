//! What is open about AMD's vector and scalar instructions: dot products, approximate functions, and state that no document
//! defines for a launch.

use super::{Assumption, Grade};

/// How a dot product of two pairs rounds; `amd.dot2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum DotSums {
    /// Terms are cut off on a common grid and their sum is rounded once.
    #[default]
    Grid,
    /// A multiply-add after the other, each rounded as MODE says.
    Steps,
}

pub(super) const ALL: &[Assumption] = &[
    Assumption {
        id: "amd.dot2",
        statement: "How a dot product of pairs of 16-bit floats rounds, and what it does to subnormals and NaNs.",
        default: "grid",
        alternatives: &["steps"],
        source: "AMD publishes results captured on a Radeon Pro W7900 (gfx1100) with its emulator rocjitsu (2026-09), and a \
                 model that gives them; steps: the RDNA3 guide's pseudo-code, two additions to the third operand, with a rounding \
                 under MODE after each (toward zero where the sum is bfloat16)",
        grade: Grade::Hardware,
        used_in: "v_dot2_f32_f16, v_dot2_f32_bf16, v_dot2acc_f32_f16, v_dot2_f16_f16, v_dot2_bf16_bf16, v_wmma_*",
    },
    Assumption {
        id: "amd.pair_constant",
        statement: "Which halves of a pair of 16-bit floats an inline constant fills where it is two bf16, or the factors of the \
                    VOPD form of v_dot2acc_f32_f16.",
        default: "both",
        alternatives: &["low"],
        source: "both: reported of a gfx1100 by AMD's emulator rocjitsu; low: zero above, as in other pairs of floats, and as \
                 LLVM 19.1.7 and 22.1.8 spell the pair of 1.0 and 0.0",
        grade: Grade::Assumed,
        used_in: "v_dot2_f32_bf16, v_dot2_bf16_bf16, v_wmma_f32_16x16x16_bf16, v_wmma_bf16_16x16x16_bf16, v_dual_* with \
                  v_dual_dot2acc_f32_f16",
    },
    Assumption {
        id: "amd.aperture_word",
        statement: "Which half of an aperture's register an operand of 32 bits reads.",
        default: "low",
        alternatives: &["high"],
        source: "low: as of other pairs; a note in LLVM 19.1.7 says that an operand of 32 bits reads a wrong value, zeros perhaps, so \
                 that it and LLVM 22.1.8 read 64 bits and take the upper half; high: the half that is of use",
        grade: Grade::Assumed,
        used_in: "* with src_shared_, * with src_private_",
    },
    Assumption {
        id: "amd.valu_nan",
        statement: "Which NaN an operation of the vector unit gives when no operand is one.",
        default: "negative",
        alternatives: &["positive"],
        source: "by analogy with amd.inf_minus_inf; the guide says only that NaN operands are made quiet",
        grade: Grade::Assumed,
        used_in: "v_*_f16, v_*_f32, v_*_f64",
    },
    Assumption {
        id: "amd.wmma",
        statement: "In which order a matrix product adds, whose copy of A and B it reads, and when integers saturate.",
        default: "eight dot products of pairs in ascending order (amd.dot2), in the format of C after each; every 16 lanes \
                  read their own copy; the sum of all products and C saturates once",
        alternatives: &[],
        source: "the RDNA3 guide says that DOT instructions are used and that lanes 31:16 hold a copy; order and copy as rocjitsu \
                 reports from measurements on a gfx1100; nothing on saturation",
        grade: Grade::Assumed,
        used_in: "v_wmma_*",
    },
    Assumption {
        id: "amd.transcendental",
        statement: "Values of functions that the guide bounds to 1 ulp (0.51 for binary16, 2^29 for f64), and which rounding \
                    they follow.",
        default: "rounded to nearest from the exact value",
        alternatives: &[],
        source: "the RDNA3 guide gives bounds, special values, and that f32 subnormals are flushed but for sine and cosine; that \
                 f32 rounding ignores MODE is reported of a gfx1201",
        grade: Grade::Assumed,
        used_in: "v_rcp_*, v_rsq_*, v_sqrt_*, v_exp_*, v_log_*, v_sin_*, v_cos_*",
    },
    Assumption {
        id: "amd.trig_preop",
        statement: "Which bits of 2 / pi count and how a subnormal piece of them is rounded.",
        default: "the first 1201 after the point; toward zero",
        alternatives: &[],
        source: "the RDNA3 guide's pseudo-code has 1201 bits; of a gfx1201 1184 bits and rounding toward zero are reported",
        grade: Grade::Assumed,
        used_in: "v_trig_preop_f64",
    },
    Assumption {
        id: "amd.subvector",
        statement: "What the two instructions of a subvector loop do.",
        default: "the first runs the lower half of EXEC alone and keeps the upper one in its register, the second then runs \
                  the upper one and puts the lower one back; without lanes in a half that pass is left out",
        alternatives: &[],
        source: "as remembered from the guides of RDNA and RDNA2; RDNA3's names the opcodes no more, LLVM assembles them",
        grade: Grade::Assumed,
        used_in: "s_subvector_loop_begin, s_subvector_loop_end",
    },
    Assumption {
        id: "amd.wave_state",
        statement: "What hardware registers hold that tell of the place a wave runs at, of exceptions and of debugging.",
        default: "reading them stops the launch and writes to them are lost; no conditional debug bit is set; of STATUS, SCC, \
                  EXECZ, VCCZ, IN_WG and VALID are read",
        alternatives: &[],
        source: "the RDNA3 guide calls the first two not predictable; exceptions are not modelled",
        grade: Grade::Assumed,
        used_in: "s_getreg_b32, s_setreg_b32, s_setreg_imm32_b32, s_cbranch_cdbg*",
    },
    Assumption {
        id: "amd.scalar_null",
        statement: "Whether a scalar operation whose destination is `null` sets SCC.",
        default: "it does",
        alternatives: &[],
        source: "the RDNA3 guide's section on NULL (3.4.4) says so, the one on scalar destinations (6.2) that nothing is executed",
        grade: Grade::Assumed,
        used_in: "s_* with null,",
    },
];
