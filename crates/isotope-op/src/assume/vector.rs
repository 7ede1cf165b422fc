//! Assumptions about AMD's vector and scalar instructions: dot products, approximate functions, and launch state that no document defines.

use crate::float::NanRule;

assumptions! {
    AMD_DOT2: enum DotSums = "amd.dot2" {
        statement: "How a dot product of pairs of 16-bit floats rounds, and what it does to subnormals and NaNs.",
        variants: {
            /// Terms are cut off on a common grid and their sum is rounded once.
            Grid = "grid",
            /// Two multiply-adds in sequence, each rounded by MODE.
            Steps = "steps",
        },
        source: "AMD publishes results captured on a Radeon Pro W7900 (gfx1100) with its emulator rocjitsu (2026-09), and a \
                 model that gives them; steps: the RDNA3 guide's pseudo-code, two additions to the third operand, with a rounding \
                 under MODE after each (toward zero where the sum is bfloat16)",
        grade: Hardware,
        used_in: "v_dot2_f32_f16, v_dot2_f32_bf16, v_dot2acc_f32_f16, v_dot2_f16_f16, v_dot2_bf16_bf16, v_wmma_*",
    }
    AMD_PAIR_CONSTANT: bool = "amd.pair_constant" {
        statement: "Which halves of a pair of 16-bit floats an inline constant fills where it is two bf16, or the factors of the \
                    VOPD form of v_dot2acc_f32_f16.",
        values: &[("both", false), ("low", true)],
        source: "both: reported of a gfx1100 by AMD's emulator rocjitsu; low: zero above, as in other pairs of floats, and as \
                 LLVM 19.1.7 and 22.1.8 spell the pair of 1.0 and 0.0",
        used_in: "v_dot2_f32_bf16, v_dot2_bf16_bf16, v_wmma_f32_16x16x16_bf16, v_wmma_bf16_16x16x16_bf16, v_dual_* with \
                  v_dual_dot2acc_f32_f16",
    }
    AMD_APERTURE_WORD: bool = "amd.aperture_word" {
        statement: "Which half of an aperture's register an operand of 32 bits reads.",
        values: &[("low", false), ("high", true)],
        source: "low: as of other pairs; a note in LLVM 19.1.7 says that an operand of 32 bits reads a wrong value, zeros perhaps, so \
                 that it and LLVM 22.1.8 read 64 bits and take the upper half; high: the half that is of use",
        used_in: "* with src_shared_, * with src_private_",
    }
    AMD_VALU_NAN: NanRule = "amd.valu_nan" {
        statement: "Which NaN an operation of the vector unit gives when no operand is one.",
        values: &[("negative", NanRule::FirstQuieted), ("positive", NanRule::FirstQuietedPositive)],
        source: "by analogy with amd.inf_minus_inf; the guide says only that NaN operands are made quiet",
        used_in: "v_*_f16, v_*_f32, v_*_f64",
    }
    AMD_WMMA = "amd.wmma" {
        statement: "In which order a matrix product adds, whose copy of A and B it reads, and when integers saturate.",
        always: "eight dot products of pairs in ascending order (amd.dot2), in the format of C after each; every 16 lanes \
                  read their own copy; the sum of all products and C saturates once",
        source: "the RDNA3 guide says that DOT instructions are used and that lanes 31:16 hold a copy; order and copy as rocjitsu \
                 reports from measurements on a gfx1100; nothing on saturation",
        used_in: "v_wmma_*",
    }
    AMD_TRANSCENDENTAL = "amd.transcendental" {
        statement: "Values of functions that the guide bounds to 1 ulp (0.51 for binary16, 2^29 for f64), and which rounding \
                    they follow.",
        always: "rounded to nearest from the exact value",
        source: "the RDNA3 guide gives bounds, special values, and that f32 subnormals are flushed but for sine and cosine; that \
                 f32 rounding ignores MODE is reported of a gfx1201",
        used_in: "v_rcp_*, v_rsq_*, v_sqrt_*, v_exp_*, v_log_*, v_sin_*, v_cos_*",
    }
    AMD_TRIG_PREOP = "amd.trig_preop" {
        statement: "Which bits of 2 / pi count and how a subnormal piece of them is rounded.",
        always: "the first 1201 after the point; toward zero",
        source: "the RDNA3 guide's pseudo-code has 1201 bits; of a gfx1201 1184 bits and rounding toward zero are reported",
        used_in: "v_trig_preop_f64",
    }
    AMD_SUBVECTOR = "amd.subvector" {
        statement: "What the two instructions of a subvector loop do.",
        always: "the first runs the lower half of EXEC alone and keeps the upper one in its register, the second then runs \
                  the upper one and puts the lower one back; without lanes in a half that pass is left out",
        source: "as remembered from the guides of RDNA and RDNA2; RDNA3's names the opcodes no more, LLVM assembles them",
        used_in: "s_subvector_loop_begin, s_subvector_loop_end",
    }
    AMD_WAVE_STATE = "amd.wave_state" {
        statement: "What hardware registers hold that tell of the place a wave runs at, of exceptions and of debugging.",
        always: "reading them stops the launch and writes to them are lost; no conditional debug bit is set; of STATUS, SCC, \
                  EXECZ, VCCZ, IN_WG and VALID are read",
        source: "the RDNA3 guide calls the first two not predictable; exceptions are not modelled",
        used_in: "s_getreg_b32, s_setreg_b32, s_setreg_imm32_b32, s_cbranch_cdbg*",
    }
    AMD_SCALAR_NULL = "amd.scalar_null" {
        statement: "Whether a scalar operation whose destination is `null` sets SCC.",
        always: "it does",
        source: "the RDNA3 guide's section on NULL (3.4.4) says so, the one on scalar destinations (6.2) that nothing is executed",
        used_in: "s_* with null,",
    }
}
