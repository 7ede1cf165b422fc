//! Buffers into memory, and every argument in the form that its parameter has.

use std::collections::HashSet;

use isotope_machine::mem::Memory;
use isotope_machine::mem::sample::Texture;
use isotope_machine::mem::typed::Shape;
use isotope_object::name::parameter_types;
use isotope_object::{Kernel, Param};
use isotope_option::OptionName;
use isotope_target::case::ElementType;
use isotope_target::launch::Arg;

use super::error::ArgumentError;
use super::number::number;
use super::{Argument, BUFFER, Bound, Content, Placed, VALUE, ZEROS};
use crate::error::{Context, Result, bail, ensure};
use crate::{npy, room};

/// Puts buffers into memory and gives every argument the form its parameter has, in the order of the parameters. `beside` are buffers that
/// no parameter takes, to which arguments may point; `load` gives the bytes of a file by its name.
///
/// Arguments with a name stand for the parameters of these names, where the file has names and every buffer has one of them; the others
/// fill the rest in order.
///
/// # Errors
/// Two buffers of one name, a number that does not fit, a file that is none or not what the argument says, a name that no parameter
/// has.
pub fn place(
    given: &[Argument],
    beside: &[Argument],
    kernel: &Kernel,
    memory: &mut Memory,
    load: impl FnMut(&str) -> Result<Vec<u8>>,
) -> Result<(Vec<Arg>, Vec<Placed>)> {
    let params = parameters(kernel);
    let params: Vec<&Param> = params.iter().collect();
    let mut names = HashSet::new();
    for name in given.iter().chain(beside).flat_map(Argument::buffers) {
        ensure!(names.insert(name), "two buffers are named `{name}`; give each a name of its own");
    }
    let given = ordered(given, &params, &kernel.name)?;
    let mut placer = Placer { memory, load, placed: Vec::new(), zeros: 0 };
    // Buffers come first, in order: the address of one may be taken by an argument in front of it.
    for argument in given.iter().copied().chain(beside) {
        placer.buffers(argument)?;
    }
    let mut args = Vec::new();
    for (index, argument) in given.iter().enumerate() {
        let param = params.get(index).copied();
        args.push(placer.argument(argument, param).with_context(|| label(index, param))?);
    }
    Ok((args, placer.placed))
}

/// The parameters that a launch gives. Those that the file gives no type have the one that the kernel's mangled name says.
pub(crate) fn parameters(kernel: &Kernel) -> Vec<Param> {
    let mut params: Vec<Param> = kernel.params.iter().filter(|p| p.size != 0).cloned().collect();
    let types = parameter_types(&kernel.name);
    if types.len() == params.len() && params.iter().all(|param| param.ty.is_empty()) {
        params.iter_mut().zip(types).for_each(|(param, ty)| param.ty = ty);
    }
    params
}

/// An argument in messages.
fn label(index: usize, param: Option<&Param>) -> String {
    let said = param.filter(|param| !param.name.is_empty());
    let argument = OptionName::Argument.with(index);
    said.map_or(argument.to_string(), |param| format!("{argument} (`{}`)", param.name.escape_debug()))
}

