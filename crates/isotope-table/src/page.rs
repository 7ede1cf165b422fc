//! The reference page of a form, made from its row.
use super::compile::Form;
use super::parts::{Run, runs};
use super::row::{Field, FieldKind, Need, Span, Spelled};
use isotope_op::claim::grades;
use std::fmt::Write;

/// A page under construction: the parts that the pages of both row engines share.
#[derive(Debug)]
pub struct Page(String);

impl Page {
    /// Begins with the mnemonic and its notation.
    pub fn new(mnemonic: &str, notation: &str) -> Page {
        Page(format!("## {mnemonic}\n\n```text\n{notation}\n```\n"))
    }
    /// A table, if it has rows. The first column names fields.
    pub fn table<const N: usize>(&mut self, columns: [&str; N], rows: impl Iterator<Item = [String; N]>) {
        let mut rows = rows.peekable();
        if rows.peek().is_none() {
            return;
        }
        let _ = writeln!(self.0, "\n| {} |\n|{}", columns.join(" | "), " --- |".repeat(N));
        for mut row in rows {
            row[0] = format!("`{}`", row[0].replace('|', "\\|"));
            let _ = writeln!(self.0, "| {} |", row.join(" | "));
        }
    }
    /// A paragraph, a list or a block.
    pub fn paragraph(&mut self, text: &str) {
        let _ = writeln!(self.0, "\n{text}");
    }
    /// Ends with the source and its grade.
    pub fn finish(mut self, source: &str) -> String {
        self.paragraph(&format!("Source: {source} ({})", grades(source)));
        self.0
    }
}

/// The content of a row, in parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Described {
    /// The mnemonic.
    pub mnemonic: String,
    /// The manual's notation.
    pub notation: String,
    /// Lines `63:56  name`, highest bits first; empty if fields have no fixed place.
    pub diagram: String,
    /// Each field: its name, its bits (empty if they are not fixed), its meaning and codes.
    pub fields: Vec<[String; 3]>,
    /// The purpose of operands, by the names of their fields, if the instruction set documents it.
    pub purposes: Vec<[String; 2]>,
    /// Legality: the case, the requirement, and the source with its grade.
    pub legality: Vec<[String; 3]>,
    /// Older mnemonics.
    pub aliases: Vec<String>,
    /// Further remarks, one sentence each.
    pub remarks: Vec<String>,
    /// The source of syntax and bits.
    pub source: String,
}

impl Described {
    /// The page as Markdown, under a heading.
    pub fn markdown(&self) -> String {
        let mut page = Page::new(&self.mnemonic, &self.notation);
        if !self.diagram.is_empty() {
            page.paragraph(&format!("```bits\n{}```", self.diagram));
        }
        if self.fields.iter().all(|field| field[1].is_empty()) {
            page.table(
                ["part", "meaning"],
                self.fields.iter().map(|[name, _, meaning]| [name.clone(), meaning.clone()]),
            );
        } else {
            page.table(["field", "bits", "meaning"], self.fields.iter().cloned());
        }
        if !self.legality.is_empty() {
            page.paragraph("Legality:\n\n| where | must be so | grade and source |\n| --- | --- | --- |");
            let cell = |text: &str| text.replace('|', "\\|");
            for [when, need, source] in &self.legality {
                let _ = writeln!(page.0, "| {} | {} | {} |", cell(when), cell(need), cell(source));
            }
        }
        if !self.aliases.is_empty() {
            page.paragraph(&format!("Older names: {}", self.aliases.join(", ")));
        }
        for remark in &self.remarks {
            page.paragraph(remark);
        }
        page.finish(&self.source)
    }
}

/// Markdown: syntax, bit diagram, operands, legality, source.
pub fn page(form: &Form) -> String {
    described(form).markdown()
}

