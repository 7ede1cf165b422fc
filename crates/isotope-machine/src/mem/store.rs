//! Byte storage of a memory, in naturally aligned cells of eight bytes.
//!
//! A [`Store`] is plain data: it can be cloned, compared and hashed. It can also be shared between host threads, because
//! its cells are host atomics. The caller chooses by [`Sharing`] *how* a cell is updated: [`Exclusive`] loads and
//! stores (one thread, as fast as an array), [`Concurrent`] uses compare-and-swap. Neither needs `unsafe`.
//!
//! Not modelled here: addresses, faults, caches.

use std::hash::{Hash, Hasher};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{self, Relaxed, SeqCst};

/// How a read-modify-write of a cell is performed.
pub trait Sharing: Copy + Send + Sync + 'static {
    /// The mode for memory of one group, which only one host thread runs.
    type Group: Sharing;
    /// Whether anything is written.
    const WRITES: bool = true;
    /// Whether one host thread uses the memory alone.
    const ALONE: bool = true;
    /// The memory ordering of loads.
    const ORDER: Ordering = Relaxed;

    /// Replaces the cell by `f(cell)`, atomically with respect to other users of the store; returns the old value.
    fn update(cell: &AtomicU64, f: impl FnMut(u64) -> u64) -> u64;
}

/// One host thread uses the store.
#[derive(Clone, Copy, Debug)]
pub struct Exclusive;

/// Several host threads use the store. Every access is sequentially consistent on every host, so other waves see one wave's accesses
/// in program order, with or without fences; on x86 this costs nothing beyond the compare-and-swap.
#[derive(Clone, Copy, Debug)]
pub struct Concurrent;

/// Nothing is written: the caller only computes the value that would be written.
#[derive(Clone, Copy, Debug)]
pub struct Frozen;

impl Sharing for Exclusive {
    type Group = Exclusive;

    #[inline(always)]
    fn update(cell: &AtomicU64, mut f: impl FnMut(u64) -> u64) -> u64 {
        let old = cell.load(Relaxed);
        cell.store(f(old), Relaxed);
        old
    }
}

impl Sharing for Frozen {
    type Group = Frozen;
    const WRITES: bool = false;

    #[inline(always)]
    fn update(cell: &AtomicU64, mut f: impl FnMut(u64) -> u64) -> u64 {
        let old = cell.load(Relaxed);
        f(old);
        old
    }
}

impl Sharing for Concurrent {
    type Group = Exclusive;
    const ALONE: bool = false;
    const ORDER: Ordering = SeqCst;

    #[inline(always)]
    fn update(cell: &AtomicU64, mut f: impl FnMut(u64) -> u64) -> u64 {
        let mut old = cell.load(SeqCst);
        loop {
            let new = f(old);
            if new == old {
                return old;
            }
            match cell.compare_exchange_weak(old, new, SeqCst, SeqCst) {
                Ok(_) => return old,
                Err(seen) => old = seen,
            }
        }
    }
}

/// A zero-initialised byte array.
#[derive(Debug, Default)]
pub struct Store {
    cells: Box<[AtomicU64]>,
    len: u64,
}

/// The bytes of a store, for a sequence of accesses.
#[derive(Clone, Copy, Debug)]
pub struct Cells<'a>(&'a [AtomicU64]);

impl Cells<'_> {
    /// Address of the first byte; the other bytes follow in little-endian cells of eight. One host thread may use plain accesses through it
    /// if no other thread uses the store; several threads must use atomic instructions.
    pub fn first(self) -> Option<*mut u8> {
        let first = self.0.first()?;
        cfg!(target_endian = "little").then(|| first.as_ptr().cast())
    }

    /// The `N`-byte value at `offset`, a multiple of `N` inside the store.
    #[inline(always)]
    pub fn load<S: Sharing>(self, offset: u64, bytes: u32) -> u64 {
        let cell = self.0[(offset >> 3) as usize].load(S::ORDER);
        (cell >> ((offset & 7) * 8)) & ones(bytes)
    }

    /// Replaces the value by `f(value)`; returns the old one.
    #[inline(always)]
    pub fn update<S: Sharing>(self, offset: u64, bytes: u32, mut f: impl FnMut(u64) -> u64) -> u64 {
        let cell = &self.0[(offset >> 3) as usize];
        let (shift, mask) = ((offset & 7) * 8, ones(bytes));
        let old = S::update(cell, |c| {
            let old = (c >> shift) & mask;
            // Flip only the changed bits.
            c ^ ((old ^ f(old)) & mask) << shift
        });
        (old >> shift) & mask
    }
}

/// All ones in the low `bytes * 8` bits.
#[inline(always)]
pub(crate) const fn ones(bytes: u32) -> u64 {
    u64::MAX >> (64 - 8 * bytes)
}

