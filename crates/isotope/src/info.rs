//! What a file holds: its kernels, what each takes, what of it is not modelled, and a command line that runs it.

use std::fmt::Write as _;

use isotope_ir::effect::{Control, Space, Uop};
use isotope_ir::program::Refusal;
use isotope_machine::{Options, Outcome};
use isotope_object::container::{Compression, Container, Entry, EntryKind};
use isotope_object::lines::{Position, SourceLines};
use isotope_object::{Format, Image, Kernel, Param, ParamKind, ParamSpace};
use isotope_op::assume::Assumptions;
use isotope_option::OptionName;
use isotope_target::case::ElementType;
use isotope_targets::TARGETS;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::answer;
use crate::arguments::{argument, parameters};
use crate::error::{Context, Error, Result};
use crate::launch::{Request, run};
use crate::not_modelled::NotModelled;
use crate::{report, shell};

/// Instructions of a kernel that are listed one by one; a count stands for the rest.
const LISTED: usize = 20;

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Info {
    /// The target that its code is for.
    pub target: &'static str,
    /// What kind of file it is.
    pub format: Format,
    /// What the file holds for other machines, where its code was taken out of a container.
    pub container: Option<Container>,
    /// Named objects in global memory and constant banks: name, bytes.
    pub objects: Vec<(String, u64)>,
    /// Its kernels, in the order of the file.
    pub kernels: Vec<KernelInfo>,
}

/// What a file says about a kernel, and what becomes of it here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct KernelInfo {
    /// Its name.
    pub name: String,
    /// What that name is demangled to, where it is a mangled one.
    pub demangled: Option<String>,
    /// The source line that it begins with, where the file says so.
    pub begins: Option<Position>,
    /// What it takes, in order.
    pub arguments: Vec<ArgumentInfo>,
    /// Registers of 32 bits per lane; on vISA, registers of a thread.
    pub registers: u32,
    /// Bytes of shared memory per group, without those that a launch adds.
    pub shared_bytes: u32,
    /// It uses shared memory, of which the file states none: a launch gives it.
    pub shared_at_launch: bool,
    /// Bytes of private memory per lane; on vISA, of scratch memory per thread.
    pub private_bytes: u32,
    /// False where recursion makes the need of private memory unbounded.
    pub private_is_bounded: bool,
    /// Work-items that step together.
    pub wave_width: u32,
    /// The only group size that it was compiled for, where there is one.
    pub group_size: Option<[u32; 3]>,
    /// Work-items of a group at most, where the file says so.
    pub most_items: Option<u64>,
    /// What of it is not modelled.
    pub not_modelled: Vec<NotModelled>,
    /// A launch of it, as words behind `isotope run FILE`; `None` where it cannot be launched.
    #[serde(skip)]
    pub command: Option<Vec<String>>,
    /// How that launch ends, in a word: `completed` where one was found that does.
    pub ends: Option<&'static str>,
}

/// An argument of a kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ArgumentInfo {
    /// Its name, where the file has it.
    pub name: Option<String>,
    /// Its type in the source's words, where the file has it.
    #[serde(rename = "type")]
    pub ty: Option<String>,
    /// Bytes among the arguments.
    pub bytes: u32,
    /// `global`, `constant`, `shared`, `private`, `generic`, `image`, `sampler`, `pipe`, `queue`, `texture` or `surface`; null for a
    /// value, or where the file does not tell pointers from values.
    #[serde(rename = "address_space")]
    pub space: Option<&'static str>,
}

/// What a file that has been read holds; of one kernel, or of all.
///
/// # Errors
/// When there is no kernel of this name.
///
/// # Examples
/// ```
/// let image = isotope::load(include_bytes!("../samples/histogram256.cubin"))?;
/// let info = isotope::info(&image, None)?;
/// let kernel = &info.kernels[0];
/// assert_eq!((info.target, &*kernel.name, kernel.arguments.len()), ("sm_50", "histogram256", 3));
/// assert!(kernel.not_modelled.is_empty());
/// assert_eq!(kernel.ends, Some("completed"));
/// # Ok::<(), isotope::Error>(())
/// ```
pub fn info(image: &Image, kernel: Option<&str>) -> Result<Info> {
    tried(image, kernel, |image, kernel| trial(image, kernel).map(Some))
}

