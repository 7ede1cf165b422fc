//! Lanes that are served here: loads, stores and atomics, the lowest lane first, or as consecutive words, or four at a time.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{BlockArg, InstBuilder, Type, Value, types};
use cranelift_frontend::FunctionBuilder;
use isotope_ir::effect::{LANES, Slot, Src, Uop, Wide};
use isotope_machine::native::{Site, To};
use isotope_op::atomic::{AtomicOp, Outcome, Packing, Rmw, Size, rmw};
use isotope_op::domain::{Bits, W32, W64, Width};

use super::aggregate::Aggregate;
use super::fours::Fours;
use super::lanes::{Around, each_lane, each_quad, four_lanes, one_after_another, together};
use super::{Addresses, Found, Lane, Left, Row};
use crate::code::{Scalar, Truth, Val, ins};
use crate::frame::Frame;
use crate::locked;
use crate::segment::Span;
use crate::unit::{Writer, plain, unaligned};

impl<'d> Addresses<'d> {
    /// Emits `row` for lanes with consecutive addresses, given the address of the first, and `apart` for other lanes.
    fn in_rows(
        &self,
        w: &Writer<'_, '_, 'd>,
        in_row: Option<Row>,
        span: Span,
        row: impl FnOnce(Value),
        apart: impl FnOnce(),
    ) {
        let Some(Row { first, differ }) = in_row else { return apart() };
        let e = w.emit;
        let [in_row, not, after] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
        e.with(|b| b.ins().brif(differ, not, &[], in_row, &[]));
        e.with(|b| b.switch_to_block(in_row));
        let start = ins!(e, iadd_imm_s(first, i64::from(4 * span.from)));
        row(ins!(e, iadd(self.places(w).bytes, ins!(e, uextend(types::I64, start)))));
        e.with(|b| b.ins().jump(after, &[]));
        e.with(|b| b.switch_to_block(not));
        apart();
        e.with(|b| b.ins().jump(after, &[]));
        e.with(|b| b.switch_to_block(after));
    }

