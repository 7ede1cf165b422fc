//! The programs of `kernels/host` for vISA: what they print is what glibc and PoCL print, in the order of the schedule.

use crate::common::host::{GROUPS, ITEMS, SIZE, inputs, sorted, wanted};
use crate::common::*;
use isotope_machine::{Options, Outcome};
use isotope_object::Image;
use isotope_targets::isa;

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
