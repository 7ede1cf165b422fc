//! Integer arithmetic, logic, shifts, bit fields and comparisons.

use isotope_op::alu::{Alu, PermMode, Test};
use isotope_op::assume::NV_IADD3_CARRY;

use super::{CC_ALL, CC_CARRY, CC_CARRY_2, CC_ZERO, Emit, Lift, Lifted, Refused, not_modelled};
use isotope_ir::effect::{Mask, MaskOp, Special, Src, Uop};

/// Integer instructions.
pub(super) const MEANINGS: &[(&str, Emit)] = &[
    ("MOV", |l| l.mov()),
    ("MOV32I", |l| l.mov()),
    ("SEL", |l| l.sel()),
    ("IADD", |l| l.add(false)),
    ("IADD.PO", |l| l.add(true)),
    ("IADD32I", |l| l.add(false)),
    ("IADD32I.PO", |l| l.add(true)),
    ("IADD3", |l| l.add3()),
    ("ISCADD", |l| l.scaled_add(false)),
    ("ISCADD.PO", |l| l.scaled_add(true)),
    ("ISCADD32I", |l| l.scaled_add(false)),
    ("LEA", |l| l.lea()),
    ("LEA.HI", |l| l.lea_high()),
    ("XMAD", |l| l.xmad()),
    ("IMUL", |l| l.mul()),
    ("IMUL32I", |l| l.mul()),
    ("IMAD", |l| l.mad_with_c(false)),
    ("IMAD.PO", |l| l.mad_with_c(true)),
    ("IMAD32I", |l| l.mad_with_destination(false)),
    ("IMAD32I.PO", |l| l.mad_with_destination(true)),
    ("IMNMX", |l| l.minmax()),
    ("ISETP", |l| l.compare().and_then(|test| l.set_predicates(test))),
    ("ISET", |l| l.compare().and_then(|test| l.set_boolean(test))),
    ("ICMP", |l| l.icmp()),
    ("SHL", |l| l.shift_left()),
    ("SHR", |l| l.shift_right()),
    ("SHF.L", |l| l.funnel(true)),
    ("SHF.R", |l| l.funnel(false)),
    ("LOP", |l| l.logic()),
    ("LOP32I", |l| l.logic()),
    ("LOP3", |l| l.logic3()),
    ("POPC", |l| l.popc()),
    ("FLO", |l| l.find_leading_one()),
    ("BFE", |l| l.bit_field_extract()),
    ("BFI", |l| l.bit_field_insert()),
    ("PRMT", |l| l.permute()),
    ("IDP.4A", |l| l.dot4()),
    ("IDP.2A", |l| l.dot2()),
];

