//! Lane operations against plain arithmetic, and the 32-lane loops against one lane at a time.

use crate::common::*;
use isotope_op::alu::*;
use isotope_op::atomic::Size;
use isotope_op::domain::{Bits, Concrete, W32, W64};
use isotope_op::float::{Cond, FloatPolicy, Flush, NanRule, Rounding};

/// Inputs of an operation in a sweep; [`random`] of them are drawn.
const RANDOM: usize = 1_000_000;

fn random(all: usize) -> usize {
    sweep::count(all, 20)
}

fn one(op: Alu, a: u32, b: u32, c: u32) -> u32 {
    alu(op, Bits::<Concrete, W32>::of(a), Bits::of(b), Bits::of(c)).get()
}
fn one64(op: Alu64, a: u64, b: u64, c: u64) -> u64 {
    alu64(op, Bits::<Concrete, W64>::of(a), Bits::of(b), Bits::of(c)).get()
}

/// Runs an operation on corners and random triples, both ways, against `want`.
fn check(op: Alu, want: impl Fn(u32, u32, u32) -> u32) {
    check_on(op, RANDOM, |rng| (rng.bits(32) as u32, rng.bits(32) as u32, rng.bits(32) as u32), want);
}

fn check_on(
    op: Alu,
    count: usize,
    mut draw: impl FnMut(&mut Rng) -> (u32, u32, u32),
    want: impl Fn(u32, u32, u32) -> u32,
) {
    hold(op, count, &mut draw, &want);
}

/// The loops of all operations are one function, which takes a fraction of the time to compile.
fn hold(op: Alu, count: usize, draw: &mut dyn FnMut(&mut Rng) -> (u32, u32, u32), want: &dyn Fn(u32, u32, u32) -> u32) {
    let v = int_corners(32);
    let mut rng = Rng::new(&format!("{op:?}"));
    for &a in &v {
        for &b in &v {
            let (_, _, c) = draw(&mut rng);
            let (a, b) = (a as u32, b as u32);
            let (got, want) = (one(op, a, b, c), want(a, b, c));
            assert_eq!(got, want, "{op:?} {a:#x} {b:#x} {c:#x}: {got:#x}, expected {want:#x}");
        }
    }
    let (mut a, mut b, mut c, mut out) = ([0; 32], [0; 32], [0; 32], [0; 32]);
    for _ in 0..random(count) / 32 {
        for i in 0..32 {
            (a[i], b[i], c[i]) = draw(&mut rng);
        }
        lanes32(op, &a, &b, &c, &mut out);
        for i in 0..32 {
            let (a, b, c) = (a[i], b[i], c[i]);
            let want = want(a, b, c);
            let (got, single) = (out[i], one(op, a, b, c));
            assert_eq!(got, want, "{op:?} {a:#x} {b:#x} {c:#x}: {got:#x}, expected {want:#x}");
            assert_eq!(single, want, "{op:?} {a:#x} {b:#x} {c:#x}");
        }
    }
}

fn check64(op: Alu64, want: impl Fn(u64, u64, u64) -> u64) {
    hold64(op, &want);
}

fn hold64(op: Alu64, want: &dyn Fn(u64, u64, u64) -> u64) {
    let v = int_corners(64);
    let mut rng = Rng::new(&format!("64 {op:?}"));
    let judge = |got: u64, a: u64, b: u64, c: u64| {
        let want = want(a, b, c);
        assert_eq!(got, want, "{op:?} {a:#x} {b:#x} {c:#x}: {got:#x}, expected {want:#x}");
    };
    for &a in &v {
        for &b in v.iter().step_by(2) {
            judge(one64(op, a, b, a ^ b), a, b, a ^ b);
        }
    }
    let (mut a, mut b, mut c, mut out) = ([0; 32], [0; 32], [0; 32], [0; 32]);
    for _ in 0..random(RANDOM) / 32 / 4 {
        for i in 0..32 {
            (a[i], b[i]) = rng.floats(F64);
            c[i] = rng.bits(64);
        }
        lanes64(op, &a, &b, &c, &mut out);
        for i in 0..32 {
            judge(out[i], a[i], b[i], c[i]);
            judge(one64(op, a[i], b[i], c[i]), a[i], b[i], c[i]);
        }
    }
}

