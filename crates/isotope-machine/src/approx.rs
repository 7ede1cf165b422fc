//! The multifunction unit: functions that the documents bound but do not define.
//!
//! Each value is the exact one, computed in f64 by a library whose results do not depend on the host, and rounded to the
//! result's format. Source: assumed (docs/assumptions.md, `nv.mufu`); hardware is within a few units in the last place.

use isotope_ir::effect::Approximation;

/// The function at one value, as bits.
pub fn approximate(what: Approximation, bits: u32) -> u32 {
    let f32_of = |f: fn(f64) -> f64| {
        let x = flush(f32::from_bits(bits));
        let y = f(f64::from(x)) as f32;
        if y.is_nan() { 0x7fff_ffff } else { flush(y).to_bits() }
    };
    let high_of = |f: fn(f64) -> f64| {
        let y = f(f64::from_bits(u64::from(bits) << 32));
        if y.is_nan() { 0x7fff_ffff } else { (y.to_bits() >> 32) as u32 }
    };
    let turns_of = |f: fn(f64) -> f64| {
        let y = f(f64::from(f32::from_bits(bits))) as f32;
        if y.is_nan() { 0x7fff_ffff } else { y.to_bits() }
    };
    match what {
        Approximation::SinTurns => turns_of(sine),
        Approximation::CosTurns => turns_of(cosine),
        Approximation::Exp2 => f32_of(libm::exp2),
        Approximation::Log2 => f32_of(libm::log2),
        Approximation::Sin => f32_of(libm::sin),
        Approximation::Cos => f32_of(libm::cos),
        Approximation::RcpHigh64 => high_of(|x| 1.0 / x),
        Approximation::RsqHigh64 => high_of(|x| 1.0 / libm::sqrt(x)),
    }
}

/// `x` minus whole turns, -0.5 to 0.5: exact.
fn part(x: f64) -> f64 {
    if x == 0.0 { x } else { x - libm::rint(x) }
}

/// The sine of `x` turns. Multiples of half a turn give +0, except the zeros themselves.
fn sine(x: f64) -> f64 {
    let part = part(x);
    // Near half turns, the distance to them is what matters, and it is exact.
    let near = if part.abs() > 0.25 { libm::copysign(0.5, part) - part } else { part };
    libm::sin(near * std::f64::consts::TAU)
}

/// The cosine of `x` turns.
fn cosine(x: f64) -> f64 {
    sine(0.25 - part(x).abs())
}

fn flush(x: f32) -> f32 {
    if x.is_subnormal() { 0.0f32.copysign(x) } else { x }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_rounded_from_the_exact_ones() {
        let f = |what, x: f32| f32::from_bits(approximate(what, x.to_bits()));
        assert_eq!(f(Approximation::Exp2, 10.0), 1024.0);
        assert_eq!(f(Approximation::Log2, 0.125), -3.0);
        assert_eq!(f(Approximation::Sin, 1.0), 1f32.sin());
        assert_eq!(f(Approximation::Cos, 0.0), 1.0);
        // Examples of the guide.
        for (x, sin, cos) in
            [(0xff7f_ffff, 0, 0x3f80_0000), (0x8000_0000, 0x8000_0000, 0x3f80_0000), (0x3e80_0000, 0x3f80_0000, 0)]
        {
            assert_eq!(approximate(Approximation::SinTurns, x), sin, "{x:x}");
            assert_eq!(approximate(Approximation::CosTurns, x), cos, "{x:x}");
        }
        assert_eq!([0.5, 1.0, -0.5, -7.0].map(|x| f(Approximation::SinTurns, x).to_bits()), [0; 4]);
        assert_eq!(f(Approximation::SinTurns, -0.75), 1.0);
        assert_eq!(f(Approximation::SinTurns, 1.0 / 12.0), 0.5);
        assert_eq!(f(Approximation::SinTurns, 1e-40), (f64::from(1e-40f32) * std::f64::consts::TAU) as f32);
        assert_eq!(approximate(Approximation::Log2, (-1.0f32).to_bits()), 0x7fff_ffff);
        assert_eq!(
            approximate(Approximation::RcpHigh64, (4.0f64.to_bits() >> 32) as u32),
            (0.25f64.to_bits() >> 32) as u32
        );
        assert_eq!(
            approximate(Approximation::RsqHigh64, (4.0f64.to_bits() >> 32) as u32),
            (0.5f64.to_bits() >> 32) as u32
        );
    }
}
