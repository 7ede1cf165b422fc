//! Templates in the making: which bits of a form's words are loose, and the pieces of a text around what they say.

use std::hash::{Hash, Hasher};

use super::{Hole, Key, LISTED, List, Literal, Loose, TESTS, Template, Test, What};
use crate::Context;
use crate::compile::{Form, Inst, Item, NO_FLAG, read_int};
use crate::line::{Line, Short, tiny};
use crate::plan::Shared;
use crate::plan::codec::Pick;
use crate::plan::print::{Step, Steps, opened};
use crate::print::{self, item, push_int, push_reg};
use crate::row::{Alone, FieldKind, Int, Need, Operand, RegFile};

/// Of a field all bits matter.
const ALL: u64 = u64::MAX;

impl Loose {
    pub(super) fn new(form: &'static Form, profile: u8) -> Option<Loose> {
        let Steps { steps, defaults } = form.printing(profile)?;
        // What chooses halves is asked where text with halves stands in for that without.
        let choosers = form.half.iter().filter(|half| half.0 != NO_FLAG);
        let mut never = choosers.fold(0, |all, half| all | 1 << half.0);
        for rule in form.rules.iter().filter(|rule| rule.rule.hard) {
            if let Need::Holds(..) = rule.rule.need {
                return None;
            }
            never |= 1 << rule.field | rule.when.iter().fold(0, |all, (f, _)| all | 1 << f);
        }
        form.sized.iter().flat_map(|(_, sized, by)| &by[..sized.by.len()]).for_each(|f| never |= 1 << f);
        let at = |f: u8| Pick::new(&form.fields[f as usize]);
        let listed = |f: u8| {
            let field = &form.fields[f as usize];
            field.len() + u32::from(field.shift) <= LISTED.ilog2()
        };
        let (mut fields, mut printed, mut tests) = (0u32, 0u32, Vec::new());
        for step in &steps.0 {
            match step {
                Step::Register(f, _) | Step::Counted(f, _) if listed(*f) => fields |= 1 << f,
                Step::Number(f, ..) => fields |= 1 << f,
                Step::Sum(sum) => {
                    fields |= 1 << sum.register | 1 << sum.offset;
                    tests.push((sum.offset, ALL, 0));
                    tests.extend(sum.zero.map(|zero| (sum.register, ALL, zero)));
                }
                Step::Own(f, operand, signs, _) => {
                    printed |= 1 << f;
                    never |= signs.iter().filter(|flag| **flag != NO_FLAG).fold(0, |all, flag| all | 1 << flag);
                    if listed(*f) {
                        fields |= 1 << f;
                        tests.extend(operand.literal().map(|code| (*f, ALL, code)));
                    }
                }
                Step::Unless(_, count, few) => {
                    tests.extend(few.iter().take((*count).into()).map(|f| (*f, ALL, defaults[*f as usize])));
                }
                Step::UnlessAll(_, all) => tests.extend(all.iter().map(|f| (*f, ALL, defaults[*f as usize]))),
                Step::Item(Item::Val(f)) => match form.fields[*f as usize].kind {
                    FieldKind::Reg(file) if file.literal.is_none() && listed(*f) => fields |= 1 << f,
                    FieldKind::List(sized) => {
                        let admits = |value| sized.file.admits(form.layout.style.aligned, value, 1).is_some();
                        let rest =
                            form.sized.iter().filter(|(of, ..)| of == f).flat_map(|(_, _, by)| &by[sized.by.len()..]);
                        // One that is not meant is decoded as well.
                        let loose = |f: &u8| listed(*f) && (0..1 << form.fields[*f as usize].len()).all(admits);
                        fields |= rest.chain([f]).filter(|f| loose(f)).fold(0, |all, f| all | 1 << f);
                    }
                    FieldKind::Float(_) | FieldKind::Set | FieldKind::Names(_) => never |= 1 << f,
                    _ => return None,
                },
                Step::Item(_) => return None,
                Step::Flag(f, _) | Step::Name(f, _) => never |= 1 << f,
                Step::Register(..) | Step::Counted(..) | Step::Mnemonic | Step::Text(_) => {}
            }
        }
        // Whether it is the text with halves.
        tests.extend(form.halves.iter().copied());
        // A register that is decoded as another one would be asked for as that one.
        for (f, _, value) in &tests {
            let field = &form.fields[*f as usize];
            if let FieldKind::Reg(file) = field.kind
                && form.layout.style.groups
                && listed(*f)
            {
                let admits = |bits: u64| file.admits(form.layout.style.aligned, bits << field.shift, file.count.into());
                let other = |bits: u64| bits << field.shift != *value && admits(bits) == Some(*value);
                never |= u32::from((0..1 << field.len()).any(other)) << f;
            }
        }
        fields &= !never;
        fields = (0..form.fields.len() as u8)
            .filter(|f| fields >> f & 1 == 1 && at(*f).is_some())
            .fold(0, |all, f| all | 1 << f);
        // What is asked of other fields is among the bits of the key.
        tests.retain(|(f, ..)| fields >> f & 1 == 1);
        tests.sort_unstable();
        tests.dedup();
        let literal = form.literal.filter(|f| (fields | printed | never) >> f & 1 == 0).and_then(at);
        let mut fixed = [u64::MAX; 2];
        let loose = (0..form.fields.len() as u8).filter(|f| fields >> f & 1 == 1).filter_map(at).chain(literal);
        loose.for_each(|pick| pick.clear(&mut fixed));
        // No bit that is loose is one of another field, too.
        let others = (0..)
            .zip(&form.fields)
            .filter(|(f, _)| fields >> f & 1 == 0 && (literal.is_none() || Some(*f) != form.literal));
        let mut bits = others.flat_map(|(_, field)| field.at).flat_map(|span| span.lo..span.lo + u16::from(span.len));
        if !bits.all(|bit| fixed.get(usize::from(bit / 64)).is_none_or(|word| word >> (bit % 64) & 1 == 1)) {
            return None;
        }
        let test = |(field, bits, value): (u8, u64, u64)| Some(Test { at: at(field)?, bits, value, field });
        let tests: Vec<_> = tests.into_iter().filter_map(test).collect();
        (tests.len() <= TESTS).then_some(Loose { fixed, tests, fields, literal })
    }
}

