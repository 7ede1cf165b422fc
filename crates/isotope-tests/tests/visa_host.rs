//! The programs of `kernels/host` for vISA: what they print is what glibc and PoCL print, in the order of the schedule;
//! what they leave in memory is worked out here.

use crate::common::host::{GROUPS, ITEMS, SIZE, inputs, sorted, wanted};
use crate::common::*;
use isotope_machine::mem::Memory;
use isotope_machine::mem::typed::{Format, Shape};
use isotope_machine::{Options, Outcome};
use isotope_object::Image;
use isotope_op::assume::Assumptions;
use isotope_targets::isa;
use isotope_targets::launch::{Arg, Launch};

fn file(name: &str) -> Image {
    image(&format!("host/bin/visa/{name}.zebin"))
}

/// What a kernel prints.
fn printed(image: &Image, bench: &mut Bench, kernel: &str, size: u32, args: Vec<A>, options: Options<'_>) -> String {
    assert_eq!(bench.outcome(image, kernel, GROUPS, size, args, options), Outcome::Done, "{kernel}");
    let kernel = image.kernel(Some(kernel)).unwrap();
    let text = String::from_utf8(isa::printed(image, kernel, &bench.memory)).unwrap();
    // It was taken.
    assert!(isa::printed(image, kernel, &bench.memory).is_empty());
    text
}

/// Groups in order print in order. skl has doubles and threads of 8, tgllp neither and threads of 16.
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

/// printf returns 0; addresses, strings that a select chooses, halves, which have no vector of their own in the buffer.
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
    for device in ["tgllp", "dg2"] {
        let image = file(&format!("images.{device}"));
        let run = |kernel: &str, groups, group_size, buffers: &[&[u8]], args: &dyn Fn(&[u64]) -> Vec<Arg>| {
            let mut memory = Memory::new();
            let buffers = buffers.iter().enumerate();
            let at: Vec<(u64, u32)> =
                buffers.map(|(i, b)| (memory.allocate(&format!("b{i}"), b).unwrap(), b.len() as u32)).collect();
            let args = args(&at.iter().map(|(base, _)| *base).collect::<Vec<_>>());
            let assumptions = Assumptions::DEFAULT;
            let launch = Launch { assumptions, ..Launch::new(groups, group_size, args) };
            let dispatch = isa::prepare(&image, image.kernel(Some(kernel)).unwrap(), &mut memory, &launch).unwrap();
            let report = isotope_machine::launch(&dispatch, &memory, Options { seed: 2, ..Options::default() });
            assert_eq!(report.outcome, Outcome::Done, "{device} {kernel}");
            at.iter().map(|(base, len)| words(&memory.read(*base, *len).unwrap())).collect::<Vec<_>>()
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
        // CL_RGBA, CL_UNSIGNED_INT32, CL_SIGNED_INT32.
        assert_eq!(done[2], [w, h, 0x10b5, 0x10dc, 0x10b5, 0x10d9], "{device}");

        // A volume in place, with work-items outside of it.
        let volume: Vec<f32> = random(61 * 6 * 3, 6).iter().map(|v| *v as i32 as f32 * 0.125).collect();
        let bits: Vec<u32> = volume.iter().map(|v| v.to_bits()).collect();
        let done = run("scale3d", [8, 2, 4], [8, 4, 1], &[&bytes32(&bits)], &|at| {
            let shape = shape("r32_float", [61, 6, 3]);
            vec![Arg::Image { address: at[0], shape }, Arg::U32(1.5f32.to_bits())]
        });
        assert_eq!(done[0], volume.iter().map(|v| (v * 1.5).to_bits()).collect::<Vec<_>>(), "{device}");

        // Arrays of planes and of rows, texels of a buffer, a line; missing channels are 0, missing alpha 1.
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
