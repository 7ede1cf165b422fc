//! The launch of a cubin: constant banks, parameters, stack, surface headers.
//!
//! [`prepare`] turns a kernel of an [`Image`] and arguments into a [`Dispatch`] and maps their data into memory.
//!
//! # Source
//! oracle: the layout of bank 0 is the one that ptxas 12.4 code for sm_50 reads (facts on `c[0x0]`: 0x0 and 0x4 windows, 0x8 group
//! size, 0x14 group count, 0x20 stack pointer, 0xd0 the address that `cvta.const` adds, 0x140 parameters).

use isotope_op::assume::{Assumptions, Fill, NV_WINDOW_BASES};

use super::link::External;
use super::{Profile, lift, link, runtime};
use crate::cubin::Details;
use isotope_ir::program::{ConstWord, Program};
use isotope_machine::failure::Limits;
use isotope_machine::mem::sample::{FIRST_HANDLE, Texture};
use isotope_machine::mem::surface::HeaderPool;
use isotope_machine::mem::texture::Header;
use isotope_machine::mem::{Desk, Memory};
use isotope_machine::{Dispatch, Window, Windows};
use isotope_object::{Image, Kernel, ParamKind, ParamSpace, RelocationKind, SectionId};
use isotope_option::OptionName;
use isotope_target::launch::{
    Arg, Launch, LaunchError, all_whole, needs_host, place_globals, within, write_arguments, write_global,
};
use isotope_target::setup::SetupError;

/// Minimum size of bank 0: everything before the parameters.
const PARAMETERS: u32 = 0x140;
/// From here to the parameters, constant bank 0 has undocumented driver words.
const DRIVER_WORDS: u32 = 0x24;
/// Words of constant bank 0 with the address of the workspace of a cooperative launch (oracle: the code of ptxas 12.4 for
/// `%envreg1` and `%envreg2`; spec: CUDA's header `cooperative_groups/details/driver_abi.h`).
const WORKSPACE_HIGH: u32 = 0x34;
const WORKSPACE_LOW: u32 = 0x38;
/// The workspace, as that header defines it: its size, and the word that `grid.sync()` counts in.
const WORKSPACE: [u8; 8] = [8, 0, 0, 0, 0, 0, 0, 0];
/// The bank of `__constant__` variables, and the offset in bank 0 of its generic address.
const CONSTANTS: u8 = 3;
const CONSTANT_WINDOW: u32 = 0xd0;
/// Bytes of private memory beyond the size that the file gives, for calls whose frames it does not count; also the stack of a lane if
/// recursion makes the size unbounded (spec: CUDA runtime, `cudaLimitStackSize` is 1 KiB by default).
const STACK_RESERVE: u32 = 1024;
/// Maximum size of a constant bank in bytes (spec: PTX, a bank has 64 KiB).
const MAX_BANK: u64 = 1 << 16;
/// The kind of a relocation that writes the number of a sampler (`R_CUDA_SAMP_HEADER_INDEX`).
const SAMPLER_HANDLE: u32 = 7;
/// First bank for buffers that `.const` parameters point to; no compiler uses these banks.
const BUFFER_BANKS: u64 = 10;
const FIRST_BUFFER_BANK: u8 = 5;

/// The processor of an image's code.
///
/// # Errors
/// The processor is not SPA 5.0.
pub fn profile(image: &Image) -> Result<Profile, LaunchError> {
    super::target::profile(image.target.name()).ok_or_else(|| LaunchError::Target { target: image.target.to_string() })
}

/// The instruction set's details of a kernel.
fn details<'a>(image: &Image, kernel: &'a Kernel) -> Result<&'a Details, LaunchError> {
    kernel.details::<Details>().ok_or_else(|| LaunchError::Target { target: image.target.to_string() })
}

/// Decodes and lifts a kernel, followed by the functions of other sections.
///
/// # Errors
/// The image is for another processor.
pub fn program(image: &Image, kernel: &Kernel, assumptions: Assumptions) -> Result<Program, LaunchError> {
    let Some(index) = image.kernels.iter().position(|k| k.name == kernel.name) else {
        return lifted(image, kernel, &[], assumptions);
    };
    let mut image = image.clone();
    let externals = link::link(&mut image, index);
    link::fill(&mut image, index);
    lifted(&image, &image.kernels[index], &externals, assumptions)
}

