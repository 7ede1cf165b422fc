//! What an HSA launch adds to a code object: the loaded file, the argument segment, the dispatch packet, and the first
//! values of registers.
//!
//! [`prepare`] turns a kernel of an [`Image`] and arguments into a [`Dispatch`] and maps what they need into memory: the
//! file's segments with the code in them, `.kernarg.N` with explicit and hidden arguments, and `.packet.N` for kernels that
//! read the packet.
//!
//! Not modelled, and refused by name: what a host process serves (hostcalls, printf, the device heap, queues), traps, and
//! fields that GFX11 does not have.
//!
//! # Source
//! spec: LLVM 19, AMDGPU usage guide, "Initial Kernel Execution State", "Kernel Descriptor", "Code Object V5 Metadata";
//! HSA platform system architecture, kernel dispatch packet. LDS is handed out in units of 1024 bytes (RDNA3 ISA guide).

use super::lift::{self, Mode};
use super::state::{self, MODE};
use crate::effect::Special;
use crate::launch::{Globals, Launch, LaunchError, place_globals, within, write_arguments, write_global};
use crate::machine::{Dispatch, Initial, PastShared, Start, Window, Windows};
use crate::mem::Memory;
use crate::object::amdgpu::{Descriptor, Details, Hidden};
use crate::object::{Image, Kernel, LoadError, Place};
use crate::program::Program;
use crate::sync::{self, Unit};

/// Where LDS and scratch appear among flat addresses (assumed: as the Linux driver sets SH_MEM_BASES up).
const SHARED_BASE: u64 = 0x1_0000_0000_0000;
const PRIVATE_BASE: u64 = 0x2_0000_0000_0000;
/// Bytes of LDS that one group can have.
const MAX_LDS: u64 = 64 << 10;
/// LDS is handed out in such units.
const LDS_GRANULE: u32 = 1024;
/// Bytes of arguments at most.
const MAX_KERNARG: u64 = 64 << 10;
/// The argument segment takes a multiple of this: the compiler may read the whole aligned block that an argument is in.
const KERNARG_BLOCK: u32 = 64;
/// Scratch bytes of a lane where the compiler states no bound.
const UNBOUNDED_STACK: u32 = 16 << 10;
/// Bytes of a kernel dispatch packet.
const PACKET: usize = 64;

/// A launch of `kernel`. The file, arguments and packet are mapped into `memory`; buffers are there already.
///
/// # Errors
/// When arguments, shape or file do not fit, or the kernel needs a host.
pub fn prepare(image: &Image, kernel: &Kernel, memory: &mut Memory, launch: &Launch) -> Result<Dispatch, LaunchError> {
    let details = kernel.amd().ok_or_else(|| LaunchError::Target { target: image.target.to_string() })?;
    check_group(kernel, details, launch.group_size)?;
    check_descriptor(kernel, &details.descriptor)?;
    let shared = u64::from(kernel.shared_static_bytes).next_multiple_of(16) + u64::from(launch.dynamic_shared);
    within("LDS", shared, MAX_LDS)?;
    let shared = (shared as u32).next_multiple_of(LDS_GRANULE);
    let private = match kernel.local_bytes_are_bounded {
        true => kernel.local_bytes_per_lane,
        false => kernel.local_bytes_per_lane.saturating_add(UNBOUNDED_STACK),
    };

    let globals = place_globals(image, memory)?;
    relocate(image, memory, &globals)?;
    let code_base = loaded(image, &globals, details.code_address)?;
    let number = memory.regions().iter().filter(|r| r.name.starts_with(".kernarg.")).count();
    let kernarg = kernarg(kernel, details, launch)?;
    let kernarg = memory.allocate(&format!(".kernarg.{number}"), &kernarg)?;
    let mut values = Values { kernarg, packet: 0, dispatch: number as u64, private };
    if details.descriptor.properties.enable_sgpr_dispatch_ptr() != 0 {
        let object = loaded(image, &globals, details.descriptor_address)?;
        values.packet = memory.allocate(&format!(".packet.{number}"), &packet(launch, shared, object, &values))?;
    }

    let program = lift(kernel, details, code_base, launch);
    let mut dispatch =
        Dispatch::new(&program, launch.groups, launch.group_size, Vec::new())?.with_memory(shared, private)?;
    dispatch.assumptions = launch.assumptions;
    dispatch.start = start(&details.descriptor, &values);
    dispatch.past_shared = PastShared::Drop;
    let window = |base| Window { base, log2_size: 32 };
    dispatch.windows = Windows { shared: window(SHARED_BASE), private: window(PRIVATE_BASE), before_offset: true };
    if memory.unit().is_none() && !dispatch.program.requests.is_empty() {
        let rules = launch.assumptions.sync;
        memory.set_unit(Unit::new(sync::Config { rules, ..sync::Config::default() }));
    }
    dispatch.code_base = code_base;
    Ok(dispatch)
}

