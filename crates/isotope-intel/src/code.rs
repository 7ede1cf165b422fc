//! Converts instructions and files to text and back for the front ends. An instruction is its bytes plus the declarations that it needs.

use std::fmt::Write as _;

use super::codec::{Code, encode_into};
use super::devices::Device;
use super::digits::read_bytes;
use super::kernel::Kernel;
use super::parse::Draft;
use super::target::TARGETS;
use super::text::{Cursor, unescape};
use super::{Inst, KernelText, Mode, file, listing};
use isotope_object::{Format, name};
use isotope_table::{Line, Part};
use isotope_target::listing::{push_bytes, push_code};
use isotope_target::{Asked, AssembleError, InstructionError, Lines, Listed, Output};

pub(super) fn assembler(device: Device, mode: Mode) -> Lines {
    let mut batch = Batch::new(device);
    Box::new(move |line: &str, out: &mut Line| batch.asm(mode, line, out))
}

pub(super) fn disassembler(device: Device) -> Lines {
    let mut batch = Batch::new(device);
    Box::new(move |line: &str, out: &mut Line| batch.dis(line, out))
}

/// Assembles one instruction. Its declarations follow a tab.
pub(super) fn instruction(device: Device, mode: Mode, given: &str, out: &mut String) -> Result<(), InstructionError> {
    let mut bytes = Vec::new();
    super::encode(&one(device, mode, given)?, &mut bytes);
    push_bytes(&bytes, out);
    Ok(())
}

pub(super) fn parts(device: Device, given: &str) -> Result<Vec<Part>, InstructionError> {
    Ok(super::codec::parts(&one(device, Mode::Compat, given)?))
}

pub(super) fn word(device: Device, digits: &str, out: &mut String) -> Result<(), InstructionError> {
    let (mut line, mut batch) = (Line::new(), Batch::new(device));
    batch.dis(digits, &mut line).map_err(InstructionError::Because)?;
    out.push_str(line.as_str());
    if let Some(why) = batch.undefined(digits) {
        let _ = write!(out, " // not defined: {why}");
    }
    Ok(())
}

/// Assembles a program into a container (bytes or hexadecimal digits): instructions alone do not say which variables they use.
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

/// Lists all kernels of a container, or the requested one.
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

/// The vISA kernels of a zebin, each followed by the functions that it calls.
fn zebin(bytes: &[u8]) -> Result<Vec<Kernel>, String> {
    let image = super::zebin::parse(bytes, |_| None).map_err(|e| e.to_string())?;
    let mut all = Vec::new();
    for kernel in &image.kernels {
        let mut objects = super::launch::objects(kernel, super::ze::register(kernel)).map_err(|e| e.to_string())?;
        objects.iter_mut().filter(|k| k.function.is_none()).for_each(|k| k.name.clone_from(&kernel.name));
        all.append(&mut objects);
    }
    Ok(all)
}

/// The program shared by consecutive lines of batch mode that have the same declarations. Each new line adds to its labels and strings.
struct Beside {
    /// The declarations.
    text: String,
    program: KernelText,
    /// The error in the declarations, if there is one.
    failure: Option<String>,
}

impl Beside {
    fn new(device: Device) -> Beside {
        Beside { text: String::new(), program: device.text(), failure: None }
    }

    /// The program for a line with these declarations, which are separated by `;`.
    ///
    /// # Errors
    /// The error in the declarations.
    fn program(&mut self, text: &str) -> Result<&mut KernelText, String> {
        if self.text != text {
            text.clone_into(&mut self.text);
            self.program.clear();
            let declarations = unescape(text);
            let mut declarations = declarations.split(';').filter(|line| !line.trim().is_empty());
            self.failure = declarations.find_map(|line| {
                let error = self.program.declare(line).err()?;
                Some(format!("declaration `{}`, column {}: {error}", line.trim(), error.span.start + 1))
            });
        }
        match &self.failure {
            Some(failure) => Err(failure.clone()),
            None => Ok(&mut self.program),
        }
    }
}

/// State of batch mode, kept from line to line.
struct Batch {
    beside: Beside,
    draft: Draft,
    bytes: Vec<u8>,
    code: Code,
}

impl Batch {
    fn new(device: Device) -> Batch {
        Batch { beside: Beside::new(device), draft: Draft::new(), bytes: Vec::new(), code: Code::default() }
    }

    fn asm(&mut self, mode: Mode, line: &str, out: &mut Line) -> Result<(), String> {
        let (text, declarations) = split(line);
        let program = self.beside.program(declarations)?;
        // First parse the line unchanged, with its escapes and comments. If that fails, report the error for the unescaped text.
        if self.draft.read_plain(program, mode, Cursor::escaped(text)).is_err() {
            let text = unescape(text);
            if text.contains('\n') {
                return Err("expected one instruction, found a line break".into());
            }
            let read = self.draft.read(program, mode, &text);
            read.map_err(|e| format!("column {}: {e}", e.span.start + 1))?;
        }
        self.code.clear();
        encode_into(&self.draft.inst, &mut self.code);
        push_code(self.code.bytes(), out);
        Ok(())
    }

    fn dis(&mut self, line: &str, out: &mut Line) -> Result<(), String> {
        let (hex, declarations) = split(line);
        let hex = hex.trim();
        let digits = hex.strip_prefix("0x").unwrap_or(hex);
        self.bytes.clear();
        if digits.is_empty() || !read_bytes(digits.as_bytes(), &mut self.bytes) {
            return Err(format!("expected an even number of hex digits, found `{hex}`"));
        }
        let (bytes, inst) = (&self.bytes, &mut self.draft.inst);
        let program = self.beside.program(declarations)?;
        let size = super::codec::decode_into(bytes, inst).map_err(|e| e.to_string())?;
        if size != bytes.len() {
            return Err(format!("expected one instruction, found one of {size} bytes and {} more", bytes.len() - size));
        }
        super::legal::declared(&program.kernel, inst).map_err(|e| e.to_string())?;
        super::print::push(&program.kernel, inst, out);
        Ok(())
    }

    /// The part of the last printed instruction that the documents leave undefined.
    fn undefined(&mut self, line: &str) -> Option<String> {
        let inst = &self.draft.inst;
        let mut again = Vec::new();
        super::encode(inst, &mut again);
        let other = self.bytes.iter().zip(&again).position(|(found, made)| found != made);
        if let Some(at) = other {
            let (found, made) = (self.bytes[at], again[at]);
            return Some(format!(
                "byte {at} is {found:#04x}, and this text assembles to {made:#04x}: bits that no value is assigned to"
            ));
        }
        let program = self.beside.program(split(line).1).ok()?;
        let broken = super::legal::check(program, Mode::Documented, inst).err();
        broken.or_else(|| super::legal::undescribed(inst)).map(|broken| broken.to_string())
    }
}

/// Splits a line at its tab: text or digits, then declarations.
fn split(line: &str) -> (&str, &str) {
    memchr::memchr(b'\t', line.as_bytes()).map_or((line, ""), |tab| (&line[..tab], &line[tab + 1..]))
}

/// Reads a single instruction.
fn one(device: Device, mode: Mode, given: &str) -> Result<Inst, InstructionError> {
    let (text, declarations) = split(given);
    let (mut beside, mut draft) = (Beside::new(device), Draft::new());
    let program = beside.program(declarations).map_err(InstructionError::Because)?;
    draft.read(program, mode, text).map_err(|e| InstructionError::At(text.into(), e))?;
    Ok(draft.inst)
}