/// A template in the making.
struct Maker<'a> {
    profile: u8,
    loose: &'a Loose,
    inst: &'a Inst,
    text: String,
    holes: Vec<Hole>,
    /// The loose fields whose values are looked at: a bit for each.
    seen: u32,
}

impl Template {
    pub(super) fn new(profile: u8, loose: &Loose, key: Key, inst: &Inst) -> Option<Template> {
        let form = inst.form;
        let profile = inst.printed_for(profile);
        let Steps { steps, defaults } = form.printing(profile)?;
        let value = |f: u8| inst.vals.get(f as usize).copied().unwrap_or(0);
        let default = |f: &u8| value(*f) == defaults[*f as usize];
        let mut all = Maker { profile, loose, inst, text: String::new(), holes: Vec::new(), seen: 0 };
        let mut at = 0;
        while let Some(step) = steps.0.get(at) {
            at += 1;
            match step {
                Step::Mnemonic => all.text.push_str(form.mnemonic),
                Step::Text(text) => all.text.push_str(text.text()),
                Step::Flag(f, text) if value(*f) != 0 => all.text.push_str(text.text()),
                Step::Name(f, texts) => all.text.push_str(texts.get(value(*f) as usize).map_or("", Short::text)),
                Step::Register(f, _) | Step::Counted(f, _) => all.register(*f)?,
                Step::Item(of @ Item::Val(f)) => match form.fields[*f as usize].kind {
                    FieldKind::Reg(_) => all.register(*f)?,
                    FieldKind::List(sized) => {
                        for n in 0..inst.count(*f) {
                            all.text.push_str(if n == 0 { "[" } else { ", " });
                            all.run(inst.listing(*f, n as usize), sized.file, 1, true);
                        }
                        all.text.push(']');
                    }
                    _ => {
                        let mut line = Line::new();
                        item(&Context::new(profile), inst, of, &mut line);
                        all.text.push_str(line.as_str());
                    }
                },
                Step::Number(f, len, int) => all.number(*f, *len, *int),
                Step::Sum(sum) => {
                    let (register, offset) = (value(sum.register), value(sum.offset));
                    if sum.zero != Some(register) {
                        all.register(sum.register)?;
                        if offset != 0 {
                            all.text.push('+');
                            all.number(sum.offset, sum.len, sum.based);
                        }
                    } else if offset == 0 && sum.alone.alone != Alone::Number {
                        all.register(sum.register)?;
                    } else {
                        all.number(sum.offset, sum.len, sum.alone);
                    }
                }
                Step::Own(f, operand, signs, (chooser, bit)) => {
                    let half = (*chooser != NO_FLAG).then(|| value(*chooser) >> bit & 1 != 0);
                    all.own(*f, *operand, signs.map(|flag| flag != NO_FLAG && value(flag) != 0), half)?
                }
                Step::Unless(skip, count, fields) if fields.iter().take((*count).into()).all(default) => {
                    at += usize::from(*skip);
                }
                Step::UnlessAll(skip, fields) if fields.iter().all(default) => at += usize::from(*skip),
                Step::Flag(..) | Step::Unless(..) | Step::UnlessAll(..) => {}
                Step::Item(_) => return None,
            }
        }
        all.text.truncate(all.text.trim_end_matches(' ').len());
        all.text.push_str(form.layout.end);
        all.hole(What::Nothing, Pick::NONE);
        if !all.decodes() {
            return None;
        }
        Some(Template { key, bits: inst.bits(), holes: all.holes.into() })
    }
}

