//! Accesses: where the lanes go is found out strip by strip; if all of them go to one memory, in its bounds and aligned, they are
//! served here, the lowest first; by atomic instructions where several host threads share the memory. Everything else is left to the
//! interpreter, before anything has happened.

use std::cell::Cell;
use std::mem::offset_of;
use std::rc::Rc;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Type, Value, types};
use isotope_ir::effect::{Access, LANES, Slot, Space, Src, Uop, Wide};
use isotope_machine::mem::ADDRESS_BITS;
use isotope_machine::native::{Reduction, Site};
use isotope_op::assume::HighAddress;
use isotope_op::atomic::{Outcome, Rmw, Size, rmw};
use isotope_op::domain::{W32, W64, Width};

use crate::code::{Emit, Origin, Same, Scalar, Strip, Val, ins};
use crate::fact::Fact;
use crate::frame::Frame;
use crate::segment::{Known, Member, Op, sum_of};
use crate::tables::Lanes;
use crate::unit::{Writer, plain};

mod lanes;
mod serve;

pub(crate) use lanes::Lane;
pub(crate) use serve::Data;

/// The addresses of an access.
pub(crate) struct Addresses<'d> {
    uop: &'d Uop,
    access: &'d Access,
    /// Operations of its group in front of it.
    pub behind: usize,
    /// Its number among accesses, and the one whose site it uses.
    number: u32,
    site: u32,
    /// Where offsets of its lanes are kept in the frame.
    offsets: i32,
    base: Value,
    limit: Value,
    bytes: Value,
    /// Whether bits of an address above those of the device are ignored.
    masked: bool,
    /// The uniform address and the lanes' 32 bits that addresses are the sum of, if operations that wait say so.
    sum: Option<(Val, Src)>,
    /// The words of that address.
    uniform: Option<Wide>,
    /// Whether it is that of an entry of the binding table, so that the lanes' bits are within it.
    within: bool,
    /// Whether some access of the group has to look where its lanes go, and whether this one has not.
    looks: Rc<Cell<bool>>,
    narrow: Cell<Option<bool>>,
    /// Whether it may lead to a copy of memory.
    reduces: bool,
    /// Whether it is asked if lanes in a row go to words in a row.
    rows: bool,
    /// What a strip found addresses to be.
    form: Cell<Option<Form>>,
}

/// What addresses are.
#[derive(Clone, Copy)]
enum Form {
    Sum(Sum),
    /// Anything.
    Any,
}

/// Something uniform, and 32 bits of each lane, moved up in 64.
#[derive(Clone, Copy)]
struct Sum {
    uniform: Uniform,
    /// What is known of the lanes' bits, and how far they are moved.
    known: Fact,
    up: u32,
    /// Whether the lanes' bits may be taken for few enough numbers.
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

/// What strips found out about addresses, in few words: nothing that is called in between keeps vectors.
pub(crate) struct Found {
    /// Not 0 if not all lanes can be served here.
    odd: Value,
    row: Option<Row>,
}

impl Found {
    /// As values that a block may be given.
    pub(crate) fn values(&self) -> impl Iterator<Item = Value> + use<> {
        let row = self.row.map(|row| [row.first, row.differ]);
        std::iter::once(self.odd).chain(row.into_iter().flatten())
    }

    /// The same of values that a block was given for such a one; those that follow are left.
    pub(crate) fn again(&self, values: &mut impl Iterator<Item = Value>) -> Found {
        let mut next = || values.next().expect("as many as there were");
        let odd = next();
        Found { odd, row: self.row.map(|_| Row { first: next(), differ: next() }) }
    }
}

/// Where lanes in a row begin, as lane 0 would, and whether they are not in a row.
#[derive(Clone, Copy)]
struct Row {
    first: Value,
    differ: Value,
}

/// Leaves lanes of an access to the interpreter.
type Left<'a, 'd> = &'a dyn Fn(&Writer<'_, '_, 'd>, Value);

/// Where lanes go, once it is known that all of them may.
#[derive(Clone, Copy)]
pub(crate) struct Places {
    /// Where a lane of 0 would go.
    pub bytes: Value,
    /// Where the lanes' numbers are kept in the frame, and how far they are moved.
    pub numbers: i32,
    pub up: u32,
}

impl Places {
    /// The address that lanes of a number have.
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
    /// The highest that the lanes' bits may be, less the lowest they can be, and 1 if there is none.
    last: Value,
    none: Value,
    /// Where a lane of 0 goes, from the first byte of the memory on.
    start: Value,
}

impl<'d> Addresses<'d> {
    /// Read what the site of an access knows, for such lanes, behind those of its group that are in front of it.
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
        // What is added to the same address is most likely in the same memory.
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
        let masked = w.dispatch.assumptions.high_address == HighAddress::Ignore;
        let fields = || [offset_of!(Site, base), offset_of!(Site, limit), offset_of!(Site, bytes)].map(field);
        let [base, limit, bytes] = like.map_or_else(fields, |other| [other.base, other.limit, other.bytes]);
        let sum = sum.map(|(uniform, index)| (w.one_wide(uniform), index));
        let reduces = w.accesses[number as usize].reduces.is_some();
        let place = others.len();
        let alone = !w.shared || access.space == Space::Shared;
        let rows = access.bytes == 4 && alone && matches!(uop, Uop::Load { dst: Some(_), .. } | Uop::Store { .. });
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

