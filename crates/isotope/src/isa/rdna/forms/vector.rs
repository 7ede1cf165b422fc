//! Vector arithmetic: how one [`Op`] becomes the rows of its encodings.
//!
//! ```text
//! e32       dword 0: opcode, vdst, src0, vsrc1                 literal may follow
//! dpp       the same with src0 = 250 (DPP16) or 233/234 (DPP8); dword 1: src0, lanes
//! e64       dword 0: opcode, vdst, sdst or abs, op_sel, clamp; dword 1: src0, src1, src2, omod, neg; literal may follow
//! e64_dpp   the same with src0 = 250 or 233/234; dword 2 as dword 1 of dpp
//! ```
use super::vector_lanes::{DPP8, DPP16};
use crate::isa::rdna::fields::{ROW, leak};
use crate::isa::rdna::lists::List;
use crate::isa::rdna::operands::{Constant, Holds, MASK, Source, on_bus};
use crate::table::*;

/// One instruction: opcode, name, operands, and what its VOP3 encoding offers.
#[derive(Clone, Copy)]
pub(super) struct Op {
    /// Opcode in the encoding named by [`Op::short`], or in VOP3.
    pub op: u16,
    pub name: &'static str,
    pub dst: Out,
    pub src: &'static [In],
    pub flags: u16,
}

/// Result can be clamped.
pub(super) const CLAMP: u16 = 1;
/// Result can be multiplied by 2, 4 or 1/2.
pub(super) const OMOD: u16 = 2;
/// Both.
pub(super) const FLOAT: u16 = CLAMP | OMOD;
/// 16-bit halves of operands and result can be chosen.
pub(super) const OP_SEL: u16 = 4;
/// Only the halves of the third operand and of the result can be chosen.
pub(super) const OP_SEL_DOT: u16 = 8;
/// Two bits written as `op_sel` that choose behaviour, not halves.
pub(super) const OP_SEL_TWO: u16 = 16;
/// No data parallel primitives although the operands are small enough.
pub(super) const NO_DPP: u16 = 32;
/// The result is an operand, too.
pub(super) const TIED: u16 = 64;
/// Has a carry or scale mask as second result.
pub(super) const SDST: u16 = 128;
/// Reads VCC in its short encoding, and `src2` in VOP3.
pub(super) const CARRY_IN: u16 = 256;
/// There is no VOP3 encoding.
pub(super) const NO_E64: u16 = 512;
/// Packed operations: halves of operands and their signs are lists.
pub(super) const PACKED: u16 = 1024;
/// Packed encodings whose operands have signs like others.
pub(super) const FLOAT_SIGNS: u16 = 2048;
/// A packed operation that takes data parallel primitives.
pub(super) const DPP_OK: u16 = 4096;

/// The second source chooses a lane and cannot be a literal.
pub(super) const CHOICE: u16 = 8192;

/// The long encoding reads VCC without naming it.
pub(super) const READS_VCC: u16 = 16384;

const GUIDE: &str = "RDNA3 ISA guide, 7.2 source operands; llvm-mc 19.1.7";
/// Of long encodings with three sources.
pub(super) const BUS: &[&[Rule]] = &[&[Rule {
    when: &[],
    need: Need::Holds("src2", |inst| {
        let [a, b, c] = SRC.map(|name| inst.get(name));
        !(on_bus(a) && on_bus(b) && on_bus(c) && a != b && b != c && a != c)
    }),
    hard: false,
    what: "at most two different SGPRs and literals can be read",
    source: GUIDE,
}]];
const BUS_VCC: &[&[Rule]] = &[&[Rule {
    when: &[],
    need: Need::Holds("src2", |inst| {
        let codes = SRC.map(|name| inst.get(name));
        let mut others = codes.iter().filter(|c| on_bus(**c) && **c != 106);
        others.next().is_none_or(|first| others.all(|c| c == first))
    }),
    hard: false,
    what: "besides VCC at most one SGPR or literal can be read",
    source: GUIDE,
}]];
const NEXT_TO_DPP: &[&[Rule]] = &[&[Rule {
    when: &[],
    need: Need::Holds("src1", |inst| inst.get("src1") >= 256),
    hard: false,
    what: "with DPP the second source must be a VGPR",
    source: GUIDE,
}]];
const LANE_CHOICE: &[&[Rule]] = &[&[Rule {
    when: &[],
    need: Need::NoneOf("src1", &[255]),
    hard: false,
    what: "the lane is an SGPR or an inline constant",
    source: GUIDE,
}]];

