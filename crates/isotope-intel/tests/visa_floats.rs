//! Float atomics of vISA at 16, 32 and 64 bits against a reference written here: the host's arithmetic for f32 and f64, exact sums
//! with a separate rounding for binary16, comparisons of values, and the documented rules for NaN.
//!
//! All pairs of corner values (zeros, subnormals, normals, infinities, quiet and signalling NaN of both signs) and ten million random
//! pairs for each operation and width.

use isotope_intel::lift::{self, Env};
use isotope_intel::{Mode, ops};
use isotope_op::assume::{Assumptions, INTEL_DENORMALS, INTEL_MINMAX_ZERO};
use isotope_op::atomic::{Rmw, Size, Update};
use isotope_op::float::{Flush, ZeroOrder};
use isotope_op::random::Random;

use crate::common::sweep;
use crate::common::visa::{FORM_DECLARATIONS, declared};

/// Number of pairs per format in a sweep.
const RANDOM: usize = 10_000_000;
const OPERATIONS: [(&str, Op); 5] =
    [("fadd", Op::Add), ("fsub", Op::Sub), ("fmin", Op::Min), ("fmax", Op::Max), ("fcmpwr", Op::CompareWrite)];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Op {
    Add,
    Sub,
    Min,
    Max,
    CompareWrite,
}

/// A binary format: its width and the bits of its fraction.
#[derive(Clone, Copy, Debug)]
struct Format {
    bits: u32,
    fraction: u32,
}

const FORMATS: [Format; 3] =
    [Format { bits: 16, fraction: 10 }, Format { bits: 32, fraction: 23 }, Format { bits: 64, fraction: 52 }];

impl Format {
    fn sign(self) -> u64 {
        1 << (self.bits - 1)
    }
    fn infinity(self) -> u64 {
        self.sign() - (1 << self.fraction)
    }
    fn nan(self, x: u64) -> bool {
        x & (self.sign() - 1) > self.infinity()
    }
    fn signalling(self, x: u64) -> bool {
        self.nan(x) && x >> (self.fraction - 1) & 1 == 0
    }
    fn flushed(self, x: u64) -> u64 {
        if x & self.infinity() == 0 { x & self.sign() } else { x }
    }
    /// The value as f64: exact, except that the payload of a NaN is lost.
    fn value(self, x: u64) -> f64 {
        match self.bits {
            64 => f64::from_bits(x),
            32 => f64::from(f32::from_bits(x as u32)),
            _ => {
                let (exponent, fraction) = ((x >> 10 & 31) as i32, (x & 1023) as f64);
                let magnitude = match exponent {
                    0 => fraction * 2f64.powi(-24),
                    31 if fraction == 0.0 => f64::INFINITY,
                    31 => f64::NAN,
                    _ => (1024.0 + fraction) * 2f64.powi(exponent - 25),
                };
                if x & 0x8000 != 0 { -magnitude } else { magnitude }
            }
        }
    }
    /// The sum of two numbers; `None` for NaN.
    fn sum(self, x: u64, y: u64) -> Option<u64> {
        let bits = match self.bits {
            64 => (f64::from_bits(x) + f64::from_bits(y)).to_bits(),
            32 => u64::from((f32::from_bits(x as u32) + f32::from_bits(y as u32)).to_bits()),
            // Exact in f64.
            _ => half(self.value(x) + self.value(y))?,
        };
        (!self.nan(bits)).then_some(bits)
    }
}

/// The nearest binary16, ties to even.
fn half(x: f64) -> Option<u64> {
    if x.is_nan() {
        return None;
    }
    let sign = if x.is_sign_negative() { 0x8000 } else { 0 };
    let x = x.abs();
    if x >= 65520.0 {
        return Some(sign | 0x7c00);
    }
    let mut exponent = -14;
    while x >= 2f64.powi(exponent + 1) {
        exponent += 1;
    }
    // Steps within the binade; a carry out of the fraction increments the exponent.
    let steps = (x / 2f64.powi(exponent - 10)).round_ties_even() as u64;
    Some(sign | ((exponent + 14) as u64 * 1024 + steps))
}

/// Assumptions about undocumented details.
#[derive(Clone, Copy, Debug)]
struct Rules {
    flush: bool,
    zeros: ZeroOrder,
}

