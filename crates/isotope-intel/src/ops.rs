//! Atomics by mnemonic: converts text such as `svm_atomic.fcmpwr.16` to its operation, or explains why there is none.
//!
//! [`rmw`] maps codes to definitions. This file adds names and refusals. It does *not* handle operands or lanes.
use isotope_op::assume::{Assumptions, INTEL_DENORMALS, INTEL_MINMAX_ZERO};
use isotope_op::atomic::{AtomicOp, Rmw, Size};
use isotope_op::claim::{IntelForm, Unit, intel_names};

use super::form::{FORMS, Form};
use super::legal::{Atomic, Family, Generation};
use super::rmw;
use isotope_option::OptionName;
use isotope_table::Violation;
use isotope_target::operation::{Gives, Operation, Readings};

/// The reason why a text names no operation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct OpError(String);

/// An operation by its mnemonic.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// The form of its row.
    pub form: &'static Form,
    /// The code of the operation.
    pub op: u64,
    /// The operation as the row writes it.
    pub word: &'static str,
    /// Width of the access.
    pub size: Size,
}

/// The operation of a mnemonic with its dot words, as the assembler or the documents write it.
///
/// # Errors
/// [`OpError`] if the text is not an atomic instruction.
///
/// # Examples
/// ```
/// use isotope_intel::ops;
/// assert_eq!(ops::parse_mnemonic("svm_atomic.minsint.64").unwrap().op, 11);
/// assert_eq!(ops::parse_mnemonic("SVM_ATOMIC.IMIN").unwrap().op, 11);
/// let e = ops::parse_mnemonic("dword_atomic.add.64").unwrap_err();
/// assert_eq!(e.to_string(), "`dword_atomic` has no width `.64`: expected `.16`, or none for 32 bits");
/// ```
pub fn parse_mnemonic(text: &str) -> Result<Named, OpError> {
    let text = text.trim().to_ascii_lowercase();
    let mut words = text.split('.');
    let name = words.next().unwrap_or("");
    let known = Family::of(name).and_then(|family| Some((family, FORMS.named(name).next()?)));
    let (family, form) = known.ok_or_else(|| {
        OpError(format!("no atomic instruction `{name}`: expected svm_atomic.., dword_atomic.. or typed_atomic.."))
    })?;
    let wide = family == Family::Svm;
    let op = words.next().unwrap_or("");
    let (word, code) = value(form, "op", op).filter(|_| !op.is_empty()).ok_or_else(|| {
        let list: Vec<_> = known_words(form, "op").collect();
        OpError(format!("`{name}` has no operation `.{op}`: expected one of {}", list.join(", ")))
    })?;
    let size = match words.next() {
        None => Size::B32,
        Some("32") if wide => Size::B32,
        Some("16") => Size::B16,
        Some("64") if wide => Size::B64,
        Some(other) => {
            let expected = if wide { "`.16` or `.64`" } else { "`.16`" };
            return Err(OpError(format!("`{name}` has no width `.{other}`: expected {expected}, or none for 32 bits")));
        }
    };
    if let Some(word) = words.next() {
        return Err(OpError(format!("`.{word}` is no part of a mnemonic: expected an operation and a width alone")));
    }
    Ok(Named { form, op: code, word, size })
}

/// The operation of a mnemonic under a mode: `-`, or pairs joined by commas.
///
/// # Errors
/// An unknown name, and the alternatives.
pub fn operation(generation: Generation, op: &str, mode: &str, readings: &Readings) -> Result<Operation, String> {
    let mut readings = readings.clone();
    let mut compat = false;
    let expected = "rules=compat or an assumption such as intel.denormals=..";
    readings.read_mode(mode, expected, |key, value| {
        match (key, value) {
            ("rules", "documented") => compat = false,
            ("rules", "compat") => compat = true,
            ("rules", _) => return Err(format!("rules: expected documented or compat, found `{value}`")),
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let named = parse_mnemonic(op).map_err(|e| e.to_string())?;
    if !compat {
        let allowed = named.documented(generation);
        allowed.map_err(|v| format!("{v}; `rules=compat` takes it as {} does", OptionName::Compat))?;
    }
    let rmw = named.rmw(&readings.assumptions).ok_or_else(|| format!("`{op}` names no operation"))?;
    Ok(Operation {
        rmw: Ok(rmw),
        other: None,
        row: format!("{}{}", named.form.name(), named.form.row.text),
        source: named.source(generation),
        by: named.unit(generation),
        unit: String::new(),
        assumptions: named.assumptions(),
        gives: Gives::Back,
        readings,
    })
}

/// Every operation at every width, as `OP`, or as `OP,rules=compat` if only the encoding has it.
pub fn all() -> Vec<String> {
    let mut all = Vec::new();
    for name in Family::ALL.map(Family::name) {
        let Some(form) = FORMS.named(name).next() else { continue };
        for word in form.names("op") {
            // Operations that only the encoding has are compared under rules of their own.
            let named = parse_mnemonic(&format!("{name}.{}", word.text));
            let undocumented = named.is_ok_and(|n| n.documented(Generation::default()).is_err());
            let rules = if undocumented { ",rules=compat" } else { "" };
            all.extend(["", ".16", ".64"].map(|size| format!("{name}.{}{size}{rules}", word.text)));
        }
    }
    all
}

fn known_words(form: &Form, part: &str) -> impl Iterator<Item = &'static str> {
    form.names(part).iter().map(|name| name.text)
}

fn value(form: &Form, part: &str, word: &str) -> Option<(&'static str, u64)> {
    form.names(part).iter().find(|name| name.text == word).map(|name| (name.text, name.value))
}

impl Named {
    /// Whether the documents have the operation, by the same rules as the assembler.
    ///
    /// # Errors
    /// The rule that it breaks.
    ///
    /// # Examples
    /// ```
    /// use isotope_intel::{Generation, ops};
    /// let wide = ops::parse_mnemonic("svm_atomic.fmax.64").unwrap();
    /// let e = wide.documented(Generation::Tgllp).unwrap_err();
    /// assert_eq!(e.to_string(), "`.fmax` has no 64-bit form (Intel's SVM_ATOMIC page, notes)");
    /// ```
    pub fn documented(&self, generation: Generation) -> Result<(), Violation> {
        let Some(family) = Family::of(self.form.name()) else { return Ok(()) };
        Atomic { family, op: self.op, width: self.size.bits() }.documented(self.word, generation)
    }
    /// The document form that its rules come from.
    pub fn unit(&self, generation: Generation) -> Unit {
        let form = Family::of(self.form.name()).map_or(IntelForm::Typed, Family::claims);
        Unit::Intel { form, documented: self.documented(generation).is_ok() }
    }
    /// The source of its name.
    pub fn source(&self, generation: Generation) -> &'static str {
        match (self.unit(generation), rmw::operation(self.op)) {
            (Unit::Intel { form, documented }, Some(op)) => intel_names(op, form, documented),
            _ => "",
        }
    }
    /// Its definition.
    pub fn rmw(&self, a: &Assumptions) -> Option<Rmw> {
        Some(rmw::definition(rmw::operation(self.op)?, self.size, a))
    }
    /// Ids of the assumptions that it depends on.
    pub fn assumptions(&self) -> Vec<&'static str> {
        match rmw::operation(self.op) {
            Some(AtomicOp::FMin | AtomicOp::FMax) => vec![INTEL_MINMAX_ZERO.id, INTEL_DENORMALS.id],
            Some(op) if op.is_float() => vec![INTEL_DENORMALS.id],
            _ => Vec::new(),
        }
    }
}
