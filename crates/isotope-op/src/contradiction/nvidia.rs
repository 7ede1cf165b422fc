//! Contradictions of NVIDIA's two pages: within each, with each other and with the tools.

use super::Contradiction;
use crate::assume::*;

contradictions! {
    "nv-e-offset": "The offset of .E: 32 bits in the prose, 20 in the word" {
        says: {
            "NVIDIA's ATOM page, description":
                "with .E the address is (Ra,Ra+1) plus the sign-extended immediate ImmS32",
            "NVIDIA's ATOM page, format": "the form with .E is written [Ra + ImmS20]",
            "nvdisasm 11.8, 12.4 and 12.8":
                "the word of ATOM.E has a field of 20 bits, and no other that could hold an offset",
        },
        reading: "20 bits, sign-extended, with .E and without",
        decides: Oracle "nvdisasm 11.8, 12.4 and 12.8: every bit of the word is accounted for",
        shows: ["asm -t sm_50 'ATOM.E.ADD R0, [R2+0x7ffff], R4'", "asm -t sm_50 'ATOM.E.ADD R0, [R2+0x80000], R4'"],
    }
    "nv-profiles": "A page headed SPA 5.0 with sizes of 5.2 and 6.0" {
        says: {
            "NVIDIA's ATOM page, title": "SPA 5.0",
            "NVIDIA's ATOM page, table of atomic operations": ".F16x2.RN and .F64.RN, and the forms with Ps",
            "nvdisasm 11.8, 12.4 and 12.8":
                "on SM50 that size is .U128 or invalid and those words are refused; SM52 has .F16x2.FTZ.RN and Ps, SM60 .F16x2.RN and .F64.RN",
        },
        reading: "three profiles (sm_50, sm_52, sm_60), each with what its decoder knows; the page is their union",
        decides: Oracle "nvdisasm 11.8, 12.4 and 12.8, -b SM50, SM52, SM60",
        shows: ["asm -t sm_50 'ATOM.ADD.F16x2.RN R0, [R2], R4'", "asm -t sm_60 'ATOM.ADD.F16x2.RN R0, [R2], R4'"],
    }
    "nv-f16x2-spelling": ".F16x2.FTZ.RN in the list of sizes, .F16x2.RN in the table" {
        says: {
            "NVIDIA's ATOM page, format": ".sz lists .F16x2.FTZ.RN",
            "NVIDIA's ATOM page, table of atomic operations": "rows .ADD, .MIN and .MAX have .F16x2.RN",
            "nvdisasm 11.8, 12.4 and 12.8":
                "print .F16x2.FTZ.RN for SM52 and SM53, .F16x2.RN from SM60 on, for the same bits",
        },
        reading: "each profile has its own spelling; only the one that says .FTZ flushes",
        switches: [NV_SM52_F16X2_FLUSH],
        shows: [
            "op -t sm_52 ATOM.ADD.F16x2.FTZ.RN mem=0x00000001 src0=0x00000000",
            "op -t sm_60 ATOM.ADD.F16x2.RN mem=0x00000001 src0=0x00000000",
        ],
    }
    "nv-u128": ".128 is an alias of a size that is illegal" {
        says: {
            "NVIDIA's ATOM page, format": ".128 aliases to .U128, but is illegal",
            "nvdisasm 11.8, 12.4 and 12.8": "print .U128 for size 4 on SM50",
        },
        reading: "the disassembler prints it, the assembler refuses it",
        decides: Spec "NVIDIA's ATOM page calls it illegal",
        shows: ["asm -t sm_50 'ATOM.ADD.128 R0, [R2], R4'"],
    }
    "nv-s64-dot": "S64 without a dot" {
        says: {
            "NVIDIA's ATOM page, format": "the list of sizes has `.U64, S64, .F32.FTZ.RN`",
            "NVIDIA's ATOM page, table of atomic operations": ".S64",
        },
        reading: "a misprint: .S64",
        decides: Spec "NVIDIA's ATOM page, its table and its examples",
        shows: ["asm -t sm_50 'ATOM.MIN.S64 R0, [R4+8], R2'"],
    }
    "nv-cas-sizes": "CAS has three sizes in the table, two in the word" {
        says: {
            "NVIDIA's ATOM page, table of atomic operations": ".CAS takes .U32, .S32 and .U64",
            "nvdisasm 11.8, 12.4 and 12.8": "the word has one bit for the size: nothing or .64",
        },
        reading: ".U32 and .S32 are one word; a comparison of bits has no sign",
        decides: Oracle "nvdisasm 11.8, 12.4 and 12.8",
        shows: ["asm -t sm_50 'ATOM.CAS.S32 R0, [R2], R4, R5'", "asm -t sm_50 'ATOM.CAS.U32 R0, [R2], R4, R5'"],
    }
    "nv-cas-roles": "Rc is the compare value in one sentence and the new value in the table" {
        says: {
            "NVIDIA's ATOM page, description":
                "compare-and-swap requires one or more extra registers for the compare value, which are provided as Rc",
            "NVIDIA's ATOM page, table of atomic operations": "Rd = M; if (M == Rb) M = Rc",
            "ptxas 11.8, 12.4, 12.8 and 12.9":
                "atom.cas with (compare, new) in registers R2 and R3 becomes ATOM.CAS .., R2, R3",
        },
        reading: "Rb is compared, Rc is written",
        decides: Oracle "the table is a formula, and ptxas 11.8, 12.4, 12.8 and 12.9 write code by it",
        shows: ["op -t sm_50 ATOM.CAS mem=0x5 src0=0x5 src1=0x9", "op -t sm_50 ATOM.CAS mem=0x9 src0=0x5 src1=0x9"],
    }
    "nv-cas-layout": "Rc may be RZ; the word has room for it, and perhaps not for all" {
        says: {
            "NVIDIA's ATOM page, description": "Rb must not be RZ, Rc is Rb+1 (.64: Rb+2) or RZ",
            "nvdisasm 11.8, 12.4 and 12.8": "two bits say which of the two is RZ; it prints Rb as RZ too",
            "Mesa": "only the form with both registers is said to work",
        },
        reading: "Rc = RZ is assembled and writes 0; Rb = RZ is refused",
        decides: Spec "NVIDIA's ATOM page",
        shows: ["asm -t sm_50 'ATOM.CAS R0, [R2], R4, RZ'", "asm -t sm_50 'ATOM.CAS R0, [R2], RZ, R4'"],
    }
    "nv-omitted-rc": "Other operations assemble the omitted Rc as RZ, and have no field for it" {
        says: {
            "NVIDIA's ATOM page, description": "other atomic operations assemble the omitted Rc as RZ",
            "nvdisasm 11.8, 12.4 and 12.8": "ATOM has Rd, Ra and Rb, and no bits for a third source",
        },
        reading: "nothing is encoded",
        decides: Oracle "nvdisasm 11.8, 12.4 and 12.8",
    }
    "nv-example-comment": "An example with an empty comment" {
        says: {
            "NVIDIA's ATOM page, examples":
                "`ATOM.ADD.F32.FTZ.RN R0, [R1 - 400], R9; #` and no text behind the mark; 400 is not said to be decimal",
        },
        reading: "400 is decimal: -0x190",
        decides: Assumed "the other examples of NVIDIA's ATOM page write hexadecimal with 0x",
        shows: ["dis -t sm_50 0xed06ffe700970100"],
    }
    "nv-req6": "{&req_6}: the name of a field, or of a value" {
        says: {
            "NVIDIA's ATOM page, format": "{&req_6} {&rdN} {&wrN} {?sched}, without a list of values",
            "ptxas 12.4.99": "the control word has six bits of scoreboards to wait for",
        },
        reading: "`&req={1,2}` names the scoreboards; `&req_6` as a value is refused",
        decides: Oracle "the field of the control word has six bits, as ptxas 12.4.99 fills it",
        shows: ["asm -t sm_50 <<< 'ATOM.ADD R0, [R2], R4 &req_6'"],
    }
    "nv-safeadd": "SAFEADD: a sentence and no arithmetic" {
        says: {
            "NVIDIA's ATOM page, table of atomic operations": "increment put pointer in a circular queue",
            "ptxas 12.4.99": "never emits it",
        },
        reading: "what it writes is unspecified; what it returns is the old value",
        switches: [NV_SAFEADD],
        shows: ["op -t sm_50 ATOM.SAFEADD.U64 mem=0x7 src0=0x1"],
    }
    "nv-address-bits": "Addresses of 40 bits, registers of 64" {
        says: {
            "NVIDIA's ATOM page, description":
                "the 32-bit sum is zero-extended to 40 bits; with .E the address is a sum of 64 bits",
            "NVIDIA's ATOM page, description": "an address outside allocated memory is an address out-of-range error",
        },
        reading: "an address with a bit above 39 is out of range",
        switches: [NV_E_ADDRESS_HIGH],
        shows: ["op -t sm_50 'ATOM.E.ADD R0, [R2], R4' R[2:3]=0x10000100000000 R4=1 [0x100000000]=7"],
    }
    "nv-absolute": "A field of 20 bits that is signed with Ra and unsigned without" {
        says: {
            "NVIDIA's ATOM page, format": "[Ra + ImmS20], and without Ra [ImmU20], an unsigned absolute address",
            "nvdisasm 11.8, 12.4 and 12.8": "print the field unsigned where Ra is RZ, with .E and without",
        },
        reading: "as both say; [0], [0x0] and [RZ] are one word",
        decides: Spec "NVIDIA's ATOM page, and nvdisasm 11.8, 12.4 and 12.8 agrees",
        shows: ["asm -t sm_50 'ATOM.ADD.S32 R9, [0xfff00], R8'"],
    }
    "nv-errors": "Three errors, and no order among them" {
        says: {
            "NVIDIA's ATOM page, description":
                "misaligned address, invalid address space, address out-of-range: which is reported when several apply is not said",
        },
        reading: "space, then alignment, then range",
        switches: [NV_CHECK_ORDER, NV_WINDOW_BASES],
        shows: ["op -t sm_50 'ATOM.ADD R0, [R2], R4' R2=0x1000001 R4=1"],
    }
    "nv-helper-pixels": "Helper pixels: predicated off in one page, a NOP in the other" {
        says: {
            "NVIDIA's ATOM page, description": "helper and killed pixels are predicated off by the hardware",
            "NVIDIA's SURED page, description": "SURED turns into NOP for helper and killed pixels",
        },
        reading: "the same: such a lane takes no part",
        decides: Spec "NVIDIA's ATOM page and NVIDIA's SURED page: no difference can be seen",
    }
    "nv-sparse": "Ps tells of sparse pages, and the sentence about them has three readings" {
        says: {
            "NVIDIA's ATOM page, format":
                "Ps returns the sparse tile status: the access is happening to a page marked as sparse (not valid). Whether the update is done, and what Rd gets, is not said",
        },
        reading: "pages without memory behind them are refused where nothing can be known",
        decides: Assumed "NVIDIA's ATOM page, operand Ps, names the predicate and nothing else",
    }
    "nv-l2-nan": "Which NaN a float add in memory leaves" {
        says: {
            "NVIDIA's ATOM page, table of atomic operations": "M = M + Rb, and nothing of NaNs",
            "PTX": "0x7fffffff for f32 arithmetic of the SM",
            "H100":
                "0x7fffffff on 20 million vectors of f32 and f16x2; for f64 the NaN of the register, else that of memory, bits unchanged; an emulator that says it takes its rules from an RTX 3060 has f64 the same way",
        },
        reading: "f32 and halves: all ones; f64: NaNs pass through, the added one before memory's",
        switches: [NV_L2_NAN, NV_L2_F64_NAN],
        shows: [
            "op -t sm_50 ATOM.ADD.F32.FTZ.RN mem=0x7f800001 src0=0x3f800000",
            "op -t sm_60 ATOM.ADD.F64.RN mem=0x7ff0000000000001 src0=0x7ff8000000000002",
        ],
    }
    "nv-minmax-nan": "Minimum and maximum of halves and NaNs" {
        says: {
            "NVIDIA's ATOM page, table of atomic operations": "M = min(M, Rb) for .F16x2.RN",
            "NV_shader_atomic_fp16_vector": "gives no rule for NaNs",
            "H100": "a number beats a NaN, two NaNs give the unit's own",
        },
        reading: "as the H100 does it",
        switches: [NV_F16X2_MINMAX_NAN],
        shows: ["op -t sm_60 ATOM.MIN.F16x2.RN mem=0x7e007e01 src0=0x3c007e02"],
    }
    "nv-red64": "RED has 64-bit operations that one ptxas emits and another does not" {
        says: {
            "ptxas 12.9.86": "emits RED.MIN.S64, RED.AND.U64 and their like for sm_50 to sm_61",
            "ptxas 11.8, 12.4 and 12.8": "write ATOM with RZ instead",
            "nvdisasm 11.8, 12.4 and 12.8": "decode them",
            "NVIDIA's ATOM page": "gives ATOM these sizes and does not mention RED",
        },
        reading: "as ATOM",
        switches: [NV_RED64],
        shows: ["op -t sm_50 RED.AND.U64 mem=0x3 src0=0x1"],
    }
    "nv-sured-sc": "Sc and a table that are announced and not there" {
        says: {
            "NVIDIA's SURED page, description":
                "Sc contains a pointer to the texture header; the possible options for Sc are: (nothing follows)",
            "NVIDIA's SURED page, description":
                "size specifier for byte (.D.BA) and coordinate (.D) addressing: (nothing follows)",
            "NVIDIA's SURED page, operands": "#tsPtrIdxU13 and Rc",
        },
        reading: "Sc is the index or Rc; sizes are those of .sz",
        decides: Spec "NVIDIA's SURED page, operands; nvdisasm 11.8, 12.4 and 12.8 has no other form",
    }
    "nv-sured-sizes": "Sizes of SURED: one list in the format, another in the table" {
        says: {
            "NVIDIA's SURED page, format": ".sz has .S64 and .F16x2.FTZ.RN",
            "NVIDIA's SURED page, table of reduction operations": ".ADD has no .S64, and .F16x2.RN",
        },
        reading: "legal is what the table has; the spelling is the profile's",
        decides: Spec "NVIDIA's SURED page, table of reduction operations",
        shows: ["asm -t sm_50 'SURED.D.1D.ADD.S64 [R2], R4, 0x5'", "asm -t sm_50 'SURED.D.1D.MIN.S64 [R2], R4, 0x5'"],
    }
    "nv-sured-mode": ".D is the only mode in the page, the word has another" {
        says: {
            "NVIDIA's SURED page, format": ".mode {.D}",
            "nvdisasm 11.8, 12.4 and 12.8": "a bit chooses .D or .P, which is formatted",
        },
        reading: ".P is printed, and refused where it would have to run",
        decides: Spec "NVIDIA's SURED page has .D only",
        shows: ["asm -t sm_50 'SURED.P.1D.ADD [R2], R4, 0x5'"],
    }
    "nv-sured-typo": "x-ordinate" {
        says: {
            "NVIDIA's SURED page, format":
                "`x-ordinate is treated as sample co-ordinate`, one line after `x-coordinate`",
        },
        reading: "the x-coordinate",
        decides: Spec "NVIDIA's SURED page, the line before",
    }
    "nv-sured-align": "Ra must follow register alignment rules, which no document gives" {
        says: {
            "NVIDIA's SURED page, description": "Ra must follow register alignment rules for the number of coordinates",
            "ptxas 12.4.99": "one coordinate anywhere, two in an even register, three in a multiple of four",
        },
        reading: "as ptxas does",
        decides: Oracle "ptxas 12.4.99",
        shows: ["asm -t sm_50 'SURED.D.2D.ADD [R3], R4, 0x5'"],
    }
    "nv-surface-bounds": "Clamping: names and no rules" {
        says: {
            "NVIDIA's SURED page, description":
                ".clamp says how out of bounds addresses are clamped: .IGN, .NEAR, .TRAP; in which unit, for layers too, and where nothing fits is not said",
            "NVIDIA's SURED page, description": "array indices are U16",
            "H100":
                "bytes with .BA; layers as coordinates, of which 16 bits are taken; loads zeros where no access fits",
        },
        reading: "as the H100 does it",
        switches: [NV_LAYER_CLAMP, NV_BA_CLAMP_UNIT, NV_SURFACE_SMALL],
    }
    "nv-textures": "Textures: formulas without their roundings, and texels outside" {
        says: {
            "CUDA C++ Programming Guide, Texture Fetching":
                "a linear filter weighs texels by fractions of 8 bits, which an example of tex2Dgather rounds to the nearest; of ties and of the \
                 rounding of the sum it says nothing",
            "CUDA C++ Programming Guide, Texture Object API":
                "what a coordinate outside reads, for coordinates that are floats; address modes do not count for linear memory",
        },
        reading: "ties up; the sum in double precision, rounded once; a texel outside, by integer coordinates, is zero",
        switches: [NV_TEXTURE_TIE, NV_TEXTURE_SUM, NV_TEXTURE_BOUNDS],
    }
    "nv-sd32": ".SD32 and .SD64: signed by the surface, and by which surfaces" {
        says: {
            "NVIDIA's SURED page, table of reduction operations":
                ".SD32 and .SD64 in the rows .MIN and .MAX, without a word on them",
            "PTX": "the operation takes its type from the surface: signed for SINT, unsigned for UINT",
            "H100": "unsigned on a surface of floats",
        },
        reading: "by the data type of R; unsigned where it is neither SINT nor UINT",
        switches: [NV_SD32_SIGN],
        shows: [
            "op -t sm_50 SURED.D.MIN.SD32 mem=0x80000000 src0=0x1 format=sint",
            "op -t sm_50 SURED.D.MIN.SD32 mem=0x80000000 src0=0x1 format=other",
        ],
    }
    "nv-invalid-texture": "An invalid texture, and what it does" {
        says: {
            "NVIDIA's SURED page, operands": "a header pointer above MaximumIndex is regarded as an invalid texture",
            "NVIDIA's SURED page, description":
                "an update of a disabled surface is silently dropped; of an invalid one nothing is said",
        },
        reading: "dropped, like that of a disabled one",
        switches: [NV_INVALID_TEXTURE, NV_SURFACE_DISABLED, NV_SURFACE_TYPE, NV_SURFACE_ORDER, NV_SURFACE_LEVEL],
    }
    "nv-surface-layout": "Block-linear surfaces, by name alone" {
        says: {
            "NVIDIA's SURED page, description": "works on pitch or blocklinear surfaces",
            "open-gpu-doc": "names of the header's fields, not the order of bytes",
            "yuzu": "formulas for blocks, small surfaces and layers",
        },
        reading: "as public emulators have it",
        switches: [NV_SURFACE_SHRINK, NV_SURFACE_LAYER_STRIDE],
    }
    "nv-suatom": "SUATOM is in no document" {
        says: {
            "nvdisasm 11.8, 12.4 and 12.8": "decode it",
            "NVIDIA's SURED page": "is about the form without a result",
        },
        reading: "it computes as SURED and gives the old value",
        decides: Assumed "by analogy with NVIDIA's SURED page",
        shows: ["op -t sm_50 SUATOM.D.ADD mem=0x1 src0=0x2"],
    }
    "nv-lane-order": "Order of lanes, stores and sides of a branch" {
        says: {
            "NVIDIA's ATOM page, description": "without intervening accesses by other threads: atomic, in no order",
            "PTX": "which value is left of several stores is not specified",
            "H100": "atomics ascending in 9,000 launches, of stores the lowest lane's value left in 1,000",
        },
        reading: "ascending, and the side that falls through first; other orders can be chosen or drawn",
        switches: [NV_LANE_ORDER, NV_STORE_ORDER, NV_BRANCH_ORDER, NV_BARRIER_PARTIAL],
        shows: ["op -t sm_50 'ATOM.E.ADD R0, [R2], R4' R[2:3]=0x100000000 R4=1,2,3,4 [0x100000000]=7 lanes=4"],
    }
    "nv-arithmetic": "Arithmetic of the SM that PTX documents within bounds, or not at all" {
        says: {
            "PTX": "error bounds, flushes without their order, undefined results, no bits of NaNs",
            "ptxas 12.4.99": "sequences that are right only under one reading",
            "H100": "answers where a program could ask",
        },
        reading: "each by its own evidence",
        switches: [
            NV_FTZ_TININESS,
            NV_F64_NAN,
            NV_F2I_NAN,
            NV_MUFU,
            NV_FCHK,
            NV_RRO,
            NV_CONVERT_SIGN,
            NV_CONVERT_SAT,
            NV_I2I_BYTE,
            NV_IADD3_CARRY,
            NV_X_ZERO,
            NV_CC_LOGIC,
            NV_P2R_CC,
            NV_IMNMX_CHAIN,
            NV_LEA_WINDOW,
            NV_HALF_FLOAT,
            NV_SHFL_INACTIVE,
        ],
        shows: ["op -t sm_50 'DADD R0, R2, R4' R[2:3]=0x7ff8000000000001 R[4:5]=0x7ff8000000000002"],
    }
    "nv-runtime": "What the driver does around a kernel" {
        says: {
            "CUDA C++ Programming Guide":
                "order of printed lines, place of the heap and numbers of warps are the driver's",
        },
        reading: "one order and one place, said on the page of assumptions",
        switches: [NV_DEVICE_RUNTIME, NV_WAVE_IDS, NV_REGISTER_GRANULARITY],
    }
}
