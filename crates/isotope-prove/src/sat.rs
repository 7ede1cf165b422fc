//! Clauses and the search for inputs that make a bit 1.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, lbool};
use isotope_term::{Arena, Value};

use crate::blast::{Circuit, NoGates, blast};
use crate::clock::Deadline;
use crate::gates::{Gate, Sig};
use crate::proof::{self, Checked, Log};

/// The solver of this process, as answers name it.
pub const NAME: &str = "batsat 0.6";

/// Inputs by name.
pub type Model = BTreeMap<String, u64>;

/// Result of a search for inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SatResult {
    /// Unsatisfiable, with a checked proof ([`crate::proof`]).
    Nothing,
    /// Unsatisfiable according to a solver, without a proof.
    Claimed,
    /// Inputs that satisfy it.
    Inputs(Model),
    /// Time or conflicts ran out.
    Unknown,
}

/// Limits of one search.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// Deadline.
    pub deadline: Deadline,
    /// Most conflicts. Unlike time, this limit is the same on every machine under any load.
    pub conflicts: u64,
}

impl Limit {
    /// A limit of time alone.
    pub fn until(deadline: Deadline) -> Limit {
        Limit { deadline, conflicts: u64::MAX }
    }
}

/// Inputs that make `goal`, a node of width 1, true.
///
/// # Errors
/// [`NoGates`] where the graph has float primitives.
///
/// # Examples
/// ```
/// use isotope_term::Arena;
/// use isotope_op::domain::W32;
/// use isotope_prove::sat::{satisfy, SatResult, Limit};
/// use isotope_prove::clock::Clock;
/// use std::time::Duration;
/// let arena = Arena::new();
/// let x = arena.var::<W32>("x");
/// let limit = Limit::until(Clock::SYSTEM.after(Duration::from_secs(10)));
/// // x + x == 6 has two solutions, x + x == 7 none.
/// let SatResult::Inputs(model) = satisfy(&arena, (x + x).is(6).b, limit).unwrap() else { panic!() };
/// assert_eq!(model["x"] & 0x7fff_ffff, 3);
/// assert_eq!(satisfy(&arena, (x + x).is(7).b, limit).unwrap(), SatResult::Nothing);
/// ```
pub fn satisfy(arena: &Arena, goal: Value, limit: Limit) -> Result<SatResult, NoGates> {
    let (circuit, bits) = blast(arena, goal)?;
    let root = bits.first().copied().unwrap_or(Sig::FALSE);
    if root == Sig::FALSE {
        return Ok(SatResult::Nothing);
    }
    let log = Rc::new(RefCell::new(Log::default()));
    let mut solver = Solver::new(SolverOpts::default(), Recorder { log: Rc::clone(&log), limit, conflicts: 0 });
    let mut clauses = Clauses::new(&circuit, root, &mut solver, Rc::clone(&log));
    clauses.write(&circuit);
    let goal = clauses.lit(root);
    clauses.clause(&[goal]);
    let answer = solver.solve_limited(&[]);
    if answer == lbool::FALSE {
        // A solver with one wrong step has proved nothing. A solver whose steps were not checked in time may be right.
        return Ok(match log.borrow().check(limit.deadline) {
            Checked::Contradiction { .. } => SatResult::Nothing,
            Checked::Unfinished => SatResult::Claimed,
            Checked::Unfounded(_) | Checked::Open => SatResult::Unknown,
        });
    }
    if answer != lbool::TRUE {
        return Ok(SatResult::Unknown);
    }
    let vars = Clauses::new_vars(&circuit, root);
    let value = |s: &Sig| vars[s.gate()].is_some_and(|v| solver.value_var(var(v)) == lbool::TRUE) ^ s.inverted();
    let word = |bits: &[Sig]| bits.iter().enumerate().fold(0, |w, (i, s)| w | u64::from(value(s)) << i);
    Ok(SatResult::Inputs(circuit.inputs.iter().map(|i| (i.name.clone(), word(&i.bits))).collect()))
}

fn var(n: u32) -> batsat::Var {
    batsat::Var::unsafe_from_idx(n)
}

/// Records the clauses that the solver adds, one for each conflict, and stops it at the limit.
struct Recorder {
    log: Rc<RefCell<Log>>,
    limit: Limit,
    conflicts: u64,
}