/// The new value in memory; `None` if the documents do not define it.
fn reference(f: Format, op: Op, rules: Rules, old: u64, src0: u64, src1: u64) -> Option<u64> {
    let see = |x: u64| if rules.flush { f.flushed(x) } else { x };
    match op {
        Op::Add | Op::Sub => {
            if f.nan(old) || f.nan(src0) {
                return None;
            }
            let other = if op == Op::Sub { src0 ^ f.sign() } else { src0 };
            f.sum(see(old), see(other)).map(see)
        }
        Op::CompareWrite => {
            // NaN equals nothing; zeros of both signs are equal.
            let equal = f.value(see(old)) == f.value(see(src0));
            Some(if equal { see(src1) } else { old })
        }
        Op::Min | Op::Max => {
            match (f.signalling(old), f.signalling(src0)) {
                (true, true) => return (old == src0).then_some(old),
                (true, false) => return Some(old),
                (false, true) => return Some(src0),
                _ => {}
            }
            match (f.nan(old), f.nan(src0)) {
                (true, true) => return (old == src0).then_some(old),
                (true, false) => return Some(src0),
                (false, true) => return Some(old),
                _ => {}
            }
            let (x, y) = (f.value(see(old)), f.value(see(src0)));
            if x == y {
                return match rules.zeros {
                    _ if old == src0 => Some(old),
                    ZeroOrder::EqualFirst => Some(old),
                    ZeroOrder::Signed => {
                        let negative = |v: u64| v & f.sign() != 0;
                        let first = match (negative(old), negative(src0)) {
                            (a, b) if a == b => true,
                            (a, _) => a == (op == Op::Min),
                        };
                        Some(if first { old } else { src0 })
                    }
                    _ => None,
                };
            }
            Some(if (x < y) == (op == Op::Min) { old } else { src0 })
        }
    }
}

fn size(f: Format) -> Size {
    match f.bits {
        16 => Size::B16,
        32 => Size::B32,
        _ => Size::B64,
    }
}

/// The definition of an operation by its name in `svm_atomic`.
fn operation(name: &str, f: Format, a: &Assumptions) -> Rmw {
    let suffix = if f.bits == 32 { String::new() } else { format!(".{}", f.bits) };
    ops::parse_mnemonic(&format!("svm_atomic.{name}{suffix}")).unwrap().rmw(a).unwrap()
}

#[track_caller]
fn check(f: Format, op: Op, rules: Rules, rmw: &Rmw, [old, src0, src1]: [u64; 3]) {
    let want = reference(f, op, rules, old, src0, src1);
    match (rmw.apply(old, src0, src1), want) {
        (Ok(got), Some(want)) if got == (Update { new: want, returned: old }) => {}
        (Err(open), None) if open.returned == Some(old) => {}
        (got, want) => {
            panic!("{op:?} of {} bits, {rules:?}: {old:#x} {src0:#x} {src1:#x} gave {got:x?}, want {want:x?}", f.bits)
        }
    }
}

fn corners(f: Format) -> Vec<u64> {
    let (one, step, infinity) = (f.infinity() / 2 + (1 << (f.fraction - 1)), 1u64 << f.fraction, f.infinity());
    let quiet = step / 2;
    let positive = [
        0,
        1,
        2,
        3,
        quiet - 1,
        quiet,
        step - 1,
        step,
        step + 1,
        2 * step - 1,
        2 * step,
        one - step,
        one - 1,
        one,
        one + 1,
        one + quiet,
        one + step,
        infinity - step,
        infinity - 2,
        infinity - 1,
        infinity,
        infinity + 1,
        infinity + quiet - 1,
        infinity + quiet,
        infinity + quiet + 1,
        infinity + step - 1,
    ];
    positive.iter().flat_map(|x| [*x, x | f.sign()]).collect()
}

