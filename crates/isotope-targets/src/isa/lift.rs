//! What lifting an instruction can end in, alike for every target.

use isotope_ir::effect::Control;
use isotope_ir::program::Refusal;
use isotope_machine::fault::FaultKind;

/// An instruction that is not run.
pub(super) enum Refused {
    /// Outside the model; says what of it.
    NotModelled(&'static str),
    /// The machine faults, or the program is not valid.
    Fault(FaultKind, String),
}

/// How control goes on behind an instruction.
pub(super) type Lifted = Result<Control, Refused>;

pub(super) const fn not_modelled(what: &'static str) -> Refused {
    Refused::NotModelled(what)
}

impl Refused {
    /// The same of the instruction with this text.
    pub(super) fn of(self, text: &str) -> Refusal {
        match self {
            Refused::NotModelled(what) => Refusal::NotModelled { text: format!("`{text}`: {what}") },
            Refused::Fault(kind, detail) => Refusal::Fault { kind, detail: format!("`{text}`: {detail}") },
        }
    }
}
