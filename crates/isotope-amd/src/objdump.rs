//! Code as a listing: instructions with addresses and branch targets.
//!
//! [`Section::print`] writes the lines of `llvm-objdump -d`; [`lines`] returns the same as data. If a file has kernels of
//! wave32 and wave64, each is printed accordingly; llvm-objdump needs `--mattr` for this.
//!
//! # Source
//! oracle: the tests compare with the output of llvm-objdump 19.1.7 for the kernels of the suite.

use std::fmt::Write as _;
use std::ops::Range;

use super::encodings::data;
use super::listing::words;
use super::{Gfx, Waves, size};
use isotope_table::Inst;
use isotope_target::TextOf;

/// One instruction, or the words of an instruction that does not decode.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<'a> {
    /// Address of its first byte.
    pub address: u64,
    /// Its bytes: whole words, or fewer than four at the end of the code.
    pub bytes: &'a [u8],
    /// The instruction.
    pub inst: Option<Inst>,
}

impl Line<'_> {
    /// The target of a branch.
    pub fn target(&self) -> Option<u64> {
        let inst = self.inst.as_ref().filter(|inst| {
            let name = inst.form.mnemonic;
            name == "s_branch" || name.starts_with("s_cbranch_")
        })?;
        let words = i64::from(inst.get("simm16") as u16 as i16);
        Some(self.address.wrapping_add(self.bytes.len() as u64).wrapping_add_signed(4 * words))
    }
}

/// A symbol in the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label<'a> {
    /// Its address.
    pub address: u64,
    /// Its name.
    pub name: &'a str,
    /// Whether the code there is for waves of 64 lanes.
    pub wave64: bool,
}

/// A section of code with its symbols.
#[derive(Clone, Debug)]
pub struct Section<'a> {
    /// The processor of the code.
    pub gfx: Gfx,
    /// The code.
    pub code: &'a [u8],
    /// Address of its first byte.
    pub base: u64,
    /// Its symbols in order of address.
    pub labels: Vec<Label<'a>>,
}

/// The instructions of `code`, whose first byte has address `base`.
pub fn lines(waves: Waves, code: &[u8], base: u64) -> impl Iterator<Item = Line<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = code.get(at..).filter(|rest| !rest.is_empty())?;
        let address = base.wrapping_add(at as u64);
        let inst = waves.decode_any(rest).ok();
        let unknown = || (waves.gfx.encodings)(rest).map_or(4, |encoding| encoding.length as usize);
        // A truncated instruction at the end is printed as words and bytes.
        let length = inst.as_ref().map_or_else(unknown, size);
        let length = if length <= rest.len() { length } else { rest.len().min(4) };
        at += length;
        Some(Line { address, bytes: &rest[..length], inst })
    })
}

impl Section<'_> {
    /// Appends a listing: a line with address and name for each symbol, followed by the instructions up to the next one.
    pub fn print(&self, out: &mut String) {
        self.print_part(0..self.code.len(), TextOf::Usual, |_, _| {}, out);
    }

    /// The same for a part of the section; `before` appends text before the instruction at an address.
    pub fn print_part(
        &self,
        part: Range<usize>,
        text: TextOf,
        mut before: impl FnMut(u64, &mut String),
        out: &mut String,
    ) {
        let part = part.start.min(self.code.len())..part.end.min(self.code.len());
        let address = |offset: usize| self.base.wrapping_add(offset as u64);
        let first = self.labels.partition_point(|label| label.address < address(part.start));
        let mut open = &self.labels[first..];
        // Code before the first symbol is listed like the code after it.
        let mut wave64 = open.first().is_some_and(|label| label.wave64);
        let mut start = part.start;
        while start < part.end {
            // Several symbols at one address: each gets a line.
            while let [label, rest @ ..] = open
                && label.address <= address(start)
            {
                let _ = writeln!(out, "\n{:016x} <{}>:", label.address, label.name);
                (open, wave64) = (rest, label.wave64);
            }
            let next = open.first().map_or(part.end, |label| (label.address - self.base) as usize);
            let stop = next.min(part.end);
            let waves = self.gfx.waves(wave64);
            for line in lines(waves, &self.code[start..stop], address(start)) {
                before(line.address, out);
                push_line((waves, text), &line, &self.labels, out);
            }
            start = stop;
        }
    }
}

/// Appends one line, including its line end.
fn push_line((waves, text): (Waves, TextOf), line: &Line<'_>, labels: &[Label<'_>], out: &mut String) {
    /// Column of the comment; a tab counts as one column.
    const COMMENT: usize = 60;
    let start = out.len();
    out.push('\t');
    match &line.inst {
        Some(inst) => isotope_table::print(&waves.printing(text), inst, out),
        None => data(line.bytes, out),
    }
    let width = out[start..].chars().count();
    out.extend(std::iter::repeat_n(' ', COMMENT.saturating_sub(width)));
    words(line.address, line.bytes, out);
    if let Some(target) = line.target()
        && let Some(label) = labels.iter().rev().find(|label| label.address <= target)
    {
        match target - label.address {
            0 => out.extend([" <", label.name, ">"]),
            offset => {
                let _ = write!(out, " <{}+{offset:#x}>", label.name);
            }
        }
    }
    out.push('\n');
}
