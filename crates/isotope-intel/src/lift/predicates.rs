//! Predicate variables: how conditions, moves and logic read and write them.
//!
//! A predicate is a scalar word; element `n` is bit `n` and belongs to lane `n`. An instruction under mask Mk uses the elements from
//! 4(k-1) on. An instruction whose lanes reach past the declared elements is refused.
//!
//! # Sources
//! spec: the public vISA documentation, predication (`any` and `all` before the inversion; the mask selects the first element), SETP (a
//! number sets sixteen elements, or 32, independent of the active lanes) and MOV (the whole predicate as a number). assumed: which elements
//! `any` and `all` combine (`intel.predicate_groups`).

use isotope_op::alu::{Alu, Test};
use isotope_op::assume::{INTEL_PREDICATE_GROUPS, PredicateGroups};

use super::super::inst::{Combine, Operand};
use super::integer::Int;
use super::{Emit, Lift, Refused, lanes_of, not_modelled};
use isotope_ir::effect::{Mask, MaskOp, Src, Uop};
use isotope_machine::fault::FaultKind;

/// Instructions that set predicates from numbers.
pub(super) const MEANINGS: &[(&str, Emit)] = &[("setp", |l| l.setp())];

/// Number of elements that a number sets, unless it sets 32.
const HALF: u32 = 16;

