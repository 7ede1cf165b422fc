//! Characters to tokens.

use super::{Error, Fault};

/// The kind of a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A name: letters, digits, `_`.
    Word(String),
    /// A number without a sign.
    Number(i64),
    /// A sign.
    Sign(&'static str),
    /// The end of the text.
    End,
}

/// A token and its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    pub kind: Kind,
    pub line: u32,
    pub column: u32,
    /// Its bytes in the text.
    pub start: usize,
    pub end: usize,
}

impl Token {
    /// As it is quoted in an error.
    pub fn quoted(&self) -> String {
        match &self.kind {
            Kind::Word(word) => format!("`{}`", word.chars().take(40).collect::<String>()),
            Kind::Number(number) => format!("`{number}`"),
            Kind::Sign(sign) => format!("`{sign}`"),
            Kind::End => "the end of the text".into(),
        }
    }
}

const SIGNS: [&str; 34] = [
    "/\\", "\\/", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "{", "}", "(", ")", "[", "]", ";", ":", ",", ".",
    "|", "@", "=", "<", ">", "~", "&", "*", "+", "-", "!", "/", "%", "^",
];

/// Walks the text, with line and column.
pub struct Chars<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    column: u32,
    /// `(*` followed by anything but a space is a parenthesis and a star.
    c: bool,
}

impl<'a> Chars<'a> {
    pub fn new(text: &'a str) -> Chars<'a> {
        Chars { text, at: 0, line: 1, column: 1, c: false }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.rest().chars().next()?;
        self.at += c.len_utf8();
        if c == '\n' {
            (self.line, self.column) = (self.line + 1, 1);
        } else {
            self.column += 1;
        }
        Some(c)
    }

    fn skip(&mut self, bytes: usize) {
        let end = self.at + bytes;
        while self.at < end && self.bump().is_some() {}
    }

    fn fault(&self, expected: &str, found: String) -> Error {
        Error::at(self.line, self.column, Fault::Expected { expected: expected.into(), found })
    }

    fn found(&self) -> String {
        self.rest().chars().next().map_or("the end of the text".into(), |c| format!("`{}`", c.escape_debug()))
    }

    /// Spaces and comments.
    fn blank(&mut self) -> Result<(), Error> {
        loop {
            let rest = self.rest();
            let starred = rest.strip_prefix("(*");
            let comment = starred.is_some_and(|more| !self.c || more.starts_with(char::is_whitespace));
            if comment || rest.starts_with("/*") {
                let close = if rest.starts_with("(*") { "*)" } else { "*/" };
                let Some(end) = rest[2..].find(close) else {
                    return Err(
                        self.fault(&format!("`{close}` at the end of the comment"), "the end of the text".into())
                    );
                };
                self.skip(2 + end + 2);
            } else if rest.starts_with("//") {
                self.skip(rest.find('\n').unwrap_or(rest.len()));
            } else if rest.starts_with(char::is_whitespace) || rest.starts_with('\u{feff}') {
                self.bump();
            } else {
                return Ok(());
            }
        }
    }

    /// The language and the name after it; skips everything else before the first brace.
    pub fn header(&mut self) -> Result<(String, String), Error> {
        self.blank()?;
        let language: String = self.rest().chars().take_while(char::is_ascii_alphanumeric).collect();
        let (line, column) = (self.line, self.column);
        self.skip(language.len());
        if language.is_empty() {
            return Err(self.fault("the language of the test (PTX, VULKAN, OPENCL)", self.found()));
        }
        let name = self.rest().lines().next().unwrap_or("");
        let name = name.split(['{', '"']).next().unwrap_or("").trim().to_string();
        loop {
            match self.rest().chars().next() {
                Some('{') => return Ok((language, name)),
                Some('"') => {
                    self.bump();
                    while !matches!(self.bump(), Some('"') | None) {}
                }
                Some('(') => {
                    let before = self.at;
                    self.blank()?;
                    if self.at == before {
                        self.bump();
                    }
                }
                Some(_) => {
                    self.bump();
                }
                None => {
                    let expected = "`{` with the initial values after the name".to_string();
                    return Err(Error::at(line, column, Fault::Expected { expected, found: "no `{`".into() }));
                }
            }
        }
    }

    /// The rest as tokens, of C or not; the last one is [`Kind::End`].
    pub fn tokens(mut self, c: bool) -> Result<Vec<Token>, Error> {
        self.c = c;
        let mut all = Vec::new();
        loop {
            self.blank()?;
            let (line, column, start) = (self.line, self.column, self.at);
            let rest = self.rest();
            let kind = match rest.chars().next() {
                None => Kind::End,
                Some(c) if c.is_ascii_alphabetic() || c == '_' => {
                    let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
                    self.skip(length);
                    Kind::Word(rest[..length].into())
                }
                Some(c) if c.is_ascii_digit() => {
                    let length = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
                    let digits = &rest[..length];
                    let number = match digits.strip_prefix("0x") {
                        // A 64-bit pattern.
                        Some(hex) => u64::from_str_radix(hex, 16).map(|n| n as i64),
                        None => digits.parse(),
                    };
                    let Ok(number) = number else {
                        let found = format!("`{}`", digits.chars().take(40).collect::<String>());
                        return Err(self.fault("a number of at most 64 bits", found));
                    };
                    self.skip(length);
                    Kind::Number(number)
                }
                Some(_) => match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
                    Some(sign) => {
                        self.skip(sign.len());
                        Kind::Sign(sign)
                    }
                    None => return Err(self.fault("a name, a number or a sign", self.found())),
                },
            };
            let end = kind == Kind::End;
            all.push(Token { kind, line, column, start, end: self.at });
            if end {
                return Ok(all);
            }
        }
    }
}
