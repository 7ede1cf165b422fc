//! Fields, names and operand variants that many SPA 5.0 rows share.
use isotope_table::*;

/// Profile bit of sm_50.
pub const SM50: Profiles = 1;
/// Profile bit of sm_52 and sm_53.
pub const SM52: Profiles = 2;
/// Profile bit of sm_61 and sm_62.
pub const SM61: Profiles = 8;
/// Profile bits of sm_60 and of sm_61 and sm_62; the lower bit is sm_60.
pub const SM60: Profiles = 4 | SM61;
/// Every profile.
pub const ALL: Profiles = SM50 | SM52 | SM60;

const NVDISASM: &str = "syntax and bits: nvdisasm 11.8, 12.4 and 12.8";

/// Defaults of most rows; `..ROW` applies them.
pub(super) const ROW: Row = Row { profiles: ALL, source: NVDISASM, ..Row::EMPTY };
/// Defaults of arithmetic rows, whose operands can be kept in the reuse cache.
pub(super) const ALU: Row = Row { reuse: Reuse::Operands(SOURCES), ..ROW };
/// The same, but the second source has the third flag.
pub(super) const ADDER: Row = Row { reuse: Reuse::Operands(Flags::of(&[&["Ra"], &[], &["B", "Rb"]])), ..ROW };
/// The same, but the destination is the third source.
pub(super) const ONTO: Row = Row { reuse: Reuse::Operands(Flags::of(&[&["Ra"], &["B"], &["Rd"]])), ..ROW };
/// The same for instructions whose operands only the fast double units of sm_60 and later keep.
pub(super) const DOUBLE: Row = Row { reuse: Reuse::Operands(Flags { profiles: SM60, ..SOURCES }), ..ROW };
const SOURCES: Flags = Flags::of(&[&["Ra"], &["B"], &["Rc", "C"]]);
type Values = &'static [(&'static str, &'static [u64])];
/// The same for conversions whose source or result has 64 bits.
pub(super) const fn converts(when: Values, unless: Values) -> Row {
    Row { reuse: Reuse::Operands(Flags { profiles: SM60, when, unless, ..SOURCES }), ..ROW }
}
/// Defaults of the rows of VMAD: a factor of 32 bits takes several passes, which keep no operands.
pub(super) const NARROW: Row = Row {
    reuse: Reuse::Operands(Flags { unless: &[("a", &[6, 7, 14, 15]), ("b", &[6, 7, 14, 15])], ..SOURCES }),
    ..ROW
};
/// Defaults of texture rows.
pub(super) const PHASED: Row = Row { reuse: Reuse::Phases, ..ROW };

pub(super) static GPR: RegFile = RegFile { ranges: &[(0, 254, "R")], names: &[(255, "RZ")], count: 1, literal: None };
pub(super) static PREDICATE: RegFile = RegFile { ranges: &[(0, 6, "P")], names: &[(7, "PT")], count: 1, literal: None };
/// `~Ps`: stored inverted, so that 0 is PT.
pub(super) static INVERTED: RegFile = RegFile {
    ranges: &[],
    names: &[(0, "PT"), (1, "P6"), (2, "P5"), (3, "P4"), (4, "P3"), (5, "P2"), (6, "P1"), (7, "P0")],
    count: 1,
    literal: None,
};

