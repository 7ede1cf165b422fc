//! `run --fidelity`: which executed instructions rest on something that no document settles, and whether it shows in
//! memory.
//!
//! The launches are lifted under every other reading first, then run once with an observer, then once more under each
//! reading that an executed instruction depends on; what memory holds afterwards is compared.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use isotope::fidelity::{Basis, Count, Flow, Reading, Set, readings};
use isotope::machine::{self, Dispatch, Options, Outcome, Report, Stats};
use isotope::mem::Memory;
use isotope::object::Target;
use isotope::op::assume::{Assumption, Assumptions};
use isotope::program::Program;
use serde_json::{Value, json};

use crate::exit::Result;

/// What a run left: how it ended, and its buffers by name.
pub type Left = (Outcome, Vec<(String, Vec<u8>)>);

/// A way to launch.
pub type Launcher<'a> = &'a mut dyn FnMut(&Dispatch, &Memory) -> Report;

/// What [`Flow`] saw of a launch.
struct Watched {
    /// By step.
    counts: Vec<Count>,
    /// By assumption, the step that put something into memory first.
    reached: Vec<Option<u32>>,
}

/// An instruction that ran and rests on something.
struct Resting {
    kernel: String,
    address: u32,
    text: String,
    count: Count,
    on: Set,
    /// Rules without an answer, which were not needed.
    open: Vec<&'static str>,
}

