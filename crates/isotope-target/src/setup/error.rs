//! What is wrong with a place or its value: a sentence.

/// What is wrong, in one line: expected, found, what to do. The place stands in front of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SetupError(String);

impl SetupError {
    /// An error that says so.
    pub fn new(text: impl std::fmt::Display) -> SetupError {
        SetupError(text.to_string())
    }

    /// The same about a place.
    pub fn at(self, place: &str) -> SetupError {
        SetupError(format!("{place}: {}", self.0))
    }
}

/// What this module gives back.
pub type Result<T, E = SetupError> = std::result::Result<T, E>;

/// Ends a function with a [`SetupError`] of this text.
#[macro_export]
macro_rules! bail {
    ($($text:tt)*) => { return Err($crate::setup::SetupError::new(format!($($text)*))) };
}

/// The same unless something holds.
#[macro_export]
macro_rules! ensure {
    ($fits:expr, $($text:tt)*) => { if !$fits { $crate::bail!($($text)*); } };
}

pub use {bail, ensure};
