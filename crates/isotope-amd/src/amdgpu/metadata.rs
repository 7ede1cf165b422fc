//! The metadata note: a MessagePack map that lists the kernels and their arguments.
//!
//! # Source
//! spec: LLVM 19, AMDGPU usage guide, "Code Object V4 Metadata" and V5; the kinds of arguments and their meaning are from the
//! table of `.value_kind` there.

use rmpv::ValueRef;

use isotope_object::elf::u32_at;
use isotope_object::{LoadError, quote};

/// `NT_AMDGPU_METADATA`.
const NOTE: u32 = 32;
/// Owner of the note, with its NUL.
const OWNER: &[u8] = b"AMDGPU\0";
/// Maximum nesting depth; the format needs five levels, and the reader counts each as two.
const DEPTH: usize = 24;

/// A hidden argument, which the runtime appends to the source arguments.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Hidden {
    /// Number of full workgroups in dimension 0..2.
    BlockCount(u8),
    /// Work-items of a workgroup in dimension 0..2.
    GroupSize(u8),
    /// Work-items of the partial workgroup in dimension 0..2.
    Remainder(u8),
    /// First global id in dimension 0..2.
    GlobalOffset(u8),
    /// Number of dimensions of the grid.
    GridDims,
    /// Size in bytes of the LDS added by the launch.
    DynamicLdsSize,
    /// Unused.
    None,
    /// Null unless several devices run one launch together.
    MultigridSyncArg,
    /// Buffer for the output of `printf` (OpenCL C, HIP with `-mprintf-kind=buffered`).
    PrintfBuffer,
    /// Buffer through which waves call a host process (`printf` and `assert` of HIP, memory for the heap).
    HostcallBuffer,
    /// State of the device's `malloc`.
    Heap,
    /// Bits 63:32 of the base address of scratch for FLAT instructions.
    PrivateBase,
    /// Bits 63:32 of the base address of LDS for FLAT instructions.
    SharedBase,
    /// The address of an object of a host process: queues, the completion action of an enqueued kernel, a tool;
    /// its name in the note.
    Served(String),
    /// Any other kind, by its name in the note.
    Other(String),
}

/// A hidden argument: its name in the note, its kind, and the value that a launch provides.
pub type HiddenRow = (&'static str, fn() -> Hidden, &'static str);

/// Every known hidden argument.
pub const HIDDEN: &[HiddenRow] = &[
    ("hidden_block_count_x", || Hidden::BlockCount(0), "groups of the full size in x"),
    ("hidden_block_count_y", || Hidden::BlockCount(1), "groups of the full size in y"),
    ("hidden_block_count_z", || Hidden::BlockCount(2), "groups of the full size in z"),
    ("hidden_group_size_x", || Hidden::GroupSize(0), "work-items of a group in x"),
    ("hidden_group_size_y", || Hidden::GroupSize(1), "work-items of a group in y"),
    ("hidden_group_size_z", || Hidden::GroupSize(2), "work-items of a group in z"),
    ("hidden_remainder_x", || Hidden::Remainder(0), "work-items of a smaller last group in x, else 0"),
    ("hidden_remainder_y", || Hidden::Remainder(1), "work-items of a smaller last group in y, else 0"),
    ("hidden_remainder_z", || Hidden::Remainder(2), "work-items of a smaller last group in z, else 0"),
    ("hidden_global_offset_x", || Hidden::GlobalOffset(0), "where work-item ids begin in x"),
    ("hidden_global_offset_y", || Hidden::GlobalOffset(1), "where work-item ids begin in y"),
    ("hidden_global_offset_z", || Hidden::GlobalOffset(2), "where work-item ids begin in z"),
    ("hidden_grid_dims", || Hidden::GridDims, "dimensions of the grid"),
    ("hidden_dynamic_lds_size", || Hidden::DynamicLdsSize, "bytes of LDS that the launch adds"),
    ("hidden_none", || Hidden::None, "0"),
    (
        "hidden_multigrid_sync_arg",
        || Hidden::MultigridSyncArg,
        "where groups meet, in a cooperative launch; else 0: a kernel that is sure to follow it is refused",
    ),
    ("hidden_printf_buffer", || Hidden::PrintfBuffer, "a buffer that is printed after the launch"),
    ("hidden_hostcall_buffer", || Hidden::HostcallBuffer, "a buffer through which the host is called"),
    ("hidden_heap_v1", || Hidden::Heap, "a heap, if the launch has one; else an address where nothing is"),
    (
        "hidden_private_base",
        || Hidden::PrivateBase,
        "where scratch begins for FLAT instructions; LLVM lists it for processors without `src_private_base`, gfx803 and before",
    ),
    (
        "hidden_shared_base",
        || Hidden::SharedBase,
        "where LDS begins for FLAT instructions; LLVM lists it for processors without `src_shared_base`, gfx803 and before",
    ),
    ("hidden_default_queue", || Hidden::Served("hidden_default_queue".into()), UNSUPPORTED),
    ("hidden_completion_action", || Hidden::Served("hidden_completion_action".into()), UNSUPPORTED),
    ("hidden_queue_ptr", || Hidden::Served("hidden_queue_ptr".into()), UNSUPPORTED),
    ("hidden_tool_correlation_id", || Hidden::Served("hidden_tool_correlation_id".into()), UNSUPPORTED),
];

