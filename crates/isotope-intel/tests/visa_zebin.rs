//! Unmodified zebin files of Intel's compiler: kernels with data of the file, private data in buffers, structs by value,
//! functions. They and their sources are in `tests/data/intel/zebin`; the expected memory is computed here.

use std::path::PathBuf;

use isotope_machine::mem::typed::{Format, Shape};
use isotope_machine::{Options, Outcome};
use isotope_object::Image;
use isotope_op::assume::{Addresses, Assumptions, Fill, INTEL_ADDRESSES, INTEL_FIRST_MEMORY, INTEL_FIRST_REGISTERS};
use isotope_target::launch::{Arg, Launch};

use crate::common::visa::stopped;
use crate::common::{A, Bench, bytes32, data, load, random, read, refused, wides};

fn file(name: &str) -> PathBuf {
    data("intel/zebin").join(name)
}

fn zebin(name: &str) -> Image {
    load(&file(name))
}

const DEVICES: [&str; 2] = ["tgllp", "dg2"];
/// Number of groups and their sizes: one thread, partly filled threads, several groups.
const SHAPES: [(u32, u32); 4] = [(1, 8), (3, 16), (2, 40), (5, 96)];

/// Each kernel of `features.cl` with a buffer `out`, by its expected contents.
fn each(test: impl Fn(&Image, &str, u32, u32)) {
    for device in DEVICES {
        let image = zebin(&format!("features.{device}.zebin"));
        assert_eq!(image.target.name(), device);
        for (groups, size) in SHAPES {
            test(&image, device, groups, size);
        }
    }
}

fn out(n: u32) -> A {
    A::Buffer("out", vec![0xee; 4 * n as usize])
}

#[test]
fn constant_tables() {
    each(|image, device, groups, size| {
        let n = groups * size;
        let got = Bench::default().run(image, "tables", groups, size, vec![out(n)], Options::default()).words("out");
        let pairs = [[1i32, 2, 3], [10, 20, 30]];
        let want = (0..n as usize).map(|i| {
            let (square, x) = ((i as i32 & 15) * (i as i32 & 15), pairs[i & 1][i % 3]);
            (square * x - x) as u32
        });
        assert_eq!(got, want.collect::<Vec<_>>(), "{device} {groups} x {size}");
    });
}

/// Data of the file keeps the values that a launch wrote; relocated pointers point to it.
#[test]
fn data_that_launches_share() {
    each(|image, device, groups, size| {
        let n = groups * size;
        let mut bench = Bench::default();
        for launch in 0..2 {
            let mut got = bench.run(image, "counted", groups, size, vec![out(n)], Options::default()).words("out");
            got.sort_unstable();
            let want: Vec<u32> = (0..n).map(|i| 7 + 3 * (launch * n + i)).collect();
            assert_eq!(got, want, "{device} {groups} x {size}");
        }
        let got = bench.run(image, "followed", groups, size, vec![out(n)], Options::default()).words("out");
        let set = |k: u32| 2 * ((0..n).filter(|i| i & 3 == k).count() as u32);
        let want: Vec<u32> = (0..n).map(|i| set(i & 3) + if i & 1 == 0 { 7 + 6 * n } else { set(2) }).collect();
        assert_eq!(got, want, "{device} {groups} x {size}");
    });
}

/// Private data in a buffer: each thread has its own, for any address and any initial contents.
#[test]
fn private_data_in_a_buffer() {
    let moved = Assumptions::DEFAULT.with(INTEL_ADDRESSES, Addresses::Moved).with(INTEL_FIRST_MEMORY, Fill::Drawn);
    each(|image, device, groups, size| {
        let (n, count) = (groups * size, 37u32);
        let input = random(count as usize, 5);
        let want = (0..n).map(|i| {
            let mut kept: Vec<i32> = (0..count).map(|j| (input[((i + j) % count) as usize] ^ i) as i32).collect();
            kept.sort_unstable();
            kept.iter().fold(0i32, |sum, k| sum.wrapping_mul(31).wrapping_add(*k)) as u32
        });
        let want: Vec<u32> = want.collect();
        for assumptions in [Assumptions::DEFAULT, moved] {
            let mut bench = Bench::default();
            let args = [bench.buffer("out", &vec![0; 4 * n as usize]), bench.buffer("in", &bytes32(&input))];
            let args = args.map(Arg::Address).into_iter().chain([Arg::U32(count)]).collect();
            let launch = Launch { assumptions, ..Launch::new([groups, 1, 1], [size, 1, 1], args) };
            let outcome = bench.launch(image, "sorted", &launch, Options { seed: 3, ..Options::default() });
            assert_eq!(outcome, Outcome::Done);
            assert_eq!(bench.words("out"), want, "{device} {groups} x {size}");
        }
    });
}

