//! Merging of chunks, in any order.

use isotope::option::OptionName;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use isotope::answer;
use isotope::{Error, Result};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::chunk::Chunk;
use crate::digest::Digest;
use crate::job::{Failure, Job, JobFailure, JobKind};
use crate::plan::Plan;

/// Most missing chunks that are named.
const NAMED: usize = 20;

/// The progress of a campaign: output of `isotope campaign run --json` and `isotope campaign status --json`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Status")]
#[non_exhaustive]
pub struct CampaignStatus {
    /// Number of chunks of the plan
    pub chunks: usize,
    /// Number of completed chunks
    pub done: usize,
    /// Missing chunks
    pub missing: Vec<usize>,
    /// Damaged chunks; they are computed again
    pub damaged: Vec<Damaged>,
    /// Failed items so far
    pub failed: u64,
    /// Failed items that are undecided, because they were not answered or were cut off
    pub undecided: u64,
    /// Items of the plan
    pub items: u64,
    /// Items of the completed chunks
    pub items_done: u64,
}

/// A damaged chunk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Damaged {
    /// Its index in the plan
    pub index: usize,
    /// What is wrong with its file
    pub why: String,
}

impl CampaignStatus {
    /// The status of a plan before any chunk is checked.
    pub fn new(plan: &Plan) -> CampaignStatus {
        let items = plan.jobs().iter().map(|job| job.items).fold(0, u64::saturating_add);
        CampaignStatus { chunks: plan.chunks(), items, ..CampaignStatus::default() }
    }

    /// Records a chunk: present, damaged, or missing.
    pub fn note(&mut self, index: usize, found: Option<Result<&Chunk, String>>) {
        match found {
            None => self.missing.push(index),
            Some(Err(why)) => self.damaged.push(Damaged { index, why }),
            Some(Ok(chunk)) => {
                self.done += 1;
                self.failed += chunk.failed;
                self.undecided += chunk.undecided;
                self.items_done += chunk.items;
            }
        }
    }

    /// The number of failed items, as text.
    pub fn failed_text(&self) -> String {
        failed(self.failed, self.undecided)
    }

    /// As lines of text.
    pub fn text(&self) -> String {
        let mut out = format!(
            "{} of {} chunks, {} of {} items, {}\n",
            self.done,
            self.chunks,
            self.items_done,
            self.items,
            self.failed_text()
        );
        if !self.missing.is_empty() {
            let _ = writeln!(out, "missing: {}", ranges(&self.missing));
        }
        for Damaged { index, why } in &self.damaged {
            let _ = writeln!(out, "damaged: {index}: {why}; it will be done again");
        }
        out
    }

    /// The same as JSON, schema `isotope-campaign-status/1`.
    pub fn json(&self) -> Value {
        answer::json(self)
    }
}

/// The number of failed items, and of undecided ones among them.
pub(crate) fn failed(failed: u64, undecided: u64) -> String {
    match undecided {
        0 => format!("{failed} failed"),
        _ => format!("{failed} failed ({undecided} of them undecided)"),
    }
}

/// `3, 7-9, 12`; only the first ones if there are many.
fn ranges(all: &[usize]) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for index in all {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == *index => *last = *index,
            _ => runs.push((*index, *index)),
        }
    }
    let shown = |(first, last): &(usize, usize)| {
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    };
    let mut out = runs.iter().take(NAMED).map(shown).collect::<Vec<_>>().join(", ");
    if runs.len() > NAMED {
        let _ = write!(out, " and more, {} in all", all.len());
    }
    out
}

/// All chunks of a job together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct JobTotals {
    /// The job's name.
    pub name: String,
    /// Its kind.
    pub kind: JobKind,
    /// What is compared, as text.
    pub about: String,
    /// The name of an item, in the plural.
    pub unit: &'static str,
    /// Items of the plan.
    pub planned: u64,
    /// Items of the chunks that are present.
    pub items: u64,
    /// Items by result.
    pub counts: BTreeMap<String, u64>,
    /// Coverage counts.
    pub coverage: BTreeMap<String, u64>,
    /// Failed items.
    pub failed: u64,
    /// Failed items that are undecided.
    pub undecided: u64,
    /// The first failures of each chunk, in order.
    pub failures: Vec<Failure>,
    /// A failure of the job as a whole: no single item has it.
    #[serde(rename = "whole")]
    pub job_failure: Option<JobFailure>,
}

/// A campaign's result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Merged {
    /// The campaign's name.
    pub name: String,
    /// The plan's hash.
    pub plan: String,
    /// Digest of the plan's hash and of the digests of the chunks that are present, in order: the same on any machine.
    pub digest: String,
    /// Missing chunks.
    pub missing: Vec<usize>,
    /// The jobs in the order of the plan.
    pub jobs: Vec<JobTotals>,
    /// Chunks of the plan.
    pub chunks: usize,
    spec: String,
}