/// The value for an unsupported host service.
const UNSUPPORTED: &str =
    "an address where nothing is: a kernel that is sure to follow it is refused, another faults by name";

impl Hidden {
    fn named(kind: &str) -> Option<Hidden> {
        let known = HIDDEN.iter().find(|(name, ..)| *name == kind).map(|(_, hidden, _)| hidden());
        known.or_else(|| kind.starts_with("hidden_").then(|| Hidden::Other(kind.to_owned())))
    }
}

/// The kind of an argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ArgKind {
    /// `by_value`.
    Value,
    /// `global_buffer`, with its address space if the note gives it.
    Buffer(Option<String>),
    /// `dynamic_shared_pointer`, with the alignment of the pointed-to data.
    DynamicShared(u64),
    /// Another explicit argument: `image`, `sampler`, `pipe`, `queue`.
    Handle(&'static str),
    /// A hidden argument.
    Hidden(Hidden),
}

/// One argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Arg {
    pub offset: u32,
    pub size: u32,
    pub kind: ArgKind,
    /// Its source name and type, if the note has them.
    pub name: String,
    pub ty: String,
}

/// One kernel in the note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct KernelNote {
    pub name: String,
    /// Name of the descriptor's symbol.
    pub symbol: String,
    pub kernarg_segment_size: u32,
    pub kernarg_segment_align: u32,
    pub group_segment_fixed_size: u32,
    pub private_segment_fixed_size: u32,
    pub wavefront_size: u32,
    pub max_flat_workgroup_size: u32,
    pub reqd_workgroup_size: Option<[u32; 3]>,
    pub sgpr_count: u32,
    pub vgpr_count: u32,
    pub uses_dynamic_stack: bool,
    pub uniform_groups: bool,
    pub args: Vec<Arg>,
}

/// The contents of the note.
#[derive(Debug)]
pub(super) struct Metadata {
    /// `amdhsa.version`.
    pub version: [u32; 2],
    /// `amdhsa.kernels`.
    pub kernels: Vec<KernelNote>,
    /// `amdhsa.printf`.
    pub formats: Vec<PrintFormat>,
}

/// A printf format of the file: a line of `amdhsa.printf`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintFormat {
    /// Its number in the entries of OpenCL C's `printf`.
    pub number: u32,
    /// Size of each argument in an entry, in bytes.
    pub sizes: Vec<u32>,
    /// Its number in the entries of HIP's `printf`, whose arguments have 8 bytes.
    pub hash: Option<u64>,
    /// The format as in the source.
    pub text: Vec<u8>,
}

impl PrintFormat {
    /// Parses `NUMBER:COUNT:SIZE:..:TEXT`, or `0:0:HASH,TEXT` of HIP.
    fn read(line: &str) -> Option<PrintFormat> {
        let (number, rest) = line.split_once(':')?;
        let (count, mut rest) = rest.split_once(':')?;
        let (number, count) = (number.parse().ok()?, count.parse::<u32>().ok()?);
        if let (0, Some((hash, text))) = (number, rest.split_once(',')) {
            let hash = Some(u64::from_str_radix(hash, 16).ok()?);
            return Some(PrintFormat { number, sizes: Vec::new(), hash, text: text.into() });
        }
        let mut sizes = Vec::new();
        for _ in 0..count {
            let (size, behind) = rest.split_once(':')?;
            sizes.push(size.parse().ok().filter(|size| *size <= 128)?);
            rest = behind;
        }
        Some(PrintFormat { number, sizes, hash: None, text: unescaped(rest) })
    }
}