#[test]
fn simple_integers() {
    let s = |x: u32| x as i32;
    check(Alu::Mov, |a, _, _| a);
    check(Alu::Not, |a, _, _| a ^ u32::MAX);
    check(Alu::Neg, |a, _, _| (-(a as i64)) as u32);
    check(Alu::Abs, |a, _, _| s(a).unsigned_abs());
    check(Alu::Add, |a, b, _| (a as u64 + b as u64) as u32);
    check(Alu::Add3, |a, b, c| (a as u64 + b as u64 + c as u64) as u32);
    check(Alu::Sub, |a, b, _| (a as i64 - b as i64) as u32);
    check(Alu::Mul, |a, b, _| (a as u64 * b as u64) as u32);
    check(Alu::Mad, |a, b, c| (a as u128 * b as u128 + c as u128) as u32);
    check(Alu::MulHiU, |a, b, _| ((a as u64 * b as u64) >> 32) as u32);
    check(Alu::MulHiS, |a, b, _| ((s(a) as i64 * s(b) as i64) >> 32) as u32);
    check(Alu::And, |a, b, _| a & b);
    check(Alu::Or, |a, b, _| a | b);
    check(Alu::Xor, |a, b, _| a ^ b);
    check(Alu::UMin, |a, b, _| a.min(b));
    check(Alu::UMax, |a, b, _| a.max(b));
    check(Alu::SMin, |a, b, _| s(a).min(s(b)) as u32);
    check(Alu::SMax, |a, b, _| s(a).max(s(b)) as u32);
    check(Alu::Sel, |a, b, c| if a != 0 { b } else { c });
    check(Alu::Popc, |a, _, _| (0..32).filter(|i| a >> i & 1 == 1).count() as u32);
    check(Alu::Clz, |a, _, _| (0..32).rev().take_while(|i| a >> i & 1 == 0).count() as u32);
    check(Alu::Rev, |a, _, _| (0..32).fold(0, |r, i| r | (a >> i & 1) << (31 - i)));
    check(Alu::Mux, |a, b, c| (0..32).fold(0, |r, i| r | (if a >> i & 1 == 1 { b } else { c }) & 1 << i));
    check(Alu::Sext8, |a, _, _| a as i8 as u32);
    check(Alu::Sext16, |a, _, _| a as i16 as u32);
    check(Alu::Zext8, |a, _, _| a % 256);
    check(Alu::Zext16, |a, _, _| a % 65536);
    check(Alu::SatAddS, |a, b, _| s(a).saturating_add(s(b)) as u32);
    check(Alu::UDiv, |a, b, _| a.checked_div(b).unwrap_or(u32::MAX));
    check(Alu::URem, |a, b, _| a.checked_rem(b).unwrap_or(a));
    check(Alu::SatAddU, |a, b, _| a.saturating_add(b));
    check(Alu::FAbs, |a, _, _| f32::from_bits(a).abs().to_bits());
    check(Alu::FNeg, |a, _, _| (-f32::from_bits(a)).to_bits());
    check(Alu::FFlush, |a, _, _| F32.flushed(a as u64) as u32);
}

