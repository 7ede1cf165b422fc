//! Kernels compiled by Intel's compiler for four generations, on inputs of this file; the expected memory is
//! computed here from the purpose of each kernel.

use crate::common::{bytes32, bytes64, kernels, launched, text, wides, words};
use isotope_intel::{Mode, file, listing};
use isotope_machine::Options;
use isotope_target::launch::{Arg, Launch};

/// Generations with dumps in the folder; `pvc` lacks the kernel of 64-bit atomics.
const DEVICES: [&str; 5] = ["skl", "tgllp", "tgllp.a64", "dg2", "pvc"];

/// A buffer argument, or a number.
enum Input {
    Words(Vec<u32>),
    Longs(Vec<u64>),
    Number(u32),
}
use Input::{Longs, Number, Words};

impl Input {
    fn bytes(&self) -> Vec<u8> {
        match self {
            Words(words) => bytes32(words),
            Longs(longs) => bytes64(longs),
            Number(n) => n.to_le_bytes().to_vec(),
        }
    }
}

/// Runs a kernel of one device from its text and from a container; returns the bytes of every buffer.
fn run(stem: &str, device: &str, groups: u32, size: u32, inputs: &[Input], seed: u64) -> Vec<Vec<u8>> {
    let [info, text] = ["zeinfo", "visaasm"].map(|end| text(&kernels(&format!("extra/visa/{stem}.{device}.{end}"))));
    let register = if device == "pvc" { 64 } else { 32 };
    let container = file::write(&listing::assemble(Mode::Compat, register, &text).unwrap()).unwrap();
    let out = run_code(&info, text.as_bytes(), groups, size, inputs, seed);
    assert_eq!(run_code(&info, &container, groups, size, inputs, seed), out, "{stem} on {device}");
    out
}

fn run_code(info: &str, code: &[u8], groups: u32, size: u32, inputs: &[Input], seed: u64) -> Vec<Vec<u8>> {
    let image = isotope_intel::ze::parse(info, |_| Some(code.to_vec())).unwrap();
    let buffers: Vec<_> = inputs.iter().filter(|input| !matches!(input, Number(_))).map(Input::bytes).collect();
    launched(&image, &image.kernel(None).unwrap().name, &buffers, Options { seed, ..Options::default() }, |at| {
        let mut at = at.iter();
        let args = inputs.iter().map(|input| match input {
            Number(n) => Arg::U32(*n),
            _ => Arg::Address(*at.next().unwrap()),
        });
        Launch::new([groups, 1, 1], [size, 1, 1], args.collect())
    })
}

/// Random words, the same in every run.
fn random(n: usize, seed: u32) -> Vec<u32> {
    let mut x = seed;
    std::iter::repeat_with(|| {
        x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (x ^ x >> 15).wrapping_mul(0x85eb_ca6b)
    })
    .take(n)
    .collect()
}

fn each(devices: &[&str], mut test: impl FnMut(&str, u64)) {
    for device in devices {
        for seed in [0, 1, 7] {
            test(device, seed);
        }
    }
}

#[test]
fn a_histogram_in_global_memory() {
    let n = 1000;
    let data = random(n, 1);
    let mut want = vec![0; 256];
    data.iter().for_each(|w| want[*w as usize & 255] += 1);
    each(&DEVICES, |device, seed| {
        let inputs = [Words(data.clone()), Words(vec![0; 256]), Number(n as u32)];
        let out = run("k01_hist_global", device, 8, 128, &inputs, seed);
        assert_eq!(words(&out[1]), want, "{device}");
    });
}

#[test]
fn a_sum_and_a_maximum_in_shared_local_memory() {
    let n = 300;
    let data = random(n, 2);
    let sum = data.iter().fold(5u32, |a, w| a.wrapping_add(*w));
    let most = *data.iter().max().unwrap();
    each(&DEVICES, |device, seed| {
        let inputs = [Words(data.clone()), Words(vec![5]), Words(vec![0]), Number(n as u32)];
        let out = run("k02_reduce_slm", device, 5, 64, &inputs, seed);
        assert_eq!((words(&out[1]), words(&out[2])), (vec![sum], vec![most]), "{device}");
    });
}

