//! The result of an exploration, in herd7's format, and single executions as text and as a graph.

use crate::execution::{Choice, Frame, Kind};
use crate::model::Model;
use crate::relation::Relation;
use crate::test::{Quantifier, Test, Value};
use std::fmt::{self, Write};

/// The result of an exploration.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Report {
    /// The test's name.
    pub name: String,
    /// The model's name.
    pub model: &'static str,
    /// The observed registers and locations of a state.
    pub observed: Vec<String>,
    /// The states, sorted.
    pub states: Vec<State>,
    /// The condition at the end, as text.
    pub goal: Option<(Quantifier, String)>,
    /// Whether the condition holds with its quantifier; `None` if there is none, or if the exploration stopped before that was known.
    pub holds: Option<bool>,
    /// An execution that decides it: one that satisfies `exists` or refutes `~exists` or `forall`.
    pub witness: Option<Witness>,
    /// Two racing accesses, if races were searched.
    pub race: Option<Race>,
    /// Threads that wait for ever, if they were searched.
    pub waits: Option<Waiting>,
    /// Number of candidates that the model checked, including partial ones.
    pub candidates: u64,
    /// Executions in which every thread ended.
    pub executions: u64,
    /// How many candidates each rule refused.
    pub refused: Vec<(&'static str, u64)>,
    /// Whether the exploration is complete. If not, `bounds` names the limits, unless everything that was asked had been decided.
    pub whole: bool,
    /// Limits that were reached.
    pub bounds: Vec<String>,
}

/// A final state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The values, in the order of [`Report::observed`].
    pub values: Vec<i64>,
    /// How many executions end in it.
    pub executions: u64,
    /// Whether it satisfies the condition, if there is one.
    pub satisfies: Option<bool>,
}

/// A race.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Race {
    /// One event, in the witness.
    pub a: usize,
    /// The other event.
    pub b: usize,
    /// The execution.
    pub witness: Witness,
}

/// Threads that wait for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// Their numbers.
    pub threads: Vec<u32>,
    /// The execution; events that repeat are marked.
    pub witness: Witness,
}

/// An execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// The events.
    pub events: Vec<Shown>,
    /// Edges by the name of their relation: `po`, `rf`, `co`, `fr`, `sc`, `barrier`. Orders have only their immediate edges.
    pub edges: Vec<(&'static str, Vec<(usize, usize)>)>,
}

/// An event of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The number of its thread; initial values have none.
    pub thread: Option<u32>,
    /// The line of the text.
    pub line: u32,
    /// The instruction, or the initial value.
    pub text: String,
    /// `R x = 1`, `W x = 1`, `F`, `B`.
    pub effect: String,
    /// Whether it repeats for ever.
    pub repeats: bool,
}

impl Report {
    pub(crate) fn of(test: &Test, model: &Model) -> Report {
        Report {
            name: test.name.clone(),
            model: model.name,
            observed: test.observed().into_iter().map(|value| test.name_of(value)).collect(),
            goal: test.goal.as_ref().map(|(quantifier, condition)| (*quantifier, test.text_of(condition))),
            whole: true,
            ..Report::default()
        }
    }

    pub(crate) fn finish(&mut self, test: &Test) {
        self.states.sort_by(|a, b| a.values.cmp(&b.values));
        self.holds = test.goal.as_ref().and_then(|(quantifier, _)| match (quantifier, &self.witness) {
            (Quantifier::Exists, Some(_)) => Some(true),
            (Quantifier::NotExists | Quantifier::Forall, Some(_)) => Some(false),
            // The absence of an example decides only if the exploration is complete.
            (Quantifier::Exists, None) => self.whole.then_some(false),
            (Quantifier::NotExists | Quantifier::Forall, None) => self.whole.then_some(true),
        });
    }

    /// Executions that satisfy the condition, and those that do not.
    pub fn witnesses(&self) -> (u64, u64) {
        let sum = |wanted| {
            let states = self.states.iter().filter(|state| state.satisfies == Some(wanted));
            states.map(|state| state.executions).sum()
        };
        (sum(true), sum(false))
    }

    /// `Never`, `Sometimes` or `Always`: how often the condition is satisfied.
    pub fn observation(&self) -> &'static str {
        match self.witnesses() {
            (0, _) => "Never",
            (_, 0) => "Always",
            _ => "Sometimes",
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Test {} ({})", self.name, self.model)?;
        writeln!(f, "States {}", self.states.len())?;
        for state in &self.states {
            for (name, value) in self.observed.iter().zip(&state.values) {
                write!(f, "{name}={value}; ")?;
            }
            writeln!(f)?;
        }
        if let Some((quantifier, condition)) = &self.goal {
            let verdict = match self.holds {
                Some(true) => "Ok",
                Some(false) => "No",
                None => "Undecided",
            };
            let (positive, negative) = self.witnesses();
            writeln!(f, "{verdict}")?;
            writeln!(f, "Witnesses")?;
            writeln!(f, "Positive: {positive} Negative: {negative}")?;
            writeln!(f, "Condition {quantifier} ({condition})")?;
            writeln!(f, "Observation {} {} {positive} {negative}", self.name, self.observation())?;
        }
        if let Some(race) = &self.race {
            let text = |i: usize| race.witness.events[i].name();
            writeln!(f, "Race {} with {}", text(race.a), text(race.b))?;
        }
        if let Some(waits) = &self.waits {
            let threads: Vec<String> = waits.threads.iter().map(|thread| format!("P{thread}")).collect();
            writeln!(f, "Waits forever {}", threads.join(" "))?;
        }
        writeln!(f, "Executions {} of {} candidates", self.executions, self.candidates)?;
        for (axiom, count) in &self.refused {
            writeln!(f, "Refused {count} by {axiom}")?;
        }
        for bound in &self.bounds {
            writeln!(f, "Bounded: {bound}")?;
        }
        Ok(())
    }
}

