//! Bytes of shared or private memory in the worlds: which were never written, and which depend on those.

use std::collections::HashMap;
use std::ops::Range;

use super::{WORLDS, fill};

/// The value of a byte in each world, where it differs from the launch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub values: [u8; WORLDS],
    /// Its origin; `None` if the byte was never written.
    pub origin: Option<u32>,
}

/// The memory of a group or of a wave.
#[derive(Clone, Debug, Default)]
pub(super) struct Bytes {
    /// One bit per byte: it was written.
    written: Vec<u64>,
    open: HashMap<u64, Open>,
}

impl Bytes {
    fn is_written(&self, at: u64) -> bool {
        self.written.get(at as usize / 64).is_some_and(|word| word >> (at % 64) & 1 != 0)
    }

    fn write(&mut self, at: u64) {
        let word = at as usize / 64;
        if word >= self.written.len() {
            self.written.resize(word + 1, 0);
        }
        self.written[word] |= 1 << (at % 64);
    }

    /// The values of a byte in the worlds, unless all are the same.
    pub fn get(&self, at: u64) -> Option<Open> {
        if !self.is_written(at) {
            let word = |world| fill(world, at as usize / 4).to_le_bytes()[at as usize % 4];
            return Some(Open { values: std::array::from_fn(word), origin: None });
        }
        if self.open.is_empty() { None } else { self.open.get(&at).copied() }
    }

    /// Whether any of these bytes is open.
    pub fn any(&self, mut at: Range<u64>) -> bool {
        at.any(|at| !self.is_written(at) || !self.open.is_empty() && self.open.contains_key(&at))
    }

    /// Bytes are written, with the same values in all worlds.
    pub fn write_all(&mut self, at: Range<u64>) {
        for at in at {
            self.write(at);
            if !self.open.is_empty() {
                self.open.remove(&at);
            }
        }
    }

    /// A byte is written: with the same value in all worlds, or with an open one.
    pub fn put(&mut self, at: u64, open: Option<Open>) {
        self.write(at);
        match open {
            Some(open) => _ = self.open.insert(at, open),
            None if self.open.is_empty() => {}
            None => _ = self.open.remove(&at),
        }
    }
}
