//! All schedules of a launch, as `isotope explore` asks for them: what can happen, in words and as JSON.

mod barriers;
mod error;
mod expect;
mod json;
mod races;
mod refine;
mod replay;
mod view;

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use isotope_explore as engine;
use isotope_ir::effect::{Control, Step};
use isotope_ir::ordering::Ordering;
use isotope_machine::{Dispatch, Stop};
use isotope_option::OptionName;
use isotope_target::case::Case;
use isotope_target::suite;
use isotope_targets::TARGETS;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

pub use barriers::Barrier;
pub use error::QuestionError;
pub use expect::{ElementBits, Expect, ObservedPlace, Quantifier};
pub use isotope_explore::{
    Between, Does, Draw, Exposed, Fair, Limit, MemorySystem, Missing, Orders, Progress, Schedule, Symmetry, Turn, Until,
};
pub(crate) use json::ExploreJson;
pub use json::litmus_json;
pub use races::{Race, RaceAccess, Races};
pub(crate) use refine::RefinesJson;
pub use refine::{Counterexample, Refinement, RefinementOutcome, refine};
pub(crate) use replay::ReplayJson;
pub use replay::{Replay, Scheduled, replay, replay_weak, scheduled};
pub use view::{Effect, View, ViewStep, view};

use crate::answer;
use crate::arguments::Placed;
use crate::error::{Error, Result};
use crate::launch::Prepared;
use crate::report;

/// How to explore.
#[derive(Clone, Debug)]
pub enum Mode {
    /// Every state once.
    States,
    /// Every execution once, up to the order of steps that commute.
    Traces,
    /// Runs under schedules that are drawn.
    Random {
        /// How.
        draw: Draw,
        /// The first seed.
        seed: u64,
        /// How many, each under the next seed.
        runs: u64,
    },
}

/// What to explore, and what to say of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Question {
    /// How.
    pub mode: Mode,
    /// A machine whose memory is weak; none for sequential consistency.
    pub weak: Option<&'static MemorySystem>,
    /// Elements and buffers that outcomes show.
    pub observe: Vec<String>,
    /// A condition on what is left.
    pub expect: Option<String>,
    /// The case that the launch is from: what it says is the condition, where no other is given.
    pub case: Option<Case>,
    /// Progress models under which to ask whether the launch ends; for states.
    pub progress: Vec<Progress>,
    /// Which orders inside a wave are choices.
    pub orders: Orders,
    /// Symmetry reduction: states or executions that differ only by renaming identical waves count once.
    pub symmetry: bool,
    /// Groups that the machine holds at once; none for all.
    pub resident: Option<u32>,
    /// States, executions or runs at most.
    pub limit: Option<u64>,
    /// Bytes for states at most.
    pub max_bytes: usize,
    /// How long to search.
    pub until: Until,
    /// Instructions that a wave may run by itself.
    pub local_steps: u64,
    /// Visible steps of a drawn run at most.
    pub max_depth: usize,
    /// Which part of how many this is, of executions or of drawn runs.
    pub shard: (u64, u64),
    /// Whether to look for data races; for executions.
    pub races: bool,
    /// With `races`: whether lanes of a wave are told apart, which race where nothing but lockstep orders them.
    pub lanes: bool,
    /// Accesses to words of atomics are atomic where their instruction does not say so.
    pub assume_atomic: bool,
}

impl Question {
    /// All states, nothing observed.
    pub fn new(mode: Mode) -> Question {
        Question {
            mode,
            weak: None,
            observe: Vec::new(),
            expect: None,
            case: None,
            progress: Vec::new(),
            orders: Orders::default(),
            symmetry: false,
            resident: None,
            limit: None,
            max_bytes: 4 << 30,
            until: Until::default(),
            local_steps: 1_000_000,
            max_depth: engine::RandomOptions::default().max_depth,
            shard: (0, 1),
            races: false,
            lanes: false,
            assume_atomic: false,
        }
    }
}

