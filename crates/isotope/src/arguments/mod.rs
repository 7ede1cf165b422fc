//! Arguments of a launch as they are typed, and buffers as they are shown.

mod error;
pub(crate) mod number;
mod place;

use std::sync::Arc;

use isotope_machine::mem::sample::Texture;
use isotope_machine::mem::typed::{Format, Number, Shape};
use isotope_machine::mem::{Memory, Store};
use isotope_option::OptionName;
use isotope_target::case::ElementType;

pub use error::ArgumentError;
pub use number::{BufferJson, elements, plain, real};
pub use place::place;
pub(crate) use place::{bound_texture, contents, parameters};

use crate::error::{Context, Result, bail, ensure};
use number::number;

/// An argument as it was typed.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// A buffer of its own.
    Buffer {
        /// What it is called.
        name: String,
        /// What the kernel gets.
        bound: Bound,
        /// The type of its elements, where it is said.
        ty: Option<ElementType>,
        /// What it starts as.
        content: Content,
    },
    /// A number, with the type in front of it where there is one.
    Number {
        /// Its type, where it is said.
        ty: Option<ElementType>,
        /// The number.
        text: String,
    },
    /// Numbers of a type by value: an array or a vector.
    Array {
        /// Their bytes, little-endian.
        bytes: Vec<u8>,
        /// A multiple of which they begin at, in a struct.
        align: usize,
    },
    /// A file by value: a `.npy`, or bytes as they are.
    File {
        /// Its name.
        file: String,
        /// The type of its elements, where it is said.
        ty: Option<ElementType>,
        /// How many elements it has, where that is said.
        count: Option<usize>,
    },
    /// A struct by value, laid out as C does. Buffers in it are pointers to them.
    Struct(Vec<Argument>),
    /// The address of a buffer that another argument describes, and so many bytes more.
    Address(String, u64),
    /// So many bytes of shared memory of the group.
    Local(u32),
    /// A value for the parameter of this name.
    Named(String, Box<Argument>),
}

/// How a kernel gets a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// By its address.
    Address,
    /// As a one-dimensional surface.
    Surface,
    /// As an image of this format and size.
    Image(Format, [u32; 3]),
    /// As a texture with its sampler; its address is left at 0.
    Texture(Texture),
}

/// What a buffer starts as.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Bytes as they are, or a `.npy`; so many elements, where that is said.
    File(String, Option<usize>),
    /// These bytes.
    Bytes(Arc<[u8]>),
    /// `count` elements; the values first, the last one repeated if it is the only one, zeros otherwise.
    Values {
        /// Elements.
        count: usize,
        /// Their bits.
        values: Vec<u64>,
    },
}

/// A buffer in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Placed {
    /// What it is called.
    pub name: String,
    /// The type of its elements.
    pub ty: ElementType,
    /// Where it lies.
    pub address: u64,
}

impl Placed {
    /// What it holds.
    pub fn bytes(&self, memory: &Memory) -> Vec<u8> {
        self.store(memory).map(Store::to_bytes).unwrap_or_default()
    }

    /// How many bytes that is.
    pub fn size(&self, memory: &Memory) -> u64 {
        self.store(memory).map_or(0, Store::len)
    }

    fn store<'m>(&self, memory: &'m Memory) -> Option<&'m Store> {
        memory.regions().iter().find(|r| r.base == self.address)?.store.as_ref()
    }

    /// Refuse to copy more than may be given as bytes.
    pub(crate) fn is_small(&self, memory: &Memory) -> Result<()> {
        let (name, size) = (&self.name, self.size(memory));
        ensure!(
            size <= BUFFER,
            "`{name}` has {size} bytes: expected at most 1 GiB of a buffer that is written out or compared"
        );
        Ok(())
    }
}

impl Argument {
    /// The names of the buffers that it describes.
    pub fn buffers(&self) -> Vec<&str> {
        match self {
            Argument::Buffer { name, .. } => vec![name],
            Argument::Struct(fields) => fields.iter().flat_map(Argument::buffers).collect(),
            Argument::Named(_, value) => value.buffers(),
            _ => Vec::new(),
        }
    }
}

/// Bytes of an argument by value at most.
const VALUE: usize = 1 << 16;
/// Bytes of a buffer at most that are given as such, or asked for; and of all that begin as zeros, which the host has where they were touched.
const BUFFER: u64 = 1 << 30;
const ZEROS: u64 = 16 << 30;
/// Structs in structs at most.
const DEPTH: usize = 16;

