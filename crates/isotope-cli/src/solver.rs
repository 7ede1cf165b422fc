//! Solvers outside: programs that read SMT-LIB, run side by side.
//!
//! Nothing that they say is believed as it stands: inputs are tried, an answer with a bad exit status is none, and that
//! there are no inputs is reported with the name of the one who says so, unless a different solver says the same: another
//! kind, another program, each of a known version. Every program is stopped when time is over.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::bail;
use isotope::prove::decide::{Means, SolverAnswer, Voice, confirmed};
use isotope::prove::sat::SatResult;
use isotope::prove::smt;
use isotope::prove::smt::Floats;
use isotope::term::{Arena, Value};

use crate::exit::{Result, say};

/// A program, and how to call it.
pub struct Solver {
    program: PathBuf,
    kind: Tool,
    /// Name and version, once asked.
    voice: OnceLock<Voice>,
}

impl Solver {
    fn new(program: PathBuf, kind: Tool) -> Solver {
        Solver { program, kind, voice: OnceLock::new() }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tool {
    Z3,
    Bitwuzla,
}

impl Tool {
    fn name(self) -> &'static str {
        match self {
            Tool::Z3 => "z3",
            Tool::Bitwuzla => "bitwuzla",
        }
    }
    fn is_named_by(self, version: &str) -> bool {
        let first = version.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
        first == self.name() || self == Tool::Bitwuzla && first.starts_with(|c: char| c.is_ascii_digit())
    }
    fn of(program: &Path) -> Option<Tool> {
        let name = program.file_name()?.to_str()?;
        [Tool::Z3, Tool::Bitwuzla].into_iter().find(|k| name.starts_with(k.name()))
    }
}

/// Those given, or those on the PATH.
///
/// # Errors
/// When a given program has a name that says of no solver how to call it.
pub fn find(given: &[PathBuf]) -> Result<Vec<Solver>> {
    let mut all = Vec::new();
    for program in given {
        let Some(kind) = Tool::of(program) else {
            bail!("{}: expected a program whose name begins with z3 or bitwuzla", program.display());
        };
        all.push(Solver::new(program.clone(), kind));
    }
    if given.is_empty() {
        let path = std::env::var_os("PATH").unwrap_or_default();
        for kind in [Tool::Z3, Tool::Bitwuzla] {
            let found = std::env::split_paths(&path).map(|d| d.join(kind.name())).find(|p| p.is_file());
            all.extend(found.map(|program| Solver::new(program, kind)));
        }
    }
    Ok(all)
}

/// What to do where there is none.
pub const INSTALL: &str =
    "install z3 (Debian: apt install z3; Python: pip install z3-solver) or bitwuzla, or name one with --solver";

/// Output of a program at most; an answer with a model has some hundred bytes.
const MOST: u64 = 1 << 20;
/// What a program may take to say its version.
const VERSION: Duration = Duration::from_secs(2);
/// How often a program that runs is looked at.
const LOOK: Duration = Duration::from_millis(2);

/// Until when a program may run, and whether its answer is still wanted.
struct Limit<'a> {
    deadline: Instant,
    over: &'a AtomicBool,
}

impl Limit<'_> {
    fn is_reached(&self) -> bool {
        self.over.load(Relaxed) || Instant::now() >= self.deadline
    }
}

/// What a program wrote to stdout for this input and how it ended; `None` when the limit came first, and it was stopped.
fn talk(mut command: Command, input: &str, limit: &Limit<'_>) -> io::Result<Option<(String, ExitStatus)>> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let ended = listen(&mut child, input, limit);
    if !matches!(ended, Ok(Some(_))) {
        // It may have ended by itself.
        let _ = child.kill();
        let _ = child.wait();
    }
    ended
}

