//! The native part of the Python package `isotope`: operations on slices of numpy arrays, launches, and the verbs as JSON. What users see is
//! written in Python, in `python/isotope/`.
//!
//! Nothing here decides what a GPU does, and nothing reads files. The interpreter's lock is released while something is computed.

mod argument;
mod campaign;
mod image;
mod op;
mod options;
mod trace;
mod verbs;

use pyo3::prelude::*;

pyo3::import_exception!(isotope._errors, Error);
pyo3::import_exception!(isotope._errors, NotModelled);

/// What the caller did wrong, or what is outside the model, as the exception of Python that says so.
fn raised(error: isotope::Error) -> PyErr {
    let text = error.to_string();
    if error.is_not_modelled() { NotModelled::new_err(text) } else { Error::new_err(text) }
}

/// Anything else that says in words what the caller did wrong.
fn wrong(error: impl std::fmt::Display) -> PyErr {
    Error::new_err(error.to_string())
}

/// The native part of `isotope`; not for use by itself.
#[pymodule]
fn _isotope(m: &Bound<'_, PyModule>) -> PyResult<()> {
    isotope::option::spell(options::spelling);
    m.add_function(wrap_pyfunction!(options::options, m)?)?;
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    m.add_class::<op::Op>()?;
    m.add_class::<image::Image>()?;
    m.add_class::<campaign::Campaign>()?;
    verbs::add(m)
}
