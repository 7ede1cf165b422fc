//! Inputs worth trying first: combinations of corner values of integers and floats, then random ones near them.

use isotope_op::atomic::{Packing, Rmw};
use isotope_op::random::Random;

/// Corner values of a width: integers at their ends, floats at theirs, NaNs quiet and signalling, of both signs.
///
/// ```
/// let corners = isotope_prove::sample::corners(32);
/// assert!(corners.contains(&0x7f80_0001) && corners.contains(&0x8000_0000) && corners.len() < 60);
/// ```
pub fn corners(bits: u32) -> Vec<u64> {
    let man = match bits {
        8 => 3,
        16 => 10,
        32 => 23,
        _ => 52,
    };
    of_format(bits, man)
}

/// Corner values of an operation's operands; those of its format, if it has only one format.
pub fn corners_of(op: &Rmw) -> Vec<u64> {
    if op.packing == Packing::Brain { of_format(16, 7) } else { corners(op.size.bits()) }
}

fn of_format(bits: u32, man: u32) -> Vec<u64> {
    let mask = u64::MAX >> (64 - bits);
    let sign = 1u64 << (bits - 1);
    let inf = (sign - 1) >> man << man;
    let one = (inf >> 1) & inf;
    let quiet = 1u64 << (man - 1);
    let smallest_normal = 1u64 << man;
    let mut list: Vec<u64> = [
        0,
        1,
        2,
        smallest_normal - 1,
        smallest_normal,
        smallest_normal + 1,
        one,
        one + 1,
        one | quiet,
        one + smallest_normal,
        inf - 1,
        inf,
        inf | 1,
        inf | quiet,
        inf | quiet | 1,
        inf | (quiet - 1),
        sign - 1,
    ]
    .into_iter()
    .flat_map(|x| [x, x | sign])
    .chain([mask - 1, 10, mask / 3])
    .collect();
    list.iter_mut().for_each(|x| *x &= mask);
    list.sort_unstable();
    list.dedup();
    list
}

/// A value of `bits` bits: uniform, a corner, a corner changed in one bit, or close to `other`.
#[inline]
pub fn value(random: &mut Random, bits: u32, corners: &[u64], other: u64) -> u64 {
    let r = random.draw();
    let pick = random.draw();
    let corner = corners[(pick % corners.len() as u64) as usize];
    let bit = if bits.is_power_of_two() { (r >> 8) & u64::from(bits - 1) } else { (r >> 8) % u64::from(bits) };
    // Computes all candidates without a branch: an unpredictable branch costs more.
    let all = [
        pick,
        pick,
        pick,
        corner,
        corner ^ (1 << bit),
        other,
        other.wrapping_add((r >> 8) % 5).wrapping_sub(2),
        // The same exponent, another mantissa.
        other ^ (pick >> (64 - bits) >> (bits / 2)),
    ];
    all[(r % 8) as usize] & (u64::MAX >> (64 - bits))
}

/// Most values of a sample.
pub const VALUES: usize = 4;

/// Number of random inputs after the corners.
const DRAWN: u32 = 4096;

/// Memory and sources to try; inputs that are most likely to show a difference come first.
pub struct Samples {
    bits: u32,
    used: usize,
    corners: Vec<u64>,
    at: usize,
    drawn: u32,
    random: Random,
}

impl Samples {
    /// Samples for operations of a width that read `used` values, including memory.
    pub fn new(bits: u32, used: usize) -> Samples {
        Samples { bits, used: used.clamp(1, VALUES), corners: corners(bits), at: 0, drawn: 0, random: Random(1) }
    }
}

impl Iterator for Samples {
    type Item = [u64; VALUES];

    fn next(&mut self) -> Option<[u64; VALUES]> {
        let n = self.corners.len();
        let squared = n.pow(self.used.min(2) as u32);
        if self.at < squared {
            let at = self.at;
            self.at += 1;
            // The first two values take all combinations; others cycle through the corners at different rates.
            let mut out = [0; VALUES];
            for (i, slot) in out.iter_mut().enumerate().take(self.used) {
                let k = match i {
                    0 => at,
                    1 => at / n,
                    _ => at * (5 + i) + at / n * (i + 1),
                };
                *slot = self.corners[k % n];
            }
            return Some(out);
        }
        if self.drawn == DRAWN {
            return None;
        }
        self.drawn += 1;
        let mut out = [0; VALUES];
        for i in 0..self.used {
            let other = if i == 0 { 0 } else { out[i - 1] };
            out[i] = value(&mut self.random, self.bits, &self.corners, other);
        }
        Some(out)
    }
}
