//! Tries every input of a narrow question. The terms are evaluated on all values of one input at once ([`crate::columns`]), row by row of
//! the other inputs.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use isotope_op::atomic::{Returned, Rmw, Size};

use crate::clock::Deadline;
use crate::columns::{CHUNK, Columns, Room};
use crate::decide::{Half, Means, Posed, Witness};
use crate::question::{Open, Question, SOURCES, exceeds_on};

/// Result of a sweep.
pub enum Swept {
    /// All of this many inputs agree.
    Equal(u64),
    /// A counterexample.
    Different(Witness),
}

/// The new value or the returned value of one operation; `None` if it is unspecified.
fn result(op: &Rmw, half: Half, mem: u64, src: [u64; 2]) -> Option<u64> {
    match (half, op.returned) {
        // The old value is defined even where the new value is unspecified.
        (Half::Returned, Returned::Old) => Some(mem & op.size.mask()),
        _ => op.apply(mem, src[0], src[1]).ok().map(|u| if half == Half::Memory { u.new } else { u.returned }),
    }
}

/// Whether the interpreter shows different results.
pub fn differs(q: &Question, half: Half, w: Witness) -> bool {
    if (half, q.open) == (Half::Memory, Open::Permitted) {
        return exceeds_on([&q.left, &q.right], [w.src, q.right_sources(w.src)].map(|[a, b]| [w.mem, a, b]));
    }
    let a = result(&q.left, half, w.mem, w.src);
    let b = result(&q.right, half, w.mem, q.right_sources(w.src));
    match (a, b) {
        (Some(a), Some(b)) => a != b,
        (None, None) => false,
        _ => q.open == Open::Differs,
    }
}

/// Tries all inputs; `None` if there are too many, or when `deadline` comes first.
///
/// Pairs of 16-bit values are updated half by half with the same rule, so one half is enough, unless assumptions relate the halves.
pub fn sweep(posed: &Posed<'_>, half: Half, means: &Means<'_>, deadline: Deadline) -> Option<Swept> {
    let q = posed.question();
    let narrow = Question { left: q.left.element(), right: q.right.element(), ..q.clone() };
    let paired =
        [q.left, q.right].iter().all(Rmw::is_pair) && [narrow.left, narrow.right].iter().all(|op| op.size == Size::B16);
    if paired && posed.is_free() {
        return sweep(&Posed::new(&narrow, &[]).ok()?, half, means, deadline);
    }
    let (bits, inputs) = (q.left.size.bits(), 1 + q.sources());
    if bits > 16 || bits as usize * inputs > 32 {
        return None;
    }
    let names = ["mem", SOURCES[0], SOURCES[1]];
    let (arena, goal) = posed.goal(half);
    let columns = Columns::new(arena, goal, &names[..inputs], bits)?;
    let rows = columns.rows();
    let parts = rows.div_ceil(CHUNK);
    // The first part with a counterexample. Earlier parts are still completed, so that the result is the first counterexample of all, for
    // any number of threads.
    let (part, found, late) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX), AtomicBool::new(false));
    let work = || {
        let mut room = Room::default();
        loop {
            let n = part.fetch_add(1, Relaxed);
            if n >= parts || n > found.load(Relaxed) {
                return None;
            }
            if deadline.is_over() {
                late.store(true, Relaxed);
                return None;
            }
            (means.progress)((n * (256 / parts)) as u32);
            if let Some((row, last)) = columns.first(n * CHUNK..rows.min((n + 1) * CHUNK), &mut room) {
                found.fetch_min(n, Relaxed);
                let row = row as u64;
                let mut values = [row & q.left.size.mask(), row >> bits, 0];
                values[inputs - 1] = last;
                return Some((n, Witness { mem: values[0], src: [values[1], values[2]] }));
            }
        }
    };
    let witness = std::thread::scope(|scope| {
        // This thread works too, so that missing threads only make it slower.
        let others: Vec<_> =
            (1..means.threads).map_while(|_| std::thread::Builder::new().spawn_scoped(scope, work).ok()).collect();
        let own = work();
        let found = others.into_iter().filter_map(|w| w.join().unwrap_or_else(|e| std::panic::resume_unwind(e)));
        own.into_iter().chain(found).min_by_key(|(part, _)| *part).map(|(_, witness)| witness)
    });
    match witness {
        Some(witness) => Some(Swept::Different(witness)),
        None => (!late.into_inner()).then_some(Swept::Equal((rows as u64) << bits)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isotope_op::atomic::AtomicOp;
    use isotope_op::float::{FloatPolicy, NanRule};
    use std::time::Duration;

    /// The first counterexample of all inputs, for any number of threads.
    #[test]
    fn the_first_difference_is_found() {
        let [umax, smax, umin] = [AtomicOp::Umax, AtomicOp::Smax, AtomicOp::Umin].map(|op| Rmw::int(op, Size::B16));
        let sweep_of = |left: Rmw, right: Rmw, assumed: &[&str], threads: usize| {
            let q = Question::new(left, right, Open::Differs).unwrap();
            let assumed: Vec<String> = assumed.iter().map(ToString::to_string).collect();
            let posed = Posed::new(&q, &assumed).unwrap();
            let means = Means { threads, ..Means::alone(Duration::from_secs(300)) };
            match sweep(&posed, Half::Memory, &means, means.clock.after(means.budget)).unwrap() {
                Swept::Equal(_) => None,
                Swept::Different(w) => Some((w.mem, w.src[0])),
            }
        };
        for threads in [1, 2, 5] {
            assert_eq!(sweep_of(umax, smax, &[], threads), Some((0, 0x8000)));
            let late = ["mem == 0xabcd", "src0 < 0x8000", "src0 & 0x1234 == 0x1234"];
            assert_eq!(sweep_of(umax, smax, &late, threads), Some((0xabcd, 0x1234)));
            assert_eq!(sweep_of(umax, umin, &["mem >= 0x8001"], threads), Some((0x8001, 0)));
        }
        assert_eq!(sweep_of(umax, smax, &["sign(mem) == sign(src0)"], 2), None);
        // Sums of finite numbers may be infinite but are not NaNs: the two differ only in NaN bits.
        let sum = |nan| Rmw { float: FloatPolicy { nan, ..FloatPolicy::RN }, ..Rmw::int(AtomicOp::FAdd, Size::B16) };
        let [ones, positive] = [NanRule::AllOnes, NanRule::QuietPositive].map(sum);
        assert_eq!(sweep_of(ones, positive, &[], 2), Some((0, 0x7c01)));
        assert_eq!(sweep_of(ones, positive, &["!isnan(mem) && !isnan(src0)"], 2), Some((0x7c00, 0xfc00)));
        assert_eq!(sweep_of(ones, positive, &["!isnan(mem)", "!isnan(src0)", "!isinf(mem)"], 2), None);
    }
}
