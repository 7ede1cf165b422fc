//! Reductions on several host threads: each thread sums into its own copy until another access needs the result.
//!
//! An atomic host instruction costs a hundred times its work where two threads compete for one cache line. So while a launch does only one
//! [`Reduction`] to an allocation, threads work on copies that begin with the neutral element, without atomic instructions, and add them to
//! memory later:
//!
//! * The first access determines what is done to the allocation: a reduction of one kind, or anything.
//! * The first access of another kind changes that for good, and waits until each thread has added its copy. Threads check for this after
//!   each turn of a wave, while they wait themselves, and when they end.
//!
//! # Why this cannot be observed
//! A reduction returns nothing, so its time shows only in what other accesses find in the allocation. Before the first access of another
//! kind, all accesses are reductions of one kind, which is exactly commutative and associative: memory holds the same after them in any
//! order. That access happens after every reduction that was made before it came, because all copies have been added by then and no new
//! copy is begun. So memory is what it would be if each reduction had been made there at once.

use std::cell::{Cell, OnceCell};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::*};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use isotope_op::atomic::{AtomicOp, Rmw, Size};

use crate::mem::{Memory, Store};

/// What an atomic without a result adds to memory. Those of one kind may be made in any order, and partial sums may be combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reduction {
    /// The operation that adds two parts.
    op: AtomicOp,
    size: Size,
}

impl Reduction {
    /// The reduction that an operation is when its result is not returned; `None` if the order of such operations may decide bits.
    pub fn of(rmw: &Rmw) -> Option<Reduction> {
        let Rmw { op, size, .. } = rmw.joined()?;
        matches!(size, Size::B32 | Size::B64).then_some(Reduction { op, size })
    }

    /// The neutral element, in a cell of eight bytes.
    fn neutral(self) -> u64 {
        let sign = 1 << (self.size.bits() - 1);
        let value = match self.op {
            AtomicOp::And | AtomicOp::Umin => self.size.mask(),
            AtomicOp::Smax => sign,
            AtomicOp::Smin => sign - 1,
            _ => 0,
        };
        if self.size == Size::B32 { value << 32 | value } else { value }
    }

    /// Add a part, cell by cell.
    fn together(self) -> impl Fn(u64, u64) -> u64 {
        let rmw = Rmw::int(self.op, self.size);
        let (narrow, wide) = (rmw.kernel32(), rmw.kernel64());
        move |cell, part| match (narrow, wide) {
            (Some(f), _) => {
                u64::from(f((cell >> 32) as u32, (part >> 32) as u32, 0)) << 32
                    | u64::from(f(cell as u32, part as u32, 0))
            }
            (None, Some(f)) => f(cell, part, 0),
            (None, None) => unreachable!("integers of these sizes have a kernel"),
        }
    }

    /// The number by which threads identify it.
    fn number(self) -> u32 {
        (self.op as u32) << 8 | self.size.bytes()
    }
}

/// The allocation is untouched.
const OPEN: u32 = 0;
/// Any access is allowed, and all threads work on memory.
const SHARED: u32 = 1;
/// A thread waits for it to become shared.
const WANTED: u32 = 2;
// Other numbers are those of reductions.

/// Largest allocation that is copied, and most bytes of all copies of a thread.
pub(crate) const LARGEST: u64 = 8 << 20;
pub(crate) const MOST: u64 = 32 << 20;
/// Allocations up to this size are copied at once; for a larger one, a thread must have made an atomic for each [`EACH`] bytes before.
/// Pages for a copy and adding it to memory take a few nanoseconds for each byte, which is about as much as an atomic host instruction
/// costs more than a plain one where threads seldom compete.
const SMALL: u64 = 64 << 10;
const EACH: u64 = 4;

/// What the host threads of a launch do to its allocations.
#[derive(Debug)]
pub(crate) struct Claims {
    /// State of each region of memory.
    kinds: Box<[AtomicU32]>,
    /// Grows when a thread begins to wait for a region.
    wanted: AtomicU64,
    /// How many threads have a copy of each region. Changing this or a kind requires the lock.
    copies: Mutex<Box<[u32]>>,
    /// Signals a change.
    news: Condvar,
}

