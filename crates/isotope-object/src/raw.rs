//! Code without a container as an [`Image`]: one kernel, `raw`. Only its bytes and its entry offset are known.
//!
//! The properties that a file would give are fixed: all registers, no static shared or private memory, consecutive arguments. The vendor
//! crate defines the rest of the initial state.

use std::sync::Arc;

use super::{Format, GlobalSection, Image, Kernel, Param, ParamKind, TargetId, Vendor};

/// The name of the kernel.
pub const NAME: &str = "raw";

/// Consecutive parameters with these sizes, each aligned to its size, at most 16; a struct is aligned to the largest power of two in its
/// size.
pub fn params(sizes: &[u32]) -> Vec<Param> {
    let mut end = 0u32;
    let param = |(ordinal, &size): (usize, &u32)| {
        let align = (1u32 << size.trailing_zeros().min(4)).min(16);
        let offset = end.next_multiple_of(align);
        end = offset.saturating_add(size);
        let (kind, name, ty) = (ParamKind::Plain, String::new(), String::new());
        Param { ordinal: ordinal as u32, offset, size, kind, name, ty }
    };
    sizes.iter().enumerate().map(param).collect()
}

/// Total size of the parameters in bytes.
pub fn end(params: &[Param]) -> u32 {
    params.last().map_or(0, |param| param.offset.saturating_add(param.size))
}

/// An image of one kernel.
pub fn image(target: TargetId, format: Format, kernel: Kernel, globals: Vec<GlobalSection>) -> Image {
    let kernels = vec![kernel];
    let (functions, banks, objects, relocations) = Default::default();
    Image { format, target, kernels, functions, banks, globals, objects, relocations, debug: None, container: None }
}

/// A kernel with these instructions and default properties.
pub fn kernel(code: Vec<u8>, entry: u32, registers: u32, params: Vec<Param>, vendor: Vendor) -> Kernel {
    Kernel {
        name: NAME.into(),
        size: (code.len() as u32).saturating_sub(entry),
        code: Arc::from(code),
        section: String::new(),
        file_offset: 0,
        entry,
        params,
        register_count: registers,
        shared_static_bytes: 0,
        local_bytes_per_lane: 0,
        local_bytes_are_bounded: true,
        required_threads: None,
        symbols: Arc::from([]),
        vendor,
    }
}
