//! The programs of `kernels/host` for vISA: they print what glibc and PoCL print, in the order of the schedule;
//! the expected memory is computed here.

use crate::common::host::{GROUPS, ITEMS, SIZE, inputs, sorted, wanted};
use crate::common::visa::stopped;
use crate::common::*;
use isotope_machine::mem::Memory;
use isotope_machine::mem::typed::{Format, Shape};
use isotope_machine::{Options, Outcome};
use isotope_object::Image;
use isotope_target::launch::{Arg, Launch};
use isotope_targets::TARGETS;
use std::time::Duration;

fn file(name: &str) -> Image {
    image(&format!("host/bin/visa/{name}.zebin"))
}

fn addresses(at: &[u64]) -> Vec<Arg> {
    at.iter().copied().map(Arg::Address).collect()
}

/// The output of a kernel.
fn printed(image: &Image, bench: &mut Bench, kernel: &str, size: u32, args: Vec<A>, options: Options<'_>) -> String {
    assert_eq!(bench.outcome(image, kernel, GROUPS, size, args, options), Outcome::Done, "{kernel}");
    let kernel = image.kernel(Some(kernel)).unwrap();
    let text = String::from_utf8(TARGETS.printed(image, kernel, &bench.memory)).unwrap();
    // The output was already taken.
    assert!(TARGETS.printed(image, kernel, &bench.memory).is_empty());
    text
}

/// Groups that run in order print in order. skl has doubles and threads of 8, tgllp neither and threads of 16.
#[test]
fn opencl_prints_what_pocl_and_the_host_print() {
    let (ints, floats) = inputs();
    let mut lines = 0;
    for (device, numbers) in [("skl", "numbers"), ("tgllp", "numbers.float")] {
        let image = file(&format!("printf.{device}"));
        for (kernel, want) in [("numbers", numbers), ("vectors", "vectors"), ("strings", "strings")] {
            let want = wanted(&format!("printf.{want}"));
            each(|options| {
                let mut args = vec![A::Buffer("ints", bytes32(&ints))];
                if kernel != "strings" {
                    args.push(A::Buffer("floats", bytes32(&floats)));
                }
                let (seed, threads) = (options.seed, options.threads);
                let text = printed(&image, &mut Bench::default(), kernel, SIZE, args, options);
                assert_eq!(sorted(&text), sorted(&want), "{device} {kernel} {seed} {threads}");
                if (seed, threads) == (0, 1) {
                    let first = text.lines().filter_map(|line| line.split(' ').next());
                    assert!(first.is_sorted_by_key(|item| item.parse::<u32>().unwrap() / SIZE), "{device} {kernel}");
                }
            });
            lines += want.lines().count();
        }
    }
    assert_eq!(lines, 2 * (396 + 264 + 216));
}

/// printf returns 0; addresses, strings chosen by a select, halves, which have no vector type in the buffer.
#[test]
fn what_printf_takes_beside_numbers() {
    let image = file("printf_more.tgllp");
    let out = || A::Buffer("out", vec![0; 4 * ITEMS]);
    let mut bench = Bench::default();
    let text = printed(&image, &mut bench, "returned", SIZE, vec![out()], Options::default());
    let base = bench.memory.region("out").unwrap().base;
    let mut want = Vec::new();
    for i in 0..ITEMS as u64 {
        let at = base + 4 * i;
        let none = if i & 4 == 0 { "(nil)".to_string() } else { format!("{at:#x}") };
        want.push(format!("{i} \\ % \"{}\" {at:#x} {none}", if i & 1 == 1 { "odd" } else { "even" }));
        want.push(format!("{i} {i}.000000,-0.500000,inf,{:.6} {:.1}", 0.25 * i as f64, 0.5 * i as f64));
    }
    want.sort_unstable();
    assert_eq!(sorted(&text), want);
    assert_eq!(bench.words("out"), [7; ITEMS]);
}

/// Work-items that print until the buffer is full: an entry has the address of the format, a number, and four vectors of 16.
#[test]
fn a_buffer_that_is_full() {
    let image = file("printf_more.tgllp");
    let data: Vec<u32> = (0..64).map(|i| i * i).collect();
    let args = vec![A::Buffer("out", vec![0; 8 * 4 * GROUPS as usize]), A::Buffer("data", bytes32(&data))];
    let mut bench = Bench::default();
    let text = printed(&image, &mut bench, "full", 8, args, Options { seed: 3, ..Options::default() });
    let counts = bench.words("out");
    assert_eq!(counts.iter().sum::<u32>(), ((4 << 20) - 4) / (8 + 8 + 4 * (8 + 16 * 4)));
    let part = |from: usize| data[from..][..16].iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    let tail = format!("{} {} {} {}", part(0), part(0), part(16), part(32));
    let mut found = vec![0; counts.len()];
    for line in text.lines() {
        let (item, rest) = line.split_once(' ').unwrap();
        assert_eq!(rest, tail);
        found[item.parse::<usize>().unwrap()] += 1;
    }
    assert_eq!(found, counts);
}

