//! Text to instructions: each form with the mnemonic is tried, the one that gets furthest explains a failure.
use super::compile::{Compiled, Form, Inst, Item, Layout, NO_FLAG, Table, read_int};
use super::error::ParseError;
use super::registers::{self, Wrong};
use super::row::{Alone, Field, Int, Kind, Names, Need, Operand, RegFile, Sized, Status};
use super::{Context, Mode, float, legal, suggest};
use std::borrow::Cow;

/// Why a form does not fit. Small, since most forms that are tried fail.
#[derive(Clone, Copy)]
enum Why {
    Expected(&'static str),
    Literal(&'static str),
    Name(&'static Names, &'static str),
    Profile(&'static Names, u64, u8),
    Standing(Status),
    Range(Int, i64, i64),
    Rule(&'static Compiled),
    Label,
    Symbol,
    Register(&'static RegFile, Option<u64>, Wrong),
    /// So many registers where other fields ask for so many.
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

/// What parsing one line gives.
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
        let mut at = (self.layout.skip_prefix)(text);
        at += text[at..].len() - text[at..].trim_start().len();
        let end = text[at..].find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).map_or(text.len(), |e| at + e);
        let Some(forms) = self.named(&text[at..end]) else {
            return Err(self.unknown(text, at..end));
        };
        let mut best: Option<(Fail, &'static Form, Inst)> = None;
        for &index in forms {
            let form = &self.forms[index as usize];
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
            None => ParseError {
                span: at..end,
                message: format!("this processor has no `{}`", &text[at..end]),
                expected: String::new(),
                source: Cow::Borrowed(""),
            },
        })
    }

    /// Why there is no form with the mnemonic that stands there.
    fn unknown(&self, text: &str, span: std::ops::Range<usize>) -> ParseError {
        let word = &text[span.clone()];
        let message = if word.is_empty() {
            "no instruction here".into()
        } else if let Some(who) = foreign(&self.layout, word) {
            format!("`{word}` is not supported on {}, only on {who}", self.layout.profiles[0])
        } else {
            match suggest::closest(word, self.by_mnemonic.keys().copied()) {
                Some(name) => format!("unknown instruction `{word}`, did you mean `{name}`?"),
                None => format!("unknown instruction `{word}`"),
            }
        };
        ParseError { span, message, expected: String::new(), source: Cow::Borrowed("") }
    }

    /// The forms with this mnemonic.
    fn named(&self, mnemonic: &str) -> Option<&Vec<u16>> {
        self.by_mnemonic.get(mnemonic).or_else(|| {
            let capitals = self.layout.style.groups && mnemonic.bytes().any(|b| b.is_ascii_uppercase());
            if capitals { self.by_mnemonic.get(mnemonic.to_ascii_lowercase().as_str()) } else { None }
        })
    }

    /// Adds what the other forms expect at the same place.
    fn alternatives(&'static self, cx: &Context, text: &str, fail: Fail, forms: &[u16], error: &mut ParseError) {
        let mut all = vec![error.expected.clone()];
        for form in forms.iter().map(|f| &self.forms[*f as usize]) {
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
        error.expected = legal::list(all.into_iter());
    }
}

impl Fail {
    /// Failures further on in the text say more, and of those at one place the ones that understood the operand.
    fn rank(&self) -> (usize, bool) {
        (self.at, !matches!(self.why, Why::Register(_, _, Wrong::Other) | Why::Literal(_)))
    }
}

struct Parser<'a> {
    cx: &'a Context<'a>,
    text: &'a str,
    form: &'static Form,
    at: usize,
    reuse: u8,
    inst: Inst,
    /// Where a field's text was, recorded only when looking for a culprit.
    record: Option<(u8, usize, usize)>,
    seen: u32,
    /// Operand slot, counted from 1, of the register just read.
    slot: u8,
    /// Fields whose number of registers depends on others: how many there were, and where.
    counted: [(u8, u16, usize, usize); 2],
    counts: u8,
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
                    // As a broken rule, this is known only after everything was read.
                    let why = Why::Counted(sized, u64::from(*count), wanted);
                    return Err(Fail { at: self.at + start + 1, end: self.at + end + 1, why });
                }
            }
        } else if !matches!(self.peek(), 0 | b';' | b'&' | b'?' | b'{' | b'}') {
            return self.fail(Why::Expected("the end of the instruction"));
        }
        self.at = end;
        let hard_only = self.cx.mode == Mode::Compat;
        if let Some(rule) = self.inst.broken_rule(hard_only) {
            let mut again = Parser { record: Some((rule.field, 0, 0)), ..Parser::new(self.cx, self.text, self.form) };
            let _ = again.items(self.form.items());
            let (start, end) = again.record.map_or((0, 0), |(_, s, e)| (s, e));
            let (start, end) = if end > start { (start, end) } else { (0, self.at) };
            // A rule fails after everything was read, so it outranks what other forms say.
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

    /// Blanks, and a comma between operands where the style does not ask for commas.
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
                        // Names and numbers that are wrong, rather than absent, are the user's error.
                        if matches!(fail.why, Why::Range(..) | Why::Profile(..) | Why::Standing(..)) {
                            return Err(fail);
                        }
                        // So is what stands behind the colon of a modifier that is meant.
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

    /// The gap in front of an optional group that has no comma itself.
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
        if let Kind::View(names, of) = field.kind {
            self.view(names, of, true)?;
        } else if let Kind::Names(names) = field.kind {
            // `+INF .NEG` is how the vendor prints modifiers of special numbers.
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

    /// Narrows the values that the other field's text left open.
    fn view(&mut self, names: &'static Names, of: &'static str, dotted: bool) -> Result<(), Fail> {
        let fail = self.fail(Why::Name(names, of));
        let Some(main) = self.form.field(of) else { return fail };
        let Kind::Names(list) = self.form.fields[main].kind else { return fail };
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

    /// The longest name that stands here as a whole word.
    fn name(&mut self, names: &'static Names, present: bool, field: &'static str) -> Result<u64, Fail> {
        if !present {
            return self.fail(Why::Name(names, field));
        }
        let rest = self.bytes();
        let whole = |text: &str| {
            rest.starts_with(text.as_bytes())
                && !rest.get(text.len()).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_')
        };
        let mut best: Option<&super::row::Name> = None;
        let mut foreign: Option<&super::row::Name> = None;
        for n in names.list {
            if n.text.as_bytes().first() == rest.first()
                && n.text.len() > best.map_or(0, |b| b.text.len())
                && whole(n.text)
            {
                if n.profiles & self.cx.profile != 0 {
                    best = Some(n);
                } else if n.status == Status::Ok {
                    foreign = Some(n);
                }
            }
        }
        if let Some(n) = foreign.filter(|f| best.is_none_or(|b| f.text.len() > b.text.len())) {
            return Err(Fail {
                at: self.at,
                end: self.at + n.text.len(),
                why: Why::Profile(names, n.value, n.profiles),
            });
        }
        if let Some(n) = best {
            if n.status != Status::Ok && self.cx.mode == Mode::Documented {
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
                if !names.fallback_ok && self.cx.mode == Mode::Documented {
                    return Err(Fail { at: self.at, end, why: Why::Standing(Status::Reserved) });
                }
                self.at = end;
                return Ok(value);
            }
        }
        self.fail(Why::Name(names, field))
    }

    fn val(&mut self, f: u8) -> Result<(), Fail> {
        self.blank();
        let start = self.at;
        let field = &self.form.fields[f as usize];
        match field.kind {
            Kind::Reg(file) => {
                let value = match file.literal {
                    Some((code, name)) if matches!(self.peek(), b'0'..=b'9' | b'-') && self.reg(file).is_err() => {
                        self.at = start;
                        let Some(lit) = self.form.field(name) else { return self.fail(Why::Expected("a register")) };
                        let n = self.number()?;
                        let int = Int { signed: false, scale: 0, hex: true, alone: Alone::Number };
                        let n = if n < 0 { n + (1 << self.form.fields[lit].len()) } else { n };
                        let n = self.fit(int, &self.form.fields[lit], n, start)?;
                        self.set(lit as u8, n);
                        code
                    }
                    Some(_) if self.at != start => {
                        self.at = start;
                        self.reg(file)?
                    }
                    _ => {
                        self.at = start;
                        self.reg(file)?
                    }
                };
                // `FFMA32I Rd, Ra, imm, Rd` names one field twice.
                if self.seen >> f & 1 == 1 && self.inst.vals[f as usize] != value {
                    self.at = start;
                    return self.fail(Why::Expected("the same register as before"));
                }
                self.seen |= 1 << f;
                self.set(f, value);
                self.slot = self.form.slots[f as usize];
            }
            Kind::Pair(pair) => {
                let at = |me: &mut Self| -> Result<(u64, usize), Fail> {
                    me.blank();
                    let start = me.at;
                    if me.bytes().starts_with(b"???") {
                        let digits = me.word_len(3);
                        me.at += 3 + digits;
                        return Ok((256, start));
                    }
                    Ok((me.reg(pair.file)?, start))
                };
                let (first, _) = at(self)?;
                self.literal(",")?;
                let (second, second_at) = at(self)?;
                let zero = pair.file.names.first().map_or(255, |z| z.0);
                let step = 1 + self.inst.get(pair.wide);
                let (layout, value) = match (first, second) {
                    (a, b) if b == zero => (1, a.min(zero)),
                    (a, b) if a == zero => (2, b.min(zero)),
                    (a, b) if a > zero || b > zero || b == a + step => (0, a.min(zero)),
                    _ => {
                        let what = if step == 1 {
                            "the swap value must be the register after the compare value, or RZ"
                        } else {
                            "the swap value must be two registers after the compare value, or RZ"
                        };
                        return Err(Fail { at: second_at, end: self.at, why: Why::Expected(what) });
                    }
                };
                if let Some(l) = self.form.field(pair.layout) {
                    self.set(l as u8, layout);
                }
                self.set(f, value);
            }
            Kind::Sized(sized) => {
                let (value, count) = self.group(sized.file, None)?;
                self.counted(f, count, start)?;
                self.set(f, value);
            }
            Kind::List(sized) => {
                let count = self.list(f, sized)?;
                self.counted(f, count, start)?;
            }
            Kind::Flag => {
                let len = self.word_len(0);
                if self.form.layout.style.groups
                    && self.bytes()[..len].strip_prefix(b"no").is_some_and(|w| w == field.name.as_bytes())
                {
                    self.at += len;
                    return Ok(());
                }
                if self.bytes().get(..len) != Some(field.name.as_bytes()) {
                    return self.fail(Why::Literal(field.name));
                }
                self.at += len;
                self.set(f, 1);
            }
            Kind::Int(int) => {
                let n = self.number()?;
                let value = self.fit(int, field, n, start)?;
                self.set(f, value);
            }
            Kind::View(names, of) => self.view(names, of, false)?,
            Kind::Names(names) => {
                let value = self.name(names, true, field.name)?;
                self.set(f, value);
            }
            Kind::Float(kind) => match float::parse(kind, field.len(), self.text.get(self.at..).unwrap_or("")) {
                Some((value, used)) => {
                    self.at += used;
                    self.set(f, value);
                }
                None => return self.fail(Why::Expected("a number that the upper bits of the float can hold")),
            },
            Kind::Target => {
                let target = self.target()?;
                let n = target.wrapping_sub(self.cx.pc as i64).wrapping_sub(8);
                let int = Int { signed: true, scale: 0, hex: true, alone: Alone::Number };
                let value = self.fit(int, field, n, start)?;
                self.set(f, value);
            }
            Kind::Set => {
                self.literal("{")?;
                let mut set = 0;
                loop {
                    self.blank();
                    if self.peek() == b'}' {
                        self.at += 1;
                        break;
                    }
                    let n = self.number()?;
                    if !(0..field.len() as i64).contains(&n) {
                        return self.fail(Why::Expected("a bit number of the set"));
                    }
                    set |= 1 << n;
                    self.blank();
                    if self.peek() == b',' {
                        self.at += 1;
                    }
                }
                self.set(f, set);
            }
            Kind::Own(operand, _) => self.own(f, operand)?,
            Kind::Symbol(space) => {
                let percent = (self.peek() == b'%') as usize;
                let len = percent + self.word_len(percent);
                let name = self.text.get(self.at..self.at + len).unwrap_or("");
                match self.cx.scope.find(space, name) {
                    Some(index) => {
                        self.at += len;
                        self.set(f, index);
                    }
                    None => return Err(Fail { at: start, end: start + len.max(1), why: Why::Symbol }),
                }
            }
        }
        self.note(f, start);
        Ok(())
    }

    /// An operand that the room spells, with the flags around it.
    fn own(&mut self, f: u8, operand: &'static dyn Operand) -> Result<(), Fail> {
        let [neg, abs, sext] = self.form.signs[f as usize];
        let starts = |me: &Self, word: &str| me.bytes().starts_with(word.as_bytes());
        let mut close: [&str; 2] = [""; 2];
        let digit = matches!(self.bytes().get(1), Some(b'0'..=b'9' | b'.'));
        if neg != NO_FLAG && (starts(self, "neg(") || self.peek() == b'-' && !digit) {
            close[0] = if self.peek() == b'-' { "" } else { ")" };
            self.at += if self.peek() == b'-' { 1 } else { 4 };
            self.blank();
            if close[0].is_empty() && matches!(self.peek(), b'-' | b'0'..=b'9') {
                return self.fail(Why::Expected("`neg(…)` around a number"));
            }
            self.set(neg, 1);
        }
        if abs != NO_FLAG && (starts(self, "abs(") || self.peek() == b'|') {
            close[1] = if self.peek() == b'|' { "|" } else { ")" };
            self.at += if self.peek() == b'|' { 1 } else { 4 };
            self.set(abs, 1);
        }
        if sext != NO_FLAG && starts(self, "sext(") {
            close[0] = ")";
            self.at += 5;
            self.set(sext, 1);
        }
        self.blank();
        match operand.parse(self.cx, self.text.get(self.at..).unwrap_or("")) {
            Ok(read) => {
                if let (Some(literal), Some(i)) = (read.literal, self.form.literal) {
                    if self.seen >> i & 1 == 1 && self.inst.vals[i as usize] != literal {
                        return self.fail(Why::Expected("the same literal as before: an instruction has one"));
                    }
                    self.seen |= 1 << i;
                    self.set(i, literal);
                } else if read.literal.is_some() {
                    return self.fail(Why::Expected("a register or an inline constant: this encoding has no literal"));
                }
                if Some(f) == self.form.literal {
                    if self.seen >> f & 1 == 1 && self.inst.vals[f as usize] != read.value {
                        return self.fail(Why::Expected("the same literal as before: an instruction has one"));
                    }
                    self.seen |= 1 << f;
                }
                self.at += read.len;
                self.set(f, read.value);
            }
            Err(expected) => return self.fail(Why::Expected(expected)),
        }
        self.literal(close[1])?;
        self.literal(close[0])
    }

    fn take_reuse(&mut self) {
        if self.slot != 0 && self.bytes().starts_with(b".reuse") && self.word_len(1) == 5 {
            self.at += 6;
            self.reuse |= 1 << (self.slot - 1);
        }
        self.slot = 0;
    }

    fn counted(&mut self, f: u8, count: u64, start: usize) -> Result<(), Fail> {
        let Some(place) = self.counted.get_mut(self.counts as usize) else { return self.fail(Why::End) };
        *place = (f, count.min(u16::MAX.into()) as u16, start, self.at);
        self.counts += 1;
        Ok(())
    }

    /// A register, or a group of `count`, or of any number; its number and how many there are.
    fn group(&mut self, file: &'static RegFile, count: Option<u64>) -> Result<(u64, u64), Fail> {
        let rest = self.text.get(self.at..).unwrap_or("");
        let aligned = self.form.layout.style.aligned;
        let first = self.peek();
        let wrong = |len: usize, wrong| {
            Err(Fail { at: self.at, end: self.at + len.max(1), why: Why::Register(file, count, wrong) })
        };
        let written = if first == b'[' { registers::listed(rest) } else { registers::written(rest) };
        // `m0` is a name, though it looks like a register of a kind.
        if let Some(written) = written.filter(|w| file.ranges.iter().any(|r| r.2 == w.prefix)) {
            return match file.number(aligned, written, count) {
                Ok(number) => {
                    self.at += written.len;
                    Ok((number, written.count))
                }
                Err(what) => wrong(written.len, what),
            };
        }
        if first.is_ascii_digit() || first == b'-' {
            return match registers::constant(file, rest) {
                Some((number, len)) => {
                    self.at += len;
                    Ok((number, 1))
                }
                None => wrong(self.word_len(1) + 1, Wrong::Other),
            };
        }
        let len = self.word_len(0);
        match file.names.iter().find(|n| n.1 == &rest[..len]) {
            Some((number, _)) => {
                self.at += len;
                Ok((*number, count.unwrap_or(1)))
            }
            None => wrong(len, Wrong::Other),
        }
    }

    /// `[v1, v5]`, at least two; how many there are.
    fn list(&mut self, f: u8, sized: &'static Sized) -> Result<u64, Fail> {
        if self.peek() != b'[' {
            return self.fail(Why::Literal("["));
        }
        self.at += 1;
        let mut count = 0;
        loop {
            self.blank();
            let (number, _) = self.group(sized.file, Some(1))?;
            let place = match count {
                0 => Some(f),
                n => sized.rest.get(n as usize - 1).and_then(|name| self.form.field(name)).map(|f| f as u8),
            };
            let Some(place) = place else { return self.fail(Why::Literal("]")) };
            self.set(place, number);
            count += 1;
            self.blank();
            if self.peek() == b']' && count > 1 {
                self.at += 1;
                return Ok(count);
            }
            if self.peek() != b',' {
                return self.fail(Why::Literal(if count > 1 { "]" } else { "," }));
            }
            self.at += 1;
        }
    }

    fn reg(&mut self, file: &'static RegFile) -> Result<u64, Fail> {
        if self.form.layout.style.groups {
            return self.group(file, Some(file.count.into())).map(|(number, _)| number);
        }
        let start = self.at;
        let len = self.word_len(0);
        let word = self.text.get(start..start + len).unwrap_or("");
        if matches!(self.peek(), b'0'..=b'9' | b'-') {
            // Inline numbers such as `0.5` or `-1` are no words.
            let ends = |n: usize| !self.bytes().get(n).is_some_and(u8::is_ascii_alphanumeric);
            let spelled = file.names.iter().filter(|n| self.bytes().starts_with(n.1.as_bytes()) && ends(n.1.len()));
            if let Some((value, name)) = spelled.max_by_key(|n| n.1.len()) {
                self.at += name.len();
                return Ok(*value);
            }
        } else if let Some((value, name)) = file.names.iter().find(|(_, name)| *name == word) {
            self.at += name.len();
            return Ok(*value);
        }
        for (lo, hi, prefix) in file.ranges {
            let Some(digits) = word.strip_prefix(prefix) else { continue };
            let number = if file.count > 1 {
                let Some(rest) = self.text.get(start + prefix.len()..).and_then(|r| r.strip_prefix('[')) else {
                    continue;
                };
                let Some((range, _)) = rest.split_once(']') else { continue };
                let Some((a, b)) = range.split_once(':') else { continue };
                match (a.trim().parse::<u64>(), b.trim().parse::<u64>()) {
                    (Ok(a), Ok(b)) if b == a.wrapping_add(file.count as u64 - 1) => {
                        self.at = start + prefix.len() + range.len() + 2;
                        a
                    }
                    _ => continue,
                }
            } else {
                let ok = !digits.is_empty() && digits.len() < 5 && digits.bytes().all(|b| b.is_ascii_digit());
                let Some(n) = digits.parse::<u64>().ok().filter(|_| ok) else { continue };
                self.at = start + len;
                n
            };
            if lo + number <= *hi {
                return Ok(lo + number);
            }
            self.at = start;
        }
        self.fail(Why::Expected(if file.ranges.first().is_some_and(|r| r.2 == "P") {
            "a predicate"
        } else {
            "a register"
        }))
    }

    fn sum(&mut self, reg: u8, off: u8) -> Result<(), Fail> {
        self.blank();
        let start = self.at;
        let Kind::Int(int) = self.form.fields[off as usize].kind else { return self.fail(Why::Expected("an offset")) };
        let field = &self.form.fields[off as usize];
        if matches!(self.peek(), b'0'..=b'9' | b'-' | b'#') {
            if let Kind::Reg(file) = self.form.fields[reg as usize].kind
                && let Some((zero, _)) = file.names.first()
            {
                self.set(reg, *zero);
            }
            let n = self.number()?;
            let n = self.fit(Int { signed: int.signed && int.alone != Alone::Unsigned, ..int }, field, n, start)?;
            self.set(off, n);
        } else {
            self.val(reg)?;
            self.blank();
            let sign = self.peek();
            if matches!(sign, b'+' | b'-') {
                self.at += 1;
                self.blank();
                let at = self.at;
                let n = self.number()?;
                let n = self.fit(int, field, if sign == b'-' { n.wrapping_neg() } else { n }, at)?;
                self.set(off, n);
            }
        }
        self.note(off, start);
        Ok(())
    }

    fn number(&mut self) -> Result<i64, Fail> {
        self.blank();
        let start = self.at;
        if self.peek() == b'#' {
            self.at += 1;
        }
        let negative = self.peek() == b'-';
        if matches!(self.peek(), b'-' | b'+') {
            self.at += 1;
        }
        let bytes = self.bytes();
        if self.form.layout.style.groups {
            let Some((n, used)) = registers::c_number(bytes) else {
                self.at = start;
                return self.fail(Why::Expected("a number"));
            };
            self.at += used;
            let n = n.min(i64::MAX as u64) as i64;
            return Ok(if negative { -n } else { n });
        }
        let hex = bytes.first() == Some(&b'0') && matches!(bytes.get(1), Some(b'x' | b'X'));
        let mut n: u64 = 0;
        let (skip, base) = if hex { (2, 16) } else { (0, 10) };
        let mut used = skip;
        while let Some(d) = bytes.get(used).and_then(|b| (*b as char).to_digit(base)) {
            n = n.saturating_mul(base as u64).saturating_add(d as u64);
            used += 1;
        }
        if used == skip || bytes.get(used).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_') {
            self.at = start;
            return self.fail(Why::Expected("a number"));
        }
        self.at += used;
        let n = n.min(i64::MAX as u64) as i64;
        Ok(if negative { -n } else { n })
    }

    fn fit(&self, int: Int, field: &Field, n: i64, start: usize) -> Result<u64, Fail> {
        let len = field.len();
        let (lo, mut hi) = range(int, len.max(field.reads.into()));
        if self.cx.mode == Mode::Documented {
            hi = hi.min(self.most(field));
        }
        if n < lo || n > hi || n & ((1 << int.scale) - 1) != 0 {
            return Err(Fail { at: start, end: self.at, why: Why::Range(int, lo, hi) });
        }
        let raw = (n >> int.scale) as u64;
        Ok(if len >= 64 { raw } else { raw & ((1 << len) - 1) })
    }

    /// The largest number that the documents allow, where it is less than the bits can hold.
    fn most(&self, field: &Field) -> i64 {
        let limit = self.form.rules.iter().find_map(|r| match r.rule.need {
            Need::AtMost(name, most) if r.when.is_empty() && name == field.name => Some(most),
            _ => None,
        });
        limit.map_or(i64::MAX, |most| most as i64)
    }

    fn target(&mut self) -> Result<i64, Fail> {
        let start = self.at;
        let rest = self.text.get(self.at..).unwrap_or("");
        let quoted = rest.strip_prefix("`(").and_then(|r| r.split_once(')')).map(|(name, _)| (name, name.len() + 3));
        let bare = rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '.' || c == '_').then(|| {
            let len = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "._$".contains(c))).unwrap_or(rest.len());
            (&rest[..len], len)
        });
        if let Some((name, len)) = quoted.or(bare) {
            return match self.cx.scope.address(name) {
                Some(address) => {
                    self.at += len;
                    Ok(address as i64)
                }
                None => Err(Fail { at: start, end: start + len, why: Why::Label }),
            };
        }
        self.number()
    }
}