fn lifted(
    image: &Image,
    kernel: &Kernel,
    externals: &[External],
    assumptions: Assumptions,
) -> Result<Program, LaunchError> {
    let options = lift::Options {
        profile: profile(image)?,
        registers: kernel.register_count,
        surface_bank: details(image, kernel)?.surface_bank.unwrap_or(0) as u8,
        assumptions,
    };
    let start = (kernel.entry as usize).min(kernel.code.len());
    Ok(lift::linked(&kernel.name, &kernel.code[start..], options, externals))
}

/// CUDA counts the grid in groups (spec: CUDA C++ Programming Guide, "Execution Configuration").
const ROUND_UP: &str =
    "give the next multiple, and leave out in the kernel what is behind the end, as programs for CUDA do";

/// Behaviour of SMs at the ends of shared and private memory.
pub const LIMITS: Limits = Limits::DEFAULT;

/// Prepares a launch of `kernel`. Maps globals of the file and surface headers into `memory`; the buffers are already there.
///
/// # Errors
/// Arguments, shape or file do not fit.
pub fn prepare(image: &Image, kernel: &Kernel, memory: &mut Memory, launch: &Launch) -> Result<Dispatch, LaunchError> {
    all_whole(launch, format!("a launch of {} has", image.target), ROUND_UP)?;
    check_group(kernel, details(image, kernel)?, launch.grid.group_size)?;
    let bases = launch.assumptions.get(NV_WINDOW_BASES);
    if let Some((key, _)) = launch.setup.keys.first() {
        let argument = OptionName::Argument;
        let why = format!(
            "a launch has its textures as arguments (`{argument}`); only one instruction by itself is given one so"
        );
        return Err(SetupError::new(why).at(key).into());
    }
    references(image, kernel, launch)?;
    all_defined(image, kernel)?;
    let Placed { image, headers, externals } = place(image, kernel, memory, launch)?;
    let kernel = image.kernel(Some(&kernel.name))?;
    let details = details(&image, kernel)?;
    let program = lifted(&image, kernel, &externals, launch.assumptions)?;

    let needs = kernel.local_bytes_per_lane != 0 || !kernel.local_bytes_are_bounded;
    let stack = launch.stack.unwrap_or(if needs { STACK_RESERVE } else { 0 });
    let private = rounded(kernel.local_bytes_per_lane.saturating_add(stack));
    let mut bank0 = bank(&details.banks, 0);
    let end = u64::from(details.param_base.max(PARAMETERS)) + u64::from(details.param_bytes);
    within("constant bank 0", end, MAX_BANK)?;
    bank0.resize(bank0.len().max(end as usize), 0);
    let first = launch.assumptions.nvidia_launch().memory;
    if first != Fill::Zero {
        let words = bank0[..details.param_base as usize].iter_mut().skip(DRIVER_WORDS as usize);
        words.zip(first.bytes(1 << 42)).for_each(|(byte, value)| *byte = value);
    }
    let mut put = |offset: usize, value: u32| bank0[offset..offset + 4].copy_from_slice(&value.to_le_bytes());
    put(0x00, bases.shared);
    put(0x04, bases.local);
    for d in 0..3 {
        put(0x08 + 4 * d, launch.grid.group_size[d]);
        put(0x14 + 4 * d, launch.grid.groups[d]);
    }
    put(0x20, private);
    put(0xfc, launch.dynamic_shared);
    let reads = |offset| program.uniforms.contains(&ConstWord { bank: 0, offset });
    if let Some(constants) = image.banks.iter().find(|b| b.number == CONSTANTS)
        && (reads(CONSTANT_WINDOW) || reads(CONSTANT_WINDOW + 4))
    {
        let count = memory.regions().iter().filter(|r| r.name.starts_with(".constant")).count();
        let base = memory.allocate(&format!(".constant.{count}"), &constants.bytes)?;
        put(CONSTANT_WINDOW as usize, base as u32);
        put(CONSTANT_WINDOW as usize + 4, (base >> 32) as u32);
    }
    if launch.cooperative {
        let base = memory.allocate("workspace", &WORKSPACE)?;
        put(WORKSPACE_HIGH as usize, (base >> 32) as u32);
        put(WORKSPACE_LOW as usize, base as u32);
    } else if reads(WORKSPACE_HIGH) || reads(WORKSPACE_LOW) {
        let what = "the workspace of a cooperative launch (`%envreg1`, `%envreg2`)";
        return Err(needs_host(kernel, what, format!("launch it with {}", OptionName::Cooperative)));
    }
    let others = details.banks.iter().chain(&image.banks).filter(|b| b.number != 0);
    let mut banks: Vec<(u8, Vec<u8>)> = others.map(|b| (b.number, b.bytes.clone())).collect();
    let args = constants(kernel, &launch.args, memory, &mut banks)?;
    let mut handles = headers.handles.iter();
    let handle = |_: &Arg| handles.next().map(|handle| u64::from(*handle));
    write_arguments(kernel, &args, &mut bank0[details.param_base as usize..], handle)?;
    banks.push((0, bank0));
    let shared = rounded(kernel.shared_static_bytes).saturating_add(launch.dynamic_shared);
    let mut dispatch =
        Dispatch::new(&program, launch.grid.groups, launch.grid.group_size, banks)?.with_memory(shared, private)?;
    dispatch.windows = windows(&launch.assumptions);
    dispatch.assumptions = launch.assumptions;
    dispatch.orders = launch.assumptions.nvidia_orders();
    dispatch.headers = headers.pool;
    dispatch.textures = headers.textures;
    dispatch.functions = runtime::FUNCTIONS;
    Ok(dispatch)
}

