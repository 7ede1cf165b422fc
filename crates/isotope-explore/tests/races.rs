//! Data races in kernels of three vendors' compilers: each verdict of `tests/data/explore/races.tsv`, and a second run of every race.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use isotope_explore::{Races, TraceOptions, Traces, replay, traces};
use isotope_ir::effect::{Caches, Control, FenceKind, Order, Qualifiers, Scope, Src, Uop};
use isotope_ir::program::Program;

use crate::common::{Given, Made, TARGETS, image, made_to_meet};
use crate::sweep;

/// A kernel of the table: its launch, and the verdict on each target.
pub struct Row {
    pub kernel: String,
    pub groups: u32,
    /// Waves of a group; none for groups of one work-item.
    pub waves: u32,
    /// The launch is cooperative: groups can meet at resource 0 of global wave sync.
    pub meet: bool,
    pub given: Vec<Given>,
    pub verdicts: [String; 3],
}

/// Work-items of a wave, as the kernels are compiled.
const LANES: [u32; 3] = [32, 32, 16];

impl Row {
    /// The file that holds the kernel.
    pub fn file(&self) -> &'static str {
        // The feature that these kernels test exists on one vendor only.
        if self.verdicts[0] == "-" { "races_amd" } else { "races" }
    }

    /// The launch on a target.
    pub fn made(&self, target: usize) -> (Made, &'static isotope_ir::ordering::Ordering) {
        let image = image(TARGETS[target], self.file());
        let kernel = image.kernel(Some(&self.kernel)).unwrap();
        let size = if self.waves == 0 { 1 } else { self.waves * LANES[target] };
        let order = isotope_targets::TARGETS.ordering(&image, kernel).unwrap();
        (made_to_meet(&image, kernel, [self.groups, size], &self.given, self.meet), order)
    }
}

/// The table.
pub fn table() -> Vec<Row> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/explore/races.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let row = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [kernel, launch, given, verdicts @ ..] = &fields[..] else { panic!("{line}") };
        let (groups, waves) = launch.trim_end_matches('c').split_once('x').unwrap();
        let given = given.split(' ').map(|text| match text.strip_prefix('=') {
            Some(number) => Given::Number(number.parse().unwrap()),
            None => Given::Words(text.parse().unwrap()),
        });
        Row {
            kernel: (*kernel).into(),
            groups: groups.parse().unwrap(),
            waves: waves.parse().unwrap(),
            meet: launch.ends_with('c'),
            given: given.collect(),
            verdicts: std::array::from_fn(|n| verdicts[n].into()),
        }
    };
    text.lines().filter(|line| !line.starts_with('#')).map(row).collect()
}

/// Explore a launch, at most this many executions.
pub fn explored(made: &Made, order: &'static isotope_ir::ordering::Ordering, most: u64) -> Traces {
    let mut options = TraceOptions { max_executions: most, max_depth: 300, ..TraceOptions::default() };
    (options.observe, options.races) = (made.buffers.clone(), Some(order));
    traces(&made.dispatch, &made.memory, &options).unwrap()
}

/// The verdict in a few words: free, not known, or what is missing.
pub fn verdict(races: &Races) -> String {
    let missing: BTreeSet<&str> = races.found.iter().map(|race| race.missing.name()).collect();
    match (missing.is_empty(), races.unknown.is_empty()) {
        (false, _) => missing.into_iter().collect::<Vec<_>>().join("+"),
        (true, true) => "free".into(),
        (true, false) => format!("unknown: {}", races.unknown.join("; ")),
    }
}

