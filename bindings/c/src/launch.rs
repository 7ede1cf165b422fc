//! Launches: made step by step, run, and asked what they left.

use std::ffi::{CString, c_char, c_void};

use isotope::machine::{Options, Outcome, Stop};
use isotope::{Argument, Bound, Content, Engine, Prepared, Request, prepare, report};

use crate::{
    Failure, Image, Result, Status, free, give, guarded, handle, handle_mut, slice, slice_mut, text, value, words,
    wrong,
};

/// A launch of a kernel. One thread at a time may use it.
pub struct Launch {
    image: isotope::Image,
    request: Request,
    assume: Vec<String>,
    seed: u64,
    threads: usize,
    engine: Engine,
    max_steps: Option<u64>,
    resident: Option<u32>,
    /// Where what is left of buffers goes: the name, address and length.
    back: Vec<(String, *mut u8, usize)>,
    left: Option<Prepared>,
    printed: CString,
    outcome: CString,
}

/// What ran.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Stats {
    /// Instructions of waves.
    pub wave_instructions: u64,
    /// The same, times the lanes that executed them.
    pub lane_instructions: u64,
    /// Atomic operations of lanes.
    pub lane_atomics: u64,
}

/// Where a launch stopped.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    /// Whether it stopped at one place; nothing else counts where it did not.
    pub known: bool,
    /// Index of the group in x, y, z.
    pub group: [u32; 3],
    /// Wave of the group.
    pub wave: u32,
    /// The first lane that it happened in; -1 where it is the whole wave.
    pub lane: i32,
    /// Byte address of the instruction from the start of the kernel's code.
    pub address: u32,
}

/// A launch of a kernel of one group of one work-item, without arguments. `kernel` is a name, a demangled one or a part that no other has; NULL is the
/// only one of the file.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_launch_new(
    image: *const Image,
    kernel: *const c_char,
    out: *mut *mut Launch,
) -> Status {
    // SAFETY: the caller's promise.
    unsafe {
        give(out, || {
            let image = handle(image, "image")?.image.clone();
            let kernel = if kernel.is_null() { None } else { Some(words(kernel, "kernel")?) };
            let mut request = Request::new(1, 1, Vec::new());
            request.kernel = Some(image.find(kernel).map_err(|error| wrong(error.to_string()))?.name.clone());
            Ok(Launch {
                image,
                request,
                assume: Vec::new(),
                seed: 0,
                threads: 1,
                engine: Engine::DEFAULT,
                max_steps: None,
                resident: None,
                back: Vec::new(),
                left: None,
                printed: CString::default(),
                outcome: CString::default(),
            })
        })
    }
}

/// Frees a launch. NULL does nothing.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_launch_free(launch: *mut Launch) {
    // SAFETY: the caller's promise.
    unsafe { free(launch) }
}

/// Groups, and the size of one, in x, y, z.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_launch_shape(
    launch: *mut Launch,
    groups_x: u32,
    groups_y: u32,
    groups_z: u32,
    size_x: u32,
    size_y: u32,
    size_z: u32,
) -> Status {
    guarded(|| {
        // SAFETY: the caller's promise.
        let launch = unsafe { handle_mut(launch, "launch") }?;
        let (groups, size) = ([groups_x, groups_y, groups_z], [size_x, size_y, size_z]);
        launch.request.grid =
            isotope::Grid::new(groups, size).with_dimensions(if groups_z != 1 || size_z != 1 { 3 } else { 1 });
        Ok(())
    })
}

fn buffer(name: &str, bytes: &[u8]) -> Argument {
    Argument::Buffer { name: name.into(), bound: Bound::Address, ty: None, content: Content::Bytes(bytes.into()) }
}

/// The next argument: the address of a buffer with these bytes, which are copied now.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_launch_input(
    launch: *mut Launch,
    name: *const c_char,
    bytes: *const c_void,
    size: usize,
) -> Status {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (launch, name, bytes) =
            unsafe { (handle_mut(launch, "launch")?, words(name, "name")?, slice(bytes.cast::<u8>(), size, "bytes")?) };
        launch.request.arguments.push(buffer(name, bytes));
        Ok(())
    })
}

/// The next argument: the address of a buffer that begins with these bytes as they are when the launch runs. They are replaced by what the kernel
/// left, also when the launch stops early, and must live until then.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_launch_inout(
    launch: *mut Launch,
    name: *const c_char,
    bytes: *mut c_void,
    size: usize,
) -> Status {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (launch, name) = unsafe { (handle_mut(launch, "launch")?, words(name, "name")?) };
        let bytes = bytes.cast::<u8>();
        // SAFETY: the caller's promise; it is looked at again when the launch runs.
        unsafe { slice(bytes.cast_const(), size, "bytes")? };
        launch.request.arguments.push(buffer(name, &[]));
        launch.back.push((name.into(), bytes, size));
        Ok(())
    })
}

