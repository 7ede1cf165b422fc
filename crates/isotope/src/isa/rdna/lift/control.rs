//! Control flow of scalar instructions: branches, calls, the end of a wave, barriers, MODE, and what has no effect here.
//!
//! # Sources
//! spec: RDNA3 ISA guide, SOPP and SOPK. Waits, clauses, priorities, cache controls and messages other than those named here
//! have no effect on values: time is not modelled.

use isotope_op::alu::Alu;

use super::super::state::{self, EXEC_HI, EXEC_LO, SCC, VCC_HI, VCC_LO};
use super::operand::Type;
use super::{Lift, Lifted, Refused, mode, not_modelled};
use crate::effect::{BarrierKind, Control, Mask, Special, Src, Uop, Wide};

/// No effect on values.
const IDLE: &[&str] = &[
    "s_nop",
    "s_sleep",
    "s_waitcnt",
    "s_waitcnt_depctr",
    "s_waitcnt_vscnt",
    "s_waitcnt_vmcnt",
    "s_waitcnt_expcnt",
    "s_waitcnt_lgkmcnt",
    "s_delay_alu",
    "s_clause",
    "s_set_inst_prefetch_distance",
    "s_inst_prefetch",
    "s_setprio",
    "s_sethalt",
    "s_wait_event",
    "s_wait_idle",
    "s_icache_inv",
    "s_dcache_inv",
    "s_gl1_inv",
    "s_ttracedata",
    "s_ttracedata_imm",
    "s_incperflevel",
    "s_decperflevel",
    "s_code_end",
    "s_version",
    "s_atc_probe",
    "s_atc_probe_buffer",
    "s_setkill",
];

/// Numbers of hardware registers.
const HW_SHADER_CYCLES: u64 = 29;
/// Messages without an effect on values: `MSG_INTERRUPT`, `MSG_DEALLOC_VGPRS`.
const QUIET_MESSAGES: [u64; 2] = [1, 3];
const RTN_GET_DOORBELL: u64 = 128;
const RTN_GET_DDID: u64 = 129;
const RTN_GET_TMA: u64 = 130;
const RTN_GET_REALTIME: u64 = 131;
const RTN_GET_TBA: u64 = 133;

