//! `isotope explore`: what can happen in a launch under any schedule.

use anyhow::{anyhow, bail};
use isotope::explore::{Draw, Fair, Mode, Progress, Question, explore};
use isotope::{Error, prepare};

use crate::args::{ExploreArgs, ExploreMode};
use crate::exit::{Exit, Result};
use crate::files;
use crate::litmus;
use crate::run::{direct, load};

/// Run the command.
pub fn main(args: &ExploreArgs) -> Result {
    if args.file.extension().is_some_and(|extension| extension == "litmus") {
        return litmus::main(args);
    }
    if let Some(model) = args.model.as_ref().filter(|model| *model != "sc") {
        bail!(
            "--model: expected sc, found `{model}`: kernels run under sequential consistency, the other models are for litmus tests"
        );
    }
    if args.races || args.dot.is_some() {
        bail!("--races and --dot: expected a litmus test, found `{}`", args.file.display());
    }
    let Some(grid) = args.launch.shape() else {
        bail!("expected --grid N --block N, which say how many waves there are")
    };
    let image = load(&args.file, args.launch.target, args.launch.isa_files)?;
    let request = direct::request(&args.launch, grid)?;
    let named = |error: Error| anyhow!("`{}`: {error}", args.file.display());
    let prepared = prepare(&image, &request, direct::read).map_err(named)?;
    if let Some(schedule) = &args.replay {
        let replayed = isotope::explore::replay(&prepared, schedule, &observed(args, &prepared)).map_err(named)?;
        files::print(&if args.json { format!("{}\n", replayed.json()) } else { replayed.text() })?;
        return Ok(if replayed.stopped { Exit::Stopped } else { Exit::Yes });
    }
    let mode = match args.mode {
        ExploreMode::States => Mode::States,
        ExploreMode::Traces => Mode::Traces,
        ExploreMode::Random => {
            let draw = args.pct.map_or(Draw::Uniform, |changes| Draw::Priorities { changes });
            Mode::Random { draw, seed: args.seed, runs: args.runs }
        }
    };
    if !args.progress.is_empty() && args.mode != ExploreMode::States {
        bail!("--progress asks about all states: leave out --mode");
    }
    let mut question = Question::new(mode);
    question.observe = observed(args, &prepared);
    question.expect.clone_from(&args.expect);
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
    if args.mode == ExploreMode::States && args.progress.is_empty() {
        // What every scheduler of use promises: a run without an end is news even to who did not ask.
        question.progress.push(Progress { fair: Fair::All, strong: false });
    }
    question.resident = args.resident;
    question.limit = if args.mode == ExploreMode::States { args.max_states } else { args.max_executions };
    question.max_bytes = (args.max_memory << 20) as usize;
    question.local_steps = args.local_steps;
    question.shard = args.shard.unwrap_or((0, 1));
    let found = explore(&prepared, &question).map_err(named)?;
    let name = &prepared.dispatch.program.name;
    files::print(&if args.json { format!("{}\n", found.json()) } else { found.text(name) })?;
    let hangs =
        !found.stuck.is_empty() || !found.stops.is_empty() || found.progress.iter().any(|(_, run)| run.is_some());
    Ok(match found.verdict() {
        Some(false) => Exit::No,
        None if found.expect.is_some() => Exit::Undecided,
        _ if hangs => Exit::Stopped,
        // A drawn run leaves out schedules by its nature.
        None if found.left_out.is_some() && args.mode != ExploreMode::Random => Exit::Undecided,
        _ => Exit::Yes,
    })
}

/// What outcomes show: what was asked for, or all that is short.
fn observed(args: &ExploreArgs, prepared: &isotope::Prepared) -> Vec<String> {
    if !args.observe.is_empty() {
        return args.observe.clone();
    }
    let short = prepared.buffers.iter().filter(|b| b.bytes(&prepared.memory).len() <= 16 * b.ty.size());
    short.map(|b| b.name.clone()).collect()
}
