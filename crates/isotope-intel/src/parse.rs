//! Parses the text of an instruction.
use super::form::{DOCUMENTS, FORMS, FieldKind, Form, Piece, TOOL};
use super::inst::*;
use super::names::Entity;
use super::text::{Cursor, without_comments};
use super::{KernelText, Mode};
use isotope_table::{ParseError, Profiles, either};
use std::ops::Range;

mod operand;

/// Parses one instruction of a program. Labels used for the first time are declared.
///
/// # Errors
/// The text is not an instruction; in [`Mode::Documented`] and [`Mode::Verifier`] also if it breaks their rules.
pub fn parse(program: &mut KernelText, mode: Mode, line: &str) -> Result<Inst, ParseError> {
    let mut draft = Draft::new();
    draft.read(program, mode, line)?;
    Ok(draft.inst)
}

/// An instruction being parsed, and the positions of its operands in the text. It is reused for many lines.
pub(super) struct Draft {
    pub inst: Inst,
    pub spans: Spans,
}

/// The positions of an instruction's operands in its text.
pub(super) struct Spans {
    pub name: Range<usize>,
    pub exec: Range<usize>,
    pub pred: Range<usize>,
    pub operands: Vec<Range<usize>>,
}

impl Draft {
    pub fn new() -> Draft {
        let inst = Inst { form: FORMS.get(0), exec: Exec::ONE, pred: None, operands: Vec::new() };
        Draft { inst, spans: Spans { name: 0..0, exec: 0..0, pred: 0..0, operands: Vec::new() } }
    }

    /// [`parse`] into this draft.
    ///
    /// # Errors
    /// Those of [`parse`].
    pub fn read(&mut self, program: &mut KernelText, mode: Mode, line: &str) -> Result<(), ParseError> {
        let clean = without_comments(line)?;
        self.read_plain(program, mode, Cursor::new(clean.as_deref().unwrap_or(line)))
    }

    /// [`Draft::read`] for text without comments.
    ///
    /// # Errors
    /// Those of [`parse`].
    pub fn read_plain(&mut self, program: &mut KernelText, mode: Mode, text: Cursor) -> Result<(), ParseError> {
        self.forms(program, mode, text)?;
        let broken = super::legal::check(program, mode, &self.inst);
        broken.map_err(|broken| super::legal::located(broken, mode, &self.inst, &self.spans))
    }

    fn forms(&mut self, program: &mut KernelText, mode: Mode, mut text: Cursor) -> Result<(), ParseError> {
        let start = text.start();
        let pred = if text.peek() == Some(b'(') { Some(predicate(program, &mut text)?) } else { None };
        self.spans.pred = start..text.at;
        let start = text.start();
        let word = text.word().ok_or_else(|| text.wrong("an instruction"))?;
        self.spans.name = start..text.at;
        let mut forms = FORMS.mnemonics().forms(word.as_bytes());
        let lower;
        let mut known = word;
        if forms.is_empty() && mode != Mode::Verifier {
            lower = word.to_ascii_lowercase();
            known = &lower;
            forms = FORMS.mnemonics().forms(known.as_bytes());
        }
        // IGC 2 marks a call by address as uniform for all lanes; that has no effect here.
        let mut ahead = text;
        if known == "ifcall" && ahead.dot_word() == Some("uniform") {
            text = ahead;
        }
        let mut best: Option<ParseError> = None;
        for form in forms {
            let mut reader = Reader { program: &mut *program, mode, form: FORMS.get(*form), draft: &mut *self };
            match reader.form(text, pred) {
                Ok(()) => return Ok(()),
                Err(e) if best.as_ref().is_none_or(|b| e.span.start > b.span.start) => best = Some(e),
                Err(_) => {}
            }
        }
        let unknown = || ParseError::new(self.spans.name.clone(), FORMS.mnemonics().unknown(word, known));
        Err(best.unwrap_or_else(unknown))
    }
}

/// `(!P1.any)`
fn predicate(program: &KernelText, text: &mut Cursor) -> Result<Pred, ParseError> {
    text.expect_byte(b'(')?;
    let invert = text.eat_byte(b'!');
    let before = *text;
    let name = text.word().ok_or_else(|| text.wrong("a predicate"))?;
    let id = match program.names.find(name) {
        Some(Entity::Predicate(id)) => id,
        Some(other) => return Err(before.error(format!("`{name}` is {}, not a predicate", other.what()))),
        None => return Err(undeclared(before, name, "predicate", "v_type=P num_elts=16")),
    };
    let combine = match text.peek() {
        Some(b'.') => {
            let at = text.at;
            match text.dot_word() {
                Some("any") => Combine::Any,
                Some("all") => Combine::All,
                _ => return Err(ParseError::new(at..text.at, "no such reduction").expecting("`.any` or `.all`")),
            }
        }
        _ => Combine::Lane,
    };
    text.expect_byte(b')')?;
    Ok(Pred { id, combine, invert })
}

