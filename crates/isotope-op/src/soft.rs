//! Float arithmetic with integers only: every format, every rounding mode, no use of the host's FPU.
//!
//! A finite value is unpacked to `sig * 2^(exp - 126)` with the leading bit of the 128-bit `sig` at position 126. One private function
//! rounds for all operations. NaN results are always the default NaN (quiet, positive); payload rules, flushing and saturation are in
//! [`crate::float`].

use crate::domain::Width;
use crate::float::{FloatOp, Rounding};

/// A binary interchange format of at most 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Format {
    /// Bits in all.
    pub bits: u32,
    /// Exponent bits.
    pub exp: u32,
    /// Stored mantissa bits.
    pub man: u32,
}

/// Position of the leading bit of an unpacked significand.
const TOP: u32 = 126;

#[derive(Clone, Copy)]
struct Finite {
    sign: bool,
    exp: i32,
    /// Leading bit at [`TOP`], or 0 for a zero.
    sig: u128,
}

#[derive(Clone, Copy)]
enum Unpacked {
    Nan,
    Inf(bool),
    Finite(Finite),
}

/// `sig >> n` with every lost bit collected in bit 0.
#[inline]
fn shr_jam(sig: u128, n: u32) -> u128 {
    if n == 0 {
        sig
    } else if n < 128 {
        sig >> n | (sig << (128 - n) != 0) as u128
    } else {
        (sig != 0) as u128
    }
}

/// `sig / 2^n` rounded to an integer.
#[inline]
fn shr_round(sig: u128, n: u32, sign: bool, round: Rounding) -> u128 {
    // Two extra bits are enough for every rounding decision.
    let kept = if n >= 2 { shr_jam(sig, n - 2) } else { sig << (2 - n) };
    let (q, rest) = (kept >> 2, kept & 3);
    let up = match round {
        Rounding::NearestEven => rest == 3 || (rest == 2 && q & 1 == 1),
        Rounding::TowardZero => false,
        Rounding::Down => sign && rest != 0,
        Rounding::Up => !sign && rest != 0,
    };
    q + up as u128
}

impl Format {
    /// The float format of a width.
    pub const fn of<W: Width>() -> Format {
        Format { bits: W::BITS, exp: W::EXP, man: W::MAN }
    }
    const fn bias(self) -> i32 {
        (1 << (self.exp - 1)) - 1
    }
    const fn exp_mask(self) -> u64 {
        ((1 << self.exp) - 1) << self.man
    }
    const fn sign_bit(self, sign: bool) -> u64 {
        (sign as u64) << (self.bits - 1)
    }
    /// The default NaN: quiet, positive, no payload.
    pub const fn nan(self) -> u64 {
        self.exp_mask() | 1 << (self.man - 1)
    }
    const fn inf(self, sign: bool) -> u64 {
        self.sign_bit(sign) | self.exp_mask()
    }

    fn unpack(self, bits: u64) -> Unpacked {
        let sign = bits >> (self.bits - 1) & 1 != 0;
        let man = bits & ((1 << self.man) - 1);
        let field = (bits & self.exp_mask()) >> self.man;
        if field == (1 << self.exp) - 1 {
            return if man == 0 { Unpacked::Inf(sign) } else { Unpacked::Nan };
        }
        if field == 0 {
            if man == 0 {
                return Unpacked::Finite(Finite { sign, exp: 0, sig: 0 });
            }
            let lead = 63 - man.leading_zeros();
            let exp = 1 - self.bias() - self.man as i32 + lead as i32;
            return Unpacked::Finite(Finite { sign, exp, sig: (man as u128) << (TOP - lead) });
        }
        let sig = ((man | 1 << self.man) as u128) << (TOP - self.man);
        Unpacked::Finite(Finite { sign, exp: field as i32 - self.bias(), sig })
    }

