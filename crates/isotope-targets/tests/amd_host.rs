//! The programs of `kernels/host` for gfx1100, which need more than buffers: what they print is what glibc and PoCL print, in the order of
//! the schedule; what they leave in memory is what the same source leaves on the host.

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

/// The numbers that a program of the host printed.
fn numbers(name: &str) -> Vec<u32> {
    let numbers: Vec<u32> = wanted(name).lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(numbers.len(), ITEMS);
    numbers
}

/// The device's allocator runs as it was compiled; the host hands out its slabs.
#[test]
fn malloc_serves_from_the_heap() {
    let (image, want) = (file("heap"), numbers("heap.lists"));
    let out = || A::Buffer("out", vec![0; 4 * ITEMS]);
    each(|options| {
        let mut bench = Bench::default();
        bench.memory.set_heap(96 << 20).unwrap();
        let outcome = bench.outcome(&image, "lists", GROUPS, SIZE, vec![out(), A::Word(9)], options);
        assert_eq!((outcome, bench.words("out")), (Outcome::Done, want.clone()), "{options:?}");
    });
    // 19 blocks of 25 pages: who comes first gets one more.
    let mut bench = Bench::default();
    bench.memory.set_heap(19 * 25 * 4096 + 5000).unwrap();
    bench.run(&image, "exhausts", 1, 4, vec![out(), A::Word(100_000)], Options::default());
    assert_eq!(bench.words("out")[..4], [5, 5, 5, 4]);
    // Small blocks are looked for in what the allocator keeps, large ones are asked of the host.
    let without = |bytes| {
        let args = vec![out(), A::Word(bytes)];
        match Bench::default().outcome(&image, "exhausts", 1, 4, args, Options::default()) {
            Outcome::Stopped { stop, .. } => stop.to_string(),
            outcome => panic!("{outcome:?}"),
        }
    };
    let end = "(the hidden argument `hidden_heap_v1` leads here; the device has no heap: give it one with --heap BYTES, 2 MiB at \
               least for each size of blocks)";
    assert!(without(16).ends_with(end), "{}", without(16));
    assert_eq!(without(100_000), "not modelled: `malloc` where the device has no heap: give it one with --heap BYTES");
}

#[test]
fn calls_through_pointers_and_recursion() {
    for name in ["calls", "calls_O0_wave64"] {
        let image = file(name);
        for kernel in ["calls", "recursion"] {
            let want = numbers(&format!("calls.{kernel}"));
            let args = || vec![A::Buffer("out", vec![0; 4 * ITEMS])];
            assert!(!image.kernel(Some(kernel)).unwrap().local_bytes_are_bounded);
            let mut bench = Bench::default();
            bench.run(&image, kernel, GROUPS, SIZE, args(), Options::default());
            assert_eq!(bench.words("out"), want, "{name} {kernel}");
        }
        let launch = |stack| {
            let mut memory = isotope_machine::mem::Memory::new();
            let out = memory.allocate("out", &[0; 4 * ITEMS]).unwrap();
            let launch = isotope_targets::launch::Launch {
                groups: [GROUPS, 1, 1],
                group_size: [SIZE, 1, 1],
                args: vec![isotope_targets::launch::Arg::Address(out)],
                dynamic_shared: 4 * SIZE,
                stack,
                offset: [0; 3],
                assumptions: isotope_op::assume::Assumptions::DEFAULT,
            };
            (memory, launch, out)
        };
        // A stack that is too short ends in a fault that names its end.
        let (mut memory, request, _) = launch(Some(64));
        let dispatch = isa::prepare(&image, image.kernel(Some("recursion")).unwrap(), &mut memory, &request).unwrap();
        let outcome = isotope_machine::launch(&dispatch, &memory, Options::default()).outcome;
        let Outcome::Stopped { stop: Stop::Fault(fault), .. } = outcome else { panic!("{outcome:?}") };
        assert!(fault.detail.contains("past the lane's private memory of"), "{fault}");
        // Shared memory that only the launch knows of.
        let (mut memory, request, out) = launch(None);
        for (i, byte) in (0u32..).take(ITEMS).zip((out..).step_by(4)) {
            let region = memory.find(byte, 4).unwrap();
            region.store.as_ref().unwrap().write_bytes(byte - region.base, &i.to_le_bytes());
        }
        let dispatch = isa::prepare(&image, image.kernel(Some("reverse")).unwrap(), &mut memory, &request).unwrap();
        assert_eq!(isotope_machine::launch(&dispatch, &memory, Options::default()).outcome, Outcome::Done);
        let want: Vec<u32> = (0..GROUPS).flat_map(|g| (0..SIZE).rev().map(move |l| g * SIZE + l)).collect();
        assert_eq!(words(&memory.read(out, 4 * ITEMS as u32).unwrap()), want, "{name}");
    }
}
