//! Compiles rows to forms: expands operand variants and compiles the syntax once.
use super::cache::Cache;
use super::error::either;
use super::line::Short;
use super::reader::ReadFields;
use super::row::*;
use std::sync::OnceLock;

/// Most fields a form may have.
pub const MAX_FIELDS: usize = 20;

/// The properties that all rows of an instruction set share.
#[derive(Clone, Copy)]
pub struct Layout {
    /// Bits `lo..lo+len` select the candidates when decoding; `len` at most 16. If many forms share these bits, the table finds more bits
    /// by itself.
    pub index: (u32, u32),
    /// Syntax that precedes every instruction that has its fields, e.g. `{@{!}Pg }`.
    pub prefix: &'static str,
    /// Bytes of the text before the mnemonic.
    pub skip_prefix: fn(&str) -> usize,
    /// Text that ends an instruction when printed.
    pub end: &'static str,
    /// The profiles, by bit: the name of the processor, and its mode for messages, e.g. ` in wave64 mode`. Both are empty if messages name
    /// another profile of the processor instead.
    pub profiles: &'static [(&'static str, &'static str)],
    /// Assembler syntax beyond the rows.
    pub style: Style,
}

/// Syntax of an assembler that all its instructions share.
#[derive(Clone, Copy)]
pub struct Style {
    /// Registers are `v5`, `v[5]`, `v[4:5]` or `[v4, v5]`; commas may be left out; the prefix `no` clears a flag; numbers are as in C; only
    /// the mnemonic may be in capitals; `;` and `//` start a comment. Register numbers without a register do not decode.
    pub groups: bool,
    /// Prefixes of registers whose groups start at a multiple of their size, but at most of 4.
    pub aligned: &'static [&'static str],
    /// Names that only other processors have, and those processors.
    pub foreign: &'static [(&'static str, &'static str)],
    /// The profiles whose text names halves of registers.
    pub halves: Profiles,
    /// The shift from a profile to the profile whose text names halves of registers; 0 if there is none.
    pub halves_apart: u8,
}

impl Layout {
    /// The processor of a profile.
    pub(super) fn processor(&self, profile: Profiles) -> &'static str {
        let bit = profile.trailing_zeros() as usize;
        let named = self.profiles.iter().take(bit + 1).rev().find(|(name, _)| !name.is_empty());
        named.map_or("this processor", |(name, _)| name)
    }

    /// Text for messages: the processor of a profile that lacks something, with its mode if another profile of the processor has it.
    pub(super) fn lacking(&self, profile: Profiles, having: Profiles) -> String {
        let name = self.processor(profile);
        let mut others = (0..).zip(self.profiles).filter(|(_, (other, _))| *other == name);
        if others.any(|(bit, _)| having >> bit & 1 == 1) { self.processors(profile) } else { name.to_string() }
    }

    /// Text for messages: the processors of these profiles, each with its mode if only some of its modes are included.
    pub(super) fn processors(&self, having: Profiles) -> String {
        let mut all: Vec<String> = Vec::new();
        let named = || (0..).zip(self.profiles).filter(|(_, (name, _))| !name.is_empty());
        for (_, (name, mode)) in named().filter(|(bit, _)| having >> bit & 1 == 1) {
            let whole = named().all(|(bit, (other, _))| other != name || having >> bit & 1 == 1);
            let text = if whole { name.to_string() } else { format!("{name}{mode}") };
            if !all.contains(&text) {
                all.push(text);
            }
        }
        either(all.into_iter())
    }
}

impl Style {
    /// Registers with plain names, text as in the rows.
    pub const PLAIN: Style = Style { groups: false, aligned: &[], foreign: &[], halves: 0, halves_apart: 0 };
}

