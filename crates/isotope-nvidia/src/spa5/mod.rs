//! NVIDIA SPA 5.0 (sm_50, and sm_52 and sm_60 where their text differs): rows, text and encoding; the semantics are in `lift`.
//!
//! ```
//! use isotope_nvidia::spa5;
//! use isotope_nvidia::spa5::{Mode, Profile};
//! let parsed = spa5::parse(Profile::Sm50, Mode::Documented, "ATOM.ADD.S32 R9, [0xfff00], R8;").unwrap();
//! assert_eq!(spa5::encode(&parsed.inst), 0xed02_fff0_0087_ff09);
//! let mut text = String::new();
//! spa5::print(Profile::Sm50, &parsed.inst, &mut text);
//! assert_eq!(text, "ATOM.ADD.S32 R9, [0xfff00], R8;");
//! ```
mod code;
pub mod control;
mod dwarf;
mod fields;
mod forms;
pub mod launch;
pub mod lift;
mod link;
pub mod listing;
mod notes;
pub mod ops;
pub mod rmw;
mod runtime;
pub mod sample;
pub mod single;
mod surfaces;
mod target;

pub use self::control::Slot;
pub use self::listing::listing;
pub use self::runtime::functions;
pub use self::target::TARGETS;
pub use crate::processors::Profile;
pub use isotope_table::{Context, DecodeError, Inst, Mode, ParseError, Violation};
use isotope_table::{FieldKind, Layout, Lot, Reuse, Table};
use std::borrow::Cow;
use std::sync::LazyLock;

impl Profile {
    /// The profile's bit in the rows' masks.
    pub fn bit(self) -> isotope_table::Profiles {
        match self {
            Profile::Sm50 => fields::SM50,
            Profile::Sm52 => fields::SM52,
            Profile::Sm60 => fields::SM60 & !fields::SM61,
            Profile::Sm61 => fields::SM61,
        }
    }
}

/// Names of the profiles, in the order of their bits.
const PROFILES: &[(&str, &str)] = &[("sm_50", ""), ("sm_52", ""), ("sm_60", ""), ("sm_61", "")];

/// The rows, compiled on first use.
pub static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let layout = Layout {
        index: (51, 13),
        prefix: "{@{!}Pg }",
        skip_prefix: skip_guard,
        end: ";",
        profiles: PROFILES,
        style: isotope_table::Style::PLAIN,
    };
    Table::new(layout, forms::ROWS.iter().copied().flat_map(Lot::written))
});

fn skip_guard(text: &str) -> usize {
    // Most texts begin with an alphanumeric character or a prefix.
    let (start, rest) = match text.as_bytes() {
        [first, ..] if first.is_ascii_alphanumeric() => return 0,
        [b'@', ..] => (0, text),
        _ => (text.len() - text.trim_start().len(), text.trim_start()),
    };
    if !rest.starts_with('@') {
        return start;
    }
    start + rest.bytes().position(|byte| matches!(byte, b' ' | b'\t')).unwrap_or(rest.len())
}

/// Decodes one instruction word.
pub fn decode(profile: Profile, word: u64) -> Result<Inst, DecodeError> {
    TABLE.decode(profile.bit(), &[word])
}

/// The instruction word; bits that no field reads are zero.
pub fn encode(inst: &Inst) -> u64 {
    let mut words = [0];
    inst.encode(&mut words);
    words[0]
}

/// Appends nvdisasm's text with single blanks; relative targets are printed for address 0.
pub fn print(profile: Profile, inst: &Inst, out: &mut String) {
    isotope_table::print(&Context::new(profile.bit()), inst, out);
}

/// Appends the text with the address, labels and reuse flags of the context.
pub fn print_at(cx: &Context, inst: &Inst, out: &mut String) {
    isotope_table::print(cx, inst, out);
}

/// The first documented rule that the instruction breaks.
pub fn legality(profile: Profile, inst: &Inst) -> Option<Violation> {
    inst.violation(profile.bit())
}

/// One parsed line.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The instruction.
    pub inst: Inst,
    /// Its scheduling, if the text had annotations or `.reuse`.
    pub control: Option<Slot>,
    /// The instruction word, if the text does not determine it.
    pub word: Option<u64>,
}

