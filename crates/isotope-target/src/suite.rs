//! Runs a case of the kernel suite on the output of a vendor's compiler.
//!
//! [`run`] builds the buffers of a [`Case`], launches its kernels one after another and returns the final buffers and how each launch
//! ended; [`Case::check`] then checks them. The caller reads the files.

use isotope_op::assume::Assumptions;

use crate::Registry;
use crate::case::{ArgSpec, Buffer, BufferSpec, Case, CaseError, CheckResult, LaunchSpec, Scenario};
use crate::launch::{Arg, Launch, LaunchError, object_address};
use crate::setup::{Setup, SetupError};
use isotope_machine::mem::sample::Texture;
use isotope_machine::mem::{MapError, Memory};
use isotope_machine::{Dispatch, Options, Outcome, Report, Stats};
use isotope_object::{Image, LoadError};

/// A case that cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// Its buffers cannot be built.
    #[error(transparent)]
    Case(#[from] CaseError),
    /// The file has no such kernel.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// Its buffers do not fit.
    #[error(transparent)]
    Map(#[from] MapError),
    /// A launch does not fit the kernel.
    #[error("launch {index}: {error}")]
    Launch {
        /// Position of the launch in the case.
        index: usize,
        /// The error.
        error: LaunchError,
    },
    /// A buffer is in the GDS, but the kernel does not use the GDS.
    #[error("buffer `{buffer}` lies in the GDS, and kernel `{kernel}` does not ask the device's unit: leave `gds` out")]
    NoUnit {
        /// The buffer.
        buffer: String,
        /// The kernel of the first launch.
        kernel: String,
    },
    /// The case must have one launch.
    #[error(
        "expected a case of one launch, found {found}: what a launch leaves for the next depends on its schedule; make a case of each"
    )]
    Several {
        /// Number of its launches.
        found: usize,
    },
}

/// Addresses of buffers; `None` for a buffer in the GDS.
pub type Bases = Vec<Option<u64>>;

/// The launch of a case, ready to be run.
#[derive(Clone, Debug)]
pub struct Single {
    /// The dispatch.
    pub dispatch: Dispatch,
    /// Initial memory.
    pub memory: Memory,
    /// Addresses of the case's buffers, in their order; `None` for a buffer in the GDS.
    pub bases: Bases,
}

/// The result of running a case.
#[derive(Clone, Debug)]
pub struct CaseRun {
    /// How the last launch that ran ended; launches after one that did not complete are skipped.
    pub outcome: Outcome,
    /// Statistics over all launches.
    pub stats: Stats,
    /// The final buffers.
    pub buffers: Vec<Buffer>,
}

/// The name of a target in checks.
pub fn target_name(targets: Registry, image: &Image) -> &'static str {
    targets.of(image.target).isa().cases
}

/// Whether an image has every kernel that a case launches.
pub fn fits(image: &Image, case: &Case) -> bool {
    !case.launches.is_empty() && case.launches.iter().all(|l| image.kernels.iter().any(|k| k.name == l.entry))
}

/// Runs every launch of `case` on `image`. `kernel` replaces the entry that the case names.
///
/// # Errors
/// If the case does not fit the image.
///
/// # Examples
/// ```
/// use isotope_target::case::{Case, Verdict};
/// use isotope_machine::{Options, Outcome};
/// use isotope_target::suite;
/// let cubin = std::fs::read("samples/histogram256.cubin").unwrap();
/// let case = std::fs::read_to_string("samples/histogram256.base.json").unwrap();
/// let image = isotope_targets::TARGETS.load(&cubin).unwrap();
/// let case = Case::parse(isotope_targets::TARGETS.cases, &case).unwrap();
/// let run = suite::run(isotope_targets::TARGETS, &image, &case, None, Options::default()).unwrap();
/// assert_eq!(run.outcome, Outcome::Done);
/// assert!(case.check("sm_50", &run.buffers).iter().all(|c| c.verdict == Verdict::Holds));
/// ```
pub fn run(
    targets: Registry,
    image: &Image,
    case: &Case,
    kernel: Option<&str>,
    options: Options<'_>,
) -> Result<CaseRun, SuiteError> {
    run_with(targets, image, case, kernel, &Assumptions::DEFAULT, |dispatch, memory| {
        isotope_machine::launch(dispatch, memory, options)
    })
}