/// Images with channels of 32 bits: through the sampler's load message, and through typed messages.
#[test]
fn images_are_read_written_and_asked() {
    let shape = |format: &str, size| Shape::packed(Format::from_name(format).unwrap(), size).unwrap();
    for device in ["tgllp", "dg2", "tgllp.O0"] {
        let image = file(&format!("images.{device}"));
        let run = |kernel: &str, groups, group_size, buffers: &[&[u8]], args: &dyn Fn(&[u64]) -> Vec<Arg>| {
            let launch = |at: &[u64]| Launch::new(groups, group_size, args(at));
            let left = launched(&image, kernel, buffers, Options { seed: 2, ..Options::default() }, launch);
            left.iter().map(|bytes| words(bytes)).collect::<Vec<_>>()
        };

        // Upside down, channels in another order.
        let (w, h) = (19u32, 5u32);
        let texels = random((w * h * 4) as usize, 5);
        let (from, to) = (bytes32(&texels), vec![0; texels.len() * 4]);
        let done = run("convert2d", [w, h, 1], [1; 3], &[&from, &to, &[0; 24]], &|at| {
            vec![
                Arg::Image { address: at[0], shape: shape("r32g32b32a32_uint", [w, h, 1]) },
                Arg::Image { address: at[1], shape: shape("r32g32b32a32_sint", [w, h, 1]) },
                Arg::Address(at[2]),
            ]
        });
        for (x, y) in (0..h).flat_map(|y| (0..w).map(move |x| (x, y))) {
            let from = &texels[(4 * (y * w + x)) as usize..];
            let want = [from[3].wrapping_sub(x), from[2].wrapping_sub(y), from[1], from[0].wrapping_sub(1)];
            assert_eq!(done[1][(4 * ((h - 1 - y) * w + x)) as usize..][..4], want, "{device} {x} {y}");
        }

        // The same with channels of 16 and of 8 bits: numbers are extended on read and clamped on write.
        let narrow: Vec<u8> =
            random((w * h * 2) as usize, 6).iter().flat_map(|word| (word % 400).to_le_bytes()).collect();
        let to = vec![0; (w * h * 4) as usize];
        let converted = run("convert2d", [w, h, 1], [1; 3], &[&narrow, &to, &[0; 24]], &|at| {
            vec![
                Arg::Image { address: at[0], shape: shape("r16g16b16a16_uint", [w, h, 1]) },
                Arg::Image { address: at[1], shape: shape("r8g8b8a8_sint", [w, h, 1]) },
                Arg::Address(at[2]),
            ]
        });
        for (x, y) in (0..h).flat_map(|y| (0..w).map(move |x| (x, y))) {
            let from = |c: u32| {
                let at = (8 * (y * w + x) + 2 * c) as usize;
                i32::from(u16::from_le_bytes([narrow[at], narrow[at + 1]]))
            };
            let want =
                [from(3) - x as i32, from(2) - y as i32, from(1), from(0) - 1].map(|n| n.clamp(-128, 127) as i8 as u8);
            let word = converted[1][((h - 1 - y) * w + x) as usize];
            assert_eq!(word.to_le_bytes(), want, "{device} {x} {y}");
        }
        // CL_RGBA, CL_UNSIGNED_INT32, CL_SIGNED_INT32.
        assert_eq!(done[2], [w, h, 0x10b5, 0x10dc, 0x10b5, 0x10d9], "{device}");

        // A volume updated in place, with work-items outside of it.
        let volume: Vec<f32> = random(61 * 6 * 3, 6).iter().map(|v| *v as i32 as f32 * 0.125).collect();
        let bits: Vec<u32> = volume.iter().map(|v| v.to_bits()).collect();
        let done = run("scale3d", [8, 2, 4], [8, 4, 1], &[&bytes32(&bits)], &|at| {
            let shape = shape("r32_float", [61, 6, 3]);
            vec![Arg::Image { address: at[0], shape }, Arg::U32(1.5f32.to_bits())]
        });
        assert_eq!(done[0], volume.iter().map(|v| (v * 1.5).to_bits()).collect::<Vec<_>>(), "{device}");

        // Arrays of planes and of rows, texels of a buffer, a 1D image; missing channels are 0, missing alpha 1.
        let [planes, rows, list, line] =
            [(60 * 4 * 3 * 4, 7), (55 * 5, 8), (50 * 2, 9), (48, 10)].map(|(n, s)| random(n, s));
        let buffers = [&planes, &rows, &list, &line].map(|words| bytes32(words));
        let out = vec![0; 48 * 16];
        let done =
            run("layers", [3, 1, 1], [16, 1, 1], &[&buffers[0], &buffers[1], &buffers[2], &buffers[3], &out], &|at| {
                let image = |i: usize, format, size| Arg::Image { address: at[i], shape: shape(format, size) };
                vec![
                    image(0, "r32g32b32a32_uint", [60, 4, 3]),
                    image(1, "r32_uint", [55, 5, 1]),
                    image(2, "r32g32_uint", [50, 1, 1]),
                    image(3, "r32_uint", [48, 1, 1]),
                    Arg::Address(at[4]),
                ]
            });
        let want = (0..48usize).flat_map(|i| {
            let mut sum = [list[2 * i], list[2 * i + 1], 0, 1];
            let mut add = |texel: [u32; 4], by: u32| {
                (0..4).for_each(|c| sum[c] = sum[c].wrapping_add(texel[c].wrapping_mul(by)));
            };
            for layer in 0..3 {
                let at = 4 * (layer * 240 + (i & 3) * 60 + i);
                add([planes[at], planes[at + 1], planes[at + 2], planes[at + 3]], layer as u32 + 1);
            }
            (0..5).for_each(|layer| add([rows[layer * 55 + i], 0, 0, 1], 10 * layer as u32 + 7));
            add([line[i], 0, 0, 1], 1);
            sum.map(|channel| channel.wrapping_add(50))
        });
        assert_eq!(done[4], want.collect::<Vec<_>>(), "{device}");
    }
}

