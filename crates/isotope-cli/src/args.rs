//! The command line: what can be typed, and its help.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use isotope_targets::launch::Grid;

use crate::target::{self, Target};

/// The executable, bit-exact reference for GPU atomic instructions.
#[derive(Debug, Parser)]
#[command(
    name = "isotope",
    version,
    arg_required_else_help = true,
    after_help = "Exit status: 0 yes, clean or equal; 1 no, refused or a check failed; 2 bad usage or unreadable input; \
                  3 undecided; 4 the simulated program faulted or hung; 101 a bug of ours."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Assemble: text to words
    #[command(after_help = "Example: isotope asm -t sm_50 'ATOM.ADD R0, [R2], R7'")]
    Asm(AsmArgs),
    /// Disassemble: words, raw code, cubins and code objects to text
    #[command(after_help = "Examples:\n  isotope dis -t sm_50 0xed00000000770200\n  isotope dis histogram.co")]
    Dis(DisArgs),
    /// Print kernels or instructions in the neutral form that is executed
    #[command(
        after_help = "Examples:\n  isotope lift histogram.cubin --kernel hist\n  isotope lift -t gfx1100 'global_load_b32 v0, v[2:3], off glc'\n\n\
                      One line for each instruction, and below it one for each micro-operation, with all that it says of order, scope and \
                      caches."
    )]
    Lift(LiftArgs),
    /// Compute one atomic operation, or run one whole instruction
    #[command(after_help = OP_HELP)]
    Op(OpArgs),
    /// Decide whether two atomic operations are equal, or show inputs on which they are not
    #[command(
        after_help = "Examples:\n  isotope equiv sm_50:ATOM.INC visa:dword_atomic.inc --assume 'src0 == 0xffffffff'\n  \
                      isotope equiv gfx1100:ds_add_f32,fp_denorm=0 gfx1100:global_atomic_add_f32\n\n\
                      Prints EQUAL, DIFFERENT or UNDECIDED, then how each half (memory, value given back) was decided, \
                      with inputs that `isotope op` reproduces."
    )]
    Equiv(EquivArgs),
    /// Compare the operations of a class, each with each, over all vendors
    #[command(
        after_help = "Examples:\n  isotope matrix\n  isotope matrix inc\n  isotope matrix all --format md > docs/matrix.md"
    )]
    Matrix(MatrixArgs),
    /// Write golden vectors of an operation
    #[command(
        after_help = "Examples:\n  isotope vectors gfx1100:ds_max_f32 --random 1000 --format c > ds_max_f32.h\n  \
                      isotope vectors --check answers.raw\n\n\
                      hw/nvidia/ has a program that answers records of `--format raw` with what a GPU does."
    )]
    Vectors(VectorsArgs),
    /// Run kernels and check what they leave in memory
    #[command(after_help = RUN_HELP)]
    Run(Box<RunArgs>),
    /// Say what can happen in a launch under any schedule: outcomes, hangs, faults
    #[command(after_help = EXPLORE_HELP)]
    Explore(Box<ExploreArgs>),
    /// Step through a launch, forwards and backwards, under any schedule; or serve an editor (DAP)
    #[command(after_help = DEBUG_HELP)]
    Debug(Box<DebugArgs>),
    /// Compare what two runs did with memory, or convert what another emulator wrote down
    #[command(after_help = TRACE_HELP)]
    Trace {
        /// What to do.
        #[command(subcommand)]
        command: TraceCommand,
    },
    /// Say what can be wrong with a kernel's atomics, waits and fences, from its code alone
    #[command(
        after_help = "Examples:\n  isotope lint kernels.co\n  isotope lint --sarif a.cubin b.zebin > findings.sarif\n\n\
                      A finding is a reason to look: conditions are not decided. `isotope explore` decides for a launch. What is not found is \
                      not proved right.\n\nExit status: 0 nothing but notes; 1 warnings or errors; 2 a file that cannot be read."
    )]
    Lint(LintArgs),
    /// Say what a file holds: kernels, arguments, what is not modelled, and command lines that run it
    #[command(
        after_help = "Examples:\n  isotope info histogram.cubin\n  isotope info kernels.zebin --kernel count --json"
    )]
    Info(InfoArgs),
    /// List the targets
    Targets,
    /// Print the reference page of an instruction, or list the instructions
    #[command(
        after_help = "Examples:\n  isotope docs ATOM.CAS\n  isotope docs -t gfx1100 ds_max_f32\n  isotope docs --export target/docs"
    )]
    Docs(DocsArgs),
    /// Serve the pages and the explorer to a browser on this machine
    #[command(after_help = "Example: isotope serve --port 7070 --open")]
    Serve(ServeArgs),
    /// List what is assumed where the documents are silent
    #[command(after_help = "Example: isotope assumptions nv.l2_nan")]
    Assumptions(AssumptionsArgs),
    /// List where documents contradict themselves, each other or a tool, and what they leave open
    #[command(after_help = "Examples:\n  isotope contradictions\n  isotope contradictions amd.cas_fail_flush")]
    Contradictions(ContradictionsArgs),
    /// List what statements rest on: documents, tools, devices
    #[command(after_help = "Example: isotope sources nv-atom")]
    Sources(SourcesArgs),
    /// Print a completion script for a shell
    #[command(after_help = "Example: isotope completions bash > isotope.bash")]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    #[command(after_help = "Example: isotope man > isotope.1")]
    Man,
}