/// `dg2` numbers threads by a register that distinguishes 4096 threads; `array` of a file with stack calls uses another register.
#[test]
fn many_threads_with_private_data() {
    let image = zebin("features.dg2.zebin");
    let input = random(3, 1);
    let args = |n: u32| vec![out(n), A::Buffer("in", bytes32(&input)), A::Word(3)];
    let got = Bench::default().run(&image, "sorted", 4096, 1, args(4096), Options::default()).words("out");
    for i in [0u32, 7, 8, 63, 64, 1000, 4095] {
        let mut kept: Vec<i32> = (0..3).map(|j| (input[((i + j) % 3) as usize] ^ i) as i32).collect();
        kept.sort_unstable();
        let want = kept.iter().fold(0i32, |sum, k| sum.wrapping_mul(31).wrapping_add(*k));
        assert_eq!(got[i as usize] as i32, want, "item {i}");
    }
    let args = vec![Arg::Address(0), Arg::Address(0), Arg::U32(3)];
    let error = refused(&image, "sorted", &Launch::new([4097, 1, 1], [1, 1, 1], args));
    assert!(error.contains("4096"), "{error}");

    let image = zebin("stack.tgllp.zebin");
    let (n, count) = (5 * 96, 19u32);
    let input: Vec<u32> = random((n + count) as usize, 9).iter().map(|w| w & 0xffff).collect();
    let args = vec![out(n), A::Buffer("in", bytes32(&input)), A::Word(count)];
    let got = Bench::default().run(&image, "array", 5, 96, args, Options::default()).words("out");
    let want = (0..n).map(|i| {
        (0..count).fold(0u32, |sum, j| {
            let at = (input[j as usize] + i) % count;
            sum.wrapping_mul(7).wrapping_add(input[(i + at) as usize])
        })
    });
    assert_eq!(got, want.collect::<Vec<_>>());
}

/// A struct by value is passed in pieces or as a whole.
#[test]
fn values_of_any_size() {
    each(|image, device, groups, size| {
        let n = groups * size;
        let (a, b, c, d) = (-5i32, 1_000_000_007i64, [1i8, -2, 3, -4, 5], -300i16);
        let mut given = Vec::new();
        given.extend(a.to_le_bytes());
        given.extend([0; 4]);
        given.extend(b.to_le_bytes());
        given.extend(c.map(|c| c as u8));
        given.push(0);
        given.extend(d.to_le_bytes());
        let args = vec![
            A::Buffer("out", vec![0; 8 * n as usize]),
            A::Bytes(given),
            A::Bytes(vec![-7i8 as u8]),
            A::Wide(-9_999_999_999i64 as u64),
        ];
        let got = wides(&Bench::default().run(image, "given", groups, size, args, Options::default()).bytes("out"));
        let want = (0..i64::from(n)).map(|i| {
            let value = i64::from(a) + b * i + i64::from(c[(i % 5) as usize]) * -7 - i64::from(d) - 9_999_999_999;
            value as u64
        });
        assert_eq!(got, want.collect::<Vec<_>>(), "{device} {groups} x {size}");
    });
}

#[test]
fn functions_that_are_not_inlined() {
    each(|image, device, groups, size| {
        let n = groups * size;
        let input = random(n as usize, 8);
        let mixed = |x: u32, y: u32| x.wrapping_mul(31).wrapping_add(y ^ x);
        let want = input.iter().zip(0u32..).map(|(v, i)| {
            let v = if v & 1 == 1 { mixed(mixed(*v, i), i) } else { *v };
            v.wrapping_add(mixed(i, v))
        });
        let args = vec![out(n), A::Buffer("in", bytes32(&input))];
        let got = Bench::default().run(image, "called", groups, size, args, Options::default()).words("out");
        assert_eq!(got, want.collect::<Vec<_>>(), "{device} {groups} x {size}");
    });
}

