//! Rows under construction: syntax, fields and fixed bits are added operand by operand.
use super::shapes::In;
use super::vector_lanes::{DPP8, DPP16};
use crate::fields::{ROW, flag, leak};
use crate::operands::{Source, Unread, on_bus};
use isotope_table::*;

/// Source of rows with halves of VGPRs.
const OF_HALVES: &str =
    "syntax and bits: llvm-mc 19.1.7 and 22.1.8, of halves LLVM 22.1.8; RDNA3 ISA guide, microcode formats";
pub(super) const GUIDE: &str = "RDNA3 ISA guide, 7.2 source operands; llvm-mc 19.1.7 and 22.1.8";
/// Rules of long encodings with three sources.
pub(super) const BUS: &[&[Rule]] = &[&[Rule::new(
    Need::Holds("src2", |inst| {
        let [a, b, c] = SRC.map(|name| inst.get(name));
        !(on_bus(a) && on_bus(b) && on_bus(c) && a != b && b != c && a != c)
    }),
    "at most two different SGPRs and literals can be read",
    GUIDE,
)]];
/// Rules of 64-bit shifts, which may read the constant bus once.
pub(super) const BUS_SHIFT: &[&[Rule]] = &[&[Rule::new(
    Need::Holds("src1", |inst| !(on_bus(inst.get("src0")) && on_bus(inst.get("src1")))),
    "a shift of 64 bits can read one SGPR or literal",
    "LLVM 19.1.7 and 22.1.8",
)]];
pub(super) const BUS_VCC: &[&[Rule]] = &[&[Rule::new(
    Need::Holds("src2", |inst| {
        let codes = SRC.map(|name| inst.get(name));
        let mut others = codes.iter().filter(|c| on_bus(**c) && **c != 106);
        others.next().is_none_or(|first| others.all(|c| c == first))
    }),
    "besides VCC at most one SGPR or literal can be read",
    GUIDE,
)]];
pub(super) const NEXT_TO_DPP: &[&[Rule]] = &[&[Rule::new(
    Need::Holds("src1", |inst| inst.get("src1") >= 256),
    "with DPP the second source must be a VGPR",
    GUIDE,
)]];
const HALF_OF_VGPR: Rule = Rule {
    when: &[],
    need: Need::Holds("op_sel", |inst| {
        // With DPP the first source is always a VGPR.
        let chosen = |i: usize| inst.get("op_sel") >> i & 1 != 0 && inst.get(SRC[i]) < 256;
        !(chosen(1) || chosen(0) && inst.try_get("dpp_ctrl").or(inst.try_get("dpp8")).is_none())
    }),
    hard: true,
    what: "only a VGPR has a half here: no text chooses one of another source",
    source: "LLVM 22.1.8",
};
/// Rules of rows whose text has no list of halves.
pub(super) const VGPR_HALVES: &[&[Rule]] = &[&[HALF_OF_VGPR], BUS[0]];
pub(super) const VGPR_HALVES_NEXT_TO_DPP: &[&[Rule]] = &[&[HALF_OF_VGPR], NEXT_TO_DPP[0]];
pub(super) const LANE_CHOICE: &[&[Rule]] =
    &[&[Rule::new(Need::NoneOf("src1", &[255]), "the lane is an SGPR or an inline constant", GUIDE)]];

pub(super) fn vgpr(vector: u8, vgprs: u16) -> &'static Source {
    leak(Source { vector, vgprs, ..Source::NONE })
}

pub(super) fn own(name: &'static str, lo: u16, hi: u16, operand: &'static dyn Operand) -> Field {
    Field::new(name, lo, hi, FieldKind::Own(operand, Signs::NONE))
}
/// VCC in the text, without bits in the encoding.
pub(super) fn vcc() -> Field {
    Field { at: [Span { lo: 0, len: 0 }; 2], ..own("vcc", 0, 0, &crate::lists::Vcc) }
}
pub(super) const LITERAL: FieldKind = FieldKind::Int(Int { signed: false, scale: 0, hex: true, alone: Alone::Number });
pub(super) const SRC: [&str; 3] = ["src0", "src1", "src2"];
pub(super) const NEG: [&str; 3] = ["neg0", "neg1", "neg2"];
pub(super) const ABS: [&str; 3] = ["abs0", "abs1", "abs2"];
pub(super) const SEXT: [&str; 3] = ["sext0", "sext1", "sext2"];
pub(super) const OMODS: &Names =
    &closed(&[name(0, ""), name(1, "mul:2"), name(2, "mul:4"), name(3, "div:2"), name(0, "mul:1"), name(0, "div:1")]);

/// A lot of one row whose opcode is this pattern.
pub(super) fn single(opcode: Pattern, row: impl Fn(Pattern) -> Row + Send + Sync + 'static) -> Lot {
    Lot::new([Some(opcode), None], 1, move || vec![row(opcode)])
}

