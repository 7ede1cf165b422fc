//! What a CUDA launch adds to a cubin: constant banks, parameters, stack, surface headers.
//!
//! [`prepare`] turns a kernel of an [`Image`] and arguments into a [`Dispatch`] and maps what they need into memory.
//!
//! # Source
//! oracle: the layout of bank 0 is what ptxas 12.4 code for sm_50 reads (facts on `c[0x0]`: 0x0 and 0x4 windows, 0x8 group
//! size, 0x14 group count, 0x20 stack pointer, 0x140 parameters).

use isotope_op::assume::Assumptions;

use super::{Profile, lift};
use crate::machine::{Dispatch, DispatchError, Window, Windows};
use crate::mem::surface::HeaderPool;
use crate::mem::texture::{Header, HeaderError};
use crate::mem::{MapError, Memory};
use crate::object::{Image, Kernel, LoadError, Place};
use crate::program::Program;

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
    /// A one-dimensional pitch surface over memory; the kernel gets its handle.
    Surface {
        /// First byte.
        address: u64,
        /// Length in bytes.
        bytes: u32,
    },
}

impl Arg {
    fn kind(&self) -> &'static str {
        match self {
            Arg::Address(_) => "a buffer",
            Arg::U32(_) => "a 32-bit value",
            Arg::U64(_) => "a 64-bit value",
            Arg::Bytes(_) => "a value",
            Arg::Surface { .. } => "a surface",
        }
    }

    fn size(&self) -> usize {
        match self {
            Arg::U32(_) => 4,
            Arg::Address(_) | Arg::U64(_) | Arg::Surface { .. } => 8,
            Arg::Bytes(bytes) => bytes.len(),
        }
    }
}

