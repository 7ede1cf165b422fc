//! A condition on the memory that a launch leaves: `exists x[0] == 2 && x[1] != 0`.

use isotope_explore::MemoryRange;
use isotope_target::case::{Buffer, Case, CaseProgress, CheckResult, ElementType, Verdict};
use schemars::JsonSchema;
use serde::Serialize;

use crate::answer::Hex;
use crate::arguments::{Placed, number};
use crate::error::{Error, Result};

/// Whether one outcome, every outcome or none is to fulfil a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// `exists`: some outcome does.
    Exists,
    /// `~exists`: none does.
    Never,
    /// `forall`: all do.
    All,
}

/// A condition on elements of buffers, with its quantifier; or what a case says.
///
/// # Shape
/// `exists`, `~exists` or `forall`, then comparisons (`==` or `=`, `!=`, `<`, `<=`, `>`, `>=`) of elements (`x[3]`; `x` is `x[0]`) and
/// numbers, joined by `&&` or `/\`, `||` or `\/`, `!` or `~`, and parentheses. Elements count as what their buffer's type says.
#[derive(Clone, Debug, PartialEq)]
pub struct Expect {
    /// For how many outcomes.
    pub quantifier: Quantifier,
    asked: Criterion,
    text: String,
}

#[derive(Clone, Debug, PartialEq)]
enum Criterion {
    Elements(Condition),
    /// That the checks of a case hold on a target.
    Checks(Box<Case>, &'static str),
    /// That every wave has ended.
    End,
}

#[derive(Clone, Debug, PartialEq)]
enum Condition {
    Any(Vec<Condition>),
    All(Vec<Condition>),
    Not(Box<Condition>),
    Compare(Term, &'static str, Term),
}

#[derive(Clone, Debug, PartialEq)]
enum Term {
    Number(Number),
    /// The element of this number among those that the condition names.
    Element(usize),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Number {
    Whole(i128),
    Real(f64),
}

/// An element of a buffer, or all of it, that outcomes show.
#[derive(Clone, Debug, PartialEq)]
pub struct ObservedPlace {
    /// As it was written.
    pub label: String,
    /// Where it is.
    pub place: MemoryRange,
    /// The type of its elements.
    pub ty: ElementType,
}

/// The bits of an element, or of each element of a buffer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Bits")]
pub enum ElementBits {
    /// Of one.
    One(Hex),
    /// Of several.
    All(Vec<Hex>),
}

impl ElementBits {
    /// Of each element.
    pub fn elements(&self) -> &[Hex] {
        match self {
            ElementBits::One(one) => std::slice::from_ref(one),
            ElementBits::All(all) => all,
        }
    }
}

impl ObservedPlace {
    /// An element or a buffer by name.
    ///
    /// # Errors
    /// When there is none of that name, or it is shorter.
    pub fn parse(text: &str, buffers: &[(Placed, usize)]) -> Result<ObservedPlace> {
        let text = text.trim();
        let (name, index) = match text.strip_suffix(']').and_then(|text| text.split_once('[')) {
            None => (text, None),
            Some((name, index)) => {
                let number = index.trim().parse::<usize>();
                let (found, of) = (index.escape_debug(), text.escape_debug());
                let number = number.map_err(|_| Error::new(format!("expected a number in `[{found}]` of `{of}`")))?;
                (name.trim(), Some(number))
            }
        };
        let Some((placed, bytes)) = buffers.iter().find(|(placed, _)| placed.name == name) else {
            let names: Vec<&str> = buffers.iter().map(|(placed, _)| &*placed.name).collect();
            return Err(Error::new(format!(
                "expected a buffer of the launch ({}), found `{}`",
                names.join(", "),
                name.escape_debug()
            )));
        };
        let (size, count) = (placed.ty.size(), bytes / placed.ty.size());
        if index.is_some_and(|index| index >= count) {
            let text = text.escape_debug();
            return Err(Error::new(format!("`{text}`: `{name}` has {count} elements, counted from 0")));
        }
        let (address, bytes) = match index {
            None => (placed.address, *bytes),
            Some(index) => (placed.address + (index * size) as u64, size),
        };
        Ok(ObservedPlace { label: text.into(), place: MemoryRange { address, bytes: bytes as u32 }, ty: placed.ty })
    }

