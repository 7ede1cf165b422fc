//! Words at a place in a text: whole words out of a list, compared sixteen bytes at once.

use super::Shared;
use crate::row::{Names, Status};

/// The longest text that is read by steps.
pub const LONGEST: usize = 240;
/// Bytes of the buffer: the text, and zeros behind it for whoever compares more than one byte.
const ROOM: usize = 288;

/// A text with zeros behind it.
pub struct Text([u8; ROOM]);

const fn is_word(byte: u8) -> bool {
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

impl Text {
    /// No text.
    pub fn new() -> Text {
        Text([0; ROOM])
    }

    /// Becomes a copy, unless the text is too long or not plain ASCII. Says whether it has a slash.
    #[inline]
    pub fn copy(&mut self, text: &str) -> Option<bool> {
        if text.len() > LONGEST {
            return None;
        }
        let (place, behind) = self.0.split_at_mut(text.len());
        place.copy_from_slice(text.as_bytes());
        *behind.first_chunk_mut::<{ ROOM - LONGEST }>()? = [0; ROOM - LONGEST];
        const ONES: u64 = u64::MAX / 255;
        let (mut all, mut slash) = (0, 0);
        for part in self.0.as_chunks::<8>().0.iter().take(text.len() / 8 + 1) {
            let eight = u64::from_le_bytes(*part);
            all |= eight;
            // Whether a byte is zero where slashes are.
            let others = eight ^ (ONES * u64::from(b'/'));
            slash |= others.wrapping_sub(ONES) & !others;
        }
        let high = ONES * 128;
        (all & high == 0).then_some(slash & high != 0)
    }

    /// Ends the text at a place.
    pub fn cut(&mut self, at: usize) {
        self.0[at..].fill(0);
    }

    /// The digits at a place as a number, and how many there are; at most eight are read.
    #[inline(always)]
    pub fn digits(&self, at: usize) -> (u64, usize) {
        let digits = self.sixteen(at) as u64 ^ 0x3030_3030_3030_3030;
        let others = (digits.wrapping_add(0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080;
        let count = others.trailing_zeros() / 8;
        // The digits as the highest bytes, then pairs of them, then pairs of pairs.
        let all = digits.checked_shl(64 - 8 * count).unwrap_or(0);
        let pairs = all.wrapping_mul(10).wrapping_add(all >> 8);
        let high = (pairs & 0x0000_00ff_0000_00ff).wrapping_mul(0x000f_4240_0000_0064);
        let low = (pairs >> 16 & 0x0000_00ff_0000_00ff).wrapping_mul(0x0000_2710_0000_0001);
        (high.wrapping_add(low) >> 32, count as usize)
    }

    /// The byte at a place, 0 behind the end.
    #[inline(always)]
    pub fn byte(&self, at: usize) -> u8 {
        self.0[at & 255]
    }

    /// Sixteen bytes from a place on, the first lowest.
    #[inline(always)]
    pub fn sixteen(&self, at: usize) -> u128 {
        let at = at & 255;
        self.0[at..at + 16].try_into().map_or(0, u128::from_le_bytes)
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
        let mut end = at;
        loop {
            // The highest bit of each byte that is below the digits.
            let below = !(self.sixteen(end) as u64).wrapping_add(0x5050_5050_5050_5050) & 0x8080_8080_8080_8080;
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

    /// The bytes of a range.
    #[inline(always)]
    pub fn slice(&self, from: usize, to: usize) -> &[u8] {
        self.0.get(from..to).unwrap_or(&[])
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

    /// The first byte.
    fn byte(&self) -> u8 {
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
    fallback: Option<Fixed>,
    /// Whether values without a name are defined.
    numbers: bool,
    /// The value that nothing stands for.
    pub empty: Option<u64>,
}

struct Word {
    fixed: Fixed,
    own: bool,
    value: u64,
    status: Status,
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
        Set { starts, words, fallback: names.fallback.map(Fixed::new), numbers: names.fallback_ok, empty }
    }

    /// The longest name that stands at a place as a whole word.
    #[inline]
    pub fn find(&self, text: &Text, at: usize) -> Found {
        let sixteen = text.sixteen(at);
        let first = (sixteen & 63) as usize;
        let range = usize::from(self.starts[first])..usize::from(self.starts[first + 1]);
        for word in self.words.get(range).unwrap_or(&[]) {
            if word.fixed.is(sixteen, text, at) && !text.word(at + usize::from(word.fixed.len)) {
                return if word.own {
                    Found::Value(word.value, word.status, word.fixed.len.into())
                } else {
                    Found::Open
                };
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
