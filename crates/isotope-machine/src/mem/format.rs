//! Element formats of gfx11: conversion between the bits of a buffer element or image texel and registers.
//!
//! A [`Format`] is selected by a descriptor's FORMAT code: the widths of its components, x in the lowest bits, and their
//! number format. [`Format::decode`] and [`Format::encode`] convert; [`select`] and [`unselect`] apply DST_SEL.
//! Not supported: sRGB, shared exponents, depth with stencil, subsampled and compressed texels.
//!
//! # Source
//! oracle: llvm-mc 19.1.7 names codes 0 to 63 (`formats.tsv`); spec: ROCr's `resource_gfx11.h` for those
//! above. Names list components from the highest bits down; Mesa's `gfx10_format_table.py` maps them to its own names.
//! Number conversion: OpenCL C 8.3, which ROCm's device library implements with this hardware. The assumptions are
//! `amd.format_*` in `docs/assumptions.md`.

use isotope_op::assume::{AMD_FORMAT_INTEGERS, AMD_FORMAT_ROUNDING, Assumptions};

/// The number format of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Number {
    /// 0 to 1.
    Unorm,
    /// -1 to 1; the most negative code is also -1.
    Snorm,
    /// An unsigned integer, as a float in registers.
    Uscaled,
    /// A signed integer, as a float in registers.
    Sscaled,
    /// An unsigned integer.
    Uint,
    /// A signed integer.
    Sint,
    /// A float: 32 or 16 bits, or 11 or 10 without a sign.
    Float,
}

use Number::{Float, Sint, Snorm, Sscaled, Uint, Unorm, Uscaled};

impl Number {
    /// Whether registers hold an integer.
    pub fn is_integer(self) -> bool {
        matches!(self, Uint | Sint)
    }

    /// The value of DST_SEL "one".
    pub fn one(self) -> u32 {
        if self.is_integer() { 1 } else { 1f32.to_bits() }
    }
}

/// A format.
///
/// # Examples
/// ```
/// use isotope_machine::mem::format::Format;
/// let half_pair = Format::of(29).unwrap(); // 16_16_FLOAT
/// let one = 1f32.to_bits();
/// assert_eq!(half_pair.decode(0xbc00_3c00), [one, (-1f32).to_bits(), 0, one]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Format {
    /// Bits of x, y, z, w; 0 if the format does not have the component.
    pub bits: [u8; 4],
    /// Number format of the components.
    pub number: Number,
}

const SIX: &[Number] = &[Unorm, Snorm, Uscaled, Sscaled, Uint, Sint];
const SEVEN: &[Number] = &[Unorm, Snorm, Uscaled, Sscaled, Uint, Sint, Float];
const WORDS: &[Number] = &[Uint, Sint, Float];

/// First code, bits of the components, and the number formats of consecutive codes.
const ROWS: &[(u8, [u8; 4], &[Number])] = &[
    (1, [8, 0, 0, 0], SIX),
    (7, [16, 0, 0, 0], SEVEN),
    (14, [8, 8, 0, 0], SIX),
    (20, [32, 0, 0, 0], WORDS),
    (23, [16, 16, 0, 0], SEVEN),
    (30, [11, 11, 10, 0], &[Float]),
    (31, [10, 11, 11, 0], &[Float]),
    (32, [2, 10, 10, 10], &[Unorm, Snorm, Uint, Sint]),
    (36, [10, 10, 10, 2], SIX),
    (42, [8, 8, 8, 8], SIX),
    (48, [32, 32, 0, 0], WORDS),
    (51, [16, 16, 16, 16], SEVEN),
    (58, [32, 32, 32, 0], WORDS),
    (61, [32, 32, 32, 32], WORDS),
    (68, [5, 6, 5, 0], &[Unorm]),
    (69, [5, 5, 5, 1], &[Unorm]),
    (70, [1, 5, 5, 5], &[Unorm]),
    (71, [4, 4, 4, 4], &[Unorm]),
    (72, [4, 4, 0, 0], &[Unorm]),
];