    /// The bits that it holds.
    pub fn bits(&self, bytes: &[u8]) -> ElementBits {
        let bits = 8 * self.ty.size() as u32;
        let mut all: Vec<Hex> = number::elements(self.ty, bytes).map(|value| Hex::of_width(value, bits)).collect();
        if all.len() == 1 { ElementBits::One(all.remove(0)) } else { ElementBits::All(all) }
    }

    /// What it holds, as outcomes show it: `x[0]=2`.
    pub fn show(&self, bytes: &[u8]) -> String {
        format!("{}={}", self.label, self.value(bytes))
    }

    /// The same without the name.
    pub fn value(&self, bytes: &[u8]) -> String {
        let all: Vec<String> = number::elements(self.ty, bytes).map(|bits| number::plain(self.ty, bits)).collect();
        all.join(",")
    }
}

impl Expect {
    /// Read a condition. The elements that it names are added to `watched`.
    ///
    /// # Errors
    /// Where the text is not as above.
    pub fn parse(text: &str, buffers: &[(Placed, usize)], watched: &mut Vec<ObservedPlace>) -> Result<Expect> {
        let trimmed = text.trim();
        let (quantifier, rest) =
            [("~exists", Quantifier::Never), ("exists", Quantifier::Exists), ("forall", Quantifier::All)]
                .into_iter()
                .find_map(|(word, quantifier)| trimmed.strip_prefix(word).map(|rest| (quantifier, rest)))
                .ok_or_else(|| {
                    let found = trimmed.escape_debug();
                    Error::new(format!("expected exists, ~exists or forall and a condition, found `{found}`"))
                })?;
        let mut reader = Reader { rest, whole: rest, buffers, watched };
        let condition = reader.any(0)?;
        reader.skip();
        if !reader.rest.is_empty() {
            return Err(reader.error("&& or || and another comparison, or the end"));
        }
        Ok(Expect { quantifier, asked: Criterion::Elements(condition), text: trimmed.into() })
    }

    /// What a case says of a target: that its checks hold however the launch ends, or that it never does. The buffers of the case are added
    /// to `watched`.
    ///
    /// # Errors
    /// When the launch lacks one of them.
    pub fn of_case(
        case: &Case,
        target: &'static str,
        buffers: &[(Placed, usize)],
        watched: &mut Vec<ObservedPlace>,
    ) -> Result<Expect> {
        let name = format!("{}.{}", case.kernel, case.case);
        if case.progress(target) == CaseProgress::Never {
            let text = format!("~exists an end ({name})");
            return Ok(Expect { quantifier: Quantifier::Never, asked: Criterion::End, text });
        }
        for buffer in &case.buffers {
            watched.push(ObservedPlace::parse(&buffer.name, buffers)?);
        }
        let asked = Criterion::Checks(Box::new(case.clone()), target);
        Ok(Expect { quantifier: Quantifier::All, asked, text: format!("forall the checks of {name}") })
    }

