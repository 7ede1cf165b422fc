//! Checks step by step, from a solver's proof log, whether a list of clauses is contradictory.
//!
//! A solver that answers "unsatisfiable" adds clauses to the given ones until they contradict each other. Each added clause must follow by
//! *reverse unit propagation*: set all its literals to false; each clause with one remaining literal then fixes that literal, repeatedly,
//! until one clause has no literal left. The check shares no code with the solver's search and reads only the clauses that [`crate::sat`]
//! wrote from the gates.
//!
//! Clauses that a solver deletes are deleted here too, for speed. A fixed literal stays fixed: it follows from clauses that existed.

use std::collections::HashMap;

use crate::clock::Deadline;

/// A literal: twice the variable's number, plus 1 where it is negated.
pub type Lit = u32;

/// Most literals of a log: 1 GiB of them.
const MOST: usize = 1 << 28;

#[derive(Clone, Copy, Debug)]
enum Step {
    /// A clause of the question.
    Given,
    /// A clause that must follow from those before it.
    Learnt,
    /// A clause that is no longer needed.
    Deleted,
}

/// A solver's input and proof steps, in order.
#[derive(Debug, Default)]
pub struct Log {
    literals: Vec<Lit>,
    /// Kind and end of each; a clause begins where the one before ends.
    steps: Vec<(Step, usize)>,
    /// The log exceeded its limit.
    full: bool,
}

/// Result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// The given clauses contradict each other.
    Contradiction {
        /// Added clauses that were checked.
        learnt: usize,
    },
    /// This added clause, counted from 1, does not follow from those before it.
    Unfounded(usize),
    /// Every added clause follows, but there is no contradiction.
    Open,
    /// Time ran out, or the log is incomplete.
    Unfinished,
}

impl Log {
    /// A clause of the question.
    pub fn given(&mut self, clause: impl IntoIterator<Item = Lit>) {
        self.add(Step::Given, clause);
    }

    /// A clause that the solver added.
    pub fn learnt(&mut self, clause: impl IntoIterator<Item = Lit>) {
        self.add(Step::Learnt, clause);
    }

    /// A clause that the solver no longer needs.
    pub fn deleted(&mut self, clause: impl IntoIterator<Item = Lit>) {
        self.add(Step::Deleted, clause);
    }

    fn add(&mut self, step: Step, clause: impl IntoIterator<Item = Lit>) {
        if self.full {
            return;
        }
        self.literals.extend(clause);
        self.steps.push((step, self.literals.len()));
        self.full = self.literals.len() > MOST;
    }

    /// Checks it.
    ///
    /// ```
    /// use isotope_prove::proof::{Checked, Log};
    /// use isotope_prove::clock::Clock;
    /// use std::time::Duration;
    /// let soon = Clock::SYSTEM.after(Duration::from_secs(10));
    /// let (x, y) = (0, 2);
    /// let mut log = Log::default();
    /// // x or y, x or not y, not x or y, not x or not y.
    /// for clause in [[x, y], [x, y + 1], [x + 1, y], [x + 1, y + 1]] {
    ///     log.given(clause);
    /// }
    /// assert_eq!(log.check(soon), Checked::Open);
    /// log.learnt([x]);
    /// assert_eq!(log.check(soon), Checked::Contradiction { learnt: 1 });
    /// ```
    pub fn check(&self, deadline: Deadline) -> Checked {
        if self.full {
            return Checked::Unfinished;
        }
        let mut state = State::new(self.literals.iter().max().map_or(0, |l| *l as usize / 2 + 1));
        let (mut start, mut learnt) = (0, 0);
        for (n, &(step, end)) in self.steps.iter().enumerate() {
            let clause = &self.literals[start..end];
            start = end;
            match step {
                Step::Given => state.add(clause),
                Step::Learnt => {
                    learnt += 1;
                    if !state.follows(clause) {
                        return Checked::Unfounded(learnt);
                    }
                    state.add(clause);
                }
                Step::Deleted => state.delete(clause),
            }
            if state.contradiction {
                return Checked::Contradiction { learnt };
            }
            if n.is_multiple_of(256) && deadline.is_over() {
                return Checked::Unfinished;
            }
        }
        Checked::Open
    }
}

/// A clause in [`State::literals`].
#[derive(Clone, Copy)]
struct Span {
    start: usize,
    len: usize,
    deleted: bool,
}

