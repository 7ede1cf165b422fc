//! Finds whole words of a list at a position in a text; compares sixteen bytes at once.

use super::Shared;
use crate::digits::leading_digits;
use crate::row::{Name, NameStatus, Names, Profiles};

/// The longest text that a plan parses.
const LONGEST: usize = 240;
/// Zero bytes after the text, so that comparisons may read more than one byte; and the size of the buffer.
const BEHIND: usize = 48;
const ROOM: usize = LONGEST + BEHIND;

/// A text followed by zeros.
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

/// The highest bit of each byte that is below the digits; of bytes of ASCII.
#[inline(always)]
fn below_digits(eight: u64) -> u64 {
    !eight.wrapping_add(0x5050_5050_5050_5050) & 0x8080_8080_8080_8080
}

impl Text {
    /// A copy, unless the text is too long.
    #[inline]
    pub fn of(text: &str) -> Option<Text> {
        let mut bytes = [0; ROOM];
        bytes[..LONGEST].get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        Some(Text(bytes))
    }

    /// The digits at a position as a number, and how many there are; at most eight are read.
    #[inline(always)]
    pub fn digits(&self, at: usize) -> (u64, usize) {
        leading_digits(self.sixteen(at) as u64)
    }

    /// The byte at a position below 256 (higher bits are ignored, which saves a bounds check); 0 after the end of the text.
    #[inline(always)]
    pub fn byte(&self, at: usize) -> u8 {
        self.0[at & 255]
    }

    /// Sixteen bytes from a position, the first one lowest.
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

    /// The length of the word at a position.
    #[inline]
    pub fn word_len(&self, at: usize) -> usize {
        let mut end = at;
        while self.word(end) {
            end += 1;
        }
        end - at
    }

    /// Up to four digits at a position as a number, and how many there are.
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
    /// The remaining bytes, if there are more than sixteen.
    rest: Option<&'static &'static str>,
    pub len: u8,
}

/// Masks by length: the bytes of sixteen that are compared.
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
        // Few texts are longer, so they are leaked.
        let rest = text.get(len..).filter(|rest| !rest.is_empty()).map(|rest| &*Box::leak(Box::new(rest)));
        Fixed { first: [first as u64, (first >> 64) as u64], rest, len: text.len() as u8 }
    }

    /// Whether the text is at a position whose sixteen bytes are given.
    #[inline(always)]
    pub fn is(&self, sixteen: u128, text: &Text, at: usize) -> bool {
        let [low, high] = MASKS[usize::from(self.len.min(16))];
        let differs = (sixteen as u64 & low ^ self.first[0]) | ((sixteen >> 64) as u64 & high ^ self.first[1]);
        differs == 0 && self.rest.is_none_or(|rest| text.slice(at + 16, at + usize::from(self.len)) == rest.as_bytes())
    }

    /// The first byte.
    #[inline(always)]
    pub fn byte(&self) -> u8 {
        self.first[0] as u8
    }
}

/// The result of searching a list at a position.
pub enum NameMatch {
    /// A name of the profile.
    Value(u64, NameStatus, usize),
    /// No name.
    Nothing,
    /// Only the general path can decide: a name of another profile, or a number instead of a name.
    Open,
}

/// The names of a list that are not empty, grouped by first letter, longer ones first.
pub struct NameSet {
    /// The start of each group in the list, by the lower six bits of the first byte.
    starts: [u16; 65],
    words: Vec<Word>,
    perfect: Option<PerfectHash>,
    /// The text before the number of a value without a name.
    fallback: Option<Fixed>,
    /// Whether values without a name are defined.
    numbers: bool,
    /// The value of the empty name.
    pub empty: Option<u64>,
}

/// A perfect hash of short words of letters and digits.
struct PerfectHash {
    factor: u64,
    /// The position of each slot's word in the list, from 1; 0 for none.
    places: Vec<u8>,
}

