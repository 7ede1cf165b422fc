//! Arguments of the verbs that launch kernels: `run`, `explore`, `debug`, `trace`.

use crate::target::{self, Target};
use clap::{Args, Subcommand, ValueHint};
use isotope::Grid;
use std::path::PathBuf;

/// The engine that runs a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum EngineKind {
    /// JIT-compile hot code of launches that are not observed; interpret the rest
    Auto,
    /// The interpreter
    Interp,
    /// JIT-compile from the first step where possible
    Jit,
}

impl From<EngineKind> for isotope::Engine {
    fn from(kind: EngineKind) -> isotope::Engine {
        match kind {
            EngineKind::Auto => isotope::Engine::Auto,
            EngineKind::Interp => isotope::Engine::Interp,
            EngineKind::Jit => isotope::Engine::Jit,
        }
    }
}

impl From<isotope::Engine> for EngineKind {
    fn from(engine: isotope::Engine) -> EngineKind {
        match engine {
            isotope::Engine::Auto => EngineKind::Auto,
            isotope::Engine::Interp => EngineKind::Interp,
            isotope::Engine::Jit => EngineKind::Jit,
        }
    }
}

#[derive(Debug, Args)]
pub struct RunArgs {
    /// Cubins, code objects, zebins with vISA in them, zebins or `.zeinfo` files with vISA beside them, directories of
    /// these, or one suite with bin/ and cases/; or a scenario (.json), which names its files itself (kernels/README.md)
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub files: Vec<PathBuf>,
    /// A case, or a directory of cases
    #[arg(long = "case", value_name = "CASE", value_hint = ValueHint::AnyPath, num_args = 1.., conflicts_with_all = LAUNCH)]
    pub cases: Vec<PathBuf>,
    /// What is launched.
    #[command(flatten)]
    pub launch: LaunchArgs,
    /// Host threads of a launch; 0 takes all cores
    #[arg(short = 'j', long = "jobs", value_name = "N", default_value_t = 1)]
    pub jobs: usize,
    /// Pairs of a file and a case that run at a time, where there are several; unless given, as many as the host has cores for with -j. What is printed is
    /// the same. One with --trace and --trace-memory
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub parallel: Option<u32>,
    /// What runs the kernel. Results, counts and stops are the same
    #[arg(long, value_enum, default_value_t = EngineKind::from(isotope::Engine::DEFAULT), value_name = "ENGINE")]
    pub engine: EngineKind,
    /// Draw the schedule from this seed; 0 takes waves in order
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Wave instructions after which a launch is given up; unless given, 2^30 without the end of a wave
    #[arg(long, value_name = "N")]
    pub max_steps: Option<u64>,
    /// Groups in flight at most, on the modelled machine and whatever -j says; unlimited unless given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub resident: Option<u32>,
    /// Run N times from the same initial buffers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub repeat: u32,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print counts and times on stderr
    #[arg(long)]
    pub stats: bool,
    /// Write what every wave did, as a Chrome trace
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub trace: Option<PathBuf>,
    /// Write every access to memory, a line of JSON each (docs/traces.md)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub trace_memory: Option<PathBuf>,
    /// List on stderr the programming rules that the kernel breaks: barriers that not every work-item reaches, uses of values that were
    /// never written, and rules of the target, such as a missing s_waitcnt
    #[arg(long)]
    pub check_rules: bool,
    /// The same, and a broken rule makes the exit status 1
    #[arg(long)]
    pub deny_rules: bool,
    /// List on stderr which executed instructions rest on something that no document settles, and whether it shows in memory
    #[arg(long)]
    pub fidelity: bool,
    /// The file is code bytes without a container, for the target that -t names; its parameters are as large as the arguments, one after
    /// another
    #[arg(long, requires = "target", requires = "shape", conflicts_with_all = ["cases", "kernel", "isa_files"])]
    pub raw: bool,
    /// With --raw, the byte offset of the first instruction
    #[arg(long, value_name = "BYTES", value_parser = bytes, default_value = "0", hide_default_value = true, requires = "raw")]
    pub entry: u32,
    /// Memory of the device's heap in bytes, from which malloc is served; unless given, 8 MiB on sm_50 and none on gfx1100
    #[arg(long, value_name = "BYTES", conflicts_with = "cases", value_parser = clap::value_parser!(u64).range(1..=1 << 32))]
    pub heap: Option<u64>,
    /// Run under this schedule, which `isotope explore` printed: GROUP.WAVE:STEPS, or GROUP.WAVE:STEPS[LANES] where lanes go first in the last step, turn after turn
    #[arg(long, value_name = "SCHEDULE", requires = "shape",
        conflicts_with_all = ["jobs", "engine", "seed", "max_steps", "resident", "repeat", "trace", "trace_memory", "check_rules", "deny_rules", "fidelity"])]
    pub schedule: Option<String>,
    /// Print a buffer, or data of the file, afterwards, or write it to a file: a .npy, or its bytes. With --case, a buffer of the case. Of the
    /// synchronization unit: gds (its bytes as u32), gs (16 u64), gws and ring (as --set takes them)
    #[arg(long = "dump", value_name = "NAME[:FILE]")]
    pub dumps: Vec<String>,
}

