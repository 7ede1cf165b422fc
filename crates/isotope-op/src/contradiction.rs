//! The register of contradictions: every place where a document contradicts itself, another document or a tool, and every gap that needed a
//! decision.
//!
//! An entry has the statements with their sources, the behaviour that Isotope has chosen, and the reason. If the behaviour can be switched,
//! grade and reason are those of its assumptions ([`crate::assume`]); otherwise the entry has its own. `docs/contradictions.md` is printed
//! from here, with the output of the commands.

/// Declares the entries of a chapter: `anchor: subject`, then the fields of [`Contradiction`]. `says` has lines `place: statement`,
/// `switches` the names of assumptions.
macro_rules! contradictions {
    ($($id:literal: $what:literal {
        says: { $($place:literal: $says:literal,)+ },
        reading: $reading:literal,
        $(decides: $grade:ident $reason:literal,)?
        $(switches: [$($switch:ident),+ $(,)?],)?
        $(shows: [$($command:literal),+ $(,)?],)?
    })*) => {
        pub(super) const ALL: &[Contradiction] = &[$(Contradiction {
            id: $id,
            what: $what,
            says: &[$(($place, $says)),+],
            reading: $reading,
            decides: [$(Some(($crate::assume::Grade::$grade, $reason)),)? None][0],
            switches: &[$($($switch.id),+)?],
            shows: &[$($($command),+)?],
        }),*];
    };
}

mod amd;
mod intel;
mod launch;
mod nvidia;

use crate::assume::Grade;

/// An entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contradiction {
    /// Its anchor on the page; it must not change.
    pub id: &'static str,
    /// The subject, in a few words.
    pub what: &'static str,
    /// The statements: a place in a source, which names an entry of [`crate::source`], and what it says. A gap has only one.
    pub says: &'static [(&'static str, &'static str)],
    /// The behaviour of Isotope.
    pub reading: &'static str,
    /// The grade and the reason of the decision, if no assumption has them.
    pub decides: Option<(Grade, &'static str)>,
    /// The assumptions that define the behaviour.
    pub switches: &'static [&'static str],
    /// Arguments of `isotope` that show it.
    pub shows: &'static [&'static str],
}

/// Every entry with the title of its chapter, in the order of the page.
pub const CHAPTERS: [(&str, &[Contradiction]); 4] = [
    ("NVIDIA SPA 5.0", nvidia::ALL),
    ("Intel vISA", intel::ALL),
    ("AMD RDNA3", amd::ALL),
    ("Launches, on every target", launch::ALL),
];

/// Every entry.
pub fn all() -> impl Iterator<Item = &'static Contradiction> {
    CHAPTERS.into_iter().flat_map(|(_, entries)| entries)
}

/// The entry with this id.
pub fn find(id: &str) -> Option<&'static Contradiction> {
    all().find(|c| c.id == id)
}
