//! Whether a form's rules hold, asked once for each instruction: values of short fields are bits of a number.

use crate::compile::{Compiled, Form, Inst};
use crate::row::{FieldKind, Need};

/// Some of the rules of a form.
pub struct Rules(Vec<Test>);

struct Test {
    /// Up to two fields, and the values with which the rule says anything.
    when: [(u8, u64); 2],
    field: u8,
    need: Wanted,
}

enum Wanted {
    /// One of these values below 64.
    Of(u64),
    /// A number without these bits, or the zero register.
    Multiple(u64, u64),
    /// No larger number.
    AtMost(u64),
    /// As the rule says itself.
    General(&'static Compiled),
}

impl Rules {
    /// The rules of a form, or those that the encoding itself enforces.
    pub fn new(form: &'static Form, hard_only: bool) -> Rules {
        let rules = form.rules.iter().filter(|rule| rule.rule.hard || !hard_only);
        Rules(rules.map(|rule| test(form, rule)).collect())
    }

    /// Whether an instruction keeps all of them.
    #[inline]
    pub fn hold(&self, inst: &Inst) -> bool {
        let has = |f: u8, bits: u64| {
            let value = inst.vals[f as usize];
            value < 64 && bits >> value & 1 == 1
        };
        self.0.iter().all(|test| {
            if test.when.iter().any(|(f, bits)| *bits != u64::MAX && !has(*f, *bits)) {
                return true;
            }
            let value = inst.vals[test.field as usize];
            match test.need {
                Wanted::Of(bits) => has(test.field, bits),
                Wanted::Multiple(low, zero) => value & low == 0 || value == zero,
                Wanted::AtMost(most) => value <= most,
                Wanted::General(rule) => rule.holds(inst),
            }
        })
    }
}

fn test(form: &'static Form, rule: &'static Compiled) -> Test {
    let general = Test { when: [(0, u64::MAX); 2], field: rule.field, need: Wanted::General(rule) };
    let short = |f: u8| {
        let field = &form.fields[f as usize];
        field.len() + u32::from(field.shift) <= 6
    };
    let bits = |values: &[u64]| values.iter().filter(|v| **v < 64).fold(0, |all, v| all | 1u64 << v);
    let mut when = general.when;
    for (place, (f, values)) in when.iter_mut().zip(&rule.when) {
        if !short(*f) {
            return general;
        }
        *place = (*f, bits(values));
    }
    let field = &form.fields[rule.field as usize];
    let need = match rule.rule.need {
        Need::OneOf(_, values) if short(rule.field) => Wanted::Of(bits(values)),
        Need::NoneOf(_, values) if short(rule.field) => Wanted::Of(!bits(values)),
        Need::AtMost(_, most) => Wanted::AtMost(most),
        Need::Multiple(_, n) if n.is_power_of_two() => {
            let file = match field.kind {
                FieldKind::Reg(file) => Some(file),
                FieldKind::Pair(pair) => Some(pair.file),
                _ => None,
            };
            // Without a zero register the other condition alone counts.
            Wanted::Multiple(n - 1, file.and_then(|f| f.names.first()).map_or(0, |zero| zero.0))
        }
        _ => return general,
    };
    if rule.when.len() > when.len() { general } else { Test { when, field: rule.field, need } }
}
