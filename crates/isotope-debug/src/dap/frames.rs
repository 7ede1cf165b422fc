//! Messages of the Debug Adapter Protocol as bytes: `Content-Length: N`, an empty line, N bytes of JSON.

use isotope::error::{Error, Result};
use serde_json::Value;

/// Bytes of a header, and of a message, at most.
const HEADER: usize = 4 << 10;
const BODY: usize = 16 << 20;

/// Messages from bytes as they come.
///
/// ```
/// use isotope_debug::dap::{Frames, frame};
/// let mut frames = Frames::default();
/// let bytes = frame(&serde_json::json!({ "seq": 1 }));
/// frames.push(&bytes[..10]);
/// assert!(frames.next().is_none());
/// frames.push(&bytes[10..]);
/// assert_eq!(frames.next().unwrap().unwrap()["seq"], 1);
/// ```
#[derive(Debug, Default)]
pub struct Frames {
    bytes: Vec<u8>,
    /// Nothing behind a length that is not to be had can be read.
    lost: bool,
}

/// A message with its header.
pub fn frame(message: &Value) -> Vec<u8> {
    let body = message.to_string();
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

impl Frames {
    /// More bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        if !self.lost {
            self.bytes.extend_from_slice(bytes);
        }
    }

    /// Whether nothing more can be read, because it is not known where a message ends.
    pub fn is_lost(&self) -> bool {
        self.lost
    }

    fn lose(&mut self, why: &str) -> Option<Result<Value>> {
        self.lost = true;
        self.bytes.clear();
        Some(Err(Error::new(why)))
    }

    /// The next message, if it is there as a whole; or what is wrong with it.
    #[allow(clippy::should_implement_trait, reason = "more may come after none")]
    pub fn next(&mut self) -> Option<Result<Value>> {
        let end = self.bytes.windows(4).take(HEADER).position(|four| four == b"\r\n\r\n");
        let Some(end) = end else {
            let long = self.bytes.len() > HEADER;
            return if long {
                self.lose("expected a header `Content-Length: N` and an empty line, found neither")
            } else {
                None
            };
        };
        let header = String::from_utf8_lossy(&self.bytes[..end]).into_owned();
        let field = header.split("\r\n").find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.trim().eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok()).flatten()
        });
        let Some(length) = field.filter(|length| *length <= BODY) else {
            return self.lose("expected `Content-Length: N` with N up to 16 MiB");
        };
        let from = end + 4;
        if self.bytes.len() < from + length {
            return None;
        }
        let parsed = serde_json::from_slice(&self.bytes[from..from + length]);
        self.bytes.drain(..from + length);
        Some(parsed.map_err(|error| Error::new(format!("expected JSON in a message: {error}"))))
    }
}