#[test]
fn shifts_and_fields() {
    let mut small = |rng: &mut Rng| (rng.bits(32) as u32, rng.next() as u32 % 70, rng.next() as u32 % 33);
    let wide = |a: u32| a as u128;
    check_on(Alu::Shl, RANDOM, &mut small, |a, b, _| if b < 128 { (wide(a) << b) as u32 } else { 0 });
    check_on(Alu::Shr, RANDOM, &mut small, |a, b, _| if b < 128 { (wide(a) >> b) as u32 } else { 0 });
    check_on(Alu::Sar, RANDOM, &mut small, |a, b, _| (a as i32 as i64 >> b.min(40)) as u32);
    let funnel = |rng: &mut Rng| (rng.bits(32) as u32, rng.bits(32) as u32, rng.next() as u32 % 33);
    let joined = |a: u32, b: u32| (b as u128) << 32 | a as u128;
    check_on(Alu::FunnelShl, RANDOM, funnel, |a, b, c| (joined(a, b) << c >> 32) as u32);
    check_on(Alu::FunnelShr, RANDOM, funnel, |a, b, c| (joined(a, b) >> c) as u32);
    let field = |rng: &mut Rng| (rng.bits(32) as u32, rng.next() as u32 % 256, rng.next() as u32 % 256);
    let mut rng = Rng::new("fields");
    for _ in 0..random(RANDOM) {
        let (a, pos, len) = field(&mut rng);
        let bit = |i: u64| if i < 32 { a >> i & 1 } else { 0 };
        let unsigned = (0..32).fold(0, |r, i| r | if i < len { bit(pos as u64 + i as u64) << i } else { 0 });
        assert_eq!(one(Alu::Ubfe, a, pos, len), unsigned, "ubfe {a:#x} {pos} {len}");
        let sign = if len == 0 { 0 } else { bit((pos as u64 + len as u64 - 1).min(31)) };
        let signed = (0..32).fold(0, |r, i| {
            let inside = i < len && pos + i < 32;
            r | (if inside { bit((pos + i) as u64) } else { sign }) << i
        });
        assert_eq!(one(Alu::Sbfe, a, pos, len), signed, "sbfe {a:#x} {pos} {len}");
        let mask = (0..32).fold(0, |r, i| r | if i >= pos && i < pos + len { 1 << i } else { 0 });
        assert_eq!(one(Alu::Bfm, pos, len, 0), mask, "bfm {pos} {len}");
    }
}

#[test]
fn every_three_input_function() {
    let mut rng = Rng::new("lop3");
    for lut in 0..=255u8 {
        for _ in 0..64 {
            let (a, b, c) = (rng.bits(32) as u32, rng.bits(32) as u32, rng.bits(32) as u32);
            let want = (0..32).fold(0, |r, i| {
                let index = (a >> i & 1) * 4 + (b >> i & 1) * 2 + (c >> i & 1);
                r | ((lut >> index) as u32 & 1) << i
            });
            assert_eq!(one(Alu::Lop3 { lut }, a, b, c), want, "{lut:#x}");
        }
    }
}

#[test]
fn byte_permutation() {
    // Result bytes from high to low, as the manual's tables list them.
    const F4E: [[usize; 4]; 4] = [[3, 2, 1, 0], [4, 3, 2, 1], [5, 4, 3, 2], [6, 5, 4, 3]];
    const B4E: [[usize; 4]; 4] = [[5, 6, 7, 0], [6, 7, 0, 1], [7, 0, 1, 2], [0, 1, 2, 3]];
    const RC8: [[usize; 4]; 4] = [[0; 4], [1; 4], [2; 4], [3; 4]];
    const ECL: [[usize; 4]; 4] = [[3, 2, 1, 0], [3, 2, 1, 1], [3, 2, 2, 2], [3, 3, 3, 3]];
    const ECR: [[usize; 4]; 4] = [[0, 0, 0, 0], [1, 1, 1, 0], [2, 2, 1, 0], [3, 2, 1, 0]];
    const RC16: [[usize; 4]; 4] = [[1, 0, 1, 0], [3, 2, 3, 2], [1, 0, 1, 0], [3, 2, 3, 2]];
    let bytes = |a: u32, c: u32| {
        let (a, c) = (a.to_le_bytes(), c.to_le_bytes());
        [a[0], a[1], a[2], a[3], c[0], c[1], c[2], c[3]]
    };
    for (mode, table) in [
        (PermMode::F4e, F4E),
        (PermMode::B4e, B4E),
        (PermMode::Rc8, RC8),
        (PermMode::Ecl, ECL),
        (PermMode::Ecr, ECR),
        (PermMode::Rc16, RC16),
    ] {
        check_on(
            Alu::Perm { mode },
            RANDOM / 4,
            |r| (r.next() as u32, r.next() as u32, r.next() as u32),
            |a, sel, c| {
                let pool = bytes(a, c);
                table[sel as usize & 3].iter().fold(0, |r, &i| r << 8 | pool[i] as u32)
            },
        );
    }
    check(Alu::Perm { mode: PermMode::Index }, |a, sel, c| {
        let pool = bytes(a, c);
        (0..4).rev().fold(0, |r, j| {
            let n = sel >> (4 * j) & 15;
            let byte = pool[n as usize & 7];
            r << 8 | if n < 8 { byte as u32 } else { (byte as i8 >> 7) as u8 as u32 }
        })
    });
}

