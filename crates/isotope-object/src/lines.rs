//! Source lines: which line of which file an instruction was made from.
//!
//! [`SourceLines`] are those of one kernel, by the addresses that its launches report; [`Tables`] are those of a whole file, as its DWARF
//! sections have them. Nothing of it is read when a file is loaded: who wants to name a line asks for it then.
//!
//! A table that is damaged gives the lines in front of the damage and says what is wrong ([`SourceLines::damage`]); no launch
//! depends on it. Line 0 of a table means that the compiler names no line, and so does a [`SourceLines`].

pub(crate) mod dwarf;

use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

pub use dwarf::Tables;
pub use dwarf::has_lines;

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Position {
    /// The file as the compiler was given it; relative to where it ran, unless it was given a whole path.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; 0 where the table has none.
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file.escape_debug(), self.line)?;
        if self.column != 0 { write!(f, ":{}", self.column) } else { Ok(()) }
    }
}

/// A place in the source.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Location {
    /// The line itself.
    #[serde(flatten)]
    pub at: Position,
    /// Where the function it is in was inlined, then where that one was, and so on; empty where nothing was, or nothing is said.
    pub inlined_at: Vec<Position>,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.at.fmt(f)?;
        self.inlined_at.iter().try_for_each(|caller| write!(f, ", inlined at {caller}"))
    }
}

/// The source lines of code, by address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceLines {
    /// Shared by the parts of a table.
    files: Arc<Vec<Arc<str>>>,
    spots: Arc<Vec<Spot>>,
    /// In order of address, none over another.
    spans: Vec<Span>,
    /// In order of address; inner ones lie inside outer ones.
    inlined: Vec<Inlined>,
    damage: Option<String>,
}

/// A line, and the spot that it was inlined at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Spot {
    file: u32,
    line: u32,
    column: u32,
    caller: Option<u32>,
}

/// Code that a spot was made into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    start: u64,
    end: u64,
    spot: u32,
}

/// Code of a function that was inlined at a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Inlined {
    start: u64,
    end: u64,
    /// Inlined functions around it.
    depth: u32,
    spot: u32,
    /// Where the last of those up to this one ends.
    reach: u64,
}

/// The longest chain of inlined functions that is told.
const MOST_CALLERS: usize = 64;

impl SourceLines {
    /// Where the instruction at an address comes from.
    pub fn find(&self, address: u64) -> Option<Location> {
        let span = self.spans[..self.spans.partition_point(|span| span.start <= address)].last()?;
        let spot = self.spots[span.spot as usize];
        if address >= span.end || spot.line == 0 {
            return None;
        }
        let mut inlined_at = Vec::new();
        let mut caller = spot.caller;
        while let Some(next) = caller.filter(|_| inlined_at.len() < MOST_CALLERS) {
            let spot = self.spots[next as usize];
            inlined_at.push(self.position(spot));
            caller = spot.caller;
        }
        let begun = &self.inlined[..self.inlined.partition_point(|inlined| inlined.start <= address)];
        let near = begun.iter().rev().take_while(|inlined| address < inlined.reach);
        let mut around: Vec<&Inlined> = near.filter(|inlined| address < inlined.end).collect();
        around.sort_by_key(|inlined| std::cmp::Reverse(inlined.depth));
        let calls = around.iter().map(|inlined| self.spots[inlined.spot as usize]).filter(|spot| spot.line != 0);
        inlined_at.extend(calls.take(MOST_CALLERS).map(|spot| self.position(spot)));
        Some(Location { at: self.position(spot), inlined_at })
    }

    /// Whether no address has a line.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// What is wrong with the table, in a line; lines behind the damage are missing.
    pub fn damage(&self) -> Option<&str> {
        self.damage.as_deref()
    }

    /// Says that the addresses from `start` up to `end`, which follow those said before, come from a line of a file, for code that
    /// has no table: its instructions say it.
    pub fn push(&mut self, start: u64, end: u64, file: &str, line: u32) {
        let known = self.files.iter().rposition(|known| **known == *file);
        let file = known.unwrap_or_else(|| {
            Arc::make_mut(&mut self.files).push(file.into());
            self.files.len() - 1
        }) as u32;
        let spot = Spot { file, line, column: 0, caller: None };
        match self.spans.last_mut() {
            Some(last) if last.end == start && self.spots[last.spot as usize] == spot => last.end = end,
            _ => {
                self.spans.push(Span { start, end, spot: self.spots.len() as u32 });
                Arc::make_mut(&mut self.spots).push(spot);
            }
        }
    }

    fn position(&self, spot: Spot) -> Position {
        let file = self.files.get(spot.file as usize).cloned().unwrap_or_else(|| "?".into());
        Position { file, line: spot.line, column: spot.column }
    }
}
