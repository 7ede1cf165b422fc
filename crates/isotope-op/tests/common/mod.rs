//! Shared by the tests: a small random generator, corner values, and the independent float reference.
#![allow(dead_code)]

pub mod sweep;

use isotope_op::float::Rounding;
use rustc_apfloat::ieee::{Double, Half, IeeeFloat, Quad, Semantics, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

/// An xorshift generator; the seed is printed so that a failure can be repeated.
pub struct Rng(u64);

impl Rng {
    pub fn new(name: &str) -> Rng {
        let seed = name.bytes().fold(0xcbf2_9ce4_8422_2325u64, |h, b| (h ^ b as u64).wrapping_mul(0x0100_0000_01b3));
        let seed = sweep::seed(seed);
        println!("{name}: seed {seed:#018x}");
        Rng(seed | 1)
    }
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    /// A value of a width: often plain random, often near another or near a corner.
    pub fn bits(&mut self, width: u32) -> u64 {
        let x = self.next();
        let pick = self.next();
        let m = u64::MAX >> (64 - width);
        let x = match pick & 7 {
            0 => x >> (pick >> 8 & 63),
            1 => (1u64 << (pick >> 8 & 63)).wrapping_add(x & 3).wrapping_sub(2),
            2 => !(x >> (pick >> 8 & 63)),
            _ => x,
        };
        x & m
    }
    /// Two values; in every fourth pair the second is within a few units (or the sign) of the first.
    pub fn pair(&mut self, width: u32) -> (u64, u64) {
        let a = self.bits(width);
        let pick = self.next();
        let m = u64::MAX >> (64 - width);
        let b = match pick & 3 {
            0 => {
                let near = a.wrapping_add(pick >> 8 & 7).wrapping_sub(3);
                (near ^ (pick >> 16 & 1) << (width - 1)) & m
            }
            _ => self.bits(width),
        };
        (a, b)
    }
    /// A pair of floats whose exponents are often close enough to interact.
    pub fn floats(&mut self, f: Fmt) -> (u64, u64) {
        let (a, b) = self.pair(f.bits);
        let pick = self.next();
        if pick & 1 == 0 {
            return (a, b);
        }
        let spread = f.man as u64 + 4;
        let field = (a & f.exp_mask()) >> f.man;
        let moved = (field + (pick >> 8) % (2 * spread + 1)).saturating_sub(spread).min((1 << f.exp) - 1);
        (a, (b & !f.exp_mask()) | moved << f.man)
    }
}

/// Corner values of integers: around every power of two and the ends.
pub fn int_corners(width: u32) -> Vec<u64> {
    let m = u64::MAX >> (64 - width);
    let mut v =
        vec![0, 1, 2, 3, 5, 7, 10, 0x55, 0xaa, 0x1234, 0xdead_beef, 0x5555_5555_5555_5555, 0xaaaa_aaaa_aaaa_aaaa];
    for i in 0..width {
        let p = 1u64 << i;
        v.extend([p, p.wrapping_sub(1), p + (i < 63) as u64, p.wrapping_neg()]);
    }
    v.iter_mut().for_each(|x| *x &= m);
    v.sort();
    v.dedup();
    v
}

/// A float format, implemented independently.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fmt {
    pub bits: u32,
    pub exp: u32,
    pub man: u32,
}
pub const F8: Fmt = Fmt { bits: 8, exp: 4, man: 3 };
pub const F16: Fmt = Fmt { bits: 16, exp: 5, man: 10 };
pub const BF16: Fmt = Fmt { bits: 16, exp: 8, man: 7 };
pub const F32: Fmt = Fmt { bits: 32, exp: 8, man: 23 };
pub const F64: Fmt = Fmt { bits: 64, exp: 11, man: 52 };

impl Fmt {
    pub fn exp_mask(self) -> u64 {
        ((1 << self.exp) - 1) << self.man
    }
    pub fn sign(self) -> u64 {
        1 << (self.bits - 1)
    }
    pub fn quiet(self) -> u64 {
        1 << (self.man - 1)
    }
    pub fn is_nan(self, x: u64) -> bool {
        x & self.exp_mask() == self.exp_mask() && x & ((1 << self.man) - 1) != 0
    }
    pub fn is_snan(self, x: u64) -> bool {
        self.is_nan(x) && x & self.quiet() == 0
    }
    pub fn is_subnormal(self, x: u64) -> bool {
        x & self.exp_mask() == 0 && x & ((1 << self.man) - 1) != 0
    }
    /// `x`, or zero of its sign if `x` is subnormal.
    pub fn flushed(self, x: u64) -> u64 {
        if self.is_subnormal(x) { x & self.sign() } else { x }
    }
    pub fn corners(self) -> Vec<u64> {
        let one = ((1u64 << (self.exp - 1)) - 1) << self.man;
        let step = 1u64 << self.man;
        let inf = self.exp_mask();
        let mut v = vec![0, 1, 2, 3, step / 2, step - 2, step - 1, step, step + 1, 2 * step - 1, 2 * step];
        v.extend([one - step, one - 1, one, one + 1, one + step / 2, one + step - 1, one + step, one + 2 * step]);
        v.extend([one + step + step / 2, inf - step, inf - 2, inf - 1, inf, inf + 1, inf + 2, inf + step / 2 - 1]);
        v.extend([inf + step / 2, inf + step / 2 + 1, inf + step - 1]);
        for i in 1..self.man as u64 + 3 {
            v.push((one + i * step).min(inf - 1));
            v.push(one.saturating_sub(i * step));
        }
        v.iter().flat_map(|&x| [x, x | self.sign()]).collect()
    }
}

