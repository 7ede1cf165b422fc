//! Events as JSON.

use isotope::StepJson;
use isotope::answer::{self, Hex};
use isotope::object::lines::Location;
use isotope::report::FindingJson;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::Change;

/// A line of `isotope debug --json`. `event` says what it is.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "lowercase")]
#[expect(clippy::large_enum_variant, reason = "made once, to be printed")]
pub(crate) enum EventJson<'a> {
    Stopped(StoppedJson<'a>),
    Breakpoint(BreakpointJson<'a>),
    Breakpoints {
        breakpoints: Vec<BreakpointJson<'a>>,
    },
    Delete {
        deleted: usize,
    },
    Replay {
        recorded: u64,
    },
    Fork {
        recorded: u64,
    },
    Lane {
        lane: u32,
    },
    /// Steps that a command takes at most
    Limit {
        limit: u64,
    },
    Help {
        text: &'a str,
    },
    Waves {
        waves: Vec<WaveJson<'a>>,
        /// Waves that are not listed
        more: usize,
    },
    Lanes {
        group: usize,
        wave: usize,
        active: Hex,
        /// Lanes that wait, the last that diverged first
        stack: Vec<StackEntryJson>,
        /// Lanes that have ended, or never were
        ended: Hex,
        /// The lane that registers without a lane are of
        focus: u32,
    },
    Locals {
        group: usize,
        wave: usize,
        lane: u32,
        locals: Vec<LocalJson<'a>>,
    },
    Barriers {
        group: usize,
        barriers: Vec<BarrierJson>,
    },
    /// The synchronization unit
    Gws {
        gws: Vec<String>,
        gs: Vec<String>,
        ring: Vec<String>,
    },
    Gds {
        /// Those that are not 0
        words: Vec<WordJson>,
    },
    Registers {
        group: usize,
        wave: usize,
        registers: Vec<RegisterJson<'a>>,
    },
    /// Of `info memory`
    #[serde(rename = "memory")]
    Regions {
        regions: Vec<RegionJson<'a>>,
        /// Bytes a group
        shared: u32,
        /// Bytes a lane
        private: u32,
    },
    /// Of `x`
    Memory {
        space: &'static str,
        at: u64,
        /// Bytes of a value
        size: u32,
        values: Vec<Hex>,
    },
    Schedule {
        plan: String,
        /// Steps so far
        step: u64,
        /// Steps that are recorded
        recorded: u64,
        /// Turns so far
        schedule: String,
        /// Values that were set by hand
        #[serde(skip_serializing_if = "Vec::is_empty")]
        set: Vec<SetJson<'a>>,
    },
    Line {
        source: Option<Location>,
    },
    Launch {
        kernel: &'a str,
        target: String,
        groups: [u32; 3],
        group_size: [u32; 3],
        waves: usize,
        /// Lanes of a wave
        lanes: u32,
    },
    Print {
        expression: &'a str,
        #[serde(flatten)]
        value: PrintedJson<'a>,
    },
    Set {
        #[serde(flatten)]
        change: SetByHandJson<'a>,
        /// Recorded steps that it made void
        forgotten: u64,
    },
    Why {
        of: &'a str,
        value: Hex,
        /// Null where no step wrote it
        writer: Option<WriterJson<'a>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        set: Option<SetByHandJson<'a>>,
    },
    History {
        of: &'a str,
        value: Hex,
        /// What was written, the last first
        writers: Vec<WrittenJson<'a>>,
        /// Whether there are more writers
        earlier: bool,
    },
    Explain {
        instruction: &'a str,
        report: &'a str,
        /// What `isotope op --json` prints
        #[schemars(schema_with = "answer::inside::<StepJson<'static>>")]
        step: &'a Value,
    },
    List {
        source: Option<Location>,
        instructions: Vec<InstructionJson<'a>>,
    },
}

/// The launch stands.
#[derive(Serialize, JsonSchema)]
pub(crate) struct StoppedJson<'a> {
    #[serde(flatten)]
    pub reason: ReasonJson<'a>,
    /// Steps so far
    pub step: u64,
    pub group: usize,
    pub wave: usize,
    /// Of the next instruction; null where the wave has ended
    pub address: Option<u32>,
    pub instruction: Option<&'a str>,
    pub source: Option<&'a Location>,
    /// Rules that were broken on the way
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<FindingJson<'a>>,
}

