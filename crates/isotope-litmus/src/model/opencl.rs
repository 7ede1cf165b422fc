//! OpenCL.

use super::{Axiom, Judge, Model};
use crate::execution::Frame;
use crate::test::Dialect;

pub struct OpenCl;

impl Model for OpenCl {
    fn name(&self) -> &'static str {
        "opencl"
    }

    fn title(&self) -> &'static str {
        "OpenCL"
    }

    fn dialects(&self) -> &'static [Dialect] {
        &[]
    }

    fn axioms(&self) -> &'static [Axiom] {
        &[]
    }

    fn judge<'f>(&self, _: &'f Frame<'f>) -> Box<dyn Judge + 'f> {
        unreachable!()
    }
}
