//! The conformance kit: programs of our own for sm_50, gfx1100 and vISA with inputs and expected memory, written as files that any
//! implementation can run ([`export`]), also Isotope itself ([`answer`]); and explanations of an implementation's differences
//! ([`explain`]).
//!
//! An expected value is never one that documents leave unspecified. A value that rests on an assumption is marked, and the values of the
//! alternatives are listed beside it.
//!
//! ```
//! let kit = isotope_kit::export(&isotope_kit::Selection { only: vec!["gws".into()], ..Default::default() })?;
//! assert!(kit.iter().any(|file| file.path == "manifest.json"));
//! assert!(kit.iter().any(|file| file.path == "cases/gfx1100-gws-barrier.json"));
//! # Ok::<(), isotope::Error>(())
//! ```

mod answer;
mod case;
mod explain;
mod export;
mod file;
mod inputs;
mod known;
mod ops;
mod surfaces;
mod sync;

pub use answer::{KitAnswer, answer};
pub use explain::{Explained, explain};
pub use export::{File, Selection, export, marks, sha256};

use case::Case;
use isotope::answer::{Described, described};
use isotope::{Error, Result};
use serde_json::Value;

/// Schema of a manifest.
pub const SCHEMA: &str = "isotope-kit/1";
/// Schema of the file of a case.
pub const CASE_SCHEMA: &str = "isotope-kit-case/1";
/// Schema of the runner's results.
pub const RESULTS_SCHEMA: &str = "isotope-kit-results/1";
/// The answers of this crate as JSON, with their schemas.
pub const SCHEMAS: &[Described] = &[described::<explain::ExplainedJson<'_>>()];

/// Every family of cases.
pub const FAMILIES: [&str; 8] = ["float", "incdec", "cas", "surfaces", "gws", "gds", "ordered_count", "append"];
/// Every target that cases are for.
pub const TARGETS: [&str; 4] = ["dg2", "gfx1100", "sm_50", "tgllp"];

/// The files of these names in a folder, by name.
macro_rules! files {
    ($folder:literal: $($name:literal)*) => { [$(($name, include_bytes!(concat!($folder, $name)).as_slice())),*] };
}

/// The compiled files, by path.
const BINARIES: [(&str, &[u8]); 40] = files! { "../files/":
    "dg2/sums.zebin" "gfx1100/flush.co" "gfx1100/images.co" "gfx1100/ops.co" "gfx1100/sync.co" "sm_50/ops.cubin"
    "sm_50/surfaces.cubin" "tgllp/ops.zebin"
    "tgllp/typed_add.visaasm" "tgllp/typed_add.zeinfo" "tgllp/typed_and.visaasm" "tgllp/typed_and.zeinfo"
    "tgllp/typed_cmpxchg.visaasm" "tgllp/typed_cmpxchg.zeinfo" "tgllp/typed_dec.visaasm" "tgllp/typed_dec.zeinfo"
    "tgllp/typed_fcmpwr.visaasm" "tgllp/typed_fcmpwr.zeinfo" "tgllp/typed_fmax.visaasm" "tgllp/typed_fmax.zeinfo"
    "tgllp/typed_fmin.visaasm" "tgllp/typed_fmin.zeinfo" "tgllp/typed_inc.visaasm" "tgllp/typed_inc.zeinfo"
    "tgllp/typed_max.visaasm" "tgllp/typed_max.zeinfo" "tgllp/typed_maxsint.visaasm" "tgllp/typed_maxsint.zeinfo"
    "tgllp/typed_min.visaasm" "tgllp/typed_min.zeinfo" "tgllp/typed_minsint.visaasm" "tgllp/typed_minsint.zeinfo"
    "tgllp/typed_or.visaasm" "tgllp/typed_or.zeinfo" "tgllp/typed_sub.visaasm" "tgllp/typed_sub.zeinfo"
    "tgllp/typed_xchg.visaasm" "tgllp/typed_xchg.zeinfo" "tgllp/typed_xor.visaasm" "tgllp/typed_xor.zeinfo"
};

fn binary(place: &str) -> Result<&'static [u8]> {
    let found = BINARIES.iter().find(|(known, _)| *known == place);
    found.map(|(_, bytes)| *bytes).ok_or_else(|| Error::new(format!("the kit has no file `{place}`")))
}

/// JSON of this schema.
fn parsed(text: &str, schema: &str) -> Result<Value> {
    let value: Value = serde_json::from_str(text).map_err(|e| Error::new(format!("expected JSON, found {e}")))?;
    match value["schema"].as_str().unwrap_or("") {
        found if found == schema => Ok(value),
        found => Err(Error::new(format!("`schema`: expected `{schema}`, found `{found}`"))),
    }
}

/// The selected cases by target, family and id, sorted by id.
fn cases(wanted: impl Fn(&str, &str, &str) -> bool) -> Result<Vec<Case>> {
    let mut all = ops::cases(&wanted)?;
    all.extend(surfaces::cases(&wanted)?);
    all.extend(sync::cases()?.into_iter().filter(|case| wanted(case.target, case.family, &case.id)));
    all.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(all)
}
