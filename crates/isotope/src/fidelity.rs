//! `run --fidelity`: which executed instructions rest on something that no document settles, and whether it shows in
//! memory.
//!
//! The launches are lifted under every other reading first, then run once with an observer, then once more under each
//! reading that an executed instruction or the launch itself depends on, and where there are several waves under other
//! orders; what memory holds afterwards is compared.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use isotope_ir::program::Program;
use isotope_machine::mem::Memory;
use isotope_machine::{Cell, Dispatch, Options, Origin, Outcome, Report, Stats, Stop, Storage, Uninit, UninitWatch};
use isotope_object::Image;
use isotope_object::lines::{Location, SourceLines};
use isotope_op::assume::{self, Assumption, Assumptions};
use isotope_target::Target;
use isotope_target::fidelity::{
    Alternative, Basis, Between, Count, Flow, Meeting, Orders, Set, alternatives, place_of,
};
use isotope_targets::TARGETS;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::answer;

/// What a run left: how it ended, and its buffers by name.
pub type RunResult = (Outcome, Vec<(String, Vec<u8>)>);

/// A way to launch.
pub type Launcher<'a> = &'a mut dyn FnMut(&Dispatch, &Memory) -> Report;

/// Orders of waves that are tried: a name and what to change.
const ORDERS: &[(&str, Order)] = &[
    ("seed 1", Order::Seed(1)),
    ("seed 2", Order::Seed(2)),
    ("seed 3", Order::Seed(3)),
    ("seed 4", Order::Seed(4)),
    ("one group at a time", Order::Resident(1)),
];

#[derive(Clone, Copy)]
enum Order {
    Seed(u64),
    Resident(u32),
}

/// Lanes that a barrier counts for a wave.
const WAVE: u32 = isotope_ir::effect::LANES as u32;

/// Times as many steps as the run itself took, and these on top, end a run under another reading.
const PATIENCE: (u64, u64) = (16, 1 << 20);

/// Orders that are open: the name, and between whom.
const TOPICS: &[(&str, Between)] = &[
    ("lane_order", Between::Lanes),
    ("store_order", Between::Stores),
    ("branch_order", Between::Sides),
    ("goto_order", Between::Sides),
    ("wave_order", Between::Waves),
];

/// What [`Flow`] and [`Orders`] saw of a launch.
struct LaunchRecord {
    /// By step.
    counts: Vec<Count>,
    /// By assumption, the step that put something into memory first.
    reached: Vec<Option<u32>>,
    /// By place in [`TOPICS`]: where an order may decide, in words.
    meetings: Vec<Option<String>>,
    /// Where values that were never written reached memory, an address or a branch.
    uses: Vec<Uninit>,
}

/// The place in [`assume::ALL`] of what says what a value that was never written holds.
fn first_value(vendor: &str, uninit: &Uninit) -> Option<usize> {
    let memory = matches!(uninit.origin, Some(Origin { cell: Cell::Shared(_) | Cell::Private(..), .. }));
    place_of(vendor, if memory { "first_memory" } else { "first_registers" })
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
    location: Option<Location>,
}

/// Bits of an executed instruction that change nothing, on weaker evidence than a document or two versions of a tool.
#[derive(Serialize, JsonSchema)]
struct Passing {
    kernel: String,
    address: u32,
    text: String,
    why: &'static str,
    source: &'static str,
    grade: &'static str,
}

/// The grade of a source with weak evidence. Bits that rest on an assumption are listed with it.
fn weak_grade(why: &str, source: &str) -> Option<&'static str> {
    let grade = isotope_op::claim::grades(source);
    let weak = grade.contains("assumed") || grade.contains("one version");
    (weak && !why.starts_with("assumption ")).then_some(grade)
}

/// A run under another reading or order.
#[derive(Serialize, JsonSchema)]
struct Change {
    reading: &'static str,
    /// The first difference
    change: Option<String>,
}

/// Whether and where something that rests on an assumption shows in memory.
enum Fate {
    /// Run under each other reading or order.
    Tried(Vec<Change>),
    /// An order, run likewise, and the first place where it may decide.
    Open(Vec<Change>, String),
    /// The initial value of a place, run likewise, and the first use of such a value that was never written.
    Used(Vec<Change>, String),
    /// No other reading is implemented; the step that first put it into memory.
    Followed(Option<String>),
}