/// `adls` has the rules of the generic device; threads of 32 search for the first lane of their second half.
#[test]
fn tables_that_lanes_load_by_their_addresses() {
    let powers: Vec<u32> = (0..8).map(|i| 3u32.pow(i)).collect();
    for (device, target) in [("tgllp", "tgllp"), ("adls", "visa")] {
        let image = zebin(&format!("functions.{device}.zebin"));
        assert_eq!(image.target.name(), target);
        for (groups, size) in SHAPES {
            let n = groups * size;
            let got =
                Bench::default().run(&image, "looks_up", groups, size, vec![out(n)], Options::default()).words("out");
            let want = (0..n as usize).map(|i| powers[i & 7] ^ powers[i * 5 % 7]);
            assert_eq!(got, want.collect::<Vec<_>>(), "{device} {groups} x {size}");
        }
    }
}

/// Functions that copy register 0 as a whole and read only the group ids.
#[test]
fn functions_that_ask_where_they_are() {
    for device in DEVICES {
        let image = zebin(&format!("functions.{device}.zebin"));
        let (groups, size) = ([3u32, 2, 2], [4u32, 2, 3]);
        let all: [u32; 3] = std::array::from_fn(|d| groups[d] * size[d]);
        let mut bench = Bench::default();
        let base = bench.buffer("out", &bytes32(&random(288, 1)));
        let launch = Launch::new(groups, size, vec![Arg::Address(base)]);
        assert_eq!(bench.launch(&image, "asks", &launch, Options::default()), Outcome::Done);
        let want = random(288, 1).into_iter().zip(0..).map(|(x, i): (u32, u32)| {
            let id = [i % all[0], i / all[0] % all[1], i / all[0] / all[1]];
            let (local, group): ([u32; 3], [u32; 3]) =
                (std::array::from_fn(|d| id[d] % size[d]), std::array::from_fn(|d| id[d] / size[d]));
            let sum = id[0] * 3 + local[0] * group[0] + 4 * 100 + 3 * 10_000 + all[0] + 3 * 1_000_000;
            x.wrapping_add(sum + group[1] * 7 + group[2] * 11 + local[1] * 13 + local[2] * 17)
        });
        assert_eq!(bench.words("out"), want.collect::<Vec<_>>(), "{device}");
    }
}

/// A file that requests another order of dimensions for local ids.
#[test]
fn local_ids_in_another_order() {
    let mut bytes = read(&file("subgroups.tgllp.zebin"));
    let (told, other) = (b"walk_order_dimensions: [ 0, 1, 2 ]", b"walk_order_dimensions: [ 1, 0, 2 ]");
    let place = bytes.windows(told.len()).position(|found| found == told).unwrap();
    bytes[place..][..told.len()].copy_from_slice(other);
    let image = isotope_targets::TARGETS.load(&bytes).unwrap();
    let other = image.kernels.iter().filter(|kernel| {
        let launch = Launch::new([1; 3], kernel.required_threads.unwrap_or([16, 1, 1]), Vec::new());
        refused(&image, &kernel.name, &launch).contains("in another order than x, y, z")
    });
    assert_eq!(other.count(), 1);
}

