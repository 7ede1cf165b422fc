//! What an instruction set writes down: rows, fields, kinds, names and rules. Plain data; what no list can describe is an [`Operand`].
use super::{Context, Inst, Line};

/// Profiles, a bit each: a processor whose rows are meant, in one of the ways in which its text is written.
pub type Profiles = u32;

/// One syntax of one instruction, with the encodings of its operand variants.
#[derive(Clone, Copy)]
pub struct Row {
    /// The manual's notation; see the module header.
    pub syntax: &'static str,
    /// The encodings; more than one where an operand can be a register, a constant or an immediate.
    pub ops: &'static [Variant],
    /// The fields that all variants share, in groups.
    pub fields: &'static [&'static [Field]],
    /// What is allowed beyond the bits.
    pub legal: &'static [&'static [Rule]],
    /// Mask of the profiles that have the instruction.
    pub profiles: Profiles,
    /// Length in bits, without a trailing literal.
    pub bits: u16,
    /// What the reuse flags of a control word mean for the instruction.
    pub reuse: Reuse,
    /// Other names of the mnemonic; read, never printed.
    pub aliases: &'static [&'static str],
    /// Where the syntax and the bits are known from.
    pub source: &'static str,
}

impl Row {
    /// A row of 64 bits with nothing in it; `..Row::EMPTY` fills in what an instruction set's rows leave open.
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

/// What the reuse flags of a control word beside an instruction mean for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reuse {
    /// None has an operand or another name.
    None,
    /// Register operands that are kept for the next instruction.
    Operands(Flags),
    /// The two lowest together are a phase of a texture instruction, which is a modifier.
    Phases,
}

/// Which operand each reuse flag belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flags {
    /// For each flag, from the lowest, the names that its operand has in the variants of the row; none for a flag without an operand.
    /// A destination that is a source as well has the name of both, and the source is marked.
    pub names: &'static [&'static [&'static str]],
    /// Mask of the profiles that have them.
    pub profiles: Profiles,
    /// Fields of which one must have one of the values; empty where all instructions of the row have the flags.
    pub when: &'static [(&'static str, &'static [u64])],
    /// Fields of which none may have one of the values.
    pub unless: &'static [(&'static str, &'static [u64])],
}

impl Flags {
    /// These operands, in every profile and instruction.
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
    /// Bits that must be as given.
    pub opcode: Pattern,
    /// Placeholders of the syntax and what they stand for here; the first that matches wins.
    pub operands: &'static [(&'static str, &'static str)],
    /// The fields only this variant has.
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
    /// `value` in bits `lo..lo+len`.
    pub const fn bits(lo: u32, len: u32, value: u128) -> Pattern {
        Pattern { value: value << lo, mask: ((1 << len) - 1) << lo }
    }
    /// Whether a word has these bits.
    pub const fn fits(self, word: u128) -> bool {
        word & self.mask == self.value
    }
    /// Both patterns.
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
    /// How the bits read.
    pub kind: FieldKind,
    /// The value that optional syntax leaves out.
    pub default: u64,
    /// The value is the bits shifted left by this.
    pub shift: u8,
    /// Text may give a number of so many bits, of which those that do not fit are dropped.
    pub reads: u8,
    /// How text gives the number, where that is not how it is meant.
    pub spelled: Spelled,
}

