//! How much an exploration may spend, and why it does not begin.

use crate::test::Dialect;

/// What is asked, and its limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Stop when an example decides everything that is asked; the list of states is then incomplete.
    pub decide_only: bool,
    /// Also search data races, if the model defines them.
    pub races: bool,
    /// Also search threads that wait for ever under a fair scheduler.
    pub waiting: bool,
    /// Most rounds of a loop that changes something; loops that only wait need no bound.
    pub rounds: usize,
    /// Values of one location.
    pub values: usize,
    /// Paths of one thread.
    pub paths: usize,
    /// Instructions of one path.
    pub steps: usize,
    /// Bytes of the paths of one thread.
    pub bytes: usize,
    /// Candidates.
    pub candidates: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            decide_only: false,
            races: false,
            waiting: false,
            rounds: 3,
            values: 64,
            paths: 100_000,
            steps: 4096,
            bytes: 1 << 30,
            candidates: 300_000,
        }
    }
}

/// Why a test cannot be explored.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unable {
    /// The model is of another language.
    #[error("the model {model} judges tests in {fits}; this one is in {dialect}")]
    Dialect {
        /// The model.
        model: &'static str,
        /// Languages of the model.
        fits: String,
        /// Language of the test.
        dialect: Dialect,
    },
    /// A thread has too many paths.
    #[error("P{thread} has more than {limit} paths")]
    Paths {
        /// The thread.
        thread: u32,
        /// The limit.
        limit: usize,
    },
    /// The paths of a thread take too much memory.
    #[error("the paths of P{thread} take more than {limit} bytes")]
    Memory {
        /// The thread.
        thread: u32,
        /// The limit.
        limit: usize,
    },
    /// A path of a thread is too long.
    #[error("a path of P{thread} is longer than an execution can be (128 events)")]
    Length {
        /// The thread.
        thread: u32,
    },
    /// An execution is too large.
    #[error("an execution has more than 128 events")]
    Events,
    /// An execution reaches an instruction that is undefined there.
    #[error("line {line}: `{text}` divides by zero, overflows, or accesses an element that its array does not have")]
    Meaningless {
        /// The line.
        line: u32,
        /// The instruction.
        text: String,
    },
}
