//! Case files: the inputs of a kernel, its launches, and the checks of final memory.
//!
//! A case is JSON of schema `isotope-kernel-case/1`. [`Case::parse`] reads and checks it completely, [`Case::initial`] makes the buffers,
//! and [`Case::check`] checks the final ones. Nothing here performs I/O, runs a kernel or depends on a machine. Whether the arguments fit a
//! kernel's parameters is checked at launch.
//!
//! # Fields
//! `schema`, `kernel`, `case`, `source`, `buffers`, `launches`, `checks`; optional `note` and `progress`. Unknown fields are ignored and
//! named in [`Case::warnings`].
//!
//! *Buffers* have `name`, `type` (`u8 u16 u32 u64 i8 i16 i32 i64 f16 bf16 f32 f64`), `count` (elements), `init`, and `crc32` of the initial
//! bytes (optional, checked by [`Case::initial`]). Memory is little-endian. All buffers together are at most 1 GiB. A buffer with `gds`, a
//! byte offset, is in the global data share of a device that has one, and has no address.
//!
//! *Launches* have `entry`, `group_size` and `groups` (a number, or a list of up to three for x, y, z: its length is OpenCL's `work_dim`).
//! Instead of `groups` they can have `global`, the total number of work-items; groups at the edges may then be smaller. Optional are `set`,
//! the initial state of the machine (items `PLACE=VALUE` of [`setup`](crate::setup), a list for all targets or an object of lists by
//! target), and `shared` (bytes of dynamic shared memory that no argument names). `args` are `{"buffer": name}` with an optional `offset`
//! in bytes, `{"surface": name, "bytes": n}`, `{"image": name, "format": "r32_uint", "size": [w, h, d]}` with optional `row_pitch` and
//! `slice_pitch` in bytes (a typed surface; see [`isotope_machine::mem::typed`]), `{"local": bytes}` (shared memory of the group),
//! `{"bytes": hex}`, or a scalar such as `{"u32": 7}` (of the same types). A string such as `"0x7fc00000"` gives the bits of a scalar or of
//! an element, so that NaNs and all 64-bit integers can be written.
//!
//! | `init.gen` | element i |
//! | --- | --- |
//! | `fill` | `value` |
//! | `iota` | `start` + i · `step` |
//! | `list` | `values[i]`, then `rest` (default 0) |
//! | `mix` | `add` (default 0) + (mix(i, `seed`) >> `shift` (default 0)) mod `mod` |
//! | `mix_float` | (`add` + mix(i, `seed`) mod `mod`) · 2^`exp` in the element type, rounded to nearest even |
//! | `mix_half2` | two binary16 numbers: low `add` + h mod `mod`, high `add` + (h >> 16) mod `mod`, with h = mix(i, `seed`) |
//!
//! Integers wrap to the element type; `fill` and `list` give bit patterns of floats. [`mix`] is the suite's hash.
//!
//! | `check` | holds when |
//! | --- | --- |
//! | `exact` | the elements equal `hex`, or match `crc32` over `bytes` bytes |
//! | `unchanged` | the buffer equals its initial value |
//! | `multiset` | the elements, sorted as unsigned numbers, equal `sorted` |
//! | `permutation` | the elements are `start` … `start`+count−1 in any order |
//! | `sum` | the sum modulo 2^`bits` equals `value` |
//! | `equal` | elements `a` and `b` (`[buffer, index]`) are equal and within `min`..`max` |
//! | `hash_table` | slots of `keys`/`counts` hold exactly `pairs`; every key is reachable by linear probing from ((key · 2654435761 mod 2^32) >> 7) & `mask`; empty slots (key 0) count 0 |
//! | `list_walk` | from `head[head_index]`, following `next`, every index 0..`n` is visited once, then `nil` |
//! | `indexed_blocks` | for each i with `index[i]` ≠ `skip`: `data[index[i]+j]` = i·`width`+j for j < `width` |
//!
//! `first` and `count` select elements of a check with one `buffer` (default: all). A check with `targets` applies only to those targets:
//! `cpu`, or names of instruction sets ([`Isa::cases`](crate::Isa::cases)). `basis` names the source of the expected value. `progress`
//! says for each target whether the launches complete.
//!
//! # Source
//! spec: the kernel suite's own description of its case files, and the script that made their checksums.

mod agree;
mod check;
mod generate;
mod json;
mod scenario;

