//! The code of a kernel: its text or `.isa`, the functions that follow it, its source lines.
use super::super::inst::{Operand, StateKind};
use super::super::kernel::{BINDLESS, Kernel};
use super::super::link::{Function, link};
use super::super::{FORMS, Mode, file, listing, ze};
use isotope_object::lines::SourceLines;
use isotope_object::variables::Variables;
use isotope_object::{Format, Image, LoadError};
use isotope_table::SourceError;
use isotope_target::launch::{LaunchError, needs_host};
use isotope_target::single::{Single, SingleError, Surroundings};

/// The source lines of a kernel, from the code itself: a `FILE` and a `LOC` apply to all instructions up to the next ones. Line 0 is code
/// that the compiler generated without a line. (The `.debug_line` of a zebin is about native code, which is not executed.)
pub fn lines(_: &Image, kernel: &isotope_object::Kernel) -> SourceLines {
    let mut lines = SourceLines::default();
    let register = ze::register(kernel);
    let Ok((code, functions)) = code(kernel, register) else { return lines };
    let (mut file, mut line) = (None, 0);
    for (index, inst) in code.code.iter().enumerate() {
        let edges = |function: &Function| [function.code.start as usize, function.code.end as usize].contains(&index);
        if functions.iter().any(edges) {
            (file, line) = (None, 0);
        }
        match (inst.name(), inst.operand("file")) {
            ("FILE", Some(Operand::Text(text))) => file = code.texts.get(*text as usize),
            ("LOC", _) => line = u32::try_from(inst.number("line")).unwrap_or(0),
            _ => {}
        }
        if let Some(file) = file.filter(|_| line != 0) {
            lines.push(index as u64, index as u64 + 1, file, line);
        }
    }
    lines
}

/// Variables of functions by name; their addresses are those of native code.
pub fn variables(image: &Image, _: &isotope_object::Kernel) -> Variables {
    image.debug.as_ref().map_or_else(Variables::default, |file| Variables::read(file, &[]))
}

/// An error in the code of a kernel.
fn wrong(kernel: &isotope_object::Kernel, found: String) -> LoadError {
    LoadError::malformed(format!("the code of kernel `{}`", kernel.name), "a vISA program", found)
}

/// The kernels and functions in a kernel's code.
pub(in super::super) fn objects(kernel: &isotope_object::Kernel, register: u32) -> Result<Vec<Kernel>, LaunchError> {
    if isotope_object::sniff(&kernel.code) == Some(Format::VisaIsa) {
        return Ok(file::read(&kernel.code).map_err(|e| wrong(kernel, e.to_string()))?);
    }
    let text = std::str::from_utf8(&kernel.code);
    let text = text.map_err(|_| wrong(kernel, "bytes that are neither text nor `.isa`".into()))?;
    listing::assemble(Mode::Compat, register, text).map_err(|errors| {
        let unknown = errors.iter().find_map(|e| Some((e.line, without_rows(text, e)?)));
        if let Some((line, (word, hint))) = unknown {
            return needs_host(kernel, format!("the instruction `{word}` (line {line} of its vISA)"), hint);
        }
        let error = match (errors.first(), kernel.details::<ze::Details>()) {
            (Some(first), Some(details)) => {
                let place = format!("line {} of the vISA of kernel `{}`", first.line, kernel.name);
                let advice = "report the line, or compile with one of those that were tried";
                LoadError::Unknown { place, why: format!("{}; {}: {advice}", first.error, details.info.release()) }
            }
            (first, _) => wrong(kernel, first.map_or("none".into(), |e| format!("line {}: {}", e.line, e.error))),
        };
        error.into()
    })
}

