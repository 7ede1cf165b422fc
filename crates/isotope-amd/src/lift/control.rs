//! Control flow of scalar instructions: branches, calls, the end of a wave, barriers, MODE, and instructions without effect here.
//!
//! # Sources
//! spec: RDNA3 ISA guide, SOPP and SOPK. Clauses, priorities and messages other than those named here have no effect on values:
//! time is not modelled.

use isotope_op::alu::{Alu, Test};

use super::super::state::{self, EXEC_HI, EXEC_LO, SCC, VCC_HI, VCC_LO};
use super::{Emit, Lift, Lifted, Refused, mode, not_modelled};
use isotope_ir::effect::{BarrierKind, Control, Mask, Special, Src, Uop, Wide};
use isotope_machine::fault::FaultKind;

/// No effect on values.
pub(super) const IDLE: &[&str] = &[
    "s_nop",
    "s_sleep",
    "s_delay_alu",
    "s_clause",
    "s_set_inst_prefetch_distance",
    "s_setprio",
    "s_ttracedata",
    "s_ttracedata_imm",
    "s_incperflevel",
    "s_decperflevel",
    "s_version",
    "s_atc_probe",
    "s_atc_probe_buffer",
    "s_wakeup",
    // Debug bits are never set, so these are never taken (`amd.wave_state`).
    "s_cbranch_cdbgsys",
    "s_cbranch_cdbguser",
    "s_cbranch_cdbgsys_or_user",
    "s_cbranch_cdbgsys_and_user",
];

/// Numbers of hardware registers.
const HW_MODE: u64 = 1;
const HW_STATUS: u64 = 2;
const HW_TRAPSTS: u64 = 3;
const HW_FLUSH_IB: u64 = 14;
const HW_SH_MEM_BASES: u64 = 15;
const HW_ID1: u64 = 23;
const HW_ID2: u64 = 24;
const HW_SHADER_CYCLES: u64 = 29;
/// SCC 0, EXECZ 9, VCCZ 10, IN_WG 11, VALID 16: the bits of STATUS that describe the wave.
const STATUS_BITS: u32 = 1 | 7 << 9 | 1 << 16;
/// Bits of MODE in the model: those that affect arithmetic.
const MODE_BITS: u32 = mode::FLAGS | 0xff;
/// Messages without an effect on values: `MSG_INTERRUPT`, `MSG_DEALLOC_VGPRS`.
const QUIET_MESSAGES: [u64; 2] = [1, 3];
const RTN_GET_REALTIME: u64 = 131;

/// Exceptions, debugging, performance.
const OTHER_MODE: &str = "bits of MODE that do not steer arithmetic";

/// Branches, the end of a wave, messages, hardware registers.
pub(super) const MEANINGS: &[(&str, Emit)] = &[
    ("s_sethalt", |l| l.halt()),
    ("s_setkill", |l| l.halt()),
    ("s_code_end", |_| Err(Refused::Fault(FaultKind::IllegalEncoding, "marks the end of code".into()))),
    ("s_branch", |l| l.jump([Src::Imm(1), NONE], true)),
    ("s_cbranch_scc0", |l| l.jump([Src::Scalar(SCC), NONE], false)),
    ("s_cbranch_scc1", |l| l.jump([Src::Scalar(SCC), NONE], true)),
    ("s_cbranch_vccz", |l| l.jump(l.mask_of_wave(VCC_LO, VCC_HI), false)),
    ("s_cbranch_vccnz", |l| l.jump(l.mask_of_wave(VCC_LO, VCC_HI), true)),
    ("s_cbranch_execz", |l| l.jump(l.mask_of_wave(EXEC_LO, EXEC_HI), false)),
    ("s_cbranch_execnz", |l| l.jump(l.mask_of_wave(EXEC_LO, EXEC_HI), true)),
    ("s_endpgm", |_| Ok(Control::End)),
    ("s_endpgm_saved", |_| Ok(Control::End)),
    ("s_barrier", |_| Ok(Control::Barrier { kind: BarrierKind::Wave, id: NONE, expected: None })),
    ("s_trap", |l| l.trap()),
    ("s_sendmsg", |l| {
        let quiet = QUIET_MESSAGES.contains(&(l.inst.bits("simm16", 0xff)));
        if quiet { Ok(Control::Next) } else { Err(not_modelled(THIS_MESSAGE)) }
    }),
    ("s_sendmsghalt", |_| Err(not_modelled(THIS_MESSAGE))),
    ("s_sendmsg_rtn_b32", |l| l.ask_host(1)),
    ("s_sendmsg_rtn_b64", |l| l.ask_host(2)),
    ("s_getpc_b64", |l| {
        l.give_return_address();
        Ok(Control::Next)
    }),
    ("s_call_b64", |l| {
        l.give_return_address();
        l.jump([Src::Imm(1), NONE], true)
    }),
    ("s_swappc_b64", |l| l.swap_pc()),
    ("s_setpc_b64", |l| Ok(Control::JumpTo { address: l.src64(0) })),
    ("s_subvector_loop_begin", |l| Ok(l.subvector_begin())),
    ("s_subvector_loop_end", |l| Ok(l.subvector_end())),
    ("s_rfe_b64", |_| Err(not_modelled("trap handlers, outside of which it is not legal"))),
    ("s_round_mode", |l| l.set_register()),
    ("s_denorm_mode", |l| l.set_register()),
    ("s_setreg_b32", |l| l.set_register()),
    ("s_setreg_imm32_b32", |l| l.set_register()),
    ("s_getreg_b32", |l| l.get_register()),
];

