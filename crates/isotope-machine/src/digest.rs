//! 128-bit hashes of states, and the same walk as bytes.
//!
//! Not a cryptographic hash: states are not chosen by an adversary. Two 64-bit sums are mixed in parallel, and each mixing step is
//! invertible, so no difference is lost on the way.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU64};

/// Takes the parts of a state, in an order that the earlier parts determine.
pub(super) trait Sink {
    /// A number.
    fn number(&mut self, value: u64);
    /// The words of a mask's lanes; the mask is not empty.
    fn words(&mut self, words: &[u32], lanes: u32);
    /// Bytes, and how many.
    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        bytes.chunks(8).for_each(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.number(u64::from_le_bytes(word));
        });
    }
}

/// A hash that is computed on first use. Every thread computes the same value, so none waits for another.
#[derive(Debug, Default)]
pub(super) struct Remembered {
    known: AtomicBool,
    high: AtomicU64,
    low: AtomicU64,
}

impl Remembered {
    pub fn get_or(&self, make: impl FnOnce() -> u128) -> u128 {
        if self.known.load(Acquire) {
            return u128::from(self.high.load(Relaxed)) << 64 | u128::from(self.low.load(Relaxed));
        }
        let hash = make();
        self.high.store((hash >> 64) as u64, Relaxed);
        self.low.store(hash as u64, Relaxed);
        self.known.store(true, Release);
        hash
    }

    pub fn forget(&mut self) {
        *self.known.get_mut() = false;
    }
}

impl Clone for Remembered {
    fn clone(&self) -> Remembered {
        let copy = Remembered::default();
        if self.known.load(Acquire) {
            copy.get_or(|| self.get_or(|| 0));
        }
        copy
    }
}

/// Two independently mixed 64-bit sums.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mixer(u64, u64);

impl Mixer {
    pub fn new(seed: u64) -> Mixer {
        let mut mixer = Mixer(0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344);
        mixer.number(seed);
        mixer
    }

    /// The hash of everything taken so far.
    pub fn finish(self) -> u128 {
        let end = |mut z: u64| {
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        };
        let Mixer(a, b) = self;
        let high = end(a.wrapping_add(b.rotate_left(32)));
        u128::from(high) << 64 | u128::from(end(b.wrapping_add(high)))
    }
}

impl Sink for Mixer {
    #[inline(always)]
    fn number(&mut self, value: u64) {
        let Mixer(a, b) = self;
        *a = (*a ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        *a ^= *a >> 32;
        *b = (b.rotate_left(29) ^ value).wrapping_mul(0xd1b5_4a32_d192_ed03);
        *b ^= *b >> 29;
    }

    #[inline(always)]
    fn words(&mut self, words: &[u32], lanes: u32) {
        if lanes == u32::MAX && words.len() == 32 {
            // Four sums in parallel, so that a multiplication does not wait for the previous one.
            let mut sums = [*self, Mixer(self.1, !self.0), Mixer(!self.0, self.1), Mixer(!self.1, !self.0)];
            for eight in words.as_chunks::<8>().0 {
                for (sum, pair) in sums.iter_mut().zip(eight.as_chunks::<2>().0) {
                    sum.number(u64::from(pair[1]) << 32 | u64::from(pair[0]));
                }
            }
            let [first, rest @ ..] = sums;
            *self = first;
            rest.into_iter().for_each(|Mixer(a, b)| {
                self.number(a);
                self.number(b);
            });
            return;
        }
        let mut rest = lanes;
        let mut next = || {
            let word = words[rest.trailing_zeros() as usize];
            rest &= rest - 1;
            (u64::from(word), rest != 0)
        };
        // Two words at a time. The mask, which was hashed before, says how many there are.
        loop {
            let (first, more) = next();
            let (second, more) = if more { next() } else { (0, false) };
            self.number(second << 32 | first);
            if !more {
                return;
            }
        }
    }
}

/// Bytes from which the parts can be recovered, given their order. Numbers take as many bytes as they need; words that increase by a
/// constant from lane to lane take a few bytes together.
#[derive(Clone, Debug, Default)]
pub(super) struct Packer(pub Vec<u8>);

impl Sink for Packer {
    fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    fn words(&mut self, words: &[u32], lanes: u32) {
        let (mut last, mut step, mut count, mut zeros) = (0u32, 0u32, 0, 0u64);
        let mut rest = lanes;
        while rest != 0 {
            let word = words[rest.trailing_zeros() as usize];
            rest &= rest - 1;
            // The difference from a linear continuation of the two words before.
            let off = word.wrapping_sub(last).wrapping_sub(step);
            if count > 0 {
                step = word.wrapping_sub(last);
            }
            (last, count) = (word, count + 1);
            if off == 0 {
                zeros += 1;
                continue;
            }
            self.zeros(&mut zeros);
            self.number(u64::from(off << 1 ^ ((off as i32) >> 31) as u32));
        }
        self.zeros(&mut zeros);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }
}

impl Packer {
    /// A run of words that continue linearly; no other word starts with 0.
    fn zeros(&mut self, count: &mut u64) {
        if *count != 0 {
            self.0.push(0);
            self.number(std::mem::take(count));
        }
    }
}

/// Collects what a value hashes.
impl std::hash::Hasher for Packer {
    fn finish(&self) -> u64 {
        0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }
}
