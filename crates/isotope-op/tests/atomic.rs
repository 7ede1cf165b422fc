//! Every atomic operation at every width, packing and policy, against plain arithmetic in this file.

use crate::common::*;
use isotope_op::assume::{self, Assumptions, INTEL_DENORMALS, INTEL_MINMAX_ZERO};
use isotope_op::atomic::*;
use isotope_op::domain::{Bits, Concrete, W8};
use isotope_op::float::{BothNan, FloatPolicy, Flush, MinMax, NanRule, OneNan, Rounding, SnanRule, ZeroOrder};
use isotope_op::policy;

const SIZES: [Size; 4] = [Size::B8, Size::B16, Size::B32, Size::B64];
/// Inputs of an operation in a sweep.
const RANDOM: usize = 10_000_000;

/// The final value in memory, in exact arithmetic. `a`, `b` are src0, src1.
fn integer(op: AtomicOp, bits: u32, old: u64, a: u64, b: u64) -> u64 {
    let modulus = 1i128 << bits;
    let (o, x, y) = (old as i128, a as i128, b as i128);
    let signed = |v: i128| if v >= modulus / 2 { v - modulus } else { v };
    let exact = match op {
        AtomicOp::Xchg => x,
        AtomicOp::Add => o + x,
        AtomicOp::Sub => o - x,
        AtomicOp::SubReverse => x - o,
        AtomicOp::UsubSat => (o - x).max(0),
        AtomicOp::UsubCond => {
            if o < x {
                o
            } else {
                o - x
            }
        }
        AtomicOp::Nand => !(o & x),
        AtomicOp::And => o & x,
        AtomicOp::Or => o | x,
        AtomicOp::Xor => o ^ x,
        AtomicOp::MaskOr => (o & (modulus - 1 - x)) | y,
        AtomicOp::Umin => o.min(x),
        AtomicOp::Umax => o.max(x),
        AtomicOp::Smin => signed(o).min(signed(x)),
        AtomicOp::Smax => signed(o).max(signed(x)),
        AtomicOp::UincWrap => {
            if o >= x {
                0
            } else {
                o + 1
            }
        }
        AtomicOp::UdecWrap => {
            if o == 0 || o > x {
                x
            } else {
                o - 1
            }
        }
        AtomicOp::Inc => o + 1,
        AtomicOp::Dec | AtomicOp::Predec => o - 1,
        AtomicOp::RingWrap => {
            if o >= x {
                o - x
            } else {
                o + y
            }
        }
        AtomicOp::CondXchg => {
            if x >= modulus / 2 {
                x - modulus / 2
            } else {
                o
            }
        }
        AtomicOp::Cas => {
            if o == x {
                y
            } else {
                o
            }
        }
        _ => unreachable!("integer operations only"),
    };
    exact.rem_euclid(modulus) as u64
}

fn check_integer(k: &Rmw, old: u64, a: u64, b: u64) {
    let want = match (k.op, k.cas) {
        (AtomicOp::Cas, CasRoles::CompareSrc1) => integer(k.op, k.size.bits(), old, b, a),
        _ => integer(k.op, k.size.bits(), old, a, b),
    };
    let returned = if k.op == AtomicOp::Predec { want } else { old };
    let got = k.apply(old, a, b);
    assert_eq!(got, Ok(Update { new: want, returned }), "{:?} {:?} old {old:#x} {a:#x} {b:#x}", k.op, k.size);
}

fn check_integer_op(op: AtomicOp) {
    let k_of = |size| Rmw::int(op, size);
    for old in 0..256 {
        for a in 0..256 {
            check_integer(&k_of(Size::B8), old, a, (old ^ a) >> 1);
        }
    }
    for size in SIZES {
        let k = k_of(size);
        let v = int_corners(size.bits());
        assert!(v.len() >= 25);
        for &old in &v {
            for &a in &v {
                check_integer(&k, old, a, old);
                check_integer(&k, old, a, a.wrapping_mul(3) & size.mask());
            }
        }
        let mut rng = Rng::new(&format!("{} {size:?}", op.name()));
        for _ in 0..sweep::count(RANDOM, 120) {
            let (old, a) = rng.pair(size.bits());
            check_integer(&k, old, a, a.rotate_left(7) & size.mask());
        }
    }
}

