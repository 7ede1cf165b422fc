//! The program of `kernels/host` for sm_50, which calls CUDA's device runtime: it prints what glibc prints, in the order of the
//! schedule, and leaves the same memory as the same source on the host.

use crate::common::host::*;
use crate::common::*;
use isotope_machine::mem::{Desk, Memory};
use isotope_machine::{FaultKind, Options, Outcome, Session, Stepped, Stop};
use isotope_object::Image;
use isotope_target::launch::{Arg, Launch};
use isotope_targets::TARGETS;

/// Optimised by clang and ptxas; optimised only by clang; not optimised; not optimised, with debug information.
const FILES: [&str; 4] = ["cuda_O2", "cuda_O2_O0", "cuda_O0", "cuda_O0_g"];

fn file(name: &str) -> Image {
    image(&format!("host/bin/sm_50/{name}.cubin"))
}

/// The output lines of a kernel, and the contents of `out`.
fn expected(kernel: &str) -> (Vec<String>, Vec<u32>) {
    let text = wanted(&format!("cuda.{kernel}"));
    let (out, lines): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('='));
    let mut lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
    lines.sort_unstable();
    (lines, out.iter().map(|word| word[1..].parse().unwrap()).collect())
}

#[test]
fn cuda_prints_what_the_host_prints() {
    let (ints, floats) = inputs();
    let mut lines = 0;
    for name in FILES {
        let image = file(name);
        for kernel in ["numbers", "packing", "strings", "nested", "lists"] {
            let (want, out) = expected(kernel);
            each(|options| {
                let mut args = match kernel {
                    "lists" => vec![],
                    _ => vec![A::Buffer("ints", bytes32(&ints))],
                };
                if ["numbers", "packing"].contains(&kernel) {
                    args.push(A::Buffer("floats", bytes32(&floats)));
                }
                args.push(A::Buffer("out", vec![0; 4 * ITEMS]));
                if kernel == "lists" {
                    args.push(A::Word(9));
                }
                let mut bench = Bench::default();
                let (outcome, text) = printed(&image, &mut bench, kernel, args, options);
                assert_eq!(outcome, Outcome::Done, "{name} {kernel}");
                assert_eq!(sorted(&text), want, "{name} {kernel} {options:?}");
                assert_eq!(bench.words("out"), out, "{name} {kernel} {options:?}");
                // The output was already taken.
                assert!(TARGETS.printed(&image, image.kernel(Some(kernel)).unwrap(), &bench.memory).is_empty());
                if kernel == "packing" && options.threads == 1 && options.seed == 0 {
                    let items: Vec<u32> =
                        text.lines().map(|line| line.split(' ').next().unwrap().parse().unwrap()).collect();
                    assert!(items.is_sorted_by_key(|item| item / SIZE), "{name}");
                }
            });
            lines += want.len();
        }
    }
    assert_eq!(lines, 4 * LINES);
}

/// Number of lines that the kernels print.
const LINES: usize = 297 + 198 + 143 + 1;

/// The assertion is reported at its call; earlier output is preserved, and the other lanes print theirs.
#[test]
fn an_assertion_of_cuda_is_a_fault_with_its_message() {
    let mut ints = vec![0u32; ITEMS];
    ints[40] = 3;
    for name in FILES {
        let image = file(name);
        let args = |ints: &[u32]| vec![A::Buffer("ints", bytes32(ints)), A::Buffer("out", vec![0; 4 * ITEMS])];
        let (outcome, text) = printed(&image, &mut Bench::default(), "asserts", args(&ints), Options::default());
        let Outcome::Stopped { place, stop: Stop::Fault(fault) } = outcome else { panic!("{name}: {outcome:?}") };
        assert_eq!(
            (place.group, place.wave, fault.kind, fault.lane),
            ([1, 0, 0], 0, FaultKind::Trap, Some(7)),
            "{name}"
        );
        let function = image.kernel(Some("asserts")).unwrap();
        assert!(place.address < function.code.len() as u32, "{name}: {place}");
        assert_eq!(
            fault.detail,
            "cuda.cu:19: void asserts(const int *, int *): block: [1,0,0], thread: [7,0,0] Assertion `ints[i] != 3` failed.",
            "{name}"
        );
        assert_eq!(text.lines().count(), 65, "{name}: {text}");
        let mut bench = Bench::default();
        let (outcome, _) = printed(&image, &mut bench, "asserts", args(&vec![4; ITEMS]), Options::default());
        assert_eq!((outcome, bench.words("out")), (Outcome::Done, vec![1; ITEMS]), "{name}");
    }
}

#[test]
fn the_heap_of_cuda_has_the_size_that_was_asked_for() {
    let out = || A::Buffer("out", vec![0; 16]);
    for name in FILES {
        let image = file(name);
        let exhaust = |heap: Option<u64>, bytes| {
            let mut bench = Bench::default();
            if let Some(heap) = heap {
                bench.memory.set_heap(heap).unwrap();
            }
            bench.run(&image, "exhausts", 1, 4, vec![out(), A::Word(bytes)], Options::default());
            bench.words("out").iter().sum::<u32>()
        };
        // 8 MiB by default; blocks begin at multiples of 16.
        assert_eq!(exhaust(None, 1_000_000), 8, "{name}");
        assert_eq!(exhaust(Some(64 << 10), 1000), (64 << 10) / 1008, "{name}");
        assert_eq!(exhaust(Some(64 << 10), 100_000), 0, "{name}");
    }
}