/// The arguments in the order of the parameters.
fn ordered<'a>(given: &'a [Argument], params: &[&Param], kernel: &str) -> Result<Vec<&'a Argument>> {
    let known = || {
        let names: Vec<_> = params.iter().map(|p| format!("`{}`", p.name.escape_debug())).collect();
        names.join(", ")
    };
    let position = |name: &str| params.iter().position(|param| !param.name.is_empty() && param.name == name);
    let named: Vec<(Option<usize>, bool)> = given
        .iter()
        .map(|argument| match argument {
            Argument::Named(name, _) => (position(name), true),
            Argument::Buffer { name, .. } => (position(name), false),
            _ => (None, false),
        })
        .collect();
    for (argument, (found, must)) in given.iter().zip(&named) {
        let (Argument::Named(name, _), None, true) = (argument, found, must) else { continue };
        if params.iter().all(|param| param.name.is_empty()) {
            bail!(ArgumentError::NoNames { name: name.clone(), kernel: kernel.into() });
        }
        bail!(ArgumentError::NoParameter { name: name.clone(), kernel: kernel.into(), known: known() });
    }
    let explicit = named.iter().any(|(_, must)| *must);
    let buffers = || given.iter().zip(&named).filter(|(argument, _)| matches!(argument, Argument::Buffer { .. }));
    let matching = buffers().filter(|(_, (found, _))| found.is_some()).count();
    let in_place = named.iter().enumerate().all(|(at, (found, _))| found.is_none_or(|found| found == at));
    if !explicit && (in_place || matching == 0) {
        return Ok(given.iter().collect());
    }
    if matching != 0 && matching != buffers().count() && !in_place {
        let stray = buffers().find(|(_, (found, _))| found.is_none());
        let stray = stray.map_or(Vec::new(), |(argument, _)| argument.buffers()).join("");
        bail!(ArgumentError::Order { kernel: kernel.into(), known: known(), stray });
    }
    let mut order: Vec<Option<&Argument>> = vec![None; params.len().max(given.len())];
    for (argument, (found, _)) in given.iter().zip(&named) {
        let Some(at) = *found else { continue };
        ensure!(order[at].is_none(), ArgumentError::Twice { parameter: params[at].name.escape_debug().to_string() });
        order[at] = Some(argument);
    }
    let mut rest = given.iter().zip(&named).filter(|(_, (found, _))| found.is_none()).map(|(argument, _)| argument);
    for (at, place) in order.iter_mut().enumerate() {
        if place.is_some() {
            continue;
        }
        *place = rest.next();
        if place.is_none() && at < params.len() {
            let parameter = params[at].name.escape_debug().to_string();
            bail!(ArgumentError::Missing { parameter, kernel: kernel.into(), known: known() });
        }
    }
    Ok(order.into_iter().flatten().collect())
}

/// The bytes that an argument is for something of so many bytes outside the parameters of a kernel. A buffer stands for its content, `&NAME`
/// for the address of one that was placed.
pub(crate) fn contents(
    argument: &Argument,
    size: u64,
    (placed, memory): (&[Placed], &mut Memory),
    load: impl FnMut(&str) -> Result<Vec<u8>>,
) -> Result<Vec<u8>> {
    let mut placer = Placer { memory, load, placed: placed.to_vec(), zeros: 0 };
    Ok(match argument {
        Argument::Buffer { ty, content, .. } => placer.content(*ty, content)?.1,
        Argument::Number { ty: None, text } => {
            let ty = untyped(text, size.try_into().unwrap_or(u32::MAX), "")?;
            number(ty, text)?.to_le_bytes()[..ty.size()].to_vec()
        }
        Argument::Number { .. } | Argument::Array { .. } | Argument::File { .. } | Argument::Address(..) => {
            placer.value(argument)?.0
        }
        Argument::Struct(_) if argument.buffers().is_empty() => placer.value(argument)?.0,
        _ => bail!(ArgumentError::BufferInside),
    })
}

