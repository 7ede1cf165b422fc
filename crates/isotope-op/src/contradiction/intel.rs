//! Contradictions of Intel's two pages: within each, with each other, with the rest of the vISA documentation and with the tools.

use super::Contradiction;
use crate::assume::*;

contradictions! {
    "visa-predec": "PREDEC: the pseudo-code gives the old value, the table the new one" {
        says: {
            "Intel's DWORD_ATOMIC page, table of operations": "PREDEC: new = old - 1, returns the new value",
            "Intel's DWORD_ATOMIC page, semantics": "dst[i] = surface[offset] before the operation, whatever it is",
            "Intel's SVM_ATOMIC page, description": "the old values from the address are returned",
            "IGC 1.0.12504":
                "on processors without PREDEC it writes DEC and adds -1 to the returned value; a comment of its disassembler says the opposite",
        },
        reading: "the new value",
        decides: Spec "the table of Intel's DWORD_ATOMIC page is about this operation, the pseudo-code about all; IGC 1.0.12504 agrees with the table",
        shows: ["op -t visa dword_atomic.predec mem=0x5"],
    }
    "visa-predec-type": "PREDEC is signed in the table, unsigned in the notes" {
        says: {
            "Intel's DWORD_ATOMIC page, table of operations": "types W, D, Q",
            "Intel's DWORD_ATOMIC page, notes": "other operations (than IMIN, IMAX and the float ones): type UD",
        },
        reading: "UD; the bits are the same",
        decides: Spec "Intel's DWORD_ATOMIC page, notes, which say what is required",
    }
    "visa-predec-src0": "PREDEC is among the operations with a source, and has none" {
        says: {
            "Intel's DWORD_ATOMIC page, Src0":
                "null for INC and DEC; for the other operations the first elements are used",
            "Intel's DWORD_ATOMIC page, table of operations": "PREDEC: new = old - 1",
            "GenX_IR 1.0.12504.6": "src0 must be V0 for INC/DEC/PREDEC",
        },
        reading: "null, as for INC and DEC",
        decides: Oracle "GenX_IR 1.0.12504.6, whose verifier says so; the formula has no source",
    }
    "visa-predec-text": "PREDEC has a code and no text" {
        says: {
            "Intel's DWORD_ATOMIC page, text": "op is the text form of one of the operations (ADD, SUB, etc.)",
            "GenX_IR 1.0.12504.6":
                "has no spelling for 13 and prints an empty name; IMIN and IMAX are spelled minsint and maxsint",
        },
        reading: "`predec` is ours; `imin` and `imax` are taken as well as the tool's words",
        decides: Oracle "GenX_IR 1.0.12504.6 for the words that it has",
    }
    "visa-cas-roles": "CMPXCHG and FCMPWR have their sources the other way round" {
        says: {
            "Intel's DWORD_ATOMIC page, table of operations":
                "CMPXCHG: new = (old==src1) ? src0 : old; FCMPWR: new = (src0 == old) ? src1 : old",
            "Intel's SVM_ATOMIC page, Src1": "for CMPXCHG and FCMPWR src1 is used, without a word on the roles",
            "IGC 1.0.12504":
                "swaps the sources of CMPXCHG alone on the way to the message, which compares with its first source; IGC 2.40.14 too writes the \
                 comparand as src1 of CMPXCHG and as src0 of FCMPWR",
        },
        reading: "as the table says: they differ",
        decides: Spec "the table of Intel's DWORD_ATOMIC page; IGC 1.0.12504 and IGC 2.40.14 agree",
        shows: [
            "op -t visa dword_atomic.cmpxchg mem=0x5 src0=0x9 src1=0x5",
            "op -t visa dword_atomic.fcmpwr mem=0x3f800000 src0=0x3f800000 src1=0x40000000",
        ],
    }
    "visa-surface-names": "Surfaces T0 and T255, 0 and 5, and names that a program cannot write" {
        says: {
            "Intel's DWORD_ATOMIC page, Surface": "valid values are 0: T0, shared local memory, and 5: T255, stateless",
            "Intel's DWORD_ATOMIC page, Surface":
                "index of the surface variable, which must be a buffer: any other buffer has an index too",
            "GenX_IR 1.0.12504.6":
                "0 is %slm, 1 and 2 are T1 and T2, 3 TSS, 4 %bss, 5 %scratch, declared surfaces begin at 6; T0 and T255 are undefined names",
        },
        reading: "0 and 5 are what the page says, under both names; declared surfaces are taken; T1, T2, TSS and %bss assemble and are refused where they would have to run",
        decides: Oracle "GenX_IR 1.0.12504.6 and GenX_IR 1.0.17791.18, and IGC 1.0.12504 and IGC 2.40.14 use declared surfaces",
    }
    "visa-exec-size": "8 elements, or what the execution size says" {
        says: {
            "Intel's SVM_ATOMIC page, description":
                "performs 8 element scattered operations; the first 8 elements of the addresses are used",
            "Intel's SVM_ATOMIC page, Exec_size": "1, 2, 4 or 8 elements",
            "Intel's DWORD_ATOMIC page, Exec_size": "1 to 16",
            "GenX_IR 1.0.12504.6": "takes 1 to 32 in both; IGC 1.0.12504 writes 16",
        },
        reading: "the lists of Exec_size by default, what compilers write in the mode compat",
        decides: Spec "the lists of Intel's SVM_ATOMIC page and Intel's DWORD_ATOMIC page",
    }
    "visa-operand-order": "Text and bytes in different orders" {
        says: {
            "Intel's SVM_ATOMIC page, format": "addresses, src0, src1, dst",
            "Intel's SVM_ATOMIC page, text": "addresses, dst, src0, src1",
            "Intel's DWORD_ATOMIC page, format and text": "surface, offsets, src0, src1, dst, both times",
        },
        reading: "each as its section says",
        decides: Spec "Intel's SVM_ATOMIC page; GenX_IR 1.0.12504.6 agrees with both sections",
    }
    "visa-case": "Upper-case text that the assembler refuses" {
        says: {
            "Intel's SVM_ATOMIC page, text": "SVM_ATOMIC.<op>",
            "GenX_IR 1.0.12504.6": "takes lower case only, and the execution mask in front of the size",
        },
        reading: "printed as the tool does, read either way",
        decides: Oracle "GenX_IR 1.0.12504.6",
    }
    "visa-names": "Op codes with two names" {
        says: {
            "Intel's DWORD_ATOMIC page, Op": "17 operations",
            "GenX_IR 1.0.12504.6": "has 0x13 fadd and 0x14 fsub, which no public page lists",
        },
        reading: "fadd and fsub run under rules=compat, computed as their names say",
        decides: Oracle "GenX_IR 1.0.12504.6 encodes them",
        shows: ["op -t visa dword_atomic.fadd mem=0x3f800000 src0=0x3f800000 rules=compat"],
    }
    "visa-types": "Operand types: W and HF in the table, D and F in the notes" {
        says: {
            "Intel's DWORD_ATOMIC page, table of operations": "UW, UD, UQ; W, D, Q; HF, F",
            "Intel's DWORD_ATOMIC page, notes": "type D, F or UD; types remain those of 32 bits for 16-bit atomics",
            "GenX_IR 1.0.12504.6":
                "does not check svm_atomic; of dword_atomic.16 it wants UD for every operation, so that it refuses what IGC writes",
        },
        reading: "the notes; the mode verifier gives the tool's own verdict",
        decides: Spec "the notes of Intel's SVM_ATOMIC page and Intel's DWORD_ATOMIC page say what is required",
    }
    "visa-width-bits": "Widths that are written in two bits, one bit and a shift" {
        says: {
            "Intel's SVM_ATOMIC page, Op": "bits 6..5: 0 is 32, 1 is 16, 2 is 64",
            "Intel's DWORD_ATOMIC page, Op": "bit 5: 16-bit",
            "GenX_IR 1.0.12504.6": "reads 0x60 as 64 and everything with bit 7 as 32",
        },
        reading: "written as documented; read as the tool reads",
        decides: Oracle "GenX_IR 1.0.12504.6",
    }
    "visa-upper-half": "The upper half of a 16-bit result" {
        says: {
            "Intel's SVM_ATOMIC page, notes":
                "only the lower 16 bits of each dword are used; the writeback has the same unpacked layout",
            "Intel's DWORD_ATOMIC page, Op": "the same",
        },
        reading: "0 is written into the upper half",
        decides: Assumed "neither Intel's SVM_ATOMIC page nor Intel's DWORD_ATOMIC page says it; IGC 1.0.12504 reads the lower half only",
        shows: ["op -t visa dword_atomic.add.16 mem=0xffff src0=0x1"],
    }
    "visa-slm-bounds": "Past the end of shared local memory" {
        says: {
            "Intel's DWORD_ATOMIC page, properties":
                "out-of-bound access: reads give zeros, writes are dropped; T0 is one of its surfaces",
            "vISA documentation": "out-of-bounds SLM access is undefined",
            "Intel's SVM_ATOMIC page, properties": "a heading with nothing under it",
        },
        reading: "zeros, and nothing is written",
        switches: [INTEL_SLM_BOUNDS, INTEL_BLOCK_BOUNDS],
    }
    "visa-alignment": "Alignment is asked for, and what happens without it is not said" {
        says: {
            "Intel's SVM_ATOMIC page, Addresses": "each address must be Dword or Qword aligned",
            "Intel's SVM_ATOMIC page, notes": "a word must be word-aligned",
            "vISA documentation":
                "blocks at multiples of 16; IGC 1.0.12504 writes blocks at multiples of 4 in that text",
        },
        reading: "a misaligned atomic faults; blocks may begin at a dword",
        switches: [INTEL_BLOCK_ALIGNMENT, INTEL_LSC_ALIGNMENT],
    }
    "visa-semantics-width": "Comments of the pseudo-code" {
        says: {
            "Intel's SVM_ATOMIC page, semantics": "2, 4, or 8 byte, atomic operation",
            "Intel's DWORD_ATOMIC page, semantics":
                "2 or 4 byte; its description says word or dword (either integer or float)",
            "Intel's DWORD_ATOMIC page, table of operations": "UQ (SVM only)",
        },
        reading: "no 64-bit dword_atomic",
        decides: Spec "Intel's DWORD_ATOMIC page",
        shows: ["op -t visa dword_atomic.add.64 mem=0x1 src0=0x1"],
    }
    "visa-float-width": "HF in the table, F alone in the notes, and no 64-bit floats" {
        says: {
            "Intel's DWORD_ATOMIC page, table of operations":
                "FMAX, FMIN and FCMPWR: HF, F; message types DWORD and SVM, not TYPED",
            "Intel's SVM_ATOMIC page, notes":
                "FMAX, FMIN, FCMPWR: type F, under the note that 64-bit atomics have 64-bit types",
            "GenX_IR 1.0.12504.6": "encodes svm_atomic.fmax.64",
        },
        reading: "16 and 32 bits",
        decides: Spec "Intel's SVM_ATOMIC page, notes",
        shows: ["op -t visa svm_atomic.fmax.64 mem=0x1 src0=0x1"],
    }
    "visa-minmax": "FMIN and FMAX of NaNs and zeros" {
        says: {
            "Intel's DWORD_ATOMIC page, table of operations": "new = max(old, src0), and nothing else",
            "GL_INTEL_shader_atomic_float_minmax":
                "a signalling NaN wins; two NaNs are open; zeros are an issue that it lists",
            "OpenCL extension": "either zero may come",
        },
        reading: "a signalling NaN as it is; of two NaNs the result is unspecified; equal zeros keep memory's",
        switches: [INTEL_MINMAX_ZERO],
        shows: [
            "op -t visa svm_atomic.fmin mem=0x00000000 src0=0x80000000",
            "op -t visa svm_atomic.fmax mem=0x7fc00001 src0=0x7fc00002",
        ],
    }
    "visa-denormals": "Subnormals, which no document mentions" {
        says: {
            "Intel's DWORD_ATOMIC page": "nothing",
            "IGC 1.0.12504 and IGC 2.40.14": "ask for subnormals in the first instruction, for arithmetic",
        },
        reading: "kept",
        switches: [INTEL_DENORMALS, INTEL_EU_DENORMALS, INTEL_EU_NAN],
        shows: ["op -t visa svm_atomic.fcmpwr mem=0x00000001 src0=0x00000000 src1=0x3f800000"],
    }
    "visa-tool-files": "The assembler writes files that it cannot mean" {
        says: {
            "GenX_IR 1.0.12504.6":
                "leaves the last two operands out of every instruction that has an execution size and a predicate; its reader expects them",
            "vISA documentation": "has them",
        },
        reading: "files are written whole; damaged ones are refused with the reason",
        decides: Spec "the format of the vISA documentation, which the reader of GenX_IR 1.0.12504.6 follows",
    }
    "visa-lane-order": "Serialised, in an order that is not determined" {
        says: {
            "Intel's DWORD_ATOMIC page, notes":
                "channels that write to one address are serialized, the order is non-deterministic",
            "vISA documentation": "lanes wait at a label and meet there",
        },
        reading: "ascending; other orders can be chosen or drawn",
        switches: [INTEL_LANE_ORDER, INTEL_GOTO_ORDER, INTEL_WALK_ORDER, INTEL_SPLIT_BARRIER],
    }
    "visa-predicate-groups": "Any and all: of the instruction's lanes, or of the whole predicate" {
        says: {
            "vISA documentation": "pseudo-code that looks at as many elements as the instruction has lanes",
            "IGC 1.0.12504":
                "a group of as many elements as the predicate is declared with, whatever the execution size",
        },
        reading: "the whole predicate as declared",
        switches: [INTEL_PREDICATE_GROUPS],
    }
    "visa-arithmetic": "Arithmetic within bounds, formulas without rounding" {
        says: {
            "vISA documentation":
                "error bounds of functions, formulas of sums of products, no value for a division by zero, nothing on negated words",
            "IGC 1.0.12504": "code that is right under one reading only",
        },
        reading: "each by its own evidence",
        switches: [
            INTEL_MATH,
            INTEL_SUMS_OF_PRODUCTS,
            INTEL_DIVISION_BY_ZERO,
            INTEL_NARROW_NEGATION,
            INTEL_PACKED_IMMEDIATES,
            INTEL_HALF_CHANNELS,
        ],
    }
    "visa-launch": "What the driver lays out" {
        says: {
            "vISA documentation": "coordinates of surfaces, not their bytes; bindless surfaces by name",
            "IGC 1.0.12504":
                "payloads with inputs that its description leaves out, copies into registers that are too small",
            "NEO": "an order of local ids",
        },
        reading: "one layout, said on the page of assumptions",
        switches: [
            INTEL_TYPED_LAYOUT,
            INTEL_BINDLESS_NAMES,
            INTEL_REGISTER_COPIES,
            INTEL_UNDESCRIBED_PAYLOAD,
            INTEL_SINGLE_THREADS,
        ],
    }
    "visa-normalised": "Normalised channels: how a number becomes a float" {
        says: {
            "OpenCL C, conversion rules of images":
                "a read may be off by 1.5 units in the last place; a write prefers the nearest",
            "public vISA documentation, typed messages": "names the formats and gives no arithmetic",
        },
        reading: "the float nearest to the quotient; a write takes the nearest number",
        switches: [INTEL_NORMALISED_CHANNELS],
    }
}