/// Parses one instruction in nvdisasm's syntax or that of the ATOM and SURED pages.
pub fn parse(profile: Profile, mode: Mode, text: &str) -> Result<Parsed, ParseError> {
    parse_at(&Context { mode, ..Context::new(profile.bit()) }, text)
}

/// Parses one instruction with the address and labels of the context.
pub fn parse_at(cx: &Context, text: &str) -> Result<Parsed, ParseError> {
    let body = strip_comment(text);
    let (body, phase) = without_phase(body);
    let body = &*body;
    let parsed = TABLE.parse(cx, body).map_err(|error| elsewhere(cx, body, error))?;
    if phase != 0 && parsed.inst.form.row.reuse != Reuse::Phases {
        // If it is not a phase, it is an unknown modifier.
        TABLE.parse(cx, strip_comment(text))?;
    }
    let wrong =
        |span, message, expected: &str| ParseError { span, message, expected: expected.into(), source: "".into() };
    let rest = body[parsed.len..].trim_end().trim_end_matches(';').trim_end();
    let base = parsed.len + usize::from(rest.starts_with(';'));
    let rest = rest.strip_prefix(';').unwrap_or(rest);
    let shown = rest.trim_start();
    if !(shown.is_empty() || shown.starts_with(['&', '?', '{'])) {
        let start = base + rest.len() - shown.len();
        let message = format!("`{shown}` is left over");
        return Err(wrong(start..start + shown.len(), message, "the end of the instruction, `&` or `?`"));
    }
    let control::Annotations { slot: mut control, word } = Slot::parse(rest)
        .map_err(|(at, expected)| wrong(base + at.start..base + at.end, format!("found `{}`", &rest[at]), expected))?;
    if parsed.reuse | phase != 0 {
        control.get_or_insert_default().reuse |= parsed.reuse | phase;
    }
    let reduction = matches!(parsed.inst.form.mnemonic, "SURED" | "RED");
    if reduction && cx.mode != Mode::Compat && control.is_some_and(|c| c.wr != 7) {
        let start = text.find("&wr").unwrap_or(0);
        let mnemonic = parsed.inst.form.mnemonic;
        let message = format!("{mnemonic} writes no register, so it takes no `&wr`");
        let own = mnemonic == "SURED";
        let source = if own { "NVIDIA's SURED page, format" } else { "as NVIDIA's SURED page says of SURED" }.into();
        return Err(ParseError { source, ..wrong(start..text.ceil_char_boundary(start + 7), message, "") });
    }
    if let Some(word) = word
        && !says(cx, word, &parsed.inst)
    {
        let start = text.find("&word").unwrap_or(0);
        let end = text[start..].find([' ', ';']).map_or(text.len(), |end| start + end);
        let message = format!("{word:#018x} is another instruction than the text");
        return Err(wrong(start..end, message, "a word that `dis` prints as this text, or none"));
    }
    Ok(Parsed { inst: parsed.inst, control, word })
}

/// The error for a text that is valid in another profile; names the first such profile.
fn elsewhere(cx: &Context, body: &str, mut error: ParseError) -> ParseError {
    let others = [Profile::Sm50, Profile::Sm52, Profile::Sm60, Profile::Sm61].into_iter().zip(PROFILES);
    let takes = |profile: Profile| {
        let other = Context { profile: profile.bit(), ..*cx };
        profile.bit() != cx.profile && TABLE.parse(&other, body).is_ok()
    };
    let told = PROFILES.iter().any(|(name, _)| error.message.contains(name)) || !error.source.is_empty();
    let other = if told { None } else { others.into_iter().find(|(profile, _)| takes(*profile)) };
    if let Some((_, (name, _))) = other {
        error.message += &format!("; {name} takes this form");
    }
    error
}

/// Whether a word prints as an instruction's text.
fn says(cx: &Context, word: u64, inst: &Inst) -> bool {
    let text = |inst: &Inst| {
        let mut out = String::new();
        isotope_table::print(cx, inst, &mut out);
        out
    };
    TABLE.decode(cx.profile, &[word]).is_ok_and(|decoded| text(&decoded) == text(inst))
}