/// The type of a number that does not say it, for a place of so many bytes; `ty` is what the file calls it, if it does. Where that is a
/// float, `1` is one and not the bits of an integer.
///
/// # Errors
/// A fraction for an integer.
fn untyped(text: &str, size: u32, ty: &str) -> Result<ElementType> {
    ensure!(
        !text.contains(','),
        "expected one number, found `{text}`: several have their type in front, as in f32[{}]:{text}",
        text.split(',').count()
    );
    let ty = match ty {
        "__half" | "_Float16" => "half",
        other => other.trim_start_matches("unsigned ").trim_start_matches("signed "),
    };
    let bits = text.starts_with("0x");
    let fraction = text.contains(['.', 'n', 'i']) && !bits;
    let integers = ["char", "short", "int", "long", "long long", "uchar", "ushort", "uint", "ulong", "size_t", "bool"];
    ensure!(
        !(fraction && integers.contains(&ty)),
        "expected an integer for a parameter of type `{ty}`, found `{text}`"
    );
    let float = fraction || !bits && matches!((ty, size), ("float", 4) | ("double", 8) | ("half", 2));
    Ok(match (size, float) {
        (4, true) => ElementType::F32,
        (8, true) => ElementType::F64,
        (2, true) => ElementType::F16,
        (1, _) => ElementType::U8,
        (2, _) => ElementType::U16,
        (8, _) => ElementType::U64,
        _ => ElementType::U32,
    })
}

struct Placer<'m, L> {
    memory: &'m mut Memory,
    load: L,
    placed: Vec<Placed>,
    /// Bytes of zeros so far.
    zeros: u64,
}

