//! Campaigns: work in chunks that any machine can do, in any order and repeatedly, with one digest at the end.
//!
//! A [`Plan`] is made from a TOML text and the files that it names, and contains both. Its chunks are pure functions: [`Plan::chunk`]
//! generates the inputs of a chunk from the seed and their numbers, computes, compares, and returns a [`Chunk`] with counts, coverage, the
//! first failures and a digest of everything computed. [`Merged`] combines chunks from any machine. Nothing here reads files or starts
//! programs: the caller passes in [`Files`] and the answers of other implementations.
//!
//! ```
//! use isotope_campaign::{Merged, NoFiles, Plan, no_external};
//! let text = r#"
//!     name = "wrap"
//!     [[job]]
//!     kind = "operations"
//!     ops = "sm_50:ATOM.INC"
//!     against = { op = "gfx1100:ds_inc_rtn_u32" }
//!     count = 10_000
//!     chunk = 4_000
//! "#;
//! let plan = Plan::new("wrap.toml", text, &mut NoFiles)?;
//! let chunks = (0..plan.chunks()).rev().map(|index| plan.chunk(index, &mut no_external));
//! let merged = Merged::new(&plan, chunks.collect::<isotope::Result<Vec<_>>>()?, false)?;
//! assert_eq!((merged.items(), merged.failed()), (10_000, 0));
//! # Ok::<(), isotope::Error>(())
//! ```

mod chunk;
mod digest;
mod explore;
mod job;
mod kernels;
mod merge;
mod operations;
mod plan;
mod programs;
mod report;
mod setting;
mod spec;

pub use chunk::{Chunk, Unfit};
pub use job::{Answer, Failure, Job, JobFailure, JobKind, Other, no_external};
pub use merge::{CampaignStatus, Damaged, JobTotals, Merged};
pub use plan::Plan;
pub use setting::{Files, NoFiles};

isotope::documents! {
    /// The answers of this crate as JSON, with their schemas.
    pub SCHEMAS:
    "isotope-campaign/1" => merge::MergedJson<'_>,
    "isotope-campaign-planned/1" => plan::PlannedJson<'_>,
    "isotope-campaign-status/1" => merge::CampaignStatus,
}