/// Recursive functions with different depths per lane; each call preserves its caller's variables.
#[test]
fn functions_that_call_themselves() {
    fn ackermann(m: i32, n: i32) -> i32 {
        match (m, n) {
            (0, n) => n + 1,
            (m, 0) => ackermann(m - 1, 1),
            (m, n) => ackermann(m - 1, ackermann(m, n - 1)),
        }
    }
    let image = zebin("stack.tgllp.zebin");
    for (groups, size) in SHAPES {
        let n = groups * size;
        let want: Vec<u32> = (0..n).map(|i| (1..=i % 13).product()).collect();
        for first in [Fill::Zero, Fill::Drawn] {
            let assumptions = Assumptions::DEFAULT.with(INTEL_FIRST_REGISTERS, first).with(INTEL_FIRST_MEMORY, first);
            let mut bench = Bench::default();
            let args = vec![Arg::Address(bench.buffer("out", &vec![0; 4 * n as usize]))];
            let launch = Launch { assumptions, ..Launch::new([groups, 1, 1], [size, 1, 1], args) };
            assert_eq!(bench.launch(&image, "factorials", &launch, Options::default()), Outcome::Done);
            assert_eq!(bench.words("out"), want, "{groups} x {size}, first values {first:?}");
        }
        let input = random(n as usize, 4);
        let want = input.iter().zip(0i32..).map(|(v, i)| {
            let v = *v as i32;
            let v = if i % 3 == 0 { v } else { ackermann(i & 1, v & 3) * 100 + ackermann(2, i & 1) };
            v.wrapping_add(i) as u32
        });
        let args = vec![out(n), A::Buffer("in", bytes32(&input))];
        let got = Bench::default()
            .run(&image, "deep", groups, size, args, Options { seed: 5, ..Options::default() })
            .words("out");
        assert_eq!(got, want.collect::<Vec<_>>(), "{groups} x {size}");
    }
    // A stack that is too small is a fault.
    let mut bench = Bench::default();
    let base = bench.buffer("out", &[0; 256]);
    let launch = Launch { stack: Some(1024), ..Launch::new([1; 3], [16, 1, 1], vec![Arg::Address(base)]) };
    let outcome = bench.launch(&image, "factorials", &launch, Options::default());
    assert!(stopped(&outcome).contains("private memory"), "{outcome:?}");
}

/// Sums and blocks of subgroups of 16. On `dg2` register 0 holds the thread's index in its group; elsewhere it is derived from ids.
#[test]
fn subgroups() {
    for device in DEVICES {
        let image = zebin(&format!("subgroups.{device}.zebin"));
        for (groups, size) in [(1u32, 16u32), (3, 32), (2, 96)] {
            let n = groups * size;
            let input: Vec<u32> = random(n as usize + 48, 6).iter().map(|w| w >> 8).collect();
            let run = |kernel: &str| {
                let args = vec![out(n), A::Buffer("in", bytes32(&input))];
                Bench::default().run(&image, kernel, groups, size, args, Options::default()).words("out")
            };
            let check = |kernel: &str, want: &dyn Fn(usize) -> u32| {
                let want: Vec<u32> = (0..n as usize).map(want).collect();
                assert_eq!(run(kernel), want, "{device} {kernel} {groups} x {size}");
            };
            let size = size as usize;
            check("group_sums", &|i| input[i / size * size..][..size].iter().fold(0, |s: u32, v| s.wrapping_add(*v)));
            check("subgroups", &|i| {
                let (all, lane) = (&input[i / 16 * 16..][..16], i % 16);
                let most = all[..lane].iter().copied().max().unwrap_or(0);
                let sum = all.iter().fold(0u32, |s, v| s.wrapping_add(*v));
                let place = i % size / 16 * 100 + size / 16 * 10000;
                sum.wrapping_add(most).wrapping_add(all[2]).wrapping_add(place as u32)
            });
            check("blocks", &|i| {
                let parts = [1u32, 3, 5, 7].into_iter().zip((i / 16 * 16 + i % 16..).step_by(16));
                parts.fold(0u32, |s, (by, at)| s.wrapping_add(input[at].wrapping_mul(by)))
            });
            // A shared-memory argument is given by its size, a number of 8 bytes in any form.
            for bytes in [A::Wide(4 * size as u64), A::Bytes((4 * size as u64).to_le_bytes().to_vec())] {
                let args = vec![out(n), bytes, A::Word(size as u32)];
                let got = Bench::default()
                    .run(&image, "shared_sums", groups, size as u32, args, Options::default())
                    .words("out");
                assert_eq!(got, vec![(0..size as u32).map(|l| l * l).sum::<u32>(); n as usize], "{device}");
            }
        }
    }
}