/// Packed immediates written by the compiler are read with their original values.
#[test]
fn constants_in_packed_numbers() {
    let row = |row: usize, i: usize| {
        let x = (1.0 + i as f32 / 16.0) * 2f32.powi(row as i32 % 8 - 3);
        let x = if matches!((row % 8, i), (0, 0)) { 0.0 } else { x };
        if row < 8 { x } else { -x }
    };
    let want: Vec<u32> = (0..256).map(|at| row(at / 16, at % 16).to_bits()).collect();
    for device in ["tgllp", "skl"] {
        let image = file(&format!("packed.{device}"));
        let mut bench = Bench::default();
        let args = vec![A::Buffer("out", vec![0xee; 4 * 256])];
        assert_eq!(bench.run(&image, "packed", 1, 16, args, Options::default()).words("out"), want, "{device}");
    }
}

/// Vectors that OpenCL aligns to their elements, loaded as blocks.
#[test]
fn blocks_begin_at_elements() {
    let input: Vec<u32> = random(64, 12).iter().map(|v| v % 1000).collect();
    let words: Vec<u16> = random(64, 13).iter().map(|v| *v as u16).collect();
    for device in ["tgllp", "pvc"] {
        let image = file(&format!("blocks.{device}"));
        for at in [1usize, 4, 5, 7] {
            let args = vec![
                A::Buffer("out", vec![0; 16 * 40]),
                A::Buffer("in", bytes32(&input)),
                A::Buffer("words", words.iter().flat_map(|w| w.to_le_bytes()).collect()),
                A::Word(at as u32),
            ];
            let got = Bench::default().run(&image, "vectors", 2, 20, args, Options::default()).words("out");
            let want = (0..40).flat_map(|i| (0..4).map(move |c| (i, c))).map(|(i, c)| {
                let mut sum = 3 * input[1 + c] + (i * (c as u32 + 1));
                for (n, by) in [5, 7].into_iter().enumerate() {
                    sum += by * input[at + 4 * n + c];
                }
                for (n, by) in [11, 13, 17, 19].into_iter().enumerate() {
                    sum += by * input[3 * at + 4 * n + c];
                }
                for (n, by) in [23, 29].into_iter().enumerate() {
                    sum = sum.wrapping_add_signed(by * i32::from(words[2 * at + 4 * n + c] as i16));
                }
                sum
            });
            assert_eq!(got, want.collect::<Vec<_>>(), "{device} {at}");
        }
        // Structures of seven dwords.
        let args = vec![A::Buffer("out", vec![0; 4 * 60]), A::Buffer("in", bytes32(&input))];
        let got = Bench::default().run(&image, "parts", 3, 20, args, Options::default()).words("out");
        let want = (0..60).map(|i| {
            let part = &input[i / 20 * 7..][..7];
            let mixed = part[..6].iter().fold(0, |a, b| a ^ b) as f32;
            (f32::from_bits(part[6]) + mixed + (i % 20) as f32).to_bits()
        });
        assert_eq!(got, want.collect::<Vec<_>>(), "{device}");
    }
}

/// Calls through pointers to functions of the file. The results equal those of the same source on the host.
#[test]
fn functions_are_called_by_address() {
    let want = std::fs::read_to_string(kernels("host/want/pointers.txt")).unwrap();
    let numbers: Vec<u32> = want.split_whitespace().map(|word| word.parse::<i32>().unwrap() as u32).collect();
    let (input, want) = numbers.split_at(96);
    for device in ["tgllp", "dg2", "pvc"] {
        let image = file(&format!("pointers.{device}"));
        let args = || vec![A::Buffer("out", vec![0xee; 4 * 96]), A::Buffer("in", bytes32(input))];
        for (kernel, want) in ["differing", "uniform", "recursive"].into_iter().zip(want.chunks(96)) {
            let options = Options { seed: 4, ..Options::default() };
            assert_eq!(
                Bench::default().run(&image, kernel, 4, 24, args(), options).words("out"),
                want,
                "{device} {kernel}"
            );
        }
        // Pointers that one kernel stores and another loads.
        let mut bench = Bench::default();
        let pointers = || A::Buffer("pointers", vec![0; 8 * 96]);
        bench.run(&image, "leave", 3, 32, vec![pointers()], Options::default());
        let left = A::Buffer("left", bytes32(&bench.words("pointers")));
        let got = bench.run(&image, "take", 3, 32, args().into_iter().chain([left]).collect(), Options::default());
        assert_eq!(got.words("out"), want[3 * 96..], "{device}");
        // An address that is not the start of a function.
        let wild = || vec![A::Buffer("out", vec![0; 4 * 96]), A::Buffer("in", bytes32(input)), pointers()];
        let outcome = Bench::default().outcome(&image, "take", 3, 32, wild(), Options::default());
        assert!(stopped(&outcome).contains("no instruction at 0xffffffff"), "{device}");
    }
}