/// The next argument: so many bytes by value, such as a number or a struct as C has it.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_launch_value(launch: *mut Launch, value: *const c_void, size: usize) -> Status {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (launch, bytes) = unsafe { (handle_mut(launch, "launch")?, slice(value.cast::<u8>(), size, "value")?) };
        launch
            .request
            .arguments
            .push(Argument::Array { bytes: bytes.to_vec(), align: size.next_power_of_two().min(16) });
        Ok(())
    })
}

/// The next argument: a number of 32 bits.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_launch_u32(launch: *mut Launch, value: u32) -> Status {
    // SAFETY: the caller's promise; the number lives during the call.
    unsafe { isotope_launch_value(launch, (&raw const value).cast(), 4) }
}

/// The next argument: a number of 64 bits.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_launch_u64(launch: *mut Launch, value: u64) -> Status {
    // SAFETY: the caller's promise; the number lives during the call.
    unsafe { isotope_launch_value(launch, (&raw const value).cast(), 8) }
}

/// The next argument: a float of 32 bits.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_launch_f32(launch: *mut Launch, value: f32) -> Status {
    // SAFETY: the caller's promise; the number lives during the call.
    unsafe { isotope_launch_value(launch, (&raw const value).cast(), 4) }
}

/// The next argument, as `isotope run --arg` takes it: `out=u32[16]:0`, `local:256`, `&out+16`, `1500`. What is left of a buffer of it,
/// `isotope_launch_read` gives.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_launch_argument(launch: *mut Launch, argument: *const c_char) -> Status {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (launch, argument) = unsafe { (handle_mut(launch, "launch")?, words(argument, "argument")?) };
        launch.request.arguments.push(isotope::argument(argument)?);
        Ok(())
    })
}

/// An option by the name that it has on the command line: `seed`, `threads`, `engine` (`auto`, `interp` or `jit`), `max-steps`, `resident`, `shared`, `stack`,
/// `heap`, `cooperative` (0 or 1), and as often as wanted `assume` (`nv.l2_nan=quiet`), `set` (`gws.base=8`), `symbol` (`counter=7`), `buffer` (`pool=u32[64]:0`).
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_launch_option(
    launch: *mut Launch,
    name: *const c_char,
    value: *const c_char,
) -> Status {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (launch, name, value) =
            unsafe { (handle_mut(launch, "launch")?, words(name, "name")?, words(value, "value")?) };
        let request = &mut launch.request;
        match name {
            "seed" => launch.seed = number(name, value)?,
            "threads" => launch.threads = number(name, value)?,
            "engine" => launch.engine = Engine::parse(value)?,
            "max-steps" => launch.max_steps = Some(number(name, value)?),
            "resident" => launch.resident = Some(number(name, value)?),
            "shared" => request.dynamic_shared = number(name, value)?,
            "stack" => request.stack = Some(number(name, value)?),
            "heap" => request.heap = number(name, value)?,
            "cooperative" => request.cooperative = number::<u8>(name, value)? != 0,
            "assume" => {
                let all = launch.assume.iter().map(String::as_str).chain([value]);
                request.assumptions = isotope::assumptions(all)?;
                launch.assume.push(value.into());
            }
            "set" => request.setup.push(value.into()),
            "symbol" => request.symbols.push(isotope::argument(value)?),
            "buffer" => request.buffers.push(isotope::buffer(value)?),
            other => {
                return Err(wrong(format!(
                    "option: expected seed, threads, engine, max-steps, resident, shared, stack, heap, cooperative, assume, set, symbol or \
                     buffer, found `{other}`"
                )));
            }
        }
        Ok(())
    })
}

fn number<T: std::str::FromStr>(name: &str, value: &str) -> Result<T> {
    value.parse().map_err(|_| wrong(format!("{name}: expected a number, found `{value}`")))
}

