//! The vector unit's larger functions against plain code, apfloat and the host's division.

use crate::common::*;
use isotope_op::alu::*;
use isotope_op::amd_vector::{Clamp16, Int16};
use isotope_op::domain::{Bits, Concrete, W32, W64};
use isotope_op::float::{Flush, Rounding};
use rustc_apfloat::Float;
use rustc_apfloat::ieee::{Double, Single};

const RANDOM: usize = 1_000_000;

fn one(op: Alu, a: u32, b: u32, c: u32) -> u32 {
    alu(op, Bits::<Concrete, W32>::of(a), Bits::of(b), Bits::of(c)).get()
}
fn one64(op: Alu64, a: u64, b: u64, c: u64) -> u64 {
    alu64(op, Bits::<Concrete, W64>::of(a), Bits::of(b), Bits::of(c)).get()
}
fn is(op: Test, a: u32, b: u32) -> bool {
    test(op, Bits::<Concrete, W32>::of(a), Bits::of(b), Bits::of(0)).b
}
fn is64(op: Test64, a: u64, b: u64) -> bool {
    test64(op, Bits::<Concrete, W64>::of(a), Bits::of(b), Bits::of(0)).b
}

/// Random triples, one lane at a time and in the loop over lanes.
fn check(op: Alu, draw: impl Fn(&mut Rng) -> [u32; 3], want: impl Fn(u32, u32, u32) -> u32) {
    hold(op, &draw, &want);
}

fn hold(op: Alu, draw: &dyn Fn(&mut Rng) -> [u32; 3], want: &dyn Fn(u32, u32, u32) -> u32) {
    let mut rng = Rng::new(&format!("{op:?}"));
    let (mut v, mut out) = ([[0; 32]; 3], [0; 32]);
    for _ in 0..sweep::count(RANDOM / 32, 20) {
        let drawn: Vec<[u32; 3]> = (0..32).map(|_| draw(&mut rng)).collect();
        for (k, lanes) in v.iter_mut().enumerate() {
            *lanes = std::array::from_fn(|i| drawn[i][k]);
        }
        lanes32(op, &v[0], &v[1], &v[2], &mut out);
        for i in 0..32 {
            let [a, b, c] = [v[0][i], v[1][i], v[2][i]];
            let expected = want(a, b, c);
            assert_eq!(out[i], expected, "{op:?} {a:#x} {b:#x} {c:#x}: expected {expected:#x}");
            assert_eq!(one(op, a, b, c), expected);
        }
    }
}

fn ints(rng: &mut Rng) -> [u32; 3] {
    [rng.bits(32) as u32, rng.bits(32) as u32, rng.bits(32) as u32]
}

#[test]
fn byte_permutation() {
    let draw = |rng: &mut Rng| {
        let [a, sel, c] = ints(rng);
        [a, if rng.next() & 3 == 0 { sel } else { sel & 0x0f0f_0f0f }, c]
    };
    check(Alu::Perm { mode: PermMode::Amd }, draw, |a, sel, c| {
        let bytes = [a.to_le_bytes(), c.to_le_bytes()].concat();
        let pick = |s: u8| match s {
            0..=7 => bytes[s as usize],
            8..=11 => [0, 0xff][(bytes[2 * (s as usize - 8) + 1] >> 7) as usize],
            12 => 0,
            _ => 0xff,
        };
        u32::from_le_bytes(sel.to_le_bytes().map(pick))
    });
}

