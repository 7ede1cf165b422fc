//! What a launch adds to a vISA kernel: register 0, local ids, arguments, the binding table.
//!
//! # Source
//! oracle: the `.input` lines and `.zeinfo` files that IGC 1.0.12504 writes; the payload starts with register 0 (group ids in
//! dwords 1, 6 and 7), then the local ids of the thread, then what all threads share.

use std::collections::BTreeMap;

use isotope_op::assume::{Addresses, Assumptions, SlmBounds};

use super::inst::{Operand, StateKind};
use super::kernel::{BINDLESS, InputKind, Kernel};
use super::lift::{self, Env, Layout};
use super::link::{Function, link};
use super::payload::{self, Payload};
use super::{FORMS, Mode, implicit, printf};
use crate::isa::single::{Single, SingleError, Surroundings};
use crate::launch::{Arg, Launch, LaunchError, all_whole, place_globals, write_global, wrong_size};
use isotope_ir::effect::Special;
use isotope_ir::program::{Program, Refusal};
use isotope_machine::failure::Limits;
use isotope_machine::mem::typed::{Number, Shape};
use isotope_machine::mem::{Concurrent, Memory};
use isotope_machine::{Dispatch, Initial, Packed, PastShared, Start, TableEntry};
use isotope_object::lines::SourceLines;
use isotope_object::zeinfo::{Argument, ArgumentKind, ImageFact, Info};
use isotope_object::{Format, Image, LoadError, SectionId};
use isotope_table::SourceError;

/// Named barriers of a group.
const BARRIERS: u8 = 32;
/// Most bytes of variables; registers have 16 KiB, and variables share them.
pub(super) const MAX_VARIABLES: u64 = 16 << 20;

/// What happens at the ends of shared and private memory, unless `intel.slm_bounds` is chosen otherwise.
pub const LIMITS: Limits = Limits { past_shared: PastShared::Drop, ..Limits::DEFAULT };

/// A launch of `kernel`. Buffers are in `memory` already.
///
/// # Errors
/// When arguments or shape do not fit, or the code cannot be read.
pub fn prepare(
    image: &Image,
    kernel: &isotope_object::Kernel,
    memory: &mut Memory,
    launch: &Launch,
) -> Result<Dispatch, LaunchError> {
    let details = kernel.visa().ok_or_else(|| LaunchError::Target { target: image.target.to_string() })?;
    let info = &details.info;
    if let Some(limit) = kernel.required_threads.filter(|&limit| limit != launch.grid.group_size) {
        let (kernel, found) = (kernel.name.clone(), launch.grid.group_size);
        return Err(LaunchError::GroupSize { kernel, rule: "exactly", limit, found });
    }
    if kernel.required_threads.is_some() {
        all_whole(launch, format!("kernel `{}` was compiled for", kernel.name), "give the next multiple")?;
    }
    if info.reordered {
        return Err(LaunchError::NeedsHost {
            kernel: kernel.name.clone(),
            what: "its local ids in another order than x, y, z (`work_group_walk_order_dimensions`)".into(),
            hint: "compile without `intel_reqd_workgroup_walk_order`",
        });
    }
    let (symbols, sections) = symbols(image, memory)?;
    let (bytes, slm) = shared_payload(kernel, info, launch, memory)?;
    let items = launch.grid.group_size.iter().fold(1u32, |n, size| n.saturating_mul(*size));
    let scratch = (info.scratch_bytes != 0).then(|| scratch_base(&launch.assumptions));
    let groups = info.private.map(|_| launch.grid.groups);
    let formats = info.table.iter().filter_map(|&(entry, index)| match launch.args.get(index as usize) {
        Some(Arg::Image { shape, .. }) => Some((entry, shape.format)),
        _ => None,
    });
    let formats: Vec<_> = formats.collect();
    let env = Env {
        frames: info.scratch_bytes,
        local_thread: knows_local_thread(image),
        arguments: image.target.name() == "dg2",
        slm,
        items,
        whole: launch.grid.is_uniform(),
        scratch,
        formats: &formats,
        symbols: &symbols,
        groups,
        ..Env::new(info.simd, launch.assumptions)
    };
    let (mut frames, mut named) = (0, false);
    let (program, start) = lifted(kernel, details, env, |code, functions, layout, reading| {
        if let Some(what) = called_by_address(code, functions, &symbols) {
            return Err(LaunchError::NeedsHost { kernel: kernel.name.clone(), what, hint: CALLED_BY_NAME });
        }
        named |= code.names_bindless();
        if implicit::asked_by_pointer(code) {
            let what = "the buffer of implicit arguments: a function that is not inlined asks for ids".into();
            let hint = IMPLICIT_ELSEWHERE;
            return Err(LaunchError::NeedsHost { kernel: kernel.name.clone(), what, hint });
        }
        if names_no_surface(code) {
            let what = "a bindless image, whose name its compiler left out (it writes a number instead)".into();
            let hint = "compile without `-cl-intel-use-bindless-images`";
            return Err(LaunchError::NeedsHost { kernel: kernel.name.clone(), what, hint });
        }
        let given = Given { kernel, sections: &sections, code, layout, payload: &bytes, launch };
        let mut start = given.start(info, reading, memory)?;
        let by_register = env.arguments && implicit::asked_by_register(code);
        if (by_register || implicit::asked_by_address(code))
            && let Some(at) = layout.variable(lift::IMPLICIT[0])
        {
            let mut base = implicit::place(&kernel.name, info.simd, launch, memory)?;
            if by_register && let Some(r0) = layout.variable(lift::R0) {
                let place = arguments_place(&launch.assumptions);
                start.words.push((r0 / 4 + lift::R0_ARGUMENTS, Initial::Value(place)));
                base = base.wrapping_sub(place.into());
            }
            start
                .words
                .extend([(at / 4, Initial::Value(base as u32)), (at / 4 + 1, Initial::Value((base >> 32) as u32))]);
        }
        if let (Some(base), Some(r0)) = (scratch, layout.variable(lift::R0)) {
            start.words.push((r0 / 4 + lift::R0_SCRATCH, Initial::Value(base)));
        }
        if let Some(r0) = layout.variable(lift::R0).filter(|_| env.local_thread) {
            start.words.push((r0 / 4 + lift::R0_LOCAL_THREAD, Initial::Special(Special::WaveId)));
        }
        if code.code.iter().any(|inst| inst.name() == "fret") {
            start.words.push((layout.depth() / 4, Initial::Value(0)));
            frames = launch.stack.map_or(FRAMES, |bytes| bytes.saturating_mul(info.simd));
        }
        Ok(start)
    })?;

    let mut dispatch = Dispatch::new(&program, launch.grid.groups, launch.grid.group_size, Vec::new())?
        .with_memory(slm, info.scratch_bytes.saturating_add(frames).div_ceil(info.simd))?;
    dispatch.remainder = launch.grid.remainder;
    dispatch.shared_bytes = slm;
    dispatch.past_shared = past_shared(&launch.assumptions);
    dispatch.assumptions = launch.assumptions;
    dispatch.orders = launch.assumptions.intel_orders();
    dispatch.barriers = BARRIERS;
    dispatch.table = table(kernel, info, memory, launch)?;
    if named {
        dispatch.table.extend(bindless(kernel, info, memory, launch)?);
    }
    dispatch.start = start;
    Ok(dispatch)
}

