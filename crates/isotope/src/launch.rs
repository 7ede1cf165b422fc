//! A kernel launched with arguments as they are typed.

use std::collections::BTreeMap;

use isotope_machine::mem::Memory;
use isotope_machine::mem::sample::Texture;
use isotope_machine::register::Register;
use isotope_machine::{Dispatch, Options, Outcome, Report, Stats};
use isotope_object::lines::{Location, SourceLines};
use isotope_object::{Image, LoadError};
use isotope_op::assume::Assumptions;
use isotope_option::OptionName;
use isotope_target::case::{BufferSpec, Case, ElementType};
use isotope_target::launch::{Arg, Grid, Launch, LaunchError, object_address};
use isotope_target::setup::{Setup, shown};
use isotope_target::suite;
use isotope_target::suite::Single;
use isotope_targets::TARGETS;
use serde::Serialize;
use serde_json::Value;

use crate::answer;
use crate::arguments::{Argument, Bound, BufferJson, Placed, bound_texture, contents, place};
use crate::error::{Context, Error, Result, bail, room};
use crate::not_modelled::{NotModelled, unmodelled};
use crate::report;
use crate::report::HangJson;

/// A launch.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Request {
    /// The kernel, by its name, what it is demangled to, or a part that no other has; the only one of the file where none is named.
    pub kernel: Option<String>,
    /// Its groups.
    pub grid: Grid,
    /// Dynamic shared memory in bytes.
    pub dynamic_shared: u32,
    /// Stack of a lane in bytes beyond what the file states; `None` is the target's own.
    pub stack: Option<u32>,
    /// What global ids begin at, in x, y and z.
    pub offset: [u32; 3],
    /// Whether groups may wait for each other, as after `cudaLaunchCooperativeKernel` and its kin: what they meet at is set up, and
    /// all of them have to be in flight at once.
    pub cooperative: bool,
    /// Bytes of the device's heap, from which a kernel's `malloc` is served.
    pub heap: u64,
    /// The kernel's arguments in order.
    pub arguments: Vec<Argument>,
    /// Buffers that no parameter takes; arguments may point to them and into them.
    pub buffers: Vec<Argument>,
    /// What data of the file starts with, each with the name of the object: `table=u32[4]:1,2`, `counter=7`.
    pub symbols: Vec<Argument>,
    /// What the machine is like before the first instruction: items `PLACE=VALUE` ([`Setup`](isotope_target::setup::Setup)).
    pub setup: Vec<String>,
    /// Rules that no document settles.
    pub assumptions: Assumptions,
}

impl Request {
    /// A launch of one dimension of the only kernel.
    pub fn new(groups: u32, group_size: u32, arguments: Vec<Argument>) -> Request {
        Request {
            kernel: None,
            grid: Grid::new([groups, 1, 1], [group_size, 1, 1]),
            dynamic_shared: 0,
            stack: None,
            offset: [0; 3],
            cooperative: false,
            heap: 0,
            arguments,
            buffers: Vec::new(),
            symbols: Vec::new(),
            setup: Vec::new(),
            assumptions: Assumptions::default(),
        }
    }
}

/// What a launch left.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Ran {
    /// How it ended.
    pub outcome: Outcome,
    /// What ran.
    pub stats: Stats,
    /// Every buffer among the arguments and beside them, with its bytes.
    pub buffers: Vec<(Placed, Vec<u8>)>,
    /// What the kernel printed, in the order of the schedule.
    pub printed: Vec<u8>,
    /// The kernel's source lines, where the launch did not complete and the file has them.
    pub lines: SourceLines,
    /// The instructions that would have stopped the launch, or have, where it reached one.
    pub not_modelled: Vec<NotModelled>,
}

impl Ran {
    /// The bytes of a buffer.
    pub fn bytes(&self, name: &str) -> Option<&[u8]> {
        self.buffers.iter().find(|(placed, _)| placed.name == name).map(|(_, bytes)| bytes.as_slice())
    }

