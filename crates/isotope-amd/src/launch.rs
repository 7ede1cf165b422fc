//! The HSA launch of a code object: the loaded file, the argument segment, the dispatch packet, and the initial
//! register values.
//!
//! [`prepare`] turns a kernel of an [`Image`] and arguments into a [`Dispatch`] and maps their data into memory: the
//! file's segments including the code, `.kernarg.N` with explicit and hidden arguments, and `.packet.N` for kernels that
//! read the packet.
//!
//! The host side of `printf` and of hostcalls is in `printf.rs` and `hostcall.rs`. Pointers to other services of a host process (queues,
//! a tool) are invalid but not null: code that checks for a host takes the path to it, and faults there with a message. Refused by name as
//! not modelled: traps, and fields that GFX11 does not have.
//!
//! # Source
//! spec: LLVM 19, AMDGPU usage guide, "Initial Kernel Execution State", "Kernel Descriptor", "Code Object V5 Metadata";
//! HSA platform system architecture, kernel dispatch packet. LDS is allocated in units of 1024 bytes (RDNA3 ISA guide).

use std::borrow::Cow;
use std::ops::Range;

use isotope_op::assume::{AMD_APERTURES, AMD_HIDDEN_HOST, Assumptions};

use super::state::{self, MODE};
use super::{hidden, hostcall, images, lift, printf, single};
use crate::amdgpu::{Descriptor, Details, Hidden};
use isotope_ir::effect::{Control, LANES, Slot, Special, Step};
use isotope_ir::program::{Program, Refusal};
use isotope_machine::failure::Limits;
use isotope_machine::host::Absent;
use isotope_machine::mem::Memory;
use isotope_machine::sync::{self, GwsOp, Unit, WaveId};
use isotope_machine::{Dispatch, Initial, PastShared, Start, Window, Windows};
use isotope_object::{Image, Kernel, LoadError, SectionId};
use isotope_option::OptionName;
use isotope_target::is_of;
use isotope_target::launch::{
    Arg, Globals, Launch, LaunchError, all_whole, place_globals, within, write_arguments, write_global,
};
use isotope_target::setup::SetupError;

/// Maximum size of the arguments in bytes.
const MAX_KERNARG: u64 = 64 << 10;
/// The size of the argument segment is a multiple of this: the compiler may read the whole aligned block of an argument.
const KERNARG_BLOCK: u32 = 64;
/// Scratch bytes per lane if the compiler gives no bound.
const UNBOUNDED_STACK: u32 = 16 << 10;
/// Size of a kernel dispatch packet in bytes.
const PACKET: usize = 64;
/// Pointers to unsupported host services start at this address, in ranges of this size; nothing is ever allocated there.
const HOST: u64 = 0x7e00_0000_0000;
const NOWHERE: u64 = 1 << 28;
/// The LDS and scratch apertures of FLAT instructions, 4 GiB each (`amd.apertures`).
const SHARED_WINDOW: Window = Window { base: 1 << 48, log2_size: 32 };
const PRIVATE_WINDOW: Window = Window { base: 2 << 48, log2_size: 32 };

/// The apertures as FLAT instructions see them.
pub(super) const fn windows(limits: Limits) -> Windows {
    Windows {
        assumption: Some(Assumptions::DEFAULT.chosen(AMD_APERTURES)),
        shared: SHARED_WINDOW,
        private: PRIVATE_WINDOW,
        before_offset: true,
        private_aligned: limits.private_aligned,
    }
}

/// Behaviour of RDNA3 processors at the ends of LDS and scratch.
pub const LIMITS: Limits = Limits { past_shared: PastShared::Drop, private_aligned: 4 };

/// Maximum counter of a global wave sync resource (spec: 12 bits).
const COUNTED: u32 = 0xfff;

