//! One instruction, text and bits: which bits are which field, and which words of the text they are.

use std::ops::Range;

use isotope_table::{Mode, Part};
use isotope_target::Target;
use serde::Serialize;
use serde_json::Value;

use crate::answer::{self, Hex};
use crate::error::{Context, Result, ensure};

/// An instruction in both forms.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Encoding {
    /// Its text, as the target prints it.
    pub text: String,
    /// Its bytes in the order of memory.
    pub bytes: Vec<u8>,
    /// Its digits, as `isotope asm` prints them.
    pub digits: String,
    /// What the documents have against it.
    pub remark: Option<String>,
    /// Its bits, the highest first, counted from the lowest of the first byte; each with the bytes of [`Encoding::text`] that other bits would
    /// change, where there are such.
    pub parts: Vec<(Part, Option<Range<usize>>)>,
}

/// The bytes of digits: a number behind `0x`, or bytes in the order of memory.
fn bytes(digits: &str) -> Option<Vec<u8>> {
    let (number, plain) = match digits.strip_prefix("0x") {
        Some(number) => (true, number),
        None => (false, digits),
    };
    let byte = |at: usize| u8::from_str_radix(plain.get(at..at + 2)?, 16).ok();
    let mut bytes = (0..plain.len()).step_by(2).map(byte).collect::<Option<Vec<u8>>>()?;
    if number {
        bytes.reverse();
    }
    Some(bytes)
}

/// The other way round, as digits that were given.
fn digits(bytes: &[u8], like: &str) -> String {
    let two = |byte: &u8| format!("{byte:02x}");
    match like.starts_with("0x") {
        true => "0x".to_string() + &bytes.iter().rev().map(two).collect::<String>(),
        false => bytes.iter().map(two).collect(),
    }
}

/// Text of an instruction: what is not defined of it stands behind `//`.
fn shown(target: &dyn Target, digits: &str, declarations: &str) -> Result<(String, Option<String>)> {
    let mut out = String::new();
    let given = if declarations.is_empty() { digits.to_string() } else { format!("{digits}\t{declarations}") };
    target.word(&given, &mut out).plain()?;
    let (text, remark) = match out.split_once(" // ") {
        Some((text, remark)) => (text, Some(remark.to_string())),
        None => (out.as_str(), None),
    };
    Ok((text.trim_end_matches(';').to_string(), remark))
}

/// An instruction of its text, or of digits as [`Encoding::digits`]. `declarations` are lines joined by `;`, for targets that have them.
///
/// # Errors
/// What is wrong with the text or the digits.
///
/// # Examples
/// ```
/// let target = isotope::target("sm_50")?;
/// let add = isotope::encoding(target, "FADD R0, R1, R2", "")?;
/// assert_eq!(add.digits, "0x5c58000000270100");
/// let (part, text) = add.parts.iter().find(|(part, _)| part.name == "Rd").unwrap();
/// assert_eq!((part.hi, part.lo, &add.text[text.clone().unwrap()]), (7, 0, "R0"));
/// # Ok::<(), isotope::Error>(())
/// ```
pub fn encoding(target: &dyn Target, given: &str, declarations: &str) -> Result<Encoding> {
    let given = given.trim();
    ensure!(!given.is_empty(), "expected an instruction or its digits, found nothing");
    let behind =
        |text: &str| if declarations.is_empty() { text.to_string() } else { format!("{text}\t{declarations}") };
    let is_digits = bytes(given).is_some() && target.is_word(given);
    let mut found = String::new();
    if is_digits {
        found = given.to_string();
    } else {
        target.instruction(Mode::Compat, &behind(given), &mut found).plain()?;
    }
    let (text, remark) = shown(target, &found, declarations)?;
    let bytes = bytes(&found).with_context(|| format!("expected digits of an instruction, found `{found}`"))?;
    let parts = target.parts(&behind(&text)).plain()?;
    let parts = parts
        .into_iter()
        .map(|part| {
            let place =
                if part.name.is_empty() { None } else { place(target, &text, &bytes, &found, &part, declarations) };
            (part, place)
        })
        .collect();
    Ok(Encoding { text, bytes, digits: found, remark, parts })
}

/// What of the text changes with the bits of a part.
fn place(
    target: &dyn Target,
    text: &str,
    bytes: &[u8],
    like: &str,
    part: &Part,
    declarations: &str,
) -> Option<Range<usize>> {
    (part.lo..=part.hi).find_map(|bit| {
        let mut other = bytes.to_vec();
        *other.get_mut(bit as usize / 8)? ^= 1 << (bit % 8);
        let (changed, _) = shown(target, &digits(&other, like), declarations).ok()?;
        differing(text, &changed)
    })
}

/// The words of a text that another text has not, if there are any and the texts begin with the same mnemonic.
fn differing(text: &str, other: &str) -> Option<Range<usize>> {
    if text == other || text.split(['.', ' ']).next() != other.split(['.', ' ']).next() {
        return None;
    }
    let same =
        |a: &mut dyn Iterator<Item = u8>, b: &mut dyn Iterator<Item = u8>| a.zip(b).take_while(|(a, b)| a == b).count();
    let before = same(&mut text.bytes(), &mut other.bytes());
    let room = text.len().min(other.len()) - before;
    let behind = same(&mut text.bytes().rev(), &mut other.bytes().rev()).min(room);
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_');
    let (bytes, mut from, mut to) = (text.as_bytes(), before, text.len() - behind);
    // Whole words only.
    if bytes.get(from).is_some_and(is_word) {
        while from > 0 && is_word(&bytes[from - 1]) {
            from -= 1;
        }
    }
    if to > from && is_word(&bytes[to - 1]) {
        while to < bytes.len() && is_word(&bytes[to]) {
            to += 1;
        }
    }
    let trimmed = text.get(from..to)?.trim();
    if trimmed.is_empty() {
        return None;
    }
    let from = from + text.get(from..to)?.find(trimmed)?;
    Some(from..from + trimmed.len())
}

impl Encoding {
    /// As JSON: each part with its value in digits, and where it stands in the text.
    pub fn json(&self) -> Value {
        let value = |part: &Part| {
            let bit = |at: u32| self.bytes.get(at as usize / 8).map_or(0, |byte| u128::from(byte >> (at % 8) & 1));
            (part.lo..=part.hi.min(part.lo + 127)).fold(0, |value, at| value | bit(at) << (at - part.lo))
        };
        let parts = self.parts.iter().map(|(part, place)| PartJson {
            name: &part.name,
            hi: part.hi,
            lo: part.lo,
            meaning: &part.meaning,
            value: Hex::new(value(part)),
            text: place.as_ref().map(|place| [place.start, place.end]),
        });
        answer::part(&EncodingJson {
            text: &self.text,
            digits: &self.digits,
            bytes: &self.bytes,
            remark: self.remark.as_deref(),
            parts: parts.collect(),
        })
    }
}

#[derive(Serialize)]
struct EncodingJson<'a> {
    text: &'a str,
    digits: &'a str,
    bytes: &'a [u8],
    remark: Option<&'a str>,
    parts: Vec<PartJson<'a>>,
}

#[derive(Serialize)]
struct PartJson<'a> {
    name: &'a str,
    hi: u32,
    lo: u32,
    meaning: &'a str,
    value: Hex,
    /// Where it stands in the text.
    text: Option<[usize; 2]>,
}
