//! What a process on the host remembers between two calls. Plain data: it is copied, compared and hashed with the memory beside which
//! it lies.

use std::collections::BTreeMap;
use std::ops::Range;

/// What a process on the host remembers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Desk {
    /// What it was asked to print, in the order of the schedule.
    pub text: Vec<u8>,
    /// Messages of which a part has come, by their numbers.
    pub messages: BTreeMap<u64, Vec<u64>>,
    /// Messages that have begun.
    pub begun: u64,
    /// Addresses of the device's heap; none where it has no memory.
    pub heap: Range<u64>,
    /// What of it is handed out: first address and bytes.
    pub blocks: BTreeMap<u64, u64>,
}

impl Desk {
    /// Hands out the first piece of the heap that has room, on a multiple of `align`; `None` where there is none.
    ///
    /// # Examples
    /// ```
    /// use isotope_machine::mem::Desk;
    /// let mut desk = Desk { heap: 0x1000..0x3000, ..Desk::default() };
    /// assert_eq!((desk.hand_out(0x100, 0x1000), desk.hand_out(0x1000, 0x1000)), (Some(0x1000), Some(0x2000)));
    /// assert_eq!(desk.hand_out(1, 0x1000), None);
    /// assert!(desk.take_back(0x1000));
    /// assert_eq!(desk.hand_out(0x1000, 0x1000), Some(0x1000));
    /// ```
    pub fn hand_out(&mut self, bytes: u64, align: u64) -> Option<u64> {
        let bytes = bytes.max(1);
        let mut at = self.heap.start.checked_next_multiple_of(align)?;
        for (&start, &len) in &self.blocks {
            if at.checked_add(bytes)? <= start {
                break;
            }
            at = at.max((start + len).checked_next_multiple_of(align)?);
        }
        at.checked_add(bytes).filter(|end| *end <= self.heap.end)?;
        self.blocks.insert(at, bytes);
        Some(at)
    }

    /// Takes a piece back; whether it was one.
    pub fn take_back(&mut self, address: u64) -> bool {
        self.blocks.remove(&address).is_some()
    }
}
