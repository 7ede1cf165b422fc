//! Whole programs as text (`.visaasm`): kernels with declarations, inputs, attributes, labels and instructions.
use std::fmt::Write as _;
use std::ops::Range;

use super::declare::{declaration, read_key, value};
use super::form::FORMS;
use super::inst::{Exec, Inst, Operand};
use super::kernel::*;
use super::names::Entity;
use super::parse::Draft;
use super::text::{Cursor, fitting, without_comments};
use super::{Generation, KernelText, Mode, parse, print};
use isotope_table::{ParseError, SourceError};

/// Maximum number of errors that are collected.
const MANY: usize = 100;

/// Reads a source text: `.version`, then kernels and functions.
///
/// `register` is the size of a register in bytes.
///
/// # Errors
/// The errors of all lines, up to a limit.
pub fn assemble(mode: Mode, register: u32, source: &str) -> Result<Vec<Kernel>, Vec<SourceError>> {
    assemble_for(Generation::default(), mode, register, source)
}

/// [`assemble`] under the rules of a generation.
///
/// # Errors
/// Those of [`assemble`].
pub fn assemble_for(
    generation: Generation,
    mode: Mode,
    register: u32,
    source: &str,
) -> Result<Vec<Kernel>, Vec<SourceError>> {
    let mut reader = Reader {
        generation,
        mode,
        register,
        done: Vec::new(),
        current: None,
        stands: Vec::new(),
        directive: None,
        version: false,
        draft: Draft::new(),
    };
    let mut errors = Vec::new();
    let mut last = 0;
    for (number, line) in source.lines().enumerate() {
        last = number + 1;
        if let Err(error) = reader.line(number + 1, line) {
            errors.push(SourceError { line: number + 1, error });
            if errors.len() >= MANY {
                return Err(errors);
            }
        }
    }
    reader.finish(last, &mut errors);
    if errors.is_empty() { Ok(reader.done) } else { Err(errors) }
}

