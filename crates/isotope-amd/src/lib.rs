//! AMD RDNA3: the processors (`processors/`), their rows, text and encoding; the semantics are in `lift`.
//!
//! ```
//! use isotope_target::Mode;
//! let inst = isotope_amd::parse(Mode::Documented, "ds_add_rtn_u32 v5, v1, v2 offset:16").unwrap();
//! assert_eq!(isotope_amd::encode(&inst)[..isotope_amd::size(&inst)], [0x10, 0x00, 0x80, 0xd8, 0x01, 0x02, 0x00, 0x05]);
//! let mut text = String::new();
//! isotope_amd::print(&inst, &mut text);
//! assert_eq!(text, "ds_add_rtn_u32 v5, v1, v2 offset:16");
//! ```
pub mod amdgpu;
mod code;
mod dwarf;
pub mod encodings;
mod fields;
mod foreign;
mod forms;
mod hidden;
#[doc(hidden)]
pub mod hostcall;
mod images;
mod immediates;
pub mod launch;
pub mod lift;
pub mod listing;
mod lists;
mod notes;
mod number;
pub mod objdump;
pub mod operands;
pub mod ops;
mod printf;
pub mod processor;
pub mod processors;
pub mod raw;
pub mod rmw;
pub mod rules;
pub mod sample;
pub mod single;
pub mod state;
mod surfaces;
mod swizzle;
mod target;

pub use processor::{Gfx, Means, Processor, Processors, Waves};
pub use processors::{RDNA, TARGETS};
pub use target::{RDNA3, load};

use isotope_table::Table;
pub use isotope_table::{Context, DecodeError, Inst, Mode, ParseError, Violation};
use std::sync::LazyLock;

/// gfx1100. The functions of this module read and write its code; [`Waves`] has them for every processor.
pub static GFX1100: Gfx = RDNA.at(0);

/// The rows, created and compiled on first use.
pub static TABLE: LazyLock<&Table> = LazyLock::new(|| RDNA.table());

/// Parses a number in C syntax at the start of the text; returns it and its length.
fn number(text: &str) -> Option<(u64, usize)> {
    isotope_table::c_number(text.as_bytes())
}

/// Maximum length of an instruction in bytes.
pub const MAX_SIZE: usize = 24;

/// Decodes the instruction at the start of `bytes`; [`size`] returns its length.
///
/// # Errors
/// As [`Waves::decode`].
pub fn decode(bytes: &[u8]) -> Result<Inst, DecodeError> {
    GFX1100.waves(false).decode(bytes)
}

/// The bits, of the first 128, of sources that the operation does not have; they may have any value ([`decode_any`]).
fn unread(inst: &Inst) -> u128 {
    let fields = inst.form.fields.iter().filter(|field| field.name.starts_with("unread"));
    fields.fold(0, |all, field| all | ((1 << field.at[0].len) - 1) << field.at[0].lo)
}

/// The instruction's bytes; the first [`size`] are used, and bits that no field reads are zero.
pub fn encode(inst: &Inst) -> [u8; MAX_SIZE] {
    let mut words = [0; MAX_SIZE / 8];
    inst.encode(&mut words);
    bytes_of(&words)
}

/// Words in memory order.
fn bytes_of(words: &[u64; MAX_SIZE / 8]) -> [u8; MAX_SIZE] {
    let mut bytes = [0; MAX_SIZE];
    for (eight, word) in bytes.chunks_exact_mut(8).zip(words) {
        eight.copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

/// The instruction's length in bytes.
pub fn size(inst: &Inst) -> usize {
    inst.bits() as usize / 8
}

/// Appends llvm-mc's text.
pub fn print(inst: &Inst, out: &mut String) {
    GFX1100.waves(false).print(inst, out);
}

/// The first documented rule that the instruction breaks.
pub fn legality(inst: &Inst) -> Option<Violation> {
    inst.violation(GFX1100.waves(false).profile())
}

/// A context without names, at address 0.
pub fn context(mode: Mode) -> Context<'static> {
    GFX1100.waves(false).context(mode)
}

/// Parses one instruction in any syntax that llvm-mc accepts; `;` and `//` begin comments.
///
/// # Errors
/// As [`Waves::parse`].
pub fn parse(mode: Mode, text: &str) -> Result<Inst, ParseError> {
    GFX1100.waves(false).parse(&context(mode), text)
}
