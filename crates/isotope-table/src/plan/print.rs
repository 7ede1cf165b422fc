//! Decode plans for printing.

use super::Shared;
use super::shape::Shape;
use crate::Context;
use crate::compile::{Form, Inst, Item, MAX_FIELDS, NO_FLAG, read_int};
use crate::line::{Line, Short, tiny};
use crate::print::{half, items, opened, push_int, push_reg};
use crate::row::{Alone, FieldKind, Int, Names, Operand, Profiles, RegFile};

/// The steps of one form and profile.
struct List(Vec<Step>);

/// The print plan of a form.
pub struct Steps {
    steps: List,
    defaults: [u64; MAX_FIELDS],
}

enum Step {
    Mnemonic,
    Text(Short),
    /// Text that is printed if the field is not zero.
    Flag(u8, Short),
    /// One or several registers whose text has at most fifteen bytes.
    Register(u8, &'static [u128; 256]),
    /// A group of registers whose size depends on other fields; for each size the texts by first register.
    Counted(u8, Vec<&'static [u128; 256]>),
    /// One of a list of texts.
    Name(u8, &'static [Short]),
    Number(u8, u8, Int),
    Sum(Box<Sum>),
    /// An operand, the flags around it, and the field and bit that choose a half of it.
    Own(u8, &'static dyn Operand, [u8; 3], (u8, u8)),
    /// Skips a number of steps if all of these fields have their defaults.
    Unless(u16, u8, [u8; 12]),
    /// As `Unless`, for more fields.
    UnlessAll(u16, &'static [u8]),
    /// An item without a step of its own.
    Item(&'static Item),
}

struct Sum {
    register: u8,
    offset: u8,
    names: &'static [u128; 256],
    /// The zero register.
    zero: Option<u64>,
    len: u8,
    based: Int,
    alone: Int,
}

impl Steps {
    /// The plan of a form; forms of the same shape share it.
    pub fn of(form: &'static Form, profile: Profiles) -> &'static Steps {
        static ALL: Shared<(Shape, Profiles), Steps> = Shared::new();
        ALL.get((Shape(form), profile), || Steps::new(form, profile))
    }

    fn new(form: &'static Form, profile: Profiles) -> Steps {
        let mut list = List(Vec::new());
        list.items(form, profile, form.items());
        Steps { steps: list, defaults: form.defaults }
    }

    /// Appends the text.
    #[inline]
    pub fn print(&self, cx: &Context, inst: &Inst, out: &mut Line) {
        let value = |f: u8| inst.vals.get(f as usize).copied().unwrap_or(0);
        let steps = &self.steps.0[..];
        let mut at = 0;
        while let Some(step) = steps.get(at) {
            at += 1;
            match step {
                Step::Mnemonic if inst.form.short.len() == 0 => out.push_str(inst.form.mnemonic),
                Step::Mnemonic => out.push_short(&inst.form.short),
                Step::Text(text) => out.push_short(text),
                Step::Flag(f, text) => {
                    if value(*f) != 0 {
                        out.push_short(text);
                    }
                }
                Step::Register(f, names) => out.push_tiny(names[value(*f) as u8 as usize]),
                Step::Counted(f, names) => {
                    if let Some(names) = names.get(inst.count(*f) as usize) {
                        out.push_tiny(names[value(*f) as u8 as usize]);
                    }
                }
                Step::Name(f, texts) => {
                    if let Some(text) = texts.get(value(*f) as usize) {
                        out.push_short(text);
                    }
                }
                Step::Number(f, len, int) => push_int(out, *int, read_int(*int, (*len).into(), value(*f))),
                Step::Sum(sum) => sum.print(value(sum.register), value(sum.offset), out),
                Step::Own(f, operand, signs, (chooser, bit)) => {
                    let value = value(*f);
                    let [neg, abs, sext] = signs.map(|flag| flag != NO_FLAG && inst.vals[flag as usize] != 0);
                    let literal = inst.form.literal.map_or(0, |i| inst.vals[i as usize]);
                    let close = opened(neg, abs, sext, || operand.number(value), out);
                    operand.print(cx, value, literal, out);
                    if *chooser != NO_FLAG && operand.has_halves(value) {
                        out.push_str(half(inst.vals[*chooser as usize] >> bit & 1 != 0));
                    }
                    if !close.is_empty() {
                        out.push_str(close);
                    }
                }
                Step::Unless(skip, count, fields) => {
                    let other = |f: &u8| value(*f) != self.defaults.get(*f as usize).copied().unwrap_or(0);
                    if !fields.iter().take(*count as usize).any(other) {
                        at += *skip as usize;
                    }
                }
                Step::UnlessAll(skip, fields) => {
                    if fields.iter().all(|f| value(*f) == self.defaults[*f as usize]) {
                        at += *skip as usize;
                    }
                }
                Step::Item(of) => items(cx, inst, std::slice::from_ref(*of), out),
            }
        }
    }
}

impl Sum {
    #[inline]
    fn print(&self, register: u64, offset: u64, out: &mut Line) {
        let name = self.names[register as u8 as usize];
        if self.zero != Some(register) {
            out.push_tiny(name);
            if offset != 0 {
                out.push('+');
                push_int(out, self.based, read_int(self.based, self.len.into(), offset));
            }
        } else if offset == 0 && self.alone.alone != Alone::Number {
            out.push_tiny(name);
        } else {
            push_int(out, self.alone, read_int(self.alone, self.len.into(), offset));
        }
    }
}

impl List {
    /// Fixed text, joined to the fixed text before it.
    fn text(&mut self, from: usize, text: &str) {
        if let Some(Step::Text(last)) = self.0.get_mut(from..).and_then(<[Step]>::last_mut)
            && let Some(both) = Short::new(&format!("{}{text}", last.text()))
        {
            *last = both;
            return;
        }
        let mut rest = text;
        while !rest.is_empty() {
            let (part, more) = rest.split_at(rest.floor_char_boundary(Short::MOST));
            self.0.push(Step::Text(Short::new(part).unwrap_or(Short::EMPTY)));
            rest = more;
        }
    }

    fn items(&mut self, form: &'static Form, profile: Profiles, items: &'static [Item]) {
        // A condition may skip text, so text is not joined across it.
        let mut from = self.0.len();
        for item in items {
            match item {
                Item::Mnemonic => {
                    self.0.push(Step::Mnemonic);
                    from = self.0.len();
                }
                Item::Lit(text) | Item::Word(text) => self.text(from, text),
                Item::Prefix(f, c) => self.flag(*f, &c.to_string(), item),
                Item::Bar(f) => self.flag(*f, "|", item),
                Item::Flags(flags) => {
                    let step =
                        |f: &u8| Some(Step::Flag(*f, Short::new(&format!(" {}", form.fields[*f as usize].name))?));
                    match flags.iter().map(step).collect::<Option<Vec<_>>>() {
                        Some(steps) => self.0.extend(steps),
                        None => self.0.push(Step::Item(item)),
                    }
                }
                Item::Mod(f, text) => match form.fields[*f as usize].kind {
                    FieldKind::Names(names) => self.names(form, profile, *f, names, true, item),
                    FieldKind::View(names, of) => self.view(form, profile, names, of, true, item),
                    _ => self.flag(*f, text, item),
                },
                Item::Val(f) => self.value(form, profile, *f, item),
                Item::Sum(register, offset) => self.sum(form, *register, *offset, item),
                Item::Group(inner, _, true) => {
                    self.items(form, profile, inner);
                    from = self.0.len();
                }
                Item::Group(inner, fields, false) => {
                    let at = self.0.len();
                    self.0.push(Step::Text(Short::EMPTY));
                    self.items(form, profile, inner);
                    let skip = (self.0.len() - at - 1) as u16;
                    let mut few = [0; 12];
                    self.0[at] = match few.get_mut(..fields.len()) {
                        Some(place) => {
                            place.copy_from_slice(fields);
                            Step::Unless(skip, fields.len() as u8, few)
                        }
                        None => Step::UnlessAll(skip, fields),
                    };
                    from = self.0.len();
                }
            }
        }
    }

    fn flag(&mut self, f: u8, text: &str, item: &'static Item) {
        self.0.push(Short::new(text).map_or(Step::Item(item), |text| Step::Flag(f, text)));
    }

    fn names(&mut self, form: &Form, profile: Profiles, f: u8, names: &'static Names, dot: bool, item: &'static Item) {
        let texts = texts(names, form.fields[f as usize].len(), profile, dot);
        self.0.push(texts.map_or(Step::Item(item), |texts| Step::Name(f, texts)));
    }

    /// The text that depends on another field's value; empty for some values.
    fn view(
        &mut self,
        form: &Form,
        profile: Profiles,
        names: &'static Names,
        of: &str,
        dot: bool,
        item: &'static Item,
    ) {
        let of = form.field(of).filter(|of| {
            let len = form.fields[*of].len();
            len <= 8 && (0..1 << len).all(|value| names.entry(profile, value).is_some())
        });
        match of {
            Some(of) => self.names(form, profile, of as u8, names, dot, item),
            None => self.0.push(Step::Item(item)),
        }
    }

    fn value(&mut self, form: &'static Form, profile: Profiles, f: u8, item: &'static Item) {
        let field = &form.fields[f as usize];
        let most = u64::MAX.checked_shr(64 - field.len()).unwrap_or(0);
        let step = match field.kind {
            FieldKind::Reg(file) if file.literal.is_none() && most < 256 => {
                registers(file, file.count).map(|names| Step::Register(f, names))
            }
            FieldKind::Sized(sized) if most < 256 => {
                let most = sized.counts.iter().copied().max().unwrap_or(0);
                let names: Option<Vec<_>> = (0..=most).map(|count| registers(sized.file, count)).collect();
                names.map(|names| Step::Counted(f, names))
            }
            FieldKind::Flag => return self.text(self.0.len(), field.name),
            FieldKind::Names(names) => return self.names(form, profile, f, names, false, item),
            FieldKind::View(names, of) => return self.view(form, profile, names, of, false, item),
            FieldKind::Int(int) => Some(Step::Number(f, field.len() as u8, field.printed(int))),
            FieldKind::Own(operand, _) => {
                let half = if form.names_halves(profile) { form.half[f as usize] } else { (NO_FLAG, 0) };
                Some(Step::Own(f, operand, form.signs[f as usize], half))
            }
            _ => None,
        };
        self.0.push(step.unwrap_or(Step::Item(item)));
    }

    fn sum(&mut self, form: &Form, register: u8, offset: u8, item: &'static Item) {
        let (base, field) = (&form.fields[register as usize], &form.fields[offset as usize]);
        let step = match (base.kind, field.kind) {
            (FieldKind::Reg(file), FieldKind::Int(int))
                if file.literal.is_none() && file.count < 2 && base.len() <= 8 =>
            {
                let alone = Int { signed: int.signed && int.alone != Alone::Unsigned, ..int };
                let (len, zero) = (field.len() as u8, file.names.first().map(|zero| zero.0));
                registers(file, file.count)
                    .map(|names| Step::Sum(Box::new(Sum { register, offset, names, zero, len, based: int, alone })))
            }
            _ => None,
        };
        self.0.push(step.unwrap_or(Step::Item(item)));
    }
}

/// The texts of all values of `len` bits, optionally with a dot in front; `None` if a text is too long.
fn texts(names: &'static Names, len: u32, profile: Profiles, dot: bool) -> Option<&'static [Short]> {
    type Key = (usize, u32, Profiles, bool);
    static ALL: Shared<Key, Option<Vec<Short>>> = Shared::new();
    if len > 8 {
        return None;
    }
    let text = |value: u64| {
        let dot = if dot { "." } else { "" };
        match names.entry(profile, value) {
            Some(name) if name.text.is_empty() => Some(Short::EMPTY),
            Some(name) => Short::new(&format!("{dot}{}", name.text)),
            None => Short::new(&format!("{dot}{}{value}", names.fallback.unwrap_or(""))),
        }
    };
    let key = (std::ptr::from_ref(names) as usize, len, profile, dot);
    ALL.get(key, || (0..1 << len).map(text).collect()).as_deref()
}

/// The texts of groups of `count` registers, by the first register; `None` if a text is too long.
fn registers(file: &'static RegFile, count: u8) -> Option<&'static [u128; 256]> {
    static ALL: Shared<(usize, u8), Option<[u128; 256]>> = Shared::new();
    let make = || {
        let mut names = [0; 256];
        let mut line = Line::new();
        for (value, name) in names.iter_mut().enumerate() {
            line.truncate(0);
            push_reg(&mut line, file, value as u64, count.into());
            *name = tiny(line.as_str())?;
        }
        Some(names)
    };
    ALL.get((std::ptr::from_ref(file) as usize, count), make).as_ref()
}
