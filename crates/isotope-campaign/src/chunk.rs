//! The result of a chunk: counts, coverage, the first failures, and a digest of everything computed.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use isotope::answer;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::digest;
use crate::job::{ChunkPart, Failure, Job};
use crate::plan::Plan;

/// Schema of chunks.
const SCHEMA: &str = "isotope-campaign-chunk/1";

/// A completed chunk. The same plan and index give the same chunk, byte for byte.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Chunk {
    /// The plan's hash.
    pub plan: String,
    /// Its index in the plan.
    pub index: usize,
    /// Its job.
    pub job: String,
    /// The number of its first item in the job.
    pub first: u64,
    /// How many items it has.
    pub items: u64,
    /// Digest of everything computed.
    pub digest: String,
    /// Items by result.
    pub counts: BTreeMap<String, u64>,
    /// How often each part was covered; 0 means that it could have been.
    pub coverage: BTreeMap<String, u64>,
    /// Number of failed items.
    pub failed: u64,
    /// Failed items that are undecided, because they were not answered.
    pub undecided: u64,
    /// The first failed items.
    pub failures: Vec<Failure>,
}

/// Why a text is not a chunk of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// It belongs to another plan; the hash of that plan.
    Other(String),
    /// It is truncated, changed, or something else.
    Damaged(String),
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::Other(hash) => write!(f, "it is of another plan, {hash}"),
            Unfit::Damaged(why) => write!(f, "it is damaged: {why}"),
        }
    }
}

impl Chunk {
    pub(crate) fn new(plan: &Plan, index: usize, job: &Job, items: Range<u64>, mut part: ChunkPart) -> Chunk {
        Chunk {
            plan: plan.hash().into(),
            index,
            job: job.name.clone(),
            first: items.start,
            items: items.end - items.start,
            failures: part.kept(),
            digest: part.digest.finish(),
            counts: part.counts,
            coverage: part.coverage,
            failed: part.failed,
            undecided: part.undecided,
        }
    }

    /// As a file: one line of JSON with its own digest.
    pub fn text(&self) -> String {
        let mut value = answer::part(self);
        value["schema"] = SCHEMA.into();
        value["check"] = digest::of(&value.to_string()).into();
        format!("{value}\n")
    }

    /// Reads a chunk that [`Chunk::text`] wrote, and checks that it is the chunk `index` of `plan`.
    ///
    /// # Errors
    /// If it is none, is damaged, or belongs to another plan.
    pub fn parse(text: &str, plan: &Plan, index: usize) -> Result<Chunk, Unfit> {
        let damaged = |why: &str| Unfit::Damaged(why.into());
        let mut value: Value = serde_json::from_str(text).map_err(|error| Unfit::Damaged(error.to_string()))?;
        let object = value.as_object_mut().ok_or_else(|| damaged("expected an object"))?;
        let check = object.remove("check").unwrap_or_default();
        if check.as_str() != Some(&digest::of(&value.to_string())) {
            return Err(damaged("its digest is not the one that it says"));
        }
        let chunk = Chunk::deserialize(&value).map_err(|_| damaged("a field is missing"))?;
        if value["schema"] != SCHEMA {
            return Err(damaged(&format!("expected {SCHEMA}, found {}", value["schema"])));
        }
        if chunk.plan != plan.hash() {
            return Err(Unfit::Other(chunk.plan));
        }
        if chunk.index != index {
            return Err(damaged(&format!("expected chunk {index}, found {}", chunk.index)));
        }
        Ok(chunk)
    }
}