/// Everything a launch says.
#[derive(Clone, Debug)]
pub struct Launch {
    /// Number of groups.
    pub groups: [u32; 3],
    /// Work-items of a group.
    pub group_size: [u32; 3],
    /// Arguments in order of declaration.
    pub args: Vec<Arg>,
    /// Dynamic shared memory, bytes.
    pub dynamic_shared: u32,
    /// Rules that no document settles.
    pub assumptions: Assumptions,
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
    #[error("argument {index} of kernel `{kernel}` is {kind} of {found} bytes, but the parameter has {expected} bytes")]
    ArgumentSize {
        /// The kernel's name.
        kernel: String,
        /// Position.
        index: usize,
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
    /// The file is for a processor without a room.
    #[error("the file is for {target}, whose instructions are not modelled; sm_50 to sm_62 are")]
    Target {
        /// Its name.
        target: String,
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
}

/// Smallest bank 0: everything in front of the parameters.
const PARAMETERS: u32 = 0x140;
/// Bytes of private memory beyond what the file states, for calls whose frames it does not.
const STACK_RESERVE: u32 = 1024;
/// Bytes of a constant bank at most (spec: PTX, a bank has 64 KiB).
const MAX_BANK: u64 = 1 << 16;
/// Bytes of all globals of a file at most.
const MAX_GLOBALS: u64 = 1 << 30;

/// The processor that an image's code is for.
///
/// # Errors
/// When it is none of SPA 5.0's.
pub fn profile(image: &Image) -> Result<Profile, LaunchError> {
    match image.target.sass_profile() {
        Some(50) => Ok(Profile::Sm50),
        Some(52) => Ok(Profile::Sm52),
        Some(60) => Ok(Profile::Sm60),
        _ => Err(LaunchError::Target { target: image.target.to_string() }),
    }
}

/// Decode and lift a kernel.
///
/// # Errors
/// When the image is for another processor.
pub fn program(image: &Image, kernel: &Kernel, assumptions: Assumptions) -> Result<Program, LaunchError> {
    let options = lift::Options {
        profile: profile(image)?,
        registers: kernel.register_count,
        surface_bank: kernel.surface_bank.unwrap_or(0) as u8,
        assumptions,
    };
    let start = (kernel.entry as usize).min(kernel.code.len());
    Ok(lift::lift(&kernel.name, &kernel.code[start..], options))
}

/// A launch of `kernel`. Globals of the file and surface headers are mapped into `memory`; buffers are there already.
///
/// # Errors
/// When arguments, shape or file do not fit.
pub fn prepare(image: &Image, kernel: &Kernel, memory: &mut Memory, launch: &Launch) -> Result<Dispatch, LaunchError> {
    check_group(kernel, launch.group_size)?;
    let program = program(image, kernel, launch.assumptions)?;
    let window = |base: u32| Window { base: u64::from(base), log2_size: 24 };
    let Assumptions { shared_window, local_window, .. } = launch.assumptions;
    let windows = Windows { shared: window(shared_window), private: window(local_window), before_offset: false };
    let (image, headers) = place(image, kernel, memory, launch)?;
    let kernel = image.kernel(Some(&kernel.name))?;

    let stack = if kernel.local_bytes_per_lane == 0 { 0 } else { STACK_RESERVE };
    let private = rounded(kernel.local_bytes_per_lane.saturating_add(stack));
    let mut bank0 = bank(&kernel.banks, 0);
    let end = u64::from(kernel.param_base.max(PARAMETERS)) + u64::from(kernel.param_bytes);
    within("constant bank 0", end, MAX_BANK)?;
    bank0.resize(bank0.len().max(end as usize), 0);
    let mut put = |offset: usize, value: u32| bank0[offset..offset + 4].copy_from_slice(&value.to_le_bytes());
    put(0x00, shared_window);
    put(0x04, local_window);
    for d in 0..3 {
        put(0x08 + 4 * d, launch.group_size[d]);
        put(0x14 + 4 * d, launch.groups[d]);
    }
    put(0x20, private);
    put(0xfc, launch.dynamic_shared);
    write_arguments(kernel, &launch.args, &headers, &mut bank0)?;

    let mut banks = vec![(0, bank0)];
    banks
        .extend(kernel.banks.iter().chain(&image.banks).filter(|b| b.number != 0).map(|b| (b.number, b.bytes.clone())));
    let shared = rounded(kernel.shared_static_bytes).saturating_add(launch.dynamic_shared);
    let mut dispatch =
        Dispatch::new(&program, launch.groups, launch.group_size, banks)?.with_memory(shared, private)?;
    dispatch.windows = windows;
    dispatch.assumptions = launch.assumptions;
    dispatch.headers = headers.pool;
    Ok(dispatch)
}

/// A size as it is handed out; one that is too large stays so.
fn rounded(bytes: u32) -> u32 {
    bytes.checked_next_multiple_of(16).unwrap_or(u32::MAX)
}

fn within(what: &'static str, bytes: u64, limit: u64) -> Result<(), LaunchError> {
    if bytes > limit { Err(LaunchError::TooLarge { what, bytes, limit }) } else { Ok(()) }
}

fn check_group(kernel: &Kernel, found: [u32; 3]) -> Result<(), LaunchError> {
    let wrong = |rule, limit| LaunchError::GroupSize { kernel: kernel.name.clone(), rule, limit, found };
    if let Some(limit) = kernel.required_threads.filter(|&limit| limit != found) {
        return Err(wrong("exactly", limit));
    }
    let items = |size: [u32; 3]| size.iter().fold(1u128, |n, &d| n * u128::from(d));
    match kernel.max_threads {
        Some(limit) if items(found) > items(limit) => Err(wrong("at most", limit)),
        _ => Ok(()),
    }
}

fn bank(banks: &[crate::object::Bank], number: u8) -> Vec<u8> {
    banks.iter().find(|b| b.number == number).map_or_else(Vec::new, |b| b.bytes.clone())
}

/// Handles of the surfaces among the arguments, in order, and where their headers are.
struct Headers {
    pool: Option<HeaderPool>,
    handles: Vec<u32>,
}

/// Map the file's globals and the launch's surface headers, and fill in the addresses that the file leaves open.
fn place(
    image: &Image,
    kernel: &Kernel,
    memory: &mut Memory,
    launch: &Launch,
) -> Result<(Image, Headers), LaunchError> {
    let mut image = image.clone();
    let mut bases = Vec::new();
    within("globals", image.globals.iter().fold(0, |n, s| s.size.saturating_add(n)), MAX_GLOBALS)?;
    for section in &image.globals {
        let base = match memory.region(&section.name) {
            // A later launch of the same file finds its globals as the earlier one left them.
            Some(region) => region.base,
            None => {
                let bytes = section.bytes.clone().unwrap_or_else(|| vec![0; section.size as usize]);
                memory.allocate(&section.name, &bytes)?
            }
        };
        bases.push(base);
    }
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
    let mine = |place: &Place| match *place {
        Place::KernelBank { kernel: k, .. } | Place::Code { kernel: k } => image.kernels[k].name == kernel.name,
        Place::Function { .. } => false,
        _ => true,
    };
    let mut patches = Vec::new();
    for relocation in image.relocations.iter().filter(|r| mine(&r.place)) {
        patches.push(image.resolve(relocation, &bases, |_| None)?);
    }
    for patch in patches {
        let width = usize::from(patch.width);
        let bytes = match patch.place {
            Place::KernelBank { kernel, bank } => {
                image.kernels[kernel].banks.iter_mut().find(|b| b.number == bank).map(|b| &mut b.bytes)
            }
            Place::FileBank { bank } => image.banks.iter_mut().find(|b| b.number == bank).map(|b| &mut b.bytes),
            Place::Global { section } => {
                let base = bases[section];
                let region = memory.find(base, 0).filter(|r| r.base == base);
                let store = region.and_then(|r| r.store.as_ref());
                if let Some(store) =
                    store.filter(|s| s.len().checked_sub(width as u64).is_some_and(|l| patch.offset <= l))
                {
                    store.write_bytes(patch.offset, &patch.value.to_le_bytes()[..width]);
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
    let handles = (0..headers.len() as u32).collect();
    Ok((image, Headers { pool, handles }))
}

fn write_arguments(kernel: &Kernel, args: &[Arg], headers: &Headers, bank0: &mut [u8]) -> Result<(), LaunchError> {
    let params: Vec<_> = kernel.params.iter().filter(|p| p.size != 0).collect();
    if params.len() != args.len() {
        let (expected, found) = (params.len(), args.len());
        return Err(LaunchError::ArgumentCount { kernel: kernel.name.clone(), expected, found });
    }
    let mut handles = headers.handles.iter();
    for (index, (param, arg)) in params.iter().zip(args).enumerate() {
        if param.size as usize != arg.size() {
            return Err(LaunchError::ArgumentSize {
                kernel: kernel.name.clone(),
                index,
                kind: arg.kind(),
                expected: param.size,
                found: arg.size(),
            });
        }
        let bytes = match arg {
            Arg::Address(v) | Arg::U64(v) => v.to_le_bytes().to_vec(),
            Arg::U32(v) => v.to_le_bytes().to_vec(),
            Arg::Bytes(bytes) => bytes.clone(),
            Arg::Surface { .. } => u64::from(*handles.next().expect("one handle per surface")).to_le_bytes().to_vec(),
        };
        let at = kernel.param_base as usize + param.offset as usize;
        let to = bank0.get_mut(at..at + bytes.len()).ok_or_else(|| LaunchError::ArgumentSize {
            kernel: kernel.name.clone(),
            index,
            kind: arg.kind(),
            expected: param.size,
            found: arg.size(),
        })?;
        to.copy_from_slice(&bytes);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::{GlobalSection, cubin};

    fn refused(change: impl Fn(&mut Image)) -> String {
        let file = include_bytes!("../../../../../kernels/bin/sm_50/histogram256.cubin");
        let mut image = cubin::parse(file).unwrap();
        change(&mut image);
        let args = image.kernels[0].params.iter().map(|p| Arg::Bytes(vec![0; p.size as usize])).collect();
        let request = Launch {
            groups: [1; 3],
            group_size: [32, 1, 1],
            args,
            dynamic_shared: 0,
            assumptions: Assumptions::DEFAULT,
        };
        prepare(&image, &image.kernels[0], &mut Memory::new(), &request).unwrap_err().to_string()
    }

    #[test]
    fn sizes_that_no_machine_has_are_refused() {
        let e = refused(|i| {
            let (name, size) = (".nv.global".to_string(), 0xb2_0000_0000);
            i.globals.push(GlobalSection { name, size, align: 1, bytes: None });
        });
        assert!(e.starts_with("the file asks for 764504178688 bytes of globals, but at most 1073741824 fit"), "{e}");
        let e = refused(|i| i.kernels[0].param_bytes = u32::MAX);
        assert!(e.contains("of constant bank 0, but at most 65536 fit"), "{e}");
        let e = refused(|i| i.kernels[0].required_threads = Some([u32::MAX; 3]));
        assert!(e.contains("was compiled for groups of exactly"), "{e}");
        let e = refused(|i| {
            i.kernels[0].max_threads = Some([u32::MAX; 3]);
            i.kernels[0].shared_static_bytes = u32::MAX;
        });
        assert!(e.contains("memory are more than"), "{e}");
        let e = refused(|i| i.kernels[0].shared_static_bytes = u32::MAX);
        assert!(e.contains("memory are more than"), "{e}");
        let e = refused(|i| i.kernels[0].local_bytes_per_lane = u32::MAX);
        assert!(e.contains("memory are more than"), "{e}");
    }
}
