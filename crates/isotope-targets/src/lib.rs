//! The instruction sets of sm_50, gfx1100 and vISA, and the way from a compiled kernel to a launch.
//!
//! * [`isa`]: a target is a value that parses, prints, encodes, decodes, lifts, prepares; [`isa::all`] is the registry.
//! * [`launch`]: what a launch says, the same for every target; [`isa::prepare`] makes a dispatch of it.
//! * [`operation`]: an operation by name and mode; [`explain`](mod@explain) prints the rule that ran, from [`term`], the same
//!   definitions as a graph.
//! * [`setup`]: what the machine is like before the first instruction, in one notation for all of these.
//! * [`case`] and [`suite`]: kernels with inputs and expected memory; [`fidelity`]: what a run rests on.
//!
//! ```
//! use isotope_targets::isa;
//! use isotope_targets::launch::{Arg, Launch};
//! use isotope_machine::{Options, Outcome};
//! use isotope_machine::mem::Memory;
//!
//! let image = isotope_object::cubin::parse(include_bytes!("../samples/histogram256.cubin"))?;
//! let kernel = image.kernel(None)?;
//! let mut memory = Memory::new();
//! let data = memory.allocate("data", &[7; 64])?; // 16 words, 64 bytes of value 7
//! let bins = memory.allocate("bins", &[0; 1024])?;
//! let launch = Launch::new([1, 1, 1], [32, 1, 1], vec![Arg::Address(data), Arg::U32(16), Arg::Address(bins)]);
//! let dispatch = isa::prepare(&image, kernel, &mut memory, &launch)?;
//! let report = isotope_machine::launch(&dispatch, &memory, Options::default());
//! assert_eq!(report.outcome, Outcome::Done);
//! assert_eq!(memory.read(bins + 7 * 4, 4), Some(vec![64, 0, 0, 0]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! No I/O, no `unsafe`, and no panic on any input. Time, caches and weak memory order are not modelled.

pub mod case;
pub mod explain;
pub mod fidelity;
pub mod isa;
pub mod language;
pub mod launch;
pub mod operation;
pub mod printf;
pub mod pseudo;
pub mod setup;
pub mod suite;
pub mod term;
pub mod value;