/// The plain meaning of a descriptor: flush in, round once, flush out, replace NaN, saturate.
fn float(f: Fmt, p: Fp, op: Op, a: u64, b: u64, c: u64) -> u64 {
    let flush = |mode: Flush, x: u64| if mode == Flush::Keep { x } else { f.flushed(x) };
    let [a, b, c] = [a, b, c].map(|x| flush(p.policy.input, x));
    let mut r = judge(f, op, p.policy.round, a, b, c);
    if f.is_nan(r) {
        r = match p.policy.nan {
            NanRule::AllOnes => f.sign() - 1,
            NanRule::QuietNegative => f.sign() | f.exp_mask() | f.quiet(),
            _ => {
                let n = if op == Op::Fma { 3 } else { 2 };
                let mut order = [a, b, c];
                if p.policy.nan == NanRule::SecondQuieted {
                    order[..n].rotate_left(1);
                }
                let first = order[..n].iter().find(|x| f.is_nan(**x)).copied();
                first.map_or(f.sign() | f.exp_mask(), |x| x) | f.quiet()
            }
        };
    } else if p.policy.output == Flush::ZeroBeforeRounding {
        let cut = judge(f, op, Rounding::TowardZero, a, b, c);
        if cut & f.exp_mask() == 0 {
            r = cut & f.sign();
        }
    } else {
        r = flush(p.policy.output, r);
    }
    if p.sat { clamp(f, r) } else { r }
}

fn clamp(f: Fmt, r: u64) -> u64 {
    let one = ((1u64 << (f.exp - 1)) - 1) << f.man;
    if f.is_nan(r) || r & f.sign() != 0 { 0 } else { r.min(one) }
}

fn descriptors() -> Vec<Fp> {
    let mut v = vec![Fp::RN, Fp::FTZ_RN, Fp::F64_RN];
    for round in MODES {
        for i in 0..4 {
            v.push(Fp::nvidia(round, i & 1 != 0, i & 2 != 0));
        }
    }
    v.push(Fp { policy: FloatPolicy { nan: NanRule::FirstQuieted, ..FloatPolicy::RN }, sat: false, ..Fp::RN });
    v.push(Fp {
        policy: FloatPolicy { output: Flush::ZeroBeforeRounding, ..FloatPolicy::FTZ_RN },
        sat: false,
        ..Fp::RN
    });
    v
}

fn floats32(rng: &mut Rng) -> (u32, u32, u32) {
    let (a, b) = rng.floats(F32);
    let c = if rng.next() & 1 == 0 {
        rng.bits(32)
    } else {
        judge(F32, Op::Mul, Rounding::TowardZero, a, b, 0) ^ F32.sign()
    };
    (a as u32, b as u32, c as u32)
}

#[test]
fn single_arithmetic() {
    for p in descriptors() {
        let f = |op| move |a: u32, b: u32, c: u32| float(F32, p, op, a as u64, b as u64, c as u64) as u32;
        check_on(Alu::FAdd { p }, RANDOM / 4, floats32, f(Op::Add));
        check_on(Alu::FMul { p }, RANDOM / 4, floats32, f(Op::Mul));
        check_on(Alu::FFma { p }, RANDOM / 4, floats32, f(Op::Fma));
    }
}

#[test]
fn half_pairs() {
    for p in descriptors() {
        let f = |op| {
            move |a: u32, b: u32, c: u32| {
                let half = |x: u32, i: u32| (x >> (16 * i) & 0xffff) as u64;
                let one = |i| float(F16, p, op, half(a, i), half(b, i), half(c, i)) as u32;
                one(0) | one(1) << 16
            }
        };
        let draw = |rng: &mut Rng| {
            let ((a, b), (c, d), (e, g)) = (rng.floats(F16), rng.floats(F16), rng.floats(F16));
            ((a | c << 16) as u32, (b | d << 16) as u32, (e | g << 16) as u32)
        };
        check_on(Alu::HAdd2 { p }, RANDOM / 10, draw, f(Op::Add));
        check_on(Alu::HMul2 { p }, RANDOM / 10, draw, f(Op::Mul));
        check_on(Alu::HFma2 { p }, RANDOM / 10, draw, f(Op::Fma));
    }
}

