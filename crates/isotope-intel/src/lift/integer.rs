//! Integer arithmetic, logic, shifts, bit fields and compares.
//!
//! # Sources
//! spec: the public vISA documentation. Arithmetic uses the widest type among sources and destination, at least 32
//! bits; shift counts use their low bits.

use isotope_op::alu::{Alu, Alu64, Test, Test64};
use isotope_op::assume::{DivisionByZero, INTEL_DIVISION_BY_ZERO};
use isotope_op::float::Cond;

use super::super::inst::{Operand, Type};
use super::operand::Value;
use super::{Lift, Refused, not_modelled, operand_constant};
use isotope_ir::effect::{Mask, Src, Uop, Wide};
use isotope_ir::program::Builder;

/// An operation on integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Int {
    Not,
    Cbit,
    Fbh,
    Fbl,
    Bfrev,
    Lzd,
    Add,
    Mul,
    Mulh,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Asr,
    Rol,
    Ror,
    Min,
    Max,
    Cmp,
    Addc,
    Subb,
    Avg,
    Div,
    Mod,
    Sad2,
    Mad,
    Add3,
    Bfn,
    Bfe,
    Madw,
    Dp4a,
    Sad2add,
    Bfi,
}

/// A relation of floats, and of signed and unsigned integers of 32 and of 64 bits.
type Relation = (Cond, [Test; 2], [Test64; 2]);
const RELATIONS: [(&str, Relation); 6] = [
    ("eq", (Cond::Eq, [Test::Eq; 2], [Test64::Eq; 2])),
    ("ne", (Cond::Neu, [Test::Ne; 2], [Test64::Ne; 2])),
    ("gt", (Cond::Gt, [Test::Sgt, Test::Ugt], [Test64::Sgt, Test64::Ugt])),
    ("ge", (Cond::Ge, [Test::Sge, Test::Uge], [Test64::Sge, Test64::Uge])),
    ("lt", (Cond::Lt, [Test::Slt, Test::Ult], [Test64::Slt, Test64::Ult])),
    ("le", (Cond::Le, [Test::Sle, Test::Ule], [Test64::Sle, Test64::Ule])),
];

