//! The float atomics of gfx1100, written from the text of AMD's RDNA3 chapter 13 with plain integers. This module uses no code of the
//! library. Each rule is one function, under the sentence that it implements.
#![allow(dead_code)]

/// A binary format: bits, exponent bits, mantissa bits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Binary(pub u32, pub u32, pub u32);
/// The 8-bit format of the tests: 1-4-3.
pub const TINY: Binary = Binary(8, 4, 3);
pub const SINGLE: Binary = Binary(32, 8, 23);
pub const DOUBLE: Binary = Binary(64, 11, 52);

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Float {
    Add,
    Min,
    Max,
    CompareStore,
}
pub const FLOATS: [Float; 4] = [Float::Add, Float::Min, Float::Max, Float::CompareStore];

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Place {
    Lds,
    Memory,
    /// LDS, by a FLAT instruction: subnormals as in memory, with the adder of LDS.
    Flat,
}

impl Binary {
    pub fn sign(self) -> u64 {
        1 << (self.0 - 1)
    }
    pub fn inf(self) -> u64 {
        ((1 << self.1) - 1) << self.2
    }
    pub fn magnitude(self, x: u64) -> u64 {
        x & (self.sign() - 1)
    }
    pub fn nan(self, x: u64) -> bool {
        self.magnitude(x) > self.inf()
    }
    /// "Quiet: exponent all ones, mantissa MSB 1. Signalling: mantissa MSB 0 and some other mantissa bit 1."
    pub fn signalling(self, x: u64) -> bool {
        self.nan(x) && x >> (self.2 - 1) & 1 == 0
    }
    /// "its bits are kept, made quiet"
    pub fn quieted(self, x: u64) -> u64 {
        x | 1 << (self.2 - 1)
    }
    /// "flush the mantissa of each operand when its exponent is 0": the sign stays.
    pub fn flushed(self, x: u64) -> u64 {
        if self.magnitude(x) >> self.2 == 0 { x & self.sign() } else { x }
    }

    /// Round to nearest even of the exact sum of two finite numbers.
    pub fn sum(self, a: u64, b: u64) -> u64 {
        let man = self.2;
        // Exponent field (1 for subnormals) and integer significand.
        let parts = |x: u64| {
            let (field, low) = (self.magnitude(x) >> man, x & ((1 << man) - 1));
            if field == 0 { (1, low) } else { (field as i64, low | 1 << man) }
        };
        let ((ea, ma), (eb, mb)) = (parts(a), parts(b));
        let top = ea.max(eb);
        // 64 bits below the larger exponent; of lower bits it only matters whether one is set.
        let place = |x: u64, e: i64, m: u64| {
            let down = top - e;
            let n = if down <= 64 { (m as i128) << (64 - down) } else { (m != 0) as i128 };
            if x & self.sign() != 0 { -n } else { n }
        };
        let exact = place(a, ea, ma) + place(b, eb, mb);
        if exact == 0 {
            return a & b & self.sign();
        }
        let (negative, n) = (exact < 0, exact.unsigned_abs());
        let lead = 127 - n.leading_zeros() as i64;
        let field = (top + lead - 64 - man as i64).max(1);
        let cut = 64 + field - top;
        let (kept, rest, half) = (n >> cut, n & ((1 << cut) - 1), 1u128 << (cut - 1));
        let up = rest > half || (rest == half && kept & 1 == 1);
        let bits = ((field as u64 - 1) << man) + kept as u64 + up as u64;
        bits.min(self.inf()) | if negative { self.sign() } else { 0 }
    }

    /// "Larger" and "smaller" order: -inf, -float, -denorm, -0, +0, +denorm, +float, +inf, and a quiet NaN below or above
    /// them all.
    fn rank(self, x: u64, nan: i128) -> i128 {
        let m = self.magnitude(x) as i128;
        match (self.nan(x), x & self.sign() != 0) {
            (true, _) => nan,
            (false, true) => -1 - m,
            (false, false) => m,
        }
    }

    /// The final value in memory. `m` is memory and src0, `d` the data and src1; for a compare-and-store `d` is the new value and `c` is
    /// compared.
    pub fn atomic(self, op: Float, place: Place, fp_denorm: u8, m: u64, d: u64, c: u64) -> u64 {
        // "denorm_single governs F32 and denorm_double governs F64"; bit 0 allows input, bit 1 output.
        let mode = if self.0 == 32 { fp_denorm & 3 } else { fp_denorm >> 2 };
        let (allow_input, allow_output) = (mode & 1 == 1, mode & 2 == 2);
        let flush_input = match (op, place) {
            // "Float atomic add is hard-wired to flush input denormals; it does not use MODE.fp_denorm."
            (Float::Add, Place::Memory | Place::Flat) => true,
            // "the 32-bit float adder uses both the input and the output flush control of MODE"
            // "CMPSWAP, MIN and MAX flush input denormals only when MODE allow_input_denorm = 0"
            _ => !allow_input,
        };
        let flush_output = op == Float::Add && place == Place::Lds && !allow_output;
        let fi = |x: u64| if flush_input { self.flushed(x) } else { x };
        match op {
            Float::Add => {
                // The chapter does not say which operand is src0. AMD's emulator takes the operand first in LDS, memory elsewhere.
                let (a, b) = if place != Place::Memory { (fi(d), fi(m)) } else { (fi(m), fi(d)) };
                let r = self.add(a, b);
                if flush_output { self.flushed(r) } else { r }
            }
            Float::Min | Float::Max => {
                // "if src0 is SNaN, result = quieted src0; else if src1 is SNaN, result = quieted src1"
                if self.signalling(m) {
                    return self.quieted(m);
                }
                if self.signalling(d) {
                    return self.quieted(d);
                }
                // "flush only for the comparison: the result is an unmodified copy of one source"
                if op == Float::Max {
                    if self.rank(fi(d), i128::MIN) > self.rank(fi(m), i128::MIN) { d } else { m }
                } else if self.rank(fi(d), i128::MAX) < self.rank(fi(m), i128::MAX) {
                    d
                } else {
                    m
                }
            }
            Float::CompareStore => {
                // "swap only if src0 is not NaN, src1 is not NaN and src0 == src1, with +0 == -0"
                let (x, y) = (fi(m), fi(c));
                let zeros = self.magnitude(x) == 0 && self.magnitude(y) == 0;
                let swap = !self.nan(x) && !self.nan(y) && (x == y || zeros);
                // "CompareStore flushes the result when input flushing takes place"
                if swap { fi(d) } else { x }
            }
        }
    }

    /// The list "Float add", in its order of precedence.
    fn add(self, a: u64, b: u64) -> u64 {
        let infinite = |x: u64| self.magnitude(x) == self.inf();
        if self.nan(a) {
            // "NaN + NaN = src0's NaN made quiet"; "+/-INF + NaN = the NaN, made quiet"
            self.quieted(a)
        } else if self.nan(b) {
            self.quieted(b)
        } else if infinite(a) && infinite(b) && a != b {
            // "-INF + INF = QNaN whose mantissa is all zeros except the MSB", "= -QNaN"
            self.sign() | self.quieted(self.inf())
        } else if infinite(a) {
            a
        } else if infinite(b) {
            b
        } else {
            self.sum(a, b)
        }
    }
}
