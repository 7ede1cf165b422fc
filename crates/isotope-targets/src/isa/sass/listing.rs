//! Whole code: bundles of a control word and three instructions, with labels.
use std::borrow::Cow;

use super::control::{self, Slot};
use super::{Context, Inst, Mode, ParseError, Profile, TABLE, decode, encode, legality, print_at};
pub use isotope_table::SourceError;
use isotope_table::{Defined, FieldKind, Labels, Plain, Scope};

/// `NOP`.
const NOP: u64 = 0x50b0_0000_0007_0f00;

/// How a listing is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The scheduling annotations behind each instruction.
    pub control: bool,
    /// A comment where the documents do not define the instruction.
    pub legality: bool,
    /// Address of the first byte.
    pub base: u64,
}

/// One line of a listing.
#[derive(Clone, Debug)]
pub struct Line {
    /// Byte address.
    pub address: u64,
    /// The instruction word.
    pub word: u64,
    /// Its scheduling.
    pub slot: Slot,
    /// The label that stands in front of it.
    pub label: Option<String>,
    /// What it decodes to, if anything.
    pub inst: Option<Inst>,
    /// The text, with `{ ` or ` }` where two instructions issue together; the error where it does not decode.
    pub text: String,
}

/// Address that an instruction at `pc` names in its text, if it names one.
pub fn target(inst: &Inst, pc: u64) -> Option<u64> {
    let relative = inst.form.fields.iter().any(|f| matches!(f.kind, FieldKind::Target));
    relative.then(|| pc.wrapping_add(8).wrapping_add(inst.number("target") as u64))
}

/// Disassembles code that starts with a control word. Bytes after the last whole bundle are left out.
pub fn listing(profile: Profile, code: &[u8], options: Options) -> Vec<Line> {
    let word_at = |at: usize| code.get(at..at + 8).and_then(|b| b.try_into().ok()).map_or(0, u64::from_le_bytes);
    let mut lines: Vec<Line> = Vec::new();
    let mut labels = Labels::default();
    let end = options.base + (code.len() / 32 * 32) as u64;
    for bundle in (0..code.len() / 32).map(|b| b * 32) {
        let control = word_at(bundle);
        for n in 0..3 {
            let at = bundle + 8 + 8 * n;
            let (address, word) = (options.base + at as u64, word_at(at));
            let inst = decode(profile, word).ok();
            if let Some(to) = inst
                .as_ref()
                .and_then(|i| target(i, address))
                .filter(|to| (options.base..end).contains(to))
                .filter(|to| (to - options.base).is_multiple_of(8) && (to - options.base) % 32 != 8)
            {
                labels.0.insert(to, String::new());
            }
            let slot = control::slot(control, n);
            lines.push(Line { address, word, slot, label: None, inst, text: String::new() });
        }
    }
    for (n, label) in labels.0.values_mut().enumerate() {
        *label = format!(".L_x_{n}");
    }
    let mut paired = false;
    for line in &mut lines {
        // Compilers jump to the control word; a label in front of a bundle stands for that address.
        let first = (line.address - options.base) % 32 == 8;
        line.label = labels.label(line.address - if first { 8 } else { 0 }).map(str::to_string);
        let dual = line.slot.dual() && !paired;
        if dual {
            line.text.push_str("{ ");
        }
        match &line.inst {
            Some(inst) => {
                let cx =
                    Context { scope: &labels, pc: line.address, reuse: line.slot.reuse, ..Context::new(profile.bit()) };
                print_at(&cx, inst, &mut line.text);
            }
            None => line.text.push_str("not decodable;"),
        }
        if options.control {
            line.text.pop();
            line.slot.print(&mut line.text);
            line.text.push(';');
        }
        if paired {
            line.text.pop();
            line.text.push_str(" }");
        }
        if options.legality
            && let Some(violation) = line.inst.as_ref().and_then(|i| legality(profile, i))
        {
            line.text.push_str(" // not defined: ");
            line.text.push_str(&violation.to_string());
        }
        paired = dual;
    }
    lines
}

/// Instructions with their scheduling to bytes: three to a bundle, the last bundle filled with `NOP`.
pub fn bundles(insts: &[(u64, Slot)]) -> Vec<u8> {
    let mut code = Vec::with_capacity(insts.len().div_ceil(3) * 32);
    for three in insts.chunks(3) {
        let at = |n: usize| three.get(n).copied().unwrap_or((NOP, Slot::default()));
        code.extend(control::word([at(0).1, at(1).1, at(2).1]).to_le_bytes());
        for n in 0..3 {
            code.extend(at(n).0.to_le_bytes());
        }
    }
    code
}

