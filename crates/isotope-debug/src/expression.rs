//! Expressions over a launch that stands: registers of a lane, memory, what a wave is about to do.
//!
//! # Shape
//! Numbers (`7`, `0x1f`, `1.5`); registers of the focused lane (`R4`, `v3`, `V40`, `vcc_lo`) or of another (`R4[3]`), two side by side as one
//! value (`v[2:3]`, `R[4:5]`); memory `[ADDRESS]`, `shared[OFFSET]`, `private[OFFSET]`, `gds[OFFSET]`, four bytes unless `:1`, `:2` or `:8` stands
//! behind; variables of the source, `i`, `part.left`, `list[2]`, `next->count`; elements of buffers `out[3]`, addresses `&out`; `$lane`, `$wave`, `$group`, `$pc`, `$active`, `$step`; `TYPE(x)` reads bits as
//! u8 to f64; `+ - * & | ^ << >>`, comparisons, `! ~ -`, `&&`, `||`, parentheses. Registers and memory are unsigned.

use isotope::case::ElementType;
use isotope::error::{Error, Result, bail, ensure};
use isotope::machine::Session;
use isotope::machine::mem::Exclusive;
use isotope::machine::register::{Cells, Register};
use isotope::{Placed, real};

use crate::history::WaveAt;
use crate::locals::{Locals, PathPart, Typed};

/// Parentheses in each other at most.
const DEPTH: u32 = 64;
/// Offsets in the global data share at most.
const GDS: u32 = 1 << 20;
/// Bytes of an expression at most.
const LENGTH: usize = 4096;

/// An expression that has been read.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    root: Term,
    text: String,
    /// Whether it names a register without a lane, or `$lane`.
    by_lane: bool,
}

/// What an expression comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Whole(i128),
    /// A number of a float type.
    Real(f64),
}

/// A memory that can be named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// Memory that all see, by address.
    Global,
    /// Memory of the group, by offset.
    Shared,
    /// Memory of the lane, by offset.
    Private,
    /// Memory of the synchronization unit, by offset.
    Gds,
}

/// A piece of memory: which, where, how many bytes, and of what type where it is an element of a buffer.
pub type Memory = (Space, u64, u32, Option<ElementType>);

#[derive(Clone, Debug, PartialEq)]
enum Term {
    Value(Value),
    Register {
        index: usize,
        element: Option<Box<Term>>,
    },
    Pair {
        low: usize,
        high: usize,
    },
    Memory {
        space: Space,
        at: Box<Term>,
        bytes: u32,
    },
    Element {
        ty: ElementType,
        base: u64,
        index: Box<Term>,
    },
    Known(Known),
    /// A variable of the source, or a part of it.
    Local {
        name: String,
        parts: Vec<LocalPart>,
    },
    Typed(ElementType, Box<Term>),
    Not(Box<Term>),
    Invert(Box<Term>),
    Minus(Box<Term>),
    Two(&'static str, Box<Term>, Box<Term>),
}

/// A part of a variable: a member by name, or an element.
#[derive(Clone, Debug, PartialEq)]
enum LocalPart {
    Member(String),
    Element(Box<Term>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Known {
    Lane,
    Wave,
    Group,
    Pc,
    Active,
    Step,
}

const KNOWN: [(&str, Known); 6] = [
    ("$lane", Known::Lane),
    ("$wave", Known::Wave),
    ("$group", Known::Group),
    ("$pc", Known::Pc),
    ("$active", Known::Active),
    ("$step", Known::Step),
];

/// What names stand for.
#[derive(Clone, Copy)]
pub struct NameTable<'s> {
    /// Registers of a wave.
    pub registers: &'s [Register],
    /// Other names of them.
    pub synonyms: &'s [(&'static str, &'static str)],
    /// Buffers, with their bytes.
    pub buffers: &'s [(Placed, usize)],
    /// Variables of the source.
    pub locals: &'s Locals<'s>,
}

/// Where names are looked up.
#[derive(Clone, Copy)]
pub struct Scope<'s, 'a> {
    /// What they stand for.
    pub names: NameTable<'s>,
    /// The launch.
    pub session: &'s Session<'a>,
    /// The wave.
    pub wave: WaveAt,
    /// The lane.
    pub lane: u32,
    /// Byte address of the wave's next instruction.
    pub pc: u32,
    /// Steps of the launch so far.
    pub step: u64,
    /// Bytes of private memory of a lane.
    pub private_bytes: u64,
}

impl NameTable<'_> {
    /// The position of a register, whatever case its name is typed in.
    pub fn register(&self, name: &str) -> Option<usize> {
        let exact = |name: &str| self.registers.iter().position(|r| r.name == name);
        let other = self.synonyms.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, name)| *name);
        exact(name)
            .or_else(|| other.and_then(exact))
            .or_else(|| self.registers.iter().position(|r| r.name.eq_ignore_ascii_case(name)))
    }

    fn unknown(&self, name: &str) -> Error {
        let some = |all: Vec<&str>| match all.len() {
            0 => "none".to_string(),
            1..=6 => all.join(", "),
            _ => format!("{}, {} .. {}", all[0], all[1], all[all.len() - 1]),
        };
        let registers = some(self.registers.iter().map(|r| &*r.name).collect());
        let buffers = some(self.buffers.iter().map(|(placed, _)| &*placed.name).collect());
        Error::new(format!(
            "expected a register ({registers}), a buffer ({buffers}), a variable of the source (`info locals`) or one of $lane, $wave, $group, $pc, $active, $step, found `{}`",
            name.escape_debug()
        ))
    }
}

