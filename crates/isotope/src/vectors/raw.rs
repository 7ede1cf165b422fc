//! Vectors as records of equal words, for millions of them: what `--format raw` writes and `--check` reads.
//!
//! Everything is little-endian.
//!
//! | bytes | what |
//! | --- | --- |
//! | 0..8 | [`MAGIC`] |
//! | 8..12 | bytes of a word: 1, 2, 4 or 8 |
//! | 12..16 | bytes of the text |
//! | 16..24 | number of records |
//! | 24.. | the text: lines `key=value`, `op` among them; then the records |
//!
//! A record is six words: mem, src0, src1, new, returned, flags. In the flags [`HAS_NEW`] and [`HAS_RETURNED`] say which
//! of the two results is there; the word of one that is not is 0. A question has neither. A device answers with the same records, its own
//! two results in them and lines about itself added to the text.

use std::io::{self, Read, Write};

use isotope_option::OptionName;
use isotope_prove::vectors::Vector;

use crate::error::{Context, Result, ensure};

/// The first bytes.
pub const MAGIC: &[u8; 8] = b"ISOVEC1\n";
/// Memory afterwards is known.
pub const HAS_NEW: u64 = 1;
/// The value given back is known.
pub const HAS_RETURNED: u64 = 2;

/// Words of a record.
const WORDS: usize = 6;
/// The longest text that is read.
const MOST_TEXT: u32 = 1 << 16;

/// What stands before the records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// Bits of a word.
    pub bits: u32,
    /// Number of records.
    pub count: u64,
    /// Keys and values.
    pub lines: Vec<(String, String)>,
}

