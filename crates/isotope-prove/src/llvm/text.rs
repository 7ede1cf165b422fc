//! Reads the text of LLVM IR: functions of the instructions that lower an atomic. Every other instruction is refused by name.

use super::inst::{Block, Format, Function, Inst, InstKind, Module, Operand, Type};
use super::order::{Asked, Ordering, Scope};
use crate::lowering::LoweringError;

/// Largest text in bytes, and most instructions of a function.
const BYTES: usize = 16 << 20;
const INSTRUCTIONS: usize = 4096;

/// Reads a file. Declarations, attributes and metadata are ignored.
///
/// # Errors
/// [`LoweringError`] with the position.
///
/// # Examples
/// ```
/// let text = "define i32 @f(ptr %p) {\n  %1 = load i32, ptr %p, align 4\n  ret i32 %1\n}\n";
/// let module = isotope_prove::llvm::read(text).unwrap();
/// assert_eq!((module.functions.len(), module.functions[0].blocks[0].insts.len()), (1, 2));
/// ```
pub fn read(text: &str) -> Result<Module, LoweringError> {
    read_some(text, &|_, _| true)
}

/// Reads the functions that `wanted` accepts, by their name and by whether a comment `; equals OPERATION` precedes them. The bodies of
/// other functions are skipped, whatever they contain.
///
/// # Errors
/// [`LoweringError`] with the position.
///
/// # Examples
/// ```
/// let text = "define void @g() {\n  unreachable\n}\ndefine i32 @f(ptr %p) {\n  %1 = load i32, ptr %p\n  ret i32 %1\n}\n";
/// assert!(isotope_prove::llvm::read(text).is_err());
/// let module = isotope_prove::llvm::read_some(text, &|name, _| name == "f").unwrap();
/// assert_eq!((module.functions.len(), module.names), (1, vec!["g".to_string(), "f".to_string()]));
/// ```
pub fn read_some(text: &str, wanted: &dyn Fn(&str, bool) -> bool) -> Result<Module, LoweringError> {
    if text.len() > BYTES {
        return Err(LoweringError { line: 1, column: 1, message: format!("more than {BYTES} bytes") });
    }
    let mut module = Module::default();
    let mut open: Option<(Function, usize)> = None;
    let mut equals = None;
    let mut skipping = false;
    for (n, raw) in text.lines().enumerate() {
        let mut line = Cursor { text: without_comment(raw), at: 0, line: n + 1 };
        line.blanks();
        if skipping && !raw.starts_with("define ") {
            skipping = !line.rest().starts_with('}');
            continue;
        }
        skipping = false;
        if line.rest().is_empty() {
            let comment = raw.trim().trim_start_matches(';').trim();
            if let (None, Some(op)) = (&open, comment.strip_prefix("equals ")) {
                equals = Some((op.trim().to_string(), n + 1));
            }
            continue;
        }
        match &mut open {
            None if line.eat_word("define") => {
                let equals = equals.take();
                if let Some(name) = line.function_name() {
                    module.names.push(name.clone());
                    if !wanted(&name, equals.is_some()) {
                        skipping = !line.rest().trim_end().ends_with('}');
                        continue;
                    }
                }
                let function = line.header(equals)?;
                open = Some((function, 0));
            }
            None if line.eat_word("target") => {
                module.big_endian |= line.rest().starts_with("datalayout") && line.rest().contains("\"E");
            }
            None => {}
            Some(_) if line.rest().starts_with('}') => {
                let Some((function, _)) = open.take() else { continue };
                if function.blocks.iter().any(|b| b.insts.is_empty()) || function.blocks.is_empty() {
                    return Err(line.error("a block without instructions"));
                }
                module.functions.push(function);
            }
            Some((function, count)) => {
                *count += 1;
                if *count > INSTRUCTIONS {
                    return Err(line.error(format!("more than {INSTRUCTIONS} instructions in a function")));
                }
                if let Some(name) = line.label() {
                    function.blocks.push(Block { name, insts: Vec::new() });
                    continue;
                }
                let inst = line.instruction()?;
                if function.blocks.is_empty() {
                    // An entry block without a label gets the next number.
                    let unnamed = function.params.iter().filter(|(n, _)| n.bytes().all(|b| b.is_ascii_digit())).count();
                    function.blocks.push(Block { name: unnamed.to_string(), insts: Vec::new() });
                }
                if let Some(block) = function.blocks.last_mut() {
                    block.insts.push(inst);
                }
            }
        }
    }
    match open {
        Some((function, _)) => {
            let message = format!("@{} has no `}}` at its end", function.name);
            Err(LoweringError { line: function.line, column: 1, message })
        }
        None => Ok(module),
    }
}

fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    for (i, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            ';' if !quoted => return &line[..i],
            _ => {}
        }
    }
    line
}

/// A line and the position in it.
struct Cursor<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

const FLAGS: [&str; 5] = ["nuw", "nsw", "exact", "disjoint", "nneg"];
const FAST: [&str; 8] = ["fast", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc"];
const CASTS: [&str; 8] = ["trunc", "zext", "sext", "bitcast", "ptrtoint", "inttoptr", "fpext", "fptrunc"];
const BINARY: [&str; 10] = ["add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr", "fadd"];

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn error(&self, message: impl Into<String>) -> LoweringError {
        LoweringError { line: self.line, column: self.text[..self.at].chars().count() + 1, message: message.into() }
    }

    fn expected(&self, what: &str) -> LoweringError {
        let found: String = self.rest().chars().take_while(|c| !c.is_whitespace()).take(40).collect();
        self.error(if found.is_empty() {
            format!("expected {what}")
        } else {
            format!("expected {what}, found `{found}`")
        })
    }

    /// As [`Cursor::expected`], at an earlier position.
    fn expected_at(&mut self, at: usize, what: &str) -> LoweringError {
        self.at = at;
        self.expected(what)
    }

    fn blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn take(&mut self, len: usize) -> &'a str {
        let taken = &self.rest()[..len];
        self.at += len;
        self.blanks();
        taken
    }

    fn word_len(&self) -> usize {
        self.rest()
            .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-' | '$')))
            .unwrap_or(self.rest().len())
    }

    /// The word here, without consuming it.
    fn peek(&self) -> &'a str {
        &self.rest()[..self.word_len()]
    }

    fn word(&mut self) -> &'a str {
        self.take(self.word_len())
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let here = self.peek() == word;
        if here {
            self.word();
        }
        here
    }

    fn eat(&mut self, punct: char) -> bool {
        let here = self.rest().starts_with(punct);
        if here {
            self.take(punct.len_utf8());
        }
        here
    }

    fn need(&mut self, punct: char) -> Result<(), LoweringError> {
        if self.eat(punct) { Ok(()) } else { Err(self.expected(&format!("`{punct}`"))) }
    }

    /// `%name`, `@name`, with the name in quotes or without.
    fn name(&mut self, sigil: char) -> Result<String, LoweringError> {
        if !self.rest().starts_with(sigil) {
            return Err(self.expected(&format!("a name that begins with `{sigil}`")));
        }
        self.at += 1;
        if self.rest().starts_with('"') {
            let end = self.rest()[1..].find('"').ok_or_else(|| self.error("a name without closing quotes"))?;
            return Ok(self.take(end + 2).trim_matches('"').to_string());
        }
        match self.word_len() {
            0 => Err(self.expected("a name")),
            len => Ok(self.take(len).to_string()),
        }
    }

    fn label(&mut self) -> Option<String> {
        let trimmed = self.rest().trim_end();
        let name = trimmed.strip_suffix(':')?;
        let name = name.strip_prefix('"').and_then(|n| n.strip_suffix('"')).unwrap_or(name);
        (!name.is_empty() && !name.contains(char::is_whitespace)).then(|| name.to_string())
    }

    /// Skips a parenthesis with its contents.
    fn parenthesis(&mut self) -> Result<&'a str, LoweringError> {
        let mut depth = 0usize;
        for (i, c) in self.rest().char_indices() {
            match c {
                '(' => depth += 1,
                ')' if depth == 1 => return Ok(self.take(i + 1)),
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        Err(self.expected("`)`"))
    }

    fn ty(&mut self) -> Result<Type, LoweringError> {
        let start = self.at;
        if self.eat('<') {
            let lanes: u32 = self.word().parse().unwrap_or(0);
            let of = if self.eat_word("x") { self.word() } else { "" };
            let bits: u32 = of.strip_prefix('i').and_then(|bits| bits.parse().ok()).unwrap_or(0);
            let ty = match (lanes, of) {
                (2, "half") => Type::Float(Format::Halves),
                (2, "bfloat") => Type::Float(Format::Brains),
                _ if (1..=8).contains(&lanes) && matches!(bits, 8 | 16 | 32 | 64) && lanes * bits <= 64 => {
                    Type::Vector(lanes, bits)
                }
                _ => {
                    let what =
                        "a scalar, <2 x half>, <2 x bfloat> or a vector of i8, i16, i32 or i64 of at most 64 bits";
                    return Err(self.expected_at(start, what));
                }
            };
            self.need('>')?;
            return Ok(ty);
        }
        if self.eat('{') {
            let value = self.ty()?;
            self.need(',')?;
            let flag = self.ty()?;
            self.need('}')?;
            return match (value, flag) {
                (Type::Int(bits), Type::Int(1)) => Ok(Type::Swapped(bits)),
                _ => Err(self.expected_at(start, "a structure of an integer and i1, as cmpxchg gives")),
            };
        }
        let word = self.word();
        let ty = match word {
            "half" => Type::Float(Format::Half),
            "bfloat" => Type::Float(Format::Brain),
            "float" => Type::Float(Format::Float),
            "double" => Type::Float(Format::Double),
            "void" => Type::Void,
            "ptr" => {
                if self.eat_word("addrspace") {
                    self.parenthesis()?;
                }
                Type::Pointer
            }
            _ => {
                let bits = word.strip_prefix('i').and_then(|bits| bits.parse().ok());
                match bits.filter(|bits| matches!(bits, 1..=64 | 128)) {
                    Some(bits) => Type::Int(bits),
                    None => return Err(self.expected_at(start, "a type of at most 64 bits, or i128")),
                }
            }
        };
        Ok(ty)
    }

    fn operand(&mut self, ty: Type) -> Result<Operand, LoweringError> {
        if self.rest().starts_with('%') {
            return Ok(Operand::Local(self.name('%')?));
        }
        let start = self.at;
        if let (Type::Vector(lanes, bits), true) = (ty, self.rest().starts_with('<')) {
            return self.elements(lanes, bits);
        }
        let mask = u128::MAX >> (128 - ty.bits().clamp(1, 128));
        let text = self.rest();
        let len = text.find(|c: char| matches!(c, ',' | ')' | ']' | '>') || c.is_whitespace()).unwrap_or(text.len());
        let word = self.take(len);
        let bits = match (word, ty) {
            ("poison" | "undef", _) => return Ok(Operand::Poison),
            ("true", Type::Int(1)) => Some(1),
            ("false", Type::Int(1)) | ("zeroinitializer", _) => Some(0),
            (_, Type::Int(_)) if word.starts_with('-') => {
                word.parse::<i128>().ok().filter(|v| *v >= -((mask >> 1) as i128) - 1).map(|v| v as u128 & mask)
            }
            (_, Type::Int(_)) => word.parse::<u128>().ok().filter(|v| *v <= mask),
            (_, Type::Float(format)) => float(word, format).map(u128::from),
            _ => None,
        };
        bits.map(Operand::Bits).ok_or_else(|| self.expected_at(start, "a local name or a constant of this type"))
    }

    /// A constant vector; its bits have element 0 lowest.
    fn elements(&mut self, lanes: u32, bits: u32) -> Result<Operand, LoweringError> {
        self.need('<')?;
        let mut all = 0;
        for lane in 0..lanes {
            if lane > 0 {
                self.need(',')?;
            }
            let here = self.at;
            match self.typed()? {
                (Type::Int(width), Operand::Bits(value)) if width == bits => all |= value << (lane * bits),
                _ => return Err(self.expected_at(here, &format!("a constant of i{bits}"))),
            }
        }
        self.need('>')?;
        Ok(Operand::Bits(all))
    }

    /// The constant index of an element.
    fn index(&mut self, lanes: u32) -> Result<u64, LoweringError> {
        let here = self.at;
        match self.typed()? {
            (Type::Int(_), Operand::Bits(index)) if index < u128::from(lanes) => Ok(index as u64),
            _ => Err(self.expected_at(here, &format!("a constant index below {lanes}"))),
        }
    }

    /// A vector of integers.
    fn vector(&mut self) -> Result<(u32, u32, Operand), LoweringError> {
        let here = self.at;
        match self.typed()? {
            (Type::Vector(lanes, bits), of) => Ok((lanes, bits, of)),
            _ => Err(self.expected_at(here, "a vector of integers")),
        }
    }

    fn typed(&mut self) -> Result<(Type, Operand), LoweringError> {
        let ty = self.ty()?;
        Ok((ty, self.operand(ty)?))
    }

    fn typed_and_comma(&mut self) -> Result<(Type, Operand), LoweringError> {
        let typed = self.typed()?;
        self.need(',')?;
        Ok(typed)
    }

    fn pointer(&mut self) -> Result<Operand, LoweringError> {
        let here = self.at;
        match self.typed()? {
            (Type::Pointer, operand) => Ok(operand),
            _ => Err(self.expected_at(here, "a pointer")),
        }
    }

    fn flags(&mut self, among: &[&str]) -> Vec<String> {
        let mut flags = Vec::new();
        while among.contains(&self.peek()) {
            flags.push(self.word().to_string());
        }
        flags
    }

    fn no_fast(&self, op: &str) -> Result<(), LoweringError> {
        if FAST.contains(&self.peek()) {
            return Err(self
                .error(format!("{op} under the fast-math flag `{}`, which this reader does not model", self.peek())));
        }
        Ok(())
    }

    /// The name in a header, without reading the rest.
    fn function_name(&self) -> Option<String> {
        let at = self.rest().find('@')?;
        let mut name = Cursor { text: &self.rest()[at..], at: 0, line: self.line };
        name.name('@').ok()
    }

    /// `[syncscope("NAME")]`.
    fn scope(&mut self) -> Result<Scope, LoweringError> {
        if !self.eat_word("syncscope") {
            return Ok(Scope::system());
        }
        let start = self.at;
        let text = self.parenthesis()?;
        let name = text.strip_prefix("(\"").and_then(|name| name.strip_suffix("\")"));
        name.map(Scope::named).ok_or_else(|| self.expected_at(start, "a scope in parentheses and quotes"))
    }

    /// One of the orderings that an instruction may have.
    fn ordering(&mut self, among: &[Ordering]) -> Result<Ordering, LoweringError> {
        match Ordering::find(self.peek()).filter(|ordering| among.contains(ordering)) {
            Some(ordering) => {
                self.word();
                Ok(ordering)
            }
            None => {
                let names: Vec<_> = among.iter().map(|ordering| ordering.name()).collect();
                Err(self.expected(&format!("an ordering: one of {}", names.join(", "))))
            }
        }
    }

    /// Reads the header after `define`.
    fn header(&mut self, equals: Option<(String, usize)>) -> Result<Function, LoweringError> {
        // Linkage, calling convention and attributes precede the type.
        let returns = loop {
            let here = self.at;
            if let Ok(ty) = self.ty()
                && self.rest().starts_with('@')
            {
                break ty;
            }
            self.at = here;
            let integer = self.peek().strip_prefix('i').is_some_and(|bits| bits.parse::<u32>().is_ok());
            if integer {
                self.ty()?;
                self.at = here;
            }
            if self.rest().starts_with('@') || self.rest().is_empty() {
                return Err(self.expected("the type that the function gives back"));
            }
            let len = self.word_len().max(1);
            let len = if self.rest().is_char_boundary(len) {
                len
            } else {
                self.rest().chars().next().map_or(0, char::len_utf8)
            };
            self.take(len);
            if self.rest().starts_with('(') {
                self.parenthesis()?;
            }
        };
        let name = self.name('@')?;
        self.need('(')?;
        let mut params: Vec<(String, Type)> = Vec::new();
        while !self.eat(')') {
            if !params.is_empty() {
                self.need(',')?;
            }
            let ty = self.ty()?;
            // Attributes.
            while !self.rest().starts_with(['%', ',', ')']) {
                match self.word_len() {
                    0 if self.rest().starts_with('(') => drop(self.parenthesis()?),
                    0 => return Err(self.expected("the name of a parameter")),
                    len => drop(self.take(len)),
                }
            }
            let unnamed = params.iter().filter(|(n, _)| n.bytes().all(|b| b.is_ascii_digit())).count();
            let name = if self.rest().starts_with('%') { self.name('%')? } else { unnamed.to_string() };
            params.push((name, ty));
        }
        if !self.rest().trim_end().ends_with('{') {
            self.at = self.text.trim_end().len();
            return Err(self.expected("`{` at the end of the line"));
        }
        Ok(Function { name, line: self.line, equals, params, returns, blocks: Vec::new() })
    }

    fn instruction(&mut self) -> Result<Inst, LoweringError> {
        let column = self.text[..self.at].chars().count() + 1;
        let name = if self.rest().starts_with('%') {
            let name = self.name('%')?;
            self.need('=')?;
            Some(name)
        } else {
            None
        };
        let kind = self.kind()?;
        // Alignment and metadata may follow; nothing else.
        let rest = self.rest().trim_end();
        if !rest.is_empty() && !rest.starts_with([',', '!', '#']) {
            return Err(self.expected("the end of the instruction"));
        }
        Ok(Inst { line: self.line, column, name, kind })
    }

    fn kind(&mut self) -> Result<InstKind, LoweringError> {
        let start = self.at;
        let mut op = self.word();
        if matches!(op, "tail" | "musttail" | "notail") {
            op = self.word();
        }
        Ok(match op {
            "fsub" | "fadd" => {
                self.no_fast(op)?;
                let (ty, a) = self.typed_and_comma()?;
                if !matches!(ty, Type::Float(_)) {
                    return Err(self.error(format!("{op} of what is no float")));
                }
                InstKind::Binary { op: op.into(), flags: Vec::new(), ty, a, b: self.operand(ty)? }
            }
            _ if BINARY.contains(&op) => {
                let flags = self.flags(&FLAGS);
                let (ty, a) = self.typed_and_comma()?;
                if !matches!(ty, Type::Int(_) | Type::Vector(..)) {
                    return Err(self.error(format!("{op} of what is no integer")));
                }
                InstKind::Binary { op: op.into(), flags, ty, a, b: self.operand(ty)? }
            }
            "fneg" => {
                self.no_fast(op)?;
                let (ty, a) = self.typed()?;
                InstKind::Fneg { ty, a }
            }
            _ if CASTS.contains(&op) => {
                let flags = self.flags(&FLAGS);
                let (from, a) = self.typed()?;
                if !self.eat_word("to") {
                    return Err(self.expected("`to`"));
                }
                InstKind::Cast { op: op.into(), flags, from, a, to: self.ty()? }
            }
            "icmp" | "fcmp" => {
                self.no_fast(op)?;
                let how = self.word().to_string();
                let (ty, a) = self.typed_and_comma()?;
                InstKind::Compare { float: op == "fcmp", how, ty, a, b: self.operand(ty)? }
            }
            "select" => {
                self.no_fast(op)?;
                let (Type::Int(1), cond) = self.typed()? else { return Err(self.error("select by what is no i1")) };
                self.need(',')?;
                let (ty, a) = self.typed_and_comma()?;
                let (other, b) = self.typed()?;
                if other != ty {
                    return Err(self.error("select between two types"));
                }
                InstKind::Select { cond, ty, a, b }
            }
            "freeze" => {
                let (ty, a) = self.typed()?;
                InstKind::Freeze { ty, a }
            }
            "phi" => {
                self.no_fast(op)?;
                let ty = self.ty()?;
                let mut from = Vec::new();
                loop {
                    self.need('[')?;
                    let value = self.operand(ty)?;
                    self.need(',')?;
                    from.push((value, self.name('%')?));
                    self.need(']')?;
                    if !self.rest().starts_with(',') || self.rest()[1..].trim_start().starts_with('!') {
                        break;
                    }
                    self.need(',')?;
                }
                InstKind::Phi { ty, from }
            }
            "load" => {
                let atomic = self.flags(&["atomic", "volatile"]).iter().any(|flag| flag == "atomic");
                let here = self.at;
                let ty = self.ty()?;
                if atomic && matches!(ty, Type::Vector(..) | Type::Float(Format::Halves | Format::Brains)) {
                    let what = "a scalar: LLVM 19 has no atomic load of a vector; load its bits and cast them";
                    return Err(self.expected_at(here, what));
                }
                self.need(',')?;
                let from = self.pointer()?;
                let (scope, ordering) = match atomic {
                    true => (self.scope()?, self.ordering(Ordering::OF_LOADS)?),
                    false => (Scope::system(), Ordering::NotAtomic),
                };
                InstKind::Load { ty, from, ordering, scope }
            }
            "cmpxchg" => {
                let weak = self.flags(&["weak", "volatile"]).iter().any(|flag| flag == "weak");
                let at = self.pointer()?;
                self.need(',')?;
                let (ty, comparand) = self.typed_and_comma()?;
                let (other, new) = self.typed()?;
                if other != ty || !matches!(ty, Type::Int(_)) {
                    return Err(self.error("cmpxchg of what are not two integers of one type"));
                }
                let scope = self.scope()?;
                let (success, failure) = (self.ordering(Ordering::OF_SWAPS)?, self.ordering(Ordering::OF_FAILURES)?);
                InstKind::Swap { weak, at, ty, comparand, new, ordering: Asked { success, failure, scope } }
            }
            "extractvalue" | "insertvalue" => {
                let (_, of) = self.typed_and_comma()?;
                let value = if op == "insertvalue" {
                    let (_, value) = self.typed_and_comma()?;
                    Some(value)
                } else {
                    None
                };
                let index =
                    self.word().parse().ok().filter(|i| *i < 2).ok_or_else(|| self.error("expected index 0 or 1"))?;
                match value {
                    Some(value) => InstKind::Insert { of, value, index },
                    None => InstKind::Extract { of, index },
                }
            }
            "extractelement" => {
                let (lanes, bits, of) = self.vector()?;
                self.need(',')?;
                InstKind::Element { ty: Type::Vector(lanes, bits), of, index: self.index(lanes)? }
            }
            "insertelement" => {
                let (lanes, bits, of) = self.vector()?;
                self.need(',')?;
                let here = self.at;
                let (Type::Int(width), value) = self.typed()? else {
                    return Err(self.error("an element that is no integer"));
                };
                if width != bits {
                    return Err(self.expected_at(here, &format!("an element of i{bits}")));
                }
                self.need(',')?;
                InstKind::WithElement { ty: Type::Vector(lanes, bits), of, value, index: self.index(lanes)? }
            }
            "getelementptr" => {
                while self.peek() != "i8" && self.word_len() > 0 {
                    self.word();
                }
                if !self.eat_word("i8") {
                    return Err(self.expected("getelementptr by i8"));
                }
                self.need(',')?;
                let from = self.pointer()?;
                self.need(',')?;
                InstKind::Step { from, bytes: self.typed()?.1 }
            }
            "call" => self.call()?,
            "fence" => {
                let scope = self.scope()?;
                InstKind::Fence { ordering: self.ordering(Ordering::OF_FENCES)?, scope }
            }
            "br" => {
                if self.eat_word("label") {
                    return Ok(InstKind::Go(self.name('%')?));
                }
                let (Type::Int(1), cond) = self.typed()? else { return Err(self.error("br by what is no i1")) };
                let mut way = || {
                    self.need(',')?;
                    if !self.eat_word("label") {
                        return Err(self.expected("`label`"));
                    }
                    self.name('%')
                };
                let (yes, no) = (way()?, way()?);
                InstKind::Branch { cond, yes, no }
            }
            "ret" => match self.ty()? {
                Type::Void => InstKind::Return(Type::Void, None),
                ty => InstKind::Return(ty, Some(self.operand(ty)?)),
            },
            "atomicrmw" => {
                self.flags(&["volatile"]);
                let op = self.word().to_string();
                let at = self.pointer()?;
                self.need(',')?;
                let (ty, value) = self.typed()?;
                let scope = self.scope()?;
                InstKind::Rmw { op, at, ty, value, ordering: self.ordering(Ordering::OF_SWAPS)?, scope }
            }
            "store" => {
                self.at = start;
                return Err(self.error("a store that compares nothing: another thread's update could be lost"));
            }
            _ => return Err(self.expected_at(start, "an instruction that lowerings of atomics have")),
        })
    }

    fn call(&mut self) -> Result<InstKind, LoweringError> {
        self.no_fast("call")?;
        let start = self.at;
        // Attributes precede the type.
        let ty = loop {
            let here = self.at;
            if let Ok(ty) = self.ty()
                && self.rest().starts_with('@')
            {
                break ty;
            }
            self.at = here;
            match self.word_len() {
                0 if self.rest().starts_with('(') => drop(self.parenthesis()?),
                0 => return Err(self.expected("a call of a function by its name")),
                len => drop(self.take(len)),
            }
        };
        let name = self.name('@')?;
        self.need('(')?;
        let (mut args, mut element) = (Vec::new(), None);
        while !self.eat(')') {
            if !args.is_empty() {
                self.need(',')?;
            }
            if self.rest().starts_with("metadata") {
                return Err(self.error("a call with metadata"));
            }
            let ty = self.ty()?;
            while !self.rest().is_empty()
                && !self.rest().starts_with(['%', '-'])
                && !self.peek().starts_with(|c: char| c.is_ascii_digit())
            {
                match self.peek() {
                    "elementtype" => {
                        self.word();
                        self.need('(')?;
                        element = Some(self.ty()?);
                        self.need(')')?;
                    }
                    "true" | "false" | "poison" | "undef" | "zeroinitializer" => break,
                    "" if self.rest().starts_with('(') => drop(self.parenthesis()?),
                    "" => return Err(self.expected("an argument")),
                    _ => drop(self.word()),
                }
            }
            args.push((ty, self.operand(ty)?));
        }
        if !name.starts_with("llvm.") {
            self.at = start;
            return Err(self.error(format!("a call of @{name}: its definition is not in this text")));
        }
        Ok(InstKind::Call { name, ty, args, element })
    }
}