const EXPLORE_HELP: &str = "Examples:\n  isotope explore lock.cubin --grid 3 --block 1 --arg 'lock=u32[2]:0' --expect 'forall lock[1] == 3'\n  \
isotope explore lock.co --grid 2 --block 1 --arg 'lock=u32[2]:0' --progress all\n  \
isotope explore lock.cubin --mode traces --grid 5 --block 1 --arg 'lock=u32[2]:0' --observe lock\n\n\
Memory of kernels is sequentially consistent unless --model says otherwise; that of litmus tests follows the model. A schedule is printed with each way in which the launch ends, and --replay runs it: GROUP.WAVE:STEPS, \
turn after turn, turns that come again for ever in parentheses.\n\n\
Exit status: 0 the condition holds and nothing hangs or stops, 1 it does not, 3 not known, because states were left out, \
4 some schedule hangs or stops, or goes on for ever under a promise.";

const TRACE_HELP: &str = "Examples:\n  isotope run k.cubin --case base.json --trace-memory a.ndjson\n  isotope trace diff a.ndjson b.ndjson --ignore pc,line\n  \
isotope trace import oclgrind memory.log --buffers data,bins -o b.ndjson\n\n\
Exit status of diff: 0 equal, 1 different, 2 an input that is no trace. docs/traces.md has the lines of a trace.";

const DEBUG_HELP: &str = "Examples:\n  isotope debug k.cubin --grid 2 --block 64 --arg out=u32[16]:0\n  isotope debug k.co --case base.json --ex 'break \
global_atomic_add_u32 if v2[3] == 7' --ex continue --ex 'why v2[3]'\n  isotope debug k.zebin --grid 1 --block 32 --arg out=u32[4]:0 -x script.txt --json\n  \
isotope debug --dap\n\n\
Commands come from --ex and -x, or else from stdin; `help` lists them, and docs/debugging.md shows a session. With --dap an editor is served on stdin and \
stdout: the `launch` request has the same names (file, grid, block, args, case ..).\n\n\
Exit status: 0 done, 2 a command that is wrong, 3 the launch was left after `limit` or where no document says what happens, 4 it faulted or no wave can go on.";

/// Places of the machine, alike for `op` and `--set`.
macro_rules! places {
    () => {
        "gws.base, gws.size, gds.base, gds.size, ordered.mask (what the VMID owns), vmid=N; gws[N]=COUNTER:TYPE:FLAG:WAVE/TAG,.. \
(TYPE semaphore or barrier; the FIFO for op alone), gs[N], gds[OFFSET], ring[N]=ELEMENTS:tracked:FREE, nack=BASE:SIZE,.. (what a handler \
gives at each NACK); coverage=LANES, sparse[ADDRESS]=BYTES, active=LANES; surface[N]=ADDRESS:BYTES or ADDRESS:WxHxD:WORD.. with 1D, 2D, 3D, \
1D_ARRAY, 2D_ARRAY, 1D_BUFFER; pitch, pitch=BYTES,slice=BYTES, block,h=GOBS,d=GOBS; UINT, SINT, FLOAT, r32g32_sint and the like; disabled \
(N is the handle on sm_50, the entry of the binding table on visa, the first SGPR of the descriptor on gfx1100); \
mode, fp_denorm, fp_round, ieee, dx10_clamp, fp16_ovfl on gfx1100"
    };
}

