//! A buffer for printed text. Text is appended in pieces of a fixed size.
//!
//! Most pieces of an instruction are a few bytes long. Copying a piece of known size and advancing by fewer bytes is one store; copying
//! exactly the bytes of the piece is a call.

use std::fmt;

/// Spare bytes at the end of a new buffer.
const SLACK: usize = 64;

/// A text buffer that grows and never shrinks.
#[derive(Clone, Debug)]
pub struct Line {
    /// The text, followed by unspecified bytes.
    bytes: Vec<u8>,
    at: usize,
}

/// No text and no capacity.
impl Default for Line {
    fn default() -> Line {
        Line { bytes: Vec::new(), at: 0 }
    }
}

/// A text of at most [`Short::MOST`] bytes, which is copied as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Short([u8; 32]);

impl Short {
    /// The longest text.
    pub const MOST: usize = 31;
    pub const EMPTY: Short = Short([0; 32]);

    /// The text, unless it is too long.
    pub fn new(text: &str) -> Option<Short> {
        let mut bytes = [0; 32];
        bytes.get_mut(..text.len()).filter(|_| text.len() <= Short::MOST)?.copy_from_slice(text.as_bytes());
        bytes[31] = text.len() as u8;
        Some(Short(bytes))
    }

    pub fn len(&self) -> usize {
        self.0[31].into()
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.0[..self.len()]).unwrap_or("")
    }
}

/// A text of at most fifteen bytes, the first one lowest; the highest byte is the length.
pub(crate) fn tiny(text: &str) -> Option<u128> {
    let bytes = text.as_bytes();
    let all = bytes.iter().rev().fold(0, |all, byte| all << 8 | u128::from(*byte));
    (bytes.len() < 16).then_some(all | (bytes.len() as u128) << 120)
}

/// Decimal digits of the numbers below 1000, and the number of digits.
static DECIMAL: [[u8; 4]; 1000] = {
    let mut all = [[0; 4]; 1000];
    let mut n = 0;
    while n < 1000 {
        let digits = [b'0' + (n / 100) as u8, b'0' + (n / 10 % 10) as u8, b'0' + (n % 10) as u8];
        all[n] = match n {
            0..10 => [digits[2], 0, 0, 1],
            10..100 => [digits[1], digits[2], 0, 2],
            _ => [digits[0], digits[1], digits[2], 3],
        };
        n += 1;
    }
    all
};

