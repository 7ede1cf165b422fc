//! What to explore, how far, and why a search ended.

use crate::automaton::Orders;
use crate::progress_model::Progress;
use crate::until::Until;

/// Bytes of global memory that are read when a launch has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemoryRange {
    /// First address.
    pub address: u64,
    /// Number of bytes.
    pub bytes: u32,
}

/// What to explore, and how far.
#[derive(Clone, Debug)]
pub struct Options {
    /// Most states.
    pub max_states: usize,
    /// Most bytes for states.
    pub max_bytes: usize,
    /// Time limit.
    pub until: Until,
    /// Most instructions that a wave may run between two visible steps.
    pub local_steps: u64,
    /// Groups that the machine holds at once, which start in order; `None` for all.
    pub resident: Option<u32>,
    /// Models of forward progress to check.
    pub progress: Vec<Progress>,
    /// Which orders inside a wave are explored.
    pub orders: Orders,
    /// Symmetry reduction: merge states that differ only by renaming identical waves. Progress models, and groups that start in order,
    /// distinguish waves.
    pub symmetry: bool,
    /// Places that outcomes show.
    pub observe: Vec<MemoryRange>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            max_states: 50_000_000,
            max_bytes: 4 << 30,
            until: Until::default(),
            local_steps: 1_000_000,
            resident: None,
            progress: Vec::new(),
            orders: Orders::default(),
            symmetry: false,
            observe: Vec::new(),
        }
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Limit {
    /// It is complete.
    #[default]
    None,
    /// The limit of states or executions.
    States,
    /// The memory limit.
    Memory,
    /// The time limit.
    Time,
    /// One placement of waves on cores is complete; other placements were not explored.
    Placements,
}
