//! Float primitives, by integers and by the host, against rustc_apfloat in every rounding mode.

use crate::common::*;
use isotope_op::domain::{Bits, Concrete, W8, W16, W32, W64, Width, Word};
use isotope_op::float::{FloatOp, Rounding, add_by_bits};
use isotope_op::soft::{self, Format};
use rustc_apfloat::Float;
use rustc_apfloat::FloatConvert;
use rustc_apfloat::ieee::{Quad, Single};

fn format(f: Fmt) -> Format {
    Format { bits: f.bits, exp: f.exp, man: f.man }
}

fn same(f: Fmt, ours: u64, theirs: u64) -> bool {
    ours == theirs || (f.is_nan(ours) && f.is_nan(theirs))
}

/// The concrete domain's primitive, which may use the host's FPU.
fn host<A: Width, R: Width>(op: FloatOp, a: u64, b: u64, c: u64) -> u64 {
    let of = |x: u64| Bits::<Concrete, A>::of(A::Repr::from_u64(x));
    of(a).float::<R>(op, of(b), of(c)).get().to_u64()
}
fn host_same(f: Fmt) -> fn(FloatOp, u64, u64, u64) -> u64 {
    match f.bits {
        8 => host::<W8, W8>,
        16 => host::<W16, W16>,
        32 => host::<W32, W32>,
        _ => host::<W64, W64>,
    }
}
fn bits_add(f: Fmt, r: Rounding, a: u64, b: u64) -> u64 {
    fn go<W: Width>(r: Rounding, a: u64, b: u64) -> u64 {
        let of = |x: u64| Bits::<Concrete, W>::of(W::Repr::from_u64(x));
        add_by_bits(r, of(a), of(b)).get().to_u64()
    }
    match f.bits {
        8 => go::<W8>(r, a, b),
        16 => go::<W16>(r, a, b),
        32 => go::<W32>(r, a, b),
        _ => go::<W64>(r, a, b),
    }
}

fn check(f: Fmt, op: Op, r: Rounding, a: u64, b: u64, c: u64) {
    let want = judge(f, op, r, a, b, c);
    let prim = match op {
        Op::Add => FloatOp::Add(r),
        Op::Mul => FloatOp::Mul(r),
        Op::Fma => FloatOp::Fma(r),
        Op::Rcp => FloatOp::Rcp(r),
        Op::Integral => FloatOp::Integral(r),
        Op::Sub => unreachable!("no such primitive"),
    };
    let ours = soft::float(prim, format(f), format(f), a, b, c);
    assert!(same(f, ours, want), "soft {f:?} {op:?} {r:?} {a:#x} {b:#x} {c:#x}: {ours:#x}, expected {want:#x}");
    let ours = host_same(f)(prim, a, b, c);
    assert!(same(f, ours, want), "host {f:?} {op:?} {r:?} {a:#x} {b:#x} {c:#x}: {ours:#x}, expected {want:#x}");
    if op == Op::Add {
        let ours = bits_add(f, r, a, b);
        assert!(same(f, ours, want), "bits {f:?} {op:?} {r:?} {a:#x} {b:#x}: {ours:#x}, expected {want:#x}");
    }
}

#[test]
fn tiny_exhaustive() {
    for r in MODES {
        for a in 0..256 {
            check(F8, Op::Rcp, r, a, 0, 0);
            check(F8, Op::Integral, r, a, 0, 0);
            for b in 0..256 {
                check(F8, Op::Add, r, a, b, 0);
                check(F8, Op::Mul, r, a, b, 0);
            }
        }
    }
}

#[test]
fn tiny_fma_every_triple() {
    // One mode per product sign and parity limits this to 16 million triples; every mode is still used everywhere.
    for a in (0..256u64).step_by(sweep::step(8)) {
        for b in 0..256u64 {
            for c in 0..256u64 {
                check(F8, Op::Fma, MODES[((a ^ b >> 1 ^ c >> 2) & 3) as usize], a, b, c);
            }
        }
    }
}

