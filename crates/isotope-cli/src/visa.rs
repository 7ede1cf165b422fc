//! `isotope asm` and `isotope dis` for Intel vISA: an instruction is its bytes in hex, beside its declarations.

use std::borrow::Cow;
use std::path::Path;

use anyhow::{Context, bail};
use isotope::isa::visa::{self, Mode, Program, file, listing};

use crate::args::{AsmArgs, DisArgs};
use crate::exit::{Exit, Result, say};
use crate::target::Gen;
use crate::{diagnostic, files, lines};

/// Assemble.
pub fn asm(processor: Gen, args: &AsmArgs) -> Result {
    let mode = match (args.compat, args.verifier) {
        (true, _) => Mode::Compat,
        (_, true) => Mode::Verifier,
        _ => Mode::Documented,
    };
    if args.lines {
        if args.inputs.len() > 1 {
            bail!("expected at most one file with --lines, found {}", args.inputs.len());
        }
        let mut scope = Scope::new(processor);
        return lines::main(args.inputs.first().map(Path::new), |line, out| scope.asm(mode, line, out));
    }
    match &args.inputs[..] {
        [] => return source(processor, mode, args, "-"),
        [one] if one == "-" || Path::new(one).is_file() => return source(processor, mode, args, one),
        [one] if !one.contains(char::is_whitespace) && one.contains(['/', '.']) => {
            bail!("cannot read `{one}`: no such file")
        }
        _ if args.output.is_some() => bail!("expected one .visaasm file to write a container from"),
        _ => {}
    }
    diagnostic::each(&args.inputs, |given, out| {
        let (text, declarations) = given.split_once('\t').unwrap_or((given, ""));
        let mut scope = Scope::new(processor);
        let program = scope.declare(declarations).map_err(diagnostic::Refused::Because)?;
        let inst = visa::parse(program, mode, text).map_err(|e| diagnostic::Refused::At(text.into(), e))?;
        push_inst(&inst, out);
        Ok(())
    })
}

/// A program: to a container, or to one line of bytes per instruction.
fn source(processor: Gen, mode: Mode, args: &AsmArgs, name: &str) -> Result {
    let text = files::read_text(Path::new(name))?;
    let shown = if name == "-" { "<stdin>" } else { name };
    let kernels = match listing::assemble_for(processor.generation(), mode, processor.register(), &text) {
        Ok(kernels) => kernels,
        Err(errors) => {
            for e in errors.iter().take(20) {
                let line = text.lines().nth(e.line.saturating_sub(1)).unwrap_or("");
                say!("{}", diagnostic::draw(shown, e.line, line, &e.error));
            }
            return Ok(Exit::No);
        }
    };
    if let Some(place) = &args.output {
        let bytes = file::write(&kernels).with_context(|| format!("`{shown}`"))?;
        files::write(place, &bytes)?;
        return Ok(Exit::Yes);
    }
    let mut out = String::new();
    for inst in kernels.iter().flat_map(|k| &k.code) {
        push_inst(inst, &mut out);
        out.push('\n');
    }
    files::print(&out)?;
    Ok(Exit::Yes)
}

/// Print the kernels of a container, or the one asked for.
pub fn container(name: &str, bytes: &[u8], wanted: Option<&str>) -> Result {
    let mut kernels = file::read(bytes).with_context(|| format!("`{name}`"))?;
    if let Some(wanted) = wanted {
        let names: Vec<_> = kernels.iter().map(|k| k.name.clone()).collect();
        kernels.retain(|k| k.name == wanted);
        anyhow::ensure!(!kernels.is_empty(), "`{name}` has no kernel `{wanted}`: it has {}", names.join(", "));
    }
    files::print(&listing::print_all(&kernels))?;
    Ok(Exit::Yes)
}