pub(super) const fn reg(name: &'static str, lo: u16) -> Field {
    Field::new(name, lo, lo + 7, FieldKind::Reg(&GPR))
}
pub(super) const fn pred(name: &'static str, lo: u16) -> Field {
    Field::new(name, lo, lo + 2, FieldKind::Reg(&PREDICATE)).or(7)
}
pub(super) const fn flag(name: &'static str, at: u16) -> Field {
    Field::new(name, at, at, FieldKind::Flag)
}
pub(super) const fn names(name: &'static str, lo: u16, hi: u16, list: &'static Names) -> Field {
    Field::new(name, lo, hi, FieldKind::Names(list))
}
pub(super) const fn int(signed: bool, scale: u8, alone: Alone) -> FieldKind {
    FieldKind::Int(Int { signed, scale, hex: true, alone })
}
pub(super) const fn uimm(name: &'static str, lo: u16, hi: u16) -> Field {
    Field::new(name, lo, hi, int(false, 0, Alone::Number))
}
pub(super) const fn simm(name: &'static str, lo: u16, hi: u16) -> Field {
    Field::new(name, lo, hi, int(true, 0, Alone::Number))
}
/// Byte offset in a constant bank, up to 64 KiB. nvdisasm prints offsets from 0x8000 up as negative numbers; ptxas reads the
/// constant at 0x9000 of a bank with `c[0x3][-0x7000]`.
pub(super) const fn const_off(name: &'static str) -> Field {
    Field::new(name, 20, 33, int(false, 2, Alone::Number)).spelled(Spelled::Signed)
}
/// Byte offset of an address; unsigned if Ra is RZ.
pub(super) const fn off(lo: u16, hi: u16) -> Field {
    Field::new("off", lo, hi, int(true, 0, Alone::Unsigned))
}
/// The same in units of four bytes.
pub(super) const fn off4(lo: u16, hi: u16) -> Field {
    Field::new("off", lo, hi, int(true, 2, Alone::Unsigned))
}

pub(super) const RD: Field = reg("Rd", 0);
pub(super) const RA: Field = reg("Ra", 8);
pub(super) const RB: Field = reg("Rb", 20);
pub(super) const RC: Field = reg("Rc", 39);
pub(super) const CC: Field = flag("CC", 47);
pub(super) const PP: [Field; 2] = [pred("Pp", 39), flag("!Pp", 42)];
pub(super) const PDQ: [Field; 2] = [pred("Pd", 3), pred("Pq", 0)];
/// Guard.
pub(super) const G: &[Field] = &[pred("Pg", 16), flag("!Pg", 19)];
/// Guard and Ra.
pub(super) const GA: &[Field] = &[G[0], G[1], RA];
/// Guard and Rd.
pub(super) const GD: &[Field] = &[G[0], G[1], RD];
/// Guard, Rd and Ra.
pub(super) const GDA: &[Field] = &[G[0], G[1], RD, RA];

