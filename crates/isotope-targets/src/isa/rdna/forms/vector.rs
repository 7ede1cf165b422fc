//! Vector arithmetic: how one [`Op`] becomes the rows of its encodings.
//!
//! ```text
//! e32       dword 0: opcode, vdst, src0, vsrc1                 literal may follow
//! dpp       the same with src0 = 250 (DPP16) or 233/234 (DPP8); dword 1: src0, lanes
//! e64       dword 0: opcode, vdst, sdst or abs, op_sel, clamp; dword 1: src0, src1, src2, omod, neg; literal may follow
//! e64_dpp   the same with src0 = 250 or 233/234; dword 2 as dword 1 of dpp
//! ```
use super::draft::{
    ABS, BUS, BUS_VCC, Dpp, Draft, LANE_CHOICE, LITERAL, NEG, NEXT_TO_DPP, OMODS, SEXT, distinct, flag, own, vcc, vgpr,
};
use super::shapes::{
    CARRY_IN, CHOICE, CLAMP, Flags, In, LANES, NO_DPP, NO_E64, OMOD, OP_SEL, OP_SEL_DOT, OP_SEL_TWO, Op, Out,
    READS_VCC, SDST, TIED,
};
use crate::isa::rdna::fields::leak;
use crate::isa::rdna::lists::List;
use crate::isa::rdna::operands::{Holds, MASK, Source};
use isotope_table::*;

/// The short encodings.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Short {
    Vop1,
    Vop2,
    Vopc,
}

