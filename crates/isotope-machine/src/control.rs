//! Divergence and reconvergence on a token stack, as Maxwell does it.
//!
//! A program pushes a *token* (`SSY`, `PBK`, `PCNT`, `CAL`) with the active lanes and the place where they will meet. A branch that splits
//! the wave pushes the lanes of one side. `SYNC`, `BRK`, `CONT` and `RET` send lanes to the nearest token of their kind. When no lane is
//! active any more, the top of the stack says which lanes run next, and where.
//!
//! Source: the instruction set as compilers use it (oracle: every kernel of this repository reconverges). Which side of a branch runs first
//! is not documented, and kernels can depend on it; the launch chooses it by [`BranchOrder`].

use isotope_op::assume::BranchOrder;

use super::fault::{Fault, FaultKind};
use super::state::{Entry, EntryKind, STACK_LIMIT, Status, Wave};
use isotope_ir::effect::Token;

fn too_deep() -> Fault {
    let detail = format!(
        "more than {STACK_LIMIT} calls and branches are open in each other, where this model ends and hardware runs out of the memory that its \
         driver gave: end the recursion earlier, or write it as a loop"
    );
    Fault { kind: FaultKind::StackOverflow, lane: None, detail }
}

impl Wave {
    /// Lanes `taken` go to `target`, the other active lanes to `next`; `order` says which run first.
    pub(super) fn branch(&mut self, taken: u32, target: u32, next: u32, order: BranchOrder) -> Result<(), Fault> {
        let active = self.active();
        if taken == 0 {
            self.pc = next;
        } else if taken == active {
            self.pc = target;
        } else {
            let sides = [(active & !taken, next), (taken, target)];
            let [(first, pc), (second, later)] = if self.chooses(order) { [sides[1], sides[0]] } else { sides };
            self.push(EntryKind::Diverged, second, later)?;
            self.set_active(first);
            self.pc = pc;
        }
        Ok(())
    }

    /// Whether `order` takes the second of two sides.
    pub(super) fn chooses(&mut self, order: BranchOrder) -> bool {
        match order {
            BranchOrder::FallThrough => false,
            BranchOrder::Taken => true,
            BranchOrder::Drawn => self.draws.draw() & 1 != 0,
        }
    }

    /// `taken` lanes go to `target`, the other active lanes to `next`. The lanes at the lowest step run, or, at a backward goto, those that
    /// `order` chooses.
    pub(super) fn goto(&mut self, taken: u32, target: u32, next: u32, order: BranchOrder) -> Result<(), Fault> {
        let rest = self.active() & !taken;
        // There must be room for both entries before anything changes.
        if self.stack.len() + 2 > STACK_LIMIT {
            return Err(too_deep());
        }
        if target < next && taken != 0 && rest != 0 && self.chooses(order) {
            self.wait(taken, target);
            self.set_active(rest);
            self.pc = next;
            return Ok(());
        }
        for (lanes, pc) in [(taken, target), (rest, next)] {
            self.wait(lanes, pc);
        }
        let Some(entry) = self.stack.pop() else { return Ok(()) };
        self.set_active(entry.lanes);
        self.pc = entry.pc;
        Ok(())
    }

    /// `lanes` wait for step `pc`: entries above the last token are in order, the lowest step on top.
    fn wait(&mut self, lanes: u32, pc: u32) {
        if lanes == 0 {
            return;
        }
        let floor = self.stack.iter().rposition(|e| e.kind != EntryKind::Waiting).map_or(0, |at| at + 1);
        let at = floor + self.stack[floor..].partition_point(|e| e.pc > pc);
        match self.stack.get_mut(at) {
            Some(entry) if entry.pc == pc => entry.lanes |= lanes,
            _ => self.stack.insert(at, Entry { kind: EntryKind::Waiting, lanes, pc }),
        }
    }

    /// Activates the lanes that wait for the wave's current step.
    pub(super) fn join(&mut self) {
        let pc = self.pc;
        if let Some(entry) = self.stack.pop_if(|e| e.kind == EntryKind::Waiting && e.pc == pc) {
            self.set_active(self.active() | entry.lanes);
        }
    }

