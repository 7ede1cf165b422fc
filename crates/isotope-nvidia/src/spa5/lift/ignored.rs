//! Bits of sm_50 instructions that have no effect in the model, with the reason and the source. Every other bit changes how an instruction
//! is lifted, or stops the run.

use isotope_table::Inst;

use isotope_target::lift::Bits::Field;
use isotope_target::lift::{Bits, Ignored, always};

const ROW: Ignored = Ignored { of: &["*"], bits: Field(""), when: always, why: "", source: "" };
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
    Ignored { bits: Field(field), when: decided, why, source: "PTX manual, setp", ..ROW }
}

/// One row per group of bits.
pub const ROWS: &[Ignored] = &[
    Ignored {
        of: &["BRA", "CAL", "PBK", "PCNT", "PRET", "SSY"],
        bits: Bits::Part("target", 8),
        why: "an instruction that stands behind a control word, and that word, are one place",
        source: "nvdisasm 11.8, 12.4 and 12.8",
        ..ROW
    },
    Ignored {
        of: &["LD", "LDG"],
        bits: Field("sz"),
        when: |i| text(i, "sz").ends_with("128"),
        why: "`.U.128` promises that all lanes have one address",
        source: "PTX ISA, ldu",
    },
    Ignored {
        of: &["NOP"],
        bits: Field("TRIG"),
        why: "a trigger of a performance monitor",
        source: "PTX ISA, pmevent",
        ..ROW
    },
    Ignored {
        of: &["NOP"],
        bits: Field("cc"),
        why: "nothing is done under any condition",
        source: "PTX ISA; its name by nvdisasm 11.8, 12.4 and 12.8",
        ..ROW
    },
    Ignored {
        of: &["NOP"],
        bits: Field("imm"),
        why: "nothing is done with it",
        source: "PTX ISA; its name by nvdisasm 11.8, 12.4 and 12.8",
        ..ROW
    },
    Ignored {
        of: &["BPT"],
        bits: Field("imm"),
        why: "a number for a debugger",
        source: "PTX ISA, brkpt and trap",
        ..ROW
    },
    Ignored {
        of: &["CAL", "JCAL", "PRET"],
        bits: Field("inc"),
        why: "how the call depth is counted, which nothing reads",
        source: "as PTX ISA says of call",
        ..ROW
    },
    Ignored {
        of: &["JMP", "JCAL"],
        bits: Field("target"),
        when: |i| i.get("target") < 16,
        why: "the first instruction stands behind its control word",
        source: "nvdisasm 11.8, 12.4 and 12.8",
    },
    Ignored {
        of: &["BRA", "JMP"],
        bits: Field("U"),
        why: "a promise that the branch is uniform",
        source: "PTX ISA, bra.uni",
        ..ROW
    },
    Ignored {
        of: &["LD", "ST"],
        bits: Field("Pp"),
        why: "a hint whether the address is outside the windows, which the address tells as well",
        source: "as PTX ISA says of isspacep",
        ..ROW
    },
    Ignored {
        of: &["LDC"],
        bits: Field("mode"),
        when: |i| matches!(text(i, "mode"), "IS" | "ISL"),
        why: "the two differ in addresses that stop the run",
        source: "as PTX ISA says of ld.const",
    },
    Ignored {
        of: ATOMICS,
        bits: Field("sz"),
        when: unordered,
        why: "the sign matters for minimum and maximum only",
        source: "NVIDIA's ATOM page, table of atomic operations",
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
        bits: Field("U32"),
        when: |i| matches!(text(i, "cmp"), "EQ" | "NE"),
        why: "equality has no sign",
        source: "PTX ISA, setp",
        ..ROW
    },
    Ignored {
        bits: Field("!Pg"),
        when: |i| text(i, "cc") == "F",
        why: "never executed",
        source: "PTX ISA; its name by nvdisasm 11.8, 12.4 and 12.8",
        ..ROW
    },
    Ignored {
        of: &["IMUL", "IMUL32I", "IMAD", "IMAD32I"],
        bits: Field("signs"),
        when: |i| i.get("HI") == 0,
        why: "the low word of a product has no sign",
        source: "PTX ISA, mul.lo",
    },
    Ignored {
        of: &["I2F"],
        bits: Field("rnd"),
        when: |i| text(i, "to") == "F64" && !text(i, "from").ends_with("64"),
        why: "the conversion is exact",
        source: "PTX ISA, cvt",
    },
    Ignored {
        of: &["F2F"],
        bits: Field("rnd"),
        when: |i| text(i, "to") == "F64" || text(i, "from") == "F16" || text(i, "to") == text(i, "from"),
        why: "the conversion is exact",
        source: "PTX ISA, cvt",
    },
    Ignored {
        of: &["SHL", "SHR", "SHF"],
        bits: Field("W"),
        when: small,
        why: "the count is below 32",
        source: "PTX ISA, shl and shf",
    },
    Ignored {
        of: &["BFE", "BFI"],
        bits: Field("B.imm"),
        why: "position and length are bits 15:0",
        source: "PTX ISA, bfe and bfi; ptxas 11.8, 12.4, 12.8 and 12.9",
        ..ROW
    },
    Ignored {
        of: &["VADD", "VABSDIFF", "VMNMX", "VSET", "VSHL", "VSHR"],
        bits: Field("Rc"),
        when: |i| text(i, "then").is_empty(),
        why: "there is no second step",
        source: "PTX ISA, scalar video instructions",
    },
    Ignored {
        of: &["VADD", "VABSDIFF", "VABSDIFF4", "VMNMX", "VSHL", "VSHR"],
        bits: Field("UD"),
        why: "the type of the result matters for clamping only",
        source: "PTX ISA, scalar video instructions",
        ..ROW
    },
    Ignored {
        of: &["VADD", "VABSDIFF", "VABSDIFF4", "VMNMX", "VSHL", "VSHR"],
        bits: Field("SD"),
        why: "the type of the result matters for clamping only",
        source: "PTX ISA, scalar video instructions",
        ..ROW
    },
    Ignored {
        of: &["STG", "ST", "STS", "STL", "SUST"],
        bits: Field("sz"),
        why: "a store has no sign",
        source: "PTX ISA, st",
        ..ROW
    },
    Ignored {
        of: &["LOP", "LOP3"],
        bits: Field("pop"),
        when: no_predicate,
        why: "nothing asks for the predicate",
        source: "PTX ISA, lop3",
    },
    Ignored {
        of: &["LOP", "LOP3", "LOP32I"],
        bits: Field("X"),
        when: no_zero,
        why: "it chains the zero flag, which nothing asks for",
        source: "as PTX ISA says of add.cc",
    },
    Ignored {
        of: &["VOTE"],
        bits: Field("mode"),
        when: no_predicate,
        why: "nothing asks for the answer",
        source: "PTX ISA, vote",
    },
    Ignored {
        of: &["SHF"],
        bits: Field("max"),
        when: |i| i.form.syntax.starts_with("SHF.L"),
        why: "a shift to the left has no sign",
        source: "PTX ISA, shf",
    },
    Ignored {
        of: &["VADD", "VMAD", "VSHL", "VSET"],
        bits: Field("a"),
        when: |i| whole(i, "a"),
        why: "a sum of 32 bits of whole registers has no sign",
        source: "PTX ISA, scalar video instructions",
    },
    Ignored {
        of: &["VADD", "VMAD", "VSHL", "VSET"],
        bits: Field("b"),
        when: |i| whole(i, "b"),
        why: "a sum of 32 bits of whole registers has no sign",
        source: "PTX ISA, scalar video instructions",
    },
    Ignored {
        of: &["I2I"],
        bits: Field("to"),
        when: |i| i.get("SAT") == 0,
        why: "truncation has no sign",
        source: "PTX ISA, cvt",
    },
    Ignored {
        of: &["I2I"],
        bits: Field("from"),
        when: |i| i.get("SAT") == 0,
        why: "truncation has no sign",
        source: "PTX ISA, cvt",
    },
    Ignored {
        of: &["FCHK"],
        bits: Bits::All,
        why: "assumption `nv.fchk`",
        source: "as ptxas 11.8, 12.4, 12.8 and 12.9 use it",
        ..ROW
    },
    Ignored {
        of: &["RRO"],
        bits: Field("mode"),
        why: "assumption `nv.rro`",
        source: "as ptxas 11.8, 12.4, 12.8 and 12.9 use it",
        ..ROW
    },
    Ignored {
        of: &["IMNMX"],
        bits: Field("mode"),
        when: |i| text(i, "mode").starts_with("XMED"),
        why: "assumption `nv.imnmx_chain`: both take what the upper words decided",
        source: "as ptxas 11.8, 12.4, 12.8 and 12.9 use it",
    },
    Ignored {
        of: &["TEX", "TEXS"],
        bits: Field("lod"),
        when: |i| matches!(text(i, "lod"), "" | "LZ" | "LL" | "LB"),
        why: "it chooses a level of detail, and textures of launches have one level",
        source: "CUDA C++ Programming Guide",
    },
    Ignored {
        of: &["TXD"],
        bits: Field("Rb"),
        why: "derivatives choose a level of detail, and textures of launches have one level",
        source: "CUDA C++ Programming Guide",
        ..ROW
    },
    Ignored {
        of: &["TEX", "TEXS"],
        bits: Field("Rb"),
        when: |i| matches!(text(i, "lod"), "LL" | "LB"),
        why: "it chooses a level of detail, and textures of launches have one level",
        source: "CUDA C++ Programming Guide",
    },
    Ignored {
        of: &["S2R", "CS2R"],
        bits: Field("sr"),
        when: |i| text(i, "sr").contains("CLOCK"),
        why: "there is one clock",
        source: "as PTX ISA says of %clock",
    },
];
