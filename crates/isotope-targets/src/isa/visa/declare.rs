//! Declarations: `.decl V32 v_type=G type=ud num_elts=16 align=GRF alias=<V31, 32>`.
use super::KernelText;
use super::inst::Type;
use super::kernel::*;
use super::names::Entity;
use super::text::{Cursor, Values, without_comments};
use isotope_table::ParseError;

/// The most declarations of one kind.
const MANY: usize = 1 << 16;
const ALIGNS: [(&str, Align); 13] = [
    ("byte", Align::Byte),
    ("word", Align::Word),
    ("dword", Align::Dword),
    ("qword", Align::Qword),
    ("oword", Align::Oword),
    ("GRF", Align::Grf),
    ("GRFx2", Align::Grf2),
    ("2GRF", Align::Grf2),
    ("hword", Align::Hword),
    ("wordx32", Align::Word32),
    ("32word", Align::Word32),
    ("wordx64", Align::Word64),
    ("64word", Align::Word64),
];

impl Align {
    /// The alignment with that code.
    pub fn from_code(code: u8) -> Option<Align> {
        ALIGNS.into_iter().map(|(_, a)| a).find(|a| *a as u8 == code)
    }
    /// The name that the compiler prints.
    pub fn name(self) -> &'static str {
        ALIGNS.into_iter().find(|(_, a)| *a == self).map_or("byte", |(n, _)| n)
    }
}

impl KernelText {
    /// Reads one `.decl` line.
    ///
    /// # Errors
    /// Text that is no declaration.
    pub fn declare(&mut self, line: &str) -> Result<(), ParseError> {
        let clean = without_comments(line)?;
        let mut text = Cursor::new(clean.as_deref().unwrap_or(line));
        text.expect(".decl")?;
        self.declaration(&mut text)?;
        if text.done() { Ok(()) } else { Err(text.wrong("the end of the declaration")) }
    }

    /// What follows `.decl`.
    pub(super) fn declaration(&mut self, text: &mut Cursor) -> Result<(), ParseError> {
        let name = text.word().filter(|n| !n.starts_with('%')).ok_or_else(|| text.wrong("a name"))?;
        key(text, "v_type")?;
        let span = text.token();
        let kind = text.word().unwrap_or("");
        if kind == "G" {
            return self.variable(text, name);
        }
        if !matches!(kind, "A" | "P" | "S" | "T") {
            return Err(ParseError::new(span, format!("`{kind}` is no kind of variable: expected G, A, P, S or T")));
        }
        let elements = self.elements(text)?;
        let mut shown = String::new();
        if peek_key(text, "v_name") {
            key(text, "v_name")?;
            shown = text.word().ok_or_else(|| text.wrong("a name"))?.into();
        }
        let attributes = attributes(text)?;
        let (list, first): (&mut Vec<Small>, usize) = match kind {
            "A" => (&mut self.kernel.addresses, 0),
            "P" => (&mut self.kernel.predicates, 1),
            "S" => (&mut self.kernel.samplers, 0),
            _ => (&mut self.kernel.surfaces, usize::from(FIRST_SURFACE)),
        };
        let index = list.len() + first;
        let entity = match kind {
            "A" if index < MANY => Entity::Address(index as u16),
            "P" if index < 1 << 12 => Entity::Predicate(index as u16),
            "S" if index < 32 => Entity::Sampler(index as u8),
            "T" if index < 256 => Entity::Surface(index as u8),
            _ => return Err(ParseError::new(span, "too many declarations of this kind")),
        };
        list.push(Small { name: if shown.is_empty() { name.into() } else { shown }, elements, attributes });
        self.names.declare(name, entity);
        Ok(())
    }

    fn elements(&self, text: &mut Cursor) -> Result<u16, ParseError> {
        key(text, "num_elts")?;
        text.skip();
        let start = text.at;
        let n = self.expression(text)?;
        u16::try_from(n)
            .ok()
            .filter(|n| *n > 0)
            .ok_or_else(|| ParseError::new(start..text.at, format!("expected 1 to 65535 elements, found {n}")))
    }

    pub(super) fn expression(&self, text: &mut Cursor) -> Result<i64, ParseError> {
        Values { kernel: &self.kernel, names: &self.names, register: self.register }.expression(text)
    }

