//! Reading what the user names, and writing files that are whole or absent. `-` is stdin or stdout, here for every verb.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::Context;

use crate::exit::{self, Result};

/// The largest file that is read as a whole; lines and traces are streamed and have no limit.
const MAX_FILE: u64 = 1 << 30;

/// Whether something has been read from stdin, or has begun to be.
static STDIN_TAKEN: AtomicBool = AtomicBool::new(false);
/// Whether a file that was named `-` is what stdout carries. The answer is on stderr then.
static STDOUT_TAKEN: AtomicBool = AtomicBool::new(false);

/// Whether the name of a file stands for stdin or stdout.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// What errors and listings call a file.
pub fn shown(path: &Path) -> Cow<'_, str> {
    if is_standard(path) { "<stdin>".into() } else { path.to_string_lossy() }
}

/// Take stdin, of which there is one.
fn take_stdin() -> Result<()> {
    let twice = STDIN_TAKEN.swap(true, Ordering::Relaxed);
    anyhow::ensure!(!twice, "`-` is given for two inputs, but there is one stdin; give one of them as a file");
    Ok(())
}

/// What of stdin has been read ahead.
static AHEAD: Mutex<Option<Vec<u8>>> = Mutex::new(None);

/// Whether stdin holds text; it can be read afterwards all the same.
pub fn stdin_is_text() -> Result<bool> {
    let bytes = read(Path::new("-"))?;
    let text = std::str::from_utf8(&bytes).is_ok_and(|text| !text.contains('\0'));
    *AHEAD.lock().unwrap_or_else(PoisonError::into_inner) = Some(bytes);
    STDIN_TAKEN.store(false, Ordering::Relaxed);
    Ok(text)
}

/// A file that is read piece by piece, or stdin for `-`.
pub fn open(path: &Path) -> Result<Box<dyn Read>> {
    if is_standard(path) {
        take_stdin()?;
        let ahead = AHEAD.lock().unwrap_or_else(PoisonError::into_inner).take();
        return Ok(ahead
            .map_or_else(|| Box::new(io::stdin().lock()) as Box<dyn Read>, |bytes| Box::new(io::Cursor::new(bytes))));
    }
    Ok(Box::new(File::open(path).with_context(|| format!("cannot read `{}`", path.display()))?))
}

/// Every byte of a file, or of stdin for `-`.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    if is_standard(path) {
        let mut bytes = Vec::new();
        open(path)?.take(MAX_FILE + 1).read_to_end(&mut bytes).context("cannot read stdin")?;
        anyhow::ensure!(bytes.len() as u64 <= MAX_FILE, "stdin: more than 1 GiB; give smaller input");
        return Ok(bytes);
    }
    let shown = path.display();
    let meta = fs::metadata(path).with_context(|| format!("cannot read `{shown}`"))?;
    anyhow::ensure!(!meta.is_dir(), "`{shown}` is a directory; expected a file");
    anyhow::ensure!(meta.len() <= MAX_FILE, "`{shown}` has {} bytes; at most 1 GiB is read", meta.len());
    fs::read(path).with_context(|| format!("cannot read `{shown}`"))
}

/// The text of a file, or of stdin for `-`.
pub fn read_text(path: &Path) -> Result<String> {
    String::from_utf8(read(path)?).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        anyhow::anyhow!("`{}`: expected text, found a byte that is not UTF-8 at offset {at:#x}", shown(path))
    })
}

/// The files in a directory whose names end in one of the extensions, sorted by name.
pub fn list(dir: &Path, extensions: &[&str]) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(dir).with_context(|| format!("cannot list `{}`", dir.display()))?;
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.with_context(|| format!("cannot list `{}`", dir.display()))?.path();
        if path.extension().is_some_and(|e| extensions.iter().any(|wanted| e == *wanted)) && path.is_file() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// A file being written under a temporary name beside its place; it appears there when [`Partial::finish`] succeeds and
/// leaves nothing behind otherwise.
pub struct Partial {
    place: PathBuf,
    /// Nothing where the place itself is written to.
    temporary: Option<PathBuf>,
    out: Option<BufWriter<Box<dyn Write + Send>>>,
}

impl Partial {
    /// Start writing what will be `place`; for `-`, on stdout, whose answer goes to stderr then.
    pub fn create(place: &Path) -> Result<Partial> {
        let of = |out: Box<dyn Write + Send>| Some(BufWriter::with_capacity(1 << 18, out));
        if is_standard(place) {
            let twice = STDOUT_TAKEN.swap(true, Ordering::Relaxed);
            anyhow::ensure!(
                !twice,
                "`-` is given for two outputs, but there is one stdout; give one of them as a file"
            );
            return Ok(Partial { place: "<stdout>".into(), temporary: None, out: of(Box::new(io::stdout())) });
        }
        // What is no plain file (a device, a pipe) is written to, never replaced.
        if fs::metadata(place).is_ok_and(|meta| !meta.is_file()) {
            let file = File::options().write(true).open(place);
            let file = file.with_context(|| format!("cannot write `{}`", place.display()))?;
            return Ok(Partial { place: place.into(), temporary: None, out: of(Box::new(file)) });
        }
        let name = place.file_name().with_context(|| format!("`{}` is not the name of a file", place.display()))?;
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}.partial", std::process::id()));
        let temporary = place.with_file_name(hidden);
        let file = File::create(&temporary).with_context(|| format!("cannot write `{}`", place.display()))?;
        Ok(Partial { place: place.into(), temporary: Some(temporary), out: of(Box::new(file)) })
    }

    /// Put the file in its place.
    pub fn finish(mut self) -> Result<()> {
        let shown = self.place.display().to_string();
        let flushed = self.out.take().map_or(Ok(()), |mut out| out.flush());
        exit::heard(flushed).map_err(|e| anyhow::anyhow!("cannot write `{shown}`: {}", e.root_cause()))?;
        match self.temporary.take() {
            Some(temporary) => {
                let moved = fs::rename(&temporary, &self.place);
                if moved.is_err() {
                    self.temporary = Some(temporary);
                }
                moved.with_context(|| format!("cannot write `{shown}`"))
            }
            None => Ok(()),
        }
    }
}

impl Write for Partial {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.as_mut().map_or(Ok(bytes.len()), |out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            let _ = fs::remove_file(temporary);
        }
    }
}

/// Write a file whole.
pub fn write(place: &Path, bytes: &[u8]) -> Result<()> {
    let mut file = Partial::create(place)?;
    file.write_all(bytes).with_context(|| format!("cannot write `{}`", place.display()))?;
    file.finish()
}

/// Print the answer, to stdout unless a file named `-` has it. That the reader has gone is no error: the status still says what came out.
pub fn print(text: &str) -> Result<()> {
    if STDOUT_TAKEN.load(Ordering::Relaxed) {
        let _ = io::stderr().lock().write_all(text.as_bytes());
        return Ok(());
    }
    let mut out = io::stdout().lock();
    exit::heard(out.write_all(text.as_bytes()).and_then(|()| out.flush())).map(|_| ())
}
