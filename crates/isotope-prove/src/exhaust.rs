//! Every input of a narrow question, by the interpreter's own code.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::time::Instant;

use isotope::term::{Arena, Node, Program, Value};
use isotope_op::atomic::{Packing, Returned, Rmw, Size};

use crate::decide::{Half, Means, Witness};
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
pub fn sweep(
    q: &Question,
    half: Half,
    arena: &Arena,
    assumed: Value,
    means: &Means<'_>,
    deadline: Instant,
) -> Option<Swept> {
    let paired = q.left.packing == Packing::Pair16 && q.right.packing == Packing::Pair16;
    let free = matches!(arena.node(assumed).0, Node::Lit(1));
    let narrow;
    let (q, bits) = match q.left.size {
        Size::B8 | Size::B16 => (q, q.left.size.bits()),
        Size::B32 if paired && free => {
            let one = |op: Rmw| Rmw { packing: Packing::Scalar, size: Size::B16, ..op };
            narrow = Question { left: one(q.left), right: one(q.right), ..q.clone() };
            (&narrow, 16)
        }
        _ => return None,
    };
    let inputs = 1 + q.sources() as u32;
    if bits * inputs > 32 {
        return None;
    }
    let total = 1u64 << (bits * inputs);
    let mask = (1u64 << bits) - 1;
    let program = (!free).then(|| Program::new(arena, assumed));
    let (part, found, late) = (AtomicU32::new(0), AtomicBool::new(false), AtomicBool::new(false));
    let parts = 256.min(total) as u32;
    let witness = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..means.threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut room = Vec::new();
                    loop {
                        let n = part.fetch_add(1, Relaxed);
                        if n >= parts || found.load(Relaxed) {
                            return None;
                        }
                        if Instant::now() >= deadline {
                            late.store(true, Relaxed);
                            return None;
                        }
                        (means.progress)(n);
                        let size = total / u64::from(parts);
                        let range = u64::from(n) * size..u64::from(n + 1) * size;
                        for x in range {
                            let w = Witness { mem: x >> (bits * (inputs - 1)), src: [x & mask, x >> bits & mask] };
                            let w = if inputs == 3 { w } else { Witness { src: [x & mask, 0], ..w } };
                            let w = if inputs == 1 { Witness { src: [0; 2], ..w } } else { w };
                            if differs(q, half, w) && program.as_ref().is_none_or(|p| allowed(p, w, &mut room)) {
                                found.store(true, Relaxed);
                                return Some(w);
                            }
                        }
                    }
                })
            })
            .collect();
        workers.into_iter().filter_map(|w| w.join().unwrap_or_else(|e| std::panic::resume_unwind(e))).next()
    });
    match witness {
        Some(witness) => Some(Swept::Different(witness)),
        None => (!late.into_inner()).then_some(Swept::Equal(total)),
    }
}

fn allowed(program: &Program, w: Witness, room: &mut Vec<u64>) -> bool {
    let of = |name: &String| match name.as_str() {
        "mem" => w.mem,
        name if name == SOURCES[0] => w.src[0],
        _ => w.src[1],
    };
    let inputs: Vec<u64> = program.inputs().iter().map(of).collect();
    program.run_on(&inputs, room) != 0
}
