//! Atomics by mnemonic: from text such as `svm_atomic.fcmpwr.16` to what it computes, or to why there is no such thing.
//!
//! [`rmw`] maps codes to definitions. This file adds spellings and refusals. It does *not* know operands or lanes.
use isotope_op::assume::Assumptions;
use isotope_op::atomic::{Rmw, Size};
use isotope_op::claim::{IntelForm, Unit, intel_names};

use super::form::{FORMS, Form, Kind};
use super::legal::{Atomic, Family, Generation, Violation};
use super::rmw;

/// Why a text names no operation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct OpError(String);

/// An operation by its mnemonic.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// The form whose row it stands in.
    pub form: &'static Form,
    /// The code of the operation.
    pub op: u64,
    /// The operation as the row spells it.
    pub word: &'static str,
    /// Width of the access.
    pub size: Size,
}

/// The operation of a mnemonic with its dot words, in the assembler's spelling or in that of the documents.
///
/// # Errors
/// [`OpError`] for what is no atomic instruction.
///
/// # Examples
/// ```
/// use isotope::isa::visa::ops;
/// assert_eq!(ops::parse_mnemonic("svm_atomic.minsint.64").unwrap().op, 11);
/// assert_eq!(ops::parse_mnemonic("SVM_ATOMIC.IMIN").unwrap().op, 11);
/// let e = ops::parse_mnemonic("dword_atomic.add.64").unwrap_err();
/// assert_eq!(e.to_string(), "`dword_atomic` has no width `.64`: expected `.16`, or none for 32 bits");
/// ```
pub fn parse_mnemonic(text: &str) -> Result<Named, OpError> {
    let text = text.trim().to_ascii_lowercase();
    let mut words = text.split('.');
    let name = words.next().unwrap_or("");
    let known = ["svm_atomic", "dword_atomic", "typed_atomic"];
    let form = FORMS.named(name).find(|_| known.contains(&name)).ok_or_else(|| {
        OpError(format!("no atomic instruction `{name}`: expected svm_atomic.., dword_atomic.. or typed_atomic.."))
    })?;
    let op = words.next().unwrap_or("");
    let (word, code) = value(form, "op", op).filter(|_| !op.is_empty()).ok_or_else(|| {
        let list: Vec<_> = known_words(form, "op").collect();
        OpError(format!("`{name}` has no operation `.{op}`: expected one of {}", list.join(", ")))
    })?;
    let size = match words.next() {
        None => Size::B32,
        Some("32") if name == "svm_atomic" => Size::B32,
        Some("16") => Size::B16,
        Some("64") if name == "svm_atomic" => Size::B64,
        Some(other) => {
            let expected = if name == "svm_atomic" { "`.16` or `.64`" } else { "`.16`" };
            return Err(OpError(format!("`{name}` has no width `.{other}`: expected {expected}, or none for 32 bits")));
        }
    };
    if let Some(word) = words.next() {
        return Err(OpError(format!("`.{word}` is no part of a mnemonic: expected an operation and a width alone")));
    }
    Ok(Named { form, op: code, word, size })
}

fn known_words(form: &Form, part: &str) -> impl Iterator<Item = &'static str> {
    let list = match form.position(part).map(|i| form.parts[i].kind) {
        Some(Kind::Words(list)) => list,
        _ => &[],
    };
    list.iter().map(|w| w.text)
}

fn value(form: &Form, part: &str, word: &str) -> Option<(&'static str, u64)> {
    match form.parts[form.position(part)?].kind {
        Kind::Words(list) => list.iter().find(|w| w.text == word).map(|w| (w.text, w.value)),
        _ => None,
    }
}

impl Named {
    /// Whether the documents have it, by the same rules as the assembler's.
    ///
    /// # Errors
    /// What they say instead.
    ///
    /// # Examples
    /// ```
    /// use isotope::isa::visa::{Generation, ops};
    /// let wide = ops::parse_mnemonic("svm_atomic.fmax.64").unwrap();
    /// let e = wide.documented(Generation::Tgllp).unwrap_err();
    /// assert_eq!(e.to_string(), "`.fmax` has no 64-bit form (seed 001, notes)");
    /// ```
    pub fn documented(&self, generation: Generation) -> Result<(), Violation> {
        let Some(family) = Family::of(self.form.name()) else { return Ok(()) };
        Atomic { family, op: self.op, width: self.size.bits() }.documented(self.word, generation)
    }
    /// Whose documents its rules come from.
    pub fn unit(&self, generation: Generation) -> Unit {
        let form = match self.form.name() {
            "svm_atomic" => IntelForm::Svm,
            "dword_atomic" => IntelForm::Dword,
            _ => IntelForm::Typed,
        };
        Unit::Intel { form, documented: self.documented(generation).is_ok() }
    }
    /// Where its name is known from.
    pub fn source(&self, generation: Generation) -> &'static str {
        match (self.unit(generation), rmw::operation(self.op)) {
            (Unit::Intel { form, documented }, Some(op)) => intel_names(op, form, documented),
            _ => "",
        }
    }
    /// What it computes.
    pub fn rmw(&self, a: &Assumptions) -> Option<Rmw> {
        Some(rmw::definition(rmw::operation(self.op)?, self.size, a))
    }
    /// Ids of the assumptions that it rests on.
    pub fn assumptions(&self) -> Vec<&'static str> {
        match self.op {
            16 | 17 => vec!["intel.minmax_zero", "intel.denormals"],
            18..=20 => vec!["intel.denormals"],
            _ => Vec::new(),
        }
    }
}
