//! The output of `printf`: C's conversions, and the vectors of OpenCL C.
//!
//! A kernel leaves a format and the bits of its arguments. The vendor's runtime defines their layout, which the instruction set reads as
//! [`Arguments`]. `%n` prints nothing and takes its argument; text that is not a conversion is printed unchanged.
//!
//! # Source
//! spec: C17 7.21.6.1, OpenCL C 3.0 6.15.14. oracle: glibc 2.36 prints what the tests expect, `%a` too.

use isotope_machine::mem::Memory;

/// The type of argument that a conversion takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Whole numbers of this number of bytes; 0 if the format does not specify it.
    Int(u8),
    /// Floats.
    Float,
    /// The text of a string.
    Text,
}

/// An argument; for a vector, all its elements.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Whole numbers, sign-extended, and their size in bytes.
    Int(Vec<i64>, u8),
    /// Floats.
    Float(Vec<f64>),
    /// Text.
    Text(Vec<u8>),
}

/// The arguments after a format, in order.
pub trait Arguments {
    /// The next argument, of `elements` elements (1 unless it is a vector); `None` if there are no more.
    fn next(&mut self, wanted: Wanted, elements: u8) -> Option<Value>;

    /// Whether conversions without an argument are printed unchanged; otherwise the first one ends the text.
    fn shows_missing(&self) -> bool {
        false
    }
}

/// One conversion of a format.
#[derive(Clone, Debug, Default)]
struct Conversion {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    elements: u8,
    /// Size in bytes according to the length modifier; 0 for none.
    bytes: u8,
    letter: u8,
}

/// Largest width and precision, so that a damaged format does not use up memory.
const WIDEST: usize = 4096;

/// Appends the output of a format. A missing argument ends it.
///
/// # Examples
/// ```
/// use isotope_target::printf::{Arguments, Value, Wanted, print};
/// struct One(i64);
/// impl Arguments for One {
///     fn next(&mut self, _: Wanted, _: u8) -> Option<Value> { Some(Value::Int(vec![self.0], 4)) }
/// }
/// let mut out = Vec::new();
/// print(b"[%5d] 100%%\n", &mut One(-7), &mut out);
/// assert_eq!(out, b"[   -7] 100%\n");
/// ```
pub fn print(format: &[u8], arguments: &mut dyn Arguments, out: &mut Vec<u8>) {
    let mut at = 0;
    while let Some(&byte) = format.get(at) {
        let conversion = if byte == b'%' { parse(&format[at + 1..], arguments) } else { None };
        let Some((conversion, len)) = conversion else {
            out.push(byte);
            at += 1;
            continue;
        };
        let start = at;
        at += 1 + len;
        if conversion.letter == b'%' {
            out.push(b'%');
            continue;
        }
        let Some(value) = arguments.next(wanted(&conversion), conversion.elements.max(1)) else {
            if !arguments.shows_missing() {
                return;
            }
            out.extend_from_slice(&format[start..at]);
            continue;
        };
        show(&conversion, value, out);
    }
}

/// The argument that a conversion takes.
fn wanted(c: &Conversion) -> Wanted {
    match c.letter {
        b's' => Wanted::Text,
        b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => Wanted::Float,
        b'c' if c.elements == 0 => Wanted::Int(4),
        b'p' | b'n' => Wanted::Int(8),
        _ => Wanted::Int(c.bytes),
    }
}

