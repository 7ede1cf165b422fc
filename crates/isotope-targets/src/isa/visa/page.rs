//! The reference page of a form, made from its row alone.
use super::form::{Classes, FieldKind, Form};
use super::inst::Type;
use super::legal::{Atomic, Family, Generation};
use isotope_table::Described;

/// Markdown: syntax, bytes, parts, types, source.
///
/// ```
/// use isotope_targets::isa::visa::{form::FORMS, page::page};
/// let text = page(FORMS.named("svm_atomic").next().unwrap());
/// assert!(text.starts_with("## svm_atomic\n") && text.contains("| `op` |"));
/// ```
pub fn page(form: &Form) -> String {
    described(form).markdown()
}

/// The parts of it.
pub fn described(form: &Form) -> Described {
    let row = form.row;
    let pred = if form.has_pred() { "{(P)} " } else { "" };
    let code: Vec<String> = row.code.iter().map(|b| format!("{b:02x}")).collect();
    let mut remarks = Vec::new();
    if form.parts.iter().any(|p| matches!(p.kind, FieldKind::Dst(_) | FieldKind::Src(_))) {
        let types: Vec<&str> = Type::ALL.into_iter().filter(|t| row.types.has(*t)).map(Type::name).collect();
        remarks.push(format!("Types of vector operands, as documented: {}", types.join(", ")));
    }
    let refused = undocumented(form);
    if !refused.is_empty() {
        remarks.push(format!("In the encoding, but not documented (`asm --compat` takes them): {refused}"));
    }
    Described {
        mnemonic: row.name.into(),
        notation: format!("{pred}{}{}\n\nbytes: {} {}", row.name, row.text, code.join(" "), row.bytes),
        fields: form.parts.iter().map(|part| [part.name.into(), String::new(), meaning(part.kind)]).collect(),
        remarks,
        source: row.source.into(),
        ..Described::default()
    }
}

/// Operations and widths of an atomic that the assembler refuses.
fn undocumented(form: &Form) -> String {
    let Some(family) = Family::of(form.name()) else { return String::new() };
    let widths: Vec<_> =
        ["16", "64"].into_iter().filter(|w| form.names("width").iter().any(|word| word.text == *w)).collect();
    let mut out = Vec::new();
    for word in form.names("op").iter().filter(|w| !w.text.is_empty()) {
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

fn meaning(kind: FieldKind) -> String {
    match kind {
        FieldKind::Dst(c) => format!("written: {}", classes(c)),
        FieldKind::Src(c) => format!("read: {}", classes(c)),
        FieldKind::Raw | FieldKind::Bare => "bytes of a variable".into(),
        FieldKind::Surface => "surface".into(),
        FieldKind::Sampler => "sampler".into(),
        FieldKind::Label => "label".into(),
        FieldKind::Number(n) | FieldKind::Hex(n) => format!("number of {n} bytes"),
        FieldKind::Power => "power of two".into(),
        FieldKind::Names(names) => names.described(),
        FieldKind::Fence(..) => "letters of what is fenced".into(),
        FieldKind::Lifetime => "variable whose life begins or ends".into(),
        FieldKind::Text => "string".into(),
        FieldKind::Shape => "size, order, number and channels of the data".into(),
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
