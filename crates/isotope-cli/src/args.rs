//! The command line: what can be typed, and its help.

mod campaign;
mod kit;
mod launch;

use std::path::PathBuf;

use clap::{Args, ColorChoice, Parser, Subcommand, ValueHint};

use crate::target::{self, Target};

pub use campaign::{
    CampaignCommand, CampaignMergeArgs, CampaignPlanArgs, CampaignReportArgs, CampaignRunArgs, CampaignStatusArgs,
};
pub use kit::{KitAnswerArgs, KitCommand, KitExplainArgs, KitExportArgs};
pub use launch::{
    DebugArgs, ExploreArgs, ExploreMode, ExploreOrder, LaunchArgs, RunArgs, TraceCommand, TraceDiffArgs,
    TraceImportArgs,
};

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
    /// Whether messages have colours; without this NO_COLOR, CLICOLOR_FORCE and TERM=dumb are followed, and colours go to terminals
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto, hide_default_value = true)]
    pub color: ColorChoice,
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
    /// Do many inputs, kernels or schedules in chunks, on as many machines as there are
    #[command(after_help = CAMPAIGN_HELP)]
    Campaign {
        /// What to do.
        #[command(subcommand)]
        command: CampaignCommand,
    },
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
    /// Write a conformance kit for other implementations, and say what their answers mean
    #[command(after_help = KIT_HELP)]
    Kit {
        /// What to do.
        #[command(subcommand)]
        command: KitCommand,
    },
    /// Say what a file holds: kernels, arguments, what is not modelled, and command lines that run it
    #[command(
        after_help = "Examples:\n  isotope info histogram.cubin\n  isotope info kernels.zebin --kernel count --json"
    )]
    Info(InfoArgs),
    /// List the targets
    #[command(after_help = "Example: isotope targets --json")]
    Targets(TargetsArgs),
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
    /// Print the JSON Schema of what a verb prints with --json, or list verbs and schemas
    #[command(
        after_help = "Examples:\n  isotope schema\n  isotope schema run > isotope-run.schema.json\n  isotope schema isotope-equiv/1"
    )]
    Schema(SchemaArgs),
    /// Print a completion script for a shell: verbs, options, targets, operations, files of the right kind
    #[command(
        after_help = "Examples:\n  source <(isotope completions bash)\n  isotope completions zsh > ~/.zfunc/_isotope\n  isotope completions fish > ~/.config/fish/completions/isotope.fish\n\n\
                      The script asks the `isotope` on the PATH at each completion, so that it knows what that one knows."
    )]
    Completions(CompletionsArgs),
    /// Print the manual page of a verb, or write all of them
    #[command(after_help = "Examples:\n  isotope man run | man -l -\n  isotope man --dir ~/.local/share/man/man1")]
    Man(ManArgs),
}

const KIT_HELP: &str = "Examples:\n  isotope kit export kit\n  python3 kit/run.py -- isotope kit answer\n  \
python3 kit/run.py --target gfx1100 --name 'my emulator 1.2' -- my-emulator --case\n  isotope kit explain results.json\n\n\
docs/kit.md describes the files, what the runner asks of a command, and what other implementations answered.\n\n\
Exit status of explain: 0 nothing contradicts a source; 1 something does, or a case has no answer; 3 no case was answered.";

const EXPLORE_HELP: &str = "Examples:\n  isotope explore lock.cubin --grid 3 --block 1 --arg 'lock=u32[2]:0' --expect 'forall lock[1] == 3'\n  \
isotope explore lock.co --grid 2 --block 1 --arg 'lock=u32[2]:0' --progress all\n  \
isotope explore lock.cubin --mode traces --grid 5 --block 1 --arg 'lock=u32[2]:0' --observe lock\n  \
isotope explore new.co --refines old.cubin --grid 2 --block 1 --arg 'x=u32[1]:0'\n\n\
Memory of kernels is sequentially consistent unless --model says otherwise; that of litmus tests follows the model. A schedule is printed with each way in which the launch ends, and --replay runs it: GROUP.WAVE:STEPS, \
turn after turn, turns that come again for ever in parentheses.\n\n\
Exit status: 0 the condition holds and nothing hangs or stops, 1 it does not, 3 not known, because states were left out, \
4 some schedule is a deadlock, an endless run under a progress model, or stops. With --refines: 0 it refines, 1 it does not, 3 not known.";

const CAMPAIGN_HELP: &str = "Examples:\n  isotope campaign plan wrap.toml --out wrap\n  isotope campaign run wrap\n  isotope campaign merge wrap\n  \
isotope campaign report wrap -o wrap.html\n\n\
The same chunks run under Slurm or a CI matrix with `run --shard I/N`, and under Dask from Python (isotope.campaign). docs/campaigns.md says how.";