/// What an instruction writes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Out {
    /// A VGPR of which 16 bits count; short encodings reach v0 to v127.
    D16,
    /// VGPRs.
    V(u8),
    /// One SGPR.
    Scalar,
    /// A bit per lane.
    Lanes,
    /// EXEC.
    Exec,
}
pub(super) const D16: Out = Out::D16;
pub(super) const D32: Out = Out::V(1);
pub(super) const D64: Out = Out::V(2);
pub(super) const D128: Out = Out::V(4);

/// What an instruction reads.
#[derive(Clone, Copy)]
pub(super) struct In {
    /// VGPRs.
    vector: u8,
    /// SGPRs.
    scalar: u8,
    /// Constants.
    holds: Option<Holds>,
    /// Flags around it.
    signs: Flags,
    /// Whether short encodings reach v0 to v127 only although 32 bits are read.
    low: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Flags {
    None,
    /// Negation and absolute value.
    Float,
    /// Negation alone.
    Neg,
    /// Sign extension, which only the text knows; the bit for the absolute value is ignored.
    Sext,
    /// As a float in the long encoding, sign extension next to DPP in the short one.
    Mixed,
    /// The bits are ignored.
    Ignored,
}

const fn number(vector: u8, holds: Holds, signs: Flags) -> In {
    In { vector, scalar: vector, holds: Some(holds), signs, low: false }
}
pub(super) const I16: In = number(1, Holds::I16, Flags::None);
/// With `op_sel`.
pub(super) const H16: In = number(1, Holds::I16, Flags::Ignored);
/// 16 bits whose sign can be changed.
pub(super) const S16: In = number(1, Holds::I16, Flags::Float);
pub(super) const F16: In = number(1, Holds::F16, Flags::Float);
pub(super) const I32: In = number(1, Holds::I32, Flags::None);
/// Next to an operand of 16 bits that limits the registers.
pub(super) const L32: In = In { low: true, ..I32 };
/// Next to operands with `op_sel`.
pub(super) const H32: In = number(1, Holds::I32, Flags::Ignored);
pub(super) const F32: In = number(1, Holds::F32, Flags::Float);
pub(super) const N32: In = number(1, Holds::F32, Flags::Neg);
/// The exponent of `v_ldexp_f16`.
pub(super) const X16: In = number(1, Holds::F16, Flags::Mixed);
pub(super) const X32: In = number(1, Holds::I32, Flags::Sext);
pub(super) const I64: In = number(2, Holds::I64, Flags::None);
pub(super) const F64: In = number(2, Holds::F64, Flags::Float);
pub(super) const N64: In = number(2, Holds::F64, Flags::Neg);
/// A pair of f16.
pub(super) const PF: In = number(1, Holds::H16, Flags::Float);
/// A bf16.
pub(super) const BF: In = number(1, Holds::B16, Flags::Float);
/// A pair of bf16.
pub(super) const PB: In = number(1, Holds::C16, Flags::Float);
/// One VGPR.
pub(super) const V32: In = In { vector: 1, scalar: 0, holds: None, signs: Flags::None, low: false };
pub(super) const V128: In = In { vector: 4, scalar: 0, holds: None, signs: Flags::None, low: false };
/// An SGPR or a constant.
pub(super) const K32: In = In { vector: 0, scalar: 1, holds: Some(Holds::I32), signs: Flags::None, low: false };
/// A bit per lane.
pub(super) const LANES: In = In { vector: 0, scalar: MASK, holds: None, signs: Flags::None, low: false };

impl In {
    /// Two halves in 32 bits.
    pub const fn packed(holds: Holds) -> In {
        number(1, holds, Flags::Ignored)
    }
    /// VGPRs alone.
    pub const fn vgprs(vector: u8) -> In {
        In { vector, scalar: 0, holds: None, signs: Flags::Ignored, low: false }
    }
    /// VGPRs or a constant.
    pub const fn accumulator(vector: u8) -> In {
        In { vector, scalar: 0, holds: Some(Holds::F64), signs: Flags::Ignored, low: false }
    }
    /// As the literal itself.
    pub fn constant(self) -> &'static Constant {
        leak(Constant(self.holds.unwrap_or(Holds::I32), false))
    }
    /// As a field of 9 bits.
    pub fn wide(self, literal: bool) -> &'static Source {
        leak(Source {
            scalar: self.scalar,
            vector: self.vector,
            first: 256,
            vgprs: 256,
            holds: self.holds,
            literal: literal && self.holds.is_some(),
            special: self.scalar != 0,
            direct: self.holds.is_some() && self.vector == 1,
            exec: self.scalar != MASK,
            m0: true,
            absorbs: false,
        })
    }
    /// As a VGPR field of 8 bits.
    fn narrow(self, vgprs: u16) -> &'static Source {
        vgpr(self.vector, vgprs)
    }
    /// VGPRs that short encodings reach.
    fn reach(self) -> u16 {
        if self.low || matches!(self.holds, Some(Holds::I16 | Holds::F16)) { 128 } else { 256 }
    }
    fn large(self) -> bool {
        self.vector > 1
    }
}

