//! Sets of registers: VGPRs and scalar registers by their codes.

use std::fmt;

use isotope_table::Run;

/// Scalar codes 0 to 127, then the halves of VGPRs 0 to 255: a load of one half preserves the other.
const WORDS: usize = (SCALARS + 2 * VECTORS) / 64;
const SCALARS: usize = 128;
const VECTORS: usize = 256;
/// `null`, which holds no value.
const NULL: u64 = 124;

/// The part of a VGPR that an operand uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halves {
    /// Bits 15:0.
    Low = 1,
    /// Bits 31:16.
    High = 2,
    /// Bits 31:0.
    Both = 3,
}

/// A set of registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Registers([u64; WORDS]);

impl Registers {
    /// Adds the registers of an operand; for VGPRs the low half, the high half or both.
    pub fn add(&mut self, run: Run, halves: Halves) {
        let vector = run.file == "v";
        let end = if vector { VECTORS } else { SCALARS } as u64;
        for n in run.first..(run.first + run.count).min(end) {
            if vector {
                self.0[word(n as usize)] |= (halves as u64) << shift(n as usize);
            } else if n != NULL {
                self.0[n as usize / 64] |= 1 << (n % 64);
            }
        }
    }

    /// Whether the set contains a scalar register, by its code.
    pub fn has_scalar(&self, code: u16) -> bool {
        usize::from(code) < SCALARS && self.has(code.into())
    }

    /// Whether the set contains a VGPR or a half of it.
    pub fn has_vector(&self, n: u8) -> bool {
        self.has(SCALARS + usize::from(n))
    }

    /// The intersection.
    #[must_use]
    pub fn and(&self, other: &Registers) -> Registers {
        Registers(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The union.
    #[must_use]
    pub fn or(&self, other: &Registers) -> Registers {
        Registers(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The difference.
    #[must_use]
    pub fn without(&self, other: &Registers) -> Registers {
        Registers(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// Whether the intersection is not empty.
    #[inline]
    pub fn meets(&self, other: &Registers) -> bool {
        self.0.iter().zip(&other.0).fold(0, |seen, (a, b)| seen | (a & b)) != 0
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    /// Whether the set contains a scalar register or, after those, a part of a VGPR.
    fn has(&self, at: usize) -> bool {
        match at.checked_sub(SCALARS) {
            None => self.0[at / 64] >> (at % 64) & 1 != 0,
            Some(n) => self.0[word(n)] >> shift(n) & Halves::Both as u64 != 0,
        }
    }
}

/// The position of the two bits of a VGPR.
const fn word(n: usize) -> usize {
    (SCALARS + 2 * n) / 64
}

const fn shift(n: usize) -> usize {
    2 * n % 64
}

/// `v[4:5], s2, vcc_lo`.
impl fmt::Display for Registers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut at, mut separator) = (0, "");
        while at < SCALARS + VECTORS {
            if !self.has(at) {
                at += 1;
                continue;
            }
            let (prefix, base, limit) = match at {
                0..=105 => ("s", 0, 106),
                108..=123 => ("ttmp", 108, 124),
                SCALARS.. => ("v", SCALARS, SCALARS + VECTORS),
                _ => {
                    let names = [(106, "vcc_lo"), (107, "vcc_hi"), (125, "m0"), (126, "exec_lo"), (127, "exec_hi")];
                    let name = names.iter().find(|n| n.0 == at).map_or("null", |n| n.1);
                    write!(f, "{separator}{name}")?;
                    (at, separator) = (at + 1, ", ");
                    continue;
                }
            };
            let count = (at..limit).take_while(|&n| self.has(n)).count();
            let first = at - base;
            match count {
                1 => write!(f, "{separator}{prefix}{first}")?,
                n => write!(f, "{separator}{prefix}[{first}:{}]", first + n - 1)?,
            }
            (at, separator) = (at + count, ", ");
        }
        Ok(())
    }
}