/// The same without a launch: nothing says how to run a kernel, and whether it can be launched is not known.
///
/// # Errors
/// As [`info`].
pub fn contents(image: &Image, kernel: Option<&str>) -> Result<Info> {
    tried(image, kernel, |_, _| Ok(None))
}

/// How a launch of a kernel ended, and the words that make it; nothing where none was made.
type Trial = fn(&Image, &Kernel) -> Result<Option<(Vec<String>, Outcome)>>;

fn tried(image: &Image, kernel: Option<&str>, trial: Trial) -> Result<Info> {
    let kernels = match kernel {
        Some(name) => std::slice::from_ref(image.find(Some(name)).plain()?),
        None => &image.kernels[..],
    };
    Ok(Info {
        target: image.target.name(),
        format: image.format,
        container: image.container.as_deref().cloned(),
        objects: image.objects.iter().map(|object| (object.name.clone(), object.size)).collect(),
        kernels: kernels.iter().map(|kernel| kernel_info(image, kernel, trial)).collect(),
    })
}

fn kernel_info(image: &Image, kernel: &Kernel, trial: Trial) -> KernelInfo {
    let lines = TARGETS.lines(image, kernel);
    let mut not_modelled = stops(image, kernel, &lines);
    let trial = trial(image, kernel);
    let (command, ends) = match trial {
        Ok(Some((command, outcome))) => (Some(command), Some(report::word(&outcome))),
        Ok(None) => (None, None),
        Err(error) => {
            not_modelled.insert(0, NotModelled::Launch { text: error.to_string() });
            (None, None)
        }
    };
    KernelInfo {
        name: kernel.name.clone(),
        demangled: isotope_object::name::demangled(&kernel.name),
        begins: first_line(image, kernel, &lines),
        arguments: parameters(kernel).iter().map(argument_info).collect(),
        registers: kernel.register_count,
        shared_bytes: kernel.shared_static_bytes,
        shared_at_launch: shared_at_launch(image, kernel),
        private_bytes: kernel.private_bytes(),
        private_is_bounded: kernel.local_bytes_are_bounded,
        wave_width: kernel.wave_width(),
        group_size: kernel.required_threads,
        most_items: kernel.most_items(),
        not_modelled,
        command,
        ends,
    }
}

/// The source line of the first instruction that has one; of what was inlined there, where it was.
fn first_line(image: &Image, kernel: &Kernel, lines: &SourceLines) -> Option<Position> {
    if lines.is_empty() {
        return None;
    }
    let program = TARGETS.program(image, kernel, Assumptions::DEFAULT).ok()?;
    program
        .steps
        .get(program.entry as usize..)?
        .iter()
        .find_map(|step| lines.find(step.address.into()))
        .map(|found| found.inlined_at.last().cloned().unwrap_or(found.at))
}

fn argument_info(param: &Param) -> ArgumentInfo {
    let said = |word: &String| Some(word.clone()).filter(|word| !word.is_empty());
    let space = match param.kind {
        ParamKind::Pointer { space, .. } => Some(match space {
            ParamSpace::Private => "private",
            ParamSpace::Shared => "shared",
            ParamSpace::Constant => "constant",
            ParamSpace::Global => "global",
            ParamSpace::Generic => "generic",
        }),
        ParamKind::Handle(what) => Some(what),
        ParamKind::Texture => Some("texture"),
        ParamKind::Surface => Some("surface"),
        _ => None,
    };
    ArgumentInfo { name: said(&param.name), ty: said(&param.ty), bytes: param.size, space }
}

/// Whether a kernel uses shared memory of which the file states none.
fn shared_at_launch(image: &Image, kernel: &Kernel) -> bool {
    let is_shared = |uop: &Uop| match uop {
        Uop::Load { access, .. } | Uop::Store { access, .. } | Uop::Atomic { access, .. } => {
            access.space == Space::Shared
        }
        _ => false,
    };
    kernel.shared_static_bytes == 0
        && TARGETS.program(image, kernel, Assumptions::DEFAULT).is_ok_and(|program| program.uops.iter().any(is_shared))
}