/// What `--case` says in place of.
const LAUNCH: [&str; 11] =
    ["grid", "global", "block", "shared", "stack", "args", "buffers", "symbols", "set", "cooperative", "offset"];

/// A launch of one kernel, as `run` and `explore` take it.
#[derive(Clone, Debug, Args)]
pub struct LaunchArgs {
    /// Run this kernel instead of the one that the case names: by its name, what it is demangled to (`scale`, `scale<float>`), or a
    /// part of it that no other has
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
    /// With a zebin or `.zeinfo`, take the `.isa` of each kernel instead of the `.visaasm`
    #[arg(long)]
    pub isa_files: bool,
    /// The device that vISA kernels were compiled for: skl, icllp, tgllp, dg2, pvc. Needed where neither file says how long
    /// its registers are and it makes a difference; other files say what they are
    #[arg(short = 't', long, value_name = "TARGET", value_parser = target::parse)]
    pub target: Option<Target>,
    /// Choose another value of an assumption, where the documents are silent; see `isotope assumptions`
    #[arg(long, value_name = "ID=VALUE")]
    pub assume: Vec<String>,
    /// Groups of a launch without a case: X, X,Y or X,Y,Z. With `--grid 13,1,1` a launch has three dimensions, with `--grid 13` one
    #[arg(long, value_name = "N", value_parser = extent, group = "shape")]
    pub grid: Option<Extent>,
    /// Work-items of a launch in all, instead of --grid: where they are no multiple of --block, groups at the edges are smaller
    /// (OpenCL's global size; launches of CUDA have none such)
    #[arg(long, value_name = "N", value_parser = extent, group = "shape")]
    pub global: Option<Extent>,
    /// Work-items of a group: X, X,Y or X,Y,Z
    #[arg(long, value_name = "N", value_parser = extent, requires = "shape")]
    pub block: Option<Extent>,
    /// Dynamic shared memory in bytes
    #[arg(long, value_name = "BYTES", default_value_t = 0)]
    pub shared: u32,
    /// Stack of a lane in bytes beyond what the file states, for recursion and calls through pointers; unless given, 1 KiB on
    /// sm_50 and 16 KiB on gfx1100 where the compiler states no bound
    #[arg(long, value_name = "BYTES")]
    pub stack: Option<u32>,
    #[allow(rustdoc::broken_intra_doc_links, reason = "the help text shows this as it stands")]
    /// An argument, in order or by the parameter's name where the file has names. Buffers: NAME=TYPE[N]:VALUES, NAME=@FILE,
    /// NAME=TYPE@FILE, NAME=TYPE[N]@FILE (a .npy, or bytes as they are), each at most 1 GiB, or 16 GiB of zeros in all; surface:NAME=.., image:NAME=FORMAT[W,H,D]:VALUES or ..@FILE, texture:NAME=FORMAT[W,H,D],OPTIONS:VALUES or ..@FILE (NVIDIA;
    /// OPTIONS: point linear clamp border wrap mirror y=wrap normalized layers).
    /// Values: a number (with a point a float, otherwise an integer of the parameter's size, with 0x its bits), TYPE:NUMBER,
    /// TYPE[N]:VALUES, TYPExN:VALUES (a vector of OpenCL), struct{A;B;..} (fields are arguments with types, and buffers among them
    /// pointers), @FILE, &NAME or &NAME+BYTES (the address of a buffer of another argument or of --buffer, or of a place in it), local:BYTES (shared memory of the group);
    /// NAME=VALUE by name. TYPE is u8 u16 u32 u64 i8 i16 i32 i64 f16 bf16 f32 f64. `isotope info` lists what a kernel takes
    #[arg(long = "arg", value_name = "ARG", requires = "shape", allow_hyphen_values = true)]
    pub args: Vec<String>,
    /// A buffer that no parameter takes, as --arg describes one: NAME=TYPE[N]:VALUES, NAME=@FILE and the like. Arguments point to it or into
    /// it: --arg &NAME+64
    #[arg(long = "buffer", value_name = "BUFFER", requires = "shape")]
    pub buffers: Vec<String>,
    /// What data of the file starts with (`__constant__` and `__device__` variables): NAME=VALUE, NAME=TYPE[N]:VALUES or NAME=@FILE, all
    /// of its bytes, &BUFFER+BYTES and structs of them too; texture:NAME=.. binds a texture reference; names as for --kernel
    #[arg(long = "symbol", value_name = "NAME=VALUE", requires = "shape")]
    pub symbols: Vec<String>,
    /// What the machine is like before the first instruction: PLACE=VALUE, as `op` takes it; `isotope run --help` lists the places
    #[arg(long = "set", value_name = "PLACE=VALUE", requires = "shape")]
    pub set: Vec<String>,
    /// The groups may wait for each other (cudaLaunchCooperativeKernel, hipLaunchCooperativeKernel): sets up what grid.sync() and
    /// its kin meet at; all groups are in flight at once
    #[arg(long, requires = "shape")]
    pub cooperative: bool,
    /// What global ids begin at: X or X,Y,Z. NVIDIA's launches have no such offset
    #[arg(long, value_name = "N", value_parser = offset, default_value = "0,0,0", hide_default_value = true, requires = "shape")]
    pub offset: [u32; 3],
}