/// A float constant: LLVM writes hexadecimal digits of a double, of a half after `0xH`, of a bfloat after `0xR`.
fn float(word: &str, format: Format) -> Option<u64> {
    let hex = |digits: &str| u64::from_str_radix(digits, 16).ok();
    let exact = |value: f64| match format {
        Format::Double => Some(value.to_bits()),
        Format::Float if f64::from(value as f32).to_bits() == value.to_bits() => {
            Some(u64::from((value as f32).to_bits()))
        }
        // A bfloat is the upper half of a float.
        Format::Brain if f64::from(value as f32).to_bits() == value.to_bits() => {
            let bits = (value as f32).to_bits();
            (bits & 0xffff == 0).then_some(u64::from(bits >> 16))
        }
        Format::Half if value == 0.0 => Some(u64::from(value.is_sign_negative()) << 15),
        _ => None,
    };
    match (word.strip_prefix("0xH"), word.strip_prefix("0xR"), word.strip_prefix("0x")) {
        (Some(digits), ..) => hex(digits).filter(|v| format == Format::Half && *v < 1 << 16),
        (_, Some(digits), _) => hex(digits).filter(|v| format == Format::Brain && *v < 1 << 16),
        // A NaN keeps its bits: the double's are those of the float, shifted.
        (.., Some(digits)) => {
            let bits = hex(digits)?;
            let value = f64::from_bits(bits);
            if format == Format::Float && value.is_nan() {
                return (bits & 0x1fff_ffff == 0).then_some(bits >> 63 << 31 | 0x7f80_0000 | bits >> 29 & 0x7f_ffff);
            }
            exact(value)
        }
        _ if word.contains('.') => exact(word.parse().ok()?),
        _ => None,
    }
}
