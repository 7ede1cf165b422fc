//! What keeps a launch from being explored.

use thiserror::Error;

/// Why a launch cannot be explored.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// A wave runs on without touching what others see.
    #[error(
        "{place}: more than {limit} instructions since the last that others can see, and no state that came again: raise the limit \
         (--local-steps) or give the kernel less to do alone"
    )]
    LocalSteps {
        /// The limit.
        limit: u64,
        /// Where the wave is.
        place: String,
    },
    /// Too many waves.
    #[error("the launch has {found} waves; at most {limit} can be explored: launch fewer groups, or smaller ones")]
    Waves {
        /// Of the launch.
        found: usize,
        /// At most.
        limit: usize,
    },
    /// The kernel calls the host.
    #[error(
        "the kernel calls a process on the host at {address:#x} (printf, assert or malloc): what that leaves is not part of a state; \
         compile the kernel without the call"
    )]
    Host {
        /// Byte address of the instruction.
        address: u32,
    },
    /// A schedule that does not fit the launch.
    #[error("schedule, entry {entry}: {what}")]
    Schedule {
        /// Which entry, counted from 1.
        entry: usize,
        /// What was expected and found.
        what: String,
    },
    /// A text that cannot be read.
    #[error("{what}, at `{at}`: expected {expected}")]
    Text {
        /// What is being read.
        what: &'static str,
        /// What is there.
        at: String,
        /// What should be.
        expected: &'static str,
    },
}