/// Why the launch stands.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "reason", rename_all = "lowercase")]
pub(crate) enum ReasonJson<'a> {
    Step,
    Breakpoint {
        breakpoint: u32,
        /// In which the condition holds
        lane: Option<u32>,
    },
    Watch {
        breakpoint: u32,
        lane: u32,
        access: TouchedJson<'a>,
    },
    Barrier {
        breakpoint: u32,
        rule: FindingJson<'a>,
    },
    Uninit {
        breakpoint: u32,
        rule: FindingJson<'a>,
    },
    Fault {
        detail: String,
        lane: Option<u32>,
    },
    Unspecified {
        detail: String,
        lane: Option<u32>,
    },
    #[serde(rename = "not modelled")]
    NotModelled {
        detail: String,
        lane: Option<u32>,
    },
    Ended,
    #[serde(rename = "wave ended")]
    WaveEnded,
    Deadlock {
        detail: String,
        /// Waves that a deadlock holds
        waiting: usize,
        /// Groups that the machine has no room for
        #[serde(skip_serializing_if = "Option::is_none")]
        not_begun: Option<usize>,
        /// Assumptions that the verdict rests on
        rests_on: &'a [String],
    },
    Held,
    Interrupted,
    Limit {
        limit: u64,
    },
    Start,
    #[serde(rename = "not followed")]
    NotFollowed {
        #[serde(skip_serializing_if = "Option::is_none")]
        detail: Option<&'a str>,
    },
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct TouchedJson<'a> {
    pub space: &'static str,
    pub at: u64,
    pub bytes: u32,
    pub operation: &'a str,
    pub old: Option<u64>,
    pub new: Option<u64>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct BreakpointJson<'a> {
    pub id: u32,
    pub place: &'a str,
    /// The only wave that it stops
    pub wave: Option<String>,
    pub condition: Option<&'a str>,
    pub hits: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub addresses: Option<Vec<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<WatchedJson>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct WatchedJson {
    pub space: &'static str,
    pub at: u64,
    pub bytes: u32,
    pub access: &'static str,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct WaveJson<'a> {
    pub group: usize,
    pub wave: usize,
    /// Of the group
    pub index: [u32; 3],
    pub state: WaveStateJson,
    /// Why it does not run
    pub waits: Option<String>,
    pub address: Option<u32>,
    pub instruction: Option<&'a str>,
    pub source: Option<Location>,
    pub active: Hex,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WaveStateJson {
    #[serde(rename = "not begun")]
    NotBegun,
    Ready,
    Barrier,
    Queued,
    Halted,
    Ended,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct StackEntryJson {
    pub kind: &'static str,
    pub lanes: Hex,
    pub address: Option<u32>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct LocalJson<'a> {
    pub name: &'a str,
    #[serde(rename = "type")]
    pub ty: &'a str,
    pub parameter: bool,
    pub value: Option<&'a str>,
    /// Why there is no value
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct BarrierJson {
    pub barrier: usize,
    pub arrived: u32,
    /// 0 for all that have not ended
    pub expected: u32,
    /// Waves
    pub waiting: Vec<usize>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct WordJson {
    pub at: u32,
    pub value: Hex,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct RegionJson<'a> {
    pub base: u64,
    pub end: u64,
    pub name: &'a str,
}

/// The value of an expression.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum PrintedJson<'a> {
    Register(RegisterJson<'a>),
    Memory { value: String, bits: Hex },
    Plain { value: String },
}

/// A register of the wave in focus.
#[derive(Serialize, JsonSchema)]
pub(crate) struct RegisterJson<'a> {
    pub name: &'a str,
    /// Of a value
    pub bits: u32,
    /// Of lanes or elements
    pub values: Vec<Hex>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct SetJson<'a> {
    pub step: u64,
    pub of: &'a str,
}

/// A value that was set by hand.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SetByHandJson<'a> {
    pub step: u64,
    pub of: &'a str,
    pub old: Hex,
    pub new: Hex,
}

impl<'a> SetByHandJson<'a> {
    pub fn new(change: &'a Change, bits: u32) -> SetByHandJson<'a> {
        let [old, new] = [change.old, change.new].map(|value| Hex::of_width(value, bits));
        SetByHandJson { step: change.at, of: &change.text, old, new }
    }
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum WrittenJson<'a> {
    Set { set: SetByHandJson<'a> },
    Step(WriterJson<'a>),
}

/// A step that wrote something.
#[derive(Serialize, JsonSchema)]
pub(crate) struct WriterJson<'a> {
    pub step: u64,
    pub group: usize,
    pub wave: usize,
    /// Of an access
    pub lane: Option<u32>,
    pub address: u32,
    pub instruction: &'a str,
    pub source: Option<Location>,
    pub old: Option<Hex>,
    pub new: Option<Hex>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct InstructionJson<'a> {
    pub address: u32,
    pub text: &'a str,
    pub source: Option<Location>,
}
