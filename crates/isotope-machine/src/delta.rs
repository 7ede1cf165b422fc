//! Memory of a session: its contents at the start, which all copies share, and the cells that differ from it.

use std::cell::RefCell;
use std::sync::Arc;

use super::digest::{Mixer, Sink};
use super::model::Reference;
use super::observe::Storage;
use crate::mem::{Desk, Exclusive, Shared, Store};
use crate::sync::Unit;

/// Cells of one page.
const PAGE: usize = 16;

/// Cells of eight bytes that differ from the start, by address. A cell that gets its start value back is removed, so that equal contents
/// are equal values. A copy shares every page until one of the two writes to it.
#[derive(Clone, Debug, Default)]
pub(super) struct Delta(Option<Arc<Pages>>);

#[derive(Clone, Debug, Default)]
struct Pages {
    /// Sorted by number: the address of the first cell divided by the size of a page.
    pages: Vec<(u64, Arc<Page>)>,
    /// Sum over the cells.
    digest: u128,
}

#[derive(Clone, Copy, Debug, Default)]
struct Page {
    /// Which cells differ.
    different: u16,
    cells: [u64; PAGE],
}

/// What a cell adds to a digest.
fn weight(cell: u64, value: u64) -> u128 {
    let mut mixer = Mixer::new(cell);
    mixer.number(value);
    mixer.finish()
}

impl Pages {
    fn find(&self, page: u64) -> Result<usize, usize> {
        self.pages.binary_search_by_key(&page, |(number, _)| *number)
    }

    /// Put a value into a cell that held `start`.
    fn put(&mut self, cell: u64, value: u64, start: u64) {
        let at = match self.find(cell / PAGE as u64) {
            Ok(at) => at,
            Err(_) if value == start => return,
            Err(at) => {
                self.pages.insert(at, (cell / PAGE as u64, Arc::default()));
                at
            }
        };
        let page = Arc::make_mut(&mut self.pages[at].1);
        let i = cell as usize % PAGE;
        if page.different >> i & 1 != 0 {
            self.digest = self.digest.wrapping_sub(weight(cell, page.cells[i]));
        }
        if value == start {
            page.different &= !(1 << i);
        } else {
            page.different |= 1 << i;
            page.cells[i] = value;
            self.digest = self.digest.wrapping_add(weight(cell, value));
        }
        if page.different == 0 {
            self.pages.remove(at);
        }
    }
}

impl Delta {
    /// The value of a cell, if it differs from the start.
    #[inline]
    fn get(&self, cell: u64) -> Option<u64> {
        let pages = self.0.as_ref()?;
        let (page, i) = (&pages.pages[pages.find(cell / PAGE as u64).ok()?].1, cell as usize % PAGE);
        (page.different >> i & 1 != 0).then(|| page.cells[i])
    }

    /// The cells that differ, by address divided by eight.
    pub fn cells(&self) -> impl Iterator<Item = (u64, u64)> {
        let of = |(number, page): &'_ (u64, Arc<Page>)| {
            let (first, page): (u64, Page) = (number * PAGE as u64, **page);
            (0..PAGE).filter(move |i| page.different >> i & 1 != 0).map(move |i| (first + i as u64, page.cells[i]))
        };
        self.0.iter().flat_map(|pages| &pages.pages).flat_map(of)
    }

    /// The number of cells that differ.
    pub fn len(&self) -> usize {
        self.0.iter().flat_map(|pages| &pages.pages).map(|(_, page)| page.different.count_ones() as usize).sum()
    }

    /// The sum, updated with each write.
    pub fn digest(&self) -> u128 {
        self.0.as_ref().map_or(0, |pages| pages.digest)
    }

    /// The same sum, computed from the cells.
    pub fn recomputed(&self) -> u128 {
        self.cells().fold(0, |sum, (cell, value)| sum.wrapping_add(weight(cell, value)))
    }

    /// Reads `bytes` bytes from `address` on; `store` holds the start contents at `offset`.
    #[inline]
    pub fn load(&self, address: u64, bytes: u32, (store, offset): (&Store, u64)) -> u64 {
        let (cell, shift, at) = (address >> 3, 8 * (address & 7), offset & !7);
        let now = |cell: u64, at: u64| self.get(cell).unwrap_or_else(|| store.load(at, 8));
        let low = now(cell, at) >> shift;
        let crosses = shift + 8 * u64::from(bytes) > 64;
        let value = if crosses { low | now(cell + 1, at + 8) << (64 - shift) } else { low };
        value & ones(bytes)
    }

    /// Writes them; returns the old value.
    pub fn store(&mut self, address: u64, bytes: u32, value: u64, (store, offset): (&Store, u64)) -> u64 {
        let old = self.load(address, bytes, (store, offset));
        let mut changed = (old ^ value) & ones(bytes);
        if changed == 0 {
            return old;
        }
        // The bytes in the first cell, then those in the following one.
        let (mut cell, mut at, mut shift) = (address >> 3, offset & !7, 8 * (address & 7));
        while changed != 0 {
            let start = store.load(at, 8);
            let now = self.get(cell).unwrap_or(start);
            Arc::make_mut(self.0.get_or_insert_default()).put(cell, now ^ changed << shift, start);
            changed = if shift == 0 { 0 } else { changed >> (64 - shift) };
            (cell, at, shift) = (cell + 1, at + 8, 0);
        }
        old
    }

    /// Writes the differing cells into a store with the start contents, whose first byte has this address.
    pub fn apply(&self, store: &Store, base: u64) {
        let end = base + store.len();
        for (cell, value) in self.cells().filter(|(cell, _)| (base..end).contains(&(cell << 3))) {
            store.store::<Exclusive>((cell << 3) - base, 8, value);
        }
    }
}

/// All ones in the low bytes.
const fn ones(bytes: u32) -> u64 {
    u64::MAX >> (64 - 8 * bytes)
}

/// Where a session stores differences from the start while a step runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deltas<'a> {
    /// Of global memory.
    pub memory: &'a RefCell<Delta>,
    /// Of the group's shared memory.
    pub shared: &'a RefCell<Delta>,
    /// The synchronisation unit.
    pub unit: Option<&'a Shared<Unit>>,
    /// State of the host process.
    pub desk: Option<&'a Shared<Desk>>,
    /// Lanes that go first in the step, 63:0; empty where the launch's assumptions choose.
    pub first: &'a [u8],
}

impl<'a> Deltas<'a> {
    /// The cells of this memory, if a session stores its differences.
    fn of(self, storage: Storage) -> Option<&'a RefCell<Delta>> {
        match storage {
            Storage::Global => Some(self.memory),
            Storage::Shared => Some(self.shared),
            Storage::Private | Storage::Constant | Storage::Device => None,
        }
    }
}

/// The bytes behind a reference, which a memory model reads and writes.
impl Reference<'_> {
    /// The value of `bytes` bytes, 1, 2, 4 or 8 of them at any address.
    pub fn load(self, bytes: u32) -> u64 {
        match self.reach.deltas.and_then(|deltas| deltas.of(self.storage)) {
            Some(delta) => delta.borrow().load(self.at, bytes, (self.store, self.offset)),
            None => self.store.load_any::<Exclusive>(self.offset, bytes),
        }
    }

    /// Writes them; returns the old value.
    pub fn store(self, bytes: u32, value: u64) -> u64 {
        match self.reach.deltas.and_then(|deltas| deltas.of(self.storage)) {
            Some(delta) => delta.borrow_mut().store(self.at, bytes, value, (self.store, self.offset)),
            None => self.store.store_any::<Exclusive>(self.offset, bytes, value),
        }
    }
}