/// Runs it, as often as wanted. `ISOTOPE_STATUS_OK` is a launch that has completed; others say how it ended, and `isotope_last_error` in words. `stats` and
/// `place` may be NULL.
///
/// # Safety
/// As the module says; no other thread uses the buffers of `isotope_launch_inout` meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_launch_run(launch: *mut Launch, stats: *mut Stats, place: *mut Place) -> Status {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (launch, stats, place) = unsafe { (handle_mut(launch, "launch")?, stats.as_mut(), place.as_mut()) };
        launch.left = None;
        let mut request = launch.request.clone();
        for (name, bytes, size) in &launch.back {
            // SAFETY: the caller promised that the buffer lives, when it was given.
            let held = unsafe { slice(bytes.cast_const(), *size, name)? };
            let mut arguments = request.arguments.iter_mut();
            if let Some(argument) =
                arguments.find(|argument| matches!(argument, Argument::Buffer { name: n, .. } if n == name))
            {
                *argument = buffer(name, held);
            }
        }
        let no_files =
            |name: &str| Err(isotope::Error::new(format!("`@{name}`: give its bytes with isotope_launch_input")));
        let prepared = prepare(&launch.image, &request, no_files)?;
        let options = Options {
            seed: launch.seed,
            threads: launch.threads.max(1),
            resident: launch.resident,
            ..Options::default()
        };
        let options =
            launch.max_steps.map_or(options, |max_steps| Options { max_steps, idle_steps: u64::MAX, ..options });
        let ran = launch.engine.launch(&prepared.dispatch, &prepared.memory, options);
        for (name, bytes, size) in &launch.back {
            let (_, left) = prepared.bytes(name, &prepared.memory)?;
            // SAFETY: the caller promised that the buffer lives and that no other thread uses it meanwhile.
            unsafe { slice_mut(*bytes, *size, name)? }.copy_from_slice(&left);
        }
        if let Some(stats) = stats {
            let isotope::machine::Stats { wave_instructions, lane_instructions, lane_atomics, .. } = ran.stats;
            *stats = Stats { wave_instructions, lane_instructions, lane_atomics };
        }
        if let Some(place) = place {
            *place = where_it_stopped(&ran.outcome);
        }
        launch.printed = text(&String::from_utf8_lossy(&prepared.printed(&prepared.memory)));
        launch.outcome = text(report::word(&ran.outcome));
        let lines = report::lines(&launch.image, &prepared.dispatch, &ran.outcome);
        launch.left = Some(prepared);
        ended(&ran.outcome).map_or(Ok(()), |status| {
            let told = format!("{}\n{}", report::reason(&ran.outcome), report::source(&ran.outcome, &lines));
            Err(Failure(status, told.trim_end().to_string()))
        })
    })
}

/// How a launch ended, if it did not complete.
fn ended(outcome: &Outcome) -> Option<Status> {
    Some(match outcome {
        Outcome::Done => return None,
        Outcome::Hung(hang) if hang.proven() => Status::Deadlock,
        Outcome::Hung(_) => Status::Undecided,
        Outcome::Stopped { stop: Stop::Fault(_), .. } => Status::Fault,
        Outcome::Stopped { stop: Stop::Unspecified { .. }, .. } => Status::Unspecified,
        Outcome::Stopped { stop: Stop::NotModelled { .. }, .. } => Status::NotModelled,
    })
}

fn where_it_stopped(outcome: &Outcome) -> Place {
    let Outcome::Stopped { place, stop } = outcome else { return Place::default() };
    let lane = stop.lane().map_or(-1, |lane| lane as i32);
    Place { known: true, group: place.group, wave: place.wave, lane, address: place.address }
}

/// How the last run ended: `completed`, `faulted`, `deadlock`, `livelock`, `undecided`, `unspecified`, `not modelled`; empty before. It lives until the launch
/// runs again or is freed.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_launch_outcome(launch: *const Launch) -> *const c_char {
    // SAFETY: the caller's promise.
    value(std::ptr::null(), || Ok(unsafe { handle(launch, "launch") }?.outcome.as_ptr()))
}

/// What the kernel printed in the last run, up to a zero in it. It lives until the launch runs again or is freed.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_launch_printed(launch: *const Launch) -> *const c_char {
    // SAFETY: the caller's promise.
    value(std::ptr::null(), || Ok(unsafe { handle(launch, "launch") }?.printed.as_ptr()))
}

/// The bytes that a buffer, or data of the file, had after the last run. `bytes` has room for `size` of them; `needed` (or NULL) is how many there are.
///
/// # Safety
/// As the module says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_launch_read(
    launch: *const Launch,
    name: *const c_char,
    bytes: *mut c_void,
    size: usize,
    needed: *mut usize,
) -> Status {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (launch, name, needed) = unsafe { (handle(launch, "launch")?, words(name, "name")?, needed.as_mut()) };
        let left = launch.left.as_ref().ok_or_else(|| wrong("expected a launch that has run"))?;
        let (_, held) = left.bytes(name, &left.memory)?;
        if let Some(needed) = needed {
            *needed = held.len();
        }
        if size == 0 && bytes.is_null() {
            return Ok(());
        }
        if size < held.len() {
            return Err(wrong(format!("{name}: expected room for {} bytes, found {size}", held.len())));
        }
        // SAFETY: the caller's promise.
        unsafe { slice_mut(bytes.cast::<u8>(), held.len(), "bytes")? }.copy_from_slice(&held);
        Ok(())
    })
}
