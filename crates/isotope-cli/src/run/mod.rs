//! `isotope run`: kernels, their cases, and what they leave in memory.

pub mod answer;
pub mod cases;
mod cost;
pub mod direct;
mod engine;
mod parallel;
mod report;
mod scenario;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use isotope::machine::{Outcome, Stop};
use isotope::object::{Format, LoadError};
use isotope::{Choice, Image, TARGETS};

use crate::args::RunArgs;
use crate::exit::{Exit, Result};
use crate::files;
use crate::target::Target;

pub fn main(args: &RunArgs) -> Result {
    let suite = |p: &Path| p.join("bin").is_dir() && p.join("cases").is_dir();
    match (&args.files[..], args.cases.is_empty(), args.launch.shape()) {
        ([file], true, None) if file.extension() == Some(OsStr::new("json")) => scenario::main(args, file),
        ([file], true, Some(grid)) => direct::main(args, file, grid),
        (_, true, Some(_)) => bail!("expected one file with --grid or --global, found {}", args.files.len()),
        ([dir], true, None) if suite(dir) => cases::suite(args, dir),
        (_, true, None) => bail!("expected --case CASE, or --grid N --block N for a launch without one; found neither"),
        ([file], false, _) if is_one(file) && matches!(&args.cases[..], [case] if is_one(case)) => {
            cases::single(args, file, &args.cases[0])
        }
        _ => cases::several(args),
    }
}

/// Whether it is one file, not a folder of them.
fn is_one(path: &Path) -> bool {
    files::is_standard(path) || path.is_file()
}

/// Load a file that holds kernels, or a `.zeinfo` or zebin with the code of its kernels beside it. Where a file has code for several machines, or
/// several modules, target and kernel say which is meant.
pub fn load(path: &Path, target: Option<Target>, kernel: Option<&str>, isa_files: bool) -> Result<Image> {
    let choice = Choice { target: target.map(|target| target.name()), kernel };
    let mut image = read(path, choice, isa_files)?;
    if let Some(target) = target
        && !target.adopt(&mut image)
    {
        bail!("`{}` is for {}, not for {target}: leave out -t", path.display(), image.target);
    }
    Ok(image)
}

/// The kernels as the file gives them.
fn read(path: &Path, choice: Choice<'_>, isa: bool) -> Result<Image> {
    let code = match path.extension().and_then(OsStr::to_str) {
        Some("zeinfo") if isa => "isa",
        Some("zeinfo") => "visaasm",
        Some(code @ ("visaasm" | "isa")) => {
            let info = path.with_extension("zeinfo");
            if !info.is_file() {
                bail!("`{}`: expected `{}` beside it, which lists the arguments", path.display(), info.display());
            }
            return visa(&info, |_| vec![path.to_path_buf()]).map_err(|e| e.context(format!("a file of {code} code")));
        }
        _ => {
            let bytes = files::read(path)?;
            if isotope::object::sniff(&bytes) == Some(Format::Zebin) {
                let code = if isa { "isa" } else { "visaasm" };
                return with_code(path, beside(path, code), |code| TARGETS.load_chosen(&bytes, choice, Some(code)));
            }
            return TARGETS.load_chosen(&bytes, choice, None).with_context(|| format!("`{}`", path.display()));
        }
    };
    visa(path, beside(path, code))
}

/// Where the code of a kernel may be: in a file of its name, or of the name of the file that describes it.
fn beside<'a>(path: &'a Path, extension: &'a str) -> impl Fn(&str) -> Vec<PathBuf> + 'a {
    let folder = path.parent().unwrap_or(Path::new("."));
    move |kernel| vec![folder.join(format!("{kernel}.{extension}")), path.with_extension(extension)]
}

/// The kernels of a `.zeinfo`; `places` says where the code of one may be.
fn visa(info: &Path, places: impl Fn(&str) -> Vec<PathBuf>) -> Result<Image> {
    let text = files::read_text(info)?;
    with_code(info, places, |code| TARGETS.load_chosen(text.as_bytes(), Choice::default(), Some(code)))
}

/// What `parse` makes of a file when it is given the code of kernels by their names.
fn with_code(
    file: &Path,
    places: impl Fn(&str) -> Vec<PathBuf>,
    parse: impl FnOnce(&mut dyn FnMut(&str) -> Option<Vec<u8>>) -> std::result::Result<Image, LoadError>,
) -> Result<Image> {
    let mut failed = None;
    let image = parse(&mut |kernel| {
        let place = places(kernel).into_iter().find(|p| p.is_file())?;
        files::read(&place).map_err(|e| failed = Some(e)).ok()
    });
    match failed {
        Some(error) => Err(error),
        None => image.with_context(|| format!("`{}`", file.display())),
    }
}

/// The exit status of a launch that ended this way, its checks aside.
fn status(outcome: &Outcome) -> Exit {
    match outcome {
        Outcome::Done => Exit::Yes,
        Outcome::Stopped { stop: Stop::Fault(_), .. } => Exit::Stopped,
        Outcome::Hung(hang) if hang.proven() => Exit::Stopped,
        Outcome::Hung(_) | Outcome::Stopped { .. } => Exit::Undecided,
    }
}