/// Factors to try: the bits of the product from bit 40 up must differ for all names.
const FACTORS: [u64; 6] = [
    0x9e37_79b9_7f4a_7c15,
    0xc2b2_ae3d_27d4_eb4f,
    0x1656_67b1_9e37_79f9,
    0xd6e8_feb8_6659_fd93,
    0xa076_1d64_78bd_642f,
    0xe703_7ed1_a0b4_28db,
];
/// Slots of a perfect hash per word, at least: with fewer, most factors make two words collide.
const SLOTS_PER_WORD: usize = 8;
/// Most slots of a perfect hash.
const MOST_PLACES: usize = 4096;

impl PerfectHash {
    /// The words of a list that are not followed by other characters in a longer name.
    fn new(names: &Names, words: &[Word]) -> Option<PerfectHash> {
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
        let places = (SLOTS_PER_WORD * words.len()).max(words.len() * words.len()).min(MOST_PLACES).next_power_of_two();
        FACTORS.into_iter().find_map(|factor| {
            let mut perfect = PerfectHash { factor, places: vec![0; places] };
            for (place, word) in (1..).zip(words).filter(|(_, word)| alone(word)) {
                let at = perfect.place(word.fixed.first[0]);
                match perfect.places[at] {
                    0 => perfect.places[at] = place,
                    // Of two equal texts the first counts.
                    other if words[usize::from(other) - 1].fixed.first[0] == word.fixed.first[0] => {}
                    _ => return None,
                }
            }
            Some(perfect)
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
    status: NameStatus,
}

impl Word {
    #[inline(always)]
    fn found(&self) -> NameMatch {
        if self.own { NameMatch::Value(self.value, self.status, self.fixed.len.into()) } else { NameMatch::Open }
    }
}

impl NameSet {
    /// The names of a list on a profile.
    pub fn of(names: &'static Names, profile: Profiles) -> &'static NameSet {
        static ALL: Shared<(usize, Profiles), NameSet> = Shared::new();
        ALL.get((std::ptr::from_ref(names) as usize, profile), || NameSet::new(names, profile))
    }

    fn new(names: &'static Names, profile: Profiles) -> NameSet {
        let bucket = |word: &Word| usize::from(word.fixed.byte() & 63);
        let listed = names.list.iter().filter(|name| !name.text.is_empty());
        let mut words: Vec<Word> = listed
            .map(|n| {
                let own = n.profiles & profile != 0;
                Word { fixed: Fixed::new(n.text), own, value: n.value, status: n.status }
            })
            .filter(|word| word.own || word.status == NameStatus::Ok)
            .collect();
        // Of two equal texts the first counts, and a name of this profile comes before those of others.
        words.sort_by_key(|word| (bucket(word), std::cmp::Reverse(word.fixed.len), !word.own));
        let mut starts = [0; 65];
        for (first, start) in starts.iter_mut().enumerate() {
            *start = words.partition_point(|word| bucket(word) < first) as u16;
        }
        let empty = names.list.iter().find(|n| n.text.is_empty() && n.profiles & profile != 0).map(|n| n.value);
        let perfect = PerfectHash::new(names, &words);
        NameSet { starts, words, perfect, fallback: names.fallback.map(Fixed::new), numbers: names.fallback_ok, empty }
    }

    /// The longest name at a position that is a whole word.
    #[inline(always)]
    pub fn find(&self, text: &Text, at: usize) -> NameMatch {
        // The fast path: if the character after the word is below the digits in ASCII, the word is all bytes before it.
        let eight = text.sixteen(at) as u64;
        let below = below_digits(eight);
        let name = eight & (below & below.wrapping_neg()).wrapping_sub(1) >> 7;
        if below != 0
            && let Some(perfect) = &self.perfect
            && let Some(place) = perfect.places.get(perfect.place(name))
            && let Some(word) = self.words.get(usize::from(*place).wrapping_sub(1))
            && word.fixed.first[0] == name
        {
            return word.found();
        }
        self.search(text, at)
    }

    /// As [`NameSet::find`], for every name.
    #[inline(never)]
    fn search(&self, text: &Text, at: usize) -> NameMatch {
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
                    NameMatch::Value(value, NameStatus::Ok, end - at)
                } else {
                    NameMatch::Open
                }
            }
            _ => NameMatch::Nothing,
        }
    }
}
