//! Vector arithmetic: how one [`Op`] becomes the rows of its encodings.
//!
//! ```text
//! e32       dword 0: opcode, vdst, src0, vsrc1                 literal may follow
//! dpp       the same with src0 = 250 (DPP16) or 233/234 (DPP8); dword 1: src0, lanes
//! e64       dword 0: opcode, vdst, sdst or abs, op_sel, clamp; dword 1: src0, src1, src2, omod, neg; literal may follow
//! e64_dpp   the same with src0 = 250 or 233/234; dword 2 as dword 1 of dpp
//! ```
use super::draft::{
    ABS, BUS, BUS_SHIFT, BUS_VCC, Dpp, Draft, LANE_CHOICE, LITERAL, NEG, NEXT_TO_DPP, OMODS, SEXT, VGPR_HALVES,
    VGPR_HALVES_NEXT_TO_DPP, distinct, own, vcc, vgpr,
};
use super::shapes::{
    CARRY_IN, CHOICE, CLAMP, Flags, HALVED, In, LANES, NO_DPP, NO_E64, OMOD, OP_SEL, OP_SEL_DOT, OP_SEL_TWO, Op, Out,
    READS_VCC, SDST, TIED, halves,
};
use crate::fields::{flag, leak};
use crate::lists::List;
use crate::operands::{Holds, MASK, Source};
use isotope_table::*;

/// The short encodings.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Short {
    Vop1,
    Vop2,
    Vopc,
}

impl Short {
    /// The bits that select an instruction.
    pub fn opcode(self, op: u16) -> Pattern {
        match self {
            Short::Vop1 => Pattern::bits(25, 7, 0x3f).and(Pattern::bits(9, 8, op.into())),
            Short::Vop2 => Pattern::bits(25, 7, op.into()),
            Short::Vopc => Pattern::bits(25, 7, 0x3e).and(Pattern::bits(17, 8, op.into())),
        }
    }
    /// The first VOP3 opcode of these instructions.
    fn vop3(self) -> u16 {
        match self {
            Short::Vop1 => 0x180,
            Short::Vop2 => 0x100,
            Short::Vopc => 0,
        }
    }
}

/// Creates an instruction.
pub(super) const fn op(op: u16, name: &'static str, dst: Out, src: &'static [In], flags: u16) -> Op {
    Op { op, name, dst, src, flags }
}

