//! What the atomic operations of a page compute. Those on integers are a table; those on floats have a section each, with the rules that
//! they follow. Rules that several have in common are said once, and so are tables of special values.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::relations::Relations;
use super::special::Specials;
use super::support;
use crate::{CLASSES, ClassRow, Op, rows};
use isotope_op::assume;
use isotope_op::atomic::Rmw;
use isotope_op::claim::{Evidence, claims, grades};
use isotope_prove::question::{Open, Question};
use isotope_target::Isa;
use isotope_target::operation::{Applied, Gives, Operation};
use isotope_targets::TARGETS;

/// Every operation of every class.
pub struct Operations {
    classes: Vec<Vec<ClassRow>>,
    relations: Relations,
}

/// The parts of a page about its operations, in Markdown.
#[derive(Default)]
pub struct Parts {
    /// The table of operations on integers.
    pub table: String,
    /// Sections of operations on floats, and the rules of those on integers.
    pub sections: String,
    /// Special values of all.
    pub special: String,
    /// Every spelling.
    pub spelled: BTreeSet<String>,
}

/// The parts of a spelling `TARGET:OP`: the folder of its page, the mnemonic that the page is named after, and the operation.
fn parts_of_spec(spec: &str) -> (&str, &str, &str) {
    let (target, op) = spec.split_once(':').unwrap_or(("", spec));
    let op = op.split(',').next().unwrap_or(op);
    match TARGETS.find(target) {
        Ok(target) => (target.isa().name, target.mnemonic(op), op),
        Err(_) => (target, op, op),
    }
}

/// Spellings of one operation with the same rules.
struct Definition<'a> {
    specs: Vec<&'a String>,
    rmw: Rmw,
    formula: Vec<String>,
    /// Each with what it rests on.
    rules: Vec<[String; 2]>,
    /// Operations of other vendors: their relation to this one, and links to them.
    elsewhere: Vec<(&'static str, String)>,
    source: &'static str,
}

impl Default for Operations {
    /// Reads the tables.
    fn default() -> Operations {
        Operations { classes: CLASSES.iter().map(rows).collect(), relations: Relations::read() }
    }
}

impl Operations {
    /// The parts for `wanted`, mnemonics that may have modifiers after them; empty for an instruction that is not an atomic.
    pub fn parts(&self, isa: &Isa, wanted: &[&str]) -> Parts {
        let all = self.definitions(isa, wanted);
        let (floats, integers): (Vec<_>, Vec<_>) = all.iter().partition(|d| d.rmw.op.is_float());
        let mut parts = Parts::default();
        if !integers.is_empty() {
            parts.table = table(isa, &integers, &floats);
        }
        for (n, definition) in floats.iter().enumerate() {
            section(isa, definition, &floats[..n], &mut parts.sections);
        }
        parts.sections += &shared_rules(&integers);
        parts.sections += &near(&integers);
        let mut specials = Specials::default();
        all.iter().for_each(|d| specials.add(&first(&d.specs), &d.rmw));
        parts.special = specials.markdown();
        let spellings = all.iter().flat_map(|d| &d.specs);
        parts.spelled = spellings.map(|spec| text(spec).to_string()).collect();
        parts
    }

