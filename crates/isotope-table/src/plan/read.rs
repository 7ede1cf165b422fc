//! Reading by steps: what [`crate::parse`] does with the items of a form, for plain spellings.
//!
//! A step says yes or no only where the general way says the same; with everything else (comments, labels, other bases, names of other
//! processors) the whole line goes there. So does every line that is refused, which has to be explained.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use super::rules::Rules;
use super::words::{Fixed, Found, Set, Text};
use crate::compile::{Form, Inst, Item, MAX_FIELDS, NO_FLAG, Table, collect};
use crate::parse::values::range;
use crate::row::{Alone, Field, FieldKind, Float, Int, Need, Operand, Pair, RegFile, Sized, Spelled, Status};
use crate::{Context, Mode, float};

/// What a step says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    Yes,
    /// The text is not what stands here.
    No,
    /// Nor can it be left out.
    Never,
    /// The general way has to decide.
    Open,
}

use Says::{Never, No, Open, Yes};

/// How a form is read.
pub struct Steps {
    form: &'static Form,
    steps: Vec<Step>,
    defaults: [u64; MAX_FIELDS],
    /// All rules, and those that count in [`Mode::Compat`].
    rules: [Rules; 2],
}

enum Step {
    Mnemonic,
    /// A comma and a blank.
    Comma(Box<Literal>),
    Blank(Box<Literal>),
    Literal(Fixed, u8, u8, Box<Literal>),
    /// A fixed word with its dot.
    Word(Fixed),
    /// Modifiers one behind the other. `quiet` where nothing changes if there is none.
    Modifiers {
        all: Vec<Modifier>,
        quiet: bool,
    },
    /// A character in front of an operand.
    Mark(u8, u8),
    /// A comma, a blank and a register.
    Next(Box<Literal>, u8, u8, u8, &'static Register),
    /// A register: its field, the letter in front of its number, and whether it is one register that others may follow.
    Register(u8, u8, u8, &'static Register),
    Number(u8, Box<Number>),
    Value(u8, Box<Value>),
    Sum(Box<Sum>),
    /// So many steps that may be left out together: the fields that then have their defaults.
    Group(Group),
    Flags(Vec<(u8, Fixed)>),
    /// What the general way reads.
    Open,
}

enum Modifier {
    /// A flag that is a word with a dot.
    Flag(u8, Fixed),
    /// A name with a dot, or nothing.
    Name(u8, &'static Set),
}

struct Literal {
    text: &'static str,
    last: u8,
    /// The first byte that is no blank and, where they may be left out, no comma; 0 if there is none.
    solid: u8,
}

struct Group {
    skip: u16,
    fields: u32,
    /// A field of it stands in front of it, too.
    shared: bool,
    /// Commas may be left out in front of it.
    gap: bool,
    /// It begins with a name and a colon of so many bytes, behind which something has to follow; 0 where it does not.
    colon: u8,
    /// The byte that has to stand there, blanks and a comma aside; 0 where that is not known.
    first: u8,
}

enum Value {
    Counted(&'static Register),
    Listed(&'static Register, &'static Sized),
    Pair(&'static Register, &'static Pair),
    Flag(Fixed),
    Name(&'static Set),
    Float(Float, u32),
    Target(Number),
    Set(u32),
    Own(&'static dyn Operand, [u8; 3]),
}

/// Names of registers.
struct Register {
    file: &'static RegFile,
    /// The only letter of its first range, 0 where it has more.
    letter: u8,
    /// Whether its groups start at multiples of their size.
    starts: bool,
    /// The number of its first register, and how many there are.
    first: u64,
    registers: u64,
    names: Vec<(Fixed, u64)>,
    /// Whether numbers have names.
    numeric: bool,
    /// The values of the names that are whole numbers below 128, and of those with a minus.
    numbers: [Vec<Option<u8>>; 2],
    slot: u8,
    groups: bool,
    aligned: &'static [&'static str],
}

/// What fits a field.
#[derive(Clone, Copy)]
struct Number {
    low: i64,
    /// The most in other modes than [`Mode::Compat`], and in it.
    high: [i64; 2],
    scale: u8,
    mask: u64,
}

struct Sum {
    register: u8,
    offset: u8,
    base: &'static Register,
    zero: Option<u64>,
    based: Number,
    alone: Number,
}

/// Where a text is read: the buffers of one line after another, and the forms of the last mnemonics.
pub struct Plain {
    text: Text,
    inst: Inst,
    known: Vec<Known>,
}

/// Mnemonics that are remembered, each in one place.
const KNOWN: usize = 2048;

/// The forms of a mnemonic and profile, beside each other in memory.
#[derive(Clone, Default)]
struct Known {
    name: [u128; 2],
    profile: u8,
    forms: Vec<&'static Steps>,
}

impl Known {
    /// The place of a mnemonic of at most 32 bytes, and itself.
    #[inline]
    fn place(text: &Text, at: usize, len: usize) -> (usize, [u128; 2]) {
        let mask = |len: usize| u128::MAX.checked_shr(128 - 8 * len as u32).unwrap_or(0);
        let name = [text.sixteen(at) & mask(len.min(16)), text.sixteen(at + 16) & mask(len.saturating_sub(16))];
        let mut all = name[0] ^ name[1].rotate_left(23);
        all = u128::from((all as u64 ^ ((all >> 64) as u64).rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        ((all as u64 >> 53) as usize % KNOWN, name)
    }
}

impl Table {
    /// Buffers for [`Table::assemble_plain`].
    pub fn plain(&'static self) -> Plain {
        Plain { text: Text::new(), inst: self.blank(), known: vec![Known::default(); KNOWN] }
    }

    /// Parses and encodes a plain text: how much of it was read, and the instruction's length in bits. Nothing where
    /// [`Table::parse`] has to look.
    #[inline]
    pub fn assemble_plain(
        &'static self,
        cx: &Context,
        text: &str,
        plain: &mut Plain,
        words: &mut [u64],
    ) -> Option<(usize, u32)> {
        let len = self.read_plain(cx, text, plain)?;
        plain.inst.encode(words);
        Some((len, plain.inst.bits()))
    }

    /// The instruction at the start of a plain text, and how much was read.
    pub(crate) fn parse_plain(&'static self, cx: &Context, text: &str) -> Option<(Inst, usize)> {
        let mut plain = Plain { text: Text::new(), inst: self.blank(), known: Vec::new() };
        let len = self.read_plain(cx, text, &mut plain)?;
        Some((plain.inst, len))
    }

    fn read_plain(&'static self, cx: &Context, mut text: &str, plain: &mut Plain) -> Option<usize> {
        let Plain { text: copy, inst, known } = plain;
        if copy.copy(text)? {
            // A comment ends the text; one in the middle is for the general way.
            let at = text.find('/').filter(|at| text[*at..].starts_with("//"))?;
            text = &text[..at];
            copy.cut(at);
        }
        let mut at = (self.layout.skip_prefix)(text);
        while matches!(copy.byte(at), b' ' | b'\t') {
            at += 1;
        }
        let len = copy.about_word_len(at);
        let made;
        let (end, forms) = match Known::place(copy, at, len) {
            (place, name) if len <= 32 && !known.is_empty() => {
                let known = &mut known[place];
                if known.name != name || known.profile != cx.profile {
                    let (end, forms) = self.named_plain(cx.profile, copy, at, len)?;
                    // What stands behind a mnemonic is not remembered with it.
                    if end != at + len {
                        made = forms;
                        (end, &made)
                    } else {
                        *known = Known { name, profile: cx.profile, forms };
                        (end, &known.forms)
                    }
                } else {
                    (at + len, &known.forms)
                }
            }
            _ => {
                let (end, forms) = self.named_plain(cx.profile, copy, at, len)?;
                made = forms;
                (end, &made)
            }
        };
        let groups = self.layout.style.groups;
        let counted = [(0, 0); 2];
        let mut reader = Reader {
            cx,
            source: text,
            text: copy,
            at: 0,
            mnemonic: (at, end),
            start: 0,
            inst,
            seen: 0,
            slot: 0,
            counted,
            counts: 0,
            groups,
        };
        for steps in forms {
            reader.inst.form = steps.form;
            reader.inst.vals = steps.defaults;
            (reader.at, reader.start, reader.seen, reader.slot, reader.counts) = (0, 0, 0, 0, 0);
            match reader.whole(steps) {
                Yes => return Some(reader.at),
                No | Never => {}
                Open => return None,
            }
        }
        None
    }

    /// The end of the mnemonic at a place, and how its forms are read.
    fn named_plain(
        &'static self,
        profile: u8,
        text: &Text,
        at: usize,
        len: usize,
    ) -> Option<(usize, Vec<&'static Steps>)> {
        // What is found is the name alone, since names are words.
        let mut end = at + len;
        let mut forms = self.by_mnemonic().forms(text.slice(at, end));
        if forms.is_empty() {
            end = at + text.word_len(at);
            forms = self.by_mnemonic().forms(text.slice(at, end));
        }
        let forms = forms.iter().map(|index| &self.forms[usize::from(*index)]);
        let steps: Option<Vec<_>> =
            forms.filter(|form| form.row.profiles & profile != 0).map(|form| form.reading(profile)).collect();
        Some((end, steps?))
    }
}

struct Reader<'a> {
    cx: &'a Context<'a>,
    source: &'a str,
    text: &'a Text,
    at: usize,
    /// Where the word begins and ends by which the form was found.
    mnemonic: (usize, usize),
    /// End of the mnemonic.
    start: usize,
    inst: &'a mut Inst,
    seen: u32,
    slot: u8,
    counted: [(u8, u64); 2],
    counts: u8,
    groups: bool,
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

impl Reader<'_> {
    fn whole(&mut self, steps: &Steps) -> Says {
        match self.run(&steps.steps) {
            Yes => {}
            says => return says,
        }
        let end = self.at;
        if self.groups {
            self.gap();
        }
        self.blank();
        // Comments, control annotations and marks behind operands are for the general way.
        match self.text.byte(self.at) {
            0 if self.at == self.source.len() => {}
            b';' => {}
            0 | b'.' | b'&' | b'?' | b'{' | b'}' => return Open,
            _ => return No,
        }
        for (f, count) in self.counted.iter().take(self.counts.into()) {
            if self.inst.count(*f) != *count {
                return No;
            }
        }
        self.at = end;
        if steps.rules[usize::from(self.cx.mode == Mode::Compat)].hold(self.inst) { Yes } else { No }
    }

    fn run(&mut self, steps: &[Step]) -> Says {
        let mut next = 0;
        while let Some(step) = steps.get(next) {
            next += 1;
            let says = match step {
                Step::Mnemonic => {
                    self.blank();
                    self.at = if self.at == self.mnemonic.0 {
                        self.mnemonic.1
                    } else {
                        self.at + self.text.word_len(self.at)
                    };
                    self.start = self.at;
                    Yes
                }
                Step::Comma(literal) => self.comma(literal),
                Step::Next(literal, f, letter, count, of) => match self.comma(literal) {
                    Yes => self.one(*f, *letter, *count, of),
                    says => says,
                },
                Step::Blank(literal) => {
                    let behind = self.text.byte(self.at + 1);
                    if self.text.byte(self.at) == b' ' && behind > b' ' && behind != b',' {
                        self.slot = 0;
                        self.at += 1;
                        Yes
                    } else {
                        self.literal_apart(literal)
                    }
                }
                Step::Literal(fixed, first, last, literal) => self.literal(fixed, *first, *last, literal),
                Step::Word(word) => {
                    let end = self.at + usize::from(word.len);
                    if !word.is(self.text.sixteen(self.at), self.text, self.at) || self.text.word(end) {
                        return No;
                    }
                    self.at = end;
                    Yes
                }
                Step::Modifiers { all, quiet } => {
                    let (here, next) = (self.text.byte(self.at), self.text.byte(self.at + 1));
                    if *quiet && here != b'.' && !(here == b' ' && matches!(next, b' ' | b'.')) {
                        continue;
                    }
                    self.modifiers(all)
                }
                Step::Mark(f, c) => {
                    self.blank();
                    if self.text.byte(self.at) == *c {
                        self.at += 1;
                        self.set(*f, 1);
                    }
                    Yes
                }
                Step::Register(f, letter, count, of) => self.one(*f, *letter, *count, of),
                Step::Number(f, number) => match self.number().and_then(|n| number.fit(n, self.cx.mode)) {
                    Ok(value) => {
                        self.set(*f, value);
                        Yes
                    }
                    Err(says) => says,
                },
                Step::Value(f, value) => self.value(*f, value),
                Step::Sum(sum) => self.sum(sum),
                Step::Flags(flags) => self.flags(flags),
                Step::Group(group) => {
                    let inner = next;
                    next += usize::from(group.skip);
                    self.group(group, steps.get(inner..next).unwrap_or(&[]))
                }
                Step::Open => Open,
            };
            if says != Yes {
                return says;
            }
        }
        Yes
    }

    #[inline(always)]
    fn comma(&mut self, literal: &Literal) -> Says {
        let (before, behind) = (self.text.byte(self.at.wrapping_sub(1)), self.text.byte(self.at + 2));
        let plain = before > b' ' && before != b',' && behind > b' ' && behind != b',';
        if self.text.sixteen(self.at) as u16 == u16::from_le_bytes(*b", ") && plain && self.at > self.start {
            self.slot = 0;
            self.at += 2;
            return Yes;
        }
        self.literal_apart(literal)
    }

    #[inline(always)]
    fn one(&mut self, f: u8, letter: u8, count: u8, of: &Register) -> Says {
        self.blank();
        let found = match self.lettered(letter, count, of) {
            Some(n) => n,
            None => match self.register(of, Some(u64::from(count))) {
                Ok((value, _)) => value,
                Err(says) => return says,
            },
        };
        let Some(val) = self.inst.vals.get_mut(f as usize) else { return Open };
        // A field that stands twice is the same register both times.
        if self.seen >> f & 1 == 1 && *val != found {
            return No;
        }
        self.seen |= 1 << f;
        *val = found;
        self.slot = of.slot;
        Yes
    }

    #[inline(always)]
    fn set(&mut self, f: u8, value: u64) {
        if let Some(val) = self.inst.vals.get_mut(f as usize) {
            *val = value;
        }
    }

    #[inline(always)]
    fn blank(&mut self) {
        if self.text.byte(self.at) <= b' ' {
            self.blanks();
        }
    }

    fn blanks(&mut self) {
        while is_blank(self.text.byte(self.at)) {
            self.at += 1;
        }
    }

    /// Blanks, and a comma unless there is one already.
    fn gap(&mut self) {
        self.blank();
        if self.text.byte(self.at) == b',' {
            let mut before = self.at;
            while before > self.start && self.text.byte(before - 1).is_ascii_whitespace() {
                before -= 1;
            }
            self.at += usize::from(before > self.start && self.text.byte(before - 1) != b',');
        }
    }

    fn group(&mut self, group: &Group, steps: &[Step]) -> Says {
        let (at, slot) = (self.at, self.slot);
        if group.first != 0 && !group.shared && self.text.byte(at) == 0 {
            return Yes;
        }
        if group.gap {
            self.gap();
            self.blank();
        }
        let start = self.at;
        let mut ahead = start;
        if group.first != 0 {
            while is_blank(self.text.byte(ahead)) || self.groups && self.text.byte(ahead) == b',' {
                ahead += 1;
            }
        }
        let here = self.text.byte(ahead);
        if group.first != 0 && here != group.first && here != b'.' && !group.shared {
            (self.at, self.slot) = (at, slot);
            return Yes;
        }
        let says = self.run(steps);
        // Behind the colon of what is meant something has to follow.
        if says == No && group.colon != 0 && self.at >= start + usize::from(group.colon) {
            return Never;
        }
        if says == No {
            (self.at, self.slot) = (at, slot);
            self.seen &= !group.fields;
            let mut fields = group.fields;
            while fields != 0 {
                let f = fields.trailing_zeros();
                fields &= fields - 1;
                self.inst.vals[f as usize] = self.inst.form.defaults[f as usize];
            }
            return Yes;
        }
        says
    }

    #[inline]
    fn literal(&mut self, fixed: &Fixed, first: u8, last: u8, literal: &Literal) -> Says {
        let end = self.at + usize::from(fixed.len);
        if fixed.is(self.text.sixteen(self.at), self.text, self.at) {
            let before = self.text.byte(self.at.wrapping_sub(1));
            let behind = self.text.byte(end);
            let begins = first != b',' || !self.groups || self.at > self.start && !is_blank(before) && before != b',';
            let ends = match last {
                b' ' => !(is_blank(behind) || self.groups && behind == b','),
                last => !(self.groups && last.is_ascii_alphanumeric() && self.text.word(end)),
            };
            if begins && ends {
                self.slot = 0;
                self.at = end;
                return Yes;
            }
        }
        if literal.solid != 0 {
            let mut ahead = self.at;
            while is_blank(self.text.byte(ahead)) || self.groups && self.text.byte(ahead) == b',' {
                ahead += 1;
            }
            let here = self.text.byte(ahead);
            if here != literal.solid && here != b'.' {
                self.slot = 0;
                return No;
            }
        }
        self.literal_apart(literal)
    }

    /// Byte by byte, where blanks and commas are not those of the rows.
    fn literal_apart(&mut self, literal: &Literal) -> Says {
        if self.slot != 0 && self.text.byte(self.at) == b'.' {
            return Open;
        }
        self.slot = 0;
        for c in literal.text.bytes() {
            if c == b' ' && self.groups && self.start > 0 {
                self.gap();
                self.blank();
            } else if c == b' ' {
                self.blank();
            } else if c == b',' && self.groups {
                self.gap();
            } else {
                if self.text.byte(self.at) != c {
                    self.blank();
                }
                match self.text.byte(self.at) {
                    found if found == c => self.at += 1,
                    _ => return No,
                }
            }
        }
        if self.groups && literal.last.is_ascii_alphanumeric() && self.text.word(self.at) { No } else { Yes }
    }

    fn modifiers(&mut self, all: &[Modifier]) -> Says {
        for modifier in all {
            match modifier {
                Modifier::Flag(f, word) => {
                    let mut at = self.at;
                    while self.text.byte(at) == b' ' {
                        at += 1;
                    }
                    let end = at + usize::from(word.len);
                    if word.is(self.text.sixteen(at), self.text, at) && !self.text.word(end) {
                        self.at = end;
                        self.set(*f, 1);
                    }
                }
                Modifier::Name(f, set) => match self.modifier(*f, set) {
                    Yes => {}
                    says => return says,
                },
            }
        }
        Yes
    }

    #[inline(always)]
    fn modifier(&mut self, f: u8, set: &Set) -> Says {
        let start = self.at;
        if self.text.byte(self.at) == b' ' && self.text.byte(self.at + 1) == b'.' {
            self.at += 1;
        }
        if self.text.byte(self.at) == b'.' {
            self.at += 1;
            match set.find(self.text, self.at) {
                Found::Value(value, status, len) => {
                    if status != Status::Ok && self.cx.mode != Mode::Compat {
                        return Never;
                    }
                    self.at += len;
                    self.set(f, value);
                    return Yes;
                }
                Found::Open => return Open,
                Found::Nothing => {}
            }
        }
        self.at = start;
        match set.empty {
            Some(value) => {
                self.set(f, value);
                Yes
            }
            None => No,
        }
    }

    fn flags(&mut self, flags: &[(u8, Fixed)]) -> Says {
        let mut seen = 0u32;
        if self.text.byte(self.at) == 0 {
            return Yes;
        }
        loop {
            let before = self.at;
            if seen == 0 {
                self.gap();
            }
            self.blank();
            let sixteen = self.text.sixteen(self.at);
            let here = |(_, name): &&(u8, Fixed)| {
                name.is(sixteen, self.text, self.at) && !self.text.word(self.at + usize::from(name.len))
            };
            match flags.iter().find(here) {
                Some((f, _)) if seen >> f & 1 == 1 => return Open,
                Some((f, name)) => {
                    seen |= 1 << f;
                    self.at += usize::from(name.len);
                    self.set(*f, 1);
                }
                // `noglc`.
                None if sixteen as u16 == u16::from_le_bytes(*b"no") => return Open,
                None => {
                    self.at = before;
                    return Yes;
                }
            }
        }
    }

    fn value(&mut self, f: u8, value: &Value) -> Says {
        self.blank();
        match value {
            Value::Counted(register) => match self.register(register, None) {
                Ok((value, count)) => {
                    self.set(f, value);
                    self.count(f, count)
                }
                Err(says) => says,
            },
            Value::Listed(register, sized) => self.list(f, register, sized),
            Value::Pair(register, pair) => self.pair(f, register, pair),
            Value::Flag(name) => {
                if !name.is(self.text.sixteen(self.at), self.text, self.at)
                    || self.text.word(self.at + usize::from(name.len))
                {
                    return if self.groups && self.text.byte(self.at) == b'n' { Open } else { No };
                }
                self.at += usize::from(name.len);
                self.set(f, 1);
                Yes
            }
            Value::Name(set) => match set.find(self.text, self.at) {
                Found::Value(_, status, _) if status != Status::Ok && self.cx.mode != Mode::Compat => Never,
                Found::Value(value, _, len) => {
                    self.at += len;
                    self.set(f, value);
                    Yes
                }
                Found::Open => Open,
                Found::Nothing => No,
            },
            Value::Float(kind, len) => match float::parse(*kind, *len, self.source.get(self.at..).unwrap_or("")) {
                Some((value, used)) => {
                    self.at += used;
                    self.set(f, value);
                    Yes
                }
                None => No,
            },
            Value::Target(number) => {
                // Labels are names of the program around.
                match self.text.byte(self.at) {
                    b'0'..=b'9' | b'-' | b'+' => {}
                    b'c' if self.text.byte(self.at + 1) == b'[' && self.cx.scope.address("c").is_none() => return No,
                    _ => return Open,
                }
                let near = |n: i64| n.wrapping_sub(self.cx.pc as i64).wrapping_sub(8);
                match self.number().and_then(|n| number.fit(near(n), self.cx.mode)) {
                    Ok(value) => {
                        self.set(f, value);
                        Yes
                    }
                    Err(says) => says,
                }
            }
            Value::Set(len) => self.bits(f, *len),
            Value::Own(operand, signs) => self.own(f, *operand, *signs),
        }
    }

    fn count(&mut self, f: u8, count: u64) -> Says {
        match self.counted.get_mut(usize::from(self.counts)) {
            Some(place) => *place = (f, count),
            None => return Open,
        }
        self.counts += 1;
        Yes
    }

    /// The usual case: a letter and a number, or a range of numbers. Nothing where this is something else or wrong.
    #[inline(always)]
    fn lettered(&mut self, letter: u8, count: u8, of: &Register) -> Option<u64> {
        if self.text.byte(self.at) != letter || letter == 0 {
            return None;
        }
        if count == 1 {
            let (n, digits) = self.text.few_digits(self.at + 1);
            let end = self.at + 1 + digits;
            if digits == 0 || self.text.word(end) || n >= of.registers {
                return None;
            }
            self.at = end;
            return Some(of.first + n);
        }
        let (n, found, end) = self.range(of)?;
        if found != u64::from(count) {
            return None;
        }
        self.at = end;
        Some(of.first + n)
    }

    /// `v[4:5]` with this letter: the first number, how many there are, and where it ends.
    #[inline(always)]
    fn range(&self, of: &Register) -> Option<(u64, u64, usize)> {
        let (first, digits) = self.text.few_digits(self.at + 2);
        let colon = self.at + 2 + digits;
        let (last, more) = self.text.few_digits(colon + 1);
        let end = colon + 1 + more;
        let spelled =
            self.text.byte(self.at + 1) == b'[' && self.text.byte(colon) == b':' && self.text.byte(end) == b']';
        // Zeros in front are another base.
        let octal = digits > 1 && self.text.byte(self.at + 2) == b'0' || more > 1 && self.text.byte(colon + 1) == b'0';
        if !spelled || !of.groups || digits == 0 || more == 0 || octal || last < first || last >= of.registers {
            return None;
        }
        let count = last - first + 1;
        let unit = count.min(4).next_power_of_two();
        let fits = !of.starts || count == 1 || first & (unit - 1) == 0;
        fits.then_some((first, count, end + 1))
    }

    /// A register, or a group of `count`, or of any number: its number and how many there are.
    fn register(&mut self, of: &Register, count: Option<u64>) -> Result<(u64, u64), Says> {
        if of.letter != 0 && self.text.byte(self.at) == of.letter {
            let (n, digits) = self.text.few_digits(self.at + 1);
            let at = self.at + 1 + digits;
            if digits > 0 && !self.text.word(at) && (count.unwrap_or(1) == 1 || of.groups) {
                if n >= of.registers || count.unwrap_or(1) != 1 {
                    return Err(No);
                }
                self.at = at;
                return Ok((of.first + n, 1));
            }
            if let Some((n, found, end)) = self.range(of) {
                if count.is_some_and(|count| count != found) {
                    return Err(No);
                }
                self.at = end;
                return Ok((of.first + n, found));
            }
        }
        if of.groups { self.group_of(of, count) } else { self.plain(of) }
    }

    /// Where registers are words of letters and digits.
    fn plain(&mut self, of: &Register) -> Result<(u64, u64), Says> {
        if of.file.count > 1 || of.numeric {
            return Err(Open);
        }
        let first = self.text.byte(self.at);
        if matches!(first, b'0'..=b'9' | b'-') {
            return Err(No);
        }
        if let Some(found) = self.named(of) {
            return Ok((found, 1));
        }
        // More digits than usual, or a file with several prefixes.
        let known = |(_, _, prefix): &(u64, u64, &str)| prefix.as_bytes().first() == Some(&first);
        Err(if of.file.ranges.iter().any(known) && self.text.byte(self.at + 1).is_ascii_digit() { Open } else { No })
    }

    fn named(&mut self, of: &Register) -> Option<u64> {
        let sixteen = self.text.sixteen(self.at);
        let here = |(name, _): &&(Fixed, u64)| {
            name.is(sixteen, self.text, self.at) && !self.text.word(self.at + usize::from(name.len))
        };
        let (name, value) = of.names.iter().find(here)?;
        self.at += usize::from(name.len);
        Some(*value)
    }

    /// Where registers form groups: `v5`, `v[4:5]`.
    fn group_of(&mut self, of: &Register, count: Option<u64>) -> Result<(u64, u64), Says> {
        let begin = self.at;
        let mut at = begin;
        while self.text.byte(at).is_ascii_lowercase() {
            at += 1;
        }
        let letters = at - begin;
        if letters == 0 {
            // Numbers, lists.
            let first = self.text.byte(begin);
            if first == b'[' {
                return Err(Open);
            }
            if of.numeric && (first == b'-' || first.is_ascii_digit()) {
                return self.inline(of);
            }
            return self.named(of).map(|value| (value, count.unwrap_or(1))).ok_or(No);
        }
        let (first, last) = if self.text.byte(at) == b'[' {
            let Some(low) = self.small(at + 1) else { return Err(Open) };
            let high = match self.text.byte(low.1) {
                b':' => self.small(low.1 + 1),
                _ => Some(low),
            };
            let Some(high) = high else { return Err(Open) };
            if self.text.byte(high.1) != b']' || high.0 < low.0 {
                return Err(Open);
            }
            at = high.1 + 1;
            (low.0, high.0)
        } else {
            match self.small(at) {
                Some((n, end)) if !self.text.word(end) => {
                    at = end;
                    (n, n)
                }
                // A word: one of the names or none.
                None if !self.text.byte(at).is_ascii_digit() => {
                    while is_blank(self.text.byte(at)) {
                        at += 1;
                    }
                    if self.text.byte(at) == b'[' {
                        return Err(Open);
                    }
                    return self.named(of).map(|value| (value, count.unwrap_or(1))).ok_or(No);
                }
                _ => return Err(Open),
            }
        };
        let prefix = self.text.slice(begin, begin + letters);
        let Some((lo, hi, prefix)) = of.file.ranges.iter().find(|range| range.2.as_bytes() == prefix) else {
            return self.named(of).map(|value| (value, count.unwrap_or(1))).ok_or(No);
        };
        let found = last - first + 1;
        let unit = found.min(4).next_power_of_two();
        let unaligned = found > 1 && first & (unit - 1) != 0 && of.aligned.contains(prefix);
        if unaligned || last > hi - lo || count.is_some_and(|count| count != found) {
            return Err(No);
        }
        self.at = at;
        Ok((lo + first, found))
    }

    /// A small number for which the file has a name.
    fn inline(&mut self, of: &Register) -> Result<(u64, u64), Says> {
        let minus = usize::from(self.text.byte(self.at) == b'-');
        let Some((n, end)) = self.small(self.at + minus) else { return Err(Open) };
        let found = of.numbers[minus].get(n as usize).copied().flatten();
        if self.text.word(end) || self.text.byte(end) == b'.' {
            return Err(Open);
        }
        self.at = end;
        found.map(|value| (value.into(), 1)).ok_or(Open)
    }

    /// A decimal number of at most four digits without zeros in front, and where it ends.
    #[inline(always)]
    fn small(&self, from: usize) -> Option<(u64, usize)> {
        let (n, digits) = self.text.few_digits(from);
        let octal = digits > 1 && self.text.byte(from) == b'0';
        let more = self.text.byte(from + digits).is_ascii_digit();
        (digits > 0 && !octal && !more).then_some((n, from + digits))
    }

    /// `[v1, v5]`, at least two.
    fn list(&mut self, f: u8, register: &Register, sized: &'static Sized) -> Says {
        if self.text.byte(self.at) != b'[' {
            return No;
        }
        self.at += 1;
        let mut count = 0;
        loop {
            self.blank();
            let number = match self.register(register, Some(1)) {
                Ok((number, _)) => number,
                Err(says) => return says,
            };
            let place = match count {
                0 => Some(f),
                n => sized.rest.get(n as usize - 1).and_then(|name| self.inst.form.field(name)).map(|f| f as u8),
            };
            let Some(place) = place else { return No };
            self.set(place, number);
            count += 1;
            self.blank();
            match self.text.byte(self.at) {
                b']' if count > 1 => {
                    self.at += 1;
                    return self.count(f, count);
                }
                b',' => self.at += 1,
                _ => return No,
            }
        }
    }

    /// Two registers of which one is encoded.
    fn pair(&mut self, f: u8, register: &Register, pair: &Pair) -> Says {
        let mut at = [0; 2];
        for (i, value) in at.iter_mut().enumerate() {
            self.blank();
            match self.register(register, Some(1)) {
                Ok((number, _)) => *value = number,
                // Registers beyond the last are spelled with question marks.
                Err(_) => return Open,
            }
            if i == 0 {
                self.blank();
                if self.text.byte(self.at) != b',' {
                    return Open;
                }
                self.at += 1;
            }
        }
        let [first, second] = at;
        let zero = pair.file.names.first().map_or(255, |zero| zero.0);
        let step = 1 + self.inst.get(pair.wide);
        let (layout, value) = match (first, second) {
            (a, b) if b == zero => (1, a.min(zero)),
            (a, b) if a == zero => (2, b.min(zero)),
            (a, b) if a < zero && b < zero && b == a + step => (0, a),
            _ => return Open,
        };
        if let Some(l) = self.inst.form.field(pair.layout) {
            self.set(l as u8, layout);
        }
        self.set(f, value);
        Yes
    }

    /// A set of bit numbers, `{0,3}`.
    fn bits(&mut self, f: u8, len: u32) -> Says {
        self.blank();
        if self.text.byte(self.at) != b'{' {
            return No;
        }
        self.at += 1;
        let mut set = 0;
        loop {
            self.blank();
            if self.text.byte(self.at) == b'}' {
                self.at += 1;
                self.set(f, set);
                return Yes;
            }
            match self.small(self.at) {
                Some((n, end)) if n < u64::from(len) && !self.text.word(end) => {
                    self.at = end;
                    set |= 1 << n;
                }
                _ => return Open,
            }
            self.blank();
            if self.text.byte(self.at) == b',' {
                self.at += 1;
            }
        }
    }

    fn own(&mut self, f: u8, operand: &'static dyn Operand, [neg, abs, sext]: [u8; 3]) -> Says {
        let mut close = [0; 2];
        let first = self.text.byte(self.at);
        let starts = |me: &Self, word: &[u8]| me.text.slice(me.at, me.at + word.len()) == word;
        let minus = first == b'-' && !matches!(self.text.byte(self.at + 1), b'0'..=b'9' | b'.');
        if neg != NO_FLAG && (minus || first == b'n' && starts(self, b"neg(")) {
            close[0] = if first == b'-' { 0 } else { b')' };
            self.at += if first == b'-' { 1 } else { 4 };
            self.blank();
            if close[0] == 0 && matches!(self.text.byte(self.at), b'-' | b'0'..=b'9') {
                return No;
            }
            self.set(neg, 1);
        }
        if abs != NO_FLAG
            && (self.text.byte(self.at) == b'|' || self.text.byte(self.at) == b'a' && starts(self, b"abs("))
        {
            close[1] = if self.text.byte(self.at) == b'|' { b'|' } else { b')' };
            self.at += if self.text.byte(self.at) == b'|' { 1 } else { 4 };
            self.set(abs, 1);
        }
        if sext != NO_FLAG && self.text.byte(self.at) == b's' && starts(self, b"sext(") {
            close[0] = b')';
            self.at += 5;
            self.set(sext, 1);
        }
        self.blank();
        let Ok(read) = operand.parse(self.cx, self.source.get(self.at..).unwrap_or("")) else { return No };
        let behind = self.inst.form.literal;
        let literal = match (read.literal, behind) {
            (Some(literal), Some(i)) => Some((i, literal)),
            (Some(_), None) => return No,
            (None, Some(i)) if i == f => Some((i, read.value)),
            _ => None,
        };
        if let Some((i, literal)) = literal {
            if self.seen >> i & 1 == 1 && self.inst.vals[i as usize] != literal {
                return No;
            }
            self.seen |= 1 << i;
            self.set(i, literal);
        }
        self.at += read.len;
        self.set(f, read.value);
        for close in [close[1], close[0]] {
            if close != 0 {
                self.blank();
                if self.text.byte(self.at) != close {
                    return No;
                }
                self.at += 1;
            }
        }
        Yes
    }

    fn sum(&mut self, sum: &Sum) -> Says {
        self.blank();
        match self.text.byte(self.at) {
            b'#' => return Open,
            b'0'..=b'9' | b'-' => {
                if let Some(zero) = sum.zero {
                    self.set(sum.register, zero);
                }
                return match self.number().and_then(|n| sum.alone.fit(n, self.cx.mode)) {
                    Ok(value) => {
                        self.set(sum.offset, value);
                        Yes
                    }
                    Err(says) => says,
                };
            }
            _ => {}
        }
        let value = match self.lettered(sum.base.letter, 1, sum.base) {
            Some(n) => n,
            None => match self.register(sum.base, Some(1)) {
                Ok((value, _)) => value,
                Err(says) => return says,
            },
        };
        if self.seen >> sum.register & 1 == 1 && self.inst.vals[sum.register as usize] != value {
            return No;
        }
        self.seen |= 1 << sum.register;
        self.set(sum.register, value);
        self.slot = sum.base.slot;
        self.blank();
        let sign = self.text.byte(self.at);
        if !matches!(sign, b'+' | b'-') {
            return Yes;
        }
        self.at += 1;
        let number = if sum.zero == Some(value) { &sum.alone } else { &sum.based };
        let signed = |n: i64| if sign == b'-' { n.wrapping_neg() } else { n };
        match self.number().and_then(|n| number.fit(signed(n), self.cx.mode)) {
            Ok(value) => {
                self.set(sum.offset, value);
                Yes
            }
            Err(says) => says,
        }
    }

    /// A number, in hexadecimal digits with `0x` or in decimal ones.
    #[inline]
    fn number(&mut self) -> Result<i64, Says> {
        self.blank();
        let first = self.text.byte(self.at);
        if first == b'#' {
            return Err(Open);
        }
        let mut at = self.at + usize::from(matches!(first, b'-' | b'+'));
        let mut n: u64;
        let begin;
        if self.text.byte(at) == b'0' && self.text.byte(at + 1) == b'x' {
            begin = at + 2;
            at = begin;
            n = 0;
            loop {
                let digit = match self.text.byte(at) {
                    c @ b'0'..=b'9' => c - b'0',
                    c @ b'a'..=b'f' => c - b'a' + 10,
                    b'A'..=b'F' => return Err(Open),
                    _ => break,
                };
                n = n << 4 | u64::from(digit);
                at += 1;
            }
        } else {
            // Other bases begin with a zero.
            begin = at;
            let digits;
            (n, digits) = self.text.digits(at);
            if digits > 7 {
                return Err(Open);
            }
            at += digits;
            if self.text.byte(begin) == b'0' && (at > begin + 1 || self.text.word(at)) {
                return Err(Open);
            }
        }
        match at - begin {
            0 => return Err(No),
            16.. => return Err(Open),
            _ if self.text.word(at) => return Err(No),
            _ => {}
        }
        self.at = at;
        Ok(if first == b'-' { (n as i64).wrapping_neg() } else { n as i64 })
    }
}

impl Number {
    fn new(form: &Form, field: &Field, int: Int) -> Number {
        let len = field.len();
        let bits = len.max(field.reads.into());
        let (mut low, mut high) = range(int, bits);
        if field.spelled != Spelled::AsMeant {
            low = range(Int { signed: true, ..int }, bits).0;
            high = range(Int { signed: false, ..int }, bits).1;
        }
        let limit = form.rules.iter().find_map(|rule| match rule.rule.need {
            Need::AtMost(name, most) if rule.when.is_empty() && name == field.name => Some(most as i64),
            _ => None,
        });
        let documented = high.min(limit.unwrap_or(i64::MAX));
        let mask = u64::MAX.checked_shr(64 - len).unwrap_or(0);
        Number { low, high: [documented, high], scale: int.scale, mask }
    }

    #[inline(always)]
    fn fit(&self, n: i64, mode: Mode) -> Result<u64, Says> {
        let high = self.high[usize::from(mode == Mode::Compat)];
        if n < self.low || n > high || n & ((1 << self.scale) - 1) != 0 {
            return Err(Never);
        }
        Ok((n >> self.scale) as u64 & self.mask)
    }
}

impl Register {
    /// The names that a file has for a form; shared, because most forms have the same few files.
    fn of(form: &'static Form, file: &'static RegFile, slot: u8) -> &'static Register {
        type Key = (usize, bool, u8);
        static ALL: LazyLock<Mutex<HashMap<Key, &'static Register>>> = LazyLock::new(Mutex::default);
        let key = (std::ptr::from_ref(file) as usize, form.layout.style.groups, slot);
        let make = || &*Box::leak(Box::new(Register::new(form, file, slot)));
        ALL.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_insert_with(make)
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
    /// The steps of a form.
    pub fn new(form: &'static Form, profile: u8) -> Steps {
        let mut steps = Vec::new();
        list(form, profile, form.items(), false, &mut steps);
        Steps {
            form,
            steps,
            defaults: form.defaults,
            rules: [false, true].map(|hard_only| Rules::new(form, hard_only)),
        }
    }
}

/// The steps of some items; `outer` where they stand in a group.
fn list(form: &'static Form, profile: u8, items: &'static [Item], outer: bool, steps: &mut Vec<Step>) {
    // What a group may skip is joined to nothing in front of it or behind it.
    let mut begin = steps.len();
    for item in items {
        let step = match item {
            Item::Mnemonic => Step::Mnemonic,
            Item::Lit(text) => literal(text, form.layout.style.groups),
            Item::Word(word) => Step::Word(Fixed::new(word)),
            Item::Mod(f, word) => {
                let (modifier, silent) = match form.fields[*f as usize].kind {
                    FieldKind::View(..) => {
                        steps.push(Step::Open);
                        continue;
                    }
                    FieldKind::Names(names) => {
                        let set = Set::of(names, profile);
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
                list(form, profile, inner, true, steps);
                let first = match inner.first() {
                    Some(Item::Lit(text)) => Some(&**text),
                    _ => None,
                };
                let groups = form.layout.style.groups;
                let solid = first.and_then(|text| text.bytes().find(|b| !(*b == b' ' || *b == b',' && groups)));
                begin = steps.len();
                steps[at] = Step::Group(Group {
                    shared: outer || stands_before(items, item, fields),
                    skip: (steps.len() - at - 1) as u16,
                    fields: fields.iter().fold(0, |all, f| all | 1 << f),
                    gap: groups && !first.is_some_and(|text| text.starts_with(',')),
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

/// Whether one of the fields stands in front of an item.
fn stands_before(items: &[Item], item: &Item, fields: &[u8]) -> bool {
    let mut seen = Vec::new();
    collect(items.iter().take_while(|other| !std::ptr::eq(*other, item)), &mut seen);
    fields.iter().any(|f| seen.contains(f))
}

fn literal(text: &'static str, groups: bool) -> Step {
    let bytes = text.as_bytes();
    let solid = bytes.iter().find(|b| !(**b == b' ' || **b == b',' && groups)).copied().unwrap_or(0);
    let (first, last) = (bytes.first().copied().unwrap_or(0), bytes.last().copied().unwrap_or(0));
    let literal = Box::new(Literal { text, last, solid });
    match text {
        ", " => Step::Comma(literal),
        " " => Step::Blank(literal),
        _ => Step::Literal(Fixed::new(text), first, last, literal),
    }
}

fn value(form: &'static Form, profile: u8, f: u8) -> Step {
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
        FieldKind::Names(names) => Value::Name(Set::of(names, profile)),
        FieldKind::Float(kind) => Value::Float(kind, field.len()),
        FieldKind::Target => {
            let int = Int { signed: true, scale: 0, hex: true, alone: Alone::Number };
            Value::Target(Number::new(form, field, int))
        }
        FieldKind::Set => Value::Set(field.len()),
        FieldKind::Own(operand, _) => Value::Own(operand, form.signs[f as usize]),
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
