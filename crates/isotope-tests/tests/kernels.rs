//! Every compiled kernel on every case of the suite, for every vendor, on one and two host threads and under several
//! schedules; and comparisons of the final memory between vendors.

use crate::common::{case, entries, image, kernels, sweep};
use isotope_intel::{Mode, file, listing};
use isotope_machine::{Options, Outcome};
use isotope_object::{Format, Image};
use isotope_target::case::{Case, CaseProgress, Verdict};
use isotope_target::suite;
use std::time::Duration;

/// The target's name in checks, its folder, and the suffix of its files. The last ones are compiled with `-cl-opt-disable`.
const TARGETS: [(&str, &str, &str); 5] = [
    ("sm_50", "sm_50", "cubin"),
    ("gfx1100", "gfx1100", "co"),
    ("intel", "tgllp", "visaasm"),
    ("intel", "tgllp.a64", "visaasm"),
    ("intel", "../../tests/data/intel/unoptimised", "zebin"),
];

/// File name, image and case of every matching pair of a target.
fn pairs((target, folder, extension): (&str, &str, &str)) -> Vec<(String, Image, Case)> {
    let mut all = Vec::new();
    for path in entries(&kernels("cases")) {
        let case = case(&path);
        let source = case.source.strip_suffix(".cl").unwrap_or(&case.kernel);
        let image = image(&format!("bin/{folder}/{source}.{extension}"));
        assert_eq!(suite::target_name(isotope_targets::TARGETS, &image), target);
        all.push((path.file_stem().unwrap().to_string_lossy().into_owned(), image, case));
    }
    assert!(all.len() >= 39);
    all
}

fn check(options: Options<'_>) {
    let mut wrong = Vec::new();
    for of in TARGETS {
        let target = of.0;
        for (name, image, case) in pairs(of) {
            let run = suite::run(isotope_targets::TARGETS, &image, &case, None, options).unwrap();
            let stuck = case.progress(target) == CaseProgress::Never;
            match run.outcome {
                Outcome::Done if !stuck => {
                    let checks = case.check(target, &run.buffers);
                    // No document defines how code of Intel's compiler treats subnormals in two cases.
                    let open = target == "intel" && name.starts_with("float_add.subnormal");
                    assert!(open || !checks.is_empty(), "{name} has nothing to check on {target}");
                    let failed = checks.into_iter().filter(|r| r.verdict != Verdict::Holds);
                    wrong.extend(failed.map(|r| format!("{target} {name}: {r:?}")));
                }
                Outcome::Hung(_) if stuck => {}
                other => wrong.push(format!("{target} {name}: {other:?}")),
            }
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
    check(Options { threads: 2, opening: Some(Duration::ZERO), ..Options::default() });
}

/// Twenty schedules in a sweep, three otherwise.
#[test]
fn every_case_holds_under_twenty_schedules() {
    (1..=20).step_by(sweep::step(7)).for_each(|seed| check(Options { seed, ..Options::default() }));
}

/// vISA in a container runs like its text. The containers are written by Isotope: those of the compiler lack operands, and are refused.
#[test]
fn containers_of_intel_run_as_their_text() {
    for of in [TARGETS[2], TARGETS[3]] {
        for (name, image, case) in pairs(of) {
            let source = case.source.strip_suffix(".cl").unwrap_or(&case.kernel);
            let stem = kernels(&format!("bin/{}/{source}", of.1)).to_string_lossy().into_owned();
            let info = std::fs::read_to_string(format!("{stem}.zeinfo")).unwrap();
            let text = std::fs::read_to_string(format!("{stem}.visaasm")).unwrap();
            let written = file::write(&listing::assemble(Mode::Compat, 32, &text).unwrap()).unwrap();
            let want = suite::run(isotope_targets::TARGETS, &image, &case, None, Options::default()).unwrap();
            assert_eq!(isotope_object::sniff(&written), Some(Format::VisaIsa));
            let ours = isotope_intel::ze::parse(&info, |_| Some(written.clone())).unwrap();
            let got = suite::run(isotope_targets::TARGETS, &ours, &case, None, Options::default()).unwrap();
            assert_eq!((got.buffers, got.outcome), (want.buffers, want.outcome), "{name}");
            let damaged = std::fs::read(format!("{stem}.isa")).unwrap();
            let theirs = isotope_intel::ze::parse(&info, |_| Some(damaged.clone())).unwrap();
            let refused =
                suite::run(isotope_targets::TARGETS, &theirs, &case, None, Options::default()).unwrap_err().to_string();
            assert!(refused.contains("lack operands: assemble the .visaasm instead"), "{name}: {refused}");
        }
    }
}

#[test]
fn a_seed_gives_the_same_run_every_time() {
    for (_, image, case) in TARGETS.into_iter().flat_map(pairs) {
        let run = || {
            suite::run(isotope_targets::TARGETS, &image, &case, None, Options { seed: 7, ..Options::default() })
                .unwrap()
        };
        let (a, b) = (run(), run());
        assert_eq!((a.outcome, a.stats, a.buffers), (b.outcome, b.stats, b.buffers));
    }
}

#[test]
fn vendors_leave_the_same_memory() {
    let run = |image: &Image, case: &Case| {
        suite::run(isotope_targets::TARGETS, image, case, None, Options::default()).unwrap()
    };
    let mut compared = 0;
    for other in &TARGETS[1..] {
        for ((name, a, case), (_, b, _)) in pairs(TARGETS[0]).into_iter().zip(pairs(*other)) {
            let (x, y) = (run(&a, &case), run(&b, &case));
            if (x.outcome, y.outcome) != (Outcome::Done, Outcome::Done) {
                continue;
            }
            for check in case.agreement((TARGETS[0].0, &x.buffers), (other.0, &y.buffers)) {
                compared += 1;
                assert_eq!(check.verdict, Verdict::Holds, "{name} on {}", other.1);
            }
        }
    }
    assert!(compared >= 3 * 37, "{compared} checks");
}