const RUN_HELP: &str = concat!(
    "Examples:\n  isotope run histogram.cubin --case base.json\n  isotope run suite/    (with bin/*/*.cubin, bin/*/*.co and \
cases/*.json)\n  isotope run k.cubin --grid 4 --block 64 --arg in=@a.bin --arg out=u32[16]:0 --arg 1500 --dump out\n  \
isotope run k.co --grid 2 --block 32 --set gws.base=8 --set 'gws[8]=1:barrier' --set 'gds[0]=1,2' --dump gds\n\n\
Places of --set: ",
    places!(),
    "; registers, in every wave: exec, m0, s7, v1, P0, R4. ADDRESS is a number, &NAME or &NAME+BYTES."
);

const OP_HELP: &str = concat!(
    "Example: isotope op -t sm_50 ATOM.ADD.F32.FTZ.RN mem=0x3f800000 src0=0x3f000000\n\n\
Prints the value in memory afterwards, a tab, and the value given back; `-` for a value that the documents leave open.\n\n\
A whole instruction takes one step with what is given, and each lane is reported:\n  \
isotope op -t sm_50 --explain 'ATOM.E.ADD R0, [R2], R4' R2=0x100000000 R4=1,2 '[0x100000000]=7' lanes=2\n  \
isotope op -t gfx1100 --explain 'ds_max_rtn_f32 v0, v1, v2' v2=0x7f800001 'shared[0]=0x3f800000'\n  \
isotope op -t gfx1100 --explain 'ds_gws_barrier v0 gds' v0=1 'gws[0]=0:barrier:0:7/0' wave=1\n  \
isotope op -t visa --explain --given add.txt\n\n\
Places: R4, v3, s2, vcc, V40 (a value for every lane or element, or several separated by commas), R4[7] (one lane), \
v[2:3] (one value over two registers; so does a value of more than eight digits), P0=0xf (bits by lane), P0=all, P0=none; \
[ADDRESS], shared[OFFSET], private[OFFSET], c[BANK][OFFSET] (words; doublewords where all values have more than eight \
digits; `:1`, `:2`, `:4`, `:8` behind the bracket is the width); lanes=N; shared=BYTES; private=BYTES; wave=N, walker=N (which wave this is, \
and whose turn it is to count); ",
    places!(),
    "; assumptions by their ids. What is not given is 0 in registers, and not \
mapped in memory. A file has the instruction, then a place a line; `#` begins a comment; lines with .decl declare variables."
);

/// Arguments of `asm`.
#[derive(Debug, Args)]
pub struct AsmArgs {
    /// The target
    #[arg(short, long, value_parser = target::parse)]
    pub target: Target,
    /// One instruction per line in, one word per line out
    #[arg(long)]
    pub lines: bool,
    /// Accept whatever the encoding can hold, also what the documents do not define
    #[arg(long)]
    pub compat: bool,
    /// Intel vISA: decide as GenX_IR 1.0.12504.6 does
    #[arg(long, conflicts_with = "compat")]
    pub verifier: bool,
    /// Write raw code bytes to this file instead of hex words to stdout
    #[arg(short, long, value_name = "FILE", conflicts_with = "lines")]
    pub output: Option<PathBuf>,
    /// Instructions, or one source file; `-` or nothing is stdin
    #[arg(value_name = "FILE|TEXT")]
    pub inputs: Vec<String>,
}

/// Arguments of `dis`.
#[derive(Debug, Args)]
pub struct DisArgs {
    /// The target; a cubin or code object says it itself
    #[arg(short, long, value_parser = target::parse)]
    pub target: Option<Target>,
    /// One word per line in, one instruction per line out
    #[arg(long)]
    pub lines: bool,
    /// Show the scheduling controls
    #[arg(long, conflicts_with = "lines")]
    pub control: bool,
    /// A comment in front of instructions made from another source line than those before, where the file has debug information;
    /// in vISA, FILE and LOC say it already
    #[arg(long, conflicts_with_all = ["lines", "raw"])]
    pub source: bool,
    /// The file is code bytes without a container
    #[arg(long, conflicts_with = "lines")]
    pub raw: bool,
    /// Only this kernel
    #[arg(long, value_name = "NAME", conflicts_with_all = ["lines", "raw"])]
    pub kernel: Option<String>,
    /// gfx1100: list on stderr the programming rules that a kernel can break on some path, such as a missing s_waitcnt
    #[arg(long, conflicts_with = "lines")]
    pub check_rules: bool,
    /// Words such as 0xed00000000770200, or one file; `-` or nothing is stdin
    #[arg(value_name = "FILE|WORD")]
    pub inputs: Vec<String>,
}

