//! The census of compilers and disassemblers: its rows name subjects, tools and versions that there are, every assumption with such evidence has rows,
//! and docs/census.md is current (`UPDATE=1` writes it).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use isotope_op::assume::{self, Grade};
use isotope_op::census::{self, TOOLS, Verdict};

use crate::common::{is_current, repository};

#[test]
fn rows_are_whole() {
    let statements: BTreeMap<_, _> = census::statements().collect();
    let mut seen = BTreeSet::new();
    let file = std::fs::read_to_string(repository("crates/isotope-op/src/census.tsv")).unwrap();
    let lines: Vec<_> = file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    assert_eq!(lines.len(), census::all().count() + census::statements().count(), "a line with another verdict");
    for line in lines {
        assert_eq!(line.split('\t').count(), 5, "{line}");
    }
    for trial in census::all() {
        let known = assume::find(trial.subject).is_some() || statements.contains_key(trial.subject);
        assert!(known, "{}: no assumption, and no line `statement`", trial.subject);
        let tool = census::tool(trial.tool).unwrap_or_else(|| panic!("{}: no tool", trial.tool));
        assert!(tool.versions.contains(&trial.version), "{} {}", trial.tool, trial.version);
        assert!(!trial.does.trim().is_empty(), "{} {}: what does it do?", trial.subject, trial.version);
        assert!(seen.insert((trial.subject, trial.tool, trial.version)), "{} twice", trial.subject);
    }
    for subject in statements.keys() {
        assert!(census::of(subject).next().is_some(), "{subject}: no tool was asked");
    }
}

/// Every version of a tool that an assumption names was asked about it.
#[test]
fn evidence_of_compilers_is_repeated() {
    let asked = |id, tool: &census::Tool| census::of(id).filter(|t| t.tool == tool.name).count() == tool.versions.len();
    let open: Vec<_> = census::assumptions()
        .filter(|a| !census::named(a.source).all(|tool| asked(a.id, tool)))
        .map(|a| a.id)
        .collect();
    assert!(open.is_empty(), "ask every version about {open:?} (tools/census/README.md)");
    let statements: Vec<_> = census::statements()
        .filter(|(subject, _)| !TOOLS.iter().any(|tool| asked(subject, tool)))
        .map(|(subject, _)| subject)
        .collect();
    assert!(statements.is_empty(), "ask every version about {statements:?}");
}

/// A grade of one version alone is shown as such.
#[test]
fn one_version_is_less() {
    let asked = |a: &&assume::Assumption| a.grade == Grade::Oracle && census::of(a.id).next().is_some();
    for a in census::assumptions().filter(asked) {
        let agreeing = census::of(a.id).filter(|t| t.verdict == Verdict::Agrees).count();
        let wanted = if agreeing >= 2 { Grade::Oracle } else { Grade::OneVersion };
        assert_eq!(a.actual_grade(), wanted, "{}", a.id);
    }
    assert_eq!(isotope_op::claim::grades("LLVM 19.1.7 shows it"), "oracle, one version");
    assert_eq!(isotope_op::claim::grades("LLVM 19 and 22 show it"), "oracle");
}

fn page() -> String {
    let mut out = String::from(
        "# Census of compilers\n\nWhat each generation of a compiler or disassembler does where an assumption, a note or a page rests on it. One \
         version is not the machine: evidence that fewer than two generations give has the grade \"oracle, one version\". How to add a row: \
         [tools/census](../tools/census/README.md).\n",
    );
    for tool in TOOLS {
        let mut subjects: Vec<&str> = Vec::new();
        for trial in census::all().filter(|t| t.tool == tool.name) {
            if !subjects.contains(&trial.subject) {
                subjects.push(trial.subject);
            }
        }
        let _ = writeln!(out, "\n## {}\n", tool.name);
        let _ = writeln!(out, "| about | {} |", tool.versions.join(" | "));
        let _ = writeln!(out, "| --- |{}", " --- |".repeat(tool.versions.len()));
        for subject in subjects {
            let about = match assume::find(subject) {
                Some(a) => format!("[`{subject}`](assumptions.md#{}): {}", subject.replace('.', ""), a.statement),
                None => census::statements().find(|(s, _)| *s == subject).map_or("", |(_, text)| text).to_string(),
            };
            let cell = |version: &&str| {
                let trial = census::of(subject).find(|t| t.tool == tool.name && t.version == *version);
                trial
                    .map_or("not asked".into(), |t| format!("**{}**: {}", t.verdict.name(), t.does.replace('|', "\\|")))
            };
            let cells: Vec<String> = tool.versions.iter().map(cell).collect();
            let _ = writeln!(out, "| {} | {} |", about.replace('|', "\\|"), cells.join(" | "));
        }
    }
    out
}

#[test]
fn the_page_is_current() {
    is_current("docs/census.md", &page());
}