macro_rules! integer_tests {
    ($($name:ident $op:ident),*) => {$(
        #[test]
        fn $name() {
            check_integer_op(AtomicOp::$op);
        }
    )*};
}
integer_tests!(
    xchg Xchg, add Add, sub Sub, sub_reverse SubReverse, usub_sat UsubSat, usub_cond UsubCond, and And, nand Nand, or Or, xor Xor, mask_or MaskOr,
    umin Umin, umax Umax, smin Smin, smax Smax, uinc_wrap UincWrap, udec_wrap UdecWrap, inc Inc, dec Dec,
    predec Predec, ring_wrap RingWrap, cond_xchg CondXchg, cas Cas
);

#[test]
fn every_16_bit_pair_of_the_bounded_counters() {
    for op in [AtomicOp::UincWrap, AtomicOp::UdecWrap] {
        let k = Rmw::int(op, Size::B16);
        for old in (0..0x1_0000u64).step_by(5 * sweep::step(7)) {
            for a in (0..0x1_0000u64).step_by(3) {
                let want = match op {
                    AtomicOp::UincWrap if old >= a => 0,
                    AtomicOp::UincWrap => old + 1,
                    _ if old == 0 || old > a => a,
                    _ => old - 1,
                };
                assert_eq!(k.apply(old, a, 0).unwrap().new, want);
            }
        }
    }
}

#[test]
fn integer_pairs() {
    let mut rng = Rng::new("integer pairs");
    for op in AtomicOp::ALL.into_iter().filter(|op| !op.is_float() && *op != AtomicOp::PutPointer) {
        for (size, packing, half) in [(Size::B32, Packing::Pair16, 16), (Size::B64, Packing::Pair32, 32)] {
            let k = Rmw { packing, ..Rmw::int(op, size) };
            for _ in 0..sweep::count(100_000, 10) {
                let (old, a) = rng.pair(size.bits());
                let b = rng.bits(size.bits());
                let m = (1u64 << half) - 1;
                let one = |i: u32| integer(op, half, old >> i & m, a >> i & m, b >> i & m) << i;
                assert_eq!(k.apply(old, a, b).unwrap().new, one(0) | one(half), "{op:?} {old:#x} {a:#x} {b:#x}");
            }
        }
    }
}

#[test]
fn compare_and_swap_roles() {
    let mut rng = Rng::new("cas roles");
    for size in SIZES {
        for _ in 0..sweep::count(200_000, 10) {
            let (old, a) = rng.pair(size.bits());
            let (b, _) = rng.pair(size.bits());
            for k in [policy::nvidia_int(AtomicOp::Cas, size), policy::intel_int(AtomicOp::Cas, size)] {
                for (x, y) in [(a, b), (old, b), (b, old)] {
                    check_integer(&k, old, x, y);
                }
            }
        }
    }
}

/// The NaN that a rule gives, implemented independently. `operands` are in the rule's order.
fn nan_of(f: Fmt, rule: NanRule, operands: [u64; 2]) -> u64 {
    let quiet = f.exp_mask() | f.quiet();
    let propagated = operands.iter().find(|x| f.is_nan(**x)).map(|x| x | f.quiet());
    match rule {
        NanRule::AllOnes => f.sign() - 1,
        NanRule::QuietPositive | NanRule::Unspecified => quiet,
        NanRule::QuietNegative => quiet | f.sign(),
        NanRule::FirstQuieted => propagated.unwrap_or(quiet | f.sign()),
        NanRule::FirstQuietedPositive => propagated.unwrap_or(quiet),
        NanRule::SecondQuieted => {
            let second = operands.into_iter().rfind(|x| f.is_nan(*x)).map(|x| x | f.quiet());
            second.unwrap_or(quiet | f.sign())
        }
        NanRule::SecondUnchanged => operands.into_iter().rfind(|x| f.is_nan(*x)).unwrap_or(quiet | f.sign()),
    }
}

