//! Video instructions: parts of two registers, an operation, a clamp, and a third operand that is added, compared or merged.
//!
//! Source: spec, the PTX manual's video instructions, for the semantics (oracle: ptxas translates each to one instruction, and random
//! programs of `tools/foreign/ptx.py` agree). **Assumed**, in that script as well: operands are 33-bit numbers, the
//! first step's result has 34 bits; the clamp, the second step and the merge follow. Without a clamp, a result above 33 bits
//! is not compared, and a left shift is clamped only if 34 bits hold it: no document says where the hardware truncates.

use isotope_op::alu::{Alu, Alu64, Test64};

use super::{Emit, Lift, Lifted, Refused, not_modelled};
use isotope_ir::effect::{Mask, Src, Wide};

/// The first step of a video instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    /// A sum, optionally plus one.
    Add {
        plus_one: bool,
    },
    /// A product plus the third operand, optionally plus one.
    MulAdd {
        plus_one: bool,
    },
    Difference,
    MinMax,
    Compare,
    ShiftLeft,
    ShiftRight,
}

/// The type of an immediate operand: a half with this signedness.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Number {
    Signed,
    Unsigned,
}

/// Video instructions.
pub(super) const MEANINGS: &[(&str, Emit)] = &[
    ("VADD", |l| l.video(First::Add { plus_one: false }, Number::Signed)),
    ("VADD.U16", |l| l.video(First::Add { plus_one: false }, Number::Unsigned)),
    ("VADD.PO", |l| l.video(First::Add { plus_one: true }, Number::Signed)),
    ("VADD.U16.PO", |l| l.video(First::Add { plus_one: true }, Number::Unsigned)),
    ("VMAD", |l| l.video(First::MulAdd { plus_one: false }, Number::Signed)),
    ("VMAD.U16", |l| l.video(First::MulAdd { plus_one: false }, Number::Unsigned)),
    ("VMAD.PO", |l| l.video(First::MulAdd { plus_one: true }, Number::Signed)),
    ("VMAD.S16.PO", |l| l.video(First::MulAdd { plus_one: true }, Number::Signed)),
    ("VMAD.U16.PO", |l| l.video(First::MulAdd { plus_one: true }, Number::Unsigned)),
    ("VABSDIFF", |l| l.video(First::Difference, Number::Signed)),
    ("VABSDIFF.U16", |l| l.video(First::Difference, Number::Unsigned)),
    ("VMNMX", |l| l.video(First::MinMax, Number::Signed)),
    ("VMNMX.U16", |l| l.video(First::MinMax, Number::Unsigned)),
    ("VSET", |l| l.video(First::Compare, Number::Signed)),
    ("VSET.U16", |l| l.video(First::Compare, Number::Unsigned)),
    ("VSETP", |l| l.video_predicates(Number::Signed)),
    ("VSETP.U16", |l| l.video_predicates(Number::Unsigned)),
    ("VSETP.S16", |l| l.video_predicates(Number::Signed)),
    ("VSHL", |l| l.video(First::ShiftLeft, Number::Unsigned)),
    ("VSHR", |l| l.video(First::ShiftRight, Number::Unsigned)),
    ("VABSDIFF4", |l| l.four_differences()),
];

/// A 64-bit number and its bounds.
#[derive(Clone, Copy)]
struct Value {
    word: Wide,
    low: i128,
    high: i128,
}

impl Value {
    /// A value with the full range of `bits` bits.
    fn of(word: Wide, bits: u32, signed: bool) -> Value {
        let (low, high) = ends(bits, signed);
        Value { word, low, high }
    }

    /// Whether a number of `bits` bits, signed or not, can hold it.
    fn fits(&self, bits: u32, signed: bool) -> bool {
        let (low, high) = ends(bits, signed);
        low <= self.low && self.high <= high
    }
}