fn range(int: Int, len: u32) -> (i64, i64) {
    let len = len.min(62);
    if int.signed {
        (read_int(int, len, 1 << (len - 1)), read_int(int, len, (1 << (len - 1)) - 1))
    } else {
        (0, read_int(int, len, (1 << len) - 1))
    }
}

fn explain(cx: &Context, text: &str, fail: Fail, form: &'static Form, inst: &Inst) -> ParseError {
    let mut span = fail.at..fail.end;
    let mut source: Cow<'static, str> = Cow::Borrowed("");
    let mut expected = String::new();
    if let Why::Rule(rule) = fail.why {
        let violation = inst.describe(cx.profile, rule);
        // Undo the ranking offset of `whole`.
        let mut again = Parser { record: Some((rule.field, 0, 0)), ..Parser::new(cx, text, form) };
        let _ = again.items(form.items());
        let (start, end) = again.record.map_or((0, 0), |(_, s, e)| (s, e));
        let span = if end > start { start..end } else { 0..again.at };
        return ParseError {
            span,
            message: violation.message,
            expected: violation.expected,
            source: violation.source.into(),
        };
    }
    span.start = span.start.min(text.len());
    span.end = text.ceil_char_boundary(span.end.clamp(span.start, text.len()));
    let found = text.get(span.clone()).unwrap_or("").trim_start_matches('.').to_string();
    let found = if found.trim().is_empty() { "the end".to_string() } else { format!("`{found}`") };
    let message = match fail.why {
        Why::Expected(what) => {
            expected = what.to_string();
            format!("found {found}")
        }
        Why::Literal(text) => {
            expected = format!("`{}`", text.trim());
            format!("found {found}")
        }
        Why::Name(names, field) => {
            let known = names
                .list
                .iter()
                .filter(|n| n.profiles & cx.profile != 0 && n.status == Status::Ok && !n.text.is_empty());
            let known: Vec<String> = known.map(|n| n.text.to_string()).take(24).collect();
            expected = legal::list(known.into_iter());
            source = form.row.source.into();
            format!("found {found} where `{field}` of {} stands", form.mnemonic)
        }
        Why::Profile(names, value, profiles) => {
            source = form.row.source.into();
            let name = names.list.iter().find(|n| n.value == value && n.profiles == profiles).map_or("", |n| n.text);
            format!("`.{name}` does not exist on this processor, only on {}", profile_list(form, profiles))
        }
        Why::Standing(status) => {
            source = form.row.source.into();
            let what = if status == Status::Illegal { "illegal" } else { "reserved" };
            format!("`.{}` is {what}", found.trim_matches('`'))
        }
        Why::Range(int, lo, hi) => {
            let sign = |n: i64| match (int.hex, n < 0) {
                (false, _) => n.to_string(),
                (true, false) => format!("0x{n:x}"),
                (true, true) => format!("-0x{:x}", n.unsigned_abs()),
            };
            expected = match int.scale {
                0 => format!("{} to {}", sign(lo), sign(hi)),
                s => format!("{} to {} in steps of {}", sign(lo), sign(hi), 1 << s),
            };
            format!("{found} does not fit")
        }
        Why::Register(file, count, wrong) => {
            expected = wanted(file, count);
            match wrong {
                Wrong::Other if found.bytes().any(|b| b.is_ascii_uppercase()) => {
                    format!("found {found}, but registers and modifiers are in lower case")
                }
                Wrong::Other => format!("found {found}"),
                Wrong::Count(1) => format!("{found} is one register"),
                Wrong::Count(n) => format!("{found} is {n} registers"),
                Wrong::Unaligned(unit) => {
                    expected = format!("a multiple of {unit} as the first register");
                    format!("invalid register alignment of {found}")
                }
                Wrong::Beyond => {
                    let last = file.ranges.iter().find(|r| found[1..].starts_with(r.2)).unwrap_or(&(0, 0, ""));
                    expected = format!("registers up to {}{}", last.2, last.1 - last.0);
                    format!("register index is out of range in {found}")
                }
            }
        }
        Why::Counted(sized, count, wanted) => {
            let name = form.sized.iter().find(|s| std::ptr::eq(s.1, sized)).map(|s| form.fields[s.0 as usize].name);
            let by: Vec<String> = sized.by.iter().map(|f| format!("`{f}`")).collect();
            expected = if wanted == 1 { "one register".into() } else { format!("{wanted} registers") };
            span = fail.at - 1 - end_of(cx, text, form)..fail.end - 1 - end_of(cx, text, form);
            let count = if count == 1 { "one register".to_string() } else { format!("{count} registers") };
            format!("`{}` is {count}, which does not match {}", name.unwrap_or(""), by.join(" and "))
        }
        Why::Twice => format!("{found} is given twice"),
        Why::End => return left_over(text, span, form),
        Why::Label => format!("unknown label {found}"),
        Why::Symbol => format!("{found} is not declared"),
        Why::Rule(_) => String::new(),
    };
    ParseError { span, message, expected, source }
}

