//! The sources of statements as a table: every document, tool, device and other implementation that a source text names.
//!
//! A source text is a sentence that contains the name of at least one entry, spelled as in the entry: "NVIDIA's ATOM page, table of atomic
//! operations; nvdisasm 12.8.55". [`named`] finds the entries in a text, [`linked`] prints the text with links to them, and
//! [`crate::claim::grades`] reads the grades of its parts from here. `docs/sources.md` is printed from the table, whose entries are lines of `sources.txt`.
//!
//! ```
//! use isotope_op::source::{linked, named};
//! let text = "syntax: NVIDIA's ATOM page; bits: nvdisasm 12.8.55";
//! assert_eq!(named(text).map(|m| m.source.key).collect::<Vec<_>>(), ["nv-atom", "nvdisasm"]);
//! assert_eq!(
//!     linked(text, "sources.md").to_string(),
//!     "syntax: [NVIDIA's ATOM page](sources.md#nv-atom); bits: [nvdisasm 12.8.55](sources.md#nvdisasm)"
//! );
//! ```

use core::fmt;

use crate::assume::Grade;
use crate::lines::{Lines, count, grade, longer, values};

/// An entry: a document, a tool, a device, or another implementation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Source {
    /// Its anchor in `docs/sources.md`; it must not change.
    pub key: &'static str,
    /// Its names in texts. The first is its name on pages; if several names match at one position, the longest counts.
    pub names: &'static [&'static str],
    /// Its title, as its publisher writes it.
    pub title: &'static str,
    /// Its publisher.
    pub publisher: &'static str,
    /// Version, date, revision.
    pub version: &'static str,
    /// For a compiler or disassembler, the tested versions.
    pub versions: &'static [&'static str],
    /// The parts of it that are used.
    pub sections: &'static str,
    /// Its location: an address, a package, a repository.
    pub place: &'static str,
    /// Its use.
    pub used_for: &'static str,
    /// The best grade that it can give a statement. [`Grade::Assumed`] for a source that supports an assumption but does not settle it.
    pub grade: Grade,
}

const TEXT: &str = include_str!("sources.txt");
const COUNT: usize = count(TEXT, "source");

static NAMES: [&str; count(TEXT, "name")] = values(TEXT, "name");
static TESTED: [&str; count(TEXT, "tested")] = values(TEXT, "tested");

/// Every entry, in the order of the page.
pub static ALL: &[Source] = &{
    let none = Source {
        key: "",
        names: &[],
        title: "",
        publisher: "",
        version: "",
        versions: &[],
        sections: "",
        place: "",
        used_for: "",
        grade: Grade::Assumed,
    };
    let (mut all, mut lines, mut begun, mut names, mut tested) = ([none; COUNT], Lines(TEXT), 0, 0, 0);
    while let Some((key, text)) = lines.next() {
        begun += crate::lines::same(key, "source") as usize;
        let source = &mut all[begun - 1];
        match key.as_bytes() {
            b"source" => source.key = text,
            b"name" => {
                names += 1;
                source.names = longer(&NAMES, source.names, names);
            }
            b"title" => source.title = text,
            b"publisher" => source.publisher = text,
            b"version" => source.version = text,
            b"tested" => {
                tested += 1;
                source.versions = longer(&TESTED, source.versions, tested);
            }
            b"sections" => source.sections = text,
            b"place" => source.place = text,
            b"used_for" => source.used_for = text,
            b"grade" => source.grade = grade(text),
            _ => panic!("sources.txt has a line of an unknown kind"),
        }
    }
    all
};

/// The entry with this key.
pub fn find(key: &str) -> Option<&'static Source> {
    ALL.iter().find(|s| s.key == key)
}

/// A name in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceName {
    /// Byte offset of its start.
    pub start: usize,
    /// Byte offset of its end.
    pub end: usize,
    /// The entry that it names.
    pub source: &'static Source,
}

/// The names in a text, in order.
pub fn named(text: &str) -> impl Iterator<Item = SourceName> + '_ {
    let mut at = 0;
    core::iter::from_fn(move || {
        while at < text.len() {
            let start = at;
            at += text[at..].chars().next().map_or(1, char::len_utf8);
            if let Some((source, len)) = longest(text, start) {
                at = start + len;
                return Some(SourceName { start, end: at, source });
            }
        }
        None
    })
}

/// The entry with the longest name that begins here and consists of whole words.
fn longest(text: &str, at: usize) -> Option<(&'static Source, usize)> {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    if text[..at].chars().next_back().is_some_and(|c| word(c) || c == '-') {
        return None;
    }
    let ends = |name: &str| text[at + name.len()..].chars().next().is_none_or(|c| !word(c));
    ALL.iter()
        .flat_map(|source| source.names.iter().map(move |name| (source, *name)))
        .filter(|(_, name)| text[at..].starts_with(name) && ends(name))
        .map(|(source, name)| (source, name.len()))
        .max_by_key(|(_, len)| *len)
}

/// A text in Markdown, in which every name is a link to its entry.
#[derive(Clone, Copy, Debug)]
pub struct Linked<'a> {
    text: &'a str,
    page: &'a str,
}

/// The text with links to the entries on a page (`../sources.html`).
pub const fn linked<'a>(text: &'a str, page: &'a str) -> Linked<'a> {
    Linked { text, page }
}

impl fmt::Display for Linked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut from = 0;
        for SourceName { start, end, source } in named(self.text) {
            write!(f, "{}[{}]({}#{})", &self.text[from..start], &self.text[start..end], self.page, source.key)?;
            from = end;
        }
        f.write_str(&self.text[from..])
    }
}
