//! `isotope asm`: text to words.

use std::path::Path;

use anyhow::{anyhow, bail};
use isotope::TARGETS;
use isotope::answer;
use isotope::isa::{AssembleError, Mode, Output};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::AsmArgs;
use crate::diagnostic::RefusedJson;
use crate::exit::{Exit, Result, say};
use crate::{diagnostic, files, lines};

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
        return lines::main(args.inputs.first().map(Path::new), &mut *args.target.assembler(mode));
    }
    match &args.inputs[..] {
        [] => source(args, mode, "-"),
        // What is there and is no file, a device say, is refused by name when it is opened.
        [one] if files::is_standard(Path::new(one)) || Path::new(one).exists() && !Path::new(one).is_dir() => {
            source(args, mode, one)
        }
        [one] if !one.contains(char::is_whitespace) && args.target.is_path(one) => {
            bail!("cannot read `{one}`: no such file");
        }
        texts if args.output.is_some() => {
            let source = args.target.source_of(texts).map_err(anyhow::Error::msg)?;
            assemble(args, mode, "<arguments>", &source)
        }
        texts if args.json => {
            let (mut code, mut refused) = (Vec::new(), Vec::new());
            for (at, text) in texts.iter().enumerate() {
                let mut out = String::new();
                match args.target.instruction(mode, text, &mut out) {
                    Ok(()) => code.push(out),
                    Err(why) => refused.push(diagnostic::json(at + 1, text, &why)),
                }
            }
            answer(args, &code, refused)
        }
        texts => diagnostic::each(texts, |text, out| {
            args.target.instruction(mode, text, out)?;
            if let Some(lost) = args.target.lost(text) {
                say!("warning: {lost}; `asm -o FILE` writes code that has them");
            }
            Ok(())
        }),
    }
}

/// A source file.
fn source(args: &AsmArgs, mode: Mode, name: &str) -> Result {
    let text = files::read_text(Path::new(name))?;
    assemble(args, mode, &files::shown(Path::new(name)), &text)
}

/// Code, or what is wrong with its text, as one JSON object. Of a text that is refused there is no code.
fn answer(args: &AsmArgs, code: &[String], refused: Vec<RefusedJson>) -> Result {
    let clean = refused.is_empty();
    let code = if clean { code } else { &[] };
    files::print(&format!("{:#}\n", answer::json(&AsmJson { target: args.target.name(), code, refused })))?;
    Ok(if clean { Exit::Yes } else { Exit::No })
}

/// Source text to code, written whole or not at all.
fn assemble(args: &AsmArgs, mode: Mode, name: &str, text: &str) -> Result {
    let output = if args.output.is_some() { Output::File } else { Output::Hex };
    let code = match args.target.assemble(mode, text, output) {
        Ok(code) if args.json => {
            let lines: Vec<String> = String::from_utf8_lossy(&code).lines().map(String::from).collect();
            return answer(args, &lines, Vec::new());
        }
        Ok(code) => code,
        Err(AssembleError::Lines(errors) | AssembleError::Following(errors)) if args.json => {
            return answer(args, &[], diagnostic::lines_json(text, errors));
        }
        Err(AssembleError::Lines(errors)) => return Ok(diagnostic::refuse(name, text, &errors)),
        Err(AssembleError::Following(errors)) => return Ok(diagnostic::first(name, text, &errors)),
        Err(AssembleError::Output(why)) => return Err(anyhow!("`{name}`: {why}")),
    };
    match &args.output {
        Some(place) => files::write(place, &code)?,
        None => {
            let text = String::from_utf8_lossy(&code);
            files::print(&(isotope::isa::hex::head(TARGETS, args.target, &text) + &text))?;
        }
    }
    Ok(Exit::Yes)
}

/// Output of `isotope asm --json`.
#[derive(Serialize, JsonSchema)]
pub struct AsmJson<'a> {
    target: &'a str,
    /// Hexadecimal digits, an instruction or a word each; empty where something is refused
    code: &'a [String],
    refused: Vec<RefusedJson>,
}