/// Prepares a launch of `kernel`. Maps the file, arguments and packet into `memory`; the buffers are already there.
///
/// # Errors
/// Arguments, shape or file do not fit, or the kernel needs a host.
pub fn prepare(image: &Image, kernel: &Kernel, memory: &mut Memory, launch: &Launch) -> Result<Dispatch, LaunchError> {
    let (details, mode) = details(image, kernel)?;
    let setup = set_up(image, kernel, details, memory, launch)?;
    let mode = single::mode(mode, &launch.setup.keys).map_err(SetupError::new)?;
    let program = lifted(kernel, details, setup.code_base, mode, launch.assumptions);
    let followed = kernarg_word(&details.descriptor).and_then(|at| hidden::follows(&program, at, &details.hidden));
    if let Some(arg) = followed.filter(|arg| !(launch.cooperative && arg.kind == Hidden::MultigridSyncArg)) {
        let name = match &arg.kind {
            Hidden::Served(name) => name,
            _ => MULTIGRID,
        };
        let what = format!("the hidden argument `{}` and follows it", name.escape_debug());
        return Err(needs_host(kernel, what, instead(name)));
    }
    check_samplers(image, kernel, &program)?;
    check_decoded(kernel, details, &program)?;
    let mut dispatch = Dispatch::new(&program, launch.grid.groups, launch.grid.group_size, Vec::new())?
        .with_memory(setup.shared, setup.private)?;
    dispatch.remainder = launch.grid.remainder;
    dispatch.assumptions = launch.assumptions;
    dispatch.orders = launch.assumptions.amd_orders();
    dispatch.windows = windows(details.gfx.isa.limits);
    dispatch.start = setup.start;
    if !launch.setup.keys.is_empty() {
        dispatch.start.scalars.push((MODE, Initial::Value(mode.bits())));
    }
    dispatch.past_shared = details.gfx.isa.limits.past_shared;
    dispatch.code_base = setup.code_base;
    dispatch.service = setup.host.hostcall.map(hostcall::service);
    dispatch.absent = absent(details, launch);
    // The device's synchronization unit keeps its state between launches.
    if memory.unit().is_none() && !dispatch.program.requests.is_empty() {
        let rules = launch.assumptions;
        let mut unit = Unit::new(sync::Config { rules, ..sync::Config::default() });
        let first = launch.assumptions.amd_launch().memory.bytes(1 << 41);
        unit.gds_mut().bytes_mut().iter_mut().zip(first).for_each(|(byte, value)| *byte = value);
        memory.set_unit(unit);
    }
    if launch.cooperative
        && let Some(mut unit) = memory.unit()
    {
        let others = groups(launch).saturating_sub(1);
        if others > COUNTED {
            let (groups, most) = (u64::from(others) + 1, COUNTED + 1);
            let what = format!("more groups than meet at once, {groups} and not at most {most}");
            return Err(needs_host(
                kernel,
                what,
                "a resource of global wave sync counts 12 bits of them; launch fewer",
            ));
        }
        // Like the runtime: one wave of a separate kernel, before this one, sets resource 0 to the number of the other waves.
        unit.gws(WaveId(u32::MAX), 0, GwsOp::Init, 0, 0, others);
    }
    Ok(dispatch)
}

/// The error for a kernel that needs a host process.
pub(super) fn needs_host(kernel: &Kernel, what: impl Into<String>, hint: impl Into<Cow<'static, str>>) -> LaunchError {
    LaunchError::NeedsHost { kernel: kernel.name.clone(), what: what.into(), hint: hint.into() }
}

/// The output of a kernel since the last call.
pub fn printed(kernel: &Kernel, memory: &Memory) -> Vec<u8> {
    let mut text = isotope_target::printf::told(memory);
    text.extend(printf::take(kernel, memory));
    text
}

/// Decodes and lifts a kernel as if its code were at address 0.
///
/// # Errors
/// The image is for another processor.
pub fn program(image: &Image, kernel: &Kernel, assumptions: Assumptions) -> Result<Program, LaunchError> {
    let (details, mode) = details(image, kernel)?;
    Ok(lifted(kernel, details, 0, mode, assumptions))
}

/// The details of a kernel of these processors, and MODE at the start of its waves.
fn details<'a>(image: &Image, kernel: &'a Kernel) -> Result<(&'a Details, lift::Mode), LaunchError> {
    let details = kernel.details().ok_or_else(|| LaunchError::Target { target: image.target.to_string() })?;
    Ok((details, lift::Mode::from_rsrc1(details.descriptor.rsrc1.0)))
}

