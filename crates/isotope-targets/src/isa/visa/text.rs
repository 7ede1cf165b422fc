//! A line of text under a cursor: blanks, comments, words, numbers and integer expressions.
use std::ops::Range;

use super::kernel::Kernel;
use super::names::{Entity, Names};
use isotope_table::ParseError;

/// The most nested parentheses or signs of an expression.
const DEPTH: u32 = 64;

/// A line and how far it has been read.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    /// The whole line; comments are blank.
    pub line: &'a str,
    /// Bytes read.
    pub at: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(line: &'a str) -> Self {
        Cursor { line, at: 0 }
    }
    /// What has not been read.
    pub fn rest(&self) -> &'a str {
        &self.line[self.at..]
    }
    pub fn skip(&mut self) {
        self.at += self.rest().bytes().take_while(|b| matches!(b, b' ' | b'\t' | b'\r')).count();
    }
    /// The next character that is not blank.
    pub fn peek(&mut self) -> Option<char> {
        self.skip();
        self.rest().chars().next()
    }
    pub fn done(&mut self) -> bool {
        self.peek().is_none()
    }
    /// Reads `text` if it comes next.
    pub fn eat(&mut self, text: &str) -> bool {
        self.skip();
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }
    pub fn expect(&mut self, text: &str) -> Result<(), ParseError> {
        if self.eat(text) { Ok(()) } else { Err(self.wrong(&format!("`{text}`"))) }
    }
    /// The next word, number or character, for messages.
    pub fn token(&mut self) -> Range<usize> {
        self.skip();
        let rest = self.rest();
        let body = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '%')).unwrap_or(rest.len());
        let len = if body > 0 { body } else { rest.chars().next().map_or(0, char::len_utf8) };
        self.at..self.at + len
    }
    /// "expected X, found Y" here.
    pub fn wrong(&mut self, expected: &str) -> ParseError {
        let span = self.token();
        let found = &self.line[span.clone()];
        let message = if found.is_empty() { "the line ends here".into() } else { format!("found `{found}`") };
        ParseError::new(span, message).expecting(expected)
    }
    /// `[A-Za-z_][A-Za-z0-9_]*`, or the same behind `%`.
    pub fn word(&mut self) -> Option<&'a str> {
        self.skip();
        let rest = self.rest();
        let body = rest.strip_prefix('%').unwrap_or(rest);
        let start = |c: char| c.is_ascii_alphabetic() || c == '_';
        if !body.starts_with(start) {
            return None;
        }
        let end = body.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(body.len());
        let len = rest.len() - body.len() + end;
        self.at += len;
        Some(&rest[..len])
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
    /// The characters of a dot word.
    pub fn dot_word(&mut self) -> Option<&'a str> {
        let mut ahead = *self;
        if !ahead.eat(".") {
            return None;
        }
        let rest = ahead.rest();
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
        ahead.at += end;
        *self = ahead;
        Some(&rest[..end])
    }
    /// Decimal digits.
    pub fn decimal(&mut self) -> Option<u64> {
        self.skip();
        let end = self.rest().find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest().len());
        let value = self.rest()[..end].parse().ok()?;
        self.at += end;
        Some(value)
    }
    /// `0x` and digits, or decimal digits.
    pub fn number(&mut self) -> Option<u64> {
        self.skip();
        let Some(rest) = self.rest().strip_prefix("0x").or_else(|| self.rest().strip_prefix("0X")) else {
            return self.decimal();
        };
        let end = rest.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(rest.len());
        let value = u64::from_str_radix(&rest[..end], 16).ok()?;
        self.at += 2 + end;
        Some(value)
    }
    /// A decimal number up to `limit`.
    pub fn decimal_up_to(&mut self, limit: u64, what: &str) -> Result<u64, ParseError> {
        let span = self.token();
        match self.decimal() {
            Some(n) if n <= limit => Ok(n),
            Some(n) => Err(ParseError::new(span, format!("{what} is at most {limit}, found {n}"))),
            None => Err(self.wrong(what)),
        }
    }
}