#[test]
fn a_float_sum_by_compare_and_swap() {
    // Small integers: every order gives the same sum.
    let n = 200;
    let data: Vec<u32> = random(n, 3).iter().map(|w| ((w % 64) as f32).to_bits()).collect();
    let mut want = [0f32; 4];
    data.iter().enumerate().for_each(|(i, w)| want[i & 3] += f32::from_bits(*w));
    each(&DEVICES, |device, seed| {
        let inputs = [Words(data.clone()), Words(vec![0; 4]), Number(n as u32)];
        let out = run("k03_float_cas_add", device, 4, 64, &inputs, seed);
        assert_eq!(words(&out[1]), want.map(f32::to_bits), "{device}");
    });
}

#[test]
fn what_a_ring_is_told_to_keep() {
    // Eight counters start in their own part of the ring, and each is advanced by the low bits of its items.
    let n = 96;
    let data: Vec<u32> = random(n, 4).iter().map(|w| w & !3 | 1).collect();
    let heads: Vec<u32> = (0..8).map(|k| 16 * k).collect();
    each(&DEVICES, |device, seed| {
        let inputs = [Words(data.clone()), Words(heads.clone()), Words(vec![0; 128]), Number(127), Number(n as u32)];
        let out = run("k05_ring_append", device, 3, 32, &inputs, seed);
        let (ends, ring) = (words(&out[1]), words(&out[2]));
        for k in 0..8 {
            let of: Vec<u32> = data.iter().copied().enumerate().filter(|(i, _)| i & 7 == k).map(|(_, w)| w).collect();
            assert_eq!(ends[k], heads[k] + of.len() as u32, "{device}");
            let mut kept = ring[heads[k] as usize..ends[k] as usize].to_vec();
            let mut want = of.clone();
            kept.sort_unstable();
            want.sort_unstable();
            assert_eq!(kept, want, "{device}, counter {k}");
        }
    });
}

#[test]
fn atomics_of_64_bits() {
    let n = 64usize;
    let low = random(2 * n, 5);
    let data: Vec<u64> = (0..n).map(|i| u64::from(low[2 * i]) << 32 | u64::from(low[2 * i + 1])).collect();
    let start: Vec<u64> = (0..64).map(|k| 0x1_0000_0001 * k).collect();
    each(&DEVICES[..4], |device, seed| {
        let inputs =
            [Longs(data.clone()), Longs(start.clone()), Longs(vec![0; 64]), Longs(vec![0; 3 * n]), Number(n as u32)];
        let out = run("k06_atomics64", device, 2, 32, &inputs, seed);
        let (s, u) = (wides(&out[1]), wides(&out[2]));
        for k in 0..8 {
            let of: Vec<u64> = data.iter().copied().enumerate().filter(|(i, _)| i & 7 == k).map(|(_, w)| w).collect();
            let signed = || of.iter().map(|w| *w as i64);
            let at = 8 * k;
            assert_eq!(s[at], of.iter().fold(start[at], |a, w| a.wrapping_add(*w)), "{device}");
            assert_eq!(s[at + 1] as i64, signed().fold(start[at + 1] as i64, i64::min), "{device}");
            assert_eq!(s[at + 2] as i64, signed().fold(start[at + 2] as i64, i64::max), "{device}");
            assert_eq!(u[at], of.iter().copied().max().unwrap(), "{device}");
            assert_eq!(u[at + 1], of.iter().fold(0, |a, w| a ^ w), "{device}");
            // One of them read the zero.
            assert!(of.contains(&u[at + 2]), "{device}");
            assert_eq!(u[at + 3], of.len() as u64, "{device}");
        }
        // Each lane of the compare-and-swap read 0 or the value that the winner wrote.
        let old = wides(&out[3]);
        for i in 0..n {
            let got = old[3 * i + 2];
            assert!(got == 0 || got == u[8 * (i & 7) + 2], "{device}");
        }
    });
}

#[test]
fn a_histogram_in_shared_local_memory() {
    let n = 500;
    let data = random(n, 6);
    let mut want = vec![0; 64];
    data.iter().for_each(|w| want[*w as usize & 63] += 1);
    each(&DEVICES, |device, seed| {
        let inputs = [Words(data.clone()), Words(vec![0; 64]), Number(n as u32)];
        let out = run("k07_hist_slm", device, 3, 64, &inputs, seed);
        assert_eq!(words(&out[1]), want, "{device}");
    });
}
