//! The surfaces of a launch: the binding table, and bindless ones.
use super::super::lift;
use crate::launch::{Arg, Launch, LaunchError, wrong_size};
use isotope_machine::TableEntry;
use isotope_machine::mem::Memory;
use isotope_object::zeinfo::{ArgumentKind, Info};

/// The binding table: an entry for each pointer argument that has one.
pub(super) fn table(
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
pub(super) fn before(memory: &Memory, address: u64) -> u64 {
    memory.find(address, 0).map_or(0, |region| address - region.base)
}

/// The bindless surfaces of a launch. What one goes by is the driver's choice, and the payload says it, under `arg_bypointer` or, as ocloc
/// has it up to DG2, `buffer_address`: here the low dword of the buffer's address, so that a payload which is also taken as an
/// address serves both.
pub(super) fn bindless(
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
