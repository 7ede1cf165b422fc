//! Spellings that were read before: a text that differs from one of them in numbers alone is that instruction with other numbers, and
//! is written into words without being read again.

use super::notes::Notes;
use super::spelled::{BLOCKS, Block, NUMBERS, Spelled};
use crate::Mode;
use crate::compile::Inst;
use crate::plan::rules::Rules;

/// How many spellings are remembered, and the places in which they are found.
const MOST: usize = 1 << 14;
const PLACES: usize = 4 * MOST;

/// The spellings of lines before, in one mode and for one profile.
pub struct Recall {
    context: Option<(u8, Mode)>,
    /// The line of now.
    pub spelled: Spelled,
    /// Counted from 1; 0 is free.
    places: Vec<u16>,
    spellings: Vec<Spelling>,
    /// A part of the hash of those that were seen once: most lines that are new never come again.
    once: Vec<u16>,
    pub notes: Notes,
}

/// A spelling, and the instruction that it is. What every line needs stands together, in few lines of the cache.
#[derive(Clone, Default)]
#[repr(C, align(64))]
pub struct Spelling {
    len: u8,
    /// Whether it says what the instruction is.
    pub known: bool,
    /// How many bytes of the text are behind the instruction.
    pub behind: u8,
    /// How many of the ties there are.
    pub tied: u8,
    /// The length of the instruction.
    pub bits: u32,
    /// Its words without the numbers.
    pub words: [u64; 2],
    pub rules: Option<Box<Ruled>>,
    key: [Block; BLOCKS],
    pub ties: [Tie; NUMBERS],
}

/// What a number of a spelling says, and where it goes.
#[derive(Clone, Copy, Default)]
pub struct Tie {
    /// Which number it is.
    pub number: u8,
    /// How far behind it the number after it is, which ends a range; 0 where there is none.
    pub more: u8,
    pub minus: bool,
    /// The highest that it can be, and the bits that are not set in it.
    pub most: u32,
    pub unit: u32,
    /// What is added, how far the sum is shifted down, and which of its bits are the value of the field.
    pub base: u32,
    pub scale: u8,
    pub whole: u32,
    pub field: u8,
    /// How far the value is shifted down, which of its bits count, and where they go.
    pub shift: u8,
    pub mask: u32,
    pub word: u8,
    pub lo: u8,
}

/// Rules that numbers may break, and what else stands in the instruction.
#[derive(Clone)]
pub struct Ruled {
    pub inst: Inst,
    pub rules: &'static Rules,
}

impl Recall {
    pub fn new() -> Recall {
        Recall {
            context: None,
            spelled: Spelled::new(),
            places: vec![0; PLACES],
            spellings: Vec::new(),
            once: vec![0; PLACES],
            notes: Notes::default(),
        }
    }

    /// Forgets what was said in another context.
    #[inline(always)]
    pub fn enter(&mut self, profile: u8, mode: Mode) {
        if self.context != Some((profile, mode)) {
            self.forget();
            self.context = Some((profile, mode));
        }
    }

    #[cold]
    fn forget(&mut self) {
        self.places.fill(0);
        self.spellings.clear();
    }

    /// What the spelling of the line says, and the numbers of the line.
    #[inline(always)]
    pub fn find(&mut self) -> Option<Found<'_>> {
        let mut place = self.spelled.hash as usize % PLACES;
        loop {
            let index = *self.places.get(place)?;
            let spelling = usize::from(index).wrapping_sub(1);
            if self.spellings.get(spelling)?.is(self.spelled.key()) {
                return Some(Found { spelling: self.spellings.get_mut(spelling)?, spelled: &self.spelled });
            }
            place = (place + 1) % PLACES;
        }
    }

    /// Whether the spelling was seen before; if not, it is from now on.
    pub fn seen(&mut self) -> bool {
        let hash = self.spelled.hash;
        let mark = (hash >> 40) as u16 | 1;
        let place = &mut self.once[hash as usize % PLACES];
        std::mem::replace(place, mark) == mark
    }

    /// Remembers what the spelling of the line says.
    pub fn remember(&mut self, mut spelling: Spelling) {
        // As many as that are no text that people write.
        if self.spellings.len() == MOST {
            self.forget();
        }
        let (key, len) = self.spelled.key();
        spelling.len = len as u8;
        spelling.key[..key.len()].copy_from_slice(key);
        self.spellings.push(spelling);
        let mut place = self.spelled.hash as usize % PLACES;
        while self.places[place] != 0 {
            place = (place + 1) % PLACES;
        }
        self.places[place] = self.spellings.len() as u16;
    }
}

/// A spelling, and a line that has it.
pub struct Found<'a> {
    spelling: &'a mut Spelling,
    spelled: &'a Spelled,
}

impl Found<'_> {
    /// How many bytes of the text are behind the instruction.
    pub fn behind(&self) -> usize {
        self.spelling.behind.into()
    }

    /// Writes the instruction with the numbers of the line, if it can have them: its length.
    #[inline(always)]
    pub fn put(&mut self, words: &mut [u64]) -> Option<u32> {
        let Spelling { known: true, words: without, ties, tied, rules, bits, .. } = &mut *self.spelling else {
            return None;
        };
        let mut all = *without;
        for tie in ties.get(..usize::from(*tied))? {
            let value = tie.value(|place| self.spelled.number(place))?;
            if let Some(ruled) = rules {
                *ruled.inst.vals.get_mut(usize::from(tie.field))? = value.into();
            }
            let part = u64::from(value.wrapping_shr(tie.shift.into()) & tie.mask).wrapping_shl(tie.lo.into());
            *all.get_mut(usize::from(tie.word))? |= part;
        }
        if rules.as_ref().is_some_and(|ruled| !ruled.rules.hold(&ruled.inst)) {
            return None;
        }
        for (word, part) in words.iter_mut().zip(all) {
            *word |= part;
        }
        Some(*bits)
    }
}

impl Spelling {
    #[inline(always)]
    fn is(&self, (key, len): (&[Block], usize)) -> bool {
        let mut differs = u128::from(self.len) ^ len as u128;
        for (a, b) in self.key.iter().zip(key) {
            differs |= u128::from_le_bytes(*a) ^ u128::from_le_bytes(*b);
        }
        differs == 0
    }
}

impl Tie {
    /// The value of the field, if the number is such that it can have it.
    #[inline(always)]
    pub fn value(&self, number_at: impl Fn(u8) -> u32) -> Option<u32> {
        let number = number_at(self.number);
        if number > self.most || number & self.unit != 0 {
            return None;
        }
        if self.more != 0 && number_at(self.number + 1) != number + u32::from(self.more) {
            return None;
        }
        let signed = if self.minus { number.wrapping_neg() } else { number };
        Some((self.base.wrapping_add(signed) as i32).wrapping_shr(self.scale.into()) as u32 & self.whole)
    }
}