/// A kernel in neutral form, before it is bound to a launch, with a group of one thread where the kernel does not say its size.
///
/// # Errors
/// When the code cannot be read, or how long registers are is not known and makes a difference.
pub fn program(
    image: &Image,
    kernel: &isotope_object::Kernel,
    assumptions: Assumptions,
) -> Result<Program, LaunchError> {
    let details = kernel.visa().ok_or_else(|| LaunchError::Target { target: image.target.to_string() })?;
    let info = &details.info;
    let items = kernel.required_threads.map_or(info.simd, |size| size.iter().fold(1, |n, d| n.saturating_mul(*d)));
    let scratch = (info.scratch_bytes != 0).then(|| scratch_base(&assumptions));
    let (symbols, _) = symbols(image, &mut Memory::new())?;
    let groups = info.private.map(|_| [1; 3]);
    let (slm, symbols) = (kernel.shared_static_bytes, &symbols[..]);
    let local_thread = knows_local_thread(image);
    let arguments = image.target.name() == "dg2";
    let env = Env { slm, items, scratch, symbols, groups, local_thread, arguments, ..Env::new(info.simd, assumptions) };
    Ok(lifted(kernel, details, env, |_, _, _, _| Ok(()))?.0)
}

/// The code in neutral form with what `start` makes of it, by every reading of the payload: all must come to the same.
fn lifted<T: PartialEq>(
    kernel: &isotope_object::Kernel,
    details: &isotope_object::ze::Details,
    env: Env<'_>,
    mut start: impl FnMut(&Kernel, &[Function], &Layout, Payload) -> Result<T, LaunchError>,
) -> Result<(Program, T), LaunchError> {
    let info = &details.info;
    let known = details.register.unwrap_or(32);
    let (first, functions) = code(kernel, known)?;
    let env = Env { functions: &functions, ..env };
    payload::check_simd(&first, info)?;
    // How long registers are does not move variables.
    crate::launch::within("variables of a thread", Layout::new(&first, 32, true).bytes().into(), MAX_VARIABLES)?;
    let mut readings = Vec::new();
    for reading in payload::readings(&first, info, details.register)? {
        // Text is read anew only where registers of another length may mean something else in it.
        let other = if reading.register == known { None } else { Some(code(kernel, reading.register)?) };
        let code = other.as_ref().map_or(&first, |(code, _)| code);
        let (mut program, layout) = lift::program(code, &Env { grf: reading.register, ..env });
        program.name.clone_from(&kernel.name);
        let start = start(code, env.functions, &layout, reading)?;
        readings.push((program, start));
    }
    // Operands that a size puts past the end of their variables speak against it.
    let sound = |(program, _): &(Program, T)| !program.refusals.iter().any(reaches_past);
    if readings.iter().any(sound) {
        readings.retain(sound);
    }
    let Some(last) = readings.pop() else { unreachable!("a payload has a reading, or is refused") };
    if readings.iter().any(|other| *other != last) {
        return Err(LaunchError::RegisterSize { kernel: kernel.name.clone() });
    }
    Ok(last)
}