pub(super) fn vgpr(vector: u8, vgprs: u16) -> &'static Source {
    leak(Source { vector, vgprs, ..Source::NONE })
}

/// The short encodings.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Short {
    Vop1,
    Vop2,
    Vopc,
}

impl Short {
    fn opcode(self, op: u16) -> Pattern {
        match self {
            Short::Vop1 => Pattern::bits(25, 7, 0x3f).and(Pattern::bits(9, 8, op.into())),
            Short::Vop2 => Pattern::bits(25, 7, op.into()),
            Short::Vopc => Pattern::bits(25, 7, 0x3e).and(Pattern::bits(17, 8, op.into())),
        }
    }
    /// Where the VOP3 opcodes of these instructions start.
    fn vop3(self) -> u16 {
        match self {
            Short::Vop1 => 0x180,
            Short::Vop2 => 0x100,
            Short::Vopc => 0,
        }
    }
}

pub(super) fn own(name: &'static str, lo: u16, hi: u16, operand: &'static dyn Operand) -> Field {
    Field::new(name, lo, hi, Kind::Own(operand, Signs::NONE))
}
pub(super) fn flag(name: &'static str, at: u16) -> Field {
    Field::new(name, at, at, Kind::Flag)
}
/// Text without bits: VCC.
fn vcc() -> Field {
    Field { at: [Span { lo: 0, len: 0 }; 2], ..own("vcc", 0, 0, &crate::isa::rdna::lists::Vcc) }
}
pub(super) const LITERAL: Kind = Kind::Int(Int { signed: false, scale: 0, hex: true, alone: Alone::Number });
const SRC: [&str; 3] = ["src0", "src1", "src2"];
const NEG: [&str; 3] = ["neg0", "neg1", "neg2"];
const ABS: [&str; 3] = ["abs0", "abs1", "abs2"];
const SEXT: [&str; 3] = ["sext0", "sext1", "sext2"];
pub(super) const OMODS: &Names = &Names {
    list: &[name(0, ""), name(1, "mul:2"), name(2, "mul:4"), name(3, "div:2"), name(0, "mul:1"), name(0, "div:1")],
    fallback: None,
    fallback_ok: false,
};
pub(super) const fn name(value: u64, text: &'static str) -> Name {
    Name { value, text, profiles: crate::isa::rdna::fields::ALL, status: Status::Ok }
}

