//! The reference page of a form, made from its row alone.
use std::fmt::Write;

use isotope_op::claim::grades;

use super::form::{Classes, Form, Kind};
use super::inst::Type;
use super::legal::{Atomic, Family, Generation};

/// Markdown: syntax, bytes, parts, types, source.
///
/// ```
/// use isotope_targets::isa::visa::{form::FORMS, page::page};
/// let text = page(FORMS.named("svm_atomic").next().unwrap());
/// assert!(text.starts_with("## svm_atomic\n") && text.contains("| `op` |"));
/// ```
pub fn page(form: &Form) -> String {
    let row = form.row;
    let pred = if form.has_pred() { "{(P)} " } else { "" };
    let code: Vec<String> = row.code.iter().map(|b| format!("{b:02x}")).collect();
    let mut out = format!("## {}\n\n```text\n{pred}{}{}\n\n", row.name, row.name, row.text);
    let _ = writeln!(out, "bytes: {} {}\n```\n", code.join(" "), row.bytes);
    if !form.parts.is_empty() {
        let _ = writeln!(out, "| part | meaning |\n| --- | --- |");
    }
    for part in &form.parts {
        let _ = writeln!(out, "| `{}` | {} |", part.name, meaning(part.kind));
    }
    let vector = form.parts.iter().any(|p| matches!(p.kind, Kind::Dst(_) | Kind::Src(_)));
    if vector {
        let types: Vec<&str> = Type::ALL.into_iter().filter(|t| row.types.has(*t)).map(Type::name).collect();
        let _ = writeln!(out, "\nTypes of vector operands, as documented: {}", types.join(", "));
    }
    let refused = undocumented(form);
    if !refused.is_empty() {
        let _ = writeln!(out, "\nIn the encoding, but not documented (`asm --compat` takes them): {refused}");
    }
    let _ = writeln!(out, "\nSource: {} ({})", row.source, grades(row.source));
    out
}

/// Operations and widths of an atomic that the assembler refuses.
fn undocumented(form: &Form) -> String {
    let words = |part: &str| match form.position(part).map(|i| form.parts[i].kind) {
        Some(Kind::Words(list)) => list,
        _ => &[],
    };
    let Some(family) = Family::of(form.name()) else { return String::new() };
    let widths: Vec<_> =
        ["16", "64"].into_iter().filter(|w| words("width").iter().any(|word| word.text == *w)).collect();
    let mut out = Vec::new();
    for word in words("op").iter().filter(|w| !w.text.is_empty()) {
        let allowed =
            |width| Atomic { family, op: word.value, width }.documented(word.text, Generation::default()).is_ok();
        if !allowed(32) {
            out.push(format!("`.{}`", word.text));
            continue;
        }
        let wide = widths.iter().filter(|w| !allowed(w.parse().unwrap_or(32)));
        out.extend(wide.map(|w| format!("`.{}.{w}`", word.text)));
    }
    out.join(", ")
}

fn meaning(kind: Kind) -> String {
    match kind {
        Kind::Dst(c) => format!("written: {}", classes(c)),
        Kind::Src(c) => format!("read: {}", classes(c)),
        Kind::Raw | Kind::Bare => "bytes of a variable".into(),
        Kind::Surface => "surface".into(),
        Kind::Sampler => "sampler".into(),
        Kind::Label => "label".into(),
        Kind::Number(n) | Kind::Hex(n) => format!("number of {n} bytes"),
        Kind::Power => "power of two".into(),
        Kind::Words(list) => {
            let each =
                list.iter().map(|w| format!("{} {}", w.value, if w.text.is_empty() { "(nothing)" } else { w.text }));
            each.collect::<Vec<_>>().join(", ")
        }
        Kind::Fence(..) => "letters of what is fenced".into(),
        Kind::Lifetime => "variable whose life begins or ends".into(),
        Kind::Text => "string".into(),
        Kind::Shape => "size, order, number and channels of the data".into(),
        _ => "address: model, scale, offset, size".into(),
    }
}

fn classes(set: Classes) -> String {
    let names = [
        (Classes::GENERAL, "elements of a variable"),
        (Classes::ADDRESS, "of an address variable"),
        (Classes::PREDICATE, "predicate"),
        (Classes::INDIRECT, "elements at addresses"),
        (Classes::ADDRESS_OF, "address of a variable"),
        (Classes::IMMEDIATE, "number"),
        (Classes::STATE, "surface or sampler variable"),
    ];
    names.iter().filter(|(c, _)| set.has(*c)).map(|(_, n)| *n).collect::<Vec<_>>().join(", ")
}