pub use check::{CheckResult, Verdict};
#[doc(hidden)]
pub use generate::float_bits;
pub use generate::{float_of, mix};
pub use scenario::{Data, Module, SCHEMA as SCENARIO_SCHEMA, Scenario, Step};

use check::Check;
use generate::Init;
use json::Node;
use std::borrow::Cow;
use std::collections::BTreeMap;

use isotope_machine::Grid;
use isotope_machine::mem::sample::Texture;
use isotope_machine::mem::typed::{Format, Shape};

/// The only supported schema.
pub const SCHEMA: &str = "isotope-kernel-case/1";
/// Bytes of the GDS.
const GDS_BYTES: u64 = 4096;
/// The most bytes that all buffers of a case may have together.
pub const MAX_BYTES: u64 = 1 << 30;
/// The target name of a compiler for the host; the checks of a case can judge its memory, too.
pub const CPU: &str = "cpu";

/// The names of [`ElementType`], for messages.
const ELEMENT_TYPES: &str = "u8, u16, u32, u64, i8, i16, i32, i64, f16, bf16, f32 or f64";

/// An error in a case file, in one line. The caller adds the file's name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CaseError {
    /// The text is not JSON.
    #[error("expected JSON, found {message} at line {line}, column {column}: correct the file's syntax there")]
    Syntax {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// The message of the JSON reader.
        message: String,
    },
    /// A field that is missing, of the wrong kind, or contradicts another.
    #[error("at `{path}`: expected {expected}, found {found}; {hint}")]
    Field {
        /// Path in the JSON, such as `buffers[2].init.gen`.
        path: String,
        /// What is expected.
        expected: String,
        /// What was found.
        found: String,
        /// What to do.
        hint: Cow<'static, str>,
    },
    /// The initial bytes of a buffer do not have the checksum of the file.
    #[error(
        "at `{path}.crc32`: expected CRC-32 {expected:#010x} of the initial bytes of `{buffer}`, found {found:#010x}; \
         `init` or the checksum was edited: restore the one that is wrong"
    )]
    Checksum {
        /// Path of the buffer in the JSON.
        path: String,
        /// Its name.
        buffer: String,
        /// The checksum in the file.
        expected: u32,
        /// The checksum of the bytes.
        found: u32,
    },
}

impl CaseError {
    fn field(path: impl Into<String>, expected: String, found: impl ToString, hint: &'static str) -> CaseError {
        CaseError::Field { path: path.into(), expected, found: found.to_string(), hint: hint.into() }
    }
}

macro_rules! element_types {
    ($($ty:ident $name:literal $bytes:literal,)*) => {
        /// The type of a buffer's elements.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum ElementType {
            $($ty,)*
        }

        impl ElementType {
            /// Every type.
            pub const ALL: [ElementType; [$($bytes),*].len()] = [$(ElementType::$ty),*];

            /// Its name in case files.
            pub fn name(self) -> &'static str {
                match self {
                    $(ElementType::$ty => $name,)*
                }
            }

            /// Bytes per element.
            pub fn size(self) -> usize {
                match self {
                    $(ElementType::$ty => $bytes,)*
                }
            }
        }
    };
}

element_types! {
    U8 "u8" 1, U16 "u16" 2, U32 "u32" 4, U64 "u64" 8,
    I8 "i8" 1, I16 "i16" 2, I32 "i32" 4, I64 "i64" 8,
    F16 "f16" 2, Bf16 "bf16" 2, F32 "f32" 4, F64 "f64" 8,
}

impl ElementType {
    /// Finds a type by its name.
    pub fn named(name: &str) -> Option<ElementType> {
        ElementType::ALL.into_iter().find(|ty| ty.name() == name)
    }

    /// Bits of the fraction and of the exponent, of a float.
    pub fn float(self) -> Option<(u32, u32)> {
        match self {
            ElementType::F16 => Some((10, 5)),
            ElementType::Bf16 => Some((7, 8)),
            ElementType::F32 => Some((23, 8)),
            ElementType::F64 => Some((52, 11)),
            _ => None,
        }
    }

    /// Whether its numbers have a sign.
    pub fn is_signed(self) -> bool {
        self.float().is_some() || self.name().starts_with('i')
    }

    /// All bits of one element set.
    fn mask(self) -> u64 {
        u64::MAX >> (64 - 8 * self.size())
    }
}

