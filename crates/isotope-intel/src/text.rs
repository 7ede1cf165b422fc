//! A cursor over a line of text: blanks, comments, words, numbers and integer expressions. It works on bytes; error details are
//! computed only for an error.
use std::borrow::Cow;
use std::ops::Range;

use super::KernelText;
use super::kernel::Variable;
use super::names::{ALL, Entity, first_that_is};
use isotope_table::{ParseError, leading_digits};

/// Maximum nesting of parentheses and signs in an expression.
const DEPTH: u32 = 64;

/// Bytes that may occur in words.
static INSIDE: [bool; 256] = {
    let mut set = [false; 256];
    let mut i = 0;
    while i < 256 {
        set[i] = (i as u8).is_ascii_alphanumeric() || i as u8 == b'_';
        i += 1;
    }
    set
};

/// Bytes that may begin a blank: bytes up to the space, `\t` as lines of batch mode write it, and comments.
static BLANK: [bool; 256] = {
    let mut set = [false; 256];
    let mut i = 0;
    while i < 256 {
        set[i] = i as u8 <= b' ' || matches!(i as u8, b'\\' | b'/');
        i += 1;
    }
    set
};

/// The highest bit of each of eight bytes.
const HIGH: u64 = ALL << 7;

/// The highest bits of the bytes that are in [`INSIDE`].
#[inline(always)]
fn inside(eight: u64) -> u64 {
    let low = eight & !HIGH;
    let capital = low & !(ALL * 0x20);
    let from = |bytes: u64, first: u8| bytes + ALL * u64::from(0x80 - first);
    let digit = from(low, b'0') & !from(low, b'9' + 1);
    let letter = from(capital, b'A') & !from(capital, b'Z' + 1);
    let underscore = HIGH - (low ^ (ALL * u64::from(b'_')));
    (digit | letter | underscore) & !eight & HIGH
}

/// The number of bytes before the first one whose highest bit is not set.
#[inline(always)]
fn leading(marked: u64) -> usize {
    (!marked & HIGH).trailing_zeros() as usize / 8
}

/// A line and the current position.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    /// The whole line.
    pub line: &'a str,
    /// Position in bytes.
    pub at: usize,
    /// `\t` and comments count as blanks, as in lines of batch mode; otherwise the text has none.
    pub escapes: bool,
}

