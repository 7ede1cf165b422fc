//! A JSON value with its path, so that every error can name the path.

use super::CaseError;
use serde_json::Value;
use std::borrow::Cow;

/// A value and its path.
#[derive(Clone)]
pub(super) struct Node<'a> {
    value: &'a Value,
    path: String,
    /// Names of the instruction sets in cases.
    words: &'a [&'static str],
}

/// Quotes text from the file for a message: escaped, at most 60 characters.
pub(super) fn quote(text: &str) -> String {
    let mut out: String = text.chars().take(60).flat_map(char::escape_debug).collect();
    if text.chars().nth(60).is_some() {
        out.push('…');
    }
    out
}

impl<'a> Node<'a> {
    pub fn root(value: &'a Value, words: &'a [&'static str]) -> Node<'a> {
        Node { value, path: "(top)".into(), words }
    }

    /// Names of the instruction sets in cases.
    pub fn words(&self) -> &'a [&'static str] {
        self.words
    }

    pub fn path(&self) -> &str {
        &self.path
    }

    fn child(&self, value: &'a Value, key: &str) -> Node<'a> {
        let path = if self.path == "(top)" { quote(key) } else { format!("{}.{}", self.path, quote(key)) };
        Node { value, path, words: self.words }
    }

    /// The error for an unexpected value.
    pub fn error(&self, expected: impl Into<String>, hint: impl Into<Cow<'static, str>>) -> CaseError {
        let found = match self.value {
            Value::Null => "null".into(),
            Value::Bool(flag) => flag.to_string(),
            Value::Number(number) => number.to_string(),
            Value::String(text) => format!("`{}`", quote(text)),
            Value::Array(items) => format!("a list of {}", items.len()),
            Value::Object(fields) => match fields.keys().next() {
                Some(first) => format!("an object with `{}`", quote(first)),
                None => "an empty object".into(),
            },
        };
        CaseError::Field { path: self.path.clone(), expected: expected.into(), found, hint: hint.into() }
    }

    /// An optional field with a text.
    pub fn text(&self, key: &str) -> Result<Option<String>, CaseError> {
        self.optional(key).map(|node| node.str().map(str::to_owned)).transpose()
    }

    /// A required field.
    pub fn get(&self, key: &str) -> Result<Node<'a>, CaseError> {
        let Value::Object(fields) = self.value else {
            return Err(self.error(format!("an object with a field `{key}`"), "see the schema of case files"));
        };
        fields.get(key).map(|value| self.child(value, key)).ok_or_else(|| CaseError::Field {
            path: self.path.clone(),
            expected: format!("a field `{key}`"),
            found: "none".into(),
            hint: "add it".into(),
        })
    }

    /// An optional field.
    pub fn optional(&self, key: &str) -> Option<Node<'a>> {
        self.value.as_object()?.get(key).map(|value| self.child(value, key))
    }

    /// All fields of an object.
    pub fn entries(&self) -> Result<Vec<(&'a str, Node<'a>)>, CaseError> {
        let Value::Object(fields) = self.value else {
            return Err(self.error("an object", "see the schema of case files"));
        };
        Ok(fields.iter().map(|(key, value)| (key.as_str(), self.child(value, key))).collect())
    }

    /// Adds a warning for each field that is not in `keys`.
    pub fn known(&self, keys: &[&str], warnings: &mut Vec<String>) -> Result<(), CaseError> {
        for (key, node) in self.entries()? {
            if !keys.contains(&key) {
                warnings.push(format!("at `{}`: unknown field, ignored; known here: {}", node.path, keys.join(", ")));
            }
        }
        Ok(())
    }

    pub fn is_array(&self) -> bool {
        self.value.is_array()
    }

    pub fn is_string(&self) -> bool {
        self.value.is_string()
    }