/// The line with its comments blanked out, if it has any. Quotes protect.
///
/// # Errors
/// A comment that does not end.
pub(super) fn without_comments(line: &str) -> Result<Option<String>, ParseError> {
    if !line.contains('/') {
        return Ok(None);
    }
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
    // Whole comments are replaced, so what is left is as much UTF-8 as before.
    Ok(String::from_utf8(out).ok())
}

/// What names in an expression stand for.
#[derive(Clone, Copy)]
pub(super) struct Values<'a> {
    pub kernel: &'a Kernel,
    pub names: &'a Names,
    /// Bytes of a register.
    pub register: u32,
}

impl Values<'_> {
    /// An integer expression in which `<` and `>` do not compare: shifts, sums, products.
    pub fn expression(&self, text: &mut Cursor) -> Result<i64, ParseError> {
        self.shift(text, DEPTH)
    }

    fn shift(&self, text: &mut Cursor, depth: u32) -> Result<i64, ParseError> {
        let left = self.sum(text, depth)?;
        let shift = |n: i64| u32::try_from(n).unwrap_or(64).min(63);
        if !matches!(text.peek(), Some('<' | '>')) {
            return Ok(left);
        }
        if text.eat("<<") {
            return Ok(left.wrapping_shl(shift(self.sum(text, depth)?)));
        }
        if text.eat(">>>") {
            return Ok(((left as u64) >> shift(self.sum(text, depth)?)) as i64);
        }
        if text.eat(">>") {
            return Ok(left >> shift(self.sum(text, depth)?));
        }
        Ok(left)
    }
    pub fn sum(&self, text: &mut Cursor, depth: u32) -> Result<i64, ParseError> {
        let mut left = self.product(text, depth)?;
        loop {
            match text.peek() {
                Some('+') if text.eat("+") => left = left.wrapping_add(self.product(text, depth)?),
                Some('-') if text.eat("-") => left = left.wrapping_sub(self.product(text, depth)?),
                _ => return Ok(left),
            }
        }
    }
    fn product(&self, text: &mut Cursor, depth: u32) -> Result<i64, ParseError> {
        let mut left = self.unary(text, depth)?;
        loop {
            let mut ahead = *text;
            let Some(op @ ('*' | '/' | '%')) = ahead.peek() else { return Ok(left) };
            // `%r0` and `4*V32` go on with an operand, not with a factor.
            ahead.at += 1;
            if op != '/' && ahead.peek().is_none_or(|c| !(c.is_ascii_digit() || matches!(c, '(' | '-' | '~' | '!'))) {
                return Ok(left);
            }
            *text = ahead;
            let span = text.token();
            let right = self.unary(text, depth)?;
            left = match op {
                '*' => left.wrapping_mul(right),
                _ if right == 0 => return Err(ParseError::new(span, "division by zero")),
                '/' => left.wrapping_div(right),
                _ => left.wrapping_rem(right),
            };
        }
    }
    pub fn unary(&self, text: &mut Cursor, depth: u32) -> Result<i64, ParseError> {
        let Some(depth) = depth.checked_sub(1) else {
            let span = text.token();
            return Err(ParseError::new(span, "the expression is nested too deeply"));
        };
        if matches!(text.peek(), Some('0'..='9')) {
            return text.number().map(|n| n as i64).ok_or_else(|| text.wrong("a number"));
        }
        if text.eat("-") {
            return Ok(self.unary(text, depth)?.wrapping_neg());
        }
        if text.eat("~") {
            return Ok(!self.unary(text, depth)?);
        }
        if text.eat("!") {
            return Ok(i64::from(self.unary(text, depth)? == 0));
        }
        if text.eat("(") {
            let value = self.shift(text, depth)?;
            text.expect(")")?;
            return Ok(value);
        }
        if text.eat("%sizeof") {
            let closed = text.eat("(");
            let span = text.token();
            let name = text.word().unwrap_or("");
            let size = match (name, self.names.find(name)) {
                (_, Some(Entity::Variable(v))) => self.kernel.variable(v).map(|v| v.bytes()),
                ("GRF", _) => Some(self.register),
                _ => None,
            };
            let size = size.ok_or_else(|| ParseError::new(span, format!("`{name}` has no size: no such variable")))?;
            if closed {
                text.expect(")")?;
            }
            return Ok(i64::from(size));
        }
        Err(text.wrong("a number"))
    }
}
