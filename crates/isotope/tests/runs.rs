//! Runs of steps against single steps: a launch that somebody watches takes each step by itself, and must end the same.

use crate::common::kernels;
use isotope::case::Case;
use isotope::effect::{ACTIVE, Access, Address, Control, Mask, Qualifiers, Slot, Space, Src, Uop};
use isotope::isa;
use isotope::launch::{Arg, Launch};
use isotope::machine::fault::Place;
use isotope::machine::{self, Dispatch, Observer, Options, Outcome, Stats};
use isotope::mem::Memory;
use isotope::object::{self, Image};
use isotope::op::alu::Alu;
use isotope::op::assume::Assumptions;
use isotope::program::{Builder, Program, Run};
use isotope::suite;

const TARGETS: [(&str, &str); 4] =
    [("sm_50", "cubin"), ("gfx1100", "co"), ("tgllp", "visaasm"), ("tgllp.a64", "visaasm")];

fn load(folder: &str, name: &str, extension: &str) -> Image {
    let path = kernels(&format!("bin/{folder}/{name}.{extension}"));
    let bytes = std::fs::read(&path).unwrap();
    if extension != "visaasm" {
        return object::parse(&bytes).unwrap();
    }
    let info = std::fs::read_to_string(path.with_extension("zeinfo")).unwrap();
    object::ze::parse(&info, |_| Some(bytes.clone())).unwrap()
}

/// Somebody who watches.
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
        for entry in std::fs::read_dir(kernels("cases")).unwrap() {
            let case = Case::parse(&std::fs::read_to_string(entry.unwrap().path()).unwrap()).unwrap();
            let name = case.source.strip_suffix(".cl").unwrap_or(&case.kernel);
            let image = load(folder, name, extension);
            for seed in [0, 7] {
                let options = Options { seed, max_steps: 3_000_000, ..Options::default() };
                let mut watcher = Watcher::default();
                let runs = suite::run(&image, &case, None, options).unwrap();
                let steps = suite::run_observed(&image, &case, None, options, &mut watcher).unwrap();
                assert_eq!(watcher.0, steps.stats.wave_instructions);
                assert_eq!(runs.stats, steps.stats, "{folder} {name} seed {seed}");
                assert_eq!(runs.outcome, steps.outcome, "{folder} {name} seed {seed}");
                assert_eq!(runs.buffers, steps.buffers, "{folder} {name} seed {seed}");
            }
        }
    }
}

/// The histogram kernel with room for some bins only.
fn cramped(folder: &str, extension: &str, bins: usize) -> (Dispatch, Memory) {
    let image = load(folder, "histogram256", extension);
    let mut memory = Memory::new();
    let n = 4096u32;
    let words: Vec<u8> = (0..n).flat_map(|i| i.wrapping_mul(0x9e37_79b9).to_le_bytes()).collect();
    let data = memory.allocate("data", &words).unwrap();
    let hist = memory.allocate("hist", &vec![0; 4 * bins]).unwrap();
    let args = vec![Arg::Address(data), Arg::U32(n), Arg::Address(hist)];
    let (groups, group_size) = ([2, 1, 1], [64, 1, 1]);
    let launch = Launch { groups, group_size, args, dynamic_shared: 0, assumptions: Assumptions::DEFAULT };
    (isa::prepare(&image, image.kernel(None).unwrap(), &mut memory, &launch).unwrap(), memory)
}

#[test]
fn a_fault_inside_a_run_is_the_fault_of_its_instruction() {
    for (folder, extension) in TARGETS {
        // More room, later faults: in the first lanes of an operation made of several, in its last, behind others.
        for bins in [1, 9, 40, 100, 180, 250, 254] {
            let (dispatch, memory) = cramped(folder, extension, bins);
            assert!(!dispatch.program.fused.runs.is_empty(), "{folder} has runs");
            let ended = |report: machine::Report, memory: &Memory| -> (Outcome, Stats, Vec<u8>) {
                let hist = memory.region("hist").unwrap().store.as_ref().unwrap().to_bytes();
                (report.outcome, report.stats, hist)
            };
            let ours = memory.clone();
            let runs = ended(machine::launch(&dispatch, &ours, Options::default()), &ours);
            let theirs = memory.clone();
            let mut watcher = Watcher::default();
            let report = machine::launch_observed(&dispatch, &theirs, Options::default(), &mut watcher);
            let steps = ended(report, &theirs);
            assert!(matches!(steps.0, Outcome::Stopped { .. }), "{folder} with {bins} bins: {:?}", steps.0);
            assert_eq!(runs, steps, "{folder} with {bins} bins");
        }
    }
}

const R0: Slot = Slot(0);
const R1: Slot = Slot(32);
const R2: Slot = Slot(64);

/// A program of steps that each run on some lanes, and what follows each.
fn program(steps: &[(u32, &[Uop], Control)]) -> Program {
    let mut builder = Builder::new("test", 4, 4, &[]);
    let words: Vec<u16> = steps.iter().map(|(lanes, ..)| builder.constant(*lanes)).collect();
    for (i, (word, (lanes, uops, control))) in words.iter().zip(steps).enumerate() {
        builder.begin();
        if *lanes != u32::MAX {
            builder.push(Uop::Under { base: Mask::of(ACTIVE), also: Mask::of(*word) });
        }
        // A temporary stands for itself: the first of the step.
        let first = builder.temp();
        assert_eq!(first, T);
        uops.iter().for_each(|uop| builder.push(*uop));
        builder.finish(i as u32, Mask::ALL, *control, String::new());
    }
    builder.build().bind(|_| None)
}