/// nvdisasm's names of the phases of a texture instruction, from 1.
const PHASES: [&str; 3] = [".T", ".P", ".INVALIDPHASE3"];

/// A texture instruction with the phase at the end of its modifiers replaced by blanks, and the reuse flags of the phase.
fn without_phase(text: &str) -> (Cow<'_, str>, u8) {
    let start = skip_guard(text);
    let body = text[start..].trim_start();
    if !(body.starts_with('T') || body.starts_with("STP")) {
        return (text.into(), 0);
    }
    let start = text.len() - body.len();
    let end = start + body.find([' ', '\t']).unwrap_or(body.len());
    for (n, phase) in PHASES.iter().enumerate() {
        if text[start..end].ends_with(phase) {
            let blanks = " ".repeat(phase.len());
            return (format!("{}{blanks}{}", &text[..end - phase.len()], &text[end..]).into(), n as u8 + 1);
        }
    }
    (text.into(), 0)
}

/// Appends the text at its address with its reuse flags, and returns the flags that the text does not show.
fn print_with_flags(cx: &Context, inst: &Inst, out: &mut String) -> u8 {
    let start = out.len();
    isotope_table::print(cx, inst, out);
    match inst.form.row.reuse {
        Reuse::Phases => {
            if let Some(phase) = PHASES.get(usize::from(cx.reuse & 3).wrapping_sub(1)) {
                let body = start + skip_guard(&out[start..]);
                let body = body + out[body..].len() - out[body..].trim_start().len();
                let end = body + out[body..].find(' ').unwrap_or(out.len() - body);
                out.insert_str(end, phase);
            }
            cx.reuse & !3
        }
        Reuse::None => cx.reuse,
        Reuse::Operands(_) => {
            let shown = out[start..].matches(".reuse").count() as u32;
            let named = cx.reuse & inst.reuse_flags(cx.profile);
            // All or none: a flag whose operand is not printed would be lost.
            if shown == named.count_ones() { cx.reuse & !named } else { cx.reuse }
        }
    }
}

/// Removes `// …` and `# …`; a `#` before a digit is an index.
fn strip_comment(text: &str) -> &str {
    let bytes = text.as_bytes();
    // Most lines have neither character, and one scan for both is fast.
    if !bytes.iter().fold(false, |found, b| found | (*b == b'/') | (*b == b'#')) {
        return text;
    }
    let comment = |i: usize| match bytes[i] {
        b'/' => matches!(bytes.get(i + 1), Some(b'/' | b'*')),
        b'#' => !bytes.get(i + 1).is_some_and(u8::is_ascii_digit),
        _ => false,
    };
    match (0..bytes.len()).find(|i| comment(*i)) {
        Some(i) => &text[..i],
        None => text,
    }
}

/// A source operand with several encoding variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// Register number; 255 is RZ.
    Reg(u8),
    /// Constant bank and byte offset.
    Const {
        /// Bank.
        bank: u8,
        /// Byte offset.
        offset: i32,
    },
    /// The 32 bits that the operation reads; for 64-bit floats the upper 32.
    Imm(u32),
}

/// The generic operand `B` or `C`, or any register field. `None` if the form has no such operand.
pub fn operand(inst: &Inst, name: &str) -> Option<Operand> {
    if let Some(reg) = inst.try_get(name) {
        return Some(Operand::Reg(reg as u8));
    }
    let part = |suffix: &str| {
        let wanted = |f: &isotope_table::Field| f.name.strip_prefix(name).is_some_and(|rest| rest == suffix);
        inst.form.fields.iter().position(wanted)
    };
    if let (Some(bank), Some(_)) = (part(".bank"), part(".off")) {
        let offset = inst.number(if name == "B" { "B.off" } else { "C.off" }) as i32;
        return Some(Operand::Const { bank: inst.vals[bank] as u8, offset });
    }
    let i = part(".imm")?;
    let field = &inst.form.fields[i];
    Some(Operand::Imm(match field.kind {
        FieldKind::Float(isotope_table::Float { width: 64, shift }) => (inst.vals[i] << shift >> 32) as u32,
        FieldKind::Float(isotope_table::Float { shift, .. }) => (inst.vals[i] << shift) as u32,
        _ => inst.number(field.name) as u32,
    }))
}
