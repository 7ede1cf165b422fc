//! vISA instructions against a plain second implementation: each lane separately, bytes in, bytes out. It uses nothing of
//! lifting. The comparison covers everything an instruction may change: registers, predicates, addresses, memory. `fields.rs` checks that
//! each field has an effect.

mod fields;
mod lanes;
mod memory;
mod operands;
mod state;
