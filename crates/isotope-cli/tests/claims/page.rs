//! `docs/claims.md` from the claims.

use std::fmt::Write as _;

use super::data::{Claim, Document, Expect, Shown};
use super::stated;
use isotope_op::source::Source;

const HEAD: &str = "\
# What the five documents say, and how Isotope shows it

Five documents define what Isotope is for. This page has a line for each of their sentences, table cells and examples: what it
says, in our words; a command that shows it; and what the command prints. `tests/data/claims` holds the lines, and the test
`claims` of `isotope-cli` runs every one (`just claims` writes this page anew). Commands run from the root of the repository.
`refused` means exit status 1 and a message; other exit statuses than 0 are named. What no command can show stands at the end of each
document with its reason.
The last column is where Isotope's own pages state it: `sm_50/ATOM#computes` is the section `computes` of `isotope docs -t sm_50 ATOM`, and of
`ATOM.html` among the exported pages of that instruction set; a link leads to a page beside this one. That it says so there is tested, too.
";

/// The page.
pub fn write(documents: &[Document]) -> String {
    let mut out = String::from(HEAD);
    out.push_str("\n| name in sources | document | publisher | lines | shown by a command | not shown |\n");
    out.push_str("| --- | --- | --- | --- | --- | --- |\n");
    let mut all = (0, 0);
    for d in documents {
        let shown = d.claims.iter().filter(|c| matches!(c.shown, Shown::By { .. })).count();
        let (count, rest) = (d.claims.len(), d.claims.len() - shown);
        all = (all.0 + count, all.1 + shown);
        let name = source(d).names[0];
        let _ = writeln!(
            out,
            "| [{name}](sources.md#{}) | {} | {} | {count} | {shown} | {rest} |",
            d.name, d.title, d.publisher
        );
    }
    let _ = writeln!(out, "| all | | | {} | {} | {} |", all.0, all.1, all.0 - all.1);
    for d in documents {
        let _ = writeln!(out, "\n<a id=\"{}\"></a>\n\n## {}: {}\n", d.name, source(d).names[0], d.title);
        out.push_str("| line | where | what it says | `isotope …` | gives | stated in |\n| --- | --- | --- | --- | --- | --- |\n");
        for claim in &d.claims {
            if let Shown::By { text, expect, .. } = &claim.shown {
                let gives: Vec<_> = expect.iter().map(gives).collect();
                let (place, what) = (cell(&claim.place), cell(&claim.claim));
                let (command, gives, page) = (code(text), gives.join("; "), place_of(d, claim));
                let _ = writeln!(out, "| {} | {place} | {what} | {command} | {gives} | {page} |", claim.id);
            }
        }
        let silent: Vec<_> = d.claims.iter().filter(|c| matches!(c.shown, Shown::Not(_))).collect();
        if !silent.is_empty() {
            out.push_str(
                "\nNot shown by a command:\n\n| line | where | what it says | why not | stated in |\n| --- | --- | --- | --- | --- |\n",
            );
        }
        for claim in silent {
            if let Shown::Not(why) = &claim.shown {
                let (place, what) = (cell(&claim.place), cell(&claim.claim));
                let _ = writeln!(out, "| {} | {place} | {what} | {} | {} |", claim.id, cell(why), place_of(d, claim));
            }
        }
    }
    out
}

/// Where it is stated.
fn place_of(d: &Document, claim: &Claim) -> String {
    match stated::of(d, claim) {
        Some(stated) if stated.place.contains(".md#") => format!("[{0}]({0})", stated.place),
        Some(stated) => code(&stated.place),
        None => String::new(),
    }
}

/// The entry of the document.
fn source(d: &Document) -> &'static Source {
    isotope_op::source::find(&d.name).unwrap_or_else(|| panic!("{}: no such entry in isotope_op::source", d.name))
}

fn gives(expect: &Expect) -> String {
    match expect {
        Expect::Exactly(t) => code(t),
        Expect::Contains(t) => format!("… {} …", code(t)),
        Expect::Lacks(t) => format!("not {}", code(t)),
        Expect::Error(t) => format!("refused: {}", code(t)),
        Expect::Status(s) => format!("exit {s}"),
        other => unreachable!("the page of claims has no words for {other:?}"),
    }
}

/// Text of a cell, in which marks of Markdown mean nothing.
fn cell(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if matches!(c, '|' | '*' | '_' | '<' | '[' | ']') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Code of a cell.
fn code(text: &str) -> String {
    let text = text.replace('\t', " ").replace('\n', " ⏎ ").replace('|', "\\|");
    let fence = if text.contains('`') { "``" } else { "`" };
    let blank = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{blank}{text}{blank}{fence}")
}
