//! Isotope as one of those that `tools/peers/peers.py` compares: reads lines, answers each with one. `opencl.c` beside it does the same
//! with an OpenCL device.
//!
//! * `load ID FILE ENTRY GROUPS SIZE DATA N OUT ARG..`: a kernel of a compiler's file; buffers `in` (the first N words of the file DATA)
//!   and `out` (OUT words of zero); arguments are `in`, `out`, `n` or a number of 32 bits. Answers `ok`.
//! * `run ID LAUNCHES ENGINE THREADS`: so many launches, before each of which buffers get again what they held, after one that is not
//!   timed where it is the first.
//!   Answers nanoseconds of the host's clock, of processor time, of the kernel alone (for Isotope the first again), lane-instructions
//!   and lane-atomics of one launch, and the FNV-1a hash of `out` after the last.
//!
//! Times are those of [`isotope_machine::launch`] alone. What goes wrong is answered by `error` with a text.

use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use cpu_time::ProcessTime;
use isotope_jit::Jit;
use isotope_machine::mem::Memory;
use isotope_machine::native::Native;
use isotope_machine::{Dispatch, Options, Outcome};
use isotope_object::Image;
use isotope_target::launch::{Arg, Launch};
use isotope_targets::TARGETS;

/// Times that waves come to a step before code is made for it: the launch that is not timed is to make all of it.
const SOON: u32 = 32;

/// A kernel that waits to be launched.
struct Loaded {
    dispatch: &'static Dispatch,
    memory: Memory,
    /// What buffers hold before a launch. They are written again rather than made again, as OpenCL's are: memory that the host has to give
    /// page by page would be timed with the launch.
    start: Vec<Vec<u8>>,
    code: Option<Jit<'static>>,
    /// Engines and threads that ran it once.
    warm: Vec<(bool, usize)>,
}

fn main() -> Result<()> {
    let mut kernels = HashMap::new();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split(' ').collect();
        let answer = match words[..] {
            ["load", id, file, entry, groups, size, data, n, out, ref args @ ..] => {
                load(file, entry, (groups, size), (data, n, out), args).map(|loaded| {
                    kernels.insert(id.to_string(), loaded);
                    "ok".to_string()
                })
            }
            ["run", id, launches, engine, threads] => match kernels.get_mut(id) {
                Some(loaded) => run(loaded, launches, engine, threads),
                None => Err(anyhow::anyhow!("no kernel `{id}` is loaded")),
            },
            _ => Err(anyhow::anyhow!("`{line}` is neither `load` nor `run` with their arguments")),
        };
        let answer = answer.unwrap_or_else(|error| format!("error {error:#}").replace('\n', " "));
        println!("{answer}");
        std::io::stdout().flush()?;
    }
    Ok(())
}

/// A file of a compiler; vISA's text has its arguments in a file beside it.
fn image(file: &str) -> Result<Image> {
    let read = |path: &Path| std::fs::read(path).with_context(|| format!("cannot read `{}`", path.display()));
    let bytes = read(file.as_ref())?;
    if !file.ends_with(".visaasm") {
        return Ok(isotope_targets::TARGETS.load(&bytes)?);
    }
    let info = String::from_utf8(read(&Path::new(file).with_extension("zeinfo"))?)?;
    Ok(isotope_intel::ze::parse(&info, |_| Some(bytes.clone()))?)
}

fn load(
    file: &str,
    entry: &str,
    (groups, size): (&str, &str),
    (data, n, out): (&str, &str, &str),
    args: &[&str],
) -> Result<Loaded> {
    let (n, words): (u32, u64) = (n.parse()?, out.parse()?);
    let mut bytes = std::fs::read(data).with_context(|| format!("cannot read `{data}`"))?;
    ensure!(bytes.len() >= 4 * n as usize, "`{data}` has fewer than {n} words");
    bytes.truncate(4 * n as usize);
    let mut memory = Memory::new();
    let data = memory.allocate("in", &bytes)?;
    let out = memory.allocate_zeros("out", 4 * words)?;
    let arg = |text: &&str| {
        Ok(match *text {
            "in" => Arg::Address(data),
            "out" => Arg::Address(out),
            "n" => Arg::U32(n),
            number => Arg::U32(number.parse().with_context(|| format!("`{number}` is no argument"))?),
        })
    };
    let args = args.iter().map(arg).collect::<Result<_>>()?;
    let image = image(file)?;
    let launch = Launch::new([groups.parse()?, 1, 1], [size.parse()?, 1, 1], args);
    let dispatch = TARGETS.prepare(&image, image.kernel(Some(entry))?, &mut memory, &launch)?;
    // Code borrows it, and all of them live as long as the process.
    let dispatch: &'static Dispatch = Box::leak(Box::new(dispatch));
    let start = memory.regions().iter().map(|r| r.store.as_ref().map(|s| s.to_bytes()).unwrap_or_default()).collect();
    Ok(Loaded { dispatch, memory, start, code: Jit::after(dispatch, SOON), warm: Vec::new() })
}

fn run(loaded: &mut Loaded, launches: &str, engine: &str, threads: &str) -> Result<String> {
    let (launches, threads): (u32, usize) = (launches.parse()?, threads.parse()?);
    let native = match engine {
        "interp" => false,
        "jit" => true,
        _ => bail!("`{engine}` is no engine: `interp` or `jit`"),
    };
    let native_code = loaded.code.as_ref().filter(|_| native).map(|code| code as &dyn Native);
    let options = Options { threads, native: native_code, ..Options::default() };
    let (mut wall, mut cpu) = (Duration::ZERO, Duration::ZERO);
    let (mut stats, mut hash) = (None, 0);
    let cold = !loaded.warm.contains(&(native, threads));
    if cold {
        loaded.warm.push((native, threads));
    }
    for launch in 0..launches + u32::from(cold) {
        let memory = &loaded.memory;
        for (region, bytes) in memory.regions().iter().zip(&loaded.start) {
            if let Some(store) = &region.store {
                store.write_bytes(0, bytes);
            }
        }
        let (begun, busy) = (Instant::now(), ProcessTime::now());
        let report = isotope_machine::launch(loaded.dispatch, memory, options);
        let took = (begun.elapsed(), busy.elapsed());
        ensure!(report.outcome == Outcome::Done, "the launch ended with {:?}", report.outcome);
        if launch > 0 || !cold {
            wall += took.0;
            cpu += took.1;
        }
        stats = Some(report.stats);
        if launch + 1 == launches + u32::from(cold) {
            let store = memory.region("out").and_then(|region| region.store.as_ref()).context("no buffer `out`")?;
            hash = fnv(&store.to_bytes());
        }
    }
    let stats = stats.context("no launch was asked for")?;
    let (wall, cpu) = (wall.as_nanos(), cpu.as_nanos());
    Ok(format!("{wall} {cpu} {wall} {} {} {hash:016x}", stats.lane_instructions, stats.lane_atomics))
}

/// FNV-1a of 64 bits.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}