#[cold]
fn undeclared(before: Cursor, name: &str, what: &str, decl: &str) -> ParseError {
    before.error(format!("no {what} is called `{name}`")).expecting(format!("`.decl {name} {decl}` before"))
}

struct Reader<'a> {
    program: &'a mut KernelText,
    mode: Mode,
    form: &'static Form,
    draft: &'a mut Draft,
}

impl Reader<'_> {
    /// Sets part `i`, whose text extends from `start` to the cursor.
    #[inline]
    fn set(&mut self, i: usize, operand: Operand, start: usize, text: &Cursor) {
        self.draft.inst.operands[i] = operand;
        self.draft.spans.operands[i] = start..text.at;
    }

    /// Parses everything after the mnemonic.
    fn form(&mut self, mut text: Cursor, pred: Option<Pred>) -> Result<(), ParseError> {
        let form = self.form;
        let name = self.draft.spans.name.clone();
        self.draft.inst.form = form;
        self.draft.inst.exec = Exec::ONE;
        self.draft.inst.operands.clear();
        self.draft.inst.operands.extend_from_slice(&form.absent);
        self.draft.spans.operands.clear();
        self.draft.spans.operands.resize(form.absent.len(), name.clone());
        self.draft.spans.exec = name;
        let mut saturate = None;
        for piece in &form.read {
            match *piece {
                Piece::Space => {}
                Piece::Literal(c) => text.expect_byte(c)?,
                Piece::Sat => {
                    let mut ahead = text;
                    if ahead.dot_word() == Some("sat") {
                        text.skip();
                        saturate = Some(text.at..ahead.at);
                        text = ahead;
                    }
                }
                Piece::Exec => {
                    let start = text.start();
                    self.draft.inst.exec = exec(&mut text)?;
                    self.draft.spans.exec = start..text.at;
                }
                Piece::Dot(i, optional) => {
                    let start = text.start();
                    if let Some(value) = self.dot(&mut text, i, optional)? {
                        self.set(i, Operand::Number(value), start, &text);
                    }
                }
                Piece::Field(i) => {
                    let start = text.start();
                    let operand = self.part(&mut text, i)?;
                    self.set(i, operand, start, &text);
                }
            }
        }
        if !text.done() {
            return Err(text.wrong("the end of the instruction"));
        }
        let operands = &mut self.draft.inst.operands;
        if let Some(span) = saturate {
            match &mut operands[form.places.dst.unwrap_or(0)] {
                Operand::General { modifier, .. } | Operand::Indirect { modifier, .. } => *modifier = Modifier::Sat,
                _ => return Err(ParseError::new(span, "only elements of a variable saturate")),
            }
        }
        if let (Some(at), Some(shape)) = (form.places.pitch, form.places.shape)
            && let (Operand::Imm { value: 0, .. }, Operand::Shape(shape)) = (operands[at], operands[shape])
            && self.draft.spans.operands[at] == self.draft.spans.name
        {
            // Consecutive elements.
            let bytes = shape.memory_bytes() * u32::from(shape.elements);
            operands[at] = Operand::Imm { ty: Type::Ud, value: bytes.into() };
        }
        // The assembler accepts a predicate before some instructions that cannot encode one, and drops it.
        self.draft.inst.pred = match pred {
            Some(_) if !form.has_pred() && self.mode != Mode::Documented => None,
            Some(_) if !form.has_pred() => {
                let span = self.draft.spans.pred.clone();
                return Err(ParseError::new(span, format!("`{}` takes no predicate", form.name())));
            }
            pred => pred,
        };
        Ok(())
    }

    /// Parses a dot word for part `i`.
    fn dot(&self, text: &mut Cursor, i: usize, optional: bool) -> Result<Option<u64>, ParseError> {
        let mut ahead = *text;
        let start = ahead.start();
        let Some(word) = ahead.dot_word() else {
            return if optional { Ok(None) } else { Err(text.wrong(&self.offered(i))) };
        };
        let found = match self.form.parts[i].kind {
            FieldKind::Names(_) => self.form.words[i].read(word, self.mode),
            FieldKind::Hex(_) => {
                word.strip_prefix('x').and_then(|h| u64::from_str_radix(h, 16).ok()).filter(|v| *v < 256)
            }
            _ => None,
        };
        match found {
            Some(value) => {
                *text = ahead;
                Ok(Some(value))
            }
            // It may belong to a later part of the same instruction.
            None if optional && self.later_word(i, word) => Ok(None),
            None => Err(ParseError::new(start..ahead.at, format!("`{}` does not take `.{word}`", self.form.name()))
                .expecting(self.offered(i))),
        }
    }

    /// The accepted names: "`.add`, `.sub` or `.inc`"
    fn offered(&self, i: usize) -> String {
        match self.form.parts[i].kind {
            FieldKind::Names(names) => either(names.offered(profile(self.mode)).map(|name| format!("`.{name}`"))),
            _ => "a dot word".into(),
        }
    }

    fn later_word(&self, i: usize, word: &str) -> bool {
        let after = self.form.text.iter().skip_while(|p| !matches!(p, Piece::Dot(k, _) if *k == i)).skip(1);
        after.into_iter().any(|p| match p {
            Piece::Sat => word == "sat",
            Piece::Dot(k, _) => self.form.words[*k].read(word, self.mode).is_some(),
            _ => false,
        })
    }

    /// Parses the operand of part `i`.
    fn part(&mut self, text: &mut Cursor, i: usize) -> Result<Operand, ParseError> {
        let form = self.form;
        let part = &form.parts[i];
        match part.kind {
            FieldKind::Dst(classes) => self.vector(text, classes, true, part.name),
            FieldKind::Src(classes) => self.vector(text, classes, false, part.name),
            FieldKind::Raw => {
                let first = self.raw(text, self.mode == Mode::Verifier, part.name)?;
                if part.name == "u" && form.name() == "load_lz" && first.is_null() && !text.done() {
                    // IGC 2 writes a paired resource, which is null, before the coordinates.
                    return self.raw(text, self.mode == Mode::Verifier, part.name);
                }
                Ok(first)
            }
            FieldKind::Bare => self.raw(text, false, part.name),
            FieldKind::Surface => self.surface(text),
            FieldKind::Sampler => {
                let before = *text;
                match text.word().and_then(|n| self.program.names.find(n)) {
                    Some(Entity::Sampler(n)) => Ok(Operand::Sampler(n)),
                    _ => Err(before.error("no such sampler")),
                }
            }
            FieldKind::Label => {
                let quoted = text.eat_byte(b'"');
                let name = text.word().ok_or_else(|| text.wrong("a label"))?;
                if quoted {
                    text.expect_byte(b'"')?;
                }
                Ok(Operand::Label(self.program.label(name)))
            }
            FieldKind::Number(bytes) => {
                let limit = u64::MAX >> (64 - 8 * u32::from(bytes));
                Ok(Operand::Number(text.decimal_up_to(limit, part.name)?))
            }
            FieldKind::Hex(_) => text.number().map(Operand::Number).ok_or_else(|| text.wrong("a hexadecimal number")),
            FieldKind::Power => {
                let before = *text;
                match text.decimal() {
                    Some(n @ (1 | 2 | 4 | 8 | 16)) => Ok(Operand::Number(u64::from(n.trailing_zeros()))),
                    _ => Err(before.error("no number of owords").expecting("1, 2, 4, 8 or 16")),
                }
            }
            FieldKind::Names(_) => {
                let before = *text;
                let word = text.word().unwrap_or("");
                let value = self.form.words[i].read(word, self.mode);
                value.map(Operand::Number).ok_or_else(|| before.error(format!("`{word}` is no {}", part.name)))
            }
            FieldKind::Fence(set, _) => Ok(Operand::Number(u64::from(fence(text, set)?))),
            FieldKind::Lifetime => {
                let before = *text;
                let name = text.word().ok_or_else(|| text.wrong("a variable"))?;
                let (kind, id) = match self.program.names.find(name) {
                    Some(Entity::Variable(v)) => (VariableKind::General, v),
                    Some(Entity::Address(a)) => (VariableKind::Address, a.into()),
                    Some(Entity::Predicate(p)) => (VariableKind::Predicate, p.into()),
                    _ => return Err(before.error(format!("no variable is called `{name}`"))),
                };
                Ok(Operand::Variable { kind, id })
            }
            FieldKind::Text => {
                text.expect_byte(b'"')?;
                let mut before = *text;
                let body = text.quoted()?;
                if text.escapes && body.contains('\\') {
                    return Err(before.wrong("text without escapes"));
                }
                Ok(Operand::Text(self.program.text(body)))
            }
            FieldKind::Shape => shape(text),
            FieldKind::Address => self.memory(text),
            FieldKind::Coordinates => self.coordinates(text),
            FieldKind::Name => {
                let quoted = text.eat_byte(b'"');
                let name = text.symbol().ok_or_else(|| text.wrong("a name"))?;
                if quoted {
                    text.expect_byte(b'"')?;
                }
                Ok(Operand::Text(self.program.text(name)))
            }
        }
    }
}

