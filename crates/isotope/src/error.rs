//! The one error of this crate: a sentence for the user; and how front ends make one.

use std::fmt;

/// Returns an [`Error`] with this text.
///
/// # Examples
/// ```
/// fn half(n: u32) -> isotope::Result<u32> {
///     isotope::ensure!(n % 2 == 0, "expected an even number, found {n}");
///     Ok(n / 2)
/// }
/// assert_eq!(half(3).unwrap_err().to_string(), "expected an even number, found 3");
/// ```
#[macro_export]
macro_rules! bail {
    ($text:literal $($rest:tt)*) => { return Err($crate::Error::new(format!($text $($rest)*))) };
    ($text:expr) => { return Err($crate::Error::new($text)) };
}

/// Returns an [`Error`] with this text unless the condition holds.
#[macro_export]
macro_rules! ensure {
    ($fits:expr, $($text:tt)*) => { if !$fits { $crate::bail!($($text)*); } };
}

/// What the caller did wrong, in one line: expected, found, where.
///
/// # Examples
/// ```
/// let error = isotope::Op::parse("ATOM.ADD").unwrap_err();
/// assert_eq!(error.to_string(), "`ATOM.ADD`: expected TARGET:OP such as sm_50:ATOM.INC, found no `:`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    text: String,
    not_modelled: bool,
}

/// What this crate gives back.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error that says so.
    pub fn new(text: impl fmt::Display) -> Error {
        Error { text: text.to_string(), not_modelled: false }
    }

    /// The same of something that is no mistake of the caller: it lies outside the model.
    pub(crate) fn outside(text: impl fmt::Display) -> Error {
        Error { not_modelled: true, ..Error::new(text) }
    }

    /// Whether the caller did nothing wrong: Isotope does not model what is asked for.
    pub fn is_not_modelled(&self) -> bool {
        self.not_modelled
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Error {}

/// Any error, or a missing value, as an [`Error`] that names the place first.
pub trait Context<T> {
    /// With this place in front of the text; it is the whole text where a value is missing.
    ///
    /// # Errors
    /// Where there is no value.
    fn context(self, place: impl fmt::Display) -> Result<T>;
    /// The same; the place is computed only if there is no value.
    ///
    /// # Errors
    /// Where there is no value.
    fn with_context<D: fmt::Display>(self, place: impl FnOnce() -> D) -> Result<T>;
    /// The same without a place.
    ///
    /// # Errors
    /// Where there is no value.
    fn plain(self) -> Result<T>;
}

impl<T, E: fmt::Display> Context<T> for Result<T, E> {
    fn context(self, place: impl fmt::Display) -> Result<T> {
        self.map_err(|e| Error::new(format!("{place}: {e}")))
    }
    fn with_context<D: fmt::Display>(self, place: impl FnOnce() -> D) -> Result<T> {
        self.map_err(|e| Error::new(format!("{}: {e}", place())))
    }
    fn plain(self) -> Result<T> {
        self.map_err(Error::new)
    }
}

/// Nothing where something is expected.
impl<T> Context<T> for Option<T> {
    fn context(self, place: impl fmt::Display) -> Result<T> {
        self.ok_or_else(|| Error::new(place))
    }
    fn with_context<D: fmt::Display>(self, place: impl FnOnce() -> D) -> Result<T> {
        self.ok_or_else(|| Error::new(place()))
    }
    fn plain(self) -> Result<T> {
        self.ok_or_else(|| Error::new("expected something, found nothing"))
    }
}

/// Whether `bytes` more bytes can be allocated. An error here; a failed allocation elsewhere would end the process.
///
/// # Errors
/// What does not fit.
pub fn room(bytes: u64, what: &str) -> Result<()> {
    isotope_machine::mem::room(bytes).context(what)
}

pub use {bail, ensure};