/// The instructions of a kernel that are refused where they are reached, whatever decides whether a run comes to them.
fn stops(image: &Image, kernel: &Kernel, lines: &SourceLines) -> Vec<NotModelled> {
    // What cannot be lifted at all, a launch refuses with the same words.
    let Ok(program) = TARGETS.program(image, kernel, Assumptions::DEFAULT) else { return Vec::new() };
    let block = if program.block == 0 { program.steps.len() } else { program.block as usize };
    let steps = program.steps.iter().zip(&program.texts).take(block);
    let refused = steps.filter(|(step, _)| isotope_target::is_of(image, kernel, step.address));
    let mut found: Vec<_> = refused
        .filter_map(|(step, instruction)| {
            let Control::Refuse(index) = step.control else { return None };
            let text = match &program.refusals[index as usize] {
                Refusal::NotModelled { text } => text.clone(),
                Refusal::Unspecified { rule } => format!("{instruction}: the documents leave open {rule}"),
                Refusal::Fault { .. } => return None,
            };
            Some(NotModelled::Instruction { address: step.address, text, location: lines.find(step.address.into()) })
        })
        .collect();
    let rest = found.len().saturating_sub(LISTED);
    found.truncate(LISTED);
    found.extend((rest > 0).then_some(NotModelled::More { count: rest }));
    found
}

/// How a launch is tried.
#[derive(Clone, Copy)]
struct Plan {
    /// Integer arguments; those of 8 bytes that may be pointers are buffers, unless `values`.
    integer: u32,
    /// Elements of 4 bytes of a buffer, and as many bytes of each.
    elements: u32,
    /// Unmarked arguments of 8 bytes are numbers.
    values: bool,
    /// Structs consist of addresses of buffers.
    pointers: bool,
    /// The device has a heap.
    heap: bool,
    /// Groups may wait for each other.
    cooperative: bool,
    items: u32,
    /// Bytes of shared memory that the launch gives.
    shared: u32,
}

const fn plan(integer: u32, elements: u32, values: bool, items: u32) -> Plan {
    Plan { integer, elements, values, items, shared: 0, pointers: false, heap: false, cooperative: false }
}

/// Launches in the order in which they are tried.
const PLANS: &[Plan] = &[
    plan(1, 1 << 12, false, 64),
    plan(64, 1 << 12, false, 64),
    plan(0, 1 << 12, false, 64),
    plan(1, 1 << 12, true, 64),
    Plan { pointers: true, ..plan(1, 1 << 12, false, 64) },
    Plan { pointers: true, ..plan(1, 1 << 12, true, 64) },
    plan(1, 1 << 18, false, 64),
    plan(1, 1 << 12, false, 1),
    plan(0, 1 << 12, true, 1),
    Plan { heap: true, ..plan(1, 1 << 12, false, 64) },
    Plan { cooperative: true, ..plan(1, 1 << 12, false, 64) },
];

/// Bytes of a heap that serves blocks of every size.
const HEAP: u64 = 64 << 20;

/// Shared memory of a launch that has to give some: as much as a group can have on every target.
const SHARED: u32 = 48 << 10;

/// Wave instructions of a trial.
const BUDGET: u64 = 100_000;

/// The first launch that completes, else the first that is made; the error of the first where none can be.
fn trial(image: &Image, kernel: &Kernel) -> Result<(Vec<String>, Outcome)> {
    let mut best: Option<Result<(Vec<String>, Outcome)>> = None;
    let shared = if shared_at_launch(image, kernel) { SHARED } else { 0 };
    // Plans differ in arguments that a kernel may not have.
    let mut tried: Vec<Vec<String>> = Vec::new();
    for plan in PLANS {
        let plan = &Plan { shared, ..*plan };
        let modules = image.container.iter().flat_map(|container| &container.entries).any(|entry| entry.module != 0);
        let (words, request) = launch(kernel, plan, modules || image.kernels.len() > 1)?;
        if tried.contains(&words) {
            continue;
        }
        tried.push(words.clone());
        // An allocator takes long to set up.
        let max_steps = if plan.heap { 10 * BUDGET } else { BUDGET };
        let options = Options { max_steps, ..Options::default() };
        match run(image, &request, options, |_| Err(Error::new("no file is read"))) {
            Ok(ran) if ran.outcome == Outcome::Done => return Ok((words, ran.outcome)),
            Ok(ran) if !matches!(best, Some(Ok(_))) => best = Some(Ok((words, ran.outcome))),
            Err(error) if best.is_none() => best = Some(Err(error)),
            _ => {}
        }
    }
    best.unwrap_or_else(|| Err(Error::new("no launch of it is known")))
}