struct Reader {
    generation: Generation,
    mode: Mode,
    register: u32,
    done: Vec<Kernel>,
    current: Option<KernelText>,
    /// For each label, whether it is defined.
    stands: Vec<bool>,
    /// The name after `.function`; its label is next.
    directive: Option<(usize, String)>,
    version: bool,
    draft: Draft,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), ParseError> {
        let clean = without_comments(line)?;
        let whole = Cursor::new(clean.as_deref().unwrap_or(line));
        let mut text = whole;
        if text.done() {
            return Ok(());
        }
        if text.peek() == Some(b'.') {
            return self.directive(number, &mut text);
        }
        if let Some(label) = label(text.rest()) {
            return self.label(number, label);
        }
        let span = text.token();
        let Some(program) = &mut self.current else {
            return Err(ParseError::new(span, "expected `.kernel \"name\"` before the first instruction"));
        };
        self.draft.read_plain(program, self.mode, whole)?;
        push(program, self.draft.inst.clone(), number);
        Ok(())
    }

    fn label(&mut self, number: usize, name: &str) -> Result<(), ParseError> {
        let span = 0..name.len();
        let Some(program) = &mut self.current else {
            return Err(ParseError::new(span, "expected `.kernel \"name\"` before the first label"));
        };
        let index = program.label(name);
        let subroutine = self.directive.take().is_some_and(|(_, function)| function == name);
        let place = usize::from(index);
        self.stands.resize(self.stands.len().max(place + 1), false);
        if std::mem::replace(&mut self.stands[place], true) {
            return Err(ParseError::new(span, format!("label `{name}` is defined twice")));
        }
        if subroutine {
            program.kernel.labels[usize::from(index)].kind = LabelKind::Subroutine;
        }
        let name = if subroutine { "subroutine" } else { "label" };
        if let Some(form) = FORMS.named(name).next() {
            push(program, Inst { form, exec: Exec::ONE, pred: None, operands: vec![Operand::Label(index)] }, number);
        }
        Ok(())
    }

    fn directive(&mut self, number: usize, text: &mut Cursor) -> Result<(), ParseError> {
        let span = text.at..text.at + text.rest().find([' ', '\t', '"', '=']).unwrap_or(text.rest().len());
        let word = text.line[span.clone()].to_string();
        text.at = span.end;
        match &*word {
            ".version" => {
                let major = text.decimal_up_to(255, "a version")?;
                text.expect(".")?;
                let minor = text.decimal_up_to(255, "a version")?;
                if (major, minor) < (3, 0) || major > 4 {
                    return Err(ParseError::new(span, format!("expected version 3.0 to 4.x, found {major}.{minor}")));
                }
                self.version = true;
            }
            ".kernel" | ".global_function" => {
                let name = quoted(text)?;
                self.close();
                let mut program = KernelText::new(self.register).for_generation(self.generation);
                program.kernel.name = name;
                program.kernel.function = (word == ".global_function").then(Function::default);
                self.current = Some(program);
            }
            ".funcdecl" => {
                quoted(text)?;
                return Ok(());
            }
            _ => return self.within(number, text, span, &word),
        }
        end(text)
    }

    /// Parses directives inside a kernel.
    fn within(&mut self, number: usize, text: &mut Cursor, span: Range<usize>, word: &str) -> Result<(), ParseError> {
        let known = [".decl", ".input", ".parameter", ".kernel_attr", ".function", ".file", ".loc"];
        if !known.contains(&word) && !word.starts_with(".implicit") {
            let known = known.join(", ");
            let message =
                format!("`{word}` is no directive: expected one of .version, .kernel, .global_function, {known}");
            return Err(ParseError::new(span, message));
        }
        let Some(program) = &mut self.current else {
            return Err(ParseError::new(span, format!("expected `.kernel \"name\"` before `{word}`")));
        };
        match word {
            ".decl" => declaration(program, text)?,
            ".function" => {
                let name = quoted(text)?;
                self.directive = Some((number, name));
            }
            ".kernel_attr" => {
                let name = text.word().ok_or_else(|| text.wrong("the name of an attribute"))?.to_string();
                let span = text.token();
                let value = if text.eat("=") && !text.done() { value(text)? } else { Value::Flag };
                match (&*name, &value) {
                    ("Target", Value::Text(t)) if t == "cm" => program.kernel.target = Some(Language::Cm),
                    ("Target", Value::Text(t)) if t == "3d" => program.kernel.target = Some(Language::ThreeD),
                    ("Target", _) => return Err(ParseError::new(span, "expected Target=\"cm\" or Target=\"3d\"")),
                    _ => program.kernel.attributes.push(Attribute { name, value }),
                }
            }
            ".file" | ".loc" => {
                let line = format!("{}{}", &word[1..].to_ascii_uppercase(), text.rest());
                let inst = parse(program, self.mode, &line)?;
                push(program, inst, number);
                return Ok(());
            }
            _ => input(program, text, word)?,
        }
        end(text)
    }

    fn close(&mut self) {
        self.stands.clear();
        if let Some(program) = self.current.take() {
            self.done.push(program.kernel);
        }
    }

    fn finish(&mut self, last: usize, errors: &mut Vec<SourceError>) {
        if let Some((line, name)) = self.directive.take() {
            let message = format!("expected the label `{name}:` behind `.function`");
            errors.push(SourceError { line, error: ParseError::new(0..0, message) });
        }
        if let Some(program) = &self.current {
            missing_labels(&program.kernel, &self.stands, errors);
        }
        self.close();
        let version = ParseError::new(0..0, "the text has no version").expecting("`.version 4.1`");
        if !self.version {
            errors.push(SourceError { line: 1, error: version });
        }
        if self.done.is_empty() && errors.is_empty() {
            errors.push(SourceError { line: last.max(1), error: ParseError::new(0..0, "the text holds no kernel") });
        }
    }
}

