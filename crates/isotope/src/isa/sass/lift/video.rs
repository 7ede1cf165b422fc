//! Scalar video instructions: parts of two registers, an operation, and a third operand that is added.
//!
//! Source: spec, the PTX manual's scalar video instructions (oracle: ptxas makes one instruction of each). Modelled are the
//! results that fit 32 bits or wrap: no clamping, no merging, no scaling, no minimum or maximum as a second step.

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
            return Err(not_modelled("a number as video operand"));
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
        let adds = match self.inst.try_get("then").map(|_| self.text("then")) {
            None | Some("ACC") => true,
            Some("") => false,
            _ => return Err(not_modelled("this second step of a video instruction")),
        };
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
        let c = if adds { c } else { Src::Imm(0) };
        self.set_alu("Rd", Alu::Add, &[value, c]);
        Ok(Control::Next)
    }
}
