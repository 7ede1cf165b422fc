//! `isotope dis`: words, raw code, cubins, code objects and vISA containers to text.

use std::path::Path;

use anyhow::{Context, anyhow, bail, ensure};
use isotope::TARGETS;
use isotope::answer;
use isotope::isa::{Asked, Broken, InstructionError, Listed, TextOf};
use isotope::report::FindingJson;
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{DisArgs, TextVersion};
use crate::diagnostic::RefusedJson;
use crate::exit::{Exit, Result, say};
use crate::target::Target;
use crate::{diagnostic, files, lines};

pub fn main(args: &DisArgs) -> Result {
    // A file without a target is read as its first bytes say; what no target knows, the first one refuses.
    let target = args.target.or_else(|| TARGETS.all().next()).context("no target")?;
    if args.check_rules && args.target.is_some() && !target.has_rules() {
        bail!("{}", no_rules());
    }
    let text = match args.text {
        None => TextOf::Usual,
        Some(TextVersion::Llvm19) => TextOf::Llvm19,
        Some(TextVersion::Llvm22) => TextOf::Llvm22,
    };
    let named = || args.target.context("expected a target; add `-t sm_50`");
    if args.lines {
        if args.inputs.len() > 1 {
            bail!("expected at most one file with --lines, found {}", args.inputs.len());
        }
        let target = named()?;
        ensure!(text == TextOf::Usual || target.has_texts(), "{}", no_texts());
        return lines::main(args.inputs.first().map(Path::new), &mut *target.disassembler_of(text));
    }
    match &args.inputs[..] {
        [] => file(args, target, text, "-"),
        [one] if files::is_standard(Path::new(one)) || Path::new(one).exists() => file(args, target, text, one),
        words if words.iter().all(|w| target.is_word(w)) => {
            let target = named()?;
            ensure!(!args.check_rules, "`--check-rules` needs a file, not single instructions");
            ensure!(text == TextOf::Usual || target.has_texts(), "{}", no_texts());
            each(target, words, text, args.json)
        }
        [one] => bail!("`{one}`: expected a file, or a word such as 0xed00000000770200; found neither"),
        _ => bail!("expected one file, or words such as 0xed00000000770200"),
    }
}

fn no_texts() -> String {
    let known: Vec<_> = TARGETS.all().filter(|target| target.has_texts()).map(|target| target.name()).collect();
    format!("`--text` chooses among the texts of {} only", known.join(", "))
}

fn no_rules() -> String {
    let known: Vec<_> = TARGETS.all().filter(|target| target.has_rules()).map(|target| target.name()).collect();
    format!("`--check-rules` knows the rules of {} only", known.join(", "))
}

/// Instructions given as arguments.
fn each(target: Target, words: &[String], of: TextOf, as_json: bool) -> Result {
    let mut out = String::new();
    let mut refused = Vec::new();
    for (at, text) in words.iter().enumerate() {
        match target.word_of(text, of, &mut out) {
            Ok(()) => out.push('\n'),
            Err(InstructionError::Usage(why)) => bail!(why),
            Err(error) => {
                if !as_json {
                    say!("error: {error}");
                }
                refused.push(diagnostic::json(at + 1, text, &error));
            }
        }
    }
    let exit = if refused.is_empty() { Exit::Yes } else { Exit::No };
    files::print(&if as_json { object(target, &out, refused, &[]) } else { out })?;
    Ok(exit)
}

/// A listing as one JSON object.
fn object(target: Target, text: &str, refused: Vec<RefusedJson>, rules: &[Broken]) -> String {
    let rules = rules.iter().map(|broken| BrokenJson {
        kernel: &broken.kernel,
        complete: broken.complete,
        findings: broken.findings.iter().map(FindingJson::from).collect(),
    });
    let (lines, rules) = (text.lines().collect(), rules.collect());
    format!("{:#}\n", answer::json(&DisJson { target: target.name(), lines, refused, rules }))
}

/// A file with or without a container.
fn file(args: &DisArgs, target: Target, text: TextOf, name: &str) -> Result {
    let bytes = files::read(Path::new(name))?;
    let asked = Asked {
        name,
        target: args.target.map(|target| target.name()),
        kernel: args.kernel.as_deref(),
        control: args.control,
        source: args.source,
        rules: args.check_rules,
        text,
    };
    let (reader, listed) = if args.raw {
        let target = args.target.context("raw code names no target; add `-t sm_50`")?;
        (target, target.list_code(&bytes, &asked))
    } else if let Some(read) = isotope::isa::hex::read(TARGETS, &bytes, &asked) {
        let read = read.map_err(|why| anyhow!(why))?;
        ensure!(!args.check_rules, "`--check-rules` needs a file of kernels, found code in hexadecimal digits");
        (read.target, Ok(read.listed))
    } else {
        let reader = TARGETS.of_file(&bytes).unwrap_or(target);
        ensure!(!args.check_rules || args.target.is_some() || reader.has_rules(), "`{name}`: {}", no_rules());
        (reader, reader.list_file(&bytes, &asked))
    };
    ensure!(asked.text == TextOf::Usual || reader.has_texts(), "{}", no_texts());
    let Listed { text, rules, damage } = listed.map_err(|why| anyhow!(why))?;
    if let Some(damage) = damage {
        say!("warning: `{name}`: source lines: {damage}");
    }
    if args.json {
        return files::answer(&object(reader, &text, Vec::new(), &rules));
    }
    for broken in rules {
        for finding in &broken.findings {
            say!("{}: {finding}", broken.kernel);
        }
        if !broken.complete {
            say!("{}: not every path was walked: a jump through a register, or too many states", broken.kernel);
        }
    }
    files::answer(&text)
}

/// Output of `isotope dis --json`.
#[derive(Serialize, JsonSchema)]
pub struct DisJson<'a> {
    target: &'a str,
    /// The listing
    lines: Vec<&'a str>,
    refused: Vec<RefusedJson>,
    rules: Vec<BrokenJson<'a>>,
}

/// Rules that a kernel breaks.
#[derive(Serialize, JsonSchema)]
struct BrokenJson<'a> {
    kernel: &'a str,
    /// Whether every path was walked
    complete: bool,
    findings: Vec<FindingJson<'a>>,
}
