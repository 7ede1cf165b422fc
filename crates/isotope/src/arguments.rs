//! Arguments of a launch as they are typed, and buffers as they are shown.

use std::collections::HashSet;

use isotope_machine::mem::Memory;
use isotope_object::Kernel;
use isotope_targets::case::ElementType;
use isotope_targets::launch::Arg;
use serde_json::{Value, json};

use crate::error::{Context, Result, bail, ensure};
use crate::{npy, room};

/// An argument as it was typed.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// A buffer of its own.
    Buffer {
        /// What it is called.
        name: String,
        /// Whether it is bound as a surface.
        surface: bool,
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
    /// Several numbers of a type, passed by value: a struct, a vector, a descriptor.
    Array(Vec<u8>),
    /// So many bytes of shared memory of the group.
    Local(u32),
}

/// What a buffer starts as.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Bytes as they are, or a `.npy`; so many elements, where that is said.
    File(String, Option<usize>),
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
        let region = memory.regions().iter().find(|r| r.base == self.address);
        region.and_then(|r| r.store.as_ref()).map(|s| s.to_bytes()).unwrap_or_default()
    }
}

const TYPES: [ElementType; 7] = [
    ElementType::U8,
    ElementType::U16,
    ElementType::U32,
    ElementType::I32,
    ElementType::F32,
    ElementType::U64,
    ElementType::F64,
];

fn element_type(name: &str) -> Option<ElementType> {
    TYPES.into_iter().find(|ty| ty.name() == name)
}

/// Reads one argument as `isotope run --arg` takes it.
///
/// # Errors
/// What was expected; numbers that do not fit.
///
/// # Examples
/// ```
/// use isotope::{Argument, Content, argument};
/// let Argument::Buffer { name, content, .. } = argument("out=u32[16]:0")? else { panic!() };
/// assert_eq!((name.as_str(), content), ("out", Content::Values { count: 16, values: vec![0] }));
/// # Ok::<(), isotope::Error>(())
/// ```
pub fn argument(text: &str) -> Result<Argument> {
    let wrong = || {
        format!(
            "--arg `{text}`: expected NAME=@FILE, NAME=TYPE@FILE, NAME=TYPE[N]@FILE, NAME=TYPE[N]:VALUE, TYPE[N]:VALUES or a number, with \
             TYPE one of {}",
            TYPES.map(ElementType::name).join(", ")
        )
    };
    let Some((name, content)) = text.split_once('=') else {
        let (ty, number) = match text.split_once(':') {
            Some(("local", bytes)) => return Ok(Argument::Local(bytes.parse().ok().with_context(wrong)?)),
            Some((shape, values)) if shape.ends_with(']') => return array(shape, values).with_context(wrong),
            Some((ty, number)) => (Some(element_type(ty).with_context(wrong)?), number),
            None => (None, text),
        };
        return Ok(Argument::Number { ty, text: number.into() });
    };
    let (surface, name) = match name.strip_prefix("surface:") {
        Some(name) => (true, name),
        None => (false, name),
    };
    if name.is_empty() {
        bail!(wrong());
    }
    let name = name.to_string();
    if let Some((ty, file)) = content.split_once('@') {
        let (ty, count) = match ty.strip_suffix(']').and_then(|s| s.split_once('[')) {
            Some((ty, count)) => (ty, Some(count.parse().ok().with_context(wrong)?)),
            None => (ty, None),
        };
        let ty = if ty.is_empty() && count.is_none() { None } else { Some(element_type(ty).with_context(wrong)?) };
        return Ok(Argument::Buffer { name, surface, ty, content: Content::File(file.into(), count) });
    }
    let (shape, values) = content.split_once(':').unwrap_or((content, "0"));
    let (ty, count) = shape.strip_suffix(']').and_then(|s| s.split_once('[')).with_context(wrong)?;
    let ty = element_type(ty).with_context(wrong)?;
    let count: usize = count.parse().ok().with_context(wrong)?;
    ensure!(count.saturating_mul(ty.size()) <= 1 << 30, "--arg `{text}`: more than 1 GiB");
    let values: Vec<u64> = values.split(',').map(|v| number(ty, v)).collect::<Result<_>>()?;
    ensure!(values.len() <= count.max(1), "--arg `{text}`: {} values for {count} elements", values.len());
    Ok(Argument::Buffer { name, surface, ty: Some(ty), content: Content::Values { count, values } })
}