/// A row in the making.
pub(super) struct Draft {
    pub text: String,
    pub fields: Vec<Field>,
    pub opcode: Pattern,
    pub bits: u16,
    pub legal: &'static [&'static [Rule]],
}

impl Draft {
    pub fn new(text: String, opcode: Pattern, bits: u16) -> Draft {
        Draft { text, fields: Vec::new(), opcode, bits, legal: &[] }
    }
    /// An operand behind the ones so far.
    pub fn operand(&mut self, field: Field) {
        self.text += if self.text.contains(' ') { ", " } else { " " };
        self.text += field.name;
        self.fields.push(field);
    }
    /// Bits that are zero.
    pub fn zero(&mut self, lo: u32, len: u32) {
        self.opcode = self.opcode.and(Pattern::bits(lo, len, 0));
    }
    pub fn row(self, mut aliases: Vec<String>) -> Row {
        let mnemonic = self.text.split(' ').next().unwrap_or("").to_string();
        for name in aliases.clone().iter().chain([&mnemonic]) {
            super::older::extend(&mut aliases, name);
        }
        let aliases: Vec<&'static str> = aliases.into_iter().map(|a| &*a.leak()).collect();
        let variant = Variant { opcode: self.opcode, operands: &[], fields: self.fields.leak() };
        let text: &'static str = self.text.leak();
        Row {
            syntax: text,
            ops: vec![variant].leak(),
            aliases: aliases.leak(),
            bits: self.bits,
            legal: self.legal,
            ..ROW
        }
    }
}

/// An instruction.
pub(super) const fn op(op: u16, name: &'static str, dst: Out, src: &'static [In], flags: u16) -> Op {
    Op { op, name, dst, src, flags }
}

/// All rows of vector arithmetic.
pub(super) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    super::vector_one::rows(&mut rows);
    super::vector_two::rows(&mut rows);
    super::vector_compare::rows(&mut rows);
    super::vector_three::OPS.iter().for_each(|op| op.long(&mut rows));
    super::vector_packed::rows(&mut rows);
    super::vector_dual::rows(&mut rows);
    super::vector_parameter::rows(&mut rows);
    rows
}

/// What data parallel primitives do to an encoding.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lanes {
    Off,
    Dpp16,
    Dpp8,
}

impl Op {
    fn dpp(&self) -> bool {
        let large = matches!(self.dst, Out::V(2..)) || self.src.iter().any(|s| s.large());
        !large && self.flags & NO_DPP == 0 && self.dst != Out::Scalar
    }

    /// All rows of an instruction that has a short encoding.
    pub fn short(&self, short: Short, rows: &mut Vec<Row>) {
        let e64 = self.flags & NO_E64 == 0;
        rows.push(self.e32(short, Lanes::Off, e64));
        if e64 {
            rows.push(self.e64(short.vop3() + self.op, Lanes::Off, Some(short)));
        }
        if self.dpp() {
            for lanes in [Lanes::Dpp16, Lanes::Dpp8] {
                rows.push(self.e32(short, lanes, e64));
            }
            if e64 {
                for lanes in [Lanes::Dpp16, Lanes::Dpp8] {
                    rows.push(self.e64(short.vop3() + self.op, lanes, Some(short)));
                }
            }
        }
    }

    /// All rows of an instruction that has only the long encoding.
    pub fn long(&self, rows: &mut Vec<Row>) {
        rows.push(self.e64(self.op, Lanes::Off, None));
        if self.dpp() {
            rows.push(self.e64(self.op, Lanes::Dpp16, None));
            rows.push(self.e64(self.op, Lanes::Dpp8, None));
        }
    }