pub(super) const fn name_in(value: u64, text: &'static str, profiles: Profiles, status: NameStatus) -> Name {
    Name { value, text, profiles, status }
}
/// A value that nvdisasm prints and no document defines.
pub(super) const fn reserved(value: u64, text: &'static str) -> Name {
    name_in(value, text, ALL, NameStatus::Reserved)
}
/// Names for the values from 0 up. nvdisasm prints values that no document defines as `INVALID..` or `???..`.
pub(super) const fn list<const N: usize>(texts: [&'static str; N]) -> [Name; N] {
    let mut out = [name(0, ""); N];
    let mut i = 0;
    while i < N {
        out[i] = match texts[i].as_bytes() {
            [b'?', ..] | [b'I', b'N', b'V', b'A', b'L', ..] => reserved(i as u64, texts[i]),
            _ => name(i as u64, texts[i]),
        };
        i += 1;
    }
    out
}

/// A rule of the documents about one field.
pub(super) const fn rule(need: Need, what: &'static str, source: &'static str) -> Rule {
    Rule { when: &[], need, hard: false, what, source }
}
/// A rule of the encoding: nvdisasm decodes other values as another form, or not at all.
pub(super) const fn hard(need: Need, what: &'static str, source: &'static str) -> Rule {
    Rule { when: &[], need, hard: true, what, source }
}
/// With Ra negated, the other operand is not.
pub(super) const fn not_po(field: &'static str) -> Rule {
    Rule { when: &[("-Ra", &[1])], ..hard(Need::OneOf(field, &[0]), "both operands negated is `.PO`", DISASSEMBLER) }
}
pub(super) const DISASSEMBLER: &str = "nvdisasm 11.8, 12.4 and 12.8";

/// `.AND .OR .XOR` of predicates.
pub(super) static BOP: Names = open(&list(["AND", "OR", "XOR"]), "INVALIDBOP");
/// Integer comparison.
pub(super) static ICMP: Names = closed(&list(["F", "LT", "EQ", "LE", "GT", "NE", "GE", "T"]));
/// Float comparison.
pub(super) static FCMP: Names = closed(&list([
    "F", "LT", "EQ", "LE", "GT", "NE", "GE", "NUM", "NAN", "LTU", "EQU", "LEU", "GTU", "NEU", "GEU", "T",
]));
/// Condition code tests.
pub(super) static TEST: Names = closed(&list([
    "F", "LT", "EQ", "LE", "GT", "NE", "GE", "NUM", "NAN", "LTU", "EQU", "LEU", "GTU", "NEU", "GEU", "T", "OFF", "LO",
    "SFF", "LS", "HI", "SFT", "HS", "OFT", "CSM_TA", "CSM_TR", "CSM_MX", "FCSM_TA", "FCSM_TR", "FCSM_MX", "RLE", "RGT",
]));
/// Float rounding.
pub(super) static RND: Names = closed(&list(["", "RM", "RP", "RZ"]));
/// Signedness of an operand; signed is the default.
pub(super) static U32: Names = closed(&[name(0, "U32"), name(1, ""), name(1, "S32")]);
/// Byte of a register.
pub(super) static BYTE: Names = closed(&list(["", "B1", "B2", "B3"]));

pub(super) const fn top(op: u16, mask: u16) -> Pattern {
    Pattern { value: (op as u128) << 48, mask: (mask as u128) << 48 }
}
/// One encoding, opcode in the top 16 bits.
pub(super) const fn op(value: u16, mask: u16) -> [Variant; 1] {
    [Variant { opcode: top(value, mask), operands: &[], fields: &[] }]
}
/// One encoding with further fixed bits.
pub(super) const fn op_and(value: u16, mask: u16, more: Pattern) -> [Variant; 1] {
    [Variant { opcode: top(value, mask).and(more), operands: &[], fields: &[] }]
}

/// Operands of a syntax, and what stands for them in a variant.
pub(super) type Substitution = &'static [(&'static str, &'static str)];

/// Constant operand `c[bank][offset]`.
pub(super) const C: Substitution = &[("B", "c[B.bank][B.off]")];
/// Immediate operand: its modifiers are dot words after it.
pub(super) const I: Substitution = &[
    ("{-}|B{.half}|", "B.imm{.NEG=-B}{.ABS=|B|}{.half}"),
    ("{-}|B{.byte}|", "B.imm{.NEG=-B}{.ABS=|B|}{.byte}"),
    ("{-}|B|", "B.imm{.NEG=-B}{.ABS=|B|}"),
    ("{-}B", "B.imm{.NEG=-B}"),
    ("{~}B", "B.imm{.INV=~B}"),
    ("|B|", "B.imm{.ABS=|B|}"),
    ("B", "B.imm"),
];
pub(super) const B_REG: &[Field] = &[reg("B", 20)];
pub(super) const B_CONST: &[Field] = &[uimm("B.bank", 34, 38), const_off("B.off")];
/// Fields of the swapped variant.
pub(super) const C_CONST: &[Field] = &[reg("B", 39), uimm("C.bank", 34, 38), const_off("C.off")];

/// Signed 20-bit immediate.
pub(super) const INT: &[Field] = &[simm("B.imm", 20, 38).high(56, 56)];
/// The same signed 20-bit immediate, printed by nvdisasm as unsigned bits: ptxas adds -1 with
/// `IADD3 R0, R0, 0xfffff, R2`.
pub(super) const INT_BITS: &[Field] = &[INT[0].spelled(Spelled::Unsigned)];
/// Upper 20 bits of an f32.
pub(super) const F32: &[Field] =
    &[Field::new("B.imm", 20, 38, FieldKind::Float(Float { width: 32, shift: 12 })).high(56, 56)];
/// An f16.
pub(super) const F16: &[Field] = &[Field::new("B.imm", 20, 35, FieldKind::Float(Float { width: 16, shift: 0 }))];
/// Upper 20 bits of an f64.
pub(super) const F64: &[Field] =
    &[Field::new("B.imm", 20, 38, FieldKind::Float(Float { width: 64, shift: 44 })).high(56, 56)];
/// Shift amount.
pub(super) const SHIFT: &[Field] = &[uimm("B.imm", 20, 25)];
/// 32-bit immediate.
pub(super) const IMM32: Field = simm("B.imm", 20, 51).spelled(Spelled::Either);
/// 32-bit immediate, printed unsigned.
pub(super) const UIMM32: Field = simm("B.imm", 20, 51).spelled(Spelled::Unsigned);
/// 32-bit float immediate.
pub(super) const F32I: Field = Field::new("B.imm", 20, 51, FieldKind::Float(Float { width: 32, shift: 0 }));

/// Opcode prefix of the immediate form, from that of the register form: 5c.. becomes 38.., 5b.. 36.., down to 58.. 30...
const fn immediate(op: u16) -> u16 {
    0x3000 + ((op >> 8) - 0x58) * 0x200 + (op & 0xff)
}

/// Operand `B` as register, constant or immediate, given the register form's opcode.
pub(super) const fn rci(op: u16, mask: u16, imm: &'static [Field]) -> [Variant; 3] {
    rci_and(op, mask, imm, Pattern { value: 0, mask: 0 })
}
/// The same with further fixed bits.
pub(super) const fn rci_and(op: u16, mask: u16, imm: &'static [Field], more: Pattern) -> [Variant; 3] {
    [
        Variant { opcode: top(op, mask).and(more), operands: &[], fields: B_REG },
        Variant { opcode: top(op - 0x1000, mask).and(more), operands: C, fields: B_CONST },
        Variant { opcode: top(immediate(op), mask & 0xfeff).and(more), operands: I, fields: imm },
    ]
}

const RRR: &[Field] = &[reg("B", 20), reg("C", 39)];
const RCR: &[Field] = &[B_CONST[0], B_CONST[1], reg("C", 39)];
/// Constant operand `C`, with `B` a register.
pub(super) const SWAPPED: &[(&str, &str)] = &[("C", "c[C.bank][C.off]")];

/// Operands `B` and `C`: register and register, constant and register, register and constant, immediate and register.
pub(super) const fn rci3(op: u16, mask: u16, imm: &'static [Field]) -> [Variant; 4] {
    rci3_and(op, mask, imm, Pattern { value: 0, mask: 0 })
}
/// The same with further fixed bits.
pub(super) const fn rci3_and(op: u16, mask: u16, imm: &'static [Field], more: Pattern) -> [Variant; 4] {
    [
        Variant { opcode: top(op, mask).and(more), operands: &[], fields: RRR },
        Variant { opcode: top(op - 0x1000, mask).and(more), operands: C, fields: RCR },
        Variant { opcode: top(op - 0x800, mask).and(more), operands: SWAPPED, fields: C_CONST },
        Variant { opcode: top(immediate(op), mask & 0xfeff).and(more), operands: I, fields: imm },
    ]
}
/// Like [`INT`], with a register `C`.
pub(super) const INT_C: &[Field] = &[INT[0], reg("C", 39)];
/// Like [`F32`], with a register `C`.
pub(super) const F32_C: &[Field] = &[F32[0], reg("C", 39)];
/// Like [`F64`], with a register `C`.
pub(super) const F64_C: &[Field] = &[F64[0], reg("C", 39)];

/// One encoding with its own operands.
pub(super) const fn variant(op: u16, mask: u16, operands: Substitution, fields: &'static [Field]) -> Variant {
    Variant { opcode: top(op, mask), operands, fields }
}
