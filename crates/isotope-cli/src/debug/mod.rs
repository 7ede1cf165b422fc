//! `isotope debug`: a launch under a debugger, at a terminal, from a script, or for an editor.

mod dap;

use std::io::{BufRead, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, anyhow, bail};
use isotope::{Prepared, prepare, raw};
use isotope_debug::{Command, Debugger, Event, Plan, Reason};
use rustyline::Editor;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;

use crate::args::{DebugArgs, LaunchArgs};
use crate::exit::{Exit, Result, say};
use crate::files;
use crate::run::{direct, load};

/// What a terminal shows in front of a command.
const PROMPT: &str = "(isotope) ";
/// The status of a command that Ctrl-C ended, as shells have it.
const INTERRUPTED: i32 = 130;
/// Lines that come back at a terminal at most.
const REMEMBERED: usize = 1000;

pub fn main(args: &DebugArgs) -> Result {
    if args.dap {
        return dap::main(args);
    }
    let file = args.file.as_deref().context("expected a file that holds kernels, found none")?;
    let prepared = prepared(args, file)?;
    let mut debugger = opened(&prepared, args, file)?;
    let interrupted = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&interrupted);
    // The first one is looked for between steps; a second one in front of that ends the command. Where no handler is to be had, each does,
    // as it does elsewhere.
    let _ = ctrlc::set_handler(move || {
        if heard.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    });
    let mut front = Front { json: args.json, interrupted, last: None };
    if let Some(schedule) = &args.schedule {
        let event = debugger.replay(schedule).map_err(|error| anyhow!("--schedule: {error}"))?;
        front.show(&[event])?;
    }
    if prepared.dispatch.service.is_some() {
        say!(
            "note: the kernel can call a process on the host, which the debugger is not: a wave that calls it waits for ever"
        );
    }
    if !front.scripts(&mut debugger, args)? {
        return Ok(front.exit(&debugger));
    }
    if (args.commands.is_empty() && args.scripts.is_empty()) || args.interactive {
        front.read(&mut debugger)?;
    }
    Ok(front.exit(&debugger))
}

/// The launch that the command line describes.
fn prepared(args: &DebugArgs, file: &Path) -> Result<Prepared> {
    let named = |error: isotope::Error| anyhow!("`{}`: {error}", file.display());
    let LaunchArgs { target, .. } = args.launch;
    if !args.raw && args.heap.is_none() {
        return Ok(crate::explore::launch(file, args.case.as_deref(), &args.launch)?.0);
    }
    let Some(grid) = args.launch.shape() else { bail!("--raw and --heap go with --grid or --global") };
    let mut request = direct::request(&args.launch, grid)?;
    request.heap = args.heap.unwrap_or(0);
    let image = match target.filter(|_| args.raw) {
        Some(target) => raw(target, &files::read(file)?, args.entry, &request, direct::read).map_err(named)?,
        None => load(file, target, args.launch.kernel.as_deref(), args.launch.isa_files)?,
    };
    prepare(&image, &request, direct::read).map_err(named)
}

/// A debugger over it, which finds source files where the command line says, beside the file, and where the line table says.
fn opened<'a>(prepared: &'a Prepared, args: &DebugArgs, file: &Path) -> Result<Debugger<'a>> {
    let mut debugger = Debugger::new(prepared).map_err(|error| anyhow!("`{}`: {error}", file.display()))?;
    let places = places(args, file);
    debugger.set_sources(move |name| source(&places, name).and_then(|path| files::read_text(&path).ok()));
    configure(&mut debugger, args);
    Ok(debugger)
}

/// What the command line says of schedules.
fn configure(debugger: &mut Debugger<'_>, args: &DebugArgs) {
    debugger.set_resident(args.resident);
    if args.seed != 0 {
        debugger.set_plan(Plan::Random(args.seed));
    }
}

/// Folders in which source files are looked for.
fn places(args: &DebugArgs, file: &Path) -> Vec<PathBuf> {
    let beside = file.parent().map(Path::to_path_buf).unwrap_or_default();
    args.source_path.iter().cloned().chain([PathBuf::new(), beside]).collect()
}

/// Where the file of a name in a line table is.
fn source(places: &[PathBuf], name: &str) -> Option<PathBuf> {
    let last = Path::new(name).file_name()?;
    let all = places.iter().flat_map(|place| [place.join(name), place.join(last)]);
    all.into_iter().find(|path| path.is_file())
}

/// Events to stdout.
struct Front {
    json: bool,
    interrupted: Arc<AtomicBool>,
    /// Why the launch stood last.
    last: Option<Reason>,
}

impl Front {
    fn show(&mut self, events: &[Event]) -> Result<()> {
        let mut out = String::new();
        for event in events {
            if let Event::Stopped(stopped) = event {
                self.last = Some(stopped.reason.clone());
            }
            match self.json {
                true => out += &format!("{}\n", event.json()),
                false => out += &format!("{}\n", event.text()),
            }
        }
        files::print(&out)
    }