    fn definitions(&self, isa: &Isa, wanted: &[&str]) -> Vec<Definition<'_>> {
        let mut seen = BTreeSet::new();
        let mut all: Vec<Definition> = Vec::new();
        for class in &self.classes {
            for row in class {
                let from = all.len();
                for spec in std::iter::once(&row.spec).chain(&row.also) {
                    let (folder, mnemonic, op) = parts_of_spec(spec);
                    let asked =
                        |wanted: &&str| op == *wanted || mnemonic == *wanted || op.starts_with(&format!("{wanted}."));
                    // An operation of several classes is shown in the first.
                    if folder != isa.name || !wanted.iter().any(asked) || !seen.insert(spec) {
                        continue;
                    }
                    let new = self.definition(spec, row, class);
                    // What depends on the device or on a mode is a definition of its own.
                    let same = |known: &&mut Definition| {
                        (&known.formula, &known.rules, &known.elsewhere, known.source)
                            == (&new.formula, &new.rules, &new.elsewhere, new.source)
                    };
                    match all[from..].iter_mut().find(same) {
                        Some(known) => known.specs.push(spec),
                        None => all.push(new),
                    }
                }
            }
        }
        all
    }

    /// The operations of the other vendors in the classes of this one, as wide as it.
    pub fn counterparts(&self, op: &Op) -> Vec<Counterpart> {
        // Rows hold operations under the default values of all assumptions.
        let plain: Vec<&str> = op.text.split(',').filter(|part| !chooses(part)).collect();
        let Ok(plain) = Op::parse(&plain.join(",")) else { return Vec::new() };
        let (Ok(rmw), Ok(here)) = (op.operation.rmw, plain.operation.rmw) else { return Vec::new() };
        let Some(isa) = op.target.target().map(|target| target.isa().name) else { return Vec::new() };
        let mut all: Vec<Counterpart> = Vec::new();
        for class in &self.classes {
            let Some(row) = class.iter().find(|row| row.rmw == here && parts_of_spec(&row.spec).0 == isa) else {
                continue;
            };
            for other in
                class.iter().filter(|other| parts_of_spec(&other.spec).0 != isa && comparable(&rmw, &other.rmw))
            {
                let Ok(question) = Question::new(rmw, other.rmw, Open::Differs) else { continue };
                if all.iter().any(|known| known.spec == other.spec) {
                    continue;
                }
                let relation = if rmw == here { self.relations.of(&row.spec, &other.spec) } else { None };
                all.push(Counterpart { spec: other.spec.clone(), relation, question });
            }
        }
        all
    }

    /// The relation of the first of two operations of different vendors to the second, in a sentence that was proved. `first` and `second` are
    /// the spellings that the table of relations has for their definitions.
    pub fn relation(&self, first: &str, second: &str) -> Option<&'static str> {
        self.relations.of(first, second)
    }

    /// The operations of each class, in the order of [`CLASSES`].
    pub fn classes(&self) -> &[Vec<ClassRow>] {
        &self.classes
    }

    fn definition<'a>(&'a self, spec: &'a String, row: &'a ClassRow, class: &'a [ClassRow]) -> Definition<'a> {
        let (isa, ..) = parts_of_spec(spec);
        let side = Op::parse(spec).ok();
        let gives = side.as_ref().map_or(Gives::Back, |side| side.operation.gives.clone());
        let others =
            class.iter().filter(|other| parts_of_spec(&other.spec).0 != isa && comparable(&row.rmw, &other.rmw));
        Definition {
            specs: vec![spec],
            rmw: row.rmw,
            formula: gives.formula(&row.rmw),
            rules: side.as_ref().map_or(Vec::new(), |side| rules(&side.operation, &row.rmw)),
            elsewhere: others.filter_map(|other| self.relation_to(row, other)).collect(),
            source: side.as_ref().map_or("", |side| side.operation.source),
        }
    }

    /// The relation of another vendor's operation to this one, and a link to its page.
    fn relation_to(&self, row: &ClassRow, other: &ClassRow) -> Option<(&'static str, String)> {
        let sentence = self.relations.of(&row.spec, &other.spec)?;
        Some((sentence, format!("[`{}`](../{})", other.spec, link(&other.spec))))
    }
}

/// Whether two operations of a class are about the same values: as wide, and both pairs or neither.
fn comparable(a: &Rmw, b: &Rmw) -> bool {
    (a.size, a.packing) == (b.size, b.packing)
}

/// Another vendor's operation that an operation is compared with.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Counterpart {
    /// Its spelling, `TARGET:OP`.
    pub spec: String,
    /// Its relation to the operation, in a sentence that was proved, under the default values of all assumptions.
    pub relation: Option<&'static str>,
    question: Question,
}

