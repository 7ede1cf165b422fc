//! Instructions and files to text and back, as front ends ask for them: an instruction is its bytes, beside its declarations.

use std::borrow::Cow;
use std::collections::HashMap;

use super::kernel::Kernel;
use super::names::Words;
use super::target::{Device, TARGETS};
use super::{Inst, KernelText, Mode, file, listing};
use crate::isa::target::{Asked, AssembleError, Lines, Listed, Output, Refused, push_bytes};
use isotope_object::{Format, name};
use isotope_table::Part;

pub(super) fn assembler(device: Device, mode: Mode) -> Lines {
    let (mut scope, mut text) = (Scope::new(device), String::new());
    Box::new(move |line, out| {
        text.clear();
        scope.asm(mode, line, &mut text)?;
        out.push_str(&text);
        Ok(())
    })
}

pub(super) fn disassembler(device: Device) -> Lines {
    let (mut scope, mut text) = (Scope::new(device), String::new());
    Box::new(move |line, out| {
        text.clear();
        scope.dis(line, &mut text)?;
        out.push_str(&text);
        Ok(())
    })
}

/// Declarations stand behind a tab.
pub(super) fn instruction(device: Device, mode: Mode, given: &str, out: &mut String) -> Result<(), Refused> {
    let (text, declarations) = given.split_once('\t').unwrap_or((given, ""));
    let mut scope = Scope::new(device);
    let program = scope.declare(declarations).map_err(Refused::Because)?;
    let inst = super::parse(program, mode, text).map_err(|e| Refused::At(text.into(), e))?;
    push_inst(&inst, out);
    Ok(())
}

pub(super) fn parts(device: Device, given: &str) -> Result<Vec<Part>, Refused> {
    let (text, declarations) = given.split_once('\t').unwrap_or((given, ""));
    let mut scope = Scope::new(device);
    let program = scope.declare(declarations).map_err(Refused::Because)?;
    let inst = super::parse(program, Mode::Compat, text).map_err(|e| Refused::At(text.into(), e))?;
    Ok(super::codec::parts(&inst))
}

pub(super) fn word(device: Device, digits: &str, out: &mut String) -> Result<(), Refused> {
    Scope::new(device).dis(digits, out).map_err(Refused::Because)
}

/// A program: to a container, as it is or in hexadecimal digits, because instructions do not say what they use.
pub(super) fn assemble(device: Device, mode: Mode, source: &str, output: Output) -> Result<Vec<u8>, AssembleError> {
    let kernels = listing::assemble_for(device.generation, mode, device.register, source);
    let kernels = kernels.map_err(AssembleError::Following)?;
    let code = file::write(&kernels).map_err(|e| AssembleError::Output(e.to_string()))?;
    if output == Output::File {
        return Ok(code);
    }
    let mut out = String::with_capacity(code.len() * 65 / 32 + 1);
    for bytes in code.chunks(32) {
        push_bytes(bytes, &mut out);
        out.push('\n');
    }
    Ok(out.into_bytes())
}

/// The kernels of a container, or the one asked for.
pub(super) fn list_file(bytes: &[u8], asked: &Asked<'_>) -> Result<Listed, String> {
    let file_name = asked.name;
    if let Some(other) = asked.target.filter(|asked| !TARGETS.iter().any(|target| target.name() == *asked)) {
        return Err(format!("`{file_name}` is for {}, not {other}; leave `-t` out", TARGETS[0].name()));
    }
    let kernels = match isotope_object::sniff(bytes) {
        Some(Format::Zebin) => zebin(bytes),
        _ => file::read(bytes).map_err(|e| e.to_string()),
    };
    let mut kernels = kernels.map_err(|e| format!("`{file_name}`: {e}"))?;
    if let Some(wanted) = asked.kernel {
        let names: Vec<_> = kernels.iter().map(|k| k.name.clone()).collect();
        let meant = name::position(&names.iter().map(String::as_str).collect::<Vec<_>>(), wanted);
        let meant = &names[meant.map_err(|e| format!("`{file_name}`: {e}"))?];
        kernels.retain(|k| k.name == *meant);
    }
    Ok(Listed { text: listing::print_all(&kernels), ..Listed::default() })
}

/// The kernels of a zebin with vISA in it, each followed by the functions that it calls.
fn zebin(bytes: &[u8]) -> Result<Vec<Kernel>, String> {
    let image = isotope_object::parse(bytes).map_err(|e| e.to_string())?;
    let mut all = Vec::new();
    for kernel in &image.kernels {
        let register = kernel.visa().and_then(|details| details.register).unwrap_or(32);
        let mut objects = super::launch::objects(kernel, register).map_err(|e| e.to_string())?;
        objects.iter_mut().filter(|k| k.function.is_none()).for_each(|k| k.name.clone_from(&kernel.name));
        all.append(&mut objects);
    }
    Ok(all)
}

