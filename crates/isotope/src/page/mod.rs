//! The page of an instruction: what it is for, an example that was run, what it computes, its rows, what can fail.
//!
//! Nothing on it is a second description. What an instruction computes is printed from the neutral form that runs; syntax, bits and
//! legality from the rows; faults from lifted samples; rules of atomics from their evidence. Written by hand are a sentence on what it is
//! for, the numbers of an example, other names, and notes on what all instructions of a vendor have in common.

mod data;
mod does;
mod example;
mod failures;
mod index;
mod operation;
mod relations;
mod special;

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;

use isotope_op::assume;
use isotope_op::claim::Evidence;
use isotope_op::contradiction::{self, Contradiction};
use isotope_table::Described;
use isotope_target::specimen::Specimens;
use isotope_target::{Target, note};
use isotope_term::explain;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

pub use does::{Does, Modifier, Operand};
pub use example::Example;
pub use isotope_target::note::Heading;
pub use isotope_target::traits::Traits;
pub use operation::{Counterpart, Operations, Parts, link};

use crate::answer;
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
pub struct PageRow {
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
    pub rows: Vec<PageRow>,
    /// What kinds of things it does.
    pub traits: Traits,
    /// Notes by heading.
    pub notes: Vec<(Heading, Vec<String>)>,
    /// Faults, drops and waits, in Markdown.
    pub failures: String,
    /// What its atomic operations compute.
    pub operations: Parts,
    /// Entries of the register of contradictions that are about its instructions by themselves.
    about: Vec<&'static str>,
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

    /// What the atomic operations of all vendors are to each other.
    pub fn operations(&self) -> &Operations {
        &self.operations
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
                let does = does::of(target, specimens);
                rows.push(PageRow {
                    described: explained(described, does.as_ref()),
                    does,
                    adds: target.adds(mnemonic),
                });
            }
        }
        // `ATOM.CAS` narrows down to the rows that spell `.CAS` themselves, if there are any.
        let words: Vec<&str> = wanted.split('.').skip(1).collect();
        let spells = |row: &PageRow| {
            let notation = &row.described.notation;
            words.iter().all(|word| notation.split(['.', ' ', '{', '}']).any(|said| said == *word))
        };
        if !words.is_empty() && rows.iter().any(spells) {
            rows.retain(spells);
        }
        // On the target that stands for the instruction set, where it has the instruction.
        let own = isotope_targets::TARGETS.find(isa).unwrap_or(target);
        let run = |target| match self.data.example(isa, &name) {
            Some(given) => example::written(target, given),
            None => first.as_ref().and_then(|specimen| example::made(target, specimen, &name)),
        };
        let example = run(own).or_else(|| run(target));
        let aliases = self
            .data
            .aliases(isa, &name)
            .map(|(of, names)| (of.to_string(), names.iter().map(|name| name.to_string()).collect()));
        let wanted = [wanted];
        let operations = self.operations.parts(target.isa(), if words.is_empty() { mnemonics } else { &wanted });
        let mut failures = String::new();
        let mut said = HashSet::new();
        for mnemonic in mnemonics {
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
            about: about(target, isa, &name, mnemonics),
            name,
        })
    }
}

/// Entries of the register of contradictions that name the page or one of its mnemonics: in a place of a document, or in a command that shows
/// them.
fn about(target: &dyn Target, isa: &str, name: &str, mnemonics: &[&str]) -> Vec<&'static str> {
    // Words of a sentence are no names: a name has an underscore or is in capitals.
    let is_name = |word: &str| {
        word.contains('_') || word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
    };
    let is_about = |text: &str| {
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| is_name(word));
        let own = std::iter::once(&name).chain(mnemonics);
        words.into_iter().any(|word| own.clone().any(|own| word.eq_ignore_ascii_case(own)))
    };
    let of = |target: &dyn Target, id: &str| {
        let vendor = target.isa().assumptions;
        id.split('-').next().is_some_and(|own| vendor.starts_with(own) || own == target.isa().name)
    };
    // Those of its vendor, and those of launches, which are no vendor's.
    let chapter = contradiction::CHAPTERS.into_iter().filter(|(_, entries)| {
        let id = entries.first().map_or("", |entry| entry.id);
        of(target, id) || !isotope_targets::TARGETS.all().any(|other| of(other, id))
    });
    let shown = |command: &&str| {
        let Some((target, text)) = command.split_once(" -t ").and_then(|(_, rest)| rest.split_once(' ')) else {
            return false;
        };
        let Some(other) = isotope_targets::TARGETS.find(target).ok().filter(|other| other.isa().name == isa) else {
            return false;
        };
        let words = text.split([' ', '\'']).filter(|word| !word.is_empty());
        let mut words = words.skip_while(|word| word.starts_with(['-', '@', '(']));
        let mnemonic = words.next().and_then(|word| word.split('.').next());
        mnemonic.is_some_and(|mnemonic| other.page_of(mnemonic) == name)
    };
    let entries = chapter.flat_map(|(_, entries)| entries);
    let entries = entries.filter(|c| c.says.iter().any(|(place, _)| is_about(place)) || c.shows.iter().any(shown));
    entries.map(|c| c.id).collect()
}

