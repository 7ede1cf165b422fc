//! `isotope campaign`: the files and processes of campaigns. A folder has `plan.json` and `chunks/`, a file for each chunk that is done.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use anyhow::{Context, anyhow, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use isotope::Error;
use isotope_campaign::{CampaignStatus, Chunk, Files, Merged, Other, Plan, Unfit};

use crate::args::{
    CampaignCommand, CampaignMergeArgs, CampaignPlanArgs, CampaignReportArgs, CampaignRunArgs, CampaignStatusArgs,
};
use crate::exit::{Exit, Result, say};
use crate::files;

pub fn main(command: &CampaignCommand) -> Result {
    match command {
        CampaignCommand::Plan(args) => plan(args),
        CampaignCommand::Run(args) => run(args),
        CampaignCommand::Status(args) => status(args),
        CampaignCommand::Merge(args) => merge(args),
        CampaignCommand::Report(args) => report(args),
    }
}

/// Files whose paths begin at a folder.
struct Beside<'a>(&'a Path);

impl Files for Beside<'_> {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, Error> {
        files::read(&self.0.join(path)).map_err(|error| Error::new(format!("{error:#}")))
    }

    fn list(&mut self, path: &str) -> Result<Option<Vec<String>>, Error> {
        let place = self.0.join(path);
        if !place.is_dir() {
            return Ok(None);
        }
        let failed = |error: io::Error| Error::new(format!("cannot list `{path}`: {error}"));
        let mut all = Vec::new();
        for entry in fs::read_dir(place).map_err(failed)? {
            let name = entry.map_err(failed)?.file_name();
            let name = name.to_str().ok_or_else(|| Error::new(format!("`{path}`: a name that is not UTF-8")))?;
            all.push(format!("{}/{name}", path.trim_end_matches('/')));
        }
        Ok(Some(all))
    }
}

fn plan(args: &CampaignPlanArgs) -> Result {
    let text = files::read_text(&args.spec)?;
    let folder = args.spec.parent().unwrap_or(Path::new("."));
    let name = files::shown(&args.spec);
    let plan = Plan::new(&name, &text, &mut Beside(folder)).map_err(|error| anyhow!(error))?;
    let out = match &args.out {
        Some(out) => out.clone(),
        None if files::is_standard(&args.spec) => bail!("expected --out DIR, because the text is from stdin"),
        None => args.spec.with_extension("campaign"),
    };
    let place = out.join("plan.json");
    if place.exists() {
        let old = Plan::parse(&files::read_text(&place)?);
        let same = old.is_ok_and(|old| old.hash() == plan.hash());
        let begun = fs::read_dir(out.join("chunks")).is_ok_and(|mut entries| entries.next().is_some());
        if !same && begun {
            bail!("`{}` has chunks of another plan: give another folder (--out), or remove it", out.display());
        }
    }
    fs::create_dir_all(out.join("chunks")).with_context(|| format!("cannot make `{}`", out.display()))?;
    files::write(&place, format!("{:#}\n", plan.json()).as_bytes())?;
    let said = if args.json { format!("{}\n", plan.summary(Some(&out.to_string_lossy()))) } else { plan.text() };
    files::answer(&said)
}

/// The plan of a folder.
fn load(dir: &Path) -> Result<Plan> {
    let place = dir.join("plan.json");
    if !place.exists() {
        bail!("`{}`: expected a folder that `isotope campaign plan` made, found no plan.json", dir.display());
    }
    Plan::parse(&files::read_text(&place)?).map_err(|error| anyhow!("`{}`: {error}", place.display()))
}

fn chunk_file(dir: &Path, index: usize) -> PathBuf {
    dir.join("chunks").join(format!("chunk-{index:07}.json"))
}

