//! Text to an instruction.
use super::form::{DOCUMENTS, FORMS, FieldKind, Form, Piece, TOOL};
use super::inst::*;
use super::names::{Entity, Names};
use super::text::{Cursor, Values, without_comments};
use super::{KernelText, Mode};
use isotope_table::{Capitals, ParseError, either};

mod operand;

/// Parses one instruction of a program. Labels that it names for the first time are declared.
///
/// # Errors
/// Text that is no instruction; in [`Mode::Documented`] and [`Mode::Verifier`] also what their rules refuse.
pub fn parse(program: &mut KernelText, mode: Mode, line: &str) -> Result<Inst, ParseError> {
    let clean = without_comments(line)?;
    let line = clean.as_deref().unwrap_or(line);
    let (inst, spans) = read(program, mode, line)?;
    super::legal::check(program, mode, &inst).map_err(|broken| super::legal::located(broken, mode, &inst, &spans))?;
    Ok(inst)
}

/// Where the operands of an instruction stand in its text.
pub(super) struct Spans {
    pub name: std::ops::Range<usize>,
    pub exec: std::ops::Range<usize>,
    pub pred: std::ops::Range<usize>,
    pub operands: Vec<std::ops::Range<usize>>,
}

fn read(program: &mut KernelText, mode: Mode, line: &str) -> Result<(Inst, Spans), ParseError> {
    let mut text = Cursor::new(line);
    text.skip();
    let start = text.at;
    let pred = if text.peek() == Some('(') { Some(predicate(&program.names, &mut text)?) } else { None };
    let pred_span = start..text.at;
    text.skip();
    let start = text.at;
    let word = text.word().ok_or_else(|| text.wrong("an instruction"))?;
    let name = start..text.at;
    let lower = word.to_ascii_lowercase();
    let known = match mode {
        Mode::Verifier => word,
        _ if FORMS.named(word).next().is_some() => word,
        _ => lower.as_str(),
    };
    let mut best: Option<ParseError> = None;
    for form in FORMS.named(known) {
        let spans = Spans { name: name.clone(), exec: name.clone(), pred: pred_span.clone(), operands: Vec::new() };
        let mut reader = Reader { program: &mut *program, mode, form, spans };
        match reader.form(text, pred) {
            Ok(inst) => return Ok((inst, reader.spans)),
            Err(e) if best.as_ref().is_none_or(|b| e.span.start > b.span.start) => best = Some(e),
            Err(_) => {}
        }
    }
    Err(best.unwrap_or_else(|| ParseError::new(name, FORMS.mnemonics().unknown(word, known))))
}

/// `(!P1.any)`
fn predicate(names: &Names, text: &mut Cursor) -> Result<Pred, ParseError> {
    text.expect("(")?;
    let invert = text.eat("!");
    let span = text.token();
    let name = text.word().ok_or_else(|| text.wrong("a predicate"))?;
    let id = match names.find(name) {
        Some(Entity::Predicate(id)) => id,
        Some(other) => return Err(ParseError::new(span, format!("`{name}` is {}, not a predicate", other.what()))),
        None => return Err(undeclared(span, name, "predicate", "v_type=P num_elts=16")),
    };
    let combine = match text.peek() {
        Some('.') => {
            let at = text.at;
            match text.dot_word() {
                Some("any") => Combine::Any,
                Some("all") => Combine::All,
                _ => {
                    return Err(ParseError::new(at..text.at, "no such reduction").expecting("`.any` or `.all`"));
                }
            }
        }
        _ => Combine::Lane,
    };
    text.expect(")")?;
    Ok(Pred { id, combine, invert })
}

fn undeclared(span: std::ops::Range<usize>, name: &str, what: &str, decl: &str) -> ParseError {
    ParseError::new(span, format!("no {what} is called `{name}`")).expecting(format!("`.decl {name} {decl}` before"))
}

struct Reader<'a> {
    program: &'a mut KernelText,
    mode: Mode,
    form: &'static Form,
    spans: Spans,
}

