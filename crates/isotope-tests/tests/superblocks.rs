//! Superblocks against single steps: a launch with an observer executes steps one by one, and must give the same result.

use crate::common::{SUITE, case, cramped, entries, image, kernels};
use isotope_machine::fault::Place;
use isotope_machine::mem::Memory;
use isotope_machine::{Dispatch, Observer, Options, Outcome, Stats};
use isotope_op::assume::Assumptions;
use isotope_target::suite;
use isotope_targets::TARGETS;

/// An observer.
#[derive(Default)]
struct Watcher(u64);

impl Observer for Watcher {
    fn step(&mut self, _: Place, _: u32, _: u64) {
        self.0 += 1;
    }
}

#[test]
fn every_case_ends_as_it_does_step_by_step() {
    for (folder, extension) in SUITE {
        for case in entries(&kernels("cases")).iter().map(|path| case(path)) {
            let name = case.source.strip_suffix(".cl").unwrap_or(&case.kernel);
            let image = image(&format!("bin/{folder}/{name}.{extension}"));
            for seed in [0, 7] {
                let options = Options { seed, max_steps: 3_000_000, ..Options::default() };
                let mut watcher = Watcher::default();
                let runs = suite::run(TARGETS, &image, &case, None, options).unwrap();
                let launch = |dispatch: &Dispatch, memory: &Memory| {
                    isotope_machine::launch_observed(dispatch, memory, options, &mut watcher)
                };
                let steps = suite::run_with(TARGETS, &image, &case, None, &Assumptions::DEFAULT, launch).unwrap();
                assert_eq!(watcher.0, steps.stats.wave_instructions);
                assert_eq!(runs.stats, steps.stats, "{folder} {name} seed {seed}");
                assert_eq!(runs.outcome, steps.outcome, "{folder} {name} seed {seed}");
                assert_eq!(runs.buffers, steps.buffers, "{folder} {name} seed {seed}");
            }
        }
    }
}

#[test]
fn a_fault_inside_a_run_is_the_fault_of_its_instruction() {
    for (folder, extension) in SUITE {
        // The more space, the later the fault: in the first lanes of a fused operation, in its last lanes, after other operations.
        for bins in [1, 9, 40, 100, 180, 250, 254] {
            let (dispatch, memory) = cramped(folder, extension, bins);
            assert!(!dispatch.superblocks.list.is_empty(), "{folder} has superblocks");
            let ended = |report: isotope_machine::Report, memory: &Memory| -> (Outcome, Stats, Vec<u8>) {
                let hist = memory.region("hist").unwrap().store.as_ref().unwrap().to_bytes();
                (report.outcome, report.stats, hist)
            };
            let ours = memory.clone();
            let runs = ended(isotope_machine::launch(&dispatch, &ours, Options::default()), &ours);
            let theirs = memory.clone();
            let mut watcher = Watcher::default();
            let report = isotope_machine::launch_observed(&dispatch, &theirs, Options::default(), &mut watcher);
            let steps = ended(report, &theirs);
            assert!(matches!(steps.0, Outcome::Stopped { .. }), "{folder} with {bins} bins: {:?}", steps.0);
            assert_eq!(runs, steps, "{folder} with {bins} bins");
        }
    }
}