/// The fields of a form. They are not copied if the row has them in one slice.
#[derive(Clone, Copy)]
pub struct Fields(&'static [Field]);

impl std::ops::Deref for Fields {
    type Target = [Field];
    fn deref(&self) -> &[Field] {
        self.0
    }
}

impl<'a> IntoIterator for &'a Fields {
    type Item = &'a Field;
    type IntoIter = std::slice::Iter<'a, Field>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// One compiled syntax of one instruction.
pub struct Form {
    /// Position in the table.
    pub index: u16,
    /// The mnemonic without modifiers.
    pub mnemonic: &'static str,
    /// The mnemonic, to be copied as a whole; empty if it is too long for that.
    pub(super) short: Short,
    /// [`Row::profiles`], next to the other data that decoding reads.
    pub(super) profiles: Profiles,
    /// The row's syntax with this variant's operands.
    pub syntax: String,
    /// The row it comes from.
    pub row: &'static Row,
    /// Fixed bits.
    pub opcode: Pattern,
    /// Bits among the first 128 that are neither fixed nor part of a field.
    pub(super) unnamed: u128,
    /// All fields; [`Inst::vals`] has the same order.
    pub fields: Fields,
    /// The syntax in steps, compiled when the form is first used.
    items: OnceLock<Vec<Item>>,
    pub(super) rules: Vec<Compiled>,
    pub(super) layout: Layout,
    pub(super) defaults: [u64; MAX_FIELDS],
    pub(super) literal: Option<u8>,
    /// Each field whose number of registers depends on other fields, with those fields.
    pub(super) sized: Vec<(u8, &'static Sized, Vec<u8>)>,
    /// Flags around each [`FieldKind::Own`] field: negation, absolute value, sign extension; [`NO_FLAG`] for none.
    pub(super) signs: [[u8; 3]; MAX_FIELDS],
    /// For each [`FieldKind::Own`] field, the field and the bit that choose its half; [`NO_FLAG`] for none.
    pub(super) half: [(u8, u8); MAX_FIELDS],
    /// Fields, masks and values that only the text with halves can express.
    pub(super) halves: Vec<(u8, u64, u64)>,
    /// Operand slot of each field, counted from 1.
    pub(super) slots: [u8; MAX_FIELDS],
    /// The values computed from it so far.
    pub(super) worked_out: Cache,
}

impl Form {
    /// The compiled syntax.
    pub(super) fn items(&self) -> &[Item] {
        self.items.get_or_init(|| {
            let mut compiler = Compiler { syntax: &self.syntax, fields: &self.fields, last: "", open: None };
            let mut items = compiler.prefix(self.layout.prefix);
            items.push(Item::Mnemonic);
            items.extend(compiler.items(&self.syntax[self.mnemonic.len()..]));
            items
        })
    }

    /// The value of a field that the text leaves out; 0 if the text always has one.
    pub fn default_of(&self, field: usize) -> u64 {
        self.defaults[field]
    }

    /// Position of a field.
    pub fn field(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|f| f.name == name)
    }
}

/// One decoded or parsed instruction.
#[derive(Clone, Copy)]
pub struct Inst {
    /// Its form.
    pub form: &'static Form,
    /// The raw bits of each field of the form.
    pub vals: [u64; MAX_FIELDS],
}

impl Inst {
    /// The reuse flags of a control word that belong to register operands of this instruction, one bit each.
    pub fn reuse_flags(&self, profile: Profiles) -> u8 {
        let Reuse::Operands(flags) = self.form.row.reuse else { return 0 };
        let holds = |(field, values): &(&str, &[u64])| self.try_get(field).is_some_and(|v| values.contains(&v));
        let wanted = flags.when.is_empty() || flags.when.iter().any(holds);
        if flags.profiles & profile == 0 || !wanted || flags.unless.iter().any(holds) {
            return 0;
        }
        self.form.slots.iter().filter(|slot| **slot != 0).fold(0, |flags, slot| flags | 1 << (slot - 1))
    }

    /// Number of registers of the field at this position.
    pub(super) fn count(&self, f: u8) -> u64 {
        let Some((_, sized, by)) = self.form.sized.iter().find(|s| s.0 == f) else { return 1 };
        let (mut index, mut shift) = (0, 0);
        for f in &by[..sized.by.len()] {
            index |= self.vals[*f as usize] << shift;
            shift += self.form.fields[*f as usize].len();
        }
        sized.counts.get(index as usize).copied().unwrap_or(0).into()
    }
    /// Raw bits of the named field; 0 if the form has none.
    pub fn get(&self, name: &str) -> u64 {
        ReadFields::get(self, name)
    }
    /// Raw bits of the named field.
    pub fn try_get(&self, name: &str) -> Option<u64> {
        ReadFields::try_get(self, name)
    }
    /// The value of a numeric field: sign-extended if it is signed, and scaled.
    pub fn number(&self, name: &str) -> i64 {
        ReadFields::number(self, name)
    }
    /// The text of a field of names; empty if nothing is printed.
    pub fn text(&self, profile: Profiles, name: &str) -> &'static str {
        ReadFields::text(self, profile, name)
    }
}

impl Form {
    /// The bits of the named field that choose halves of operands.
    pub fn half_bits(&self, name: &str) -> u64 {
        let chooser = self.field(name).map_or(NO_FLAG, |f| f as u8);
        self.half.iter().filter(|half| half.0 != NO_FLAG && half.0 == chooser).fold(0, |all, half| all | 1 << half.1)
    }

    /// Whether registers with halves always have a suffix.
    pub(super) fn always_halves(&self) -> bool {
        self.halves.iter().any(|(_, bits, _)| *bits == 0)
    }

    /// Whether text for a profile names halves of registers.
    pub(super) fn names_halves(&self, profile: Profiles) -> bool {
        profile & self.layout.style.halves != 0
    }
}

impl Inst {
    /// Whether it names a high half of a register, or has another value that only the text with halves can express.
    pub fn needs_halves(&self) -> bool {
        self.form.halves.iter().any(|(f, bits, value)| self.vals[*f as usize] & bits == *value)
    }

    /// The profile with which it is printed: the profile that names halves if the instruction needs it, otherwise `profile`.
    pub(super) fn printed_for(&self, profile: Profiles) -> Profiles {
        let twin = !self.form.halves.is_empty() && !self.form.names_halves(profile) && self.needs_halves();
        if twin { profile << self.form.layout.style.halves_apart } else { profile }
    }
}

impl PartialEq for Inst {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.form, other.form) && self.vals == other.vals
    }
}

