//! Whole code: instructions one after the other, with labels.
use super::{
    Context, Inst, MAX_SIZE, Mode, ParseError, TABLE, context, context_of, encode, legality, objdump, parse_at,
    print_at, size,
};
use crate::isa::target::TextOf;
use isotope_table::{Defined, Labels, Plain, Scope, SourceError};
use std::cell::Cell;

/// How a listing is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// A comment where the documents do not define the instruction.
    pub legality: bool,
    /// Address of the first byte.
    pub base: u64,
    /// Whether masks are in pairs of scalar registers.
    pub wave64: bool,
    /// Whose text it is.
    pub text: TextOf,
}

/// One line of a listing.
#[derive(Clone, Debug)]
pub struct Line {
    /// Byte address.
    pub address: u64,
    /// Length in bytes.
    pub size: usize,
    /// The label that stands in front of it.
    pub label: Option<String>,
    /// What it decodes to, if anything.
    pub inst: Option<Inst>,
    /// The text; `.long` or `.byte` where it does not decode.
    pub text: String,
}

/// Disassembles code. What does not decode is shown dword by dword, the rest of a dword byte by byte.
pub fn listing(code: &[u8], options: Options) -> Vec<Line> {
    let decoded: Vec<_> = objdump::lines(options.wave64, code, options.base).collect();
    let mut labels = Labels::default();
    for to in decoded.iter().filter_map(objdump::Line::target) {
        if decoded.binary_search_by_key(&to, |l| l.address).is_ok() {
            labels.0.insert(to, String::new());
        }
    }
    labels.number();
    let shown = |line: objdump::Line<'_>| {
        let mut text = String::new();
        match (&line.inst, line.bytes) {
            (Some(inst), _) => {
                let context = context_of(options.wave64, options.text);
                print_at(&Context { scope: &labels, pc: line.address, ..context }, inst, &mut text);
                if options.legality
                    && let Some(violation) = legality(inst)
                {
                    text.push_str(" // not defined: ");
                    text.push_str(&violation.to_string());
                }
            }
            (None, &[a, b, c, d]) => text = format!(".long {:#010x}", u32::from_le_bytes([a, b, c, d])),
            (None, bytes) => {
                let bytes: Vec<String> = bytes.iter().map(|b| format!("{b:#04x}")).collect();
                text = format!(".byte {}", bytes.join(", "));
            }
        }
        let label = labels.label(line.address).map(str::to_string);
        Line { address: line.address, size: line.bytes.len(), label, inst: line.inst, text }
    };
    decoded.into_iter().map(shown).collect()
}

/// Takes every label for the place where it is asked for: the length of an instruction does not depend on labels.
#[derive(Default)]
struct Anywhere {
    address: Cell<u64>,
    asked: Cell<bool>,
}

impl Scope for Anywhere {
    fn address(&self, label: &str) -> Option<u64> {
        self.asked.set(true);
        is_label(label).then(|| self.address.get())
    }
}

/// Assembles lines: labels (`name:`), comments, instructions, `.long` with a number.
///
/// # Errors
/// Everything that is wrong, line by line.
pub fn assemble_all(mode: Mode, text: &str) -> Result<Vec<u8>, Vec<SourceError>> {
    let mut labels = Defined::default();
    let mut errors = Vec::new();
    // Those that name labels: with the number of the line, the whole of it, and the address.
    let mut later: Vec<(usize, &str, &str, u64)> = Vec::new();
    let anywhere = Anywhere::default();
    let mut plain = TABLE.plain_for(text);
    let mut code = Vec::new();
    for (number, whole) in text.lines().enumerate() {
        let mut line = whole.trim();
        while let Some((label, rest)) = line.split_once(':').filter(|(l, _)| is_label(l.trim())) {
            // A modifier such as `offset:` is not at the start of a line.
            let name = label.trim();
            if labels.0.insert(name, code.len() as u64).is_some() {
                let start = offset(whole, label);
                let message = format!("label `{name}` is defined twice");
                let expected = "a name of its own".to_string();
                let error = ParseError { span: start..start + name.len(), message, expected, source: "".into() };
                errors.push(SourceError { line: number + 1, error });
            }
            line = rest.trim();
        }
        if line.is_empty() || line.starts_with("//") || line.starts_with(';') {
            continue;
        }
        let address = code.len() as u64;
        anywhere.address.set(address);
        anywhere.asked.set(false);
        let cx = Context { scope: &anywhere, pc: address, ..context(mode) };
        match piece(&cx, line, plain.as_mut()) {
            Ok((bytes, size)) => {
                code.extend(&bytes[..size]);
                if anywhere.asked.get() {
                    later.push((number + 1, whole, line, address));
                }
            }
            Err(error) => errors.push(moved(number + 1, whole, line, error)),
        }
    }
    for (number, whole, line, address) in later {
        let cx = Context { scope: &labels, pc: address, ..context(mode) };
        match piece(&cx, line, None) {
            Ok((bytes, size)) => code[address as usize..][..size].copy_from_slice(&bytes[..size]),
            Err(error) => errors.push(moved(number, whole, line, error)),
        }
    }
    errors.sort_by_key(|e| e.line);
    if errors.is_empty() { Ok(code) } else { Err(errors) }
}

/// The bytes of an instruction, or of a dword as it is.
fn piece(cx: &Context, line: &str, plain: Option<&mut Plain>) -> Result<([u8; MAX_SIZE], usize), ParseError> {
    if let Some(plain) = plain {
        let mut words = [0; MAX_SIZE / 8];
        if let Some((_, bits)) = TABLE.assemble_plain(cx, line, plain, &mut words) {
            return Ok((super::bytes_of(&words), bits as usize / 8));
        }
    }
    let Some(number) = line.strip_prefix(".long") else {
        let inst = parse_at(cx, line)?;
        return Ok((encode(&inst), size(&inst)));
    };
    let shown = number.trim();
    let Some((dword, _)) = super::number(shown).filter(|(n, _)| *n <= u32::MAX.into()) else {
        return Err(ParseError {
            span: line.len() - number.trim_start().len()..line.len(),
            message: format!("found `{shown}`"),
            expected: "a number of 32 bits".into(),
            source: "".into(),
        });
    };
    Ok((super::bytes_of(&[dword, 0, 0]), 4))
}

/// An error with its place counted from the start of the whole line.
fn moved(number: usize, whole: &str, line: &str, mut error: ParseError) -> SourceError {
    let start = offset(whole, line);
    error.span = start + error.span.start..start + error.span.end;
    SourceError { line: number, error }
}

/// Where `part` starts in `whole`, of which it is a part.
fn offset(whole: &str, part: &str) -> usize {
    part.as_ptr() as usize - whole.as_ptr() as usize
}

fn is_label(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || "._$".contains(c))
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"._$".contains(&b))
}
