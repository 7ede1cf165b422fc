//! SOP1, SOP2, SOPC and SOPK: scalar arithmetic.
use super::draft::{Draft, LITERAL, own, single};
use crate::fields::leak;
use crate::immediates::{Branch, HwReg, Message, Plain, Version};
use crate::operands::{Constant, Holds, Source};
use isotope_table::*;

/// Added to the number of SGPRs of a source that must not be a constant.
const REGISTERS: u8 = 0x80;

/// Opcode, name, SGPRs written, SGPRs of each source; 0 written means no destination.
#[derive(Clone, Copy)]
pub(crate) struct Sop(u16, &'static str, u8, &'static [u8]);

pub(crate) const fn sop(op: u16, name: &'static str, dst: u8, src: &'static [u8]) -> Sop {
    Sop(op, name, dst, src)
}

/// Opcodes of SOP2.
static SOP2: &[Sop] = &[
    sop(0x00, "s_add_u32", 1, &[1, 1]),
    sop(0x01, "s_sub_u32", 1, &[1, 1]),
    sop(0x02, "s_add_i32", 1, &[1, 1]),
    sop(0x03, "s_sub_i32", 1, &[1, 1]),
    sop(0x04, "s_addc_u32", 1, &[1, 1]),
    sop(0x05, "s_subb_u32", 1, &[1, 1]),
    sop(0x06, "s_absdiff_i32", 1, &[1, 1]),
    sop(0x08, "s_lshl_b32", 1, &[1, 1]),
    sop(0x09, "s_lshl_b64", 2, &[2, 1]),
    sop(0x0a, "s_lshr_b32", 1, &[1, 1]),
    sop(0x0b, "s_lshr_b64", 2, &[2, 1]),
    sop(0x0c, "s_ashr_i32", 1, &[1, 1]),
    sop(0x0d, "s_ashr_i64", 2, &[2, 1]),
    sop(0x0e, "s_lshl1_add_u32", 1, &[1, 1]),
    sop(0x0f, "s_lshl2_add_u32", 1, &[1, 1]),
    sop(0x10, "s_lshl3_add_u32", 1, &[1, 1]),
    sop(0x11, "s_lshl4_add_u32", 1, &[1, 1]),
    sop(0x12, "s_min_i32", 1, &[1, 1]),
    sop(0x13, "s_min_u32", 1, &[1, 1]),
    sop(0x14, "s_max_i32", 1, &[1, 1]),
    sop(0x15, "s_max_u32", 1, &[1, 1]),
    sop(0x16, "s_and_b32", 1, &[1, 1]),
    sop(0x17, "s_and_b64", 2, &[2, 2]),
    sop(0x18, "s_or_b32", 1, &[1, 1]),
    sop(0x19, "s_or_b64", 2, &[2, 2]),
    sop(0x1a, "s_xor_b32", 1, &[1, 1]),
    sop(0x1b, "s_xor_b64", 2, &[2, 2]),
    sop(0x1c, "s_nand_b32", 1, &[1, 1]),
    sop(0x1d, "s_nand_b64", 2, &[2, 2]),
    sop(0x1e, "s_nor_b32", 1, &[1, 1]),
    sop(0x1f, "s_nor_b64", 2, &[2, 2]),
    sop(0x20, "s_xnor_b32", 1, &[1, 1]),
    sop(0x21, "s_xnor_b64", 2, &[2, 2]),
    sop(0x22, "s_and_not1_b32", 1, &[1, 1]),
    sop(0x23, "s_and_not1_b64", 2, &[2, 2]),
    sop(0x24, "s_or_not1_b32", 1, &[1, 1]),
    sop(0x25, "s_or_not1_b64", 2, &[2, 2]),
    sop(0x26, "s_bfe_u32", 1, &[1, 1]),
    sop(0x27, "s_bfe_i32", 1, &[1, 1]),
    sop(0x28, "s_bfe_u64", 2, &[2, 1]),
    sop(0x29, "s_bfe_i64", 2, &[2, 1]),
    sop(0x2a, "s_bfm_b32", 1, &[1, 1]),
    sop(0x2b, "s_bfm_b64", 2, &[1, 1]),
    sop(0x2c, "s_mul_i32", 1, &[1, 1]),
    sop(0x2d, "s_mul_hi_u32", 1, &[1, 1]),
    sop(0x2e, "s_mul_hi_i32", 1, &[1, 1]),
    sop(0x30, "s_cselect_b32", 1, &[1, 1]),
    sop(0x31, "s_cselect_b64", 2, &[2, 2]),
    sop(0x32, "s_pack_ll_b32_b16", 1, &[1, 1]),
    sop(0x33, "s_pack_lh_b32_b16", 1, &[1, 1]),
    sop(0x34, "s_pack_hh_b32_b16", 1, &[1, 1]),
    sop(0x35, "s_pack_hl_b32_b16", 1, &[1, 1]),
];

