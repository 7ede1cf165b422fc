//! Arithmetic on pairs of binary16 numbers in ptxas's code for sm_53, sm_60 and sm_61, compared with a plain implementation in integers:
//! every finite binary16 number is a multiple of 2^-24, and every product one of 2^-48.

use crate::common::*;
use isotope_machine::Options;

/// The canonical NaN.
const NAN: u16 = 0x7fff;

/// A binary16 number as a multiple of 2^-24, with its sign if it is zero.
#[derive(Clone, Copy, PartialEq)]
enum Number {
    Finite(i64, bool),
    Infinite(bool),
    Nan,
}

fn number(bits: u16, ftz: bool) -> Number {
    let (power, fraction, negative) = (bits >> 10 & 31, i64::from(bits & 0x3ff), bits >> 15 == 1);
    match power {
        31 if fraction != 0 => Number::Nan,
        31 => Number::Infinite(negative),
        0 if ftz => Number::Finite(0, negative),
        _ => {
            let value = if power == 0 { fraction } else { (fraction + 1024) << (power - 1) };
            Number::Finite(if negative { -value } else { value }, negative)
        }
    }
}

/// `value` times 2^-48, rounded to nearest even; `negative` is the sign of zero.
fn rounded(value: i128, negative: bool, ftz: bool) -> u16 {
    let sign = u16::from(if value == 0 { negative } else { value < 0 }) << 15;
    let magnitude = value.unsigned_abs();
    // The unit in the last place, as a power of two above 2^-48: 24 in the subnormal range.
    let unit = (128 - magnitude.leading_zeros()).saturating_sub(11).max(24);
    let (kept, rest, half) = (magnitude >> unit, magnitude & ((1 << unit) - 1), 1u128 << (unit - 1));
    let kept = kept + u128::from(rest > half || rest == half && kept & 1 == 1);
    // A carry out of the fraction increments the exponent.
    let bits = (u128::from(unit - 24) << 10) + kept;
    let bits = if bits >= 0x7c00 { 0x7c00 } else { bits as u16 };
    // A number that is subnormal after rounding is flushed (nv.ftz_tininess).
    if ftz && bits < 0x400 { sign } else { sign | bits }
}

#[derive(Clone, Copy, Default)]
struct Mode {
    ftz: bool,
    sat: bool,
}

/// a * b + c; a sum is a product with 1, a product a sum with -0 of the right sign.
fn fma(a: u16, b: u16, c: Option<u16>, mode: Mode) -> u16 {
    let [x, y] = [a, b].map(|bits| number(bits, mode.ftz));
    let sign = (a ^ b) >> 15 == 1;
    let z = c.map_or(Number::Finite(0, sign), |bits| number(bits, mode.ftz));
    let result = match (x, y, z) {
        (Number::Nan, ..) | (_, Number::Nan, _) | (.., Number::Nan) => NAN,
        (Number::Infinite(_), Number::Finite(0, _), _) | (Number::Finite(0, _), Number::Infinite(_), _) => NAN,
        (Number::Infinite(_), ..) | (_, Number::Infinite(_), _) => match z {
            Number::Infinite(negative) if negative != sign => NAN,
            _ => u16::from(sign) << 15 | 0x7c00,
        },
        (_, _, Number::Infinite(negative)) => u16::from(negative) << 15 | 0x7c00,
        (Number::Finite(x, _), Number::Finite(y, _), Number::Finite(z, negative)) => {
            let product = i128::from(x) * i128::from(y);
            let zero = if product == 0 && z == 0 { sign && negative } else { false };
            rounded(product + (i128::from(z) << 24), zero, mode.ftz)
        }
    };
    match result {
        _ if !mode.sat => result,
        NAN => 0,
        _ if result >> 15 == 1 => 0,
        _ => result.min(0x3c00),
    }
}

const ONE: u16 = 0x3c00;
const PLAIN: Mode = Mode { ftz: false, sat: false };
const FTZ: Mode = Mode { ftz: true, sat: false };
const SAT: Mode = Mode { ftz: false, sat: true };
const BOTH: Mode = Mode { ftz: true, sat: true };

fn add(a: u16, b: u16, mode: Mode) -> u16 {
    fma(a, ONE, Some(b), mode)
}

fn mul(a: u16, b: u16, mode: Mode) -> u16 {
    fma(a, b, None, mode)
}

/// The order of two numbers; `None` if one is a NaN.
fn order(a: u16, b: u16, ftz: bool) -> Option<std::cmp::Ordering> {
    let place = |bits| match number(bits, ftz) {
        Number::Finite(value, _) => Some(value),
        Number::Infinite(negative) => Some(if negative { i64::MIN } else { i64::MAX }),
        Number::Nan => None,
    };
    Some(place(a)?.cmp(&place(b)?))
}

fn single(bits: u16) -> u32 {
    match number(bits, false) {
        Number::Finite(value, negative) => {
            let magnitude = value.unsigned_abs() as f32 / 16_777_216.0;
            magnitude.to_bits() | u32::from(negative) << 31
        }
        Number::Infinite(negative) => 0x7f80_0000 | u32::from(negative) << 31,
        Number::Nan => 0x7fff_ffff,
    }
}

