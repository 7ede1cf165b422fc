//! vISA instructions against a second, plain way to their results: every lane by itself, bytes in, bytes out. Nothing of
//! lifting is used here; what is compared is everything an instruction may change: registers, predicates, addresses, memory. `fields.rs` asks whether
//! each field counts.

mod fields;
mod lanes;
mod memory;
mod operands;
mod state;
