//! Digests: whether two machines computed the same. They protect from accidents and not from somebody who wants to deceive.

use twox_hash::XxHash3_128;

/// A digest in the making.
pub struct Digest(XxHash3_128);

impl Digest {
    /// Of nothing yet.
    pub fn new() -> Digest {
        Digest(XxHash3_128::new())
    }

    /// Adds bytes, and not where they end.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }

    /// Adds a text and its length.
    pub fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.bytes(text.as_bytes());
    }

    /// Adds a number.
    pub fn number(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    /// 32 hexadecimal digits.
    pub fn finish(&self) -> String {
        format!("{:032x}", self.0.finish_128())
    }
}

/// Of one text.
pub fn of(text: &str) -> String {
    let mut digest = Digest::new();
    digest.text(text);
    digest.finish()
}
