//! Sets of registers: VGPRs and scalar registers by their codes.

use std::fmt;

use isotope_table::Run;

/// Scalar codes 0 to 127, then VGPRs 0 to 255.
const WORDS: usize = (SCALARS + 256) / 64;
const SCALARS: usize = 128;
/// `null`, which holds nothing.
const NULL: u64 = 124;

/// A set of registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Registers([u64; WORDS]);

impl Registers {
    /// Adds what an operand names.
    pub fn add(&mut self, run: Run) {
        let (base, end) = if run.file == "v" { (SCALARS, 256) } else { (0, SCALARS as u64) };
        for n in run.first..(run.first + run.count).min(end) {
            if run.file == "v" || n != NULL {
                let at = base + n as usize;
                self.0[at / 64] |= 1 << (at % 64);
            }
        }
    }

    /// Whether a scalar register is in it, by its code.
    pub fn has_scalar(&self, code: u16) -> bool {
        usize::from(code) < SCALARS && self.has(code.into())
    }

    /// Whether a VGPR is in it.
    pub fn has_vector(&self, n: u8) -> bool {
        self.has(SCALARS + usize::from(n))
    }

    /// Those in both.
    #[must_use]
    pub fn and(&self, other: &Registers) -> Registers {
        Registers(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// Those in either.
    #[must_use]
    pub fn or(&self, other: &Registers) -> Registers {
        Registers(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// Those in this one only.
    #[must_use]
    pub fn without(&self, other: &Registers) -> Registers {
        Registers(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// Whether a register is in both.
    #[inline]
    pub fn meets(&self, other: &Registers) -> bool {
        self.0.iter().zip(&other.0).fold(0, |seen, (a, b)| seen | (a & b)) != 0
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    fn has(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 != 0
    }
}

/// `v[4:5], s2, vcc_lo`.
impl fmt::Display for Registers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut at, mut separator) = (0, "");
        while at < WORDS * 64 {
            if !self.has(at) {
                at += 1;
                continue;
            }
            let (prefix, base, limit) = match at {
                0..=105 => ("s", 0, 106),
                108..=123 => ("ttmp", 108, 124),
                SCALARS.. => ("v", SCALARS, WORDS * 64),
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
