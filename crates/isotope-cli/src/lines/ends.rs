//! Where the lines of a piece of text end: all of them in one pass, since to begin a search anew for each line costs more than the line.

use fearless_simd::{Level, Simd, dispatch, prelude::*, u8x32};

/// The ends of the lines that were looked for last.
pub struct Ends {
    level: Level,
    found: Vec<usize>,
}

impl Ends {
    pub fn new() -> Ends {
        Ends { level: Level::new(), found: Vec::new() }
    }

    /// The places from `from` on where a line ends.
    pub fn find(&mut self, bytes: &[u8], from: usize) -> &[usize] {
        let (level, found) = (self.level, &mut self.found);
        found.clear();
        dispatch!(level, simd => find(simd, &bytes[from..], from, found));
        &self.found
    }
}

#[inline(always)]
fn find<S: Simd>(simd: S, bytes: &[u8], mut from: usize, found: &mut Vec<usize>) {
    let (blocks, rest) = bytes.as_chunks::<64>();
    for block in blocks {
        let ends = |half: &[u8]| u8x32::from_slice(simd, half).simd_eq(b'\n').to_bitmask();
        push(ends(&block[..32]) | ends(&block[32..]) << 32, from, found);
        from += block.len();
    }
    push(rest.iter().rev().fold(0, |ends, byte| ends << 1 | u64::from(*byte == b'\n')), from, found);
}

/// A bit for each end.
#[inline(always)]
fn push(mut ends: u64, from: usize, found: &mut Vec<usize>) {
    while ends != 0 {
        found.push(from + ends.trailing_zeros() as usize);
        ends &= ends - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::Ends;

    #[test]
    fn every_end_is_found_wherever_it_is() {
        let mut ends = Ends::new();
        for len in 0..200 {
            for step in [1, 2, 31, 63, 64, 65] {
                let text: Vec<u8> = (0..len).map(|i| if i % step == 0 { b'\n' } else { b'\n' ^ 0x80 }).collect();
                for from in [0, len / 2, len] {
                    let wanted: Vec<usize> = (from..len).filter(|i| i % step == 0).collect();
                    assert_eq!(ends.find(&text, from), wanted);
                }
            }
        }
    }
}