impl Lift<'_> {
    /// The scalar word of a predicate variable.
    pub(super) fn predicate(&self, id: u16) -> Result<u16, Refused> {
        if self.kernel.predicate(id).is_none() {
            let detail = format!("predicate P{id} is not declared");
            return Err(Refused::Fault(FaultKind::IllegalParameter, detail));
        }
        Ok(self.layout.predicate(id))
    }

    /// A mask of the elements of a predicate variable.
    fn elements_of_predicate(&self, id: u16) -> u32 {
        let elements = self.kernel.predicate(id).map_or(0, |p| u32::from(p.elements));
        ((1u64 << elements.min(32)) - 1) as u32
    }

    /// The same word, checked: each lane of the instruction must have an element.
    pub(super) fn predicate_of_lanes(&self, id: u16) -> Result<u16, Refused> {
        let word = self.predicate(id)?;
        if lanes_of(self.inst.exec) & !self.elements_of_predicate(id) != 0 {
            return Err(not_modelled("lanes behind the elements of a predicate"));
        }
        Ok(word)
    }

    /// A predicate as a number, with zeros above its elements.
    pub(super) fn whole_predicate(&mut self, id: u16) -> Result<Src, Refused> {
        let word = Src::Scalar(self.predicate(id)?);
        Ok(match self.elements_of_predicate(id) {
            u32::MAX => word,
            own => self.scalar(Alu::And, [word, Src::Imm(own)]),
        })
    }

    /// A new scalar word with the result of an operation.
    pub(super) fn scalar(&mut self, op: Alu, [a, b]: [Src; 2]) -> Src {
        let dst = self.b.temp_mask();
        self.b.push(Uop::Scalar { op, dst, src: [a, b, Src::Imm(0)] });
        Src::Scalar(dst)
    }

    /// The predicate as one bit per lane, reduced and inverted; the reduction ignores the execution mask.
    pub(super) fn condition(&mut self) -> Result<Src, Refused> {
        let Some(pred) = self.inst.pred() else { return Ok(Src::Imm(u32::MAX)) };
        let none = Src::Imm(0);
        let value = match pred.combine {
            Combine::Lane => Src::Scalar(self.predicate_of_lanes(pred.id)?),
            combine => {
                let group = match self.env.assumptions.get(INTEL_PREDICATE_GROUPS) {
                    PredicateGroups::Variable => self.elements_of_predicate(pred.id),
                    PredicateGroups::Lanes => {
                        self.predicate_of_lanes(pred.id)?;
                        lanes_of(self.inst.exec)
                    }
                };
                let word = Src::Scalar(self.predicate(pred.id)?);
                let kept = self.scalar(Alu::And, [word, Src::Imm(group)]);
                let dst = self.b.temp_mask();
                let (op, beside) = match combine {
                    Combine::Any => (Test::Ne, none),
                    _ => (Test::Eq, Src::Imm(group)),
                };
                self.b.push(Uop::ScalarTest { op, dst, src: [kept, beside, none] });
                self.scalar(Alu::Neg, [Src::Scalar(dst), none])
            }
        };
        Ok(if pred.invert { self.scalar(Alu::Not, [value, none]) } else { value })
    }

    /// The condition of the instruction's first lane, as a mask of all lanes or none.
    pub(super) fn uniform_condition(&mut self) -> Result<Mask, Refused> {
        let condition = self.condition()?;
        let at = Src::Imm(self.inst.exec.first_lane());
        let bit = self.b.temp_mask();
        self.b.push(Uop::Scalar { op: Alu::Sbfe, dst: bit, src: [condition, at, Src::Imm(1)] });
        Ok(Mask::of(bit))
    }

    /// `mov` to a predicate: bit i of the number is element i.
    pub(super) fn predicate_from_number(&mut self, id: u16) -> Result<(), Refused> {
        let word = self.predicate(id)?;
        self.b.push(Uop::Under { base: Mask::ALL, also: Mask::ALL });
        let bits = self.source32("src0")?;
        let own = Src::Imm(self.elements_of_predicate(id));
        self.b.push(Uop::Scalar { op: Alu::And, dst: word, src: [bits, own, Src::Imm(0)] });
        Ok(())
    }

    /// Sets a predicate from bits: bit i of a scalar number sets element i; for a vector, the lowest bit of each element.
    fn setp(&mut self) -> Result<(), Refused> {
        let Operand::Predicate(pred) = self.operand("dst")? else {
            return Err(not_modelled("this destination"));
        };
        let number = match self.operand("src0")? {
            Operand::Imm { .. } => true,
            Operand::General { region, .. } | Operand::Indirect { region, .. } => {
                (1..u32::from(self.inst.exec.size)).all(|i| region.element(i) == 0)
            }
            _ => false,
        };
        if number {
            return self.setp_number(pred.id);
        }
        let word = self.predicate_of_lanes(pred.id)?;
        let value = self.source("src0")?;
        if value.ty.bytes() == 8 {
            return Err(not_modelled("a predicate from numbers of 64 bits"));
        }
        let bits = self.int32(value)?;
        let lowest = self.alu(Alu::And, &[bits, Src::Imm(1)]);
        self.b.test_to(word, Test::Ne, &[lowest, Src::Imm(0)]);
        Ok(())
    }

    /// `setp` of a number: sets all 32 elements, or the lower or upper half of them, independent of the active lanes.
    fn setp_number(&mut self, id: u16) -> Result<(), Refused> {
        let (word, own) = (self.predicate(id)?, self.elements_of_predicate(id));
        let exec = self.inst.exec;
        let (first, half) = (exec.first_lane(), u32::from(exec.size) <= HALF);
        if !first.is_multiple_of(HALF) {
            return Err(not_modelled("a predicate from a number under a mask other than M1 and M5"));
        }
        self.predicate_of_lanes(id)?;
        self.b.push(Uop::Under { base: Mask::ALL, also: Mask::ALL });
        let value = self.source("src0")?;
        if value.ty.bytes() == 8 {
            return Err(not_modelled("a predicate from numbers of 64 bits"));
        }
        let bits = self.int32(value)?;
        // The documents do not define the bits above a short signed number.
        if value.ty.is_signed() && 8 * value.ty.bytes() < u32::from(exec.size).max(HALF) {
            return Err(not_modelled("a predicate from fewer bits than lanes"));
        }
        let set = if half { own & ((1 << HALF) - 1) << first } else { own };
        let bits = if first == 0 { bits } else { self.scalar(Alu::Shl, [bits, Src::Imm(first)]) };
        let new = self.scalar(Alu::And, [bits, Src::Imm(set)]);
        let kept = self.scalar(Alu::And, [Src::Scalar(word), Src::Imm(!set)]);
        self.b.push(Uop::Scalar { op: Alu::Or, dst: word, src: [new, kept, Src::Imm(0)] });
        Ok(())
    }

    /// Whether the instruction works on predicates.
    pub(super) fn gives_predicate(&self) -> bool {
        matches!(self.inst.operand("dst"), Some(Operand::Predicate(_)))
    }

    pub(super) fn predicate_logic(&mut self, op: Int) -> Result<(), Refused> {
        let named = |operand| match operand {
            Operand::Predicate(pred) => Ok(pred),
            _ => Err(not_modelled("a mixture of predicates and values")),
        };
        let dst = named(self.operand("dst")?)?;
        let dst = self.predicate_of_lanes(dst.id)?;
        let mut sources = Vec::new();
        for name in ["src0", "src1"] {
            if self.inst.operand(name).is_some() {
                let pred = named(self.operand(name)?)?;
                sources.push(Mask { word: self.predicate_of_lanes(pred.id)?, negate: pred.invert });
            }
        }
        let (op, a, b) = match (op, &sources[..]) {
            (Int::And, [a, b]) => (MaskOp::And, *a, *b),
            (Int::Or, [a, b]) => (MaskOp::Or, *a, *b),
            (Int::Xor, [a, b]) => (MaskOp::Xor, *a, *b),
            (Int::Not, [a]) => (MaskOp::And, a.not(), Mask::ALL),
            _ => return Err(not_modelled("this combination of predicates")),
        };
        self.b.push(Uop::Mask { op, dst, a, b });
        Ok(())
    }
}
