//! The rules of atomics: those of the documents, and those of the vendor's verifier.
use isotope_table::Violation;

use super::super::form::Types;
use super::super::forms::atomic::OPERATIONS;
use super::super::inst::Type;
use super::family::{Atomic, Family};
use super::rule::{Generation, Must, OPERANDS, Rule, TOOL, When};

impl Atomic {
    /// A bit for each documented operation.
    pub(super) const DOCUMENTED: u32 = {
        let (mut set, mut i) = (0, 0);
        while i < OPERATIONS.len() {
            set |= 1 << OPERATIONS[i].0.value;
            i += 1;
        }
        set & !UNDOCUMENTED
    };

    /// Whether the documents have this operation at this width. `word` is the name of the operation as written. The assembler, single
    /// operations, pages and proofs all call this function.
    ///
    /// # Errors
    /// The rule that the operation breaks.
    pub fn documented(&self, word: &str, generation: Generation) -> Result<(), Violation> {
        rules(self.family).iter().try_for_each(|rule| rule.words(self, word, generation))
    }
}

/// The documented rules of a family.
pub(super) fn rules(family: Family) -> &'static [Rule] {
    match family {
        Family::Svm => SVM,
        Family::Dword => DWORD,
        Family::Typed => TYPED,
    }
}

/// The verifier's rules. It checks one family only.
pub(super) fn verified(family: Family) -> &'static [Rule] {
    if family == Family::Dword { VERIFIED } else { &[] }
}

/// The set of the codes of these operations.
const fn ops(words: &[&str]) -> u32 {
    let (mut set, mut i) = (0, 0);
    while i < words.len() {
        set |= 1 << code(words[i]);
        i += 1;
    }
    set
}

