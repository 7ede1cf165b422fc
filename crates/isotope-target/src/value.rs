//! Values as users type them: bits, whole numbers, floats, NaNs. Every input of a value is read here.

use isotope_op::atomic::{AtomicOp, Packing, Rmw, Size};

use crate::case::{ElementType, float_of};

/// The bits of a number of a type; `0x` gives the bits themselves. Floats are rounded to nearest even; those in hexadecimal digits
/// (`0x1p-149`) are exact. `nan` and `snan` are a quiet and a signalling NaN, `nan:0x123` a NaN with these payload bits.
///
/// # Errors
/// Text that is not such a number.
///
/// # Examples
/// ```
/// use isotope_target::case::ElementType::{F16, F32, I8};
/// use isotope_target::value::number;
/// assert_eq!(number(F32, "1.0"), Ok(0x3f80_0000));
/// assert_eq!(number(F32, "-snan"), Ok(0xff80_0001));
/// assert_eq!(number(F32, "nan:0x123"), Ok(0x7fc0_0123));
/// assert_eq!(number(F16, "0x1p-24"), Ok(1));
/// assert_eq!(number(I8, "-1"), Ok(0xff));
/// assert!(number(F16, "0x1p-25").is_err() && number(F32, "snan:0").is_err());
/// ```
pub fn number(ty: ElementType, text: &str) -> Result<u64, String> {
    if let Some(bits) = special(ty, text) {
        return bits;
    }
    let width = 8 * ty.size() as u32;
    let fits = |v: &i128| *v < 1 << width && *v >= -(1 << (width - 1));
    let bits = |v: i128| v as u64 & (u64::MAX >> (64 - width));
    let endless = text.to_ascii_lowercase().contains("inf");
    let value = if let Some(digits) = text.strip_prefix("0x") {
        i128::from_str_radix(digits, 16).ok().filter(|v| *v >= 0 && fits(v)).map(bits)
    } else {
        // `parse` makes infinity of a number that is too large; only a text with `inf` may give infinity.
        match ty {
            ElementType::F32 => {
                text.parse::<f32>().ok().filter(|v| !v.is_infinite() || endless).map(|v| u64::from(v.to_bits()))
            }
            ElementType::F64 | ElementType::F16 | ElementType::Bf16 => {
                let number = text.parse::<f64>().ok().filter(|v| !v.is_infinite() || endless);
                number.and_then(|v| float_of(ty, if ty == ElementType::F64 { v } else { untied(ty, text, v) }))
            }
            // Bits, above, may be those of a negative number; a decimal number has exactly its value.
            _ if ty.is_signed() => text.parse::<i128>().ok().filter(|v| fits(v) && *v < 1 << (width - 1)).map(bits),
            _ => text.parse::<i128>().ok().filter(fits).map(bits),
        }
    };
    value.ok_or_else(|| format!("expected a number that fits {}, found `{text}`", ty.name()))
}

/// The f64 that rounds to the same narrow float as the text. If an f64 is halfway between two narrow floats and the text is not, it is the
/// f64's neighbour on the side of the text.
fn untied(ty: ElementType, text: &str, value: f64) -> f64 {
    let [below, above] = [value.abs().next_down(), value.abs().next_up()];
    // A value halfway between two floats of at most 11 bits has at most 12 bits.
    let halfway = value != 0.0 && value.to_bits() << 24 == 0 && float_of(ty, below) != float_of(ty, above);
    if !halfway || !value.is_finite() {
        return value;
    }
    // Every such f64 has fewer than 160 digits after the point, and all of them are printed.
    let side = decimal(text).cmp(&decimal(&format!("{:.160}", value.abs())));
    let magnitude = [below, value.abs(), above][(side as i8 + 1) as usize];
    magnitude.copysign(value)
}

