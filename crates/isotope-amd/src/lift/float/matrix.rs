//! WMMA: products of 16 by 16 matrices, `D = A * B + C`.
//!
//! Lane `l` of a group of 16 lanes holds row `l` of A and column `l` of B, sixteen elements in consecutive
//! registers; each group has a copy of both and reads its own copy. C and D have column `l` in lane `l`: register `i` of group `g`
//! is row `i * groups + g`, so a wave32 has eight registers of them and a wave64 four.
//!
//! # Sources
//! spec: RDNA3 ISA guide, 7.9: layouts; EXEC is ignored; NEG selects which integers are signed; NEG and NEG_HI
//! negate the halves of A and B, and act on C as negation and absolute value; a constant C fills both halves. assumed: the
//! float forms are eight dot products of pairs in sequence, and a group reads its own copy (`amd.wmma`).

use isotope_op::alu::Alu;
use isotope_op::dot::Dot2;

use super::super::operand::after;
use super::super::{Emit, Lift, Lifted};
use super::SIGN;
use isotope_ir::effect::{Control, Mask, Src, Uop};

/// The type of the elements of a matrix.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Element {
    Bytes,
    Nibbles,
    /// 16-bit floats, bfloat16 or binary16; C and D have the same type, or f32.
    Halves {
        brain: bool,
        narrow: bool,
    },
}

/// Products of floats.
pub(in super::super) const FLOATS: &[(&str, Emit)] = &[
    ("v_wmma_f32_16x16x16_f16", |l| l.matrix(Element::Halves { brain: false, narrow: false })),
    ("v_wmma_f32_16x16x16_bf16", |l| l.matrix(Element::Halves { brain: true, narrow: false })),
    ("v_wmma_f16_16x16x16_f16", |l| l.matrix(Element::Halves { brain: false, narrow: true })),
    ("v_wmma_bf16_16x16x16_bf16", |l| l.matrix(Element::Halves { brain: true, narrow: true })),
];

/// Products of integers; neg_lo selects their signedness.
pub(in super::super) const INTEGERS: &[(&str, Emit)] = &[
    ("v_wmma_i32_16x16x16_iu8", |l| l.matrix(Element::Bytes)),
    ("v_wmma_i32_16x16x16_iu4", |l| l.matrix(Element::Nibbles)),
];

impl Element {
    fn are_integers(self) -> bool {
        !matches!(self, Element::Halves { .. })
    }

    /// Whether C and D use one half of each register.
    fn are_narrow(self) -> bool {
        matches!(self, Element::Halves { narrow: true, .. })
    }
}

