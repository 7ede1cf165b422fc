//! What a step did to memory that other waves see, word by word.

use isotope_machine::fault::Place;
use isotope_machine::{Deed, MemoryAccess, Observer, Session, Storage};
use isotope_op::atomic::{AtomicOp, CasRoles};

/// The memory of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Room {
    /// Memory that every group sees.
    Global,
    /// Memory of the group with this number.
    Shared(u32),
}

/// Four bytes of memory; address divided by four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Word {
    pub room: Room,
    pub at: u64,
}

impl Word {
    /// Its value. The last word of a region may be cut off.
    pub fn value(self, session: &Session<'_>) -> u32 {
        let byte = |at: u64| match self.room {
            Room::Global => session.read(at, 1).map_or(0, |bytes| bytes[0]),
            Room::Shared(group) => session.read_shared(group as usize, at, 1).unwrap_or(0) as u8,
        };
        u32::from_le_bytes(std::array::from_fn(|i| byte(4 * self.at + i as u64)))
    }

    /// Writes some of its bytes, a bit for each.
    pub fn put(self, session: &mut Session<'_>, value: u32, bytes: u8) {
        for (i, byte) in value.to_le_bytes().into_iter().enumerate().filter(|(i, _)| bytes >> i & 1 != 0) {
            let at = 4 * self.at + i as u64;
            match self.room {
                Room::Global => session.write(at, &[byte]),
                Room::Shared(group) => session.write_shared(group as usize, at, &[byte]),
            };
        }
    }
}

/// Bytes of a word that a step read or wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Touch<W> {
    pub word: W,
    /// One bit for each byte.
    pub bytes: u8,
    pub reads: bool,
    pub writes: bool,
    /// It left another value.
    pub changes: bool,
}

impl<W: Copy + Ord> Touch<W> {
    /// Whether two lists have touches that conflict: they share bytes, and one of them writes.
    pub fn any_meet(these: &[Touch<W>], others: &[Touch<W>]) -> bool {
        let meet = |a: &Touch<W>, b: &Touch<W>| a.word == b.word && a.bytes & b.bytes != 0 && (a.writes || b.writes);
        these.iter().any(|a| others.iter().any(|b| meet(a, b)))
    }

    /// Merges touches of the same word and kind, sorted by word.
    pub fn merge(mut touches: Vec<Touch<W>>) -> Vec<Touch<W>> {
        let kind = |t: &Touch<W>| (t.word, t.reads, t.writes, t.changes);
        touches.sort_by_key(kind);
        touches.dedup_by(|later, first| {
            let same = kind(later) == kind(first);
            if same {
                first.bytes |= later.bytes;
            }
            same
        });
        touches
    }
}

/// Records the touches of a wave of one group.
pub(crate) struct Watch {
    group: u32,
    /// An atomic that does not change its word still counts as a write, because it may release earlier accesses to other waves.
    pub exact: bool,
    pub touches: Vec<Touch<Word>>,
}

impl Watch {
    pub fn new(group: u32) -> Watch {
        Watch { group, exact: false, touches: Vec::new() }
    }

    pub fn touch(&mut self, storage: Storage, at: u64, bytes: u8, reads: bool, writes: bool) {
        let room = match storage {
            Storage::Global => Room::Global,
            Storage::Shared => Room::Shared(self.group),
            // Private memory is invisible to others, constants do not change, and the unit is a part of the state by itself.
            Storage::Private | Storage::Constant | Storage::Device => return,
        };
        let end = at + u64::from(bytes);
        for word in at / 4..end.div_ceil(4) {
            let (from, to) = (at.max(4 * word) - 4 * word, end.min(4 * word + 4) - 4 * word);
            let bytes = (0xf_u8 >> (4 - (to - from))) << from;
            self.touches.push(Touch { word: Word { room, at: word }, bytes, reads, writes, changes: writes });
        }
    }
}

/// Whether a lane's access changed the value. For a reader of values, an atomic that does not change the word is a read: a failing
/// compare-and-swap, an addition of zero, an exchange with the same value.
fn changed(access: &MemoryAccess) -> bool {
    match access.deed {
        Deed::Atomic { old: Some(old), update: Some(update), .. } => {
            let ones = u64::MAX >> (64 - 8 * u32::from(access.bytes.clamp(1, 8)));
            (update.new ^ old) & ones != 0
        }
        _ => wrote(access),
    }
}

/// Whether a lane's access wrote, with any value. A failing compare-and-swap only reads.
pub(crate) fn wrote(access: &MemoryAccess) -> bool {
    match access.deed {
        Deed::Load => false,
        Deed::Store(_) => true,
        Deed::Atomic { rmw, data, old: Some(old), update: Some(update) } => {
            let ones = u64::MAX >> (64 - 8 * u32::from(access.bytes.clamp(1, 8)));
            let (comparand, value) = match rmw.cas {
                CasRoles::CompareSrc0 => (data[0], data[1]),
                CasRoles::CompareSrc1 => (data[1], data[0]),
            };
            match rmw.op {
                AtomicOp::Cas => (old ^ comparand) & ones == 0,
                AtomicOp::FCas => (update.new ^ old) & ones != 0 || (value ^ old) & ones == 0,
                _ => true,
            }
        }
        Deed::Atomic { .. } => true,
    }
}

impl Observer for Watch {
    fn looks_inside(&self) -> bool {
        true
    }

    fn step(&mut self, _: Place, _: u32, _: u64) {}

    fn access(&mut self, access: &MemoryAccess) {
        let reads = !matches!(access.deed, Deed::Store(_));
        let (from, changes) = (self.touches.len(), changed(access));
        self.touch(access.storage, access.at, access.bytes, reads, changes || self.exact && wrote(access));
        self.touches[from..].iter_mut().for_each(|touch| touch.changes = changes);
    }

    fn beside(&mut self, access: &MemoryAccess) {
        self.access(access);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_words() {
        let mut watch = Watch::new(3);
        watch.touch(Storage::Shared, 6, 4, true, false);
        watch.touch(Storage::Global, 8, 8, false, true);
        watch.touch(Storage::Global, 13, 1, true, true);
        watch.touch(Storage::Private, 0, 4, true, true);
        let seen: Vec<_> = watch.touches.iter().map(|t| (t.word.room, t.word.at, t.bytes, t.reads, t.writes)).collect();
        assert_eq!(
            seen,
            [
                (Room::Shared(3), 1, 0b1100, true, false),
                (Room::Shared(3), 2, 0b0011, true, false),
                (Room::Global, 2, 0b1111, false, true),
                (Room::Global, 3, 0b1111, false, true),
                (Room::Global, 3, 0b0010, true, true),
            ]
        );
    }
}
