//! Instruction tables: parser, printer, encoder, decoder and reference pages are made from rows.
//!
//! This crate has no opcodes. A vendor crate writes its instructions as [`Row`]s in the notation of the vendor's manual. A [`Table`]
//! compiles each row when it is first needed. Every direction follows from the row:
//!
//! ```text
//! Row ──compile──> Form ──┬─ parse   text  -> Inst        print  Inst -> text
//!                         ├─ decode  words -> Inst        encode Inst -> words
//!                         └─ page    Markdown reference with bit diagram, operands, legality and source
//! ```
//!
//! This crate does not know what an instruction *does*; `lift.rs` of each instruction set reads an [`Inst`] by field name.
//!
//! # The syntax column
//! | written | means |
//! | --- | --- |
//! | `ATOM` | the mnemonic: the leading run of letters, digits and `_` |
//! | `.CAS` | a fixed modifier, if no field has that name |
//! | `.op`, `{.sz}`, `{.CC}` | the field of that name as a modifier; braces are for the reader |
//! | `{.NEG=-B}` | the flag `-B` spelled `.NEG` |
//! | `Rd`, `off` | the field of that name, printed by its [`FieldKind`] |
//! | `Ra+off` | an address: `Ra`, `Ra+0x8`, `Ra+-0x8`; if `Ra` is the zero register, the offset alone |
//! | `{-}Rb` `{~}Rb` `{!}Pp` <code>&#124;Rb&#124;</code> | flags `-Rb`, `~Rb`, `!Pp`, <code>&#124;Rb&#124;</code> around the operand |
//! | `{, mask}` | a group, printed unless every field in it has its default value |
//! | `{+glc slc}` | flags that are read in any order |
//! | `{*, mask}` | a group that is always printed and may be left out when written |
//! | `'CC'` | literal text that would otherwise read as a field |
mod cache;
mod codec;
mod compile;
mod digits;
mod error;
mod float;
mod index;
mod legal;
mod line;
mod meaning;
mod mnemonics;
mod names;
mod page;
mod parse;
mod parts;
mod plan;
mod print;
mod reader;
mod registers;
mod row;
mod sample;
mod scope;
mod specimen;
mod suggest;
mod table;

pub use compile::{Fields, Form, Inst, Layout, MAX_FIELDS, Style};
pub use digits::leading_digits;
pub use error::{DecodeError, ParseError, SourceError, either};
pub use index::Index;
pub use legal::Violation;
pub use line::Line;
pub use meaning::Meanings;
pub use mnemonics::Mnemonics;
pub use names::{Capitals, closed, name, open};
pub use page::{Described, Page, described, page};
pub use parse::Parsed;
pub use parts::Part;
pub use print::{print, print_line};
pub use reader::{ReadFields, Reader};
pub use registers::c_number;
pub use row::*;
pub use scope::{Defined, Labels, NoScope, Scope};
pub use specimen::Variation;
pub use table::{Lot, Table};

/// How strictly text is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Only what the documents define, in the spelling of the assembler or of the documents.
    #[default]
    Documented,
    /// Every value that the encoding can hold.
    Compat,
    /// The text that the vendor's own assembler accepts, if a target knows it; otherwise as documented.
    Verifier,
}

/// The context of parsing and printing, besides the text or the instruction.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// One bit: the processor whose spelling is used.
    pub profile: Profiles,
    /// How strictly text is read.
    pub mode: Mode,
    /// Names of the surrounding program.
    pub scope: &'a dyn Scope,
    /// Address of this instruction in bytes, for relative targets.
    pub pc: u64,
    /// One bit per operand slot whose register is printed with `.reuse`.
    pub reuse: u8,
}

impl Context<'static> {
    /// No names, address 0, documented mode.
    pub fn new(profile: Profiles) -> Self {
        Context { profile, mode: Mode::Documented, scope: &NoScope, pc: 0, reuse: 0 }
    }
}