/// Buffers whose bindless names are in the payload. Memory is the same for every placement by a driver.
#[test]
fn bindless_surfaces() {
    for device in ["tgllp", "pvc"] {
        let image = file(&format!("surfaces.{device}"));
        let bytes: Vec<u8> = random(60, 3).iter().map(|word| *word as u8).collect();
        let table = [3u32, 500, u32::MAX, 7];
        let args = vec![
            A::Buffer("out", vec![0xee; 4 * 60]),
            A::Buffer("bytes", bytes.clone()),
            A::Word(50),
            A::Buffer("table", bytes32(&table)),
            A::Wide(4 * 20),
        ];
        let got = Bench::default()
            .run(&image, "surfaces", 3, 20, args, Options { seed: 1, ..Options::default() })
            .words("out");
        let want = (0..60).map(|i| match i {
            0..50 => u32::from(bytes[i + 1]).wrapping_mul(table[i & 3]).wrapping_add(bytes[i ^ 1].into()),
            _ => 0xeeee_eeee,
        });
        assert_eq!(got, want.collect::<Vec<_>>(), "{device}");

        let input = random(33, 4);
        let half = |at: usize| input[at / 2] >> (at % 2 * 16) & 0xffff;
        let args = vec![A::Buffer("out", vec![0; 16 * 64]), A::Buffer("in", bytes32(&input))];
        let got = Bench::default().run(&image, "vectors", 2, 32, args, Options::default()).words("out");
        for i in 0..64 {
            let v = [half(i), half(i + 1) ^ i as u32, half(i * 3 % 64), i as u32];
            let want: Vec<u32> = (0..4).map(|c| v[c].wrapping_mul(3).wrapping_add(v[(c + 3) % 4])).collect();
            assert_eq!(got[4 * i..][..4], want, "{device} {i}");
        }
    }
}

/// `global_barrier`, whose buffer the compiler omits from the description of the payload.
#[test]
fn groups_of_a_cooperative_launch_wait_for_each_other() {
    for device in ["tgllp", "dg2"] {
        let image = file(&format!("grid.{device}"));
        let (groups, size) = (5u32, 24u32);
        let n = (groups * size) as usize;
        for seed in 0..4 {
            let mut a = random(n, 8);
            let mut memory = Memory::new();
            let at = [memory.allocate("a", &bytes32(&a)).unwrap(), memory.allocate("b", &vec![0; 4 * n]).unwrap()];
            let mut launch = Launch::new([groups, 1, 1], [size, 1, 1], at.map(Arg::Address).to_vec());
            let kernel = image.kernel(Some("once")).unwrap();
            let error = refused(&image, "once", &launch);
            assert!(
                error.contains("global_barrier") && error.ends_with("launch it with cooperative groups"),
                "{error}"
            );
            launch.cooperative = true;
            // The second launch finds the barrier's buffer in the same state as the first.
            for _ in 0..2 {
                let b: Vec<u32> = (0..n).map(|i| a[n - 1 - i].wrapping_add(a[(i + 7) % n])).collect();
                a = (0..n).map(|i| b[(i * 5 + 3) % n].wrapping_sub(i as u32)).collect();
                let dispatch = TARGETS.prepare(&image, kernel, &mut memory, &launch).unwrap();
                let options = Options {
                    seed,
                    threads: 1 + seed as usize % 2,
                    opening: Some(Duration::ZERO),
                    ..Options::default()
                };
                let outcome = isotope_machine::launch(&dispatch, &memory, options).outcome;
                assert_eq!(outcome, Outcome::Done, "{device} {seed}");
                for (at, want) in at.into_iter().zip([&a, &b]) {
                    assert_eq!(&words(&memory.read(at, 4 * n as u32).unwrap()), want, "{device} {seed}");
                }
            }
        }
        // Two barriers in a row: correct in order; some schedules leave a group behind.
        let run = |seed| {
            let launch = |at: &[u64]| Launch {
                cooperative: true,
                ..Launch::new([groups, 1, 1], [size, 1, 1], vec![Arg::Address(at[0])])
            };
            let options = Options { seed, ..Options::default() };
            try_launch(&image, "twice", &[vec![0; 4 * n]], options, launch).unwrap().0
        };
        assert_eq!(run(0), Outcome::Done);
        assert!((1..9).any(|seed| matches!(run(seed), Outcome::Hung(_))), "{device}");
    }
}

/// Implicit arguments of functions: sizes, counts, local ids. Functions called by address, and recursive functions.
#[test]
fn functions_ask_for_ids() {
    for device in ["dg2", "pvc"] {
        let image = file(&format!("asks.{device}"));
        let input = random(96, 31);
        let args = vec![A::Buffer("out", vec![0; 4 * 96]), A::Buffer("in", bytes32(&input))];
        let got = Bench::default().run(&image, "asks", 4, 24, args, Options::default()).words("out");
        let want = input.iter().zip(0..).map(|(x, i)| match (x & 1, x >> 1 & 1) {
            (1, 0) => 3 * i,
            (1, _) => 0,
            (_, 0) => 4,
            _ => 1,
        });
        assert_eq!(got, want.collect::<Vec<u32>>());

        let image = file(&format!("implicit.{device}"));
        for (groups, size, offset) in [
            ([3u32, 2, 1], [20u32, 3, 1], [0u32; 3]),
            ([2, 1, 3], [5, 4, 3], [7, 9, 0]),
            ([1, 1, 2], [1, 2, 33], [0; 3]),
        ] {
            let all: [u32; 3] = std::array::from_fn(|d| groups[d] * size[d]);
            let dimensions = if all[2] == 1 { 2 } else { 3 };
            let n = all.iter().product::<u32>();
            let input = random(n as usize, 32);
            let buffers = [vec![0; 4 * n as usize], bytes32(&input)];
            for seed in 0..2 {
                let left = launched(&image, "implicit", &buffers, Options { seed, ..Options::default() }, |at| {
                    Launch { offset, ..Launch::new(groups, size, addresses(at)) }
                });
                let got = words(&left[0]);
                for (i, x) in (0..).zip(&input) {
                    let id = [i % all[0], i / all[0] % all[1], i / all[0] / all[1]];
                    let (d, times) = ((x >> 3 & 1) as usize, x & 3);
                    let mut want = if x & 4 != 0 {
                        (id[d] + offset[d]) * 5 + id[2] % size[2]
                    } else {
                        groups[d] + 10 * size[d] + 100 * all[d] + 10_000 * offset[d] + 1_000_000 * dimensions
                    };
                    for n in 1..=times {
                        want = if x & 4 != 0 { want * 3 + id[d] % size[d] * n } else { want * 7 + id[d] / size[d] };
                    }
                    assert_eq!(got[i as usize], want, "{groups:?} {size:?} {id:?} {x:#x}");
                }
            }
        }
        let mut launch = Launch::new([2, 1, 1], [16, 1, 1], addresses(&[0, 0]));
        launch.grid.remainder = [5, 0, 0];
        let error = refused(&image, "implicit", &launch);
        assert!(error.contains("kernel `implicit` calls asks for ids"), "{error}");
    }
}

