//! Reading what the user names, and writing files that are whole or absent. `-` is stdin or stdout, here for every verb.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context;

use crate::exit::{self, Exit, Result};
use crate::screen::plain;

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
    is_readable(path)?;
    Ok(Box::new(File::open(path).with_context(|| format!("cannot read `{}`", path.display()))?))
}

/// Refuses what has no end or may never begin: devices, sockets, and pipes, but for those that the shell makes (`/dev/stdin`, `<(..)`).
fn is_readable(path: &Path) -> Result<()> {
    let shown = path.display();
    let kind = fs::metadata(path).with_context(|| format!("cannot read `{shown}`"))?.file_type();
    anyhow::ensure!(!kind.is_dir(), "`{shown}` is a directory; expected a file");
    let ours = ["/dev/stdin", "/dev/null"].iter().any(|known| path == Path::new(known))
        || ["/dev/fd", "/proc/self/fd"].iter().any(|folder| path.starts_with(folder));
    anyhow::ensure!(
        kind.is_file() || ours,
        "`{shown}` is a device, a pipe or a socket; expected a file: give what comes out of it on stdin, and `-` as the file"
    );
    Ok(())
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
    is_readable(path)?;
    let failed = || format!("cannot read `{shown}`");
    let file = File::open(path).with_context(failed)?;
    let length = file.metadata().with_context(failed)?.len();
    anyhow::ensure!(length <= MAX_FILE, "`{shown}` has {length} bytes; at most 1 GiB is read");
    let mut bytes = Vec::with_capacity(length as usize);
    // What the file system says of the length need not be so.
    file.take(MAX_FILE + 1).read_to_end(&mut bytes).with_context(failed)?;
    anyhow::ensure!(bytes.len() as u64 <= MAX_FILE, "`{shown}` has more than 1 GiB; at most that much is read");
    Ok(bytes)
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

/// The end of the name of a file that is being written.
const PARTIAL: &str = ".partial";
/// Younger ones may be about to be locked.
const YOUNG: Duration = Duration::from_secs(60);

/// Removes what interrupted runs left in a folder, once in this process. The process that writes a file holds a lock on it.
fn tidy(folder: &Path) {
    static TIDY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if !TIDY.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_path_buf()) {
        return;
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_partial = |name: &str| name.starts_with('.') && name.ends_with(PARTIAL);
        let old = |meta: &fs::Metadata| meta.modified().is_ok_and(|at| at.elapsed().is_ok_and(|age| age > YOUNG));
        let path = entry.path();
        let Some(meta) = entry.metadata().ok().filter(old) else { continue };
        let free = |path: &Path| File::open(path).is_ok_and(|file| file.try_lock().is_ok());
        match entry.file_name().to_str().is_some_and(is_partial) {
            true if meta.is_file() && free(&path) => drop(fs::remove_file(path)),
            true if meta.is_dir() && free(&path.join(LOCK)) => drop(fs::remove_dir_all(path)),
            _ => {}
        }
    }
}

/// In a folder that is being written: the process that writes it holds a lock on it.
const LOCK: &str = ".lock";

/// The name under which something is written that will be `place`.
fn hidden(place: &Path) -> Result<PathBuf> {
    let name = place.file_name().with_context(|| format!("`{}` is not the name of a file", place.display()))?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}{PARTIAL}", std::process::id()));
    Ok(place.with_file_name(hidden))
}

/// The folder in which a file lies.
fn around(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A folder being written under a temporary name beside its place; its files are in the place when [`Staged::finish`] succeeds, and leave
/// nothing behind otherwise.
pub struct Staged {
    place: PathBuf,
    temporary: PathBuf,
    lock: Option<File>,
}

impl Staged {
    /// Start writing what will be the folder `place`.
    pub fn create(place: &Path) -> Result<Staged> {
        let failed = || format!("cannot make `{}`", place.display());
        fs::create_dir_all(around(place)).with_context(failed)?;
        // `.` and `..` have no name beside which another could stand.
        let place = match place.file_name() {
            Some(_) => place.to_path_buf(),
            None => fs::canonicalize(place).with_context(failed)?,
        };
        tidy(around(&place));
        let temporary = hidden(&place)?;
        fs::create_dir(&temporary).with_context(|| format!("cannot make `{}`", place.display()))?;
        let lock = File::create(temporary.join(LOCK)).ok();
        let _ = lock.as_ref().map(File::try_lock);
        Ok(Staged { place, temporary, lock })
    }

    /// Write a file of it, in a folder of it.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.temporary.join(name);
        let shown = || format!("cannot write `{}`", self.place.join(name).display());
        fs::create_dir_all(around(&path)).with_context(shown)?;
        fs::write(path, bytes).with_context(shown)
    }

    /// Put the folder in its place. Where there is one already, files of the same names are replaced, those of its folders first.
    pub fn finish(mut self) -> Result<()> {
        drop(self.lock.take());
        let failed = || format!("cannot write `{}`", self.place.display());
        fs::remove_file(self.temporary.join(LOCK)).with_context(failed)?;
        // An empty folder gives way.
        let _ = fs::remove_dir(&self.place);
        if self.place.exists() { moved(&self.temporary, &self.place) } else { fs::rename(&self.temporary, &self.place) }
            .with_context(failed)
    }
}

/// Moves what is in a folder into another one.
fn moved(from: &Path, to: &Path) -> io::Result<()> {
    let mut files = Vec::new();
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let place = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            fs::create_dir_all(&place)?;
            moved(&entry.path(), &place)?;
        } else {
            files.push((entry.path(), place));
        }
    }
    files.into_iter().try_for_each(|(from, to)| fs::rename(from, to))
}

impl Drop for Staged {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.temporary);
    }
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
        let temporary = hidden(place)?;
        let file = File::create(&temporary).with_context(|| format!("cannot write `{}`", place.display()))?;
        // Where files cannot be locked, none is taken for left behind either.
        let _ = file.try_lock();
        tidy(around(place));
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
    written(&plain(text))
}

/// Prints the answer of a command that has succeeded.
pub fn answer(text: &str) -> Result {
    print(text)?;
    Ok(Exit::Yes)
}

/// Print what a simulated program printed: as it is, unless a terminal reads it.
pub fn print_output(text: &str) -> Result<()> {
    written(&if io::stdout().is_terminal() { plain(text) } else { text.into() })
}

fn written(text: &str) -> Result<()> {
    if STDOUT_TAKEN.load(Ordering::Relaxed) {
        let _ = io::stderr().lock().write_all(text.as_bytes());
        return Ok(());
    }
    let mut out = io::stdout().lock();
    exit::heard(out.write_all(text.as_bytes()).and_then(|()| out.flush())).map(|_| ())
}
