//! The executable, bit-exact reference for GPU atomic and synchronisation instructions.
//!
//! Three ways in, by what you want to know:
//!
//! * *What does one operation do to these bits?* [`op`] needs no machine: [`op::atomic::Rmw::apply`] takes the old value and
//!   the operands and gives the new and the returned value. [`explain`] prints the rule that ran.
//! * *What does this instruction mean?* [`isa::sass`] parses, prints, encodes and decodes SPA 5.0, and knows what the
//!   documents allow.
//! * *What does this kernel leave in memory?* [`object`] reads what a compiler made, [`isa::prepare`] adds what a launch adds,
//!   [`machine`] runs it. [`machine::Session`] steps it by hand.
//!
//! ```
//! use isotope::isa;
//! use isotope::launch::{Arg, Launch};
//! use isotope::machine::{self, Options, Outcome};
//! use isotope::{mem::Memory, object, op::assume::Assumptions};
//!
//! let image = object::cubin::parse(include_bytes!("../samples/histogram256.cubin"))?;
//! let kernel = image.kernel(None)?;
//! let mut memory = Memory::new();
//! let data = memory.allocate("data", &[7; 64])?; // 16 words, 64 bytes of value 7
//! let bins = memory.allocate("bins", &[0; 1024])?;
//! let launch = Launch {
//!     groups: [1, 1, 1],
//!     group_size: [32, 1, 1],
//!     args: vec![Arg::Address(data), Arg::U32(16), Arg::Address(bins)],
//!     dynamic_shared: 0,
//!     assumptions: Assumptions::default(),
//! };
//! let dispatch = isa::prepare(&image, kernel, &mut memory, &launch)?;
//! let report = machine::launch(&dispatch, &memory, Options::default());
//! assert_eq!(report.outcome, Outcome::Done);
//! assert_eq!(memory.read(bins + 7 * 4, 4), Some(vec![64, 0, 0, 0]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Reading order of the modules: [`effect`] (the neutral form), [`program`], [`mem`], [`machine`]; on the vendor's side
//! [`table`], [`isa`], [`object`], [`launch`]; on top [`case`] and [`suite`]. [`term`] is the same definitions as a graph.
//!
//! The library performs no I/O, contains no `unsafe`, and does not panic on any input. Time, caches and weak memory order are
//! not modelled.

pub use isotope_op as op;

pub mod case;
pub mod effect;
pub mod explain;
pub mod fidelity;
pub mod isa;
pub mod launch;
pub mod machine;
pub mod mem;
pub mod object;
pub mod operation;
pub mod program;
pub mod suite;
pub mod sync;
pub mod table;
pub mod term;
