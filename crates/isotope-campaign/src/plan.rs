//! A plan: the text of a campaign, the files that it names, and the chunks that they make.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::Range;

use isotope::answer;
use isotope::{Error, Result};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::chunk::Chunk;
use crate::digest::Digest;
use crate::job::{self, ChunkPart, Job, JobKind};
use crate::setting::{Files, Setting};
use crate::spec::{self, Section, Text};
use crate::{explore, kernels, operations, programs};

/// Schema of plans.
const SCHEMA: &str = "isotope-campaign-plan/1";
/// Most bytes of all files of a plan: every worker gets them.
const MOST: usize = 64 << 20;
/// Default number of failures that a chunk keeps.
const KEEP: u64 = 10;
/// Most chunks: each is a file.
const MOST_CHUNKS: u64 = 10_000_000;

/// Files that are read for a plan, and kept.
struct Kept<'a> {
    from: &'a mut dyn Files,
    all: BTreeMap<String, Vec<u8>>,
}

impl Files for Kept<'_> {
    fn read(&mut self, path: &str) -> Result<Vec<u8>> {
        if !self.all.contains_key(path) {
            let bytes = self.from.read(path)?;
            self.all.insert(path.into(), bytes);
        }
        let size: usize = self.all.values().map(Vec::len).sum();
        if size > MOST {
            return Err(Error::new(format!(
                "`{path}`: the files of the campaign are {} MiB or more; a plan holds at most {}: make several campaigns",
                size >> 20,
                MOST >> 20
            )));
        }
        Ok(self.all[path].clone())
    }

    fn list(&mut self, path: &str) -> Result<Option<Vec<String>>> {
        self.from.list(path)
    }
}

/// The files of a stored plan.
struct Stored(BTreeMap<String, Vec<u8>>);

impl Files for Stored {
    fn read(&mut self, path: &str) -> Result<Vec<u8>> {
        self.0.get(path).cloned().ok_or_else(|| Error::new(format!("`{path}`: the plan does not have this file")))
    }

    fn list(&mut self, path: &str) -> Result<Option<Vec<String>>> {
        let inside =
            |file: &&String| file.rsplit_once('/').is_some_and(|(folder, _)| folder == path.trim_end_matches('/'));
        let all: Vec<String> = self.0.keys().filter(inside).cloned().collect();
        Ok((!all.is_empty()).then_some(all))
    }
}

/// A campaign that can be run.
#[derive(Debug)]
pub struct Plan {
    name: String,
    file: String,
    text: String,
    files: BTreeMap<String, Vec<u8>>,
    hash: String,
    keep: usize,
    jobs: Vec<Job>,
}

impl Plan {
    /// Makes a plan of a text. `file` names the text in errors; paths in it are passed to `files` unchanged.
    ///
    /// # Errors
    /// The first mistake with its line, or what is wrong with a file.
    pub fn new(file: &str, text: &str, files: &mut dyn Files) -> Result<Plan> {
        let mut kept = Kept { from: files, all: BTreeMap::new() };
        let place = Text { file, text };
        let root = spec::read(place)?;
        let section = root.section(place);
        let name = section.text("name")?;
        let name = section.need("name", name, "the name of the campaign")?;
        let seed = section.number("seed")?.unwrap_or(1);
        let keep = section.number("keep")?.unwrap_or(KEEP) as usize;
        let tables = section.sections("job")?;
        section.finish()?;
        if tables.is_empty() {
            return Err(section.error("job", "expected at least one [[job]], found none"));
        }
        let mut jobs: Vec<Job> = Vec::new();
        for table in &tables {
            jobs.extend(read_job(table, &mut Setting { seed, files: &mut kept })?);
        }
        let mut known = BTreeSet::new();
        for job in &jobs {
            if !known.insert(&job.name) {
                return Err(
                    place.error(0, format_args!("two jobs are called `{}`: give one of them a `name`", job.name))
                );
            }
        }
        let chunks = jobs.iter().map(|job| job.items.div_ceil(job.chunk)).fold(0, u64::saturating_add);
        if chunks > MOST_CHUNKS {
            return Err(place
                .error(0, format_args!("expected at most {MOST_CHUNKS} chunks, found {chunks}: make `chunk` larger")));
        }
        let files = kept.all;
        let hash = hash(&root.json(), &files);
        Ok(Plan { name, file: file.into(), text: text.into(), files, hash, keep, jobs })
    }