impl<L: FnMut(&str) -> Result<Vec<u8>>> Placer<'_, L> {
    /// Map the buffers that an argument describes.
    fn buffers(&mut self, argument: &Argument) -> Result<()> {
        match argument {
            Argument::Buffer { name, ty, content, .. } => {
                let label = || OptionName::Argument.with(name);
                let zeros = match content {
                    Content::Values { count, values } if values.iter().all(|value| *value == 0) => Some(*count as u64),
                    _ => None,
                };
                let (ty, address) = match zeros {
                    // There is no pass over it, and no copy.
                    Some(count) => {
                        let ty = ty.unwrap_or(ElementType::U8);
                        let bytes = count * ty.size() as u64;
                        self.zeros = self.zeros.saturating_add(bytes);
                        ensure!(self.zeros <= ZEROS, ArgumentError::Zeros { name: name.clone() });
                        room(bytes, "its content").with_context(label)?;
                        (ty, self.memory.allocate_zeros(name, bytes).plain()?)
                    }
                    None => {
                        let (ty, bytes) = self.content(*ty, content).with_context(label)?;
                        (ty, self.memory.allocate(name, &bytes).plain()?)
                    }
                };
                self.placed.push(Placed { name: name.clone(), ty, address });
            }
            Argument::Struct(fields) => fields.iter().try_for_each(|field| self.buffers(field))?,
            Argument::Named(_, value) => self.buffers(value)?,
            _ => {}
        }
        Ok(())
    }

    /// What a buffer starts as.
    fn content(&mut self, ty: Option<ElementType>, content: &Content) -> Result<(ElementType, Vec<u8>)> {
        match content {
            Content::File(file, count) => (self.load)(file)
                .and_then(|bytes| from_file(file, bytes, ty, *count))
                .with_context(|| format!("`{file}`")),
            Content::Bytes(bytes) => {
                room(bytes.len() as u64 * COPIES, "its content")?;
                Ok((ty.unwrap_or(ElementType::U8), bytes.to_vec()))
            }
            Content::Values { count, values } => {
                let ty = ty.unwrap_or(ElementType::U8);
                let bytes = *count as u64 * ty.size() as u64;
                ensure!(bytes <= BUFFER, "expected at most 1 GiB, found {bytes} bytes");
                room(bytes * COPIES, "its content")?;
                let rest = if values.len() == 1 { values[0] } else { 0 };
                let bytes = |value: u64| value.to_le_bytes()[..ty.size()].to_vec();
                let given = values.iter().take(*count);
                let mut all: Vec<u8> = given.clone().flat_map(|value| bytes(*value)).collect();
                all.extend(bytes(rest).repeat(count - given.len()));
                Ok((ty, all))
            }
        }
    }

    /// The address of a buffer and its length in bytes.
    fn buffer(&self, name: &str) -> Result<(u64, u64)> {
        let placed = self.placed.iter().find(|placed| placed.name == name);
        if placed.is_none()
            && let Some((buffer, back)) = name.rsplit_once('-')
            && self.placed.iter().any(|placed| placed.name == buffer)
        {
            bail!("expected an offset from 0 up to the length of `{buffer}`, found -{back}");
        }
        let placed = placed.with_context(|| {
            let names: Vec<_> = self.placed.iter().map(|placed| format!("`{}`", placed.name)).collect();
            let known = if names.is_empty() { "none is given".into() } else { names.join(", ") };
            ArgumentError::NoBuffer { name: name.into(), known }
        })?;
        let length = self.memory.find(placed.address, 0).map_or(0, |region| region.end() - placed.address);
        Ok((placed.address, length))
    }

    fn argument(&mut self, argument: &Argument, param: Option<&Param>) -> Result<Arg> {
        Ok(match argument {
            Argument::Buffer { name, bound, .. } => {
                let (address, length) = self.buffer(name)?;
                match bound {
                    Bound::Address => Arg::Address(address),
                    Bound::Surface => {
                        Arg::Surface { address, bytes: u32::try_from(length).context("a surface is below 4 GiB")? }
                    }
                    Bound::Texture(texture) => Arg::Texture(bound_texture(name, texture, address, length)?),
                    Bound::Image(format, size) => {
                        let shape = Shape::packed(*format, *size).filter(|shape| shape.bytes() <= length);
                        let shape = shape.with_context(|| {
                            format!("expected an image of at most {length} bytes, found {size:?} elements")
                        });
                        Arg::Image { address, shape: shape? }
                    }
                }
            }
            Argument::Address(name, offset) => {
                let (address, length) = self.buffer(name)?;
                ensure!(*offset <= length, "expected an offset of at most {length} in `{name}`, found {offset}");
                Arg::Address(address + offset)
            }
            Argument::Local(bytes) => Arg::Local(*bytes),
            Argument::Named(_, value) => return self.argument(value, param),
            Argument::Number { ty: None, text } => {
                let ty = untyped(text, param.map_or(4, |param| param.size), param.map_or("", |param| &param.ty))?;
                Arg::Bytes(number(ty, text)?.to_le_bytes()[..ty.size()].to_vec())
            }
            value => Arg::Bytes(self.value(value)?.0),
        })
    }

    /// The bytes of a value, and the alignment that it has in a struct.
    fn value(&mut self, value: &Argument) -> Result<(Vec<u8>, usize)> {
        Ok(match value {
            Argument::Number { ty, text } => {
                let ty = ty.unwrap_or(ElementType::U32);
                (number(ty, text)?.to_le_bytes()[..ty.size()].to_vec(), ty.size())
            }
            Argument::Array { bytes, align } => (bytes.clone(), *align),
            Argument::File { file, ty, count } => {
                let read = (self.load)(file).and_then(|bytes| from_file(file, bytes, *ty, *count));
                let (ty, bytes) = read.with_context(|| format!("`{file}`"))?;
                ensure!(
                    bytes.len() <= VALUE,
                    "`{file}`: expected at most {VALUE} bytes by value, found {}",
                    bytes.len()
                );
                (bytes, ty.size())
            }
            Argument::Struct(fields) => {
                let (mut bytes, mut most) = (Vec::new(), 1);
                for field in fields {
                    let (field, align) = self.value(field)?;
                    most = most.max(align);
                    bytes.resize(bytes.len().next_multiple_of(align), 0);
                    bytes.extend(field);
                    ensure!(bytes.len() <= VALUE, "expected a struct of at most {VALUE} bytes");
                }
                (super::padded(bytes, most), most)
            }
            Argument::Buffer { name, .. } => (self.buffer(name)?.0.to_le_bytes().to_vec(), 8),
            Argument::Address(..) => match self.argument(value, None)? {
                Arg::Address(address) => (address.to_le_bytes().to_vec(), 8),
                _ => bail!("expected an address"),
            },
            Argument::Local(_) | Argument::Named(..) => bail!("expected a value"),
        })
    }
}