/// A buffer with its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Buffer {
    /// Its name in the case.
    pub name: String,
    /// The type of its elements.
    pub ty: ElementType,
    /// Its bytes, little-endian elements.
    pub bytes: Vec<u8>,
}

/// A buffer as a case describes it.
#[derive(Debug, Clone, PartialEq)]
pub struct BufferSpec {
    /// Its name, unique in the case.
    pub name: String,
    /// The type of its elements.
    pub ty: ElementType,
    /// Number of elements.
    pub count: usize,
    /// CRC-32 of the initial bytes, if the case states it.
    pub crc32: Option<u32>,
    /// Byte offset in the GDS, if the buffer is there and not in global memory.
    pub gds: Option<u32>,
    init: Init,
}

impl BufferSpec {
    /// Its length in bytes.
    pub fn byte_length(&self) -> usize {
        self.count * self.ty.size()
    }
}

/// One launch.
#[derive(Debug, Clone, PartialEq)]
pub struct LaunchSpec {
    /// Name of the kernel.
    pub entry: String,
    /// Its groups.
    pub grid: Grid,
    /// Arguments in order of declaration.
    pub args: Vec<ArgSpec>,
    /// Dynamic shared memory in bytes that no argument names.
    pub shared: u32,
    /// Initial state of the machine, by target or for all (`*`): items `PLACE=VALUE`.
    pub set: BTreeMap<String, Vec<String>>,
}

impl LaunchSpec {
    /// Initial state of the machine on a target.
    pub fn set(&self, target: &str) -> impl Iterator<Item = &str> {
        ["*", target].into_iter().filter_map(|of| self.set.get(of)).flatten().map(String::as_str)
    }
}

/// Bytes that contain addresses of buffers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Parts {
    /// All bytes, with zeros in place of addresses.
    bytes: Vec<u8>,
    /// Position in `bytes`, index of the buffer, and offset from the buffer's start in bytes.
    addresses: Vec<(usize, usize, u64)>,
}

impl Parts {
    /// Size of an address in bytes.
    const ADDRESS: usize = 8;

    /// Bytes without addresses.
    pub fn of(bytes: Vec<u8>) -> Parts {
        Parts { bytes, addresses: Vec::new() }
    }

    /// Whether the bytes contain the address of a buffer.
    pub fn has(&self, buffer: usize) -> bool {
        self.addresses.iter().any(|(_, of, _)| *of == buffer)
    }

    /// The bytes with addresses filled in. `bases` are the addresses of the buffers, `None` for a buffer without address.
    pub fn filled(&self, bases: &[Option<u64>]) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        for &(at, buffer, offset) in &self.addresses {
            let address = bases.get(buffer).copied().flatten().unwrap_or(0).wrapping_add(offset);
            bytes[at..at + Parts::ADDRESS].copy_from_slice(&address.to_le_bytes());
        }
        bytes
    }
}

/// Concatenates `[{"hex": bytes} or {"buffer": name, "offset"?: bytes}, ..]`.
fn parts_of(list: &Node<'_>, buffers: &[BufferSpec], warnings: &mut Vec<String>) -> Result<Parts, CaseError> {
    let mut parts = Parts::default();
    for part in list.array()? {
        if let Some(bytes) = part.optional("hex") {
            part.known(&["hex", "note"], warnings)?;
            parts.bytes.extend(bytes.hex()?);
            continue;
        }
        part.known(&["buffer", "offset", "note"], warnings)?;
        let buffer = addressed(&part.get("buffer")?, buffers)?;
        let length = buffers[buffer].byte_length() as u64;
        let offset = part.optional("offset").map_or(Ok(0), |offset| offset.unsigned(length))?;
        parts.addresses.push((parts.bytes.len(), buffer, offset));
        parts.bytes.extend([0; Parts::ADDRESS]);
    }
    Ok(parts)
}

