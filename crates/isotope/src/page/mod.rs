//! The page of an instruction: what it is for, an example that was run, what it computes, its rows, what can fail.
//!
//! Nothing on it is a second description. What an instruction computes is printed from the neutral form that runs; syntax, bits and
//! legality from the rows; faults from lifted samples; rules of atomics from their evidence. Written by hand are a sentence on what it is
//! for, the numbers of an example, other names, and notes on what all instructions of a vendor have in common.

mod data;
mod does;
mod example;
mod failures;
mod operation;
mod relations;

use std::collections::HashSet;
use std::fmt::Write as _;

use isotope_op::claim::Evidence;
use isotope_op::contradiction;
use isotope_table::Described;
use isotope_targets::isa::specimen::Specimens;
use isotope_targets::isa::{Target, note};
use serde_json::{Value, json};

pub use does::{Does, Operand, Word};
pub use example::Example;
pub use isotope_targets::isa::note::Heading;
pub use isotope_targets::isa::traits::Traits;
pub use operation::Operations;

use data::Data;

/// What all pages need.
pub struct Pages {
    data: Data,
    operations: Operations,
}

impl Default for Pages {
    /// Reads the tables.
    fn default() -> Pages {
        Pages { data: Data::read(), operations: Operations::default() }
    }
}

/// A row on a page.
pub struct Row {
    /// Syntax, fields, legality.
    pub described: Described,
    /// What its plainest instruction does; none where no instruction of the row is allowed.
    pub does: Option<Does>,
    /// What it adds to plain rows of the page, if it is none of them.
    pub adds: Option<&'static str>,
}

/// The page of an instruction.
pub struct Page {
    /// Its name.
    pub name: String,
    /// The instruction set, in words.
    pub title: &'static str,
    /// The target that examples run on.
    pub target: &'static str,
    /// What it is for.
    pub purpose: String,
    /// Names in other languages, of the instruction or of one of its operations.
    pub aliases: Vec<(String, Vec<String>)>,
    /// An example, as run.
    pub example: Option<Example>,
    /// Its rows.
    pub rows: Vec<Row>,
    /// What kinds of things it does.
    pub traits: Traits,
    /// Notes by heading.
    pub notes: Vec<(Heading, Vec<String>)>,
    /// Faults, drops and waits, in Markdown.
    pub failures: String,
    /// What its atomic operations compute, in Markdown.
    pub operations: String,
}

impl Pages {
    /// The page of an instruction, by one of its mnemonics; words behind a point narrow rows and operations down. Nothing for what is no
    /// instruction.
    pub fn page(&self, target: &'static dyn Target, wanted: &str) -> Option<Page> {
        let isa = target.isa();
        let name = target.page_of(wanted.split('.').next().unwrap_or(wanted));
        let (name, mnemonics) = target.pages().into_iter().find(|(page, _)| *page == name)?;
        self.build(target, isa.name, name, &mnemonics, wanted)
    }

    /// Names of the pages that have this among their other names.
    pub fn named(&self, target: &dyn Target, wanted: &str) -> Vec<String> {
        let same = |name: &String| name.eq_ignore_ascii_case(wanted);
        let isa = target.isa().name;
        let has = |page: &String| {
            let mut aliases = self.data.aliases(isa, page).flat_map(|(_, names)| names);
            page.eq_ignore_ascii_case(wanted) || aliases.any(|name| same(&name.to_string()))
        };
        target.pages().into_iter().map(|(page, _)| page).filter(has).collect()
    }

    /// Every page of an instruction set.
    pub fn all(&self, target: &'static dyn Target) -> impl Iterator<Item = Page> {
        let isa = target.isa().name;
        let pages = target.pages().into_iter();
        pages.filter_map(move |(name, mnemonics)| self.build(target, isa, name.clone(), &mnemonics, &name))
    }

