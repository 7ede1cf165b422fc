//! Listings of code: instructions in sequence, with labels.
use super::encodings::data;
use super::{Context, Gfx, Inst, MAX_SIZE, Mode, ParseError, Waves, encode, objdump, size};
use isotope_table::{Defined, Labels, Scope, SourceError};
use isotope_target::TextOf;
use std::cell::Cell;
use std::fmt::Write as _;

/// Options of a listing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Print a comment if the documents do not define the instruction.
    pub legality: bool,
    /// Address of the first byte.
    pub base: u64,
    /// The processor and the wave size.
    pub waves: Waves,
    /// The LLVM version whose text is printed.
    pub text: TextOf,
    /// Print the instruction words in a comment if the text does not determine all bits, for example unread fields: [`assemble_all`] reads
    /// them from there.
    pub words: bool,
}

/// One line of a listing.
#[derive(Clone, Debug)]
pub struct Line {
    /// Byte address.
    pub address: u64,
    /// Length in bytes.
    pub size: usize,
    /// The label before it.
    pub label: Option<String>,
    /// The decoded instruction, if it decodes.
    pub inst: Option<Inst>,
    /// The text; `.long` or `.byte` if it does not decode.
    pub text: String,
}

/// Disassembles code. Bytes that do not decode are printed as dwords, or as bytes if a dword is incomplete.
pub fn listing(code: &[u8], options: Options) -> Vec<Line> {
    let decoded: Vec<_> = objdump::lines(options.waves, code, options.base).collect();
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
            (Some(inst), bytes) => {
                let context = options.waves.printing(options.text);
                isotope_table::print(&Context { scope: &labels, pc: line.address, ..context }, inst, &mut text);
                if options.legality
                    && let Some(violation) = inst.violation(options.waves.profile())
                {
                    text.push_str(" // not defined: ");
                    text.push_str(&violation.to_string());
                }
                let read = options.waves.context(Mode::Documented);
                let again =
                    |text| piece(options.waves, &Context { scope: &labels, pc: line.address, ..read }, text).ok();
                if options.words && again(&text).is_none_or(|(again, size)| again[..size] != *bytes) {
                    text.push(' ');
                    words(line.address, bytes, &mut text);
                }
            }
            (None, bytes) => data(bytes, &mut text),
        }
        let label = labels.label(line.address).map(str::to_string);
        Line { address: line.address, size: line.bytes.len(), label, inst: line.inst, text }
    };
    decoded.into_iter().map(shown).collect()
}

/// Accepts every label at the current address: the length of an instruction does not depend on labels.
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

/// Appends the address of an instruction and its words, in the format of llvm-objdump's listings.
pub(super) fn words(address: u64, bytes: &[u8], out: &mut String) {
    let _ = write!(out, "// {address:012X}:");
    let (words, rest) = bytes.as_chunks::<4>();
    for word in words {
        let _ = write!(out, " {:08X}", u32::from_le_bytes(*word));
    }
    for byte in rest {
        let _ = write!(out, " {byte:02X}");
    }
}

/// The words in such a comment.
fn listed(line: &str) -> Option<Vec<u8>> {
    let (address, words) = line.rsplit_once("// ")?.1.split_once(": ")?;
    u64::from_str_radix(address, 16).ok().filter(|_| address.len() >= 12)?;
    let words = words.split(' ').map_while(|word| u32::from_str_radix(word, 16).ok().filter(|_| word.len() == 8));
    Some(words.flat_map(u32::to_le_bytes).collect())
}

/// Lines of a file listing other than instructions: its name and format, sections, names with addresses.
fn is_heading(line: &str) -> bool {
    let named = |(address, name): (&str, &str)| {
        address.len() == 16 && address.bytes().all(|b| b.is_ascii_hexdigit()) && name.ends_with(">:")
    };
    line.contains(":\tfile format ")
        || line.starts_with("Disassembly of section ")
        || line.split_once(" <").is_some_and(named)
}

/// The instruction of a listing's line. Waves of 64 lanes have other names for masks, and several words can have the same text: the words
/// in the line decide.
fn listed_piece(gfx: Gfx, mode: Mode, line: &str, words: &[u8]) -> Option<([u8; MAX_SIZE], usize)> {
    let (waves, text) = [false, true].into_iter().find_map(|wave64| {
        let waves = gfx.waves(wave64);
        let inst = waves.parse(&waves.context(mode), line).ok()?;
        let mut text = String::new();
        isotope_table::print(&waves.printing(TextOf::Llvm22), &inst, &mut text);
        Some((waves, text))
    })?;
    let inst = waves.decode_any(words).ok().filter(|inst| size(inst) == words.len())?;
    let mut same = String::new();
    isotope_table::print(&waves.printing(TextOf::Llvm22), &inst, &mut same);
    let mut bytes = [0; MAX_SIZE];
    bytes.get_mut(..words.len()).filter(|_| same == text)?.copy_from_slice(words);
    Some((bytes, words.len()))
}