/// One argument of a launch.
#[derive(Debug, Clone, PartialEq)]
pub enum ArgSpec {
    /// A pointer to a buffer or into one.
    Buffer {
        /// Index in [`Case::buffers`].
        buffer: usize,
        /// Byte offset into the buffer, at most the buffer's length.
        offset: u64,
    },
    /// A surface over the start of a buffer; on targets without surfaces, a pointer to it.
    Surface {
        /// Index in [`Case::buffers`].
        buffer: usize,
        /// Width of the one-dimensional surface in bytes; at most the buffer's length.
        bytes: u32,
    },
    /// A typed surface over the start of a buffer.
    Image {
        /// Index in [`Case::buffers`].
        buffer: usize,
        /// Format and extent, inside the buffer.
        shape: Shape,
    },
    /// A texture over the start of a buffer; its address is not known yet.
    Texture {
        /// Index in [`Case::buffers`].
        buffer: usize,
        /// Format, extent and sampler.
        texture: Texture,
    },
    /// Shared memory of the group.
    Local {
        /// Its length in bytes.
        bytes: u32,
    },
    /// A struct by value with addresses of buffers in it.
    Parts(Parts),
    /// A value.
    Scalar {
        /// Its type in the case file, such as `u32`.
        ty: &'static str,
        /// Its bytes, little-endian.
        bytes: Vec<u8>,
    },
}

/// Whether the launches of a case end on a faithful machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaseProgress {
    /// They end.
    Completes,
    /// They do not end: lanes wait for each other for ever.
    Never,
}

/// A case file, read and checked.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// Name of the kernel suite's kernel.
    pub kernel: String,
    /// Name of the case.
    pub case: String,
    /// File name of the kernel's source; empty if the case does not name it.
    pub source: String,
    /// A remark, if there is one.
    pub note: Option<String>,
    /// Buffers in the order of the file.
    pub buffers: Vec<BufferSpec>,
    /// Launches, run one after another on the same memory.
    pub launches: Vec<LaunchSpec>,
    /// Unknown fields and targets, which have no effect, one line each.
    pub warnings: Vec<String>,
    checks: Vec<Check>,
    progress: BTreeMap<String, CaseProgress>,
}

/// The JSON of a file.
fn json(text: &str) -> Result<serde_json::Value, CaseError> {
    serde_json::from_str(text).map_err(|error| {
        let full = error.to_string();
        let message = full.split(" at line ").next().unwrap_or("an error").escape_debug().to_string();
        CaseError::Syntax { line: error.line(), column: error.column(), message }
    })
}

