//! Documented restrictions that the encoding cannot express.
use super::compile::{Compiled, Inst};
use super::error::either;
use super::row::{FieldKind, NameStatus, Need, Profiles};

/// A documented rule that an instruction breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Name of the field that breaks it, as in the row; empty if the rule is about the whole instruction.
    pub field: &'static str,
    /// The error.
    pub message: String,
    /// What is expected; empty if there is no short list.
    pub expected: String,
    /// The source of the rule.
    pub source: &'static str,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)?;
        if !self.expected.is_empty() {
            write!(f, ": expected {}", self.expected)?;
        }
        write!(f, " ({})", self.source)
    }
}

impl std::error::Error for Violation {}

impl Compiled {
    pub(super) fn holds(&self, inst: &Inst) -> bool {
        if !self.when.iter().all(|(f, values)| values.contains(&inst.vals[*f as usize])) {
            return true;
        }
        let value = inst.vals[self.field as usize];
        match self.rule.need {
            Need::OneOf(_, values) => values.contains(&value),
            Need::NoneOf(_, values) => !values.contains(&value),
            Need::AtMost(_, most) => value <= most,
            Need::Holds(_, condition) => condition(inst),
            Need::Multiple(_, n) => {
                inst.form.fields[self.field as usize].kind.zero_register() == Some(value) || value.is_multiple_of(n)
            }
        }
    }
}

impl Inst {
    /// The first broken rule, among all rules or only those that the encoding enforces.
    pub(super) fn broken_rule(&self, hard_only: bool) -> Option<&'static Compiled> {
        self.form.rules.iter().find(|r| (r.rule.hard || !hard_only) && !r.holds(self))
    }

    /// The first documented rule that this instruction breaks.
    pub fn violation(&self, profile: Profiles) -> Option<Violation> {
        for (field, value) in self.form.fields.iter().zip(self.vals) {
            if let FieldKind::Names(names) = field.kind {
                let entry = names.entry(profile, value);
                let status =
                    entry.map_or(if names.fallback_ok { NameStatus::Ok } else { NameStatus::Reserved }, |n| n.status);
                if status != NameStatus::Ok {
                    let spoken = names.spoken(profile, value);
                    let what = if status == NameStatus::Illegal { "illegal" } else { "reserved" };
                    let message = format!("`.{spoken}` is {what}");
                    return Some(Violation {
                        field: field.name,
                        message,
                        expected: String::new(),
                        source: self.form.row.source,
                    });
                }
            }
        }
        let broken = self.broken_rule(false)?;
        Some(self.describe(profile, broken))
    }

    pub(super) fn describe(&self, profile: Profiles, broken: &Compiled) -> Violation {
        let field = &self.form.fields[broken.field as usize];
        let spoken = |f: u8, value: u64| match self.form.fields[f as usize].kind {
            FieldKind::Names(names) => format!("`.{}`", names.spoken(profile, value)),
            _ => format!("`{}` = {value}", self.form.fields[f as usize].name),
        };
        let (message, expected) = match (broken.rule.need, field.kind) {
            (Need::OneOf(_, values), FieldKind::Names(names)) if !values.is_empty() => {
                let subject = broken
                    .when
                    .first()
                    .map_or(self.form.mnemonic.to_string(), |(f, _)| spoken(*f, self.vals[*f as usize]));
                let found = spoken(broken.field, self.vals[broken.field as usize]);
                let known =
                    values.iter().filter(|v| names.entry(profile, **v).is_some_and(|n| n.status == NameStatus::Ok));
                (
                    format!("{subject} does not take {} {found}", broken.rule.what),
                    either(known.map(|v| format!(".{}", names.spoken(profile, *v)))),
                )
            }
            _ => (broken.rule.what.to_string(), String::new()),
        };
        Violation { field: field.name, message, expected, source: broken.rule.source }
    }
}