#[test]
fn single_functions_of_one_operand() {
    for p in descriptors() {
        if p.policy.nan.propagates() {
            continue;
        }
        check_on(Alu::FRcp { p }, RANDOM / 10, floats32, |a, _, _| float(F32, p, Op::Rcp, a as u64, 0, 0) as u32);
        let kept = Fp { policy: FloatPolicy { output: Flush::Keep, ..p.policy }, ..p };
        check_on(Alu::FRound { p }, RANDOM / 10, floats32, |a, _, _| {
            float(F32, kept, Op::Integral, a as u64, 0, 0) as u32
        });
    }
    for p in [Fp::RN, Fp::FTZ_RN] {
        let input = |a: u32| f32::from_bits(if p == Fp::FTZ_RN { F32.flushed(a as u64) as u32 } else { a });
        let nan = |x: f32| if x.is_nan() { 0x7fff_ffff } else { x.to_bits() };
        check_on(Alu::FSqrt { p }, RANDOM / 4, floats32, |a, _, _| nan(input(a).sqrt()));
    }
    check(Alu::FSat, |a, _, _| clamp(F32, a as u64) as u32);
}

#[test]
fn single_minimum_and_maximum() {
    for p in [Fp::RN, Fp::FTZ_RN, Fp::nvidia(Rounding::Up, true, true)] {
        for max in [false, true] {
            let want = |a: u32, b: u32, _: u32| {
                let flush = |x: u32| if p.policy.input == Flush::Keep { x } else { F32.flushed(x as u64) as u32 };
                let (a, b) = (flush(a), flush(b));
                let r = match (f32::from_bits(a).is_nan(), f32::from_bits(b).is_nan()) {
                    (true, true) => 0x7fff_ffff,
                    (true, false) => b,
                    (false, true) => a,
                    _ => {
                        let key = |x: u32| if x >> 31 == 1 { -((x & 0x7fff_ffff) as i64) - 1 } else { x as i64 };
                        if (key(a) < key(b)) != max { a } else { b }
                    }
                };
                if p.sat { clamp(F32, r as u64) as u32 } else { r }
            };
            check_on(if max { Alu::FMax { p } } else { Alu::FMin { p } }, RANDOM, floats32, want);
        }
    }
}

#[test]
fn conversions() {
    for round in MODES {
        for signed in [false, true] {
            for size in [Size::B8, Size::B16, Size::B32] {
                for ftz in [Flush::Keep, Flush::Zero] {
                    check_on(Alu::FToI { round, ftz, signed, size }, RANDOM / 20, floats32, |a, _, _| {
                        let a = if ftz == Flush::Keep { a as u64 } else { F32.flushed(a as u64) };
                        let n = judge_to_int(F32, size.bits(), signed, round, a) as u32;
                        let up = 32 - size.bits();
                        if signed { ((n << up) as i32 >> up) as u32 } else { n }
                    });
                }
            }
            check_on(Alu::IToF { round, signed }, RANDOM / 10, floats32, |a, _, _| {
                judge_from_int(F32, 32, signed, round, a as u64) as u32
            });
            check_on(Alu::IToF16 { round, signed }, RANDOM / 10, floats32, |a, _, _| {
                judge_from_int(F16, 32, signed, round, a as u64) as u32
            });
            for nan_high in [false, true] {
                for size in [Size::B8, Size::B16, Size::B32, Size::B64] {
                    check64(Alu64::F64ToI { round, signed, size, nan_high }, |a, _, _| {
                        let n = match F64.is_nan(a) {
                            true => u64::from(nan_high) << (size.bits() - 1),
                            false => judge_to_int(F64, size.bits(), signed, round, a),
                        };
                        let up = 32u32.saturating_sub(size.bits());
                        if signed && up > 0 { (((n as u32) << up) as i32 >> up) as u32 as u64 } else { n }
                    });
                }
                check64(Alu64::F32ToI64 { round, ftz: Flush::Keep, signed, nan_high }, |a, _, _| {
                    let a = a & 0xffff_ffff;
                    if F32.is_nan(a) {
                        return (nan_high as u64) << 63;
                    }
                    judge_to_int(F32, 64, signed, round, a)
                });
            }
            check64(Alu64::I64ToF64 { round, signed }, |a, _, _| judge_from_int(F64, 64, signed, round, a));
            check64(Alu64::I64ToF32 { round, signed }, |a, _, _| judge_from_int(F32, 64, signed, round, a));
            check64(Alu64::I32ToF64 { signed }, |a, _, _| {
                judge_from_int(F64, 32, signed, Rounding::NearestEven, a & 0xffff_ffff)
            });
        }
    }
}

