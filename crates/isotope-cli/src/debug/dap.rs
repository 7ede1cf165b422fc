//! The Debug Adapter Protocol over stdin and stdout.

use std::cell::OnceCell;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::Duration;

use clap::Parser;
use isotope::{Error, Prepared};
use isotope_debug::dap::{Frames, Server, frame};
use serde_json::Value;

use super::{configure, places, prepared, source};
use crate::args::{Cli, Command, DebugArgs};
use crate::exit::{self, Exit, Heard, Result};
use crate::files;

/// What a launch can say that is the editor's own.
const EDITOR: [&str; 8] = ["name", "type", "request", "stopOnEntry", "noDebug", "cwd", "env", "console"];
/// Names that are other ones on the command line.
const OTHERS: [(&str, &str); 4] = [("args", "arg"), ("buffers", "buffer"), ("symbols", "symbol"), ("file", "")];

/// Bytes from stdin as they come, read while the launch runs, too.
fn bytes() -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let (mut input, mut buffer) = (std::io::stdin().lock(), vec![0; 1 << 16]);
        loop {
            match input.read(&mut buffer) {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Ok(0) | Err(_) => return,
                Ok(got) if sender.send(buffer[..got].to_vec()).is_err() => return,
                Ok(_) => {}
            }
        }
    });
    receiver
}

pub fn main(given: &DebugArgs) -> Result {
    let input = bytes();
    let launch: OnceCell<(Prepared, DebugArgs)> = OnceCell::new();
    let (mut server, mut frames) = (Server::default(), Frames::default());
    loop {
        let more = if server.is_running() {
            match input.try_recv() {
                Ok(bytes) => Some(bytes),
                Err(TryRecvError::Empty) => Some(Vec::new()),
                Err(TryRecvError::Disconnected) => None,
            }
        } else {
            match input.recv_timeout(Duration::from_secs(3600)) {
                Ok(bytes) => Some(bytes),
                Err(RecvTimeoutError::Timeout) => Some(Vec::new()),
                Err(RecvTimeoutError::Disconnected) => None,
            }
        };
        // EOF on stdin ends the session.
        let Some(more) = more else { return Ok(Exit::Yes) };
        frames.push(&more);
        let mut out = Vec::new();
        while let Some(message) = frames.next() {
            match message {
                Ok(request) => out.extend(server.handle(&request)),
                Err(error) => out.push(server.garbled(&error)),
            }
            if let Some(arguments) = server.wants() {
                out.extend(match made(given, arguments, &launch) {
                    Ok((prepared, args)) => {
                        let of_paths = places(args, args.file.as_deref().unwrap_or(Path::new("")));
                        let of_sources = of_paths.clone();
                        let paths = move |name: &str| found(&of_paths, name).map(|path| path.display().to_string());
                        server.launched(prepared, paths, |debugger| {
                            debugger.set_sources(move |name| files::read_text(&source(&of_sources, name)?).ok());
                            configure(debugger, args);
                            args.schedule.as_ref().map_or(Ok(()), |schedule| debugger.replay(schedule).map(|_| ()))
                        })
                    }
                    Err(error) => server.refused(&Error::new(exit::one_line(&format!("{error:#}")))),
                });
            }
        }
        out.extend(server.advance(1 << 12));
        if send(&out)? == Heard::Gone || server.is_over() {
            return Ok(Exit::Yes);
        }
        if frames.is_lost() {
            return Ok(Exit::Usage);
        }
    }
}

/// A source file's whole path, which an editor opens.
fn found(places: &[PathBuf], name: &str) -> Option<PathBuf> {
    let path = source(places, name)?;
    std::fs::canonicalize(&path).ok().or(Some(path))
}

fn send(messages: &[Value]) -> Result<Heard> {
    let mut out = std::io::stdout().lock();
    let all: Vec<u8> = messages.iter().flat_map(frame).collect();
    exit::heard(out.write_all(&all).and_then(|()| out.flush()))
}

/// The launch that a client asks for: its names are those of the command line.
fn made<'l>(
    given: &DebugArgs,
    arguments: &Value,
    launch: &'l OnceCell<(Prepared, DebugArgs)>,
) -> Result<(&'l Prepared, &'l DebugArgs)> {
    let words = words(arguments)?;
    let all = ["isotope", "debug"].map(String::from).into_iter().chain(words);
    let cli = Cli::try_parse_from(all).map_err(|error| anyhow::anyhow!("launch: {}", error.render()))?;
    let Command::Debug(mut args) = cli.command else { anyhow::bail!("launch: expected a launch") };
    if args.file.is_none() {
        args.file.clone_from(&given.file);
    }
    let Some(file) = args.file.clone() else { anyhow::bail!("launch: expected `file`, a file that holds kernels") };
    args.source_path.extend(given.source_path.iter().cloned());
    let made = (prepared(&args, &file)?, *args);
    let (prepared, args) = launch.get_or_init(|| made);
    Ok((prepared, args))
}

/// A launch of an editor as the command line would say it.
fn words(arguments: &Value) -> Result<Vec<String>> {
    let mut words = vec!["--dap".to_string()];
    let Some(fields) = arguments.as_object() else { return Ok(words) };
    let mut file = None;
    for (key, value) in fields {
        if key.starts_with("__") || EDITOR.contains(&key.as_str()) {
            continue;
        }
        let other = OTHERS.iter().find(|(name, _)| name == key).map(|(_, other)| (*other).to_string());
        // sourcePath is --source-path.
        let kebab = || {
            key.chars().fold(String::new(), |word, c| match c.is_ascii_uppercase() {
                true => format!("{word}-{}", c.to_ascii_lowercase()),
                false => format!("{word}{c}"),
            })
        };
        let name = other.unwrap_or_else(kebab);
        if !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
            anyhow::bail!("launch: expected a name such as grid, found `{}`", key.escape_debug());
        }
        let one = |value: &Value| match value {
            Value::String(text) => Ok(text.clone()),
            Value::Number(number) => Ok(number.to_string()),
            other => anyhow::bail!("launch: `{key}`: expected text, a number or a list of them, found {other}"),
        };
        match value {
            Value::Null | Value::Bool(false) => {}
            Value::Bool(true) => words.push(format!("--{name}")),
            value if name.is_empty() => file = Some(one(value)?),
            Value::Array(all) if ["grid", "global", "block", "offset"].contains(&name.as_str()) => {
                words.push(format!("--{name}={}", all.iter().map(one).collect::<Result<Vec<_>>>()?.join(",")));
            }
            Value::Array(all) => {
                for value in all {
                    words.push(format!("--{name}={}", one(value)?));
                }
            }
            value => words.push(format!("--{name}={}", one(value)?)),
        }
    }
    if let Some(file) = file {
        words.extend(["--".to_string(), file]);
    }
    Ok(words)
}