/// Where the parser stands when it has read everything.
fn end_of(cx: &Context, text: &str, form: &'static Form) -> usize {
    let mut again = Parser::new(cx, text, form);
    let _ = again.items(form.items());
    again.blank();
    again.at
}

/// The operand that a register file describes.
fn wanted(file: &RegFile, count: Option<u64>) -> String {
    let group = |(lo, hi, prefix): &(u64, u64, &str)| match count {
        Some(1) => format!("{prefix}0 to {prefix}{}", hi - lo),
        Some(n) => format!("{prefix}[n:n+{}]", n - 1),
        None => format!("registers {prefix}n or {prefix}[n:m]"),
    };
    let names = file.names.iter().filter(|n| n.1.starts_with(|c: char| c.is_ascii_alphabetic())).take(6);
    let number = file.names.iter().any(|n| n.1 == "0").then(|| "an inline number".to_string());
    let all = file.ranges.iter().map(group).chain(names.map(|n| n.1.to_string())).chain(number);
    legal::list(all)
}

/// The processors that know the word, where this one does not.
fn foreign(layout: &Layout, word: &str) -> Option<&'static str> {
    let known = |words: &str| words.split(' ').any(|w| w == word);
    layout.style.foreign.iter().find(|f| known(f.0)).map(|f| f.1)
}

