//! The mnemonic of an atomic, decoded: family, operation, width.
use isotope_op::claim::IntelForm;

use super::super::inst::Inst;
use super::rule::Generation;

/// The family of an atomic; some rules differ between families.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// `svm_atomic`
    Svm,
    /// `dword_atomic`
    Dword,
    /// `typed_atomic`
    Typed,
}

impl Family {
    /// All of them, in the order of their mnemonics.
    pub const ALL: [Family; 3] = [Family::Dword, Family::Svm, Family::Typed];

    /// The family of a mnemonic.
    pub fn of(name: &str) -> Option<Family> {
        Family::ALL.into_iter().find(|family| family.name() == name)
    }
    /// The document form whose claims contain its rules.
    pub fn claims(self) -> IntelForm {
        match self {
            Family::Svm => IntelForm::Svm,
            Family::Dword => IntelForm::Dword,
            Family::Typed => IntelForm::Typed,
        }
    }
    /// Its mnemonic.
    pub fn name(self) -> &'static str {
        match self {
            Family::Svm => "svm_atomic",
            Family::Dword => "dword_atomic",
            Family::Typed => "typed_atomic",
        }
    }
    pub(super) const fn source(self) -> &'static str {
        match self {
            Family::Svm => "Intel's SVM_ATOMIC page, notes",
            Family::Dword => "Intel's DWORD_ATOMIC page, notes",
            Family::Typed => "Intel's DWORD_ATOMIC page and vISA documentation, TYPED_ATOMIC",
        }
    }
}

/// Operation and width of an atomic, from its mnemonic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atomic {
    /// The mnemonic's first word.
    pub family: Family,
    /// Code of the operation.
    pub op: u64,
    /// Bits of an access.
    pub width: u32,
}

impl Atomic {
    /// The family, operation and width of an instruction, if it is an atomic.
    pub fn of(inst: &Inst) -> Option<Atomic> {
        let form = inst.form;
        let family = form.family?;
        let number = |place: Option<usize>| place.map_or(0, |at| inst.number_at(at));
        let width = match form.places.width.map_or("", |at| form.word_at(at, inst.number_at(at))) {
            "16" => 16,
            "64" => 64,
            _ => 32,
        };
        Some(Atomic { family, op: number(form.places.op), width })
    }

    /// An index for the case of an atomic: mnemonic and generation. `None` if no mnemonic has this combination.
    #[inline]
    pub(super) fn place(inst: &Inst, generation: Generation) -> Option<usize> {
        let places = &inst.form.places;
        let number = |place: Option<usize>| place.map_or(0, |at| inst.number_at(at));
        let (op, width) = (number(places.op), number(places.width));
        (op < 32 && width < 4).then_some((op << 3 | width << 1) as usize | generation as usize)
    }
}