impl Shown {
    /// `P0: st.weak x, 1 (line 5)`, `x = 0`.
    pub fn name(&self) -> String {
        match self.thread {
            Some(thread) => format!("P{thread}: {} (line {})", self.text, self.line),
            None => self.text.clone(),
        }
    }
}

impl Witness {
    pub(crate) fn of(frame: &Frame, choice: &Choice) -> Witness {
        let test = frame.test;
        let events = frame.events.iter().enumerate().map(|(i, event)| {
            let instruction = event.thread.map(|t| &test.threads[t].code[event.instruction]);
            let place = event.location.map_or("", |at| test.locations[at].name.as_str());
            let value = choice.value(frame, i);
            let effect = match event.kind {
                Kind::Initial | Kind::Write => format!("W {place} = {value}"),
                Kind::Read => format!("R {place} = {value}"),
                Kind::Fence | Kind::Device(_) => "F".into(),
                Kind::Barrier => "B".into(),
            };
            Shown {
                thread: event.thread.map(|t| test.threads[t].number),
                line: instruction.map_or(0, |instruction| instruction.line),
                text: instruction.map_or_else(|| format!("{place} = {value}"), |instruction| instruction.text.clone()),
                effect,
                repeats: event.spins,
            }
        });
        let edges = [
            ("po", immediate(&frame.po)),
            ("rf", choice.rf.clone()),
            ("co", immediate(&choice.co)),
            ("fr", choice.rf.inverse().then(&immediate(&choice.co))),
            ("sc", immediate(&choice.sc)),
            ("barrier", frame.barrier.clone().without_same()),
        ];
        let edges = edges.into_iter().map(|(name, relation)| (name, relation.pairs().collect()));
        Witness { events: events.collect(), edges: edges.collect() }
    }

    /// The execution as a graph for Graphviz: a column for each thread.
    pub fn dot(&self) -> String {
        self.dot_named(|thread| format!("P{thread}"))
    }

    /// The same with other names of threads.
    pub fn dot_named(&self, name: impl Fn(u32) -> String) -> String {
        let mut out =
            String::from("digraph execution {\n  rankdir=TB; node [shape=box, fontname=monospace, fontsize=10];\n");
        let mut threads: Vec<Option<u32>> = self.events.iter().map(|event| event.thread).collect();
        threads.sort_unstable();
        threads.dedup();
        for thread in threads {
            let id = thread.map_or("initial".into(), |thread| format!("P{thread}"));
            let label = thread.map_or("initial".into(), &name);
            let _ = writeln!(out, "  subgraph cluster_{id} {{ label=\"{label}\";");
            for (i, event) in self.events.iter().enumerate().filter(|(_, event)| event.thread == thread) {
                let text = format!("{}\n{}", event.text, event.effect).replace('\\', "\\\\").replace('"', "\\\"");
                let text = text.replace('\n', "\\n");
                let style = if event.repeats { ", style=dashed" } else { "" };
                let _ = writeln!(out, "    e{i} [label=\"{text}\"{style}];");
            }
            out.push_str("  }\n");
        }
        for (name, pairs) in &self.edges {
            let colour = match *name {
                "po" => "black",
                "rf" => "red",
                "co" => "blue",
                "fr" => "orange",
                "sc" => "purple",
                _ => "darkgreen",
            };
            for (i, j) in pairs {
                let _ = writeln!(out, "  e{i} -> e{j} [label=\"{name}\", color={colour}, fontcolor={colour}];");
            }
        }
        out.push_str("}\n");
        out
    }

    /// A cycle of this execution as lines: what [`crate::Violation::edges`] means.
    pub fn cycle(&self, edges: &[(usize, &'static str, usize)]) -> String {
        let mut out = String::new();
        for (from, relation, to) in edges {
            let _ = writeln!(out, "  {} -{relation}-> {}", self.events[*from].name(), self.events[*to].name());
        }
        out
    }
}

impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, event) in self.events.iter().enumerate() {
            let repeats = if event.repeats { "  (repeats forever)" } else { "" };
            writeln!(f, "e{i}: {}  [{}]{repeats}", event.name(), event.effect)?;
        }
        for (name, pairs) in self.edges.iter().filter(|(name, pairs)| *name != "po" && !pairs.is_empty()) {
            let pairs: Vec<String> = pairs.iter().map(|(i, j)| format!("e{i}->e{j}")).collect();
            writeln!(f, "{name}: {}", pairs.join(" "))?;
        }
        Ok(())
    }
}

/// A strict order without implied pairs.
fn immediate(order: &Relation) -> Relation {
    order.clone().minus(&order.then(order))
}

impl State {
    /// The value of `value`, if it is observed.
    pub fn value(&self, test: &Test, value: Value) -> Option<i64> {
        let index = test.observed().iter().position(|other| *other == value)?;
        self.values.get(index).copied()
    }
}