/// The conversion after a `%`, and its length.
fn parse(text: &[u8], arguments: &mut dyn Arguments) -> Option<(Conversion, usize)> {
    let mut c = Conversion::default();
    let mut at = 0;
    while let Some(flag) = text.get(at) {
        match flag {
            b'-' => c.left = true,
            b'+' => c.plus = true,
            b' ' => c.space = true,
            b'#' => c.alternate = true,
            b'0' => c.zero = true,
            _ => break,
        }
        at += 1;
    }
    let mut number = |at: &mut usize| -> Option<i64> {
        if text.get(*at) == Some(&b'*') {
            *at += 1;
            return match arguments.next(Wanted::Int(4), 1) {
                Some(Value::Int(values, _)) => values.first().copied(),
                _ => None,
            };
        }
        let digits = text[*at..].iter().take_while(|b| b.is_ascii_digit()).count();
        let value = text[*at..*at + digits].iter().fold(0i64, |n, b| (n * 10 + i64::from(b - b'0')).min(1 << 32));
        *at += digits;
        (digits != 0).then_some(value)
    };
    if let Some(width) = number(&mut at) {
        c.left |= width < 0;
        c.width = (width.unsigned_abs() as usize).min(WIDEST);
    }
    if text.get(at) == Some(&b'.') {
        at += 1;
        // A negative precision, which only an argument can give, counts as none.
        let precision = number(&mut at).unwrap_or(0);
        c.precision = usize::try_from(precision).ok().map(|p| p.min(WIDEST));
    }
    if text.get(at) == Some(&b'v') {
        let digits = text[at + 1..].iter().take_while(|b| b.is_ascii_digit()).count();
        c.elements = match &text[at + 1..at + 1 + digits] {
            b"2" => 2,
            b"3" => 3,
            b"4" => 4,
            b"8" => 8,
            b"16" => 16,
            _ => return None,
        };
        at += 1 + digits;
    }
    for (length, bytes) in
        [(&b"hh"[..], 1), (b"hl", 4), (b"h", 2), (b"ll", 8), (b"l", 8), (b"j", 8), (b"z", 8), (b"t", 8), (b"L", 8)]
    {
        if text[at..].starts_with(length) {
            c.bytes = bytes;
            at += length.len();
            break;
        }
    }
    c.letter = *text.get(at)?;
    matches!(c.letter, b'%' | b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'c' | b's' | b'p' | b'n')
        .then_some(())
        .or_else(|| (wanted(&c) == Wanted::Float).then_some(()))?;
    Some((c, at + 1))
}

fn show(c: &Conversion, value: Value, out: &mut Vec<u8>) {
    match value {
        Value::Text(text) => {
            let shown = c.precision.unwrap_or(usize::MAX).min(text.len());
            pad(c, "", &text[..shown], false, out);
        }
        Value::Int(_, _) if c.letter == b'n' => {}
        Value::Int(values, bytes) => each(values, out, |value, out| integer(c, value, bytes, out)),
        Value::Float(values) => each(values, out, |value, out| float(c, value, out)),
    }
}

/// Prints the elements of a vector, with commas between them.
fn each<T>(values: Vec<T>, out: &mut Vec<u8>, mut one: impl FnMut(T, &mut Vec<u8>)) {
    for (i, value) in values.into_iter().enumerate() {
        if i != 0 {
            out.push(b',');
        }
        one(value, out);
    }
}

fn integer(c: &Conversion, value: i64, bytes: u8, out: &mut Vec<u8>) {
    if c.letter == b'c' && c.elements == 0 {
        return pad(c, "", &[value as u8], false, out);
    }
    let bits = 8 * u32::from(bytes.clamp(1, 8));
    let unsigned = value as u64 & (u64::MAX >> (64 - bits));
    let signed = (value << (64 - bits)) >> (64 - bits);
    let (mut digits, sign) = match c.letter {
        b'u' => (unsigned.to_string(), ""),
        b'o' => (format!("{unsigned:o}"), ""),
        b'x' => (format!("{unsigned:x}"), if c.alternate && unsigned != 0 { "0x" } else { "" }),
        b'X' => (format!("{unsigned:X}"), if c.alternate && unsigned != 0 { "0X" } else { "" }),
        b'p' if unsigned == 0 => return pad(c, "", b"(nil)", false, out),
        b'p' => (format!("{unsigned:x}"), "0x"),
        _ => (signed.unsigned_abs().to_string(), sign(c, signed < 0)),
    };
    if let Some(precision) = c.precision {
        if precision == 0 && value == 0 {
            digits.clear();
        }
        digits.insert_str(0, &"0".repeat(precision.saturating_sub(digits.len())));
    }
    if c.letter == b'o' && c.alternate && !digits.starts_with('0') {
        digits.insert(0, '0');
    }
    pad(c, sign, digits.as_bytes(), c.zero && c.precision.is_none(), out);
}

fn sign(c: &Conversion, negative: bool) -> &'static str {
    match () {
        () if negative => "-",
        () if c.plus => "+",
        () if c.space => " ",
        () => "",
    }
}