/// Runs with the caller's launch function and assumptions.
///
/// # Errors
/// If the case does not fit the image.
pub fn run_with(
    targets: Registry,
    image: &Image,
    case: &Case,
    kernel: Option<&str>,
    assumptions: &Assumptions,
    mut launch: impl FnMut(&Dispatch, &Memory) -> Report,
) -> Result<CaseRun, SuiteError> {
    let (mut memory, mut buffers, bases) = opened(targets, image, case, assumptions)?;
    let places = places(&case.buffers, &bases);
    let mut stats = Stats::default();
    let mut outcome = Outcome::Done;
    for index in 0..case.launches.len() {
        let dispatch = prepare(targets, image, case, index, kernel, assumptions, (&mut memory, &bases))?;
        if index == 0 {
            fill_unit(&memory, &places, &buffers, &dispatch)?;
        }
        let report = launch(&dispatch, &memory);
        stats += report.stats;
        outcome = report.outcome;
        if outcome != Outcome::Done {
            break;
        }
    }
    read_back(&memory, &places, &mut buffers);
    Ok(CaseRun { outcome, stats, buffers })
}

/// The only launch of a case, as [`run_with`] would make it.
///
/// # Errors
/// If the case does not fit the image, or has several launches.
pub fn single(
    targets: Registry,
    image: &Image,
    case: &Case,
    kernel: Option<&str>,
    assumptions: &Assumptions,
) -> Result<Single, SuiteError> {
    if case.launches.len() != 1 {
        return Err(SuiteError::Several { found: case.launches.len() });
    }
    let (mut memory, buffers, bases) = opened(targets, image, case, assumptions)?;
    let dispatch = prepare(targets, image, case, 0, kernel, assumptions, (&mut memory, &bases))?;
    fill_unit(&memory, &places(&case.buffers, &bases), &buffers, &dispatch)?;
    Ok(Single { dispatch, memory, bases })
}

/// Memory with the buffers of a case, and their addresses.
fn opened(
    targets: Registry,
    image: &Image,
    case: &Case,
    assumptions: &Assumptions,
) -> Result<(Memory, Vec<Buffer>, Bases), SuiteError> {
    let mut memory = Memory::laid_out(targets.of(image.target).launch_rules(assumptions).addresses);
    let buffers = case.initial()?;
    let bases = allocated(&mut memory, &case.buffers, &buffers)?;
    Ok((memory, buffers, bases))
}

/// Puts buffers into memory, except those in the GDS.
fn allocated(memory: &mut Memory, specs: &[BufferSpec], buffers: &[Buffer]) -> Result<Bases, MapError> {
    let place = |(spec, b): (&BufferSpec, &Buffer)| match spec.gds {
        None => memory.allocate(&b.name, &b.bytes).map(Some),
        Some(_) => Ok(None),
    };
    specs.iter().zip(buffers).map(place).collect()
}

/// The location of a buffer.
#[derive(Clone, Copy)]
enum BufferPlace {
    Memory(u64),
    Gds(u32),
}

fn places(specs: &[BufferSpec], bases: &[Option<u64>]) -> Vec<BufferPlace> {
    let place = |(spec, base): (&BufferSpec, &Option<u64>)| match base {
        Some(base) => BufferPlace::Memory(*base),
        None => BufferPlace::Gds(spec.gds.unwrap_or(0)),
    };
    specs.iter().zip(bases).map(place).collect()
}