/// Arguments of `lift`.
#[derive(Debug, Args)]
pub struct LiftArgs {
    /// The target of instructions given as text; of vISA files, the device that they were compiled for
    #[arg(short, long, value_parser = target::parse)]
    pub target: Option<Target>,
    /// This kernel of a file only
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
    /// A declaration that the instruction needs, as in `.decl V32 v_type=G type=ud num_elts=8 align=GRF`
    #[arg(long, value_name = "LINE")]
    pub declare: Vec<String>,
    /// Choose another reading where the documents are silent; see `isotope assumptions`
    #[arg(long, value_name = "ID=VALUE")]
    pub assume: Vec<String>,
    /// Files that hold kernels, or instructions
    #[arg(value_name = "FILE|TEXT", required = true)]
    pub items: Vec<String>,
}

/// Arguments of `op`.
#[derive(Debug, Args)]
pub struct OpArgs {
    /// The target; with --lines the first column says it
    #[arg(short, long, required_unless_present = "lines", value_parser = target::parse)]
    pub target: Option<Target>,
    /// One item per line: target, op, mode, mem, src0, src1, separated by tabs
    #[arg(long)]
    pub lines: bool,
    /// Say which rules decided, with their sources
    #[arg(long, conflicts_with = "lines")]
    pub explain: bool,
    /// Print one JSON object: of an operation its values, of a whole instruction accesses, registers, and the synchronisation unit before and
    /// after
    #[arg(long, conflicts_with = "lines")]
    pub json: bool,
    /// Of a whole instruction, print only what the synchronisation unit was before and after, and what the wave did
    #[arg(long, conflicts_with_all = ["lines", "json", "explain"])]
    pub unit: bool,
    /// Choose another reading where the documents are silent; see `isotope assumptions`
    #[arg(long, value_name = "ID=VALUE")]
    pub assume: Vec<String>,
    /// Run the whole instruction in this file, with the registers and memory that its lines give; `-` is stdin
    #[arg(long, value_name = "FILE", conflicts_with = "lines")]
    pub given: Option<PathBuf>,
    /// OP mem=0x.. src0=0x.. [src1=0x..] [key=value]..; or 'INSTRUCTION' PLACE=VALUE..; with --lines, a file
    #[arg(value_name = "OP|KEY=VALUE")]
    pub items: Vec<String>,
}

/// Arguments of `equiv`.
#[derive(Debug, Args)]
pub struct EquivArgs {
    /// Two operations: TARGET:OP, then key=value pairs, joined by commas
    #[arg(value_name = "TARGET:OP[,KEY=VALUE]..", required_unless_present = "lowering", num_args = 2)]
    pub ops: Vec<String>,
    /// Check that the loop or replacement in this file does what the operation that it names does; see docs/lowerings.md
    #[arg(long, value_name = "FILE", conflicts_with_all = ["ops", "assume", "returned", "unspecified", "smt2", "json"])]
    pub lowering: Option<PathBuf>,
    /// Only inputs for which this holds, over mem, src0 and src1 of the first operation, as in `!isnan(mem)`
    #[arg(long, value_name = "EXPR")]
    pub assume: Vec<String>,
    /// Whether the value given back counts
    #[arg(long, value_enum, default_value_t = Counts::Compare)]
    pub returned: Counts,
    /// Whether an input counts for which the documents leave one side open
    #[arg(long, value_enum, default_value_t = Counts::Compare)]
    pub unspecified: Counts,
    /// Seconds for each half, and as many again for a solver where trying every input takes longer
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub budget: u32,
    /// A solver for float sums that reads SMT-LIB: a path to z3 or bitwuzla. Without this, those on the PATH are asked
    #[arg(long, value_name = "PROGRAM")]
    pub solver: Vec<PathBuf>,
    /// Write the question as SMT-LIB, for any solver to check; `-` is stdout. Nothing is decided then
    #[arg(long, value_name = "FILE")]
    pub smt2: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `matrix`.
#[derive(Debug, Args)]
pub struct MatrixArgs {
    /// A class, or `all`; without one the classes are listed
    pub class: Option<String>,
    /// What to write
    #[arg(long, value_enum, default_value_t = MatrixFormat::Text)]
    pub format: MatrixFormat,
    /// Seconds for each half of a pair
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub budget: u32,
    /// A solver for float sums, as for `equiv`
    #[arg(long, value_name = "PROGRAM")]
    pub solver: Vec<PathBuf>,
    /// Run N corner and drawn inputs through every equality that comes out, and say on stderr how many withstood
    #[arg(long, value_name = "N")]
    pub attack: Option<u64>,
}

/// Forms of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum MatrixFormat {
    /// A line for each pair.
    Text,
    /// A Markdown page.
    Md,
    /// JSON.
    Json,
    /// One page with everything in it.
    Html,
}