/// The parts with which cases and scenarios begin: their schema, with a hint for another schema, and their buffers, each with a unique
/// name. `own` are the fields that only one of the two has. Returns the buffers and warnings.
fn head(
    root: &Node<'_>,
    (schema, hint): (&str, Cow<'static, str>),
    own: &[&str],
) -> Result<(Vec<BufferSpec>, Vec<String>), CaseError> {
    let given = root.get("schema")?;
    if given.str()? != schema {
        return Err(given.error(format!("`{schema}`"), hint));
    }
    let mut warnings = Vec::new();
    root.known(&[&["schema", "note", "buffers", "launches", "checks"], own].concat(), &mut warnings)?;
    let buffers = buffers(root, &mut warnings)?;
    Ok((buffers, warnings))
}

impl Case {
    /// A case that has only buffers.
    fn of_buffers(name: &str, buffers: Vec<BufferSpec>) -> Case {
        Case {
            kernel: String::new(),
            case: name.to_owned(),
            source: String::new(),
            note: None,
            buffers,
            launches: Vec::new(),
            warnings: Vec::new(),
            checks: Vec::new(),
            progress: BTreeMap::new(),
        }
    }

    /// Reads a case file, which may name targets by these words ([`Registry::cases`](crate::Registry::cases)).
    ///
    /// # Errors
    /// [`CaseError`] names the position in the JSON and what to do.
    ///
    /// # Examples
    /// ```
    /// use isotope_target::case::{Case, Verdict};
    /// let case = Case::parse(isotope_targets::TARGETS.cases, r#"{"schema": "isotope-kernel-case/1", "kernel": "k", "case": "c", "source": "k.cl",
    ///     "buffers": [{"name": "b", "type": "u32", "count": 2, "init": {"gen": "iota", "start": 5, "step": 1}}],
    ///     "launches": [{"entry": "k", "groups": 1, "group_size": 2, "args": [{"buffer": "b"}]}],
    ///     "checks": [{"check": "exact", "buffer": "b", "hex": "0500000007000000"}]}"#)?;
    /// let buffers = case.initial()?;
    /// let result = &case.check("sm_50", &buffers)[0];
    /// assert_eq!(result.verdict, Verdict::Fails("element 1 of `b`: expected 0x00000007, got 0x00000006".into()));
    /// # Ok::<(), isotope_target::case::CaseError>(())
    /// ```
    pub fn parse(words: &'static [&'static str], text: &str) -> Result<Case, CaseError> {
        let value = json(text)?;
        let root = Node::root(&value, words);
        let own = ["kernel", "case", "source", "progress"];
        let (buffers, mut warnings) = head(&root, (SCHEMA, "this is the only schema understood".into()), &own)?;
        let launches = root.get("launches")?.array()?;
        let one = |node: &Node<'_>| {
            node.known(&LAUNCH, &mut warnings)?;
            launch(node, &buffers, &mut warnings)
        };
        let launches = launches.iter().map(one).collect::<Result<_, _>>()?;
        let checks = root.get("checks")?.array()?;
        let checks = checks.iter().map(|node| Check::parse(node, &buffers, &mut warnings)).collect::<Result<_, _>>()?;
        Ok(Case {
            kernel: root.get("kernel")?.str()?.to_owned(),
            case: root.get("case")?.str()?.to_owned(),
            source: root.text("source")?.unwrap_or_default(),
            note: root.text("note")?,
            progress: progress(&root, &mut warnings)?,
            buffers,
            launches,
            warnings,
            checks,
        })
    }

    /// The initial buffers, in the order of [`Case::buffers`].
    ///
    /// # Errors
    /// [`CaseError::Checksum`] if a buffer's bytes do not have the checksum of the file; [`CaseError::Field`] if a float generator leaves
    /// the range of its type.
    pub fn initial(&self) -> Result<Vec<Buffer>, CaseError> {
        self.buffers.iter().enumerate().map(|(index, spec)| self.initial_of(index, spec)).collect()
    }

    fn initial_of(&self, index: usize, spec: &BufferSpec) -> Result<Buffer, CaseError> {
        let path = format!("buffers[{index}]");
        let bytes = spec.init.bytes(spec.ty, spec.count).map_err(|element| {
            let expected = format!("numbers in the range of {}", spec.init.float_name(spec.ty));
            let found = format!("a larger one at element {element}");
            CaseError::field(format!("{path}.init"), expected, found, "lower `exp`, `mod` or `add`")
        })?;
        let found = crc32fast::hash(&bytes);
        match spec.crc32 {
            Some(expected) if expected != found => {
                Err(CaseError::Checksum { path, buffer: spec.name.escape_debug().to_string(), expected, found })
            }
            _ => Ok(Buffer { name: spec.name.clone(), ty: spec.ty, bytes }),
        }
    }

    /// Checks final memory for a target, by its name in checks; checks for other targets are left out.
    ///
    /// `finals` may be in any order and may have more buffers than the case. A buffer that is missing or has another length fails the
    /// checks that need it.
    pub fn check(&self, target: &str, finals: &[Buffer]) -> Vec<CheckResult> {
        self.checks.iter().filter(|check| check.applies(target)).map(|check| check.judge(self, finals)).collect()
    }

    /// Whether the launches end on a target.
    pub fn progress(&self, target: &str) -> CaseProgress {
        self.progress.get(target).or_else(|| self.progress.get("*")).copied().unwrap_or(CaseProgress::Completes)
    }
}

/// The buffers of a case or scenario, each with a unique name.
fn buffers(root: &Node<'_>, warnings: &mut Vec<String>) -> Result<Vec<BufferSpec>, CaseError> {
    let mut buffers: Vec<BufferSpec> = Vec::new();
    let mut total = 0;
    for node in root.get("buffers")?.array()? {
        let buffer = buffer(&node, &mut total, warnings)?;
        if buffers.iter().any(|other| other.name == buffer.name) {
            return Err(node.get("name")?.error("a name of its own", "rename one of the two buffers"));
        }
        buffers.push(buffer);
    }
    Ok(buffers)
}