impl Reader<'_> {
    fn values(&self) -> Values<'_> {
        Values { kernel: &self.program.kernel, names: &self.program.names, register: self.program.register }
    }

    /// Everything behind the mnemonic.
    fn form(&mut self, mut text: Cursor, pred: Option<Pred>) -> Result<Inst, ParseError> {
        let form = self.form;
        let mut operands: Vec<Operand> = form.parts.iter().map(|p| absent(p.kind)).collect();
        self.spans.operands = vec![self.spans.name.clone(); operands.len()];
        let mut exec = Exec::ONE;
        let mut saturate = None;
        for piece in &form.text {
            match *piece {
                Piece::Space => text.skip(),
                Piece::Literal(c) => text.expect(c.encode_utf8(&mut [0; 4]))?,
                Piece::Sat => {
                    let mut ahead = text;
                    if ahead.dot_word() == Some("sat") {
                        text.skip();
                        saturate = Some(text.at..ahead.at);
                        text = ahead;
                    }
                }
                Piece::Exec => {
                    text.skip();
                    let start = text.at;
                    exec = self.exec(&mut text)?;
                    self.spans.exec = start..text.at;
                }
                Piece::Dot(i, optional) => {
                    text.skip();
                    let start = text.at;
                    if let Some(value) = self.dot(&mut text, i, optional)? {
                        operands[i] = Operand::Number(value);
                        self.spans.operands[i] = start..text.at;
                    }
                }
                Piece::Field(i) => {
                    text.skip();
                    let start = text.at;
                    let operand = self.part(&mut text, i, &mut operands)?;
                    operands[i] = operand;
                    self.spans.operands[i] = start..text.at;
                }
            }
        }
        if !text.done() {
            return Err(text.wrong("the end of the instruction"));
        }
        if let Some(span) = saturate {
            let at = form.position("dst").unwrap_or(0);
            match &mut operands[at] {
                Operand::General { modifier, .. } | Operand::Indirect { modifier, .. } => *modifier = Modifier::Sat,
                _ => return Err(ParseError::new(span, "only elements of a variable saturate")),
            }
        }
        if let (Some(at), Some(shape)) = (form.position("pitch"), form.position("shape"))
            && let (Operand::Imm { value: 0, .. }, Operand::Shape(shape)) = (operands[at], operands[shape])
            && self.spans.operands[at] == self.spans.name
        {
            // Elements that follow each other.
            let bytes = shape.memory_bytes() * u32::from(shape.elements);
            operands[at] = Operand::Imm { ty: Type::Ud, value: bytes.into() };
        }
        // The assembler reads a predicate before some instructions that cannot hold one, and drops it.
        let pred = match pred {
            Some(_) if !form.has_pred() && self.mode != Mode::Documented => None,
            Some(_) if !form.has_pred() => {
                return Err(ParseError::new(self.spans.pred.clone(), format!("`{}` takes no predicate", form.name())));
            }
            pred => pred,
        };
        Ok(Inst { form, exec, pred, operands })
    }

    /// `(M1, 8)` or `(8)`
    fn exec(&self, text: &mut Cursor) -> Result<Exec, ParseError> {
        text.expect("(")?;
        let (mut mask, mut nm) = (0, false);
        if text.peek().is_some_and(|c| !c.is_ascii_digit()) {
            let span = text.token();
            let word = text.word().ok_or_else(|| text.wrong("an execution size or mask"))?;
            let (body, no_mask) = match (word, word.strip_suffix("_NM")) {
                ("NoMask", _) => ("M1", true),
                (_, Some(body)) => (body, true),
                (body, None) => (body, false),
            };
            let digit = body.strip_prefix('M').filter(|d| d.len() == 1).and_then(|d| d.parse::<u8>().ok());
            let Some(digit @ 1..=8) = digit else {
                let expected = "M1 to M8, or M1_NM to M8_NM";
                return Err(ParseError::new(span, format!("`{word}` is no execution mask")).expecting(expected));
            };
            (mask, nm) = (digit - 1, no_mask);
            text.expect(",")?;
        }
        let span = text.token();
        let size = text.decimal().ok_or_else(|| text.wrong("an execution size"))?;
        if ![1, 2, 4, 8, 16, 32].contains(&size) {
            let expected = "1, 2, 4, 8, 16 or 32";
            return Err(ParseError::new(span, format!("{size} is no execution size")).expecting(expected));
        }
        text.expect(")")?;
        Ok(Exec { size: size as u8, mask, nm })
    }

    /// A dot word of part `i`.
    fn dot(&self, text: &mut Cursor, i: usize, optional: bool) -> Result<Option<u64>, ParseError> {
        let mut ahead = *text;
        ahead.skip();
        let start = ahead.at;
        let Some(word) = ahead.dot_word() else {
            return if optional { Ok(None) } else { Err(text.wrong(&self.offered(i))) };
        };
        let found = match self.form.parts[i].kind {
            FieldKind::Names(names) => read_name(names, word, self.mode),
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
            // A later dot word of the same instruction may be meant.
            None if optional && self.later_word(i, word) => Ok(None),
            None => Err(ParseError::new(start..ahead.at, format!("`{}` does not take `.{word}`", self.form.name()))
                .expecting(self.offered(i))),
        }
    }

    /// "`.add`, `.sub` or `.inc`"
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
            Piece::Dot(k, _) => {
                matches!(self.form.parts[*k].kind, FieldKind::Names(names) if read_name(names, word, self.mode).is_some())
            }
            _ => false,
        })
    }

    /// The operand of part `i`.
    fn part(&mut self, text: &mut Cursor, i: usize, operands: &mut [Operand]) -> Result<Operand, ParseError> {
        let part = self.form.parts[i];
        match part.kind {
            FieldKind::Dst(classes) => self.vector(text, classes, true, part.name),
            FieldKind::Src(classes) => self.vector(text, classes, false, part.name),
            FieldKind::Raw => self.raw(text, self.mode == Mode::Verifier, part.name),
            FieldKind::Bare => self.raw(text, false, part.name),
            FieldKind::Surface => self.surface(text),
            FieldKind::Sampler => {
                let span = text.token();
                match text.word().and_then(|n| self.program.names.find(n)) {
                    Some(Entity::Sampler(n)) => Ok(Operand::Sampler(n)),
                    _ => Err(ParseError::new(span, "no such sampler")),
                }
            }
            FieldKind::Label => {
                let quoted = text.eat("\"");
                let name = text.word().ok_or_else(|| text.wrong("a label"))?.to_string();
                if quoted {
                    text.expect("\"")?;
                }
                Ok(Operand::Label(self.program.label(&name)))
            }
            FieldKind::Number(bytes) => {
                let limit = u64::MAX >> (64 - 8 * u32::from(bytes));
                Ok(Operand::Number(text.decimal_up_to(limit, part.name)?))
            }
            FieldKind::Hex(_) => text.number().map(Operand::Number).ok_or_else(|| text.wrong("a hexadecimal number")),
            FieldKind::Power => {
                let span = text.token();
                match text.decimal() {
                    Some(n @ (1 | 2 | 4 | 8 | 16)) => Ok(Operand::Number(u64::from(n.trailing_zeros()))),
                    _ => Err(ParseError::new(span, "no number of owords").expecting("1, 2, 4, 8 or 16")),
                }
            }
            FieldKind::Names(names) => {
                let span = text.token();
                let word = text.word().unwrap_or("");
                let value = read_name(names, word, self.mode);
                value.map(Operand::Number).ok_or_else(|| ParseError::new(span, format!("`{word}` is no {}", part.name)))
            }
            FieldKind::Fence(set, _) => Ok(Operand::Number(u64::from(fence(text, set)?))),
            FieldKind::Lifetime => {
                let span = text.token();
                let name = text.word().ok_or_else(|| text.wrong("a variable"))?;
                let (kind, id) = match self.program.names.find(name) {
                    Some(Entity::Variable(v)) => (VariableKind::General, v),
                    Some(Entity::Address(a)) => (VariableKind::Address, a.into()),
                    Some(Entity::Predicate(p)) => (VariableKind::Predicate, p.into()),
                    _ => return Err(ParseError::new(span, format!("no variable is called `{name}`"))),
                };
                Ok(Operand::Variable { kind, id })
            }
            FieldKind::Text => {
                text.expect("\"")?;
                let body = text.rest();
                let end = body.find('"').ok_or_else(|| text.wrong("`\"`"))?;
                text.at += end + 1;
                Ok(Operand::Text(self.program.text(&body[..end])))
            }
            FieldKind::Shape => shape(text),
            FieldKind::Address => self.memory(text, operands),
            FieldKind::Coordinates => self.coordinates(text, operands),
            FieldKind::Name => {
                let quoted = text.eat("\"");
                let name = text.symbol().ok_or_else(|| text.wrong("a name"))?.to_string();
                if quoted {
                    text.expect("\"")?;
                }
                Ok(Operand::Text(self.program.text(&name)))
            }
        }
    }
}

