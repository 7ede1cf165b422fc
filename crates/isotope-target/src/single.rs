//! One instruction with the registers and memory that somebody gives it, ready for a [`Session`](isotope_machine::Session).
//!
//! Each instruction set has a file of the same name, which turns text into a dispatch of that instruction alone, and says what its registers
//! are called. What everybody asks for besides is here.

use isotope_op::assume::Assumptions;
use isotope_op::claim::{Evidence, Unit};

use isotope_ir::program::Program;
use isotope_machine::failure::{Cause, Limits};
use isotope_machine::register::Register;
use isotope_machine::{Dispatch, DispatchError, Storage};
use isotope_table::ParseError;

/// What surrounds the instruction, registers and global memory left out.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// Work-items; the instruction set knows a number where none is given.
    pub lanes: Option<u32>,
    /// Keys that the instruction set knows (`KEYS` of its file), with values.
    pub keys: Vec<(String, String)>,
    /// Declarations.
    pub declarations: Vec<String>,
    /// Bytes of shared memory.
    pub shared: u32,
    /// Bytes of private memory of a lane.
    pub private: u32,
    /// Constant banks.
    pub banks: Vec<(u8, Vec<u8>)>,
    /// Rules that no document settles.
    pub assumptions: Assumptions,
}

/// An instruction that can be run.
#[derive(Clone, Debug)]
pub struct Single {
    /// Its launch: one group, one wave. The instruction is the first step.
    pub dispatch: Dispatch,
    /// The same before constants are bound to it.
    pub program: Program,
    /// As the target prints it.
    pub text: String,
    /// Its bytes, in the order of memory.
    pub bytes: Vec<u8>,
    /// Registers in the order in which they are printed; one that a wide value overflows into stands behind the one that it
    /// begins in.
    pub registers: Vec<Register>,
    /// Other names of registers.
    pub synonyms: &'static [(&'static str, &'static str)],
    /// Which registers there are, in words.
    pub known: String,
    /// The instruction says itself which lanes execute it, beside the active ones.
    pub names_lanes: bool,
    /// Whether it accesses memory once for the wave, through its lowest active lane.
    pub for_the_wave: bool,
    /// Who performs an atomic there.
    pub unit: fn(&str, Storage) -> Unit,
    /// What the machine does at the ends of shared and private memory.
    pub limits: Limits,
    /// Why a cause of a failure is one, of the instruction with this mnemonic.
    pub evidence: fn(Cause, &str) -> Option<Evidence>,
}

/// Why there is nothing to run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SingleError {
    /// The text of the instruction is wrong.
    #[error("{0}")]
    Text(ParseError),
    /// A declaration is wrong.
    #[error("declaration `{0}`: {1}")]
    Declaration(String, ParseError),
    /// Something else.
    #[error("{0}")]
    Given(String),
    /// The launch cannot be made.
    #[error(transparent)]
    Dispatch(#[from] DispatchError),
}

/// The number of work-items, at most `limit`.
pub fn lanes(given: &Surroundings, usual: u32, limit: u32) -> Result<u32, SingleError> {
    match given.lanes.unwrap_or(usual) {
        n if (1..=limit).contains(&n) => Ok(n),
        n => Err(SingleError::Given(format!("lanes: expected 1 to {limit}, found {n}"))),
    }
}

/// Refuses declarations where the language has none.
pub fn no_declarations(given: &Surroundings) -> Result<(), SingleError> {
    match given.declarations.first() {
        None => Ok(()),
        Some(line) => Err(SingleError::Given(format!("`{line}`: this target's registers are not declared"))),
    }
}
