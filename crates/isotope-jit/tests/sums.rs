//! Sums of floats near the limits where rules of flushing and of NaNs apply: at the smallest normal numbers, and at the size below which
//! compiled code asks the rules.

use isotope_jit::Jit;
use isotope_machine::mem::Memory;
use isotope_machine::{Options, launch};
use isotope_op::domain::{Bits, W32};
use isotope_op::float::{FloatPolicy, Flush, NanRule, fadd, fsub};
use isotope_op::random::Random;
use isotope_target::launch::{Arg, Launch};
use isotope_targets::TARGETS;

#[path = "../../isotope-tests/src/kernel_files.rs"]
mod kernel_files;

/// A float with an exponent near that of subnormal numbers, of the smallest normal numbers, of 2^-100, or of 1. Some are zeros; with
/// `open`, some are infinities and NaNs.
fn float(random: &mut Random, near: u32, open: bool) -> u32 {
    let drawn = random.draw();
    let sign = (drawn >> 63 << 31) as u32;
    let exponent = [0, 1, 27, 26, 24, 127][near as usize] + (drawn >> 40) as u32 % 3;
    // Fractions with few bits often cancel.
    let fraction = (drawn as u32 & 0x007f_ffff) & [0, 0x0070_0000, 7, u32::MAX][drawn as usize >> 24 & 3];
    match drawn >> 32 & 63 {
        0 => sign,
        1 if open => sign | 0x7f80_0000 | fraction,
        2 if open => sign | 0x7f80_0000,
        _ => sign | exponent << 23 | fraction,
    }
}

/// Sums for which code does not ask the rules: see `Fours::unsettled`.
fn is_settled(sum: f32) -> bool {
    sum == 0.0 || sum.abs() >= 2f32.powi(-100)
}

#[test]
fn no_rule_changes_a_sum_that_is_settled() {
    use Flush::{Keep, Zero, ZeroBeforeRounding};
    let mut random = Random(0x1507);
    let mut settled = [0u32; 2];
    for n in 0..60_000u32 {
        let [a, b] = [n % 6, n / 6 % 6].map(|near| float(&mut random, near, true));
        for (is_sum, sum) in
            [(true, f32::from_bits(a) + f32::from_bits(b)), (false, f32::from_bits(a) - f32::from_bits(b))]
        {
            if !is_settled(sum) {
                continue;
            }
            let small = f32::from_bits(a).is_subnormal() || f32::from_bits(b).is_subnormal();
            settled[usize::from(small)] += 1;
            for input in [Keep, Zero, ZeroBeforeRounding] {
                for output in [Keep, Zero, ZeroBeforeRounding] {
                    for nan in [NanRule::AllOnes, NanRule::FirstQuieted, NanRule::Unspecified] {
                        let policy = FloatPolicy { input, output, nan, ..FloatPolicy::RN };
                        let [x, y] = [a, b].map(Bits::<_, W32>::of);
                        let ruled = if is_sum { fadd(policy, x, y) } else { fsub(policy, x, y) };
                        assert_eq!(ruled.get(), sum.to_bits(), "{a:#x}, {b:#x}, sum {is_sum}: {policy:?}");
                    }
                }
            }
        }
    }
    assert!(settled[0] > 10_000 && settled[1] > 1_000, "{settled:?}");
}

/// A kernel adds up floats, in a step of 32 lanes, to one word and to another.
#[test]
fn both_engines_add_up_the_same() {
    let mut random = Random(0xadd5);
    for target in ["sm_50/float_add.cubin", "gfx1100/float_add.co"] {
        let image = kernel_files::image(&format!("bin/{target}"));
        let kernel = image.kernel(Some("float_add")).unwrap();
        let mut memory = Memory::new();
        let data = memory.allocate("data", &[0; 384]).unwrap();
        let out = memory.allocate("out", &[0; 16]).unwrap();
        let args = vec![Arg::Address(data), Arg::U32(96), Arg::Address(out)];
        let dispatch = TARGETS.prepare(&image, kernel, &mut memory, &Launch::new([1; 3], [32, 1, 1], args)).unwrap();
        let jit = Jit::after(&dispatch, 0).expect("this host has code");
        let mut seen = std::collections::BTreeSet::new();
        for n in 0..600 {
            let mut fill = |address: u64, words: usize| {
                let bytes: Vec<u8> =
                    (0..words).flat_map(|_| float(&mut random, n % 6, n % 8 == 0).to_le_bytes()).collect();
                memory.find(address, 0).and_then(|region| region.store.as_ref()).unwrap().write_bytes(0, &bytes);
            };
            fill(data, 96);
            fill(out, 4);
            let ours = memory.clone();
            let options = Options { max_steps: 20_000, ..Options::default() };
            let interpreted = launch(&dispatch, &memory, options);
            let code = launch(&dispatch, &ours, Options { native: Some(&jit), ..options });
            assert_eq!(code, interpreted, "{target}, {n}");
            let [theirs, ours] = [&memory, &ours]
                .map(|memory| memory.find(out, 0).and_then(|region| region.store.as_ref()).unwrap().to_bytes());
            assert_eq!(ours, theirs, "{target}, {n}");
            seen.insert(ours[..4].to_vec());
        }
        assert!(seen.len() > 200, "{target}: {} sums", seen.len());
    }
}
