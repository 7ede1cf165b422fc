//! Calls of functions: which instructions call and return, and how deep in calls a lane is.
//!
//! Two machines keep the return address in a token of the wave's stack ([`Token::Call`]), so the state alone tells the depth. The third
//! keeps it in registers: an instruction that jumps and writes the address behind it is a call, and a jump through a register to the address
//! that the last open call left is its return. These calls are followed while the wave runs.

use isotope::alu::Alu;
use isotope::ir::effect::{Control, Src, Token, Uop};
use isotope::machine::state::{EntryKind, Wave};
use isotope::machine::{Dispatch, Unobserved};

use crate::Debugger;
use crate::history::WaveAt;

/// Open calls of a wave whose return addresses are in registers: those addresses, the innermost last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Calls(Vec<u32>);

/// Whether a step leaves the address behind it in scalar registers and jumps; then that address.
fn return_address(dispatch: &Dispatch, index: u32) -> Option<u32> {
    let program = &dispatch.program;
    let step = program.steps.get(index as usize)?;
    let behind = program.steps.get(index as usize + 1)?.address;
    let jumps = matches!(step.control, Control::Jump { .. } | Control::JumpTo { .. });
    let word = Src::Imm(dispatch.code_base.wrapping_add(behind.into()) as u32);
    let leaves = |uop: &Uop| matches!(uop, Uop::Scalar { op: Alu::Mov, src, .. } if src[0] == word);
    (jumps && program.uops_of(step).iter().any(leaves)).then_some(behind)
}

/// Whether a program has calls whose return addresses are in registers.
fn has_register_calls(dispatch: &Dispatch) -> bool {
    (0..dispatch.program.steps.len()).any(|index| return_address(dispatch, index as u32).is_some())
}

impl Calls {
    /// A step of the wave led from one instruction to another.
    pub(super) fn follow(&mut self, dispatch: &Dispatch, from: u32, to: u32) {
        let steps = &dispatch.program.steps;
        let Some((step, to)) = steps.get(from as usize).zip(steps.get(to as usize)) else { return };
        if let Some(behind) = return_address(dispatch, from) {
            self.0.push(behind);
        } else if matches!(step.control, Control::JumpTo { .. }) && self.0.last() == Some(&to.address) {
            self.0.pop();
        }
    }

    /// Calls that a lane of the wave is in.
    pub(super) fn depth(&self, wave: &Wave, lane: u32) -> usize {
        let tokens = wave.stack.iter().filter(|entry| entry.kind == EntryKind::Token(Token::Call));
        self.0.len() + tokens.filter(|entry| entry.lanes >> (lane % 32) & 1 != 0).count()
    }
}

impl Debugger<'_> {
    /// The calls that a wave is in at a point of what is recorded.
    pub(super) fn calls_at(&self, wave: WaveAt, at: u64) -> Calls {
        let (dispatch, mut calls) = (&self.prepared.dispatch, Calls::default());
        if has_register_calls(dispatch) {
            self.history.repeat(0, at, |moment, session, first| {
                let (group, number) = moment.wave;
                let from = session.wave(group, number).pc;
                session.step_ordered(group, number, first, &mut Unobserved);
                if moment.wave == wave {
                    calls.follow(dispatch, from, session.wave(group, number).pc);
                }
            });
        }
        calls
    }

    /// Calls that the lane in focus is in.
    pub(super) fn depth(&self, wave: WaveAt, calls: &Calls) -> usize {
        calls.depth(self.history.now().wave(wave.0, wave.1), self.lane)
    }
}
