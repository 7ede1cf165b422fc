//! Control: labels, jumps, subroutines, the end of a thread, barriers, fences.
//!
//! # Sources
//! spec: the public vISA documentation, control flow and synchronisation; oracle: IGC's kernels (a `goto` of size 1 is a
//! jump of all active lanes).

use isotope_op::alu::Alu;

use super::super::inst::Inst;
use super::{Lift, Lifted, Refused, not_modelled};
use crate::effect::{ACTIVE, BarrierKind, Control, LANES, Mask, Src, Token, Uop};
use crate::machine::fault::FaultKind;

/// No effect on values.
pub(super) const IDLE: &[&str] = &["FILE", "LOC", "lifetime", "yield"];

impl Lift<'_> {
    /// A control instruction, if it is one.
    pub(super) fn control(&mut self) -> Option<Lifted> {
        let name = self.inst.name();
        if IDLE.contains(&name) {
            return Some(Ok(Control::Next));
        }
        Some(match name {
            "label" | "subroutine" => Ok(Control::Join),
            "goto" => self.goto(),
            "jmp" => self.jmp(),
            "call" => self.call(),
            "ret" => self.ret(),
            "barrier" => Ok(Control::Barrier { kind: BarrierKind::Wave, id: Src::Imm(0), expected: None }),
            "sbarrier" => {
                Ok(Control::Barrier { kind: self.split(self.inst.word("mode")), id: Src::Imm(0), expected: None })
            }
            "nbarrier" => self.named_barrier(),
            "wait" => Err(not_modelled("notifications between threads")),
            "fcall" | "fret" | "ifcall" | "faddr" | "switchjmp" => Err(not_modelled("calls between functions")),
            _ => return None,
        })
    }

    /// A half of a barrier.
    fn split(&self, mode: &str) -> BarrierKind {
        if mode == "signal" { BarrierKind::Signal } else { BarrierKind::Await }
    }

    /// A barrier of some threads of the group; it counts threads.
    fn named_barrier(&mut self) -> Lifted {
        let id = self.source("id")?;
        let id = self.int32(id)?;
        if self.inst.operand("signal").is_none() {
            return Ok(Control::Barrier { kind: BarrierKind::Await, id, expected: None });
        }
        let count = self.source("count")?;
        let count = self.int32(count)?;
        let lanes = match count {
            Src::Imm(count) => Src::Imm(count.wrapping_mul(LANES as u32)),
            count => self.alu(Alu::Shl, &[count, Src::Imm(LANES.trailing_zeros())]),
        };
        Ok(Control::Barrier { kind: BarrierKind::Signal, id, expected: Some(lanes) })
    }

    fn target(&self) -> Result<u32, Refused> {
        let label = self.inst.number("label") as u16;
        let found = self.kernel.label_position(label);
        found.map(|at| at as u32).ok_or_else(|| {
            Refused::Fault(FaultKind::PcOutOfRange, format!("label {label} stands nowhere in this kernel"))
        })
    }

    /// Lanes that the condition selects; with size 1 all active lanes do what its one lane does.
    fn goto(&mut self) -> Lifted {
        let target = self.target()?;
        if self.inst.exec.size == 1 && self.inst.pred.is_some() {
            let all = self.uniform_condition()?;
            self.b.push(Uop::Under { base: Mask::of(ACTIVE), also: all });
        } else if self.inst.exec.size != 1 {
            self.execute_under(true)?;
        }
        Ok(Control::Goto { target })
    }

    /// The condition of the instruction's first lane, as all lanes or none.
    fn uniform_condition(&mut self) -> Result<Mask, Refused> {
        let condition = self.condition()?;
        let at = Src::Imm(self.inst.exec.first_lane());
        let bit = self.b.temp_mask();
        self.b.push(Uop::Scalar { op: Alu::Sbfe, dst: bit, src: [condition, at, Src::Imm(1)] });
        Ok(Mask::of(bit))
    }

    /// A jump of the whole thread.
    fn jmp(&mut self) -> Lifted {
        let target = self.target()?;
        let words = if self.inst.pred.is_some() {
            let mask = self.uniform_condition()?;
            [Src::Scalar(mask.word), Src::Imm(0)]
        } else {
            [Src::Imm(1), Src::Imm(0)]
        };
        Ok(Control::Jump { target, words, nonzero: true })
    }

    fn call(&mut self) -> Lifted {
        let target = self.target()?;
        if self.inst.pred.is_some() {
            return Err(not_modelled("a conditional call"));
        }
        Ok(Control::Call { target })
    }

    /// Back from a subroutine, or the end of the thread.
    fn ret(&mut self) -> Lifted {
        if self.inst.pred.is_some() {
            return Err(not_modelled("a conditional return"));
        }
        // A subroutine that nothing calls is where the kernel starts.
        let before = &self.kernel.code[..self.index as usize];
        let inside = before.iter().rev().find(|i| i.name() == "subroutine").map(|i| i.number("label"));
        let calls = |i: &Inst| i.name() == "call" && Some(i.number("label")) == inside;
        let called = inside.is_some() && self.kernel.code.iter().any(calls);
        Ok(if called { Control::Pop { token: Token::Call } } else { Control::Exit })
    }
}
