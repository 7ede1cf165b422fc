//! Control: labels, jumps, subroutines, the end of a thread, barriers, fences.
//!
//! # Sources
//! spec: the public vISA documentation, control flow and synchronization; oracle: IGC's kernels (a `goto` of size 1 is a
//! jump of all active lanes).

use isotope_op::alu::Alu;

use super::super::inst::Inst;
use super::meaning::Control;
use super::{Lift, Lifted, Refused, not_modelled};
use isotope_ir::effect::{ACTIVE, BarrierKind, Control as Flow, LANES, Mask, Src, Token, Uop};
use isotope_machine::fault::FaultKind;

/// Control flow and barriers.
pub(super) const MEANINGS: &[(&str, Control)] = &[
    ("label", |_| Ok(Flow::Join)),
    ("subroutine", |l| l.enter()),
    ("goto", |l| l.goto()),
    ("jmp", |l| l.jmp()),
    ("call", |l| l.call()),
    ("ret", |l| l.ret()),
    ("barrier", |l| l.barrier(BarrierKind::Wave)),
    ("sbarrier", |l| l.barrier(l.split())),
    ("nbarrier", |l| l.named_barrier()),
    ("wait", |_| Err(not_modelled("notifications between threads"))),
    ("fcall", |l| l.call_function()),
    ("fret", |l| l.leave_function()),
    ("ifcall", |l| l.call_by_address()),
];

/// Instructions that may be executed under any rounding mode.
pub(super) const ANYWHERE: &[(&str, Control)] = &[
    ("FILE", |_| Ok(Flow::Next)),
    ("LOC", |_| Ok(Flow::Next)),
    ("lifetime", |_| Ok(Flow::Next)),
    ("yield", |_| Ok(Flow::Next)),
    ("faddr", |l| l.address_of_object()),
];

impl Lift<'_> {
    fn barrier(&self, kind: BarrierKind) -> Lifted {
        Ok(Flow::Barrier { kind, id: Src::Imm(0), expected: None })
    }

    /// The kind of a split barrier: signal or wait.
    fn split(&self) -> BarrierKind {
        if self.inst.word("mode") == "signal" { BarrierKind::Signal } else { BarrierKind::Await }
    }

    /// A barrier of some threads of the group; it counts threads.
    fn named_barrier(&mut self) -> Lifted {
        let id = self.source32("id")?;
        if self.inst.operand("signal").is_none() {
            return Ok(Flow::Barrier { kind: BarrierKind::Await, id, expected: None });
        }
        let count = self.source32("count")?;
        let lanes = match count {
            Src::Imm(count) => Src::Imm(count.wrapping_mul(LANES as u32)),
            count => self.alu(Alu::Shl, &[count, Src::Imm(LANES.trailing_zeros())]),
        };
        Ok(Flow::Barrier { kind: BarrierKind::Signal, id, expected: Some(lanes) })
    }

    fn target(&self) -> Result<u32, Refused> {
        let label = self.inst.number("label") as u16;
        let found = self.kernel.label_position(label);
        found.map(|at| at as u32).ok_or_else(|| {
            Refused::Fault(FaultKind::PcOutOfRange, format!("label {label} is not defined in this kernel"))
        })
    }

    /// Branches the lanes that the condition selects. With size 1, all active lanes follow its one lane.
    fn goto(&mut self) -> Lifted {
        let target = self.target()?;
        if self.inst.exec.size == 1 && self.inst.pred().is_some() {
            let all = self.uniform_condition()?;
            self.b.push(Uop::Under { base: Mask::of(ACTIVE), also: all });
        } else if self.inst.exec.size != 1 {
            self.execute_under(true)?;
        }
        Ok(Flow::Goto { target })
    }

    /// A jump of the whole thread.
    fn jmp(&mut self) -> Lifted {
        let target = self.target()?;
        let word = match self.inst.pred() {
            Some(_) => Src::Scalar(self.uniform_condition()?.word),
            None => Src::Imm(1),
        };
        Ok(Flow::Jump { target, words: [word, Src::Imm(0)], nonzero: true })
    }

    fn call(&mut self) -> Lifted {
        let target = self.target()?;
        if self.inst.pred().is_some() {
            return Err(not_modelled("a conditional call"));
        }
        Ok(Flow::Call { target })
    }

    /// Returns from a subroutine, or ends the thread.
    fn ret(&mut self) -> Lifted {
        if self.inst.pred().is_some() {
            return Err(not_modelled("a conditional return"));
        }
        // A subroutine that is never called is the start of the kernel.
        let before = &self.kernel.code[..self.index as usize];
        let inside = before.iter().rev().find(|i| i.name() == "subroutine").map(|i| i.number("label"));
        let calls = |i: &Inst| i.name() == "call" && Some(i.number("label")) == inside;
        let called = inside.is_some() && self.kernel.code.iter().any(calls);
        Ok(if called { Flow::Pop { token: Token::Call } } else { Flow::Exit })
    }
}
