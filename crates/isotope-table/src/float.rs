//! Float immediates in nvdisasm's spelling: 20 significant digits, `e` notation from 1e9 on.
use super::row::Float;
use std::fmt::Write;

/// The value of a field: its bits are the upper bits of the float.
fn value(kind: Float, bits: u64) -> f64 {
    match kind.width {
        16 => half((bits << kind.shift) as u16),
        32 => f32::from_bits((bits << kind.shift) as u32) as f64,
        _ => f64::from_bits(bits << kind.shift),
    }
}

/// The value of an f16.
fn half(bits: u16) -> f64 {
    let (exponent, fraction) = (bits >> 10 & 31, (bits & 0x3ff) as f64);
    let magnitude = match exponent {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        e => (1024.0 + fraction) * 2f64.powi(e as i32 - 25),
    };
    if bits >> 15 == 1 { -magnitude } else { magnitude }
}

/// The f16 with exactly this value.
fn to_half(v: f64) -> Option<u64> {
    let (mut lo, mut hi) = (0u16, 0x7c00u16);
    while lo < hi {
        let mid = lo.midpoint(hi);
        if half(mid) < v.abs() { lo = mid + 1 } else { hi = mid }
    }
    (half(lo) == v.abs()).then_some(lo as u64 | (v.is_sign_negative() as u64) << 15)
}

pub(super) fn print(kind: Float, bits: u64, out: &mut String) {
    let v = value(kind, bits);
    let sign = if (bits << kind.shift) >> (kind.width - 1) & 1 == 1 { '-' } else { '+' };
    if v.is_nan() {
        let quiet = kind.width < 64 || (bits << kind.shift) >> 51 & 1 == 1;
        out.push(sign);
        out.push_str(if quiet { "QNAN " } else { "SNAN " });
    } else if v.is_infinite() {
        out.push(sign);
        out.push_str("INF ");
    } else if v == 0.0 {
        out.push_str(if sign == '-' { "-0.0 " } else { "0" });
    } else if v.abs() >= 1e9 {
        let start = out.len();
        let _ = write!(out, "{v:.20e}");
        pad_exponent(out, start);
    } else {
        let start = out.len();
        let _ = write!(out, "{v:.19e}");
        general(out, start);
    }
}

/// `1.5e7` to `1.5e+07`.
fn pad_exponent(out: &mut String, start: usize) {
    if let Some(e) = out[start..].find('e') {
        let exponent: i32 = out[start + e + 1..].parse().unwrap_or(0);
        out.truncate(start + e);
        let _ = write!(out, "e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs());
    }
}

/// Rewrites `d.ddde-x` to the format of C's `%.20g`.
fn general(out: &mut String, start: usize) {
    let mut digits = [0u8; 24];
    let mut n = 0;
    let mut exponent = 0i32;
    let mut negative = false;
    for (i, c) in out[start..].bytes().enumerate() {
        match c {
            b'-' if i == 0 => negative = true,
            b'0'..=b'9' if n < digits.len() => {
                digits[n] = c;
                n += 1;
            }
            b'e' => {
                exponent = out[start + i + 1..].parse().unwrap_or(0);
                break;
            }
            _ => {}
        }
    }
    while n > 1 && digits[n - 1] == b'0' {
        n -= 1;
    }
    out.truncate(start);
    if negative {
        out.push('-');
    }
    let digit = |i: usize| if i < n { digits[i] as char } else { '0' };
    if exponent < -4 {
        out.push(digit(0));
        if n > 1 {
            out.push('.');
            (1..n).for_each(|i| out.push(digit(i)));
        }
        let _ = write!(out, "e-{:02}", -exponent);
    } else if exponent < 0 {
        out.push_str("0.");
        (1..-exponent).for_each(|_| out.push('0'));
        (0..n).for_each(|i| out.push(digit(i)));
    } else {
        let whole = exponent as usize + 1;
        (0..whole).for_each(|i| out.push(digit(i)));
        if n > whole {
            out.push('.');
            (whole..n).for_each(|i| out.push(digit(i)));
        }
    }
}

/// Reads a float from the start of the text: its field bits and the text's length.
pub(super) fn parse(kind: Float, len: u32, text: &str) -> Option<(u64, usize)> {
    let (sign, rest) = match text.as_bytes().first()? {
        b'-' => (1u64, &text[1..]),
        b'+' => (0, &text[1..]),
        _ => (0, text),
    };
    let special = [("INF", 0u64), ("QNAN", 1), ("SNAN", 2)].into_iter().find(|(name, _)| rest.starts_with(name));
    let (magnitude, used) = match (special, kind.width) {
        (Some((name, 0)), 16) => (0x7c00, name.len()),
        (Some((name, _)), 16) => (0x7e00, name.len()),
        (Some((name, 0)), 32) => (0x7f80_0000, name.len()),
        (Some((name, 1)), 32) => (0x7fc0_0000, name.len()),
        (Some((name, _)), 32) => (0x7fa0_0000, name.len()),
        (Some((name, 0)), _) => (0x7ff0 << 48, name.len()),
        (Some((name, 1)), _) => (0x7ff8 << 48, name.len()),
        (Some((name, _)), _) => (0x7ff4 << 48, name.len()),
        (None, width) => {
            let used = number_len(rest);
            let v: f64 = rest.get(..used)?.parse().ok()?;
            let bits = match width {
                16 => to_half(v)?,
                32 => (v as f32).to_bits() as u64,
                _ => v.to_bits(),
            };
            (bits, used)
        }
    };
    let bits = magnitude | sign << (kind.width - 1);
    let dropped = bits & ((1u64 << kind.shift) - 1);
    (dropped == 0 && bits >> kind.shift >> len == 0).then_some((bits >> kind.shift, used + text.len() - rest.len()))
}

/// Length of `12`, `1.5`, `1e-3`; a dot counts only before a digit, as `.NEG` may follow.
fn number_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |mut i: usize| {
        while bytes.get(i).is_some_and(u8::is_ascii_digit) {
            i += 1;
        }
        i
    };
    let mut end = digits(0);
    if end == 0 {
        return 0;
    }
    if bytes.get(end) == Some(&b'.') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
        end = digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = matches!(bytes.get(end + 1), Some(b'+' | b'-')) as usize;
        let exponent = digits(end + 1 + sign);
        if exponent > end + 1 + sign {
            end = exponent;
        }
    }
    end
}
