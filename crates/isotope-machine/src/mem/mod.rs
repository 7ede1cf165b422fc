//! Memory: the contents of addresses, and errors of accesses.
//!
//! [`Memory`] is the global memory of a device: named, disjoint [`Region`]s in a 40-bit byte address space. A region
//! is backed by a [`Store`] or is *sparse*: addressable, but without pages. [`surface`] and [`texture`], and for RDNA3
//! [`buffer`] and [`image`], turn coordinates into addresses. Shared and private memory are plain [`Store`]s inside the machine.
//!
//! Not modelled: caches, ECC, and the lanes that completed before a fault became visible (undefined on hardware; here lanes run in order up
//! to the faulting one).

pub mod buffer;
mod desk;
pub mod format;
pub mod image;
mod room;
pub mod sample;
pub mod store;
pub mod surface;
pub mod texture;
pub mod tiling;
pub mod typed;

use std::hash::{Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

use isotope_op::assume::Addresses;

use crate::sync::Unit;

pub use desk::Desk;
pub use room::{NoRoom, room};
pub(crate) use store::ones;
pub use store::{Cells, Concurrent, Exclusive, Frozen, Sharing, Store};

/// Address bits of the modelled devices (NVIDIA's ATOM page: addresses are zero-extended to 40 bits).
pub const ADDRESS_BITS: u32 = 40;

/// A range of the address space.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    /// Name of the allocation.
    pub name: String,
    /// First byte address.
    pub base: u64,
    /// Size in bytes.
    pub len: u64,
    /// Its bytes; `None` for a sparse region.
    pub store: Option<Store>,
}

impl Region {
    /// One past the last address.
    pub fn end(&self) -> u64 {
        self.base + self.len
    }
}

/// Why a region cannot be placed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MapError {
    /// Two regions would share addresses.
    #[error("`{name}` at {base:#x}..{end:#x} overlaps `{other}`; choose another base")]
    Overlap {
        /// The new region.
        name: String,
        /// Its first address.
        base: u64,
        /// One past its last.
        end: u64,
        /// The region already there.
        other: String,
    },
    /// A cell of the store would overlap two aligned accesses.
    #[error("`{name}` at {base:#x} is not on a 16-byte boundary; choose a base that is a multiple of 16")]
    Unaligned {
        /// The new region.
        name: String,
        /// Its first address.
        base: u64,
    },
    /// The region does not fit below 2^40.
    #[error("`{name}` needs {len} bytes at {base:#x}, past the 40-bit address space")]
    TooLarge {
        /// The new region.
        name: String,
        /// Its first address.
        base: u64,
        /// Its size.
        len: u64,
    },
    /// The host does not have enough memory.
    #[error("`{name}`: {room}")]
    NoRoom {
        /// The region.
        name: String,
        /// The requested size.
        room: NoRoom,
    },
}

/// The global memory of a device.
///
/// # Examples
/// ```
/// use isotope_machine::mem::Memory;
/// let mut memory = Memory::new();
/// let out = memory.allocate("out", &[0; 64]).unwrap();
/// assert_eq!(memory.read(out, 4), Some(vec![0; 4]));
/// assert_eq!(memory.read(out + 62, 4), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Memory {
    regions: Vec<Region>,
    layout: Layout,
    unit: Option<Box<Shared<Unit>>>,
    desk: Option<Box<Shared<Desk>>>,
}

/// How [`Memory::allocate`] places regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Layout {
    /// Address of the first region.
    first: u64,
    /// Gap after each region, so that small overruns fault.
    gap: u64,
}

impl Default for Layout {
    fn default() -> Layout {
        Layout { first: FIRST, gap: SPACING }
    }
}

/// Plain data that host threads share; compared, hashed and copied by content.
#[derive(Debug, Default)]
pub(crate) struct Shared<T>(Mutex<T>);

impl<T> Shared<T> {
    pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
        // If a thread panicked while it held the lock, the value is still consistent: every change is one call.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Clone> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Shared(Mutex::new(self.lock().clone()))
    }
}

impl<T: PartialEq> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || *self.lock() == *other.lock()
    }
}

impl<T: Eq> Eq for Shared<T> {}

impl<T: Hash> Hash for Shared<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.lock().hash(state);
    }
}

