//! The engine as this command drives it: options from the command line, times, trace, progress bar.

use std::io::IsTerminal;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use cpu_time::{ProcessTime, ThreadTime};
use isotope::TARGETS;
use isotope::isa::finding;
use isotope::isa::finding::Finding;
use isotope::machine::mem::Memory;
use isotope::machine::{Dispatch, Options, Report};
use isotope::memory_trace::Recorder;
use isotope::object::Image;
use isotope::object::lines::SourceLines;
use isotope::trace::Trace;

use super::cost::Cost;
use super::report;
use crate::args::RunArgs;
use crate::exit::{Result, say};
use crate::files::Partial;

/// What engines for the same launches share.
#[derive(Clone, Copy)]
struct Settings {
    seed: u64,
    threads: usize,
    max_steps: Option<u64>,
    resident: Option<u32>,
    kind: isotope::Engine,
    check_rules: bool,
    /// Whether stderr shows a progress bar.
    terminal: bool,
}

/// Launches dispatches.
pub struct Engine {
    settings: Settings,
    trace: Option<Trace<Partial>>,
    /// Where it will be.
    traced: String,
    accesses: Option<Recorder<Partial>>,
    /// Rules that launches since the last call of [`Engine::take_findings`] broke.
    findings: Vec<Finding>,
    /// The source lines of the last launch, where it did not complete.
    lines: SourceLines,
    /// Summed over all launches since it was last taken.
    pub cost: Cost,
}

impl Engine {
    /// An engine as the command line asks for it.
    pub fn new(args: &RunArgs) -> Result<Engine> {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let traced = args.trace.as_ref().map_or(String::new(), |place| place.display().to_string());
        let begin = |place: &Path| -> Result<_> {
            Trace::new(Partial::create(place)?).with_context(|| format!("cannot write `{traced}`"))
        };
        let threads = startable(if args.jobs == 0 { cores() } else { args.jobs });
        let trace = args.trace.as_deref().map(begin).transpose()?;
        let record = |place: &Path| Partial::create(place).map(Recorder::new);
        let accesses = args.trace_memory.as_deref().map(record).transpose()?;
        let settings = Settings {
            seed: args.seed,
            threads,
            max_steps: args.max_steps,
            resident: args.resident,
            kind: args.engine.into(),
            check_rules: args.check_rules || args.deny_rules,
            terminal: std::io::stderr().is_terminal(),
        };
        Ok(Engine { trace, traced, accesses, ..Engine::unobserved(settings) })
    }

    fn unobserved(settings: Settings) -> Engine {
        Engine {
            settings,
            trace: None,
            traced: String::new(),
            accesses: None,
            findings: Vec::new(),
            lines: SourceLines::default(),
            cost: Cost::default(),
        }
    }

    /// Engines for independent launches: as many as run at the same time.
    pub fn several(args: &RunArgs, launches: usize) -> Result<Vec<Engine>> {
        let mut first = Engine::new(args)?;
        let unless_given = || std::thread::available_parallelism().map_or(1, usize::from) / first.settings.threads;
        let wanted = args.parallel.map_or_else(unless_given, |n| n as usize);
        // Observers write one file in order.
        let watched = first.trace.is_some() || first.accesses.is_some();
        let count = if watched { 1 } else { wanted.clamp(1, launches.max(1)) };
        first.settings.terminal &= count == 1;
        let others: Vec<Engine> = (1..count).map(|_| Engine::unobserved(first.settings)).collect();
        Ok([first].into_iter().chain(others).collect())
    }

