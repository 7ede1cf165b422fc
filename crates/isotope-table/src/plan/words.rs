//! Words at a place in a text: whole words out of a list, compared sixteen bytes at once.

use super::Shared;
use super::kinds::Kinds;
use crate::digits::leading_digits;
use crate::row::{Name, Names, Status};

/// The longest text that is read by steps.
pub const LONGEST: usize = 240;
/// Zeros behind it, for whoever compares more than one byte, and bytes of the buffer.
const BEHIND: usize = 48;
const ROOM: usize = LONGEST + BEHIND;
/// Bytes of which it is known where digits are.
pub const NUMBERED: usize = 128;

/// A text with zeros behind it.
pub struct Text {
    bytes: [u8; ROOM],
    /// Where digits are among the first bytes: a bit for each.
    digits: [u64; NUMBERED / 64],
    /// Which of the first 64 are below the digits, as those of no words are, but for some.
    below: u64,
}

pub const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Whether a byte is part of a word.
static WORD: [bool; 256] = {
    let mut all = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        all[byte] = is_word(byte as u8);
        byte += 1;
    }
    all
};

/// The highest bit of each byte that is below the digits; of bytes of ASCII.
#[inline(always)]
fn below_digits(eight: u64) -> u64 {
    !eight.wrapping_add(0x5050_5050_5050_5050) & 0x8080_8080_8080_8080
}

impl Text {
    /// No text.
    pub fn new() -> Text {
        Text { bytes: [0; ROOM], digits: [0; 2], below: 0 }
    }

    /// Becomes a copy, unless the text is too long or not plain ASCII. Says whether it has a slash.
    #[inline]
    pub fn copy(&mut self, text: &str) -> Option<bool> {
        let bytes = text.as_bytes();
        let len = bytes.len();
        if len > LONGEST {
            return None;
        }
        // Zeros where nothing is written, so that what is looked at is of one size.
        *self.bytes.first_chunk_mut()? = [0; NUMBERED];
        match len {
            0..4 => self.bytes.get_mut(..len)?.copy_from_slice(bytes),
            4..8 => self.ends::<4>(bytes)?,
            8..16 => self.ends::<8>(bytes)?,
            16..32 => self.ends::<16>(bytes)?,
            32..64 => self.ends::<32>(bytes)?,
            64..128 => self.ends::<64>(bytes)?,
            _ => self.ends::<128>(bytes)?,
        }
        *self.bytes.get_mut(len..)?.first_chunk_mut()? = [0; BEHIND];
        let [low, high, ..] = self.bytes.as_chunks().0 else { return None };
        let Kinds { digits, below, mut slash, mut beyond_ascii } = Kinds::of(low);
        (self.digits, self.below) = ([digits, 0], below);
        if len > low.len() {
            let kinds = Kinds::of(high);
            self.digits[1] = kinds.digits;
            (slash, beyond_ascii) = (slash | kinds.slash, beyond_ascii | kinds.beyond_ascii);
        }
        if len > NUMBERED {
            let rest = bytes.get(NUMBERED..)?;
            (slash, beyond_ascii) = (slash || rest.contains(&b'/'), beyond_ascii || !rest.is_ascii());
        }
        (!beyond_ascii).then_some(slash)
    }

    /// Copies a text of `N` to `2 * N` bytes as both ends of it: a copy of any size is a call.
    #[inline(always)]
    fn ends<const N: usize>(&mut self, text: &[u8]) -> Option<()> {
        *self.bytes.first_chunk_mut::<N>()? = *text.first_chunk()?;
        *self.bytes.get_mut(text.len() - N..)?.first_chunk_mut::<N>()? = *text.last_chunk()?;
        Some(())
    }

    /// Ends the text at a place.
    pub fn cut(&mut self, at: usize) {
        self.bytes[at..].fill(0);
        for (half, digits) in self.digits.iter_mut().enumerate() {
            *digits &= 1u64.unbounded_shl(at.saturating_sub(64 * half) as u32).wrapping_sub(1);
        }
        self.below |= u64::MAX.unbounded_shl(at as u32);
    }