#[test]
fn sums_of_bytes() {
    for (bits, masked) in [(8, false), (8, true), (16, false)] {
        check(Alu::Sad { bits, masked }, ints, |a, b, c| {
            let (mut sum, mut at) = (c, 0);
            while at < 32 {
                let part = |x: u32| (x >> at & ((1 << bits) - 1)) as i32;
                let (x, y) = (part(a), part(b));
                if !(masked && y == 0) {
                    sum = sum.wrapping_add((x - y).unsigned_abs());
                }
                at += bits as u32;
            }
            sum
        });
    }
    for signed in
        [[false, false, false], [true, false, true], [false, true, true], [true, true, true], [false, false, true]]
    {
        for clamp in [false, true] {
            check(Alu::Dot4 { signed, clamp }, ints, |a, b, c| {
                let part = |x: u8, s: bool| if s { x as i8 as i128 } else { x as i128 };
                let any = signed[2];
                let pairs = a.to_le_bytes().into_iter().zip(b.to_le_bytes());
                let c = if any { c as i32 as i128 } else { c as i128 };
                let sum: i128 = c + pairs.map(|(x, y)| part(x, signed[0]) * part(y, signed[1])).sum::<i128>();
                match (clamp, any) {
                    (false, _) => sum as u32,
                    (true, true) => sum.clamp(i32::MIN as i128, i32::MAX as i128) as u32,
                    (true, false) => sum.clamp(0, u32::MAX as i128) as u32,
                }
            });
        }
    }
}

#[test]
fn pairs_of_16_bit_integers() {
    use Int16::*;
    let all = [Add, Sub, Mul, Mad, Shl, Shr, Sar, UMin, UMax, SMin, SMax];
    for op in all {
        for clamp in [Clamp16::Wrap, Clamp16::Unsigned, Clamp16::Signed] {
            check(Alu::Pair16 { op, clamp }, ints, |a, b, c| {
                let half = |i: u32| {
                    let [x, y, z] = [a, b, c].map(|w| (w >> i) as u16);
                    let signed = clamp == Clamp16::Signed;
                    let exact = |w: u16| if signed { w as i16 as i64 } else { w as i64 };
                    let n = match op {
                        Add => exact(x) + exact(y),
                        Sub => exact(x) - exact(y),
                        Mul => exact(x) * exact(y),
                        Mad => exact(x) * exact(y) + exact(z),
                        Shl => return x << (y % 16),
                        Shr => return x >> (y % 16),
                        Sar => return ((x as i16) >> (y % 16)) as u16,
                        UMin => return x.min(y),
                        UMax => return x.max(y),
                        SMin => return (x as i16).min(y as i16) as u16,
                        SMax => return (x as i16).max(y as i16) as u16,
                    };
                    match clamp {
                        Clamp16::Wrap => n as u16,
                        Clamp16::Unsigned => n.clamp(0, u16::MAX as i64) as u16,
                        Clamp16::Signed => n.clamp(i16::MIN as i64, i16::MAX as i64) as u16,
                    }
                };
                half(0) as u32 | (half(16) as u32) << 16
            });
        }
    }
}

/// The settings of MODE: subnormals, IEEE, DX10_CLAMP, and clamp.
fn settings() -> Vec<Fp> {
    let mut all = Vec::new();
    for i in 0..32 {
        let on = |bit: u32| i >> bit & 1 != 0;
        let flush = |bit| Flush::when(on(bit));
        all.push(Fp::amd(Rounding::NearestEven, flush(0), flush(1), on(2), on(3), on(4)));
    }
    assert!(all.contains(&Fp::AMD) && all.contains(&Fp::AMD_FTZ));
    all
}

/// `V_MIN_*` and `V_MAX_*` as the guide defines them: src0 first.
fn extreme(f: Fmt, p: Fp, max: bool, a: u64, b: u64) -> u64 {
    let ieee = [false, true].iter().any(|dx10| p.unit == Unit::amd(true, *dx10));
    if ieee && f.is_snan(a) {
        return a | f.quiet();
    }
    if ieee && f.is_snan(b) {
        return b | f.quiet();
    }
    let flush = |mode, x| if mode == Flush::Keep { x } else { f.flushed(x) };
    let number = |x| flush(p.policy.output, flush(p.policy.input, x));
    match (f.is_nan(a), f.is_nan(b)) {
        (true, true) => a,
        (false, true) => number(a),
        (true, false) => number(b),
        _ => {
            let key = |x: u64| {
                let x = flush(p.policy.input, x);
                let m = (x & (f.sign() - 1)) as i128;
                if x & f.sign() != 0 { -1 - m } else { m }
            };
            number(if (key(a) < key(b)) != max { a } else { b })
        }
    }
}

