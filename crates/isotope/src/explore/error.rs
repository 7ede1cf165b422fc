//! Questions about schedules whose parts exclude each other.

use isotope_option::OptionName;
use isotope_target::Target;
use thiserror::Error;

/// Why a question is refused.
#[derive(Clone, Copy, Debug, Error)]
pub enum QuestionError {
    /// Only executions are searched for data races.
    #[error("{}: expected {}, which runs every execution", OptionName::Races, OptionName::Mode.with("traces"))]
    RacesMode,
    /// Races name waves, which symmetry renames.
    #[error(
        "{}: expected no {}: a race names its waves, so identical waves are not merged",
        OptionName::Races,
        OptionName::Symmetry
    )]
    RacesSymmetry,
    /// A weak memory model supports only states.
    #[error("{}: expected states, which is what a weak memory model has", OptionName::Mode)]
    WeakMode,
    /// An option that only sequential consistency supports.
    #[error(
        "{}: {}, {}, {} and {} are for sc",
        OptionName::Model.with(model),
        OptionName::Resident,
        OptionName::Progress,
        OptionName::Orders,
        OptionName::Symmetry
    )]
    WeakOptions {
        /// The memory model.
        model: &'static str,
    },
    /// The memory model of another machine.
    #[error(
        "{}: expected a kernel of gfx1100, found one of {target}, whose memory model is not public",
        OptionName::Model.with(model)
    )]
    WeakTarget {
        /// The memory model.
        model: &'static str,
        /// The kernel's target.
        target: &'static dyn Target,
    },
    /// Executions need all groups resident.
    #[error(
        "{}: expected {} or random, found traces, which hold all groups at once",
        OptionName::Resident,
        OptionName::Mode.with("states")
    )]
    ResidentTraces,
    /// Drawn runs are not reduced.
    #[error("{}: expected {} or traces, found random", OptionName::Symmetry, OptionName::Mode.with("states"))]
    RandomSymmetry,
    /// Drawn runs do not decide whether one kernel can stand for another.
    #[error(
        "{}: expected states or traces: drawn runs leave schedules out of both kernels, so that nothing is decided",
        OptionName::Mode.with("random")
    )]
    RefineRandom,
    /// A part of the executions does not decide it, either.
    #[error("{}: a part of the executions does not decide it: leave it out", OptionName::Shard)]
    RefineShard,
    /// Races belong to one kernel.
    #[error("{}: look for races of each kernel by itself", OptionName::Races)]
    RefineRaces,
    /// The other kernel's outcomes are the condition.
    #[error("{}: the outcomes of the second kernel are the condition: leave it out", OptionName::Expect)]
    RefineExpect,
}