    /// The digits at a place as a number, and how many there are; at most eight are read.
    #[inline(always)]
    pub fn digits(&self, at: usize) -> (u64, usize) {
        leading_digits(self.sixteen(at) as u64)
    }

    /// Where digits are among the first [`NUMBERED`] bytes: a bit for each.
    #[inline(always)]
    pub fn digit_places(&self) -> [u64; 2] {
        self.digits
    }

    /// The byte at a place, 0 behind the end.
    #[inline(always)]
    pub fn byte(&self, at: usize) -> u8 {
        self.bytes[at & 255]
    }

    /// Sixteen bytes from a place on, the first lowest.
    #[inline(always)]
    pub fn sixteen(&self, at: usize) -> u128 {
        let at = at & 255;
        self.bytes[at..at + 16].try_into().map_or(0, u128::from_le_bytes)
    }

    /// Thirty-two bytes from a place on.
    #[inline(always)]
    pub fn thirty_two(&self, at: usize) -> [u8; 32] {
        let at = at & 255;
        self.bytes[at..at + 32].try_into().unwrap_or([0; 32])
    }

    /// The first of these sixteen bytes, zeros behind them.
    #[inline(always)]
    pub fn first(&self, at: usize, len: usize) -> u128 {
        let [low, high] = MASKS[len.min(16)];
        self.sixteen(at) & (u128::from(high) << 64 | u128::from(low))
    }

    /// Whether the byte is part of a word.
    #[inline(always)]
    pub fn word(&self, at: usize) -> bool {
        WORD[usize::from(self.byte(at))]
    }

    /// The length of the word at a place.
    #[inline]
    pub fn word_len(&self, at: usize) -> usize {
        let mut end = at;
        while self.word(end) {
            end += 1;
        }
        end - at
    }

    /// The length of the word at a place, or more than that where a sign follows that stands behind the digits.
    #[inline(always)]
    pub fn about_word_len(&self, at: usize) -> usize {
        let below = self.below.unbounded_shr(at as u32);
        if below != 0 {
            return below.trailing_zeros() as usize;
        }
        let mut end = at;
        loop {
            let below = below_digits(self.sixteen(end) as u64);
            end += (below.trailing_zeros() / 8) as usize;
            if below != 0 || end > LONGEST {
                return end - at;
            }
        }
    }

    /// Up to four digits at a place as a number, and how many there are.
    #[inline(always)]
    pub fn few_digits(&self, at: usize) -> (u64, usize) {
        let digits = self.sixteen(at) as u32 ^ 0x3030_3030;
        let others = (digits.wrapping_add(0x7676_7676) | digits) & 0x8080_8080;
        let count = others.trailing_zeros() / 8;
        let all = digits.checked_shl(32 - 8 * count).unwrap_or(0);
        let pairs = all.wrapping_mul(10).wrapping_add(all >> 8);
        (u64::from((pairs & 0xff) * 100 + (pairs >> 16 & 0xff)), count as usize)
    }

    /// A number of at most eight hexadecimal digits behind `0x`, and where it ends, which is the end of a word.
    #[inline(always)]
    pub fn hex(&self, at: usize) -> Option<(u64, usize)> {
        if self.byte(at) != b'0' || self.byte(at + 1) != b'x' || self.word(at.wrapping_sub(1)) {
            return None;
        }
        let begin = at + 2;
        let (mut value, mut end) = (0, begin);
        loop {
            let digit = match self.byte(end) {
                c @ b'0'..=b'9' => c - b'0',
                c @ b'a'..=b'f' => c - b'a' + 10,
                _ => break,
            };
            value = value << 4 | u64::from(digit);
            end += 1;
            if end - begin > 8 {
                return None;
            }
        }
        (end > begin && !self.word(end)).then_some((value, end))
    }

    /// The bytes of a range.
    #[inline(always)]
    pub fn slice(&self, from: usize, to: usize) -> &[u8] {
        self.bytes.get(from..to).unwrap_or(&[])
    }
}

/// Fixed text that is compared as a whole.
#[derive(Clone, Copy)]
pub struct Fixed {
    /// The first sixteen bytes.
    first: [u64; 2],
    /// What is behind them, if anything is.
    rest: Option<&'static &'static str>,
    pub len: u8,
}

