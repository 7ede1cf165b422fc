//! Errors in an item `PLACE=VALUE`.

/// An error in one line: expected, found, what to do. The place precedes it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SetupError(String);

impl SetupError {
    /// An error with this text.
    pub fn new(text: impl std::fmt::Display) -> SetupError {
        SetupError(text.to_string())
    }

    /// The error with a place before it.
    pub fn at(self, place: &str) -> SetupError {
        SetupError(format!("{place}: {}", self.0))
    }
}

/// The result type of this module.
pub type Result<T, E = SetupError> = std::result::Result<T, E>;

/// Ends a function with a [`SetupError`] of this text.
#[macro_export]
macro_rules! bail {
    ($($text:tt)*) => { return Err($crate::setup::SetupError::new(format!($($text)*))) };
}

/// Ends a function with a [`SetupError`] unless a condition holds.
#[macro_export]
macro_rules! ensure {
    ($fits:expr, $($text:tt)*) => { if !$fits { $crate::bail!($($text)*); } };
}

pub use {bail, ensure};
