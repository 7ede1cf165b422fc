//! The trait of targets, and the steps from a compiled kernel to a launch. No vendor is named here: the vendor crates implement [`Target`],
//! and a [`Registry`] holds their lists.
//!
//! * [`Target`]: a value that parses, prints, encodes, decodes, lifts, prepares.
//! * [`launch`]: a launch, the same for every target; [`Registry::prepare`] makes a dispatch of it.
//! * [`operation`]: an operation by name and mode.
//! * [`setup`]: the state of the machine before the first instruction, in one notation for all targets.
//! * [`case`] and [`suite`]: kernels with inputs and expected memory; [`fidelity`]: the assumptions on which a run depends.
//!
//! ```
//! use isotope_target::launch::{Arg, Launch};
//! use isotope_machine::{Options, Outcome};
//! use isotope_machine::mem::Memory;
//!
//! let image = isotope_targets::TARGETS.load(include_bytes!("../samples/histogram256.cubin"))?;
//! let kernel = image.kernel(None)?;
//! let mut memory = Memory::new();
//! let data = memory.allocate("data", &[7; 64])?; // 16 words, 64 bytes of value 7
//! let bins = memory.allocate("bins", &[0; 1024])?;
//! let launch = Launch::new([1, 1, 1], [32, 1, 1], vec![Arg::Address(data), Arg::U32(16), Arg::Address(bins)]);
//! let dispatch = isotope_targets::TARGETS.prepare(&image, kernel, &mut memory, &launch)?;
//! let report = isotope_machine::launch(&dispatch, &memory, Options::default());
//! assert_eq!(report.outcome, Outcome::Done);
//! assert_eq!(memory.read(bins + 7 * 4, 4), Some(vec![64, 0, 0, 0]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! No I/O, no `unsafe`, and no panic on any input. Time, caches and weak memory order are not modelled.

pub mod case;
pub mod divergence;
pub mod dwarf;
pub mod fidelity;
pub mod finding;
pub mod hex;
pub mod language;
pub mod launch;
pub mod lift;
pub mod listing;
pub mod note;
pub mod operation;
pub mod printf;
pub mod pseudo;
pub mod registers;
mod registry;
pub mod setup;
pub mod single;
pub mod specimen;
pub mod suite;
mod target;
pub mod traits;
pub mod uninit;
mod unmodelled;
pub mod value;

pub use isotope_table::Mode;
pub use registry::{Registry, UnknownTarget};
pub use target::{
    Asked, AssembleError, Beside, Broken, Checker, Failures, Identity, InstructionError, Isa, LineTranslator, Lines,
    Listed, Output, Target, TextOf, Watch, as_targets,
};
pub use unmodelled::{Unmodelled, is_of, unmodelled};
