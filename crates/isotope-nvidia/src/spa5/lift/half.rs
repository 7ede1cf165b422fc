//! Arithmetic on pairs of binary16 numbers; each half is independent.
//!
//! # Source
//! spec: PTX ISA, `add`, `mul`, `fma`, `setp` and `set` of `.f16x2`: rounding, `.sat`, the canonical NaN 0x7fff. oracle: ptxas 12.4 for
//! sm_53 and sm_60: a bank constant is an f32 used for both halves (3.140625 is 0x40490000); `.F32` writes the low half of the rounded
//! result as an f32 (emitted for `add.f16` and `cvt.f32.f16`); `.F32` of an operand reads an f32, truncated (emitted, with -0 as the other
//! operand, for `cvt.rz.sat.f16.f32`); integer results of `set` are all ones in each half.

use isotope_op::alu::{Alu, Fp, Test};
use isotope_op::assume::NV_FTZ_TININESS;
use isotope_op::float::{Flush, Rounding};

use super::{Emit, Lift, Lifted, Operand, Refused};
use isotope_ir::effect::{Control, Mask, MaskOp, Src};
use isotope_table::FieldKind;

/// Arithmetic on pairs of binary16 numbers.
pub(super) const MEANINGS: &[(&str, Emit)] = &[
    ("HADD2", |l| l.half_arithmetic(|p| Alu::HAdd2 { p }, &["Ra", "B"])),
    ("HADD2_32I", |l| l.half_arithmetic(|p| Alu::HAdd2 { p }, &["Ra", "B"])),
    ("HMUL2", |l| l.half_arithmetic(|p| Alu::HMul2 { p }, &["Ra", "B"])),
    ("HMUL2_32I", |l| l.half_arithmetic(|p| Alu::HMul2 { p }, &["Ra", "B"])),
    ("HFMA2", |l| l.half_arithmetic(|p| Alu::HFma2 { p }, &["Ra", "B", "C"])),
    ("HFMA2_32I", |l| l.half_arithmetic(|p| Alu::HFma2 { p }, &["Ra", "B", "Rd"])),
    ("HSET2", |l| l.half_set()),
    ("HSETP2", |l| l.half_set_predicates()),
];

const UPPER: Src = Src::Imm(0xffff_0000);
const SIGNS: Src = Src::Imm(0x8000_8000);

