//! `isotope kit`: the conformance kit written, answered and explained.

use std::fs;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use isotope::answer;
use isotope_kit::{Selection, explain, export, marks};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{KitAnswerArgs, KitCommand, KitExplainArgs, KitExportArgs};
use crate::exit::{Exit, Result, one_line, say};
use crate::files;

pub fn main(command: &KitCommand) -> Result {
    match command {
        KitCommand::Export(args) => write(args),
        KitCommand::Answer(args) => answered(args),
        KitCommand::Explain(args) => explained(args),
    }
}

fn write(args: &KitExportArgs) -> Result {
    let dir = &args.dir;
    let shown = dir.display();
    let earlier = match fs::read_dir(dir) {
        Ok(mut entries) => entries.next().is_some(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => false,
        Err(error) => return Err(error).with_context(|| format!("cannot list `{shown}`")),
    };
    if earlier && !fs::read(dir.join("manifest.json")).is_ok_and(|manifest| marks(&manifest)) {
        bail!("`{shown}`: expected a new or empty folder, or a kit, found other files; name another folder");
    }
    let kit = export(&Selection { targets: args.targets.clone(), only: args.only.clone() })?;
    let name = dir.file_name().with_context(|| format!("`{shown}` is not the name of a folder"))?;
    let beside = |word: &str| dir.with_file_name(format!(".{}.{}.{word}", name.to_string_lossy(), std::process::id()));
    let (partial, old) = (beside("partial"), beside("old"));
    let written = kit.iter().try_for_each(|file| {
        let place = partial.join(&file.path);
        let parent = place.parent().unwrap_or(&partial);
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&place, &file.bytes))
            .with_context(|| format!("cannot write `{}`", place.display()))
    });
    let placed = written.and_then(|()| {
        if dir.exists() {
            fs::rename(dir, &old).with_context(|| format!("cannot replace `{shown}`"))?;
        }
        fs::rename(&partial, dir).with_context(|| format!("cannot write `{shown}`"))
    });
    if placed.is_err() && old.exists() && !dir.exists() {
        // What was there comes back.
        let _ = fs::rename(&old, dir);
    }
    for leftover in [&partial, &old] {
        let _ = fs::remove_dir_all(leftover);
    }
    placed?;
    let cases = kit.iter().filter(|file| file.path.starts_with("cases/")).count();
    if args.json {
        let exported = ExportedJson { folder: dir.to_string_lossy().into(), cases, files: kit.len() };
        files::print(&format!("{}\n", answer::json(&exported)))?;
    } else {
        say!("{cases} cases in {} files; python3 {} -- COMMAND", kit.len(), dir.join("run.py").display());
    }
    Ok(Exit::Yes)
}

fn answered(args: &KitAnswerArgs) -> Result {
    let case = fs::canonicalize(&args.case).with_context(|| format!("cannot read `{}`", args.case.display()))?;
    let top = case.parent().and_then(Path::parent).context("expected a case in the folder `cases` of a kit")?;
    let read = |path: &str| {
        let inside = Path::new(path).components().all(|part| matches!(part, std::path::Component::Normal(_)));
        match inside {
            true => files::read(&top.join(path)).map_err(|error| isotope::Error::new(format!("{error:#}"))),
            false => Err(isotope::Error::new(format!("expected a path inside the kit, found `{path}`"))),
        }
    };
    let found = isotope_kit::answer(&files::read_text(&case)?, read, args.assume.iter().map(String::as_str), args.seed);
    let found = found.map_err(|error| anyhow!("`{}`: {error}", args.case.display()))?;
    let stopped = found.stopped.as_deref().map(one_line);
    if args.json {
        let buffer = |(name, bytes): &(String, Vec<u8>)| BufferJson { name: name.clone(), bytes: bytes.len() };
        let case = case.file_stem().unwrap_or_default().to_string_lossy().into();
        let buffers = found.buffers.iter().map(buffer).collect();
        let answered = AnsweredJson { case, stopped: stopped.clone(), buffers };
        files::print(&format!("{}\n", answer::json(&answered)))?;
    }
    if let Some(stopped) = stopped {
        say!("{stopped}");
        return Ok(Exit::Stopped);
    }
    fs::create_dir_all(&args.out).with_context(|| format!("cannot make `{}`", args.out.display()))?;
    for (name, bytes) in &found.buffers {
        files::write(&args.out.join(format!("{name}.bin")), bytes)?;
    }
    Ok(Exit::Yes)
}

fn explained(args: &KitExplainArgs) -> Result {
    let found = explain(&files::read_text(&args.results)?);
    let found = found.map_err(|error| anyhow!("`{}`: {error}", args.results.display()))?;
    files::print(&match (args.json, args.markdown) {
        (true, _) => format!("{}\n", found.json()),
        (_, true) => found.markdown(),
        _ => found.text(),
    })?;
    Ok(found.agrees().into())
}

/// Output of `isotope kit export --json`.
#[derive(Serialize, JsonSchema)]
pub struct ExportedJson {
    folder: String,
    cases: usize,
    files: usize,
}

/// Output of `isotope kit answer --json`.
#[derive(Serialize, JsonSchema)]
pub struct AnsweredJson {
    case: String,
    /// Why it did not come to its end
    stopped: Option<String>,
    buffers: Vec<BufferJson>,
}

#[derive(Serialize, JsonSchema)]
struct BufferJson {
    name: String,
    bytes: usize,
}
