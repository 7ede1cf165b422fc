//! gfx1100: what its rows have in common with all processors of the family is in `forms/`.

use crate::encodings;
use crate::lift::no_rows::NO_ROWS;
use crate::lift::order::ordering;
use crate::processor::Processor;
use crate::target::RDNA3;

/// The row.
pub const PROCESSOR: Processor = Processor {
    name: "gfx1100",
    what: "AMD RDNA3",
    isa: &RDNA3,
    // oracle: clang 22.1.8 makes identical bytes for both; whichever version of the generic one the top byte of `e_flags` gives.
    files: &["gfx1100", "gfx11-generic"],
    lacks: |_| false,
    rows: |_| {},
    means: &[],
    atomics: &[],
    encodings: encodings::encoding,
    no_rows: NO_ROWS,
    // spec: GFX11 has 16.
    user_sgprs: 16,
    lds: 64 << 10,
    lds_granule: 1024,
    ordering,
};
