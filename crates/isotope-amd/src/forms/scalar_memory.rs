//! SMEM: scalar loads and cache control.
use super::draft::{Draft, own, single};
use crate::fields::{flag, leak};
use crate::immediates::Plain;
use crate::operands::{Base, Source};
use isotope_table::*;

/// Opcode, name, SGPRs loaded, SGPRs of the base address or buffer resource; if 0 are loaded, the operand is a number.
static OPS: &[(u16, &str, u8, u8)] = &[
    (0, "s_load_b32", 1, 2),
    (1, "s_load_b64", 2, 2),
    (2, "s_load_b128", 4, 2),
    (3, "s_load_b256", 8, 2),
    (4, "s_load_b512", 16, 2),
    (8, "s_buffer_load_b32", 1, 4),
    (9, "s_buffer_load_b64", 2, 4),
    (10, "s_buffer_load_b128", 4, 4),
    (11, "s_buffer_load_b256", 8, 4),
    (12, "s_buffer_load_b512", 16, 4),
    (34, "s_atc_probe", 0, 2),
    (35, "s_atc_probe_buffer", 0, 4),
];
/// Opcode and name; no operands.
static CACHES: &[(u16, &str)] = &[(32, "s_gl1_inv"), (33, "s_dcache_inv")];

const OFFSET: FieldKind = FieldKind::Int(Int { signed: true, scale: 0, hex: true, alone: Alone::Number });
const NULL: Pattern = Pattern::bits(57, 7, 124);

fn smem(op: u16) -> Pattern {
    Pattern::bits(26, 6, 0x3d).and(Pattern::bits(18, 8, op.into()))
}

const UNSIGNED: &[&[Rule]] = &[&[Rule::new(
    Need::AtMost("offset", 0xfffff),
    "the offset into a buffer is a number of 20 bits, 0 to 0xfffff",
    "RDNA3 ISA guide, 6.2 scalar memory; llvm-mc 19.1.7 and 22.1.8",
)]];

/// The syntax of the address.
#[derive(Clone, Copy)]
enum Address {
    /// `null`: no register, offset 0.
    Null,
    /// Only an offset.
    Offset,
    /// A register and an optional offset.
    Register,
}

pub(super) fn lots(lots: &mut Vec<Lot>) {
    for (op, name, data, base) in OPS {
        let addresses = [Address::Null, Address::Offset, Address::Register];
        lots.push(Lot::new([Some(smem(*op)), None], addresses.len(), move || {
            addresses.map(|address| load(smem(*op), name, *data, *base, address)).into()
        }));
    }
    for (op, name) in CACHES {
        lots.push(single(smem(*op), |opcode| {
            let mut draft = Draft::new([name, ""], opcode, 64);
            draft.zero(13, 2);
            draft.row(Vec::new())
        }));
    }
}

fn load(opcode: Pattern, name: &str, data: u8, base: u8, address: Address) -> Row {
    let mut draft = Draft::new([name, ""], opcode, 64);
    let sdata: &'static dyn Operand =
        if data > 0 { leak(Source { exec: false, m0: false, ..Source::sgprs(data) }) } else { &Plain::Short };
    draft.operand(own("sdata", 6, 12, sdata));
    draft.operand(own("sbase", 0, 5, leak(Base(Source::sgprs(base)))));
    if base == 4 {
        draft.legal = UNSIGNED;
    }
    match address {
        Address::Null => {
            draft.opcode = draft.opcode.and(NULL).and(Pattern::bits(32, 21, 0));
            draft.text += ", 'null'";
        }
        Address::Offset => {
            draft.opcode = draft.opcode.and(NULL);
            draft.text += "{*, offset}";
            draft.fields.push(Field::new("offset", 32, 52, OFFSET));
        }
        Address::Register => {
            draft.operand(own("soffset", 57, 63, &SOFFSET));
            draft.fields.push(Field::new("offset", 32, 52, OFFSET));
            draft.text += "{ 'offset:'offset}";
        }
    }
    if data > 0 {
        draft.fields.extend([flag("glc", 14), flag("dlc", 13)]);
        draft.text += "{+glc dlc}";
    } else {
        draft.zero(13, 2);
    }
    draft.row(Vec::new())
}

static SOFFSET: Source = Source::sgprs(1);