    /// As JSON: how it ended, what ran, every buffer.
    pub fn json(&self) -> Value {
        let buffers = self.buffers.iter().map(|(placed, bytes)| (&*placed.name, BufferJson::new(placed.ty, bytes)));
        answer::part(&RanJson {
            outcome: report::word(&self.outcome),
            reason: Some(report::reason(&self.outcome)).filter(|reason| !reason.is_empty()),
            source: report::stopped_at(&self.outcome, &self.lines),
            hang: report::hang(&self.outcome, &self.lines),
            wave_instructions: self.stats.wave_instructions,
            lane_instructions: self.stats.lane_instructions,
            lane_atomics: self.stats.lane_atomics,
            dropped_accesses: self.stats.drops.count,
            first_dropped: self.stats.drops.first.map(|first| first.to_string()),
            printed: &String::from_utf8_lossy(&self.printed),
            not_modelled: &self.not_modelled,
            buffers: buffers.collect(),
        })
    }
}

#[derive(Serialize)]
struct RanJson<'a> {
    outcome: &'static str,
    reason: Option<String>,
    source: Option<Location>,
    hang: Option<HangJson<'a>>,
    wave_instructions: u64,
    lane_instructions: u64,
    lane_atomics: u64,
    dropped_accesses: u64,
    first_dropped: Option<String>,
    printed: &'a str,
    not_modelled: &'a [NotModelled],
    buffers: BTreeMap<&'a str, BufferJson>,
}

/// A launch that can be made, as often as wanted.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Prepared {
    /// The file, its data as the launch starts with it.
    pub image: Image,
    /// What the launch runs.
    pub dispatch: Dispatch,
    /// Memory before the launch.
    pub memory: Memory,
    /// Every buffer among the arguments and beside them.
    pub buffers: Vec<Placed>,
    /// The instructions that stop the launch if it reaches one; [`report::warning`] says so in a line. A kernel that cannot end without one is
    /// not prepared at all.
    pub not_modelled: Vec<NotModelled>,
}

impl Prepared {
    /// What the kernel printed into `memory` since this was asked last.
    pub fn printed(&self, memory: &Memory) -> Vec<u8> {
        let kernel = self.image.kernel(Some(&self.dispatch.program.name));
        kernel.map_or_else(|_| Vec::new(), |kernel| TARGETS.printed(&self.image, kernel, memory))
    }

    /// What the synchronization unit holds in `memory`, one item a line as it would be given: resources (`gws`) or rings (`ring`); nothing for
    /// another name, or where the kernel does not ask the unit.
    pub fn unit(&self, name: &str, memory: &Memory) -> Option<Vec<String>> {
        let unit = memory.unit()?;
        matches!(name, "gws" | "ring").then(|| shown(&unit, name))
    }

    /// The registers of the kernel by their names; none where no instruction of it can be taken by itself.
    pub fn registers(&self) -> Vec<Register> {
        isotope_target::registers::of_launch(TARGETS, &self.image, &self.dispatch)
    }

    /// The source lines of the kernel by the addresses of its instructions; none where the file has none.
    pub fn lines(&self) -> SourceLines {
        report::all_lines(&self.image, &self.dispatch)
    }

    /// What became of NACKs in `memory`, a line for each event.
    pub fn handled(&self, memory: &Memory) -> Vec<String> {
        memory.unit().map_or(Vec::new(), |unit| unit.handled().iter().map(ToString::to_string).collect())
    }

