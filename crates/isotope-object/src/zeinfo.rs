//! `.zeinfo`: what Intel's compiler says about the kernels of a file: arguments, payload, sizes. YAML text.
//!
//! # Source
//! oracle: the `.ze_info` sections that ocloc 22.43 (IGC 1.0.12504) writes for skl, tgllp, dg2 and pvc.

use super::LoadError;
use super::yaml::{self, Node};

/// What the file says about one kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// The kernel's name.
    pub name: String,
    /// Work-items of a hardware thread.
    pub simd: u32,
    /// Registers of a thread.
    pub grf_count: u32,
    /// Shared local memory of a group, in bytes.
    pub slm_bytes: u32,
    /// Scratch memory of a thread, in bytes: private memory that register 0 points to.
    pub scratch_bytes: u32,
    /// Barriers that it uses.
    pub barriers: u32,
    /// The only group size it was compiled for.
    pub required_group: Option<[u32; 3]>,
    /// What the launch puts into the payload that all threads share.
    pub payload: Vec<Argument>,
    /// What it puts into the payload of each thread.
    pub per_thread: Vec<Argument>,
    /// Binding table entry of a kernel argument.
    pub table: Vec<(u32, u32)>,
}

/// One piece of payload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// What it is.
    pub kind: ArgumentKind,
    /// Byte offset in its payload.
    pub offset: u32,
    /// Bytes; 0 where the argument is reached through the binding table only.
    pub size: u32,
    /// Which argument of the kernel it belongs to.
    pub index: Option<u32>,
    /// Byte offset in the value of that argument, where it comes in pieces.
    pub source_offset: u32,
    /// Alignment in shared local memory, where it points there.
    pub alignment: u32,
}

/// What a piece of payload is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// Offset of the first work-item, three dwords.
    GlobalIdOffset,
    /// Work-items of this group, three dwords.
    LocalSize,
    /// Work-items of a group as launched, three dwords.
    EnqueuedLocalSize,
    /// Work-items in all, three dwords.
    GlobalSize,
    /// Groups, three dwords.
    GroupCount,
    /// Dimensions of the grid.
    WorkDimensions,
    /// Local ids, packed words.
    LocalId,
    /// A pointer argument.
    Pointer {
        /// Reached through the binding table.
        stateful: bool,
        /// Into shared local memory: the value is its size.
        slm: bool,
    },
    /// The address of a buffer that is reached through the binding table.
    BufferAddress,
    /// From the start of the surface to a buffer that is reached through it, a dword.
    BufferOffset,
    /// A value argument, or a piece of one.
    Value,
    /// Anything else, in the file's word.
    Other(String),
}

/// Registers of a thread where the file does not say.
const GRF_COUNT: u32 = 128;

/// The kernels of a `.zeinfo` text.
///
/// # Errors
/// Text that is no such YAML; each error names the line.
pub fn parse(text: &str) -> Result<Vec<Info>, LoadError> {
    let root = yaml::parse(text)?;
    let kernels = root.get("kernels").map(Node::items).unwrap_or_default();
    if kernels.is_empty() {
        return Err(LoadError::malformed("the `.zeinfo` text", "a list `kernels` with at least one entry", "none"));
    }
    kernels.iter().map(kernel).collect()
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
    let list = |key: &str| node.get(key).map(Node::items).unwrap_or_default();
    let arguments = |key: &str| list(key).iter().map(argument).collect::<Result<Vec<_>, _>>();
    let table = list("binding_table_indices").iter().map(|entry| {
        let required = |key: &str| {
            let found = number(entry, key)?;
            found.ok_or_else(|| LoadError::malformed(format!("line {}", entry.line), format!("`{key}`"), "none"))
        };
        Ok::<_, LoadError>((required("bti_value")?, required("arg_index")?))
    });
    let mut scratch = 0u32;
    for buffer in list("per_thread_memory_buffers") {
        if buffer.get("type").and_then(Node::text) == Some("scratch") {
            scratch = scratch.max(number(buffer, "size")?.unwrap_or(0));
        }
    }
    Ok(Info {
        name,
        simd,
        grf_count: number(execution, "grf_count")?.unwrap_or(GRF_COUNT),
        slm_bytes: number(execution, "slm_size")?.unwrap_or(0),
        scratch_bytes: scratch,
        barriers: number(execution, "barrier_count")?.unwrap_or(0),
        required_group: required.transpose()?,
        payload: arguments("payload_arguments")?,
        per_thread: arguments("per_thread_payload_arguments")?,
        table: table.collect::<Result<_, _>>()?,
    })
}

