//! Declarations: `.decl V32 v_type=G type=ud num_elts=16 align=GRF alias=<V31, 32>`.
use super::KernelText;
use super::inst::Type;
use super::kernel::*;
use super::names::Entity;
use super::text::{Cursor, expression, fitting, without_comments};
use isotope_table::ParseError;

/// Maximum number of declarations of one kind.
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
    /// The text is not a declaration.
    pub fn declare(&mut self, line: &str) -> Result<(), ParseError> {
        let clean = without_comments(line)?;
        let mut text = Cursor::new(clean.as_deref().unwrap_or(line));
        text.expect(".decl")?;
        declaration(self, &mut text)?;
        if text.done() { Ok(()) } else { Err(text.wrong("the end of the declaration")) }
    }
}

/// Kinds of variables other than general ones.
enum SmallKind {
    Address,
    Predicate,
    Sampler,
    Surface,
}

/// Reads the text after `.decl`.
pub(super) fn declaration(program: &mut KernelText, text: &mut Cursor) -> Result<(), ParseError> {
    let name = text.word().filter(|n| !n.starts_with('%')).ok_or_else(|| text.wrong("a name"))?;
    key(text, "v_type")?;
    let before = *text;
    let kind = match text.word().unwrap_or("") {
        "G" => return variable(program, text, name),
        "A" => SmallKind::Address,
        "P" => SmallKind::Predicate,
        "S" => SmallKind::Sampler,
        "T" => SmallKind::Surface,
        kind => {
            return Err(before.error(format!("`{kind}` is no kind of variable: expected G, A, P, S or T")));
        }
    };
    let elements = elements(program, text)?;
    let mut shown = name;
    if read_key(text, "v_name") {
        shown = text.word().ok_or_else(|| text.wrong("a name"))?;
    }
    let attributes = attributes(text)?;
    let kernel = &mut program.kernel;
    let list = match kind {
        SmallKind::Address => &mut kernel.addresses,
        SmallKind::Predicate => &mut kernel.predicates,
        SmallKind::Sampler => &mut kernel.samplers,
        SmallKind::Surface => &mut kernel.surfaces,
    };
    let count = list.len();
    let entity = match kind {
        SmallKind::Address if count < MANY => Entity::Address(count as u16),
        SmallKind::Predicate if count + 1 < 1 << 12 => Entity::Predicate(count as u16 + 1),
        SmallKind::Sampler if count < 32 => Entity::Sampler(count as u8),
        SmallKind::Surface if count + usize::from(FIRST_SURFACE) < 256 => Entity::Surface(count as u8 + FIRST_SURFACE),
        _ => return Err(before.error("too many declarations of this kind")),
    };
    list.push(Small { name: shown.into(), elements, attributes });
    program.names.declare(name, entity);
    Ok(())
}

fn elements(program: &KernelText, text: &mut Cursor) -> Result<u16, ParseError> {
    key(text, "num_elts")?;
    let start = text.start();
    let n = expression(program, text)?;
    u16::try_from(n)
        .ok()
        .filter(|n| *n > 0)
        .ok_or_else(|| ParseError::new(start..text.at, format!("expected 1 to 65535 elements, found {n}")))
}

fn variable(program: &mut KernelText, text: &mut Cursor, name: &str) -> Result<(), ParseError> {
    key(text, "type")?;
    let before = *text;
    let ty = text.word().unwrap_or("");
    let ty = Type::from_word(ty)
        .filter(|t| !matches!(t, Type::V | Type::Uv | Type::Vf))
        .ok_or_else(|| before.error(format!("`{}` is no type of a variable", ty.to_ascii_lowercase())))?;
    let elements = elements(program, text)?;
    let align = if read_key(text, "align") { align(program, text)? } else { Align::Byte };
    let mut alias = None;
    if read_key(text, "alias") {
        text.expect_byte(b'<')?;
        let before = *text;
        let base = text.word().unwrap_or("");
        let Some(Entity::Variable(var)) = program.names.find(base) else {
            return Err(before.error(format!("no variable is called `{base}`")));
        };
        text.expect_byte(b',')?;
        let offset = fitting(program, text, |offset| format!("byte offsets are 0 to 65535, found {offset}"))?;
        text.expect_byte(b'>')?;
        alias = Some((var, offset));
    }
    let attributes = attributes(text)?;
    let variables = &mut program.kernel.variables;
    if variables.len() >= MANY {
        return Err(before.error("too many variables"));
    }
    program.names.declare(name, Entity::Variable(variables.len() as u32));
    variables.push(Variable { name: name.into(), ty, elements, align, alias, attributes });
    Ok(())
}