/// What stands behind a complete instruction: a modifier that is unknown, foreign, misplaced or repeated.
fn left_over(text: &str, span: std::ops::Range<usize>, form: &'static Form) -> ParseError {
    let word = text.get(span.clone()).unwrap_or("");
    let mut own = Vec::new();
    modifiers(form, form.items(), false, &mut own);
    let named = |m: &String| m.trim_end_matches(':') == word;
    let foreign = foreign(&form.layout, word);
    let mut expected = String::new();
    let message = match (own.iter().position(named), foreign) {
        (Some(at), _) if text[..span.start].contains(own[at].as_str()) => format!("`{}` is given twice", own[at]),
        (Some(at), _) => {
            expected = format!("this order: {}", own.join(" "));
            format!("`{}` stands too late", own[at])
        }
        (None, Some(who)) => format!("`{word}` is not supported on {}, only on {who}", form.layout.profiles[0]),
        (None, None) => {
            expected = if own.is_empty() {
                "the end of the instruction".into()
            } else {
                format!("{}, or the end of the instruction", own.join(", "))
            };
            format!("`{}` does not take `{word}`", form.mnemonic)
        }
    };
    ParseError { span, message, expected, source: Cow::Borrowed("") }
}

/// The optional modifiers of a syntax, in its order.
fn modifiers(form: &'static Form, items: &'static [Item], inside: bool, out: &mut Vec<String>) {
    let mut label = String::new();
    for item in items {
        match item {
            Item::Group(inner, _, _) => modifiers(form, inner, true, out),
            Item::Flags(flags) => out.extend(flags.iter().map(|f| form.fields[*f as usize].name.to_string())),
            Item::Lit(text) if text.ends_with(':') => {
                label = text.rsplit(' ').next().unwrap_or("").to_string();
                out.push(label.clone());
            }
            Item::Val(f) if inside && label.is_empty() => out.push(form.fields[*f as usize].name.to_string()),
            _ => {}
        }
    }
}

fn profile_list(form: &Form, profiles: u8) -> String {
    let names = form.layout.profiles.iter().enumerate();
    legal::list(names.filter(|(bit, _)| profiles >> bit & 1 == 1).map(|(_, name)| name.to_string()))
}
