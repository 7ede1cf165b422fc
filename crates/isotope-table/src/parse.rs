//! Parses text to instructions. Each form with the mnemonic is tried; the one that gets furthest explains a failure.
use super::compile::{Compiled, Form, Inst, Item};
use super::error::{ParseError, either};
use super::names::{Capitals, LongestNames};
use super::registers::Wrong;
use super::row::{FieldKind, Int, NameStatus, Names, Profiles, RegFile, Sized};
use super::table::Table;
use super::{Context, Mode};
use std::ops::Range;

mod explain;
pub(super) mod values;

use explain::{explain, foreign};

/// Why a form does not fit. The type is small, because most forms that are tried fail.
#[derive(Clone, Copy)]
enum Why {
    Expected(&'static str),
    Literal(&'static str),
    Name(&'static Names, &'static str),
    Profile(&'static Names, u64, Profiles),
    Standing(NameStatus),
    Range(Int, i64, i64),
    Rule(&'static Compiled),
    Label,
    Register(&'static RegFile, Option<u64>, Wrong),
    /// The number of registers found, and the number that other fields require.
    Counted(&'static Sized, u64, u64),
    Twice,
    End,
}

#[derive(Clone, Copy)]
struct Fail {
    at: usize,
    end: usize,
    why: Why,
}

/// The result of parsing one line.
pub struct Parsed {
    /// The instruction.
    pub inst: Inst,
    /// Operand slots that were marked `.reuse`.
    pub reuse: u8,
    /// Bytes of the text that were read.
    pub len: usize,
}

impl Table {
    /// Parses one instruction from the start of the text.
    pub fn parse(&'static self, cx: &Context, text: &str) -> Result<Parsed, ParseError> {
        match self.parse_plain(cx, text) {
            Some(parsed) => Ok(parsed),
            None => self.parse_general(cx, text),
        }
    }

    /// As [`Table::parse`], for every spelling; returns the error in the text.
    fn parse_general(&'static self, cx: &Context, text: &str) -> Result<Parsed, ParseError> {
        let mut at = (self.layout.skip_prefix)(text);
        at += text[at..].len() - text[at..].trim_start().len();
        let end = text[at..].find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).map_or(text.len(), |e| at + e);
        let forms = self.read(&text[at..end]);
        if forms.is_empty() {
            return Err(self.unknown(cx, text, at..end));
        }
        let mut best: Option<(Fail, &'static Form, Inst)> = None;
        for &index in forms {
            let form = self.form(index);
            let mut parser = Parser::new(cx, text, form);
            if form.row.profiles & cx.profile == 0 {
                continue;
            }
            let fail = match parser.whole() {
                Ok(()) => return Ok(Parsed { inst: parser.inst, reuse: parser.reuse, len: parser.at }),
                Err(fail) => fail,
            };
            if best.as_ref().is_none_or(|(b, ..)| fail.rank() > b.rank()) {
                best = Some((fail, form, parser.inst));
            }
        }
        Err(match best {
            Some((fail, form, inst)) => {
                let mut error = explain(cx, text, fail, form, &inst);
                if matches!(fail.why, Why::Register(..) | Why::Literal(_)) && self.layout.style.groups {
                    self.alternatives(cx, text, fail, forms, &mut error);
                }
                error
            }
            None => {
                let having = forms.iter().fold(0, |having, index| having | self.form(*index).row.profiles);
                let (here, there) = (self.layout.lacking(cx.profile, having), self.layout.processors(having));
                ParseError::new(at..end, format!("{here} has no `{}`; {there} has", &text[at..end]))
            }
        })
    }

    /// The error for a mnemonic that has no form.
    fn unknown(&self, cx: &Context, text: &str, span: Range<usize>) -> ParseError {
        let word = &text[span.clone()];
        let message = if word.is_empty() {
            "no instruction here".into()
        } else if let Some(who) = foreign(&self.layout, word) {
            format!("`{word}` is not supported on {}, only on {who}", self.layout.processor(cx.profile))
        } else {
            self.by_mnemonic().unknown(word, word)
        };
        ParseError::new(span, message)
    }

    /// The forms that a mnemonic in a text names.
    fn read(&self, mnemonic: &str) -> &[u16] {
        let forms = self.by_mnemonic().forms(mnemonic.as_bytes());
        let capitals = || self.layout.style.groups && mnemonic.bytes().any(|b| b.is_ascii_uppercase());
        if forms.is_empty() && capitals() {
            self.by_mnemonic().forms(mnemonic.to_ascii_lowercase().as_bytes())
        } else {
            forms
        }
    }

    /// Adds what the other forms expect at the same position.
    fn alternatives(&'static self, cx: &Context, text: &str, fail: Fail, forms: &[u16], error: &mut ParseError) {
        let mut all = vec![error.expected.clone()];
        for form in forms.iter().map(|f| self.form(*f)) {
            let mut parser = Parser::new(cx, text, form);
            if let Err(other) = parser.whole()
                && other.at == fail.at
                && matches!(other.why, Why::Register(..) | Why::Literal(_))
            {
                let expected = explain(cx, text, other, form, &parser.inst).expected;
                if !all.contains(&expected) {
                    all.push(expected);
                }
            }
        }
        error.expected = either(all.into_iter());
    }
}

impl Fail {
    /// Failures further on in the text explain more. At the same position, failures of forms that understood the operand explain more.
    fn rank(&self) -> (usize, bool) {
        (self.at, !matches!(self.why, Why::Register(_, _, Wrong::Other) | Why::Literal(_)))
    }
}

/// The halves of registers that suffixes such as `v1.h` chose.
#[derive(Clone, Copy, Default)]
pub(super) struct Chosen {
    /// The field, the mask of its chosen bits, and the bits of high halves.
    field: u8,
    bits: u64,
    high: u64,
}

impl Chosen {
    /// Reads the suffix of a register; returns its length.
    pub fn read(&mut self, (field, bit): (u8, u8), text: &[u8]) -> usize {
        let high = match text {
            [b'.', b'l' | b'h', c, ..] if c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.') => return 0,
            [b'.', b'l', ..] => 0,
            [b'.', b'h', ..] => 1,
            _ => return 0,
        };
        self.field = field;
        self.bits |= 1 << bit;
        self.high |= high << bit;
        2
    }

    /// Writes the chosen halves to their field. If the text also lists the halves, returns whether both agree.
    pub fn settle(&self, inst: &mut Inst) -> bool {
        if self.bits == 0 {
            return true;
        }
        let Some(value) = inst.vals.get_mut(usize::from(self.field)) else { return false };
        let agrees = *value == 0 || *value & self.bits == self.high;
        *value |= self.high;
        agrees
    }
}

/// The bytes of a field's text; empty if the text does not have it.
fn span_of(cx: &Context, text: &str, form: &'static Form, field: u8) -> Range<usize> {
    let mut parser = Parser { record: Some((field, 0, 0)), ..Parser::new(cx, text, form) };
    let _ = parser.items(form.items());
    parser.record.map_or(0..0, |(_, start, end)| start..end)
}

struct Parser<'a> {
    cx: &'a Context<'a>,
    text: &'a str,
    form: &'static Form,
    at: usize,
    reuse: u8,
    inst: Inst,
    /// Span of a field's text, recorded only to locate an error.
    record: Option<(u8, usize, usize)>,
    seen: u32,
    /// Operand slot, counted from 1, of the register just read.
    slot: u8,
    /// Fields whose number of registers depends on others: how many registers there were, and their span.
    counted: [(u8, u16, usize, usize); 2],
    counts: u8,
    halves: Chosen,
    /// End of the mnemonic.
    start: usize,
}

impl<'a> Parser<'a> {
    fn new(cx: &'a Context<'a>, text: &'a str, form: &'static Form) -> Self {
        Parser {
            cx,
            text,
            form,
            at: 0,
            reuse: 0,
            inst: Inst { form, vals: form.defaults },
            record: None,
            seen: 0,
            slot: 0,
            counted: [(0, 0, 0, 0); 2],
            counts: 0,
            halves: Chosen::default(),
            start: 0,
        }
    }

    fn whole(&mut self) -> Result<(), Fail> {
        self.items(self.form.items())?;
        self.take_reuse();
        let end = self.at;
        if self.form.layout.style.groups {
            self.gap();
        }
        self.blank();
        if self.form.layout.style.groups {
            if !(matches!(self.peek(), 0 | b';') || self.bytes().starts_with(b"//")) {
                return self.fail(Why::End);
            }
            for (f, count, start, end) in &self.counted[..self.counts as usize] {
                let wanted = self.inst.count(*f);
                if wanted != u64::from(*count)
                    && let Some((_, sized, _)) = self.form.sized.iter().find(|s| s.0 == *f)
                {
                    // Like a broken rule, this error is known only after everything was read.
                    let why = Why::Counted(sized, u64::from(*count), wanted);
                    return Err(Fail { at: self.at + start + 1, end: self.at + end + 1, why });
                }
            }
        } else if !matches!(self.peek(), 0 | b';' | b'&' | b'?' | b'{' | b'}') {
            return self.fail(Why::Expected("the end of the instruction"));
        }
        if !self.halves.settle(&mut self.inst) {
            return self.fail(Why::Expected("halves as the suffixes of the operands choose them"));
        }
        self.at = end;
        let hard_only = self.cx.mode == Mode::Compat;
        if let Some(rule) = self.inst.broken_rule(hard_only) {
            let span = span_of(self.cx, self.text, self.form, rule.field);
            let Range { start, end } = if span.is_empty() { 0..self.at } else { span };
            // A rule fails after everything was read, so its error has priority over those of other forms.
            return Err(Fail { at: self.at + start + 1, end: self.at + end + 1, why: Why::Rule(rule) });
        }
        Ok(())
    }

    fn bytes(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.at.min(self.text.len())..]
    }

    fn peek(&self) -> u8 {
        self.bytes().first().copied().unwrap_or(0)
    }

    fn blank(&mut self) {
        loop {
            match self.bytes() {
                [b' ' | b'\t' | b'\r', ..] => self.at += 1,
                [b'/', b'*', rest @ ..] if self.form.layout.style.groups => {
                    let end = rest.windows(2).position(|w| w == b"*/");
                    self.at += end.map_or(rest.len(), |e| e + 2) + 2;
                }
                _ => break,
            }
        }
    }

    /// Skips blanks, and a comma between operands if the style makes commas optional.
    fn gap(&mut self) {
        self.blank();
        if self.form.layout.style.groups && self.peek() == b',' {
            let before = self.text.get(self.start..self.at).unwrap_or("").trim_end();
            self.at += usize::from(!before.is_empty() && !before.ends_with(','));
        }
    }

    fn fail<T>(&self, why: Why) -> Result<T, Fail> {
        Err(Fail { at: self.at, end: self.at + self.word_len(0).max(1), why })
    }

    /// Length of the run of name characters from `skip` on.
    fn word_len(&self, skip: usize) -> usize {
        self.bytes().iter().skip(skip).take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count()
    }

    fn items(&mut self, items: &'static [Item]) -> Result<(), Fail> {
        for item in items {
            match item {
                Item::Mnemonic => {
                    self.blank();
                    self.at += self.word_len(0);
                    self.start = self.at;
                }
                Item::Lit(text) => {
                    self.take_reuse();
                    self.literal(text)?;
                }
                Item::Flags(flags) => self.flags(flags)?,
                Item::Word(word) => {
                    if !self.bytes().starts_with(word.as_bytes()) || self.word_len(1) != word.len() - 1 {
                        return self.fail(Why::Literal(word));
                    }
                    self.at += word.len();
                }
                Item::Mod(f, word) => self.modifier(*f, word)?,
                Item::Val(f) => self.val(*f)?,
                Item::Prefix(f, c) => {
                    self.blank();
                    if self.peek() == *c as u8 {
                        self.at += 1;
                        self.set(*f, 1);
                    }
                }
                Item::Bar(f) => {
                    self.blank();
                    if self.peek() == b'|' {
                        self.at += 1;
                        self.set(*f, 1);
                    }
                }
                Item::Sum(reg, off) => self.sum(*reg, *off)?,
                Item::Group(inner, fields, _) => {
                    let (at, reuse, slot) = (self.at, self.reuse, self.slot);
                    self.gap_before(inner);
                    let start = self.at;
                    if let Err(fail) = self.items(inner) {
                        // A name or number that is present but wrong is the user's error.
                        if matches!(fail.why, Why::Range(..) | Why::Profile(..) | Why::Standing(..)) {
                            return Err(fail);
                        }
                        // So is wrong text after the colon of a modifier.
                        if let Some(Item::Lit(text)) = inner.first()
                            && text.ends_with(':')
                            && fail.at >= start + text.trim_start().len()
                        {
                            return Err(fail);
                        }
                        (self.at, self.reuse, self.slot) = (at, reuse, slot);
                        for f in fields {
                            self.seen &= !(1 << f);
                            self.set(*f, self.form.defaults[*f as usize]);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn set(&mut self, f: u8, value: u64) {
        self.inst.vals[f as usize] = value;
    }

    /// The gap before an optional group that has no comma itself.
    fn gap_before(&mut self, inner: &[Item]) {
        if self.form.layout.style.groups && !matches!(inner.first(), Some(Item::Lit(text)) if text.starts_with(',')) {
            self.gap();
            self.blank();
        }
    }

    fn flags(&mut self, flags: &'static [u8]) -> Result<(), Fail> {
        let mut seen = 0u32;
        loop {
            let before = self.at;
            if seen == 0 {
                self.gap();
            }
            self.blank();
            let len = self.word_len(0);
            let word = &self.bytes()[..len];
            let is = |f: &&u8, word: &[u8]| self.form.fields[**f as usize].name.as_bytes() == word;
            let on = flags.iter().find(|f| is(f, word));
            let found = on.or_else(|| word.strip_prefix(b"no").and_then(|w| flags.iter().find(|f| is(f, w))));
            let Some(f) = found else {
                self.at = before;
                return Ok(());
            };
            if seen >> f & 1 == 1 {
                return self.fail(Why::Twice);
            }
            if on.is_none() && self.form.sets(*f) {
                return self.fail(Why::Literal(self.form.fields[*f as usize].name));
            }
            seen |= 1 << f;
            self.set(*f, on.is_some().into());
            let start = self.at;
            self.at += len;
            self.note(*f, start);
        }
    }

    fn literal(&mut self, text: &'static str) -> Result<(), Fail> {
        let groups = self.form.layout.style.groups;
        for c in text.bytes() {
            if c == b' ' && groups && self.start > 0 {
                self.gap();
                self.blank();
            } else if c == b' ' {
                self.blank();
            } else if c == b',' && groups {
                self.gap();
            } else {
                if self.peek() != c {
                    self.blank();
                }
                if self.peek() != c {
                    return self.fail(Why::Literal(text));
                }
                self.at += 1;
            }
        }
        // `off` is not the start of `offset`.
        if groups && text.ends_with(|c: char| c.is_ascii_alphanumeric()) && self.word_len(0) != 0 {
            return self.fail(Why::Literal(text));
        }
        Ok(())
    }

    fn modifier(&mut self, f: u8, word: &'static str) -> Result<(), Fail> {
        let start = self.at;
        let field = &self.form.fields[f as usize];
        if let FieldKind::View(names, of) = field.kind {
            self.view(names, of, true)?;
        } else if let FieldKind::Names(names) = field.kind {
            // The vendor prints a blank before modifiers of special numbers: `+INF .NEG`.
            if self.peek() == b' ' && self.bytes().get(1) == Some(&b'.') {
                self.at += 1;
            }
            let dot = self.peek() == b'.';
            self.at += dot as usize;
            match self.name(names, dot, field.name) {
                Ok(value) => self.set(f, value),
                Err(fail) => {
                    self.at = start;
                    match names.list.iter().find(|n| n.text.is_empty() && n.profiles & self.cx.profile != 0) {
                        Some(n) if !dot || matches!(fail.why, Why::Name(..)) => self.set(f, n.value),
                        _ => return Err(fail),
                    }
                }
            }
        } else {
            let blanks = self.bytes().iter().take_while(|b| **b == b' ').count();
            if self.bytes()[blanks..].starts_with(word.as_bytes()) && self.word_len(blanks + 1) == word.len() - 1 {
                self.at += blanks + word.len();
                self.set(f, 1);
            }
        }
        self.note(f, start);
        Ok(())
    }

    /// Selects among the values that the other field's text leaves possible.
    fn view(&mut self, names: &'static Names, of: &'static str, dotted: bool) -> Result<(), Fail> {
        let fail = self.fail(Why::Name(names, of));
        let Some(main) = self.form.field(of) else { return fail };
        let FieldKind::Names(list) = self.form.fields[main].kind else { return fail };
        let text = |value| list.entry(self.cx.profile, value).map(|n| n.text);
        let wanted = text(self.inst.vals[main]);
        let dot = (dotted && self.peek() == b'.') as usize;
        let len = self.word_len(dot);
        let here = self.text.get(self.at + dot..self.at + dot + len).unwrap_or("");
        let fits = |shown: &str| names.list.iter().find(|n| n.text == shown && text(n.value) == wanted);
        let whole = if dotted && dot == 0 { None } else { fits(here) };
        match (whole, fits("")) {
            (Some(n), _) => {
                self.set(main as u8, n.value);
                self.at += dot + len;
                Ok(())
            }
            (None, Some(n)) if dotted => {
                self.set(main as u8, n.value);
                Ok(())
            }
            _ => fail,
        }
    }

    fn note(&mut self, f: u8, start: usize) {
        if let Some((wanted, from, to)) = &mut self.record
            && *wanted == f
        {
            (*from, *to) = (start, self.at);
        }
    }

    /// The longest name here that is a whole word.
    fn name(&mut self, names: &'static Names, present: bool, field: &'static str) -> Result<u64, Fail> {
        if !present {
            return self.fail(Why::Name(names, field));
        }
        let rest = self.bytes();
        let LongestNames { own: best, foreign } = names.read(self.cx.profile, rest, Capitals::Differ);
        if let Some(n) = foreign.filter(|f| best.is_none_or(|b| f.text.len() > b.text.len())) {
            return Err(Fail {
                at: self.at,
                end: self.at + n.text.len(),
                why: Why::Profile(names, n.value, n.profiles),
            });
        }
        if let Some(n) = best {
            if n.status != NameStatus::Ok && self.cx.mode != Mode::Compat {
                return Err(Fail { at: self.at, end: self.at + n.text.len(), why: Why::Standing(n.status) });
            }
            self.at += n.text.len();
            return Ok(n.value);
        }
        if let Some(prefix) = names.fallback
            && rest.starts_with(prefix.as_bytes())
        {
            let digits = self.word_len(prefix.len());
            let number =
                std::str::from_utf8(&rest[prefix.len()..prefix.len() + digits]).ok().and_then(|d| d.parse().ok());
            if let Some(value) = number {
                let end = self.at + prefix.len() + digits;
                if !names.fallback_ok && self.cx.mode != Mode::Compat {
                    return Err(Fail { at: self.at, end, why: Why::Standing(NameStatus::Reserved) });
                }
                self.at = end;
                return Ok(value);
            }
        }
        self.fail(Why::Name(names, field))
    }
}
