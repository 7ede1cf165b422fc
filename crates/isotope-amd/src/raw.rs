//! Instructions without a file, as a kernel. A wave of 32 starts with the address of its arguments in `s[0:1]`, the ids of its group in
//! `s2`, `s3`, `s4`, packed local ids in `v0`, subnormals kept, DX10_CLAMP and IEEE set, and without hidden arguments.

use std::sync::Arc;

use isotope_object::raw::{end, image, kernel};
use isotope_object::{Format, GlobalSection, Image, Param, Vendor};

use crate::amdgpu::{self, Descriptor};
use crate::processor::Gfx;

/// Offset of the code in the image, when it is loaded at 0.
const CODE: u64 = 0x1000;

/// A kernel of a processor's instruction words.
///
/// # Errors
/// A wrong length or entry, as text.
pub fn of_code(gfx: Gfx, code: &[u8], entry: u32, params: Vec<Param>) -> Result<Image, String> {
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
    // Two user SGPRs, group ids in x, y and z, local ids in three dimensions.
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
        gfx,
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
    let kernel = kernel(code.into(), entry, 256, params, Vendor::new(details));
    Ok(image(gfx.id(), Format::AmdCodeObject, kernel, vec![segment]))
}