    /// A buffer, data of the file, or the memory (`gds`) and the registers (`gs`) of the synchronization unit, as they are in `memory`: the
    /// type of the elements and the bytes.
    ///
    /// # Errors
    /// When nothing has this name.
    pub fn bytes(&self, name: &str, memory: &Memory) -> Result<(ElementType, Vec<u8>)> {
        if let Some(placed) = self.buffers.iter().find(|placed| placed.name == name) {
            placed.is_small(memory)?;
            return Ok((placed.ty, placed.bytes(memory)));
        }
        match (name, memory.unit()) {
            ("gds", Some(unit)) => return Ok((ElementType::U32, unit.gds().bytes().to_vec())),
            ("gs", Some(unit)) => {
                let registers = (0..16).map(|n| unit.registers().get(n));
                return Ok((ElementType::U64, registers.flat_map(u64::to_le_bytes).collect()));
            }
            _ => {}
        }
        let names: Vec<&str> = self.buffers.iter().map(|placed| &*placed.name).collect();
        let known = if names.is_empty() { "no buffer".into() } else { names.join(", ") };
        let object = self.image.object(name).map_err(|error| match error {
            LoadError::NoSuchObject { .. } => {
                let all: Vec<&str> = self.image.objects.iter().take(20).map(|object| &*object.name).collect();
                let data = if all.is_empty() { "it names none".into() } else { all.join(", ") };
                Error::new(format!(
                    "expected a buffer given with {} or {} ({known}) or data of the file ({data}), found `{name}`",
                    OptionName::Argument,
                    OptionName::Buffer
                ))
            }
            other => Error::new(other),
        })?;
        let ty = if object.size.is_multiple_of(4) { ElementType::U32 } else { ElementType::U8 };
        let size = u32::try_from(object.size).unwrap_or(u32::MAX);
        let left = object_address(&self.image, memory, object).and_then(|address| memory.read(address, size));
        // What lies in a constant bank, no kernel changes.
        let bytes = left.or_else(|| self.image.object_bytes(object));
        Ok((ty, bytes.with_context(|| format!("`{name}` is not in the data of the file"))?))
    }
}

/// Makes a launch of a kernel of a file that [`load`](crate::load) or [`load_with`](crate::load_with) read. `load` gives the bytes of
/// a file that an argument names.
///
/// # Errors
/// When there is no such kernel, or arguments, shape and kernel do not fit together.
pub fn prepare(image: &Image, request: &Request, mut load: impl FnMut(&str) -> Result<Vec<u8>>) -> Result<Prepared> {
    let mut image = image.clone();
    let kernel = image.find(request.kernel.as_deref()).plain()?.clone();
    let mut memory = Memory::laid_out(TARGETS.of(image.target).launch_rules(&request.assumptions).addresses);
    let is_texture = |given: &&Argument| matches!(given, Argument::Buffer { bound: Bound::Texture(_), .. });
    let textures: Vec<Argument> = request.symbols.iter().filter(is_texture).cloned().collect();
    let beside: Vec<Argument> = request.buffers.iter().chain(&textures).cloned().collect();
    let (args, buffers) = place(&request.arguments, &beside, &kernel, &mut memory, &mut load)?;
    let references = textures.iter().map(|given| reference(given, &buffers, &memory)).collect::<Result<_>>()?;
    // Data of the file may hold addresses of buffers.
    for given in request.symbols.iter().filter(|given| !is_texture(given)) {
        set(&mut image, given, (&buffers, &mut memory), &mut load)?;
    }
    if request.heap != 0 {
        memory.set_heap(request.heap).plain()?;
    }
    let setup = Setup::read(request.setup.iter().map(String::as_str), &TARGETS.of(image.target).isa().machine);
    let launch = Launch {
        setup: setup.context(OptionName::Set)?,
        dynamic_shared: request.dynamic_shared,
        stack: request.stack,
        offset: request.offset,
        cooperative: request.cooperative,
        references,
        assumptions: request.assumptions,
        ..Launch::on(request.grid, args)
    };
    let dispatch = TARGETS.prepare(&image, &kernel, &mut memory, &launch).map_err(refused)?;
    let not_modelled = unmodelled(&image, &kernel, &dispatch.program);
    Ok(Prepared { image, dispatch, memory, buffers, not_modelled })
}

