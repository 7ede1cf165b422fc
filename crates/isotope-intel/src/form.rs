//! Rows: one per syntax of one instruction. Parser, printer, encoder, decoder and reference page are derived from the row.
//!
//! A row lists its parts once and gives their order twice: in text and in bytes (the two orders differ for `svm_atomic`).
//! Instructions are byte sequences, and vector operands encode their own length, so there is no bit layout.
//!
//! | text column | means |
//! | --- | --- |
//! | `.op`, `{.width}` | a part as dot word; in braces it is omitted where its name is empty |
//! | `{.sat}` | whether `dst` saturates |
//! | `exec` | `(M1, 8)` |
//! | `dst`, `src0` | the part with that name |
//! | other characters | themselves |
//!
//! | bytes column | means |
//! | --- | --- |
//! | `exec`, `pred` | one byte, two bytes |
//! | `exec3` | the older byte, which encodes 8, 16 and 1 lanes only |
//! | `dst`, `surface` | the part with that name, with the number of bytes of its kind |
//! | `op:5+width:3` | parts that share a byte, lowest bits first |
//! | `00` | a constant byte |
use std::sync::LazyLock;

use super::Mode;
use super::inst::{Operand, Type};
use super::legal::{Family, Rules};
use super::names::{short, small};
use isotope_table::{Index, Mnemonics, Name, Names, Pattern, Profiles};

/// Profile bit of the names that the vendor's assembler accepts.
pub const TOOL: Profiles = 1;
/// Profile bit of the names from the documents or from this project.
pub const DOCUMENTS: Profiles = 2;

/// One syntax of one instruction.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The mnemonic without dot words.
    pub name: &'static str,
    /// The first bytes.
    pub code: &'static [u8],
    /// The syntax after the mnemonic.
    pub text: &'static str,
    /// The bytes after `code`.
    pub bytes: &'static str,
    /// The parts, in groups.
    pub parts: &'static [&'static [Field]],
    /// The types that the documents allow for vector operands.
    pub types: Types,
    /// The source of text and bytes.
    pub source: &'static str,
}

impl Row {
    fn opcode(&self) -> Pattern {
        Pattern::bits(0, 8 * self.code.len() as u32, start(self.code))
    }
}

/// A set of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Types(pub u16);

impl Types {
    /// The set with these types.
    pub const fn of(list: &[Type]) -> Types {
        let (mut set, mut i) = (0, 0);
        while i < list.len() {
            set |= 1 << list[i] as u16;
            i += 1;
        }
        Types(set)
    }
    /// The union of both sets.
    pub const fn and(self, other: Types) -> Types {
        Types(self.0 | other.0)
    }
    /// Whether the set contains the type.
    pub fn has(self, ty: Type) -> bool {
        self.0 >> ty as u16 & 1 != 0
    }
    /// Every type.
    pub const ANY: Types = Types(0xffff);
}

/// A named part of a row.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Unique within its row.
    pub name: &'static str,
    /// Its text syntax and its storage.
    pub kind: FieldKind,
}

/// The text syntax and the storage of a part.
#[derive(Clone, Copy, Debug)]
pub enum FieldKind {
    /// A vector operand that is written.
    Dst(Classes),
    /// A vector operand that is read.
    Src(Classes),
    /// Bytes of a variable: `V32.64`.
    Raw,
    /// [`FieldKind::Raw`] without `.0`, as load-store instructions print it.
    Bare,
    /// A surface by number.
    Surface,
    /// A sampler by number.
    Sampler,
    /// A label in two bytes.
    Label,
    /// A decimal number with this many bytes.
    Number(u8),
    /// A hexadecimal number with this many bytes.
    Hex(u8),
    /// A power of two in text, its log2 in bytes.
    Power,
    /// One of a list of names, in one byte or some bits of it.
    Names(Names),
    /// Options of a fence: a mask of bits that are always set, and one of bits that are always clear; the remaining bits have letters.
    Fence(u8, u8),
    /// The variable of `lifetime`: a byte of properties, then its index.
    Lifetime,
    /// A string of the kernel, in four bytes.
    Text,
    /// Size, order, number and channels of load-store data: `:d32x4t`.
    Shape,
    /// Address model, scale, offset and size, around the parts `surface` and `addr`, and `pitch` if the row has it:
    /// `flat[4*V32+0x10]:a64`.
    Address,
    /// Address model and size, around the parts `surface` and `u`, `v`, `r`, `lod`: `bti(0x1)[V32, V33, %null, %null]:a32`.
    Coordinates,
    /// A name, as a string of the kernel in two bytes.
    Name,
}