#[test]
fn conversions_between_floats() {
    for p in descriptors() {
        if p.policy.output == Flush::ZeroBeforeRounding {
            continue;
        }
        let convert = |from: Fmt, to: Fmt, a: u64| {
            let a = if p.policy.input == Flush::Keep { a } else { from.flushed(a) };
            let mut r = judge_convert(from, to, p.policy.round, a);
            if from.is_nan(a) {
                r = match p.policy.nan {
                    NanRule::AllOnes => to.sign() - 1,
                    NanRule::QuietNegative => to.sign() | to.exp_mask() | to.quiet(),
                    _ => {
                        // Mantissas line up at their high ends.
                        let man = (a & ((1 << from.man) - 1)) << (63 - from.man) >> (63 - to.man);
                        let sign = if a & from.sign() != 0 { to.sign() } else { 0 };
                        sign | to.exp_mask() | to.quiet() | man
                    }
                };
            } else if p.policy.output != Flush::Keep {
                r = to.flushed(r);
            }
            if p.sat { clamp(to, r) } else { r }
        };
        check_on(Alu::F16ToF32 { p }, RANDOM / 20, floats32, |a, _, _| convert(F16, F32, a as u64 & 0xffff) as u32);
        check_on(Alu::F32ToF16 { p }, RANDOM / 20, floats32, |a, _, _| convert(F32, F16, a as u64) as u32);
        check64(Alu64::F32ToF64 { p }, |a, _, _| convert(F32, F64, a & 0xffff_ffff));
        check64(Alu64::F64ToF32 { p }, |a, _, _| convert(F64, F32, a));
    }
}

#[test]
fn wide_integers() {
    let s = |x: u64| x as i64;
    let low = |x: u64| x as u32 as u128;
    let slow = |x: u64| x as u32 as i32 as i128;
    check64(Alu64::Mov, |a, _, _| a);
    check64(Alu64::Not, |a, _, _| a ^ u64::MAX);
    check64(Alu64::Neg, |a, _, _| (-(a as i128)) as u64);
    check64(Alu64::Add, |a, b, _| (a as u128 + b as u128) as u64);
    check64(Alu64::Sub, |a, b, _| (a as i128 - b as i128) as u64);
    check64(Alu64::Mul, |a, b, _| (a as u128).wrapping_mul(b as u128) as u64);
    check64(Alu64::And, |a, b, _| a & b);
    check64(Alu64::Or, |a, b, _| a | b);
    check64(Alu64::Xor, |a, b, _| a ^ b);
    check64(Alu64::Shl, |a, b, _| if b < 64 { a << b } else { 0 });
    check64(Alu64::Shr, |a, b, _| if b < 64 { a >> b } else { 0 });
    check64(Alu64::Sar, |a, b, _| (s(a) as i128 >> b.min(100)) as u64);
    check64(Alu64::UMin, |a, b, _| a.min(b));
    check64(Alu64::UMax, |a, b, _| a.max(b));
    check64(Alu64::SMin, |a, b, _| s(a).min(s(b)) as u64);
    check64(Alu64::SMax, |a, b, _| s(a).max(s(b)) as u64);
    check64(Alu64::Sel, |a, b, c| if a != 0 { b } else { c });
    check64(Alu64::Popc, |a, _, _| (0..64).filter(|i| a >> i & 1 == 1).count() as u64);
    check64(Alu64::Clz, |a, _, _| (0..64).rev().take_while(|i| a >> i & 1 == 0).count() as u64);
    check64(Alu64::Rev, |a, _, _| (0..64).fold(0, |r, i| r | (a >> i & 1) << (63 - i)));
    check64(Alu64::MulWideU, |a, b, _| (low(a) * low(b)) as u64);
    check64(Alu64::MulWideS, |a, b, _| (slow(a) * slow(b)) as u64);
    check64(Alu64::MadWideU, |a, b, c| (low(a) * low(b) + c as u128) as u64);
    check64(Alu64::MadWideS, |a, b, c| (slow(a) * slow(b) + c as i128) as u64);
    check64(Alu64::DAbs, |a, _, _| f64::from_bits(a).abs().to_bits());
    check64(Alu64::DNeg, |a, _, _| (-f64::from_bits(a)).to_bits());
}

