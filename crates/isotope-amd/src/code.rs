//! Converts instructions and files to text and back for the front ends. An instruction is its bytes in memory order.

use std::fmt::Write as _;

use super::objdump::{Label, Section};
use super::{Gfx, Inst, MAX_SIZE, Mode, Waves, encode, listing, objdump, rules, size};
use crate::amdgpu;
use isotope_object::lines::{SourceLines, Tables};
use isotope_object::variables::Variables;
use isotope_object::{CodeSymbol, Image, Kernel};
use isotope_option::OptionName;
use isotope_table::{Line, ParseError, Part, print_line};
use isotope_target::hex;
use isotope_target::listing::{Comments, push_bytes, push_code};
use isotope_target::{Asked, AssembleError, Broken, InstructionError, Lines, Listed, Output, TextOf};

pub(super) fn assembler(gfx: Gfx, mode: Mode) -> Lines {
    let waves = gfx.waves(false);
    let context = waves.context(mode);
    Box::new(move |line: &str, out: &mut Line| {
        let inst = waves.parse(&context, line).map_err(|e| format!("column {}: {e}", e.span.start + 1))?;
        push_code(&encode(&inst)[..size(&inst)], out);
        Ok(())
    })
}

pub(super) fn disassembler(gfx: Gfx, text: TextOf) -> Lines {
    Box::new(move |line: &str, out: &mut Line| one(gfx, hex::trimmed(line), text, out))
}

fn parsed(gfx: Gfx, mode: Mode, text: &str) -> Result<Inst, ParseError> {
    let waves = gfx.waves(false);
    waves.parse(&waves.context(mode), text)
}

pub(super) fn instruction(gfx: Gfx, mode: Mode, text: &str, out: &mut String) -> Result<(), InstructionError> {
    let inst = parsed(gfx, mode, text).map_err(|e| InstructionError::At(text.into(), e))?;
    push_bytes(&encode(&inst)[..size(&inst)], out);
    Ok(())
}

pub(super) fn parts(gfx: Gfx, text: &str) -> Result<Vec<Part>, InstructionError> {
    let inst = parsed(gfx, Mode::Compat, text).map_err(|e| InstructionError::At(text.into(), e))?;
    Ok(inst.parts())
}

pub(super) fn word(gfx: Gfx, digits: &str, text: TextOf, out: &mut String) -> Result<(), InstructionError> {
    let mut line = Line::new();
    one(gfx, digits, text, &mut line).map_err(InstructionError::Because)?;
    out.push_str(line.as_str());
    Ok(())
}

/// Assembles a source. Hexadecimal output has one line per instruction.
pub(super) fn assemble(gfx: Gfx, mode: Mode, source: &str, output: Output) -> Result<Vec<u8>, AssembleError> {
    let code = listing::assemble_all(gfx, mode, source).map_err(AssembleError::Lines)?;
    if output == Output::File {
        return Ok(code);
    }
    let mut out = Line::with_capacity(code.len() * 9 / 4);
    for line in objdump::lines(gfx.waves(false), &code, 0) {
        push_code(line.bytes, &mut out);
        out.push('\n');
    }
    Ok(out.into_bytes())
}

pub(super) fn list_code(gfx: Gfx, code: &[u8], asked: &Asked<'_>) -> Result<Listed, String> {
    if !code.len().is_multiple_of(4) {
        return Err(format!("`{}`: expected dwords, found {} bytes", asked.name, code.len()));
    }
    let mut listed = Listed::default();
    let options = listing::Options {
        legality: true,
        words: true,
        text: asked.text,
        waves: gfx.waves(false),
        ..Default::default()
    };
    for line in listing::listing(code, options) {
        if let Some(label) = &line.label {
            let _ = writeln!(listed.text, "{label}:");
        }
        let _ = writeln!(listed.text, "        /*{:04x}*/ {}", line.address, line.text);
    }
    if asked.rules {
        listed.rules.push(broken("code", code, gfx.waves(false), 0));
    }
    Ok(listed)
}

/// The listing of a code object, or of the requested kernel, in llvm-objdump's format.
pub(super) fn list_file(gfx: Gfx, file: &[u8], asked: &Asked<'_>) -> Result<Listed, String> {
    let name = asked.name;
    let image = amdgpu::parse(gfx.among(), file).map_err(|e| format!("`{name}`: {e}"))?;
    if let Some(other) = asked.target.filter(|target| *target != image.target.name()) {
        return Err(format!("`{name}` is for {}, not {other}; leave `-t` out", image.target));
    }
    let wanted = asked.kernel.map(|wanted| image.find(Some(wanted))).transpose();
    let wanted = wanted.map_err(|e| format!("`{name}`: {e}"))?;
    let mut listed = Listed::default();
    let _ = writeln!(listed.text, "\n{name}:\tfile format elf64-amdgpu");
    let tables = image.debug.as_ref().filter(|_| asked.source).map(|file| Tables::read(file)).unwrap_or_default();
    sections(&image, wanted, &tables, asked.text, &mut listed.text);
    listed.damage = tables.damage().map(String::from);
    for kernel in wanted.map_or(&image.kernels[..], std::slice::from_ref).iter().filter(|_| asked.rules) {
        listed.rules.push(broken_rules(kernel));
    }
    Ok(listed)
}

