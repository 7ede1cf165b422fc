//! How a line is spelled: its text without the numbers of registers and offsets, and those numbers.

use crate::compile::Style;
use crate::plan::words::Text;

/// The longest text of which a spelling is taken, and room for one; what is copied behind it does not count.
const LONGEST: usize = 112;
const ROOM: usize = 128 + 16;
/// The most numbers of a spelling.
pub const NUMBERS: usize = 8;
/// What stands for a number, and for one in hexadecimal digits: no bytes of a text.
const NUMBER: u8 = 0x80;
const HEX: u8 = 0x81;

/// Bytes that are compared at once.
pub type Block = [u8; 16];
/// The most of them that a spelling has.
pub const BLOCKS: usize = LONGEST / 16;

/// Which numbers are left out.
pub struct Heads {
    /// Behind which bytes digits are the number of a register, or an offset.
    before: [bool; 256],
    /// Whether hexadecimal digits behind `0x` are such, too.
    hex: bool,
}

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
    numbers: [u32; NUMBERS],
    /// Where they begin.
    starts: [u8; NUMBERS],
    count: usize,
    pub hash: u64,
}

impl Heads {
    /// Those behind prefixes of registers, brackets and colons, and hexadecimal ones unless instruction sets write their flags so.
    pub fn new(style: &Style) -> Heads {
        let mut before = [false; 256];
        let last = style.registers.iter().filter_map(|prefix| prefix.bytes().last());
        last.chain(*b"[:").for_each(|byte| before[usize::from(byte)] = true);
        Heads { before, hex: !style.groups }
    }

    /// Whether digits at a place are a number to be left out.
    #[inline(always)]
    fn leave(&self, text: &Text, at: usize) -> bool {
        let before = text.byte(at.wrapping_sub(1));
        self.before[usize::from(before)] || before == b'-' && text.byte(at.wrapping_sub(2)) == b':'
    }
}

impl Spelled {
    pub fn new() -> Spelled {
        Spelled { key: [0; ROOM], len: 0, numbers: [0; NUMBERS], starts: [0; NUMBERS], count: 0, hash: 0 }
    }

    /// What is compared: bytes with zeros behind them, and how many they are.
    #[inline(always)]
    pub fn key(&self) -> (&[Block], usize) {
        (self.key.as_chunks().0.get(..self.len.div_ceil(16)).unwrap_or(&[]), self.len)
    }

    /// One of the numbers that were left out.
    #[inline(always)]
    pub fn number(&self, place: u8) -> u32 {
        self.numbers[usize::from(place) % NUMBERS]
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
    #[inline(always)]
    pub fn take(&mut self, text: &Text, len: usize, mnemonic: (usize, usize), heads: &Heads) -> Option<()> {
        if len > LONGEST {
            return None;
        }
        let digits = text.digit_places();
        // None of those in the mnemonic.
        let name = (1u128 << (mnemonic.1 & 127)) - (1u128 << (mnemonic.0 & 127));
        let runs = digits & !(digits << 1) & !name;
        let (mut read, mut written, mut count) = (0, 0, 0);
        for (half, runs) in [runs as u64, (runs >> 64) as u64].into_iter().enumerate() {
            let mut runs = runs;
            while runs != 0 {
                let at = 64 * half + runs.trailing_zeros() as usize;
                runs &= runs - 1;
                // Digits of the hexadecimal number before.
                if at < read {
                    continue;
                }
                let (mut value, mut digits) = text.few_digits(at);
                let mut end = at + digits;
                let mut mark = NUMBER;
                if heads.hex && text.byte(end) == b'x' {
                    (value, end) = text.hex(at)?;
                    mark = HEX;
                } else if !heads.leave(text, at) || text.word(end) && digits < 4 {
                    // An immediate: hardly ever the same again.
                    if digits > 3 {
                        return None;
                    }
                    continue;
                } else {
                    if digits == 4 {
                        (value, digits) = text.digits(at);
                        end = at + digits;
                    }
                    if digits > 7 || digits > 1 && text.byte(at) == b'0' || text.word(end) {
                        return None;
                    }
                }
                let len = at - read;
                self.copy(text, read, len, written);
                written += len;
                self.key[written & 127] = mark;
                written += 1;
                *self.numbers.get_mut(count)? = value as u32;
                self.starts[count] = at as u8;
                count += 1;
                read = end;
            }
        }
        self.copy(text, read, len - read, written);
        written += len - read;
        self.place(written, [0; 16]);
        self.count = count;
        self.len = written;
        self.hash = hash(self.key().0);
        Some(())
    }

    /// Copies so many bytes to a place, in pieces of one size.
    #[inline(always)]
    fn copy(&mut self, text: &Text, from: usize, len: usize, to: usize) {
        let mut done = 0;
        loop {
            self.place(to + done, text.sixteen(from + done).to_le_bytes());
            done += 16;
            if done >= len {
                break;
            }
        }
    }

    #[inline(always)]
    fn place(&mut self, at: usize, block: Block) {
        let at = at & 127;
        self.key[at..at + 16].copy_from_slice(&block);
    }
}

#[inline(always)]
fn hash(key: &[Block]) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut all = 0u64;
    for block in key {
        let both = u128::from_le_bytes(*block);
        all = (all ^ both as u64).wrapping_mul(ODD).rotate_left(29);
        all = (all ^ (both >> 64) as u64).wrapping_mul(ODD).rotate_left(32);
    }
    all ^ all >> 32
}