impl Lift<'_> {
    /// Lifts an integer instruction; `None` if an operand is a float.
    pub(super) fn integer(&mut self, op: Int, sources: &[&'static str]) -> Option<Result<(), Refused>> {
        let float_result = op != Int::Cmp && self.type_of("dst").is_float();
        if float_result || sources.iter().any(|s| self.type_of(s).is_float()) {
            return None;
        }
        // Without optimisation, IGC sets a predicate for all lanes by comparing an operand with itself; its value does not matter.
        let values: Result<Vec<Value>, Refused> = match sources {
            [a, b] if op == Int::Cmp && self.inst.operand(a) == self.inst.operand(b) => {
                let zero = Operand::Imm { ty: self.type_of(a), value: 0 };
                sources.iter().map(|_| self.read(zero)).collect()
            }
            _ => sources.iter().map(|&source| self.source(source)).collect(),
        };
        Some(values.and_then(|values| self.integer_op(op, &values)))
    }

    fn integer_op(&mut self, op: Int, values: &[Value]) -> Result<(), Refused> {
        let dst = if op == Int::Cmp { Type::Ud } else { self.type_of("dst") };
        let wide = dst.bytes() == 8 || values.iter().any(|v| v.ty.bytes() == 8);
        let signed = values.iter().any(Value::is_signed);
        // Sources of different signedness are compared as mathematical integers.
        let mixed = values.iter().any(|v| v.is_signed() != signed);
        let wide = wide || mixed && matches!(op, Int::Cmp | Int::Min | Int::Max);
        let sat = self.inst.saturates();
        let narrow = |v: &Value| v.ty.bytes() < 4;
        match op {
            Int::Rol | Int::Ror if dst.bytes() != values[0].ty.bytes() || dst.bytes() == 1 => {
                return Err(not_modelled("a rotation of 8 bits, or between sizes"));
            }
            Int::Rol | Int::Ror if sat => return Err(not_modelled("saturation of this operation")),
            Int::Rol | Int::Ror if dst.bytes() == 2 => return self.rotate_half(op, values),
            Int::Rol | Int::Ror if dst.bytes() == 8 => return self.rotate_wide(op, values),
            Int::Cbit if narrow(&values[0]) && values[0].ty.is_signed() => {
                return Err(not_modelled("bits of a signed number of less than 32 bits"));
            }
            Int::Div | Int::Mod if values.iter().any(|v| v.ty.bytes() == 8) => {
                return Err(not_modelled("a division of numbers of 64 bits"));
            }
            Int::Lzd | Int::Fbl | Int::Fbh | Int::Bfrev | Int::Bfe | Int::Bfi | Int::Dp4a | Int::Addc | Int::Subb
                if values.iter().any(|v| v.ty.bytes() != 4 && !matches!(v.ty, Type::Uw | Type::W))
                    && !(op == Int::Fbl && values[0].ty == Type::Ub) =>
            {
                return Err(not_modelled("this operation on numbers of other than 32 bits"));
            }
            // Zero extension does not move the lowest set bit. IGC searches for lanes in halves of a mask this way.
            Int::Fbl if narrow(&values[0]) && !values[0].ty.is_signed() && !values[0].is_modified() => {}
            Int::Lzd | Int::Fbl | Int::Fbh | Int::Bfrev if narrow(&values[0]) => {
                return Err(not_modelled("this operation on numbers of other than 32 bits"));
            }
            // No 64-bit type holds both ranges.
            Int::Cmp | Int::Min | Int::Max if mixed && values.iter().any(|v| v.ty == Type::Uq) => {
                return Err(not_modelled("an order of unsigned 64-bit numbers and signed ones"));
            }
            Int::Div | Int::Mod if mixed && !values.iter().any(Value::is_small_constant) => {
                return Err(not_modelled("a division of unsigned by signed numbers"));
            }
            _ => {}
        }
        // A constant that is the same in signed and unsigned types does not make a division signed.
        let signed = match op {
            Int::Div | Int::Mod if mixed => values.iter().any(|v| v.is_signed() && !v.is_small_constant()),
            _ => signed,
        };
        // The documents do not define the bits of a negated unsigned number above its low bits.
        let negated = values.iter().any(|v| v.is_negated() && !v.ty.is_signed() && v.ty.bytes() >= 4);
        let ordered =
            [Int::Cmp, Int::Min, Int::Max, Int::Shr, Int::Asr, Int::Avg, Int::Div, Int::Mod, Int::Mulh, Int::Madw]
                .contains(&op);
        if sat && matches!(op, Int::Mulh | Int::Madw) {
            return Err(not_modelled("saturation of this operation"));
        }
        if negated && (sat || ordered) {
            return Err(not_modelled("the order or the size of a negated unsigned number"));
        }
        if op == Int::Cmp {
            return self.compare(values, wide, signed);
        }
        if let Int::Addc | Int::Subb = op {
            return self.carry(op, values);
        }
        if op == Int::Mulh {
            let (a, b) = (self.int64(values[0])?, self.int64(values[1])?);
            if wide {
                return Err(not_modelled("this operation at 64 bits"));
            }
            let product = self.alu64(Alu64::Mul, &[a, b]);
            return self.write32("dst", product.hi);
        }
        if op == Int::Dp4a {
            let x: Vec<Src> = values.iter().map(|v| self.int32(*v)).collect::<Result<_, _>>()?;
            let signed = [values[1].ty.is_signed(), values[2].ty.is_signed(), dst.is_signed()];
            let sum = self.alu(Alu::Dot4 { signed, clamp: sat }, &[x[1], x[2], x[0]]);
            return self.write32("dst", sum);
        }
        if let Int::Sad2 | Int::Sad2add = op {
            return self.differences(values.get(2).copied());
        }
        if op == Int::Madw {
            return self.madw(values);
        }
        if op == Int::Avg {
            if wide && !sat {
                return Err(not_modelled("this operation at 64 bits"));
            }
            let (a, b) = (self.int64(values[0])?, self.int64(values[1])?);
            let sum = self.alu64(Alu64::Add, &[a, b]);
            let sum = self.alu64(Alu64::Add, &[sum, operand_constant(1)]);
            let half = self.alu64(Alu64::Sar, &[sum, operand_constant(1)]);
            let half = if sat { self.saturated(half, dst, false) } else { half };
            return self.write64("dst", half);
        }
        if sat {
            let x: Vec<Wide> = values.iter().map(|v| self.int64(*v)).collect::<Result<_, _>>()?;
            let value = match op {
                Int::Add => self.alu64(Alu64::Add, &x),
                Int::Mul => self.alu64(Alu64::Mul, &x),
                Int::Mad => {
                    let product = self.alu64(Alu64::Mul, &x[..2]);
                    self.alu64(Alu64::Add, &[product, x[2]])
                }
                Int::Shl => {
                    let count = self.alu64(Alu64::And, &[x[1], operand_constant(31)]);
                    self.alu64(Alu64::Shl, &[x[0], count])
                }
                // The remaining operations need only 32 bits.
                _ if !wide => {
                    let narrow: Vec<Src> = values.iter().map(|v| self.int32(*v)).collect::<Result<_, _>>()?;
                    let value = self.narrow_op(op, &narrow, signed, values[0].ty)?;
                    let value = self.extended(value, signed);
                    let value = self.saturated(value, dst, !signed);
                    return self.write64("dst", value);
                }
                _ => return Err(not_modelled("saturation of this operation")),
            };
            if wide {
                return Err(not_modelled("saturation at 64 bits"));
            }
            // A product of unsigned numbers may need the highest bit.
            let value = self.saturated(value, dst, !signed && matches!(op, Int::Mul | Int::Mad));
            return self.write64("dst", value);
        }
        if wide {
            let x: Vec<Wide> = values.iter().map(|v| self.int64(*v)).collect::<Result<_, _>>()?;
            let value = self.wide_op(op, &x, signed)?;
            return self.write64("dst", value);
        }
        let x: Vec<Src> = values.iter().map(|v| self.int32(*v)).collect::<Result<_, _>>()?;
        let value = self.narrow_op(op, &x, signed, values[0].ty)?;
        self.write32("dst", value)
    }

    /// A rotation of 64 bits.
    fn rotate_wide(&mut self, op: Int, values: &[Value]) -> Result<(), Refused> {
        let (a, count) = (self.int64(values[0])?, self.int64(values[1])?.lo);
        let count = self.alu(Alu::And, &[count, Src::Imm(63)]);
        let back = self.alu(Alu::Neg, &[count]);
        let back = self.alu(Alu::And, &[back, Src::Imm(63)]);
        let (left, right) = if op == Int::Rol { (count, back) } else { (back, count) };
        let high = self.alu64(Alu64::Shl, &[a, Wide::narrow(left)]);
        let low = self.alu64(Alu64::Shr, &[a, Wide::narrow(right)]);
        let value = self.alu64(Alu64::Or, &[high, low]);
        self.write64("dst", value)
    }

    /// A rotation of 16 bits. Only the lowest four bits of the count are used.
    fn rotate_half(&mut self, op: Int, values: &[Value]) -> Result<(), Refused> {
        let (a, count) = (self.int32(values[0])?, self.int32(values[1])?);
        let count = self.alu(Alu::And, &[count, Src::Imm(15)]);
        // The number, duplicated in both halves.
        let low = self.alu(Alu::And, &[a, Src::Imm(0xffff)]);
        let high = self.alu(Alu::Shl, &[a, Src::Imm(16)]);
        let both = self.alu(Alu::Or, &[low, high]);
        let right = if op == Int::Ror { count } else { self.alu(Alu::Sub, &[Src::Imm(16), count]) };
        let value = self.alu(Alu::Shr, &[both, right]);
        self.write32("dst", value)
    }

    fn narrow_op(&mut self, op: Int, x: &[Src], signed: bool, first: Type) -> Result<Src, Refused> {
        use Alu::*;
        let k31 = Src::Imm(31);
        let pick = |s, u| if signed { s } else { u };
        Ok(match op {
            Int::Add => self.alu(Add, x),
            Int::Mul => self.alu(Mul, x),
            Int::Mad | Int::Add3 => {
                let first = self.alu(if op == Int::Mad { Mul } else { Add }, &x[..2]);
                self.alu(Add, &[first, x[2]])
            }
            Int::Bfn => {
                // The function table has the first source as its lowest index bit.
                let lut = self.inst.number("function") as u8;
                let turned = (0..8).fold(0, |t, i: u8| {
                    let swapped = (i & 1) << 2 | i & 2 | i >> 2 & 1;
                    t | (lut >> i & 1) << swapped
                });
                self.alu(Lop3 { lut: turned }, x)
            }
            Int::And => self.alu(And, x),
            Int::Or => self.alu(Or, x),
            Int::Xor => self.alu(Xor, x),
            Int::Not => self.alu(Not, x),
            Int::Shl | Int::Shr | Int::Asr | Int::Rol | Int::Ror => {
                let count = match x[1] {
                    Src::Imm(v) => Src::Imm(v & 31),
                    other => self.alu(And, &[other, k31]),
                };
                let a = x[0];
                match op {
                    Int::Shl => self.alu(Shl, &[a, count]),
                    Int::Shr => self.alu(Shr, &[a, count]),
                    Int::Asr => self.alu(Sar, &[a, count]),
                    _ => {
                        let back = self.alu(Sub, &[Src::Imm(32), count]);
                        let (l, r) = if op == Int::Rol { (count, back) } else { (back, count) };
                        let (high, low) = (self.alu(Shl, &[a, l]), self.alu(Shr, &[a, r]));
                        self.alu(Or, &[high, low])
                    }
                }
            }
            Int::Min => self.alu(pick(SMin, UMin), x),
            Int::Max => self.alu(pick(SMax, UMax), x),
            Int::Cbit => self.alu(Popc, x),
            Int::Lzd => self.alu(Clz, x),
            Int::Bfrev => self.alu(Rev, x),
            Int::Fbl => {
                let reversed = self.alu(Rev, x);
                let count = self.alu(Clz, &[reversed]);
                self.alu(Sel, &[x[0], count, Src::Imm(u32::MAX)])
            }
            Int::Fbh => {
                // Signed numbers: count leading zeros or ones, equal to the sign bit; -1 for 0 and -1.
                let source = if first.is_signed() {
                    let sign = self.alu(Sar, &[x[0], k31]);
                    self.alu(Xor, &[x[0], sign])
                } else {
                    x[0]
                };
                let count = self.alu(Clz, &[source]);
                self.alu(Sel, &[source, count, Src::Imm(u32::MAX)])
            }
            Int::Bfe => {
                let (len, at) = (self.alu(And, &[x[0], k31]), self.alu(And, &[x[1], k31]));
                self.alu(pick(Sbfe, Ubfe), &[x[2], at, len])
            }
            Int::Bfi => {
                let (len, at) = (self.alu(And, &[x[0], k31]), self.alu(And, &[x[1], k31]));
                let mask = self.alu(Bfm, &[at, len]);
                let moved = self.alu(Shl, &[x[2], at]);
                self.alu(Mux, &[mask, moved, x[3]])
            }
            Int::Div | Int::Mod => return self.divide(op, x, signed),
            _ => return Err(not_modelled("this integer operation")),
        })
    }

    /// The sum of the two absolute differences of each pair of elements, plus an optional number. The documents do not define the odd
    /// elements of the result; they get the sum of their pair.
    fn differences(&mut self, plus: Option<Value>) -> Result<(), Refused> {
        let mut sum = match plus {
            Some(value) => self.int32(value)?,
            None => Src::Imm(0),
        };
        for part in 0..2 {
            let (a, b) = (self.grouped("src0", 2, part)?, self.grouped("src1", 2, part)?);
            let (a, b) = (self.int32(a)?, self.int32(b)?);
            let (forth, back) = (self.alu(Alu::Sub, &[a, b]), self.alu(Alu::Sub, &[b, a]));
            let distance = self.alu(Alu::SMax, &[forth, back]);
            sum = self.alu(Alu::Add, &[sum, distance]);
        }
        if self.inst.saturates() {
            let wide = self.extended(sum, true);
            let to = self.type_of("dst");
            let value = self.saturated(wide, to, false);
            return self.write64("dst", value);
        }
        self.write32("dst", sum)
    }

    fn extended(&mut self, x: Src, signed: bool) -> Wide {
        let hi = if signed { self.alu(Alu::Sar, &[x, Src::Imm(31)]) } else { Src::Imm(0) };
        Wide { lo: x, hi }
    }

    /// Quotient or remainder of magnitudes; the remainder has the sign of the dividend.
    fn divide(&mut self, op: Int, x: &[Src], signed: bool) -> Result<Src, Refused> {
        use Alu::*;
        let magnitude = |lift: &mut Self, v: Src| {
            if !signed {
                return v;
            }
            let negative = lift.alu(Neg, &[v]);
            lift.alu(SMax, &[v, negative])
        };
        let (n, d) = (magnitude(self, x[0]), magnitude(self, x[1]));
        let value = self.alu(if op == Int::Div { UDiv } else { URem }, &[n, d]);
        if self.env.assumptions.get(INTEL_DIVISION_BY_ZERO) == DivisionByZero::Largest {
            let largest = if signed {
                let sign = self.alu(Sar, &[x[0], Src::Imm(31)]);
                self.alu(Xor, &[sign, Src::Imm(i32::MAX as u32)])
            } else {
                Src::Imm(u32::MAX)
            };
            let result = self.signed_as(op, x, signed, value);
            let zero = self.b.test(Test::Eq, &[x[1], Src::Imm(0)]);
            return Ok(self.alu(Sel, &[Src::Mask(zero), largest, result]));
        }
        Ok(self.signed_as(op, x, signed, value))
    }

    /// Applies the sign to the result of a division of magnitudes.
    fn signed_as(&mut self, op: Int, x: &[Src], signed: bool, value: Src) -> Src {
        use Alu::*;
        if !signed {
            return value;
        }
        let sign = if op == Int::Div { self.alu(Xor, &[x[0], x[1]]) } else { x[0] };
        let negative = self.b.test(Test::Slt, &[sign, Src::Imm(0)]);
        let inverse = self.alu(Neg, &[value]);
        self.alu(Sel, &[Src::Mask(negative), inverse, value])
    }

    fn wide_op(&mut self, op: Int, x: &[Wide], signed: bool) -> Result<Wide, Refused> {
        use Alu64::*;
        let pick = |s, u| if signed { s } else { u };
        let op = match op {
            Int::Add => Add,
            Int::Mul => Mul,
            Int::And => And,
            Int::Or => Or,
            Int::Xor => Xor,
            Int::Not => Not,
            Int::Min => pick(SMin, UMin),
            Int::Max => pick(SMax, UMax),
            Int::Cbit => Popc,
            Int::Shl | Int::Shr | Int::Asr => {
                let count = self.alu64(And, &[x[1], operand_constant(63)]);
                let op = match op {
                    Int::Shl => Shl,
                    Int::Shr => Shr,
                    _ => Sar,
                };
                return Ok(self.alu64(op, &[x[0], count]));
            }
            Int::Mad | Int::Add3 => {
                let first = self.alu64(if op == Int::Mad { Mul } else { Add }, &x[..2]);
                return Ok(self.alu64(Add, &[first, x[2]]));
            }
            _ => return Err(not_modelled("this operation at 64 bits")),
        };
        Ok(self.alu64(op, x))
    }

    /// Sum or difference of unsigned dwords, and the carry or borrow as 1 or 0.
    fn carry(&mut self, op: Int, values: &[Value]) -> Result<(), Refused> {
        let (a, b) = (self.int32(values[0])?, self.int32(values[1])?);
        let (value, out) = if op == Int::Addc {
            (self.alu(Alu::Add, &[a, b]), self.b.test(Test::Carry3, &[a, b]))
        } else {
            (self.alu(Alu::Sub, &[a, b]), self.b.test(Test::Ult, &[a, b]))
        };
        let out = self.alu(Alu::Mov, &[Src::Mask(out)]);
        self.write32("dst", value)?;
        self.write32("carry", out)
    }

    /// 64-bit product of dwords plus a number. The low dwords go to the destination, the high dwords follow them.
    fn madw(&mut self, values: &[Value]) -> Result<(), Refused> {
        if values.iter().any(|v| v.ty.bytes() == 8) {
            return Err(not_modelled("this operation at 64 bits"));
        }
        let x: Vec<Wide> = values.iter().map(|v| self.int64(*v)).collect::<Result<_, _>>()?;
        let product = self.alu64(Alu64::Mul, &x[..2]);
        let sum = self.alu64(Alu64::Add, &[product, x[2]]);
        let operand = self.operand("dst")?;
        let Operand::General { .. } = operand else { return Err(not_modelled("this destination")) };
        let mut low = self.written(operand)?;
        low.ty = Type::Ud;
        let mut high = low;
        let bytes = 4 * u32::from(self.inst.exec.size);
        high.base += bytes.next_multiple_of(self.layout.grf());
        self.write_raw(low, Wide::narrow(sum.lo))?;
        self.write_raw(high, Wide::narrow(sum.hi))
    }

    fn compare(&mut self, values: &[Value], wide: bool, signed: bool) -> Result<(), Refused> {
        let (_, narrow, long) = self.relation()?;
        let of = usize::from(!signed);
        if wide {
            let pair = [self.int64(values[0])?, self.int64(values[1])?];
            return self.give_test64(long[of], pair);
        }
        let pair = [self.int32(values[0])?, self.int32(values[1])?];
        self.give_test(narrow[of], pair)
    }

    /// The tests of the instruction's relation.
    pub(super) fn relation(&self) -> Result<Relation, Refused> {
        let name = self.inst.word("relation");
        let found = RELATIONS.into_iter().find(|(known, _)| *known == name);
        found.map(|(_, relation)| relation).ok_or(not_modelled("this relation"))
    }

    /// Writes the result of a compare: a predicate, or all ones in a vector.
    pub(super) fn give_test(&mut self, op: Test, src: [Src; 2]) -> Result<(), Refused> {
        self.give(|b, word| b.test_to(word, op, &src))
    }

    pub(super) fn give_test64(&mut self, op: Test64, src: [Wide; 2]) -> Result<(), Refused> {
        self.give(|b, dst| b.push(Uop::Test64 { op, dst, src, clear: false }))
    }

    fn give(&mut self, test: impl FnOnce(&mut Builder, u16)) -> Result<(), Refused> {
        if let Operand::Predicate(pred) = self.operand("dst")? {
            let word = self.predicate_of_lanes(pred.id)?;
            test(self.b, word);
            return Ok(());
        }
        let word = self.b.temp_mask();
        test(self.b, word);
        let ones = self.alu(Alu::Neg, &[Src::Mask(Mask::of(word))]);
        // In each element of the destination, at its full size.
        self.write64("dst", Wide { lo: ones, hi: ones })
    }
}
