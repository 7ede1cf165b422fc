//! Scalar video instructions: parts of two registers, an operation, and a third operand that is added.
//!
//! Source: spec, the PTX manual's scalar video instructions (oracle: ptxas makes one instruction of each). Modelled are the
//! results that fit 32 bits or wrap: no clamping, no merging, no scaling. A minimum or maximum as a second step is modelled behind
//! a first one, whose result has the destination's sign or is a part that has none.

use isotope_op::alu::{Alu, Test};

use super::{Lift, Lifted, Refused, not_modelled};
use crate::effect::{Control, Mask, Src};

impl Lift<'_> {
    /// Video instructions. `None` if the mnemonic is of another family.
    pub(super) fn video(&mut self) -> Option<Lifted> {
        Some(match self.mnemonic() {
            name @ ("VADD" | "VABSDIFF" | "VMNMX" | "VSET" | "VSHL" | "VSHR" | "VMAD") => self.video_step(name),
            _ => return None,
        })
    }

    /// The value of operand a or b, and its type: bits and sign.
    fn part(&mut self, name: &str) -> Result<(Src, u32, bool), Refused> {
        let register = if name == "a" { "Ra" } else { "B" };
        let Some(part) = self.inst.try_get(name) else {
            // A number is a half by itself, whose sign the syntax says.
            let number = self.inst.get("B.imm") as u16;
            let signed = !self.inst.form.syntax.contains(".U16");
            let value = if signed { number as i16 as u32 } else { number.into() };
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

    fn video_step(&mut self, name: &str) -> Lifted {
        if ["CC", "SAT"].iter().any(|f| self.inst.try_get(f).is_some_and(|v| v != 0)) {
            return Err(not_modelled("this mode of a video instruction"));
        }
        let then = self.inst.try_get("then").map_or("ACC", |_| self.text("then"));
        match then {
            "ACC" | "" => {}
            "MIN" | "MAX" if name == "VMNMX" => {}
            _ => return Err(not_modelled("this second step of a video instruction")),
        }
        if self.inst.try_get("scale").is_some_and(|v| v != 0) {
            return Err(not_modelled("a scaled video product"));
        }
        let ((a, a_bits, a_signed), (b, b_bits, b_signed)) = (self.part("a")?, self.part("b")?);
        let c = self.reg("Rc");
        let minus = |l: &Self, f| l.inst.try_get(f).is_some_and(|v| v != 0);
        let plus_one = u32::from(self.inst.form.syntax.contains(".PO"));
        let compare = matches!(name, "VABSDIFF" | "VMNMX" | "VSET");
        let (a_word, b_word) = (a_bits == 32 && !a_signed, b_bits == 32 && !b_signed);
        if compare && ((a_word && b_signed) || (b_word && a_signed)) {
            return Err(not_modelled("a video comparison of mixed signs"));
        }
        let unsigned = a_word || b_word;
        let less = if unsigned { Test::Ult } else { Test::Slt };
        let value = match name {
            "VADD" => {
                let a = if minus(self, "-Ra") { self.b.alu(Alu::Neg, &[a]) } else { a };
                let b = if minus(self, "-B") { self.b.alu(Alu::Neg, &[b]) } else { b };
                self.b.alu(Alu::Add3, &[a, b, Src::Imm(plus_one)])
            }
            "VMAD" => {
                let product = self.b.alu(Alu::Mul, &[a, b]);
                let product = if minus(self, "-Ra") { self.b.alu(Alu::Neg, &[product]) } else { product };
                let c = if minus(self, "-Rc") { self.b.alu(Alu::Neg, &[c]) } else { c };
                self.set_alu("Rd", Alu::Add3, &[product, c, Src::Imm(plus_one)]);
                return Ok(Control::Next);
            }
            "VABSDIFF" => {
                let below = self.b.test(less, &[a, b]);
                let (up, down) = (self.b.alu(Alu::Sub, &[b, a]), self.b.alu(Alu::Sub, &[a, b]));
                self.b.alu(Alu::Sel, &[Src::Mask(below), up, down])
            }
            "VMNMX" => {
                let op = match (self.flag("MX"), unsigned) {
                    (false, true) => Alu::UMin,
                    (false, false) => Alu::SMin,
                    (true, true) => Alu::UMax,
                    (true, false) => Alu::SMax,
                };
                self.b.alu(op, &[a, b])
            }
            "VSET" => {
                let holds: Mask = self.comparison(self.text("cmp"), unsigned, a, b)?;
                self.b.alu(Alu::Mov, &[Src::Mask(holds)])
            }
            shift => {
                // The count wraps, or is clamped: 32 and more shift everything out.
                let n = if self.flag("W") { self.b.alu(Alu::And, &[b, Src::Imm(31)]) } else { b };
                let op = match (shift, a_signed) {
                    ("VSHL", _) => Alu::Shl,
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
