//! Listings of code: bundles of a control word and three instructions, with labels.
use std::borrow::Cow;
use std::fmt::Write as _;

use super::control::{self, Slot};
use super::{Context, Inst, Mode, ParseError, Profile, TABLE, decode, encode, legality, print_with_flags};
use isotope_option::OptionName;
pub use isotope_table::SourceError;
use isotope_table::{Defined, FieldKind, Labels, Scope};

/// `NOP`.
const NOP: u64 = 0x50b0_0000_0007_0f00;

/// Options of a listing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Print the scheduling annotations after each instruction.
    pub control: bool,
    /// Print a comment if the documents do not define the instruction.
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
    /// The label before it.
    pub label: Option<String>,
    /// The decoded instruction, if the word decodes.
    pub inst: Option<Inst>,
    /// The text, with `{ ` or ` }` if two instructions issue together; the error if the word does not decode.
    pub text: String,
}

/// The address that an instruction at `pc` names in its text, if any.
pub fn target(inst: &Inst, pc: u64) -> Option<u64> {
    let relative = inst.form.fields.iter().any(|f| matches!(f.kind, FieldKind::Target));
    relative.then(|| pc.wrapping_add(8).wrapping_add(inst.number("target") as u64))
}

/// Disassembles code that starts with a control word. Bytes after the last whole bundle are ignored.
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
        // Compilers jump to the control word, so a label before a bundle has that address.
        let first = (line.address - options.base) % 32 == 8;
        line.label = labels.label(line.address - if first { 8 } else { 0 }).map(str::to_string);
        let dual = line.slot.dual() && !paired;
        if dual {
            line.text.push_str("{ ");
        }
        let mut unnamed = line.slot.reuse;
        match &line.inst {
            Some(inst) => {
                let cx =
                    Context { scope: &labels, pc: line.address, reuse: line.slot.reuse, ..Context::new(profile.bit()) };
                unnamed = print_with_flags(&cx, inst, &mut line.text);
            }
            None => line.text.push_str(UNKNOWN),
        }
        if options.control {
            let whole = says_all(profile, &labels, line);
            line.text.pop();
            line.slot.print(unnamed, &mut line.text);
            if !whole {
                let _ = write!(line.text, " &word={:#018x}", line.word);
            }
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

/// The text of a word that is not an instruction.
const UNKNOWN: &str = "not decodable;";

/// Whether the text of a line assembles to its word. This fails for some NaNs and for bits without a meaning.
fn says_all(profile: Profile, labels: &Labels, line: &Line) -> bool {
    let text = line.text.strip_prefix("{ ").unwrap_or(&line.text);
    let cx = Context { mode: Mode::Compat, scope: labels, pc: line.address, ..Context::new(profile.bit()) };
    super::parse_at(&cx, text).is_ok_and(|parsed| encode(&parsed.inst) == line.word)
}

/// Encodes instructions with their scheduling: three to a bundle, the last bundle padded with `NOP`.
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

/// Assembles lines: labels (`name:`), comments, instructions with or without annotations, `{` and `}` around pairs. If the addresses of
/// a listing start again, another kernel begins, with its own labels.
///
/// # Errors
/// All errors, line by line.
pub fn assemble_all(profile: Profile, mode: Mode, text: &str) -> Result<Vec<u8>, Vec<SourceError>> {
    // The labels of each kernel, and the index of its first instruction.
    let mut kernels = vec![(Defined::default(), 0)];
    let mut errors = Vec::new();
    let mut sources: Vec<Source> = Vec::new();
    let mut last = 0;
    // Labels precede the address that determines whether they belong to another kernel.
    let mut pending: Vec<(usize, &str, &str)> = Vec::new();
    for (number, whole) in text.lines().enumerate() {
        let (address, line) = without_address(whole);
        let mut line = super::strip_comment(line).trim();
        while let Some((label, rest)) = line.split_once(':').filter(|(l, _)| is_label(l)) {
            pending.push((number, whole, label.trim()));
            line = rest.trim();
        }
        // `{ A` and `B }` are two instructions that issue together.
        let open = line.starts_with("{ ") && !line.contains('}');
        let line = line.strip_prefix("{ ").unwrap_or(line);
        let line = line.strip_suffix(" }").map_or(line, str::trim_end);
        if line.trim_matches(';').trim().is_empty() {
            continue;
        }
        let n = sources.len();
        if let Some(address) = address {
            if address <= last && n.is_multiple_of(3) && address % 32 == 8 {
                kernels.push((Defined::default(), n));
            }
            last = address;
        }
        define(&mut kernels, &mut pending, n, &mut errors);
        sources.push(Source { line: number + 1, whole, text: line, open, kernel: kernels.len() - 1 });
    }
    define(&mut kernels, &mut pending, sources.len(), &mut errors);
    let mut insts = Vec::with_capacity(sources.len());
    for (n, source) in sources.iter().enumerate() {
        let (labels, first) = &kernels[source.kernel];
        let cx = Context { mode, scope: labels, pc: control::address(n - first), ..Context::new(profile.bit()) };
        match read(&cx, source.text) {
            Ok((word, mut slot)) => {
                if source.open {
                    (slot.stall, slot.switch) = (0, false);
                }
                insts.push((word, slot));
            }
            Err(mut error) => {
                let start = offset(source.whole, source.text);
                error.span = start + error.span.start..start + error.span.end;
                errors.push(SourceError { line: source.line, error });
            }
        }
    }
    errors.sort_by_key(|e| e.line);
    if errors.is_empty() { Ok(bundles(&insts)) } else { Err(errors) }
}

/// An instruction to be assembled.
struct Source<'a> {
    /// Line number, from 1.
    line: usize,
    /// The whole line.
    whole: &'a str,
    text: &'a str,
    /// It begins a pair that issues together.
    open: bool,
    /// Index of its kernel in the text.
    kernel: usize,
}