/// By length, which bytes of sixteen count.
static MASKS: [[u64; 2]; 17] = {
    let mut all = [[0; 2]; 17];
    let mut len = 1;
    while len < 17 {
        all[len] = match len {
            1..9 => [u64::MAX >> (64 - 8 * len), 0],
            _ => [u64::MAX, u64::MAX >> (128 - 8 * len)],
        };
        len += 1;
    }
    all
};

impl Fixed {
    pub fn new(text: &'static str) -> Fixed {
        let mut first = [0; 16];
        let len = text.len().min(16);
        first[..len].copy_from_slice(&text.as_bytes()[..len]);
        let first = u128::from_le_bytes(first);
        // Few texts are longer, and they stay.
        let rest = text.get(len..).filter(|rest| !rest.is_empty()).map(|rest| &*Box::leak(Box::new(rest)));
        Fixed { first: [first as u64, (first >> 64) as u64], rest, len: text.len() as u8 }
    }

    /// Whether it stands at a place whose sixteen bytes are given.
    #[inline(always)]
    pub fn is(&self, sixteen: u128, text: &Text, at: usize) -> bool {
        let [low, high] = MASKS[usize::from(self.len.min(16))];
        let differs = (sixteen as u64 & low ^ self.first[0]) | ((sixteen >> 64) as u64 & high ^ self.first[1]);
        differs == 0 && self.rest.is_none_or(|rest| text.slice(at + 16, at + usize::from(self.len)) == rest.as_bytes())
    }

    /// Its bytes.
    pub fn bytes(&self) -> impl Iterator<Item = u8> {
        let first = (u128::from(self.first[1]) << 64 | u128::from(self.first[0])).to_le_bytes();
        let rest = self.rest.map_or(&[][..], |rest| rest.as_bytes());
        first.into_iter().take(self.len.min(16).into()).chain(rest.iter().copied())
    }

    /// The first byte.
    #[inline(always)]
    pub fn byte(&self) -> u8 {
        self.first[0] as u8
    }
}

/// What a list has at a place.
pub enum Found {
    /// A name of the profile.
    Value(u64, Status, usize),
    /// Nothing.
    Nothing,
    /// What only the general way can decide: a name of another profile, or a number where there is no name.
    Open,
}

/// The names of a list that are not empty, those with the same first letter together, longer ones first.
pub struct Set {
    /// Where the words begin, by the lower six bits of their first byte.
    starts: [u16; 65],
    words: Vec<Word>,
    whole: Option<Whole>,
    fallback: Option<Fixed>,
    /// Whether values without a name are defined.
    numbers: bool,
    /// The value that nothing stands for.
    pub empty: Option<u64>,
}

/// Short words of letters and digits, each in a place of its own.
struct Whole {
    factor: u64,
    /// Places from 1 on in the list; 0 for none.
    places: Vec<u8>,
}

/// What tells names apart: the highest bits of its products, among so many places for each name.
const FACTORS: [u64; 6] = [
    0x9e37_79b9_7f4a_7c15,
    0xc2b2_ae3d_27d4_eb4f,
    0x1656_67b1_9e37_79f9,
    0xd6e8_feb8_6659_fd93,
    0xa076_1d64_78bd_642f,
    0xe703_7ed1_a0b4_28db,
];
const ROOMY: usize = 8;
const MOST_PLACES: usize = 4096;

impl Whole {
    /// The words of a list that stand for themselves: not in front of other signs of a longer one.
    fn new(names: &Names, words: &[Word]) -> Option<Whole> {
        let begins = |name: &Name, text: &[u8]| {
            name.text.as_bytes().strip_prefix(text).is_some_and(|rest| rest.first().is_some_and(|byte| !is_word(*byte)))
        };
        let alone = |word: &Word| {
            let bytes = word.fixed.first[0].to_le_bytes();
            let text = bytes.get(..word.fixed.len.into());
            text.is_some_and(|text| text.iter().all(|b| is_word(*b)) && !names.list.iter().any(|n| begins(n, text)))
        };
        if words.len() >= usize::from(u8::MAX) {
            return None;
        }
        let places = (ROOMY * words.len()).max(words.len() * words.len()).min(MOST_PLACES).next_power_of_two();
        FACTORS.into_iter().find_map(|factor| {
            let mut whole = Whole { factor, places: vec![0; places] };
            for (place, word) in (1..).zip(words).filter(|(_, word)| alone(word)) {
                let at = whole.place(word.fixed.first[0]);
                match whole.places[at] {
                    0 => whole.places[at] = place,
                    // The first of the same text counts.
                    other if words[usize::from(other) - 1].fixed.first[0] == word.fixed.first[0] => {}
                    _ => return None,
                }
            }
            Some(whole)
        })
    }