/// Clauses, and the literals that they fix.
struct State {
    literals: Vec<Lit>,
    clauses: Vec<Span>,
    /// Clauses of two or more literals, listed under each of their first two literals (the watched ones). A watched literal is not false
    /// unless the clause is satisfied or being processed.
    watched: Vec<Vec<usize>>,
    /// By literal: whether it is true.
    holds: Vec<bool>,
    /// Literals in the order in which they became true.
    trail: Vec<Lit>,
    /// Number of literals of the trail whose consequences are known.
    done: usize,
    contradiction: bool,
    /// Clauses by their literals, for deletion.
    index: HashMap<(u64, usize), Vec<usize>>,
}

/// A hash key that is equal for equal literals in any order.
fn key(clause: &[Lit]) -> (u64, usize) {
    let mix =
        |l: &Lit| (u64::from(*l) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29).wrapping_mul(*l as u64 | 1);
    (clause.iter().map(mix).fold(0, u64::wrapping_add), clause.len())
}

impl State {
    fn new(variables: usize) -> State {
        State {
            literals: Vec::new(),
            clauses: Vec::new(),
            watched: vec![Vec::new(); 2 * variables],
            holds: vec![false; 2 * variables],
            trail: Vec::new(),
            done: 0,
            contradiction: false,
            index: HashMap::new(),
        }
    }

    fn is_true(&self, l: Lit) -> bool {
        self.holds[l as usize]
    }

    fn is_false(&self, l: Lit) -> bool {
        self.holds[l as usize ^ 1]
    }

    fn fix(&mut self, l: Lit) {
        self.holds[l as usize] = true;
        self.trail.push(l);
    }

    /// Adds a clause. Fixed literals stay fixed, so false literals need not be stored.
    fn add(&mut self, clause: &[Lit]) {
        let start = self.literals.len();
        if clause.iter().any(|l| self.is_true(*l) || clause.contains(&(*l ^ 1))) {
            return;
        }
        for l in clause {
            if !self.is_false(*l) && !self.literals[start..].contains(l) {
                self.literals.push(*l);
            }
        }
        let len = self.literals.len() - start;
        if len < 2 {
            let unit = self.literals.pop();
            match unit.filter(|_| len == 1) {
                Some(unit) => self.fix(unit),
                None => self.contradiction = true,
            }
            self.contradiction |= self.propagate();
            return;
        }
        let number = self.clauses.len();
        self.clauses.push(Span { start, len, deleted: false });
        for l in [self.literals[start], self.literals[start + 1]] {
            self.watched[l as usize].push(number);
        }
        self.index.entry(key(clause)).or_default().push(number);
    }

    /// Removes a clause, if it is known; fewer clauses never prove more.
    fn delete(&mut self, clause: &[Lit]) {
        if let Some(number) = self.index.get_mut(&key(clause)).and_then(Vec::pop) {
            self.clauses[number].deleted = true;
        }
    }

    /// Whether a clause follows: with its literals false, some clause has none left.
    fn follows(&mut self, clause: &[Lit]) -> bool {
        let mark = self.trail.len();
        let mut found = false;
        for l in clause {
            if self.is_true(*l) {
                found = true;
                break;
            }
            if !self.is_false(*l) {
                self.fix(*l ^ 1);
            }
        }
        found = found || self.propagate();
        for l in self.trail.drain(mark..) {
            self.holds[l as usize] = false;
        }
        self.done = mark;
        found
    }