/// A chunk that is there, why it is damaged, or nothing. One of another plan is an error.
fn found(dir: &Path, plan: &Plan, index: usize) -> Result<Option<Result<Chunk, String>>> {
    let place = chunk_file(dir, index);
    if !place.try_exists().with_context(|| format!("cannot read `{}`", place.display()))? {
        return Ok(None);
    }
    let bytes = files::read(&place)?;
    Ok(Some(match Chunk::parse(&String::from_utf8_lossy(&bytes), plan, index) {
        Ok(chunk) => Ok(chunk),
        Err(Unfit::Damaged(why)) => Err(why),
        Err(Unfit::Other(hash)) => bail!(
            "`{}` is a chunk of another plan ({hash}; this one is {}): give another folder, or remove it",
            place.display(),
            plan.hash()
        ),
    }))
}

fn run(args: &CampaignRunArgs) -> Result {
    let plan = load(&args.dir)?;
    let (part, parts) = args.shard.unwrap_or((0, 1));
    let mine = (0..plan.chunks()).filter(|index| *index as u64 % parts == part);
    let (mut left, mut all, mut status) = (Vec::new(), 0, CampaignStatus::new(&plan));
    for index in mine {
        all += 1;
        match found(&args.dir, &plan, index)? {
            Some(Ok(chunk)) => status.note(index, Some(Ok(&chunk))),
            Some(Err(why)) => {
                say!("note: chunk {index} is damaged ({why}) and is done again");
                left.push(index);
            }
            None => left.push(index),
        }
    }
    fs::create_dir_all(args.dir.join("chunks")).with_context(|| format!("cannot make `{}`", args.dir.display()))?;
    let resumed = all - left.len();
    let status = done(args, &plan, &left, status, all)?;
    let said = format!(
        "{} chunks done, {resumed} were there; {} items, {}\n",
        left.len(),
        status.items_done,
        status.failed_text()
    );
    files::print(&if args.json { format!("{}\n", status.json()) } else { said })?;
    // Once all chunks are there, what is wrong with a job as a whole counts too.
    let whole = (0..plan.chunks()).all(|index| chunk_file(&args.dir, index).exists());
    if whole && status.failed == 0 {
        let merged = merged(&args.dir, &[], true)?;
        for job in &merged.jobs {
            if let Some(whole) = &job.job_failure {
                say!("{}: {}", job.name, whole.text);
            }
        }
        return Ok(ended(merged.failed(), merged.undecided()));
    }
    Ok(ended(status.failed, status.undecided))
}

/// Does chunks, several at a time; ends at the first that cannot be done.
fn done(
    args: &CampaignRunArgs,
    plan: &Plan,
    left: &[usize],
    status: CampaignStatus,
    all: usize,
) -> Result<CampaignStatus> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if args.jobs == 0 { cores() } else { args.jobs }.min(left.len());
    let target = if io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(all as u64), target);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} chunks, {msg}{elapsed}, {eta} left") {
        bar.set_style(style);
    }
    bar.set_position((all - left.len()) as u64);
    let (next, over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let shared = Mutex::new((status, None));
    let one = |index: usize| -> Result<()> {
        let chunk = plan.chunk(index, &mut |other, asked| answer(other, asked)).map_err(|error| anyhow!(error))?;
        files::write(&chunk_file(&args.dir, index), chunk.text().as_bytes())?;
        if let Ok(mut shared) = shared.lock() {
            shared.0.note(index, Some(Ok(&chunk)));
            bar.set_message(format!("{}, ", shared.0.failed_text()));
        }
        bar.inc(1);
        Ok(())
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while !over.load(Ordering::Acquire) {
                    let Some(index) = left.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
                    if let Err(error) = one(*index) {
                        over.store(true, Ordering::Release);
                        if let Ok(mut shared) = shared.lock() {
                            shared.1.get_or_insert(error);
                        }
                    }
                }
            });
        }
    });
    bar.finish_and_clear();
    let (status, error) = shared.into_inner().map_err(|_| anyhow!("a thread ended early"))?;
    error.map_or(Ok(status), Err)
}