/// The output of an H100.
const EDGES: &str = "(null)|12345 %|2.500000 0X1.4P+1 1.500000 77    |78     %";

#[test]
fn what_the_runtime_does_at_its_edges() {
    for name in FILES {
        let image = file(name);
        let run = |what| {
            let mut bench = Bench::default();
            let args = vec![A::Buffer("out", vec![0; 16]), A::Word(what)];
            let dispatch = bench.prepare(&image, "edges", 1, 1, args);
            let outcome = isotope_machine::launch(&dispatch, &bench.memory, Options::default()).outcome;
            let text = TARGETS.printed(&image, image.kernel(Some("edges")).unwrap(), &bench.memory);
            let stop = match outcome {
                Outcome::Stopped { stop, .. } => stop.to_string(),
                _ => String::new(),
            };
            (stop, String::from_utf8(text).unwrap(), bench.words("out"))
        };
        let (stop, text, out) = run(0);
        let numbers: Vec<String> = (1..=32).map(|n| n.to_string()).collect();
        assert_eq!((stop.as_str(), text), ("", numbers.join(" ") + " <%5d %s>\n"), "{name}");
        assert_eq!(out[..2], [u32::MAX, 32], "{name}");
        assert_eq!((run(1).0.as_str(), run(1).1.as_str()), ("", EDGES), "{name}");
        assert!(
            run(2).0.contains("which `malloc` has not given or which is free already (nv.device_runtime)"),
            "{name}"
        );
        for (what, conversion) in [(3, "%hh"), (4, "%.*"), (5, "%z"), (6, "%I"), (7, "%lc")] {
            let (stop, text, _) = run(what);
            assert!(stop.contains(&format!("`{conversion}` in the format of `vprintf`: CUDA has")), "{name}: {stop}");
            assert_eq!(text, "", "{name}");
        }
    }
}

/// A function that only a driver provides is refused when its kernel is loaded.
#[test]
fn other_functions_of_a_driver_are_refused_by_name() {
    let mut image = file("cuda_O2");
    let vprintf = image.relocations.iter().filter(|r| r.symbol.name == "vprintf").count();
    assert!(vprintf != 0);
    for relocation in image.relocations.iter_mut().filter(|r| r.symbol.name == "vprintf") {
        relocation.symbol.name = "cudaLaunchDevice".into();
    }
    let index = image.kernels.iter().position(|k| k.name == "asserts").unwrap();
    let Some(details) = image.kernels[index].details_mut::<isotope_nvidia::cubin::Details>() else { panic!("a cubin") };
    details.externals.iter_mut().filter(|name| *name == "vprintf").for_each(|name| *name = "cudaLaunchDevice".into());
    let mut memory = Memory::new();
    let at = memory.allocate("out", &[0; 256]).unwrap();
    let mut refused = |kernel: &str, args| {
        let launch = Launch::new([1; 3], [1; 3], args);
        TARGETS
            .prepare(&image, image.kernel(Some(kernel)).unwrap(), &mut memory, &launch)
            .map(|_| ())
            .map_err(|e| e.to_string())
    };
    let error = refused("asserts", vec![Arg::Address(at), Arg::Address(at)]).unwrap_err();
    assert!(
        error.contains("takes a call of `cudaLaunchDevice`, which is not modelled: kernels that start kernels"),
        "{error}"
    );
    // A kernel that does not call it is not affected.
    assert_eq!(refused("exhausts", vec![Arg::Address(at), Arg::U32(16)]), Ok(()));
}

/// Each copy of a session has its own host process, whose output is part of the state.
#[test]
fn sessions_print_each_for_itself() {
    let image = file("cuda_O2");
    let (ints, floats) = inputs();
    let mut bench = Bench::default();
    let args = vec![
        A::Buffer("ints", bytes32(&ints)),
        A::Buffer("floats", bytes32(&floats)),
        A::Buffer("out", vec![0; 4 * ITEMS]),
    ];
    let dispatch = bench.prepare(&image, "packing", 2, 1, args);
    let mut session = Session::new(&dispatch, bench.memory.clone());
    let text = |session: &Session| {
        session.memory().desk().map(|desk: std::sync::MutexGuard<'_, Desk>| desk.text.clone()).unwrap()
    };
    while text(&session).is_empty() {
        let wave = session.wave(0, 0).clone();
        let footprint = session.footprint(0, 0);
        let before = session.digest();
        let copy = session.clone();
        assert_eq!(session.step(0, 0), Stepped::Ready);
        if !text(&session).is_empty() {
            assert!(footprint.unit && !footprint.touches.is_empty());
            assert!(text(&copy).is_empty() && copy.digest() == before && *copy.wave(0, 0) == wave);
            assert_eq!(session.digest(), session.recomputed_digest());
            assert!(session != copy && session.state() != copy.state());
        }
    }
    let mut other = session.clone();
    for (group, session) in [(0, &mut session), (1, &mut other)] {
        while matches!(session.step(group, 0), Stepped::Ready) {}
    }
    let texts = [text(&session), text(&other)].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(texts.clone().map(|text| text.lines().count()), [3, 4]);
    assert!(texts[0].lines().all(|line| line.starts_with("0 ")));
}