    /// Does a command; whether there is to be another one.
    fn command(&mut self, debugger: &mut Debugger<'_>, line: &str) -> Result<bool> {
        let command = Command::parse(line)?;
        match &command {
            Command::Quit => return Ok(false),
            Command::Save(file) => {
                let schedule = debugger.schedule();
                files::write(Path::new(file), format!("{schedule}\n").as_bytes())?;
                if debugger.changes().next().is_some() {
                    say!(
                        "note: the schedule does not have the values that were set by hand; `info schedule` lists them"
                    );
                }
                return Ok(true);
            }
            Command::Replay(file) if Path::new(file).is_file() => {
                let text = files::read_text(Path::new(file))?;
                let event = debugger.replay(&text).with_context(|| format!("`{file}`"))?;
                self.show(&[event])?;
                return Ok(true);
            }
            _ => {}
        }
        self.interrupted.store(false, Ordering::Relaxed);
        let interrupted = Arc::clone(&self.interrupted);
        let events = debugger.run(&command, &mut || interrupted.swap(false, Ordering::Relaxed))?;
        self.show(&events)?;
        Ok(true)
    }

    /// The same of a line of a script, which is shown in front of what it leads to.
    fn scripted(&mut self, debugger: &mut Debugger<'_>, line: &str) -> Result<bool> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(true);
        }
        if !self.json {
            files::print(&format!("> {line}\n"))?;
        }
        self.command(debugger, line)
    }

    /// The commands of the command line, then those of files; whether there are to be others. An interruption ends them, but not those of
    /// stdin.
    fn scripts(&mut self, debugger: &mut Debugger<'_>, args: &DebugArgs) -> Result<bool> {
        let mut lines: Vec<(String, String)> = Vec::new();
        lines.extend(args.commands.iter().enumerate().map(|(at, line)| (format!("--ex {}", at + 1), line.clone())));
        for script in &args.scripts {
            let text = files::read_text(script)?;
            let place = |at: usize| format!("`{}`:{}", script.display(), at + 1);
            lines.extend(text.lines().enumerate().map(|(at, line)| (place(at), line.to_string())));
        }
        for (place, line) in lines {
            if !self.scripted(debugger, &line).context(place)? {
                return Ok(false);
            }
            if self.last == Some(Reason::Interrupted) {
                break;
            }
        }
        Ok(true)
    }

    /// Commands from stdin: at a terminal with a prompt.
    fn read(&mut self, debugger: &mut Debugger<'_>) -> Result<()> {
        if std::io::stdin().is_terminal() {
            return self.prompt(debugger);
        }
        for (number, line) in std::io::stdin().lock().lines().enumerate() {
            let place = || format!("stdin:{}", number + 1);
            if !self.scripted(debugger, &line.with_context(place)?).with_context(place)? {
                break;
            }
        }
        Ok(())
    }

    /// Commands as they are typed: lines can be edited, and those before come back; an error is no end. Ctrl-C drops the line, and ends the
    /// session where it is given twice.
    fn prompt(&mut self, debugger: &mut Debugger<'_>) -> Result<()> {
        for command in [Command::Info("launch".into(), String::new()), Command::Wave(None)] {
            let events = debugger.execute(&command)?;
            self.show(&events)?;
        }
        let config = rustyline::Config::builder().max_history_size(REMEMBERED)?.auto_add_history(true).build();
        let history = MemHistory::with_config(&config);
        let mut editor: Editor<(), MemHistory> = Editor::with_history(config, history)?;
        let mut interrupted = false;
        loop {
            let line = match editor.readline(PROMPT) {
                Ok(line) => line,
                Err(ReadlineError::Eof) => return Ok(()),
                Err(ReadlineError::Interrupted) if interrupted => return Ok(()),
                Err(ReadlineError::Interrupted) => {
                    interrupted = true;
                    say!("Ctrl-C once more, Ctrl-D or `quit` ends the session");
                    continue;
                }
                Err(error) => return Err(error).context("cannot read from the terminal"),
            };
            interrupted = false;
            match self.command(debugger, &line) {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(error) => say!("error: {}", crate::exit::one_line(&format!("{error:#}"))),
            }
        }
    }

    /// What became of the launch, as far as it ran.
    fn exit(&self, debugger: &Debugger<'_>) -> Exit {
        let ended = debugger.end_reason();
        // A wave in a loop can still take steps, so `end_reason` does not report that deadlock.
        let last = self
            .last
            .as_ref()
            .filter(|reason| matches!(reason, Reason::Limit(_) | Reason::Deadlock(_) | Reason::Interrupted));
        match ended.or(last.cloned()) {
            Some(Reason::Fault(isotope::machine::Stop::Fault(_)) | Reason::Deadlock(_)) => Exit::Stopped,
            Some(Reason::Fault(_) | Reason::Limit(_) | Reason::Interrupted) => Exit::Undecided,
            _ => Exit::Yes,
        }
    }
}
