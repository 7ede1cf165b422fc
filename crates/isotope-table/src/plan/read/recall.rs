//! Spellings that were read before: a text that differs from one of them in numbers alone is that instruction with other numbers, and
//! is written into words without being read again.

use super::notes::Notes;
use super::spelled::{Key, LONGEST_KEY, NUMBERS, Spelled};
use crate::Mode;
use crate::compile::Inst;
use crate::plan::kinds::same;
use crate::plan::memory::{Hashed, Memory};
use crate::plan::rules::Rules;

/// So many ties are worked out of every spelling.
const FIRST: usize = 4;

/// The spellings of lines before, in one mode and for one profile.
pub struct Recall {
    context: Option<(u8, Mode)>,
    /// The line of now.
    pub spelled: Spelled,
    spellings: Memory<Spelling>,
    pub notes: Notes,
}

/// A spelling, and the instruction that it is. What a line needs of it stands together, in few lines of the cache: what most have, and
/// the key; the first ties; others.
#[derive(Clone)]
#[repr(C, align(64))]
pub struct Spelling {
    /// The words of the instruction without the numbers.
    pub words: [u64; 2],
    pub rules: Option<Box<Ruled>>,
    hash: u32,
    len: u8,
    /// How many bytes of the text are behind the instruction.
    pub behind: u8,
    /// How many of the ties there are; others change nothing.
    pub tied: u8,
    /// The length of the instruction; 0 if the spelling does not say what it is.
    pub bits: u8,
    key: Key,
    pub ties: [Tie; NUMBERS],
}

/// What a number of a spelling says of a piece of a field.
#[derive(Clone, Copy)]
pub struct Tie {
    /// The highest that the number can be once its lowest bits are shifted out; they are not set.
    most: u32,
    /// What is added to the number, or to its complement if it is subtracted.
    base: u32,
    /// Which bits of the sum go into the words, once it is shifted down.
    mask: u32,
    /// Which number it is, and in the high half which one ends its range: itself where there is none.
    numbers: u8,
    /// How far the range goes.
    more: u8,
    /// How far the sum is shifted down, and in the highest bits how many of the number's lowest are not set.
    shift: u8,
    /// Where the bits go, and in the highest bit whether the number is subtracted.
    place: u8,
}

/// How many bits of `shift` and `place` are that.
const SHIFT: u8 = 5;
const PLACE: u8 = 7;

/// Rules that numbers may break, what the numbers say of fields, and what else stands in the instruction.
#[derive(Clone)]
pub struct Ruled {
    pub inst: Inst,
    pub rules: &'static Rules,
    pub fields: Vec<Says>,
}

/// What a number of a spelling says of a field.
#[derive(Clone, Copy, Default)]
pub struct Says {
    pub field: u8,
    /// Which number it is.
    pub number: u8,
    /// How far behind it the number after it is, which ends a range; 0 where there is none.
    pub more: u8,
    pub minus: bool,
    /// The highest that the number can be.
    pub most: u32,
    /// The lowest bits, which are not set in it.
    pub unit: u32,
    /// What is added, how far the sum is shifted down, and which of its bits are the value of the field.
    pub base: u32,
    pub scale: u8,
    pub whole: u32,
}

impl Recall {
    pub fn new() -> Recall {
        Recall { context: None, spelled: Spelled::new(), spellings: Memory::new(), notes: Notes::default() }
    }

    /// Forgets what was said in another context.
    #[inline(always)]
    pub fn enter(&mut self, profile: u8, mode: Mode) {
        if self.context != Some((profile, mode)) {
            self.spellings.forget();
            self.context = Some((profile, mode));
        }
    }

    /// What the spelling of the line says, and the numbers of the line.
    #[inline(always)]
    pub fn find(&mut self) -> Option<Found<'_>> {
        let key = self.spelled.key();
        let found = self.spellings.find(self.spelled.hash, |spelling| spelling.is(key))?;
        Some(Found { spelling: self.spellings.get_mut(found)?, spelled: &self.spelled })
    }

    /// Whether the spelling was seen before; if not, it is from now on.
    pub fn seen(&mut self) -> bool {
        self.spellings.seen(self.spelled.hash)
    }

    /// Remembers what the spelling of the line says.
    pub fn remember(&mut self, mut spelling: Spelling) {
        let (key, len) = self.spelled.key();
        (spelling.key, spelling.len, spelling.hash) = (*key, len as u8, self.spelled.hash);
        self.spellings.keep(spelling);
    }
}