const TRACE_HELP: &str = "Examples:\n  isotope run k.cubin --case base.json --trace-memory a.ndjson\n  isotope trace diff a.ndjson b.ndjson --ignore pc,line\n  \
isotope trace import oclgrind memory.log --buffers data,bins -o b.ndjson\n\n\
Exit status of diff: 0 equal, 1 different, 2 an input that is no trace. docs/traces.md has the lines of a trace.";

const DEBUG_HELP: &str = "Examples:\n  isotope debug k.cubin --grid 2 --block 64 --arg out=u32[16]:0\n  isotope debug k.co --case base.json --ex 'break \
global_atomic_add_u32 if v2[3] == 7' --ex continue --ex 'why v2[3]'\n  isotope debug k.zebin --grid 1 --block 32 --arg out=u32[4]:0 -x script.txt --json\n  \
isotope debug --dap\n\n\
Commands come from --ex and -x, or else from stdin; `help` lists them, and docs/debugging.md shows a session. With --dap an editor is served on stdin and \
stdout: the `launch` request has the same names (file, grid, block, args, case ..).\n\n\
Exit status: 0 done, 2 a command that is wrong, 3 the launch was left after `limit` or where no document says what happens, 4 it faulted or no wave can take a step.";

/// Places of the machine, alike for `op` and `--set`.
macro_rules! places {
    () => {
        "gws.base, gws.size, gds.base, gds.size, ordered.mask (what the VMID owns), vmid=N; gws[N]=COUNTER:TYPE:FLAG:WAVE/TAG,.. \
(TYPE semaphore or barrier; the FIFO for op alone), gs[N], gds[OFFSET], ring[N]=ELEMENTS:tracked:FREE, nack=BASE:SIZE,.. (what a handler \
gives at each NACK); coverage=LANES, sparse[ADDRESS]=BYTES, active=LANES; surface[N]=ADDRESS:BYTES or ADDRESS:WxHxD:WORD.. with 1D, 2D, 3D, \
1D_ARRAY, 2D_ARRAY, 1D_BUFFER; pitch, pitch=BYTES,slice=BYTES, block,h=GOBS,d=GOBS; UINT, SINT, FLOAT, r32g32_sint and the like; disabled \
(N is the handle on sm_50, the entry of the binding table on visa, the first SGPR of the descriptor on gfx1100); \
texture=ADDRESS:WxHxD:FORMAT:OPTIONS on sm_50 (for op alone; its handle is 0x80000); \
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
Values: bits behind 0x, or numbers of the kind that the operation computes with: 12, -1; 1.0, -inf, 1e-45, 0x1p-149, nan, snan, nan:0x123. \
f32:1 and u32:1 say the type. Of an operation on floats `1` could be either, and is refused.\n\n\
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
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "lines")]
    pub output: Option<PathBuf>,
    /// Print one JSON object, which has what is refused, too
    #[arg(long, conflicts_with_all = ["lines", "output"])]
    pub json: bool,
    /// Instructions, or one source file; `-` or nothing is stdin
    #[arg(value_name = "FILE|TEXT", value_hint = ValueHint::FilePath)]
    pub inputs: Vec<String>,
}

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
    /// gfx1100: the text of this version of LLVM. Without it LLVM 19's, and LLVM 22's where a high half of a VGPR is named (`v1.h`),
    /// which LLVM 19's text cannot say: with llvm19, single instructions with one are refused
    #[arg(long, value_name = "VERSION")]
    pub text: Option<TextVersion>,
    /// gfx1100: list on stderr the programming rules that a kernel can break on some path, such as a missing s_waitcnt
    #[arg(long, conflicts_with = "lines")]
    pub check_rules: bool,
    /// Print one JSON object, which has what is refused and broken rules, too
    #[arg(long, conflicts_with = "lines")]
    pub json: bool,
    /// Words such as 0xed00000000770200, or one file; `-` or nothing is stdin
    #[arg(value_name = "FILE|WORD", value_hint = ValueHint::FilePath)]
    pub inputs: Vec<String>,
}

/// Whose text `dis` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum TextVersion {
    /// LLVM 19.1
    Llvm19,
    /// LLVM 22.1
    Llvm22,
}

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
    /// Choose another value of an assumption, where the documents are silent; see `isotope assumptions`
    #[arg(long, value_name = "ID=VALUE")]
    pub assume: Vec<String>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Files that hold kernels, or instructions
    #[arg(value_name = "FILE|TEXT", value_hint = ValueHint::FilePath, required = true)]
    pub items: Vec<String>,
}