/// The opcode pattern in VOP3.
pub(super) fn long(op: u16) -> Pattern {
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

/// How a long encoding selects halves.
#[derive(Clone, Copy)]
struct Chosen {
    /// The field `op_sel`.
    field: Field,
    /// Its bit for each source, and for the result.
    bits: [Option<u8>; 4],
    /// Bits of the encoding that select nothing.
    zero: &'static [u32],
    /// The text has halves only as suffixes of registers, and no list.
    hidden: bool,
}

impl Op {
    /// The selection of halves in a long encoding, if it has any.
    fn halves(&self, short: Option<Short>, lanes: Dpp) -> Option<Chosen> {
        let listed = self.flags & (OP_SEL | OP_SEL_DOT) != 0;
        if !listed && self.dst != Out::D16 && !self.src.iter().any(|source| source.half) {
            return None;
        }
        let [a, b, c, d] = [0, 1, 2, 3].map(Some);
        let three = |list: &'static List| own("op_sel", 11, 12, list).high(14, 14);
        let of = |field, bits, zero| Some(Chosen { field, bits, zero, hidden: false });
        if self.flags & OP_SEL_DOT != 0 {
            return of(own("op_sel", 13, 14, &List::LAST_TWO), [None, None, a, b], &[11, 12]);
        }
        match (self.src.len(), self.dst) {
            (3, _) if self.src[2].scalar == MASK => {
                Some(Chosen { field: three(&List::HALVES_3), bits: [a, b, None, c], zero: &[13], hidden: true })
            }
            (3, _) if listed => of(own("op_sel", 11, 14, &List::OP_SEL_4), [a, b, c, d], &[]),
            (3, _) => of(own("op_sel", 11, 14, &List::HALVES_4), [a, b, c, d], &[]),
            (_, Out::Lanes) if lanes == Dpp::Off => {
                of(own("op_sel", 11, 12, &List::HALVES_OF_TWO), [a, b, None, None], &[13, 14])
            }
            (_, Out::Lanes | Out::Exec) => of(own("op_sel", 11, 12, &List::HALVES_2), [a, b, None, None], &[13, 14]),
            (1, _) if short.is_some() => {
                let list = if self.flags & HALVED != 0 { &List::HALVES_ALWAYS } else { &List::HALVES_2 };
                of(own("op_sel", 11, 11, list).high(14, 14), [a, None, None, b], &[12, 13])
            }
            _ if self.flags & TIED != 0 => of(three(&List::SKIP_THIRD), [a, b, None, c], &[13]),
            _ if listed => of(three(&List::OP_SEL_3), [a, b, None, c], &[13]),
            _ => of(three(&List::HALVES_3), [a, b, None, c], &[13]),
        }
    }

    fn dpp(&self) -> bool {
        let large = matches!(self.dst, Out::V(2..)) || self.src.iter().any(|s| s.large());
        !large && self.flags & NO_DPP == 0 && self.dst != Out::Scalar
    }

    /// All rows of an instruction that has a short encoding.
    pub fn short(&'static self, short: Short) -> Lot {
        self.short_named(short, || self.name)
    }

    /// The same for an instruction whose name is computed on demand.
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

    /// All rows of an instruction that has only a long encoding.
    pub fn long(&'static self) -> Lot {
        let lanes = if self.dpp() { &[Dpp::Off, Dpp::Dpp16, Dpp::Dpp8][..] } else { &[Dpp::Off] };
        let row = |lanes: &Dpp| self.e64(self.op, *lanes, None);
        Lot::new([Some(long(self.op)), None], lanes.len(), move || lanes.iter().map(row).collect())
    }

    fn e32(&self, short: Short, lanes: Dpp, e64: bool) -> Row {
        let name = self.name;
        // DPP comparisons are printed without a suffix.
        let suffix = match (lanes, short) {
            (Dpp::Off, _) if e64 => "_e32",
            (Dpp::Off, _) | (_, Short::Vopc) => "",
            _ => "_dpp",
        };
        let mut draft = Draft::new([name, suffix], short.opcode(self.op), 32);
        match self.dst {
            Out::D16 => draft.operand(own("vdst", 17, 24, halves(*vgpr(1, 128)))),
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
            let absorbs = self.src[0].holds.is_some_and(Holds::is_float);
            draft.operand(own("src0", 0, 8, self.src[0].short(absorbs)));
        } else {
            let (neg, abs) = if float(0) { (NEG[0], ABS[0]) } else { ("", "") };
            let signs = Signs { neg, abs, ..Signs::NONE };
            draft.operand(Field::new("src0", 32, 39, FieldKind::Own(self.src[0].narrow(), signs)));
        }
        if let Some(second) = self.src.get(1).filter(|_| short != Short::Vop1) {
            let field = own("vsrc1", if short == Short::Vop1 { 0 } else { 9 }, 16, second.narrow());
            let named = lanes == Dpp::Dpp16 && float(1);
            let sext =
                if lanes == Dpp::Dpp16 && matches!(second.signs, Flags::Sext | Flags::Mixed) { SEXT[1] } else { "" };
            let (neg, abs) = if named { (NEG[1], ABS[1]) } else { ("", "") };
            let signs = Signs { neg, abs, sext, ..Signs::NONE };
            let FieldKind::Own(operand, _) = field.kind else { return draft.row(Vec::new()) };
            draft.operand(Field { kind: FieldKind::Own(operand, signs), ..field });
        }
        if self.flags & CARRY_IN != 0 {
            // The optional text matches nothing the second time.
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
        let mut aliases = vec![name.to_string()];
        match lanes {
            Dpp::Off => aliases.push(format!("{name}_e32")),
            _ => aliases.push(format!("{name}_dpp")),
        }
        draft.row(distinct(aliases, name, suffix))
    }

    pub fn e64(&self, op: u16, lanes: Dpp, short: Option<Short>) -> Row {
        let name = self.name;
        let suffix = match (lanes, short) {
            (Dpp::Off, Some(_)) => "_e64",
            (Dpp::Off, None) => "",
            _ => "_e64_dpp",
        };
        let mut draft = Draft::new([name, suffix], long(op), 64);
        let chosen = self.halves(short, lanes);
        let half = |i: usize, has: bool| match chosen {
            Some(Chosen { bits, .. }) if has => bits[i].map_or(("", 0), |bit| ("op_sel", bit)),
            _ => ("", 0),
        };
        match self.dst {
            Out::D16 => {
                let signs = Signs { half: half(3, true), ..Signs::NONE };
                draft.operand(Field::new("vdst", 0, 7, FieldKind::Own(vgpr(1, 256), signs)));
            }
            Out::V(n) => draft.operand(own("vdst", 0, 7, vgpr(n, 256))),
            Out::Lanes => draft.operand(own("sdst", 0, 7, leak(Source::sgprs(MASK)))),
            Out::Scalar => draft.operand(own("sdst", 0, 7, leak(Source::sgprs(1)))),
            // The text omits EXEC; the assembler encodes it here.
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
            let (neg, abs) = (61 + i as u32, 8 + i as u32);
            let Some(source) = sources.get(i) else {
                draft.unread(i);
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
                    signs = Signs { neg: NEG[i], abs: ABS[i], ..Signs::NONE };
                    flags.extend([flag(NEG[i], neg as u16), flag(ABS[i], abs as u16)]);
                }
                Flags::Neg => {
                    signs = Signs { neg: NEG[i], ..Signs::NONE };
                    flags.push(flag(NEG[i], neg as u16));
                }
                Flags::Sext => {
                    signs = Signs { sext: SEXT[i], ..Signs::NONE };
                    flags.push(flag(SEXT[i], neg as u16));
                }
                // DPP encodings name a bit that the others ignore.
                Flags::Ignored if lanes != Dpp::Off => {
                    signs = Signs { sext: SEXT[i], ..Signs::NONE };
                    flags.push(flag(SEXT[i], neg as u16));
                }
                Flags::Ignored => {}
            }
            let signs = Signs { half: half(i, source.half), ..signs };
            draft.operand(source.field(i, lanes != Dpp::Off, signs));
        }
        draft.fields.append(&mut flags);
        if self.flags & OP_SEL_TWO != 0 {
            draft.fields.push(own("op_sel", 11, 12, &List::OP_SEL_2));
            draft.text += "{ op_sel}";
        } else if let Some(Chosen { field, zero, hidden, .. }) = chosen {
            draft.fields.push(field);
            if !hidden {
                draft.text += "{ op_sel}";
            }
            zero.iter().for_each(|bit| draft.zero(*bit, 1));
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
        draft.legal = if chosen.is_some_and(|chosen| chosen.hidden) {
            if lanes != Dpp::Off { VGPR_HALVES_NEXT_TO_DPP } else { VGPR_HALVES }
        } else if lanes != Dpp::Off && sources.len() > 1 {
            NEXT_TO_DPP
        } else if lanes != Dpp::Off {
            &[]
        } else if self.flags & CHOICE != 0 {
            LANE_CHOICE
        } else if self.flags & READS_VCC != 0 {
            BUS_VCC
        } else if sources.len() == 3 {
            BUS
        } else if ["v_lshlrev_b64", "v_lshrrev_b64", "v_ashrrev_i64"].contains(&name) {
            BUS_SHIFT
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
