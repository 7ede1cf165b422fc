//! What a launch adds to a vISA kernel: register 0, local ids, arguments, the binding table.
//!
//! # Source
//! oracle: the `.input` lines and `.zeinfo` files that IGC 1.0.12504 writes; the payload starts with register 0 (group ids in
//! dwords 1, 6 and 7), then the local ids of the thread, then what all threads share.

use std::collections::BTreeMap;

use isotope_op::assume::{Addresses, Assumptions, SlmBounds};

use super::Mode;
use super::kernel::{InputKind, Kernel};
use super::lift::{self, Env, Layout};
use super::payload::{self, Payload};
use crate::launch::{Arg, Launch, LaunchError};
use isotope_ir::effect::Special;
use isotope_ir::program::{Program, Refusal};
use isotope_machine::failure::Limits;
use isotope_machine::mem::Memory;
use isotope_machine::{Dispatch, Initial, Packed, PastShared, Start, TableEntry};
use isotope_object::zeinfo::{Argument, ArgumentKind, Info};
use isotope_object::{Format, Image, LoadError};

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
    if let Some(limit) = kernel.required_threads.filter(|&limit| limit != launch.group_size) {
        let (kernel, found) = (kernel.name.clone(), launch.group_size);
        return Err(LaunchError::GroupSize { kernel, rule: "exactly", limit, found });
    }
    let (bytes, slm) = shared_payload(kernel, info, launch)?;
    let items = launch.group_size.iter().fold(1u32, |n, size| n.saturating_mul(*size));
    let scratch = (info.scratch_bytes != 0).then(|| scratch_base(&launch.assumptions));
    let env = Env { simd: info.simd, grf: 0, slm, items, scratch, assumptions: launch.assumptions };
    let (program, start) = lifted(kernel, details, env, |code, layout, reading| {
        let mut start = start(kernel, code, info, layout, &bytes, reading)?;
        if let (Some(base), Some(r0)) = (scratch, layout.variable(lift::R0)) {
            start.words.push((r0 / 4 + lift::R0_SCRATCH, Initial::Value(base)));
        }
        Ok(start)
    })?;

    let mut dispatch = Dispatch::new(&program, launch.groups, launch.group_size, Vec::new())?
        .with_memory(slm, info.scratch_bytes.div_ceil(info.simd))?;
    dispatch.shared_bytes = slm;
    dispatch.past_shared = past_shared(&launch.assumptions);
    dispatch.assumptions = launch.assumptions;
    dispatch.orders = launch.assumptions.intel_orders();
    dispatch.barriers = BARRIERS;
    dispatch.table = table(kernel, info, memory, launch)?;
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
    let env = Env { simd: info.simd, grf: 0, slm: kernel.shared_static_bytes, items, scratch, assumptions };
    Ok(lifted(kernel, details, env, |_, _, _| Ok(()))?.0)
}

