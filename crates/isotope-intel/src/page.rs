//! The reference page of a form, generated from its row.
use super::form::{Classes, FieldKind, Form};
use super::legal::said;
use super::operands::purpose;
use isotope_table::Described;

/// Markdown: syntax, bytes, parts, types, source.
///
/// ```
/// use isotope_intel::form::FORMS;
/// use isotope_intel::page::page;
/// let text = page(FORMS.named("svm_atomic").next().unwrap());
/// assert!(text.starts_with("## svm_atomic\n") && text.contains("| `op` |"));
/// ```
pub fn page(form: &Form) -> String {
    described(form).markdown()
}

/// The sections of the page.
pub fn described(form: &Form) -> Described {
    let row = form.row;
    let pred = if form.has_pred() { "{(P)} " } else { "" };
    let code: Vec<String> = row.code.iter().map(|b| format!("{b:02x}")).collect();
    Described {
        mnemonic: row.name.into(),
        notation: format!("{pred}{}{}\n\nbytes: {} {}", row.name, row.text, code.join(" "), row.bytes),
        fields: form.parts.iter().map(|part| [part.name.into(), String::new(), meaning(part.kind)]).collect(),
        purposes: form
            .parts
            .iter()
            .filter_map(|p| Some([p.name.into(), purpose(form.name(), p.name)?.into()]))
            .collect(),
        legality: said(form),
        source: row.source.into(),
        ..Described::default()
    }
}

pub(super) fn meaning(kind: FieldKind) -> String {
    match kind {
        FieldKind::Dst(c) => format!("written: {}", classes(c)),
        FieldKind::Src(c) => format!("read: {}", classes(c)),
        FieldKind::Raw | FieldKind::Bare => "a variable, and an offset in bytes".into(),
        FieldKind::Surface => "a surface variable".into(),
        FieldKind::Sampler => "a sampler variable".into(),
        FieldKind::Label => "a label".into(),
        FieldKind::Number(n) | FieldKind::Hex(n) => format!("a number of {} bits", 8 * u32::from(n)),
        FieldKind::Power => "a power of two".into(),
        FieldKind::Names(names) => names.described(),
        FieldKind::Fence(..) => "letters of what is fenced".into(),
        FieldKind::Lifetime => "variable whose life begins or ends".into(),
        FieldKind::Text => "a string".into(),
        FieldKind::Shape => "size, order, number and channels of the data".into(),
        FieldKind::Name => "a name".into(),
        FieldKind::Address | FieldKind::Coordinates => "address: model, scale, offset, size".into(),
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