fn float(c: &Conversion, value: f64, out: &mut Vec<u8>) {
    let sign = sign(c, value.is_sign_negative());
    let magnitude = value.abs();
    let capital = c.letter.is_ascii_uppercase();
    if !magnitude.is_finite() {
        let word = if magnitude.is_nan() { "nan" } else { "inf" };
        let word = if capital { word.to_uppercase() } else { word.into() };
        return pad(c, sign, word.as_bytes(), false, out);
    }
    let text = match c.letter.to_ascii_lowercase() {
        b'f' => fixed(magnitude, c.precision.unwrap_or(6), c.alternate),
        b'e' => exponent(magnitude, c.precision.unwrap_or(6), c.alternate),
        b'g' => general(magnitude, c.precision.unwrap_or(6), c.alternate),
        _ => hexadecimal(magnitude, c.precision, c.alternate),
    };
    let text = if capital { text.to_uppercase() } else { text };
    // Zeros that fill the width come after the prefix.
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => pad(c, &format!("{sign}{}", &text[..2]), digits.as_bytes(), c.zero, out),
        None => pad(c, sign, text.as_bytes(), c.zero, out),
    }
}

fn fixed(value: f64, precision: usize, point: bool) -> String {
    let text = format!("{value:.precision$}");
    if point && precision == 0 { text + "." } else { text }
}

fn exponent(value: f64, precision: usize, point: bool) -> String {
    let text = format!("{value:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let point = if point && precision == 0 { "." } else { "" };
    format!("{digits}{point}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
}

fn general(value: f64, precision: usize, keep: bool) -> String {
    let precision = precision.max(1);
    let rounded = format!("{value:.*e}", precision - 1);
    let power: i32 = rounded.split_once('e').and_then(|(_, e)| e.parse().ok()).unwrap_or(0);
    let (text, tail) = if power < -4 || power >= precision as i32 {
        let text = exponent(value, precision - 1, keep);
        let at = text.find('e').unwrap_or(text.len());
        (text[..at].to_owned(), text[at..].to_owned())
    } else {
        (fixed(value, (precision as i32 - 1 - power) as usize, keep), String::new())
    };
    if keep || !text.contains('.') {
        return text + &tail;
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned() + &tail
}

/// As glibc: one digit before the point, which is 0 for subnormal numbers, and as many digits after it as are needed.
fn hexadecimal(value: f64, precision: Option<usize>, point: bool) -> String {
    let bits = value.to_bits();
    let (biased, mut fraction) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
    let mut lead = u64::from(biased != 0);
    let power = match (biased, fraction) {
        (0, 0) => 0,
        (0, _) => -1022,
        _ => biased - 1023,
    };
    let digits = match precision.filter(|p| *p < 13) {
        None => {
            let text = format!("{fraction:013x}");
            match precision {
                None => text.trim_end_matches('0').to_owned(),
                Some(precision) => text + &"0".repeat(precision - 13),
            }
        }
        Some(precision) => {
            let dropped = 4 * (13 - precision) as u32;
            let whole = lead << 52 | fraction;
            let (kept, rest, half) = (whole >> dropped, whole & ((1 << dropped) - 1), 1u64 << (dropped - 1));
            let kept = kept + u64::from(rest > half || rest == half && kept & 1 == 1);
            let width = 4 * precision as u32;
            (lead, fraction) = (kept >> width, kept & ((1 << width) - 1));
            if precision == 0 { String::new() } else { format!("{fraction:0precision$x}") }
        }
    };
    let dot = if digits.is_empty() && !point { "" } else { "." };
    format!("0x{lead:x}{dot}{digits}p{power:+}")
}

/// Sign and digits, padded to the width.
fn pad(c: &Conversion, sign: &str, text: &[u8], zeros: bool, out: &mut Vec<u8>) {
    let missing = c.width.saturating_sub(sign.len() + text.len());
    let fill = |out: &mut Vec<u8>, byte| out.extend(std::iter::repeat_n(byte, missing));
    if !c.left && !zeros {
        fill(out, b' ');
    }
    out.extend_from_slice(sign.as_bytes());
    if !c.left && zeros {
        fill(out, b'0');
    }
    out.extend_from_slice(text);
    if c.left {
        fill(out, b' ');
    }
}
/// The text that a host process was asked to print since the last call.
pub fn told(memory: &Memory) -> Vec<u8> {
    memory.desk().map(|mut desk| std::mem::take(&mut desk.text)).unwrap_or_default()
}
