//! VOP1: one source.
use super::draft::{Dpp, Draft, LITERAL, own, single, vgpr};
use super::shapes::{CLAMP, D16, D32, D64, F16, F32, F64, FLOAT, HALVED, I16, I32, NO_DPP, NO_E64, Op, Out, V32};
use super::vector::{Short, long, op};
use crate::fields::{flag, leak};
use crate::operands::{Half, Source};
use isotope_table::*;

/// Opcodes of VOP1; in VOP3 they start at 0x180.
pub(super) static OPS: &[Op] = &[
    op(0x01, "v_mov_b32", D32, &[I32], 0),
    op(0x03, "v_cvt_i32_f64", D32, &[F64], FLOAT),
    op(0x04, "v_cvt_f64_i32", D64, &[I32], FLOAT),
    op(0x05, "v_cvt_f32_i32", D32, &[I32], FLOAT),
    op(0x06, "v_cvt_f32_u32", D32, &[I32], FLOAT),
    op(0x07, "v_cvt_u32_f32", D32, &[F32], FLOAT),
    op(0x08, "v_cvt_i32_f32", D32, &[F32], FLOAT),
    op(0x0a, "v_cvt_f16_f32", D16, &[F32], FLOAT),
    op(0x0b, "v_cvt_f32_f16", D32, &[F16], FLOAT),
    op(0x0c, "v_cvt_nearest_i32_f32", D32, &[F32], CLAMP),
    op(0x0d, "v_cvt_floor_i32_f32", D32, &[F32], CLAMP),
    op(0x0e, "v_cvt_off_f32_i4", D32, &[I32], FLOAT),
    op(0x0f, "v_cvt_f32_f64", D32, &[F64], FLOAT),
    op(0x10, "v_cvt_f64_f32", D64, &[F32], FLOAT),
    op(0x11, "v_cvt_f32_ubyte0", D32, &[I32], FLOAT),
    op(0x12, "v_cvt_f32_ubyte1", D32, &[I32], FLOAT),
    op(0x13, "v_cvt_f32_ubyte2", D32, &[I32], FLOAT),
    op(0x14, "v_cvt_f32_ubyte3", D32, &[I32], FLOAT),
    op(0x15, "v_cvt_u32_f64", D32, &[F64], FLOAT),
    op(0x16, "v_cvt_f64_u32", D64, &[I32], FLOAT),
    op(0x17, "v_trunc_f64", D64, &[F64], FLOAT),
    op(0x18, "v_ceil_f64", D64, &[F64], FLOAT),
    op(0x19, "v_rndne_f64", D64, &[F64], FLOAT),
    op(0x1a, "v_floor_f64", D64, &[F64], FLOAT),
    op(0x20, "v_fract_f32", D32, &[F32], FLOAT),
    op(0x21, "v_trunc_f32", D32, &[F32], FLOAT),
    op(0x22, "v_ceil_f32", D32, &[F32], FLOAT),
    op(0x23, "v_rndne_f32", D32, &[F32], FLOAT),
    op(0x24, "v_floor_f32", D32, &[F32], FLOAT),
    op(0x25, "v_exp_f32", D32, &[F32], FLOAT),
    op(0x27, "v_log_f32", D32, &[F32], FLOAT),
    op(0x2a, "v_rcp_f32", D32, &[F32], FLOAT),
    op(0x2b, "v_rcp_iflag_f32", D32, &[F32], FLOAT),
    op(0x2e, "v_rsq_f32", D32, &[F32], FLOAT),
    op(0x2f, "v_rcp_f64", D64, &[F64], FLOAT),
    op(0x31, "v_rsq_f64", D64, &[F64], FLOAT),
    op(0x33, "v_sqrt_f32", D32, &[F32], FLOAT),
    op(0x34, "v_sqrt_f64", D64, &[F64], FLOAT),
    op(0x35, "v_sin_f32", D32, &[F32], FLOAT),
    op(0x36, "v_cos_f32", D32, &[F32], FLOAT),
    op(0x37, "v_not_b32", D32, &[I32], 0),
    op(0x38, "v_bfrev_b32", D32, &[I32], 0),
    op(0x39, "v_clz_i32_u32", D32, &[I32], 0),
    op(0x3a, "v_ctz_i32_b32", D32, &[I32], 0),
    op(0x3b, "v_cls_i32", D32, &[I32], 0),
    op(0x3c, "v_frexp_exp_i32_f64", D32, &[F64], FLOAT),
    op(0x3d, "v_frexp_mant_f64", D64, &[F64], FLOAT),
    op(0x3e, "v_fract_f64", D64, &[F64], FLOAT),
    op(0x3f, "v_frexp_exp_i32_f32", D32, &[F32], CLAMP),
    op(0x40, "v_frexp_mant_f32", D32, &[F32], FLOAT),
    op(0x42, "v_movreld_b32", D32, &[I32], 0),
    op(0x43, "v_movrels_b32", D32, &[V32], 0),
    op(0x44, "v_movrelsd_b32", D32, &[V32], 0),
    op(0x48, "v_movrelsd_2_b32", D32, &[V32], 0),
    op(0x50, "v_cvt_f16_u16", D16, &[I16], FLOAT),
    op(0x51, "v_cvt_f16_i16", D16, &[I16], FLOAT),
    op(0x52, "v_cvt_u16_f16", D16, &[F16], FLOAT),
    op(0x53, "v_cvt_i16_f16", D16, &[F16], FLOAT),
    op(0x54, "v_rcp_f16", D16, &[F16], FLOAT),
    op(0x55, "v_sqrt_f16", D16, &[F16], FLOAT),
    op(0x56, "v_rsq_f16", D16, &[F16], FLOAT),
    op(0x57, "v_log_f16", D16, &[F16], FLOAT),
    op(0x58, "v_exp_f16", D16, &[F16], FLOAT),
    op(0x59, "v_frexp_mant_f16", D16, &[F16], FLOAT),
    op(0x5a, "v_frexp_exp_i16_f16", D16, &[F16], FLOAT),
    op(0x5b, "v_floor_f16", D16, &[F16], FLOAT),
    op(0x5c, "v_ceil_f16", D16, &[F16], FLOAT),
    op(0x5d, "v_trunc_f16", D16, &[F16], FLOAT),
    op(0x5e, "v_rndne_f16", D16, &[F16], FLOAT),
    op(0x5f, "v_fract_f16", D16, &[F16], FLOAT),
    op(0x60, "v_sin_f16", D16, &[F16], FLOAT),
    op(0x61, "v_cos_f16", D16, &[F16], FLOAT),
    op(0x62, "v_sat_pk_u8_i16", D16, &[I32], 0),
    op(0x63, "v_cvt_norm_i16_f16", D16, &[F16], FLOAT),
    op(0x64, "v_cvt_norm_u16_f16", D16, &[F16], FLOAT),
    op(0x69, "v_not_b16", D16, &[I16], 0),
    op(0x6a, "v_cvt_i32_i16", D32, &[I16], 0),
    op(0x6b, "v_cvt_u32_u16", D32, &[I16], 0),
];

