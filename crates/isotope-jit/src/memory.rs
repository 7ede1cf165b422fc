//! Accesses: where the lanes go is found out strip by strip; if all of them go to one memory, in its bounds and aligned, they are
//! served here, the lowest first; by atomic instructions where several host threads share the memory. Everything else is left to the
//! interpreter, before anything has happened.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Type, Value, types};
use cranelift_frontend::FunctionBuilder;
use isotope_ir::effect::{Access, LANES, Slot, Space, Src, Uop, Wide};
use isotope_machine::mem::ADDRESS_BITS;
use isotope_machine::native::{Reduction, Site, To};
use isotope_op::assume::HighAddress;
use isotope_op::atomic::{AtomicOp, Outcome, Packing, Rmw, Size, rmw};
use isotope_op::domain::{Bits, W32, W64, Width};

use crate::aggregate::Aggregate;
use crate::code::{Emit, Scalar, Strip, Truth, Val, ins};
use crate::frame::Frame;
use crate::locked;
use crate::segment::{Known, Span};
use crate::unit::{Writer, plain};

/// The addresses of an access.
pub(crate) struct Addresses<'d> {
    access: &'d Access,
    site: u32,
    base: Value,
    limit: Value,
    bytes: Value,
    /// Whether bits of an address above those of the device are ignored.
    masked: bool,
    /// The sum that addresses are, if it is known.
    sum: Option<Sum>,
    /// Whether it may lead to a copy of memory.
    reduces: bool,
}

/// Addresses that are something uniform and 32 bits of each lane.
struct Sum {
    index: Src,
    /// Where lanes of index 0 go, from the first byte of the memory on.
    start: Value,
    /// The highest index within bounds, and 1 if there is none.
    last: Value,
    none: Value,
}

