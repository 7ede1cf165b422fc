//! One instruction with given registers and memory, ready for a [`Session`](isotope_machine::Session).
//!
//! Each instruction set has a file of the same name, which turns text into a dispatch of that instruction alone and names its registers.
//! The parts that all instruction sets share are here.

use isotope_op::assume::Assumptions;
use isotope_op::claim::{Evidence, Unit};

use isotope_ir::program::Program;
use isotope_machine::failure::{Cause, Limits};
use isotope_machine::register::Register;
use isotope_machine::{Dispatch, DispatchError, Storage};
use isotope_table::ParseError;

/// The context of the instruction, without registers and global memory.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// Number of work-items; the instruction set has a default.
    pub lanes: Option<u32>,
    /// Keys of the instruction set (`KEYS` in its file), with values.
    pub keys: Vec<(String, String)>,
    /// Declarations.
    pub declarations: Vec<String>,
    /// Bytes of shared memory.
    pub shared: u32,
    /// Bytes of private memory for each lane.
    pub private: u32,
    /// Constant banks.
    pub banks: Vec<(u8, Vec<u8>)>,
    /// The assumptions.
    pub assumptions: Assumptions,
}

/// An instruction that can be run.
#[derive(Clone, Debug)]
pub struct Single {
    /// Its launch: one group, one wave. The instruction is the first step.
    pub dispatch: Dispatch,
    /// The program before constants are bound to it.
    pub program: Program,
    /// Its text, as the target prints it.
    pub text: String,
    /// Its bytes, in memory order.
    pub bytes: Vec<u8>,
    /// Registers in the order in which they are printed. If a wide value continues in another register, that register comes directly after
    /// the first one.
    pub registers: Vec<Register>,
    /// Other names of registers.
    pub synonyms: &'static [(&'static str, &'static str)],
    /// The names of the registers as text.
    pub known: String,
    /// Whether the instruction itself selects lanes among the active ones.
    pub names_lanes: bool,
    /// Whether it accesses memory once for the wave, through its lowest active lane.
    pub for_the_wave: bool,
    /// The unit that performs an atomic in a memory.
    pub unit: fn(&str, Storage) -> Unit,
    /// The behaviour of the machine at the ends of shared and private memory.
    pub limits: Limits,
    /// The evidence for a cause of failure, for the instruction with this mnemonic.
    pub evidence: fn(Cause, &str) -> Option<Evidence>,
}

/// The reason why there is nothing to run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SingleError {
    /// An error in the text of the instruction.
    #[error("{0}")]
    Text(ParseError),
    /// An error in a declaration.
    #[error("declaration `{0}`: {1}")]
    Declaration(String, ParseError),
    /// Another error.
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

/// Refuses declarations if the language has none.
pub fn no_declarations(given: &Surroundings) -> Result<(), SingleError> {
    match given.declarations.first() {
        None => Ok(()),
        Some(line) => Err(SingleError::Given(format!("`{line}`: this target's registers are not declared"))),
    }
}