/// Decodes and lifts the reachable code of the kernel in its section.
fn lifted(kernel: &Kernel, details: &Details, code_base: u64, mode: lift::Mode, assumptions: Assumptions) -> Program {
    let env = lift::Env {
        code_base,
        entry: kernel.entry,
        waves: details.waves(),
        vgprs: details.descriptor.vgprs(),
        mode,
        shared_base: SHARED_WINDOW.base,
        private_base: PRIVATE_WINDOW.base,
        assumptions,
    };
    lift::program(&kernel.name, &kernel.code, &env)
}

/// The parts of a launch that are fixed before lifting.
#[derive(Debug)]
struct Setup {
    /// LDS size of a group in bytes.
    shared: u32,
    /// Scratch size of a lane in bytes.
    private: u32,
    /// Address in memory of the code section.
    code_base: u64,
    start: Start,
    host: Host,
}

/// Addresses shared by a host process and the kernel; `None` if the kernel does not use them.
#[derive(Clone, Copy, Debug, Default)]
struct Host {
    printf: Option<u64>,
    hostcall: Option<u64>,
    heap: Option<u64>,
    grid: Option<u64>,
}

/// Maps the buffers that the kernel uses.
fn host(details: &Details, memory: &mut Memory, launch: &Launch) -> Result<Host, LaunchError> {
    let mut host = Host::default();
    for arg in &details.hidden {
        match arg.kind {
            Hidden::PrintfBuffer => host.printf = Some(printf::buffer(memory)?),
            Hidden::HostcallBuffer => host.hostcall = Some(hostcall::buffer(memory, waves(details, launch))?),
            Hidden::Heap => host.heap = hostcall::heap(memory)?,
            Hidden::MultigridSyncArg if launch.cooperative => host.grid = Some(grid(memory, launch)?),
            _ => {}
        }
    }
    Ok(host)
}

/// The data through which groups of a cooperative launch wait for each other: a null pointer and 0 for several devices, then the words of
/// the single grid's barrier, and the number of groups.
///
/// # Source
/// oracle: `struct mg_info` of rocm-device-libs 6, which `__ockl_grid_sync` uses on gfx11; ROCclr, `HiddenMultiGridSync`.
fn grid(memory: &mut Memory, launch: &Launch) -> Result<u64, LaunchError> {
    const GROUPS: usize = 40;
    let groups = groups(launch);
    let mut bytes = [0; MULTIGRID_BYTES as usize];
    bytes[GROUPS..][..4].copy_from_slice(&groups.to_le_bytes());
    let number = memory.regions().iter().filter(|r| r.name.starts_with(".grid.")).count();
    Ok(memory.allocate(&format!(".grid.{number}"), &bytes)?)
}

/// Number of groups of a launch.
fn groups(launch: &Launch) -> u32 {
    launch.grid.groups.iter().fold(1, |n: u32, &d| n.saturating_mul(d))
}

/// Number of waves of a launch.
fn waves(details: &Details, launch: &Launch) -> u64 {
    let items = launch.grid.group_size.iter().fold(1u64, |n, &d| n.saturating_mul(d.into()));
    launch.grid.groups.iter().fold(items.div_ceil(details.wave_size.into()), |n, &d| n.saturating_mul(d.into()))
}

/// The unsupported services, by the address that represents each.
fn absent(details: &Details, launch: &Launch) -> Vec<Absent> {
    let mut all = Vec::new();
    for arg in &details.hidden {
        let what = match &arg.kind {
            Hidden::Served(name) => format!("the hidden argument `{name}` leads here; {}", instead(name)),
            Hidden::Heap => format!("the hidden argument `hidden_heap_v1` leads here; {}", instead("hidden_heap_v1")),
            Hidden::MultigridSyncArg if !launch.cooperative => {
                let what = format!("nothing is allocated there; `{MULTIGRID}`, for one, is 0: {}", instead(MULTIGRID));
                all.push(Absent { addresses: 0..MULTIGRID_BYTES, what });
                continue;
            }
            _ => continue,
        };
        let base = nowhere(arg.offset);
        all.push(Absent { addresses: base..base + NOWHERE, what });
    }
    if details.descriptor.properties.enable_sgpr_queue_ptr() != 0 {
        let what = format!("the queue pointer in SGPRs leads here; {}", instead("hidden_queue_ptr"));
        all.push(Absent { addresses: HOST..HOST + NOWHERE, what });
    }
    all
}

