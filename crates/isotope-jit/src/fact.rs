//! What is known of a value at compile time: its range and its low zero bits. With it, an address that adds a byte to a base needs no
//! carry, no bounds check and no high word.

/// What is known of an unsigned number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fact {
    pub min: u64,
    pub max: u64,
    /// Number of low zero bits; 64 for zero itself.
    pub zeros: u32,
}

impl Fact {
    /// Nothing is known except that the number fits.
    pub(crate) fn any(mask: u64) -> Fact {
        Fact { min: 0, max: mask, zeros: 0 }
    }

    pub(crate) fn lit(value: u64) -> Fact {
        Fact { min: value, max: value, zeros: value.trailing_zeros() }
    }

    /// The number, if there is only one.
    pub(crate) fn only(self) -> Option<u64> {
        (self.min == self.max).then_some(self.min)
    }

    /// A range if it fits the mask, else nothing.
    fn within(mask: u64, range: Option<(u64, u64)>, zeros: u32) -> Fact {
        match range {
            Some((min, max)) if max <= mask => Fact { min, max, zeros },
            _ => Fact { zeros, ..Fact::any(mask) },
        }
    }

    pub(crate) fn and(self, b: Fact) -> Fact {
        Fact { min: 0, max: self.max.min(b.max), zeros: self.zeros.max(b.zeros) }
    }

    pub(crate) fn or(self, b: Fact) -> Fact {
        Fact { min: self.min.max(b.min), ..self.xor(b) }
    }

    pub(crate) fn xor(self, b: Fact) -> Fact {
        // All bits up to the highest one that either number may have.
        let max = u64::MAX.checked_shr((self.max | b.max).leading_zeros()).unwrap_or(0);
        Fact { min: 0, max, zeros: self.zeros.min(b.zeros) }
    }

    pub(crate) fn add(self, b: Fact, mask: u64) -> Fact {
        let range = self.max.checked_add(b.max).map(|max| (self.min + b.min, max));
        Self::within(mask, range, self.zeros.min(b.zeros))
    }

    pub(crate) fn sub(self, b: Fact, mask: u64) -> Fact {
        let range = self.min.checked_sub(b.max).map(|min| (min, self.max - b.min));
        Self::within(mask, range, self.zeros.min(b.zeros))
    }

    pub(crate) fn mul(self, b: Fact, mask: u64) -> Fact {
        let range = self.max.checked_mul(b.max).map(|max| (self.min * b.min, max));
        Self::within(mask, range, (self.zeros + b.zeros).min(64))
    }

    /// Shifted up by fewer bits than the width.
    pub(crate) fn shl(self, n: u32, mask: u64) -> Fact {
        self.mul(Fact { min: 1 << n, max: 1 << n, zeros: n }, mask)
    }

    pub(crate) fn shr(self, n: u32) -> Fact {
        Fact { min: self.min >> n, max: self.max >> n, zeros: self.zeros.saturating_sub(n) }
    }

    /// One of the two numbers.
    pub(crate) fn either(self, b: Fact) -> Fact {
        Fact { min: self.min.min(b.min), max: self.max.max(b.max), zeros: self.zeros.min(b.zeros) }
    }

    /// Truncated to the mask.
    pub(crate) fn trunc(self, mask: u64) -> Fact {
        Self::within(mask, Some((self.min, self.max)), self.zeros)
    }

    /// Whether it is below `b`, if known.
    pub(crate) fn below(self, b: Fact) -> Option<bool> {
        match self {
            a if a.max < b.min => Some(true),
            a if a.min >= b.max => Some(false),
            _ => None,
        }
    }

    /// Whether it equals `b`, if known.
    pub(crate) fn equals(self, b: Fact) -> Option<bool> {
        (self.max < b.min || b.max < self.min).then_some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Facts, each with all 6-bit numbers for which it holds.
    fn facts() -> Vec<(Fact, Vec<u64>)> {
        let mut all = Vec::new();
        for min in [0, 1, 3, 8, 40, 60] {
            for max in [0, 1, 7, 8, 44, 63] {
                for zeros in [0, 1, 2, 5] {
                    let fact = Fact { min, max, zeros };
                    let of = |v: &u64| (min..=max).contains(v) && v.trailing_zeros() >= zeros;
                    let numbers: Vec<u64> = (0..64).filter(of).collect();
                    if !numbers.is_empty() {
                        all.push((fact, numbers));
                    }
                }
            }
        }
        all
    }

    fn holds(fact: Fact, value: u64) -> bool {
        fact.min <= value && value <= fact.max && value.trailing_zeros() >= fact.zeros
    }

    #[test]
    fn what_is_said_of_a_result_holds_of_every_result() {
        const MASK: u64 = 63;
        type Of = (fn(Fact, Fact) -> Fact, fn(u64, u64) -> u64);
        let operations: [Of; 7] = [
            (|a, b| a.and(b), |a, b| a & b),
            (|a, b| a.or(b), |a, b| a | b),
            (|a, b| a.xor(b), |a, b| a ^ b),
            (|a, b| a.add(b, MASK), |a, b| (a + b) & MASK),
            (|a, b| a.sub(b, MASK), |a, b| a.wrapping_sub(b) & MASK),
            (|a, b| a.mul(b, MASK), |a, b| (a * b) & MASK),
            (|a, b| a.either(b), |a, _| a),
        ];
        let (facts, mut known) = (facts(), 0);
        for (a, xs) in &facts {
            for n in 0..6 {
                let (up, down, cut) = (a.shl(n, MASK), a.shr(n), a.trunc(MASK >> n));
                for x in xs {
                    assert!(holds(up, x << n & MASK) && holds(down, x >> n) && holds(cut, x & MASK >> n), "{a:?} {n}");
                }
            }
            for (b, ys) in &facts {
                for (said, is) in operations {
                    let fact = said(*a, *b);
                    known += u32::from(fact != Fact::any(MASK));
                    for (x, y) in xs.iter().flat_map(|x| ys.iter().map(move |y| (*x, *y))) {
                        assert!(holds(fact, is(x, y)), "{a:?} {b:?}: {fact:?}, {x} {y}");
                    }
                }
                for (x, y) in xs.iter().flat_map(|x| ys.iter().map(move |y| (*x, *y))) {
                    assert!(a.below(*b).is_none_or(|is| is == (x < y)), "{a:?} {b:?} {x} {y}");
                    assert!(a.equals(*b).is_none_or(|is| is == (x == y)), "{a:?} {b:?} {x} {y}");
                }
            }
        }
        assert!(known > 10_000, "{known}");
    }
}