/// The address windows of shared and private memory.
pub(super) fn windows(assumptions: &Assumptions) -> Windows {
    let window = |base: u32| Window { base: base.into(), log2_size: 24 };
    let bases = assumptions.get(NV_WINDOW_BASES);
    Windows {
        shared: window(bases.shared),
        private: window(bases.local),
        before_offset: false,
        private_aligned: LIMITS.private_aligned,
        assumption: Some(assumptions.chosen(NV_WINDOW_BASES)),
    }
}

/// Checks references that a host binds: the launch binds textures, others are refused.
fn references(image: &Image, kernel: &Kernel, launch: &Launch) -> Result<(), LaunchError> {
    let bound = |name: &str| launch.references.iter().any(|(reference, _)| reference == name);
    for relocation in image.relocations.iter().filter(|r| is_of(image, kernel, &r.place)) {
        let name = relocation.symbol.name.escape_debug();
        let (what, hint) = match relocation.kind {
            RelocationKind::TextureHandle if !bound(&relocation.symbol.name) => {
                let option = OptionName::TextureSymbol;
                ("texture", format!("bind it (`{option}`), or take a texture object as a parameter"))
            }
            RelocationKind::Other { kind: SAMPLER_HANDLE, .. } => {
                ("sampler", "compile with textures that have their samplers (`.target texmode_unified`)".into())
            }
            RelocationKind::SurfaceHandle => {
                ("surface", "take a surface object (`cudaSurfaceObject_t`) as a parameter".into())
            }
            _ => continue,
        };
        return Err(needs_host(kernel, format!("the {what} reference `{name}`"), hint));
    }
    Ok(())
}

/// Refuses kernels that use an undefined symbol, which would become a meaningless constant.
fn all_defined(image: &Image, kernel: &Kernel) -> Result<(), LaunchError> {
    let Some(name) = link::undefined(image, |place| is_of(image, kernel, place)) else { return Ok(()) };
    let (what, hint) = if name.ends_with("DescSize") {
        (
            format!("the driver's table of surface and texture formats (`{}`)", name.escape_debug()),
            "`suq` and `txq` of channel order, channel data type, array size and sampler state read it: give them as parameters",
        )
    } else {
        let what = format!("the address of `{}`, which no part of the file defines", name.escape_debug());
        (what, "link the file that defines it")
    };
    Err(needs_host(kernel, what, hint))
}

