//! `isotope asm` and `isotope dis` for gfx1100: an instruction is its bytes in memory order, in hex.

use std::path::Path;

use anyhow::bail;
use isotope::isa::rdna::{self, Mode};

use crate::args::{AsmArgs, DisArgs};
use crate::exit::{Exit, Result};
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
    let mut out = String::new();
    let mut refused = false;
    for (number, text) in args.inputs.iter().enumerate() {
        match rdna::parse(mode, text) {
            Ok(inst) => {
                push_bytes(&rdna::encode(&inst)[..rdna::size(&inst)], &mut out);
                out.push('\n');
            }
            Err(error) => {
                refused = true;
                eprintln!("{}", diagnostic::draw("<argument>", number + 1, text, &error));
            }
        }
    }
    if refused {
        return Ok(Exit::No);
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
    let mut out = String::new();
    let mut refused = false;
    for text in &args.inputs {
        match one(text, &mut out) {
            Ok(()) => out.push('\n'),
            Err(error) => {
                refused = true;
                eprintln!("error: {error}");
            }
        }
    }
    files::print(&out)?;
    Ok(if refused { Exit::No } else { Exit::Yes })
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