impl Counterpart {
    /// The new and the returned value where the operation has these bits; its sources are those with the same roles.
    pub fn apply(&self, mem: u64, src: [u64; 2]) -> Applied {
        match self.question.right.apply(mem, self.sources(src)[0], self.sources(src)[1]) {
            Ok(update) => Applied { new: Some(update.new), returned: Some(update.returned) },
            Err(open) => Applied { new: None, returned: open.returned },
        }
    }

    /// Its sources, where the operation has these.
    pub fn sources(&self, src: [u64; 2]) -> [u64; 2] {
        self.question.right_sources(src)
    }

    /// Which operand is which, where that is not plain.
    pub fn operands(&self) -> Option<String> {
        self.question.mapping_text()
    }
}

/// Whether a part of a spelling chooses a reading.
fn chooses(part: &str) -> bool {
    part.split_once('=').is_some_and(|(key, _)| assume::find(key).is_some())
}

/// Where the exported pages say what an operation computes: `sm_50/ATOM.html#ATOM.INC`.
///
/// # Examples
/// ```
/// assert_eq!(isotope::page::link("gfx1100:ds_add_f32,fp_denorm=14"), "gfx1100/ds_add_f32.html#ds_add_f32-fp_denorm-14");
/// ```
pub fn link(spec: &str) -> String {
    let (isa, mnemonic, _) = parts_of_spec(spec);
    let page = TARGETS.find(isa).map_or(mnemonic.to_string(), |target| target.page_of(mnemonic));
    format!("{isa}/{page}.html#{}", anchor(text(spec)))
}

/// A spelling without its target.
fn text(spec: &str) -> &str {
    spec.split_once(':').map_or(spec, |(_, text)| text)
}

/// What a link to a spelling ends with.
fn anchor(text: &str) -> String {
    text.replace([',', '='], "-")
}

/// The spelling that stands for the others.
fn first(specs: &[&String]) -> String {
    text(specs[0]).to_string()
}