    /// Propagates fixed literals; true when a clause has no literal left.
    fn propagate(&mut self) -> bool {
        while let Some(&fixed) = self.trail.get(self.done) {
            self.done += 1;
            let gone = fixed ^ 1;
            let mut list = std::mem::take(&mut self.watched[gone as usize]);
            let (mut kept, mut at, mut conflict) = (0, 0, false);
            while at < list.len() {
                let number = list[at];
                at += 1;
                let Span { start, len, deleted } = self.clauses[number];
                if deleted {
                    continue;
                }
                if self.literals[start] == gone {
                    self.literals.swap(start, start + 1);
                }
                let first = self.literals[start];
                let next = if self.is_true(first) {
                    None
                } else {
                    (start + 2..start + len).find(|k| !self.is_false(self.literals[*k]))
                };
                if let Some(next) = next {
                    self.literals.swap(start + 1, next);
                    self.watched[self.literals[start + 1] as usize].push(number);
                    continue;
                }
                list[kept] = number;
                kept += 1;
                if self.is_false(first) {
                    conflict = true;
                    break;
                }
                if !self.is_true(first) {
                    self.fix(first);
                }
            }
            list.copy_within(at.., kept);
            list.truncate(kept + list.len() - at);
            self.watched[gone as usize] = list;
            if conflict {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use std::time::Duration;

    fn soon() -> Deadline {
        Clock::SYSTEM.after(Duration::from_secs(30))
    }

    /// Every clause over `n` variables that says "not this assignment".
    fn all(n: u32) -> Log {
        let mut log = Log::default();
        for bits in 0..1u32 << n {
            log.given((0..n).map(|v| 2 * v + (bits >> v & 1)));
        }
        log
    }

    #[test]
    fn proofs_are_followed_step_by_step() {
        // Resolves the last variable away, then the one before, and so on.
        for n in 2..=8 {
            let mut log = all(n);
            let mut steps = 0;
            for left in (0..n).rev() {
                for bits in 0..1u32 << left {
                    log.learnt((0..left).map(|v| 2 * v + (bits >> v & 1)));
                    steps += 1;
                }
            }
            let Checked::Contradiction { learnt } = log.check(soon()) else { panic!("{n}") };
            assert!(learnt <= steps && learnt > 0, "{n}: {learnt} of {steps}");
        }
    }

    #[test]
    fn what_does_not_follow_is_refused() {
        // Derives "not x" without a reason.
        let mut log = Log::default();
        log.given([0, 2]);
        log.learnt([1]);
        log.learnt([0]);
        assert_eq!(log.check(soon()), Checked::Unfounded(1));
        // The empty clause from satisfiable clauses.
        let mut log = Log::default();
        log.given([0, 2]);
        log.learnt([]);
        assert_eq!(log.check(soon()), Checked::Unfounded(1));
        // One clause of the question is missing: the same steps must fail.
        let mut log = Log::default();
        for clause in [[0, 2], [0, 3], [1, 2]] {
            log.given(clause);
        }
        log.learnt([0]);
        assert_eq!(log.check(soon()), Checked::Open);
        log.learnt([]);
        assert_eq!(log.check(soon()), Checked::Unfounded(2));
        // A deleted clause supports nothing.
        let mut log = Log::default();
        for clause in [[0, 2], [0, 3], [1, 2], [1, 3]] {
            log.given(clause);
        }
        log.deleted([3, 1]);
        log.learnt([0]);
        log.learnt([]);
        assert_eq!(log.check(soon()), Checked::Unfounded(2));
    }

    #[test]
    fn odd_clauses() {
        // Twice the same literal, a literal and its opposite, an empty clause.
        let mut log = Log::default();
        log.given([0, 0]);
        log.given([2, 3]);
        assert_eq!(log.check(soon()), Checked::Open);
        log.given([1]);
        assert_eq!(log.check(soon()), Checked::Contradiction { learnt: 0 });
        let mut log = Log::default();
        log.given([]);
        assert_eq!(log.check(soon()), Checked::Contradiction { learnt: 0 });
        assert_eq!(Log::default().check(soon()), Checked::Open);
    }

    /// Compares the check with a plain search through all assignments, for thousands of small random questions with random added clauses:
    /// the check accepts only clauses that follow.
    #[test]
    fn nothing_unfounded_is_accepted() {
        let mut state = 7u64;
        let mut draw = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        let (mut proved, mut refused) = (0, 0);
        for _ in 0..20_000 {
            let variables = 2 + draw(4);
            let clause = |draw: &mut dyn FnMut(u64) -> u64| -> Vec<Lit> {
                (0..1 + draw(3)).map(|_| draw(2 * variables) as Lit).collect()
            };
            let given: Vec<_> = (0..3 + draw(12)).map(|_| clause(&mut draw)).collect();
            let learnt: Vec<_> = (0..draw(6)).map(|_| clause(&mut draw)).collect();
            let mut log = Log::default();
            given.iter().for_each(|c| log.given(c.iter().copied()));
            learnt.iter().for_each(|c| log.learnt(c.iter().copied()));
            let holds = |bits: u64, c: &Vec<Lit>| c.iter().any(|l| bits >> (l / 2) & 1 != u64::from(l & 1));
            let models: Vec<u64> = (0..1 << variables).filter(|bits| given.iter().all(|c| holds(*bits, c))).collect();
            match log.check(soon()) {
                Checked::Contradiction { .. } => {
                    assert!(models.is_empty(), "{given:?} {learnt:?}");
                    proved += 1;
                }
                Checked::Unfounded(n) => {
                    assert!(n <= learnt.len());
                    refused += 1;
                }
                // Every added clause follows: it holds in every solution.
                Checked::Open => {
                    assert!(models.iter().all(|bits| learnt.iter().all(|c| holds(*bits, c))), "{given:?} {learnt:?}");
                }
                Checked::Unfinished => panic!("time"),
            }
        }
        assert!(proved > 1000 && refused > 1000, "{proved} {refused}");
    }
}
