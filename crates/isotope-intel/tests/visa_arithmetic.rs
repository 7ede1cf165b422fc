//! vISA arithmetic that no kernel of the suite has; the results are computed here.

use crate::common::visa::{plain, run};

/// Runs `code` on A and B; returns the first sixteen dwords of C.
fn compute(code: &str, a: &[u32], b: &[u32]) -> Vec<u32> {
    let code = format!(
        "svm_block_ld (8) ptr0(0,0)<0;1,0> A.0\n svm_block_ld (8) ptr1(0,0)<0;1,0> B.0\n\
         svm_block_ld (4) ptr2(0,0)<0;1,0> C.0\n{code}\n svm_block_st (4) ptr2(0,0)<0;1,0> C.0\n"
    );
    let wide = |v: &[u32]| plain((0..32).map(|i| v.get(i).copied().unwrap_or(0)));
    run(&code, 16, 1, &[wide(a), wide(b), plain([0; 16])]).remove(2)
}

fn numbers(seed: u32) -> Vec<u32> {
    (0..32u32).map(|i| (i ^ seed).wrapping_mul(0x9e37_79b1).rotate_left(i) ^ seed).collect()
}

#[test]
fn four_products_of_bytes() {
    let (a, b) = (numbers(1), numbers(2));
    for (name, signed) in [("U", false), ("S", true)] {
        let i = if signed { "i" } else { "" };
        let code = format!("dp4a (M1, 16) C{i}(0,0)<1> A{i}(2,0)<1;1,0> A{i}(0,0)<1;1,0> B{i}(0,0)<1;1,0>");
        let got = compute(&code, &a, &b);
        for i in 0..16 {
            let mut want = a[16 + i];
            for byte in 0..4 {
                let part = |v: u32| {
                    let byte = (v >> (8 * byte)) as u8;
                    if signed { i32::from(byte as i8) } else { i32::from(byte) }
                };
                want = want.wrapping_add(part(a[i]).wrapping_mul(part(b[i])) as u32);
            }
            assert_eq!(got[i], want, "{name} {i}");
        }
    }
    // Saturated.
    let (a, b) = (vec![0x7fff_ff00; 32], vec![0x0101_0101; 32]);
    let got = compute("dp4a.sat (M1, 16) Ci(0,0)<1> Ai(0,0)<1;1,0> Ai(0,0)<1;1,0> Bi(0,0)<1;1,0>", &a, &b);
    assert_eq!(got, [0x7fff_ff00 + 127 - 1 - 1; 16]);
    let got =
        compute("dp4a.sat (M1, 16) Ci(0,0)<1> Ai(0,0)<1;1,0> Bi(0,0)<1;1,0> Bi(0,0)<1;1,0>", &[0x7fff_ffff; 32], &b);
    assert_eq!(got, [0x7fff_ffff; 16]);
}

#[test]
fn sums_of_differences() {
    let (a, b) = (numbers(3), numbers(4));
    let byte = |v: &[u32], i: usize| (v[i / 4] >> (8 * (i % 4))) as u8;
    let word = |v: &[u32], i: usize| (v[i / 2] >> (16 * (i % 2))) as u16;
    for add in [false, true] {
        let plus = if add { "Bw(2,0)<1;1,0>" } else { "" };
        let name = if add { "sad2add" } else { "sad2" };
        let got = compute(&format!("{name} (M1, 16) Cw(0,0)<1> Ab(0,0)<1;1,0> Bb(0,0)<1;1,0> {plus}"), &a, &b);
        for i in (0..16).step_by(2) {
            let sum: u16 = (i..i + 2).map(|k| u16::from(byte(&a, k).abs_diff(byte(&b, k)))).sum();
            let third = if add { word(&b, 32 + i) } else { 0 };
            assert_eq!(word(&got, i), sum.wrapping_add(third), "{name} {i}");
        }
    }
}