/// How the number of a field is written. [`Int::signed`] says what it means; a disassembler may show the same bits otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Spelled {
    /// As it is meant.
    #[default]
    AsMeant,
    /// Printed as it is meant; read with or without a sign, because both stand for the same bits.
    Either,
    /// Printed as if it were unsigned; read either way.
    Unsigned,
    /// Printed as if it were two's complement; read either way.
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
    /// Text without bits of its own: it follows from the value of another field of names.
    pub const fn view(name: &'static str, list: &'static Names, of: &'static str) -> Field {
        Field { at: [Span { lo: 0, len: 0 }; 2], ..Field::new(name, 0, 0, FieldKind::View(list, of)) }
    }
    /// The same field with its top bits elsewhere.
    pub const fn high(mut self, lo: u16, hi: u16) -> Field {
        self.at[1] = Span { lo, len: (hi - lo + 1) as u8 };
        self
    }
    /// The same field with another default.
    pub const fn or(mut self, default: u64) -> Field {
        self.default = default;
        self
    }
    /// The same field counting in units of `1 << shift`.
    pub const fn times(mut self, shift: u8) -> Field {
        self.shift = shift;
        self
    }
    /// The same field, for which text may give a number of `bits` bits: an assembler drops what does not fit.
    pub const fn reads(mut self, bits: u8) -> Field {
        self.reads = bits;
        self
    }
    /// The same field, whose number text gives in another way than it is meant.
    pub const fn spelled(mut self, spelled: Spelled) -> Field {
        self.spelled = spelled;
        self
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

/// How a field's bits read as text.
#[derive(Clone, Copy)]
pub enum FieldKind {
    /// A register.
    Reg(&'static RegFile),
    /// Two registers of which one is encoded.
    Pair(&'static Pair),
    /// Consecutive registers, as many as other fields say.
    Sized(&'static Sized),
    /// Separate registers, as many as other fields say: this one and those in the fields that follow.
    List(&'static Sized),
    /// One bit whose text stands in the syntax.
    Flag,
    /// One of a list of names.
    Names(&'static Names),
    /// What the value of another field of names says here, where its text stands in two places.
    View(&'static Names, &'static str),
    /// A number.
    Int(Int),
    /// A float given by its upper bits.
    Float(Float),
    /// A signed byte distance from the end of this 8-byte instruction.
    Target,
    /// A set of bit numbers, `{0,3}`.
    Set,
    /// Spelled by the instruction set.
    Own(&'static dyn Operand, Signs),
}

/// The flags that change an operand, written around it: `-v1`, `-|v1|`, `neg(1)`, `sext(v1)`.
#[derive(Clone, Copy)]
pub struct Signs {
    /// Name of the flag that negates, empty if there is none.
    pub neg: &'static str,
    /// Name of the flag that takes the absolute value, empty if there is none.
    pub abs: &'static str,
    /// Name of the flag that sign-extends, empty if there is none.
    pub sext: &'static str,
    /// The field and the bit of it that say which half of a register is meant, where [`Operand::has_halves`]; an empty name if
    /// there is none. The text has them behind the operand, `v1.h`, and in the field itself.
    pub half: (&'static str, u8),
}

impl Signs {
    /// No such flags.
    pub const NONE: Signs = Signs { neg: "", abs: "", sext: "", half: ("", 0) };
}

/// An operand whose text is more than a list of names: one of several register files, constants, lists of words.
pub trait Operand: Sync {
    /// Whether the value means anything; words in which it does not are no instruction of the form.
    fn valid(&self, profile: Profiles, value: u64) -> bool;
    /// Appends the text. `literal` is what follows the instruction.
    fn print(&self, cx: &Context, value: u64, literal: u64, out: &mut Line);
    /// Reads the start of the text, or says what is expected there.
    fn parse(&self, cx: &Context, text: &str) -> Result<Read, &'static str>;
    /// What it can be, for the reference page.
    fn meaning(&self) -> String {
        "operand".into()
    }
    /// The value that stands for the field `literal` behind the instruction.
    fn literal(&self) -> Option<u64> {
        None
    }
    /// Whether the value is a number, which a sign in front of it would change.
    fn number(&self, _value: u64) -> bool {
        false
    }
    /// The bits for which the value stands if it is a constant, in as many bits as the operand reads; `literal` is what
    /// follows the instruction.
    fn constant(&self, _value: u64, _literal: u32) -> Option<u64> {
        None
    }
    /// Whether the value is an inline constant that stands in both halves of a pair.
    fn fills_both_halves(&self, _value: u64) -> bool {
        false
    }
    /// The registers that the value names, if it names any.
    fn registers(&self, _profile: Profiles, _value: u64) -> Option<Run> {
        None
    }
    /// Whether the value names a register of which [`Signs::half`] may choose a half.
    fn has_halves(&self, _value: u64) -> bool {
        false
    }
    /// The bits that the code of a register has if it names the high half, 0 where no code does. Without the lowest of them it names
    /// the low half.
    fn high(&self) -> u64 {
        0
    }
    /// Values that only the text with halves can tell: those of which these bits are those.
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
    /// What the file's first registers are spelled with: `v`.
    pub file: &'static str,
    /// Number of the first, as encoded.
    pub first: u64,
    /// How many.
    pub count: u64,
}

/// Numbers that name registers, and which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// What is added to a number to make the value of the field.
    pub base: u64,
    /// The highest number.
    pub most: u64,
    /// The bits that are not set in any.
    pub unit: u64,
}

impl Numbers {
    /// The value of a number that names registers.
    #[inline]
    pub fn value(self, number: u64) -> Option<u64> {
        (number <= self.most && number & self.unit == 0).then_some(self.base + number)
    }
}

/// What an [`Operand`] read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Read {
    /// The field's value.
    pub value: u64,
    /// What has to follow the instruction.
    pub literal: Option<u64>,
    /// Bytes of text.
    pub len: usize,
}

/// Number format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Int {
    /// Whether the number that the instruction works with is two's complement.
    pub signed: bool,
    /// The number in the text is the field shifted left by this.
    pub scale: u8,
    /// Printed in hex.
    pub hex: bool,
    /// How it reads as an offset without base register.
    pub alone: Alone,
}

/// An offset whose base is the zero register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alone {
    /// A number like any other.
    Number,
    /// Zero reads as the zero register.
    Signed,
    /// An unsigned address; zero reads as the zero register.
    Unsigned,
}

/// Float immediates: the field holds the upper bits of the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Float {
    /// 32 or 64.
    pub width: u8,
    /// Bits that are zero below the field.
    pub shift: u8,
}

/// How register numbers are spelled. A number is in at most one of the runs and names.
pub struct RegFile {
    /// Runs of numbers `lo..=hi` spelled `prefix` and number minus `lo`.
    pub ranges: &'static [(u64, u64, &'static str)],
    /// Numbers with their own names. The first is the zero register of addresses.
    pub names: &'static [(u64, &'static str)],
    /// Registers in the operand; more than one prints as `v[4:5]`.
    pub count: u8,
    /// A number that stands for the value of another field.
    pub literal: Option<(u64, &'static str)>,
}