/// Arguments of `vectors`.
#[derive(Debug, Args)]
pub struct VectorsArgs {
    /// The operation; with --check the file names one, and this replaces it
    #[arg(value_name = "TARGET:OP[,KEY=VALUE]..", required_unless_present = "check")]
    pub op: Option<String>,
    /// Judge records of `--format raw` that a device has answered, under each reading of the operation's assumptions; `-`
    /// is stdin. The exit status is 1 where an answer contradicts the reading in force
    #[arg(long, value_name = "FILE", conflicts_with_all = ["random", "seed", "format"])]
    pub check: Option<PathBuf>,
    /// With --check, print one JSON object
    #[arg(long, requires = "check")]
    pub json: bool,
    /// Inputs to draw beside the corner values
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub random: u32,
    /// Where to begin drawing
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// What to write
    #[arg(long, value_enum, default_value_t = VectorFormat::Json)]
    pub format: VectorFormat,
}

/// Forms of golden vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum VectorFormat {
    /// JSON, with the rules that the set exercises.
    Json,
    /// Comma-separated values.
    Csv,
    /// A C header.
    C,
    /// A Rust module.
    Rust,
    /// A test for LLVM's lit.
    Lit,
    /// Records of six words for other programs; hw/nvidia/README.md describes them.
    Raw,
}

/// Whether something counts in a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Counts {
    /// It does.
    Compare,
    /// It does not.
    Ignore,
}

/// Arguments of `run`.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// Cubins, code objects, zebins with vISA in them, zebins or `.zeinfo` files with vISA beside them, directories of
    /// these, or one suite with bin/ and cases/; or a scenario (.json), which names its files itself (kernels/README.md)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// A case, or a directory of cases
    #[arg(long = "case", value_name = "CASE", num_args = 1.., conflicts_with_all = LAUNCH)]
    pub cases: Vec<PathBuf>,
    /// What is launched.
    #[command(flatten)]
    pub launch: LaunchArgs,
    /// Host threads of a launch; 0 takes all cores
    #[arg(short = 'j', long = "jobs", value_name = "N", default_value_t = 1)]
    pub jobs: usize,
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
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Write every access to memory, a line of JSON each (docs/traces.md)
    #[arg(long, value_name = "FILE")]
    pub trace_memory: Option<PathBuf>,
    /// List on stderr the programming rules of the target that the kernel breaks, such as a missing s_waitcnt
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
        conflicts_with_all = ["jobs", "seed", "max_steps", "resident", "repeat", "trace", "trace_memory", "check_rules", "deny_rules", "fidelity"])]
    pub schedule: Option<String>,
    /// Print a buffer, or data of the file, afterwards, or write it to a file: a .npy, or its bytes. With --case, a buffer of the case. Of the
    /// synchronisation unit: gds (its bytes as u32), gs (16 u64), gws and ring (as --set takes them)
    #[arg(long = "dump", value_name = "NAME[:FILE]")]
    pub dumps: Vec<String>,
}

/// What `--case` says in place of.
const LAUNCH: [&str; 11] =
    ["grid", "global", "block", "shared", "stack", "args", "buffers", "symbols", "set", "cooperative", "offset"];

/// A launch of one kernel, as `run` and `explore` take it.
#[derive(Debug, Args)]
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
    /// Choose another reading where the documents are silent; see `isotope assumptions`
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
    /// NAME=TYPE@FILE, NAME=TYPE[N]@FILE (a .npy, or bytes as they are), surface:NAME=.., image:NAME=FORMAT[W,H,D]:VALUES or ..@FILE.
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
    /// of its bytes; names as for --kernel
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
    Diff(TraceDiffArgs),
    /// Make a trace of another emulator's log
    Import(TraceImportArgs),
}