/// `None`: unspecified.
fn sum(f: Fmt, k: &Rmw, old: u64, src: u64) -> Option<u64> {
    let flush = |mode: Flush, x: u64| if mode == Flush::Keep { x } else { f.flushed(x) };
    let (o, s) = (flush(k.float.input, old), flush(k.float.input, src));
    let op = if k.op == AtomicOp::FSub { Op::Sub } else { Op::Add };
    let r = judge(f, op, k.float.round, o, s, 0);
    if f.is_nan(r) {
        let order = if k.first == First::Memory || op == Op::Sub { [o, s] } else { [s, o] };
        return (k.float.nan != NanRule::Unspecified).then(|| nan_of(f, k.float.nan, order));
    }
    Some(flush(k.float.output, r))
}

/// A number as (negative, magnitude), ordered; zeros by `signed_zero`.
fn rank(f: Fmt, x: u64, signed_zero: bool) -> i128 {
    let magnitude = (x & (f.sign() - 1)) as i128;
    let negative = x & f.sign() != 0;
    match (negative, signed_zero) {
        (true, true) => -magnitude - 1,
        (true, false) => -magnitude,
        (false, _) => magnitude,
    }
}

fn extreme(f: Fmt, k: &Rmw, old: u64, src: u64) -> Option<u64> {
    let m = k.minmax;
    let (a, b) = if k.first == First::Memory { (old, src) } else { (src, old) };
    let flush = |x: u64| if k.float.input == Flush::Keep { x } else { f.flushed(x) };
    if m.one == OneNan::Nan && (f.is_nan(a) || f.is_nan(b)) {
        return (k.float.nan != NanRule::Unspecified).then(|| nan_of(f, k.float.nan, [a, b]));
    }
    if m.one == OneNan::Either && (f.is_nan(a) || f.is_nan(b)) {
        return None;
    }
    match m.snan {
        SnanRule::FirstQuieted => {
            if let Some(x) = [a, b].iter().find(|x| f.is_snan(**x)) {
                return Some(x | f.quiet());
            }
        }
        SnanRule::WinsUnchanged => match (f.is_snan(a), f.is_snan(b)) {
            (true, true) if m.both == BothNan::Unspecified && a != b => return None,
            (true, _) => return Some(a),
            (_, true) => return Some(b),
            _ => {}
        },
        SnanRule::Unspecified if f.is_snan(a) || f.is_snan(b) => return None,
        SnanRule::AsQuiet | SnanRule::Unspecified => {}
    }
    let shown = |x: u64| if m.copy { x } else { flush(x) };
    match (f.is_nan(a), f.is_nan(b)) {
        (true, true) => match m.both {
            BothNan::Policy => (k.float.nan != NanRule::Unspecified).then(|| nan_of(f, k.float.nan, [a, b])),
            BothNan::First => Some(a),
            BothNan::Second => Some(b),
            BothNan::Unspecified => (a == b).then_some(a),
        },
        (true, false) => Some(shown(b)),
        (false, true) => Some(shown(a)),
        (false, false) => {
            let signed = matches!(m.zero, ZeroOrder::Signed | ZeroOrder::SignedSecond);
            let (ra, rb) = (rank(f, flush(a), signed), rank(f, flush(b), signed));
            let b_wins = if k.op == AtomicOp::FMax { rb > ra } else { rb < ra };
            if ra == rb {
                return match m.zero {
                    ZeroOrder::Signed | ZeroOrder::EqualFirst => Some(shown(a)),
                    ZeroOrder::SignedSecond | ZeroOrder::EqualSecond => Some(shown(b)),
                    ZeroOrder::Unspecified => (shown(a) == shown(b)).then(|| shown(a)),
                };
            }
            Some(if b_wins { shown(b) } else { shown(a) })
        }
    }
}

fn float_cas(f: Fmt, k: &Rmw, old: u64, a: u64, b: u64) -> u64 {
    let (comparand, value) = if k.cas == CasRoles::CompareSrc0 { (a, b) } else { (b, a) };
    let flush = |x: u64| if k.float.input == Flush::Keep { x } else { f.flushed(x) };
    let (x, y) = (flush(old), flush(comparand));
    let equal = !f.is_nan(x) && !f.is_nan(y) && (x == y || (x | y) & (f.sign() - 1) == 0);
    match (equal, k.miss) {
        (true, _) => flush(value),
        (false, Flush::Keep) => old,
        (false, _) => f.flushed(old),
    }
}

