//! What stops a launch, and where.
//!
//! Three of the four results that never mix are here. A [`Fault`] is behaviour of the modelled machine; [`Stop::Unspecified`] says that the
//! documents are silent; [`Stop::NotModelled`] says that Isotope does not implement an instruction. A mistake of the user is an error of
//! the called module.

use std::fmt::{self, Write as _};

use isotope_op::assume::Assumptions;
use isotope_op::atomic::Unspecified;
use isotope_option::RestsOn;

pub use isotope_ir::FaultKind;

/// A fault of the modelled machine.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fault {
    /// The rule.
    pub kind: FaultKind,
    /// The first lane that broke it; `None` if the whole wave did.
    pub lane: Option<u32>,
    /// Address, width and rule as text, for example `8-byte access at global 0x1004 (must be a multiple of 8)`. If it is a fault only under
    /// an assumption, the text names it as `ID=VALUE`; printing adds the alternatives.
    pub detail: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(lane) = self.lane {
            write!(f, "lane {lane}: ")?;
        }
        write!(f, "{}: {}{}", self.kind.name(), self.detail, RestsOn(&self.detail))
    }
}

/// Why a launch stopped before its end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The modelled machine faults.
    Fault(Fault),
    /// The result is unspecified.
    Unspecified {
        /// The missing rule, with its id in docs/assumptions.md.
        rule: String,
    },
    /// The instruction is not modelled.
    NotModelled {
        /// The instruction's text.
        text: String,
    },
}

impl Stop {
    /// An operation with an unspecified result under these assumptions.
    pub fn open(open: &Unspecified, a: &Assumptions) -> Stop {
        let mut rule = format!("{} ({})", open.rule.text, open.rule.id);
        for id in a.open_by(open.rule.id) {
            let _ = write!(rule, " ({id}=unspecified)");
        }
        Stop::Unspecified { rule }
    }

    /// The lane in which it happened, if it was one lane.
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
            Stop::Unspecified { rule } => write!(f, "unspecified: {rule}{}", RestsOn(rule)),
            Stop::NotModelled { text } => write!(f, "not modelled: {text}{}", RestsOn(text)),
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