fn listen(child: &mut Child, input: &str, limit: &Limit<'_>) -> io::Result<Option<(String, ExitStatus)>> {
    let (Some(mut to), Some(from)) = (child.stdin.take(), child.stdout.take()) else { return Ok(None) };
    // Detached threads: processes that a program leaves behind may hold its pipes open.
    let text = input.to_string();
    // A program that does not read to the end may know the answer before.
    thread::Builder::new().spawn(move || drop(to.write_all(text.as_bytes())))?;
    let (sender, answer) = mpsc::sync_channel(1);
    thread::Builder::new().spawn(move || {
        let mut bytes = Vec::new();
        let read = from.take(MOST + 1).read_to_end(&mut bytes);
        let _ = sender.send(read.map(|_| bytes));
    })?;
    let bytes = loop {
        match answer.recv_timeout(LOOK) {
            Ok(bytes) => break bytes?,
            Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(None),
            Err(mpsc::RecvTimeoutError::Timeout) if limit.is_reached() => return Ok(None),
            Err(mpsc::RecvTimeoutError::Timeout) => {}
        }
    };
    if bytes.len() as u64 > MOST {
        return Err(io::Error::other("expected an answer, found more than 1 MiB of output"));
    }
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some((String::from_utf8_lossy(&bytes).into_owned(), status)));
        }
        if limit.is_reached() {
            return Ok(None);
        }
        thread::sleep(LOOK);
    }
}

impl Solver {
    /// Whether both names lead to one program, or to copies of it.
    fn is_same_program(&self, other: &Solver) -> bool {
        let paths = [self, other].map(|solver| fs::canonicalize(&solver.program));
        let [Ok(one), Ok(two)] = paths else { return true };
        let length = |path: &Path| fs::metadata(path).map(|data| data.len()).ok();
        one == two || length(&one) == length(&two) && fs::read(one).ok() == fs::read(two).ok()
    }

    /// Name and version, as the program gives it; asked once, and not for long, however little time is left: whether the
    /// version is known decides what its word is worth.
    fn voice(&self) -> &Voice {
        self.voice.get_or_init(|| {
            let limit = Limit { deadline: Instant::now() + VERSION, over: &AtomicBool::new(false) };
            let mut command = Command::new(&self.program);
            command.arg("--version");
            let text = talk(command, "", &limit).ok().flatten().filter(|(_, s)| s.success()).map(|(text, _)| text);
            // Z3 gives its name, Bitwuzla a number alone: one that gives another name is not what its file is called.
            let version = text.as_deref().filter(|text| self.kind.is_named_by(text)).and_then(|text| {
                let number = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
                let plain = |word: &&str| {
                    word.len() < 32 && word.chars().all(|c| c.is_ascii_alphanumeric() || ".-+".contains(c))
                };
                text.split_whitespace().filter(number).find(plain)
            });
            let name = format!("{} {}", self.kind.name(), version.unwrap_or("of unknown version"));
            Voice { name, known: version.is_some() }
        })
    }

    fn command(&self, limit: &Limit<'_>) -> Command {
        let left = limit.deadline.saturating_duration_since(Instant::now());
        let mut command = Command::new(&self.program);
        match self.kind {
            Tool::Z3 => command.args(["-smt2", "-in", &format!("-T:{}", left.as_secs() + 1)]),
            Tool::Bitwuzla => command.args(["--lang", "smt2", "--time-limit", &left.as_millis().max(1).to_string()]),
        };
        command
    }

    /// What it says to a text; an answer with another exit status than 0 is none.
    fn says(&self, text: &str, limit: &Limit<'_>) -> std::result::Result<SatResult, String> {
        let Some((out, status)) = talk(self.command(limit), text, limit).map_err(|e| e.to_string())? else {
            return Ok(SatResult::Unknown);
        };
        match smt::answer(&out) {
            Ok(SatResult::Unknown) => Ok(SatResult::Unknown),
            _ if !status.success() => {
                let first = out.lines().next().unwrap_or("nothing");
                let first: String = first.chars().take(80).collect();
                Err(format!("expected an answer and exit status 0, found `{first}` and {status}"))
            }
            answer => answer,
        }
    }

    /// Whether there are inputs, and which: the values are asked for where there are, because a solver that has none makes
    /// that an error.
    fn ask(&self, question: &Texts, limit: &Limit<'_>) -> std::result::Result<SatResult, String> {
        match self.says(&question.whether, limit)? {
            SatResult::Inputs(_) => self.says(&question.which, limit),
            other => Ok(other),
        }
    }
}

