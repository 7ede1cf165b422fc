//! Compiles the items of a form to the steps of its parse plan.

use super::{Group, Literal, Modifier, Never, Number, Register, Says, Step, Steps, Sum, Value};
use crate::Mode;
use crate::compile::{Form, Item, collect};
use crate::parse::values::bounds;
use crate::plan::Shared;
use crate::plan::rules::Rules;
use crate::plan::shape::Shape;
use crate::plan::words::{Fixed, NameSet};
use crate::row::{Alone, Field, FieldKind, Int, Profiles, RegFile};

impl Number {
    fn new(form: &Form, field: &Field, int: Int) -> Number {
        let (low, high) = bounds(form, field, int);
        let mask = u64::MAX.checked_shr(64 - field.len()).unwrap_or(0);
        Number { low, high, scale: int.scale, mask }
    }

    #[inline(always)]
    pub(super) fn fit(&self, n: i64, mode: Mode) -> Result<u64, Says> {
        let high = self.high[usize::from(mode == Mode::Compat)];
        if n < self.low || n > high || n & ((1 << self.scale) - 1) != 0 {
            return Err(Never);
        }
        Ok((n >> self.scale) as u64 & self.mask)
    }
}

impl Register {
    /// The names of a register file for a form. They are shared, because most forms have the same few files.
    pub(super) fn of(form: &'static Form, file: &'static RegFile, slot: u8) -> &'static Register {
        static ALL: Shared<(usize, bool, u8), Register> = Shared::new();
        let key = (std::ptr::from_ref(file) as usize, form.layout.style.groups, slot);
        ALL.get(key, || Register::new(form, file, slot))
    }

    fn new(form: &'static Form, file: &'static RegFile, slot: u8) -> Register {
        let (letter, first, registers) = match file.ranges {
            [(lo, hi, prefix), ..] if prefix.len() == 1 => (prefix.as_bytes()[0], *lo, hi - lo + 1),
            _ => (0, 0, 0),
        };
        let starts = file.ranges.first().is_some_and(|range| form.layout.style.aligned.contains(&range.2));
        let numeric = file.names.iter().any(|name| name.1.starts_with(|c: char| c.is_ascii_digit() || c == '-'));
        let names = file.names.iter().map(|(value, name)| (Fixed::new(name), *value)).collect();
        let spelled =
            |text: &str| file.names.iter().find(|name| name.1 == text).and_then(|name| name.0.try_into().ok());
        let number = |sign: &'static str| (0..128).map(move |n| spelled(&format!("{sign}{n}"))).collect();
        let numbers = if numeric { [number(""), number("-")] } else { [Vec::new(), Vec::new()] };
        let style = form.layout.style;
        Register {
            file,
            letter,
            starts,
            first,
            registers,
            names,
            numeric,
            numbers,
            slot,
            groups: style.groups,
            aligned: style.aligned,
        }
    }
}

