//! The float atomics of gfx1100 against a reference written from the text of AMD's RDNA3 chapter 13, for every unit and every setting of
//! MODE.fp_denorm.

#[path = "common/amd_reference.rs"]
mod amd_reference;

use crate::common::{F8, F32, F64, Fmt, Op, Rng, judge, sweep};
use amd_reference::{Binary, DOUBLE, FLOATS, Float, Place, SINGLE, TINY};
use isotope_op::assume::Assumptions;
use isotope_op::atomic::{AtomicOp, Rmw, Size, Update};
use isotope_op::float::Rounding;
use isotope_op::policy::{AmdUnit, FpDenorm, amd};

/// Inputs of an operation in a sweep.
const RANDOM: usize = 10_000_000;

fn op_of(op: Float) -> AtomicOp {
    match op {
        Float::Add => AtomicOp::FAdd,
        Float::Min => AtomicOp::FMin,
        Float::Max => AtomicOp::FMax,
        Float::CompareStore => AtomicOp::FCas,
    }
}

fn size_of(f: Binary) -> Size {
    match f.0 {
        8 => Size::B8,
        32 => Size::B32,
        _ => Size::B64,
    }
}

/// Every unit and setting: the operation under test, and the unit and setting for the reference.
fn all(op: Float, f: Binary) -> Vec<(Rmw, Place, u8)> {
    let a = Assumptions::DEFAULT;
    let mut v = Vec::new();
    for (unit, place) in
        [(AmdUnit::Lds, Place::Lds), (AmdUnit::Memory, Place::Memory), (AmdUnit::LdsThroughFlat, Place::Flat)]
    {
        for mode in 0..16 {
            v.push((amd(op_of(op), size_of(f), unit, FpDenorm::new(mode), &a), place, mode));
        }
    }
    v
}

#[track_caller]
fn check(f: Binary, op: Float, (k, place, mode): &(Rmw, Place, u8), m: u64, d: u64, c: u64) {
    let want = f.atomic(op, *place, *mode, m, d, c);
    let got = k.apply(m, d, c);
    // The operation returns the old value, regardless of flushes.
    assert_eq!(
        got,
        Ok(Update { new: want, returned: m }),
        "{op:?} {place:?} fp_denorm={mode} mem {m:#x} src0 {d:#x} src1 {c:#x}: expected {want:#x}"
    );
}

/// Comparands at which results change: memory itself, its neighbours, the other sign, zeros and the data.
fn comparands(f: Binary, m: u64, d: u64) -> [u64; 7] {
    [m, m ^ 1, m ^ f.sign(), 0, f.sign(), f.flushed(m), d]
}

/// The same generic code on a format so small that every pair, and for compare-and-store every triple, can be tried.
#[test]
fn every_pair_of_the_8_bit_stand_in() {
    for op in [Float::Add, Float::Min, Float::Max] {
        for k in &all(op, TINY) {
            for m in 0..256 {
                for d in 0..256 {
                    check(TINY, op, k, m, d, 0);
                }
            }
        }
    }
}

#[test]
fn every_triple_of_the_8_bit_stand_in() {
    for k in &all(Float::CompareStore, TINY) {
        // In LDS, the four settings that this format reads; the other units are tested with pairs below.
        if k.1 != Place::Lds || k.2 & 3 != 0 {
            continue;
        }
        for m in (0..256).step_by(sweep::step(8)) {
            for d in 0..256 {
                for c in 0..256 {
                    check(TINY, Float::CompareStore, k, m, d, c);
                }
            }
        }
    }
    for k in &all(Float::CompareStore, TINY) {
        for m in 0..256 {
            for d in 0..256 {
                comparands(TINY, m, d).into_iter().for_each(|c| check(TINY, Float::CompareStore, k, m, d, c));
            }
        }
    }
}