/// Rotations of 64 bits, which IGC emits for PVC.
#[test]
fn rotations() {
    let input = random(2 * 32 * 6, 40);
    let numbers = wides(&bytes32(&input));
    let image = file("rotate.pvc");
    let buffers = [vec![0; 8 * 3 * 192], bytes32(&input)];
    let left = launched(&image, &image.kernels[0].name, &buffers, Options::default(), |at| {
        Launch::new([2, 2, 1], [16, 3, 1], addresses(at))
    });
    let got = wides(&left[0]);
    for (i, x) in numbers.into_iter().enumerate() {
        let n = i as u32;
        let fixed = x.rotate_left(37) ^ 0xfff0_0000_0000_0000u64.rotate_left(x as u32 & 63);
        let narrow = u64::from((x as u32).rotate_left(n % 32)) << 32 | u64::from((x as u16).rotate_left(n % 16));
        assert_eq!(got[3 * i..][..3], [x.rotate_left(5 * n % 64), fixed, narrow], "{i}");
    }
}

/// An array in the scratch memory of the thread.
#[test]
fn scratch_memory_of_pvc() {
    let (n, count) = (96usize, 57usize);
    let input = random(n, 50);
    let args = vec![A::Buffer("out", vec![0; 4 * n]), A::Buffer("in", bytes32(&input)), A::Word(count as u32)];
    let got = Bench::default().run(&file("scratch.pvc"), "sorted", 2, 48, args, Options::default()).words("out");
    let want = (0..n).map(|i| {
        let mut a: Vec<u32> = (0..count).map(|k| input[(i * 7 + k * 13) % n] % 1000).collect();
        a.sort_unstable();
        (0..count).fold(0u32, |sum, k| sum.wrapping_mul(31).wrapping_add(a[(k * 3 + i) % count]))
    });
    assert_eq!(got, want.collect::<Vec<_>>());
}

/// The nearest 16-bit float, or the nearest that is not larger, found by stepping.
fn half(x: f64, nearest: bool) -> u16 {
    let sign = if x.is_sign_negative() { 0x8000 } else { 0 };
    let x = x.abs();
    if x >= 65536.0 {
        return sign | if nearest || x.is_infinite() { 0x7c00 } else { 0x7bff };
    }
    let exponent = (-14..16).rev().find(|e| x >= 2f64.powi(*e)).unwrap_or(-14);
    let steps = x / 2f64.powi(exponent - 10);
    let steps = if nearest { steps.round_ties_even() } else { steps.floor() } as u32;
    sign | (steps + (exponent + 14) as u32 * 1024) as u16
}

/// Runs a kernel on an image and a buffer, in groups of 16 items along its rows; returns both.
fn on_image(
    file: &Image,
    kernel: &str,
    shape: Shape,
    texels: &[u8],
    buffer: &[u8],
    assumptions: &[(&str, &str)],
) -> [Vec<u8>; 2] {
    let left = launched(file, kernel, &[texels, buffer], Options::default(), |at| Launch {
        assumptions: assume(assumptions),
        ..Launch::new(
            [shape.width / 16, shape.height, 1],
            [16, 1, 1],
            vec![Arg::Image { address: at[0], shape }, Arg::Address(at[1])],
        )
    });
    left.try_into().unwrap()
}