/// Opcodes of SOP1.
static SOP1: &[Sop] = &[
    sop(0x00, "s_mov_b32", 1, &[1]),
    sop(0x01, "s_mov_b64", 2, &[2]),
    sop(0x02, "s_cmov_b32", 1, &[1]),
    sop(0x03, "s_cmov_b64", 2, &[2]),
    sop(0x04, "s_brev_b32", 1, &[1]),
    sop(0x05, "s_brev_b64", 2, &[2]),
    sop(0x08, "s_ctz_i32_b32", 1, &[1]),
    sop(0x09, "s_ctz_i32_b64", 1, &[2]),
    sop(0x0a, "s_clz_i32_u32", 1, &[1]),
    sop(0x0b, "s_clz_i32_u64", 1, &[2]),
    sop(0x0c, "s_cls_i32", 1, &[1]),
    sop(0x0d, "s_cls_i32_i64", 1, &[2]),
    sop(0x0e, "s_sext_i32_i8", 1, &[1]),
    sop(0x0f, "s_sext_i32_i16", 1, &[1]),
    sop(0x10, "s_bitset0_b32", 1, &[1]),
    sop(0x11, "s_bitset0_b64", 2, &[1]),
    sop(0x12, "s_bitset1_b32", 1, &[1]),
    sop(0x13, "s_bitset1_b64", 2, &[1]),
    sop(0x14, "s_bitreplicate_b64_b32", 2, &[1]),
    sop(0x15, "s_abs_i32", 1, &[1]),
    sop(0x16, "s_bcnt0_i32_b32", 1, &[1]),
    sop(0x17, "s_bcnt0_i32_b64", 1, &[2]),
    sop(0x18, "s_bcnt1_i32_b32", 1, &[1]),
    sop(0x19, "s_bcnt1_i32_b64", 1, &[2]),
    sop(0x1a, "s_quadmask_b32", 1, &[1]),
    sop(0x1b, "s_quadmask_b64", 2, &[2]),
    sop(0x1c, "s_wqm_b32", 1, &[1]),
    sop(0x1d, "s_wqm_b64", 2, &[2]),
    sop(0x1e, "s_not_b32", 1, &[1]),
    sop(0x1f, "s_not_b64", 2, &[2]),
    sop(0x20, "s_and_saveexec_b32", 1, &[1]),
    sop(0x21, "s_and_saveexec_b64", 2, &[2]),
    sop(0x22, "s_or_saveexec_b32", 1, &[1]),
    sop(0x23, "s_or_saveexec_b64", 2, &[2]),
    sop(0x24, "s_xor_saveexec_b32", 1, &[1]),
    sop(0x25, "s_xor_saveexec_b64", 2, &[2]),
    sop(0x26, "s_nand_saveexec_b32", 1, &[1]),
    sop(0x27, "s_nand_saveexec_b64", 2, &[2]),
    sop(0x28, "s_nor_saveexec_b32", 1, &[1]),
    sop(0x29, "s_nor_saveexec_b64", 2, &[2]),
    sop(0x2a, "s_xnor_saveexec_b32", 1, &[1]),
    sop(0x2b, "s_xnor_saveexec_b64", 2, &[2]),
    sop(0x2c, "s_and_not0_saveexec_b32", 1, &[1]),
    sop(0x2d, "s_and_not0_saveexec_b64", 2, &[2]),
    sop(0x2e, "s_or_not0_saveexec_b32", 1, &[1]),
    sop(0x2f, "s_or_not0_saveexec_b64", 2, &[2]),
    sop(0x30, "s_and_not1_saveexec_b32", 1, &[1]),
    sop(0x31, "s_and_not1_saveexec_b64", 2, &[2]),
    sop(0x32, "s_or_not1_saveexec_b32", 1, &[1]),
    sop(0x33, "s_or_not1_saveexec_b64", 2, &[2]),
    sop(0x34, "s_and_not0_wrexec_b32", 1, &[1]),
    sop(0x35, "s_and_not0_wrexec_b64", 2, &[2]),
    sop(0x36, "s_and_not1_wrexec_b32", 1, &[1]),
    sop(0x37, "s_and_not1_wrexec_b64", 2, &[2]),
    sop(0x40, "s_movrels_b32", 1, &[1 | REGISTERS]),
    sop(0x41, "s_movrels_b64", 2, &[2 | REGISTERS]),
    sop(0x42, "s_movreld_b32", 1, &[1]),
    sop(0x43, "s_movreld_b64", 2, &[2]),
    sop(0x44, "s_movrelsd_2_b32", 1, &[1]),
    sop(0x47, "s_getpc_b64", 2, &[]),
    sop(0x48, "s_setpc_b64", 0, &[2 | REGISTERS]),
    sop(0x49, "s_swappc_b64", 2, &[2]),
    sop(0x4a, "s_rfe_b64", 0, &[2 | REGISTERS]),
];