/// The results that the kernel stores for three words.
fn expected(words: [u32; 3]) -> Vec<u32> {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let [a, b, c] = words.map(|word| [word as u16, (word >> 16) as u16]);
    let join = |[low, high]: [u16; 2]| u32::from(high) << 16 | u32::from(low);
    let each = |f: &dyn Fn(usize) -> u16| join([f(0), f(1)]);
    let flags = |f: &dyn Fn(usize) -> bool| u32::from(f(0)) | u32::from(f(1)) << 1;
    let pick = |holds: bool, value: u16| if holds { value } else { 0 };
    let at_least = |i: usize| matches!(order(a[i], b[i], false), Some(Greater | Equal));
    let at_most = |i: usize| matches!(order(a[i], b[i], false), Some(Less | Equal));
    let less = order(a[0], b[0], false) == Some(Less);
    let changed = |bits: u16| bits ^ 0x8000;
    let constants = [0x4021, 0x3c10];
    vec![
        each(&|i| add(a[i], b[i], PLAIN)),
        each(&|i| add(a[i], changed(b[i]), PLAIN)),
        each(&|i| mul(a[i], b[i], PLAIN)),
        each(&|i| fma(a[i], b[i], Some(c[i]), PLAIN)),
        each(&|i| add(a[i], b[i], SAT)),
        each(&|i| add(a[i], b[i], FTZ)),
        each(&|i| fma(a[i], b[i], Some(c[i]), BOTH)),
        join([add(a[0], b[1], PLAIN), fma(a[1], b[1], Some(c[0]), PLAIN)]),
        single(a[1]),
        join([add(a[0], ONE, PLAIN), mul(a[0], 0x4248, PLAIN)]),
        less.into(),
        flags(&|i| !at_least(i)),
        each(&|i| pick(at_least(i), ONE)),
        each(&|i| pick(order(a[i], b[i], false) == Some(Equal), 0xffff)),
        each(&|i| if number(a[i], false) == Number::Nan { NAN } else { changed(a[i]) }),
        each(&|i| mul(pick(at_most(i), ONE), c[i], PLAIN)),
        each(&|i| mul(a[0], c[i], PLAIN)),
        single(add(a[1], b[0], PLAIN)),
        each(&|i| add(a[i], [0x4000, ONE][i], PLAIN)),
        each(&|i| fma(a[i], constants[i], Some(c[i]), PLAIN)),
        flags(&|i| less && order(a[i], b[i], false) == Some(Greater)),
        join([pick(order(a[0], b[0], false).is_some(), ONE), a[1]]),
        flags(&|i| order(a[i], b[i], true) == Some(Equal)),
        each(&|i| mul(a[i], c[i], SAT)),
        each(&|i| fma(a[i], [c[1], b[0]][i], Some(b[i]), PLAIN)),
        each(&|i| mul(a[i], b[i], FTZ)),
        each(&|i| fma(a[i], a[i], Some(b[i]), PLAIN)),
        join([a[0], mul(a[1], b[1], PLAIN)]),
    ]
}

#[test]
fn pairs_of_halves_are_what_a_plain_implementation_has() {
    const EDGES: [u16; 22] = [
        0, 0x8000, 1, 0x8001, 0x3ff, 0x83ff, 0x400, 0x8400, 0x401, 0x3c00, 0xbc00, 0x3bff, 0x3c01, 0x7bff, 0xfbff,
        0x7c00, 0xfc00, 0x7e00, 0x7fff, 0xfd01, 0x1400, 0x9401,
    ];
    const ITEMS: usize = 64 * 40;
    let drawn = random(6 * ITEMS, sweep::seed(21));
    let half = |n: usize| match drawn[n] >> 29 {
        0..3 => EDGES[(drawn[n] as usize >> 3) % EDGES.len()],
        // Of similar size, so that sums cancel and products round.
        3..6 => 0x3000 | drawn[n] as u16 & 0x8fff,
        _ => drawn[n] as u16,
    };
    let input: Vec<u32> = (0..3 * ITEMS).map(|n| u32::from(half(2 * n)) << 16 | u32::from(half(2 * n + 1))).collect();
    let want: Vec<u32> = input.as_chunks::<3>().0.iter().flat_map(|words| expected(*words)).collect();
    let each = want.len() / ITEMS;
    for name in ["half2", "half2.O0", "half2.sm_60", "half2.sm_61"] {
        let image = image(&format!("torture/bin/sm_53/{name}.cubin"));
        let mut bench = Bench::default();
        let args = vec![A::Buffer("in", bytes32(&input)), A::Buffer("out", vec![0; 4 * want.len()])];
        bench.run(&image, "half2", 40, 64, args, Options::default());
        for (n, (got, want)) in bench.words("out").iter().zip(&want).enumerate() {
            let words = &input[3 * (n / each)..][..3];
            assert_eq!(got, want, "{name}, word {}: {got:#010x}, not {want:#010x}, of {words:#010x?}", n % each);
        }
    }
}
