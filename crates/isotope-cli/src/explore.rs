//! `isotope explore`: what can happen in a launch under any schedule.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use isotope::explore::{Draw, Fair, MemorySystem, Mode, Progress, Question, Schedule, Until, explore, refine, view};
use isotope::{Case, End, Error, Prepared, prepare, prepare_case};

use crate::args::{ExploreArgs, ExploreMode, ExploreOrder, LaunchArgs};
use crate::exit::{Exit, Result};
use crate::files;
use crate::litmus;
use crate::pages::executions;
use crate::run::{cases, direct, load};

pub fn main(args: &ExploreArgs) -> Result {
    let standard = files::is_standard(&args.file);
    if args.file.extension().is_some_and(|extension| extension == "litmus") || standard && files::stdin_is_text()? {
        return litmus::main(args);
    }
    let weak = match args.model.as_deref() {
        None | Some("sc") => None,
        Some(name) => match MemorySystem::named(name) {
            Some(system) => Some(system),
            None => bail!("--model: expected sc or rdna3, found `{name}`: the other models are for litmus tests"),
        },
    };
    if args.launch.set.iter().any(|item| item.trim_start().starts_with("nack")) {
        bail!(
            "--set nack: a handler answers in its own time, which is not explored: leave it out, or use `isotope run`"
        );
    }
    if args.races && weak.is_some() {
        bail!("--races: expected --model sc, whose executions it looks at");
    }
    let named = |error: Error| anyhow!("`{}`: {error}", args.file.display());
    let (prepared, case) = launch(&args.file, args.case.as_deref(), &args.launch)?;
    let name = match &case {
        Some(case) => &format!("{}.{}", case.kernel, case.case),
        None => &prepared.dispatch.program.name,
    };
    let observe = observed(args, &prepared);
    if weak.is_some() && (args.html.is_some() || args.dot.is_some() || args.explain.is_some()) {
        bail!("--html, --dot and --explain: expected --model sc");
    }
    if let (Some(schedule), Some(system)) = (&args.replay, weak) {
        let replayed = isotope::explore::replay_weak(&prepared, system, schedule, &observe).map_err(named)?;
        files::print(&if args.json { format!("{}\n", replayed.json(None)) } else { replayed.text() })?;
        return Ok(if replayed.stopped { Exit::Stopped } else { Exit::Yes });
    }
    if let Some(schedule) = &args.replay {
        let replayed = isotope::explore::replay(&prepared, schedule, &observe).map_err(named)?;
        let schedule: Schedule = schedule.parse().map_err(|error| named(Error::new(error)))?;
        if let Some(at) = args.explain {
            let step = isotope::explained(&prepared, &schedule, at).map_err(named)?;
            files::print(&step.report)?;
            return Ok(if step.end == End::Fault { Exit::Stopped } else { Exit::Yes });
        }
        let runs = [("The schedule that was given".into(), &schedule)];
        show(args, &prepared, (name, &replayed.text()), &runs, Some(&schedule)).map_err(named)?;
        let said = match args.json {
            true => {
                let view = view(&prepared, &schedule, &observe).map_err(named)?;
                format!("{}\n", replayed.json(Some(&view)))
            }
            false => replayed.text(),
        };
        files::print(&said)?;
        return Ok(if replayed.stopped { Exit::Stopped } else { Exit::Yes });
    }
    let mode = match args.mode {
        ExploreMode::States if !args.races => Mode::States,
        ExploreMode::States | ExploreMode::Traces => Mode::Traces,
        ExploreMode::Random => {
            let draw = args.pct.map_or(Draw::Uniform, |changes| Draw::Priorities { changes });
            Mode::Random { draw, seed: args.seed, runs: args.runs }
        }
    };
    let states = matches!(mode, Mode::States);
    if !args.progress.is_empty() && !states {
        bail!("--progress asks about all states: leave out --mode and --races");
    }
    if args.shard.is_some() && states {
        bail!("--shard: expected --mode traces or random, found states, which are searched as a whole");
    }
    let mut question = Question::new(mode);
    question.weak = weak;
    (question.races, question.lanes, question.assume_atomic) = (args.races, args.lanes, args.assume_atomic);
    question.observe.clone_from(&observe);
    question.expect.clone_from(&args.expect);
    question.case.clone_from(&case);
    for name in &args.progress {
        match Progress::named(name) {
            Some(model) => question.progress.push(model),
            None if name == "all" => question.progress.extend(Progress::ALL),
            None => {
                let names = Progress::ALL.map(Progress::name).join(", ");
                bail!("--progress: expected {names} or all, found `{name}`");
            }
        }
    }
    if states && args.progress.is_empty() && weak.is_none() && !args.symmetry {
        // Weak fairness holds for every useful scheduler, so an endless run under it is reported even if no model was asked for.
        question.progress.push(Progress { fair: Fair::All, strong: false });
    }
    question.orders.lanes = args.orders.contains(&ExploreOrder::Lanes);
    question.orders.branches = args.orders.contains(&ExploreOrder::Branches);
    question.symmetry = args.symmetry;
    question.resident = args.resident;
    question.limit = if states { args.max_states } else { args.max_executions };
    question.max_bytes = (args.max_memory << 20) as usize;
    question.local_steps = args.local_steps;
    question.shard = args.shard.unwrap_or((0, 1));
    if let Some(file) = &args.refines {
        return refines(args, file, (&prepared, name), question);
    }
    question.until = until(args);
    let found = explore(&prepared, &question).map_err(named)?;
    show(args, &prepared, (name, &found.text(name)), &found.runs(), found.telling()).map_err(named)?;
    files::print(&if args.json { format!("{}\n", found.json()) } else { found.text(name) })?;
    let waits =
        !found.deadlocks.is_empty() || !found.cut_off.is_empty() || found.progress.iter().any(|(_, run)| run.is_some());
    let wanted = found.expect.as_ref().is_some_and(|(expect, _)| expect.is_hang());
    let hangs = !found.stops.is_empty() || waits && !wanted;
    let races = found.races.as_ref().map(|races| races.verdict());
    Ok(match found.verdict() {
        Some(false) => Exit::No,
        _ if races == Some(Some(true)) => Exit::No,
        None if found.expect.is_some() => Exit::Undecided,
        _ if hangs => Exit::Stopped,
        _ if !found.barriers.is_empty() => Exit::No,
        _ if races == Some(None) => Exit::Undecided,
        None if found.limited => Exit::Undecided,
        _ => Exit::Yes,
    })
}