/// Classes of vector operands, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classes(pub u8);

impl Classes {
    /// Elements of a variable.
    pub const GENERAL: Classes = Classes(1);
    /// Elements of an address variable.
    pub const ADDRESS: Classes = Classes(2);
    /// A predicate.
    pub const PREDICATE: Classes = Classes(4);
    /// Elements at addresses in an address variable.
    pub const INDIRECT: Classes = Classes(8);
    /// The address of a variable.
    pub const ADDRESS_OF: Classes = Classes(16);
    /// A number.
    pub const IMMEDIATE: Classes = Classes(32);
    /// A surface or sampler variable.
    pub const STATE: Classes = Classes(64);
    /// The union of both.
    pub const fn or(self, other: Classes) -> Classes {
        Classes(self.0 | other.0)
    }
    /// Whether this set contains all classes of `other`.
    pub const fn has(self, other: Classes) -> bool {
        self.0 & other.0 == other.0
    }
}

impl FieldKind {
    /// The default operand when the text omits it.
    fn absent(self) -> Operand {
        match self {
            FieldKind::Raw | FieldKind::Bare => Operand::NULL,
            FieldKind::Src(_) | FieldKind::Dst(_) => Operand::Imm { ty: Type::Ud, value: 0 },
            FieldKind::Fence(set, _) => Operand::Number(set.into()),
            _ => Operand::Number(0),
        }
    }
    /// The default operand when the bytes omit it: the only name of a list with one name.
    fn unstored(self) -> Operand {
        match self {
            FieldKind::Names(names) if names.list.len() == 1 => Operand::Number(names.list[0].value),
            _ => Operand::Number(0),
        }
    }
}

/// A piece of the text column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Blank.
    Space,
    /// This ASCII character.
    Literal(u8),
    /// `(M1, 8)`.
    Exec,
    /// A part.
    Field(usize),
    /// A part after a dot; the flag says whether it is optional.
    Dot(usize, bool),
    /// `.sat`.
    Sat,
}

/// A piece of the bytes column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    /// This byte.
    Fixed(u8),
    /// Execution size and mask.
    Exec,
    /// The older byte of gather and scatter, without an execution mask.
    Exec3,
    /// Predicate.
    Pred,
    /// A part.
    Field(usize),
    /// Parts that share a byte, with their numbers of bits, lowest bits first.
    Bits(Vec<(usize, u32)>),
}

/// A row with its columns parsed.
#[derive(Debug)]
pub struct Form {
    /// Index among the forms.
    pub index: u16,
    /// The row.
    pub row: &'static Row,
    /// Its parts in one flat list.
    pub parts: Vec<Field>,
    pub(super) text: Vec<Piece>,
    /// The pieces of text without blanks, for the parser, which skips blanks itself.
    pub(super) read: Vec<Piece>,
    pub(super) bytes: Vec<Stored>,
    /// The default operands of parts that the text omits; the same for the bytes.
    pub(super) absent: Vec<Operand>,
    pub(super) unstored: Vec<Operand>,
    /// The names of each part.
    pub(super) words: Vec<Words>,
    /// Positions of the parts that engines need.
    pub(super) places: Places,
    /// Whether the instruction has lanes, and a predicate.
    pub(super) lanes: bool,
    pub(super) predicated: bool,
    /// The kind of atomic.
    pub(super) family: Option<Family>,
    /// The rules it must follow, by [`Mode`].
    pub(super) rules: Rules,
}