/// Reads one argument as `isotope run --arg` takes it.
///
/// | text | argument |
/// | --- | --- |
/// | `NAME=TYPE[N]:VALUES` | a buffer of N elements: the values, then zeros; one value stands for all. At most 1 GiB, or 16 GiB of zeros in all |
/// | `NAME=@FILE`, `NAME=TYPE@FILE`, `NAME=TYPE[N]@FILE` | a buffer with the content of a file |
/// | `surface:NAME=..` | the same as a one-dimensional surface |
/// | `image:NAME=FORMAT[W,H,D]:VALUES`, `..@FILE` | an image; H and D may be left out; formats are those of cases: `r32_uint` |
/// | `texture:NAME=FORMAT[W,H,D],OPTIONS:VALUES`, `..@FILE` | a texture (NVIDIA); OPTIONS: `point` or `linear`; `clamp`, `border`, `wrap` or `mirror`, for one coordinate as in `y=wrap`; `normalized`; `layers` |
/// | `1500`, `1.5`, `TYPE:NUMBER` | a number, of its parameter's type where the file says `float`, `double` or `half`; `0x` gives its bits |
/// | `TYPE[N]:VALUES` | an array by value |
/// | `TYPExN:VALUES` | a vector of OpenCL C: N is 2, 3, 4, 8 or 16, and three elements take the room of four |
/// | `struct{A;B;..}` | a struct by value as C lays it out; fields are arguments with types, and a buffer among them is a pointer |
/// | `@FILE`, `TYPE@FILE`, `TYPE[N]@FILE` | the content of a file by value |
/// | `&NAME`, `&NAME+BYTES` | the address of a buffer of another argument or of one that no parameter takes, or of a place in it |
/// | `local:BYTES` | shared memory of the group |
/// | `NAME=` and one of the values above from `1500` on, arrays and files aside | the value for the parameter of this name |
///
/// TYPE is one of u8 u16 u32 u64 i8 i16 i32 i64 f16 bf16 f32 f64; a file named `*.npy` is an array of NumPy.
///
/// # Errors
/// What was expected; numbers that do not fit.
///
/// # Examples
/// ```
/// use isotope::{Argument, Content, argument};
/// let Argument::Buffer { name, content, .. } = argument("out=u32[16]:0")? else { panic!() };
/// assert_eq!((name.as_str(), content), ("out", Content::Values { count: 16, values: vec![0] }));
/// assert!(matches!(argument("n=1500")?, Argument::Named(..)));
/// assert!(matches!(argument("struct{u8:1;f32x4:0;data=u32[4]:0}")?, Argument::Struct(fields) if fields.len() == 3));
/// # Ok::<(), isotope::Error>(())
/// ```
pub fn argument(text: &str) -> Result<Argument> {
    read(text, 0).with_context(|| OptionName::Argument.with(format_args!("`{text}`")))
}

/// Reads a buffer that no parameter takes, as `isotope run --buffer` takes it: `NAME=TYPE[N]:VALUES` and the ways with a file.
///
/// # Errors
/// As [`argument`]; an argument that is no buffer by its address.
///
/// # Examples
/// ```
/// assert!(isotope::buffer("pool=u32[64]:0").is_ok());
/// assert!(isotope::buffer("n=7").is_err());
/// ```
pub fn buffer(text: &str) -> Result<Argument> {
    let read = || match read(text, 0)? {
        buffer @ Argument::Buffer { bound: Bound::Address, .. } => Ok(buffer),
        _ => bail!("expected NAME=TYPE[N]:VALUES or NAME=@FILE, a buffer; values are arguments"),
    };
    read().with_context(|| format!("{} `{text}`", OptionName::Buffer))
}