/// Gives `f` what the command line allows for each answer: seconds, these solvers, host threads for exhaustive runs.
pub fn with_means<T>(
    solvers: &[Solver],
    seconds: u32,
    threads: usize,
    progress: &(dyn Fn(u32) + Sync),
    f: impl FnOnce(&Means<'_>) -> T,
) -> T {
    let outside = |arena: &Arena, goal: Value, left: Duration| Some(ask(solvers, arena, goal, left));
    f(&Means {
        outside: (!solvers.is_empty()).then_some(&outside),
        progress,
        threads,
        ..Means::alone(Duration::from_secs(seconds.into()))
    })
}

/// A question with one way to write sums.
struct Texts {
    floats: Floats,
    whether: String,
    which: String,
}

/// Asks all of them which inputs make `goal` true. Inputs count when they do; that there are none is who says it, with at
/// most as much time again for another solver to say the same.
pub fn ask(solvers: &[Solver], arena: &Arena, goal: Value, budget: Duration) -> SolverAnswer {
    let started = Instant::now();
    let over = AtomicBool::new(false);
    let limit = Limit { deadline: started + budget, over: &over };
    // The theory of floats is quick where it can be used, and helpless elsewhere.
    let mut forms: Vec<Texts> = Vec::new();
    for floats in [Floats::Theory, Floats::Bits] {
        let which = smt::question(arena, goal, floats);
        if forms.iter().all(|f| f.which != which) {
            forms.push(Texts { floats, whether: smt::whether(arena, goal, floats), which });
        }
    }
    let mut claims: Vec<(&Solver, &'static str)> = Vec::new();
    let mut model = None;
    thread::scope(|scope| {
        let (sender, answers) = mpsc::channel();
        let mut waiting = Vec::new();
        for solver in solvers {
            for form in &forms {
                let (sender, limit) = (sender.clone(), &limit);
                let ask = move || drop(sender.send((solver, form.floats, solver.ask(form, limit))));
                match thread::Builder::new().spawn_scoped(scope, ask) {
                    Ok(_) => waiting.push(solver.kind),
                    Err(e) => say!("warning: {}: not asked: {e}", solver.program.display()),
                }
            }
        }
        drop(sender);
        let mut until = limit.deadline;
        while let Ok((solver, floats, answer)) = answers.recv_timeout(until.saturating_duration_since(Instant::now())) {
            waiting.iter().position(|k| *k == solver.kind).map(|at| waiting.swap_remove(at));
            let way = match floats {
                _ if forms.len() == 1 => "bit-vectors",
                Floats::Theory => "its theory of floats",
                Floats::Bits => "sums by bits",
            };
            let wrong = |why: &str| say!("warning: {}: {why}; this answer does not count", solver.program.display());
            match answer {
                Ok(SatResult::Inputs(found)) => match confirmed(arena, goal, &found) {
                    Some(found) => {
                        model = Some((found, solver, way));
                        break;
                    }
                    None => {
                        let shown: Vec<String> = found.iter().map(|(n, v)| format!("{n}={v:#x}")).collect();
                        wrong(&format!("these inputs make no difference: {}", shown.join(" ")));
                    }
                },
                Ok(SatResult::Claimed | SatResult::Nothing) => {
                    if claims.iter().all(|(s, _)| s.kind != solver.kind && !s.is_same_program(solver)) {
                        claims.push((solver, way));
                    }
                    if claims.len() == 1 {
                        until = until.min(Instant::now() + started.elapsed().max(Duration::from_secs(1)));
                    }
                }
                Ok(SatResult::Unknown) => {}
                Err(e) => wrong(&e),
            }
            if claims.len() > 1 || claims.len() == 1 && waiting.iter().all(|k| *k == claims[0].0.kind) {
                break;
            }
        }
        over.store(true, Relaxed);
    });
    let said = |(solver, way): &(&Solver, &str)| format!("{}, {way}", solver.voice().name);
    if let Some((model, solver, way)) = model {
        for (other, _) in &claims {
            say!("warning: {}: it answered that no such inputs exist, but there are some", other.program.display());
        }
        return SolverAnswer {
            found: SatResult::Inputs(model),
            by: vec![solver.voice().clone()],
            how: said(&(solver, way)),
        };
    }
    let by: Vec<Voice> = claims.iter().map(|(s, _)| s.voice().clone()).collect();
    let found = if by.is_empty() { SatResult::Unknown } else { SatResult::Claimed };
    SolverAnswer { found, by, how: claims.iter().map(said).collect::<Vec<_>>().join("; ") }
}
