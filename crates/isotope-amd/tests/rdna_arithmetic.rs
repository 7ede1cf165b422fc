//! The code of clang for `kernels/extra/gfx1100/arith.cl`, in waves of 32 and of 64, against the host's arithmetic.

use crate::common::*;

const ITEMS: usize = 8192;

/// Pairs of words: a quarter are f32 corner cases, a quarter have similar exponents, the rest are random.
fn inputs() -> Vec<u32> {
    const CORNERS: [u32; 16] = [
        0,
        0x8000_0000,
        1,
        0x8000_0001,
        0x007f_ffff,
        0x0080_0000,
        0x7f7f_ffff,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0000,
        0x7f80_0001,
        0x3f80_0000,
        0xbf80_0000,
        0x7e80_0001,
        0x00ff_ffff,
        0x7f00_0000,
    ];
    let draw = random(4 * ITEMS, 7);
    let pick = |w: &[u32]| match w[1] >> 28 {
        0..=3 => CORNERS[w[1] as usize >> 8 & 15],
        4..=7 => w[0] & 0x807f_ffff | (100 + (w[1] >> 8) % 56) << 23,
        _ => w[0],
    };
    draw.chunks_exact(2).map(pick).collect()
}

fn is_nan(x: u32) -> bool {
    x & 0x7fff_ffff > 0x7f80_0000
}

/// Converts a finite half, or infinity, to f32: exact.
fn widen(h: u32) -> f32 {
    let (man, exp) = (h & 0x3ff, h >> 10 & 0x1f);
    let magnitude = match exp {
        0 => man as f32 * 2f32.powi(-24),
        31 if man == 0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1024 + man) as f32 * 2f32.powi(exp as i32 - 25),
    };
    if h & 0x8000 != 0 { -magnitude } else { magnitude }
}

/// Converts f32 to half, to nearest even or toward zero.
fn narrow(x: f32, nearest: bool) -> u32 {
    let sign = x.to_bits() >> 16 & 0x8000;
    let magnitude = x.abs();
    if magnitude.is_infinite() {
        return sign | 0x7c00;
    }
    // In units of the last place: 2^-24 below the smallest normal.
    let exp = ((magnitude.to_bits() >> 23) as i32 - 127).max(-14);
    let units = magnitude as f64 * 2f64.powi(10 - exp);
    let units = if nearest { units.round_ties_even() } else { units.trunc() } as i64;
    let bits = (i64::from(exp + 14) << 10) + units;
    sign | bits.min(if nearest { 0x7c00 } else { 0x7bff }) as u32
}

fn halves(f: impl Fn(u32) -> u32) -> u32 {
    f(0) | f(16) << 16
}

/// The sixteen words of a pair; `None` if the result need only be a NaN, or is not checked.
fn expected(ua: u32, ub: u32, got: &[u32]) -> [Option<u32>; 16] {
    let (a, b) = (f32::from_bits(ua), f32::from_bits(ub));
    let number = |x: f32, at: usize| {
        assert!(!x.is_nan() || is_nan(got[at]), "{ua:#x} {ub:#x} word {at}");
        (!x.is_nan()).then(|| x.to_bits())
    };
    let q = (f64::from(a) / f64::from(b)).to_bits();
    let wide = |shift: u32| (!f64::from_bits(q).is_nan()).then_some((q >> shift) as u32);
    let ordinary = a.is_finite() && a != 0.0;
    let (mut m, mut e) = (a, 0);
    if ordinary {
        while m.abs() >= 1.0 {
            (m, e) = (m / 2.0, e + 1);
        }
        while m.abs() < 0.5 {
            (m, e) = (m * 2.0, e - 1);
        }
    }
    let n = (ub & 255) as i32 - 128;
    // Exact in f64, then one rounding.
    let scaled = (f64::from(a) * 2f64.powi(n)) as f32;
    let class = match a.classify() {
        core::num::FpCategory::Nan => ua >> 22 & 1,
        core::num::FpCategory::Infinite => [9, 2][ua as usize >> 31],
        core::num::FpCategory::Zero => [6, 5][ua as usize >> 31],
        core::num::FpCategory::Subnormal => [7, 4][ua as usize >> 31],
        core::num::FpCategory::Normal => [8, 3][ua as usize >> 31],
    };
    let median = (!a.is_nan() && !b.is_nan() && (a != 0.0 || b != 0.0)).then(|| {
        let mut sorted = [a, b, 1.0];
        sorted.sort_by(f32::total_cmp);
        sorted[1].to_bits()
    });
    let bytes = [ub.to_le_bytes(), ua.to_le_bytes()].concat();
    let pick = |s: u8| if s == 12 { 0 } else { bytes[s as usize] };
    let by_byte =
        |f: fn(u8, u8) -> u32| ua.to_le_bytes().into_iter().zip(ub.to_le_bytes()).map(|(x, y)| f(x, y)).sum::<u32>();
    let product = |at: u32| widen(ua >> at & 0xffff) * widen(ub >> at & 0xffff);
    let packed = !product(0).is_nan() && !product(16).is_nan();
    [
        number(a / b, 0),
        wide(0),
        wide(32),
        number(scaled, 3),
        number(m, 4),
        Some(e as u32),
        Some(0x155 >> class & 1),
        median,
        Some(u32::from_le_bytes((0x0c02_0500 | ub & 3u32).to_le_bytes().map(pick))),
        Some(7 + by_byte(|x, y| x.abs_diff(y).into())),
        packed.then(|| halves(|at| narrow(product(at), true))),
        Some(halves(|at| (ua >> at).wrapping_add(ub >> at) & 0xffff)),
        Some(halves(|at| (ua >> at & 0xffff).wrapping_mul(ub >> at & 0xffff) & 0xffff)),
        Some(3 + by_byte(|x, y| u32::from(x) * u32::from(y))),
        (!a.is_nan() && !b.is_nan()).then(|| narrow(a, false) | narrow(b, false) << 16),
        Some(if b.is_nan() { u32::MAX } else { ua / (ub | 1) }),
    ]
}

fn check(file: &str) {
    let input = inputs();
    let image = image(&format!("extra/gfx1100/{file}.co"));
    each(|options| {
        let args = vec![A::Buffer("in", bytes32(&input)), A::Buffer("out", vec![0; 64 * ITEMS])];
        let mut bench = Bench::default();
        bench.run(&image, "arith", ITEMS as u32 / 64, 64, args, options);
        let out = bench.words("out");
        for (pair, got) in input.chunks_exact(2).zip(out.chunks_exact(16)) {
            for (at, want) in expected(pair[0], pair[1], got).into_iter().enumerate() {
                if let Some(want) = want {
                    assert_eq!(got[at], want, "{:#x} {:#x} word {at}: expected {want:#x}", pair[0], pair[1]);
                }
            }
        }
    });
}

#[test]
fn waves_of_32() {
    check("arith");
}

#[test]
fn waves_of_64() {
    check("arith_wave64");
}