impl Short {
    /// The bits that name an instruction.
    pub fn opcode(self, op: u16) -> Pattern {
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

/// An instruction.
pub(super) const fn op(op: u16, name: &'static str, dst: Out, src: &'static [In], flags: u16) -> Op {
    Op { op, name, dst, src, flags }
}

/// The same in VOP3.
fn long(op: u16) -> Pattern {
    Pattern::bits(26, 6, 0x35).and(Pattern::bits(16, 10, op.into()))
}

/// All rows of vector arithmetic.
pub(super) fn lots(lots: &mut Vec<Lot>) {
    super::vector_one::lots(lots);
    super::vector_two::lots(lots);
    super::vector_compare::lots(lots);
    super::vector_three::OPS.iter().for_each(|op| lots.push(op.long()));
    super::vector_packed::lots(lots);
    super::vector_dual::lots(lots);
    super::vector_parameter::lots(lots);
}

impl Op {
    fn dpp(&self) -> bool {
        let large = matches!(self.dst, Out::V(2..)) || self.src.iter().any(|s| s.large());
        !large && self.flags & NO_DPP == 0 && self.dst != Out::Scalar
    }

    /// All rows of an instruction that has a short encoding.
    pub fn short(&'static self, short: Short) -> Lot {
        self.short_named(short, || self.name)
    }

    /// The same of an instruction whose name is put together when it is needed.
    pub fn short_named(self, short: Short, name: impl Fn() -> &'static str + Send + Sync + 'static) -> Lot {
        let e64 = self.flags & NO_E64 == 0;
        let words = [Some(short.opcode(self.op)), e64.then(|| long(short.vop3() + self.op))];
        let encodings = if e64 { 2 } else { 1 };
        let count = if self.dpp() { 3 * encodings } else { encodings };
        Lot::new(words, count, move || Op { name: name(), ..self }.short_rows(short))
    }

    fn short_rows(&self, short: Short) -> Vec<Row> {
        let e64 = self.flags & NO_E64 == 0;
        let mut rows = vec![self.e32(short, Dpp::Off, e64)];
        if e64 {
            rows.push(self.e64(short.vop3() + self.op, Dpp::Off, Some(short)));
        }
        if self.dpp() {
            for lanes in [Dpp::Dpp16, Dpp::Dpp8] {
                rows.push(self.e32(short, lanes, e64));
            }
            if e64 {
                for lanes in [Dpp::Dpp16, Dpp::Dpp8] {
                    rows.push(self.e64(short.vop3() + self.op, lanes, Some(short)));
                }
            }
        }
        rows
    }

    /// All rows of an instruction that has only the long encoding.
    pub fn long(&'static self) -> Lot {
        let lanes = if self.dpp() { &[Dpp::Off, Dpp::Dpp16, Dpp::Dpp8][..] } else { &[Dpp::Off] };
        let row = |lanes: &Dpp| self.e64(self.op, *lanes, None);
        Lot::new([Some(long(self.op)), None], lanes.len(), move || lanes.iter().map(row).collect())
    }

    fn e32(&self, short: Short, lanes: Dpp, e64: bool) -> Row {
        let name = self.name;
        // Comparisons with DPP have no suffix when printed.
        let suffix = match (lanes, short) {
            (Dpp::Off, _) if e64 => "_e32",
            (Dpp::Off, _) | (_, Short::Vopc) => "",
            _ => "_dpp",
        };
        let mut draft = Draft::new([name, suffix], short.opcode(self.op), 32);
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
        if lanes == Dpp::Off {
            let source = self.src[0].limited(true, self.src[0].reach());
            let absorbs = self.src[0].holds.is_some_and(Holds::is_float);
            draft.operand(own("src0", 0, 8, leak(Source { absorbs, ..*source })));
        } else {
            let signs =
                Signs { neg: if float(0) { NEG[0] } else { "" }, abs: if float(0) { ABS[0] } else { "" }, sext: "" };
            draft.operand(Field::new("src0", 32, 39, FieldKind::Own(self.src[0].narrow(self.src[0].reach()), signs)));
        }
        if let Some(second) = self.src.get(1).filter(|_| short != Short::Vop1) {
            let field = own("vsrc1", if short == Short::Vop1 { 0 } else { 9 }, 16, second.narrow(second.reach()));
            let named = lanes == Dpp::Dpp16 && float(1);
            let sext =
                if lanes == Dpp::Dpp16 && matches!(second.signs, Flags::Sext | Flags::Mixed) { SEXT[1] } else { "" };
            let signs = Signs { neg: if named { NEG[1] } else { "" }, abs: if named { ABS[1] } else { "" }, sext };
            let FieldKind::Own(operand, _) = field.kind else { return draft.row(Vec::new()) };
            draft.operand(Field { kind: FieldKind::Own(operand, signs), ..field });
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
            Dpp::Off => draft.fields.push(Field::new("literal", 32, 63, LITERAL)),
            Dpp::Dpp16 => {
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
            Dpp::Dpp8 => {}
        }
        draft.lanes(lanes, 0, 32);
        if short == Short::Vopc || float(0) {
            super::vector_lanes::bound(&mut draft.fields);
        }
        let mut aliases = vec![name.to_string()];
        match lanes {
            Dpp::Off => aliases.push(format!("{name}_e32")),
            _ => aliases.push(format!("{name}_dpp")),
        }
        draft.row(distinct(aliases, name, suffix))
    }

    fn e64(&self, op: u16, lanes: Dpp, short: Option<Short>) -> Row {
        let name = self.name;
        let suffix = match (lanes, short) {
            (Dpp::Off, Some(_)) => "_e64",
            (Dpp::Off, None) => "",
            _ => "_e64_dpp",
        };
        let mut draft = Draft::new([name, suffix], long(op), 64);
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
                Flags::Ignored if lanes != Dpp::Off => {
                    signs = Signs { neg: "", abs: "", sext: SEXT[i] };
                    flags.push(flag(SEXT[i], neg as u16));
                }
                Flags::Ignored => {}
            }
            draft.operand(source.field(i, lanes != Dpp::Off, signs));
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
            draft.fields.push(Field::new("omod", 59, 60, FieldKind::Names(OMODS)));
            draft.text += "{ omod}";
        } else {
            draft.zero(59, 2);
        }
        draft.legal = if lanes != Dpp::Off && sources.len() > 1 {
            NEXT_TO_DPP
        } else if lanes != Dpp::Off {
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
            Dpp::Off => None,
            lanes => Some(lanes == Dpp::Dpp16),
        });
        let mut aliases = vec![name.to_string()];
        match lanes {
            Dpp::Off => aliases.push(format!("{name}_e64")),
            _ => aliases.push(format!("{name}_e64_dpp")),
        }
        draft.row(distinct(aliases, name, suffix))
    }
}