/// The code in neutral form with what `start` makes of it, by every reading of the payload: all must come to the same.
fn lifted<T: PartialEq>(
    kernel: &isotope_object::Kernel,
    details: &isotope_object::ze::Details,
    env: Env,
    mut start: impl FnMut(&Kernel, &Layout, Payload) -> Result<T, LaunchError>,
) -> Result<(Program, T), LaunchError> {
    let info = &details.info;
    let known = details.register.unwrap_or(32);
    let first = code(kernel, known)?;
    payload::check_simd(&first, info)?;
    // How long registers are does not move variables.
    crate::launch::within("variables of a thread", Layout::new(&first, 32).bytes().into(), MAX_VARIABLES)?;
    let mut readings = Vec::new();
    for reading in payload::readings(&first, info, details.register)? {
        // Text is read anew only where registers of another length may mean something else in it.
        let other = if reading.register == known { None } else { Some(code(kernel, reading.register)?) };
        let code = other.as_ref().unwrap_or(&first);
        let (program, layout) = lift::program(code, &Env { grf: reading.register, ..env });
        let start = start(code, &layout, reading)?;
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

fn reaches_past(refusal: &Refusal) -> bool {
    matches!(refusal, Refusal::NotModelled { text } if text.ends_with(lift::PAST_VARIABLE))
}

/// Where scratch memory begins, the same for each thread since each sees its own only. A multiple of 1024, as the field of
/// register 0.
fn scratch_base(a: &Assumptions) -> u32 {
    match a.intel_launch.addresses {
        Addresses::Low => 0x0040_0000,
        Addresses::Moved => 0x25a5_a400,
    }
}

/// What happens past the end of shared memory.
pub(super) fn past_shared(a: &Assumptions) -> PastShared {
    match a.intel_slm_bounds {
        SlmBounds::Drop => PastShared::Drop,
        SlmBounds::Wrap | SlmBounds::Fault => PastShared::Fault,
    }
}

/// The kernel's code.
fn code(kernel: &isotope_object::Kernel, register: u32) -> Result<Kernel, LaunchError> {
    let place = || format!("the code of kernel `{}`", kernel.name);
    let text = match isotope_object::sniff(&kernel.code) {
        Some(Format::VisaIsa) => None,
        _ => Some(std::str::from_utf8(&kernel.code).map_err(|_| {
            LoadError::malformed(place(), "vISA in text or in a `.isa` container", "bytes that are neither")
        })?),
    };
    let wrong = |found: String| LoadError::malformed(place(), "a vISA program", found);
    let kernels = match text {
        Some(text) => super::listing::assemble(Mode::Compat, register, text).map_err(|errors| {
            wrong(errors.first().map_or_else(|| "none".into(), |e| format!("line {}: {}", e.line, e.error)))
        })?,
        None => super::file::read(&kernel.code).map_err(|e| wrong(e.to_string()))?,
    };
    let found = kernels.len();
    let named = kernels.into_iter().filter(|k| k.function.is_none());
    let mut named: Vec<Kernel> = named.filter(|k| found == 1 || k.name == kernel.name).collect();
    match (named.pop(), named.is_empty()) {
        (Some(kernel), true) => Ok(kernel),
        _ => Err(wrong(format!("{found} kernels and not one of this name")).into()),
    }
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
            Some(Arg::Address(address)) => {
                let region = memory.find(*address, 0);
                (*address, region.map_or(0, |r| r.end() - *address), None)
            }
            _ => {
                let (expected, found) = (kernel.params.len(), launch.args.len());
                return Err(LaunchError::ArgumentCount { kernel: kernel.name.clone(), expected, found });
            }
        };
        table.push(TableEntry { entry, base, bytes, shape });
    }
    Ok(table)
}

