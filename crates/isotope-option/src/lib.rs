//! Options that messages name, as values. The library names [`OptionName::MaxSteps`]; a front end defines its spelling for its users.
//!
//! ```
//! use isotope_option::OptionName;
//! // Without a front end, messages have plain words.
//! assert_eq!(OptionName::MaxSteps.to_string(), "max steps");
//! assert_eq!(OptionName::Resident.with(4).to_string(), "resident 4");
//! ```

mod rests_on;

use std::fmt;
use std::sync::OnceLock;

pub use rests_on::RestsOn;

macro_rules! options {
    ($($(#[$doc:meta])* $name:ident $words:literal,)*) => {
        /// An option or a function of a caller that a message names.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum OptionName {
            $($(#[$doc])* $name,)*
        }

        impl OptionName {
            /// All options.
            pub const ALL: &[OptionName] = &[$(OptionName::$name,)*];

            /// The text for callers without a front end, and for a front end that lacks the option.
            pub fn words(self) -> &'static str {
                match self {
                    $(OptionName::$name => $words,)*
                }
            }
        }
    };
}

options! {
    /// An argument of a kernel.
    Argument "argument",
    /// Assumptions: another value of one, or a condition on operands.
    Assume "assume",
    /// The list of assumptions.
    Assumptions "the list of assumptions",
    /// A buffer that no parameter takes.
    Buffer "buffer",
    /// The time that a search may take.
    Budget "budget",
    /// A case: a launch in a file.
    Case "case",
    /// The check of programming rules while a kernel runs.
    CheckRules "the check of programming rules in a run",
    /// Assembling what compilers write.
    Compat "the mode compat",
    /// Text of instructions with their control words.
    ControlText "text with control words",
    /// A launch whose groups meet.
    Cooperative "cooperative groups",
    /// A condition on outcomes.
    Expect "expect",
    /// One step of a schedule, explained.
    Explain "explain",
    /// Exploration of all schedules.
    Explore "exploration",
    /// Exploration under the memory model of RDNA3.
    ExploreRdna3 "exploration under the model rdna3",
    /// Exploration that finds data races.
    ExploreRaces "exploration with race detection",
    /// Bytes of the device's heap.
    Heap "heap",
    /// How to ask for one instruction.
    Help "the documentation",
    /// What a file holds.
    Info "the description of the file",
    /// The kernel of a file.
    Kernel "kernel",
    /// Lanes told apart in executions.
    Lanes "lanes",
    /// Steps of a wave that no other wave sees.
    LocalSteps "local steps",
    /// The number of executions of a search.
    MaxExecutions "max executions",
    /// Bytes that a search may take.
    MaxMemory "max memory",
    /// The number of states of a search.
    MaxStates "max states",
    /// Wave instructions after which a launch is given up.
    MaxSteps "max steps",
    /// The mode of an exploration.
    Mode "mode",
    /// The memory model of an exploration.
    Model "model",
    /// Orders that are explored, too.
    Orders "orders",
    /// Merging with chunks missing.
    Partial "chunks left out",
    /// Models of forward progress.
    Progress "progress",
    /// Data races of an exploration.
    Races "races",
    /// The number of vectors that are drawn.
    Random "random",
    /// Code without a container.
    RawCode "raw",
    /// Vectors as records of bytes.
    RawVectors "raw records of vectors",
    /// Following a schedule that an exploration gave.
    Replay "a replay in exploration",
    /// Groups in flight.
    Resident "resident",
    /// Initial state of the machine for a launch.
    Set "set",
    /// A part of a search.
    Shard "shard",
    /// Bytes of shared memory that a launch adds.
    Shared "shared",
    /// Where source files lie.
    SourcePath "source path",
    /// Bytes of stack.
    Stack "stack",
    /// What data of the file starts with.
    Symbol "symbol",
    /// Symmetry reduction.
    Symmetry "symmetry",
    /// The target.
    Target "target",
    /// The assembler whose text is written.
    Text "text",
    /// A texture for a texture reference of the file.
    TextureSymbol "symbol texture:NAME=FORMAT[W,H],OPTIONS:VALUES",
}

/// A function that spells an option for a front end, alone or with a value; `None` if the front end lacks the option.
pub type Spelling = fn(OptionName, Option<&str>) -> Option<String>;

static SPELLING: OnceLock<Spelling> = OnceLock::new();

/// Sets the spelling of options in the messages of this process. A front end calls it once, at its start; later calls have no effect.
pub fn spell(spelling: Spelling) {
    // The first front end of a process is the one whose user reads the messages.
    let _ = SPELLING.set(spelling);
}

impl OptionName {
    /// The option with a value.
    pub fn with(self, value: impl fmt::Display) -> OptionValue {
        OptionValue { name: self, value: value.to_string() }
    }
}

/// An option with a value, where a message names both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionValue {
    name: OptionName,
    value: String,
}

fn spelled(name: OptionName, value: Option<&str>) -> Option<String> {
    SPELLING.get().and_then(|spelling| spelling(name, value))
}

impl fmt::Display for OptionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match spelled(*self, None) {
            Some(text) => f.write_str(&text),
            None => f.write_str(self.words()),
        }
    }
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match spelled(self.name, Some(&self.value)) {
            Some(text) => f.write_str(&text),
            None => write!(f, "{} {}", self.name.words(), self.value),
        }
    }
}