impl Maker<'_> {
    /// The text so far, and what stands behind it.
    fn hole(&mut self, what: What, at: Pick) {
        let mut rest = &*self.text;
        while rest.len() > Short::MOST {
            let (part, more) = rest.split_at(rest.floor_char_boundary(Short::MOST));
            self.holes.push(Hole {
                text: Short::new(part).unwrap_or(Short::EMPTY),
                what: What::Nothing,
                at: Pick::NONE,
            });
            rest = more;
        }
        self.holes.push(Hole { text: Short::new(rest).unwrap_or(Short::EMPTY), what, at });
        self.text.clear();
    }

    /// Where a field is that is printed, if it is loose.
    fn loose(&mut self, f: u8) -> Option<Pick> {
        let loose = self.loose.fields & 1 << f;
        self.seen |= loose;
        if loose != 0 { Pick::new(&self.inst.form.fields[f as usize]) } else { None }
    }

    /// Whether words of the key decode whatever is in the loose fields that are not printed.
    fn decodes(&self) -> bool {
        let form = self.inst.form;
        let aligned = form.layout.style.aligned;
        let unseen = self.loose.fields & !self.seen;
        let mut fields = (0..).zip(&form.fields).filter(|(f, _)| unseen >> f & 1 == 1);
        fields.all(|(f, field)| {
            let all = |can: &dyn Fn(u64) -> bool| (0..1u64 << field.len()).all(|value| can(value << field.shift));
            // Words of the key have this value, too.
            let settled =
                self.loose.tests.iter().any(|test| test.field == f && (test.bits, test.value) == (ALL, self.value(f)));
            settled
                || match field.kind {
                    FieldKind::Int(_) | FieldKind::List(_) => true,
                    FieldKind::Reg(file) => {
                        !form.layout.style.groups
                            || all(&|value| file.admits(aligned, value, file.count.into()).is_some())
                    }
                    FieldKind::Sized(sized) => {
                        all(&|value| sized.file.admits(aligned, value, self.inst.count(f)).is_some())
                    }
                    FieldKind::Own(operand, _) => all(&|value| operand.valid(self.profile, value)),
                    _ => false,
                }
        })
    }

    fn value(&self, f: u8) -> u64 {
        self.inst.vals.get(f as usize).copied().unwrap_or(0)
    }

    /// One or several registers.
    fn register(&mut self, f: u8) -> Option<()> {
        let form = self.inst.form;
        let (file, count) = match form.fields[f as usize].kind {
            FieldKind::Reg(file) => (file, file.count.into()),
            FieldKind::Sized(sized) => (sized.file, self.inst.count(f)),
            _ => return None,
        };
        self.run(f, file, count, matches!(form.fields[f as usize].kind, FieldKind::Sized(_)));
        Some(())
    }

    /// So many registers from that of a field on.
    fn run(&mut self, f: u8, file: &'static RegFile, count: u64, sized: bool) {
        match self.loose(f) {
            Some(at) => self.hole(What::Listed(registers(self.inst.form, file, count, sized)), at),
            None => {
                let mut line = Line::new();
                push_reg(&mut line, file, self.value(f), count);
                self.text.push_str(line.as_str());
            }
        }
    }

    fn number(&mut self, f: u8, len: u8, int: Int) {
        match self.loose(f) {
            Some(at) => self.hole(What::Number(int, len), at),
            None => {
                let mut line = Line::new();
                push_int(&mut line, int, read_int(int, len.into(), self.value(f)));
                self.text.push_str(line.as_str());
            }
        }
    }

    fn own(&mut self, f: u8, operand: &'static dyn Operand, signs: [bool; 3], half: Option<bool>) -> Option<()> {
        let (value, profile) = (self.value(f), self.profile);
        let mut line = Line::new();
        if operand.literal() == Some(value) {
            let [neg, abs, sext] = signs;
            let close = opened(neg, abs, sext, || operand.number(value), &mut line);
            self.text.push_str(line.as_str());
            self.hole(What::Literal(Box::new(Literal { operand, value, profile })), self.loose.literal?);
            self.text.push_str(close);
            return Some(());
        }
        match self.loose(f) {
            Some(at) => self.hole(What::Listed(values(operand, signs, half, profile)), at),
            None => {
                signed(operand, signs, half, &Context::new(profile), value, &mut line);
                self.text.push_str(line.as_str());
            }
        }
        Some(())
    }
}