/// Instructions of the language without rows: how each begins, and what to do instead.
pub const NO_ROWS: &[(&str, &str)] = &[
    ("sample", SAMPLER),
    ("load", SAMPLER),
    ("gather4", SAMPLER),
    ("lod", SAMPLER),
    ("sampleinfo", SAMPLER),
    ("dpas", "multiply matrices in a loop instead of by the systolic array"),
    ("raw_send", "messages in their hardware form are for one device only; compile without inline assembly"),
    ("vme_", "compute motion estimates by other instructions"),
    ("avs", SAMPLER),
    ("rtwrite", "compute kernels have no render target"),
    ("urb_write", "compute kernels have no unified return buffer"),
];
const SAMPLER: &str =
    "samplers filter and clamp; read the image without a sampler, by integer coordinates (`read_imageui(image, at)`)";

/// The instruction without rows that caused an error, and the advice for it.
fn without_rows<'a>(text: &'a str, error: &SourceError) -> Option<(&'a str, &'static str)> {
    let word = text.lines().nth(error.line.checked_sub(1)?)?.get(error.error.span.clone())?;
    let known = FORMS.named(word).next().is_some();
    NO_ROWS.iter().find(|(start, _)| !known && word.starts_with(start)).map(|(_, hint)| (word, *hint))
}

pub(super) const CALLED_BY_NAME: &str = "give the body of the function in the same source";

/// A function that the code calls by address and the file does not contain; compilers produce this from a declaration without definition.
pub(super) fn called_by_address(code: &Kernel, functions: &[Function], symbols: &[(&str, u64)]) -> Option<String> {
    code.code.iter().find(|inst| inst.name() == "ifcall")?;
    let addresses = code.code.iter().filter(|inst| inst.name() == "faddr");
    let names = addresses.filter_map(|inst| match inst.operand("function") {
        Some(Operand::Text(text)) => code.texts.get(*text as usize),
        _ => None,
    });
    let here = |name: &&String| functions.iter().any(|f| f.name == **name && f.shown.is_some());
    let function = names.into_iter().find(|name| !here(name) && !symbols.iter().any(|(data, _)| data == name));
    if function.is_none() && functions.iter().any(|f| f.shown.is_some()) {
        return None;
    }
    let function = function.map_or("a function".into(), |name| format!("the function `{}`", name.escape_debug()));
    Some(format!("the address of {function} and calls it (`ifcall`)"))
}

/// Whether a bindless surface is a number in the code, as IGC 1.0.12504 writes it for images. Surfaces placed by a launch have no such
/// numbers.
pub(super) fn names_no_surface(code: &Kernel) -> bool {
    code.code.iter().filter(|inst| inst.name() == "movs").any(|inst| {
        let bindless = |dst: &Operand| matches!(dst, Operand::State { kind: StateKind::Surface, id, .. } if *id == u16::from(BINDLESS));
        inst.operand("dst").is_some_and(bindless) && matches!(inst.operand("src0"), Some(Operand::Imm { .. }))
    })
}

/// The kernel's code and the functions that follow it.
pub(super) fn code(kernel: &isotope_object::Kernel, register: u32) -> Result<(Kernel, Vec<Function>), LaunchError> {
    let (mut named, functions): (Vec<Kernel>, Vec<Kernel>) =
        objects(kernel, register)?.into_iter().partition(|k| k.function.is_none());
    let found = named.len();
    // The code in a zebin does not contain the names of its kernels.
    named.retain(|k| found == 1 || k.name == kernel.name);
    match (named.pop(), named.is_empty()) {
        (Some(code), true) => link(code, functions)
            .ok_or_else(|| wrong(kernel, "more variables in its functions than operands can name".into()).into()),
        _ => Err(wrong(kernel, format!("{found} kernels and not one of this name")).into()),
    }
}

/// One instruction of a kernel, by its text.
///
/// # Errors
/// The kernel does not have the instruction.
pub fn single(kernel: &isotope_object::Kernel, text: &str, given: &Surroundings) -> Result<Single, SingleError> {
    let register = ze::register(kernel);
    let (code, _) = code(kernel, register).map_err(|error| SingleError::Given(error.to_string()))?;
    super::super::single::of_kernel(code, register, text, given)
}