/// What `trace` does.
#[derive(Debug, Subcommand)]
pub enum TraceCommand {
    /// Find the first access in which two traces of `run --trace-memory` differ, up to an order that is free
    #[command(after_help = "Example: isotope trace diff a.ndjson b.ndjson --ignore pc,line")]
    Diff(TraceDiffArgs),
    /// Make a trace of another emulator's log
    #[command(after_help = "Example: isotope trace import oclgrind memory.log --buffers data,bins -o b.ndjson")]
    Import(TraceImportArgs),
}

#[derive(Debug, Args)]
pub struct TraceDiffArgs {
    /// A trace; `-` is stdin
    #[arg(value_name = "A", value_hint = ValueHint::FilePath)]
    pub a: PathBuf,
    /// The other one
    #[arg(value_name = "B", value_hint = ValueHint::FilePath)]
    pub b: PathBuf,
    /// What of the order counts: total (all of it), waves (that of each wave), items (that of each work-item), none (at each place, each access as often)
    #[arg(long, value_name = "ORDER", default_value = "waves")]
    pub order: String,
    /// What does not count: wave, lane, item, at, op, old, new, pc, line
    #[arg(long, value_name = "FIELDS", value_delimiter = ',')]
    pub ignore: Vec<String>,
    /// Compare accesses to these buffers only
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub buffers: Vec<String>,
    /// Compare accesses to these memories only: global, shared, private, gds
    #[arg(long, value_name = "SPACES", value_delimiter = ',')]
    pub spaces: Vec<String>,
    /// Leave out accesses that are made for a wave as a whole
    #[arg(long)]
    pub no_whole: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct TraceImportArgs {
    /// The format: oclgrind (of the plugin in tools/oclgrind)
    #[arg(value_name = "FORMAT")]
    pub format: String,
    /// The log; `-` is stdin
    #[arg(value_name = "LOG", value_hint = ValueHint::FilePath)]
    pub log: PathBuf,
    /// What its buffers are called, in the order in which they were made
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub buffers: Vec<String>,
    /// Work-items of a wave of the launch that it is to be compared with; 0 for an emulator without waves
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub wave: u32,
    /// Write the trace to this file instead of stdout
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct DebugArgs {
    /// A file that holds kernels, as `run` takes it
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, required_unless_present = "dap")]
    pub file: Option<PathBuf>,
    /// Debug the launch of this case, which has one
    #[arg(long, value_name = "CASE", value_hint = ValueHint::FilePath, conflicts_with = "shape")]
    pub case: Option<PathBuf>,
    /// What is launched.
    #[command(flatten)]
    pub launch: LaunchArgs,
    /// The file is code bytes without a container, for the target that -t names
    #[arg(long, requires = "target", requires = "shape", conflicts_with_all = ["case", "kernel", "isa_files"])]
    pub raw: bool,
    /// With --raw, the byte offset of the first instruction
    #[arg(long, value_name = "BYTES", value_parser = bytes, default_value = "0", hide_default_value = true, requires = "raw")]
    pub entry: u32,
    /// Memory of the device's heap in bytes, as `run` takes it
    #[arg(long, value_name = "BYTES", conflicts_with = "case", value_parser = clap::value_parser!(u64).range(1..=1 << 32))]
    pub heap: Option<u64>,
    /// Draw the schedule from this seed; 0 takes waves in order. (`schedule random SEED` does the same)
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Follow this schedule, which `explore` or `save` wrote: GROUP.WAVE:STEPS, turn after turn
    #[arg(long, value_name = "SCHEDULE", conflicts_with = "seed")]
    pub schedule: Option<String>,
    /// Groups that the machine holds at once; they begin in order. All unless given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub resident: Option<u32>,
    /// Do this command; may be given several times
    #[arg(long = "ex", value_name = "COMMAND")]
    pub commands: Vec<String>,
    /// Do the commands of this file, behind those of --ex; `-` is stdin
    #[arg(short = 'x', value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub scripts: Vec<PathBuf>,
    /// Read commands from stdin behind --ex and -x, too
    #[arg(short, long)]
    pub interactive: bool,
    /// A folder with source files; may be given several times
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub source_path: Vec<PathBuf>,
    /// Print each event as one JSON object a line
    #[arg(long)]
    pub json: bool,
    /// Serve the Debug Adapter Protocol on stdin and stdout
    #[arg(long, conflicts_with_all = ["commands", "scripts", "interactive", "json"])]
    pub dap: bool,
}