impl Store {
    /// `len` zero bytes, which the host allocates on first touch.
    pub fn new(len: u64) -> Store {
        Store { cells: bytemuck::zeroed_slice_box(len.div_ceil(8) as usize), len }
    }

    /// `len` bytes with the value `cell` in each cell of eight.
    pub(crate) fn filled(len: u64, cell: u64) -> Store {
        match cell {
            0 => Store::new(len),
            _ => Store { cells: (0..len.div_ceil(8)).map(|_| AtomicU64::new(cell)).collect(), len },
        }
    }

    /// Replaces each cell by `together` of it and the other store's cell, if that is not `neutral`: from cell `first` on, then the
    /// cells before it. Other threads may do the same concurrently.
    pub(crate) fn merge(&self, other: &Store, first: usize, neutral: u64, together: impl Fn(u64, u64) -> u64) {
        let cells = || self.cells.iter().zip(&other.cells);
        for (to, from) in cells().skip(first).chain(cells().take(first)) {
            let part = from.load(Relaxed);
            if part != neutral {
                Concurrent::update(to, |cell| together(cell, part));
            }
        }
    }

    /// These bytes as zeros; a new store if there are not as many.
    pub(crate) fn renewed(mut self, len: u64) -> Store {
        if self.len != len {
            return Store::new(len);
        }
        self.cells.iter_mut().for_each(|cell| *cell.get_mut() = 0);
        self
    }

    /// Sets every cell of eight bytes to this value.
    pub(crate) fn fill(&self, value: u64) {
        self.cells.iter().for_each(|cell| cell.store(value, Relaxed));
    }

    /// A store with the contents `bytes`.
    pub fn from_bytes(bytes: &[u8]) -> Store {
        let store = Store::new(bytes.len() as u64);
        store.write_bytes(0, bytes);
        store
    }

    /// Size in bytes.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether its size is 0.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// A copy of all bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.read_bytes(0, self.len)
    }

    /// The `len` bytes from `offset` on.
    ///
    /// # Panics
    /// The range is not inside the store.
    pub fn read_bytes(&self, offset: u64, len: u64) -> Vec<u8> {
        assert!(offset + len <= self.len, "read past the end of a store");
        let (first, end) = ((offset >> 3) as usize, (offset + len).div_ceil(8) as usize);
        let mut bytes = Vec::with_capacity(8 * (end - first));
        for cell in &self.cells[first..end] {
            bytes.extend_from_slice(&cell.load(Relaxed).to_le_bytes());
        }
        bytes.truncate((offset & 7) as usize + len as usize);
        bytes.drain(..(offset & 7) as usize);
        bytes
    }

    /// Replaces the bytes from `offset` on.
    ///
    /// # Panics
    /// The range is not inside the store.
    pub fn write_bytes(&self, offset: u64, bytes: &[u8]) {
        assert!(offset + bytes.len() as u64 <= self.len, "write past the end of a store");
        let bytewise = |offset: u64, bytes: &[u8]| {
            for (i, &b) in bytes.iter().enumerate() {
                self.store::<Exclusive>(offset + i as u64, 1, u64::from(b));
            }
        };
        // Whole cells at once, and the bytes before and after them individually.
        let (head, rest) = bytes.split_at(bytes.len().min((offset.wrapping_neg() & 7) as usize));
        bytewise(offset, head);
        let start = offset + head.len() as u64;
        let (whole, tail) = rest.as_chunks::<8>();
        for (cell, &word) in self.cells[(start >> 3) as usize..].iter().zip(whole) {
            cell.store(u64::from_le_bytes(word), Relaxed);
        }
        bytewise(start + 8 * whole.len() as u64, tail);
    }

    /// The `N`-byte value at `offset`, a multiple of `N` inside the store.
    #[inline(always)]
    pub fn load(&self, offset: u64, bytes: u32) -> u64 {
        self.load_as::<Exclusive>(offset, bytes)
    }

    /// The same for a store that may be shared.
    #[inline(always)]
    pub fn load_as<S: Sharing>(&self, offset: u64, bytes: u32) -> u64 {
        self.cells().load::<S>(offset, bytes)
    }

    /// The value of `bytes` bytes at any `offset`; read byte by byte if it is not a multiple of `bytes`.
    #[inline(always)]
    pub fn load_any<S: Sharing>(&self, offset: u64, bytes: u32) -> u64 {
        if offset & u64::from(bytes - 1) == 0 {
            return self.load_as::<S>(offset, bytes);
        }
        (0..bytes).fold(0, |v, i| v | self.load_as::<S>(offset + u64::from(i), 1) << (8 * i))
    }

    /// Writes a value at any `offset`; returns the old one.
    #[inline(always)]
    pub fn store_any<S: Sharing>(&self, offset: u64, bytes: u32, value: u64) -> u64 {
        if offset & u64::from(bytes - 1) == 0 {
            return self.store::<S>(offset, bytes, value);
        }
        (0..bytes).fold(0, |v, i| v | self.store::<S>(offset + u64::from(i), 1, value >> (8 * i)) << (8 * i))
    }

    /// Writes a value; returns the old one.
    #[inline(always)]
    pub fn store<S: Sharing>(&self, offset: u64, bytes: u32, value: u64) -> u64 {
        self.update::<S>(offset, bytes, |_| value)
    }

    /// Replaces the value by `f(value)`; returns the old one.
    #[inline(always)]
    pub fn update<S: Sharing>(&self, offset: u64, bytes: u32, f: impl FnMut(u64) -> u64) -> u64 {
        self.cells().update::<S>(offset, bytes, f)
    }

    /// Its bytes, for a sequence of accesses.
    #[inline(always)]
    pub fn cells(&self) -> Cells<'_> {
        Cells(&self.cells)
    }
}

