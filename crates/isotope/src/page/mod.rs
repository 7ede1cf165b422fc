//! What the page of an instruction says beside its rows, in Markdown: what an atomic computes, and what can fail.

mod failures;
mod operation;
mod relations;

use std::fmt::Write as _;

use isotope_op::claim::Evidence;

pub use failures::section as failures;
pub use operation::Operations;

/// Grade and source of a statement, with links to the page of assumptions.
fn support(evidence: &Evidence) -> String {
    let link = |id: &str| format!("[`{id}`](../assumptions.html#{id})");
    let mut out = match evidence.assumption() {
        Some(id) => format!("{}: {}, {}", evidence.grade().name(), link(id), evidence.source()),
        None => format!("{}: {}", evidence.grade().name(), evidence.source()),
    };
    for id in evidence.see {
        let _ = write!(out, "; {}", link(id));
    }
    out.replace('|', "\\|")
}
