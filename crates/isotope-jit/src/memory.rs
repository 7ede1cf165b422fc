//! Accesses. The addresses of the lanes are computed strip by strip. If all lanes go to one memory, in bounds and aligned, they are served
//! here, the lowest first (by atomic instructions where host threads share the memory). Otherwise the interpreter does the whole access,
//! before anything has happened.

use std::cell::Cell;
use std::mem::offset_of;
use std::rc::Rc;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Type, Value, types};
use isotope_ir::effect::{Access, LANES, Slot, Space, Src, Uop, Wide};
use isotope_machine::mem::ADDRESS_BITS;
use isotope_machine::native::{Reduction, Site};
use isotope_op::assume::{HighAddress, NV_E_ADDRESS_HIGH};
use isotope_op::atomic::{Outcome, Rmw, Size, rmw};
use isotope_op::domain::{W32, W64, Width};

use crate::code::{Emit, Origin, Same, Scalar, Strip, Val, ins};
use crate::fact::Fact;
use crate::frame::Frame;
use crate::segment::{Known, Member, Op, sum_of};
use crate::tables::Lanes;
use crate::unit::{Writer, plain};

mod aggregate;
mod fours;
mod lanes;
mod quads;
mod serve;

pub(crate) use lanes::Lane;
pub(crate) use serve::Data;

/// The addresses of an access.
pub(crate) struct Addresses<'d> {
    uop: &'d Uop,
    access: &'d Access,
    /// Operations of its group in front of it.
    pub behind: usize,
    /// Its number among the accesses, and the access whose site it uses.
    number: u32,
    site: u32,
    /// Where the offsets of its lanes are stored in the frame.
    offsets: i32,
    base: Value,
    limit: Value,
    bytes: Value,
    /// Whether address bits above those of the device are ignored.
    masked: bool,
    /// If pending operations say so: the uniform address and the 32 bits per lane whose sum the addresses are.
    sum: Option<(Val, Src)>,
    /// The words of that uniform address.
    uniform: Option<Wide>,
    /// Whether it is the address of a binding-table entry, so that the lanes' bits are within bounds.
    within: bool,
    /// Whether some access of the group must test where its lanes go, and whether this one did not.
    looks: Rc<Cell<bool>>,
    narrow: Cell<Option<bool>>,
    /// Whether it may lead to a thread's copy of memory.
    reduces: bool,
    /// Whether code tests if consecutive lanes go to consecutive words.
    rows: bool,
    /// The form of the addresses that a strip found.
    form: Cell<Option<Form>>,
}

/// The form of addresses.
#[derive(Clone, Copy)]
enum Form {
    Sum(Sum),
    /// Any addresses.
    Any,
}

/// A uniform value plus 32 bits of each lane, shifted up in 64 bits.
#[derive(Clone, Copy)]
struct Sum {
    uniform: Uniform,
    /// What is known of the lanes' bits, and by how many bits they are shifted.
    known: Fact,
    up: u32,
    /// Whether the range of the lanes' bits is small enough to be tested as a whole.
    narrow: bool,
}

/// An address that is the same in every lane.
#[derive(Clone, Copy)]
enum Uniform {
    Whole(Val),
    /// The low and the high word.
    Words([Same; 2]),
}

impl Uniform {
    fn value(self, e: &Emit<'_>) -> Val {
        match self {
            Uniform::Whole(value) => value,
            Uniform::Words(words) => {
                let [low, high] = words.map(|word| match word {
                    Same::Lit(word) => Val::Lit(word.into()),
                    Same::One(word) => Val::One(word),
                });
                let [low, high] = [low, high].map(|word| Scalar(e).bits::<W32>(word).zext::<W64>());
                (high.shl_by(high.k(32)) | low).v
            }
        }
    }
}

/// What strips found out about addresses, as scalars: calls in between preserve no vector registers.
pub(crate) struct Found {
    /// Not 0 if some lane cannot be served here.
    odd: Value,
    row: Option<Row>,
}