/// Opcodes of SOPC.
static SOPC: &[Sop] = &[
    sop(0x00, "s_cmp_eq_i32", 0, &[1, 1]),
    sop(0x01, "s_cmp_lg_i32", 0, &[1, 1]),
    sop(0x02, "s_cmp_gt_i32", 0, &[1, 1]),
    sop(0x03, "s_cmp_ge_i32", 0, &[1, 1]),
    sop(0x04, "s_cmp_lt_i32", 0, &[1, 1]),
    sop(0x05, "s_cmp_le_i32", 0, &[1, 1]),
    sop(0x06, "s_cmp_eq_u32", 0, &[1, 1]),
    sop(0x07, "s_cmp_lg_u32", 0, &[1, 1]),
    sop(0x08, "s_cmp_gt_u32", 0, &[1, 1]),
    sop(0x09, "s_cmp_ge_u32", 0, &[1, 1]),
    sop(0x0a, "s_cmp_lt_u32", 0, &[1, 1]),
    sop(0x0b, "s_cmp_le_u32", 0, &[1, 1]),
    sop(0x0c, "s_bitcmp0_b32", 0, &[1, 1]),
    sop(0x0d, "s_bitcmp1_b32", 0, &[1, 1]),
    sop(0x0e, "s_bitcmp0_b64", 0, &[2, 1]),
    sop(0x0f, "s_bitcmp1_b64", 0, &[2, 1]),
    sop(0x10, "s_cmp_eq_u64", 0, &[2, 2]),
    sop(0x11, "s_cmp_lg_u64", 0, &[2, 2]),
];

/// Instructions whose 64-bit operands are signed.
static SIGNED: [&str; 3] = ["s_ashr_i64", "s_bfe_i64", "s_cls_i32_i64"];

const NULL: &[&[Rule]] =
    &[&[Rule::new(Need::OneOf("sdst", &[124]), "the first operand must be `null`", "llvm-mc 19.1.7 and 22.1.8")]];

/// The syntax of SOPK's immediate.
#[derive(Clone, Copy)]
enum Imm {
    /// Hexadecimal, after a register.
    Hex,
    /// Hexadecimal without a sign, after a register.
    Unsigned,
    /// Hexadecimal, after `null`.
    Counter,
    /// A bit field of a hardware register.
    Read,
    Write,
    /// A branch target, after this many SGPRs.
    Branch(u8),
}

/// Opcodes of SOPK.
static SOPK: &[(u16, &str, Imm)] = &[
    (0, "s_movk_i32", Imm::Hex),
    (2, "s_cmovk_i32", Imm::Hex),
    (3, "s_cmpk_eq_i32", Imm::Hex),
    (4, "s_cmpk_lg_i32", Imm::Hex),
    (5, "s_cmpk_gt_i32", Imm::Hex),
    (6, "s_cmpk_ge_i32", Imm::Hex),
    (7, "s_cmpk_lt_i32", Imm::Hex),
    (8, "s_cmpk_le_i32", Imm::Hex),
    (9, "s_cmpk_eq_u32", Imm::Unsigned),
    (10, "s_cmpk_lg_u32", Imm::Unsigned),
    (11, "s_cmpk_gt_u32", Imm::Unsigned),
    (12, "s_cmpk_ge_u32", Imm::Unsigned),
    (13, "s_cmpk_lt_u32", Imm::Unsigned),
    (14, "s_cmpk_le_u32", Imm::Unsigned),
    (15, "s_addk_i32", Imm::Hex),
    (16, "s_mulk_i32", Imm::Hex),
    (17, "s_getreg_b32", Imm::Read),
    (18, "s_setreg_b32", Imm::Write),
    (20, "s_call_b64", Imm::Branch(2)),
    (22, "s_subvector_loop_begin", Imm::Branch(1)),
    (23, "s_subvector_loop_end", Imm::Branch(1)),
    (24, "s_waitcnt_vscnt", Imm::Counter),
    (25, "s_waitcnt_vmcnt", Imm::Counter),
    (26, "s_waitcnt_expcnt", Imm::Counter),
    (27, "s_waitcnt_lgkmcnt", Imm::Counter),
];

