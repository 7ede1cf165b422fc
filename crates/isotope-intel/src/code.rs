//! Instructions and files to text and back, as front ends ask for them: an instruction is its bytes, beside its declarations.

use std::fmt::Write as _;

use super::codec::{Code, encode_into};
use super::digits::read_bytes;
use super::kernel::Kernel;
use super::known::{AHEAD, Known, unescape};
use super::parse::{Draft, Recall};
use super::target::{Device, TARGETS};
use super::text::Cursor;
use super::{Inst, Mode, file, listing};
use isotope_object::{Format, name};
use isotope_table::{Line, Part};
use isotope_target::listing::{push_bytes, push_code};
use isotope_target::{Answer, Asked, AssembleError, Lines, Listed, Output, Refused};

pub(super) fn assembler(device: Device, mode: Mode) -> Lines {
    Box::new(Assembler { batch: Batch::new(device), recall: Recall::new(mode), mode })
}

pub(super) fn disassembler(device: Device) -> Lines {
    Box::new(Disassembler(Batch::new(device)))
}

struct Assembler {
    batch: Batch,
    recall: Recall,
    mode: Mode,
}

impl Answer for Assembler {
    fn line(&mut self, line: &str, out: &mut Line) -> Result<(), String> {
        self.batch.asm(&mut self.recall, self.mode, line, out)
    }
    fn ahead(&mut self, text: &str) -> usize {
        self.batch.ahead(text)
    }
}

struct Disassembler(Batch);

impl Answer for Disassembler {
    fn line(&mut self, line: &str, out: &mut Line) -> Result<(), String> {
        self.0.dis(line, out)
    }
    fn ahead(&mut self, text: &str) -> usize {
        self.0.ahead(text)
    }
}

/// Declarations stand behind a tab.
pub(super) fn instruction(device: Device, mode: Mode, given: &str, out: &mut String) -> Result<(), Refused> {
    let mut bytes = Vec::new();
    super::encode(&one(device, mode, given)?, &mut bytes);
    push_bytes(&bytes, out);
    Ok(())
}

pub(super) fn parts(device: Device, given: &str) -> Result<Vec<Part>, Refused> {
    Ok(super::codec::parts(&one(device, Mode::Compat, given)?))
}

pub(super) fn word(device: Device, digits: &str, out: &mut String) -> Result<(), Refused> {
    let (mut line, mut batch) = (Line::new(), Batch::new(device));
    batch.dis(digits, &mut line).map_err(Refused::Because)?;
    out.push_str(line.as_str());
    if let Some(why) = batch.undefined(digits) {
        let _ = write!(out, " // not defined: {why}");
    }
    Ok(())
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
    let image = super::zebin::parse(bytes, |_| None).map_err(|e| e.to_string())?;
    let mut all = Vec::new();
    for kernel in &image.kernels {
        let register = kernel.details::<crate::ze::Details>().and_then(|details| details.register).unwrap_or(32);
        let mut objects = super::launch::objects(kernel, register).map_err(|e| e.to_string())?;
        objects.iter_mut().filter(|k| k.function.is_none()).for_each(|k| k.name.clone_from(&kernel.name));
        all.append(&mut objects);
    }
    Ok(all)
}

/// What lines are read with, one after the other.
struct Batch {
    known: Known,
    draft: Draft,
    bytes: Vec<u8>,
    code: Code,
}

impl Batch {
    fn new(device: Device) -> Batch {
        Batch { known: Known::new(device), draft: Draft::new(), bytes: Vec::new(), code: Code::default() }
    }

    /// Fetches what is known of the declarations of the next lines.
    fn ahead(&self, text: &str) -> usize {
        if !self.known.is_large() {
            return text.len();
        }
        let (mut looked, mut hashes, mut count) = (0, [0; AHEAD], 0);
        for hash in &mut hashes {
            let Some(coming) = text.get(looked..).filter(|coming| !coming.is_empty()) else { break };
            let end = memchr::memchr(b'\n', coming.as_bytes()).unwrap_or(coming.len());
            let line = &coming[..end];
            *hash = self.known.hash(split(line.strip_suffix('\r').unwrap_or(line)).1);
            (looked, count) = (looked + end + 1, count + 1);
        }
        self.known.fetch(&hashes[..count]);
        looked
    }

    fn asm(&mut self, recall: &mut Recall, mode: Mode, line: &str, out: &mut Line) -> Result<(), String> {
        let (text, declarations) = split(line);
        let mut among = self.known.declare(declarations)?;
        self.code.clear();
        // Read as it is, with its escapes and comments; what is wrong with it is told of the text that is meant.
        let plain = Cursor::escaped(text);
        if let Some(known) = recall.read(&mut self.draft, &mut among, plain) {
            known.encode(&self.draft.inst, &mut self.code);
            push_code(self.code.bytes(), out);
            return Ok(());
        }
        if self.draft.read_plain(&mut among, mode, plain).is_ok() {
            recall.learn(&self.draft, &among, &plain);
            encode_into(&self.draft.inst, &mut self.code);
            push_code(self.code.bytes(), out);
            return Ok(());
        }
        let text = unescape(text);
        if text.contains('\n') {
            return Err("expected one instruction, found a line break".into());
        }
        let read = self.draft.read(&mut among, mode, &text);
        read.map_err(|e| format!("column {}: {e}", e.span.start + 1))?;
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
        let among = self.known.declare(declarations)?;
        let size = super::codec::decode_into(bytes, inst).map_err(|e| e.to_string())?;
        if size != bytes.len() {
            return Err(format!("expected one instruction, found one of {size} bytes and {} more", bytes.len() - size));
        }
        super::legal::all_declared(&among, inst).map_err(|e| e.to_string())?;
        super::print::push(&among, inst, out);
        Ok(())
    }

    /// What of the instruction that was printed last the documents do not define.
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
        let among = self.known.declare(split(line).1).ok()?;
        let broken = super::legal::keeps(&among, Mode::Documented, inst).err();
        broken.or_else(|| super::legal::undescribed(inst)).map(|broken| broken.to_string())
    }
}

/// Text or digits, and the declarations behind a tab.
fn split(line: &str) -> (&str, &str) {
    memchr::memchr(b'\t', line.as_bytes()).map_or((line, ""), |tab| (&line[..tab], &line[tab + 1..]))
}

/// An instruction by itself.
fn one(device: Device, mode: Mode, given: &str) -> Result<Inst, Refused> {
    let (text, declarations) = split(given);
    let (mut known, mut draft) = (Known::new(device), Draft::new());
    let mut among = known.declare(declarations).map_err(Refused::Because)?;
    draft.read(&mut among, mode, text).map_err(|e| Refused::At(text.into(), e))?;
    Ok(draft.inst)
}