#[derive(Debug, Args)]
pub struct ExploreArgs {
    /// A file that holds kernels, as `run` takes it; or a litmus test (.litmus) of PTX, Vulkan or OpenCL
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// The memory model: for kernels sc, or rdna3 (gfx1100: caches and wait counters), sc unless given; for a litmus test ptx60, ptx75, vulkan, vulkan-nochains, opencl or sc, the newest of its language
    /// unless given
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
    /// Look for data races too, in every execution: kernels in --mode traces, which it implies, and litmus tests
    #[arg(long)]
    pub races: bool,
    /// With --races: look for races between lanes of a wave, too, which nothing but the lockstep of the wave orders
    #[arg(long, requires = "races")]
    pub lanes: bool,
    /// With --races: accesses to words of atomics are atomic where their instruction does not say; without it the verdict is then "not known"
    #[arg(long, requires = "races")]
    pub assume_atomic: bool,
    /// Write an execution as a graph for Graphviz: the one of --replay, or the one that decides the condition, or for kernels else one that
    /// does not end as it should, or the first
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub dot: Option<PathBuf>,
    /// Write executions step by step as a page: the one of --replay, or one for each way to end (kernels)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub html: Option<PathBuf>,
    /// Explore the launch of this case, which has one; that its checks hold however it ends is the condition, unless --expect is given
    #[arg(long, value_name = "CASE", value_hint = ValueHint::FilePath, conflicts_with = "shape")]
    pub case: Option<PathBuf>,
    /// What is launched.
    #[command(flatten)]
    pub launch: LaunchArgs,
    /// Compare with the kernel of this file on the same launch: whether every outcome of FILE (A) is an outcome of this one (B). Limits hold for
    /// each of the two
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["expect", "races", "replay", "dot", "html", "shard"])]
    pub refines: Option<PathBuf>,
    /// With --refines: the kernel of that file, where it has another name
    #[arg(long, value_name = "NAME", requires = "refines")]
    pub refines_kernel: Option<String>,
    /// Search all states, all executions up to the order of steps that commute, or runs under schedules that are drawn
    #[arg(long, value_enum, default_value_t = ExploreMode::States)]
    pub mode: ExploreMode,
    /// Elements or buffers that outcomes show: x[0],y. All buffers of up to 16 elements unless given
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub observe: Vec<String>,
    /// A condition on what is left in memory: exists, ~exists or forall, and comparisons of elements and numbers joined by && and ||
    #[arg(long, value_name = "CONDITION")]
    pub expect: Option<String>,
    /// Models of forward progress under which to ask whether every run ends: OBE, HSA, HSA_OBE, LOBE, WEAK_FAIR, OBE_STRONG, HSA_STRONG,
    /// HSA_OBE_STRONG, LOBE_STRONG, STRONG_FAIR, or all; WEAK_FAIR unless given
    #[arg(long, value_name = "MODELS", value_delimiter = ',')]
    pub progress: Vec<String>,
    /// Orders inside a wave that are choices, too: in which order memory serves the lanes of an instruction, which side of a branch runs
    /// first. What the launch's assumptions choose unless given
    #[arg(long, value_enum, value_name = "ORDERS", value_delimiter = ',')]
    pub orders: Vec<ExploreOrder>,
    /// Count states once that differ only in the numbers of interchangeable waves (states, traces)
    #[arg(long, conflicts_with_all = ["progress", "resident"])]
    pub symmetry: bool,
    /// Groups that the machine holds at once; they begin in order. All unless given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub resident: Option<u32>,
    /// States at most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_states: Option<u64>,
    /// Executions at most; of a litmus test candidates, 300000 unless given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_executions: Option<u64>,
    /// Memory for states at most, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub max_memory: u64,
    /// Seconds that the search may take
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(1..))]
    pub budget: Option<u64>,
    /// Instructions that a wave may run between two that others can see
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub local_steps: u64,
    /// Runs of --mode random
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub runs: u64,
    /// The seed of the first run; the others have the next
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Draw by priorities that change so many times in a run, instead of each step by itself
    #[arg(long, value_name = "CHANGES", value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    pub pct: Option<u32>,
    /// Do part I of N of the executions or runs, counted from 0
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub shard: Option<(u64, u64)>,
    /// Run this schedule, and say what each turn does and what is left
    #[arg(long, value_name = "SCHEDULE", conflicts_with_all = ["expect", "progress", "mode"])]
    pub replay: Option<String>,
    /// With --replay: explain a step as `isotope op --explain` does, with the registers and the memory that it finds; both counted from 1
    #[arg(long, value_name = "TURN.STEP", value_parser = place, requires = "replay", conflicts_with = "json")]
    pub explain: Option<(usize, u32)>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Orders inside a wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ExploreOrder {
    /// Of the lanes of an instruction.
    Lanes,
    /// Of the sides of a branch.
    Branches,
}