impl Format {
    /// The format with this code; `None` for 0 and for codes whose conversion is not modelled.
    pub fn of(code: u8) -> Option<Format> {
        ROWS.iter().find_map(|&(first, bits, numbers)| {
            let number = *numbers.get(usize::from(code.checked_sub(first)?))?;
            Some(Format { bits, number })
        })
    }

    /// Size of an element in bytes.
    pub fn bytes(&self) -> u32 {
        self.bits.iter().map(|&b| u32::from(b)).sum::<u32>() / 8
    }

    /// The unconverted bits of each component, 0 if there is none; sign-extended if `signed`.
    pub fn split(&self, element: u128, signed: bool) -> [u32; 4] {
        let mut at = 0;
        self.bits.map(|bits| {
            let value = cut((element >> at) as u32, bits);
            at += u32::from(bits);
            if signed { extended(value, bits) as u32 } else { value }
        })
    }

    /// An element from the low bits of each component.
    pub fn join(&self, components: [u32; 4]) -> u128 {
        let (mut element, mut at) = (0, 0);
        for (value, bits) in components.into_iter().zip(self.bits) {
            element |= u128::from(cut(value, bits)) << at;
            at += u32::from(bits);
        }
        element
    }

    /// x, y, z, w as a load returns them in 32 bits: floats, or extended integers. A component that the format does not have
    /// is 0, and w is 1 (`amd.format_missing`).
    pub fn decode(&self, element: u128) -> [u32; 4] {
        let raw = self.split(element, false);
        std::array::from_fn(|i| match self.bits[i] {
            0 if i == 3 => self.number.one(),
            0 => 0,
            bits => self.decode_one(raw[i], bits),
        })
    }

    fn decode_one(&self, raw: u32, bits: u8) -> u32 {
        let signed = extended(raw, bits);
        let float = |value: f64| (value as f32).to_bits();
        match self.number {
            Unorm => float(f64::from(raw) / f64::from(mask(bits))),
            // With two bits the codes are -2, -1, 0, 1; the largest means 1.
            Snorm => float((f64::from(signed) / f64::from(mask(bits) >> 1)).max(-1.0)),
            Uscaled => float(f64::from(raw)),
            Sscaled => float(f64::from(signed)),
            Uint => raw,
            Sint => signed as u32,
            Float => match bits {
                32 => raw,
                16 => widened(raw & 0x7fff, 10) | (raw & 0x8000) << 16,
                bits => widened(raw, u32::from(bits) - 5),
            },
        }
    }

    /// The element that a store writes for x, y, z, w in registers: numbers out of range are clamped,
    /// NaN becomes 0 if the format is not a float (OpenCL C 8.3.1; `amd.format_integers`, `amd.format_rounding`).
    pub fn encode(&self, components: [u32; 4], rules: &Assumptions) -> u128 {
        self.join(std::array::from_fn(|i| match self.bits[i] {
            0 => 0,
            bits => self.encode_one(components[i], bits, rules),
        }))
    }

    fn encode_one(&self, value: u32, bits: u8, rules: &Assumptions) -> u32 {
        let (most, half) = (mask(bits), mask(bits) >> 1);
        let float = f64::from(f32::from_bits(value));
        let scaled = |low: f64, high: f64, by: f64| {
            if float.is_nan() { 0 } else { (float.clamp(low, high) * by).round_ties_even() as i64 as u32 }
        };
        let (cut, toward_zero) = (rules.get(AMD_FORMAT_INTEGERS), rules.get(AMD_FORMAT_ROUNDING));
        match self.number {
            Unorm => scaled(0.0, 1.0, f64::from(most)),
            Snorm => scaled(-1.0, 1.0, f64::from(half)),
            // Float to integer truncates.
            Uscaled => float.clamp(0.0, f64::from(most)) as u32,
            Sscaled => float.clamp(-f64::from(half) - 1.0, f64::from(half)) as i32 as u32,
            Uint | Sint if cut => value,
            Uint => value.min(most),
            Sint => (value as i32).clamp(-(half as i32) - 1, half as i32) as u32,
            Float => match bits {
                32 => value,
                16 => narrowed(value, 10, toward_zero) | value >> 16 & 0x8000,
                // Unsigned floats: negative values become zero.
                _ if value >> 31 != 0 && !f32::from_bits(value).is_nan() => 0,
                bits => narrowed(value, u32::from(bits) - 5, toward_zero),
            },
        }
    }