/// Decode and lift the section that the kernel is in: what it calls may lie anywhere in it.
fn lift(kernel: &Kernel, details: &Details, code_base: u64, launch: &Launch) -> Program {
    let descriptor = &details.descriptor;
    let env = lift::Env {
        code_base,
        entry: kernel.entry,
        wave64: descriptor.wave_size() == 64,
        vgprs: descriptor.vgprs(),
        mode: Mode::from_rsrc1(descriptor.rsrc1.0),
        shared_base: SHARED_BASE,
        private_base: PRIVATE_BASE,
        assumptions: launch.assumptions,
    };
    lift::program(&kernel.name, &kernel.code, &env)
}

fn check_group(kernel: &Kernel, details: &Details, found: [u32; 3]) -> Result<(), LaunchError> {
    if let Some(limit) = kernel.required_threads.filter(|&limit| limit != found) {
        return Err(LaunchError::GroupSize { kernel: kernel.name.clone(), rule: "exactly", limit, found });
    }
    let items = found.iter().fold(1u128, |n, &d| n * u128::from(d));
    if items > u128::from(details.max_items) {
        return Err(LaunchError::TooManyItems { kernel: kernel.name.clone(), limit: details.max_items, found });
    }
    Ok(())
}

/// What a descriptor can ask for and this machine does not have.
fn check_descriptor(kernel: &Kernel, descriptor: &Descriptor) -> Result<(), LaunchError> {
    let Descriptor { rsrc2, rsrc3, properties, .. } = descriptor;
    const GFX11: &str = "GFX11 has no such register; compile again for gfx1100";
    const TRAPS: &str = "compile without `.amdhsa_exception` directives";
    let traps = rsrc2.enable_exception_address_watch()
        | rsrc2.enable_exception_memory()
        | rsrc2.enable_exception_fp_invalid()
        | rsrc2.enable_exception_fp_denormal_source()
        | rsrc2.enable_exception_fp_division_by_zero()
        | rsrc2.enable_exception_fp_overflow()
        | rsrc2.enable_exception_fp_underflow()
        | rsrc2.enable_exception_fp_inexact()
        | rsrc2.enable_exception_int_division_by_zero();
    let wanted = [
        (u32::from(properties.enable_sgpr_private_segment_buffer()), "a scratch buffer descriptor in SGPRs", GFX11),
        (u32::from(properties.enable_sgpr_flat_scratch_init()), "a scratch address in SGPRs", GFX11),
        (
            u32::from(properties.enable_sgpr_queue_ptr()),
            "the address of its queue",
            "compile with -O1 or higher, which drops what is not read",
        ),
        (rsrc2.enable_sgpr_workgroup_info(), "workgroup information in an SGPR", "take ids and sizes instead"),
        (rsrc2.enable_trap_handler() | rsrc3.trap_on_start() | rsrc3.trap_on_end(), "a trap handler", TRAPS),
        (traps, "exceptions", TRAPS),
        (rsrc3.shared_vgpr_count(), "VGPRs that both halves of a wave share", "compile without them"),
    ];
    match wanted.iter().find(|(set, ..)| *set != 0) {
        Some((_, what, hint)) => {
            Err(LaunchError::NeedsHost { kernel: kernel.name.clone(), what: (*what).into(), hint })
        }
        None => Ok(()),
    }
}

/// The address in memory of what lies at `address` in the file.
fn loaded(image: &Image, globals: &Globals, address: u64) -> Result<u64, LaunchError> {
    let found = image.globals.iter().zip(&globals.bases).find_map(|(section, base)| {
        let offset = address.checked_sub(section.address?)?;
        (offset < section.size).then_some(base + offset)
    });
    found.ok_or_else(|| {
        LoadError::malformed("the program headers", format!("a segment around {address:#x}"), "none").into()
    })
}

/// Fill in the addresses that the file leaves open, the first time it is loaded.
fn relocate(image: &Image, memory: &Memory, globals: &Globals) -> Result<(), LaunchError> {
    if !globals.fresh {
        return Ok(());
    }
    for relocation in &image.relocations {
        let patch = image.resolve(relocation, &globals.bases, |_| None)?;
        if let Place::Global { section } = patch.place {
            let bytes = patch.value.to_le_bytes();
            let at = globals.bases[section].wrapping_add(patch.offset);
            write_global(memory, at, &bytes[..usize::from(patch.width)]);
        }
    }
    Ok(())
}

