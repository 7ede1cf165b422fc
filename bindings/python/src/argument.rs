//! Arguments of a launch, as the Python side lowers them: tuples that begin with a word.

use std::sync::Arc;

use isotope::case::ElementType;
use isotope::{Argument, Bound as Bind, Content};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::{raised, wrong};

/// A buffer that is an array of Python's.
pub struct Shared {
    /// What it is called.
    pub name: String,
    /// What it held, so that a write to what was to be read only is noticed.
    pub before: Arc<[u8]>,
    /// The array, where it takes what is left.
    pub array: Option<Py<PyArray1<u8>>>,
}

/// Reads one. The first element of the tuple says which it is:
///
/// `("array", name, type, bytes, back, binding)`: `bytes` is an array of bytes, `back` whether it takes what is left, and `binding` `""`,
/// `"surface"`, `"image:"` or `"texture:"` with what the command has behind the name; `("number", text)`; `("bytes", bytes, align)`; `("text", argument of the command)`;
/// `("address", name, offset)`; `("local", bytes)`; `("struct", fields)`; `("named", name, argument)`.
pub fn argument(given: &Bound<'_, PyAny>, shared: &mut Vec<Shared>) -> PyResult<Argument> {
    let tuple = given.cast::<PyTuple>()?;
    let at = |i: usize| tuple.get_item(i);
    let word: String = at(0)?.extract()?;
    Ok(match word.as_str() {
        "array" => {
            let name: String = at(1)?.extract()?;
            let ty: String = at(2)?.extract()?;
            let ty = ElementType::named(&ty);
            let array = at(3)?.cast_into::<PyArray1<u8>>()?;
            let before: Arc<[u8]> = array.try_readonly().map_err(wrong)?.as_slice()?.into();
            let binding: String = at(5)?.extract()?;
            let bound = bound(&name, &binding)?;
            let back: bool = at(4)?.extract()?;
            let array = back.then(|| array.unbind());
            shared.push(Shared { name: name.clone(), before: before.clone(), array });
            Argument::Buffer { name, bound, ty, content: Content::Bytes(before) }
        }
        "number" => Argument::Number { ty: None, text: at(1)?.extract()? },
        "bytes" => Argument::Array { bytes: at(1)?.extract()?, align: at(2)?.extract::<usize>()?.max(1) },
        "text" => isotope::argument(&at(1)?.extract::<String>()?).map_err(raised)?,
        "address" => Argument::Address(at(1)?.extract()?, at(2)?.extract()?),
        "local" => Argument::Local(at(1)?.extract()?),
        "struct" => {
            let fields: Vec<Bound<'_, PyAny>> = at(1)?.extract()?;
            Argument::Struct(fields.iter().map(|field| argument(field, shared)).collect::<PyResult<_>>()?)
        }
        "named" => Argument::Named(at(1)?.extract()?, Box::new(argument(&at(2)?, shared)?)),
        other => return Err(wrong(format!("expected an argument, found `{other}`"))),
    })
}

/// How a kernel gets a buffer; images and textures are described as on the command line.
fn bound(name: &str, binding: &str) -> PyResult<Bind> {
    Ok(match binding.split_once(':') {
        None if binding.is_empty() => Bind::Address,
        None => Bind::Surface,
        Some((kind, what)) => match isotope::argument(&format!("{kind}:{name}={what}")).map_err(raised)? {
            Argument::Buffer { bound, .. } => bound,
            _ => return Err(wrong("expected an image or a texture")),
        },
    })
}