fn source(count: u8, signed: bool) -> &'static Source {
    if count & REGISTERS != 0 {
        return leak(Source { special: true, ..Source::sgprs(count & !REGISTERS) });
    }
    let holds = match count {
        2 if signed => Holds::S64,
        2 => Holds::I64,
        _ => Holds::I32,
    };
    leak(Source::scalar(count, holds))
}

fn sdst(count: u8) -> Field {
    own("sdst", 16, 22, leak(Source::sgprs(count)))
}

/// The row of an opcode of SOP2.
pub(crate) fn sop2(op: Sop) -> Lot {
    of(op, |op| Pattern::bits(30, 2, 0b10).and(Pattern::bits(23, 7, op.into())))
}

fn of(Sop(op, name, dst, src): Sop, opcode: fn(u16) -> Pattern) -> Lot {
    single(opcode(op), move |opcode| arithmetic(Draft::new([name, ""], opcode, 32), dst, src))
}

pub(super) fn lots(lots: &mut Vec<Lot>) {
    let sop1 = |op: u16| Pattern::bits(23, 9, 0x17d).and(Pattern::bits(8, 8, op.into()));
    let sopc = |op: u16| Pattern::bits(23, 9, 0x17e).and(Pattern::bits(16, 7, op.into()));
    lots.extend(SOP2.iter().copied().map(sop2));
    lots.extend(SOP1.iter().map(|op| of(*op, sop1)));
    lots.extend(SOPC.iter().map(|op| of(*op, sopc)));
    for (op, name, dst) in [(76, "s_sendmsg_rtn_b32", 1), (77, "s_sendmsg_rtn_b64", 2)] {
        lots.push(single(sop1(op), move |opcode| {
            let mut draft = Draft::new([name, ""], opcode, 32);
            draft.operand(sdst(dst));
            draft.operand(own("ssrc0", 0, 7, &Message));
            draft.row(Vec::new())
        }));
    }
    for (op, name, imm) in SOPK {
        lots.push(single(sopk(*op), |opcode| immediate(opcode, name, *imm)));
    }
    lots.push(single(sopk(1), |opcode| {
        let mut version = Draft::new(["s_version", ""], opcode, 32);
        version.operand(own("simm16", 0, 15, &Version));
        version.row(Vec::new())
    }));
    lots.push(single(sopk(19), |opcode| {
        let mut write = Draft::new(["s_setreg_imm32_b32", ""], opcode, 64);
        write.operand(own("simm16", 0, 15, &HwReg));
        write.operand(own("literal", 32, 63, &Constant(Holds::I32, true)));
        write.row(Vec::new())
    }));
}

fn sopk(op: u16) -> Pattern {
    Pattern::bits(28, 4, 0b1011).and(Pattern::bits(23, 5, op.into()))
}

fn arithmetic(mut draft: Draft, dst: u8, src: &[u8]) -> Row {
    if dst > 0 {
        draft.operand(sdst(dst));
    }
    let signed = SIGNED.iter().any(|name| draft.text.split(' ').next() == Some(name));
    for (i, count) in src.iter().enumerate() {
        let at = 8 * i as u16;
        draft.operand(own(["ssrc0", "ssrc1"][i], at, at + 7, source(*count, signed)));
    }
    draft.fields.push(Field::new("literal", 32, 63, LITERAL));
    draft.row(Vec::new())
}

fn immediate(opcode: Pattern, name: &str, imm: Imm) -> Row {
    let mut draft = Draft::new([name, ""], opcode, 32);
    match imm {
        Imm::Hex | Imm::Unsigned | Imm::Counter | Imm::Read => {
            draft.operand(sdst(1));
            let simm16: &'static dyn Operand = match imm {
                Imm::Read => &HwReg,
                Imm::Unsigned => &Plain::Unsigned,
                _ => &Plain::Hex,
            };
            if matches!(imm, Imm::Counter) {
                draft.legal = NULL;
            }
            draft.operand(own("simm16", 0, 15, simm16));
        }
        Imm::Write => {
            draft.operand(own("simm16", 0, 15, &HwReg));
            draft.operand(sdst(1));
        }
        Imm::Branch(count) => {
            draft.operand(sdst(count));
            draft.operand(own("simm16", 0, 15, &Branch));
        }
    }
    draft.row(Vec::new())
}