/// A row under construction.
pub(super) struct Draft {
    pub text: String,
    pub fields: Vec<Field>,
    pub opcode: Pattern,
    pub bits: u16,
    pub legal: &'static [&'static [Rule]],
}

impl Draft {
    pub fn new(mnemonic: [&str; 2], opcode: Pattern, bits: u16) -> Draft {
        // Enough capacity for most rows, to allocate once.
        let mut text = String::with_capacity(160);
        mnemonic.iter().for_each(|part| text += part);
        Draft { text, fields: Vec::with_capacity(16), opcode, bits, legal: &[] }
    }
    /// Adds an operand after the previous ones.
    pub fn operand(&mut self, field: Field) {
        self.text += if self.text.contains(' ') { ", " } else { " " };
        self.text += field.name;
        self.fields.push(field);
    }
    /// Fixes bits to zero.
    pub fn zero(&mut self, lo: u32, len: u32) {
        self.opcode = self.opcode.and(Pattern::bits(lo, len, 0));
    }
    /// Source `i` of a long encoding, if the operation does not have it.
    pub fn unread(&mut self, i: usize) {
        let at = 32 + 9 * i as u16;
        self.fields.push(own(["unread0", "unread1", "unread2"][i], at, at + 8, &Unread::SOURCE));
    }
    pub fn row(self, aliases: Vec<String>) -> Row {
        let mnemonic = self.text.split(' ').next().unwrap_or("");
        let mut older = Vec::new();
        for name in aliases.iter().map(String::as_str).chain([mnemonic]) {
            super::older::extend(&mut older, name);
        }
        let aliases: Vec<&'static str> = aliases.into_iter().chain(older).map(|a| &*a.leak()).collect();
        let half = |field: &Field| match field.kind {
            FieldKind::Own(operand, signs) => operand.high() != 0 || !signs.half.0.is_empty(),
            _ => false,
        };
        let source = if self.fields.iter().any(half) { OF_HALVES } else { ROW.source };
        let variant = Variant { opcode: self.opcode, operands: &[], fields: Box::leak(self.fields.into_boxed_slice()) };
        let text: &'static str = Box::leak(self.text.into_boxed_str());
        Row {
            syntax: text,
            ops: vec![variant].leak(),
            aliases: aliases.leak(),
            bits: self.bits,
            legal: self.legal,
            source,
            ..ROW
        }
    }
    /// Source `i` of a packed encoding; with `signs` it has its own negation and absolute value.
    pub fn source(&mut self, of: In, i: usize, lanes: bool, signs: bool) {
        let around = if signs { Signs { neg: NEG[i], abs: ABS[i], ..Signs::NONE } } else { Signs::NONE };
        let of = if lanes && signs && i == 1 { In::vgprs(1) } else { of };
        self.operand(of.field(i, lanes, around));
        if signs {
            self.fields.extend([flag(NEG[i], 61 + i as u16), flag(ABS[i], 8 + i as u16)]);
        }
    }
    /// Adds the end of a long encoding: the literal, DPP16 (`Some(true)`) or DPP8.
    pub fn long_tail(&mut self, lanes: Option<bool>) {
        match lanes {
            None => self.fields.push(Field::new("literal", 64, 95, LITERAL)),
            Some(true) => self.lanes(Dpp::Dpp16, 32, 64),
            Some(false) => self.lanes(Dpp::Dpp8, 32, 64),
        }
    }
    /// Adds the end of a short encoding with DPP16 or DPP8.
    pub fn short_tail(&mut self, wide: bool) {
        self.lanes(if wide { Dpp::Dpp16 } else { Dpp::Dpp8 }, 0, 32);
    }
    /// Adds the DPP dword at bit `at`, and its code in `src0` at bit `src0`.
    pub fn lanes(&mut self, lanes: Dpp, src0: u32, at: u16) {
        match lanes {
            Dpp::Off => {}
            Dpp::Dpp16 => {
                self.opcode = self.opcode.and(Pattern::bits(src0, 9, 250));
                self.text += DPP16;
                self.fields.extend(super::vector_lanes::dpp16(at));
                self.bits += 32;
            }
            Dpp::Dpp8 => {
                // 233, or 234 with fi.
                self.opcode = self.opcode.and(Pattern::bits(src0 + 2, 7, 233 >> 2));
                self.text += DPP8;
                self.fields.extend(super::vector_lanes::dpp8(src0 as u16, at));
                self.bits += 32;
            }
        }
    }
}

/// How data parallel primitives (DPP) change an encoding.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dpp {
    Off,
    Dpp16,
    Dpp8,
}

/// Removes the printed name from the aliases.
pub(super) fn distinct(mut aliases: Vec<String>, name: &str, suffix: &str) -> Vec<String> {
    aliases.retain(|a| a.strip_prefix(name) != Some(suffix));
    aliases
}
