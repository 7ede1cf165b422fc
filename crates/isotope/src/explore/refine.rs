//! Whether one kernel refines another: every outcome of A on a launch is an outcome of B.

use std::collections::{BTreeMap, HashSet};

use isotope_option::OptionName;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::error::QuestionError;
use super::{ElementBits, Exploration, Mode, Progress, Question, Until, Way, explore};
use crate::answer::{self, Hex};
use crate::error::{Context, Error, Result};
use crate::launch::Prepared;

/// An outcome of a kernel, in terms that two kernels share.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Outcome")]
#[non_exhaustive]
pub struct RefinementOutcome {
    /// `complete`, `no end` (waves wait or run for ever), `no end under MODEL`, or `fault: RULE`
    pub ends: String,
    /// The observed elements, if every wave ended
    #[serde(serialize_with = "answer::map")]
    #[schemars(with = "BTreeMap<String, ElementBits>")]
    pub memory: Vec<(String, ElementBits)>,
    /// The printed text, if it is compared
    pub printed: Option<String>,
    /// The outcome in words
    pub text: String,
    /// A schedule with this outcome
    #[serde(serialize_with = "answer::text")]
    #[schemars(with = "String")]
    pub schedule: super::Schedule,
}

/// An outcome of A that B does not have, and the one of B that is nearest to it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Counterexample {
    /// The outcome of A
    pub outcome: RefinementOutcome,
    /// The outcome of B that differs in the fewest observed elements; null if B has no outcome
    pub nearest: Option<RefinementOutcome>,
    /// Where the two differ: `how it ends`, elements such as `x[3]`, `printed`
    pub differs: Vec<String>,
}

/// What comparing two kernels on one launch has shown.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Refinement {
    /// What was found of A and of B.
    pub sides: [Exploration; 2],
    /// How many different outcomes each has.
    pub outcomes: [usize; 2],
    /// Whether every outcome of A is one of B; none where what was left out can decide it.
    pub refines: Option<bool>,
    /// How many outcomes of A were not found among those of B.
    pub missing: usize,
    /// One of them.
    pub counterexample: Option<Counterexample>,
    /// What was left out of A, and of B.
    pub left_out: [Vec<String>; 2],
    /// What is not part of the comparison.
    pub not_compared: Vec<String>,
}

/// Explore launches A and B as `question` says and compare their outcomes. Its limits hold for each; `until` gives each its time.
///
/// # Errors
/// When the launches differ in shape, parameters or buffers, the question is not one of outcomes alone, or a launch cannot be explored.
pub fn refine([a, b]: [&Prepared; 2], question: &Question, until: impl Fn() -> Until) -> Result<Refinement> {
    refuse(question)?;
    comparable(a, b)?;
    let side = |launch| explore(launch, &Question { until: until(), ..question.clone() });
    let sides = [side(a).context("A")?, side(b).context("B")?];
    let mut found = compared(sides, a.image.target == b.image.target);
    let is_observed =
        |name: &str| question.observe.iter().any(|item| item.split('[').next().is_some_and(|of| of.trim() == name));
    let others: Vec<&str> = a.buffers.iter().map(|placed| &*placed.name).filter(|name| !is_observed(name)).collect();
    if !others.is_empty() {
        found.not_compared.push(format!("buffers that are not observed: {}", others.join(", ")));
    }
    Ok(found)
}

/// Questions whose answers are not sets of outcomes.
fn refuse(question: &Question) -> Result<()> {
    let why = match question {
        Question { mode: Mode::Random { .. }, .. } => QuestionError::RefineRandom,
        Question { shard: (_, 2..), .. } => QuestionError::RefineShard,
        Question { races: true, .. } => QuestionError::RefineRaces,
        Question { expect: Some(_), .. } => QuestionError::RefineExpect,
        _ => return Ok(()),
    };
    Err(Error::new(why))
}

/// Refuse launches whose outcomes say nothing of each other.
fn comparable(a: &Prepared, b: &Prepared) -> Result<()> {
    let differ = |what: String| Err(Error::new(format!("expected two kernels that can replace each other: {what}")));
    let shape = |of: &Prepared| (of.dispatch.groups, of.dispatch.group_size, of.dispatch.remainder);
    if shape(a) != shape(b) {
        return differ(format!(
            "A is launched as {:?} groups of {:?}, B as {:?} of {:?}",
            a.dispatch.groups, a.dispatch.group_size, b.dispatch.groups, b.dispatch.group_size
        ));
    }
    let params = |of: &Prepared| {
        of.image.kernel(Some(&of.dispatch.program.name)).map_or_else(|_| Vec::new(), |kernel| kernel.params.clone())
    };
    let (of_a, of_b) = (params(a), params(b));
    if of_a.len() != of_b.len() {
        return differ(format!(
            "A (`{}`) has {} parameters, B (`{}`) has {}",
            a.dispatch.program.name,
            of_a.len(),
            b.dispatch.program.name,
            of_b.len()
        ));
    }
    // How many bytes a pointer takes is the target's; of other values the file says no more than the size.
    let plain = isotope_object::ParamKind::Plain;
    if let Some((a, b)) = of_a.iter().zip(&of_b).find(|(a, b)| (a.kind, b.kind) == (plain, plain) && a.size != b.size) {
        let name = if a.name.is_empty() { String::new() } else { format!(" (`{}`)", a.name) };
        return differ(format!("parameter {}{name} has {} bytes in A and {} in B", a.ordinal, a.size, b.size));
    }
    for n in 0..a.buffers.len().max(b.buffers.len()) {
        let text = |of: &Prepared| {
            of.buffers.get(n).map_or_else(
                || "none".into(),
                |placed| {
                    format!(
                        "`{}` ({} elements of {})",
                        placed.name,
                        placed.size(&of.memory) / placed.ty.size() as u64,
                        placed.ty.name()
                    )
                },
            )
        };
        if text(a) != text(b) {
            return differ(format!("buffer {n} is {} in A, {} in B", text(a), text(b)));
        }
    }
    Ok(())
}