/// The hexadecimal digits of 32 bits, the highest first.
#[inline(always)]
pub(crate) fn hex_digits(n: u32) -> [u8; 8] {
    // Spreads eight nibbles to eight bytes, then makes `0` to `9` or `a` to `f` of all of them at once.
    let mut spread = u64::from(n);
    spread = (spread | spread << 16) & 0x0000_ffff_0000_ffff;
    spread = (spread | spread << 8) & 0x00ff_00ff_00ff_00ff;
    spread = (spread | spread << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    let letters = (spread + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101;
    (spread + 0x3030_3030_3030_3030 + letters * 39).to_be_bytes()
}

/// The hexadecimal digits of bytes, two each.
#[inline(always)]
fn pairs_of_digits(bytes: &[u8; 16]) -> [u8; 32] {
    // In steps that compilers vectorize.
    let pairs = bytes.map(|byte| {
        let digits = u16::from(byte) >> 4 | (u16::from(byte) & 15) << 8;
        let letters = (digits + 0x0606) >> 4 & 0x0101;
        digits + 0x3030 + letters * 39
    });
    let mut out = [0; 32];
    for (place, pair) in out.as_chunks_mut::<2>().0.iter_mut().zip(pairs) {
        *place = pair.to_le_bytes();
    }
    out
}

impl Line {
    /// An empty buffer.
    pub fn new() -> Line {
        Line::with_capacity(0)
    }

    /// An empty buffer with room for this number of bytes.
    pub fn with_capacity(bytes: usize) -> Line {
        Line { bytes: vec![0; bytes + SLACK], at: 0 }
    }

    /// Bytes of the text.
    pub fn len(&self) -> usize {
        self.at
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.at == 0
    }

    /// The text.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.at]
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(self.as_bytes()).unwrap_or("")
    }

    /// The text as a vector.
    pub fn into_bytes(mut self) -> Vec<u8> {
        self.bytes.truncate(self.at);
        self.bytes
    }

    /// Removes everything after the first `len` bytes.
    pub fn truncate(&mut self, len: usize) {
        self.at = self.at.min(len);
    }

    /// Removes trailing blanks.
    pub(crate) fn trim_end(&mut self) {
        while self.at > 0 && self.bytes[self.at - 1] == b' ' {
            self.at -= 1;
        }
    }

    #[cold]
    fn grow(&mut self, more: usize) {
        let len = (2 * self.bytes.len()).max(self.at + more + SLACK);
        self.bytes.resize(len, 0);
    }

    /// Writes `N` bytes, of which the first `len` are text.
    #[inline(always)]
    fn put<const N: usize>(&mut self, piece: [u8; N], len: usize) {
        loop {
            if let Some(place) = self.bytes.get_mut(self.at..).and_then(|rest| rest.first_chunk_mut()) {
                *place = piece;
                self.at += len;
                return;
            }
            self.grow(N);
        }
    }

    /// Appends a character.
    #[inline]
    pub fn push(&mut self, c: char) {
        if c.is_ascii() { self.put([c as u8], 1) } else { self.push_str(c.encode_utf8(&mut [0; 4])) }
    }

    /// Appends text.
    #[inline]
    pub fn push_str(&mut self, text: &str) {
        if self.bytes.len() - self.at < text.len() {
            self.grow(text.len());
        }
        let end = self.at + text.len();
        if let Some(place) = self.bytes.get_mut(self.at..end) {
            place.copy_from_slice(text.as_bytes());
        }
        self.at = end;
    }

    #[inline(always)]
    pub(crate) fn push_short(&mut self, text: &Short) {
        self.put(text.0, text.len());
    }

    /// Appends a text made by [`tiny`].
    #[inline(always)]
    pub(crate) fn push_tiny(&mut self, text: u128) {
        self.put(text.to_le_bytes(), (text >> 120) as usize);
    }

    /// Appends a number in decimal digits.
    #[inline]
    pub fn push_dec(&mut self, n: u64) {
        match DECIMAL.get(n as usize) {
            Some(digits) if n < 1000 => self.put(*digits, digits[3].into()),
            _ => self.push_long(n),
        }
    }

    fn push_long(&mut self, n: u64) {
        self.push_dec(n / 1000);
        let rest = n % 1000;
        self.put([b'0' + (rest / 100) as u8, b'0' + (rest / 10 % 10) as u8, b'0' + (rest % 10) as u8], 3);
    }

    /// Appends the hexadecimal digits of a number.
    #[inline]
    pub fn push_hex(&mut self, n: u64) {
        if n >> 32 != 0 {
            self.push_hex(n >> 32);
            return self.push_hex_word(n as u32);
        }
        let zeros = ((n as u32 | 1).leading_zeros() / 4) as usize;
        let digits = u64::from_be_bytes(hex_digits(n as u32)) << (8 * zeros);
        self.put(digits.to_be_bytes(), 8 - zeros);
    }

    /// Appends eight hexadecimal digits.
    #[inline]
    pub fn push_hex_word(&mut self, n: u32) {
        self.put(hex_digits(n), 8);
    }

    /// Appends sixteen hexadecimal digits.
    #[inline]
    pub fn push_hex_long(&mut self, n: u64) {
        let (high, low) = (hex_digits((n >> 32) as u32), hex_digits(n as u32));
        self.put((u128::from(u64::from_le_bytes(low)) << 64 | u128::from(u64::from_le_bytes(high))).to_le_bytes(), 16);
    }

    /// Appends the hexadecimal digits of bytes, two each.
    #[inline]
    pub fn push_hex_bytes(&mut self, bytes: &[u8]) {
        let (pieces, rest) = bytes.as_chunks::<16>();
        for piece in pieces {
            self.put(pairs_of_digits(piece), 32);
        }
        // Writes the rest together with bytes before it, whose digits are already there.
        let again = |of: usize| 2 * (of - rest.len());
        if rest.is_empty() {
        } else if let Some(last) = bytes.last_chunk() {
            self.at -= again(16);
            self.put(pairs_of_digits(last), 32);
        } else if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
            self.push_hex_long(u64::from_be_bytes(*first));
            self.at -= again(16);
            self.push_hex_long(u64::from_be_bytes(*last));
        } else {
            let all = rest.iter().fold(0, |all, byte| all << 8 | u64::from(*byte));
            self.push_hex_long(all << (64 - 8 * rest.len()));
            self.at -= again(8);
        }
    }

    /// Appends a signed number in hexadecimal digits: `-0x8`.
    #[inline]
    pub fn push_signed_hex(&mut self, n: i64) {
        if n < 0 {
            self.put(*b"-0x", 3)
        } else {
            self.put(*b"0x", 2)
        }
        self.push_hex(n.unsigned_abs());
    }

    /// One register or several: `s4`, `s[4:5]`.
    #[inline]
    pub fn push_group(&mut self, prefix: &str, first: u64, count: u64) {
        match prefix.as_bytes() {
            [one] => self.put([*one], 1),
            _ => self.push_str(prefix),
        }
        if count > 1 {
            self.put(*b"[", 1);
            self.push_dec(first);
            self.put(*b":", 1);
            self.push_dec(first + count - 1);
            self.put(*b"]", 1);
        } else {
            self.push_dec(first);
        }
    }
}

