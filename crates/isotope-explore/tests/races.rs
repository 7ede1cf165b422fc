//! Data races in kernels of three vendors' compilers: each verdict of `tests/data/explore/races.tsv`, and every race run again.

use std::collections::BTreeSet;

use isotope_explore::{Races, TraceOptions, Traces, replay, traces};
use isotope_targets::isa;

use crate::common::{Given, Made, TARGETS, image, made_to_meet};

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
    /// The file that it is in.
    pub fn file(&self) -> &'static str {
        // Only one vendor has what the others are about.
        if self.verdicts[0] == "-" { "races_amd" } else { "races" }
    }

    /// The launch on a target.
    pub fn made(&self, target: usize) -> (Made, &'static isotope_ir::ordering::Ordering) {
        let image = image(TARGETS[target], self.file());
        let kernel = image.kernel(Some(&self.kernel)).unwrap();
        let size = if self.waves == 0 { 1 } else { self.waves * LANES[target] };
        let order = isa::ordering(&image, kernel).unwrap();
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

/// Explore a launch, up to so many executions.
pub fn explored(made: &Made, order: &'static isotope_ir::ordering::Ordering, most: u64) -> Traces {
    let mut options = TraceOptions { max_executions: most, max_depth: 300, ..TraceOptions::default() };
    (options.observe, options.races) = (made.buffers.clone(), Some(order));
    traces(&made.dispatch, &made.memory, &options).unwrap()
}

/// In a few words: free, not known, or what is missing.
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
    let next = std::sync::Mutex::new(jobs.iter());
    let wrong = std::sync::Mutex::new(Vec::new());
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
