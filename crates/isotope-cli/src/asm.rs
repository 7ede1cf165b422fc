//! `isotope asm`: text to words.

use std::path::Path;

use anyhow::{anyhow, bail};
use isotope_targets::isa::{AssembleError, Mode, Output};

use crate::args::AsmArgs;
use crate::exit::{Exit, Result};
use crate::{diagnostic, files, lines};

/// Run the command.
pub fn main(args: &AsmArgs) -> Result {
    let mode = match (args.compat, args.verifier) {
        (true, _) => Mode::Compat,
        (_, true) => Mode::Verifier,
        _ => Mode::Documented,
    };
    if args.lines {
        if args.inputs.len() > 1 {
            bail!("expected at most one file with --lines, found {}", args.inputs.len());
        }
        return lines::main(args.inputs.first().map(Path::new), args.target.assembler(mode));
    }
    match &args.inputs[..] {
        [] => source(args, mode, "-"),
        [one] if one == "-" || Path::new(one).is_file() => source(args, mode, one),
        [one] if !one.contains(char::is_whitespace) && args.target.is_path(one) => {
            bail!("cannot read `{one}`: no such file");
        }
        texts if args.output.is_some() => {
            let source = args.target.source_of(texts).map_err(anyhow::Error::msg)?;
            assemble(args, mode, "<arguments>", &source)
        }
        texts => diagnostic::each(texts, |text, out| args.target.instruction(mode, text, out)),
    }
}

/// A source file.
fn source(args: &AsmArgs, mode: Mode, name: &str) -> Result {
    let text = files::read_text(Path::new(name))?;
    let shown = if name == "-" { "<stdin>" } else { name };
    assemble(args, mode, shown, &text)
}

/// Source text to code, written whole or not at all.
fn assemble(args: &AsmArgs, mode: Mode, name: &str, text: &str) -> Result {
    let output = if args.output.is_some() { Output::File } else { Output::Hex };
    let code = match args.target.assemble(mode, text, output) {
        Ok(code) => code,
        Err(AssembleError::Lines(errors)) => return Ok(diagnostic::refuse(name, text, &errors)),
        Err(AssembleError::Following(errors)) => return Ok(diagnostic::first(name, text, &errors)),
        Err(AssembleError::Output(why)) => return Err(anyhow!("`{name}`: {why}")),
    };
    match &args.output {
        Some(place) => files::write(place, &code)?,
        None => files::print(&String::from_utf8_lossy(&code))?,
    }
    Ok(Exit::Yes)
}