/// What a program answers to records on its standard input.
fn answer(other: &Other, asked: &[u8]) -> Result<Vec<u8>, Error> {
    let Other::Command(words) = other else {
        return Err(Error::new(format!(
            "{other} is asked by isotope.campaign.run in Python; here give \
             command = [\"python3\", \"-m\", \"isotope.campaign\", \"answer\", \"MODULE:FUNCTION\"]"
        )));
    };
    let failed = |what: &str, error: &dyn std::fmt::Display| Error::new(format!("{other}: {what}: {error}"));
    let mut child = Command::new(&words[0])
        .args(&words[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| failed("cannot be started", &error))?;
    let (to, from) = (child.stdin.take(), child.stdout.take());
    let mut answered = Vec::new();
    let read = std::thread::scope(|scope| {
        // One that ends before it has read everything says why by its status.
        scope.spawn(move || to.map(|mut to| to.write_all(asked)));
        from.map_or(Ok(0), |mut from| from.read_to_end(&mut answered))
    });
    let status = child.wait().map_err(|error| failed("cannot be waited for", &error))?;
    if !status.success() {
        return Err(failed("expected exit status 0", &status));
    }
    read.map_err(|error| failed("its answer cannot be read", &error))?;
    Ok(answered)
}

fn status(args: &CampaignStatusArgs) -> Result {
    let plan = load(&args.dir)?;
    let mut status = CampaignStatus::new(&plan);
    for index in 0..plan.chunks() {
        match found(&args.dir, &plan, index)? {
            None => status.note(index, None),
            Some(Ok(chunk)) => status.note(index, Some(Ok(&chunk))),
            Some(Err(why)) => status.note(index, Some(Err(why))),
        }
    }
    files::print(&if args.json { format!("{}\n", status.json()) } else { status.text() })?;
    Ok(if status.done == status.chunks { Exit::Yes } else { Exit::Undecided })
}

/// Everything that is in the folders.
fn merged(dir: &Path, more: &[PathBuf], partial: bool) -> Result<Merged> {
    let plan = load(dir)?;
    let mut all: BTreeMap<usize, Vec<Chunk>> = BTreeMap::new();
    for dir in std::iter::once(dir).chain(more.iter().map(PathBuf::as_path)) {
        if !dir.join("chunks").is_dir() {
            bail!("`{}`: expected a folder of a campaign, found none that has chunks", dir.display());
        }
        for index in 0..plan.chunks() {
            match found(dir, &plan, index)? {
                None => {}
                Some(Ok(chunk)) => all.entry(index).or_default().push(chunk),
                Some(Err(why)) => {
                    say!("warning: `{}` is damaged ({why}) and left out", chunk_file(dir, index).display())
                }
            }
        }
    }
    let chunks = all.into_values().flatten().collect();
    Merged::new(&plan, chunks, partial).map_err(|error| anyhow!("`{}`: {error}", dir.display()))
}

/// Undecided where nothing is wrong but what nothing decided.
fn ended(failed: u64, undecided: u64) -> Exit {
    match failed {
        0 => Exit::Yes,
        _ if failed == undecided => Exit::Undecided,
        _ => Exit::No,
    }
}

fn merge(args: &CampaignMergeArgs) -> Result {
    let merged = merged(&args.dir, &args.more, args.partial)?;
    files::write(&args.dir.join("merged.json"), format!("{:#}\n", merged.json()).as_bytes())?;
    files::print(&if args.json { format!("{}\n", merged.json()) } else { merged.text() })?;
    Ok(ended(merged.failed(), merged.undecided()))
}

fn report(args: &CampaignReportArgs) -> Result {
    let merged = merged(&args.dir, &args.more, args.partial)?;
    let place = args.output.clone().unwrap_or_else(|| args.dir.join("report.html"));
    files::write(&place, merged.html().as_bytes())?;
    if args.json {
        files::print(&format!("{}\n", merged.json()))?;
    } else if !files::is_standard(&place) {
        say!("{}; the page is `{}`", merged.failed_text(), place.display());
    }
    Ok(ended(merged.failed(), merged.undecided()))
}
