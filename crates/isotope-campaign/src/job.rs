//! The parts of a campaign: jobs, each with a number of items, and the results of items.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use isotope::{Error, Result};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::digest::Digest;

/// An external implementation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Other {
    /// A program with its arguments, which reads raw records on standard input and answers them.
    Command(Vec<String>),
    /// A Python function, `module:function` or a name that the caller knows.
    Python(String),
}

impl fmt::Display for Other {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Other::Command(words) => write!(f, "`{}`", words.join(" ")),
            Other::Python(name) => write!(f, "Python's {name}"),
        }
    }
}

/// Returns an external implementation's answer to raw records: the same records with `new` and `returned` filled in.
pub type Answer<'a> = dyn FnMut(&Other, &[u8]) -> Result<Vec<u8>> + 'a;

/// Refuses to ask an external implementation: the [`Answer`] of plans that use none.
///
/// # Errors
/// Always, with the name of the implementation.
pub fn no_external(other: &Other, _: &[u8]) -> Result<Vec<u8>> {
    Err(Error::new(format!("{other} is not asked here: run the campaign with `isotope campaign run` or in Python")))
}

/// A failed item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Failure {
    /// Its number in the job.
    pub item: u64,
    /// What happened, in a line.
    pub text: String,
    /// Commands that show it again.
    pub reproduce: Vec<String>,
    /// Whether it is undecided instead of wrong.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undecided: bool,
}

/// The result of a range of items.
#[derive(Default)]
pub(crate) struct ChunkPart {
    pub digest: Digest,
    pub counts: BTreeMap<String, u64>,
    pub coverage: BTreeMap<String, u64>,
    pub failed: u64,
    /// Failed items that are undecided.
    pub undecided: u64,
    failures: Vec<Failure>,
    unsettled: Vec<Failure>,
    keep: usize,
}

impl ChunkPart {
    pub fn new(keep: usize) -> ChunkPart {
        ChunkPart { keep, ..ChunkPart::default() }
    }

    /// Counts something.
    pub fn count(&mut self, what: &str, many: u64) {
        add(&mut self.counts, what, many);
    }

    /// Records coverage; 0 means that it could have been reached.
    pub fn cover(&mut self, what: &str, many: u64) {
        add(&mut self.coverage, what, many);
    }

    /// Records a failed item. `tell` is called only for the first ones.
    pub fn fail(&mut self, item: u64, tell: impl FnOnce() -> (String, Vec<String>)) {
        self.failed += 1;
        note(&mut self.failures, self.keep, (item, false), tell);
    }

    /// Records an undecided item. It counts as failed.
    pub fn undecided(&mut self, item: u64, tell: impl FnOnce() -> (String, Vec<String>)) {
        self.failed += 1;
        self.undecided += 1;
        note(&mut self.unsettled, self.keep, (item, true), tell);
    }

    /// The first failures. Undecided ones are included if there is room.
    pub fn kept(&mut self) -> Vec<Failure> {
        let mut kept = std::mem::take(&mut self.failures);
        let room = self.keep - kept.len();
        kept.extend(self.unsettled.drain(..).take(room));
        kept.sort_by_key(|failure| failure.item);
        kept
    }
}

fn note(
    to: &mut Vec<Failure>,
    keep: usize,
    (item, undecided): (u64, bool),
    tell: impl FnOnce() -> (String, Vec<String>),
) {
    if to.len() < keep {
        let (text, reproduce) = tell();
        to.push(Failure { item, text: text.replace('\n', "; "), reproduce, undecided });
    }
}

fn add(to: &mut BTreeMap<String, u64>, what: &str, many: u64) {
    match to.get_mut(what) {
        Some(count) => *count += many,
        None => drop(to.insert(what.into(), many)),
    }
}

/// The work of a kind of job. Its result depends only on the plan and the items.
pub(crate) trait Work: fmt::Debug + Send + Sync {
    /// The name of an item, in the plural.
    fn unit(&self) -> &'static str;
    /// Does items.
    fn run(&self, items: Range<u64>, part: &mut ChunkPart, answer: &mut Answer<'_>) -> Result<()>;
    /// A failure of all items together that no single item shows, given all counts.
    fn job_failure(&self, _counts: &BTreeMap<String, u64>) -> Option<JobFailure> {
        None
    }
}

/// A failure of all items of a job together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(transparent)]
#[non_exhaustive]
pub struct JobFailure {
    /// The failure, in a line.
    pub text: String,
    /// Whether it is undecided instead of wrong.
    #[serde(skip)]
    pub undecided: bool,
}

/// What the items of a job are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Kind")]
#[non_exhaustive]
pub enum JobKind {
    /// Inputs of an operation.
    Operations,
    /// Runs of kernels.
    Kernels,
    /// Random programs.
    Programs,
    /// Parts of an exploration.
    Explore,
}

/// A job: items of one kind.
#[derive(Debug)]
#[non_exhaustive]
pub struct Job {
    /// Its unique name.
    pub name: String,
    /// What its items are.
    pub kind: JobKind,
    /// What is compared with what, as text.
    pub about: String,
    /// How many items.
    pub items: u64,
    /// Items of a chunk; the last may have fewer.
    pub chunk: u64,
    pub(crate) work: Box<dyn Work>,
}

impl Job {
    /// How many chunks.
    pub fn chunks(&self) -> usize {
        self.items.div_ceil(self.chunk) as usize
    }

    /// The name of an item, in the plural: inputs, runs, programs, parts.
    pub fn unit(&self) -> &'static str {
        self.work.unit()
    }
}
