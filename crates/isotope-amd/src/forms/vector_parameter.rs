//! VINTERP and LDSDIR: parameters of pixel shaders.
use super::draft::{Draft, NEG, SRC, own, single, vgpr};
use super::shapes::In;
use crate::fields::{OF_22, flag};
use crate::lists::List;
use isotope_table::*;

/// Opcodes of VINTERP, and a mask of the operands and the result that are halves.
static OPS: &[(u16, &str, u8)] = &[
    (0, "v_interp_p10_f32", 0),
    (1, "v_interp_p2_f32", 0),
    (2, "v_interp_p10_f16_f32", 0b0101),
    (3, "v_interp_p2_f16_f32", 0b1001),
    (4, "v_interp_p10_rtz_f16_f32", 0b0101),
    (5, "v_interp_p2_rtz_f16_f32", 0b1001),
];

const DECIMAL: FieldKind = FieldKind::Int(Int { signed: false, scale: 0, hex: false, alone: Alone::Number });
/// Attribute and channel, `attr6.x`.
struct Attribute;
const CHANNELS: &str = "xyzw";

impl Operand for Attribute {
    fn print(&self, _cx: &Context, value: u64, _literal: u64, out: &mut Line) {
        out.push_str("attr");
        out.push_dec(value >> 2);
        out.push('.');
        out.push_str(&CHANNELS[value as usize & 3..][..1]);
    }
    fn parse(&self, _cx: &Context, text: &str) -> Result<Read, &'static str> {
        let expected = "an attribute and its channel, `attr0.x` to `attr32.w`";
        let rest = text.strip_prefix("attr").ok_or(expected)?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let attribute: u64 = rest[..digits].parse().ok().filter(|n| *n <= 32).ok_or(expected)?;
        let channel =
            rest[digits..].strip_prefix('.').and_then(|c| CHANNELS.find(c.chars().next()?)).ok_or(expected)?;
        Ok(Read { value: attribute << 2 | channel as u64, literal: None, len: "attr".len() + digits + 2 })
    }
}

/// The operands and the result in `halves` are halves; without a list, the others have no bit in op_sel.
fn parameter(opcode: Pattern, name: &str, halves: u8, listed: bool) -> Row {
    let mut draft = Draft::new([name, ""], opcode, 64);
    draft.zero(59, 2);
    let chosen = |i: u8| halves >> i & 1 != 0;
    // The bit of an operand in op_sel.
    let bit = |i: u8| if listed { i } else { (0..i).filter(|i| chosen(*i)).count() as u8 };
    let half = |i: u8| if chosen(i) { ("op_sel", bit(i)) } else { ("", 0) };
    let signs = Signs { half: half(3), ..Signs::NONE };
    draft.operand(Field::new("vdst", 0, 7, FieldKind::Own(vgpr(1, 256), signs)));
    for (i, neg) in (0..).zip(NEG) {
        let at = 32 + 9 * i;
        let signs = Signs { neg, half: half(i as u8), ..Signs::NONE };
        draft.operand(Field::new(SRC[usize::from(i)], at, at + 8, FieldKind::Own(In::vgprs(1).wide(true), signs)));
        draft.fields.push(flag(neg, 61 + i));
    }
    if listed {
        draft.fields.push(own("op_sel", 11, 14, &List::OP_SEL_4));
    } else {
        let mut at = (0..4).filter(|i| chosen(*i)).map(|i| 11 + u16::from(i));
        let (first, last) = (at.next().unwrap_or(11), at.next().unwrap_or(12));
        draft.fields.push(own("op_sel", first, first, &List::OP_SEL_2).high(last, last));
        (0..4).filter(|i| !chosen(*i)).for_each(|i| draft.zero(11 + u32::from(i), 1));
    }
    draft.fields.extend([flag("clamp", 15), Field::new("wait_exp", 8, 10, DECIMAL)]);
    draft.text += if listed { "{ clamp}{ op_sel}" } else { "{ clamp}" };
    draft.text += "{* 'wait_exp:'wait_exp}";
    draft.row(Vec::new())
}

pub(super) fn lots(lots: &mut Vec<Lot>) {
    for (op, name, halves) in OPS {
        let opcode = Pattern::bits(24, 8, 0xcd).and(Pattern::bits(16, 7, (*op).into()));
        if *halves == 0 {
            lots.push(single(opcode, |opcode| parameter(opcode, name, 0, true)));
            continue;
        }
        // LLVM 19 lists the halves. LLVM 22 names them, and prints a list only if other operands have bits.
        lots.push(Lot::new([Some(opcode), None], 3, move || {
            vec![
                Row { profiles: !OF_22, ..parameter(opcode, name, 0, true) },
                Row { profiles: OF_22, ..parameter(opcode, name, *halves, false) },
                parameter(opcode, name, *halves, true),
            ]
        }));
    }
    for (op, name, attribute) in [(0, "lds_param_load", true), (1, "lds_direct_load", false)] {
        let opcode = Pattern::bits(24, 8, 0xce).and(Pattern::bits(20, 4, op));
        lots.push(single(opcode, move |opcode| {
            let mut draft = Draft::new([name, ""], opcode, 32);
            draft.operand(own("vdst", 0, 7, vgpr(1, 256)));
            if attribute {
                draft.operand(own("attr", 8, 15, &Attribute));
            }
            draft.fields.push(Field::new("wait_vdst", 16, 19, DECIMAL));
            draft.text += "{* 'wait_vdst:'wait_vdst}";
            draft.row(Vec::new())
        }));
    }
}