#[test]
fn what_images_are_like() {
    let shape = |name: &str, size| Shape::packed(Format::from_name(name).unwrap(), size).unwrap();
    for device in DEVICES {
        let image = zebin(&format!("features.{device}.zebin"));
        let args = |format: &str| {
            vec![
                A::Image("a", vec![0; 7 * 3 * 16], shape(format, [7, 3, 1])),
                A::Image("b", vec![0; 5 * 2 * 6 * 4], shape("r32_uint", [5, 2, 6])),
                A::Image("c", vec![0; 2 * 9 * 4 * 4], shape("r32_sint", [2, 9, 4])),
                A::Buffer("out", vec![0; 32]),
            ]
        };
        for (format, order, ty) in
            [("r32g32_float", 0x10b2, 0x10de), ("r8g8b8a8_uint", 0x10b5, 0x10da), ("r16_sint", 0x10b0, 0x10d8)]
        {
            let got = Bench::default().run(&image, "image_facts", 1, 1, args(format), Options::default()).words("out");
            assert_eq!(got, [7, 3, order, ty, 5, 6, 9, 4], "{device} {format}");
        }
        // A buffer has no extent, and OpenCL has no number for channels of 64 bits.
        for wrong in [Arg::Address(1 << 33), Arg::Image { address: 1 << 33, shape: shape("r64_uint", [2, 2, 1]) }] {
            let other = Arg::Image { address: 1 << 34, shape: shape("r32_uint", [1, 1, 1]) };
            let args = vec![wrong, other.clone(), other, Arg::Address(1 << 34)];
            let error = refused(&image, "image_facts", &Launch::new([1; 3], [1; 3], args));
            assert!(error.contains("argument 0") && error.contains("format and size"), "{error}");
        }
    }
}

/// Instructions that filter images have no rows, and functions of other files are missing: the refusal names the instruction and gives
/// advice.
#[test]
fn instructions_without_rows() {
    let image = zebin("refused.tgllp.zebin");
    let shape = Shape::packed(Format::from_name("r32g32b32a32_uint").unwrap(), [4, 4, 1]).unwrap();
    for (kernel, what, hint) in [
        ("image_sampled", "`sample_lz`", "read the image without a sampler"),
        ("image_given", "`sample_lz`", "read the image without a sampler"),
        ("calls", "the function `elsewhere`", "in the same source"),
    ] {
        let mut args = vec![Arg::Image { address: 1 << 33, shape }, Arg::Address(1 << 33)];
        match kernel {
            "image_given" => args.push(Arg::U64(0)),
            "calls" => _ = args.remove(0),
            _ => {}
        }
        let error = refused(&image, kernel, &Launch::new([1; 3], [8, 1, 1], args));
        assert!(error.contains(what) && error.contains(hint) && !error.contains("damaged"), "{error}");
    }
}

/// With only the `.zeinfo` and the code, data of the file is missing, and the refusal says which file has it.
#[test]
fn data_without_its_file() {
    let (bytes, mut code) = (read(&file("features.tgllp.zebin")), Vec::new());
    let image = isotope_intel::zebin::parse(&bytes, |_| None).unwrap();
    for kernel in &image.kernels {
        code.push((kernel.name.clone(), kernel.code.to_vec()));
    }
    let at = bytes.windows(4).position(|w| w == b"---\n").unwrap();
    let end = at + bytes[at..].windows(4).position(|w| w == b"...\n").unwrap() + 4;
    let info = std::str::from_utf8(&bytes[at..end]).unwrap();
    let find = |name: &str| code.iter().find(|(kernel, _)| kernel == name).map(|(_, code)| code.clone());
    let image = isotope_intel::ze::parse(info, find).unwrap();
    let text = refused(&image, "tables", &Launch::new([1; 3], [8, 1, 1], vec![Arg::Address(1 << 33)]));
    assert!(text.contains("cannot end without the instruction at 0x0002, not modelled: `faddr pairs"), "{text}");
    assert!(text.contains("give the zebin"), "{text}");
    let args = vec![out(8), A::Buffer("in", bytes32(&[6; 8]))];
    assert_eq!(Bench::default().run(&image, "called", 1, 8, args, Options::default()).words("out")[0], 12);
}