impl Found {
    /// As values for block parameters.
    pub(crate) fn values(&self) -> impl Iterator<Item = Value> + use<> {
        let row = self.row.map(|row| [row.first, row.differ]);
        std::iter::once(self.odd).chain(row.into_iter().flatten())
    }

    /// The same from block parameters; unread parameters stay in the iterator.
    pub(crate) fn again(&self, values: &mut impl Iterator<Item = Value>) -> Found {
        let mut next = || values.next().expect("as many as there were");
        let odd = next();
        Found { odd, row: self.row.map(|_| Row { first: next(), differ: next() }) }
    }
}

/// Address of consecutive lanes, computed back to lane 0, and whether the lanes are not consecutive.
#[derive(Clone, Copy)]
struct Row {
    first: Value,
    differ: Value,
}

/// Leaves lanes of an access to the interpreter.
type Left<'a, 'd> = &'a dyn Fn(&Writer<'_, '_, 'd>, Value);

/// Where lanes go, once it is known that all of them may be served here.
#[derive(Clone, Copy)]
pub(crate) struct Places {
    /// Where a lane whose number is 0 would go.
    pub bytes: Value,
    /// Where the lanes' numbers are stored in the frame, and by how many bits they are shifted.
    pub numbers: i32,
    pub up: u32,
}

impl Places {
    /// The address of a lane with this number.
    pub(crate) fn of(self, e: &Emit<'_>, number: Value) -> Value {
        let offset = if self.up == 0 { number } else { ins!(e, ishl_imm_u(number, i64::from(self.up))) };
        ins!(e, iadd(self.bytes, offset))
    }

    /// The address of a lane.
    pub(crate) fn at(self, w: &Writer<'_, '_, '_>, lane: Lane) -> Value {
        self.of(w.emit, ins!(w.emit, uload32(plain(), lane.frame, self.numbers)))
    }
}

/// Bounds of addresses that are a sum.
struct Bounds {
    /// The highest that the lanes' bits may be, minus their lowest possible value; and 1 if no value is in bounds.
    last: Value,
    none: Value,
    /// Where a lane whose number is 0 goes, counted from the first byte of the memory.
    start: Value,
}