impl Lift<'_> {
    /// A source, complemented if the flag is set.
    fn inverted(&mut self, value: Src, flag: bool) -> Src {
        if flag { self.b.alu(Alu::Not, &[value]) } else { value }
    }

    fn mov(&mut self) -> Lifted {
        let b = self.b_operand();
        match self.inst.try_get("mask") {
            None | Some(0xf) => self.set("Rd", b),
            // The lanes of each quad whose bit is set (spec: `quad_lanes` of Mesa's compiler for this processor).
            Some(quad) => {
                let (lanes, old) = (quad as u32 * 0x1111_1111, self.reg("Rd"));
                let lane = self.special_value(Special::LaneId);
                let bit = self.b.alu(Alu::Ubfe, &[Src::Imm(lanes), lane, Src::Imm(1)]);
                let chosen = self.b.test(Test::Ne, &[bit, Src::Imm(0)]);
                self.set_alu("Rd", Alu::Sel, &[Src::Mask(chosen), b, old])
            }
        }
    }

    fn sel(&mut self) -> Lifted {
        let (a, b, p) = (self.reg("Ra"), self.b_operand(), self.pred("Pp"));
        self.set_alu("Rd", Alu::Sel, &[Src::Mask(p), a, b])
    }

    /// `±a ± b`; `.X` adds the carry of the condition code, `.PO` adds one, `.SAT` clamps.
    fn add(&mut self, plus_one: bool) -> Lifted {
        let (a, b) = (self.reg("Ra"), self.b_operand());
        self.add_of(a, b, plus_one)
    }

    fn add_of(&mut self, a: Src, b: Src, plus_one: bool) -> Lifted {
        let (na, nb) = (self.flag("-Ra"), self.flag("-B"));
        let plus_one = plus_one || (na && nb);
        self.sum(a, na && !plus_one, b, nb && !plus_one, plus_one)
    }

    /// `±a ± b`: a negated operand is complemented, and the carry in is one, or that of the condition code.
    fn sum(&mut self, a: Src, na: bool, b: Src, nb: bool, plus_one: bool) -> Lifted {
        let (extended, sets, clamps) = (self.flag("X"), self.flag("CC"), self.flag("SAT"));
        if extended && plus_one {
            return Err(not_modelled("one more than a sum with carry"));
        }
        if !extended && !sets && !plus_one && !clamps {
            return match (na, nb) {
                (false, false) => self.set_alu("Rd", Alu::Add, &[a, b]),
                (false, true) => self.set_alu("Rd", Alu::Sub, &[a, b]),
                (true, false) => self.set_alu("Rd", Alu::Sub, &[b, a]),
                (true, true) => Err(not_modelled("both operands negated")),
            };
        }
        let carry = if extended { self.carry() } else { Src::Imm(u32::from(na || nb || plus_one)) };
        let (x, y) = (self.inverted(a, na), self.inverted(b, nb));
        if clamps {
            if sets {
                return Err(not_modelled("the condition code of a clamped sum"));
            }
            let result = self.b.alu(Alu::Add3, &[x, y, carry]);
            let over = self.b.test(Test::Overflow3, &[x, y, carry]);
            // A sum that overflows has the wrong sign.
            let sign = self.b.alu(Alu::Sar, &[result, Src::Imm(31)]);
            let limit = self.b.alu(Alu::Xor, &[sign, Src::Imm(0x8000_0000)]);
            return self.set_alu("Rd", Alu::Sel, &[Src::Mask(over), limit, result]);
        }
        self.add_with_carry(x, y, carry)
    }

    /// Rd = x + y + carry; sets the condition code if the instruction does.
    fn add_with_carry(&mut self, x: Src, y: Src, carry: Src) -> Lifted {
        if !self.flag("CC") {
            return self.set_alu("Rd", Alu::Add3, &[x, y, carry]);
        }
        let result = self.b.alu(Alu::Add3, &[x, y, carry]);
        let out = self.b.test(Test::Carry3, &[x, y, carry]);
        self.b.test_to(CC_ALL[3], Test::Overflow3, &[x, y, carry]);
        self.set_carry(out, Mask::NONE);
        self.set_zero(result);
        self.b.test_to(CC_ALL[1], Test::Slt, &[result]);
        self.set("Rd", result)
    }

    /// Sets the zero flag of a result; with `.X` that of a chain: this word and all earlier ones (oracle: ptxas tests 64 and 128
    /// bits for zero this way, with `LOP.X` and `ISETP.X`).
    fn set_zero(&mut self, result: Src) {
        let zero = self.b.test(Test::Eq, &[result]);
        let zero = if self.flag("X") { self.b.mask(MaskOp::And, zero, Mask::of(CC_ZERO)) } else { zero };
        self.b.set_mask(CC_ZERO, zero);
    }

    /// `±a ± b ± c` with a carry of 0, 1 or 2 in or out. A negated operand is complemented; with `.CC` alone,
    /// one is added for each of them; with `.X` the carry includes it. The chains of 64-bit sums that ptxas
    /// emits need this. It is not known what other instructions see of a second carry, so `.CC` is modelled only if `IADD3.X` follows.
    /// Source: oracle, compiled sums of three 64-bit numbers against a host.
    fn add3_with_carry(&mut self, operands: [Src; 3]) -> Lifted {
        let (extended, sets) = (self.flag("X"), self.flag("CC"));
        if !self.text("shift").is_empty() || ["Ra.half", "B.half", "Rc.half"].iter().any(|h| !self.text(h).is_empty()) {
            return Err(not_modelled("the carry of a sum of halves"));
        }
        if sets && !self.three_operand_sum_follows() {
            return Err(not_modelled("the carry of a three-operand sum that no IADD3.X takes"));
        }
        let negated = ["-Ra", "-B", "-Rc"].map(|name| self.flag(name));
        let count = negated.iter().filter(|&&n| n).count() as u32;
        let [a, b, c] = [0, 1, 2].map(|i| self.inverted(operands[i], negated[i]));
        let (one, two) = if extended {
            (Src::Mask(Mask::of(CC_CARRY)), Src::Mask(Mask::of(CC_CARRY_2)))
        } else {
            (Src::Imm(u32::from(count > 0)), Src::Imm(u32::from(count > 1)))
        };
        if count > 2 && !extended {
            return Err(not_modelled("three negated operands"));
        }
        let first = self.b.alu(Alu::Add3, &[a, b, one]);
        if !sets {
            return self.set_alu("Rd", Alu::Add3, &[first, c, two]);
        }
        let carries = [self.b.test(Test::Carry3, &[a, b, one]), self.b.test(Test::Carry3, &[first, c, two])];
        let result = self.b.alu(Alu::Add3, &[first, c, two]);
        let any = self.b.mask(MaskOp::Or, carries[0], carries[1]);
        let both = self.b.mask(MaskOp::And, carries[0], carries[1]);
        let one_bit = self.options.assumptions.get(NV_IADD3_CARRY);
        self.set_carry(any, if one_bit { Mask::NONE } else { both });
        self.set_zero(result);
        self.b.test_to(CC_ALL[1], Test::Slt, &[result]);
        self.b.set_mask(CC_ALL[3], Mask::NONE);
        self.set("Rd", result)
    }

    /// `a + b + c` with half selection and signs; `.RS` and `.LS` shift the 33-bit sum of a and b by 16 before c is added.
    fn add3(&mut self) -> Lifted {
        if self.flag("X") || self.flag("CC") {
            let operands = [self.reg("Ra"), self.b_operand(), self.reg("Rc")];
            return self.add3_with_carry(operands);
        }
        let [mut a, mut b, mut c] = [self.reg("Ra"), self.b_operand(), self.reg("Rc")];
        for (value, name) in [(&mut a, "Ra.half"), (&mut b, "B.half"), (&mut c, "Rc.half")] {
            *value = match self.text(name) {
                "" => *value,
                "H0" => self.b.alu(Alu::Zext16, &[*value]),
                "H1" => self.b.alu(Alu::Shr, &[*value, Src::Imm(16)]),
                _ => return Err(not_modelled("this half")),
            };
        }
        let negate = |l: &mut Self, v, n| if n { l.b.alu(Alu::Neg, &[v]) } else { v };
        let (na, nb, nc) = (self.flag("-Ra"), self.flag("-B"), self.flag("-Rc"));
        let (a, b, c) = (negate(self, a, na), negate(self, b, nb), negate(self, c, nc));
        if (na || nb) && !self.text("shift").is_empty() {
            return Err(not_modelled("a shifted sum of negated numbers"));
        }
        match self.text("shift") {
            "" => self.set_alu("Rd", Alu::Add3, &[a, b, c]),
            "RS" => {
                let sum = self.b.alu(Alu::Add, &[a, b]);
                let carry = self.b.test(Test::Carry3, &[a, b, Src::Imm(0)]);
                let high = self.b.alu(Alu::Shl, &[Src::Mask(carry), Src::Imm(16)]);
                let low = self.b.alu(Alu::Shr, &[sum, Src::Imm(16)]);
                self.set_alu("Rd", Alu::Add3, &[low, high, c])
            }
            "LS" => {
                let sum = self.b.alu(Alu::Add, &[a, b]);
                let shifted = self.b.alu(Alu::Shl, &[sum, Src::Imm(16)]);
                self.set_alu("Rd", Alu::Add, &[shifted, c])
            }
            _ => Err(not_modelled("this shift")),
        }
    }

    /// `(±a << shift) ± b`.
    fn scaled_add(&mut self, plus_one: bool) -> Lifted {
        let (a, b) = (self.reg("Ra"), self.b_operand());
        let scaled = self.b.alu(Alu::Shl, &[a, Src::Imm(self.inst.get("shift") as u32)]);
        self.add_of(scaled, b, plus_one)
    }

    /// `(±a << shift) + b`.
    fn lea(&mut self) -> Lifted {
        let (a, b) = (self.reg("Ra"), self.b_operand());
        let n = Src::Imm(self.inst.get("shift") as u32);
        if self.pred_dst("Pd").is_some() {
            return Err(not_modelled("the predicate of the low half"));
        }
        let scaled = self.b.alu(Alu::Shl, &[a, n]);
        self.sum(scaled, self.flag("-Ra"), b, false, false)
    }

    /// The high word of `(c:a) << shift`, plus b.
    fn lea_high(&mut self) -> Lifted {
        let (a, b) = (self.reg("Ra"), self.b_operand());
        let n = Src::Imm(self.inst.get("shift") as u32);
        if self.flag("-Ra") {
            return Err(not_modelled("a negated .HI"));
        }
        let c = self.reg("Rc");
        let scaled = self.b.alu(Alu::FunnelShl, &[a, c, n]);
        if let Some(dst) = self.pred_dst("Pd") {
            self.not_in_window(dst, a, b, scaled)?;
        }
        self.sum(scaled, false, b, false, false)
    }

    /// `LEA.HI.X Pd, Rd, lo, b, hi` after `LEA Rd.CC, lo, offset`: Pd is true if the generic address `hi:lo + b:offset` is in neither
    /// the shared nor the private window. The instruction has `lo` without its offset, which does not leave the window of an
    /// object. Source: oracle, the code that ptxas emits for generic atomics, and for generic accesses with a constant offset
    /// (`nv.lea_window`).
    fn not_in_window(&mut self, dst: u16, lo: Src, b: Src, hi: Src) -> Result<(), Refused> {
        use isotope_ir::effect::Special::{PrivateWindow, SharedWindow};
        if self.inst.get("shift") != 0 {
            return Err(not_modelled("the window predicate of a scaled sum"));
        }
        let mut high = hi;
        if b != Src::Imm(0) {
            high = self.b.alu(Alu::Add, &[high, b]);
            if self.flag("X") {
                let carry = self.carry();
                high = self.b.alu(Alu::Add, &[high, carry]);
            }
        }
        let below = self.b.test(Test::Eq, &[high]);
        let page = self.b.alu(Alu::Shr, &[lo, Src::Imm(24)]);
        let mut inside = Mask::NONE;
        for window in [SharedWindow, PrivateWindow] {
            let base = self.special_value(window);
            let base = self.b.alu(Alu::Shr, &[base, Src::Imm(24)]);
            let hit = self.b.test(Test::Eq, &[page, base]);
            inside = self.b.mask(MaskOp::Or, inside, hit);
        }
        let inside = self.b.mask(MaskOp::And, inside, below);
        self.b.set_mask(dst, inside.not());
        Ok(())
    }

    /// A 16-bit half of a source, extended.
    fn half(&mut self, value: Src, high: bool, signed: bool) -> Src {
        match (high, signed) {
            (false, false) => self.b.alu(Alu::Zext16, &[value]),
            (false, true) => self.b.alu(Alu::Sext16, &[value]),
            (true, false) => self.b.alu(Alu::Shr, &[value, Src::Imm(16)]),
            (true, true) => self.b.alu(Alu::Sar, &[value, Src::Imm(16)]),
        }
    }

    /// 16 × 16 + 32 bits: `a.h * b.h`; `.PSL` shifts the product left by 16; c is added whole, by half, or with b added
    /// above (`.CBCC`); `.MRG` replaces the high half of the result by the low half of b.
    fn xmad(&mut self) -> Lifted {
        let (a, b, c) = (self.reg("Ra"), self.b_operand(), self.operand("C"));
        let (a_signed, b_signed) = match self.text("signs") {
            "" => (false, false),
            "S16.U16" => (true, false),
            "U16.S16" => (false, true),
            _ => (true, true),
        };
        let x = self.half(a, self.flag("Ra.H1"), a_signed);
        let y = match b {
            Src::Imm(v) if !self.flag("B.H1") && !b_signed => Src::Imm(v & 0xffff),
            _ => self.half(b, self.flag("B.H1"), b_signed),
        };
        let shifted_b = |l: &mut Self| l.b.alu(Alu::Shl, &[b, Src::Imm(16)]);
        let addend = match self.text("mode") {
            "" => c,
            "CLO" => self.b.alu(Alu::Zext16, &[c]),
            "CHI" => self.b.alu(Alu::Shr, &[c, Src::Imm(16)]),
            "CBCC" => {
                let above = shifted_b(self);
                self.b.alu(Alu::Add, &[c, above])
            }
            "CSFU" => self.sign_fix_up((a, x), (b, y), c)?,
            _ => return Err(not_modelled("this mode of the addend")),
        };
        let extended = self.flag("X");
        let sets = self.flag("CC");
        let (shift, merge) = (self.flag("PSL"), self.flag("MRG"));
        if !shift && !merge && !extended && !sets {
            return self.set_alu("Rd", Alu::Mad, &[x, y, addend]);
        }
        let mut product = self.b.alu(Alu::Mul, &[x, y]);
        if shift {
            product = self.b.alu(Alu::Shl, &[product, Src::Imm(16)]);
        }
        let carry = if extended { self.carry() } else { Src::Imm(0) };
        if !merge {
            return self.add_with_carry(product, addend, carry);
        }
        if sets {
            return Err(not_modelled("the condition code of a merged product"));
        }
        let sum = self.b.alu(Alu::Add3, &[product, addend, carry]);
        let above = shifted_b(self);
        self.set_alu("Rd", Alu::Mux, &[Src::Imm(0xffff), sum, above])
    }

    /// The addend of `XMAD.S16.S16.CSFU` with both high halves x and y of a and b. It subtracts 2^16 for each partial product
    /// `x * low(b)` and `y * low(a)` that is negative, because `IADD3.RS` adds those two as unsigned numbers; a product
    /// with a zero low half is not negative. Source: oracle, the sequence that ptxas emits for a signed 64-bit product, which
    /// is exact only this way. Other operands are not modelled.
    fn sign_fix_up(&mut self, (a, x): (Src, Src), (b, y): (Src, Src), c: Src) -> Result<Src, Refused> {
        if self.text("signs") != "S16.S16" || !self.flag("Ra.H1") || !self.flag("B.H1") {
            return Err(not_modelled("the sign fix-up of other operands"));
        }
        let mut c = c;
        for (factor, other) in [(x, b), (y, a)] {
            let low = self.b.alu(Alu::Zext16, &[other]);
            let some = self.b.test(Test::Ne, &[low]);
            let negative = self.b.test(Test::Slt, &[factor]);
            let both = self.b.mask(MaskOp::And, some, negative);
            let off = self.b.alu(Alu::Shl, &[Src::Mask(both), Src::Imm(16)]);
            c = self.b.alu(Alu::Sub, &[c, off]);
        }
        Ok(c)
    }

    fn mul(&mut self) -> Lifted {
        let (a, b) = (self.reg("Ra"), self.b_operand());
        let op = self.product()?;
        self.no_condition()?;
        self.set_alu("Rd", op, &[a, b])
    }

    /// Low or high half of a 32 × 32 product.
    fn product(&self) -> Result<Alu, Refused> {
        Ok(match (self.flag("HI"), self.text("signs")) {
            (false, _) => Alu::Mul,
            (true, "U32.U32") => Alu::MulHiU,
            (true, "") => Alu::MulHiS,
            _ => return Err(not_modelled("a product of mixed signs")),
        })
    }

    fn mad_with_c(&mut self, plus_one: bool) -> Lifted {
        let c = self.operand("C");
        self.mad(c, plus_one)
    }

    fn mad_with_destination(&mut self, plus_one: bool) -> Lifted {
        let c = self.reg("Rd");
        self.mad(c, plus_one)
    }

    /// `±(a * b) ± c`, low or high word of the product; `.PO` adds one, `.SAT` clamps the sum.
    fn mad(&mut self, c: Src, plus_one: bool) -> Lifted {
        let (a, b) = (self.reg("Ra"), self.b_operand());
        let op = self.product()?;
        let (negated, minus) = (self.flag("-Ra"), self.flag("-C") || self.flag("-Rd"));
        let product = self.b.alu(op, &[a, b]);
        if negated || plus_one || minus {
            // The high word of a negated product is not the negation of the high word.
            let negated_high = self.flag("HI") && negated;
            if negated_high || self.flag("X") || self.flag("CC") || self.flag("SAT") {
                return Err(not_modelled("this modifier of a multiply-add"));
            }
            let product = if negated { self.b.alu(Alu::Neg, &[product]) } else { product };
            let c = if minus { self.b.alu(Alu::Neg, &[c]) } else { c };
            return self.set_alu("Rd", Alu::Add3, &[product, c, Src::Imm(u32::from(plus_one))]);
        }
        if self.flag("SAT") {
            if !self.text("signs").is_empty() || self.flag("X") || self.flag("CC") || !self.flag("HI") {
                return Err(not_modelled("this clamped multiply-add"));
            }
            return self.set_alu("Rd", Alu::SatAddS, &[product, c]);
        }
        let carry = if self.flag("X") { self.carry() } else { Src::Imm(0) };
        self.add_with_carry(product, c, carry)
    }

    /// Minimum if Pp is true, else maximum. `.XHI`, `.XMED` and `.XLO` process a number word by word: the condition code holds
    /// "equal so far" (zero flag) and "a is not below b" (carry flag) of the higher words (assumed encoding; only
    /// these instructions read it).
    fn minmax(&mut self) -> Lifted {
        let (a, b, min) = (self.reg("Ra"), self.b_operand(), self.pred("Pp"));
        let unsigned = self.unsigned();
        let chain = self.text("mode");
        if chain.is_empty() {
            let ops = if unsigned { [Alu::UMin, Alu::UMax] } else { [Alu::SMin, Alu::SMax] };
            let done = self.smaller_or_larger(ops, a, b, min);
            return if self.flag("CC") { Err(not_modelled("the condition code of a minimum")) } else { done };
        }
        let here = self.b.test(if unsigned { Test::Uge } else { Test::Sge }, &[a, b]);
        let same = self.b.test(Test::Eq, &[a, b]);
        let (not_below, equal) = if chain == "XHI" {
            (here, same)
        } else {
            let (above, undecided) = (Mask::of(CC_CARRY), Mask::of(CC_ZERO));
            let decided = self.b.mask(MaskOp::And, above, undecided.not());
            let now = self.b.mask(MaskOp::And, here, undecided);
            (self.b.mask(MaskOp::Or, decided, now), self.b.mask(MaskOp::And, same, undecided))
        };
        let take_b = self.b.mask(MaskOp::Xor, not_below, min.not());
        let result = self.b.alu(Alu::Sel, &[Src::Mask(take_b), b, a]);
        if self.flag("CC") {
            self.set_carry(not_below, Mask::NONE);
            self.b.set_mask(CC_ZERO, equal);
        }
        self.set("Rd", result)
    }

    /// `a cond b`; with `.X` the comparison of the high words after a subtraction of the low words with `.CC`.
    fn compare(&mut self) -> Result<Mask, Refused> {
        let (a, b) = (self.reg("Ra"), self.b_operand());
        let (unsigned, cond) = (self.unsigned(), self.text("cmp"));
        if !self.flag("X") {
            return self.comparison(cond, unsigned, a, b);
        }
        // a - b - borrow, as a + ~b + carry.
        let (carry, y) = (self.carry(), self.b.alu(Alu::Not, &[b]));
        let difference = self.b.alu(Alu::Add3, &[a, y, carry]);
        let high_zero = self.b.test(Test::Eq, &[difference]);
        let equal = self.b.mask(MaskOp::And, high_zero, Mask::of(CC_ZERO));
        let less = if unsigned {
            self.b.test(Test::Carry3, &[a, y, carry]).not()
        } else {
            let sign = self.b.test(Test::Slt, &[difference]);
            let overflow = self.b.test(Test::Overflow3, &[a, y, carry]);
            self.b.mask(MaskOp::Xor, sign, overflow)
        };
        let at_most = |l: &mut Self| l.b.mask(MaskOp::Or, less, equal);
        Ok(match cond {
            "F" => Mask::NONE,
            "T" => Mask::ALL,
            "LT" => less,
            "GE" => less.not(),
            "EQ" => equal,
            "NE" => equal.not(),
            "LE" => at_most(self),
            "GT" => at_most(self).not(),
            _ => return Err(not_modelled("this condition")),
        })
    }

    pub(super) fn comparison(&mut self, cond: &str, unsigned: bool, a: Src, b: Src) -> Result<Mask, Refused> {
        let test = match (cond, unsigned) {
            ("F", _) => return Ok(Mask::NONE),
            ("T", _) => return Ok(Mask::ALL),
            ("EQ", _) => Test::Eq,
            ("NE", _) => Test::Ne,
            ("LT", true) => Test::Ult,
            ("LE", true) => Test::Ule,
            ("GT", true) => Test::Ugt,
            ("GE", true) => Test::Uge,
            ("LT", false) => Test::Slt,
            ("LE", false) => Test::Sle,
            ("GT", false) => Test::Sgt,
            ("GE", false) => Test::Sge,
            _ => return Err(not_modelled("this condition")),
        };
        Ok(self.b.test(test, &[a, b]))
    }

    /// `Rd = (Rc cond 0) ? Ra : B`.
    fn icmp(&mut self) -> Lifted {
        let (a, b, c) = (self.reg("Ra"), self.b_operand(), self.operand("C"));
        let test = self.comparison(self.text("cmp"), self.unsigned(), c, Src::Imm(0))?;
        self.set_alu("Rd", Alu::Sel, &[Src::Mask(test), a, b])
    }

    /// A shift count: modulo 32 with `.W`, otherwise clamped (counts of 32 and more shift out all bits).
    fn count(&mut self, b: Src) -> Src {
        match (self.flag("W"), b) {
            (false, _) => b,
            (true, Src::Imm(n)) => Src::Imm(n & 31),
            (true, _) => self.b.alu(Alu::And, &[b, Src::Imm(31)]),
        }
    }

    fn shift(&mut self, op: Alu, a: Src, n: Src) -> Lifted {
        if self.flag("X") || !self.text("xmode").is_empty() {
            return Err(not_modelled("an extended shift"));
        }
        self.no_condition()?;
        self.set_alu("Rd", op, &[a, n])
    }

    fn shift_left(&mut self) -> Lifted {
        let (a, b) = (self.reg("Ra"), self.b_operand());
        let n = self.count(b);
        self.shift(Alu::Shl, a, n)
    }

    fn shift_right(&mut self) -> Lifted {
        let (a, b) = (self.reg("Ra"), self.b_operand());
        let n = self.count(b);
        let a = if self.flag("BREV") { self.b.alu(Alu::Rev, &[a]) } else { a };
        self.shift(if self.unsigned() { Alu::Shr } else { Alu::Sar }, a, n)
    }

    /// `SHF`: the high word of `(c:a) << n`, or the low word of `(c:a) >> n`. n is clamped to 32, or to 64 with a 64-bit type;
    /// `.W` takes it modulo that. Right shifts of `.S64` shift in the sign.
    fn funnel(&mut self, left: bool) -> Lifted {
        if self.flag("CC") || !self.text("xmode").is_empty() {
            return Err(not_modelled("the extended funnel shift"));
        }
        let (a, b, c) = (self.reg("Ra"), self.b_operand(), self.reg("Rc"));
        let kind = self.text("max");
        let (wide, signed) = (matches!(kind, "U64" | "S64"), kind == "S64");
        let (limit, wrap) = if wide { (64, 63) } else { (32, 31) };
        let n = if self.flag("W") {
            self.b.alu(Alu::And, &[b, Src::Imm(wrap)])
        } else {
            self.b.alu(Alu::UMin, &[b, Src::Imm(limit)])
        };
        let op = if left { Alu::FunnelShl } else { Alu::FunnelShr };
        if !wide {
            return self.set_alu("Rd", op, &[a, c, n]);
        }
        let beyond = self.b.alu(Alu::Sub, &[n, Src::Imm(32)]);
        let near_count = self.b.alu(Alu::UMin, &[n, Src::Imm(32)]);
        let near = self.b.alu(op, &[a, c, near_count]);
        let far = match (left, signed) {
            (true, _) => self.b.alu(Alu::Shl, &[a, beyond]),
            (false, false) => self.b.alu(Alu::Shr, &[c, beyond]),
            (false, true) => self.b.alu(Alu::Sar, &[c, beyond]),
        };
        let is_far = self.b.test(Test::Uge, &[n, Src::Imm(32)]);
        self.set_alu("Rd", Alu::Sel, &[Src::Mask(is_far), far, near])
    }

    /// Logic with complemented operands; the predicate is set if the result is zero.
    fn logic(&mut self) -> Lifted {
        let (a, b) = (self.reg("Ra"), self.b_operand());
        let (a, b) = (self.inverted(a, self.flag("~Ra")), self.inverted(b, self.flag("~B")));
        let op = match self.text("op") {
            "AND" => Alu::And,
            "OR" => Alu::Or,
            "XOR" => Alu::Xor,
            "PASS_B" => Alu::Mov,
            _ => return Err(not_modelled("this operation")),
        };
        let operands = if op == Alu::Mov { [b, Src::Imm(0)] } else { [a, b] };
        self.logic_result(op, &operands)
    }

    fn logic3(&mut self) -> Lifted {
        let (a, b, c) = (self.reg("Ra"), self.b_operand(), self.reg("Rc"));
        self.logic_result(Alu::Lop3 { lut: self.inst.get("lut") as u8 }, &[a, b, c])
    }

    fn logic_result(&mut self, op: Alu, operands: &[Src]) -> Lifted {
        let pred = self.pred_dst("Pd");
        let sets = self.flag("CC");
        if pred.is_none() && !sets {
            return self.set_alu("Rd", op, operands);
        }
        let result = self.b.alu(op, operands);
        if let Some(dst) = pred {
            let zero = self.b.test(Test::Eq, &[result]);
            let zero = if self.flag("X") { self.b.mask(MaskOp::And, zero, Mask::of(CC_ZERO)) } else { zero };
            match self.text("pop") {
                "Z" => self.b.set_mask(dst, zero),
                "NZ" => self.b.set_mask(dst, zero.not()),
                "T" => self.b.set_mask(dst, Mask::ALL),
                "" | "F" => self.b.set_mask(dst, Mask::NONE),
                _ => return Err(not_modelled("this predicate operation")),
            }
        }
        if sets {
            let extended = self.flag("X").then(|| self.b.mask(MaskOp::And, Mask::of(CC_ZERO), Mask::ALL));
            self.set_condition(result);
            if let Some(before) = extended {
                self.b.push(Uop::Mask { op: MaskOp::And, dst: CC_ZERO, a: Mask::of(CC_ZERO), b: before });
            }
        }
        self.set("Rd", result)
    }

    fn popc(&mut self) -> Lifted {
        let b = self.b_operand();
        let b = self.inverted(b, self.flag("~B"));
        self.set_alu("Rd", Alu::Popc, &[b])
    }

    /// Position of the highest one bit (if signed: of the highest bit that differs from the sign), all ones if there is none;
    /// `.SH` counts from the top.
    fn find_leading_one(&mut self) -> Lifted {
        let b = self.b_operand();
        let mut value = self.inverted(b, self.flag("~B"));
        if !self.unsigned() {
            let sign = self.b.alu(Alu::Sar, &[value, Src::Imm(31)]);
            value = self.b.alu(Alu::Xor, &[value, sign]);
        }
        let leading = self.b.alu(Alu::Clz, &[value]);
        let none = self.b.test(Test::Eq, &[value]);
        let found = if self.flag("SH") { leading } else { self.b.alu(Alu::Sub, &[Src::Imm(31), leading]) };
        self.no_condition()?;
        self.set_alu("Rd", Alu::Sel, &[Src::Mask(none), Src::Imm(u32::MAX), found])
    }

    /// Position in bits 7:0 and length in 15:8 of B.
    fn position_and_length(&mut self, b: Src) -> (Src, Src) {
        match b {
            Src::Imm(v) => (Src::Imm(v & 0xff), Src::Imm(v >> 8 & 0xff)),
            _ => (self.b.alu(Alu::Zext8, &[b]), self.b.alu(Alu::Ubfe, &[b, Src::Imm(8), Src::Imm(8)])),
        }
    }

    fn bit_field_extract(&mut self) -> Lifted {
        let (a, b) = (self.reg("Ra"), self.b_operand());
        let a = if self.flag("BREV") { self.b.alu(Alu::Rev, &[a]) } else { a };
        let (position, length) = self.position_and_length(b);
        let op = if self.unsigned() { Alu::Ubfe } else { Alu::Sbfe };
        self.no_condition()?;
        self.set_alu("Rd", op, &[a, position, length])
    }

    /// Rc with a field replaced by the low bits of Ra.
    fn bit_field_insert(&mut self) -> Lifted {
        let (a, b, c) = (self.reg("Ra"), self.b_operand(), self.operand("C"));
        let (position, length) = self.position_and_length(b);
        let mask = self.b.alu(Alu::Bfm, &[position, length]);
        let field = self.b.alu(Alu::Shl, &[a, position]);
        self.no_condition()?;
        self.set_alu("Rd", Alu::Mux, &[mask, field, c])
    }

    fn permute(&mut self) -> Lifted {
        let (a, b, c) = (self.reg("Ra"), self.b_operand(), self.operand("C"));
        let mode = match self.text("mode") {
            "" => PermMode::Index,
            "F4E" => PermMode::F4e,
            "B4E" => PermMode::B4e,
            "RC8" => PermMode::Rc8,
            "ECL" => PermMode::Ecl,
            "ECR" => PermMode::Ecr,
            "RC16" => PermMode::Rc16,
            _ => return Err(not_modelled("this mode")),
        };
        self.set_alu("Rd", Alu::Perm { mode }, &[a, b, c])
    }

    /// Sum of the products of bytes and Rc (spec: PTX ISA, dp4a; oracle: ptxas 12.4 for sm_61).
    fn dot4(&mut self) -> Lifted {
        let signed = [self.text("a") == "S8", self.text("b") == "S8", false];
        let (a, b, c) = (self.reg("Ra"), self.b_operand(), self.reg("Rc"));
        self.set_alu("Rd", Alu::Dot4 { signed, clamp: false }, &[a, b, c])
    }

    /// Sum of the products of the halves of Ra with the bytes of the low or high half of B, and Rc (spec: PTX ISA, dp2a).
    fn dot2(&mut self) -> Lifted {
        let (a, b, c) = (self.reg("Ra"), self.b_operand(), self.reg("Rc"));
        let extract = |signed| if signed { Alu::Sbfe } else { Alu::Ubfe };
        let (half, byte) = (extract(self.text("a") == "S16"), extract(self.text("b") == "S8"));
        let first = if self.text("half") == "HI" { 16 } else { 0 };
        let [low, high] = [0, 1].map(|i| {
            let factor = self.b.alu(half, &[a, Src::Imm(16 * i), Src::Imm(16)]);
            let other = self.b.alu(byte, &[b, Src::Imm(first + 8 * i), Src::Imm(8)]);
            self.b.alu(Alu::Mul, &[factor, other])
        });
        self.set_alu("Rd", Alu::Add3, &[low, high, c])
    }
}