/// What became of what rests on an assumption.
enum Fate {
    /// Tried under each other reading: the words, and the first difference under each.
    Tried(Vec<(&'static str, Option<String>)>),
    /// No other reading is built; where it was put into memory first.
    Followed(Option<String>),
}

/// The whole report.
pub struct Fidelity {
    executed: usize,
    resting: Vec<Resting>,
    launch: Vec<&'static Assumption>,
    fates: Vec<(&'static Assumption, Fate)>,
    /// The run itself stopped at a rule without an answer.
    stopped: Option<String>,
}

/// Examine a run. `run` makes all launches under given choices with a way to launch, and gives back what they left.
pub fn examine(
    target: Target,
    given: &Assumptions,
    options: Options<'_>,
    mut run: impl FnMut(&Assumptions, Launcher<'_>) -> Result<Left>,
) -> Result<Fidelity> {
    // On several host threads the order of groups is not the same twice.
    let options = Options { threads: 1, ..options };
    let mut lifted = |assumptions: &Assumptions| -> Result<Vec<Program>> {
        let mut programs = Vec::new();
        run(assumptions, &mut |dispatch, _| {
            programs.push(dispatch.program.clone());
            Report { outcome: Outcome::Done, stats: Stats::default() }
        })?;
        Ok(programs)
    };
    let base = lifted(given)?;
    // A launch that cannot be made under a reading has no program there.
    let others: Vec<(Reading, Vec<Program>)> =
        readings(target, given).into_iter().map(|r| (r, lifted(&r.assumptions).unwrap_or_default())).collect();
    let bases: Vec<Basis> = base
        .iter()
        .enumerate()
        .map(|(n, program)| {
            let others: Vec<_> = others.iter().map(|(reading, programs)| (*reading, programs.get(n))).collect();
            Basis::new(target, program, &others)
        })
        .collect();

    let mut flows: Vec<Watched> = Vec::new();
    let (outcome, buffers) = run(given, &mut |dispatch, memory| {
        let n = flows.len();
        let mut flow = Flow::new(&base[n], &bases[n]);
        let report = machine::launch_observed(dispatch, memory, options, &mut flow);
        flows.push(Watched { counts: flow.counts, reached: flow.reached });
        report
    })?;

    let mut report = Fidelity::of(&base, &bases, &flows, &outcome);
    let used = report.resting.iter().fold(Set::default(), |s, r| s.union(r.on));
    for (place, assumption) in used.iter() {
        let mut tried = Vec::new();
        for (reading, _) in others.iter().filter(|(r, _)| r.place == place) {
            let left = run(&reading.assumptions, &mut |d, m| machine::launch(d, m, options));
            let change = match left {
                Ok((other, left)) => difference((&outcome, &buffers), (&other, &left)),
                Err(error) => Some(format!("the launch cannot be made: {error:#}")),
            };
            tried.push((reading.word, change));
        }
        let fate = if tried.is_empty() { Fate::Followed(reached(&base, &flows, place)) } else { Fate::Tried(tried) };
        report.fates.push((assumption, fate));
    }
    Ok(report)
}

/// Where something that rests on an assumption was first put into memory.
fn reached(base: &[Program], flows: &[Watched], place: usize) -> Option<String> {
    base.iter().zip(flows).find_map(|(program, watched)| {
        let step = watched.reached[place]? as usize;
        Some(format!("{:#06x} {}", program.steps[step].address, program.texts[step]))
    })
}

/// The first thing that another run left otherwise.
fn difference(ours: (&Outcome, &[(String, Vec<u8>)]), other: (&Outcome, &[(String, Vec<u8>)])) -> Option<String> {
    if ours.0 != other.0 {
        return Some(match other.0 {
            Outcome::Done => "the run completes".into(),
            Outcome::Stopped { place, stop } => format!("the run stops at {place}: {stop}"),
            Outcome::Stuck(_) => "the run gets stuck".into(),
        });
    }
    ours.1.iter().zip(other.1).find_map(|((name, a), (_, b))| {
        let at = a.iter().zip(b).position(|(x, y)| x != y)?;
        let word = at / 4 * 4;
        let hex = |bytes: &[u8]| {
            let word = bytes[word..].iter().take(4).rev();
            word.fold("0x".to_string(), |mut s, b| {
                let _ = write!(s, "{b:02x}");
                s
            })
        };
        let count = a.iter().zip(b).filter(|(x, y)| x != y).count();
        Some(format!("{count} bytes of `{name}` differ, first at byte {word}: {} becomes {}", hex(a), hex(b)))
    })
}

impl Fidelity {
    fn of(base: &[Program], bases: &[Basis], flows: &[Watched], outcome: &Outcome) -> Fidelity {
        // Variants of one instruction, and launches of one kernel, are one line.
        let mut lines: BTreeMap<(&str, u32), Resting> = BTreeMap::new();
        let (mut executed, mut launch) = (BTreeMap::new(), Set::default());
        for ((program, basis), Watched { counts, .. }) in base.iter().zip(bases).zip(flows) {
            launch = launch.union(basis.launch);
            for (n, step) in program.steps.iter().enumerate().filter(|(n, _)| counts[*n].waves != 0) {
                executed.insert((program.name.as_str(), step.address), ());
                let open = basis.open.iter().filter(|(at, _)| *at as usize == n).map(|(_, rule)| rule.text);
                let open: Vec<_> = open.collect();
                if basis.steps[n].is_empty() && open.is_empty() {
                    continue;
                }
                let line = lines.entry((&program.name, step.address)).or_insert_with(|| Resting {
                    kernel: program.name.clone(),
                    address: step.address,
                    text: program.texts[n].clone(),
                    count: Count::default(),
                    on: Set::default(),
                    open,
                });
                line.count.waves += counts[n].waves;
                line.count.lanes += counts[n].lanes;
                line.on = line.on.union(basis.steps[n]);
            }
        }
        let stopped = match outcome {
            Outcome::Stopped { place, stop: stop @ machine::Stop::Unspecified { .. } } => {
                Some(format!("{place}: {stop}"))
            }
            _ => None,
        };
        Fidelity {
            executed: executed.len(),
            resting: lines.into_values().collect(),
            launch: launch.iter().map(|(_, a)| a).collect(),
            fates: Vec::new(),
            stopped,
        }
    }

    /// The report in lines.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let _ = writeln!(
            out,
            "fidelity: {} of {} executed instructions rest on something that no document settles",
            self.resting.len(),
            self.executed
        );
        for r in &self.resting {
            let Count { waves, lanes } = r.count;
            let _ = writeln!(out, "  {} {:#06x} {} (by {waves} waves in {lanes} lanes)", r.kernel, r.address, r.text);
            if !r.on.is_empty() {
                let ids: Vec<_> = r.on.iter().map(|(_, a)| a.id).collect();
                let _ = writeln!(out, "    rests on {}", ids.join(", "));
            }
            for rule in &r.open {
                let _ = writeln!(out, "    has an open case, which did not occur: {rule}");
            }
        }
        for (a, fate) in &self.fates {
            let _ = writeln!(out, "{} ({}): {}", a.id, a.grade.name(), a.statement);
            match fate {
                Fate::Tried(tried) => {
                    for (word, change) in tried {
                        let change = change.as_deref().unwrap_or("the same memory");
                        let _ = writeln!(out, "  under `{word}`: {change}");
                    }
                }
                Fate::Followed(Some(place)) => {
                    let _ =
                        writeln!(out, "  no other reading is built; what rests on it reached memory first at {place}");
                }
                Fate::Followed(None) => {
                    let _ = writeln!(out, "  no other reading is built; nothing that rests on it reached memory");
                }
            }
        }
        for a in &self.launch {
            let _ =
                writeln!(out, "{} ({}), for the launch: {} Here: {}.", a.id, a.grade.name(), a.statement, a.default);
        }
        if let Some(stopped) = &self.stopped {
            let _ = writeln!(out, "the run stopped at a rule without an answer: {stopped}");
        }
        let (changes, may) = (self.changes(), self.may_change());
        if changes.is_empty() && may.is_empty() {
            out.push_str("fidelity: what is in memory rests on documents alone\n");
        }
        for (list, what) in
            [(changes, "under another reading memory is another:"), (may, "not tried, may show in memory:")]
        {
            if !list.is_empty() {
                let _ = writeln!(out, "fidelity: {what} {}", list.join(", "));
            }
        }
        out
    }

    /// The assumptions under another reading of which the run leaves something else.
    fn changes(&self) -> Vec<&'static str> {
        self.with(|fate| matches!(fate, Fate::Tried(tried) if tried.iter().any(|(_, change)| change.is_some())))
    }

    /// The assumptions that cannot be switched and of which something reached memory.
    fn may_change(&self) -> Vec<&'static str> {
        self.with(|fate| matches!(fate, Fate::Followed(Some(_))))
    }