impl<'a> Cursor<'a> {
    pub fn new(line: &'a str) -> Self {
        Cursor { line, at: 0, escapes: false }
    }
    /// A raw line of batch mode.
    pub fn escaped(line: &'a str) -> Self {
        Cursor { line, at: 0, escapes: true }
    }
    /// The same line from another position.
    #[inline(always)]
    pub fn from(&self, at: usize) -> Self {
        Cursor { at, ..*self }
    }
    /// The unread text.
    pub fn rest(&self) -> &'a str {
        &self.line[self.at..]
    }
    /// The next byte. A byte of a non-ASCII character matches no syntax.
    #[inline(always)]
    pub fn next(&self) -> Option<u8> {
        self.line.as_bytes().get(self.at).copied()
    }
    #[inline(always)]
    pub fn skip(&mut self) {
        // Usually one blank or none.
        self.at += usize::from(self.next() == Some(b' '));
        if self.next().is_some_and(|b| BLANK[usize::from(b)]) {
            self.blanks();
        }
    }
    /// The position of what comes next, after blanks.
    #[inline(always)]
    pub fn start(&mut self) -> usize {
        self.skip();
        self.at
    }
    fn blanks(&mut self) {
        loop {
            let two = self.window() as u16;
            self.at = if two == u16::from_le_bytes(*b"\\t") && self.escapes {
                self.at + 2
            } else if matches!(two as u8, b' ' | b'\t' | b'\r') {
                self.at + 1
            } else if let Some(end) = self.comment(two.to_le_bytes()) {
                end
            } else {
                return;
            };
        }
    }
    /// The end of the comment that begins here, if there is one. `None` also if it does not end, or if quotes or escapes may mean that it
    /// is not a comment; the slow path decides that.
    #[inline]
    fn comment(&self, two: [u8; 2]) -> Option<usize> {
        if two[0] != b'/' || !self.escapes {
            return None;
        }
        let (before, body) = (&self.line[..self.at], self.line.get(self.at + 2..)?);
        let (len, end) = match two[1] {
            b'/' => (body.len(), body.len()),
            b'*' => body.find("*/").map(|len| (len, len + 2))?,
            _ => return None,
        };
        let plain = !before.contains('"') && !body[..len].contains('\\');
        plain.then_some(self.at + 2 + end)
    }
    /// The next byte that is not blank.
    #[inline(always)]
    pub fn peek(&mut self) -> Option<u8> {
        self.skip();
        self.next()
    }
    pub fn done(&mut self) -> bool {
        self.peek().is_none()
    }
    /// Consumes `text` if it comes next.
    #[inline(always)]
    pub fn eat(&mut self, text: &str) -> bool {
        self.skip();
        let found = self.line.as_bytes()[self.at..].starts_with(text.as_bytes());
        if found {
            self.at += text.len();
        }
        found
    }
    #[inline(always)]
    pub fn expect(&mut self, text: &str) -> Result<(), ParseError> {
        if self.eat(text) { Ok(()) } else { Err(self.missing(text)) }
    }
    #[cold]
    fn missing(&mut self, text: &str) -> ParseError {
        self.wrong(&format!("`{text}`"))
    }
    /// Consumes one ASCII character if it comes next.
    #[inline(always)]
    pub fn eat_byte(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }
    #[inline(always)]
    pub fn expect_byte(&mut self, byte: u8) -> Result<(), ParseError> {
        if self.eat_byte(byte) { Ok(()) } else { Err(self.missing(char::from(byte).encode_utf8(&mut [0; 4]))) }
    }
    /// The next word, number or character, for messages.
    #[cold]
    pub fn token(&mut self) -> Range<usize> {
        self.skip();
        let rest = self.rest();
        let body = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '%')).unwrap_or(rest.len());
        let len = if body > 0 { body } else { rest.chars().next().map_or(0, char::len_utf8) };
        self.at..self.at + len
    }
    /// An error about the next word, number or character.
    #[cold]
    pub fn error(mut self, message: impl Into<String>) -> ParseError {
        ParseError::new(self.token(), message)
    }
    /// The error "expected X, found Y" at this position.
    #[cold]
    pub fn wrong(&mut self, expected: &str) -> ParseError {
        let span = self.token();
        let found = &self.line[span.clone()];
        let message = if found.is_empty() { "the line ends here".into() } else { format!("found `{found}`") };
        ParseError::new(span, message).expecting(expected)
    }
    /// The next eight bytes, first byte lowest; 0 after the end.
    #[inline(always)]
    pub fn window(&self) -> u64 {
        let bytes = self.line.as_bytes();
        if let Some(eight) = bytes.get(self.at..).and_then(|rest| rest.first_chunk()) {
            return u64::from_le_bytes(*eight);
        }
        let rest = bytes.len().saturating_sub(self.at) as u32;
        match bytes.last_chunk() {
            Some(last) => u64::from_le_bytes(*last).checked_shr(8 * (8 - rest)).unwrap_or(0),
            None => bytes.iter().skip(self.at).rev().fold(0, |all, byte| all << 8 | u64::from(*byte)),
        }
    }
    /// The text before the next point, if it has at most seven bytes.
    #[inline(always)]
    pub fn before_point(&self) -> Option<&'a str> {
        let points = first_that_is(b'.', self.window());
        (points != 0).then(|| &self.line[self.at..self.at + points.trailing_zeros() as usize / 8])
    }
    /// The end of the word bytes that begin at `from`.
    #[inline]
    pub fn end_of_word(&self, from: usize) -> usize {
        let mut end = from;
        loop {
            let inside = leading(inside(self.from(end).window()));
            end += inside;
            if inside < 8 {
                return end;
            }
        }
    }
    /// `[A-Za-z_][A-Za-z0-9_]*`, or the same after `%`.
    #[inline]
    pub fn word(&mut self) -> Option<&'a str> {
        let first = self.peek();
        let body = self.at + usize::from(first == Some(b'%'));
        let start = self.line.as_bytes().get(body)?;
        if !INSIDE[usize::from(*start)] || start.is_ascii_digit() {
            return None;
        }
        let from = self.at;
        self.at = self.end_of_word(body);
        Some(&self.line[from..self.at])
    }
    /// The name of a function or an object of a file: `.str.1`, `table`.
    pub fn symbol(&mut self) -> Option<&'a str> {
        self.skip();
        let rest = self.rest();
        let inside = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '@');
        let len = rest.find(|c: char| !inside(c)).unwrap_or(rest.len());
        if len == 0 || rest.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        self.at += len;
        Some(&rest[..len])
    }
    /// The text up to the next quote.
    pub fn quoted(&mut self) -> Result<&'a str, ParseError> {
        let rest = self.rest();
        let len = rest.find('"').ok_or_else(|| self.wrong("`\"`"))?;
        self.at += len + 1;
        Ok(&rest[..len])
    }
    /// The characters of a dot word.
    #[inline]
    pub fn dot_word(&mut self) -> Option<&'a str> {
        if !self.eat_byte(b'.') {
            return None;
        }
        let from = self.at;
        self.at = self.end_of_word(from);
        Some(&self.line[from..self.at])
    }
    /// Decimal digits.
    #[inline]
    pub fn decimal(&mut self) -> Option<u64> {
        self.skip();
        // Usually one digit.
        if let (Some(digit @ b'0'..=b'9'), next) = (self.next(), self.line.as_bytes().get(self.at + 1))
            && !next.is_some_and(u8::is_ascii_digit)
        {
            self.at += 1;
            return Some(u64::from(digit - b'0'));
        }
        // Rarely more than seven digits.
        let (value, count) = leading_digits(self.window());
        if count < 8 {
            self.at += count;
            return (count != 0).then_some(value);
        }
        let (mut end, mut value) = (self.at, 0u64);
        while let Some(digit @ b'0'..=b'9') = self.line.as_bytes().get(end) {
            value = value.checked_mul(10)?.checked_add(u64::from(digit - b'0'))?;
            end += 1;
        }
        self.at = end;
        Some(value)
    }
    /// `0x` and digits, or decimal digits.
    #[inline]
    pub fn number(&mut self) -> Option<u64> {
        self.skip();
        let bytes = self.line.as_bytes();
        if self.next() != Some(b'0') || !matches!(bytes.get(self.at + 1), Some(b'x' | b'X')) {
            return self.decimal();
        }
        let (start, mut value) = (self.at + 2, 0u64);
        let mut end = start;
        while let Some(digit) = bytes.get(end).and_then(|b| char::from(*b).to_digit(16)) {
            if value >> 60 != 0 {
                return None;
            }
            value = value << 4 | u64::from(digit);
            end += 1;
        }
        if end == start {
            return None;
        }
        self.at = end;
        Some(value)
    }
    /// A decimal number up to `limit`.
    pub fn decimal_up_to(&mut self, limit: u64, what: &str) -> Result<u64, ParseError> {
        let before = *self;
        match self.decimal() {
            Some(n) if n <= limit => Ok(n),
            Some(n) => Err(before.error(format!("{what} is at most {limit}, found {n}"))),
            None => Err(self.wrong(what)),
        }
    }
}

