//! Random programs compiled by compilers of three vendors, against the results of the same programs compiled by the host's C
//! compiler (`tools/foreign/README.md`): divergent lanes, integers of all widths, carries, floats, arrays, calls, atomics.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::common::{assume, image, kernels, read, sweep, text};
use isotope_machine::mem::Memory;
use isotope_machine::{Dispatch, Options, Outcome};
use isotope_object::Image;
use isotope_op::assume::Assumptions;
use isotope_target::launch::{Arg, Launch};
use isotope_targets::TARGETS;

/// A program of `kernels/foreign`, as its table has it.
pub struct Program {
    pub target: String,
    pub file: String,
    pub kernel: String,
    groups: u32,
    items: u32,
    /// Place and size of its results in `want.bin`.
    place: usize,
    bytes: usize,
}

/// All programs, in the order of the table.
pub fn programs() -> Vec<Program> {
    let table = text(&kernels("foreign/programs.tsv"));
    let program = |line: &str| {
        let [target, file, kernel, groups, items, place, bytes] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("seven columns: {line}")
        };
        let [target, file, kernel] = [target, file, kernel].map(str::to_string);
        let [groups, items]: [u32; 2] = [groups, items].map(|n| n.parse().unwrap());
        let [place, bytes]: [usize; 2] = [place, bytes].map(|n| n.parse().unwrap());
        Program { target, file, kernel, groups, items, place, bytes }
    };
    table.lines().filter(|line| !line.starts_with('#')).map(program).collect()
}

impl Program {
    pub fn image(&self) -> Image {
        image(&format!("foreign/bin/{}/{}", self.target, self.file))
    }

    /// The launch, its memory, and the address of the results.
    pub fn prepare(&self, image: &Image, assumptions: Assumptions) -> (Dispatch, Memory, u64) {
        let mut memory = Memory::new();
        let from = memory.allocate("in", &read(&kernels("foreign/in.bin"))).unwrap();
        let to = memory.allocate("out", &vec![0; self.bytes]).unwrap();
        let args = vec![Arg::Address(from), Arg::Address(to)];
        let launch = Launch { assumptions, ..Launch::new([self.groups, 1, 1], [self.items, 1, 1], args) };
        let kernel = image.kernel(Some(&self.kernel)).unwrap();
        (TARGETS.prepare(image, kernel, &mut memory, &launch).unwrap(), memory, to)
    }
}

/// Runs every `step`th program of a target; returns their number, and reports those with a different result.
fn check(target: &str, step: usize, assumptions: Assumptions, options: Options<'_>) -> usize {
    let want = read(&kernels("foreign/want.bin"));
    let mut images: BTreeMap<String, Image> = BTreeMap::new();
    let (mut ran, mut wrong) = (0, Vec::new());
    for program in programs().into_iter().filter(|program| program.target == target).step_by(step) {
        let Program { file, kernel, place, bytes, .. } = &program;
        let image = images.entry(file.clone()).or_insert_with(|| program.image());
        let (dispatch, memory, to) = program.prepare(image, assumptions);
        let report = isotope_machine::launch(&dispatch, &memory, options);
        ran += 1;
        if report.outcome != Outcome::Done {
            wrong.push(format!("{file} {kernel}: {:?}", report.outcome));
            continue;
        }
        let left = memory.find(to, 0).and_then(|r| r.store.as_ref()).unwrap().to_bytes();
        let want = &want[*place..place + bytes];
        if let Some(at) = left.iter().zip(want).position(|(a, b)| a != b) {
            let [got, wanted] = [&left[..], want].map(|words| crate::common::words(words)[at / 4]);
            wrong.push(format!("{file} {kernel}: word {} is {got:08x}, not {wanted:08x}", at / 4));
        }
    }
    assert!(wrong.is_empty(), "{} of {ran}:\n{}", wrong.len(), wrong.join("\n"));
    ran
}

/// Every second program in order, and every tenth on two threads with random orders; all programs in a sweep.
fn in_order_and_not(target: &str) {
    let step = sweep::step(2);
    assert!(check(target, step, Assumptions::DEFAULT, Options::default()) >= 150 / step);
    let (step, options) =
        (sweep::step(10), Options { seed: 1, threads: 2, opening: Some(Duration::ZERO), ..Options::default() });
    assert!(check(target, step, orders("drawn", "drawn"), options) >= 150 / step);
}

#[test]
fn programs_for_sm_50_leave_what_the_host_leaves() {
    in_order_and_not("sm_50");
}

#[test]
fn programs_for_gfx1100_leave_what_the_host_leaves() {
    in_order_and_not("gfx1100");
}

#[test]
fn programs_for_visa_leave_what_the_host_leaves() {
    in_order_and_not("visa");
}

/// These orders of lanes and of branch sides, on every target.
fn orders(lanes: &str, branches: &str) -> Assumptions {
    assume(&[
        ("nv.lane_order", lanes),
        ("intel.lane_order", lanes),
        ("amd.lane_order", lanes),
        ("nv.branch_order", branches),
    ])
}

#[test]
#[ignore = "minutes: `just orders`"]
fn programs_leave_the_same_under_every_order() {
    let mut ran = 0;
    for lanes in ["ascending", "descending", "drawn"] {
        for branches in ["fall-through", "taken", "drawn"] {
            for threads in [1, 2] {
                for seed in 0..20 {
                    let options = Options { seed, threads, opening: Some(Duration::ZERO), ..Options::default() };
                    for target in ["sm_50", "gfx1100", "visa"] {
                        ran += check(target, 1, orders(lanes, branches), options);
                    }
                }
            }
        }
    }
    assert!(ran >= 360 * 450, "{ran}");
    println!("{ran} launches");
}