    /// What strips find out: where lanes are outside (the highest number of a lane that is added to something uniform, or else a sign), and
    /// low bits of offsets; then what offsets would be in lane 0 if each lane went to the word behind that of the lane below, their bits
    /// and those that all of them have.
    pub(crate) fn sums(&self, e: &Emit<'_>) -> Vec<Value> {
        let mut sums = vec![e.splat(0), e.splat(0)];
        if self.rows {
            sums.extend([e.splat(0), e.splat(u32::MAX.into())]);
        }
        sums
    }

    /// What the addresses of a strip are the sum of, with the lanes' bits, if that is known.
    fn sum_of(&self, w: &Writer<'_, '_, '_>, known: &Known<'_>) -> Option<(Sum, Val)> {
        let e = w.emit;
        let of = |uniform: Uniform, each: Val, up: u32| (self.sum(uniform, e.fact::<W32>(each), up), each);
        if let Some((uniform, index)) = self.sum {
            return Some(of(Uniform::Whole(uniform), known.source(w, index), 0));
        }
        let low = known.source(w, self.access.address.lo);
        let Some(hi) = self.access.address.hi else {
            // Of other memory it is not known whether it begins at the lowest number.
            return (self.access.space == Space::Shared).then(|| {
                let low = Strip(e).bits::<W32>(low);
                of(Uniform::Whole(Val::Lit(0)), (low + low.k(self.access.address.offset as u32 as u64)).v, 0)
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

    /// Whether all that lanes can be is asked for once, instead of what they are, is decided where a sum is first met: memory may well be as
    /// large as so few numbers reach. Where one access of a group has to look, a mask that nobody knows bounds the lanes, and the others
    /// look, too.
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

    /// A sum of something uniform and bits of lanes, of which literals and a move up were taken that carry nothing.
    fn peeled(&self, e: &Emit<'_>, mut uniform: u64, mut each: Val) -> (Sum, Val) {
        let origin = |each: Val| if let Val::One(value) = each { e.origin(value) } else { None };
        if let Some(Origin::Plus(rest, Same::Lit(by))) = origin(each)
            && e.fact::<W32>(Val::One(rest)).max + u64::from(by) <= u64::from(u32::MAX)
        {
            (uniform, each) = (uniform.wrapping_add(by.into()), Val::One(rest));
        }
        let mut up = 0;
        // A host adds what is moved by as much at once.
        if let Some(Origin::Up(rest, by @ 1..=3)) = origin(each)
            && e.fact::<W32>(Val::One(rest)).max << by <= u64::from(u32::MAX)
        {
            (up, each) = (by, Val::One(rest));
        }
        (self.sum(Uniform::Whole(Val::Lit(uniform)), e.fact::<W32>(each), up), each)
    }

    /// The offsets of a strip.
    pub(crate) fn strip(&self, w: &Writer<'_, '_, '_>, known: &Known<'_>, sums: &[Value]) -> Vec<Value> {
        let e = w.emit;
        let d = Strip(e);
        let address = self.access.address;
        let only = |v: Value| known.executing.map_or(v, |lanes| ins!(e, band(v, lanes)));
        if let Some((sum, each)) = self.sum_of(w, known) {
            self.form.set(Some(Form::Sum(sum)));
            let each = d.value(each);
            let most = match known.executing {
                // Whether all that they can be is within bounds is asked before.
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

    /// What is to be known once of addresses that are a sum.
    fn bounds(&self, w: &Writer<'_, '_, '_>, Sum { uniform, known, up, .. }: Sum) -> Bounds {
        let e = w.emit;
        let d = Scalar(e);
        // Numbers that are within bounds carry nothing into bits above those of the device, so that these can be taken off before
        // anything is added.
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

    /// Not 0 if strips in which all lanes execute may be written for what is known of addresses; none if that is nothing.
    pub(crate) fn fits(&self, w: &Writer<'_, '_, '_>) -> Option<Value> {
        let e = w.emit;
        let Some(Form::Sum(sum)) = self.form.get() else { return None };
        sum.narrow.then(|| {
            let last = self.bounds(w, sum).last;
            let most = e.int(types::I64, sum.known.max - sum.known.min);
            ins!(e, icmp(IntCC::UnsignedLessThanOrEqual, most, last))
        })
    }

    /// Whether the low bits of what lanes add are known to be zero.
    fn is_aligned(&self, sum: Sum) -> bool {
        1u64.checked_shl(sum.known.zeros + sum.up).is_none_or(|unit| unit >= u64::from(self.access.bytes))
    }

    /// What strips found out, where all lanes execute and [fit](Self::fits), or elsewhere.
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

    /// Not 0 if some lane is outside, or not at a multiple of its bytes.
    fn odd(&self, w: &Writer<'_, '_, '_>, sums: &[Value], fit: bool) -> Value {
        let e = w.emit;
        let below = i64::from(self.access.bytes) - 1;
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

    /// Keep the offsets of a strip, and what tells whether they are in a row.
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
            // Where not all lanes execute nobody asks: what is there says no.
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

/// What a number of 64 bits in two words is: two words of something uniform, and a vector moved up by so many bits in 64.
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
    // Nothing is moved into the high word, which is that of the uniform address and the carry.
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