fn buffer(node: &Node<'_>, total: &mut u64, warnings: &mut Vec<String>) -> Result<BufferSpec, CaseError> {
    node.known(&["name", "type", "count", "init", "crc32", "gds", "note"], warnings)?;
    let ty_node = node.get("type")?;
    let name = ty_node.str()?;
    let ty = ElementType::named(name);
    let ty = ty.ok_or_else(|| ty_node.error(ELEMENT_TYPES, "choose one of these types"))?;
    let count_node = node.get("count")?;
    let count = count_node.unsigned(u64::MAX)?;
    let bytes = u128::from(count) * ty.size() as u128 + u128::from(*total);
    if bytes > u128::from(MAX_BYTES) {
        let expected = format!("at most {MAX_BYTES} bytes (1 GiB) in all buffers together");
        let found = format!("{bytes} bytes up to here");
        return Err(CaseError::field(count_node.path(), expected, found, "make the buffers smaller"));
    }
    *total = bytes as u64;
    let count = count as usize;
    let crc32 = node.optional("crc32").map(|crc| crc.unsigned(u32::MAX.into())).transpose()?;
    let name_node = node.get("name")?;
    if name_node.str()?.is_empty() {
        return Err(name_node.error("a name", "give the buffer a name that launches and checks can use"));
    }
    let gds = node.optional("gds").map(|at| {
        let length = count as u64 * ty.size() as u64;
        let fits = |start: &u64| start.checked_add(length).is_some_and(|end| end <= GDS_BYTES);
        let start = at.unsigned(u32::MAX.into())?;
        let expected = || format!("a buffer that ends within the {GDS_BYTES} bytes of the GDS");
        Some(start as u32)
            .filter(|_| fits(&start))
            .ok_or_else(|| at.error(expected(), "make it smaller or begin earlier"))
    });
    Ok(BufferSpec {
        gds: gds.transpose()?,
        name: name_node.str()?.to_owned(),
        ty,
        count,
        crc32: crc32.map(|crc| crc as u32),
        init: Init::parse(&node.get("init")?, ty, count, warnings)?,
    })
}

/// The index of the buffer that a field names.
fn buffer_index(node: &Node<'_>, buffers: &[BufferSpec]) -> Result<usize, CaseError> {
    let name = node.str()?;
    buffers.iter().position(|buffer| buffer.name == name).ok_or_else(|| {
        let mut names: Vec<String> =
            buffers.iter().take(20).map(|buffer| format!("`{}`", buffer.name.escape_debug())).collect();
        if buffers.len() > names.len() {
            names.push("…".into());
        }
        node.error(format!("the name of a buffer ({})", names.join(", ")), "add the buffer or correct the name")
    })
}

/// The index of the buffer that an argument names.
fn addressed(node: &Node<'_>, buffers: &[BufferSpec]) -> Result<usize, CaseError> {
    let index = buffer_index(node, buffers)?;
    match buffers[index].gds {
        None => Ok(index),
        Some(_) => {
            Err(node.error("a buffer in memory", "one in the GDS has no address: kernels find it by M0 and offsets"))
        }
    }
}

/// A list of items, or one list for each target.
fn settings(node: &Node<'_>, warnings: &mut Vec<String>) -> Result<BTreeMap<String, Vec<String>>, CaseError> {
    let list = |node: &Node<'_>| -> Result<Vec<String>, CaseError> {
        node.array()?.iter().map(|item| item.str().map(str::to_owned)).collect()
    };
    if node.is_array() {
        return Ok(BTreeMap::from([("*".to_owned(), list(node)?)]));
    }
    node.known(node.words(), warnings)?;
    node.entries()?.iter().map(|(target, node)| Ok((target.to_string(), list(node)?))).collect()
}

fn launch(node: &Node<'_>, buffers: &[BufferSpec], warnings: &mut Vec<String>) -> Result<LaunchSpec, CaseError> {
    let args = node.get("args")?.array()?;
    Ok(LaunchSpec {
        entry: node.get("entry")?.str()?.to_owned(),
        grid: grid(node)?,
        args: args.iter().map(|node| argument(node, buffers, warnings)).collect::<Result<_, _>>()?,
        shared: node
            .optional("shared")
            .map_or(Ok(0), |node| node.unsigned(u32::MAX.into()).map(|bytes| bytes as u32))?,
        set: node.optional("set").map_or(Ok(BTreeMap::new()), |node| settings(&node, warnings))?,
    })
}

/// The fields that [`launch`] reads.
const LAUNCH: [&str; 8] = ["entry", "groups", "global", "group_size", "args", "shared", "set", "note"];

