//! Exit statuses, and what an error looks like on stderr.

use std::io;
use std::process::ExitCode;

use isotope::{EquivalenceWord, Verdict};

/// How a command ended. 101 is not here: it is a panic, a bug of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Yes, clean, equal.
    Yes = 0,
    /// No, refused, different, a check failed.
    No = 1,
    /// Bad usage or unreadable input.
    Usage = 2,
    /// The documents leave the answer open, or the model does.
    Undecided = 3,
    /// The simulated program faulted or hung.
    Stopped = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

impl From<Option<bool>> for Exit {
    /// Of an answer that may be undecided.
    fn from(answer: Option<bool>) -> Exit {
        match answer {
            Some(true) => Exit::Yes,
            Some(false) => Exit::No,
            None => Exit::Undecided,
        }
    }
}

/// The status of a question of equality. An equality that an external solver alone claims is undecided for scripts, unless they trust it.
pub fn decided(verdict: &Verdict, trusting: bool) -> Exit {
    match verdict.word {
        EquivalenceWord::Equal if !verdict.trusted.is_empty() && !trusting => {
            say!(
                "note: the equality is the word of {}, and no proof was checked: exit status 3; --trust-solver makes it 0",
                verdict.trusted.join(", ")
            );
            Exit::Undecided
        }
        EquivalenceWord::Equal => Exit::Yes,
        EquivalenceWord::Different => Exit::No,
        EquivalenceWord::Undecided => Exit::Undecided,
    }
}

/// What a command gives back: a status, or an error that ends it with [`Exit::Usage`].
pub type Result<T = Exit, E = anyhow::Error> = std::result::Result<T, E>;

/// The result of writing to stdout. A closed pipe is not an error: the exit status alone is the answer then. Any other failure is an error,
/// because the result is lost.
///
/// # Errors
/// The failure, unless it is that the reader has gone.
pub fn heard(written: io::Result<()>) -> Result<Heard> {
    match written {
        Ok(()) => Ok(Heard::Yes),
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Ok(Heard::Gone),
        Err(e) => Err(anyhow::Error::new(e).context("cannot write to stdout")),
    }
}

/// Whether the reader of our output is still there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// As far as we know.
    Yes,
    /// The reader has closed its end.
    Gone,
}

/// A line on stderr. No status depends on whether it could be written.
macro_rules! say {
    ($($part:tt)*) => {{
        crate::color::say(&format!($($part)*));
    }};
}
pub(crate) use say;

/// `text` on one line.
pub fn one_line(text: &str) -> String {
    let line = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("; ");
    crate::screen::plain(&line).into_owned()
}