    /// The schedule and its limits.
    pub fn options(&self) -> Options<'static> {
        let Settings { seed, threads, resident, max_steps, .. } = self.settings;
        let options = Options { seed, threads, resident, ..Options::default() };
        // An explicit limit is the only limit.
        max_steps.map_or(options, |max_steps| Options { max_steps, idle_steps: u64::MAX, ..options })
    }

    /// Run a dispatch of a kernel of `image` to its end.
    pub fn launch(&mut self, image: &Image, dispatch: &Dispatch, memory: &Memory) -> Report {
        let finished = AtomicU64::new(0);
        let mut options = self.options();
        options.finished = self.settings.terminal.then_some(&finished);
        let (wall, process, thread) = (Instant::now(), ProcessTime::try_now(), ThreadTime::try_now());
        let mut checker = self.settings.check_rules.then(|| TARGETS.of(image.target).checker(image, dispatch, memory));
        let looks = self.trace.is_some() || self.accesses.is_some();
        let all_lines = || isotope::report::all_lines(image, dispatch);
        let traced = if looks { all_lines() } else { SourceLines::default() };
        let regions = || memory.regions().iter().map(|r| (r.name.clone(), r.base, r.end() - r.base)).collect();
        let code = self.settings.kind.code(dispatch);
        options.native = code.as_deref();
        let mut run = || {
            let trace = self.trace.as_mut().map(|trace| trace.watch(dispatch, &traced));
            let target = TARGETS.of(image.target).name();
            let accesses = self.accesses.as_mut().map(|all| all.watch(target, dispatch, memory, regions(), &traced));
            match ((trace, accesses), checker.as_mut()) {
                ((None, None), None) => isotope::machine::launch(dispatch, memory, options),
                mut observers => isotope::machine::launch_observed(dispatch, memory, options, &mut observers),
            }
        };
        let report = match options.finished {
            Some(finished) => shown(finished, u64::from(dispatch.group_count()), run),
            None => run(),
        };
        // Other launches may run beside one that has this thread alone.
        let cpu = match self.settings.threads {
            1 => thread.and_then(|start| start.try_elapsed()),
            _ => process.and_then(|start| start.try_elapsed()),
        };
        let cpu = cpu.unwrap_or_default();
        self.cost += Cost { stats: report.stats, wall: wall.elapsed(), cpu };
        self.lines = report::lines(image, dispatch, &report.outcome);
        let mut found = checker.map(|checker| checker.finish(TARGETS)).unwrap_or_default();
        if !found.is_empty() {
            let lines = all_lines();
            found.iter_mut().for_each(|finding| finding.locate(&lines));
        }
        finding::merge(&mut self.findings, found);
        report
    }

    /// The broken rules since the last call, each once per address; none unless rules are checked.
    pub fn take_findings(&mut self) -> Option<Vec<Finding>> {
        self.settings.check_rules.then(|| std::mem::take(&mut self.findings))
    }

    /// The source lines of the last launch, where it did not complete.
    pub fn take_lines(&mut self) -> SourceLines {
        std::mem::take(&mut self.lines)
    }

    /// What was spent since the last call.
    pub fn take_cost(&mut self) -> Cost {
        std::mem::take(&mut self.cost)
    }

    /// Put traces in their places.
    pub fn finish(self) -> Result<()> {
        if let Some(accesses) = self.accesses {
            accesses.finish().context("cannot write the trace of memory")?.finish()?;
        }
        let Some(trace) = self.trace else { return Ok(()) };
        trace.finish().with_context(|| format!("cannot write `{}`", self.traced))?.finish()
    }
}

/// Host threads at most.
const MOST_THREADS: usize = 1024;

/// How many of so many threads the system lets us have: all of them are started once, and wait for each other. No result
/// depends on how many there are.
fn startable(wanted: usize) -> usize {
    if wanted <= 1 {
        return 1;
    }
    let over = AtomicBool::new(false);
    let started = std::thread::scope(|scope| {
        let wait = || {
            while !over.load(Ordering::Acquire) {
                std::thread::park();
            }
        };
        let one = |_| std::thread::Builder::new().spawn_scoped(scope, wait).ok();
        let all: Vec<_> = (0..wanted.min(MOST_THREADS)).map_while(one).collect();
        over.store(true, Ordering::Release);
        all.iter().for_each(|t| t.thread().unpark());
        all.len()
    });
    if started < wanted {
        say!("warning: {started} of {wanted} host threads could be started; the result is the same");
    }
    started.max(1)
}

/// How long a launch runs before a bar appears.
const QUIET: Duration = Duration::from_millis(500);

/// Do `work` under a progress bar that follows `finished`.
fn shown<T>(finished: &AtomicU64, total: u64, work: impl FnOnce() -> T) -> T {
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        // Where no thread is to be had there is no bar.
        let display = std::thread::Builder::new().spawn_scoped(scope, || {
            std::thread::park_timeout(QUIET);
            if over.load(Ordering::Acquire) {
                return;
            }
            let bar = crate::color::bar(total, "{bar:40} {pos}/{len} groups, {elapsed}, {eta} left");
            while !over.load(Ordering::Acquire) {
                bar.set_position(finished.load(Ordering::Relaxed));
                std::thread::park_timeout(Duration::from_millis(100));
            }
            bar.finish_and_clear();
        });
        let result = work();
        over.store(true, Ordering::Release);
        display.iter().for_each(|display| display.thread().unpark());
        result
    })
}
