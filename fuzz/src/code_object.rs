//! AMD code objects: any bytes are refused with one line, or are an image whose code can be listed and whose kernels can be
//! lifted and launched.
//!
//! Input: a file.

use isotope_amd::amdgpu;
use isotope_amd::objdump::Section;

use crate::launch;

/// Checks an input.
pub fn run(data: &[u8]) {
    let _ = isotope_object::sniff(data);
    let _ = amdgpu::target(&isotope_amd::RDNA, data);
    let image = match amdgpu::parse(&isotope_amd::RDNA, data) {
        Ok(image) => image,
        Err(error) => return assert!(!error.to_string().contains('\n'), "{error}"),
    };
    for relocation in &image.relocations {
        let bases = vec![1 << 33; image.globals.len()];
        let _ = image.resolve(relocation, &bases, |_| None);
    }
    if let Some(kernel) = image.kernels.first() {
        let mut text = String::new();
        Section { gfx: isotope_amd::GFX1100, code: &kernel.code, base: 0, labels: Vec::new() }.print(&mut text);
        assert!(text.lines().count() >= kernel.code.len() / 24);
    }
    launch::kernels(&image);
}