const NONE: Src = Src::Imm(0);
const THIS_MESSAGE: &str = "this message";

impl Lift<'_> {
    /// The trap handlers of ROCm's runtime; spec: LLVM AMDGPU usage guide, "Trap Handler ABI".
    fn trap(&mut self) -> Lifted {
        const ABORT: &str = "the program gave up: abort, __builtin_trap, or an assertion that failed";
        match self.inst.bits("simm16", 0xff) {
            2 => Err(Refused::Fault(FaultKind::Trap, ABORT.into())),
            // For a debugger: without one the handler returns.
            3 => Ok(Control::Next),
            _ => {
                self.b.push(Uop::Under { base: Mask::ALL, also: Mask::ALL });
                Ok(Control::Trap)
            }
        }
    }

    /// No effect if their bit is clear.
    fn halt(&mut self) -> Lifted {
        match self.inst.bits("simm16", 1) {
            0 => Ok(Control::Next),
            _ => Err(not_modelled("a wave that is halted or killed")),
        }
    }

    /// The target of the instruction's immediate.
    fn target(&self) -> u32 {
        self.next.wrapping_add_signed(i32::from(self.inst.get("simm16") as u16 as i16) * 4)
    }

    /// A jump to the target if words are zero, or if they are not.
    fn jump(&self, words: [Src; 2], nonzero: bool) -> Lifted {
        Ok(Control::Jump { target: self.target(), words, nonzero })
    }

    /// A mask of the lanes that the wave has.
    fn mask_of_wave(&self, lo: u16, hi: u16) -> [Src; 2] {
        [Src::Scalar(lo), if self.env.waves.wave64 { Src::Scalar(hi) } else { NONE }]
    }

    fn give_return_address(&mut self) {
        let next = self.env.code_base + u64::from(self.next);
        let [lo, hi] = self.sdst64();
        self.scalar_to(lo, Alu::Mov, &[Src::Imm(next as u32)]);
        self.scalar_to(hi, Alu::Mov, &[Src::Imm((next >> 32) as u32)]);
    }

    fn swap_pc(&mut self) -> Lifted {
        // Read the target before writing the return address.
        let to = self.src64(0);
        let [lo, hi] = [to.lo, to.hi].map(|word| self.scalar_op(Alu::Mov, &[word]));
        self.give_return_address();
        Ok(Control::JumpTo { address: Wide { lo, hi } })
    }

    /// A message that returns a value: the clock. Data that the host keeps for a process is not modelled.
    fn ask_host(&mut self, words: usize) -> Lifted {
        let [lo, hi] = self.sdst64();
        for (dst, high) in [(lo, false), (hi, true)].into_iter().take(words) {
            match self.inst.get("ssrc0") & 0xff {
                RTN_GET_REALTIME => self.b.push(Uop::ScalarSpecial { what: Special::Clock { high }, dst }),
                _ => return Err(not_modelled(THIS_MESSAGE)),
            }
        }
        Ok(Control::Next)
    }

    /// Executes the lower half of EXEC first, and saves the upper half (`amd.subvector`).
    fn subvector_begin(&mut self) -> Control {
        let kept = state::word(self.inst.get("sdst"));
        let [lo, hi] = [EXEC_LO, EXEC_HI].map(Src::Scalar);
        let lower = self.scalar_op(Alu::Mov, &[lo]);
        let any = self.scalar_op(Alu::Or, &[lo, hi]);
        let value = self.scalar_op(Alu::Sel, &[lower, hi, lo]);
        let upper = self.scalar_op(Alu::Sel, &[lower, Src::Imm(0), hi]);
        // With an empty EXEC nothing changes.
        let value = self.scalar_op(Alu::Sel, &[any, value, Src::Scalar(kept)]);
        self.scalar_to(kept, Alu::Mov, &[value]);
        self.scalar_to(EXEC_HI, Alu::Mov, &[upper]);
        Control::Jump { target: self.target(), words: [any, Src::Imm(0)], nonzero: false }
    }

    fn subvector_end(&mut self) -> Control {
        let kept = state::word(self.inst.get("sdst"));
        let [lo, hi, old] = [EXEC_LO, EXEC_HI, kept].map(|word| self.scalar_op(Alu::Mov, &[Src::Scalar(word)]));
        // After the upper pass the lower half is restored; after the lower pass the upper half runs, if it has lanes.
        let again = self.scalar_op(Alu::Sel, &[hi, Src::Imm(0), old]);
        let lower = self.scalar_op(Alu::Sel, &[again, Src::Imm(0), lo]);
        let lower = self.scalar_op(Alu::Sel, &[hi, old, lower]);
        let upper = self.scalar_op(Alu::Sel, &[again, old, hi]);
        let value = self.scalar_op(Alu::Sel, &[again, lo, old]);
        self.scalar_to(kept, Alu::Mov, &[value]);
        self.scalar_to(EXEC_LO, Alu::Mov, &[lower]);
        self.scalar_to(EXEC_HI, Alu::Mov, &[upper]);
        Control::Jump { target: self.target(), words: [again, Src::Imm(0)], nonzero: true }
    }

    /// Writes a hardware register. MODE affects arithmetic; other writable registers have no effect here.
    fn set_register(&mut self) -> Lifted {
        let (mask, value) = match mode::change(&self.inst) {
            None => {
                return match mode::hwreg(&self.inst).id {
                    // Writable only in a trap handler, or not read here.
                    HW_STATUS | HW_TRAPSTS | HW_FLUSH_IB | HW_SH_MEM_BASES | HW_ID1 | HW_ID2 => Ok(Control::Next),
                    _ => Err(not_modelled("writing this hardware register")),
                };
            }
            Some(mode::Change::Set { value, .. }) if value & !MODE_BITS != 0 => return Err(not_modelled(OTHER_MODE)),
            Some(mode::Change::Set { mask, value }) => (mask, Src::Imm(value)),
            Some(mode::Change::Any) => {
                let reg = mode::hwreg(&self.inst);
                if reg.mask() & mode::FLAGS != 0 {
                    return Err(not_modelled("MODE.IEEE, DX10_CLAMP or FP16_OVFL from a register"));
                }
                if reg.mask() & !MODE_BITS != 0 {
                    return Err(not_modelled(OTHER_MODE));
                }
                let data = self.inst.try_get("sdata").or_else(|| self.inst.try_get("sdst")).unwrap_or(state::NULL_CODE);
                let data = self.source(data);
                (reg.mask(), self.scalar_op(Alu::Shl, &[data, Src::Imm(reg.offset)]))
            }
        };
        self.scalar_to(state::MODE, Alu::Mux, &[Src::Imm(mask), value, Src::Scalar(state::MODE)]);
        let mode = Src::Scalar(state::MODE);
        let low = self.scalar_op(Alu::And, &[mode, Src::Imm(0x3ff)]);
        let high = self.scalar_op(Alu::Shr, &[mode, Src::Imm(13)]);
        let high = self.scalar_op(Alu::And, &[high, Src::Imm(0x400)]);
        let key = self.scalar_op(Alu::Or, &[low, high]);
        Ok(Control::Variant { index: key })
    }

    /// Reads a bit field of a hardware register.
    fn get_register(&mut self) -> Lifted {
        let reg = mode::hwreg(&self.inst);
        let value = match reg.id {
            HW_MODE => Src::Scalar(state::MODE),
            HW_STATUS if reg.mask() & !STATUS_BITS == 0 => self.status(),
            HW_STATUS => return Err(not_modelled("reading bits of STATUS beside SCC, EXECZ, VCCZ, IN_WG and VALID")),
            HW_SH_MEM_BASES => {
                let base = |v: u64| (v >> 48) as u32;
                Src::Imm(base(self.env.shared_base) << 16 | base(self.env.private_base))
            }
            HW_SHADER_CYCLES => {
                // A counter of 20 bits.
                let clock = self.scalar_special(Special::Clock { high: false });
                self.scalar_op(Alu::And, &[clock, Src::Imm(0xf_ffff)])
            }
            _ => return Err(not_modelled("reading this hardware register")),
        };
        let dst = state::word(self.inst.get("sdst"));
        self.scalar_to(dst, Alu::Ubfe, &[value, Src::Imm(reg.offset), Src::Imm(reg.size)]);
        Ok(Control::Next)
    }

    fn scalar_special(&mut self, what: Special) -> Src {
        let dst = self.b.temp_mask();
        self.b.push(Uop::ScalarSpecial { what, dst });
        Src::Scalar(dst)
    }

    /// STATUS with the bits that describe the wave: [`STATUS_BITS`].
    fn status(&mut self) -> Src {
        let zero = |lift: &mut Self, lo: u16, hi: u16| {
            let hi = if lift.env.waves.wave64 { Src::Scalar(hi) } else { Src::Imm(0) };
            let word = lift.scalar_op(Alu::Or, &[Src::Scalar(lo), hi]);
            lift.scalar_op(Alu::Sel, &[word, Src::Imm(0), Src::Imm(1)])
        };
        let (exec, vcc) = (zero(self, EXEC_LO, EXEC_HI), zero(self, VCC_LO, VCC_HI));
        let mut items = Src::Imm(1);
        for dim in 0..3 {
            let size = self.scalar_special(Special::GroupSize(dim));
            items = self.scalar_op(Alu::Mul, &[items, size]);
        }
        // Whether the group has more than one wave.
        let wave = if self.env.waves.wave64 { 64 } else { 32 };
        let many = self.b.temp_mask();
        self.scalar_test(many, Test::Ugt, &[items, Src::Imm(wave)]);
        let mut status = self.scalar_op(Alu::Or, &[Src::Scalar(SCC), Src::Imm(1 << 16)]);
        for (bit, at) in [(exec, 9), (vcc, 10), (Src::Scalar(many), 11)] {
            let placed = self.scalar_op(Alu::Shl, &[bit, Src::Imm(at)]);
            status = self.scalar_op(Alu::Or, &[status, placed]);
        }
        status
    }

    /// The word to which the current half writes its mask. Both halves of a wave64 read their scalar sources before
    /// either writes (`v_add_co_u32 v0, s[0:1], s0, s1`), so the lower half's mask is kept in a temporary if the upper half reads that
    /// word.
    pub(super) fn mask_destination(&mut self, code: u64) -> u16 {
        let word = self.mask_word(code);
        let read = |i| {
            let source = self.code(i);
            source < 128 && (word == state::word(source) || word == state::word(source + 1))
        };
        if self.env.waves.wave64 && self.half == 0 && (0..3).any(read) {
            let kept = self.b.temp_mask();
            self.kept_mask = Some((word, kept));
            return kept;
        }
        word
    }

    /// The mask in a scalar operand, for the current half.
    pub(super) fn mask_word(&self, code: u64) -> u16 {
        // Both words of NULL are NULL.
        let upper = self.env.waves.wave64 && self.half == 1 && code != state::NULL_CODE;
        state::word(code + u64::from(upper))
    }
}
