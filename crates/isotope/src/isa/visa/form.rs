//! Rows: one per syntax of one instruction. Parser, printer, encoder and decoder follow from the row.
//!
//! A row lists its parts once and says twice in which order they stand: in text and in bytes (the orders of `svm_atomic`
//! differ). Instructions are byte-serial and vector operands say themselves how long they are, so there is no bit layout.
//!
//! | text column | means |
//! | --- | --- |
//! | `.op`, `{.width}` | a part as dot word; in braces it is left out where its word is empty |
//! | `{.sat}` | whether `dst` saturates |
//! | `exec` | `(M1, 8)` |
//! | `dst`, `src0` | the part of that name |
//!
//! | bytes column | means |
//! | --- | --- |
//! | `exec`, `pred` | one byte, two bytes |
//! | `dst`, `surface` | the part of that name, as many bytes as its kind has |
//! | `[op:5 width:3]` | parts that share a byte, lowest bits first |
//! | `00` | a byte that is always so |
use std::collections::HashMap;

/// One syntax of one instruction.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The mnemonic without dot words.
    pub name: &'static str,
    /// The first bytes.
    pub code: &'static [u8],
    /// What follows the mnemonic in text.
    pub text: &'static str,
    /// What follows `code` in bytes; `None` where no source gives the bytes.
    pub bytes: Option<&'static str>,
    /// The parts, in groups.
    pub parts: &'static [&'static [Part]],
    /// Where text and bytes are known from.
    pub source: &'static str,
}

/// A named part of a row.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Unique within its row.
    pub name: &'static str,
    /// How it reads and how it is stored.
    pub kind: Kind,
}

/// How a part reads and how it is stored.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A vector operand that is written.
    Dst,
    /// A vector operand that is read.
    Src,
    /// Bytes of a variable: `V32.64`.
    Raw,
    /// A predicate that is written: `P1`.
    DstPred,
    /// A surface by number.
    Surface,
    /// A sampler by number.
    Sampler,
    /// A label.
    Label,
    /// A number of so many bytes.
    Number(u8),
    /// One of a list of words, in one byte or a part of it.
    Words(&'static [(u64, &'static str)]),
}

/// A row with its columns read.
#[derive(Debug)]
pub struct Form {
    /// The row.
    pub row: &'static Row,
    /// Its parts in one list.
    pub parts: Vec<Part>,
}

impl Form {
    /// The mnemonic without dot words.
    pub fn name(&self) -> &'static str {
        self.row.name
    }
    /// Where an instruction of this form has the operand of that name.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.parts.iter().position(|p| p.name == name)
    }
    /// The word that a value of a part stands for.
    pub fn word(&self, name: &str, value: u64) -> Option<&'static str> {
        match self.parts[self.position(name)?].kind {
            Kind::Words(list) => list.iter().find(|(v, _)| *v == value).map(|(_, w)| *w),
            _ => None,
        }
    }
}

/// All forms of the room.
#[derive(Debug, Default)]
pub struct Forms {
    list: Vec<Form>,
    by_name: HashMap<&'static str, Vec<usize>>,
}