fn many(name: &str, f: Fmt, op: Op, corners: bool, count: usize) {
    let v = f.corners();
    assert!(v.len() >= 40);
    if corners {
        for r in MODES {
            for &a in &v {
                for &b in &v {
                    if op == Op::Fma {
                        for &c in v.iter().step_by(3) {
                            check(f, op, r, a, b, c);
                        }
                    } else {
                        check(f, op, r, a, b, 0);
                    }
                }
            }
        }
    }
    let mut rng = Rng::new(name);
    for i in 0..sweep::count(count, 50) {
        let (a, b) = rng.floats(f);
        let c = if i & 1 == 0 { rng.bits(f.bits) } else { judge(f, Op::Mul, Rounding::TowardZero, a, b, 0) ^ f.sign() };
        check(f, op, MODES[i & 3], a, b, c);
    }
}

#[test]
fn half_sums_and_products() {
    many("half add", F16, Op::Add, true, 2_000_000);
    many("half mul", F16, Op::Mul, true, 2_000_000);
    many("half fma", F16, Op::Fma, true, 2_000_000);
}

#[test]
fn single_sums_and_products() {
    many("single add", F32, Op::Add, true, 2_000_000);
    many("single mul", F32, Op::Mul, true, 2_000_000);
    many("single fma", F32, Op::Fma, true, 3_000_000);
}

#[test]
fn double_sums_and_products() {
    many("double add", F64, Op::Add, true, 2_000_000);
    many("double mul", F64, Op::Mul, true, 2_000_000);
    many("double fma", F64, Op::Fma, false, 2_000_000);
}

#[test]
fn reciprocals_and_integrals() {
    for f in [F16, F32, F64] {
        for op in [Op::Rcp, Op::Integral] {
            many(&format!("{op:?} {}", f.bits), f, op, false, 400_000);
            for r in MODES {
                f.corners().iter().for_each(|&a| check(f, op, r, a, 0, 0));
            }
        }
    }
    for r in MODES {
        for a in 0..0x1_0000 {
            check(F16, Op::Rcp, r, a, 0, 0);
            check(F16, Op::Integral, r, a, 0, 0);
        }
    }
}

#[test]
fn square_roots() {
    let mut rng = Rng::new("square roots");
    for i in 0..sweep::count(1_000_000, 20) {
        let a = rng.bits(32);
        let x = f32::from_bits(a as u32);
        let ours = soft::float(FloatOp::Sqrt(Rounding::NearestEven), format(F32), format(F32), a, 0, 0);
        assert!(same(F32, ours, x.sqrt().to_bits() as u64), "sqrt {a:#x}");
        let a = rng.bits(64);
        let ours = soft::float(FloatOp::Sqrt(Rounding::NearestEven), format(F64), format(F64), a, 0, 0);
        assert!(same(F64, ours, f64::from_bits(a).sqrt().to_bits()), "sqrt {a:#x}");
        // Directed: r * r (exact in binary64) on the right side of x, and the neighbour on the other.
        let (x, r) = ((x.abs()), MODES[1 + i % 3]);
        if x.is_finite() && x != 0.0 {
            let root = soft::float(FloatOp::Sqrt(r), format(F32), format(F32), x.to_bits() as u64, 0, 0) as u32;
            let square = |b: u32| f32::from_bits(b) as f64 * f32::from_bits(b) as f64;
            let x = x as f64;
            match r {
                Rounding::Up => assert!(square(root) >= x && square(root - 1) < x),
                _ => assert!(square(root) <= x && square(root + 1) > x),
            }
        }
    }
}

#[test]
fn reciprocal_square_roots() {
    // Midpoints of the result's neighbours squared times a, exact in binary128, enclose 1.
    let wide = |b: u64| -> Quad { Single::from_bits(b as u128).convert(&mut false).value };
    let half = |x: Quad| x.scalbn(-1);
    let mut rng = Rng::new("reciprocal square roots");
    let one = wide(0x3f80_0000);
    for _ in 0..sweep::count(300_000, 20) {
        let a = rng.bits(31);
        if a == 0 || a >= 0x7f80_0000 {
            continue;
        }
        let r = soft::float(FloatOp::Rsqrt(Rounding::NearestEven), format(F32), format(F32), a, 0, 0);
        let low = half((wide(r) + wide(r - 1)).value);
        let high = half((wide(r) + wide(r + 1)).value);
        let scaled = |m: Quad| ((m * m).value * wide(a)).value;
        assert!(scaled(low) <= one && scaled(high) >= one, "rsqrt {a:#x} = {r:#x}");
    }
    let f =
        |a: u32| soft::float(FloatOp::Rsqrt(Rounding::NearestEven), format(F32), format(F32), a as u64, 0, 0) as u32;
    assert_eq!((f(0), f(0x8000_0000), f(0x7f80_0000)), (0x7f80_0000, 0xff80_0000, 0));
    assert!(F32.is_nan(f(0xbf80_0000) as u64) && F32.is_nan(f(0xff80_0000) as u64));
}

