//! `.zeinfo`: the compiler's metadata about the kernels of a file: arguments, payload, sizes. YAML text.
//!
//! # Source
//! oracle: the `.ze_info` sections that ocloc 22.43 (IGC 1.0.12504, version 1.20) writes for skl, tgllp, dg2 and pvc, and ocloc 26.27
//! (IGC 2.40.14, version 1.73) for tgllp, dg2 and pvc. spec: the public description of ZE Info in IGC's sources, version 1.73.

use super::yaml::{self, Node};
use isotope_object::LoadError;

/// The metadata of one kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// The kernel's name.
    pub name: String,
    /// The version of the description, which indicates the compiler release; empty if the file does not give it.
    pub version: String,
    /// Work-items of a hardware thread.
    pub simd: u32,
    /// Registers of a thread.
    pub grf_count: u32,
    /// Shared local memory of a group, in bytes.
    pub slm_bytes: u32,
    /// Scratch memory of a thread in bytes: private memory that register 0 points to.
    pub scratch_bytes: u32,
    /// Private data of threads in a buffer that a launch allocates, indexed by thread number.
    pub private: Option<Private>,
    /// Number of barriers that it uses.
    pub barriers: u32,
    /// The only group size it was compiled for.
    pub required_group: Option<[u32; 3]>,
    /// Whether local ids are assigned to lanes in an order of dimensions other than x, y, z.
    pub reordered: bool,
    /// A launch property that the file requests and launches do not support: its name in the file, and its value.
    pub asked: Option<(String, String)>,
    /// Arguments in the payload shared by all threads.
    pub payload: Vec<Argument>,
    /// Arguments in the payload of each thread.
    pub per_thread: Vec<Argument>,
    /// The source declarations of the arguments; empty if the file does not give them.
    pub declared: Vec<Declared>,
    /// Binding table entry of a kernel argument.
    pub table: Vec<(u32, u32)>,
}

/// A payload argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Its kind.
    pub kind: ArgumentKind,
    /// Byte offset in its payload.
    pub offset: u32,
    /// Size in bytes; 0 if the argument is only accessed through the binding table.
    pub size: u32,
    /// The kernel argument that it belongs to.
    pub index: Option<u32>,
    /// Byte offset in the value of that argument, if it is split into pieces.
    pub source_offset: u32,
    /// Alignment in shared local memory, if it points there.
    pub alignment: u32,
    /// The address space that it points into, as the file names it: `global`, `constant`, `local`, `image`, `sampler`; otherwise empty.
    pub space: String,
    /// Whether it is the name of a bindless surface, not an address.
    pub bindless: bool,
    /// The type of an image argument, as the file names it: `image_2d`; otherwise empty.
    pub image_type: String,
    /// A binding-table entry through which the file's data is also accessed.
    pub entry: Option<u32>,
}

/// The kind of a payload argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// Offset of the first work-item, three dwords.
    GlobalIdOffset,
    /// Size of this group in work-items, three dwords.
    LocalSize,
    /// Group size of the launch in work-items, three dwords.
    EnqueuedLocalSize,
    /// Grid size in work-items, three dwords.
    GlobalSize,
    /// Number of groups, three dwords.
    GroupCount,
    /// Number of dimensions of the grid.
    WorkDimensions,
    /// Local ids, packed words.
    LocalId,
    /// A pointer argument.
    Pointer {
        /// Accessed through the binding table.
        stateful: bool,
        /// Points into shared local memory: its value is its size.
        slm: bool,
    },
    /// The address of a buffer that is accessed through the binding table.
    BufferAddress,
    /// The offset of a buffer from the start of its surface, a dword.
    BufferOffset,
    /// The size of a buffer in bytes, a qword.
    BufferSize,
    /// A property of an image argument, a dword.
    Image(ImageFact),
    /// Address of the memory for private data of threads ([`Info::private`]).
    PrivateBase,
    /// Address of the printf buffer.
    PrintfBuffer,
    /// Address of the buffer through which groups of a cooperative launch wait for each other.
    SyncBuffer,
    /// Address of the implicit arguments, which a driver provides to functions that read ids.
    ImplicitArguments,
    /// Address of the section of constant data.
    ConstBase,
    /// Address of the section of writable data.
    GlobalBase,
    /// A value argument, or a piece of one.
    Value,
    /// Any other kind, as the file names it.
    Other(String),
}