/// Without a VOP3 encoding.
static SHORT: &[Op] = &[
    op(0x02, "v_readfirstlane_b32", Out::Scalar, &[V32], NO_E64),
    op(0x65, "v_swap_b32", D32, &[V32], NO_E64 | NO_DPP),
    op(0x67, "v_permlane64_b32", D32, &[V32], NO_E64 | NO_DPP),
    op(0x68, "v_swaprel_b32", D32, &[V32], NO_E64 | NO_DPP),
];

/// The move whose text names halves since LLVM 19.
static MOVE: Op = op(28, "v_mov_b16", Out::D16, &[I16], HALVED);

fn named(source: Source) -> &'static Half {
    leak(Half { source, always: true })
}

fn moves(opcode: Pattern) -> Vec<Row> {
    let vdst = || own("vdst", 17, 24, named(*vgpr(1, 128)));
    let mut draft = Draft::new(["v_mov_b16_e32", ""], opcode, 32);
    draft.operand(vdst());
    draft.operand(own("src0", 0, 8, named(Source { vgprs: 128, ..*I16.wide(true) })));
    draft.fields.push(Field::new("literal", 32, 63, LITERAL));
    let mut rows = vec![draft.row(vec!["v_mov_b16".into()])];
    for wide in [true, false] {
        let mut draft = Draft::new(["v_mov_b16_dpp", ""], opcode, 32);
        draft.operand(vdst());
        let signs = Signs { sext: if wide { "sext0" } else { "" }, ..Signs::NONE };
        draft.operand(Field::new("src0", 32, 39, FieldKind::Own(named(*vgpr(1, 128)), signs)));
        if wide {
            draft.fields.push(flag("sext0", 52));
            draft.zero(54, 2);
        }
        draft.short_tail(wide);
        rows.push(draft.row(vec!["v_mov_b16".into()]));
    }
    rows.extend([Dpp::Off, Dpp::Dpp16, Dpp::Dpp8].map(|lanes| MOVE.e64(0x180 + MOVE.op, lanes, Some(Short::Vop1))));
    rows
}

/// The exchange of two halves.
fn swap(opcode: Pattern) -> Row {
    let mut draft = Draft::new(["v_swap_b16", ""], opcode, 32);
    draft.operand(own("vdst", 17, 24, named(*vgpr(1, 128))));
    draft.operand(own("src0", 0, 8, named(Source { vgprs: 128, ..*V32.wide(false) })));
    draft.row(vec!["v_swap_b16_e32".into()])
}

pub(super) fn lots(lots: &mut Vec<Lot>) {
    let opcode = Short::Vop1.opcode(MOVE.op);
    lots.push(Lot::new([Some(opcode), Some(long(0x180 + MOVE.op))], 6, move || moves(opcode)));
    lots.push(single(Short::Vop1.opcode(0x66), swap));
    lots.extend(OPS.iter().chain(SHORT).map(|op| op.short(Short::Vop1)));
    for (op, name) in [(0, "v_nop"), (27, "v_pipeflush")] {
        let e32 = Pattern::bits(25, 7, 0x3f).and(Pattern::bits(9, 16, op));
        lots.push(single(e32, move |opcode| Draft::new([name, ""], opcode, 32).row(vec![format!("{name}_e32")])));
        let e64 = Pattern::bits(16, 16, 0xd580 + op).and(Pattern::bits(0, 8, 0));
        lots.push(single(e64, move |opcode| {
            let mut draft = Draft::new([name, ""], opcode, 64);
            (0..3).for_each(|i| draft.unread(i));
            draft.zero(59, 5);
            draft.row(vec![format!("{name}_e64")])
        }));
    }
}
