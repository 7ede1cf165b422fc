//! A position in the tokens, and readers that every part of a test uses.

use super::lexer::{Kind, Token};
use super::{Error, Fault};
use crate::test::{Arith, Compare};

/// A position in the tokens.
pub struct Cursor<'a> {
    pub text: &'a str,
    tokens: Vec<Token>,
    at: usize,
}

impl<'a> Cursor<'a> {
    /// The last token must be the end.
    pub fn new(text: &'a str, tokens: Vec<Token>) -> Cursor<'a> {
        Cursor { text, tokens, at: 0 }
    }

    /// The next token.
    pub fn peek(&self) -> &Token {
        &self.tokens[self.at]
    }

    /// The one after it.
    pub fn peek_second(&self) -> &Token {
        &self.tokens[(self.at + 1).min(self.tokens.len() - 1)]
    }

    /// The last token taken.
    pub fn last(&self) -> &Token {
        &self.tokens[self.at.saturating_sub(1)]
    }

    /// Takes the next token; the end token is not consumed.
    pub fn take(&mut self) -> Token {
        let token = self.tokens[self.at].clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    /// An error about the next token.
    pub fn expected(&self, what: impl Into<String>) -> Error {
        let token = self.peek();
        Error::at(token.line, token.column, Fault::Expected { expected: what.into(), found: token.quoted() })
    }

    /// An error about a token.
    pub fn refused(token: &Token, why: impl Into<String>) -> Error {
        Error::at(token.line, token.column, Fault::Refused(why.into()))
    }

    pub fn at_sign(&self, sign: &str) -> bool {
        matches!(self.peek().kind, Kind::Sign(s) if s == sign)
    }

    pub fn at_word(&self, word: &str) -> bool {
        matches!(&self.peek().kind, Kind::Word(w) if w == word)
    }

    pub fn at_end(&self) -> bool {
        self.peek().kind == Kind::End
    }

    /// Takes the sign if it comes next.
    pub fn sign(&mut self, sign: &str) -> bool {
        let is = self.at_sign(sign);
        if is {
            self.take();
        }
        is
    }

    /// Takes the word if it comes next.
    pub fn word(&mut self, word: &str) -> bool {
        let is = self.at_word(word);
        if is {
            self.take();
        }
        is
    }

    pub fn need_sign(&mut self, sign: &str) -> Result<(), Error> {
        if self.sign(sign) { Ok(()) } else { Err(self.expected(format!("`{sign}`"))) }
    }

    pub fn need_word(&mut self, word: &str) -> Result<(), Error> {
        if self.word(word) { Ok(()) } else { Err(self.expected(format!("`{word}`"))) }
    }

    /// A name of any kind.
    pub fn name(&mut self, what: &str) -> Result<String, Error> {
        match &self.peek().kind {
            Kind::Word(word) => {
                let word = word.clone();
                self.take();
                Ok(word)
            }
            _ => Err(self.expected(what)),
        }
    }

    /// A number with or without a minus.
    pub fn number(&mut self, what: &str) -> Result<i64, Error> {
        let minus = self.at_sign("-") && matches!(self.peek_second().kind, Kind::Number(_));
        if minus {
            self.take();
        }
        match self.peek().kind {
            Kind::Number(number) => {
                self.take();
                Ok(if minus { number.wrapping_neg() } else { number })
            }
            _ => Err(self.expected(what)),
        }
    }

    /// A number of an instance: small and not negative.
    pub fn ordinal(&mut self, what: &str) -> Result<u32, Error> {
        let token = self.peek().clone();
        match token.kind {
            Kind::Number(number) if u32::try_from(number).is_ok() => {
                self.take();
                Ok(number as u32)
            }
            _ => Err(self.expected(what)),
        }
    }

    /// `P1`, or `1` where that is allowed: the number of a thread.
    pub fn thread(&mut self) -> Result<u32, Error> {
        match &self.peek().kind {
            Kind::Word(word) => match thread_number(word) {
                Some(number) => {
                    self.take();
                    Ok(number)
                }
                None => Err(self.expected("a thread (P0, P1, ..)")),
            },
            _ => self.ordinal("a thread (P0, P1, ..)"),
        }
    }
}

/// The number in `P1`.
pub fn thread_number(word: &str) -> Option<u32> {
    let digits = word.strip_prefix('P')?;
    (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then(|| digits.parse().ok())?
}

/// Arithmetic by its keyword.
pub fn arith(word: &str) -> Option<Arith> {
    Some(match word {
        "add" => Arith::Add,
        "sub" => Arith::Sub,
        "mul" => Arith::Mul,
        "div" => Arith::Div,
        "and" => Arith::And,
        "or" => Arith::Or,
        "xor" => Arith::Xor,
        _ => return None,
    })
}

/// A branch by its keyword.
pub fn branch(word: &str) -> Option<Compare> {
    Some(match word {
        "beq" => Compare::Eq,
        "bne" => Compare::Ne,
        "blt" => Compare::Lt,
        "ble" => Compare::Le,
        "bgt" => Compare::Gt,
        "bge" => Compare::Ge,
        _ => return None,
    })
}
