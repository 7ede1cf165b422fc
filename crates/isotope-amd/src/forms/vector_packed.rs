//! VOP3P: two 16-bit operations at once, dot products, mixed precision, matrix multiply-accumulate.
use super::draft::{BUS, Draft, LITERAL, NEXT_TO_DPP, own, vgpr};
use super::shapes::{DPP_OK, FLOAT_SIGNS, In, PACKED};
use crate::fields::{WAVE32, WAVE64, flag};
use crate::lists::List;
use crate::operands::Holds;
use isotope_table::*;

const I: In = In::packed(Holds::P16);
const F: In = In::packed(Holds::H16);
const W: In = In::packed(Holds::I32);
const B: In = In::packed(Holds::C16);
const S: In = In::packed(Holds::F32);
/// f16 if its `op_sel_hi` is set, else f32.
const M: In = In::packed(Holds::F16);

/// Opcode, name, sources, flags.
static OPS: &[(u16, &str, &[In], u16)] = &[
    (0x00, "v_pk_mad_i16", &[I, I, I], PACKED),
    (0x01, "v_pk_mul_lo_u16", &[I, I], PACKED),
    (0x02, "v_pk_add_i16", &[I, I], PACKED),
    (0x03, "v_pk_sub_i16", &[I, I], PACKED),
    (0x04, "v_pk_lshlrev_b16", &[I, I], PACKED),
    (0x05, "v_pk_lshrrev_b16", &[I, I], PACKED),
    (0x06, "v_pk_ashrrev_i16", &[I, I], PACKED),
    (0x07, "v_pk_max_i16", &[I, I], PACKED),
    (0x08, "v_pk_min_i16", &[I, I], PACKED),
    (0x09, "v_pk_mad_u16", &[I, I, I], PACKED),
    (0x0a, "v_pk_add_u16", &[I, I], PACKED),
    (0x0b, "v_pk_sub_u16", &[I, I], PACKED),
    (0x0c, "v_pk_max_u16", &[I, I], PACKED),
    (0x0d, "v_pk_min_u16", &[I, I], PACKED),
    (0x0e, "v_pk_fma_f16", &[F, F, F], PACKED),
    (0x0f, "v_pk_add_f16", &[F, F], PACKED),
    (0x10, "v_pk_mul_f16", &[F, F], PACKED),
    (0x11, "v_pk_min_f16", &[F, F], PACKED),
    (0x12, "v_pk_max_f16", &[F, F], PACKED),
    (0x13, "v_dot2_f32_f16", &[F, F, S], PACKED | DPP_OK),
    (0x16, "v_dot4_i32_iu8", &[W, W, W], PACKED),
    (0x17, "v_dot4_u32_u8", &[W, W, W], PACKED),
    (0x18, "v_dot8_i32_iu4", &[W, W, W], PACKED),
    (0x19, "v_dot8_u32_u4", &[W, W, W], PACKED),
    (0x1a, "v_dot2_f32_bf16", &[B, B, S], PACKED),
    (0x20, "v_fma_mix_f32", &[M, M, M], FLOAT_SIGNS | DPP_OK),
    (0x21, "v_fma_mixlo_f16", &[M, M, M], FLOAT_SIGNS | DPP_OK),
    (0x22, "v_fma_mixhi_f16", &[M, M, M], FLOAT_SIGNS | DPP_OK),
];

/// Matrix operations: opcode, name, VGPRs of the factors, element type of the accumulator, whether halves can be selected, whether
/// the result is clamped.
static MATRICES: &[(u16, &str, u8, Holds, bool, bool)] = &[
    (0x40, "v_wmma_f32_16x16x16_f16", 8, Holds::F32, false, false),
    (0x41, "v_wmma_f32_16x16x16_bf16", 8, Holds::F32, false, false),
    (0x42, "v_wmma_f16_16x16x16_f16", 8, Holds::F16, true, false),
    (0x43, "v_wmma_bf16_16x16x16_bf16", 8, Holds::B16, true, false),
    (0x44, "v_wmma_i32_16x16x16_iu8", 4, Holds::I32, false, true),
    (0x45, "v_wmma_i32_16x16x16_iu4", 2, Holds::I32, false, true),
];

fn opcode(op: u16) -> Pattern {
    Pattern::bits(23, 9, 0x198).and(Pattern::bits(16, 7, op.into()))
}