const T: Slot = Slot(128);

fn alu(op: Alu, dst: Slot, a: Src, b: Src) -> Uop {
    Uop::Alu { op, dst, src: [a, b, Src::Imm(0)] }
}

fn store(value: Slot) -> Uop {
    let address = Address { lo: Src::Slot(value), hi: None, offset: 0 };
    let access =
        Access { space: Space::Shared, address, bytes: 4, aligned: true, upper: false, qualifiers: Qualifiers::PLAIN };
    Uop::Store { access, src: [Src::Slot(value), Src::Imm(0), Src::Imm(0), Src::Imm(0)] }
}

const NEXT: Control = Control::Next;
const LOW: u32 = 0xffff;
const HIGH: u32 = 0xffff_0000;

#[test]
fn halves_become_one() {
    let add = [alu(Alu::Add, R0, Src::Slot(R0), Src::Slot(R1))];
    let put = [store(R0)];
    let steps: [(u32, &[Uop], Control); 4] =
        [(LOW, &add, NEXT), (HIGH, &add, NEXT), (LOW, &put, NEXT), (HIGH, &put, NEXT)];
    let program = program(&steps);
    assert_eq!(program.fused.uops, [add[0], put[0]]);
    assert_eq!(program.fused.runs, [Run { first: 0, count: 2, steps: 4, joins_writes: true }]);
    // Lane 3 of the store is the third step's, and lanes of the fourth had not come to it.
    assert_eq!(program.fused.origin(1, Some(3)), (2, HIGH));
    assert_eq!(program.fused.origin(1, Some(16)), (3, 0));
}

#[test]
fn halves_that_depend_on_each_other_stay_apart() {
    // The second half reads a word that the first one writes.
    let first = [alu(Alu::Add, R0, Src::Word(R0), Src::Imm(0x1000))];
    let put = [store(R0)];
    let steps: [(u32, &[Uop], Control); 3] = [(LOW, &first, NEXT), (HIGH, &first, NEXT), (u32::MAX, &put, NEXT)];
    let adds = program(&steps).fused.uops.iter().filter(|u| matches!(u, Uop::Alu { .. })).count();
    assert_eq!(adds, 2);
}

#[test]
fn stores_in_different_order_stay_apart() {
    let (a, b) = ([store(R0)], [store(R1)]);
    let steps: [(u32, &[Uop], Control); 3] = [(LOW, &a, NEXT), (LOW, &b, NEXT), (HIGH, &a, NEXT)];
    let stores = program(&steps).fused.uops.iter().filter(|u| matches!(u, Uop::Store { .. })).count();
    assert_eq!(stores, 3);
}

#[test]
fn constants_and_copies_are_looked_through() {
    let all = u32::MAX;
    let set = [alu(Alu::Mov, R2, Src::Imm(3), Src::Imm(0))];
    let shift = [alu(Alu::Add, T, Src::Slot(R2), Src::Imm(1)), alu(Alu::Shl, R0, Src::Slot(R1), Src::Slot(T))];
    let put = [store(R0)];
    let steps: [(u32, &[Uop], Control); 3] = [(all, &set, NEXT), (all, &shift, NEXT), (all, &put, NEXT)];
    // Nothing reads R2 any more, and the temporary is gone.
    let by = Uop::Alu { op: Alu::ShlBy { n: 4 }, dst: R0, src: [Src::Slot(R1), Src::Imm(0), Src::Imm(0)] };
    assert_eq!(program(&steps).fused.uops, [by, put[0]]);
}

#[test]
fn what_a_later_run_reads_is_written() {
    let all = u32::MAX;
    let set = [alu(Alu::Mov, R2, Src::Slot(R1), Src::Imm(0))];
    let idle = [alu(Alu::Add, R1, Src::Slot(R1), Src::Slot(R1))];
    let put = [store(R2)];
    let steps: [(u32, &[Uop], Control); 5] = [
        (all, &set, NEXT),
        (all, &idle, NEXT),
        (all, &[], Control::Branch { target: 3 }),
        (all, &put, NEXT),
        (all, &idle, NEXT),
    ];
    let program = program(&steps);
    assert_eq!(program.fused.at, [1, 0, 0, 2, 0]);
    assert!(program.fused.uops.contains(&set[0]));
}

#[test]
fn lanes_that_a_step_changes_end_a_run() {
    let all = u32::MAX;
    let idle = [alu(Alu::Add, R1, Src::Slot(R1), Src::Slot(R1))];
    let leave = [Uop::Scalar { op: Alu::Mov, dst: ACTIVE, src: [Src::Imm(1), Src::Imm(0), Src::Imm(0)] }];
    let steps: [(u32, &[Uop], Control); 3] = [(all, &idle, NEXT), (all, &leave, NEXT), (all, &idle, NEXT)];
    assert!(program(&steps).fused.runs.is_empty());
}
