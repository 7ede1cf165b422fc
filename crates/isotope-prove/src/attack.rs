//! Tests a proved equality with corner values and millions of random inputs, through the interpreter.
//!
//! A proof reads terms and trusts a solver; an attack does neither. Under a condition, allowed inputs are kept, and every second
//! input is an allowed one with one value changed. So a narrow condition is tested as often as a wide one.

use isotope_op::random::Random;
use isotope_term::{Arena, Tape};

use crate::decide::{Half, Witness};
use crate::exhaust::differs;
use crate::expr::{self, ExprError};
use crate::question::{Question, SOURCES};
use crate::sample::{Samples, corners, value};

/// Result of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Number of inputs that the condition allows and that were run on both sides.
    pub tried: u64,
    /// A counterexample.
    pub broken: Option<Witness>,
}

/// Most random inputs drawn for each allowed one.
const PATIENCE: u64 = 64;
/// Most allowed inputs that are kept.
const KEPT: usize = 4096;

/// Runs `tries` inputs that `condition` allows on both sides of a question; fewer if `condition` allows very few inputs.
///
/// # Errors
/// When the condition cannot be read.
pub fn attack(q: &Question, half: Half, condition: Option<&str>, tries: u64, seed: u64) -> Result<Attack, ExprError> {
    let (bits, used) = (q.left.size.bits(), 1 + q.sources());
    let arena = Arena::new();
    let names = ["mem", SOURCES[0], SOURCES[1]];
    let scope: Vec<_> = names.into_iter().take(used).map(|n| (n, arena.input(n, bits))).collect();
    let allows = match condition {
        Some(text) => Some(Tape::new(&arena, expr::truth(&arena, text, &scope[..])?)),
        None => None,
    };
    let mut room = Vec::new();
    let mut allowed = |x: &[u64; 3]| allows.as_ref().is_none_or(|p| p.run_on(&x[..used], &mut room) != 0);
    let breaks = |x: &[u64; 3]| {
        let w = Witness { mem: x[0], src: [x[1], x[2]] };
        differs(q, half, w).then_some(w)
    };
    let mut attack = Attack { tried: 0, broken: None };
    let mut kept: Vec<[u64; 3]> = Vec::new();
    let (corners, mut random) = (corners(bits), Random(seed));
    let corner_values = Samples::new(bits, used).map(|s| [s[0], s[1], s[2]]);
    let mut corner_values = corner_values.take(corners.len().pow(used.min(2) as u32));
    for n in 0..tries.saturating_mul(PATIENCE) {
        let x = corner_values.next().unwrap_or_else(|| {
            let fresh = kept.is_empty() || allows.is_none() || n % 2 == 0;
            let mut x = if fresh { [0; 3] } else { random.pick(&kept) };
            let one = random.index(used);
            for i in (0..used).filter(|i| fresh || *i == one) {
                let other = if i == 0 { x[used - 1] } else { x[i - 1] };
                x[i] = value(&mut random, bits, &corners, other);
            }
            x
        });
        if !allowed(&x) {
            continue;
        }
        if kept.len() < KEPT {
            kept.push(x);
        } else if allows.is_some() {
            let at = random.index(KEPT);
            kept[at] = x;
        }
        attack.tried += 1;
        attack.broken = breaks(&x);
        if attack.broken.is_some() || attack.tried == tries {
            break;
        }
    }
    Ok(attack)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::Open;
    use isotope_op::atomic::{AtomicOp, Rmw, Size};

    #[test]
    fn what_is_not_equal_breaks() {
        let q = |a, b| {
            let (a, b) = (Rmw::int(a, Size::B32), Rmw::int(b, Size::B32));
            Question::new(a, b, Open::Differs).expect("one width")
        };
        let inc = q(AtomicOp::UincWrap, AtomicOp::Inc);
        let run = |q, condition| attack(q, Half::Memory, condition, 100_000, 1).expect("a condition");
        assert!(run(&inc, None).broken.is_some());
        // Narrow: about one in a few hundred random inputs is allowed.
        let bound = run(&inc, Some("src0 == 0xffffffff"));
        assert_eq!(bound, Attack { tried: 100_000, broken: None });
        assert!(run(&inc, Some("src0 >= 0xfffffff0")).broken.is_some());
        // No input is allowed, so none is tried.
        assert_eq!(run(&inc, Some("src0 < 0")).tried, 0);
        assert!(attack(&inc, Half::Memory, Some("src7 == 0"), 1, 1).is_err());
    }
}