/// The address that represents an unsupported service.
fn nowhere(offset: u32) -> u64 {
    HOST + (1 + u64::from(offset)) * NOWHERE
}

/// The argument for barriers of a grid, and of the grids of several devices.
const MULTIGRID: &str = "hidden_multigrid_sync_arg";

/// Its size in bytes (oracle: `struct mg_info` of rocm-device-libs).
const MULTIGRID_BYTES: u64 = 64;

/// Advice for an unsupported argument.
pub fn instead(name: &str) -> Cow<'static, str> {
    let known = match name {
        "hidden_default_queue" | "hidden_completion_action" => {
            "kernels that start kernels need a process on the host: launch them one by one"
        }
        "hidden_heap_v1" => {
            let heap = OptionName::Heap.with("BYTES");
            return format!("the device has no heap: give it one with {heap}, 2 MiB at least for each size of blocks")
                .into();
        }
        MULTIGRID => {
            let cooperative = OptionName::Cooperative;
            return format!("one device takes part: let its groups meet by the grid's barrier, with {cooperative}")
                .into();
        }
        "hidden_queue_ptr" => "queues are not modelled: compile for code object version 5",
        _ => "no host service provides it: compile without it",
    };
    known.into()
}

fn set_up(
    image: &Image,
    kernel: &Kernel,
    details: &Details,
    memory: &mut Memory,
    launch: &Launch,
) -> Result<Setup, LaunchError> {
    check_group(kernel, details, launch.grid.group_size)?;
    check_edges(kernel, details, launch)?;
    check_descriptor(kernel, &details.descriptor)?;
    let shared = u64::from(kernel.shared_static_bytes).next_multiple_of(16) + u64::from(launch.dynamic_shared);
    within("LDS", shared, details.gfx.lds)?;
    let shared = (shared as u32).next_multiple_of(details.gfx.lds_granule);
    // A compiler that does not detect recursion gives a bound that is too small; the launch may override it.
    let unbounded = if kernel.local_bytes_are_bounded { 0 } else { UNBOUNDED_STACK };
    let private = kernel.local_bytes_per_lane.saturating_add(launch.stack.unwrap_or(unbounded));

    let globals = place_globals(image, memory)?;
    relocate(image, memory, &globals)?;
    let code_base = loaded(image, &globals, details.code_address)?;
    let number = memory.regions().iter().filter(|r| r.name.starts_with(".kernarg.")).count();
    let host = host(details, memory, launch)?;
    let launch = &Launch { args: images::described(kernel, memory, &launch.args)?, ..launch.clone() };
    let kernarg = kernarg(kernel, details, launch, host)?;
    let kernarg = memory.allocate(&format!(".kernarg.{number}"), &kernarg)?;
    let mut values = Values { kernarg, packet: 0, dispatch: number as u64, private };
    if details.descriptor.properties.enable_sgpr_dispatch_ptr() != 0 {
        let object = loaded(image, &globals, details.descriptor_address)?;
        values.packet = memory.allocate(&format!(".packet.{number}"), &packet(launch, shared, object, &values))?;
    }
    Ok(Setup { shared, private, code_base, start: start(&details.descriptor, &values), host })
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

/// Checks partial groups: groups at the edges may be smaller unless the kernel was compiled for uniform groups.
///
/// # Source
/// spec: OpenCL 3.0 API, clEnqueueNDRangeKernel, `CL_INVALID_WORK_GROUP_SIZE`; LLVM 19, AMDGPU usage guide, `.uniform_work_group_size`.
fn check_edges(kernel: &Kernel, details: &Details, launch: &Launch) -> Result<(), LaunchError> {
    let hint = match (details.uniform_groups, kernel.required_threads) {
        (true, _) => {
            "give a multiple, or compile without -cl-uniform-work-group-size (HIP: with -fno-offload-uniform-block)"
        }
        (false, Some(_)) => "give a multiple, or compile without the size of groups in the source",
        (false, None) => return Ok(()),
    };
    all_whole(launch, format!("kernel `{}` was compiled for", kernel.name), hint)
}

/// Refuses a kernel before it runs if it can reach an image instruction with a sampler, given by a constant in the source or by an
/// argument.
fn check_samplers(image: &Image, kernel: &Kernel, program: &Program) -> Result<(), LaunchError> {
    let Some(family) = kernel.details::<Details>().and_then(|details| details.gfx.no_rows.first()) else {
        return Ok(());
    };
    let samples = |step: &Step| match step.control {
        Control::Refuse(index) if is_of(image, kernel, step.address) => {
            matches!(&program.refusals[index as usize], Refusal::NotModelled { text } if text.ends_with(family.names))
        }
        _ => false,
    };
    match program.steps.iter().find(|step| samples(step)) {
        Some(step) => Err(needs_host(kernel, format!("a sampler (at {:#06x})", step.address), family.hint)),
        None => Ok(()),
    }
}

/// Refuses a kernel before it runs if it can reach an instruction of the processor that does not decode: its effect is unknown, and it is
/// not a fault of the program.
fn check_decoded(kernel: &Kernel, details: &Details, program: &Program) -> Result<(), LaunchError> {
    let is_one = |r: &Refusal| matches!(r, Refusal::NotModelled { text } if lift::no_rows::is_undecoded(text));
    if !program.refusals.iter().any(is_one) {
        return Ok(());
    }
    let found = lift::reach::undecoded(&kernel.code, kernel.entry, details.waves());
    found.map_or(Ok(()), |(address, text)| Err(LaunchError::Undecoded { kernel: kernel.name.clone(), address, text }))
}

/// Refuses descriptor properties that this machine does not have.
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
        (rsrc2.enable_sgpr_workgroup_info(), "workgroup information in an SGPR", "take ids and sizes instead"),
        (rsrc2.enable_trap_handler() | rsrc3.trap_on_start() | rsrc3.trap_on_end(), "a trap handler", TRAPS),
        (traps, "exceptions", TRAPS),
        (rsrc3.shared_vgpr_count(), "VGPRs that both halves of a wave share", "compile without them"),
    ];
    match wanted.iter().find(|(set, ..)| *set != 0) {
        Some((_, what, hint)) => Err(needs_host(kernel, *what, *hint)),
        None => Ok(()),
    }
}

