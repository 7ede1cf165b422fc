//! Code without a container as an [`Image`]: one kernel, `raw`, of which nothing is known but its bytes and where it starts.
//!
//! What a file would say is chosen: all registers, no static shared or private memory, arguments one after another. On sm_50 arguments
//! begin at `c[0x0][0x140]`. On gfx1100 a wave of 32 starts with the address of its arguments in `s[0:1]`, the ids of its group in `s2`,
//! `s3`, `s4`, packed local ids in `v0`, subnormals kept, DX10_CLAMP and IEEE on, and there are no hidden arguments.

use std::sync::Arc;

use super::amdgpu::{self, Descriptor};
use super::{Format, GlobalSection, Image, Kernel, Param, ParamKind, TargetId, Vendor, cubin};

/// The name of the kernel.
pub const NAME: &str = "raw";
/// Byte offset of the parameters in constant bank 0.
const PARAMETERS: u32 = 0x140;
/// Where the code of a wave's image begins, when it is loaded at 0.
const CODE: u64 = 0x1000;

/// Parameters of these sizes one after another, each at a multiple of its size: at most 16, and of structs the power of two in it.
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

fn end(params: &[Param]) -> u32 {
    params.last().map_or(0, |param| param.offset.saturating_add(param.size))
}

fn image(target: TargetId, format: Format, kernel: Kernel, globals: Vec<GlobalSection>) -> Image {
    let kernels = vec![kernel];
    let (functions, banks, objects, relocations) = Default::default();
    Image { format, target, kernels, functions, banks, globals, objects, relocations, debug: None, container: None }
}

fn kernel(code: Vec<u8>, entry: u32, registers: u32, params: Vec<Param>, vendor: Vendor) -> Kernel {
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

/// Bundles of sm_50 to sm_62, `entry` the offset of one.
///
/// # Errors
/// What is wrong with length or entry, in words.
pub fn nvidia(target: TargetId, code: &[u8], entry: u32, params: Vec<Param>) -> Result<Image, String> {
    if code.is_empty() || !code.len().is_multiple_of(32) {
        return Err(format!("expected bundles of 32 bytes, found {} bytes", code.len()));
    }
    if !entry.is_multiple_of(32) || entry as usize >= code.len() {
        return Err(format!("expected the offset of a bundle, a multiple of 32 below {}, found {entry}", code.len()));
    }
    let details = cubin::Details { param_base: PARAMETERS, param_bytes: end(&params), ..cubin::Details::default() };
    // R255 is RZ.
    let kernel = kernel(code.into(), entry, 255, params, Vendor::Cubin(Box::new(details)));
    Ok(image(target, Format::Cubin, kernel, Vec::new()))
}

/// Words of gfx1100.
///
/// # Errors
/// What is wrong with length or entry, in words.
pub fn amd(target: TargetId, code: &[u8], entry: u32, params: Vec<Param>) -> Result<Image, String> {
    if code.is_empty() || !code.len().is_multiple_of(4) {
        return Err(format!("expected words of 4 bytes, found {} bytes", code.len()));
    }
    if !entry.is_multiple_of(4) || entry as usize >= code.len() {
        return Err(format!(
            "expected the offset of an instruction, a multiple of 4 below {}, found {entry}",
            code.len()
        ));
    }
    let mut loaded = code.to_vec();
    loaded.resize(loaded.len().next_multiple_of(64), 0);
    let descriptor_address = CODE + loaded.len() as u64;
    let mut bytes = [0; 64];
    let mut put = |at: usize, value: &[u8]| bytes[at..at + value.len()].copy_from_slice(value);
    let kernarg_bytes = end(&params);
    put(8, &kernarg_bytes.to_le_bytes());
    put(16, &((CODE + u64::from(entry)) as i64 - descriptor_address as i64).to_le_bytes());
    // 256 VGPRs, subnormals of every width kept, DX10_CLAMP, IEEE.
    put(48, &(31u32 | 0xf << 16 | 1 << 21 | 1 << 23).to_le_bytes());
    // Two user SGPRs, ids of the group in x, y and z, local ids in three dimensions.
    put(52, &(2u32 << 1 | 7 << 7 | 2 << 11).to_le_bytes());
    // The address of the arguments, waves of 32.
    put(56, &(1u16 << 3 | 1 << 10).to_le_bytes());
    let descriptor = Descriptor::read(&bytes).map_err(|at| format!("a reserved field at {at} of the descriptor"))?;
    loaded.extend(bytes);
    let segment = GlobalSection {
        name: "raw code".into(),
        size: loaded.len() as u64,
        align: 4096,
        bytes: Some(loaded),
        address: Some(CODE),
    };
    let details = amdgpu::Details {
        code_object_version: 5,
        descriptor,
        descriptor_address,
        code_address: CODE,
        kernarg_bytes,
        kernarg_align: 16,
        hidden: Vec::new(),
        uniform_groups: false,
        max_items: 1024,
        wave_size: 32,
        sgpr_count: 106,
        formats: Arc::from([]),
    };
    let kernel = kernel(code.into(), entry, 256, params, Vendor::Amd(Box::new(details)));
    Ok(image(target, Format::AmdCodeObject, kernel, vec![segment]))
}
