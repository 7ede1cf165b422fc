//! State of a host process between two calls. It is plain data: copied, compared and hashed together with memory.

use std::collections::BTreeMap;
use std::ops::Range;

/// State of a host process.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Desk {
    /// Printed text, in the order of the schedule.
    pub text: Vec<u8>,
    /// Messages of which only a part has arrived, by number.
    pub messages: BTreeMap<u64, Vec<u64>>,
    /// Number of messages that have begun.
    pub begun: u64,
    /// Addresses of the device's heap; empty if it has none.
    pub heap: Range<u64>,
    /// Allocated blocks: first address and size in bytes.
    pub blocks: BTreeMap<u64, u64>,
}

impl Desk {
    /// Allocates the first free block of the heap that is large enough, at a multiple of `align`; `None` if there is none.
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

    /// Frees a block; returns whether it was allocated.
    pub fn take_back(&mut self, address: u64) -> bool {
        self.blocks.remove(&address).is_some()
    }
}