    fn build(
        &self,
        target: &'static dyn Target,
        isa: &'static str,
        name: String,
        mnemonics: &[&'static str],
        wanted: &str,
    ) -> Option<Page> {
        let mut rows = Vec::new();
        let (mut traits, mut first) = (Traits::default(), None);
        for mnemonic in mnemonics {
            let specimens = target.specimens(mnemonic);
            for (described, specimens) in target.described(mnemonic).into_iter().zip(&specimens) {
                traits = taken(target, traits, specimens);
                if first.is_none() {
                    first = specimens.plain.clone();
                }
                rows.push(Row { described, does: does::of(target, specimens), adds: target.adds(mnemonic) });
            }
        }
        // `ATOM.CAS` narrows down to the rows that spell `.CAS` themselves, if there are any.
        let words: Vec<&str> = wanted.split('.').skip(1).collect();
        let spells = |row: &Row| {
            let notation = &row.described.notation;
            words.iter().all(|word| notation.split(['.', ' ', '{', '}']).any(|said| said == *word))
        };
        if !words.is_empty() && rows.iter().any(spells) {
            rows.retain(spells);
        }
        // On the target that stands for the instruction set, where it has the instruction.
        let own = isotope_targets::isa::find(isa).unwrap_or(target);
        let run = |target| match self.data.example(isa, &name) {
            Some(given) => example::written(target, given),
            None => first.as_ref().and_then(|specimen| example::made(target, specimen, &name)),
        };
        let example = run(own).or_else(|| run(target));
        let aliases = self
            .data
            .aliases(isa, &name)
            .map(|(of, names)| (of.to_string(), names.iter().map(|name| name.to_string()).collect()));
        let mut operations = String::new();
        let mut failures = String::new();
        let mut said = HashSet::new();
        let narrowed = if words.is_empty() { None } else { Some(wanted) };
        for mnemonic in mnemonics {
            operations += &self.operations.sections(target.isa(), narrowed.unwrap_or(mnemonic));
            let more = failures::section(target, mnemonic);
            if said.insert(more.clone()) {
                failures += &more;
            }
        }
        let notes = Heading::ALL.into_iter().filter(|heading| heading.applies(&traits));
        let notes = notes.map(|heading| {
            let all = note::of(target.isa(), &name, heading, &traits);
            (heading, all.iter().map(|note| note.said()).collect())
        });
        Some(Page {
            title: target.isa().title,
            target: target.name(),
            purpose: self.data.purpose(isa, &name).unwrap_or_default().into(),
            aliases: aliases.collect(),
            example,
            notes: notes.collect(),
            rows,
            traits,
            failures,
            operations,
            name,
        })
    }
}

/// The traits of a row's plainest instruction, added.
fn taken(target: &dyn Target, traits: Traits, specimens: &Specimens) -> Traits {
    let Some(plain) = &specimens.plain else { return traits };
    match (&plain.program, plain.single(target)) {
        (Some(program), _) => traits.and(program),
        (None, Some(single)) => traits.and(&single.program),
        (None, None) => traits,
    }
}

impl Page {
    /// As Markdown, without the title. Headings have anchors.
    pub fn markdown(&self) -> String {
        let mut out = format!("{}\n\n", self.purpose);
        let own = self.aliases.iter().filter(|(of, _)| of.is_empty()).flat_map(|(_, names)| names);
        let own: Vec<String> = own.map(|name| format!("`{name}`")).collect();
        if !own.is_empty() {
            let _ = writeln!(out, "Elsewhere: {}\n", own.join(", "));
        }
        if let Some(example) = &self.example {
            let Example { bits, report, .. } = example;
            let _ = writeln!(out, "## Example {{#example}}\n\n```text\n$ {}\n{report}```\n", example.command());
            if !bits.is_empty() {
                let _ = writeln!(out, "Its bits: `{bits}`\n");
            }
        }
        self.computes(&mut out);
        self.operands(&mut out);
        for (heading, notes) in &self.notes {
            let _ = writeln!(
                out,
                "## {} {{#{}}}\n",
                heading.title(),
                heading.title().to_lowercase().replace([' ', ','], "-")
            );
            for note in notes {
                let _ = writeln!(out, "* {}", linked(note));
            }
            out.push('\n');
        }
        out += &self.failures;
        out += &self.operations;
        self.open_places(&mut out);
        for (n, row) in self.rows.iter().enumerate() {
            let markdown = row.described.markdown();
            // The heading says which row.
            let rest = markdown.split_once('\n').map_or("", |(_, rest)| rest);
            let _ = writeln!(out, "## {} {{#row-{}}}\n{rest}", row.described.mnemonic, n + 1);
        }
        out
    }

