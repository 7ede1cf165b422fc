//! The data types of a row: fields, kinds, names and rules. Operands that no list can describe implement [`Operand`].
use super::{Context, Inst, Line};

/// A set of profiles, one bit each. A profile is a processor in one mode, with one format of text.
pub type Profiles = u32;

/// One syntax of one instruction, with the encodings of its operand variants.
#[derive(Clone, Copy)]
pub struct Row {
    /// The manual's notation; see the crate documentation.
    pub syntax: &'static str,
    /// The encodings; more than one where an operand can be a register, a constant or an immediate.
    pub ops: &'static [Variant],
    /// The fields that all variants share, in groups.
    pub fields: &'static [&'static [Field]],
    /// Restrictions beyond the bits.
    pub legal: &'static [&'static [Rule]],
    /// Mask of the profiles that have the instruction.
    pub profiles: Profiles,
    /// Length in bits, without a trailing literal.
    pub bits: u16,
    /// The meaning of a control word's reuse flags for the instruction.
    pub reuse: Reuse,
    /// Older mnemonics; read, never printed.
    pub aliases: &'static [&'static str],
    /// The source of syntax and bits.
    pub source: &'static str,
}

impl Row {
    /// A row of 64 bits that is otherwise empty; `..Row::EMPTY` fills in the fields that a row does not set.
    pub const EMPTY: Row = Row {
        syntax: "",
        ops: &[],
        fields: &[],
        legal: &[],
        profiles: 0,
        bits: 64,
        reuse: Reuse::None,
        aliases: &[],
        source: "",
    };

    /// The mnemonic without modifiers.
    pub fn mnemonic(&self) -> &'static str {
        let split = self.syntax.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        &self.syntax[..split.unwrap_or(self.syntax.len())]
    }
}

/// The meaning of the reuse flags in a control word for its instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reuse {
    /// No flag belongs to an operand or has another name.
    None,
    /// The flags mark register operands whose values are kept for the next instruction.
    Operands(Flags),
    /// The two lowest flags together are a phase of a texture instruction, which is a modifier.
    Phases,
}

/// The operand of each reuse flag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flags {
    /// For each flag, lowest first, the names of its operand in the variants of the row; empty for a flag without an operand. If the
    /// destination is also a source, both have the same name, and the flag marks the source.
    pub names: &'static [&'static [&'static str]],
    /// Mask of the profiles that have the flags.
    pub profiles: Profiles,
    /// Fields of which one must have one of the values; empty if all instructions of the row have the flags.
    pub when: &'static [(&'static str, &'static [u64])],
    /// Fields of which none may have one of the values.
    pub unless: &'static [(&'static str, &'static [u64])],
}

impl Flags {
    /// Flags for these operands, in every profile and instruction.
    pub const fn of(names: &'static [&'static [&'static str]]) -> Flags {
        Flags { names, profiles: Profiles::MAX, when: &[], unless: &[] }
    }
}

impl Reuse {
    /// The flag of a register operand, counted from 0.
    pub(crate) fn flag(self, field: &str) -> Option<usize> {
        match self {
            Reuse::Operands(flags) => flags.names.iter().position(|names| names.contains(&field)),
            Reuse::None | Reuse::Phases => None,
        }
    }

    /// Whether registers can be marked.
    pub(crate) fn marks(self) -> bool {
        matches!(self, Reuse::Operands(_))
    }
}

/// One encoding of a row.
#[derive(Clone, Copy)]
pub struct Variant {
    /// The fixed bits.
    pub opcode: Pattern,
    /// Placeholders of the syntax and their replacements in this variant; the first that matches is used.
    pub operands: &'static [(&'static str, &'static str)],
    /// The fields that only this variant has.
    pub fields: &'static [Field],
}

/// Fixed bits among the first 128 of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// The bits' values.
    pub value: u128,
    /// Which bits are fixed.
    pub mask: u128,
}

impl Pattern {
    /// The pattern with `value` in bits `lo..lo+len`.
    pub const fn bits(lo: u32, len: u32, value: u128) -> Pattern {
        Pattern { value: value << lo, mask: ((1 << len) - 1) << lo }
    }
    /// Whether an instruction word has these bits.
    pub const fn fits(self, word: u128) -> bool {
        word & self.mask == self.value
    }
    /// The bits of both patterns.
    pub const fn and(self, other: Pattern) -> Pattern {
        Pattern { value: self.value | other.value, mask: self.mask | other.mask }
    }
}

