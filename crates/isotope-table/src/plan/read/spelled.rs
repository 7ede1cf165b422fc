//! How a line is spelled: its text without the numbers of registers and offsets, and those numbers.

use crate::compile::Style;
use crate::plan::words::{Text, is_word};

/// The longest text of which a spelling is taken, and the longest spelling.
const LONGEST: usize = 112;
pub const LONGEST_KEY: usize = 96;
/// Room for what is copied behind them.
const ROOM: usize = 128 + 32;
/// The most numbers of a spelling.
pub const NUMBERS: usize = 8;
/// What stands for a number, and for one in hexadecimal digits: no bytes of a text.
const NUMBER: u8 = 0x80;
const HEX: u8 = 0x81;

/// What is compared: bytes with zeros behind them.
pub type Key = [u8; LONGEST_KEY];

/// Which numbers are left out.
pub struct Heads {
    /// What bytes are: some of `WORD` and `BEFORE`.
    kinds: [u8; 256],
    /// Whether hexadecimal digits behind `0x` are such, too.
    hex: bool,
}

/// A part of a word.
const WORD: u8 = 1;
/// Digits behind it are the number of a register, or an offset.
const BEFORE: u8 = 2;

/// A number that stands in a text.
#[derive(Clone, Copy)]
pub struct Written {
    pub value: u32,
    /// Where it begins, and where its digits do and end.
    pub at: usize,
    pub digits: (usize, usize),
}

/// The spelling of a text.
pub struct Spelled {
    key: [u8; ROOM],
    len: usize,
    /// Twice as many as there may be, so that a half of a byte is a place.
    numbers: [u32; 2 * NUMBERS],
    /// Where they begin.
    starts: [u8; NUMBERS],
    count: usize,
    pub hash: u32,
}

impl Heads {
    /// Those behind prefixes of registers, brackets and colons, and hexadecimal ones unless instruction sets write their flags so.
    pub fn new(style: &Style) -> Heads {
        let mut kinds: [u8; 256] = std::array::from_fn(|byte| if is_word(byte as u8) { WORD } else { 0 });
        let last = style.registers.iter().filter_map(|prefix| prefix.bytes().last());
        last.chain(*b"[:").for_each(|byte| kinds[usize::from(byte)] |= BEFORE);
        Heads { kinds, hex: !style.groups }
    }

    #[inline(always)]
    fn is(&self, byte: u8, kind: u8) -> bool {
        self.kinds[usize::from(byte)] & kind != 0
    }
}

impl Spelled {
    pub fn new() -> Spelled {
        Spelled { key: [0; ROOM], len: 0, numbers: [0; 2 * NUMBERS], starts: [0; NUMBERS], count: 0, hash: 0 }
    }

    /// What is compared, and how many bytes of that there are.
    #[inline(always)]
    pub fn key(&self) -> (&Key, usize) {
        (self.key.first_chunk().unwrap_or(&[0; LONGEST_KEY]), self.len)
    }

    /// One of the numbers that were left out.
    #[inline(always)]
    pub fn number(&self, place: u8) -> u32 {
        self.numbers[usize::from(place) % (2 * NUMBERS)]
    }

    /// All of them.
    pub fn numbers(&self, text: &Text) -> Vec<Written> {
        let all = self.numbers.iter().zip(self.starts).take(self.count);
        let number = |(value, at): (&u32, u8)| {
            let at = usize::from(at);
            let digits = match text.hex(at) {
                Some((_, end)) => (at + 2, end),
                None => (at, at + text.digits(at).1),
            };
            Written { value: *value, at, digits }
        };
        all.map(number).collect()
    }

    /// Becomes the spelling of a text of that length, whose mnemonic stands at the range; nothing for a text with other numbers than few
    /// spellings have.
    ///
    /// What differs from line to line is worked out rather than branched on where that is possible: to guess wrong costs more.
    #[inline(always)]
    pub fn take(&mut self, text: &Text, len: usize, (name, behind): (usize, usize), heads: &Heads) -> Option<()> {
        if len > LONGEST || behind > 63 {
            return None;
        }
        // Zeros behind what is written, and none of the digits in the mnemonic.
        *self.key.first_chunk_mut()? = [0; LONGEST_KEY];
        let [low, high] = text.digit_places();
        let mut runs = low & !(low << 1) & !((1 << behind) - (1 << name));
        let mut others = high & !(high << 1 | low >> 63);
        let (mut half, mut read, mut written, mut count) = (0, 0, 0, 0);
        loop {
            if runs == 0 {
                if others == 0 {
                    break;
                }
                (half, runs, others) = (64, others, 0);
            }
            let at = half + runs.trailing_zeros() as usize;
            runs &= runs - 1;
            // Digits of the hexadecimal number before.
            if at < read {
                continue;
            }
            let (mut value, mut digits) = text.few_digits(at);
            let mut end = at + digits;
            let mut after = text.byte(end);
            let mut mark = NUMBER;
            if heads.hex && after == b'x' {
                (value, end) = text.hex(at)?;
                mark = HEX;
            } else {
                let before = text.sixteen(at.wrapping_sub(2)) as u16;
                let leave = heads.is((before >> 8) as u8, BEFORE) | (before == u16::from_le_bytes(*b":-"));
                if !leave | (heads.is(after, WORD) & (digits < 4)) {
                    // An immediate: hardly ever the same again.
                    if digits > 3 {
                        return None;
                    }
                    continue;
                }
                if digits == 4 {
                    (value, digits) = text.digits(at);
                    end = at + digits;
                    after = text.byte(end);
                }
                if (digits > 7) | heads.is(after, WORD) | (digits > 1) & (text.byte(at) == b'0') {
                    return None;
                }
            }
            self.copy(text, read, at - read, written);
            written += at - read;
            self.key[written & 127] = mark;
            written += 1;
            *self.starts.get_mut(count)? = at as u8;
            self.numbers[count] = value as u32;
            count += 1;
            read = end;
        }
        // With the zeros behind the text.
        self.copy(text, read, len - read, written);
        written += len - read;
        (self.count, self.len) = (count, written);
        self.hash = hash(self.key().0, written);
        (written <= LONGEST_KEY).then_some(())
    }

    /// Copies so many bytes to a place, and what is behind them, over which the next ones go.
    #[inline(always)]
    fn copy(&mut self, text: &Text, mut from: usize, len: usize, to: usize) {
        let mut to = to & 127;
        let end = from + len;
        loop {
            self.key[to..to + 32].copy_from_slice(&text.thirty_two(from));
            from += 32;
            to = (to + 32) & 127;
            // Hardly ever.
            if from >= end {
                break;
            }
        }
    }
}

/// Products of pairs of eight bytes: none waits for another.
#[inline(always)]
fn hash(key: &Key, len: usize) -> u32 {
    const ODD: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f];
    let mut all = 0u64;
    // The same for all of a length; most are short.
    let pairs = if len > 64 { LONGEST_KEY / 16 } else { 4 };
    for (at, pair) in key.as_chunks::<16>().0.iter().enumerate().take(pairs) {
        let both = u128::from_le_bytes(*pair);
        let [low, high] = [both as u64, (both >> 64) as u64];
        let odd = ODD.map(|odd| odd.rotate_left(7 * at as u32));
        let product = u128::from(low ^ odd[0]) * u128::from(high ^ odd[1]);
        all ^= product as u64 ^ (product >> 64) as u64;
    }
    (all ^ all >> 32) as u32
}
