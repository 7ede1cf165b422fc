//! Random programs compiled by compilers of three vendors, against the results of the same programs compiled by the host's C
//! compiler (`tools/foreign/README.md`): divergent lanes, integers of all widths, carries, floats, arrays, calls, atomics.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::common::sweep;
use isotope_machine::mem::Memory;
use isotope_machine::{Options, Outcome};
use isotope_object::Image;
use isotope_op::assume::Assumptions;
use isotope_target::launch::{Arg, Launch};
use isotope_targets::TARGETS;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../kernels/foreign")
}

/// Loads a file, or the code that belongs to a `.zeinfo`.
pub fn load(path: &Path) -> Image {
    match path.extension().and_then(|e| e.to_str()) {
        Some("zeinfo") => {
            let info = std::fs::read_to_string(path).unwrap();
            let code = |kernel: &str| std::fs::read(path.with_file_name(format!("{kernel}.visaasm"))).ok();
            isotope_intel::ze::parse(&info, code).unwrap()
        }
        _ => isotope_targets::TARGETS.load(&std::fs::read(path).unwrap()).unwrap(),
    }
}

/// Runs every `step`th program of a target; returns their number, and reports those with a different result.
fn check(target: &str, step: usize, assumptions: Assumptions, options: Options<'_>) -> usize {
    let table = std::fs::read_to_string(folder().join("programs.tsv")).unwrap();
    let want = std::fs::read(folder().join("want.bin")).unwrap();
    let input = std::fs::read(folder().join("in.bin")).unwrap();
    let mut images: BTreeMap<String, Image> = BTreeMap::new();
    let (mut ran, mut wrong) = (0, Vec::new());
    let of_target = |l: &&str| l.split('\t').next() == Some(target);
    for line in table.lines().filter(of_target).step_by(step) {
        let [of, file, kernel, groups, items, place, bytes] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("seven columns: {line}")
        };
        let [groups, items]: [u32; 2] = [groups, items].map(|n| n.parse().unwrap());
        let [place, bytes]: [usize; 2] = [place, bytes].map(|n| n.parse().unwrap());
        let image = images.entry(file.into()).or_insert_with(|| load(&folder().join("bin").join(of).join(file)));
        let mut memory = Memory::new();
        let from = memory.allocate("in", &input).unwrap();
        let to = memory.allocate("out", &vec![0; bytes]).unwrap();
        let launch = Launch {
            assumptions,
            ..Launch::new([groups, 1, 1], [items, 1, 1], vec![Arg::Address(from), Arg::Address(to)])
        };
        let kernel = image.kernel(Some(kernel)).unwrap();
        let dispatch = TARGETS.prepare(image, kernel, &mut memory, &launch).unwrap();
        let report = isotope_machine::launch(&dispatch, &memory, options);
        ran += 1;
        if report.outcome != Outcome::Done {
            wrong.push(format!("{file} {}: {:?}", kernel.name, report.outcome));
            continue;
        }
        let left = memory.find(to, 0).and_then(|r| r.store.as_ref()).unwrap().to_bytes();
        if let Some(at) = left.iter().zip(&want[place..place + bytes]).position(|(a, b)| a != b) {
            let word =
                |b: &[u8]| b[at / 4 * 4..at / 4 * 4 + 4].iter().rev().map(|b| format!("{b:02x}")).collect::<String>();
            let (got, wanted) = (word(&left), word(&want[place..]));
            wrong.push(format!("{file} {}: word {} is {got}, not {wanted}", kernel.name, at / 4));
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
    let mut assumptions = Assumptions::DEFAULT;
    let lanes = ["nv.lane_order", "intel.lane_order", "amd.lane_order"].map(|id| (id, lanes));
    for (id, word) in lanes.into_iter().chain([("nv.branch_order", branches)]) {
        assert!(assumptions.set(id, word), "{id}={word}");
    }
    assumptions
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
