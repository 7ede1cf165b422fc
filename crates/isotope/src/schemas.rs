//! The list of the answers that have a JSON Schema.

use crate::answer::{Described, described};
use crate::{equivalence, explore, info, lint, matrix, memory_trace, page, step, vectors};

/// Answers of this crate.
pub const SCHEMAS: &[Described] = &[
    described::<equivalence::EquivJson<'_>>(),
    described::<explore::ExploreJson<'_>>(),
    described::<info::InfoJson<'_>>(),
    described::<lint::LintJson<'_>>(),
    described::<matrix::MatrixJson<'_>>(),
    described::<memory_trace::TraceLineJson<'_>>(),
    described::<page::PageJson<'_>>(),
    described::<explore::RefinesJson<'_>>(),
    described::<explore::ReplayJson<'_>>(),
    described::<step::StepJson<'_>>(),
    described::<memory_trace::TraceDiffJson<'_>>(),
    described::<vectors::VectorsJson<'_>>(),
    described::<vectors::VectorsCheckJson<'_>>(),
];
