//! Notes for pages: statements about many instructions of a vendor. The traits of an instruction select the notes of its page.

use isotope_op::claim::grades;

use super::target::Isa;
use super::traits::Traits;

/// A heading under which notes are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Heading {
    /// Which lanes execute.
    Execution,
    /// How an address is computed.
    Addresses,
    /// Order, scope, caches.
    Order,
}

impl Heading {
    /// Every heading, in the order of a page.
    pub const ALL: [Heading; 3] = [Heading::Execution, Heading::Addresses, Heading::Order];

    /// The title on a page.
    pub fn title(self) -> &'static str {
        match self {
            Heading::Execution => "Execution",
            Heading::Addresses => "Addresses",
            Heading::Order => "Order, scope and caches",
        }
    }

    /// Whether the page of an instruction has it.
    pub fn applies(self, traits: &Traits) -> bool {
        traits.runs
            && match self {
                Heading::Execution => true,
                Heading::Addresses => traits.memory || traits.unit,
                Heading::Order => traits.memory || traits.fence || traits.waits,
            }
    }
}

/// A sentence or two about many instructions.
#[derive(Debug)]
pub struct Note {
    heading: Heading,
    /// Prefixes of page names, separated by blanks; every page if empty.
    pages: &'static str,
    asks: fn(&Traits) -> bool,
    text: &'static str,
    source: &'static str,
}

impl Note {
    /// The text with grade and source.
    pub fn said(&self) -> String {
        // A document's statement about one instruction is only an assumption for other instructions.
        let grade = if self.source.starts_with("as ") { "assumed" } else { grades(self.source) };
        format!("{} ({grade}: {})", self.text, self.source)
    }
}

/// The notes of a page under a heading.
pub fn of(isa: &Isa, page: &str, heading: Heading, traits: &Traits) -> Vec<&'static Note> {
    let fits = |note: &&Note| {
        let named = note.pages.is_empty() || note.pages.split(' ').any(|begin| page.starts_with(begin));
        note.heading == heading && named && (note.asks)(traits)
    };
    isa.notes.iter().filter(fits).collect()
}

/// A note on the pages whose names begin with `pages`.
pub const fn note(
    heading: Heading,
    pages: &'static str,
    asks: fn(&Traits) -> bool,
    text: &'static str,
    source: &'static str,
) -> Note {
    Note { heading, pages, asks, text, source }
}