/// The argument segment: explicit arguments, then what the runtime adds.
fn kernarg(kernel: &Kernel, details: &Details, launch: &Launch) -> Result<Vec<u8>, LaunchError> {
    within("kernel arguments", details.kernarg_bytes.into(), MAX_KERNARG)?;
    let mut bytes = vec![0; details.kernarg_bytes.max(1).next_multiple_of(KERNARG_BLOCK) as usize];
    write_arguments(kernel, &launch.args, &mut bytes, |address| address)?;
    for arg in &details.hidden {
        let value = match &arg.kind {
            Hidden::BlockCount(d) => launch.groups[usize::from(*d)],
            Hidden::GroupSize(d) => launch.group_size[usize::from(*d)],
            Hidden::GridDims => u32::from(dimensions(launch)),
            Hidden::DynamicLdsSize => launch.dynamic_shared,
            // Every group of a launch here is whole, and ids start at 0.
            Hidden::Remainder(_) | Hidden::GlobalOffset(_) => 0,
            // What the runtime passes where the feature is not used.
            Hidden::None | Hidden::MultigridSyncArg | Hidden::DefaultQueue | Hidden::CompletionAction => 0,
            Hidden::Other(name) => {
                return Err(LaunchError::NeedsHost {
                    kernel: kernel.name.clone(),
                    what: format!("the argument `{}`", name.escape_debug()),
                    hint: "a host process serves it; compile without printf, assert and malloc, with -O1 or higher, which \
                           drops what is not read",
                });
            }
        };
        let to = bytes.get_mut(arg.offset as usize..).unwrap_or_default();
        let width = to.len().min(arg.size as usize);
        let value = u64::from(value).to_le_bytes();
        let width = width.min(value.len());
        to[..width].copy_from_slice(&value[..width]);
    }
    Ok(bytes)
}

/// Dimensions of the grid: those behind the last are 1.
fn dimensions(launch: &Launch) -> u16 {
    let used = |d: usize| launch.groups[d] > 1 || launch.group_size[d] > 1;
    if used(2) {
        3
    } else if used(1) {
        2
    } else {
        1
    }
}

/// Addresses and sizes that go into registers.
struct Values {
    kernarg: u64,
    packet: u64,
    dispatch: u64,
    private: u32,
}

/// The packet from which a command processor would have started the launch.
fn packet(launch: &Launch, shared: u32, kernel_object: u64, values: &Values) -> [u8; PACKET] {
    // Type 2 (kernel dispatch), barrier bit clear, acquire and release at system scope.
    const HEADER: u16 = 2 | 2 << 9 | 2 << 11;
    let mut bytes = [0; PACKET];
    let mut put = |at: usize, value: &[u8]| bytes[at..at + value.len()].copy_from_slice(value);
    put(0, &HEADER.to_le_bytes());
    put(2, &dimensions(launch).to_le_bytes());
    for d in 0..3 {
        put(4 + 2 * d, &(launch.group_size[d] as u16).to_le_bytes());
        put(12 + 4 * d, &launch.groups[d].wrapping_mul(launch.group_size[d]).to_le_bytes());
    }
    put(24, &values.private.to_le_bytes());
    put(28, &shared.to_le_bytes());
    put(32, &kernel_object.to_le_bytes());
    put(40, &values.kernarg.to_le_bytes());
    bytes
}

/// What the registers of a wave start with.
fn start(descriptor: &Descriptor, values: &Values) -> Start {
    let Descriptor { rsrc1, rsrc2, properties, .. } = *descriptor;
    let mut start = Start::default();
    let mut sgpr = 0;
    let mut put = |start: &mut Start, initial: Initial| {
        start.scalars.push((state::word(sgpr), initial));
        sgpr += 1;
    };
    // User SGPRs, in the order of the properties.
    let pairs = [
        (properties.enable_sgpr_dispatch_ptr(), values.packet),
        (properties.enable_sgpr_kernarg_segment_ptr(), values.kernarg),
        (properties.enable_sgpr_dispatch_id(), values.dispatch),
    ];
    for (_, value) in pairs.iter().filter(|(enabled, _)| *enabled != 0) {
        put(&mut start, Initial::Value(*value as u32));
        put(&mut start, Initial::Value((*value >> 32) as u32));
    }
    if properties.enable_sgpr_private_segment_size() != 0 {
        put(&mut start, Initial::Value(values.private));
    }
    // Workgroup ids stand behind all user SGPRs, used or not.
    sgpr = u64::from(rsrc2.user_sgpr_count());
    let ids =
        [rsrc2.enable_sgpr_workgroup_id_x(), rsrc2.enable_sgpr_workgroup_id_y(), rsrc2.enable_sgpr_workgroup_id_z()];
    for (dimension, _) in ids.iter().enumerate().filter(|(_, enabled)| **enabled != 0) {
        start.scalars.push((state::word(sgpr), Initial::Special(Special::GroupId(dimension as u8))));
        sgpr += 1;
    }
    let mode =
        rsrc1.0 >> 12 & 0xff | rsrc1.enable_dx10_clamp() << 8 | rsrc1.enable_ieee_mode() << 9 | rsrc1.fp16_ovfl() << 23;
    start.scalars.push((MODE, Initial::Value(mode)));
    // Work-item ids are packed into v0, those that are enabled.
    let ids = match rsrc2.enable_vgpr_workitem_id() {
        0 => Special::LocalId(0),
        _ => Special::LocalIdPacked10,
    };
    start.vectors.push((state::vgpr(0, 0, descriptor.vgprs()), Initial::Special(ids)));
    if descriptor.wave_size() == 64 {
        start.upper.push((state::vgpr(0, 1, descriptor.vgprs()), Initial::Special(ids)));
    }
    start
}
