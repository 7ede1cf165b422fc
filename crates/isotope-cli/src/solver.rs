//! Solvers outside: programs that read SMT-LIB, run side by side; the first answer counts and the others are stopped.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::bail;
use isotope::term::{Arena, Value};
use isotope_prove::decide::Means;
use isotope_prove::sat::Found;
use isotope_prove::smt::{self, Floats};

use crate::exit::Result;

/// A program, and how to call it.
pub struct Solver {
    program: PathBuf,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Z3,
    Bitwuzla,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Z3 => "z3",
            Kind::Bitwuzla => "bitwuzla",
        }
    }
    fn of(program: &Path) -> Option<Kind> {
        let name = program.file_name()?.to_str()?;
        [Kind::Z3, Kind::Bitwuzla].into_iter().find(|k| name.starts_with(k.name()))
    }
}

/// Those given, or those on the PATH.
///
/// # Errors
/// When a given program has a name that says of no solver how to call it.
pub fn find(given: &[PathBuf]) -> Result<Vec<Solver>> {
    let mut all = Vec::new();
    for program in given {
        let Some(kind) = Kind::of(program) else {
            bail!("{}: expected a program whose name begins with z3 or bitwuzla", program.display());
        };
        all.push(Solver { program: program.clone(), kind });
    }
    if given.is_empty() {
        let path = std::env::var_os("PATH").unwrap_or_default();
        for kind in [Kind::Z3, Kind::Bitwuzla] {
            let found = std::env::split_paths(&path).map(|d| d.join(kind.name())).find(|p| p.is_file());
            all.extend(found.map(|program| Solver { program, kind }));
        }
    }
    Ok(all)
}

/// What to do where there is none.
pub const INSTALL: &str =
    "install z3 (Debian: apt install z3; Python: pip install z3-solver) or bitwuzla, or name one with --solver";

impl Solver {
    /// What the program calls itself.
    fn version(&self) -> String {
        let out = Command::new(&self.program).arg("--version").stdin(Stdio::null()).output();
        let text = out.map(|o| String::from_utf8_lossy(&o.stdout).trim().to_string()).unwrap_or_default();
        let line = text.lines().next().unwrap_or("").to_string();
        if line.to_lowercase().contains(self.kind.name()) { line } else { format!("{} {line}", self.kind.name()) }
    }

    fn start(&self, budget: Duration) -> std::io::Result<Child> {
        let mut command = Command::new(&self.program);
        match self.kind {
            Kind::Z3 => command.args(["-smt2", "-in", &format!("-T:{}", budget.as_secs() + 1)]),
            Kind::Bitwuzla => command.args(["--lang", "smt2", "--time-limit", &budget.as_millis().to_string()]),
        };
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()
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
    let outside = |arena: &Arena, goal: Value, left: Duration| ask(solvers, arena, goal, left);
    f(&Means {
        budget: Duration::from_secs(seconds.into()),
        outside: (!solvers.is_empty()).then_some(&outside),
        progress,
        threads,
    })
}

/// Asks all of them which inputs make `goal` true; the answer, and who gave it.
pub fn ask(solvers: &[Solver], arena: &Arena, goal: Value, budget: Duration) -> Option<(Found, String)> {
    let deadline = Instant::now() + budget;
    // The theory of floats is quick where it can be used, and helpless elsewhere.
    let forms = [Floats::Theory, Floats::Bits].map(|f| (f, smt::question(arena, goal, f)));
    let forms = if forms[0].1 == forms[1].1 { &forms[..1] } else { &forms[..] };
    let (sender, answers) = mpsc::channel();
    let mut children = Vec::new();
    for solver in solvers {
        for (floats, text) in forms {
            let child = solver.start(budget);
            let Ok(mut child) = child.inspect_err(|e| eprintln!("warning: {}: {e}", solver.program.display())) else {
                break;
            };
            let (Some(mut input), Some(mut output)) = (child.stdin.take(), child.stdout.take()) else { continue };
            children.push(child);
            let (sender, text, floats) = (sender.clone(), text.clone(), *floats);
            let who = children.len() - 1;
            std::thread::spawn(move || {
                // A program that has gone away is one that does not answer.
                let _ = input.write_all(text.as_bytes());
                drop(input);
                let mut out = String::new();
                let _ = output.by_ref().take(1 << 20).read_to_string(&mut out);
                let _ = sender.send((who, floats, out));
            });
        }
    }
    drop(sender);
    let per = forms.len();
    let mut result = None;
    while result.is_none() {
        let Ok((who, floats, text)) = answers.recv_timeout(deadline.saturating_duration_since(Instant::now())) else {
            break;
        };
        let solver = &solvers[who / per];
        match smt::answer(&text) {
            Ok(Found::Unknown) => {}
            Ok(found) => {
                let sums = if floats == Floats::Theory { "its theory of floats" } else { "sums by bits" };
                result = Some((found, format!("{}, {sums}", solver.version())));
            }
            Err(e) => eprintln!("warning: {}: {e}", solver.program.display()),
        }
    }
    for mut child in children {
        let _ = child.kill();
        let _ = child.wait();
    }
    result
}