/// The payload that all threads share, and the bytes of shared local memory: what the kernel declares, then the arguments
/// that point there, then what the launch adds.
fn shared_payload(
    kernel: &isotope_object::Kernel,
    info: &Info,
    launch: &Launch,
) -> Result<(Vec<u8>, u32), LaunchError> {
    if kernel.params.len() != launch.args.len() {
        let (expected, found) = (kernel.params.len(), launch.args.len());
        return Err(LaunchError::ArgumentCount { kernel: kernel.name.clone(), expected, found });
    }
    for (index, (param, arg)) in kernel.params.iter().zip(&launch.args).enumerate() {
        if param.size as usize != arg.size() {
            let (kind, expected, found) = (arg.kind(), param.size, arg.size());
            return Err(LaunchError::ArgumentSize { kernel: kernel.name.clone(), index, kind, expected, found });
        }
    }
    let end = info.payload.iter().map(|a| u64::from(a.offset) + u64::from(a.size)).max().unwrap_or(0);
    crate::launch::within("kernel arguments", end, MAX_PAYLOAD)?;
    let mut bytes: Vec<u8> = launch.assumptions.intel_launch.memory.bytes(1 << 42).take(end as usize).collect();
    let mut slm = info.slm_bytes;
    for piece in &info.payload {
        let value = match piece.kind {
            ArgumentKind::Pointer { slm: true, .. } => local(kernel, piece, launch, &mut slm)?,
            _ => piece_value(piece, launch),
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
        Some(Arg::U32(size)) => u64::from(*size),
        Some(Arg::U64(size)) => *size,
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

/// What a launch gives; nothing for what only a host has ([`start`] refuses it where an instruction names it).
fn piece_value(piece: &Argument, launch: &Launch) -> Vec<u8> {
    let dwords = |values: [u32; 3]| values.iter().flat_map(|v| v.to_le_bytes()).collect();
    match &piece.kind {
        ArgumentKind::GlobalIdOffset => dwords([0; 3]),
        ArgumentKind::LocalSize | ArgumentKind::EnqueuedLocalSize => dwords(launch.group_size),
        ArgumentKind::GlobalSize => {
            dwords(std::array::from_fn(|d| launch.groups[d].wrapping_mul(launch.group_size[d])))
        }
        ArgumentKind::GroupCount => dwords(launch.groups),
        ArgumentKind::WorkDimensions => u32::from(launch.dimensions()).to_le_bytes().to_vec(),
        // Surfaces begin where their buffers do.
        ArgumentKind::BufferOffset => vec![0; 4],
        ArgumentKind::Pointer { .. } | ArgumentKind::BufferAddress | ArgumentKind::Value => {
            let index = piece.index.unwrap_or(0) as usize;
            let bytes = match launch.args.get(index) {
                Some(Arg::Address(v) | Arg::U64(v)) => v.to_le_bytes().to_vec(),
                Some(Arg::Surface { address, .. } | Arg::Image { address, .. }) => address.to_le_bytes().to_vec(),
                Some(Arg::U32(v)) => v.to_le_bytes().to_vec(),
                Some(Arg::Bytes(bytes)) => bytes.clone(),
                None => Vec::new(),
            };
            bytes.get(piece.source_offset as usize..).unwrap_or_default().to_vec()
        }
        ArgumentKind::LocalId | ArgumentKind::Other(_) => Vec::new(),
    }
}

/// Why a piece of payload that an input takes is not given.
fn needs_host(kernel: &isotope_object::Kernel, name: &str) -> LaunchError {
    LaunchError::NeedsHost {
        kernel: kernel.name.clone(),
        what: format!("the payload `{}`", name.escape_debug()),
        hint: "a host process serves it; compile without printf, images and private memory in buffers",
    }
}

/// What the variables of a thread start with.
fn start(
    file: &isotope_object::Kernel,
    kernel: &Kernel,
    info: &Info,
    layout: &Layout,
    payload: &[u8],
    reading: Payload,
) -> Result<Start, LaunchError> {
    let mut start = Start::default();
    let groups = |variable: u32, dwords: [u32; 3]| {
        let at = layout.variable(variable);
        (0..3).filter_map(move |d: u8| Some((at? / 4 + dwords[usize::from(d)], Initial::Special(Special::GroupId(d)))))
    };
    start.words.extend(groups(lift::R0, lift::R0_GROUP_IDS));
    for (dimension, variable) in lift::GROUP_IDS.into_iter().enumerate() {
        start.words.extend(groups(variable, [0; 3]).nth(dimension));
    }
    let Payload { register: grf, shared } = reading;
    // Local ids: for each dimension a register per sixteen lanes (a register of 64 bytes holds 32).
    let per_register = grf / 2;
    let registers = info.simd.div_ceil(per_register).max(1);
    let mut values: BTreeMap<u32, [u8; 4]> = BTreeMap::new();
    for input in kernel.inputs.iter().filter(|i| i.kind == InputKind::General) {
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
        for piece in &info.payload {
            let overlaps = piece.offset < from.saturating_add(size) && from < piece.offset.saturating_add(piece.size);
            if let (ArgumentKind::Other(name), true, true) = (&piece.kind, overlaps, kernel.names(input.index)) {
                return Err(needs_host(file, name));
            }
        }
        let given = payload.get(from as usize..).unwrap_or_default().iter().take(size as usize);
        for (at, byte) in (base..).zip(given) {
            values.entry(at / 4).or_default()[at as usize % 4] = *byte;
        }
    }
    start.words.extend(values.into_iter().map(|(at, bytes)| (at, Initial::Value(u32::from_le_bytes(bytes)))));
    Ok(start)
}
