//! What a launch adds to a vISA kernel: register 0, local ids, arguments, the binding table.
//!
//! # Source
//! oracle: the `.input` lines and `.zeinfo` files that IGC 1.0.12504 writes; the payload starts with register 0 (group ids in
//! dwords 1, 6 and 7), then the local ids of the thread, then what all threads share.

use super::Mode;
use super::kernel::{InputKind, Kernel};
use super::lift::{self, Env, Layout};
use crate::effect::Special;
use crate::launch::{Arg, Launch, LaunchError};
use crate::machine::failure::Limits;
use crate::machine::{Dispatch, Initial, Packed, Start, TableEntry};
use crate::mem::Memory;
use crate::object::zeinfo::{Argument, ArgumentKind, Info};
use crate::object::{self, Format, Image, LoadError};

/// Dwords of register 0 that hold the group's index.
const GROUP_IDS: [u32; 3] = [1, 6, 7];
/// Named barriers of a group.
const BARRIERS: u8 = 32;
/// Most bytes of variables; registers have 16 KiB, and variables share them.
pub(super) const MAX_VARIABLES: u64 = 16 << 20;
/// Index of the variable `%r0`.
const R0: u32 = 7;

/// What happens at the ends of shared and private memory.
pub const LIMITS: Limits = Limits::DEFAULT;

/// A launch of `kernel`. Buffers are in `memory` already.
///
/// # Errors
/// When arguments or shape do not fit, or the code cannot be read.
pub fn prepare(
    image: &Image,
    kernel: &object::Kernel,
    memory: &mut Memory,
    launch: &Launch,
) -> Result<Dispatch, LaunchError> {
    let details = kernel.visa().ok_or_else(|| LaunchError::Target { target: image.target.to_string() })?;
    let info = &details.info;
    if let Some(limit) = kernel.required_threads.filter(|&limit| limit != launch.group_size) {
        let (kernel, found) = (kernel.name.clone(), launch.group_size);
        return Err(LaunchError::GroupSize { kernel, rule: "exactly", limit, found });
    }
    let (code, grf) = code(kernel)?;
    let slm = info.slm_bytes.saturating_add(launch.dynamic_shared);
    crate::launch::within("variables of a thread", Layout::new(&code, grf).bytes().into(), MAX_VARIABLES)?;
    let env = Env { simd: info.simd, grf, slm: slm.max(1).next_power_of_two(), assumptions: launch.assumptions };
    let (program, layout) = lift::program(&code, &env);

    let mut dispatch = Dispatch::new(&program, launch.groups, launch.group_size, Vec::new())?.with_memory(slm, 0)?;
    dispatch.assumptions = launch.assumptions;
    dispatch.orders = launch.assumptions.intel_orders();
    dispatch.barriers = BARRIERS;
    dispatch.table = table(kernel, info, memory, launch)?;
    let payload = payload(kernel, info, launch)?;
    dispatch.start = start(&code, info, &layout, &payload, grf);
    Ok(dispatch)
}

/// The kernel's code, and how long a register is.
fn code(kernel: &object::Kernel) -> Result<(Kernel, u32), LaunchError> {
    let place = || format!("the code of kernel `{}`", kernel.name);
    let text = match object::sniff(&kernel.code) {
        Some(Format::VisaIsa) => None,
        _ => Some(std::str::from_utf8(&kernel.code).map_err(|_| {
            LoadError::malformed(place(), "vISA in text or in a `.isa` container", "bytes that are neither")
        })?),
    };
    let read = |register: u32| -> Result<Kernel, LaunchError> {
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
    };
    let code = read(32)?;
    // The first input lies behind register 0, which is one register long.
    let first = code.inputs.iter().filter(|i| i.kind == InputKind::General).map(|i| i.offset).min();
    if first.is_some_and(|at| at >= 64) { Ok((read(64)?, 64)) } else { Ok((code, 32)) }
}

/// The binding table: an entry for each pointer argument that has one.
fn table(
    kernel: &object::Kernel,
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

/// The payload that all threads share.
fn payload(kernel: &object::Kernel, info: &Info, launch: &Launch) -> Result<Vec<u8>, LaunchError> {
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
    for piece in &info.payload {
        let value = piece_value(kernel, piece, launch)?;
        let at = piece.offset as usize;
        let len = value.len().min(piece.size as usize);
        bytes[at..at + len].copy_from_slice(&value[..len]);
    }
    Ok(bytes)
}

/// Most bytes of payload.
const MAX_PAYLOAD: u64 = 16 << 10;

fn piece_value(kernel: &object::Kernel, piece: &Argument, launch: &Launch) -> Result<Vec<u8>, LaunchError> {
    let dwords = |values: [u32; 3]| values.iter().flat_map(|v| v.to_le_bytes()).collect();
    Ok(match &piece.kind {
        ArgumentKind::GlobalIdOffset => dwords([0; 3]),
        ArgumentKind::LocalSize | ArgumentKind::EnqueuedLocalSize => dwords(launch.group_size),
        ArgumentKind::GlobalSize => {
            dwords(std::array::from_fn(|d| launch.groups[d].wrapping_mul(launch.group_size[d])))
        }
        ArgumentKind::GroupCount => dwords(launch.groups),
        ArgumentKind::WorkDimensions => 3u32.to_le_bytes().to_vec(),
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
        ArgumentKind::LocalId => Vec::new(),
        ArgumentKind::Other(name) => {
            return Err(LaunchError::NeedsHost {
                kernel: kernel.name.clone(),
                what: format!("the payload `{}`", name.escape_debug()),
                hint: "a host process serves it; compile without printf, private memory and images",
            });
        }
    })
}

/// What the variables of a thread start with.
fn start(kernel: &Kernel, info: &Info, layout: &Layout, payload: &[u8], grf: u32) -> Start {
    let mut start = Start::default();
    if let Some(r0) = layout.variable(R0) {
        for (dimension, dword) in GROUP_IDS.into_iter().enumerate() {
            let group = Initial::Special(Special::GroupId(dimension as u8));
            start.words.push((r0 / 4 + dword, group));
        }
    }
    let per_thread: u32 = info.per_thread.iter().map(|a| a.size).sum();
    let shared = grf + per_thread;
    // Local ids: for each dimension a register per sixteen lanes (a register of 64 bytes holds 32).
    let per_register = grf / 2;
    let registers = info.simd.div_ceil(per_register).max(1);
    for input in kernel.inputs.iter().filter(|i| i.kind == InputKind::General) {
        let Some(base) = layout.variable(input.index) else { continue };
        let (offset, size) = (u32::from(input.offset), u32::from(input.size).min(layout.size(input.index)));
        // An alias may reach past the variable that it stands for.
        let size = size.min(layout.bytes().saturating_sub(base));
        if offset < grf {
            continue;
        }
        if offset < shared {
            let register = (offset - grf) / grf;
            let (dimension, part) = (register / registers, register % registers);
            let first = part * per_register;
            if dimension < 3 && first < info.simd {
                let lanes = (info.simd - first).min(size / 2).min(per_register);
                let what = Special::LocalId(dimension as u8);
                start.packed.push(Packed { byte: base, what, first, lanes });
            }
            continue;
        }
        let from = (offset - shared) as usize;
        for (i, chunk) in payload.get(from..).unwrap_or_default().chunks(4).enumerate().take(size as usize / 4) {
            let mut word = [0; 4];
            word[..chunk.len()].copy_from_slice(chunk);
            start.words.push((base / 4 + i as u32, Initial::Value(u32::from_le_bytes(word))));
        }
    }
    start
}