/// The code of an operation; an unknown name is a compile error.
const fn code(word: &str) -> u64 {
    let mut i = 0;
    while !same(OPERATIONS[i].0.text.as_bytes(), word.as_bytes()) {
        i += 1;
    }
    OPERATIONS[i].0.value
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// No page has the codes from that of `fadd` upwards.
const UNDOCUMENTED: u32 = !0 << code("fadd");
const NO_SOURCE: u32 = ops(&["inc", "dec", "predec"]);
const TWO_SOURCES: u32 = ops(&["cmpxchg", "fcmpwr"]);
const PREDEC: u32 = ops(&["predec"]);
const SIGNED: u32 = ops(&["minsint", "maxsint"]);
const FLOAT: u32 = ops(&["fmax", "fmin", "fcmpwr"]);
const UNSIGNED: u32 = !(PREDEC | SIGNED | FLOAT | UNDOCUMENTED);
/// Float operations with one source.
const MINMAX: u32 = ops(&["fmax", "fmin"]);

const D: Types = Types::of(&[Type::D]);
const F: Types = Types::of(&[Type::F]);
const UD: Types = Types::of(&[Type::Ud]);
const EITHER: Types = Types::of(&[Type::D, Type::Ud]);
const Q: Types = Types::of(&[Type::Q]);
const UQ: Types = Types::of(&[Type::Uq]);

const NARROW: &[u32] = &[16, 32];
const DATA: &[&str] = &["src0", "src1", "dst"];

const fn when(ops: u32) -> When {
    When { ops, ..When::ALWAYS }
}
const fn at(ops: u32, widths: &'static [u32]) -> When {
    When { ops, widths, before: None }
}
const fn data(when: When, types: Types) -> (When, Must) {
    (when, Must::Types(DATA, types, None))
}
const fn rule(source: &'static str, (when, must): (When, Must)) -> Rule {
    Rule { when, must, message: "", source }
}
/// Widths that require TGLLP.
const fn later(message: &'static str, source: &'static str) -> Rule {
    let when = When { before: Some(Generation::Tgllp), ..When::ALWAYS };
    Rule { when, must: Must::Widths(&[32]), message, source }
}
const fn null(ops: u32, name: &'static str) -> (When, Must) {
    (when(ops), Must::Null(name))
}
const fn given(ops: u32, name: &'static str) -> (When, Must) {
    (when(ops), Must::Given(name))
}
const fn room(widths: &'static [u32], names: &'static [&'static str], bytes: u32) -> (When, Must) {
    (When { widths, ..When::ALWAYS }, Must::Room(names, bytes))
}

/// PREDEC has no src0, although the pages' text on Src0 names INC and DEC only.
const PREDEC_SOURCE: &str = "GenX_IR 1.0.12504.6 and GenX_IR 1.0.17791.18, verifier; Intel's DWORD_ATOMIC page, table of operations: PREDEC: new = old - 1";

/// Operations without a page.
const NOTHING: (When, Must) = (when(UNDOCUMENTED), Must::Nothing);
const ALL: u32 = u32::MAX;

const SVM_PAGE: &str = Family::Svm.source();
const SVM_SRC0: &str = "Intel's SVM_ATOMIC page, Src0";
const SVM_SRC1: &str = "Intel's SVM_ATOMIC page, Src1";
static SVM: &[Rule] = &[
    rule(SVM_PAGE, (when(ALL), Must::Sizes(&[1, 2, 4, 8]))),
    rule(SVM_PAGE, NOTHING),
    rule(SVM_PAGE, (when(FLOAT), Must::Widths(NARROW))),
    later("a width other than 32 bits is for TGLLP and later", "Intel's SVM_ATOMIC page, {TGLLP+} at Op"),
    rule(SVM_SRC0, null(NO_SOURCE & !PREDEC, "src0")),
    rule(PREDEC_SOURCE, null(PREDEC, "src0")),
    rule(SVM_SRC0, given(!NO_SOURCE, "src0")),
    rule(SVM_SRC1, given(TWO_SOURCES, "src1")),
    rule(SVM_SRC1, null(!TWO_SOURCES, "src1")),
    rule(SVM_PAGE, given(ALL, "addr")),
    rule(SVM_PAGE, (when(ALL), Must::Types(&["addr"], UQ, None))),
    rule(SVM_PAGE, data(at(UNSIGNED, NARROW), UD)),
    rule(SVM_PAGE, data(at(UNSIGNED, &[64]), UQ)),
    // The page's table names D and Q; its notes list UD among the other operations.
    rule(SVM_PAGE, data(at(PREDEC, NARROW), EITHER)),
    rule(SVM_PAGE, data(at(PREDEC, &[64]), Types::of(&[Type::Q, Type::Uq]))),
    rule(SVM_PAGE, data(at(SIGNED, NARROW), D)),
    rule(SVM_PAGE, data(at(SIGNED, &[64]), Q)),
    rule(SVM_PAGE, data(when(FLOAT), F)),
    rule(OPERANDS, room(&[16, 32, 64], &["addr"], 8)),
    rule(OPERANDS, room(NARROW, DATA, 4)),
    rule(OPERANDS, room(&[64], DATA, 8)),
];

const DWORD_PAGE: &str = Family::Dword.source();
const DWORD_SRC0: &str = "Intel's DWORD_ATOMIC page, Src0";
const DWORD_SRC1: &str = "Intel's DWORD_ATOMIC page, Src1";
const WORDS_LATER: Rule =
    later("the width of 16 bits is for TGLLP and later", "Intel's DWORD_ATOMIC page, {TGLLP+} at Op");
static DWORD: &[Rule] = &[
    rule(DWORD_PAGE, (when(ALL), Must::Sizes(&[1, 2, 4, 8, 16]))),
    rule(DWORD_PAGE, NOTHING),
    WORDS_LATER,
    rule(DWORD_SRC0, null(NO_SOURCE & !PREDEC, "src0")),
    rule(PREDEC_SOURCE, null(PREDEC, "src0")),
    rule(DWORD_SRC0, given(!NO_SOURCE, "src0")),
    rule(DWORD_SRC1, given(TWO_SOURCES, "src1")),
    rule(DWORD_SRC1, null(!TWO_SOURCES, "src1")),
    rule(DWORD_PAGE, given(ALL, "offset")),
    rule(DWORD_PAGE, (when(ALL), Must::Types(&["offset"], UD, None))),
    rule(DWORD_PAGE, data(at(UNSIGNED, NARROW), UD)),
    rule(DWORD_PAGE, data(at(PREDEC, NARROW), EITHER)),
    rule(DWORD_PAGE, data(at(SIGNED, &[32]), D)),
    // For 16 bits the vendor's assembler accepts only UD, for every operation; the bits are reinterpreted
    // either way.
    rule(DWORD_PAGE, (at(SIGNED, &[16]), Must::Types(DATA, D, Some(Type::Ud)))),
    rule(DWORD_PAGE, data(at(FLOAT, &[32]), F)),
    rule(DWORD_PAGE, (at(MINMAX, &[16]), Must::Types(DATA, F, Some(Type::Ud)))),
    rule(DWORD_PAGE, data(at(FLOAT & !MINMAX, &[16]), F)),
    rule(OPERANDS, room(&[16, 32, 64], &["offset", "src0", "src1", "dst"], 4)),
];

const TYPED_PAGE: &str = Family::Typed.source();
static TYPED: &[Rule] = &[
    rule(TYPED_PAGE, (when(ALL), Must::Sizes(&[8]))),
    rule(TYPED_PAGE, NOTHING),
    WORDS_LATER,
    rule(TYPED_PAGE, null(NO_SOURCE & !PREDEC, "src0")),
    rule(PREDEC_SOURCE, null(PREDEC, "src0")),
    rule(TYPED_PAGE, given(!NO_SOURCE, "src0")),
    rule(TYPED_PAGE, given(TWO_SOURCES, "src1")),
    rule(TYPED_PAGE, null(!TWO_SOURCES, "src1")),
    rule(TYPED_PAGE, given(ALL, "u")),
    rule(TYPED_PAGE, (when(ALL), Must::Types(&["u", "v", "r", "lod"], UD, None))),
    rule(TYPED_PAGE, data(at(UNSIGNED, NARROW), UD)),
    rule(TYPED_PAGE, data(at(PREDEC, NARROW), EITHER)),
    rule(TYPED_PAGE, data(at(SIGNED, NARROW), D)),
    rule(TYPED_PAGE, data(at(FLOAT, NARROW), F)),
    rule(OPERANDS, room(&[16, 32, 64], DATA, 4)),
];

/// A rule of the tool. The tool compares the operation before it removes the flag of 16-bit forms, so it recognises no 16-bit operation.
const fn tool(when: When, must: Must, message: &'static str) -> Rule {
    Rule { when, must, message, source: TOOL }
}
const fn tool_data(when: When, types: Types) -> Rule {
    tool(when, Must::Types(DATA, types, None), "")
}
const ADD_SUB: u32 = ops(&["add", "sub"]);
const NO_SRC0: &str = "src0 in ISA_DWORD_ATOMIC inst must be V0 for INC/DEC/PREDEC.";
const NO_SRC1: &str = "src1 in ISA_DWORD_ATOMIC inst must be V0 for non CMPXCHG operations.";
static VERIFIED: &[Rule] = &[
    tool(at(NO_SOURCE, &[32]), Must::Null("src0"), NO_SRC0),
    tool(at(!TWO_SOURCES, &[32]), Must::Null("src1"), NO_SRC1),
    tool(at(ALL, &[16]), Must::Null("src1"), NO_SRC1),
    tool(when(ALL), Must::Types(&["offset"], UD, None), ""),
    tool_data(at(ALL, &[16]), UD),
    tool_data(at(SIGNED, &[32]), D),
    tool_data(at(FLOAT | UNDOCUMENTED, &[32]), F),
    tool_data(at(ADD_SUB, &[32]), EITHER),
    tool_data(at(UNSIGNED & !ADD_SUB | PREDEC, &[32]), UD),
];