    /// Whether waves that wait for ever are what is expected.
    pub fn is_hang(&self) -> bool {
        self.asked == Criterion::End
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether an outcome fulfils the condition: the bytes of the watched elements, in order.
    pub fn holds(&self, watched: &[ObservedPlace], bytes: &[Vec<u8>]) -> bool {
        match &self.asked {
            Criterion::Elements(condition) => {
                condition.holds(&|element| (watched[element].ty, number_of(watched[element].ty, &bytes[element])))
            }
            Criterion::Checks(..) => self.failing(watched, bytes).is_empty(),
            Criterion::End => true,
        }
    }

    /// The checks of a case that an outcome fails, a line each.
    pub fn failing(&self, watched: &[ObservedPlace], bytes: &[Vec<u8>]) -> Vec<String> {
        let Criterion::Checks(case, target) = &self.asked else { return Vec::new() };
        let buffer =
            |(w, bytes): (&ObservedPlace, &Vec<u8>)| Buffer { name: w.label.clone(), ty: w.ty, bytes: bytes.clone() };
        let finals: Vec<Buffer> = watched.iter().zip(bytes).map(buffer).collect();
        let line = |check: CheckResult| match check.verdict {
            Verdict::Holds => None,
            Verdict::Fails(difference) => Some(format!("fails {} {}: {difference}", check.kind, check.subject)),
        };
        case.check(target, &finals).into_iter().filter_map(line).collect()
    }

    /// Whether what was found fulfils it: outcomes that do, and outcomes that do not.
    pub fn verdict(&self, positive: usize, negative: usize) -> bool {
        match self.quantifier {
            Quantifier::Exists => positive > 0,
            Quantifier::Never => positive == 0,
            Quantifier::All => negative == 0,
        }
    }
}

fn number_of(ty: ElementType, bytes: &[u8]) -> Number {
    let bits = number::elements(ty, bytes).next().unwrap_or(0);
    match ty.float() {
        Some(_) => Number::Real(number::real(ty, bits)),
        None if ty.is_signed() => {
            let shift = 64 - 8 * ty.size() as u32;
            Number::Whole(i128::from((bits << shift) as i64 >> shift))
        }
        None => Number::Whole(i128::from(bits)),
    }
}

impl Condition {
    fn holds(&self, value: &dyn Fn(usize) -> (ElementType, Number)) -> bool {
        match self {
            Condition::Any(all) => all.iter().any(|c| c.holds(value)),
            Condition::All(all) => all.iter().all(|c| c.holds(value)),
            Condition::Not(of) => !of.holds(value),
            Condition::Compare(a, operator, b) => {
                // A number is compared with an element of a float type as the nearest that the type has.
                let of = |term: &Term, other: &Term| match (term, other) {
                    (Term::Element(element), _) => value(*element).1,
                    (Term::Number(number), Term::Element(element)) => number.nearest(value(*element).0),
                    (Term::Number(number), Term::Number(_)) => *number,
                };
                let order = match (of(a, b), of(b, a)) {
                    (Number::Whole(a), Number::Whole(b)) => Some(a.cmp(&b)),
                    (a, b) => a.real().partial_cmp(&b.real()),
                };
                match *operator {
                    "==" => order.is_some_and(|o| o.is_eq()),
                    "!=" => !order.is_some_and(|o| o.is_eq()),
                    "<=" => order.is_some_and(|o| o.is_le()),
                    ">=" => order.is_some_and(|o| o.is_ge()),
                    "<" => order.is_some_and(|o| o.is_lt()),
                    _ => order.is_some_and(|o| o.is_gt()),
                }
            }
        }
    }
}

impl Number {
    fn real(self) -> f64 {
        match self {
            Number::Whole(n) => n as f64,
            Number::Real(x) => x,
        }
    }

    fn nearest(self, ty: ElementType) -> Number {
        if ty.float().is_none() {
            return self;
        }
        let text = format!("{:?}", self.real());
        number::number(ty, &text).map_or(self, |bits| Number::Real(number::real(ty, bits)))
    }
}

/// Parentheses and negations inside each other at most.
const DEPTH: usize = 64;

struct Reader<'a> {
    rest: &'a str,
    whole: &'a str,
    buffers: &'a [(Placed, usize)],
    watched: &'a mut Vec<ObservedPlace>,
}

impl Reader<'_> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn eat(&mut self, words: &[&str]) -> bool {
        self.skip();
        let rest = words.iter().find_map(|word| self.rest.strip_prefix(word));
        rest.inspect(|rest| self.rest = rest).is_some()
    }