/// Images with 16-bit float channels: every such number is read, and numbers between two of them are written.
#[test]
fn images_of_halves() {
    let (w, h) = (128u32, 128u32);
    let shape = Shape::packed(Format::from_name("r16g16b16a16_float").unwrap(), [w, h, 1]).unwrap();
    let value = |code: u16| {
        let (exponent, fraction) = (i32::from(code >> 10 & 31), f64::from(code & 1023));
        let magnitude = match exponent {
            0 => fraction * 2f64.powi(-24),
            31 => f64::INFINITY,
            _ => (1024.0 + fraction) * 2f64.powi(exponent - 25),
        };
        if code >> 15 == 0 { magnitude } else { -magnitude }
    };
    let codes: Vec<u8> = (0..=u16::MAX).flat_map(u16::to_le_bytes).collect();
    let is_nan = |code: u16| code & 0x7fff > 0x7c00;
    for device in ["tgllp", "dg2", "tgllp.O0"] {
        let image = file(&format!("halves.{device}"));
        let [_, got] = on_image(&image, "reads", shape, &codes, &vec![0; 1 << 18], &[]);
        for (code, got) in (0..=u16::MAX).zip(words(&got)) {
            if is_nan(code) {
                assert!(f32::from_bits(got).is_nan(), "{device} {code:#x}");
            } else {
                assert_eq!(got, ((2.0 * value(code)) as f32).to_bits(), "{device} {code:#x}");
            }
        }
        // A quarter, a half and three quarters of the way to the next number, and beyond the largest.
        let given: Vec<f32> = (0..=u16::MAX)
            .map(|code| match code & 0x7fff {
                0..0x7bff => (value(code) + (value(code + 1) - value(code)) * f64::from(code % 4) / 4.0) as f32,
                0x7bff => 65519.0,
                0x7c00 => f32::INFINITY,
                more => 65520.0 * f32::from(more & 1) + 65000.0,
            })
            .collect();
        let bits: Vec<u8> = given.iter().flat_map(|x| x.to_le_bytes()).collect();
        for (reading, nearest) in [("nearest", true), ("toward-zero", false)] {
            let chosen = [("intel.half_channels", reading)];
            let [got, _] = on_image(&image, "writes", shape, &vec![0; 1 << 17], &bits, &chosen);
            let want: Vec<u8> = given.iter().flat_map(|x| half((*x).into(), nearest).to_le_bytes()).collect();
            let differ = got.as_chunks::<2>().0.iter().zip(want.as_chunks::<2>().0).position(|(got, want)| got != want);
            assert_eq!(differ, None, "{device} {reading}");
        }
    }
    // The compiler omits the name of bindless images.
    let image = file("halves.bindless");
    let args = vec![Arg::Image { address: 0, shape }, Arg::Address(0)];
    let launch = Launch::new([1; 3], [16, 1, 1], args);
    for kernel in ["reads", "writes"] {
        let error = refused(&image, kernel, &launch);
        assert!(
            error.contains("a bindless image") && error.contains("without `-cl-intel-use-bindless-images`"),
            "{error}"
        );
    }
}

/// Each number of a normalised channel, and floats between them; the kernel doubles on read.
#[test]
fn normalised_images() {
    for (format, bits, signed) in
        [("unorm", 8u32, false), ("snorm", 8, true), ("unorm", 16, false), ("snorm", 16, true)]
    {
        let most = f64::from((1u32 << (bits - u32::from(signed))) - 1);
        let of = |bytes: &[u8]| -> Vec<f64> {
            let chunks = bytes.chunks_exact(bits as usize / 8);
            let number = |c: &[u8]| match (c.len(), signed) {
                (1, false) => f64::from(c[0]),
                (1, true) => f64::from(c[0] as i8),
                (_, false) => f64::from(u16::from_le_bytes([c[0], c[1]])),
                _ => f64::from(i16::from_le_bytes([c[0], c[1]])),
            };
            chunks.map(number).collect()
        };
        let codes: Vec<u8> = match bits {
            8 => (0..1 << 13).map(|i| (i + i / 256) as u8).collect(),
            _ => (0..=u16::MAX).flat_map(u16::to_le_bytes).collect(),
        };
        let name = if bits == 8 { format!("r8g8b8a8_{format}") } else { format!("r16g16b16a16_{format}") };
        let (w, h) = (128u32, if bits == 8 { 16 } else { 128 });
        let shape = Shape::packed(Format::from_name(&name).unwrap(), [w, h, 1]).unwrap();
        let numbers = of(&codes);
        // Every file; for the wider formats, which have many numbers, one file.
        for device in ["tgllp.O0", "tgllp", "dg2"].iter().skip(if bits == 16 { 2 } else { 0 }) {
            let image = file(&format!("halves.{device}"));
            let run = |kernel: &str, first: &[u8], second: &[u8], reading: &str| {
                on_image(&image, kernel, shape, first, second, &[("intel.normalised_channels", reading)])
            };
            for reading in ["quotient", "product"] {
                let [_, got] = run("reads", &codes, &vec![0; 4 * numbers.len()], reading);
                for (number, got) in numbers.iter().zip(words(&got)) {
                    let want = match reading {
                        "quotient" => (number.max(-most) / most) as f32,
                        _ => number.max(-most) as f32 * (1.0 / most as f32),
                    };
                    assert_eq!(got, (2.0 * want).to_bits(), "{device} {name} {reading} {number}");
                }
            }
            // At the numbers, between them, and out of range.
            let given: Vec<f32> = (0..numbers.len())
                .map(|i| match i % 64 {
                    61 => f32::NAN,
                    62 => f32::INFINITY,
                    63 => -1e30,
                    at => ((numbers[i] + f64::from(at as u32 % 8) / 8.0) / most) as f32,
                })
                .collect();
            let bytes: Vec<u8> = given.iter().flat_map(|x| x.to_le_bytes()).collect();
            let [got, _] = run("writes", &vec![0; codes.len()], &bytes, "quotient");
            for (x, got) in given.iter().zip(of(&got)) {
                let low = if signed { -most } else { 0.0 };
                let want = if x.is_nan() { 0.0 } else { f64::from(x * most as f32).round_ties_even().clamp(low, most) };
                assert_eq!(got, want, "{device} {name} {x}");
            }
        }
    }
}

