//! Exit statuses, and what an error looks like on stderr.

use std::io;
use std::process::ExitCode;

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

/// What a command gives back: a status, or an error that ends it with [`Exit::Usage`].
pub type Result<T = Exit, E = anyhow::Error> = std::result::Result<T, E>;

/// Whether the reader of our output has gone; no one is left to be told.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe))
}

/// `text` on one line.
pub fn one_line(text: &str) -> String {
    text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("; ")
}