/// Registers whose number follows from other fields.
pub struct Sized {
    /// The registers' names.
    pub file: &'static RegFile,
    /// Fields whose values, the first lowest, make an index into `counts`.
    pub by: &'static [&'static str],
    /// The number of registers; 0 where there is no such instruction.
    pub counts: &'static [u8],
    /// The fields of the second and later registers of a list.
    pub rest: &'static [&'static str],
}

/// Two consecutive registers, first encoded, one of them possibly the zero register.
pub struct Pair {
    /// Field that says which: 0 both, 1 second is zero, 2 first is zero.
    pub layout: &'static str,
    /// Flag that doubles the step from the first to the second.
    pub wide: &'static str,
    /// What the syntax calls the second; it has no bits of its own.
    pub second: &'static str,
    /// The registers' names.
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
    /// The text; empty where the value is not printed.
    pub text: &'static str,
    /// Mask of the profiles that use it.
    pub profiles: Profiles,
    /// Its standing.
    pub status: Status,
}

/// Standing of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Defined.
    Ok,
    /// The encoding holds it, the documents do not define it.
    Reserved,
    /// The documents say that it is illegal.
    Illegal,
}

/// A condition on the fields of an instruction.
#[derive(Clone, Copy)]
pub struct Rule {
    /// The rule holds only where each of these fields has one of these values.
    pub when: &'static [(&'static str, &'static [u64])],
    /// What must then be so.
    pub need: Need,
    /// Even the encoding refuses it.
    pub hard: bool,
    /// What is wrong, `64-bit data needs an even register Rb`; for a list of names what they are, `size`.
    pub what: &'static str,
    /// Where the rule is known from.
    pub source: &'static str,
}

/// What a rule demands.
#[derive(Clone, Copy)]
pub enum Need {
    /// The field has one of these values.
    OneOf(&'static str, &'static [u64]),
    /// The field has none of these values.
    NoneOf(&'static str, &'static [u64]),
    /// The register number is a multiple of this, or the zero register.
    Multiple(&'static str, u64),
    /// The field's raw value is no larger than this.
    AtMost(&'static str, u64),
    /// A condition on several fields; the named one is where a message points.
    Holds(&'static str, fn(&Inst) -> bool),
}