fn float_one(f: Fmt, k: &Rmw, old: u64, a: u64, b: u64) -> Option<u64> {
    match k.op {
        AtomicOp::FAdd | AtomicOp::FSub => sum(f, k, old, a),
        AtomicOp::FMin | AtomicOp::FMax => extreme(f, k, old, a),
        _ => Some(float_cas(f, k, old, a, b)),
    }
}

fn check_float(f: Fmt, k: &Rmw, old: u64, a: u64, b: u64) {
    let want = if k.is_pair() {
        let half = |x: u64, i: u32| x >> (16 * i) & 0xffff;
        let one = |i| float_one(f, k, half(old, i), half(a, i), half(b, i));
        one(0).zip(one(1)).map(|(l, h)| l | h << 16)
    } else {
        float_one(f, k, old, a, b)
    };
    match (k.apply(old, a, b), want) {
        (Ok(u), Some(want)) => {
            assert_eq!(u, Update { new: want, returned: old }, "{k:?}\nold {old:#x} src {a:#x} {b:#x}, want {want:#x}");
        }
        (Err(e), None) => assert_eq!(e.returned, Some(old)),
        (got, want) => panic!("{k:?}\nold {old:#x} src {a:#x} {b:#x}: {got:?}, expected {want:x?}"),
    }
}

/// Every policy that a vendor constructor makes, and combinations that no vendor has.
fn policies(op: AtomicOp, size: Size, packing: Packing) -> Vec<Rmw> {
    let a = Assumptions::DEFAULT;
    let mut v = Vec::new();
    for p in [
        policy::nvidia_l2_f32_ftz_rn(&a),
        policy::nvidia_l2_f16x2_ftz_rn(&a),
        policy::nvidia_l2_f16x2_rn(&a),
        policy::nvidia_l2_f64_rn(&a),
    ] {
        v.push(policy::nvidia_float(op, size, packing, p, &a));
    }
    v.push(policy::intel_float(op, size, &a));
    v.push(policy::intel_float(op, size, &a.with(INTEL_MINMAX_ZERO, ZeroOrder::Unspecified)));
    v.push(policy::intel_float(op, size, &a.with(INTEL_DENORMALS, Flush::Zero)));
    for i in 0..4 {
        let (input, output) = (Flush::when(i & 1 == 0), Flush::when(i & 2 == 0));
        v.push(policy::amd_float(op, size, policy::AmdUnit::Lds, input, output, &a));
        v.push(policy::amd_float(op, size, policy::AmdUnit::Memory, input, output, &a));
    }
    let snans = [SnanRule::AsQuiet, SnanRule::FirstQuieted, SnanRule::WinsUnchanged, SnanRule::Unspecified];
    let boths = [BothNan::Policy, BothNan::First, BothNan::Second, BothNan::Unspecified];
    let zeros = [
        ZeroOrder::Signed,
        ZeroOrder::SignedSecond,
        ZeroOrder::EqualFirst,
        ZeroOrder::EqualSecond,
        ZeroOrder::Unspecified,
    ];
    let nans = [
        NanRule::AllOnes,
        NanRule::QuietPositive,
        NanRule::QuietNegative,
        NanRule::FirstQuieted,
        NanRule::FirstQuietedPositive,
        NanRule::SecondQuieted,
        NanRule::SecondUnchanged,
        NanRule::Unspecified,
    ];
    for i in 0..96 {
        v.push(Rmw {
            packing,
            first: if i & 1 == 0 { First::Memory } else { First::Data },
            miss: Flush::when(i % 7 == 0),
            minmax: MinMax {
                one: [OneNan::Nan, OneNan::Either, OneNan::Number][(i % 11).min(2)],
                snan: snans[i % 4],
                both: boths[i / 3 % 4],
                zero: zeros[i / 12 % 5],
                copy: i & 2 == 0,
            },
            float: FloatPolicy {
                round: Rounding::NearestEven,
                input: [Flush::Keep, Flush::Zero][i / 48],
                output: [Flush::Keep, Flush::Zero, Flush::ZeroBeforeRounding][i / 5 % 3],
                nan: nans[i % nans.len()],
            },
            ..Rmw::int(op, size)
        });
    }
    v.iter_mut().for_each(|k| k.packing = packing);
    v
}