fn clamped(f: Fmt, p: Fp, x: u64) -> u64 {
    let dx10_clamp = [false, true].iter().any(|ieee| p.unit == Unit::amd(*ieee, true));
    let one = ((1u64 << (f.exp - 1)) - 1) << f.man;
    match (p.sat, f.is_nan(x)) {
        (false, _) => x,
        (true, true) if dx10_clamp => 0,
        (true, true) => x,
        (true, false) if x & f.sign() != 0 => 0,
        (true, false) => x.min(one),
    }
}

fn floats(f: Fmt, rng: &mut Rng) -> (u64, u64) {
    let v = f.corners();
    let (a, b) = rng.floats(f);
    let pick = rng.next();
    let corner = |n: u64| v[n as usize % v.len()];
    (if pick & 7 < 3 { corner(pick >> 8) } else { a }, if pick >> 3 & 7 < 3 { corner(pick >> 32) } else { b })
}

#[test]
fn minimum_and_maximum() {
    for p in settings() {
        for (max, f32_op, f64_op, f16_op) in [
            (false, Alu::FMin { p }, Alu64::DMin { p }, Alu::HMin2 { p }),
            (true, Alu::FMax { p }, Alu64::DMax { p }, Alu::HMax2 { p }),
        ] {
            let mut rng = Rng::new(&format!("{f32_op:?}"));
            let want = |f, a, b| clamped(f, p, extreme(f, p, max, a, b));
            for _ in 0..sweep::count(RANDOM / 20, 20) {
                let (a, b) = floats(F32, &mut rng);
                assert_eq!(one(f32_op, a as u32, b as u32, 0) as u64, want(F32, a, b), "{f32_op:?} {a:#x} {b:#x}");
                let (a, b) = floats(F64, &mut rng);
                assert_eq!(one64(f64_op, a, b, 0), want(F64, a, b), "{f64_op:?} {a:#x} {b:#x}");
                let ((a, b), (c, d)) = (floats(F16, &mut rng), floats(F16, &mut rng));
                let got = one(f16_op, (a | c << 16) as u32, (b | d << 16) as u32, 0) as u64;
                assert_eq!(got, want(F16, a, b) | want(F16, c, d) << 16, "{f16_op:?}");
            }
        }
    }
}

#[test]
fn medians() {
    for p in settings() {
        let unclamped = Fp { sat: false, ..p };
        let mut rng = Rng::new(&format!("median {p:?}"));
        for _ in 0..sweep::count(RANDOM / 20, 20) {
            let ((a, b), (c, _)) = (floats(F32, &mut rng), floats(F32, &mut rng));
            let least = |x, y| extreme(F32, unclamped, false, x, y);
            let most = |x, y| extreme(F32, unclamped, true, x, y);
            let value = |x: u64| f32::from_bits(if p.policy.input == Flush::Keep { x } else { F32.flushed(x) } as u32);
            let largest = value(most(most(a, b), c));
            let want = if [a, b, c].iter().any(|x| F32.is_nan(*x)) {
                least(least(a, b), c)
            } else if largest == value(a) {
                most(b, c)
            } else if largest == value(b) {
                most(a, c)
            } else {
                most(a, b)
            };
            let got = one(Alu::FMed3 { p }, a as u32, b as u32, c as u32) as u64;
            // If only outputs are flushed, the guide's inner maxima may differ from a plain median.
            if p.policy.output == p.policy.input || p.policy.input == Flush::Zero {
                assert_eq!(got, clamped(F32, p, want), "{p:?} {a:#x} {b:#x} {c:#x}");
            }
        }
    }
}