/// The address in memory of an address in the file.
fn loaded(image: &Image, globals: &Globals, address: u64) -> Result<u64, LaunchError> {
    let found = image.globals.iter().zip(&globals.bases).find_map(|(section, base)| {
        let offset = address.checked_sub(section.address?)?;
        (offset < section.size).then_some(base + offset)
    });
    found.ok_or_else(|| {
        LoadError::malformed("the program headers", format!("a segment around {address:#x}"), "none").into()
    })
}

/// Applies the file's relocations when it is loaded for the first time.
fn relocate(image: &Image, memory: &Memory, globals: &Globals) -> Result<(), LaunchError> {
    if !globals.fresh {
        return Ok(());
    }
    for relocation in &image.relocations {
        let patch = image.resolve(relocation, &globals.bases, |_| None)?;
        if let SectionId::Global { section } = patch.place {
            let bytes = patch.value.to_le_bytes();
            let at = globals.bases[section].wrapping_add(patch.offset);
            write_global(memory, at, &bytes[..usize::from(patch.width)]);
        }
    }
    Ok(())
}

/// The argument segment: explicit arguments, then hidden arguments.
fn kernarg(kernel: &Kernel, details: &Details, launch: &Launch, host: Host) -> Result<Vec<u8>, LaunchError> {
    within("kernel arguments", details.kernarg_bytes.into(), MAX_KERNARG)?;
    let len = details.kernarg_bytes.max(1).next_multiple_of(KERNARG_BLOCK) as usize;
    let mut bytes: Vec<u8> = launch.assumptions.amd_launch().memory.bytes(1 << 42).take(len).collect();
    let address = |arg: &Arg| if let Arg::Surface { address, .. } = arg { Some(*address) } else { None };
    write_arguments(kernel, &launch.args, &mut bytes, address)?;
    let is_null = launch.assumptions.get(AMD_HIDDEN_HOST);
    for arg in &details.hidden {
        let value = match &arg.kind {
            Hidden::BlockCount(d) => launch.grid.whole_groups()[usize::from(*d)].into(),
            Hidden::GroupSize(d) => launch.grid.group_size[usize::from(*d)].into(),
            Hidden::GridDims => launch.grid.dimensions().into(),
            Hidden::DynamicLdsSize => launch.dynamic_shared.into(),
            Hidden::GlobalOffset(d) => launch.offset[usize::from(*d)].into(),
            Hidden::Remainder(d) => launch.grid.remainder[usize::from(*d)].into(),
            // The runtime's values for unused features.
            Hidden::None => 0,
            Hidden::MultigridSyncArg => host.grid.unwrap_or_default(),
            Hidden::PrintfBuffer => host.printf.unwrap_or_default(),
            Hidden::HostcallBuffer => host.hostcall.unwrap_or_default(),
            Hidden::PrivateBase => PRIVATE_WINDOW.base >> 32,
            Hidden::SharedBase => SHARED_WINDOW.base >> 32,
            // Unoptimised code declares all of these and reads none. They are unsupported here: following one faults.
            Hidden::Heap if host.heap.is_some() => host.heap.unwrap_or_default(),
            Hidden::Served(_) | Hidden::Heap if is_null => 0,
            Hidden::Served(_) | Hidden::Heap => nowhere(arg.offset),
            Hidden::Other(name) => {
                let what = format!("the argument `{}`", name.escape_debug());
                let hint = "no runtime that is known passes it; compile for code object version 5";
                return Err(needs_host(kernel, what, hint));
            }
        };
        let to = bytes.get_mut(arg.offset as usize..).unwrap_or_default();
        let to = to.iter_mut().take(arg.size as usize);
        to.zip(u64::to_le_bytes(value)).for_each(|(byte, value)| *byte = value);
    }
    Ok(bytes)
}

