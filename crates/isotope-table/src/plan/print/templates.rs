//! Texts that were printed before: a word that differs from one of theirs in registers, numbers and a literal alone has the same text
//! with other ones in it, and need not be decoded to be printed.
//!
//! Which bits those are follows from the form ([`Loose`]); the others are the key of a [`Template`]. Where it matters whether a loose
//! field has one certain value (its default, with which it is left out; a zero register; the code of a literal), that is a part of the
//! key, too. What cannot be printed so goes the general way, as do words that are no instruction.

use std::hash::{Hash, Hasher};

use super::{Step, Steps, opened};
use crate::Context;
use crate::compile::{Form, Inst, Item, NO_FLAG, read_int};
use crate::error::DecodeError;
use crate::line::{Line, Short, tiny};
use crate::plan::codec::Pick;
use crate::plan::{Shared, place};
use crate::print::{item, print_line, push_int, push_reg};
use crate::row::{Alone, FieldKind, Int, Need, Operand, RegFile};
use crate::table::Table;

/// How many templates are kept, and the first number of places in which they are found; then four times as many as templates.
const MOST: usize = 1 << 14;
const PLACES: usize = 1 << 10;
/// Places for keys that were seen once.
const ONCE: usize = 4 * MOST;
/// The most fields of a form whose value may matter.
const TESTS: usize = 8;
/// Values of a field whose texts are listed.
const LISTED: usize = 512;

/// The texts of all values of a field, as [`tiny`] gives them; 0 where the general way has to decide.
type List = [u128; LISTED];

/// What the words of a disassembler's lines were printed as, by themselves: with no names of a program around them.
pub struct Texts {
    profile: u8,
    /// A power of two of them. Counted from 1; 0 is free.
    places: Vec<u16>,
    templates: Vec<Template>,
    /// A part of the hash of keys that were seen once: most that are new never come again.
    once: Vec<u16>,
    inst: Inst,
}

/// The bits of a word that are not loose, and its form with what is so of loose fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    words: [u64; 2],
    form: u32,
}

/// Words, the first form that they can be, and their key.
#[derive(Clone, Copy)]
struct Asked<'a> {
    words: &'a [u64; 2],
    form: &'static Form,
    key: Key,
}

/// The text of all words of a key.
struct Template {
    key: Key,
    /// The length of the instruction; 0 if it is printed the general way, [`OTHER`] if words of the key are none of the form.
    bits: u32,
    holes: Box<[Hole]>,
}

/// Not the form's, but that of another one whose fixed bits they have as well.
const OTHER: u32 = u32::MAX;

/// A text, and what stands behind it.
#[repr(align(64))]
struct Hole {
    text: Short,
    what: What,
    /// Where the value is.
    at: Pick,
}

enum What {
    Nothing,
    Listed(&'static List),
    /// A number of so many bits.
    Number(Int, u8),
    Literal(Box<Literal>),
}

/// An operand that is the literal behind the instruction, and its value.
struct Literal {
    operand: &'static dyn Operand,
    value: u64,
    profile: u8,
}

/// Which bits of a form's words are loose.
pub(in crate::plan) struct Loose {
    /// The others.
    fixed: [u64; 2],
    tests: Vec<Test>,
    /// Fields that are loose, a bit for each.
    fields: u32,
    /// Where the literal is, unless it is printed by itself.
    literal: Option<Pick>,
}

/// A loose field of which it matters whether it has a value.
struct Test {
    at: Pick,
    value: u64,
    field: u8,
}

impl Texts {
    /// No texts, for a table and a profile.
    pub fn new(table: &'static Table, profile: u8) -> Texts {
        let (templates, once) = (Vec::new(), Vec::new());
        Texts { profile, places: vec![0; PLACES], templates, once, inst: table.blank() }
    }

    /// The template of a key.
    #[inline(always)]
    fn find(&self, key: Key) -> Option<&Template> {
        let mut place = key.hash() as usize;
        loop {
            let index = *self.places.get(place & (self.places.len() - 1))?;
            let template = self.templates.get(usize::from(index).wrapping_sub(1))?;
            if template.key == key {
                return Some(template);
            }
            place += 1;
        }
    }