/// The source lines of a kernel: its code says them itself, a `FILE` and a `LOC` for all that follows up to the next. In line 0 is
/// what the compiler made without a line. (The `.debug_line` of a zebin is about native code, which is not what runs.)
pub fn lines(_: &Image, kernel: &isotope_object::Kernel) -> SourceLines {
    let mut lines = SourceLines::default();
    let register = kernel.visa().and_then(|details| details.register).unwrap_or(32);
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

fn reaches_past(refusal: &Refusal) -> bool {
    matches!(refusal, Refusal::NotModelled { text } if text.ends_with(lift::PAST_VARIABLE))
}

/// Whether register 0 says which thread of its group this is: from DG2 on.
fn knows_local_thread(image: &Image) -> bool {
    ["dg2", "pvc"].contains(&image.target.name())
}

/// Names with the addresses of what they stand for.
type Named<'a> = Vec<(&'a str, u64)>;

/// The data of the file in memory: where each of its objects lies, and each of its sections.
fn symbols<'a>(image: &'a Image, memory: &mut Memory) -> Result<(Named<'a>, Named<'a>), LaunchError> {
    let globals = place_globals(image, memory)?;
    let place = |place: SectionId, offset: u64| match place {
        SectionId::Global { section } => globals.bases.get(section).map(|base| base.wrapping_add(offset)),
        _ => None,
    };
    for relocation in image.relocations.iter().filter(|_| globals.fresh) {
        let patch = image.resolve(relocation, &globals.bases, |_| None)?;
        if let Some(at) = place(patch.place, patch.offset) {
            write_global(memory, at, &patch.value.to_le_bytes()[..usize::from(patch.width)]);
        }
    }
    let objects = image.objects.iter();
    let objects = objects.filter_map(|object| Some((&*object.name, place(object.place, object.offset)?))).collect();
    let sections = image.globals.iter().zip(&globals.bases).map(|(section, base)| (&*section.name, *base));
    Ok((objects, sections.collect()))
}

/// Where scratch memory begins, the same for each thread since each sees its own only. A multiple of 1024, as the field of
/// register 0.
fn scratch_base(a: &Assumptions) -> u32 {
    match a.intel_launch.addresses {
        Addresses::Low => 0x0040_0000,
        Addresses::Moved => 0x25a5_a400,
    }
}

/// Where the arguments of a launch lie among the same addresses: a multiple of 32, in front of scratch memory.
fn arguments_place(a: &Assumptions) -> u32 {
    match a.intel_launch.addresses {
        Addresses::Low => 0x0020_0000,
        Addresses::Moved => 0x0025_a5a0,
    }
}

/// What happens past the end of shared memory.
pub(super) fn past_shared(a: &Assumptions) -> PastShared {
    match a.intel_slm_bounds {
        SlmBounds::Drop => PastShared::Drop,
        SlmBounds::Wrap | SlmBounds::Fault => PastShared::Fault,
    }
}

/// What the code of a kernel says, and not.
fn wrong(kernel: &isotope_object::Kernel, found: String) -> LoadError {
    LoadError::malformed(format!("the code of kernel `{}`", kernel.name), "a vISA program", found)
}

/// The kernels and functions in the code of a kernel.
pub(super) fn objects(kernel: &isotope_object::Kernel, register: u32) -> Result<Vec<Kernel>, LaunchError> {
    let text = match isotope_object::sniff(&kernel.code) {
        Some(Format::VisaIsa) => None,
        _ => Some(
            std::str::from_utf8(&kernel.code)
                .map_err(|_| wrong(kernel, "bytes that are neither text nor `.isa`".into()))?,
        ),
    };
    Ok(match text {
        Some(text) => super::listing::assemble(Mode::Compat, register, text).map_err(|errors| {
            let unknown = errors.iter().find_map(|e| Some((e.line, without_rows(text, e)?)));
            if let Some((line, (word, hint))) = unknown {
                let what = format!("the instruction `{word}` (line {line} of its vISA)");
                return LaunchError::NeedsHost { kernel: kernel.name.clone(), what, hint };
            }
            let first = errors.first().map(|e| format!("line {}: {}", e.line, e.error));
            wrong(kernel, first.unwrap_or_else(|| "none".into())).into()
        })?,
        None => super::file::read(&kernel.code).map_err(|e| wrong(kernel, e.to_string()))?,
    })
}