impl Scope<'_, '_> {
    /// What lane or element of a register holds, and which it is: the one that is asked for, or that of the lane in focus.
    pub fn register(&self, index: usize, element: Option<u32>) -> Result<(u64, u32)> {
        let register = &self.names.registers[index];
        let element = match (element, register.cells) {
            (_, Cells::Scalar(_)) => 0,
            (Some(element), _) => element,
            (None, Cells::Packed { count: 1, .. }) => 0,
            (None, _) => self.lane,
        };
        ensure!(
            element < register.elements(),
            "`{}` has {} lanes or elements, counted from 0, found {element}",
            register.name,
            register.elements()
        );
        Ok((register.get(self.session.wave(self.wave.0, self.wave.1), element), element))
    }

    /// Up to eight bytes of a memory.
    pub fn read(&self, space: Space, at: u64, bytes: u32) -> Option<u64> {
        let (group, wave) = self.wave;
        match space {
            Space::Global => {
                let bytes = self.session.read(at, bytes)?;
                Some(bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte)))
            }
            Space::Shared => self.session.read_shared(group, at, bytes),
            Space::Private => {
                let wave = self.session.wave(group, wave);
                let fits = at.checked_add(bytes.into()).is_some_and(|end| end <= self.private_bytes);
                let from = u64::from(self.lane).checked_mul(self.private_bytes)?.checked_add(at)?;
                let fits = fits && from + u64::from(bytes) <= wave.private.len();
                let byte = |i: u64| wave.private.load_any::<Exclusive>(from + i, 1);
                fits.then(|| (0..u64::from(bytes)).fold(0, |v, i| v | byte(i) << (8 * i)))
            }
            Space::Gds => {
                let mut copy = self.session.clone();
                let unit = copy.unit_mut()?;
                let at = u32::try_from(at).ok().filter(|at| *at < GDS)?;
                Some(unit.gds().load(at, bytes))
            }
        }
    }
}

impl Space {
    /// What it is called in expressions and events.
    pub fn name(self) -> &'static str {
        match self {
            Space::Global => "global",
            Space::Shared => "shared",
            Space::Private => "private",
            Space::Gds => "gds",
        }
    }
}

impl Value {
    /// As bits, the low 64.
    pub fn bits(self) -> u64 {
        match self {
            Value::Whole(value) => value as u64,
            Value::Real(value) => value.to_bits(),
        }
    }

    fn is_true(self) -> bool {
        match self {
            Value::Whole(value) => value != 0,
            Value::Real(value) => value != 0.0,
        }
    }

    fn real(self) -> f64 {
        match self {
            Value::Whole(value) => value as f64,
            Value::Real(value) => value,
        }
    }
}