impl Lift<'_> {
    fn matrix(&mut self, of: Element) -> Lifted {
        let (registers, groups) = if self.env.waves.wave64 { (4, 4) } else { (8, 2) };
        let Some(dst) = self.vdst("vdst", registers) else { return Ok(Control::Next) };
        self.b.push(Uop::Under { base: Mask::ALL, also: Mask::ALL });
        let words = match of {
            Element::Bytes => 4,
            Element::Nibbles => 2,
            Element::Halves { .. } => 8,
        };
        // Every lane of a group needs its own column, and all rows.
        let lane = self.lane_id();
        let group = self.alu(Alu::And, &[lane, Src::Imm(16)]);
        let group_number = self.alu(Alu::Shr, &[lane, Src::Imm(4)]);
        let group_number = self.alu(Alu::Add, &[group_number, Src::Imm(2 * self.half)]);
        let first = |lift: &Self, i: usize| (lift.code(i) - 256) as u32;
        let (a, b) = (first(self, 0), first(self, 1));
        let b: Vec<Src> = (0..words).map(|k| self.factor_word(of, b + k, 1)).collect();
        let results = self.b.temps(registers);
        let row_of_a = self.b.temp();
        for i in 0..registers {
            let row = self.alu(Alu::Add, &[group_number, Src::Imm(i * groups)]);
            let from = self.alu(Alu::Or, &[group, row]);
            let mut sum = self.start(of, i);
            for (k, &column) in b.iter().enumerate() {
                let value = Src::Slot(self.vgpr(a + k as u32));
                self.b.push(Uop::ReadLane { dst: row_of_a, value, index: from });
                let row = self.with_signs(of, Src::Slot(row_of_a), 0);
                sum = self.element(of, row, column, sum);
            }
            let done = self.finish(of, i, sum);
            self.b.alu_to(after(results, i), Alu::Mov, &[done]);
        }
        self.copy(dst, results, registers);
        Ok(Control::Next)
    }

    /// A register of factor `i`.
    fn factor_word(&mut self, of: Element, register: u32, i: usize) -> Src {
        let value = Src::Slot(self.vgpr(register));
        self.with_signs(of, value, i)
    }

    /// The two halves of a word of factor `i`, with negation applied. Integers have no such modifiers.
    fn with_signs(&mut self, of: Element, value: Src, i: usize) -> Src {
        let sign = |on: bool, at: u32| u32::from(on && !of.are_integers()) << at;
        match sign(self.chosen("neg_lo", i), 15) | sign(self.chosen("neg_hi", i), 31) {
            0 => value,
            signs => self.alu(Alu::Xor, &[value, Src::Imm(signs)]),
        }
    }

    /// Register `i` of C.
    fn addend(&mut self, i: u32) -> Src {
        match self.code(2) {
            code @ 256.. => Src::Slot(self.vgpr((code - 256) as u32 + i)),
            _ => self.src(2),
        }
    }

    /// The initial sum: C, or zero if C is added last.
    fn start(&mut self, of: Element, i: u32) -> Src {
        if of.are_integers() {
            return Src::Imm(0);
        }
        let c = self.addend(i);
        let narrow = of.are_narrow();
        let constant = self.code(2) < 256;
        let upper = narrow && self.op_sel(2) && !constant;
        let c = if upper { self.alu(Alu::Shr, &[c, Src::Imm(16)]) } else { c };
        let sign = SIGN[usize::from(narrow)];
        let c = if self.chosen("neg_hi", 2) { self.alu(Alu::And, &[c, Src::Imm(!sign)]) } else { c };
        if self.chosen("neg_lo", 2) { self.alu(Alu::Xor, &[c, Src::Imm(sign)]) } else { c }
    }

    /// Adds the product of a word of a row and a word of a column.
    fn element(&mut self, of: Element, row: Src, column: Src, sum: Src) -> Src {
        let signs = [self.chosen("neg_lo", 0), self.chosen("neg_lo", 1)];
        match of {
            Element::Bytes => {
                let signed = [signs[0], signs[1], true];
                self.alu(Alu::Dot4 { signed, clamp: false }, &[row, column, sum])
            }
            Element::Nibbles => self.nibbles([row, column], signs, sum),
            Element::Halves { brain, narrow } => {
                let dot = Dot2 { brain, narrow, held: self.mode.fp16_ovfl };
                self.dot2([row, column, sum], dot, if narrow { 16 } else { 32 })
            }
        }
    }

    /// Register `i` of D.
    fn finish(&mut self, of: Element, i: u32, sum: Src) -> Src {
        if of.are_integers() {
            // All products together fit 32 bits, so only the sum with C can overflow.
            let c = self.addend(i);
            return self.alu(if self.flag("clamp") { Alu::SatAddS } else { Alu::Add }, &[sum, c]);
        }
        if !of.are_narrow() {
            return sum;
        }
        let old = Src::Slot(self.vgpr(self.inst.get("vdst") as u32 + i));
        let (mask, sum) =
            if self.op_sel(2) { (0xffff_0000, self.alu(Alu::Shl, &[sum, Src::Imm(16)])) } else { (0xffff, sum) };
        self.alu(Alu::Mux, &[Src::Imm(mask), sum, old])
    }
}
