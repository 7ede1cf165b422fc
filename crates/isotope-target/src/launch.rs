//! A launch, the same for every vendor: shape, arguments, and errors in them.
//!
//! The instruction set decides how arguments reach a kernel: [`Registry::prepare`](crate::Registry::prepare) turns a kernel of an [`Image`]
//! and a [`Launch`] into a [`Dispatch`](isotope_machine::Dispatch).

use std::borrow::Cow;
use std::ops::Range;

use isotope_op::assume::Assumptions;

use isotope_machine::DispatchError;
pub use isotope_machine::Grid;
use isotope_machine::mem::sample::Texture;
use isotope_machine::mem::texture::HeaderError;
use isotope_machine::mem::typed::Shape;
use isotope_machine::mem::{MapError, Memory};
use isotope_object::{Image, Kernel, LoadError, Param, ParamKind, SectionId, Symbol};

use crate::setup::{Setup, SetupError};

/// An argument of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// An address in memory, 8 bytes.
    Address(u64),
    /// A value of 4 bytes.
    U32(u32),
    /// A value of 8 bytes.
    U64(u64),
    /// A value of any size, in memory order.
    Bytes(Vec<u8>),
    /// A one-dimensional surface over memory. If headers describe surfaces (NVIDIA), the kernel gets the handle of a pitch surface;
    /// otherwise it gets the address.
    Surface {
        /// First byte.
        address: u64,
        /// Length in bytes.
        bytes: u32,
    },
    /// A typed surface over memory, which the kernel reaches through its binding table (Intel) or through a descriptor (AMD).
    Image {
        /// First byte.
        address: u64,
        /// Format and extent.
        shape: Shape,
    },
    /// A texture with its sampler (NVIDIA): the kernel gets the handle.
    Texture(Texture),
    /// Shared memory of the group with this size in bytes, which the launch allocates; the kernel gets its start address.
    Local(u32),
}

impl Arg {
    /// The address, if the kernel takes a pointer: that of a buffer, or a number of 8 bytes, such as 0 for null.
    pub fn pointer(&self) -> Option<u64> {
        match self {
            Arg::Address(address) | Arg::U64(address) => Some(*address),
            Arg::Bytes(bytes) => bytes.as_slice().try_into().ok().map(u64::from_le_bytes),
            _ => None,
        }
    }

    /// Its kind as text.
    pub fn kind(&self) -> &'static str {
        match self {
            Arg::Address(_) => "a buffer",
            Arg::U32(_) => "a 32-bit value",
            Arg::U64(_) => "a 64-bit value",
            Arg::Bytes(_) => "a value",
            Arg::Surface { .. } => "a surface",
            Arg::Image { .. } => "a typed surface",
            Arg::Texture(_) => "a texture",
            Arg::Local(_) => "shared memory",
        }
    }

    /// Its size in bytes among the arguments.
    pub fn size(&self) -> usize {
        match self {
            Arg::U32(_) => 4,
            Arg::Address(_)
            | Arg::U64(_)
            | Arg::Surface { .. }
            | Arg::Image { .. }
            | Arg::Texture(_)
            | Arg::Local(_) => 8,
            Arg::Bytes(bytes) => bytes.len(),
        }
    }
}

/// The parameters of a launch. [`Launch::new`] sets the fields that it does not take to the values of most launches:
///
/// ```
/// use isotope_target::launch::{Arg, Launch};
/// let launch = Launch { dynamic_shared: 1024, ..Launch::new([4, 1, 1], [64, 1, 1], vec![Arg::U32(7)]) };
/// assert_eq!((launch.grid.items(), launch.offset), ([256, 1, 1], [0; 3]));
/// ```
#[derive(Clone, Debug)]
pub struct Launch {
    /// Its groups.
    pub grid: Grid,
    /// Arguments in order of declaration.
    pub args: Vec<Arg>,
    /// Textures that are bound to texture references of the file, by name.
    pub references: Vec<(String, Texture)>,
    /// Dynamic shared memory in bytes.
    pub dynamic_shared: u32,
    /// Stack of a lane in bytes, in addition to what the file states. `None` is the target's default: 1 KiB (sm_50) or 16 KiB (gfx1100) if
    /// the compiler states no bound.
    pub stack: Option<u32>,
    /// The first global ids in x, y and z; 0 unless launches of the target have an offset.
    pub offset: [u32; 3],
    /// Whether its groups may wait for each other: the launch sets up their barrier, and the caller must run all of them at once
    /// ([`isotope_machine::Options::resident`]).
    pub cooperative: bool,
    /// The assumptions.
    pub assumptions: Assumptions,
    /// Initial state of the machine.
    pub setup: Setup,
}

