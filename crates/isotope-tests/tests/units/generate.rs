//! Floats in case files.

use isotope_target::case::float_bits;

/// The integer encoder of floats against the host's conversion.
#[test]
fn float_bits_round_to_nearest_even() {
    let mut x = 1u64;
    for _ in 0..200_000 {
        x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let value = (x >> 12) as i64 >> (x & 31) as i64;
        let value = if x & 64 == 0 { value } else { -value };
        let exp = (x >> 7 & 0xff) as i32 - 200;
        let scaled = value as f64 * f64::from(exp).exp2();
        let single = scaled as f32;
        let expected = single.is_finite().then_some(u64::from(single.to_bits()));
        assert_eq!(
            float_bits(i128::from(value), exp, 23, 8),
            if value == 0 { Some(0) } else { expected },
            "{value} {exp}"
        );
    }
    let half = |value| float_bits(value, 0, 10, 5);
    assert_eq!([half(1), half(-2), half(2048), half(65504)], [Some(0x3c00), Some(0xc000), Some(0x6800), Some(0x7bff)]);
    assert_eq!([half(2049), half(2051), half(65519), half(65520)], [Some(0x6800), Some(0x6802), Some(0x7bff), None]);
    assert_eq!(float_bits(1, -200, 10, 5), Some(0));
    assert_eq!(float_bits(3, -25, 10, 5), Some(2), "1.5 of the smallest subnormal is a tie, rounded to even");
    assert_eq!(float_bits(1, -25, 10, 5), Some(0), "half of the smallest subnormal is a tie, rounded to zero");
}