#[test]
fn double_arithmetic() {
    for p in descriptors() {
        check64(Alu64::DAdd { p }, |a, b, _| float(F64, p, Op::Add, a, b, 0));
        check64(Alu64::DMul { p }, |a, b, _| float(F64, p, Op::Mul, a, b, 0));
        check64(Alu64::DFma { p }, |a, b, c| float(F64, p, Op::Fma, a, b, c));
    }
    for p in [Fp::F64_RN, Fp::RN] {
        check64(Alu64::DRcp { p }, |a, _, _| float(F64, p, Op::Rcp, a, 0, 0));
        check64(Alu64::DRound { p }, |a, _, _| float(F64, p, Op::Integral, a, 0, 0));
        for max in [false, true] {
            check64(if max { Alu64::DMax { p } } else { Alu64::DMin { p } }, |a, b, _| {
                let key = |x: u64| if x >> 63 == 1 { -((x << 1 >> 1) as i128) - 1 } else { x as i128 };
                match (F64.is_nan(a), F64.is_nan(b)) {
                    (true, true) if p == Fp::RN => i64::MAX as u64,
                    (true, true) => b | F64.quiet(),
                    (true, false) => b,
                    (false, true) => a,
                    _ if (key(a) < key(b)) != max => a,
                    _ => b,
                }
            });
        }
    }
    check64(Alu64::DSqrt { p: Fp::F64_RN }, |a, _, _| {
        let r = f64::from_bits(a).sqrt();
        match (f64::from_bits(a).is_nan(), r.is_nan()) {
            (true, _) => a | F64.quiet(),
            (_, true) => 0xfff8_0000_0000_0000,
            _ => r.to_bits(),
        }
    });
}

