//! VOP3P: two 16-bit operations at once, dot products of bytes, and multiply-adds of mixed precision.
//!
//! # Sources
//! spec: RDNA3 ISA guide, VOP3P: op_sel chooses the half of each operand that the low result reads, op_sel_hi the one for
//! the high result; neg_lo and neg_hi negate them. In the mixed operations op_sel_hi says that an operand is binary16, op_sel
//! which half, and the absolute value takes the place of neg_hi.

use isotope_op::alu::{Alu, PermMode};
use isotope_op::float::{Flush, Rounding};
use isotope_op::lane::{Clamp16, Int16};

use super::super::super::operands::Holds;
use super::super::{Lift, Lifted};
use crate::effect::Src;

impl Lift<'_> {
    /// A packed instruction of the half being emitted, if it is one.
    pub(super) fn packed(&mut self) -> Option<Lifted> {
        match self.name {
            "v_dot4_i32_iu8" | "v_dot4_u32_u8" => return Some(self.dot4()),
            "v_dot8_i32_iu4" | "v_dot8_u32_u4" => return Some(self.dot8()),
            name if name.starts_with("v_wmma_") => return Some(self.matrix()),
            "v_fma_mix_f32" | "v_fma_mixlo_f16" | "v_fma_mixhi_f16" => return Some(self.mixed()),
            _ => {}
        }
        let (stem, ty) = self.name.strip_prefix("v_pk_")?.rsplit_once('_')?;
        let clamp = self.flag("clamp");
        let [a, b, c] = [0, 1, 2].map(|i| self.both_halves(i, ty == "f16"));
        let value = if ty == "f16" {
            let p = self.fp(16, clamp);
            let op = match stem {
                "fma" => Alu::HFma2 { p },
                "add" => Alu::HAdd2 { p },
                "mul" => Alu::HMul2 { p },
                "min" => Alu::HMin2 { p },
                "max" => Alu::HMax2 { p },
                _ => return None,
            };
            self.alu(op, &[a, b, c])
        } else {
            let signed = ty == "i16";
            let (op, src) = match stem {
                "mad" => (Int16::Mad, [a, b, c]),
                "mul_lo" => (Int16::Mul, [a, b, c]),
                "add" => (Int16::Add, [a, b, c]),
                "sub" => (Int16::Sub, [a, b, c]),
                "lshlrev" => (Int16::Shl, [b, a, c]),
                "lshrrev" => (Int16::Shr, [b, a, c]),
                "ashrrev" => (Int16::Sar, [b, a, c]),
                "min" => (if signed { Int16::SMin } else { Int16::UMin }, [a, b, c]),
                "max" => (if signed { Int16::SMax } else { Int16::UMax }, [a, b, c]),
                _ => return None,
            };
            let clamp = match (clamp, signed) {
                (false, _) => Clamp16::Wrap,
                (true, true) => Clamp16::Signed,
                (true, false) => Clamp16::Unsigned,
            };
            self.alu(Alu::Pair16 { op, clamp }, &src)
        };
        Some(self.put(value))
    }

    pub(super) fn chosen(&self, field: &str, i: usize) -> bool {
        self.inst.get(field) >> i & 1 != 0
    }

    /// Both halves of operand `i` as its modifiers choose them; nothing for an operand that the form lacks.
    pub(super) fn both_halves(&mut self, i: usize, float: bool) -> Src {
        if self.inst.form.field(["src0", "src1", "src2"][i]).is_none() {
            return Src::Imm(0);
        }
        let value = self.src(i);
        let (low, high) = (self.chosen("op_sel", i), self.chosen("op_sel_hi", i));
        let value = if (low, high) == (false, true) {
            value
        } else {
            let half = |upper: bool| if upper { 0x32 } else { 0x10 };
            let selector = Src::Imm(half(high) << 8 | half(low));
            self.alu(Alu::Perm { mode: PermMode::Index }, &[value, selector, Src::Imm(0)])
        };
        let sign = |on: bool, at: u32| u32::from(float && on) << at;
        match sign(self.chosen("neg_lo", i), 15) | sign(self.chosen("neg_hi", i), 31) {
            0 => value,
            signs => self.alu(Alu::Xor, &[value, Src::Imm(signs)]),
        }
    }

    /// Products of bytes; neg_lo says which operands are signed.
    fn dot4(&mut self) -> Lifted {
        let any = self.name == "v_dot4_i32_iu8";
        let signed = [any && self.chosen("neg_lo", 0), any && self.chosen("neg_lo", 1), any];
        let op = Alu::Dot4 { signed, clamp: self.flag("clamp") };
        let src = [0, 1, 2].map(|i| self.src(i));
        let value = self.alu(op, &src);
        self.put(value)
    }

    /// Products of nibbles; neg_lo says which operands are signed.
    fn dot8(&mut self) -> Lifted {
        use Alu::*;
        let any = self.name == "v_dot8_i32_iu4";
        let words = [0, 1].map(|i| self.src(i));
        let signed = [0, 1].map(|i| any && self.chosen("neg_lo", i));
        let sum = self.nibbles(words, signed, Src::Imm(0));
        let add = match (self.flag("clamp"), any) {
            (false, _) => Add,
            (true, true) => SatAddS,
            (true, false) => SatAddU,
        };
        let c = self.src(2);
        let value = self.alu(add, &[sum, c]);
        self.put(value)
    }

    /// The sum of eight products of nibbles, added to `sum`.
    pub(super) fn nibbles(&mut self, words: [Src; 2], signed: [bool; 2], mut sum: Src) -> Src {
        for at in (0..32).step_by(4) {
            let [x, y] = [0, 1].map(|i| {
                let field = if signed[i] { Alu::Sbfe } else { Alu::Ubfe };
                self.alu(field, &[words[i], Src::Imm(at), Src::Imm(4)])
            });
            sum = self.alu(Alu::Mad, &[x, y, sum]);
        }
        sum
    }

    /// `a * b + c` in f32 from operands of either format, given as f32 or as one half.
    fn mixed(&mut self) -> Lifted {
        let keep = |mut p: isotope_op::alu::Fp| {
            p.policy.output = Flush::Keep;
            p
        };
        let src = [0, 1, 2].map(|i| {
            let half = self.chosen("op_sel_hi", i);
            let value = self.src_as(i, if half { Holds::F16 } else { Holds::F32 });
            let value = if half {
                let value = if self.chosen("op_sel", i) { self.alu(Alu::Shr, &[value, Src::Imm(16)]) } else { value };
                let p = keep(self.fp(16, false));
                self.alu(Alu::F16ToF32 { p }, &[value])
            } else {
                value
            };
            self.signed(i, value, 0x8000_0000)
        });
        let clamp = self.flag("clamp");
        if self.name == "v_fma_mix_f32" {
            let p = self.fp(32, clamp);
            let value = self.alu(Alu::FFma { p }, &src);
            return self.put(value);
        }
        // Rounded to f32 and then to binary16, the second time to nearest (assumed).
        let value = self.alu(Alu::FFma { p: self.fp(32, false) }, &src);
        let mut p = self.fp(16, clamp);
        (p.policy.input, p.policy.round) = (Flush::Keep, Rounding::NearestEven);
        let value = self.alu(Alu::F32ToF16 { p }, &[value]);
        let Some(dst) = self.vdst("vdst", 1) else { return Ok(crate::effect::Control::Next) };
        let high = self.name == "v_fma_mixhi_f16";
        let value = if high { self.alu(Alu::Shl, &[value, Src::Imm(16)]) } else { value };
        let mask = Src::Imm(if high { 0xffff_0000 } else { 0xffff });
        self.b.alu_to(dst, Alu::Mux, &[mask, value, Src::Slot(dst)]);
        Ok(crate::effect::Control::Next)
    }
}
