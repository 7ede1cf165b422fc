//! `isotope asm` and `isotope dis` for gfx1100: an instruction is its bytes in memory order, in hex.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, bail};
use isotope::isa::rdna::objdump::{Label, Section};
use isotope::isa::rdna::{self, Mode, listing};
use isotope::object::{CodeSymbol, Image, Kernel};

use crate::args::{AsmArgs, DisArgs};
use crate::exit::{Exit, Result, say};
use crate::target::Target;
use crate::{diagnostic, files, lines};

/// Assemble.
pub fn asm(args: &AsmArgs) -> Result {
    let mode = if args.compat { Mode::Compat } else { Mode::Documented };
    if args.lines {
        if args.inputs.len() > 1 {
            bail!("expected at most one file with --lines, found {}", args.inputs.len());
        }
        let context = rdna::context(mode);
        return lines::main(args.inputs.first().map(Path::new), |line, out| {
            let inst = rdna::parse_at(&context, line).map_err(|e| format!("column {}: {e}", e.span.start + 1))?;
            push_bytes(&rdna::encode(&inst)[..rdna::size(&inst)], out);
            Ok::<(), String>(())
        });
    }
    match &args.inputs[..] {
        [] => source(args, mode, "-"),
        [one] if one == "-" || Path::new(one).is_file() => source(args, mode, one),
        [one] if !one.contains(char::is_whitespace) && one.contains(['/', '\\']) => {
            bail!("cannot read `{one}`: no such file");
        }
        texts if args.output.is_some() => assemble(args, mode, "<arguments>", &texts.join("\n")),
        texts => each(mode, texts),
    }
}

/// Instructions given as arguments.
fn each(mode: Mode, texts: &[String]) -> Result {
    diagnostic::each(texts, |text, out| {
        let inst = rdna::parse(mode, text).map_err(|e| diagnostic::Refused::At(text.into(), e))?;
        push_bytes(&rdna::encode(&inst)[..rdna::size(&inst)], out);
        Ok(())
    })
}

/// A source file.
fn source(args: &AsmArgs, mode: Mode, name: &str) -> Result {
    let text = files::read_text(Path::new(name))?;
    let shown = if name == "-" { "<stdin>" } else { name };
    assemble(args, mode, shown, &text)
}

/// Source text to code, written whole or not at all.
fn assemble(args: &AsmArgs, mode: Mode, name: &str, text: &str) -> Result {
    let code = match listing::assemble_all(mode, text) {
        Ok(code) => code,
        Err(errors) => return Ok(diagnostic::refuse(name, text, &errors)),
    };
    if let Some(place) = &args.output {
        files::write(place, &code)?;
        return Ok(Exit::Yes);
    }
    // A line for each instruction again.
    let mut out = String::with_capacity(code.len() * 9 / 4);
    let mut at = 0;
    for line in rdna::listing::listing(&code, listing::Options::default()) {
        push_bytes(&code[at..at + line.size], &mut out);
        out.push('\n');
        at += line.size;
    }
    files::print(&out)?;
    Ok(Exit::Yes)
}

/// Disassemble.
pub fn dis(args: &DisArgs) -> Result {
    if args.lines {
        if args.inputs.len() > 1 {
            bail!("expected at most one file with --lines, found {}", args.inputs.len());
        }
        return lines::main(args.inputs.first().map(Path::new), |line, out| one(line.trim(), out));
    }
    match &args.inputs[..] {
        [] => file(args, "-"),
        [one] if one == "-" || Path::new(one).exists() => file(args, one),
        words => {
            anyhow::ensure!(!args.check_rules, "`--check-rules` needs a file, not single instructions");
            bytes(words)
        }
    }
}

/// Instructions given as hex.
fn bytes(words: &[String]) -> Result {
    let mut out = String::new();
    let mut refused = false;
    for text in words {
        match one(text, &mut out) {
            Ok(()) => out.push('\n'),
            Err(error) => {
                refused = true;
                say!("error: {error}");
            }
        }
    }
    files::print(&out)?;
    Ok(if refused { Exit::No } else { Exit::Yes })
}

/// A file: a code object, or code without a container.
fn file(args: &DisArgs, name: &str) -> Result {
    let bytes = files::read(Path::new(name))?;
    let mut out = String::new();
    if args.raw {
        anyhow::ensure!(bytes.len().is_multiple_of(4), "`{name}`: expected dwords, found {} bytes", bytes.len());
        code(&bytes, &mut out);
        if args.check_rules {
            rules("code", &bytes, false, 0);
        }
    } else {
        let image = isotope::object::parse(&bytes).with_context(|| format!("`{name}`"))?;
        anyhow::ensure!(
            matches!(image.target, isotope::object::Target::Gfx(_)),
            "`{name}` is for {}, not gfx1100; leave `-t` out",
            image.target
        );
        object(args, name, &image, &mut out)?;
    }
    files::print(&out)?;
    Ok(Exit::Yes)
}