/// A way in which the launch can end.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Way {
    /// The end in words, a line each: values in memory, waves that wait, or the step that stopped the launch
    #[serde(skip)]
    pub text: Vec<String>,
    /// The values in the observed places
    #[serde(serialize_with = "answer::map")]
    #[schemars(with = "BTreeMap<String, ElementBits>")]
    pub memory: Vec<(String, ElementBits)>,
    /// Number of states, executions or runs that end so
    pub count: u64,
    /// A schedule that leads there
    #[serde(serialize_with = "answer::text")]
    #[schemars(with = "String")]
    pub schedule: Schedule,
    /// Whether it fulfils the condition; null if there is none, or not every wave ended
    pub fulfils: Option<bool>,
    /// Text printed through a process on the host (sm_50)
    pub printed: Option<String>,
    /// The checks of the case that it fails, a line each
    pub fails: Vec<String>,
    /// The rule of the machine that a step broke; null for other ends, and if the model or the documents do not define what follows
    #[serde(skip)]
    pub fault: Option<&'static str>,
}

/// The result of exploring a launch.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Exploration {
    /// How it was searched: states, traces or random.
    pub mode: &'static str,
    /// Orders inside a wave that were choices, and what keeps one from being a choice here.
    pub orders: Vec<(&'static str, Option<String>)>,
    /// Identical waves, and the number of states or executions without symmetry reduction; none unless asked.
    pub symmetry: Option<(Symmetry, u64)>,
    /// What was counted: states, executions or runs.
    pub unit: &'static str,
    /// How many.
    pub count: u64,
    /// Figures of the search: a name, how many.
    pub figures: Vec<(&'static str, u64)>,
    /// Ways in which every wave ends.
    pub outcomes: Vec<Way>,
    /// Deadlocks: ways in which waves wait, and no schedule releases them.
    pub deadlocks: Vec<Way>,
    /// Random runs that were cut off.
    pub cut_off: Vec<Way>,
    /// Ways in which a step stops the launch.
    pub stops: Vec<Way>,
    /// For each progress model asked for, an endless run that the model allows, if there is one.
    pub progress: Vec<(Progress, Option<Schedule>)>,
    /// What was not explored.
    pub left_out: Option<String>,
    /// Whether a limit was reached. Random runs and shards leave schedules out without one.
    pub limited: bool,
    /// The condition and whether it holds.
    pub expect: Option<(Expect, bool)>,
    /// Data races, where they were looked for.
    pub races: Option<Races>,
    /// Barriers that not all work-items of a group reach.
    pub barriers: Vec<Barrier>,
}

/// The buffers of a launch, with their bytes.
fn buffers(prepared: &Prepared) -> Vec<(Placed, usize)> {
    prepared.buffers.iter().map(|placed| (placed.clone(), placed.size(&prepared.memory) as usize)).collect()
}

/// The result of a search; none if time or memory ended before its first state, which `found` then records.
fn searched<T>(
    result: std::result::Result<T, engine::Error>,
    found: &mut Exploration,
    question: &Question,
) -> Result<Option<T>> {
    match result {
        Ok(searched) => Ok(Some(searched)),
        Err(error @ (engine::Error::Time | engine::Error::Memory { .. })) => {
            found.progress = question.progress.iter().map(|model| (*model, None)).collect();
            (found.limited, found.left_out) = (true, Some(error.to_string()));
            Ok(None)
        }
        Err(error) => Err(Error::new(error)),
    }
}

/// Explore a launch.
///
/// # Errors
/// When a name or a condition does not fit, or the launch cannot be explored.
pub fn explore(prepared: &Prepared, question: &Question) -> Result<Exploration> {
    let buffers = buffers(prepared);
    let mut watched = Vec::new();
    let expect = match (&question.expect, &question.case) {
        (Some(text), _) => Some(Expect::parse(text, &buffers, &mut watched)?),
        (None, Some(case)) => {
            Some(Expect::of_case(case, suite::target_name(TARGETS, &prepared.image), &buffers, &mut watched)?)
        }
        (None, None) => None,
    };
    let conditions = watched.len();
    for text in &question.observe {
        let new = ObservedPlace::parse(text, &buffers)?;
        if !watched[conditions..].contains(&new) {
            watched.push(new);
        }
    }
    let observe: Vec<_> = watched.iter().map(|w| w.place).collect();
    // The buffers of a case may be long.
    let from_case = question.expect.is_none() && question.case.is_some();
    let shown = if watched.len() > conditions || from_case { &watched[conditions..] } else { &watched[..] };
    let way = |bytes: &Vec<Vec<u8>>, count, schedule: &Schedule| {
        let skip = watched.len() - shown.len();
        let items = shown.iter().zip(&bytes[skip..]).map(|(w, bytes)| w.show(bytes));
        // Behind the places stands what was printed.
        let printed = bytes.get(watched.len()).filter(|text| !text.is_empty());
        let printed = printed.map(|text| String::from_utf8_lossy(text).into_owned());
        let text = printed.iter().map(|text| format!("printed \"{}\"", text.escape_debug()));
        let text = items.chain(text).collect::<Vec<_>>().join("; ");
        let fulfils = expect.as_ref().map(|expect| expect.holds(&watched, bytes));
        let memory = shown.iter().zip(&bytes[skip..]).map(|(w, bytes)| (w.label.clone(), w.bits(bytes))).collect();
        let fails = expect.as_ref().map(|expect| expect.failing(&watched, bytes)).unwrap_or_default();
        Way { text: vec![text], memory, count, schedule: schedule.clone(), fulfils, printed, fails, fault: None }
    };
    let told = |text: Vec<String>, count, schedule: &Schedule| {
        let schedule = schedule.clone();
        Way { text, count, schedule, ..Way::default() }
    };
    let stopped = |stop: &Stop, count, schedule: &Schedule| {
        let fault = if let Stop::Fault(fault) = stop { Some(fault.kind.name()) } else { None };
        Way { fault, ..told(vec![stop.to_string()], count, schedule) }
    };
    let (dispatch, memory) = (&prepared.dispatch, &prepared.memory);
    let orders = chosen(dispatch, question.orders);
    let mut found = Exploration { mode: "states", unit: "states", orders, ..Exploration::default() };
    if question.races && !matches!(question.mode, Mode::Traces) {
        return Err(Error::new(QuestionError::RacesMode));
    }
    if question.races && question.symmetry {
        return Err(Error::new(QuestionError::RacesSymmetry));
    }
    let (resident, local_steps, orders) = (question.resident, question.local_steps, question.orders);
    match question.mode {
        Mode::Traces | Mode::Random { .. } if question.weak.is_some() => {
            return Err(Error::new(QuestionError::WeakMode));
        }
        Mode::States => {
            let most = question.limit.map(|n| n as usize);
            let states = match question.weak {
                None => {
                    let mut options =
                        engine::Options { resident, local_steps, orders, observe, ..engine::Options::default() };
                    options.symmetry = question.symmetry;
                    options.progress.clone_from(&question.progress);
                    (options.max_bytes, options.until) = (question.max_bytes, question.until.clone());
                    options.max_states = most.unwrap_or(options.max_states);
                    engine::states(dispatch, memory, &options)
                }
                Some(system) => {
                    let chosen = question.symmetry || orders != Orders::default();
                    if resident.is_some() || !question.progress.is_empty() || chosen {
                        return Err(Error::new(QuestionError::WeakOptions { model: system.name }));
                    }
                    let mut options = engine::WeakOptions::new(system, is_wide(prepared, system)?);
                    (options.local_steps, options.max_bytes, options.observe) =
                        (local_steps, question.max_bytes, observe);
                    options.max_states = most.unwrap_or(options.max_states);
                    options.until = question.until.clone();
                    engine::weak(dispatch, memory, &options)
                }
            };
            let Some(states) = searched(states, &mut found, question)? else { return Ok(judged(found, expect)) };
            found.count = states.states as u64;
            found.symmetry = states.symmetry.map(|waves| (waves, states.apart));
            found.figures.push(("bytes", states.bytes as u64));
            found.barriers = barriers::barriers(prepared, states.diverged)?;
            found.outcomes = states.outcomes.iter().map(|(bytes, e)| way(bytes, e.states, &e.schedule)).collect();
            found.deadlocks = states.deadlocks.into_iter().map(|(at, e)| told(at, e.states, &e.schedule)).collect();
            found.stops = states.stops.iter().map(|(stop, e)| stopped(stop, e.states, &e.schedule)).collect();
            found.progress = states.progress;
            found.limited = states.limit != Limit::None;
            found.left_out = match states.limit {
                Limit::None => None,
                Limit::States => {
                    Some(format!("the search ended at {} states ({})", states.states, OptionName::MaxStates))
                }
                Limit::Memory => Some(format!(
                    "the search ended at {} states, which take {} bytes ({})",
                    states.states,
                    states.bytes,
                    OptionName::MaxMemory
                )),
                Limit::Time => Some(format!(
                    "the search ended at {} states, when time was up ({})",
                    states.states,
                    OptionName::Budget
                )),
                Limit::Placements => Some(format!(
                    "other ways to lay waves on cores than each group apart: all are looked at where there are at most {}",
                    engine::PLACEMENTS
                )),
            };
        }
        Mode::Traces => {
            if resident.is_some() {
                return Err(Error::new(QuestionError::ResidentTraces));
            }
            let mut options = engine::TraceOptions { local_steps, orders, observe, ..engine::TraceOptions::default() };
            options.max_executions = question.limit.unwrap_or(u64::MAX);
            (options.max_bytes, options.shard) = (question.max_bytes, question.shard);
            options.until = question.until.clone();
            let order = question.races.then(|| ordering(prepared));
            options.races = order.and_then(|order| order.ok());
            (options.symmetry, options.lanes) = (question.symmetry, question.lanes);
            (found.mode, found.unit) = ("traces", "executions");
            let traces = engine::traces(dispatch, memory, &options);
            let Some(mut traces) = searched(traces, &mut found, question)? else { return Ok(judged(found, expect)) };
            found.symmetry = traces.symmetry.map(|waves| (waves, traces.apart));
            found.count = traces.complete + traces.deadlocked + traces.waiting + traces.stopped + traces.bounded;
            found.figures = vec![
                ("complete", traces.complete),
                ("deadlocked", traces.deadlocked),
                ("waiting", traces.waiting),
                ("stopped", traces.stopped),
                ("bounded", traces.bounded),
                ("redundant", traces.redundant),
                ("steps", traces.steps),
            ];
            found.barriers = barriers::barriers(prepared, std::mem::take(&mut traces.diverged))?;
            found.outcomes = traces.outcomes.iter().map(|(bytes, t)| way(bytes, t.executions, &t.schedule)).collect();
            found.deadlocks = traces.deadlocks.into_iter().map(|(at, t)| told(at, t.executions, &t.schedule)).collect();
            found.stops = traces.stops.iter().map(|(stop, t)| stopped(stop, t.executions, &t.schedule)).collect();
            found.races = match (order, traces.races.take()) {
                (Some(Ok(order)), Some(races)) => {
                    let how = (question.assume_atomic, question.lanes);
                    Some(races::told(prepared, races, order.taken, how))
                }
                (Some(Err(why)), _) => Some(Races { unknown: vec![why.to_string()], ..Races::default() }),
                _ => None,
            };
            found.limited = traces.limit != Limit::None || traces.bounded != 0;
            let ended = format!("the search ended at {} executions", found.count);
            found.left_out = match traces.limit {
                Limit::States => Some(format!("{ended} ({})", OptionName::MaxExecutions)),
                Limit::Memory => Some(format!("{ended}, for want of memory ({})", OptionName::MaxMemory)),
                Limit::Time => Some(format!("{ended}, when time was up ({})", OptionName::Budget)),
                Limit::None if traces.bounded != 0 => {
                    Some(format!("{} executions were cut off at {} visible steps", traces.bounded, options.max_depth))
                }
                Limit::None if question.shard.1 > 1 => Some(format!("the other parts ({})", OptionName::Shard)),
                Limit::None | Limit::Placements => None,
            };
        }
        Mode::Random { draw, seed, runs } => {
            if question.symmetry {
                return Err(Error::new(QuestionError::RandomSymmetry));
            }
            let (part, parts) = question.shard;
            let mine = runs / parts + u64::from(runs % parts > part);
            let seed = seed.wrapping_add(part);
            let base = engine::RandomOptions {
                max_bytes: question.max_bytes,
                until: question.until.clone(),
                max_depth: question.max_depth,
                ..engine::RandomOptions::default()
            };
            let options = engine::RandomOptions {
                draw,
                seed,
                runs: mine,
                stride: parts,
                resident,
                local_steps,
                orders,
                observe,
                ..base
            };
            (found.mode, found.unit) = ("random", "runs");
            let runs = engine::random(dispatch, memory, &options);
            let Some(runs) = searched(runs, &mut found, question)? else { return Ok(judged(found, expect)) };
            found.count = runs.runs;
            found.figures.push(("steps", runs.steps));
            found.barriers = barriers::barriers(prepared, runs.diverged)?;
            for (ended, tally) in &runs.endings {
                let engine::Tally { executions, schedule } = tally;
                match ended {
                    engine::Ended::Complete(bytes) => found.outcomes.push(way(bytes, *executions, schedule)),
                    engine::Ended::Deadlock(at) => found.deadlocks.push(told(at.clone(), *executions, schedule)),
                    engine::Ended::Stopped(why) => found.stops.push(told(vec![why.clone()], *executions, schedule)),
                    engine::Ended::Bounded => {
                        found.cut_off.push(told(
                            vec![format!("cut off after {} visible steps", options.max_depth)],
                            *executions,
                            schedule,
                        ));
                    }
                }
            }
            found.limited = runs.limit != Limit::None;
            let cut = match runs.limit {
                Limit::None | Limit::States | Limit::Placements => String::new(),
                Limit::Memory => format!(", for want of memory ({})", OptionName::MaxMemory),
                Limit::Time => format!(", when time was up ({})", OptionName::Budget),
            };
            found.left_out = Some(format!("other schedules than those that were drawn{cut}"));
        }
    }
    Ok(judged(found, expect))
}

/// The exploration with each outcome once, and whether the condition holds.
fn judged(mut found: Exploration, expect: Option<Expect>) -> Exploration {
    found.outcomes = merged(std::mem::take(&mut found.outcomes));
    found.expect = expect.map(|expect| {
        let positive = found.outcomes.iter().filter(|way| way.fulfils == Some(true)).count();
        let holds = expect.verdict(positive, found.outcomes.len() - positive);
        (expect, holds)
    });
    found
}

/// Whether the groups of a launch are spread over more than one core of a machine.
fn is_wide(prepared: &Prepared, system: &MemorySystem) -> Result<bool> {
    let kernel = prepared.image.kernel(Some(&prepared.dispatch.program.name)).map_err(Error::new)?;
    let target = TARGETS.of(prepared.image.target);
    target.is_wide(kernel).ok_or_else(|| Error::new(QuestionError::WeakTarget { model: system.name, target }))
}

/// Outcomes that look the same as one: a condition may ask for more than is shown.
fn merged(ways: Vec<Way>) -> Vec<Way> {
    let mut all: Vec<Way> = Vec::new();
    let mut known: HashMap<_, usize> = HashMap::new();
    for way in ways {
        match known.entry((way.text.clone(), way.fulfils, way.fails.clone())) {
            Entry::Occupied(at) => all[*at.get()].count += way.count,
            Entry::Vacant(at) => {
                at.insert(all.len());
                all.push(way);
            }
        }
    }
    all
}

/// What order the machine keeps for a kernel, or why that is not known.
fn ordering(prepared: &Prepared) -> std::result::Result<&'static Ordering, &'static str> {
    let image = &prepared.image;
    let kernel = report::kernel(image, &prepared.dispatch);
    kernel.map_or(Err("the file does not say which kernel this is"), |kernel| TARGETS.ordering(image, kernel))
}

/// Orders that are choices, and what keeps one from being a choice.
fn chosen(dispatch: &Dispatch, orders: Orders) -> Vec<(&'static str, Option<String>)> {
    let splits = |step: &Step| matches!(step.control, Control::Branch { .. } | Control::BranchIndirect { .. });
    let fixed = match dispatch.orders.branch_rule {
        _ if dispatch.program.steps.iter().any(splits) => None,
        Some((rule, order)) => Some(format!("none is open: {order}, {rule}")),
        None => Some("none is open: the code says by itself which lanes run".into()),
    };
    let lanes = orders.lanes.then_some(("lanes", None));
    lanes.into_iter().chain(orders.branches.then_some(("branches", fixed))).collect()
}

impl Exploration {
    /// What was found, each with a schedule that leads there.
    pub fn runs(&self) -> Vec<(String, &Schedule)> {
        let outcome = |way: &Way| match way.fulfils {
            None => way.text.join("; "),
            Some(true) => format!("{}: as the condition says", way.text.join("; ")),
            Some(false) => format!("{}: not what the condition says", way.text.join("; ")),
        };
        let all = self.outcomes.iter().map(|way| (outcome(way), &way.schedule));
        let all =
            all.chain(self.deadlocks.iter().map(|way| (format!("Deadlock: {}", way.text.join("; ")), &way.schedule)));
        let all = all.chain(self.cut_off.iter().map(|way| (way.text.join("; "), &way.schedule)));
        let all = all.chain(self.stops.iter().map(|way| (format!("Stopped: {}", way.text.join("; ")), &way.schedule)));
        let mut all: Vec<(String, &Schedule)> = all.collect();
        for (model, run) in &self.progress {
            let Some(run) = run else { continue };
            let how = if run.cycle.is_empty() { "deadlock possible" } else { "endless run possible" };
            let what = format!("{}: {how}", model.name());
            match all.iter_mut().find(|(_, known)| *known == run) {
                Some((title, _)) => *title += &format!("; {what}"),
                None => all.push((what, run)),
            }
        }
        all
    }

    /// The run that decides the condition, if one does; or else one that does not end as it should, or else the first.
    pub fn telling(&self) -> Option<&Schedule> {
        let decides = self.expect.as_ref().and_then(|(expect, _)| {
            let wanted = expect.quantifier != Quantifier::All;
            self.outcomes.iter().find(|way| way.fulfils == Some(wanted))
        });
        let bad = self.deadlocks.iter().chain(&self.cut_off).chain(&self.stops).map(|way| &way.schedule);
        let bad = bad.chain(self.progress.iter().filter_map(|(_, run)| run.as_ref()));
        let first = self.outcomes.iter().map(|way| &way.schedule);
        decides.map(|way| &way.schedule).or_else(|| bad.chain(first).next())
    }

    /// How many outcomes fulfil the condition, and how many do not.
    pub fn witnesses(&self) -> (usize, usize) {
        let positive = self.outcomes.iter().filter(|way| way.fulfils == Some(true)).count();
        (positive, self.outcomes.len() - positive)
    }

    /// As text, in the manner of herd7.
    pub fn text(&self, name: &str) -> String {
        use std::fmt::Write;
        let mut out = String::new();
        let figures: Vec<String> = self.figures.iter().map(|(name, n)| format!("{n} {name}")).collect();
        let _ = writeln!(out, "Test {name}: {} {} ({})", self.count, self.unit, figures.join(", "));
        match &self.symmetry {
            None => {}
            Some((Symmetry { none: Some(why), .. }, _)) => {
                let _ = writeln!(out, "Symmetry none: {why}");
            }
            Some((Symmetry { alike: classes, .. }, apart)) => {
                let class = |class: &Vec<(u32, u32)>| {
                    let waves: Vec<String> = class.iter().map(|(group, wave)| format!("{group}.{wave}")).collect();
                    format!("{{{}}}", waves.join(" "))
                };
                let classes: Vec<String> = classes.iter().map(class).collect();
                let _ = writeln!(out, "Symmetry {}: {apart} {} without it", classes.join(" "), self.unit);
            }
        }
        if !self.orders.is_empty() {
            let one = |(name, fixed): &(&'static str, Option<String>)| match fixed {
                None => (*name).to_string(),
                Some(why) => format!("{name} ({why})"),
            };
            let _ = writeln!(out, "Orders {}", self.orders.iter().map(one).collect::<Vec<_>>().join(", "));
        }
        let _ = writeln!(out, "States {}", self.outcomes.len());
        for way in &self.outcomes {
            let mark = if way.fulfils == Some(true) { "*" } else { " " };
            let _ = writeln!(out, "{mark}{}:> {}    by {}", way.count, way.text.join("; "), way.schedule);
            way.fails.iter().for_each(|line| out += &format!("    {line}\n"));
        }
        for (what, ways) in [("Deadlocks", &self.deadlocks), ("Cut off", &self.cut_off), ("Stopped", &self.stops)] {
            if !ways.is_empty() {
                let _ = writeln!(out, "{what} {}", ways.len());
            }
            for way in ways {
                let _ = writeln!(out, " {}:> by {}", way.count, way.schedule);
                way.text.iter().for_each(|line| out += &format!("    {line}\n"));
            }
        }
        for (model, run) in &self.progress {
            let _ = match run {
                None if self.left_out.is_some() => writeln!(out, "Progress {}: not known, see below", model.name()),
                None => writeln!(out, "Progress {}: every run ends", model.name()),
                Some(run) if run.cycle.is_empty() => {
                    writeln!(out, "Progress {}: deadlock possible, by {run}", model.name())
                }
                Some(run) => writeln!(out, "Progress {}: endless run possible, by {run}", model.name()),
            };
        }
        if let Some((expect, holds)) = &self.expect {
            let (positive, negative) = self.witnesses();
            let often = match (positive, negative) {
                (0, _) => "Never",
                (_, 0) => "Always",
                _ => "Sometimes",
            };
            let known = match (holds, self.left_out.is_some(), expect.quantifier) {
                (true, false, _) | (true, true, Quantifier::Exists) => "Ok",
                (false, false, _) | (false, true, Quantifier::Never | Quantifier::All) => "No",
                _ => "Unknown",
            };
            let _ = writeln!(out, "{known}\nWitnesses\nPositive: {positive} Negative: {negative}");
            let _ = writeln!(out, "Condition {}\nObservation {name} {often} {positive} {negative}", expect.text());
        }
        if let Some(races) = &self.races {
            out += &races.text();
        }
        if !self.barriers.is_empty() {
            let _ = writeln!(out, "Barriers {}", self.barriers.len());
            self.barriers.iter().for_each(|barrier| out += &barrier.text());
        }
        if let Some(what) = &self.left_out {
            let _ = writeln!(out, "Not looked at: {what}");
        }
        out
    }

    /// Whether the condition holds, where it is known: an outcome that was not looked at can make an `exists` true, and the others false.
    pub fn verdict(&self) -> Option<bool> {
        let (expect, holds) = self.expect.as_ref()?;
        match (holds, expect.quantifier) {
            _ if self.left_out.is_none() => Some(*holds),
            (true, Quantifier::Exists) | (false, Quantifier::Never | Quantifier::All) => Some(*holds),
            _ => None,
        }
    }

    /// As JSON.
    pub fn json(&self) -> Value {
        answer::json(&json::ExploreJson::Launch(self.into()))
    }
}
