//! The names that `-t` takes.

use isotope::TARGETS;
use isotope::isa::UnknownTarget;

/// A target by its name.
pub type Target = &'static dyn isotope::isa::Target;

/// Reads what stands behind `-t`.
///
/// # Errors
/// When there is no such target.
pub fn parse(name: &str) -> Result<Target, UnknownTarget> {
    TARGETS.find(name)
}
