//! Every name in lifting code occurs in the rows: a mnemonic, a modifier, a field, or a value of a field. A
//! misspelt name would be an ignored modifier or a refused operation.
//!
//! When the lists are first used, `table/meaning.rs` checks that each form has a meaning and each meaning a form.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::common::{below, file_name, repository, text};
use isotope_intel::form;
use isotope_nvidia::spa5;
use isotope_table::{FieldKind, Table};

/// The string literals of a file outside comments and tests, with their lines.
fn literals(text: &str) -> Vec<(usize, String)> {
    let mut all = Vec::new();
    for (n, line) in text.lines().enumerate() {
        if line.starts_with("#[cfg(test)]") {
            break;
        }
        let mut rest = line.trim_start();
        while let Some(at) = rest.find(['"', '/']) {
            if rest[at..].starts_with("//") {
                break;
            }
            let after = &rest[at + 1..];
            if !rest[at..].starts_with('"') {
                rest = after;
                continue;
            }
            let mut escaped = false;
            let end = after.find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            // A literal over several lines is a message.
            let Some(end) = end else { break };
            all.push((n + 1, after[..end].to_string()));
            rest = &after[end + 1..];
        }
    }
    all
}

/// The literals in an instruction set's lifting code that are names and not messages: `file:line`, and the name.
fn words(isa: &str) -> Vec<(String, String)> {
    let mut paths = below(&repository("crates").join(isa).join("lift"), "rs");
    // Its rows name instructions by patterns, which `tests/bits` checks against the forms.
    paths.retain(|path| !path.ends_with("ignored.rs"));
    let words = |path: &PathBuf| {
        let file = file_name(path);
        // Assumptions about memory order have names with hyphens.
        let words = literals(&text(path)).into_iter().filter(|(_, word)| !word.contains([' ', '{', '-']));
        words.map(|(line, word)| (format!("{file}:{line}"), word)).collect::<Vec<_>>()
    };
    paths.iter().flat_map(words).collect()
}

/// The names in the rows of a table.
fn vocabulary(table: &'static Table) -> BTreeSet<&'static str> {
    let mut all = BTreeSet::new();
    for form in table.forms() {
        all.insert(form.mnemonic);
        all.extend(form.syntax.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')));
        for field in &form.fields {
            all.insert(field.name);
            if let FieldKind::Names(names) | FieldKind::View(names, _) = field.kind {
                all.extend(names.list.iter().map(|name| name.text));
            }
        }
    }
    all
}

fn check(isa: &str, known: &BTreeSet<&str>, others: &[&str], least: usize) {
    let words = words(isa);
    assert!(words.len() > least, "{isa}: {} words", words.len());
    // Mnemonics with fixed modifiers are names joined by dots.
    let named = |word: &str| known.contains(word) || word.split('.').all(|part| known.contains(part));
    let unknown: Vec<_> = words.iter().filter(|(_, word)| !named(word) && !others.contains(&&**word)).collect();
    assert!(unknown.is_empty(), "{unknown:#?}");
    let idle: Vec<_> = others.iter().filter(|other| !words.iter().any(|(_, word)| word == *other)).collect();
    assert!(idle.is_empty(), "{idle:?}");
}

#[test]
fn sass() {
    // Suffixes of field names.
    let others = [".bank", ".imm"];
    check("isotope-nvidia/src/spa5", &vocabulary(&spa5::TABLE), &others, 300);
}

#[test]
fn rdna() {
    let mut known = vocabulary(&isotope_amd::TABLE);
    // Names are composed of parts, or lack the suffix of their encoding.
    let names: BTreeSet<&str> = isotope_amd::TABLE.forms().map(|form| form.mnemonic).collect();
    for name in names {
        let ends: Vec<usize> = name.match_indices('_').map(|(at, _)| at).chain([name.len()]).collect();
        for (n, end) in ends.iter().enumerate() {
            let starts = ends[..n].iter().map(|at| at + 1).chain([0]);
            known.extend(starts.map(|start| &name[start..*end]));
        }
    }
    // Lists of fields by operand contain operands that are never of the other kind. The rest are parts of composed names,
    // and suffixes of encodings.
    let others = ["ssrc2", "vsrc0", "vsrc2", "d16_", "i", "32", "64", "_e64_dpp", "_e32", "_e64", "_dpp"];
    check("isotope-amd/src", &known, &others, 800);
}

#[test]
fn visa() {
    let mut known = BTreeSet::new();
    for form in isotope_intel::FORMS.iter() {
        known.insert(form.name());
        for part in &form.parts {
            known.insert(part.name);
            if let form::FieldKind::Names(names) = part.kind {
                known.extend(names.list.iter().map(|name| name.text));
            }
        }
    }
    // Parts that every instruction may have.
    check("isotope-intel/src", &known, &["pred"], 200);
}

#[test]
fn literals_are_found() {
    let text = "let a = \"one\"; // \"no\"\n    /// \"no\"\nb(\"two\", \"a \\\" b\")\n#[cfg(test)]\n\"no\"";
    let found: Vec<_> = literals(text).into_iter().map(|(n, word)| format!("{n}{word}")).collect();
    assert_eq!(found, ["1one", "3two", "3a \\\" b"]);
}