    fn with(&self, fits: impl Fn(&Fate) -> bool) -> Vec<&'static str> {
        self.fates.iter().filter(|(_, fate)| fits(fate)).map(|(a, _)| a.id).collect()
    }

    /// The report as JSON.
    pub fn json(&self) -> Value {
        let resting: Vec<Value> = self
            .resting
            .iter()
            .map(|r| {
                json!({
                    "kernel": r.kernel,
                    "address": r.address,
                    "text": r.text,
                    "waves": r.count.waves,
                    "lanes": r.count.lanes,
                    "rests_on": r.on.iter().map(|(_, a)| a.id).collect::<Vec<_>>(),
                    "open": r.open,
                })
            })
            .collect();
        let fates: Vec<Value> = self
            .fates
            .iter()
            .map(|(a, fate)| match fate {
                Fate::Tried(tried) => {
                    let tried: Vec<_> =
                        tried.iter().map(|(word, change)| json!({ "reading": word, "change": change })).collect();
                    json!({ "assumption": a.id, "grade": a.grade.name(), "readings": tried })
                }
                Fate::Followed(place) => {
                    json!({ "assumption": a.id, "grade": a.grade.name(), "readings": [], "reached_memory": place })
                }
            })
            .collect();
        json!({
            "executed": self.executed,
            "instructions": resting,
            "assumptions": fates,
            "launch": self.launch.iter().map(|a| a.id).collect::<Vec<_>>(),
            "stopped": self.stopped,
            "memory_changes_with": self.changes(),
            "memory_may_change_with": self.may_change(),
        })
    }
}