/// An alignment: a name, or a number of bytes.
fn align(program: &KernelText, text: &mut Cursor) -> Result<Align, ParseError> {
    const BYTES: [(i64, Align); 8] = [
        (1, Align::Byte),
        (2, Align::Word),
        (4, Align::Dword),
        (8, Align::Qword),
        (16, Align::Oword),
        (32, Align::Hword),
        (64, Align::Word32),
        (128, Align::Word64),
    ];
    text.skip();
    let end = text.end_of_word(text.at);
    let goes_on = |c: char| c == '%' || c.is_alphanumeric();
    if let Some((name, align)) = ALIGNS.into_iter().find(|(name, _)| *name == &text.line[text.at..end])
        && !text.line[end..].starts_with(goes_on)
    {
        text.at += name.len();
        return Ok(align);
    }
    let mut before = *text;
    let bytes = expression(program, text).ok();
    let found = bytes.and_then(|bytes| BYTES.into_iter().find(|(b, _)| *b == bytes));
    found.map(|(_, align)| align).ok_or_else(|| {
        let span = before.token();
        let message = format!(
            "`{}` is no alignment: expected byte, word, dword, qword, oword, GRF, GRFx2, hword, wordx32, wordx64 or bytes",
            &text.line[span.clone()]
        );
        ParseError::new(span, message)
    })
}

/// `name=`, with optional blanks around the sign.
#[inline(always)]
fn key(text: &mut Cursor, name: &str) -> Result<(), ParseError> {
    if read_key(text, name) {
        return Ok(());
    }
    Err(text.wrong(&format!("`{name}=`")))
}

/// Reads `name=` if it comes next; returns whether it did.
#[inline(always)]
pub(super) fn read_key(text: &mut Cursor, name: &str) -> bool {
    let mut ahead = *text;
    let found = ahead.eat(name) && ahead.eat_byte(b'=');
    if found {
        *text = ahead;
    }
    found
}

/// `attrs={A=1, B="x", C}`
fn attributes(text: &mut Cursor) -> Result<Vec<Attribute>, ParseError> {
    let mut list = Vec::new();
    if !read_key(text, "attrs") {
        return Ok(list);
    }
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
        return Ok(Value::Text(text.quoted()?.into()));
    }
    let negative = text.eat("-");
    let span = text.token();
    let number = text.number().ok_or_else(|| text.wrong("a number or a string"))?;
    let number = i64::try_from(number).map_err(|_| ParseError::new(span, "expected a number of 32 bits"))?;
    Ok(Value::Int(if negative { -number } else { number }, 4))
}

/// Types and element counts of the predefined variables 0 to 31.
pub(super) static PREDEFINED_EXTENTS: [(Type, u16); FIRST_VARIABLE as usize] = {
    use Type::*;
    let types = [Ud, Uw, Uw, Ud, Ud, Ud, Ud, Ud, Ud, Ud, Uq, Uq, Ud, Ud, Ud, Ud, Ud, Uw, Uq, Uq, Ud];
    let counts = [1, 1, 1, 1, 1, 1, 5, 8, 256, 96, 1, 1, 1, 4, 3, 1, 2, 1, 1, 1, 3];
    let mut all = [(Ud, 1); FIRST_VARIABLE as usize];
    let mut i = 0;
    while i < types.len() {
        all[i] = (types[i], counts[i]);
        i += 1;
    }
    all
};

/// The predefined variables 0 to 31.
pub(super) fn predefined() -> Vec<Variable> {
    let variable = |(i, (ty, elements)): (usize, (Type, u16))| {
        let name = PREDEFINED.get(i).copied().unwrap_or("").to_string();
        Variable { name, ty, elements, align: Align::Grf, alias: None, attributes: Vec::new() }
    };
    PREDEFINED_EXTENTS.into_iter().enumerate().map(variable).collect()
}