impl Expression {
    /// Reads an expression.
    ///
    /// # Errors
    /// What is expected, what is found.
    pub fn parse(text: &str, names: NameTable<'_>) -> Result<Expression> {
        ensure!(text.len() <= LENGTH, "expected an expression of at most {LENGTH} bytes, found {}", text.len());
        let mut reader = Reader { text, at: 0, names, by_lane: false, depth: 0 };
        let root = reader.either()?;
        reader.skip();
        ensure!(reader.rest().is_empty(), "{}", reader.expected("an operator or the end"));
        Ok(Expression { root, text: text.trim().into(), by_lane: reader.by_lane })
    }

    /// As it was typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it can be another value in another lane.
    pub fn by_lane(&self) -> bool {
        self.by_lane
    }

    /// The register that it is, and its lane or element where one is said.
    pub fn as_register(&self) -> Option<(usize, Option<u32>)> {
        match &self.root {
            Term::Register { index, element: None } => Some((*index, None)),
            Term::Register { index, element: Some(element) } => match **element {
                Term::Value(Value::Whole(element)) => Some((*index, Some(element as u32))),
                _ => None,
            },
            _ => None,
        }
    }

    /// The value of the variable of the source that it is.
    ///
    /// # Errors
    /// When the variable has none here.
    pub fn as_local(&self, scope: &Scope<'_, '_>) -> Result<Option<Typed>> {
        let Term::Local { name, parts } = &self.root else { return Ok(None) };
        local(name, parts, scope).map(Some)
    }

    /// The memory that it is.
    ///
    /// # Errors
    /// When the address cannot be computed.
    pub fn as_memory(&self, scope: &Scope<'_, '_>) -> Result<Option<Memory>> {
        Ok(match &self.root {
            Term::Memory { space, at, bytes } => Some((*space, at.value(scope)?.bits(), *bytes, None)),
            Term::Element { ty, base, index } => {
                let at = base.wrapping_add(index.value(scope)?.bits().wrapping_mul(ty.size() as u64));
                Some((Space::Global, at, ty.size() as u32, Some(*ty)))
            }
            _ => None,
        })
    }

    /// Its value.
    ///
    /// # Errors
    /// When it reads what is not there.
    pub fn value(&self, scope: &Scope<'_, '_>) -> Result<Value> {
        self.root.value(scope)
    }

    /// Whether it is true. What cannot be read makes it false.
    pub fn holds(&self, scope: &Scope<'_, '_>) -> bool {
        self.root.value(scope).is_ok_and(Value::is_true)
    }
}

impl Term {
    fn value(&self, scope: &Scope<'_, '_>) -> Result<Value> {
        let whole = |bits: u64| Value::Whole(bits.into());
        Ok(match self {
            Term::Value(value) => *value,
            Term::Register { index, element } => {
                let element = element.as_ref().map(|element| element.value(scope)).transpose()?;
                let element = element.map(|element| u32::try_from(element.bits()).unwrap_or(u32::MAX));
                whole(scope.register(*index, element)?.0)
            }
            Term::Pair { low, high } => whole(scope.register(*low, None)?.0 | scope.register(*high, None)?.0 << 32),
            Term::Memory { space, at, bytes } => {
                let at = at.value(scope)?.bits();
                match scope.read(*space, at, *bytes) {
                    Some(bits) => whole(bits),
                    None => bail!("nothing is at {} {at:#x}: expected {bytes} bytes that the launch has", space.name()),
                }
            }
            Term::Element { ty, base, index } => {
                let index = index.value(scope)?.bits();
                let at = base.wrapping_add(index.wrapping_mul(ty.size() as u64));
                match scope.read(Space::Global, at, ty.size() as u32) {
                    Some(bits) => typed(*ty, bits),
                    None => bail!("the buffer has no element {index}"),
                }
            }
            Term::Known(known) => whole(match known {
                Known::Lane => scope.lane.into(),
                Known::Wave => scope.wave.1 as u64,
                Known::Group => scope.wave.0 as u64,
                Known::Pc => scope.pc.into(),
                Known::Active => scope.session.wave(scope.wave.0, scope.wave.1).active().into(),
                Known::Step => scope.step,
            }),
            Term::Local { name, parts } => scope.names.locals.number(&local(name, parts, scope)?)?,
            Term::Typed(ty, of) => {
                let bits = 8 * ty.size() as u32;
                typed(*ty, of.value(scope)?.bits() & u64::MAX >> (64 - bits))
            }
            Term::Not(of) => whole((!of.value(scope)?.is_true()).into()),
            Term::Invert(of) => whole(!of.value(scope)?.bits()),
            Term::Minus(of) => match of.value(scope)? {
                Value::Whole(value) => Value::Whole(value.wrapping_neg()),
                Value::Real(value) => Value::Real(-value),
            },
            Term::Two("&&", a, b) => whole((a.value(scope)?.is_true() && b.value(scope)?.is_true()).into()),
            Term::Two("||", a, b) => whole((a.value(scope)?.is_true() || b.value(scope)?.is_true()).into()),
            Term::Two(operator, a, b) => two(operator, a.value(scope)?, b.value(scope)?),
        })
    }
}

