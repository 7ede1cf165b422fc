//! The register of contradictions: every place where a document contradicts itself, another document or a tool, and every gap
//! that something had to be decided in.
//!
//! An entry says who says what, which reading is taken, and what decides. Where the reading can be switched, grade and reason are
//! those of its assumptions ([`crate::assume`]); where it cannot, the entry has its own. `docs/contradictions.md` is printed from
//! here, with what the commands print.

mod amd;
mod intel;
mod launch;
mod nvidia;

use crate::assume::Grade;

/// An entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contradiction {
    /// Its anchor; it stays.
    pub id: &'static str,
    /// What it is about, in a few words.
    pub what: &'static str,
    /// Who says what: a place, which names an entry of [`crate::source`], and what stands there. One alone for a gap.
    pub says: &'static [(&'static str, &'static str)],
    /// What Isotope does.
    pub reading: &'static str,
    /// What decides, where no assumption does: how good it is, and why.
    pub decides: Option<(Grade, &'static str)>,
    /// The assumptions that the reading is made of.
    pub switches: &'static [&'static str],
    /// Commands that show it, as they follow `isotope`.
    pub shows: &'static [&'static str],
}

/// What an entry leaves out.
const ENTRY: Contradiction =
    Contradiction { id: "", what: "", says: &[], reading: "", decides: None, switches: &[], shows: &[] };

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