fn read(text: &str, depth: usize) -> Result<Argument> {
    if let Some(inside) = text.strip_prefix("struct{") {
        return structure(inside, depth);
    }
    let Some((name, content)) = text.split_once('=') else { return value(text) };
    // Names of C++ have `::` in them.
    let (bound, name) = match name.split_once(':') {
        Some((bound @ ("surface" | "image" | "texture"), name)) if !name.starts_with(':') => (bound, name),
        Some((other, rest)) if !rest.starts_with(':') => {
            bail!("expected `surface:`, `image:` or `texture:` in front of a name, found `{other}:`")
        }
        _ => ("", name),
    };
    ensure!(!name.is_empty(), "{}", expected());
    match bound {
        "image" => image(name, content, false),
        "texture" => image(name, content, true),
        _ if content.starts_with("struct{") => {
            Ok(Argument::Named(name.into(), Box::new(structure(&content["struct{".len()..], depth)?)))
        }
        "" if !is_buffer(content) => Ok(Argument::Named(name.into(), Box::new(value(content)?))),
        _ => described(name, content, if bound.is_empty() { Bound::Address } else { Bound::Surface }),
    }
}

fn expected() -> String {
    format!(
        "expected NAME=@FILE, NAME=TYPE@FILE, NAME=TYPE[N]@FILE, NAME=TYPE[N]:VALUES, a number, TYPE:NUMBER, TYPE[N]:VALUES, \
         TYPExN:VALUES, struct{{..}}, @FILE, &NAME or local:BYTES, with TYPE one of {}",
        ElementType::ALL.map(ElementType::name).join(", ")
    )
}

/// Whether what stands behind `NAME=` describes a buffer: an array, or a file.
fn is_buffer(content: &str) -> bool {
    content.contains('@') || content.split(':').next().is_some_and(|shape| shape.contains('['))
}

fn element(name: &str) -> Result<ElementType> {
    ElementType::named(name).with_context(expected)
}

/// `TYPE` or `TYPE[N]`.
fn shape(text: &str) -> Result<(ElementType, Option<usize>)> {
    match text.strip_suffix(']').and_then(|s| s.split_once('[')) {
        Some((ty, count)) => {
            let count = count.parse().ok();
            Ok((element(ty)?, Some(count.with_context(|| format!("expected a number in [], found `{text}`"))?)))
        }
        None => Ok((element(text)?, None)),
    }
}

/// What stands in front of `@`: nothing, `TYPE` or `TYPE[N]`.
fn of_file(text: &str) -> Result<(Option<ElementType>, Option<usize>)> {
    if text.is_empty() {
        return Ok((None, None));
    }
    shape(text).map(|(ty, count)| (Some(ty), count))
}

fn numbers(ty: ElementType, values: &str) -> Result<Vec<u64>> {
    values.split(',').map(|v| number(ty, v)).collect()
}

fn described(name: &str, content: &str, bound: Bound) -> Result<Argument> {
    let name = name.to_string();
    if let Some((ty, file)) = content.split_once('@') {
        let (ty, count) = of_file(ty)?;
        return Ok(Argument::Buffer { name, bound, ty, content: Content::File(file.into(), count) });
    }
    let (shaped, values) = content.split_once(':').unwrap_or((content, "0"));
    let (ty, Some(count)) = shape(shaped)? else { bail!(expected()) };
    let content = values_of(ty, count, values)?;
    Ok(Argument::Buffer { name, bound, ty: Some(ty), content })
}

fn values_of(ty: ElementType, count: usize, values: &str) -> Result<Content> {
    let values = numbers(ty, values)?;
    let bytes = count.saturating_mul(ty.size()) as u64;
    match values.iter().all(|value| *value == 0) {
        true => ensure!(bytes <= ZEROS, "expected at most 16 GiB of zeros, found {count} elements"),
        false => ensure!(bytes <= BUFFER, "expected at most 1 GiB, or up to 16 GiB of zeros, found {count} elements"),
    }
    ensure!(values.len() <= count.max(1), "{} values for {count} elements", values.len());
    Ok(Content::Values { count, values })
}

