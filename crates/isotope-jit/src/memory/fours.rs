//! Atomics of four lanes at once: the operation is computed for four memory values together, where that is cheaper than lane by lane and
//! the lanes go to different words or leave memory unchanged.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{InstBuilder, Type, Value, types};
use cranelift_frontend::FunctionBuilder;
use isotope_ir::effect::Slot;
use isotope_op::atomic::{AtomicOp, Outcome, Packing, Rmw, Size, rmw};
use isotope_op::domain::W32;
use isotope_op::float::Flush;

use super::{Data, Lane, Places};
use crate::code::{Scalar, Strip, Truth, Val, ins};
use crate::unit::{Writer, plain};

/// A 32-bit atomic that is served four lanes at a time.
pub(crate) struct Fours<'o> {
    op: &'o Rmw,
    /// True for min and max, whose store is usually a no-op.
    rests: bool,
    /// Whether it is shorter for floats that are finite, normal and not zero.
    tame: bool,
    /// Whether it is a sum of floats, which is shorter where no special rule applies.
    pub sums: bool,
}

/// 2^-100: flushing changes no sum of at least this magnitude.
const LEAST: u32 = (127 - 100) << 23;

impl<'o> Fours<'o> {
    /// `None` if the operation has no such code or is not faster with it.
    pub(crate) fn of(w: &Writer<'_, '_, '_>, op: &'o Rmw) -> Option<Fours<'o>> {
        use AtomicOp::{FAdd, FCas, FMax, FMin, FSub, Smax, Smin, Umax, Umin};
        let rests = matches!(op.op, FMin | FMax | Umin | Umax | Smin | Smax);
        let floats = matches!(op.op, FAdd | FSub | FMin | FMax | FCas);
        let scalar = op.packing == Packing::Scalar;
        let sums = scalar && matches!(op.op, FAdd | FSub);
        let fours = Fours { op, rests, tame: rests && floats && scalar, sums };
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

    /// Serves four lanes with plain float sums. Where the rules might give [another result](Self::unsettled), it undoes them in reverse
    /// order and leaves the lanes to `alone`, which jumps elsewhere. Returns bits that are set if memory changed, if `changes` asks for
    /// them.
    pub(crate) fn write_sums(
        &self,
        w: &Writer<'_, '_, '_>,
        (to, first): (Places, Lane),
        [a, b]: [&Data; 2],
        (dst, changes): (Option<Slot>, Option<()>),
        alone: impl FnOnce(),
    ) -> Option<Value> {
        let e = w.emit;
        let [on, back] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
        let place = first.frame;
        let places = [0, 4, 8, 12].map(|lane| to.of(e, ins!(e, uload32(plain(), place, to.numbers + lane))));
        let sums = [0, 1, 2, 3].map(|lane| {
            let before = ins!(e, load(types::F32, plain(), places[lane], 0));
            let [a, b] = [a, b].map(|data| data.float_at(w, first.behind(w, lane as u32)));
            let old = e.cast(types::I32, before);
            e.tame(&[Some(old), if let Val::One(a) = a { Some(a) } else { None }].map(|v| v.unwrap_or(old)));
            e.settle_sums(true);
            let [old, a, b] = [Val::One(old), a, b].map(|v| Scalar(e).bits::<W32>(v));
            let out = rmw(self.op, old, a, b);
            e.settle_sums(false);
            e.tame(&[]);
            let new = e.cast(types::F32, Scalar(e).value::<W32>(out.new.v));
            ins!(e, store(plain(), new, places[lane], 0));
            (before, new, Scalar(e).value::<W32>(out.returned.v))
        });
        let four = |ty: Type, lanes: [Value; 4]| {
            let first = ins!(e, splat(ty, lanes[0]));
            (1..4u8).fold(first, |v, lane| e.with(|b| b.ins().insertlane(v, lanes[usize::from(lane)], lane)))
        };
        let sum = four(types::F32X4, sums.map(|(_, new, _)| new));
        let odd = self.unsettled(w, sum);
        e.with(|b| b.set_cold_block(back));
        let odd = ins!(e, vany_true(odd));
        e.with(|b| b.ins().brif(odd, back, &[], on, &[]));
        e.with(|b| b.switch_to_block(back));
        for lane in (0..4).rev() {
            ins!(e, store(plain(), sums[lane].0, places[lane], 0));
        }
        alone();
        e.with(|b| b.switch_to_block(on));
        if let Some(Slot(dst)) = dst {
            let given = four(types::I32X4, sums.map(|(_, _, returned)| returned));
            ins!(e, store(plain(), given, first.registers(w), 4 * dst as i32));
        }
        changes.map(|()| {
            let before = four(types::F32X4, sums.map(|(before, ..)| before));
            let [before, sum] = [before, sum].map(|v| e.cast(types::I32X4, v));
            let differ = ins!(e, vany_true(ins!(e, bxor(before, sum))));
            ins!(e, uextend(types::I32, differ))
        })
    }