/// The source lines of a kernel.
pub(super) fn lines(image: &Image, kernel: &Kernel) -> SourceLines {
    image.debug.as_ref().map_or_else(SourceLines::default, |file| Tables::read(file).part(&kernel.section, 0))
}

/// The variables of a kernel.
pub(super) fn variables(image: &Image, kernel: &Kernel) -> Variables {
    image.debug.as_ref().map_or_else(Variables::default, |file| Variables::read(file, &[(&kernel.section, 0)]))
}

fn sections<'a>(image: &'a Image, wanted: Option<&'a Kernel>, tables: &Tables, text: TextOf, out: &mut String) {
    let mut shown: Vec<u64> = Vec::new();
    for kernel in wanted.map_or(&image.kernels[..], std::slice::from_ref) {
        let Some(details) =
            kernel.details::<amdgpu::Details>().filter(|details| !shown.contains(&details.code_address))
        else {
            continue;
        };
        let base = details.code_address;
        shown.push(base);
        let wave64 = |symbol: &CodeSymbol| {
            let mut named = image.kernels.iter().filter(|k| k.name == symbol.name);
            named.next().and_then(|kernel| kernel.details::<amdgpu::Details>()).unwrap_or(details).wave_size == 64
        };
        let label = |symbol: &'a CodeSymbol| Label {
            address: base + u64::from(symbol.offset),
            name: &symbol.name,
            wave64: wave64(symbol),
        };
        let labels = kernel.symbols.iter().map(label).collect();
        let section = Section { gfx: details.gfx, code: &kernel.code, base, labels };
        let mut source = Comments::new(tables.part(&kernel.section, base));
        let mut comment = |address, out: &mut String| {
            if let Some(place) = source.next(address) {
                let _ = writeln!(out, "; {place}");
            }
        };
        let _ = writeln!(out, "\nDisassembly of section {}:", kernel.section);
        match wanted {
            Some(kernel) => {
                let start = kernel.entry as usize;
                let end = start.saturating_add(kernel.size as usize);
                section.print_part(start..end, text, &mut comment, out);
            }
            None => section.print_part(0..kernel.code.len(), text, &mut comment, out),
        }
    }
}

/// The programming rules that a kernel breaks on some path.
pub(super) fn broken_rules(kernel: &Kernel) -> Broken {
    let waves = kernel.details::<amdgpu::Details>().map_or_else(Waves::default, amdgpu::Details::waves);
    broken(&kernel.name, &kernel.code, waves, kernel.entry)
}

fn broken(kernel: &str, code: &[u8], waves: Waves, entry: u32) -> Broken {
    let rules::Paths { findings, complete } = rules::paths(kernel, code, waves, &[entry]);
    Broken { kernel: kernel.into(), findings, complete }
}

/// Whether LLVM 19's text determines the whole instruction.
fn has_text_of_19(inst: &Inst) -> bool {
    // The first instruction that has halves.
    !inst.needs_halves() || matches!(inst.form.mnemonic, "v_mov_b16_e32" | "v_mov_b16_dpp")
}

/// Appends the text of exactly one instruction.
fn one(gfx: Gfx, text: &str, of: TextOf, out: &mut Line) -> Result<(), String> {
    let mut words = [0; MAX_SIZE / 8];
    let len = parse_words(text, &mut words)?;
    let context = gfx.waves(false).printing(of);
    let inst = gfx.table().decode(context.profile, &words).ok().filter(|inst| size(inst) <= len);
    let Some(inst) = inst else { return Err(format!("no instruction of {} has the encoding {text}", gfx.name)) };
    let size = size(&inst);
    if size < len {
        return Err(format!("`{text}`: expected one instruction, found one of {size} bytes and {} more", len - size));
    }
    if of == TextOf::Llvm19 && !has_text_of_19(&inst) {
        let newer = OptionName::Text.with("llvm22");
        return Err(format!("LLVM 19 has no text for the half of a register in {text}; LLVM 22 has: {newer}"));
    }
    print_line(&context, &inst, out);
    Ok(())
}

/// Hex digits, two per byte, with or without `0x`: returns the number of bytes; the bytes are in `words`, lowest first.
fn parse_words(text: &str, words: &mut [u64; MAX_SIZE / 8]) -> Result<usize, String> {
    let digits = text.strip_prefix("0x").unwrap_or(text).as_bytes();
    let wrong = || format!("expected 8, 16 or 24 hex digits, found `{text}`");
    if digits.is_empty() || !digits.len().is_multiple_of(8) || digits.len() > 2 * MAX_SIZE {
        return Err(wrong());
    }
    for (at, eight) in digits.chunks_exact(8).enumerate() {
        let dword = hex::eight(eight).ok_or_else(wrong)?.swap_bytes();
        words[at / 2] |= u64::from(dword) << (32 * (at % 2));
    }
    Ok(digits.len() / 2)
}
