//! What an instruction computes, from the neutral form of the plainest instruction of each row, and what words of the row change in it.

use std::collections::{BTreeMap, BTreeSet};

use isotope_targets::isa::Target;
use isotope_targets::isa::specimen::{Specimen, Specimens};
use isotope_targets::pseudo::{Role, Said};
use serde_json::{Value, json};

/// A row's plainest instruction, said.
pub struct Does {
    /// Its text, with the names of fields for registers.
    pub text: String,
    /// Bytes, in the order of memory.
    pub bytes: Vec<u8>,
    /// The lines.
    pub lines: Vec<String>,
    /// Why it does not run.
    pub refused: Option<String>,
    /// What each field is for.
    pub roles: BTreeMap<String, Vec<&'static str>>,
    /// Words: field, code, the word, and the lines that are different with it.
    pub words: Vec<Word>,
}

/// A word of a row and what it changes.
pub struct Word {
    /// Its field.
    pub field: String,
    /// Its code.
    pub code: u64,
    /// The instruction with it.
    pub text: String,
    /// The lines that are different.
    pub lines: Vec<String>,
}

/// What a row's instructions do.
pub fn of(target: &dyn Target, specimens: &Specimens) -> Option<Does> {
    let plain = specimens.plain.as_ref()?;
    let said = plain.said(target)?;
    let mut words: Vec<Word> = Vec::new();
    for (field, code, specimen) in &specimens.varied {
        // What the guard's sign does is said once, of all instructions.
        if field.starts_with('!') {
            continue;
        }
        let Some(other) = specimen.said(target) else { continue };
        let lines = different(&said, &other);
        words.push(Word { field: field.clone(), code: *code, text: specimen.spelled(), lines });
    }
    Some(Does {
        text: plain.spelled(),
        bytes: plain.bytes.clone(),
        roles: roles(plain, &said),
        lines: said.lines,
        refused: said.refused,
        words,
    })
}

fn different(plain: &Said, other: &Said) -> Vec<String> {
    match &other.refused {
        Some(why) => vec![why.clone()],
        None => other.lines.iter().filter(|line| !plain.lines.contains(line)).cloned().collect(),
    }
}

/// What fields are for: each by its own name, as a group, or as the first of a pair.
fn roles(specimen: &Specimen, said: &Said) -> BTreeMap<String, Vec<&'static str>> {
    let mut all = BTreeMap::new();
    for (field, _) in &specimen.operands {
        let mine = said.roles.iter().filter(|(name, _)| {
            let name = name.strip_suffix("[lane]").unwrap_or(name);
            let rest = name.strip_prefix(field.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['[', '.', '+']))
        });
        let roles: BTreeSet<Role> = mine.flat_map(|(_, roles)| roles.iter().copied()).collect();
        all.insert(field.clone(), roles.into_iter().map(Role::text).collect());
    }
    all
}

impl Does {
    /// As data.
    pub fn json(&self) -> Value {
        let words = self
            .words
            .iter()
            .map(|w| json!({ "field": w.field, "code": w.code, "instruction": w.text, "lines": w.lines }));
        json!({
            "instruction": self.text,
            "bytes": self.bytes.iter().map(|b| format!("{b:02x}")).collect::<String>(),
            "lines": self.lines,
            "refused": self.refused,
            "operands": self.roles,
            "words": words.collect::<Vec<_>>(),
        })
    }
}