#[test]
fn truth_values() {
    fn run(op: Test, want: impl Fn(u32, u32, u32) -> bool) {
        hold(op, &want);
    }
    fn hold(op: Test, want: &dyn Fn(u32, u32, u32) -> bool) {
        let mut rng = Rng::new(&format!("{op:?}"));
        let v = int_corners(32);
        let (mut a, mut b, mut c) = ([0; 32], [0; 32], [0; 32]);
        for round in 0..sweep::count(20_000, 4) {
            for i in 0..32 {
                let (x, y) = rng.floats(F32);
                (a[i], b[i], c[i]) = (x as u32, y as u32, (rng.next() & 1) as u32);
                if round & 1 == 0 {
                    (a[i], b[i]) = (v[rng.next() as usize % v.len()] as u32, v[rng.next() as usize % v.len()] as u32);
                }
            }
            let mask = tests32(op, &a, &b, &c);
            for i in 0..32 {
                let want = want(a[i], b[i], c[i]);
                assert_eq!(mask >> i & 1 == 1, want, "{op:?} {:#x} {:#x} {}", a[i], b[i], c[i]);
                assert_eq!(test(op, Bits::<Concrete, W32>::of(a[i]), Bits::of(b[i]), Bits::of(c[i])).b, want);
            }
        }
    }
    fn run64(op: Test64, want: impl Fn(u64, u64) -> bool) {
        hold64(op, &want);
    }
    fn hold64(op: Test64, want: &dyn Fn(u64, u64) -> bool) {
        let mut rng = Rng::new(&format!("64 {op:?}"));
        let (mut a, mut b) = ([0; 32], [0; 32]);
        for _ in 0..sweep::count(20_000, 4) {
            for i in 0..32 {
                (a[i], b[i]) = rng.floats(F64);
                if rng.next() & 7 == 0 {
                    b[i] = a[i];
                }
            }
            let mask = tests64(op, &a, &b, &a);
            for i in 0..32 {
                let want = want(a[i], b[i]);
                assert_eq!(mask >> i & 1 == 1, want, "{op:?} {:#x} {:#x}", a[i], b[i]);
                assert_eq!(test64(op, Bits::<Concrete, W64>::of(a[i]), Bits::of(b[i]), Bits::of(a[i])).b, want);
            }
        }
    }
    let s = |x: u32| x as i32;
    run(Test::Eq, |a, b, _| a == b);
    run(Test::Ne, |a, b, _| a != b);
    run(Test::Ult, |a, b, _| a < b);
    run(Test::Ule, |a, b, _| a <= b);
    run(Test::Ugt, |a, b, _| a > b);
    run(Test::Uge, |a, b, _| a >= b);
    run(Test::Slt, |a, b, _| s(a) < s(b));
    run(Test::Sle, |a, b, _| s(a) <= s(b));
    run(Test::Sgt, |a, b, _| s(a) > s(b));
    run(Test::Sge, |a, b, _| s(a) >= s(b));
    run(Test::Carry3, |a, b, c| a as u64 + b as u64 + c as u64 > u32::MAX as u64);
    run(Test::Overflow3, |a, b, c| i32::try_from(s(a) as i64 + s(b) as i64 + c as i64).is_err());
    run(Test::Bit, |a, b, _| b < 32 && a >> b & 1 == 1);
    let t = |x: u64| x as i64;
    run64(Test64::Eq, |a, b| a == b);
    run64(Test64::Ne, |a, b| a != b);
    run64(Test64::Ult, |a, b| a < b);
    run64(Test64::Ule, |a, b| a <= b);
    run64(Test64::Ugt, |a, b| a > b);
    run64(Test64::Uge, |a, b| a >= b);
    run64(Test64::Slt, |a, b| t(a) < t(b));
    run64(Test64::Sle, |a, b| t(a) <= t(b));
    run64(Test64::Sgt, |a, b| t(a) > t(b));
    run64(Test64::Sge, |a, b| t(a) >= t(b));
    run64(Test64::Bit, |a, b| b < 64 && a >> b & 1 == 1);
    fn compare<T: PartialOrd>(cond: Cond, a: T, b: T) -> bool {
        let (lt, eq, gt) = (a < b, a == b, a > b);
        let nan = !lt && !eq && !gt;
        match cond {
            Cond::F => false,
            Cond::Lt => lt,
            Cond::Eq => eq,
            Cond::Le => lt || eq,
            Cond::Gt => gt,
            Cond::Ne => lt || gt,
            Cond::Ge => gt || eq,
            Cond::Num => !nan,
            Cond::Nan => nan,
            Cond::Ltu => lt || nan,
            Cond::Equ => eq || nan,
            Cond::Leu => !gt,
            Cond::Gtu => gt || nan,
            Cond::Neu => !eq,
            Cond::Geu => !lt,
            Cond::T => true,
        }
    }
    for cond in Cond::ALL {
        for ftz in [Flush::Keep, Flush::Zero] {
            let f = |x: u32| f32::from_bits(if ftz == Flush::Keep { x } else { F32.flushed(x as u64) as u32 });
            run(Test::FCmp { cond, ftz }, |a, b, _| compare(cond, f(a), f(b)));
        }
        run64(Test64::DCmp { cond }, |a, b| compare(cond, f64::from_bits(a), f64::from_bits(b)));
    }
}

#[test]
fn operations_stay_small() {
    assert!(size_of::<Fp>() <= 6 && size_of::<Alu>() <= 7, "{} {}", size_of::<Fp>(), size_of::<Alu>());
    assert!(size_of::<Alu64>() <= 7 && size_of::<Test>() <= 3 && size_of::<Test64>() <= 2);
}
