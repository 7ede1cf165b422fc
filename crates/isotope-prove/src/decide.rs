//! Decides a question. The quickest method comes first. Every counterexample is run on the interpreter before it counts.
//!
//! 1. The goal is a constant: both sides are identical expressions.
//! 2. Corner values and a few thousand random inputs: different, if one of them is a counterexample.
//! 3. Inputs of at most 32 bits in all: every one of them, on all cores, if time allows ([`crate::exhaust`]).
//! 4. Bits and clauses, in this process. Float sums are free inputs at first: a result for any sum also holds for the real one. If that
//!    does not settle the question, sums become bit operations.
//! 5. External programs, if the caller has some.
//!
//! A counterexample counts when running it shows a difference, no matter how it was found. Equality counts when every input was tried, when the proof
//! of the solver in this process was checked step by step ([`crate::proof`]), or when two different programs of known versions agree.
//! Otherwise the answer names the solver that it trusts ([`Decision::Equal`]).

use std::time::Duration;

use isotope_term::{Arena, Node, Tape, Value};

use crate::adder;
use crate::clock::{Clock, Started};
use crate::exhaust::{self, Swept};
use crate::expr::ExprError;
use crate::question::{Question, SOURCES};
use crate::sample::Samples;
use crate::sat::{Limit, Model, NAME, SatResult, satisfy};

/// Inputs on which two operations differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Witness {
    /// Memory before.
    pub mem: u64,
    /// The first operation's sources.
    pub src: [u64; 2],
}

/// The answer to one half of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision<W = Witness> {
    /// No counterexample exists.
    Equal {
        /// The method.
        how: String,
        /// Solvers that alone claim unsatisfiability (unconfirmed); empty if it was proved.
        trusted: Vec<String>,
    },
    /// A counterexample.
    Different {
        /// The inputs.
        witness: W,
        /// The method that found them.
        how: String,
    },
    /// Undecided.
    Undecided {
        /// Why.
        why: String,
    },
}

impl<W> Decision<W> {
    /// The same decision with another form of witness.
    pub fn map<V>(self, f: impl FnOnce(W) -> V) -> Decision<V> {
        match self {
            Decision::Equal { how, trusted } => Decision::Equal { how, trusted },
            Decision::Different { witness, how } => Decision::Different { witness: f(witness), how },
            Decision::Undecided { why } => Decision::Undecided { why },
        }
    }

    /// Equal, by a proof.
    pub fn proved(how: String) -> Self {
        Decision::Equal { how, trusted: Vec::new() }
    }
}

/// A solver that claims unsatisfiability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Voice {
    /// Name and version.
    pub name: String,
    /// Whether the version is known. A program of unknown version may be the same program as another one, so it confirms nothing.
    pub known: bool,
}

/// The answer of external programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverAnswer {
    /// Inputs that were tried, or a claim of unsatisfiability, or nothing.
    pub found: SatResult,
    /// The solvers: different programs, not versions of one. Empty if none answered.
    pub by: Vec<Voice>,
    /// The method, in a few words.
    pub how: String,
}

/// Asks external programs for inputs that make a goal true, within a time limit. `None` when there is no such program.
pub type Outside<'a> = &'a (dyn Fn(&Arena, Value, Duration) -> Option<SolverAnswer> + Sync);

/// Limits, and external programs.
pub struct Means<'a> {
    /// Time for each half.
    pub budget: Duration,
    /// Conflicts for each search of the solver in this process.
    pub conflicts: u64,
    /// External programs.
    pub outside: Option<Outside<'a>>,
    /// Reports the progress of an exhaustive run, in parts of 256.
    pub progress: &'a (dyn Fn(u32) + Sync),
    /// Host threads for exhaustive runs; 0 disables these, and narrow questions go to the solver.
    pub threads: usize,
    /// The clock.
    pub clock: Clock,
}

impl Means<'_> {
    /// This process alone, on one thread.
    pub fn alone(budget: Duration) -> Means<'static> {
        Means { budget, conflicts: u64::MAX, outside: None, progress: &|_| {}, threads: 1, clock: Clock::SYSTEM }
    }
}

/// Corner values and random inputs that make `goal` true. `names` are the relevant inputs, of `bits` bits each.
pub fn sample(arena: &Arena, goal: Value, names: &[&str], bits: u32) -> Option<Model> {
    let program = Tape::new(arena, goal);
    let place = |n: &String| names.iter().position(|k| k == n);
    let order: Vec<Option<usize>> = program.inputs().iter().map(place).collect();
    let (mut inputs, mut room) = (vec![0; order.len()], Vec::new());
    let found = Samples::new(bits, names.len()).find(|values| {
        for (slot, k) in inputs.iter_mut().zip(&order) {
            *slot = k.and_then(|k| values.get(k)).copied().unwrap_or(0);
        }
        program.run_on(&inputs, &mut room) != 0
    })?;
    // Inputs that are not among `names` are 0.
    let drawn = found.into_iter().chain(std::iter::repeat(0));
    Some(names.iter().zip(drawn).map(|(n, v)| (n.to_string(), v)).collect())
}

