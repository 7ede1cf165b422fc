//! The executable, bit-exact reference for GPU atomic and synchronisation instructions, as what front ends only have to print:
//! operations by name, one instruction at a time, launches, equality, vectors, pages, traces, what a run rests on.
//!
//! The crates below have every part: `isotope_op` what an operation computes, `isotope_ir` the neutral form of a kernel,
//! `isotope_machine` memory and the machine, `isotope_object` files, `isotope_targets` the instruction sets, `isotope_prove`
//! equality. This one has the few names that a command, a binding or a page asks for. Nothing reads files, starts programs or
//! prints; what a caller does wrong is an [`Error`] in one line.
//!
//! ```
//! use isotope::Op;
//! let add = Op::parse("sm_50:ATOM.ADD.F32.FTZ.RN")?;
//! assert_eq!(add.apply(0x3f80_0000, [0x3f00_0000, 0]).new, Some(0x3fc0_0000)); // 1.0 + 0.5
//! assert!(add.explain().contains("row: ATOM"));
//! # Ok::<(), isotope::Error>(())
//! ```

mod arguments;
mod catalogue;
mod equivalence;
mod error;
mod explanation;
pub mod explore;
pub mod fidelity;
mod info;
mod launch;
pub mod matrix;
pub mod npy;
mod op;
pub mod page;
pub mod report;
mod step;
pub mod trace;
pub mod vectors;

pub use arguments::{Argument, Bound, Content, Placed, argument, buffer, buffer_json, elements, place, plain};
pub use catalogue::{CLASSES, Class, Row, rows};
pub use equivalence::{Answer, Verdict, Word, equivalent, pose, question, trust};
pub use error::{Error, Result, room};
pub use explanation::{Explanation, Supported};
pub use info::{ArgumentInfo, Info, KernelInfo, NotModelled, info};
pub use isotope_litmus as litmus;
pub use isotope_prove::{clock::Clock, decide::Means};
pub use isotope_targets::case::Case;
pub use isotope_targets::isa::all as targets;
pub use isotope_targets::launch::Grid;
pub use isotope_targets::operation::{Applied, Gives, Operation, Other, Readings};
pub use launch::{Prepared, Ran, Request, prepare, prepare_case, raw, run};
pub use op::{Op, SOURCES};
pub use step::{End, Item, Step, StepError, explained, is_instruction, items, step};

/// A target by its name.
///
/// # Errors
/// When there is none; it says which there are.
pub fn target(name: &str) -> Result<&'static dyn isotope_targets::isa::Target> {
    isotope_targets::isa::find(name).map_err(Error::new)
}

/// The kernels of a cubin or a code object.
///
/// # Errors
/// What is wrong with the file.
pub fn load(file: &[u8]) -> Result<isotope_object::Image> {
    isotope_object::parse(file).map_err(Error::new)
}