#[derive(Debug, Args)]
pub struct OpArgs {
    /// The target; with --lines the first column says it, and an operation may say it itself: sm_50:ATOM.INC, llvm:atomicrmw.fmax.f32
    #[arg(short, long, required_unless_present_any = ["lines", "items"], value_parser = target::parse)]
    pub target: Option<Target>,
    /// One item per line: target, op, mode, mem, src0, src1, separated by tabs
    #[arg(long)]
    pub lines: bool,
    /// Say which rules decided, with their sources
    #[arg(long, conflicts_with = "lines")]
    pub explain: bool,
    /// Print one JSON object: of an operation its values, of a whole instruction accesses, registers, and the synchronization unit before and
    /// after
    #[arg(long, conflicts_with = "lines")]
    pub json: bool,
    /// Of a whole instruction, print only what the synchronization unit was before and after, and what the wave did
    #[arg(long, conflicts_with_all = ["lines", "json", "explain"])]
    pub unit: bool,
    /// Choose another value of an assumption, where the documents are silent; see `isotope assumptions`
    #[arg(long, value_name = "ID=VALUE")]
    pub assume: Vec<String>,
    /// Run the whole instruction in this file, with the registers and memory that its lines give; `-` is stdin
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "lines")]
    pub given: Option<PathBuf>,
    /// OP mem=0x.. src0=0x.. [src1=0x..] [key=value]..; or 'INSTRUCTION' PLACE=VALUE..; with --lines, a file
    #[arg(value_name = "OP|KEY=VALUE")]
    pub items: Vec<String>,
}

#[derive(Debug, Args)]
pub struct EquivArgs {
    /// Two operations: TARGET:OP, then key=value pairs, joined by commas; of languages too, such as llvm:atomicrmw.fmax.f32.
    /// With --lowering, the one that functions of LLVM IR are to do
    #[arg(value_name = "TARGET:OP[,KEY=VALUE]..", required_unless_present = "lowering", num_args = 1..=2)]
    pub ops: Vec<String>,
    /// Check that the loop or replacement in this file does what the operation that it names does, or functions of LLVM IR what
    /// is named here or in comments `; equals OPERATION`; see docs/lowerings.md
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["returned", "unspecified", "smt2"])]
    pub lowering: Option<PathBuf>,
    /// Of the functions of LLVM IR, this one; the others may hold anything
    #[arg(long, value_name = "NAME", requires = "lowering")]
    pub function: Option<String>,
    /// How functions of LLVM IR have to order memory where the operation does not say it, in LLVM's words: `monotonic`, `syncscope("agent") acq_rel`.
    /// Without it, seq_cst for operations of languages, and monotonic for instructions
    #[arg(long, value_name = "ORDERING", requires = "lowering")]
    pub ordering: Option<String>,
    /// Only inputs for which this holds, over mem, src0 and src1 of the first operation, as in `!isnan(mem)`; or a value of an assumption that
    /// the operations rest on, as in `nv.l2_nan=quiet`
    #[arg(long, value_name = "EXPR|ID=VALUE")]
    pub assume: Vec<String>,
    /// Whether the value given back counts
    #[arg(long, value_enum, default_value_t = Counts::Compare)]
    pub returned: Counts,
    /// What counts for inputs for which the documents leave a result open
    #[arg(long, value_enum, default_value_t = OpenCounts::Compare)]
    pub unspecified: OpenCounts,
    /// Seconds for each half, and as many again for a solver where trying every input takes longer
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub budget: u32,
    /// A solver for float sums that reads SMT-LIB: a path to z3 or bitwuzla. Without this, those on the PATH are asked
    #[arg(long, value_name = "PROGRAM", value_hint = ValueHint::ExecutablePath)]
    pub solver: Vec<PathBuf>,
    /// Take the word of a single solver for an equality that this process could not prove: exit status 0, and not 3
    #[arg(long)]
    pub trust_solver: bool,
    /// Write the question as SMT-LIB, for any solver to check; `-` is stdout. Nothing is decided then
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub smt2: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct MatrixArgs {
    /// A class, or `all`; without one the classes are listed
    pub class: Option<String>,
    /// What to write
    #[arg(long, value_enum, default_value_t = MatrixFormat::Text)]
    pub format: MatrixFormat,
    /// Print one JSON object; the same as --format json, and for the list of classes, too
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Seconds for each half of a pair
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub budget: u32,
    /// A solver for float sums, as for `equiv`
    #[arg(long, value_name = "PROGRAM", value_hint = ValueHint::ExecutablePath)]
    pub solver: Vec<PathBuf>,
    /// Take the word of a single solver for equalities, as for `equiv`
    #[arg(long)]
    pub trust_solver: bool,
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

#[derive(Debug, Args)]
pub struct VectorsArgs {
    /// The operation; with --check the file names one, and this replaces it
    #[arg(value_name = "TARGET:OP[,KEY=VALUE]..", required_unless_present = "check")]
    pub op: Option<String>,
    /// Judge records of `--format raw` that a device has answered, under each alternative of the operation's assumptions; `-`
    /// is stdin. The exit status is 1 where an answer contradicts the chosen values, 3 where records have no answer
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["random", "seed", "format"])]
    pub check: Option<PathBuf>,
    /// Print one JSON object; without --check the same as --format json
    #[arg(long, conflicts_with = "format")]
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
    /// Records of six words for other programs to answer; hw/nvidia/README.md describes them.
    Raw,
    /// The same with Isotope's own results as answers.
    RawAnswers,
}