impl Merged {
    /// Merges chunks; their order does not matter.
    ///
    /// # Errors
    /// Chunks of another plan; one chunk twice with different results; missing chunks, unless `partial` is set.
    pub fn new(plan: &Plan, chunks: Vec<Chunk>, partial: bool) -> Result<Merged> {
        let mut all: BTreeMap<usize, Chunk> = BTreeMap::new();
        for chunk in chunks {
            if chunk.plan != plan.hash() {
                return Err(Error::new(format!(
                    "chunk {}: expected one of the plan {}, found one of {}",
                    chunk.index,
                    plan.hash(),
                    chunk.plan
                )));
            }
            if let Some(other) = all.get(&chunk.index).filter(|other| **other != chunk) {
                return Err(Error::new(format!(
                    "chunk {} is there twice with different results (digests {} and {}): two machines do not compute the same",
                    chunk.index, other.digest, chunk.digest
                )));
            }
            all.insert(chunk.index, chunk);
        }
        let missing: Vec<usize> = (0..plan.chunks()).filter(|index| !all.contains_key(index)).collect();
        if !missing.is_empty() && !partial {
            return Err(Error::new(format!(
                "{} of {} chunks are missing: {}: run them, or merge with {}",
                missing.len(),
                plan.chunks(),
                ranges(&missing),
                OptionName::Partial
            )));
        }
        let mut digest = Digest::default();
        digest.text(plan.hash());
        let mut jobs: Vec<JobTotals> = plan.jobs().iter().map(JobTotals::new).collect();
        for (index, chunk) in all {
            digest.number(index as u64);
            digest.text(&chunk.digest);
            if let Some(totals) = jobs.iter_mut().find(|job| job.name == chunk.job) {
                totals.add(chunk);
            }
        }
        for (totals, job) in jobs.iter_mut().zip(plan.jobs()) {
            if totals.items == totals.planned {
                totals.job_failure = job.work.job_failure(&totals.counts);
            }
        }
        Ok(Merged {
            name: plan.name().into(),
            plan: plan.hash().into(),
            digest: digest.finish(),
            missing,
            jobs,
            chunks: plan.chunks(),
            spec: plan.spec().into(),
        })
    }

    /// Completed items.
    pub fn items(&self) -> u64 {
        self.jobs.iter().map(|job| job.items).sum()
    }

    /// Failed items, and jobs that fail as a whole.
    pub fn failed(&self) -> u64 {
        self.jobs.iter().map(|job| job.failed + u64::from(job.job_failure.is_some())).sum()
    }

    /// The number of failed items, as text.
    pub fn failed_text(&self) -> String {
        failed(self.failed(), self.undecided())
    }

    /// The undecided ones of [`Merged::failed`]; the others are wrong.
    pub fn undecided(&self) -> u64 {
        let of_all = |job: &JobTotals| job.job_failure.as_ref().is_some_and(|failure| failure.undecided);
        self.jobs.iter().map(|job| job.undecided + u64::from(of_all(job))).sum()
    }

    /// The text of the campaign.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// As lines of text: the digest, a line for each job, the first failures.
    pub fn text(&self) -> String {
        let mut out = format!(
            "{}: {} items, {}\nplan {}\ndigest {}\n",
            self.name,
            self.items(),
            self.failed_text(),
            self.plan,
            self.digest
        );
        if !self.missing.is_empty() {
            let _ = writeln!(
                out,
                "PARTIAL: {} of {} chunks are missing: {}",
                self.missing.len(),
                self.chunks,
                self.missing_text()
            );
        }
        for job in &self.jobs {
            let counts: Vec<String> = job.counts.iter().map(|(what, many)| format!("{many} {what}")).collect();
            let _ = writeln!(out, "{}: {} {}: {}", job.name, job.items, job.unit, counts.join(", "));
            if let Some(failure) = &job.job_failure {
                let _ = writeln!(out, "  {} {}", if failure.undecided { "UNDECIDED" } else { "FAILED" }, failure.text);
            }
            for failure in &job.failures {
                let verdict = if failure.undecided { "UNDECIDED" } else { "FAILED" };
                let _ = writeln!(out, "  {verdict} {}: {}", failure.item, failure.text);
                out.extend(failure.reproduce.iter().map(|line| format!("    {line}\n")));
            }
            let more = job.failed - job.failures.len() as u64;
            if more != 0 {
                let _ = writeln!(out, "  and {more} more that failed, which were not kept");
            }
        }
        out
    }

    /// Missing chunks as text.
    pub fn missing_text(&self) -> String {
        ranges(&self.missing)
    }

    /// The same as JSON, schema `isotope-campaign/1`.
    pub fn json(&self) -> Value {
        answer::json(&MergedJson {
            name: &self.name,
            plan: &self.plan,
            digest: &self.digest,
            chunks: self.chunks,
            missing: &self.missing,
            items: self.items(),
            failed: self.failed(),
            undecided: self.undecided(),
            jobs: &self.jobs,
        })
    }
}

/// Output of `isotope campaign merge --json` and `isotope campaign report --json`; `merged.json` of a campaign.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MergedJson<'a> {
    name: &'a str,
    /// Hash of the plan
    plan: &'a str,
    /// Digest of the plan's hash and of the digests of the chunks that are present, in order: the same on any machine
    digest: &'a str,
    chunks: usize,
    /// Chunks that are missing; empty unless a partial merge was asked for
    missing: &'a [usize],
    items: u64,
    failed: u64,
    /// Those of `failed` that nothing decided, because they were not answered or were cut off
    undecided: u64,
    jobs: &'a [JobTotals],
}

impl JobTotals {
    fn new(job: &Job) -> JobTotals {
        JobTotals {
            name: job.name.clone(),
            kind: job.kind,
            about: job.about.clone(),
            unit: job.unit(),
            planned: job.items,
            items: 0,
            counts: BTreeMap::new(),
            coverage: BTreeMap::new(),
            failed: 0,
            undecided: 0,
            failures: Vec::new(),
            job_failure: None,
        }
    }

    fn add(&mut self, chunk: Chunk) {
        self.items += chunk.items;
        self.failed += chunk.failed;
        self.undecided += chunk.undecided;
        self.failures.extend(chunk.failures);
        for (to, from) in [(&mut self.counts, chunk.counts), (&mut self.coverage, chunk.coverage)] {
            from.into_iter().for_each(|(what, many)| *to.entry(what).or_default() += many);
        }
    }
}
