//! Where control can go from each step.

use super::Program;
use crate::effect::{Control, Mask, Step, Token};

/// Successors of the steps of a program. Conditions are not evaluated.
#[derive(Clone, Debug)]
pub struct Flow<'a> {
    program: &'a Program,
    /// Where lanes that go to a token of each kind may continue.
    returns: Vec<(Token, u32)>,
}

impl<'a> Flow<'a> {
    /// Computes it for a program.
    pub fn of(program: &'a Program) -> Flow<'a> {
        let to = |(at, step): (usize, &Step)| match step.control {
            Control::Push { token, target } => Some((token, target)),
            Control::Call { target: _ } => Some((Token::Call, at as u32 + 1)),
            _ => None,
        };
        Flow { program, returns: program.steps.iter().enumerate().filter_map(to).collect() }
    }

    /// Whether all lanes go where the executing ones go.
    pub fn is_whole(&self, at: usize) -> bool {
        let step = &self.program.steps[at];
        step.guard == Mask::ALL && step.count == 0
    }

    /// The possible next steps of a lane at a step; `None` if that could be any. Lanes that go to a token go to every target that was
    /// pushed for its kind.
    pub fn next(&self, at: usize) -> Option<Vec<u32>> {
        let (step, next) = (&self.program.steps[at], at as u32 + 1);
        let whole = self.is_whole(at);
        let to = |target: u32| if whole { vec![target] } else { vec![target, next] };
        Some(match step.control {
            Control::Next
            | Control::Join
            | Control::Push { .. }
            | Control::Barrier { .. }
            | Control::Request(_)
            | Control::Host(_)
            | Control::Trap
            | Control::Refuse(_) => vec![next],
            Control::Branch { target } => to(target),
            Control::Goto { target } => self.behind_joins(to(target)),
            Control::Call { target } | Control::Jump { target, .. } => vec![target, next],
            Control::Pop { token } => {
                let targets = self.returns.iter().filter(|(kind, _)| *kind == token).map(|(_, to)| *to);
                targets.chain((!whole).then_some(next)).collect()
            }
            Control::Exit if whole => Vec::new(),
            Control::Exit => vec![next],
            Control::End => Vec::new(),
            Control::Variant { .. } => {
                let of = |first: u32| first + at as u32 % self.program.block.max(1) + 1;
                self.program.variants.iter().map(|first| of(*first)).collect()
            }
            Control::BranchIndirect { .. } | Control::JumpTo { .. } => return None,
        })
    }

    /// These steps, and those after joins among them: waiting lanes become active at a join, which does nothing else.
    fn behind_joins(&self, mut steps: Vec<u32>) -> Vec<u32> {
        for n in 0..steps.len() {
            let at = steps[n];
            let joins = |step: &Step| step.control == Control::Join && step.count != 0;
            if self.program.steps.get(at as usize).is_some_and(joins) && !steps.contains(&(at + 1)) {
                steps.push(at + 1);
            }
        }
        steps
    }

    /// Steps at which lanes may wait while other lanes of their wave continue; `None` if that could be any.
    pub fn waiting(&self) -> Option<Vec<u32>> {
        let mut all: Vec<u32> = self.returns.iter().map(|(_, to)| *to).collect();
        for (at, step) in self.program.steps.iter().enumerate() {
            match step.control {
                Control::Branch { target } | Control::Call { target } => all.extend([target, at as u32 + 1]),
                Control::Goto { target } => all.extend(self.behind_joins(vec![target, at as u32 + 1])),
                Control::BranchIndirect { .. } => return None,
                _ => {}
            }
        }
        all.sort_unstable();
        all.dedup();
        Some(all)
    }

    /// Whether the wave may continue with waiting lanes instead of those that come from a step.
    pub fn switches(&self, at: usize) -> bool {
        use Control::{Branch, BranchIndirect, Call, Exit, Goto, Join, Pop};
        matches!(
            self.program.steps[at].control,
            Branch { .. } | BranchIndirect { .. } | Call { .. } | Exit | Goto { .. } | Join | Pop { .. }
        )
    }
}