impl std::fmt::Debug for Inst {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:x?}", self.form.syntax, &self.vals[..self.form.fields.len()])
    }
}

pub(super) fn sign_extend(value: u64, len: u32) -> i64 {
    if len == 0 || len >= 64 { value as i64 } else { ((value << (64 - len)) as i64) >> (64 - len) }
}

pub(super) fn read_int(int: Int, len: u32, value: u64) -> i64 {
    (if int.signed { sign_extend(value, len) } else { value as i64 }) << int.scale
}

/// One step of a compiled syntax.
#[derive(Clone, Debug)]
pub(super) enum Item {
    Lit(Box<str>),
    /// The mnemonic or an alias of it.
    Mnemonic,
    /// A fixed modifier with its leading dot.
    Word(Box<str>),
    /// A flag or name with a leading dot; for a flag, the text is its spelling.
    Mod(u8, Box<str>),
    Val(u8),
    Prefix(u8, char),
    Bar(u8),
    Sum(u8, u8),
    /// Optional syntax, its fields, and whether it is printed even if all of them have their defaults.
    Group(Box<[Item]>, Box<[u8]>, bool),
    /// Flags that are read in any order and printed in this order.
    Flags(Box<[u8]>),
}

/// Marks the absence of a flag in [`Form::signs`].
pub(super) const NO_FLAG: u8 = 0xff;