/// The meaning of fields, with what their registers are for.
fn explained(mut described: Described, does: Option<&Does>) -> Described {
    if described.purposes.is_empty() {
        for [name, _, meaning] in &mut described.fields {
            if let Some(of) = does.and_then(|does| does.operands.get(name)).filter(|of| !of.roles.is_empty()) {
                let _ = write!(meaning, ": {}", of.roles.join("; "));
            }
        }
    }
    described
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
        out += &self.operations.table;
        self.operands(&mut out);
        for (n, row) in self.rows.iter().enumerate() {
            let markdown = row.described.markdown();
            // The heading says which row.
            let rest = markdown.split_once('\n').map_or("", |(_, rest)| rest);
            let _ = writeln!(out, "## {} {{#row-{}}}\n{rest}", row.described.mnemonic, n + 1);
        }
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
        out += &self.operations.sections;
        self.open_places(&mut out);
        let notation: Vec<&str> = explain::notation(&out).collect();
        if !notation.is_empty() {
            let _ = writeln!(out, "## Notation {{#notation}}\n\n* {}\n", notation.join("\n* "));
        }
        out += &self.operations.special;
        out
    }

    /// What it computes, once for rows that do the same.
    fn computes(&self, out: &mut String) {
        out.push_str("## What it computes {#computes}\n\n");
        let mut shown: Vec<(&str, Vec<&str>)> = Vec::new();
        let mut words: Vec<&Modifier> = Vec::new();
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
            if !shown.iter().any(|(_, known)| *known == lines) {
                let (base, said) = match shown.iter().find_map(|(text, known)| Some((*text, but_for(known, &lines)?))) {
                    Some((text, changed)) => (format!(": as `{text}`, but for"), changed.join("\n")),
                    None if lines.is_empty() => (String::new(), "nothing changes".into()),
                    None => (String::new(), lines.join("\n")),
                };
                let declared = does.declarations.iter().map(|line| format!("{line}\n")).collect::<String>();
                let declared = if declared.is_empty() { declared } else { format!("```text\n{declared}```\n\n") };
                let _ = writeln!(out, "`{}`{base}\n\n{declared}```text\n{said}\n```\n", does.text);
                shown.push((&does.text, lines));
            }
            for word in &does.words {
                let known = words
                    .iter()
                    .any(|known| (&known.field, known.code, &known.lines) == (&word.field, word.code, &word.lines));
                if !known {
                    words.push(word);
                }
            }
        }
        self.words(&words, out);
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

    /// Words and the lines that are different with them; of several words with the same lines, one has them all.
    fn words(&self, words: &[&Modifier], out: &mut String) {
        let mut shown: Vec<(&Modifier, String)> = Vec::new();
        for word in words.iter().filter(|word| !word.lines.is_empty()) {
            let common = |other: &Modifier| other.lines.iter().filter(|line| word.lines.contains(line)).count();
            let base = shown
                .iter()
                .map(|(known, _)| *known)
                .filter(|known| common(known) > 1)
                .max_by_key(|known| common(known));
            let own = word.lines.iter().filter(|line| !base.is_some_and(|base| base.lines.contains(line)));
            let own: Vec<&str> = own.map(|line| line.trim()).collect();
            if self.is_operation(word, &own) {
                continue;
            }
            let lines: Vec<String> = own.iter().map(|line| format!("`{line}`")).collect();
            let said = match (base, lines.is_empty()) {
                (None, _) => lines.join("<br>"),
                (Some(base), true) => format!("as with `{}` = {}", base.field, base.code),
                (Some(base), false) => {
                    format!("as with `{}` = {}, but<br>{}", base.field, base.code, lines.join("<br>"))
                }
            };
            shown.push((word, said));
        }
        let cell = |text: &str| text.replace('|', "\\|");
        if !shown.is_empty() {
            out.push_str("Words of the row, and the lines that are different with them:\n\n| field | code | as in | different |\n| --- | --- | --- | --- |\n");
            for (word, said) in &shown {
                let _ = writeln!(out, "| `{}` | {} | `{}` | {} |", word.field, word.code, cell(&word.text), cell(said));
            }
            out.push('\n');
        }
        let silent = words.iter().filter(|word| word.lines.is_empty());
        let silent: Vec<String> = silent.map(|word| format!("`{}` = {}", word.field, word.code)).collect();
        if !silent.is_empty() {
            let others = if self.operations.table.is_empty() {
                ""
            } else {
                " of the operation shown; of others the table says it"
            };
            let _ = writeln!(out, "Without a difference to what is computed{others}: {}.\n", silent.join(", "));
        }
    }

    /// Whether a word does nothing but choose an operation that stands below.
    fn is_operation(&self, word: &Modifier, own: &[&str]) -> bool {
        let spelled = word.text.split(' ').next().is_some_and(|spelled| self.operations.spelled.contains(spelled));
        let pair =
            |line: &&str| line.starts_with("for each") || line.starts_with("src0 = ") || line.ends_with(" = new");
        spelled && own.iter().all(|line| line.starts_with("new = ") || pair(line))
    }

    /// What each operand is for.
    fn operands<'a>(&'a self, out: &mut String) {
        let mut all: Vec<(&str, Operand, Vec<&str>)> = Vec::new();
        let mut add = |field: &'a str, roles: &[&'static str], bits: &BTreeSet<u32>, purpose: Option<&'a str>| {
            let at = all.iter().position(|(known, ..)| *known == field).unwrap_or_else(|| {
                all.push((field, Operand::default(), Vec::new()));
                all.len() - 1
            });
            let (_, known, purposes) = &mut all[at];
            let new = |role: &&&'static str| !known.roles.contains(*role);
            let roles: Vec<_> = roles.iter().filter(new).copied().collect();
            known.roles.extend(roles);
            known.bits.extend(bits);
            purposes.extend(purpose.filter(|purpose| !purposes.contains(purpose)));
        };
        for row in self.rows.iter().filter(|row| row.does.as_ref().is_some_and(|does| does.refused.is_none())) {
            for [field, purpose] in &row.described.purposes {
                add(field, &[], &BTreeSet::new(), Some(purpose));
            }
            for (field, of) in row.does.iter().flat_map(|does| &does.operands).filter(|(_, of)| !of.roles.is_empty()) {
                add(field, &of.roles, &of.bits, None);
            }
        }
        if all.is_empty() {
            return;
        }
        out.push_str("## Operands {#operands}\n\n| operand | bits | what it is |\n| --- | --- | --- |\n");
        for (field, of, purposes) in all {
            let bits: Vec<String> = of.bits.iter().map(u32::to_string).collect();
            let said = if purposes.is_empty() { of.roles } else { purposes };
            let _ = writeln!(out, "| `{field}` | {} | {} |", bits.join(" or "), said.join("; "));
        }
        out.push('\n');
    }

    /// Where documents contradict each other or are silent about it: entries of the register whose switches the page names, or that are about
    /// its instructions by themselves.
    fn open_places(&self, out: &mut String) {
        let named = |id: &str| {
            let id = format!("#{id})");
            self.failures.contains(&id)
                || self.operations.sections.contains(&id)
                || self.notes.iter().flat_map(|(_, notes)| notes).any(|note| note.contains(&id[1..id.len() - 1]))
        };
        let concerns = |c: &Contradiction| c.switches.iter().any(|id| named(id)) || self.about.contains(&c.id);
        let entries: Vec<_> = contradiction::all().filter(|c| concerns(c)).collect();
        if entries.is_empty() {
            return;
        }
        out.push_str("## Where documents disagree {#open}\n\n");
        for c in entries {
            let _ = writeln!(out, "* [{}](../contradictions.html#{id}) (`{id}`)", c.what, id = c.id);
        }
        out.push('\n');
    }

    /// What the explorer begins with, as JSON: the example, and of each row its notation, the instruction that stands for it and what that
    /// computes.
    pub fn short(&self) -> Value {
        let rows = self.rows.iter().map(|row| match &row.does {
            Some(Does { text, refused: Some(why), .. }) => ShortRow::Refused(&row.described.notation, text, why),
            Some(Does { text, lines, .. }) => ShortRow::Computes(&row.described.notation, text, lines),
            None => ShortRow::Nothing([&row.described.notation]),
        });
        let example = self.example.as_ref().map(|e| (e.target, &e.instruction, &e.given));
        answer::part(&(example, rows.collect::<Vec<_>>()))
    }

    /// As data.
    pub fn json(&self) -> Value {
        let rows = self.rows.iter().map(|row| {
            let Described { mnemonic, notation, fields, legality, aliases, remarks, source, .. } = &row.described;
            let fields = fields.iter().map(|[name, bits, meaning]| FieldJson { name, bits, meaning });
            let legality = legality.iter().map(|[when, must, source]| LegalityJson { when, must, source });
            RowJson {
                mnemonic,
                notation,
                fields: fields.collect(),
                legality: legality.collect(),
                older_names: aliases,
                remarks,
                source,
                does: row.does.as_ref(),
            }
        });
        let notes = self.notes.iter().map(|(heading, notes)| NotesJson { heading: heading.title(), notes });
        answer::json(&PageJson {
            name: &self.name,
            target: self.target,
            purpose: &self.purpose,
            aliases: self.aliases.iter().map(|(operation, names)| AliasesJson { operation, names }).collect(),
            example: self.example.as_ref(),
            rows: rows.collect(),
            notes: notes.collect(),
            failures: &self.failures,
            operations: self.operations.table.clone() + &self.operations.sections,
            special_values: &self.operations.special,
        })
    }
}