/// Appends the listing of a code object, or of the kernel asked for, as llvm-objdump writes it.
pub fn object<'a>(args: &DisArgs, name: &str, image: &'a Image, out: &mut String) -> Result<()> {
    if let Some(target) = args.target.filter(|target| *target != Target::Gfx1100) {
        bail!("`{name}` is for {}, not {target}; leave `-t` out", image.target);
    }
    let wanted = args.kernel.as_deref().map(|wanted| image.kernel(Some(wanted))).transpose();
    let wanted = wanted.with_context(|| format!("`{name}`"))?;
    let _ = writeln!(out, "\n{name}:\tfile format elf64-amdgpu");
    let mut shown: Vec<u64> = Vec::new();
    for kernel in wanted.map_or(&image.kernels[..], std::slice::from_ref) {
        let Some(details) = kernel.amd().filter(|details| !shown.contains(&details.code_address)) else { continue };
        let base = details.code_address;
        shown.push(base);
        let wave64 = |symbol: &CodeSymbol| {
            let mut named = image.kernels.iter().filter(|k| k.name == symbol.name);
            named.next().and_then(Kernel::amd).unwrap_or(details).wave_size == 64
        };
        let label = |symbol: &'a CodeSymbol| Label {
            address: base + u64::from(symbol.offset),
            name: &symbol.name,
            wave64: wave64(symbol),
        };
        let labels = kernel.symbols.iter().map(label).collect();
        let section = Section { code: &kernel.code, base, labels };
        let _ = writeln!(out, "\nDisassembly of section {}:", kernel.section);
        match wanted {
            Some(kernel) => {
                let start = kernel.entry as usize;
                section.print_part(start..start.saturating_add(kernel.size as usize), out);
            }
            None => section.print(out),
        }
    }
    if args.check_rules {
        for kernel in wanted.map_or(&image.kernels[..], std::slice::from_ref) {
            let wave64 = kernel.amd().is_some_and(|details| details.wave_size == 64);
            rules(&kernel.name, &kernel.code, wave64, kernel.entry);
        }
    }
    Ok(())
}

/// Lists on stderr what a kernel can break; addresses count from the start of its section, as in a run.
fn rules(name: &str, code: &[u8], wave64: bool, entry: u32) {
    let found = rdna::rules::paths(name, code, wave64, &[entry]);
    for finding in &found.findings {
        say!("{name}: {finding}");
    }
    if !found.complete {
        say!("{name}: not every path was walked: a jump through a register, or too many states");
    }
}

/// A listing with addresses, symbols and labels.
fn code(bytes: &[u8], out: &mut String) {
    let options = listing::Options { legality: true, ..Default::default() };
    for line in listing::listing(bytes, options) {
        if let Some(label) = &line.label {
            let _ = writeln!(out, "{label}:");
        }
        let _ = writeln!(out, "        /*{:04x}*/ {}", line.address, line.text);
    }
}

/// Appends the text of exactly one instruction.
fn one(text: &str, out: &mut String) -> std::result::Result<(), String> {
    let mut bytes = [0; rdna::MAX_SIZE];
    let bytes = parse_bytes(text, &mut bytes)?;
    let inst = rdna::decode(bytes).map_err(|_| refusal(text))?;
    if rdna::size(&inst) != bytes.len() {
        let size = rdna::size(&inst);
        return Err(format!(
            "`{text}`: expected one instruction, found one of {size} bytes and {} more",
            bytes.len() - size
        ));
    }
    rdna::print(&inst, out);
    Ok(())
}

fn refusal(text: &str) -> String {
    format!("no instruction of gfx1100 has the encoding {text}")
}

/// Hex digits, two a byte, with or without `0x`.
fn parse_bytes<'a>(text: &str, buffer: &'a mut [u8; rdna::MAX_SIZE]) -> std::result::Result<&'a [u8], String> {
    let digits = text.strip_prefix("0x").unwrap_or(text).as_bytes();
    let wrong = || format!("expected 8, 16 or 24 hex digits, found `{text}`");
    if digits.is_empty() || !digits.len().is_multiple_of(8) || digits.len() > 2 * buffer.len() {
        return Err(wrong());
    }
    for (byte, pair) in buffer.iter_mut().zip(digits.chunks_exact(2)) {
        let digit = |d: u8| (d as char).to_digit(16);
        let (Some(high), Some(low)) = (digit(pair[0]), digit(pair[1])) else { return Err(wrong()) };
        *byte = (high << 4 | low) as u8;
    }
    Ok(&buffer[..digits.len() / 2])
}

/// Appends two hex digits a byte.
fn push_bytes(bytes: &[u8], out: &mut String) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    for byte in bytes {
        out.push(DIGITS[usize::from(byte >> 4)] as char);
        out.push(DIGITS[usize::from(byte & 15)] as char);
    }
}