    fn e32(&self, short: Short, lanes: Lanes, e64: bool) -> Row {
        let name = self.name;
        // Comparisons with DPP have no suffix when printed.
        let suffix = match (lanes, short) {
            (Lanes::Off, _) if e64 => "_e32",
            (Lanes::Off, _) | (_, Short::Vopc) => "",
            _ => "_dpp",
        };
        let mut draft = Draft::new(format!("{name}{suffix}"), short.opcode(self.op), 32);
        match self.dst {
            Out::D16 => draft.operand(own("vdst", 17, 24, vgpr(1, 128))),
            Out::V(n) => draft.operand(own("vdst", 17, 24, vgpr(n, 256))),
            Out::Lanes => draft.operand(vcc()),
            Out::Scalar => draft.operand(own("sdst", 17, 24, leak(Source::sgprs(1)))),
            Out::Exec => {}
        }
        if self.flags & SDST != 0 {
            draft.operand(vcc());
        }
        let float = |i: usize| self.src.get(i).is_some_and(|s| s.signs == Flags::Float);
        if lanes == Lanes::Off {
            let source = self.src[0].limited(true, self.src[0].reach());
            let absorbs = self.src[0].holds.is_some_and(Holds::is_float);
            draft.operand(own("src0", 0, 8, leak(Source { absorbs, ..*source })));
        } else {
            let signs =
                Signs { neg: if float(0) { NEG[0] } else { "" }, abs: if float(0) { ABS[0] } else { "" }, sext: "" };
            draft.operand(Field::new("src0", 32, 39, Kind::Own(self.src[0].narrow(self.src[0].reach()), signs)));
        }
        if let Some(second) = self.src.get(1).filter(|_| short != Short::Vop1) {
            let field = own("vsrc1", if short == Short::Vop1 { 0 } else { 9 }, 16, second.narrow(second.reach()));
            let named = lanes == Lanes::Dpp16 && float(1);
            let sext =
                if lanes == Lanes::Dpp16 && matches!(second.signs, Flags::Sext | Flags::Mixed) { SEXT[1] } else { "" };
            let signs = Signs { neg: if named { NEG[1] } else { "" }, abs: if named { ABS[1] } else { "" }, sext };
            let Kind::Own(operand, _) = field.kind else { return draft.row(Vec::new()) };
            draft.operand(Field { kind: Kind::Own(operand, signs), ..field });
        }
        if self.flags & CARRY_IN != 0 {
            // The second time the text stands for the same nothing.
            if self.flags & SDST == 0 {
                draft.text += "{*, vcc}";
                draft.fields.push(vcc());
            } else {
                draft.text += ", vcc";
            }
        }
        match lanes {
            Lanes::Off => draft.fields.push(Field::new("literal", 32, 63, LITERAL)),
            Lanes::Dpp16 => {
                for i in 0..2 {
                    if float(i) {
                        draft.fields.extend([flag(NEG[i], 52 + 2 * i as u16), flag(ABS[i], 53 + 2 * i as u16)]);
                    } else if self.src.get(i).is_some_and(|s| matches!(s.signs, Flags::Sext | Flags::Mixed)) {
                        draft.fields.push(flag(SEXT[i], 52 + 2 * i as u16));
                    } else {
                        draft.zero(52 + 2 * i as u32, 2);
                    }
                }
            }
            Lanes::Dpp8 => {}
        }
        draft.lanes(lanes, 0, 32);
        if short == Short::Vopc || float(0) {
            super::vector_lanes::bound(&mut draft.fields);
        }
        let mut aliases = vec![name.to_string()];
        match lanes {
            Lanes::Off => aliases.push(format!("{name}_e32")),
            _ => aliases.push(format!("{name}_dpp")),
        }
        draft.row(distinct(aliases, name, suffix))
    }

