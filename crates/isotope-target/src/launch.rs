//! What a launch says, the same for every vendor: shape, arguments, and what can be wrong with them.
//!
//! How arguments reach a kernel is the business of its instruction set: [`Registry::prepare`](crate::Registry::prepare) turns a kernel
//! of an [`Image`] and a [`Launch`] into a [`Dispatch`](isotope_machine::Dispatch).

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
    /// The address of something in memory, 8 bytes.
    Address(u64),
    /// A value of 4 bytes.
    U32(u32),
    /// A value of 8 bytes.
    U64(u64),
    /// A value of any size, as it lies in memory.
    Bytes(Vec<u8>),
    /// A one-dimensional surface over memory. Where surfaces are described by headers (NVIDIA), the kernel gets the handle
    /// of a pitch surface; elsewhere its address.
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
    /// So many bytes of shared memory of the group, which the launch sets aside; the kernel gets where they begin.
    Local(u32),
}

impl Arg {
    /// The address that it is where the kernel takes a pointer: of a buffer, or a number of 8 bytes, such as 0 for none.
    pub fn pointer(&self) -> Option<u64> {
        match self {
            Arg::Address(address) | Arg::U64(address) => Some(*address),
            Arg::Bytes(bytes) => bytes.as_slice().try_into().ok().map(u64::from_le_bytes),
            _ => None,
        }
    }

    /// What it is, in words.
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

    /// Bytes that it takes among the arguments.
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

/// Everything a launch says. What is not given to [`Launch::new`] is left at what most launches have:
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
    /// Textures that references of the file are bound to, by their names.
    pub references: Vec<(String, Texture)>,
    /// Dynamic shared memory, bytes.
    pub dynamic_shared: u32,
    /// Stack of a lane in bytes beyond what the file states; `None` is the target's own: 1 KiB (sm_50) or 16 KiB (gfx1100) where
    /// the compiler states no bound.
    pub stack: Option<u32>,
    /// What global ids begin at, in x, y and z; only targets whose launches have it take another than 0.
    pub offset: [u32; 3],
    /// Whether its groups may wait for each other: the launch sets up what they meet at, and whoever runs it holds all of them at
    /// once ([`isotope_machine::Options::resident`]).
    pub cooperative: bool,
    /// Rules that no document settles.
    pub assumptions: Assumptions,
    /// What the machine is like beforehand.
    pub setup: Setup,
}

