//! What each generation of a compiler or disassembler does where a statement rests on it. One version is not the machine, so evidence counts in
//! full only where two generations agree ([`crate::assume::Assumption::standing`]).
//!
//! The rows are lines of `census.tsv`, between tabs: the subject, the tool, its version, what came of it (`agrees`, `differs`, or `silent` where the
//! version cannot tell), and what it does. A subject is the id of an assumption, or, for what notes and pages say, a name with a line whose verdict is
//! `statement`. `docs/census.md` is printed from them.
//!
//! ```
//! use isotope_op::census;
//! assert!(census::all().all(|trial| census::tool(trial.tool).is_some_and(|tool| tool.versions.contains(&trial.version))));
//! ```

use crate::assume::{self, Assumption, Grade};
use crate::source;

/// A compiler or disassembler, and the versions that are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tool {
    /// As rows call it.
    pub name: &'static str,
    /// The entries of [`source::ALL`] that stand for it.
    pub sources: &'static [&'static str],
    /// The versions, the oldest first.
    pub versions: &'static [&'static str],
}

/// The tools of the vendors.
pub const TOOLS: &[Tool] = &[
    Tool { name: "ptxas", sources: &["ptxas"], versions: &["11.8.89", "12.4.131", "12.8.61", "12.9.86"] },
    Tool { name: "nvdisasm", sources: &["nvdisasm"], versions: &["11.8.86", "12.4.127", "12.8.55"] },
    Tool { name: "LLVM", sources: &["llvm", "llvm-22"], versions: &["19.1.7", "22.1.8"] },
    Tool { name: "IGC", sources: &["igc", "igc-2"], versions: &["1.0.12504", "2.40.14"] },
    Tool { name: "GenX_IR", sources: &["genx-ir", "genx-ir-17791"], versions: &["1.0.12504.6", "1.0.17791.18"] },
];

/// The tool that rows call so.
pub fn tool(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name)
}

/// What came of asking a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It does what the statement says.
    Agrees,
    /// It does something else.
    Differs,
    /// It does not show it.
    Silent,
}

impl Verdict {
    /// The word in rows and pages.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Agrees => "agrees",
            Verdict::Differs => "differs",
            Verdict::Silent => "silent",
        }
    }
}

/// One version, asked about one subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// What it was asked about.
    pub subject: &'static str,
    /// Name of the tool.
    pub tool: &'static str,
    /// Its version.
    pub version: &'static str,
    /// What came of it.
    pub verdict: Verdict,
    /// What it does.
    pub does: &'static str,
}

const ROWS: &str = include_str!("census.tsv");

fn columns() -> impl Iterator<Item = [&'static str; 5]> {
    ROWS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let mut columns = line.split('\t');
        core::array::from_fn(|_| columns.next().unwrap_or(""))
    })
}

/// Every trial, in the order of the file.
pub fn all() -> impl Iterator<Item = Trial> {
    columns().filter_map(|[subject, tool, version, verdict, does]| {
        let all = [Verdict::Agrees, Verdict::Differs, Verdict::Silent];
        let verdict = all.into_iter().find(|known| known.name() == verdict)?;
        Some(Trial { subject, tool, version, verdict, does })
    })
}

/// The trials about a subject.
pub fn of(subject: &str) -> impl Iterator<Item = Trial> + '_ {
    all().filter(move |trial| trial.subject == subject)
}

/// The subjects that are no assumptions, with what is said of them.
pub fn statements() -> impl Iterator<Item = (&'static str, &'static str)> {
    columns().filter(|[.., verdict, _]| *verdict == "statement").map(|[subject, .., statement]| (subject, statement))
}

/// The tools that a source text names, so far as they have generations.
pub fn named(text: &str) -> impl Iterator<Item = &'static Tool> + '_ {
    TOOLS.iter().filter(|tool| source::named(text).any(|named| tool.sources.contains(&named.source.key)))
}

/// The grade of what a tool shows, given how many of its generations show it.
pub const fn grade(agreeing: usize) -> Grade {
    if agreeing >= 2 { Grade::Oracle } else { Grade::OneVersion }
}

/// The grade of a statement with this source: what a text takes from a compiler or disassembler counts in full where it names two of its versions.
pub(crate) fn standing(stated: Grade, source: &str) -> Grade {
    if stated != Grade::Oracle {
        return stated;
    }
    let tools = || source::named(source).filter(|n| n.source.grade == Grade::Oracle);
    let has = |tool: &Tool, key| tool.sources.contains(&key);
    // A program of which there is one.
    if tools().any(|named| !TOOLS.iter().any(|tool| has(tool, named.source.key))) {
        return Grade::Oracle;
    }
    let of_tool = |key: &&str| {
        let named = tools().filter(|named| named.source.key == *key);
        named.map(|named| versions(&source[named.start..], named.source).max(1)).max().unwrap_or(0)
    };
    let most = TOOLS.iter().map(|tool| tool.sources.iter().map(of_tool).sum()).max();
    grade(most.unwrap_or(0))
}

impl Assumption {
    /// The grade that its evidence has: what one version of a compiler or disassembler shows alone counts less than [`Assumption::grade`] says.
    pub fn standing(&self) -> Grade {
        match self.grade {
            // Without rows the versions count that the source names.
            Grade::Oracle if of(self.id).next().is_none() => standing(Grade::Oracle, self.source),
            Grade::Oracle if named(self.source).next().is_some() => {
                grade(of(self.id).filter(|trial| trial.verdict == Verdict::Agrees).count())
            }
            grade => grade,
        }
    }
}

/// The assumptions whose source names a compiler or disassembler.
pub fn assumptions() -> impl Iterator<Item = &'static Assumption> {
    assume::ALL.iter().filter(|assumption| named(assumption.source).next().is_some())
}

/// How many versions of a source the part of a text names that begins with its name: "LLVM 19.1.7 and 22.1.8" names two.
pub fn versions(text: &str, source: &source::Source) -> usize {
    let numbers = text.split([' ', ',']).skip_while(|word| !is_version(word));
    let numbers = numbers.take_while(|word| is_version(word) || matches!(*word, "" | "and" | "to"));
    let known = |number: &&str| {
        source
            .versions
            .iter()
            .any(|v| v.strip_prefix(number).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
    };
    numbers.filter(|word| is_version(word)).filter(known).count()
}

fn is_version(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) && word.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}
