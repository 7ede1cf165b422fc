//! The names that `-t` takes.

use isotope_target::UnknownTarget;
use isotope_targets::TARGETS;

/// A target by its name.
pub type Target = &'static dyn isotope_target::Target;

/// Reads what stands behind `-t`.
///
/// # Errors
/// When there is no such target.
pub fn parse(name: &str) -> Result<Target, UnknownTarget> {
    TARGETS.find(name)
}