impl Hashed for Spelling {
    fn hash(&self) -> u32 {
        self.hash
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
        let Spelling { words: without, ties, tied, rules, bits, .. } = &mut *self.spelling;
        let mut all = *without;
        let (first, others) = ties.split_at(FIRST);
        let mut refused = *bits == 0;
        // Ties beyond the last change nothing, and to go over them costs less than to guess wrong how many there are.
        first.iter().for_each(|tie| refused |= tie.put(self.spelled, &mut all));
        if usize::from(*tied) > FIRST {
            others.iter().for_each(|tie| refused |= tie.put(self.spelled, &mut all));
        }
        if refused || rules.as_deref_mut().is_some_and(|ruled| !ruled.hold(self.spelled)) {
            return None;
        }
        for (word, part) in words.iter_mut().zip(all) {
            *word |= part;
        }
        Some((*bits).into())
    }
}

impl Spelling {
    #[inline(always)]
    fn is(&self, (key, len): (&Key, usize)) -> bool {
        (usize::from(self.len) == len) & same(&self.key, key)
    }
}

impl Default for Spelling {
    /// One that does not say what an instruction is.
    fn default() -> Spelling {
        let none = Tie { most: u32::MAX, base: 0, mask: 0, numbers: 0, more: 0, shift: 0, place: 0 };
        let key = [0; LONGEST_KEY];
        Spelling {
            words: [0; 2],
            rules: None,
            hash: 0,
            len: 0,
            behind: 0,
            tied: 0,
            bits: 0,
            key,
            ties: [none; NUMBERS],
        }
    }
}

impl Tie {
    /// What a number says of the piece of its field that is shifted down so far, has these bits, and goes to a place of the words.
    pub fn new(says: &Says, shift: u8, mask: u32, place: u8) -> Option<Tie> {
        let Says { number, more, minus, most, unit, base, scale, whole, .. } = *says;
        let (mask, unset) = (whole.checked_shr(shift.into())? & mask, unit.count_ones() as u8);
        let shift = scale + shift;
        let fits = shift < 1 << SHIFT && place < 1 << PLACE && unset < 8 && unit == (1 << unset) - 1;
        let end = if more == 0 { number } else { number + 1 };
        fits.then_some(Tie {
            most: most >> unset,
            base: base.wrapping_add(minus.into()),
            mask,
            numbers: number | end << 4,
            more,
            shift: shift | unset << SHIFT,
            place: place | u8::from(minus) << PLACE,
        })
    }

    /// Adds the piece to the words; whether the number is none that it can have.
    #[inline(always)]
    fn put(&self, spelled: &Spelled, words: &mut [u64; 2]) -> bool {
        let (number, end) = (spelled.number(self.numbers & 0xf), spelled.number(self.numbers >> 4));
        let complement = (self.place as i8 >> 7) as u32;
        let sum = self.base.wrapping_add(number ^ complement) as i32;
        let piece = sum.wrapping_shr(self.shift.into()) as u32 & self.mask;
        words[usize::from(self.place >> 6 & 1)] |= u64::from(piece).wrapping_shl(self.place.into());
        // Bits that should not be set become the highest ones.
        let high = number.rotate_right((self.shift >> SHIFT).into()) > self.most;
        high | (end.wrapping_sub(number) != self.more.into())
    }
}

impl Ruled {
    /// Whether the rules hold with such numbers.
    fn hold(&mut self, spelled: &Spelled) -> bool {
        for says in &self.fields {
            self.inst.vals[usize::from(says.field)] = says.value(spelled.number(says.number)).into();
        }
        self.rules.hold(&self.inst)
    }
}

impl Says {
    /// The value of the field.
    pub fn value(&self, number: u32) -> u32 {
        let signed = if self.minus { number.wrapping_neg() } else { number };
        (self.base.wrapping_add(signed) as i32).wrapping_shr(self.scale.into()) as u32 & self.whole
    }
}