/// The other spellings, and the targets where the one that stands for the instruction set has none of them.
fn others(isa: &Isa, specs: &[&String]) -> (Vec<String>, String) {
    let own = first(specs);
    let spellings: BTreeSet<&str> = specs.iter().map(|spec| text(spec)).filter(|other| *other != own).collect();
    let named = spellings.into_iter().map(|other| format!("<span id=\"{}\"></span>`{other}`", anchor(other))).collect();
    let targets: BTreeSet<&str> = specs.iter().filter_map(|spec| Some(spec.split_once(':')?.0)).collect();
    let targets: Vec<&str> = targets.into_iter().collect();
    (named, if targets.contains(&isa.name) { String::new() } else { targets.join(", ") })
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// Operations on integers: a row for those of one formula.
fn table(isa: &Isa, integers: &[&Definition], floats: &[&Definition]) -> String {
    let mut out = String::from("## Operations on integers {#operations}\n\n");
    out += "| operation | what it computes | equal on the other vendors |\n| --- | --- | --- |\n";
    let mut groups: Vec<(&[String], Vec<&Definition>)> = Vec::new();
    for d in integers {
        match groups.iter_mut().find(|(formula, _)| *formula == d.formula) {
            Some((_, same)) => same.push(d),
            None => groups.push((&d.formula, vec![d])),
        }
    }
    for (formula, same) in groups {
        let names = same.iter().map(|d| {
            let own = first(&d.specs);
            let (also, targets) = others(isa, &d.specs);
            let mut names = format!("<span id=\"{}\"></span>`{own}`", anchor(&own));
            also.iter().for_each(|other| names += &format!(", {other}"));
            if !targets.is_empty() {
                let _ = write!(names, " (on {targets})");
            }
            names
        });
        let lines = formula.iter().map(|line| format!("`{}`", line.trim()));
        let mut equal: Vec<&str> = Vec::new();
        for (_, link) in same.iter().flat_map(|d| &d.elsewhere).filter(|(how, _)| *how == EQUAL) {
            if !equal.contains(&link.as_str()) {
                equal.push(link);
            }
        }
        let _ = writeln!(
            out,
            "| {} | {} | {} |",
            names.collect::<Vec<_>>().join("<br>"),
            cell(&lines.collect::<Vec<_>>().join("<br>")),
            equal.join(", ")
        );
    }
    out.push('\n');
    if !floats.is_empty() {
        let links = floats.iter().map(|d| {
            let own = first(&d.specs);
            format!("[`{own}`](#{})", anchor(&own))
        });
        let _ = writeln!(out, "On floats: {}.\n", links.collect::<Vec<_>>().join(", "));
    }
    out
}

/// What a relation says of operations that are equal in all.
const EQUAL: &str = "equal";

/// Links by how they stand to an operation.
fn by_relation<'a>(all: impl Iterator<Item = &'a (&'static str, String)>) -> Vec<(&'static str, Vec<&'a str>)> {
    let mut out: Vec<(&str, Vec<&str>)> = Vec::new();
    for (how, link) in all {
        match out.iter_mut().find(|(known, _)| known == how) {
            Some((_, links)) => links.push(link),
            None => out.push((how, vec![link])),
        }
    }
    out
}

/// Operations of other vendors that are near to those on integers.
fn near(integers: &[&Definition]) -> String {
    let mut out = String::new();
    for d in integers {
        let own = first(&d.specs);
        for (how, links) in by_relation(d.elsewhere.iter().filter(|(how, _)| *how != EQUAL)) {
            let _ = writeln!(out, "| `{own}` | {} | {} |", links.join(", "), cell(how));
        }
    }
    if out.is_empty() {
        return out;
    }
    format!(
        "## Near to them on the other vendors {{#near}}\n\n| operation | is to | as follows |\n| --- | --- | --- |\n{out}\n"
    )
}

/// The rules of operations on integers: each once, with the operations that it is a rule of.
fn shared_rules(integers: &[&Definition]) -> String {
    let mut all: Vec<(&[String; 2], Vec<String>)> = Vec::new();
    for d in integers {
        for rule in &d.rules {
            match all.iter_mut().find(|(known, _)| *known == rule) {
                Some((_, of)) => of.push(first(&d.specs)),
                None => all.push((rule, vec![first(&d.specs)])),
            }
        }
    }
    if all.is_empty() {
        return String::new();
    }
    let mut out = String::from(
        "## Rules of operations on integers {#rules}\n\n| rule | of | grade and source |\n| --- | --- | --- |\n",
    );
    for ([rule, source], of) in all {
        let missing: Vec<String> = integers.iter().map(|d| first(&d.specs)).filter(|name| !of.contains(name)).collect();
        let quoted = |names: &[String]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        let of = match missing.len() {
            0 => "all".into(),
            n if n < of.len() / 2 => format!("all but {}", quoted(&missing)),
            _ => quoted(&of),
        };
        let _ = writeln!(out, "| {rule} | {of} | {source} |");
    }
    let sources: BTreeSet<&str> = integers.iter().map(|d| d.source).filter(|source| !source.is_empty()).collect();
    for source in sources {
        let _ = writeln!(out, "\nSource of the names: {source} ({})", grades(source));
    }
    out + "\n"
}

/// A section with the heading of a definition, and an anchor for each of its spellings. What an earlier one says, it does not say again.
fn section(isa: &Isa, d: &Definition, earlier: &[&Definition], out: &mut String) {
    let own = first(&d.specs);
    let _ = writeln!(out, "## What {own} computes {{#{}}}\n", anchor(&own));
    let (also, targets) = others(isa, &d.specs);
    if !also.is_empty() {
        let _ = writeln!(out, "The same: {}\n", also.join(", "));
    }
    if !targets.is_empty() {
        let _ = writeln!(out, "On {targets}.\n");
    }
    out.push_str("```text\n");
    for line in &d.formula {
        // One choice a line.
        let _ = writeln!(out, "{}", line.replace("} else if ", "}\n  else if ").replace("} else {", "}\n  else {"));
    }
    out.push_str("```\n\n");
    // Rules stand in one order: those in the same place speak of the same thing.
    let alike = earlier.iter().filter(|other| other.rules.len() == d.rules.len());
    let common = |other: &Definition| d.rules.iter().zip(&other.rules).filter(|(a, b)| a == b).count();
    let base = alike.max_by_key(|other| common(other)).filter(|other| 2 * common(other) > d.rules.len());
    let changed: Vec<&[String; 2]> = match base {
        // What becomes of subnormals is what modes are about: it stands in each.
        Some(base) => {
            let own = |(a, b): &(&[String; 2], &[String; 2])| {
                a != b || a[0].contains("subnormal") || a[0].contains("as it was")
            };
            d.rules.iter().zip(&base.rules).filter(own).map(|(a, _)| a).collect()
        }
        None => d.rules.iter().collect(),
    };
    if let Some(base) = base {
        let other = first(&base.specs);
        let but = if changed.is_empty() { "." } else { ", with:" };
        let _ = writeln!(out, "Rules as of [`{other}`](#{}){but}\n", anchor(&other));
    }
    if !changed.is_empty() {
        out.push_str("| rule | grade and source |\n| --- | --- |\n");
        changed.iter().for_each(|[rule, source]| {
            let _ = writeln!(out, "| {rule} | {source} |");
        });
        out.push('\n');
    }
    if !d.elsewhere.is_empty() {
        out.push_str("On the other vendors:\n\n");
        for (how, links) in by_relation(d.elsewhere.iter()) {
            let _ = writeln!(out, "* {how}: {}", links.join(", "));
        }
        out.push('\n');
    }
    if !d.source.is_empty() && base.is_none_or(|base| base.source != d.source) {
        let _ = writeln!(out, "Source of the names: {} ({})\n", d.source, grades(d.source));
    }
}

/// Each rule of the definition with what it rests on; then assumptions that matter beyond it, as where a FLAT address
/// leads to LDS.
fn rules(definition: &Operation, rmw: &Rmw) -> Vec<[String; 2]> {
    let mut out = Vec::new();
    let mut named = BTreeSet::new();
    for claim in claims(definition.by, rmw) {
        let evidence = claim.evidence;
        out.push([definition.gives.rule(&claim), support(&evidence)]);
        named.extend(evidence.see.iter().copied().chain(evidence.assumption()));
    }
    let others = definition.assumptions.iter().filter(|id| !named.contains(*id));
    for a in others.filter_map(|id| assume::find(id)) {
        out.push([format!("{} Here: {}", a.statement, a.default), support(&Evidence::named(a.id))]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use isotope_op::assume;

    /// The table of rules names every assumption that the definition rests on, and none that is not there.
    #[test]
    fn rules_name_the_assumptions() {
        let operations = Operations::default();
        for row in operations.classes.iter().flatten() {
            for spec in std::iter::once(&row.spec).chain(&row.also) {
                let definition = Op::parse(spec).unwrap().operation;
                let text = rules(&definition, &row.rmw).concat().concat();
                for id in &definition.assumptions {
                    assert!(text.contains(&format!("[`{id}`]")), "{spec}: {id}\n{text}");
                }
                for claim in claims(definition.by, &row.rmw) {
                    let Evidence { see, .. } = claim.evidence;
                    assert!(!claim.evidence.source().is_empty(), "{spec}: {claim:?}");
                    assert!(see.iter().all(|id| assume::find(id).is_some()), "{spec}: {claim:?}");
                }
            }
        }
    }
}
