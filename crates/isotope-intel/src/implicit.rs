//! The implicit arguments that a driver provides to functions that read their ids: sizes and counts of the launch, and the local ids of
//! every thread of a group. Addresses relative to a thread's arguments (`arg[..]` on PVC, register 0 on DG2) begin at this structure.
//!
//! # Source
//! oracle: the public sources of IGC and of Intel's compute runtime (NEO): version 0 of the structure; for each thread a table of three
//! entries per lane (at least 16 lanes); the fields of both that IGC 1.0.12504 reads. The table holds all local ids in every group, as in
//! whole groups.

use super::inst::{Memory as Place, Model, Operand};
use super::kernel::Kernel;
use super::{lift, printf};
use isotope_machine::mem::{Concurrent, Memory};
use isotope_target::launch::{Launch, LaunchError, all_whole, within};

/// Size of the structure in bytes, as its own size field gives it; the next constant is the allocated size.
const SIZE: u8 = 112;
const ROOM: usize = 128;
/// Offset of the address of the local ids.
const LOCAL_IDS: usize = 72;
/// Maximum size of the local ids in bytes.
const MAX_IDS: u64 = 1 << 20;

/// Whether the code uses addresses relative to its arguments.
pub(super) fn asked_by_address(code: &Kernel) -> bool {
    let operands = || code.code.iter().flat_map(|inst| &inst.operands);
    operands().any(|o| matches!(o, Operand::Memory(Place { model: Model::Arg, .. })))
}

/// Whether DG2 code finds the structure through register 0.
pub(super) fn asked_by_register(code: &Kernel) -> bool {
    code.code.iter().any(|inst| lift::takes_arguments(code, inst))
}

/// Whether the code finds it through the pointers in two predefined variables.
pub(super) fn asked_by_pointer(code: &Kernel) -> bool {
    lift::IMPLICIT.iter().any(|variable| code.names(*variable))
}

/// Writes the structure of a launch into memory, followed by its table.
///
/// # Errors
/// Groups differ in size, or memory is full.
pub(super) fn place(kernel: &str, simd: u32, launch: &Launch, memory: &mut Memory) -> Result<u64, LaunchError> {
    all_whole(launch, format!("a function that kernel `{kernel}` calls asks for ids, and"), "give the next multiple")?;
    let size = launch.grid.group_size;
    let items = size.iter().fold(1u64, |n, d| n.saturating_mul((*d).into()));
    let lanes = u64::from(simd.max(16));
    let threads = items.div_ceil(simd.into());
    within("local ids of a group", threads.saturating_mul(6 * lanes), MAX_IDS)?;
    let mut bytes = structure(simd, launch, printf::buffer(memory)?);
    for thread in 0..threads {
        for d in 0..3 {
            for lane in 0..lanes {
                let item = thread * u64::from(simd) + lane;
                let before = size[..d].iter().fold(1, |n, d| n * u64::from(*d));
                let id = item / before % u64::from(size[d]);
                bytes.extend((id as u16).to_le_bytes());
            }
        }
    }
    let name = format!("implicit arguments of {kernel} ({} bytes)", bytes.len());
    let base = match memory.region(&name) {
        Some(region) => region.base,
        None => memory.allocate_zeros(&name, bytes.len() as u64)?,
    };
    bytes[LOCAL_IDS..][..8].copy_from_slice(&(base + ROOM as u64).to_le_bytes());
    if let Some(store) = memory.region(&name).and_then(|region| region.store.as_ref()) {
        for (at, byte) in (0..).zip(bytes) {
            store.store::<Concurrent>(at, 1, byte.into());
        }
    }
    Ok(base)
}

/// The structure without the address of local ids.
fn structure(simd: u32, launch: &Launch, printf: u64) -> Vec<u8> {
    let mut bytes = vec![SIZE, 0, launch.grid.dimensions() as u8, simd as u8];
    bytes.extend(launch.grid.group_size.into_iter().flat_map(u32::to_le_bytes));
    bytes.extend(launch.grid.items().into_iter().map(u64::from).flat_map(u64::to_le_bytes));
    bytes.extend(printf.to_le_bytes());
    bytes.extend(launch.offset.into_iter().map(u64::from).flat_map(u64::to_le_bytes));
    bytes.extend([0; 8]);
    bytes.extend(launch.grid.groups.into_iter().flat_map(u32::to_le_bytes));
    // The remaining fields belong to ray tracing and assertions.
    bytes.resize(ROOM, 0);
    bytes
}