/// Puts buffers into the GDS, which the first launch creates.
fn fill_unit(memory: &Memory, places: &[BufferPlace], buffers: &[Buffer], first: &Dispatch) -> Result<(), SuiteError> {
    for (place, buffer) in places.iter().zip(buffers) {
        let BufferPlace::Gds(at) = *place else { continue };
        let Some(mut unit) = memory.unit() else {
            let (buffer, kernel) = (buffer.name.clone(), first.program.name.clone());
            return Err(SuiteError::NoUnit { buffer, kernel });
        };
        if let Some(bytes) = unit.gds_mut().bytes_mut().get_mut(at as usize..at as usize + buffer.bytes.len()) {
            bytes.copy_from_slice(&buffer.bytes);
        }
    }
    Ok(())
}

/// One launch of a case.
fn prepare(
    targets: Registry,
    image: &Image,
    case: &Case,
    index: usize,
    kernel: Option<&str>,
    assumptions: &Assumptions,
    (memory, bases): (&mut Memory, &[Option<u64>]),
) -> Result<Dispatch, SuiteError> {
    let spec = &case.launches[index];
    let kernel = image.kernel(Some(kernel.unwrap_or(&spec.entry)))?;
    let args = spec.args.iter().map(|arg| argument(arg, bases)).collect();
    let setup = setup(targets, image, spec).map_err(|error| SuiteError::Launch { index, error: error.into() })?;
    let request =
        Launch { assumptions: *assumptions, setup, dynamic_shared: spec.shared, ..Launch::on(spec.grid, args) };
    targets.prepare(image, kernel, memory, &request).map_err(|error| SuiteError::Launch { index, error })
}

/// Initial state of the machine for a launch.
fn setup(targets: Registry, image: &Image, spec: &LaunchSpec) -> Result<Setup, SetupError> {
    Setup::read(spec.set(target_name(targets, image)), &targets.of(image.target).isa().machine)
        .map_err(|error| error.at("set"))
}

fn argument(arg: &ArgSpec, bases: &[Option<u64>]) -> Arg {
    // The reader of cases refuses arguments without an address.
    let base = |buffer: usize| bases[buffer].unwrap_or(0);
    match arg {
        ArgSpec::Buffer { buffer, offset } => Arg::Address(base(*buffer) + offset),
        ArgSpec::Surface { buffer, bytes } => Arg::Surface { address: base(*buffer), bytes: *bytes },
        ArgSpec::Image { buffer, shape } => Arg::Image { address: base(*buffer), shape: *shape },
        ArgSpec::Texture { buffer, texture } => Arg::Texture(Texture { base: base(*buffer), ..*texture }),
        ArgSpec::Local { bytes } => Arg::Local(*bytes),
        ArgSpec::Parts(parts) => Arg::Bytes(parts.filled(bases)),
        ArgSpec::Scalar { bytes, .. } => Arg::Bytes(bytes.clone()),
    }
}

/// The result of running a scenario.
#[derive(Clone, Debug)]
pub struct ScenarioRun {
    /// How the last launch that ran ended; launches after one that did not complete are skipped.
    pub outcome: Outcome,
    /// Statistics over all launches.
    pub stats: Stats,
    /// Every check that was made, with the position of its launch; `None` for a check after the last launch.
    pub checks: Vec<(Option<usize>, CheckResult)>,
    /// The final buffers.
    pub buffers: Vec<Buffer>,
    /// The text that kernels printed.
    pub printed: Vec<u8>,
}