#[test]
fn verdicts() {
    let only = std::env::var("RACES").ok();
    let rows = table();
    let rows: Vec<&Row> = rows.iter().filter(|row| only.as_ref().is_none_or(|only| row.kernel == *only)).collect();
    let jobs: Vec<(&Row, usize)> = rows.into_iter().flat_map(|row| (0..3).map(move |n| (row, n))).collect();
    let judge = |(row, target): &(&Row, usize)| {
        let want = &row.verdicts[*target];
        if want == "-" {
            return None;
        }
        let (made, order) = row.made(*target);
        let found = explored(&made, order, 20_000);
        let races = found.races.unwrap();
        for race in &races.found {
            replay(&made.dispatch, &made.memory, &race.schedule, |_, _| ()).unwrap_or_else(|e| panic!("{e}: {race:?}"));
        }
        let name = TARGETS[*target].0;
        let text = |step: u32| made.dispatch.program.texts[step as usize].clone();
        let told: Vec<_> =
            races.found.iter().map(|r| (text(r.first.step), text(r.second.step), r.missing, r.storage)).collect();
        let got = verdict(&races);
        (got != *want || only.is_some()).then(|| {
            format!("{} {name}: {want} expected, {got} found in {} executions: {told:?}", row.kernel, races.executions)
        })
    };
    let next = Mutex::new(jobs.iter());
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, |n| n.get().min(8)) {
            scope.spawn(|| {
                loop {
                    let Some(job) = next.lock().unwrap().next() else { return };
                    wrong.lock().unwrap().extend(judge(job));
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), jobs.len(), wrong.join("\n"));
}

/// Accesses that are atomic, volatile, or neither as far as the machine code says; by target: race, free, or unsettled.
#[test]
fn volatile_accesses_are_not_atomic() {
    let rows = [
        ("atomic_atomic", ["free", "unsettled", "free"]),
        ("volatile_volatile", ["free", "race", "race"]),
        ("volatile_atomic", ["free", "race", "race"]),
        ("atomic_volatile", ["free", "race", "race"]),
        ("plain_atomic", ["race", "unsettled", "race"]),
        ("streamed_atomic", ["race", "race", "race"]),
        ("plain_volatile", ["race", "race", "race"]),
        ("swap_atomic", ["free", "free", "free"]),
        ("swap_volatile", ["free", "race", "race"]),
        ("local_atomic_atomic", ["unsettled", "unsettled", "free"]),
        ("local_volatile_volatile", ["unsettled", "unsettled", "race"]),
        ("local_add_atomic", ["unsettled", "unsettled", "free"]),
    ];
    for (kernel, verdicts) in rows {
        for (target, want) in verdicts.into_iter().enumerate() {
            let image = image(TARGETS[target], "volatile");
            let of = image.kernel(Some(kernel)).unwrap();
            let (grid, given) = match kernel.starts_with("local") {
                true => ([1, 2 * LANES[target]], vec![Given::Words(2)]),
                false => ([2, 1], [1, 1, 2].map(Given::Words).to_vec()),
            };
            let made = made_to_meet(&image, of, grid, &given, false);
            let races = explored(&made, isotope_targets::TARGETS.ordering(&image, of).unwrap(), 20_000).races.unwrap();
            let text = |step: u32| &*made.dispatch.program.texts[step as usize];
            let got = match (races.found.is_empty(), races.unsettled.is_empty()) {
                (false, _) => "race",
                (true, false) => "unsettled",
                (true, true) => "free",
            };
            let found: Vec<_> = races.found.iter().map(|r| (text(r.first.step), text(r.second.step))).collect();
            let unsettled: Vec<_> = races.unsettled.iter().map(|steps| steps.map(text)).collect();
            assert_eq!(got, want, "{kernel} {}: {found:?} {unsettled:?}", TARGETS[target].0);
            // The instruction that does not say whether it is atomic comes first.
            let silent = |text: &str| ["global_store", "ds_", "LDS", "STS"].iter().any(|word| text.contains(word));
            assert!(unsettled.iter().all(|[first, _]| silent(first)), "{kernel}: {unsettled:?}");
            assert!(races.unknown.is_empty(), "{:?}", races.unknown);
        }
    }
}

/// A part taken out of the machine code of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    Fence,
    Wait,
    Invalidation,
    Barrier,
    /// The mark that makes a load or store atomic.
    Order,
    /// A fence for the device becomes one for the group.
    Scope,
}

/// Every way to take one fence, wait, invalidation, barrier or mark of order out of a program: the part, and its step.
pub fn faults(program: &Program) -> Vec<(Fault, u32, Program)> {
    let mut all = Vec::new();
    for (index, step) in program.steps.iter().enumerate() {
        let mut with = |fault, change: &mut dyn FnMut(&mut Program)| {
            let mut changed = program.clone();
            change(&mut changed);
            all.push((fault, index as u32, changed));
        };
        if matches!(step.control, Control::Barrier { .. }) {
            with(Fault::Barrier, &mut |p| p.steps[index].control = Control::Next);
        }
        let uops = step.first as usize..(step.first + step.count) as usize;
        let here = &program.uops[uops.clone()];
        if here.iter().any(|uop| matches!(uop, Uop::Fence { .. })) {
            with(Fault::Fence, &mut |p| {
                p.uops[uops.clone()].iter_mut().for_each(|uop| match uop {
                    Uop::Fence { kind, .. } => *kind = FenceKind::Instructions,
                    Uop::Maintain(upkeep) => upkeep.caches = Caches(0),
                    _ => {}
                });
            });
        }
        if here.iter().any(|uop| matches!(uop, Uop::Fence { scope: Scope::Device, .. })) {
            with(Fault::Scope, &mut |p| {
                p.uops[uops.clone()].iter_mut().for_each(|uop| {
                    if let Uop::Fence { scope, .. } = uop {
                        *scope = Scope::Group;
                    }
                });
            });
        }
        if here.iter().any(|uop| matches!(uop, Uop::Maintain(_))) {
            with(Fault::Invalidation, &mut |p| {
                p.uops[uops.clone()].iter_mut().for_each(|uop| {
                    if let Uop::Maintain(upkeep) = uop {
                        upkeep.caches = Caches(0);
                    }
                });
            });
        }
        if here.iter().any(|uop| matches!(uop, Uop::Wait(_))) {
            with(Fault::Wait, &mut |p| {
                p.uops[uops.clone()].iter_mut().for_each(|uop| {
                    if let Uop::Wait(wait) = uop {
                        wait.at_most = Src::Imm(63);
                    }
                });
            });
        }
        let marked = |uop: &Uop| match uop {
            Uop::Load { access, .. } | Uop::Store { access, .. } => access.qualifiers.order == Order::Relaxed,
            _ => false,
        };
        if here.iter().any(marked) {
            with(Fault::Order, &mut |p| {
                p.uops[uops.clone()].iter_mut().for_each(|uop| {
                    if let Uop::Load { access, .. } | Uop::Store { access, .. } = uop {
                        access.qualifiers = Qualifiers::PLAIN;
                    }
                });
            });
        }
    }
    all
}

