//! Intel vISA kernels with their compiler's metadata: code in text (`.visaasm`) or binary (`.isa`), and `.zeinfo`.
//!
//! This module does not parse the code; the vISA instruction set does.

use std::sync::Arc;

use super::zebin::SYMBOL_TABLE;
use super::zeinfo::{self, ArgumentKind, Info};
use isotope_object::quote;
use isotope_object::{Format, Image, Kernel, LoadError, Param, ParamKind, ParamSpace, TargetId, Vendor};

/// The generic device; a launch selects a device.
pub const TARGET: TargetId = TargetId::new("visa");

/// Data that only a vISA kernel has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Details {
    /// The compiler's metadata.
    pub info: Info,
    /// Register size in bytes, if the kernel's device is known.
    pub register: Option<u32>,
}

impl isotope_object::Details for Details {
    fn wave_width(&self) -> u32 {
        self.info.simd
    }
    fn private_bytes(&self) -> Option<u32> {
        Some(self.info.scratch_bytes)
    }
}

/// The kernels in a `.zeinfo` text; `code` returns the text or bytes of a kernel by name.
///
/// # Errors
/// The text is damaged, a kernel's code is missing, or an argument cannot be placed.
pub fn parse(info: &str, mut code: impl FnMut(&str) -> Option<Vec<u8>>) -> Result<Image, LoadError> {
    let mut infos = zeinfo::parse(info)?;
    // Compilers may add an empty kernel, which needs no code.
    if infos.len() > 1 {
        infos.retain(|info| info.name != SYMBOL_TABLE);
    }
    image(infos, |name| {
        let hint = "put its `.visaasm` or `.isa` beside it, or give the zebin";
        code(name).ok_or_else(|| no_visa(name, "the `.zeinfo` holds only its arguments", hint))
    })
}

/// The error for a kernel without vISA: the parts of the kernel that the file has, and what to do.
pub(crate) fn no_visa(kernel: &str, holds: &str, hint: &str) -> LoadError {
    LoadError::unsupported(format!("the vISA of kernel `{}`", quote(kernel)), "none", format!("{holds}; {hint}"))
}

/// An image of these kernels with their code.
pub(crate) fn image(
    infos: Vec<Info>,
    mut code: impl FnMut(&str) -> Result<Vec<u8>, LoadError>,
) -> Result<Image, LoadError> {
    let kernels = infos.into_iter().map(|info| code(&info.name).and_then(|code| kernel(info, code)));
    Ok(Image {
        format: Format::VisaText,
        target: TARGET,
        kernels: kernels.collect::<Result<_, _>>()?,
        functions: Vec::new(),
        banks: Vec::new(),
        globals: Vec::new(),
        objects: Vec::new(),
        relocations: Vec::new(),
        debug: None,
        container: None,
    })
}

/// The register size of a kernel's device in bytes; 32 if the device is unknown.
pub(crate) fn register(kernel: &Kernel) -> u32 {
    kernel.details::<Details>().and_then(|details| details.register).unwrap_or(32)
}

/// Sets the register size of the kernels' device in bytes: 32, or 64 from PVC on.
pub fn set_register(image: &mut Image, bytes: u32) {
    for kernel in &mut image.kernels {
        if let Some(details) = kernel.details_mut::<Details>() {
            details.register = Some(bytes);
        }
    }
}

fn kernel(info: Info, code: Vec<u8>) -> Result<Kernel, LoadError> {
    let params = params(&info)?;
    Ok(Kernel {
        name: info.name.clone(),
        size: code.len() as u32,
        code: Arc::from(code),
        section: String::new(),
        file_offset: 0,
        entry: 0,
        params,
        register_count: info.grf_count,
        shared_static_bytes: info.slm_bytes,
        local_bytes_per_lane: 0,
        local_bytes_are_bounded: true,
        required_threads: info.required_group,
        symbols: Arc::from([]),
        vendor: Vendor::new(Details { info, register: None }),
    })
}

/// One parameter for each argument index.
fn params(info: &Info) -> Result<Vec<Param>, LoadError> {
    let count = info.payload.iter().filter_map(|a| a.index).max().map_or(0, |most| u64::from(most) + 1);
    let pieces = info.payload.len() as u64;
    if count > pieces {
        let (place, found) = (format!("kernel `{}`", info.name), format!("{pieces} pieces for {count} arguments"));
        return Err(LoadError::malformed(place, "a piece of payload for each argument", found));
    }
    Ok((0..count as u32)
        .map(|ordinal| {
            let of = || info.payload.iter().filter(move |a| a.index == Some(ordinal));
            let pointer = of().any(|a| !matches!(a.kind, ArgumentKind::Value));
            // The last piece of a struct may extend past its end.
            let declared = info.declared.iter().find(|d| d.index == ordinal);
            let pieces = || of().map(|a| a.source_offset.saturating_add(a.size)).max().unwrap_or(0);
            let end = declared.map_or_else(pieces, |d| d.bytes);
            let space = of().map(|a| &*a.space).find(|space| !space.is_empty()).unwrap_or_default();
            let into = |space| ParamKind::Pointer { space, log2_align: 0 };
            let kind = match space {
                "image" => ParamKind::Handle("image"),
                "sampler" => ParamKind::Handle("sampler"),
                "local" => into(ParamSpace::Shared),
                "constant" => into(ParamSpace::Constant),
                _ if pointer => into(ParamSpace::Global),
                _ => ParamKind::Plain,
            };
            let (name, ty) = declared.map_or(Default::default(), |d| (d.name.clone(), d.ty.clone()));
            Param { ordinal, offset: 0, size: if pointer { 8 } else { end }, kind, name, ty }
        })
        .collect())
}