/// `(M1, 8)` or `(8)`
#[inline]
fn exec(text: &mut Cursor) -> Result<Exec, ParseError> {
    match plain_exec(text) {
        Some(exec) => Ok(exec),
        None => any_exec(text),
    }
}

/// The common spellings of compilers: `(M1, 8)`, `(M1_NM, 8)`.
#[inline]
fn plain_exec(text: &mut Cursor) -> Option<Exec> {
    let [b'(', b'M', digit @ b'1'..=b'8', between @ ..] = text.window().to_le_bytes() else { return None };
    let nm = between.starts_with(b"_NM");
    let behind = text.from(text.at + if nm { 6 } else { 3 });
    let (size, len) = match behind.window().to_le_bytes() {
        [b',', b' ', one @ (b'1' | b'2' | b'4' | b'8'), b')', ..] => (one - b'0', 4),
        [b',', b' ', b'1', b'6', b')', ..] => (16, 5),
        [b',', b' ', b'3', b'2', b')', ..] => (32, 5),
        _ => return None,
    };
    text.at = behind.at + len;
    Some(Exec { size, mask: digit - b'1', nm })
}

fn any_exec(text: &mut Cursor) -> Result<Exec, ParseError> {
    text.expect_byte(b'(')?;
    let (mut mask, mut nm) = (0, false);
    if text.peek().is_some_and(|c| !c.is_ascii_digit()) {
        let before = *text;
        let word = text.word().ok_or_else(|| text.wrong("an execution size or mask"))?;
        (mask, nm) = match *word.as_bytes() {
            [b'M', digit @ b'1'..=b'8'] => (digit - b'1', false),
            [b'M', digit @ b'1'..=b'8', b'_', b'N', b'M'] => (digit - b'1', true),
            _ if word == "NoMask" => (0, true),
            _ => {
                let expected = "M1 to M8, or M1_NM to M8_NM";
                return Err(before.error(format!("`{word}` is no execution mask")).expecting(expected));
            }
        };
        text.expect_byte(b',')?;
    }
    let before = *text;
    let size = text.decimal().ok_or_else(|| text.wrong("an execution size"))?;
    if ![1, 2, 4, 8, 16, 32].contains(&size) {
        return Err(before.error(format!("{size} is no execution size")).expecting("1, 2, 4, 8, 16 or 32"));
    }
    text.expect_byte(b')')?;
    Ok(Exec { size: size as u8, mask, nm })
}

