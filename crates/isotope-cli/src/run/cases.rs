//! Kernels against cases: one pair, all that fit together, or a whole suite.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use isotope::answer;
use isotope::case::{ArgSpec, Buffer, Case, CheckResult, Verdict};
use isotope::fidelity::Fidelity;
use isotope::isa::finding::Finding;
use isotope::machine::mem::Memory;
use isotope::machine::{Dispatch, Outcome};
use isotope::object::lines::SourceLines;
use isotope::suite::SuiteError;
use isotope::{Image, LaunchError, TARGETS, fidelity, suite};

use super::answer::{CaseJson, DumpsJson, EndedJson, PairJson, PairsJson, RunJson};
use super::cost::Cost;
use super::engine::Engine;
use super::parallel::in_order;
use super::{load, report, status};
use crate::args::RunArgs;
use crate::exit::{self, Exit, Result, say};
use crate::files;

/// Extensions of files that hold kernels.
const KERNELS: &[&str] = &["cubin", "co", "zebin", "zeinfo"];

/// A file with what is in it.
pub struct Loaded<T> {
    path: PathBuf,
    pub content: T,
}

/// What running a pair gave.
struct PairRun {
    outcome: Outcome,
    /// The source lines of a launch that did not complete.
    lines: SourceLines,
    /// Empty unless every launch completed.
    checks: Vec<CheckResult>,
    /// As the last launch that ran left them.
    buffers: Vec<Buffer>,
    cost: Cost,
    /// Broken rules, where they are checked.
    findings: Option<Vec<Finding>>,
    /// What the run rests on, where that is asked for.
    fidelity: Option<Fidelity>,
}

/// `run FILE --case CASE`.
pub fn single(args: &RunArgs, file: &Path, case: &Path) -> Result {
    let case = load_case(case)?;
    let kernel = args.launch.kernel.as_deref().unwrap_or(&case.content.kernel);
    let image = load(file, args.launch.target, Some(kernel), args.launch.isa_files)?;
    let dumps: Vec<(&str, Option<&Path>)> = args.dumps.iter().map(|text| report::dump(text)).collect();
    for (name, _) in &dumps {
        let names: Vec<&str> = case.content.buffers.iter().map(|buffer| &*buffer.name).collect();
        if !names.contains(name) {
            bail!("--dump `{name}`: expected a buffer of the case ({}), found `{name}`", names.join(", "));
        }
    }
    let mut engine = Engine::new(args)?;
    let run = run(&mut engine, args, &image, &case).with_context(|| format!("`{}`", case.path.display()))?;
    engine.finish()?;
    let exit = match status(&run.outcome) {
        Exit::Yes if run.checks.iter().any(|c| c.verdict != Verdict::Holds) => Exit::No,
        exit => exit,
    };
    let mut out = String::new();
    if args.json {
        let mut shown = DumpsJson::new();
        dumped(args, &dumps, &run, &mut out, &mut shown)?;
        let buffers = (!dumps.is_empty()).then_some(shown);
        let answer = CaseJson { buffers, ..case_json(args, (file, &image), &case, &run, exit == Exit::Yes) };
        let _ = writeln!(out, "{}", answer::json(&RunJson::Case(answer)));
    } else {
        run.checks.iter().for_each(|check| {
            let _ = writeln!(out, "{}", report::check_line(check));
        });
        dumped(args, &dumps, &run, &mut out, &mut DumpsJson::new())?;
    }
    files::print(&out)?;
    report::drops("", &run.cost.stats.drops);
    report::ended("", &run.outcome, &run.lines);
    let exit = report::findings(args, "", run.findings.as_ref(), exit);
    report::fidelity(args, "", run.fidelity.as_ref());
    if args.stats {
        say!("{}", report::cost_text(run.cost).trim_end());
    }
    Ok(exit)
}

/// Writes the buffers that are asked for, as the last launch left them.
fn dumped(
    args: &RunArgs,
    dumps: &[(&str, Option<&Path>)],
    run: &PairRun,
    out: &mut String,
    shown: &mut DumpsJson,
) -> Result<()> {
    for (name, file) in dumps {
        let buffer =
            run.buffers.iter().find(|buffer| buffer.name == *name).context("the run has the case's buffers")?;
        report::write_dump(args, (name, *file), (buffer.ty, &buffer.bytes), out, shown)?;
    }
    Ok(())
}