impl<'d> Addresses<'d> {
    /// Read what its site knows.
    pub(crate) fn begin(
        w: &Writer<'_, '_, 'd>,
        access: &'d Access,
        site: u32,
        sum: Option<(Wide, Src)>,
    ) -> Addresses<'d> {
        let e = w.emit;
        let field = |offset: usize| {
            let offset = site as usize * size_of::<Site>() + offset;
            ins!(w.emit, load(types::I64, plain(), w.sites, offset as i32))
        };
        let masked = w.dispatch.assumptions.high_address == HighAddress::Ignore;
        let [base, limit, bytes] =
            [offset_of!(Site, base), offset_of!(Site, limit), offset_of!(Site, bytes)].map(field);
        let sum = sum.map(|(uniform, index)| {
            // Indices that are within bounds carry nothing into bits above those of the device, so that these can be taken off before
            // anything is added.
            let address = Scalar(e).value::<W64>(w.one_wide(uniform));
            let mut address = ins!(e, iadd_imm_s(address, i64::from(access.address.offset)));
            if masked {
                let kept = e.int(types::I64, (1 << ADDRESS_BITS) - 1);
                address = ins!(e, band(address, kept));
            }
            let start = ins!(e, isub(address, base));
            let last = ins!(e, isub(limit, start));
            let none = ins!(e, icmp(IntCC::UnsignedGreaterThan, start, limit));
            let none = ins!(e, uextend(types::I32, none));
            Sum { index, start: ins!(e, ireduce(types::I32, start)), last: ins!(e, ireduce(types::I32, last)), none }
        });
        let reduces = w.accesses[site as usize].1.is_some();
        Addresses { access, site, base, limit, bytes, masked, sum, reduces }
    }

    pub(crate) fn sources(&self) -> Vec<Src> {
        [Some(self.access.address.lo), self.access.address.hi].into_iter().flatten().collect()
    }

    pub(crate) fn wide(&self) -> Option<Wide> {
        self.access.address.hi.map(|hi| Wide { lo: self.access.address.lo, hi })
    }

    /// What strips add up: bits that tell of a lane outside, and low bits of offsets.
    pub(crate) fn sums(&self, e: &Emit<'_>) -> Vec<Value> {
        let outside = match self.access.address.hi {
            None => e.splat(0),
            Some(_) if self.sum.is_some() => e.splat(0),
            Some(_) => {
                let zero = e.int(types::I64, 0);
                ins!(e, splat(types::I64X2, zero))
            }
        };
        vec![outside, e.splat(0)]
    }

    /// The offsets of a strip.
    pub(crate) fn strip(&self, w: &Writer<'_, '_, '_>, known: &Known<'_>, sums: &[Value]) -> Vec<Value> {
        let e = w.emit;
        let d = Strip(e);
        let address = self.access.address;
        let only = |v: Value| known.executing.map_or(v, |lanes| ins!(e, band(v, lanes)));
        if let Some(sum) = &self.sum {
            let index = only(d.value(known.source(w, sum.index)));
            let most = ins!(e, umax(sums[0], index));
            let start = ins!(e, splat(types::I32X4, sum.start));
            let offset = ins!(e, iadd(index, start));
            self.keep(w, known, offset);
            return vec![most, ins!(e, bor(sums[1], only(offset)))];
        }
        let (offset, outside) = match self.wide() {
            None => {
                let low = d.bits::<W32>(known.source(w, address.lo));
                let low = d.value((low + low.k(address.offset as u32 as u64)).v);
                let base = ins!(e, ireduce(types::I32, self.base));
                let base = ins!(e, splat(types::I32X4, base));
                let offset = ins!(e, isub(low, base));
                let limit = ins!(e, ireduce(types::I32, self.limit));
                let limit = ins!(e, splat(types::I32X4, limit));
                let past = ins!(e, icmp(IntCC::UnsignedGreaterThan, offset, limit));
                (offset, only(past))
            }
            Some(wide) => {
                let mut pair = d.pair(known.wide(w, wide));
                let mut add = ins!(e, ineg(self.base));
                if self.masked {
                    if address.offset != 0 {
                        let by = e.int(types::I64, i64::from(address.offset) as u64);
                        let by = ins!(e, splat(types::I64X2, by));
                        pair = pair.map(|p| ins!(e, iadd(p, by)));
                    }
                    let kept = e.int(types::I64, (1 << ADDRESS_BITS) - 1);
                    let kept = ins!(e, splat(types::I64X2, kept));
                    pair = pair.map(|p| ins!(e, band(p, kept)));
                } else {
                    add = ins!(e, iadd_imm_s(add, i64::from(address.offset)));
                }
                let add = ins!(e, splat(types::I64X2, add));
                let limit = ins!(e, splat(types::I64X2, self.limit));
                let offsets = pair.map(|p| ins!(e, iadd(p, add)));
                let past = offsets.map(|o| ins!(e, bor(o, ins!(e, isub(limit, o)))));
                let past = match known.executing {
                    None => past,
                    Some(lanes) => {
                        let lanes = [ins!(e, swiden_low(lanes)), ins!(e, swiden_high(lanes))];
                        [0, 1].map(|i| ins!(e, band(past[i], lanes[i])))
                    }
                };
                (e.low(offsets), ins!(e, bor(past[0], past[1])))
            }
        };
        self.keep(w, known, offset);
        let low = only(offset);
        vec![ins!(e, bor(sums[0], outside)), ins!(e, bor(sums[1], low))]
    }

    /// Keep the offsets of a strip.
    fn keep(&self, w: &Writer<'_, '_, '_>, known: &Known<'_>, offsets: Value) {
        let place = ins!(w.emit, iadd(w.frame, known.at));
        ins!(w.emit, store(plain(), offsets, place, offset_of!(Frame, offsets) as i32));
    }

    /// Serve the lanes, whose offsets are known.
    pub(crate) fn access(
        &self,
        w: &mut Writer<'_, '_, 'd>,
        uop: &Uop,
        number: u32,
        (lanes, span): (Value, Span),
        sums: Vec<Value>,
    ) {
        let e = w.emit;
        let outside = match &self.sum {
            None => ins!(e, vhigh_bits(types::I32, sums[0])),
            Some(sum) => {
                let last = ins!(e, splat(types::I32X4, sum.last));
                let past = ins!(e, icmp(IntCC::UnsignedGreaterThan, sums[0], last));
                ins!(e, bor(ins!(e, vhigh_bits(types::I32, past)), sum.none))
            }
        };
        let low = e.splat(u64::from(self.access.bytes) - 1);
        let low = ins!(e, band(sums[1], low));
        let low = ins!(e, vany_true(low));
        let low = ins!(e, uextend(types::I32, low));
        let nowhere = e.int(types::I64, 0);
        let nowhere = ins!(e, icmp(IntCC::Equal, self.bytes, nowhere));
        let nowhere = ins!(e, uextend(types::I32, nowhere));
        let odd = ins!(e, bor(ins!(e, bor(outside, low)), nowhere));
        let [slow, fast, after] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
        e.with(|b| b.set_cold_block(slow));
        e.with(|b| b.ins().brif(odd, slow, &[], fast, &[]));
        e.with(|b| b.switch_to_block(slow));
        w.left(number, lanes, self.site);
        e.with(|b| b.ins().jump(after, &[]));
        e.with(|b| b.switch_to_block(fast));
        if matches!(uop, Uop::Load { .. }) && self.access.space != Space::Shared && cfg!(target_arch = "x86_64") {
            self.look_ahead(w, span);
        }
        self.serve(w, uop, number, (lanes, span));
        e.with(|b| b.ins().jump(after, &[]));
        e.with(|b| b.switch_to_block(after));
    }

    /// Fetch what comes as far behind these addresses as they are behind the last ones: a kernel's loop over a buffer takes steps of a
    /// whole grid, which the host does not see through by itself.
    fn look_ahead(&self, w: &Writer<'_, '_, '_>, span: Span) {
        let e = w.emit;
        let [large, after] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
        let near = e.int(types::I64, NEAR);
        let far = ins!(e, icmp(IntCC::UnsignedGreaterThan, self.limit, near));
        e.with(|b| b.ins().brif(far, large, &[], after, &[]));
        e.with(|b| b.switch_to_block(large));
        let [first, last] = [span.from, span.to - 1].map(|lane| {
            let offset = offset_of!(Frame, offsets) as i32 + 4 * lane as i32;
            let offset = ins!(e, load(types::I32, plain(), w.frame, offset));
            ins!(e, uextend(types::I64, offset))
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

    fn serve(&self, w: &mut Writer<'_, '_, 'd>, uop: &Uop, number: u32, (lanes, span): (Value, Span)) {
        match *uop {
            Uop::Load { dst, signed, .. } => {
                if let Some(dst) = dst {
                    self.load(w, dst, signed, (lanes, span));
                }
            }
            Uop::Store { src, .. } => self.store(w, src, (lanes, span)),
            Uop::Atomic { rmw, src0, src1, dst, sparse, .. } => {
                let op = w.dispatch.program.rmws[rmw as usize];
                let at = (lanes, span);
                match op.size {
                    Size::B64 => self.atomic::<W64>(w, (&op, number), [src0, src1], dst, at),
                    _ => self.atomic::<W32>(w, (&op, number), [src0, src1], dst, at),
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

    /// Words of a lane, or a part of one.
    fn words(&self) -> u32 {
        u32::from(self.access.bytes / 4).max(1)
    }

    /// What is read or written of a word.
    fn part(&self) -> Type {
        match self.access.bytes {
            1 => types::I8,
            2 => types::I16,
            _ => types::I32,
        }
    }

    /// Whether other host threads use the memory meanwhile.
    fn is_shared(&self, w: &Writer<'_, '_, '_>) -> bool {
        w.shared && self.access.space != Space::Shared
    }

    /// Read what is in memory of a word, extended.
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

    /// Write what an access has of a word; gives what was in memory, extended by zeros.
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

    fn load(&self, w: &Writer<'_, '_, '_>, dst: Slot, signed: bool, (lanes, span): (Value, Span)) {
        let e = w.emit;
        each_lane(w, lanes, span, None, |w, at, place| {
            let address = ins!(e, iadd(self.bytes, place));
            let to = ins!(e, iadd(w.registers, at));
            for word in 0..self.words() {
                let value = self.read(w, signed, address, word);
                ins!(e, store(plain(), value, to, 4 * (dst.0 + word * LANES as u32) as i32));
            }
            None
        });
    }

    fn store(&self, w: &Writer<'_, '_, '_>, src: [Src; 4], (lanes, span): (Value, Span)) {
        let e = w.emit;
        let values: Vec<Data> = src[..self.words() as usize].iter().map(|src| operand(w, *src)).collect();
        let changed = each_lane(w, lanes, span, Some(()), |w, at, place| {
            let address = ins!(e, iadd(self.bytes, place));
            let mut changed = None;
            for (word, value) in values.iter().enumerate() {
                let value = Scalar(e).value::<W32>(value.val(w, at));
                let before = self.replace(w, value, address, word as u32);
                let differ = ins!(e, bxor(before, value));
                let differ = match self.access.bytes {
                    1 => ins!(e, band_imm_u(differ, 0xff)),
                    2 => ins!(e, band_imm_u(differ, 0xffff)),
                    _ => differ,
                };
                changed = Some(together(e, changed, differ));
            }
            changed
        });
        self.note(w, changed);
    }

    /// An atomic on a copy that this thread has to itself, if its site leads to one, or on memory.
    fn atomic<W: Width>(
        &self,
        w: &Writer<'_, '_, '_>,
        op: (&Rmw, u32),
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

    /// The same where other host threads use the memory meanwhile, or none does.
    fn atomic_on<W: Width>(
        &self,
        w: &Writer<'_, '_, '_>,
        (op, number): (&Rmw, u32),
        src: [Wide; 2],
        dst: Option<Slot>,
        (lanes, span): (Value, Span),
        shared: bool,
    ) {
        let e = w.emit;
        let d = Scalar(e);
        w.counted_atomic(lanes, 1);
        let wide = W::BITS == 64;
        let [a, b] = src.map(|s| [Some(operand(w, s.lo)), wide.then(|| operand(w, s.hi))]);
        let value = |at: Value, data: &[Option<Data>; 2]| -> Bits<Scalar<'_, '_>, W> {
            let [low, high] = data.each_ref().map(|word| word.as_ref().map(|word| d.bits::<W32>(word.val(w, at))));
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
        // Whether one of these bits is set, in 32 of them.
        let folded = |bits: Value| match wide {
            false => bits,
            true => {
                let high = ins!(e, ushr_imm_u(bits, 32));
                ins!(e, ireduce(types::I32, ins!(e, bor(bits, high))))
            }
        };
        // What always changes memory need not be compared; what is added changes it if it is not 0.
        let adds = matches!((op.op, op.packing), (AtomicOp::Add | AtomicOp::Sub, Packing::Scalar));
        let steps = matches!((op.op, op.packing), (AtomicOp::Inc | AtomicOp::Dec, Packing::Scalar));
        let literal = a.iter().flatten().any(|word| matches!(word, Data::Lit(1..)));
        let changes = steps || adds && literal;
        if changes {
            let all = ins!(e, uextend(types::I64, lanes));
            w.changed(all);
        }
        let aggregate = if dst.is_none() { Aggregate::of(op) } else { None };
        let together = aggregate
            .zip(a[0].as_ref())
            .map(|(aggregate, operand)| aggregate.write(w, self.bytes, operand, (lanes, span), shared));
        // Where the first lane goes whose result the documents leave open.
        let open = op.may_be_unspecified().then(|| {
            let open = e.with(FunctionBuilder::create_block);
            e.with(|b| b.set_cold_block(open));
            (open, e.with(|b| b.append_block_param(open, types::I64)))
        });
        let changed = each_lane(w, lanes, span, (!changes).then_some(()), |w, at, place| {
            let [a, b] = [&a, &b].map(|data| value(at, data));
            let address = ins!(e, iadd(self.bytes, place));
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
                e.with(|b| b.ins().brif(is, open, &[at.into()], settled, &[]));
                e.with(|b| b.switch_to_block(settled));
            }
            let new = d.value::<W>(out.new.v);
            if !shared {
                ins!(e, store(plain(), new, address, 0));
            }
            if let Some(dst) = dst {
                let given = d.value::<W>(out.returned.v);
                let to = ins!(e, iadd(w.registers, at));
                let low = if wide { ins!(e, ireduce(types::I32, given)) } else { given };
                ins!(e, store(plain(), low, to, 4 * dst.0 as i32));
                if wide {
                    let high = ins!(e, ushr_imm_u(given, 32));
                    let high = ins!(e, ireduce(types::I32, high));
                    ins!(e, store(plain(), high, to, 4 * (dst.0 + LANES as u32) as i32));
                }
            }
            (!changes).then(|| folded(if adds { d.value::<W>(a.v) } else { ins!(e, bxor(before, new)) }))
        });
        self.note(w, changed);
        if let Some(after) = together {
            e.with(|b| b.ins().jump(after, &[]));
            e.with(|b| b.switch_to_block(after));
        }
        if let Some((open, at)) = open {
            let done = e.with(FunctionBuilder::create_block);
            e.with(|b| b.ins().jump(done, &[]));
            e.with(|b| b.switch_to_block(open));
            // The interpreter goes on with this lane, and stops there.
            let lane = ins!(e, ireduce(types::I32, ins!(e, ushr_imm_u(at, 2))));
            let above = e.int(types::I32, u32::MAX.into());
            let rest = ins!(e, band(lanes, ins!(e, ishl(above, lane))));
            w.counted_atomic(rest, -1);
            w.left(number, rest, self.site);
            e.with(|b| b.ins().jump(done, &[]));
            e.with(|b| b.switch_to_block(done));
        }
    }

    fn note(&self, w: &Writer<'_, '_, '_>, changed: Option<Value>) {
        if let Some(changed) = changed {
            let changed = ins!(w.emit, uextend(types::I64, changed));
            w.changed(changed);
        }
    }
}

/// Bits that changed, with those of others.
fn together(e: &Emit<'_>, others: Option<Value>, bits: Value) -> Value {
    others.map_or(bits, |others| ins!(e, bor(others, bits)))
}

/// A data operand: the same in every lane, or a vector.
pub(crate) enum Data {
    Lit(u32),
    One(Value),
    Each(u32),
}

impl Data {
    fn val(&self, w: &Writer<'_, '_, '_>, at: Value) -> Val {
        match *self {
            Data::Lit(value) => Val::Lit(value.into()),
            Data::One(value) => Val::One(value),
            Data::Each(first) => {
                let place = ins!(w.emit, iadd(w.registers, at));
                Val::One(ins!(w.emit, load(types::I32, plain(), place, 4 * first as i32)))
            }
        }
    }
}

fn operand(w: &Writer<'_, '_, '_>, src: Src) -> Data {
    match src {
        Src::Slot(slot) if w.constant(slot).is_none() => Data::Each(slot.0),
        Src::Slot(slot) => Data::Lit(w.constant(slot).unwrap_or(0)),
        Src::Imm(value) => Data::Lit(value),
        other => Data::One(w.one(other)),
    }
}

/// Bytes of memory that the host's nearest cache holds.
const NEAR: u64 = 32 << 10;

/// Lanes that a round of a loop serves.
const AT_ONCE: u32 = 4;

/// Call `f` with each lane's place in vectors, in bytes, and its offset in memory, the lowest lane first; gives the bits that it gives,
/// taken together.
fn each_lane<'e, 'f, 'd>(
    w: &Writer<'e, 'f, 'd>,
    lanes: Value,
    span: Span,
    sums: Option<()>,
    f: impl Fn(&Writer<'e, 'f, 'd>, Value, Value) -> Option<Value>,
) -> Option<Value> {
    let e = w.emit;
    let offset = |at: Value| {
        let place = ins!(e, iadd(w.frame, at));
        let offset = ins!(e, load(types::I32, plain(), place, offset_of!(Frame, offsets) as i32));
        ins!(e, uextend(types::I64, offset))
    };
    let [full, some, some_body, done] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
    e.with(|b| {
        b.append_block_param(full, types::I64);
        b.append_block_param(some, types::I32);
        for block in [full, some, done] {
            if sums.is_some() {
                b.append_block_param(block, types::I32);
            }
        }
    });
    let none = e.int(types::I32, 0);
    let with = |first: Option<Value>, sum: Value| -> Vec<cranelift_codegen::ir::BlockArg> {
        first.into_iter().chain(sums.map(|()| sum)).map(Into::into).collect()
    };
    let every = e.int(types::I32, span.lanes().into());
    let is_full = ins!(e, icmp(IntCC::Equal, lanes, every));
    let first = e.int(types::I64, u64::from(4 * span.from));
    e.with(|b| b.ins().brif(is_full, full, &with(Some(first), none), some, &with(Some(lanes), none)));
    // Every lane.
    e.with(|b| b.switch_to_block(full));
    let params = e.with(|b| b.block_params(full).to_vec());
    let mut sum = *params.last().expect("there is one");
    for lane in 0..AT_ONCE {
        let at = ins!(e, iadd_imm_s(params[0], i64::from(4 * lane)));
        if let Some(bits) = f(w, at, offset(at)) {
            sum = ins!(e, bor(sum, bits));
        }
    }
    let next = ins!(e, iadd_imm_s(params[0], i64::from(4 * AT_ONCE)));
    let end = e.int(types::I64, u64::from(4 * span.to));
    let ended = ins!(e, icmp(IntCC::Equal, next, end));
    e.with(|b| b.ins().brif(ended, done, &with(None, sum), full, &with(Some(next), sum)));
    // Those that are set.
    e.with(|b| b.switch_to_block(some));
    let params = e.with(|b| b.block_params(some).to_vec());
    let (rest, sum) = (params[0], *params.last().expect("there is one"));
    e.with(|b| b.ins().brif(rest, some_body, &[], done, &with(None, sum)));
    e.with(|b| b.switch_to_block(some_body));
    let lane = ins!(e, ctz(rest));
    let lane = ins!(e, uextend(types::I64, lane));
    let at = ins!(e, ishl_imm_u(lane, 2));
    let sum = match f(w, at, offset(at)) {
        Some(bits) => ins!(e, bor(sum, bits)),
        None => sum,
    };
    let less = ins!(e, iadd_imm_s(rest, -1));
    let rest = ins!(e, band(rest, less));
    e.with(|b| b.ins().jump(some, &with(Some(rest), sum)));
    e.with(|b| b.switch_to_block(done));
    sums.map(|()| e.with(|b| b.block_params(done)[0]))
}

impl<'d> Writer<'_, '_, 'd> {
    /// The access of a micro-operation that is served here.
    pub(crate) fn native_access(&self, uop: &'d Uop) -> Option<&'d Access> {
        let plain = |src: Src| !matches!(src, Src::Mask(_));
        let access = match uop {
            Uop::Load { access, .. } => access,
            Uop::Store { access, src } => {
                let words = usize::from(access.bytes / 4).max(1);
                src[..words].iter().all(|src| plain(*src)).then_some(access)?
            }
            Uop::Atomic { access, rmw, src0, src1, dst, .. } => {
                // Lanes read before any of them writes.
                let (lanes, results) = (LANES as u32, LANES as u32 * u32::from(access.bytes / 4).max(1));
                let clobbers = |src: Src| match (src, *dst) {
                    (Src::Slot(Slot(from)), Some(Slot(to))) => {
                        from < to + results && to < from + lanes && from.abs_diff(to) % lanes != 0
                    }
                    _ => false,
                };
                if [src0.lo, src0.hi, src1.lo, src1.hi].into_iter().any(clobbers) {
                    return None;
                }
                let rmw = self.dispatch.program.rmws[*rmw as usize];
                let operands = [src0.lo, src0.hi, src1.lo, src1.hi];
                let fits = rmw.size.bits() == 8 * u32::from(access.bytes);
                (fits && operands.into_iter().all(plain) && self.has_code(&rmw)).then_some(access)?
            }
            _ => return None,
        };
        let reaches = matches!(access.space, Space::Global | Space::Generic | Space::GenericGlobal | Space::Shared);
        // More than a word at once is left where others could see one without the other.
        let at_once = self.shared
            && access.space != Space::Shared
            && access.aligned
            && matches!(uop, Uop::Load { .. } | Uop::Store { .. });
        let whole = matches!(access.bytes, 1 | 2 | 4) || matches!(access.bytes, 8 | 16) && !at_once;
        (reaches && whole && self.accesses.len() < 1000).then_some(access)
    }

    /// What an access adds to memory that several host threads share, if that is all that it does.
    pub(crate) fn reduces(&self, uop: &Uop) -> Option<Reduction> {
        match uop {
            Uop::Atomic { access, rmw, dst: None, .. } if self.shared && access.space != Space::Shared => {
                Reduction::of(&self.dispatch.program.rmws[*rmw as usize])
            }
            _ => None,
        }
    }

    /// Whether there is code for an atomic.
    fn has_code(&self, op: &Rmw) -> bool {
        match op.size {
            // Whether a result is open would have to be asked of each try.
            _ if op.may_be_unspecified() && self.shared => false,
            Size::B32 => self.has_code_of::<W32>(types::I32, op),
            Size::B64 => self.has_code_of::<W64>(types::I64, op),
            Size::B8 | Size::B16 => false,
        }
    }

    fn has_code_of<W: Width>(&self, ty: Type, op: &Rmw) -> bool {
        // Written for nothing, to see; what nobody uses is not compiled.
        let any = self.emit.int(ty, 1);
        let any = ins!(self.emit, bxor_imm_u(any, 3));
        let [old, a, b] = [any; 3].map(|v| Scalar(self.emit).bits::<W>(Val::One(v)));
        let _: Outcome<_, W> = rmw(op, old, a, b);
        !self.emit.take_refused()
    }
}
