//! Scalar video instructions: parts of two registers, an operation, and a third operand that is added.
//!
//! Source: spec, the PTX manual's scalar video instructions (oracle: ptxas makes one instruction of each). Modelled are the
//! results that fit 32 bits or wrap: no clamping, no merging, no scaling. A minimum or maximum as a second step is modelled behind
//! a first one, whose result has the destination's sign or is a part that has none.

use isotope_op::alu::{Alu, Test};

use super::{Emit, Lift, Lifted, Refused, not_modelled};
use isotope_ir::effect::{Control, Mask, Src};

/// The first step of a video instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    /// A sum, or one more.
    Add {
        plus_one: bool,
    },
    /// A product with the third operand, or one more.
    MulAdd {
        plus_one: bool,
    },
    Difference,
    MinMax,
    Compare,
    ShiftLeft,
    ShiftRight,
}

/// What a number in place of a register is: a half with this sign.
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
    ("VSHL", |l| l.video(First::ShiftLeft, Number::Unsigned)),
    ("VSHR", |l| l.video(First::ShiftRight, Number::Unsigned)),
];

impl Lift<'_> {
    /// The value of operand a or b, and its type: bits and sign.
    fn part(&mut self, name: &str, number: Number) -> Result<(Src, u32, bool), Refused> {
        let register = if name == "a" { "Ra" } else { "B" };
        let Some(part) = self.inst.try_get(name) else {
            // A number is a half by itself.
            let half = self.inst.get("B.imm") as u16;
            let signed = number == Number::Signed;
            let value = if signed { half as i16 as u32 } else { half.into() };
            return Ok((Src::Imm(value), 16, signed));
        };
        let value = self.operand(register);
        let signed = part >> 3 != 0;
        let (first, bits) = match part & 7 {
            n @ 0..=3 => (8 * n as u32, 8),
            n @ 4..=5 => (16 * (n as u32 - 4), 16),
            6 => return Ok((value, 32, signed)),
            _ => return Err(not_modelled("this part")),
        };
        let op = if signed { Alu::Sbfe } else { Alu::Ubfe };
        Ok((self.b.alu(op, &[value, Src::Imm(first), Src::Imm(bits)]), bits, signed))
    }

    fn video(&mut self, first: First, number: Number) -> Lifted {
        if ["CC", "SAT"].iter().any(|f| self.inst.try_get(f).is_some_and(|v| v != 0)) {
            return Err(not_modelled("this mode of a video instruction"));
        }
        let then = self.inst.try_get("then").map_or("ACC", |_| self.text("then"));
        match then {
            "ACC" | "" => {}
            "MIN" | "MAX" if first == First::MinMax => {}
            _ => return Err(not_modelled("this second step of a video instruction")),
        }
        if self.inst.try_get("scale").is_some_and(|v| v != 0) {
            return Err(not_modelled("a scaled video product"));
        }
        let ((a, a_bits, a_signed), (b, b_bits, b_signed)) = (self.part("a", number)?, self.part("b", number)?);
        let c = self.reg("Rc");
        let minus = |l: &Self, f| l.inst.try_get(f).is_some_and(|v| v != 0);
        let compare = matches!(first, First::Difference | First::MinMax | First::Compare);
        let (a_word, b_word) = (a_bits == 32 && !a_signed, b_bits == 32 && !b_signed);
        if compare && ((a_word && b_signed) || (b_word && a_signed)) {
            return Err(not_modelled("a video comparison of mixed signs"));
        }
        let unsigned = a_word || b_word;
        let less = if unsigned { Test::Ult } else { Test::Slt };
        let value = match first {
            First::Add { plus_one } => {
                let a = if minus(self, "-Ra") { self.b.alu(Alu::Neg, &[a]) } else { a };
                let b = if minus(self, "-B") { self.b.alu(Alu::Neg, &[b]) } else { b };
                self.b.alu(Alu::Add3, &[a, b, Src::Imm(plus_one.into())])
            }
            First::MulAdd { plus_one } => {
                let product = self.b.alu(Alu::Mul, &[a, b]);
                let product = if minus(self, "-Ra") { self.b.alu(Alu::Neg, &[product]) } else { product };
                let c = if minus(self, "-Rc") { self.b.alu(Alu::Neg, &[c]) } else { c };
                self.set_alu("Rd", Alu::Add3, &[product, c, Src::Imm(plus_one.into())]);
                return Ok(Control::Next);
            }
            First::Difference => {
                let below = self.b.test(less, &[a, b]);
                let (up, down) = (self.b.alu(Alu::Sub, &[b, a]), self.b.alu(Alu::Sub, &[a, b]));
                self.b.alu(Alu::Sel, &[Src::Mask(below), up, down])
            }
            First::MinMax => {
                let op = match (self.flag("MX"), unsigned) {
                    (false, true) => Alu::UMin,
                    (false, false) => Alu::SMin,
                    (true, true) => Alu::UMax,
                    (true, false) => Alu::SMax,
                };
                self.b.alu(op, &[a, b])
            }
            First::Compare => {
                let holds: Mask = self.comparison(self.text("cmp"), unsigned, a, b)?;
                self.b.alu(Alu::Mov, &[Src::Mask(holds)])
            }
            First::ShiftLeft | First::ShiftRight => {
                // The count wraps, or is clamped: 32 and more shift everything out.
                let n = if self.flag("W") { self.b.alu(Alu::And, &[b, Src::Imm(31)]) } else { b };
                let op = match (first, a_signed) {
                    (First::ShiftLeft, _) => Alu::Shl,
                    (_, false) => Alu::Shr,
                    (_, true) => Alu::Sar,
                };
                self.b.alu(op, &[a, n])
            }
        };
        match then {
            "ACC" => self.set_alu("Rd", Alu::Add, &[value, c]),
            "" => self.set("Rd", value),
            // The third operand and the comparison have the destination's sign (PTX manual, vmin and vmax): a result beyond its
            // numbers would have to be compared with more than 32 bits.
            second => {
                let to_signed = self.text("UD") != "UD";
                let has_sign = (a_signed || b_signed) && !unsigned;
                if has_sign && !to_signed || unsigned && to_signed {
                    return Err(not_modelled("a second step of another sign than the first"));
                }
                let op = match (second, to_signed) {
                    ("MIN", true) => Alu::SMin,
                    ("MIN", false) => Alu::UMin,
                    (_, true) => Alu::SMax,
                    (_, false) => Alu::UMax,
                };
                self.set_alu("Rd", op, &[value, c]);
            }
        }
        Ok(Control::Next)
    }
}