/// Payload arguments by their names in the file, and the value that a launch provides for each.
pub const PAYLOADS: &[(&str, ArgumentKind, &str)] = &[
    ("global_id_offset", ArgumentKind::GlobalIdOffset, "where work-item ids begin"),
    ("local_size", ArgumentKind::LocalSize, "work-items of the thread's group"),
    ("enqueued_local_size", ArgumentKind::EnqueuedLocalSize, "work-items of a whole group"),
    ("global_size", ArgumentKind::GlobalSize, "work-items in all"),
    ("group_count", ArgumentKind::GroupCount, "groups"),
    ("work_dimensions", ArgumentKind::WorkDimensions, "dimensions of the grid"),
    ("local_id", ArgumentKind::LocalId, "local ids of the thread"),
    ("packed_local_ids", ArgumentKind::LocalId, "local ids of the thread"),
    (
        "arg_bypointer",
        ArgumentKind::Pointer { stateful: false, slm: false },
        "an argument: an address (also what a bindless surface goes by), an entry of the binding table, or bytes of shared local memory",
    ),
    ("buffer_address", ArgumentKind::BufferAddress, "the address of a buffer argument"),
    ("buffer_offset", ArgumentKind::BufferOffset, "how far behind the start of its buffer an argument points"),
    ("buffer_size", ArgumentKind::BufferSize, "bytes of a buffer argument"),
    ("private_base_stateless", ArgumentKind::PrivateBase, "memory for private data, where code reads it"),
    ("printf_buffer", ArgumentKind::PrintfBuffer, "a buffer that is printed after the launch"),
    ("sync_buffer", ArgumentKind::SyncBuffer, "in a cooperative launch, a byte of 0 for each group"),
    (
        "implicit_arg_buffer",
        ArgumentKind::ImplicitArguments,
        "sizes, counts and offsets of the launch, for functions that ask for them",
    ),
    (
        "const_base",
        ArgumentKind::ConstBase,
        "where `.data.const` of the file lies, or what a bindless surface of it goes by",
    ),
    (
        "global_base",
        ArgumentKind::GlobalBase,
        "where `.data.global` of the file lies, or what a bindless surface of it goes by",
    ),
    ("image_width", ArgumentKind::Image(ImageFact::Width), "of an image argument"),
    ("image_height", ArgumentKind::Image(ImageFact::Height), "of an image argument"),
    ("image_depth", ArgumentKind::Image(ImageFact::Depth), "of an image argument"),
    ("image_array_size", ArgumentKind::Image(ImageFact::ArraySize), "of an image argument"),
    ("image_channel_data_type", ArgumentKind::Image(ImageFact::ChannelDataType), "of an image argument"),
    ("image_channel_order", ArgumentKind::Image(ImageFact::ChannelOrder), "of an image argument"),
    ("image_num_samples", ArgumentKind::Image(ImageFact::Samples), "of an image argument"),
    ("image_num_mip_levels", ArgumentKind::Image(ImageFact::MipLevels), "of an image argument"),
    ("arg_byvalue", ArgumentKind::Value, "an argument"),
];

/// A property of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageFact {
    /// Elements of a row.
    Width,
    /// Rows.
    Height,
    /// Slices.
    Depth,
    /// Layers of an array.
    ArraySize,
    /// OpenCL's number of the channel data type.
    ChannelDataType,
    /// OpenCL's number of the channel order.
    ChannelOrder,
    /// Number of samples of an element.
    Samples,
    /// Number of mip levels.
    MipLevels,
}

/// The source declaration of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// Index of the argument.
    pub index: u32,
    /// Its name.
    pub name: String,
    /// Its type: `int*`.
    pub ty: String,
    /// Bytes.
    pub bytes: u32,
}

/// Private data of threads in a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Private {
    /// Bytes.
    pub bytes: u32,
    /// The size is per lane; otherwise per thread.
    pub per_lane: bool,
}

/// Fields of `execution_env` that change what a launch must do, and their values that request nothing. Files of ocloc 26.27 for the devices
/// that are supported here have none of them (spec: ZE Info 1.73).
const ASKED: &[(&str, &[&str])] = &[
    ("generate_local_id", &["false"]),
    ("slm_alloc_mode", &["0"]),
    ("quantum_size", &["0"]),
    ("has_rtcalls", &["false"]),
    ("has_multi_scratch_spaces", &["false"]),
];

