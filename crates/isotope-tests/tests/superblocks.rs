//! Superblocks against single steps: a launch with an observer executes steps one by one, and must give the same result.

use crate::common::{case, entries, image, kernels};
use isotope_machine::fault::Place;
use isotope_machine::mem::Memory;
use isotope_machine::{Dispatch, Observer, Options, Outcome, Stats};
use isotope_object::Image;
use isotope_op::assume::Assumptions;
use isotope_target::launch::{Arg, Launch};
use isotope_target::suite;

const TARGETS: [(&str, &str); 4] =
    [("sm_50", "cubin"), ("gfx1100", "co"), ("tgllp", "visaasm"), ("tgllp.a64", "visaasm")];

fn load(folder: &str, name: &str, extension: &str) -> Image {
    image(&format!("bin/{folder}/{name}.{extension}"))
}

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
    for (folder, extension) in TARGETS {
        for case in entries(&kernels("cases")).iter().map(|path| case(path)) {
            let name = case.source.strip_suffix(".cl").unwrap_or(&case.kernel);
            let image = load(folder, name, extension);
            for seed in [0, 7] {
                let options = Options { seed, max_steps: 3_000_000, ..Options::default() };
                let mut watcher = Watcher::default();
                let runs = suite::run(isotope_targets::TARGETS, &image, &case, None, options).unwrap();
                let launch = |dispatch: &Dispatch, memory: &Memory| {
                    isotope_machine::launch_observed(dispatch, memory, options, &mut watcher)
                };
                let assumptions = Assumptions::DEFAULT;
                let steps =
                    suite::run_with(isotope_targets::TARGETS, &image, &case, None, &assumptions, launch).unwrap();
                assert_eq!(watcher.0, steps.stats.wave_instructions);
                assert_eq!(runs.stats, steps.stats, "{folder} {name} seed {seed}");
                assert_eq!(runs.outcome, steps.outcome, "{folder} {name} seed {seed}");
                assert_eq!(runs.buffers, steps.buffers, "{folder} {name} seed {seed}");
            }
        }
    }
}

/// The histogram kernel with space for some bins only.
fn cramped(folder: &str, extension: &str, bins: usize) -> (Dispatch, Memory) {
    let image = load(folder, "histogram256", extension);
    let mut memory = Memory::new();
    let n = 4096u32;
    let words: Vec<u8> = (0..n).flat_map(|i| i.wrapping_mul(0x9e37_79b9).to_le_bytes()).collect();
    let data = memory.allocate("data", &words).unwrap();
    let hist = memory.allocate("hist", &vec![0; 4 * bins]).unwrap();
    let args = vec![Arg::Address(data), Arg::U32(n), Arg::Address(hist)];
    let (groups, group_size) = ([2, 1, 1], [64, 1, 1]);
    let launch = Launch::new(groups, group_size, args);
    (isotope_targets::TARGETS.prepare(&image, image.kernel(None).unwrap(), &mut memory, &launch).unwrap(), memory)
}

#[test]
fn a_fault_inside_a_run_is_the_fault_of_its_instruction() {
    for (folder, extension) in TARGETS {
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
