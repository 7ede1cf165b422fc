//! What went wrong with the user's text or words.
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// Text that is no instruction of the profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Bytes of the input it is about.
    pub span: Range<usize>,
    /// What was found and why it does not fit.
    pub message: String,
    /// What would fit, empty if there is no short list.
    pub expected: String,
    /// Where the rule is known from, empty for plain syntax.
    pub source: Cow<'static, str>,
}

impl ParseError {
    /// What is wrong, with no list of what would fit and by no document's rule.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> ParseError {
        ParseError { span, message: message.into(), expected: String::new(), source: Cow::Borrowed("") }
    }

    /// The same with what would fit.
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

/// What is wrong with a line of source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceError {
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong; its span counts bytes from the start of the line.
    pub error: ParseError,
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.error.span.start + 1, self.error)
    }
}

impl std::error::Error for SourceError {}

/// A word that is no instruction of the profile, or one without a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// The first 128 bits.
    pub word: u128,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no instruction in the table has the encoding 0x{:016x}", self.word as u64)
    }
}

impl std::error::Error for DecodeError {}

/// `a, b or c`.
pub fn either(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    match words.split_last() {
        None => String::new(),
        Some((one, [])) => one.clone(),
        Some((last, head)) => format!("{} or {last}", head.join(", ")),
    }
}
