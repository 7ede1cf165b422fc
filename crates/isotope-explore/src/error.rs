//! Why a launch cannot be explored.

use isotope_machine::mem::NoRoom;
use isotope_option::OptionName;
use thiserror::Error;

/// Why a launch cannot be explored.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// A wave runs on without a visible step.
    #[error(
        "{place}: more than {limit} instructions since the last that others can see, and no state that came again: raise the limit \
         ({}) or give the kernel less to do alone",
        OptionName::LocalSteps
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
        /// Waves of the launch.
        found: usize,
        /// Limit.
        limit: usize,
    },
    /// The launch needs more memory before its first step than a search may use.
    #[error(
        "the launch takes about {} MiB before its first step, more than the {} MiB of {}",
        bytes.div_ceil(1 << 20),
        limit >> 20,
        OptionName::MaxMemory
    )]
    Memory {
        /// Bytes of waves and buffers.
        bytes: u64,
        /// Limit.
        limit: usize,
    },
    /// The host has not enough memory for the launch.
    #[error("the launch: {0}")]
    Room(#[from] NoRoom),
    /// Time was up before the first state was computed.
    #[error("time was up ({}) before the first state of the launch was known", OptionName::Budget)]
    Time,
    /// Too many lanes of a step touch the same words.
    #[error(
        "{place}: {lanes} lanes of this step touch words in common, and memory can serve them in more than {} orders: launch smaller groups \
         (seven lanes have as many), or leave out {}",
        crate::automaton::ORDERS,
        OptionName::Orders.with("lanes")
    )]
    LaneOrders {
        /// Number of lanes.
        lanes: usize,
        /// Where the wave is.
        place: String,
    },
    /// Too many outcomes.
    #[error(
        "{place}: {ways} orders of lanes and of branches from here to the next step that other waves can see make a difference: launch \
         smaller groups, or choose one kind of order ({}, {})",
        OptionName::Orders.with("lanes"),
        OptionName::Orders.with("branches")
    )]
    Ways {
        /// Number of outcomes.
        ways: usize,
        /// Where the wave is.
        place: String,
    },
    /// Too many lanes to keep apart.
    #[error(
        "{}: the launch has {found} work-items; at most {limit} are told apart: launch fewer groups, or smaller ones",
        OptionName::Lanes
    )]
    Lanes {
        /// Lanes of the launch.
        found: u64,
        /// Limit.
        limit: u64,
    },
    /// Symmetry reduction together with an option that distinguishes waves.
    #[error(
        "{symmetry}: expected none of {}, {} and {}, which tell waves apart: leave them out, or {symmetry}",
        OptionName::Progress,
        OptionName::Resident,
        OptionName::Shard,
        symmetry = OptionName::Symmetry
    )]
    Symmetry,
    /// The assumptions choose a random order that is to be explored.
    #[error(
        "{rule}: expected an order that is not drawn, where {} explores all: leave out `{}`",
        OptionName::Orders,
        OptionName::Assume.with(format_args!("{rule}=drawn"))
    )]
    Drawn {
        /// The assumption.
        rule: &'static str,
    },
    /// The kernel calls the host through memory.
    #[error(
        "the kernel asks a process on the host through memory at {address:#x} (a hostcall of HIP: printf, assert or malloc), which no schedule \
         of waves answers: compile it without, or with -mprintf-kind=buffered"
    )]
    Host {
        /// Byte address of the instruction.
        address: u32,
    },
    /// A weak memory model does not cover an instruction.
    #[error(
        "{place}: {what} is outside the memory model `{model}`: explore it under sc, or leave it out of the kernel"
    )]
    Outside {
        /// Where the wave is.
        place: String,
        /// The model.
        model: &'static str,
        /// The instruction or its property.
        what: &'static str,
    },
    /// A step stops the launch although its addresses are valid.
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
        /// Number of the entry, from 1.
        entry: usize,
        /// What was expected and found.
        what: String,
    },
    /// A text that cannot be read.
    #[error("{what}, at `{at}`: expected {expected}")]
    Text {
        /// What is being read.
        what: &'static str,
        /// What was found.
        at: String,
        /// What was expected.
        expected: &'static str,
    },
}
