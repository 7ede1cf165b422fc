//! `kernels/host/src/mixed.cu`: 16-byte values read by all lanes, sums and shifts of 128 bits, deep recursion, functions by pointer.
//! The expected memory is computed here from the purpose of each kernel.

use isotope_machine::{Options, Outcome};
use isotope_target::launch::{Arg, Launch};

use crate::common::*;

const FILE: &str = "host/bin/sm_50/mixed.cubin";

/// ptxas loads 16 bytes at an address that is the same for all lanes by `LDG.E.U.128`.
#[test]
fn sixteen_bytes_for_all_lanes() {
    let input = random(16, 3);
    let item = |i: u32| {
        let (a, b) = (&input[..4], &input[4 * (1 + i as usize / 40)..]);
        [a[3].wrapping_add(i), b[2], a[1] ^ b[0], b[3].wrapping_sub(a[0])]
    };
    let want: Vec<u32> = (0..120).flat_map(item).collect();
    each(|options| {
        let args = vec![A::Buffer("in", bytes32(&input)), A::Buffer("out", vec![0; 1920])];
        assert_eq!(Bench::default().run(&image(FILE), "wide", 3, 40, args, options).words("out"), want);
    });
}

#[test]
fn sums_and_shifts_of_128_bits() {
    let mut input: Vec<u64> = random(72, 4).chunks(2).map(|w| u64::from(w[0]) << 32 | u64::from(w[1])).collect();
    input[3..7].fill(u64::MAX);
    let halves = |v: u128| [v as u64, (v >> 64) as u64];
    for n in [0, 31, 50, 64, 100] {
        let item = |i: usize| {
            let [a, b, high, low] = [0, 1, 2, 3].map(|k| u128::from(input[i + k]));
            let sum = (a * b).wrapping_add(high << 64 | low).wrapping_sub(a);
            let by = |k: usize| (n + k * i) as u32 & 127;
            let right = (sum as i128 >> by(2)) as u64;
            [halves(sum), halves(sum << by(1))].concat().into_iter().chain([right])
        };
        let want: Vec<u64> = (0..32).flat_map(item).collect();
        let args = vec![A::Buffer("in", bytes64(&input)), A::Buffer("out", vec![0; 1280]), A::Word(n as u32)];
        assert_eq!(
            Bench::default().run(&image(FILE), "sums", 1, 32, args, Options::default()).wides("out"),
            want,
            "{n}"
        );
    }
}

/// A chain of 2,400 numbers; lanes begin at different numbers.
#[test]
fn recursion_as_deep_as_its_stack() {
    let (count, image) = (2400u32, image(FILE));
    let next: Vec<u32> = (0..count).map(|i| (i + 1).min(count - 1)).collect();
    let want = (0..32).map(|lane| {
        let first = lane * 17;
        (first..count - 1).rev().fold(count - first, |rest, at| rest.wrapping_mul(3).wrapping_add(at))
    });
    let mut bench = Bench::default();
    let args = vec![Arg::Address(bench.buffer("next", &bytes32(&next))), Arg::Address(bench.buffer("out", &[0; 128]))];
    for (stack, deep) in [(100_000, true), (1000, false)] {
        let launch = Launch { stack: Some(stack), ..Launch::new([1; 3], [32, 1, 1], args.clone()) };
        let outcome = bench.launch(&image, "deep", &launch, Options::default());
        assert_eq!(outcome == Outcome::Done, deep, "{outcome:?}");
    }
    assert_eq!(bench.words("out"), want.collect::<Vec<_>>());
}

#[test]
fn functions_that_lanes_choose() {
    let (which, table) = (random(43, 5), [3u32, 1, 4, 1, 5, 9, 2, 6]);
    let item = |i: usize| {
        (0..4).fold(i as u32 + 1, |v, k| {
            let other = table[v as usize & 7];
            match which[i + k] % 3 {
                0 => v.wrapping_mul(2).wrapping_add(other),
                1 => v ^ other << 3,
                _ => v.min(other),
            }
        })
    };
    let want: Vec<u32> = (0..40).map(item).collect();
    each(|options| {
        let args = vec![A::Buffer("which", bytes32(&which)), A::Buffer("out", vec![0; 160])];
        assert_eq!(Bench::default().run(&image(FILE), "picks", 1, 40, args, options).words("out"), want);
    });
}