impl Lift<'_> {
    fn half_rules(&self) -> Result<Fp, Refused> {
        let ftz = self.flushes()?;
        let mut p = Fp::nvidia(Rounding::NearestEven, ftz, self.flag("SAT"));
        if ftz {
            p.policy.output = self.options.assumptions.get(NV_FTZ_TININESS);
        }
        Ok(p)
    }

    /// Both halves of an operand, with operand modifiers applied.
    fn both_halves(&mut self, name: &str) -> Result<Src, Refused> {
        let part = |field: &str| {
            self.inst.form.fields.iter().find(|f| f.name == field).map(|f| match f.kind {
                FieldKind::Float(float) => (self.inst.get(field) << float.shift) as u32,
                _ => self.inst.get(field) as u32,
            })
        };
        let value = match (name, part("B.hi"), part("B.lo")) {
            ("B", Some(high), Some(low)) => Src::Imm(high << 16 | low),
            ("Ra" | "Rd", ..) => self.reg(name),
            _ => match Operand::of(&self.inst, name) {
                Operand::Const { .. } => {
                    let float = self.operand(name);
                    self.float_twice(float)
                }
                _ => self.operand(name),
            },
        };
        let read = format!("{name}.read");
        let value = match self.text(&read) {
            "" => value,
            "H0_H0" => {
                let low = self.b.alu(Alu::And, &[value, Src::Imm(0xffff)]);
                self.twice(low)
            }
            "H1_H1" => {
                let high = self.b.alu(Alu::Shr, &[value, Src::Imm(16)]);
                self.twice(high)
            }
            _ => self.float_twice(value),
        };
        let (absolute, negate) = (self.flag(&format!("|{name}|")), self.flag(&format!("-{name}")));
        let value = if absolute { self.b.alu(Alu::And, &[value, Src::Imm(0x7fff_7fff)]) } else { value };
        Ok(if negate { self.b.alu(Alu::Xor, &[value, SIGNS]) } else { value })
    }

    /// An f32 converted to binary16 by truncation, in both halves (`nv.half_float`).
    fn float_twice(&mut self, float: Src) -> Src {
        let p = Fp::nvidia(Rounding::TowardZero, false, false);
        let half = self.b.alu(Alu::F32ToF16 { p }, &[float]);
        self.twice(half)
    }

    /// A zero-extended half, duplicated into both halves.
    fn twice(&mut self, half: Src) -> Src {
        let high = self.b.alu(Alu::Shl, &[half, Src::Imm(16)]);
        self.b.alu(Alu::Or, &[half, high])
    }

    /// The factors of a product with `.FMZ`: as `factors` of f32, for each half.
    fn half_factors(&mut self, a: Src, b: Src) -> [Src; 2] {
        let kept = [(0x7c00, 0xffff), (0x7c00_0000, 0xffff_0000)].map(|(exponent, half)| {
            let [first, second] = [a, b].map(|value| {
                let exponent = self.b.alu(Alu::And, &[value, Src::Imm(exponent)]);
                self.b.test(Test::Eq, &[exponent, Src::Imm(0)])
            });
            let any = self.b.mask(MaskOp::Or, first, second);
            self.b.alu(Alu::Sel, &[Src::Mask(any), Src::Imm(0), Src::Imm(half)])
        });
        let kept = self.b.alu(Alu::Or, &kept);
        [a, b].map(|value| self.b.alu(Alu::And, &[value, kept]))
    }

    fn half_arithmetic(&mut self, op: fn(Fp) -> Alu, operands: &[&str]) -> Lifted {
        let p = self.half_rules()?;
        let mut sources = [Src::Imm(0); 3];
        for (source, name) in sources.iter_mut().zip(operands) {
            *source = self.both_halves(name)?;
        }
        if self.text("fmz") == "FMZ" {
            let [a, b, _] = sources;
            let product = self.half_factors(a, b);
            sources[..2].copy_from_slice(&product);
        }
        let result = self.b.alu(op(p), &sources[..operands.len()]);
        let result = match self.text("write") {
            "" => result,
            "F32" => self.b.alu(Alu::F16ToF32 { p: Fp::nvidia(Rounding::NearestEven, false, false) }, &[result]),
            merged => {
                let old = self.reg("Rd");
                let [high, low] = if merged == "MRG_H1" { [result, old] } else { [old, result] };
                self.b.alu(Alu::Mux, &[UPPER, high, low])
            }
        };
        self.set("Rd", result)
    }

    /// The comparison results of the low and the high halves, combined with a predicate.
    fn half_compare(&mut self) -> Result<[Mask; 2], Refused> {
        let given = self.pred("Pp");
        let cond = self.cond()?;
        let (mut a, mut b) = (self.both_halves("Ra")?, self.both_halves("B")?);
        if self.flushes()? {
            // Adding -0 changes only the payload of a NaN.
            let p = Fp::nvidia(Rounding::NearestEven, true, false);
            [a, b] = [a, b].map(|value| self.b.alu(Alu::HAdd2 { p }, &[value, SIGNS]));
        }
        let p = Fp::nvidia(Rounding::NearestEven, false, false);
        let [low, high] = [0, 16].map(|shift| {
            let [a, b] = [a, b].map(|value| {
                let half = self.b.alu(Alu::Shr, &[value, Src::Imm(shift)]);
                self.b.alu(Alu::F16ToF32 { p }, &[half])
            });
            self.b.test(Test::FCmp { cond, ftz: Flush::Keep }, &[a, b])
        });
        Ok([self.combine("bop", low, given)?, self.combine("bop", high, given)?])
    }

    /// Sets each half to 1.0 (`.BF`) or all ones if its comparison is true.
    fn half_set(&mut self) -> Lifted {
        let yes = if self.flag("BF") { 0x3c00 } else { 0xffff };
        let [low, high] = self.half_compare()?;
        let low = self.b.alu(Alu::Sel, &[Src::Mask(low), Src::Imm(yes), Src::Imm(0)]);
        let high = self.b.alu(Alu::Sel, &[Src::Mask(high), Src::Imm(yes << 16), Src::Imm(0)]);
        self.set_alu("Rd", Alu::Or, &[low, high])
    }

    /// `Pd` gets the low result, `Pq` the high one; with `.H_AND`, `Pd` is their conjunction and `Pq` its negation (spec: yuzu's reader
    /// of game code).
    fn half_set_predicates(&mut self) -> Lifted {
        let [low, high] = self.half_compare()?;
        let results = if self.flag("H_AND") {
            let both = self.b.mask(MaskOp::And, low, high);
            [both, both.not()]
        } else {
            [low, high]
        };
        for (result, field) in results.into_iter().zip(["Pd", "Pq"]) {
            if let Some(dst) = self.pred_dst(field) {
                self.b.set_mask(dst, result);
            }
        }
        Ok(Control::Next)
    }
}
