//! Atomics of all lanes on one address whose results are never read become one read-modify-write, if the final memory does not depend on
//! the order or grouping of the operands.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value, types};
use cranelift_frontend::FunctionBuilder;
use isotope_op::atomic::{AtomicOp, Outcome, Rmw, Size, rmw};
use isotope_op::domain::W32;

use super::{Data, Places};
use crate::code::{Scalar, Strip, Val, ins};
use crate::locked;
use crate::segment::Span;
use crate::unit::{Writer, plain};

/// How atomics of several lanes become one.
pub(crate) struct Aggregate {
    /// The operation on memory.
    once: Rmw,
    /// The operation that combines two operands.
    join: Rmw,
    /// The operand of every lane, for operations without an operand.
    each: Option<u32>,
}

impl Aggregate {
    /// `None` for an atomic with a result or one that cannot be aggregated.
    pub(crate) fn of(op: &Rmw) -> Option<Aggregate> {
        let join = op.joined()?;
        let (to, each) = match op.op {
            AtomicOp::Inc => (AtomicOp::Add, Some(1)),
            AtomicOp::Dec => (AtomicOp::Sub, Some(1)),
            same => (same, None),
        };
        (op.size == Size::B32).then_some(Aggregate { once: Rmw { op: to, ..*op }, join, each })
    }

    /// Emits the test whether all lanes go to one address, and the aggregated atomic for that case, which then jumps to the given block.
    /// Code emitted afterwards handles lanes one by one.
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
        // Lane by lane, each operand that is not 0 changes memory, even if the last one restores the old value.
        let changed = match self.once.op {
            AtomicOp::Add | AtomicOp::Sub | AtomicOp::Xor => any,
            _ => ins!(e, bxor(before, after_all)),
        };
        w.changed(changed);
        e.with(|b| b.ins().jump(after, &[]));
        e.with(|b| b.switch_to_block(apart));
        after
    }

    /// The combined operand of all lanes, and the bitwise or of all operands.
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
