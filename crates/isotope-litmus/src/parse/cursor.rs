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
        Cursor::expected_at(self.peek(), what)
    }

    /// An error about a token, instead of which something else was expected.
    pub fn expected_at(token: &Token, what: impl Into<String>) -> Error {
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

    /// Takes the next word if it is one of these; returns what it means.
    pub fn one_of<T: Copy>(&mut self, words: &[(&str, T)]) -> Option<T> {
        words.iter().find(|(word, _)| self.word(word)).map(|(_, meaning)| *meaning)
    }

    /// The index of the next word, if it is one of these, which it takes.
    pub fn index(&mut self, words: &[&str]) -> Option<u8> {
        words.iter().position(|word| self.word(word)).map(|index| index as u8)
    }

    /// Takes a comparison if one comes next.
    pub fn comparison(&mut self) -> Option<Compare> {
        Compare::SIGNS.into_iter().find(|(sign, _)| self.sign(sign)).map(|(_, compare)| compare)
    }

    pub fn need_sign(&mut self, sign: &str) -> Result<(), Error> {
        if self.sign(sign) { Ok(()) } else { Err(self.expected(format!("`{sign}`"))) }
    }

    pub fn need_word(&mut self, word: &str) -> Result<(), Error> {
        if self.word(word) { Ok(()) } else { Err(self.expected(format!("`{word}`"))) }
    }

    /// A name of any kind.
    pub fn name(&mut self, what: &str) -> Result<String, Error> {
        let Kind::Word(word) = self.peek().kind.clone() else { return Err(self.expected(what)) };
        self.take();
        Ok(word)
    }

    /// A number with or without a minus.
    pub fn number(&mut self, what: &str) -> Result<i64, Error> {
        let minus = self.at_sign("-") && matches!(self.peek_second().kind, Kind::Number(_));
        if minus {
            self.take();
        }
        let Kind::Number(number) = self.peek().kind else { return Err(self.expected(what)) };
        self.take();
        Ok(if minus { number.wrapping_neg() } else { number })
    }

    /// A number of an instance: small and not negative.
    pub fn ordinal(&mut self, what: &str) -> Result<u32, Error> {
        let number = if let Kind::Number(number) = self.peek().kind { u32::try_from(number).ok() } else { None };
        let number = number.ok_or_else(|| self.expected(what))?;
        self.take();
        Ok(number)
    }

    /// `P1`, or `1` where that is allowed: the number of a thread.
    pub fn thread(&mut self) -> Result<u32, Error> {
        let what = "a thread (P0, P1, ..)";
        let Kind::Word(word) = &self.peek().kind else { return self.ordinal(what) };
        let number = thread_number(word).ok_or_else(|| self.expected(what))?;
        self.take();
        Ok(number)
    }
}

/// The number in `P1`.
pub fn thread_number(word: &str) -> Option<u32> {
    let digits = word.strip_prefix('P')?;
    (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then(|| digits.parse().ok())?
}

/// Arithmetic by its keyword.
pub fn arith(word: &str) -> Option<Arith> {
    use Arith::{Add, And, Div, Mul, Or, Sub, Xor};
    let all = [("add", Add), ("sub", Sub), ("mul", Mul), ("div", Div), ("and", And), ("or", Or), ("xor", Xor)];
    all.into_iter().find(|(name, _)| *name == word).map(|(_, how)| how)
}

/// A branch by its keyword.
pub fn branch(word: &str) -> Option<Compare> {
    use Compare::{Eq, Ge, Gt, Le, Lt, Ne};
    let all = [("beq", Eq), ("bne", Ne), ("blt", Lt), ("ble", Le), ("bgt", Gt), ("bge", Ge)];
    all.into_iter().find(|(name, _)| *name == word).map(|(_, compare)| compare)
}