/// What the explorer begins with, of a row.
#[derive(Serialize)]
#[serde(untagged)]
enum ShortRow<'a> {
    Computes(&'a str, &'a str, &'a [String]),
    Refused(&'a str, &'a str, &'a str),
    Nothing([&'a str; 1]),
}

/// Output of `isotope docs INSTRUCTION --json`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PageJson<'a> {
    name: &'a str,
    target: &'a str,
    purpose: &'a str,
    aliases: Vec<AliasesJson<'a>>,
    example: Option<&'a Example>,
    rows: Vec<RowJson<'a>>,
    notes: Vec<NotesJson<'a>>,
    /// Markdown
    failures: &'a str,
    /// Markdown
    operations: String,
    /// Markdown
    special_values: &'a str,
}

/// Names elsewhere.
#[derive(Serialize, JsonSchema)]
struct AliasesJson<'a> {
    /// Empty for the instruction itself
    operation: &'a str,
    names: &'a [String],
}

#[derive(Serialize, JsonSchema)]
struct RowJson<'a> {
    mnemonic: &'a str,
    notation: &'a str,
    fields: Vec<FieldJson<'a>>,
    legality: Vec<LegalityJson<'a>>,
    older_names: &'a [String],
    remarks: &'a [String],
    source: &'a str,
    /// Null where no instruction of the row is allowed
    does: Option<&'a Does>,
}