/// `len` bits from bit `lo` up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// Lowest bit.
    pub lo: u16,
    /// Number of bits, at most 64.
    pub len: u8,
}

/// A named field.
#[derive(Clone, Copy)]
pub struct Field {
    /// Unique within its form; the syntax refers to it.
    pub name: &'static str,
    /// Low piece, high piece (length 0 when the field is in one piece).
    pub at: [Span; 2],
    /// The interpretation of the bits.
    pub kind: FieldKind,
    /// The value that optional syntax leaves out.
    pub default: u64,
    /// The value is the bits shifted left by this number.
    pub shift: u8,
    /// Text may give a number of this many bits; high bits that do not fit are dropped.
    pub reads: u8,
    /// The spelling of the number in text, if it differs from the value.
    pub spelled: Spelled,
}

/// The spelling of a field's number. [`Int::signed`] says how the instruction interprets it; a disassembler may show the same bits
/// differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Spelled {
    /// As the instruction interprets it.
    #[default]
    AsMeant,
    /// Printed as the instruction interprets it; read with or without a sign, because both give the same bits.
    Either,
    /// Printed as unsigned; read either way.
    Unsigned,
    /// Printed as two's complement; read either way.
    Signed,
}

impl Field {
    /// Field in bits `lo..=hi`.
    pub const fn new(name: &'static str, lo: u16, hi: u16, kind: FieldKind) -> Field {
        Field {
            name,
            at: [Span { lo, len: (hi - lo + 1) as u8 }, Span { lo: 0, len: 0 }],
            kind,
            default: 0,
            shift: 0,
            reads: 0,
            spelled: Spelled::AsMeant,
        }
    }
    /// Text without bits: it depends on the value of another field of names.
    pub const fn view(name: &'static str, list: &'static Names, of: &'static str) -> Field {
        Field { at: [Span { lo: 0, len: 0 }; 2], ..Field::new(name, 0, 0, FieldKind::View(list, of)) }
    }
    /// The same field with its high piece in bits `lo..=hi`.
    pub const fn high(mut self, lo: u16, hi: u16) -> Field {
        self.at[1] = Span { lo, len: (hi - lo + 1) as u8 };
        self
    }
    /// The same field with another default.
    pub const fn or(mut self, default: u64) -> Field {
        self.default = default;
        self
    }
    /// The same field in units of `1 << shift`.
    pub const fn times(mut self, shift: u8) -> Field {
        self.shift = shift;
        self
    }
    /// The same field, for which text may give a number of `bits` bits: an assembler drops high bits that do not fit.
    pub const fn reads(mut self, bits: u8) -> Field {
        self.reads = bits;
        self
    }
    /// The same field with another spelling of its number.
    pub const fn spelled(mut self, spelled: Spelled) -> Field {
        self.spelled = spelled;
        self
    }
    /// The format in which a number of the field is printed.
    pub(crate) fn printed(&self, int: Int) -> Int {
        let signed = match self.spelled {
            Spelled::AsMeant | Spelled::Either => int.signed,
            Spelled::Unsigned => false,
            Spelled::Signed => true,
        };
        Int { signed, ..int }
    }
    /// Number of bits.
    pub const fn len(&self) -> u32 {
        self.at[0].len as u32 + self.at[1].len as u32
    }
    /// True for a field without bits.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The interpretation of a field's bits.
#[derive(Clone, Copy)]
pub enum FieldKind {
    /// A register.
    Reg(&'static RegFile),
    /// Two registers of which one is encoded.
    Pair(&'static Pair),
    /// Consecutive registers; other fields give their number.
    Sized(&'static Sized),
    /// Separate registers; other fields give their number. This field has the first, the following fields have the others.
    List(&'static Sized),
    /// One bit; the syntax has its text.
    Flag,
    /// One of a list of names.
    Names(&'static Names),
    /// A second text for the value of another field of names, whose text is in two places.
    View(&'static Names, &'static str),
    /// A number.
    Int(Int),
    /// A float given by its upper bits.
    Float(Float),
    /// A signed byte distance from the end of this 8-byte instruction.
    Target,
    /// A set of bit numbers, `{0,3}`.
    Set,
    /// An operand whose syntax the instruction set defines.
    Own(&'static dyn Operand, Signs),
}

impl FieldKind {
    /// The number of the zero register, for a register or a pair.
    pub(crate) fn zero_register(self) -> Option<u64> {
        let file = match self {
            FieldKind::Reg(file) => file,
            FieldKind::Pair(pair) => pair.file,
            _ => return None,
        };
        file.names.first().map(|zero| zero.0)
    }
}

/// The flags that modify an operand, written around it: `-v1`, `-|v1|`, `neg(1)`, `sext(v1)`.
#[derive(Clone, Copy)]
pub struct Signs {
    /// Name of the flag that negates, empty if there is none.
    pub neg: &'static str,
    /// Name of the flag that takes the absolute value, empty if there is none.
    pub abs: &'static str,
    /// Name of the flag that sign-extends, empty if there is none.
    pub sext: &'static str,
    /// The field and the bit that choose the half of a register if [`Operand::has_halves`]; an empty name if there is none. The text has it
    /// as a suffix of the operand, `v1.h`, and as a modifier of the field itself.
    pub half: (&'static str, u8),
}

impl Signs {
    /// No such flags.
    pub const NONE: Signs = Signs { neg: "", abs: "", sext: "", half: ("", 0) };
}

/// An operand whose text is more than a list of names: several register files, constants, lists of words.
pub trait Operand: Sync {
    /// Whether the value is valid; an instruction word with an invalid value is not an instruction of the form.
    fn valid(&self, _profile: Profiles, _value: u64) -> bool {
        true
    }
    /// Appends the text. `literal` is the literal after the instruction.
    fn print(&self, cx: &Context, value: u64, literal: u64, out: &mut Line);
    /// Reads the start of the text, or returns what is expected there.
    fn parse(&self, cx: &Context, text: &str) -> Result<Read, &'static str>;
    /// The possible operands, for the reference page.
    fn meaning(&self) -> String {
        "operand".into()
    }
    /// The value that selects the field `literal` after the instruction.
    fn literal(&self) -> Option<u64> {
        None
    }
    /// Whether the value is a number, which a preceding sign would change.
    fn number(&self, _value: u64) -> bool {
        false
    }
    /// The bits of a constant, in the width that the operand reads; `literal` is the literal after the instruction. `None` if the value is
    /// not a constant.
    fn constant(&self, _value: u64, _literal: u32) -> Option<u64> {
        None
    }
    /// Whether the value is an inline constant that is in both halves of a pair.
    fn fills_both_halves(&self, _value: u64) -> bool {
        false
    }
    /// The registers that the value names; `None` if it names none.
    fn registers(&self, _profile: Profiles, _value: u64) -> Option<Run> {
        None
    }
    /// Whether the value names a register of which [`Signs::half`] can choose a half.
    fn has_halves(&self, _value: u64) -> bool {
        false
    }
    /// The bits that are set in the code of a register if it names the high half; 0 if no code does. With the lowest of these bits cleared,
    /// it names the low half.
    fn high(&self) -> u64 {
        0
    }
    /// Values that only the text with halves can express, as masks and the values under them.
    fn told_by_halves(&self) -> Vec<(u64, u64)> {
        match self.high() {
            0 => Vec::new(),
            bits => vec![(bits, bits)],
        }
    }
}

/// Consecutive registers that an operand names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The prefix of the file's first registers: `v`.
    pub file: &'static str,
    /// Number of the first register, as encoded.
    pub first: u64,
    /// Number of registers.
    pub count: u64,
}

/// Numbers that name registers, and the field values for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The difference between the field's value and the number.
    pub base: u64,
    /// The highest number.
    pub most: u64,
    /// Bits that are 0 in every number.
    pub unit: u64,
}

impl Numbers {
    /// The field value of a number; `None` if the number names no register.
    #[inline]
    pub fn value(self, number: u64) -> Option<u64> {
        (number <= self.most && number & self.unit == 0).then_some(self.base + number)
    }
}

/// The result of [`Operand::parse`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Read {
    /// The field's value.
    pub value: u64,
    /// The literal that must follow the instruction.
    pub literal: Option<u64>,
    /// Bytes of text.
    pub len: usize,
}

/// The format of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Int {
    /// Whether the instruction interprets the number as two's complement.
    pub signed: bool,
    /// The number in the text is the field shifted left by this number of bits.
    pub scale: u8,
    /// Whether it is printed in hexadecimal.
    pub hex: bool,
    /// Its spelling as an offset without base register.
    pub alone: Alone,
}

/// An offset whose base is the zero register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alone {
    /// As any other number.
    Number,
    /// Zero is the zero register.
    Signed,
    /// An unsigned address; zero is the zero register.
    Unsigned,
}

/// Float immediates: the field holds the upper bits of the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Float {
    /// 32 or 64.
    pub width: u8,
    /// Number of zero bits below the field.
    pub shift: u8,
}

/// The names of register numbers. A number is in at most one of the ranges and names.
pub struct RegFile {
    /// Ranges of numbers `lo..=hi` that are written as `prefix` and the number minus `lo`.
    pub ranges: &'static [(u64, u64, &'static str)],
    /// Numbers with their own names. The first is the zero register of addresses.
    pub names: &'static [(u64, &'static str)],
    /// Registers in the operand; more than one prints as `v[4:5]`.
    pub count: u8,
    /// A number that selects the value of another field.
    pub literal: Option<(u64, &'static str)>,
}

