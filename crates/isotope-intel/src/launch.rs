//! The launch of a vISA kernel: register 0, local ids, arguments, the binding table.
//!
//! # Source
//! oracle: the `.input` lines and `.zeinfo` files that IGC 1.0.12504 writes; the payload starts with register 0 (group ids in
//! dwords 1, 6 and 7), then come the local ids of the thread, then the data shared by all threads.

mod code;
mod payload;
mod start;
mod surfaces;

use std::ops::Range;

use isotope_op::assume::{Addresses, Assumptions, INTEL_SLM_BOUNDS, SlmBounds};

use super::devices;
use super::implicit;
use super::kernel::{FIRST_VARIABLE, InputKind, Kernel};
use super::lift::{self, Env, Layout};
use super::link::Function;
use super::payload::{Payload, check_simd, readings};
use crate::ze::Details;
use crate::zeinfo::ArgumentKind;
use isotope_ir::effect::Special;
use isotope_ir::program::{Program, Refusal};
use isotope_machine::dispatch::MAX_GROUP_SIZE;
use isotope_machine::failure::Limits;
use isotope_machine::host::Absent;
use isotope_machine::mem::Memory;
use isotope_machine::{Dispatch, Initial, PastShared};
use isotope_object::{Image, SectionId};
use isotope_target::launch::{Arg, Launch, LaunchError, all_whole, needs_host, place_globals, within, write_global};

pub(super) use code::objects;
pub use code::{NO_ROWS, lines, single, variables};
pub use start::NOT_GIVEN;

use code::{CALLED_BY_NAME, called_by_address, code, names_no_surface};
use payload::shared_payload;
use start::{Given, IMPLICIT_ELSEWHERE, Placed};
use surfaces::{bindless, table};

/// Number of named barriers of a group.
const BARRIERS: u8 = 32;
/// Lanes of a thread that is one work-item: a runtime starts it with all lanes.
const SINGLE_LANES: u32 = 32;
/// Bytes of stack per thread for recursive functions, unless the launch sets the size per lane.
const FRAMES: u32 = 256 << 10;
/// Maximum number of work-items of a group whose threads are one work-item each.
const MAX_SINGLE: u32 = MAX_GROUP_SIZE as u32 / SINGLE_LANES;
/// Maximum size of variables in bytes; the registers have 16 KiB, and variables share them.
pub(super) const MAX_VARIABLES: u64 = 16 << 20;

/// Behaviour at the ends of shared and private memory, unless `intel.slm_bounds` is set.
pub const LIMITS: Limits = Limits { past_shared: PastShared::Drop, ..Limits::DEFAULT };

fn details<'a>(image: &Image, kernel: &'a isotope_object::Kernel) -> Result<&'a Details, LaunchError> {
    kernel.details().ok_or_else(|| LaunchError::Target { target: image.target.to_string() })
}