/// `run FILE… --case CASE…`, with directories among them.
pub fn several(args: &RunArgs) -> Result {
    let files = expand(&args.files, KERNELS)?;
    let cases = expand(&args.cases, &["json"])?;
    pairs(args, &files, &cases)
}

/// `run DIR` of a suite.
pub fn suite(args: &RunArgs, dir: &Path) -> Result {
    let bin = dir.join("bin");
    let mut targets: Vec<PathBuf> = std::fs::read_dir(&bin)
        .and_then(|entries| entries.map(|e| e.map(|e| e.path())).collect())
        .with_context(|| format!("cannot list `{}`", bin.display()))?;
    targets.sort();
    let mut found = Vec::new();
    for target in targets.iter().filter(|t| t.is_dir()) {
        found.extend(files::list(target, KERNELS)?);
    }
    pairs(args, &found, &files::list(&dir.join("cases"), &["json"])?)
}

/// The paths themselves, and for directories the files in them.
fn expand(paths: &[PathBuf], extensions: &[&str]) -> Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for path in paths {
        if path.is_dir() {
            let found = files::list(path, extensions)?;
            if found.is_empty() {
                bail!("`{}`: expected files named *.{}, found none", path.display(), extensions.join(" or *."));
            }
            all.extend(found);
        } else {
            all.push(path.clone());
        }
    }
    Ok(all)
}

/// The files that have the kernels of a case.
fn fitting<'a>(images: &'a [Loaded<Image>], case: &'a Loaded<Case>) -> impl Iterator<Item = &'a Loaded<Image>> {
    images.iter().filter(|image| suite::fits(&image.content, &case.content))
}

/// Run every case on every file that has its kernels.
fn pairs(args: &RunArgs, files: &[PathBuf], cases: &[PathBuf]) -> Result {
    if args.launch.kernel.is_some() {
        bail!("--kernel goes with one file and one case; found several");
    }
    if !args.dumps.is_empty() {
        bail!("--dump goes with one file and one case; found several");
    }
    let images = files
        .iter()
        .map(|p| Ok(Loaded { path: p.clone(), content: load(p, args.launch.target, None, args.launch.isa_files)? }))
        .collect::<Result<Vec<_>>>()?;
    let cases = cases.iter().map(|p| load_case(p)).collect::<Result<Vec<_>>>()?;
    let left_out: Vec<String> =
        cases.iter().filter(|case| fitting(&images, case).next().is_none()).map(|case| short(&case.path)).collect();
    // Each file with whether it is the first of its case.
    let pairs: Vec<(&Loaded<Case>, &Loaded<Image>, bool)> = cases
        .iter()
        .flat_map(|case| fitting(&images, case).enumerate().map(move |(n, image)| (case, image, n == 0)))
        .collect();
    let mut engines = Engine::several(args, pairs.len())?;
    let (mut passed, mut failed, mut total, mut answers) = (0u32, 0u32, Cost::default(), Vec::new());
    let mut table = Table::default();
    let mut rules = Exit::Yes;
    let mut first: Option<FileResult> = None;
    let work = |engine: &mut Engine, (case, image, _): &(&Loaded<Case>, &Loaded<Image>, bool)| {
        run(engine, args, &image.content, case)
    };
    in_order(&pairs, &mut engines, work, |(case, image, begins), run| -> Result<()> {
        if *begins {
            first = None;
        }
        let name = format!("{}.{} {}", case.content.kernel, case.content.case, short(&image.path));
        let run = match run {
            Ok(run) => run,
            Err(error) if is_refused(&error) => {
                failed += 1;
                table.add(&case.content.kernel, &folder(&image.path), false);
                if args.json {
                    let refused = PairJson::refused(&image.path, &image.content, &case.content, &error);
                    answers.push(answer::part(&refused));
                } else {
                    files::print(&format!("FAILED {name}: refused: {error}\n"))?;
                }
                return Ok(());
            }
            Err(error) => {
                let of = format!("`{}` on `{}`", case.path.display(), image.path.display());
                return Err(error.context(of));
            }
        };
        let progress = case.content.progress(suite::target_name(TARGETS, &image.content));
        let difference = report::judged(&run.outcome, &run.checks, progress, &run.lines);
        let good = difference.is_none();
        *(if good { &mut passed } else { &mut failed }) += 1;
        table.add(&case.content.kernel, &folder(&image.path), good);
        total += run.cost;
        let of = format!("{name} ");
        rules = report::findings(args, &of, run.findings.as_ref(), rules);
        report::fidelity(args, &of, run.fidelity.as_ref());
        if args.json {
            let answer = case_json(args, (&image.path, &image.content), case, &run, good);
            answers.push(answer::part(&PairJson::ran(answer)));
        } else {
            files::print(&match difference {
                None => format!("ok {name}\n"),
                Some(difference) => format!("FAILED {name}: {}\n", exit::one_line(&difference)),
            })?;
        }
        report::drops(&format!("{name}: "), &run.cost.stats.drops);
        if run.outcome != Outcome::Done {
            return Ok(());
        }
        let left =
            FileResult { file: &image.path, target: suite::target_name(TARGETS, &image.content), buffers: run.buffers };
        let Some(first) = &first else {
            first = Some(left);
            return Ok(());
        };
        match differ(&case.content, first, &left) {
            None => table.compared += 1,
            Some(difference) => {
                failed += 1;
                let line = format!(
                    "FAILED {}.{} {} and {} leave different memory: {}\n",
                    case.content.kernel,
                    case.content.case,
                    short(first.file),
                    short(left.file),
                    exit::one_line(&difference)
                );
                if args.json { say!("{}", line.trim_end()) } else { files::print(&line)? }
            }
        }
        Ok(())
    })?;
    engines.into_iter().try_for_each(Engine::finish)?;
    if let Some(first) = left_out.first() {
        say!("warning: no file has the kernels of {} cases, which are left out: {first} ..", left_out.len());
    }
    if passed + failed == 0 {
        bail!(
            "expected a file with the kernels of a case, found {} files and {} cases that do not fit",
            images.len(),
            cases.len()
        );
    }
    if args.json {
        let answer = RunJson::Pairs(PairsJson { pairs: answers, passed, failed, cost: total.into() });
        files::print(&format!("{}\n", answer::json(&answer)))?;
    } else {
        files::print(&format!("{table}{passed} passed, {failed} failed\n"))?;
    }
    if args.stats {
        say!("{}", report::cost_text(total).trim_end());
    }
    Ok(if failed == 0 { rules } else { Exit::No })
}