/// Kernels without races, one part taken out of each: which races are found, and which are not.
#[test]
fn one_thing_missing() {
    let rows = table();
    let mut jobs: Vec<(&Row, usize, Fault, u32)> = Vec::new();
    for row in &rows {
        for target in (0..3).filter(|n| row.verdicts[*n] == "free") {
            let (made, _) = row.made(target);
            jobs.extend(faults(&made.dispatch.program).into_iter().map(|(fault, step, _)| (row, target, fault, step)));
        }
    }
    println!("{} ways to take something out", jobs.len());
    let jobs: Vec<_> = jobs.into_iter().step_by(sweep::step(10)).collect();
    type Counts = BTreeMap<(usize, Fault), BTreeMap<String, u64>>;
    let judge = |(row, target, fault, step): &(&Row, usize, Fault, u32)| {
        let (mut made, order) = row.made(*target);
        let before = explored(&made, order, 20_000);
        let program = faults(&made.dispatch.program).into_iter().find(|(f, s, _)| (f, s) == (fault, step)).unwrap().2;
        made.dispatch.program = program;
        let after = explored(&made, order, 20_000);
        let races = after.races.as_ref().unwrap();
        for race in &races.found {
            replay(&made.dispatch, &made.memory, &race.schedule, |_, _| ()).unwrap_or_else(|e| panic!("{e}: {race:?}"));
        }
        for (bytes, tally) in &after.outcomes {
            let done = replay(&made.dispatch, &made.memory, &tally.schedule, |_, _| ()).unwrap();
            let left: Vec<_> = made.buffers.iter().map(|b| done.session.read(b.address, b.bytes).unwrap()).collect();
            assert_eq!(*bytes, left, "{} {fault:?} at {step}", row.kernel);
        }
        let outcomes = |found: &Traces| found.outcomes.keys().cloned().collect::<BTreeSet<_>>();
        let ends = |found: &Traces| (found.deadlocked != 0, found.waiting != 0, found.stopped != 0);
        let what = if !races.found.is_empty() {
            "race"
        } else if outcomes(&before) != outcomes(&after) {
            "outcome"
        } else if ends(&before) != ends(&after) {
            "standstill"
        } else if !races.unknown.is_empty() {
            "not known"
        } else {
            "none"
        };
        if what == "none" && std::env::var("RACES").is_ok() {
            let text = &made.dispatch.program.texts[*step as usize];
            println!("{} {} {fault:?} {step} `{text}`", row.kernel, TARGETS[*target].0);
        }
        ((*target, *fault), what.to_string())
    };
    let (next, found) = (Mutex::new(jobs.iter()), Mutex::new(Counts::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, |n| n.get().min(8)) {
            scope.spawn(|| {
                loop {
                    let Some(job) = next.lock().unwrap().next() else { return };
                    let (key, what) = judge(job);
                    *found.lock().unwrap().entry(key).or_default().entry(what).or_default() += 1;
                }
            });
        }
    });
    let found = found.into_inner().unwrap();
    for ((target, fault), counts) in &found {
        println!("{} {fault:?}: {counts:?}", TARGETS[*target].0);
    }
    let sum = |of: &dyn Fn(&str) -> bool| -> u64 {
        found.values().flatten().filter(|(what, _)| of(what)).map(|(_, count)| count).sum()
    };
    let (all, seen) = (sum(&|_| true), sum(&|what| what != "none" && what != "not known"));
    println!("{seen} of {all} found");
    assert!(seen * 4 > all, "{seen} of {all}");
}