/// Whether a section belongs to the kernel or is shared.
fn is_of(image: &Image, kernel: &Kernel, place: &SectionId) -> bool {
    match *place {
        SectionId::KernelBank { kernel: k, .. } | SectionId::Code { kernel: k } => image.kernels[k].name == kernel.name,
        SectionId::Function { .. } => false,
        _ => true,
    }
}

/// A size rounded up to the allocation granularity; saturates.
fn rounded(bytes: u32) -> u32 {
    bytes.checked_next_multiple_of(16).unwrap_or(u32::MAX)
}

fn check_group(kernel: &Kernel, details: &Details, found: [u32; 3]) -> Result<(), LaunchError> {
    let wrong = |rule, limit| LaunchError::GroupSize { kernel: kernel.name.clone(), rule, limit, found };
    if let Some(limit) = kernel.required_threads.filter(|&limit| limit != found) {
        return Err(wrong("exactly", limit));
    }
    let items = |size: [u32; 3]| size.iter().fold(1u128, |n, &d| n * u128::from(d));
    match details.max_threads {
        Some(limit) if items(found) > items(limit) => Err(wrong("at most", limit)),
        _ => Ok(()),
    }
}

fn bank(banks: &[isotope_object::Bank], number: u8) -> Vec<u8> {
    banks.iter().find(|b| b.number == number).map_or_else(Vec::new, |b| b.bytes.clone())
}

/// Handles of the surfaces and textures among the arguments, in order; the address of the surface headers; the textures.
struct Headers {
    pool: Option<HeaderPool>,
    handles: Vec<u32>,
    textures: Vec<Texture>,
}

/// A file after its placement in memory.
struct Placed {
    image: Image,
    headers: Headers,
    externals: Vec<External>,
}

/// Maps the file's globals and the launch's surface headers, and applies relocations.
fn place(image: &Image, kernel: &Kernel, memory: &mut Memory, launch: &Launch) -> Result<Placed, LaunchError> {
    let mut image = image.clone();
    let mut externals = Vec::new();
    if let Some(index) = image.kernels.iter().position(|k| k.name == kernel.name) {
        externals = link::link(&mut image, index);
    }
    host(kernel, &externals, memory)?;
    let globals = place_globals(&image, memory)?;
    let surfaces = launch.args.iter().filter_map(|a| match a {
        Arg::Surface { address, bytes } => Some(Header::pitch_1d(*address, *bytes)),
        _ => None,
    });
    let headers: Vec<[u8; 32]> = surfaces.map(|h| h.and_then(|h| h.encode())).collect::<Result<_, _>>()?;
    let mut pool = None;
    if !headers.is_empty() {
        let bytes = headers.concat();
        let count = memory.regions().iter().filter(|r| r.name.starts_with(".headers")).count();
        let base = memory.allocate(&format!(".headers.{count}"), &bytes)?;
        pool = Some(HeaderPool { base, maximum_index: headers.len() as u32 - 1 });
    }
    let mut patches = Vec::new();
    for relocation in image.relocations.iter().filter(|r| is_of(&image, kernel, &r.place)) {
        let handle = |name: &str| {
            let bound = launch.references.iter().position(|(reference, _)| reference == name);
            bound.map(|index| FIRST_HANDLE + index as u32)
        };
        patches.push(image.resolve(relocation, &globals.bases, handle)?);
    }
    for patch in patches {
        let width = usize::from(patch.width);
        if let SectionId::Code { kernel } = patch.place {
            let mut code = image.kernels[kernel].code.to_vec();
            let at = patch.offset as usize;
            code[at..at + width].copy_from_slice(&patch.value.to_le_bytes()[..width]);
            image.kernels[kernel].code = code.into();
            continue;
        }
        let bytes = match patch.place {
            SectionId::KernelBank { kernel, bank } => {
                let Some(details) = image.kernels[kernel].details_mut::<Details>() else { continue };
                details.banks.iter_mut().find(|b| b.number == bank).map(|b| &mut b.bytes)
            }
            SectionId::FileBank { bank } => image.banks.iter_mut().find(|b| b.number == bank).map(|b| &mut b.bytes),
            SectionId::Global { section } => {
                if globals.fresh {
                    let at = globals.bases[section].wrapping_add(patch.offset);
                    write_global(memory, at, &patch.value.to_le_bytes()[..width]);
                }
                None
            }
            _ => None,
        };
        let at = patch.offset as usize..(patch.offset as usize).saturating_add(width);
        if let Some(to) = bytes.and_then(|b| b.get_mut(at)) {
            to.copy_from_slice(&patch.value.to_le_bytes()[..width]);
        }
    }
    let mut textures: Vec<Texture> = launch.references.iter().map(|(_, texture)| *texture).collect();
    let (mut surfaces, mut handles) = (0, Vec::new());
    for arg in &launch.args {
        let texture = match arg {
            Arg::Surface { .. } => {
                handles.push(surfaces);
                surfaces += 1;
                continue;
            }
            Arg::Texture(texture) => *texture,
            // An image is a texture whose texels are read unchanged.
            Arg::Image { address, shape } => {
                let extents = if shape.depth > 1 { 3 } else { 1 + usize::from(shape.height > 1) };
                let made = Texture::described(*shape, extents, "");
                let texture = made.map_err(|why| {
                    needs_host(kernel, format!("an image of another kind ({why})"), "give a texture, or a buffer")
                })?;
                Texture { base: *address, ..texture }
            }
            _ => continue,
        };
        handles.push(FIRST_HANDLE + textures.len() as u32);
        textures.push(texture);
    }
    Ok(Placed { image, headers: Headers { pool, handles, textures }, externals })
}

