//! Image arguments: a kernel gets the address of a descriptor of 8 words, followed by the channel type, the channel order and the width.
//!
//! Images are linear; their texels are those of the buffer, row by row. Refused by name as not modelled: samplers, multisampled and depth
//! images, and row pitches that linear images of this processor do not have.
//!
//! # Source
//! oracle: `__ockl_image_*` of rocm-device-libs 5.2.3 read words 0 to 10. spec: `hsa_ext_image.h` numbers channel types and orders; row
//! pitch: [`image`].

use isotope_machine::mem::image::{self, ImageDim};
use isotope_machine::mem::typed::{Number, Shape};
use isotope_machine::mem::{Memory, buffer};
use isotope_object::{Kernel, Param, ParamKind};

use super::launch::needs_host;
use isotope_target::launch::{Arg, LaunchError};

/// The distance between rows is a multiple of this number of bytes.
const ROW: u32 = 256;
/// Distance between descriptors in bytes.
const DESCRIPTOR: usize = 64;

/// The kind of an image argument, by its source type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Texels of a buffer.
    Buffer,
    /// An image.
    Image(ImageDim),
}

/// The arguments with images replaced by the addresses of their descriptors, which are mapped into memory.
///
/// # Errors
/// An argument cannot be an image, a sampler or a queue.
pub(super) fn described(kernel: &Kernel, memory: &mut Memory, args: &[Arg]) -> Result<Vec<Arg>, LaunchError> {
    let (mut args, mut bytes, mut places) = (args.to_vec(), Vec::new(), Vec::new());
    let params = kernel.params.iter().filter(|p| p.size != 0);
    for (index, (param, arg)) in params.zip(&args).enumerate() {
        let ParamKind::Handle(what) = param.kind else { continue };
        match (what, arg) {
            ("image", Arg::Image { address, shape }) => {
                let words = descriptor(kernel, (index, param), *address, shape)?;
                places.push((index, bytes.len()));
                bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
                bytes.resize(bytes.len().next_multiple_of(DESCRIPTOR), 0);
            }
            ("image", other) => {
                return Err(LaunchError::NeedsImage { kernel: kernel.name.clone(), index, kind: other.kind() });
            }
            ("sampler", _) => {
                let hint = "read the image without a sampler, as in read_imageui(image, coordinates)";
                return Err(refused(kernel, (index, param), "a sampler", hint));
            }
            ("queue", _) => {
                let hint = "kernels that start kernels need a process on the host: launch them one by one";
                return Err(refused(kernel, (index, param), "a queue", hint));
            }
            _ => {}
        }
    }
    if !bytes.is_empty() {
        let number = memory.regions().iter().filter(|r| r.name.starts_with(".images.")).count();
        let base = memory.allocate(&format!(".images.{number}"), &bytes)?;
        for (index, at) in places {
            args[index] = Arg::Address(base + at as u64);
        }
    }
    Ok(args)
}

fn refused(kernel: &Kernel, (index, param): (usize, &Param), what: &str, hint: &'static str) -> LaunchError {
    let name = if param.name.is_empty() { index.to_string() } else { format!("`{}`", param.name.escape_debug()) };
    needs_host(kernel, format!("{what} as argument {name}"), hint)
}

