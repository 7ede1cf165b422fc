//! The surfaces of a launch: the binding table, and bindless surfaces.
use super::super::kernel::{InputKind, Kernel};
use super::super::lift::{self, Surfaced};
use super::super::payload::Payload;
use super::start::{Placed, not_given, section};
use crate::zeinfo::{Argument, ArgumentKind, Info};
use isotope_machine::TableEntry;
use isotope_machine::mem::Memory;
use isotope_machine::mem::typed::{Format, Number, Shape};
use isotope_option::OptionName;
use isotope_target::launch::{Arg, Launch, LaunchError, needs_host, wrong_size};

/// The binding table: one entry for each pointer argument with a slot.
pub(super) fn table(
    kernel: &isotope_object::Kernel,
    info: &Info,
    sections: &[Placed<'_>],
    memory: &Memory,
    launch: &Launch,
) -> Result<Vec<TableEntry>, LaunchError> {
    let mut table = Vec::new();
    // Data of the file that the code accesses through a binding-table entry (IGC 2.40.14, for tgllp).
    for piece in &info.payload {
        let named = match piece.kind {
            ArgumentKind::ConstBase => "const_base",
            ArgumentKind::GlobalBase => "global_base",
            _ => continue,
        };
        if let Some(entry) = piece.entry {
            let section = data(piece, sections).ok_or_else(|| not_given(kernel, named))?;
            table.push(TableEntry { entry, base: section.base, bytes: section.bytes, shape: None });
        }
    }
    for &(entry, index) in &info.table {
        let (base, bytes, shape) = match launch.args.get(index as usize) {
            Some(Arg::Surface { address, bytes }) => (*address, u64::from(*bytes), None),
            Some(Arg::Image { address, shape }) => (*address, shape.bytes(), Some(*shape)),
            // A null pointer gets a surface of size 0.
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

/// The data section that a piece of payload refers to.
fn data<'a>(piece: &Argument, sections: &'a [Placed<'a>]) -> Option<&'a Placed<'a>> {
    match piece.kind {
        ArgumentKind::ConstBase => section(sections, "const"),
        ArgumentKind::GlobalBase => section(sections, "global"),
        _ => None,
    }
}

/// The bindless name of an image argument. A driver gives the offset of a surface state, one for each argument, even if two arguments are
/// of the same memory.
pub(super) const fn image_name(index: u32) -> u32 {
    0x7f00_0000 ^ index.wrapping_mul(64)
}

/// Whether the kernel takes the offset of a pointer from the start of its surface. If so, the surface is the whole buffer; otherwise it
/// begins at the pointer.
///
/// # Source
/// spec: the compute runtime's Level Zero, `setBufferSurfaceState` (surface of the whole allocation, `bufferOffset` the pointer's offset).
fn has_offset(info: &Info, index: u32) -> bool {
    info.payload.iter().any(|piece| piece.kind == ArgumentKind::BufferOffset && piece.index == Some(index))
}

/// Number of bytes in a buffer before an address in it.
pub(super) fn before(memory: &Memory, address: u64) -> u64 {
    memory.find(address, 0).map_or(0, |region| address - region.base)
}

/// The bindless surfaces of a launch. The driver chooses the name of each, and the payload holds it, under `arg_bypointer` or, for ocloc
/// up to DG2, under `buffer_address`. Here the name is the low dword of the buffer's address, so that a payload that is also used as an
/// address serves both.
pub(super) fn bindless(
    kernel: &isotope_object::Kernel,
    info: &Info,
    sections: &[Placed<'_>],
    memory: &Memory,
    launch: &Launch,
) -> Result<Vec<TableEntry>, LaunchError> {
    let mut table: Vec<TableEntry> = Vec::new();
    for piece in info.payload.iter().filter(|piece| piece.size != 0) {
        if let Some(section) = data(piece, sections).filter(|_| piece.bindless) {
            let entry = lift::bindless(section.base as u32);
            table.push(TableEntry { entry, base: section.base, bytes: section.bytes, shape: None });
            continue;
        }
        if !matches!(piece.kind, ArgumentKind::Pointer { slm: false, .. } | ArgumentKind::BufferAddress) {
            continue;
        }
        let index = piece.index.unwrap_or(0);
        let argument = launch.args.get(index as usize);
        let mut shape = None;
        let (name, base, bytes) = match argument {
            Some(Arg::Surface { address, bytes }) => (*address, *address, u64::from(*bytes)),
            Some(Arg::Image { address, shape: given }) if piece.bindless => {
                shape = Some(*given);
                (image_name(index).into(), *address, given.bytes())
            }
            given => match given.and_then(Arg::pointer) {
                Some(address) => {
                    let base = if has_offset(info, index) { address - before(memory, address) } else { address };
                    (address, base, memory.find(address, 0).map_or(0, |r| r.end() - base))
                }
                None => continue,
            },
        };
        let entry = lift::bindless(name as u32);
        let same = |other: &TableEntry| other.base == base && other.shape == shape;
        if table.iter().any(|other| other.entry == entry && !same(other)) || entry < lift::BOUND {
            let what = format!("the bindless surface of argument {index}, which goes by the same as another");
            let elsewhere = OptionName::Assume.with("intel.addresses=moved");
            return Err(needs_host(kernel, what, format!("place its buffer elsewhere (`{elsewhere}`)")));
        }
        table.push(TableEntry { entry, base, bytes, shape });
    }
    Ok(table)
}

/// The images that code names by their payload, keyed by the variables that hold the payload. Without arguments each image has one element,
/// because nothing is executed then.
pub(super) fn images(code: &Kernel, info: &Info, reading: Payload, args: Option<&[Arg]>) -> Vec<(u32, Surfaced)> {
    let pieces = info.payload.iter().filter(|piece| piece.bindless && piece.space == "image");
    let named = pieces.filter_map(|piece| {
        let at = reading.shared.checked_add(piece.offset)?;
        let input = code.inputs.iter().find(|i| i.kind == InputKind::General && u32::from(i.offset) == at)?;
        let shape = match args.map(|args| args.get(piece.index.unwrap_or(0) as usize)) {
            Some(Some(Arg::Image { shape, .. })) => *shape,
            Some(_) => return None,
            None => Shape::packed(Format { number: Number::Uint, channels: 4, channel_bytes: 4 }, [1; 3])?,
        };
        let is = |types: &[&str]| types.contains(&piece.image_type.as_str());
        let depth = is(&["image_2d_array", "image_3d", "image_2d_array_depth"]);
        let height = depth || is(&["image_1d_array", "image_2d", "image_2d_depth"]);
        let entry = lift::bindless(image_name(piece.index.unwrap_or(0)));
        Some((input.index, Surfaced { entry, shape, has: [height, depth] }))
    });
    named.collect()
}