    /// Learns what a word of a form is printed as, unless it is an instruction of another one.
    #[cold]
    fn learn(&mut self, Asked { words, form, key }: Asked<'_>, text: &[u8]) {
        let mark = (key.hash() >> 16) as u16 | 1;
        self.once.resize(ONCE, 0);
        if std::mem::replace(&mut self.once[key.hash() as usize % ONCE], mark) != mark || self.find(key).is_some() {
            return;
        }
        let none = |bits| Template { key, bits, holes: Box::default() };
        let made = if std::ptr::eq(self.inst.form, form) {
            let made = form.loose(self.profile).and_then(|loose| Template::new(self.profile, loose, key, &self.inst));
            // What does not say what it was made of is none.
            let made = made.filter(|made| {
                let mut line = Line::new();
                made.print(words, &mut line).is_some() && line.as_bytes() == text
            });
            made.unwrap_or_else(|| none(0))
        } else {
            none(if form.never(self.profile, words) { OTHER } else { 0 })
        };
        // As many as that are no code that compilers make.
        if self.templates.len() == MOST {
            self.templates.clear();
            self.places = vec![0; PLACES];
        }
        self.templates.push(made);
        if 4 * self.templates.len() > self.places.len() {
            self.places = vec![0; 2 * self.places.len()];
            (0..self.templates.len()).for_each(|index| self.find_place(index));
        } else {
            self.find_place(self.templates.len() - 1);
        }
    }

    /// Puts a template into the first place that is free for it.
    fn find_place(&mut self, index: usize) {
        let last = self.places.len() - 1;
        let mut place = self.templates[index].key.hash() as usize & last;
        while self.places[place] != 0 {
            place = (place + 1) & last;
        }
        self.places[place] = index as u16 + 1;
    }
}

impl Key {
    #[inline(always)]
    fn hash(self) -> u32 {
        let [low, high] = self.words;
        let odd = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f];
        let product = u128::from(low ^ odd[0]) * u128::from(high ^ odd[1] ^ u64::from(self.form).rotate_left(40));
        let both = product as u64 ^ (product >> 64) as u64;
        (both ^ both >> 32) as u32
    }
}

impl Table {
    /// Appends the text of the instruction at the start of `words`, little-endian, as [`Table::decode_to`] and [`print_line`] do; says
    /// how many bits it has.
    ///
    /// # Errors
    /// The word is no instruction.
    #[inline]
    pub fn print_plain(
        &'static self,
        cx: &Context,
        words: &[u64],
        texts: &mut Texts,
        out: &mut Line,
    ) -> Result<u32, DecodeError> {
        debug_assert!(cx.profile == texts.profile && cx.reuse == 0, "texts of another context");
        // Templates know of two words.
        let both =
            words.split_first_chunk().filter(|(_, rest)| rest.iter().all(|word| *word == 0)).map(|(both, _)| both);
        let mut asked = None;
        if let (Some(both), Some(index)) = (both, self.made()) {
            let first = u128::from(both[0]) | u128::from(both[1]) << 64;
            for candidate in index.candidates(first) {
                let form = self.form(*candidate);
                if !form.opcode.fits(first) || form.profiles & texts.profile == 0 {
                    continue;
                }
                let Some(loose) = form.loose(texts.profile) else { break };
                let key = loose.key(form, both);
                asked = Some(Asked { words: both, form, key });
                match texts.find(key) {
                    Some(template) if template.bits == OTHER => {}
                    Some(template) => {
                        let start = out.len();
                        if let Some(bits) = template.print(both, out) {
                            return Ok(bits);
                        }
                        out.truncate(start);
                        break;
                    }
                    None => break,
                }
            }
        }
        self.print_anew(cx, asked, words, texts, out)
    }

    #[inline(never)]
    fn print_anew(
        &'static self,
        cx: &Context,
        asked: Option<Asked<'_>>,
        words: &[u64],
        texts: &mut Texts,
        out: &mut Line,
    ) -> Result<u32, DecodeError> {
        let start = out.len();
        self.decode_to(cx.profile, words, &mut texts.inst)?;
        print_line(cx, &texts.inst, out);
        if let Some(asked) = asked {
            texts.learn(asked, &out.as_bytes()[start..]);
        }
        Ok(texts.inst.bits())
    }
}