impl Steps {
    /// The plan of a form; forms of the same shape share it.
    pub fn of(form: &'static Form, profile: Profiles) -> &'static Steps {
        static ALL: Shared<(Shape, Profiles), Steps> = Shared::new();
        ALL.get((Shape(form), profile), || Steps::new(form, profile))
    }

    fn new(form: &'static Form, profile: Profiles) -> Steps {
        let mut steps = Vec::new();
        list(form, profile, form.items(), false, false, &mut steps);
        Steps {
            steps,
            nonzero: (0..).zip(form.defaults).filter(|(_, default)| *default != 0).collect(),
            defaults: form.defaults,
            literal: form.literal,
            rules: [false, true].map(|hard_only| Rules::new(form, hard_only)),
        }
    }
}

/// The steps of some items. `outer`: the items are in a group. `apart`: the blanks before them are already read.
fn list(
    form: &'static Form,
    profile: Profiles,
    items: &'static [Item],
    outer: bool,
    apart: bool,
    steps: &mut Vec<Step>,
) {
    // A group may be skipped, so its steps are not joined to those before or after it.
    let mut begin = steps.len();
    for item in items {
        let step = match item {
            Item::Mnemonic => Step::Mnemonic,
            // The blank is already read. It needs no step, because no register can have a reuse mark.
            Item::Lit(text) if apart && steps.len() == begin && &**text == " " && !form.row.reuse.marks() => continue,
            Item::Lit(text) => literal(text, form.layout.style.groups, apart && steps.len() == begin),
            Item::Word(word) => Step::Word(Fixed::new(word)),
            Item::Mod(f, word) => {
                let (modifier, silent) = match form.fields[*f as usize].kind {
                    FieldKind::View(..) => {
                        steps.push(Step::Open);
                        continue;
                    }
                    FieldKind::Names(names) => {
                        let set = NameSet::of(names, profile);
                        (Modifier::Name(*f, set), set.empty == Some(form.defaults[*f as usize]))
                    }
                    _ => (Modifier::Flag(*f, Fixed::new(word)), true),
                };
                let silent = silent && !outer && !stands_before(items, item, &[*f]);
                match steps.get_mut(begin..).and_then(<[Step]>::last_mut) {
                    Some(Step::Modifiers { all, quiet }) => {
                        all.push(modifier);
                        *quiet &= silent;
                    }
                    _ => steps.push(Step::Modifiers { all: vec![modifier], quiet: silent }),
                }
                continue;
            }
            Item::Val(f) => value(form, profile, *f),
            Item::Prefix(f, c) => Step::Mark(*f, *c as u8),
            Item::Bar(f) => Step::Mark(*f, b'|'),
            Item::Sum(register, offset) => sum(form, *register, *offset),
            Item::Flags(flags) => {
                Step::Flags(flags.iter().map(|f| (*f, Fixed::new(form.fields[*f as usize].name))).collect())
            }
            Item::Group(inner, fields, _) => {
                let at = steps.len();
                steps.push(Step::Open);
                let first = match inner.first() {
                    Some(Item::Lit(text)) => Some(&**text),
                    _ => None,
                };
                let groups = form.layout.style.groups;
                let gap = groups && !first.is_some_and(|text| text.starts_with(','));
                list(form, profile, inner, true, gap, steps);
                let solid = first.and_then(|text| text.bytes().find(|b| !(*b == b' ' || *b == b',' && groups)));
                begin = steps.len();
                steps[at] = Step::Group(Group {
                    shared: outer || stands_before(items, item, fields),
                    skip: (steps.len() - at - 1) as u16,
                    fields: fields.iter().fold(0, |all, f| all | 1 << f),
                    gap,
                    colon: first.filter(|text| text.ends_with(':')).map_or(0, |text| text.trim_start().len() as u8),
                    first: solid.unwrap_or(0),
                });
                continue;
            }
        };
        match (step, steps.get_mut(begin..).and_then(<[Step]>::last_mut)) {
            (Step::Register(f, letter, count, of), Some(last @ Step::Comma(_))) => {
                if let Step::Comma(literal) = std::mem::replace(last, Step::Open) {
                    *last = Step::Next(literal, f, letter, count, of);
                }
            }
            (step, _) => steps.push(step),
        }
    }
}

/// Whether one of the fields occurs before an item.
fn stands_before(items: &[Item], item: &Item, fields: &[u8]) -> bool {
    let mut seen = Vec::new();
    collect(items.iter().take_while(|other| !std::ptr::eq(*other, item)), &mut seen);
    fields.iter().any(|f| seen.contains(f))
}

fn literal(text: &'static str, groups: bool, apart: bool) -> Step {
    let bytes = text.as_bytes();
    let solid = bytes.iter().find(|b| !(**b == b' ' || **b == b',' && groups)).copied().unwrap_or(0);
    let here = if apart { text.trim_start() } else { text };
    let (first, last) = (here.bytes().next().unwrap_or(0), bytes.last().copied().unwrap_or(0));
    let literal = Box::new(Literal { text, last, solid });
    match text {
        ", " => Step::Comma(literal),
        " " => Step::Blank(literal),
        _ => Step::Literal(Fixed::new(here), first, last, literal),
    }
}

fn value(form: &'static Form, profile: Profiles, f: u8) -> Step {
    let field = &form.fields[f as usize];
    let register = |file| Register::of(form, file, 0);
    let groups = form.layout.style.groups;
    let value = match field.kind {
        FieldKind::Reg(file) if file.literal.is_none() => {
            let of = Register::of(form, file, form.slots[f as usize]);
            return Step::Register(f, of.letter, file.count, of);
        }
        FieldKind::Int(int) => return Step::Number(f, Box::new(Number::new(form, field, int))),
        FieldKind::Sized(sized) if groups => Value::Counted(register(sized.file)),
        FieldKind::List(sized) if groups => Value::Listed(register(sized.file), sized),
        FieldKind::Pair(pair) if !groups => Value::Pair(register(pair.file), pair),
        FieldKind::Flag => Value::Flag(Fixed::new(field.name)),
        FieldKind::Names(names) => Value::Name(NameSet::of(names, profile)),
        FieldKind::Float(kind) => Value::Float(kind, field.len()),
        FieldKind::Target => {
            let int = Int { signed: true, scale: 0, hex: true, alone: Alone::Number };
            Value::Target(Number::new(form, field, int))
        }
        FieldKind::Set => Value::Set(field.len()),
        FieldKind::Own(operand, _) => Value::Own(operand, form.signs[f as usize], form.half[f as usize]),
        FieldKind::Reg(_) | FieldKind::Sized(_) | FieldKind::List(_) | FieldKind::Pair(_) | FieldKind::View(..) => {
            return Step::Open;
        }
    };
    Step::Value(f, Box::new(value))
}

fn sum(form: &'static Form, register: u8, offset: u8) -> Step {
    let field = &form.fields[offset as usize];
    match (form.fields[register as usize].kind, field.kind) {
        (FieldKind::Reg(file), FieldKind::Int(int))
            if file.literal.is_none() && file.count < 2 && !form.layout.style.groups =>
        {
            let alone = Int { signed: int.signed && int.alone != Alone::Unsigned, ..int };
            Step::Sum(Box::new(Sum {
                register,
                offset,
                base: Register::of(form, file, form.slots[register as usize]),
                zero: file.names.first().map(|zero| zero.0),
                based: Number::new(form, field, int),
                alone: Number::new(form, field, alone),
            }))
        }
        _ => Step::Open,
    }
}
