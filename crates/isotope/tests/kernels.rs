//! Every compiled kernel on every case of the suite, on one and two host threads and under several schedules.

use std::path::PathBuf;

use isotope::case::{Case, Progress, Verdict};
use isotope::machine::{Options, Outcome};
use isotope::object::cubin;
use isotope::suite;

fn kernels() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../kernels")
}

/// File name, image and case of every pair that belongs together.
fn pairs() -> Vec<(String, isotope::object::Image, Case)> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(kernels().join("cases")).unwrap() {
        let path = entry.unwrap().path();
        let case = Case::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let source = case.source.strip_suffix(".cl").unwrap_or(&case.kernel);
        let file = kernels().join(format!("bin/sm_50/{source}.cubin"));
        let image = cubin::parse(&std::fs::read(file).unwrap()).unwrap();
        all.push((path.file_stem().unwrap().to_string_lossy().into_owned(), image, case));
    }
    all.sort_by(|a, b| a.0.cmp(&b.0));
    assert!(all.len() >= 39);
    all
}

fn check(options: Options<'_>) {
    let mut wrong = Vec::new();
    for (name, image, case) in pairs() {
        let run = suite::run(&image, &case, None, options).unwrap();
        let stuck = case.progress("sm_50") == Progress::Never;
        match run.outcome {
            Outcome::Done if !stuck => {
                let failed = case.check("sm_50", &run.buffers).into_iter().filter(|r| r.verdict != Verdict::Holds);
                wrong.extend(failed.map(|r| format!("{name}: {r:?}")));
            }
            Outcome::Stuck(_) if stuck => {}
            other => wrong.push(format!("{name}: {other:?}")),
        }
    }
    assert!(wrong.is_empty(), "{options:?}\n{}", wrong.join("\n"));
}

#[test]
fn every_case_holds_in_order() {
    check(Options::default());
}

#[test]
fn every_case_holds_on_two_threads() {
    check(Options { threads: 2, ..Options::default() });
}

#[test]
fn every_case_holds_under_twenty_schedules() {
    (1..=20).for_each(|seed| check(Options { seed, ..Options::default() }));
}

#[test]
fn a_seed_gives_the_same_run_every_time() {
    for (_, image, case) in pairs() {
        let run = || suite::run(&image, &case, None, Options { seed: 7, ..Options::default() }).unwrap();
        let (a, b) = (run(), run());
        assert_eq!((a.outcome, a.stats, a.buffers), (b.outcome, b.stats, b.buffers));
    }
}
