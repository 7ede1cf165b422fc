//! Atomics of all lanes on one address whose results nobody reads: one read-modify-write for all of them, where what they leave does not
//! depend on their order or on how they are put together.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value, types};
use cranelift_frontend::FunctionBuilder;
use isotope_op::atomic::{AtomicOp, Outcome, Rmw, Size, rmw};
use isotope_op::domain::W32;

use crate::code::{Scalar, Strip, Val, ins};
use crate::locked;
use crate::memory::{Data, Places};
use crate::segment::Span;
use crate::unit::{Writer, plain};

/// How atomics of several lanes become one.
pub(crate) struct Aggregate {
    /// What is done to memory.
    once: Rmw,
    /// What makes one operand of two.
    join: Rmw,
    /// The operand of every lane, where the operation has none.
    each: Option<u32>,
}

impl Aggregate {
    /// Of an atomic without a result.
    pub(crate) fn of(op: &Rmw) -> Option<Aggregate> {
        let join = op.joined()?;
        let (to, each) = match op.op {
            AtomicOp::Inc => (AtomicOp::Add, Some(1)),
            AtomicOp::Dec => (AtomicOp::Sub, Some(1)),
            same => (same, None),
        };
        (op.size == Size::B32).then_some(Aggregate { once: Rmw { op: to, ..*op }, join, each })
    }

    /// Write the check whether all lanes go to one address, and what is done if so, behind which control goes to the block that is given.
    /// What is written next is for lanes apart.
    pub(crate) fn write(
        &self,
        w: &Writer<'_, '_, '_>,
        places: Places,
        operand: &Data,
        (lanes, span): (Value, Span),
        shared: bool,
    ) -> Block {
        let e = w.emit;
        let [ends, same, apart, after] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
        let offset = |lane: u32| {
            let place = places.numbers + 4 * lane as i32;
            ins!(e, load(types::I32, plain(), w.frame, place))
        };
        let every = e.int(types::I32, span.lanes().into());
        let is_full = ins!(e, icmp(IntCC::Equal, lanes, every));
        let first = offset(span.from);
        let meet = ins!(e, icmp(IntCC::Equal, first, offset(span.to - 1)));
        let maybe = ins!(e, band(is_full, meet));
        e.with(|b| b.ins().brif(maybe, ends, &[], apart, &[]));
        e.with(|b| b.switch_to_block(ends));
        let all = ins!(e, splat(types::I32X4, first));
        let mut differ = e.splat(0);
        for strip in (span.from..span.to).step_by(4) {
            let place = places.numbers + 4 * strip as i32;
            let own = ins!(e, load(types::I32X4, plain(), w.frame, place));
            differ = ins!(e, bor(differ, ins!(e, bxor(own, all))));
        }
        let differ = ins!(e, vany_true(differ));
        e.with(|b| b.ins().brif(differ, apart, &[], same, &[]));
        e.with(|b| b.switch_to_block(same));
        let (joined, any) = self.operand(w, operand, span);
        let address = places.of(e, ins!(e, uextend(types::I64, first)));
        let d = Scalar(e);
        let new = |before: Value| {
            let [before, by] = [before, joined].map(|v| d.bits::<W32>(Val::One(v)));
            let done: Outcome<_, W32> = rmw(&self.once, before, by, before.k(0));
            d.value::<W32>(done.new.v)
        };
        let before = match shared {
            true => locked::update(e, &self.once, (types::I32, address, joined), new),
            false => ins!(e, load(types::I32, plain(), address, 0)),
        };
        let after_all = new(before);
        if !shared {
            ins!(e, store(plain(), after_all, address, 0));
        }
        // Lane after lane each operand that is not 0 changes memory, even if the last one brings back what was there.
        let changed = match self.once.op {
            AtomicOp::Add | AtomicOp::Sub | AtomicOp::Xor => any,
            _ => ins!(e, bxor(before, after_all)),
        };
        w.changed(changed);
        e.with(|b| b.ins().jump(after, &[]));
        e.with(|b| b.switch_to_block(apart));
        after
    }

    /// The operands of all lanes as one, and the bits of all of them.
    fn operand(&self, w: &Writer<'_, '_, '_>, operand: &Data, span: Span) -> (Value, Value) {
        let e = w.emit;
        let literal = match (self.each, operand) {
            (Some(each), _) => Some(each),
            (None, Data::Lit(value)) => Some(*value),
            _ => None,
        };
        if let Some(value) = literal {
            let d = Scalar(e);
            let mut all = Val::Lit(value.into());
            for _ in span.from + 1..span.to {
                let [a, b] = [all, Val::Lit(value.into())].map(|v| d.bits::<W32>(v));
                let done: Outcome<_, W32> = rmw(&self.join, a, b, a.k(0));
                all = done.new.v;
            }
            return (d.value::<W32>(all), e.int(types::I32, value.into()));
        }
        let strip = |lane: u32| operand.strip(w, lane);
        let join = |a: Value, b: Value| {
            let d = Strip(e);
            let [a, b] = [a, b].map(|v| d.bits::<W32>(Val::One(v)));
            let done: Outcome<_, W32> = rmw(&self.join, a, b, a.k(0));
            d.value(done.new.v)
        };
        let (mut all, mut any) = (strip(span.from), strip(span.from));
        for at in (span.from + 4..span.to).step_by(4) {
            let next = strip(at);
            all = join(all, next);
            any = ins!(e, bor(any, next));
        }
        let folded = |v: Value, join: &dyn Fn(Value, Value) -> Value| {
            let pairs = join(v, e.shuffle(v, v, [2, 3, 0, 1]));
            let all = join(pairs, e.shuffle(pairs, pairs, [1, 0, 3, 2]));
            e.with(|b| b.ins().extractlane(all, 0))
        };
        (folded(all, &join), folded(any, &|a, b| ins!(e, bor(a, b))))
    }
}
