//! `docs/reports.md` from the reports.

use std::fmt::Write as _;

use super::{Outcome, Report, Reports};
use crate::claims::data::{Claim, Expect, Shown};

const HEAD: &str = "\
# Public reports, asked as commands

People who write compilers, libraries and emulators for GPUs report what goes wrong with atomics, barriers and memory order. This page asks what
they asked, in our words and with kernels and loops of our own (`kernels/reports`, `kernels/barriers`, `kernels/stealing`,
`kernels/explore`, `examples/lowerings`). Each table has one topic; below it stand the commands and the lines of their output that decide.
`tests/data/reports.tsv` holds the reports, and the test `reports` of `isotope-cli` runs every command (`UPDATE=1` writes this page anew). Commands
run from the root of the repository.

An outcome is *answered*, *refused* (the command says why, and that is the answer) or *in part* (the answer says what is missing). An answer is about
the machines that Isotope models and about our kernels; whether the reported program behaves so, its own machine code has to show.
";

/// The page.
pub fn write(all: &Reports) -> String {
    let mut out = String::from(HEAD);
    out.push_str(
        "\n| topic | reports | answered | refused | in part | commands |\n| --- | --- | --- | --- | --- | --- |\n",
    );
    let row = |out: &mut String, name: &str, of: &[&Report]| {
        let count = |outcome| of.iter().filter(|report| report.outcome == outcome).count();
        let (answered, refused, in_part) = (count(Outcome::Answered), count(Outcome::Refused), count(Outcome::InPart));
        let commands: usize = of.iter().map(|report| report.runs.len()).sum();
        let _ = writeln!(out, "| {name} | {} | {answered} | {refused} | {in_part} | {commands} |", of.len());
    };
    for (topic, (key, heading)) in all.topics.iter().enumerate() {
        let of: Vec<_> = all.reports.iter().filter(|report| report.topic == topic).collect();
        row(&mut out, &format!("[{heading}](#{key})"), &of);
    }
    row(&mut out, "all", &all.reports.iter().collect::<Vec<_>>());
    for (topic, (key, heading)) in all.topics.iter().enumerate() {
        let _ = writeln!(out, "\n<a id=\"{key}\"></a>\n\n## {heading}\n");
        out.push_str("| report | date | question | outcome | answer |\n| --- | --- | --- | --- | --- |\n");
        let of = || all.reports.iter().filter(|report| report.topic == topic);
        for report in of() {
            let outcome = match report.outcome {
                Outcome::Answered => "answered",
                Outcome::Refused => "refused",
                Outcome::InPart => "in part",
            };
            let [asks, answer] = [&report.asks, &report.answer].map(|text| text.replace('|', "\\|"));
            let _ = writeln!(out, "| {} | {} | {asks} | {outcome} | {answer} |", links(&report.id), report.date);
        }
        for report in of() {
            let _ = writeln!(out, "\n{}\n\n```console", report.id);
            report.runs.iter().for_each(|run| command(&mut out, run));
            out.push_str("```\n");
        }
    }
    out
}

/// A command with what it must leave.
fn command(out: &mut String, run: &Claim) {
    let Shown::By { text, expect, .. } = &run.shown else { return };
    let _ = writeln!(out, "$ isotope {text}");
    for e in expect {
        let _ = match e {
            Expect::Exactly(text) => writeln!(out, "{text}"),
            Expect::Contains(text) | Expect::Error(text) => writeln!(out, ".. {text} .."),
            Expect::Lacks(text) => writeln!(out, "# not printed: {text}"),
            Expect::Status(0) => Ok(()),
            Expect::Status(status) => writeln!(out, "# exit status {status}"),
            other => unreachable!("the page of reports has no words for {other:?}"),
        };
    }
}

/// Links to the threads: `a/b#1, #2; c/d#3`.
fn links(id: &str) -> String {
    let mut out = Vec::new();
    for threads in id.split("; ") {
        let (repository, numbers) = threads.split_once('#').unwrap_or_else(|| panic!("{id}: expected `#`"));
        for (i, number) in numbers.split(", #").enumerate() {
            let name = if i == 0 { format!("{repository}#{number}") } else { format!("#{number}") };
            out.push(format!("[{name}](https://github.com/{repository}/issues/{number})"));
        }
    }
    out.join(", ")
}
