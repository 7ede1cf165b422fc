//! `isotope run`: kernels, their cases, and what they leave in memory.

mod cases;
mod direct;
mod engine;
mod report;

use std::path::Path;

use anyhow::{Context, bail};
use isotope::machine::{Outcome, Stop};
use isotope::object::{self, Image};

use crate::args::RunArgs;
use crate::exit::{Exit, Result};
use crate::files;

/// Run the command.
pub fn main(args: &RunArgs) -> Result {
    let suite = |p: &Path| p.join("bin").is_dir() && p.join("cases").is_dir();
    match (&args.files[..], args.cases.is_empty(), args.grid) {
        ([file], true, Some(grid)) => direct::main(args, file, grid),
        (_, true, Some(_)) => bail!("expected one file with --grid, found {}", args.files.len()),
        ([dir], true, None) if suite(dir) => cases::suite(args, dir),
        (_, true, None) => bail!("expected --case CASE, or --grid N --block N for a launch without one; found neither"),
        ([file], false, _) if file.is_file() && matches!(&args.cases[..], [case] if case.is_file()) => {
            cases::single(args, file, &args.cases[0])
        }
        _ => cases::several(args),
    }
}

/// Load a file that holds kernels.
fn load(path: &Path) -> Result<Image> {
    let bytes = files::read(path)?;
    object::parse(&bytes).with_context(|| format!("`{}`", path.display()))
}

/// The exit status of a launch that ended this way, its checks aside.
fn status(outcome: &Outcome) -> Exit {
    match outcome {
        Outcome::Done => Exit::Yes,
        Outcome::Stuck(_) | Outcome::Stopped { stop: Stop::Fault(_), .. } => Exit::Stopped,
        Outcome::Stopped { .. } => Exit::Undecided,
    }
}
