//! One operation, on contiguous arrays of bits.

use isotope::{Element, LeftOpen, Results};
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1};
use pyo3::prelude::*;

use crate::{raised, wrong};

/// An operation by its name.
#[pyclass(frozen, module = "isotope._isotope")]
pub struct Op {
    op: isotope::Op,
}

/// Id, text, and whether the returned value is open, too.
type Left = Option<(&'static str, &'static str, bool)>;

#[pymethods]
impl Op {
    #[new]
    fn new(spec: &str) -> PyResult<Op> {
        Ok(Op { op: isotope::Op::parse(spec).map_err(raised)? })
    }

    /// `TARGET:OP,KEY=VALUE..` as it was given.
    #[getter]
    fn spec(&self) -> &str {
        &self.op.text
    }

    /// Whose it is.
    #[getter]
    fn target(&self) -> &'static str {
        self.op.target.name()
    }

    /// The mnemonic.
    #[getter]
    fn name(&self) -> &str {
        &self.op.name
    }

    /// Widths in bits that elements can have; none where no operation is defined.
    #[getter]
    fn widths(&self) -> Vec<u32> {
        self.op.widths()
    }

    /// Sources beside memory; 2 where no operation is defined.
    #[getter]
    fn sources(&self) -> usize {
        self.op.operation.rmw.map_or(2, |rmw| rmw.op.sources())
    }

    /// Whether it computes with floats.
    #[getter]
    fn is_float(&self) -> bool {
        self.op.operation.rmw.is_ok_and(|rmw| rmw.op.is_float())
    }

    /// Ids of the assumptions that it rests on.
    #[getter]
    fn assumptions(&self) -> Vec<&'static str> {
        self.op.operation.assumptions.clone()
    }

    /// What it computes and which rules decide, lines.
    fn explain(&self) -> String {
        self.op.explain()
    }

    /// The same taken apart, JSON.
    fn explanation(&self) -> String {
        self.op.explanation().json().to_string()
    }

    /// How it comes to its result on these bits, `-` for operands that it does not take; lines.
    fn path(&self, mem: &str, src0: &str, src1: &str) -> PyResult<String> {
        let mut out = String::new();
        self.op.operation.path([mem, src0, src1], &mut out).map_err(wrong)?;
        Ok(out)
    }

    /// Computes on one-dimensional contiguous arrays of unsigned integers. Sources have one element or as many as `mem`. Gives the rule that
    /// is open for some elements; these are not written, and `open` is set there.
    #[pyo3(signature = (mem, src0, src1, new, returned, open))]
    fn apply(
        &self,
        mem: &Bound<'_, PyAny>,
        src0: Option<&Bound<'_, PyAny>>,
        src1: Option<&Bound<'_, PyAny>>,
        new: &Bound<'_, PyAny>,
        returned: Option<&Bound<'_, PyAny>>,
        open: &Bound<'_, PyArray1<bool>>,
    ) -> PyResult<Left> {
        let arrays = Arrays { mem, src: [src0, src1], new, returned, open };
        let left = if mem.is_instance_of::<PyArray1<u32>>() {
            self.apply_as::<u32>(arrays)
        } else if mem.is_instance_of::<PyArray1<u64>>() {
            self.apply_as::<u64>(arrays)
        } else {
            self.apply_as::<u16>(arrays)
        };
        Ok(left?.map(|left| (left.id, left.text, left.returned)))
    }
}

/// What a call is given.
struct Arrays<'a, 'py> {
    mem: &'a Bound<'py, PyAny>,
    src: [Option<&'a Bound<'py, PyAny>>; 2],
    new: &'a Bound<'py, PyAny>,
    returned: Option<&'a Bound<'py, PyAny>>,
    open: &'a Bound<'py, PyArray1<bool>>,
}

impl Op {
    fn apply_as<T: Element + numpy::Element>(&self, arrays: Arrays<'_, '_>) -> PyResult<Option<LeftOpen>> {
        let Arrays { mem, src, new, returned, open } = arrays;
        let py = mem.py();
        let mem: PyReadonlyArray1<'_, T> = mem.extract()?;
        let src0: Option<PyReadonlyArray1<'_, T>> = src[0].map(|array| array.extract()).transpose()?;
        let src1: Option<PyReadonlyArray1<'_, T>> = src[1].map(|array| array.extract()).transpose()?;
        let mut new: PyReadwriteArray1<'_, T> = new.extract()?;
        let mut returned: Option<PyReadwriteArray1<'_, T>> = returned.map(|array| array.extract()).transpose()?;
        let mut open = open.try_readwrite().map_err(wrong)?;
        let mem = mem.as_slice()?;
        let src = [
            src0.as_ref().map_or(Ok(&[][..]), |array| array.as_slice())?,
            src1.as_ref().map_or(Ok(&[][..]), |array| array.as_slice())?,
        ];
        let new = new.as_slice_mut()?;
        let returned = returned.as_mut().map(|array| array.as_slice_mut()).transpose()?;
        let open = Some(open.as_slice_mut()?);
        let op = &self.op;
        py.detach(|| op.apply_slices(mem, src, Results { new, returned, open })).map_err(raised)
    }
}