/// Registers whose number depends on other fields.
pub struct Sized {
    /// The names of the registers.
    pub file: &'static RegFile,
    /// Fields whose values, the first one lowest, make an index into `counts`.
    pub by: &'static [&'static str],
    /// The number of registers; 0 if there is no such instruction.
    pub counts: &'static [u8],
    /// The fields of the second and later registers of a list.
    pub rest: &'static [&'static str],
}

/// Two consecutive registers, of which the first is encoded; one of them may be the zero register.
pub struct Pair {
    /// The field that says which: 0 both, 1 second is zero, 2 first is zero.
    pub layout: &'static str,
    /// Flag that doubles the step from the first to the second.
    pub wide: &'static str,
    /// The name of the second register in the syntax; it has no bits of its own.
    pub second: &'static str,
    /// The names of the registers.
    pub file: &'static RegFile,
}

/// A list of names for the values of a field.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    /// The names. The first one of a value and profile is printed.
    pub list: &'static [Name],
    /// Prefix for values without a name, followed by the value. Without it such values are rejected.
    pub fallback: Option<&'static str>,
    /// Whether values without a name are defined.
    pub fallback_ok: bool,
}

/// One name of one value.
#[derive(Clone, Copy, Debug)]
pub struct Name {
    /// The field's value.
    pub value: u64,
    /// The text; empty if the value is not printed.
    pub text: &'static str,
    /// Mask of the profiles that use it.
    pub profiles: Profiles,
    /// Whether the documents define it.
    pub status: NameStatus,
}

