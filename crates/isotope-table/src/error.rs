//! Errors in the user's text or instruction words.
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// An error in text that is not an instruction of the profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The bytes of the input that are wrong.
    pub span: Range<usize>,
    /// What was found, and why it is wrong.
    pub message: String,
    /// What is expected; empty if there is no short list.
    pub expected: String,
    /// The source of the broken rule; empty for plain syntax errors.
    pub source: Cow<'static, str>,
}

impl ParseError {
    /// An error without a list of expected texts and without a document's rule.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> ParseError {
        ParseError { span, message: message.into(), expected: String::new(), source: Cow::Borrowed("") }
    }

    /// Adds the expected texts.
    pub fn expecting(self, expected: impl Into<String>) -> ParseError {
        ParseError { expected: expected.into(), ..self }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if !self.expected.is_empty() {
            write!(f, ": expected {}", self.expected)?;
        }
        if !self.source.is_empty() {
            write!(f, " ({})", self.source)?;
        }
        Ok(())
    }
}

impl std::error::Error for ParseError {}

/// An error in a line of source.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {}: {error}", .error.span.start + 1)]
pub struct SourceError {
    /// Number of the line, from 1.
    pub line: usize,
    /// The error; its span counts bytes from the start of the line.
    pub error: ParseError,
}

/// An instruction word that is not an instruction of the profile, or that has no row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no instruction in the table has the encoding 0x{:016x}", *.word as u64)]
pub struct DecodeError {
    /// The first 128 bits.
    pub word: u128,
}

/// `a, b or c`.
pub fn either(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    match words.split_last() {
        None => String::new(),
        Some((one, [])) => one.clone(),
        Some((last, head)) => format!("{} or {last}", head.join(", ")),
    }
}
