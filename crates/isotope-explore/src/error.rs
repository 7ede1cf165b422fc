//! What keeps a launch from being explored.

use isotope_machine::mem::NoRoom;
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
    /// The launch takes more before its first step than a search may.
    #[error("the launch takes about {} MiB before its first step, more than the {} MiB of --max-memory", bytes.div_ceil(1 << 20), limit >> 20)]
    Memory {
        /// Of waves and buffers.
        bytes: u64,
        /// At most.
        limit: usize,
    },
    /// The host has no room for the launch.
    #[error("the launch: {0}")]
    Room(#[from] NoRoom),
    /// Time was up before the first state was known.
    #[error("time was up (--budget) before the first state of the launch was known")]
    Time,
    /// Too many lanes of a step touch the same words.
    #[error(
        "{place}: {lanes} lanes of this step touch words in common, and memory can serve them in more than {} orders: launch smaller groups \
         (seven lanes have as many), or leave out --orders lanes",
        crate::automaton::ORDERS
    )]
    LaneOrders {
        /// How many.
        lanes: usize,
        /// Where the wave is.
        place: String,
    },
    /// Too many ways to go on.
    #[error(
        "{place}: {ways} orders of lanes and of branches from here to the next step that other waves can see make a difference: launch \
         smaller groups, or choose one kind of order (--orders lanes, --orders branches)"
    )]
    Ways {
        /// How many.
        ways: usize,
        /// Where the wave is.
        place: String,
    },
    /// Too many lanes that are told apart.
    #[error(
        "--lanes: the launch has {found} work-items; at most {limit} are told apart: launch fewer groups, or smaller ones"
    )]
    Lanes {
        /// Of the launch.
        found: u64,
        /// At most.
        limit: u64,
    },
    /// Symmetry beside what tells waves apart.
    #[error(
        "--symmetry: expected none of --progress, --resident and --shard, which tell waves apart: leave them out, or --symmetry"
    )]
    Symmetry,
    /// An order is drawn that is to be explored.
    #[error(
        "{rule}: expected an order that is not drawn, where --orders explores all: leave out `--assume {rule}=drawn`"
    )]
    Drawn {
        /// The assumption.
        rule: &'static str,
    },
    /// The kernel asks the host through memory.
    #[error(
        "the kernel asks a process on the host through memory at {address:#x} (a hostcall of HIP: printf, assert or malloc), which no schedule \
         of waves answers: compile it without, or with -mprintf-kind=buffered"
    )]
    Host {
        /// Byte address of the instruction.
        address: u32,
    },
    /// A weak memory model has no word for an instruction.
    #[error(
        "{place}: {what} is outside the memory model `{model}`: explore it under sc, or leave it out of the kernel"
    )]
    Outside {
        /// Where the wave is.
        place: String,
        /// The model.
        model: &'static str,
        /// What.
        what: &'static str,
    },
    /// A step stops the launch although its addresses do not say so.
    #[error("{place}: stopped: {stop}")]
    Stopped {
        /// Where the wave is.
        place: String,
        /// Why.
        stop: String,
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
