//! Which instructions that are not modelled a wave can reach, and whether it can end without one.

use std::collections::BTreeSet;

use super::{Program, Refusal};
use crate::effect::{Control, Mask, Step, Token, Uop};

/// Steps that are not modelled ([`Refusal::NotModelled`]) and that a kernel can reach.
///
/// Every path through the control graph counts: conditions are not evaluated, lanes that go to a token go to every target that was pushed
/// for its kind, and after a computed address anything may follow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unmodelled {
    /// These steps, in order.
    pub steps: Vec<u32>,
    /// The first of those that lie on every path to an end of the wave.
    pub certain: Option<u32>,
}

impl Program {
    /// The instructions that are not modelled and that the kernel can reach.
    pub fn unmodelled(&self) -> Unmodelled {
        if !self.refusals.iter().any(|r| matches!(r, Refusal::NotModelled { .. })) {
            return Unmodelled::default();
        }
        let short = Walk::of(self, true);
        let steps: Vec<u32> = Walk::of(self, false).met.into_iter().collect();
        let certain = if short.ends { None } else { short.met.first().copied() };
        Unmodelled { steps, certain }
    }

    /// Whether a step is not modelled.
    fn is_unmodelled(&self, step: &Step) -> bool {
        matches!(step.control, Control::Refuse(r) if step.guard != Mask::NONE
            && matches!(self.refusals[r as usize], Refusal::NotModelled { .. }))
    }

    /// Whether all active lanes take part in the control effect of a step.
    fn is_whole(&self, step: &Step) -> bool {
        let narrowed = |uop: &Uop| matches!(uop, Uop::Under { base, also } if (*base, *also) != (Mask::ALL, Mask::ALL));
        step.guard == Mask::ALL && !self.uops_of(step).iter().any(narrowed)
    }
}

/// A walk along the control graph.
struct Walk<'a> {
    program: &'a Program,
    /// Whether it ends where the wave would be stopped.
    stops: bool,
    seen: Vec<bool>,
    todo: Vec<u32>,
    /// Targets of tokens.
    tokens: BTreeSet<(Token, u32)>,
    /// Kinds of tokens that lanes go to.
    left: BTreeSet<Token>,
    /// Steps that are not modelled.
    met: BTreeSet<u32>,
    /// A path reaches an end of the wave, or its continuation is unknown.
    ends: bool,
}

impl Walk<'_> {
    fn of(program: &Program, stops: bool) -> Walk<'_> {
        let seen = vec![false; program.steps.len()];
        let (tokens, left, met) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let mut walk = Walk { program, stops, seen, todo: Vec::new(), tokens, left, met, ends: false };
        walk.to(program.entry);
        while let Some(at) = walk.todo.pop() {
            walk.step(at);
        }
        walk
    }

    fn to(&mut self, at: u32) {
        match self.seen.get_mut(at as usize) {
            Some(seen) if *seen => {}
            Some(seen) => {
                *seen = true;
                self.todo.push(at);
            }
            // Control runs past the last instruction, which is a fault.
            None => self.ends = true,
        }
    }

    fn push(&mut self, token: Token, target: u32) {
        if self.tokens.insert((token, target)) && self.left.contains(&token) {
            self.to(target);
        }
    }

    fn step(&mut self, at: u32) {
        let program = self.program;
        let step = &program.steps[at as usize];
        let (next, mut goes_on) = (at + 1, !program.is_whole(step));
        match step.control {
            Control::Next | Control::Join | Control::Barrier { .. } | Control::Request(_) | Control::Host(_) => {
                goes_on = true
            }
            Control::Push { token, target } => {
                self.push(token, target);
                goes_on = true;
            }
            Control::Branch { target } | Control::Goto { target } => self.to(target),
            Control::Jump { target, .. } => {
                self.to(target);
                goes_on = true;
            }
            Control::Call { target } => {
                self.push(Token::Call, next);
                self.to(target);
            }
            Control::Pop { token } => {
                if self.left.insert(token) {
                    let targets: Vec<u32> =
                        self.tokens.iter().filter(|(kind, _)| *kind == token).map(|(_, to)| *to).collect();
                    targets.into_iter().for_each(|target| self.to(target));
                }
            }
            Control::Variant { .. } => {
                let place = at % program.block.max(1) + 1;
                program.variants.iter().for_each(|first| self.to(first + place));
            }
            Control::Exit | Control::End | Control::Trap => self.ends = true,
            Control::BranchIndirect { .. } | Control::JumpTo { .. } => {
                self.ends = true;
                (0..program.steps.len() as u32).for_each(|any| self.to(any));
            }
            Control::Refuse(_) if program.is_unmodelled(step) => {
                self.met.insert(at);
                goes_on |= !self.stops;
            }
            // A fault or an unspecified result is a result.
            Control::Refuse(_) => self.ends = true,
        }
        if goes_on {
            self.to(next);
        }
    }
}
