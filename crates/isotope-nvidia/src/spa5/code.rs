//! Converts instructions and files to text and back for the front ends. An instruction is a 64-bit word.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{Context, Mode, Profile, control, launch, legality, listing, target};
use crate::fatbin;
use isotope_object::container::Choice;
use isotope_object::lines::Tables;
use isotope_object::{CodeSymbol, Format, Image, Kernel, RelocationKind, SectionId, Symbol};
use isotope_option::OptionName;
use isotope_table::{Line, Part, print_line};
use isotope_target::hex;
use isotope_target::listing::Comments;
use isotope_target::{Asked, AssembleError, InstructionError, Lines, Listed, Output};

/// Relative targets are computed as if the accepted lines were one listing.
pub(super) fn assembler(profile: Profile, mode: Mode) -> Lines {
    let mut accepted = 0;
    Box::new(move |line: &str, out: &mut Line| {
        let context = Context { mode, pc: control::address(accepted), ..Context::new(profile.bit()) };
        let parsed = super::parse_at(&context, line).map_err(|e| format!("column {}: {e}", e.span.start + 1))?;
        accepted += 1;
        word_line(super::encode(&parsed.inst), out);
        Ok(())
    })
}

/// Relative targets are printed as if the accepted words were one listing.
pub(super) fn disassembler(profile: Profile) -> Lines {
    let mut accepted = 0;
    Box::new(move |line: &str, out: &mut Line| {
        let inst = super::decode(profile, parse_word(hex::trimmed(line))?).map_err(|e| e.to_string())?;
        let context = Context { pc: control::address(accepted), ..Context::new(profile.bit()) };
        print_line(&context, &inst, out);
        accepted += 1;
        Ok(())
    })
}

pub(super) fn instruction(profile: Profile, mode: Mode, text: &str, out: &mut String) -> Result<(), InstructionError> {
    let parsed = super::parse(profile, mode, text).map_err(|e| InstructionError::At(text.into(), e))?;
    push_word(super::encode(&parsed.inst), out);
    Ok(())
}

pub(super) fn parts(profile: Profile, text: &str) -> Result<Vec<Part>, InstructionError> {
    let parsed = super::parse(profile, Mode::Compat, text).map_err(|e| InstructionError::At(text.into(), e))?;
    Ok(parsed.inst.parts())
}

/// The scheduling annotations of a text, which a single word cannot hold.
pub(super) fn lost(profile: Profile, text: &str) -> Option<String> {
    let control = super::parse(profile, Mode::Compat, text).ok()?.control?;
    let mut said = String::new();
    control.print(control.reuse, &mut said);
    let said = said.trim_start();
    (!said.is_empty()).then(|| {
        format!("the word holds no `{said}`: scheduling is in the control word in front of three instructions")
    })
}

pub(super) fn word(profile: Profile, digits: &str, out: &mut String) -> Result<(), InstructionError> {
    let word = parse_word(digits).map_err(InstructionError::Usage)?;
    let inst = super::decode(profile, word).map_err(|e| InstructionError::Because(e.to_string()))?;
    super::print(profile, &inst, out);
    if let Some(violation) = legality(profile, &inst) {
        let _ = write!(out, " // not defined: {violation}");
    }
    Ok(())
}

pub(super) fn assemble(profile: Profile, mode: Mode, source: &str, output: Output) -> Result<Vec<u8>, AssembleError> {
    let code = listing::assemble_all(profile, mode, source).map_err(AssembleError::Lines)?;
    if output == Output::File {
        return Ok(code);
    }
    let mut out = Line::with_capacity(code.len() / 8 * 19);
    for bytes in code.as_chunks().0 {
        word_line(u64::from_le_bytes(*bytes), &mut out);
        out.push('\n');
    }
    Ok(out.into_bytes())
}

pub(super) fn list_code(profile: Profile, code: &[u8], asked: &Asked<'_>) -> Result<Listed, String> {
    if !code.len().is_multiple_of(32) {
        return Err(format!("`{}`: expected bundles of 32 bytes, found {} bytes", asked.name, code.len()));
    }
    let mut listed = Listed::default();
    lines(profile, asked, (code, 0), Named::default(), &mut Comments::default(), &mut listed.text);
    Ok(listed)
}

/// Lists every kernel of a cubin, or the requested one; functions are listed only with all kernels.
pub(super) fn list_file(file: &[u8], asked: &Asked<'_>) -> Result<Listed, String> {
    let name = asked.name;
    if matches!(isotope_object::sniff(file), Some(Format::Text) | None) && asked.kernel.is_none() {
        return Err(format!(
            "`{name}`: expected a cubin or a code object; for code bytes without a container add `{}` and `{}`",
            OptionName::RawCode,
            OptionName::Target
        ));
    }
    let image = match fatbin::is_container(file) {
        true => fatbin::parse(file, Choice { target: asked.target, kernel: asked.kernel }),
        false => crate::cubin::parse(file),
    };
    let image = image.map_err(|e| format!("`{name}`: {e}"))?;
    let profile = launch::profile(&image).map_err(|e| e.to_string())?;
    if let Some(other) = asked.target
        && target::profile(other) != Some(profile)
        && !target::runs(other, &image)
    {
        return Err(format!("`{name}` is for {}, not {other}; leave `-t` out", image.target));
    }
    let mut listed = Listed::default();
    let out = &mut listed.text;
    let only;
    let kernels = match asked.kernel {
        Some(wanted) => {
            only = image.find(Some(wanted)).map_err(|e| format!("`{name}`: {e}"))?;
            std::slice::from_ref(only)
        }
        None => &image.kernels[..],
    };
    let tables = image.debug.as_ref().filter(|_| asked.source).map(|file| Tables::read(file)).unwrap_or_default();
    for kernel in kernels {
        list_kernel(profile, asked, &image, (kernel, &tables), out);
    }
    for (index, function) in image.functions.iter().enumerate().filter(|_| asked.kernel.is_none()) {
        let _ = writeln!(out, "// {}: function {}\n// section {}", image.target, function.name, function.section);
        let start = (function.entry as usize).min(function.code.len());
        let mut source = Comments::new(tables.part(&function.section, 0));
        let named = Named { symbols: &[], fields: fields(&image, SectionId::Function { function: index }) };
        lines(profile, asked, (&function.code[start..], start as u64), named, &mut source, out);
        out.push('\n');
    }
    listed.damage = tables.damage().map(String::from);
    Ok(listed)
}