    /// Lanes where a plain float sum may differ from the rules' result: NaNs, and sums below 2^-100 that are not zero.
    ///
    /// Every other sum rounded to nearest is the same whether subnormals are flushed or not. If it is zero, the operands are zeros or
    /// opposites, and so are their flushed values. If it is at least 2^-100, the larger operand is above 2^-101, and a subnormal operand,
    /// below 2^-126, is too small to change the sum.
    fn unsettled(&self, w: &Writer<'_, '_, '_>, sum: Value) -> Value {
        let e = w.emit;
        if [self.op.float.input, self.op.float.output] == [Flush::Keep; 2] {
            return ins!(e, fcmp(FloatCC::Unordered, sum, sum));
        }
        let [least, zero] = [LEAST, 0].map(|bits| e.cast(types::F32X4, e.splat(bits.into())));
        let magnitude = ins!(e, band(e.cast(types::I32X4, sum), e.splat((u32::MAX >> 1).into())));
        let small = ins!(e, fcmp(FloatCC::UnorderedOrLessThan, e.cast(types::F32X4, magnitude), least));
        ins!(e, band(small, ins!(e, fcmp(FloatCC::NotEqual, sum, zero))))
    }

    /// Serves four lanes from `first` on; `apart` emits the lane-by-lane version. Returns the bits of memory that changed, per lane or all
    /// together in the first lane, if `changes` asks for them.
    pub(crate) fn write(
        &self,
        w: &Writer<'_, '_, '_>,
        (to, first): (Places, Lane),
        [a, b]: [&Data; 2],
        (dst, changes): (Option<Slot>, Option<()>),
        apart: impl FnOnce() -> Option<Value>,
    ) -> Option<Value> {
        let e = w.emit;
        let changes = changes.is_some();
        let [one_by_one, after] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
        let changed = changes.then(|| e.with(|b| b.append_block_param(after, types::I32X4)));
        let end = |bits: Option<Value>| {
            let bits: Vec<cranelift_codegen::ir::BlockArg> = bits.into_iter().map(Into::into).collect();
            e.with(|b| b.ins().jump(after, &bits));
        };
        let unless = |odd: Value| {
            let on = e.with(FunctionBuilder::create_block);
            e.with(|b| b.ins().brif(odd, one_by_one, &[], on, &[]));
            e.with(|b| b.switch_to_block(on));
        };
        let place = first.frame;
        let meet = || {
            let own = ins!(e, load(types::I32X4, plain(), place, to.numbers));
            let [next, second] = [[1, 2, 3, 0], [2, 3, 0, 1]].map(|words| {
                let others = e.shuffle(own, own, words);
                ins!(e, icmp(IntCC::Equal, own, others))
            });
            ins!(e, bor(next, second))
        };
        e.with(|b| b.set_cold_block(one_by_one));
        if !self.rests {
            unless(ins!(e, vany_true(meet())));
        }
        let places = [0, 4, 8, 12].map(|lane| to.of(e, ins!(e, uload32(plain(), place, to.numbers + lane))));
        let mut before = ins!(e, scalar_to_vector(types::I32X4, ins!(e, load(types::I32, plain(), places[0], 0))));
        for (lane, place) in (1..4u8).zip(&places[1..]) {
            let value = ins!(e, load(types::I32, plain(), *place, 0));
            before = e.with(|b| b.ins().insertlane(before, value, lane));
        }
        let [a, b] = [a, b].map(|data| data.strip_at(w, first));
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
        let give = || {
            if let Some(Slot(dst)) = dst {
                let given = Strip(e).value(out.returned.v);
                ins!(e, store(plain(), given, first.registers(w), 4 * dst as i32));
            }
        };
        if self.rests {
            let [moves, same] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
            let differ = ins!(e, vany_true(differ));
            e.with(|b| b.ins().brif(differ, moves, &[], same, &[]));
            e.with(|b| b.switch_to_block(same));
            give();
            end(changes.then(|| e.splat(0)));
            e.with(|b| b.switch_to_block(moves));
            unless(ins!(e, vany_true(meet())));
        }
        for (lane, place) in (0..4u8).zip(places) {
            let value = e.with(|b| b.ins().extractlane(new, lane));
            ins!(e, store(plain(), value, place, 0));
        }
        give();
        end(changes.then_some(differ));
        e.tame(&[]);
        e.with(|b| b.switch_to_block(one_by_one));
        end(apart().map(|bits| ins!(e, scalar_to_vector(types::I32X4, bits))));
        e.with(|b| b.switch_to_block(after));
        changed
    }
}
