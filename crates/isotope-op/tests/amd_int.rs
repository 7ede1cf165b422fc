//! The integer atomics of gfx1100 against plain integer code: corner values squared and ten million random pairs each.

use crate::common::{Rng, int_corners, sweep};
use isotope_op::assume::Assumptions;
use isotope_op::atomic::{AtomicOp, Packing, Rmw, Size, Update};
use isotope_op::policy::{AmdUnit, FpDenorm, amd};

/// Inputs of an operation in a sweep.
const RANDOM: usize = 10_000_000;

/// The final value in memory, from the semantics column of the instruction tables.
macro_rules! tables {
    ($name:ident, $u:ident, $i:ident) => {
        fn $name(op: AtomicOp, m: $u, d: $u, d2: $u) -> $u {
            match op {
                AtomicOp::Add => m.wrapping_add(d),
                AtomicOp::Sub => m.wrapping_sub(d),
                AtomicOp::SubReverse => d.wrapping_sub(m),
                AtomicOp::UincWrap => match m.checked_add(1) {
                    Some(next) if m < d => next,
                    _ => 0,
                },
                AtomicOp::UdecWrap => match m.checked_sub(1) {
                    Some(next) if m <= d => next,
                    _ => d,
                },
                AtomicOp::UsubSat => m.saturating_sub(d),
                AtomicOp::Smin => (m as $i).min(d as $i) as $u,
                AtomicOp::Smax => (m as $i).max(d as $i) as $u,
                AtomicOp::Umin => m.min(d),
                AtomicOp::Umax => m.max(d),
                AtomicOp::And => m & d,
                AtomicOp::Or => m | d,
                AtomicOp::Xor => m ^ d,
                AtomicOp::MaskOr => (m ^ (m & d)) | d2,
                AtomicOp::Xchg => d,
                // DATA0 is the new value, DATA1 the comparand.
                AtomicOp::Cas => [m, d][(m == d2) as usize],
                AtomicOp::RingWrap => m.checked_sub(d).unwrap_or_else(|| m.wrapping_add(d2)),
                _ => unreachable!("integer operations of gfx1100 only"),
            }
        }
    };
}
tables!(word, u32, i32);
tables!(double, u64, i64);

fn check(k: &Rmw, m: u64, d: u64, d2: u64) {
    let want = match k.size {
        Size::B32 => word(k.op, m as u32, d as u32, d2 as u32) as u64,
        _ => double(k.op, m, d, d2),
    };
    let got = k.apply(m, d, d2);
    assert_eq!(got, Ok(Update { new: want, returned: m }), "{:?} {:?} {m:#x} {d:#x} {d2:#x}", k.op, k.size);
}

fn check_op(op: AtomicOp) {
    for size in [Size::B32, Size::B64] {
        // Integer operations do not depend on unit or MODE.
        let k = amd(op, size, AmdUnit::Lds, FpDenorm::ALL, &Assumptions::DEFAULT);
        assert_eq!(k, amd(op, size, AmdUnit::Memory, FpDenorm::new(0), &Assumptions::DEFAULT));
        let v = int_corners(size.bits());
        for &m in &v {
            for &d in &v {
                for d2 in [m, d, m.wrapping_sub(1) & size.mask(), !d & size.mask()] {
                    check(&k, m, d, d2);
                }
            }
        }
        let mut rng = Rng::new(&format!("amd {} {size:?}", op.name()));
        for i in 0..sweep::count(RANDOM, 120) {
            let (m, d) = rng.pair(size.bits());
            let d2 = if i & 1 == 0 { m } else { d.rotate_left(9) & size.mask() };
            check(&k, m, d, d2);
        }
    }
}

macro_rules! tests {
    ($($name:ident $op:ident),*) => {$(
        #[test]
        fn $name() {
            check_op(AtomicOp::$op);
        }
    )*};
}
tests!(
    add Add, sub Sub, rsub SubReverse, inc UincWrap, dec UdecWrap, csub UsubSat, min_i Smin, max_i Smax, min_u Umin,
    max_u Umax, and And, or Or, xor Xor, mskor MaskOr, swap Xchg, cmpstore Cas, wrap RingWrap
);

/// Two dwords, independently: stored without bit 31 if bit 31 is set.
#[test]
fn condxchg32() {
    let k = Rmw {
        packing: Packing::Pair32,
        ..amd(AtomicOp::CondXchg, Size::B64, AmdUnit::Lds, FpDenorm::ALL, &Assumptions::DEFAULT)
    };
    let mut rng = Rng::new("amd condxchg32");
    for _ in 0..sweep::count(RANDOM, 120) {
        let (m, d) = (rng.bits(64), rng.next());
        let mut memory = m.to_le_bytes();
        for i in [0, 4] {
            let data = &d.to_le_bytes()[i..i + 4];
            if data[3] & 0x80 != 0 {
                memory[i..i + 4].copy_from_slice(data);
                memory[i + 3] &= 0x7f;
            }
        }
        assert_eq!(k.apply(m, d, 0), Ok(Update { new: u64::from_le_bytes(memory), returned: m }), "{m:#x} {d:#x}");
    }
}
