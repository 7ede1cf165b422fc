//! The list of the answers that have a JSON Schema.

use crate::memory_trace::SCHEMA;
use crate::{equivalence, explore, info, lint, matrix, memory_trace, page, step, vectors};

crate::documents! {
    /// Answers of this crate.
    pub SCHEMAS:
    "isotope-equiv/1" => equivalence::EquivJson<'_>,
    "isotope-explore/1" => explore::ExploreJson<'_>,
    "isotope-info/1" => info::InfoJson<'_>,
    "isotope-lint/1" => lint::LintJson<'_>,
    "isotope-matrix/1" => matrix::MatrixJson<'_>,
    SCHEMA => memory_trace::TraceLineJson<'_>,
    "isotope-page/1" => page::PageJson<'_>,
    "isotope-refines/1" => explore::RefinesJson<'_>,
    "isotope-replay/1" => explore::ReplayJson<'_>,
    "isotope-step/1" => step::StepJson<'_>,
    "isotope-trace-diff/1" => memory_trace::TraceDiffJson<'_>,
    "isotope-vectors/1" => vectors::VectorsJson<'_>,
    "isotope-vectors-check/1" => vectors::VectorsCheckJson<'_>,
}