/// What an operand is that the text leaves out.
fn absent(kind: FieldKind) -> Operand {
    match kind {
        FieldKind::Raw | FieldKind::Bare => Operand::NULL,
        FieldKind::Src(_) | FieldKind::Dst(_) => Operand::Imm { ty: Type::Ud, value: 0 },
        FieldKind::Fence(set, _) => Operand::Number(set.into()),
        _ => Operand::Number(0),
    }
}

/// The names that a mode reads.
fn profile(mode: Mode) -> u8 {
    match mode {
        Mode::Verifier => TOOL,
        Mode::Documented | Mode::Compat => DOCUMENTS,
    }
}

/// The value that a whole word names.
fn read_name(names: isotope_table::Names, word: &str, mode: Mode) -> Option<u64> {
    let capitals = if mode == Mode::Verifier { Capitals::Differ } else { Capitals::Fold };
    names.read(profile(mode), word.as_bytes(), capitals).own.map(|name| name.value)
}

/// `(-)`, `(abs)`, `(-abs)`, `(~)`
fn modifier(text: &mut Cursor) -> Modifier {
    let list = [("(-)", Modifier::Neg), ("(abs)", Modifier::Abs), ("(-abs)", Modifier::NegAbs), ("(~)", Modifier::Not)];
    list.into_iter().find(|(word, _)| text.eat(word)).map_or(Modifier::None, |(_, m)| m)
}