/// Corner values squared, every setting, operation and unit.
fn corners(f: Binary, fmt: Fmt) {
    let mut v = fmt.corners();
    v.sort();
    v.dedup();
    assert!(v.len() >= 90);
    for op in FLOATS {
        for k in &all(op, f) {
            for &m in &v {
                for &d in &v {
                    if op == Float::CompareStore {
                        comparands(f, m, d).into_iter().for_each(|c| check(f, op, k, m, d, c));
                    } else {
                        check(f, op, k, m, d, 0);
                    }
                }
            }
        }
    }
}

#[test]
fn corners_f32() {
    corners(SINGLE, F32);
}
#[test]
fn corners_f64() {
    corners(DOUBLE, F64);
}

/// Ten million pairs (in a sweep) of an operation at a size, spread over units and settings; in half of them the exponents meet, in
/// every eighth one operand is subnormal or zero.
fn random(op: Float, f: Binary, fmt: Fmt) {
    let all = all(op, f);
    let mut rng = Rng::new(&format!("amd {op:?} {}", f.0));
    for i in 0..sweep::count(RANDOM, 120) {
        let (mut m, mut d) = rng.floats(fmt);
        let pick = rng.next();
        match pick & 15 {
            0 => m &= f.sign() | ((1 << f.2) - 1),
            1 => d &= f.sign() | ((1 << f.2) - 1),
            2 => m = f.inf() | m & (f.sign() | 3),
            3 => d = f.inf() | d & (f.sign() | 3),
            _ => {}
        }
        let c = match op {
            Float::CompareStore => comparands(f, m, d)[(pick >> 8) as usize % 7],
            _ => 0,
        };
        check(f, op, &all[i % all.len()], m, d, c);
    }
}

macro_rules! random_tests {
    ($($name:ident $op:ident $binary:ident $fmt:ident),*) => {$(
        #[test]
        fn $name() {
            random(Float::$op, $binary, $fmt);
        }
    )*};
}
random_tests!(
    random_add_f32 Add SINGLE F32, random_min_f32 Min SINGLE F32, random_max_f32 Max SINGLE F32,
    random_cmpstore_f32 CompareStore SINGLE F32, random_add_f64 Add DOUBLE F64, random_min_f64 Min DOUBLE F64,
    random_max_f64 Max DOUBLE F64, random_cmpstore_f64 CompareStore DOUBLE F64
);

/// The reference's own adder against an independent one.
#[test]
fn the_reference_adds_as_apfloat_does() {
    for (f, fmt) in [(TINY, F8), (SINGLE, F32), (DOUBLE, F64)] {
        let finite = |x: u64| f.magnitude(x) < f.inf();
        let one = |a: u64, b: u64| {
            if finite(a) && finite(b) {
                let want = judge(fmt, Op::Add, Rounding::NearestEven, a, b, 0);
                assert_eq!(f.sum(a, b), want, "{f:?} {a:#x} + {b:#x}");
            }
        };
        if f == TINY {
            (0..0x1_0000).for_each(|i| one(i & 255, i >> 8));
            continue;
        }
        let v = fmt.corners();
        v.iter().for_each(|&a| v.iter().for_each(|&b| one(a, b)));
        let mut rng = Rng::new(&format!("reference adder {}", f.0));
        for _ in 0..sweep::count(1_000_000, 10) {
            let (a, b) = rng.floats(fmt);
            one(a, b);
        }
    }
}