/// Positions of the parts with certain names in an instruction of a form.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Places {
    pub dst: Option<usize>,
    pub op: Option<usize>,
    pub width: Option<usize>,
    pub edge: Option<usize>,
    pub shape: Option<usize>,
    pub surface: Option<usize>,
    pub pitch: Option<usize>,
    /// `addr`, `u`, `v`, `r`, `lod`, in this order.
    pub address: [Option<usize>; 5],
    /// The source of `addr_add`, which is written as the address of a variable.
    pub of: Option<usize>,
}

/// A perfect hash of short names to values.
#[derive(Clone, Debug, Default)]
pub(super) struct Apart {
    words: Vec<(u64, u64)>,
    /// The hash factor: the slot is the highest bits of name * factor.
    factor: u64,
    /// Slots: index of the name from 1 on, 0 for an empty slot. Their number is a power of two.
    places: Vec<u8>,
}

impl Apart {
    /// If two names are equal, the first one is used.
    fn new(words: impl Iterator<Item = (u64, u64)>) -> Apart {
        let mut all = Apart { words: words.collect(), factor: 0, places: Vec::new() };
        assert!(all.words.len() < usize::from(u8::MAX), "more words than numbers for them");
        let mut places = (2 * all.words.len() + 1).next_power_of_two();
        let mut random = isotope_op::random::Random(1);
        loop {
            for _ in 0..8 {
                all.factor = random.draw() | 1;
                all.places.clear();
                all.places.resize(places, 0);
                if all.fill() {
                    return all;
                }
            }
            places *= 2;
        }
    }
    /// Puts the names into their slots; fails if two names have the same slot.
    fn fill(&mut self) -> bool {
        (1..).zip(&self.words).all(|(position, (word, _))| {
            let at = place_of(*word, self.factor, self.places.len());
            match self.places[at] {
                0 => self.places[at] = position,
                other => return self.words[usize::from(other) - 1].0 == *word,
            }
            true
        })
    }
    #[inline]
    fn find(&self, word: u64) -> Option<u64> {
        let position = *self.places.get(place_of(word, self.factor, self.places.len()))?;
        let (found, value) = *self.words.get(usize::from(position).wrapping_sub(1))?;
        (found == word).then_some(value)
    }
}

/// The slot of a name.
#[inline(always)]
fn place_of(word: u64, factor: u64, places: usize) -> usize {
    (word.wrapping_mul(factor) >> 48) as usize & places.wrapping_sub(1)
}

/// The names of a part.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    /// By value: the first value with the same name, and the name.
    values: Vec<Option<(u8, &'static str)>>,
    /// Short names, packed by [`short`], with their values: first those that the vendor's assembler accepts, then those of the documents,
    /// in lower case.
    tool: Apart,
    documents: Apart,
    /// Names that are too long to pack.
    long: Vec<&'static Name>,
}

