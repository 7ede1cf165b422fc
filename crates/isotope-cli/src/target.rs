//! The names that `-t` takes.

use isotope_targets::isa::{self, UnknownTarget};

/// A target by its name.
pub type Target = &'static dyn isa::Target;

/// Reads what stands behind `-t`.
///
/// # Errors
/// When there is no such target.
pub fn parse(name: &str) -> Result<Target, UnknownTarget> {
    isa::find(name)
}