#[test]
fn conversions_between_formats() {
    type Host = fn(FloatOp, u64, u64, u64) -> u64;
    let hosts: [(Fmt, Fmt, Host); 6] = [
        (F16, F32, host::<W16, W32>),
        (F16, F64, host::<W16, W64>),
        (F32, F16, host::<W32, W16>),
        (F32, F64, host::<W32, W64>),
        (F64, F16, host::<W64, W16>),
        (F64, F32, host::<W64, W32>),
    ];
    let check = |from: Fmt, to: Fmt, host: fn(FloatOp, u64, u64, u64) -> u64, r: Rounding, a: u64| {
        let want = judge_convert(from, to, r, a);
        let ours = soft::float(FloatOp::Convert(r), format(from), format(to), a, 0, 0);
        assert!(same(to, ours, want), "{from:?} to {to:?} {r:?} {a:#x}: {ours:#x}, expected {want:#x}");
        let ours = host(FloatOp::Convert(r), a, 0, 0);
        assert!(same(to, ours, want), "host {from:?} to {to:?} {r:?} {a:#x}: {ours:#x}, expected {want:#x}");
    };
    for (from, to, host) in hosts {
        let mut rng = Rng::new(&format!("convert {} to {}", from.bits, to.bits));
        for r in MODES {
            from.corners().iter().for_each(|&a| check(from, to, host, r, a));
            if from == F16 {
                (0..0x1_0000).for_each(|a| check(from, to, host, r, a));
            }
        }
        for i in 0..sweep::count(500_000, 20) {
            // Half of the values near the range of the narrower format.
            let mut a = rng.bits(from.bits);
            if i & 4 == 0 {
                let bias = |f: Fmt| (1u64 << (f.exp - 1)) - 1;
                let span = 2 * bias(to).min(bias(from)) + 60;
                let field = (bias(from) + rng.next() % span).saturating_sub(span / 2).min((1 << from.exp) - 1);
                a = (a & !from.exp_mask()) | field << from.man;
            }
            check(from, to, host, MODES[i & 3], a);
        }
    }
}

#[test]
fn conversions_with_integers() {
    let mut rng = Rng::new("integers");
    for i in 0..sweep::count(600_000, 20) as u32 {
        let r = MODES[i as usize & 3];
        for f in [F16, F32, F64] {
            let mut a = rng.bits(f.bits);
            if i & 4 == 0 {
                let bias = (1u64 << (f.exp - 1)) - 1;
                let field = (bias + rng.next() % 70).saturating_sub(3).min((1 << f.exp) - 1);
                a = (a & !f.exp_mask()) | field << f.man;
            }
            let signed = i & 8 == 0;
            let width = [8, 16, 32, 64][(i >> 4) as usize & 3];
            let to = Format { bits: width, exp: 0, man: 0 };
            let want = judge_to_int(f, width, signed, r, a);
            let op = FloatOp::ToInt { round: r, signed };
            let ours = soft::float(op, format(f), to, a, 0, 0);
            assert_eq!(ours, want, "{f:?} to {width} {signed} {r:?} {a:#x}");
            let fast = match (f.bits, width) {
                (32, 32) => host::<W32, W32>(op, a, 0, 0),
                (32, 64) => host::<W32, W64>(op, a, 0, 0),
                (64, 32) => host::<W64, W32>(op, a, 0, 0),
                _ => want,
            };
            assert_eq!(fast, want, "host {f:?} to {width} {signed} {r:?} {a:#x}");
            let n = rng.bits(width);
            let want = judge_from_int(f, width, signed, r, n);
            let op = FloatOp::FromInt { round: r, signed };
            let ours = soft::float(op, to, format(f), n, 0, 0);
            assert_eq!(ours, want, "{width} {signed} to {f:?} {r:?} {n:#x}");
            if (f.bits, width) == (32, 32) {
                assert_eq!(host::<W32, W32>(op, n, 0, 0), want);
            }
        }
    }
}
