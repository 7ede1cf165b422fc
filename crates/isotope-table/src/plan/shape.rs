//! The shape of a form. Forms that differ only in name and opcode have the same shape and share their plans.
//!
//! Most forms of a family are alike. Shared steps are likely to be in the cache when they are needed.

use std::hash::{Hash, Hasher};
use std::ptr;

use crate::compile::{Compiled, Form};
use crate::row::{Field, FieldKind, Need, Signs};

/// The shape of a form.
#[derive(Clone, Copy)]
pub struct Shape(pub &'static Form);

impl Shape {
    /// The syntax after the mnemonic.
    fn syntax(&self) -> &'static str {
        &self.0.syntax[self.0.mnemonic.len()..]
    }
}

impl Hash for Shape {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.syntax().hash(state);
        self.0.fields.iter().for_each(|field| (field.at[0].lo, field.at[0].len).hash(state));
    }
}

impl PartialEq for Shape {
    fn eq(&self, other: &Shape) -> bool {
        let (a, b) = (self.0, other.0);
        // Each instruction set has its own lists.
        let same_set = ptr::eq(a.layout.profiles, b.layout.profiles);
        let fields = a.fields.len() == b.fields.len() && a.fields.iter().zip(&b.fields).all(|(a, b)| same_field(a, b));
        let rules = a.rules.len() == b.rules.len() && a.rules.iter().zip(&b.rules).all(|(a, b)| same_rule(a, b));
        let sized =
            |form: &Form| form.sized.iter().map(|(f, sized, _)| (*f, ptr::from_ref(*sized))).collect::<Vec<_>>();
        let flags = |form: &Form| (form.literal, form.defaults, form.signs, form.half, form.slots, form.row.bits);
        same_set && self.syntax() == other.syntax() && fields && rules && flags(a) == flags(b) && sized(a) == sized(b)
    }
}

impl Eq for Shape {}

fn same_field(a: &Field, b: &Field) -> bool {
    let rest = |field: &Field| (field.name, field.at, field.default, field.shift, field.reads, field.spelled);
    rest(a) == rest(b) && same_kind(a.kind, b.kind)
}

fn same_kind(a: FieldKind, b: FieldKind) -> bool {
    match (a, b) {
        (FieldKind::Reg(a), FieldKind::Reg(b)) => ptr::eq(a, b),
        (FieldKind::Pair(a), FieldKind::Pair(b)) => ptr::eq(a, b),
        (FieldKind::Sized(a), FieldKind::Sized(b)) | (FieldKind::List(a), FieldKind::List(b)) => ptr::eq(a, b),
        (FieldKind::Names(a), FieldKind::Names(b)) => ptr::eq(a, b),
        (FieldKind::View(a, of), FieldKind::View(b, other)) => ptr::eq(a, b) && of == other,
        (FieldKind::Int(a), FieldKind::Int(b)) => a == b,
        (FieldKind::Float(a), FieldKind::Float(b)) => a == b,
        (FieldKind::Own(a, signs), FieldKind::Own(b, others)) => {
            let names = |signs: Signs| (signs.neg, signs.abs, signs.sext, signs.half);
            ptr::eq(a, b) && names(signs) == names(others)
        }
        (FieldKind::Flag, FieldKind::Flag)
        | (FieldKind::Target, FieldKind::Target)
        | (FieldKind::Set, FieldKind::Set) => true,
        _ => false,
    }
}

fn same_rule(a: &Compiled, b: &Compiled) -> bool {
    let need = match (a.rule.need, b.rule.need) {
        (Need::OneOf(_, a), Need::OneOf(_, b)) | (Need::NoneOf(_, a), Need::NoneOf(_, b)) => a == b,
        (Need::Multiple(_, a), Need::Multiple(_, b)) | (Need::AtMost(_, a), Need::AtMost(_, b)) => a == b,
        (Need::Holds(_, a), Need::Holds(_, b)) => ptr::fn_addr_eq(a, b),
        _ => false,
    };
    need && (a.field, a.rule.hard, &a.when) == (b.field, b.rule.hard, &b.when)
}