/// Whether something counts in a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Counts {
    /// It does.
    Compare,
    /// It does not.
    Ignore,
}

/// What counts where documents leave a result open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum OpenCounts {
    /// One side alone is open: a difference.
    Compare,
    /// Such inputs are left out.
    Ignore,
    /// The second may leave only what the first permits.
    Permitted,
}

/// Which kernels of a file, and how it is read.
#[derive(Debug, Args)]
pub struct KernelArgs {
    /// Only this kernel
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
    /// With a zebin or `.zeinfo`, take the `.isa` of each kernel instead of the `.visaasm`
    #[arg(long)]
    pub isa_files: bool,
    /// The device that vISA kernels were compiled for; other files say what they are for
    #[arg(short = 't', long, value_name = "TARGET", value_parser = target::parse)]
    pub target: Option<Target>,
}

#[derive(Debug, Args)]
pub struct LintArgs {
    /// Files that hold kernels, as `run` takes them
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, required_unless_present = "rules")]
    pub files: Vec<PathBuf>,
    /// What of it.
    #[command(flatten)]
    pub of: KernelArgs,
    /// Choose another value of an assumption, where the documents are silent; see `isotope assumptions`
    #[arg(long, value_name = "ID=VALUE")]
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

#[derive(Debug, Args)]
pub struct InfoArgs {
    /// A file that holds kernels, as `run` takes it
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// What of it.
    #[command(flatten)]
    pub of: KernelArgs,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct DocsArgs {
    /// The target
    #[arg(short, long, default_value = "sm_50", value_parser = target::parse)]
    pub target: Target,
    /// Print the page as Markdown
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,
    /// Print one JSON object
    #[arg(long, conflicts_with = "export")]
    pub json: bool,
    /// Write the pages of all instructions of all targets as HTML into this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "form")]
    pub export: Option<PathBuf>,
    /// With --export: the explorer's library as WebAssembly, which `just web` builds; looked for beside this program otherwise
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub wasm: Option<PathBuf>,
    /// A mnemonic, or a name in another language, after its target and a colon where -t does not say it; without one the
    /// instructions are listed
    pub form: Option<String>,
}

#[derive(Debug, Args)]
pub struct ServeArgs {
    /// The port on 127.0.0.1; 0 takes any that is free
    #[arg(long, default_value_t = 7070)]
    pub port: u16,
    /// Open a browser there
    #[arg(long)]
    pub open: bool,
    /// Print the address as one JSON object
    #[arg(long)]
    pub json: bool,
    /// The explorer's library as WebAssembly, which `just web` builds; looked for beside this program otherwise
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub wasm: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct AssumptionsArgs {
    /// Print Markdown
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Only this one
    pub id: Option<String>,
}

#[derive(Debug, Args)]
pub struct TargetsArgs {
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: CompletionShell,
}

/// Shells that can be asked to complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum CompletionShell {
    /// Bash 4 or later.
    Bash,
    /// Elvish.
    Elvish,
    /// Fish.
    Fish,
    /// PowerShell.
    Powershell,
    /// Zsh.
    Zsh,
}

#[derive(Debug, Args)]
pub struct ManArgs {
    /// Write the pages of all verbs into this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "verb")]
    pub dir: Option<PathBuf>,
    /// A verb as it is typed (`trace diff`); without one, the page of the command as a whole
    pub verb: Vec<String>,
}

#[derive(Debug, Args)]
pub struct SchemaArgs {
    /// List verbs, their arguments and schemas as one JSON object
    #[arg(long, conflicts_with = "of")]
    pub json: bool,
    /// A verb as it is typed (`trace diff`), or the name of a schema as JSON has it (`isotope-run/1`); without one, all are listed
    #[arg(value_name = "VERB|SCHEMA")]
    pub of: Vec<String>,
}

#[derive(Debug, Args)]
pub struct ContradictionsArgs {
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Only this entry, or those of an assumption
    pub id: Option<String>,
}

#[derive(Debug, Args)]
pub struct SourcesArgs {
    /// Print Markdown
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Only this one
    pub key: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
