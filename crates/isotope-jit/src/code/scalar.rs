//! The domain of one value.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use cranelift_frontend::FunctionBuilder;
use isotope_op::domain::{Bits, Domain, Note, Width, Word};
use isotope_op::float::{FloatOp, Rounding};

use super::{Emit, Truth, Val, common, folded, folded_float, ins, type_of};
use crate::fact::Fact;

/// One value.
#[derive(Clone, Copy)]
pub(crate) struct Scalar<'e, 'f>(pub &'e Emit<'f>);

impl<'e, 'f> Scalar<'e, 'f> {
    pub(crate) fn bits<W: Width>(self, v: Val) -> Bits<Self, W> {
        Bits { d: self, v }
    }

    pub(crate) fn value<W: Width>(self, v: Val) -> Value {
        match v {
            Val::Lit(bits) => self.0.int(type_of::<W>(), bits),
            Val::One(value) => value,
            Val::Two(_) => unreachable!("a scalar is one value"),
        }
    }

    fn two<W: Width>(self, a: Val, b: Val, f: impl FnOnce(&mut FunctionBuilder<'f>, Value, Value) -> Value) -> Val {
        let (a, b) = (self.value::<W>(a), self.value::<W>(b));
        Val::One(self.0.with(|builder| f(builder, a, b)))
    }

    /// Host integers of this width have no further bits to clear.
    #[expect(clippy::extra_unused_type_parameters, reason = "four lanes need it")]
    fn kept<W: Width>(self, v: Val) -> Val {
        v
    }

    fn plus<W: Width>(self, a: Val, b: Val) -> Val {
        self.two::<W>(a, b, |b, x, y| b.ins().iadd(x, y))
    }

    fn inverse(self, x: Value) -> Truth {
        Truth::Of(ins!(self.0, bxor_imm_u(x, 1)))
    }

    fn compare<W: Width>(self, cc: IntCC, a: Val, b: Val) -> Truth {
        let (a, b) = (self.value::<W>(a), self.value::<W>(b));
        Truth::Of(ins!(self.0, icmp(cc, a, b)))
    }

    /// A shift by any count, also one past the width.
    fn shift<W: Width>(self, a: Val, n: Val, f: impl FnOnce(&mut FunctionBuilder<'f>, Value, Value) -> Value) -> Val {
        let (a, n) = (self.value::<W>(a), self.value::<W>(n));
        let shifted = self.0.with(|b| f(b, a, n));
        let (limit, zero) = (self.0.int(type_of::<W>(), W::BITS.into()), self.0.int(type_of::<W>(), 0));
        let within = ins!(self.0, icmp(IntCC::UnsignedLessThan, n, limit));
        Val::One(ins!(self.0, select(within, shifted, zero)))
    }
}

impl<'e, 'f> Domain for Scalar<'e, 'f> {
    type B = Truth;
    type V<W: Width> = Val;

    common!();

    fn udiv<W: Width>(self, a: Val, b: Val) -> Val {
        self.divided::<W>(a, b, true)
    }
    fn urem<W: Width>(self, a: Val, b: Val) -> Val {
        self.divided::<W>(a, b, false)
    }
    fn sar<W: Width>(self, a: Val, n: Val) -> Val {
        if let Some(known) = folded::<W, _>(a, n, |a, n| Val::Lit(a.sar(n).to_u64())) {
            return known;
        }
        let n = match n {
            Val::Lit(n) => Val::Lit(n.min(u64::from(W::BITS) - 1)),
            n => {
                let top = Val::Lit(u64::from(W::BITS) - 1);
                let within = self.ult::<W>(n, top);
                self.ite::<W>(within, n, top)
            }
        };
        self.two::<W>(a, n, |b, x, n| b.ins().sshr(x, n))
    }
    fn clz<W: Width>(self, a: Val) -> Val {
        let a = self.value::<W>(a);
        Val::One(ins!(self.0, clz(a)))
    }
    fn popc<W: Width>(self, a: Val) -> Val {
        let a = self.value::<W>(a);
        Val::One(ins!(self.0, popcnt(a)))
    }
    fn rev<W: Width>(self, a: Val) -> Val {
        let a = self.value::<W>(a);
        Val::One(ins!(self.0, bitrev(a)))
    }
    fn sext<A: Width, R: Width>(self, a: Val) -> Val {
        match a {
            Val::Lit(v) => Val::Lit(A::Repr::from_u64(v).to_i64() as u64 & R::MASK),
            Val::One(v) if A::BITS < R::BITS => Val::One(ins!(self.0, sextend(type_of::<R>(), v))),
            a => a,
        }
    }
    fn slt<W: Width>(self, a: Val, b: Val) -> Truth {
        if a == b {
            return Truth::Known(false);
        }
        folded::<W, _>(a, b, |a, b| Truth::Known(a.slt(b)))
            .unwrap_or_else(|| self.compare::<W>(IntCC::SignedLessThan, a, b))
    }
    fn note<W: Width>(self, note: Note, arg: Val, value: Val) -> Val {
        if note == Note::Flush && self.0.is_tame(arg) { arg } else { value }
    }
    fn note_b<W: Width>(self, note: Note, a: Val, _b: Val, value: Truth) -> Truth {
        match note {
            Note::IsNan | Note::IsSignalling if self.0.is_tame(a) => Truth::Known(false),
            _ => value,
        }
    }
    fn float<A: Width, R: Width>(self, op: FloatOp, a: Val, b: Val, c: Val) -> Val {
        if let Some(known) = folded_float::<A, R>(op, [a, b, c]) {
            return known;
        }
        let ty = match A::BITS {
            32 => types::F32,
            64 => types::F64,
            _ => return self.no_code(),
        };
        let [x, y, _] = [a, b, c].map(|v| self.value::<A>(v));
        let float = |v| self.0.cast(ty, v);
        let back = |v| Val::One(self.0.cast(type_of::<R>(), v));
        match (A::BITS == R::BITS, op) {
            (true, FloatOp::Add(Rounding::NearestEven)) => {
                let sum = back(ins!(self.0, fadd(float(x), float(y))));
                self.0.summed_floats(sum);
                sum
            }
            (true, FloatOp::Mul(Rounding::NearestEven)) => back(ins!(self.0, fmul(float(x), float(y)))),
            _ => self.no_code(),
        }
    }
}

impl Scalar<'_, '_> {
    /// Only vectors record how a sum was computed.
    fn summed<W: Width>(self, _sum: Val, _a: Val, _b: Val) {}

    fn fact<W: Width>(self, v: Val) -> Fact {
        self.0.fact::<W>(v)
    }

    fn learn<W: Width>(self, v: Val, fact: Fact) -> Val {
        self.0.learn::<W>(v, fact)
    }

    /// The quotient or the remainder. The host traps on a division by 0.
    fn divided<W: Width>(self, a: Val, b: Val, quotient: bool) -> Val {
        if let Some(known) =
            folded::<W, _>(a, b, |a, b| Val::Lit(if quotient { a.udiv(b) } else { a.urem(b) }.to_u64()))
        {
            return known;
        }
        let all = Val::Lit(W::MASK);
        match b {
            Val::Lit(0) => return if quotient { all } else { a },
            _ if W::BITS < 32 => return self.no_code(),
            _ => {}
        }
        let divide = |n, d| if quotient { ins!(self.0, udiv(n, d)) } else { ins!(self.0, urem(n, d)) };
        let [n, d] = [a, b].map(|v| self.value::<W>(v));
        if let Val::Lit(_) = b {
            return Val::One(divide(n, d));
        }
        let by_zero = ins!(self.0, icmp_imm_u(IntCC::Equal, d, 0));
        let safe = ins!(self.0, select(by_zero, self.0.int(type_of::<W>(), 1), d));
        let result = Val::One(divide(n, safe));
        self.choice::<W>(by_zero, if quotient { all } else { a }, result)
    }

    fn up<W: Width>(self, a: Val, n: Val) -> Val {
        match n {
            Val::Lit(0) => a,
            Val::Lit(n) if n >= W::BITS.into() => Val::Lit(0),
            _ => folded::<W, _>(a, n, |a, n| Val::Lit(a.shl(n).to_u64()))
                .unwrap_or_else(|| self.shift::<W>(a, n, |b, x, n| b.ins().ishl(x, n))),
        }
    }
    fn down<W: Width>(self, a: Val, n: Val) -> Val {
        match n {
            Val::Lit(0) => a,
            Val::Lit(n) if n >= W::BITS.into() => Val::Lit(0),
            _ => folded::<W, _>(a, n, |a, n| Val::Lit(a.shr(n).to_u64()))
                .unwrap_or_else(|| self.shift::<W>(a, n, |b, x, n| b.ins().ushr(x, n))),
        }
    }
    fn longer<A: Width, R: Width>(self, a: Val) -> Val {
        match a {
            Val::One(v) if A::BITS < R::BITS => Val::One(ins!(self.0, uextend(type_of::<R>(), v))),
            a => a,
        }
    }
    fn shorter<A: Width, R: Width>(self, a: Val) -> Val {
        match a {
            Val::Lit(v) => Val::Lit(v & R::MASK),
            Val::One(v) if A::BITS > R::BITS => Val::One(ins!(self.0, ireduce(type_of::<R>(), v))),
            a => a,
        }
    }
    fn less<W: Width>(self, a: Val, b: Val) -> Truth {
        self.compare::<W>(IntCC::UnsignedLessThan, a, b)
    }
    fn choice<W: Width>(self, c: Value, a: Val, b: Val) -> Val {
        let (a, b) = (self.value::<W>(a), self.value::<W>(b));
        Val::One(ins!(self.0, select(c, a, b)))
    }
    fn no_code(self) -> Val {
        self.0.refuse();
        Val::Lit(0)
    }
}
