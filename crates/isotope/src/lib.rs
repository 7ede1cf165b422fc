//! The executable, bit-exact reference for GPU atomic and synchronization instructions, as what front ends only have to print:
//! operations by name, one instruction at a time, launches, equality, vectors, pages, traces, what a run rests on.
//!
//! Front ends depend on this crate alone. Most of them need the functions and types at its root; what they need of the crates
//! below is here under the names of the parts:
//!
//! * instruction sets, their text and their operations: [`isa`], [`operation`], [`language`], [`text`], [`value`], [`setup`];
//! * files and kernels: [`object`], [`ir`], [`case`], [`suite`];
//! * the machine: [`machine`], [`explore`];
//! * what rules rest on: [`assume`], [`claim`], [`source`], [`contradiction`], [`census`];
//! * equality and memory models: [`prove`], [`term`], [`litmus`];
//! * how messages spell options: [`option`].
//!
//! Nothing reads files, starts programs or prints; what a caller does wrong is an [`Error`] in one line.
//!
//! ```
//! use isotope::Op;
//! let add = Op::parse("sm_50:ATOM.ADD.F32.FTZ.RN")?;
//! assert_eq!(add.apply(0x3f80_0000, [0x3f00_0000, 0]).new, Some(0x3fc0_0000)); // 1.0 + 0.5
//! assert!(add.explain().contains("row: ATOM"));
//! # Ok::<(), isotope::Error>(())
//! ```

pub mod answer;
mod arguments;
mod catalogue;
mod deciding;
mod encoding;
mod engine;
mod equivalence;
pub mod error;
mod explanation;
pub mod explore;
pub mod fidelity;
mod finding;
mod info;
mod launch;
mod lint;
pub mod matrix;
pub mod memory_trace;
mod not_modelled;
pub mod npy;
mod op;
pub mod page;
pub mod report;
mod schemas;
pub mod shell;
mod slices;
mod step;
pub mod trace;
pub mod vectors;

pub use arguments::{
    Argument, ArgumentError, Bound, BufferJson, Content, Placed, argument, buffer, elements, place, plain, real,
};
pub use catalogue::{CLASSES, Class, ClassRow, rows};
pub use encoding::{Encoding, encoding};
pub use engine::Engine;
pub use equivalence::{
    EquivalenceAnswer, EquivalenceWord, Premise, Premises, Verdict, equivalent, pose, question, trust,
};
pub use error::{Error, Result, room};
pub use explanation::{Explanation, Supported};
pub use info::{ArgumentInfo, Info, KernelInfo, contents, info};
pub use isotope_ir as ir;
pub use isotope_litmus as litmus;
pub use isotope_machine as machine;
pub use isotope_object as object;
pub use isotope_object::Image;
pub use isotope_object::container::Choice;
pub use isotope_op::assume::find as assumption;
pub use isotope_op::random::Random;
pub use isotope_op::{alu, assume, atomic, census, claim, contradiction, source};
pub use isotope_option as option;
pub use isotope_prove as prove;
pub use isotope_prove::question::Open as Differing;
pub use isotope_prove::{clock::Clock, decide::Means};
pub use isotope_target as isa;
pub use isotope_target::case::Case;
pub use isotope_target::launch::{Grid, LaunchError};
pub use isotope_target::operation::{Applied, Gives, Operation, Other, Readings};
pub use isotope_target::{case, language, operation, setup, suite, value};
pub use isotope_targets::TARGETS;
pub use isotope_term as term;
pub use launch::{NamedBuffers, Prepared, Ran, Request, prepare, prepare_case, raw, run, run_case};
pub use lint::{Linted, lint, lint_rules};
pub use not_modelled::NotModelled;
pub use op::{Op, SOURCES, Shape};
pub use schemas::SCHEMAS;
pub use slices::{Element, LeftOpen, Results};
pub use step::{End, GivenItem, Step, StepError, StepJson, explained, explained_at, is_instruction, items, step};