/// Assembles lines: labels (`name:`), comments, instructions, `.long` and `.byte` with numbers. Headings of listings are skipped. If a
/// line has the words of the instruction in its comment, these are used if they print as the line's text.
///
/// # Errors
/// All errors, line by line.
pub fn assemble_all(gfx: Gfx, mode: Mode, text: &str) -> Result<Vec<u8>, Vec<SourceError>> {
    let waves = gfx.waves(false);
    let mut labels = Defined::default();
    let mut errors = Vec::new();
    // Lines that use labels: the line number, the whole line, and the address.
    let mut later: Vec<(usize, &str, &str, u64)> = Vec::new();
    let anywhere = Anywhere::default();
    let mut code = Vec::new();
    for (number, whole) in text.lines().enumerate() {
        let mut line = whole.trim();
        if is_heading(line) {
            continue;
        }
        while let Some((label, rest)) = line.split_once(':').filter(|(l, _)| is_label(l.trim())) {
            // A modifier such as `offset:` cannot begin a line.
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
        let words = listed(line);
        let address = code.len() as u64;
        anywhere.address.set(address);
        anywhere.asked.set(false);
        let cx = Context { scope: &anywhere, pc: address, ..waves.context(mode) };
        if let Some((bytes, size)) = words.and_then(|words| listed_piece(gfx, mode, line, &words)) {
            code.extend(&bytes[..size]);
            continue;
        }
        if let Some(values) = data_of(line) {
            match values {
                Ok(bytes) => code.extend(bytes),
                Err(error) => errors.push(moved(number + 1, whole, line, error)),
            }
            continue;
        }
        match piece(waves, &cx, line) {
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
        let cx = Context { scope: &labels, pc: address, ..waves.context(mode) };
        match piece(waves, &cx, line) {
            Ok((bytes, size)) => code[address as usize..][..size].copy_from_slice(&bytes[..size]),
            Err(error) => errors.push(moved(number, whole, line, error)),
        }
    }
    errors.sort_by_key(|e| e.line);
    if errors.is_empty() { Ok(code) } else { Err(errors) }
}

/// The bytes of an instruction.
fn piece(waves: Waves, cx: &Context, line: &str) -> Result<([u8; MAX_SIZE], usize), ParseError> {
    let inst = waves.parse(cx, line)?;
    Ok((encode(&inst), size(&inst)))
}

/// The bytes of a line with data: `.long` with dwords, or `.byte`.
fn data_of(line: &str) -> Option<Result<Vec<u8>, ParseError>> {
    let (numbers, bytes) = match (line.strip_prefix(".long"), line.strip_prefix(".byte")) {
        (Some(numbers), _) => (numbers, 4),
        (_, Some(numbers)) => (numbers, 1),
        _ => return None,
    };
    let numbers = numbers.split("//").next().unwrap_or("").split(';').next().unwrap_or("");
    let mut code = Vec::new();
    for part in numbers.split(',') {
        let shown = part.trim();
        let whole = super::number(shown).filter(|(n, len)| *len == shown.len() && n >> (8 * bytes) == 0);
        let Some((number, _)) = whole else {
            let start = offset(line, part) + part.len() - part.trim_start().len();
            return Some(Err(ParseError {
                span: start..start + shown.len(),
                message: format!("found `{shown}`"),
                expected: format!("a number of {} bits", 8 * bytes),
                source: "".into(),
            }));
        };
        code.extend(&number.to_le_bytes()[..bytes]);
    }
    Some(Ok(code))
}

/// Moves the span of an error to positions in the whole line.
fn moved(number: usize, whole: &str, line: &str, mut error: ParseError) -> SourceError {
    let start = offset(whole, line);
    error.span = start + error.span.start..start + error.span.end;
    SourceError { line: number, error }
}

/// The offset of `part` in `whole`; it must be a subslice.
fn offset(whole: &str, part: &str) -> usize {
    part.as_ptr() as usize - whole.as_ptr() as usize
}

fn is_label(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || "._$".contains(c))
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"._$".contains(&b))
}
