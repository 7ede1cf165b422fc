//! Deciding a question: quickest way first, and every witness run through the interpreter before it counts.
//!
//! 1. The terms are one term: equal.
//! 2. Corner values and a few thousand drawn inputs: different, if one shows it.
//! 3. Inputs of at most 32 bits in all: every one of them, on all cores ([`crate::exhaust`]).
//! 4. Bits and clauses, in this process. Float sums are unknowns at first: what is equal for any sum is equal for the
//!    right one. If that does not settle it, sums become bit operations.
//! 5. Programs outside, if the caller has some.

use std::time::{Duration, Instant};

use isotope::term::{Arena, Node, Program, Value};

use crate::adder;
use crate::exhaust::{self, Swept};
use crate::question::{Question, SOURCES};
use crate::sample::Samples;
use crate::sat::{Found, satisfy};

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
pub enum Decision {
    /// No inputs make a difference.
    Equal {
        /// How that was decided.
        how: String,
    },
    /// These do.
    Different {
        /// The inputs.
        witness: Witness,
        /// How they were found.
        how: String,
    },
    /// Nobody knows.
    Undecided {
        /// Why.
        why: String,
    },
}

/// What to spend, and who else may be asked.
pub struct Means<'a> {
    /// Time for each half.
    pub budget: Duration,
    /// Asks a program outside: the question as a graph and a goal, and the time there is. Gives the answer and who gave
    /// it; `None` when there is no such program.
    pub outside: Option<&'a dyn Fn(&Arena, Value, Duration) -> Option<(Found, String)>>,
    /// Hears how far an exhaustive run is: of 256 parts.
    pub progress: &'a (dyn Fn(u32) + Sync),
    /// Host threads for exhaustive runs.
    pub threads: usize,
}

/// Which half of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// What memory holds afterwards.
    Memory,
    /// What comes back.
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
    pub fn new(question: &'a Question, assumptions: &[String]) -> Result<Self, (usize, crate::expr::ExprError)> {
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

    /// Inputs that the assumptions allow; an equality that no input can break says nothing.
    pub fn possible(&self) -> Option<Witness> {
        let program = Program::new(&self.arena, self.assumed);
        self.sample(&program).or_else(|| {
            match satisfy(&self.arena, self.assumed, Instant::now() + Duration::from_secs(5)) {
                Ok(Found::Inputs(model)) => Some(witness_of(&model)),
                _ => None,
            }
        })
    }

    fn sample(&self, program: &Program) -> Option<Witness> {
        let order: Vec<usize> = program
            .inputs()
            .iter()
            .map(|n| std::iter::once("mem").chain(SOURCES).position(|k| k == n).unwrap_or(0))
            .collect();
        let (mut inputs, mut room) = (vec![0; order.len()], Vec::new());
        Samples::new(self.question.left.size.bits(), 1 + self.question.sources())
            .find(|values| {
                for (slot, k) in inputs.iter_mut().zip(&order) {
                    *slot = values[*k];
                }
                program.run_on(&inputs, &mut room) != 0
            })
            .map(|[mem, src0, src1]| Witness { mem, src: [src0, src1] })
    }

    /// Whether the operations agree on these inputs, as the interpreter computes them.
    pub fn differs(&self, half: Half, w: Witness) -> bool {
        let (arena, goal) = self.goal(half);
        let inputs = [("mem", w.mem), (SOURCES[0], w.src[0]), (SOURCES[1], w.src[1])];
        arena.eval(goal, &inputs) != 0 && crate::exhaust::differs(self.question, half, w)
    }

    /// Decides one half.
    pub fn decide(&self, half: Half, means: &Means<'_>) -> Decision {
        let started = Instant::now();
        let took = || format!("{:.3} s", started.elapsed().as_secs_f64());
        let (arena, goal) = self.goal(half);
        if let (Node::Lit(0), _) = arena.node(goal) {
            return Decision::Equal { how: "both are the same term".into() };
        }
        let program = Program::new(arena, goal);
        if let Some(witness) = self.sample(&program) {
            return Decision::Different { witness, how: format!("corner values and drawn inputs, {}", took()) };
        }
        if let Some(swept) = exhaust::sweep(self.question, half, &self.arena, self.assumed, means) {
            return match swept {
                Swept::Equal(count) => Decision::Equal { how: format!("exhaustive: all {count} inputs, {}", took()) },
                Swept::Different(witness) => Decision::Different { witness, how: format!("exhaustive, {}", took()) },
            };
        }
        let deadline = started + means.budget;
        let confirmed = |found: Found, how: String| match found {
            Found::Nothing => Some(Decision::Equal { how }),
            Found::Inputs(model) => {
                let witness = witness_of(&model);
                assert!(self.differs(half, witness), "a witness that the interpreter does not confirm: {witness:x?}");
                Some(Decision::Different { witness, how })
            }
            Found::Unknown => None,
        };
        let solve = |arena: &Arena, goal, until| satisfy(arena, goal, until).unwrap_or(Found::Unknown);
        if !adder::has_sum(arena, goal) {
            let found = solve(arena, goal, deadline);
            if let Some(decision) = confirmed(found, format!("solver batsat 0.6, {}", took())) {
                return decision;
            }
        } else {
            let free = Arena::new();
            let free_goal = adder::abstract_sums(arena, goal, &free);
            if solve(&free, free_goal, deadline) == Found::Nothing {
                return Decision::Equal { how: format!("solver batsat 0.6, equal for any sum, {}", took()) };
            }
            // Adders are hard for a solver of clauses: others, if there are, get most of the time.
            let until = if means.outside.is_some() { started + means.budget / 10 } else { deadline };
            let bits = Arena::new();
            let bits_goal = adder::expand(arena, goal, &bits);
            let found = solve(&bits, bits_goal, until);
            if let Some(decision) = confirmed(found, format!("solver batsat 0.6, sums by bits, {}", took())) {
                return decision;
            }
        }
        let left = deadline.saturating_duration_since(Instant::now());
        if let Some(ask) = means.outside
            && let Some((found, who)) = ask(arena, goal, left)
            && let Some(decision) = confirmed(found, format!("{who}, {}", took()))
        {
            return decision;
        }
        let hint = if means.outside.is_some() { "no solver answered" } else { "no outside solver was asked" };
        Decision::Undecided { why: format!("{} s are over; {hint}", means.budget.as_secs_f64()) }
    }
}

fn witness_of(model: &crate::sat::Model) -> Witness {
    let of = |name: &str| model.get(name).copied().unwrap_or(0);
    Witness { mem: of("mem"), src: SOURCES.map(of) }
}
