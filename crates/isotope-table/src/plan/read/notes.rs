//! What the numbers of a text decide: noted while it is read a second time, for [`super::recall`].
//!
//! Where a form, or a part of one that may be left out, is refused, either it is whatever the numbers are, or they may decide it.

use super::spelled::Written;
use super::{Number, Reader, Register, Says};
use crate::plan::words::{Fixed, Text};
use crate::row::{Numbered, Operand};

/// An operand that was read.
pub struct Note {
    pub field: u8,
    /// Where its text begins.
    pub start: usize,
    pub what: What,
}

#[derive(Clone, Copy)]
pub enum What {
    Register(&'static Register),
    /// Two registers one after the other, and where the text of the second begins.
    Pair(&'static Register, usize),
    /// A number, and whether a minus stands in front of it.
    Number(Number, bool),
    Own(&'static dyn Operand),
}

#[derive(Default)]
pub struct Notes {
    /// The digits of the numbers that a spelling leaves out.
    digits: u128,
    /// Some of them are hexadecimal.
    hex: bool,
    pub taken: Vec<Note>,
    /// What is refused next is so whatever the numbers are.
    firm: bool,
    /// Numbers may have decided what was refused.
    pub loose: bool,
}

impl Notes {
    /// Begins with a text that has these numbers.
    pub fn begin(&mut self, numbers: &[Written]) {
        let places = |number: &Written| (number.digits.0..number.digits.1).fold(0, |all, at| all | 1u128 << at);
        self.digits = numbers.iter().map(places).fold(0, |all, places| all | places);
        self.hex = numbers.iter().any(|number| number.digits.0 != number.at);
        (self.firm, self.loose) = (false, false);
        self.taken.clear();
    }

    fn digit(&self, at: usize) -> bool {
        at < 128 && self.digits >> at & 1 == 1
    }

    /// Whether a word stands at a place with no numbers at all.
    pub fn differs(&self, text: &Text, at: usize, word: &Fixed) -> bool {
        for (at, byte) in (at..).zip(word.bytes()) {
            // At least one digit stands there.
            if self.digit(at) {
                return !self.may_be(byte);
            }
            if text.byte(at) != byte {
                return true;
            }
        }
        false
    }

    /// Whether a byte is one of those that a number may have at a place.
    pub fn stands(&self, at: usize, byte: u8) -> bool {
        self.digit(at) && self.may_be(byte)
    }

    /// Whether a byte may be a digit of some number.
    fn may_be(&self, byte: u8) -> bool {
        if self.hex { byte.is_ascii_hexdigit() } else { byte.is_ascii_digit() }
    }

    /// Whether there are such digits from one place to another.
    pub fn within(&self, from: usize, to: usize) -> bool {
        (from..=to).any(|at| self.digit(at))
    }

    /// Whether the word at a place has a number in it.
    pub fn touch(&self, text: &Text, at: usize) -> bool {
        self.within(at, at + text.word_len(at))
    }

    /// Whether an operand refuses the text at a place whatever its numbers are: it has none, or begins with registers of which it takes none.
    pub fn refuses(&self, reader: &Reader, operand: &'static dyn Operand) -> bool {
        if reader.at < 128 && self.digits >> reader.at == 0 {
            return true;
        }
        let letters = (reader.at..).take_while(|at| reader.text.byte(*at).is_ascii_lowercase()).count();
        let at = reader.at + letters;
        let count = match reader.text.spelled_range(at) {
            Some((first, last, _)) if self.digit(at + 1) => last.saturating_sub(first) + 1,
            _ if self.digit(at) => 1,
            _ => return false,
        };
        let prefix = reader.text.slice(reader.at, at);
        letters != 0 && What::Own(operand).numbered(reader.cx.profile, prefix, count) == Numbered::No
    }
}

impl What {
    /// The registers of an operand behind a prefix, so many of them together.
    pub fn numbered(&self, profile: u8, prefix: &[u8], count: u64) -> Numbered {
        match self {
            What::Register(of) | What::Pair(of, _) => of.numbers(prefix, count).map_or(Numbered::No, Numbered::By),
            What::Own(operand) => operand.numbered(profile, std::str::from_utf8(prefix).unwrap_or(""), count),
            What::Number(..) => Numbered::Otherwise,
        }
    }
}

impl Reader<'_> {
    /// Notes the operand of a field.
    #[inline(always)]
    pub(super) fn note(&mut self, field: u8, start: usize, what: impl FnOnce() -> What) {
        if let Some(notes) = self.notes.as_deref_mut() {
            notes.taken.push(Note { field, start, what: what() });
        }
    }

    /// Forgets the operands of these fields, which are read in another way.
    #[inline(always)]
    pub(super) fn forget(&mut self, fields: u32) {
        if let Some(notes) = self.notes.as_deref_mut() {
            notes.taken.retain(|note| fields >> note.field & 1 == 0);
        }
    }

    /// Says of what is refused next whether it is whatever the numbers are.
    #[inline(always)]
    pub(super) fn firm(&mut self, firm: impl FnOnce(&Notes, &Self) -> bool) {
        if let Some(notes) = self.notes.take() {
            notes.firm = firm(notes, self);
            self.notes = Some(notes);
        }
    }

    /// What is left out here may be there with other numbers.
    #[inline(always)]
    pub(super) fn skips(&mut self, loose: impl FnOnce(&Notes, &Self) -> bool) {
        if let Some(notes) = self.notes.take() {
            notes.loose |= loose(notes, self);
            self.notes = Some(notes);
        }
    }

    /// Passes on what a step says, which is not yes.
    #[inline(always)]
    pub(super) fn refused(&mut self, says: Says) -> Says {
        if let Some(notes) = self.notes.as_deref_mut() {
            notes.loose |= !notes.firm;
            notes.firm = false;
        }
        says
    }
}
