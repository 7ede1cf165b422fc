//! AMD RDNA3 (gfx1100): rows and text, no meaning.
mod fields;
mod forms;
pub mod launch;
pub mod state;

use crate::table::{self, Layout, Table};
pub use crate::table::{Context, DecodeError, Inst, Mode, ParseError, Violation};
use std::sync::LazyLock;

/// The compiled rows.
pub static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let layout =
        Layout { index: (18, 14), prefix: "", skip_prefix: |_| 0, end: "", profiles: &["gfx1100"], reuse_slots: &[] };
    Table::new(layout, forms::ROWS)
});

/// Decodes the instruction at the start of `bytes`; [`Inst::bits`] says how long it is.
pub fn decode(bytes: &[u8]) -> Result<Inst, DecodeError> {
    let mut words = [0u64; 3];
    for (i, byte) in bytes.iter().take(24).enumerate() {
        words[i / 8] |= u64::from(*byte) << (8 * (i % 8));
    }
    TABLE.decode(fields::GFX1100, &words)
}

/// Appends llvm-mc's text.
pub fn print(inst: &Inst, out: &mut String) {
    table::print(&Context::new(fields::GFX1100), inst, out);
}