fn argument(node: &Node) -> Result<Argument, LoadError> {
    let word = |key: &str| node.get(key).and_then(Node::text).unwrap_or_default();
    let kind = match word("arg_type") {
        "global_id_offset" => ArgumentKind::GlobalIdOffset,
        "local_size" => ArgumentKind::LocalSize,
        "enqueued_local_size" => ArgumentKind::EnqueuedLocalSize,
        "global_size" => ArgumentKind::GlobalSize,
        "group_count" => ArgumentKind::GroupCount,
        "work_dimensions" => ArgumentKind::WorkDimensions,
        "local_id" | "packed_local_ids" => ArgumentKind::LocalId,
        "arg_bypointer" => {
            ArgumentKind::Pointer { stateful: word("addrmode") == "stateful", slm: word("addrmode") == "slm" }
        }
        "buffer_address" => ArgumentKind::BufferAddress,
        "buffer_offset" => ArgumentKind::BufferOffset,
        "arg_byvalue" => ArgumentKind::Value,
        other => ArgumentKind::Other(other.to_string()),
    };
    Ok(Argument {
        kind,
        offset: number(node, "offset")?.unwrap_or(0),
        size: number(node, "size")?.unwrap_or(0),
        index: number(node, "arg_index")?,
        source_offset: number(node, "source_offset")?.unwrap_or(0),
        alignment: number(node, "slm_alignment")?.unwrap_or(1),
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "---\nkernels:\n  - name: k\n    execution_env:\n      simd_size: 16\n      slm_size: 64\n    \
                        payload_arguments:\n      - arg_type: arg_byvalue\n        offset: 48\n        size: 4\n        \
                        arg_index: 1\n    binding_table_indices:\n      - bti_value: 0\n        arg_index: 0\n...\n";

    #[test]
    fn a_kernel_with_its_arguments() {
        let info = &parse(TEXT).unwrap()[0];
        assert_eq!((info.name.as_str(), info.simd, info.slm_bytes, info.grf_count), ("k", 16, 64, 128));
        assert_eq!(info.scratch_bytes, 0);
        let scratch = TEXT.replace("...", "    per_thread_memory_buffers:\n      - type: scratch\n        usage: single_space\n        size: 4096\n...");
        assert_eq!(parse(&scratch).unwrap()[0].scratch_bytes, 4096);
        assert_eq!(info.table, [(0, 0)]);
        let want =
            Argument { kind: ArgumentKind::Value, offset: 48, size: 4, index: Some(1), source_offset: 0, alignment: 1 };
        assert_eq!(info.payload, [want]);
    }

    #[test]
    fn errors_name_the_line() {
        let broken = |from: &str, to: &str| parse(&TEXT.replace(from, to)).unwrap_err().to_string();
        assert!(broken("16", "17").contains("line 5"), "{}", broken("16", "17"));
        assert!(broken("48", "-1").contains("line 9"));
        assert!(
            broken("size: 4\n", "size: *x\n").contains("alias")
                || broken("size: 4\n", "size: *x\n").contains("line 10")
        );
        assert!(parse("a: [").is_err() && parse("").is_err() && parse("kernels: 1").is_err());
        let deep = format!("kernels: {}{}", "[".repeat(100), "]".repeat(100));
        assert!(parse(&deep).unwrap_err().to_string().contains("nesting"));
    }
}