impl Claims {
    /// All allocations untouched.
    pub(crate) fn new(memory: &Memory) -> Claims {
        let regions = memory.regions();
        Claims {
            kinds: regions.iter().map(|_| AtomicU32::new(OPEN)).collect(),
            wanted: AtomicU64::new(0),
            copies: Mutex::new(regions.iter().map(|_| 0).collect()),
            news: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Box<[u32]>> {
        // Every change is one number, so a poisoned lock is consistent.
        self.copies.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread's copy of a region, once it has had one.
#[derive(Debug, Default)]
struct Part {
    store: OnceCell<Store>,
    /// The reduction, while the copy has not been added to memory.
    kind: Cell<Option<Reduction>>,
    /// How many threads had a copy before.
    rank: Cell<u32>,
}

/// What one host thread has done. Copies that are not yet added are added when this is dropped.
#[derive(Debug)]
pub(crate) struct Own<'a> {
    claims: &'a Claims,
    memory: &'a Memory,
    parts: Box<[Part]>,
    /// Bytes of all copies.
    bytes: Cell<u64>,
    /// The value of [`Claims::wanted`] that was seen last.
    seen: Cell<u64>,
    /// Number of atomics after which a larger region will be copied.
    later: Cell<u64>,
    /// Whether memory found for reductions must be looked up again.
    stale: Cell<bool>,
}

impl<'a> Own<'a> {
    /// No copies.
    pub(crate) fn new(claims: &'a Claims, memory: &'a Memory) -> Own<'a> {
        Own {
            claims,
            memory,
            parts: memory.regions().iter().map(|_| Part::default()).collect(),
            bytes: Cell::new(0),
            seen: Cell::new(0),
            later: Cell::new(u64::MAX),
            stale: Cell::new(false),
        }
    }

    /// Called before an access to a region: a reduction, or any other. Returns the thread's copy if the access goes there; `atomics` is the
    /// number of atomics so far.
    #[inline(always)]
    pub(crate) fn reach(&self, region: usize, reduces: Option<Reduction>, atomics: u64) -> Option<&Store> {
        let kind = self.claims.kinds[region].load(Acquire);
        match reduces {
            _ if kind == SHARED => None,
            None => {
                self.share(region);
                None
            }
            Some(reduction) if self.parts[region].kind.get() == Some(reduction) => self.parts[region].store.get(),
            Some(reduction) => self.begin(region, reduction, atomics),
        }
    }

    /// The first reduction of this kind, or one that goes to memory.
    #[inline(never)]
    fn begin(&self, region: usize, reduction: Reduction, atomics: u64) -> Option<&Store> {
        let kind = &self.claims.kinds[region];
        let number = reduction.number();
        if kind.load(Acquire) != number {
            let held = self.claims.lock();
            if kind.load(Acquire) == OPEN {
                kind.store(number, Release);
            }
            drop(held);
            if kind.load(Acquire) != number {
                self.share(region);
                return None;
            }
        }
        let len = self.memory.regions()[region].store.as_ref()?.len();
        let part = &self.parts[region];
        // A copy that was added is kept for reuse.
        let new = if part.store.get().is_none() { len } else { 0 };
        if len > LARGEST || self.bytes.get() + new > MOST {
            return None;
        }
        if len > SMALL && atomics < len / EACH {
            self.later.set(self.later.get().min(len / EACH));
            return None;
        }
        let mut held = self.claims.lock();
        if kind.load(Acquire) != number {
            return None;
        }
        part.rank.set(held[region]);
        held[region] += 1;
        drop(held);
        part.kind.set(Some(reduction));
        self.bytes.set(self.bytes.get() + new);
        let neutral = reduction.neutral();
        match part.store.get() {
            Some(store) => store.fill(neutral),
            None => _ = part.store.set(Store::filled(len, neutral)),
        }
        part.store.get()
    }

    /// Makes a region shared, for any access.
    #[cold]
    fn share(&self, region: usize) {
        let claims = self.claims;
        let kind = &claims.kinds[region];
        let mut held = claims.lock();
        if !matches!(kind.load(Acquire), SHARED | WANTED) {
            kind.store(WANTED, Release);
            claims.wanted.fetch_add(1, Release);
            claims.news.notify_all();
        }
        while kind.load(Acquire) != SHARED {
            if self.seen.get() != claims.wanted.load(Acquire) {
                // Other threads may wait for this one while it waits for them.
                drop(held);
                self.give_up();
                held = claims.lock();
            } else if held[region] == 0 {
                kind.store(SHARED, Release);
                claims.news.notify_all();
            } else {
                held = claims.news.wait(held).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    /// Adds to memory what other threads wait for.
    #[cold]
    fn give_up(&self) {
        self.seen.set(self.claims.wanted.load(Acquire));
        for (region, kind) in self.claims.kinds.iter().enumerate() {
            if kind.load(Acquire) == WANTED {
                self.add(region);
            }
        }
    }

    /// Add a copy to memory.
    fn add(&self, region: usize) {
        let part = &self.parts[region];
        let Some(reduction) = part.kind.take() else { return };
        if let (Some(from), Some(to)) = (part.store.get(), &self.memory.regions()[region].store) {
            // Threads that add at the same time begin at different offsets.
            let first = from.len() / 8 * u64::from(part.rank.get() % 8) / 8;
            to.merge(from, first as usize, reduction.neutral(), reduction.together());
        }
        self.stale.set(true);
        self.claims.lock()[region] -= 1;
        self.claims.news.notify_all();
    }

    /// Adds all copies to memory, because this thread becomes idle: other threads may wait for a copy, and an idle thread would not check.
    pub(crate) fn rest(&self) {
        (0..self.parts.len()).for_each(|region| self.add(region));
    }

    /// Called after a turn of a wave; adds what other threads wait for.
    #[inline]
    pub(crate) fn look(&self, atomics: u64) {
        if self.seen.get() != self.claims.wanted.load(Relaxed) {
            self.give_up();
        }
        if atomics >= self.later.get() {
            self.later.set(u64::MAX);
            self.stale.set(true);
        }
    }

    /// Whether memory found for reductions must be looked up again. Asked before native code runs that stores it, and after each call of
    /// it.
    pub(crate) fn is_stale(&self) -> bool {
        self.stale.replace(false)
    }
}

impl Drop for Own<'_> {
    fn drop(&mut self) {
        self.rest();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isotope_op::atomic::Packing;
    use isotope_op::random::Random;

    const OPS: [AtomicOp; 11] = [
        AtomicOp::Add,
        AtomicOp::Sub,
        AtomicOp::Inc,
        AtomicOp::Dec,
        AtomicOp::And,
        AtomicOp::Or,
        AtomicOp::Xor,
        AtomicOp::Umin,
        AtomicOp::Umax,
        AtomicOp::Smin,
        AtomicOp::Smax,
    ];

    /// A cell after the operation was made in each of its words.
    fn made(rmw: &Rmw, cell: u64, data: u64) -> u64 {
        match rmw.size {
            Size::B64 => rmw.kernel64().unwrap()(cell, data, 0),
            _ => {
                let f = rmw.kernel32().unwrap();
                let high = f((cell >> 32) as u32, (data >> 32) as u32, 0);
                u64::from(high) << 32 | u64::from(f(cell as u32, data as u32, 0))
            }
        }
    }

    #[test]
    fn parts_give_what_operations_in_a_row_do() {
        let mut random = Random(7);
        for (op, size) in OPS.into_iter().flat_map(|op| [(op, Size::B32), (op, Size::B64)]) {
            let rmw = Rmw::int(op, size);
            let reduction = Reduction::of(&rmw).unwrap();
            for _ in 0..2_000 {
                let [start, a, b, c, d] = std::array::from_fn(|_| random.draw() >> random.below(64));
                let apart = [[a, b], [c, d]]
                    .map(|part| part.into_iter().fold(reduction.neutral(), |cell, data| made(&rmw, cell, data)));
                let row = [a, b, c, d].into_iter().fold(start, |cell, data| made(&rmw, cell, data));
                let together = apart.into_iter().rev().fold(start, reduction.together());
                assert_eq!(together, row, "{op:?} {size:?}");
            }
        }
    }

    #[test]
    fn where_order_or_bits_may_show_there_is_no_reduction() {
        for op in
            [AtomicOp::Xchg, AtomicOp::Cas, AtomicOp::UincWrap, AtomicOp::UdecWrap, AtomicOp::FAdd, AtomicOp::FMax]
        {
            assert_eq!(Reduction::of(&Rmw::int(op, Size::B32)), None, "{op:?}");
        }
        for op in [AtomicOp::SubReverse, AtomicOp::UsubSat, AtomicOp::Nand, AtomicOp::MaskOr, AtomicOp::Predec] {
            assert_eq!(Reduction::of(&Rmw::int(op, Size::B64)), None, "{op:?}");
        }
        let halves = Rmw { packing: Packing::Pair16, ..Rmw::int(AtomicOp::Add, Size::B32) };
        assert_eq!(Reduction::of(&halves), None);
        assert_eq!(Reduction::of(&Rmw::int(AtomicOp::Add, Size::B16)), None);
    }

    #[test]
    fn kinds_are_told_apart_and_those_that_add_are_one() {
        let of = |op, size| Reduction::of(&Rmw::int(op, size)).unwrap();
        let numbers: std::collections::BTreeSet<u32> =
            OPS.iter().flat_map(|&op| [of(op, Size::B32), of(op, Size::B64)]).map(Reduction::number).collect();
        assert_eq!(numbers.len(), 2 * (OPS.len() - 3));
        assert!(numbers.first().is_some_and(|&least| least > WANTED));
        assert_eq!(of(AtomicOp::Add, Size::B32), of(AtomicOp::Sub, Size::B32));
    }

    #[test]
    fn who_wants_all_of_it_waits_for_copies() {
        let mut memory = Memory::new();
        memory.allocate("a", &[1; 16]).unwrap();
        memory.allocate("b", &[1; 16]).unwrap();
        let add = Reduction::of(&Rmw::int(AtomicOp::Add, Size::B32));
        let claims = Claims::new(&memory);
        let word = |region: usize| memory.regions()[region].store.as_ref().unwrap().load(4, 4);
        let (ready, begun) = (std::sync::Barrier::new(2), 0x101_0101);
        // Each thread has a copy of both regions, and needs the one that the other does not.
        std::thread::scope(|scope| {
            for n in [0, 1] {
                let (claims, memory, ready) = (&claims, &memory, &ready);
                scope.spawn(move || {
                    let own = Own::new(claims, memory);
                    for region in [0, 1] {
                        let copy = own.reach(region, add, 0).unwrap();
                        copy.update::<crate::mem::Exclusive>(4, 4, |v| v + 5);
                        assert_eq!((copy.load(4, 4), word(region)), (5, begun));
                    }
                    ready.wait();
                    assert!(own.reach(n, None, 0).is_none());
                    assert_eq!(word(n), begun + 10);
                    assert!(own.reach(n, add, 0).is_none() && own.is_stale() && !own.is_stale());
                });
            }
        });
        assert_eq!([word(0), word(1)], [begun + 10; 2]);
    }

    #[test]
    fn nobody_waits_for_a_thread_that_has_nothing_to_do() {
        let mut memory = Memory::new();
        memory.allocate("sums", &[0; 16]).unwrap();
        let add = Reduction::of(&Rmw::int(AtomicOp::Add, Size::B32));
        let claims = Claims::new(&memory);
        let [busy, idle] = [0, 1].map(|_| Own::new(&claims, &memory));
        let sum = |own: &Own<'_>| own.reach(0, add, 0).unwrap().update::<crate::mem::Exclusive>(4, 4, |v| v + 5);
        sum(&busy);
        // It continues with the same copy when it has work again.
        for rounds in 1..=2 {
            sum(&idle);
            idle.rest();
            assert!(idle.is_stale() && idle.bytes.get() == 16);
            assert_eq!(memory.regions()[0].store.as_ref().unwrap().load(4, 4), 5 * rounds);
        }
        assert!(busy.reach(0, None, 0).is_none());
        assert_eq!(memory.regions()[0].store.as_ref().unwrap().load(4, 4), 15);
    }

    #[test]
    fn larger_regions_wait_for_atomics_and_the_largest_are_not_copied() {
        let mut memory = Memory::new();
        memory.allocate_zeros("large", 4 * SMALL).unwrap();
        memory.allocate_zeros("largest", 2 * LARGEST).unwrap();
        let or = Reduction::of(&Rmw::int(AtomicOp::Or, Size::B64));
        let claims = Claims::new(&memory);
        let own = Own::new(&claims, &memory);
        let enough = 4 * SMALL / EACH;
        assert!(own.reach(0, or, enough - 1).is_none());
        own.look(enough - 1);
        assert!(!own.is_stale());
        own.look(enough);
        assert!(own.is_stale() && own.reach(0, or, enough).is_some());
        assert!(own.reach(1, or, u64::MAX).is_none());
    }
}
