//! Compiled code against the interpreter: the same memory, the same counts, the same stop.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use isotope_ir::effect::Space;
use isotope_jit::Jit;
use isotope_machine::mem::Memory;
use isotope_machine::native::{Listed, Members, Native, Reduction, Room, Site, Slow, Turn};
use isotope_machine::state::Wave;
use isotope_machine::{Dispatch, Flow, Options, Outcome, Report, launch};
use isotope_object::Image;
use isotope_op::assume::Assumptions;
use isotope_target::case::{Case, Verdict};
use isotope_target::suite;
use isotope_target::suite::{CaseRun, SuiteError};
use isotope_targets::TARGETS;

#[path = "../../isotope-tests/src/kernel_files.rs"]
mod kernel_files;

use kernel_files::{SUITE, cramped, entries, kernels, load, text};

/// Run with code from the first visit of each step.
fn with_code(dispatch: &Dispatch, memory: &Memory, options: Options<'_>) -> Report {
    let jit = Jit::after(dispatch, 0);
    launch(dispatch, memory, Options { native: jit.as_ref().map(|jit| jit as _), ..options })
}

/// Calls `f` for every case of a suite whose files exist.
fn each_case(suite: &str, mut f: impl FnMut(&Image, &Case, &str)) {
    for (folder, extension) in SUITE {
        for path in entries(&kernels(&format!("{suite}cases"))) {
            let Ok(case) = Case::parse(TARGETS.cases, &text(&path)) else { continue };
            let names = [case.source.split('.').next().unwrap_or_default(), &case.kernel];
            let found = names.map(|name| kernels(&format!("{suite}bin/{folder}/{name}.{extension}")));
            let Some(file) = found.into_iter().find(|file| file.exists()) else { continue };
            f(&load(&file), &case, &format!("{folder} {}", path.display()));
        }
    }
}

/// Run a case with code or without.
fn run(image: &Image, case: &Case, options: Options<'_>, code: bool) -> Result<CaseRun, SuiteError> {
    suite::run_with(TARGETS, image, case, None, &Assumptions::DEFAULT, |dispatch, memory| match code {
        true => with_code(dispatch, memory, options),
        false => launch(dispatch, memory, options),
    })
}

/// Run every case of a suite on both engines. Returns the number of launches.
fn both(suite: &str, seeds: &[u64]) -> usize {
    let mut count = 0;
    each_case(suite, |image, case, at| {
        for &seed in seeds {
            let options = Options { seed, max_steps: 3_000_000, ..Options::default() };
            let runs = [true, false].map(|code| run(image, case, options, code));
            let [Ok(ours), Ok(theirs)] = runs else { continue };
            assert_eq!(ours.outcome, theirs.outcome, "{at} seed {seed}");
            assert_eq!(ours.stats, theirs.stats, "{at} seed {seed}");
            assert_eq!(ours.buffers, theirs.buffers, "{at} seed {seed}");
            count += 1;
        }
    });
    count
}

#[test]
fn the_suite() {
    assert!(both("", &[0, 7]) > 100);
}

#[test]
fn torture() {
    assert!(both("torture/", &[0]) > 50);
}

#[test]
fn on_several_threads_every_check_holds() {
    let mut count = 0;
    each_case("", |image, case, at| {
        let holds = |run: &CaseRun| {
            let checks = case.check(suite::target_name(TARGETS, image), &run.buffers);
            run.outcome == Outcome::Done && checks.iter().all(|check| check.verdict == Verdict::Holds)
        };
        let alone = Options { max_steps: 3_000_000, ..Options::default() };
        if !run(image, case, alone, false).is_ok_and(|run| holds(&run)) {
            return;
        }
        for (threads, seed) in [(2, 0), (3, 7)] {
            let ours =
                run(image, case, Options { threads, opening: Some(Duration::ZERO), seed, ..Options::default() }, true)
                    .unwrap();
            assert!(holds(&ours), "{at} on {threads} threads: {:?}", ours.outcome);
            count += 1;
        }
    });
    assert!(count > 100, "{count} launches");
}

#[test]
fn a_fault_is_that_of_its_instruction_and_lane() {
    for (folder, extension) in SUITE {
        for bins in [1, 9, 40, 100, 180, 250, 254] {
            let (dispatch, memory) = cramped(folder, extension, bins);
            let ended = |report: Report, memory: &Memory| {
                let hist = memory.region("hist").unwrap().store.as_ref().unwrap().to_bytes();
                (report.outcome, report.stats, hist)
            };
            let ours = memory.clone();
            let code = ended(with_code(&dispatch, &ours, Options::default()), &ours);
            let interpreted = ended(launch(&dispatch, &memory, Options::default()), &memory);
            assert!(matches!(interpreted.0, Outcome::Stopped { .. }), "{folder} with {bins} bins");
            assert_eq!(code, interpreted, "{folder} with {bins} bins");
        }
    }
}

#[test]
fn a_budget_ends_where_it_does() {
    for (folder, extension) in SUITE {
        for max_steps in (0..400).chain([1000, 4097, 5000]) {
            let (dispatch, memory) = cramped(folder, extension, 256);
            let options = Options { max_steps, ..Options::default() };
            let ours = memory.clone();
            let code = with_code(&dispatch, &ours, options);
            let interpreted = launch(&dispatch, &memory, options);
            assert_eq!(code.stats, interpreted.stats, "{folder} after {max_steps} steps");
            assert_eq!(ours.region("hist"), memory.region("hist"), "{folder} after {max_steps} steps");
        }
    }
}

/// The interpreter's side of a run, with a bug in it.
struct Panics;

impl Slow for Panics {
    fn uop(&mut self, _: &mut Wave, _: Listed, _: u32, _: u32) -> bool {
        panic!("a bug behind a micro-operation")
    }
    fn transfer(&mut self, _: &mut Wave, _: u32) -> Option<Flow> {
        panic!("a bug behind a transfer")
    }
    fn wait(&mut self, _: &mut Wave, _: u8, _: u32, _: u32) -> bool {
        panic!("a bug behind a barrier")
    }
    fn site(&self, _: Space, _: u64, _: u32, _: Option<Reduction>) -> Option<Site> {
        None
    }
    fn is_stale(&self) -> bool {
        false
    }
}

#[test]
fn a_panic_in_a_call_from_code_reaches_the_caller_of_the_code() {
    let mut caught = 0;
    each_case("", |image, case, name| {
        if caught > 10 {
            return;
        }
        let _ = suite::run_with(TARGETS, image, case, None, &Assumptions::DEFAULT, |dispatch, memory| {
            if let Some(jit) = Jit::after(dispatch, 0) {
                let mut wave = dispatch.group(0).waves.swap_remove(0);
                let mut room = Room { turn: Turn { left: 1000, over: 0 }, ..Room::default() };
                let run = || Native::run(&jit, &mut Members::one(&mut wave), &mut room, &mut Panics);
                if let Err(panic) = catch_unwind(AssertUnwindSafe(run)) {
                    let said = panic.downcast_ref::<&str>().copied().unwrap_or("");
                    assert!(said.starts_with("a bug behind a "), "{name}: {said}");
                    caught += 1;
                }
            }
            launch(dispatch, memory, Options { max_steps: 1, ..Options::default() })
        });
    });
    assert!(caught > 10, "{caught}");
}
