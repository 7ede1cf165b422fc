//! Every access of a launch to memory, in the order in which lanes are served, as rows of bytes that numpy reads as a structured array.

use isotope::machine::state::Wave;
use isotope::machine::{Deed, MemoryAccess, Observer, Place, Reachable, Storage};

/// Bytes of a row; `python/isotope/_kernel.py` has its fields.
const ROW: usize = 80;

/// Rows of accesses as they come.
pub struct Accesses {
    /// What was written so far.
    pub rows: Vec<u8>,
    /// Rows that were left out because there are more than wanted.
    pub left_out: u64,
    /// Most bytes of rows.
    limit: usize,
    /// Address and length of each buffer.
    buffers: Vec<(u64, u64)>,
    place: Place,
    /// Rows of loads in this step, whose values are known when it is over.
    loads: Vec<(usize, Storage, u64, u32)>,
}

impl Accesses {
    /// Nothing yet; at most so many rows are kept.
    pub fn new(buffers: Vec<(u64, u64)>, most: usize) -> Accesses {
        let place = Place { group: [0; 3], wave: 0, address: 0 };
        Accesses { rows: Vec::new(), left_out: 0, limit: most.saturating_mul(ROW), buffers, place, loads: Vec::new() }
    }

    fn row(&mut self, access: &MemoryAccess, part: u32, bytes: u32) {
        if self.rows.len() >= self.limit {
            self.left_out += 1;
            return;
        }
        let at = access.at + u64::from(part);
        let inside = |&(base, len): &(u64, u64)| at.checked_sub(base).filter(|offset| *offset < len);
        let found = self.buffers.iter().enumerate().find_map(|(i, buffer)| Some((i as i32, inside(buffer)?)));
        let (buffer, offset) = found.filter(|_| access.storage == Storage::Global).unwrap_or((-1, at));
        let word = |words: [u32; 4]| {
            let all = words.iter().rev().fold(0u128, |all, word| all << 32 | u128::from(*word));
            (all >> (8 * part)) as u64 & (u64::MAX >> (64 - 8 * bytes))
        };
        let (kind, old, new, data) = match access.deed {
            Deed::Load => (0, None, None, [0; 2]),
            Deed::Store(words) => (1, None, Some(word(words)), [0; 2]),
            Deed::Atomic { data, old, update, .. } => (2, old, update.map(|update| update.new), data),
        };
        if kind == 0 {
            self.loads.push((self.rows.len(), access.storage, at, bytes));
        }
        let storage = match access.storage {
            Storage::Global => 0,
            Storage::Shared => 1,
            Storage::Private => 2,
            Storage::Constant => 3,
            Storage::Device => 4,
        };
        let Place { group, wave, address } = self.place;
        for word in [group[0], group[1], group[2], wave, access.lane, address, buffer as u32] {
            self.rows.extend(word.to_le_bytes());
        }
        let known = u8::from(old.is_some()) | u8::from(new.is_some()) << 1;
        self.rows.extend([kind, storage, bytes as u8, known]);
        for word in [at, offset, old.unwrap_or(0), new.unwrap_or(0), data[0], data[1]] {
            self.rows.extend(word.to_le_bytes());
        }
    }
}

/// Where `old` stands in a row, and what says that it is known.
const OLD: usize = 48;
const KNOWN: usize = 31;

impl Observer for Accesses {
    fn looks_inside(&self) -> bool {
        true
    }

    fn step(&mut self, place: Place, _: u32, _: u64) {
        self.place = place;
    }

    fn active(&mut self, place: Place, _: u32) {
        self.place = place;
    }

    fn access(&mut self, access: &MemoryAccess) {
        // Wider accesses are several rows.
        let bytes = u32::from(access.bytes);
        (0..bytes.max(1)).step_by(8).for_each(|part| self.row(access, part, (bytes - part).clamp(1, 8)));
    }

    fn beside(&mut self, access: &MemoryAccess) {
        self.access(access);
    }

    fn settled(&mut self, _: &Wave, reach: Reachable<'_>) {
        for (row, storage, at, bytes) in self.loads.drain(..) {
            let all = (0..u64::from(bytes)).map(|i| reach.byte(storage, at + i)).rev();
            let value = all.into_iter().try_fold(0u64, |value, byte| Some(value << 8 | u64::from(byte?)));
            if let Some(value) = value {
                self.rows[row + OLD..row + OLD + 8].copy_from_slice(&value.to_le_bytes());
                self.rows[row + KNOWN] |= 1;
            }
        }
    }
}
