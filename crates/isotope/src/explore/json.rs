//! What was found, of a launch or of a litmus test, as JSON.

use std::collections::BTreeMap;

use isotope_litmus::{Report, State};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::barriers::BarrierJson;
use super::races::{RaceJson, RaceSearchJson};
use super::{Barrier, Exploration, Way};
use crate::answer;

/// Output of `isotope explore --json`, of kernels and litmus tests.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[expect(clippy::large_enum_variant, reason = "made once, to be printed")]
pub(crate) enum ExploreJson<'a> {
    Launch(LaunchJson<'a>),
    Litmus(LitmusJson<'a>),
}

/// Of a launch of a kernel.
#[derive(Serialize, JsonSchema)]
pub(crate) struct LaunchJson<'a> {
    #[schemars(extend("enum" = ["states", "traces", "random"]))]
    mode: &'static str,
    symmetry: Option<SymmetryJson<'a>>,
    orders: Vec<&'static str>,
    /// Whether nothing was left out
    complete: bool,
    figures: BTreeMap<&'static str, u64>,
    outcomes: &'a [Way],
    deadlocks: Vec<ToldJson<'a>>,
    /// Random runs that were cut off
    cut_off: Vec<ToldJson<'a>>,
    stopped: Vec<ToldJson<'a>>,
    /// For each model of progress, whether every run that is fair under it ends; null where it is not known
    progress: BTreeMap<String, Option<bool>>,
    /// For each model that a run does not end under, its schedule
    endless: BTreeMap<String, String>,
    expect: Option<ExpectJson>,
    /// Barriers that not all work-items of a group reach; `count` is how many of the explored steps
    barriers: Vec<BarrierJson<'a>>,
    left_out: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    races: Option<Vec<RaceJson<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    race_search: Option<RaceSearchJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    executions: Option<ExecutionsJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    runs: Option<u64>,
}

/// Waves that are alike.
#[derive(Serialize, JsonSchema)]
struct SymmetryJson<'a> {
    alike: Vec<Vec<String>>,
    /// How much there is without symmetry
    without: u64,
    /// Why no waves are alike
    none: Option<&'a str>,
}

/// A deadlock, a run that was cut off, or a step that stops the launch.
#[derive(Serialize, JsonSchema)]
struct ToldJson<'a> {
    text: &'a [String],
    schedule: String,
    count: u64,
}

#[derive(Serialize, JsonSchema)]
struct ExpectJson {
    condition: String,
    /// Null where what was left out can decide it
    holds: Option<bool>,
    positive: usize,
    negative: usize,
}

#[derive(Serialize, JsonSchema)]
struct ExecutionsJson {
    complete: u64,
    blocked: u64,
    deadlocked: u64,
    stopped: u64,
    bounded: u64,
}

impl<'a> From<&'a Exploration> for LaunchJson<'a> {
    fn from(found: &'a Exploration) -> Self {
        let symmetry = found.symmetry.as_ref().map(|(waves, apart)| {
            let place = |(group, wave): &(u32, u32)| format!("{group}.{wave}");
            let alike = waves.alike.iter().map(|class| class.iter().map(place).collect());
            SymmetryJson { alike: alike.collect(), without: *apart, none: waves.none.as_deref() }
        });
        let told = |way: &'a Way| ToldJson { text: &way.text, schedule: way.schedule.to_string(), count: way.count };
        let progress = found.progress.iter().map(|(model, run)| {
            let ends = match (run, &found.left_out) {
                (Some(_), _) => Some(false),
                (None, Some(_)) => None,
                (None, None) => Some(true),
            };
            (model.name().to_string(), ends)
        });
        let endless = found
            .progress
            .iter()
            .filter_map(|(model, run)| Some((model.name().to_string(), run.as_ref()?.to_string())));
        let (positive, negative) = found.witnesses();
        let expect = found.expect.as_ref().map(|(expect, _)| ExpectJson {
            condition: expect.text().to_string(),
            holds: found.verdict(),
            positive,
            negative,
        });
        let (races, race_search) = found.races.as_ref().map(|races| races.json()).unzip();
        let figure = |name: &str| found.figures.iter().find(|(known, _)| *known == name).map_or(0, |(_, n)| *n);
        let executions = (found.mode == "traces").then(|| ExecutionsJson {
            complete: figure("complete"),
            blocked: figure("waiting"),
            deadlocked: figure("deadlocked"),
            stopped: figure("stopped"),
            bounded: figure("bounded"),
        });
        LaunchJson {
            mode: found.mode,
            symmetry,
            orders: found.orders.iter().map(|(name, _)| *name).collect(),
            complete: found.left_out.is_none(),
            figures: found.figures.iter().copied().collect(),
            outcomes: &found.outcomes,
            deadlocks: found.deadlocks.iter().map(told).collect(),
            cut_off: found.cut_off.iter().map(told).collect(),
            stopped: found.stops.iter().map(told).collect(),
            progress: progress.collect(),
            endless: endless.collect(),
            expect,
            barriers: found.barriers.iter().map(Barrier::json).collect(),
            left_out: found.left_out.as_deref(),
            races,
            race_search,
            executions,
            states: (found.mode == "states").then_some(found.count),
            runs: (found.mode == "random").then_some(found.count),
        }
    }
}

/// Of a litmus test.
#[derive(Serialize, JsonSchema)]
pub(crate) struct LitmusJson<'a> {
    #[schemars(extend("const" = "litmus"))]
    mode: &'static str,
    test: &'a str,
    model: &'a str,
    /// Whether nothing was left out
    complete: bool,
    executions: CandidatesJson,
    outcomes: Vec<StateJson<'a>>,
    expect: LitmusExpectJson,
    /// Pairs of events of the witness
    races: Vec<[usize; 2]>,
    /// Threads that wait for ever
    waiting: Option<&'a [u32]>,
    left_out: &'a [String],
}

#[derive(Serialize, JsonSchema)]
struct CandidatesJson {
    complete: u64,
    candidates: u64,
}

#[derive(Serialize, JsonSchema)]
struct StateJson<'a> {
    memory: BTreeMap<&'a str, i64>,
    count: u64,
    /// Whether it satisfies the condition, where there is one
    fulfils: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
struct LitmusExpectJson {
    holds: Option<bool>,
}

/// What a litmus test shows, as JSON.
pub fn litmus_json(report: &Report) -> Value {
    let outcome = |state: &State| StateJson {
        memory: report.observed.iter().map(|name| &**name).zip(state.values.iter().copied()).collect(),
        count: state.executions,
        fulfils: state.satisfies,
    };
    answer::json(&ExploreJson::Litmus(LitmusJson {
        mode: "litmus",
        test: &report.name,
        model: report.model,
        complete: report.whole,
        executions: CandidatesJson { complete: report.executions, candidates: report.candidates },
        outcomes: report.states.iter().map(outcome).collect(),
        expect: LitmusExpectJson { holds: report.holds },
        races: report.race.iter().map(|race| [race.a, race.b]).collect(),
        waiting: report.waits.as_ref().map(|waits| &*waits.threads),
        left_out: &report.bounds,
    }))
}