/// Start of allocation: above every 32-bit address, so that windows never overlap buffers.
const FIRST: u64 = 1 << 33;
/// Alignment of regions (a block-linear surface needs 512) and gap after them, so that small overruns fault.
const SPACING: u64 = 4096;
/// Alignment of heaps: allocators find the head of a slab by the low bits of addresses in it.
const HEAP_ALIGN: u64 = 2 << 20;

/// Up to this many regions are searched linearly.
const FEW: usize = 8;

impl Memory {
    /// An empty memory.
    pub fn new() -> Memory {
        Memory::default()
    }

    /// An empty memory whose buffers are placed by an alternative of `*.addresses`.
    pub fn laid_out(addresses: Addresses) -> Memory {
        let layout = match addresses {
            Addresses::Low => Layout::default(),
            Addresses::Moved => Layout { first: 0x25_a5a0_1000, gap: 5 * SPACING },
        };
        Memory { layout, ..Memory::default() }
    }

    /// Gives the device a synchronization unit, or replaces it.
    pub fn set_unit(&mut self, unit: Unit) {
        self.unit = Some(Box::new(Shared(Mutex::new(unit))));
    }

    /// The device's synchronization unit, if it has one. It stays locked while the guard exists.
    pub fn unit(&self) -> Option<MutexGuard<'_, Unit>> {
        self.unit.as_ref().map(|unit| unit.lock())
    }

    /// Adds a host process, or replaces its state.
    pub fn set_desk(&mut self, desk: Desk) {
        self.desk = Some(Box::new(Shared(Mutex::new(desk))));
    }

    /// Gives the device a heap of this many bytes, from which a kernel's `malloc` allocates.
    ///
    /// # Errors
    /// The address space is full.
    pub fn set_heap(&mut self, bytes: u64) -> Result<(), MapError> {
        let base = self.free_base().next_multiple_of(HEAP_ALIGN);
        self.map_new(".heap", base, bytes, || Store::new(bytes))?;
        let mut desk = self.desk().map_or_else(Desk::default, |desk| desk.clone());
        desk.heap = base..base + bytes;
        self.set_desk(desk);
        Ok(())
    }

    /// The state of the host process, if there is one. It stays locked while the guard exists.
    pub fn desk(&self) -> Option<MutexGuard<'_, Desk>> {
        self.desk.as_ref().map(|desk| desk.lock())
    }

    /// Removes and returns the synchronization unit.
    pub(crate) fn take_unit(&mut self) -> Option<Box<Shared<Unit>>> {
        self.unit.take()
    }

    /// Removes and returns the host process.
    pub(crate) fn take_desk(&mut self) -> Option<Box<Shared<Desk>>> {
        self.desk.take()
    }

    /// Maps a copy of `bytes` at the next free address; returns the address.
    ///
    /// # Errors
    /// The address space is full.
    pub fn allocate(&mut self, name: &str, bytes: &[u8]) -> Result<u64, MapError> {
        let base = self.free_base();
        self.map_new(name, base, bytes.len() as u64, || Store::from_bytes(bytes))?;
        Ok(base)
    }

    /// Maps `len` zeros at the next free address; returns the address.
    ///
    /// # Errors
    /// The address space is full.
    pub fn allocate_zeros(&mut self, name: &str, len: u64) -> Result<u64, MapError> {
        let base = self.free_base();
        self.map_new(name, base, len, || Store::new(len))?;
        Ok(base)
    }

    /// Maps a copy of `bytes` at `base`.
    ///
    /// # Errors
    /// The range is in use or outside the address space.
    pub fn allocate_at(&mut self, name: &str, base: u64, bytes: &[u8]) -> Result<(), MapError> {
        self.map_new(name, base, bytes.len() as u64, || Store::from_bytes(bytes))
    }

    /// Maps `len` bytes at `base` without pages: reads return zero, writes are dropped, and the sparse predicate is set.
    ///
    /// # Errors
    /// The range is in use or outside the address space.
    pub fn map_sparse(&mut self, name: &str, base: u64, len: u64) -> Result<(), MapError> {
        self.map(name, base, len, None)
    }

    /// The address at which [`Memory::allocate`] would map the next region; all addresses above it are free.
    pub fn free_base(&self) -> u64 {
        let Layout { first, gap } = self.layout;
        let end = self.regions.last().map_or(first, |r| r.end().max(first - gap) + gap);
        end.next_multiple_of(SPACING)
    }

    /// Total size of all regions in bytes.
    pub fn bytes(&self) -> u64 {
        self.regions.iter().filter_map(|region| region.store.as_ref()).map(Store::len).sum()
    }

    /// A copy, if the host has enough memory; [`Clone`] panics if it does not.
    ///
    /// # Errors
    /// The host does not have enough memory.
    pub fn try_clone(&self) -> Result<Memory, NoRoom> {
        room(self.bytes())?;
        Ok(self.clone())
    }

    fn map_new(&mut self, name: &str, base: u64, len: u64, store: impl FnOnce() -> Store) -> Result<(), MapError> {
        // A size that does not fit below 2^40 has its own error.
        if len <= 1 << ADDRESS_BITS {
            room(len).map_err(|room| MapError::NoRoom { name: name.into(), room })?;
            return self.map(name, base, len, Some(store()));
        }
        self.map(name, base, len, None)
    }

    fn map(&mut self, name: &str, base: u64, len: u64, store: Option<Store>) -> Result<(), MapError> {
        if !base.is_multiple_of(16) {
            return Err(MapError::Unaligned { name: name.into(), base });
        }
        let end = base.checked_add(len).filter(|&end| end <= 1 << ADDRESS_BITS);
        let Some(end) = end else {
            return Err(MapError::TooLarge { name: name.into(), base, len });
        };
        let at = self.regions.partition_point(|r| r.base < base);
        let near = [at.checked_sub(1), Some(at)].into_iter().flatten().filter_map(|i| self.regions.get(i));
        for r in near {
            if r.base < end && base < r.end() {
                return Err(MapError::Overlap { name: name.into(), base, end, other: r.name.clone() });
            }
        }
        self.regions.insert(at, Region { name: name.into(), base, len, store });
        Ok(())
    }

    /// The regions in order of addresses.
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// The region with this name.
    pub fn region(&self, name: &str) -> Option<&Region> {
        self.regions.iter().find(|r| r.name == name)
    }

    /// The region that contains `bytes` bytes from `address` on.
    #[inline]
    pub fn find(&self, address: u64, bytes: u32) -> Option<&Region> {
        self.number(address, bytes).map(|at| &self.regions[at])
    }

    /// The index of that region in [`Memory::regions`].
    #[inline]
    pub(crate) fn number(&self, address: u64, bytes: u32) -> Option<usize> {
        // Most launches have few regions, for which a linear search is faster than a binary one.
        let at = match &self.regions[..] {
            few if few.len() <= FEW => few.iter().rposition(|r| r.base <= address)?,
            many => many.partition_point(|r| r.base <= address).checked_sub(1)?,
        };
        let region = &self.regions[at];
        (region.len >= u64::from(bytes) && address - region.base <= region.len - u64::from(bytes)).then_some(at)
    }

    /// A copy of `bytes` bytes from `address` on; `None` unless one region contains them. A sparse region reads as zeros.
    pub fn read(&self, address: u64, bytes: u32) -> Option<Vec<u8>> {
        let region = self.find(address, bytes)?;
        let start = address - region.base;
        Some(match &region.store {
            None => vec![0; bytes as usize],
            Some(store) => store.read_bytes(start, u64::from(bytes)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_do_not_overlap_and_are_found() {
        let mut m = Memory::new();
        let a = m.allocate("a", &[1; 10]).unwrap();
        let b = m.allocate("b", &[2; 8192]).unwrap();
        m.allocate_at("low", 0x1000, &[3; 16]).unwrap();
        assert!(a + 10 + SPACING <= b + SPACING && a >= FIRST);
        assert_eq!(m.find(a + 8, 2).unwrap().name, "a");
        assert!(m.find(a + 8, 4).is_none());
        assert_eq!(m.find(0x100c, 4).unwrap().name, "low");
        let e = m.allocate_at("c", 0xff0, &[0; 20]).unwrap_err();
        assert_eq!(e.to_string(), "`c` at 0xff0..0x1004 overlaps `low`; choose another base");
        let e = m.allocate_at("c", 0xff4, &[0; 4]).unwrap_err();
        assert!(e.to_string().contains("not on a 16-byte boundary"));
        let e = m.map_sparse("s", (1 << 40) - 16, 32).unwrap_err();
        assert_eq!(e.to_string(), "`s` needs 32 bytes at 0xfffffffff0, past the 40-bit address space");
        let c = m.allocate("c", &[0]).unwrap();
        assert!(c > b);
        let e = m.set_heap(u64::MAX / 2).unwrap_err();
        assert!(matches!(e, MapError::TooLarge { .. }), "{e}");
    }
}
