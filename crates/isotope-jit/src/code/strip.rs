//! The domain of four lanes at a time.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{InstBuilder, Value, types};
use cranelift_frontend::FunctionBuilder;
use isotope_op::domain::{Bits, Domain, Note, W32, Width, Word};
use isotope_op::float::FloatOp;

use super::{Emit, Origin, Same, Scalar, Truth, Val, common, folded, folded_float, ins};
use crate::fact::Fact;

/// Four lanes.
#[derive(Clone, Copy)]
pub(crate) struct Strip<'e, 'f>(pub &'e Emit<'f>);

impl<'e, 'f> Strip<'e, 'f> {
    pub(crate) fn bits<W: Width>(self, v: Val) -> Bits<Self, W> {
        Bits { d: self, v }
    }

    /// Four lanes of at most 32 bits.
    pub(crate) fn value(self, v: Val) -> Value {
        match v {
            Val::Lit(bits) => self.0.splat(bits),
            Val::One(value) => value,
            Val::Two(pair) => self.0.low(pair),
        }
    }

    /// Four lanes of 64 bits.
    pub(crate) fn pair(self, v: Val) -> [Value; 2] {
        match v {
            Val::Lit(bits) => [self.0.splat64(bits); 2],
            Val::Two(pair) => pair,
            Val::One(_) => unreachable!("64 bits a lane are a pair"),
        }
    }

    /// A truth value as lanes of all zeros or all ones.
    pub(crate) fn mask(self, b: Truth) -> Value {
        match b {
            Truth::Known(b) => self.0.splat(if b { u32::MAX.into() } else { 0 }),
            Truth::Of(value) => value,
        }
    }