/// Why a launch is not made: by the caller's mistake, or because it lies outside the model.
fn refused(error: LaunchError) -> Error {
    match error {
        LaunchError::NeedsHost { .. }
        | LaunchError::NotModelled { .. }
        | LaunchError::Undecoded { .. }
        | LaunchError::Target { .. } => Error::outside(error),
        _ => Error::new(error),
    }
}

/// Makes the launch of a case, which has one. `kernel` replaces the one that the case names.
///
/// # Errors
/// When the case has several launches, or does not fit the file.
pub fn prepare_case(image: &Image, case: &Case, kernel: Option<&str>, assumptions: &Assumptions) -> Result<Prepared> {
    let bytes: u64 = case.buffers.iter().map(|b| b.byte_length() as u64).sum();
    room(2 * bytes, "the buffers of the case")?;
    let entry = case.launches.first().map(|launch| &*launch.entry);
    let kernel = image.find(kernel.or(entry)).plain()?;
    let Single { dispatch, memory, bases } =
        suite::single(TARGETS, image, case, Some(&kernel.name), assumptions).plain()?;
    let place = |(buffer, base): (&BufferSpec, Option<u64>)| {
        Some(Placed { name: buffer.name.clone(), ty: buffer.ty, address: base? })
    };
    let buffers = case.buffers.iter().zip(bases).filter_map(place).collect();
    let not_modelled = unmodelled(image, kernel, &dispatch.program);
    Ok(Prepared { image: image.clone(), dispatch, memory, buffers, not_modelled })
}

/// Buffers by their names, with their bytes.
pub type NamedBuffers = Vec<(String, Vec<u8>)>;

/// Runs all launches of a case, one after another on the same memory, and gives back how the last of them ended and what is in each
/// buffer then. Launches after one that does not complete are not made.
///
/// # Errors
/// When the case does not fit the file.
pub fn run_case(
    image: &Image,
    case: &Case,
    assumptions: &Assumptions,
    options: Options<'_>,
) -> Result<(Outcome, NamedBuffers)> {
    let bytes: u64 = case.buffers.iter().map(|b| b.byte_length() as u64).sum();
    room(2 * bytes, "the buffers of the case")?;
    let launch = |dispatch: &Dispatch, memory: &Memory| isotope_machine::launch(dispatch, memory, options);
    let ran = suite::run_with(TARGETS, image, case, None, assumptions, launch).plain()?;
    Ok((ran.outcome, ran.buffers.into_iter().map(|buffer| (buffer.name, buffer.bytes)).collect()))
}

/// Code without a container as a file of one kernel, whose parameters are as large as the arguments of the launch, one after another; `entry` is the
/// byte offset of its first instruction. [`isotope_object::raw`] says what such a kernel starts with.
///
/// # Errors
/// What is wrong with code, entry or arguments; targets whose code has a container always.
///
/// # Examples
/// ```
/// use isotope::{Request, argument, raw, run};
/// let target = isotope::target("gfx1100")?;
/// let texts = ["s_load_b64 s[2:3], s[0:1], null", "s_waitcnt lgkmcnt(0)", "v_mov_b32 v0, 0", "v_mov_b32 v1, 7",
///     "global_store_b32 v0, v1, s[2:3]", "s_endpgm"].map(String::from);
/// let source = target.source_of(&texts).unwrap();
/// let code = target.assemble(isotope_target::Mode::Documented, &source, isotope_target::Output::File).unwrap();
/// let request = Request::new(1, 1, vec![argument("out=u32[1]:0")?]);
/// let none = |_: &str| Err(isotope::Error::new("no files"));
/// let ran = run(&raw(target, &code, 0, &request, none)?, &request, Default::default(), none)?;
/// assert_eq!(ran.bytes("out"), Some(&[7, 0, 0, 0][..]));
/// # Ok::<(), isotope::Error>(())
/// ```
pub fn raw(
    target: &dyn isotope_target::Target,
    code: &[u8],
    entry: u32,
    request: &Request,
    load: impl FnMut(&str) -> Result<Vec<u8>>,
) -> Result<Image> {
    // Sizes do not depend on where buffers lie.
    let blank = target.raw(code, entry, &[]).plain()?;
    let (args, _) = place(&request.arguments, &request.buffers, &blank.kernels[0], &mut Memory::new(), load)?;
    let size = |arg: &Arg| match arg {
        Arg::Local(_) => 4,
        other => other.size() as u32,
    };
    target.raw(code, entry, &args.iter().map(size).collect::<Vec<_>>()).plain()
}

