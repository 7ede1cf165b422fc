//! `isotope op`: one atomic operation on given bits; whole instructions are in `explain/`.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use isotope::TARGETS;
use isotope::answer::{self, Hex};
use isotope::language::Whose;
use isotope::operation::{NAMES, Operation, Readings};
use isotope::text::Line;
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::OpArgs;
use crate::exit::{Exit, Result, say};
use crate::{files, lines};

pub fn main(args: &OpArgs) -> Result {
    let mut readings = Readings::default();
    for choice in &args.assume {
        let (id, value) = crate::assume::split(choice)?;
        readings.choose(id, value).map_err(anyhow::Error::msg)?;
    }
    if args.lines {
        if args.items.len() > 1 {
            bail!("expected at most one file with --lines, found {}", args.items.len());
        }
        let mut batch = Batch { readings, known: HashMap::new() };
        let mut text = String::new();
        return lines::main(args.items.first().map(Path::new), &mut |line: &str, out: &mut Line| {
            text.clear();
            batch.answer(line, &mut text).map(|()| out.push_str(&text))
        });
    }
    let Some(target) = args.target else {
        let named = args.items.first().and_then(|item| item.split_once(':'));
        let (name, op) = named.context("expected a target; add `-t sm_50`")?;
        let whose = Whose::find(TARGETS, name).map_err(|e| anyhow!("target `{name}`: {e}"))?;
        return single(whose, op, &args.items[1..], args, &readings);
    };
    if crate::explain::is_meant(target, args) {
        return crate::explain::main(target, args, &readings);
    }
    let Some((op, pairs)) = args.items.split_first() else {
        bail!("expected an operation such as ATOM.ADD, found nothing; try `isotope op --help`");
    };
    single(Whose::Target(target), op, pairs, args, &readings)
}

/// `op -t T OP mem=.. src0=.. ..`
fn single(target: Whose, op: &str, pairs: &[String], args: &OpArgs, readings: &Readings) -> Result {
    let (mut op, mut values, mut mode) = (op.to_string(), [None; 3], Vec::new());
    for pair in pairs {
        // `ds_max_f32 gds`, as in the text of an instruction.
        if target.target().is_some_and(|target| target.takes_modifiers()) && !pair.contains('=') {
            let _ = write!(op, " {pair}");
            continue;
        }
        let (key, value) = pair.split_once('=').with_context(|| format!("expected KEY=VALUE, found `{pair}`"))?;
        match NAMES.iter().position(|name| *name == key) {
            Some(i) if values[i].is_some() => bail!("`{key}` is given twice"),
            Some(i) => values[i] = Some(value),
            None => mode.push(pair.as_str()),
        }
    }
    let mode = if mode.is_empty() { "-".into() } else { mode.join(",") };
    let refused = |message: String| {
        say!("error: {message}");
        Ok(Exit::No)
    };
    let operation = match target.operation(&op, &mode, readings) {
        Ok(operation) => operation,
        Err(message) => return refused(message),
    };
    let mut out = String::new();
    let values = values.map(|v| v.unwrap_or("-"));
    // The operation is known: what is wrong with its operands is wrong with the command line.
    operation.compute(values, &mut out).map_err(anyhow::Error::msg)?;
    if args.json {
        let (new, returned) = out.split_once('\t').unwrap_or((&out, "-"));
        let value = |text: &str| Some(text).filter(|text| *text != "-").map(str::to_string);
        let answer = OpJson { target: target.name(), op: &op, new: value(new), returned: value(returned) };
        return files::answer(&format!("{}\n", answer::json(&answer)));
    }
    out.push('\n');
    if args.explain {
        operation.path(values, &mut out).map_err(anyhow::Error::msg)?;
        operation.explain(target.name(), &op, &mut out);
    }
    files::answer(&out)
}

/// Output of `isotope op --json` for an operation.
#[derive(Serialize, JsonSchema)]
pub struct OpJson<'a> {
    target: &'a str,
    op: &'a str,
    /// Memory afterwards; null where the documents leave it open
    #[schemars(with = "Option<Hex>")]
    new: Option<String>,
    /// What is given back; null where the documents leave it open
    #[schemars(with = "Option<Hex>")]
    returned: Option<String>,
}

/// `op --lines`.
struct Batch {
    readings: Readings,
    /// By target, operation and mode as they stand in the line.
    known: HashMap<String, Result<Operation, String>>,
}

/// Definitions that are kept; more than any instruction set has, and a bound for input that is not one.
const KNOWN: usize = 4096;

impl Batch {
    fn answer(&mut self, line: &str, out: &mut String) -> Result<(), String> {
        let mut tabs = memchr::memchr_iter(b'\t', line.as_bytes());
        let ends = [tabs.nth(2), tabs.next(), tabs.next()];
        let ([Some(key_end), Some(mem_end), Some(src0_end)], None) = (ends, tabs.next()) else {
            let found = line.split('\t').count();
            return Err(format!("expected target, op, mode, mem, src0, src1 separated by tabs, found {found} columns"));
        };
        let key = &line[..key_end];
        let values = [&line[key_end + 1..mem_end], &line[mem_end + 1..src0_end], &line[src0_end + 1..]];
        if !self.known.contains_key(key) {
            if self.known.len() >= KNOWN {
                self.known.clear();
            }
            let mut parts = key.split('\t');
            let mut part = || parts.next().unwrap_or("");
            let (target, op, mode) = (part(), part(), part());
            let operation = match Whose::find(TARGETS, target) {
                Ok(target) => target.operation(op, mode, &self.readings),
                Err(e) => Err(format!("target `{target}`: {e}")),
            };
            self.known.insert(key.into(), operation);
        }
        match &self.known[key] {
            Ok(operation) => operation.compute(values, out),
            Err(message) => Err(message.clone()),
        }
    }
}
