//! `isotope trace`: traces of memory, compared and converted.

use std::io::{BufReader, Read};
use std::path::Path;

use anyhow::{Context, anyhow};
use isotope::memory_trace::{Field, Options, Order, Trace, diff, import};

use crate::args::{TraceCommand, TraceDiffArgs, TraceImportArgs};
use crate::exit::{Exit, Result};
use crate::files;

pub fn main(command: &TraceCommand) -> Result {
    match command {
        TraceCommand::Diff(args) => compare(args),
        TraceCommand::Import(args) => convert(args),
    }
}

/// A file, or stdin for `-`.
fn open(path: &Path) -> Result<BufReader<Box<dyn Read>>> {
    files::open(path).map(BufReader::new)
}

fn compare(args: &TraceDiffArgs) -> Result {
    let (a, b) = (open(&args.a)?, open(&args.b)?);
    let read = |path: &Path, input| Trace::read(input).map_err(|error| anyhow!("`{}`: {error}", path.display()));
    let (a, b) = (read(&args.a, a)?, read(&args.b, b)?);
    let mut options = Options::default();
    let orders: Vec<&str> = Order::ALL.iter().map(|(name, _)| *name).collect();
    let order = Order::ALL.iter().find(|(name, _)| *name == args.order);
    options.order = order
        .map(|(_, order)| *order)
        .with_context(|| format!("--order: expected {}, found `{}`", orders.join(", "), args.order))?;
    for name in &args.ignore {
        let field = Field::ALL.into_iter().find(|field| field.name() == name);
        let known: Vec<&str> = Field::ALL.iter().map(|field| field.name()).collect();
        options
            .ignore
            .insert(field.with_context(|| format!("--ignore: expected {}, found `{name}`", known.join(", ")))?);
    }
    options.buffers.clone_from(&args.buffers);
    options.spaces.clone_from(&args.spaces);
    options.no_whole = args.no_whole;
    let verdict = diff(&a, &b, &options);
    let names = [&args.a, &args.b].map(|path| path.display().to_string());
    files::print(&match args.json {
        true => format!("{}\n", verdict.json()),
        false => verdict.text([&names[0], &names[1]]),
    })?;
    Ok(if verdict.difference.is_none() { Exit::Yes } else { Exit::No })
}

fn convert(args: &TraceImportArgs) -> Result {
    let trace = import(&args.format, open(&args.log)?, &args.buffers, args.wave);
    let trace = trace.map_err(|error| anyhow!("`{}`: {error}", args.log.display()))?;
    match &args.output {
        None => {
            let mut text = Vec::new();
            trace.write(&mut text)?;
            files::print(&String::from_utf8(text).context("a trace is text")?)?;
        }
        Some(place) => {
            let mut file = files::Partial::create(place)?;
            trace.write(&mut file).with_context(|| format!("cannot write `{}`", place.display()))?;
            file.finish()?;
        }
    }
    Ok(Exit::Yes)
}
