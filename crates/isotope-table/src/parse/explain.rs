//! Makes a helpful error message from the position where a parser stopped.

use std::borrow::Cow;

use super::{Fail, Parser, Why, span_of};
use crate::Context;
use crate::compile::{Form, Inst, Item, Layout};
use crate::error::{ParseError, either};
use crate::legal::Violation;
use crate::registers::Wrong;
use crate::row::{FieldKind, NameStatus, RegFile};

pub(super) fn explain(cx: &Context, text: &str, fail: Fail, form: &'static Form, inst: &Inst) -> ParseError {
    let mut span = fail.at..fail.end;
    let mut source: Cow<'static, str> = Cow::Borrowed("");
    let mut expected = String::new();
    if let Why::Rule(rule) = fail.why {
        // Undo the ranking offset of `whole`.
        let span = span_of(cx, text, form, rule.field);
        let span = if span.is_empty() { 0..end_of_items(cx, text, form).at } else { span };
        let Violation { message, expected, source, .. } = inst.describe(cx.profile, rule);
        return ParseError { span, message, expected, source: source.into() };
    }
    span.start = span.start.min(text.len());
    span.end = text.ceil_char_boundary(span.end.clamp(span.start, text.len()));
    // A modifier at the position of the first operand.
    let operands = match fail.why {
        Why::Literal(text) => !text.trim().starts_with('.'),
        Why::Expected(_) | Why::Register(..) => true,
        _ => false,
    };
    if operands && text[span.start..].starts_with('.') {
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = text[span.start + 1..].find(|c| !word(c)).map_or(text.len(), |n| span.start + 1 + n);
        if end > span.start + 1 {
            let message = format!("`{}` is no modifier that {} takes here", &text[span.start..end], form.mnemonic);
            return ParseError {
                span: span.start..end,
                message,
                expected: possible(cx, form),
                source: form.row.source.into(),
            };
        }
    }
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
            expected = either(names.offered(cx.profile).take(24).map(String::from));
            source = form.row.source.into();
            format!("found {found} instead of `{field}` of {}", form.mnemonic)
        }
        Why::Profile(names, value, profiles) => {
            source = form.row.source.into();
            let name = names.list.iter().find(|n| n.value == value && n.profiles == profiles).map_or("", |n| n.text);
            format!("`.{name}` does not exist on this processor, only on {}", form.layout.processors(profiles))
        }
        Why::Standing(status) => {
            source = form.row.source.into();
            let what = if status == NameStatus::Illegal { "illegal" } else { "reserved" };
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
        Why::End => return left_over(cx, text, span, form),
        Why::Label => format!("unknown label {found}"),
        Why::Rule(_) => String::new(),
    };
    ParseError { span, message, expected, source }
}

/// The operands, or the optional modifiers of the syntax.
fn possible(cx: &Context, form: &'static Form) -> String {
    let mut all = vec!["the operands".to_string()];
    for name in form.syntax.split("{.").skip(1).filter_map(|rest| rest.split('}').next()) {
        let words: Vec<String> = match form.field(name).map(|i| &form.fields[i].kind) {
            Some(FieldKind::Names(names)) => names.offered(cx.profile).map(|name| format!(".{name}")).collect(),
            _ => vec![format!(".{name}")],
        };
        all.extend(words);
    }
    either(all.into_iter())
}

/// The parser after reading all items.
fn end_of_items<'a>(cx: &'a Context<'a>, text: &'a str, form: &'static Form) -> Parser<'a> {
    let mut again = Parser::new(cx, text, form);
    let _ = again.items(form.items());
    again
}

/// The position after everything and the following blanks.
fn end_of(cx: &Context, text: &str, form: &'static Form) -> usize {
    let mut again = end_of_items(cx, text, form);
    again.blank();
    again.at
}

/// The operand that a register file describes.
pub(super) fn wanted(file: &RegFile, count: Option<u64>) -> String {
    let group = |(lo, hi, prefix): &(u64, u64, &str)| match count {
        Some(1) => format!("{prefix}0 to {prefix}{}", hi - lo),
        Some(n) => format!("{prefix}[n:n+{}]", n - 1),
        None => format!("registers {prefix}n or {prefix}[n:m]"),
    };
    let names = file.names.iter().filter(|n| n.1.starts_with(|c: char| c.is_ascii_alphabetic())).take(6);
    let number = file.names.iter().any(|n| n.1 == "0").then(|| "an inline number".to_string());
    let all = file.ranges.iter().map(group).chain(names.map(|n| n.1.to_string())).chain(number);
    either(all)
}

/// The processors that know the name, if this one does not.
pub(super) fn foreign(layout: &Layout, word: &str) -> Option<&'static str> {
    let known = |words: &str| words.split(' ').any(|w| w == word);
    layout.style.foreign.iter().find(|f| known(f.0)).map(|f| f.1)
}

/// The error for text after a complete instruction: a modifier that is unknown, foreign, misplaced or repeated.
pub(super) fn left_over(cx: &Context, text: &str, span: std::ops::Range<usize>, form: &'static Form) -> ParseError {
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
            format!("`{}` comes too late", own[at])
        }
        (None, Some(who)) => {
            format!("`{word}` is not supported on {}, only on {who}", form.layout.processor(cx.profile))
        }
        (None, None) => {
            expected = if own.is_empty() {
                "the end of the instruction".into()
            } else {
                format!("{}, or the end of the instruction", own.join(", "))
            };
            format!("`{}` does not take `{word}`", form.mnemonic)
        }
    };
    ParseError::new(span, message).expecting(expected)
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