/// Defines labels for instruction `n`.
fn define<'a>(
    kernels: &mut [(Defined<'a>, usize)],
    pending: &mut Vec<(usize, &'a str, &'a str)>,
    n: usize,
    errors: &mut Vec<SourceError>,
) {
    let Some((labels, first)) = kernels.last_mut() else { return };
    let n = n - *first;
    for (number, whole, name) in pending.drain(..) {
        // At the start of a bundle, branches go to its control word, as in ptxas's code.
        let address = control::address(n) - if n.is_multiple_of(3) { 8 } else { 0 };
        if labels.0.insert(name, address).is_some() {
            let start = offset(whole, name);
            let message = format!("label `{name}` is defined twice");
            let expected = "a name of its own".to_string();
            let error = ParseError { span: start..start + name.len(), message, expected, source: "".into() };
            errors.push(SourceError { line: number + 1, error });
        }
    }
}

/// Parses an instruction and its scheduling.
fn read(cx: &Context, line: &str) -> Result<(u64, Slot), ParseError> {
    if let Some(rest) = line.strip_prefix(UNKNOWN.trim_end_matches(';')) {
        return unknown(cx, line, rest);
    }
    let parsed = super::parse_at(cx, &without_symbol(line))?;
    Ok((parsed.word.unwrap_or(encode(&parsed.inst)), parsed.control.unwrap_or_default()))
}

/// Parses a word that is not an instruction, from its annotation.
fn unknown(cx: &Context, line: &str, rest: &str) -> Result<(u64, Slot), ParseError> {
    let start = line.len() - rest.len();
    let fail = |span: std::ops::Range<usize>, message: String, expected: &str| ParseError {
        span: start + span.start..start + span.end,
        message,
        expected: expected.to_string(),
        source: "".into(),
    };
    let annotations = rest.trim_end().trim_end_matches(';');
    let control::Annotations { slot, word } = Slot::parse(annotations)
        .map_err(|(at, expected)| fail(at.clone(), format!("found `{}`", &annotations[at]), expected))?;
    match word {
        Some(word) if TABLE.decode(cx.profile, &[word]).is_err() => Ok((word, slot.unwrap_or_default())),
        Some(word) => Err(fail(0..rest.len(), format!("{word:#018x} is an instruction"), "its text")),
        None => {
            let expected = format!("`&word=0x..`, as {} prints it", OptionName::ControlText);
            Err(fail(0..rest.len(), "no word is given".into(), &expected))
        }
    }
}

/// [`assemble_all`], but returns only the first error, with its line number, counted from 1.
pub fn assemble(profile: Profile, mode: Mode, text: &str) -> Result<Vec<u8>, (usize, ParseError)> {
    assemble_all(profile, mode, text).map_err(|errors| {
        let first = errors.into_iter().next().expect("a failure has an error");
        (first.line, first.error)
    })
}

/// A line without the comments at its start, and the address that listings write there, as in `/*0008*/`.
fn without_address(line: &str) -> (Option<u64>, &str) {
    let mut rest = line.trim_start();
    let mut address = None;
    while let Some((comment, after)) = rest.strip_prefix("/*").and_then(|r| r.split_once("*/")) {
        address = address.or_else(|| u64::from_str_radix(comment, 16).ok());
        rest = after.trim_start();
    }
    (address, rest)
}

/// The instruction with 0, the value in files, instead of a symbol that a linker resolves: ``JCAL `(f)``, `32@lo(data)`.
fn without_symbol(line: &str) -> Cow<'_, str> {
    let jump = if line.contains("JCAL ") || line.contains("JMP ") { "`(" } else { "32@lo(" };
    let Some((before, rest)) = [jump, "32@hi("].into_iter().find_map(|start| line.split_once(start)) else {
        return line.into();
    };
    rest.split_once(')').map_or(line.into(), |(_, after)| format!("{before}0x0{after}").into())
}

/// The offset of `part` in `whole`; it must be a subslice.
fn offset(whole: &str, part: &str) -> usize {
    part.as_ptr() as usize - whole.as_ptr() as usize
}

fn is_label(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"._$".contains(&b))
}