/// Doubles, in three files of one source: correctly rounded operations, and conversions in every rounding mode, equal the host's.
#[test]
fn doubles() {
    let special =
        [0.0f64, -0.0, 1.0, -1.5, 0.5, 1e300, -1e-300, 1e-310, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MAX];
    let bits = wides(&bytes32(&random(4 * 4096, 77)));
    let number = |i: usize, seed: u64| {
        let raw = bits[i].rotate_left(seed as u32);
        match i % 4 {
            0 => special[(raw % special.len() as u64) as usize],
            1 => f64::from_bits(raw),
            // Around one, and around the limits of integers.
            2 => f64::from_bits(raw >> 12 | 0x3ff << 52) - 1.5,
            _ => (raw as i64 >> (raw % 60)) as f64 * [0.5, 1.0, 0.25][(raw % 3) as usize],
        }
    };
    let (a, b): (Vec<f64>, Vec<f64>) = (0..4096).map(|i| (number(i, 1), number(i + 4096, 3))).unzip();
    let bytes = |of: &[f64]| of.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>();
    let same = |got: f64, want: f64| got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan();
    for device in ["skl", "skl.O0", "pvc"] {
        let image = file(&format!("doubles.{device}"));
        let args = vec![A::Buffer("a", bytes(&a)), A::Buffer("b", bytes(&b)), A::Buffer("out", vec![0; 16 * 8 * 4096])];
        let got = Bench::default().run(&image, "arithmetic", 64, 64, args, Options::default()).wides("out");
        for (i, got) in got.as_chunks::<16>().0.iter().enumerate() {
            let (x, y) = (a[i], b[i]);
            let want = [
                x / y,
                1.0 / y,
                x.sqrt(),
                x.mul_add(y, x),
                x + y,
                x * y,
                x.floor(),
                x.ceil(),
                x.round_ties_even(),
                x.trunc(),
                if x < y { x } else { y },
                f64::from(u8::from(x >= y)),
                (x / y).clamp(0.0, 1.0),
                -y.abs(),
                x.copysign(y),
                x - y,
            ];
            for (n, (got, want)) in got.iter().zip(want).enumerate() {
                // A clamp of NaN may return either bound; the compiler rounds to integers without a rounding instruction, and zeros lose
                // their sign.
                let zero = want == 0.0 && f64::from_bits(*got) == 0.0;
                let open = n == 12 && want.is_nan() || [6, 7, 8, 9, 12].contains(&n) && zero;
                assert!(
                    open || same(f64::from_bits(*got), want),
                    "{device} {n} of {x:e}, {y:e}: {got:#x}, not {want:e}"
                );
            }
        }
        let numbers = &bits[..4096];
        let given = bytes64(numbers);
        let args = vec![
            A::Buffer("a", bytes(&a)),
            A::Buffer("n", given),
            A::Buffer("out", vec![0; 8 * 8 * 4096]),
            A::Buffer("floats", vec![0; 4 * 4 * 4096]),
        ];
        let mut bench = Bench::default();
        let got = bench.run(&image, "conversions", 64, 64, args, Options::default()).wides("out");
        for (i, got) in got.as_chunks::<8>().0.iter().enumerate() {
            let (x, n) = (a[i], numbers[i]);
            let single = f64::from(f32::from_bits(n as u32));
            let want = [
                x as i64 as u64,
                x as u64,
                x as i32 as i64 as u64,
                u64::from(x as u32),
                (n as i64 as f64).to_bits(),
                (n as f64).to_bits(),
                f64::from(n as u32 as i32).to_bits(),
                single.to_bits(),
            ];
            assert_eq!(got[..7], want[..7], "{device} {x:e} {n:#x}");
            assert!(same(f64::from_bits(got[7]), single), "{device} {n:#x}");
        }
        let floats = bench.words("floats");
        for (x, got) in a.iter().zip(floats.as_chunks::<4>().0) {
            let near = *x as f32;
            let below = if f64::from(near) > *x { near.next_down() } else { near };
            let above = if f64::from(near) < *x { near.next_up() } else { near };
            for (got, want) in got.iter().zip([near, if *x < 0.0 { above } else { below }, above, below]) {
                assert!(
                    f32::from_bits(*got).to_bits() == want.to_bits() || want.is_nan() && f32::from_bits(*got).is_nan(),
                    "{device} {x:e}"
                );
            }
        }
    }
}

