//! `isotope asm`: text to words.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::bail;
use isotope::isa::sass::{self, Mode, Profile, listing};

use crate::args::AsmArgs;
use crate::exit::{Exit, Result};
use crate::target::Target;
use crate::{diagnostic, files, lines, rdna, visa};

/// Run the command.
pub fn main(args: &AsmArgs) -> Result {
    if let Target::Visa(processor) = args.target {
        return visa::asm(processor, args);
    }
    let Some(profile) = args.target.profile() else { return rdna::asm(args) };
    let mode = if args.compat { Mode::Compat } else { Mode::Documented };
    if args.lines {
        if args.inputs.len() > 1 {
            bail!("expected at most one file with --lines, found {}", args.inputs.len());
        }
        // Relative targets are meant as in a listing in which the accepted lines stand one after the other.
        let mut accepted = 0;
        return lines::main(args.inputs.first().map(Path::new), |line, out| {
            let pc = sass::control::address(accepted);
            let context = sass::Context { mode, pc, ..sass::Context::new(profile.bit()) };
            let parsed = sass::parse_at(&context, line).map_err(|e| format!("column {}: {e}", e.span.start + 1))?;
            accepted += 1;
            push_word(sass::encode(&parsed.inst), out);
            Ok::<(), String>(())
        });
    }
    match &args.inputs[..] {
        [] => source(args, profile, mode, "-"),
        [one] if one == "-" || Path::new(one).is_file() => source(args, profile, mode, one),
        [one] if !one.contains(char::is_whitespace) && one.contains(['/', '\\']) => {
            bail!("cannot read `{one}`: no such file");
        }
        texts if args.output.is_some() => assemble(args, profile, mode, "<arguments>", &texts.join("\n")),
        texts => each(profile, mode, texts),
    }
}

/// Instructions given as arguments, a word each.
fn each(profile: Profile, mode: Mode, texts: &[String]) -> Result {
    diagnostic::each(texts, |text, out| {
        let parsed = sass::parse(profile, mode, text).map_err(|e| diagnostic::Refused::At(text.into(), e))?;
        push_word(sass::encode(&parsed.inst), out);
        Ok(())
    })
}

/// A source file.
fn source(args: &AsmArgs, profile: Profile, mode: Mode, name: &str) -> Result {
    let text = files::read_text(Path::new(name))?;
    let shown = if name == "-" { "<stdin>" } else { name };
    assemble(args, profile, mode, shown, &text)
}

/// Source text to code, written whole or not at all.
fn assemble(args: &AsmArgs, profile: Profile, mode: Mode, name: &str, text: &str) -> Result {
    let code = match listing::assemble_all(profile, mode, text) {
        Ok(code) => code,
        Err(errors) => return Ok(diagnostic::refuse(name, text, &errors)),
    };
    if let Some(place) = &args.output {
        files::write(place, &code)?;
        return Ok(Exit::Yes);
    }
    let mut out = String::with_capacity(code.len() / 8 * 19);
    for bytes in code.chunks_exact(8) {
        let _ = writeln!(out, "{:#018x}", bytes.iter().rev().fold(0u64, |word, b| word << 8 | u64::from(*b)));
    }
    files::print(&out)?;
    Ok(Exit::Yes)
}

/// Append `0x` and 16 hex digits.
fn push_word(word: u64, out: &mut String) {
    let mut text = *b"0x0000000000000000";
    for (i, place) in text[2..].iter_mut().enumerate() {
        *place = b"0123456789abcdef"[(word >> (60 - 4 * i)) as usize & 15];
    }
    out.push_str(std::str::from_utf8(&text).unwrap_or_default());
}