/// `TYPE[N]` and N values, or one that stands for all.
fn array(shape: &str, values: &str) -> Result<Argument> {
    let (name, count) = shape.strip_suffix(']').and_then(|s| s.split_once('[')).context("expected TYPE[N]")?;
    let ty = element_type(name).context("expected a type in front of `[`")?;
    let values: Vec<u64> = values.split(',').map(|v| number(ty, v)).collect::<Result<_>>()?;
    let wanted: usize = count.parse().ok().with_context(|| format!("expected a number in [], found `{count}`"))?;
    ensure!(
        wanted.saturating_mul(ty.size()) <= VALUE,
        "expected at most {VALUE} bytes by value, found {count} elements"
    );
    let values = if let [all] = values[..] { vec![all; wanted] } else { values };
    ensure!(wanted == values.len(), "expected {count} values or one for all, found {}", values.len());
    Ok(Argument::Array(values.iter().flat_map(|v| v.to_le_bytes().into_iter().take(ty.size())).collect()))
}

/// Bytes of an argument by value at most.
const VALUE: usize = 1 << 16;

/// The bits of a number of a type; `0x` gives bits as they are.
fn number(ty: ElementType, text: &str) -> Result<u64> {
    let width = 8 * ty.size() as u32;
    let fits = |v: &i128| *v < 1 << width && *v >= -(1 << (width - 1));
    let bits = |v: i128| v as u64 & (u64::MAX >> (64 - width));
    let endless = text.to_ascii_lowercase().contains("inf");
    let value = if let Some(digits) = text.strip_prefix("0x") {
        i128::from_str_radix(digits, 16).ok().filter(|v| *v >= 0 && fits(v)).map(bits)
    } else {
        match ty {
            // What is too large becomes infinity, unless the text says so.
            ElementType::F32 => {
                text.parse::<f32>().ok().filter(|v| !v.is_infinite() || endless).map(|v| u64::from(v.to_bits()))
            }
            ElementType::F64 => text.parse::<f64>().ok().filter(|v| !v.is_infinite() || endless).map(f64::to_bits),
            _ => text.parse::<i128>().ok().filter(fits).map(bits),
        }
    };
    value.with_context(|| format!("expected a number that fits {}, found `{text}`", ty.name()))
}

/// Puts buffers into memory and gives every argument the form its parameter has. `load` gives the bytes of a file by its name.
///
/// # Errors
/// Two buffers of one name, a number that does not fit, a file that is none or not what the argument says.
pub fn place(
    given: &[Argument],
    kernel: &Kernel,
    memory: &mut Memory,
    mut load: impl FnMut(&str) -> Result<Vec<u8>>,
) -> Result<(Vec<Arg>, Vec<Placed>)> {
    let sizes: Vec<u32> = kernel.params.iter().filter(|p| p.size != 0).map(|p| p.size).collect();
    let (mut args, mut placed, mut names) = (Vec::new(), Vec::new(), HashSet::new());
    for (index, given) in given.iter().enumerate() {
        match given {
            Argument::Buffer { name, surface, ty, content } => {
                ensure!(names.insert(name), "two buffers are named `{name}`; give each a name of its own");
                let (ty, bytes) = match content {
                    Content::File(file, count) => load(file)
                        .and_then(|bytes| from_file(file, bytes, *ty, *count))
                        .with_context(|| format!("--arg {name}: `{file}`"))?,
                    Content::Values { count, values } => {
                        let ty = ty.unwrap_or(ElementType::U8);
                        room(*count as u64 * ty.size() as u64 * COPIES, &format!("--arg {name}"))?;
                        let rest = if values.len() == 1 { values[0] } else { 0 };
                        let all = (0..*count).map(|i| values.get(i).copied().unwrap_or(rest));
                        (ty, all.flat_map(|v| v.to_le_bytes().into_iter().take(ty.size())).collect())
                    }
                };
                let address = memory.allocate(name, &bytes).plain()?;
                placed.push(Placed { name: name.clone(), ty, address });
                args.push(if *surface {
                    Arg::Surface { address, bytes: u32::try_from(bytes.len()).context("a surface is below 4 GiB")? }
                } else {
                    Arg::Address(address)
                });
            }
            Argument::Array(bytes) => args.push(Arg::Bytes(bytes.clone())),
            Argument::Local(bytes) => args.push(Arg::Local(*bytes)),
            Argument::Number { ty, text } => {
                let size = sizes.get(index).copied().unwrap_or(4);
                let float = text.contains(['.', 'n', 'i']) && !text.starts_with("0x");
                let plain = match (size, float) {
                    (4, true) => ElementType::F32,
                    (8, true) => ElementType::F64,
                    (1, _) => ElementType::U8,
                    (2, _) => ElementType::U16,
                    (8, _) => ElementType::U64,
                    _ => ElementType::U32,
                };
                let ty = ty.unwrap_or(plain);
                let bits = number(ty, text).with_context(|| format!("--arg {index}"))?;
                args.push(Arg::Bytes(bits.to_le_bytes()[..ty.size()].to_vec()));
            }
        }
    }
    Ok((args, placed))
}