/// The inputs of `goal` in a model, if they make `goal` true.
pub fn confirmed(arena: &Arena, goal: Value, found: &Model) -> Option<Model> {
    let mut model = Model::new();
    for v in arena.reachable(&[goal]) {
        let (Node::Var(n), width) = arena.node(v) else { continue };
        let name = arena.name(n);
        let value = found.get(&name).copied().unwrap_or(0);
        if value > u64::MAX >> (64 - width.clamp(1, 64)) {
            return None;
        }
        model.insert(name, value);
    }
    let inputs: Vec<(&str, u64)> = model.iter().map(|(n, v)| (n.as_str(), *v)).collect();
    (arena.eval(goal, &inputs) != 0).then_some(model)
}

/// Claims of unsatisfiability.
#[derive(Default)]
struct Claims {
    by: Vec<Voice>,
    how: Vec<String>,
}

impl Claims {
    /// One claim needs trust in a solver; two claims by different programs of known versions count as an answer.
    fn decision<W>(self) -> Decision<W> {
        let independent = self.by.iter().filter(|voice| voice.known).count();
        let trusted = match independent {
            0 | 1 => self.by.into_iter().map(|voice| voice.name).collect(),
            _ => Vec::new(),
        };
        Decision::Equal { how: self.how.join("; "), trusted }
    }
}

/// Inputs that make `goal` true, by a solver; `started` is when the work on the question began.
pub fn solve(arena: &Arena, goal: Value, means: &Means<'_>, started: Started) -> Decision<Model> {
    let took = || format!("{:.3} s", started.elapsed().as_secs_f64());
    let deadline = started.after(means.budget);
    let mut claims = Claims::default();
    let mut wrong = "";
    let limit = |deadline| Limit { deadline, conflicts: means.conflicts };
    let mut clauses = |graph: &Arena, root, until, way: &str| {
        let how = || format!("solver {NAME}{way}, {}", took());
        match satisfy(graph, root, limit(until)).unwrap_or(SatResult::Unknown) {
            SatResult::Nothing => {
                return Some(Decision::proved(format!("solver {NAME}{way}, proof checked, {}", took())));
            }
            SatResult::Inputs(model) => match confirmed(arena, goal, &model) {
                Some(witness) => return Some(Decision::Different { witness, how: how() }),
                None => wrong = "; the solver of this process gave inputs that make no difference",
            },
            SatResult::Claimed => {
                claims.by.push(Voice { name: NAME.into(), known: true });
                claims.how.push(how());
            }
            SatResult::Unknown => {}
        }
        None
    };
    if !adder::has_sum(arena, goal) {
        // External programs, if there are any, get half of the time.
        let until = if means.outside.is_some() { started.after(means.budget / 2) } else { deadline };
        if let Some(decision) = clauses(arena, goal, until, "") {
            return decision;
        }
    } else {
        let free = Arena::new();
        let free_goal = adder::abstract_sums(arena, goal, &free);
        // Inputs of the abstraction are not inputs of the question.
        if let Ok(SatResult::Nothing) = satisfy(&free, free_goal, limit(deadline)) {
            return Decision::proved(format!("solver {NAME}, proof checked, equal for any sum, {}", took()));
        }
        // Adders are hard for a SAT solver: external programs, if there are any, get most of the time.
        let until = if means.outside.is_some() { started.after(means.budget / 10) } else { deadline };
        let bits = Arena::new();
        let bits_goal = adder::expand(arena, goal, &bits);
        if let Some(decision) = clauses(&bits, bits_goal, until, ", sums by bits") {
            return decision;
        }
    }
    let left = deadline.left();
    if let Some(ask) = means.outside
        && let Some(answer) = ask(arena, goal, left)
    {
        match answer.found {
            SatResult::Inputs(model) => {
                if let Some(witness) = confirmed(arena, goal, &model) {
                    return Decision::Different { witness, how: format!("{}, {}", answer.how, took()) };
                }
            }
            SatResult::Claimed | SatResult::Nothing if !answer.by.is_empty() => {
                claims.by.extend(answer.by);
                claims.how.push(format!("{}, {}", answer.how, took()));
            }
            _ => {}
        }
    }
    if !claims.by.is_empty() {
        return claims.decision();
    }
    let hint = if means.outside.is_some() { "no outside solver settled it" } else { "no outside solver was asked" };
    let time = if !deadline.is_over() {
        "not settled in the time that this process has for it".to_string()
    } else {
        format!("{} s are over", means.budget.as_secs_f64())
    };
    Decision::Undecided { why: format!("{time}; {hint}{wrong}") }
}