    /// A 32-bit component as the 16 bits of a D16 load: binary16, or the low half of an integer
    /// (`amd.format_d16_integers`).
    pub fn shorten(&self, value: u32, rules: &Assumptions) -> u32 {
        if self.number.is_integer() {
            return value & 0xffff;
        }
        narrowed(value, 10, rules.get(AMD_FORMAT_ROUNDING)) | value >> 16 & 0x8000
    }

    /// The 16 bits of a D16 store as a 32-bit component.
    pub fn lengthen(&self, value: u32) -> u32 {
        match self.number {
            Uint => value & 0xffff,
            Sint => extended(value & 0xffff, 16) as u32,
            _ => widened(value & 0x7fff, 10) | (value & 0x8000) << 16,
        }
    }
}

/// Applies DST_SEL: 0 zero, 1 one, 4 to 7 a component; 2 and 3 are reserved and return zero.
pub fn select(dst_sel: [u8; 4], components: [u32; 4], one: u32) -> [u32; 4] {
    dst_sel.map(|sel| match sel {
        1 => one,
        4..=7 => components[usize::from(sel - 4)],
        _ => 0,
    })
}

/// The components that a store writes: each gets the first value that DST_SEL would load from it, or 0
/// (`amd.format_store`).
pub fn unselect(dst_sel: [u8; 4], values: [u32; 4]) -> [u32; 4] {
    std::array::from_fn(|i| dst_sel.iter().position(|&sel| usize::from(sel) == i + 4).map_or(0, |from| values[from]))
}

fn mask(bits: u8) -> u32 {
    (u64::MAX >> (64 - u32::from(bits))) as u32
}

fn cut(value: u32, bits: u8) -> u32 {
    if bits == 0 { 0 } else { value & mask(bits) }
}

/// The low `bits` bits as a signed number.
fn extended(value: u32, bits: u8) -> i32 {
    let unused = (32 - u32::from(bits)).min(31);
    (value << unused) as i32 >> unused
}

/// Converts an unsigned float to f32: five bits of exponent, `fraction` bits of fraction. Exact; a NaN keeps its bits.
fn widened(value: u32, fraction: u32) -> u32 {
    let (exponent, rest) = (value >> fraction & 31, value & ((1 << fraction) - 1));
    match exponent {
        31 => f32::from_bits(0x7f80_0000 | rest << (23 - fraction)),
        0 => (f64::from(rest) / f64::from(1u32 << (14 + fraction))) as f32,
        _ => f32::from_bits((exponent + 112) << 23 | rest << (23 - fraction)),
    }
    .to_bits()
}

/// Converts the magnitude of an f32 to five bits of exponent and `fraction` bits of fraction, rounded to nearest even or towards
/// zero. A NaN keeps its upper bits and becomes quiet.
fn narrowed(value: u32, fraction: u32, toward_zero: bool) -> u32 {
    let magnitude = value & 0x7fff_ffff;
    let (infinity, fraction_bits) = (31 << fraction, magnitude & 0x7f_ffff);
    if magnitude > 0x7f80_0000 {
        return infinity | fraction_bits >> (23 - fraction) | 1 << (fraction - 1);
    }
    if magnitude == 0x7f80_0000 {
        return infinity;
    }
    let biased = magnitude >> 23;
    let significand = fraction_bits | u32::from(biased != 0) << 23;
    // The exponent relative to that of the smallest normal number, -14; at least 0.
    let above = biased.max(1) as i32 - 127 + 14;
    let shift = (23 - fraction + (-above).max(0) as u32).min(26);
    let (kept, lost, half) = (significand >> shift, significand & ((1 << shift) - 1), 1 << (shift - 1));
    let up = !toward_zero && (lost > half || lost == half && kept & 1 != 0);
    let rounded = ((above.max(0) as u32) << fraction) + kept + u32::from(up);
    match rounded >= infinity {
        true if toward_zero => infinity - 1,
        true => infinity,
        false => rounded,
    }
}

#[cfg(test)]
#[path = "format_tests.rs"]
mod tests;