/// How often a buffer is held: as it was given, in memory, as it was at first, and while it is written out.
const COPIES: u64 = 4;

/// The content of a file and the type of its elements: as a `.npy` says it, or bytes as they are.
fn from_file(
    file: &str,
    bytes: Vec<u8>,
    ty: Option<ElementType>,
    count: Option<usize>,
) -> Result<(ElementType, Vec<u8>)> {
    room(bytes.len() as u64 * COPIES, "its content")?;
    let (ty, bytes) = if npy::is_named(file.as_ref()) {
        let array = npy::read(&bytes, ty)?;
        (array.ty, array.bytes)
    } else {
        if bytes.starts_with(npy::MAGIC) {
            bail!("it begins like a .npy file and is not named so; name it *.npy, or take the header away");
        }
        let ty = ty.unwrap_or(ElementType::U8);
        if !bytes.len().is_multiple_of(ty.size()) {
            bail!("expected elements of {} bytes, found {} bytes", ty.size(), bytes.len());
        }
        (ty, bytes)
    };
    let found = bytes.len() / ty.size();
    if let Some(count) = count.filter(|count| *count != found) {
        bail!("expected {count} elements of {}, found {found}", ty.name());
    }
    Ok((ty, bytes))
}

/// The bits of the elements of a buffer.
pub fn elements(ty: ElementType, bytes: &[u8]) -> impl Iterator<Item = u64> {
    bytes.chunks(ty.size()).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    })
}

/// An element as text: a number that reads back as the same bits, and a NaN with its bits, which no number tells.
pub fn plain(ty: ElementType, bits: u64) -> String {
    let digits = 2 * ty.size();
    match ty {
        ElementType::I32 => (bits as u32 as i32).to_string(),
        ElementType::F32 if f32::from_bits(bits as u32).is_nan() => format!("NaN(0x{bits:0digits$x})"),
        ElementType::F64 if f64::from_bits(bits).is_nan() => format!("NaN(0x{bits:0digits$x})"),
        ElementType::F32 => format!("{:?}", f32::from_bits(bits as u32)),
        ElementType::F64 => format!("{:?}", f64::from_bits(bits)),
        _ => bits.to_string(),
    }
}