/// Instructions of the language that have no rows, by how they begin, and what to do without them.
pub const NO_ROWS: &[(&str, &str)] = &[
    ("sample", SAMPLER),
    ("load", SAMPLER),
    ("gather4", SAMPLER),
    ("lod", SAMPLER),
    ("resinfo", SAMPLER),
    ("dpas", "multiply matrices in a loop instead of by the systolic array"),
    ("raw_send", "messages in their hardware form are for one device only; compile without inline assembly"),
    ("vme_", "compute motion estimates by other instructions"),
    ("avs", SAMPLER),
    ("rtwrite", "compute kernels have no render target"),
    ("urb_write", "compute kernels have no unified return buffer"),
];
const SAMPLER: &str =
    "samplers filter and clamp; read the image without a sampler, by integer coordinates (`read_imageui(image, at)`)";

/// The instruction without rows that an error is about, and what to do.
fn without_rows<'a>(text: &'a str, error: &SourceError) -> Option<(&'a str, &'static str)> {
    let word = text.lines().nth(error.line.checked_sub(1)?)?.get(error.error.span.clone())?;
    let known = FORMS.named(word).next().is_some();
    NO_ROWS.iter().find(|(start, _)| !known && word.starts_with(start)).map(|(_, hint)| (word, *hint))
}

const CALLED_BY_NAME: &str = "give the body of the function in the same source";

