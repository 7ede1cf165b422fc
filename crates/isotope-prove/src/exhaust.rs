//! Every input of a narrow question: the terms on all values of one input at once ([`crate::columns`]), row by row of the
//! others.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use isotope_op::atomic::{Returned, Rmw, Size};

use crate::clock::Deadline;
use crate::columns::{Columns, Room};
use crate::decide::{Half, Means, Posed, Witness};
use crate::question::{Open, Question, SOURCES};

/// What a sweep found.
pub enum Swept {
    /// All of so many inputs agree.
    Equal(u64),
    /// These do not.
    Different(Witness),
}

/// What one operation leaves in memory, or gives back; `None` where the documents leave it open.
fn result(op: &Rmw, half: Half, mem: u64, src: [u64; 2]) -> Option<u64> {
    match (half, op.returned) {
        // What comes back is settled even where the value written is open.
        (Half::Returned, Returned::Old) => Some(mem & op.size.mask()),
        _ => op.apply(mem, src[0], src[1]).ok().map(|u| if half == Half::Memory { u.new } else { u.returned }),
    }
}

/// Whether the interpreter gives different results.
pub fn differs(q: &Question, half: Half, w: Witness) -> bool {
    let a = result(&q.left, half, w.mem, w.src);
    let b = result(&q.right, half, w.mem, q.right_sources(w.src));
    match (a, b) {
        (Some(a), Some(b)) => a != b,
        (None, None) => false,
        _ => q.open == Open::Differs,
    }
}

/// Tries all inputs; `None` when there are too many, or when `deadline` comes first.
///
/// Pairs of 16-bit values are updated half by half by one rule, so one half is enough, unless assumptions tie the halves
/// together.
pub fn sweep(posed: &Posed<'_>, half: Half, means: &Means<'_>, deadline: Deadline) -> Option<Swept> {
    let q = posed.question();
    let narrow = Question { left: q.left.element(), right: q.right.element(), ..q.clone() };
    let paired =
        [q.left, q.right].iter().all(Rmw::is_pair) && [narrow.left, narrow.right].iter().all(|op| op.size == Size::B16);
    if paired && posed.is_free() {
        return sweep(&Posed::new(&narrow, &[]).ok()?, half, means, deadline);
    }
    let (bits, inputs) = (q.left.size.bits(), 1 + q.sources() as u32);
    if bits * inputs > 32 {
        return None;
    }
    let names = ["mem", SOURCES[0], SOURCES[1]];
    let (varying, fixed) = names[..inputs as usize].split_last()?;
    let (arena, goal) = posed.goal(half);
    let columns = Columns::new(arena, goal, fixed, varying, bits)?;
    let rows = 1u64 << (bits * (inputs - 1));
    let mask = q.left.size.mask();
    let parts = rows.min(256);
    let (part, found, late) = (AtomicU32::new(0), AtomicBool::new(false), AtomicBool::new(false));
    let work = || {
        let mut room = Room::default();
        loop {
            let n = part.fetch_add(1, Relaxed);
            if u64::from(n) >= parts || found.load(Relaxed) {
                return None;
            }
            if deadline.is_over() {
                late.store(true, Relaxed);
                return None;
            }
            (means.progress)(n * (256 / parts as u32));
            let size = rows / parts;
            for row in u64::from(n) * size..u64::from(n + 1) * size {
                let given = [row & mask, row >> bits];
                if let Some(last) = columns.row(&given, &mut room) {
                    found.store(true, Relaxed);
                    let mut values = [given[0], given[1], 0];
                    values[inputs as usize - 1] = last;
                    return Some(Witness { mem: values[0], src: [values[1], values[2]] });
                }
            }
        }
    };
    let witness = std::thread::scope(|scope| {
        // This thread works too, so that too few threads make it slower and nothing else.
        let others: Vec<_> =
            (1..means.threads).map_while(|_| std::thread::Builder::new().spawn_scoped(scope, work).ok()).collect();
        let own = work();
        let found = others.into_iter().filter_map(|w| w.join().unwrap_or_else(|e| std::panic::resume_unwind(e)));
        own.into_iter().chain(found).next()
    });
    match witness {
        Some(witness) => Some(Swept::Different(witness)),
        None => (!late.into_inner()).then_some(Swept::Equal(rows << bits)),
    }
}
