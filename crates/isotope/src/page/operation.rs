//! What an atomic computes, as sections of its page: definition, float rules, special values, equivalents, standing.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::relations::Relations;
use super::support;
use crate::{CLASSES, Op, Row, rows};
use isotope_op::assume;
use isotope_op::atomic::{Packing, Rmw, Size};
use isotope_op::claim::{Evidence, claims, grades};
use isotope_prove::question::{Role, roles};
use isotope_targets::isa::{self, Isa};
use isotope_targets::operation::{Gives, Operation};

/// Every operation of every class.
pub struct Operations {
    classes: Vec<Vec<Row>>,
    relations: Relations,
}

/// The folder of a spelling's page, and the mnemonic that the page is named after.
fn place(spec: &str) -> (&str, &str, &str) {
    let (target, op) = spec.split_once(':').unwrap_or(("", spec));
    let op = op.split(',').next().unwrap_or(op);
    match isa::find(target) {
        Ok(target) => (target.isa().name, target.mnemonic(op), op),
        Err(_) => (target, op, op),
    }
}

impl Default for Operations {
    /// Reads the tables.
    fn default() -> Operations {
        Operations { classes: CLASSES.iter().map(rows).collect(), relations: Relations::read() }
    }
}

impl Operations {
    /// The sections for `wanted`, a mnemonic that may have words after it; nothing for what is no atomic.
    pub fn sections(&self, isa: &Isa, wanted: &str) -> String {
        let mut out = String::new();
        let mut seen = BTreeSet::new();
        for class in &self.classes {
            for row in class {
                // Spellings of one definition share a section; the first names it.
                let mut mine: Vec<&String> = Vec::new();
                for spec in std::iter::once(&row.spec).chain(&row.also) {
                    let (folder, mnemonic, op) = place(spec);
                    let asked = op == wanted || mnemonic == wanted || op.starts_with(&format!("{wanted}."));
                    // An operation of several classes is shown in the first.
                    if folder == isa.name && asked && seen.insert(spec) {
                        mine.push(spec);
                    }
                }
                // What depends on the device or on a mode is a definition of its own.
                let mut said: Vec<(String, Vec<&String>)> = Vec::new();
                for spec in mine {
                    let body = self.section(spec, row, class);
                    match said.iter_mut().find(|(known, _)| *known == body) {
                        Some((_, specs)) => specs.push(spec),
                        None => said.push((body, vec![spec])),
                    }
                }
                for (body, specs) in said {
                    out += &heading(isa, &specs);
                    out += &body;
                }
            }
        }
        out
    }

    fn section(&self, spec: &str, row: &Row, class: &[Row]) -> String {
        let (isa, ..) = place(spec);
        let mut out = String::from("```text\n");
        let side = Op::parse(spec).ok();
        let gives = side.as_ref().map_or(Gives::Back, |side| side.operation.gives.clone());
        for line in gives.formula(&row.rmw) {
            // One choice a line.
            let _ = writeln!(out, "{}", line.replace("} else if ", "}\n  else if ").replace("} else {", "}\n  else {"));
        }
        out.push_str("```\n\n");
        if let Some(side) = &side {
            out.push_str(&rules(&side.operation, &row.rmw));
        }
        out.push_str(&special_values(&row.rmw));
        let equals: Vec<String> = class
            .iter()
            .filter(|other| place(&other.spec).0 != isa && other.rmw.size == row.rmw.size)
            .filter_map(|other| self.equivalent(row, other))
            .collect();
        if !equals.is_empty() {
            let _ = writeln!(out, "On the other vendors:\n\n{}\n", equals.join("\n"));
        }
        if let Some(Op { operation: definition, .. }) = &side {
            let _ = writeln!(out, "Source of the names: {} ({})\n", definition.source, grades(definition.source));
        }
        out
    }

    /// How another vendor's operation stands to this one.
    fn equivalent(&self, row: &Row, other: &Row) -> Option<String> {
        let sentence = self.relations.of(&row.spec, &other.spec)?;
        let (isa, mnemonic, _) = place(&other.spec);
        let page = isa::find(isa).map_or(mnemonic.to_string(), |target| target.page_of(mnemonic));
        Some(format!("* [`{}`](../{isa}/{page}.html#{}): {sentence}", other.spec, anchor(text(&other.spec))))
    }
}

/// A spelling without its target.
fn text(spec: &str) -> &str {
    spec.split_once(':').map_or(spec, |(_, text)| text)
}

/// What a link to a spelling ends with.
fn anchor(text: &str) -> String {
    text.replace([',', '='], "-")
}