    /// Rounds a finite value into the format. On overflow the rounding mode selects infinity or the largest number.
    fn pack(self, x: Finite, round: Rounding) -> u64 {
        let sign = self.sign_bit(x.sign);
        if x.sig == 0 {
            return sign;
        }
        let field = x.exp + self.bias();
        let largest = self.exp_mask() - 1;
        let magnitude = if field >= (1 << self.exp) - 1 {
            u64::MAX
        } else if field >= 1 {
            ((field as u64 - 1) << self.man) + shr_round(x.sig, TOP - self.man, x.sign, round) as u64
        } else {
            shr_round(x.sig, TOP - self.man + (1 - field) as u32, x.sign, round) as u64
        };
        if magnitude <= largest {
            return sign | magnitude;
        }
        let to_inf = match round {
            Rounding::NearestEven => true,
            Rounding::TowardZero => false,
            Rounding::Down => x.sign,
            Rounding::Up => !x.sign,
        };
        sign | if to_inf { self.exp_mask() } else { largest }
    }

    /// `a + b`, correctly rounded.
    pub fn add(self, a: u64, b: u64, round: Rounding) -> u64 {
        match (self.unpack(a), self.unpack(b)) {
            (Unpacked::Nan, _) | (_, Unpacked::Nan) => self.nan(),
            (Unpacked::Inf(s), Unpacked::Inf(t)) if s != t => self.nan(),
            (Unpacked::Inf(s), _) | (_, Unpacked::Inf(s)) => self.inf(s),
            (Unpacked::Finite(x), Unpacked::Finite(y)) => self.pack(sum(x, y, round), round),
        }
    }

    /// `a * b`, correctly rounded.
    pub fn mul(self, a: u64, b: u64, round: Rounding) -> u64 {
        match self.product(a, b) {
            Unpacked::Nan => self.nan(),
            Unpacked::Inf(s) => self.inf(s),
            Unpacked::Finite(p) => self.pack(p, round),
        }
    }

    /// `a * b + c`, rounded once.
    pub fn fma(self, a: u64, b: u64, c: u64, round: Rounding) -> u64 {
        self.fma_scaled(a, b, c, 0, round)
    }

    /// `(a * b + c) * 2^n`, rounded once.
    pub fn fma_scaled(self, a: u64, b: u64, c: u64, n: i16, round: Rounding) -> u64 {
        match (self.product(a, b), self.unpack(c)) {
            (Unpacked::Nan, _) | (_, Unpacked::Nan) => self.nan(),
            (Unpacked::Inf(s), Unpacked::Inf(t)) if s != t => self.nan(),
            (Unpacked::Inf(s), _) | (_, Unpacked::Inf(s)) => self.inf(s),
            (Unpacked::Finite(p), Unpacked::Finite(z)) => {
                let exact = sum(p, z, round);
                self.pack(Finite { exp: exact.exp + n as i32, ..exact }, round)
            }
        }
    }

    /// The exact product: two significands of at most 53 bits fill at most 106 of the 127.
    fn product(self, a: u64, b: u64) -> Unpacked {
        match (self.unpack(a), self.unpack(b)) {
            (Unpacked::Nan, _) | (_, Unpacked::Nan) => Unpacked::Nan,
            (Unpacked::Inf(s), Unpacked::Inf(t)) => Unpacked::Inf(s != t),
            (Unpacked::Inf(s), Unpacked::Finite(x)) | (Unpacked::Finite(x), Unpacked::Inf(s)) => {
                if x.sig == 0 {
                    Unpacked::Nan
                } else {
                    Unpacked::Inf(s != x.sign)
                }
            }
            (Unpacked::Finite(x), Unpacked::Finite(y)) => {
                let sign = x.sign != y.sign;
                if x.sig == 0 || y.sig == 0 {
                    return Unpacked::Finite(Finite { sign, exp: 0, sig: 0 });
                }
                // 63-bit halves: leading bits at 62, so the product leads at 124 or 125.
                let sig = (x.sig >> 64) * (y.sig >> 64);
                let lift = sig.leading_zeros() - 1;
                Unpacked::Finite(Finite { sign, exp: x.exp + y.exp + 2 - lift as i32, sig: sig << lift })
            }
        }
    }