fn local(name: &str, parts: &[LocalPart], scope: &Scope<'_, '_>) -> Result<Typed> {
    let part = |part: &LocalPart| {
        Ok(match part {
            LocalPart::Member(name) => PathPart::Member(name.clone()),
            LocalPart::Element(index) => PathPart::Element(index.value(scope)?.bits()),
        })
    };
    let parts: Vec<PathPart> = parts.iter().map(part).collect::<Result<_>>()?;
    scope.names.locals.value(name, &parts, scope)
}

fn typed(ty: ElementType, bits: u64) -> Value {
    if ty.float().is_some() {
        return Value::Real(real(ty, bits));
    }
    let shift = 64 - 8 * ty.size() as u32;
    Value::Whole(if ty.is_signed() { ((bits << shift) as i64 >> shift).into() } else { bits.into() })
}

fn two(operator: &str, a: Value, b: Value) -> Value {
    let truth = |holds: bool| Value::Whole(holds.into());
    if let (Value::Whole(a), Value::Whole(b)) = (a, b) {
        let by = (b as u64 & 127) as u32;
        return match operator {
            "==" => truth(a == b),
            "!=" => truth(a != b),
            "<" => truth(a < b),
            "<=" => truth(a <= b),
            ">" => truth(a > b),
            ">=" => truth(a >= b),
            "+" => Value::Whole(a.wrapping_add(b)),
            "-" => Value::Whole(a.wrapping_sub(b)),
            "*" => Value::Whole(a.wrapping_mul(b)),
            "&" => Value::Whole(a & b),
            "|" => Value::Whole(a | b),
            "^" => Value::Whole(a ^ b),
            "<<" => Value::Whole(a.wrapping_shl(by)),
            _ => Value::Whole(a.wrapping_shr(by)),
        };
    }
    let (x, y) = (a.real(), b.real());
    match operator {
        "==" => truth(x == y),
        "!=" => truth(x != y),
        "<" => truth(x < y),
        "<=" => truth(x <= y),
        ">" => truth(x > y),
        ">=" => truth(x >= y),
        "+" => Value::Real(x + y),
        "-" => Value::Real(x - y),
        "*" => Value::Real(x * y),
        // Bits of floats are asked for by their registers.
        _ => two(operator, Value::Whole(a.bits().into()), Value::Whole(b.bits().into())),
    }
}

/// Operators by how tightly they bind, the loosest first; longer ones before those that they begin with.
const OPERATORS: [&[&str]; 8] =
    [&["||"], &["&&"], &["|"], &["^"], &["&"], &["==", "!=", "<=", ">=", "<", ">"], &["<<", ">>"], &["+", "-"]];

