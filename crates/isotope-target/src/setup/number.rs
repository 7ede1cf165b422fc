//! Numbers, places with brackets, and consecutive bytes.

use std::collections::BTreeMap;

use super::error::{Result, SetupError, bail, ensure};
use crate::value;

/// A number with its spelling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Number {
    /// Its bits, sign-extended.
    pub bits: u64,
    negative: bool,
    /// Whether it needs more than 32 bits, or is written with more than eight digits.
    pub wide: bool,
    /// Whether it is written in hexadecimal digits.
    pub hex: bool,
    /// Whether it is a float; the width of its place then decides its bits.
    float: bool,
}

impl Number {
    /// Reads the value of a place: a number, or a float such as `1.0`, `-inf`, `snan`, `0x1p-149`.
    ///
    /// # Errors
    /// If it is neither.
    pub fn value(text: &str) -> Result<Number> {
        if value::is_float(text) {
            return Ok(Number { float: true, ..Number::default() });
        }
        Number::read(text)
    }

    /// Reads `0x3f800000`, `12` or `-1`.
    ///
    /// # Errors
    /// If it is not a number, or has more than 64 bits.
    pub fn read(text: &str) -> Result<Number> {
        let wrong = || {
            SetupError::new(format!(
                "expected a number such as 0x3f800000, 12 or -1 of at most 64 bits, found `{}`",
                text.escape_debug()
            ))
        };
        if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            let fits = digits.len() <= 16 && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit());
            let bits = Some(digits).filter(|_| fits).and_then(|d| u64::from_str_radix(d, 16).ok()).ok_or_else(wrong)?;
            return Ok(Number { bits, wide: digits.len() > 8, hex: true, ..Number::default() });
        }
        let digits = text.strip_prefix('-');
        if !digits.unwrap_or(text).bytes().all(|b| b.is_ascii_digit()) {
            return Err(wrong());
        }
        if digits.is_some() {
            let value: i64 = text.parse().map_err(|_| wrong())?;
            let wide = i32::try_from(value).is_err();
            return Ok(Number { bits: value as u64, negative: true, wide, ..Number::default() });
        }
        let bits: u64 = text.parse().map_err(|_| wrong())?;
        Ok(Number { bits, wide: u32::try_from(bits).is_err(), ..Number::default() })
    }

    /// Its low `bits` bits, if the number fits into them. `text` is its spelling.
    ///
    /// # Errors
    /// If it does not fit.
    pub fn within(self, bits: u32, text: &str) -> Result<u64> {
        if self.float {
            let Some(ty) = value::float_of_width(bits) else {
                bail!(
                    "`{text}`: a place of {bits} bits does not say which float it holds; give its bits, as in 0x3c00"
                );
            };
            return value::number(ty, text).map_err(SetupError::new);
        }
        let fits = match self.negative {
            _ if bits >= 64 => true,
            true => (self.bits as i64) >= -(1i64 << (bits - 1)),
            false => self.bits >> bits == 0,
        };
        ensure!(fits, "expected at most {bits} bits, found `{text}`; give less, or a wider place");
        Ok(self.bits & u64::MAX >> (64 - bits.clamp(1, 64)))
    }

    /// A number of at most `bits` bits.
    ///
    /// # Errors
    /// If it is not a number, or has more bits.
    pub fn of(text: &str, bits: u32) -> Result<u64> {
        Number::read(text)?.within(bits, text)
    }
}

/// Bytes by address.
pub type Bytes = BTreeMap<u64, u8>;

/// The parts of `NAME[A][B]:SUFFIX`.
#[derive(Debug)]
pub struct Bracketed<'a> {
    /// The text before the brackets.
    pub name: &'a str,
    /// The texts in the brackets.
    pub inside: Vec<&'a str>,
    /// The text after the brackets.
    pub suffix: &'a str,
}

/// The parts of a place with brackets; `None` if it has none.
pub fn bracketed(place: &str) -> Option<Bracketed<'_>> {
    let (name, rest) = place.split_once('[')?;
    let (inside, suffix) = rest.rsplit_once(']')?;
    Some(Bracketed { name, inside: inside.split("][").collect(), suffix })
}

/// Writes consecutive values from an offset on; returns the end.
///
/// # Errors
/// A width, value or place that does not fit, or a byte that is set twice.
pub fn fill(bytes: &mut Bytes, at: u64, suffix: &str, values: &str, limit: u64) -> Result<u64> {
    let width = match suffix {
        "" => None,
        ":1" | ":2" | ":4" | ":8" => suffix[1..].parse::<u64>().ok(),
        _ => bail!("expected :1, :2, :4 or :8 behind `]`, found `{suffix}`"),
    };
    let mut next = at;
    let texts: Vec<&str> = values.split(',').map(str::trim).collect();
    let numbers = texts.iter().map(|text| Number::value(text)).collect::<Result<Vec<_>>>()?;
    let wide = numbers.iter().any(|n| n.wide);
    if width.is_none() && wide && !numbers.iter().all(|n| n.wide) {
        bail!("some of these have more than 32 bits and some do not; say the width of all behind `]`, as in `]:8=`");
    }
    for (text, number) in texts.into_iter().zip(numbers) {
        let width = width.unwrap_or(if wide { 8 } else { 4 });
        let value = number.within(8 * width as u32, text)?;
        let end = next.checked_add(width).filter(|end| *end <= limit);
        let Some(end) = end else { bail!("expected at most {limit:#x} bytes, found {width} more at {next:#x}") };
        for (i, byte) in value.to_le_bytes().into_iter().enumerate().take(width as usize) {
            ensure!(bytes.insert(next + i as u64, byte).is_none(), "byte {:#x} is given twice", next + i as u64);
        }
        next = end;
    }
    Ok(next)
}