/// `FORMAT[W,H,D]`, of textures with options, with values or a file.
fn image(name: &str, content: &str, texture: bool) -> Result<Argument> {
    let wrong = || {
        let what =
            if texture { "texture:NAME=FORMAT[W,H,D],OPTIONS:VALUES" } else { "image:NAME=FORMAT[W,H,D]:VALUES" };
        format!("expected {what} or ..@FILE with a format such as r32_uint, found `{content}`")
    };
    let (format, rest) = content.split_once('[').with_context(wrong)?;
    let (size, rest) = rest.split_once(']').with_context(wrong)?;
    let (options, rest) = match rest.strip_prefix(',') {
        Some(options) if texture => options.split_at(options.find([':', '@']).unwrap_or(options.len())),
        _ => ("", rest),
    };
    ensure!(
        !format.ends_with("_srgb"),
        "sRGB images are not modelled on any target: convert the texels, and give them as r8g8b8a8_unorm"
    );
    let format = Format::from_name(format).with_context(wrong)?;
    let mut extent = [1u32; 3];
    let parts: Vec<&str> = size.split(',').collect();
    let count_of_extents = parts.len();
    ensure!(count_of_extents <= 3, "{}", wrong());
    for (to, part) in extent.iter_mut().zip(parts) {
        *to = part.parse().ok().filter(|n| *n != 0).with_context(wrong)?;
    }
    let ty = match (format.number, format.channel_bytes) {
        (Number::Float, 2) => ElementType::F16,
        (Number::Float, 4) => ElementType::F32,
        (Number::Float, 8) => ElementType::F64,
        (Number::Sint | Number::Snorm, bytes) => element(&format!("i{}", 8 * bytes))?,
        (_, bytes) => element(&format!("u{}", 8 * bytes))?,
    };
    let count = extent.iter().fold(u64::from(format.channels), |n, d| n.saturating_mul((*d).into()));
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let content = match (rest.split_once('@'), rest.strip_prefix(':')) {
        (Some(("", file)), _) => Content::File(file.into(), Some(count)),
        (_, Some(values)) => values_of(ty, count, values)?,
        (None, None) if rest.is_empty() => values_of(ty, count, "0")?,
        _ => bail!(wrong()),
    };
    let bound = match texture {
        true => {
            let shape = Shape::packed(format, extent).context("a texture of more than 2^32 bytes does not fit")?;
            let made = Texture::described(shape, count_of_extents, options);
            Bound::Texture(made.map_err(crate::Error::new)?)
        }
        false => Bound::Image(format, extent),
    };
    Ok(Argument::Buffer { name: name.into(), bound, ty: Some(ty), content })
}

/// What is passed by value.
fn value(text: &str) -> Result<Argument> {
    if let Some(name) = text.strip_prefix('&') {
        let (name, offset) = name.split_once('+').unwrap_or((name, "0"));
        let bytes = match offset.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16).ok(),
            None => offset.parse().ok(),
        };
        let bytes = bytes.filter(|_| !name.is_empty() && !offset.contains('+'));
        let wanted = || format!("expected &NAME or &NAME+BYTES with a number of bytes from 0 on, found `{text}`");
        return Ok(Argument::Address(name.into(), bytes.with_context(wanted)?));
    }
    if let Some((ty, file)) = text.split_once('@') {
        let (ty, count) = of_file(ty)?;
        return Ok(Argument::File { file: file.into(), ty, count });
    }
    let Some((ty, values)) = text.split_once(':') else { return Ok(Argument::Number { ty: None, text: text.into() }) };
    if ty == "local" {
        let bytes = values.parse().ok();
        return Ok(Argument::Local(bytes.context("expected local:BYTES, a number of bytes below 2^32")?));
    }
    ensure!(
        ty != "sampler",
        "samplers are no arguments of their own; read images without one, by texel (`read_image` with integer coordinates), or give a texture with its sampler (NVIDIA)"
    );
    if let Some((name, Ok(lanes @ (2 | 3 | 4 | 8 | 16)))) = ty.split_once('x').map(|(ty, n)| (ty, n.parse::<usize>())) {
        let ty = element(name)?;
        let bytes = by_value(ty, lanes, values)?;
        let align = lanes.next_power_of_two() * ty.size();
        return Ok(Argument::Array { bytes: padded(bytes, align), align });
    }
    Ok(match shape(ty)? {
        (ty, Some(count)) => Argument::Array { bytes: by_value(ty, count, values)?, align: ty.size() },
        (ty, None) => {
            number(ty, values)?;
            Argument::Number { ty: Some(ty), text: values.into() }
        }
    })
}

fn padded(mut bytes: Vec<u8>, align: usize) -> Vec<u8> {
    bytes.resize(bytes.len().next_multiple_of(align), 0);
    bytes
}