/// Addresses and sizes for registers.
struct Values {
    kernarg: u64,
    packet: u64,
    dispatch: u64,
    private: u32,
}

/// The dispatch packet from which a command processor would start the launch.
fn packet(launch: &Launch, shared: u32, kernel_object: u64, values: &Values) -> [u8; PACKET] {
    // Type 2 (kernel dispatch), barrier bit clear, acquire and release at system scope.
    const HEADER: u16 = 2 | 2 << 9 | 2 << 11;
    let mut bytes = [0; PACKET];
    let mut put = |at: usize, value: &[u8]| bytes[at..at + value.len()].copy_from_slice(value);
    put(0, &HEADER.to_le_bytes());
    put(2, &launch.grid.dimensions().to_le_bytes());
    for d in 0..3 {
        put(4 + 2 * d, &(launch.grid.group_size[d] as u16).to_le_bytes());
        put(12 + 4 * d, &launch.grid.items()[d].to_le_bytes());
    }
    put(24, &values.private.to_le_bytes());
    put(28, &shared.to_le_bytes());
    put(32, &kernel_object.to_le_bytes());
    put(40, &values.kernarg.to_le_bytes());
    bytes
}

/// The scalar word that holds the low half of the address of the arguments; `None` if the kernel does not use it.
fn kernarg_word(descriptor: &Descriptor) -> Option<u16> {
    let properties = descriptor.properties;
    let before = properties.enable_sgpr_dispatch_ptr() + properties.enable_sgpr_queue_ptr();
    (properties.enable_sgpr_kernarg_segment_ptr() != 0).then(|| state::word(2 * u64::from(before)))
}

/// The register-file words that are defined when a wave begins: work-item ids.
pub(super) fn begins(_: &Image, kernel: &Kernel) -> Option<Vec<Range<u32>>> {
    let values = Values { kernarg: 0, packet: 0, dispatch: 0, private: 0 };
    let Start { vectors, upper, .. } = start(&kernel.details::<Details>()?.descriptor, &values);
    Some(vectors.into_iter().chain(upper).map(|(Slot(first), _)| first..first + LANES as u32).collect())
}

/// The initial registers of a wave.
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
        (properties.enable_sgpr_queue_ptr(), HOST),
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
    // Workgroup ids follow all user SGPRs, used or unused.
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
    // The enabled work-item ids are packed into v0.
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
