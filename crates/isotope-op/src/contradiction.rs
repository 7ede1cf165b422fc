//! The register of contradictions: every place where a document contradicts itself, another document or a tool, and every gap that needed a
//! decision.
//!
//! An entry has the statements with their sources, the behaviour that Isotope has chosen, and the reason. If the behaviour can be switched,
//! grade and reason are those of its assumptions ([`crate::assume`]); otherwise the entry has its own. `docs/contradictions.md` is printed
//! from here, with the output of the commands. The entries are lines of `contradictions.txt`, whose head describes them.

use crate::assume::Grade;
use crate::lines::{Lines, count, grade, longer, pairs, split, values};

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

const TEXT: &str = include_str!("contradictions.txt");
const CHAPTER_COUNT: usize = count(TEXT, "chapter");
const ENTRY_COUNT: usize = count(TEXT, "entry");

static SAYS: [(&str, &str); count(TEXT, "says")] = pairs(TEXT, "says");
static SWITCHES: [&str; count(TEXT, "switch")] = values(TEXT, "switch");
static SHOWS: [&str; count(TEXT, "shows")] = values(TEXT, "shows");
static ALL: [Contradiction; ENTRY_COUNT] = entries().0;

/// Every entry with the title of its chapter, in the order of the page.
pub static CHAPTERS: [(&str, &[Contradiction]); CHAPTER_COUNT] = {
    let (titles, ends) = (values::<CHAPTER_COUNT>(TEXT, "chapter"), entries().1);
    let (mut all, mut at, mut from) = ([("", &[] as &[Contradiction]); CHAPTER_COUNT], 0, 0);
    while at < CHAPTER_COUNT {
        all[at] = (titles[at], ALL.split_at(ends[at]).0.split_at(from).1);
        (from, at) = (ends[at], at + 1);
    }
    all
};

/// The entries, and where each chapter ends.
const fn entries() -> ([Contradiction; ENTRY_COUNT], [usize; CHAPTER_COUNT]) {
    let none = Contradiction { id: "", what: "", says: &[], reading: "", decides: None, switches: &[], shows: &[] };
    let (mut all, mut ends) = ([none; ENTRY_COUNT], [0; CHAPTER_COUNT]);
    let (mut says, mut switches, mut shows, mut chapters, mut begun) = (0, 0, 0, 0, 0);
    let mut lines = Lines(TEXT);
    while let Some((key, text)) = lines.next() {
        let (first, second) = split(text, b'\t');
        match key.as_bytes() {
            b"chapter" => chapters += 1,
            b"entry" => {
                begun += 1;
                ends[chapters - 1] = begun;
                (all[begun - 1].id, all[begun - 1].what) = (first, second);
            }
            _ => {
                let entry = &mut all[begun - 1];
                match key.as_bytes() {
                    b"says" => {
                        says += 1;
                        entry.says = longer(&SAYS, entry.says, says);
                    }
                    b"reading" => entry.reading = text,
                    b"decides" => entry.decides = Some((grade(first), second)),
                    b"switch" => {
                        switches += 1;
                        entry.switches = longer(&SWITCHES, entry.switches, switches);
                    }
                    b"shows" => {
                        shows += 1;
                        entry.shows = longer(&SHOWS, entry.shows, shows);
                    }
                    _ => panic!("contradictions.txt has a line of an unknown kind"),
                }
            }
        }
    }
    (all, ends)
}

/// Every entry.
pub fn all() -> impl Iterator<Item = &'static Contradiction> {
    ALL.iter()
}

/// The entry with this id.
pub fn find(id: &str) -> Option<&'static Contradiction> {
    all().find(|c| c.id == id)
}
