//! VOP2: two sources.
use super::draft::{Draft, own, single};
use super::shapes::{CARRY_IN, CLAMP, D16, D32, F16, F32, FLOAT, I32, NO_DPP, NO_E64, OP_SEL, Op, PF, SDST, TIED, X16};
use super::vector::{Short, op};
use isotope_table::*;

/// Opcodes of VOP2; in VOP3 they start at 0x100.
pub(super) static OPS: &[Op] = &[
    op(0x01, "v_cndmask_b32", D32, &[F32, F32], CARRY_IN),
    op(0x03, "v_add_f32", D32, &[F32, F32], FLOAT),
    op(0x04, "v_sub_f32", D32, &[F32, F32], FLOAT),
    op(0x05, "v_subrev_f32", D32, &[F32, F32], FLOAT),
    op(0x06, "v_fmac_dx9_zero_f32", D32, &[F32, F32], FLOAT | NO_DPP),
    op(0x07, "v_mul_dx9_zero_f32", D32, &[F32, F32], FLOAT),
    op(0x08, "v_mul_f32", D32, &[F32, F32], FLOAT),
    op(0x09, "v_mul_i32_i24", D32, &[I32, I32], CLAMP),
    op(0x0a, "v_mul_hi_i32_i24", D32, &[I32, I32], 0),
    op(0x0b, "v_mul_u32_u24", D32, &[I32, I32], CLAMP),
    op(0x0c, "v_mul_hi_u32_u24", D32, &[I32, I32], 0),
    op(0x0f, "v_min_f32", D32, &[F32, F32], FLOAT),
    op(0x10, "v_max_f32", D32, &[F32, F32], FLOAT),
    op(0x11, "v_min_i32", D32, &[I32, I32], 0),
    op(0x12, "v_max_i32", D32, &[I32, I32], 0),
    op(0x13, "v_min_u32", D32, &[I32, I32], 0),
    op(0x14, "v_max_u32", D32, &[I32, I32], 0),
    op(0x18, "v_lshlrev_b32", D32, &[I32, I32], 0),
    op(0x19, "v_lshrrev_b32", D32, &[I32, I32], 0),
    op(0x1a, "v_ashrrev_i32", D32, &[I32, I32], 0),
    op(0x1b, "v_and_b32", D32, &[I32, I32], 0),
    op(0x1c, "v_or_b32", D32, &[I32, I32], 0),
    op(0x1d, "v_xor_b32", D32, &[I32, I32], 0),
    op(0x1e, "v_xnor_b32", D32, &[I32, I32], 0),
    op(0x20, "v_add_co_ci_u32", D32, &[I32, I32], CLAMP | SDST | CARRY_IN),
    op(0x21, "v_sub_co_ci_u32", D32, &[I32, I32], CLAMP | SDST | CARRY_IN),
    op(0x22, "v_subrev_co_ci_u32", D32, &[I32, I32], CLAMP | SDST | CARRY_IN),
    op(0x25, "v_add_nc_u32", D32, &[I32, I32], CLAMP),
    op(0x26, "v_sub_nc_u32", D32, &[I32, I32], CLAMP),
    op(0x27, "v_subrev_nc_u32", D32, &[I32, I32], CLAMP),
    op(0x2b, "v_fmac_f32", D32, &[F32, F32], FLOAT),
    op(0x2f, "v_cvt_pk_rtz_f16_f32", D32, &[F32, F32], FLOAT),
    op(0x32, "v_add_f16", D16, &[F16, F16], FLOAT),
    op(0x33, "v_sub_f16", D16, &[F16, F16], FLOAT),
    op(0x34, "v_subrev_f16", D16, &[F16, F16], FLOAT),
    op(0x35, "v_mul_f16", D16, &[F16, F16], FLOAT),
    op(0x36, "v_fmac_f16", D16, &[F16, F16], FLOAT | OP_SEL | TIED),
    op(0x39, "v_max_f16", D16, &[F16, F16], FLOAT),
    op(0x3a, "v_min_f16", D16, &[F16, F16], FLOAT),
    op(0x3b, "v_ldexp_f16", D16, &[F16, X16], FLOAT),
];

/// Without a VOP3 encoding.
static SHORT: &[Op] =
    &[op(0x02, "v_dot2acc_f32_f16", D32, &[PF, PF], NO_E64), op(0x3c, "v_pk_fmac_f16", D32, &[PF, PF], NO_E64)];

/// LLVM 19's text has all 32 bits of the literal; LLVM 22's text, which names high halves, has 16 bits, which compilers extend by zeros or
/// the sign.
const NARROW_LITERAL: &[&[Rule]] = &[&[Rule {
    when: &[],
    need: Need::Holds("literal", |inst| {
        let literal = inst.get("literal") as u32;
        literal >> 16 == 0 || literal as i16 as u32 == literal || !inst.needs_halves()
    }),
    hard: true,
    what: "next to a high half of a VGPR the literal has 16 bits, extended by zeros or the sign",
    source: "LLVM 22.1.8",
}]];

pub(super) fn lots(lots: &mut Vec<Lot>) {
    lots.extend(OPS.iter().chain(SHORT).map(|op| op.short(Short::Vop2)));
    for (name, size, madmk, madak) in [("f32", F32, 0x2c, 0x2d), ("f16", F16, 0x37, 0x38)] {
        for (op, middle) in [(madmk, true), (madak, false)] {
            lots.push(single(Pattern::bits(25, 7, op), move |opcode| {
                let kind = if middle { "fmamk" } else { "fmaak" };
                let name = format!("v_{kind}_{name}");
                let mut draft = Draft::new([&name, ""], opcode, 64);
                draft.operand(own("vdst", 17, 24, size.narrow()));
                draft.operand(own("src0", 0, 8, size.short(false)));
                let literal = own("literal", 32, 63, size.constant());
                let vsrc1 = own("vsrc1", 9, 16, size.narrow());
                let order = if middle { [literal, vsrc1] } else { [vsrc1, literal] };
                order.into_iter().for_each(|field| draft.operand(field));
                if size.half {
                    draft.legal = NARROW_LITERAL;
                }
                draft.row(vec![format!("{name}_e32")])
            }));
        }
    }
}