/// The texture that a reference of the file is bound to.
fn reference(given: &Argument, placed: &[Placed], memory: &Memory) -> Result<(String, Texture)> {
    let Argument::Buffer { name, bound: Bound::Texture(texture), .. } = given else { bail!("expected a texture") };
    let buffer = placed.iter().find(|buffer| buffer.name == *name).context("it was placed")?;
    let bound = bound_texture(name, texture, buffer.address, buffer.size(memory));
    Ok((name.clone(), bound.with_context(|| OptionName::Symbol.with(format_args!("texture:{name}")))?))
}

/// Gives data of the file what it starts with.
fn set(
    image: &mut Image,
    given: &Argument,
    placed: (&[Placed], &mut Memory),
    load: impl FnMut(&str) -> Result<Vec<u8>>,
) -> Result<()> {
    let (name, value) = match given {
        Argument::Buffer { name, bound: Bound::Address, .. } => (name, given),
        Argument::Named(name, value) => (name, &**value),
        _ => bail!("expected NAME=VALUE, as in counter=7 or table=u32[4]:1,2, or texture:NAME=FORMAT[W,H]:VALUES"),
    };
    let place = || OptionName::Symbol.with(name);
    let size = image.object(name).with_context(place)?.size;
    let bytes = contents(value, size, placed, load).with_context(place)?;
    image.set_object(name, &bytes).with_context(place)
}

/// Runs a kernel of a file that [`load`](crate::load) or [`load_with`](crate::load_with) read. `load` gives the bytes of a file
/// that an argument names.
///
/// # Faults
/// What the machine does wrong is the outcome of a run, not an error.
/// # Errors
/// When there is no such kernel, or arguments, shape and kernel do not fit together.
///
/// # Examples
/// ```
/// use isotope::{Error, Request, argument, run};
/// let image = isotope_targets::TARGETS.load(include_bytes!("../samples/histogram256.cubin")).unwrap();
/// let arguments = ["data=u8[64]:7", "16", "bins=u32[256]:0"].map(|text| argument(text).unwrap());
/// let ran = run(&image, &Request::new(1, 32, arguments.into()), Default::default(), |_| Err(Error::new("no files")))?;
/// assert_eq!(ran.bytes("bins").unwrap()[7 * 4], 64);
/// assert_eq!(ran.json()["buffers"]["bins"]["bits"][7], "0x00000040");
/// # Ok::<(), Error>(())
/// ```
pub fn run(
    image: &Image,
    request: &Request,
    options: Options<'_>,
    load: impl FnMut(&str) -> Result<Vec<u8>>,
) -> Result<Ran> {
    let prepared = prepare(image, request, load)?;
    // All of them are given back.
    prepared.buffers.iter().try_for_each(|placed| placed.is_small(&prepared.memory))?;
    let Report { outcome, stats } = isotope_machine::launch(&prepared.dispatch, &prepared.memory, options);
    let printed = prepared.printed(&prepared.memory);
    let lines = report::lines(image, &prepared.dispatch, &outcome);
    let Prepared { memory, buffers, not_modelled, .. } = prepared;
    let bytes = |placed: Placed| {
        let bytes = placed.bytes(&memory);
        (placed, bytes)
    };
    let buffers = buffers.into_iter().map(bytes).collect();
    Ok(Ran { printed, lines, outcome, stats, buffers, not_modelled })
}
