//! The programs of `kernels/host` for gfx1100, which need a process on the host: what they print is what glibc and PoCL print, in the order
//! of the schedule.

use crate::common::*;
use isotope_machine::{FaultKind, Options, Outcome, Stop};
use isotope_object::Image;
use isotope_targets::isa;

const GROUPS: u32 = 2;
const SIZE: u32 = 33;
const ITEMS: usize = (GROUPS * SIZE) as usize;

fn file(name: &str) -> Image {
    image(&format!("host/bin/gfx1100/{name}.co"))
}

/// The inputs that the programs of the host make, too.
fn inputs() -> (Vec<u32>, Vec<u32>) {
    let ints: Vec<i32> = (0..ITEMS as u32).map(|i| (i.wrapping_mul(2_654_435_761) as i32) >> (i % 24)).collect();
    let floats = ints.iter().map(|&v| (v as f32 * 0.03125).to_bits()).collect();
    (ints.iter().map(|&v| v as u32).collect(), floats)
}

/// Lines in an order of their own.
fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

fn wanted(name: &str) -> String {
    std::fs::read_to_string(kernels(&format!("host/want/{name}.txt"))).unwrap()
}

/// What a kernel prints.
fn printed(image: &Image, bench: &mut Bench, kernel: &str, args: Vec<A>, options: Options<'_>) -> (Outcome, String) {
    let outcome = bench.outcome(image, kernel, GROUPS, SIZE, args, options);
    let text = isa::printed(image, image.kernel(Some(kernel)).unwrap(), &bench.memory);
    (outcome, String::from_utf8(text).unwrap())
}

/// Groups in order print in order; work-items of a wave are served in order at each call.
#[test]
fn opencl_prints_what_pocl_and_the_host_print() {
    let (ints, floats) = inputs();
    let mut lines = 0;
    for name in ["printf", "printf_O0_wave64"] {
        let image = file(name);
        for kernel in ["numbers", "vectors", "strings"] {
            let want = wanted(&format!("printf.{kernel}"));
            each(|options| {
                let mut args = vec![A::Buffer("ints", bytes32(&ints))];
                if kernel != "strings" {
                    args.push(A::Buffer("floats", bytes32(&floats)));
                }
                let mut bench = Bench::default();
                let (outcome, text) = printed(&image, &mut bench, kernel, args, options);
                assert_eq!(outcome, Outcome::Done, "{name} {kernel}");
                assert_eq!(sorted(&text), sorted(&want), "{name} {kernel} {options:?}");
                // It was taken.
                assert!(isa::printed(&image, image.kernel(Some(kernel)).unwrap(), &bench.memory).is_empty());
                if name == "printf" && options.threads == 1 && options.seed == 0 {
                    let first: Vec<_> = text.lines().filter_map(|line| line.split(' ').next()).collect();
                    let group = |item: &str| item.parse::<u32>().unwrap() / SIZE;
                    assert!(first.is_sorted_by_key(|item| group(item)), "{name} {kernel}");
                }
            });
            lines += want.lines().count();
        }
    }
    assert_eq!(lines, 2 * (396 + 264 + 216));
}

#[test]
fn hip_prints_through_a_buffer_or_a_hostcall_what_the_host_prints() {
    let (ints, floats) = inputs();
    let want = wanted("hip.print");
    let (counts, want): (Vec<&str>, Vec<&str>) = want.lines().partition(|line| line.contains(" counts "));
    let mut sorted_want = want.clone();
    sorted_want.sort_unstable();
    for name in ["hip_buffered", "hip_hostcall"] {
        let image = file(name);
        each(|options| {
            let args = vec![
                A::Buffer("ints", bytes32(&ints)),
                A::Buffer("floats", bytes32(&floats)),
                A::Buffer("counts", vec![0; 4 * ITEMS]),
            ];
            let mut bench = Bench::default();
            let (outcome, text) = printed(&image, &mut bench, "print", args, options);
            assert_eq!(outcome, Outcome::Done, "{name}");
            assert_eq!(sorted(&text), sorted_want, "{name} {options:?}");
            // The host counts what it prints; who writes into a buffer knows only that it fits.
            let results = bench.words("counts");
            for (line, result) in counts.iter().zip(&results) {
                let count: u32 = line.rsplit(' ').next().unwrap().parse().unwrap();
                assert_eq!(*result, if name == "hip_hostcall" { count } else { 0 }, "{name} {line}");
            }
        });
    }
    assert_eq!((want.len(), counts.len()), (394, ITEMS));
}

/// An assertion prints its message and is a fault of the wave; what was printed before is there.
#[test]
fn an_assertion_that_fails_is_a_fault_with_its_message() {
    let mut ints = vec![0u32; ITEMS];
    ints[40] = 3;
    for name in ["hip_buffered", "hip_hostcall"] {
        let image = file(name);
        let args = |ints: &[u32]| vec![A::Buffer("ints", bytes32(ints)), A::Buffer("out", vec![0; 4 * ITEMS])];
        let (outcome, text) = printed(&image, &mut Bench::default(), "asserts", args(&ints), Options::default());
        let Outcome::Stopped { place, stop: Stop::Fault(fault) } = outcome else { panic!("{name}: {outcome:?}") };
        assert_eq!((place.group, place.wave, fault.kind), ([1, 0, 0], 0, FaultKind::Trap), "{name}");
        assert_eq!(
            fault.to_string(),
            "trap: `s_trap 2`: the program gave up: abort, __builtin_trap, or an assertion that failed",
            "{name}"
        );
        assert_eq!(text, "hip.hip:7: asserts: Device-side assertion `ints[i] != 3' failed.\n", "{name}");
        let mut bench = Bench::default();
        let (outcome, text) = printed(&image, &mut bench, "asserts", args(&vec![4; ITEMS]), Options::default());
        assert_eq!((outcome, text.as_str(), bench.words("out")), (Outcome::Done, "", vec![1; ITEMS]), "{name}");
    }
}