/// `:ud`
fn type_suffix(text: &mut Cursor) -> Result<Type, ParseError> {
    text.expect(":")?;
    let span = text.token();
    let name = text.word().unwrap_or("").to_ascii_lowercase();
    Type::from_name(&name).ok_or_else(|| ParseError::new(span, format!("`{name}` is no type")))
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
    // The tool reads 32-bit literals in double precision and rounds.
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
    text.expect(":")?;
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
    if set & 0x80 != 0 || text.peek() != Some('.') {
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
    Err(ParseError::new(
        start..text.at,
        format!("`{rest}` is no option of a fence: expected some of E, I, S, C, R, L1 in this order"),
    ))
}

/// `d32x4t` or `d32.xy`
fn shape(text: &mut Cursor) -> Result<Operand, ParseError> {
    let span = text.token();
    let wrong = |span, found: &str| {
        ParseError::new(span, format!("`{found}` is no shape of data: expected such as d32, d64x2, d32x8t"))
    };
    let word = text.word().unwrap_or("");
    let body = word.strip_prefix(['d', 'u']).ok_or_else(|| wrong(span.clone(), word))?;
    let sizes = [("8c32", 5), ("16c32h", 7), ("16c32", 6), ("64", 4), ("32", 3), ("16", 2), ("8", 1)];
    let found = sizes.into_iter().find_map(|(name, size)| Some((size, body.strip_prefix(name)?)));
    let (size, mut rest) = found.ok_or_else(|| wrong(span.clone(), word))?;
    let mut channels = 0;
    if rest.is_empty() && text.rest().starts_with('.') {
        let letters = text.dot_word().unwrap_or("");
        for c in letters.chars() {
            match "xyzw".find(c) {
                Some(bit) if 1 << bit > channels => channels |= 1 << bit,
                _ => {
                    return Err(ParseError::new(
                        span,
                        format!("`.{letters}` is no set of channels: expected some of xyzw in this order"),
                    ));
                }
            }
        }
        return Ok(Operand::Shape(Shape { size, transposed: false, elements: 1, channels }));
    }
    let transposed = rest.ends_with('t');
    rest = rest.strip_suffix('t').unwrap_or(rest);
    let elements = match rest.strip_prefix('x') {
        None if rest.is_empty() => 1,
        Some(n) => {
            n.parse().ok().filter(|n| [1, 2, 3, 4, 8, 16, 32, 64].contains(n)).ok_or_else(|| wrong(span, word))?
        }
        None => return Err(wrong(span, word)),
    };
    Ok(Operand::Shape(Shape { size, transposed, elements, channels }))
}