impl<'a> Extend<&'a str> for Line {
    fn extend<I: IntoIterator<Item = &'a str>>(&mut self, pieces: I) {
        pieces.into_iter().for_each(|piece| self.push_str(piece));
    }
}

impl fmt::Write for Line {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push_str(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, Short, tiny};

    #[test]
    fn numbers_are_those_of_the_standard_library() {
        let mut line = Line::new();
        let mut wanted = String::new();
        let powers = (0..64).flat_map(|bit| [1u64 << bit, (1 << bit) - 1, (1u64 << bit).wrapping_mul(0x9e37_79b9)]);
        for n in powers.chain(0..1100).chain([u64::MAX]) {
            line.push_dec(n);
            line.push(' ');
            line.push_hex(n);
            line.push('é');
            line.push_signed_hex(n as i64);
            line.push_hex_word(n as u32);
            line.push_hex_long(n);
            line.push_hex_bytes(&[n.to_be_bytes(); 5].concat()[..(n % 41) as usize]);
            let sign = if (n as i64) < 0 { "-" } else { "" };
            wanted += &format!("{n} {n:x}é{sign}0x{:x}{:08x}{n:016x}", (n as i64).unsigned_abs(), n as u32);
            wanted += &format!("{n:016x}").repeat(5)[..2 * (n % 41) as usize];
        }
        assert_eq!(line.as_str(), wanted);
    }

    #[test]
    fn pieces_are_their_texts() {
        let mut line = Line::new();
        for text in ["", "R254", "a text of thirty-one characters"] {
            line.push_short(&Short::new(text).unwrap());
        }
        line.push_tiny(tiny("fifteen letters").unwrap());
        assert_eq!(line.as_str(), "R254a text of thirty-one charactersfifteen letters");
        assert!(Short::new(&"x".repeat(32)).is_none() && tiny("sixteen letters.").is_none());
        line.truncate(4);
        line.push_group("ttmp", 4, 1);
        line.push_group("v", 4, 2);
        line.push_str(&"y".repeat(1000));
        assert_eq!(line.as_str(), format!("R254ttmp4v[4:5]{}", "y".repeat(1000)));
    }
}
