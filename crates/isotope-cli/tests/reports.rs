//! Public reports, each asked by commands: `tests/data/reports.tsv`, whose head says how a report is written.
//!
//! `UPDATE=1` writes `docs/reports.md` anew.

mod page;

use crate::claims::{check, data};
use crate::common;
use data::{Claim, Shown};

/// What the commands of a report come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Answered,
    /// The commands refuse the question and say why.
    Refused,
    /// The answer says what is missing.
    InPart,
}

/// A public report.
#[derive(Debug)]
struct Report {
    /// Threads, of several repositories separated by `; `.
    id: String,
    date: String,
    topic: usize,
    outcome: Outcome,
    asks: String,
    answer: String,
    runs: Vec<Claim>,
}

/// Topics with their headings, in the order of the page, and the reports.
#[derive(Debug, Default)]
struct Reports {
    topics: Vec<(String, String)>,
    reports: Vec<Report>,
}

fn reports() -> Reports {
    let path = common::repository("tests/data/reports.tsv");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let read = read(&text).unwrap_or_else(|wrong| panic!("{path}: {}", wrong.join("\n")));
    assert!(read.reports.len() >= 60, "{} reports", read.reports.len());
    read
}

/// Read the file of reports.
///
/// # Errors
/// Every line that is not well formed, and every report that lacks something.
fn read(text: &str) -> Result<Reports, Vec<String>> {
    let (mut all, mut wrong) = (Reports::default(), Vec::new());
    for (number, line) in text.lines().enumerate().map(|(i, line)| (i + 1, line)) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Err(e) = add(&mut all, line, number) {
            wrong.push(format!("line {number}: {e}"));
        }
    }
    for (i, report) in all.reports.iter().enumerate() {
        if report.runs.is_empty() || report.asks.is_empty() || report.answer.is_empty() {
            wrong.push(format!("{}: expected lines `asks`, `run` and `answer`", report.id));
        }
        if all.reports[..i].iter().any(|before| before.id == report.id) {
            wrong.push(format!("{} stands twice", report.id));
        }
    }
    if wrong.is_empty() { Ok(all) } else { Err(wrong) }
}

fn add(all: &mut Reports, line: &str, number: usize) -> Result<(), String> {
    let fields: Vec<_> = line.split('\t').collect();
    if fields.iter().any(|field| field.trim().is_empty()) {
        return Err("a column is empty".into());
    }
    match fields[..] {
        ["topic", key, heading] => all.topics.push((key.into(), heading.into())),
        ["report", id, date, topic, outcome] => {
            let known = all.topics.iter().position(|(key, _)| key == topic);
            let topic = known.ok_or_else(|| format!("`{topic}` is no topic"))?;
            let outcome = match outcome {
                "answered" => Outcome::Answered,
                "refused" => Outcome::Refused,
                "in part" => Outcome::InPart,
                _ => return Err(format!("`{outcome}` is no outcome")),
            };
            let (id, date, asks) = (id.into(), date.into(), String::new());
            all.reports.push(Report { id, date, topic, outcome, asks, answer: String::new(), runs: Vec::new() });
        }
        [kind @ ("asks" | "answer" | "run"), text, ref expect @ ..] => {
            let report = all.reports.last_mut().ok_or("expected a line `report` before")?;
            match kind {
                "asks" if expect.is_empty() => report.asks = text.into(),
                "answer" if expect.is_empty() => report.answer = text.into(),
                "run" if !expect.is_empty() => {
                    let shown = data::shown(text, expect, &Default::default())?;
                    let (id, place, claim) = (report.id.clone(), String::new(), String::new());
                    report.runs.push(Claim { id, place, claim, shown, line: number });
                }
                _ => return Err(format!("`{kind}` with {} columns", fields.len())),
            }
        }
        _ => return Err(format!("`{}` with {} columns", fields[0], fields.len())),
    }
    Ok(())
}

#[test]
fn every_report_is_answered() {
    let all = reports();
    let runs: Vec<&Claim> = all.reports.iter().flat_map(|report| &report.runs).collect();
    assert!(runs.iter().all(|run| matches!(run.shown, Shown::By { .. })), "every run has a command");
    let verdict = check::all(&common::repository(""), &runs);
    assert_eq!(verdict.ran, runs.len(), "every command was run");
    let failed = &verdict.failed;
    assert!(failed.is_empty(), "{} failed:\n\n{}", failed.len(), failed.join("\n\n"));
}

#[test]
fn the_page_is_written_from_the_reports() {
    common::is_current("docs/reports.md", &page::write(&reports()));
}

#[test]
fn a_report_that_shows_nothing_is_refused() {
    let head = "topic\tvalues\tValues\n";
    let whole = "report\ta/b#1\t2026-01-02\tvalues\tanswered\nasks\tq\nrun\ttargets\t+ sm_50\nanswer\ta\n";
    assert_eq!(read(&format!("{head}{whole}")).unwrap().reports.len(), 1);
    for (text, message) in [
        (whole.to_string(), "is no topic"),
        (format!("{head}{whole}{whole}"), "stands twice"),
        (format!("{head}{}", whole.replace("answered", "fine")), "is no outcome"),
        (format!("{head}{}", whole.replace("run\ttargets\t+ sm_50\n", "")), "expected lines"),
        (format!("{head}{}", whole.replace("answer\ta\n", "")), "expected lines"),
        (format!("{head}{}", whole.replace("\t+ sm_50", "")), "`run` with 2 columns"),
        (format!("{head}{}", whole.replace("+ sm_50", "exit 0")), "something that the command prints"),
        (format!("{head}{}", whole.replace("asks\tq", "asks\t")), "a column is empty"),
        (format!("{head}run\ttargets\t+ sm_50\n"), "expected a line `report` before"),
    ] {
        let wrong = read(&text).unwrap_err();
        assert!(wrong.iter().any(|e| e.contains(message)), "{text}: {wrong:?}");
    }
}

/// An answer that the command does not give is found.
#[test]
fn a_wrong_answer_is_found() {
    let text = "topic\tvalues\tValues\nreport\ta/b#1\t2026-01-02\tvalues\tanswered\nasks\tq\nanswer\ta\n\
        run\top -t sm_50 ATOM.INC mem=0x5 src0=0x5\t= 0x00000000\\t0x00000005\n\
        run\top -t sm_50 ATOM.INC mem=0x5 src0=0x5\t= 0x00000006\\t0x00000005\n\
        run\ttargets\t+ sm_50\texit 1\n";
    let all = read(text).unwrap();
    let verdict = check::all(&common::repository(""), &all.reports[0].runs.iter().collect::<Vec<_>>());
    assert_eq!(verdict.ran, 3);
    for line in ["line 6", "line 7"] {
        assert!(verdict.failed.iter().any(|f| f.contains(line)), "{:#?}", verdict.failed);
    }
    assert!(!verdict.failed.iter().any(|f| f.contains("line 5")), "{:#?}", verdict.failed);
}
