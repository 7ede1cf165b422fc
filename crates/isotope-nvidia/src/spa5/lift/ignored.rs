//! Bits of sm_50 instructions that have no effect in the model, with the reason and the source. Every other bit changes how an instruction
//! is lifted, or stops the run.

use isotope_table::Inst;

use isotope_target::lift::IgnoredBits::Field;
use isotope_target::lift::{Ignored, IgnoredBits, always};

const VIDEO: &str = "PTX ISA, scalar video instructions";
const NAMED: &str = "PTX ISA; its name by nvdisasm 11.8, 12.4 and 12.8";
const NVDISASM: &str = "nvdisasm 11.8, 12.4 and 12.8";
const PTXAS: &str = "as ptxas 11.8, 12.4, 12.8 and 12.9 use it";
const CUDA: &str = "CUDA C++ Programming Guide";
const VIDEO_STEPS: &[&str] = &["VADD", "VABSDIFF", "VABSDIFF4", "VMNMX", "VSHL", "VSHR"];
const VIDEO_SUMS: &[&str] = &["VADD", "VMAD", "VSHL", "VSET"];

/// A row about a field that never has an effect.
const fn row(of: &'static [&'static str], field: &'static str, why: &'static str, source: &'static str) -> Ignored {
    Ignored { of, bits: Field(field), when: always, why, source }
}

const ATOMICS: &[&str] = &["ATOM", "ATOMS", "RED", "SURED", "SUATOM"];

/// The name of a field's value.
fn text(inst: &Inst, field: &str) -> &'static str {
    inst.text(isotope_table::Profiles::MAX, field)
}
/// The immediate is below 32.
fn small(inst: &Inst) -> bool {
    inst.try_get("B.imm").is_some_and(|v| v < 32)
}
/// The comparison is constantly true or false, and its register result is not used as a number.
fn decided(inst: &Inst) -> bool {
    matches!(text(inst, "cmp"), "F" | "T") && !text(inst, "to").starts_with('F')
}
/// The operation does not compare numbers.
fn unordered(inst: &Inst) -> bool {
    !matches!(text(inst, "op"), "MIN" | "MAX")
}
/// The part is the whole register.
fn whole(inst: &Inst, part: &str) -> bool {
    inst.get(part) & 7 == 6
}
/// The predicate result is PT.
fn no_predicate(inst: &Inst) -> bool {
    inst.get("Pd") == 7
}
/// No reader of the condition code or of a predicate uses the zero flag.
fn no_zero(inst: &Inst) -> bool {
    let zero = inst.try_get("Pd").is_some_and(|p| p != 7) && matches!(text(inst, "pop"), "Z" | "NZ");
    inst.get("CC") == 0 && !zero
}

const fn decided_row(field: &'static str) -> Ignored {
    let why = "a comparison that holds always or never looks at no operand";
    Ignored { when: decided, ..row(&["*"], field, why, "PTX manual, setp") }
}