impl Launch {
    /// A launch of `groups` groups, all of one size.
    pub fn new(groups: [u32; 3], group_size: [u32; 3], args: Vec<Arg>) -> Launch {
        Launch::on(Grid::new(groups, group_size), args)
    }

    /// A launch on a grid.
    pub fn on(grid: Grid, args: Vec<Arg>) -> Launch {
        Launch {
            grid,
            args,
            references: Vec::new(),
            dynamic_shared: 0,
            stack: None,
            offset: [0; 3],
            cooperative: false,
            assumptions: Assumptions::DEFAULT,
            setup: Setup::default(),
        }
    }
}

/// Refuses a grid whose groups have different sizes. `what` is the target or kernel that cannot run such a grid.
pub fn all_whole(launch: &Launch, what: String, hint: &'static str) -> Result<(), LaunchError> {
    let Grid { group_size: size, .. } = launch.grid;
    match launch.grid.is_uniform() {
        true => Ok(()),
        false => Err(LaunchError::NotUniform { what, items: launch.grid.items(), size, hint }),
    }
}

/// A launch that cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LaunchError {
    /// Too few or too many arguments.
    #[error("kernel `{kernel}` takes {expected} arguments, {found} were given; give one for each parameter, in order")]
    ArgumentCount {
        /// The kernel's name.
        kernel: String,
        /// Number of parameters.
        expected: usize,
        /// Number of arguments.
        found: usize,
    },
    /// An argument of the wrong size.
    #[error(
        "argument {index}{name} of kernel `{kernel}` is {kind} of {found} bytes, but the parameter has {expected} bytes: give \
         one of that size, with a type in front of a number (`u64:1`) or of several (`u8[{expected}]:0`)"
    )]
    ArgumentSize {
        /// The kernel's name.
        kernel: String,
        /// Position of the argument.
        index: usize,
        /// Name and type of the parameter for messages, if the file has them.
        name: String,
        /// Kind of the argument.
        kind: &'static str,
        /// Size of the parameter.
        expected: u32,
        /// Size of the argument.
        found: usize,
    },
    /// The group size is not the one for which the kernel was compiled.
    #[error("kernel `{kernel}` was compiled for groups of {rule} {limit:?} work-items, not {found:?}")]
    GroupSize {
        /// The kernel's name.
        kernel: String,
        /// `exactly` or `at most`.
        rule: &'static str,
        /// Size as compiled.
        limit: [u32; 3],
        /// Size as launched.
        found: [u32; 3],
    },
    /// The file needs more memory than the machine has.
    #[error(
        "the file asks for {bytes} bytes of {what}, but at most {limit} fit; it is damaged, or needs another machine"
    )]
    TooLarge {
        /// Kind of memory.
        what: &'static str,
        /// Needed bytes.
        bytes: u64,
        /// The limit.
        limit: u64,
    },
    /// A group needs more shared memory than the device of the file has.
    #[error(
        "kernel `{kernel}` takes {bytes} bytes of shared memory for a group, and {target} has {limit}: take less, or compile for \
         a device that has more ({more})"
    )]
    SharedMemory {
        /// The kernel's name.
        kernel: String,
        /// Bytes of a group, including those of arguments.
        bytes: u32,
        /// The device.
        target: String,
        /// The limit of the device.
        limit: u32,
        /// A device with more, and its limit.
        more: String,
    },
    /// The file is for a processor of another instruction set.
    #[error("the file is for {target}, whose code another target runs: take the target of the file")]
    Target {
        /// Its name.
        target: String,
    },
    /// The group is larger than the one for which the kernel was compiled.
    #[error("kernel `{kernel}` was compiled for groups of at most {limit} work-items, not {found:?}")]
    TooManyItems {
        /// The kernel's name.
        kernel: String,
        /// Limit as compiled.
        limit: u32,
        /// Size as launched.
        found: [u32; 3],
    },
    /// The kernel needs something that only a host process and its driver have.
    #[error("kernel `{kernel}` takes {what}, which is not modelled: {hint}")]
    NeedsHost {
        /// The kernel's name.
        kernel: String,
        /// What it needs.
        what: String,
        /// What to do.
        hint: Cow<'static, str>,
    },
    /// Every path from its first instruction to an end contains an instruction that is not modelled.
    #[error("kernel `{kernel}` cannot end without the instruction at {address:#06x}, not modelled: {text}")]
    NotModelled {
        /// The kernel's name.
        kernel: String,
        /// Byte address of the instruction, as a run reports it.
        address: u32,
        /// Its text, the reason, and what to do.
        text: String,
    },
    /// The kernel can reach an instruction that does not decode, so its effect is unknown.
    #[error("kernel `{kernel}` can reach the instruction at {address:#06x}, which is not modelled: {text}")]
    Undecoded {
        /// The kernel's name.
        kernel: String,
        /// Byte address of the instruction, as a run reports it.
        address: u32,
        /// Its machine words and its encoding.
        text: String,
    },
    /// The result depends on the register size, which nothing specifies.
    #[error(
        "kernel `{kernel}` does other things with registers of 32 and of 64 bytes, and its files fit both: say which device \
         it was compiled for, {devices}"
    )]
    RegisterSize {
        /// The kernel's name.
        kernel: String,
        /// The devices to choose from.
        devices: String,
    },
    /// An image argument of which the kernel reads the extent or format.
    #[error(
        "argument {index} of kernel `{kernel}` is an image whose extent or format the kernel takes: give it with its format \
         and size (image:NAME=FORMAT[W,H]:VALUES, in a case `{{\"image\": .., \"format\": .., \"size\": ..}}`), found {kind}"
    )]
    NeedsImage {
        /// The kernel's name.
        kernel: String,
        /// Position of the argument.
        index: usize,
        /// Kind of the argument.
        kind: &'static str,
    },
    /// A launch of this target has no global offset.
    #[error(
        "a launch of {target} has no global offset, found {offset:?}: leave it out, or pass it as an argument that the kernel adds"
    )]
    NoOffset {
        /// The target.
        target: String,
        /// Offset as launched.
        offset: [u32; 3],
    },
    /// A launch of this target, or of this kernel, has groups of one size only.
    #[error("{what} groups of one size only, and {items:?} work-items are no multiple of {size:?}: {hint}")]
    NotUniform {
        /// The target or the kernel, followed by a verb.
        what: String,
        /// Work-items as launched.
        items: [u32; 3],
        /// Work-items of a group.
        size: [u32; 3],
        /// What to do.
        hint: &'static str,
    },
    /// An argument in shared memory must be given by its size.
    #[error(
        "argument {index} of kernel `{kernel}` points into shared local memory: give how many bytes it has as a number, \
         found {kind}"
    )]
    NeedsSize {
        /// The kernel's name.
        kernel: String,
        /// Position of the argument.
        index: usize,
        /// Kind of the argument.
        kind: &'static str,
    },
    /// The shape of the grid.
    #[error(transparent)]
    Dispatch(#[from] DispatchError),
    /// Memory for globals or headers.
    #[error(transparent)]
    Map(#[from] MapError),
    /// A surface that no header can describe.
    #[error(transparent)]
    Surface(#[from] HeaderError),
    /// A relocation of the file.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// An initial state that the machine cannot have.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Most bytes of all globals of a file.
const MAX_GLOBALS: u64 = 1 << 30;
/// Files are loaded at multiples of this number of bytes.
const PAGE: u64 = 4096;
/// The mapping of a file ends at a multiple of this number of bytes.
const BLOCK: u64 = 64;

/// Compares a size that a file or launch needs with the limit.
pub fn within(what: &'static str, bytes: u64, limit: u64) -> Result<(), LaunchError> {
    if bytes > limit { Err(LaunchError::TooLarge { what, bytes, limit }) } else { Ok(()) }
}

/// The addresses of a file's global sections.
pub struct Globals {
    /// The address of each section.
    pub bases: Vec<u64>,
    /// Whether this launch has mapped them. Otherwise an earlier launch of the file has, and they have its data.
    pub fresh: bool,
}

/// Maps the global sections of a file, unless they are already mapped.
pub fn place_globals(image: &Image, memory: &mut Memory) -> Result<Globals, LaunchError> {
    let extent = extent(image);
    let loose = image.globals.iter().filter(|s| s.address.is_none()).fold(0u64, |n, s| s.size.saturating_add(n));
    within("globals", loose.saturating_add(extent.end - extent.start), MAX_GLOBALS)?;
    let mut globals = Globals { bases: Vec::new(), fresh: false };
    let mut loaded = 0;
    if !extent.is_empty() {
        // Loaders reserve the file's whole extent at once and clear it, so the bytes between sections are zeros.
        let name = format!("image of file {:08x}", fingerprint(image));
        loaded = match memory.region(&name) {
            Some(region) => region.base,
            None => {
                globals.fresh = true;
                let base = memory.allocate_zeros(&name, extent.end - extent.start)?;
                for section in &image.globals {
                    if let (Some(address), Some(bytes)) = (section.address, &section.bytes) {
                        write_global(memory, base + (address - extent.start), bytes);
                    }
                }
                base
            }
        };
    }
    for section in &image.globals {
        let base = match (section.address, memory.region(&section.name)) {
            (Some(address), _) => loaded + (address - extent.start),
            (None, Some(region)) => region.base,
            (None, None) => {
                globals.fresh = true;
                memory.allocate(&section.name, &section.contents())?
            }
        };
        globals.bases.push(base);
    }
    Ok(globals)
}

/// The address of a named object of a file, once a launch has mapped it. `None` for an object in a constant bank, or if no launch has
/// mapped it.
pub fn object_address(image: &Image, memory: &Memory, object: &Symbol) -> Option<u64> {
    let SectionId::Global { section } = object.place else { return None };
    let section = image.globals.get(section)?;
    let base = match section.address {
        Some(address) => {
            memory.region(&format!("image of file {:08x}", fingerprint(image)))?.base + (address - extent(image).start)
        }
        None => memory.region(&section.name)?.base,
    };
    base.checked_add(object.offset)
}

/// The address range of a file's sections, up to the end of an aligned block: devices map whole pages and compilers read whole blocks. The
/// start has the alignment that the sections require.
///
/// # Source
/// ROCr's loader allocates one zeroed range for all segments of a code object.
fn extent(image: &Image) -> Range<u64> {
    let sections = image.globals.iter().filter_map(|s| Some((s.address?, s.size)));
    let start = sections.clone().map(|(address, _)| address).min().unwrap_or(0);
    let end = sections.map(|(address, size)| address.saturating_add(size)).max().unwrap_or(0);
    start - start % PAGE..end.saturating_add(BLOCK - 1) / BLOCK * BLOCK
}

/// A number that distinguishes files whose sections have the same names, as linked files do.
fn fingerprint(image: &Image) -> u32 {
    let mut hash = crc32fast::Hasher::new();
    image.globals.iter().filter_map(|section| section.bytes.as_ref()).for_each(|bytes| hash.update(bytes));
    hash.finalize()
}

/// Writes bytes of a mapped section; has no effect outside of mapped sections.
pub fn write_global(memory: &Memory, address: u64, bytes: &[u8]) {
    let region = memory.find(address, bytes.len() as u32);
    if let Some((base, store)) = region.and_then(|r| Some((r.base, r.store.as_ref()?))) {
        store.write_bytes(address - base, bytes);
    }
}

/// The same launch with the shared memory of its [`Arg::Local`] arguments after the existing shared memory; the kernel gets its offset.
pub fn with_local(kernel: &Kernel, launch: &Launch) -> Launch {
    let params = kernel.params.iter().filter(|p| p.size != 0);
    let start = kernel.shared_static_bytes.checked_next_multiple_of(LOCAL_ALIGN).unwrap_or(u32::MAX);
    let mut launch = launch.clone();
    for (arg, param) in launch.args.iter_mut().zip(params) {
        let Arg::Local(bytes) = *arg else { continue };
        let align = match param.kind {
            ParamKind::Pointer { log2_align, .. } => LOCAL_ALIGN.max(1 << log2_align.min(12)),
            _ => LOCAL_ALIGN,
        };
        let at = start.saturating_add(launch.dynamic_shared).checked_next_multiple_of(align).unwrap_or(u32::MAX);
        launch.dynamic_shared = (at - start).saturating_add(bytes);
        *arg = match param.size {
            4 => Arg::U32(at),
            _ => Arg::U64(at.into()),
        };
    }
    launch
}

/// Alignment of shared memory that a launch allocates, unless the file requires more. Dynamic shared memory has this alignment.
const LOCAL_ALIGN: u32 = 16;

/// The error for an argument whose size is not that of its parameter.
pub fn wrong_size(kernel: &Kernel, index: usize, param: &Param, arg: &Arg) -> LaunchError {
    let words = [&param.name, &param.ty].map(|word| word.escape_debug().to_string());
    let name = match [&*words[0], &*words[1]] {
        ["", ""] => String::new(),
        [name, ""] => format!(" (`{name}`)"),
        ["", ty] => format!(" (`{ty}`)"),
        [name, ty] => format!(" (`{name}`, `{ty}`)"),
    };
    let (kernel, kind) = (kernel.name.clone(), arg.kind());
    LaunchError::ArgumentSize { kernel, index, name, kind, expected: param.size, found: arg.size() }
}

/// The error for a kernel that needs `what`, which only a host has; `hint` says what to do.
pub fn needs_host(kernel: &Kernel, what: impl Into<String>, hint: impl Into<Cow<'static, str>>) -> LaunchError {
    LaunchError::NeedsHost { kernel: kernel.name.clone(), what: what.into(), hint: hint.into() }
}

/// Writes the arguments of a launch to the positions of the parameters in `to`. `handle` returns the handle of a surface, an image or a
/// texture, called in their order; `None` if the target has none.
pub fn write_arguments(
    kernel: &Kernel,
    args: &[Arg],
    to: &mut [u8],
    mut handle: impl FnMut(&Arg) -> Option<u64>,
) -> Result<(), LaunchError> {
    let params: Vec<_> = kernel.params.iter().filter(|p| p.size != 0).collect();
    if params.len() != args.len() {
        let (expected, found) = (params.len(), args.len());
        return Err(LaunchError::ArgumentCount { kernel: kernel.name.clone(), expected, found });
    }
    for (index, (param, arg)) in params.iter().zip(args).enumerate() {
        let wrong = || wrong_size(kernel, index, param, arg);
        if param.size as usize != arg.size() {
            return Err(wrong());
        }
        let bytes = match arg {
            Arg::Address(v) | Arg::U64(v) => v.to_le_bytes().to_vec(),
            Arg::U32(v) | Arg::Local(v) => v.to_le_bytes().to_vec(),
            Arg::Bytes(bytes) => bytes.clone(),
            Arg::Surface { .. } | Arg::Image { .. } | Arg::Texture(_) => {
                let refused = || needs_host(kernel, arg.kind(), "the parameter is none: give a buffer");
                handle(arg).ok_or_else(refused)?.to_le_bytes().to_vec()
            }
        };
        let at = param.offset as usize;
        to.get_mut(at..at + bytes.len()).ok_or_else(wrong)?.copy_from_slice(&bytes);
    }
    Ok(())
}
