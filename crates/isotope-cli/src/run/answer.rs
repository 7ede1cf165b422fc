//! What a run prints as JSON.

use std::collections::BTreeMap;
use std::path::Path;

use isotope::answer::Hex;
use isotope::case::Case;
use isotope::fidelity::{Fidelity, FidelityJson};
use isotope::isa::finding::Finding;
use isotope::machine::{Dropped, Drops, Outcome, Storage};
use isotope::object::lines::{Location, SourceLines};
use isotope::report::{CheckJson, FindingJson, HangJson};
use isotope::{BufferJson, Image, NotModelled, report};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::cost::Cost;
use crate::args::RunArgs;

/// Output of `isotope run --json`: of one launch, of a case, or of pairs of files and cases.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum RunJson<'a> {
    Launch(LaunchJson<'a>),
    Case(CaseJson<'a>),
    Pairs(PairsJson),
}

/// The name of [`RunJson`], which each pair has, too.
pub const NAME: &str = "isotope-run/1";

/// How a run of a kernel ended.
#[derive(Serialize, JsonSchema)]
pub struct EndedJson<'a> {
    file: String,
    target: String,
    pub kernel: &'a str,
    /// completed, or how it stopped
    outcome: &'static str,
    reason: Option<String>,
    /// Groups that the machine holds at once, where that was given
    resident: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hang: Option<HangJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<Location>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<Vec<FindingJson<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fidelity: Option<FidelityJson<'a>>,
    #[serde(flatten)]
    cost: CostJson,
}

impl<'a> EndedJson<'a> {
    /// A run of a kernel of a file.
    pub fn new(
        args: &RunArgs,
        (file, image, kernel): (&Path, &Image, &'a str),
        (outcome, lines): (&'a Outcome, &SourceLines),
        (findings, fidelity): (Option<&'a Vec<Finding>>, Option<&'a Fidelity>),
        cost: Cost,
    ) -> EndedJson<'a> {
        EndedJson {
            file: file.to_string_lossy().into(),
            target: image.target.to_string(),
            kernel,
            outcome: report::word(outcome),
            reason: Some(report::reason(outcome)).filter(|reason| !reason.is_empty()),
            resident: args.resident,
            hang: report::hang(outcome, lines),
            source: report::stopped_at(outcome, lines),
            rules: findings.map(|findings| findings.iter().map(Into::into).collect()),
            fidelity: fidelity.map(Into::into),
            cost: cost.into(),
        }
    }
}

/// Of one launch.
#[derive(Serialize, JsonSchema)]
pub struct LaunchJson<'a> {
    #[serde(flatten)]
    pub ended: EndedJson<'a>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub not_modelled: &'a [NotModelled],
    #[serde(skip_serializing_if = "str::is_empty")]
    pub printed: &'a str,
    pub buffers: DumpsJson,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub nack: &'a [String],
}

/// Of a case on a file.
#[derive(Serialize, JsonSchema)]
pub struct CaseJson<'a> {
    #[serde(flatten)]
    pub ended: EndedJson<'a>,
    pub case: &'a str,
    pub checks: Vec<CheckJson<'a>>,
    /// Whether all checks hold
    pub passed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buffers: Option<DumpsJson>,
}

/// Of several files or cases.
#[derive(Serialize, JsonSchema)]
pub struct PairsJson {
    /// One for each file and case
    #[schemars(with = "Vec<PairJson<'static>>")]
    pub pairs: Vec<Value>,
    /// How many pairs passed
    pub passed: u32,
    pub failed: u32,
    #[serde(flatten)]
    pub cost: CostJson,
}

/// A file and a case.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[expect(clippy::large_enum_variant, reason = "made once, to be printed")]
pub enum PairJson<'a> {
    Ran {
        #[schemars(extend("const" = NAME))]
        schema: &'static str,
        #[serde(flatten)]
        case: CaseJson<'a>,
    },
    Refused(RefusedJson<'a>),
}

/// A launch that was refused.
#[derive(Serialize, JsonSchema)]
pub struct RefusedJson<'a> {
    #[schemars(extend("const" = NAME))]
    schema: &'static str,
    file: String,
    target: String,
    kernel: &'a str,
    case: &'a str,
    #[schemars(extend("const" = "refused"))]
    outcome: &'static str,
    reason: String,
    checks: [CheckJson<'a>; 0],
    #[schemars(extend("const" = false))]
    passed: bool,
}

impl<'a> PairJson<'a> {
    /// A case that ran.
    pub fn ran(case: CaseJson<'a>) -> PairJson<'a> {
        PairJson::Ran { schema: NAME, case }
    }

    /// A case whose launch was refused.
    pub fn refused(file: &Path, image: &Image, case: &'a Case, error: &anyhow::Error) -> PairJson<'a> {
        PairJson::Refused(RefusedJson {
            schema: NAME,
            file: file.to_string_lossy().into(),
            target: image.target.to_string(),
            kernel: &case.kernel,
            case: &case.case,
            outcome: "refused",
            reason: error.to_string(),
            checks: [],
            passed: false,
        })
    }
}

/// What `--dump` names, by its name.
pub type DumpsJson = BTreeMap<String, DumpJson>;

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum DumpJson {
    Buffer(BufferJson),
    /// Items of the synchronization unit, as --set takes them
    Items(Vec<String>),
}

/// What a run cost.
#[derive(Serialize, JsonSchema)]
pub struct CostJson {
    wave_instructions: u64,
    lane_instructions: u64,
    lane_atomics: u64,
    /// Inside the engine
    seconds: f64,
    cpu_seconds: f64,
    /// Accesses outside shared memory or the GDS that the machine dropped; only where there were some
    #[serde(skip_serializing_if = "Option::is_none")]
    dropped_accesses: Option<DropsJson>,
}

#[derive(Serialize, JsonSchema)]
struct DropsJson {
    count: u64,
    first: DroppedJson,
}

#[derive(Serialize, JsonSchema)]
struct DroppedJson {
    group: [u32; 3],
    wave: u32,
    instruction: Hex,
    lane: u32,
    #[schemars(extend("enum" = ["shared", "gds"]))]
    memory: &'static str,
    address: Hex,
    bytes: u8,
    shared_bytes: u64,
}

impl From<Cost> for CostJson {
    fn from(cost: Cost) -> Self {
        CostJson {
            wave_instructions: cost.stats.wave_instructions,
            lane_instructions: cost.stats.lane_instructions,
            lane_atomics: cost.stats.lane_atomics,
            seconds: cost.wall.as_secs_f64(),
            cpu_seconds: cost.cpu.as_secs_f64(),
            dropped_accesses: drops(&cost.stats.drops),
        }
    }
}

fn drops(drops: &Drops) -> Option<DropsJson> {
    let Dropped { place, lane, storage, address, bytes, size } = drops.first?;
    let first = DroppedJson {
        group: place.group,
        wave: place.wave,
        instruction: Hex::new(place.address),
        lane,
        memory: if storage == Storage::Device { "gds" } else { "shared" },
        address: Hex::new(address),
        bytes,
        shared_bytes: size,
    };
    Some(DropsJson { count: drops.count, first })
}

/// Output of `isotope run SCENARIO.json --json`.
#[derive(Serialize, JsonSchema)]
pub struct ScenarioRunJson<'a> {
    pub scenario: &'a str,
    /// One for each target
    pub runs: Vec<TargetRunJson>,
}

#[derive(Serialize, JsonSchema)]
pub struct TargetRunJson {
    pub target: String,
    pub outcome: &'static str,
    pub printed: String,
    #[schemars(with = "Vec<CheckJson<'static>>")]
    pub checks: Vec<Value>,
}