/// The heading of a definition, and an anchor for each of its spellings.
fn heading(isa: &Isa, specs: &[&String]) -> String {
    let first = text(specs[0]);
    let mut out = format!("## What {first} computes {{#{}}}\n\n", anchor(first));
    let mut others: Vec<&str> = specs[1..].iter().map(|spec| text(spec)).collect();
    others.sort_unstable();
    others.dedup();
    others.retain(|other| *other != first);
    if !others.is_empty() {
        let named: Vec<String> =
            others.iter().map(|other| format!("<span id=\"{}\"></span>`{other}`", anchor(other))).collect();
        let _ = writeln!(out, "The same: {}\n", named.join(", "));
    }
    // What the target has that stands for the instruction set, the others have.
    let mut targets: Vec<&str> = specs.iter().filter_map(|spec| Some(spec.split_once(':')?.0)).collect();
    targets.sort_unstable();
    targets.dedup();
    if !targets.contains(&isa.name) {
        let _ = writeln!(out, "On {}.\n", targets.join(", "));
    }
    out
}

/// Each rule of the definition with what it rests on; then assumptions that matter beyond it, as where a FLAT address
/// leads to LDS.
fn rules(definition: &Operation, rmw: &Rmw) -> String {
    let mut out = String::from("| rule | grade and source |\n| --- | --- |\n");
    let mut named = BTreeSet::new();
    for claim in claims(definition.by, rmw) {
        let evidence = claim.evidence;
        let _ = writeln!(out, "| {} | {} |", definition.gives.rule(&claim), support(&evidence));
        named.extend(evidence.see.iter().copied().chain(evidence.assumption()));
    }
    let others = definition.assumptions.iter().filter(|id| !named.contains(*id));
    for a in others.filter_map(|id| assume::find(id)) {
        let _ = writeln!(out, "| {} Here: {} | {} |", a.statement, a.default, support(&Evidence::named(a.id)));
    }
    out + "\n"
}

/// Values that decide between rules, with names.
fn specials(rmw: &Rmw) -> Vec<(&'static str, u64)> {
    let bits = if rmw.packing == Packing::Scalar { rmw.size.bits() } else { rmw.size.bits() / 2 };
    let mask = u64::MAX >> (64 - bits);
    let sign = 1u64 << (bits - 1);
    if !rmw.op.is_float() {
        return vec![("0", 0), ("1", 1), ("largest signed", sign - 1), ("smallest signed", sign), ("all ones", mask)];
    }
    let man = match bits {
        16 => 10,
        32 => 23,
        _ => 52,
    };
    let inf = (sign - 1) >> man << man;
    vec![
        ("+0", 0),
        ("-0", sign),
        ("smallest subnormal", 1),
        ("1.0", (inf >> 1) & inf),
        ("-1.0", (inf >> 1) & inf | sign),
        ("+inf", inf),
        ("-inf", inf | sign),
        ("quiet NaN", inf | 1 << (man - 1) | 5),
        ("signalling NaN", inf | 3),
    ]
}

/// Memory down, operand across: what memory holds afterwards. Of a pair, one half.
fn special_values(rmw: &Rmw) -> String {
    let list = specials(rmw);
    let half = match rmw.packing {
        Packing::Scalar => *rmw,
        Packing::Pair16 => Rmw { packing: Packing::Scalar, size: Size::B16, ..*rmw },
        Packing::Pair32 => Rmw { packing: Packing::Scalar, size: Size::B32, ..*rmw },
    };
    let digits = half.size.bits() as usize / 4;
    let shown = |mem: u64, src: [u64; 2]| match half.apply(mem, src[0], src[1]) {
        Ok(u) => format!("{:0digits$x}", u.new),
        Err(_) => "open".into(),
    };
    let across = roles(&half);
    // What the columns are: the operand, or the comparand with 1 (or 1.0) as the value to write.
    let written = list[if half.op.is_float() { 3 } else { 1 }];
    let mut out = String::new();
    let columns: &[(&str, u64)] = if across.is_empty() { &[("", 0)] } else { &list };
    let what = match across.as_slice() {
        [] => "Memory before and afterwards".to_string(),
        [_] => "Memory afterwards, by memory before (down) and src0 (across)".into(),
        [a, _] => {
            let at = if *a == Role::Value { 1 } else { 0 };
            format!("Memory afterwards, by memory before (down) and src{at} (across), the other source {}", written.0)
        }
        _ => String::new(),
    };
    let _ = writeln!(out, "{what}:\n");
    let _ = writeln!(out, "| | {} |", columns.iter().map(|c| c.0).collect::<Vec<_>>().join(" | "));
    let _ = writeln!(out, "|{}", " --- |".repeat(columns.len() + 1));
    for (name, mem) in &list {
        let cells = columns.iter().map(|(_, x)| {
            let src = match across.as_slice() {
                [Role::Value, _] => [written.1, *x],
                [_, _] => [*x, written.1],
                _ => [*x, 0],
            };
            format!("`{}`", shown(*mem, src))
        });
        let _ = writeln!(out, "| {name} `{mem:0digits$x}` | {} |", cells.collect::<Vec<_>>().join(" | "));
    }
    out.push('\n');
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
                let text = rules(&definition, &row.rmw);
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