    /// Pushes an entry. Entries without remaining lanes are dropped first.
    pub(super) fn push(&mut self, kind: EntryKind, lanes: u32, pc: u32) -> Result<(), Fault> {
        while self.stack.last().is_some_and(|e| e.lanes == 0) {
            self.stack.pop();
        }
        if self.stack.len() == STACK_LIMIT {
            return Err(too_deep());
        }
        self.stack.push(Entry { kind, lanes, pc });
        Ok(())
    }

    /// Push a call token for all active lanes; `lanes` go to `target`, the others wait at the return.
    pub(super) fn call(&mut self, lanes: u32, target: u32, next: u32) -> Result<(), Fault> {
        if lanes == 0 {
            self.pc = next;
            return Ok(());
        }
        self.push(EntryKind::Token(Token::Call), self.active(), next)?;
        self.set_active(lanes);
        self.pc = target;
        Ok(())
    }

    /// `lanes` go to the nearest token of this kind; the other lanes continue at `next`.
    pub(super) fn leave(&mut self, token: Token, lanes: u32, next: u32) -> Result<(), Fault> {
        if lanes != 0 {
            let Some(at) = self.stack.iter().rposition(|e| e.kind == EntryKind::Token(token) && e.lanes & lanes != 0)
            else {
                let detail = format!("no {token:?} token for lanes {lanes:#010x}");
                return Err(Fault { kind: FaultKind::StackUnderflow, lane: Some(lanes.trailing_zeros()), detail });
            };
            self.stack[at + 1..].iter_mut().for_each(|e| e.lanes &= !lanes);
        }
        self.retire(lanes, next);
        Ok(())
    }

    /// `lanes` end; the other lanes continue at `next`.
    pub(super) fn exit(&mut self, lanes: u32, next: u32) {
        self.ended |= lanes;
        self.stack.iter_mut().for_each(|e| e.lanes &= !lanes);
        self.retire(lanes, next);
    }

    /// Removes `lanes` from the active set and continues at `next`, or with the top of the stack if no lane is left.
    fn retire(&mut self, lanes: u32, next: u32) {
        let rest = self.active() & !lanes;
        self.set_active(rest);
        self.pc = next;
        while self.active() == 0 {
            let Some(entry) = self.stack.pop() else {
                self.status = Status::Done;
                return;
            };
            self.set_active(entry.lanes);
            self.pc = entry.pc;
        }
    }
}

#[cfg(test)]
mod tests {
    use isotope_op::random::Random;

    use super::*;
    use isotope_ir::program::Program;

    fn wave() -> Wave {
        Wave::new(&Program { scalar_words: 1, ..Program::default() }, 0, 0xf, 0)
    }

    #[test]
    fn both_sides_of_a_branch_meet_at_the_token() {
        let mut w = wave();
        w.push(EntryKind::Token(Token::Sync), 0xf, 90).unwrap();
        w.branch(0x3, 20, 11, BranchOrder::FallThrough).unwrap();
        assert_eq!((w.active(), w.pc), (0xc, 11));
        w.leave(Token::Sync, 0xc, 12).unwrap();
        assert_eq!((w.active(), w.pc), (0x3, 20));
        w.leave(Token::Sync, 0x3, 21).unwrap();
        assert_eq!((w.active(), w.pc), (0xf, 90));
        assert!(w.stack.is_empty());
    }

    #[test]
    fn the_side_that_runs_first_can_be_chosen() {
        let mut w = wave();
        w.push(EntryKind::Token(Token::Sync), 0xf, 90).unwrap();
        w.branch(0x3, 20, 11, BranchOrder::Taken).unwrap();
        assert_eq!((w.active(), w.pc), (0x3, 20));
        w.leave(Token::Sync, 0x3, 21).unwrap();
        assert_eq!((w.active(), w.pc), (0xc, 11));
        w.leave(Token::Sync, 0xc, 12).unwrap();
        assert_eq!((w.active(), w.pc), (0xf, 90));
        // Random order: each side is first sometimes, and the same generator state gives the same sides.
        let sides = |seed: u64| -> Vec<u32> {
            let mut w = wave();
            w.draws = Random(seed);
            (0..20)
                .map(|_| {
                    let mut split = w.clone();
                    split.branch(0x3, 20, 11, BranchOrder::Drawn).unwrap();
                    w.draws = split.draws;
                    split.active()
                })
                .collect()
        };
        assert_eq!(sides(7), sides(7));
        assert!(sides(7).contains(&0x3) && sides(7).contains(&0xc) && sides(7) != sides(8));
    }

