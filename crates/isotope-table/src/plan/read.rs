//! Decode plans for parsing: plain spellings, with the result of [`crate::parse`].
//!
//! A step accepts or rejects text only if the general path does the same. The general path parses the whole line in all other cases:
//! comments, labels, other number bases, names of other processors, and every line with an error, because the error needs a message.

mod operands;
mod plain;
mod steps;

use super::rules::Rules;
use super::words::{Fixed, NameMatch, NameSet, Text};
use crate::compile::{Inst, MAX_FIELDS};
use crate::parse::Chosen;
use crate::row::{Float, NameStatus, Operand, Pair, RegFile, Sized};
use crate::{Context, Mode, float};

/// The result of a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    Yes,
    /// The text does not match.
    No,
    /// The text does not match, and the syntax is not optional here.
    Never,
    /// The general path has to decide.
    Open,
}

use Says::{Never, No, Open, Yes};

/// The parse plan of forms of one shape.
pub struct Steps {
    steps: Vec<Step>,
    /// The fields whose default is not 0.
    nonzero: Vec<(u8, u64)>,
    defaults: [u64; MAX_FIELDS],
    /// The field of the literal.
    literal: Option<u8>,
    /// All rules, and those that apply in [`Mode::Compat`].
    rules: [Rules; 2],
}

