//! The fields to which the bits of an instruction belong.
use super::compile::{Form, Inst};
use super::page::meaning;
use super::row::Span;

/// Consecutive bits that belong together, with the highest and the lowest bit.
pub(super) struct Run {
    pub hi: u32,
    pub lo: u32,
    /// The field; `None` for bits of the opcode and for ignored bits.
    pub field: Option<usize>,
    pub fixed: bool,
}

/// Runs of opcode bits, fields and ignored bits below bit `top`, highest first.
pub(super) fn runs(form: &Form, top: u32) -> Vec<Run> {
    let owner = |bit: u32| {
        let within = |s: &Span| (u32::from(s.lo)..u32::from(s.lo) + u32::from(s.len)).contains(&bit);
        let field = form.fields.iter().position(|f| f.at.iter().any(within));
        (field, bit < 128 && form.opcode.mask >> bit & 1 == 1)
    };
    let mut out: Vec<Run> = Vec::new();
    for bit in (0..top).rev() {
        let (field, fixed) = owner(bit);
        match out.last_mut() {
            Some(last) if (last.field, last.fixed) == (field, fixed) => last.lo = bit,
            _ => out.push(Run { hi: bit, lo: bit, field, fixed }),
        }
    }
    out
}

/// Some bits of an encoded instruction, counted from the lowest bit of its first byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The field; empty for bits of the opcode and for ignored bits.
    pub name: String,
    /// The highest bit.
    pub hi: u32,
    /// The lowest bit.
    pub lo: u32,
    /// The meaning of the field, as on its page; for other bits their kind.
    pub meaning: String,
}

impl Inst {
    /// Its bits, highest first. Every bit is in exactly one part.
    pub fn parts(&self) -> Vec<Part> {
        let part = |Run { hi, lo, field, fixed }| match field {
            Some(f) => Part { name: self.form.fields[f].name.into(), hi, lo, meaning: meaning(&self.form.fields[f]) },
            None => Part { name: String::new(), hi, lo, meaning: if fixed { "opcode" } else { "ignored" }.into() },
        };
        runs(self.form, self.bits()).into_iter().map(part).collect()
    }
}