impl Words {
    fn of(kind: FieldKind) -> Words {
        let FieldKind::Names(names) = kind else { return Words::default() };
        let end = names.list.iter().map(|name| name.value + 1).max().unwrap_or(0);
        let word = |value| {
            let text = names.entry(Profiles::MAX, value)?.text;
            let first = names.list.iter().find(|name| name.text == text).map_or(value, |name| name.value);
            Some((first as u8, text))
        };
        let spelled = |name: &Name| short(name.text.as_bytes()).filter(|word| *word != 0);
        let of = |profile: Profiles| {
            let known = names.list.iter().filter(move |name| name.profiles & profile != 0);
            known.filter_map(|name| Some((spelled(name)?, name.value)))
        };
        Words {
            values: (0..end).map(word).collect(),
            tool: Apart::new(of(TOOL)),
            documents: Apart::new(of(DOCUMENTS).map(|(word, value)| (small(word), value))),
            long: names.list.iter().filter(|name| short(name.text.as_bytes()).is_none()).collect(),
        }
    }
    /// The value with this name.
    #[inline]
    pub fn read(&self, word: &str, mode: Mode) -> Option<u64> {
        let Some(key) = short(word.as_bytes()) else { return self.read_long(word, mode) };
        let (list, key) = match mode {
            Mode::Verifier => (&self.tool, key),
            Mode::Documented | Mode::Compat => (&self.documents, small(key)),
        };
        list.find(key)
    }
    #[cold]
    fn read_long(&self, word: &str, mode: Mode) -> Option<u64> {
        let same = |name: &&&Name| match mode {
            Mode::Verifier => name.profiles & TOOL != 0 && name.text == word,
            _ => name.profiles & DOCUMENTS != 0 && name.text.eq_ignore_ascii_case(word),
        };
        self.long.iter().find(same).map(|name| name.value)
    }
    /// The first value that has the name of `value`, and the name.
    #[inline]
    pub fn get(&self, value: u64) -> Option<(u8, &'static str)> {
        *self.values.get(usize::try_from(value).ok()?)?
    }
}

/// The names of the parts that hold coordinates of an address.
pub(super) const COORDINATES: [&str; 5] = ["addr", "u", "v", "r", "lod"];

impl Form {
    /// # Panics
    /// A column names a part that the row does not have.
    fn new((index, row): (usize, &'static Row)) -> Form {
        let parts: Vec<Field> = row.parts.iter().flat_map(|g| g.iter().copied()).collect();
        let find = |name: &str| {
            let at = parts.iter().position(|p| p.name == name);
            at.unwrap_or_else(|| panic!("row `{} {}`: no part is called `{name}`", row.name, row.text))
        };
        let text = pieces(row.text, &find);
        let bytes: Vec<Stored> = row.bytes.split_whitespace().map(|token| place(token, &find)).collect();
        let mut form = Form {
            index: index as u16,
            row,
            lanes: text.contains(&Piece::Exec),
            read: text.iter().copied().filter(|piece| *piece != Piece::Space).collect(),
            text,
            predicated: bytes.contains(&Stored::Pred),
            bytes,
            absent: parts.iter().map(|part| part.kind.absent()).collect(),
            unstored: parts.iter().map(|part| part.kind.unstored()).collect(),
            words: parts.iter().map(|part| Words::of(part.kind)).collect(),
            parts,
            places: Places::default(),
            family: Family::of(row.name),
            rules: Rules::default(),
        };
        let at = |name: &str| form.position(name);
        form.places = Places {
            dst: at("dst"),
            op: at("op"),
            width: at("width"),
            edge: at("edge"),
            shape: at("shape"),
            surface: at("surface"),
            pitch: at("pitch"),
            address: COORDINATES.map(at),
            of: at("src0").filter(|_| row.name == "addr_add"),
        };
        form.rules = Rules::of(&form);
        form
    }
    /// The mnemonic without dot words.
    pub fn name(&self) -> &'static str {
        self.row.name
    }
    /// The position of the operand with that name in an instruction of this form.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.parts.iter().position(|p| p.name == name)
    }
    /// The names of a part; none for a part of another kind.
    pub fn names(&self, part: &str) -> &'static [Name] {
        match self.position(part).map(|i| self.parts[i].kind) {
            Some(FieldKind::Names(names)) => names.list,
            _ => &[],
        }
    }
    /// The name for a value of a part.
    pub fn word(&self, part: &str, value: u64) -> Option<&'static str> {
        match self.parts[self.position(part)?].kind {
            FieldKind::Names(names) => names.entry(Profiles::MAX, value).map(|name| name.text),
            _ => None,
        }
    }
    /// The name for a value of part `i`; empty if there is none.
    #[inline]
    pub(super) fn word_at(&self, i: usize, value: u64) -> &'static str {
        self.words[i].get(value).map_or("", |(_, word)| word)
    }
    /// Whether the instruction has lanes.
    pub fn has_exec(&self) -> bool {
        self.lanes
    }
    /// Whether the instruction can have a predicate.
    pub fn has_pred(&self) -> bool {
        self.predicated
    }
}