/// Number of registers of a thread if the file does not give it.
const GRF_COUNT: u32 = 128;

/// Tested versions of ZE Info, and the compilers that write them.
const TRIED: &[((u32, u32), &str)] =
    &[((1, 20), "IGC 1.0.12504 (ocloc 22.43)"), ((1, 73), "IGC 2.40.14 (ocloc 26.27)")];

impl Info {
    /// The compiler that wrote the file, by its version: a tested one, or one older, between or newer.
    pub fn release(&self) -> String {
        let tried = "files of IGC 1.0.12504 (ocloc 22.43) and IGC 2.40.14 (ocloc 26.27) were tried";
        let number =
            self.version.split_once('.').and_then(|(a, b)| Some((a.parse::<u32>().ok()?, b.parse::<u32>().ok()?)));
        let Some(number) = number else { return format!("its `.ze_info` has no version; {tried}") };
        let version = &self.version;
        match TRIED.iter().find(|(known, _)| *known == number) {
            Some((_, by)) => format!("its `.ze_info` has version {version}, as {by} writes it"),
            None if TRIED.iter().all(|(known, _)| *known < number) => {
                format!(
                    "its `.ze_info` has version {version}, newer than 1.73 of IGC 2.40.14 (ocloc 26.27), the newest that was tried"
                )
            }
            None => format!("its `.ze_info` has version {version}, which was not tried: {tried}"),
        }
    }
}

/// The kernels of a `.zeinfo` text.
///
/// # Errors
/// The text is not valid `.zeinfo`; each error gives the line.
pub fn parse(text: &str) -> Result<Vec<Info>, LoadError> {
    let root = yaml::parse(text)?;
    let kernels = root.get("kernels").map(Node::items).unwrap_or_default();
    if kernels.is_empty() {
        return Err(LoadError::malformed("the `.zeinfo` text", "a list `kernels` with at least one entry", "none"));
    }
    let version: String = root.get("version").and_then(Node::text).unwrap_or_default().chars().take(16).collect();
    let described = root.get("kernels_misc_info").map(Node::items).unwrap_or_default();
    kernels
        .iter()
        .map(|node| {
            let mut info = kernel(node)?;
            info.version = version.clone();
            let described = described.iter().find(|d| is(d, "name", &info.name)).and_then(|d| d.get("args_info"));
            for argument in described.map(Node::items).unwrap_or_default() {
                info.declared.extend(declared(argument)?);
            }
            Ok(info)
        })
        .collect()
}

/// Parses the index, type and size of an argument: `type_name: 'int*;8'`.
fn declared(node: &Node) -> Result<Option<Declared>, LoadError> {
    let word = |key: &str| node.get(key).and_then(Node::text).unwrap_or_default();
    let (index, ty) = (number(node, "index")?, word("type_name").rsplit_once(';'));
    let bytes = ty.and_then(|(_, bytes)| bytes.parse().ok());
    let Some(((index, (ty, _)), bytes)) = index.zip(ty).zip(bytes) else { return Ok(None) };
    Ok(Some(Declared { index, name: word("name").into(), ty: ty.into(), bytes }))
}

