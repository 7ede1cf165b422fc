//! Float instructions that add products: dot products of groups of four elements, line and plane equations, interpolation.
//!
//! # Sources
//! spec: the public vISA documentation for `lrp` and `plane`, Intel's public programmer's reference for the others. assumed: that
//! each product and sum is rounded, from left to right (`intel.sums_of_products`).

use isotope_op::alu::{Alu, Fp};

use super::super::inst::{Operand, Region, Type};
use super::operand::{Elements, Value, is_modified};
use super::{Emit, Lift, Refused, not_modelled};
use isotope_ir::effect::{Src, Wide};

/// Sums of products.
pub(super) const MEANINGS: &[(&str, Emit)] = &[
    ("dp2", |l| l.products(|l| l.dot(2, false))),
    ("dp3", |l| l.products(|l| l.dot(3, false))),
    ("dp4", |l| l.products(|l| l.dot(4, false))),
    ("dph", |l| l.products(|l| l.dot(3, true))),
    ("line", |l| l.products(|l| l.line())),
    ("plane", |l| l.products(|l| l.plane())),
    ("lrp", |l| l.products(|l| l.interpolation())),
];

/// Summands: products, and single numbers.
type Terms = Vec<(Src, Option<Src>)>;

impl Lift<'_> {
    /// Lifts a sum of products.
    fn products(&mut self, terms: fn(&mut Self) -> Result<Terms, Refused>) -> Result<(), Refused> {
        let terms = terms(self)?;
        let p = self.rules();
        let sum = self.sum(&terms, p);
        self.put_float(Wide::narrow(sum), Type::F)
    }

    /// The sum of products and single numbers.
    fn sum(&mut self, terms: &[(Src, Option<Src>)], p: Fp) -> Src {
        let mut sum = None;
        for &(a, b) in terms {
            let term = b.map_or(a, |b| self.alu(Alu::FMul { p }, &[a, b]));
            sum = Some(sum.map_or(term, |sum| self.alu(Alu::FAdd { p }, &[sum, term])));
        }
        sum.unwrap_or(Src::Imm(0))
    }

    fn single_value(&mut self, v: Value) -> Result<Src, Refused> {
        if v.ty == Type::Df || !v.ty.is_float() {
            return Err(not_modelled("sums of products of this type"));
        }
        Ok(self.float_as(v, Type::F)?.lo)
    }

    /// Dot product of groups of four elements; `dph` adds the last element of the second source without a factor.
    fn dot(&mut self, width: u32, homogeneous: bool) -> Result<Terms, Refused> {
        let mut terms = Vec::new();
        for part in 0..width {
            let (a, b) = (self.grouped("src0", 4, part)?, self.grouped("src1", 4, part)?);
            terms.push((self.single_value(a)?, Some(self.single_value(b)?)));
        }
        if homogeneous {
            let last = self.grouped("src1", 4, 3)?;
            terms.push((self.single_value(last)?, None));
        }
        Ok(terms)
    }

    /// f32 elements from the start of an operand; its region is ignored. `element` maps a lane to its element.
    fn at_start(&mut self, name: &'static str, element: impl Fn(u32) -> u32) -> Result<Src, Refused> {
        let operand = self.operand(name)?;
        if let Operand::General { var, .. } = operand {
            self.check_not_predefined(var)?;
        }
        if is_modified(&operand) {
            return Err(not_modelled("a modifier of the components of a line or plane"));
        }
        let e = Elements { region: Region::dst(1), ..self.elements(operand)? };
        if e.ty != Type::F {
            return Err(not_modelled("sums of products of this type"));
        }
        self.gathered(&e, element)
    }

    /// p x + q, with p and q the first and the fourth element of the first source.
    fn line(&mut self) -> Result<Terms, Refused> {
        let (p, q) = (self.at_start("src0", |_| 0)?, self.at_start("src0", |_| 3)?);
        let x = self.source("src1")?;
        Ok(vec![(p, Some(self.single_value(x)?)), (q, None)])
    }

    /// p u + q v + r; for each eight lanes the second source has eight of u, then eight of v.
    fn plane(&mut self) -> Result<Terms, Refused> {
        let [p, q, r] = [0, 1, 3].map(|at| self.at_start("src0", move |_| at));
        let u = self.at_start("src1", |i| i / 8 * 16 + i % 8)?;
        let v = self.at_start("src1", |i| i / 8 * 16 + i % 8 + 8)?;
        Ok(vec![(p?, Some(u)), (q?, Some(v)), (r?, None)])
    }

    /// a x + b (1 - a)
    fn interpolation(&mut self) -> Result<Terms, Refused> {
        let mut values = [Src::Imm(0); 3];
        for (to, name) in values.iter_mut().zip(["src0", "src1", "src2"]) {
            let value = self.source(name)?;
            *to = self.single_value(value)?;
        }
        let [a, x, b] = values;
        let negative = self.alu(Alu::FNeg, &[a]);
        let p = self.rules();
        let rest = self.alu(Alu::FAdd { p }, &[Src::Imm(1f32.to_bits()), negative]);
        Ok(vec![(x, Some(a)), (b, Some(rest))])
    }
}