    fn e64(&self, op: u16, lanes: Lanes, short: Option<Short>) -> Row {
        let name = self.name;
        let suffix = match (lanes, short) {
            (Lanes::Off, Some(_)) => "_e64",
            (Lanes::Off, None) => "",
            _ => "_e64_dpp",
        };
        let opcode = Pattern::bits(26, 6, 0x35).and(Pattern::bits(16, 10, op.into()));
        let mut draft = Draft::new(format!("{name}{suffix}"), opcode, 64);
        match self.dst {
            Out::D16 => draft.operand(own("vdst", 0, 7, vgpr(1, 256))),
            Out::V(n) => draft.operand(own("vdst", 0, 7, vgpr(n, 256))),
            Out::Lanes => draft.operand(own("sdst", 0, 7, leak(Source::sgprs(MASK)))),
            Out::Scalar => draft.operand(own("sdst", 0, 7, leak(Source::sgprs(1)))),
            // The text has no place for EXEC, which the assembler writes here.
            Out::Exec => draft.fields.push(Field::new("sdst", 0, 7, LITERAL).or(0x7e)),
        }
        let sdst = self.flags & SDST != 0;
        if sdst {
            draft.operand(own("sdst", 8, 14, leak(Source::sgprs(MASK))));
        }
        let carry = [LANES];
        let carry = if self.flags & CARRY_IN != 0 { &carry[..] } else { &[] };
        let sources: Vec<In> = self.src.iter().chain(carry).copied().collect();
        let mut flags = Vec::new();
        for i in 0..3 {
            let at = 32 + 9 * i as u16;
            let (neg, abs) = (61 + i as u32, 8 + i as u32);
            let Some(source) = sources.get(i) else {
                draft.zero(at.into(), 9);
                draft.zero(neg, 1);
                if !sdst {
                    draft.zero(abs, 1);
                }
                continue;
            };
            let mut signs = Signs::NONE;
            match source.signs {
                Flags::None if self.flags & OP_SEL_TWO != 0 => {}
                Flags::None => {
                    draft.zero(neg, 1);
                    if !sdst {
                        draft.zero(abs, 1);
                    }
                }
                Flags::Float | Flags::Mixed => {
                    signs = Signs { neg: NEG[i], abs: ABS[i], sext: "" };
                    flags.extend([flag(NEG[i], neg as u16), flag(ABS[i], abs as u16)]);
                }
                Flags::Neg => {
                    signs = Signs { neg: NEG[i], abs: "", sext: "" };
                    flags.push(flag(NEG[i], neg as u16));
                }
                Flags::Sext => {
                    signs = Signs { neg: "", abs: "", sext: SEXT[i] };
                    flags.push(flag(SEXT[i], neg as u16));
                }
                // Data parallel encodings name a bit that the others ignore.
                Flags::Ignored if lanes != Lanes::Off => {
                    signs = Signs { neg: "", abs: "", sext: SEXT[i] };
                    flags.push(flag(SEXT[i], neg as u16));
                }
                Flags::Ignored => {}
            }
            draft.operand(source.field(i, lanes != Lanes::Off, signs));
        }
        draft.fields.append(&mut flags);
        let count = self.src.len();
        if self.flags & (OP_SEL | OP_SEL_DOT | OP_SEL_TWO) != 0 {
            let (field, free) = match (self.flags, count) {
                (f, _) if f & OP_SEL_DOT != 0 => (own("op_sel", 13, 14, &List::LAST_TWO), true),
                (f, _) if f & OP_SEL_TWO != 0 => (own("op_sel", 11, 12, &List::OP_SEL_2), true),
                (_, 3) => (own("op_sel", 11, 14, &List::OP_SEL_4), true),
                (f, _) if f & TIED != 0 => (own("op_sel", 11, 12, &List::SKIP_THIRD).high(14, 14), false),
                _ => (own("op_sel", 11, 12, &List::OP_SEL_3).high(14, 14), false),
            };
            draft.fields.push(field);
            draft.text += "{ op_sel}";
            if !free {
                draft.zero(13, 1);
            }
        }
        if self.flags & CLAMP != 0 {
            draft.fields.push(flag("clamp", 15));
            draft.text += "{ clamp}";
        } else {
            draft.zero(15, 1);
        }
        if self.flags & OMOD != 0 {
            draft.fields.push(Field::new("omod", 59, 60, Kind::Names(OMODS)));
            draft.text += "{ omod}";
        } else {
            draft.zero(59, 2);
        }
        draft.legal = if lanes != Lanes::Off && sources.len() > 1 {
            NEXT_TO_DPP
        } else if lanes != Lanes::Off {
            &[]
        } else if self.flags & CHOICE != 0 {
            LANE_CHOICE
        } else if self.flags & READS_VCC != 0 {
            BUS_VCC
        } else if sources.len() == 3 {
            BUS
        } else {
            &[]
        };
        draft.long_tail(match lanes {
            Lanes::Off => None,
            lanes => Some(lanes == Lanes::Dpp16),
        });
        let mut aliases = vec![name.to_string()];
        match lanes {
            Lanes::Off => aliases.push(format!("{name}_e64")),
            _ => aliases.push(format!("{name}_e64_dpp")),
        }
        draft.row(distinct(aliases, name, suffix))
    }
}