/// `groups` or `global`, and `group_size`.
fn grid(node: &Node<'_>) -> Result<Grid, CaseError> {
    let size_node = node.get("group_size")?;
    let size = extent(&size_node)?;
    let (grid, given) = match node.optional("global") {
        Some(global) if node.optional("groups").is_some() => {
            return Err(global.error("`groups` or `global`, not both", "leave one of them out"));
        }
        Some(global) => (Grid::over(extent(&global)?, size), global),
        None => {
            let groups = node.get("groups")?;
            (Grid::new(extent(&groups)?, size), groups)
        }
    };
    let dimensions = |node: &Node<'_>| Ok(if node.is_array() { node.array()?.len() as u8 } else { 1 });
    Ok(grid.with_dimensions(dimensions(&given)?.max(dimensions(&size_node)?)))
}

/// One number for x, or one to three numbers for x, y, z; none of them 0.
fn extent(node: &Node<'_>) -> Result<[u32; 3], CaseError> {
    let parts = if node.is_array() { node.array()? } else { vec![node.clone()] };
    if parts.is_empty() || parts.len() > 3 {
        return Err(node.error("a number, or one to three numbers for x, y, z", "leave out what is 1"));
    }
    let mut extent = [1; 3];
    for (part, slot) in parts.iter().zip(&mut extent) {
        *slot = part.unsigned(u32::MAX.into())? as u32;
        if *slot == 0 {
            return Err(part.error("1 or more", "a launch of size 0 does nothing: remove it"));
        }
    }
    Ok(extent)
}

fn argument(node: &Node<'_>, buffers: &[BufferSpec], warnings: &mut Vec<String>) -> Result<ArgSpec, CaseError> {
    if let Some(name) = node.optional("buffer") {
        node.known(&["buffer", "offset"], warnings)?;
        let buffer = addressed(&name, buffers)?;
        let length = buffers[buffer].byte_length() as u64;
        let offset = node.optional("offset").map_or(Ok(0), |offset| offset.unsigned(length))?;
        return Ok(ArgSpec::Buffer { buffer, offset });
    }
    if let Some(name) = node.optional("surface") {
        node.known(&["surface", "bytes"], warnings)?;
        let buffer = addressed(&name, buffers)?;
        let bytes = node.get("bytes")?;
        let width = bytes.unsigned(u32::MAX.into())?;
        let length = buffers[buffer].byte_length() as u64;
        if width == 0 || width > length {
            return Err(bytes.error(format!("1 to {length}, the buffer's length in bytes"), "make the surface fit"));
        }
        return Ok(ArgSpec::Surface { buffer, bytes: width as u32 });
    }
    if let Some(name) = node.optional("image") {
        let buffer = addressed(&name, buffers)?;
        return image(node, buffer, buffers[buffer].byte_length() as u64, warnings);
    }
    if let Some(list) = node.optional("parts") {
        node.known(&["parts"], warnings)?;
        return Ok(ArgSpec::Parts(parts_of(&list, buffers, warnings)?));
    }
    if let Some(name) = node.optional("texture") {
        let buffer = addressed(&name, buffers)?;
        return texture(node, buffer, buffers[buffer].byte_length() as u64, warnings);
    }
    if let Some(bytes) = node.optional("local") {
        node.known(&["local"], warnings)?;
        return Ok(ArgSpec::Local { bytes: bytes.unsigned(u32::MAX.into())? as u32 });
    }
    if let Some(bytes) = node.optional("bytes") {
        node.known(&["bytes"], warnings)?;
        return Ok(ArgSpec::Scalar { ty: "bytes", bytes: bytes.hex()? });
    }
    for ty in ElementType::ALL {
        if let Some(value) = node.optional(ty.name()) {
            node.known(&[ty.name()], warnings)?;
            let bytes = scalar(&value, ty)?.to_le_bytes()[..ty.size()].to_vec();
            return Ok(ArgSpec::Scalar { ty: ty.name(), bytes });
        }
    }
    Err(node.error(
        r#"{"buffer": name}, {"surface": name, "bytes": n} or a scalar such as {"u32": 7}"#,
        "scalars are u8, u16, u32, u64, i8, i16, i32, i64, f16, bf16, f32 or f64",
    ))
}

/// The bits of a number of a type: given as a number, or as a string of bits.
fn scalar(value: &Node<'_>, ty: ElementType) -> Result<u64, CaseError> {
    let bits = 8 * ty.size() as u32;
    match ty {
        ElementType::F32 => return Ok(value.f32()?.into()),
        ElementType::F64 => return value.f64(),
        _ => {}
    }
    if let Some(bits) = value.bits(bits)? {
        return Ok(bits);
    }
    if ty.float().is_some() {
        let number = f64::from_bits(value.f64()?);
        let expected = || format!("a number in the range of {}", ty.name());
        return float_of(ty, number).ok_or_else(|| value.error(expected(), "use a wider type or another value"));
    }
    let number = value.integer()?;
    let (low, high) =
        if ty.is_signed() { (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1) } else { (0, (1i128 << bits) - 1) };
    if !(low..=high).contains(&number) {
        return Err(value.error(format!("a number from {low} to {high}"), "use a wider type or another value"));
    }
    Ok(number as u64 & ty.mask())
}