/// Adds a host process to memory for a kernel that calls functions of the runtime, and a heap for a kernel that allocates memory.
fn host(kernel: &Kernel, externals: &[External], memory: &mut Memory) -> Result<(), LaunchError> {
    let mine = kernel.details::<Details>().map_or(&[][..], |details| &details.externals);
    if let Some(name) = mine.iter().find(|name| runtime::number(name).is_none()) {
        return Err(needs_host(kernel, format!("a call of `{}`", name.escape_debug()), runtime::instead(name)));
    }
    if externals.is_empty() {
        return Ok(());
    }
    if externals.iter().any(|e| e.name == "malloc") && memory.desk().is_none_or(|desk| desk.heap.is_empty()) {
        memory.set_heap(runtime::HEAP)?;
    }
    if memory.desk().is_none() {
        memory.set_desk(Desk::default());
    }
    Ok(())
}

/// Copies the buffers of `.const` parameters (`__constant` of OpenCL C) as they are at launch, each into its own bank. The
/// kernel gets the bank in bits 31:16 of the address and the offset in 15:0, as for variables of the file (oracle: ptxas 12.4; spec: PTX
/// ISA, constant state space: ten regions of 64 KiB for buffers that kernels get as pointers, none spans two).
fn constants(
    kernel: &Kernel,
    args: &[Arg],
    memory: &Memory,
    banks: &mut Vec<(u8, Vec<u8>)>,
) -> Result<Vec<Arg>, LaunchError> {
    let mut args = args.to_vec();
    let params = kernel.params.iter().filter(|p| p.size != 0);
    let first = banks.iter().map(|(number, _)| number + 1).max().unwrap_or(0).max(FIRST_BUFFER_BANK);
    let mut free = first..first + BUFFER_BANKS as u8;
    for (param, arg) in params.zip(&mut args) {
        let ParamKind::Pointer { space: ParamSpace::Constant, .. } = param.kind else { continue };
        let Some((address, region)) = arg.pointer().and_then(|a| Some((a, memory.find(a, 1)?))) else { continue };
        let length = region.end() - address;
        if length > MAX_BANK {
            let hint = "a constant bank has 64 KiB: give less, or make the parameter `__global`";
            return Err(needs_host(kernel, format!("a constant buffer of {length} bytes"), hint));
        }
        let bank = free.next().ok_or_else(|| {
            let hint = "ten have a bank each: make the others `__global`";
            needs_host(kernel, format!("more than {BUFFER_BANKS} constant buffers"), hint)
        })?;
        banks.push((bank, memory.read(address, length as u32).unwrap_or_default()));
        *arg = Arg::U64(u64::from(bank) << 16);
    }
    Ok(args)
}