fn check_float_op(op: AtomicOp) {
    let tiny = policies(op, Size::B8, Packing::Scalar);
    for (i, k) in tiny.iter().enumerate() {
        for old in 0..256u64 {
            for a in 0..256u64 {
                check_float(F8, k, old, a, (old ^ a).wrapping_mul(i as u64) & 0xff);
            }
        }
    }
    for (f, size) in [(F16, Size::B16), (BF16, Size::B16), (F32, Size::B32), (F64, Size::B64)] {
        let all = policies(op, size, if f == BF16 { Packing::Brain } else { Packing::Scalar });
        let v = f.corners();
        for k in &all {
            for &old in &v {
                for &a in &v {
                    check_float(f, k, old, a, old ^ 1);
                }
            }
        }
        let mut rng = Rng::new(&format!("{} {size:?}", op.name()));
        for i in 0..sweep::count(RANDOM, 120) {
            let (old, a) = rng.floats(f);
            check_float(f, &all[i % all.len()], old, a, rng.bits(f.bits));
        }
    }
    for (f, packing) in [(F16, Packing::Pair16), (BF16, Packing::Brains)] {
        let pairs = policies(op, Size::B32, packing);
        let mut rng = Rng::new(&format!("{} {packing:?}", op.name()));
        for i in 0..sweep::count(RANDOM / 2, 120) {
            let ((o1, a1), (o2, a2)) = (rng.floats(f), rng.floats(f));
            check_float(f, &pairs[i % pairs.len()], o1 | o2 << 16, a1 | a2 << 16, rng.bits(32));
        }
    }
}

/// A specified result is the only permitted one. For an unspecified result, the chosen value is permitted, and only NaNs and operands are.
#[test]
fn what_is_permitted() {
    let of = |x: u64| Bits::<Concrete, W8>::of(x as u8);
    for op in [AtomicOp::FAdd, AtomicOp::FSub, AtomicOp::FMin, AtomicOp::FMax] {
        for k in policies(op, Size::B8, Packing::Scalar) {
            let k = Rmw { size: Size::B8, ..k };
            let mut open = 0;
            for (old, a) in F8.corners().into_iter().flat_map(|old| F8.corners().into_iter().map(move |a| (old, a))) {
                let permitted: Vec<u64> = (0..256).filter(|x| permits(&k, of(old), of(a), of(0), of(*x)).b).collect();
                let (choice, is_open) = k.choose(old, a, 0);
                let told = || format!("{k:?} {old:#x} {a:#x}: {permitted:x?}");
                if !is_open {
                    assert_eq!(permitted, [choice.new], "{}", told());
                    continue;
                }
                open += 1;
                assert!(permitted.len() > 1 && permitted.contains(&choice.new), "{}", told());
                let operand = |x: u64| [old, a, F8.flushed(old), F8.flushed(a)].contains(&x);
                let sum = !matches!(op, AtomicOp::FMin | AtomicOp::FMax);
                assert!(permitted.iter().all(|x| F8.is_nan(*x) || !sum && operand(*x)), "{}", told());
                let any_nan = F8.is_nan(old) || F8.is_nan(a);
                assert!(sum || any_nan || permitted.iter().all(|x| F8.flushed(*x) & 0x7f == 0), "{}", told());
            }
            assert_eq!(open > 0, k.may_be_unspecified(), "{k:?}");
        }
    }
}

#[test]
fn float_add() {
    check_float_op(AtomicOp::FAdd);
}
#[test]
fn float_sub() {
    check_float_op(AtomicOp::FSub);
}
#[test]
fn float_min() {
    check_float_op(AtomicOp::FMin);
}
#[test]
fn float_max() {
    check_float_op(AtomicOp::FMax);
}
#[test]
fn float_cas_equality() {
    check_float_op(AtomicOp::FCas);
}