/// A function that the code calls by its address and that is not in the file, as compilers do where they have its declaration only.
fn called_by_address(code: &Kernel, functions: &[Function], symbols: &[(&str, u64)]) -> Option<String> {
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

/// Whether a bindless surface is a number that stands in the code, as IGC 1.0.12504 has it for images: surfaces that a launch places
/// have no such names.
fn names_no_surface(code: &Kernel) -> bool {
    code.code.iter().filter(|inst| inst.name() == "movs").any(|inst| {
        let bindless = |dst: &Operand| matches!(dst, Operand::State { kind: StateKind::Surface, id, .. } if *id == u16::from(BINDLESS));
        inst.operand("dst").is_some_and(bindless) && matches!(inst.operand("src0"), Some(Operand::Imm { .. }))
    })
}

/// The kernel's code, with the functions behind it.
fn code(kernel: &isotope_object::Kernel, register: u32) -> Result<(Kernel, Vec<Function>), LaunchError> {
    let (mut named, functions): (Vec<Kernel>, Vec<Kernel>) =
        objects(kernel, register)?.into_iter().partition(|k| k.function.is_none());
    let found = named.len();
    // A zebin does not say the names of its kernels in their code.
    named.retain(|k| found == 1 || k.name == kernel.name);
    match (named.pop(), named.is_empty()) {
        (Some(code), true) => link(code, functions)
            .ok_or_else(|| wrong(kernel, "more variables in its functions than operands can name".into()).into()),
        _ => Err(wrong(kernel, format!("{found} kernels and not one of this name")).into()),
    }
}

/// An instruction of a kernel, by its text.
///
/// # Errors
/// When the kernel has none.
pub fn single(kernel: &isotope_object::Kernel, text: &str, given: &Surroundings) -> Result<Single, SingleError> {
    let register = kernel.visa().and_then(|details| details.register).unwrap_or(32);
    let (code, _) = code(kernel, register).map_err(|error| SingleError::Given(error.to_string()))?;
    super::single::of_kernel(code, register, text, given)
}

/// The binding table: an entry for each pointer argument that has one.
fn table(
    kernel: &isotope_object::Kernel,
    info: &Info,
    memory: &Memory,
    launch: &Launch,
) -> Result<Vec<TableEntry>, LaunchError> {
    let mut table = Vec::new();
    for &(entry, index) in &info.table {
        let (base, bytes, shape) = match launch.args.get(index as usize) {
            Some(Arg::Surface { address, bytes }) => (*address, u64::from(*bytes), None),
            Some(Arg::Image { address, shape }) => (*address, shape.bytes(), Some(*shape)),
            // Behind a pointer to nothing lies a surface without bytes.
            given => match given.and_then(Arg::pointer) {
                Some(address) => {
                    let before = if has_offset(info, index) { before(memory, address) } else { 0 };
                    let bytes = memory.find(address, 0).map_or(0, |r| r.end() - (address - before));
                    (address - before, bytes, None)
                }
                None => match (kernel.params.get(index as usize), given) {
                    (Some(param), Some(arg)) => return Err(wrong_size(kernel, index as usize, param, arg)),
                    _ => {
                        let (expected, found) = (kernel.params.len(), launch.args.len());
                        return Err(LaunchError::ArgumentCount { kernel: kernel.name.clone(), expected, found });
                    }
                },
            },
        };
        table.push(TableEntry { entry, base, bytes, shape });
    }
    Ok(table)
}

/// Whether the kernel takes how far behind the start of its surface a pointer is: then the surface is the whole buffer, otherwise it
/// begins at the pointer.
///
/// # Source
/// spec: the compute runtime's Level Zero, `setBufferSurfaceState` (surface of the whole allocation, `bufferOffset` the pointer's distance).
fn has_offset(info: &Info, index: u32) -> bool {
    info.payload.iter().any(|piece| piece.kind == ArgumentKind::BufferOffset && piece.index == Some(index))
}

/// Bytes of a buffer in front of an address in it.
fn before(memory: &Memory, address: u64) -> u64 {
    memory.find(address, 0).map_or(0, |region| address - region.base)
}

/// The bindless surfaces of a launch. What one goes by is the driver's choice, and the payload says it, under `arg_bypointer` or, as ocloc
/// has it up to DG2, `buffer_address`: here the low dword of the buffer's address, so that a payload which is also taken as an
/// address serves both.
fn bindless(
    kernel: &isotope_object::Kernel,
    info: &Info,
    memory: &Memory,
    launch: &Launch,
) -> Result<Vec<TableEntry>, LaunchError> {
    let mut table: Vec<TableEntry> = Vec::new();
    for piece in info.payload.iter().filter(|piece| piece.size != 0) {
        if !matches!(piece.kind, ArgumentKind::Pointer { slm: false, .. } | ArgumentKind::BufferAddress) {
            continue;
        }
        let index = piece.index.unwrap_or(0);
        let argument = launch.args.get(index as usize);
        let (name, base, bytes) = match argument {
            Some(Arg::Surface { address, bytes }) => (*address, *address, u64::from(*bytes)),
            given => match given.and_then(Arg::pointer) {
                Some(address) => {
                    let base = if has_offset(info, index) { address - before(memory, address) } else { address };
                    (address, base, memory.find(address, 0).map_or(0, |r| r.end() - base))
                }
                None => continue,
            },
        };
        let entry = lift::bindless(name as u32);
        if table.iter().any(|other| other.entry == entry && other.base != base) || entry < lift::BOUND {
            let what = format!("the bindless surface of argument {index}, which goes by the same as another");
            let hint = "place its buffer elsewhere (`--assume intel.addresses=moved`)";
            return Err(LaunchError::NeedsHost { kernel: kernel.name.clone(), what, hint });
        }
        table.push(TableEntry { entry, base, bytes, shape: None });
    }
    Ok(table)
}

/// The payload that all threads share, and the bytes of shared local memory: what the kernel declares, then the arguments
/// that point there, then what the launch adds.
fn shared_payload(
    kernel: &isotope_object::Kernel,
    info: &Info,
    launch: &Launch,
    memory: &Memory,
) -> Result<(Vec<u8>, u32), LaunchError> {
    if kernel.params.len() != launch.args.len() {
        let (expected, found) = (kernel.params.len(), launch.args.len());
        return Err(LaunchError::ArgumentCount { kernel: kernel.name.clone(), expected, found });
    }
    for (index, (param, arg)) in kernel.params.iter().zip(&launch.args).enumerate() {
        if param.size as usize != arg.size() {
            return Err(wrong_size(kernel, index, param, arg));
        }
    }
    let end = info.payload.iter().map(|a| u64::from(a.offset) + u64::from(a.size)).max().unwrap_or(0);
    crate::launch::within("kernel arguments", end, MAX_PAYLOAD)?;
    let mut bytes: Vec<u8> = launch.assumptions.intel_launch.memory.bytes(1 << 42).take(end as usize).collect();
    let mut slm = info.slm_bytes;
    for piece in &info.payload {
        let value = match piece.kind {
            ArgumentKind::Pointer { slm: true, .. } => local(kernel, piece, launch, &mut slm)?,
            _ => piece_value(piece, launch, memory),
        };
        let at = piece.offset as usize;
        let len = value.len().min(piece.size as usize);
        bytes[at..at + len].copy_from_slice(&value[..len]);
    }
    Ok((bytes, slm.saturating_add(launch.dynamic_shared)))
}

/// The offset of an argument in shared local memory; its value in the launch is its size, as `clSetKernelArg` takes it.
fn local(
    kernel: &isotope_object::Kernel,
    piece: &Argument,
    launch: &Launch,
    slm: &mut u32,
) -> Result<Vec<u8>, LaunchError> {
    let index = piece.index.unwrap_or(0) as usize;
    let size = match launch.args.get(index) {
        Some(Arg::U32(size) | Arg::Local(size)) => u64::from(*size),
        Some(Arg::U64(size)) => *size,
        Some(Arg::Bytes(bytes)) if bytes.len() == 8 => bytes.iter().rev().fold(0, |n, b| n << 8 | u64::from(*b)),
        other => {
            return Err(LaunchError::NeedsSize {
                kernel: kernel.name.clone(),
                index,
                kind: other.map_or("nothing", Arg::kind),
            });
        }
    };
    let at = slm.checked_next_multiple_of(piece.alignment.max(1)).unwrap_or(u32::MAX);
    *slm = at.saturating_add(u32::try_from(size).unwrap_or(u32::MAX));
    Ok(u64::from(at).to_le_bytes().to_vec())
}

/// Most bytes of payload.
const MAX_PAYLOAD: u64 = 16 << 10;
/// Bytes of a thread in which functions that call themselves keep variables, unless the launch says how many a lane has.
const FRAMES: u32 = 256 << 10;
/// Most bytes of private data in a buffer.
const MAX_PRIVATE: u64 = 1 << 30;

/// What a launch gives; nothing for what [`Given::start`] gives or refuses where an instruction names it.
fn piece_value(piece: &Argument, launch: &Launch, memory: &Memory) -> Vec<u8> {
    let dwords = |values: [u32; 3]| values.iter().flat_map(|v| v.to_le_bytes()).collect();
    let argument = || launch.args.get(piece.index.unwrap_or(0) as usize);
    match &piece.kind {
        ArgumentKind::GlobalIdOffset => dwords(launch.offset),
        ArgumentKind::LocalSize | ArgumentKind::EnqueuedLocalSize => dwords(launch.grid.group_size),
        ArgumentKind::GlobalSize => dwords(launch.grid.items()),
        ArgumentKind::GroupCount => dwords(launch.grid.groups),
        ArgumentKind::WorkDimensions => u32::from(launch.grid.dimensions()).to_le_bytes().to_vec(),
        ArgumentKind::BufferOffset => {
            let offset = argument().and_then(Arg::pointer).map_or(0, |address| before(memory, address));
            (offset as u32).to_le_bytes().to_vec()
        }
        ArgumentKind::BufferSize => match argument() {
            Some(Arg::Surface { bytes, .. }) => u64::from(*bytes).to_le_bytes().to_vec(),
            given => given.and_then(Arg::pointer).map_or(Vec::new(), |address| {
                memory.find(address, 0).map_or(0, |region| region.end() - address).to_le_bytes().to_vec()
            }),
        },
        ArgumentKind::Image(fact) => {
            let Some(Arg::Image { shape, .. }) = argument() else { return Vec::new() };
            image_fact(*fact, shape).map_or(Vec::new(), |value| value.to_le_bytes().to_vec())
        }
        ArgumentKind::Pointer { .. } | ArgumentKind::BufferAddress | ArgumentKind::Value => {
            let bytes = match argument() {
                Some(Arg::Address(v) | Arg::U64(v)) => v.to_le_bytes().to_vec(),
                Some(Arg::Surface { address, .. } | Arg::Image { address, .. }) => address.to_le_bytes().to_vec(),
                Some(Arg::U32(v) | Arg::Local(v)) => v.to_le_bytes().to_vec(),
                Some(Arg::Bytes(bytes)) => bytes.clone(),
                None => Vec::new(),
            };
            bytes.get(piece.source_offset as usize..).unwrap_or_default().to_vec()
        }
        ArgumentKind::LocalId
        | ArgumentKind::PrivateBase
        | ArgumentKind::PrintfBuffer
        | ArgumentKind::SyncBuffer
        | ArgumentKind::ConstBase
        | ArgumentKind::GlobalBase
        | ArgumentKind::Other(_) => Vec::new(),
    }
}

/// What a launch says of an image, in OpenCL's numbers; nothing for a format that OpenCL has none for.
fn image_fact(fact: ImageFact, shape: &Shape) -> Option<u32> {
    Some(match fact {
        ImageFact::Width => shape.width,
        ImageFact::Height => shape.height,
        ImageFact::Depth | ImageFact::ArraySize => shape.depth,
        ImageFact::Samples | ImageFact::MipLevels => 1,
        ImageFact::ChannelOrder => match shape.format.channels {
            1 => 0x10b0,
            2 => 0x10b2,
            _ => 0x10b5,
        },
        ImageFact::ChannelDataType => match (shape.format.number, shape.format.channel_bytes) {
            (Number::Snorm, bytes @ (1 | 2)) => 0x10d0 + bytes.ilog2(),
            (Number::Unorm, bytes @ (1 | 2)) => 0x10d2 + bytes.ilog2(),
            (Number::Sint, bytes @ (1 | 2 | 4)) => 0x10d7 + bytes.ilog2(),
            (Number::Uint, bytes @ (1 | 2 | 4)) => 0x10da + bytes.ilog2(),
            (Number::Float, bytes @ (2 | 4)) => 0x10dd + bytes.ilog2() - 1,
            _ => return None,
        },
    })
}

/// What to do where a function asks for ids by pointers in `%impl_arg_buf_ptr` and `%local_id_buf_ptr`. The public sources of IGC have
/// it so for devices before DG2; ocloc 22.43 ends with a signal where it should, so that no such code was ever seen.
const IMPLICIT_ELSEWHERE: &str =
    "compile for dg2 or pvc, where it is given, or ask for ids in the kernel and hand them to the function";

/// What to do about a payload that no launch here gives, by its word in the file.
pub const NOT_GIVEN: &[(&str, &str)] = &[
    ("assert_buffer", "compile without assert (`-DNDEBUG`)"),
    ("implicit_arg_buffer", IMPLICIT_ELSEWHERE),
    ("const_base", "the file has no section `.data.const`, whose address it is: give the zebin"),
    ("global_base", "the file has no section `.data.global`, whose address it is: give the zebin"),
    ("sampler_address", "compile without samplers; images are read by `read_image` without one"),
    ("sampler_normalized", "compile without samplers; images are read by `read_image` without one"),
    ("sampler_snap_wa", "compile without samplers; images are read by `read_image` without one"),
];

/// Why a piece of payload that an input takes is not given.
fn needs_host(kernel: &isotope_object::Kernel, name: &str) -> LaunchError {
    let known = NOT_GIVEN.iter().find(|(word, _)| *word == name);
    LaunchError::NeedsHost {
        kernel: kernel.name.clone(),
        what: format!("the payload `{}`", name.escape_debug()),
        hint: known
            .map_or("only a host process and its driver give it; compile without what takes it", |known| known.1),
    }
}

/// Where the memory lies through which groups of a cooperative launch wait for each other, and how much it is.
const SYNC_REGION: &str = ".sync";
const MAX_GROUPS: u64 = 1 << 16;

/// What is given to a kernel.
struct Given<'a> {
    kernel: &'a isotope_object::Kernel,
    /// Sections of the file's data by name, with their addresses.
    sections: &'a [(&'a str, u64)],
    code: &'a Kernel,
    layout: &'a Layout,
    payload: &'a [u8],
    launch: &'a Launch,
}