/// Parses a text column.
fn pieces(column: &'static str, find: &dyn Fn(&str) -> usize) -> Vec<Piece> {
    let mut out = Vec::new();
    let mut rest = column;
    while let Some(c) = rest.chars().next() {
        let optional = c == '{';
        let body = rest.trim_start_matches('{');
        let name_end = |t: &str| t.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(t.len());
        if let Some(after) = body.strip_prefix('.').filter(|_| optional || c == '.') {
            let end = name_end(after);
            out.push(match &after[..end] {
                "sat" => Piece::Sat,
                name => Piece::Dot(find(name), optional),
            });
            rest = after[end..].strip_prefix('}').unwrap_or(&after[end..]);
        } else if c.is_ascii_alphabetic() {
            let end = name_end(rest);
            out.push(match &rest[..end] {
                "exec" => Piece::Exec,
                name => Piece::Field(find(name)),
            });
            rest = &rest[end..];
        } else {
            out.push(if c == ' ' { Piece::Space } else { Piece::Literal(c as u8) });
            rest = &rest[1..];
        }
    }
    out
}

/// Parses one token of a bytes column.
fn place(token: &str, find: &dyn Fn(&str) -> usize) -> Stored {
    if token.contains(':') {
        let bits = token.split('+').filter_map(|piece| {
            let (name, bits) = piece.split_once(':')?;
            Some((find(name), bits.parse().unwrap_or(8)))
        });
        return Stored::Bits(bits.collect());
    }
    match token {
        "exec" => Stored::Exec,
        "exec3" => Stored::Exec3,
        "pred" => Stored::Pred,
        hex if hex.len() == 2 && hex.bytes().all(|b| b.is_ascii_hexdigit()) => {
            Stored::Fixed(u8::from_str_radix(hex, 16).unwrap_or(0))
        }
        name => Stored::Field(find(name)),
    }
}

/// All forms of the instruction set.
#[derive(Debug)]
pub struct Forms {
    list: Vec<Form>,
    names: Mnemonics,
    codes: Index,
}

impl Forms {
    fn new() -> Forms {
        let list: Vec<Form> = super::forms::rows().enumerate().map(Form::new).collect();
        let names = Mnemonics::new(list.iter().map(|form| (form.name(), form.index)));
        // The first byte distinguishes most of them.
        let codes = Index::new((0, 8), 3, list.iter().map(|form| form.row.opcode()));
        Forms { list, names, codes }
    }
    /// Every form.
    pub fn iter(&self) -> impl Iterator<Item = &Form> {
        self.list.iter()
    }
    /// The forms with this mnemonic.
    pub fn named(&'static self, name: &str) -> impl Iterator<Item = &'static Form> {
        self.names.forms(name.as_bytes()).iter().map(|i| &self.list[usize::from(*i)])
    }
    /// The form with that index.
    #[inline]
    pub(super) fn get(&'static self, index: u16) -> &'static Form {
        &self.list[usize::from(index)]
    }
    /// The forms that these bytes can be an instance of, by their first bytes.
    pub fn coded(&'static self, bytes: &[u8]) -> impl Iterator<Item = &'static Form> {
        self.codes.candidates(start(bytes)).iter().map(|i| &self.list[usize::from(*i)])
    }
    /// The mnemonics.
    pub fn mnemonics(&self) -> &Mnemonics {
        &self.names
    }
}

/// The first sixteen bytes, padded with 0.
fn start(bytes: &[u8]) -> u128 {
    if let Some(first) = bytes.first_chunk() {
        return u128::from_le_bytes(*first);
    }
    let mut first = [0; 16];
    first[..bytes.len()].copy_from_slice(bytes);
    u128::from_le_bytes(first)
}

/// The compiled rows.
pub static FORMS: LazyLock<Forms> = LazyLock::new(Forms::new);