/// Reports labels that instructions use and that are not defined.
fn missing_labels(kernel: &Kernel, stands: &[bool], errors: &mut Vec<SourceError>) {
    for (inst, line) in kernel.code.iter().zip(&kernel.places) {
        let Some(Operand::Label(index)) = inst.operand("label") else { continue };
        if !stands.get(usize::from(*index)).copied().unwrap_or(false) && errors.len() < MANY {
            let name = kernel.labels.get(usize::from(*index)).map_or("", |l| &l.name);
            let error = ParseError::new(0..0, format!("label `{name}` is not defined"));
            errors.push(SourceError { line: *line as usize, error });
        }
    }
}

fn push(program: &mut KernelText, inst: Inst, line: usize) {
    program.kernel.code.push(inst);
    program.kernel.places.push(line as u32);
}

/// `name:` at the start of a line.
fn label(rest: &str) -> Option<&str> {
    let (name, after) = rest.split_once(':')?;
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '$' | '@' | '?');
    let blank = after.trim().is_empty();
    (blank && name.starts_with(|c: char| !c.is_ascii_digit() && c != '-') && !name.is_empty() && name.chars().all(fits))
        .then_some(name)
}

fn end(text: &mut Cursor) -> Result<(), ParseError> {
    if text.done() { Ok(()) } else { Err(text.wrong("the end of the line")) }
}

/// A name, in quotes or without.
fn quoted(text: &mut Cursor) -> Result<String, ParseError> {
    if text.eat("\"") {
        return text.quoted().map(String::from);
    }
    text.word().map(String::from).ok_or_else(|| text.wrong("a name"))
}

/// `.input V32 offset=32 size=64`
fn input(program: &mut KernelText, text: &mut Cursor, word: &str) -> Result<(), ParseError> {
    let span = text.token();
    let name = text.word().ok_or_else(|| text.wrong("a variable"))?;
    let (kind, index) = match program.names.find(name) {
        Some(Entity::Variable(v)) => (InputKind::General, v),
        Some(Entity::Sampler(s)) => (InputKind::Sampler, s.into()),
        Some(Entity::Surface(s)) => (InputKind::Surface, s.into()),
        _ => return Err(ParseError::new(span, format!("no variable, sampler or surface is called `{name}`"))),
    };
    let field = |text: &mut Cursor, program: &KernelText, name: &str| -> Result<Option<u16>, ParseError> {
        let found = read_key(text, name);
        found.then(|| fitting(program, text, |value| format!("{name} is 0 to 65535, found {value}"))).transpose()
    };
    let offset = field(text, program, "offset")?.unwrap_or(0);
    let size = match field(text, program, "size")? {
        Some(size) => size,
        None => program.kernel.variable(index).map_or(0, |v| v.bytes()).min(0xffff) as u16,
    };
    let implicit = implicit_code(word.strip_prefix(".implicit_").unwrap_or(""));
    program.kernel.inputs.push(Input { kind, implicit, index, offset, size });
    Ok(())
}

/// Implicit arguments by code.
const IMPLICIT: [&str; 5] = ["", "LOCAL_SIZE", "GROUP_COUNT", "LOCAL_ID", "PSEUDO_INPUT"];

fn implicit_code(name: &str) -> u8 {
    match IMPLICIT.iter().position(|n| *n == name) {
        Some(code) => code as u8,
        None => name.strip_prefix("UNDEFINED_").and_then(|n| n.parse().ok()).filter(|n| *n < 32).unwrap_or(5),
    }
}

/// The text of a whole file, in the format of the vendor's dumps.
pub fn print_all(kernels: &[Kernel]) -> String {
    let mut out = String::new();
    kernels.iter().for_each(|kernel| print_kernel(kernel, &mut out));
    out
}

/// Appends one kernel's text.
pub fn print_kernel(kernel: &Kernel, out: &mut String) {
    header(kernel, out);
    let marks = |i: &Inst| matches!(i.name(), "label" | "subroutine");
    // If the first instruction has no label, the tool prints it after the last attribute, where it cannot parse it again.
    if kernel.code.first().is_none_or(|i| i.name() != "subroutine") {
        out.push('\n');
    }
    for (number, inst) in kernel.code.iter().enumerate() {
        if marks(inst) {
            let label = kernel.labels.get(inst.number("label") as usize).map_or("", |l| &l.name);
            let _ = match inst.name() {
                "subroutine" => writeln!(out, "    \n.function \"{label}\"\n\n{label}:"),
                _ => writeln!(out, "\n{label}:"),
            };
            continue;
        }
        let start = out.len();
        out.push_str("    ");
        print(kernel, inst, out);
        if !matches!(inst.name(), "FILE" | "LOC") {
            let pad = 80usize.saturating_sub(out.len() - start);
            let _ = write!(out, "{:pad$} /// ${number}", "");
        }
        out.push('\n');
    }
}