#[test]
fn an_address_for_each_element() {
    let a = numbers(5);
    // Sixteen words: byte offsets into A.
    let offsets: Vec<u32> = (0..16).map(|i| 4 * (i * 5 % 24)).collect();
    let b: Vec<u32> = offsets.chunks(2).map(|w| w[0] | w[1] << 16).collect();
    let point = "addr_add (M1, 8) A0(0)<8> &A Bw(0,0)<8;8,1>\n addr_add (M1, 8) A0(8)<8> &A Bw(0,8)<8;8,1>\n";
    let got = compute(&format!("{point} mov (M1, 16) C(0,0)<1> r[A0(0),4]<1,0>:ud"), &a, &b);
    let at = |i: usize| offsets[i] as usize / 4;
    assert_eq!(got, (0..16).map(|i| a[at(i) + 1]).collect::<Vec<_>>());
    // Four rows of four elements, under a mask that starts at lane 0, and two rows in lanes 8 to 15.
    let got = compute(&format!("{point} mov (M1, 16) C(0,0)<1> r[A0(2),0]<4,1>:ud"), &a, &b);
    assert_eq!(got, (0..16).map(|i| a[at(2 + i / 4) + i % 4]).collect::<Vec<_>>());
    let got = compute(&format!("{point} mov (M3, 8) C(1,0)<1> r[A0(5),0]<4,1>:ud"), &a, &b);
    let want = |i: usize| if i < 8 { 0 } else { a[at(5 + (i - 8) / 4) + i % 4] };
    assert_eq!(got, (0..16).map(want).collect::<Vec<_>>());
}

#[test]
fn saturation() {
    let a = [100, 0xffff_ff00, 70_000, 0x8000_0000];
    let got = compute("avg.sat (M1, 4) Cw(0,0)<1> Ai(0,0)<4;4,1> 0x0:d", &a, &[]);
    // 50, negative, 35000, very negative.
    assert_eq!(got[..2], [50, 35_000]);
    let got = compute("shr.sat (M1, 4) Cw(0,0)<1> A(0,0)<4;4,1> 0x1:ud", &a, &[]);
    assert_eq!(got[..2], [50 | 0xffff << 16, 35_000 | 0xffff << 16]);
    // binary16: 1.5, -1, 0.25, NaN; f64 likewise.
    let halves = [0xbc00_3e00, 0x7e00_3400];
    let got = compute("mov.sat (M1, 4) Ch(0,0)<1> Ah(0,0)<4;4,1>", &halves, &[]);
    assert_eq!(got[..2], [0x0000_3c00, 0x0000_3400]);
    let doubles: Vec<u32> =
        [1.5f64, -1.0, 0.25, f64::NAN].iter().flat_map(|x| [x.to_bits() as u32, (x.to_bits() >> 32) as u32]).collect();
    let got = compute("mov.sat (M1, 4) Cd(0,0)<1> Ad(0,0)<4;4,1>", &doubles, &[]);
    assert_eq!(got[..8], [0, 0x3ff0_0000, 0, 0, 0, 0x3fd0_0000, 0, 0]);
}

#[test]
fn parts_of_f64_and_binary16() {
    let values = [2.75f64, -2.75, 1e300, -0.5];
    let a: Vec<u32> = values.iter().flat_map(|x| [x.to_bits() as u32, (x.to_bits() >> 32) as u32]).collect();
    let doubles = |got: &[u32]| -> Vec<f64> {
        got[..8].chunks(2).map(|w| f64::from_bits(u64::from(w[1]) << 32 | u64::from(w[0]))).collect()
    };
    for (name, f) in [
        ("rndd", f64::floor as fn(f64) -> f64),
        ("rndu", f64::ceil),
        ("rndz", f64::trunc),
        ("rnde", f64::round_ties_even),
        ("frc", |x| x - x.floor()),
    ] {
        let got = compute(&format!("{name} (M1, 4) Cd(0,0)<1> Ad(0,0)<4;4,1>"), &a, &[]);
        assert_eq!(doubles(&got), values.map(f), "{name}");
    }
    // 2.75, -2.75, 0.5, -0.5 in binary16.
    let halves = [0xc180_4180, 0xb800_3800];
    let got = compute("rnde (M1, 4) Ch(0,0)<1> Ah(0,0)<4;4,1>", &halves, &[]);
    assert_eq!(got[..2], [0xc200_4200, 0x8000_0000]);
    let got = compute("frc (M1, 4) Ch(0,0)<1> Ah(0,0)<4;4,1>", &halves, &[]);
    assert_eq!(got[..2], [0x3400_3a00, 0x3800_3800]);
    // x / y is x times the inverse of y, both rounded.
    let singles = [10f32, 1.0, 7.0, 0.1];
    let got = compute("div (M1, 4) Cf(0,0)<1> Af(0,0)<4;4,1> 3.0:f", &singles.map(f32::to_bits), &[]);
    assert_eq!(got[..4], singles.map(|x| (x * (1.0 / 3.0f32)).to_bits()));
}