/// So many values of a type, or one that stands for all.
fn by_value(ty: ElementType, count: usize, values: &str) -> Result<Vec<u8>> {
    ensure!(
        count.saturating_mul(ty.size()) <= VALUE,
        "expected at most {VALUE} bytes by value, found {count} elements"
    );
    let values = numbers(ty, values)?;
    let values = if let [all] = values[..] { vec![all; count] } else { values };
    ensure!(count == values.len(), "expected {count} values or one for all, found {}", values.len());
    Ok(values.iter().flat_map(|v| v.to_le_bytes().into_iter().take(ty.size())).collect())
}

/// Fields between `;`, up to the `}` that ends the text.
fn structure(text: &str, depth: usize) -> Result<Argument> {
    ensure!(depth < DEPTH, "expected at most {DEPTH} structs in each other");
    let inside = text.strip_suffix('}').context("expected `}` at the end of the struct")?;
    let (mut fields, mut start, mut open) = (Vec::new(), 0, 0usize);
    for (at, c) in inside.char_indices().chain([(inside.len(), ';')]) {
        match c {
            '{' => open += 1,
            '}' => open = open.checked_sub(1).context("expected a `{` for each `}` of the struct")?,
            ';' if open == 0 => {
                let field = inside[start..at].trim();
                start = at + 1;
                if !field.is_empty() {
                    fields.push(read(field, depth + 1).with_context(|| format!("field {}", fields.len()))?);
                }
            }
            _ => {}
        }
    }
    ensure!(open == 0, "expected a `}}` for each `{{` of the struct");
    for (index, field) in fields.iter().enumerate() {
        match field {
            Argument::Number { ty: None, text } => {
                bail!("field {index}: expected a type in front of `{text}`, as in `i32:{text}`")
            }
            Argument::Local(_) => bail!("field {index}: shared memory is an argument of its own, not a field"),
            Argument::Named(name, _) => bail!("field {index}: fields have no names; leave `{name}=` out"),
            Argument::Buffer { bound: Bound::Surface | Bound::Image(..) | Bound::Texture(_), name, .. } => {
                bail!("field {index}: expected the address of a buffer, found `{name}` as a surface, image or texture")
            }
            _ => {}
        }
    }
    Ok(Argument::Struct(fields))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments() {
        let buffer = |text: &str| match argument(text).unwrap() {
            Argument::Buffer { name, bound, ty, content } => (name, bound, ty, content),
            other => panic!("{other:?}"),
        };
        let at = Bound::Address;
        assert_eq!(buffer("in=@a.bin"), ("in".into(), at, None, Content::File("a.bin".into(), None)));
        assert_eq!(buffer("in=f32@a"), ("in".into(), at, Some(ElementType::F32), Content::File("a".into(), None)));
        let values = Content::Values { count: 16, values: vec![0] };
        assert_eq!(buffer("out=u32[16]:0"), ("out".into(), at, Some(ElementType::U32), values.clone()));
        assert_eq!(buffer("surface:s=u32[16]"), ("s".into(), Bound::Surface, Some(ElementType::U32), values));
        let values = Content::Values { count: 3, values: vec![0xffff_ffff, 2] };
        assert_eq!(buffer("x=i32[3]:-1,2").3, values);
        let format = Format::from_name("r32g32_sint").unwrap();
        let values = Content::Values { count: 48, values: vec![7] };
        assert_eq!(
            buffer("image:i=r32g32_sint[8,3]:7"),
            ("i".into(), Bound::Image(format, [8, 3, 1]), Some(ElementType::I32), values)
        );
        assert_eq!(argument("1500").unwrap(), Argument::Number { ty: None, text: "1500".into() });
        assert_eq!(argument("f64:-1e3").unwrap(), Argument::Number { ty: Some(ElementType::F64), text: "-1e3".into() });
        let array = |bytes: &[u8], align| Argument::Array { bytes: bytes.into(), align };
        assert_eq!(argument("u16[3]:1,2,0xffff").unwrap(), array(&[1, 0, 2, 0, 0xff, 0xff], 2));
        assert_eq!(argument("u16x3:1,2,3").unwrap(), array(&[1, 0, 2, 0, 3, 0, 0, 0], 8));
        assert_eq!(argument("f16x2:1.5").unwrap(), array(&[0, 0x3e, 0, 0x3e], 4));
        assert_eq!(argument("local:64").unwrap(), Argument::Local(64));
        assert_eq!(argument("&a+8").unwrap(), Argument::Address("a".into(), 8));
        assert_eq!(argument("&a+0x10").unwrap(), Argument::Address("a".into(), 16));
        let named = Argument::Named("n".into(), Box::new(Argument::Local(4)));
        assert_eq!(argument("n=local:4").unwrap(), named);
        let file = Argument::File { file: "a.npy".into(), ty: None, count: Some(3) };
        assert!(argument("u8[3]@a.npy").is_ok_and(|a| a != file));
        for (bad, says) in [
            ("u16[3]:1,2", "expected 3 values or one for all, found 2"),
            ("u9[1]:1", "TYPE one of u8, u16"),
            ("[1]:1", "TYPE one of u8, u16"),
            ("=@a", "NAME=@FILE"),
            ("x=u7[1]", "TYPE one of u8, u16"),
            ("x=u32[a]", "expected a number in []"),
            ("x=u8[1]:256", "expected a number that fits u8, found `256`"),
            ("x=u32[1]:1,2", "2 values for 1 elements"),
            ("x=u32[9999999999]", "at most 16 GiB of zeros"),
            ("x=u32[300000000]:0,1", "at most 1 GiB"),
            ("q:1", "TYPE one of u8, u16"),
            ("i8:256", "fits i8"),
            ("f16:65520", "fits f16"),
            ("local:-1", "local:BYTES"),
            ("sampler:linear", "samplers are no arguments of their own"),
            ("image:x=r32b32_uint[4]", "format such as r32_uint"),
            ("image:x=r8g8b8a8_srgb[4]", "sRGB images are not modelled"),
            ("image:x=r32_uint[0]", "format such as r32_uint"),
            ("buffer:x=u32[1]", "expected `surface:`, `image:` or `texture:`"),
            ("texture:x=r32_float[4],cubic", "expected point, linear, normalized, layers, clamp"),
            ("texture:x=r32_uint[4],linear", "a linear filter gives floats"),
            ("texture:x=r8g8b8a8_srgb[4]", "sRGB images are not modelled"),
            ("&", "expected &NAME"),
            ("&a+-8", "expected &NAME or &NAME+BYTES with a number of bytes from 0 on, found `&a+-8`"),
            ("&a+99999999999999999999", "a number of bytes from 0 on"),
            ("&a+", "a number of bytes from 0 on"),
            ("struct{u8:1", "expected `}`"),
            ("struct{1}", "field 0: expected a type in front of `1`"),
            ("struct{u8:1;local:4}", "field 1: shared memory"),
            ("struct{n=u8:1}", "field 0: fields have no names"),
            ("struct{struct{u8:1}}}", "expected a `{` for each"),
            ("struct{surface:a=u8[1]}", "field 0: expected the address of a buffer"),
        ] {
            let error = argument(bad).unwrap_err().to_string();
            assert!(error.starts_with(&format!("argument `{bad}`: ")) && error.contains(says), "{error}");
        }
        let deep = format!("{}u8:1{}", "struct{".repeat(17), "}".repeat(17));
        assert!(argument(&deep).unwrap_err().to_string().contains("at most 16 structs"));
    }

    /// Any text is read or refused in one line, and what is read is small.
    #[test]
    fn damage() {
        let whole = [
            "out=u32[16]:0,1,2",
            "image:i=r32g32_sint[8,3]:7",
            "struct{u8:1;f32x4:0,1,2,3;struct{f64:1.5};p=i16[4]:-1;&out+8}",
            "n=bf16:1.5",
            "in=f32[4]@a.npy",
            "local:4096",
        ];
        let mut state = 1u64;
        let mut draw = |n: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % n
        };
        let (mut good, mut bad) = (0, 0);
        for _ in 0..20_000 {
            let mut text: Vec<char> = whole[draw(whole.len())].chars().collect();
            for _ in 0..1 + draw(3) {
                let at = draw(text.len());
                match draw(3) {
                    0 => text[at] = char::from(b"=:;,[]{}@&+x0129-.eu\xff"[draw(20)]),
                    1 if text.len() > 1 => drop(text.remove(at)),
                    _ => text.insert(at, char::from(b"=:;,[]{}@&+x0129-.eu"[draw(20)])),
                }
            }
            match argument(&text.iter().collect::<String>()) {
                Ok(_) => good += 1,
                Err(error) => {
                    bad += 1;
                    assert!(!error.to_string().contains('\n'));
                }
            }
        }
        assert!(good > 400 && bad > 4_000, "{good} {bad}");
    }
}