enum Step {
    Mnemonic,
    /// A comma and a blank.
    Comma(Box<Literal>),
    Blank(Box<Literal>),
    Literal(Fixed, u8, u8, Box<Literal>),
    /// A fixed modifier with its dot.
    Word(Fixed),
    /// Consecutive modifiers. `quiet`: if none is present, nothing changes.
    Modifiers {
        all: Vec<Modifier>,
        quiet: bool,
    },
    /// A character in front of an operand.
    Mark(u8, u8),
    /// A comma, a blank and a register.
    Next(Box<Literal>, u8, u8, u8, &'static Register),
    /// A register: its field, the letter before its number, and whether it is a single register to which others may be added.
    Register(u8, u8, u8, &'static Register),
    Number(u8, Box<Number>),
    Value(u8, Box<Value>),
    Sum(Box<Sum>),
    /// Steps that may be left out together; their fields then have their defaults.
    Group(Group),
    Flags(Vec<(u8, Fixed)>),
    /// Syntax that only the general path reads.
    Open,
}

enum Modifier {
    /// A flag that is a modifier with a dot.
    Flag(u8, Fixed),
    /// A name with a dot, or nothing.
    Name(u8, &'static NameSet),
}

struct Literal {
    text: &'static str,
    last: u8,
    /// The first byte that is not a blank or an optional comma; 0 if there is none.
    solid: u8,
}

struct Group {
    skip: u16,
    fields: u32,
    /// Whether one of its fields also occurs before the group.
    shared: bool,
    /// Whether the comma before it is optional.
    gap: bool,
    /// The length of a leading name with a colon, after which text must follow; 0 if there is none.
    colon: u8,
    /// The byte with which it must begin, after blanks and a comma; 0 if unknown.
    first: u8,
}

enum Value {
    Counted(&'static Register),
    Listed(&'static Register, &'static Sized),
    Pair(&'static Register, &'static Pair),
    Flag(Fixed),
    Name(&'static NameSet),
    Float(Float, u32),
    Target(Number),
    Set(u32),
    Own(&'static dyn Operand, [u8; 3], (u8, u8)),
}

/// Names of registers.
struct Register {
    file: &'static RegFile,
    /// The only letter of its first range, or 0 if the prefix is longer.
    letter: u8,
    /// Whether its groups start at multiples of their size.
    starts: bool,
    /// The number of its first register, and the number of registers.
    first: u64,
    registers: u64,
    names: Vec<(Fixed, u64)>,
    /// Whether numbers have names.
    numeric: bool,
    /// The values of the names that are whole numbers below 128, and of the negative ones.
    numbers: [Vec<Option<u8>>; 2],
    slot: u8,
    groups: bool,
    aligned: &'static [&'static str],
}

/// The range and scale of a number.
#[derive(Clone, Copy)]
struct Number {
    low: i64,
    /// The maximum in modes other than [`Mode::Compat`], and in that mode.
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

struct Reader<'a> {
    cx: &'a Context<'a>,
    shape: &'static Steps,
    source: &'a str,
    text: &'a Text,
    at: usize,
    /// Span of the mnemonic by which the form was found.
    mnemonic: (usize, usize),
    /// End of the mnemonic.
    start: usize,
    inst: &'a mut Inst,
    seen: u32,
    slot: u8,
    /// One bit per operand slot whose register is marked `.reuse`.
    reuse: u8,
    counted: [(u8, u64); 2],
    counts: u8,
    halves: Chosen,
    groups: bool,
}

const REUSE: &[u8] = b".reuse";

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

impl Reader<'_> {
    /// Runs all steps, then checks the instruction as a whole.
    fn whole(&mut self) -> Says {
        let shape = self.shape;
        match self.run(&shape.steps) {
            Yes => {}
            says => return says,
        }
        if self.take_reuse() == Open {
            return Open;
        }
        let end = self.at;
        if self.groups {
            self.gap();
        }
        self.blank();
        // Comments, control annotations and marks after operands are left to the general path.
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
        if !self.halves.settle(self.inst) {
            return No;
        }
        self.at = end;
        let hold = shape.rules[usize::from(self.cx.mode == Mode::Compat)].hold(self.inst);
        if hold { Yes } else { No }
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
                        No
                    } else {
                        self.at = end;
                        Yes
                    }
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
    fn one(&mut self, f: u8, letter: u8, count: u8, of: &'static Register) -> Says {
        self.blank();
        let found = match self.lettered(letter, count, of) {
            Ok(Some(n)) => n,
            Ok(None) => match self.register(of, Some(u64::from(count))) {
                Ok((value, _)) => value,
                Err(says) => return says,
            },
            Err(says) => return says,
        };
        let Some(val) = self.inst.vals.get_mut(f as usize) else { return Open };
        // A field that occurs twice must be the same register both times.
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

    /// Skips blanks, and a comma unless one was read already.
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
        let (at, slot, reuse) = (self.at, self.slot, self.reuse);
        if group.first != 0 && !group.shared && self.text.byte(at) == 0 {
            return Yes;
        }
        let behind = self.text.byte(at + 1);
        let plain = group.gap && self.text.byte(at) == b' ' && behind > b' ' && behind != b',';
        if plain {
            self.at += 1;
        } else if group.gap {
            self.gap();
            self.blank();
        }
        let start = self.at;
        let mut ahead = start;
        if group.first != 0 && !plain {
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
        // After the colon of a modifier, text must follow.
        if says == No && group.colon != 0 && self.at >= start + usize::from(group.colon) {
            return Never;
        }
        if says == No {
            (self.at, self.slot, self.reuse) = (at, slot, reuse);
            self.seen &= !group.fields;
            let mut fields = group.fields;
            while fields != 0 {
                let f = fields.trailing_zeros();
                fields &= fields - 1;
                self.inst.vals[f as usize] = self.shape.defaults[f as usize];
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

    /// The mark of a register whose value is reused. For other text at this position the general path has to give an error.
    #[inline(always)]
    fn take_reuse(&mut self) -> Says {
        if self.slot == 0 || self.text.byte(self.at) != b'.' {
            self.slot = 0;
            return Yes;
        }
        let end = self.at + REUSE.len();
        if self.text.slice(self.at, end) != REUSE || self.text.word(end) {
            return Open;
        }
        self.at = end;
        self.reuse |= 1 << (self.slot - 1);
        self.slot = 0;
        Yes
    }

    /// Compares byte by byte, if blanks or commas differ from the row's.
    fn literal_apart(&mut self, literal: &Literal) -> Says {
        if self.take_reuse() == Open {
            return Open;
        }
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
        if self.groups && literal.last.is_ascii_alphanumeric() && self.text.word(self.at) {
            return No;
        }
        Yes
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
    fn modifier(&mut self, f: u8, set: &NameSet) -> Says {
        let start = self.at;
        if self.text.byte(self.at) == b' ' && self.text.byte(self.at + 1) == b'.' {
            self.at += 1;
        }
        if self.text.byte(self.at) == b'.' {
            self.at += 1;
            match set.find(self.text, self.at) {
                NameMatch::Value(value, status, len) => {
                    if status != NameStatus::Ok && self.cx.mode != Mode::Compat {
                        return Never;
                    }
                    self.at += len;
                    self.set(f, value);
                    return Yes;
                }
                NameMatch::Open => return Open,
                NameMatch::Nothing => {}
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
        loop {
            let before = self.at;
            match (self.text.byte(before), self.text.byte(before + 1)) {
                (0, _) => return Yes,
                (b' ', b'a'..=b'z') => self.at += 1,
                _ => {
                    if seen == 0 {
                        self.gap();
                    }
                    self.blank();
                }
            }
            let sixteen = self.text.sixteen(self.at);
            let here = |(_, name): &&(u8, Fixed)| {
                name.byte() == sixteen as u8
                    && name.is(sixteen, self.text, self.at)
                    && !self.text.word(self.at + usize::from(name.len))
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
                NameMatch::Value(_, status, _) if status != NameStatus::Ok && self.cx.mode != Mode::Compat => Never,
                NameMatch::Value(value, _, len) => {
                    self.at += len;
                    self.set(f, value);
                    Yes
                }
                NameMatch::Open => Open,
                NameMatch::Nothing => No,
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
                // Labels are names of the surrounding program.
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
            Value::Own(operand, signs, half) => self.own(f, *operand, *signs, *half),
        }
    }
}