/// An operand that is no literal, with its signs.
fn signed(
    operand: &dyn Operand,
    [neg, abs, sext]: [bool; 3],
    half: Option<bool>,
    cx: &Context,
    value: u64,
    out: &mut Line,
) {
    let close = opened(neg, abs, sext, || operand.number(value), out);
    operand.print(cx, value, 0, out);
    if let Some(high) = half.filter(|_| operand.has_halves(value)) {
        out.push_str(print::half(high));
    }
    out.push_str(close);
}

/// An operand as what it is: those without data may all be at one place.
#[derive(Clone, Copy)]
struct Same(&'static dyn Operand);

impl PartialEq for Same {
    fn eq(&self, other: &Same) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Same {}

impl Hash for Same {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::from_ref(self.0).addr().hash(state);
    }
}

/// The texts of an operand's values.
fn values(operand: &'static dyn Operand, signs: [bool; 3], half: Option<bool>, profile: u8) -> &'static List {
    type Key = (Same, [bool; 3], Option<bool>, u8);
    static ALL: Shared<Key, &'static List> = Shared::new();
    let make = || {
        let text = |value: usize| {
            let value = value as u64;
            if !operand.valid(profile, value) || operand.literal() == Some(value) {
                return 0;
            }
            let mut line = Line::new();
            signed(operand, signs, half, &Context::new(profile), value, &mut line);
            tiny(line.as_str()).unwrap_or(0)
        };
        &*Box::leak(Box::new(std::array::from_fn(text)))
    };
    ALL.get((Same(operand), signs, half, profile), make)
}

/// The texts of so many registers, by what a field holds for the first.
fn registers(form: &Form, file: &'static RegFile, count: u64, sized: bool) -> &'static List {
    type Key = (usize, u64, bool, bool, usize);
    static ALL: Shared<Key, &'static List> = Shared::new();
    let style = form.layout.style;
    let make = || {
        let text = |value: usize| {
            let value = value as u64;
            // As it is decoded: see `Pulls::decode`.
            let admitted = file.admits(style.aligned, value, count);
            let number = match (sized, style.groups) {
                (true, _) => admitted.map(|_| value),
                (false, true) => admitted,
                (false, false) => Some(value),
            };
            let mut line = Line::new();
            number.map_or(0, |number| {
                push_reg(&mut line, file, number, count);
                tiny(line.as_str()).unwrap_or(0)
            })
        };
        &*Box::leak(Box::new(std::array::from_fn(text)))
    };
    ALL.get((std::ptr::from_ref(file).addr(), count, sized, style.groups, style.aligned.as_ptr().addr()), make)
}
