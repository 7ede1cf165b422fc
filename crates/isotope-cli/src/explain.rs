//! `isotope op` on a whole instruction: registers and memory are given, the instruction takes one step, and what it did is printed
//! with the rules that decided.

use isotope::operation::{NAMES, Readings};
use isotope::text::ParseError;
use isotope::{End, GivenItem, Step, StepError, is_instruction, items, step};

use crate::args::OpArgs;
use crate::exit::{Exit, Result};
use crate::target::Target;
use crate::{diagnostic, files};

/// Whether the items of `op` are a whole instruction and its places, not an operation with its operands.
pub fn is_meant(target: Target, args: &OpArgs) -> bool {
    let Some((first, rest)) = args.items.split_first() else { return args.given.is_some() };
    let bare = |item: &String| item.split_once('=').is_some_and(|(key, _)| NAMES.contains(&key));
    if args.given.is_some() || rest.iter().any(bare) {
        return args.given.is_some();
    }
    is_instruction(target, first)
}

pub fn main(target: Target, args: &OpArgs, readings: &Readings) -> Result {
    let mut given = Vec::new();
    if let Some(file) = &args.given {
        items(&file.display().to_string(), &files::read_text(file)?, &mut given);
    }
    given.extend(args.items.iter().map(|text| GivenItem::argument(text)));
    let Step { report, json, unit, end, .. } = match step(target, &given, readings, args.explain) {
        Ok(step) => step,
        Err(StepError::Text { text, origin, error }) => {
            let (file, line) = origin.rsplit_once(':').unwrap_or(("<argument>", "1"));
            return Ok(refuse(file, line.parse().unwrap_or(1), &text, &error));
        }
        Err(error) => return Err(error.into()),
    };
    files::print(&match (args.json, args.unit) {
        (true, _) => format!("{json}\n"),
        (_, true) => unit,
        _ => report,
    })?;
    Ok(match end {
        End::Fault => Exit::Stopped,
        End::Open => Exit::Undecided,
        _ => Exit::Yes,
    })
}

/// Shows an instruction or declaration that cannot be read.
pub fn refuse(file: &str, line: usize, text: &str, error: &ParseError) -> Exit {
    crate::color::draw(&diagnostic::draw(file, line, text, error));
    Exit::No
}
