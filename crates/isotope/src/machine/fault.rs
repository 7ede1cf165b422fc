//! What stops a launch, and where.
//!
//! Three of the four results that never mix live here: a [`Fault`] is what the modelled machine does, [`Stop::Unspecified`]
//! says that the documents are silent, [`Stop::NotModelled`] that Isotope does not cover an instruction.
//! What a user did wrong is an error of the module that was called.

use std::fmt;

use isotope_op::atomic::Unspecified;

/// Which rule of the machine was broken. The code is the SM's warp error register value where the public record
/// names one (nouveau driver and nvgpu tables; facts collected as spec for the names, assumed for the choice).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// Address not a multiple of the access size (0x0f).
    Misaligned,
    /// No memory at the address (0x0e).
    OutOfRange,
    /// A global-only access hit the shared or private window (0x10).
    InvalidAddressSpace,
    /// A register pair or quad that does not start on its boundary (0x08).
    MisalignedRegister,
    /// A register above the kernel's allocation (0x0d).
    RegisterOutOfRange,
    /// An encoding that names no instruction (0x09).
    IllegalEncoding,
    /// An operation with a size or parameter it does not take (0x0b).
    IllegalParameter,
    /// A constant outside its bank (0x0c).
    InvalidConstant,
    /// A surface coordinate out of bounds under `.TRAP`.
    SurfaceBounds,
    /// A surface whose header or handle is not valid.
    InvalidSurface,
    /// Control left the code (0x06).
    PcOutOfRange,
    /// A reconvergence instruction without a matching token.
    StackUnderflow,
    /// More tokens than the reconvergence stack holds.
    StackOverflow,
    /// The program executed a breakpoint or trap.
    Trap,
}

impl FaultKind {
    /// The warp error code, where the public record has one.
    pub fn code(self) -> Option<u8> {
        Some(match self {
            Self::Misaligned => 0x0f,
            Self::OutOfRange => 0x0e,
            Self::InvalidAddressSpace => 0x10,
            Self::MisalignedRegister => 0x08,
            Self::RegisterOutOfRange => 0x0d,
            Self::IllegalEncoding => 0x09,
            Self::IllegalParameter => 0x0b,
            Self::InvalidConstant => 0x0c,
            Self::PcOutOfRange => 0x06,
            _ => return None,
        })
    }

    /// The field's name for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Misaligned => "misaligned address",
            Self::OutOfRange => "address out of range",
            Self::InvalidAddressSpace => "invalid address space",
            Self::MisalignedRegister => "misaligned register",
            Self::RegisterOutOfRange => "register out of range",
            Self::IllegalEncoding => "illegal instruction encoding",
            Self::IllegalParameter => "illegal instruction parameter",
            Self::InvalidConstant => "invalid constant address",
            Self::SurfaceBounds => "surface coordinate out of bounds",
            Self::InvalidSurface => "invalid surface",
            Self::PcOutOfRange => "program counter out of range",
            Self::StackUnderflow => "reconvergence stack underflow",
            Self::StackOverflow => "reconvergence stack overflow",
            Self::Trap => "trap",
        }
    }
}

/// A fault of the modelled machine.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fault {
    /// The rule.
    pub kind: FaultKind,
    /// The first lane that broke it; none where the whole wave did.
    pub lane: Option<u32>,
    /// Address, width and rule in words, for example `8-byte access at global 0x1004 (must be a multiple of 8)`.
    pub detail: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(lane) = self.lane {
            write!(f, "lane {lane}: ")?;
        }
        write!(f, "{}: {}", self.kind.name(), self.detail)
    }
}

/// Why a launch stopped before its end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The modelled machine faults.
    Fault(Fault),
    /// The documents leave the result open.
    Unspecified {
        /// The rule that is missing, with its name in docs/assumptions.md.
        rule: String,
    },
    /// The instruction is outside the model.
    NotModelled {
        /// The instruction's text.
        text: String,
    },
}

impl From<Unspecified> for Stop {
    fn from(open: Unspecified) -> Stop {
        Stop::Unspecified { rule: format!("{} ({})", open.rule.text, open.rule.id) }
    }
}

impl Stop {
    /// The lane that it happened in, if it was one.
    pub fn lane(&self) -> Option<u32> {
        match self {
            Stop::Fault(fault) => fault.lane,
            Stop::Unspecified { .. } | Stop::NotModelled { .. } => None,
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Fault(fault) => fault.fmt(f),
            Stop::Unspecified { rule } => write!(f, "unspecified: {rule}"),
            Stop::NotModelled { text } => write!(f, "not modelled: {text}"),
        }
    }
}

/// Where a wave is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Group index.
    pub group: [u32; 3],
    /// Wave of the group.
    pub wave: u32,
    /// Byte address of the instruction from the start of the kernel's code.
    pub address: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.group;
        write!(f, "group ({x},{y},{z}) wave {} at {:#06x}", self.wave, self.address)
    }
}