/// Prepares a launch of `kernel`. The buffers are already in `memory`.
///
/// # Errors
/// Arguments or shape do not fit, or the code is invalid.
pub fn prepare(
    image: &Image,
    kernel: &isotope_object::Kernel,
    memory: &mut Memory,
    launch: &Launch,
) -> Result<Dispatch, LaunchError> {
    let details = details(image, kernel)?;
    let info = &details.info;
    if let Some(limit) = kernel.required_threads.filter(|&limit| limit != launch.grid.group_size) {
        let (kernel, found) = (kernel.name.clone(), launch.grid.group_size);
        return Err(LaunchError::GroupSize { kernel, rule: "exactly", limit, found });
    }
    if kernel.required_threads.is_some() {
        all_whole(launch, format!("kernel `{}` was compiled for", kernel.name), "give the next multiple")?;
    }
    if launch.args.iter().any(|arg| matches!(arg, Arg::Texture(_))) {
        return Err(needs_host(kernel, "a texture with a sampler", "give an image, which is read by texel"));
    }
    if info.reordered {
        let what = "its local ids in another order than x, y, z (`work_group_walk_order_dimensions`)";
        return Err(needs_host(kernel, what, "compile without `intel_reqd_workgroup_walk_order`"));
    }
    if let Some((what, value)) = &info.asked {
        let what = format!("`{what}: {value}`, which the file asks of a launch");
        return Err(needs_host(kernel, what, "compile it with ocloc 22.43 or 26.27 for skl, tgllp, dg2 or pvc"));
    }
    let single = info.simd == 1;
    if single {
        all_whole(launch, format!("kernel `{}` (`simd_size: 1`) takes", kernel.name), "give the next multiple")?;
        let (found, limit) = (launch.grid.group_size, [MAX_SINGLE, 1, 1]);
        if found.iter().fold(1u32, |n, size| n.saturating_mul(*size)) > MAX_SINGLE {
            return Err(LaunchError::GroupSize { kernel: kernel.name.clone(), rule: "at most", limit, found });
        }
    }
    let (symbols, sections) = symbols(image, memory)?;
    let (bytes, slm) = shared_payload(kernel, info, launch, memory)?;
    let device = devices::of(image.target);
    if slm > device.shared {
        let (kernel, target) = (kernel.name.clone(), image.target.name().to_string());
        let (bytes, limit, more) = (slm, device.shared, devices::most_shared());
        return Err(LaunchError::SharedMemory { kernel, bytes, target, limit, more });
    }
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
        local_thread: device.local_thread,
        arguments: device.arguments,
        slm,
        items,
        whole: launch.grid.is_uniform(),
        scratch,
        formats: &formats,
        symbols: &symbols,
        groups,
        single,
        ..Env::new(lanes_of_thread(info.simd), launch.assumptions)
    };
    let (mut frames, mut named, mut addresses_register_0) = (0, false, false);
    let (program, start) = lifted(kernel, details, env, Some(&launch.args[..]), |code, functions, layout, reading| {
        if let Some(what) = called_by_address(code, functions, &symbols) {
            return Err(needs_host(kernel, what, CALLED_BY_NAME));
        }
        named |= code.names_bindless();
        addresses_register_0 |= lift::is_addressed(code);
        let given = info.payload.iter().any(|piece| piece.kind == ArgumentKind::ImplicitArguments);
        if implicit::asked_by_pointer(code) && !given {
            let what = "the buffer of implicit arguments: a function that is not inlined asks for ids";
            return Err(needs_host(kernel, what, IMPLICIT_ELSEWHERE));
        }
        if names_no_surface(code) {
            let what = "a bindless image, whose name its compiler left out (it writes a number instead)";
            return Err(needs_host(kernel, what, "compile without `-cl-intel-use-bindless-images`"));
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
            let halves = [(at / 4, base as u32), (at / 4 + 1, (base >> 32) as u32)];
            start.words.extend(halves.map(|(at, half)| (at, Initial::Value(half))));
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

    // If a thread is one work-item, its lanes are counted along x.
    let mut group = launch.grid.group_size;
    if single {
        group[0] *= SINGLE_LANES;
    }
    let mut dispatch = Dispatch::new(&program, launch.grid.groups, group, Vec::new())?
        .with_memory(slm, info.scratch_bytes.saturating_add(frames).div_ceil(lanes_of_thread(info.simd)))?;
    dispatch.remainder = launch.grid.remainder;
    if addresses_register_0 {
        let addresses = lift::NOT_GIVEN..lift::NOT_GIVEN + 4;
        dispatch.absent.push(Absent { addresses, what: lift::NOT_GIVEN_TEXT.into() });
    }
    dispatch.shared_bytes = slm;
    dispatch.past_shared = past_shared(&launch.assumptions);
    dispatch.assumptions = launch.assumptions;
    dispatch.orders = launch.assumptions.intel_orders();
    dispatch.barriers = BARRIERS;
    dispatch.table = table(kernel, info, &sections, memory, launch)?;
    if named {
        dispatch.table.extend(bindless(kernel, info, &sections, memory, launch)?);
    }
    dispatch.start = start;
    Ok(dispatch)
}

/// A kernel in neutral form, not bound to a launch. If the kernel does not give its group size, the group has one thread.
///
/// # Errors
/// The code is invalid, or the register size is unknown and makes a difference.
pub fn program(image: &Image, kernel: &isotope_object::Kernel, a: Assumptions) -> Result<Program, LaunchError> {
    Ok(in_general(image, kernel, a, |_, _, _, _| Ok(()))?.0)
}

/// The register-file words that are defined when a thread begins: predefined variables and inputs. Functions get more, which is not
/// listed.
pub fn begins(image: &Image, kernel: &isotope_object::Kernel) -> Option<Vec<Range<u32>>> {
    let words = |code: &Kernel, functions: &[Function], layout: &Layout, _| {
        let inputs = code.inputs.iter().filter(|input| input.kind == InputKind::General).map(|input| input.index);
        let all = (0..FIRST_VARIABLE).chain(inputs).filter_map(|n| {
            let at = layout.variable(n)?;
            Some(at / 4..(at + layout.size(n)).div_ceil(4))
        });
        Ok(functions.is_empty().then(|| all.collect()))
    };
    in_general(image, kernel, Assumptions::default(), words).ok()?.1
}

/// The code in neutral form without a launch, and the result of `start`.
fn in_general<T: PartialEq>(
    image: &Image,
    kernel: &isotope_object::Kernel,
    assumptions: Assumptions,
    start: impl FnMut(&Kernel, &[Function], &Layout, Payload) -> Result<T, LaunchError>,
) -> Result<(Program, T), LaunchError> {
    let details = details(image, kernel)?;
    let info = &details.info;
    let items = kernel.required_threads.map_or(info.simd, |size| size.iter().fold(1, |n, d| n.saturating_mul(*d)));
    let scratch = (info.scratch_bytes != 0).then(|| scratch_base(&assumptions));
    let (symbols, _) = symbols(image, &mut Memory::new())?;
    let groups = info.private.map(|_| [1; 3]);
    let (slm, symbols) = (kernel.shared_static_bytes, &symbols[..]);
    let devices::Device { local_thread, arguments, .. } = *devices::of(image.target);
    let single = info.simd == 1;
    let env = Env::new(lanes_of_thread(info.simd), assumptions);
    let env = Env { slm, items, scratch, symbols, groups, local_thread, arguments, single, ..env };
    lifted(kernel, details, env, None, start)
}

/// The code in neutral form and the result of `start`, under every interpretation of the payload; all results must be equal.
fn lifted<T: PartialEq>(
    kernel: &isotope_object::Kernel,
    details: &Details,
    env: Env<'_>,
    args: Option<&[Arg]>,
    mut start: impl FnMut(&Kernel, &[Function], &Layout, Payload) -> Result<T, LaunchError>,
) -> Result<(Program, T), LaunchError> {
    let info = &details.info;
    let known = details.register.unwrap_or(32);
    let (first, functions) = code(kernel, known)?;
    let env = Env { functions: &functions, ..env };
    check_simd(&first, info)?;
    // The register size does not move variables.
    within("variables of a thread", Layout::new(&first, 32, true).bytes().into(), MAX_VARIABLES)?;
    let mut read = Vec::new();
    for reading in readings(&first, info, details.register)? {
        // The text is parsed again only if another register size may change its meaning.
        let other = if reading.register == known { None } else { Some(code(kernel, reading.register)?) };
        let code = other.as_ref().map_or(&first, |(code, _)| code);
        let images = surfaces::images(code, info, reading, args);
        let (mut program, layout) = lift::program(code, &Env { grf: reading.register, images: &images, ..env });
        program.name.clone_from(&kernel.name);
        let start = start(code, env.functions, &layout, reading)?;
        read.push((program, start));
    }
    // A register size is rejected if an operand reaches past the end of its variable under it.
    let sound = |(program, _): &(Program, T)| !program.refusals.iter().any(reaches_past);
    if read.iter().any(sound) {
        read.retain(sound);
    }
    let Some(last) = read.pop() else { unreachable!("a payload has a reading, or is refused") };
    if read.iter().any(|other| *other != last) {
        return Err(LaunchError::RegisterSize { kernel: kernel.name.clone(), devices: devices::by_register() });
    }
    Ok(last)
}

fn reaches_past(refusal: &Refusal) -> bool {
    matches!(refusal, Refusal::NotModelled { text } if [lift::PAST_VARIABLE, lift::PAST_COPY].iter().any(|why| text.ends_with(why)))
}

/// Number of lanes of a thread for a number of work-items.
fn lanes_of_thread(items: u32) -> u32 {
    if items == 1 { SINGLE_LANES } else { items }
}

/// Symbols and their addresses.
type Named<'a> = Vec<(&'a str, u64)>;

/// Places the data of the file in memory; returns the address of each of its objects and sections.
fn symbols<'a>(image: &'a Image, memory: &mut Memory) -> Result<(Named<'a>, Vec<Placed<'a>>), LaunchError> {
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
    let sections = image.globals.iter().zip(&globals.bases);
    let sections = sections.map(|(section, base)| Placed { name: &section.name, base: *base, bytes: section.size });
    Ok((objects, sections.collect()))
}

/// The base of scratch memory, the same for each thread because each sees only its own. A multiple of 1024, like the field in register 0.
fn scratch_base(a: &Assumptions) -> u32 {
    match a.intel_launch().addresses {
        Addresses::Low => 0x0040_0000,
        Addresses::Moved => 0x25a5_a400,
    }
}

/// The base of a launch's arguments in the same address range: a multiple of 32, below scratch memory.
fn arguments_place(a: &Assumptions) -> u32 {
    match a.intel_launch().addresses {
        Addresses::Low => 0x0020_0000,
        Addresses::Moved => 0x0025_a5a0,
    }
}

/// Behaviour of an access past the end of shared memory.
pub(super) fn past_shared(a: &Assumptions) -> PastShared {
    match a.get(INTEL_SLM_BOUNDS) {
        SlmBounds::Drop => PastShared::Drop,
        SlmBounds::Wrap | SlmBounds::Fault => PastShared::Fault,
    }
}