/// The declarations of lines: few texts, each repeated by the lines of a kernel.
struct Scope {
    device: Device,
    /// What each text declares, or what is wrong with it.
    programs: Vec<Result<KernelText, String>>,
    /// Where among them a text is.
    known: HashMap<Box<str>, usize, Words>,
    /// Bytes of the texts that are known.
    size: usize,
    /// The program whose lines named labels or texts. They number them from one to the next, and anew once another stood between.
    open: Option<usize>,
}

impl Scope {
    /// Bytes of declarations that are kept, each text with what an empty one costs.
    const KEPT: usize = 8 << 20;
    const EMPTY: usize = 1 << 10;

    fn new(device: Device) -> Scope {
        Scope { device, programs: Vec::new(), known: HashMap::default(), size: 0, open: None }
    }

    fn declare(&mut self, text: &str) -> Result<&mut KernelText, String> {
        let at = self.place(text);
        self.programs[at].as_mut().map_err(|e| e.clone())
    }

    /// Where among the programs that of the text is.
    fn place(&mut self, text: &str) -> usize {
        let at = match self.known.get(text) {
            Some(at) => *at,
            None => self.read(text),
        };
        if let Some(open) = self.open.take_if(|open| *open != at)
            && let Some(Ok(program)) = self.programs.get_mut(open)
        {
            program.forget();
        }
        at
    }

    /// Reads declarations that are not known.
    fn read(&mut self, text: &str) -> usize {
        if self.size > Self::KEPT {
            self.known.clear();
            self.programs.clear();
            (self.size, self.open) = (0, None);
        }
        self.size += text.len() + Self::EMPTY;
        let mut program = self.device.program();
        let declared = unescape(text).split(';').filter(|l| !l.trim().is_empty()).try_for_each(|line| {
            program
                .declare(line)
                .map_err(|e| format!("declaration `{}`, column {}: {e}", line.trim(), e.span.start + 1))
        });
        let at = self.programs.len();
        self.programs.push(declared.map(|()| program));
        self.known.insert(text.into(), at);
        at
    }

    fn asm(&mut self, mode: Mode, line: &str, out: &mut String) -> Result<(), String> {
        let (text, declarations) = line.split_once('\t').unwrap_or((line, ""));
        let at = self.place(declarations);
        let program = self.programs[at].as_mut().map_err(|e| e.clone())?;
        let text = unescape(text);
        if text.contains('\n') {
            return Err("expected one instruction, found a line break".into());
        }
        let inst = super::parse(program, mode, &text).map_err(|e| format!("column {}: {e}", e.span.start + 1));
        let named = !(program.kernel.labels.is_empty() && program.kernel.texts.is_empty());
        if named {
            self.open = Some(at);
        }
        let inst = inst?;
        push_inst(&inst, out);
        Ok(())
    }

    fn dis(&mut self, line: &str, out: &mut String) -> Result<(), String> {
        let (hex, declarations) = line.split_once('\t').unwrap_or((line, ""));
        let bytes = parse_bytes(hex.trim())?;
        let program = self.declare(declarations)?;
        let (inst, size) = super::decode(&bytes).map_err(|e| e.to_string())?;
        if size != bytes.len() {
            return Err(format!("expected one instruction, found one of {size} bytes and {} more", bytes.len() - size));
        }
        super::declared(&program.kernel, &inst).map_err(|e| e.to_string())?;
        super::print(&program.kernel, &inst, out);
        Ok(())
    }
}

/// `\t`, `\n` and `\\` as they are written in a line.
fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match (c, rest.clone().next()) {
            ('\\', Some(after @ ('t' | 'n' | '\\'))) => {
                rest.next();
                out.push(match after {
                    't' => '\t',
                    'n' => '\n',
                    _ => '\\',
                });
            }
            _ => out.push(c),
        }
    }
    out.into()
}

/// Hex digits, two a byte, with or without `0x`.
fn parse_bytes(text: &str) -> Result<Vec<u8>, String> {
    let digits = text.strip_prefix("0x").unwrap_or(text).as_bytes();
    let wrong = || format!("expected an even number of hex digits, found `{text}`");
    if digits.is_empty() || !digits.len().is_multiple_of(2) {
        return Err(wrong());
    }
    let digit = |d: u8| (d as char).to_digit(16).map(|v| v as u8);
    digits.chunks_exact(2).map(|p| Some(digit(p[0])? << 4 | digit(p[1])?)).collect::<Option<_>>().ok_or_else(wrong)
}

fn push_inst(inst: &Inst, out: &mut String) {
    let mut bytes = Vec::new();
    super::encode(inst, &mut bytes);
    push_bytes(&bytes, out);
}