    /// What it computes, once for rows that do the same.
    fn computes(&self, out: &mut String) {
        out.push_str("## What it computes {#computes}\n\n");
        let mut shown: Vec<Vec<&str>> = Vec::new();
        let mut words: Vec<(String, u64, String, Vec<String>)> = Vec::new();
        let (mut refused, mut none) = (Vec::new(), 0);
        let plain = self.rows.iter().any(|row| row.adds.is_none() && row.does.is_some());
        let mut adds: Vec<&str> = Vec::new();
        for row in &self.rows {
            // What is said of plain rows is not said again.
            if let Some(added) = row.adds.filter(|_| plain) {
                adds.push(added);
                continue;
            }
            let Some(does) = &row.does else {
                none += 1;
                continue;
            };
            if let Some(why) = &does.refused {
                refused.push(format!("* `{}`: {why}", does.text));
                continue;
            }
            let lines: Vec<&str> = does.lines.iter().map(String::as_str).collect();
            if !shown.contains(&lines) {
                let said = if lines.is_empty() { "nothing changes".into() } else { lines.join("\n") };
                let declared = does.declarations.iter().map(|line| format!("{line}\n")).collect::<String>();
                let declared = if declared.is_empty() { declared } else { format!("```text\n{declared}```\n\n") };
                let _ = writeln!(out, "`{}`\n\n{declared}```text\n{said}\n```\n", does.text);
                shown.push(lines);
            }
            for word in &does.words {
                let known = words
                    .iter()
                    .any(|(field, code, _, lines)| (field, code, lines) == (&word.field, &word.code, &word.lines));
                if !known {
                    words.push((word.field.clone(), word.code, word.text.clone(), word.lines.clone()));
                }
            }
        }
        let changing: Vec<_> = words.iter().filter(|(.., lines)| !lines.is_empty()).collect();
        if !changing.is_empty() {
            out.push_str("Words of the row, and the lines that are different with them:\n\n| field | code | as in | different |\n| --- | --- | --- | --- |\n");
            for (field, code, text, lines) in changing {
                let lines: Vec<String> = lines.iter().map(|line| format!("`{}`", line.trim())).collect();
                let cell = |text: &str| text.replace('|', "\\|");
                let _ = writeln!(out, "| `{field}` | {code} | `{}` | {} |", cell(text), cell(&lines.join("<br>")));
            }
            out.push('\n');
        }
        let silent: Vec<String> = words
            .iter()
            .filter(|(.., lines)| lines.is_empty())
            .map(|(field, code, ..)| format!("`{field}` = {code}"))
            .collect();
        if !silent.is_empty() {
            let _ = writeln!(out, "Without a difference to what is computed: {}.\n", silent.join(", "));
        }
        if !refused.is_empty() {
            refused.dedup();
            let _ = writeln!(out, "Not run:\n\n{}\n", refused.join("\n"));
        }
        adds.dedup();
        adds.iter().for_each(|added| {
            let _ = writeln!(out, "{added}\n");
        });
        if none == self.rows.len() {
            out.push_str("No instruction of its rows is allowed by the documents (see legality).\n\n");
        }
    }

    /// What each operand is for.
    fn operands(&self, out: &mut String) {
        let mut all: Vec<(&String, Operand)> = Vec::new();
        for does in self.rows.iter().filter_map(|row| row.does.as_ref()) {
            for (field, of) in does.operands.iter().filter(|(_, of)| !of.roles.is_empty()) {
                match all.iter_mut().find(|(known, _)| *known == field) {
                    Some((_, known)) => {
                        let new: Vec<_> = of.roles.iter().filter(|role| !known.roles.contains(role)).copied().collect();
                        known.roles.extend(new);
                        known.bits.extend(&of.bits);
                    }
                    None => all.push((field, of.clone())),
                }
            }
        }
        if all.is_empty() {
            return;
        }
        out.push_str("## Operands {#operands}\n\n| operand | bits | what it is |\n| --- | --- | --- |\n");
        for (field, of) in all {
            let bits: Vec<String> = of.bits.iter().map(u32::to_string).collect();
            let _ = writeln!(out, "| `{field}` | {} | {} |", bits.join(" or "), of.roles.join("; "));
        }
        out.push('\n');
    }