/// The rules of RDNA3 chapter 13 about MODE, in numbers: where the setting has an effect and where it has none.
#[test]
fn where_mode_counts() {
    let a = Assumptions::DEFAULT;
    let new = |op, size, unit, mode, m, d, c| amd(op, size, unit, FpDenorm::new(mode), &a).apply(m, d, c).unwrap().new;
    let (tiny, small) = (1u64, 0x0080_0000u64);
    for mode in 0..16u8 {
        let (input, output) = (mode & 1 != 0, mode & 2 != 0);
        // LDS, operands: 1 + 0.
        let kept = if input && output { tiny } else { 0 };
        assert_eq!(new(AtomicOp::FAdd, Size::B32, AmdUnit::Lds, mode, tiny, 0, 0), kept);
        // LDS, result: two normals whose difference is subnormal.
        let difference = if output { tiny } else { 0 };
        assert_eq!(new(AtomicOp::FAdd, Size::B32, AmdUnit::Lds, mode, small + 1, small | 1 << 31, 0), difference);
        // Memory always flushes operands, and never results.
        assert_eq!(new(AtomicOp::FAdd, Size::B32, AmdUnit::Memory, mode, tiny, 0, 0), 0);
        assert_eq!(new(AtomicOp::FAdd, Size::B32, AmdUnit::Memory, mode, small + 1, small | 1 << 31, 0), tiny);
        for unit in [AmdUnit::Lds, AmdUnit::Memory] {
            // Two subnormals compare equal once flushed, and memory is unchanged.
            assert_eq!(new(AtomicOp::FMax, Size::B32, unit, mode, 1, 2, 0), if input { 2 } else { 1 });
            assert_eq!(new(AtomicOp::FMin, Size::B32, unit, mode, 2, 1, 0), if input { 1 } else { 2 });
            // The compare-and-store flushes the value that it writes.
            assert_eq!(new(AtomicOp::FCas, Size::B32, unit, mode, 1, 3, 2), if input { 1 } else { 0 });
            assert_eq!(new(AtomicOp::FCas, Size::B32, unit, mode, 1, 3, 1), if input { 3 } else { 0 });
        }
        // f64 reads the other two bits.
        let double = mode & 4 != 0;
        assert_eq!(new(AtomicOp::FMax, Size::B64, AmdUnit::Lds, mode, 1, 2, 0), if double { 2 } else { 1 });
    }
}