fn compared(sides: [Exploration; 2], same_target: bool) -> Refinement {
    let mut not_compared = Vec::new();
    let prints = |found: &Exploration| found.outcomes.iter().any(|way| way.printed.is_some());
    if !same_target && sides.iter().any(prints) {
        not_compared.push("what is printed, which not every target shows in outcomes".into());
    }
    if sides[0].mode == "states" && sides[0].progress.is_empty() {
        not_compared.push(format!(
            "runs without an end in which waves go on ({} and {} do not look for them)",
            OptionName::Symmetry,
            OptionName::Model.with("rdna3")
        ));
    }
    let [a, b] = sides.each_ref().map(|found| outcomes(found, same_target));
    let left_out = sides.each_ref().map(left_out);
    let known: HashSet<String> = b.iter().map(RefinementOutcome::key).collect();
    let missing: Vec<&RefinementOutcome> = a.iter().filter(|outcome| !known.contains(&outcome.key())).collect();
    let refines = match (missing.is_empty(), left_out[0].is_empty(), left_out[1].is_empty()) {
        (false, _, true) => Some(false),
        (true, true, _) => Some(true),
        _ => None,
    };
    let counterexample = missing.first().map(|outcome| {
        let nearest = b.iter().min_by_key(|other| outcome.distance(other));
        let differs = nearest.map(|other| outcome.differs(other)).unwrap_or_default();
        Counterexample { outcome: (*outcome).clone(), nearest: nearest.cloned(), differs }
    });
    let (missing, outcomes) = (missing.len(), [a.len(), b.len()]);
    Refinement { sides, outcomes, refines, missing, counterexample, left_out, not_compared }
}

/// Every outcome once.
fn outcomes(found: &Exploration, prints: bool) -> Vec<RefinementOutcome> {
    let told = |ends: String, way: &Way| RefinementOutcome {
        ends,
        memory: Vec::new(),
        printed: None,
        text: way.text.join("; "),
        schedule: way.schedule.clone(),
    };
    let complete = found.outcomes.iter().map(|way| {
        let (memory, printed) = (way.memory.clone(), way.printed.clone().filter(|_| prints));
        RefinementOutcome { memory, printed, ..told("complete".into(), way) }
    });
    // A deadlock is one under every model of forward progress.
    let models: Vec<String> = match found.progress.is_empty() {
        true => vec!["no end".into()],
        false => found.progress.iter().map(|(model, _)| no_end_under(*model)).collect(),
    };
    let endless = found.deadlocks.iter().flat_map(|way| models.iter().map(move |ends| told(ends.clone(), way)));
    let fair = found.progress.iter().filter_map(|(model, run)| {
        let how = |run: &super::Schedule| if run.cycle.is_empty() { "deadlock" } else { "endless run" };
        let run = run.as_ref()?;
        Some(RefinementOutcome {
            ends: no_end_under(*model),
            memory: Vec::new(),
            printed: None,
            text: how(run).into(),
            schedule: run.clone(),
        })
    });
    let faults = found.stops.iter().filter_map(|way| Some(told(format!("fault: {}", way.fault?), way)));
    let mut seen = HashSet::new();
    complete.chain(endless).chain(fair).chain(faults).filter(|outcome| seen.insert(outcome.key())).collect()
}

fn no_end_under(model: Progress) -> String {
    format!("no end under {}", model.name())
}

/// What is not known of a kernel: what a limit left out, and executions that stop where the model does.
fn left_out(found: &Exploration) -> Vec<String> {
    let open = found.stops.iter().filter(|way| way.fault.is_none());
    let open = open.map(|way| {
        format!("an execution stops where its outcome is not known: {}, by {}", way.text.join("; "), way.schedule)
    });
    found.left_out.iter().cloned().chain(open).collect()
}

impl RefinementOutcome {
    fn key(&self) -> String {
        answer::part(&(&self.ends, &self.printed, &self.memory)).to_string()
    }