/// A rule with its field names looked up.
#[derive(Clone)]
pub(super) struct Compiled {
    pub rule: &'static Rule,
    pub when: Vec<(u8, &'static [u64])>,
    pub field: u8,
}

pub(super) fn compile(layout: Layout, row: &'static Row, variant: &'static Variant, index: u16) -> Form {
    let parts = || row.fields.iter().copied().chain([variant.fields]);
    // Most forms have all fields in one part.
    let mut some = parts().filter(|part| !part.is_empty());
    let fields = Fields(match (some.next(), some.next()) {
        (None, _) => &[],
        (Some(one), None) => one,
        _ => parts().collect::<Vec<_>>().concat().leak(),
    });
    assert!(fields.len() <= MAX_FIELDS, "{}: too many fields", row.syntax);
    let mut syntax = row.syntax.to_string();
    // The first placeholder in the syntax is the operand's; the later ones are shorter forms of it.
    for (from, to) in variant.operands {
        let with = substitute(&syntax, from, to);
        if with != syntax {
            syntax = with;
            break;
        }
    }
    let mnemonic = row.mnemonic();
    let find = |name: &str| fields.iter().position(|f| f.name == name).map(|i| i as u8);
    let rules = row.legal.iter().flat_map(|rules| rules.iter());
    let rules = rules.filter_map(|rule| {
        let (Need::OneOf(name, _)
        | Need::NoneOf(name, _)
        | Need::Multiple(name, _)
        | Need::AtMost(name, _)
        | Need::Holds(name, _)) = rule.need;
        let when = rule.when.iter().map(|(name, values)| find(name).map(|f| (f, *values)));
        Some(Compiled { rule, when: when.collect::<Option<_>>()?, field: find(name)? })
    });
    let rules = rules.collect();
    let mut defaults = [0; MAX_FIELDS];
    for (default, field) in defaults.iter_mut().zip(fields.iter()) {
        *default = field.default;
        if let FieldKind::Names(names) = field.kind
            && let Some(n) = names.list.iter().find(|n| n.text.is_empty())
        {
            *default = n.value;
        }
    }
    let literal = fields.iter().find_map(|f| match f.kind {
        FieldKind::Reg(file) => file.literal.and_then(|(_, name)| find(name)),
        FieldKind::Own(operand, _) => operand.literal().and_then(|_| find("literal")),
        _ => None,
    });
    // A row may have the field `literal` although none of its operands can use it.
    let literal = literal.or_else(|| find("literal").filter(|i| fields[*i as usize].at[0].lo >= row.bits));
    let sized = fields.iter().enumerate().filter_map(|(i, f)| match f.kind {
        FieldKind::Sized(sized) | FieldKind::List(sized) => {
            let find = |name: &&str| find(name).unwrap_or_else(|| panic!("{}: no field {name}", row.syntax));
            Some((i as u8, sized, sized.by.iter().chain(sized.rest).map(find).collect()))
        }
        _ => None,
    });
    let sized = sized.collect();
    let (mut signs, mut half) = ([[NO_FLAG; 3]; MAX_FIELDS], [(NO_FLAG, 0); MAX_FIELDS]);
    let mut halves = Vec::new();
    for (i, field) in fields.iter().enumerate() {
        if let FieldKind::Own(operand, Signs { neg, abs, sext, half: (chooser, bit) }) = field.kind {
            let flag = |name: &str| if name.is_empty() { NO_FLAG } else { find(name).unwrap_or(NO_FLAG) };
            signs[i] = [neg, abs, sext].map(flag);
            half[i] = (flag(chooser), bit);
            halves.extend(operand.told_by_halves().into_iter().map(|(bits, value)| (i as u8, bits, value)));
        }
    }
    let mut slots = [0; MAX_FIELDS];
    for (slot, field) in slots.iter_mut().zip(&fields).filter(|(_, f)| matches!(f.kind, FieldKind::Reg(_))) {
        *slot = row.reuse.flag(field.name).map_or(0, |flag| flag as u8 + 1);
    }
    let all = if row.bits >= 128 { u128::MAX } else { (1 << row.bits) - 1 };
    let unnamed = fields.iter().fold(all & !variant.opcode.mask, |rest, field| rest & !super::page::mask(field));
    Form {
        index,
        unnamed,
        mnemonic,
        short: Short::new(mnemonic).unwrap_or(Short::EMPTY),
        profiles: row.profiles,
        row,
        opcode: variant.opcode,
        rules,
        items: OnceLock::new(),
        layout,
        defaults,
        literal,
        sized,
        signs,
        half,
        halves,
        slots,
        worked_out: Cache::default(),
        fields,
        syntax,
    }
}

/// Replaces `from` where it is a whole operand.
fn substitute(syntax: &str, from: &str, to: &str) -> String {
    let word = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.');
    let mut out = String::new();
    let mut done = 0;
    for (at, _) in syntax.match_indices(from) {
        let (before, after) = (&syntax[..at], &syntax[at + from.len()..]);
        if at >= done && !word(before.chars().next_back()) && !after.starts_with(|c: char| c.is_ascii_alphanumeric()) {
            out.push_str(&syntax[done..at]);
            out.push_str(to);
            done = at + from.len();
        }
    }
    out + &syntax[done..]
}

struct Compiler<'a> {
    syntax: &'a str,
    fields: &'a [Field],
    last: &'a str,
    /// The flag of a `|` that waits for its second `|`.
    open: Option<u8>,
}

