//! All schedules of a launch: outcomes, deadlocks, data races, and whether it ends under each model of forward progress.
//!
//! Everything is based on [`Session`](isotope_machine::Session), which executes machine code exactly. The explorers do not walk sessions,
//! though: what each wave does is stored in a table on the way (see `automaton.rs`), so that a step of an exploration is a table look-up.

mod automaton;
mod bounds;
mod deeds;
mod divergence;
mod error;
mod execution;
mod graph;
mod options;
mod progress;
mod progress_model;
mod races;
mod random;
mod replay;
mod schedule;
mod states;
mod system;
mod traces;
mod until;
mod watch;
mod weak;

pub use automaton::Orders;
pub use divergence::{Diverged, diverged};
pub use error::Error;
pub use execution::{Accessed, Execution, Happened, execution};
pub use options::{Limit, MemoryRange, Options};
pub use progress_model::{Fair, Progress};
pub use races::{Between, Exposed, Missing, Race, RaceSide, Races};
pub use random::{Draw, Ended, RandomOptions, Runs, random};
pub use replay::{Replayed, replay};
pub use schedule::{Does, Schedule, Turn};
pub use states::{Ending, States, states};
pub use system::Symmetry;
pub use traces::{Tally, TraceOptions, Traces, traces};
pub use until::Until;
pub use weak::{Level, MemorySystem, PLACEMENTS, RDNA3, WeakOptions, WeakReplay, replay_weak, weak};