/// A launch as words of the command line, and as it is made.
fn launch(kernel: &Kernel, plan: &Plan, named: bool) -> Result<(Vec<String>, Request)> {
    let size = kernel.required_threads.unwrap_or([
        // A largest size that the source states is often the only one that the kernel works with; 1024 is what compilers write where it states
        // none. One work-item is tried last.
        kernel.most_items().filter(|most| plan.items > 1 && *most < 1024).map_or(plan.items, |most| most as u32),
        1,
        1,
    ]);
    let params = parameters(kernel);
    let texts = params.iter().enumerate().map(|(index, param)| value(kernel, index, param, plan));
    let texts = texts.collect::<Result<Vec<String>>>()?;
    let mut words = Vec::new();
    if named {
        words.extend(["--kernel".into(), kernel.name.clone()]);
    }
    let size_text = match size {
        [x, 1, 1] => x.to_string(),
        [x, y, z] => format!("{x},{y},{z}"),
    };
    words.extend(["--grid", "1", "--block", &size_text].map(String::from));
    if plan.shared != 0 {
        words.extend(["--shared".into(), plan.shared.to_string()]);
    }
    if plan.heap {
        words.extend(["--heap".into(), HEAP.to_string()]);
    }
    if plan.cooperative {
        words.push("--cooperative".into());
    }
    words.extend(texts.iter().flat_map(|text| ["--arg".into(), text.clone()]));
    let arguments = texts.iter().map(|text| argument(text)).collect::<Result<Vec<_>>>()?;
    let mut request = Request::new(1, 1, arguments);
    request.grid.group_size = size;
    request.heap = if plan.heap { HEAP } else { 0 };
    request.dynamic_shared = plan.shared;
    request.cooperative = plan.cooperative;
    request.kernel = Some(kernel.name.clone());
    Ok((words, request))
}

/// An argument that fits a parameter.
fn value(kernel: &Kernel, index: usize, param: &Param, plan: &Plan) -> Result<String> {
    let pointed = param.ty.trim_end().strip_suffix('*').map(str::trim);
    let buffer = |kind: &str| {
        let element = pointed.map_or("u32", element);
        format!("{kind}{}={element}[{}]:0", name(kernel, index), plan.elements)
    };
    let float = matches!(&*param.ty, "float" | "double" | "half");
    Ok(match (&param.kind, param.size) {
        (ParamKind::Pointer { space: ParamSpace::Shared, .. }, _) => "local:4096".into(),
        (ParamKind::Pointer { .. }, _) => buffer(""),
        (ParamKind::Handle("image"), _) => {
            let extent = match &*param.ty {
                "image1d_t" | "image1d_buffer_t" => "64",
                "image3d_t" | "image2d_array_t" => "64,64,4",
                _ => "64,64",
            };
            format!("image:{}=r32_uint[{extent}]:0", name(kernel, index))
        }
        (ParamKind::Handle(what), _) => {
            let hint = match *what {
                "sampler" => "read images without one, by texel",
                _ => "launch kernels one by one",
            };
            return Err(Error::new(format!("argument {index} is a {what}, which is not modelled: {hint}")));
        }
        (_, 8) if pointed.is_some() => buffer(""),
        (_, 8) if !plan.values && param.ty.is_empty() => buffer(""),
        _ if vector(&param.ty)
            .is_some_and(|(ty, lanes)| ty.size() * lanes.next_power_of_two() == param.size as usize) =>
        {
            let (ty, lanes) = vector(&param.ty).context("it is one")?;
            format!("{}x{lanes}:{}", ty.name(), plan.integer)
        }
        (_, 4 | 8) if float => "1.0".into(),
        (_, 1 | 2 | 4 | 8) => plan.integer.to_string(),
        (_, bytes) if plan.pointers && bytes % 8 == 0 && bytes <= 256 => {
            let words = (0..bytes / 8).map(|word| format!("{}_{word}=u32[{}]:0", name(kernel, index), plan.elements));
            format!("struct{{{}}}", words.collect::<Vec<_>>().join(";"))
        }
        (_, bytes) => format!("u8[{bytes}]:0"),
    })
}