/// binary16 in pairs: each half is exactly the f32 median of the widened halves.
#[test]
fn medians_of_halves() {
    let p = Fp::AMD;
    let wide = |x: u64| one(Alu::F16ToF32 { p }, x as u32, 0, 0);
    let mut rng = Rng::new("medians of halves");
    for _ in 0..sweep::count(RANDOM / 4, 20) {
        let [(a, b), (c, d), (e, g)] = [floats(F16, &mut rng), floats(F16, &mut rng), floats(F16, &mut rng)];
        let got = one(Alu::HMed3 { p }, (a | c << 16) as u32, (b | d << 16) as u32, (e | g << 16) as u32);
        for (got, [x, y, z]) in [(got & 0xffff, [a, b, e]), (got >> 16, [c, d, g])] {
            if ![x, y, z].iter().any(|v| F16.is_snan(*v)) {
                assert_eq!(wide(got as u64), one(Alu::FMed3 { p }, wide(x), wide(y), wide(z)), "{x:#x} {y:#x} {z:#x}");
            }
        }
    }
}

#[test]
fn scaling_by_powers_of_two() {
    for round in MODES {
        let p = Fp::amd(round, Flush::Keep, Flush::Keep, false, true, true);
        let mut rng = Rng::new(&format!("ldexp {round:?}"));
        for _ in 0..sweep::count(RANDOM, 20) {
            let (a, _) = floats(F32, &mut rng);
            let n = match rng.next() % 4 {
                0 => rng.next() as i32,
                1 => (rng.next() % 16) as i32 - 8,
                _ => (rng.next() % 700) as i32 - 350,
            };
            // Saturated: apfloat takes any exponent, the value is the same from here on.
            let far = n.clamp(-2000, 2000);
            let want = Single::from_bits(a as u128).scalbn_r(far, ap(round)).to_bits() as u32;
            let want = if F32.is_nan(a) { a as u32 | 0x40_0000 } else { want };
            assert_eq!(one(Alu::FLdexp { p }, a as u32, n as u32, 0), want, "{round:?} {a:#x} * 2^{n}");
            let (a, _) = floats(F64, &mut rng);
            let n = n.saturating_mul(8);
            let far = n.clamp(-20_000, 20_000);
            let want = Double::from_bits(a as u128).scalbn_r(far, ap(round)).to_bits() as u64;
            let want = if F64.is_nan(a) { a | 1 << 51 } else { want };
            assert_eq!(one64(Alu64::DLdexp { p }, a, n as i64 as u64, 0), want, "{round:?} {a:#x} * 2^{n}");
        }
    }
    let p = Fp::AMD_FTZ;
    assert_eq!(one(Alu::FLdexp { p }, 0x8000_0001, 40, 0), 0x8000_0000);
    assert_eq!(one(Alu::FLdexp { p }, 0x0080_0000, -1i32 as u32, 0), 0);
}

#[test]
fn significand_and_exponent() {
    let p = Fp::AMD;
    let mut rng = Rng::new("frexp");
    for _ in 0..sweep::count(RANDOM, 20) {
        let (a, b) = (floats(F32, &mut rng).0 as u32, floats(F64, &mut rng).0);
        let (m, e) = (one(Alu::FFrexpMant { p }, a, 0, 0), one(Alu::FFrexpExp { ftz: Flush::Keep }, a, 0, 0) as i32);
        let x = f32::from_bits(a);
        if x.is_finite() && x != 0.0 {
            let m = f32::from_bits(m);
            assert!((0.5..1.0).contains(&m.abs()), "{a:#x}: {m}");
            assert_eq!(m as f64 * 2f64.powi(e), x as f64, "{a:#x}");
        } else {
            assert_eq!((m, e), (if x.is_nan() { a | 0x40_0000 } else { a }, 0), "{a:#x}");
        }
        let ftz = Flush::Keep;
        let (m, e) = (one64(Alu64::DFrexpMant { p }, b, 0, 0), one64(Alu64::DFrexpExp { ftz }, b, 0, 0) as i64);
        let x = f64::from_bits(b);
        if x.is_finite() && x != 0.0 {
            assert!((0.5..1.0).contains(&f64::from_bits(m).abs()), "{b:#x}");
            let back = Double::from_bits(m as u128).scalbn_r(e as i32, ap(Rounding::NearestEven)).to_bits() as u64;
            assert_eq!(back, b);
        } else {
            assert_eq!((m, e), (if x.is_nan() { b | 1 << 51 } else { b }, 0), "{b:#x}");
        }
    }
    assert_eq!(one(Alu::FFrexpExp { ftz: Flush::Zero }, 1, 0, 0), 0);
    assert_eq!(one(Alu::FFrexpMant { p: Fp::AMD_FTZ }, 0x8000_0001, 0, 0), 0x8000_0000);
}

