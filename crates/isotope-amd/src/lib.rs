//! AMD RDNA3 (gfx1100): rows, text and encoding; the semantics are in `lift`.
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
pub mod raw;
pub mod rmw;
pub mod rules;
pub mod sample;
pub mod single;
pub mod state;
mod surfaces;
mod swizzle;
mod target;

pub use self::target::TARGETS;

pub use isotope_table::{Context, DecodeError, Inst, Mode, ParseError, Violation};
use isotope_table::{Layout, Style, Table};
use isotope_target::TextOf;
use std::sync::LazyLock;

/// The rows, created and compiled on first use.
pub static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let layout = Layout {
        index: (23, 9),
        prefix: "",
        skip_prefix: |_| 0,
        end: "",
        profiles: &["gfx1100", "gfx1100 in wave64 mode"],
        style: Style { groups: true, aligned: &["s", "ttmp"], foreign: foreign::FOREIGN, halves: fields::HALVES },
    };
    Table::new(layout, forms::lots())
});

/// Parses a number in C syntax at the start of the text; returns it and its length.
fn number(text: &str) -> Option<(u64, usize)> {
    isotope_table::c_number(text.as_bytes())
}

/// Maximum length of an instruction in bytes.
pub const MAX_SIZE: usize = 24;

/// Decodes the instruction at the start of `bytes`; [`size`] returns its length.
///
/// # Errors
/// The bytes are not an instruction, or a truncated one.
pub fn decode(bytes: &[u8]) -> Result<Inst, DecodeError> {
    decode_as(false, bytes)
}

/// [`decode`] for waves of 64 lanes, whose lane masks are pairs of registers.
///
/// # Errors
/// As [`decode`].
pub fn decode_as(wave64: bool, bytes: &[u8]) -> Result<Inst, DecodeError> {
    let mut words = [0u64; MAX_SIZE / 8];
    for (word, chunk) in words.iter_mut().zip(bytes.chunks(8)) {
        *word = match chunk.try_into() {
            Ok(eight) => u64::from_le_bytes(eight),
            Err(_) => chunk.iter().rev().fold(0, |w, b| w << 8 | u64::from(*b)),
        };
    }
    let inst = TABLE.decode(profile(wave64), &words)?;
    let word = u128::from(words[0]) | u128::from(words[1]) << 64;
    if size(&inst) > bytes.len() { Err(DecodeError { word }) } else { Ok(inst) }
}

/// [`decode_as`] for the code of files: source fields that the operation does not read may have any value. For single words, only the
/// values that assemblers write there are accepted: 0 or the inline constant 0.
///
/// # Errors
/// As [`decode`]; also the code of a literal in such a field, because the length would be ambiguous.
pub fn decode_any(wave64: bool, bytes: &[u8]) -> Result<Inst, DecodeError> {
    let strict = decode_as(wave64, bytes);
    let Some(long) = bytes.first_chunk::<8>().filter(|_| strict.is_err()).map(|long| u64::from_le_bytes(*long)) else {
        return strict;
    };
    // Fields from last to first: name, lowest bit, width.
    let fields: &[(&str, u32, u32)] = match encodings::encoding(bytes) {
        Some(encodings::Encoding { name: "VOP3" | "VOP3P", .. }) => {
            &[("unread2", 50, 9), ("unread1", 41, 9), ("unread0", 32, 9)]
        }
        Some(encodings::Encoding { name: "VOPD", .. }) => &[("unready", 41, 8), ("unreadx", 9, 8)],
        _ => return strict,
    };
    let again = |cleared: u64| {
        let mut again = bytes.to_vec();
        again[..8].copy_from_slice(&cleared.to_le_bytes());
        decode_as(wave64, &again)
    };
    // Sources are removed from the last one on; the operations of a pair are independent.
    let mut cleared = long;
    for &(name, at, width) in fields {
        let mask = (1 << width) - 1;
        if width == 9 && long >> at & mask == 255 {
            return strict;
        }
        let alone = if width == 9 { cleared } else { long } & !(mask << at);
        cleared &= !(mask << at);
        for value in [alone, cleared] {
            if let Some(inst) = again(value).ok().filter(|inst| inst.try_get(name).is_some()) {
                return Ok(inst);
            }
        }
    }
    strict
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

/// The profile of waves of 32 or 64 lanes.
fn profile(wave64: bool) -> u8 {
    1 << u8::from(wave64)
}

/// The profile for the text of a version of LLVM. LLVM 19 has no text for high halves of VGPRs; they are printed as
/// LLVM 22 prints them.
fn spelled(profile: u8, text: TextOf) -> u8 {
    if text == TextOf::Llvm22 { profile << fields::HALVES } else { profile }
}

/// Appends llvm-mc's text, for waves of 64 lanes or of 32.
pub fn print_as(wave64: bool, inst: &Inst, out: &mut String) {
    isotope_table::print(&Context::new(profile(wave64)), inst, out);
}

/// Appends llvm-mc's text.
pub fn print(inst: &Inst, out: &mut String) {
    isotope_table::print(&Context::new(profile(false)), inst, out);
}

/// A context that prints in the format of a version of LLVM, for waves of 64 lanes or of 32.
pub fn context_of(wave64: bool, text: TextOf) -> Context<'static> {
    Context::new(spelled(profile(wave64), text))
}

/// Appends the text with the address and labels of the context.
pub fn print_at(cx: &Context, inst: &Inst, out: &mut String) {
    isotope_table::print(cx, inst, out);
}

/// The first documented rule that the instruction breaks.
pub fn legality(inst: &Inst) -> Option<Violation> {
    inst.violation(profile(false))
}

/// A context without names, at address 0.
pub fn context(mode: Mode) -> Context<'static> {
    context_as(false, mode)
}

/// [`context`] for waves of 64 lanes or of 32.
pub fn context_as(wave64: bool, mode: Mode) -> Context<'static> {
    Context { mode, ..Context::new(profile(wave64)) }
}

/// Parses one instruction in any syntax that llvm-mc accepts; `;` and `//` begin comments.
///
/// # Errors
/// The text is not an instruction of gfx1100; in [`Mode::Documented`] also if only the encoding allows it.
pub fn parse(mode: Mode, text: &str) -> Result<Inst, ParseError> {
    parse_at(&context(mode), text)
}

/// Parses one instruction with the address and labels of the context.
///
/// # Errors
/// As [`parse`].
pub fn parse_at(cx: &Context, text: &str) -> Result<Inst, ParseError> {
    match TABLE.parse(cx, text) {
        Ok(parsed) => Ok(parsed.inst),
        Err(error) => with_vcc(cx, text).ok_or(error),
    }
}

/// A comparison whose destination VCC is omitted in the text.
fn with_vcc(cx: &Context, text: &str) -> Option<Inst> {
    let rest = text.trim_start().strip_prefix("v_cmp_")?;
    let (name, operands) = rest.split_once(' ')?;
    let vcc = if cx.profile & fields::WAVE64 != 0 { "vcc" } else { "vcc_lo" };
    let inst = TABLE.parse(cx, &format!("v_cmp_{name} {vcc}, {operands}")).ok()?.inst;
    inst.form.field("vcc").is_some().then_some(inst)
}
