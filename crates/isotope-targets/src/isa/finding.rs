//! A programming rule that a running kernel broke: reported, never enforced.

use std::fmt;

use isotope_object::lines::Location;

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
        write!(f, "\n  source: {source}")
    }
}

/// Adds findings to others: what is known already only counts up.
pub fn merge(all: &mut Vec<Finding>, more: Vec<Finding>) {
    for finding in more {
        let same =
            |f: &&mut Finding| f.address == finding.address && f.rule == finding.rule && f.kernel == finding.kernel;
        match all.iter_mut().find(same) {
            Some(known) => known.count += finding.count,
            None => all.push(finding),
        }
    }
}
