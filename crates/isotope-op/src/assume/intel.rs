//! Assumptions about Intel vISA.

use super::{BranchOrder, LaneOrder};
use crate::float::{Flush, NanRule, ZeroOrder};

assumptions! {
    INTEL_MINMAX_ZERO: ZeroOrder = "intel.minmax_zero" {
        statement: "What fmin and fmax write for zeros of different sign.",
        values: &[
            ("keep-old", ZeroOrder::EqualFirst),
            ("ordered", ZeroOrder::Signed),
            ("unspecified", ZeroOrder::Unspecified),
        ],
        source: "the OpenCL extension allows either; documents are silent",
        used_in: "*_atomic*.fmin, *_atomic*.fmax, lsc_*atomic*.fmin, lsc_*atomic*.fmax",
    }
    INTEL_DENORMALS: Flush = "intel.denormals" {
        statement: "Whether float atomics flush subnormals.",
        values: &[("keep", Flush::Keep), ("flush", Flush::Zero)],
        source: "documents are silent",
        used_in: "*_atomic*.fadd, *_atomic*.fsub, *_atomic*.fmin, *_atomic*.fmax, *_atomic*.fcmpwr, *_atomic*.fcas",
    }
    INTEL_EU_NAN: NanRule = "intel.eu_nan" {
        statement: "Which NaN float arithmetic of the execution unit gives.",
        values: &[
            ("first-quieted", NanRule::FirstQuieted),
            ("quiet", NanRule::QuietPositive),
            ("quiet-negative", NanRule::QuietNegative),
        ],
        source: "as other IEEE units do it; the documents say only that NaN operands give a NaN",
        used_in: "add (floats), mul (floats), mad (floats), div (floats), mov (floats), inv, sqrt, rsqrt, exp, log, sin, cos, pow",
    }
    INTEL_EU_DENORMALS: Flush = "intel.eu_denormals" {
        statement: "Whether float arithmetic of the execution unit keeps subnormals.",
        values: &[("keep", Flush::Keep), ("flush", Flush::Zero)],
        source: "kernels of IGC 1.0.12504 and IGC 2.40.14 ask for it in their first instruction; assumed for kernels that do not",
        used_in: "add (floats), mul (floats), mad (floats), div (floats), mov (floats), inv, sqrt, rsqrt, exp, log, sin, cos, pow",
    }
    INTEL_MATH = "intel.math" {
        statement: "Values of functions that are documented to within an error.",
        always: "rounded to nearest from the exact value, whatever rounding `%cr0` chooses",
        source: "the documents give bounds only",
        used_in: "inv, sqrt, rsqrt, log, exp, sin, cos, pow",
    }
    INTEL_SUMS_OF_PRODUCTS = "intel.sums_of_products" {
        statement: "Where instructions that add products round.",
        always: "every product and every sum, from left to right",
        source: "documents give formulas without rounding",
        used_in: "dp2, dp3, dp4, dph, line, plane, lrp",
    }
    INTEL_TYPED_LAYOUT = "intel.typed_layout" {
        statement: "How the elements of a typed surface lie in memory.",
        always: "row after row and slice after slice, at the pitches that the launch gives, one mip level; layers of an \
                  array are rows or slices",
        source: "the driver chooses tilings, which no kernel sees; documents give coordinates only",
        used_in: "typed_atomic*, gather4_typed, scatter4_typed, load_lz, lsc_*.tgm, media_ld, media_st",
    }
    INTEL_BLOCK_BOUNDS = "intel.block_bounds" {
        statement: "Which part of a block that reaches out of its surface reads 0 and is not written.",
        always: "aligned blocks: each oword that is not wholly inside; unaligned ones: each dword; media blocks: each byte",
        source: "documents say that zeros are returned, for media blocks that it depends on the format",
        used_in: "oword_ld, oword_ld_unaligned, oword_st, media_ld, media_st",
    }
    INTEL_BLOCK_ALIGNMENT: enum BlockAlignment = "intel.block_alignment" {
        statement: "Where `svm_block_ld` without `.unaligned` may begin.",
        variants: {
            /// A multiple of 4 bytes.
            Dword = "dword",
            /// A multiple of 16 bytes.
            Oword = "oword",
        },
        source: "documents: at a multiple of 16. IGC 1.0.12504 writes no `.unaligned`, but means it: `vload4` of int at a multiple of 4 \
                 becomes this text, while the same kernel's binary has the flag (as bit 7, where documents have bit 3) and its \
                 machine code reads unaligned owords (subtype 1 of an A64 block read). IGC 2.40.14 writes `.unaligned` there, and GenX_IR 1.0.17791.18 prints \
                 it of text that lacks it, which GenX_IR 1.0.12504.6 does not",
        used_in: "svm_block_ld",
    }
    INTEL_LSC_ALIGNMENT = "intel.lsc_alignment" {
        statement: "Where one element of a load or store of the load-store controller may begin.",
        always: "anywhere; where several elements go to a lane, at a multiple of their size",
        source: "documents say nothing of it; IGC 1.0.12504 and IGC 2.40.14 make one load of 32 bits of two neighbouring words",
        used_in: "lsc_load*, lsc_store*",
    }
    INTEL_BINDLESS_NAMES = "intel.bindless_names" {
        statement: "By which number a surface goes that the payload names.",
        always: "the low dword of its buffer's address",
        source: "documents leave it to the driver; NEO gives the place of a surface state in a heap, which no kernel here has",
        used_in: "* with %bss, lsc_* with bss(, movs with %bss",
    }
    INTEL_REGISTER_COPIES: bool = "intel.register_copies" {
        statement: "What a copy of register 0 into a variable of less than a register does behind it.",
        values: &[("dropped", false), ("refused", true)],
        source: "dropped: what does not fit changes nothing. IGC 1.0.12504 for PVC moves 16 dwords into variables of 8, and gives each a register of its own; IGC 2.40.14 writes no such copy",
        used_in: "mov (copies of register 0)",
    }
    INTEL_UNDESCRIBED_PAYLOAD = "intel.undescribed_payload" {
        statement: "What 8 bytes of payload are that an input takes and the `.zeinfo` does not describe.",
        always: "the address of the buffer through which groups of a cooperative launch wait for each other",
        source: "IGC 1.0.12504 leaves `sync_buffer` out of the `.zeinfo`; IGC 2.40.14 has it there, at such a place",
        used_in: "the launch",
    }
    INTEL_WALK_ORDER = "intel.walk_order" {
        statement: "How local ids go to the lanes of a group's threads, and groups to a device.",
        always: "x first, then y and z, lane after lane and thread after thread; groups in the same order",
        source: "NEO's order where a file does not ask for another (`workgroupDimensionsOrder` 0, 1, 2); a file that asks is refused",
        used_in: "the launch",
    }
    INTEL_SINGLE_THREADS = "intel.single_threads" {
        statement: "Which lanes a thread of a kernel with `simd_size: 1` starts with, and the mask in `%sr0` that says so.",
        always: "all 32",
        source: "the vector compilers of IGC 1.0.12504 and IGC 2.40.14 write instructions of many lanes under M1 into such kernels, which have one work-item a \
                 thread; no document says the mask",
        used_in: "the launch",
    }
    INTEL_HALF_CHANNELS: enum HalfChannels = "intel.half_channels" {
        statement: "How a write to a typed surface rounds floats to channels of 16 bits.",
        variants: {
            /// To nearest, ties to even.
            Nearest = "nearest",
            /// Toward zero.
            TowardZero = "toward-zero",
        },
        source: "OpenCL C allows both for `write_imagef`; IGC 1.0.12504 and IGC 2.40.14 write floats of 32 bits and leave it to the message",
        used_in: "scatter4_typed, lsc_store_quad.tgm",
    }
    INTEL_NORMALISED_CHANNELS: bool = "intel.normalised_channels" {
        statement: "How a read of a typed surface makes floats of normalised channels, and a write such channels of floats.",
        values: &[("quotient", false), ("product", true)],
        source: "quotient: the float that is nearest to the number divided by the largest one; a write multiplies, and takes the nearest number, the even one \
                 of two. OpenCL C allows 1.5 units in the last place for a read, so that a product with the rounded reciprocal does too, and prefers this for a write; \
                 IGC 1.0.12504 and IGC 2.40.14 write nothing but the message",
        used_in: "gather4_typed, scatter4_typed, load_lz, lsc_load_quad.tgm, lsc_store_quad.tgm",
    }
    INTEL_SPLIT_BARRIER = "intel.split_barrier" {
        statement: "What waits at a barrier in two halves, and for whom.",
        always: "a wait behind the thread's own signal, until all threads of the group (of a named barrier: as many as it \
                  says) have signalled; a wait without a signal goes on; barrier, sbarrier and named barrier 0 are one",
        source: "documents describe a signal followed by a wait",
        used_in: "sbarrier, nbarrier",
    }
    INTEL_LANE_ORDER: LaneOrder = "intel.lane_order" {
        statement: "In which order memory serves the lanes of one instruction. It decides what each lane gets back where \
                    atomics meet, and what is left where stores meet. `drawn`: anew for every instruction, from the seed of \
                    the launch.",
        values: LaneOrder::VALUES,
        source: "documents say that each lane is atomic by itself, and nothing of their order",
        used_in: "svm_atomic*, dword_atomic*, typed_atomic*, lsc_atomic*, svm_scatter*, scatter*, lsc_store*",
        asked_when_running: true,
    }
    INTEL_GOTO_ORDER: BranchOrder = "intel.goto_order" {
        statement: "Which lanes run first when a goto splits a wave. `lowest`: those at the lowest place in the code, so that lanes that leave a loop wait behind it \
                    for those that go round again. `leaving`: at a goto back, the lanes that leave; no machine of Intel is known to do it, and it shows whether a \
                    kernel depends on the order. `drawn`: either, anew for every goto back, from the seed of the launch.",
        values: &[("lowest", BranchOrder::FallThrough), ("leaving", BranchOrder::Taken), ("drawn", BranchOrder::Drawn)],
        source: "GED, Intel's library of encodings, on the field BranchCtrl: where it is set, the lanes that jump go on and the others wait at the next instruction; \
                 where it is clear, the others go on and those that jump wait at the target. IGC 1.0.12504 and IGC 2.40.14 set it on gotos back \
                 (`goto.b`) and on no other, for tgllp; for dg2 they write `jmpi` where all lanes go back, and `while` where some do",
        grade: Oracle,
        used_in: "goto",
    }
    INTEL_SLM_BOUNDS: enum SlmBounds = "intel.slm_bounds" {
        statement: "What an access to shared local memory does past the size that the kernel asks for. The tag of pointers \
                    (bits 31:28 of the address) does not count.",
        variants: {
            /// Reads return 0, writes are dropped.
            Drop = "drop",
            /// The address wraps around: it is taken modulo the size, a power of two.
            Wrap = "wrap",
            /// The access faults.
            Fault = "fault",
        },
        source: "Intel's DWORD_ATOMIC page: reads give 0, writes are dropped; the compiler's documentation calls it undefined",
        grade: Spec,
        used_in: "*_atomic* with slm, *gather* with slm, *scatter* with slm, oword_* with slm, lsc_*.slm*",
    }
    INTEL_PREDICATE_GROUPS: enum PredicateGroups = "intel.predicate_groups" {
        statement: "Which elements of a predicate `.any` and `.all` look at: all that the variable is declared with, or those of the \
                    instruction's lanes.",
        variants: {
            /// All elements of its declaration.
            Variable = "variable",
            /// The elements of the instruction's lanes.
            Lanes = "lanes",
        },
        source: "variable: IGC 1.0.12504, IGC 2.40.14, GenX_IR 1.0.12504.6 and GenX_IR 1.0.17791.18 encode `any16h` and `all16h` for a predicate of 16 elements \
                 whatever the execution size, and IGC's vector compiler relies on it (`(P1.any) sel (M1, 1)` after a compare of 16 lanes). The vISA documentation's \
                 pseudo-code looks at the lanes of the instruction alone",
        grade: Oracle,
        used_in: "* with .any), * with .all)",
    }
    INTEL_NARROW_NEGATION: enum NarrowNegation = "intel.narrow_negation" {
        statement: "In which width (-) and (abs) change a signed source where no source is wider, and the result is: 8 and 16 bits to \
                    more, 32 bits to 64. It decides the opposite of the most negative number. A saturating instruction saturates the exact result.",
        variants: {
            /// A signed number is negated in the width of the widest source: if all sources are words, -(-32768) is -32768.
            Sources = "sources",
            /// The number is extended first: -(-32768) is 32768.
            Widened = "widened",
        },
        source: "documents do not say; IGC 1.0.12504 and 2.40.14 extend `(int)(short)-x` by one `mov` with (-) to a dword and, for PVC, \
                 `(long)(int)(0u-x)` and `(long)(int)abs(x)` by one to a qword, which is right in the width of the sources only. Where another source is \
                 wider, both readings agree",
        used_in: "* with -), * with abs)",
    }
    INTEL_PACKED_IMMEDIATES = "intel.packed_immediates" {
        statement: "What lanes beyond the elements of a packed immediate take: beyond eight of `v` and `uv`, beyond four of `vf`.",
        always: "the elements again, from the first",
        source: "documents make it a vector of so many elements; IGC 1.0.12504 and IGC 2.40.14 write none with more lanes",
        used_in: "* with :v, * with :uv, * with :vf",
    }
    INTEL_DIVISION_BY_ZERO: enum DivisionByZero = "intel.division_by_zero" {
        statement: "What div and mod of integers give where the divisor is zero.",
        variants: {
            /// The result of long division: the quotient is all ones, negated for a negative dividend; the remainder is the dividend.
            Steps = "steps",
            /// Quotient and remainder are the largest number of the type, for a negative dividend the smallest.
            Largest = "largest",
        },
        source: "documents give no value; steps: what long division gives",
        used_in: "div (integers), mod (integers)",
    }
}