/// The whole report.
#[non_exhaustive]
pub struct Fidelity {
    executed: usize,
    resting: Vec<Resting>,
    passing: Vec<Passing>,
    launch: Vec<&'static Assumption>,
    fates: Vec<(&'static Assumption, Fate)>,
    /// The run itself stopped at a rule without an answer.
    stopped: Option<String>,
    /// It ran to its end.
    done: bool,
}

/// Examine a run. `run` makes all launches under given choices with a way to launch, and gives back what they left.
pub fn examine<E: std::fmt::Display>(
    target: &dyn Target,
    given: &Assumptions,
    options: Options<'_>,
    mut run: impl FnMut(&Assumptions, Launcher<'_>) -> Result<RunResult, E>,
) -> Result<Fidelity, E> {
    let vendor = target.isa().assumptions;
    // On several host threads the order of groups is not the same twice.
    let options = Options { threads: 1, ..options };
    let mut lifted = |assumptions: &Assumptions| -> Result<Vec<Program>, E> {
        let mut programs = Vec::new();
        run(assumptions, &mut |dispatch, _| {
            programs.push(dispatch.program.clone());
            Report { outcome: Outcome::Done, stats: Stats::default() }
        })?;
        Ok(programs)
    };
    let base = lifted(given)?;
    // A launch that is refused under a reading has no program there.
    let others: Vec<(Alternative, Vec<Program>)> =
        alternatives(vendor, given).into_iter().map(|r| (r, programs(&mut lifted, &r))).collect();
    let bases: Vec<Basis> = base
        .iter()
        .enumerate()
        .map(|(n, program)| {
            let others: Vec<_> = others.iter().map(|(reading, programs)| (*reading, programs.get(n))).collect();
            Basis::new(vendor, program, &others)
        })
        .collect();

    let mut flows: Vec<LaunchRecord> = Vec::new();
    let mut steps = 0;
    let (outcome, buffers) = run(given, &mut |dispatch, memory| {
        let n = flows.len();
        let mut flow = Flow::new(&base[n], &bases[n]);
        let mut orders = Orders::new(&base[n], dispatch.waves() * WAVE);
        let mut unwritten = UninitWatch::new(dispatch);
        let mut watchers = (&mut flow, (&mut orders, &mut unwritten));
        let report = isotope_machine::launch_observed(dispatch, memory, options, &mut watchers);
        let see = |between| met(&orders, between, &base[n], memory);
        // Where stores have no order of their own, lanes have one.
        let stores = place_of(vendor, "store_order").is_none();
        let meetings = TOPICS.iter().map(|(topic, between)| {
            see(*between).or_else(|| (stores && *topic == "lane_order").then(|| see(Between::Stores)).flatten())
        });
        let meetings = meetings.collect();
        let uses = unwritten.found().iter().map(|(uninit, _)| *uninit).collect();
        flows.push(LaunchRecord { counts: flow.counts, reached: flow.reached, meetings, uses });
        steps += report.stats.wave_instructions;
        report
    })?;
    let max_steps = steps.saturating_mul(PATIENCE.0).saturating_add(PATIENCE.1).min(options.max_steps);
    let options = Options { max_steps, ..options };
    let mut compared = |assumptions: &Assumptions, options: Options<'_>| match run(assumptions, &mut |d, m| {
        isotope_machine::launch(d, m, options)
    }) {
        Ok((other, left)) => difference((&outcome, &buffers), (&other, &left)),
        Err(error) => Some(format!("the launch cannot be made: {error:#}")),
    };