/// Each alternative changes the result that it names, and the default gives the documented result.
#[test]
fn every_other_reading() {
    let with = |choice: &str, op, unit, mode: u8, m: u64, d: u64, c: u64| {
        let mut a = Assumptions::DEFAULT;
        if let Some((id, value)) = choice.split_once('=') {
            assert!(a.set(id, value), "{choice}");
        }
        amd(op, Size::B32, unit, FpDenorm::new(mode), &a).apply(m, d, c).map(|u| u.new).ok()
    };
    use AmdUnit::{Lds, LdsThroughFlat, Memory};
    use AtomicOp::{FAdd, FCas, FMax, FMin};
    let (pinf, ninf, q1, q2, s1, s2) = (0x7f80_0000, 0xff80_0000, 0x7fc0_0001, 0xffc0_0002, 0x7f80_0001, 0xff80_0002);
    let (zero, minus) = (0, 0x8000_0000);
    for (choice, op, unit, mode, m, d, c, default, other) in [
        ("amd.first_operand_lds_add=memory", FAdd, Lds, 15, q1, q2, 0, q2, Some(q1)),
        ("amd.first_operand_lds_add=memory", FAdd, LdsThroughFlat, 15, q1, q2, 0, q2, Some(q1)),
        ("amd.first_operand_lds_add=memory", FAdd, Memory, 15, q1, q2, 0, q1, Some(q1)),
        ("amd.first_operand_memory_add=data", FAdd, Memory, 15, q1, q2, 0, q1, Some(q2)),
        ("amd.first_operand_memory_add=data", FAdd, Lds, 15, q1, q2, 0, q2, Some(q2)),
        ("amd.first_operand_lds_minmax=data", FMax, Lds, 15, s1, s2, 0, 0x7fc0_0001, Some(0xffc0_0002)),
        ("amd.first_operand_lds_minmax=data", FMax, Memory, 15, s1, s2, 0, 0x7fc0_0001, Some(0x7fc0_0001)),
        ("amd.first_operand_memory_minmax=data", FMax, Memory, 15, s1, s2, 0, 0x7fc0_0001, Some(0xffc0_0002)),
        // On a tie memory is unchanged, regardless of which operand is first.
        ("amd.first_operand_memory_minmax=data", FMax, Memory, 12, 1, 2, 0, 1, Some(1)),
        ("amd.first_operand_memory_minmax=data", FMin, Memory, 12, 2, 1, 0, 2, Some(2)),
        ("amd.first_operand_memory_minmax=data", FMin, Memory, 12, q1, q2, 0, q1, Some(q1)),
        ("amd.inf_minus_inf=positive", FAdd, Memory, 15, pinf, ninf, 0, 0xffc0_0000, Some(0x7fc0_0000)),
        ("amd.inf_minus_inf=positive", FAdd, Lds, 15, ninf, pinf, 0, 0xffc0_0000, Some(0x7fc0_0000)),
        ("amd.inf_minus_inf=positive", FAdd, Lds, 15, ninf, q2, 0, q2, Some(q2)),
        ("amd.minmax_snan=unmodified", FMin, Lds, 15, 0x3f80_0000, s1, 0, q1, Some(s1)),
        ("amd.minmax_snan=unmodified", FMin, Lds, 15, s2, s1, 0, 0xffc0_0002, Some(s2)),
        ("amd.minmax_order=equal-zeros", FMax, Lds, 15, minus, zero, 0, zero, Some(minus)),
        ("amd.minmax_order=equal-zeros", FMin, Lds, 15, zero, minus, 0, minus, Some(zero)),
        ("amd.two_quiet_nans=data", FMax, Lds, 15, q1, q2, 0, q1, Some(q2)),
        ("amd.two_quiet_nans=data", FMax, Lds, 15, q1, zero, 0, zero, Some(zero)),
        ("amd.two_quiet_nans=unspecified", FMin, Lds, 15, q1, q2, 0, q1, None),
        ("amd.two_quiet_nans=unspecified", FMin, Lds, 15, q1, s2, 0, 0xffc0_0002, Some(0xffc0_0002)),
        ("amd.cas_fail_flush=keep", FCas, Lds, 14, 0x8000_0005, 1, pinf, minus, Some(0x8000_0005)),
        ("amd.cas_fail_flush=keep", FCas, Lds, 15, 0x8000_0005, 1, pinf, 0x8000_0005, Some(0x8000_0005)),
        ("amd.lds_output_tininess=before", FAdd, Lds, 13, 0x0080_0001, 0x8080_0000, 0, 0, Some(0)),
        ("amd.memory_add_output=flush", FAdd, Memory, 15, 0x0080_0001, 0x8080_0000, 0, 1, Some(0)),
        ("amd.memory_add_output=flush", FAdd, Lds, 15, 0x0080_0001, 0x8080_0000, 0, 1, Some(1)),
        ("amd.flat_lds=as-lds", FAdd, LdsThroughFlat, 15, 1, 1, 0, 0, Some(2)),
        ("amd.flat_lds=as-lds", FAdd, LdsThroughFlat, 13, 0x0080_0001, 0x8080_0000, 0, 1, Some(0)),
        ("amd.flat_lds=never", FAdd, LdsThroughFlat, 0, 1, 1, 0, 0, Some(2)),
        ("amd.flat_lds=never", FMax, LdsThroughFlat, 0, 1, 2, 0, 1, Some(2)),
        ("amd.flat_lds=never", FAdd, Memory, 0, 1, 1, 0, 0, Some(0)),
    ] {
        assert_eq!(with("", op, unit, mode, m, d, c), Some(default), "default of {choice}");
        assert_eq!(with(choice, op, unit, mode, m, d, c), other, "{choice}");
    }
}

/// A sum that ends below the smallest normal is exact, so the time of the tininess check has no effect: every pair of the small format
/// agrees.
#[test]
fn tininess_of_sums_cannot_be_seen() {
    let mut before = Assumptions::DEFAULT;
    assert!(before.set("amd.lds_output_tininess", "before"));
    for mode in 0..16 {
        let k = |a| amd(AtomicOp::FAdd, Size::B8, AmdUnit::Lds, FpDenorm::new(mode), a);
        for i in 0..0x1_0000 {
            assert_eq!(k(&Assumptions::DEFAULT).apply(i & 255, i >> 8, 0), k(&before).apply(i & 255, i >> 8, 0));
        }
    }
}