#[test]
fn corner_values_squared() {
    for f in FORMATS {
        let values = corners(f);
        assert!(values.iter().any(|x| f.signalling(*x)) && values.iter().any(|x| f.nan(*x) && !f.signalling(*x)));
        for (name, op) in OPERATIONS {
            for flush in [false, true] {
                for zeros in [ZeroOrder::EqualFirst, ZeroOrder::Signed, ZeroOrder::Unspecified] {
                    let intel_flush = if flush { Flush::Zero } else { Flush::Keep };
                    let a = Assumptions::DEFAULT.with(INTEL_DENORMALS, intel_flush).with(INTEL_MINMAX_ZERO, zeros);
                    let rmw = operation(name, f, &a);
                    for &old in &values {
                        for &src0 in &values {
                            for src1 in [old ^ 1, src0 ^ f.sign(), f.infinity() + 1] {
                                check(f, op, Rules { flush, zeros }, &rmw, [old, src0, src1]);
                            }
                        }
                    }
                }
            }
        }
    }
}

fn ten_million_pairs(f: Format) {
    let mask = u64::MAX >> (64 - f.bits);
    let rules = Rules { flush: false, zeros: ZeroOrder::EqualFirst };
    let operations = OPERATIONS.map(|(name, op)| (op, operation(name, f, &Assumptions::DEFAULT)));
    let values = corners(f);
    let mut random = Random(sweep::seed(f.bits.into()));
    for _ in 0..sweep::count(RANDOM, 20) {
        let (old, pick) = (random.draw() & mask, random.draw());
        let other = random.draw() & mask;
        // Independent, adjacent, of similar exponent, equal, a corner value.
        let src0 = match pick % 8 {
            0..=2 => other,
            3 => old.wrapping_add(pick >> 8 & 7).wrapping_sub(3) & mask,
            4 | 5 => {
                (old & f.infinity()).wrapping_add((pick >> 8 & 31) << f.fraction).wrapping_sub(8 << f.fraction) & mask
                    ^ other & ((1 << f.fraction) - 1)
            }
            6 => old ^ f.sign() & pick,
            _ => values[(pick >> 8) as usize % values.len()],
        };
        for (op, rmw) in &operations {
            check(f, *op, rules, rmw, [old, src0, other]);
        }
    }
}

#[test]
fn ten_million_pairs_of_16_bits() {
    ten_million_pairs(FORMATS[0]);
}

#[test]
fn ten_million_pairs_of_32_bits() {
    ten_million_pairs(FORMATS[1]);
}

#[test]
fn ten_million_pairs_of_64_bits() {
    ten_million_pairs(FORMATS[2]);
}

/// The other atomic instructions compute the same.
#[test]
fn every_instruction_has_the_same_floats() {
    let a = Assumptions::DEFAULT;
    let env = Env { slm: 1 << 16, items: 32, ..Env::new(16, a) };
    let lifted = |text: &str| {
        let mut program = declared(FORM_DECLARATIONS);
        let inst = isotope_intel::parse(&mut program, Mode::Compat, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        program.kernel.code = vec![inst];
        let (lifted, _) = lift::program(&program.kernel, &env);
        assert!(lifted.refusals.is_empty(), "{text}: {:?}", lifted.refusals);
        lifted.rmws
    };
    for (name, _) in OPERATIONS {
        let lsc = if name == "fcmpwr" { "fcas" } else { name };
        for f in FORMATS {
            let want = vec![operation(name, f, &a)];
            let (suffix, shape) = match f.bits {
                16 => (".16", "d16c32"),
                32 => ("", "d32"),
                _ => (".64", "d64"),
            };
            assert_eq!(want[0].size, size(f));
            let mut lines = vec![
                format!("svm_atomic.{name}{suffix} (M1, 8) V35.0 V34.0 V34.64 V34.128"),
                format!("lsc_atomic_{lsc}.ugm (M1, 8) V34:{shape} flat[V35]:a64 V34.64 V34.128"),
                format!("lsc_atomic_{lsc}.slm (M1, 8) V34:{shape} flat[V33]:a32 V34.64 V34.128"),
                format!(
                    "lsc_atomic_{lsc}.tgm (M1, 8) V34:{shape} bti(0x1)[V33, %null, %null, %null]:a32 V34.64 V34.128"
                ),
            ];
            if f.bits != 64 {
                lines.push(format!("dword_atomic.{name}{suffix} (M1, 8) T6 V33.0 V34.64 V34.128 V34.0"));
                lines.push(format!(
                    "typed_atomic.{name}{suffix} (M1, 8) T6 V33.0 %null.0 %null.0 %null.0 V34.64 V34.128 V34.0"
                ));
            }
            for line in lines {
                assert_eq!(lifted(&line), want, "{line}");
            }
        }
    }
}