    #[test]
    fn lanes_that_break_do_not_come_back_at_an_inner_token() {
        let mut w = wave();
        w.push(EntryKind::Token(Token::Break), 0xf, 90).unwrap();
        w.push(EntryKind::Token(Token::Sync), 0xf, 50).unwrap();
        w.branch(0x1, 30, 11, BranchOrder::FallThrough).unwrap();
        w.leave(Token::Sync, 0xe, 12).unwrap();
        assert_eq!((w.active(), w.pc), (0x1, 30));
        w.leave(Token::Break, 0x1, 31).unwrap();
        assert_eq!((w.active(), w.pc), (0xe, 50));
        w.leave(Token::Break, 0xe, 51).unwrap();
        assert_eq!((w.active(), w.pc), (0xf, 90));
    }

    #[test]
    fn ended_lanes_do_not_come_back() {
        let mut w = wave();
        w.push(EntryKind::Token(Token::Sync), 0xf, 90).unwrap();
        w.exit(0x5, 1);
        assert_eq!((w.active(), w.pc), (0xa, 1));
        w.leave(Token::Sync, 0xa, 2).unwrap();
        assert_eq!((w.active(), w.pc), (0xa, 90));
        w.exit(0xa, 91);
        assert_eq!(w.status, Status::Done);
    }

    #[test]
    fn a_call_keeps_the_lanes_that_did_not_call_waiting() {
        let mut w = wave();
        w.call(0x6, 70, 5).unwrap();
        assert_eq!((w.active(), w.pc), (0x6, 70));
        w.leave(Token::Call, 0x6, 71).unwrap();
        assert_eq!((w.active(), w.pc), (0xf, 5));
    }

    #[test]
    fn lanes_that_jump_ahead_wait_and_lanes_that_jump_back_run_first() {
        let mut w = wave();
        w.goto(0x1, 20, 5, BranchOrder::FallThrough).unwrap();
        assert_eq!((w.active(), w.pc), (0xe, 5));
        w.goto(0x2, 3, 9, BranchOrder::FallThrough).unwrap();
        assert_eq!((w.active(), w.pc), (0x2, 3));
        w.goto(0x0, 3, 9, BranchOrder::FallThrough).unwrap();
        assert_eq!((w.active(), w.pc), (0xe, 9));
        w.goto(0xe, 20, 10, BranchOrder::FallThrough).unwrap();
        assert_eq!((w.active(), w.pc), (0xf, 20));
        assert!(w.stack.is_empty());
    }

    /// Lanes 0 and 1 leave a loop first and wait at step 20; the other lanes run one more iteration and meet them there.
    #[test]
    fn lanes_that_leave_a_loop_can_run_first() {
        let mut w = wave();
        w.goto(0xc, 3, 9, BranchOrder::Taken).unwrap();
        assert_eq!((w.active(), w.pc), (0x3, 9));
        w.goto(0x3, 20, 10, BranchOrder::Taken).unwrap();
        assert_eq!((w.active(), w.pc), (0xc, 3));
        // All lanes go back: there is no choice.
        w.goto(0xc, 3, 9, BranchOrder::Taken).unwrap();
        assert_eq!((w.active(), w.pc), (0xc, 3));
        w.goto(0xc, 20, 10, BranchOrder::Taken).unwrap();
        assert_eq!((w.active(), w.pc), (0xf, 20));
        assert!(w.stack.is_empty());
    }

    #[test]
    fn lanes_join_at_their_step_only() {
        let mut w = wave();
        w.goto(0x3, 20, 5, BranchOrder::FallThrough).unwrap();
        w.pc = 12;
        w.join();
        assert_eq!(w.active(), 0xc);
        w.pc = 20;
        w.join();
        assert_eq!((w.active(), w.stack.len()), (0xf, 0));
    }

    #[test]
    fn leaving_without_a_token_is_a_fault() {
        let e = wave().leave(Token::Break, 0x2, 1).unwrap_err();
        assert_eq!(e.to_string(), "lane 1: reconvergence stack underflow: no Break token for lanes 0x00000002");
    }
}