    /// Square root, correctly rounded.
    pub fn sqrt(self, a: u64, round: Rounding) -> u64 {
        match self.unpack(a) {
            Unpacked::Inf(false) => self.inf(false),
            Unpacked::Finite(x) if x.sig == 0 => a & (self.inf(true) | 1),
            Unpacked::Finite(x) if !x.sign => {
                let sig = if x.exp & 1 == 0 { x.sig } else { x.sig << 1 };
                let root = sig.isqrt();
                let sticky = (root * root != sig) as u128;
                self.pack(Finite { sign: false, exp: x.exp >> 1, sig: root << 63 | sticky }, round)
            }
            _ => self.nan(),
        }
    }

    /// `1 / a`, correctly rounded; infinity for a zero.
    pub fn rcp(self, a: u64, round: Rounding) -> u64 {
        match self.unpack(a) {
            Unpacked::Nan => self.nan(),
            Unpacked::Inf(s) => self.sign_bit(s),
            Unpacked::Finite(x) if x.sig == 0 => self.inf(x.sign),
            Unpacked::Finite(x) => {
                let m = x.sig >> (TOP - self.man);
                let (q, rest) = ((1u128 << 127) / m, (1u128 << 127) % m);
                self.pack(scaled(x.sign, q, rest != 0, -127 + self.man as i32 - x.exp), round)
            }
        }
    }

    /// `1 / sqrt(a)`, correctly rounded, for formats of at most 32 bits; infinity of the sign for a zero.
    pub fn rsqrt(self, a: u64, round: Rounding) -> u64 {
        match self.unpack(a) {
            Unpacked::Inf(false) => 0,
            Unpacked::Finite(x) if x.sig == 0 => self.inf(x.sign),
            Unpacked::Finite(x) if !x.sign => {
                // a = m * 2^k with k even; floor(sqrt(floor(2^126 / m))) = floor(2^63 / sqrt(m)).
                let k = x.exp - self.man as i32;
                let odd = k & 1;
                let m = (x.sig >> (TOP - self.man)) << odd;
                let root = ((1u128 << 126) / m).isqrt();
                let exact = root * root * m == 1 << 126;
                self.pack(scaled(false, root, !exact, -63 - (k - odd) / 2), round)
            }
            _ => self.nan(),
        }
    }

    /// The value in another format, correctly rounded.
    pub fn convert(self, to: Format, a: u64, round: Rounding) -> u64 {
        match self.unpack(a) {
            Unpacked::Nan => to.nan(),
            Unpacked::Inf(s) => to.inf(s),
            Unpacked::Finite(x) => to.pack(x, round),
        }
    }

    /// The value rounded to an integer, in the same format; a result of 0 keeps the sign of `a`.
    pub fn integral(self, a: u64, round: Rounding) -> u64 {
        match self.unpack(a) {
            Unpacked::Nan => self.nan(),
            Unpacked::Finite(x) if x.sig != 0 && x.exp < self.man as i32 => {
                let n = shr_round(x.sig, (TOP as i32 - x.exp) as u32, x.sign, round);
                if n == 0 { self.sign_bit(x.sign) } else { self.pack(scaled(x.sign, n, false, 0), round) }
            }
            _ => a,
        }
    }

    /// The value as an integer of `width` bits: rounded, then clamped to the range; 0 for NaN.
    pub fn to_int(self, width: u32, signed: bool, a: u64, round: Rounding) -> u64 {
        let mask = u64::MAX >> (64 - width);
        let (highest, lowest) = if signed { (mask >> 1, mask >> 1) } else { (mask, 0) };
        let lowest = if signed { lowest + 1 } else { lowest };
        let (sign, n) = match self.unpack(a) {
            Unpacked::Nan => return 0,
            Unpacked::Inf(s) => (s, u128::MAX),
            Unpacked::Finite(x) if x.exp > 64 => (x.sign, u128::MAX),
            Unpacked::Finite(x) => (x.sign, shr_round(x.sig, (TOP as i32 - x.exp) as u32, x.sign, round)),
        };
        if sign { (n.min(lowest as u128) as u64).wrapping_neg() & mask } else { n.min(highest as u128) as u64 }
    }