    /// The elements, one by one, with their names.
    fn elements(&self) -> Vec<(String, &Hex)> {
        let all = self.memory.iter().flat_map(|(label, bits)| {
            let all = bits.elements();
            let name = move |n: usize| if all.len() == 1 { label.clone() } else { format!("{label}[{n}]") };
            all.iter().enumerate().map(move |(n, bits)| (name(n), bits))
        });
        all.collect()
    }

    /// In what two outcomes differ.
    fn differs(&self, other: &RefinementOutcome) -> Vec<String> {
        if self.ends != other.ends {
            return vec!["how it ends".into()];
        }
        let (mine, theirs) = (self.elements(), other.elements());
        let pairs = mine.into_iter().zip(theirs).filter(|((_, a), (_, b))| a != b).map(|((label, _), _)| label);
        let printed = (self.printed != other.printed).then(|| "printed".to_string());
        pairs.chain(printed).collect()
    }

    /// How far two outcomes are from each other.
    fn distance(&self, other: &RefinementOutcome) -> (bool, usize) {
        (self.ends != other.ends, self.differs(other).len())
    }

    fn shown(&self) -> String {
        match &*self.ends {
            "complete" => self.text.clone(),
            ends => format!("{ends} ({})", self.text),
        }
    }
}

/// `1 outcome`, `2 outcomes`.
fn many(n: usize) -> String {
    format!("{n} outcome{}", if n == 1 { "" } else { "s" })
}

impl Refinement {
    /// The verdict in words.
    pub fn verdict(&self) -> &'static str {
        match self.refines {
            Some(true) => "REFINES",
            Some(false) => "DOES NOT REFINE",
            None => "UNDECIDED",
        }
    }

    /// As text; `names` say what A and B are.
    pub fn text(&self, names: [&str; 2]) -> String {
        use std::fmt::Write;
        let (count, missing) = (many(self.outcomes[0]), self.missing);
        let why = match (self.refines, missing) {
            (Some(true), _) => format!("B has every outcome of A ({count})"),
            (Some(false), _) => format!("B does not have {missing} of {count} of A"),
            (None, 0) => format!("B has every outcome found of A ({count}), but A was not explored in full"),
            (None, _) => format!("{missing} of {count} of A was not found in B, which was not explored in full"),
        };
        let mut out = format!("{}: {why}\n", self.verdict());
        for (n, side) in ["A", "B"].into_iter().enumerate() {
            let Exploration { count, unit, .. } = &self.sides[n];
            let _ = writeln!(out, "{side}: {}: {count} {unit}, {}", names[n], many(self.outcomes[n]));
        }
        if let Some(Counterexample { outcome, nearest, differs }) = &self.counterexample {
            let _ = writeln!(out, "A only: {}    by {}", outcome.shown(), outcome.schedule);
            let _ = match nearest {
                None => writeln!(out, "B has no outcome"),
                Some(near) => writeln!(
                    out,
                    "B nearest: {}    by {}\nDiffers: {}",
                    near.shown(),
                    near.schedule,
                    differs.join(", ")
                ),
            };
        }
        for (side, all) in ["A", "B"].into_iter().zip(&self.left_out) {
            all.iter().for_each(|what| out += &format!("Not looked at in {side}: {what}\n"));
        }
        self.not_compared.iter().for_each(|what| out += &format!("Not compared: {what}\n"));
        out
    }

    /// As JSON; `names` say what A and B are.
    pub fn json(&self, names: [&str; 2]) -> Value {
        let side = |n: usize| SideJson {
            kernel: names[n],
            mode: self.sides[n].mode,
            explored: self.sides[n].count,
            outcomes: self.outcomes[n],
            complete: self.left_out[n].is_empty(),
            left_out: &self.left_out[n],
        };
        answer::json(&RefinesJson {
            verdict: self.verdict(),
            refines: self.refines,
            a: side(0),
            b: side(1),
            missing: self.missing,
            counterexample: self.counterexample.as_ref(),
            not_compared: &self.not_compared,
        })
    }
}

/// Output of `isotope explore A --refines B --json`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct RefinesJson<'a> {
    #[schemars(extend("enum" = ["REFINES", "DOES NOT REFINE", "UNDECIDED"]))]
    verdict: &'static str,
    /// Whether every outcome of A is one of B; null where what was left out can decide it
    refines: Option<bool>,
    a: SideJson<'a>,
    b: SideJson<'a>,
    /// Outcomes of A that were not found among those of B
    missing: usize,
    counterexample: Option<&'a Counterexample>,
    not_compared: &'a [String],
}

#[derive(Serialize, JsonSchema)]
struct SideJson<'a> {
    kernel: &'a str,
    #[schemars(extend("enum" = ["states", "traces"]))]
    mode: &'static str,
    /// States or executions
    explored: u64,
    outcomes: usize,
    complete: bool,
    left_out: &'a [String],
}