/// The profile of names that a mode accepts.
fn profile(mode: Mode) -> Profiles {
    match mode {
        Mode::Verifier => TOOL,
        Mode::Documented | Mode::Compat => DOCUMENTS,
    }
}

/// `(-)`, `(abs)`, `(-abs)`, `(~)`
#[inline]
fn modifier(text: &mut Cursor) -> Modifier {
    if text.peek() != Some(b'(') {
        return Modifier::None;
    }
    let list = [("(-)", Modifier::Neg), ("(abs)", Modifier::Abs), ("(-abs)", Modifier::NegAbs), ("(~)", Modifier::Not)];
    list.into_iter().find(|(word, _)| text.eat(word)).map_or(Modifier::None, |(_, m)| m)
}

/// `:ud`
#[inline]
fn type_suffix(text: &mut Cursor) -> Result<Type, ParseError> {
    text.expect_byte(b':')?;
    let before = *text;
    let name = text.word().unwrap_or("");
    Type::from_word(name).ok_or_else(|| before.error(format!("`{}` is no type", name.to_ascii_lowercase())))
}

/// Digits of an immediate without a sign; complete if its type follows.
#[inline]
fn whole_number(text: &mut Cursor) -> Option<i64> {
    let mut ahead = *text;
    let value = ahead.number()?;
    (ahead.next() == Some(b':')).then(|| {
        *text = ahead;
        value as i64
    })
}