/// The magnitude of a decimal number: the position of its first digit, and the digits up to the last one that is not 0.
fn decimal(text: &str) -> (i64, Vec<u8>) {
    let text = text.trim_start_matches(['+', '-']);
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, rest) = digits.split_once('.').unwrap_or((digits, ""));
    let all = whole.bytes().chain(rest.bytes());
    let zeros = all.clone().take_while(|digit| *digit == b'0').count();
    let mut kept: Vec<u8> = all.skip(zeros).collect();
    kept.truncate(kept.iter().rposition(|digit| *digit != b'0').map_or(0, |last| last + 1));
    (whole.len() as i64 - zeros as i64 + exponent.parse::<i64>().unwrap_or(0), kept)
}

/// A NaN, or a float in hexadecimal digits; `None` if the text is neither, or the type is not a float.
fn special(ty: ElementType, text: &str) -> Option<Result<u64, String>> {
    let (fraction, exponent) = ty.float()?;
    let (sign, rest) = text.strip_prefix('-').map_or((0, text), |rest| (1u64 << (fraction + exponent), rest));
    let infinity = ((1u64 << exponent) - 1) << fraction;
    let quiet = 1u64 << (fraction - 1);
    let (word, payload) = rest.split_once(':').map_or((rest, None), |(word, payload)| (word, Some(payload)));
    let known = match word {
        "nan" | "qnan" => Some(quiet),
        "snan" => Some(0),
        _ => None,
    };
    if let Some(kind) = known {
        let least = u64::from(kind == 0);
        let bits = match payload {
            None => Some(least),
            Some(digits) => whole(digits).filter(|bits| (least..quiet).contains(bits)),
        };
        let wrong =
            || format!("expected a payload from {least:#x} to {:#x} behind `{word}:`, found `{text}`", quiet - 1);
        return Some(bits.map(|bits| sign | infinity | kind | bits).ok_or_else(wrong));
    }
    let (digits, power) = rest.strip_prefix("0x")?.split_once(['p', 'P'])?;
    let bits = exact(digits, power).and_then(|(whole, power)| {
        let least = 2 - (1 << (exponent - 1)) - fraction as i32;
        let kept = whole == 0 || whole >> (fraction + 1) == 0 && power >= least;
        let value = whole as f64 * f64::from(power).exp2();
        float_of(ty, value).filter(|_| kept && value.is_finite())
    });
    Some(
        bits.map(|bits| sign | bits)
            .ok_or_else(|| format!("expected a number that {} holds exactly, found `{text}`", ty.name())),
    )
}

/// The value of `1.8` and `-3` as an odd number and a power of two by which it is multiplied.
fn exact(digits: &str, power: &str) -> Option<(u64, i32)> {
    let (whole, rest) = digits.split_once('.').unwrap_or((digits, ""));
    let all = format!("{whole}{rest}");
    let value =
        u64::from_str_radix(Some(all).filter(|all| all.bytes().all(|b| b.is_ascii_hexdigit()))?.as_str(), 16).ok()?;
    let power = power.parse::<i32>().ok()?.checked_sub(4 * i32::try_from(rest.len()).ok()?)?;
    let zeros = if value == 0 { 0 } else { value.trailing_zeros() };
    Some((value >> zeros, power.checked_add(zeros as i32)?))
}

/// A number without a sign: decimal or, after `0x`, hexadecimal.
fn whole(text: &str) -> Option<u64> {
    let (digits, radix) = text.strip_prefix("0x").map_or((text, 10), |digits| (digits, 16));
    Some(digits)
        .filter(|d| d.bytes().all(|b| b.is_ascii_alphanumeric()))
        .and_then(|d| u64::from_str_radix(d, radix).ok())
}

/// Whether a text can only be a float: it has a point, or is an infinity, a NaN or a number with an exponent.
pub fn is_float(text: &str) -> bool {
    let text = text.trim_start_matches('-');
    let word = text.split(':').next().unwrap_or(text);
    let exponent = match text.strip_prefix("0x") {
        Some(digits) => digits.contains(['p', 'P']),
        None => text.starts_with(|c: char| c.is_ascii_digit()) && text.contains(['e', 'E', '.']),
    };
    exponent || ["inf", "nan", "qnan", "snan"].contains(&word)
}

