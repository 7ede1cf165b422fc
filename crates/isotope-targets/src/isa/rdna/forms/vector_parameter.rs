//! VINTERP and LDSDIR: parameters of pixel shaders.
use super::draft::{Draft, flag, own, single, vgpr};
use super::shapes::In;
use crate::isa::rdna::lists::List;
use isotope_table::*;

/// Opcodes of VINTERP.
static OPS: &[(u16, &str)] = &[
    (0, "v_interp_p10_f32"),
    (1, "v_interp_p2_f32"),
    (2, "v_interp_p10_f16_f32"),
    (3, "v_interp_p2_f16_f32"),
    (4, "v_interp_p10_rtz_f16_f32"),
    (5, "v_interp_p2_rtz_f16_f32"),
];

const DECIMAL: FieldKind = FieldKind::Int(Int { signed: false, scale: 0, hex: false, alone: Alone::Number });
/// Attribute and channel, `attr6.x`.
struct Attribute;
const CHANNELS: &str = "xyzw";

impl Operand for Attribute {
    fn valid(&self, _profile: u8, _value: u64) -> bool {
        true
    }
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

pub(super) fn lots(lots: &mut Vec<Lot>) {
    for (op, name) in OPS {
        let opcode = Pattern::bits(24, 8, 0xcd).and(Pattern::bits(16, 7, (*op).into()));
        lots.push(single(opcode, |opcode| {
            let mut draft = Draft::new([name, ""], opcode, 64);
            draft.zero(59, 2);
            draft.operand(own("vdst", 0, 7, vgpr(1, 256)));
            (0..3).for_each(|i| draft.negated(In::vgprs(1), i));
            draft.fields.extend([own("op_sel", 11, 14, &List::OP_SEL_4), flag("clamp", 15)]);
            draft.fields.push(Field::new("wait_exp", 8, 10, DECIMAL));
            draft.text += "{ clamp}{ op_sel}{* 'wait_exp:'wait_exp}";
            draft.row(Vec::new())
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