/// Every format of an image, read as four floats or four integers: missing channels are 0, and missing alpha is 1.
#[test]
fn channels_that_a_format_lacks() {
    let mut seen = 0;
    for channels in ["r", "rg", "rgba"] {
        for (bits, number) in
            [8u32, 16, 32].into_iter().flat_map(|bits| ["uint", "sint", "unorm", "snorm", "float"].map(|n| (bits, n)))
        {
            let name: String = channels.chars().map(|c| format!("{c}{bits}")).collect();
            let Some(format) =
                Format::from_name(&format!("{name}_{number}")).filter(|_| (bits, number) != (8, "float"))
            else {
                assert!(matches!((bits, number), (32, "unorm" | "snorm") | (8, "float")));
                continue;
            };
            let (width, bytes) = (16usize, bits as usize / 8);
            let shape = Shape::packed(format, [16, 1, 1]).unwrap();
            let integer = matches!(number, "uint" | "sint");
            let texels: Vec<u8> = match (number, bits) {
                ("float", 32) => (0..16 * channels.len()).flat_map(|i| (i as f32 - 20.5).to_le_bytes()).collect(),
                ("float", _) => {
                    (0..16 * channels.len()).flat_map(|i| half(i as f64 - 20.5, true).to_le_bytes()).collect()
                }
                _ => random(width * channels.len(), u64::from(bits) + 3)
                    .iter()
                    .flat_map(|x| x.to_le_bytes()[..bytes].to_vec())
                    .collect(),
            };
            for device in ["tgllp", "dg2", "tgllp.O0"] {
                let (name, kernel) = if integer { ("images", "convert2d") } else { ("halves", "reads") };
                let buffers = [&texels[..], &[0; 16 * 16], &[0; 24]];
                let left = launched(&file(&format!("{name}.{device}")), kernel, &buffers, Options::default(), |at| {
                    let mut args = vec![Arg::Image { address: at[0], shape }, Arg::Address(at[1])];
                    if integer {
                        let shape = Shape::packed(Format::from_name("r32g32b32a32_sint").unwrap(), [16, 1, 1]).unwrap();
                        args[1] = Arg::Image { address: at[1], shape };
                        args.push(Arg::Address(at[2]));
                    }
                    Launch::new([1; 3], [16, 1, 1], args)
                });
                let got = words(&left[1]);
                for (i, got) in got.as_chunks::<4>().0.iter().enumerate() {
                    let channel = |c: usize| -> f64 {
                        let Some(raw) = texels.get((i * channels.len() + c) * bytes..).filter(|_| c < channels.len())
                        else {
                            return if c == 3 { 1.0 } else { 0.0 };
                        };
                        let code = raw[..bytes].iter().rev().fold(0u32, |n, b| n << 8 | u32::from(*b));
                        let signed = (code << (32 - bits)) as i32 >> (32 - bits);
                        let most = f64::from(u32::MAX >> (32 - bits));
                        match number {
                            "uint" => code.into(),
                            "sint" => signed.into(),
                            "unorm" => (f64::from(code) / most) as f32 as f64,
                            "snorm" => {
                                ((f64::from(signed) / f64::from(u32::MAX >> (33 - bits))).max(-1.0)) as f32 as f64
                            }
                            _ => (i * channels.len() + c) as f64 - 20.5,
                        }
                    };
                    let want = [0, 1, 2, 3].map(channel);
                    let want = if integer {
                        // The kernel reverses the order and subtracts the position.
                        let as_word = |x: f64| x as i64 as u32;
                        [
                            as_word(want[3]).wrapping_sub(i as u32),
                            as_word(want[2]),
                            as_word(want[1]),
                            as_word(want[0]).wrapping_sub(1),
                        ]
                    } else {
                        want.map(|x| (2.0 * x as f32).to_bits())
                    };
                    assert_eq!(*got, want, "{device} {name}_{number} {i}");
                }
            }
            seen += 1;
        }
    }
    assert_eq!(seen, 3 * (4 + 5 + 3));
}

/// 64-bit integers are converted to 16-bit floats with one rounding.
#[test]
fn long_numbers_as_halves() {
    let mut numbers: Vec<i64> =
        vec![0, 1, -1, 2048, 2049, 2050, 2051, -2049, -2051, 65504, 65519, 65520, -65519, -65520, i64::MAX, i64::MIN];
    numbers.extend(random(48, 60).iter().map(|x| i64::from(*x as i32 >> (x % 31))));
    let bytes = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
    let args = vec![A::Buffer("out", vec![0; 4 * numbers.len()]), A::Buffer("in", bytes)];
    let got = Bench::default().run(&file("halves.skl"), "numbers", 2, 32, args, Options::default()).words("out");
    for (x, got) in numbers.into_iter().zip(got) {
        let want = [half(x as f64, true), half(x as u64 as f64, true)];
        assert_eq!([got as u16, (got >> 16) as u16], want, "{x}");
    }
}

/// The addresses of constant data and program-scope variables are provided.
#[test]
fn what_is_left_of_the_payload() {
    let with = |name: &str, word: &[u8], nth: usize, other: &[u8]| {
        let mut bytes = read(&kernels(&format!("host/bin/visa/{name}.tgllp.zebin")));
        let at = (0..bytes.len()).filter(|at| bytes[*at..].starts_with(word)).nth(nth).unwrap();
        bytes[at..][..word.len()].copy_from_slice(other);
        TARGETS.load(&bytes).unwrap()
    };
    // The address of the second argument is replaced by that of the section.
    let image = with("base", b"buffer_address", 1, b"const_base    ");
    let args = vec![A::Buffer("out", vec![0; 8 * 32]), A::Buffer("p", vec![0; 16])];
    let mut bench = Bench::default();
    let got = bench.run(&image, "base", 2, 16, args, Options::default()).wides("out");
    let table = [3, 1, 4, 1];
    let base = got[0] - table[0];
    assert_eq!(wides(&bench.memory.read(base, 16).unwrap()), [3 | 1 << 32, 4 | 1 << 32]);
    assert!((0..32).all(|i| got[i] == base + table[i & 3] + i as u64));

    let image = with("globals", b"arg_bypointer", 2, b"global_base  ");
    let args = vec![A::Buffer("out", vec![0; 8 * 16]), A::Buffer("p", vec![0; 16])];
    let mut bench = Bench::default();
    let got = bench.run(&image, "place", 1, 16, args, Options::default()).wides("out");
    let (base, counters) = (got[0] - 10, [10, 20, 30, 40]);
    assert_eq!(words(&bench.memory.read(base, 16).unwrap()), counters);
    assert!((0..16).all(|i| got[i] == base + u64::from(counters[i & 3]) + i as u64), "{got:x?}");
}