    fn error(&self, expected: &str) -> Error {
        let at = self.whole.len() - self.rest.len();
        let found = if self.rest.is_empty() { "the end".into() } else { format!("`{}`", self.rest.escape_debug()) };
        Error::new(format!(
            "condition `{}`, behind `{}`: expected {expected}, found {found}",
            self.whole.trim().escape_debug(),
            self.whole[..at].escape_debug()
        ))
    }

    fn any(&mut self, depth: usize) -> Result<Condition> {
        let mut all = vec![self.all(depth)?];
        while self.eat(&["||", "\\/"]) {
            all.push(self.all(depth)?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Condition::Any(all) })
    }

    fn all(&mut self, depth: usize) -> Result<Condition> {
        let mut all = vec![self.one(depth)?];
        while self.eat(&["&&", "/\\"]) {
            all.push(self.one(depth)?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Condition::All(all) })
    }

    fn one(&mut self, depth: usize) -> Result<Condition> {
        if depth > DEPTH {
            return Err(self.error("fewer parentheses inside each other"));
        }
        if self.eat(&["!", "~"]) {
            return Ok(Condition::Not(Box::new(self.one(depth + 1)?)));
        }
        if self.eat(&["("]) {
            let inner = self.any(depth + 1)?;
            return if self.eat(&[")"]) { Ok(inner) } else { Err(self.error("`)`")) };
        }
        let left = self.term()?;
        self.skip();
        let operators = [("==", "=="), ("!=", "!="), ("<=", "<="), (">=", ">="), ("=", "=="), ("<", "<"), (">", ">")];
        let Some((text, operator)) = operators.into_iter().find(|(text, _)| self.rest.starts_with(text)) else {
            return Err(self.error("==, !=, <, <=, > or >="));
        };
        self.rest = &self.rest[text.len()..];
        Ok(Condition::Compare(left, operator, self.term()?))
    }

    fn term(&mut self) -> Result<Term> {
        self.skip();
        let is_number = |c: char| c.is_ascii_digit() || c == '-' || c == '.';
        if self.rest.starts_with(is_number) {
            let inside = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '+');
            let mut end = self.rest.find(|c| !inside(c)).unwrap_or(self.rest.len());
            // A sign is part of a number at its front and in its exponent.
            let text = &self.rest[..end];
            end = text
                .char_indices()
                .skip(1)
                .find(|(at, c)| matches!(c, '+' | '-') && !text[..*at].ends_with(['e', 'E']))
                .map_or(end, |(at, _)| at);
            let text = &self.rest[..end];
            let whole = match text.strip_prefix("0x") {
                Some(digits) => i128::from_str_radix(digits, 16).ok(),
                None => text.parse().ok(),
            };
            let number = whole.map(Number::Whole).or_else(|| text.parse().ok().map(Number::Real));
            let number = number.ok_or_else(|| self.error("a number such as 7, -1, 0x7f or 1.5"))?;
            self.rest = &self.rest[end..];
            return Ok(Term::Number(number));
        }
        let mut end =
            self.rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).unwrap_or(self.rest.len());
        if end == 0 {
            return Err(self.error("an element such as x[0], or a number"));
        }
        let mut label = self.rest[..end].to_string();
        if self.rest[end..].starts_with('[') {
            let close = self.rest.find(']').ok_or_else(|| self.error("`]`"))?;
            label = self.rest[..=close].to_string();
            end = close + 1;
        } else {
            label.push_str("[0]");
        }
        let watched = ObservedPlace::parse(&label, self.buffers)?;
        self.rest = &self.rest[end..];
        let known = self.watched.iter().position(|known| *known == watched);
        let element = known.unwrap_or_else(|| {
            self.watched.push(watched);
            self.watched.len() - 1
        });
        Ok(Term::Element(element))
    }
}