/// Assembles lines: labels (`name:`), comments, instructions with or without annotations, `{` and `}` around pairs.
///
/// # Errors
/// Everything that is wrong, line by line.
pub fn assemble_all(profile: Profile, mode: Mode, text: &str) -> Result<Vec<u8>, Vec<SourceError>> {
    let mut labels = Defined::default();
    let mut errors = Vec::new();
    // Each instruction with the number and the whole of its line.
    let mut sources: Vec<(usize, &str, &str, bool)> = Vec::new();
    for (number, whole) in text.lines().enumerate() {
        let mut line = super::strip_comment(without_address(whole)).trim();
        while let Some((label, rest)) = line.split_once(':').filter(|(l, _)| is_label(l)) {
            let name = label.trim();
            let n = sources.len();
            // Where a bundle starts, branches go to its control word, as ptxas has it.
            let address = control::address(n) - if n.is_multiple_of(3) { 8 } else { 0 };
            if labels.0.insert(name, address).is_some() {
                let start = offset(whole, label);
                let message = format!("label `{name}` is defined twice");
                let expected = "a name of its own".to_string();
                let error = ParseError { span: start..start + name.len(), message, expected, source: "".into() };
                errors.push(SourceError { line: number + 1, error });
            }
            line = rest.trim();
        }
        // `{ A` and `B }` are two instructions that issue together.
        let open = line.starts_with("{ ") && !line.contains('}');
        let line = line.strip_prefix("{ ").unwrap_or(line);
        let line = line.strip_suffix(" }").map_or(line, str::trim_end);
        if !line.trim_matches(';').trim().is_empty() {
            sources.push((number + 1, whole, line, open));
        }
    }
    let mut plain = TABLE.plain_for(text);
    let mut insts = Vec::with_capacity(sources.len());
    for (n, &(number, whole, line, open)) in sources.iter().enumerate() {
        let cx = Context { mode, scope: &labels, pc: control::address(n), ..Context::new(profile.bit()) };
        match read(&cx, line, plain.as_mut()) {
            Ok((word, mut slot)) => {
                if open {
                    (slot.stall, slot.switch) = (0, false);
                }
                insts.push((word, slot));
            }
            Err(mut error) => {
                let start = offset(whole, line);
                error.span = start + error.span.start..start + error.span.end;
                errors.push(SourceError { line: number, error });
            }
        }
    }
    errors.sort_by_key(|e| e.line);
    if errors.is_empty() { Ok(bundles(&insts)) } else { Err(errors) }
}

/// An instruction and its scheduling.
fn read(cx: &Context, line: &str, plain: Option<&mut Plain>) -> Result<(u64, Slot), ParseError> {
    let mut words = [0];
    // A register that is marked says something of the scheduling.
    if let Some(plain) = plain
        && !line.contains(".reuse")
        && let Some((len, _)) = TABLE.assemble_plain(cx, line, plain, &mut words)
        && matches!(line.as_bytes().get(len..), Some(b"" | b";"))
    {
        return Ok((words[0], Slot::default()));
    }
    let parsed = super::parse_at(cx, &without_symbol(line))?;
    Ok((encode(&parsed.inst), parsed.control.unwrap_or_default()))
}

/// As [`assemble_all`], with the first error alone and its line number, counted from 1.
pub fn assemble(profile: Profile, mode: Mode, text: &str) -> Result<Vec<u8>, (usize, ParseError)> {
    assemble_all(profile, mode, text).map_err(|errors| {
        let first = errors.into_iter().next().expect("a failure has an error");
        (first.line, first.error)
    })
}

/// A line without the comments in front of it: listings give the address of an instruction as `/*0008*/`.
fn without_address(line: &str) -> &str {
    let mut rest = line.trim_start();
    while let Some((_, after)) = rest.strip_prefix("/*").and_then(|r| r.split_once("*/")) {
        rest = after.trim_start();
    }
    rest
}

/// An instruction with 0, which is what files hold, in place of a symbol that a linker puts there: ``JCAL `(f)``, `32@lo(data)`.
fn without_symbol(line: &str) -> Cow<'_, str> {
    let jump = if line.contains("JCAL ") || line.contains("JMP ") { "`(" } else { "32@lo(" };
    let Some((before, rest)) = [jump, "32@hi("].into_iter().find_map(|start| line.split_once(start)) else {
        return line.into();
    };
    rest.split_once(')').map_or(line.into(), |(_, after)| format!("{before}0x0{after}").into())
}

/// Where `part` starts in `whole`, of which it is a part.
fn offset(whole: &str, part: &str) -> usize {
    part.as_ptr() as usize - whole.as_ptr() as usize
}

fn is_label(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"._$".contains(&b))
}