    /// Where documents contradict each other or are silent about it: entries of the register whose switches the page names.
    fn open_places(&self, out: &mut String) {
        let named = |id: &str| {
            let id = format!("#{id})");
            self.failures.contains(&id)
                || self.operations.contains(&id)
                || self.notes.iter().flat_map(|(_, notes)| notes).any(|note| note.contains(&id[1..id.len() - 1]))
        };
        let entries: Vec<_> = contradiction::all().filter(|c| c.switches.iter().any(|id| named(id))).collect();
        if entries.is_empty() {
            return;
        }
        out.push_str("## Where documents disagree {#open}\n\n");
        for c in entries {
            let _ = writeln!(out, "* [{}](../contradictions.html#{})", c.what, c.id);
        }
        out.push('\n');
    }

    /// The headings that it has.
    pub fn headings(&self) -> Vec<String> {
        let markdown = self.markdown();
        let all = markdown.lines().filter_map(|line| line.strip_prefix("## "));
        all.map(|line| line.split(" {#").next().unwrap_or(line).to_string()).collect()
    }

    /// As data.
    pub fn json(&self) -> Value {
        let rows = self.rows.iter().map(|row| {
            let Described { mnemonic, notation, fields, legality, aliases, remarks, source, .. } = &row.described;
            json!({
                "mnemonic": mnemonic,
                "notation": notation,
                "fields": fields.iter().map(|[name, bits, meaning]| json!({ "name": name, "bits": bits, "meaning": meaning })).collect::<Vec<_>>(),
                "legality": legality.iter().map(|[when, need, source]| json!({ "where": when, "must": need, "source": source })).collect::<Vec<_>>(),
                "older_names": aliases,
                "remarks": remarks,
                "source": source,
                "does": row.does.as_ref().map(Does::json),
            })
        });
        let aliases = self.aliases.iter().map(|(of, names)| json!({ "operation": of, "names": names }));
        let example = self
            .example
            .as_ref()
            .map(|e| json!({ "target": e.target, "instruction": e.instruction, "given": e.given, "report": e.report }));
        let notes = self.notes.iter().map(|(heading, notes)| json!({ "heading": heading.title(), "notes": notes }));
        json!({
            "name": self.name,
            "target": self.target,
            "purpose": self.purpose,
            "aliases": aliases.collect::<Vec<_>>(),
            "example": example,
            "rows": rows.collect::<Vec<_>>(),
            "notes": notes.collect::<Vec<_>>(),
            "failures": self.failures,
            "operations": self.operations,
        })
    }
}

/// Names of assumptions with links to their page.
fn linked(text: &str) -> String {
    let mut out = String::new();
    for (n, part) in text.split('`').enumerate() {
        let id = n % 2 == 1 && isotope_op::assume::find(part).is_some();
        match (n % 2, id) {
            (1, true) => {
                let _ = write!(out, "[`{part}`](../assumptions.html#{part})");
            }
            (1, false) => {
                let _ = write!(out, "`{part}`");
            }
            _ => out += part,
        }
    }
    out
}

/// Grade and source of a statement, with links to the page of assumptions.
fn support(evidence: &Evidence) -> String {
    let link = |id: &str| format!("[`{id}`](../assumptions.html#{id})");
    let mut out = match evidence.assumption() {
        Some(id) => format!("{}: {}, {}", evidence.grade().name(), link(id), evidence.source()),
        None => format!("{}: {}", evidence.grade().name(), evidence.source()),
    };
    for id in evidence.see {
        let _ = write!(out, "; {}", link(id));
    }
    out.replace('|', "\\|")
}