    let mut report = Fidelity::of(vendor, &base, &bases, &flows, &outcome);
    // Orders that nothing depends on are left out.
    let place = |topic: &str| place_of(vendor, topic);
    let meeting = |n: usize| flows.iter().find_map(|flow| flow.meetings[n].clone());
    let ordered = TOPICS.iter().enumerate().filter(|(n, _)| meeting(*n).is_none());
    let ordered = ordered.filter_map(|(_, (topic, _))| place(topic)).fold(Set::default(), |s, p| s.union(Set::only(p)));
    report.resting.iter_mut().for_each(|r| r.on = r.on.without(ordered));
    report.resting.retain(|r| !r.on.is_empty() || !r.open.is_empty());
    report.launch.retain(|a| place_of_id(a.id).is_none_or(|place| !ordered.has(place)));
    let launches = bases.iter().fold(Set::default(), |s, b| s.union(b.launch));
    let launches = launches.without(ordered);
    let used = report.resting.iter().fold(launches, |s, r| s.union(r.on));
    for (place, assumption) in used.iter() {
        let mut tried = Vec::new();
        for (reading, _) in others.iter().filter(|(r, _)| r.place == place) {
            tried.push(Change { reading: reading.word, change: compared(&reading.assumptions, options) });
        }
        let topic = TOPICS.iter().position(|(topic, _)| place_of(vendor, topic) == Some(place));
        let met = topic.and_then(meeting);
        if topic.is_some_and(|n| TOPICS[n].1 == Between::Waves) {
            let under = |(reading, order): &(&'static str, Order)| {
                let change = compared(given, order.of(options));
                Change { reading, change }
            };
            tried.extend(ORDERS.iter().map(under));
        }
        let used = used_at(vendor, &base, &flows, place);
        let fate = match (met, used, tried.is_empty(), launches.has(place)) {
            (Some(met), ..) => Fate::Open(tried, met),
            (None, Some(used), ..) => Fate::Used(tried, used),
            (None, None, false, _) => Fate::Tried(tried),
            (None, None, true, true) => continue,
            (None, None, true, false) => Fate::Followed(reached(&base, &flows, place)),
        };
        report.fates.push((assumption, fate));
    }
    report.launch.retain(|a| report.fates.iter().all(|(tried, _)| tried.id != a.id));
    Ok(report)
}