/// The smallest and the largest number of `bits` bits.
fn ends(bits: u32, signed: bool) -> (i128, i128) {
    if signed { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
}

fn number(value: i128) -> Wide {
    Wide { lo: Src::Imm(value as u32), hi: Src::Imm((value >> 32) as u32) }
}

impl Lift<'_> {
    /// A 32-bit word extended to 64 bits.
    fn extended(&mut self, word: Src, signed: bool) -> Wide {
        if !signed {
            return Wide::narrow(word);
        }
        Wide { lo: word, hi: self.b.alu(Alu::Sar, &[word, Src::Imm(31)]) }
    }

    /// Operand a or b, and whether it is signed.
    fn part(&mut self, name: &str, kind: Number) -> Result<(Value, bool), Refused> {
        let register = if name == "a" { "Ra" } else { "B" };
        let Some(part) = self.inst.try_get(name) else {
            // An immediate is always a half.
            let half = self.inst.get("B.imm") as u16;
            let signed = kind == Number::Signed;
            let value = if signed { i128::from(half as i16) } else { half.into() };
            return Ok((Value { word: number(value), low: value, high: value }, signed));
        };
        let word = self.operand(register);
        let signed = part >> 3 != 0;
        let (first, bits) = match part & 7 {
            n @ 0..=3 => (8 * n as u32, 8),
            n @ 4..=5 => (16 * (n as u32 - 4), 16),
            6 => return Ok((Value::of(self.extended(word, signed), 32, signed), signed)),
            _ => return Err(not_modelled("this part")),
        };
        let op = if signed { Alu::Sbfe } else { Alu::Ubfe };
        let field = self.b.alu(op, &[word, Src::Imm(first), Src::Imm(bits)]);
        Ok((Value::of(self.extended(field, signed), bits, signed), signed))
    }

    fn negated(&mut self, v: Value) -> Value {
        Value { word: self.b.alu64(Alu64::Neg, &[v.word]), low: -v.high, high: -v.low }
    }

    fn sum_of(&mut self, a: Value, b: Value) -> Value {
        Value { word: self.b.alu64(Alu64::Add, &[a.word, b.word]), low: a.low + b.low, high: a.high + b.high }
    }

    fn video(&mut self, first: First, kind: Number) -> Lifted {
        self.no_condition()?;
        let flag = |l: &Self, name| l.inst.try_get(name).is_some_and(|v| v != 0);
        let ((a, a_signed), (b, b_signed)) = (self.part("a", kind)?, self.part("b", kind)?);
        if let First::MulAdd { plus_one } = first {
            return self.video_product((a, b), a_signed || b_signed, plus_one);
        }
        let one =
            |condition: bool| Value { word: number(condition.into()), low: condition.into(), high: condition.into() };
        let value = match first {
            First::Add { plus_one } => {
                let a = if flag(self, "-Ra") { self.negated(a) } else { a };
                let b = if flag(self, "-B") { self.negated(b) } else { b };
                let sum = self.sum_of(a, b);
                if plus_one { self.sum_of(sum, one(true)) } else { sum }
            }
            First::Difference => {
                let minus_b = self.negated(b);
                let difference = self.sum_of(a, minus_b);
                self.magnitude(difference)
            }
            First::MinMax => {
                let (op, pick): (_, fn(i128, i128) -> i128) =
                    if self.flag("MX") { (Alu64::SMax, i128::max) } else { (Alu64::SMin, i128::min) };
                let word = self.b.alu64(op, &[a.word, b.word]);
                Value { word, low: pick(a.low, b.low), high: pick(a.high, b.high) }
            }
            First::Compare => {
                let holds = self.video_comparison(a, b)?;
                Value { word: Wide::narrow(Src::Mask(holds)), low: 0, high: 1 }
            }
            First::ShiftLeft | First::ShiftRight => {
                // The count wraps, or is clamped: 32 and more shift out all bits.
                let (count, most) = match flag(self, "W") {
                    true => (Wide::narrow(self.b.alu(Alu::And, &[b.word.lo, Src::Imm(31)])), 31),
                    false => (b.word, b.high.min(32)),
                };
                if first == First::ShiftRight {
                    Value { word: self.b.alu64(Alu64::Sar, &[a.word, count]), low: a.low.min(0), ..a }
                } else {
                    let word = self.b.alu64(Alu64::Shl, &[a.word, count]);
                    Value { word, low: (a.low << most).min(a.low), high: a.high << most }
                }
            }
            First::MulAdd { .. } => unreachable!("has returned"),
        };
        let signed = match first {
            First::Difference => self.flag("SD"),
            // A truth value is unsigned, and so is the operand it is combined with.
            First::Compare => false,
            _ => self.text("UD") != "UD",
        };
        let then = self.text("then");
        let (bits, at) = match then {
            "MRG_8B0" => (8, 0),
            "MRG_8B2" => (8, 16),
            "MRG_16L" => (16, 0),
            "MRG_16H" => (16, 16),
            _ => (32, 0),
        };
        let value = if flag(self, "SAT") {
            if first == First::ShiftLeft && !value.fits(34, true) {
                return Err(not_modelled("a clamped left shift that leaves 34 bits"));
            }
            self.clamped(value, bits, signed)
        } else {
            value
        };
        let c = self.reg("Rc");
        match then {
            "" => self.set("Rd", value.word.lo),
            "ACC" => self.set_alu("Rd", Alu::Add, &[value.word.lo, c]),
            "MIN" | "MAX" => {
                if !value.fits(33, true) {
                    return Err(not_modelled("a second step on a result that leaves 33 bits"));
                }
                let c = self.extended(c, signed);
                let op = if then == "MIN" { Alu64::SMin } else { Alu64::SMax };
                let result = self.b.alu64(op, &[value.word, c]);
                self.set("Rd", result.lo)
            }
            _ => {
                let placed = self.b.alu(Alu::Shl, &[value.word.lo, Src::Imm(at)]);
                let mask = ((1u64 << bits) - 1) << at;
                self.set_alu("Rd", Alu::Mux, &[Src::Imm(mask as u32), placed, c])
            }
        }
    }

    fn magnitude(&mut self, v: Value) -> Value {
        let minus = self.negated(v);
        let word = self.b.alu64(Alu64::SMax, &[v.word, minus.word]);
        Value { word, low: v.low.max(minus.low).max(0), high: v.high.max(minus.high) }
    }

    /// Clamps to the range of `bits` bits.
    fn clamped(&mut self, v: Value, bits: u32, signed: bool) -> Value {
        let (low, high) = ends(bits, signed);
        let above = self.b.alu64(Alu64::SMax, &[v.word, number(low)]);
        Value { word: self.b.alu64(Alu64::SMin, &[above, number(high)]), low, high }
    }

    /// The comparison of `VSET`, with input and output predicates like those of `ISETP`.
    fn video_predicates(&mut self, kind: Number) -> Lifted {
        let ((a, _), (b, _)) = (self.part("a", kind)?, self.part("b", kind)?);
        let test = self.video_comparison(a, b)?;
        self.set_predicates(test)
    }

    fn video_comparison(&mut self, a: Value, b: Value) -> Result<Mask, Refused> {
        let test = match self.text("cmp") {
            "F" => return Ok(Mask::NONE),
            "T" => return Ok(Mask::ALL),
            "EQ" => Test64::Eq,
            "NE" => Test64::Ne,
            "LT" => Test64::Slt,
            "LE" => Test64::Sle,
            "GT" => Test64::Sgt,
            "GE" => Test64::Sge,
            _ => return Err(not_modelled("this condition")),
        };
        Ok(self.b.test64(test, [a.word, b.word]))
    }

    /// `±(a * b) ± c`, optionally plus one, scaled and clamped. c is signed if a or b is or the product is negated; so is
    /// the result, also if c is negated (PTX manual, vmad).
    fn video_product(&mut self, (a, b): (Value, Value), signed: bool, plus_one: bool) -> Lifted {
        let minus = |l: &Self, name| l.inst.try_get(name).is_some_and(|v| v != 0);
        let (minus_product, minus_c) = (minus(self, "-Ra"), minus(self, "-Rc"));
        let signed = signed || minus_product;
        let corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
        let product = Value {
            word: self.b.alu64(Alu64::Mul, &[a.word, b.word]),
            low: corners.into_iter().min().unwrap_or(0),
            high: corners.into_iter().max().unwrap_or(0),
        };
        let product = if self.flag("SAT") && product.low == 0 && product.high > 1 << 62 {
            // Unsigned factors: limit the product to a value that no addend brings back into 32 bits, scaled or not, and whose negation
            // fits in 64 bits.
            let word = self.b.alu64(Alu64::UMin, &[product.word, number(1 << 50)]);
            Value { word, low: product.low, high: 1 << 50 }
        } else {
            product
        };
        let product = if minus_product { self.negated(product) } else { product };
        let c = self.reg("Rc");
        let c = Value::of(self.extended(c, signed), 32, signed);
        let c = if minus_c { self.negated(c) } else { c };
        let mut sum = self.sum_of(product, c);
        if plus_one {
            sum = self.sum_of(sum, Value { word: number(1), low: 1, high: 1 });
        }
        let signed = signed || minus_c;
        let scale = match self.text("scale") {
            "" => 0,
            "SHR_7" => 7,
            "SHR_15" => 15,
            _ => return Err(not_modelled("this scale")),
        };
        if scale != 0 {
            let op = if signed { Alu64::Sar } else { Alu64::Shr };
            let word = self.b.alu64(op, &[sum.word, Wide::narrow(Src::Imm(scale))]);
            sum = Value { word, low: sum.low >> scale, high: sum.high >> scale };
        }
        if !self.flag("SAT") {
            return self.set("Rd", sum.word.lo);
        }
        let result = match signed {
            false => self.b.alu64(Alu64::UMin, &[sum.word, number(u32::MAX.into())]),
            true => self.clamped(sum, 32, true).word,
        };
        self.set("Rd", result.lo)
    }

    /// Absolute differences of bytes: their sum added to Rc (`.ACC`), or each replaces a byte of Rc (PTX manual, vabsdiff4).
    fn four_differences(&mut self) -> Lifted {
        self.no_condition()?;
        if !self.text("Ra.sel").is_empty() || self.inst.try_get("B.sel").is_some() && !self.text("B.sel").is_empty() {
            return Err(not_modelled("selected bytes of a video instruction"));
        }
        let (a_signed, b_signed) = match self.text("signs") {
            "U8.U8" => (false, false),
            "S8.U8" => (true, false),
            "U8.S8" => (false, true),
            _ => (true, true),
        };
        let adds = match self.text("acc") {
            "" => false,
            "ACC" => true,
            _ => return Err(not_modelled("this reduction")),
        };
        let (signed, clamps) = (self.flag("SD"), self.flag("SAT"));
        let (a, b, c) = (self.reg("Ra"), self.b_operand(), self.reg("Rc"));
        // Bits of the field, in order: Z, W, X, Y.
        let lanes = self.inst.get("lanes");
        let mut result = c;
        for byte in (0..4u32).filter(|byte| lanes >> (byte ^ 2) & 1 != 0) {
            let part = |l: &mut Self, word, signed| {
                let op = if signed { Alu::Sbfe } else { Alu::Ubfe };
                l.b.alu(op, &[word, Src::Imm(8 * byte), Src::Imm(8)])
            };
            let (x, y) = (part(self, a, a_signed), part(self, b, b_signed));
            let (up, down) = (self.b.alu(Alu::Sub, &[x, y]), self.b.alu(Alu::Sub, &[y, x]));
            let mut difference = self.b.alu(Alu::SMax, &[up, down]);
            if clamps {
                difference = self.b.alu(Alu::SMin, &[difference, Src::Imm(if signed { 127 } else { 255 })]);
            }
            result = if adds {
                self.b.alu(Alu::Add, &[result, difference])
            } else {
                let placed = self.b.alu(Alu::Shl, &[difference, Src::Imm(8 * byte)]);
                self.b.alu(Alu::Mux, &[Src::Imm(255 << (8 * byte)), placed, result])
            };
        }
        self.set("Rd", result)
    }
}