/// `divm` rounds correctly: random quotients, many of them subnormal or halfway between two subnormals, and special operands.
#[test]
fn quotients() {
    let special = [0.0f32, -0.0, 1.0, -3.0, f32::INFINITY, f32::NEG_INFINITY, f32::MIN_POSITIVE, 1e-45, f32::MAX];
    let mut pairs: Vec<(f32, f32)> = special.iter().flat_map(|x| special.iter().map(move |y| (*x, *y))).collect();
    let mut random = 1u64;
    for round in 0..6000u32 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (a, b) = ((random >> 32) as u32, random as u32);
        let pair = match round % 3 {
            0 => (f32::from_bits(a), f32::from_bits(b)),
            // Near the smallest numbers.
            1 => (f32::from_bits(a >> 9), f32::from_bits(0x3f80_0000 + (b >> 8))),
            // An odd number of half steps.
            _ => (f32::from_bits((a >> 12) | 1), f32::from_bits(0x4000_0000 + (b >> 31 << 23))),
        };
        if !pair.0.is_nan() && !pair.1.is_nan() {
            pairs.push(pair);
        }
    }
    for some in pairs.chunks(16) {
        let a: Vec<u32> = some.iter().map(|p| p.0.to_bits()).collect();
        let b: Vec<u32> = some.iter().map(|p| p.1.to_bits()).collect();
        let got = compute("divm (M1, 16) Cf(0,0)<1> Af(0,0)<1;1,0> Bf(0,0)<1;1,0>", &a, &b);
        for ((x, y), got) in some.iter().zip(got) {
            let want = x / y;
            assert!(want.to_bits() == got || want.is_nan() && f32::from_bits(got).is_nan(), "{x:e} / {y:e}: {got:#x}");
        }
    }
}

/// The same for f64: random quotients, subnormal ones, those close to a midpoint, operands at the ends of the range.
#[test]
fn quotients_of_doubles() {
    let least = f64::from_bits(1);
    let special =
        [0.0f64, -0.0, 1.0, -3.0, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE, least, f64::MAX, f64::NAN];
    let mut pairs: Vec<(f64, f64)> = special.iter().flat_map(|x| special.iter().map(move |y| (*x, *y))).collect();
    let mut random = 7u64;
    let mut next = || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        random.rotate_left(32) ^ random >> 17
    };
    for round in 0..9_000u32 {
        let (a, b) = (next(), next());
        let fraction = |x: u64| x & ((1 << 52) - 1);
        pairs.push(match round % 6 {
            0 => (f64::from_bits(a), f64::from_bits(b)),
            // Of the same magnitude.
            1 => (f64::from_bits(0x3ff << 52 | fraction(a)), f64::from_bits(0x3ff << 52 | fraction(b))),
            // Near the smallest numbers.
            2 => (f64::from_bits(a >> 12), f64::from_bits(0x3ff << 52 | fraction(b))),
            3 => (f64::from_bits(a >> (12 + b % 50)), f64::from_bits(0x3fe << 52 | fraction(b))),
            // An odd number of half steps.
            4 => (f64::from_bits((a >> 14) | 1), f64::from_bits((0x400 + (b >> 63)) << 52)),
            // A divisor of ones, and a product of numbers with few bits divided by one of them.
            _ if b & 1 == 0 => {
                (f64::from_bits(0x3ff << 52 | fraction(a)), f64::from_bits(0x3ff << 52 | fraction(!(b & 7))))
            }
            _ => ((a >> 38) as f64 * (b >> 38) as f64, (b >> 38) as f64),
        });
    }
    let words = |x: f64| [x.to_bits() as u32, (x.to_bits() >> 32) as u32];
    for some in pairs.chunks(8) {
        let a: Vec<u32> = some.iter().flat_map(|p| words(p.0)).collect();
        let b: Vec<u32> = some.iter().flat_map(|p| words(p.1)).collect();
        let got = compute("divm (M1, 8) Cd(0,0)<1> Ad(0,0)<1;1,0> Bd(0,0)<1;1,0>", &a, &b);
        for ((x, y), got) in some.iter().zip(got.as_chunks::<2>().0) {
            let (want, got) = (x / y, u64::from(got[1]) << 32 | u64::from(got[0]));
            assert!(want.to_bits() == got || want.is_nan() && f64::from_bits(got).is_nan(), "{x:e} / {y:e}: {got:#x}");
        }
    }
    // Saturated to 0 and 1; the payload of a NaN is preserved.
    let (a, b) = ([5.0, -5.0, 1.0, 2.0].map(words).concat(), [2.0, 2.0, 4.0, f64::NAN].map(words).concat());
    let got = compute("divm.sat (M1, 4) Cd(0,0)<1> Ad(0,0)<1;1,0> Bd(0,0)<1;1,0>", &a, &b);
    assert_eq!(got[..8], [1.0, 0.0, 0.25, 0.0].map(words).concat()[..]);
    let got = compute("divm (M1, 2) Cd(0,0)<1> Ad(0,0)<1;1,0> Bd(0,0)<1;1,0>", &[1, 0x7ff0_0000, 0, 0], &[0, 0, 0, 0]);
    assert_eq!(got[..2], [1, 0x7ff8_0000]);
}