impl Order {
    fn of(self, options: Options<'_>) -> Options<'_> {
        match self {
            Order::Seed(seed) => Options { seed: options.seed.wrapping_add(seed), ..options },
            Order::Resident(groups) => Options { resident: Some(groups), ..options },
        }
    }
}

/// The programs of the launches under a reading; none where a launch cannot be made, or has the same.
fn programs<E>(
    lifted: &mut impl FnMut(&Assumptions) -> Result<Vec<Program>, E>,
    reading: &Alternative,
) -> Vec<Program> {
    if reading.assumption().concerns_launches() {
        return Vec::new();
    }
    lifted(&reading.assumptions).unwrap_or_default()
}

/// The first use of a value that was never written and that this assumption gives.
fn used_at(vendor: &str, base: &[Program], flows: &[LaunchRecord], place: usize) -> Option<String> {
    base.iter().zip(flows).find_map(|(program, watched)| {
        let is_of = |uninit: &&Uninit| first_value(vendor, uninit) == Some(place);
        let step = watched.uses.iter().find(is_of)?.step as usize;
        Some(format!("{:#06x} {}", program.steps[step].address, program.texts[step].trim_end()))
    })
}

/// Where something that rests on an assumption was first put into memory.
fn reached(base: &[Program], flows: &[LaunchRecord], place: usize) -> Option<String> {
    base.iter().zip(flows).find_map(|(program, watched)| {
        let step = watched.reached[place]? as usize;
        Some(format!("{:#06x} {}", program.steps[step].address, program.texts[step]))
    })
}

/// The first thing that another run left otherwise.
fn difference(ours: (&Outcome, &[(String, Vec<u8>)]), other: (&Outcome, &[(String, Vec<u8>)])) -> Option<String> {
    if !same_end(ours.0, other.0) {
        return Some(match other.0 {
            Outcome::Done => "the run completes".into(),
            Outcome::Stopped { place, stop } => format!("the run stops at {place}: {stop}"),
            Outcome::Hung(_) => "the run does not end".into(),
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

/// The place of an assumption.
fn place_of_id(id: &str) -> Option<usize> {
    assume::ALL.iter().position(|a| a.id == id)
}

/// Where an order may decide what a launch leaves, in words.
fn met(orders: &Orders<'_>, between: Between, program: &Program, memory: &Memory) -> Option<String> {
    if !orders.may_show(between) {
        return None;
    }
    let Some(Meeting { index, storage, at }) = orders.meeting(between) else {
        return Some("in more memory than is followed".into());
    };
    let place = match storage {
        Storage::Global => match memory.find(at, 1) {
            Some(region) => format!("`{}` at byte {}", region.name, at - region.base),
            None => format!("{at:#x}"),
        },
        Storage::Shared => format!("shared memory at byte {at}"),
        Storage::Device => "memory of the synchronization unit".into(),
        Storage::Private | Storage::Constant => format!("a register of lane {at}, which waits elsewhere"),
    };
    let step = index as usize;
    Some(format!("at {:#06x} {} in {place}", program.steps[step].address, program.texts[step]))
}

/// Whether two runs ended alike, whatever addresses and counts they tell.
fn same_end(a: &Outcome, b: &Outcome) -> bool {
    match (a, b) {
        (Outcome::Stopped { place: p, stop: Stop::Fault(f) }, Outcome::Stopped { place: q, stop: Stop::Fault(g) }) => {
            (p, f.kind, f.lane) == (q, g.kind, g.lane)
        }
        (Outcome::Hung(a), Outcome::Hung(b)) => a.proven() == b.proven(),
        _ => a == b,
    }
}

impl Fate {
    /// The runs under other readings and orders.
    fn tried(&self) -> &[Change] {
        match self {
            Fate::Tried(tried) | Fate::Open(tried, _) | Fate::Used(tried, _) => tried,
            Fate::Followed(_) => &[],
        }
    }

    /// Whether something of it was seen in memory.
    fn shows(&self) -> bool {
        matches!(self, Fate::Followed(Some(_))) || self.tried().iter().any(|run| run.change.is_some())
    }
}

impl Fidelity {
    fn of(vendor: &str, base: &[Program], bases: &[Basis], flows: &[LaunchRecord], outcome: &Outcome) -> Fidelity {
        // Variants of one instruction, and launches of one kernel, are one line.
        let mut lines: BTreeMap<(&str, u32), Resting> = BTreeMap::new();
        let (mut executed, mut launch) = (BTreeMap::new(), Set::default());
        let mut passing: BTreeMap<(&str, u32, &str), Passing> = BTreeMap::new();
        for ((program, basis), LaunchRecord { counts, uses, .. }) in base.iter().zip(bases).zip(flows) {
            launch = launch.union(basis.launch);
            let passed = program.passed.0.iter().filter(|(at, ..)| counts[*at as usize].waves != 0);
            for &(at, why, source) in passed {
                let Some(grade) = weak_grade(why, source) else { continue };
                let address = program.steps[at as usize].address;
                passing.entry((&program.name, address, why)).or_insert_with(|| Passing {
                    kernel: program.name.clone(),
                    address,
                    text: program.texts[at as usize].clone(),
                    why,
                    source,
                    grade,
                });
            }
            for (n, step) in program.steps.iter().enumerate().filter(|(n, _)| counts[*n].waves != 0) {
                executed.insert((program.name.as_str(), step.address), ());
                let open = basis.open.iter().filter(|(at, _)| *at as usize == n).map(|(_, rule)| rule.text);
                let open: Vec<_> = open.collect();
                let used = uses.iter().filter(|uninit| uninit.step as usize == n);
                let used = used.filter_map(|uninit| first_value(vendor, uninit)).map(Set::only);
                let on = used.fold(basis.steps[n], Set::union);
                if on.is_empty() && open.is_empty() {
                    continue;
                }
                let line = lines.entry((&program.name, step.address)).or_insert_with(|| Resting {
                    kernel: program.name.clone(),
                    address: step.address,
                    text: program.texts[n].clone(),
                    count: Count::default(),
                    on: Set::default(),
                    open,
                    location: None,
                });
                line.count.waves += counts[n].waves;
                line.count.lanes += counts[n].lanes;
                line.on = line.on.union(on);
            }
        }
        let stopped = match outcome {
            Outcome::Stopped { place, stop: stop @ isotope_machine::Stop::Unspecified { .. } } => {
                Some(format!("{place}: {stop}"))
            }
            _ => None,
        };
        Fidelity {
            executed: executed.len(),
            resting: lines.into_values().collect(),
            passing: passing.into_values().collect(),
            launch: launch.iter().map(|(_, a)| a).collect(),
            fates: Vec::new(),
            stopped,
            done: *outcome == Outcome::Done,
        }
    }

    /// The same with the source lines of instructions, where the file of the kernels has them.
    #[must_use]
    pub fn located(mut self, image: &Image) -> Fidelity {
        let mut known: BTreeMap<String, SourceLines> = BTreeMap::new();
        for resting in &mut self.resting {
            let lines = known.entry(resting.kernel.clone()).or_insert_with(|| {
                image
                    .kernel(Some(&resting.kernel))
                    .map_or_else(|_| SourceLines::default(), |kernel| TARGETS.lines(image, kernel))
            });
            resting.location = lines.find(resting.address.into());
        }
        self
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
            if let Some(location) = &r.location {
                let _ = writeln!(out, "    at {location}");
            }
            if !r.on.is_empty() {
                let ids: Vec<_> = r.on.iter().map(|(_, a)| a.id).collect();
                let _ = writeln!(out, "    rests on {}", ids.join(", "));
            }
            for rule in &r.open {
                let _ = writeln!(out, "    has an open case, which did not occur: {rule}");
            }
        }
        if !self.passing.is_empty() {
            out.push_str("fidelity: bits that change nothing here, on weaker evidence than a document or two versions of a tool\n");
        }
        for Passing { kernel, address, text, why, source, grade } in &self.passing {
            let _ = writeln!(out, "  {kernel} {address:#06x} {text}: {why} ({source}: {grade})");
        }
        let quiet = |(_, fate): &(&Assumption, Fate)| matches!(fate, Fate::Tried(_)) && !fate.shows();
        let quiet = |f: &(&Assumption, Fate)| f.0.concerns_launches() && quiet(f);
        for (a, fate) in self.fates.iter().filter(|f| !quiet(f)) {
            let _ = writeln!(out, "{} ({}): {}", a.id, a.actual_grade().name(), a.statement);
            if let Fate::Open(_, place) = fate {
                let _ = writeln!(out, "  no rule gives an order {place}");
            }
            if let Fate::Used(_, place) = fate {
                let _ = writeln!(out, "  a value that was never written is used at {place}");
            }
            for Change { reading, change } in fate.tried() {
                let change = change.as_deref().unwrap_or("the same memory");
                let _ = writeln!(out, "  under `{reading}`: {change}");
            }
            if let Fate::Followed(place) = fate {
                let _ = match place {
                    Some(place) => {
                        writeln!(out, "  no other reading is built; what rests on it reached memory first at {place}")
                    }
                    None => writeln!(out, "  no other reading is built; nothing that rests on it reached memory"),
                };
            }
        }
        let words = |fate: &Fate| fate.tried().iter().map(|run| run.reading).collect::<Vec<_>>().join(", ");
        let tried = self.fates.iter().filter(|f| quiet(f)).map(|(a, fate)| format!("{} ({})", a.id, words(fate)));
        let tried: Vec<_> = tried.collect();
        if !tried.is_empty() {
            let _ = writeln!(out, "tried for the launch, the same memory under each: {}", tried.join(", "));
        }
        for a in &self.launch {
            let _ = writeln!(
                out,
                "{} ({}), for the launch: {} Here: {}.",
                a.id,
                a.actual_grade().name(),
                a.statement,
                a.default
            );
        }
        if let Some(stopped) = &self.stopped {
            let _ = writeln!(out, "the run stopped at a rule without an answer: {stopped}");
        }
        let (changes, may) = (self.changes(), self.may_change());
        if !self.done {
            out.push_str("fidelity: the run did not come to its end; memory is as it was then\n");
        } else if changes.is_empty() && may.is_empty() {
            let but = if self.passing.is_empty() { " alone" } else { ", and on the bits above changing nothing" };
            let _ = writeln!(out, "fidelity: what is in memory rests on documents{but}");
        }
        for (list, what) in
            [(changes, "under another reading memory is another:"), (may, "not seen to change it, may do so:")]
        {
            if !list.is_empty() {
                let _ = writeln!(out, "fidelity: {what} {}", list.join(", "));
            }
        }
        out
    }

    /// The assumptions and orders under another reading of which the run leaves something else.
    fn changes(&self) -> Vec<&'static str> {
        self.with(|fate| matches!(fate, Fate::Tried(_) | Fate::Open(..) | Fate::Used(..)) && fate.shows())
    }

    /// The assumptions that cannot be switched and of which something reached memory, and orders and first values that may decide and
    /// did not where they were tried.
    fn may_change(&self) -> Vec<&'static str> {
        self.with(|fate| match fate {
            Fate::Tried(_) => false,
            Fate::Open(..) | Fate::Used(..) => !fate.shows(),
            Fate::Followed(_) => fate.shows(),
        })
    }

    fn with(&self, fits: impl Fn(&Fate) -> bool) -> Vec<&'static str> {
        self.fates.iter().filter(|(_, fate)| fits(fate)).map(|(a, _)| a.id).collect()
    }

    /// The report as JSON.
    pub fn json(&self) -> Value {
        answer::part(&FidelityJson::from(self))
    }
}

/// What a run rests on that no document settles.
#[derive(Serialize, JsonSchema)]
pub struct FidelityJson<'a> {
    /// Instructions that were executed
    executed: usize,
    instructions: Vec<RestingJson<'a>>,
    /// Bits of executed instructions that change nothing, on weaker evidence than a document or two versions of a tool
    ignored_bits: &'a [Passing],
    assumptions: Vec<FateJson<'a>>,
    launch: Vec<&'static str>,
    stopped: Option<&'a str>,
    memory_changes_with: Vec<&'static str>,
    memory_may_change_with: Vec<&'static str>,
}

