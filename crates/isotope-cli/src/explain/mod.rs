//! `isotope op` on a whole instruction: registers and memory are given, the instruction takes one step, and what it did is printed
//! with the rules that decided.

mod given;
mod report;
mod run;

use isotope::isa::single::{SingleError, Surroundings};
use isotope::mem::Memory;
use isotope::operation::{NAMES, Readings};

use crate::args::OpArgs;
use crate::exit::{Exit, Result, say};
use crate::target::Target;
use crate::{diagnostic, files};

use given::{Given, Item};

/// Whether the items of `op` are a whole instruction and its places, not an operation with its operands.
pub fn is_meant(target: Target, args: &OpArgs) -> bool {
    let Some((first, rest)) = args.items.split_first() else { return args.given.is_some() };
    let bare = |item: &String| item.split_once('=').is_some_and(|(key, _)| NAMES.contains(&key));
    if args.given.is_some() || rest.iter().any(bare) {
        return args.given.is_some();
    }
    first.trim().contains(char::is_whitespace)
        || first.starts_with('.')
        || target.single(first, &Surroundings::default(), &mut Memory::new()).is_ok()
}

/// Run the command.
pub fn main(target: Target, args: &OpArgs, readings: &Readings) -> Result {
    let mut items = Vec::new();
    if let Some(file) = &args.given {
        given::lines(&file.display().to_string(), &files::read_text(file)?, &mut items);
    }
    items.extend(args.items.iter().map(|text| Item { text: text.trim().into(), origin: String::new() }));
    let mut readings = readings.clone();
    let given = Given::read(&items, target.keys(), &mut readings)?;
    let prepare = |surroundings: &Surroundings, memory: &mut Memory| target.single(&given.text, surroundings, memory);

    let mut memory = given.memory()?;
    let single = match prepare(&given.surroundings, &mut memory) {
        Ok(single) => single,
        Err(error) => {
            let text = if let SingleError::Declaration(line, _) = &error { line } else { &given.text };
            let origin = items.iter().find(|item| item.text == *text).and_then(|item| item.origin.rsplit_once(':'));
            let (file, line) = origin.unwrap_or(("<argument>", "1"));
            return refuse(&given.text, file, line.parse().unwrap_or(1), error);
        }
    };
    given.fill_device(&memory)?;
    let ran = run::run(&single, &given, memory)?;
    let basis = run::basis(target, &single, &given.surroundings, |surroundings| {
        prepare(surroundings, &mut Memory::new()).ok().map(|single| single.dispatch.program)
    });
    let (out, exit) = report::write(target, args.explain, &single, &readings, &ran, basis);
    files::print(&out)?;
    Ok(exit)
}

/// An instruction or declaration that is none is drawn; anything else is bad usage.
pub fn refuse(instruction: &str, file: &str, line: usize, error: SingleError) -> Result {
    let (text, error) = match error {
        SingleError::Text(error) => (instruction.to_string(), error),
        SingleError::Declaration(declaration, error) => (declaration, error),
        other => anyhow::bail!(other),
    };
    say!("{}", diagnostic::draw(file, line, &text, &error));
    Ok(Exit::No)
}