    #[inline(always)]
    fn place(&self, name: u64) -> usize {
        (name.wrapping_mul(self.factor) >> 40) as usize & (self.places.len() - 1)
    }
}

struct Word {
    fixed: Fixed,
    own: bool,
    value: u64,
    status: Status,
}

impl Word {
    #[inline(always)]
    fn found(&self) -> Found {
        if self.own { Found::Value(self.value, self.status, self.fixed.len.into()) } else { Found::Open }
    }
}

impl Set {
    /// The names of a list on a profile.
    pub fn of(names: &'static Names, profile: u8) -> &'static Set {
        static ALL: Shared<(usize, u8), &'static Set> = Shared::new();
        let key = (std::ptr::from_ref(names) as usize, profile);
        let make = || &*Box::leak(Box::new(Set::new(names, profile)));
        ALL.get(key, make)
    }

    fn new(names: &'static Names, profile: u8) -> Set {
        let bucket = |word: &Word| usize::from(word.fixed.byte() & 63);
        let listed = names.list.iter().filter(|name| !name.text.is_empty());
        let mut words: Vec<Word> = listed
            .map(|n| {
                let own = n.profiles & profile != 0;
                Word { fixed: Fixed::new(n.text), own, value: n.value, status: n.status }
            })
            .filter(|word| word.own || word.status == Status::Ok)
            .collect();
        // The first of the same text counts, and this profile's before others'.
        words.sort_by_key(|word| (bucket(word), std::cmp::Reverse(word.fixed.len), !word.own));
        let mut starts = [0; 65];
        for (first, start) in starts.iter_mut().enumerate() {
            *start = words.partition_point(|word| bucket(word) < first) as u16;
        }
        let empty = names.list.iter().find(|n| n.text.is_empty() && n.profiles & profile != 0).map(|n| n.value);
        let whole = Whole::new(names, &words);
        Set { starts, words, whole, fallback: names.fallback.map(Fixed::new), numbers: names.fallback_ok, empty }
    }

    /// The longest name that stands at a place as a whole word.
    #[inline(always)]
    pub fn find(&self, text: &Text, at: usize) -> Found {
        // Behind the word stands a sign that is below the digits.
        let eight = text.sixteen(at) as u64;
        let below = below_digits(eight);
        let name = eight & (below & below.wrapping_neg()).wrapping_sub(1) >> 7;
        if below != 0
            && let Some(whole) = &self.whole
            && let Some(place) = whole.places.get(whole.place(name))
            && let Some(word) = self.words.get(usize::from(*place).wrapping_sub(1))
            && word.fixed.first[0] == name
        {
            return word.found();
        }
        self.search(text, at)
    }

    /// The same for any name.
    #[inline(never)]
    fn search(&self, text: &Text, at: usize) -> Found {
        let sixteen = text.sixteen(at);
        let first = (sixteen & 63) as usize;
        let range = usize::from(self.starts[first])..usize::from(self.starts[first + 1]);
        for word in self.words.get(range).unwrap_or(&[]) {
            if word.fixed.is(sixteen, text, at) && !text.word(at + usize::from(word.fixed.len)) {
                return word.found();
            }
        }
        match &self.fallback {
            Some(prefix) if prefix.is(sixteen, text, at) => {
                let from = at + usize::from(prefix.len);
                let (value, count) = text.digits(from);
                let end = from + count;
                if self.numbers && (1..4).contains(&count) && value < 256 && !text.word(end) {
                    Found::Value(value, Status::Ok, end - at)
                } else {
                    Found::Open
                }
            }
            _ => Found::Nothing,
        }
    }
}