pub(super) fn lots(lots: &mut Vec<Lot>) {
    for (op, name, src, flags) in OPS {
        let lanes = if flags & DPP_OK != 0 { &[None, Some(true), Some(false)][..] } else { &[None] };
        let row = |lanes: &Option<bool>| packed(*op, name, src, *flags, *lanes);
        lots.push(Lot::new([Some(opcode(*op)), None], lanes.len(), move || lanes.iter().map(row).collect()));
    }
    for matrix in MATRICES {
        // The accumulator has 256 values of 32 bits: eight VGPRs in a wave32, four in a wave64.
        lots.push(Lot::new([Some(opcode(matrix.0)), None], 2, || {
            vec![Row { profiles: WAVE32, ..accumulate(matrix, 8) }, Row { profiles: WAVE64, ..accumulate(matrix, 4) }]
        }));
    }
}

/// `lanes` selects DPP16, DPP8 or neither.
fn packed(op: u16, name: &str, src: &[In], flags: u16, lanes: Option<bool>) -> Row {
    let suffix = if lanes.is_some() { "_e64_dpp" } else { "" };
    let mut draft = Draft::new([name, suffix], opcode(op), 64);
    draft.operand(own("vdst", 0, 7, vgpr(1, 256)));
    let three = src.len() == 3;
    let signs = flags & FLOAT_SIGNS != 0;
    for (i, source) in src.iter().enumerate() {
        draft.source(*source, i, lanes.is_some(), signs);
    }
    let halves =
        Field { default: if signs { 0 } else { 7 }, ..own("op_sel_hi", 59, 60, &List::OP_SEL_HI_3).high(14, 14) };
    if three {
        draft.fields.extend([own("op_sel", 11, 13, &List::OP_SEL_3), halves]);
    } else {
        draft.unread(2);
        draft.zero(13, 1);
        draft.zero(10, 1);
        draft.zero(63, 1);
        draft.fields.extend([
            own("op_sel", 11, 12, &List::OP_SEL_2),
            own("op_sel_hi", 59, 60, &List::OP_SEL_HI_2).or(3),
            // There is no third operand, but the assembler sets its bit.
            Field::new("op_sel_hi2", 14, 14, LITERAL).or(1),
        ]);
    }
    draft.text += "{ op_sel}{ op_sel_hi}";
    if !signs {
        let (lo, hi): (&'static List, &'static List) =
            if three { (&List::NEG_LO_3, &List::NEG_HI_3) } else { (&List::NEG_LO_2, &List::NEG_HI_2) };
        let last = if three { 2 } else { 1 };
        draft.fields.extend([own("neg_lo", 61, 61 + last, lo), own("neg_hi", 8, 8 + last, hi)]);
        draft.text += "{ neg_lo}{ neg_hi}";
    }
    draft.fields.push(flag("clamp", 15));
    draft.text += "{ clamp}";
    if lanes.is_some() && !signs {
        draft.legal = NEXT_TO_DPP;
    } else if three && lanes.is_none() {
        draft.legal = BUS;
    }
    draft.long_tail(lanes);
    draft.row(match lanes {
        None => vec![format!("{name}_e64")],
        Some(_) => vec![name.into()],
    })
}

const INLINE: &[&[Rule]] = &[&[Rule::new(
    Need::NoneOf("src2", &[255]),
    "the accumulator is a group of VGPRs or an inline constant",
    "RDNA3 ISA guide, 7.9 WMMA; llvm-mc 19.1.7 and 22.1.8",
)]];

fn accumulate(matrix: &(u16, &str, u8, Holds, bool, bool), size: u8) -> Row {
    let (op, name, factors, holds, halves, clamp) = *matrix;
    let mut draft = Draft::new([name, ""], opcode(op), 64);
    draft.operand(own("vdst", 0, 7, vgpr(size, 256)));
    for (i, field) in ["src0", "src1"].into_iter().enumerate() {
        let at = 32 + 9 * i as u16;
        draft.operand(own(field, at, at + 8, In::vgprs(factors).wide(false)));
    }
    draft.operand(own("src2", 50, 58, In::accumulator(size, holds).wide(true)));
    draft.fields.push(Field::new("literal", 64, 95, LITERAL));
    draft.legal = INLINE;
    if halves {
        draft.fields.extend([
            own("op_sel", 11, 13, &List::OP_SEL_3),
            own("op_sel_hi", 59, 60, &List::OP_SEL_HI_3).high(14, 14).or(7),
        ]);
        draft.text += "{ op_sel}{ op_sel_hi}";
    } else {
        draft.zero(11, 3);
        draft.fields.push(Field::new("op_sel_hi", 59, 60, LITERAL).high(14, 14).or(7));
    }
    draft.fields.extend([own("neg_lo", 61, 63, &List::NEG_LO_3), own("neg_hi", 8, 10, &List::NEG_HI_3)]);
    draft.text += "{ neg_lo}{ neg_hi}";
    if clamp {
        draft.fields.push(flag("clamp", 15));
        draft.text += "{ clamp}";
    } else {
        draft.zero(15, 1);
    }
    draft.row(Vec::new())
}