/// Runs a scenario on the images of its modules, in their order, with the caller's launch function. All images are for one target.
///
/// # Errors
/// If the scenario does not fit the images.
pub fn run_scenario(
    targets: Registry,
    images: &[Image],
    scenario: &Scenario,
    assumptions: &Assumptions,
    mut launch: impl FnMut(&Image, &Dispatch, &Memory) -> Report,
) -> Result<ScenarioRun, SuiteError> {
    let target = images.first().map_or("", |image| target_name(targets, image));
    let mut images = images.to_vec();
    for (image, module) in images.iter_mut().zip(&scenario.modules) {
        // Sections of two files may have the same name but are different sections.
        for section in image.globals.iter_mut().filter(|section| section.address.is_none()) {
            section.name = format!("{}: {}", module.name, section.name);
        }
    }
    let rules = images.first().map(|image| targets.of(image.target).launch_rules(assumptions).addresses);
    let mut memory = rules.map_or_else(Memory::new, Memory::laid_out);
    if scenario.heap != 0 {
        memory.set_heap(scenario.heap)?;
    }
    let mut buffers = scenario.initial()?;
    let bases = allocated(&mut memory, scenario.buffers(), &buffers)?;
    for data in scenario.data.iter().filter(|data| data.applies(target)) {
        images[data.module].set_object(&data.name, &data.bytes.filled(&bases))?;
    }
    let places = places(scenario.buffers(), &bases);
    let mut run = ScenarioRun {
        outcome: Outcome::Done,
        stats: Stats::default(),
        checks: Vec::new(),
        buffers: Vec::new(),
        printed: Vec::new(),
    };
    for (index, step) in scenario.steps(target).enumerate() {
        let (image, spec) = (&images[step.module], &step.launch);
        let kernel = image.kernel(Some(&spec.entry))?;
        let request = Launch {
            dynamic_shared: step.shared,
            stack: step.stack,
            offset: step.offset,
            cooperative: step.cooperative,
            assumptions: *assumptions,
            setup: setup(targets, image, spec).map_err(|error| SuiteError::Launch { index, error: error.into() })?,
            ..Launch::on(spec.grid, spec.args.iter().map(|arg| argument(arg, &bases)).collect())
        };
        let dispatch = targets
            .prepare(image, kernel, &mut memory, &request)
            .map_err(|error| SuiteError::Launch { index, error })?;
        if index == 0 {
            fill_unit(&memory, &places, &buffers, &dispatch)?;
        }
        let report = launch(image, &dispatch, &memory);
        run.stats += report.stats;
        run.outcome = report.outcome;
        run.printed.extend(targets.printed(image, kernel, &memory));
        if run.outcome != Outcome::Done {
            break;
        }
        read_back(&memory, &places, &mut buffers);
        let found =
            scenario.check(target, Some(step), &buffers, |module, name| data_of(&images[module], &memory, name));
        run.checks.extend(found.into_iter().map(|check| (Some(index), check)));
    }
    read_back(&memory, &places, &mut buffers);
    if run.outcome == Outcome::Done {
        let found = scenario.check(target, None, &buffers, |module, name| data_of(&images[module], &memory, name));
        run.checks.extend(found.into_iter().map(|check| (None, check)));
    }
    run.buffers = buffers;
    Ok(run)
}

/// Data of a file after a launch.
fn data_of(image: &Image, memory: &Memory, name: &str) -> Option<Vec<u8>> {
    let object = image.object(name).ok()?;
    match object_address(image, memory, object) {
        Some(address) => memory.read(address, u32::try_from(object.size).ok()?),
        None => image.object_bytes(object),
    }
}

/// Reads the buffers from memory.
fn read_back(memory: &Memory, places: &[BufferPlace], buffers: &mut [Buffer]) {
    for (buffer, &place) in buffers.iter_mut().zip(places) {
        let base = match place {
            BufferPlace::Memory(base) => base,
            BufferPlace::Gds(at) => {
                let unit = memory.unit();
                let bytes =
                    unit.as_ref().and_then(|u| u.gds().bytes().get(at as usize..at as usize + buffer.bytes.len()));
                bytes.iter().for_each(|bytes| buffer.bytes.copy_from_slice(bytes));
                continue;
            }
        };
        let region = memory.find(base, 0).filter(|r| r.base == base);
        if let Some(store) = region.and_then(|r| r.store.as_ref()) {
            buffer.bytes = store.to_bytes();
        }
    }
}
