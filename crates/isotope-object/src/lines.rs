//! Source lines: the file and line that an instruction was compiled from.
//!
//! [`SourceLines`] has the lines of one kernel, by the addresses that its launches report; [`Tables`] has those of a whole file, from its
//! DWARF sections. Loading a file does not read them; they are read when a line is requested.
//!
//! A damaged table yields the lines before the damage and an error text ([`SourceLines::damage`]); no launch
//! depends on it. Line 0 of a table means that the compiler gives no line; a [`SourceLines`] has no entry for it.

pub(crate) mod dwarf;

use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

pub use dwarf::Tables;
pub use dwarf::has_lines;

/// A position in a source file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Position {
    /// The file as it was given to the compiler: a path relative to the compiler's working directory, or an absolute path.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; 0 if the table has none.
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file.escape_debug(), self.line)?;
        if self.column != 0 { write!(f, ":{}", self.column) } else { Ok(()) }
    }
}

/// The source location of an instruction.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Location {
    /// The position itself.
    #[serde(flatten)]
    pub at: Position,
    /// The call sites of inlined functions, innermost first; empty if nothing was inlined or the table does not say.
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
    /// Shared between the parts of a table.
    files: Arc<Vec<Arc<str>>>,
    spots: Arc<Vec<Spot>>,
    /// Sorted by address, without overlap.
    spans: Vec<Span>,
    /// Sorted by address; inner ones are nested in outer ones.
    inlined: Vec<Inlined>,
    damage: Option<String>,
}

/// A position, and the call site if it was inlined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Spot {
    file: u32,
    line: u32,
    column: u32,
    caller: Option<u32>,
}

/// A code range of a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    start: u64,
    end: u64,
    spot: u32,
}

/// A code range of a function that was inlined at a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Inlined {
    start: u64,
    end: u64,
    /// Number of inlined functions around it.
    depth: u32,
    spot: u32,
    /// The maximum end of all ranges up to this one.
    reach: u64,
}

/// Maximum length of a reported chain of inlined functions.
const MOST_CALLERS: usize = 64;

impl SourceLines {
    /// The source location of the instruction at an address.
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

    /// The error in the table, in one line; lines after the damage are missing.
    pub fn damage(&self) -> Option<&str> {
        self.damage.as_deref()
    }

    /// Adds a line for the addresses from `start` to `end`, which must follow those added before. Used for code
    /// whose instructions give their lines.
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
