//! Findings: programming rules that a running kernel broke. They are reported, never enforced.

use std::fmt;

use isotope_machine::Elsewhere;
use isotope_object::lines::{Location, SourceLines};

/// A broken rule at one address, with its first occurrence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Name of the kernel.
    pub kernel: String,
    /// Byte offset of the instruction.
    pub address: u32,
    /// Text of the instruction.
    pub text: String,
    /// Short name of the rule.
    pub rule: &'static str,
    /// The rule in one sentence.
    pub statement: &'static str,
    /// The source of the rule, with its grade.
    pub source: &'static str,
    /// Whether it is a note, with no broken rule.
    pub note: bool,
    /// Details; may be empty.
    pub detail: String,
    /// The first occurrence, if the kernel ran.
    pub seen: Option<Seen>,
    /// Number of occurrences.
    pub count: u64,
    /// The source line of the instruction, if [`Finding::locate`] was called.
    pub location: Option<Location>,
    /// Work-items at another instruction, if the rule is about two places.
    pub others: Option<Others>,
    /// The value that was never written, if the rule is about one.
    pub from: Option<Unwritten>,
}

/// An instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// Its byte offset.
    pub address: u32,
    /// Its text.
    pub text: String,
    /// Its source line.
    pub location: Option<Location>,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#06x} `{}`", self.address, self.text)
    }
}

/// Work-items of a group at another instruction than those of the finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Others {
    /// Lanes of the finding's wave that are at its instruction, 63:0.
    pub arrived: u64,
    /// The wave of the others.
    pub wave: u32,
    /// Their lanes, 63:0.
    pub lanes: u64,
    /// Their state.
    pub state: Elsewhere,
    /// Their instruction.
    pub at: Option<Spot>,
    /// The last branch that they took.
    pub branch: Option<Spot>,
}

/// A value that was never written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwritten {
    /// The register or memory location.
    pub what: String,
    /// The lane, if each lane has its own.
    pub lane: Option<u32>,
    /// The instruction that read it first.
    pub at: Spot,
}

/// The wave and lane that ran an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The group.
    pub group: [u32; 3],
    /// Wave of the group.
    pub wave: u32,
    /// Lowest active lane, if any.
    pub lane: Option<u32>,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { address, text, rule, statement, source, detail, count, .. } = self;
        let level = if self.note { "note" } else { "rule" };
        write!(f, "{level}[{rule}] {address:#06x} `{text}`: {statement}")?;
        if !detail.is_empty() {
            write!(f, ": {detail}")?;
        }
        if let Some(Seen { group: [x, y, z], wave, lane }) = self.seen {
            write!(f, "\n  first in group ({x},{y},{z}) wave {wave}")?;
            if let Some(lane) = lane {
                write!(f, " lane {lane}")?;
            }
            write!(f, ", {count} time{}", if *count == 1 { "" } else { "s" })?;
        }
        if let Some(location) = &self.location {
            write!(f, "\n  at {location}")?;
        }
        let others = self.others.as_ref().map(|others| [others.at.as_ref(), others.branch.as_ref()]);
        let from = self.from.as_ref().map(|from| &from.at).filter(|at| at.address != *address);
        for spot in others.into_iter().flatten().flatten().chain(from) {
            if let Some(location) = &spot.location {
                write!(f, "\n  {:#06x} is at {location}", spot.address)?;
            }
        }
        write!(f, "\n  source: {source}")
    }
}

impl Finding {
    /// Names the source lines of its instructions.
    pub fn locate(&mut self, lines: &SourceLines) {
        self.location = lines.find(self.address.into());
        let others = self.others.as_mut().map(|others| [others.at.as_mut(), others.branch.as_mut()]);
        let from = self.from.as_mut().map(|from| &mut from.at);
        for spot in others.into_iter().flatten().flatten().chain(from) {
            spot.location = lines.find(spot.address.into());
        }
    }

    /// Whether it is about the same rule and instructions.
    fn is_like(&self, other: &Finding) -> bool {
        let others = |finding: &Finding| {
            finding.others.as_ref().map(|others| (others.state, others.at.as_ref().map(|spot| spot.address)))
        };
        (&self.kernel, self.address, self.rule, others(self))
            == (&other.kernel, other.address, other.rule, others(other))
    }
}

/// Adds findings to a list; for a known finding only the count grows.
pub fn merge(all: &mut Vec<Finding>, more: Vec<Finding>) {
    for finding in more {
        match all.iter_mut().find(|known| known.is_like(&finding)) {
            Some(known) => known.count += finding.count,
            None => all.push(finding),
        }
    }
}