/// Decodes backslash escapes as in C: the compiler escapes line ends, quotes and colons.
fn unescaped(text: &str) -> Vec<u8> {
    let (bytes, mut out, mut at) = (text.as_bytes(), Vec::new(), 0);
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        let Some(&next) = bytes.get(at).filter(|_| byte == b'\\') else {
            out.push(byte);
            continue;
        };
        let digits = bytes[at..].iter().take(3).take_while(|b| (b'0'..=b'7').contains(b)).count();
        if digits != 0 {
            out.push(bytes[at..at + digits].iter().fold(0u32, |n, b| n * 8 + u32::from(b - b'0')) as u8);
            at += digits;
            continue;
        }
        at += 1;
        out.push(match next {
            b'a' => 7,
            b'b' => 8,
            b't' => b'\t',
            b'n' => b'\n',
            b'v' => 11,
            b'f' => 12,
            b'r' => b'\r',
            other => other,
        });
    }
    out
}

/// Finds the contents of the metadata note in a section of notes.
pub(super) fn find<'a>(section: &str, notes: &'a [u8]) -> Result<Option<&'a [u8]>, LoadError> {
    let mut offset = 0usize;
    while offset < notes.len() {
        let bad = |expected: &str| {
            let place = format!("the note at offset {offset:#x} of section `{}`", quote(section));
            LoadError::malformed(place, expected, format!("{:#x} bytes left", notes.len() - offset))
        };
        let header = (u32_at(notes, offset), u32_at(notes, offset + 4), u32_at(notes, offset + 8));
        let (Some(owner), Some(size), Some(kind)) = header else { return Err(bad("a note header of 12 bytes")) };
        let padded = |bytes: u32| (bytes as usize).checked_next_multiple_of(4);
        let owner_at = offset + 12;
        let extent = (|| {
            let content_at = owner_at.checked_add(padded(owner)?)?;
            let name = notes.get(owner_at..owner_at.checked_add(owner as usize)?)?;
            let content = notes.get(content_at..content_at.checked_add(size as usize)?)?;
            Some((name, content, content_at.checked_add(padded(size)?)?))
        })();
        let Some((name, content, next)) = extent else {
            return Err(bad(&format!("an owner of {owner:#x} and contents of {size:#x} bytes")));
        };
        if kind == NOTE && name == OWNER {
            return Ok(Some(content));
        }
        offset = next;
    }
    Ok(None)
}

/// A value of the note and the path to it, for messages.
struct Node<'v, 'a> {
    path: String,
    value: &'v ValueRef<'a>,
}

impl<'v, 'a> Node<'v, 'a> {
    fn bad(&self, expected: impl Into<String>) -> LoadError {
        let found = match self.value {
            ValueRef::Nil => "nil".into(),
            ValueRef::Boolean(value) => value.to_string(),
            ValueRef::Integer(value) => value.to_string(),
            ValueRef::F32(value) => value.to_string(),
            ValueRef::F64(value) => value.to_string(),
            ValueRef::String(value) => {
                format!("`{}`", quote(value.as_str().unwrap_or("bytes that are no text")))
            }
            ValueRef::Binary(bytes) => format!("{} bytes", bytes.len()),
            ValueRef::Array(items) => format!("a list of {}", items.len()),
            ValueRef::Map(items) => format!("a map of {}", items.len()),
            ValueRef::Ext(kind, _) => format!("an extension of type {kind}"),
        };
        LoadError::malformed(self.place(), expected, found)
    }

    fn place(&self) -> String {
        match &self.path[..] {
            "" => "the metadata note".into(),
            path => format!("`{path}` of the metadata note"),
        }
    }

    /// A member of a map.
    fn get(&self, key: &str) -> Result<Option<Node<'v, 'a>>, LoadError> {
        let ValueRef::Map(items) = self.value else { return Err(self.bad("a map")) };
        let is_key = |name: &ValueRef<'_>| matches!(name, ValueRef::String(text) if text.as_str() == Some(key));
        let found = items.iter().find(|(name, _)| is_key(name));
        Ok(found.map(|(_, value)| Node { path: format!("{}{key}", self.path), value }))
    }

    fn need(&self, key: &str) -> Result<Node<'v, 'a>, LoadError> {
        self.get(key)?.ok_or_else(|| LoadError::malformed(self.place(), format!("the key `{key}`"), "none"))
    }

    fn list(&self) -> Result<impl Iterator<Item = Node<'v, 'a>>, LoadError> {
        let ValueRef::Array(items) = self.value else { return Err(self.bad("a list")) };
        let path = self.path.clone();
        Ok(items.iter().enumerate().map(move |(index, value)| Node { path: format!("{path}[{index}]"), value }))
    }

    fn number(&self) -> Result<u32, LoadError> {
        let ValueRef::Integer(value) = self.value else { return Err(self.bad("a number")) };
        value.as_u64().and_then(|v| u32::try_from(v).ok()).ok_or_else(|| self.bad("a number below 2^32"))
    }