impl Lift<'_> {
    /// A control instruction, if it is one.
    pub(super) fn scalar_control(&mut self) -> Option<Lifted> {
        let name = self.name;
        if IDLE.contains(&name) {
            return Some(Ok(if name == "s_code_end" { Control::End } else { Control::Next }));
        }
        let target = self.next.wrapping_add_signed(i32::from(self.inst.get("simm16") as u16 as i16) * 4);
        let jump = |words: [Src; 2], nonzero: bool| Some(Ok(Control::Jump { target, words, nonzero }));
        let zero = Src::Imm(0);
        let wave64 = self.env.wave64;
        let pair = |lo: u16, hi: u16| [Src::Scalar(lo), if wave64 { Src::Scalar(hi) } else { zero }];
        match name {
            "s_branch" => jump([Src::Imm(1), zero], true),
            "s_cbranch_scc0" => jump([Src::Scalar(SCC), zero], false),
            "s_cbranch_scc1" => jump([Src::Scalar(SCC), zero], true),
            "s_cbranch_vccz" => jump(pair(VCC_LO, VCC_HI), false),
            "s_cbranch_vccnz" => jump(pair(VCC_LO, VCC_HI), true),
            "s_cbranch_execz" => jump(pair(EXEC_LO, EXEC_HI), false),
            "s_cbranch_execnz" => jump(pair(EXEC_LO, EXEC_HI), true),
            "s_endpgm" | "s_endpgm_saved" | "s_endpgm_ordered_ps_done" => Some(Ok(Control::End)),
            "s_barrier" => Some(Ok(Control::Barrier { kind: BarrierKind::Wave, id: zero, expected: None })),
            "s_trap" => {
                self.b.push(Uop::Under { base: Mask::ALL, also: Mask::ALL });
                Some(Ok(Control::Trap))
            }
            "s_sendmsg" | "s_sendmsghalt" => Some(match self.inst.get("simm16") {
                message if name == "s_sendmsg" && QUIET_MESSAGES.contains(&(message & 0xff)) => Ok(Control::Next),
                _ => Err(not_modelled("this message")),
            }),
            "s_sendmsg_rtn_b32" | "s_sendmsg_rtn_b64" => Some(self.ask_host()),
            "s_getpc_b64" | "s_call_b64" | "s_swappc_b64" => {
                let next = self.env.code_base + u64::from(self.next);
                // The target is read before the return address is written.
                let to = (name == "s_swappc_b64").then(|| {
                    let to = self.src64(0, Type::B64);
                    let copy = [self.b.temp_mask(), self.b.temp_mask()];
                    self.scalar_to(copy[0], Alu::Mov, &[to.lo]);
                    self.scalar_to(copy[1], Alu::Mov, &[to.hi]);
                    Wide { lo: Src::Scalar(copy[0]), hi: Src::Scalar(copy[1]) }
                });
                let [lo, hi] = self.sdst64();
                self.scalar_to(lo, Alu::Mov, &[Src::Imm(next as u32)]);
                self.scalar_to(hi, Alu::Mov, &[Src::Imm((next >> 32) as u32)]);
                Some(Ok(match (name, to) {
                    (_, Some(address)) => Control::JumpTo { address },
                    ("s_call_b64", _) => Control::Jump { target, words: [Src::Imm(1), zero], nonzero: true },
                    _ => Control::Next,
                }))
            }
            "s_setpc_b64" => Some(Ok(Control::JumpTo { address: self.src64(0, Type::B64) })),
            "s_round_mode" | "s_denorm_mode" | "s_setreg_b32" | "s_setreg_imm32_b32" => Some(self.set_register()),
            "s_getreg_b32" => Some(self.get_register()),
            _ => None,
        }
    }

    /// A message that gives a value back: the clock, or what the host keeps for a process, which is none here
    /// (`amd.messages`).
    fn ask_host(&mut self) -> Lifted {
        let [lo, hi] = self.sdst64();
        let words = if self.name.ends_with("b64") { 2 } else { 1 };
        for (dst, high) in [(lo, false), (hi, true)].into_iter().take(words) {
            match self.inst.get("ssrc0") & 0xff {
                RTN_GET_REALTIME => self.b.push(Uop::ScalarSpecial { what: Special::Clock { high }, dst }),
                RTN_GET_DOORBELL | RTN_GET_DDID | RTN_GET_TMA | RTN_GET_TBA => {
                    self.scalar_to(dst, Alu::Mov, &[Src::Imm(0)]);
                }
                _ => return Err(not_modelled("this message")),
            }
        }
        Ok(Control::Next)
    }

    /// Write a hardware register; only MODE can be.
    fn set_register(&mut self) -> Lifted {
        let (mask, value) = match mode::change(self.inst) {
            None => return Err(not_modelled("writing this hardware register")),
            Some(mode::Change::Set { mask, value }) => (mask, Src::Imm(value)),
            Some(mode::Change::Any) => {
                let reg = mode::hwreg(self.inst);
                let data = self.inst.try_get("sdata").or_else(|| self.inst.try_get("sdst")).unwrap_or(124);
                let data = self.source(data, Type::B32);
                let dst = self.b.temp_mask();
                self.scalar_to(dst, Alu::Shl, &[data, Src::Imm(reg.offset)]);
                (reg.mask(), Src::Scalar(dst))
            }
        };
        if mask & 0x300 != 0 {
            return Err(not_modelled("changing MODE.IEEE or MODE.DX10_CLAMP"));
        }
        self.scalar_to(state::MODE, Alu::Mux, &[Src::Imm(mask), value, Src::Scalar(state::MODE)]);
        Ok(Control::Variant { index: Src::Scalar(state::MODE) })
    }

    /// Read a field of a hardware register.
    fn get_register(&mut self) -> Lifted {
        let reg = mode::hwreg(self.inst);
        let value = match reg.id {
            1 => Src::Scalar(state::MODE),
            HW_SHADER_CYCLES => {
                let dst = self.b.temp_mask();
                self.b.push(Uop::ScalarSpecial { what: Special::Clock { high: false }, dst });
                Src::Scalar(dst)
            }
            _ => return Err(Refused::NotModelled("reading this hardware register")),
        };
        let dst = state::word(self.inst.get("sdst"));
        self.scalar_to(dst, Alu::Ubfe, &[value, Src::Imm(reg.offset), Src::Imm(reg.size)]);
        Ok(Control::Next)
    }

    /// The word to which the half being emitted writes its mask. Both halves of a wave64 read their scalar sources before
    /// one writes (`v_add_co_u32 v0, s[0:1], s0, s1`), so the lower half's mask waits where the upper one reads that word.
    pub(super) fn mask_destination(&mut self, code: u64) -> u16 {
        let word = self.mask_word(code);
        let read = |i| {
            let source = self.code(i);
            source < 128 && (word == state::word(source) || word == state::word(source + 1))
        };
        if self.env.wave64 && self.half == 0 && (0..3).any(read) {
            let kept = self.b.temp_mask();
            self.kept_mask = Some((word, kept));
            return kept;
        }
        word
    }

    /// The mask in a scalar operand, for the half being emitted.
    pub(super) fn mask_word(&self, code: u64) -> u16 {
        state::word(code + if self.env.wave64 { u64::from(self.half) } else { 0 })
    }
}