/// The parts of the page.
pub fn described(form: &Form) -> Described {
    let mut legality = Vec::new();
    for rule in &form.rules {
        let cases = rule.when.iter().map(|(f, values)| {
            let field = &form.fields[*f as usize];
            format!("{} {}", field.name, spell(field, values))
        });
        let when = cases.collect::<Vec<_>>().join(", ");
        let field = &form.fields[rule.field as usize];
        let need = match rule.rule.need {
            Need::OneOf(_, []) => format!("no value of `{}` is documented", field.name),
            Need::OneOf(_, values) => format!("`{}` is one of {}", field.name, spell(field, values)),
            Need::NoneOf(_, values) => format!("`{}` is not {}", field.name, spell(field, values)),
            Need::Multiple(_, n) => format!("`{}` is a multiple of {n}", field.name),
            Need::AtMost(_, n) => format!("`{}` is at most {n}", field.name),
            Need::Holds(..) => rule.rule.what.to_string(),
        };
        let source = rule.rule.source;
        let when = if when.is_empty() { "always".into() } else { when };
        legality.push([when, need, format!("{}: {source}", grades(source))]);
    }
    Described {
        mnemonic: form.mnemonic.into(),
        notation: format!("{}{}", form.syntax, form.layout.end),
        diagram: diagram(form),
        fields: form.fields.iter().map(|field| [field.name.into(), bits(field), meaning(field)]).collect(),
        legality,
        aliases: form.row.aliases.iter().map(|a| a.to_string()).collect(),
        source: form.row.source.into(),
        ..Described::default()
    }
}

impl Form {
    /// Whether the opcode has the bit of a flag set, so that the prefix `no` cannot clear the flag.
    pub(super) fn sets(&self, flag: u8) -> bool {
        self.opcode.value & mask(&self.fields[usize::from(flag)]) != 0
    }

    /// Mask of the bits that neither the opcode nor a field reads, for instructions of up to 128 bits.
    pub fn ignored(&self) -> u128 {
        self.unnamed
    }
}

pub(super) fn mask(field: &Field) -> u128 {
    let one = |lo: u16, len: u8| if lo >= 128 { 0 } else { ((1u128 << len) - 1) << lo };
    one(field.at[0].lo, field.at[0].len) | one(field.at[1].lo, field.at[1].len)
}

fn bits(field: &Field) -> String {
    let piece = |lo: u16, len: u8| if len == 1 { lo.to_string() } else { format!("{}:{lo}", lo + len as u16 - 1) };
    match field.at {
        [low, high] if high.len != 0 => format!("{}, {}", piece(high.lo, high.len), piece(low.lo, low.len)),
        [Span { len: 0, .. }, _] => "none".into(),
        [low, _] => piece(low.lo, low.len),
    }
}

fn spell(field: &Field, values: &[u64]) -> String {
    let words = values.iter().map(|v| match field.kind {
        FieldKind::Names(names) => format!(".{}", names.spoken(0xff, *v)),
        _ => v.to_string(),
    });
    words.collect::<Vec<_>>().join(" ")
}

pub(super) fn meaning(field: &Field) -> String {
    match field.kind {
        FieldKind::Reg(_) => "register".into(),
        FieldKind::Pair(_) => "first of two registers".into(),
        FieldKind::Sized(sized) => format!("first of as many registers as {} say", list(sized.by)),
        FieldKind::List(sized) => format!("first of as many separate registers as {} say", list(sized.by)),
        FieldKind::Flag => "flag".into(),
        FieldKind::Int(int) => format!(
            "{} number{}{}",
            if int.signed { "signed" } else { "unsigned" },
            if int.scale == 0 { String::new() } else { format!(", in units of {}", 1 << int.scale) },
            match field.spelled {
                Spelled::AsMeant | Spelled::Either => "",
                Spelled::Unsigned => ", printed without its sign",
                Spelled::Signed => ", printed as if it were signed",
            }
        ),
        FieldKind::Float(f) => format!("upper bits of a {}-bit float", f.width),
        FieldKind::Target => "signed distance in bytes from the next instruction".into(),
        FieldKind::View(_, of) => format!("follows from `{of}`"),
        FieldKind::Set => "set of bit numbers".into(),
        FieldKind::Own(operand, _) => operand.meaning(),
        FieldKind::Names(names) => names.described(),
    }
}

fn list(fields: &[&str]) -> String {
    fields.iter().map(|f| format!("`{f}`")).collect::<Vec<_>>().join(" and ")
}

/// The diagram, one line per run.
fn diagram(form: &Form) -> String {
    let mut out = String::new();
    for Run { hi, lo, field, fixed } in runs(form, form.row.bits.into()) {
        let name = match (field, fixed) {
            (Some(f), _) => form.fields[f].name.to_string(),
            (None, true) => (lo..=hi).rev().map(|b| if form.opcode.value >> b & 1 == 1 { '1' } else { '0' }).collect(),
            (None, false) => "ignored".into(),
        };
        let range = if lo == hi { format!("{hi}") } else { format!("{hi}:{lo}") };
        let _ = writeln!(out, "{range:>8}  {name}");
    }
    out
}
