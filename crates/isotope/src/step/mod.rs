//! One instruction with registers and memory: it takes one step, and what it did is told with the rules that decided.

mod given;
mod replayed;
mod report;
mod run;
mod unit;

use isotope_ir::effect::{Control, Through};
use isotope_ir::program::Refusal;
use isotope_machine::mem::Memory;
use isotope_machine::mem::sample::FIRST_HANDLE;
use isotope_machine::{Stepped, Stop};
use isotope_table::ParseError;
use isotope_target::Target;
use isotope_target::operation::Readings;
use isotope_target::single::{Single, SingleError, Surroundings};

pub use given::{GivenItem, items};
pub use replayed::{explained, explained_at};
pub use report::StepJson;

use crate::error::{Context, Error};

/// What an instruction did.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// Who executed, each lane's accesses, what changed; and the rules, where they were asked for. Lines.
    pub report: String,
    /// The same as one JSON object, without the rules.
    pub json: serde_json::Value,
    /// What the synchronization unit was before and after, and what the wave did, a line each.
    pub unit: String,
    /// How it ended.
    pub end: End,
}

/// How a step ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum End {
    /// As the instruction says, waiting among it.
    Done,
    /// The machine faults.
    Fault,
    /// No document says what happens, or the model does not know it.
    Open,
}

/// Why there is no step.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum StepError {
    /// An instruction or a declaration is wrong.
    Text {
        /// Its text.
        text: String,
        /// Where it stands, `FILE:LINE`; empty for an argument.
        origin: String,
        /// What is wrong in it.
        error: Box<ParseError>,
    },
    /// Something else that is given.
    Given(Error),
}

impl std::fmt::Display for StepError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StepError::Text { error, .. } => error.fmt(f),
            StepError::Given(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for StepError {}

impl From<Error> for StepError {
    fn from(error: Error) -> StepError {
        StepError::Given(error)
    }
}

/// Whether a text is a whole instruction, not the name of an operation.
pub fn is_instruction(target: &dyn Target, text: &str) -> bool {
    text.trim().contains(char::is_whitespace)
        || text.starts_with('.')
        || target.single(text, &Surroundings::default(), &mut Memory::new()).is_ok()
}

/// Takes the step. `given` has the instruction, declarations (they begin with a point) and places with values in any order, as
/// `isotope op` takes them; assumptions among them change `readings`. `explain` adds the rules.
///
/// # Units
/// Addresses and sizes in bytes; what is given no width behind a bracket is 32 bits, or 64 where all values have more than eight
/// digits.
/// # Errors
/// [`StepError`], with the item that is wrong.
///
/// # Examples
/// ```
/// use isotope::{End, GivenItem, step};
/// let given = ["ds_max_rtn_u32 v0, v1, v2", "v2=7", "shared[0]=3"].map(GivenItem::argument);
/// let done = step(isotope_targets::TARGETS.find("gfx1100").unwrap(), &given, &Default::default(), false)?;
/// assert!(done.report.contains("stored 0x00000007") && done.end == End::Done);
/// # Ok::<(), isotope::StepError>(())
/// ```
pub fn step(
    target: &'static dyn Target,
    given: &[GivenItem],
    readings: &Readings,
    explain: bool,
) -> Result<Step, StepError> {
    let items = given;
    let mut readings = readings.clone();
    let given = given::StepInput::read(items, target, &mut readings)?;
    let prepare = |around: &Surroundings, memory: &mut Memory| target.single(&given.text, around, memory);
    let mut memory = given.memory()?;
    let mut single = prepare(&given.surroundings, &mut memory).map_err(|error| wrong(&given.text, items, error))?;
    given.setup.apply(&target.isa().machine, &mut single.dispatch, &mut memory).plain()?;
    needs_texture(&mut single);
    let ran = run::run(&single, &given, memory)?;
    let basis = run::basis(target, &single, &given.surroundings, |surroundings| {
        prepare(surroundings, &mut Memory::new()).ok().map(|single| single.dispatch.program)
    });
    let end = match (&ran.ended, run::stop(&ran)) {
        (_, Some(Stop::Fault(_))) => End::Fault,
        (Stepped::Stopped(_), _) => End::Open,
        _ => End::Done,
    };
    let (report, json, unit) = report::write(target, explain, &single, &readings, &ran, basis);
    Ok(Step { report, json, unit, end })
}

/// Refuses a fetch where no texture is given: nothing else that it could say helps.
fn needs_texture(single: &mut Single) {
    let Single { dispatch, program, text, .. } = single;
    let refused = program.steps.iter().any(|step| matches!(step.control, Control::Refuse(_)));
    let fetches = program.typed.iter().any(|access| matches!(access.through, Through::Texture(_)));
    if refused || !fetches || !dispatch.textures.is_empty() {
        return;
    }
    let bound = &mut dispatch.program;
    let number = bound.refusals.len() as u32;
    bound.refusals.push(Refusal::NotModelled {
        text: format!(
            "`{text}`: no texture is given; give one (`texture=ADDRESS:4x2:r32_float:linear`), and its handle, {FIRST_HANDLE:#x}, \
             where the instruction looks for it (`c[0][0]={FIRST_HANDLE:#x}` or a register)"
        ),
    });
    for step in &mut bound.steps {
        (step.count, step.control) = (0, Control::Refuse(number));
    }
}

fn wrong(instruction: &str, items: &[GivenItem], error: SingleError) -> StepError {
    let (text, error) = match error {
        SingleError::Text(error) => (instruction.to_string(), error),
        SingleError::Declaration(line, error) => (line, error),
        other => return StepError::Given(Error::new(other)),
    };
    let origin = items.iter().find(|item| item.text == text).map_or(String::new(), |item| item.origin.clone());
    StepError::Text { text, origin, error: Box::new(error) }
}