fn header(kernel: &Kernel, out: &mut String) {
    let what = if kernel.function.is_some() { ".global_function" } else { ".kernel" };
    let _ = write!(out, ".version 4.1\n{what} \"{}\"\n\n/// VISA Predefined Variables", kernel.name);
    for (i, name) in PREDEFINED.iter().enumerate() {
        let _ = write!(out, "\n// .decl V{i} v_type=G v_name={name}");
    }
    for (i, name) in SURFACES.iter().enumerate() {
        let _ = write!(out, "\n// .decl T{i} v_type=T v_name={name}");
    }
    out.push('\n');
    for variable in kernel.variables.iter().skip(FIRST_VARIABLE as usize) {
        let (ty, align) = (variable.ty.name(), variable.align.name());
        let _ =
            write!(out, "\n.decl {} v_type=G type={ty} num_elts={} align={align}", variable.name, variable.elements);
        if let Some((base, offset)) = variable.alias {
            let base = kernel.variable(base).map_or("", |v| &v.name);
            let _ = write!(out, " alias=<{base}, {offset}>");
        }
        attributes(&variable.attributes, out);
    }
    small(&kernel.addresses, "A", 0, false, out);
    small(&kernel.predicates, "P", 1, false, out);
    small(&kernel.samplers, "S", 0, true, out);
    small(&kernel.surfaces, "T", FIRST_SURFACE.into(), true, out);
    for input in &kernel.inputs {
        let word = match (kernel.function, input.implicit) {
            (Some(_), _) => ".parameter".to_string(),
            (None, 0) => ".input".into(),
            (None, code) => match IMPLICIT.get(usize::from(code)) {
                Some(name) => format!(".implicit_{name}"),
                None => format!(".implicit_UNDEFINED_{code}"),
            },
        };
        let name = match input.kind {
            InputKind::General => kernel.variable(input.index).map_or(String::new(), |v| v.name.clone()),
            InputKind::Sampler => format!("S{}", input.index),
            InputKind::Surface => format!("T{}", input.index),
        };
        let _ = write!(out, "\n{word} {name}");
        if kernel.function.is_none() {
            let _ = write!(out, " offset={}", input.offset);
        }
        let _ = write!(out, " size={}", input.size);
    }
    if let Some(target) = kernel.target {
        let name = if target == Language::Cm { "cm" } else { "3d" };
        let _ = write!(out, "\n.kernel_attr Target=\"{name}\"");
    }
    for attribute in &kernel.attributes {
        let _ = write!(out, "\n.kernel_attr {}", attribute.name);
        push_value(&attribute.value, out);
    }
}

fn small(list: &[Small], prefix: &str, first: usize, named: bool, out: &mut String) {
    for (i, small) in list.iter().enumerate() {
        let _ = write!(out, "\n.decl {prefix}{} v_type={prefix} num_elts={}", i + first, small.elements);
        if named {
            let _ = write!(out, " v_name={}", small.name);
        }
        attributes(&small.attributes, out);
    }
}

fn attributes(list: &[Attribute], out: &mut String) {
    for (i, attribute) in list.iter().enumerate() {
        out.push_str(if i == 0 { " attrs={" } else { ", " });
        out.push_str(&attribute.name);
        push_value(&attribute.value, out);
    }
    if !list.is_empty() {
        out.push('}');
    }
}

fn push_value(value: &Value, out: &mut String) {
    let _ = match value {
        Value::Flag => Ok(()),
        Value::Int(n, _) => write!(out, "={n}"),
        Value::Text(text) => write!(out, "=\"{text}\""),
    };
}
