//! Contradictions of chapter 13 of AMD's RDNA3 guide: within the chapter, with the rest of the guide, with related documents and with the
//! tools.

use super::Contradiction;
use crate::assume::*;

contradictions! {
    "amd-first-operand": "src0 and src1, and which of them is memory" {
        says: {
            "AMD's RDNA3 chapter 13":
                "NaN + NaN = SRC0's NaN; if src0 is a signalling NaN, it comes; which operand that is, is not said",
            "RDNA3 guide, ds_sub and ds_rsub": "memory minus data, and the other is called reversed: memory first",
            "RDNA3's pseudo-code, ds_add_f32": "data + memory",
            "rocjitsu":
                "the data's NaN first for adds in LDS; memory's for adds in memory, for minimum and maximum everywhere",
        },
        reading: "as AMD's emulator does it, by unit and operation",
        switches: [
            AMD_FIRST_OPERAND_LDS_ADD,
            AMD_FIRST_OPERAND_MEMORY_ADD,
            AMD_FIRST_OPERAND_LDS_MINMAX,
            AMD_FIRST_OPERAND_MEMORY_MINMAX,
        ],
        shows: [
            "op -t gfx1100 ds_add_f32 mem=0x7fc00001 src0=0x7fc00002",
            "op -t gfx1100 global_atomic_add_f32 mem=0x7fc00001 src0=0x7fc00002",
            "op -t gfx1100 ds_max_f32 mem=0x7f800001 src0=0x7f800002",
            "op -t gfx1100 global_atomic_max_f32 mem=0x7f800001 src0=0x7f800002",
        ],
    }
    "amd-nan-same": "The same NaN, or a quiet one" {
        says: {
            "AMD's RDNA3 chapter 13, NaN handling": "if either input is NaN, the output is that same NaN",
            "AMD's RDNA3 chapter 13, the sentence after": "a signalling NaN is converted to a quiet one",
        },
        reading: "the same NaN with its quiet bit set",
        decides: Spec "AMD's RDNA3 chapter 13: the second sentence limits the first, and the list of add rules says quiet",
        shows: ["op -t gfx1100 ds_add_f32 mem=0x3f800000 src0=0xff800123"],
    }
    "amd-inf-minus-inf": "-INF + INF, twice in one list" {
        says: {
            "AMD's RDNA3 chapter 13, float add rules": "-INF + INF = QNAN, mantissa all zeros except the MSB: no sign",
            "AMD's RDNA3 chapter 13, float add rules": "-INF + INF, or INF - INF = -QNAN: a sign, no mantissa",
            "RDNA4 guide": "-QNAN, 0xFFC00000",
        },
        reading: "both: 0xffc00000",
        switches: [AMD_INF_MINUS_INF],
        shows: ["op -t gfx1100 ds_add_f32 mem=0xff800000 src0=0x7f800000"],
    }
    "amd-add-typos": "0 + 0, and NF" {
        says: {
            "AMD's RDNA3 chapter 13, float add rules": "0 + 0 = +0, which is no rule; NF + (float, +0, -0) = INF",
            "RDNA3 ISA guide, the same list": "-0 + 0 = +0; INF + (float, +0, -0)",
        },
        reading: "as the guide prints them",
        decides: Spec "RDNA3 ISA guide",
        shows: [
            "op -t gfx1100 ds_add_f32 mem=0x80000000 src0=0x00000000",
            "op -t gfx1100 ds_add_f32 mem=0x7f800000 src0=0x3f800000",
        ],
    }
    "amd-minmax-copy": "An unmodified copy, or a quiet NaN" {
        says: {
            "AMD's RDNA3 chapter 13, denormals":
                "the result of MIN and MAX is an unmodified copy of one of the sources",
            "AMD's RDNA3 chapter 13, selection rules": "a signalling NaN comes as a quiet NaN",
        },
        reading: "quiet: the rule for NaNs is the more specific one",
        switches: [AMD_MINMAX_SNAN],
        shows: ["op -t gfx1100 ds_max_f32 mem=0x7f800001 src0=0x3f800000"],
    }
    "amd-minmax-zero": "-0 below +0, or equal" {
        says: {
            "AMD's RDNA3 chapter 13, selection rules": "..., -denorm, -0, +0, +denorm, ...",
            "RDNA3's pseudo-code, ds_min_f32":
                "src < tmp ? src : tmp, which as a comparison of IEEE 754 holds them for equal",
            "rocjitsu": "orders -0 before +0",
        },
        reading: "-0 is below +0",
        switches: [AMD_MINMAX_ORDER],
        shows: ["op -t gfx1100 ds_min_f32 mem=0x00000000 src0=0x80000000"],
    }
    "amd-minmax-two-nans": "Two quiet NaNs at one place of the order" {
        says: {
            "AMD's RDNA3 chapter 13, selection rules":
                "QNaN is below everything for MAX and above everything for MIN; of two nothing is said",
            "rocjitsu": "memory's",
        },
        reading: "memory keeps its own",
        switches: [AMD_TWO_QUIET_NANS],
        shows: ["op -t gfx1100 ds_min_f32 mem=0x7fc00001 src0=0x7fc00002"],
    }
    "amd-cas-flush": "A compare-and-store that fails, where subnormals are flushed" {
        says: {
            "AMD's RDNA3 chapter 13, denormals": "CompareStore flushes the result when input flushing occurs",
            "AMD's RDNA3 chapter 13, compare swap":
                "swaps only if the condition is true: otherwise there would be no result",
            "rocjitsu": "writes the flushed value of memory where the comparison fails",
        },
        reading: "memory is flushed then too",
        switches: [AMD_CAS_FAIL_FLUSH],
        shows: ["op -t gfx1100 ds_cmpstore_f32 mem=0x00000001 src0=0x40000000 src1=0x3f800000 fp_denorm=14"],
    }
    "amd-denormal-table": "Flush, No Flush and Mode: the legend of a table that is not there" {
        says: {
            "AMD's RDNA3 chapter 13, denormals": "the legend alone",
            "RDNA3 ISA guide, the same section": "memory: MIN, MAX and CMP by MODE, ADD flushed; LDS: all by MODE",
        },
        reading: "the guide's table",
        decides: Spec "RDNA3 ISA guide",
        shows: [
            "op -t gfx1100 global_atomic_add_f32 mem=0x00000001 src0=0x00000000 fp_denorm=15",
            "op -t gfx1100 ds_add_f32 mem=0x00000001 src0=0x00000000 fp_denorm=15",
        ],
    }
    "amd-denormal-f64": "Subnormals of operations that do not exist" {
        says: {
            "AMD's RDNA3 chapter 13, denormals": "bit 0 of dp_denorm counts for memory atomics",
            "RDNA3 ISA guide, the table": "CmpStore_F64 in memory",
            "llvm-mc 19.1.7 and 22.1.8": "gfx1100 has f64 atomics in LDS alone",
        },
        reading: "no f64 atomic in memory",
        decides: Oracle "llvm-mc 19.1.7 and 22.1.8 refuse them",
        shows: [
            "op -t gfx1100 global_atomic_cmpswap_f64 mem=0x0 src0=0x0 src1=0x0",
            "op -t gfx1100 ds_cmpstore_f64 mem=0x0 src0=0x1 src1=0x0",
        ],
    }
    "amd-add-output": "A sum in memory that is subnormal" {
        says: {
            "AMD's RDNA3 chapter 13, denormals": "memory's add is hard-wired to flush inputs; of results nothing",
            "RDNA3 ISA guide": "memory never flushes output denormals",
            "LLVM 19.1.7 and 22.1.8": "take the instruction for one without f32 denormals",
        },
        reading: "kept",
        switches: [AMD_MEMORY_ADD_OUTPUT],
        shows: ["op -t gfx1100 global_atomic_add_f32 mem=0x00800001 src0=0x80800000"],
    }
    "amd-lds-output": "Whether LDS judges a sum before or after rounding" {
        says: {
            "AMD's RDNA3 chapter 13, denormals":
                "the adder uses both flush controls of MODE; tininess is not mentioned",
        },
        reading: "after; no sum can tell",
        switches: [AMD_LDS_OUTPUT_TININESS],
    }
    "amd-flat-lds": "FLAT atomics that land in LDS" {
        says: {
            "RDNA3 ISA guide, MODE":
                "LDS uses all bits for DS instructions, but not for FLAT; which it uses then is not said",
            "AMD's RDNA3 chapter 13": "LDS atomics and memory atomics, and none between",
            "RDNA4 guide": "never flushes there",
        },
        reading: "subnormals as in memory",
        switches: [AMD_FLAT_LDS],
        shows: ["op -t gfx1100 flat_atomic_add_f32 mem=0x00000001 src0=0x00000000 space=lds"],
    }
    "amd-scratch-atomics": "Float atomics as scratch instructions" {
        says: {
            "AMD's RDNA3 chapter 13, first sentence":
                "float atomics can be issued as LDS, Buffer and Flat/Global/Scratch instructions",
            "llvm-mc 19.1.7 and 22.1.8": "have no scratch_atomic",
        },
        reading: "none; FLAT reaches scratch",
        decides: Oracle "llvm-mc 19.1.7 and 22.1.8",
        shows: ["op -t gfx1100 scratch_atomic_add_f32 mem=0x0 src0=0x0"],
    }
    "amd-cmpst-name": "ds_cmpst: gfx1100 has its opcode, with other operands" {
        says: {
            "AMD's RDNA3 chapter 13, denormals": "ds_{min,max,cmpst}_f32, in a sentence about memory atomics",
            "llvm-mc 19.1.7 and 22.1.8":
                "ds_cmpstore, whose data is (new, compare); ds_cmpst of older processors was (compare, new) under the same code",
        },
        reading: "ds_cmpstore; the old name is refused with the reason, and the sentence is read as about memory",
        decides: Oracle "llvm-mc 19.1.7",
        shows: ["op -t gfx1100 ds_cmpst_f32 mem=0x0 src0=0x0 src1=0x0"],
    }
    "amd-mode-ieee": "MODE.IEEE and DX10_CLAMP" {
        says: {
            "AMD's RDNA3 chapter 13": "names neither",
        },
        reading: "they change nothing",
        switches: [AMD_MODE_IEEE],
    }
    "amd-f32-add-packets": "f32 adds that assemble and do not update memory" {
        says: {
            "RDNA3 ISA guide, memory atomics": "global_atomic_add_f32 and buffer_atomic_add_f32 add",
            "hrx-system pull 255":
                "AMD's compiler Loom took the FP32 add packets of gfx11 out of its tables, since they \"assemble but do not update memory\", and writes a loop of compare-and-swap; gfx12 and CDNA3 keep theirs. It names neither the instruction nor the memory",
            "LLVM 19": "selects the instruction for gfx1100 when it is told that memory is not fine-grained",
        },
        reading: "they add. Where memory does not carry out float atomics (fine-grained or on the host), a device may drop the update; Isotope has one kind of memory",
        decides: Spec "RDNA3 ISA guide; a device would decide for each kind of memory",
        shows: ["op -t gfx1100 global_atomic_add_f32 mem=0x3f800000 src0=0x3f800000"],
    }
    "amd-csub": "csub without glc" {
        says: {
            "RDNA3 ISA guide": "glc must be 1",
            "llvm-mc 19.1.7 and 22.1.8": "assemble it with glc = 0",
        },
        reading: "the same, and returns nothing",
        switches: [AMD_CSUB_GLC],
        shows: ["op -t gfx1100 global_atomic_csub_u32 mem=0x5 src0=0x7"],
    }
    "amd-2addr": "Two exchanges at one address" {
        says: {
            "RDNA3 ISA guide, ds_storexchg_2addr":
                "two exchanges; which comes first where the addresses meet is not said",
        },
        reading: "both are read, then the first is written, then the second",
        decides: Assumed "the order of the RDNA3 guide's pseudo-code",
    }
    "amd-gws-single-clause": "No s_endpgm behind a GWS instruction: a rule that the compiler breaks" {
        says: {
            "AMD's RDNA3 chapter 13, programming rule": "GWS instruction, s_waitcnt, then anything but s_endpgm",
            "LLVM 19.1.7 and 22.1.8": "clang writes ds_gws_init, s_waitcnt, s_endpgm",
        },
        reading: "it runs; the check of programming rules tells of it",
        decides: Spec "AMD's RDNA3 chapter 13: a rule for programs, without a word on what breaks",
    }
    "amd-ordered-same": "Source and destination must differ: another one" {
        says: {
            "AMD's RDNA3 chapter 13, programming rule": "they must not be the same VGPR, or a replay after NACK fails",
            "LLVM 19.1.7 and 22.1.8": "write ds_ordered_count v0, v0",
        },
        reading: "it runs; the check of programming rules tells of it",
        decides: Spec "AMD's RDNA3 chapter 13",
    }
    "amd-lgkmcnt": "What counts GDS: LGKMcnt or EXPcnt" {
        says: {
            "AMD's RDNA3 chapter 13": "LGKMcnt tells of completion",
            "RDNA3 ISA guide, 3.1": "GDS in the table of EXPcnt too",
            "LLVM 19": "waits for expcnt before registers of a GDS instruction are written",
        },
        reading: "LGKMcnt for completion, EXPcnt for the source registers",
        decides: Spec "AMD's RDNA3 chapter 13",
    }
    "amd-gds-lanes": "Several bits of EXEC" {
        says: {
            "AMD's RDNA3 chapter 13": "GDS and GWS are one lane wide: with several bits set only the lowest counts",
            "RDNA3 ISA guide, DS instructions":
                "every lane does its operation; append and consume count all bits of EXEC",
        },
        reading: "one lane for GDS; append and consume count the whole of EXEC",
        switches: [AMD_GDS_LANES, AMD_GDS_NARROW],
        shows: ["op -t gfx1100 'ds_add_rtn_u32 v0, v1, v2 gds' v1=0 v2=1,2,4,8 gds[0]=0 m0=0x1000 lanes=4 exec=0xe"],
    }
    "amd-gds-denormals": "Subnormals in GDS" {
        says: {
            "AMD's RDNA3 chapter 13":
                "LDS follows MODE, memory does not; float atomics with gds are DS instructions, and not mentioned",
            "rocjitsu": "does not have GDS",
        },
        reading: "as in LDS",
        switches: [AMD_GDS_DENORMALS],
        shows: ["op -t gfx1100 'ds_add_f32 gds' mem=0x00000001 src0=0x00000000 fp_denorm=14"],
    }
    "amd-exec-zero": "EXEC = 0" {
        says: {
            "AMD's RDNA3 chapter 13":
                "ordered count, init, sema_br and barrier behave as if EXEC were 1; of other opcodes nothing is sent",
            "RDNA3 ISA guide, field table of ordered count": "the increment is 0 then",
            "AMD's RDNA3 chapter 13":
                "sema_v, sema_p and release_all carry no data that could be ignored, and are not in the list",
        },
        reading: "lane 0 speaks for those in the list; nothing is sent for the others",
        switches: [AMD_GWS_EXEC0, AMD_ORDERED_EXEC0],
        shows: ["op -t gfx1100 'ds_gws_sema_v gds' m0=0x10000 exec=0"],
    }
    "amd-gws-range": "Modulo 64, or clamped to the range" {
        says: {
            "AMD's RDNA3 chapter 13, resource id": "(BASE + M0[21:16] + offset0[5:0]) % 64",
            "AMD's RDNA3 chapter 13, the sentence before":
                "ids are clamped to the VMID's range, and if that happens GWS returns NACK",
            "RDNA3's pseudo-code, ds_gws_*": "leaves BASE out",
        },
        reading: "the sum modulo 64 is judged, and outside the range nothing happens but the NACK",
        switches: [AMD_GWS_ID_RANGE],
    }
    "amd-gws-barrier": "N or N-1 waves" {
        says: {
            "RDNA3's pseudo-code, ds_gws_barrier":
                "decrements, then tests; init takes the total wave count, barrier one less: the second round would go after N-1 waves",
            "Vega's pseudo-code": "tests, then decrements",
            "ROCm": "passes N-1 to both",
        },
        reading: "tests first: N-1 at both ends",
        switches: [AMD_GWS_BARRIER],
    }
    "amd-gws-release-all": "release_all adds, or assigns" {
        says: {
            "RDNA3 ISA guide": "counter += waves in the queue",
            "Vega": "counter = waves in the queue",
        },
        reading: "adds",
        switches: [AMD_GWS_RELEASE_ALL],
    }
    "amd-gws-state": "Sizes of a resource's state" {
        says: {
            "AMD's RDNA3 chapter 13":
                "queue head with valid and flag: 13 bits; tail with flag: 12 bits; a counter of 12 bits, a type of 1 byte that has two values",
            "AMD's RDNA3 chapter 13":
                "GDS_GWS_RESOURCE: flag, counter, type, head; the bits are not given, and the tail is not in it",
        },
        reading: "indices of 11 bits, one wave for each; beyond 4095 the counter wraps; a new type leaves those that wait",
        switches: [AMD_GWS_COUNTER_WRAP, AMD_GWS_TYPE_CHANGE],
    }
    "amd-ordered-once": "Once and only once, or up to four times" {
        says: {
            "AMD's RDNA3 chapter 13, ordered count": "the instruction must be issued once and only once by each wave",
            "AMD's RDNA3 chapter 13, ordered alloc":
                "a shader can issue the ordered alloc counter up to 4 times; it is the same instruction",
        },
        reading: "once for a count, four times for a ring; the check of programming rules tells of more",
        switches: [AMD_ORDERED_WAVE_END, AMD_ORDERED_WALKER],
    }
    "amd-ordered-fields": "Fields of ordered count: a heading without its table" {
        says: {
            "AMD's RDNA3 chapter 13, ordered count": "ends with the words: instruction fields",
            "RDNA3 ISA guide, field table":
                "the index is OFFSET0[7:2] in one place and [5:2], of 16 counters, in another; M0[31:16] is a base in dwords; wrap needs two values and reads one",
            "LLVM 19.1.7 and 22.1.8":
                "write the number of dwords less one into OFFSET1[7:6], which the guide calls unused",
        },
        reading: "[5:2], modulo 16 with the base; the second value of wrap is the ring's size",
        switches: [AMD_ORDERED_BASE, AMD_ORDERED_WRAP],
    }
    "amd-append-m0": "Where append finds its counter" {
        says: {
            "RDNA3 ISA guide, DS_APPEND": "M0.base, which for GDS is the upper half",
            "LLVM": "puts the LDS pointer into the lower half",
        },
        reading: "lower half for LDS, upper half for GDS",
        switches: [AMD_APPEND_M0],
        shows: ["op -t gfx1100 'ds_append v1' m0=0x00040000 shared[0]=5 shared[4]=9"],
    }
    "amd-gs-reg": "offset0[4:2] or [5:2], one register or two" {
        says: {
            "RDNA3 ISA guide, ds_add_gs_reg_rtn":
                "the index is offset0[5:2], and once [4:2]; VDST receives the old value",
            "LLVM": "always names a pair of registers",
        },
        reading: "[5:2]; the second register is left alone where the counter has 32 bits",
        switches: [AMD_GS_REG_HIGH],
        shows: ["op -t gfx1100 'ds_add_gs_reg_rtn v[0:1], v2 gds' v2=5 v1=7 gs[0]=0x1"],
    }
    "amd-chapter-tables": "Three tables that the chapter announces" {
        says: {
            "AMD's RDNA3 chapter 13":
                "the denormal table, the fields of ordered count and the GWS instructions are missing from the extract",
            "RDNA3 ISA guide, chapter 13": "has all three",
        },
        reading: "the guide's",
        decides: Spec "RDNA3 ISA guide",
    }
    "amd-gws-silent-release": "Waves that no signal can release" {
        says: {
            "AMD's RDNA3 chapter 13": "a wave leaves by the rules of its resource",
            "rocjitsu":
                "lets deadlocked waves continue silently, has no VMID range and no NACK, and wakes by slot instead of first in, first out",
        },
        reading: "they wait, and the launch ends with a report of who waits where",
        decides: Spec "AMD's RDNA3 chapter 13: a queue, and no time-out",
    }
    "amd-lane-order": "Order of lanes" {
        says: {
            "RDNA3 ISA guide": "each lane is atomic by itself; in which order is not said",
        },
        reading: "ascending; other orders can be chosen or drawn",
        switches: [AMD_LANE_ORDER],
        shows: ["op -t gfx1100 'ds_add_rtn_u32 v0, v1, v2' v2=1,2,3,4 shared[0]=7 lanes=4"],
    }
    "amd-buffers": "Buffers: sums, strides and ranges" {
        says: {
            "RDNA3.5 ISA guide, 9.4 and 11.2":
                "the stride is in the general equation and ignored for raw buffers; SOFFSET is subtracted from NUM_RECORDS; units above the element are forbidden",
            "LLVM 19.1.7 and 22.1.8":
                "keep negative constants out of VADDR, and add constants in the instruction to offsets that may be negative",
            "Mesa": "writes 0 as stride of raw buffers, loads 16 bytes with elements of 4",
        },
        reading: "each by its own evidence",
        switches: [
            AMD_BUFFER_OFFSET_CARRY,
            AMD_BUFFER_SOFFSET_EXCESS,
            AMD_BUFFER_SWIZZLE_SPLIT,
            AMD_BUFFER_RAW_STRIDE,
            AMD_DESCRIPTOR_KIND,
            AMD_BUFFER_LDS,
        ],
    }
    "amd-images": "Images: what descriptors and instructions leave open" {
        says: {
            "RDNA3 ISA guide, images": "the four values of resinfo, sizes and masks, and no rule for what does not fit",
            "Mesa": "what its drivers count on",
            "llvm-mc 19": "one register for every mask of an atomic",
        },
        reading: "each by its own evidence",
        switches: [
            AMD_IMAGE_DIM,
            AMD_IMAGE_RANGE,
            AMD_IMAGE_PITCH,
            AMD_IMAGE_UNBOUND,
            AMD_IMAGE_CUBE,
            AMD_IMAGE_DMASK,
            AMD_IMAGE_PCK,
            AMD_IMAGE_LEVEL,
            AMD_RESINFO,
        ],
    }
    "amd-formats": "Formats: rounding, saturation, components that are missing" {
        says: {
            "RDNA3.5 ISA guide, 9.4 and 9.6": "0 outside the range, format 0 is unbound, no rule for conversions",
            "OpenCL C, 8.3": "either rounding; saturation of integers",
            "Direct3D 11": "rounds toward zero",
        },
        reading: "each by its own evidence",
        switches: [
            AMD_FORMAT_MISSING,
            AMD_FORMAT_OUT_OF_RANGE,
            AMD_FORMAT_INVALID,
            AMD_FORMAT_ROUNDING,
            AMD_FORMAT_INTEGERS,
            AMD_FORMAT_SCALED,
            AMD_FORMAT_D16_INTEGERS,
            AMD_FORMAT_STORE,
        ],
    }
    "amd-arithmetic": "Arithmetic that the guide gives bounds, constants or pseudo-code for, and devices do otherwise" {
        says: {
            "RDNA3 ISA guide, division": "2^32 and no direction, and scales a large denominator up",
            "RDNA3's pseudo-code, v_dot2": "two additions with a rounding under MODE each",
            "Radeon Pro W7900": "results that only one grid for all terms gives",
            "RDNA3 ISA guide, 3.4.4 and 6.2": "a scalar operation into NULL sets SCC, or is not executed",
        },
        reading: "each by its own evidence",
        switches: [
            AMD_DIVISION,
            AMD_DOT2,
            AMD_VALU_NAN,
            AMD_PAIR_CONSTANT,
            AMD_APERTURE_WORD,
            AMD_WMMA,
            AMD_TRANSCENDENTAL,
            AMD_TRIG_PREOP,
            AMD_SUBVECTOR,
            AMD_SCALAR_NULL,
        ],
        shows: ["op -t gfx1100 'v_dot2_f32_f16 v0, v1, v2, v3' v1=0xf8007800 v2=0x78007800 v3=0x42000000"],
    }
    "amd-runtime": "What driver and runtime do around a kernel" {
        says: {
            "LLVM AMDGPU usage guide": "names of hidden arguments, registers that are undefined",
            "rocm-device-libs": "the device's side of hostcalls and printf",
        },
        reading: "one layout and one order, said on the page of assumptions",
        switches: [
            AMD_APERTURES,
            AMD_PRINTF_BUFFER,
            AMD_HOSTCALL,
            AMD_HIDDEN_HOST,
            AMD_UNBOUNDED_STACK,
            AMD_WAVE_STATE,
        ],
    }
}