impl<'d> Addresses<'d> {
    /// Reads what the site of an access knows, for these lanes; `others` are the accesses of its group in front of it.
    pub(crate) fn begin(
        w: &mut Writer<'_, '_, 'd>,
        member: &Member<'d>,
        (others, lanes): (&[Addresses<'d>], Lanes),
        ops: &[Op<'d>],
    ) -> Addresses<'d> {
        let Member { uop, access, site: number, .. } = *member;
        let before = &ops[..member.ops];
        let added = sum_of(access, before);
        let sum = added.or_else(|| w.tables.sum_of(lanes, access, before));
        let within = added.is_none() && sum.is_some();
        let uniform = sum.map(|(uniform, _)| uniform);
        // An access with the same uniform address is most likely in the same memory.
        let own = w.own_memory(access);
        let like = others.iter().find(|other| {
            let [a, b] = [other.number, number].map(|at| w.accesses[at as usize]);
            let alike = (a.access.space, a.access.bytes, a.reduces) == (b.access.space, b.access.bytes, b.reduces);
            alike && uniform.is_some() && other.uniform == uniform
        });
        let site = like.map_or(number, |other| other.site);
        w.accesses[number as usize].site = site;
        let field = |offset: usize| {
            let offset = site as usize * size_of::<Site>() + offset;
            ins!(w.emit, load(types::I64, plain(), w.sites, offset as i32))
        };
        let masked = w.dispatch.assumptions.get(NV_E_ADDRESS_HIGH) == HighAddress::Ignore;
        let fields = || match own {
            Some(own) => {
                let [base, limit] = [0, own.bytes - u64::from(access.bytes)].map(|at| w.emit.int(types::I64, at));
                [base, limit, w.pointer_field(own.at)]
            }
            None => [offset_of!(Site, base), offset_of!(Site, limit), offset_of!(Site, bytes)].map(field),
        };
        let [base, limit, bytes] = like.map_or_else(fields, |other| [other.base, other.limit, other.bytes]);
        let sum = sum.map(|(uniform, index)| (w.one_wide(uniform), index));
        let reduces = w.accesses[number as usize].reduces.is_some();
        let place = others.len();
        let alone = !w.shared || own.is_some();
        let by_words = access.bytes == 4 && access.space != Space::Private;
        let rows = by_words && alone && matches!(uop, Uop::Load { dst: Some(_), .. } | Uop::Store { .. });
        let offsets = (offset_of!(Frame, offsets) + place * size_of::<[u32; LANES]>()) as i32;
        let (form, behind) = (Cell::new(None), member.ops);
        Addresses {
            uop,
            access,
            behind,
            number,
            site,
            offsets,
            base,
            limit,
            bytes,
            masked,
            sum,
            uniform,
            within,
            looks: others.first().map(|other| other.looks.clone()).unwrap_or_default(),
            narrow: Cell::new(None),
            reduces,
            rows,
            form,
        }
    }

    pub(crate) fn sources(&self) -> Vec<Src> {
        [Some(self.access.address.lo), self.access.address.hi].into_iter().flatten().collect()
    }

    pub(crate) fn wide(&self) -> Option<Wide> {
        self.access.address.hi.map(|hi| Wide { lo: self.access.address.lo, hi })
    }

    /// Running values that strips accumulate: whether lanes are out of bounds (the highest number that a lane adds to a uniform value, or else a sign), and the
    /// low bits of offsets; then, to find consecutive lanes, the or and the and of the offsets computed back to lane 0.
    pub(crate) fn sums(&self, e: &Emit<'_>) -> Vec<Value> {
        let mut sums = vec![e.splat(0), e.splat(0)];
        if self.rows {
            sums.extend([e.splat(0), e.splat(u32::MAX.into())]);
        }
        sums
    }

    /// The sum that the addresses of a strip are, with the lanes' bits, if known.
    fn sum_of(&self, w: &Writer<'_, '_, '_>, known: &Known<'_>) -> Option<(Sum, Val)> {
        let e = w.emit;
        let of = |uniform: Uniform, each: Val, up: u32| (self.sum(uniform, e.fact::<W32>(each), up), each);
        if let Some((uniform, index)) = self.sum {
            return Some(of(Uniform::Whole(uniform), known.source(w, index), 0));
        }
        let low = known.source(w, self.access.address.lo);
        let Some(hi) = self.access.address.hi else {
            // Memory of a group or wave begins at the lowest address. In that of a lane, offsets are not addresses.
            return matches!(self.access.space, Space::Shared | Space::Wave).then(|| {
                match self.access.address.offset {
                    by @ 0.. => self.peeled(e, by as u64, low),
                    by => {
                        let low = Strip(e).bits::<W32>(low);
                        of(Uniform::Whole(Val::Lit(0)), (low + low.k((by as u32).into())).v, 0)
                    }
                }
            });
        };
        match known.source(w, hi) {
            Val::Lit(high) => {
                let fact = e.fact::<W32>(low);
                let narrow = fact.min > 0 || fact.max < u64::from(u32::MAX);
                narrow.then(|| self.peeled(e, high << 32, low))
            }
            Val::One(high) => {
                let (uniform, each, up) = carried(e, low, high)?;
                Some(of(Uniform::Words(uniform), Val::One(each), up))
            }
            Val::Two(_) => None,
        }
    }

    /// Decides, where a sum is first met, whether one test covers the whole possible range of the lanes instead of their actual values:
    /// memory may well be as large as a small range. If one access of the group must test actual values, because a mask of unknown value
    /// bounds the lanes, the others test too.
    fn sum(&self, uniform: Uniform, known: Fact, up: u32) -> Sum {
        let narrow = self.narrow.get().unwrap_or_else(|| {
            let most = if self.within { 1 << 28 } else { 1 << 24 };
            let few = known.max << up < most;
            let narrow = few && (self.within || !self.looks.get());
            self.looks.set(self.looks.get() || !few);
            narrow
        });
        self.narrow.set(Some(narrow));
        Sum { uniform, known, up, narrow }
    }

    /// A sum of a uniform value and bits of lanes, after literals and a shift that cannot carry have been moved to the uniform part.
    fn peeled(&self, e: &Emit<'_>, mut uniform: u64, mut each: Val) -> (Sum, Val) {
        let origin = |each: Val| if let Val::One(value) = each { e.origin(value) } else { None };
        if let Some(Origin::Plus(rest, Same::Lit(by))) = origin(each)
            && e.fact::<W32>(Val::One(rest)).max + u64::from(by) <= u64::from(u32::MAX)
        {
            (uniform, each) = (uniform.wrapping_add(by.into()), Val::One(rest));
        }
        let mut up = 0;
        // A host adds shifted values in one instruction.
        if let Some(Origin::Up(rest, by @ 1..=3)) = origin(each)
            && e.fact::<W32>(Val::One(rest)).max << by <= u64::from(u32::MAX)
        {
            (up, each) = (by, Val::One(rest));
        }
        (self.sum(Uniform::Whole(Val::Lit(uniform)), e.fact::<W32>(each), up), each)
    }

    /// Computes and stores the offsets of a strip.
    pub(crate) fn strip(&self, w: &Writer<'_, '_, '_>, known: &Known<'_>, sums: &[Value]) -> Vec<Value> {
        let e = w.emit;
        let d = Strip(e);
        let address = self.access.address;
        let only = |v: Value| known.executing.map_or(v, |lanes| ins!(e, band(v, lanes)));
        if let Some((sum, each)) = self.sum_of(w, known) {
            self.form.set(Some(Form::Sum(sum)));
            let each = d.value(each);
            let most = match known.executing {
                // The whole possible range is tested before the loop.
                None if sum.narrow => sums[0],
                None => ins!(e, umax(sums[0], each)),
                Some(lanes) if sum.known.min > 0 => {
                    let those = ins!(e, bitselect(lanes, each, e.splat(sum.known.min)));
                    ins!(e, umax(sums[0], those))
                }
                Some(_) => ins!(e, umax(sums[0], only(each))),
            };
            let moved = || if sum.up == 0 { each } else { ins!(e, ishl_imm_u(each, i64::from(sum.up))) };
            let low = || {
                let start = ins!(e, ireduce(types::I32, self.bounds(w, sum).start));
                let offset = ins!(e, iadd(moved(), ins!(e, splat(types::I32X4, start))));
                ins!(e, bor(sums[1], only(offset)))
            };
            let mut next = vec![most, if self.is_aligned(sum) { sums[1] } else { low() }];
            self.keep(w, known, each, &moved, &sums[2..], &mut next);
            return next;
        }
        self.form.set(Some(Form::Any));
        let (offset, outside) = match self.wide() {
            None if self.access.space == Space::Private => {
                let low = d.bits::<W32>(known.source(w, address.lo));
                let low = d.value((low + low.k(address.offset as u32 as u64)).v);
                let limit = ins!(e, splat(types::I32X4, ins!(e, ireduce(types::I32, self.limit))));
                let past = ins!(e, icmp(IntCC::UnsignedGreaterThan, low, limit));
                // One lane's memory after the other's, each aligned for any access.
                let first = ins!(e, ireduce(types::I32, ins!(e, ushr_imm_u(known.at, 2))));
                let half = if self.access.upper { LANES as u32 } else { 0 };
                let lane = ins!(e, iadd(ins!(e, splat(types::I32X4, first)), e.vector([0, 1, 2, 3].map(|l| l + half))));
                let begin = ins!(e, imul(lane, e.splat(w.dispatch.private_bytes.into())));
                (ins!(e, iadd(low, begin)), past)
            }
            None => {
                let low = d.bits::<W32>(known.source(w, address.lo));
                let low = d.value((low + low.k(address.offset as u32 as u64)).v);
                let base = ins!(e, ireduce(types::I32, self.base));
                let base = ins!(e, splat(types::I32X4, base));
                let offset = ins!(e, isub(low, base));
                let limit = ins!(e, ireduce(types::I32, self.limit));
                let limit = ins!(e, splat(types::I32X4, limit));
                let past = ins!(e, icmp(IntCC::UnsignedGreaterThan, offset, limit));
                (offset, past)
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
                (e.low(offsets), e.high(past))
            }
        };
        let mut next = vec![ins!(e, bor(sums[0], only(outside))), ins!(e, bor(sums[1], only(offset)))];
        self.keep(w, known, offset, &|| offset, &sums[2..], &mut next);
        next
    }

    /// The bounds of addresses that are a sum, computed once.
    fn bounds(&self, w: &Writer<'_, '_, '_>, Sum { uniform, known, up, .. }: Sum) -> Bounds {
        let e = w.emit;
        let d = Scalar(e);
        // Numbers in bounds carry nothing into bits above those of the device, so these bits can be cleared before the addition.
        let mut lowest = d.bits::<W64>(uniform.value(e));
        let by = if self.access.address.hi.is_some() { i64::from(self.access.address.offset) as u64 } else { 0 };
        let least = known.min << up;
        lowest = lowest + lowest.k(least.wrapping_add(by));
        if self.masked {
            lowest = lowest & ((1 << ADDRESS_BITS) - 1);
        }
        let begin = ins!(e, isub(d.value::<W64>(lowest.v), self.base));
        let last = ins!(e, isub(self.limit, begin));
        let last = if up == 0 { last } else { ins!(e, ushr_imm_u(last, i64::from(up))) };
        let none = ins!(e, icmp(IntCC::UnsignedGreaterThan, begin, self.limit));
        let start = ins!(e, iadd_imm_s(begin, (least as i64).wrapping_neg()));
        Bounds { last, none: ins!(e, uextend(types::I32, none)), start }
    }

    /// Where the lanes go.
    fn places(&self, w: &Writer<'_, '_, '_>) -> Places {
        let numbers = self.offsets;
        match self.form.get().expect("there is a strip") {
            Form::Any => Places { bytes: self.bytes, numbers, up: 0 },
            Form::Sum(sum) => {
                let bytes = ins!(w.emit, iadd(self.bytes, self.bounds(w, sum).start));
                Places { bytes, numbers, up: sum.up }
            }
        }
    }

    /// Not 0 if strips in which all lanes execute may rely on the known range of addresses; `None` if no range is known.
    pub(crate) fn fits(&self, w: &Writer<'_, '_, '_>) -> Option<Value> {
        let e = w.emit;
        let Some(Form::Sum(sum)) = self.form.get() else { return None };
        sum.narrow.then(|| {
            let last = self.bounds(w, sum).last;
            let most = e.int(types::I64, sum.known.max - sum.known.min);
            ins!(e, icmp(IntCC::UnsignedLessThanOrEqual, most, last))
        })
    }

    /// Whether the low bits that lanes add are known to be zero.
    fn is_aligned(&self, sum: Sum) -> bool {
        1u64.checked_shl(sum.known.zeros + sum.up).is_none_or(|unit| unit >= self.alignment())
    }

    /// What addresses are a multiple of where an access is served here: words are moved one by one, unless the access must be aligned.
    fn alignment(&self) -> u64 {
        let bytes = u64::from(self.access.bytes);
        if self.access.aligned { bytes } else { bytes.min(4) }
    }

    /// What strips found out: in the case that all lanes execute and [fit](Self::fits), or in the other one.
    pub(crate) fn settle(&self, w: &Writer<'_, '_, '_>, sums: &[Value], fit: bool) -> Found {
        let e = w.emit;
        let nowhere = ins!(e, icmp_imm_u(IntCC::Equal, self.bytes, 0));
        let odd = ins!(e, bor(self.odd(w, sums, fit), ins!(e, uextend(types::I32, nowhere))));
        let row = match sums[2..] {
            [any, all] => {
                let first = e.with(|b| b.ins().extractlane(any, 0));
                let same = ins!(e, bxor(any, ins!(e, splat(types::I32X4, first))));
                let differ = ins!(e, bor(ins!(e, bxor(any, all)), same));
                Some(Row { first, differ: ins!(e, vany_true(differ)) })
            }
            _ => None,
        };
        Found { odd, row }
    }

    /// Not 0 if some lane is out of bounds or misaligned.
    fn odd(&self, w: &Writer<'_, '_, '_>, sums: &[Value], fit: bool) -> Value {
        let e = w.emit;
        let below = self.alignment() as i64 - 1;
        let low = || {
            let low = ins!(e, band(sums[1], e.splat(below as u64)));
            let low = ins!(e, vany_true(low));
            ins!(e, uextend(types::I32, low))
        };
        match self.form.get().expect("there is a strip") {
            Form::Any => ins!(e, bor(ins!(e, vhigh_bits(types::I32, sums[0])), low())),
            Form::Sum(sum) => {
                let Bounds { last, none, start } = self.bounds(w, sum);
                let past = || {
                    let most = ins!(e, isub(sums[0], e.splat(sum.known.min)));
                    let full = e.int(types::I64, u32::MAX.into());
                    let last = ins!(e, ireduce(types::I32, ins!(e, umin(last, full))));
                    let last = ins!(e, splat(types::I32X4, last));
                    let past = ins!(e, icmp(IntCC::UnsignedGreaterThan, most, last));
                    ins!(e, bor(ins!(e, vhigh_bits(types::I32, past)), none))
                };
                let past = if fit && sum.narrow { none } else { past() };
                let low = if self.is_aligned(sum) {
                    ins!(e, band_imm_u(ins!(e, ireduce(types::I32, start)), below))
                } else {
                    low()
                };
                ins!(e, bor(past, low))
            }
        }
    }

    /// Stores the offsets of a strip, and accumulates whether lanes are consecutive.
    fn keep(
        &self,
        w: &Writer<'_, '_, '_>,
        known: &Known<'_>,
        kept: Value,
        offsets: &dyn Fn() -> Value,
        row: &[Value],
        next: &mut Vec<Value>,
    ) {
        let e = w.emit;
        let place = ins!(e, iadd(w.frame, known.at));
        ins!(e, store(plain(), kept, place, self.offsets));
        match *row {
            // Where only some lanes execute, this is not asked; the initial values say no.
            [any, all] if known.executing.is_some() => next.extend([any, all]),
            [any, all] => {
                let at = ins!(e, splat(types::I32X4, ins!(e, ireduce(types::I32, known.at))));
                let at = ins!(e, iadd(at, e.vector([0, 4, 8, 12])));
                let first = ins!(e, isub(offsets(), at));
                next.extend([ins!(e, bor(any, first)), ins!(e, band(all, first))]);
            }
            _ => {}
        }
    }
}

/// Decomposes a 64-bit number in two words into a uniform number of two words and a vector that is shifted up by a number of bits.
fn carried(e: &Emit<'_>, low: Val, high: Value) -> Option<([Same; 2], Value, u32)> {
    let Val::One(low) = low else { return None };
    let plus = |value: Value| match e.origin(value) {
        Some(Origin::Plus(of, by)) => (of, by),
        _ => (value, Same::Lit(0)),
    };
    let (moved, low_uniform) = plus(low);
    let is_carry = |bit: Value| {
        let Some(Origin::Bit(carry)) = e.origin(bit) else { return false };
        e.origin(carry) == Some(Origin::Carry(moved, low_uniform))
    };
    let up_of = |moved: Value| match e.origin(moved) {
        Some(Origin::Up(each, up)) => (each, up),
        _ => (moved, 0),
    };
    // The shift moves nothing into the high word, which is that of the uniform address plus the carry.
    if let Some(Origin::Plus(bit, high_uniform)) = e.origin(high)
        && is_carry(bit)
    {
        let (each, up) = up_of(moved);
        let whole = e.fact::<W32>(Val::One(each)).max << up <= u64::from(u32::MAX);
        let (each, up) = if whole && up <= 3 { (each, up) } else { (moved, 0) };
        return Some(([low_uniform, high_uniform], each, up));
    }
    let Origin::Up(each, up) = e.origin(moved)? else { return None };
    let without_carry = match (low_uniform, e.origin(high)) {
        (Same::Lit(0), _) => high,
        (_, Some(Origin::PlusBit(rest, bit))) => is_carry(bit).then_some(rest)?,
        _ => return None,
    };
    let (upper, high_uniform) = plus(without_carry);
    let uniform = [low_uniform, high_uniform];
    (up > 0 && e.origin(upper)? == Origin::Down(each, 32 - up)).then_some((uniform, each, up))
}

/// Memory that belongs to the wave or its group, at a size and an address that do not change while code runs.
#[derive(Clone, Copy)]
struct OwnMemory {
    /// Size of what an access may reach: for private memory, that of one lane.
    bytes: u64,
    /// Offset in the frame of the pointer to the first byte.
    at: usize,
}

impl<'d> Writer<'_, '_, 'd> {
    /// The memory of an access that reaches no other than that of its group, wave or lane.
    fn own_memory(&self, access: &Access) -> Option<OwnMemory> {
        let private = u64::from(self.dispatch.private_bytes);
        let (bytes, at) = match access.space {
            Space::Shared => (self.dispatch.shared_bytes.into(), offset_of!(Frame, group_memory)),
            Space::Private => (private, offset_of!(Frame, private)),
            Space::Wave => (private * u64::from(self.dispatch.wave_size()), offset_of!(Frame, private)),
            _ => return None,
        };
        Some(OwnMemory { bytes, at })
    }

    /// The access of a micro-operation, if it is served here.
    pub(crate) fn native_access(&self, uop: &'d Uop) -> Option<&'d Access> {
        let plain = |src: Src| !matches!(src, Src::Mask(_));
        let access = match uop {
            Uop::Load { access, .. } => access,
            Uop::Store { access, src } => {
                let words = usize::from(access.bytes / 4).max(1);
                src[..words].iter().all(|src| plain(*src)).then_some(access)?
            }
            Uop::Atomic { access, rmw, src0, src1, dst, .. } => {
                // All lanes read before any lane writes.
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
        let own = self.own_memory(access);
        let moves = matches!(uop, Uop::Load { .. } | Uop::Store { .. });
        let reaches = match access.space {
            Space::Global | Space::Generic | Space::GenericGlobal => true,
            Space::Shared | Space::Private | Space::Wave => {
                let fits = own.is_some_and(|own| own.bytes >= u64::from(access.bytes));
                fits && (access.space == Space::Shared || access.address.hi.is_none() && moves)
            }
            Space::Constant(_) | Space::ConstantBanks => false,
        };
        // Accesses of more than one word are left to the interpreter where other threads could see one word without the other.
        let at_once = self.shared && own.is_none() && access.aligned && moves;
        let whole = match access.bytes {
            1 | 2 | 4 => true,
            8 | 16 => !at_once,
            12 => !access.aligned,
            _ => false,
        };
        (reaches && whole && self.accesses.len() < 1000).then_some(access)
    }

    /// The reduction that an access does on shared memory, if it does nothing else.
    pub(crate) fn reduces(&self, uop: &Uop) -> Option<Reduction> {
        match uop {
            Uop::Atomic { access, rmw, dst: None, .. } if self.shared && self.own_memory(access).is_none() => {
                Reduction::of(&self.dispatch.program.rmws[*rmw as usize])
            }
            _ => None,
        }
    }

    /// Whether an atomic has native code.
    fn has_code(&self, op: &Rmw) -> bool {
        match op.size {
            // Whether a result is unspecified would have to be tested in each attempt.
            _ if op.may_be_unspecified() && self.shared => false,
            Size::B32 => self.has_code_of::<W32>(types::I32, op),
            Size::B64 => self.has_code_of::<W64>(types::I64, op),
            Size::B8 | Size::B16 => false,
        }
    }

    fn has_code_of<W: Width>(&self, ty: Type, op: &Rmw) -> bool {
        // Emitted only as a trial; unused instructions are not compiled.
        let any = self.emit.int(ty, 1);
        let any = ins!(self.emit, bxor_imm_u(any, 3));
        let [old, a, b] = [any; 3].map(|v| Scalar(self.emit).bits::<W>(Val::One(v)));
        let _: Outcome<_, W> = rmw(op, old, a, b);
        !self.emit.take_refused()
    }
}
