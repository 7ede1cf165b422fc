//! The behaviour of each generation of a compiler or disassembler on which a statement depends. One version does not prove what the
//! hardware does, so evidence has its full grade only if two generations agree ([`crate::assume::Assumption::actual_grade`]).
//!
//! The rows are lines of `census.tsv`, with tabs between columns: the subject, the tool, its version, the verdict (`agrees`, `differs`, or
//! `silent` if the version cannot show it), and the behaviour of the version. A subject is the id of an assumption, or a name for a
//! statement of notes and pages; a line with the verdict `statement` then has the statement. `docs/census.md` is printed from the rows.
//!
//! ```
//! use isotope_op::census;
//! assert!(census::all().all(|trial| census::tool(trial.tool).is_some_and(|tool| tool.versions.contains(&trial.version))));
//! ```

use crate::assume::{self, Assumption, Grade};
use crate::source;

/// A compiler or disassembler, and its tested versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tool {
    /// Its name in rows.
    pub name: &'static str,
    /// The entries of [`source::ALL`] for this tool.
    pub sources: &'static [&'static str],
    /// The versions, oldest first.
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

/// The tool with this name in rows.
pub fn tool(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name)
}

/// The result of testing a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It behaves as the statement says.
    Agrees,
    /// It behaves differently.
    Differs,
    /// It does not show the behaviour.
    Silent,
}

impl Verdict {
    /// The name in rows and pages.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Agrees => "agrees",
            Verdict::Differs => "differs",
            Verdict::Silent => "silent",
        }
    }
}

/// One test of a version on a subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The subject.
    pub subject: &'static str,
    /// Name of the tool.
    pub tool: &'static str,
    /// Its version.
    pub version: &'static str,
    /// The result.
    pub verdict: Verdict,
    /// The observed behaviour.
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

/// The subjects that are not assumptions, with their statements.
pub fn statements() -> impl Iterator<Item = (&'static str, &'static str)> {
    columns().filter(|[.., verdict, _]| *verdict == "statement").map(|[subject, .., statement]| (subject, statement))
}

/// The tools of [`TOOLS`] that a source text names.
pub fn named(text: &str) -> impl Iterator<Item = &'static Tool> + '_ {
    TOOLS.iter().filter(|tool| source::named(text).any(|named| tool.sources.contains(&named.source.key)))
}

/// The grade of a tool's behaviour, given the number of generations that agree.
pub const fn grade(agreeing: usize) -> Grade {
    if agreeing >= 2 { Grade::Oracle } else { Grade::OneVersion }
}

/// The grade of a statement with this source. Evidence from a compiler or disassembler has its full grade if the text names two of its
/// versions.
pub(crate) fn actual_grade(stated: Grade, source: &str) -> Grade {
    if stated != Grade::Oracle {
        return stated;
    }
    let tools = || source::named(source).filter(|n| n.source.grade == Grade::Oracle);
    let has = |tool: &Tool, key| tool.sources.contains(&key);
    // A named tool without generations has its full grade.
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
    /// The actual grade: evidence from only one version of a compiler or disassembler counts less than [`Assumption::grade`] says.
    pub fn actual_grade(&self) -> Grade {
        match self.grade {
            // Without rows, the versions that the source text names count.
            Grade::Oracle if of(self.id).next().is_none() => actual_grade(Grade::Oracle, self.source),
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

/// The number of versions that a text names after a source's name, with which the text begins: "LLVM 19.1.7 and 22.1.8" names two.
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
