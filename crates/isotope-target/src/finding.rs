//! A programming rule that a running kernel broke: reported, never enforced.

use std::fmt;

use isotope_machine::Elsewhere;
use isotope_object::lines::{Location, SourceLines};

/// A broken rule at one address, with where it was seen first.
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
    /// Where the rule is known from, with its grade.
    pub source: &'static str,
    /// Worth knowing, but nothing is broken.
    pub note: bool,
    /// What exactly; may be empty.
    pub detail: String,
    /// Where it was seen first, if the kernel ran.
    pub seen: Option<Seen>,
    /// How often it was seen.
    pub count: u64,
    /// Where in the source the instruction comes from, once whoever has the file said so.
    pub location: Option<Location>,
    /// Work-items that are elsewhere, where the rule is about two places.
    pub others: Option<Others>,
    /// The value that was never written, where the rule is about one.
    pub from: Option<Unwritten>,
}

/// An instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// Its byte offset.
    pub address: u32,
    /// Its text.
    pub text: String,
    /// Where in the source it comes from.
    pub location: Option<Location>,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#06x} `{}`", self.address, self.text)
    }
}

/// Work-items of a group that are elsewhere than those of the finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Others {
    /// Lanes of the finding's wave that are at its instruction, 63:0.
    pub arrived: u64,
    /// The wave of the others.
    pub wave: u32,
    /// Their lanes, 63:0.
    pub lanes: u64,
    /// What they do.
    pub state: Elsewhere,
    /// Where.
    pub at: Option<Spot>,
    /// The last branch that they took.
    pub branch: Option<Spot>,
}

/// A value that was never written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwritten {
    /// The register, or the place in memory.
    pub what: String,
    /// Whose it is, where lanes have their own.
    pub lane: Option<u32>,
    /// The instruction that read it first.
    pub at: Spot,
}

/// Who ran an instruction.
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

    /// Whether it is about the same rule and places.
    fn is_like(&self, other: &Finding) -> bool {
        let others = |finding: &Finding| {
            finding.others.as_ref().map(|others| (others.state, others.at.as_ref().map(|spot| spot.address)))
        };
        (&self.kernel, self.address, self.rule, others(self))
            == (&other.kernel, other.address, other.rule, others(other))
    }
}

/// Adds findings to others: what is known already only counts up.
pub fn merge(all: &mut Vec<Finding>, more: Vec<Finding>) {
    for finding in more {
        match all.iter_mut().find(|known| known.is_like(&finding)) {
            Some(known) => known.count += finding.count,
            None => all.push(finding),
        }
    }
}
