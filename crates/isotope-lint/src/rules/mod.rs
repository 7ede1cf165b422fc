//! The rules, one file for each subject.

mod barrier;
mod broadcast;
mod compare;
mod fence;
mod operand;
mod outstanding;
mod reserved;
mod reset;
mod retry;
mod size;
mod spin;

use std::ops::Range;

use isotope_ir::ordering::Ordering;
use isotope_option::OptionName;
use schemars::JsonSchema;
use serde::Serialize;

use crate::access::Touch;
use crate::source::Code;

/// How bad it is to break a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Worth knowing.
    Note,
    /// Some launch goes wrong.
    Warning,
    /// Every launch that comes there goes wrong.
    Error,
}

/// A rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LintRule {
    /// Short name.
    pub name: &'static str,
    /// Its severity.
    pub level: Level,
    /// The rule in one sentence.
    pub statement: &'static str,
    /// What to do.
    pub advice: &'static str,
    /// Options that decide for a launch.
    pub decided_by: &'static [OptionName],
    /// Its source, with the grade.
    pub source: &'static str,
}

impl LintRule {
    /// The advice, and the options that decide for a launch.
    pub fn remedy(&self) -> String {
        let deciding: Vec<String> = self.decided_by.iter().map(ToString::to_string).collect();
        match deciding.len() {
            0 => self.advice.into(),
            1 => format!("{}; {} decides for a launch", self.advice, deciding[0]),
            _ => format!("{}; {} decide for a launch", self.advice, deciding.join(" and ")),
        }
    }
}

/// The rules that need only the neutral form.
pub const RULES: &[&LintRule] = &[
    &spin::SPIN,
    &compare::LOOP,
    &compare::OPERATION,
    &retry::NEW,
    &operand::UNWRITTEN,
    &barrier::DIVERGENT,
    &outstanding::OUTSTANDING,
    &fence::RELEASE,
    &fence::ACQUIRE,
    &fence::SCOPE,
    &broadcast::LANE,
    &reset::RESET,
    &size::MIXED,
    &size::UNALIGNED,
    &reserved::FAULT,
    &reserved::OPEN,
];

/// A broken rule.
#[derive(Clone, Debug)]
pub struct Broken {
    /// Which.
    pub rule: &'static LintRule,
    /// The step.
    pub step: u32,
    /// Details.
    pub detail: String,
}

/// All broken rules, in order of address.
///
/// `begins` returns the words of the register file that have a defined value when a wave starts.
pub fn broken(
    code: &Code<'_>,
    ordering: Option<&Ordering>,
    begins: &dyn Fn() -> Option<Vec<Range<u32>>>,
) -> Vec<Broken> {
    let touches: Vec<Touch<'_>> = code.touches();
    let mut found = Vec::new();
    spin::look(code, &touches, &mut found);
    compare::look(code, &touches, &mut found);
    retry::look(code, &touches, &mut found);
    operand::look(code, &touches, begins, &mut found);
    barrier::look(code, &mut found);
    reset::look(code, &touches, &mut found);
    if let Some(ordering) = ordering {
        fence::look(code, &touches, ordering, &mut found);
        broadcast::look(code, &touches, ordering, &mut found);
        outstanding::look(code, &touches, ordering, &mut found);
    }
    size::look(code, &touches, &mut found);
    reserved::look(code, &mut found);
    found.sort_by_key(|b| (b.step, b.rule.name));
    // One instruction of the source can be several in a row, each for some lanes: only the first is reported.
    let mut last = std::collections::HashMap::new();
    found.retain(|b| {
        let what = (b.rule.name, b.detail.clone(), mnemonic(code.text(b.step)));
        last.insert(what, b.step).is_none_or(|before| before + 1 < b.step)
    });
    found.dedup_by_key(|b| (b.step, b.rule.name));
    found
}

/// The mnemonic of an instruction.
fn mnemonic(text: &str) -> &str {
    text.split_whitespace().find(|word| !word.starts_with(['(', '@'])).unwrap_or(text)
}