/// The elements of a vector of OpenCL C and their number: of `short3`, `i16` and 3.
fn vector(ty: &str) -> Option<(ElementType, usize)> {
    let base = ty.trim_end_matches(|c: char| c.is_ascii_digit());
    let lanes = ty[base.len()..].parse().ok().filter(|lanes| matches!(lanes, 2 | 3 | 4 | 8 | 16))?;
    let name = match base {
        "char" => "i8",
        "uchar" => "u8",
        "short" => "i16",
        "ushort" => "u16",
        "int" => "i32",
        "uint" => "u32",
        "long" => "i64",
        "ulong" => "u64",
        "half" => "f16",
        "float" => "f32",
        "double" => "f64",
        _ => return None,
    };
    ElementType::named(name).map(|ty| (ty, lanes))
}

/// The type of a buffer's elements for what a pointer points to.
fn element(ty: &str) -> &'static str {
    let words = || ty.split_whitespace().filter(|word| !matches!(*word, "const" | "volatile" | "restrict"));
    if words().any(|word| word == "unsigned") && words().next_back() == Some("int") {
        return "u32";
    }
    match words().next_back().unwrap_or_default().trim_start_matches("atomic_") {
        "float" => "f32",
        "double" => "f64",
        "int" => "i32",
        "long" | "ulong" => "u64",
        "short" | "ushort" | "half" => "u16",
        "char" | "uchar" => "u8",
        _ => "u32",
    }
}

/// What a buffer for a parameter is called: as in the source, where that is a plain name of its own.
fn name(kernel: &Kernel, index: usize) -> String {
    let params = parameters(kernel);
    let names: Vec<&str> = params.iter().map(|param| &*param.name).collect();
    let own = names[index];
    let plain = own.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && own.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && names.iter().filter(|other| **other == own).count() == 1;
    if plain { own.into() } else { format!("a{index}") }
}

impl KernelInfo {
    /// The command line that runs it; `file` are the words that name the file.
    pub fn command_line(&self, file: &[String]) -> Option<String> {
        let words = ["isotope".into(), "run".into()].into_iter().chain(file.iter().cloned());
        let words = words.chain(self.command.as_ref()?.iter().cloned());
        Some(shell::line(words))
    }
}

impl Info {
    /// In words; `file` are the words that name the file on a command line.
    pub fn text(&self, file: &[String]) -> String {
        let mut out = format!("target {}\n", self.target);
        for (index, entry) in self.container.iter().flat_map(|c| c.entries.iter().enumerate()) {
            let taken = self.container.as_ref().is_some_and(|container| container.chosen == index);
            let _ = writeln!(out, "{}", entry_text(entry, taken));
        }
        for (name, bytes) in &self.objects {
            let shown = isotope_object::name::demangled(name).unwrap_or_else(|| name.clone());
            let _ = writeln!(out, "object {}: {bytes} bytes", shown.escape_debug());
        }
        for kernel in &self.kernels {
            let full = kernel.demangled.as_ref().map_or(String::new(), |full| format!(": {}", full.escape_debug()));
            let _ = writeln!(out, "\nkernel {}{full}", kernel.name.escape_debug());
            if let Some(position) = &kernel.begins {
                let _ = writeln!(out, "  from {position}");
            }
            for (index, argument) in kernel.arguments.iter().enumerate() {
                let _ = writeln!(out, "  argument {index}: {}", argument.text());
            }
            let bounded = match kernel.private_is_bounded {
                true => String::new(),
                false => format!(" and a stack without bound ({})", OptionName::Stack),
            };
            let _ = writeln!(
                out,
                "  {} registers, {} bytes shared, {} bytes private{bounded}; waves of {} work-items",
                kernel.registers, kernel.shared_bytes, kernel.private_bytes, kernel.wave_width
            );
            if kernel.shared_at_launch {
                let shared = OptionName::Shared.with("BYTES");
                let _ = writeln!(out, "  shared memory is given at launch ({shared}); the file does not say how much");
            }
            match (kernel.group_size, kernel.most_items) {
                (Some([x, y, z]), _) => drop(writeln!(out, "  groups of {x} x {y} x {z} work-items only")),
                (None, Some(most)) => drop(writeln!(out, "  groups of at most {most} work-items")),
                (None, None) => {}
            }
            for item in &kernel.not_modelled {
                let _ = writeln!(out, "  not modelled: {}", item.text());
            }
            if let (Some(command), Some(ends)) = (kernel.command_line(file), kernel.ends) {
                let _ = writeln!(out, "  to run it ({ends}): {command}");
            }
        }
        if self.kernels.iter().any(|kernel| !kernel.not_modelled.is_empty()) {
            out.push_str("\nwhat runs and what does not: docs/modelled.md\n");
        }
        out
    }

