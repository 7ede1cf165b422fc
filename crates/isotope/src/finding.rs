//! Broken rules as JSON.

use isotope_machine::Elsewhere;
use isotope_object::lines::Location;
use isotope_target::finding::{Finding, Others, Spot, Unwritten};
use schemars::JsonSchema;
use serde::Serialize;

use crate::answer::Hex;

/// A rule that a kernel breaks.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FindingJson<'a> {
    kernel: &'a str,
    /// From the start of the kernel's section
    address: Hex,
    /// The instruction
    text: &'a str,
    rule: &'a str,
    /// Whether it is a note and breaks no rule
    note: bool,
    /// What the rule says
    statement: &'a str,
    /// What exactly; may be empty
    detail: &'a str,
    /// Where the rule is known from
    source: &'a str,
    group: Option<[u32; 3]>,
    wave: Option<u32>,
    lane: Option<u32>,
    /// How often
    count: u64,
    at: Option<Location>,
    /// Work-items of the group that are elsewhere, where the rule is about barriers that all of them must reach
    others: Option<OthersJson<'a>>,
    /// The value that was never written, where the rule is about one
    from: Option<UnwrittenJson<'a>>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
struct OthersJson<'a> {
    /// Lanes of the finding's wave that are at its instruction
    arrived: Hex,
    /// The wave of the others
    wave: u32,
    /// Their lanes
    lanes: Hex,
    state: StateJson,
    /// Where they wait, or what they ran last
    place: Option<SpotJson<'a>>,
    /// The last branch that a wave took before it ended
    branch: Option<SpotJson<'a>>,
}

#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum StateJson {
    Waiting,
    #[serde(rename = "predicated off")]
    PredicatedOff,
    Inactive,
    Ended,
    #[serde(rename = "at another barrier")]
    AtBarrier,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
struct UnwrittenJson<'a> {
    /// The register, or the byte of shared or private memory
    what: &'a str,
    /// Whose it is, where lanes have their own
    lane: Option<u32>,
    /// The instruction that read it first
    place: SpotJson<'a>,
}

/// An instruction.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct SpotJson<'a> {
    address: Hex,
    text: &'a str,
    at: Option<Location>,
}

impl<'a> From<&'a Finding> for FindingJson<'a> {
    fn from(finding: &'a Finding) -> Self {
        let seen = finding.seen;
        FindingJson {
            kernel: &finding.kernel,
            address: Hex::new(finding.address),
            text: &finding.text,
            rule: finding.rule,
            note: finding.note,
            statement: finding.statement,
            detail: &finding.detail,
            source: finding.source,
            group: seen.map(|seen| seen.group),
            wave: seen.map(|seen| seen.wave),
            lane: seen.and_then(|seen| seen.lane),
            count: finding.count,
            at: finding.location.clone(),
            others: finding.others.as_ref().map(Into::into),
            from: finding.from.as_ref().map(Into::into),
        }
    }
}

impl<'a> From<&'a Others> for OthersJson<'a> {
    fn from(others: &'a Others) -> Self {
        OthersJson {
            arrived: Hex::new(others.arrived),
            wave: others.wave,
            lanes: Hex::new(others.lanes),
            state: match others.state {
                Elsewhere::Waiting => StateJson::Waiting,
                Elsewhere::Predicated => StateJson::PredicatedOff,
                Elsewhere::Masked => StateJson::Inactive,
                Elsewhere::Ended => StateJson::Ended,
                Elsewhere::AtBarrier => StateJson::AtBarrier,
            },
            place: others.at.as_ref().map(Into::into),
            branch: others.branch.as_ref().map(Into::into),
        }
    }
}

impl<'a> From<&'a Unwritten> for UnwrittenJson<'a> {
    fn from(from: &'a Unwritten) -> Self {
        UnwrittenJson { what: &from.what, lane: from.lane, place: (&from.at).into() }
    }
}

impl<'a> From<&'a Spot> for SpotJson<'a> {
    fn from(spot: &'a Spot) -> Self {
        SpotJson { address: Hex::new(spot.address), text: &spot.text, at: spot.location.clone() }
    }
}