#[test]
fn classes() {
    use core::num::FpCategory::*;
    let mut rng = Rng::new("classes");
    let class = |category, quiet: bool, negative: bool| match (category, negative) {
        (Nan, _) => quiet as u32,
        (Infinite, true) => 2,
        (Normal, true) => 3,
        (Subnormal, true) => 4,
        (Zero, true) => 5,
        (Zero, false) => 6,
        (Subnormal, false) => 7,
        (Normal, false) => 8,
        (Infinite, false) => 9,
    };
    for _ in 0..sweep::count(RANDOM, 20) {
        let mask = rng.next() as u32;
        let x = floats(F32, &mut rng).0 as u32;
        let bit = class(f32::from_bits(x).classify(), x >> 22 & 1 != 0, x >> 31 != 0);
        assert_eq!(is(Test::FClass, x, mask), mask >> bit & 1 != 0, "{x:#x}");
        assert!(is(Test::FClass, x, 1 << bit) && !is(Test::FClass, x, !(1 << bit)));
        let x = floats(F64, &mut rng).0;
        let bit = class(f64::from_bits(x).classify(), x >> 51 & 1 != 0, x >> 63 != 0);
        assert_eq!(is64(Test64::DClass, x, mask as u64), mask >> bit & 1 != 0, "{x:#x}");
        let x = floats(F16, &mut rng).0 as u32;
        let category = match (x & 0x7c00, x & 0x3ff) {
            (0, 0) => Zero,
            (0, _) => Subnormal,
            (0x7c00, 0) => Infinite,
            (0x7c00, _) => Nan,
            _ => Normal,
        };
        let bit = class(category, x >> 9 & 1 != 0, x >> 15 & 1 != 0);
        assert_eq!(is(Test::HClass, x, mask), mask & 0xffff & 1 << bit != 0, "{x:#x}");
    }
}

/// The division that LLVM generates for `num / den` in f32.
fn divide32(p: Fp, num: u32, den: u32) -> u32 {
    let fma = |a, b, c| one(Alu::FFma { p }, a, b, c);
    let minus = |x: u32| x ^ 1 << 31;
    let d = one(Alu::FDivScale { p }, den, den, num);
    let n = one(Alu::FDivScale { p }, num, den, num);
    let scaled = is(Test::FDivScaled { ftz: p.policy.input }, den, num);
    let r = one(Alu::FRcp { p }, d, 0, 0);
    let r = fma(fma(minus(d), r, 0x3f80_0000), r, r);
    let q = one(Alu::FMul { p }, n, r, 0);
    let q = fma(fma(minus(d), q, n), r, q);
    let rest = fma(minus(d), q, n);
    let q = if scaled { one(Alu::FDivFma { p }, rest, r, q) } else { fma(rest, r, q) };
    one(Alu::FDivFixup { p }, q, den, num)
}