impl<'a> Compiler<'a> {
    /// The common prefix; empty if the form lacks its fields.
    fn prefix(&mut self, prefix: &'a str) -> Vec<Item> {
        let items = self.items(prefix);
        if items.iter().any(|i| matches!(i, Item::Group(_, fields, _) if !fields.is_empty())) {
            items
        } else {
            Vec::new()
        }
    }

    fn find(&self, name: &str) -> Option<u8> {
        self.fields.iter().position(|f| f.name == name).map(|i| i as u8)
    }

    /// The field whose name starts the text.
    fn field_at(&self, text: &str) -> Option<u8> {
        let first = text.as_bytes().first();
        let fits = |f: &Field| {
            f.name.as_bytes().first() == first
                && text.starts_with(f.name)
                && !text[f.name.len()..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
        };
        let best = self.fields.iter().enumerate().filter(|(_, f)| fits(f)).max_by_key(|(_, f)| f.name.len());
        best.map(|(i, _)| i as u8)
    }

    fn items(&mut self, text: &'a str) -> Vec<Item> {
        let mut items: Vec<Item> = Vec::new();
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            match c {
                '{' => {
                    let end = closing(rest).unwrap_or_else(|| panic!("{}: open brace", self.syntax));
                    let inner = &rest[1..end];
                    rest = &rest[end + 1..];
                    self.group(inner, rest, &mut items);
                }
                '.' => {
                    let end = rest[1..]
                        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
                        .map_or(rest.len(), |e| e + 1);
                    let item = self.word(&rest[1..end]);
                    items.push(item);
                    rest = &rest[end..];
                }
                '|' => {
                    let name = self.operand(&rest[1..]);
                    let bar = self.open.take().or_else(|| {
                        self.open = self.find(&format!("|{name}|"));
                        self.open
                    });
                    if let Some(f) = bar {
                        items.push(Item::Bar(f));
                    }
                    rest = &rest[1..];
                }
                '\'' => {
                    let end = rest[1..].find('\'').map_or(rest.len(), |e| e + 1);
                    literal(&mut items, &rest[1..end]);
                    rest = rest.get(end + 1..).unwrap_or("");
                }
                _ => match self.field_at(rest) {
                    Some(f) => {
                        let name = self.fields[f as usize].name;
                        rest = &rest[name.len()..];
                        self.last = name;
                        if let FieldKind::Pair(pair) = self.fields[f as usize].kind {
                            let second = rest.strip_prefix(", ").and_then(|r| r.strip_prefix(pair.second));
                            rest = second.unwrap_or(rest);
                        }
                        match rest.strip_prefix('+').and_then(|r| self.field_at(r)) {
                            Some(off) => {
                                items.push(Item::Sum(f, off));
                                rest = &rest[1 + self.fields[off as usize].name.len()..];
                            }
                            None => items.push(Item::Val(f)),
                        }
                    }
                    None => {
                        let more = rest.char_indices().skip(1);
                        let ends = |(i, c): &(usize, char)| "{.|'".contains(*c) || self.field_at(&rest[*i..]).is_some();
                        let end = more.into_iter().find(ends).map_or(rest.len(), |(i, _)| i);
                        literal(&mut items, &rest[..end]);
                        rest = &rest[end..];
                    }
                },
            }
        }
        items
    }