impl Clone for Store {
    fn clone(&self) -> Store {
        // Zero cells are skipped, so they need no host memory in the copy either.
        let copy = Store::new(self.len);
        for (to, from) in copy.cells.iter().zip(&self.cells) {
            let cell = from.load(Relaxed);
            if cell != 0 {
                to.store(cell, Relaxed);
            }
        }
        copy
    }
}

impl PartialEq for Store {
    fn eq(&self, other: &Store) -> bool {
        self.len == other.len && self.cells.iter().zip(&other.cells).all(|(a, b)| a.load(Relaxed) == b.load(Relaxed))
    }
}

impl Eq for Store {}

impl Hash for Store {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len.hash(state);
        self.cells.iter().for_each(|c| c.load(Relaxed).hash(state));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_every_width_keep_their_neighbours() {
        let s = Store::from_bytes(&[0x11; 32]);
        for (offset, bytes) in [(0, 1), (3, 1), (6, 2), (8, 4), (12, 4), (16, 8)] {
            let before = s.to_bytes();
            assert_eq!(s.store::<Exclusive>(offset, bytes, u64::MAX), 0x1111_1111_1111_1111 & ones(bytes));
            let mut want = before;
            want[offset as usize..(offset + u64::from(bytes)) as usize].fill(0xff);
            assert_eq!(s.to_bytes(), want);
            assert_eq!(s.load(offset, bytes), ones(bytes));
        }
    }

    /// Resident bytes of this process, as the host reports them.
    #[cfg(target_os = "linux")]
    fn resident() -> Option<u64> {
        let text = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(1024 * line.split_whitespace().next()?.parse::<u64>().ok()?)
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn zeros_cost_nothing_before_they_are_touched() {
        let Some(before) = resident() else { return };
        let s = Store::new(1 << 30);
        s.store::<Exclusive>(1 << 29, 4, 7);
        assert_eq!((s.load(1 << 29, 8), s.load((1 << 30) - 8, 8)), (7, 0));
        let more = resident().unwrap_or(u64::MAX).saturating_sub(before);
        assert!(more < 256 << 20, "{more} bytes for 1 GiB");
    }

    #[test]
    fn runs_of_bytes_at_every_offset() {
        for offset in 0..20 {
            for len in 0..=32 - offset {
                let s = Store::from_bytes(&[0x11; 32]);
                let run: Vec<u8> = (0x80..0x80 + len as u8).collect();
                s.write_bytes(offset as u64, &run);
                let mut want = [0x11; 32];
                want[offset..offset + len].copy_from_slice(&run);
                assert_eq!(s.to_bytes(), want, "{len} bytes at {offset}");
                assert_eq!(s.read_bytes(offset as u64, len as u64), run, "{len} bytes at {offset}");
            }
        }
    }

    #[test]
    fn concurrent_updates_are_not_lost() {
        let s = Store::new(16);
        std::thread::scope(|t| {
            for offset in [0, 4, 0, 4] {
                let s = &s;
                t.spawn(move || {
                    for _ in 0..50_000 {
                        s.update::<Concurrent>(offset, 4, |v| v + 1);
                    }
                });
            }
        });
        assert_eq!((s.load(0, 4), s.load(4, 4)), (100_000, 100_000));
    }

    #[test]
    fn a_frozen_store_tells_and_keeps() {
        let s = Store::from_bytes(&[7; 8]);
        let mut seen = 0;
        assert_eq!(s.update::<Frozen>(0, 1, |v| std::mem::replace(&mut seen, v) + 1), 7);
        assert_eq!((seen, s.load(0, 1)), (7, 7));
    }

    #[test]
    fn stores_are_plain_data() {
        let a = Store::from_bytes(b"isotope");
        let b = a.clone();
        assert_eq!(a, b);
        b.store::<Exclusive>(0, 1, 0);
        assert_ne!(a, b);
    }
}