    /// Serves lanes whose offsets are known: here, or by the interpreter. For the interpreter, `restore` rebuilds the registers that it
    /// reads. `before` is not 0 if the interpreter served an earlier access of the group, so that what is known of memory may have changed;
    /// returns the same value for the accesses that follow, if there are any.
    pub(crate) fn serve_all(
        &self,
        w: &mut Writer<'_, '_, 'd>,
        number: u32,
        (lanes, span): (Value, Span),
        (found, before, follows): (&Found, Option<Value>, bool),
        restore: &dyn Fn(&Writer<'_, '_, 'd>),
    ) -> Option<Value> {
        let e = w.emit;
        let mut odd = found.odd;
        if let Some(before) = before {
            odd = ins!(e, bor(odd, before));
        }
        let [slow, fast, after] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
        let was_slow = follows.then(|| e.with(|b| b.append_block_param(after, types::I32)));
        let end = |bits: u64| {
            let bits: Vec<BlockArg> = was_slow.iter().map(|_| e.int(types::I32, bits).into()).collect();
            e.with(|b| b.ins().jump(after, &bits));
        };
        e.with(|b| b.set_cold_block(slow));
        e.with(|b| b.ins().brif(odd, slow, &[], fast, &[]));
        e.with(|b| b.switch_to_block(slow));
        restore(w);
        w.left(number, lanes, self.number);
        end(1);
        e.with(|b| b.switch_to_block(fast));
        let loads = matches!(self.uop, Uop::Load { .. }) && w.own_memory(self.access).is_none();
        if loads && cfg!(target_arch = "x86_64") {
            self.look_ahead(w, span);
        }
        self.serve(w, number, (lanes, span), found.row, restore);
        end(0);
        e.with(|b| b.switch_to_block(after));
        was_slow
    }

    /// Prefetches what lies as far ahead of these addresses as these are ahead of the last ones. A kernel's loop over a buffer advances by
    /// a whole grid, which the host's own prefetcher does not predict.
    fn look_ahead(&self, w: &Writer<'_, '_, '_>, span: Span) {
        let e = w.emit;
        let [large, after] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
        let near = e.int(types::I64, NEAR);
        let far = ins!(e, icmp(IntCC::UnsignedGreaterThan, self.limit, near));
        e.with(|b| b.ins().brif(far, large, &[], after, &[]));
        e.with(|b| b.switch_to_block(large));
        let places = self.places(w);
        let [first, last] = [span.from, span.to - 1].map(|lane| {
            let lane = e.int(types::I64, u64::from(4 * lane));
            ins!(e, isub(places.at(w, Lane::at(w, lane)), self.bytes))
        });
        let place = (self.site as usize * size_of::<Site>() + offset_of!(Site, seen)) as i32;
        let seen = ins!(e, load(types::I64, plain(), w.sites, place));
        ins!(e, store(plain(), first, w.sites, place));
        let step = ins!(e, isub(first, seen));
        let ahead = ins!(e, iadd(self.bytes, step));
        let [first, last] = [first, last].map(|at| ins!(e, iadd(ahead, at)));
        w.prefetch(first, last);
        e.with(|b| b.ins().jump(after, &[]));
        e.with(|b| b.switch_to_block(after));
    }

    fn serve(
        &self,
        w: &mut Writer<'_, '_, 'd>,
        number: u32,
        (lanes, span): (Value, Span),
        row: Option<Row>,
        restore: &dyn Fn(&Writer<'_, '_, 'd>),
    ) {
        match *self.uop {
            Uop::Load { dst, signed, .. } => {
                if let Some(dst) = dst {
                    self.load(w, dst, signed, (lanes, span), row);
                }
            }
            Uop::Store { src, .. } => self.store(w, src, (lanes, span), row),
            Uop::Atomic { rmw, src0, src1, dst, sparse, .. } => {
                let op = w.dispatch.program.rmws[rmw as usize];
                let at = (lanes, span);
                let left = |w: &Writer<'_, '_, 'd>, rest: Value| {
                    restore(w);
                    w.left(number, rest, self.number);
                };
                match op.size {
                    Size::B64 => self.atomic::<W64>(w, (&op, &left), [src0, src1], dst, at),
                    _ => self.atomic::<W32>(w, (&op, &left), [src0, src1], dst, at),
                }
                if let Some(word) = sparse {
                    let before = w.scalar(word);
                    let after = ins!(w.emit, band_not(before, lanes));
                    w.set_scalar(word, after);
                }
            }
            _ => unreachable!("not an access that is served here"),
        }
    }

    /// Words of a lane, or 1 for a part of a word.
    pub(super) fn words(&self) -> u32 {
        u32::from(self.access.bytes / 4).max(1)
    }

    /// The type that is read or written of one word.
    fn part(&self) -> Type {
        match self.access.bytes {
            1 => types::I8,
            2 => types::I16,
            _ => types::I32,
        }
    }

    /// Whether other host threads use the memory at the same time.
    pub(super) fn is_shared(&self, w: &Writer<'_, '_, '_>) -> bool {
        w.shared && w.own_memory(self.access).is_none()
    }

    /// Reads one word of an access, extended.
    fn read(&self, w: &Writer<'_, '_, '_>, signed: bool, address: Value, word: u32) -> Value {
        let (e, at) = (w.emit, 4 * word as i32);
        if self.is_shared(w) {
            let address = ins!(e, iadd_imm_s(address, i64::from(at)));
            let value = locked::load(e, self.part(), address);
            return match (self.access.bytes, signed) {
                (1 | 2, false) => ins!(e, uextend(types::I32, value)),
                (1 | 2, true) => ins!(e, sextend(types::I32, value)),
                _ => value,
            };
        }
        match (self.access.bytes, signed) {
            (1, false) => ins!(e, uload8(types::I32, plain(), address, at)),
            (1, true) => ins!(e, sload8(types::I32, plain(), address, at)),
            (2, false) => ins!(e, uload16(types::I32, plain(), address, at)),
            (2, true) => ins!(e, sload16(types::I32, plain(), address, at)),
            _ => ins!(e, load(types::I32, plain(), address, at)),
        }
    }

    /// Writes one word of an access and returns the old one, zero-extended.
    fn replace(&self, w: &Writer<'_, '_, '_>, value: Value, address: Value, word: u32) -> Value {
        let (e, at, ty) = (w.emit, 4 * word as i32, self.part());
        let value = if ty == types::I32 { value } else { ins!(e, ireduce(ty, value)) };
        if self.is_shared(w) {
            let address = ins!(e, iadd_imm_s(address, i64::from(at)));
            let before = locked::swap(e, ty, address, value);
            return if ty == types::I32 { before } else { ins!(e, uextend(types::I32, before)) };
        }
        let before = self.read(w, false, address, word);
        ins!(e, store(plain(), value, address, at));
        before
    }

    fn load(&self, w: &Writer<'_, '_, 'd>, dst: Slot, signed: bool, (lanes, span): (Value, Span), in_row: Option<Row>) {
        let e = w.emit;
        let row = |address: Value| {
            for lane in (span.from..span.to).step_by(4) {
                let values = ins!(e, load(types::I32X4, unaligned(), address, 4 * (lane - span.from) as i32));
                ins!(e, store(plain(), values, w.registers, 4 * (dst.0 + lane) as i32));
            }
        };
        let places = self.places(w);
        let one = |lane: Lane, address: Value| {
            let to = lane.registers(w);
            for word in 0..self.words() {
                let value = self.read(w, signed, address, word);
                ins!(e, store(plain(), value, to, 4 * (dst.0 + word * LANES as u32) as i32));
            }
            None
        };
        let four = |first: Lane| match self.by_quads(w) {
            true => {
                self.load_four(w, (places, first), dst);
                None
            }
            false => four_lanes(w, places, first, one),
        };
        let apart = || each_quad(w, lanes, (places, true), None, (four, one));
        self.in_rows(w, in_row, span, row, apart);
    }

    fn store(&self, w: &Writer<'_, '_, 'd>, src: [Src; 4], (lanes, span): (Value, Span), in_row: Option<Row>) {
        let e = w.emit;
        let values: Vec<Data> = src[..self.words() as usize].iter().map(|src| operand(w, *src)).collect();
        let row = |address: Value| {
            let mut changed = e.splat(0);
            for lane in (span.from..span.to).step_by(4) {
                let at = 4 * (lane - span.from) as i32;
                let values = values[0].strip(w, lane);
                let before = ins!(e, load(types::I32X4, unaligned(), address, at));
                ins!(e, store(unaligned(), values, address, at));
                changed = ins!(e, bor(changed, ins!(e, bxor(before, values))));
            }
            w.changed(ins!(e, vany_true(changed)));
        };
        let places = self.places(w);
        let one = |lane: Lane, address: Value| {
            let mut changed = None;
            for (word, value) in values.iter().enumerate() {
                let value = Scalar(e).value::<W32>(value.val(w, lane));
                let before = self.replace(w, value, address, word as u32);
                let differ = ins!(e, bxor(before, value));
                let differ = match self.access.bytes {
                    1 => ins!(e, band_imm_u(differ, 0xff)),
                    2 => ins!(e, band_imm_u(differ, 0xffff)),
                    _ => differ,
                };
                changed = Some(together(e, changed, differ));
            }
            changed.expect("there is a word")
        };
        let vectors = values.iter().any(Data::is_vector);
        let apart = || {
            let each = |lane: Lane, address: Value| Some(one(lane, address));
            let quads = self.by_quads(w) && self.access.bytes != 12;
            let none = if quads { e.splat(0) } else { e.int(types::I32, 0) };
            let four = |first: Lane| match quads {
                true => Some(self.store_four(w, (places, first), &values, one)),
                false => four_lanes(w, places, first, each),
            };
            each_quad(w, lanes, (places, vectors), Some(none), (four, each))
        };
        self.in_rows(w, in_row, span, row, apart);
    }

    /// An atomic on this thread's own copy, if its site leads to one, or on memory.
    fn atomic<W: Width>(
        &self,
        w: &Writer<'_, '_, 'd>,
        op: (&Rmw, Left<'_, 'd>),
        src: [Wide; 2],
        dst: Option<Slot>,
        at: (Value, Span),
    ) {
        if !self.reduces {
            return self.atomic_on::<W>(w, op, src, dst, at, self.is_shared(w));
        }
        let e = w.emit;
        let place = (self.site as usize * size_of::<Site>() + offset_of!(Site, to)) as i32;
        let to = ins!(e, load(types::I64, plain(), w.sites, place));
        let copy = e.int(types::I64, To::Copy as u64);
        let alone = ins!(e, icmp(IntCC::Equal, to, copy));
        let [own, common, after] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
        e.with(|b| b.ins().brif(alone, own, &[], common, &[]));
        for (block, shared) in [(own, false), (common, true)] {
            e.with(|b| b.switch_to_block(block));
            self.atomic_on::<W>(w, op, src, dst, at, shared);
            e.with(|b| b.ins().jump(after, &[]));
        }
        e.with(|b| b.switch_to_block(after));
    }

    /// The same, given whether other host threads use the memory at the same time.
    fn atomic_on<W: Width>(
        &self,
        w: &Writer<'_, '_, 'd>,
        (op, left): (&Rmw, Left<'_, 'd>),
        src: [Wide; 2],
        dst: Option<Slot>,
        (lanes, span): (Value, Span),
        shared: bool,
    ) {
        let e = w.emit;
        let d = Scalar(e);
        w.counted_atomic(lanes, 1);
        let wide = W::BITS == 64;
        // Operands that the operation does not take are not read.
        let [a, b] = [0, 1].map(|at| match src[at] {
            _ if at >= op.op.sources() => [Some(Data::Lit(0)), wide.then_some(Data::Lit(0))],
            s => [Some(operand(w, s.lo)), wide.then(|| operand(w, s.hi))],
        });
        let value = |lane: Lane, data: &[Option<Data>; 2]| -> Bits<Scalar<'_, '_>, W> {
            let [low, high] = data.each_ref().map(|word| word.as_ref().map(|word| d.bits::<W32>(word.val(w, lane))));
            match (low, high) {
                (Some(low), Some(high)) => {
                    let [low, high] = [low, high].map(|word| word.zext::<W>());
                    low | high.shl_by(high.k(32))
                }
                (Some(low), None) => low.trunc::<W>(),
                (None, _) => unreachable!("an operand has a low word"),
            }
        };
        let ty = if wide { types::I64 } else { types::I32 };
        // The or of all bits, in 32 bits.
        let folded = |bits: Value| match wide {
            false => bits,
            true => {
                let high = ins!(e, ushr_imm_u(bits, 32));
                ins!(e, ireduce(types::I32, ins!(e, bor(bits, high))))
            }
        };
        // What always changes memory need not be compared. An addition changes memory if its operand is not 0.
        let adds = matches!((op.op, op.packing), (AtomicOp::Add | AtomicOp::Sub, Packing::Scalar));
        let steps = matches!((op.op, op.packing), (AtomicOp::Inc | AtomicOp::Dec, Packing::Scalar));
        let literal = a.iter().flatten().any(|word| matches!(word, Data::Lit(1..)));
        let changes = steps || adds && literal;
        if changes {
            w.changed(lanes);
        }
        let places = self.places(w);
        let aggregate = if dst.is_none() { Aggregate::of(op) } else { None };
        let together = aggregate
            .zip(a[0].as_ref())
            .map(|(aggregate, operand)| aggregate.write(w, places, operand, (lanes, span), shared));
        // Address of the first lane whose result the documents leave unspecified.
        let open = op.may_be_unspecified().then(|| {
            let open = e.with(FunctionBuilder::create_block);
            e.with(|b| b.set_cold_block(open));
            (open, e.with(|b| b.append_block_param(open, types::I64)))
        });
        let fours = if shared || wide { None } else { Fours::of(w, op) };
        // Where all lanes execute, the operands of an addition are tested once, unless memory has already changed.
        if adds && !changes {
            let [look, known] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
            let before = changed_before(w);
            e.with(|b| b.ins().brif(before, known, &[], look, &[]));
            e.with(|b| b.switch_to_block(look));
            let words = a.iter().flatten();
            let strips = (span.from..span.to).step_by(4).flat_map(|lane| words.clone().map(move |word| (lane, word)));
            let any = strips.fold(e.splat(0), |any, (lane, word)| ins!(e, bor(any, word.strip(w, lane))));
            let full = ins!(e, icmp_imm_u(IntCC::Equal, lanes, i64::from(span.lanes())));
            w.changed(ins!(e, band(ins!(e, vany_true(any)), full)));
            e.with(|b| b.ins().jump(known, &[]));
            e.with(|b| b.switch_to_block(known));
        }
        let one = |lane: Lane, address: Value, looks: bool| {
            let [a, b] = [&a, &b].map(|data| value(lane, data));
            let outcome = |before: Value| -> Outcome<_, W> { rmw(op, d.bits::<W>(Val::One(before)), a, b) };
            let new = |before: Value| d.value::<W>(outcome(before).new.v);
            let before = match shared {
                true => locked::update(e, op, (ty, address, d.value::<W>(a.v)), new),
                false => ins!(e, load(ty, plain(), address, 0)),
            };
            let out = outcome(before);
            if let Some((open, _)) = open {
                let is = match out.unspecified.b {
                    Truth::Known(is) => e.int(types::I8, is.into()),
                    Truth::Of(is) => is,
                };
                let settled = e.with(FunctionBuilder::create_block);
                e.with(|b| b.ins().brif(is, open, &[lane.frame.into()], settled, &[]));
                e.with(|b| b.switch_to_block(settled));
            }
            let new = d.value::<W>(out.new.v);
            if !shared {
                ins!(e, store(plain(), new, address, 0));
            }
            if let Some(dst) = dst {
                let given = d.value::<W>(out.returned.v);
                let to = lane.registers(w);
                let low = if wide { ins!(e, ireduce(types::I32, given)) } else { given };
                ins!(e, store(plain(), low, to, 4 * dst.0 as i32));
                if wide {
                    let high = ins!(e, ushr_imm_u(given, 32));
                    let high = ins!(e, ireduce(types::I32, high));
                    ins!(e, store(plain(), high, to, 4 * (dst.0 + LANES as u32) as i32));
                }
            }
            (looks && !changes).then(|| folded(if adds { d.value::<W>(a.v) } else { ins!(e, bxor(before, new)) }))
        };
        let four = |from: Around, alone: &dyn Fn(Around)| {
            let each = |lane: Lane, address: Value| one(lane, address, !adds);
            let (first, sums) = (from.lane, from.sum.map(|_| ()));
            match (&fours, &a[0], &b[0]) {
                (Some(fours), Some(a), Some(b)) if fours.sums => {
                    fours.write_sums(w, (places, first), [a, b], (dst, sums), || alone(from))
                }
                (Some(fours), Some(a), Some(b)) => {
                    let apart = || one_after_another(w, places, first, sums, each);
                    fours.write(w, (places, first), [a, b], (dst, sums), apart)
                }
                _ => four_lanes(w, places, first, each),
            }
        };
        let each = |lane: Lane, address: Value| one(lane, address, true);
        // Once memory is known to have changed, lanes that are served one by one are not compared.
        let none = if fours.as_ref().is_some_and(|fours| !fours.sums) { e.splat(0) } else { changed_before(w) };
        let vectors = dst.is_some() || [&a, &b].into_iter().flatten().flatten().any(Data::is_vector);
        each_lane(w, (lanes, span), (places, vectors), (!changes).then_some(none), (four, each));
        if let Some(after) = together {
            e.with(|b| b.ins().jump(after, &[]));
            e.with(|b| b.switch_to_block(after));
        }
        if let Some((open, at)) = open {
            let done = e.with(FunctionBuilder::create_block);
            e.with(|b| b.ins().jump(done, &[]));
            e.with(|b| b.switch_to_block(open));
            // The interpreter continues with this lane and stops there.
            let bytes = Lane { frame: at, registers: None }.bytes(w);
            let lane = ins!(e, ireduce(types::I32, ins!(e, ushr_imm_u(bytes, 2))));
            let above = e.int(types::I32, u32::MAX.into());
            let rest = ins!(e, band(lanes, ins!(e, ishl(above, lane))));
            w.counted_atomic(rest, -1);
            left(w, rest);
            e.with(|b| b.ins().jump(done, &[]));
            e.with(|b| b.switch_to_block(done));
        }
    }
}

/// Not 0 if memory has already changed.
fn changed_before(w: &Writer<'_, '_, '_>) -> Value {
    let e = w.emit;
    let changed = ins!(e, load(types::I64, plain(), w.frame, offset_of!(Frame, changed) as i32));
    ins!(e, uextend(types::I32, ins!(e, icmp_imm_s(IntCC::NotEqual, changed, 0))))
}

/// A data operand: uniform, or a vector.
pub(crate) enum Data {
    Lit(u32),
    One(Value),
    Each(u32),
}

impl Data {
    fn is_vector(&self) -> bool {
        matches!(self, Data::Each(_))
    }