    /// Reads a plan that [`Plan::json`] wrote.
    ///
    /// # Errors
    /// If it is not a plan, is damaged, or comes from another version, whose results may differ.
    pub fn parse(text: &str) -> Result<Plan> {
        let value: Value =
            serde_json::from_str(text).map_err(|error| Error::new(format!("expected a plan: {error}")))?;
        let field = |key: &str| {
            let found = value[key].as_str();
            found.ok_or_else(|| Error::new(format!("expected a plan of a campaign ({SCHEMA}): no text `{key}`")))
        };
        if field("schema")? != SCHEMA {
            return Err(Error::new(format!("expected a plan of a campaign ({SCHEMA}), found {}", value["schema"])));
        }
        let (version, ours) = (field("isotope")?, env!("CARGO_PKG_VERSION"));
        if version != ours {
            return Err(Error::new(format!(
                "the plan was made by Isotope {version}, and this is {ours}: make it again"
            )));
        }
        let none = Map::new();
        let mut files = BTreeMap::new();
        for (path, content) in value["files"].as_object().unwrap_or(&none) {
            let bytes = match Content::deserialize(content) {
                Ok(Content::Text(text)) => Some(text.into_bytes()),
                Ok(Content::Hex(digits)) => unhex(&digits),
                Err(_) => None,
            };
            files
                .insert(path.clone(), bytes.ok_or_else(|| Error::new(format!("the plan's file `{path}` is damaged")))?);
        }
        let plan = Plan::new(field("file")?, field("spec")?, &mut Stored(files))?;
        if plan.hash != field("hash")? {
            return Err(Error::new(format!(
                "the plan says that its hash is {}, but it is {}: it was changed since it was made; make it again",
                field("hash")?,
                plan.hash
            )));
        }
        Ok(plan)
    }

    /// The whole plan as JSON, with its files.
    pub fn json(&self) -> Value {
        let content = |bytes: &[u8]| match std::str::from_utf8(bytes) {
            Ok(text) => Content::Text(text.into()),
            Err(_) => Content::Hex(hex(bytes)),
        };
        answer::part(&PlanFile {
            schema: SCHEMA,
            isotope: env!("CARGO_PKG_VERSION"),
            name: &self.name,
            hash: &self.hash,
            chunks: self.chunks(),
            file: &self.file,
            spec: &self.text,
            files: self.files.iter().map(|(path, bytes)| (path.as_str(), content(bytes))).collect(),
        })
    }

    /// The plan's summary as JSON, without the files, and with the folder that it was written to; schema `isotope-campaign-planned/1`.
    pub fn summary(&self, folder: Option<&str>) -> Value {
        let jobs = self.jobs.iter().map(|job| JobJson {
            name: &job.name,
            kind: job.kind,
            about: &job.about,
            unit: job.unit(),
            items: job.items,
            chunks: job.chunks(),
        });
        let (name, plan, chunks) = (&self.name, &self.hash, self.chunks());
        answer::json(&PlannedJson { name, plan, chunks, folder, jobs: jobs.collect() })
    }

    /// The plan's summary, without the files: a line for each job.
    pub fn text(&self) -> String {
        let mut out = format!("{}: {} chunks, plan {}\n", self.name, self.chunks(), self.hash);
        for job in &self.jobs {
            let _ =
                writeln!(out, "  {}: {} {} in {} chunks: {}", job.name, job.items, job.unit(), job.chunks(), job.about);
        }
        out
    }