    fn group(&mut self, inner: &'a str, after: &'a str, items: &mut Vec<Item>) {
        if let "-" | "~" | "!" = inner {
            let operand = self.operand(after.trim_start_matches('|'));
            if let Some(f) = self.find(&format!("{inner}{operand}")) {
                items.push(Item::Prefix(f, inner.chars().next().unwrap_or('-')));
            }
        } else if inner.starts_with('.') && !inner[1..].contains(['.', ' ', '{'])
            || inner.starts_with(".") && inner.contains('=')
        {
            items.push(self.word(&inner[1..]));
        } else if let Some(flags) = inner.strip_prefix('+') {
            let find = |name: &str| self.find(name).unwrap_or_else(|| panic!("{}: no flag {name}", self.syntax));
            items.push(Item::Flags(flags.split_whitespace().map(find).collect()));
        } else {
            let (always, inner) = inner.strip_prefix('*').map_or((false, inner), |rest| (true, rest));
            let inner = self.items(inner);
            let mut fields = Vec::new();
            collect(&inner, &mut fields);
            items.push(Item::Group(inner.into(), fields.into(), always));
        }
    }

    /// The operand at the start of the text; `c[B.bank][B.off]` is the operand `B`.
    fn operand(&self, text: &'a str) -> &'a str {
        match self.field_at(text) {
            Some(f) => self.fields[f as usize].name.split('.').next().unwrap_or(""),
            None => text.split(['.', ']']).next().unwrap_or("").rsplit('[').next().unwrap_or(""),
        }
    }

    /// A modifier with a dot: a field of the last operand, another field, or fixed text.
    fn word(&mut self, word: &str) -> Item {
        let (text, name) = word.split_once('=').unwrap_or((word, word));
        let operand = self.last.split('.').next().unwrap_or("");
        match self.find(&format!("{operand}.{name}")).or_else(|| self.find(name)) {
            Some(f) => Item::Mod(f, format!(".{text}").into()),
            None => Item::Word(format!(".{text}").into()),
        }
    }
}

fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().find_map(|(i, c)| {
        depth += (c == '{') as i32 - (c == '}') as i32;
        (depth == 0).then_some(i)
    })
}

fn literal(items: &mut Vec<Item>, text: &str) {
    match items.last_mut() {
        Some(Item::Lit(lit)) => *lit = format!("{lit}{text}").into(),
        _ => items.push(Item::Lit(text.into())),
    }
}

/// Adds the fields of some items.
pub(super) fn collect<'a>(items: impl IntoIterator<Item = &'a Item>, fields: &mut Vec<u8>) {
    for item in items {
        match item {
            Item::Mod(f, _) | Item::Val(f) | Item::Prefix(f, _) => fields.push(*f),
            Item::Sum(f, g) => fields.extend([*f, *g]),
            Item::Group(_, inner, _) | Item::Flags(inner) => fields.extend(inner),
            Item::Mnemonic | Item::Lit(_) | Item::Word(_) | Item::Bar(_) => {}
        }
    }
}