/// The same for f64.
fn divide64(p: Fp, num: u64, den: u64) -> u64 {
    let fma = |a, b, c| one64(Alu64::DFma { p }, a, b, c);
    let (minus, unit) = (|x: u64| x ^ 1 << 63, 1f64.to_bits());
    let d = one64(Alu64::DDivScale { p }, den, den, num);
    let n = one64(Alu64::DDivScale { p }, num, den, num);
    let scaled = is64(Test64::DDivScaled { ftz: p.policy.input }, den, num);
    let r = one64(Alu64::DRcp { p }, d, 0, 0);
    let r = fma(r, fma(minus(d), r, unit), r);
    let r = fma(r, fma(minus(d), r, unit), r);
    let q = one64(Alu64::DMul { p }, n, r, 0);
    let rest = fma(minus(d), q, n);
    let q = if scaled { one64(Alu64::DDivFma { p }, rest, r, q) } else { fma(rest, r, q) };
    one64(Alu64::DDivFixup { p }, q, den, num)
}

/// The three steps with the compiler's refinement between them give the correctly rounded quotient, including subnormal quotients and
/// operands.
#[test]
fn divisions_are_correctly_rounded() {
    let p = Fp::AMD;
    let single = |a: u64, b: u64| {
        let want = f32::from_bits(a as u32) / f32::from_bits(b as u32);
        let got = divide32(p, a as u32, b as u32);
        if want.is_nan() {
            // 0/0 and inf/inf are negative; the numerator's NaN comes first.
            let bits = [a, b].into_iter().find(|x| F32.is_nan(*x)).map_or(0xffc0_0000, |x| x as u32 | 0x40_0000);
            assert_eq!(got, bits, "{a:#x} / {b:#x}");
        } else {
            assert_eq!(got, want.to_bits(), "{a:#x} / {b:#x}");
        }
    };
    let double = |a: u64, b: u64| {
        let want = f64::from_bits(a) / f64::from_bits(b);
        let got = divide64(p, a, b);
        if want.is_nan() {
            let bits = [a, b].into_iter().find(|x| F64.is_nan(*x)).map_or(0xfff8 << 48, |x| x | 1 << 51);
            assert_eq!(got, bits, "{a:#x} / {b:#x}");
        } else {
            assert_eq!(got, want.to_bits(), "{a:#x} / {b:#x}");
        }
    };
    for (f, judge) in [(F32, &single as &dyn Fn(u64, u64)), (F64, &double)] {
        let v = f.corners();
        v.iter().for_each(|&a| v.iter().for_each(|&b| judge(a, b)));
        // Every pair of exponents of f32, a thinner net for f64, with two mantissas each.
        let step = if f == F32 { 1 } else { 31 };
        for e in (0..1u64 << f.exp).step_by(step) {
            for g in (0..1u64 << f.exp).step_by(step) {
                let m = (1u64 << f.man) - 1;
                judge(
                    e << f.man | (e.wrapping_mul(0x9e37_79b9_7f4a_7c15) & m),
                    g << f.man | (g.wrapping_mul(0xc2b2_ae3d_27d4_eb4f) & m),
                );
                judge(e << f.man | 1, g << f.man | m);
            }
        }
        let mut rng = Rng::new(&format!("division {}", f.bits));
        for _ in 0..sweep::count(RANDOM, 20) {
            let (a, b) = floats(f, &mut rng);
            judge(a, b);
        }
    }
    // With subnormals flushed: a subnormal denominator is a zero.
    assert_eq!(divide32(Fp::AMD_FTZ, 0x3f80_0000, 0x8000_0001), 0xff80_0000);
    assert_eq!(divide32(Fp::AMD_FTZ, 0x4040_0000, 0x4000_0000), 0x3fc0_0000);
    assert_eq!(divide32(Fp::AMD_FTZ, 0x0080_0000, 0x4000_0000), 0);
}

