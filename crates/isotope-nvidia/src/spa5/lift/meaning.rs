//! The meaning of every form: the lists of the families, and the forms that are not modelled.

use std::sync::LazyLock;

use super::super::TABLE;
use super::{Lift, Lifted, control, float, half, integer, memory, order, texture, video};
use isotope_table::{Form, Meanings};

/// Emits the micro-operations of an instruction.
pub(super) type Emit = fn(&mut Lift<'_>) -> Lifted;

/// The meaning of a form.
#[derive(Clone, Copy)]
pub(super) enum Meaning {
    /// A function that emits it. A test of the condition code is part of the guard.
    Emit(Emit),
    /// A function that emits it. A test of the condition code is an operand, or is ignored.
    OnOperands(Emit),
    /// Not modelled; gives the reason.
    NotModelled(&'static str),
}

/// Why some texture instructions are not modelled.
const TEXTURES: &str = "levels of detail of textures";

/// Mnemonics that are not modelled, by reason.
const NOT_MODELLED: &[(&str, &[&str])] = &[
    ("a question to a cache", &["CCTL.QRY1"]),
    ("this state of a barrier", &["B2R"]),
    ("formatted (.P) surface access", &["SUATOM.P", "SULD.P", "SURED.P", "SUST.P"]),
    (TEXTURES, &["TMML", "TXA"]),
    ("an instruction of graphics", &["AL2P", "ALD", "AST", "FSWZADD", "IPA", "ISBERD", "OUT", "PIXLD", "STP"]),
    ("a product of parts of registers", &["IMADSP"]),
    (
        "an instruction of drivers and debuggers",
        &["GETCRSPTR", "GETLMEMBASE", "IDE", "LEPC", "RAM", "RTT", "SAM", "SETCRSPTR", "SETLMEMBASE"],
    ),
    ("no meaning is known for this mnemonic", &["LONGJMP", "PEXIT", "PLONGJMP", "R2B"]),
];

static MEANINGS: LazyLock<Meanings<Meaning>> = LazyLock::new(|| {
    let values = [integer::MEANINGS, float::MEANINGS, half::MEANINGS, video::MEANINGS];
    let families = [control::MEANINGS, memory::MEANINGS, order::MEANINGS, texture::MEANINGS].into_iter().chain(values);
    let families = families.flatten().map(|&(name, emit)| (name, Meaning::Emit(emit)));
    let on_operands = control::ON_OPERANDS.iter().map(|&(name, emit)| (name, Meaning::OnOperands(emit)));
    let refused = NOT_MODELLED.iter().flat_map(|&(what, names)| names.iter().map(move |&name| (name, what)));
    let refused = refused.map(|(name, what)| (name, Meaning::NotModelled(what)));
    let lines = families.chain(on_operands).chain(refused);
    Meanings::new(TABLE.len(), lines).complete(|| TABLE.forms().map(names))
});

/// The names under which the lists may contain a form.
fn names(form: &Form) -> [String; 2] {
    [head(form), form.mnemonic.into()]
}

/// The meaning of `form`.
pub(super) fn of(form: &Form) -> Meaning {
    MEANINGS.of(form.index, || names(form))
}

/// The mnemonic of a form with the modifiers that all its instructions have: `SHF.L` of `SHF.L{.W}{.max} Rd, …`.
pub fn head(form: &Form) -> String {
    let (mut head, mut optional) = (String::new(), 0);
    let text = form.syntax.split([' ', '[']).next().unwrap_or_default();
    for part in text.split_inclusive(['{', '}']) {
        if optional == 0 {
            head.push_str(part.trim_end_matches('{'));
        }
        optional = if part.ends_with('{') { optional + 1 } else { optional - i32::from(part.ends_with('}')) };
    }
    let fixed: Vec<&str> = head.split('.').filter(|word| form.field(word).is_none()).collect();
    fixed.join(".")
}