fn list_kernel(
    profile: Profile,
    asked: &Asked<'_>,
    image: &Image,
    (kernel, tables): (&Kernel, &Tables),
    out: &mut String,
) {
    let _ = writeln!(out, "// {}: kernel {}", image.target, kernel.name);
    let _ = writeln!(
        out,
        "// section {} at file offset {:#x}, {:#x} bytes; {} registers, {} bytes shared, {} bytes local",
        kernel.section,
        kernel.file_offset,
        kernel.size,
        kernel.register_count,
        kernel.shared_static_bytes,
        kernel.local_bytes_per_lane
    );
    let start = (kernel.entry as usize).min(kernel.code.len());
    let end = start.saturating_add(kernel.size as usize).min(kernel.code.len());
    let mut source = Comments::new(tables.part(&kernel.section, 0));
    let index = image.kernels.iter().position(|other| other.name == kernel.name);
    let fields = index.map(|kernel| fields(image, SectionId::Code { kernel })).unwrap_or_default();
    let named = Named { symbols: &kernel.symbols, fields };
    lines(profile, asked, (&kernel.code[start..end], start as u64), named, &mut source, out);
    out.push('\n');
}

/// The symbols that apply to a section of code.
#[derive(Default)]
struct Named<'a> {
    symbols: &'a [CodeSymbol],
    /// Immediates that a linker fills in, by the address of the instruction.
    fields: BTreeMap<u64, (&'a Symbol, bool)>,
}

/// Immediates in a section's instructions that a linker fills in: the symbol, and whether the high half of its address is used.
fn fields(image: &Image, section: SectionId) -> BTreeMap<u64, (&Symbol, bool)> {
    let here = image.relocations.iter().filter(|relocation| relocation.place == section);
    here.filter_map(|relocation| match relocation.kind {
        RelocationKind::Field { high } => Some((relocation.offset, (&relocation.symbol, high))),
        _ => None,
    })
    .collect()
}

/// The text of an instruction with a symbol instead of the 0 that a linker replaces, as nvdisasm prints it.
fn with_symbol(text: &str, &(symbol, high): &(&Symbol, bool)) -> String {
    let name = &symbol.name;
    let name = match (text.contains("JCAL ") || text.contains("JMP "), high) {
        (true, _) => format!("`({name})"),
        (false, false) => format!("32@lo({name})"),
        (false, true) => format!("32@hi({name})"),
    };
    // The scheduling part contains other numbers.
    let (operands, scheduling) = text.split_at(text.find([';', '&', '?']).unwrap_or(text.len()));
    match operands.rsplit_once("0x0") {
        Some((before, after)) if !after.starts_with(|c: char| c.is_ascii_hexdigit()) => {
            format!("{before}{name}{after}{scheduling}")
        }
        _ => text.into(),
    }
}

/// A listing with addresses, symbols and labels.
fn lines(
    profile: Profile,
    asked: &Asked<'_>,
    (bytes, base): (&[u8], u64),
    named: Named<'_>,
    source: &mut Comments,
    out: &mut String,
) {
    let Named { symbols, fields } = named;
    let options = listing::Options { control: asked.control, legality: true, base };
    for line in listing::listing(profile, bytes, options) {
        // A symbol names the bundle that its first instruction is in.
        let bundle = line.address - if line.address % 32 == 8 { 8 } else { 0 };
        let here = |s: &&CodeSymbol| s.function && [bundle, line.address].contains(&u64::from(s.offset));
        for symbol in symbols.iter().filter(here) {
            let _ = writeln!(out, "{}:", symbol.name);
        }
        if let Some(label) = &line.label {
            let _ = writeln!(out, "{label}:");
        }
        if let Some(place) = source.next(line.address) {
            let _ = writeln!(out, "        // {place}");
        }
        let text = match fields.get(&line.address) {
            Some(field) => with_symbol(&line.text, field),
            None => line.text,
        };
        let _ = writeln!(out, "        /*{:04x}*/ {text}", line.address);
    }
}

/// `0x` and at most 16 hex digits.
fn parse_word(text: &str) -> Result<u64, String> {
    let number = text.strip_prefix("0x").and_then(|digits| hex::number(digits.as_bytes()));
    number.ok_or_else(|| format!("expected 0x and 16 hex digits, found `{text}`"))
}

/// Appends `0x` and 16 hex digits.
fn push_word(word: u64, out: &mut String) {
    let mut line = Line::new();
    word_line(word, &mut line);
    out.push_str(line.as_str());
}

/// [`push_word`] into the buffer of a batch.
#[inline]
fn word_line(word: u64, out: &mut Line) {
    out.push_str("0x");
    out.push_hex_long(word);
}