#[test]
fn half_add_every_bit_pattern_of_memory() {
    let a = Assumptions::DEFAULT;
    for p in [policy::nvidia_l2_f16x2_ftz_rn(&a), policy::nvidia_l2_f16x2_rn(&a)] {
        let k = policy::nvidia_float(AtomicOp::FAdd, Size::B16, Packing::Scalar, p, &a);
        for old in 0..0x1_0000 {
            for &x in F16.corners().iter().step_by(3) {
                check_float(F16, &k, old, x, 0);
            }
        }
    }
}

/// Fast paths give the same results as `apply`.
#[test]
fn kernels_agree_with_apply() {
    struct Each<'a, T>(&'a [(T, T, T)]);
    impl<T: Copy> Visitor<T> for Each<'_, T> {
        type Out = Vec<T>;
        fn visit(self, new: impl Fn(T, T, T) -> T) -> Vec<T> {
            self.0.iter().map(|&(o, a, b)| new(o, a, b)).collect()
        }
    }
    let mut rng = Rng::new("kernels");
    let wide: Vec<(u64, u64, u64)> = (0..20_000)
        .map(|_| {
            let (o, a) = rng.floats(F64);
            (o, a, if rng.next() & 1 == 0 { o } else { rng.bits(64) })
        })
        .collect();
    let narrow: Vec<(u32, u32, u32)> = (0..20_000)
        .map(|_| {
            let (o, a) = rng.floats(F32);
            (o as u32, a as u32, if rng.next() & 1 == 0 { o as u32 } else { rng.bits(32) as u32 })
        })
        .collect();
    for op in AtomicOp::ALL {
        let mut all32 = vec![Rmw::int(op, Size::B32), policy::intel_int(op, Size::B32)];
        let mut all64 = vec![Rmw::int(op, Size::B64), policy::intel_int(op, Size::B64)];
        if op.is_float() {
            all32.extend(policies(op, Size::B32, Packing::Scalar));
            all32.extend(policies(op, Size::B32, Packing::Pair16));
            all64.extend(policies(op, Size::B64, Packing::Scalar));
        }
        for k in &all32 {
            match k.visit32(Each(&narrow)) {
                Some(got) => {
                    for (&(o, a, b), got) in narrow.iter().zip(got) {
                        let want = k.apply(o as u64, a as u64, b as u64).unwrap().new as u32;
                        assert_eq!(got, want, "{k:?} {o:#x} {a:#x} {b:#x}");
                        if let Some(f) = k.kernel32() {
                            assert_eq!(f(o, a, b), want);
                        }
                    }
                }
                None => assert!(k.may_be_unspecified()),
            }
            assert_eq!(k.visit64(Each(&wide)), None);
        }
        for k in &all64 {
            match k.visit64(Each(&wide)) {
                Some(got) => {
                    for (&(o, a, b), got) in wide.iter().zip(got) {
                        let want = k.apply(o, a, b).unwrap().new;
                        assert_eq!(got, want, "{k:?} {o:#x} {a:#x} {b:#x}");
                        if let Some(f) = k.kernel64() {
                            assert_eq!(f(o, a, b), want);
                        }
                    }
                }
                None => assert!(k.may_be_unspecified()),
            }
        }
    }
    assert!(size_of::<Rmw>() <= 16, "{}", size_of::<Rmw>());
}

