//! `isotope debug`: a launch under a debugger, at a terminal, from a script, or for an editor.

mod dap;

use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, anyhow, bail};
use isotope::debug::{Command, Debugger, Event, Plan, Reason};
use isotope::{Prepared, prepare, raw};

use crate::args::{DebugArgs, LaunchArgs};
use crate::exit::{Exit, Result, say};
use crate::files;
use crate::run::{direct, load};

/// Run the command.
pub fn main(args: &DebugArgs) -> Result {
    if args.dap {
        return dap::main(args);
    }
    let file = args.file.as_deref().context("expected a file that holds kernels, found none")?;
    let prepared = prepared(args, file)?;
    let mut debugger = opened(&prepared, args, file)?;
    let interrupted = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&interrupted);
    // Where no handler is to be had, Ctrl-C ends the command, as it does elsewhere.
    let _ = ctrlc::set_handler(move || heard.store(true, Ordering::Relaxed));
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
    for (at, line) in args.commands.iter().enumerate() {
        if !front.scripted(&mut debugger, line).with_context(|| format!("--ex {}", at + 1))? {
            return Ok(front.exit(&debugger));
        }
    }
    for script in &args.scripts {
        let text = files::read_text(script)?;
        for (at, line) in text.lines().enumerate() {
            let place = || format!("`{}`:{}", script.display(), at + 1);
            if !front.scripted(&mut debugger, line).with_context(place)? {
                return Ok(front.exit(&debugger));
            }
        }
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
    if args.seed != 0 {
        debugger.set_plan(Plan::Random(args.seed));
    }
    Ok(debugger)
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

    /// Commands from stdin: with a prompt at a terminal, where an error is no end.
    fn read(&mut self, debugger: &mut Debugger<'_>) -> Result<()> {
        let terminal = std::io::stdin().is_terminal();
        if terminal {
            let event = debugger.execute(&Command::Info("launch".into(), String::new()))?;
            self.show(&event)?;
            let event = debugger.execute(&Command::Wave(None))?;
            self.show(&event)?;
        }
        let (mut line, mut number) = (String::new(), 0);
        loop {
            if terminal {
                print!("(isotope) ");
                std::io::stdout().flush()?;
            }
            line.clear();
            number += 1;
            match std::io::stdin().lock().read_line(&mut line) {
                Ok(0) => return Ok(()),
                Ok(_) => {}
                // Ctrl-C at the prompt.
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error).with_context(|| format!("stdin:{number}")),
            }
            let done = if terminal { self.command(debugger, &line) } else { self.scripted(debugger, &line) };
            match done {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(error) if terminal => say!("error: {}", crate::exit::one_line(&format!("{error:#}"))),
                Err(error) => return Err(error.context(format!("stdin:{number}"))),
            }
        }
    }

    /// What became of the launch, as far as it ran.
    fn exit(&self, debugger: &Debugger<'_>) -> Exit {
        let standing = debugger.stands();
        // A loop that changes nothing is no state that stands by itself.
        let last = self.last.as_ref().filter(|reason| matches!(reason, Reason::Limit(_) | Reason::Stuck(_)));
        match standing.or(last.cloned()) {
            Some(Reason::Fault(isotope_machine::Stop::Fault(_)) | Reason::Stuck(_)) => Exit::Stopped,
            Some(Reason::Fault(_) | Reason::Limit(_)) => Exit::Undecided,
            _ => Exit::Yes,
        }
    }
}