    pub fn array(&self) -> Result<Vec<Node<'a>>, CaseError> {
        let Value::Array(items) = self.value else { return Err(self.error("a list", "write it in [ ]")) };
        Ok(items
            .iter()
            .enumerate()
            .map(|(index, value)| Node { words: self.words, value, path: format!("{}[{index}]", self.path) })
            .collect())
    }

    pub fn str(&self) -> Result<&'a str, CaseError> {
        self.value.as_str().ok_or_else(|| self.error("a string", "write it in quotation marks"))
    }

    /// Any integer of 64 bits, signed or unsigned; or its bits in a string such as "0xffffffffffffffff".
    pub fn integer(&self) -> Result<i128, CaseError> {
        if let Some(bits) = self.bits(64)? {
            return Ok(bits.into());
        }
        let number = self.value.as_u64().map(i128::from).or_else(|| self.value.as_i64().map(i128::from));
        number.ok_or_else(|| self.error("an integer of at most 64 bits", "write it without fraction or exponent"))
    }

    pub fn bool(&self) -> Result<bool, CaseError> {
        self.value.as_bool().ok_or_else(|| self.error("true or false", "write one of the two words"))
    }

    /// An integer from 0 to `max`.
    pub fn unsigned(&self, max: u64) -> Result<u64, CaseError> {
        match self.value.as_u64() {
            Some(number) if number <= max => Ok(number),
            _ => Err(self.error(format!("an integer from 0 to {max}"), "correct the number")),
        }
    }

    /// The bits of an f32: a number, or the bits themselves in a string such as "0x7fc00000".
    pub fn f32(&self) -> Result<u32, CaseError> {
        if let Some(bits) = self.bits(32)? {
            return Ok(bits as u32);
        }
        let wide = f64::from_bits(self.f64()?);
        let near = wide as f32;
        let exact = f64::from(near);
        // The JSON reader has already rounded the decimal to an f64. If that is halfway between two f32, it is unknown which one the text
        // means.
        let halfway = wide != exact
            && [near.next_up(), near.next_down()]
                .into_iter()
                .any(|other| wide == f64::midpoint(exact, f64::from(other)));
        if near.is_infinite() || halfway {
            let expected =
                if halfway { "a number that is not halfway between two f32" } else { "a number in the range of f32" };
            return Err(self.error(expected, "give the bits, as in \"0x7f800000\""));
        }
        Ok(near.to_bits())
    }

    /// The bits of an f64: a number, or the bits themselves in a string.
    pub fn f64(&self) -> Result<u64, CaseError> {
        if let Some(bits) = self.bits(64)? {
            return Ok(bits);
        }
        let number = self.value.as_f64().filter(|v| v.is_finite());
        let number = number
            .ok_or_else(|| self.error("a number, or bits in a string", "write 1.5, or \"0x3ff8000000000000\""))?;
        Ok(number.to_bits())
    }

    /// Bits in a string such as "0x7fc00000", if there is a string.
    pub fn bits(&self, width: u32) -> Result<Option<u64>, CaseError> {
        let Value::String(text) = self.value else { return Ok(None) };
        let digits = text.strip_prefix("0x").filter(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_hexdigit()));
        let bits = digits.and_then(|d| u64::from_str_radix(d, 16).ok()).filter(|v| *v <= u64::MAX >> (64 - width));
        let expected =
            || self.error(format!("at most {width} bits such as \"0x1f\""), "write 0x and hexadecimal digits");
        bits.map(Some).ok_or_else(expected)
    }

    /// A list of integers, without keeping a path for each.
    pub fn integers(&self) -> Result<Vec<i128>, CaseError> {
        let Value::Array(items) = self.value else { return Err(self.error("a list of integers", "write it in [ ]")) };
        let number = |(index, value): (usize, &'a Value)| {
            let fast = value.as_u64().map(i128::from).or_else(|| value.as_i64().map(i128::from));
            fast.map_or_else(
                || Node { words: self.words, value, path: format!("{}[{index}]", self.path) }.integer(),
                Ok,
            )
        };
        items.iter().enumerate().map(number).collect()
    }

    /// Bytes written as pairs of hexadecimal digits.
    pub fn hex(&self) -> Result<Vec<u8>, CaseError> {
        let text = self.str()?.as_bytes();
        let digit = |byte: u8| (byte as char).to_digit(16).map(|digit| digit as u8);
        let (pairs, rest) = text.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(self.error(
                format!("an even number of hexadecimal digits, not {}", text.len()),
                "write two digits for each byte",
            ));
        }
        pairs
            .iter()
            .map(|&[high, low]| Some(digit(high)? << 4 | digit(low)?))
            .collect::<Option<Vec<u8>>>()
            .ok_or_else(|| self.error("hexadecimal digits only", "write bytes without 0x, blanks or separators"))
    }
}
