//! Functions for listing code and for finding rows that targets share.

use isotope_object::lines::{Location, SourceLines};
use isotope_table::{Described, Form, Line, Profiles, Table};

/// The comments of a listing that name source lines: one wherever the line changes.
#[derive(Debug, Default)]
pub struct Comments {
    lines: SourceLines,
    last: Option<Location>,
}

impl Comments {
    /// No line named yet.
    pub fn new(lines: SourceLines) -> Comments {
        Comments { lines, last: None }
    }

    /// The comment before the instruction at an address.
    pub fn next(&mut self, address: u64) -> Option<String> {
        let here = self.lines.find(address);
        (self.last != here).then(|| {
            let text = here.as_ref().map_or_else(|| "no source line".into(), Location::to_string);
            self.last = here;
            text
        })
    }
}

/// Appends two hexadecimal digits for each byte.
pub fn push_bytes(bytes: &[u8], out: &mut String) {
    let mut line = Line::new();
    push_code(bytes, &mut line);
    out.push_str(line.as_str());
}

/// As [`push_bytes`], into the buffer of a batch.
#[inline]
pub fn push_code(bytes: &[u8], out: &mut Line) {
    out.push_hex_bytes(bytes);
}

/// The mnemonics of a table that a profile has.
pub fn mnemonics_of(table: &'static Table, profile: Profiles) -> Vec<&'static str> {
    let has = |m: &&str| table.forms().any(|f| f.mnemonic == *m && f.row.profiles & profile != 0);
    table.mnemonics().into_iter().filter(has).collect()
}

/// The forms of a mnemonic that a profile has.
pub fn forms_of<'a>(
    table: &'static Table,
    profile: Profiles,
    mnemonic: &'a str,
) -> impl Iterator<Item = &'static Form> + 'a {
    table.forms().filter(move |f| f.mnemonic == mnemonic && f.row.profiles & profile != 0)
}

/// The rows of a mnemonic of a table.
pub fn described_of(table: &'static Table, profile: Profiles, mnemonic: &str) -> Vec<Described> {
    forms_of(table, profile, mnemonic).map(isotope_table::described).collect()
}