/// What a file left in memory.
struct FileResult<'a> {
    file: &'a Path,
    target: &'static str,
    buffers: Vec<Buffer>,
}

/// The first difference between what two files left, as far as the checks that apply to both fix it.
fn differ(case: &Case, a: &FileResult<'_>, b: &FileResult<'_>) -> Option<String> {
    let both = case.agreement((a.target, &a.buffers), (b.target, &b.buffers));
    both.into_iter().find_map(|check| match check.verdict {
        Verdict::Holds => None,
        Verdict::Fails(difference) => Some(difference),
    })
}

/// Passed and failed pairs by kernel and folder of files; shown where there are several folders.
#[derive(Default)]
struct Table {
    cells: BTreeMap<String, BTreeMap<String, [u32; 2]>>,
    /// Pairs of files that left the same memory.
    compared: u32,
}

impl Table {
    fn add(&mut self, kernel: &str, folder: &str, good: bool) {
        let cell = self.cells.entry(kernel.into()).or_default().entry(folder.into()).or_default();
        cell[usize::from(!good)] += 1;
    }
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let folders: BTreeSet<&String> = self.cells.values().flat_map(BTreeMap::keys).collect();
        if folders.len() < 2 {
            return Ok(());
        }
        let first = self.cells.keys().map(String::len).max().unwrap_or(0);
        let widths: Vec<usize> = folders.iter().map(|name| name.len().max(8)).collect();
        write!(f, "\n{:first$}", "kernel")?;
        folders.iter().zip(&widths).try_for_each(|(name, width)| write!(f, "  {name:>width$}"))?;
        writeln!(f)?;
        for (kernel, row) in &self.cells {
            write!(f, "{kernel:first$}")?;
            for (name, width) in folders.iter().zip(&widths) {
                let cell = match row.get(*name) {
                    None => "-".into(),
                    Some([good, 0]) => format!("{good} ok"),
                    Some([good, bad]) => format!("{bad} of {} bad", good + bad),
                };
                write!(f, "  {cell:>width$}")?;
            }
            writeln!(f)?;
        }
        writeln!(f, "\n{} runs left the memory that the first file of their case left\n", self.compared)
    }
}

