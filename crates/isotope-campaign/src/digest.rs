//! Digests that show whether two machines computed the same. They protect against accidents, not against manipulation.

use twox_hash::XxHash3_128;

/// A digest in progress.
#[derive(Default)]
pub struct Digest(XxHash3_128);

impl Digest {
    /// Adds bytes without their length.
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

/// The digest of one text.
pub fn of(text: &str) -> String {
    let mut digest = Digest::default();
    digest.text(text);
    digest.finish()
}