impl Given<'_> {
    /// What the variables of a thread start with.
    fn start(&self, info: &Info, reading: Payload, memory: &mut Memory) -> Result<Start, LaunchError> {
        let Given { code, layout, .. } = *self;
        let mut start = Start::default();
        let groups = |variable: u32, dwords: [u32; 3]| {
            let at = layout.variable(variable);
            (0..3).filter_map(move |d: u8| {
                Some((at? / 4 + dwords[usize::from(d)], Initial::Special(Special::GroupId(d))))
            })
        };
        start.words.extend(groups(lift::R0, lift::R0_GROUP_IDS));
        for (dimension, variable) in lift::GROUP_IDS.into_iter().enumerate() {
            start.words.extend(groups(variable, [0; 3]).nth(dimension));
        }
        let mut payload = self.payload.to_vec();
        let Payload { register: grf, shared } = reading;
        // Local ids: for each dimension a register per sixteen lanes (a register of 64 bytes holds 32).
        let per_register = grf / 2;
        let registers = info.simd.div_ceil(per_register).max(1);
        let mut values: BTreeMap<u32, [u8; 4]> = BTreeMap::new();
        let mut sizes: BTreeMap<u32, Special> = BTreeMap::new();
        for input in code.inputs.iter().filter(|i| i.kind == InputKind::General) {
            let Some(base) = layout.variable(input.index) else { continue };
            let (offset, size) = (u32::from(input.offset), u32::from(input.size).min(layout.size(input.index)));
            // An alias may reach past the variable that it stands for.
            let size = size.min(layout.bytes().saturating_sub(base));
            if offset < shared {
                for (n, left) in (0..size).step_by(grf as usize).map(|at| (at / grf, size - at)) {
                    let register = (offset - grf) / grf + n;
                    let (dimension, part) = (register / registers, register % registers);
                    let first = part * per_register;
                    if dimension < 3 && first < info.simd {
                        let lanes = (info.simd - first).min(left / 2).min(per_register);
                        let what = Special::LocalId(dimension as u8);
                        start.packed.push(Packed { byte: base + n * grf, what, first, lanes });
                    }
                }
                continue;
            }
            let from = offset - shared;
            if code.names(input.index) && payload::is_undescribed(info, from, input.size.into()) {
                let address = self.undescribed(memory, from)?.to_le_bytes();
                for (at, byte) in (base..).zip(address) {
                    values.entry(at / 4).or_default()[at as usize % 4] = byte;
                }
                continue;
            }
            for piece in &info.payload {
                let overlaps =
                    piece.offset < from.saturating_add(size) && from < piece.offset.saturating_add(piece.size);
                let named = || overlaps && code.names(input.index);
                match &piece.kind {
                    ArgumentKind::Other(name) if named() => return Err(needs_host(self.kernel, name)),
                    ArgumentKind::PrivateBase
                    | ArgumentKind::PrintfBuffer
                    | ArgumentKind::SyncBuffer
                    | ArgumentKind::ConstBase
                    | ArgumentKind::GlobalBase
                        if named() =>
                    {
                        let address = match piece.kind {
                            ArgumentKind::PrintfBuffer => printf::buffer(memory)?,
                            ArgumentKind::SyncBuffer => self.sync_buffer(memory)?,
                            ArgumentKind::ConstBase => self.section(".data.const", "const_base")?,
                            ArgumentKind::GlobalBase => self.section(".data.global", "global_base")?,
                            _ => self.private_memory(info, memory)?,
                        };
                        let room = payload[piece.offset as usize..].iter_mut().take(piece.size as usize);
                        room.zip(address.to_le_bytes()).for_each(|(to, from)| *to = from);
                    }
                    ArgumentKind::Image(fact) if named() => self.image(piece, *fact)?,
                    // At the edges of the launch a group may be smaller than it was asked for.
                    ArgumentKind::LocalSize if overlaps && !self.launch.grid.is_uniform() => {
                        for d in 0..3u8 {
                            let at = piece.offset + 4 * u32::from(d);
                            if at >= from && at + 4 <= from.saturating_add(size) {
                                sizes.insert((base + at - from) / 4, Special::GroupSize(d));
                            }
                        }
                    }
                    _ => {}
                }
            }
            let given = payload.get(from as usize..).unwrap_or_default().iter().take(size as usize);
            for (at, byte) in (base..).zip(given) {
                values.entry(at / 4).or_default()[at as usize % 4] = *byte;
            }
        }
        start.words.extend(values.into_iter().map(|(at, bytes)| {
            let value = Initial::Value(u32::from_le_bytes(bytes));
            (at, sizes.get(&at).map_or(value, |size| Initial::Special(*size)))
        }));
        Ok(start)
    }

    /// The memory through which groups wait for each other: a byte of 0 for each group, as Intel's runtime gives it.
    fn sync_buffer(&self, memory: &mut Memory) -> Result<u64, LaunchError> {
        if !self.launch.cooperative {
            return Err(LaunchError::NeedsHost {
                kernel: self.kernel.name.clone(),
                what: "the buffer of a barrier of the whole grid (`sync_buffer`)".into(),
                hint: "launch it with --cooperative",
            });
        }
        let groups = self.launch.grid.groups.iter().fold(1u64, |n, d| n.saturating_mul((*d).into()));
        crate::launch::within("groups of a cooperative launch", groups, MAX_GROUPS)?;
        let Some((base, store)) = memory.region(SYNC_REGION).and_then(|r| Some((r.base, r.store.as_ref()?))) else {
            return Ok(memory.allocate_zeros(SYNC_REGION, MAX_GROUPS)?);
        };
        for group in 0..groups {
            store.store::<Concurrent>(group, 1, 0);
        }
        Ok(base)
    }

    /// An address that the `.zeinfo` passes over. IGC 1.0.12504 does so with the buffer of a barrier of the whole grid.
    fn undescribed(&self, memory: &mut Memory, offset: u32) -> Result<u64, LaunchError> {
        self.sync_buffer(memory).map_err(|error| match error {
            LaunchError::NeedsHost { kernel, .. } => LaunchError::NeedsHost {
                kernel,
                what: format!("8 bytes of payload at {offset} that its `.zeinfo` does not describe: ocloc passes over the buffer of a barrier of the whole grid (`global_barrier`)"),
                hint: "if it calls that, launch it with --cooperative",
            },
            other => other,
        })
    }

    /// The address of a section of the file's data.
    fn section(&self, name: &str, payload: &str) -> Result<u64, LaunchError> {
        let found = self.sections.iter().find(|(section, _)| *section == name);
        found.map(|(_, base)| *base).ok_or_else(|| needs_host(self.kernel, payload))
    }

    /// Memory for the private data of every thread, by their numbers. It starts with what memory starts with.
    fn private_memory(&self, info: &Info, memory: &mut Memory) -> Result<u64, LaunchError> {
        let Some(private) = info.private else {
            return Err(needs_host(self.kernel, "private_base_stateless"));
        };
        let items = self.launch.grid.group_size.iter().fold(1u64, |n, d| n.saturating_mul((*d).into()));
        let groups = self.launch.grid.groups.iter().fold(1u64, |n, d| n.saturating_mul((*d).into()));
        let threads = groups.saturating_mul(items.div_ceil(info.simd.into()));
        if self.code.names(lift::STATE) {
            crate::launch::within(
                "threads whose private data is in a buffer",
                threads,
                lift::MAX_STATE_THREADS.into(),
            )?;
        }
        let lanes = if private.per_lane { info.simd } else { 1 };
        let bytes = threads.saturating_mul(u64::from(private.bytes)).saturating_mul(lanes.into());
        crate::launch::within("private data of threads in a buffer", bytes, MAX_PRIVATE)?;
        let name = format!("private data of {} ({bytes} bytes)", self.kernel.name);
        if let Some(region) = memory.region(&name) {
            return Ok(region.base);
        }
        let first: Vec<u8> = self.launch.assumptions.intel_launch.memory.bytes(1 << 43).take(bytes as usize).collect();
        Ok(memory.allocate(&name, &first)?)
    }

    /// Refuse an image argument that does not say what is asked of it.
    fn image(&self, piece: &Argument, fact: ImageFact) -> Result<(), LaunchError> {
        let index = piece.index.unwrap_or(0) as usize;
        let kind = match self.launch.args.get(index) {
            Some(Arg::Image { shape, .. }) if image_fact(fact, shape).is_some() => return Ok(()),
            Some(Arg::Image { .. }) => "one of a format that OpenCL has no number for",
            other => other.map_or("nothing", Arg::kind),
        };
        Err(LaunchError::NeedsImage { kernel: self.kernel.name.clone(), index, kind })
    }
}