    fn two<W: Width>(self, a: Val, b: Val, f: impl Fn(&mut FunctionBuilder<'f>, Value, Value) -> Value) -> Val {
        if W::BITS == 64 {
            let (a, b) = (self.pair(a), self.pair(b));
            return Val::Two([0, 1].map(|i| self.0.with(|builder| f(builder, a[i], b[i]))));
        }
        let (a, b) = (self.value(a), self.value(b));
        Val::One(self.0.with(|builder| f(builder, a, b)))
    }

    /// Clears the bits above the lane's width.
    fn kept<W: Width>(self, v: Val) -> Val {
        if W::BITS >= 32 { v } else { self.and::<W32>(v, Val::Lit(W::MASK)) }
    }

    fn inverse(self, x: Value) -> Truth {
        let not = ins!(self.0, bnot(x));
        self.0.inverses.borrow_mut().insert(not, x);
        Truth::Of(not)
    }

    fn plus<W: Width>(self, a: Val, b: Val) -> Val {
        let bit = |v: Val| match v {
            Val::One(v) if W::BITS == 32 => {
                self.0.origin(v).and_then(|o| if let Origin::Bit(c) = o { Some(c) } else { None })
            }
            _ => None,
        };
        // A set lane is -1.
        let (x, c) = match (bit(a), bit(b)) {
            (_, Some(c)) => (a, c),
            (Some(c), _) => (b, c),
            _ => return self.two::<W>(a, b, |b, x, y| b.ins().iadd(x, y)),
        };
        // One more than a uniform value is itself uniform.
        let more = |same: Same| match same {
            Same::Lit(n) => self.0.splat(n.wrapping_add(1).into()),
            Same::One(n) => self.0.same(ins!(self.0, iadd_imm_s(n, 1))),
        };
        let origin = if let Val::One(x) = x { self.0.origin(x) } else { None };
        match (self.0.inverses.borrow().get(&c).copied(), x, origin) {
            (Some(c), Val::Lit(n), _) => Val::One(ins!(self.0, iadd(more(Same::Lit(n as u32)), c))),
            (Some(c), _, Some(Origin::Splat(n))) => Val::One(ins!(self.0, iadd(more(Same::One(n)), c))),
            (Some(c), _, Some(Origin::Plus(x, by))) => {
                let sum = ins!(self.0, iadd(x, more(by)));
                Val::One(ins!(self.0, iadd(sum, c)))
            }
            _ => Val::One(ins!(self.0, isub(self.value(x), c))),
        }
    }

    /// Moves a lane of fewer than 32 bits to the top, so that signed comparison keeps its order.
    fn raised<W: Width>(self, v: Val) -> Val {
        match v {
            Val::Lit(bits) if W::BITS < 32 => Val::Lit(bits << (32 - W::BITS)),
            v if W::BITS < 32 => self.shift_by(v, 32 - W::BITS, false, |b, x, n| b.ins().ishl(x, n)),
            v => v,
        }
    }

    fn shift_by(self, v: Val, n: u32, wide: bool, f: impl Fn(&mut FunctionBuilder<'f>, Value, Value) -> Value) -> Val {
        let n = self.0.int(types::I32, n.into());
        if wide {
            return Val::Two(self.pair(v).map(|x| self.0.with(|b| f(b, x, n))));
        }
        let x = self.value(v);
        Val::One(self.0.with(|b| f(b, x, n)))
    }

    fn compare<W: Width>(self, cc: IntCC, a: Val, b: Val) -> Truth {
        if W::BITS < 64 {
            let (a, b) = (self.value(a), self.value(b));
            // Hosts have only the opposite comparison; the user of the result may invert it.
            return match cc {
                IntCC::UnsignedLessThan => self.inverse(ins!(self.0, icmp(IntCC::UnsignedGreaterThanOrEqual, a, b))),
                cc => Truth::Of(ins!(self.0, icmp(cc, a, b))),
            };
        }
        let (a, b) = (self.pair(a), self.pair(b));
        Truth::Of(self.0.low([0, 1].map(|i| ins!(self.0, icmp(cc, a[i], b[i])))))
    }

    /// The result of a scalar function in each lane.
    fn each<W: Width>(self, a: Val, n: Val, f: impl Fn(Scalar<'e, 'f>, Val, Val) -> Val) -> Val {
        let one = Scalar(self.0);
        let lane = |v: Val, l: u8| match v {
            Val::Lit(_) => v,
            Val::Two(pair) => Val::One(ins!(self.0, extractlane(pair[usize::from(l / 2)], l % 2))),
            Val::One(v) => Val::One(ins!(self.0, extractlane(v, l))),
        };
        let of = |l: u8| f(one, lane(a, l), lane(n, l));
        if W::BITS == 64 {
            let pair = [0u8, 2].map(|l| {
                let out = ins!(self.0, splat(types::I64X2, one.value::<W>(of(l))));
                ins!(self.0, insertlane(out, one.value::<W>(of(l + 1)), 1))
            });
            return Val::Two(pair);
        }
        let mut out = ins!(self.0, splat(types::I32X4, one.value::<W>(of(0))));
        for l in 1..4 {
            out = ins!(self.0, insertlane(out, one.value::<W>(of(l)), l));
        }
        Val::One(out)
    }

    fn no_code(self) -> Val {
        self.0.refuse();
        Val::Lit(0)
    }

    /// Records how a sum was computed.
    fn summed<W: Width>(self, sum: Val, a: Val, b: Val) {
        if W::BITS != 32 {
            return;
        }
        match (a, b) {
            (Val::One(x), Val::Lit(n)) | (Val::Lit(n), Val::One(x)) => {
                self.0.came(sum, Origin::Plus(x, Same::Lit(n as u32)));
            }
            (Val::One(x), Val::One(y)) => match (self.0.origin(x), self.0.origin(y)) {
                (_, Some(Origin::Bit(_))) => self.0.came(sum, Origin::PlusBit(x, y)),
                (Some(Origin::Bit(_)), _) => self.0.came(sum, Origin::PlusBit(y, x)),
                (_, Some(Origin::Splat(scalar))) => self.0.came(sum, Origin::Plus(x, Same::One(scalar))),
                (Some(Origin::Splat(scalar)), _) => self.0.came(sum, Origin::Plus(y, Same::One(scalar))),
                _ => {}
            },
            _ => {}
        }
    }

    fn fact<W: Width>(self, v: Val) -> Fact {
        self.0.fact::<W>(v)
    }

    fn learn<W: Width>(self, v: Val, fact: Fact) -> Val {
        self.0.learn::<W>(v, fact)
    }

    fn up<W: Width>(self, a: Val, n: Val) -> Val {
        if let Some(known) = folded::<W, _>(a, n, |a, n| Val::Lit(a.shl(n).to_u64())) {
            return known;
        }
        match n {
            Val::Lit(0) => a,
            Val::Lit(n) if n >= W::BITS.into() => Val::Lit(0),
            Val::Lit(n) => {
                let up = self.kept::<W>(self.shift_by(a, n as u32, W::BITS == 64, |b, x, n| b.ins().ishl(x, n)));
                if let (32, Val::One(x)) = (W::BITS, a) {
                    self.0.came(up, Origin::Up(x, n as u32));
                }
                if let (1..32, Some([low, Val::Lit(0)])) = (n, self.0.words(a)) {
                    let high = self.shr::<W32>(low, Val::Lit(32 - n));
                    self.0.has_words(up, [self.shl::<W32>(low, Val::Lit(n)), high]);
                }
                up
            }
            _ if W::BITS < 32 => self.no_code(),
            n => self.each::<W>(a, n, |d, a, n| d.shl::<W>(a, n)),
        }
    }
    fn down<W: Width>(self, a: Val, n: Val) -> Val {
        if let Some(known) = folded::<W, _>(a, n, |a, n| Val::Lit(a.shr(n).to_u64())) {
            return known;
        }
        match n {
            Val::Lit(0) => a,
            Val::Lit(n) if n >= W::BITS.into() => Val::Lit(0),
            Val::Lit(n) => {
                let down = self.shift_by(a, n as u32, W::BITS == 64, |b, x, n| b.ins().ushr(x, n));
                if let (32, Val::One(x)) = (W::BITS, a) {
                    self.0.came(down, Origin::Down(x, n as u32));
                }
                down
            }
            _ if W::BITS < 32 => self.no_code(),
            n => self.each::<W>(a, n, |d, a, n| d.shr::<W>(a, n)),
        }
    }
    fn longer<A: Width, R: Width>(self, a: Val) -> Val {
        match a {
            Val::One(v) if A::BITS < 64 => self.widened::<R>(v),
            a => a,
        }
    }
    fn shorter<A: Width, R: Width>(self, a: Val) -> Val {
        match a {
            Val::Lit(v) => Val::Lit(v & R::MASK),
            Val::Two(pair) if R::BITS < 64 => {
                let low = self.0.words(a).map_or_else(|| Val::One(self.0.low(pair)), |[low, _]| low);
                self.kept::<R>(low)
            }
            a if R::BITS < A::BITS => self.kept::<R>(a),
            a => a,
        }
    }
    fn less<W: Width>(self, a: Val, b: Val) -> Truth {
        if W::BITS < 64 {
            let less = self.compare::<W>(IntCC::UnsignedLessThan, a, b);
            // A sum carries if it is below either operand.
            if let (32, Val::One(sum), Truth::Of(carry)) = (W::BITS, a, less)
                && let Some(Origin::Plus(of, by)) = self.0.origin(sum)
            {
                let is_part = match (b, by) {
                    (Val::One(x), _) if x == of => true,
                    (Val::One(x), Same::One(scalar)) => self.0.origin(x) == Some(Origin::Splat(scalar)),
                    (Val::Lit(n), by) => by == Same::Lit(n as u32),
                    _ => false,
                };
                if is_part {
                    self.0.came(Val::One(carry), Origin::Carry(of, by));
                }
            }
            return less;
        }
        let turned = |v| self.xor::<W>(v, Val::Lit(1 << 63));
        self.compare::<W>(IntCC::SignedLessThan, turned(a), turned(b))
    }
    fn choice<W: Width>(self, c: Value, a: Val, b: Val) -> Val {
        // A host selects by the comparison itself, not by its inverse.
        let opposite = self.0.inverses.borrow().get(&c).copied();
        let (c, a, b) = match opposite {
            Some(opposite) if W::BITS < 64 && b != Val::Lit(0) => (opposite, b, a),
            _ => (c, a, b),
        };
        match (a, b) {
            (_, Val::Lit(0)) if W::BITS < 64 => {
                let bits = self.and::<W32>(a, Val::One(c));
                if a == Val::Lit(1) {
                    self.0.came(bits, Origin::Bit(c));
                }
                bits
            }
            _ if W::BITS == 64 => {
                let mask = [ins!(self.0, swiden_low(c)), ins!(self.0, swiden_high(c))];
                let (a, b) = (self.pair(a), self.pair(b));
                Val::Two([0, 1].map(|i| ins!(self.0, bitselect(mask[i], a[i], b[i]))))
            }
            _ => {
                let (a, b) = (self.value(a), self.value(b));
                Val::One(ins!(self.0, bitselect(c, a, b)))
            }
        }
    }

    /// A value of its width again, after its upper bits were dropped.
    fn widened<R: Width>(self, v: Value) -> Val {
        if R::BITS < 64 {
            return Val::One(v);
        }
        let wide = Val::Two([ins!(self.0, uwiden_low(v)), ins!(self.0, uwiden_high(v))]);
        self.0.has_words(wide, [Val::One(v), Val::Lit(0)]);
        wide
    }
}

impl<'e, 'f> Domain for Strip<'e, 'f> {
    type B = Truth;
    type V<W: Width> = Val;

    common!();

    fn udiv<W: Width>(self, a: Val, b: Val) -> Val {
        if W::BITS < 32 { self.no_code() } else { self.each::<W>(a, b, |d, a, b| d.udiv::<W>(a, b)) }
    }
    fn urem<W: Width>(self, a: Val, b: Val) -> Val {
        if W::BITS < 32 { self.no_code() } else { self.each::<W>(a, b, |d, a, b| d.urem::<W>(a, b)) }
    }
    fn sar<W: Width>(self, a: Val, n: Val) -> Val {
        if let Some(known) = folded::<W, _>(a, n, |a, n| Val::Lit(a.sar(n).to_u64())) {
            return known;
        }
        match n {
            Val::Lit(0) => a,
            Val::Lit(n) => {
                let n = n.min(u64::from(W::BITS) - 1) as u32;
                if W::BITS >= 32 {
                    return self.shift_by(a, n, W::BITS == 64, |b, x, n| b.ins().sshr(x, n));
                }
                let up = 32 - W::BITS;
                let signed = self.shift_by(self.raised::<W>(a), n + up, false, |b, x, n| b.ins().sshr(x, n));
                self.kept::<W>(signed)
            }
            _ if W::BITS < 32 => self.no_code(),
            n => self.each::<W>(a, n, |d, a, n| d.sar::<W>(a, n)),
        }
    }
    fn clz<W: Width>(self, a: Val) -> Val {
        if W::BITS < 32 { self.no_code() } else { self.each::<W>(a, Val::Lit(0), |d, a, _| d.clz::<W>(a)) }
    }
    fn popc<W: Width>(self, a: Val) -> Val {
        if W::BITS < 32 { self.no_code() } else { self.each::<W>(a, Val::Lit(0), |d, a, _| d.popc::<W>(a)) }
    }
    fn rev<W: Width>(self, a: Val) -> Val {
        if W::BITS < 32 { self.no_code() } else { self.each::<W>(a, Val::Lit(0), |d, a, _| d.rev::<W>(a)) }
    }
    fn sext<A: Width, R: Width>(self, a: Val) -> Val {
        match a {
            Val::Lit(v) => Val::Lit(A::Repr::from_u64(v).to_i64() as u64 & R::MASK),
            Val::One(v) if A::BITS < R::BITS => {
                let v = match A::BITS {
                    32 => v,
                    bits => self.value(
                        self.shift_by(self.raised::<A>(Val::One(v)), 32 - bits, false, |b, x, n| b.ins().sshr(x, n)),
                    ),
                };
                match R::BITS {
                    64 => Val::Two([ins!(self.0, swiden_low(v)), ins!(self.0, swiden_high(v))]),
                    _ => self.kept::<R>(Val::One(v)),
                }
            }
            a => a,
        }
    }
    fn slt<W: Width>(self, a: Val, b: Val) -> Truth {
        if a == b {
            return Truth::Known(false);
        }
        folded::<W, _>(a, b, |a, b| Truth::Known(a.slt(b)))
            .unwrap_or_else(|| self.compare::<W>(IntCC::SignedLessThan, self.raised::<W>(a), self.raised::<W>(b)))
    }
    fn note<W: Width>(self, note: Note, arg: Val, value: Val) -> Val {
        if note == Note::Flush && self.0.is_tame(arg) { arg } else { value }
    }
    fn note_b<W: Width>(self, note: Note, a: Val, b: Val, value: Truth) -> Truth {
        if matches!(value, Truth::Known(_)) {
            return value;
        }
        let cc = match note {
            Note::IsNan | Note::IsSignalling if self.0.is_tame(a) => return Truth::Known(false),
            Note::IsNan => FloatCC::Unordered,
            Note::FloatEqual => FloatCC::Equal,
            Note::FloatLess => FloatCC::LessThan,
            _ => return value,
        };
        match W::BITS {
            32 => {
                let [x, y] = [a, b].map(|v| self.0.cast(types::F32X4, self.value(v)));
                Truth::Of(ins!(self.0, fcmp(cc, x, y)))
            }
            _ => value,
        }
    }
    fn float<A: Width, R: Width>(self, op: FloatOp, a: Val, b: Val, c: Val) -> Val {
        if let Some(known) = folded_float::<A, R>(op, [a, b, c]) {
            return known;
        }
        self.host_float::<A, R>(op, [a, b, c]).unwrap_or_else(|| {
            self.0.refuse();
            Val::Lit(0)
        })
    }
}