/// The words of an image: its descriptor, then the properties that kernels query.
fn descriptor(kernel: &Kernel, which: (usize, &Param), address: u64, shape: &Shape) -> Result<[u32; 11], LaunchError> {
    let refuse = |what: &str, hint| Err(refused(kernel, which, what, hint));
    let Shape { format, width, height, depth, row_pitch, slice_pitch } = *shape;
    let Some(code) = code(shape) else {
        return refuse(
            "an image of such channels",
            "take integers of 8, 16 or 32 bits, floats of 16 or 32, unorm or snorm of 8 or 16",
        );
    };
    let ty = which.1.ty.trim_start_matches("__read_only ").trim_start_matches("__write_only ");
    let kind = match ty {
        "image1d_buffer_t" => Kind::Buffer,
        "image1d_t" => Kind::Image(ImageDim::D1),
        "image1d_array_t" => Kind::Image(ImageDim::D1Array),
        "image2d_t" => Kind::Image(ImageDim::D2),
        "image2d_array_t" => Kind::Image(ImageDim::D2Array),
        "image3d_t" => Kind::Image(ImageDim::D3),
        _ if ty.contains("msaa") => {
            return refuse("a multisampled image", "linear images have one sample: take an image2d_t for each");
        }
        _ if ty.contains("depth") => {
            return refuse("a depth image", "take an image of one channel of 32-bit floats");
        }
        // HIP does not give the type.
        _ => Kind::Image(match (height, depth) {
            (1, 1) => ImageDim::D1,
            (_, 1) => ImageDim::D2,
            _ => ImageDim::D3,
        }),
    };
    let flat = match kind {
        Kind::Buffer | Kind::Image(ImageDim::D1) => height == 1 && depth == 1,
        Kind::Image(ImageDim::D2 | ImageDim::D1Array) => depth == 1,
        _ => true,
    };
    if !flat {
        return refuse(
            &format!("an image of {width} x {height} x {depth} texels for its `{ty}`"),
            "give it fewer dimensions",
        );
    }
    if width > 1 << 14 && kind != Kind::Buffer || height > 1 << 14 || depth > 1 << 13 {
        return refuse("an image that is too large", "at most 16384 x 16384 texels, 8192 slices or layers fit");
    }
    let texel = format.bytes();
    if (height > 1 || depth > 1) && (row_pitch % ROW != 0 || slice_pitch != row_pitch.saturating_mul(height)) {
        let hint = "rows of linear images are multiples of 256 bytes, and slices have no gaps: choose such a width";
        return refuse(&format!("an image with rows of {row_pitch} bytes"), hint);
    }
    if row_pitch != width.saturating_mul(texel) && kind != Kind::Image(ImageDim::D2) {
        let hint = "only two-dimensional images have a pitch of their own: choose a width that fills the rows";
        return refuse(&format!("an image with rows of {row_pitch} bytes"), hint);
    }
    let dst_sel = channels(shape);
    let mut words = [0; 11];
    match kind {
        Kind::Buffer => {
            let records = buffer::Descriptor::structured(address, texel, width);
            words[..4].copy_from_slice(&buffer::Descriptor { format: code, dst_sel, ..records }.words());
        }
        Kind::Image(dim) => {
            let layers = if dim == ImageDim::D1Array { height } else { depth };
            let rows = if dim == ImageDim::D1Array { 1 } else { height };
            let mut image = image::Descriptor::linear(dim, address, [width, rows, layers], code);
            image.dst_sel = dst_sel;
            if dim == ImageDim::D2 && row_pitch > width * texel {
                image.depth = row_pitch / texel - 1;
            }
            words[..8].copy_from_slice(&image.words());
        }
    }
    let size = match format.channel_bytes {
        1 => 0,
        2 => 1,
        _ => 2,
    };
    words[8] = match format.number {
        Number::Sint => 8 + size,
        Number::Uint => 11 + size,
        Number::Float => 13 + size,
        Number::Snorm => size,
        Number::Unorm => 2 + size,
    };
    words[9] = match format.channels {
        1 => 1,
        2 => 3,
        _ => 8,
    };
    words[10] = width;
    Ok(words)
}

/// The sources of x, y, z and w of a load: the channels, and 0 or 1 for missing channels.
pub(super) fn channels(shape: &Shape) -> [u8; 4] {
    match shape.format.channels {
        1 => [4, 0, 0, 1],
        2 => [4, 5, 0, 1],
        _ => [4, 5, 6, 7],
    }
}

/// The code of a format: the first code with its bits, plus the number format.
pub(super) fn code(shape: &Shape) -> Option<u8> {
    let format = shape.format;
    let (first, words) = match (format.channel_bytes, format.channels) {
        (1, 1) => (1, false),
        (1, 2) => (14, false),
        (1, _) => (42, false),
        (2, 1) => (7, false),
        (2, 2) => (23, false),
        (2, _) => (51, false),
        (4, 1) => (20, true),
        (4, 2) => (48, true),
        (4, _) => (61, true),
        _ => return None,
    };
    // Formats of 32-bit channels begin with unsigned integers, other formats with normalised ones.
    let number = match format.number {
        Number::Unorm | Number::Snorm if words => return None,
        Number::Float if format.channel_bytes == 1 => return None,
        Number::Unorm => 0,
        Number::Snorm => 1,
        Number::Uint => 4,
        Number::Sint => 5,
        Number::Float => 6,
    };
    Some(first + number - if words { 4 } else { 0 })
}
