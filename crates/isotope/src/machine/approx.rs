//! The multifunction unit: functions that the documents bound but do not define.
//!
//! Each value is the exact one, computed in f64 by a library whose results do not depend on the host, and rounded to the
//! result's format. Source: assumed (docs/assumptions.md, `nv.mufu`); hardware is within a few units in the last place.

use crate::effect::Approximation;

/// The function at one value, as bits.
pub(super) fn approximate(what: Approximation, bits: u32) -> u32 {
    let f32_of = |f: fn(f64) -> f64| {
        let x = flush(f32::from_bits(bits));
        let y = f(f64::from(x)) as f32;
        if y.is_nan() { 0x7fff_ffff } else { flush(y).to_bits() }
    };
    let high_of = |f: fn(f64) -> f64| {
        let y = f(f64::from_bits(u64::from(bits) << 32));
        if y.is_nan() { 0x7fff_ffff } else { (y.to_bits() >> 32) as u32 }
    };
    match what {
        Approximation::Exp2 => f32_of(libm::exp2),
        Approximation::Log2 => f32_of(libm::log2),
        Approximation::Sin => f32_of(libm::sin),
        Approximation::Cos => f32_of(libm::cos),
        Approximation::RcpHigh64 => high_of(|x| 1.0 / x),
        Approximation::RsqHigh64 => high_of(|x| 1.0 / libm::sqrt(x)),
    }
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