/// One row per group of bits.
pub const ROWS: &[Ignored] = &[
    Ignored {
        bits: IgnoredBits::Part("target", 8),
        ..row(
            &["BRA", "CAL", "PBK", "PCNT", "PRET", "SSY"],
            "",
            "an instruction behind a control word, and that word, are one place",
            NVDISASM,
        )
    },
    Ignored {
        when: |i| text(i, "sz").ends_with("128"),
        ..row(&["LD", "LDG"], "sz", "`.U.128` promises that all lanes have one address", "PTX ISA, ldu")
    },
    row(&["NOP"], "TRIG", "a trigger of a performance monitor", "PTX ISA, pmevent"),
    row(&["NOP"], "cc", "nothing is done under any condition", NAMED),
    row(&["NOP"], "imm", "nothing is done with it", NAMED),
    row(&["BPT"], "imm", "a number for a debugger", "PTX ISA, brkpt and trap"),
    row(
        &["CAL", "JCAL", "PRET"],
        "inc",
        "how the call depth is counted, which nothing reads",
        "as PTX ISA says of call",
    ),
    Ignored {
        when: |i| i.get("target") < 16,
        ..row(&["JMP", "JCAL"], "target", "the first instruction follows its control word", NVDISASM)
    },
    row(&["BRA", "JMP"], "U", "a promise that the branch is uniform", "PTX ISA, bra.uni"),
    row(
        &["LD", "ST"],
        "Pp",
        "a hint whether the address is outside the windows, which the address tells as well",
        "as PTX ISA says of isspacep",
    ),
    Ignored {
        when: |i| matches!(text(i, "mode"), "IS" | "ISL"),
        ..row(&["LDC"], "mode", "the two differ in addresses that stop the run", "as PTX ISA says of ld.const")
    },
    Ignored {
        when: unordered,
        ..row(
            ATOMICS,
            "sz",
            "the sign matters for minimum and maximum only",
            "NVIDIA's ATOM page, table of atomic operations",
        )
    },
    decided_row("Ra"),
    decided_row("B"),
    decided_row("B.imm"),
    decided_row("B.bank"),
    decided_row("B.off"),
    decided_row("C"),
    decided_row("C.bank"),
    decided_row("C.off"),
    decided_row("U32"),
    decided_row("-Ra"),
    decided_row("-B"),
    decided_row("|Ra|"),
    decided_row("|B|"),
    decided_row("X"),
    Ignored {
        when: |i| matches!(text(i, "cmp"), "EQ" | "NE"),
        ..row(&["*"], "U32", "equality has no sign", "PTX ISA, setp")
    },
    Ignored { when: |i| text(i, "cc") == "F", ..row(&["*"], "!Pg", "never executed", NAMED) },
    Ignored {
        when: |i| i.get("HI") == 0,
        ..row(
            &["IMUL", "IMUL32I", "IMAD", "IMAD32I"],
            "signs",
            "the low word of a product has no sign",
            "PTX ISA, mul.lo",
        )
    },
    Ignored {
        when: |i| text(i, "to") == "F64" && !text(i, "from").ends_with("64"),
        ..row(&["I2F"], "rnd", "the conversion is exact", "PTX ISA, cvt")
    },
    Ignored {
        when: |i| text(i, "to") == "F64" || text(i, "from") == "F16" || text(i, "to") == text(i, "from"),
        ..row(&["F2F"], "rnd", "the conversion is exact", "PTX ISA, cvt")
    },
    Ignored { when: small, ..row(&["SHL", "SHR", "SHF"], "W", "the count is below 32", "PTX ISA, shl and shf") },
    row(
        &["BFE", "BFI"],
        "B.imm",
        "position and length are bits 15:0",
        "PTX ISA, bfe and bfi; ptxas 11.8, 12.4, 12.8 and 12.9",
    ),
    Ignored {
        when: |i| text(i, "then").is_empty(),
        ..row(&["VADD", "VABSDIFF", "VMNMX", "VSET", "VSHL", "VSHR"], "Rc", "there is no second step", VIDEO)
    },
    row(VIDEO_STEPS, "UD", "the type of the result matters for clamping only", VIDEO),
    row(VIDEO_STEPS, "SD", "the type of the result matters for clamping only", VIDEO),
    row(&["STG", "ST", "STS", "STL", "SUST"], "sz", "a store has no sign", "PTX ISA, st"),
    Ignored { when: no_predicate, ..row(&["LOP", "LOP3"], "pop", "nothing asks for the predicate", "PTX ISA, lop3") },
    Ignored {
        when: no_zero,
        ..row(
            &["LOP", "LOP3", "LOP32I"],
            "X",
            "it chains the zero flag, which nothing asks for",
            "as PTX ISA says of add.cc",
        )
    },
    Ignored { when: no_predicate, ..row(&["VOTE"], "mode", "nothing asks for the answer", "PTX ISA, vote") },
    Ignored {
        when: |i| i.form.syntax.starts_with("SHF.L"),
        ..row(&["SHF"], "max", "a shift to the left has no sign", "PTX ISA, shf")
    },
    Ignored {
        when: |i| whole(i, "a"),
        ..row(VIDEO_SUMS, "a", "a sum of 32 bits of whole registers has no sign", VIDEO)
    },
    Ignored {
        when: |i| whole(i, "b"),
        ..row(VIDEO_SUMS, "b", "a sum of 32 bits of whole registers has no sign", VIDEO)
    },
    Ignored { when: |i| i.get("SAT") == 0, ..row(&["I2I"], "to", "truncation has no sign", "PTX ISA, cvt") },
    Ignored { when: |i| i.get("SAT") == 0, ..row(&["I2I"], "from", "truncation has no sign", "PTX ISA, cvt") },
    Ignored { bits: IgnoredBits::All, ..row(&["FCHK"], "", "assumption `nv.fchk`", PTXAS) },
    row(&["RRO"], "mode", "assumption `nv.rro`", PTXAS),
    Ignored {
        when: |i| text(i, "mode").starts_with("XMED"),
        ..row(&["IMNMX"], "mode", "assumption `nv.imnmx_chain`: both take what the upper words decided", PTXAS)
    },
    Ignored {
        when: |i| matches!(text(i, "lod"), "" | "LZ" | "LL" | "LB"),
        ..row(&["TEX", "TEXS"], "lod", "it chooses a level of detail, and textures of launches have one level", CUDA)
    },
    row(&["TXD"], "Rb", "derivatives choose a level of detail, and textures of launches have one level", CUDA),
    Ignored {
        when: |i| matches!(text(i, "lod"), "LL" | "LB"),
        ..row(&["TEX", "TEXS"], "Rb", "it chooses a level of detail, and textures of launches have one level", CUDA)
    },
    Ignored {
        when: |i| text(i, "sr").contains("CLOCK"),
        ..row(&["S2R", "CS2R"], "sr", "there is one clock", "as PTX ISA says of %clock")
    },
];