    fn variable(&mut self, text: &mut Cursor, name: &str) -> Result<(), ParseError> {
        key(text, "type")?;
        let span = text.token();
        let ty = text.word().unwrap_or("").to_ascii_lowercase();
        let ty = Type::from_name(&ty)
            .filter(|t| !matches!(t, Type::V | Type::Uv | Type::Vf))
            .ok_or_else(|| ParseError::new(span.clone(), format!("`{ty}` is no type of a variable")))?;
        let elements = self.elements(text)?;
        let mut align = Align::Byte;
        if peek_key(text, "align") {
            key(text, "align")?;
            let span = text.token();
            let word = &text.line[span.clone()];
            align = match ALIGNS.into_iter().find(|(n, _)| *n == word) {
                Some((_, align)) => {
                    text.at = span.end;
                    align
                }
                None => {
                    let bytes = self.expression(text).ok();
                    let code = |b| [1, 2, 4, 8, 16, 32, 64, 128].into_iter().position(|x| x == b);
                    let list = [
                        Align::Byte,
                        Align::Word,
                        Align::Dword,
                        Align::Qword,
                        Align::Oword,
                        Align::Hword,
                        Align::Word32,
                        Align::Word64,
                    ];
                    match bytes.and_then(code) {
                        Some(i) => list[i],
                        None => {
                            return Err(ParseError::new(
                                span,
                                format!(
                                    "`{word}` is no alignment: expected byte, word, dword, qword, oword, GRF, GRFx2, hword, wordx32, wordx64 or bytes"
                                ),
                            ));
                        }
                    }
                }
            };
        }
        let mut alias = None;
        if peek_key(text, "alias") {
            key(text, "alias")?;
            text.expect("<")?;
            let span = text.token();
            let base = text.word().unwrap_or("");
            let Some(Entity::Variable(var)) = self.names.find(base) else {
                return Err(ParseError::new(span, format!("no variable is called `{base}`")));
            };
            text.expect(",")?;
            text.skip();
            let start = text.at;
            let offset = self.expression(text)?;
            let offset = u16::try_from(offset)
                .map_err(|_| ParseError::new(start..text.at, format!("byte offsets are 0 to 65535, found {offset}")))?;
            text.expect(">")?;
            alias = Some((var, offset));
        }
        let attributes = attributes(text)?;
        let index = self.kernel.variables.len();
        if index >= MANY {
            return Err(ParseError::new(span, "too many variables"));
        }
        self.kernel.variables.push(Variable { name: name.into(), ty, elements, align, alias, attributes });
        self.names.declare(name, Entity::Variable(index as u32));
        Ok(())
    }
}

/// `name=`, blanks around the sign allowed.
pub(super) fn key(text: &mut Cursor, name: &str) -> Result<(), ParseError> {
    if peek_key(text, name) {
        text.eat(name);
        return text.expect("=");
    }
    Err(text.wrong(&format!("`{name}=`")))
}

pub(super) fn peek_key(text: &Cursor, name: &str) -> bool {
    let mut ahead = *text;
    ahead.eat(name) && ahead.eat("=")
}

/// `attrs={A=1, B="x", C}`
fn attributes(text: &mut Cursor) -> Result<Vec<Attribute>, ParseError> {
    let mut list = Vec::new();
    if !peek_key(text, "attrs") {
        return Ok(list);
    }
    key(text, "attrs")?;
    text.expect("{")?;
    loop {
        let name = text.word().ok_or_else(|| text.wrong("an attribute"))?.to_string();
        let value = if text.eat("=") { value(text)? } else { Value::Flag };
        list.push(Attribute { name, value });
        if !text.eat(",") {
            text.expect("}")?;
            return Ok(list);
        }
    }
}

/// A string in quotes or a number.
pub(super) fn value(text: &mut Cursor) -> Result<Value, ParseError> {
    if text.eat("\"") {
        let body = text.rest();
        let end = body.find('"').ok_or_else(|| text.wrong("`\"`"))?;
        text.at += end + 1;
        return Ok(Value::Text(body[..end].into()));
    }
    let negative = text.eat("-");
    let span = text.token();
    let number = text.number().ok_or_else(|| text.wrong("a number or a string"))?;
    let number = i64::try_from(number).map_err(|_| ParseError::new(span, "expected a number of 32 bits"))?;
    Ok(Value::Int(if negative { -number } else { number }, 4))
}

/// Variables 0 to 31.
pub(super) fn predefined() -> Vec<Variable> {
    let known: [(Type, u16); 21] = [
        (Type::Ud, 1),
        (Type::Uw, 1),
        (Type::Uw, 1),
        (Type::Ud, 1),
        (Type::Ud, 1),
        (Type::Ud, 1),
        (Type::Ud, 5),
        (Type::Ud, 8),
        (Type::Ud, 256),
        (Type::Ud, 96),
        (Type::Uq, 1),
        (Type::Uq, 1),
        (Type::Ud, 1),
        (Type::Ud, 4),
        (Type::Ud, 3),
        (Type::Ud, 1),
        (Type::Ud, 2),
        (Type::Uw, 1),
        (Type::Uq, 1),
        (Type::Uq, 1),
        (Type::Ud, 3),
    ];
    (0..FIRST_VARIABLE as usize)
        .map(|i| {
            let (ty, elements) = known.get(i).copied().unwrap_or((Type::Ud, 1));
            let name = PREDEFINED.get(i).copied().unwrap_or("").to_string();
            Variable { name, ty, elements, align: Align::Grf, alias: None, attributes: Vec::new() }
        })
        .collect()
}