/// A buffer as JSON: its bits, and beside the bits of floats how they read.
pub fn buffer_json(ty: ElementType, bytes: &[u8]) -> Value {
    let digits = 2 * ty.size();
    let bits: Vec<String> = elements(ty, bytes).map(|bits| format!("0x{bits:0digits$x}")).collect();
    let mut object = json!({ "type": ty.name(), "bits": bits });
    if matches!(ty, ElementType::F32 | ElementType::F64) {
        object["decimal"] = elements(ty, bytes).map(|bits| plain(ty, bits)).collect();
    }
    object
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments() {
        let buffer = |text: &str| match argument(text).unwrap() {
            Argument::Buffer { name, surface, ty, content } => (name, surface, ty, content),
            other => panic!("{other:?}"),
        };
        assert_eq!(buffer("in=@a.bin"), ("in".into(), false, None, Content::File("a.bin".into(), None)));
        assert_eq!(buffer("in=f32@a"), ("in".into(), false, Some(ElementType::F32), Content::File("a".into(), None)));
        let values = Content::Values { count: 16, values: vec![0] };
        assert_eq!(buffer("out=u32[16]:0"), ("out".into(), false, Some(ElementType::U32), values.clone()));
        assert_eq!(buffer("surface:s=u32[16]"), ("s".into(), true, Some(ElementType::U32), values));
        let values = Content::Values { count: 3, values: vec![0xffff_ffff, 2] };
        assert_eq!(buffer("x=i32[3]:-1,2").3, values);
        assert_eq!(argument("1500").unwrap(), Argument::Number { ty: None, text: "1500".into() });
        assert_eq!(argument("f64:-1e3").unwrap(), Argument::Number { ty: Some(ElementType::F64), text: "-1e3".into() });
        assert_eq!(argument("u16[3]:1,2,0xffff").unwrap(), Argument::Array(vec![1, 0, 2, 0, 0xff, 0xff]));
        for bad in [
            "u16[3]:1,2",
            "u9[1]:1",
            "[1]:1",
            "=@a",
            "x=u32",
            "x=u7[1]",
            "x=u32[a]",
            "x=u8[1]:256",
            "x=u32[1]:1,2",
            "x=u32[9999999999]",
            "q:1",
        ] {
            assert!(argument(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn numbers_and_elements() {
        assert_eq!(number(ElementType::I32, "-1").unwrap(), 0xffff_ffff);
        assert_eq!(number(ElementType::U64, "18446744073709551615").unwrap(), u64::MAX);
        assert_eq!(number(ElementType::F32, "1.5").unwrap(), 0x3fc0_0000);
        assert_eq!(number(ElementType::F32, "0x7fc00000").unwrap(), 0x7fc0_0000);
        assert!(number(ElementType::U32, "4294967296").is_err());
        let shown = |ty, bytes: &[u8]| elements(ty, bytes).map(|v| plain(ty, v)).collect::<Vec<_>>();
        assert_eq!(shown(ElementType::F32, &0.1f32.to_le_bytes()), ["0.1"]);
        assert_eq!(shown(ElementType::F32, &f32::NAN.to_le_bytes()), ["NaN(0x7fc00000)"]);
        assert_eq!(shown(ElementType::F64, &0xfff0_0000_0000_0001u64.to_le_bytes()), ["NaN(0xfff0000000000001)"]);
        assert_eq!(shown(ElementType::F32, &(-0.0f32).to_le_bytes()), ["-0.0"]);
        assert_eq!(shown(ElementType::F32, &f32::INFINITY.to_le_bytes()), ["inf"]);
        // What is printed reads back as the same bits.
        for bits in [1u32, 0x007f_ffff, 0x0080_0000, 0x3dcc_cccd, 0x7f7f_ffff, 0x8000_0000, 0xff80_0000] {
            let text = plain(ElementType::F32, bits.into());
            assert_eq!(number(ElementType::F32, &text).unwrap(), u64::from(bits), "{text}");
        }
        assert!(number(ElementType::F32, "1e300").is_err());
        let json = buffer_json(ElementType::U64, &[0xff; 16]);
        assert_eq!(json, json!({ "type": "u64", "bits": ["0xffffffffffffffff", "0xffffffffffffffff"] }));
        let json = buffer_json(ElementType::F32, &0x7f80_0001u32.to_le_bytes());
        assert_eq!(json, json!({ "type": "f32", "bits": ["0x7f800001"], "decimal": ["NaN(0x7f800001)"] }));
        assert_eq!(shown(ElementType::I32, &[0xff; 4]), ["-1"]);
        assert_eq!(shown(ElementType::U64, &[0xff; 8]), ["18446744073709551615"]);
    }
}
