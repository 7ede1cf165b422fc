//! Checks a form's rules, once for each instruction. The allowed values of a short field are a bit mask.

use crate::compile::{Compiled, Form, Inst};
use crate::row::Need;

/// Some of the rules of a form.
pub struct Rules {
    tests: Vec<Test>,
    tables: Vec<Table>,
}

/// Rules that limit the values of one short field for each value of another field.
struct Table {
    when: u8,
    field: u8,
    /// For each value of the other field, the mask of allowed values below 64; all bits if there is no rule.
    allowed: Vec<u64>,
}

/// No rule.
const ANY: u64 = u64::MAX;

struct Test {
    /// Up to two fields, and the values for which the rule applies.
    when: [(u8, u64); 2],
    field: u8,
    need: Wanted,
}

enum Wanted {
    /// One of these values below 64.
    Of(u64),
    /// Any value but this.
    Not(u64),
    /// This value.
    Is(u64),
    /// A number in which these bits are 0, or the zero register.
    Multiple(u64, u64),
    /// At most this number.
    AtMost(u64),
    /// Checked by the rule itself.
    General(&'static Compiled),
}

impl Rules {
    /// The rules of a form, or those that the encoding itself enforces.
    pub fn new(form: &'static Form, hard_only: bool) -> Rules {
        let rules = form.rules.iter().filter(|rule| rule.rule.hard || !hard_only);
        let mut all = Rules { tests: Vec::new(), tables: Vec::new() };
        for test in rules.map(|rule| test(form, rule)) {
            match (test.when, &test.need) {
                ([(when, values), (_, ANY)], Wanted::Of(bits)) if values != ANY => {
                    all.table(when, test.field).iter_mut().enumerate().for_each(|(value, allowed)| {
                        *allowed &= if values >> value & 1 == 1 { *bits } else { ANY };
                    });
                }
                _ => all.tests.push(test),
            }
        }
        all
    }

    fn table(&mut self, when: u8, field: u8) -> &mut [u64] {
        let at = self.tables.iter().position(|table| (table.when, table.field) == (when, field));
        let at = at.unwrap_or_else(|| {
            self.tables.push(Table { when, field, allowed: vec![ANY; 64] });
            self.tables.len() - 1
        });
        &mut self.tables[at].allowed
    }

    /// Whether an instruction satisfies all of them.
    #[inline]
    pub fn hold(&self, inst: &Inst) -> bool {
        let has = |f: u8, bits: u64| {
            let value = inst.vals[f as usize];
            value < 64 && bits >> value & 1 == 1
        };
        let may = |table: &Table| {
            let when = inst.vals[table.when as usize];
            table.allowed.get(when as usize).is_none_or(|bits| *bits == ANY || has(table.field, *bits))
        };
        let keeps = |test: &Test| {
            if test.when.iter().any(|(f, bits)| *bits != ANY && !has(*f, *bits)) {
                return true;
            }
            let value = inst.vals[test.field as usize];
            match test.need {
                Wanted::Of(bits) => has(test.field, bits),
                Wanted::Not(wrong) => value != wrong,
                Wanted::Is(right) => value == right,
                Wanted::Multiple(low, zero) => value & low == 0 || value == zero,
                Wanted::AtMost(most) => value <= most,
                Wanted::General(rule) => rule.holds(inst),
            }
        };
        self.tables.iter().all(may) && self.tests.iter().all(keeps)
    }
}

fn test(form: &'static Form, rule: &'static Compiled) -> Test {
    let general = Test { when: [(0, ANY); 2], field: rule.field, need: Wanted::General(rule) };
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
        Need::OneOf(_, [right]) => Wanted::Is(*right),
        Need::NoneOf(_, [wrong]) => Wanted::Not(*wrong),
        Need::AtMost(_, most) => Wanted::AtMost(most),
        // Without a zero register only the other condition applies.
        Need::Multiple(_, n) if n.is_power_of_two() => Wanted::Multiple(n - 1, field.kind.zero_register().unwrap_or(0)),
        _ => return general,
    };
    if rule.when.len() > when.len() { general } else { Test { when, field: rule.field, need } }
}