/// The 8-bit format of the tests, for the reference.
pub struct Tiny;
impl Semantics for Tiny {
    const BITS: usize = 8;
    const EXP_BITS: usize = 4;
}

pub const MODES: [Rounding; 4] = [Rounding::NearestEven, Rounding::TowardZero, Rounding::Down, Rounding::Up];

pub fn ap(r: Rounding) -> Round {
    match r {
        Rounding::NearestEven => Round::NearestTiesToEven,
        Rounding::TowardZero => Round::TowardZero,
        Rounding::Down => Round::TowardNegative,
        Rounding::Up => Round::TowardPositive,
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Op {
    Add,
    Sub,
    Mul,
    Fma,
    Rcp,
    Integral,
}

fn judge_as<S: Semantics>(op: Op, r: Rounding, a: u64, b: u64, c: u64) -> u64 {
    let f = |x: u64| IeeeFloat::<S>::from_bits(x as u128);
    let r = ap(r);
    let value = match op {
        Op::Add => f(a).add_r(f(b), r),
        Op::Sub => f(a).sub_r(f(b), r),
        Op::Mul => f(a).mul_r(f(b), r),
        Op::Fma => f(a).mul_add_r(f(b), f(c), r),
        Op::Rcp => {
            let one = ((1u64 << (S::EXP_BITS - 1)) - 1) << (S::PRECISION - 1);
            f(one).div_r(f(a), r)
        }
        Op::Integral => f(a).round_to_integral(r),
    };
    value.value.to_bits() as u64
}

/// The exactly rounded result by an independent library; NaNs are its own.
pub fn judge(f: Fmt, op: Op, r: Rounding, a: u64, b: u64, c: u64) -> u64 {
    match f.bits {
        8 => judge_as::<Tiny>(op, r, a, b, c),
        16 if f.man == 7 => judge_as::<rustc_apfloat::ieee::BFloatS>(op, r, a, b, c),
        16 => judge_as::<rustc_apfloat::ieee::HalfS>(op, r, a, b, c),
        32 => judge_as::<rustc_apfloat::ieee::SingleS>(op, r, a, b, c),
        _ => judge_as::<rustc_apfloat::ieee::DoubleS>(op, r, a, b, c),
    }
}

/// Conversion by the independent library.
pub fn judge_convert(from: Fmt, to: Fmt, r: Rounding, a: u64) -> u64 {
    fn widen(f: Fmt, a: u64) -> Quad {
        let a = a as u128;
        let lost = &mut false;
        match f.bits {
            8 => IeeeFloat::<Tiny>::from_bits(a).convert(lost).value,
            16 => Half::from_bits(a).convert(lost).value,
            32 => Single::from_bits(a).convert(lost).value,
            _ => Double::from_bits(a).convert(lost).value,
        }
    }
    let (q, r, lost) = (widen(from, a), ap(r), &mut false);
    let bits = match to.bits {
        8 => FloatConvert::<IeeeFloat<Tiny>>::convert_r(q, r, lost).value.to_bits(),
        16 => FloatConvert::<Half>::convert_r(q, r, lost).value.to_bits(),
        32 => FloatConvert::<Single>::convert_r(q, r, lost).value.to_bits(),
        _ => FloatConvert::<Double>::convert_r(q, r, lost).value.to_bits(),
    };
    bits as u64
}

/// Float to integer by the independent library: clamped, 0 for NaN.
pub fn judge_to_int(f: Fmt, width: u32, signed: bool, r: Rounding, a: u64) -> u64 {
    if f.is_nan(a) {
        return 0;
    }
    fn go<F: Float>(x: F, width: u32, signed: bool, r: Round) -> u64 {
        if signed {
            x.to_i128_r(width as usize, r, &mut true).value as u64
        } else {
            x.to_u128_r(width as usize, r, &mut true).value as u64
        }
    }
    let (x, r) = (a as u128, ap(r));
    let n = match f.bits {
        8 => go(IeeeFloat::<Tiny>::from_bits(x), width, signed, r),
        16 => go(Half::from_bits(x), width, signed, r),
        32 => go(Single::from_bits(x), width, signed, r),
        _ => go(Double::from_bits(x), width, signed, r),
    };
    n & (u64::MAX >> (64 - width))
}

/// Integer to float by the independent library.
pub fn judge_from_int(f: Fmt, width: u32, signed: bool, r: Rounding, a: u64) -> u64 {
    fn go<F: Float>(n: i128, r: Round) -> u64 {
        F::from_i128_r(n, r).value.to_bits() as u64
    }
    let n = if signed { ((a << (64 - width)) as i64 >> (64 - width)) as i128 } else { a as i128 };
    match f.bits {
        8 => go::<IeeeFloat<Tiny>>(n, ap(r)),
        16 => go::<Half>(n, ap(r)),
        32 => go::<Single>(n, ap(r)),
        _ => go::<Double>(n, ap(r)),
    }
}
