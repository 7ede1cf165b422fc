//! A state of the whole machine: where waves stand, what they have outstanding, what caches and memory hold.

use super::nodes::Values;
use crate::automaton::{Cell, Node};

/// An access of a wave that has not come back.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Op {
    /// The wave as it was when it made it.
    pub issued: Node,
    /// Counters that have not been waited for.
    pub counters: u8,
    /// What it has found so far in words that others see.
    pub values: Values,
}

/// What is asked of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Ask {
    /// Read, past the caches or not.
    Read { bypasses: bool },
    /// Write.
    Write(u32),
    /// Read, compute and write, where all cores share memory.
    Update,
    /// The whole access, in memory of the group.
    Shared,
}

/// A part of an access that memory has not seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Request {
    pub core: u8,
    pub cell: Cell,
    pub thread: u16,
    /// Which of the thread's accesses.
    pub op: u8,
    pub ask: Ask,
}

/// A state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Row {
    /// Where waves run: an index.
    pub placement: u16,
    pub nodes: Box<[Node]>,
    /// In the order in which they were made.
    pub ops: Box<[Vec<Op>]>,
    /// In the order of cores and words; those of a core to one word in the order in which they were made.
    pub requests: Vec<Request>,
    pub memory: Box<[u32]>,
    /// What the cache of each core holds of each word, where that is not what lies below it.
    pub near: Box<[Option<u32>]>,
    /// The same of each array.
    pub middle: Box<[Option<u32>]>,
}

impl Row {
    /// Ask something of memory.
    pub fn ask(&mut self, request: Request) {
        let at = self.requests.partition_point(|r| (r.core, r.cell) <= (request.core, request.cell));
        self.requests.insert(at, request);
    }

    /// Whether memory has seen all of an access, or all of it that one kind of memory sees.
    pub fn is_done(&self, thread: u16, op: usize, counts: impl Fn(&Request) -> bool) -> bool {
        !self.requests.iter().any(|r| r.thread == thread && usize::from(r.op) == op && counts(r))
    }

    /// Take an access off the list of a wave.
    pub fn remove(&mut self, thread: u16, op: usize) -> Op {
        for request in self.requests.iter_mut().filter(|r| r.thread == thread && usize::from(r.op) > op) {
            request.op -= 1;
        }
        self.ops[usize::from(thread)].remove(op)
    }

    /// Bytes that it takes, about.
    pub fn bytes(&self) -> usize {
        let ops: usize = self.ops.iter().map(|ops| 24 + ops.len() * size_of::<Op>()).sum();
        size_of::<Row>()
            + 4 * (self.nodes.len() + self.memory.len())
            + 8 * (self.near.len() + self.middle.len())
            + ops
            + self.requests.len() * size_of::<Request>()
    }
}