/// Decides a goal: samples, then a solver. Inputs that a solver finds count if evaluating the term with them shows a difference.
pub fn decide(arena: &Arena, goal: Value, names: &[&str], bits: u32, means: &Means<'_>) -> Decision<Model> {
    let started = Started::now(means.clock);
    if let (Node::Lit(0), _) = arena.node(goal) {
        return Decision::proved("identical expressions".into());
    }
    if let Some(witness) = sample(arena, goal, names, bits) {
        let how = format!("corner values and drawn inputs, {:.3} s", started.elapsed().as_secs_f64());
        return Decision::Different { witness, how };
    }
    solve(arena, goal, means, started)
}

/// A half of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// Final memory.
    Memory,
    /// Returned value.
    Returned,
}

/// A question whose terms are built.
pub struct Posed<'a> {
    question: &'a Question,
    arena: Arena,
    memory: Value,
    returned: Value,
    assumed: Value,
}

impl<'a> Posed<'a> {
    /// Builds the terms.
    ///
    /// # Errors
    /// The number of the assumption that cannot be read, and why.
    pub fn new(question: &'a Question, assumptions: &[String]) -> Result<Self, (usize, ExprError)> {
        let arena = Arena::new();
        let terms = question.terms(&arena, assumptions)?;
        Ok(Posed { question, arena, memory: terms.memory, returned: terms.returned, assumed: terms.assumed })
    }

    /// The graph, and the node that is true where the operations differ under the assumptions.
    pub fn goal(&self, half: Half) -> (&Arena, Value) {
        let differ = match half {
            Half::Memory => self.memory,
            Half::Returned => self.returned,
        };
        (&self.arena, self.arena.make(Node::And(self.assumed, differ), 1))
    }

    /// The question.
    pub fn question(&self) -> &'a Question {
        self.question
    }

    /// Whether nothing is assumed.
    pub fn is_free(&self) -> bool {
        matches!(self.arena.node(self.assumed).0, Node::Lit(1))
    }

    fn names(&self) -> Vec<&'static str> {
        std::iter::once("mem").chain(SOURCES.into_iter().take(self.question.sources())).collect()
    }

    fn bits(&self) -> u32 {
        self.question.left.size.bits()
    }

    /// Inputs that the assumptions allow. Without such inputs, an equality is meaningless.
    pub fn possible(&self, clock: Clock) -> Option<Witness> {
        let means = Means { clock, ..Means::alone(Duration::from_secs(5)) };
        let model = sample(&self.arena, self.assumed, &self.names(), self.bits()).or_else(|| {
            match solve(&self.arena, self.assumed, &means, Started::now(clock)) {
                Decision::Different { witness, .. } => Some(witness),
                _ => None,
            }
        })?;
        Some(witness_of(&model))
    }

    /// Decides one half.
    pub fn decide(&self, half: Half, means: &Means<'_>) -> Decision {
        let started = Started::now(means.clock);
        let (arena, goal) = self.goal(half);
        let trivial = matches!(arena.node(goal).0, Node::Lit(0));
        if !trivial && sample(arena, goal, &self.names(), self.bits()).is_none() {
            let took = || format!("{:.3} s", started.elapsed().as_secs_f64());
            let swept = (means.threads != 0)
                .then(|| {
                    let deadline = started.after(means.budget);
                    exhaust::sweep(self, half, means, deadline)
                })
                .flatten();
            match swept {
                Some(Swept::Equal(count)) => {
                    return Decision::proved(format!("exhaustive: all {count} inputs, {}", took()));
                }
                Some(Swept::Different(witness)) => {
                    self.confirm(witness, half);
                    return Decision::Different { witness, how: format!("exhaustive, {}", took()) };
                }
                None => {}
            }
        }
        let decision = decide(arena, goal, &self.names(), self.bits(), means).map(|m| witness_of(&m));
        if let Decision::Different { witness, .. } = decision {
            self.confirm(witness, half);
        }
        decision
    }

    fn confirm(&self, witness: Witness, half: Half) {
        let differ = exhaust::differs(self.question, half, witness);
        assert!(differ, "a witness that the interpreter does not confirm: {witness:x?}");
    }
}

fn witness_of(model: &Model) -> Witness {
    let of = |name: &str| model.get(name).copied().unwrap_or(0);
    Witness { mem: of("mem"), src: SOURCES.map(of) }
}