impl Form {
    /// Which of its bits are loose, if it has templates.
    #[inline]
    fn loose(&'static self, profile: u8) -> Option<&'static Loose> {
        self.plans.loose[place(profile)?].get_or_init(|| Loose::new(self, profile)).as_ref()
    }

    /// Whether the rules of the encoding alone say that words are none of the form, as they do of all with their key: rules are of fields
    /// that are not loose.
    fn never(&'static self, profile: u8, words: &[u64; 2]) -> bool {
        self.pulling(profile).is_some_and(|pulls| pulls.refuses(self, words))
    }
}

impl Loose {
    fn new(form: &'static Form, profile: u8) -> Option<Loose> {
        let Steps { steps, defaults } = form.printing(profile)?;
        let mut never = 0;
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
                    tests.push((sum.offset, 0));
                    tests.extend(sum.zero.map(|zero| (sum.register, zero)));
                }
                Step::Own(f, operand, signs) => {
                    printed |= 1 << f;
                    never |= signs.iter().filter(|flag| **flag != NO_FLAG).fold(0, |all, flag| all | 1 << flag);
                    if listed(*f) {
                        fields |= 1 << f;
                        tests.extend(operand.literal().map(|code| (*f, code)));
                    }
                }
                Step::Unless(_, count, few) => {
                    tests.extend(few.iter().take((*count).into()).map(|f| (*f, defaults[*f as usize])));
                }
                Step::UnlessAll(_, all) => tests.extend(all.iter().map(|f| (*f, defaults[*f as usize]))),
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
        fields &= !never;
        fields = (0..form.fields.len() as u8)
            .filter(|f| fields >> f & 1 == 1 && at(*f).is_some())
            .fold(0, |all, f| all | 1 << f);
        // What is asked of other fields is among the bits of the key.
        tests.retain(|(f, _)| fields >> f & 1 == 1);
        tests.sort_unstable();
        tests.dedup();
        let literal = form.literal.filter(|f| (fields | printed | never) >> f & 1 == 0).and_then(at);
        let mut fixed = [u64::MAX; 2];
        let loose = (0..form.fields.len() as u8).filter(|f| fields >> f & 1 == 1).filter_map(at).chain(literal);
        loose.for_each(|pick| pick.clear(&mut fixed));
        let test = |(field, value): (u8, u64)| Some(Test { at: at(field)?, value, field });
        let tests: Vec<_> = tests.into_iter().filter_map(test).collect();
        (tests.len() <= TESTS).then_some(Loose { fixed, tests, fields, literal })
    }

    #[inline(always)]
    fn key(&self, form: &Form, words: &[u64; 2]) -> Key {
        let mut tests = 0;
        for test in &self.tests {
            tests = tests << 1 | u32::from(test.at.get(words) == test.value);
        }
        let words = [words[0] & self.fixed[0], words[1] & self.fixed[1]];
        Key { words, form: u32::from(form.index) << TESTS | tests }
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
    fn new(profile: u8, loose: &Loose, key: Key, inst: &Inst) -> Option<Template> {
        let form = inst.form;
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
                Step::Own(f, operand, signs) => {
                    all.own(*f, *operand, signs.map(|flag| flag != NO_FLAG && value(flag) != 0))?
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

    /// Appends the text with the registers and numbers of a word. Nothing where the general way has to decide; then a part of it may
    /// have been appended.
    #[inline(always)]
    fn print(&self, words: &[u64; 2], out: &mut Line) -> Option<u32> {
        for hole in &self.holes {
            out.push_short(&hole.text);
            let value = hole.at.get(words);
            match &hole.what {
                What::Listed(list) => {
                    let text = list[value as usize % LISTED];
                    if text == 0 {
                        return None;
                    }
                    out.push_tiny(text);
                }
                What::Number(int, len) => push_int(out, *int, read_int(*int, (*len).into(), value)),
                What::Nothing => {}
                What::Literal(of) => of.operand.print(&Context::new(of.profile), of.value, value, out),
            }
        }
        (self.bits != 0).then_some(self.bits)
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
            let settled = self.loose.tests.iter().any(|test| test.field == f && test.value == self.value(f));
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

    fn own(&mut self, f: u8, operand: &'static dyn Operand, signs: [bool; 3]) -> Option<()> {
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
            Some(at) => self.hole(What::Listed(values(operand, signs, profile)), at),
            None => {
                signed(operand, signs, &Context::new(profile), value, &mut line);
                self.text.push_str(line.as_str());
            }
        }
        Some(())
    }
}

/// An operand that is no literal, with its signs.
fn signed(operand: &dyn Operand, [neg, abs, sext]: [bool; 3], cx: &Context, value: u64, out: &mut Line) {
    let close = opened(neg, abs, sext, || operand.number(value), out);
    operand.print(cx, value, 0, out);
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
fn values(operand: &'static dyn Operand, signs: [bool; 3], profile: u8) -> &'static List {
    type Key = (Same, [bool; 3], u8);
    static ALL: Shared<Key, &'static List> = Shared::new();
    let make = || {
        let text = |value: usize| {
            let value = value as u64;
            if !operand.valid(profile, value) || operand.literal() == Some(value) {
                return 0;
            }
            let mut line = Line::new();
            signed(operand, signs, &Context::new(profile), value, &mut line);
            tiny(line.as_str()).unwrap_or(0)
        };
        &*Box::leak(Box::new(std::array::from_fn(text)))
    };
    ALL.get((Same(operand), signs, profile), make)
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