    /// An integer of `width` bits as a float of this format, correctly rounded; +0 for 0.
    pub fn from_int(self, width: u32, signed: bool, a: u64, round: Rounding) -> u64 {
        let a = a & (u64::MAX >> (64 - width));
        let sign = signed && a >> (width - 1) & 1 != 0;
        let n = if sign { a.wrapping_neg() & (u64::MAX >> (64 - width)) } else { a };
        if n == 0 { 0 } else { self.pack(scaled(sign, n as u128, false, 0), round) }
    }
}

/// `n * 2^exp`, plus a smaller amount if `sticky`; `n` is not 0 and below 2^126.
fn scaled(sign: bool, n: u128, sticky: bool, exp: i32) -> Finite {
    let lead = 127 - n.leading_zeros();
    Finite { sign, exp: exp + lead as i32, sig: n << (TOP - lead) | sticky as u128 }
}

/// The sum, exact except for a jammed lowest bit far below the last bit of any format.
fn sum(x: Finite, y: Finite, round: Rounding) -> Finite {
    if x.sig == 0 && y.sig == 0 {
        let sign = if x.sign == y.sign { x.sign } else { round == Rounding::Down };
        return Finite { sign, exp: 0, sig: 0 };
    }
    if x.sig == 0 {
        return y;
    }
    if y.sig == 0 {
        return x;
    }
    let (big, small) = if (x.exp, x.sig) >= (y.exp, y.sig) { (x, y) } else { (y, x) };
    let aligned = shr_jam(small.sig, (big.exp - small.exp) as u32);
    let sig = if x.sign == y.sign { big.sig + aligned } else { big.sig - aligned };
    if sig == 0 {
        return Finite { sign: round == Rounding::Down, exp: 0, sig: 0 };
    }
    let lead = 127 - sig.leading_zeros();
    let sig = if lead > TOP { shr_jam(sig, 1) } else { sig << (TOP - lead) };
    Finite { sign: big.sign, exp: big.exp + lead as i32 - TOP as i32, sig }
}

/// Any primitive by value: `from` is the operands' format, `to` the result's (for integers only its width counts).
///
/// ```
/// use isotope_op::float::{FloatOp, Rounding};
/// use isotope_op::soft::{float, Format};
/// let f32 = Format { bits: 32, exp: 8, man: 23 };
/// let third = float(FloatOp::Rcp(Rounding::Up), f32, f32, 3.0f32.to_bits() as u64, 0, 0);
/// assert_eq!(third, 0x3eaa_aaab);
/// ```
#[inline(never)]
pub fn float(op: FloatOp, from: Format, to: Format, a: u64, b: u64, c: u64) -> u64 {
    match op {
        FloatOp::Add(r) => from.add(a, b, r),
        FloatOp::Mul(r) => from.mul(a, b, r),
        FloatOp::Fma(r) => from.fma(a, b, c, r),
        FloatOp::FmaScaled(r, n) => from.fma_scaled(a, b, c, n, r),
        FloatOp::Sqrt(r) => from.sqrt(a, r),
        FloatOp::Rcp(r) => from.rcp(a, r),
        FloatOp::Rsqrt(r) => from.rsqrt(a, r),
        FloatOp::Convert(r) => from.convert(to, a, r),
        FloatOp::Integral(r) => from.integral(a, r),
        FloatOp::ToInt { round, signed } => from.to_int(to.bits, signed, a, round),
        FloatOp::FromInt { round, signed } => to.from_int(from.bits, signed, a, round),
    }
}