/// The float type of this width for a place without a type; `None` if there are several or none.
pub fn float_of_width(bits: u32) -> Option<ElementType> {
    match bits {
        32 => Some(ElementType::F32),
        64 => Some(ElementType::F64),
        _ => None,
    }
}

/// An operand of an operation that is not written as `0x` and digits alone.
///
/// # Errors
/// The possible interpretations: a whole number for a float operation could be its bits. A float is no operand of an operation on whole
/// numbers.
pub(crate) fn operand(rmw: &Rmw, text: &str) -> Result<u64, String> {
    let width = rmw.size.bits();
    let digits = width as usize / 4;
    let unsigned = match rmw.size {
        Size::B8 => ElementType::U8,
        Size::B16 => ElementType::U16,
        Size::B32 => ElementType::U32,
        Size::B64 => ElementType::U64,
    };
    if let Some((name, number)) = text.split_once(':')
        && let Some(ty) = ElementType::named(name)
    {
        if 8 * ty.size() as u32 != width {
            return Err(format!("expected a type of {width} bits, found `{text}`"));
        }
        return self::number(ty, number);
    }
    let is_float = is_float(text);
    let plain = text.strip_prefix('-').unwrap_or(text);
    if !is_float && (plain.is_empty() || !plain.bytes().all(|b| b.is_ascii_digit())) {
        return Err(format!("expected a bit pattern such as 0x00000001, found `{text}`"));
    }
    let alike = |ty| match self::number(unsigned, text) {
        // 0 has the same bits in both types.
        Ok(0) if plain == text => Ok(0),
        Ok(bits) => Err(format!(
            "`{text}` is the number {text}.0 or the bits 0x{bits:0digits$x}: write `{text}.0` or `0x{bits:0digits$x}`"
        )),
        Err(_) => self::number(ty, text)
            .and(Err(format!("`{text}` is no bit pattern of {width} bits: write `{text}.0` for the number"))),
    };
    match (rmw.op, rmw.packing) {
        (op, Packing::Pair16 | Packing::Pair32) if is_float => {
            let (half, wide) = (width / 2, width / 2 / 4);
            Err(format!(
                "`{text}` is one number, and {} takes two of {half} bits: write their bits, the first in the low {wide} digits of 0x{}",
                if op.is_float() { "the operation" } else { "this operation" },
                "0".repeat(digits)
            ))
        }
        (op, Packing::Pair16 | Packing::Pair32) if op.is_float() => {
            match plain.trim_matches('0').is_empty() && plain == text {
                true => Ok(0),
                false => Err(format!(
                    "`{text}` does not say which of two numbers it is: write the bits of both, 0x{}",
                    "0".repeat(digits)
                )),
            }
        }
        (op, _) if op.is_float() => {
            let ty = match rmw.size {
                Size::B16 => ElementType::F16,
                Size::B32 => ElementType::F32,
                Size::B64 => ElementType::F64,
                Size::B8 => return Err(format!("expected a bit pattern such as 0x01, found `{text}`")),
            };
            if is_float { self::number(ty, text) } else { alike(ty) }
        }
        // The operation moves bits unchanged; the type is clear if only one float type has this width.
        (AtomicOp::Xchg | AtomicOp::Cas, _) if is_float => match float_of_width(width) {
            Some(ty) => self::number(ty, text),
            None => {
                Err(format!("`{text}` could be an f16 or a bf16: write its bits, or `f16:{text}` or `bf16:{text}`"))
            }
        },
        _ if is_float => {
            Err(format!("expected a whole number or bits, which the operation computes with, found `{text}`"))
        }
        _ => self::number(unsigned, text),
    }
}