/// Without the name that is printed.
pub(super) fn distinct(mut aliases: Vec<String>, name: &str, suffix: &str) -> Vec<String> {
    aliases.retain(|a| a.strip_prefix(name) != Some(suffix));
    aliases
}

impl In {
    /// As a field of 9 bits that reaches the first VGPRs only.
    pub fn limited(self, literal: bool, vgprs: u16) -> &'static Source {
        leak(Source { vgprs, ..*self.wide(literal) })
    }
}

impl In {
    /// Source `i` of a long encoding. Next to DPP the first is in another dword.
    fn field(self, i: usize, lanes: bool, signs: Signs) -> Field {
        let at = 32 + 9 * i as u16;
        let (lo, hi, operand) = match (lanes, i) {
            (false, _) => (at, at + 8, self.wide(true)),
            (true, 0) => (64, 71, self.narrow(256)),
            (true, _) => (at, at + 8, self.wide(false)),
        };
        Field::new(SRC[i], lo, hi, Kind::Own(operand, signs))
    }
}

impl Draft {
    /// Source `i` of a packed encoding; with `signs` it has negation and absolute value of its own.
    pub fn source(&mut self, of: In, i: usize, lanes: bool, signs: bool) {
        let around = if signs { Signs { neg: NEG[i], abs: ABS[i], sext: "" } } else { Signs::NONE };
        let of = if lanes && i == 1 { In::vgprs(1) } else { of };
        self.operand(of.field(i, lanes, around));
        if signs {
            self.fields.extend([flag(NEG[i], 61 + i as u16), flag(ABS[i], 8 + i as u16)]);
        }
    }
    /// Source `i` of an encoding whose only sign is negation.
    pub fn negated(&mut self, of: In, i: usize) {
        self.operand(of.field(i, false, Signs { neg: NEG[i], abs: "", sext: "" }));
        self.fields.push(flag(NEG[i], 61 + i as u16));
    }
    /// What follows a long encoding: the literal, DPP16 (`Some(true)`) or DPP8.
    pub fn long_tail(&mut self, lanes: Option<bool>) {
        match lanes {
            None => self.fields.push(Field::new("literal", 64, 95, LITERAL)),
            Some(true) => {
                self.lanes(Lanes::Dpp16, 32, 64);
                super::vector_lanes::bound(&mut self.fields);
            }
            Some(false) => self.lanes(Lanes::Dpp8, 32, 64),
        }
    }
    /// What follows a short encoding with DPP16, or DPP8.
    pub fn short_tail(&mut self, wide: bool) {
        self.lanes(if wide { Lanes::Dpp16 } else { Lanes::Dpp8 }, 0, 32);
    }
    /// The dword of data parallel primitives at bit `at`, the code that announces it in `src0` at bit `src0`.
    fn lanes(&mut self, lanes: Lanes, src0: u32, at: u16) {
        match lanes {
            Lanes::Off => {}
            Lanes::Dpp16 => {
                self.opcode = self.opcode.and(Pattern::bits(src0, 9, 250));
                self.text += DPP16;
                self.fields.extend(super::vector_lanes::dpp16(at));
                self.bits += 32;
            }
            Lanes::Dpp8 => {
                // 233, or 234 with fi.
                self.opcode = self.opcode.and(Pattern::bits(src0 + 2, 7, 233 >> 2));
                self.text += DPP8;
                self.fields.extend(super::vector_lanes::dpp8(src0 as u16, at));
                self.bits += 32;
            }
        }
    }
}