    fn text(&self) -> Result<&'v str, LoadError> {
        let ValueRef::String(value) = self.value else { return Err(self.bad("text")) };
        value.as_str().ok_or_else(|| self.bad("text in UTF-8"))
    }

    fn numbers<const N: usize>(&self) -> Result<[u32; N], LoadError> {
        let all = self.list()?.map(|item| item.number()).collect::<Result<Vec<_>, _>>()?;
        all.try_into().map_err(|_| self.bad(format!("a list of {N} numbers")))
    }

    fn need_number(&self, key: &str) -> Result<u32, LoadError> {
        self.need(key)?.number()
    }
}

/// Reads the contents of the note.
pub(super) fn read(content: &[u8]) -> Result<Metadata, LoadError> {
    let mut rest = content;
    let root = rmpv::decode::read_value_ref_with_max_depth(&mut rest, DEPTH).map_err(|error| {
        let at = content.len() - rest.len();
        LoadError::malformed(format!("the metadata note at offset {at:#x}"), "MessagePack", quote(&error.to_string()))
    })?;
    let root = Node { path: String::new(), value: &root };
    let kernels = root.need("amdhsa.kernels")?;
    Ok(Metadata {
        version: root.need("amdhsa.version")?.numbers()?,
        kernels: kernels.list()?.map(|kernel| read_kernel(&kernel)).collect::<Result<_, _>>()?,
        formats: match root.get("amdhsa.printf")? {
            Some(lines) => lines.list()?.map(|line| read_format(&line)).collect::<Result<_, _>>()?,
            None => Vec::new(),
        },
    })
}

fn read_format(node: &Node<'_, '_>) -> Result<PrintFormat, LoadError> {
    PrintFormat::read(node.text()?).ok_or_else(|| node.bad("a format with its number and the sizes of its arguments"))
}

fn read_kernel(node: &Node<'_, '_>) -> Result<KernelNote, LoadError> {
    let dynamic_stack = match node.get(".uses_dynamic_stack")? {
        Some(flag) => match flag.value {
            ValueRef::Boolean(value) => *value,
            _ => return Err(flag.bad("true or false")),
        },
        None => false,
    };
    let uniform = node.get(".uniform_work_group_size")?.map(|flag| flag.number()).transpose()?;
    let args = match node.get(".args")? {
        Some(args) => args.list()?.map(|arg| read_arg(&arg)).collect::<Result<_, _>>()?,
        None => Vec::new(),
    };
    Ok(KernelNote {
        name: node.need(".name")?.text()?.to_owned(),
        symbol: node.need(".symbol")?.text()?.to_owned(),
        kernarg_segment_size: node.need_number(".kernarg_segment_size")?,
        kernarg_segment_align: node.need_number(".kernarg_segment_align")?,
        group_segment_fixed_size: node.need_number(".group_segment_fixed_size")?,
        private_segment_fixed_size: node.need_number(".private_segment_fixed_size")?,
        wavefront_size: node.need_number(".wavefront_size")?,
        max_flat_workgroup_size: node.need_number(".max_flat_workgroup_size")?,
        reqd_workgroup_size: node.get(".reqd_workgroup_size")?.map(|size| size.numbers()).transpose()?,
        sgpr_count: node.need_number(".sgpr_count")?,
        vgpr_count: node.need_number(".vgpr_count")?,
        uses_dynamic_stack: dynamic_stack,
        uniform_groups: uniform.is_some_and(|flag| flag != 0),
        args,
    })
}

fn read_arg(node: &Node<'_, '_>) -> Result<Arg, LoadError> {
    let kind = node.need(".value_kind")?;
    let space = || node.get(".address_space")?.map(|space| space.text().map(str::to_owned)).transpose();
    let kind = match kind.text()? {
        "by_value" => ArgKind::Value,
        "global_buffer" => ArgKind::Buffer(space()?),
        "dynamic_shared_pointer" => ArgKind::DynamicShared(match node.get(".pointee_align")? {
            Some(align) => u64::from(align.number()?),
            None => 1,
        }),
        "image" => ArgKind::Handle("image"),
        "sampler" => ArgKind::Handle("sampler"),
        "pipe" => ArgKind::Handle("pipe"),
        "queue" => ArgKind::Handle("queue"),
        other => ArgKind::Hidden(Hidden::named(other).ok_or_else(|| {
            kind.bad("a kind of argument (by_value, global_buffer, dynamic_shared_pointer, image, sampler, pipe, queue, hidden_*)")
        })?),
    };
    let word = |key: &str| Ok::<_, LoadError>(node.get(key)?.map_or(Ok(""), |word| word.text())?.to_owned());
    let (name, ty) = (word(".name")?, word(".type_name")?);
    Ok(Arg { offset: node.need_number(".offset")?, size: node.need_number(".size")?, kind, name, ty })
}