/// Disassemble.
pub fn dis(processor: Gen, args: &DisArgs) -> Result {
    if let ([one], false) = (&args.inputs[..], args.lines)
        && Path::new(one).is_file()
    {
        return container(one, &files::read(Path::new(one))?, args.kernel.as_deref());
    }
    let mut scope = Scope::new(processor);
    if args.lines {
        if args.inputs.len() > 1 {
            bail!("expected at most one file with --lines, found {}", args.inputs.len());
        }
        return lines::main(args.inputs.first().map(Path::new), |line, out| scope.dis(line, out));
    }
    let mut out = String::new();
    let mut refused = false;
    for text in &args.inputs {
        match scope.dis(text, &mut out) {
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

/// The declarations of a line; lines often repeat those of the line before.
struct Scope {
    processor: Gen,
    text: String,
    program: std::result::Result<Program, String>,
}

impl Scope {
    fn new(processor: Gen) -> Scope {
        Scope { processor, text: String::new(), program: Ok(processor.program()) }
    }

    fn declare(&mut self, text: &str) -> std::result::Result<&mut Program, String> {
        if self.text != text {
            self.text = text.into();
            let mut program = self.processor.program();
            self.program = match unescape(text).split(';').filter(|l| !l.trim().is_empty()).try_for_each(|line| {
                program
                    .declare(line)
                    .map_err(|e| format!("declaration `{}`, column {}: {e}", line.trim(), e.span.start + 1))
            }) {
                Ok(()) => Ok(program),
                Err(e) => Err(e),
            };
        }
        self.program.as_mut().map_err(|e| e.clone())
    }

    fn asm(&mut self, mode: Mode, line: &str, out: &mut String) -> std::result::Result<(), String> {
        let (text, declarations) = line.split_once('\t').unwrap_or((line, ""));
        let program = self.declare(declarations)?;
        let text = unescape(text);
        if text.contains('\n') {
            return Err("expected one instruction, found a line break".into());
        }
        let inst = visa::parse(program, mode, &text).map_err(|e| format!("column {}: {e}", e.span.start + 1))?;
        push_inst(&inst, out);
        Ok(())
    }

    fn dis(&mut self, line: &str, out: &mut String) -> std::result::Result<(), String> {
        let (hex, declarations) = line.split_once('\t').unwrap_or((line, ""));
        let bytes = parse_bytes(hex.trim())?;
        let program = self.declare(declarations)?;
        let (inst, size) = visa::decode(&bytes).map_err(|e| e.to_string())?;
        if size != bytes.len() {
            return Err(format!("expected one instruction, found one of {size} bytes and {} more", bytes.len() - size));
        }
        visa::declared(&program.kernel, &inst).map_err(|e| e.to_string())?;
        visa::print(&program.kernel, &inst, out);
        Ok(())
    }
}

/// `\t`, `\n` and `\\` as they are written in a line.
fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match (c, rest.clone().next()) {
            ('\\', Some(after @ ('t' | 'n' | '\\'))) => {
                rest.next();
                out.push(match after {
                    't' => '\t',
                    'n' => '\n',
                    _ => '\\',
                });
            }
            _ => out.push(c),
        }
    }
    out.into()
}

/// Hex digits, two a byte, with or without `0x`.
fn parse_bytes(text: &str) -> std::result::Result<Vec<u8>, String> {
    let digits = text.strip_prefix("0x").unwrap_or(text).as_bytes();
    let wrong = || format!("expected an even number of hex digits, found `{text}`");
    if digits.is_empty() || !digits.len().is_multiple_of(2) {
        return Err(wrong());
    }
    let digit = |d: u8| (d as char).to_digit(16).map(|v| v as u8);
    digits.chunks_exact(2).map(|p| Some(digit(p[0])? << 4 | digit(p[1])?)).collect::<Option<_>>().ok_or_else(wrong)
}

fn push_inst(inst: &visa::Inst, out: &mut String) {
    let mut bytes = Vec::new();
    visa::encode(inst, &mut bytes);
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    for byte in bytes {
        out.push(DIGITS[usize::from(byte >> 4)] as char);
        out.push(DIGITS[usize::from(byte & 15)] as char);
    }
}