#[derive(Serialize, JsonSchema)]
struct RestingJson<'a> {
    kernel: &'a str,
    address: u32,
    text: &'a str,
    waves: u64,
    lanes: u64,
    rests_on: Vec<&'static str>,
    /// Rules without an answer, which were not needed
    open: &'a [&'static str],
    at: Option<&'a Location>,
}

/// What became of what rests on an assumption.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum FateJson<'a> {
    Open {
        #[serde(flatten)]
        of: TriedJson<'a>,
        /// Where an order first may decide
        no_order: &'a str,
    },
    Used {
        #[serde(flatten)]
        of: TriedJson<'a>,
        /// The instruction that first used a value that was never written
        unwritten_used: &'a str,
    },
    Followed {
        #[serde(flatten)]
        of: TriedJson<'a>,
        /// Where it was put into memory first, if it was; no other reading is built
        reached_memory: Option<&'a str>,
    },
    Tried(TriedJson<'a>),
}

#[derive(Serialize, JsonSchema)]
struct TriedJson<'a> {
    assumption: &'static str,
    grade: &'static str,
    readings: &'a [Change],
}

impl<'a> From<&'a Fidelity> for FidelityJson<'a> {
    fn from(of: &'a Fidelity) -> Self {
        let resting = of.resting.iter().map(|r| RestingJson {
            kernel: &r.kernel,
            address: r.address,
            text: &r.text,
            waves: r.count.waves,
            lanes: r.count.lanes,
            rests_on: r.on.iter().map(|(_, a)| a.id).collect(),
            open: &r.open,
            at: r.location.as_ref(),
        });
        let fates = of.fates.iter().map(|(a, fate)| {
            let of = TriedJson { assumption: a.id, grade: a.actual_grade().name(), readings: fate.tried() };
            match fate {
                Fate::Tried(_) => FateJson::Tried(of),
                Fate::Open(_, no_order) => FateJson::Open { of, no_order },
                Fate::Used(_, unwritten_used) => FateJson::Used { of, unwritten_used },
                Fate::Followed(place) => FateJson::Followed { of, reached_memory: place.as_deref() },
            }
        });
        FidelityJson {
            executed: of.executed,
            instructions: resting.collect(),
            ignored_bits: &of.passing,
            assumptions: fates.collect(),
            launch: of.launch.iter().map(|a| a.id).collect(),
            stopped: of.stopped.as_deref(),
            memory_changes_with: of.changes(),
            memory_may_change_with: of.may_change(),
        }
    }
}