/// Whether the documents define a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameStatus {
    /// Defined.
    Ok,
    /// The encoding can hold it, but the documents do not define it.
    Reserved,
    /// The documents say that it is illegal.
    Illegal,
}

/// A condition on the fields of an instruction.
#[derive(Clone, Copy)]
pub struct Rule {
    /// The rule applies only if each of these fields has one of these values.
    pub when: &'static [(&'static str, &'static [u64])],
    /// The requirement.
    pub need: Need,
    /// Whether the encoding enforces the rule.
    pub hard: bool,
    /// The error, `64-bit data needs an even register Rb`; for a list of names the kind of name, `size`.
    pub what: &'static str,
    /// The source of the rule.
    pub source: &'static str,
}

impl Rule {
    /// A rule for every instruction of the row that the encoding does not enforce.
    pub const fn new(need: Need, what: &'static str, source: &'static str) -> Rule {
        Rule { when: &[], need, hard: false, what, source }
    }
}

/// The requirement of a rule.
#[derive(Clone, Copy)]
pub enum Need {
    /// The field has one of these values.
    OneOf(&'static str, &'static [u64]),
    /// The field has none of these values.
    NoneOf(&'static str, &'static [u64]),
    /// The register number is a multiple of this number, or the zero register.
    Multiple(&'static str, u64),
    /// The field's raw value is at most this number.
    AtMost(&'static str, u64),
    /// A condition on several fields; a message points to the named one.
    Holds(&'static str, fn(&Inst) -> bool),
}
