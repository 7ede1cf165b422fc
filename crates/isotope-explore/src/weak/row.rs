//! A state of the whole machine: nodes of waves, outstanding accesses, contents of caches and memory.

use super::nodes::Values;
use crate::automaton::{Cell, Node};

/// An access of a wave that has not returned.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Op {
    /// Snapshot of the wave at the issue of the access.
    pub issued: Node,
    /// Counters that have not been waited for.
    pub counters: u8,
    /// Values found so far in words that other waves see.
    pub values: Values,
}

/// A request to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Ask {
    /// Read, with or without bypassing the caches.
    Read { bypasses: bool },
    /// Write.
    Write(u32),
    /// Read, compute and write, in the memory that all cores share.
    Update,
    /// The whole access, in memory of the group.
    Shared,
}

/// A part of an access that memory has not performed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Request {
    pub core: u8,
    pub cell: Cell,
    pub thread: u16,
    /// Index of the thread's access.
    pub op: u8,
    pub ask: Ask,
}

/// A state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct WeakState {
    /// Index of the placement.
    pub placement: u16,
    pub nodes: Box<[Node]>,
    /// In the order of issue.
    pub ops: Box<[Vec<Op>]>,
    /// Sorted by core and word; requests of a core to one word in the order of issue.
    pub requests: Vec<Request>,
    pub memory: Box<[u32]>,
    /// The value of each word in each core's cache, if it differs from the level below.
    pub near: Box<[Option<u32>]>,
    /// The same of each array.
    pub middle: Box<[Option<u32>]>,
}

impl WeakState {
    /// Adds a request to memory.
    pub fn ask(&mut self, request: Request) {
        let at = self.requests.partition_point(|r| (r.core, r.cell) <= (request.core, request.cell));
        self.requests.insert(at, request);
    }

    /// Whether memory has performed all of an access, or all requests for which `counts` holds.
    pub fn is_done(&self, thread: u16, op: usize, counts: impl Fn(&Request) -> bool) -> bool {
        !self.requests.iter().any(|r| r.thread == thread && usize::from(r.op) == op && counts(r))
    }

    /// Removes an access from the list of a wave.
    pub fn remove(&mut self, thread: u16, op: usize) -> Op {
        for request in self.requests.iter_mut().filter(|r| r.thread == thread && usize::from(r.op) > op) {
            request.op -= 1;
        }
        self.ops[usize::from(thread)].remove(op)
    }

    /// Approximate size in bytes.
    pub fn bytes(&self) -> usize {
        let ops: usize = self.ops.iter().map(|ops| 24 + ops.len() * size_of::<Op>()).sum();
        size_of::<WeakState>()
            + 4 * (self.nodes.len() + self.memory.len())
            + 8 * (self.near.len() + self.middle.len())
            + ops
            + self.requests.len() * size_of::<Request>()
    }
}
