//! What a campaign consists of: jobs, each a number of items, and what items leave behind.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use isotope::{Error, Result};

use crate::digest::Digest;

/// An implementation outside.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Other {
    /// A program with its arguments, which answers raw records on its standard input.
    Command(Vec<String>),
    /// A function of Python, `module:function` or a name that the caller knows.
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

/// Gives the answer of an implementation outside to raw records: the same records, `new` and `returned` filled in.
pub type Answer<'a> = dyn FnMut(&Other, &[u8]) -> Result<Vec<u8>> + 'a;

/// Answers nothing: for plans that ask no one outside.
///
/// # Errors
/// Always, and says who was asked.
pub fn nobody(other: &Other, _: &[u8]) -> Result<Vec<u8>> {
    Err(Error::new(format!("{other} is not asked here: run the campaign with `isotope campaign run` or in Python")))
}

/// An item that went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Its number in the job.
    pub item: u64,
    /// What happened, in a line.
    pub text: String,
    /// Commands that show it again.
    pub reproduce: Vec<String>,
}

/// What is left of a range of items.
pub(crate) struct Part {
    pub digest: Digest,
    pub counts: BTreeMap<String, u64>,
    pub coverage: BTreeMap<String, u64>,
    pub failed: u64,
    /// Those of them that nothing decided.
    pub undecided: u64,
    failures: Vec<Failure>,
    unsettled: Vec<Failure>,
    keep: usize,
}

impl Part {
    pub fn new(keep: usize) -> Part {
        Part {
            digest: Digest::new(),
            counts: BTreeMap::new(),
            coverage: BTreeMap::new(),
            failed: 0,
            undecided: 0,
            failures: Vec::new(),
            unsettled: Vec::new(),
            keep,
        }
    }

    /// Counts something.
    pub fn count(&mut self, what: &str, many: u64) {
        add(&mut self.counts, what, many);
    }

    /// Notes what was reached; 0 says that it could have been.
    pub fn cover(&mut self, what: &str, many: u64) {
        add(&mut self.coverage, what, many);
    }

    /// Notes an item that went wrong. `tell` is asked for the first ones alone.
    pub fn fail(&mut self, item: u64, tell: impl FnOnce() -> (String, Vec<String>)) {
        self.failed += 1;
        note(&mut self.failures, self.keep, item, tell);
    }

    /// Notes an item of which nothing says whether it is right. It counts as one that went wrong.
    pub fn undecided(&mut self, item: u64, tell: impl FnOnce() -> (String, Vec<String>)) {
        self.failed += 1;
        self.undecided += 1;
        note(&mut self.unsettled, self.keep, item, tell);
    }

    /// The first failures. Undecided ones are among them where there is room.
    pub fn kept(&mut self) -> Vec<Failure> {
        let mut kept = std::mem::take(&mut self.failures);
        let room = self.keep - kept.len();
        kept.extend(self.unsettled.drain(..).take(room));
        kept.sort_by_key(|failure| failure.item);
        kept
    }
}

fn note(to: &mut Vec<Failure>, keep: usize, item: u64, tell: impl FnOnce() -> (String, Vec<String>)) {
    if to.len() < keep {
        let (text, reproduce) = tell();
        to.push(Failure { item, text: text.replace('\n', "; "), reproduce });
    }
}

fn add(to: &mut BTreeMap<String, u64>, what: &str, many: u64) {
    match to.get_mut(what) {
        Some(count) => *count += many,
        None => drop(to.insert(what.into(), many)),
    }
}

/// What a kind of job does with its items. What it gives depends on the plan and the items alone.
pub(crate) trait Work: fmt::Debug + Send + Sync {
    /// What an item is, in the plural.
    fn unit(&self) -> &'static str;
    /// Does items.
    fn run(&self, items: Range<u64>, part: &mut Part, answer: &mut Answer<'_>) -> Result<()>;
    /// What is wrong with all items together that is wrong with none alone, given all counts.
    fn whole(&self, _counts: &BTreeMap<String, u64>) -> Option<Whole> {
        None
    }
}

/// What is wrong with all items of a job together.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Whole {
    /// What it is, in a line.
    pub text: String,
    /// Whether nothing was decided, rather than something found wrong.
    pub undecided: bool,
}

/// A job: items of one kind.
#[derive(Debug)]
#[non_exhaustive]
pub struct Job {
    /// Its name, unlike every other's.
    pub name: String,
    /// `operations`, `kernels`, `programs` or `explore`.
    pub kind: &'static str,
    /// What is compared with what, in words.
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

    /// What an item is, in the plural: inputs, runs, programs, parts.
    pub fn unit(&self) -> &'static str {
        self.work.unit()
    }
}