/// The name of the folder that a file is in.
fn folder(path: &Path) -> String {
    let parent = path.parent().and_then(Path::file_name);
    parent.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// Run a pair as often as asked for. The checks given back are those of the first run that fails one, else of the last.
fn run(engine: &mut Engine, args: &RunArgs, image: &Image, case: &Loaded<Case>) -> Result<PairRun> {
    let target = suite::target_name(TARGETS, image);
    let kernel =
        args.launch.kernel.as_deref().map(|name| image.find(Some(name))).transpose()?.map(|kernel| &*kernel.name);
    let assumptions = crate::assume::choices(&args.launch.assume)?;
    let bytes: u64 = case.content.buffers.iter().map(|b| b.byte_length() as u64).sum();
    // As the case describes them, in memory, and as they are checked.
    isotope::room(3 * bytes, "the buffers of the case")?;
    let mut last = None;
    for _ in 0..args.repeat {
        let launch = |dispatch: &Dispatch, memory: &Memory| engine.launch(image, dispatch, memory);
        let run = suite::run_with(TARGETS, image, &case.content, kernel, &assumptions, launch)?;
        let done = run.outcome == Outcome::Done;
        let checks = if done { case.content.check(target, &run.buffers) } else { Vec::new() };
        let good = done && checks.iter().all(|c| c.verdict == Verdict::Holds);
        last = Some((run.outcome, checks, run.buffers));
        if !good {
            break;
        }
    }
    let (outcome, checks, buffers) = last.context("--repeat is at least 1")?;
    let (cost, findings, lines) = (engine.take_cost(), engine.take_findings(), engine.take_lines());
    let fidelity = args.fidelity.then(|| {
        fidelity::examine::<anyhow::Error>(
            TARGETS.of(image.target),
            &assumptions,
            engine.options(),
            |assumptions, launch| {
                let run = suite::run_with(TARGETS, image, &case.content, kernel, assumptions, launch)?;
                Ok((run.outcome, run.buffers.into_iter().map(|b| (b.name, b.bytes)).collect()))
            },
        )
    });
    Ok(PairRun {
        outcome,
        lines,
        checks,
        buffers,
        cost,
        findings,
        fidelity: fidelity.transpose()?.map(|fidelity| fidelity.located(image)),
    })
}

/// Reads a case, and says what of it has no effect.
pub fn load_case(path: &Path) -> Result<Loaded<Case>> {
    let text = files::read_text(path)?;
    let case = Case::parse(TARGETS.cases, &text).with_context(|| format!("`{}`", path.display()))?;
    for (index, buffer) in case.buffers.iter().enumerate() {
        let passes = |arg: &ArgSpec| match arg {
            ArgSpec::Buffer { buffer, .. }
            | ArgSpec::Surface { buffer, .. }
            | ArgSpec::Image { buffer, .. }
            | ArgSpec::Texture { buffer, .. } => *buffer == index,
            ArgSpec::Parts(parts) => parts.has(index),
            ArgSpec::Scalar { .. } | ArgSpec::Local { .. } => false,
        };
        if !case.launches.iter().flat_map(|l| &l.args).any(passes) {
            say!("warning: `{}`: at `buffers[{index}]`: no launch takes `{}`", path.display(), buffer.name);
        }
    }
    for warning in &case.warnings {
        say!("warning: `{}`: {warning}", path.display());
    }
    Ok(Loaded { path: path.into(), content: case })
}

/// The last two components of a path.
fn short(path: &Path) -> String {
    let parts: Vec<_> = path.iter().rev().take(2).map(|p| p.to_string_lossy()).collect();
    parts.into_iter().rev().collect::<Vec<_>>().join("/")
}

/// Whether a launch was refused for what is not modelled, which says nothing against the case.
fn is_refused(error: &anyhow::Error) -> bool {
    matches!(
        error.downcast_ref(),
        Some(SuiteError::Launch {
            error: LaunchError::NotModelled { .. } | LaunchError::Undecoded { .. } | LaunchError::NeedsHost { .. },
            ..
        })
    )
}

fn case_json<'a>(
    args: &RunArgs,
    (file, image): (&Path, &Image),
    case: &'a Loaded<Case>,
    run: &'a PairRun,
    passed: bool,
) -> CaseJson<'a> {
    let rests = (run.findings.as_ref(), run.fidelity.as_ref());
    let of = (file, image, &*case.content.kernel);
    CaseJson {
        ended: EndedJson::new(args, of, (&run.outcome, &run.lines), rests, run.cost),
        case: &case.content.case,
        checks: run.checks.iter().map(Into::into).collect(),
        passed,
        buffers: None,
    }
}