fn kernel(node: &Node) -> Result<Info, LoadError> {
    let name = node.get("name").and_then(Node::text).unwrap_or_default().to_string();
    if name.is_empty() {
        return Err(LoadError::malformed(format!("line {}", node.line), "a kernel with `name`", "none"));
    }
    let nothing = Node { line: node.line, value: yaml::Value::Map(Vec::new()) };
    let execution = node.get("execution_env").unwrap_or(&nothing);
    let simd = number(execution, "simd_size")?.unwrap_or(0);
    if !matches!(simd, 1 | 8 | 16 | 32) {
        let found = format!("{simd}");
        return Err(LoadError::malformed(format!("line {}", execution.line), "a `simd_size` of 1, 8, 16 or 32", found));
    }
    let required = execution.get("required_work_group_size").map(|list| {
        let mut size = [0; 3];
        for (to, from) in size.iter_mut().zip(list.items()) {
            *to = scalar(from)?;
        }
        Ok::<_, LoadError>(size)
    });
    let order = execution.get("work_group_walk_order_dimensions").map(Node::items).unwrap_or_default();
    let order = order.iter().map(scalar).collect::<Result<Vec<_>, _>>()?;
    // Dimensions after the last one are 0: 0 0 0 is x alone, 0 1 0 is x and y.
    let reordered = !["0 1 2", "0 0 0", "0 1 0", ""]
        .contains(&order.iter().map(u32::to_string).collect::<Vec<_>>().join(" ").as_str());
    let asked = ASKED.iter().find_map(|(key, harmless)| {
        let value = execution.get(key)?.text().unwrap_or("a list");
        (!harmless.contains(&value)).then(|| ((*key).to_string(), value.chars().take(40).collect()))
    });
    let list = |key: &str| node.get(key).map(Node::items).unwrap_or_default();
    let arguments = |key: &str| list(key).iter().map(argument).collect::<Result<Vec<_>, _>>();
    let mut payload = arguments("payload_arguments")?;
    for of_lines in list("payload_arguments").iter().filter(|a| is(a, "image_type", "image_1d_array")) {
        let index = number(of_lines, "arg_index")?;
        // The layers of a 1D array are its rows.
        let sizes =
            payload.iter_mut().filter(|a| a.index == index && a.kind == ArgumentKind::Image(ImageFact::ArraySize));
        sizes.for_each(|size| size.kind = ArgumentKind::Image(ImageFact::Height));
    }
    let table = list("binding_table_indices").iter().map(|entry| {
        let required = |key: &str| {
            let found = number(entry, key)?;
            found.ok_or_else(|| LoadError::malformed(format!("line {}", entry.line), format!("`{key}`"), "none"))
        };
        Ok::<_, LoadError>((required("bti_value")?, required("arg_index")?))
    });
    let (mut scratch, mut private) = (0u32, None);
    for buffer in list("per_thread_memory_buffers") {
        let bytes = number(buffer, "size")?.unwrap_or(0);
        // Ignore the spill space of native code; vISA has as many variables as it declares.
        if is(buffer, "type", "scratch") && !is(buffer, "usage", "spill_fill_space") {
            scratch = scratch.max(bytes);
        } else if is(buffer, "type", "global") && is(buffer, "usage", "private_space") {
            private = Some(Private { bytes, per_lane: is(buffer, "is_simt_thread", "true") });
        }
    }
    Ok(Info {
        name,
        simd,
        grf_count: number(execution, "grf_count")?.unwrap_or(GRF_COUNT),
        slm_bytes: number(execution, "slm_size")?.unwrap_or(0),
        scratch_bytes: scratch,
        private,
        barriers: number(execution, "barrier_count")?.unwrap_or(0),
        required_group: required.transpose()?,
        reordered,
        asked,
        payload,
        per_thread: arguments("per_thread_payload_arguments")?,
        table: table.collect::<Result<_, _>>()?,
        ..Info::default()
    })
}

fn argument(node: &Node) -> Result<Argument, LoadError> {
    let word = |key: &str| node.get(key).and_then(Node::text).unwrap_or_default();
    let name = word("arg_type");
    let known = PAYLOADS.iter().find(|(known, ..)| *known == name).map(|(_, kind, _)| kind.clone());
    let kind = match known {
        Some(ArgumentKind::Pointer { .. }) => {
            ArgumentKind::Pointer { stateful: word("addrmode") == "stateful", slm: word("addrmode") == "slm" }
        }
        known => known.unwrap_or_else(|| ArgumentKind::Other(name.to_string())),
    };
    Ok(Argument {
        kind,
        offset: number(node, "offset")?.unwrap_or(0),
        size: number(node, "size")?.unwrap_or(0),
        index: number(node, "arg_index")?,
        source_offset: number(node, "source_offset")?.unwrap_or(0),
        alignment: number(node, "slm_alignment")?.unwrap_or(1),
        space: word("addrspace").into(),
        bindless: word("addrmode") == "bindless",
        image_type: word("image_type").into(),
        entry: number(node, "bti_value")?,
    })
}

fn is(node: &Node, key: &str, word: &str) -> bool {
    node.get(key).and_then(Node::text) == Some(word)
}

fn number(node: &Node, key: &str) -> Result<Option<u32>, LoadError> {
    node.get(key).map(scalar).transpose()
}

fn scalar(node: &Node) -> Result<u32, LoadError> {
    let text = node.text().unwrap_or("a list or map");
    let value = match text.strip_prefix("0x") {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => text.parse(),
    };
    value.map_err(|_| {
        let found = format!("`{}`", text.chars().take(40).collect::<String>().escape_debug());
        LoadError::malformed(format!("line {}", node.line), "a number below 2^32", found)
    })
}
