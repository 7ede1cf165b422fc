//! The part of the payload that all threads share.
use super::surfaces::{before, image_name};
use crate::zeinfo::{Argument, ArgumentKind, ImageFact, Info};
use isotope_machine::mem::Memory;
use isotope_machine::mem::typed::{Number, Shape};
use isotope_target::launch::{Arg, Launch, LaunchError, within, wrong_size};

/// Maximum payload size in bytes.
const MAX_PAYLOAD: u64 = 16 << 10;

/// The payload shared by all threads, and the size of shared local memory in bytes: the kernel's own, then the arguments that point
/// there, then the memory that the launch adds.
pub(super) fn shared_payload(
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
    within("kernel arguments", end, MAX_PAYLOAD)?;
    let mut bytes: Vec<u8> = launch.assumptions.intel_launch().memory.bytes(1 << 42).take(end as usize).collect();
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

/// The offset of an argument in shared local memory. Its value in the launch is its size, as with `clSetKernelArg`.
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
            let (kernel, kind) = (kernel.name.clone(), other.map_or("nothing", Arg::kind));
            return Err(LaunchError::NeedsSize { kernel, index, kind });
        }
    };
    let at = slm.checked_next_multiple_of(piece.alignment.max(1)).unwrap_or(u32::MAX);
    *slm = at.saturating_add(u32::try_from(size).unwrap_or(u32::MAX));
    Ok(u64::from(at).to_le_bytes().to_vec())
}

/// The value of an argument from the launch; empty if [`Given::start`](super::start::Given::start) provides or refuses it where an
/// instruction uses it.
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
        ArgumentKind::Pointer { .. } if piece.bindless && matches!(argument(), Some(Arg::Image { .. })) => {
            u64::from(image_name(piece.index.unwrap_or(0))).to_le_bytes().to_vec()
        }
        ArgumentKind::Pointer { .. } | ArgumentKind::BufferAddress | ArgumentKind::Value => {
            let bytes = match argument() {
                Some(Arg::Address(v) | Arg::U64(v)) => v.to_le_bytes().to_vec(),
                Some(Arg::Surface { address, .. } | Arg::Image { address, .. }) => address.to_le_bytes().to_vec(),
                Some(Arg::U32(v) | Arg::Local(v)) => v.to_le_bytes().to_vec(),
                Some(Arg::Bytes(bytes)) => bytes.clone(),
                // A launch with a texture was refused before.
                Some(Arg::Texture(_)) | None => Vec::new(),
            };
            bytes.get(piece.source_offset as usize..).unwrap_or_default().to_vec()
        }
        ArgumentKind::LocalId
        | ArgumentKind::PrivateBase
        | ArgumentKind::PrintfBuffer
        | ArgumentKind::SyncBuffer
        | ArgumentKind::ImplicitArguments
        | ArgumentKind::ConstBase
        | ArgumentKind::GlobalBase
        | ArgumentKind::Other(_) => Vec::new(),
    }
}

/// A property of an image as OpenCL's number; `None` for a format that OpenCL does not have.
pub(super) fn image_fact(fact: ImageFact, shape: &Shape) -> Option<u32> {
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