impl Launch {
    /// A launch of so many groups, all of one size.
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

/// Refuses a grid whose groups have different sizes; `what` has groups of one.
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
        /// Its name.
        kernel: String,
        /// Parameters.
        expected: usize,
        /// Arguments.
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
        /// Position.
        index: usize,
        /// Its name and type as messages show them, where the file has them.
        name: String,
        /// What was given.
        kind: &'static str,
        /// Size of the parameter.
        expected: u32,
        /// Size of the argument.
        found: usize,
    },
    /// The group does not fit what the kernel was compiled for.
    #[error("kernel `{kernel}` was compiled for groups of {rule} {limit:?} work-items, not {found:?}")]
    GroupSize {
        /// The kernel's name.
        kernel: String,
        /// `exactly` or `at most`.
        rule: &'static str,
        /// As compiled.
        limit: [u32; 3],
        /// As launched.
        found: [u32; 3],
    },
    /// The file asks for more than the machine has.
    #[error(
        "the file asks for {bytes} bytes of {what}, but at most {limit} fit; it is damaged, or needs another machine"
    )]
    TooLarge {
        /// Kind of memory.
        what: &'static str,
        /// Asked for.
        bytes: u64,
        /// The limit.
        limit: u64,
    },
    /// A group takes more shared memory than the device that the file is for has.
    #[error(
        "kernel `{kernel}` takes {bytes} bytes of shared memory for a group, and {target} has {limit}: take less, or compile for \
         a device that has more (pvc: 131072)"
    )]
    SharedMemory {
        /// The kernel's name.
        kernel: String,
        /// Bytes of a group, those of arguments with them.
        bytes: u32,
        /// The device.
        target: String,
        /// What it has.
        limit: u32,
    },
    /// The file is for a processor without an instruction set.
    #[error("the file is for {target}, whose instructions are not modelled; sm_50 to sm_62 and gfx1100 are")]
    Target {
        /// Its name.
        target: String,
    },
    /// The group is larger than what the kernel was compiled for.
    #[error("kernel `{kernel}` was compiled for groups of at most {limit} work-items, not {found:?}")]
    TooManyItems {
        /// The kernel's name.
        kernel: String,
        /// As compiled.
        limit: u32,
        /// As launched.
        found: [u32; 3],
    },
    /// The kernel wants something that only a host process and its driver have.
    #[error("kernel `{kernel}` takes {what}, which is not modelled: {hint}")]
    NeedsHost {
        /// The kernel's name.
        kernel: String,
        /// What it takes.
        what: String,
        /// What to do.
        hint: Cow<'static, str>,
    },
    /// Every way from its first instruction to an end meets one that is not modelled.
    #[error("kernel `{kernel}` cannot end without the instruction at {address:#06x}, not modelled: {text}")]
    NotModelled {
        /// The kernel's name.
        kernel: String,
        /// Byte address of the instruction, as a run names it.
        address: u32,
        /// Its text, what of it is not modelled, and what to do.
        text: String,
    },
    /// The kernel can come to an instruction of the processor that does not decode, so that what it would do is unknown.
    #[error("kernel `{kernel}` can reach the instruction at {address:#06x}, which is not modelled: {text}")]
    Undecoded {
        /// The kernel's name.
        kernel: String,
        /// Byte address of the instruction, as a run names it.
        address: u32,
        /// Its machine words and its encoding.
        text: String,
    },
    /// How long registers are makes a difference, and nothing says it.
    #[error(
        "kernel `{kernel}` does other things with registers of 32 and of 64 bytes, and its files fit both: say which device \
         it was compiled for, `-t skl`, `icllp`, `tgllp` or `dg2` (32), or `-t pvc` (64)"
    )]
    RegisterSize {
        /// The kernel's name.
        kernel: String,
    },
    /// An image argument whose extent or format the kernel asks for.
    #[error(
        "argument {index} of kernel `{kernel}` is an image whose extent or format the kernel takes: give it with its format \
         and size (image:NAME=FORMAT[W,H]:VALUES, in a case `{{\"image\": .., \"format\": .., \"size\": ..}}`), found {kind}"
    )]
    NeedsImage {
        /// The kernel's name.
        kernel: String,
        /// Position.
        index: usize,
        /// What was given.
        kind: &'static str,
    },
    /// A launch of this target has no global offset.
    #[error(
        "a launch of {target} has no global offset, found {offset:?}: leave it out, or pass it as an argument that the kernel adds"
    )]
    NoOffset {
        /// The target.
        target: String,
        /// As launched.
        offset: [u32; 3],
    },
    /// A launch of this target, or of this kernel, has groups of one size only.
    #[error("{what} groups of one size only, and {items:?} work-items are no multiple of {size:?}: {hint}")]
    NotUniform {
        /// The target or the kernel, with a verb.
        what: String,
        /// Work-items as launched.
        items: [u32; 3],
        /// Work-items of a group.
        size: [u32; 3],
        /// What to do.
        hint: &'static str,
    },
    /// An argument in shared memory is given by its size.
    #[error(
        "argument {index} of kernel `{kernel}` points into shared local memory: give how many bytes it has as a number, \
         found {kind}"
    )]
    NeedsSize {
        /// The kernel's name.
        kernel: String,
        /// Position.
        index: usize,
        /// What was given.
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
    /// What the machine cannot be like.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Bytes of all globals of a file at most.
const MAX_GLOBALS: u64 = 1 << 30;
/// Files are loaded at multiples of this.
const PAGE: u64 = 4096;
/// What is loaded is mapped to the end of such a block.
const BLOCK: u64 = 64;

/// A size that a file or launch asks for, against what there is.
pub fn within(what: &'static str, bytes: u64, limit: u64) -> Result<(), LaunchError> {
    if bytes > limit { Err(LaunchError::TooLarge { what, bytes, limit }) } else { Ok(()) }
}

/// Where the global sections of a file are.
pub struct Globals {
    /// The address of each.
    pub bases: Vec<u64>,
    /// They were mapped just now; otherwise an earlier launch of the file did, and they are as it left them.
    pub fresh: bool,
}

/// Map the global sections of a file, unless they are mapped already.
pub fn place_globals(image: &Image, memory: &mut Memory) -> Result<Globals, LaunchError> {
    let extent = extent(image);
    let loose = image.globals.iter().filter(|s| s.address.is_none()).fold(0u64, |n, s| s.size.saturating_add(n));
    within("globals", loose.saturating_add(extent.end - extent.start), MAX_GLOBALS)?;
    let mut globals = Globals { bases: Vec::new(), fresh: false };
    let mut loaded = 0;
    if !extent.is_empty() {
        // Loaders reserve the file's whole extent at once and clear it, so what lies between sections is zeros.
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

/// Where a named object of a file lies in memory, once a launch has mapped it; `None` for one in a constant bank, or that no launch
/// has mapped.
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

/// The addresses that the sections of a file take, to the end of an aligned block: devices map whole pages and compilers
/// read whole blocks. The start keeps what the sections' own alignment asks for.
///
/// # Source
/// ROCr's loader allocates one zeroed range for all segments of a code object.
fn extent(image: &Image) -> Range<u64> {
    let sections = image.globals.iter().filter_map(|s| Some((s.address?, s.size)));
    let start = sections.clone().map(|(address, _)| address).min().unwrap_or(0);
    let end = sections.map(|(address, size)| address.saturating_add(size)).max().unwrap_or(0);
    start - start % PAGE..end.saturating_add(BLOCK - 1) / BLOCK * BLOCK
}

/// A number that tells files apart whose sections have the same names, as those of linked files do.
fn fingerprint(image: &Image) -> u32 {
    let mut hash = crc32fast::Hasher::new();
    image.globals.iter().filter_map(|section| section.bytes.as_ref()).for_each(|bytes| hash.update(bytes));
    hash.finalize()
}

/// Write bytes of a mapped section; outside of one nothing happens.
pub fn write_global(memory: &Memory, address: u64, bytes: &[u8]) {
    let region = memory.find(address, bytes.len() as u32);
    if let Some((base, store)) = region.and_then(|r| Some((r.base, r.store.as_ref()?))) {
        store.write_bytes(address - base, bytes);
    }
}

/// The same launch with the shared memory of its [`Arg::Local`] arguments behind what is there already: the kernel gets its
/// offset.
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

/// Alignment of shared memory that a launch sets aside, unless the file asks for more: dynamic shared memory begins so.
const LOCAL_ALIGN: u32 = 16;

/// An argument that is not as large as its parameter.
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

/// Write the arguments of a launch to where the parameters lie in `to`. `handle` gives the word that stands for a
/// surface, an image or a texture, called in their order; `None` where the target has no such thing.
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
                let refused = || LaunchError::NeedsHost {
                    kernel: kernel.name.clone(),
                    what: arg.kind().into(),
                    hint: "the parameter is none: give a buffer".into(),
                };
                handle(arg).ok_or_else(refused)?.to_le_bytes().to_vec()
            }
        };
        let at = param.offset as usize;
        to.get_mut(at..at + bytes.len()).ok_or_else(wrong)?.copy_from_slice(&bytes);
    }
    Ok(())
}