/// Arguments of `trace diff`.
#[derive(Debug, Args)]
pub struct TraceDiffArgs {
    /// A trace; `-` is stdin
    #[arg(value_name = "A")]
    pub a: PathBuf,
    /// The other one
    #[arg(value_name = "B")]
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

/// Arguments of `trace import`.
#[derive(Debug, Args)]
pub struct TraceImportArgs {
    /// The format: oclgrind (of the plugin in tools/oclgrind)
    #[arg(value_name = "FORMAT")]
    pub format: String,
    /// The log; `-` is stdin
    #[arg(value_name = "LOG")]
    pub log: PathBuf,
    /// What its buffers are called, in the order in which they were made
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub buffers: Vec<String>,
    /// Work-items of a wave of the launch that it is to be compared with; 0 for an emulator without waves
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub wave: u32,
    /// Write the trace to this file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Arguments of `debug`.
#[derive(Debug, Args)]
pub struct DebugArgs {
    /// A file that holds kernels, as `run` takes it
    #[arg(value_name = "FILE", required_unless_present = "dap")]
    pub file: Option<PathBuf>,
    /// Debug the launch of this case, which has one
    #[arg(long, value_name = "CASE", conflicts_with = "shape")]
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
    /// Do this command; may be given several times
    #[arg(long = "ex", value_name = "COMMAND")]
    pub commands: Vec<String>,
    /// Do the commands of this file, behind those of --ex; `-` is stdin
    #[arg(short = 'x', value_name = "FILE")]
    pub scripts: Vec<PathBuf>,
    /// Read commands from stdin behind --ex and -x, too
    #[arg(short, long)]
    pub interactive: bool,
    /// A folder with source files; may be given several times
    #[arg(long, value_name = "DIR")]
    pub source_path: Vec<PathBuf>,
    /// Print each event as one JSON object a line
    #[arg(long)]
    pub json: bool,
    /// Serve the Debug Adapter Protocol on stdin and stdout
    #[arg(long, conflicts_with_all = ["commands", "scripts", "interactive", "json"])]
    pub dap: bool,
}

/// Arguments of `explore`.
#[derive(Debug, Args)]
pub struct ExploreArgs {
    /// A file that holds kernels, as `run` takes it; or a litmus test (.litmus) of PTX, Vulkan or OpenCL
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The memory model: for kernels sc, or rdna3 (gfx1100: caches and wait counters), sc unless given; for a litmus test ptx60, ptx75, vulkan, vulkan-nochains, opencl or sc, the newest of its language
    /// unless given
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
    /// Look for data races too, in every execution: kernels in --mode traces, which it implies, and litmus tests
    #[arg(long)]
    pub races: bool,
    /// Write an execution as a graph for Graphviz: the one of --replay, or the one that decides the condition, or for kernels else one that
    /// does not end as it should, or the first
    #[arg(long, value_name = "FILE")]
    pub dot: Option<PathBuf>,
    /// Write executions step by step as a page: the one of --replay, or one for each way to end (kernels)
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Explore the launch of this case, which has one; that its checks hold however it ends is the condition, unless --expect is given
    #[arg(long, value_name = "CASE", conflicts_with = "shape")]
    pub case: Option<PathBuf>,
    /// What is launched.
    #[command(flatten)]
    pub launch: LaunchArgs,
    /// Search all states, all executions up to the order of steps that commute, or runs under schedules that are drawn
    #[arg(long, value_enum, default_value_t = ExploreMode::States)]
    pub mode: ExploreMode,
    /// Elements or buffers that outcomes show: x[0],y. All buffers of up to 16 elements unless given
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub observe: Vec<String>,
    /// A condition on what is left in memory: exists, ~exists or forall, and comparisons of elements and numbers joined by && and ||
    #[arg(long, value_name = "CONDITION")]
    pub expect: Option<String>,
    /// Promises of progress under which to ask whether every run ends: OBE, HSA, HSA_OBE, LOBE, WEAK_FAIR, OBE_STRONG, HSA_STRONG,
    /// HSA_OBE_STRONG, LOBE_STRONG, STRONG_FAIR, or all; WEAK_FAIR unless given
    #[arg(long, value_name = "MODELS", value_delimiter = ',')]
    pub progress: Vec<String>,
    /// Orders inside a wave that are choices, too: in which order memory serves the lanes of an instruction, which side of a branch runs
    /// first. What the launch's assumptions choose unless given
    #[arg(long, value_enum, value_name = "ORDERS", value_delimiter = ',')]
    pub orders: Vec<ExploreOrder>,
    /// Count what differs only in which of the waves that nobody can tell apart does what as one (states, traces)
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
    #[arg(long, value_name = "CHANGES")]
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
fn shard(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    parts
        .filter(|(part, parts)| part < parts)
        .ok_or_else(|| format!("expected I/N with I below N, such as 0/4, found `{text}`"))
}

/// Arguments of `lint`.
#[derive(Debug, Args)]
pub struct LintArgs {
    /// Files that hold kernels, as `run` takes them
    #[arg(value_name = "FILE", required_unless_present = "rules")]
    pub files: Vec<PathBuf>,
    /// Only this kernel
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
    /// With a zebin or `.zeinfo`, take the `.isa` of each kernel instead of the `.visaasm`
    #[arg(long)]
    pub isa_files: bool,
    /// The device that vISA kernels were compiled for; other files say what they are for
    #[arg(short = 't', long, value_name = "TARGET", value_parser = target::parse)]
    pub target: Option<Target>,
    /// Choose a reading where the documents are silent, such as amd.gws_exec0=lane-0
    #[arg(long, value_name = "NAME=CHOICE")]
    pub assume: Vec<String>,
    /// Print one JSON object for each file
    #[arg(long, conflicts_with = "sarif")]
    pub json: bool,
    /// Print one log in the Static Analysis Results Interchange Format 2.1.0
    #[arg(long)]
    pub sarif: bool,
    /// List the rules that hold for all targets; docs/gfx1100-rules.md has those of gfx1100
    #[arg(long, conflicts_with_all = ["files", "json", "sarif"])]
    pub rules: bool,
}

/// Arguments of `info`.
#[derive(Debug, Args)]
pub struct InfoArgs {
    /// A file that holds kernels, as `run` takes it
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Only this kernel
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
    /// With a zebin or `.zeinfo`, take the `.isa` of each kernel instead of the `.visaasm`
    #[arg(long)]
    pub isa_files: bool,
    /// The device that vISA kernels were compiled for; other files say what they are for
    #[arg(short = 't', long, value_name = "TARGET", value_parser = target::parse)]
    pub target: Option<Target>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `docs`.
#[derive(Debug, Args)]
pub struct DocsArgs {
    /// The target
    #[arg(short, long, default_value = "sm_50", value_parser = target::parse)]
    pub target: Target,
    /// Print the page as Markdown
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,
    /// Print the page as JSON
    #[arg(long)]
    pub json: bool,
    /// Write the pages of all instructions of all targets as HTML into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "form")]
    pub export: Option<PathBuf>,
    /// With --export: the explorer's library as WebAssembly, which `just web` builds; looked for beside this program otherwise
    #[arg(long, value_name = "FILE")]
    pub wasm: Option<PathBuf>,
    /// A mnemonic, or a name in another language; without one the instructions are listed
    pub form: Option<String>,
}

/// Arguments of `serve`.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// The port on 127.0.0.1; 0 takes any that is free
    #[arg(long, default_value_t = 7070)]
    pub port: u16,
    /// Open a browser there
    #[arg(long)]
    pub open: bool,
    /// The explorer's library as WebAssembly, which `just web` builds; looked for beside this program otherwise
    #[arg(long, value_name = "FILE")]
    pub wasm: Option<PathBuf>,
}

/// Arguments of `assumptions`.
#[derive(Debug, Args)]
pub struct AssumptionsArgs {
    /// Print Markdown
    #[arg(long)]
    pub markdown: bool,
    /// Only this one
    pub id: Option<String>,
}

/// Arguments of `contradictions`.
#[derive(Debug, Args)]
pub struct ContradictionsArgs {
    /// Only this entry, or those of an assumption
    pub id: Option<String>,
}

/// Arguments of `sources`.
#[derive(Debug, Args)]
pub struct SourcesArgs {
    /// Print Markdown
    #[arg(long)]
    pub markdown: bool,
    /// Only this one
    pub key: Option<String>,
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
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn extents() {
        assert_eq!(extent("4"), Ok(Extent { size: [4, 1, 1], given: 1 }));
        assert_eq!(extent("4,2,3"), Ok(Extent { size: [4, 2, 3], given: 3 }));
        assert!(extent("4,x").is_err() && extent("1,2,3,4").is_err() && extent("").is_err());
    }
}