/// Lines of batch mode, and why text of an instruction is refused.
pub mod text {
    pub use isotope_table::{Line, ParseError, SourceError};
}

/// A target by its name.
///
/// # Errors
/// When there is none; it says which there are.
pub fn target(name: &str) -> Result<&'static dyn isotope_target::Target> {
    isotope_targets::TARGETS.find(name).map_err(Error::new)
}

/// The bytes of instructions given one by one, as a file of the target's compiler would have them.
///
/// # Errors
/// What is no instruction, with its place; or that single instructions of this target are no code.
///
/// # Examples
/// ```
/// let code = isotope::assemble(isotope::target("gfx1100")?, &["s_endpgm".to_string()])?;
/// assert_eq!(code, [0, 0, 0xb0, 0xbf]);
/// # Ok::<(), isotope::Error>(())
/// ```
pub fn assemble(target: &dyn isotope_target::Target, texts: &[String]) -> Result<Vec<u8>> {
    use isotope_target::{AssembleError, Mode, Output};
    let source = target.source_of(texts).map_err(Error::new)?;
    target.assemble(Mode::Documented, &source, Output::File).map_err(|error| match error {
        AssembleError::Lines(errors) | AssembleError::Following(errors) => {
            Error::new(errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
        }
        AssembleError::Output(why) => Error::new(why),
    })
}

/// The defaults with other readings, `ID=READING` each, where documents are silent.
///
/// # Errors
/// What is no such pair, no assumption or no reading of it.
///
/// # Examples
/// ```
/// assert!(isotope::assumptions(["nv.l2_nan=quiet"]).is_ok());
/// assert!(isotope::assumptions(["nv.l2_nan=loud"]).unwrap_err().to_string().contains("found `loud`"));
/// ```
pub fn assumptions<'a>(given: impl IntoIterator<Item = &'a str>) -> Result<isotope_op::assume::Assumptions> {
    let mut assumptions = isotope_op::assume::Assumptions::default();
    for choice in given {
        let (id, reading) = choice
            .split_once('=')
            .ok_or_else(|| Error::new(format!("expected ID=READING, an assumption, found `{choice}`")))?;
        isotope_target::operation::choose(&mut assumptions, id, reading).map_err(Error::new)?;
    }
    Ok(assumptions)
}

/// The kernels of a cubin, a fatbin or a code object.
///
/// # Errors
/// What is wrong with the file.
pub fn load(file: &[u8]) -> Result<isotope_object::Image> {
    TARGETS.load(file).map_err(Error::new)
}

/// The kernels of a file that may lie beside their code: of a `.zeinfo` text always, of a zebin where it has none. `code` gives text or binary
/// vISA of a kernel by its name. Other files are read as [`load`] reads them.
///
/// # Errors
/// What is wrong with the file or the code, or that the code is missing.
pub fn load_with(file: &[u8], code: impl FnMut(&str) -> Option<Vec<u8>>) -> Result<isotope_object::Image> {
    load_chosen(file, Choice::default(), code)
}

/// The same where a file has code for several machines, or several modules: those of the target and with the kernel that are chosen.
///
/// # Errors
/// As [`load_with`], and where the file has no such code.
///
/// # Examples
/// ```
/// let file = include_bytes!("../samples/several.fatbin");
/// let choice = isotope::Choice { target: Some("sm_61"), ..Default::default() };
/// assert_eq!(isotope::load_chosen(file, choice, |_| None)?.target.name(), "sm_60");
/// # Ok::<(), isotope::Error>(())
/// ```
pub fn load_chosen(
    file: &[u8],
    choice: Choice<'_>,
    mut code: impl FnMut(&str) -> Option<Vec<u8>>,
) -> Result<isotope_object::Image> {
    TARGETS.load_chosen(file, choice, Some(&mut code)).map_err(Error::new)
}