/// How `explore` searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ExploreMode {
    /// Every state once.
    States,
    /// Every execution once, up to equivalence.
    Traces,
    /// Schedules that are drawn.
    Random,
}

/// A step of a turn: 3.12.
fn place(text: &str) -> Result<(usize, u32), String> {
    let parts = text.split_once('.').and_then(|(turn, step)| Some((turn.parse().ok()?, step.parse().ok()?)));
    parts.ok_or_else(|| format!("expected TURN.STEP such as 3.12, found `{text}`"))
}

/// A part of several: 2/8.
pub fn shard(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    parts
        .filter(|(part, parts)| part < parts)
        .ok_or_else(|| format!("expected I/N with I below N, such as 0/4, found `{text}`"))
}

/// A number, with `0x` in hexadecimal digits.
fn bytes(text: &str) -> Result<u32, String> {
    let number = text.strip_prefix("0x").map_or_else(|| text.parse(), |digits| u32::from_str_radix(digits, 16));
    number.map_err(|_| format!("expected a number below 2^32, found `{text}`"))
}

/// A size of up to three dimensions as it is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// In x, y, z; those that are left out 1.
    pub size: [u32; 3],
    /// How many are given.
    pub given: u8,
}

/// What is left out is 0.
fn offset(text: &str) -> Result<[u32; 3], String> {
    let Extent { size, given } = extent(text)?;
    Ok(std::array::from_fn(|d| if d < given.into() { size[d] } else { 0 }))
}

/// `X`, `X,Y` or `X,Y,Z`.
fn extent(text: &str) -> Result<Extent, String> {
    let mut size = [1; 3];
    let parts: Vec<&str> = text.split([',', 'x']).collect();
    if parts.len() > 3 {
        return Err("expected X, X,Y or X,Y,Z".into());
    }
    for (place, part) in size.iter_mut().zip(&parts) {
        *place = part.parse().map_err(|_| format!("expected X, X,Y or X,Y,Z, found `{part}`"))?;
    }
    Ok(Extent { size, given: parts.len() as u8 })
}

impl LaunchArgs {
    /// The grid of a launch without a case.
    pub fn shape(&self) -> Option<Grid> {
        let block = self.block.unwrap_or(Extent { size: [1; 3], given: 1 });
        let whole = |grid: Extent| (Grid::new(grid.size, block.size), grid.given);
        let over = |items: Extent| (Grid::over(items.size, block.size), items.given);
        let (grid, given) = self.grid.map(whole).or_else(|| self.global.map(over))?;
        Some(grid.with_dimensions(given.max(block.given)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extents() {
        assert_eq!(extent("4"), Ok(Extent { size: [4, 1, 1], given: 1 }));
        assert_eq!(extent("4,2,3"), Ok(Extent { size: [4, 2, 3], given: 3 }));
        assert!(extent("4,x").is_err() && extent("1,2,3,4").is_err() && extent("").is_err());
    }
}