/// Decodes `\t`, `\n` and `\\` in a line of batch mode.
pub(super) fn unescape(text: &str) -> Cow<'_, str> {
    let Some((plain, rest)) = text.split_once('\\') else { return text.into() };
    let (mut out, mut rest) = (plain.to_string(), rest);
    loop {
        let meant = match rest.as_bytes().first() {
            Some(b't') => Some('\t'),
            Some(b'n') => Some('\n'),
            Some(b'\\') => Some('\\'),
            _ => None,
        };
        out.push(meant.unwrap_or('\\'));
        let behind = &rest[usize::from(meant.is_some())..];
        let Some((plain, after)) = behind.split_once('\\') else {
            out.push_str(behind);
            return out.into();
        };
        out.push_str(plain);
        rest = after;
    }
}

/// The line with its comments replaced by blanks, if it has any. Quoted text is not searched.
///
/// # Errors
/// A comment that does not end.
#[inline]
pub(super) fn without_comments(line: &str) -> Result<Option<String>, ParseError> {
    if memchr::memchr(b'/', line.as_bytes()).is_none() {
        return Ok(None);
    }
    blanked(line)
}

fn blanked(line: &str) -> Result<Option<String>, ParseError> {
    let mut out = line.as_bytes().to_vec();
    let (bytes, mut i, mut quoted) = (line.as_bytes(), 0, false);
    while i < bytes.len() {
        match (bytes[i], bytes.get(i + 1)) {
            (b'"', _) => quoted = !quoted,
            (b'\\', Some(_)) if quoted => i += 1,
            (b'/', Some(b'/')) if !quoted => {
                out[i..].fill(b' ');
                break;
            }
            (b'/', Some(b'*')) if !quoted => {
                let Some(len) = line[i + 2..].find("*/") else {
                    return Err(
                        ParseError::new(i..line.len(), "this comment does not end on its line").expecting("`*/`")
                    );
                };
                out[i..i + len + 4].fill(b' ');
                i += len + 3;
            }
            _ => {}
        }
        i += 1;
    }
    // Whole comments are replaced, so the rest stays valid UTF-8.
    Ok(String::from_utf8(out).ok())
}