/// The end of the time that a search may take, which begins now.
fn until(args: &ExploreArgs) -> Until {
    let Some(seconds) = args.budget else { return Until::default() };
    let (started, budget) = (Instant::now(), Duration::from_secs(seconds));
    Until::new(move || started.elapsed() >= budget)
}

/// Whether every outcome of a launch is one of the same launch of the kernel of another file.
fn refines(args: &ExploreArgs, file: &Path, (a, name): (&Prepared, &str), mut question: Question) -> Result {
    if question.observe.is_empty() && !a.buffers.is_empty() {
        bail!(
            "--refines: expected --observe NAMES: every buffer has more than 16 elements, so that nothing would be compared"
        );
    }
    let mut of_b = args.launch.clone();
    of_b.kernel = args.refines_kernel.clone().or(of_b.kernel);
    let (b, case) = launch(file, args.case.as_deref(), &of_b)?;
    let (a_file, b_file) = (args.file.display(), file.display());
    // The checks of a case are not asked; what it leaves is compared.
    question.case = None;
    let named = |error: Error| anyhow!("--refines, A `{a_file}`, B `{b_file}`: {error}");
    let found = refine([a, &b], &question, || until(args)).map_err(named)?;
    let of_b = case
        .map_or_else(|| b.dispatch.program.name.clone(), |case| format!("{}.{}", b.dispatch.program.name, case.case));
    let names = [(&a_file, name, a), (&b_file, &*of_b, &b)];
    let names = names.map(|(file, name, of)| format!("{name} of {file} ({})", of.image.target));
    let names = names.each_ref().map(String::as_str);
    files::print(&if args.json { format!("{}\n", found.json(names)) } else { found.text(names) })?;
    Ok(found.refines.into())
}

/// Write executions to the files that are asked for: all of them step by step, and one as a graph. `said` is the name of the launch and what is
/// printed of it.
fn show(
    args: &ExploreArgs,
    prepared: &Prepared,
    (name, said): (&str, &str),
    runs: &[(String, &Schedule)],
    telling: Option<&Schedule>,
) -> std::result::Result<(), Error> {
    let written = |error: anyhow::Error| Error::new(format!("{error:#}"));
    let observe = observed(args, prepared);
    if let Some(file) = &args.html {
        let views = runs
            .iter()
            .take(executions::MOST)
            .map(|(title, schedule)| Ok((title.clone(), view(prepared, schedule, &observe)?)));
        let views = views.collect::<std::result::Result<Vec<_>, Error>>()?;
        let title = format!("{name} on {}", prepared.image.target);
        let page = executions::page(&title, said, &views, runs.len() - views.len());
        files::write(file, page.as_bytes()).map_err(written)?;
    }
    if let Some(file) = &args.dot {
        let schedule = telling.ok_or_else(|| Error::new("--dot: there is no execution to draw"))?;
        let view = view(prepared, schedule, &observe)?;
        let graph = view.graph().dot_named(|thread| view.wave(thread as usize));
        files::write(file, graph.as_bytes()).map_err(written)?;
    }
    Ok(())
}

/// The launch that the command line describes, and the case that it is from.
pub fn launch(file: &Path, case: Option<&Path>, args: &LaunchArgs) -> Result<(Prepared, Option<Case>)> {
    let shown = file.display();
    if file.extension().is_some_and(|extension| extension == "json") {
        bail!(
            "`{shown}`: expected a file that holds kernels, found a scenario or a case: give its file, and --case CASE"
        );
    }
    let named = |error: Error| anyhow!("`{shown}`: {error}");
    match (case, args.shape()) {
        (Some(path), _) => {
            if args.shared != 0 || args.stack.is_some() {
                bail!("--case says what is launched: leave out --shared and --stack");
            }
            let case = cases::load_case(path)?.content;
            let kernel = args.kernel.as_deref().unwrap_or(&case.kernel);
            let image = load(file, args.target, Some(kernel), args.isa_files)?;
            let assumptions = crate::assume::choices(&args.assume)?;
            let prepared = prepare_case(&image, &case, args.kernel.as_deref(), &assumptions);
            let prepared = prepared.map_err(|error| anyhow!("`{}`: {error}", path.display()))?;
            Ok((prepared, Some(case)))
        }
        (None, Some(grid)) => {
            let image = load(file, args.target, args.kernel.as_deref(), args.isa_files)?;
            let request = direct::request(args, grid)?;
            Ok((prepare(&image, &request, direct::read).map_err(named)?, None))
        }
        (None, None) => bail!("expected --grid N --block N, which give the number of waves, or --case CASE"),
    }
}

/// What outcomes show: what was asked for, or all that is short.
fn observed(args: &ExploreArgs, prepared: &Prepared) -> Vec<String> {
    if !args.observe.is_empty() {
        return args.observe.clone();
    }
    let short = prepared.buffers.iter().filter(|b| b.size(&prepared.memory) <= 16 * b.ty.size() as u64);
    short.map(|b| b.name.clone()).collect()
}