#[test]
fn sums_of_products() {
    let floats =
        |seed: u32| -> Vec<f32> { (0..32u32).map(|i| ((i * 37 + seed * 11) % 101) as f32 / 7.0 - 5.0).collect() };
    let (x, y) = (floats(1), floats(2));
    let bits = |v: &[f32]| v.iter().map(|f| f.to_bits()).collect::<Vec<_>>();
    let two = |name: &str, a: &str, b: &str| {
        let got = compute(&format!("{name} (M1, 16) Cf(0,0)<1> {a} {b}"), &bits(&x), &bits(&y));
        got.into_iter().map(f32::from_bits).collect::<Vec<_>>()
    };
    let dot = |i: usize, n: usize| (1..n).fold(x[i] * y[i], |sum, c| sum + x[i + c] * y[i + c]);
    for (name, n) in [("dp2", 2), ("dp3", 3), ("dp4", 4), ("dph", 3)] {
        let got = two(name, "Af(0,0)<1;1,0>", "Bf(0,0)<1;1,0>");
        for (i, got) in got.into_iter().enumerate() {
            let group = i / 4 * 4;
            let want = if name == "dph" { dot(group, n) + y[group + 3] } else { dot(group, n) };
            assert_eq!(got, want, "{name} {i}");
        }
    }
    let line = |i: usize| x[0] * y[i] + x[3];
    assert_eq!(two("line", "Af(0,0)<0;1,0>", "Bf(0,0)<1;1,0>"), (0..16).map(line).collect::<Vec<_>>());
    let plane = |i: usize| {
        let (u, v) = (y[i / 8 * 16 + i % 8], y[i / 8 * 16 + i % 8 + 8]);
        x[0] * u + x[1] * v + x[3]
    };
    assert_eq!(two("plane", "Af(0,0)<0;1,0>", "Bf(0,0)<8;8,1>"), (0..16).map(plane).collect::<Vec<_>>());
    let got = two("lrp", "Af(0,0)<8;8,1>", "Bf(0,0)<8;8,1> Bf(2,0)<0;1,0>");
    assert_eq!(got, (0..16).map(|i| y[i] * x[i] + y[16] * (1.0 - x[i])).collect::<Vec<_>>());
}

#[test]
fn selections_and_surface_variables() {
    let halves = [0x4000_3c00u32, 0x4400_4200];
    let code = "setp (M1_NM, 16) P1 0x5:ud\n (P1) sel (M1, 4) Cf(0,0)<1> Af(0,0)<4;4,1> Bh(0,0)<4;4,1>";
    let got = compute(code, &[9.5f32.to_bits(); 4], &halves);
    assert_eq!(got[..4], [9.5f32, 2.0, 9.5, 4.0].map(f32::to_bits));
    // The table has the buffers at 10, 11 and 12; the second surface is copied over the first.
    let code = "movs (M1_NM, 1) C(0,2)<1> T7(0)\n movs (M1_NM, 1) T7(0) T6(0)\n movs (M1_NM, 1) C(0,3)<1> T7(0)\n\
                gather_scaled.4 (M1_NM, 1) T7 0x4:ud A.124 C.0";
    let mut a = [0; 32];
    a[1] = 77;
    assert_eq!(compute(code, &a, &[5; 4])[..4], [77, 0, 11, 10]);
}