#[derive(Serialize, JsonSchema)]
struct FieldJson<'a> {
    name: &'a str,
    /// Empty where they are not fixed
    bits: &'a str,
    meaning: &'a str,
}

/// What must be so in which case.
#[derive(Serialize, JsonSchema)]
struct LegalityJson<'a> {
    #[serde(rename = "where")]
    when: &'a str,
    must: &'a str,
    source: &'a str,
}

#[derive(Serialize, JsonSchema)]
struct NotesJson<'a> {
    heading: &'a str,
    notes: &'a [String],
}

/// The lines that are different from others, if they are few and each takes the place of one.
fn but_for<'a>(known: &[&str], lines: &[&'a str]) -> Option<Vec<&'a str>> {
    let differ = |(a, b): &(&&str, &&str)| a != b;
    let place = |line: &str| line.split_once(" = ").map(|(place, _)| place.trim().to_string());
    let pairs: Vec<_> = known.iter().zip(lines).filter(differ).collect();
    let alike = pairs.iter().all(|(a, b)| place(a).is_some() && place(a) == place(b));
    let changed: Vec<&str> = pairs.iter().map(|(_, b)| **b).chain(lines.iter().skip(known.len()).copied()).collect();
    (known.len() <= lines.len() && alike && 2 * changed.len() <= lines.len()).then_some(changed)
}

/// Names of assumptions with links to their page.
fn linked(text: &str) -> String {
    let mut out = String::new();
    for (n, part) in text.split('`').enumerate() {
        let id = n % 2 == 1 && assume::find(part).is_some();
        match (n % 2, id) {
            (1, true) => {
                out += &assumption(part);
            }
            (1, false) => {
                let _ = write!(out, "`{part}`");
            }
            _ => out += part,
        }
    }
    out
}

/// An assumption as a link to its entry, with its default.
fn assumption(id: &str) -> String {
    let default = assume::find(id).map_or(String::new(), |a| format!(" (default: {})", a.default));
    format!("[`{id}`](../assumptions.html#{id}){default}")
}

/// Grade and source of a statement, with links to the page of assumptions.
fn support(evidence: &Evidence) -> String {
    let link = assumption;
    let mut out = match evidence.assumption() {
        Some(id) => format!("{}: {}, {}", evidence.grade().name(), link(id), evidence.source()),
        None => format!("{}: {}", evidence.grade().name(), evidence.source()),
    };
    for id in evidence.see {
        let _ = write!(out, "; {}", link(id));
    }
    out.replace('|', "\\|")
}