struct Reader<'t> {
    text: &'t str,
    at: usize,
    names: NameTable<'t>,
    by_lane: bool,
    depth: u32,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn skip(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn expected(&self, what: &str) -> Error {
        let found: String = self.rest().chars().take(20).flat_map(char::escape_debug).collect();
        let found = if found.is_empty() { "the end".into() } else { format!("`{found}`") };
        Error::new(format!("expected {what}, found {found}"))
    }

    fn take(&mut self, token: &str) -> bool {
        self.skip();
        let has = self.rest().starts_with(token);
        self.at += if has { token.len() } else { 0 };
        has
    }

    fn close(&mut self, bracket: &str) -> Result<()> {
        ensure!(self.take(bracket), "{}", self.expected(&format!("`{bracket}`")));
        Ok(())
    }

    /// `[INDEX]`.
    fn index(&mut self) -> Result<Term> {
        self.at += 1;
        let index = self.either()?;
        self.close("]")?;
        Ok(index)
    }

    fn either(&mut self) -> Result<Term> {
        self.depth += 1;
        ensure!(self.depth < DEPTH, "expected at most {DEPTH} parentheses in each other");
        let term = self.level(0);
        self.depth -= 1;
        term
    }

    fn operator(&mut self, level: usize) -> Option<&'static str> {
        self.skip();
        let rest = self.rest();
        let found = OPERATORS[level].iter().copied().find(|operator| rest.starts_with(operator))?;
        // The longest operator that fits wins.
        let longer = OPERATORS
            .iter()
            .flat_map(|all| all.iter())
            .any(|o| o.len() > found.len() && o.starts_with(found) && rest.starts_with(o));
        if longer {
            return None;
        }
        self.at += found.len();
        Some(found)
    }

    fn level(&mut self, level: usize) -> Result<Term> {
        if level == OPERATORS.len() {
            return self.product();
        }
        let mut left = self.level(level + 1)?;
        while let Some(operator) = self.operator(level) {
            let right = self.level(level + 1)?;
            left = Term::Two(operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Term> {
        let mut left = self.unary()?;
        while self.take("*") {
            left = Term::Two("*", Box::new(left), Box::new(self.unary()?));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Term> {
        self.depth += 1;
        ensure!(self.depth < DEPTH, "expected at most {DEPTH} operators in each other");
        let term = match ["!", "~", "-"].into_iter().find(|operator| self.take(operator)) {
            Some("!") => self.unary().map(|of| Term::Not(Box::new(of))),
            Some("~") => self.unary().map(|of| Term::Invert(Box::new(of))),
            Some(_) => self.unary().map(|of| Term::Minus(Box::new(of))),
            None => self.primary(),
        };
        self.depth -= 1;
        term
    }

    /// `]` and the bytes of an access, four unless said.
    fn width(&mut self) -> Result<u32> {
        self.close("]")?;
        if !self.rest().starts_with(':') {
            return Ok(4);
        }
        self.at += 1;
        for bytes in [1, 2, 4, 8] {
            if self.take(&bytes.to_string()) {
                return Ok(bytes);
            }
        }
        Err(self.expected("a width of 1, 2, 4 or 8 bytes"))
    }

    fn primary(&mut self) -> Result<Term> {
        self.skip();
        if self.take("(") {
            let inner = self.either()?;
            self.close(")")?;
            return Ok(inner);
        }
        if self.take("[") {
            let at = Box::new(self.either()?);
            return Ok(Term::Memory { space: Space::Global, at, bytes: self.width()? });
        }
        if self.take("&") {
            let name = self.word();
            let placed = self.names.buffers.iter().find(|(placed, _)| placed.name == name);
            let Some((placed, _)) = placed else { return Err(self.names.unknown(name)) };
            return Ok(Term::Value(Value::Whole(placed.address.into())));
        }
        if self.rest().starts_with(|c: char| c.is_ascii_digit()) {
            return self.number();
        }
        let name = self.word();
        ensure!(!name.is_empty(), "{}", self.expected("a number, a register, a buffer, `[`, `(` or `$lane`"));
        self.named(name)
    }

    fn word(&mut self) -> &'t str {
        self.skip();
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || "_.$%@".contains(c))).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn number(&mut self) -> Result<Term> {
        let start = self.at;
        let word = self.word();
        let value = match word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")) {
            Some(digits) => u64::from_str_radix(digits, 16).ok().map(|n| Value::Whole(n.into())),
            None if word.contains('.') => word.parse().ok().map(Value::Real),
            None => word.parse::<u64>().ok().map(|n| Value::Whole(n.into())),
        };
        self.at = if value.is_none() { start } else { self.at };
        value.map(Term::Value).ok_or_else(|| self.expected("a number below 2^64 such as 12, 0x1f or 1.5"))
    }

    fn named(&mut self, name: &'t str) -> Result<Term> {
        if let Some((_, known)) = KNOWN.iter().find(|(known, _)| *known == name) {
            self.by_lane |= *known == Known::Lane;
            return Ok(Term::Known(*known));
        }
        let brackets = self.rest().starts_with('[');
        let space = match name {
            "shared" => Some(Space::Shared),
            "private" => Some(Space::Private),
            "gds" => Some(Space::Gds),
            _ => None,
        };
        if let Some(space) = space.filter(|_| brackets) {
            self.at += 1;
            let at = Box::new(self.either()?);
            self.by_lane |= space == Space::Private;
            return Ok(Term::Memory { space, at, bytes: self.width()? });
        }
        if let Some(ty) = ElementType::named(name).filter(|_| self.rest().starts_with('(')) {
            self.at += 1;
            let of = self.either()?;
            self.close(")")?;
            return Ok(Term::Typed(ty, Box::new(of)));
        }
        if let Some(pair) = self.pair(name)? {
            return Ok(pair);
        }
        if let Some(index) = self.names.register(name) {
            let scalar = matches!(self.names.registers[index].cells, Cells::Scalar(_));
            self.by_lane |= !brackets && !scalar;
            let element = if brackets { Some(Box::new(self.index()?)) } else { None };
            return Ok(Term::Register { index, element });
        }
        let Some((placed, _)) = self.names.buffers.iter().find(|(placed, _)| placed.name == name) else {
            return self.local(name);
        };
        let (ty, base) = (placed.ty, placed.address);
        let index = if brackets { self.index()? } else { Term::Value(Value::Whole(0)) };
        Ok(Term::Element { ty, base, index: Box::new(index) })
    }

    /// `part.left`, `list[2]`, `next->count`: a variable of the source, and parts of it.
    fn local(&mut self, word: &str) -> Result<Term> {
        let mut names = word.split('.');
        let name = names.next().unwrap_or_default();
        if !self.names.locals.variables().has(name) {
            return Err(self.names.unknown(word));
        }
        self.by_lane = true;
        let mut parts: Vec<LocalPart> = names.map(|member| LocalPart::Member(member.into())).collect();
        loop {
            if self.rest().starts_with('[') {
                parts.push(LocalPart::Element(Box::new(self.index()?)));
            } else if self.rest().starts_with('.') || self.rest().starts_with("->") {
                self.at += if self.rest().starts_with('.') { 1 } else { 2 };
                let members = self.word();
                ensure!(!members.is_empty(), "{}", self.expected("a member"));
                parts.extend(members.split('.').map(|member| LocalPart::Member(member.into())));
            } else {
                return Ok(Term::Local { name: name.into(), parts });
            }
        }
    }

    /// `v[2:3]`: two registers as one value.
    fn pair(&mut self, name: &str) -> Result<Option<Term>> {
        let Some((inside, _)) = self.rest().strip_prefix('[').and_then(|rest| rest.split_once(']')) else {
            return Ok(None);
        };
        let numbers = inside.split_once(':').and_then(|(a, b)| {
            let number = |text: &str| text.trim().parse::<u32>().ok();
            Some((number(a)?, number(b)?))
        });
        let Some((a, b)) = numbers else { return Ok(None) };
        ensure!(
            Some(b) == a.checked_add(1),
            "`{name}[{a}:{b}]`: expected two registers side by side, as in {name}[{a}:{}]",
            a.saturating_add(1)
        );
        let find = |n: u32| {
            let name = format!("{name}{n}");
            self.names.register(&name).ok_or_else(|| self.names.unknown(&name))
        };
        let (low, high) = (find(a)?, find(b)?);
        let scalar = matches!(self.names.registers[low].cells, Cells::Scalar(_));
        self.by_lane |= !scalar;
        self.at += inside.len() + 2;
        Ok(Some(Term::Pair { low, high }))
    }
}
