//! Atomics of four lanes at once: what an operation computes is computed for four values of memory together, where that is cheaper than
//! lane by lane, and the lanes go to different words or leave memory as it is.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use cranelift_frontend::FunctionBuilder;
use isotope_ir::effect::Slot;
use isotope_op::atomic::{AtomicOp, Outcome, Packing, Rmw, Size, rmw};
use isotope_op::domain::W32;

use crate::code::{Strip, Truth, Val, ins};
use crate::memory::{Data, Places};
use crate::unit::{Writer, plain};

/// An atomic of 32 bits that is served so.
pub(crate) struct Fours<'o> {
    op: &'o Rmw,
    /// Whether it most often leaves memory as it is.
    rests: bool,
    /// Whether it is shorter for floats that are neither NaNs, nor infinite, nor zeros, nor subnormal.
    tame: bool,
}

impl<'o> Fours<'o> {
    /// Of an operation for which this is the faster way, and has code.
    pub(crate) fn of(w: &Writer<'_, '_, '_>, op: &'o Rmw) -> Option<Fours<'o>> {
        use AtomicOp::{FAdd, FCas, FMax, FMin, FSub, Smax, Smin, Umax, Umin};
        let rests = matches!(op.op, FMin | FMax | Umin | Umax | Smin | Smax);
        let floats = matches!(op.op, FAdd | FSub | FMin | FMax | FCas);
        let fours = Fours { op, rests, tame: rests && floats && op.packing == Packing::Scalar };
        let any = w.emit.splat(3);
        let is = (rests || floats) && op.size == Size::B32 && {
            fours.outcome(w, [any; 3].map(Val::One));
            !w.emit.take_refused()
        };
        is.then_some(fours)
    }

    fn outcome<'e, 'f>(&self, w: &Writer<'e, 'f, '_>, values: [Val; 3]) -> Outcome<Strip<'e, 'f>, W32> {
        let [old, a, b] = values.map(|v| Strip(w.emit).bits::<W32>(v));
        rmw(self.op, old, a, b)
    }

    /// Serve four lanes, of which the first is `at` bytes into vectors, where they go; `apart` does the same one lane after the
    /// other. Gives the bits of memory that changed, if `changes` asks for them.
    pub(crate) fn write(
        &self,
        w: &Writer<'_, '_, '_>,
        (to, at): (Places, Value),
        [a, b]: [&Data; 2],
        dst: Option<Slot>,
        changes: bool,
        apart: impl FnOnce() -> Option<Value>,
    ) -> Option<Value> {
        let e = w.emit;
        let [one_by_one, after] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
        let changed = changes.then(|| e.with(|b| b.append_block_param(after, types::I32)));
        let end = |bits: Option<Value>| {
            let bits: Vec<cranelift_codegen::ir::BlockArg> = bits.into_iter().map(Into::into).collect();
            e.with(|b| b.ins().jump(after, &bits));
        };
        let unless = |odd: Value| {
            let on = e.with(FunctionBuilder::create_block);
            e.with(|b| b.ins().brif(odd, one_by_one, &[], on, &[]));
            e.with(|b| b.switch_to_block(on));
        };
        let place = ins!(e, iadd(w.frame, at));
        let meet = || {
            let own = ins!(e, load(types::I32X4, plain(), place, to.numbers));
            let [next, second] = [[1, 2, 3, 0], [2, 3, 0, 1]].map(|words| {
                let others = e.shuffle(own, own, words);
                ins!(e, icmp(IntCC::Equal, own, others))
            });
            ins!(e, vany_true(ins!(e, bor(next, second))))
        };
        if !self.rests {
            unless(meet());
        }
        let places = [0, 4, 8, 12].map(|lane| to.of(e, ins!(e, uload32(plain(), place, to.numbers + lane))));
        let mut before = ins!(e, scalar_to_vector(types::I32X4, ins!(e, load(types::I32, plain(), places[0], 0))));
        for (lane, place) in (1..4u8).zip(&places[1..]) {
            let value = ins!(e, load(types::I32, plain(), *place, 0));
            before = e.with(|b| b.ins().insertlane(before, value, lane));
        }
        let [a, b] = [a, b].map(|data| data.strip_at(w, at));
        if self.tame {
            let odd = [before, Strip(e).value(a)].map(|x| {
                let twice = ins!(e, iadd(x, x));
                ins!(e, isub(twice, e.splat(1 << 24)))
            });
            let odd = ins!(e, umax(odd[0], odd[1]));
            let odd = ins!(e, icmp(IntCC::UnsignedGreaterThanOrEqual, odd, e.splat(0xfe << 24)));
            unless(ins!(e, vany_true(odd)));
            e.tame(&[before, Strip(e).value(a)]);
        }
        let out = self.outcome(w, [Val::One(before), a, b]);
        if let Truth::Of(open) = out.unspecified.b {
            unless(ins!(e, vany_true(open)));
        } else if let Truth::Known(true) = out.unspecified.b {
            unless(e.int(types::I8, 1));
        }
        let new = Strip(e).value(out.new.v);
        let differ = ins!(e, bxor(before, new));
        let differ = ins!(e, vany_true(differ));
        let give = || {
            if let Some(Slot(dst)) = dst {
                let given = Strip(e).value(out.returned.v);
                let to = ins!(e, iadd(w.registers, at));
                ins!(e, store(plain(), given, to, 4 * dst as i32));
            }
        };
        if self.rests {
            let [moves, same] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
            e.with(|b| b.ins().brif(differ, moves, &[], same, &[]));
            e.with(|b| b.switch_to_block(same));
            give();
            end(changes.then(|| e.int(types::I32, 0)));
            e.with(|b| b.switch_to_block(moves));
            unless(meet());
        }
        for (lane, place) in (0..4u8).zip(places) {
            let value = e.with(|b| b.ins().extractlane(new, lane));
            ins!(e, store(plain(), value, place, 0));
        }
        give();
        end(changes.then(|| ins!(e, uextend(types::I32, differ))));
        e.tame(&[]);
        e.with(|b| b.switch_to_block(one_by_one));
        end(apart());
        e.with(|b| b.switch_to_block(after));
        changed
    }
}