/// A texture at its address.
pub(crate) fn bound_texture(name: &str, texture: &Texture, address: u64, length: u64) -> Result<Texture> {
    let bytes = texture.shape.bytes();
    ensure!(bytes <= length, "expected {bytes} bytes of texels for the texture `{name}`, found {length}");
    Ok(Texture { base: address, ..*texture })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::argument;
    use isotope_object::Image;

    fn image() -> Image {
        crate::load(include_bytes!("../../samples/histogram256.cubin")).unwrap()
    }

    fn files(name: &str) -> Result<Vec<u8>> {
        match name {
            "a.npy" => Ok(npy::write(ElementType::I16, &[1, 0, 2, 0])),
            "a.bin" => Ok(vec![1, 2, 3, 4]),
            _ => bail!("no such file"),
        }
    }

    /// Arguments, and where each buffer lies.
    type PlacedArguments = (Vec<Arg>, Vec<(String, u64)>);

    /// What a kernel with parameters of these names gets.
    fn placed(names: &[&str], texts: &[&str]) -> Result<PlacedArguments> {
        let mut kernel = image().kernels.remove(0);
        let (shape, sizes) = (kernel.params[0].clone(), [8, 4, 8, 4]);
        let param = |(name, size): (&&str, u32)| Param { name: name.to_string(), size, ..shape.clone() };
        kernel.params = names.iter().zip(sizes).map(param).collect();
        let given = texts.iter().map(|text| argument(text)).collect::<Result<Vec<_>>>()?;
        let (args, placed) = place(&given, &[], &kernel, &mut Memory::new(), files)?;
        Ok((args, placed.into_iter().map(|p| (p.name, p.address)).collect()))
    }

    #[test]
    fn values_by_name() {
        let bytes = |v: u32| Arg::Bytes(v.to_le_bytes().into());
        let order = |names: &[&str], texts: &[&str]| {
            let (args, placed) = placed(names, texts).unwrap();
            let named = |arg: &Arg| match arg {
                Arg::Address(at) => {
                    placed.iter().find(|(_, address)| address == at).map_or("?", |(name, _)| name).to_string()
                }
                Arg::Bytes(bytes) => bytes[0].to_string(),
                other => panic!("{other:?}"),
            };
            args.iter().map(named).collect::<Vec<_>>().join(" ")
        };
        let names = ["data", "n", "bins", "m"];
        let (data, bins) = ("data=u32[1]", "bins=u32[1]");
        assert_eq!(order(&names, &["x=u32[1]", "1", "y=u32[1]", "2"]), "x 1 y 2");
        assert_eq!(order(&names, &[data, "1", bins, "2"]), "data 1 bins 2");
        assert_eq!(order(&names, &[bins, data, "1", "2"]), "data 1 bins 2");
        assert_eq!(order(&names, &["m=7", bins, "data=u32[1]", "1"]), "data 1 bins 7");
        assert_eq!(order(&names, &["m=2", "n=1", "x=u32[1]", "y=u32[1]"]), "x 1 y 2");
        assert_eq!(order(&names, &[data, "1", "y=u32[1]", "2"]), "data 1 y 2");
        let error = |names: &[&str], texts: &[&str]| placed(names, texts).unwrap_err().to_string();
        assert!(error(&names, &[bins, "1", "x=u32[1]", "2"]).contains("and `x` has not"));
        assert!(
            error(&names, &["k=1"])
                .contains("expected a parameter of `histogram256` (`data`, `n`, `bins`, `m`), found `k`")
        );
        assert!(error(&["", ""], &["k=1"]).contains("the file has no names"));
        assert!(error(&names, &["n=1", "n=2", data, bins]).contains("`n` is given twice"));
        assert!(error(&names, &["n=1", data, bins]).contains("the parameter `m` of `histogram256` is missing"));
        assert!(error(&names, &[data, "data=u8[1]"]).contains("two buffers are named `data`"));
        assert_eq!(placed(&["a", "n"], &["a=u8[1]", "u8[4]@a.bin"]).unwrap().0[1], Arg::Bytes(vec![1, 2, 3, 4]));
        assert_eq!(placed(&["a", "n"], &["a=u8[1]", "@a.npy"]).unwrap().0[1], Arg::Bytes(vec![1, 0, 2, 0]));
        assert!(error(&["a", "n"], &["a=u8[1]", "u8[3]@a.bin"]).contains("expected 3 elements of u8, found 4"));
        assert_eq!(placed(&["a", "n"], &["a=u8[1]", "f32:1"]).unwrap().0[1], bytes(0x3f80_0000));
    }

    /// As the C compilers of the three targets lay it out: natural alignment, the size a multiple of it.
    /// A number without a type is what the file calls its parameter; bits are bits.
    #[test]
    fn numbers_have_the_type_of_their_parameter() {
        let bits = |text: &str, size: u32, ty: &str| untyped(text, size, ty).and_then(|ty| number(ty, text)).unwrap();
        assert_eq!((bits("1", 4, "float"), bits("1", 4, "int"), bits("1", 4, "")), (0x3f80_0000, 1, 1));
        assert_eq!((bits("2", 8, "double"), bits("2", 2, "half")), (0x4000_0000_0000_0000, 0x4000));
        assert_eq!(
            (bits("0x1", 4, "float"), bits("1e3", 4, "float"), bits("-1", 4, "int")),
            (1, 0x447a_0000, 0xffff_ffff)
        );
        assert_eq!((bits("1.5", 4, ""), bits("inf", 4, "")), (0x3fc0_0000, 0x7f80_0000));
        let error = untyped("1.5", 4, "int").unwrap_err().to_string();
        assert_eq!(error, "expected an integer for a parameter of type `int`, found `1.5`");
        assert!(untyped("1.5", 8, "unsigned long").is_err());
        assert_eq!(bits("2", 2, "__half"), 0x4000);
        let error = untyped("1,2", 8, "float2").unwrap_err().to_string();
        assert_eq!(error, "expected one number, found `1,2`: several have their type in front, as in f32[2]:1,2");
    }

    #[test]
    fn structs_have_the_layout_of_c() {
        let field = "struct{u8:1;f64:1.0;u16:2;struct{u8:3;u32:4};i8:-1;f32x3:1,2,3;u8[3]:5;q=u8[4]:9;&p+4}";
        let (args, buffers) = placed(&[], &["p=u32[2]", field]).unwrap();
        let Arg::Bytes(bytes) = &args[1] else { panic!("{args:?}") };
        let mut expected = vec![0u8; 80];
        let mut put = |at: usize, bytes: &[u8]| expected[at..at + bytes.len()].copy_from_slice(bytes);
        put(0, &[1]);
        put(8, &1.0f64.to_le_bytes());
        put(16, &[2]);
        put(20, &[3, 0, 0, 0, 4, 0, 0, 0, 0xff]);
        [1.0f32, 2.0, 3.0].into_iter().enumerate().for_each(|(i, v)| put(32 + 4 * i, &v.to_le_bytes()));
        put(48, &[5, 5, 5]);
        assert_eq!(buffers.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["p", "q"]);
        put(56, &buffers[1].1.to_le_bytes());
        put(64, &(buffers[0].1 + 4).to_le_bytes());
        assert_eq!(*bytes, expected);
        let error = placed(&[], &["&p"]).unwrap_err().to_string();
        assert!(
            error.contains("expected a buffer of another argument or of buffer (none is given), found `&p`"),
            "{error}"
        );
        let error = placed(&[], &["p=u8[4]", "&p+5"]).unwrap_err().to_string();
        assert!(error.contains("an offset of at most 4 in `p`, found 5"), "{error}");
    }
}