    /// The campaign's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Identifies the plan: a hash of the text's values, of the files and of the version.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The text that it was made of.
    pub(crate) fn spec(&self) -> &str {
        &self.text
    }

    /// Its jobs, in the order of the text.
    pub fn jobs(&self) -> &[Job] {
        &self.jobs
    }

    /// How many chunks all jobs have.
    pub fn chunks(&self) -> usize {
        self.jobs.iter().map(Job::chunks).sum()
    }

    /// The job of a chunk, and its items in that chunk; `None` after the last chunk.
    pub fn place(&self, index: usize) -> Option<(&Job, Range<u64>)> {
        let mut left = index;
        for job in &self.jobs {
            if left < job.chunks() {
                let first = left as u64 * job.chunk;
                return Some((job, first..(first + job.chunk).min(job.items)));
            }
            left -= job.chunks();
        }
        None
    }

    /// Computes a chunk. `answer` is called where the plan uses another implementation.
    ///
    /// # Errors
    /// If there is no such chunk, or an external implementation does not answer.
    pub fn chunk(&self, index: usize, answer: &mut job::Answer<'_>) -> Result<Chunk> {
        let (job, items) = self
            .place(index)
            .ok_or_else(|| Error::new(format!("expected a chunk below {}, found {index}", self.chunks())))?;
        let mut part = ChunkPart::new(self.keep);
        let place = |error| Error::new(format!("chunk {index}, {}: {error}", job.name));
        job.work.run(items.clone(), &mut part, answer).map_err(place)?;
        Ok(Chunk::new(self, index, job, items, part))
    }
}

/// A plan as JSON.
#[derive(Serialize)]
struct PlanFile<'a> {
    schema: &'a str,
    isotope: &'a str,
    name: &'a str,
    hash: &'a str,
    chunks: usize,
    file: &'a str,
    spec: &'a str,
    files: BTreeMap<&'a str, Content>,
}

/// A file of a plan.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Content {
    Text(String),
    Hex(String),
}

/// Output of `isotope campaign plan --json`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PlannedJson<'a> {
    name: &'a str,
    /// Hash of the plan
    plan: &'a str,
    chunks: usize,
    /// Where the plan is, if it was written
    #[serde(skip_serializing_if = "Option::is_none")]
    folder: Option<&'a str>,
    jobs: Vec<JobJson<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct JobJson<'a> {
    name: &'a str,
    kind: JobKind,
    about: &'a str,
    /// Name of an item, in the plural
    unit: &'a str,
    items: u64,
    chunks: usize,
}

/// One `[[job]]`; lists in it make several jobs.
fn read_job(table: &Section<'_>, setting: &mut Setting<'_, '_>) -> Result<Vec<Job>> {
    let kind = table.text("kind")?;
    match table.need("kind", kind, "operations, kernels, programs or explore")?.as_str() {
        "operations" => operations::read(table, setting),
        "kernels" => kernels::read(table, setting),
        "programs" => programs::read(table, setting),
        "explore" => explore::read(table, setting),
        other => {
            Err(table.error("kind", format_args!("expected operations, kernels, programs or explore, found `{other}`")))
        }
    }
}

fn hash(spec: &Value, files: &BTreeMap<String, Vec<u8>>) -> String {
    let mut digest = Digest::default();
    digest.text(SCHEMA);
    digest.text(env!("CARGO_PKG_VERSION"));
    digest.text(&spec.to_string());
    for (path, bytes) in files {
        digest.text(path);
        digest.number(bytes.len() as u64);
        digest.bytes(bytes);
    }
    digest.finish()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

fn unhex(digits: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let pairs = digits.as_bytes().chunks(2);
    pairs.map(|pair| Some(digit(pair[0])? << 4 | digit(*pair.get(1)?)?)).collect()
}