/// Parses an integer expression: shifts, sums, products; `<` and `>` are not comparisons. Names refer to declarations.
#[inline]
pub(super) fn expression(program: &KernelText, text: &mut Cursor) -> Result<i64, ParseError> {
    text.skip();
    // Fast path: digits and a closing character; `>>` would be a shift.
    let mut ahead = *text;
    if let Some(b'0'..=b'9') = ahead.next()
        && let Some(value) = ahead.decimal()
        && match ahead.next() {
            Some(b',' | b')' | b';' | b']') => true,
            Some(b'>') => ahead.line.as_bytes().get(ahead.at + 1) != Some(&b'>'),
            _ => false,
        }
    {
        *text = ahead;
        return Ok(value as i64);
    }
    shift(program, text, DEPTH)
}

/// An expression that a type can hold; `wrong` is the message for other values.
pub(super) fn fitting<T: TryFrom<i64>>(
    program: &KernelText,
    text: &mut Cursor,
    wrong: impl FnOnce(i64) -> String,
) -> Result<T, ParseError> {
    let start = text.start();
    let value = expression(program, text)?;
    T::try_from(value).map_err(|_| ParseError::new(start..text.at, wrong(value)))
}

fn shift(program: &KernelText, text: &mut Cursor, depth: u32) -> Result<i64, ParseError> {
    let left = sum(program, text, depth)?;
    let places = |n: i64| u32::try_from(n).unwrap_or(64).min(63);
    if !matches!(text.peek(), Some(b'<' | b'>')) {
        return Ok(left);
    }
    if text.eat("<<") {
        return Ok(left.wrapping_shl(places(sum(program, text, depth)?)));
    }
    if text.eat(">>>") {
        return Ok(((left as u64) >> places(sum(program, text, depth)?)) as i64);
    }
    if text.eat(">>") {
        return Ok(left >> places(sum(program, text, depth)?));
    }
    Ok(left)
}

pub(super) fn sum(program: &KernelText, text: &mut Cursor, depth: u32) -> Result<i64, ParseError> {
    let mut left = product(program, text, depth)?;
    loop {
        match text.peek() {
            Some(b'+') if text.eat_byte(b'+') => left = left.wrapping_add(product(program, text, depth)?),
            Some(b'-') if text.eat_byte(b'-') => left = left.wrapping_sub(product(program, text, depth)?),
            _ => return Ok(left),
        }
    }
}

fn product(program: &KernelText, text: &mut Cursor, depth: u32) -> Result<i64, ParseError> {
    let mut left = unary(program, text, depth)?;
    loop {
        let mut ahead = *text;
        let Some(op @ (b'*' | b'/' | b'%')) = ahead.peek() else { return Ok(left) };
        // `%r0` and `4*V32` continue with an operand, not with a factor.
        ahead.at += 1;
        if op != b'/' && ahead.peek().is_none_or(|c| !(c.is_ascii_digit() || matches!(c, b'(' | b'-' | b'~' | b'!'))) {
            return Ok(left);
        }
        *text = ahead;
        let before = *text;
        let right = unary(program, text, depth)?;
        left = match op {
            b'*' => left.wrapping_mul(right),
            _ if right == 0 => return Err(before.error("division by zero")),
            b'/' => left.wrapping_div(right),
            _ => left.wrapping_rem(right),
        };
    }
}

pub(super) fn unary(program: &KernelText, text: &mut Cursor, depth: u32) -> Result<i64, ParseError> {
    let Some(depth) = depth.checked_sub(1) else {
        return Err(text.error("the expression is nested too deeply"));
    };
    if matches!(text.peek(), Some(b'0'..=b'9')) {
        return text.number().map(|n| n as i64).ok_or_else(|| text.wrong("a number"));
    }
    if text.eat_byte(b'-') {
        return Ok(unary(program, text, depth)?.wrapping_neg());
    }
    if text.eat_byte(b'~') {
        return Ok(!unary(program, text, depth)?);
    }
    if text.eat_byte(b'!') {
        return Ok(i64::from(unary(program, text, depth)? == 0));
    }
    if text.eat_byte(b'(') {
        let value = shift(program, text, depth)?;
        text.expect_byte(b')')?;
        return Ok(value);
    }
    if text.eat("%sizeof") {
        let closed = text.eat_byte(b'(');
        let before = *text;
        let name = text.word().unwrap_or("");
        let size = match (name, program.names.find(name)) {
            (_, Some(Entity::Variable(v))) => program.kernel.variable(v).map(Variable::bytes),
            ("GRF", _) => Some(program.register),
            _ => None,
        };
        let size = size.ok_or_else(|| before.error(format!("`{name}` has no size: no such variable")))?;
        if closed {
            text.expect_byte(b')')?;
        }
        return Ok(i64::from(size));
    }
    Err(text.wrong("a number"))
}