/// The single steps of a division, as public tests report them from a gfx1100 with f32 subnormals flushed.
#[test]
fn steps_of_a_division() {
    let p = Fp::AMD_FTZ;
    let f = |x: f32| x.to_bits();
    let scale =
        |a, den, num| (one(Alu::FDivScale { p }, a, den, num), is(Test::FDivScaled { ftz: Flush::Zero }, den, num));
    assert_eq!(scale(f(1.0), f(4.0), f(1.0)), (f(1.0), false));
    assert!(F32.is_nan(scale(f(1.0), 0, f(1.0)).0 as u64) && scale(f(1.0), 0, f(1.0)).1);
    assert!(F32.is_nan(scale(0, f(1.0), 0).0 as u64) && scale(0, f(1.0), 0).1);
    assert_eq!(scale(f(1.0), f(1.0), 0x7f7f_ffff), (f(2f32.powi(64)), true));
    assert!(F32.is_nan(scale(1, 1, f(1.0)).0 as u64) && scale(1, 1, f(1.0)).1);
    assert_eq!(scale(0x0080_0000, f(1.0), 0x0080_0000), (f(2f32.powi(-62)), true));
    let fma = |a, b, c| one(Alu::FDivFma { p }, f(a), f(b), f(c));
    assert_eq!(fma(1.0, 1.0, 2.0), f(3.0 * 2f32.powi(64)));
    assert_eq!(fma(2.0, 3.0, 1.0), f(7.0 * 2f32.powi(-64)));
    let fixup = |q, den, num| one(Alu::FDivFixup { p }, q, den, num);
    assert_eq!(fixup(f(3.0), f(-2.0), f(6.0)), f(-3.0));
    assert_eq!(fixup(0x7fc0_0000, f(1.0), f(1.0)), 0x7f80_0000);
    assert_eq!(fixup(f(1.0), 0, f(-1.0)), 0xff80_0000);
    assert_eq!(one(Alu::HDivFixup { p }, 0x4200, 0xc000, 0x4600), 0xc200);
    assert_eq!(one(Alu::HDivFixup { p }, 0x4200, 0, 0), 0xfe00);
}

#[test]
fn normalised_integers() {
    for signed in [false, true] {
        let op = Alu::FToNorm16 { ftz: Flush::Keep, signed };
        let draw = |rng: &mut Rng| {
            let x = rng.next();
            // Mostly inside the range.
            let near = f32::from_bits(x as u32 & 0xbfff_ffff);
            [if x >> 40 & 3 == 0 { floats(F32, rng).0 as u32 } else { near.to_bits() }, 0, 0]
        };
        check(op, draw, |a, _, _| {
            let x = f32::from_bits(a);
            let (range, low) = if signed { (32767.0, -1.0) } else { (65535.0, 0.0) };
            if x.is_nan() {
                return 0;
            }
            // 24 bits by 16 bits are exact in f64.
            ((x as f64).clamp(low, 1.0) * range).round_ties_even() as i64 as u32 & 0xffff
        });
    }
}

#[test]
fn reciprocal_roots_and_flushed_compares() {
    use isotope_op::float::Cond;
    let p = Fp::AMD;
    for (x, want) in [(4.0f64, 0.5), (0.25, 2.0), (1.0, 1.0), (f64::INFINITY, 0.0), (0.0, f64::INFINITY)] {
        assert_eq!(one64(Alu64::DRsq { p }, x.to_bits(), 0, 0), want.to_bits());
    }
    let cmp = |op, a, b| is64(op, a, b);
    assert!(
        cmp(Test64::DCmpFlushed { cond: Cond::Eq }, 1, 1 << 63) && !cmp(Test64::DCmp { cond: Cond::Eq }, 1, 1 << 63)
    );
}

/// Without DX10_CLAMP a NaN passes a clamp.
#[test]
fn clamping_and_nans() {
    let with = |dx10| Fp::amd(Rounding::NearestEven, Flush::Keep, Flush::Keep, true, true, dx10);
    let sum = |p| one(Alu::FAdd { p }, 0x7f80_0001, 0x3f80_0000, 0);
    assert_eq!((sum(with(true)), sum(with(false))), (0, 0x7fc0_0001));
    assert_eq!(one(Alu::FAdd { p: with(false) }, 0x3f80_0000, 0x3f80_0000, 0), 0x3f80_0000);
}