    /// Four lanes from `lane` on.
    pub(crate) fn strip_at(&self, w: &Writer<'_, '_, '_>, lane: Lane) -> Val {
        match *self {
            Data::Lit(value) => Val::Lit(value.into()),
            Data::One(value) => Val::One(ins!(w.emit, splat(types::I32X4, value))),
            Data::Each(first) => {
                let value = ins!(w.emit, load(types::I32X4, plain(), lane.registers(w), 4 * first as i32));
                Val::One(value)
            }
        }
    }

    /// Four lanes from `lane` on.
    pub(crate) fn strip(&self, w: &Writer<'_, '_, '_>, lane: u32) -> Value {
        match *self {
            Data::Lit(value) => w.emit.splat(value.into()),
            Data::One(value) => ins!(w.emit, splat(types::I32X4, value)),
            Data::Each(first) => {
                ins!(w.emit, load(types::I32X4, plain(), w.registers, 4 * (first + lane) as i32))
            }
        }
    }

    /// A float operand, loaded into a float register.
    pub(crate) fn float_at(&self, w: &Writer<'_, '_, '_>, lane: Lane) -> Val {
        let Data::Each(first) = *self else { return self.val(w, lane) };
        let float = ins!(w.emit, load(types::F32, plain(), lane.registers(w), 4 * first as i32));
        Val::One(w.emit.cast(types::I32, float))
    }

    fn val(&self, w: &Writer<'_, '_, '_>, lane: Lane) -> Val {
        match *self {
            Data::Lit(value) => Val::Lit(value.into()),
            Data::One(value) => Val::One(value),
            Data::Each(first) => Val::One(ins!(w.emit, load(types::I32, plain(), lane.registers(w), 4 * first as i32))),
        }
    }
}

fn operand(w: &Writer<'_, '_, '_>, src: Src) -> Data {
    match src {
        Src::Slot(slot) => match w.constant(slot).or_else(|| Some(w.learned(slot.0)?.only()? as u32)) {
            Some(value) => Data::Lit(value),
            None => Data::Each(slot.0),
        },
        Src::Imm(value) => Data::Lit(value),
        other => Data::One(w.one(other)),
    }
}

/// Size of the host's L1 data cache, in bytes.
const NEAR: u64 = 32 << 10;
