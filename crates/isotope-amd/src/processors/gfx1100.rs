//! gfx1100. The rows that it shares with the processors of its family are in `forms/`.

use crate::encodings::{self, NO_ROWS};
use crate::lift::order::ordering;
use crate::processor::Processor;

/// The row.
pub const PROCESSOR: Processor = Processor {
    name: "gfx1100",
    what: "AMD RDNA3",
    isa: &super::ISA,
    // oracle: clang 22.1.8 generates identical bytes for both, for every generic version in the top byte of `e_flags`.
    files: &["gfx1100", "gfx11-generic"],
    lacks: |_| false,
    rows: |_| {},
    means: &[],
    atomics: &[],
    encodings: encodings::encoding,
    no_rows: NO_ROWS,
    // spec: GFX11 has 16 user SGPRs.
    user_sgprs: 16,
    lds: 64 << 10,
    lds_granule: 1024,
    ordering,
};