#[test]
fn known_answers() {
    let a = Assumptions::default();
    let ftz = policy::nvidia_l2_f32_ftz_rn(&a);
    let add = policy::nvidia_float(AtomicOp::FAdd, Size::B32, Packing::Scalar, ftz, &a);
    let new = |k: &Rmw, o, s| k.apply(o, s, 0).unwrap().new;
    // Subnormals on either side are zeros of their sign; so is a subnormal sum.
    assert_eq!(new(&add, 0x0000_0001, 0xbf80_0000), 0xbf80_0000);
    assert_eq!(new(&add, 0x8000_0000, 0x0008_5809), 0x0000_0000);
    assert_eq!(new(&add, 0x8000_0000, 0x8000_0001), 0x8000_0000);
    assert_eq!(new(&add, 0x0080_0001, 0x8080_0000), 0x0000_0000);
    assert_eq!(new(&add, 0x8080_0001, 0x0080_0000), 0x8000_0000);
    assert_eq!(new(&add, 0x7f7f_ffff, 0x7f7f_ffff), 0x7f80_0000);
    // Infinity minus infinity: the assumed NaN, and each alternative by name.
    for (name, bits) in [("all-ones", 0x7fff_ffff), ("quiet", 0x7fc0_0000), ("first-quieted", 0xffc0_0000)] {
        let mut a = a;
        assert!(a.set("nv.l2_nan", name));
        let k = policy::nvidia_float(AtomicOp::FAdd, Size::B32, Packing::Scalar, policy::nvidia_l2_f32_ftz_rn(&a), &a);
        assert_eq!(new(&k, 0x7f80_0000, 0xff80_0000), bits);
    }
    let mut open = a;
    assert!(open.set("nv.l2_nan", "unspecified"));
    let p = policy::nvidia_l2_f32_ftz_rn(&open);
    let k = policy::nvidia_float(AtomicOp::FAdd, Size::B32, Packing::Scalar, p, &open);
    let e = k.apply(0x7f80_0000, 0xff80_0000, 0).unwrap_err();
    assert_eq!((e.rule.id, e.returned), ("float.nan", Some(0x7f80_0000)));
    assert!(e.to_string().starts_with("unspecified (float.nan): "));
    assert!(k.apply(0, 0, 0).is_ok());
}

/// The facts in the list of operations agree with the definitions.
#[test]
fn the_list_of_operations_agrees_with_the_definitions() {
    let values = [0, 1, 2, 7, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff];
    let integers = AtomicOp::ALL.into_iter().filter(|op| !op.is_float() && *op != AtomicOp::PutPointer);
    for op in integers {
        let rmw = Rmw::int(op, Size::B32);
        let new = |old, src| rmw.apply(old, src, 0).unwrap().new;
        let keeps = op.sources() == 1 && values.iter().all(|&old| new(old, 0) == old);
        assert_eq!(op.zero_keeps(), keeps, "{op:?}");
        let Some(join) = op.joins().map(|op| Rmw::int(op, Size::B32)) else { continue };
        // A subtraction joins its subtrahend, and an increment or decrement its step.
        let part = |src: u64| match op {
            AtomicOp::Sub => src.wrapping_neg() & 0xffff_ffff,
            AtomicOp::Inc => 1,
            AtomicOp::Dec => 0xffff_ffff,
            _ => src,
        };
        for (old, a, b) in values.iter().flat_map(|&o| values.iter().flat_map(move |&a| values.map(|b| (o, a, b)))) {
            let together = join.apply(part(a), part(b), 0).unwrap().new;
            assert_eq!(new(new(old, a), b), join.apply(old, together, 0).unwrap().new, "{op:?} {old:#x} {a:#x} {b:#x}");
        }
    }
}

#[test]
fn every_assumption_can_be_found_and_set() {
    for entry in assume::ALL {
        assert_eq!(assume::find(entry.id), Some(entry));
        for text in [entry.statement, entry.default, entry.source, entry.used_in] {
            assert!(!text.is_empty(), "{}", entry.id);
        }
        // The syntax that `concerns` reads: a glob, optionally a word, optionally a remark.
        let words = ["the launch", "a fault"];
        for item in entry.used_in.split(", ").filter(|_| !words.contains(&entry.used_in)) {
            let glob = item.split(" (").next().and_then(|item| item.split(" with ").next()).unwrap_or("");
            assert!(!glob.is_empty() && !glob.contains(' '), "{}: `{item}`", entry.id);
        }
        let mut changed = Assumptions::DEFAULT;
        assert!(!changed.set(entry.id, "no such value"));
        for value in entry.alternatives {
            let mut changed = Assumptions::DEFAULT;
            assert!(changed.set(entry.id, value), "{} {value}", entry.id);
            assert_ne!(changed, Assumptions::DEFAULT, "{} {value}", entry.id);
            let word = entry.default;
            assert!(changed.set(entry.id, word), "{} {word}", entry.id);
            assert_eq!(changed, Assumptions::DEFAULT, "{} back to {word}", entry.id);
        }
    }
    assert!(!Assumptions::DEFAULT.clone().set("no.such", "x"));
}
