//! A small generator whose sequence never changes (splitmix64): the same seed means the same schedule, vectors and tests
//! for years.
//!
//! Do not use it for secrets or statistics.

/// The generator. The number is its whole state; a new generator has the seed.
///
/// ```
/// use isotope_op::random::Random;
/// assert_eq!(Random(1).draw(), Random(1).draw());
/// assert!(Random(1).below(6) < 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Random(pub u64);

/// The number that a draw adds to the state.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Random {
    /// The generator of a seed after `draws` draws.
    ///
    /// ```
    /// use isotope_op::random::Random;
    /// let mut one = Random(3);
    /// one.draw();
    /// assert_eq!(one, Random::after(3, 1));
    /// ```
    pub fn after(seed: u64, draws: u64) -> Random {
        Random(seed.wrapping_add(STEP.wrapping_mul(draws)))
    }

    /// Draws 64 bits.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Draws a number below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.draw()) * u128::from(n)) >> 64) as u64
    }

    /// Draws an index into a list of `n`.
    pub fn index(&mut self, n: usize) -> usize {
        self.below(n as u64) as usize
    }

    /// True with probability 1 / `n`.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// Draws an element of a list that is not empty.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.index(of.len())]
    }

    /// Shuffles a list.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.index(i + 1));
        }
    }
}
