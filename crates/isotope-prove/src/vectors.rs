//! Golden vectors: inputs of an operation with its new and returned values, and the rules that they cover.
//!
//! The same operation, count and seed give the same vectors, byte for byte.

use isotope_op::atomic::Rmw;
use isotope_op::random::Random;
use isotope_term::explain::explain;
use isotope_term::{Arena, Node, Tape, Value};

use crate::question::SOURCES;
use crate::sample::{corners_of, value};

/// One input and its results; `None` if a value is unspecified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vector {
    /// Memory before.
    pub mem: u64,
    /// The sources; those beyond the operation's are 0.
    pub src: [u64; 2],
    /// Memory afterwards.
    pub new: Option<u64>,
    /// Returned value.
    pub returned: Option<u64>,
}

impl Vector {
    /// The results of `op` for an input.
    pub fn of(op: &Rmw, mem: u64, src: [u64; 2]) -> Vector {
        match op.apply(mem, src[0], src[1]) {
            Ok(u) => Vector { mem, src, new: Some(u.new), returned: Some(u.returned) },
            Err(open) => Vector { mem, src, new: None, returned: open.returned },
        }
    }
}

/// A condition in the operation's definition (for branch coverage).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionCoverage {
    /// The condition as text.
    pub condition: String,
    /// Vectors for which it held.
    pub held: u64,
    /// Vectors for which it did not.
    pub failed: u64,
}

/// Combinations of corner values, then `random` random inputs.
///
/// ```
/// use isotope_op::atomic::{AtomicOp, Rmw, Size};
/// use isotope_prove::vectors::{coverage, vectors};
/// let dec = Rmw::int(AtomicOp::UdecWrap, Size::B32);
/// let set = vectors(&dec, 100, 1);
/// assert_eq!(set, vectors(&dec, 100, 1));
/// assert!(coverage(&dec, &set).iter().all(|rule| rule.held != 0 && rule.failed != 0));
/// ```
pub fn vectors(op: &Rmw, random: u32, seed: u64) -> Vec<Vector> {
    Inputs::new(op, random.into(), seed).map(|(mem, src)| Vector::of(op, mem, src)).collect()
}

/// The inputs of [`vectors`] in their order, one at a time: memory and the sources.
pub struct Inputs {
    bits: u32,
    sources: usize,
    corners: Vec<u64>,
    at: usize,
    drawn: u64,
    random: u64,
    seed: u64,
    draw: Random,
}

impl Inputs {
    /// As [`vectors`].
    pub fn new(op: &Rmw, random: u64, seed: u64) -> Inputs {
        let bits = op.size.bits();
        let mut corners = corners_of(op);
        if op.is_pair() {
            // A corner value of one half beside another corner value in the other half.
            let half = bits / 2;
            let of_half = corners_of(&op.element());
            let n = of_half.len();
            corners.extend(of_half.iter().enumerate().map(|(i, x)| x | of_half[(i * 5 + 1) % n] << half));
            corners.sort_unstable();
            corners.dedup();
        }
        Inputs { bits, sources: op.op.sources(), corners, at: 0, drawn: 0, random, seed, draw: Random(seed) }
    }

    /// Continues at input number `number`: each input is a function of the seed and its number.
    ///
    /// ```
    /// use isotope_op::atomic::{AtomicOp, Rmw, Size};
    /// use isotope_prove::vectors::Inputs;
    /// let add = Rmw::int(AtomicOp::Add, Size::B32);
    /// let mut late = Inputs::new(&add, 10_000, 7);
    /// late.skip_to(9_000);
    /// assert_eq!(late.next(), Inputs::new(&add, 10_000, 7).nth(9_000));
    /// ```
    pub fn skip_to(&mut self, number: u64) {
        let cornered = self.cornered() as u64;
        self.at = number.min(cornered) as usize;
        self.drawn = number.saturating_sub(cornered).min(self.random);
        // Two random numbers for each operand.
        let draws = 2 * (1 + self.sources as u64);
        self.draw = Random::after(self.seed, self.drawn.wrapping_mul(draws));
    }

    /// Number of inputs made only of corner values.
    fn cornered(&self) -> usize {
        let n = self.corners.len();
        match self.sources {
            0 => n,
            1 => n * n,
            _ => n * n * 2,
        }
    }

    /// Total number of inputs.
    pub fn count(op: &Rmw, random: u64) -> u64 {
        Inputs::new(op, 0, 0).cornered() as u64 + random
    }

    fn corner(&self, at: usize) -> (u64, [u64; 2]) {
        let (c, n) = (&self.corners, self.corners.len());
        match self.sources {
            0 => (c[at], [0; 2]),
            1 => (c[at / n], [c[at % n], 0]),
            _ => {
                // Two of the three values are equal often enough for a comparison to succeed.
                let (i, j) = (at / 2 / n, at / 2 % n);
                let other = c[(i * 7 + j * 3) % n];
                (c[i], if at.is_multiple_of(2) { [c[j], other] } else { [other, c[j]] })
            }
        }
    }
}

impl Iterator for Inputs {
    type Item = (u64, [u64; 2]);

    #[inline]
    fn next(&mut self) -> Option<(u64, [u64; 2])> {
        if self.at < self.cornered() {
            self.at += 1;
            return Some(self.corner(self.at - 1));
        }
        if self.drawn == self.random {
            return None;
        }
        self.drawn += 1;
        let mem = value(&mut self.draw, self.bits, &self.corners, 0);
        let mut src = [0; 2];
        let mut last = mem;
        for slot in src.iter_mut().take(self.sources) {
            *slot = value(&mut self.draw, self.bits, &self.corners, last);
            last = *slot;
        }
        Some((mem, src))
    }
}

/// Branch coverage: the conditions of the operation's definition, and how often each was true and false. A pair is described by its lower
/// half.
pub fn coverage(op: &Rmw, set: &[Vector]) -> Vec<ConditionCoverage> {
    coverage_of(&op.element(), set)
}

fn coverage_of(op: &Rmw, set: &[Vector]) -> Vec<ConditionCoverage> {
    let arena = Arena::new();
    let mem = arena.input("mem", op.size.bits());
    let src = SOURCES.map(|n| arena.input(n, op.size.bits()));
    let out = arena.atomic(op, mem, src[0], src[1]);
    let mut conditions: Vec<Value> = Vec::new();
    for v in arena.reachable(&[out.new, out.unspecified]) {
        if let Node::Ite(c, ..) = arena.node(v).0
            && !conditions.contains(&c)
        {
            conditions.push(c);
        }
    }
    if !matches!(arena.node(out.unspecified).0, Node::Lit(_)) && !conditions.contains(&out.unspecified) {
        conditions.push(out.unspecified);
    }
    let mut room = Vec::new();
    conditions
        .into_iter()
        .map(|c| {
            let program = Tape::new(&arena, c);
            let mut rule = ConditionCoverage { condition: explain(&arena, c), held: 0, failed: 0 };
            let order: Vec<usize> = program
                .inputs()
                .iter()
                .map(|n| std::iter::once("mem").chain(SOURCES).position(|k| k == n).unwrap_or(0))
                .collect();
            for v in set {
                let all = [v.mem, v.src[0], v.src[1]].map(|x| x & op.size.mask());
                let inputs: Vec<u64> = order.iter().map(|i| all[*i]).collect();
                if program.run_on(&inputs, &mut room) != 0 { rule.held += 1 } else { rule.failed += 1 }
            }
            rule
        })
        .collect()
}