impl Head {
    /// Writes it.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let text: String = self.lines.iter().map(|(k, v)| format!("{k}={v}\n")).collect();
        out.write_all(MAGIC)?;
        out.write_all(&(self.bits / 8).to_le_bytes())?;
        out.write_all(&u32::try_from(text.len()).map_err(io::Error::other)?.to_le_bytes())?;
        out.write_all(&self.count.to_le_bytes())?;
        out.write_all(text.as_bytes())
    }

    /// Reads it.
    ///
    /// # Errors
    /// What is none.
    pub fn read(from: &mut impl Read) -> Result<Head> {
        let mut fixed = [0; 24];
        from.read_exact(&mut fixed).context("expected a head of 24 bytes, found the end")?;
        ensure!(fixed.starts_with(MAGIC), "expected {}, found another beginning", OptionName::RawVectors);
        let word = |at: usize| u32::from_le_bytes([fixed[at], fixed[at + 1], fixed[at + 2], fixed[at + 3]]);
        let (bytes, length) = (word(8), word(12));
        ensure!(matches!(bytes, 1 | 2 | 4 | 8), "expected words of 1, 2, 4 or 8 bytes, found {bytes}");
        ensure!(length <= MOST_TEXT, "expected at most {MOST_TEXT} bytes of text in the head, found {length}");
        let mut text = vec![0; length as usize];
        from.read_exact(&mut text).context("the text of the head ends early")?;
        let text = String::from_utf8(text).context("the text of the head is not UTF-8")?;
        let pair = |line: &str| {
            let (key, value) =
                line.split_once('=').with_context(|| format!("head: expected key=value, found `{line}`"))?;
            Ok((key.to_string(), value.to_string()))
        };
        let lines = text.lines().map(pair).collect::<Result<_>>()?;
        Ok(Head { bits: bytes * 8, count: u64::from(word(16)) | u64::from(word(20)) << 32, lines })
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.lines.iter().rfind(|(k, _)| k == key).map(|(_, v)| v.as_str())
    }

    /// Bytes of a word.
    fn word(&self) -> usize {
        self.bits as usize / 8
    }

    /// Bytes of a record.
    fn record(&self) -> usize {
        WORDS * self.word()
    }

    /// Writes one record.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn put(&self, v: &Vector, out: &mut impl Write) -> io::Result<()> {
        let flag = |v: Option<u64>, bit| v.map_or(0, |_| bit);
        let flags = flag(v.new, HAS_NEW) | flag(v.returned, HAS_RETURNED);
        let words = [v.mem, v.src[0], v.src[1], v.new.unwrap_or(0), v.returned.unwrap_or(0), flags];
        let mut bytes = [0; WORDS * 8];
        for (place, word) in bytes.chunks_exact_mut(self.word()).zip(words) {
            place.copy_from_slice(&word.to_le_bytes()[..self.word()]);
        }
        out.write_all(&bytes[..self.record()])
    }

    /// Hand every record to `each`; an end that comes early or late is an error.
    ///
    /// # Errors
    /// As it says.
    pub fn each(&self, from: &mut impl Read, mut each: impl FnMut(Vector)) -> Result<()> {
        let mut bytes = vec![0; self.record()];
        for i in 0..self.count {
            let missing = || format!("expected {} records, found {i} and the end", self.count);
            from.read_exact(&mut bytes).with_context(missing)?;
            let mut words = [0; WORDS];
            for (word, place) in words.iter_mut().zip(bytes.chunks_exact(self.word())) {
                let mut all = [0; 8];
                all[..place.len()].copy_from_slice(place);
                *word = u64::from_le_bytes(all);
            }
            let [mem, src0, src1, new, returned, flags] = words;
            let given = |bit, v| (flags & bit != 0).then_some(v);
            each(Vector { mem, src: [src0, src1], new: given(HAS_NEW, new), returned: given(HAS_RETURNED, returned) });
        }
        ensure!(from.read(&mut [0]).plain()? == 0, "expected {} records and the end, found more", self.count);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for bits in [8, 16, 32, 64] {
            let most = u64::MAX >> (64 - bits);
            let set = [
                Vector { mem: 1, src: [most, 0], new: Some(most), returned: Some(1) },
                Vector { mem: most, src: [0, 7], new: None, returned: Some(most) },
                Vector { mem: 0, src: [0, 0], new: None, returned: None },
            ];
            let head = Head { bits, count: 3, lines: vec![("op".into(), "a:b,c=d".into())] };
            let mut bytes = Vec::new();
            head.write(&mut bytes).unwrap();
            set.iter().for_each(|v| head.put(v, &mut bytes).unwrap());
            let mut from = bytes.as_slice();
            let read = Head::read(&mut from).unwrap();
            assert_eq!(read, head);
            assert_eq!(read.get("op"), Some("a:b,c=d"));
            let mut back = Vec::new();
            read.each(&mut from, |v| back.push(v)).unwrap();
            assert_eq!(back, set);
        }
    }

    #[test]
    fn what_is_no_such_file() {
        let head = Head { bits: 32, count: 1, lines: vec![] };
        let mut good = Vec::new();
        head.write(&mut good).unwrap();
        head.put(&Vector { mem: 1, src: [2, 3], new: None, returned: None }, &mut good).unwrap();
        let read = |bytes: &[u8]| {
            let mut from = bytes;
            let result = Head::read(&mut from).and_then(|h| h.each(&mut from, |_| {}));
            result.err().map_or(String::new(), |e| e.to_string())
        };
        assert_eq!(read(&good), "");
        assert_eq!(read(&good[..20]), "expected a head of 24 bytes, found the end: failed to fill whole buffer");
        assert_eq!(read(&good[..30]), "expected 1 records, found 0 and the end: failed to fill whole buffer");
        assert_eq!(read(&[&good[..], b"x"].concat()), "expected 1 records and the end, found more");
        let with = |at: usize, byte: u8| {
            let mut bytes = good.clone();
            bytes[at] = byte;
            read(&bytes)
        };
        assert_eq!(with(0, b'x'), "expected raw records of vectors, found another beginning");
        assert_eq!(with(8, 3), "expected words of 1, 2, 4 or 8 bytes, found 3");
        assert_eq!(with(15, 1), "expected at most 65536 bytes of text in the head, found 16777216");
    }
}