    /// As JSON; `file` are the words that name the file on a command line.
    pub fn json(&self, file: &[String]) -> Value {
        let kernels = self.kernels.iter().map(|kernel| KernelJson { kernel, command: kernel.command_line(file) });
        let entries = self.container.iter().flat_map(|container| {
            let entries = container.entries.iter().enumerate();
            entries.map(|(index, entry)| EntryJson::of(entry, index == container.chosen))
        });
        answer::json(&InfoJson {
            target: self.target,
            entries: entries.collect(),
            objects: self.objects.iter().map(|(name, bytes)| ObjectJson { name, bytes: *bytes }).collect(),
            kernels: kernels.collect(),
        })
    }
}

/// Output of `isotope info --json`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct InfoJson<'a> {
    target: &'a str,
    /// Entries of a fatbin or of a host program; empty where the file is no container
    entries: Vec<EntryJson<'a>>,
    objects: Vec<ObjectJson<'a>>,
    kernels: Vec<KernelJson<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct KernelJson<'a> {
    #[serde(flatten)]
    kernel: &'a KernelInfo,
    /// A command line that runs it; null where it cannot be launched
    command: Option<String>,
}

/// A named object in global memory or a constant bank.
#[derive(Serialize, JsonSchema)]
struct ObjectJson<'a> {
    name: &'a str,
    bytes: u64,
}

#[derive(Serialize, JsonSchema)]
struct EntryJson<'a> {
    kind: EntryKindJson,
    target: String,
    name: Option<&'a str>,
    /// Index of the fatbin in the file
    module: usize,
    /// Size, unpacked
    bytes: u64,
    compression: Option<&'static str>,
    /// Whether this is the entry whose kernels are listed
    taken: bool,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum EntryKindJson {
    Cubin,
    Ptx,
    Other,
}

impl<'a> EntryJson<'a> {
    fn of(entry: &'a Entry, taken: bool) -> EntryJson<'a> {
        let (kind, target) = match entry.kind {
            EntryKind::Cubin => (EntryKindJson::Cubin, format!("sm_{}", entry.sm)),
            EntryKind::Ptx => (EntryKindJson::Ptx, format!("compute_{}", entry.sm)),
            _ => (EntryKindJson::Other, format!("sm_{}", entry.sm)),
        };
        EntryJson {
            kind,
            target,
            name: Some(&*entry.name).filter(|name| !name.is_empty()),
            module: entry.module,
            bytes: entry.bytes,
            compression: compression(entry),
            taken,
        }
    }
}

/// An entry of a container in a line.
fn entry_text(entry: &Entry, taken: bool) -> String {
    let name = if entry.name.is_empty() { String::new() } else { format!(" `{}`", entry.name.escape_debug()) };
    let packed = compression(entry).map_or(String::new(), |how| format!(", {how}"));
    let taken = if taken { " (this one)" } else { "" };
    format!("entry of module {}: {}{name}, {} bytes{packed}{taken}", entry.module, entry.title(), entry.bytes)
}

/// How an entry is packed, where it is.
fn compression(entry: &Entry) -> Option<&'static str> {
    match entry.compression {
        Compression::None => None,
        Compression::Lz4 => Some("LZ4"),
        Compression::Zstd => Some("Zstandard"),
        _ => Some("unknown compression"),
    }
}

impl ArgumentInfo {
    fn text(&self) -> String {
        let name = self.name.as_ref().map_or(String::new(), |name| format!("{} ", name.escape_debug()));
        let ty = self.ty.as_ref().map_or(String::new(), |ty| format!("{}, ", ty.escape_debug()));
        let space = self.space.map_or(String::new(), |space| format!(", {space}"));
        format!("{name}({ty}{} bytes{space})", self.bytes)
    }
}