impl Callbacks for Recorder {
    fn on_new_clause(&mut self, clause: &[Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.conflicts += 1;
            self.log.borrow_mut().learnt(clause.iter().map(plain));
        }
    }
    fn on_delete_clause(&mut self, clause: &[Lit]) {
        self.log.borrow_mut().deleted(clause.iter().map(plain));
    }
    fn stop(&self) -> bool {
        self.conflicts >= self.limit.conflicts || self.limit.deadline.is_over()
    }
}

/// A literal in the format of the proof check.
fn plain(l: &Lit) -> proof::Lit {
    2 * l.var().idx() + u32::from(!l.sign())
}

/// Turns gates into clauses, only the gates that the root needs.
struct Clauses<'a> {
    solver: &'a mut Solver<Recorder>,
    log: Rc<RefCell<Log>>,
    vars: Vec<Option<u32>>,
    clause: Vec<Lit>,
}

impl<'a> Clauses<'a> {
    /// A variable for each gate that the root needs.
    fn new_vars(circuit: &Circuit, root: Sig) -> Vec<Option<u32>> {
        let gates = circuit.gates.all();
        let mut needed = vec![false; gates.len()];
        needed[root.gate()] = true;
        for i in (0..gates.len()).rev() {
            if needed[i] {
                let operands: &[Sig] = match &gates[i] {
                    Gate::False | Gate::Input => &[],
                    Gate::And(a, b) | Gate::Xor(a, b) => &[*a, *b],
                    Gate::Mux(c, a, b) => &[*c, *a, *b],
                };
                operands.iter().for_each(|s| needed[s.gate()] = true);
            }
        }
        let mut next = 0;
        let mut number = |on: bool| {
            on.then(|| {
                next += 1;
                next - 1
            })
        };
        needed.into_iter().map(&mut number).collect()
    }

    fn new(circuit: &Circuit, root: Sig, solver: &'a mut Solver<Recorder>, log: Rc<RefCell<Log>>) -> Self {
        let vars = Clauses::new_vars(circuit, root);
        for _ in vars.iter().flatten() {
            solver.new_var_default();
        }
        Clauses { solver, log, vars, clause: Vec::new() }
    }

    fn lit(&self, s: Sig) -> Lit {
        let v = self.vars[s.gate()].unwrap_or_default();
        Lit::new(var(v), !s.inverted())
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.log.borrow_mut().given(lits.iter().map(plain));
        self.clause.clear();
        self.clause.extend(lits);
        self.solver.add_clause_reuse(&mut self.clause);
    }

    fn write(&mut self, circuit: &Circuit) {
        for (i, gate) in circuit.gates.all().iter().enumerate() {
            let Some(v) = self.vars[i] else { continue };
            let o = Lit::new(var(v), true);
            match *gate {
                Gate::False => self.clause(&[!o]),
                Gate::Input => {}
                Gate::And(a, b) => {
                    let (a, b) = (self.lit(a), self.lit(b));
                    self.clause(&[!o, a]);
                    self.clause(&[!o, b]);
                    self.clause(&[o, !a, !b]);
                }
                Gate::Xor(a, b) => {
                    let (a, b) = (self.lit(a), self.lit(b));
                    self.clause(&[!o, a, b]);
                    self.clause(&[!o, !a, !b]);
                    self.clause(&[o, !a, b]);
                    self.clause(&[o, a, !b]);
                }
                Gate::Mux(c, a, b) => {
                    let (c, a, b) = (self.lit(c), self.lit(a), self.lit(b));
                    self.clause(&[!c, !a, o]);
                    self.clause(&[!c, a, !o]);
                    self.clause(&[c, !b, o]);
                    self.clause(&[c, b, !o]);
                    // Implied, but saves the solver a case split.
                    self.clause(&[!a, !b, o]);
                    self.clause(&[a, b, !o]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use isotope_op::domain::W32;

    use super::*;
    use crate::clock::Clock;

    /// Factors of a product of two primes of 12 bits.
    fn factors(conflicts: u64) -> SatResult {
        let arena = Arena::new();
        let half = |name| arena.var::<W32>(name) & 0xfff;
        let goal = (half("x") * half("y")).is(2_953 * 3_571).b;
        let deadline = Clock::SYSTEM.after(Duration::from_secs(3_600));
        satisfy(&arena, goal, Limit { deadline, conflicts }).unwrap()
    }

    #[test]
    fn a_search_ends_at_its_conflicts() {
        assert_eq!(factors(10), SatResult::Unknown);
        let SatResult::Inputs(model) = factors(u64::MAX) else { panic!() };
        assert_eq!((model["x"] & 0xfff) * (model["y"] & 0xfff), 2_953 * 3_571);
    }
}