/// A literal with a point or an exponent, `-1.5:f`.
fn float(text: &mut Cursor) -> Option<(u64, Type)> {
    text.skip();
    let rest = text.rest();
    let body = rest.strip_prefix('-').unwrap_or(rest);
    let end = body.find(':')?;
    let digits = &body[..end];
    let plain = |c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | 'E' | '+' | '-');
    let point = digits.contains('.') || (digits.contains(['e', 'E']) && !digits.starts_with("0x"));
    if !point || !digits.starts_with(|c: char| c.is_ascii_digit()) || !digits.chars().all(plain) {
        return None;
    }
    let after = &body[end + 1..];
    let name = &after[..after.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(after.len())];
    let number: f64 = digits.parse().ok()?;
    let negative = rest.len() != body.len();
    // The tool parses 32-bit literals in double precision and rounds.
    let (value, ty) = match name {
        "f" | "F" => (u64::from((number as f32).to_bits()) | u64::from(negative) << 31, Type::F),
        "df" | "DF" => (number.to_bits() | u64::from(negative) << 63, Type::Df),
        _ => return None,
    };
    text.at += usize::from(negative) + end + 1 + name.len();
    Some((value, ty))
}

/// `:a64`
fn address_bits(text: &mut Cursor) -> Result<u8, ParseError> {
    let start = text.at;
    text.expect_byte(b':')?;
    match text.word() {
        Some("a16") => Ok(16),
        Some("a32") => Ok(32),
        Some("a64") => Ok(64),
        _ => Err(ParseError::new(start..text.at, "expected the size of an address, :a16, :a32 or :a64")),
    }
}

/// `.EISCRL1`
fn fence(text: &mut Cursor, set: u8) -> Result<u8, ParseError> {
    let mut value = set;
    if set & 0x80 != 0 || text.peek() != Some(b'.') {
        return Ok(value);
    }
    let start = text.at;
    let mut rest = text.dot_word().unwrap_or("");
    for (bit, letters) in super::print::FENCE {
        if let Some(after) = rest.strip_prefix(letters) {
            value |= 1 << bit;
            rest = after;
        }
    }
    if rest.is_empty() {
        return Ok(value);
    }
    let message = format!("`{rest}` is no option of a fence: expected some of E, I, S, C, R, L1 in this order");
    Err(ParseError::new(start..text.at, message))
}

/// `d32x4t` or `d32.xy`
fn shape(text: &mut Cursor) -> Result<Operand, ParseError> {
    let before = *text;
    let wrong =
        |found: &str| before.error(format!("`{found}` is no shape of data: expected such as d32, d64x2, d32x8t"));
    let word = text.word().unwrap_or("");
    let body = word.strip_prefix(['d', 'u']).ok_or_else(|| wrong(word))?;
    // `c32` was renamed to `u32` between IGC 1.0.12504 and 2.40.14; both mean that the element takes 32 bits of a register.
    let sizes = ["8c32", "8u32", "16c32h", "16u32h", "16c32", "16u32", "64", "32", "16", "8"].into_iter();
    let found =
        sizes.zip([5, 5, 7, 7, 6, 6, 4, 3, 2, 1]).find_map(|(name, size)| Some((size, body.strip_prefix(name)?)));
    let (size, mut rest) = found.ok_or_else(|| wrong(word))?;
    let mut channels = 0;
    if rest.is_empty() && text.rest().starts_with('.') {
        let letters = text.dot_word().unwrap_or("");
        for c in letters.chars() {
            match "xyzw".find(c) {
                Some(bit) if 1 << bit > channels => channels |= 1 << bit,
                _ => {
                    let message = format!("`.{letters}` is no set of channels: expected some of xyzw in this order");
                    return Err(before.error(message));
                }
            }
        }
        return Ok(Operand::Shape(Shape { size, transposed: false, elements: 1, channels }));
    }
    let transposed = rest.ends_with('t');
    rest = rest.strip_suffix('t').unwrap_or(rest);
    let elements = match rest.strip_prefix('x') {
        None if rest.is_empty() => 1,
        Some(n) => n.parse().ok().filter(|n| [1, 2, 3, 4, 8, 16, 32, 64].contains(n)).ok_or_else(|| wrong(word))?,
        None => return Err(wrong(word)),
    };
    Ok(Operand::Shape(Shape { size, transposed, elements, channels }))
}
