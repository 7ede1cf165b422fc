//! SOPP: branches, waits, messages, hints.
use super::draft::{Draft, own, single};
use crate::immediates::{Branch, DEPCTR, Delay, Message, Plain, WAITCNT};
use isotope_table::*;

/// Opcodes without an immediate; its bits are zero.
static BARE: &[(u16, &str)] = &[
    (10, "s_wait_idle"),
    (31, "s_code_end"),
    (49, "s_endpgm_saved"),
    (52, "s_wakeup"),
    (58, "s_ttracedata"),
    (60, "s_icache_inv"),
    (61, "s_barrier"),
];

/// Opcode, name, syntax of the immediate.
static OPS: &[(u16, &str, &dyn Operand)] = &[
    (0, "s_nop", &Plain::Short),
    (1, "s_setkill", &Plain::Short),
    (2, "s_sethalt", &Plain::Short),
    (3, "s_sleep", &Plain::Short),
    (4, "s_set_inst_prefetch_distance", &Plain::Hex),
    (5, "s_clause", &Plain::Hex),
    (7, "s_delay_alu", &Delay),
    (8, "s_waitcnt_depctr", &DEPCTR),
    (9, "s_waitcnt", &WAITCNT),
    (11, "s_wait_event", &Plain::Hex),
    (16, "s_trap", &Plain::Short),
    (17, "s_round_mode", &Plain::Hex),
    (18, "s_denorm_mode", &Plain::Short),
    (32, "s_branch", &Branch),
    (33, "s_cbranch_scc0", &Branch),
    (34, "s_cbranch_scc1", &Branch),
    (35, "s_cbranch_vccz", &Branch),
    (36, "s_cbranch_vccnz", &Branch),
    (37, "s_cbranch_execz", &Branch),
    (38, "s_cbranch_execnz", &Branch),
    (39, "s_cbranch_cdbgsys", &Branch),
    (40, "s_cbranch_cdbguser", &Branch),
    (41, "s_cbranch_cdbgsys_or_user", &Branch),
    (42, "s_cbranch_cdbgsys_and_user", &Branch),
    (53, "s_setprio", &Plain::Short),
    (54, "s_sendmsg", &Message),
    (55, "s_sendmsghalt", &Message),
    (56, "s_incperflevel", &Plain::Short),
    (57, "s_decperflevel", &Plain::Short),
    (59, "s_ttracedata_imm", &Plain::Hex),
];

fn sopp(op: u16) -> Pattern {
    Pattern::bits(23, 9, 0x17f).and(Pattern::bits(16, 7, op.into()))
}

pub(super) fn lots(lots: &mut Vec<Lot>) {
    for (op, name, operand) in OPS {
        lots.push(single(sopp(*op), |opcode| {
            let mut draft = Draft::new([name, ""], opcode, 32);
            draft.operand(own("simm16", 0, 15, *operand));
            draft.row(Vec::new())
        }));
    }
    for (op, name) in BARE {
        lots.push(single(sopp(*op), |opcode| {
            let mut draft = Draft::new([name, ""], opcode, 32);
            draft.zero(0, 16);
            draft.row(Vec::new())
        }));
    }
    lots.push(single(sopp(48), |opcode| {
        let mut end = Draft::new(["s_endpgm", ""], opcode, 32);
        end.text += "{ simm16}";
        end.fields.push(own("simm16", 0, 15, &Plain::Decimal));
        end.row(Vec::new())
    }));
}
