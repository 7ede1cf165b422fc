//! Every case of the suites under every order of lanes, of the sides of a branch and of waves: what the checks of a case fix
//! holds under all of them, and bytes that differ are named by `--fidelity`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::common::{isotope, repository};
use isotope_machine::{Options, Outcome};
use isotope_object::Image;
use isotope_op::assume::Assumptions;
use isotope_target::case::{Case, CaseProgress, Verdict};
use isotope_target::suite;
use isotope_targets::TARGETS;
use serde_json::Value;

const LANES: [&str; 3] = ["ascending", "descending", "drawn"];
const BRANCHES: [&str; 3] = ["fall-through", "taken", "drawn"];
const SEEDS: u64 = 20;

/// One order of everything.
#[derive(Clone, Copy, Debug)]
struct Order {
    lanes: &'static str,
    branches: &'static str,
    threads: usize,
    seed: u64,
}

const FIRST: Order = Order { lanes: LANES[0], branches: BRANCHES[0], threads: 1, seed: 0 };

impl Order {
    fn all() -> impl Iterator<Item = Order> {
        LANES.into_iter().flat_map(|lanes| {
            BRANCHES.into_iter().flat_map(move |branches| {
                let seeds = (1..=2).flat_map(|threads| (0..SEEDS).map(move |seed| (threads, seed)));
                seeds.map(move |(threads, seed)| Order { lanes, branches, threads, seed })
            })
        })
    }

    fn assumptions(self) -> Assumptions {
        let mut assumptions = Assumptions::DEFAULT;
        for (id, word) in [
            ("nv.lane_order", self.lanes),
            ("nv.store_order", self.lanes),
            ("intel.lane_order", self.lanes),
            ("amd.lane_order", self.lanes),
            ("nv.branch_order", self.branches),
        ] {
            assert!(assumptions.set(id, word), "{id}={word}");
        }
        assumptions
    }

    /// What is otherwise than in the first, as the last parts of the names of assumptions.
    fn changed(self) -> Vec<&'static str> {
        let waves = self.threads != FIRST.threads || self.seed != FIRST.seed;
        let changes = [
            ("lane_order", self.lanes != FIRST.lanes),
            ("store_order", self.lanes != FIRST.lanes),
            ("branch_order", self.branches != FIRST.branches),
            ("wave_order", waves),
        ];
        changes.iter().filter(|(_, changed)| *changed).map(|(topic, _)| *topic).collect()
    }
}

fn listed(folder: &str, extensions: &[&str]) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{folder}: {e}"));
    let mut all: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    all.retain(|p| p.extension().is_some_and(|e| extensions.iter().any(|x| e == *x)));
    all.sort();
    all
}

fn load(path: &Path) -> Image {
    let bytes = std::fs::read(path).expect("a kernel");
    let loaded = match path.extension().and_then(|e| e.to_str()) {
        Some("zeinfo") => {
            let info = String::from_utf8(bytes).expect("text");
            isotope_intel::ze::parse(&info, |_| std::fs::read(path.with_extension("visaasm")).ok())
        }
        _ => isotope_targets::TARGETS.load(&bytes),
    };
    loaded.unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Files and cases of a suite that go together.
fn pairs(suite: &str) -> Vec<(PathBuf, PathBuf)> {
    let mut images = Vec::new();
    for target in ["sm_50", "gfx1100", "tgllp", "tgllp.a64"] {
        let folder = repository(&format!("kernels/{suite}bin/{target}"));
        if Path::new(&folder).is_dir() {
            images.extend(listed(&folder, &["cubin", "co", "zeinfo"]).into_iter().map(|p| (load(&p), p)));
        }
    }
    let mut all = Vec::new();
    for path in listed(&repository(&format!("kernels/{suite}cases")), &["json"]) {
        let case = Case::parse(TARGETS.cases, &std::fs::read_to_string(&path).expect("a case")).expect("a case");
        let fits = |image: &Image| case.launches.iter().all(|l| image.kernels.iter().any(|k| k.name == l.entry));
        all.extend(images.iter().filter(|(i, _)| fits(i)).map(|(_, file)| (file.clone(), path.clone())));
    }
    all
}

/// What a case leaves in an order, if its checks hold there.
fn left(image: &Image, case: &Case, order: Order) -> Result<Vec<Vec<u8>>, String> {
    let options =
        Options { threads: order.threads, seed: order.seed, opening: Some(Duration::ZERO), ..Options::default() };
    let run = suite::run_with(TARGETS, image, case, None, &order.assumptions(), |d, m| {
        isotope_machine::launch(d, m, options)
    });
    let run = run.map_err(|e| e.to_string())?;
    let target = suite::target_name(TARGETS, image);
    match run.outcome {
        Outcome::Hung(_) if case.progress(target) == CaseProgress::Never => return Ok(Vec::new()),
        Outcome::Done if case.progress(target) != CaseProgress::Never => {}
        other => return Err(format!("{other:?}")),
    }
    match case.check(target, &run.buffers).into_iter().find(|c| c.verdict != Verdict::Holds) {
        Some(check) => Err(format!("{check:?}")),
        None => Ok(run.buffers.into_iter().map(|b| b.bytes).collect()),
    }
}

/// The orders that `--fidelity` names, as the last parts of the names.
fn named(file: &Path, case: &Path) -> BTreeSet<String> {
    let ran = isotope(&format!("run {} --case {} --fidelity --json", file.display(), case.display()));
    let run = ran.json();
    let lists = ["memory_changes_with", "memory_may_change_with"].map(|list| run["fidelity"][list].clone());
    let ids = lists.iter().flat_map(|l| l.as_array().expect("a list").iter().filter_map(Value::as_str));
    ids.filter_map(|id| id.split_once('.')).map(|(_, topic)| topic.to_string()).collect()
}

/// Hold a suite against all orders; how many launches that were, and how many pairs leave more than one memory.
fn check(suite: &str, at_least: usize) {
    let (mut runs, mut differ, mut wrong) = (0, 0, Vec::new());
    let pairs = pairs(suite);
    assert!(pairs.len() >= at_least, "{} pairs", pairs.len());
    for (file, path) in &pairs {
        let image = load(file);
        let case = Case::parse(TARGETS.cases, &std::fs::read_to_string(path).expect("a case")).expect("a case");
        let of = format!("{} on {}", path.display(), file.display());
        let first = left(&image, &case, FIRST);
        let mut changes: BTreeSet<Vec<&'static str>> = BTreeSet::new();
        for order in Order::all() {
            runs += 1;
            match (left(&image, &case, order), &first) {
                (Err(error), _) => wrong.push(format!("{of}: {order:?}: {error}")),
                (Ok(bytes), Ok(first)) if bytes != *first => _ = changes.insert(order.changed()),
                _ => {}
            }
        }
        if changes.is_empty() {
            continue;
        }
        differ += 1;
        // A difference under one change alone is that order's; under several it is one of theirs.
        let named = named(file, path);
        for change in changes {
            if !change.iter().any(|topic| named.contains(*topic)) {
                wrong.push(format!("{of}: {change:?} changes memory, and `--fidelity` names {named:?}"));
            }
        }
    }
    println!("{runs} launches of {} pairs; {differ} pairs leave what an order decides", pairs.len());
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
#[ignore = "many minutes: `just orders`"]
fn the_suite_under_every_order() {
    check("", 156);
}

#[test]
#[ignore = "many minutes: `just orders`"]
fn the_torture_kernels_under_every_order() {
    check("torture/", 80);
}