/// `{"texture": name, "format": "r8_unorm", "size": [w, h, d], "sampler": "linear,wrap,normalized"}`, the sampler optional.
fn texture(node: &Node<'_>, buffer: usize, length: u64, warnings: &mut Vec<String>) -> Result<ArgSpec, CaseError> {
    node.known(&["texture", "format", "size", "sampler"], warnings)?;
    let name = node.get("format")?;
    let format = Format::from_name(name.str()?).ok_or_else(|| {
        name.error("a format such as r32_float or r8g8b8a8_unorm", "channels r, g, b, a; one number type")
    })?;
    let size = node.get("size")?;
    let extents = size.integers()?;
    let mut extent = [1; 3];
    let fits = extents.len() <= 3 && !extents.is_empty();
    let wrong = || size.error("one to three extents above 0", "give width, height, depth or layers");
    for (to, from) in extent.iter_mut().zip(&extents) {
        *to = u32::try_from(*from).ok().filter(|n| *n != 0).ok_or_else(wrong)?;
    }
    let shape = Shape::packed(format, extent).filter(|shape| fits && shape.bytes() <= length).ok_or_else(|| {
        size.error(
            format!("one to three extents and at most {length} bytes, the buffer's length"),
            "make the texture fit",
        )
    })?;
    let options = node.optional("sampler").map(|options| options.str()).transpose()?.unwrap_or_default();
    let texture = Texture::described(shape, extents.len(), options)
        .map_err(|wrong| node.error(wrong, "correct size, format or sampler"))?;
    Ok(ArgSpec::Texture { buffer, texture })
}

/// `{"image": name, "format": "r32_uint", "size": [w, h, d], "row_pitch": n, "slice_pitch": n}`, the pitches optional.
fn image(node: &Node<'_>, buffer: usize, length: u64, warnings: &mut Vec<String>) -> Result<ArgSpec, CaseError> {
    node.known(&["image", "format", "size", "row_pitch", "slice_pitch"], warnings)?;
    let name = node.get("format")?;
    let format = Format::from_name(name.str()?).ok_or_else(|| {
        name.error(
            "a format such as r32_uint, r32g32_sint or r32g32b32a32_float",
            "channels r, g, b, a; one number type",
        )
    })?;
    let extent_node = node.get("size")?;
    let size = extent(&extent_node)?;
    let too_large =
        || extent_node.error(format!("a surface of at most {length} bytes, the buffer's length"), "make it fit");
    let mut shape = Shape::packed(format, size).ok_or_else(too_large)?;
    if let Some(pitch) = node.optional("row_pitch") {
        shape.row_pitch = pitch.unsigned(u32::MAX.into())? as u32;
        shape.slice_pitch = shape.row_pitch.checked_mul(shape.height).ok_or_else(too_large)?;
    }
    if let Some(pitch) = node.optional("slice_pitch") {
        shape.slice_pitch = pitch.unsigned(u32::MAX.into())? as u32;
    }
    if shape.bytes() > length {
        return Err(too_large());
    }
    Ok(ArgSpec::Image { buffer, shape })
}

fn progress(root: &Node<'_>, warnings: &mut Vec<String>) -> Result<BTreeMap<String, CaseProgress>, CaseError> {
    let one = |node: &Node<'_>| match node.str()? {
        "completes" => Ok(CaseProgress::Completes),
        "never" => Ok(CaseProgress::Never),
        _ => Err(node.error("`completes` or `never`", "choose one of these")),
    };
    let Some(node) = root.optional("progress") else { return Ok(BTreeMap::new()) };
    if node.is_string() {
        return Ok(BTreeMap::from([("*".to_owned(), one(&node)?)]));
    }
    node.known(&[&[CPU], node.words()].concat(), warnings)?;
    node.entries()?.iter().map(|(target, node)| Ok((target.to_string(), one(node)?))).collect()
}
