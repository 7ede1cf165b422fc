//! Every compiled kernel on every case of the suite, on one and two host threads and under several schedules.

use std::path::PathBuf;

use isotope::case::{Case, Progress, Verdict};
use isotope::machine::{Options, Outcome};
use isotope::{object, suite};

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
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        for file in [format!("sm_50/{source}.cubin"), format!("gfx1100/{source}.co")] {
            let image = object::parse(&std::fs::read(kernels().join("bin").join(file)).unwrap()).unwrap();
            all.push((format!("{name} {}", image.target), image, case.clone()));
        }
    }
    all.sort_by(|a, b| a.0.cmp(&b.0));
    assert!(all.len() >= 78);
    all
}

fn check(options: Options<'_>) {
    let mut wrong = Vec::new();
    for (name, image, case) in pairs() {
        let run = suite::run(&image, &case, None, options).unwrap();
        let target = suite::target_name(&image);
        let stuck = case.progress(target) == Progress::Never;
        match run.outcome {
            Outcome::Done if !stuck => {
                let failed = case.check(target, &run.buffers).into_iter().filter(|r| r.verdict != Verdict::Holds);
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
