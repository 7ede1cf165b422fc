//! Float primitives of the concrete domain: the host's correctly rounded instructions where Rust guarantees their value, otherwise
//! [`crate::soft`].
//!
//! Rust promises IEEE results, rounding to nearest, for `+ * /` and for `as`, up to the bits of a NaN, and `libm` for square roots. Every
//! caller replaces NaNs, so no result here depends on the host. This module does *not* read or set any FPU mode.

use crate::domain::Width;
use crate::float::{FloatOp, Rounding::NearestEven, Rounding::TowardZero};
use crate::soft::{self, Format};

#[inline(always)]
fn f(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}
#[inline(always)]
fn d(bits: u64) -> f64 {
    f64::from_bits(bits)
}
#[inline(always)]
fn fb(x: f32) -> u64 {
    x.to_bits() as u64
}

/// binary16 to binary32, exact. Subnormals are normalised by one float subtraction.
#[inline(always)]
fn widen16(h: u64) -> f32 {
    let h = h as u32;
    let sign = (h & 0x8000) << 16;
    let magnitude = (h & 0x7fff) << 13;
    let field = magnitude & 0x0f80_0000;
    // 0.5 * 2^-14 + man * 2^-24, minus the constant: exact.
    let tiny = (f32::from_bits(magnitude + (113 << 23)) - f32::from_bits(113 << 23)).to_bits();
    let normal = magnitude + (112 << 23);
    let special = magnitude + (224 << 23);
    let m = if field == 0 {
        tiny
    } else if field == 0x0f80_0000 {
        special
    } else {
        normal
    };
    f32::from_bits(sign | m)
}

/// binary32 to binary16, nearest even; any NaN becomes some NaN.
#[inline(always)]
fn narrow16(x: f32) -> u64 {
    let bits = x.to_bits();
    let sign = bits >> 16 & 0x8000;
    let m = bits & 0x7fff_ffff;
    // Below 2^-14: adding 0.5 lets the float adder round at 2^-24.
    let tiny = (f32::from_bits(m) + 0.5).to_bits().wrapping_sub(0x3f00_0000);
    let normal = m.wrapping_sub(112 << 23).wrapping_add(0xfff + (m >> 13 & 1)) >> 13;
    let r = if m > 0x7f80_0000 {
        0x7e00
    } else if m >= 0x4780_0000 {
        0x7c00
    } else if m < 0x3880_0000 {
        tiny
    } else {
        normal
    };
    (sign | r) as u64
}

/// Fused multiply-add of binary32: exact product in binary64, a sum rounded to odd, then one rounding to binary32. Rounding to odd keeps
/// the sticky information in the last bit, so only the second rounding affects the result.
#[inline(always)]
fn fma32(a: f32, b: f32, c: f32) -> f32 {
    let (p, c) = (a as f64 * b as f64, c as f64);
    let s = p + c;
    // The exact error of the sum.
    let t = s - p;
    let error = (p - (s - t)) + (c - t);
    let bits = s.to_bits();
    let toward = if (error < 0.0) == (s < 0.0) { bits } else { bits.wrapping_sub(1) } | 1;
    let inexact = (error < 0.0) | (error > 0.0);
    let odd = if inexact & (bits & 1 == 0) { toward } else { bits };
    f64::from_bits(odd) as f32
}

/// Fused multiply-add of binary16 by the same method: exact product in binary32, a sum rounded to odd, one rounding.
#[inline(always)]
fn fma16(a: f32, b: f32, c: f32) -> u64 {
    let p = a * b;
    let s = p + c;
    let t = s - p;
    let error = (p - (s - t)) + (c - t);
    let bits = s.to_bits();
    let toward = if (error < 0.0) == (s < 0.0) { bits } else { bits.wrapping_sub(1) } | 1;
    let inexact = (error < 0.0) | (error > 0.0);
    narrow16(f32::from_bits(if inexact & (bits & 1 == 0) { toward } else { bits }))
}

#[inline(always)]
pub(crate) fn float<A: Width, R: Width>(op: FloatOp, a: u64, b: u64, c: u64) -> u64 {
    match (A::BITS, R::BITS, op) {
        (32, 32, FloatOp::Add(NearestEven)) => fb(f(a) + f(b)),
        (32, 32, FloatOp::Mul(NearestEven)) => fb(f(a) * f(b)),
        (32, 32, FloatOp::Fma(NearestEven)) => fb(fma32(f(a), f(b), f(c))),
        // 53 >= 2 * 24 + 2: the second rounding of a quotient does not change the result.
        (32, 32, FloatOp::Rcp(NearestEven)) => fb((1.0 / f(a) as f64) as f32),
        (32, 32, FloatOp::Sqrt(NearestEven)) => fb(libm::sqrtf(f(a))),
        // No f32 has a reciprocal root so close to an f32, or to a midpoint of two, that the errors of two f64 operations matter: the
        // tests of `isotope-jit/src/code/float.rs` try all.
        (32, 32, FloatOp::Rsqrt(NearestEven)) => fb((1.0 / libm::sqrt(f(a) as f64)) as f32),
        (32, 32, FloatOp::FromInt { round: NearestEven, signed: false }) => fb(a as u32 as f32),
        (32, 32, FloatOp::FromInt { round: NearestEven, signed: true }) => fb(a as u32 as i32 as f32),
        (32, 32, FloatOp::ToInt { round: TowardZero, signed: false }) => f(a) as u32 as u64,
        (32, 32, FloatOp::ToInt { round: TowardZero, signed: true }) => f(a) as i32 as u32 as u64,
        (64, 64, FloatOp::Add(NearestEven)) => (d(a) + d(b)).to_bits(),
        (64, 64, FloatOp::Mul(NearestEven)) => (d(a) * d(b)).to_bits(),
        (64, 64, FloatOp::Sqrt(NearestEven)) => libm::sqrt(d(a)).to_bits(),
        (64, 64, FloatOp::Rcp(NearestEven)) => (1.0 / d(a)).to_bits(),
        // 24 >= 2 * 11 + 2: binary32 is wide enough for one sum or product of binary16.
        (16, 16, FloatOp::Add(NearestEven)) => narrow16(widen16(a) + widen16(b)),
        (16, 16, FloatOp::Mul(NearestEven)) => narrow16(widen16(a) * widen16(b)),
        (16, 16, FloatOp::Fma(NearestEven)) => fma16(widen16(a), widen16(b), widen16(c)),
        (16, 32, FloatOp::Convert(_)) => fb(widen16(a)),
        (32, 16, FloatOp::Convert(NearestEven)) => narrow16(f(a)),
        (32, 64, FloatOp::Convert(_)) => (f(a) as f64).to_bits(),
        (64, 32, FloatOp::Convert(NearestEven)) => fb(d(a) as f32),
        _ => soft::float(op, Format::of::<A>(), Format::of::<R>(), a, b, c),
    }
}
